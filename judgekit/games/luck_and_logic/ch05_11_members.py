"""Sections 5.11 to 5.17: what members do and what is done with them, from exchange to intercept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judgekit.engine import plain
from judgekit.engine.legality import Check, Requirement, telling
from judgekit.engine.state import (
    Card,
    CardId,
    Player,
    area,
    area_name,
    area_player,
    under,
)
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import found_among, look_through
from judgekit.games.luck_and_logic.ch01_outline import card_says, is_stopped
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, territories
from judgekit.games.luck_and_logic.ch04_zones import (
    FIELD,
    GATE_ZONES,
    home,
    is_on_circle,
    is_under_attack,
    lay,
    members,
    occupants,
    send,
)
from judgekit.games.luck_and_logic.ch05_02_cards import draw_a_card, drop, shuffle_deck, turn
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import refresh
from judgekit.games.luck_and_logic.ch05_23_looking_and_setting import bring_along, set_cards
from judgekit.games.luck_and_logic.ch08_01_battles import STEPPED_ASIDE
from judgekit.games.luck_and_logic.rules import rules

Circles = tuple[str, ...]
LOGIC_ICONS = {"power logic": "2.11.2.1", "aura logic": "2.11.2.2", "limit logic": "2.11.2.3"}


@rules.action("5.11.1")
def exchange(table: Table, one: int, other: int) -> bool:
    """Two cards trade places."""
    if not can_exchange(table, one, other):
        table.refuse("exchange", table.words("no exchange there"), card=one)
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
            tell_moved(table, before.id, before)
    return True


def take_place_of(table: Table, card: int, gone: Card, circles: Circles) -> None:
    """A card takes the place of another; a member that leaves the circles takes its soul with it."""
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


def mobilize(table: Table, player: Player, card: int, circles: Circles, rested: bool | None = None) -> bool:
    """A member is placed on circles as its territory says; members already there make room first."""
    return mobilize_all(table, player, [(card, circles)], rested) == 1


@rules.action("5.12.2")
def mobilize_all(
    table: Table, player: Player, members: Sequence[tuple[int, Circles]], rested: bool | None = None
) -> int:
    """Members that one effect mobilizes come at the same time (4.1.6); returns how many came."""
    coming = [
        (table.card(card), circles)
        for card, circles in members
        if table.propose("mobilize", card, player, src=table.card(card).area, dst=f"{player}.{circles[0]}")
    ]
    make_room(table, player, coming)
    coming = [(card, circles) for card, circles in coming if not has_gone(table, card)]
    if any(card.owner != player for card, _ in coming):
        table.cite("3.2.1.1")
    if len(coming) > 1:
        table.cite("4.1.6")
    with table.together():
        for card, circles in coming:
            put_on_circles(table, card.id, circles, player, rested)
            table.occurs("mobilized", player, card.id, (("from", area_name(card.area)),))
    return len(coming)


def has_gone(table: Table, before: Card) -> bool:
    """What left its zone while room was made is a new card there (4.1.5); it is not mobilized (1.3.2)."""
    if table.state.current(before.ref) is not None:
        return False
    table.cite("1.3.2")
    table.refuse("mobilize", table.words("left its zone before"), before.owner, before.id)
    return True


Wanted = Callable[[CardId], bool]


def any_card(card: CardId) -> bool:
    return True


@rules.action("5.12.2.1")
def make_room(table: Table, player: Player, coming: Sequence[tuple[Card, Circles]]) -> None:
    """Everybody on the circles that newcomers will occupy goes, all at the same time (4.1.6)."""
    there = (
        card
        for newcomer, circles in coming
        for circle in circles
        for card in occupants(table, player, circle)
        if card != newcomer.id
    )
    drop(table, list(dict.fromkeys(there)))


def put_on_circles(
    table: Table, card: int, circles: Circles, player: Player, rested: bool | None = None
) -> None:
    """A card is put on circles; the time is kept for 10.4."""
    placed = (table.group_before.clock if table.group else table.state.clock) + 1
    if rested is None and card_says(table, "comes resting", (CardId(card), player)):
        rested = True
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
    asked = prompt or table.words("circles for a member", card=table.label(card))
    fits = telling((ITS_TERRITORY,), table, player)
    return names[table.pick(player, [(n, n) for n in names], asked, lambda where: fits((card, where)))]


def are_its_circles(table: Table, player: Player, placed: tuple[int, str]) -> bool:
    card, where = placed
    return where in [" + ".join(way) for way in territories(table, card, player)]


ITS_TERRITORY = Requirement("2.10.2", "circles as its territory says", are_its_circles)


# Mobilizing by the rules needs the requirements met and the cost paid.
owes_requirements = rules.passes("5.12.3.1")


is_free_by_effect = rules.asks("5.12.3.2", plain.is_not)  # an effect that mobilizes asks for neither


def trance(
    table: Table,
    player: Player,
    by_rule: bool = True,
    materials: Materials | None = None,
    counts: bool = True,
    wanted: Wanted = any_card,
) -> bool:
    """5.13.1: a logicalist and a foreigner become the soul of a tranceunion from the deck or the hand. If it
    is replaced it does not count for the turn, since it has not happened (9.10.1.1). An effect can say which
    tranceunions are wanted."""
    if not table.propose("trance", player=player):
        return False
    if counts:
        table.tally(f"{player}.trances this turn")
    table.cite("5.13.1")
    chosen = choose_materials(table, player, materials)
    if chosen is None:
        return False
    searched, tranceunion = search_for_tranceunion(table, player, chosen, by_rule, wanted) or (False, None)
    if tranceunion is not None:
        mobilized = mobilize_from_deck(table, player, tranceunion, chosen, by_rule)
    if searched:
        shuffle_after_search(table, player)
    if tranceunion is None:
        table.cite("5.13.1.2.3")
        mobilized = mobilize_from_hand(table, player, chosen, by_rule, wanted)
    if not mobilized:
        drop_materials(table, chosen)
    return bool(mobilized)


Materials = tuple[CardId, CardId]


def materials_of(table: Table, player: Player, kind: str) -> list[CardId]:
    """The members of a kind that can trance (1.3.3)."""
    found = (card for card in members(table, player) if table.peek(card, "type") == kind)
    return [card for card in found if not is_stopped(table, "trance with", card, player)]


def materials_with(table: Table, player: Player, chosen: Sequence[CardId]) -> Materials | None:
    """A given logicalist or foreigner on a player's circles, and a partner for it."""
    logicalists, foreigners = (materials_of(table, player, kind) for kind in ("logicalist", "foreigner"))
    if len(chosen) > 1:
        one = next((card for card in chosen if card in logicalists), None)
        other = next((card for card in chosen if card in foreigners), None)
        return None if one is None or other is None or len(chosen) > 2 else (one, other)
    for card in chosen[:1]:
        if card in logicalists and foreigners:
            return card, table.choose(player, foreigners, table.words("foreigner to trance"))[0]
        if card in foreigners and logicalists:
            return table.choose(player, logicalists, table.words("logicalist to trance"))[0], card
    return None


