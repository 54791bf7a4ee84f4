"""Chapter 5: the specific actions, performed by rules and effects alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judgekit.engine.events import Looked, Revealed
from judgekit.engine.hidden import found_among, look_through
from judgekit.engine.registry import Due
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Player,
    Ref,
    area,
    area_name,
    area_player,
    under,
)
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import (
    as_far_as_possible,
    is_no_action,
    is_so_already,
    is_stopped,
)
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, territories
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    FIELD,
    GATE_ZONES,
    circle_of,
    counts_as_member,
    from_deck,
    home,
    is_on_circle,
    is_set,
    is_under_attack,
    is_veiled,
    lay,
    may_see,
    members,
    occupants,
    send,
    top_of_stock,
)
from judgekit.games.luck_and_logic.rules import rules

Circles = tuple[str, ...]


@rules.action("5.2.1")
def turn(table: Table, cards: Iterable[int], *, rested: bool) -> list[CardId]:
    """Stand or rest cards, those that are not so already."""
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
    """Turn cards face up or face down, those that are not so already."""
    verb = "turn face down" if down else "turn face up"
    turned = []
    with table.together():
        for card in cards:
            if not is_so_already(table, card, "face down", down) and table.propose(verb, card):
                table.mark(card, "face down", True if down else None)
                table.occurs("turned face down" if down else "turned face up", table.master(card), card)
                turned.append(CardId(card))
    return turned


@rules.action("5.4.1")
def put_into(
    table: Table,
    cards: Iterable[int],
    zone: str,
    *,
    bottom: bool = False,
    face_down: bool | None = None,
    to_be_shuffled: bool = False,
) -> list[CardId]:
    """Return, add, place or enter: the cards go to the zone named."""
    return send(table, cards, zone, bottom=bottom, face_down=face_down, to_be_shuffled=to_be_shuffled)


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
    if not table.propose("draw", player=player):
        return []
    return from_deck(table, player, 1, into_hand)


def into_hand(table: Table, card: CardId) -> None:
    owner = table.card(card).owner
    dst = area(owner, "hand")
    if not table.propose("move", card, src=table.card(card).area, dst=dst):
        return
    with table.together():
        lay(table, card, dst)
        table.occurs("drew", owner, card)


@rules.action("5.6.2")
def draw(table: Table, player: Player, count: int) -> list[CardId]:
    if is_no_action(table, count):
        return []
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
    stops = not table.may(player, f"draw another card ({drawn} of up to {count} drawn)?")
    table.occurs("stops drawing" if stops else "goes on drawing", player)
    return stops


@rules.action("5.6.3.2")
def draw_once_more(table: Table, player: Player) -> list[CardId]:
    return draw_a_card(table, player)


@rules.action("5.6.3.3")
def has_drawn_enough(table: Table, rounds: int, count: int) -> bool:
    if rounds == count:
        table.occurs("finished drawing", facts=(("rounds", rounds),))
    return rounds == count


@rules.action("5.7.1")
def look_at_top(table: Table, player: Player, count: int, whose: Player | None = None) -> list[CardId]:
    top = table.pile(f"{whose or player}.deck")[: max(0, count)]
    if top:
        table.look(player, top)
    return list(top)


@rules.action("5.7.2")
def look_up_to(table: Table, player: Player, count: int, whose: Player | None = None) -> list[CardId]:
    """One card deeper each time, until the player stops or the number is reached."""
    seen: list[CardId] = []
    depth = begin_with_one(table) if count > 0 else 0
    while depth and not stops_looking(table, player, depth, count):
        seen = look_that_deep(table, player, depth, whose)
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
    stops = not table.may(player, f"look at card {depth} of up to {count}?")
    table.occurs("stops looking" if stops else "goes on looking", player)
    return stops


@rules.action("5.7.2.3")
def look_that_deep(table: Table, player: Player, depth: int, whose: Player | None) -> list[CardId]:
    return look_at_top(table, player, depth, whose)


@rules.action("5.7.2.4")
def has_looked_enough(table: Table, depth: int, count: int) -> bool:
    table.occurs("looked deeper", facts=(("number", depth),))
    return depth >= count


@rules.action("5.8.1")
def discard(table: Table, player: Player, cards: Iterable[int]) -> list[CardId]:
    """Cards that a player chose go from the hand to the drop zone."""
    gone = []
    for card in cards:
        if table.propose("discard", card, player):
            with table.together():
                sent = send(table, [card], "drop")
                if sent:
                    table.occurs("discarded", player, card)
            gone += sent
    return gone


def choose_and_discard(table: Table, player: Player, count: int, fits: Fits | None = None) -> list[CardId]:
    hand = [c for c in table.pile(f"{player}.hand") if fits is None or fits(c)]
    count = as_far_as_possible(table, count, len(hand)) or 0
    return discard(table, player, table.choose(player, hand, "which to discard?", count)) or []


Fits = Callable[[CardId], bool]


@rules.action("5.9.1")
def drop(table: Table, cards: Iterable[int], owners: bool = False) -> list[CardId]:
    """Cards go from where they are to the drop zone; to that of their owners where the text says so."""
    return send(table, cards, "drop", owners=owners)


@rules.action("5.10.1")
def stock(table: Table, cards: Iterable[int], face_down: bool | None = None) -> list[CardId]:
    """Cards go from where they are to the stock zone, on top, and face down unless another word is said."""
    return send(table, cards, "stock", face_down=face_down)


@rules.action("5.11.1")
def exchange(table: Table, one: int, other: int) -> bool:
    """Two cards trade places."""
    if not can_exchange(table, one, other):
        table.refuse("exchange", "one of them cannot lie where the other does", card=one)
        return False
    here, there = table.card(one), table.card(other)
    here_circles, there_circles = circles_of(table, one), circles_of(table, other)
    with table.together():
        followers = [set_cards(table, card) or [] for card in (one, other)]
        take_place_of(table, one, there, there_circles or ())
        take_place_of(table, other, here, here_circles or ())
        for card, following in zip((one, other), followers, strict=True):
            if area_name(table.card(card).area) in FIELD:
                bring_along(table, card, following)
    for before in (here, there):
        if is_on_circle(before) and is_on_circle(table.card(before.id)):
            tell_moved(table, before.id)
    return True


def take_place_of(table: Table, card: int, gone: Card, circles: Circles) -> None:
    """A card comes to lie where another lay; a member that leaves the circles takes its soul with it."""
    from judgekit.games.luck_and_logic.ch12_miscellaneous import souls_of_all

    if is_on_circle(gone):
        put_on_circles(table, card, circles, area_player(gone.area) or gone.owner)
        return
    zone = area_name(gone.area)
    souls = souls_of_all(table, [CardId(card)], zone)
    lay(table, card, gone.area, min(spot_of(table, gone), len(table.pile(gone.area))))
    with table.under("12.2.1"):
        for soul in souls:
            lay(table, soul, area(home(table, soul), zone))


def spot_of(table: Table, card: Card) -> int:
    pile = table.pile(card.area)
    return pile.index(card.id) if card.id in pile else len(pile)


@rules.guard("5.11.2")
def can_exchange(table: Table, one: int, other: int) -> bool:
    """Both must be able to occupy the other's place."""
    return fits_in_place_of(table, one, other) and fits_in_place_of(table, other, one)


