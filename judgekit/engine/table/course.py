"""Where the rules go on: the next clause, another one, a procedure and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgekit.engine.errors import Endless, RuleError
from judgekit.engine.events import (
    Called,
    Happened,
    Went,
)
from judgekit.engine.registry import onward
from judgekit.engine.state import (
    Facts,
    State,
    Value,
)

if TYPE_CHECKING:
    from judgekit.engine.registry import Rulebook, Way
    from judgekit.engine.table.face import Table


def go_on(table: Table) -> tuple[Happened, ...]:
    """The step is done: go on where it said, or else at the next clause. Returns all that happened."""
    state, flow, way = table.state, table.flow, table.way
    if flow is None:
        way = table.rules.falling.get(state.frames[-1].at) or return_way(table.rules, state)
    elif way is None or way[0].event is not flow:
        way = table.rules.going(flow)
    if table.sight.course_is_watched:
        table.emit(way[0].event)
        return tuple(table.happened)
    table.state = way[0].event.onto(state)
    return (*table.happened, *way) if table.happened else way


def return_way(rules: Rulebook, state: State) -> Way:
    """Back to where the caller continues: worked out once for each place, except where several procedures
    end at once."""
    frames = state.frames
    if len(frames) < 2:
        return rules.going(onward(rules, state))
    caller = frames[-2]
    way = rules.ways.get(("return", caller.at, caller.then))
    if way is None:
        way = rules.going(onward(rules, state))
        if way[0].event.drop == 1:  # type: ignore[union-attr]
            rules.ways["return", caller.at, caller.then] = way
    return way


ENDLESS = 1_000  # times that a clause goes to itself, with nothing between: no game means that


def goto(table: Table, clause: str) -> None:
    """Go on at another clause of this procedure."""
    here = table.state.frames[-1].at
    way = table.rules.ways.get(("goto", here, clause))
    if way is None:
        target = number_of(table, clause)
        if target not in table.rules.registered[here].to:
            raise RuleError(f"{here}: goes to {target} without having declared it")
        way = table.rules.ways["goto", here, clause] = table.rules.going(Went(target))
    table.way, table.flow = way, way[0].event  # type: ignore[assignment]
    if way[0].event.at == here:  # type: ignore[union-attr]
        count_again(table, here)


def count_again(table: Table, here: str) -> None:
    """A clause that keeps going to itself is an error in the rules."""
    last, times = table.again
    if last != table.seq:
        table.again = (table.seq, times + 1 if last == table.seq - 1 else 1)
    if table.again[1] > ENDLESS:
        raise Endless(f"{here}: still goes to itself after {ENDLESS} times")


def call(table: Table, procedure: str, then: str = "", **values: Value) -> None:
    """Perform a procedure, then go on at the next clause, or at `then`."""
    if values:
        table.flow = calling(table, procedure, then, tuple(sorted(values.items())))
        return
    way = table.rules.ways.get(("call", procedure, then))
    if way is None:
        way = table.rules.ways["call", procedure, then] = table.rules.going(calling(table, procedure, then))
    table.way, table.flow = way, way[0].event  # type: ignore[assignment]


def calling(table: Table, procedure: str, then: str, known: Facts = ()) -> Called:
    name = number_of(table, procedure)
    if name not in table.rules.procedures:
        raise RuleError(f"{table.rules.name} {name}: is called, but no procedure stands there")
    after = number_of(table, then) if then else ""
    if after and after not in table.rules.steps:
        raise RuleError(f"{table.rules.name} {after}: no step stands there to go on at after {name}")
    return Called(name, table.rules.first(name), known, after)


def finish(table: Table) -> None:
    """This procedure is over; its caller goes on."""
    table.flow = onward(table.rules, table.state, 1)


def leave_to(table: Table, clause: str) -> None:
    """Leave every procedure inside the one that has this clause, and go on there."""
    target = number_of(table, clause)
    home = table.rules.procedure_of(target)
    for drop, frame in enumerate(reversed(table.state.frames)):
        if frame.procedure == home:
            table.flow = Went(target, drop)
            return
    raise RuleError(f"{target}: no procedure under way has this clause")


def number_of(table: Table, own: str) -> str:
    number = table.rules.number(own)
    if number is None:
        raise RuleError(f"{table.rules.name}: clause {own} is not in this edition, or switched off")
    return number
