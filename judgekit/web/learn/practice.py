"""Practice: a board and a question, then the right line beside the branch of a wrong answer."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Container
from datetime import datetime
from hashlib import blake2b
from urllib.parse import quote, urlencode

import msgspec
from flask import abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from judgekit import games
from judgekit.cases.rulings.script import Script
from judgekit.games.game import Game, PrintedCard
from judgekit.known import GAMES
from judgekit.narrate.said import said
from judgekit.teach import bank as banks
from judgekit.teach import lessons, memory
from judgekit.teach.kept import KeptLessons
from judgekit.teach.making.context import table_of
from judgekit.teach.memory import Known
from judgekit.teach.playing_out import Branch, UnknownQuestion, asking_of, play_out, ruling_named, script_of
from judgekit.teach.practice import HINTS, NONE_FITS, Place, Practice, Wish, hints, option_of
from judgekit.teach.question import KINDS, Condition, Option, Question, mixed
from judgekit.teach.store import Store
from judgekit.web.case.board import BoardView
from judgekit.web.case.scene import ClauseRef, clause_ref
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.still import cards_on, still_board
from judgekit.web.responses import came_of, file_answer, show
from judgekit.web.services import desk
from judgekit.web.urls import whole

OFFLINE = 12  # questions that are taken along
DIFFICULTIES = ("easy", "medium", "hard")
MODES = {"": "anything", "due": "what is due", "wrong": "what I got wrong"}
WISHES = ("game", "clause", "difficulty", "mode", "kind")


class GameCard(msgspec.Struct, frozen=True):
    name: str
    title: str
    rulings: int
    seen: int
    right: int
    due: int
    lessons: tuple[tuple[str, str, str], ...]  # file, title, address


class LearnPage(msgspec.Struct):
    games: tuple[GameCard, ...]
    rating: int  # 0: told when an exam is over
    deviation: int
    answers: int
    chosen: dict[str, str]
    token: str  # of the forms for an exam of one's own
    told: tuple[tuple[str, str], ...]  # old answers that are wrong by now
    teaches: bool  # whether rooms, papers and the health of questions are for them
    kinds: tuple[tuple[str, str], ...] = tuple(KINDS.items())
    difficulties: tuple[str, ...] = DIFFICULTIES
    modes: tuple[tuple[str, str], ...] = tuple(MODES.items())
    kept: tuple[tuple[int, str, bool], ...] = ()  # lessons of the users' own: number, title, hidden


class Choice(msgspec.Struct, frozen=True):
    id: str
    text: str


class QuestionPage(msgspec.Struct):
    """A question as a learner sees it: nothing in it says which option is right."""

    id: str
    href: str
    edition: str
    kind: str
    difficulty: str
    context: str
    prompt: str
    options: tuple[Choice, ...]
    board: BoardView | None
    deck: str
    cards: tuple[tuple[str, str], ...]  # names and texts of cards that say something
    hints: tuple[str, ...]
    more_hints: str  # the address of the next one
    token: str
    wish: dict[str, str]
    booth: bool = False
    notes: tuple[str, ...] = ()  # for the examiner in a booth: the answer and what it rests on
    examines: bool = False  # whether the booth is for them


class AnswerPage(msgspec.Struct):
    id: str
    href: str
    edition: str
    context: str
    prompt: str
    chosen: str
    right: str
    correct: bool
    reason: str
    branch: Branch
    is_met: bool  # the condition that the answer names as missing
    lacking: Condition | None  # what is really missing then
    clauses: tuple[ClauseRef, ...]  # of the steps, in their order
    clause: ClauseRef
    board: BoardView | None
    deck: str  # if it is about one
    step: int  # of the right line: whose table is shown; behind the last one: the end
    here: str  # the address of this page, to which a step is added
    ruling: str
    ruling_question: str
    next: str
    due: str
    rating: tuple[int, int]  # of the question, and its deviation
    booth: bool


class MapPage(msgspec.Struct):
    game: str
    edition: str
    chapters: tuple[Place, ...]
    chapter: str
    clauses: tuple[Known, ...]
    now: str
    rating: int  # 0: told when an exam is over


def practice() -> Practice:
    return desk().practice


def learner() -> str:
    """The learner who uses this browser; the cookie itself is not stored."""
    return blake2b(str(g.visitor).encode(), person=b"judgekit learn", digest_size=9).hexdigest()


# the first page


def home() -> Response:
    """Learn: practice by game, chapter and clause, lessons, exams and classes."""
    from judgekit.teach.health import told_changes

    found, who = practice(), learner()
    found.look_again(who)
    log = found.answers(who)
    known = found.known(who).values()
    now = memory.now()
    rating, deviation = rating_told(who)
    cards = []
    for name in GAMES:
        own = [one for one in known if one.edition.startswith(f"{name}/")]
        cards.append(
            GameCard(
                name, games.game(name).title if own else "", len(banks.names(name)), sum(k.seen for k in own),
                sum(k.right for k in own), sum(k.is_due(now) for k in own),
                tuple((one.name, one.title, f"/learn/lessons/{one.name}") for one in lessons.listed(name)),
            )
        )  # fmt: skip
    return show(
        "learn/home.html",
        LearnPage(
            tuple(cards), rating, deviation, len(log), _wish(), secrets.token_hex(8),
            tuple(told_changes(found, who)), g.access.may_change, kept=_kept(found.bank.store),
        ),
    )  # fmt: skip


def rating_told(who: str) -> tuple[int, int]:
    """A learner's rating and its deviation; while an exam is not over it would tell how that goes."""
    found = practice().rating(f"learner {who}")
    return (0, 0) if practice().sealed(who) else (round(found.rating), round(found.deviation))


