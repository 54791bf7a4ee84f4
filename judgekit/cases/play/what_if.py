"""Other lines: from a place, under another reading, in another edition; with the same answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from judgekit import games
from judgekit.cases.errors import CaseError
from judgekit.cases.files import position
from judgekit.cases.files.page import page_of
from judgekit.cases.files.writer import saved
from judgekit.cases.play.case import Archive, Case, Sitting
from judgekit.cases.play.pinned import check_readings
from judgekit.cases.store.store import Branch
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Answered, Entry
from judgekit.engine.machine import Line
from judgekit.narrate.said import said

LIMIT = 20_000  # clauses between two answers
LONGEST = 60  # characters of a line's name


@dataclass(frozen=True)
class Followed:
    """How far the old answers carried in the new line."""

    given: int
    of: int
    why: str = ""


@dataclass(frozen=True)
class Parting:
    """Where two editions part: `same` entries are alike except for their numbers, then come these two."""

    same: int
    left: Entry | None
    right: Entry | None

    @property
    def is_none(self) -> bool:
        return self.left is None and self.right is None


def line_name(name: str) -> str:
    """A name in one line; any other character is allowed."""
    return " ".join(name.split())[:LONGEST]


def answers_in(entries: Iterable[Entry]) -> list[Answered]:
    """What the players chose; what the machine answers itself in a loop is not theirs."""
    events = (happened.event for entry in entries for happened in entry.events)
    return [event for event in events if isinstance(event, Answered) and not event.rote]


def follow(sitting: Sitting, answers: list[Answered]) -> Followed:
    """Give the answers again, as long as they are asked for and offered."""
    question = sitting.run(LIMIT)
    for at, answer in enumerate(answers):
        if question is None:
            return Followed(at, len(answers), said("no question"))
        if question.player != answer.player:
            why = said("asks another", clause=question.clause, player=question.player, other=answer.player)
            return Followed(at, len(answers), why)
        try:
            question.admit(tuple(answer.chosen))
        except EngineError as problem:
            return Followed(at, len(answers), str(problem))
        question = sitting.answer(*answer.chosen, limit=LIMIT)
    return Followed(len(answers), len(answers))


def foresee(line: Line, answers: list[Answered], tell: Callable[[int], None]) -> None:
    """Give the answers again in a line that is not kept; the receiver of its progress may stop it."""
    question = line.run(LIMIT)
    for at, answer in enumerate(answers):
        tell(at)
        if question is None or question.player != answer.player:
            return
        try:
            line.answer(*answer.chosen)
        except EngineError:
            return
        question = line.run(LIMIT)


def under_reading(
    case: Case, branch: Branch, doubt: str, choice: str, tell: Callable[[int], None] | None = None
) -> tuple[Branch, Followed]:
    """The same line from its start with one doubt read differently; not kept if `tell` stops it."""
    name = free_name(case, line_name(f"{doubt} {choice}"))
    readings = {**case.chosen(branch), doubt: choice}
    answers, opening = answers_in(case.entries(branch)), case.opening
    check_readings(opening.rules.book, readings)
    if tell is not None:
        every = case.readings(branch) | readings
        foresee(Line(opening.rules, opening.pool, opening.state, every), answers, tell)
    new = case.fork(branch, 0, name, readings)
    followed = follow(case.sit(new), answers)
    return case.branch(name), followed


def in_edition(
    archive: Archive, case: Case, branch: Branch, edition: str, tell: Callable[[int], None] | None = None
) -> tuple[Case, Followed]:
    """The same position and answers under another edition, as a case of its own; nothing is kept if `tell`
    stops it."""
    game, home = games.edition(case.edition)
    if case.pinned.kind != "position":
        raise CaseError("only a case that began with a position can be run in another edition")
    if edition not in game.editions:
        raise CaseError(f"{game.name} has the editions {', '.join(game.editions)}; got {edition!r}")
    text = case.text
    page = page_of(text, "position", "json" if text.lstrip().startswith("{") else "toml")
    there = position.read_in(page, game, edition, home)
    answers = answers_in(case.entries(branch))
    if tell is not None:
        foresee(Line(there.rules, there.pool, there.state, {}), answers, tell)
    other = archive.create("position", saved(there), f"{case.name} · {game.name}/{edition}")
    followed = follow(other.sit(), answers)
    return other, followed


def free_name(case: Case, wanted: str) -> str:
    taken = {branch.name for branch in case.branches()}
    name, number = wanted or "line", 2
    while name in taken:
        name, number = f"{wanted or 'line'} {number}", number + 1
    return name


def parting(one: Case, left: Branch, other: Case, right: Branch) -> Parting:
    """The first entry in which two editions differ, their numbers aside."""
    numbers = renumbering(one.edition, other.edition)
    ours, theirs = list(one.entries(left)), list(other.entries(right))
    for at, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if deeds(a, numbers) != deeds(b, {}):
            return Parting(at, a, b)
    same = min(len(ours), len(theirs))
    return Parting(same, *(log[same] if same < len(log) else None for log in (ours, theirs)))


def renumbering(left: str, right: str) -> Mapping[str, str]:
    """The numbers of one edition -> those of another, if one derives from the other."""
    game, a = games.edition(left)
    b = games.edition(right)[1]
    ours, theirs = game.rules(a).book, game.rules(b).book
    if theirs.derives == a:
        return theirs.renumbering
    return {here: there for there, here in ours.renumbering.items()} if ours.derives == b else {}


def deeds(entry: Entry, numbers: Mapping[str, str]) -> Any:
    """What an entry did, with its clauses in the other edition's numbers; reasons and readings aside."""
    plain = msgspec.to_builtins(entry)
    plain.pop("consulted", None)
    events = [e["event"] for e in plain["events"] if e["event"]["type"] != "ReadAs"]
    for event in events:
        event.pop("here", None)  # of an answer: the situation has the edition's own numbers in it
    return _translated({**plain, "events": events}, numbers)


def _translated(value: Any, numbers: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return numbers.get(value, value)
    if isinstance(value, list | tuple):
        return [_translated(part, numbers) for part in value]
    if isinstance(value, dict):
        return {key: _translated(part, numbers) for key, part in value.items()}
    return value
