"""The outcome of a ruling, without its citations.

Two runs with the same outcome differ only in the clauses they cite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from judgekit.cases.rulings.expectations import End, Fact
from judgekit.cases.rulings.ruling import Result
from judgekit.cases.rulings.script import Ruling, Script, Wanted
from judgekit.engine import events
from judgekit.engine.questions import Asked, Question
from judgekit.engine.state import UNKNOWN, State

# Nobody at the table can tell whether these came: they are the course of the rules, its bookkeeping, and what
# the log notes for its readers. If one of them matters, something else comes of it.
NOTES = (
    events.Went, events.Called, events.Remembered, events.Answered, events.Announced, events.Occurred,
    events.Played, events.Renewed, events.Armed, events.Derived, events.Replaced, events.Refused,
    events.Noted, events.Applied, events.Stalled, events.ReadAs, events.Landmarked, events.Looped,
    events.CameRound, events.Bounded,
)  # fmt: skip
NOTED = frozenset(kind.__name__ for kind in NOTES)
# What an event says of the log and of the order of time stamps, not of the table.
APART = frozenset({"cause", "clause", "object", "renewed", "stamp", "stamped", "was"})


def uncited(ruling: Ruling, edition: str) -> Ruling:
    """The same ruling, asking for no clause: its events, facts, questions and answers alone."""
    script = ruling.scripts[edition]
    bare = replace(
        script,
        answers=tuple(replace(given, clause="") for given in script.answers),
        clauses=tuple(_bare(want) for want in script.clauses if want.event and want.event not in NOTED),
        never=tuple(want for want in script.never if not want.clause and want.event not in NOTED),
        facts=tuple(_bare_fact(fact) for fact in script.facts),
        until=_bare_end(script),
    )
    return replace(ruling, readings=(), scripts={edition: bare})


def _bare(want: Wanted) -> Wanted:
    fields = {name: value for name, value in want.fields.items() if name not in APART}
    return Wanted("", want.event, fields)


def _bare_fact(fact: Fact) -> Fact:
    return replace(fact, data={name: value for name, value in fact.data.items() if name != "clause"})


def _bare_end(script: Script) -> str:
    """Who is asked, whatever the clause; where the game stands is kept."""
    words = script.until.split()
    if words[:1] != ["asked"]:
        return script.until
    return " ".join(["asked", *(word for word in words[1:] if not word[0].isdecimal())])


def came_of(result: Result) -> tuple[Any, ...]:
    """The outcome of a run: what happened, what was asked, what is refused, what the cards are now."""
    if result.end is None:
        return tuple(sorted((violation.text, violation.cards) for violation in result.broken))
    end = result.end
    return (
        tuple(_happened(end)),
        tuple(_asked(question, state) for question, state in result.asked),
        tuple(_refused(end, result.script)),
        tuple(_values(end)),
    )


def _happened(end: End) -> Iterator[Any]:
    state = end.line.start
    for entry in end.line.log:
        for happened in entry.events:
            if not _is_note(happened.event, state):
                yield _without_citations(msgspec.to_builtins(happened.event), end)
            state = happened.event.onto(state)


def _is_note(event: events.AnyEvent, state: State) -> bool:
    if isinstance(event, events.Arranged):
        return state.pile(event.area) == tuple(event.order)
    if isinstance(event, events.Numbered):
        return event.was == event.now
    return isinstance(event, NOTES)


def _asked(question: Question, state: State) -> Any:
    """Who may choose what, and what has been done by then."""
    ids = tuple(option.id for option in question.options)
    return question.player, question.form, question.least, question.most, ids, state.areas, state.numbers


def _refused(end: End, script: Script) -> Iterator[bool]:
    for fact in script.facts:
        if fact.kind == "refused":
            yield bool(end.fails(_bare_fact(fact)))


def _values(end: End) -> Iterator[Any]:
    """Every card with all that applies to it."""
    table = end.line.table
    table.inspect(end.line.state, len(end.line.log))
    for card in end.line.state.cards.values():
        if card.name != UNKNOWN:
            for spec in end.game.properties:
                try:
                    yield card.id, spec.name, _without_citations(table.peek(card.id, spec.name), end)
                except Asked:
                    yield card.id, spec.name, "nobody has said yet"


def _without_citations(value: Any, end: End) -> Any:
    if isinstance(value, str):
        return "" if value in end.line.rules.book and not value.isdecimal() else value
    if isinstance(value, Mapping):
        return {k: _without_citations(v, end) for k, v in value.items() if k not in APART}
    if isinstance(value, (list, tuple)):
        return tuple(_without_citations(part, end) for part in value)
    return value
