"""Chapter 5: the words that cards and rules use, each an action that others perform."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from judgekit.engine.abilities import Pool, Proposal
from judgekit.engine.hidden import Fits, found_among, look_through
from judgekit.engine.state import CardId, Facts, Player, Ref, area_name, area_player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import (
    as_far_as_possible,
    is_nothing,
    is_so_already,
    least_of_up_to,
    lose,
)
from judgekit.games.godzilla.ch02_card_information import has_trait
from judgekit.games.godzilla.ch03_player_information import (
    belongs_to_its_zone,
    cards_on_the_field,
    change_position,
    find_monster,
    invading_monster,
    master,
    move_with_all_below,
    position,
    stack_on_top,
    uncover,
)
from judgekit.games.godzilla.ch04_areas import (
    counts_as_destroyed,
    from_the_deck_one_by_one,
    is_before,
    is_beyond,
    make_the_new_invading_monster,
    need_not_be_found,
    to_the_owner,
    zone,
    zone_behind,
)
from judgekit.games.godzilla.rules import INFORMATION, is_strategy_zone, is_zone, rules


@rules.action("5.2.1")
def place(
    table: Table, card: int, name: str, at: int | None = None, zone_of_player: Player | None = None,
    reason: str = "effect", instructed: bool = False, by: Player | None = None,
) -> bool:  # fmt: skip
    """A card goes to an area, unless something forbids or replaces it."""
    if not can_move(table, card, name, reason, zone_of_player):
        return False
    put_down(table, card, name, at, zone_of_player, reason, instructed, by)
    return True


def put_down(
    table: Table, card: int, name: str, at: int | None = None, zone_of_player: Player | None = None,
    reason: str = "effect", instructed: bool = False, by: Player | None = None,
) -> None:  # fmt: skip
    """Nothing stops it any more. From a zone or strategy zone to the discard pile it has been destroyed."""
    origin, whose = table.card(card).area, master(table, card)
    dst = f"{zone_of_player or table.card(card).owner}.{name}"
    with table.together():
        if zone_of_player:
            table.put(card, dst, at)
            belongs_to_its_zone(table, card)
            if is_strategy_zone(dst):
                table.mark(card, "placed this turn")
        else:
            to_the_owner(table, card, name, at)
        if name == "discard pile":
            tell_of_the_trip(table, card, origin, whose, reason, by, instructed)
    tell_of_a_placement(table, card, origin, dst)


def tell_of_a_placement(table: Table, card: int, origin: str, dst: str) -> None:
    """By one reading a card that comes to a zone from off the field has been played, whatever the word."""
    if is_zone(dst) and not is_zone(origin) and table.reading("A-23") == "every-placement":
        table.occurs("played", area_player(dst), card, (("from", origin), ("how", "placed")))


def tell_of_the_trip(
    table: Table, card: int, origin: str, whose: Player, reason: str, by: Player | None = None,
    instructed: bool = False,
) -> None:  # fmt: skip
    """A card has come to the discard pile: destroyed, or by one reading just put there from its zone."""
    if has_been_destroyed(table, origin, instructed):
        tell_of_destruction(table, card, origin, whose, reason, by)
    elif counts_as_destroyed(origin):
        table.occurs("put down", whose, card, (("by", by), ("from", origin), ("reason", reason)))


def tell_of_destruction(
    table: Table, card: int, origin: str, whose: Player, reason: str, by: Player | None
) -> None:
    facts: Facts = (("by", by), ("from", origin), ("reason", reason))
    with table.under("5.12.1.1"):
        table.occurs("destroyed", whose, card, facts)
    if asks_about_this_turn(table.pool):
        now = table.card(card)
        former = table.state.former.get(Ref(now.id, now.object - 1))
        remember_a_card(table, whose, "destroyed", now.name, dict(former.values) if former else {})


def remember_this_turn(table: Table, what: str) -> None:
    """Count what some card of the case may ask about."""
    if asks_about_this_turn(table.pool):
        table.tally(f"{what} this turn")


def remember_a_play(table: Table, player: Player, card: int) -> None:
    if asks_about_this_turn(table.pool):
        known = {name: table.peek(card, name) for name in INFORMATION}
        remember_a_card(table, player, "played", table.card(card).name, known)


def remember_a_card(table: Table, player: Player, done: str, name: str, known: Mapping[str, Any]) -> None:
    """Count what was done with a card, by its type and by all that it was at that moment."""
    table.tally(f"{player}.{known.get('type')} cards {done} this turn")
    told = [f"{key}={as_words(known[key])}" for key in INFORMATION if known.get(key) is not None]
    table.tally(f"{player}.{done}|{'|'.join([f'name={name}', *told])} this turn")


def as_words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


@lru_cache(maxsize=64)
def asks_about_this_turn(pool: Pool) -> bool:
    return any("this turn" in definition.text.lower() for definition in pool.definitions.values())


def place_under(table: Table, cards: Sequence[int], host: int) -> int:
    """Cards laid under another one, all at once, each with what lies under it."""
    moved = 0
    with table.under("5.2.1"), table.together():
        for card in cards:
            here = table.card(card).area
            if card != host and table.propose("move", card, src=here, dst=under(CardId(host))):
                move_with_all_below(table, card, under(CardId(host)))
                moved += 1
    return moved


def can_move(
    table: Table, card: int, name: str, reason: str = "effect", player: Player | None = None
) -> bool:
    """Nothing forbids or replaces that a card goes to an area, its owner's or that of a player."""
    now = table.card(card)
    dst = f"{player or now.owner}.{name}"
    return table.propose("move", card, src=now.area, dst=dst, facts=(("reason", reason),))


