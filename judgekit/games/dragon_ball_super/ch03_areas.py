"""Chapter 3: the areas, and how cards get into them."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine import plain
from judgekit.engine.abilities import Ability
from judgekit.engine.state import PLAYERS, CardId, Facts, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import turn_player_first
from judgekit.games.dragon_ball_super.rules import (
    CARRYING_OUT,
    DAMAGE_ORDER,
    SECRET,
    rules,
)

PAYING = "8-5-2-3"  # the action in which the cost of a skill is paid


how_many = rules.asks("3-1-2", plain.how_many)  # anybody may count any area, secret or not


@rules.guard("3-1-4")
def leaves_the_battle_area(table: Table, src: str, dst: str) -> bool:
    """A card that goes from there anywhere but to the Combo Area is a new card."""
    return area_name(src) == "battle" and area_name(dst) not in ("combo", "battle")


@rules.guard("3-1-5")
def leaves_the_combo_area(table: Table, src: str, dst: str) -> bool:
    return area_name(src) == "combo" and area_name(dst) not in ("combo", "battle")


@rules.guard("3-1-6")
def order_of_placing(table: Table, owner: Player, cards: Sequence[CardId], name: str) -> tuple[CardId, ...]:
    """Several cards placed at once: their owner says in which order, where order means something."""
    if name != "deck":
        return tuple(cards)
    order_stays_secret(table, name)
    return table.order(owner, cards, table.words("order of cards", area=name))


@rules.guard("3-1-6-1")
def order_stays_secret(table: Table, name: str) -> bool:
    return name in SECRET


# an area named without a player is that of the card's owner
without_a_player_named = rules.asks("3-1-7", plain.owner)


@rules.guard("3-1-7-1")
def whose_area(table: Table, card: CardId, name: str, player: Player) -> Player:
    """Anywhere but in the Battle and Combo Areas a card is in its owner's area."""
    if name in ("battle", "combo"):
        return player
    owner = table.card(card).owner
    if table.master(card) != owner:
        table.cite("4-2-2")
    return owner


@rules.action("3-2-1")
def place_the_deck(table: Table, player: Player) -> None:
    with table.together():
        for card in table.pile(f"{player}.presented"):
            table.put(card, f"{player}.deck")
    shuffle(table, player)


# Neither contents nor order: after a look through it, it must be shuffled.
nobody_may_know_the_deck = rules.says("3-2-2", True)


@rules.guard("3-2-3")
def one_by_one(table: Table, n: int) -> range:
    """Cards leave a deck singly, each an event of its own."""
    return range(n)


@rules.action("3-2-4")
def shuffle(table: Table, player: Player) -> None:
    """The deck's player shuffles it, no matter who asked for it."""
    table.shuffle(f"{player}.deck")
    table.occurs("shuffle", player)


@rules.guard("3-3-2")
def own_hand(table: Table, player: Player) -> tuple[CardId, ...]:
    """A player knows their own hand, and chooses from it knowingly."""
    return table.pile(f"{player}.hand")


hand_is_hidden_from = rules.says("3-3-3", True)  # from another player's hand a card is chosen blindly
on_top_of_the_drop_area = rules.says("3-4-2", 0)


@rules.guard("3-6-4")
def arrives_in(table: Table, mode: str | None) -> str:
    """In Active Mode, unless something says otherwise."""
    return mode or "active"


any_number_of_battle_cards = rules.says("3-6-5", True)


@rules.guard("3-6-6")
def other_fields(table: Table, player: Player, but: CardId) -> list[CardId]:
    """Extra Cards with [Field] that must make room for a new one."""
    from judgekit.games.dragon_ball_super.ch08_01_skills import has_keyword

    return [c for c in table.pile(f"{player}.battle") if c != but and has_keyword(table, c, "field")]


@rules.guard("3-7-3-1")
def has_combo_numbers(table: Table, card: CardId) -> bool:
    has = table.peek(card, "combo cost") is not None and table.peek(card, "combo power") is not None
    if not has and table.peek(card, "type") != "battle":
        table.cite("2-9-2", "2-10-2")
    return has


any_number_of_combos = rules.says("3-7-4", True)


@rules.guard("3-7-5")
def is_negated_in_the_combo_area(table: Table, ability: Ability) -> bool:
    """As a rule a text does nothing there; one about the combo itself works."""
    reading = table.reading("A-38")
    return reading == "always-off" or (reading != "on" and not is_about_the_combo(ability))


def is_about_the_combo(ability: Ability) -> bool:
    return "combo" in (getattr(ability.data, "words", None) or ()) or "combo" in ability.where


# Order does not matter there: players pay with any cards they like.
any_energy_may_be_used = rules.says("3-8-2", True)


@rules.guard("3-8-3")
def energy_arrives_in(table: Table, mode: str | None) -> str:
    return mode or "active"


