"""Section 16-16 to 16-19: Enhance, Resource, Concealment, Dormant."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from judgekit.engine.registry import cited
from judgekit.engine.state import UNKNOWN, CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler.abilities import Play, Playing, Target, play_of
from judgekit.games.gate_ruler.ch03_zones import takes_over_no_damage
from judgekit.games.gate_ruler.rules import GATE, is_in_play, rules, zone_kind


@rules.keyword("16-16b", "Enhance")
def enhance_ability(address: str, among: Callable[[Table, Playing], Iterable[int]]) -> keywords.Made:
    spec = Play(labels=("Enhance",), targets=(Target(among),))
    return keywords.status(address, "16-16b", "Enhance", spec)


def enhance_(table: Table, doing: Playing, zone: str, enter: Callable[[str], bool]) -> bool:
    """Another unit becomes its charge, then it is put into play. J-44: where, and does it enter."""
    ability = keywords.keyword_ability(table, doing.object, "Enhance")
    group = play_of(ability).targets[0] if ability else None
    material = choose_material(table, doing, group.among(table, doing)) if group else None
    if material is None or not handling.can_go_under(table, material, doing.object, doing.player):
        return False  # a unit that something keeps in play is no charge: the other enters as usual
    if table.reading("J-44") == "enters-in-material-zone":
        zone = table.card(material).area
    table.mark(doing.object, "enhanced", True)
    takes_over_no_damage(table, [material])
    handling.add_as_charge(table, material, doing.object, doing.player, settled=True)
    table.mark(material, "charge zone", doing.player)
    return enter(zone)


def choose_material(table: Table, doing: Playing, units: Iterable[int]) -> CardId | None:
    """Another fitting unit, if they want; J-59: of the player, or of anybody."""
    fitting = [c for c in units if c != doing.object]
    own = [c for c in fitting if table.master(c) == doing.player]
    if len(own) < len(fitting) and table.reading("J-59") == "own-units-only":
        fitting = own
    if not fitting or not table.may(doing.player, table.words("enhance", card=table.label(doing.object))):
        return None
    return table.choose(doing.player, fitting, table.words("unit as a charge"))[0]


enhance = cited("16-16b", enhance_)


@rules.action("16-17b")
def needs_resource(table: Table, thing: CardId, player: Player) -> None:
    """An ability with Resource needs a card in the resource zone."""
    if not ready_or_not(table, player):
        raise playing.CannotPlay("16-17b", table.words("no resource"))
    table.mark(thing, "resource", True)


@rules.action("16-17b-1")
def does_not_trigger(table: Table, player: Player, address: str) -> bool:
    """Without one, an automatic ability does not even trigger."""
    if ready_or_not(table, player):
        return False
    table.refuse(f"trigger {address}", "16-17b-1", player)
    return True


@rules.action("16-17c")
def event_needs_resource(table: Table, thing: CardId, player: Player) -> None:
    """An event with Resource needs a card in the resource zone."""
    if not ready_or_not(table, player):
        raise playing.CannotPlay("16-17c", table.words("no resource"))
    table.mark(thing, "resource", True)


@rules.guard("16-17d")
def ready_or_not(table: Table, player: Player) -> bool:
    """Ready or exhausted, both count."""
    return bool(table.pile(f"{player}.resource"))


@rules.action("16-18b")
def set_concealed(table: Table, card: CardId, zone: str) -> bool:
    """A card with Concealment is settable."""
    return handling.set_card(table, card, zone)


@rules.action("16-18c")
def set_forcibly_concealed(table: Table, card: CardId, zone: str) -> bool:
    """A card with Forced Concealment is settable, and enters play from there only."""
    return handling.set_card(table, card, zone)


def set_as_its_word_has_it(table: Table, card: CardId, zone: str) -> bool:
    """A card is set, by the keyword that makes it settable if it has one."""
    put = {"Concealment": set_concealed, "Forced Concealment": set_forcibly_concealed}
    return bool(put.get(conceals(table, card), handling.set_card)(table, card, zone))


def conceals(table: Table, card: int) -> str:
    """The keyword that makes a card settable, if it has one and the rules know it."""
    words = {"Concealment": "16-18b", "Forced Concealment": "16-18c"}
    live = (w for w, clause in words.items() if table.rules.number(clause) is not None)
    return next((word for word in live if keywords.has(table, card, word)), "")


def may_be_played_from(table: Table, card: int) -> bool:
    """16-18c: with Forced Concealment from a set zone only."""
    if table.rules.number("16-18c") is None or not keywords.has(table, card, "Forced Concealment"):
        return True
    table.cite("16-18c")
    return zone_kind(table.card(card).area) == "set"


def may_enter(table: Table, card: int, src: str, dst: str) -> bool:
    """16-18c: into play only by resolving after being played from a set zone, or straight from there."""
    if (
        not is_in_play(dst)
        or zone_kind(dst) == "set"
        or is_in_play(src)
        or table.rules.number("16-18c") is None
    ):
        return True
    if table.card(card).name == UNKNOWN or not keywords.has(table, card, "Forced Concealment"):
        return True
    table.cite("16-18c")
    if src == GATE and table.card(card).mark("played from") == "set":
        return True
    table.cite("1-5d")  # whatever tells it to enter
    return False


@rules.guard("16-18d")
def needs_a_permission(table: Table, card: int) -> bool:
    """From a set zone only if an ability of the card allows it."""
    return keywords.keyword_ability(table, card, "from set zone") is None


@rules.action("16-18d-1")
def summon_from_set_zone(table: Table, player: Player, card: CardId) -> CardId | None:
    """A plain permission: in one's main phase, while the gate is empty."""
    return summoning.normal_summon(table, player, card)


def may_be_summoned_from_set_zone(table: Table, card: int) -> bool:
    """16-18d-1: whether the card has such a permission, and its condition holds."""
    if table.rules.number("16-18d-1") is None:
        return False
    if zone_kind(table.card(card).area) != "set" or needs_a_permission(table, card):
        return False
    permission = keywords.keyword_ability(table, card, "from set zone")
    condition = play_of(permission).condition if permission else None
    return condition is None or condition(table, table.master(card), table.card(card))


@rules.action("16-19b")
def stay_dormant(table: Table, player: Player, cards: Iterable[CardId]) -> None:
    """It cannot attack; the log notes that it would have."""
    for card in cards:
        table.refuse("attack", "16-19b", player, card)


def is_dormant(table: Table, card: int) -> bool:
    return table.rules.number("16-19b") is not None and keywords.has(table, card, "Dormant")
