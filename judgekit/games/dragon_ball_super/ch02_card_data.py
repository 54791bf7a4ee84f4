"""Chapter 2: what is printed on a card, which side of it counts, and paying energy costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.engine.abilities import Ability, Source
from judgekit.engine.events import Row
from judgekit.engine.state import Card, CardId, Player, State, area_name, host_of
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import as_a_number, card_text_lifts_it
from judgekit.games.dragon_ball_super.ch03_areas import any_energy_may_be_used, is_negated_in_the_combo_area
from judgekit.games.dragon_ball_super.deck_list import DeckList, number_of
from judgekit.games.dragon_ball_super.rules import EVERYWHERE, IN_PLAY, rules
from judgekit.games.game import Violation

PAY = "pay the energy cost"  # proposed: a text may have something else done instead
OTHER_COST = "has another cost that can be paid"
OWES_MORE = "has a further cost that cannot be paid"
UNPAID = "cost not paid"  # a number: what a text has done instead of paying has failed
BACK = "/back#"  # in the address of a skill that is printed on the back of a Leader
Owed = tuple[int, Sequence[str]]  # energy that is still to be paid: how much, which colours among it
SIDES = ("name", "characters", "traits", "era", "power", "colours", "keywords")


@rules.guard("2-3-2-1-2")
def is_on_the_side_shown(table: Table, card: Card, ability: Ability) -> bool:
    """Of a Leader Card only the side that is up counts."""
    if ability.address.startswith(card.name + BACK):
        return bool(card.mark("back") and the_back_counts(table))
    if card.mark("back") and ability.address.startswith(f"{card.name}#"):
        table.cite("2-3-2-1-3")
        return False
    return True


# A back that is face up is an open, printed face, and everything on it works.
the_back_counts = rules.says("2-3-2-1-3", True)


@rules.guard("2-8-3")
def may_be_negative(table: Table, name: str) -> bool:
    return name == "power" and table.reading("A-24") == "power-may-be-negative"


@rules.action("2-11-1-1")
def pay_to_play(table: Table, player: Player, card: CardId) -> None:
    """Show the card, then rest as much energy as its total cost, including the colours it asks for."""
    table.reveal(card)
    if not table.propose(PAY, card, player):  # a text has something else done, and knows whether it was
        return
    total, specified = energy_cost(table, card)
    if len(specified) > total:
        pay_all_of_the_specified_cost(table, player, specified)
    else:
        rest_energy(table, player, total, specified)


@rules.action("2-11-1-1-1")
def pay_all_of_the_specified_cost(table: Table, player: Player, specified: Sequence[str]) -> None:
    """A total that was lowered below the specified part does not lower that part."""
    rest_energy(table, player, len(specified), specified)


@rules.action("2-11-1-2")
def pay_for_an_extra_card(table: Table, player: Player, card: CardId, owed: Owed = (0, ())) -> None:
    total, specified = energy_cost(table, card)
    if len(specified) > total:
        pay_all_of_an_extra_card(table, player, specified, owed)
    else:
        rest_energy(table, player, total, specified, owed)


@rules.action("2-11-1-2-1")
def pay_all_of_an_extra_card(
    table: Table, player: Player, specified: Sequence[str], owed: Owed = (0, ())
) -> None:
    rest_energy(table, player, len(specified), specified, owed)


@rules.guard("2-12-2")
def works_in(table: Table, area: str) -> bool:
    """Skills work in the Leader Area and the Battle Area."""
    return area in IN_PLAY


@rules.deck_rule("2-15-2-1")
def copies_go_by_number(deck: DeckList) -> Iterator[Violation]:
    """Cards with the same number are copies of each other, whatever their names: counts them."""
    deck.copies.clear()
    deck.copies.update(number_of(card) for card in deck.main)
    yield from ()


def is_in_force(table: Table, state: State, card: Card, ability: Ability) -> bool:
    """Whether a skill works where its card is: not underneath, on the side shown, in the right area."""
    from judgekit.games.dragon_ball_super.ch08_01_skills import is_valid_now
    from judgekit.games.dragon_ball_super.ch11_other import is_nullified_underneath

    if ability.where is EVERYWHERE:
        return True
    if host_of(card.area) is not None and is_nullified_underneath(table):
        return False
    if not is_on_the_side_shown(table, card, ability):
        return False
    name = area_name(card.area)
    if ability.where:
        works = name in ability.where
    elif name == "combo":
        works = not is_negated_in_the_combo_area(table, ability)
    else:
        works = bool(works_in(table, name))
    if not works or ability.active_if is None:
        return works
    master = table.policy.master(state, card)
    return is_valid_now(table, ability, Source(ability.address, card.ref, master, card.since))


def energy_cost(table: Table, card: CardId) -> tuple[int, tuple[str, ...]]:
    """Total and specified cost as they are now; none if a text lets it be played for nothing."""
    if card_text_lifts_it(table, "plays for nothing", card):
        return 0, ()
    total = cost_now(table, card, "energy cost")
    if rows := table.board.rows.get((card, "energy cost"), ()):
        table.cite("2-11-1")  # what changes the total leaves the specified part as it is
        if any(row.source == card for row in rows):
            table.cite("2-12-2")  # a text of its own that works where the card is
    return total, tuple(table.peek(card, "specified cost") or ())


def cost_now(table: Table, card: CardId, name: str) -> int:
    """With all that changes it."""
    if rows := table.board.rows.get((card, name)):
        table.cite("8-8-1-3")
        look_at_the_way(table, name, rows)
    return as_a_number(table, name, table.peek(card, name))


def look_at_the_way(table: Table, name: str, rows: Sequence[Row]) -> None:
    """Below zero on the way is no zero to add to."""
    if name != "power" and rows:
        if int(rows[0].before or 0) + sum(min(0, by) for by in map(change, rows)) < 0:  # type: ignore[arg-type]
            table.cite("1-3-6")


def change(row: Row) -> int:
    return int(row.after or 0) - int(row.before or 0)  # type: ignore[arg-type]


def can_pay_to_play(table: Table, player: Player, card: CardId) -> bool:
    """With energy, or with what a text allows instead."""
    total, specified = energy_cost(table, card)
    enough = can_rest_energy(table, player, total, specified)
    if card_text_lifts_it(table, OWES_MORE, card):
        return False
    if not enough:
        table.cite("2-11-1-1-1" if len(specified) > total else "2-11-1-1")
    return enough or card_text_lifts_it(table, OTHER_COST, card)


PAYS_ENERGY = "pays energy from the Battle Area"


def active_energy(table: Table, player: Player) -> list[CardId]:
    in_play = (card for card in table.pile(f"{player}.battle") if pays_from_the_battle_area(table, card))
    return [card for card in (*table.pile(f"{player}.energy"), *in_play) if not table.card(card).mark("rest")]


def pays_from_the_battle_area(table: Table, card: CardId) -> bool:
    """A text may let a card in play be rested like energy."""
    return card_text_lifts_it(table, PAYS_ENERGY, card)


def can_rest_energy(table: Table, player: Player, total: int, specified: Sequence[str]) -> bool:
    return _covers(table, active_energy(table, player), max(total, len(specified)), specified)


def _covers(table: Table, cards: Sequence[CardId], total: int, specified: Sequence[str]) -> bool:
    """Whether these cards can pay: enough of them, and a different one for each colour asked for."""
    if len(cards) < total or not specified:
        return len(cards) >= total
    fits = _matches(list(specified), [(c, table.peek(c, "colours") or ()) for c in cards])
    if not fits:
        table.cite("2-4-1")  # enough energy, but not of the right colours
    return fits


def _matches(wanted: list[str], cards: list[tuple[CardId, Sequence[str]]]) -> bool:
    if not wanted:
        return True
    colour, rest = wanted[0], wanted[1:]
    return any(
        _matches(rest, cards[:at] + cards[at + 1 :]) for at, (_, has) in enumerate(cards) if colour in has
    )


def rest_energy(
    table: Table, player: Player, total: int, specified: Sequence[str] = (), owed: Owed = (0, ())
) -> None:
    """The player picks the cards: one for each colour asked for, then the rest of the total. What is owed
    after this must still be payable."""
    from judgekit.games.dragon_ball_super.ch04_terms import switch

    left, taken = active_energy(table, player), list[CardId]()
    later, colours = owed
    for at, colour in enumerate(specified):
        after = (*specified[at + 1 :], *colours)
        fitting = [c for c in left if colour in (table.peek(c, "colours") or ())]
        keeps = [c for c in fitting if _covers(table, without(left, c), total - at - 1 + later, after)]
        taken += table.choose(player, keeps, table.words("rest energy of a colour", colour=colour))
        left = without(left, taken[-1])
    missing = total - len(taken)
    if any_energy_may_be_used(table) and not colours:
        taken += table.choose(player, left, table.words("rest energy"), missing)
    for at in range(missing if colours else 0):
        keeps = [c for c in left if _covers(table, without(left, c), missing - at - 1 + later, colours)]
        taken += table.choose(player, keeps, table.words("rest energy"))
        left = without(left, taken[-1])
    with table.together():
        for card in taken:
            switch(table, card, "rest")
        if taken:
            table.occurs("pay", player, facts=(("amount", len(taken)),))


def without(cards: Sequence[CardId], card: CardId) -> list[CardId]:
    return [one for one in cards if one != card]
