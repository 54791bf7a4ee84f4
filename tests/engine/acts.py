"""What the tests of the engine do at a table: play in words, and read what happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from judgekit.engine.events import Answered, Corrected, Entry, Event, Happened, Moved
from judgekit.engine.explain import cited
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import Area, CardId

E = TypeVar("E", bound=Event)


def play(line: Line, *answers: str | tuple[str, ...]) -> Line:
    """Answer one question after the other, by option id or by label, and go on to the next question."""
    for answer in answers:
        question = line.run(2000)
        assert question is not None, f"nobody asks for {answer!r} at {line.where()}"
        words = (answer,) if isinstance(answer, str) else answer
        line.answer(*(option_id(question, word) for word in words))
    line.run(2000)
    return line


def option_id(question: Question, word: str) -> str:
    ids = [option.id for option in question.options]
    if word in ids or question.form == "number":
        return word
    for option in question.options:
        if option.label == word:
            return option.id
    raise AssertionError(f"{question.prompt}: {word!r} is none of {[o.label for o in question.options]}")


def asked(line: Line) -> Question:
    question = line.run(2000)
    assert question is not None, f"nobody is asked anything at {line.where()}"
    return question


def offers(line: Line) -> list[str]:
    return [option.label for option in asked(line).options]


def all_events(log: Iterable[Entry]) -> list[Event]:
    return [happened.event for entry in log for happened in entry.events]


def events(line: Line, kind: type[E]) -> list[E]:
    return [event for event in all_events(line.log) if isinstance(event, kind)]


def happenings(line: Line, kind: type[Event]) -> list[tuple[tuple[int, int], Happened]]:
    """Events of a kind in their place, with their addresses."""
    return [
        ((entry.seq, at), happened)
        for entry in line.log
        for at, happened in enumerate(entry.events)
        if isinstance(happened.event, kind)
    ]


def names(line: Line, where: str) -> list[str]:
    return [line.state.cards[card].name for card in line.state.pile(where)]


def card(line: Line, name: str, at: int = 0) -> CardId:
    """The id of a card by its name, of several the one at `at`."""
    return sorted(c.id for c in line.state.cards.values() if c.name == name)[at]


def moved(line: Line, name: str, dst: str) -> Moved:
    """The event by which a card gets somewhere, for corrections."""
    number = card(line, name)
    return Moved(number, line.state.where(number), Area(dst))


def clauses(line: Line) -> set[str]:
    return set().union(*(cited(entry) for entry in line.log)) if line.log else set()


def replay(line: Line) -> Line:
    """The same game again, from its start and its answers alone."""
    again = Line(line.rules, line.pool, line.start, line.readings)
    for entry in line.log:
        event = entry.events[0].event if entry.events else None
        if isinstance(event, Answered) and not event.rote:
            again.ask()
            again.answer(*event.chosen)
        elif isinstance(event, Corrected):
            again.correct(event.changes, event.why, event.by)
        else:
            again.step()
    return again