def fits_in_place_of(table: Table, card: int, other: int) -> bool:
    there = table.card(other)
    if not is_on_circle(there):
        return area_name(there.area) in GATE_ZONES or may_lie_there(table, card, there)
    player = area_player(there.area) or there.owner
    if is_on_circle(table.card(card)) and cannot_be_moved(table, card):
        return False
    return table.peek(card, "territory") is not None and circles_of(table, other) in territories(
        table, card, player
    )


def may_lie_there(table: Table, card: int, there: Card) -> bool:
    """A-32: off the field a card lies with its owner alone; and what cannot leave the field stays (1.3.3)."""
    leaves = area_name(table.card(card).area) in FIELD
    if leaves and is_stopped(table, "move", card):
        return False
    return area_player(there.area) == home(table, card)


@rules.action("5.12.2")
def mobilize(table: Table, player: Player, card: int, circles: Circles, rested: bool | None = None) -> bool:
    """A member is placed on circles as its territory says; who is there makes room first."""
    if not table.propose("mobilize", card, player, src=table.card(card).area, dst=f"{player}.{circles[0]}"):
        return False
    before = table.card(card)
    origin = area_name(before.area)
    for circle in circles:
        make_room(table, player, circle, card)
    if has_gone(table, before):
        return False
    with table.together():
        put_on_circles(table, card, circles, player, rested)
        table.occurs("mobilized", player, card, (("from", origin),))
    return True