@rules.guard("3-9-2")
def choose_life(table: Table, player: Player, n: int, prompt: str) -> tuple[CardId, ...]:
    """Nobody knows which card is which, but its player picks any."""
    return table.choose(player, table.pile(f"{player}.life"), prompt, n)


on_top_of_the_warp = rules.says("3-10-2", 0)


def in_the_order_of_their_owners(table: Table, cards: Sequence[CardId], name: str) -> list[CardId]:
    """3-1-6: each owner says in which order their cards go, the turn player first."""
    own = {player: [c for c in cards if table.card(c).owner == player] for player in PLAYERS}
    asked = turn_player_first(table, [player for player in PLAYERS if len(own[player]) > 1])
    own |= {player: [*order_of_placing(table, player, own[player], name)] for player in asked}
    return [card for player in turn_player_first(table) for card in own[player]]


def at_once(table: Table, cards: Sequence[CardId]) -> list[Sequence[CardId]]:
    """3-2-3: cards that leave a deck go one by one; others moved by one instruction go together."""
    if not any(area_name(table.card(card).area) == "deck" for card in cards):
        return [cards]
    return [[cards[n]] for n in one_by_one(table, len(cards))]


def is_one_field_too_many(table: Table, card: CardId, player: Player) -> bool:
    """A second Extra Card with [Field] may not be placed; only activating it clears the first away."""
    from judgekit.games.dragon_ball_super.ch08_01_skills import has_keyword

    if not has_keyword(table, card, "field") or not other_fields(table, player, card):
        return False
    table.refuse("place", "3-6-6", player, card)
    return True


def cause(table: Table) -> Facts:
    """What causes the action: whose skill, a battle's result, a cost, or a rule; and whether by damage."""
    damage = (("damage", True),) if table.rules.number("4-10-2-1") in table.path else ()
    return (*doer(table), *damage)


def doer(table: Table) -> Facts:
    frame = table.state.frames[-1]
    if frame.procedure == table.rules.number(CARRYING_OUT):
        return (("by", "skill"), ("of", table.recall("player")), ("source", table.recall("card")))
    if frame.procedure == table.rules.number(DAMAGE_ORDER):
        return (("by", "battle"), ("of", table.turn_player))
    if table.rules.number(PAYING) in table.path:
        return (("by", "cost"),)
    return (("by", "rule"),)


def place(
    table: Table,
    card: CardId,
    name: str,
    player: Player | None = None,
    *,
    at: int | None = None,
    mode: str | None = None,
    why: str = "",
    by: Facts = (),
) -> bool:
    """A card goes to an area of its owner (Battle and Combo: of the player named), if nothing stops it."""
    from judgekit.games.dragon_ball_super.of_no_avail import note_a_move

    now = table.card(card)
    to = whose_area(table, card, name, player or without_a_player_named(table, card))
    if now.area == f"{to}.{name}":
        return name == "deck" and put_elsewhere_in_the_deck(table, card, at)
    if area_name(now.area) == "leader" and stays_a_leader(table, card):
        return False
    if not table.propose("move", card, to, now.area, f"{to}.{name}", by or cause(table)):
        return False
    note_a_move(table, card, name, why == "KO-ed", by or cause(table))
    go(table, card, name, to, at=at, mode=mode, why=why, by=by)
    return True


def stays_a_leader(table: Table, card: CardId) -> bool:
    """Whether a Leader Card can leave the only area that it has (A-59)."""
    stays = table.reading("A-59") == "stays"
    if stays:
        table.cite("1-3-2", "2-3-2-1", "3-5-1")
        table.refuse("move", table.words("Leader has its place"), table.master(card), card)
    return stays


def go(
    table: Table,
    card: CardId,
    name: str,
    to: Player,
    *,
    at: int | None = None,
    mode: str | None = None,
    why: str = "",
    by: Facts = (),
) -> None:
    """The move itself, which nothing has stopped."""
    from judgekit.games.dragon_ball_super.ch11_other import move_the_stack

    if name in ("drop", "warp") and at is None:
        at = on_top_of_the_drop_area(table) if name == "drop" else on_top_of_the_warp(table)
    was_there = area_name(table.card(card).area) == name  # a change of sides: it stays as it lies (11-5-1-1)
    move_the_stack(table, card, f"{to}.{name}", at, why, by)
    if card in table.state.cards and name in ("battle", "energy") and not was_there:
        arrive(table, card, name, mode)


def put_elsewhere_in_the_deck(table: Table, card: CardId, at: int | None) -> bool:
    """To its top or its bottom: the card stays in its area, so no ability about moving triggers."""
    where = table.card(card).area
    others = [one for one in table.pile(where) if one != card]
    others.insert(len(others) if at is None else at, card)
    table.arrange(where, others)
    return True


def arrive(table: Table, card: CardId, name: str, mode: str | None) -> None:
    mode = energy_arrives_in(table, mode) if name == "energy" else arrives_in(table, mode)
    if mode == "rest":
        table.mark(card, "rest")
