"""The library of worked rulings, by game, clause and difficulty; each is a page, and opens as a case."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import redirect, request
from werkzeug.wrappers import Response

from judgekit import games
from judgekit.book.address import is_number
from judgekit.cases.errors import CaseError
from judgekit.cases.files.writer import saved
from judgekit.cases.play.answering import NoSuchOption, names_for
from judgekit.cases.rulings import ruling as library
from judgekit.cases.rulings.expectations import End
from judgekit.cases.rulings.reader import WRITTEN
from judgekit.cases.rulings.ruling import Result, Ruling, Script, is_announced_at
from judgekit.cases.rulings.script import Given
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Answered
from judgekit.errors import JudgekitError
from judgekit.narrate.course import KINDS
from judgekit.narrate.endings import told_fact
from judgekit.narrate.events import place
from judgekit.narrate.narrator import Narrator, narrator_for
from judgekit.narrate.why import everything
from judgekit.web.case.scene import ClauseRef
from judgekit.web.remembered import GAME, remember
from judgekit.web.responses import json_answer, show, wants_json
from judgekit.web.rulings.library import Shown, every, fitting, in_order, is_at
from judgekit.web.services import desk
from judgekit.web.urls import View, clause_href, whole

KIND_NAMES = {event.__name__: word for event, (_, word) in KINDS.items()}
PLACES = ("src", "dst", "area", "key")  # fields of events that name an area or a number
CARDS = ("card", "under")  # parts of a fact that name a card
PLAIN = ("timing", "how")  # fields that need no name
LIMIT = 20_000
PAGE = 60  # rulings on a page of the list
NAME = 90  # characters of a question that name a case
DIFFICULTIES = ("easy", "medium", "hard")


class UnknownRuling(JudgekitError):
    """No such ruling in the library."""


class Library(msgspec.Struct):
    """One page of the list; `found` is how many there are on all pages."""

    rulings: tuple[Shown, ...]
    total: int
    found: int
    page: int
    pages: int
    games: tuple[tuple[str, int], ...]
    chosen: dict[str, str]
    earlier: str
    later: str
    difficulties: tuple[str, ...] = DIFFICULTIES


class StepView(msgspec.Struct, frozen=True):
    """A clause that the ruling names, and whether the walk went through it."""

    clause: ClauseRef
    told: str
    came: bool
    entry: int


class RulingPage(msgspec.Struct):
    name: str
    game: str
    title: str
    edition: str
    editions: tuple[str, ...]
    question: str
    answer: str
    explanation: str
    difficulty: str
    status: str
    source: str
    readings: tuple[str, ...]
    steps: tuple[StepView, ...]
    never: tuple[ClauseRef, ...]
    answers: tuple[str, ...]
    facts: tuple[str, ...]
    ok: bool
    failures: tuple[str, ...]
    position: str
    deck: str
    file: str


# the list


def library_page() -> Response:
    """All worked rulings, by game, clause, difficulty and words."""
    chosen = {key: request.args.get(key, "").strip()[:80] for key in ("game", "clause", "difficulty", "q")}
    everything = every()
    found = fitting(everything, chosen["game"], chosen["clause"], chosen["difficulty"], chosen["q"])
    counts = tuple((name, sum(one.game == name for one in everything)) for name in games.NAMES)
    many = max(1, -(-len(found) // PAGE))
    page = min(max(1, whole(request.args.get("page", ""), 5, 1)), many)
    asked = chosen["clause"]  # rulings about it stand before those that only name it
    found.sort(
        key=lambda one: (
            games.NAMES.index(one.game), not is_at(one.clause, asked), in_order(one.clause), one.name,
        )
    )  # fmt: skip
    return show(
        "rulings.html",
        Library(
            tuple(found[(page - 1) * PAGE : page * PAGE]), len(everything), len(found), page, many, counts,
            chosen, _page_href(chosen, page - 1, many), _page_href(chosen, page + 1, many),
        ),
    )  # fmt: skip


def _page_href(chosen: dict[str, str], page: int, many: int) -> str:
    asked = {key: value for key, value in chosen.items() if value} | ({"page": str(page)} if page > 1 else {})
    return f"/rulings?{urlencode(asked)}" if 1 <= page <= many else ""


# one ruling


def find(game: str, name: str) -> Ruling:
    """A ruling by its name; only names that are in the library lead to a file."""
    for path in library.files(game) if game in games.NAMES else ():
        if path.stem == name:
            return library.load(path)
    raise UnknownRuling(f"there is no ruling {game}/{name}; the library has them all")


def _script(found: Ruling, edition: str) -> Script:
    number = edition.rpartition("/")[2] or next(iter(found.scripts))
    if number not in found.scripts:
        raise UnknownRuling(f"{found.name} holds for {', '.join(found.scripts)}, not for {number}")
    return found.scripts[number]


def ruling_page(game: str, name: str) -> Response:
    """A ruling: question, answer, and the steps with their clauses."""
    found = find(game, name)
    script = _script(found, request.args.get("edition", ""))
    return show("ruling.html", _page(found, script, library.run(found, script.edition)))


def _page(found: Ruling, script: Script, result: Result) -> RulingPage:
    from judgekit.cases.files.text_board import board

    edition = f"{found.game.name}/{script.edition}"
    states = found.game.rules(script.edition).words.states
    facts = [(fact.kind, _named(fact.data, script)) for fact in script.facts]
    return RulingPage(
        found.name, found.game.name, found.game.title, edition,
        tuple(f"{found.game.name}/{number}" for number in found.scripts), found.question, script.answer,
        script.explanation.strip(), found.difficulty, found.status, found.source, found.readings,
        tuple(_steps(found, script, result)), tuple(_ref(found, script, w.clause) for w in script.never),
        _choices(script, result),
        tuple(told_fact(*fact, states, found.game.areas) for fact in facts),
        result.ok, result.failures,
        board(script.position) if script.position else "", _deck(script),
        Path(found.file).name,
    )  # fmt: skip


def _choices(script: Script, result: Result) -> tuple[str, ...]:
    """What was chosen, as the log tells it; as the file has it, where nothing was played."""
    if result.end is None:
        return tuple(map(str, script.answers))
    events = (one.event for entry in result.end.line.log for one in entry.events)
    return tuple(map(_narrator(result.end).sentence, (one for one in events if isinstance(one, Answered))))


def _narrator(end: End) -> Narrator:
    """The narrator of a ruling's line, for a reader who may know all of it."""
    return narrator_for(end.line.rules, end.line.pool, end.game, everything(end.line))