def has_gone(table: Table, before: Card) -> bool:
    """What left its zone while room was made is a new card there (4.1.5); it is not mobilized (1.3.2)."""
    if table.state.current(before.ref) is not None:
        return False
    table.cite("1.3.2")
    table.refuse("mobilize", "it has left the zone it came from", before.owner, before.id)
    return True


@rules.action("5.12.2.1")
def make_room(table: Table, player: Player, circle: str, newcomer: int) -> None:
    drop(table, [card for card in occupants(table, player, circle) if card != newcomer])


def put_on_circles(
    table: Table, card: int, circles: Circles, player: Player, rested: bool | None = None
) -> None:
    """A card comes to lie on circles; when it did is kept for 10.4."""
    placed = (table._group_before.clock if table.group else table.state.clock) + 1
    with table.together():
        lay(table, card, area(player, circles[0]), rested=rested)
        table.mark(card, "circles", circles if len(circles) > 1 else None)
        table.mark(card, "placed", placed)


def choose_circles(
    table: Table, player: Player, card: int, allowed: Sequence[Circles] | None = None, prompt: str = ""
) -> Circles:
    """The circles a member will occupy."""
    ways = territories(table, card, player) if allowed is None else list(allowed)
    names = {" + ".join(way): way for way in ways}
    return names[table.pick(player, [(n, n) for n in names], prompt or "on which circles?")]


@rules.guard("5.12.3.1")
def owes_requirements(table: Table, by_rule: bool) -> bool:
    """Mobilizing by the rules needs the requirements met and the cost paid."""
    return by_rule


@rules.guard("5.12.3.2")
def is_free_by_effect(table: Table, by_rule: bool) -> bool:
    """An effect that mobilizes asks for neither."""
    return not by_rule


def trance(table: Table, player: Player, by_rule: bool = True, materials: Materials | None = None) -> bool:
    """5.13.1: a logicalist and a foreigner become the soul of a tranceunion from the deck or the hand."""
    chosen = choose_materials(table, player, materials) if table.propose("trance", player=player) else None
    if chosen is None:
        return False
    searched, tranceunion = search_for_tranceunion(table, player, by_rule) or (False, None)
    if tranceunion is not None:
        mobilized = mobilize_from_deck(table, player, tranceunion, chosen, by_rule)
    if searched:
        shuffle_after_search(table, player)
    if tranceunion is None:
        mobilized = mobilize_from_hand(table, player, chosen, by_rule)
    if not mobilized:
        drop_materials(table, chosen)
    return bool(mobilized)


Materials = tuple[CardId, CardId]


def materials_of(table: Table, player: Player, kind: str) -> list[CardId]:
    return [card for card in members(table, player) if table.peek(card, "type") == kind]


@rules.action("5.13.1.1")
def choose_materials(table: Table, player: Player, given: Materials | None = None) -> Materials | None:
    logicalists, foreigners = (materials_of(table, player, k) for k in ("logicalist", "foreigner"))
    if not logicalists or not foreigners:
        return None
    if given is None:
        (one,) = table.choose(player, logicalists, "which logicalist trances?")
        (other,) = table.choose(player, foreigners, "with which foreigner?")
        given = one, other
    table.occurs("trance announced", player, given[0], (("with", given[1]),))
    return given


@rules.action("5.13.1.2")
def search_for_tranceunion(table: Table, player: Player, by_rule: bool) -> tuple[bool, CardId | None]:
    """Perhaps a search, perhaps with a refresh; whether there was one, and what was chosen."""
    if not table.may(player, "search your deck for a tranceunion?"):
        table.occurs("no search", player)
        return False, None
    if table.may(player, "refresh while searching?"):
        if table.reading("A-11") == "optional-refresh":
            refresh(table, player)
        else:
            shuffle_deck(table, player)
    deck = table.pile(f"{player}.deck")
    table.look(player, deck)
    table.occurs("searched", player)
    return True, find_tranceunion(table, player, deck, by_rule)


def find_tranceunion(table: Table, player: Player, deck: Sequence[CardId], by_rule: bool) -> CardId | None:
    def fits(card: CardId) -> bool:
        return bool(playable(table, player, [card], by_rule))

    there = look_through(table, deck, fits, 1)
    chosen = table.choose(player, there, "which tranceunion?", 0, 1)
    return next(iter(found_among(table, player, chosen, fits, "search")), None)