@rules.action("5.13.1.1")
def choose_materials(table: Table, player: Player, given: Materials | None = None) -> Materials | None:
    logicalists, foreigners = (materials_of(table, player, k) for k in ("logicalist", "foreigner"))
    if not logicalists or not foreigners:
        return None
    if given is None:
        (one,) = table.choose(player, logicalists, table.words("logicalist to trance"))
        (other,) = table.choose(player, foreigners, table.words("foreigner to trance"))
        given = one, other
    table.occurs("trance announced", player, given[0], (("with", given[1]),))
    return given


@rules.action("5.13.1.2")
def search_for_tranceunion(
    table: Table, player: Player, materials: Materials, by_rule: bool, wanted: Wanted = any_card
) -> tuple[bool, CardId | None]:
    """An optional search, perhaps with a refresh; whether there was one, and what was chosen."""
    if not table.may(player, table.words("search for a tranceunion")):
        table.occurs("no search", player)
        return False, None
    if table.may(player, table.words("refresh in a search")):
        if table.reading("A-11") == "optional-refresh":
            refresh(table, player)
        else:
            shuffle_deck(table, player)
    deck = table.pile(f"{player}.deck")
    table.look(player, deck)
    table.occurs("searched", player)
    return True, find_tranceunion(table, player, deck, materials, by_rule, wanted)


