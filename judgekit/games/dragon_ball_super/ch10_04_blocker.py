"""Chapter 10, section 4: [Blocker]."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine.abilities import Ability, Automatic, Moment, Proposal, Source
from judgekit.engine.events import Occurred
from judgekit.engine.registry import cited
from judgekit.engine.state import Facts, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch07_battle import attack_card, change_the_target, guard_card
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use
from judgekit.games.dragon_ball_super.ch08_05_activating import negate
from judgekit.games.dragon_ball_super.printed_keyword import ATTACK, REST_THIS, Printed
from judgekit.games.dragon_ball_super.rules import happens_to, rules


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