def place_together(
    table: Table, cards: Sequence[int], name: str, at: int | None = None, reason: str = "effect"
) -> int:
    """Several cards to areas of their owners: what stands against it is asked before the first one goes."""
    with table.under("5.2.1"), table.together():
        going = [table.card(card).ref for card in cards if can_move(table, card, name, reason)]
        left = [ref.card for ref in going if table.state.current(ref) is not None]
        for card in left:
            put_down(table, card, name, at, reason=reason)
    return len(left)


@rules.action("5.3.1")
def shuffle(table: Table, player: Player) -> None:
    """Chance orders the deck, all of it."""
    if len(the_whole_area(table, f"{player}.deck")) < 2:
        shuffle_nothing(table, player)
    else:
        table.shuffle(f"{player}.deck")
    table.occurs("shuffled", player)


@rules.guard("5.3.1.1")
def the_whole_area(table: Table, where: str) -> tuple[CardId, ...]:
    return table.pile(where)


@rules.action("5.3.1.2")
def shuffle_nothing(table: Table, player: Player) -> None:
    """No order to change, and still a shuffle."""
    table.arrange(f"{player}.deck", table.pile(f"{player}.deck"))


@rules.action("5.4.1")
def draw_one(table: Table, player: Player) -> bool:
    """The top card of the deck goes to the hand; an empty deck is made anew first."""
    from judgekit.games.godzilla.ch11_rule_actions import reshuffle

    if not table.propose("draw", player=player):
        return False
    if not table.pile(f"{player}.deck"):
        with table.mechanic("interrupt"):
            reshuffle(table, player)
    deck = table.pile(f"{player}.deck")
    if not deck:
        return False
    with table.together():
        to_the_owner(table, deck[0], "hand")
        table.occurs("drew", player, deck[0])
    remember_this_turn(table, f"{player}.draws")
    return True


@rules.action("5.4.2")
def draw(table: Table, player: Player, n: int) -> int:
    """Draw 1, that many times."""
    if is_nothing(table, n):
        return 0
    return sum([draw_one(table, player) for _ in range(n)])


@rules.action("5.4.3")
def draw_up_to(table: Table, player: Player, n: int) -> int:
    """Card by card, until the player stops or the number is reached."""
    times = drawn = 0
    if nothing_to_draw(table, n):
        return 0
    while not stops_drawing(table, player, times, n):
        drawn += bool(draw_another(table, player))
        times += 1
        if has_drawn_all(table, times, n):
            break
    return drawn


@rules.action("5.4.3.1")
def nothing_to_draw(table: Table, n: int) -> bool:
    over = is_nothing(table, n)
    if over:
        table.refuse("draw", "the number is 0 or less")
    return over


@rules.action("5.4.3.2")
def stops_drawing(table: Table, player: Player, drawn: int, n: int) -> bool:
    goes_on = table.may(player, f"draw card {drawn + 1} of up to {n}?")
    table.note("draws another" if goes_on else f"stops after {drawn}")
    return not goes_on


@rules.action("5.4.3.3")
def draw_another(table: Table, player: Player) -> bool:
    return bool(draw_one(table, player))