def _kept(store: Store) -> tuple[tuple[int, str, bool], ...]:
    """The lessons of the users' own; those who may put hidden ones back see them too."""
    found = KeptLessons(store).all()
    return tuple(
        (one.number, one.title, one.hidden) for one in found if g.access.may_change or not one.hidden
    )


def _wish() -> dict[str, str]:
    return {key: request.values.get(key, "").strip()[:40] for key in WISHES}


def next_question() -> Response:
    """The next question for this learner, by game, clause, difficulty and mode."""
    wish = {key: value for key, value in _wish().items() if value}
    if wish.get("game", "") not in ("", *GAMES):
        abort(404, f"there is no game {wish['game']!r}; there are {', '.join(GAMES)}")
    found = practice().next(learner(), Wish(**wish))
    return redirect(address(found.id, _booth(wish)), 303)


def _booth(wish: dict[str, str]) -> dict[str, str]:
    """An oral booth goes on from question to question."""
    return {**wish, "booth": "1"} if request.values.get("booth") == "1" else wish


def address(question: str, wish: dict[str, str] | None = None, more: str = "") -> str:
    asked = f"?{urlencode(wish)}" if wish else ""
    return f"/learn/q/{quote(question)}{more}{asked}"


# a question


def question_page(game: str, name: str) -> Response:
    """A question with its board; hints one by one."""
    question = _find(game, name)
    wish = {key: value for key, value in _wish().items() if value}
    given = min(whole(request.args.get("hints", ""), 2), HINTS)
    booth = request.args.get("booth") == "1"
    ladder = hints(question)
    more = address(question.id, _booth({**wish, "hints": str(given + 1)})) if given < HINTS else ""
    place = place_of(question)
    return show(
        "learn/question.html",
        QuestionPage(
            question.id, address(question.id), question.edition, KINDS[question.kind], question.difficulty,
            question.context, question.prompt, choices(question, learner()), place[0], place[1], place[2],
            ladder[:given], more, _token(question), wish, booth, _notes(question) if booth else (),
            g.access.may_change,
        ),
    )  # fmt: skip


def _notes(question: Question) -> tuple[str, ...]:
    """An examiner's notes on the question: only for those who may change cases."""
    if not g.access.may_change:
        abort(403, "the examiner's notes are for judges and teachers")
    wrong = (f"{option.text} {option.why}" for option in question.options[1:])
    return (f"{question.right.text} ({question.clause})", *hints(question)[2:3], *wrong)


@few_at_once
def offline_practice() -> Response:
    """Questions to practise without a network, in one file."""
    from judgekit.web.app import STATIC

    wish = Wish(**{key: value for key, value in _wish().items() if value})
    if wish.game not in GAMES:
        abort(422, f"choose a game first: {', '.join(GAMES)}")
    chosen = practice().some(learner(), wish, OFFLINE)
    if not chosen:
        abort(404, NONE_FITS)
    rows = [(q, choices(q, learner()), *place_of(q), play_out(q, q.right).right) for q in chosen]
    sheets = ("judgekit.css", "pages.css", "case.css", "learn.css")
    style = "\n".join((STATIC / name).read_text("utf-8") for name in sheets)
    body = detached(render_template("learn/practice_offline.html", rows=rows, style=style, game=wish.game))
    return file_answer(body, f"practice-{wish.game}.html", "text/html")


