"""Section 16-5 to 16-9: Breakthrough, Defender, Intercept, Retaliate, Double Attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judgekit.engine.abilities import (
    Automatic,
    Moment,
    Source,
)
from judgekit.engine.events import Occurred
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Facts, Ref, fact, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler.abilities import Play, Playing
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.ch02_card_information import (
    is_unit,
    number,
    ruler_of,
)
from judgekit.games.gate_ruler.rules import is_in_play, rules, zone_kind


@rules.keyword("16-5a-1", "Breakthrough")
def breakthrough(address: str) -> keywords.Made:
    return (
        Automatic(
            address,
            "16-5a-1",
            "Breakthrough",
            data=Play(labels=("Breakthrough",), resolve=_break_through),
            on=(Occurred,),
            fulfilled=_at_start_of_damage_step(_attacks_a_defender, "Breakthrough"),
        ),
    )


def _at_start_of_damage_step(
    condition: Callable[[Table, CardId], bool], word: str
) -> Callable[[Table, Moment, Source], Iterator[Facts]]:
    """J-09: everything after the comma is effect, or part of the trigger."""

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if not keywords.occurs(moment, "start of the damage step") or is_second_instance(table, source, word):
            return
        if condition(table, source.card.card) or table.reading("J-09") != "checked-on-trigger":
            yield ()

    return fulfilled


def is_second_instance(table: Table, source: Source, word: str) -> bool:
    """A card that has the keyword twice has it once."""
    first = keywords.keyword_ability(table, source.card.card, word)
    if first is None or first.address == source.what:
        return False
    once = only_one_breakthrough(table) if word == "Breakthrough" else only_one_retaliate(table)
    return bool(once)


def _attacks_a_defender(table: Table, card: CardId) -> bool:
    target = attack.being_attacked(table)
    mine = attack.attacking_card(table) == card
    return mine and target is not None and zone_kind(table.card(target).area) == "defense"


def _break_through_(table: Table, doing: Playing) -> None:
    if table.reading("J-09") != "checked-on-trigger" and not _attacks_a_defender(table, doing.source.card):
        return
    target = attack.being_attacked(table)
    hit = () if target is None else (("target", (target, table.card(target).object)),)
    facts = (("until", "end of battle"), *hit)
    table.cite("14-9f")
    table.plan("keyword:Breakthrough, then", doing.source, doing.player, facts=facts)


_break_through = cited("16-5a-1", _break_through_)


def _broken_through_(table: Table, doing: Playing) -> None:
    unit, other = doing.source.card, opponent(doing.player)
    ruler = ruler_of(table, other)
    still = attack.attacking_card(table) == unit and attack.attacked_column(table) == f"{other}.center"
    empty = not any(table.pile(zone) for zone in places.zones(table, other, "defense"))
    if not keywords.has(table, unit, "Breakthrough"):
        table.cite("14-9h")
    if still and empty and ruler is not None and damage_hit(table, doing):
        combat = bool(breakthrough_is_combat_damage(table))
        hits = [(ruler, number(table, unit, "STK"))]
        damage.deal(table, doing.source, doing.player, hits, combat=combat)


broken_through = cited("16-5a-1", _broken_through_)


def damage_hit(table: Table, doing: Playing) -> bool:
    """J-09: whether combat damage must have hit the defending unit."""
    target = fact(doing.facts, "target")
    ref = Ref(CardId(target[0]), target[1])
    former = table.state.former.get(ref)
    wounds = former.card.mark("wounds") if former else table.card(ref.card).mark("wounds")
    hit = any(row[2] == doing.source.card and row[3] for row in wounds or ())
    return hit or table.reading("J-09") != "combat-damage-needed"


breakthrough_is_combat_damage = rules.says("16-5b", True)
only_one_breakthrough = rules.says("16-5c", True)


@rules.keyword("16-6a-1", "Defender")
def defender(address: str) -> keywords.Made:
    return (
        Automatic(address, "16-6a-1", "Defender",
                  data=Play(labels=("Defender",), resolve=_defend, optional=True),
                  on=(Occurred,), fulfilled=_own_attack_phase_ends),
    )  # fmt: skip


def _own_attack_phase_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = keywords.occurs(moment, "end of the attack phase")
    if event is not None and event.player == source.player:
        yield ()


def _defend_(table: Table, doing: Playing) -> None:
    card = table.state.current(doing.source)
    empty = [z for z in places.zones(table, doing.player, "defense") if not table.pile(z)]
    if card is None or not empty or zone_kind(card.area) == "defense" or not is_in_play(card.area):
        return
    if table.may(doing.player, table.words("move to defend", card=table.label(card.id))):
        handling.move(table, card.id, empty[0], doing.player)


_defend = cited("16-6a-1", _defend_)


@rules.keyword("16-7a", "Intercept")
def intercept(address: str) -> keywords.Made:
    return keywords.status(address, "16-7a", "Intercept")


def _deal_intercept(table: Table, unit: CardId, attacker: CardId) -> None:
    strikes_without_attacking(table, unit)
    combat = bool(intercept_is_combat_damage(table))
    hits = [(attacker, number(table, unit, "ATK"))]
    damage.deal(table, table.card(unit).ref, table.master(unit), hits, combat=combat)


deal_intercept = cited("16-7a", _deal_intercept)


def strikes_without_attacking(table: Table, unit: CardId) -> None:
    """16-19b: Dormant keeps a unit from attacking, and from nothing else."""
    if keywords.has(table, unit, "Dormant"):
        table.cite("16-19b")


def has_intercept(table: Table, card: int) -> bool:
    if table.rules.number("16-7a") is None:
        return False
    table.cite("16-7a")
    if table.grants():
        table.value(card, "abilities")
    return keywords.has(table, card, "Intercept") and not is_forbidden(table, "intercept", card)


intercept_is_combat_damage = rules.says("16-7b", True)


@rules.keyword("16-8a-1", "Retaliate")
def retaliate(address: str) -> keywords.Made:
    return (
        Automatic(address, "16-8a-1", "Retaliate", data=Play(labels=("Retaliate",), resolve=_retaliate),
                  on=(Occurred,), fulfilled=_at_start_of_damage_step(_is_attacked, "Retaliate")),
    )  # fmt: skip


def _is_attacked(table: Table, card: CardId) -> bool:
    return attack.being_attacked(table) == card


def _retaliate_(table: Table, doing: Playing) -> None:
    if table.reading("J-09") != "checked-on-trigger" and not _is_attacked(table, doing.source.card):
        return
    table.cite("14-9f")
    table.plan("keyword:Retaliate, then", doing.source, doing.player, facts=(("until", "end of battle"),))


_retaliate = cited("16-8a-1", _retaliate_)


def _retaliated_(table: Table, doing: Playing) -> None:
    unit, attacker = table.state.current(doing.source), attack.attacking_card(table)
    if unit is None or attacker is None or not is_unit(table, attacker) or not is_in_play(unit.area):
        return
    hit = any(row[2] == attacker and row[3] for row in unit.mark("wounds") or ())
    if not hit and table.reading("J-09") == "combat-damage-needed":
        return
    strikes_without_attacking(table, unit.id)
    combat = bool(retaliate_is_combat_damage(table))
    damage.deal(table, doing.source, doing.player, [(attacker, number(table, unit.id, "ATK"))], combat=combat)


retaliated = cited("16-8a-1", _retaliated_)


def what_came_too_late(table: Table, attacker: CardId | None, attacked: CardId | None) -> None:
    """A unit that has such a keyword by now, but had none when the damage step began, does nothing."""
    for unit, word, clause in ((attacker, "Breakthrough", "16-5a-1"), (attacked, "Retaliate", "16-8a-1")):
        waiting = any(one.source.card == unit and word in one.ability for one in table.state.scheduled)
        standing = any(one.source.card == unit and word in one.ability for one in table.state.standby)
        if unit is not None and keywords.has(table, unit, word) and not (waiting or standing):
            table.cite("8-6b", clause)


only_one_retaliate = rules.says("16-8b", True)
retaliate_is_combat_damage = rules.says("16-8c", True)


@rules.keyword("16-9a-1", "Double Attack")
def double_attack(address: str) -> keywords.Made:
    return (
        Automatic(address, "16-9a-1", "Double Attack",
                  data=Play(labels=("Double Attack",), resolve=_ready_again),
                  on=(Occurred,), fulfilled=_first_battle_ends),
    )  # fmt: skip


def _first_battle_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    """It attacked in this battle, for the first time; what became of the attack makes no difference."""
    first = (table.number("turn"), 1, table.number(attack.SUB_PHASES))
    if keywords.occurs(moment, "end of battle") and table.card(source.card.card).mark("attacked") == first:
        yield ()


def _ready_again_(table: Table, doing: Playing) -> None:
    if table.state.current(doing.source) is not None:
        handling.ready(table, doing.source.card)


_ready_again = cited("16-9a-1", _ready_again_)
