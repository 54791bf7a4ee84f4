"""Chapter 3: owners and masters, stacks, the invading monster, rage."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine import plain
from judgekit.engine.abilities import Change
from judgekit.engine.layers import Board
from judgekit.engine.state import JUDGE, PLAYERS, CardId, Player, area_name, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import is_so_already, lose, nobody_wins
from judgekit.games.godzilla.rules import FIELD_OF, rules, zone_number

owner = rules.asks("3.1.1", plain.owner)


master = rules.asks("3.1.2", Table.master)


def belongs_to_its_zone(table: Table, card: int) -> None:
    """In a zone other than the one where it appeared, a token's master is the player of that zone."""
    if table.card(card).mark("master"):
        table.mark(card, "master", None)


master_of_continuous = rules.asks("3.1.2.1", plain.whose)


# the master of its card when it triggered, or of the effect that made it
master_of_automatic = rules.asks("3.1.2.2", plain.whose)


master_of_effect = rules.passes("3.1.2.3")
who_acts = rules.passes("3.1.2.3.1")  # where an effect does not say who, its master does


# A stack is one card: what lies under its top is not counted
cards_on_the_field = rules.asks("3.2.3", Table.pile)


cards_under = rules.passes("3.2.3.1")  # looked at only by a text that says so; the nearest to the top first


def move_with_all_below(table: Table, card: int, dst: str, at: int | None = None) -> None:
    """A card by itself, or the stack that it is the top of."""
    if table.pile(under(card)):
        move_the_stack(table, card, dst, at)
    else:
        table.put(card, dst, at)


@rules.action("3.2.4")
def move_the_stack(table: Table, card: int, dst: str, at: int | None = None) -> None:
    """All cards of a stack go together, the top one first; into a deck in the order its player likes."""
    table.cite("3.2.3", "3.2.3.1")
    from judgekit.games.godzilla.ch04_areas import put_in_order
    from judgekit.games.godzilla.ch12_keywords import tell_of_a_covered_card

    below, where = table.pile(under(card)), table.card(card).area
    if area_name(dst) in ("hand", "deck") and table.reading("A-60") == "lower-to-discard":
        with table.together():
            table.put(card, dst, at)
            for beneath in below:
                table.put(beneath, f"{table.card(beneath).owner}.discard pile")
        return
    if area_name(dst) == "deck":
        put_in_order(table, [CardId(card)], at)
        return
    with table.together():
        table.put(card, dst, at)
        for beneath in below:
            if dst.endswith("discard pile"):
                tell_of_a_covered_card(table, beneath, where)
            home = dst if dst.startswith("under.") else f"{table.card(beneath).owner}.{dst.partition('.')[2]}"
            table.put(beneath, home, at)


@rules.guard("3.2.5")
def is_another_card(table: Table, new: int, old: int) -> bool:
    return new != old


def stack_on_top(table: Table, new: int, old: int) -> None:
    """Lay a card on a stack: the old top and all below it lie under the new one."""
    where = table.card(old).area
    is_another_card(table, new, old)
    with table.together():
        table.put(new, where)
        for beneath in table.pile(under(old)):
            table.put(beneath, under(new))
        table.put(old, under(new), 0)
        if not table.is_unknown(old) and table.definition(old).abilities:
            table.reading("A-12")  # whether they still work
        if is_under_effects(table, old) and table.reading("A-11") == "pass-to-new":
            pass_effects(table, old, new)


def is_under_effects(table: Table, card: int) -> bool:
    """Whether an effect has been fixed on this card."""
    ref = table.card(card).ref
    return any(effect.cards is not None and ref in effect.cards for effect in table.state.effects)


def pass_effects(table: Table, old: int, new: int) -> None:
    """The other reading: effects on the old top go on applying to the stack."""
    ref = table.card(old).ref
    for effect in table.state.effects:
        if effect.cards is not None and ref in effect.cards:
            cards = [c.card for c in effect.cards if c != ref] + [CardId(new)]
            table.end(effect)
            table.begin(effect.what, effect.source, effect.player, effect.until, cards, effect.facts)


