"""Chapter 10, sections 6 to 9: [Critical], the strikes, the attacks, [Revenge]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from judgekit.engine.abilities import Ability, Automatic, Moment, Proposal, Replacement, Source
from judgekit.engine.events import Occurred
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Facts, Standby, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import place
from judgekit.games.dragon_ball_super.ch04_terms import switch, take_damage, take_each_point
from judgekit.games.dragon_ball_super.ch07_battle import END_OF_BATTLE, attack_card
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use, abilities_of
from judgekit.games.dragon_ball_super.ch08_07_effects import never_happened
from judgekit.games.dragon_ball_super.ch10_01_ko import ko
from judgekit.games.dragon_ball_super.printed_keyword import ATTACK, FIGHTS, LATER, Printed
from judgekit.games.dragon_ball_super.rules import happens_to, rules

END_OR_KO = frozenset({END_OF_BATTLE, "battle is over", "KO"})


@rules.keyword("10-6-1", "Critical")
def critical(printed: Printed) -> tuple[Ability, ...]:
    return (
        Replacement(
            printed.address, "10-6-1", "[Critical]", replaces=damage_by_this,
            instead=cited("10-6-1", to_the_drop_area),
        ),
    )  # fmt: skip


def damage_by_this(table: Table, source: Source, proposal: Proposal) -> bool:
    if proposal.verb != "damage" or proposal.card != source.card.card:
        return False
    if proposal.player == source.player or table.rules.number("10-6-1") is None:
        return False
    if fact(proposal.facts, TURNED):
        return False
    attacks = bool(fact(proposal.facts, "attack"))
    if attacks and is_to_grow(table, source.card.card, fact(proposal.facts, "amount", 0)):
        return False
    table.cite("4-11-1-1" if attacks else "4-11-1-2")
    return attacks or table.reading("A-21") == "any-damage"


def is_to_grow(table: Table, card: CardId, amount: int) -> bool:
    """Whether a strike of the card increases this damage: the amount is settled before where it goes."""
    strikes = {x for each in abilities_of(table, card) for x, word in STRIKES if each.text.lower() == word}
    return any(amount == x - 1 or (amount < x and table.readings["A-19"] == "up-to") for x in strikes)


STRIKES = ((2, "[double strike]"), (3, "[triple strike]"), (4, "[quadruple strike]"))


def to_the_drop_area(table: Table, source: Source, proposal: Proposal) -> None:
    assert proposal.player is not None
    never_happened(table)
    facts = proposal.facts
    if is_replaced_again(table, replace(proposal, facts=(*facts, (TURNED, True)))):
        return
    attack = bool(fact(facts, "attack"))
    take_each_point(table, proposal.player, fact(facts, "amount", 0), source.card.card, attack, into_the_drop)


TURNED = "turned to the Drop Area"  # damage that [Critical] has replaced, if it still is damage


def is_replaced_again(table: Table, turned: Proposal) -> bool:
    """Whether another text replaces what [Critical] has put in the place of the damage (A-63)."""
    others = table.in_force(Replacement, table.index.replacements)
    if not any(one.replaces is not None and one.replaces(table, source, turned) for one, source in others):
        return False
    if table.reading("A-63") == "no-longer-damage":
        return False
    return not table.propose(turned.verb, turned.card, turned.player, facts=turned.facts)


def drop_for(table: Table, card: CardId) -> None:
    place(table, card, "drop")


into_the_drop = cited("10-6-1", drop_for)


@rules.keyword("10-7-1", "Strike")
def strike(printed: Printed) -> tuple[Ability, ...]:
    """[Double Strike] and its like: X is 2, 3 or 4."""
    x = printed.number

    def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
        if proposal.verb != "damage" or proposal.card != source.card.card:
            return False
        amount = fact(proposal.facts, "amount", 0)
        if not fact(proposal.facts, "attack"):
            table.cite("10-7-1")  # which is about attacks
            return False
        if not 0 < amount < x or table.rules.number("10-7-1") is None:
            return False
        return bool(amount == x - 1 or table.reading("A-19") == "up-to")

    def instead(table: Table, source: Source, proposal: Proposal) -> None:
        assert proposal.player is not None
        player = proposal.player
        table.cite(f"10-7-1-{x - 1}")
        never_happened(table)
        take_damage(table, player, x, source.card.card, attack=True)

    return (
        Replacement(
            printed.address, "10-7-1", printed.text, replaces=replaces, instead=cited("10-7-1", instead)
        ),
    )


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
            f"{printed.address}{LATER}", "10-8-1", rules.words("after the battle", skill=printed.text),
            on=(Occurred,), fulfilled=that_battle_is_over, resolve=cited("10-8-1", stand_up_again),
        ),
    )  # fmt: skip


def this_card_attacks(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = happens_to(moment, "attack")
    if event is not None and event.card == source.card.card and table.rules.number("10-8-1") is not None:
        yield ()


def no_switch_is_left(table: Table, use: Use, limit: int) -> bool:
    """10-8-1 itself says how often per turn; the [Once per turn] in front of it is a leftover (A-18)."""
    from judgekit.games.dragon_ball_super.ch10_10_counter import limit_is_reached, use_key

    table.cite("10-8-1", f"10-8-1-{limit}", *(("10-11-1",) if limit == 1 else ()))
    if table.reading("A-18") == "once":
        return bool(limit_is_reached(table, use, 1))
    return table.number(use_key(table, use)) >= limit


def will_stand_up_again(table: Table, use: Use) -> None:
    after_this_battle(table, use, ())


def after_this_battle(table: Table, use: Use, facts: Facts) -> None:
    """What a keyword does after the battle is scheduled now."""
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
            f"{printed.address}{LATER}", "10-9-1", rules.words("[Revenge] of a KO-ed card"), data=skill,
            on=(Occurred,), fulfilled=that_battle_is_over, resolve=cited("10-9-1", take_revenge),
        ),
    )  # fmt: skip


def battle_it_was_attacked_in(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    """Fulfilled at the end of the battle; a KO in it is kept until then, with the card as in play."""
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
    """8-6-5-1-2: whether the card has the skill is checked as it was in the Battle Area."""
    if ko_ed.card != source.card.card or fact(ko_ed.facts, "by") != "battle":
        return
    with table.under("10-9-1"):
        table.cite("8-6-5-1-2")
        for facts in the_attacking_battle_card(table, attack_card(table)):
            use = Standby(0, source.what, source.card, source.player, (0, 0))
            after_this_battle(table, use, facts)


def the_attacking_battle_card(table: Table, card: CardId | None) -> Iterator[Facts]:
    attacker = None if card is None else table.state.cards.get(card)
    if attacker is None:
        return
    if table.peek(attacker.id, "type") != "battle":
        table.cite("10-9-1")  # it speaks of a Battle Card
    else:
        yield (("attacker", attacker.id), ("object", attacker.object))


def take_revenge(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import top_of

    attacker = table.state.cards.get(fact(use.facts, "attacker"))
    if attacker is not None and attacker.object == fact(use.facts, "object"):
        ko(table, top_of(table, attacker.id))
