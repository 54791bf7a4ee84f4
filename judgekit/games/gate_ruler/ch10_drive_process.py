"""Section 10: driving cards, and the Overdrive abilities that come with them."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine.abilities import Ability
from judgekit.engine.state import PLAYERS, CardId, Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_05_boxes as boxes
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import PLAINLY, Way, play_of
from judgekit.games.gate_ruler.ch02_card_information import is_event, is_unit
from judgekit.games.gate_ruler.ch03_zones import is_settable, relocate, to_graveyard, zones
from judgekit.games.gate_ruler.rules import GATE, phase, rules

OVERDRIVE = "Overdrive ability"


@rules.guard("10-1b")
def is_standard_drive(table: Table, player: Player) -> bool:
    """In one's own main phase; J-20: and start phase."""
    if player != table.turn_player:
        return False
    if phase(table) == "start":
        return table.reading("J-20") == "start-phase-standard"
    return phase(table) == "main"


def drive(table: Table, player: Player, cards: Sequence[int]) -> None:
    """Drive cards in the way that applies now."""
    if is_standard_drive(table, player):
        standard_drive(table, player, cards)
    else:
        table.cite("10-2a")  # any other time than the one of a standard drive
        other_drive(table, player, cards)


@rules.action("10-2a")
def standard_drive(table: Table, player: Player, cards: Sequence[int]) -> None:
    """Face down to the drive zone; what becomes of them is up to the main phase."""
    for card in cards:
        relocate(table, card, f"{player}.drive")


@rules.action("10-3a")
def other_drive(table: Table, player: Player, cards: Sequence[int]) -> None:
    driven = sort_driven_cards(table, player, cards) or []
    abilities = [a for card in driven for a in add_overdrives(table, player, card) or ()]
    add_drive_resolution(table, player, [*driven, *abilities])


@rules.action("10-3a-1")
def sort_driven_cards(table: Table, player: Player, cards: Sequence[int]) -> list[CardId]:
    """Events other than standard actions stay down, settable cards if the player likes; the rest is shown."""
    driven = [CardId(card) for card in cards if relocate(table, card, f"{player}.drive")]
    down = [c for c in driven if is_event(table, c) and playing.timing(table, c) != "standard"]
    others = [c for c in driven if c not in down and is_settable(table, c)]
    down += table.choose(player, others, table.words("keep face down"), 0, len(others))
    for card in driven:
        if card not in down:
            table.mark(card, "face down", None)
            table.reveal(card)
    return driven


@rules.action("10-3b")
def add_overdrives(table: Table, player: Player, card: CardId) -> list[CardId]:
    """A revealed card's Overdrive abilities, each as an imaginary card."""
    if table.card(card).mark("face down"):
        return []
    link = linked_to(table, card) or ()
    return [
        table.create(OVERDRIVE, player, f"{player}.drive", (("ability", ability.address), *link))
        for ability in overdrive_abilities(table, card)
    ]


@rules.guard("10-3b-1")
def linked_to(table: Table, card: CardId) -> Facts:
    """An Overdrive ability is linked to the card it is printed on, as the object it is now."""
    return ("link", card), ("source", (card, table.card(card).object))


@rules.action("10-3c")
def add_drive_resolution(table: Table, player: Player, related: Sequence[int]) -> None:
    controller = whose_drive(table, player) or table.turn_player
    marks = (("controller", controller), ("related", tuple(related)))
    table.create("drive resolution process", controller, GATE, marks)


whose_drive = rules.passes("10-3c-1")  # the driving player decides on the driven cards, in any turn


@rules.step("10-4b")
def nothing_is_left_of_the_drive(table: Table) -> None:
    process = table.recall("process")
    if not related(table, process):
        table.vanish(process)
        table.finish()


@rules.step("10-4c")
def choose_a_driven_card(table: Table) -> None:
    """J-21: one that belongs to this process."""
    process = table.recall("process")
    player = table.master(process)
    mine = related(table, process)
    every = [c for c in table.pile(f"{player}.drive") if c not in mine]
    if every and table.reading("J-21") == "any-card-and-stays":
        mine = [*mine, *every]
    free = [c for c in mine if is_free_card(table, c) or is_overdrive(table, c)]
    (chosen,) = table.choose(player, free, table.words("next of the drive")) or (None,)
    table.remember(chosen=chosen)


