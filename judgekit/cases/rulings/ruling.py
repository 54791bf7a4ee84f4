"""Worked rulings: question, position, answers given, and the clauses and facts that must result.

`rulings/README.md` says how one is written. Every file is a test: `load` reads it for each of its editions,
`run` plays it, and `report` says what differs from the file.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

from judgekit.cases.files.areas import called
from judgekit.cases.files.page import open_page
from judgekit.cases.files.position import Position
from judgekit.cases.play.answering import Names, NoSuchOption, names_for
from judgekit.cases.play.foregone import foregone
from judgekit.cases.rulings.clause_trace import Stop, Walk
from judgekit.cases.rulings.expectations import End
from judgekit.cases.rulings.folder import files
from judgekit.cases.rulings.reader import FIELDS, clause_of, read
from judgekit.cases.rulings.script import Given, Ruling, Script, Wanted
from judgekit.engine.errors import Endless, EngineError
from judgekit.engine.explain import doubts_read
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import State
from judgekit.games.game import Violation
from judgekit.narrate.said import said

__all__ = ["FIELDS", "Result", "Ruling", "Script", "clause_of", "files", "load", "read", "report", "run"]

LIMIT = 20_000  # clauses performed before a ruling counts as one that never ends
STUCK = said("cannot go on")
FEW = 6  # clauses that are shown in place of one that does not come


@dataclass(frozen=True)
class Result:
    """How a ruling went in one edition."""

    ruling: Ruling
    script: Script
    failures: tuple[str, ...]
    stops: tuple[Stop, ...] = ()
    matched: Mapping[int, int] = field(default_factory=dict)  # wanted clause -> stop
    acted: frozenset[str] = frozenset()
    consulted: frozenset[str] = frozenset()
    end: End | None = None  # of a position that was played
    asked: tuple[tuple[Question, State], ...] = ()  # every question that came, and the table as it was then
    broken: tuple[Violation, ...] = ()  # of a deck

    @property
    def ok(self) -> bool:
        return not self.failures

    @property
    def is_stuck(self) -> bool:
        """The rules code failed, so nothing is known about what would have followed."""
        return any(failure.startswith(STUCK) for failure in self.failures)


def load(path: File | str) -> Ruling:
    return read(open_page(path))


# running


def run(ruling: Ruling, edition: str = "", rules: Rulebook | None = None) -> Result:
    """Play a ruling in one of its editions; under other rules than the edition's, to prove a citation."""
    script = ruling.scripts[edition] if edition else next(iter(ruling.scripts.values()))
    if script.deck is not None:
        return _run_deck(ruling, script, rules)
    assert script.position is not None
    place = script.position if rules is None else script.position.under(rules)
    return _run_line(ruling, script, place)


def _run_deck(ruling: Ruling, script: Script, rules: Rulebook | None) -> Result:
    assert script.deck is not None
    found = script.deck.violations(rules)
    broken = [violation.clause for violation in found]
    failures = [
        said("deck rule not broken", clause=clause) for clause in script.violations if clause not in broken
    ]
    failures += [
        said("deck rule broken", clause=clause)
        for clause in dict.fromkeys(broken)
        if clause not in script.violations
    ]
    reasons = script.deck.reasons(rules)
    cited = frozenset((*broken, *reasons))
    failures += [said("not reached", clause=want) for want in script.clauses if want.clause not in cited]
    stops = (*(Stop(0, c) for c in broken), *(Stop(0, c, reason=True) for c in reasons))
    acted = frozenset(broken)
    return Result(ruling, script, tuple(failures), stops, {}, acted, cited, broken=tuple(found))


def _run_line(ruling: Ruling, script: Script, place: Position) -> Result:
    line = place.line()
    asked: list[tuple[Question, State]] = []
    failures = _play(line, script, place, asked)
    unread = _unread(ruling, line)  # before anything else looks at the table
    walk = Walk(line.log, place.rules, place.pool)
    if line.question is not None:  # the clause that asks has its reasons too, and is not in the log yet
        walk.add_reasons(len(line.log), line.table.reasons)
    names = names_for(line, place.labels, place.game)
    matched = match(script.clauses, walk.stops, line, names)
    failures += [said("not reached", clause=w) for at, w in enumerate(script.clauses) if at not in matched]
    failures += [
        said("comes", clause=w, entry=stop.entry) for w, stop in _forbidden(script, walk, line, names)
    ]
    end = End(line, place.game, place.labels, script.numbers)
    if not failures or line.log:
        failures += [f"{fact}: {wrong}" for fact in script.facts if (wrong := end.fails(fact))]
    failures += unread
    return Result(
        ruling, script, tuple(failures), tuple(walk.stops), matched, frozenset(walk.acted()),
        frozenset(walk.consulted() | end.consulted), end, tuple(asked),
    )  # fmt: skip


