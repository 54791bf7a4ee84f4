"""Places to be looked for: where something can be done, where a breakpoint is, where a value changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from judgekit.cases.errors import CaseError
from judgekit.engine import events as e
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Answered, Entry, Event
from judgekit.engine.questions import Asked, Question
from judgekit.engine.state import JUDGE, CardId, State
from judgekit.narrate.places import Spot
from judgekit.narrate.said import said
from judgekit.web.case.board import card_named
from judgekit.web.case.changes import WRITERS
from judgekit.web.case.scene import Scene
from judgekit.web.case.views import scene_at
from judgekit.web.responses import json_answer, wants_json
from judgekit.web.urls import spot_text

ASKED = 300  # choices at which the question is looked at again
READ = 3000  # entries after which a value is read again
WHAT = {"option": said("no other option"), "break": said("no breakpoint"), "write": said("no change of it")}


def seek(case: int, branch: str, place: str) -> Response:
    """The next place (`back=1`: the previous one) where something can be done (`to=option`), a breakpoint
    is (`to=break`, with `clause` and `card`), or the selected card's numbers change (`to=write`)."""
    scene = scene_at(case, branch, place)
    to, onward = request.args.get("to", ""), not request.args.get("back")
    if to not in WHAT:
        raise CaseError(f"a place is found by {', '.join(WHAT)}; got {to!r}")
    finders = {"option": _option, "write": _write, "break": _break}
    spot = finders[to](scene, onward)
    href = scene.view.at(spot)
    if wants_json():
        told = {"at": spot_text(spot)} if spot is not None else {"told": WHAT[to]}
        return json_answer({"href": href, **told})
    return redirect(href or scene.view.href, 302)


# where something can be done


def _option(scene: Scene, onward: bool) -> Spot | None:
    """The place before a choice that had another answer, as far as the seat may know."""
    choices = [(seq, at) for seq, at in scene.course.choices if _may_know(scene, seq)]
    here = scene.course.spot(scene.seq, 0) if scene.is_between else scene.spot
    places = [scene.course.spot(seq, 0) for seq, _ in choices]
    if scene.course.end not in places:
        places.append(scene.course.end)
    nearer = [spot for spot in places if (spot > here if onward else spot < here)]
    for spot in islice(nearer if onward else reversed(nearer), ASKED):
        if _is_free(scene, spot):
            return spot
    return None


def _may_know(scene: Scene, seq: int) -> bool:
    event = scene.course.entries[seq].events[0].event
    return scene.seat == JUDGE or (isinstance(event, Answered) and event.player == scene.seat)


def _is_free(scene: Scene, spot: Spot) -> bool:
    question = scene.case.line(scene.branch, spot[0] + 1 if spot[1] else 0).ask()
    return question is not None and is_free(question)


def is_free(question: Question) -> bool:
    """Whether there is more than one answer."""
    if question.form == "number":
        return question.least < question.most
    return len(question.options) > max(1, question.least) or question.form == "order"


# breakpoints


def _break(scene: Scene, onward: bool) -> Spot | None:
    clauses = set(request.args.getlist("clause")[:40])
    cards = {int(one) for one in request.args.getlist("on")[:40] if one.isascii() and one.isdecimal()}
    if cards and scene.seat != JUDGE:
        raise CaseError("only the judge can stop at a card: it would reveal what is hidden")
    for spot, entry in _events(scene, onward):
        happened = entry.events[spot[1] - 1]
        number = happened.path[-1] if happened.path else entry.clause
        if number in clauses or (cards and cards & set(cards_in(happened.event))):
            return spot
    return None


def _events(scene: Scene, onward: bool) -> Iterator[tuple[Spot, Entry]]:
    """Every event on one side of the place, the nearest first; what only moves the rules on is left out."""
    entries = scene.course.entries
    seqs = range(scene.spot[0], len(entries)) if onward else range(scene.spot[0], -1, -1)
    for seq in seqs if entries else ():
        count = len(entries[seq].events)
        for at in range(1, count + 1) if onward else range(count, 0, -1):
            beyond = (seq, at) > scene.spot if onward else (seq, at) < scene.spot
            if beyond and scene.course.level(entries[seq].events[at - 1].event) <= 3:
                yield (seq, at), entries[seq]


def cards_in(event: Event) -> Iterator[int]:
    """The cards that an event names."""
    one = getattr(event, "card", None)
    if isinstance(one, int):
        yield one
    for number in getattr(event, "cards", None) or ():
        if isinstance(number, int):
            yield number
    if isinstance(event, e.Corrected):
        for change in event.changes:
            yield from cards_in(change)


# where a value changes


def _write(scene: Scene, onward: bool) -> Spot | None:
    """After the entry in which one of the card's numbers changes."""
    if scene.view.card is None or scene.game is None:
        raise CaseError("select a card first: its numbers are followed")
    card = card_named(scene, scene.view.card).id
    names = tuple(spec.name for spec in scene.game.properties if spec.short)
    before = _values(scene, scene.state, card, names)
    seqs = range(scene.seq, scene.branch.head) if onward else range(scene.seq - 1, -1, -1)
    for seq in islice(seqs, READ):
        if not any(isinstance(h.event, WRITERS) for h in scene.course.entries[seq].events):
            continue
        now = _values(scene, scene.case.at(scene.branch, seq + 1 if onward else seq), card, names)
        if now != before:
            found = scene.course.spot(seq + 1, 0)
            if onward or found < scene.spot:
                return found
        before = now if not onward else before
    return None


def _values(scene: Scene, state: State, card: CardId, names: tuple[str, ...]) -> Any:
    if card not in state.cards:
        return None
    table = scene.table_at(state)
    try:
        return tuple(table.peek(card, name) for name in names if table.is_told(card, name))
    except (Asked, EngineError):
        return None