@rules.action("5.4.3.4")
def has_drawn_all(table: Table, times: int, n: int) -> bool:
    over = times >= n
    table.note(f"{times} of up to {n} drawn")
    return over


@rules.action("5.5.1")
def look_at_top(table: Table, player: Player, whose: Player, n: int) -> tuple[CardId, ...]:
    """Know the uppermost cards of a deck."""
    top = table.pile(f"{whose}.deck")[: max(0, n)]
    if top:
        table.look(player, top)
    return top


@rules.action("5.5.2")
def look_at_up_to(table: Table, player: Player, whose: Player, n: int) -> tuple[CardId, ...]:
    """One card deeper each time, until the player stops or the number is reached."""
    seen: tuple[CardId, ...] = ()
    if nothing_to_look_at(table, n):
        return seen
    depth = begin_with_one(table)
    while not stops_looking(table, player, depth, n):
        seen = look_at_that_many(table, player, whose, depth)
        if has_looked_at_all(table, depth, n):
            break
        depth += 1
    return seen


@rules.action("5.5.2.1")
def nothing_to_look_at(table: Table, n: int) -> bool:
    over = is_nothing(table, n)
    if over:
        table.refuse("look", "the number is 0 or less")
    return over


@rules.action("5.5.2.2")
def begin_with_one(table: Table) -> int:
    table.note("X is 1")
    return 1


@rules.action("5.5.2.3")
def stops_looking(table: Table, player: Player, depth: int, n: int) -> bool:
    goes_on = table.may(player, f"look at card {depth} of up to {n}?")
    table.note(f"looks {depth} deep" if goes_on else f"stops after {depth - 1}")
    return not goes_on


@rules.action("5.5.2.4")
def look_at_that_many(table: Table, player: Player, whose: Player, depth: int) -> tuple[CardId, ...]:
    return look_at_top(table, player, whose, depth)


@rules.action("5.5.2.5")
def has_looked_at_all(table: Table, depth: int, n: int) -> bool:
    over = depth >= n
    table.note(f"looked {depth} of up to {n} deep")
    return over


@rules.action("5.6.1")
def swap(table: Table, one: int, other: int) -> bool:
    """Each goes to the area of the other, both at once."""
    if cannot_swap(table, one, other):
        return False
    here, there = table.card(one).area, table.card(other).area
    with table.together():
        change_places(table, one, there)
        change_places(table, other, here)
    table.occurs("swapped", None, one)
    return True


def change_places(table: Table, card: int, dst: str) -> None:
    """Into a zone as it is; anywhere else to the owner's area, with all that lies under it."""
    origin, whose = table.card(card).area, master(table, card)
    if is_zone(dst):
        table.put(card, dst)
        belongs_to_its_zone(table, card)
        tell_of_a_placement(table, card, origin, dst)
        return
    to_the_owner(table, card, area_name(dst))
    if is_strategy_zone(dst):
        table.mark(card, "placed this turn")
    if area_name(dst) == "discard pile":
        tell_of_the_trip(table, card, origin, whose, "effect")


@rules.action("5.6.2")
def cannot_swap(table: Table, one: int, other: int) -> bool:
    """If one of them cannot go to the other's area, neither goes."""
    here, there = table.card(one).area, table.card(other).area
    if not (is_open_to(table, one, there) and is_open_to(table, other, here)):
        table.refuse("swap", "off the zones a card goes to its owner's area alone", card=one)
        return True
    able = table.propose("move", one, src=here, dst=there) and table.propose(
        "move", other, src=there, dst=here
    )
    if not able:
        table.refuse("swap", "one of the two cards cannot move", card=one)
    return not able


def is_open_to(table: Table, card: int, where: str) -> bool:
    """Whether a card can come to an area at all: a zone, or one of its owner's."""
    if not is_zone(where):
        table.cite("4.1.7")
    return is_zone(where) or area_player(where) in (None, table.card(card).owner)


@rules.action("5.7.1")
def discard(
    table: Table, player: Player, n: int, fits: Fits | None = None, chooser: Player | None = None,
    chosen: Sequence[CardId] | None = None,
) -> tuple[CardId, ...]:  # fmt: skip
    """Pick that many from the hand and put them into the discard pile."""
    if chosen is not None:
        return discard_these(table, player, chosen)
    hand: Sequence[CardId] = table.pile(f"{player}.hand")
    hand = hand if fits is None else look_through(table, hand, fits, n)
    n = as_far_as_possible(table, n, len(hand))
    least = 0 if fits is not None and need_not_be_found(table, f"{player}.hand") else n
    chosen = table.choose(chooser or player, hand, f"discard {n}", least, n) if n else ()
    return discard_these(
        table, player, chosen if fits is None else found_among(table, player, chosen, fits, "search")
    )


