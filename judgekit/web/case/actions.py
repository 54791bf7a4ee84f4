"""What changes a case: answers, forks, corrections, notes. The same by form and by JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import g, redirect, request
from werkzeug.wrappers import Response

from judgekit.cases.errors import CaseError, Conflict
from judgekit.cases.files.areas import called
from judgekit.cases.files.page import guess
from judgekit.cases.files.writer import card_tables
from judgekit.cases.play.answering import Names
from judgekit.cases.play.case import Case, Place, Sitting
from judgekit.cases.play.verify import verify as run_again
from judgekit.cases.store.labels import label_of
from judgekit.cases.store.profiles import Event, events
from judgekit.cases.store.store import Branch
from judgekit.engine import views
from judgekit.engine.events import AnyEvent, Created, Identified, Marked, Moved, Numbered
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, PLAYERS, Area, Card, CardId, Player, State, area_player
from judgekit.narrate.said import said
from judgekit.web.case.answering import given_before, next_question
from judgekit.web.case.branches import mark_line
from judgekit.web.case.new import LIMIT
from judgekit.web.case.notes import write_note
from judgekit.web.case.scene import Scene
from judgekit.web.case.views import scene_at
from judgekit.web.case.what_if import free_name, in_edition, line_name, under_reading
from judgekit.web.editor.position_form import parsed
from judgekit.web.jobs import QUICK, Report, Work, begun
from judgekit.web.responses import came_of, json_answer, show, wants_json
from judgekit.web.services import desk
from judgekit.web.urls import View


def done(view: View, status: int = 303, since: str = "", **told: Any) -> Response:
    """Where an action leads; `since` says from which place on it has something to tell."""
    address = view.href
    if since:
        address += f"{'&' if '?' in address else '?'}since={since}"
    if wants_json():
        return json_answer(
            {"href": address, "case": view.case, "line": view.branch, "at": view.place, **told}
        )
    return redirect(address, status)


def sitting_at(scene: Scene, name: str = "", apart: bool = False) -> Sitting:
    """Where play goes on from a place: at the end of its line, or in a new line that begins there."""
    scene.must_be_between()
    if scene.is_end and not apart:
        return scene.case.sit(scene.branch)
    new = scene.case.fork(scene.branch, scene.seq, free_name(scene.case, line_name(name) or "what if"))
    return scene.case.sit(new)


def answer(case: int, branch: str, place: str) -> Response:
    """Answer the question at a place, and go on to the next one. An answer that was given before leads to
    where it was given; a different one begins a branch."""
    scene = scene_at(case, branch, place)
    question = scene.question
    if question is None:
        raise CaseError(said("nobody asked at", place=scene.view.place))
    if g.access.seat not in ("", question.player):
        raise CaseError(said("another seat", player=question.player, seat=g.access.seat))
    offered = shown(scene, question)
    chosen = question.admit(views.real_answer(question, offered, _meant(scene, offered)))
    if known := given_before(scene, question, chosen):
        return done(next_question(scene, known), since=str(scene.seq))
    if scene.taken is not None and not _is_deliberate():
        return _conflict(scene, question, chosen, scene.taken.chosen)
    sitting = sitting_at(scene, request.form.get("line", "") or _called(scene, chosen))
    before = sitting.branch.head
    try:
        sitting.answer(*chosen, limit=LIMIT)
    except Conflict as quicker:
        if frozenset(quicker.theirs) != frozenset(chosen):
            return _conflict(scene, question, chosen, quicker.theirs)
        return done(next_question(scene, scene.case.branch(scene.branch.name)), since=str(scene.seq))
    view = scene.view.but(branch=sitting.branch.name, spot=(sitting.branch.head, 0), tab="why", card=None)
    return done(view, entries=sitting.branch.head, since=str(before))


def _called(scene: Scene, chosen: tuple[str, ...]) -> str:
    """The name of a branch that begins with an answer."""
    options = scene.question.options if scene.question else ()
    deed = scene.narrator.deed(chosen)
    told = (
        deed.text
        if deed
        else ", ".join(scene.narrator.option(o, bare=True) for o in options if o.id in chosen)
    )
    return "" if told.isdecimal() else told


def _is_deliberate() -> bool:
    """Whether the new answer is deliberate: the judge stepped back, or named a line."""
    return request.form.get("apart") == "1" or bool(request.form.get("line"))


def _conflict(scene: Scene, question: Question, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Response:
    """Another user has answered differently since this page was made: show both, write nothing."""
    names = shown(scene, question)
    model = Clash(
        scene.view.href, f"{scene.view.here}/answer", str(question.player),
        question.clause,
        _told(scene, names, theirs),
        _told(scene, names, ours),
        tuple((key, value) for key, value in request.form.items(multi=True) if key not in ("csrf", "apart")),
    )  # fmt: skip
    return show("case/conflict.html", model, 409)


def _told(scene: Scene, question: Question, chosen: tuple[str, ...]) -> str:
    """An answer as its options tell it."""
    taken = [scene.narrator.option(one) for one in question.options if one.id in chosen]
    return ", ".join(taken or map(scene.plain, chosen)) or "Nothing"


class Clash(msgspec.Struct):
    """Two answers to one question; the second can begin a line of its own."""

    href: str
    action: str
    player: str
    clause: str
    theirs: str
    ours: str
    fields: tuple[tuple[str, str], ...]
    message: str = said("answered first")


def shown(scene: Scene, question: Question) -> Question:
    if scene.seat == JUDGE:
        return question
    return views.redact_question(scene.rules, scene.state, question, scene.seat, scene.readings)


def given(question: Question) -> tuple[str, ...]:
    """What the form says: ticked options, a number, or ranks."""
    if question.form == "number":
        return (request.form.get("number", "").strip(),)
    if question.form == "order":
        ranks = {
            key.removeprefix("rank:"): _rank(value)
            for key, value in request.form.items()
            if key.startswith("rank:")
        }
        if ranks:
            return tuple(sorted(ranks, key=lambda one: ranks[one]))
    return tuple(request.form.getlist("option"))


def _meant(scene: Scene, question: Question) -> tuple[str, ...]:
    """The ids that an answer means: ticked, or written in words."""
    written = given(question)
    if question.form == "number" or question.admits(written):
        return written
    return Names(scene.seen, {}, lambda: scene.narrator).options(question, written)


def _rank(value: str) -> int:
    return int(value) if value.strip().isascii() and value.strip().isdecimal() and len(value) < 6 else 0


def run(case: int, branch: str, place: str) -> Response:
    """Continue from the end of a line until a player must choose."""
    scene = scene_at(case, branch, place)
    if not scene.is_end:
        raise CaseError("a branch can only continue from its end")
    sitting = scene.case.sit(scene.branch)
    before = sitting.branch.head
    sitting.run(LIMIT)
    return done(scene.view.but(spot=(sitting.branch.head, 0)), entries=sitting.branch.head, since=str(before))


def announce(case: int, branch: str, place: str) -> Response:
    """What a player may say at any time, such as conceding."""
    scene = scene_at(case, branch, place)
    player = request.form.get("player", "")
    if player not in PLAYERS:
        raise CaseError(said("who can announce"))
    sitting = sitting_at(scene)
    before = sitting.branch.head
    sitting.line.announce(Player(player), request.form.get("what", ""))
    sitting.save()
    return done(scene.view.but(branch=sitting.branch.name, spot=(before, 1)))


def fork(case: int, branch: str, place: str) -> Response:
    """A new line from a place."""
    scene = scene_at(case, branch, place)
    scene.must_be_between()
    name = free_name(scene.case, line_name(request.form.get("name", "")) or "what if")
    new = scene.case.fork(scene.branch, scene.seq, name)
    return done(scene.view.but(branch=new.name))


def reading(case: int, branch: str, place: str) -> Response:
    """The same line with a different reading of one open question; leads to the comparison."""
    scene = scene_at(case, branch, place)
    doubt, choice = request.form.get("doubt", ""), request.form.get("choice", "")

    def work(tell: Report) -> str:
        new, followed = under_reading(scene.case, scene.branch, doubt, choice, tell)
        return _compared(scene, f"{case}:{new.name}", followed.why)

    return _begun(scene, f"Running {scene.branch.name} with {doubt} read as {choice}", work)


def edition(case: int, branch: str, place: str) -> Response:
    """The same position and answers in another edition; leads to the comparison."""
    scene = scene_at(case, branch, place)
    here, number = desk(), request.form.get("edition", "")

    def work(tell: Report) -> str:
        other, followed = in_edition(here, scene.case, scene.branch, number, tell)
        return _compared(scene, f"{other.id}:main", followed.why)

    return _begun(scene, f"Running {scene.branch.name} in edition {number}", work)


def _compared(scene: Scene, other: str, why: str) -> str:
    """The address of the comparison."""
    asked = {"with": other, "v": scene.view.seat} | ({"note": why[:200]} if why else {})
    return f"{scene.view.root}/compare?{urlencode(asked)}"


def _begun(scene: Scene, title: str, work: Work) -> Response:
    """Work on a line's answers in the background; what goes wrong at once is reported at once."""

    def closed(tell: Report) -> str:
        try:
            return work(tell)
        finally:
            scene.case.store.close()

    job = desk().jobs.start(title, len(scene.course.choices), scene.view.href, closed)
    job.is_over.wait(QUICK)
    if job.problem:
        raise CaseError(job.problem)
    return begun(job)


