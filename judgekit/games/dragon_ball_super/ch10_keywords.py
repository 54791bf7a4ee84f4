"""Chapter 10: keywords, tokens, removing from the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Moment,
    Prohibition,
    Proposal,
    Replacement,
    Source,
    Status,
)
from judgekit.engine.events import Occurred, StoodBy
from judgekit.engine.registry import cited
from judgekit.engine.state import (
    CardId,
    Facts,
    Player,
    Standby,
    Value,
    area_name,
    fact,
    opponent,
)
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import is_forbidden
from judgekit.games.dragon_ball_super.ch03_areas import how_many, other_fields, place
from judgekit.games.dragon_ball_super.ch04_terms import switch, take_damage
from judgekit.games.dragon_ball_super.ch06_turn import END_OF_TURN, put_into_play, was_played
from judgekit.games.dragon_ball_super.ch07_battle import (
    END_OF_BATTLE,
    attack_card,
    change_the_target,
    guard_card,
)
from judgekit.games.dragon_ball_super.ch08_skills import (
    Cost,
    Skill,
    Use,
    abilities_of,
    can_pay_all,
    go_through_activation,
    is_usable_where_it_is,
    may_be_activated,
    negate,
    never_happened,
    skill_of,
    take_hold_of_a_newcomer,
    what_holds_already,
)
from judgekit.games.dragon_ball_super.ch10_01_ko import is_by_opponent, ko
from judgekit.games.dragon_ball_super.deck_list import DeckList, is_permitted, names
from judgekit.games.dragon_ball_super.rules import happens_to, rules
from judgekit.games.game import Violation

Fits = Callable[[Table, Player, CardId], bool]
LATER = "/later"  # in the address of what a keyword lays down to be done later: no skill of the card
FIGHTS = ("leader", "battle")
ATTACK = frozenset({"attack"})
END_OR_KO = frozenset({END_OF_BATTLE, "battle is over", "KO"})


@dataclass(frozen=True, slots=True)
class Printed:
    """A keyword as it is printed: where, and what its text gives it."""

    address: str
    costs: tuple[Cost, ...] = ()
    materials: tuple[Fits, ...] = ()
    number: int = 0
    text: str = ""
    effect: Callable[[Table, Use], None] | None = None
    has_condition: bool = False  # its materials must be more than of a name


def rest_this(table: Table, use: Use) -> Facts | None:
    return () if switch(table, use.source.card, "rest") else None


def can_rest_this(table: Table, use: Use) -> bool:
    card = table.state.current(use.source)
    if card is None or area_name(card.area) not in ("leader", "battle") or card.mark("rest"):
        return False
    return not is_forbidden(table, "rest", card.id, table.master(card.id))


REST_THIS = Cost("switch this card to Rest Mode", can_rest_this, rest_this)


@rules.guard("10-2-1")
def awakens(table: Table, condition: bool) -> bool:
    """[Awaken] is an [Activate] skill with a condition of its own."""
    return condition


@rules.action("10-2-3")
def turn_over(table: Table, leader: CardId) -> bool:
    """The Leader shows its other side, and is the same card."""
    shows_back = bool(table.card(leader).mark("back"))
    if shows_back:
        is_the_same_card_again(table)
    if not table.propose("turn over", leader, table.master(leader)):
        return False
    kept = carry_over(table, leader)
    with table.together():
        table.mark(leader, "back", None if shows_back else True)
        what_holds_already(table, leader)
        if not kept:
            table.mark(leader, "rest", None)
        table.occurs("awaken" if not shows_back else "turned back", table.master(leader), leader)
    return True


@rules.guard("10-2-4")
def is_the_same_card_again(table: Table) -> bool:
    return True


@rules.action("10-2-5")
def carry_over(table: Table, leader: CardId) -> bool:
    """Its mode and what applies to its power stay; the rest of what applies to it, by reading, too."""
    from judgekit.games.dragon_ball_super.ch09_rule_processing import is_power

    mine = [e for e in table.state.effects if e.cards == (table.card(leader).ref,)]
    others = [effect for effect in mine if not is_power(table, effect)]
    if others and table.reading("A-43") == "only-power":
        for effect in others:
            table.end(effect)
    table.occurs("keeps its mode and its power", table.master(leader), leader)
    return True


MAIN = frozenset({"main"})


@rules.keyword("10-3-1", "Field")
def field(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill("field", effect=cited("10-3-1", place_as_a_field), places_itself=True)
    return (Activated(printed.address, "10-3-1", "[Field]", ("hand",), data=skill, windows=MAIN),)


def place_as_a_field(table: Table, use: Use) -> None:
    if place(table, use.source.card, "battle", use.player, mode="active"):
        only_one_field(table, use.player, use.source.card)


@rules.guard("10-3-2")
def works_as_a_field(table: Table, card: CardId) -> bool:
    """The other skills of a [Field] card work in the Battle Area, and it stays there."""
    return area_name(table.card(card).area) == "battle"


@rules.action("10-3-3")
def only_one_field(table: Table, player: Player, new: CardId) -> None:
    with table.together():
        for old in other_fields(table, player, new):
            place(table, old, "drop")


@rules.keyword("10-4-1", "Blocker")
def blocker(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill(
        "auto", (REST_THIS,), may_still_block, words=frozenset({"attack"}), may_decline=blocking_is_a_choice
    )
    return (
        Automatic(
            printed.address, "10-4-1", "[Blocker]", data=skill, on=(Occurred,), timings=ATTACK,
            fulfilled=another_card_is_attacked, resolve=cited("10-4-1", block),
        ),
    )  # fmt: skip


def another_card_is_attacked(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = happens_to(moment, "attack")
    if event is not None and table.rules.number("10-4-1") is not None:
        target = fact(event.facts, "target")
        if target != source.card.card and table.master(target) == source.player:
            yield (("attacker", event.card),)


def may_still_block(table: Table, use: Use) -> bool:
    guard, attacker = guard_card(table), attack_card(table)
    if guard is None or attacker is None:
        return False
    is_blocked = Proposal("be blocked", use.player, attacker, facts=(("other", use.source.card),))
    blocks = Proposal("block", use.player, use.source.card, facts=(("other", attacker),))
    if table.is_forbidden(is_blocked) or table.is_forbidden(blocks):
        return False
    return table.reading("A-14") != "optional-one" or bool(table.card(guard).mark("declared target"))


def blocking_is_a_choice(table: Table) -> bool:
    return table.reading("A-14") != "compulsory"


def block(table: Table, use: Use) -> None:
    if table.state.current(use.source) is not None:
        change_the_target(table, use.source.card)


@rules.action("10-4-2")
def negate_blocker(table: Table, unresolved: Use | None = None) -> None:
    """The attack goes back to the card it was declared on; a [Blocker] still to come is stopped."""
    if unresolved is not None:
        negate(table, unresolved)
    declared = [c.id for c in table.state.cards.values() if c.mark("declared target")]
    if declared and guard_card(table) != declared[0]:
        change_the_target(table, declared[0])


@rules.keyword("10-5-1", "Evolve")
def evolve(printed: Printed, name: str = "evolve") -> tuple[Ability, ...]:
    """From hand, onto a Battle Card of the name, if it meets the condition."""
    skill = Skill(
        name, printed.costs, has_material(printed, "10-5-1"), material(printed, "base"),
        cited("10-5-1", evolves(name)), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-5-1", printed.text, HAND, data=skill, windows=MAIN),)


HAND = ("hand",)


@rules.guard("10-5-2")
def evolves_from_hand(table: Table, card: CardId) -> bool:
    return area_name(table.card(card).area) == "hand"


@rules.guard("10-5-3-1")
def needs_no_condition(table: Table, printed: Printed) -> bool:
    """Where no condition is printed, none is asked for."""
    return True


@rules.action("10-5-4")
def play_on_top(table: Table, card: CardId, bases: Sequence[CardId], player: Player, how: str) -> bool:
    """Played on cards that are in play; the stack is one card from now on."""
    return stack_and_play(table, card, bases, player, how)


def stack_and_play(table: Table, card: CardId, bases: Sequence[CardId], player: Player, how: str) -> bool:
    """A card is played by being placed on others."""
    from judgekit.games.dragon_ball_super.ch11_other import put_on_top

    if not table.propose("play", card, player):
        return False
    origin = area_name(table.card(card).area)
    with table.together():
        put_on_top(table, card, bases, player)
        was_played(table, card, player, origin, how, bases)
    return True


def evolves(name: str) -> Callable[[Table, Use], None]:
    def effect(table: Table, use: Use) -> None:
        if not evolves_from_hand(table, use.source.card):
            return
        base = still_there(table, use, "base")
        if base:
            play_on_top(table, use.source.card, base, use.player, name)
        elif table.reading("A-29") == "played-anyway":
            put_into_play(table, use.source.card, use.player, name)

    return effect


def has_material(printed: Printed, clause: str) -> Callable[[Table, Use], bool]:
    def holds(table: Table, use: Use) -> bool:
        table.cite(clause)
        if clause == "10-5-1" and not printed.has_condition:
            needs_no_condition(table, printed)
        return next(combinations_of(table, use.player, printed.materials, "battle"), None) is not None

    return holds


def combinations_of(
    table: Table, player: Player, materials: Sequence[Fits], area: str, but: CardId | None = None
) -> Iterator[tuple[CardId, ...]]:
    """Every way of having one card for each of the descriptions."""
    if not materials:
        yield ()
        return
    for card in table.pile(f"{player}.{area}"):
        if card != but and materials[0](table, player, card):
            if table.card(card).mark("token"):
                may_be_selected_too(table, card)
            for rest in combinations_of(table, player, materials[1:], area, but):
                if card not in rest:
                    yield (card, *rest)


def material(printed: Printed, name: str, area: str = "battle") -> Callable[[Table, Use], Facts]:
    """Which cards are used is settled at activation."""

    def choices(table: Table, use: Use) -> Facts:
        return materials_fact(table, use, name, combinations_of(table, use.player, printed.materials, area))

    return choices


def materials_fact(table: Table, use: Use, name: str, ways: Iterable[tuple[CardId, ...]]) -> Facts:
    options = list(ways)
    names = [("+".join(f"c{c}" for c in way), " and ".join(table.label(c) for c in way)) for way in options]
    chosen = table.pick(use.player, names, f"{name} for {table.label(use.source.card)}")
    way = next(option for option, (key, _) in zip(options, names, strict=True) if key == chosen)
    return ((name, way), ("objects", tuple(table.card(c).object for c in way)))


def still_there(table: Table, use: Use, name: str, area: str = "battle") -> tuple[CardId, ...]:
    """The cards settled on at activation, if all of them are still the same and still there."""
    cards, objects = fact(use.facts, name, ()), fact(use.facts, "objects", ())
    for card, number in zip(cards, objects, strict=True):
        now = table.state.cards.get(card)
        if now is None or now.object != number or area_name(now.area) != area:
            return ()
    return tuple(cards)


@rules.keyword("10-6-1", "Critical")
def critical(printed: Printed) -> tuple[Ability, ...]:
    return (
        Replacement(
            printed.address, "10-6-1", "[Critical]", replaces=damage_by_this,
            instead=cited("10-6-1", to_the_drop_area),
        ),
    )  # fmt: skip


def damage_by_this(table: Table, source: Source, proposal: Proposal) -> bool:
    if proposal.verb != "take damage" or fact(proposal.facts, "source") != source.card.card:
        return False
    if proposal.player == source.player or table.rules.number("10-6-1") is None:
        return False
    return bool(fact(proposal.facts, "attack")) or table.reading("A-21") == "any-damage"


def to_the_drop_area(table: Table, source: Source, proposal: Proposal) -> None:
    assert proposal.card is not None
    card = proposal.card
    never_happened(table)
    drop_for(table, card)


def drop_for(table: Table, card: CardId) -> None:
    place(table, card, "drop")


@rules.keyword("10-7-1", "Strike")
def strike(printed: Printed) -> tuple[Ability, ...]:
    """[Double Strike] and its like: X is 2, 3 or 4."""
    x = printed.number

    def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
        if proposal.verb != "damage" or proposal.card != source.card.card:
            return False
        amount = fact(proposal.facts, "amount", 0)
        if not fact(proposal.facts, "attack") or not 0 < amount < x or table.rules.number("10-7-1") is None:
            return False
        return bool(amount == x - 1 or table.reading("A-19") == "up-to")

    def instead(table: Table, source: Source, proposal: Proposal) -> None:
        assert proposal.player is not None
        player = proposal.player
        never_happened(table)
        more_damage(table, player, x, source.card.card)

    return (
        Replacement(
            printed.address, "10-7-1", printed.text, replaces=replaces, instead=cited("10-7-1", instead)
        ),
    )


def more_damage(table: Table, player: Player, n: int, source: CardId) -> None:
    take_damage(table, player, n, source, attack=True)


@rules.keyword("10-8-1", "Dual Attack")
def dual_attack(printed: Printed) -> tuple[Ability, ...]:
    """X-1 times a turn, when this card attacks: after that battle the card is active again."""
    skill = Skill("x attack", words=frozenset({"attack"}), limit=printed.number - 1)
    return (
        Automatic(
            printed.address, "10-8-1", printed.text, data=skill, on=(Occurred,), timings=ATTACK,
            fulfilled=this_card_attacks, resolve=cited("10-8-1", will_stand_up_again),
        ),
        Automatic(
            f"{printed.address}{LATER}", "10-8-1", f"{printed.text} after the battle", on=(Occurred,),
            fulfilled=that_battle_is_over, resolve=cited("10-8-1", stand_up_again),
        ),
    )  # fmt: skip


def this_card_attacks(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = happens_to(moment, "attack")
    if event is not None and event.card == source.card.card and table.rules.number("10-8-1") is not None:
        yield ()


def no_switch_is_left(table: Table, use: Use, limit: int) -> bool:
    """10-8-1 says itself how often a turn; the [Once per turn] in front of it is left over (A-18)."""
    table.cite("10-8-1")
    if table.reading("A-18") == "once":
        return bool(limit_is_reached(table, use, 1))
    return table.number(use_key(table, use)) >= limit


def will_stand_up_again(table: Table, use: Use) -> None:
    after_this_battle(table, use, ())


def after_this_battle(table: Table, use: Use, facts: Facts) -> None:
    """What a keyword does after the battle is laid down now."""
    table.plan(f"{use.ability}{LATER}", use.source, use.player, facts=facts)


def that_battle_is_over(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    if after_the_battle(table, moment) is not None:
        yield ()


def after_the_battle(table: Table, moment: Moment) -> Occurred | None:
    """The moment that "after the battle" means."""
    late = table.readings["A-17"] == "next-free-timing"
    event = happens_to(moment, "battle is over" if late else END_OF_BATTLE)
    if event is not None:
        table.reading("A-17")
    return event


def stand_up_again(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import top_of

    if table.state.current(use.source) is not None:
        switch(table, top_of(table, use.source.card), "active")


@rules.keyword("10-9-1", "Revenge")
def revenge(printed: Printed) -> tuple[Ability, ...]:
    """After a battle in which a Battle Card attacked this card, or KO-ed it: KO that card."""
    skill = Skill("auto", words=frozenset({"attack"}))
    return (
        Automatic(
            printed.address, "10-9-1", "[Revenge]", FIGHTS, data=skill, on=(Occurred,), timings=END_OR_KO,
            fulfilled=battle_it_was_attacked_in, resolve=cited("10-9-1", take_revenge),
        ),
        Automatic(
            f"{printed.address}{LATER}", "10-9-1", "[Revenge] of a card that was KO-ed", data=skill,
            on=(Occurred,), fulfilled=that_battle_is_over, resolve=cited("10-9-1", take_revenge),
        ),
    )  # fmt: skip


def battle_it_was_attacked_in(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    """Fulfilled at the end of the battle; a KO in it is kept for then, with what the card was in play."""
    if (ko_ed := happens_to(moment, "KO")) is not None:
        lay_down_the_revenge(table, ko_ed, source)
    event = after_the_battle(table, moment)
    if event is None or fact(event.facts, "guard") != source.card.card:
        return
    if table.reading("A-20") == "only-if-ko-ed":
        return
    if not fact(event.facts, "declared") and table.reading("A-14b") == "not-attacked":
        return
    if fact(event.facts, "negated") and table.reading("A-20b") == "not-if-negated":
        return
    yield from the_attacking_battle_card(table, fact(event.facts, "attacker"))


def lay_down_the_revenge(table: Table, ko_ed: Occurred, source: Source) -> None:
    """8-6-5-1-2: whether the card has the skill is asked of it as it was in the Battle Area."""
    if ko_ed.card != source.card.card or fact(ko_ed.facts, "by") != "battle":
        return
    with table.under("10-9-1"):
        table.cite("8-6-5-1-2")
        for facts in the_attacking_battle_card(table, attack_card(table)):
            use = Standby(0, source.what, source.card, source.player, (0, 0))
            after_this_battle(table, use, facts)


def the_attacking_battle_card(table: Table, card: CardId | None) -> Iterator[Facts]:
    attacker = None if card is None else table.state.cards.get(card)
    if attacker is not None and table.peek(attacker.id, "type") == "battle":
        yield (("attacker", attacker.id), ("object", attacker.object))


def take_revenge(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import top_of

    attacker = table.state.cards.get(fact(use.facts, "attacker"))
    if attacker is not None and attacker.object == fact(use.facts, "object"):
        ko(table, top_of(table, attacker.id))


@rules.guard("10-10-1")
def is_a_counter(table: Table, ability: Ability) -> bool:
    return skill_of(ability).kind == "counter"


@rules.guard("10-10-2")
def counters_from_hand(table: Table, player: Player) -> list[tuple[CardId, Activated]]:
    return [
        (card, ability)
        for card in table.pile(f"{player}.hand")
        for ability in abilities_of(table, card)
        if isinstance(ability, Activated) and is_a_counter(table, ability)
    ]


@rules.action("10-10-3-1")
def counter_play_pends(table: Table, player: Player) -> None:
    """Somebody declared to play a card, or used a skill that plays or speaks of it."""
    make_counters_pend(table, player, "play")


@rules.action("10-10-3-2")
def counter_attack_pends(table: Table, player: Player) -> None:
    make_counters_pend(table, player, "attack")


@rules.action("10-10-3-3")
def counter_counter_pends(table: Table, player: Player) -> None:
    make_counters_pend(table, player, "counter")


@rules.action("10-10-3-4")
def counters_leave_pending(table: Table, only: Standby | None = None) -> None:
    """When it is activated, and all others when the counter timing ends."""
    for waiting in pending_counters(table) if only is None else (only,):
        table.settle(waiting, "no longer pending")


@rules.action("10-10-4")
def drop_the_counter_card(table: Table, use: Use) -> None:
    """After its effect, from hand; if the effect put the card elsewhere, it stays there."""
    card = table.state.current(use.source)
    if card is not None and area_name(card.area) == "hand":
        place(table, card.id, "drop")


@rules.action("10-10-5")
def negate_counter(table: Table, use: Use) -> None:
    """An activated [Counter] will not be carried out."""
    negate(table, use)


PENDS = {"play": counter_play_pends, "attack": counter_attack_pends, "counter": counter_counter_pends}


def counter(printed: Printed, to: str, words: frozenset[str] = frozenset()) -> tuple[Ability, ...]:
    """[Counter: Play], [Counter: Attack] or [Counter: Counter]."""
    skill = Skill("counter", printed.costs, effect=printed.effect, words=words)
    window = frozenset({f"counter: {to}"})
    return (Activated(printed.address, "10-10-1", printed.text, HAND, data=skill, windows=window),)


def counters_pend(table: Table, actor: Player, acts: Iterable[str]) -> None:
    for act in acts:
        if act in PENDS:
            PENDS[act](table, opponent(actor))


def make_counters_pend(table: Table, player: Player, to: str) -> None:
    pending = {(waiting.source.card, waiting.ability) for waiting in pending_counters(table)}
    for card, ability in counters_from_hand(table, player) or ():
        if f"counter: {to}" in ability.windows and (card, ability.address) not in pending:
            now = table.card(card)
            if not any(one.source == now.ref and fact(one.facts, "link") for one in table.state.standby):
                number, cause = table.state.clock + 1, (table.seq, max(0, len(table.happened) - 1))
                facts: Facts = (("counter", to),)
                table.emit(StoodBy(Standby(number, ability.address, now.ref, player, cause, facts)))


def pending_counters(table: Table, player: Player | None = None) -> list[Standby]:
    return [
        waiting
        for waiting in table.state.standby
        if fact(waiting.facts, "counter")
        and fact(waiting.facts, "use") is None
        and player in (None, waiting.player)
    ]


def activate_a_counter(table: Table, player: Player, is_answer: bool) -> bool:
    """The player activates one of the own pending [Counter] skills, or passes."""
    usable = [one for one in pending_counters(table, player) if can_counter(table, one, is_answer)]
    if not usable:
        return False
    cards = dict.fromkeys(one.source.card for one in usable)
    chosen = table.choose(player, cards, "activate a pending [Counter]?", 0, 1)
    if not chosen:
        return False
    skills = [
        (one.ability, table.pool.ability(one.ability).text) for one in usable if one.source.card == chosen[0]
    ]
    skill = table.pick(player, skills, "which of its skills?")
    pending = next(one for one in usable if one.source.card == chosen[0] and one.ability == skill)
    counters_leave_pending(table, pending)
    plain = Standby(0, pending.ability, pending.source, player, pending.cause)
    use = go_through_activation(table, plain, table.state.clock + 1)
    if use is not None:
        counters_pend(table, player, ("counter", *words_of(table, table.pool.ability(use.ability))))
    return use is not None


def can_counter(table: Table, pending: Standby, is_answer: bool) -> bool:
    ability = table.pool.ability(pending.ability)
    if table.state.current(pending.source) is None or not is_usable_where_it_is(
        table, pending.source.card, pending.ability
    ):
        return False
    if is_answer and table.reading("A-11") == "only-counter-counter":
        assert isinstance(ability, Activated)
        if "counter: counter" not in ability.windows:
            return False
    skill = skill_of(ability)
    fits = skill.condition is None or skill.condition(table, pending)
    return fits and may_be_activated(table, pending) and bool(can_pay_all(table, pending, skill.costs))


def words_of(table: Table, ability: Ability) -> tuple[str, ...]:
    """What a skill speaks of, by meaning; to the letter, only words that are printed."""
    words = tuple(sorted(skill_of(ability).words))
    printed = tuple(word for word in words if re.search(word, ability.text, re.IGNORECASE))
    return printed if printed != words and table.reading("A-44") == "by-printed-word" else words


@rules.guard("10-11-1")
def limit_is_reached(table: Table, use: Use, limit: int) -> bool:
    """Of [Once per turn] and its like."""
    return table.number(use_key(table, use)) >= limit


@rules.guard("10-11-2")
def use_key(table: Table, use: Use) -> str:
    """Counted for each skill of each card by itself."""
    same = f"c{use.source.card}"
    if table.reading("A-51") == "new-object-fresh":
        same += f".{use.source.object}"
    return f"{use.ability} {same} used this turn"


@rules.guard("10-11-3")
def as_often_as_one_likes(table: Table, skill: Skill) -> bool:
    return not skill.limit


@rules.guard("10-12-1")
def is_protected(table: Table, source: Source, proposal: Proposal) -> bool:
    """Not KO-ed, not removed from the Battle Area, by opposing skills or as the result of a battle."""
    if proposal.card != source.card.card:
        return False
    if proposal.verb == "KO":
        return table.reading("A-22") == "never-ko-ed" or is_by_opponent(table, proposal.card, proposal.facts)
    leaves = area_name(proposal.src) == "battle" and area_name(proposal.dst) != "battle"
    return proposal.verb == "move" and leaves and is_by_opponent(table, proposal.card, proposal.facts)


def indestructible(printed: Printed) -> tuple[Ability, ...]:
    return (
        Prohibition(
            printed.address,
            "10-12-1",
            "[Indestructible]",
            forbids=lambda t, s, p: bool(is_protected(t, s, p)),
        ),
    )


@rules.keyword("10-13-1", "Union-Fusion")
def union_fusion(printed: Printed) -> tuple[Ability, ...]:
    """With one Battle Card of each name and equal power."""

    def ways(table: Table, use: Use) -> Iterator[tuple[CardId, ...]]:
        area = "battle" if table.reading("A-30") == "battle-area" else "hand"
        for way in combinations_of(table, use.player, printed.materials, area, use.source.card):
            if len({table.peek(card, "power") for card in way}) == 1:
                yield way

    def holds(table: Table, use: Use) -> bool:
        table.cite("10-13-1")
        return next(ways(table, use), None) is not None

    def choices(table: Table, use: Use) -> Facts:
        return materials_fact(table, use, "fused", ways(table, use))

    skill = Skill(
        "union-fusion", printed.costs, holds, choices,
        printed.effect or cited("10-13-1", fuse), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-13-1", printed.text, HAND, data=skill, windows=MAIN),)


def fuse(table: Table, use: Use) -> None:
    """Both are placed in the Drop Area, no KO; then the card itself is played."""
    area = "battle" if table.reading("A-30") == "battle-area" else "hand"
    cards = still_there(table, use, "fused", area)
    if not cards or not fuses_from_hand(table, use.source.card):
        return
    with table.together():
        for card in cards:
            place(table, card, "drop")
    put_into_play(table, use.source.card, use.player, "union-fusion")


@rules.guard("10-13-2")
def fuses_from_hand(table: Table, card: CardId) -> bool:
    return area_name(table.card(card).area) == "hand"


@rules.keyword("10-14-1", "Union-Potara")
def union_potara(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill(
        "union-potara", printed.costs, has_material(printed, "10-14-1"),
        material(printed, "fused"), cited("10-14-1", wear_the_potara), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-14-1", printed.text, HAND, data=skill, windows=MAIN),)


def wear_the_potara(table: Table, use: Use) -> None:
    if cards := still_there(table, use, "fused"):
        play_on_both(table, use, cards)


@rules.guard("10-14-2")
def potara_from_hand(table: Table, card: CardId) -> bool:
    return area_name(table.card(card).area) == "hand"


@rules.action("10-14-4")
def play_on_both(table: Table, use: Use, cards: Sequence[CardId]) -> None:
    """On top of both, and active whatever they were."""
    if potara_from_hand(table, use.source.card):
        with table.together():
            if stack_and_play(table, use.source.card, cards, use.player, "union-potara"):
                table.mark(use.source.card, "rest", None)


@rules.keyword("10-15-1", "Union-Absorb")
def union_absorb(made: Activated) -> Activated:
    """In play only; what is stacked is done by its text, where that says so (A-31)."""
    skill = replace(skill_of(made), condition=absorbs_in_play)
    return replace(made, where=("battle",), clause="10-15-1", data=skill)


@rules.guard("10-15-2")
def absorbs_in_play(table: Table, use: Use) -> bool:
    card = table.state.current(use.source)
    return card is not None and area_name(card.area) == "battle"


@rules.deck_rule("10-16-1")
def has_one_ultimate_at_most(deck: DeckList) -> Iterator[Violation]:
    cards = [card for card in deck.with_keyword("ultimate") if not is_permitted(deck, card)]
    if len(cards) > 1:
        yield Violation("10-16-1", f"one card with [Ultimate] at most, here {len(cards)}", names(cards))


@rules.keyword("10-17-1", "Over Realm")
def over_realm(printed: Printed) -> tuple[Ability, ...]:
    """With X or more cards in the Drop Area; and the card goes again when the turn ends."""
    skill = Skill(
        "over realm", over_realm_costs(printed), enough_in_the_drop_area(printed),
        effect=cited("10-17-3", play_over_the_realm), words=frozenset({"play"}), limit=1,
    )  # fmt: skip
    leaving = Automatic(
        f"{printed.address}{LATER}", "10-17-4", "[Over Realm] at the end of the turn", on=(Occurred,),
        fulfilled=the_turn_of_its_play_ends, resolve=cited("10-17-4", leave_for_the_warp),
    )  # fmt: skip
    return (
        Activated(printed.address, "10-17-1", printed.text, HAND, data=skill, windows=MAIN),
        leaving,
    )


def enough_in_the_drop_area(printed: Printed) -> Callable[[Table, Use], bool]:
    def holds(table: Table, use: Use) -> bool:
        table.cite("10-17-1")
        return how_many(table, f"{use.player}.drop") >= printed.number

    return holds


def over_realm_costs(printed: Printed) -> tuple[Cost, ...]:
    return (*printed.costs, Cost("cards of the Drop Area to the Warp", always, warp_the_drop_area_first))


def always(table: Table, use: Use) -> bool:
    return True


def warp_the_drop_area_first(table: Table, use: Use) -> Facts:
    if table.reading("A-32") == "warp-as-cost":
        warp_the_drop_area(table, use.player)
    return ()


@rules.action("10-17-3")
def warp_the_drop_area(table: Table, player: Player) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    with table.together():
        for card in table.pile(f"{player}.drop"):
            send_to_the_warp(table, card)


def play_over_the_realm(table: Table, use: Use) -> None:
    """From hand: a card that has left it meanwhile is not played, and the Drop Area stays."""
    now = table.state.current(use.source)
    if now is None or area_name(now.area) != "hand":
        return
    if table.reading("A-32") == "warp-as-effect":
        warp_the_drop_area(table, use.player)
    card = use.source.card
    if put_into_play(table, card, use.player, "over realm"):
        table.mark(card, "over realm", table.number("turn"))
        must_leave_again(table, use, card)


@rules.action("10-17-4")
def must_leave_again(table: Table, use: Use, card: CardId) -> None:
    """If it is still there at the end of this turn."""
    ability = f"{use.ability}{LATER}"
    facts: Facts = (("realm", table.number("turn")), ("realm card", card))
    table.plan(ability, table.card(card).ref, use.player, facts=facts)


def the_turn_of_its_play_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    if happens_to(moment, END_OF_TURN) is not None and table.readings["A-32c"] == "as-pending":
        yield ()


def leave_for_the_warp(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    for card in [c for c in table.state.cards.values() if c.mark("over realm") == fact(use.facts, "realm")]:
        same = card.id == fact(use.facts, "realm card") or fact(use.facts, "realm card") in stack(
            table, card.id
        )
        if same and area_name(card.area) == "battle":
            send_to_the_warp(table, card.id)


def stack(table: Table, card: CardId) -> tuple[CardId, ...]:
    return table.pile(f"under.{card}")


def over_realm_cards_leave(table: Table) -> None:
    """Read as a rule of its own, it does not wait for a checkpoint (A-32c)."""
    marked = [c for c in table.state.cards.values() if c.mark("over realm") and area_name(c.area) == "battle"]
    if marked and table.reading("A-32c") == "automatic":
        for card in marked:
            leave_at_once(table, card.id)


def leave_at_once(table: Table, card: CardId) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    with table.under("10-17-4"):
        send_to_the_warp(table, card)


@rules.guard("10-17-5")
def over_realm_is_spent(table: Table, use: Use) -> bool:
    """It has been activated this turn."""
    return table.number(over_realm_key(table, use)) > 0


def over_realm_key(table: Table, use: Use) -> str:
    """Once a turn: for each player, or for each such skill (A-32b)."""
    if table.reading("A-32b") == "per-player":
        return f"{use.player}.over realm used this turn"
    return f"{use.ability} c{use.source.card} used this turn"


@rules.keyword("10-18-1", "Xeno-Evolve")
def xeno_evolve(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill(
        "xeno-evolve", printed.costs, has_material(printed, "10-18-1"),
        material(printed, "base"), cited("10-18-1", xeno_evolves), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-18-1", printed.text, HAND, data=skill, windows=MAIN),)


def xeno_evolves(table: Table, use: Use) -> None:
    base = still_there(table, use, "base")
    if xeno_evolves_from_hand(table, use.source.card):
        change_places(table, use, base)


@rules.guard("10-18-2")
def xeno_evolves_from_hand(table: Table, card: CardId) -> bool:
    return area_name(table.card(card).area) == "hand"


@rules.action("10-18-3-1")
def change_places(table: Table, use: Use, base: Sequence[CardId]) -> None:
    """The base goes to the Warp, and the card comes into play in Active Mode."""
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    if not base and table.reading("A-29") == "not-played":
        return
    with table.together():
        for card in base:
            send_to_the_warp(table, card)
        put_into_play(table, use.source.card, use.player, counts_as_evolving(table) or "", "active", base)


@rules.guard("10-18-3-1-1")
def counts_as_evolving(table: Table) -> str:
    return "evolve"


@rules.guard("10-19-1")
def is_behind_a_barrier(table: Table, card: CardId, by: Player) -> bool:
    return table.master(card) != by and table.has_status("barrier", card)


SUPER_COMBOS = 4


@rules.deck_rule("10-20-1")
def has_four_super_combos_at_most(deck: DeckList) -> Iterator[Violation]:
    cards = [card for card in deck.with_keyword("super combo") if not is_permitted(deck, card)]
    if len(cards) > SUPER_COMBOS:
        yield Violation("10-20-1", f"four cards with [Super Combo] at most, here {len(cards)}", names(cards))


@rules.action("10-21-1")
def create_tokens(
    table: Table, player: Player, name: str, n: int = 1, mode: str | None = None, played: bool = False
) -> list[CardId]:
    """A Battle Card that was in no deck; where the text says so, it is played (3-6-3)."""
    with table.together():
        made = [appear(table, player, name, mode) for _ in range(n)]
        for token in made:
            if token in table.state.cards:
                take_hold_of_a_newcomer(table, token)
                what_holds_already(table, token)
                if played:
                    was_played(table, token, player, "", "skill")
    return made


@rules.action("10-21-3")
def appear(table: Table, player: Player, name: str, mode: str | None) -> CardId:
    """In the Battle Area of the effect's master, unless it says otherwise."""
    marks: Facts = (("rest", True), ("token", True)) if mode == "rest" else (("token", True),)
    return table.create(name, player, f"{player}.battle", marks)


