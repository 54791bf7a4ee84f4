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
    Created,
    Derived,
    Entry,
    Happened,
    Moved,
    Played,
    Replaced,
    Settled,
    StoodBy,
    Vanished,
)
from judgekit.engine.explain import Address, clause_of, find, fresh
from judgekit.engine.machine import Line
from judgekit.engine.state import CardId, Standby, area_player
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
    """From an event back to the root: what was played, what set it off, and every choice on the way."""
    told = narrator_for(line.rules, line.pool, game, everything(line)).sentence
    links: list[Link] = []
    chain = _chain(line, address)
    for (edge, at), after in zip(chain, [*(later for _, later in chain[1:]), None], strict=True):
        entry, happened = find(line, at)
        clause = clause_of(entry, happened)
        links.append(Link(edge, clause, told(happened.event, clause), at))
        links += _order(line, happened)
        stays = find(line, after)[1] if after is not None and after[0] == entry.seq else None
        links += _required(line, entry, happened, stays)
        links += [] if stays else _chosen(line, entry, happened, told)
    return _once(links)


def _chain(line: Line, address: Address) -> list[tuple[Edge, Address]]:
    """The events of the chain, and how each is joined to the one before."""
    chain: list[tuple[Edge, Address]] = [("", address)]
    at, edge = _origin(line, address)
    while at is not None and all(at != known for _, known in chain):
        chain.append((edge, at))
        at, edge = _origin(line, at)
    return chain


def _once(links: Sequence[Link]) -> list[Link]:
    """An event is shown only at its first place."""
    first = {link.at: n for n, link in reversed([*enumerate(links)]) if link.at is not None}
    return [link for n, link in enumerate(links) if link.at is None or first[link.at] == n]


def everything(line: Line) -> Labels:
    """Names of all cards, including those that no longer exist: for the judge."""
    table = fresh(line)
    gone = {ref.card: former.card for ref, former in line.state.former.items()}

    def label(card: int) -> str:
        now = line.state.cards.get(CardId(card)) or gone.get(CardId(card))
        return f"card {card}" if now is None else table.policy.label(table, now)

    return label


def _required(line: Line, entry: Entry, happened: Happened, after: Happened | None) -> list[Link]:
    """The clauses inside the step that required what happened, innermost first, and the step itself; those
    that also required the next event of the chain follow there."""
    known = _outer(entry, after) if after else ()
    return [Link("required by", one, gist(line, one)) for one in _outer(entry, happened) if one not in known]


def _outer(entry: Entry, happened: Happened) -> tuple[str, ...]:
    step = (entry.clause,) if happened.path else ()
    return tuple(dict.fromkeys((*reversed(happened.path[:-1]), *step)))


def _order(line: Line, happened: Happened) -> list[Link]:
    if not isinstance(happened.event, Derived):
        return []
    clauses = dict.fromkeys(row.ordered_by for row in happened.event.rows if row.ordered_by)
    return [Link("ordered by", clause, gist(line, clause)) for clause in clauses]


def _chosen(line: Line, entry: Entry, happened: Happened, told: Callable[[AnyEvent], str]) -> list[Link]:
    """The answers given to the step, the last one first."""
    if isinstance(happened.event, Answered | Corrected):
        return []
    links = []
    at = entry.seq - 1
    while at >= 0 and (answer := answer_in(line.log[at], entry.path)) is not None:
        links.append(Link("chosen by", answer.clause, told(answer), (at, 0)))
        at -= 1
    return links


def answer_in(entry: Entry, path: Sequence[str]) -> Answered | None:
    """The answer in an entry, if it was given to the step at `path`."""
    event = entry.events[0].event if entry.events else None
    return event if isinstance(event, Answered) and entry.path[: len(path)] == tuple(path) else None


