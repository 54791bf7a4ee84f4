"""Why something happened: the chain of causes, each link a sentence with its clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from judgekit.engine.events import (
    Answered,
    AnyEvent,
    Called,
    Corrected,
    Derived,
    Entry,
    Happened,
    Replaced,
)
from judgekit.engine.explain import Address, clause_of, find, fresh
from judgekit.engine.machine import Line
from judgekit.engine.state import CardId
from judgekit.games.game import Game
from judgekit.narrate.events import Labels
from judgekit.narrate.narrator import narrator_for

Edge = Literal["", "caused by", "chosen by", "required by", "replaced by", "ordered by"]


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """One link of a chain of causes: how it is joined to the link before it, its clause, and a sentence."""

    edge: Edge
    clause: str
    sentence: str
    at: Address | None = None  # the event; none: a clause that required the link before


def why(line: Line, address: Address, game: Game | None = None) -> list[Link]:
    """From an event back to the choice, the correction or the beginning that it goes back to."""
    links: list[Link] = []
    told = narrator_for(line.rules, line.pool, game, everything(line)).sentence
    at: Address | None = address
    edge: Edge = ""
    while at is not None and all(at != link.at for link in links):
        entry, happened = find(line, at)
        links.append(Link(edge, clause_of(entry, happened), told(happened.event), at))
        links += _order(line, happened)
        links += _required(line, entry, happened)
        chosen = _chosen(line, entry, happened, told)
        links += chosen
        at, edge = (None, "") if chosen else _origin(line, at)
    return links


def everything(line: Line) -> Labels:
    """Names of all cards, also of those that are no more: the judge's."""
    table = fresh(line)
    gone = {ref.card: former.card for ref, former in line.state.former.items()}

    def label(card: int) -> str:
        now = line.state.cards.get(CardId(card)) or gone.get(CardId(card))
        return f"card {card}" if now is None else table.policy.label(table, now)

    return label


def _required(line: Line, entry: Entry, happened: Happened) -> list[Link]:
    """The clauses inside the step that required what happened, innermost first, and the step itself."""
    outer = [*reversed(happened.path[:-1]), *([entry.clause] if happened.path else [])]
    return [Link("required by", clause, gist(line, clause)) for clause in outer]


def _order(line: Line, happened: Happened) -> list[Link]:
    if not isinstance(happened.event, Derived):
        return []
    clauses = dict.fromkeys(row.ordered_by for row in happened.event.rows if row.ordered_by)
    return [Link("ordered by", clause, gist(line, clause)) for clause in clauses]


def _chosen(line: Line, entry: Entry, happened: Happened, told: Callable[[AnyEvent], str]) -> list[Link]:
    """The answers that the step had, the last one first; what has a cause of its own goes on there."""
    if happened.cause is not None or isinstance(happened.event, Answered | Corrected):
        return []
    links = []
    at = entry.seq - 1
    while at >= 0 and (answer := answer_in(line.log[at], entry.path)) is not None:
        links.append(Link("chosen by", answer.clause, told(answer), (at, 0)))
        at -= 1
    return links


def answer_in(entry: Entry, path: Sequence[str]) -> Answered | None:
    """The answer that an entry is, if it was given to the step at `path`."""
    event = entry.events[0].event if entry.events else None
    return event if isinstance(event, Answered) and entry.path[: len(path)] == tuple(path) else None


def _origin(line: Line, address: Address) -> tuple[Address | None, Edge]:
    """What an event goes back to: its cause, or the clause that called for the step."""
    entry, happened = find(line, address)
    if happened.cause is not None:
        _, cause = find(line, happened.cause)
        return happened.cause, "replaced by" if isinstance(cause.event, Replaced) else "caused by"
    if isinstance(happened.event, Answered | Corrected):
        return None, ""
    return _caller(line, entry), "required by"


def _caller(line: Line, entry: Entry) -> Address | None:
    above = entry.path[:-1]
    for seq in range(entry.seq - 1, -1, -1) if above else ():
        earlier = line.log[seq]
        if earlier.path == above:
            for at, happened in enumerate(earlier.events):
                if isinstance(happened.event, Called):
                    return earlier.seq, at
    return None


def gist(line: Line, clause: str) -> str:
    return line.rules.book[clause].gist if clause in line.rules.book else clause