def discard_these(table: Table, player: Player, cards: Iterable[int]) -> tuple[CardId, ...]:
    """Put these cards of a hand into the discard pile, all at once, as a discard."""
    gone = []
    with table.together():
        for card in tuple(cards):
            if table.propose("discard", card, player) and place(
                table, card, "discard pile", reason="discard"
            ):
                table.occurs("discarded", player, card)
                remember_this_turn(table, f"{player}.discards")
                gone.append(CardId(card))
    return tuple(gone)


@rules.action("5.7.2")
def discard_down_to(table: Table, player: Player, n: int) -> tuple[CardId, ...]:
    """Pick that many to keep and discard the others."""
    hand = table.pile(f"{player}.hand")
    if has_too_few(table, player, n):
        return ()
    kept = table.choose(player, hand, f"keep {n}, discard the rest", n) if n > 0 else ()
    return discard_these(table, player, [c for c in hand if c not in kept])


@rules.action("5.7.2.1")
def has_too_few(table: Table, player: Player, n: int) -> bool:
    few = len(table.pile(f"{player}.hand")) < n
    if few:
        table.refuse("discard", f"fewer than {n} in hand", player)
    return few


@rules.action("5.7.3")
def send_to_discard_pile(table: Table, cards: Sequence[int], reason: str = "effect") -> None:
    """Put cards that are in an area into the discard pile, all at once; from below, just the cards meant."""
    parts = [CardId(card) for card in cards if table.card(card).area.startswith("under.")]
    with table.together():
        place_together(table, [c for c in cards if c not in parts], "discard pile", reason=reason)
        for card in parts:
            send_from_the_stack(table, card, reason)


@rules.action("5.7.3.1")
def send_from_the_stack(table: Table, card: int, reason: str = "effect") -> None:
    """Only that card leaves the stack."""
    take_from_the_stack(table, card, "discard pile", reason=reason)


def take_the_top(table: Table, cards: Iterable[int], name: str, at: int | None = None) -> None:
    """Words that mean the top card of a stack leave the others where they are."""
    with table.under("5.7.3" if name == "discard pile" else "5.2.1"), table.together():
        for card in cards:
            if name == "discard pile":
                send_from_the_stack(table, card)
            else:
                take_from_the_stack(table, card, name, at)


def take_from_the_stack(
    table: Table, card: int, name: str, at: int | None = None, reason: str = "effect"
) -> None:
    """One card out of a stack; if it was the top, the next one below takes its place."""
    from judgekit.games.godzilla.ch12_keywords import revenge_sleeps_under_a_card

    origin, whose = table.card(card).area, master(table, card)
    if not can_move(table, card, name, reason):
        return
    invading, covered = table.card(card).mark("invading"), origin.startswith("under.")
    with table.together():
        top = None if covered else uncover(table, card)
        if covered and name == "discard pile":
            revenge_sleeps_under_a_card(table, CardId(card))
        to_the_owner(table, card, name, at)
        if top is not None and invading:
            table.mark(top, "invading")
        if name == "discard pile":
            tell_of_the_trip(table, card, origin, whose, reason)


@rules.action("5.8.1")
def search(
    table: Table, player: Player, n: int, fits: Fits | None = None, up_to: bool = False
) -> tuple[CardId, ...]:
    """Look through the whole deck and pick out what is described."""
    deck = table.pile(f"{player}.deck")
    table.look(player, deck)
    table.occurs("searched", player)
    if fits is None and up_to:
        return table.choose(player, deck, f"take up to {n} from the deck", least_of_up_to(table), n)
    if fits is None:
        return search_a_number(table, player, n)
    may_miss(table, player)
    found = look_through(table, deck, fits, n)
    taken = table.choose(player, found, f"take up to {n} from the deck", 0, n)
    return found_among(table, player, taken, fits, "search")