def _origin(line: Line, address: Address) -> tuple[Address | None, Edge]:
    """What an event goes back to: a replacement, what was carried out, its cause, or the calling step."""
    entry, happened = find(line, address)
    if happened.cause is not None and isinstance(find(line, happened.cause)[1].event, Replaced):
        return happened.cause, "replaced by"
    if isinstance(happened.event, Corrected):
        return None, ""
    if isinstance(happened.event, Answered):
        return _asked_by(line, entry)
    if (carried_out := _carried_out(line, entry, address[1])) is not None:
        return carried_out, "caused by"
    if happened.cause is not None:
        return happened.cause, "caused by"
    return _caller(line, entry), "required by"


def _asked_by(line: Line, entry: Entry) -> tuple[Address | None, Edge]:
    """What gave a choice: what was being carried out when it was asked, or what called the step."""
    step = next((one for one in line.log[entry.seq + 1 :] if answer_in(one, ()) is None), entry)
    inside = step is not entry and len(entry.path) > len(step.path)
    found = _carried_out(line, step, len(step.events)) if inside else None
    return (found, "caused by") if found is not None else (_caller(line, step), "required by")


def _carried_out(line: Line, entry: Entry, at: int) -> Address | None:
    """What was being carried out when something happened: an ability that waited, or what was played."""
    event = entry.events[at].event if at < len(entry.events) else None
    if isinstance(event, Played):
        return None if event.standby is None else _stood_by(line, entry.seq, event.standby)
    if isinstance(event, StoodBy):
        return _pended(line, entry, event)
    settled = [one.event.standby for one in entry.events[at:] if isinstance(one.event, Settled)]
    earlier = entry.events[: at if event is not None else None]
    played = [n for n, one in enumerate(earlier) if isinstance(one.event, Played)]
    if settled and (found := _stood_by(line, entry.seq, settled[0])) is not None and found[0] < entry.seq:
        return found
    return (entry.seq, played[-1]) if played else _waiting(line, entry)


def _stood_by(line: Line, until: int, standby: int) -> Address | None:
    """Where an ability began to wait."""
    for entry in reversed(line.log[: until + 1]):
        for at, one in enumerate(entry.events):
            if isinstance(one.event, StoodBy) and one.event.standby.id == standby:
                return entry.seq, at
    return None


def _pended(line: Line, entry: Entry, event: StoodBy) -> Address | None:
    """Where an ability that is taken up began to wait, else what triggered it in an earlier step."""
    mine = event.standby
    for earlier in reversed(line.log[: entry.seq]):
        for at, one in enumerate(earlier.events):
            if isinstance(one.event, StoodBy) and _same(one.event.standby, mine):
                return earlier.seq, at
    return mine.cause if _is_event(line, mine.cause) and mine.cause[0] < entry.seq else None


def _is_event(line: Line, address: Address) -> bool:
    seq, at = address
    return 0 <= seq < len(line.log) and 0 <= at < len(line.log[seq].events)


def _same(one: Standby, other: Standby) -> bool:
    return (one.ability, one.source, one.cause) == (other.ability, other.source, other.cause)


def _waiting(line: Line, entry: Entry) -> Address | None:
    """Where something that leaves in this step was played: the last to leave is what was resolved."""
    moved = [one.event for one in entry.events if isinstance(one.event, Moved | Vanished)]
    leaving = [event.card for event in moved if _leaves_a_common_place(event)]
    return next(
        filter(None, (_since_it_was_played(line, entry.seq, card) for card in reversed(leaving))), None
    )


def _leaves_a_common_place(event: Moved | Vanished) -> bool:
    """What waits to be resolved is in a shared area; a card from a player's deck does not wait."""
    return isinstance(event, Vanished) or area_player(event.src) is None


def _since_it_was_played(line: Line, until: int, card: CardId) -> Address | None:
    """Where a card was played, if it has not moved since."""
    for entry in reversed(line.log[:until]):
        for at, one in reversed([*enumerate(entry.events)]):
            if isinstance(one.event, Played) and one.event.card == card:
                return entry.seq, at
            if isinstance(one.event, Moved | Vanished | Created) and one.event.card == card:
                return None
    return None


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
