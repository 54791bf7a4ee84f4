"""What a player may do now, as options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from judgekit.engine.legality import PlayerAction, Requirement, Subject
from judgekit.engine.questions import Option
from judgekit.engine.state import (
    UNKNOWN,
    CardId,
    Player,
    lies_the_same,
)
from judgekit.engine.table import asking, values

if TYPE_CHECKING:
    from judgekit.engine.table.face import Table

Missing = dict[str, tuple[CardId, str]] | None
Offers = dict[str, tuple[PlayerAction, Subject]]  # by the ids of options


def legal(table: Table, player: Player, window: str) -> Iterator[tuple[PlayerAction, Subject]]:
    for action in table.rules.actions.values():
        if action.window == window:
            needed = table.live_requirements(action)
            for subject in action.subjects(table, player):
                if _is_legal(table, player, needed, subject):
                    yield action, subject


def _is_legal(
    table: Table, player: Player, needed: Iterable[Requirement], subject: Subject, missing: Missing = None
) -> bool:
    """Whether all requirements are met; if that depends on an unknown number, they are not (yet)."""
    table.offering = True
    try:
        for requirement in needed:
            if not requirement.test(table, player, subject):
                return False
    except asking.Untold as untold:
        if missing is not None:
            missing[f"tell c{untold.card} {untold.name}"] = untold.card, untold.name
        return False
    finally:
        table.offering = False
    return True


def offer(
    table: Table,
    player: Player,
    window: str,
    prompt: str,
    otherwise: str = "pass",
    closed: frozenset[str] = frozenset(),
) -> tuple[PlayerAction, Subject] | None:
    """Ask for one of the legal actions of a window; none when the player passes. A loop may have
    closed some of them, by their ids; where something must be done, passing is closed too."""
    found = legal_now(table, player, window, closed)
    given = table._given()
    if given is None:
        options = as_options(table, player, window, found, () if otherwise in closed else (otherwise,))
        given = asking.ask(table, player, prompt, options, 1, 1, window=window)
    (chosen,) = given
    if chosen in found:
        return found[chosen]
    if chosen in (unknown := untold(table, player)):
        asking.identify(table, unknown[chosen])
        return table.offer(player, window, prompt, otherwise, closed)
    if chosen in (missing := missing_numbers(table, player, window)):
        table.stated(*missing[chosen])
        return table.offer(player, window, prompt, otherwise, closed)
    return None


def legal_now(table: Table, player: Player, window: str, closed: frozenset[str] = frozenset()) -> Offers:
    """The legal actions of a window by their ids. A step that asked is run again with the answer: then
    they are the ones that were offered, and need not be worked out twice. But what a loop closes is open
    again in that run (`Table.closed_by_loop`): what asked for it holds in its own run alone."""
    about = (player, window, closed, table.answered, table.state.trail.loops)
    known = table.sight.offered
    if (
        known is not None
        and known.about == about
        and lies_the_same(known.state, table.state)
        and known.state.frames == table.state.frames
        and known.only_in in (None, table.steps)
    ):
        values.repeat(table, known)
    else:
        table.minds_loops = False
        known = values.look_for(table, about, partial(legal_by_id, table), player, window, closed)
        known.only_in = table.steps if table.minds_loops else None
        table.sight.offered = known if known.repeatable else None
    offers: Offers = known.found
    return offers


def legal_by_id(table: Table, player: Player, window: str, closed: frozenset[str]) -> Offers:
    found = {one[0].id(one[1]): one for one in table.legal(player, window)}
    return {i: both for i, both in found.items() if i not in closed} if closed else found


def as_options(
    table: Table, player: Player, window: str, found: Offers, others: tuple[str, ...]
) -> tuple[Option, ...]:
    options = [
        Option(
            i,
            table.describe(action, subject),
            table.rules.number(action.clause) or "",
            subject if isinstance(subject, int) else None,
        )
        for i, (action, subject) in found.items()
    ]
    tell = [Option(i, table.words("tell a card"), card=c) for i, c in untold(table, player).items()]
    tell += [
        Option(i, table.words("tell a number", property=name, card=table.label(card)), card=card)
        for i, (card, name) in missing_numbers(table, player, window).items()
    ]
    return (*options, *tell, *[Option(other, other) for other in others])


def missing_numbers(table: Table, player: Player, window: str) -> dict[str, tuple[CardId, str]]:
    """The unknown printed numbers that something in this window depends on, by the option to enter them."""
    missing: dict[str, tuple[CardId, str]] = {}
    if table.sight.has_untold:
        for action in table.rules.actions.values():
            if action.window == window:
                needed = table.live_requirements(action)
                for subject in action.subjects(table, player):
                    _is_legal(table, player, needed, subject, missing)
    return missing


def untold(table: Table, player: Player) -> dict[str, CardId]:
    """The unknown cards of a hand, by the option to say what they are."""
    if not table.sight.has_unknown:
        return {}
    cards = table.state.cards
    return {f"tell c{c}": c for c in table.pile(f"{player}.hand") if cards[c].name == UNKNOWN}
