"""Chapter 9: tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from judgekit.engine.abilities import Pool
from judgekit.engine.events import Moved
from judgekit.engine.registry import Due
from judgekit.engine.state import CardId, Facts, Player, area_name, area_player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import uncover
from judgekit.games.godzilla.ch04_areas import may_lie_until_a_check
from judgekit.games.godzilla.rules import is_zone, rules


def is_token(table: Table, card: int) -> bool:
    found = table.state.cards.get(CardId(card))
    return found is not None and found.name in token_names(table.pool)


@lru_cache(maxsize=64)
def token_names(pool: Pool) -> frozenset[str]:
    """The cards of a case that are tokens."""
    return frozenset(d.name for d in pool.definitions.values() if "Token" in d.properties.get("traits", ()))


counts_as_a_card = rules.says("9.1.1.1", True)  # a token is handled and counted like a card


@rules.action("9.1.2")
def make_a_token_appear(
    table: Table, player: Player, name: str, number: int, field: Player | None = None
) -> CardId | None:
    """It comes into being in the zone, one's own if the other player's is not named."""
    where = f"{field or player}.zone {number}"
    if not table.propose("play", None, player, dst=where, facts=(("token", name),)):
        return None
    table.cite("9.1.1", "9.1.2.2")
    may_lie_until_a_check(table, where)
    whose = owner_of_token(table, player)
    return table.create(name, whose, where, master_of_token(table, whose, where))


owner_of_token = rules.passes("9.1.2.1")


def master_of_token(table: Table, owner: Player, where: str) -> Facts:
    """The same player; in the other player's zone the token is marked so, or it belongs to the zone."""
    across = area_player(where) != owner
    if not across or table.reading("A-54") == "zone-master":
        return ()
    return (("master", owner),)


def tokens_away(table: Table) -> bool:
    """Whether any token has a master who is not the player of its zone."""
    cards = table.state.cards.values() if token_names(table.pool) else ()
    return any(card.marks and card.mark("master") for card in cards)


@rules.action("9.1.3")
def make_a_token_disappear(table: Table, card: int) -> None:
    """It leaves its zone and ceases to exist; the cards under it stay there."""
    where, player = table.card(card).area, table.master(card)
    with table.together():
        if has_left(table, where):
            table.occurs("left", player, card, (("from", where), ("to", "")))
        uncover(table, card)
        table.vanish(card)


@rules.guard("9.1.3.1")
def has_left(table: Table, where: str) -> bool:
    """By disappearing from a zone it has left that zone."""
    return is_zone(where)


@rules.guard("9.1.4.1")
def can_exist(table: Table, card: int, where: str) -> bool:
    """A battle card token exists in zones and nowhere else."""
    return is_zone(where)


@rules.interrupt("9.1.4.2", on=(Moved,))
def tokens_out_of_place(table: Table) -> Iterator[Due]:
    names = token_names(table.pool)
    for card in table.state.cards.values() if names else ():
        covered = card.area.startswith("under.")
        if card.name in names and not covered and not can_exist(table, card.id, card.area):
            yield Due(table.master(card.id), card.id)


@tokens_out_of_place.performs("9.1.4.2")
def vanish_out_of_place(table: Table, due: Due) -> None:
    """Right after the move, without waiting for a check timing."""
    table.cite("9.1.4")
    table.vanish(due.subject)  # type: ignore[arg-type]


def tokens_go_first(table: Table, card: int, dst: str) -> bool:
    """By one reading the tokens of a stack disappear before it moves; true if nothing is left to move."""
    below = table.pile(under(card))
    tokens = [c for c in (CardId(card), *below) if is_token(table, c)] if below and not is_zone(dst) else []
    if not tokens or table.reading("A-48") == "travel-then-vanish":
        return False
    if CardId(card) not in tokens:
        for token in tokens:
            make_a_token_disappear(table, token)
        return False
    for beneath in below:
        if beneath not in tokens:
            table.put(beneath, f"{table.card(beneath).owner}.{area_name(dst)}")
    for token in reversed(tokens):
        make_a_token_disappear(table, token)
    return True


@rules.guard("9.1.5.1")
def is_called_token(table: Table, traits: Sequence[str]) -> bool:
    """A text that says token means whatever has that trait."""
    table.cite("9.1.5")
    return "Token" in traits


@rules.guard("9.1.5.2")
def trait_is_fixed(table: Table, trait: str) -> bool:
    """Nothing gives or takes the trait Token."""
    return trait.lower() == "token"