def playable(table: Table, player: Player, cards: Iterable[int], by_rule: bool) -> list[CardId]:
    """The tranceunions among cards that a trance could mobilize now."""
    from judgekit.games.luck_and_logic.ch09_06_playing import can_be_tranced

    return [
        CardId(c)
        for c in cards
        if table.peek(c, "type") == "tranceunion" and can_be_tranced(table, player, c, by_rule)
    ]


@rules.action("5.13.1.2.1")
def mobilize_from_deck(
    table: Table, player: Player, card: CardId, materials: Materials, by_rule: bool
) -> bool:
    return mobilize_by_trance(table, player, card, materials, by_rule)


@rules.action("5.13.1.2.2")
def shuffle_after_search(table: Table, player: Player) -> None:
    shuffle_deck(table, player)


@rules.action("5.13.1.2.3")
def mobilize_from_hand(table: Table, player: Player, materials: Materials, by_rule: bool) -> bool:
    hand = playable(table, player, table.pile(f"{player}.hand"), by_rule)
    chosen = table.choose(player, hand, "mobilize a tranceunion from your hand?", 0, 1)
    return bool(chosen) and mobilize_by_trance(table, player, chosen[0], materials, by_rule)


def mobilize_by_trance(
    table: Table, player: Player, card: CardId, materials: Materials, by_rule: bool
) -> bool:
    from judgekit.games.luck_and_logic.ch09_06_playing import play_by_trance

    circles = play_by_trance(table, player, card, by_rule)
    if circles is None:
        return False
    become_soul(table, player, card, materials)
    if not mobilize(table, player, card, circles):
        return False
    for one, partner in (materials, materials[::-1]):
        if table.card(one).area == under(card):
            table.occurs("tranced", player, one, (("into", card), ("with", partner)))
    table.occurs("trance", player, card)
    return True


@rules.action("5.13.1.3")
def become_soul(table: Table, player: Player, tranceunion: CardId, materials: Materials) -> None:
    """The materials go to the soul before anybody makes room, so that no one drops them."""
    table.reading("A-55")
    put_into_soul(table, materials, tranceunion)


def put_into_soul(table: Table, cards: Iterable[int], member: int) -> None:
    """Cards become the soul of a member; what was their own soul comes along (12.2.1)."""
    from judgekit.games.luck_and_logic.ch12_miscellaneous import souls_of_all

    going = [
        CardId(card)
        for card in cards
        if table.propose("move", card, src=table.card(card).area, dst=under(member))
    ]
    with table.together():
        souls = souls_of_all(table, going, "soul")
        for card in going:
            lay(table, card, under(member))
            table.occurs("put into soul", table.card(card).owner, card, (("of", CardId(member)),))
        with table.under("12.2.1"):
            for soul in souls:
                lay(table, soul, under(member))


@rules.action("5.13.1.4")
def drop_materials(table: Table, materials: Materials) -> None:
    """Both, unless what was to be the tranceunion has taken them there already."""
    drop(table, [card for card in materials if area_name(table.card(card).area) != "drop"])


@rules.guard("5.13.1.5")
def is_named_by_effect(table: Table, by_rule: bool) -> bool:
    """A tranceunion that an effect trances needs no world, colour or level."""
    return not by_rule


@rules.action("5.14.1")
def move_member(table: Table, card: int, circles: Circles, player: Player | None = None) -> bool:
    """A member goes to other circles, with what is set to it."""
    side = player or table.master(card)
    if cannot_be_moved(table, card) or not table.propose("move to circle", card, dst=f"{side}.{circles[0]}"):
        return False
    with table.together():
        followers = set_cards(table, card)
        put_on_circles(table, card, circles, side)
        bring_along(table, card, followers or ())
    tell_moved(table, card)
    return True


def tell_moved(table: Table, card: int) -> None:
    """A member is on other circles: it may defend no more, and it may count as moved (A-43)."""
    stop_defending(table, card)
    if "7.5.3.5" in table.path or table.reading("A-43") == "any-circle-move":
        table.occurs("moved", table.master(card), card)


def stop_defending(table: Table, card: int) -> None:
    """8.2.11.3: off the circle being attacked, a defending member is one no longer (A-14)."""
    if not table.card(card).mark("defending") or is_under_attack(table, card):
        return
    if table.reading("A-14") == "fixed-once":
        with table.under("8.2.11.3"):
            table.mark(card, "defending", None)


@rules.guard("5.14.3")
def cannot_be_moved(table: Table, card: int) -> bool:
    """What says that a card cannot be moved is about moves from circle to circle only."""
    return bool(is_stopped(table, "move to circle", card))