@rules.action("5.8.1.1")
def search_a_number(table: Table, player: Player, n: int) -> tuple[CardId, ...]:
    """With nothing but a number asked for, that many must be picked."""
    deck = table.pile(f"{player}.deck")
    if len(deck) < n:
        return take_the_whole_deck(table, player)
    chosen = table.choose(player, deck, f"take {n} from the deck", n)
    table.note(f"{n} cards, whichever they are")
    return chosen


@rules.action("5.8.1.1.1")
def take_the_whole_deck(table: Table, player: Player) -> tuple[CardId, ...]:
    table.note("the deck holds fewer: all of it")
    return table.pile(f"{player}.deck")


@rules.guard("5.8.1.2")
def may_miss(table: Table, player: Player) -> bool:
    """If anything besides a number is asked for, a fitting card need not be found."""
    return need_not_be_found(table, f"{player}.deck")


@rules.action("5.9.1")
def activate(table: Table, card: int) -> bool:
    """The master of a strategy card plays it, whoever was told to have it activated."""
    from judgekit.games.godzilla.ch10_05_playing import play_card

    player, origin = master(table, card), table.card(card).area
    if not table.propose("activate", card, player, src=origin):
        return False
    return table.propose("play", card, player, src=origin) and play_card(table, player, CardId(card))


@rules.action("5.10.1")
def reveal(table: Table, player: Player, cards: Sequence[int]) -> None:
    """Everybody may see them."""
    table.reveal(*cards)
    with table.together():
        for card in cards:
            table.mark(card, "revealed")
            table.occurs("revealed", player, card)


@rules.action("5.10.1.1")
def stop_revealing(table: Table) -> None:
    """When the effect has been performed, what it showed is hidden again."""
    for card in table.state.cards.values():
        if card.mark("revealed"):
            table.mark(card.id, "revealed", None)


@rules.action("5.11.1")
def play_battle_card(
    table: Table, player: Player, card: int, number: int, how: str = "played", origin: str = "",
    field: Player | None = None,
) -> bool:  # fmt: skip
    """Put it into a zone from off the field, one's own if the other player's is not named."""
    origin, where = origin or table.card(card).area, zone(table, field or player, number)
    if not table.propose("play", card, player, src=origin, dst=where):
        return False
    with table.together():
        table.put(card, where)
        table.occurs("played", player, card, (("from", origin), ("how", how)))
    remember_a_play(table, player, card)
    return True


@rules.action("5.11.1.1")
def is_barred(table: Table, player: Player, number: int) -> bool:
    """Into a given zone, not onto one's own invading monster."""
    barred = position(table, player) == number
    if barred:
        table.refuse("play", "one's own invading monster stands there", player)
    return barred


@rules.action("5.11.1.2")
def zones_to_choose_from(table: Table, player: Player, numbers: Sequence[int]) -> list[int]:
    """A zone free of one's own invading monster, if there is one."""
    free = [n for n in numbers if n != position(table, player)]
    return free or list(numbers)


@rules.action("5.11.1.3")
def different_zones(table: Table, numbers: Sequence[int], taken: Sequence[int]) -> list[int]:
    """Several cards played together go to different zones as far as that can be done."""
    free = [n for n in numbers if n not in taken]
    if taken:
        table.note(f"not again zone {', '.join(str(n) for n in taken)}" if free else "no other zone is left")
    return free or list(numbers)


@rules.action("5.11.2")
def play_monster_card(table: Table, player: Player, card: int, how: str = "played", origin: str = "") -> bool:
    """Make it the new invading monster."""
    origin = origin or table.card(card).area
    if not table.propose("play", card, player, src=origin):
        return False
    with table.together():
        make_the_new_invading_monster(table, player, card)
        table.occurs("played", player, card, (("from", origin), ("how", how)))
        table.occurs("became the invading monster", player, card)
    remember_a_play(table, player, card)
    return True


@rules.guard("5.11.3")
def is_played_from(table: Table, origin: str, names: Sequence[str]) -> bool:
    """Played out of an area: in the ordinary way, or straight by a rule or effect."""
    name = origin.partition(".")[2] or origin
    return not names or name in names


@rules.action("5.11.4")
def play_token(
    table: Table, player: Player, name: str, number: int, field: Player | None = None
) -> CardId | None:
    """Bring it into being in the zone given."""
    from judgekit.games.godzilla.ch09_special_cards import make_a_token_appear

    with table.together():
        card = make_a_token_appear(table, player, name, number, field)
        if card is not None and table.reading("A-47") == "is-play":
            table.occurs("played", player, card, (("from", ""), ("how", "token")))
            remember_a_play(table, player, card)
    return card