def detached(page: str) -> str:
    """A page that is taken along: what leads to other pages of judgekit leads nowhere there."""
    return re.sub(r'(<a\b[^>]*?) href="/[^"]*"', r"\1", page)


def choices(question: Question, seed: str) -> tuple[Choice, ...]:
    return tuple(Choice(option_id(question.id, one.text), one.text) for one in mixed(question, seed))


def option_id(question: str, text: str) -> str:
    """A name for an option of a question that says nothing about it."""
    return blake2b(f"{question}\n{text}".encode(), digest_size=5).hexdigest()


def by_text(question: Question, text: str) -> Option:
    return next(option for option in question.options if option.text == text)


def by_id(question: Question, chosen: str) -> Option:
    """The option that a form or typed words name."""
    found = next((one for one in question.options if option_id(question.id, one.text) == chosen), None)
    return found or option_of(question, chosen)


def _token(question: Question) -> str:
    """Different each time the question is asked, the same for a form that is sent twice; what is right cannot
    be worked out from it."""
    tries = len(practice().answers(learner()))
    return f"{option_id(question.id, '')}-{tries}"


def _find(game: str, name: str) -> Question:
    """A question by its id; a ruling's name alone means its first question."""
    if "~" in name:
        return _free(practice().bank.find(f"{game}/{name}"))
    found = practice().bank.of(f"{game}/{name}")
    if not found:
        abort(404, "nothing is asked about this ruling: it is open, or nothing happens in it")
    return _free(found[0])


def _free(question: Question) -> Question:
    """A question, unless this learner sits in an exam or has homework that asks it."""
    sealed = practice().sealed(learner())
    if not g.access.may_change and any(question.id in own for own in sealed.values()):
        abort(403, "this is asked in an exam or homework of yours; it can be opened when that is over")
    return question


Drawn = tuple[BoardView | None, str, tuple[tuple[str, str], ...]]


def place_of(question: Question, as_list: bool = False) -> Drawn:
    """The board at the moment of a question, and what its cards say; or the deck. A list of the table has the
    numbers of the cards that lie open."""
    ruling = ruling_named(question.ruling)
    script = script_of(ruling, question.edition)
    if script.position is None:
        return None, deck_told(script), ()
    asking = asking_of(question)
    if asking is None:
        raise UnknownQuestion(GONE)
    table = table_of(asking, question.kind)
    shown = {card.name for card in table.cards.values()}
    spoken = " ".join((question.context, question.prompt, *(option.text for option in question.options)))
    board = still_board(script.position, table, question.kind == "number")
    own = [c for c in script.position.cards if c.name in shown or c.name in spoken]
    listed = {card.name: [w.name for w in card.worth] for card in cards_on(board)} if as_list else {}
    told = ((c.name, card_told(c, ruling.game, (*CODES, *listed.get(c.name, ())))) for c in own)
    return board, "", tuple((name, text) for name, text in told if text)


GONE = said("no longer asked")
NOWHERE: Drawn = (None, "", ())
CODES = ("number", "collector number")  # which matter in a deck only


def card_told(card: PrintedCard, game: Game, but: Container[str] = CODES) -> str:
    """What is printed on a card: `(battle, rank 2, counter power 1000) Draw 1 card.`"""
    rows = [(spec.name, card.properties.get(spec.name)) for spec in game.properties if spec.name not in but]
    words = [_property(name, value) for name, value in rows if value or value == 0]
    return " ".join(filter(None, (f"({', '.join(words)})" if words else "", card.text.strip())))


def _property(name: str, value: object) -> str:
    told = "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return told if name == "type" else f"{name} {told}"


def deck_told(script: Script) -> str:
    """A deck list: for each card, how many, and what is printed on it."""
    found = script.deck
    assert found is not None
    ruler = found.cards.get(found.deck.ruler)
    said = card_told(ruler, found.game, but=()) if ruler is not None else ""
    lines = [f"Ruler: {found.deck.ruler} {said}".rstrip()] if found.deck.ruler else []
    for pile, names in found.deck.piles.items():
        lines.append(f"{pile.capitalize()} ({len(names)})")
        for name, many in Counter(names).items():
            card = found.cards.get(name)
            told = card_told(card, found.game, but=()) if card is not None else ""
            lines.append(f"  {many} {name} {told}".rstrip())
    return "\n".join(lines)


