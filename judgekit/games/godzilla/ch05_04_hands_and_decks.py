"""Sections 5.4 to 5.10: draw, look, swap, discard, search, activate, reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from judgekit.engine.state import CardId, Player, area_name, area_player, host_of
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import Fits, found_among, look_through
from judgekit.games.godzilla.ch01_overview import (
    as_far_as_possible,
    choose_hidden,
    is_nothing,
    least_of_up_to,
)
from judgekit.games.godzilla.ch03_player_information import belongs_to_its_zone, master, uncover
from judgekit.games.godzilla.ch04_areas import from_zone_to_zone, need_not_be_found, to_the_owner
from judgekit.games.godzilla.ch05_02_placing import can_move, place, place_together, tell_of_a_placement
from judgekit.games.godzilla.ch05_12_destroyed import tell_of_the_trip
from judgekit.games.godzilla.records import remember_this_turn
from judgekit.games.godzilla.rules import is_strategy_zone, is_zone, rules

GoTogether = Callable[[tuple[CardId, ...]], bool]  # whether all of these can be taken


@rules.action("5.4.1")
def draw_one(table: Table, player: Player) -> bool:
    """The top card of the deck goes to the hand; an empty deck is reshuffled first."""
    if not table.propose("draw", player=player):
        return False
    if not table.pile(f"{player}.deck"):
        from judgekit.games.godzilla.ch11_rule_actions import reshuffle

        with table.mechanic("interrupt"):
            reshuffle(table, player)
    deck = table.pile(f"{player}.deck")
    if not deck:
        table.cite("1.3.2")
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
    drawn = sum([draw_one(table, player) for _ in range(n)])
    if 0 < drawn < n:
        as_far_as_possible(table, n, drawn)
    return drawn


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
        table.refuse("draw", table.words("zero or less"))
    return over


@rules.action("5.4.3.2")
def stops_drawing(table: Table, player: Player, drawn: int, n: int) -> bool:
    goes_on = table.may(player, table.words("draw another", drawn=drawn, n=n))
    table.note(table.words("draws another") if goes_on else table.words("stops drawing", drawn=drawn))
    return not goes_on


@rules.action("5.4.3.3")
def draw_another(table: Table, player: Player) -> bool:
    return bool(draw_one(table, player))


@rules.action("5.4.3.4")
def has_drawn_all(table: Table, times: int, n: int) -> bool:
    over = times >= n
    table.note(table.words("all drawn", times=times, n=n))
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
        table.refuse("look", table.words("zero or less"))
    return over


@rules.action("5.5.2.2")
def begin_with_one(table: Table) -> int:
    table.note(table.words("X is 1"))
    return 1


@rules.action("5.5.2.3")
def stops_looking(table: Table, player: Player, depth: int, n: int) -> bool:
    goes_on = table.may(player, table.words("look deeper", seen=depth - 1, n=n))
    table.note(
        table.words("looks deeper", depth=depth) if goes_on else table.words("stops looking", seen=depth - 1)
    )
    return not goes_on


look_at_that_many = rules.acts("5.5.2.4", look_at_top)


@rules.action("5.5.2.5")
def has_looked_at_all(table: Table, depth: int, n: int) -> bool:
    over = depth >= n
    table.note(table.words("all looked at", depth=depth, n=n))
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
        from_zone_to_zone(table, card, dst)
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
        table.refuse("swap", table.words("owner's area alone"), card=one)
        return True
    able = table.propose("move", one, src=here, dst=there) and table.propose(
        "move", other, src=there, dst=here
    )
    if not able:
        table.refuse("swap", table.words("one cannot move"), card=one)
    return not able


def is_open_to(table: Table, card: int, where: str) -> bool:
    """Whether a card can come to an area at all: a zone, or one of its owner's."""
    if not is_zone(where):
        table.cite("4.1.7")
    return is_zone(where) or area_player(where) in (None, table.card(card).owner)


@rules.action("5.7.1")
def discard(
    table: Table, player: Player, n: int, fits: Fits | None = None, chooser: Player | None = None,
    chosen: Sequence[CardId] | None = None, purpose: str = "",
) -> tuple[CardId, ...]:  # fmt: skip
    """Pick that many from the hand and put them into the discard pile."""
    if chosen is not None:
        return discard_these(table, player, chosen, purpose)
    hand: Sequence[CardId] = table.pile(f"{player}.hand")
    hand = hand if fits is None else look_through(table, hand, fits, n)
    n = as_far_as_possible(table, n, len(hand))
    least = 0 if fits is not None and need_not_be_found(table, f"{player}.hand") else n
    chosen = table.choose(chooser or player, hand, table.words("discard", n=n), least, n) if n else ()
    return discard_these(
        table, player, chosen if fits is None else found_among(table, player, chosen, fits, "search")
    )


def discard_these(
    table: Table, player: Player, cards: Iterable[int], purpose: str = ""
) -> tuple[CardId, ...]:
    """Put these cards of a hand into the discard pile, all at once, as a discard."""
    gone, why = [], (("reason", purpose),) if purpose else ()
    with table.together():
        for card in tuple(cards):
            if table.propose("discard", card, player, facts=why) and place(
                table, card, "discard pile", reason="discard"
            ):
                table.occurs("discarded", player, card, (("for", purpose),) if purpose else ())
                remember_this_turn(table, f"{player}.discards")
                gone.append(CardId(card))
    return tuple(gone)