@rules.action("5.12.1")
def destroy_all(table: Table, cards: Sequence[int], reason: str = "effect", by: Player | None = None) -> int:
    """To the discard piles of their owners, at once: whatever stands against it is asked first."""
    with table.together():
        going = [table.card(card).ref for card in cards if can_be_destroyed(table, card, reason, by)]
        left = [ref.card for ref in going if table.state.current(ref) is not None]
        with table.under("5.2.1"):
            for card in left:
                put_down(table, card, "discard pile", reason=reason, instructed=True, by=by)
    return len(left)


def can_be_destroyed(table: Table, card: int, reason: str, by: Player | None) -> bool:
    """Nothing forbids or replaces the destruction, nor the move that it consists in."""
    origin = table.card(card).area
    if not table.propose("destroy", card, by, src=origin, facts=(("reason", reason),)):
        return False
    with table.under("5.2.1"):
        return can_move(table, card, "discard pile", reason)


def destroy(table: Table, card: int, reason: str = "effect", by: Player | None = None) -> bool:
    return bool(destroy_all(table, [card], reason, by))


@rules.guard("5.12.1.1")
def has_been_destroyed(table: Table, origin: str, instructed: bool) -> bool:
    """Any top card that goes from a zone or strategy zone to the discard pile counts as destroyed."""
    if not counts_as_destroyed(origin):
        return False
    return instructed or table.reading("A-21") == "any-trip"


@rules.action("5.12.1.2")
def destroy_one_by_one(table: Table, find: Callable[[], Sequence[int]], by: Player | None = None) -> int:
    """First settle every card that meets the condition, then destroy them, whatever becomes of the others."""
    return sum([destroy(table, card, by=by) for card in tuple(find()) if is_in_place(table, card)])


def is_in_place(table: Table, card: int) -> bool:
    """Whether a card is still where it could be destroyed."""
    return CardId(card) in table.state.cards and counts_as_destroyed(table.card(card).area)


def destroy_singly(table: Table, find: Callable[[], Sequence[int]], by: Player | None = None) -> int:
    """One by one as the edition has it; the older one does not say when the condition is tested."""
    settled: int | None = destroy_one_by_one(table, find, by)
    if settled is not None:
        return settled
    if table.reading("A-52") == "settled-first":
        return sum([destroy(table, card, by=by) for card in tuple(find()) if is_in_place(table, card)])
    tried: list[int] = []
    while left := [card for card in find() if card not in tried]:
        tried.append(left[0])
        destroy(table, left[0], by=by)
    return sum(not is_in_place(table, card) for card in tried)


@rules.action("5.13.1")
def advance(table: Table, player: Player, from_invasion: bool = False) -> bool:
    """One zone further; from zone 8 into the opposing zones, or nowhere."""
    here = position(table, player)
    if invading_monster(table, player) is None:
        return False
    if here == 8:
        advance_from_zone_8(table, player, from_invasion)
        return False
    return can_advance(table, player, from_invasion) and step_to(
        table, player, here + 1, "advanced", from_invasion
    )


def can_advance(table: Table, player: Player, from_invasion: bool) -> bool:
    """Nothing forbids or replaces the step."""
    facts: Facts = (("invasion", from_invasion),)
    return table.propose("advance", find_monster(table, player), player, facts=facts)


def step_to(table: Table, player: Player, number: int, timing: str, from_invasion: bool = False) -> bool:
    """Take another zone as position, and have it known if the monster really moved."""
    here = position(table, player)
    with table.together():
        moved = change_position(table, player, number)
        if has_moved(table, here, position(table, player)):
            facts: Facts = (("from", here), ("invasion", from_invasion), ("to", number))
            table.occurs(timing, player, find_monster(table, player), facts)
    return moved


@rules.action("5.13.1.1")
def advance_from_zone_8(table: Table, player: Player, from_invasion: bool) -> None:
    """Either the step would not happen at all, or it wins; only then can anything stand against it."""
    if not stays_in_zone_8(table, player, from_invasion) and can_advance(table, player, from_invasion):
        win_through_invasion(table, player)