def find_tranceunion(
    table: Table,
    player: Player,
    deck: Sequence[CardId],
    materials: Materials,
    by_rule: bool,
    wanted: Wanted,
) -> CardId | None:
    def fits(card: CardId) -> bool:
        return wanted(card) and bool(playable(table, player, [card], materials, by_rule))

    there = look_through(table, deck, fits, 1)
    asked = table.words("tranceunion from the deck")
    chosen = table.choose(player, there, asked, 0, 1, describes=what_it_owes(table, player, by_rule))
    return next(iter(found_among(table, player, chosen, fits, "search")), None)


def playable(
    table: Table, player: Player, cards: Iterable[int], materials: Materials, by_rule: bool
) -> list[CardId]:
    """The tranceunions among cards that a trance could mobilize now."""
    from judgekit.games.luck_and_logic.ch09_06_playing import can_be_tranced

    return [
        CardId(c)
        for c in cards
        if table.peek(c, "type") == "tranceunion"
        and can_be_tranced(table, player, c, by_rule)
        and may_be_called_by(table, c, materials)
    ]


def what_it_owes(table: Table, player: Player, by_rule: bool) -> Callable[[CardId], list[Check]] | None:
    """What a trance by the rules asks of a tranceunion: the same as playing it from the hand (5.12.3.1)."""
    from judgekit.games.luck_and_logic.ch07_phases import mobilize_member

    owed = [one for one in mobilize_member.requirements if one.clause != "5.13.1"]
    return telling(owed, table, player) if by_rule else None


def may_be_called_by(table: Table, tranceunion: int, materials: Materials) -> bool:
    """A-10e: whether the foreigner of the trance may be another than the tranceunion names (2.3.1)."""
    named = table.peek(tranceunion, "covenanter")
    if not named or table.peek(materials[1], "character") in (None, named):
        return True
    table.cite("2.3.1")
    return table.reading("A-10e") == "any-foreigner"


def mobilize_by_trance(
    table: Table, player: Player, card: CardId, materials: Materials, by_rule: bool
) -> bool:
    from judgekit.games.luck_and_logic.ch09_06_playing import play_by_trance

    circles = play_by_trance(table, player, card, by_rule, materials)
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


mobilize_from_deck = rules.acts("5.13.1.2.1", mobilize_by_trance)


shuffle_after_search = rules.acts("5.13.1.2.2", shuffle_deck)


@rules.action("5.13.1.2.3")
def mobilize_from_hand(
    table: Table, player: Player, materials: Materials, by_rule: bool, wanted: Wanted = any_card
) -> bool:
    hand = playable(table, player, table.pile(f"{player}.hand"), materials, by_rule)
    hand = [card for card in hand if wanted(card)]
    asked = table.words("tranceunion from the hand")
    chosen = table.choose(player, hand, asked, 0, 1, describes=what_it_owes(table, player, by_rule))
    return bool(chosen) and mobilize_by_trance(table, player, chosen[0], materials, by_rule)


@rules.action("5.13.1.3")
def become_soul(table: Table, player: Player, tranceunion: CardId, materials: Materials) -> None:
    """The materials go to the soul before anybody makes room, so that no one drops them."""
    table.reading("A-55")
    table.cite("4.15.2")
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
    """Both, unless the intended tranceunion has already taken them there. No covenant has come about."""
    if any(ability.clause == "11.2.1" for card in materials for ability in table.definition(card).abilities):
        table.cite("11.2.1")
    drop(table, [card for card in materials if area_name(table.card(card).area) != "drop"])