def _play(line: Line, script: Script, place: Position, asked: list[tuple[Question, State]]) -> list[str]:
    """Play on to the end that the file names; returns what came out differently."""
    left = list(script.answers)
    try:
        while len(line.log) < LIMIT:
            if line.is_over:
                return _over(script, left)
            if not left and line.log and line.state.frames[-1].at == script.until:
                return []
            if left and is_announced_at(line.state, left[0]):
                line.announce(left[0].player, left.pop(0).words[0])
            elif line.step() is None and line.question is not None:
                asked.append((line.question, line.asking))
                if not left and _is_awaited(line.question, script.until):
                    return []
                given = given_by_itself(line, place)
                if given is not None and not (left and _meets(line, left[0], place)):
                    line.answer(*given)
                elif not left:
                    return [said("no answer left", question=told(line, place))]
                elif wrong := _answer(line, left.pop(0), place):
                    return [wrong]
    except Endless as error:
        return [said("never end", problem=error)]
    except EngineError as error:
        return [f"{STUCK}: {error}"]
    return [said("too long", limit=LIMIT, until=script.until)]


def given_by_itself(line: Line, place: Position) -> tuple[str, ...] | None:
    """The answer, if nothing is left to choose: a file may say it or leave it out."""
    question = line.question
    if question and len(question.options) == 1 and question.least == 1 and question.form == "choose":
        return (question.options[0].id,)
    return foregone(line, place.game, frozenset(place.labels.values()))


def _meets(line: Line, given: Given, place: Position) -> bool:
    question = line.question
    assert question is not None
    if given.announced or given.player != question.player:
        return given.announced and not given.clause
    names = names_for(line, place.labels, place.game)
    return all(names.meant(question.options, word) for word in given.words)


def is_announced_at(state: State, given: Given) -> bool:
    """Whether somebody announces something when the game comes here, before the clause is performed."""
    return given.announced and state.frames[-1].at == given.clause


def _over(script: Script, left: Sequence[Given]) -> list[str]:
    wrong = [said("over before", answer=given) for given in left]
    if script.until != "over":
        wrong.append(said("ends before", until=script.until))
    return wrong


def _is_awaited(question: Question, until: str) -> bool:
    words = until.split()
    return words[0] == "asked" and all(w in (question.player, question.clause) for w in words[1:])


def _answer(line: Line, given: Given, place: Position) -> str:
    """Give an answer; what is wrong with it, if the question is not the one it was written for."""
    question = line.question
    assert question is not None
    if given.announced and not given.clause:
        line.announce(given.player, given.words[0])
        return ""
    elsewhere = given.announced or (given.clause and given.clause != question.clause)
    if elsewhere or question.player != given.player:
        wanted = said("answer at", answer=given, clause=given.clause) if given.clause else str(given)
        return said("another question", answer=wanted, question=told(line, place))
    try:
        line.answer(*names_for(line, place.labels, place.game).options(question, given.words))
    except (NoSuchOption, EngineError) as error:
        asked = {"clause": question.clause, "player": given.player, "prompt": question.prompt}
        return said("wrong answer", problem=error, **asked)
    return ""


def told(line: Line, place: Position) -> str:
    """The open question, for people."""
    question = line.question
    assert question is not None
    names = names_for(line, place.labels, place.game)
    options = "; ".join(names.shown(*question.options)) or question.wants()
    asked = {"clause": question.clause, "player": question.player, "prompt": question.prompt}
    return said("the question", options=options, **asked)


def _unread(ruling: Ruling, line: Line) -> list[str]:
    read = doubts_read(line) if ruling.readings else ()
    return [said("decides nothing", doubt=doubt) for doubt in ruling.readings if doubt not in read]


# comparing walks


def match(wanted: Sequence[Wanted], stops: Sequence[Stop], line: Line, names: Names) -> dict[int, int]:
    """Which stop meets each wanted clause, in order; one that never comes is left out, and the rest go on.
    The reasons of one entry have no order among each other."""
    matched: dict[int, int] = {}
    begin = 0
    for at, want in enumerate(wanted):
        later = (i for i in range(begin, len(stops)) if fits(want, stops[i], line, names))
        found = next(later, None)
        beside = _reason_beside(want, stops, begin)
        if beside is not None and (found is None or stops[found].entry != stops[beside].entry):
            matched[at] = beside
        elif found is not None:
            matched[at], begin = found, found + 1
    return matched