@rules.action("5.15.1")
def level_boost(table: Table, player: Player, card: int) -> None:
    """Rest a standing level card and draw."""
    turn(table, [card], rested=True)
    draw_a_card(table, player)
    table.occurs("level boost", player, card)


def can_be_boosted(table: Table, card: int) -> bool:
    """A-05: a face-down level card has no direction. One that cannot be rested gives nothing for the draw."""
    now = table.card(card)
    if now.mark("rested") or is_stopped(table, "rest", card):
        return False
    return not now.mark("face down") or table.reading("A-05") == "face-down-stands"


@rules.action("5.16.1")
def define_logic(table: Table, player: Player, card: int) -> bool:
    """A card from the hand is laid face up in the battle zone."""
    if not table.propose("logic definition", card, player):
        return False
    if not needs_nothing(table) and not is_high_enough(table, player, card):
        return False
    dst = area(player, "battle")
    if not table.propose("move", card, src=table.card(card).area, dst=dst):
        return False
    with table.together():
        lay(table, card, dst, face_down=False)
        table.occurs("logic definition", player, card)
    if table.reading("A-18") == "resolve-at-once":
        from judgekit.games.luck_and_logic.ch09_07_automatic import resolve_at_once

        resolve_at_once(table, card)
    return True


@rules.guard("5.16.2")
def affects_masters_member(table: Table, card: Card) -> bool:
    """Face up in the battle zone a card's logic goes on affecting its master's member in battle."""
    return not card.mark("face down")


@rules.guard("5.16.3")
def needs_nothing(table: Table) -> bool:
    """Defining logic is not playing: world, colour and level do not matter."""
    return True


def is_high_enough(table: Table, player: Player, card: int) -> bool:
    """What playing the card would ask for."""
    return len(table.pile(f"{player}.level")) >= (table.peek(card, "level") or 0)


@rules.action("5.17.1")
def intercept(table: Table, player: Player, cards: Sequence[int]) -> list[CardId]:
    """Members with the intercept icon go to the intercept zone."""
    able = [c for c in cards if table.peek(c, "intercept") and table.propose("intercept", c, player)]
    with table.together():
        gone = send(table, able, "intercept", to=player)
        for card in gone:
            table.mark(card, "intercepting")
    return gone


@rules.action("5.18.1")
def luck_drive(table: Table, player: Player) -> None:
    """Three stock cards to the drop zone, and draw."""
    drop(table, top_of_stock(table, player, 3) or ())
    draw_a_card(table, player)
    table.occurs("luck drive", player)


@rules.action("5.19.1")
def reveal(table: Table, cards: Sequence[int]) -> None:
    """Everybody may see cards for a time."""
    if cards and stays_in_place(table):
        table.reveal(*cards)


@rules.guard("5.19.2")
def revealed_with_the_rest(table: Table) -> bool:
    """As a cost, cards are shown when all costs have been decided, at the time all are paid."""
    return True


@rules.action("5.19.3")
def reveal_for_effect(table: Table, cards: Sequence[int]) -> None:
    """Shown until the effect ends."""
    reveal(table, cards)


@rules.action("5.19.3.1")
def stop_revealing(table: Table, cards: Sequence[int]) -> None:
    table.occurs("no longer revealed", facts=(("cards", tuple(cards)),))


@rules.guard("5.19.4")
def stays_in_place(table: Table) -> bool:
    """Revealing moves nothing and turns nothing."""
    return True


@rules.action("5.20.1")
def reshuffle(table: Table, player: Player) -> None:
    """The drop zone goes to the deck, and the deck is shuffled."""
    with table.together():
        for card in table.pile(f"{player}.drop"):
            lay(table, card, area(player, "deck"))
    shuffle_deck(table, player)
    table.occurs("reshuffle", player)


@rules.action("5.21.1")
def refresh(table: Table, player: Player) -> None:
    """Reshuffle, and one more refresh point."""
    reshuffle(table, player)
    table.set_number(f"{player}.refresh points", table.number(f"{player}.refresh points") + 1)
    table.occurs("refresh", player)


@rules.guard("5.22.2")
def pays_at_once(table: Table) -> bool:
    """All costs are determined first and then paid together."""
    return True


@rules.guard("5.22.3")
def can_pay_all(table: Table, parts: Iterable[bool]) -> bool:
    """A cost is paid whole or not at all."""
    return all(parts)