@rules.action("5.13.1.1.1")
def stays_in_zone_8(table: Table, player: Player, from_invasion: bool) -> bool:
    """It stays unless it invades and no battle card bars the opposing zone 8."""
    there = zone(table, table.opponent(player), 8)
    barred = any(table.peek(c, "type") == "battle" for c in cards_on_the_field(table, there))
    if not from_invasion or barred:
        table.refuse("advance", "a battle card bars the opposing zone 8" if barred else "no invasion", player)
        return True
    return False


@rules.action("5.13.1.1.2")
def win_through_invasion(table: Table, player: Player) -> None:
    lose(table, table.opponent(player))


@rules.action("5.13.1.2")
def advance_to(table: Table, player: Player, number: int) -> int:
    """To a given zone, step by step."""
    if is_there_already(table, player, number):
        return 0
    return advance_until(table, player, number)


@rules.action("5.13.1.2.1")
def is_there_already(table: Table, player: Player, number: int) -> bool:
    there = bool(is_beyond(table, (player, position(table, player)), (player, number)))
    if there:
        table.refuse("advance", f"it is in zone {number} or beyond", player)
    return there


@rules.action("5.13.1.2.2")
def advance_until(table: Table, player: Player, number: int) -> int:
    steps = 0
    while position(table, player) < number and advance(table, player):
        steps += 1
    return steps


@rules.action("5.13.2")
def retreat(table: Table, player: Player) -> bool:
    """One zone back."""
    here = position(table, player)
    if invading_monster(table, player) is None or cannot_retreat_from_zone_1(table, player):
        return False
    if not table.propose("retreat", find_monster(table, player), player):
        return False
    return step_to(table, player, here - 1, "retreated")


@rules.action("5.13.2.1")
def cannot_retreat_from_zone_1(table: Table, player: Player) -> bool:
    stays = position(table, player) == 1
    if stays:
        table.refuse("retreat", "there is no zone below 1", player)
    return stays


@rules.action("5.13.2.2")
def retreat_to(table: Table, player: Player, number: int) -> int:
    """To a given zone, step by step."""
    if is_back_already(table, player, number):
        return 0
    return retreat_until(table, player, number)


@rules.action("5.13.2.2.1")
def is_back_already(table: Table, player: Player, number: int) -> bool:
    back = bool(is_before(table, (player, position(table, player)), (player, number)))
    if back:
        table.refuse("retreat", f"it is in zone {number} or before", player)
    return back


@rules.action("5.13.2.2.2")
def retreat_until(table: Table, player: Player, number: int) -> int:
    steps = 0
    while position(table, player) > number and retreat(table, player):
        steps += 1
    return steps


@rules.guard("5.13.3")
def has_moved(table: Table, before: int, after: int) -> bool:
    """A monster that has not left its zone has neither advanced nor retreated."""
    return not is_so_already(table, before, after)


@rules.action("5.14.1")
def invade(table: Table, player: Player) -> bool:
    """Carry out the main phase action of invasion."""
    from judgekit.games.godzilla.ch08_main_phase import invade_by_effect

    return invade_by_effect(table, player)


@rules.action("5.15.1")
def counter(table: Table, player: Player) -> None:
    """A player's invading monster is thrown back, and its successor comes."""
    if can_be_countered(table, player):
        thrown_back(table, player)
        bring_the_successor(table, player)


def can_be_countered(table: Table, player: Player) -> bool:
    monster = invading_monster(table, player)
    return monster is not None and table.propose("counter", monster, table.opponent(player))


def thrown_back(table: Table, player: Player) -> None:
    facts: Facts = (("zone", position(table, player)),)
    fall_back(table, player)
    table.occurs("countered", table.opponent(player), find_monster(table, player), facts)
    table.tally(f"{table.opponent(player)}.counters this turn")


def counter_together(table: Table, players: Sequence[Player]) -> None:
    """Monsters countered by one effect: thrown back at once; the turn player chooses a successor first."""
    from judgekit.games.godzilla.ch01_overview import each_player, nobody_wins

    if len(players) < 2:
        for player in players:
            counter(table, player)
        return
    hit = [player for player in players if can_be_countered(table, player)]
    with table.under("5.15.1"):
        each_player(
            table, lambda player: thrown_back(table, player) if player in hit else None, choosing=False
        )
        if len(hit) > 1 and not any(successors(table, player) for player in hit):
            if table.reading("A-31") == "draw":
                nobody_wins(table)
        each_player(table, lambda player: bring_the_successor(table, player) if player in hit else None)