# A tranceunion that an effect trances needs no world, colour or level
is_named_by_effect = rules.asks("5.13.1.5", plain.is_not)


@rules.action("5.14.1")
def move_member(table: Table, card: int, circles: Circles, player: Player | None = None) -> bool:
    """A member goes to other circles, with what is set to it."""
    side = player or table.master(card)
    if cannot_be_moved(table, card) or not table.propose("move to circle", card, dst=f"{side}.{circles[0]}"):
        return False
    if side != table.master(card):
        table.cite("3.2.1.1")
    before = table.card(card)
    with table.together():
        followers = set_cards(table, card)
        put_on_circles(table, card, circles, side)
        bring_along(table, card, followers or ())
    tell_moved(table, card, before)
    return True


def tell_moved(table: Table, card: int, before: Card) -> None:
    """A member is on other circles: it may stop defending, and may count as moved (A-43)."""
    stop_defending(table, card)
    counts = counts_as_moved(table)
    origin = (("from", tuple(before.mark("circles") or (area_name(before.area),))),)
    if counts or "5.11.1" not in table.path:
        table.cite("5.14.2")
    if counts:
        table.occurs("moved", table.master(card), card, origin)
    elif "5.11.1" not in table.path:  # for a text that names the effect (1.3.1)
        table.occurs("moved by an effect", table.master(card), card, origin)


def counts_as_moved(table: Table) -> bool:
    """A-43: by the move of the main phase; by other readings, also by an effect or an exchange."""
    if "7.5.3.5" in table.path:
        return True
    reading = table.reading("A-43")
    return reading == "any-circle-move" or (reading == "effects-that-move" and "5.11.1" not in table.path)


def stop_defending(table: Table, card: int) -> None:
    """8.2.11.3: off the circle being attacked, a member no longer defends (A-14)."""
    if not table.card(card).mark("defending") or is_under_attack(table, card):
        return
    if table.reading("A-14") == "fixed-once":
        with table.under("8.2.11.3"):
            table.mark(card, "defending", None)
            table.set_number("member attacked", STEPPED_ASIDE)


@rules.guard("5.14.3")
def cannot_be_moved(table: Table, card: int) -> bool:
    """A text that says a card cannot be moved covers only moves from circle to circle."""
    return bool(is_stopped(table, "move to circle", card))


@rules.action("5.15.1")
def level_boost(table: Table, player: Player, card: int) -> bool:
    """Rest a standing level card and draw."""
    if not table.propose("level boost", card, player):
        return False
    turn(table, [card], rested=True)
    draw_a_card(table, player)
    table.occurs("level boost", player, card)
    return True


def can_be_boosted(table: Table, card: int) -> bool:
    """A-05: a face-down level card has no direction. One that cannot be rested gives nothing for the draw."""
    now = table.card(card)
    if now.mark("rested") or is_stopped(table, "rest", card):
        return False
    if not now.mark("face down"):
        return True
    table.cite("4.7.1.2")
    return table.reading("A-05") == "face-down-stands"


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
    table.cite(*(clause for logic, clause in LOGIC_ICONS.items() if table.peek(card, logic)))
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


# Defining logic is not playing: world, colour and level do not matter.
needs_nothing = rules.says("5.16.3", True)


def is_high_enough(table: Table, player: Player, card: int) -> bool:
    """What playing the card would ask for."""
    return len(table.pile(f"{player}.level")) >= (table.peek(card, "level") or 0)


@rules.action("5.17.1")
def intercept(table: Table, player: Player, cards: Sequence[int]) -> list[CardId]:
    """Members with the intercept icon go to the intercept zone."""
    able = [c for c in cards if table.peek(c, "intercept") and table.propose("intercept", c, player)]
    with table.together():
        gone = send(table, able, "intercept", whose=lambda table, card: player)
        for card in gone:
            table.mark(card, "intercepting")
    return gone
