"""Sections 5.2 to 5.10: turning, moving, drawing, looking through and discarding cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.state import (
    CardId,
    Player,
    area,
    area_name,
)
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import (
    as_far_as_possible,
    changed_by_cards,
    is_no_action,
    is_so_already,
    is_without_gates,
)
from judgekit.games.luck_and_logic.ch04_zones import (
    GATE_ZONES,
    Whose,
    from_deck,
    home,
    keeps_its_trigger,
    lay,
    send,
)
from judgekit.games.luck_and_logic.rules import rules


@rules.action("5.2.1")
def turn(table: Table, cards: Iterable[int], *, rested: bool) -> list[CardId]:
    """Stand or rest cards, except those that already are."""
    verb = "rest" if rested else "stand"
    turned = []
    with table.together():
        for card in cards:
            if not is_so_already(table, card, "rested", rested) and table.propose(verb, card):
                table.mark(card, "rested", True if rested else None)
                table.occurs("rested" if rested else "stood", table.master(card), card)
                turned.append(CardId(card))
    return turned


@rules.action("5.3.1")
def turn_face(table: Table, cards: Iterable[int], *, down: bool) -> list[CardId]:
    """Turn cards face up or face down, except those that already are."""
    verb = "turn face down" if down else "turn face up"
    turned = []
    with table.together():
        for card in cards:
            if not is_so_already(table, card, "face down", down) and table.propose(verb, card):
                table.mark(card, "face down", True if down else None)
                table.occurs("turned face down" if down else "turned face up", table.master(card), card)
                turned.append(CardId(card))
    if down:
        tell_what_goes_on(table, turned)
    else:
        tell_loss_waits(table, turned)
    return turned


def tell_loss_waits(table: Table, turned: Sequence[CardId]) -> None:
    """Whose last gate has been turned up loses in the check timing, if it is still so then."""
    gates = [card for card in turned if area_name(table.card(card).area) in GATE_ZONES]
    if any(is_without_gates(table, table.master(gate)) for gate in gates):
        table.cite("10.3.1")


def tell_what_goes_on(table: Table, turned: Sequence[CardId]) -> None:
    """What an ability of a card in the battle zone has begun goes on though the card is turned over."""
    begun = {effect.source.card for effect in table.state.effects}
    for card in begun.intersection(turned):
        if area_name(table.card(card).area) == "battle":
            keeps_its_trigger(table, table.card(card))


@rules.action("5.4.1")
def put_into(
    table: Table,
    cards: Iterable[int],
    zone: str,
    *,
    bottom: bool = False,
    face_down: bool | None = None,
    whose: Whose = home,
    to_be_shuffled: bool = False,
    rested: bool | None = None,
) -> list[CardId]:
    """Return, add, place or enter: the cards go to the zone named."""
    return send(
        table, cards, zone, bottom=bottom, face_down=face_down, whose=whose, to_be_shuffled=to_be_shuffled,
        rested=rested,
    )  # fmt: skip


@rules.action("5.5.1")
def shuffle_deck(table: Table, player: Player) -> None:
    if is_single(table, f"{player}.deck"):
        table.arrange(f"{player}.deck", table.pile(f"{player}.deck"))
    elif table.pile(f"{player}.deck"):
        table.shuffle(f"{player}.deck")
    table.occurs("shuffled", player)


@rules.guard("5.5.1.1")
def is_single(table: Table, where: str) -> bool:
    """A deck of one card has been shuffled though its order cannot change."""
    return len(table.pile(where)) == 1


@rules.action("5.5.2")
def shuffle_group(table: Table, where: str) -> None:
    table.shuffle(where)


@rules.action("5.6.1")
def draw_a_card(table: Table, player: Player) -> list[CardId]:
    """The top card of the deck goes to the hand."""
    if not has_draws_left(table, player) or not table.propose("draw", player=player):
        return []
    table.tally(f"{player}.draws this turn")
    return from_deck(table, player, 1, into_hand)


def has_draws_left(table: Table, player: Player) -> bool:
    """5.6: any number in a turn, unless a text says how many (1.3.1)."""
    made = table.number(f"{player}.draws this turn")
    return changed_by_cards(table, "draws", player, made + 1) > made


def into_hand(table: Table, card: CardId) -> None:
    player = table.master(card)
    dst = area(player, "hand")
    if not table.propose("move", card, src=table.card(card).area, dst=dst):
        return
    with table.together():
        lay(table, card, dst)
        table.occurs("drew", player, card)


@rules.action("5.6.2")
def draw(table: Table, player: Player, count: int) -> list[CardId]:
    if is_no_action(table, count):
        return []
    if count > len(table.pile(f"{player}.deck")):
        table.cite("4.5.2.1")
    return [card for _ in range(count) for card in draw_a_card(table, player) or ()]


@rules.action("5.6.3")
def draw_up_to(table: Table, player: Player, count: int) -> list[CardId]:
    """One card after another, until the player stops or the number is reached."""
    drawn: list[CardId] = []
    rounds = 0
    while count > 0 and not stops_drawing(table, player, len(drawn), count):
        drawn += draw_once_more(table, player) or []
        rounds += 1
        if has_drawn_enough(table, rounds, count):
            break
    return drawn


@rules.action("5.6.3.1")
def stops_drawing(table: Table, player: Player, drawn: int, count: int) -> bool:
    stops = not table.may(player, table.words("draw another", drawn=drawn, n=count))
    table.occurs("stops drawing" if stops else "goes on drawing", player)
    return stops


draw_once_more = rules.acts("5.6.3.2", draw_a_card)


@rules.action("5.6.3.3")
def has_drawn_enough(table: Table, rounds: int, count: int) -> bool:
    enough = rounds == count
    table.occurs("finished drawing" if enough else "may draw again", facts=(("rounds", rounds),))
    return enough


@rules.action("5.7.1")
def look_at_top(table: Table, player: Player, whose: Player, count: int) -> tuple[CardId, ...]:
    top = table.pile(f"{whose}.deck")[: max(0, count)]
    if top:
        table.cite("4.1.4.2")
        table.look(player, top)
    return top


@rules.action("5.7.2")
def look_up_to(table: Table, player: Player, whose: Player, count: int) -> tuple[CardId, ...]:
    """One card deeper each time, until the player stops or the number is reached."""
    seen: tuple[CardId, ...] = ()
    depth = begin_with_one(table) if count > 0 else 0
    while depth and not stops_looking(table, player, depth, count):
        seen = look_that_deep(table, player, whose, depth) or ()
        if has_looked_enough(table, depth, count):
            break
        depth += 1
    return seen


@rules.action("5.7.2.1")
def begin_with_one(table: Table) -> int:
    table.occurs("looking begins", facts=(("number", 1),))
    return 1


@rules.action("5.7.2.2")
def stops_looking(table: Table, player: Player, depth: int, count: int) -> bool:
    stops = not table.may(player, table.words("look deeper", seen=depth - 1, n=count))
    table.occurs("stops looking" if stops else "goes on looking", player)
    return stops


look_that_deep = rules.acts("5.7.2.3", look_at_top)


@rules.action("5.7.2.4")
def has_looked_enough(table: Table, depth: int, count: int) -> bool:
    table.occurs("looked deeper", facts=(("number", depth),))
    return depth >= count


@rules.action("5.8.1")
def discard(table: Table, player: Player, cards: Iterable[int]) -> list[CardId]:
    """Cards that a player chose go from the hand to the drop zone, at the same time (4.1.6)."""
    going = [card for card in cards if table.propose("discard", card, player)]
    with table.together():
        gone = send(table, going, "drop")
        for card in gone:
            table.occurs("discarded", player, card)
    return gone


def choose_and_discard(table: Table, player: Player, count: int) -> list[CardId]:
    hand = table.pile(f"{player}.hand")
    count = as_far_as_possible(table, count, len(hand)) or 0
    return discard(table, player, table.choose(player, hand, table.words("discard"), count)) or []


@rules.action("5.9.1")
def drop(table: Table, cards: Iterable[int], whose: Whose = home) -> list[CardId]:
    """Cards go from where they are to the drop zone."""
    return send(table, cards, "drop", whose=whose)


@rules.action("5.10.1")
def stock(
    table: Table, cards: Iterable[int], face_down: bool | None = None, whose: Whose = home
) -> list[CardId]:
    """Cards go from where they are to the stock zone, on top, and face down unless stated otherwise."""
    return send(table, cards, "stock", face_down=face_down, whose=whose)