@rules.action("5.15.1.1")
def fall_back(table: Table, player: Player) -> None:
    """From 6, 7 or 8 to the zone behind."""
    behind = zone_behind(table, position(table, player))
    if behind is not None:
        change_position(table, player, behind)


@rules.action("5.15.1.2")
def bring_the_successor(table: Table, player: Player) -> None:
    """One rank higher, sharing a trait, out of the monster deck."""
    fitting = successors(table, player)
    if not fitting:
        lose_for_want_of_a_successor(table, player)
        return
    hidden = need_not_be_found(table, f"{player}.monster deck")
    least = 0 if hidden and table.reading("A-33") == "may-decline" else 1
    chosen = table.choose(player, fitting, "the next invading monster (none: lose the game)", least, 1)
    if not chosen:
        lose_for_want_of_a_successor(table, player)
        return
    early = table.peek(chosen[0], "rank") != table.peek(find_monster(table, player) or 0, "rank") + 1
    if table.reading("A-03") == "played":
        play_monster_card(table, player, chosen[0], "counter")
    else:
        make_the_new_invading_monster(table, player, chosen[0])
    if early:
        from judgekit.games.godzilla.ch12_keywords import play_as_burst

        play_as_burst(table, player, chosen[0])


def successors(table: Table, player: Player) -> list[CardId]:
    monster = find_monster(table, player)
    if monster is None:
        return []
    rank, traits = table.value(monster, "rank") + 1, table.value(monster, "traits") or ()
    return [
        card
        for card in table.pile(f"{player}.monster deck")
        if has_trait(table, card, traits)
        and (table.peek(card, "rank") == rank or bursts_to(table, card, rank))
        and not is_kept_from_coming(table, player, card)
    ]


def is_kept_from_coming(table: Table, player: Player, card: CardId) -> bool:
    """A successor is played, so whoever may not play it cannot bring it."""
    ban = Proposal("play", player, card, src=table.card(card).area)
    if table.forbidding(ban) is None or table.reading("A-03") != "played":
        return False
    return table.is_forbidden(ban, log=True)


def bursts_to(table: Table, card: int, rank: int) -> bool:
    """Whether Burst lets a card of a higher rank come as one of this rank."""
    if table.peek(card, "burst") != rank:
        return False
    return table.reading("A-32") == "burst-rank-counts"


@rules.action("5.15.1.2.1")
def lose_for_want_of_a_successor(table: Table, player: Player) -> None:
    lose(table, player if table.reading("A-30") == "countered-master" else table.opponent(player))


@rules.action("5.16.1")
def engages(table: Table, card: int) -> bool:
    """Whether a battle card adds its counter power to the total."""
    if table.has_status("cannot engage", card):
        table.refuse("engage", "it cannot engage", card=card)
        return False
    return True


@rules.action("5.17.1")
def evolve(table: Table, card: int, into: int, how: str = "evolve") -> bool:
    """The new card appears on top of the old one."""
    player = table.master(card)
    if not is_zone(table.card(card).area) or not table.propose("evolve", card, player):
        return False
    with table.together():
        done = play_by_stacking(table, player, card, into, how)
        if done:
            has_evolved(table, card, into)
    return done


def play_by_stacking(table: Table, player: Player, card: int, into: int, how: str) -> bool:
    """A battle card played onto another one."""
    origin = table.card(into).area
    if not table.propose("play", into, player, src=origin, dst=table.card(card).area):
        return False
    with table.together():
        stack_on_top(table, into, card)
        table.occurs("played", player, into, (("from", origin), ("how", how)))
    remember_a_play(table, player, into)
    return True


def play_onto(table: Table, card: int, into: int) -> bool:
    """Told to play a battle card by laying it on another one: whether that is evolving is open."""
    if not is_zone(table.card(card).area):
        return False
    with table.together():
        done = play_by_stacking(table, table.master(card), card, into, "effect")
        if done and table.reading("A-24") == "evolves":
            has_evolved(table, card, into)
    return done


@rules.action("5.17.1.1")
def has_evolved(table: Table, card: int, into: int) -> None:
    table.occurs("evolved", table.master(into), card, (("into", into),))


def mill(table: Table, player: Player, n: int) -> list[CardId]:
    """Top cards of the deck to the discard pile, one after another."""
    with table.under("5.2.1"):
        return from_the_deck_one_by_one(table, player, max(0, n), "discard pile")