def _reason_beside(want: Wanted, stops: Sequence[Stop], begin: int) -> int | None:
    """A reason of the entry that the walk has reached, even if already passed."""
    if not begin or want.event or want.fields:
        return None
    entry = stops[begin - 1].entry
    earlier = range(begin - 1, -1, -1)
    here = itertools.takewhile(lambda i: stops[i].entry == entry, earlier)
    return next((i for i in here if stops[i].reason and stops[i].clause == want.clause), None)


def fits(want: Wanted, stop: Stop, line: Line, names: Names) -> bool:
    if not want.event and not want.fields:
        return stop.clause == want.clause
    if stop.happened is None or (want.clause and want.clause not in stop.cites):
        return False
    event = stop.happened.event
    if want.event and type(event).__name__ != want.event:
        return False
    return all(_has(event, name, value, line, names) for name, value in want.fields.items())


def _has(event: Any, name: str, value: Any, line: Line, names: Names) -> bool:
    """Whether a field of the event, or of what it is about, has this value; cards go by their names."""
    for holder in (event, *(getattr(event, part, None) for part in ("standby", "effect", "scheduled"))):
        if hasattr(holder, name):
            found = getattr(holder, name)
            break
    else:
        return False
    if name in ("card", "source", "subject") and isinstance(value, str):
        number = getattr(found, "card", found)
        cards = (*line.start.cards.values(), *line.state.cards.values())
        return any(card.id == number for card in called(cards, names.labels, value))
    return bool(found == value) or str(found) == str(value)


def _forbidden(script: Script, walk: Walk, line: Line, names: Names) -> Iterator[tuple[Wanted, Stop]]:
    for want in script.never:
        stop = next((s for s in walk.stops if fits(want, s, line, names)), None)
        if stop is not None:
            yield want, stop


def report(result: Result, whole: bool = True) -> str:
    """The first thing that went wrong; if `whole`, everything, and the two walks side by side."""
    title = f"{result.ruling.name} ({result.ruling.game.name}/{result.script.edition})"
    if result.ok:
        return said("ruling ok", ruling=title)
    if not whole:
        return f"{said('ruling failed', ruling=title)}\n  {first_failure(result)}"
    lines = [said("ruling failed", ruling=title), *(f"  - {failure}" for failure in result.failures)]
    if result.script.clauses:
        lines += ["", _row(said("expected"), said("came")), *side_by_side(result)]
    return "\n".join(lines)


def first_failure(result: Result) -> str:
    """What a judge looks at first: an answer that did not fit, a fact that differs, or the first clause that
    is missing, with what came instead."""
    missing = next((at for at in range(len(result.script.clauses)) if at not in result.matched), None)
    unmet = None if missing is None else said("not reached", clause=result.script.clauses[missing])
    unreached = {said("not reached", clause=clause) for clause in result.script.clauses}
    others = [failure for failure in result.failures if failure not in unreached]
    if others or unmet is None or missing is None:
        return (others or list(result.failures))[0]
    return said("not reached but", unmet=unmet, came=_instead_of(result, missing))


def _instead_of(result: Result, missing: int) -> str:
    """The clauses that came after the last one that was met."""
    before = [result.matched[at] for at in range(missing) if at in result.matched]
    rest = result.stops[before[-1] + 1 :] if before else result.stops
    came = list(dict.fromkeys(stop.clause for stop in rest if stop.clause))[:FEW]
    last = result.stops[before[-1]].clause if before else ""
    after = said("came after", clause=last) if last else ""
    return (
        said("came instead", after=after, clauses=", ".join(came))
        if came
        else said("nothing came", after=after)
    )


def side_by_side(result: Result) -> Iterator[str]:
    """The actual walk, one clause per line, beside the clauses that were expected."""
    wanted = result.script.clauses
    meets = {stop: at for at, stop in result.matched.items()}
    missing = [at for at in range(len(wanted)) if at not in result.matched]
    seen: tuple[int, set[str]] = (-1, set())
    for place, stop in enumerate(result.stops):
        at = meets.get(place)
        while missing and at is not None and missing[0] < at:
            yield _row(f"✗ {wanted[missing.pop(0)]}", "")
        if stop.entry != seen[0]:
            seen = (stop.entry, set())
        came = _came(stop)
        if at is not None or (stop.clause and came not in seen[1]):
            seen[1].add(came)
            yield _row("" if at is None else f"✓ {wanted[at]}", came)
    yield from (_row(f"✗ {wanted[at]}", "") for at in missing)


def _came(stop: Stop) -> str:
    if stop.happened is not None:
        return f"    {type(stop.happened.event).__name__}"
    return stop.clause + (said("as a reason") if stop.reason else "")


def _row(expected: str, came: str) -> str:
    return f"  {expected:<40}{came}".rstrip()
