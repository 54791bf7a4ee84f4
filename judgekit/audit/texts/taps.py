"""Listening to the abilities of one card: the same pool, whose functions report their results.

An ability is a frozen record of functions; a tapped one is a copy in which the functions named in `TAPS` are
wrapped. They do what they did, and note what was seen: "acts" (in force, or resolved), "pays", "applies".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from judgekit.engine.abilities import Ability, Activated, Definition, Pool, Status
from judgekit.engine.events import (
    Arranged,
    Began,
    Called,
    Created,
    Decided,
    Entry,
    Happened,
    Looked,
    Marked,
    Moved,
    Numbered,
    Planned,
    Played,
    Refused,
    Renewed,
    Replaced,
    Revealed,
    Settled,
    Shuffled,
    StoodBy,
    Vanished,
)
from judgekit.engine.layers import OPERATIONS, Board
from judgekit.engine.questions import Asked
from judgekit.engine.table import Table

CHANGES = (
    Moved, Arranged, Shuffled, Created, Vanished, Marked, Renewed, Numbered, Planned, Began, Decided, Looked,
    Revealed,
)  # fmt: skip
ACTS, PAYS, APPLIES = "acts", "pays", "applies"
Notes = set[str]
Function = Callable[..., Any]


def tapped(pool: Pool, name: str, notes: Notes) -> Pool:
    """The pool with the abilities of a card tapped."""
    card = pool[name]
    mine = tuple(tap(one, notes) for one in card.abilities)
    inner = {at: tap(one, notes) if is_of(at, name) else one for at, one in pool.inner.items()}
    heard = Definition(card.name, card.properties, mine, card.text)
    return Pool({**pool.definitions, name: heard}, inner)


def is_of(address: str, name: str) -> bool:
    return address.startswith((f"{name}#", f"{name}/back#"))


def tap(ability: Ability, notes: Notes) -> Ability:
    heard: Ability = tap_record(ability, notes)
    if isinstance(heard, Status) and heard.holds is None:
        return replace(heard, holds=tap_answer(lambda *_: True, notes))
    return heard


def tap_record(record: Any, notes: Notes) -> Any:
    """A record with its functions tapped, and those of the records in it; itself, if it has none."""
    changed: dict[str, Any] = {}
    for spec in fields(record):
        value = getattr(record, spec.name)
        if spec.name in TAPS and callable(value):
            changed[spec.name] = TAPS[spec.name](value, notes)
        elif is_dataclass(value) and not isinstance(value, type):
            heard = tap_record(value, notes)
            changed |= {spec.name: heard} if heard is not value else {}
        elif isinstance(value, tuple) and any(is_dataclass(one) for one in value):
            changed[spec.name] = tuple(tap_record(one, notes) if is_dataclass(one) else one for one in value)
    return replace(record, **changed) if changed else record


def tap_answer(function: Function, notes: Notes) -> Function:
    """A prohibition or a status that a rule asked about, and that said yes."""

    def asked(*about: Any) -> Any:
        said = function(*about)
        notes.update((ACTS, APPLIES) if said else ())
        return said

    return asked


def tap_resolution(function: Function, notes: Notes) -> Function:
    def resolve(table: Table, *rest: Any) -> Any:
        before, flow = len(table.happened), table.flow
        try:
            done = function(table, *rest)
        except Asked:  # it is carried out again when the answer is there
            raise
        except Exception:  # it has ended the game, or the turn
            notes.update((ACTS, APPLIES))
            raise
        new = table.happened[before:]
        notes.add(ACTS)
        if changes(new) or (table.flow is not flow and isinstance(table.flow, Called)):
            notes.add(APPLIES)
            if not any(isinstance(one.event, Refused) and one.event.what == "pay" for one in new):
                notes.add(PAYS)
        return done

    return resolve


def tap_payment(function: Function, notes: Notes) -> Function:
    def pay(*about: Any) -> Any:
        done = function(*about)
        notes.update(() if done is False else (PAYS,))
        return done

    return pay


def tap_modification(function: Function, notes: Notes) -> Function:
    def change(board: Board, source: Any) -> Iterator[Any]:
        for one in function(board, source):
            notes.add(ACTS)
            before = board.value(one.card, one.property)
            if OPERATIONS[one.op](before, one.operand) != before:
                notes.add(APPLIES)
            yield one

    return change


TAPS: dict[str, Callable[[Function, Notes], Function]] = {
    "forbids": tap_answer, "holds": tap_answer, "resolve": tap_resolution, "effect": tap_resolution,
    "instead": tap_resolution, "pay": tap_payment, "changes": tap_modification,
}  # fmt: skip


def changes(happened: list[Happened]) -> bool:
    """Whether something on the table has changed, or an ability that was under way has been negated."""
    return any(
        isinstance(one.event, CHANGES) or (isinstance(one.event, Settled) and one.event.how == "negated")
        for one in happened
    )


def hear(entry: Entry, pool: Pool, name: str, notes: Notes) -> None:
    """What the log itself says about the card's abilities: they wait, are played, replace something."""
    for one in entry.events:
        event = one.event
        address = ""
        if isinstance(event, StoodBy):
            address = event.standby.ability
        elif isinstance(event, Played):
            address = event.what
        elif isinstance(event, Replaced):
            address = event.by
        if is_of(address, name):
            notes.add(ACTS)
            if not isinstance(event, Replaced) and isinstance(pool.abilities.get(address), Activated):
                notes.add(PAYS)  # it waits, or is played, when its cost has been paid