@rules.guard("10-21-5")
def is_treated_like_a_card(table: Table) -> bool:
    """Unless a rule says otherwise: a KO of a token is a KO, though nothing arrives in the Drop Area."""
    return True


@rules.guard("10-21-6")
def may_be_selected_too(table: Table, card: CardId) -> bool:
    return True


@rules.action("10-21-7")
def leave_as_a_token(table: Table, card: CardId, dst: str) -> bool:
    """A token that goes anywhere else is gone, from under a card too; to the Combo Area it may go (A-33)."""
    if area_name(dst) == "battle":
        return False
    if area_name(dst) == "combo" and table.reading("A-33") == "combo-allowed":
        return False
    table.vanish(card)
    return True


@rules.action("10-22-1")
def remove_from_the_game(table: Table, card: CardId) -> bool:
    return lies_open(table) and place(table, card, "removed")


@rules.guard("10-22-3")
def lies_open(table: Table) -> bool:
    """Face up, for everybody to see."""
    return True


def barrier(printed: Printed) -> tuple[Ability, ...]:
    return (Status(printed.address, "10-19-1", "[Barrier]", name="barrier", holds=is_about_this),)


def is_about_this(table: Table, source: Source, about: Value) -> bool:
    return about == source.card.card


def for_decks(printed: Printed) -> tuple[Ability, ...]:
    """[Ultimate] and [Super Combo] do nothing once the game has begun."""
    return (Status(printed.address, "5-1-3-2-2", printed.text, name=printed.text),)


STATIC: dict[str, Callable[[Printed], tuple[Ability, ...]]] = {
    "field": field,
    "blocker": blocker,
    "critical": critical,
    "double strike": strike,
    "triple strike": strike,
    "quadruple strike": strike,
    "dual attack": dual_attack,
    "triple attack": dual_attack,
    "revenge": revenge,
    "indestructible": indestructible,
    "barrier": barrier,
    "ultimate": for_decks,
    "super combo": for_decks,
}
TIMES = {"double strike": 2, "triple strike": 3, "quadruple strike": 4, "dual attack": 2, "triple attack": 3}


def static_keyword(word: str, address: str) -> tuple[Ability, ...]:
    """The abilities of a keyword that needs nothing but its name."""
    return STATIC[word](Printed(address, number=TIMES.get(word, 0), text=f"[{word.title()}]"))