def correct(case: int, branch: str, place: str) -> Response:
    """Put right what went wrong at the table; nothing triggers, and it stays on record."""
    scene = scene_at(case, branch, place)
    if not request.form.get("why", "").strip() or not request.form.get("by", "").strip():
        raise CaseError("a correction needs a reason and the name of the judge")
    changes = [*_changes(scene), *_newcomer(scene)]
    if not changes:
        raise CaseError(
            "a correction changes something: move a card, set a number, a mark or a name, or bring a card in"
        )
    name = request.form.get("line", "")
    sitting = sitting_at(scene, name or "corrected", apart=bool(name))
    before = sitting.branch.head
    sitting.correct(changes, request.form.get("why", ""), request.form.get("by", ""))
    return done(scene.view.but(branch=sitting.branch.name, spot=(before, 1), tab="diff", card=None))


def _newcomer(scene: Scene) -> Iterator[AnyEvent]:
    """A card that was not at the table yet: of the case, of the library, or described as in a position."""
    word, to = request.form.get("new", "").strip()[:120], request.form.get("into", "").strip()
    if not word:
        return
    state, name = scene.state, word
    if to not in state.areas and (area_player(to) not in PLAYERS or to.partition(".")[2] not in _own(scene)):
        raise CaseError(f"there is no area {to[:80]!r} for {word!r}; an area is written A.hand")
    owner = request.form.get("owner", "") or area_player(to)
    if owner not in PLAYERS:
        raise CaseError(f"say whose card {word!r} is: A or B")
    if name not in scene.pool.definitions:
        name = _introduced(scene, word, request.form.get("described", ""))
    last = max([0, *map(int, state.cards), *(int(ref.card) for ref in state.former)])
    yield Created(CardId(last + 1), name, Player(owner), Area(to))


