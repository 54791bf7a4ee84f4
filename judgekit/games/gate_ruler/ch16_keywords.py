"""Section 16: keywords, as the abilities they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Modifier,
    Moment,
    Proposal,
    Replacement,
    Source,
    Status,
)
from judgekit.engine.events import Event, Moved, Occurred
from judgekit.engine.layers import Board
from judgekit.engine.registry import Due, cited
from judgekit.engine.state import PLAYERS, UNKNOWN, CardId, Facts, Player, Ref, area_player, fact, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch15_game_actions as actions
from judgekit.games.gate_ruler.abilities import Bill, Play, Playing, Target, Way, play_of
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.ch02_card_information import (
    attributes_to_choose_from,
    is_unit,
    number,
    ruler_of,
)
from judgekit.games.gate_ruler.rules import GATE, is_in_play, rules, zone_kind

NO_ABILITIES = ("Forced Reveal", "Resource", "Genesis Summoning", "Abyssal Summoning")  # 16-1a-2
Made = tuple[Ability, ...]


@rules.guard("16-1a-2")
def is_no_ability(table: Table, word: str) -> bool:
    """Keywords that are not abilities are untouched by what gives and takes abilities."""
    return word in NO_ABILITIES


def has(table: Table, card: int, word: str) -> bool:
    """Whether a card has a keyword; one that is no ability is printed, and stays."""
    if table.card(card).name == UNKNOWN:
        return False
    if word in NO_ABILITIES:
        return bool(is_no_ability(table, word)) and word in (
            table.definition(card).properties.get("keywords") or ()
        )
    return keyword_ability(table, card, word) is not None


def keyword_ability(table: Table, card: int, word: str) -> Ability | None:
    """The first ability of a card that is this keyword."""
    for ability in playing.abilities_of(table, card):
        if word in play_of(ability).labels and holds(table, card, ability):
            return ability
    return None


def holds(table: Table, card: int, ability: Ability) -> bool:
    """A keyword that the rules only ask about may have a condition."""
    if not isinstance(ability, Status) or ability.holds is None:
        return True
    return ability.holds(table, table.source(ability, table.card(card)), card)


def status(address: str, clause: str, word: str, spec: Play | None = None) -> Made:
    """A keyword that the rules ask about by its name."""
    return (Status(address, clause, word, data=spec or Play(labels=(word,)), name=word),)


# 16-2 to 16-4


@rules.keyword("16-2a", "Overdrive")
def overdrive(address: str, spec: Play) -> Made:
    """Played from the drive zone, not by itself."""
    return (Activated(address, "16-2a", data=spec),)


@rules.keyword("16-3a-1", "Touchdown")
def touchdown(address: str, spec: Play, text: str = "") -> Made:
    """Triggers when its card enters play by resolving, having been played from the hand."""
    return (Automatic(address, "16-3a-1", text, data=spec, on=(Moved,), fulfilled=_touches_down),)


def _touches_down(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = moment.event
    assert isinstance(event, Moved)
    if event.card != source.card.card or event.src != GATE or not is_in_play(event.dst):
        return
    if entered_by_touchdown(table, event.card):
        yield (("subject", event.card),)


def _entered_by_touchdown(table: Table, card: CardId) -> bool:
    return bool(from_a_hand(table, card))


entered_by_touchdown = cited("16-3a-1", _entered_by_touchdown)


@rules.guard("16-3b")
def from_a_hand(table: Table, card: int) -> bool:
    """From the hand only. J-16: and units only? J-44: after Enhance?"""
    now = table.card(card)
    if now.mark("played from") != "hand":
        return False
    if not is_unit(table, card) and table.reading("J-16") == "normal-summons-only":
        return False
    return not (now.mark("enhanced") and table.reading("J-44") == "enters-no-touchdown")


@rules.keyword("16-4a", "Counter")
def counter(address: str, spec: Play) -> Made:
    """Played when its card is flipped by ruler damage."""
    return (Activated(address, "16-4a", data=spec),)


def counter_abilities(table: Table, card: int) -> list[Ability]:
    if table.rules.number("16-4a") is None:
        return []
    return [a for a in playing.abilities_of(table, card) if play_of(a).sort == "CNT"]


# 16-5: Breakthrough


@rules.keyword("16-5a-1", "Breakthrough")
def breakthrough(address: str) -> Made:
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
    """J-09: everything behind the comma is effect, or part of the trigger."""

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if not occurs(moment, "start of the damage step") or is_second_instance(table, source, word):
            return
        if table.readings["J-09"] != "checked-on-trigger" or condition(table, source.card.card):
            yield ()

    return fulfilled


def is_second_instance(table: Table, source: Source, word: str) -> bool:
    """A card that has the keyword twice has it once."""
    first = keyword_ability(table, source.card.card, word)
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
    table.plan("keyword:Breakthrough, then", doing.source, doing.player, facts=facts)


_break_through = cited("16-5a-1", _break_through_)


def _broken_through_(table: Table, doing: Playing) -> None:
    unit, other = doing.source.card, opponent(doing.player)
    ruler = ruler_of(table, other)
    still = attack.attacking_card(table) == unit and attack.attacked_column(table) == f"{other}.center"
    empty = not any(table.pile(zone) for zone in places.zones(table, other, "defense"))
    if still and empty and ruler is not None and damage_hit(table, doing):
        combat = bool(breakthrough_is_combat_damage(table))
        hits = [(ruler, number(table, unit, "STK"))]
        damage.deal(table, doing.source, doing.player, hits, combat=combat)


def damage_hit(table: Table, doing: Playing) -> bool:
    """J-09: whether combat damage must have hit the defending unit."""
    if table.readings["J-09"] != "combat-damage-needed":
        return True
    target = fact(doing.facts, "target")
    ref = Ref(CardId(target[0]), target[1])
    former = table.state.former.get(ref)
    wounds = former.card.mark("wounds") if former else table.card(ref.card).mark("wounds")
    return any(row[2] == doing.source.card and row[3] for row in wounds or ())


@rules.guard("16-5b")
def breakthrough_is_combat_damage(table: Table) -> bool:
    return True


@rules.guard("16-5c")
def only_one_breakthrough(table: Table) -> bool:
    return True


# 16-6: Defender


@rules.keyword("16-6a-1", "Defender")
def defender(address: str) -> Made:
    return (
        Automatic(address, "16-6a-1", "Defender",
                  data=Play(labels=("Defender",), resolve=_defend, optional=True),
                  on=(Occurred,), fulfilled=_own_attack_phase_ends),
    )  # fmt: skip


def _own_attack_phase_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = occurs(moment, "end of the attack phase")
    if event is not None and event.player == source.player:
        yield ()


def _defend_(table: Table, doing: Playing) -> None:
    card = table.state.current(doing.source)
    empty = [z for z in places.zones(table, doing.player, "defense") if not table.pile(z)]
    if card is None or not empty or zone_kind(card.area) == "defense" or not is_in_play(card.area):
        return
    if table.may(doing.player, f"move {table.label(card.id)} to the defense zone?"):
        actions.move(table, card.id, empty[0], doing.player)


_defend = cited("16-6a-1", _defend_)


# 16-7: Intercept


@rules.keyword("16-7a", "Intercept")
def intercept(address: str) -> Made:
    return status(address, "16-7a", "Intercept")


def _deal_intercept(table: Table, unit: CardId, attacker: CardId) -> None:
    combat = bool(intercept_is_combat_damage(table))
    hits = [(attacker, number(table, unit, "ATK"))]
    damage.deal(table, table.card(unit).ref, table.master(unit), hits, combat=combat)


deal_intercept = cited("16-7a", _deal_intercept)


def has_intercept(table: Table, card: int) -> bool:
    if table.rules.number("16-7a") is None:
        return False
    table.cite("16-7a")
    if table._grants():
        table.value(card, "abilities")
    return has(table, card, "Intercept") and not is_forbidden(table, "intercept", card)


@rules.guard("16-7b")
def intercept_is_combat_damage(table: Table) -> bool:
    return True


# 16-8: Retaliate


@rules.keyword("16-8a-1", "Retaliate")
def retaliate(address: str) -> Made:
    return (
        Automatic(address, "16-8a-1", "Retaliate", data=Play(labels=("Retaliate",), resolve=_retaliate),
                  on=(Occurred,), fulfilled=_at_start_of_damage_step(_is_attacked, "Retaliate")),
    )  # fmt: skip


def _is_attacked(table: Table, card: CardId) -> bool:
    return attack.being_attacked(table) == card


def _retaliate_(table: Table, doing: Playing) -> None:
    if table.reading("J-09") != "checked-on-trigger" and not _is_attacked(table, doing.source.card):
        return
    table.plan("keyword:Retaliate, then", doing.source, doing.player, facts=(("until", "end of battle"),))


_retaliate = cited("16-8a-1", _retaliate_)


def _retaliated_(table: Table, doing: Playing) -> None:
    unit, attacker = table.state.current(doing.source), attack.attacking_card(table)
    if unit is None or attacker is None or not is_unit(table, attacker) or not is_in_play(unit.area):
        return
    if table.readings["J-09"] == "combat-damage-needed":
        if not any(row[2] == attacker and row[3] for row in unit.mark("wounds") or ()):
            return
    combat = bool(retaliate_is_combat_damage(table))
    damage.deal(table, doing.source, doing.player, [(attacker, number(table, unit.id, "ATK"))], combat=combat)


@rules.guard("16-8b")
def only_one_retaliate(table: Table) -> bool:
    return True


@rules.guard("16-8c")
def retaliate_is_combat_damage(table: Table) -> bool:
    return True


# 16-9: Double Attack


@rules.keyword("16-9a-1", "Double Attack")
def double_attack(address: str) -> Made:
    return (
        Automatic(address, "16-9a-1", "Double Attack",
                  data=Play(labels=("Double Attack",), resolve=_ready_again),
                  on=(Occurred,), fulfilled=_first_battle_ends),
    )  # fmt: skip


def _first_battle_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    """It attacked in this battle, for the first time; what became of the attack makes no difference."""
    first = (table.number("turn"), 1, table.number(attack.SUB_PHASES))
    if occurs(moment, "end of battle") and table.card(source.card.card).mark("attacked") == first:
        yield ()


def _ready_again_(table: Table, doing: Playing) -> None:
    if table.state.current(doing.source) is not None:
        actions.ready(table, doing.source.card)


_ready_again = cited("16-9a-1", _ready_again_)


# 16-10: Familiar


@rules.keyword("16-10a-1", "Familiar")
def familiar(address: str) -> Made:
    spec = Play(timing="standard", labels=("Familiar",), resolve=_become_familiar)
    return (Activated(address, "16-10a-1", "Familiar", data=spec),)


def _become_familiar_(table: Table, doing: Playing) -> None:
    options = [(word, word) for word in attributes_to_choose_from(table) or ()]
    if not options or table.state.current(doing.source) is None:
        return
    word = table.pick(doing.player, options, "which attribute?")
    op = added_to_the_others(table) or "="
    ongoing.begin_effect(
        table, "keyword:Familiar, then", doing.source, doing.player, "end of turn", [doing.source.card],
        (("attribute", word), ("how", op)),
    )  # fmt: skip


_become_familiar = cited("16-10a-1", _become_familiar_)


@rules.guard("16-10b")
def added_to_the_others(table: Table) -> str:
    """The card keeps the attributes it has."""
    return "gain"


def _gains_attribute(board: Board, source: Source) -> Iterator[Change]:
    how, word = fact(source.facts, "how", "gain"), fact(source.facts, "attribute")
    yield Change(source.card.card, "attributes", how, word if how == "gain" else (word,))


# 16-11: Undying


@rules.keyword("16-11a-1", "Undying")
def undying(address: str) -> Made:
    return status(address, "16-11a-1", "Undying")


def _summon_undying(table: Table, player: Player, card: CardId) -> CardId | None:
    return actions.normal_summon(table, player, card)


summon_undying = cited("16-11a-1", _summon_undying)


def may_be_summoned_from_graveyard(table: Table, player: Player, card: int) -> bool:
    """J-30: a ruler that spends no resources may or may not."""
    from judgekit.games.gate_ruler.appendix_rulers import spends_no_resources

    if zone_kind(table.card(card).area) != "graveyard" or table.rules.number("16-11a-1") is None:
        return False
    if not has(table, card, "Undying"):
        return False
    table.cite("16-11a-1")
    return not (table.readings["J-30"] == "not-allowed" and spends_no_resources(table, player))


@rules.guard("16-11a-2")
def in_time_for_a_summon(table: Table, card: int, is_time: bool) -> bool:
    """From the graveyard at the time of any other normal summon, and at no other."""
    return is_time or zone_kind(table.card(card).area) != "graveyard"


# 16-12: Charge Shield


@rules.keyword("16-12a-1", "Charge Shield")
def charge_shield(address: str) -> Made:
    return (
        Replacement(address, "16-12a-1", "Charge Shield", data=Play(labels=("Charge Shield",)), optional=True,
                    replaces=_would_leave_play, can=_has_a_charge, instead=_shield),
    )  # fmt: skip


def _would_leave_play(table: Table, source: Source, proposal: Proposal) -> bool:
    leaves = is_in_play(proposal.src) and not is_in_play(proposal.dst)
    return proposal.verb == "move" and proposal.card == source.card.card and leaves and proposal.dst != GATE


def _has_a_charge(table: Table, source: Source, proposal: Proposal) -> bool:
    return bool(replacements.can_do_its_part(table, bool(places.charges_of(table, source.card.card))))


def _shield_(table: Table, source: Source, proposal: Proposal) -> None:
    card = source.card.card
    (spent,) = table.choose(source.player, places.charges_of(table, card), "which charge is spent?")
    places.to_graveyard(table, spent, source.player)
    lose_its_damage(table, card)
    lose_limited_effects(table, card)


_shield = cited("16-12a-1", _shield_)


@rules.action("16-12b-1")
def lose_its_damage(table: Table, card: CardId) -> None:
    if is_unit(table, card):
        table.mark(card, "damage", None)


@rules.action("16-12b-2")
def lose_limited_effects(table: Table, card: CardId) -> None:
    """Effects with a stated end no longer apply to it. J-58: what is limited."""
    for effect in table.state.effects:
        if effect.cards is None or card not in {ref.card for ref in effect.cards}:
            continue
        if effect.until or table.reading("J-58") == "all-non-continuous":
            table.end(effect)
            others = [ref.card for ref in effect.cards if ref.card != card]
            if others:
                table.begin(effect.what, effect.source, effect.player, effect.until, others, effect.facts)


# 16-13: Genesis Summoning


@rules.action("16-13b")
def genesis_summoning(
    table: Table, doing: Playing, possible: bool, materials: Callable[[], bool], summon: Callable[[], bool]
) -> bool:
    """Materials, and if that was done, the unit may be special summoned."""
    if not perform_materials(table, doing, possible, materials):
        return False
    return table.may(doing.player, "special summon the unit?") and summon()


@rules.action("16-13b-3")
def perform_materials(table: Table, doing: Playing, possible: bool, materials: Callable[[], bool]) -> bool:
    """The player may leave it; then nothing else is done."""
    if not all_materials(table, possible):
        return False
    return table.may(doing.player, "perform the materials process?") and materials()


@rules.guard("16-13b-3a")
def all_materials(table: Table, possible: bool) -> bool:
    """All of it or nothing."""
    return possible


@rules.action("16-13b-4")
def shuffle_after_genesis(table: Table, player: Player) -> None:
    table.shuffle(f"{player}.deck")


# 16-14: Abyssal Summoning


@rules.action("16-14b")
def abyssal_summoning(table: Table, doing: Playing, prepare: Callable[[], None]) -> bool:
    """The preparation, and then a unit with Abyssal Concerto from the graveyard for what it demands."""
    prepare()
    return bool(do_an_abyssal_summoning(table, doing))


@rules.action("16-14b-2")
def perform_concerto(table: Table, doing: Playing, unit: CardId) -> bool:
    """What its Abyssal Concerto demands; or nothing of it, and nothing more happens."""
    demand = keyword_ability(table, unit, "Abyssal Concerto")
    if demand is None or not all_of_the_concerto(table, doing, demand):
        return False
    if not table.may(doing.player, f"do what {table.label(unit)} demands?"):
        return False
    return bool(do_its_demands(table, doing, demand))


def _do_its_demands(table: Table, doing: Playing, demand: Ability) -> bool:
    return all(cost.pay is None or cost.pay(table, doing) is not False for cost in play_of(demand).costs)


do_its_demands = cited("16-14c-1", _do_its_demands)


@rules.guard("16-14b-2a")
def all_of_the_concerto(table: Table, doing: Playing, demand: Ability) -> bool:
    """All of it or nothing."""
    return all(cost.can is None or cost.can(table, doing) for cost in play_of(demand).costs)


@rules.keyword("16-14c-1", "Abyssal Concerto")
def abyssal_concerto(address: str, spec: Play) -> Made:
    return status(address, "16-14c-1", "Abyssal Concerto", spec)


@rules.guard("16-14c-2")
def may_be_normal_summoned_too(table: Table) -> bool:
    """The keyword says nothing about normal summons."""
    return True


@rules.action("16-14d")
def do_an_abyssal_summoning(table: Table, doing: Playing) -> bool:
    """Choose a card with Abyssal Concerto in the graveyard, do what it demands, special summon it."""
    grave = [c for c in table.pile(f"{doing.player}.graveyard") if has(table, c, "Abyssal Concerto")]
    can = [c for c in grave if (a := keyword_ability(table, c, "Abyssal Concerto"))
           and all_of_the_concerto(table, doing, a) is not False]  # fmt: skip
    chosen = table.choose(doing.player, can, "abyssal summon which unit?", 0, 1)
    if not chosen:
        return False
    meant = table.card(chosen[0]).ref
    if under_the_same_rules(table) and not perform_concerto(table, doing, chosen[0]):
        return False
    if table.state.current(meant) is None:
        return False  # 3-2d: it has left the graveyard, as one of the cards that its own demands moved
    return actions.special_summon(table, doing.player, chosen[0], "abyssal")


@rules.guard("16-14d-1")
def under_the_same_rules(table: Table) -> bool:
    """What the unit demands is done as in any Abyssal Summoning."""
    return True


# 16-15: Forced Reveal


@rules.interrupt("16-15b-1", on=(Moved,))
def forced_to_reveal(table: Table) -> Iterator[Due]:
    """J-19: at once, if that is how the book is read."""
    if table.readings["J-19"] == "interrupting" and in_gate_process(table):
        yield from (Due(area_player(table.card(c).area), c) for c in forced_cards(table))


@forced_to_reveal.performs("16-15b-1")
def play_forced(table: Table, due: Due) -> None:
    """It is played, whatever it costs; as much of that as there is, is paid."""
    assert due.player is not None
    card = CardId(int(due.subject))  # type: ignore[arg-type]
    treated_as_normal_summon(table, due.player, card)
    if not is_unit(table, card):
        playing.play(table, due.player, playing.card_play(table, card), card=card, way=Way(forced=True))


@rules.action("16-15b-1a")
def treated_as_normal_summon(table: Table, player: Player, card: CardId) -> None:
    """A unit counts as normal summoned."""
    if is_unit(table, card):
        actions.normal_summon(table, player, card, way=Way(forced=True))


@rules.guard("16-15b-1b")
def pay_what_is_possible(table: Table, doing: Playing, bill: Bill) -> None:
    """What cannot be paid is not, and the cap does not stop it."""
    n = min(bill.resources, actions.resources_to_spend(table, doing.player))
    if n:
        actions.pay_resources(table, doing.player, n)
    for cost in bill.parts:
        if cost.pay is not None and (cost.can is None or cost.can(table, doing)):
            cost.pay(table, doing)


@rules.guard("16-15b-1c")
def active_player_first(table: Table, cards: Iterable[CardId]) -> list[CardId]:
    return sorted(cards, key=lambda c: area_player(table.card(c).area) != table.turn_player)


@rules.guard("16-15b-1d")
def in_the_order_chosen(table: Table, player: Player, cards: list[CardId]) -> CardId:
    (first,) = table.choose(player, cards, "which card with Forced Reveal first?")
    return first


@rules.guard("16-15b-2")
def cannot_be_set(table: Table, card: int) -> bool:
    """Nothing puts it into a set zone."""
    return has(table, card, "Forced Reveal")


@rules.guard("16-15b-2a")
def never_settable(table: Table, card: int) -> bool:
    """It is no settable card, whatever else makes it one."""
    return has(table, card, "Forced Reveal")


def forced_cards(table: Table) -> list[CardId]:
    """Those that must be played, and can be: the exceptions are for cost and summon cap only."""
    zones = (f"{player}.{name}" for player in PLAYERS for name in ("hand", "drive"))
    found = [card for zone in zones for card in table.pile(zone) if has(table, card, "Forced Reveal")]
    return [card for card in found if can_be_forced(table, card)]


def can_be_forced(table: Table, card: CardId) -> bool:
    """Not without a target (14-3b-4), a resource card (16-17c) or against a prohibition (1-5d)."""
    player = area_player(table.card(card).area)
    assert player is not None
    return (
        playing.card_may_be_played(table, player, card)
        and playing.card_has_targets(table, player, card)
        and playing.card_has_its_resource(table, player, card)
        and may_be_played_from(table, card) is not False
    )


def play_forced_reveals(table: Table, when: str) -> None:
    """J-19: at this point of the gate process, if that is how the book is read."""
    while found := forced_cards(table):
        if table.reading("J-19") != when:
            return
        found = active_player_first(table, found) or found
        player = area_player(table.card(found[0]).area)
        assert player is not None
        own = [c for c in found if area_player(table.card(c).area) == player]
        card = in_the_order_chosen(table, player, own) or own[0]
        force(table, Due(player, card))
        if card in forced_cards(table):
            return


def in_gate_process(table: Table) -> bool:
    return any(frame.procedure == "9-2a" for frame in table.state.frames)


force = cited("16-15b-1", play_forced)


# 16-16: Enhance


@rules.keyword("16-16b", "Enhance")
def enhance_ability(address: str, among: Callable[[Table, Playing], Iterable[int]]) -> Made:
    spec = Play(labels=("Enhance",), targets=(Target(among),))
    return status(address, "16-16b", "Enhance", spec)


def enhance_(table: Table, doing: Playing, zone: str, enter: Callable[[str], bool]) -> bool:
    """Another unit becomes its charge, then it is put into play. J-44: where, and is that an entering."""
    ability = keyword_ability(table, doing.object, "Enhance")
    group = play_of(ability).targets[0] if ability else None
    material = choose_material(table, doing, group.among(table, doing)) if group else None
    if material is None or not actions.can_go_under(table, material, doing.object, doing.player):
        return False  # a unit that something keeps in play is no charge: the other enters as usual
    if table.reading("J-44") == "enters-in-material-zone":
        zone = table.card(material).area
    table.mark(doing.object, "enhanced", True)
    actions.add_as_charge(table, material, doing.object, doing.player, settled=True)
    table.mark(material, "charge zone", doing.player)
    return enter(zone)


def choose_material(table: Table, doing: Playing, units: Iterable[int]) -> CardId | None:
    """Another unit that fits, if they want; J-59: of the player, or of anybody."""
    fitting = [c for c in units if c != doing.object]
    own = [c for c in fitting if table.master(c) == doing.player]
    if len(own) < len(fitting) and table.reading("J-59") == "own-units-only":
        fitting = own
    if not fitting or not table.may(doing.player, f"enhance {table.label(doing.object)}?"):
        return None
    return table.choose(doing.player, fitting, "which unit becomes its charge?")[0]


enhance = cited("16-16b", enhance_)


# 16-17: Resource


@rules.action("16-17b")
def needs_resource(table: Table, thing: CardId, player: Player) -> None:
    """An ability with Resource needs a card in the resource zone."""
    if not ready_or_not(table, player):
        raise playing.CannotPlay("16-17b", "there is no card in the resource zone")
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
        raise playing.CannotPlay("16-17c", "there is no card in the resource zone")
    table.mark(thing, "resource", True)


@rules.guard("16-17d")
def ready_or_not(table: Table, player: Player) -> bool:
    """Ready or exhausted is all the same."""
    return bool(table.pile(f"{player}.resource"))


# 16-18: Concealment


@rules.action("16-18b")
def set_concealed(table: Table, card: CardId, zone: str) -> bool:
    """A card with Concealment is settable."""
    return actions.set_card(table, card, zone)


@rules.action("16-18c")
def set_forcibly_concealed(table: Table, card: CardId, zone: str) -> bool:
    """A card with Forced Concealment is settable, and enters play from there only."""
    return actions.set_card(table, card, zone)


def set_as_its_word_has_it(table: Table, card: CardId, zone: str) -> bool:
    """A card is set, by the keyword that makes it settable if it has one."""
    put = {"Concealment": set_concealed, "Forced Concealment": set_forcibly_concealed}
    return bool(put.get(conceals(table, card), actions.set_card)(table, card, zone))


def conceals(table: Table, card: int) -> str:
    """The keyword that makes a card settable, if it has one and the rules know it."""
    words = {"Concealment": "16-18b", "Forced Concealment": "16-18c"}
    live = (w for w, clause in words.items() if table.rules.number(clause) is not None)
    return next((word for word in live if has(table, card, word)), "")


def may_be_played_from(table: Table, card: int) -> bool:
    """16-18c: with Forced Concealment from a set zone only."""
    if table.rules.number("16-18c") is None or not has(table, card, "Forced Concealment"):
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
    if table.card(card).name == UNKNOWN or not has(table, card, "Forced Concealment"):
        return True
    table.cite("16-18c")
    return src == GATE and table.card(card).mark("played from") == "set"


@rules.guard("16-18d")
def needs_a_permission(table: Table, card: int) -> bool:
    """From a set zone only if an ability of the card allows it."""
    return keyword_ability(table, card, "from set zone") is None


@rules.action("16-18d-1")
def summon_from_set_zone(table: Table, player: Player, card: CardId) -> CardId | None:
    """A plain permission: in the own main phase while the gate is empty."""
    return actions.normal_summon(table, player, card)


def may_be_summoned_from_set_zone(table: Table, card: int) -> bool:
    """16-18d-1: whether the card has such a permission, and its condition holds."""
    if table.rules.number("16-18d-1") is None:
        return False
    if zone_kind(table.card(card).area) != "set" or needs_a_permission(table, card):
        return False
    permission = keyword_ability(table, card, "from set zone")
    condition = play_of(permission).condition if permission else None
    return condition is None or condition(table, table.master(card), table.card(card))


@rules.action("16-19b")
def stay_dormant(table: Table, player: Player, cards: Iterable[CardId]) -> None:
    """It cannot attack; that it would have is worth a note."""
    for card in cards:
        table.refuse("attack", "16-19b", player, card)


def is_dormant(table: Table, card: int) -> bool:
    return table.rules.number("16-19b") is not None and has(table, card, "Dormant")


# what keywords are made of


def _simple(clause: str, word: str) -> Callable[[str], Made]:
    def make(address: str) -> Made:
        return status(address, clause, word)

    return make


MAKERS: dict[str, Callable[[str], Made]] = {
    "Breakthrough": breakthrough,
    "Defender": defender,
    "Intercept": intercept,
    "Retaliate": retaliate,
    "Double Attack": double_attack,
    "Familiar": familiar,
    "Undying": undying,
    "Charge Shield": charge_shield,
    "Concealment": _simple("16-18b", "Concealment"),
    "Forced Concealment": _simple("16-18c", "Forced Concealment"),
    "Dormant": _simple("16-19b", "Dormant"),
}


def make(word: str, address: str) -> Made:
    """The abilities that a plain keyword stands for."""
    return MAKERS[word](address)


def inner_abilities() -> dict[str, Ability]:
    """What keywords set up for later, and each plain keyword for effects that give it."""
    later: dict[str, Ability] = {
        "keyword:Breakthrough, then": _delayed("Breakthrough", "16-5a-1", cited("16-5a-1", _broken_through_)),
        "keyword:Retaliate, then": _delayed("Retaliate", "16-8a-1", cited("16-8a-1", _retaliated_)),
        "keyword:Familiar, then": Modifier(
            "keyword:Familiar, then", "16-10a-1", layer="14-12a-3", properties=frozenset({"attributes"}),
            changes=_gains_attribute,
        ),
    }  # fmt: skip
    for word in MAKERS:
        for ability in make(word, f"keyword:{word}"):
            later[ability.address] = ability
    return later


def _delayed(word: str, clause: str, resolve: Callable[[Table, Playing], None]) -> Ability:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if occurs(moment, "end of the damage step"):
            yield ()

    address = f"keyword:{word}, then"
    return Automatic(address, clause, word, data=Play(resolve=resolve), on=(Occurred,), fulfilled=fulfilled)


def occurs(moment: Moment, timing: str) -> Occurred | None:
    event: Event = moment.event
    return event if isinstance(event, Occurred) and event.timing == timing else None