def _named(data: Mapping[str, Any], script: Script) -> dict[str, Any]:
    """A fact with the names of cards beside what the file calls them."""
    return {key: _called(value, script) if key in CARDS else value for key, value in data.items()}


def _called(label: Any, script: Script) -> Any:
    place = script.position
    if place is None or not isinstance(label, str) or label not in place.labels:
        return label
    name = place.state.cards[place.labels[label]].name
    return name if label.casefold() == name.casefold() else f"{name} ({label})"


def _steps(found: Ruling, script: Script, result: Result) -> list[StepView]:
    if script.violations:
        came = {stop.clause for stop in result.stops}
        return [StepView(_ref(found, script, c), "is broken", c in came, 0) for c in script.violations]
    steps = []
    tell = _narrator(result.end).sentence if result.end else None
    for at, wanted in enumerate(script.clauses):
        stop = result.stops[result.matched[at]] if at in result.matched else None
        clause, entry = _ref(found, script, wanted.clause), stop.entry if stop else 0
        told = told_event(wanted.event, wanted.fields)
        if tell and stop and stop.happened:
            told = tell(stop.happened.event, wanted.clause)
        steps.append(StepView(clause, told, stop is not None, entry))
    return steps


def told_event(event: str, fields: Mapping[str, Any]) -> str:
    """An event that is waited for, in words: `move: card Tank, to A's hand`."""
    name = KIND_NAMES.get(event, event.lower())
    parts = ", ".join(_told_field(key, value) for key, value in fields.items())
    return ": ".join(filter(None, (name, parts)))


def _told_field(key: str, value: Any) -> str:
    if key in PLAIN:
        return str(value)
    return f"{WRITTEN.get(key, key)} {place(str(value)) if key in PLACES else value}"


def _ref(found: Ruling, script: Script, clause: str) -> ClauseRef:
    book = found.game.rules(script.edition).book
    href = clause_href(book.name, clause)
    if clause not in book:
        return ClauseRef(clause, "", "", href)
    return ClauseRef(clause, book[clause].title, book[clause].gist, href)


def _deck(script: Script) -> str:
    if script.deck is None:
        return ""
    piles: Any = getattr(getattr(script.deck, "deck", script.deck), "piles", {})
    return "\n".join(f"{pile}: {', '.join(names)}" for pile, names in piles.items())


def shortened(question: str) -> str:
    """A question as the name of a case: cut after a word where it is long."""
    return textwrap.shorten(question, NAME, placeholder=" …")


def open_ruling(game: str, name: str) -> Response:
    """A ruling as a case: its position, played with its answers; with `edit`, to change one fact of it; with
    `lesson`, as the draft of a lesson."""
    found = find(game, name)
    script = _script(found, request.form.get("edition", ""))
    if script.position is None:
        raise CaseError("this ruling is about a deck; there is no game to step through")
    case = desk().archive.create("position", saved(script.position), shortened(found.question))
    _play(case, script)
    remember(GAME, game)
    start = View.start(case.id)
    if wants_json():
        return json_answer({"case": case.id, "href": f"/cases/{case.id}"}, 201)
    wanted = (
        "/0/edit?keep=1" if request.form.get("edit") else "/0/lesson" if request.form.get("lesson") else ""
    )
    return redirect(f"{start.root}{wanted}" if wanted else start.href, 303)


def _play(case: Any, script: Script) -> None:
    """Give the answers of the ruling, as far as they fit, and stop where it stops."""
    assert script.position is not None
    sitting = case.sit()
    left = list(script.answers)
    question = sitting.run(_how_far(sitting, script, left))
    while left and (question is not None or is_announced_at(sitting.line.state, left[0])):
        given = left.pop(0)
        try:
            if given.announced:
                sitting.line.announce(given.player, given.words[0])
                sitting.save()
            else:
                words = names_for(sitting.line, script.position.labels, script.position.game).options(
                    question, given.words
                )
                sitting.answer(*words, limit=0)
            question = sitting.run(_how_far(sitting, script, left))
        except (NoSuchOption, EngineError):
            return


def _how_far(sitting: Any, script: Script, left: Sequence[Given]) -> int:
    """How many clauses to perform: to the one at which the ruling ends, or somebody announces something."""
    announced = left[0].clause if left and left[0].announced else ""
    if not announced and (script.answers or not is_number(script.until)):
        return LIMIT
    line = sitting.line.fork()
    so_far = len(line.log)
    while len(line.log) < LIMIT and not line.is_over:
        if line.state.frames[-1].at == (announced or script.until) and (announced or line.log):
            break
        if line.step() is None:
            break
    return len(line.log) - so_far