def uncover(table: Table, card: int) -> CardId | None:
    """Take the top card's place: the next one below becomes the top, the rest lie under it."""
    below = table.pile(under(card))
    if not below:
        return None
    where = table.card(card).area
    table.cite("3.2.3.1")
    if len(below) > 1:
        table.cite("3.2.2")
    if len(below) > 1 and table.card(card).mark("invading") and table.reading("A-28") == "unordered":
        (first,) = table.choose(table.master(card), below, table.words("top card"))
        below = (first, *(c for c in below if c != first))
    new_top, *others = below
    table.put(new_top, where)
    for beneath in others:
        table.put(beneath, under(new_top))
    return new_top


def find_monster(table: Table, player: Player) -> CardId | None:
    """The top card of a player's invading monster, wherever it stands."""
    found: CardId | None = table.lying(player, _look_for_monster, table, player)
    return found


def _look_for_monster(table: Table, player: Player) -> CardId | None:
    areas, cards = table.state.areas, table.state.cards
    for where in FIELD_OF[player]:
        for card in areas.get(where, ()):
            found = cards[card]
            if found.marks and found.mark("invading"):
                return card
    return None


@rules.guard("3.3.3.2")
def position(table: Table, player: Player) -> int:
    """The number of the zone that a player's invading monster is in; 0 if there is none."""
    monster = find_monster(table, player)
    return (zone_number(table.card(monster).area) or 0) if monster is not None else 0


@rules.action("3.3.3.3")
def change_position(table: Table, player: Player, number: int) -> bool:
    """The monster itself is moved to show its new position."""
    monster = invading_monster(table, player)
    if monster is None:
        return False
    across = table.pile(f"{table.opponent(player)}.zone {number}")
    if any(table.peek(card, "type") == "battle" for card in across):
        table.cite("4.1.1", "11.3.2")  # that card is in another zone of the same number
    return table.move(monster, f"{player}.zone {number}")


@rules.guard("3.3.4")
def invading_monster(table: Table, player: Player) -> CardId | None:
    """A player's monster card, with no area named. Without any, the judge decides how to go on."""
    monster = find_monster(table, player)
    if monster is None and table.reading("A-29") == "ask-judge":
        ask_about_the_missing_monster(table, player)
    return monster


def ask_about_the_missing_monster(table: Table, player: Player) -> None:
    """The judge may end the game, or let it continue without anything that needs the monster."""
    options = [
        ("go on", table.words("go on without a monster")),
        ("lose", table.words("a player loses", player=player)),
        ("draw", table.words("a draw")),
    ]
    with table.under("3.3.4"):
        ruled = table.pick(JUDGE, options, table.words("no invading monster", player=player))
        if ruled == "lose":
            lose(table, player)
        elif ruled == "draw":
            nobody_wins(table)


@rules.guard("3.4.3")
def rage(table: Table, player: Player) -> int:
    return table.number(f"{player}.rage")


@rules.guard("3.4.4")
def floor_of_rage(table: Table, wanted: int) -> int:
    return max(0, wanted)


def set_rage(table: Table, player: Player, wanted: int) -> bool:
    """Rage becomes a number, never below 0; the same number is not a change."""
    now, wanted = rage(table, player), floor_of_rage(table, wanted)
    if is_so_already(table, now, wanted):
        return False
    act, change = ("gain rage" if wanted > now else "lose rage"), (("number", abs(wanted - now)),)
    if not table.propose(act, find_monster(table, player), player, facts=change):
        return False
    return table.set_number(f"{player}.rage", wanted)


@rules.guard("3.4.5")
def threat_from_rage(table: Table, points: int) -> int:
    return 5000 * points


def rage_changes(board: Board) -> Iterator[Change]:
    """What rage adds to each invading monster that has any."""
    table = board.table
    for player in PLAYERS:
        points = board.state.number(f"{player}.rage")
        if points:
            for where in FIELD_OF[player]:
                for card in board.state.pile(where):
                    if board.state.cards[card].mark("invading"):
                        yield Change(card, "threat level", "+", threat_from_rage(table, points), by="3.4.5")