@rules.guard("10-4c#1")
def is_free_card(table: Table, card: CardId) -> bool:
    """A card without Overdrive abilities linked to it."""
    return table.card(card).name != OVERDRIVE and not linked_overdrives(table, card)


@rules.guard("10-4c#2")
def is_overdrive(table: Table, card: CardId) -> bool:
    return table.card(card).name == OVERDRIVE


@rules.step("10-4d", to=("10-4b",))
def use_what_was_chosen(table: Table) -> None:
    chosen, process = table.recall("chosen"), table.recall("process")
    if chosen is None:
        table.finish()
        return
    player = table.master(process)
    if set_or_play(table, player, chosen):
        if process in table.state.cards and table.reading("J-21") == "own-cards-and-leaves":
            table.vanish(process)
    else:
        leave_unused(table, chosen)
        table.goto("10-4b")


@rules.action("10-4d-1")
def set_or_play(table: Table, player: Player, card: CardId) -> bool:
    """A settable card that lies face down can be set, anything else played."""
    if table.card(card).name == OVERDRIVE:
        can = boxes.can_play_overdrive(table, player, card)
        wants = can and uses_it(table, player, table.words("play the driven card", card=table.label(card)))
        return wants and boxes.play_overdrive(table, player, card) is not None
    if table.card(card).mark("face down"):
        room = zones(table, player, "set")
        if (
            not is_settable(table, card)
            or not room
            or not uses_it(table, player, table.words("set the driven card", card=table.label(card)))
        ):
            return False
        zone = table.pick(
            player, [(z, z) for z in room], table.words("zone to set in", card=table.label(card))
        )
        return demanding.set_as_its_word_has_it(table, card, zone)
    way = at_its_price(table) or Way(free=True)
    can = playable.can_play_card(table, player, card, way) and below_the_cap(table, player, card) is not False
    if not can or not uses_it(table, player, table.words("play the driven card", card=table.label(card))):
        return False
    if is_unit(table, card):
        return summoning.normal_summon(table, player, card, way=way) is not None
    return summoning.play_card(table, player, card, way) is not None


def uses_it(table: Table, player: Player, asked: str) -> bool:
    """10-4d-2: what is neither set nor played does not stay in the drive zone."""
    table.cite("10-4d-2")
    return table.may(player, asked)


at_its_price = rules.says("10-4d-1a", PLAINLY)  # playing it costs what it always costs


@rules.guard("10-4d-1b")
def below_the_cap(table: Table, player: Player, card: CardId) -> bool:
    """A unit played from a drive is a normal summon and counts as one."""
    return not is_unit(table, card) or not summoning.cap_is_reached(table, player, card)


@rules.action("10-4d-2")
def leave_unused(table: Table, card: CardId) -> None:
    if table.card(card).name == OVERDRIVE:
        remove_overdrive(table, card)
    else:
        to_graveyard(table, card)


# Overdrive abilities in drive zones


def overdrive_abilities(table: Table, card: int) -> list[Ability]:
    """The Overdrive abilities that a card has."""
    if table.rules.number("16-2a") is None:
        return []
    return [a for a in playing.abilities_of(table, card) if play_of(a).sort == "OD"]


def overdrives(table: Table, player: Player) -> list[CardId]:
    return [card for card in table.pile(f"{player}.drive") if table.card(card).name == OVERDRIVE]


def linked_overdrives(table: Table, card: int) -> list[CardId]:
    found = (one for player in PLAYERS for one in overdrives(table, player))
    return [one for one in found if card_of(table, one) == table.card(card).ref]


def card_of(table: Table, ability: int) -> Ref:
    """The card that an Overdrive ability is linked to, as the object it was."""
    marks = table.card(ability)
    source = marks.mark("source")
    return Ref(CardId(source[0]), source[1]) if source else table.card(marks.mark("link")).ref


def remove_overdrive(table: Table, ability: int) -> None:
    table.vanish(ability)


def related(table: Table, process: int) -> list[CardId]:
    """The cards and abilities of a drive that are still in a drive zone."""
    zone = [card for player in PLAYERS for card in table.pile(f"{player}.drive")]
    return [card for card in table.card(process).mark("related") or () if card in zone]