def _own(scene: Scene) -> set[str]:
    return {spec.name for spec in scene.game.areas} if scene.game else set()


def _event_of(scene: Scene) -> Event | None:
    """The event that a case belongs to, if it still exists."""
    name = label_of(desk().archive.store, scene.case.id).event
    return events(desk().database).get(name)


def _introduced(scene: Scene, word: str, described: str) -> str:
    """The name of a card that the case did not know; it does from now on."""
    game = scene.edition.partition("/")[0]
    if described.strip():
        cards = {word: parsed(described.replace("\r\n", "\n"), "described")}
    else:
        shelf = desk().cards_of(_event_of(scene))
        found = shelf.look_up(game, word)
        if len(found) != 1:
            which = ", ".join(map(str, found)) or ", ".join(shelf.near(game, word)) or "nothing like it"
            raise CaseError(f"{word!r} is not in this case; in the library: {which}. Or describe the card")
        cards = card_tables([found[0].card], {})
    scene.case.introduce(scene.branch, cards)
    desk().courses.forget(scene.case)
    return next(iter(cards))


def _changes(scene: Scene) -> Iterator[AnyEvent]:
    state = scene.state
    card = (request.form.get("called") or request.form.get("card", "")).strip()
    number = request.form.get("number", "").strip()
    if card:
        yield from _card_changes(scene, state, card)
    if number:
        value = request.form.get("value", "").strip()
        if not value.removeprefix("-").isdecimal() or len(value) > 9 or len(number) > 80:
            raise CaseError(f"a number is set to a whole number; got {value!r}")
        yield Numbered(number, state.number(number), int(value))