@rules.action("5.7.2")
def discard_down_to(table: Table, wanted: Mapping[Player, int]) -> tuple[CardId, ...]:
    """Pick that many to keep and discard the others; two players pick unseen and discard together."""
    table.cite("5.7.2")
    hands = {p: table.pile(f"{p}.hand") for p, n in wanted.items() if not has_too_few(table, p, n)}
    if len(hands) > 1:
        alike = len({*wanted.values()}) == 1
        prompt = table.words("keep" if alike else "keep some", n=max(wanted.values()))
        asked = [(p, hand, wanted[p], wanted[p]) for p, hand in hands.items()]
        kept = choose_hidden(table, asked, prompt) or {}
    else:
        kept = {
            p: table.choose(p, hand, table.words("keep", n=wanted[p]), wanted[p]) if wanted[p] > 0 else ()
            for p, hand in hands.items()
        }
    with table.together():
        gone = [
            discard_these(table, p, [c for c in hand if c not in kept.get(p, ())])
            for p, hand in hands.items()
        ]
    return tuple(card for own in gone for card in own)


@rules.action("5.7.2.1")
def has_too_few(table: Table, player: Player, n: int) -> bool:
    few = len(table.pile(f"{player}.hand")) < n
    if few:
        table.refuse("discard", table.words("hand too small", n=n), player)
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
    from judgekit.games.godzilla.ch12_keywords import tell_of_a_covered_card

    origin, whose = table.card(card).area, master(table, card)
    if not can_move(table, card, name, reason):
        return
    invading, covered = table.card(card).mark("invading"), origin.startswith("under.")
    with table.together():
        top = None if covered else uncover(table, card)
        if covered and name == "discard pile":
            tell_of_a_covered_card(table, CardId(card), table.card(host_of(origin) or 0).area)
        to_the_owner(table, card, name, at)
        if top is not None and invading:
            table.mark(top, "invading")
        if name == "discard pile":
            tell_of_the_trip(table, card, origin, whose, reason)


@rules.action("5.8.1")
def search(
    table: Table, player: Player, n: int, fits: Fits | None = None, up_to: bool = False,
    together: GoTogether | None = None,
) -> tuple[CardId, ...]:  # fmt: skip
    """Look through the whole deck and pick out what is described."""
    deck = table.pile(f"{player}.deck")
    table.look(player, deck)
    table.occurs("searched", player)
    if fits is None and up_to:
        return table.choose(
            player,
            deck,
            table.words("search for up to", n=n),
            least_of_up_to(table),
            n,
        )
    if fits is None:
        return search_a_number(table, player, n)
    may_miss(table, player)
    if together is not None:
        return one_after_another(table, player, deck, n, fits, together, table.words("search for up to", n=n))
    found = look_through(table, deck, fits, n)
    taken = table.choose(player, found, table.words("search for up to", n=n), 0, n)
    return found_among(table, player, taken, fits, "search")


def one_after_another(
    table: Table,
    player: Player,
    cards: Sequence[CardId],
    n: int,
    fits: Fits,
    together: GoTogether,
    asked: str,
) -> tuple[CardId, ...]:
    """Of cards in a hidden area, those that go with the ones taken before, as long as the player likes."""
    taken = tuple[CardId, ...]()
    while len(taken) < n:
        before = taken

        def goes_with(card: CardId, before: tuple[CardId, ...] = before) -> bool:
            return card not in before and fits(card) and together((*before, card))

        left = look_through(table, [card for card in cards if card not in before], goes_with, 1)
        more = table.choose(player, left, asked, 0, 1) if left else ()
        taken += found_among(table, player, more, goes_with, "search")
        if len(taken) == len(before):
            break
    return taken


@rules.action("5.8.1.1")
def search_a_number(table: Table, player: Player, n: int) -> tuple[CardId, ...]:
    """With nothing but a number asked for, that many must be picked."""
    deck = table.pile(f"{player}.deck")
    if len(deck) < n:
        return take_the_whole_deck(table, player)
    chosen = table.choose(player, deck, table.words("search for", n=n), n)
    table.note(table.words("any cards", n=n))
    return chosen


@rules.action("5.8.1.1.1")
def take_the_whole_deck(table: Table, player: Player) -> tuple[CardId, ...]:
    table.note(table.words("all of the deck"))
    return table.pile(f"{player}.deck")


@rules.guard("5.8.1.2")
def may_miss(table: Table, player: Player) -> bool:
    """If anything besides a number is asked for, a fitting card need not be found."""
    return need_not_be_found(table, f"{player}.deck")


@rules.action("5.9.1")
def activate(table: Table, card: int) -> bool:
    """The master of a strategy card plays it, no matter who was told to have it activated."""
    from judgekit.games.godzilla.ch10_05_playing import play_card

    player, origin = master(table, card), table.card(card).area
    if not table.propose("activate", card, player, src=origin):
        return False
    full = all(table.pile(f"{player}.strategy zone {n}") for n in (1, 2))
    if full and table.reading("A-59") == "not-possible":
        table.refuse("activate", table.words("no strategy zone free"), player, card)
        return False
    if full:
        table.cite("8.3.2")  # which closes the action of the main phase alone
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
        if card.marks and card.mark("revealed"):  # few bear any, and every effect ends with this
            table.mark(card.id, "revealed", None)