@rules.guard("5.22.4")
def nothing_is_all(table: Table, all_of: bool) -> bool:
    """Paying all the cards of a zone is possible though there are none."""
    return all_of


@rules.action("5.23.1")
def look_at(table: Table, player: Player, cards: Sequence[int]) -> None:
    """A player sees hidden or face-down cards, which they could not without being told to."""
    hidden = [
        card for card in cards if is_veiled(table, table.card(card)) or not may_see(table, player, card)
    ]
    if hidden and leaves_as_it_is(table):
        table.look(player, hidden)


@rules.guard("5.23.2")
def may_still_look(table: Table, cards: Sequence[int]) -> bool:
    """Until the effect that lets a player look is over."""
    return bool(cards)


@rules.action("5.23.2.1")
def stop_looking(table: Table, player: Player, cards: Sequence[int]) -> None:
    table.occurs("no longer looked at", player, facts=(("cards", tuple(cards)),))


@rules.guard("5.23.3")
def leaves_as_it_is(table: Table) -> bool:
    """Looking moves nothing and orders nothing."""
    return True


def end_of_showing(table: Table, since: int) -> None:
    """What an effect has shown or let somebody see returns to its former state when the effect ends."""
    events = [happened.event for happened in table.happened[since:]]
    for event in events:
        if isinstance(event, Revealed):
            stop_revealing(table, event.cards)
        elif isinstance(event, Looked) and may_still_look(table, event.cards):
            stop_looking(table, event.player, event.cards)


@rules.action("5.24.1")
def set_to(table: Table, card: int, host: int, face_down: bool | None = None) -> bool:
    """A card is set to another, on the circle where that one is or that belongs to its gate zone."""
    there = table.card(host)
    if not table.propose("set", card, table.master(host), facts=(("to", CardId(host)),)):
        return False
    if area_name(there.area) not in FIELD:
        return not drop_instead_of_setting(table, card)
    with table.together():
        circles = circles_of(table, host) or ()
        circle = circle_of(there.area) if area_name(there.area) in GATE_ZONES else circles[0]
        lay(table, card, area(area_player(there.area) or there.owner, circle), face_down=face_down)
        table.mark(card, "set to", (there.id, there.object))
        table.occurs("set", table.master(card), card, (("to", there.id),))
    if face_down and master_may_look(table):
        look_at(table, table.master(card), [card])
    return True


@rules.action("5.24.1.1")
def drop_instead_of_setting(table: Table, card: int) -> bool:
    """Who it was to be set to is gone."""
    drop(table, [card], owners=True)
    return True


@rules.action("5.24.2")
def bring_along(table: Table, host: int, followers: Sequence[int]) -> None:
    """What is set to a card goes with it, at the same time."""
    there = table.card(host)
    circle = circle_of(there.area)
    for card in followers:
        lay(table, card, area(area_player(there.area) or there.owner, circle))


@rules.rule_action("5.24.3")
def orphaned(table: Table) -> Iterable[Due]:
    """Set cards whose card is on the field no more."""
    for player in PLAYERS:
        for circle in CIRCLES:
            for card in table.pile(f"{player}.{circle}"):
                if is_orphan(table, table.card(card)) and not stays_as_member(table, card):
                    yield Due(player, card)


@orphaned.performs("5.24.3")
def drop_orphan(table: Table, due: Due) -> None:
    drop(table, [CardId(due.subject)], owners=True)  # type: ignore[arg-type]


def is_orphan(table: Table, card: Card) -> bool:
    if not is_set(card):
        return False
    number, incarnation = card.mark("set to")
    host = table.state.current(Ref(CardId(number), incarnation))
    return host is None or area_name(host.area) not in FIELD


def stays_as_member(table: Table, card: int) -> bool:
    """A-34: read the other way, an orphaned member card stays as a member."""
    return counts_as_member(table, card)


@rules.guard("5.24.4")
def master_may_look(table: Table) -> bool:
    """The master of a card set face down may look at it at any time."""
    return True


@rules.guard("5.24.5")
def set_cards(table: Table, host: int) -> list[CardId]:
    """The cards set to a card, in the order in which they were set: their master keeps track of them."""
    there = table.card(host)
    found = [
        card
        for player in PLAYERS
        for circle in CIRCLES
        for card in table.pile(f"{player}.{circle}")
        if table.card(card).mark("set to") == (there.id, there.object)
    ]
    return sorted(found, key=lambda c: table.card(c).since)