def _card_changes(scene: Scene, state: State, written: str) -> Iterator[AnyEvent]:
    card = _card_called(state, written)
    to, mark, name = (request.form.get(key, "").strip() for key in ("to", "mark", "name"))
    to = scene.narrator.area_called(to)
    if to and to != card.area:
        if to not in state.areas and area_player(to) not in PLAYERS:
            raise CaseError(f"there is no area {to!r}; an area is written A.hand, or resolution")
        yield Moved(card.id, card.area, Area(to[:80]))
    if mark:
        yield Marked(card.id, mark[:60], None if card.mark(mark) else True)
    if name:
        if name not in scene.pool.definitions:
            raise CaseError(f"no card of this case is called {name!r}")
        yield Identified(card.id, name)


def _card_called(state: State, written: str) -> Card:
    """The card that was typed: by its number on the board, its name, or its name and area."""
    word = f"c{written}" if written.isdecimal() else written
    found = list(called(state.cards.values(), {}, word))
    if len(found) == 1:
        return found[0]
    if found:
        them = ", ".join(f"c{card.id} in {card.area}" for card in found)
        raise CaseError(f"{written!r} can mean {them}; write its number, as on the board")
    near = guess(written, (card.name for card in state.cards.values()))
    raise CaseError(f"there is no card {written!r}{near}; a card is written by name, or by number: c12")


def note(case: int, branch: str, place: str) -> Response:
    """Leave a note at a place, or a later version of the one that it `replaces`."""
    scene = scene_at(case, branch, place)
    form = request.form
    write_note(scene, form.get("author", ""), form.get("text", ""), _rank(form.get("replaces", "")))
    return done(scene.view.but(tab="note"))


def mark(case: int, branch: str) -> Response:
    """Strike a line, restore it, or put it first; nothing is removed."""
    found = desk().archive.case(case)
    line = found.branch(branch)
    what = request.form.get("mark", "")
    if what not in ("struck", "restored", "first"):
        raise CaseError(f"a branch can be struck, restored or put first; got {what!r}")
    mark_line(found, line, what, request.form.get("by", ""), request.form.get("why", ""))
    place = Place.read(request.form.get("at", "") or str(line.head))
    return done(View.read(case, line.name, str(place), request.form))


def verify(case: int, branch: str) -> Response:
    """Run a line again from its position and answers, in the background; the job says how far it is."""
    archive = desk().archive
    found = archive.case(case)
    line = found.branch(branch)
    back = View.read(case, line.name, str(line.head), request.form).href
    work = _verifying(found, line, back, run_again)
    job = desk().jobs.start(f"Running {found.name}: {line.name} again", line.head, back, work)
    address = f"/jobs/{job.id}"
    return came_of({"job": job.id, "href": address}, address, 202)


def _verifying(case: Case, branch: Branch, back: str, run_again: Any) -> Any:
    def work(tell: Any) -> str:
        try:
            run_again(case, branch, tell)
        finally:
            case.store.close()
        return back

    return work