def take_answer(game: str, name: str) -> Response:
    """Answer a question: the same form sent twice counts once."""
    question = _find(game, name)
    chosen = request.form.get("option", "") or request.form.get("words", "")
    if not chosen.strip():
        abort(422, "choose one of the options, or type words that only one of them has")
    option = by_id(question, chosen.strip()[:400])
    given = practice().answer(
        learner(), question, option.text, request.form.get("token", "")[:60] or _token(question),
        whole(request.form.get("hints", ""), 2), seconds_in(request.form.get("seconds", "")),
    )  # fmt: skip
    wish = _booth({key: value for key, value in _wish().items() if value})
    told = {"correct": given.correct, "new": given.is_new, "right": question.right.text}
    chosen = option_id(question.id, option.text)
    return came_of(told, address(question.id, {**wish, "chosen": chosen}, "/result"))


def seconds_in(text: str) -> float:
    try:
        return min(max(float(text), 0.0), 86_400.0)
    except ValueError:
        return 0.0


def result_page(game: str, name: str) -> Response:
    """What came of an answer: the right line, and the branch of a wrong one beside it."""
    question = _find(game, name)
    chosen = request.args.get("chosen", "")
    option = by_id(question, chosen) if chosen else question.right
    branch = play_out(question, option)
    game_, number = games.edition(question.edition)
    book = game_.rules(number).book
    known = practice().known(learner()).get((question.edition, question.clause))
    wish = _booth({key: value for key, value in _wish().items() if value})
    ruling = ruling_named(question.ruling)
    steps = (*branch.right, *branch.branch)
    is_met = option.reason == "condition met"
    overlooked = (one.condition for one in question.options if one.reason == "condition overlooked")
    lacking = next(overlooked, None) if is_met and question.right.text != "Yes." else None
    step = min(whole(request.args.get("step", ""), 2) or len(branch.right), len(branch.right))
    return show(
        "learn/answer.html",
        AnswerPage(
            question.id, address(question.id), question.edition, question.context, question.prompt,
            option.text, question.right.text, option.is_right, option.why, branch, is_met, lacking,
            tuple(clause_ref(book, c) for c in dict.fromkeys(s.clause for s in steps) if c),
            clause_ref(book, lacking.clause if lacking else branch.clause), _table(question, branch, step),
            place_of(question)[1] if question.kind == "deck" else "",
            step,
            address(question.id, {**wish, "chosen": option_id(question.id, option.text)}, "/result"),
            question.ruling, ruling.question,
            f"/learn/practice?{urlencode(wish)}", _day(known.due) if known else "", _rated(question),
            "booth" in wish,
        ),
    )  # fmt: skip


def _rated(question: Question) -> tuple[int, int]:
    found = practice().rating(f"question {question.id}", question)
    return round(found.rating), round(found.deviation)


def _day(due: datetime) -> str:
    return "today" if due.date() <= memory.now().date() else f"on {due.date().isoformat()}"


def _table(question: Question, branch: Branch, step: int) -> BoardView | None:
    """The table after this many steps of the right line."""
    asking = asking_of(question)
    if asking is None:
        return None
    state = asking.right.table_at(branch.right[step - 1].at) if step else asking.right.state
    return still_board(asking.moment.place, state)


def report(game: str, name: str) -> Response:
    """Report what is wrong with a question."""
    question = _find(game, name)
    text = request.form.get("text", "").strip()[:500]
    if not text:
        abort(422, "say what is wrong with the question")
    from judgekit.teach.health import keep_report

    keep_report(practice(), learner(), question.id, text)
    return came_of({"kept": True}, address(question.id))


def map_page(game: str) -> Response:
    """The map of a book: what was seen, what was right, what is due, what is weak."""
    if game not in GAMES:
        abort(404, f"there is no game {game!r}; there are {', '.join(GAMES)}")
    chapter = request.args.get("chapter", "").strip()[:20]
    who, found = learner(), practice()
    chapters = found.map(who, game)
    own = found.clauses(who, game, chapter) if chapter else []
    return show(
        "learn/map.html",
        MapPage(
            game, chapters[0].edition if chapters else game, tuple(chapters), chapter, tuple(own),
            memory.now().isoformat(), rating_told(who)[0],
        ),
    )  # fmt: skip
