"""Chapter 8, sections 1 to 4: skills, which of them are negated, and their costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from judgekit.engine.abilities import Ability, Source
from judgekit.engine.layers import Board
from judgekit.engine.state import UNKNOWN, CardId, Facts, Standby, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch02_card_data import can_rest_energy, energy_cost, rest_energy
from judgekit.games.dragon_ball_super.rules import NEGATES, rules

FREE = "free"  # kept with a use that an effect asked for: which of its costs are not paid
Use = Standby  # a skill that is activated, or is about to be: whose, of which card, with what bound
BY_THEN = "by then"  # what the parts of a cost that come before one have moved
Change = tuple[str, int, tuple[CardId, ...]]  # a player's area has so many cards more, or fewer; of which


def nothing_moves(table: Table, use: Use) -> tuple[Change, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Cost:
    """One action of a skill cost."""

    text: str
    can: Callable[[Table, Use], bool]
    pay: Callable[[Table, Use], Facts | None]  # what it binds; none: not paid
    energy: int = 0  # to rest; then that is all of it
    colours: tuple[str, ...] = ()
    change: Callable[[Table, Use], tuple[Change, ...]] = nothing_moves  # what it moves when it is paid


@dataclass(frozen=True, slots=True)
class Skill:
    """What the rules must know of an [Activate], [Auto] or [Counter] skill besides its effect."""

    kind: str = "activate"  # activate, awaken, auto, counter, or the keyword
    costs: tuple[Cost, ...] = ()
    condition: Callable[[Table, Use], bool] | None = None
    choices: Callable[[Table, Use], Facts] | None = None  # what must be settled to activate at all
    effect: Callable[[Table, Use], None] | None = None
    words: frozenset[str] = frozenset()  # "play", "attack", "combo": what it speaks of
    limit: int = 0  # activations a turn; 0: as many as one likes
    may_decline: Callable[[Table], bool] | None = None  # an [Auto] whose cost makes it a choice
    places_itself: bool = False  # an Extra Card that does not go to the Drop Area


PLAIN = Skill()


def skill_of(ability: Ability) -> Skill:
    return ability.data if isinstance(ability.data, Skill) else PLAIN


@rules.guard("8-1-3")
def meets_its_conditions(table: Table, use: Use, skill: Skill) -> bool:
    return skill.condition is None or skill.condition(table, use)


is_only_declared = rules.says("8-1-3-1-1", True)  # a skill of a Leader or Battle Card without a cost
# The skill of an Extra Card in hand costs what the card costs.
costs_its_energy_cost = rules.says("8-1-3-1-2", True)


def is_an_extra_card_in_hand(table: Table, card: CardId) -> bool:
    now = table.state.cards.get(card)
    return now is not None and area_name(now.area) == "hand" and table.peek(card, "type") == "extra"


def costs_to_pay(use: Use, costs: Sequence[Cost]) -> Sequence[Cost]:
    """Without those waived by an effect that asked for the activation."""
    return () if fact(use.facts, FREE) == "all" else costs


def costs_energy_as_a_card(table: Table, use: Use) -> bool:
    """An Extra Card does; a Battle Card whose [Counter] names no cost may be read so too (A-69)."""
    card = use.source.card
    if fact(use.facts, FREE) is not None:
        return False
    return is_an_extra_card_in_hand(table, card) or (
        is_a_counter_without_a_cost(table, use) and table.reading("A-69") == "energy-cost"
    )


def is_a_counter_without_a_cost(table: Table, use: Use) -> bool:
    """Of a Battle Card that has an energy cost."""
    now, skill = table.state.current(use.source), skill_of(table.pool.ability(use.ability))
    plain = now is not None and skill.kind == "counter" and not skill.costs
    return (
        plain and table.peek(use.source.card, "type") == "battle" and any(energy_cost(table, use.source.card))
    )


@rules.guard("8-2-2-3-1")
def is_a_replacement(table: Table) -> bool:
    """A text that has one thing done instead of another."""
    return True


@rules.guard("8-3-2")
def is_negated(table: Table, use: Use) -> bool:
    """A negated skill is still there, but cannot be activated, and nothing of it is chosen."""
    now = table.state.current(use.source)
    if now is None or use.ability in table.board.value(now.id, "abilities"):
        return False
    return use.ability in (*table.board.base(now.id, "abilities"), *negated_skills(table.board, now.id))


def negated_skills(board: Board, card: CardId) -> list[str]:
    """Skills of a card that effects negate: it is still recognised as having them."""
    rows: Sequence[Any] = board.rows.get((card, "abilities"), ())
    return [
        skill
        for row in rows
        if board.table.pool.ability(row.effect).data == NEGATES
        for skill in row.before
        if skill not in row.after
    ]


@rules.guard("8-3-3")
def is_valid_now(table: Table, ability: Ability, source: Source) -> bool:
    """A skill that is valid under a condition is negated as long as that does not hold."""
    return ability.active_if is None or ability.active_if(table, source)


@rules.action("8-4-2-1")
def pay_in_order(table: Table, use: Use, costs: Sequence[Cost]) -> Use | None:
    """From the beginning of the text to its end."""
    for at, cost in enumerate(costs):
        if cost.energy:
            rest_energy(table, use.player, cost.energy, cost.colours, energy_of(costs[at + 1 :]))
            continue
        table.cite("8-4-2")
        bound = cost.pay(table, use)
        if bound is None:
            return None
        use = with_facts(use, bound)
    return use


def energy_of(costs: Sequence[Cost]) -> tuple[int, tuple[str, ...]]:
    return sum(cost.energy for cost in costs), tuple(colour for cost in costs for colour in cost.colours)


def with_facts(use: Use, facts: Facts) -> Use:
    new = dict((*use.facts, *facts))
    return Standby(use.id, use.ability, use.source, use.player, use.cause, tuple(new.items()))


@rules.guard("8-4-2-2")
def can_pay_all(table: Table, use: Use, costs: Sequence[Cost]) -> bool:
    """A cost that cannot be paid in full cannot be paid at all."""
    costs = costs_to_pay(use, costs)
    energy, colours = energy_of(costs)
    total, specified = 0, tuple[str, ...]()
    as_a_card = costs_energy_as_a_card(table, use) and bool(costs_its_energy_cost(table))
    if as_a_card:
        total, specified = energy_cost(table, use.source.card)
        energy, colours = energy + max(total, len(specified)), (*colours, *specified)
    if not can_rest_energy(table, use.player, energy, colours):
        if as_a_card:
            table.cite("8-5-2-3-1", "2-11-1-2-1" if len(specified) > total else "2-11-1-2")
        return False
    return can_pay_one_after_the_other(table, use, costs)


def can_pay_one_after_the_other(table: Table, use: Use, costs: Sequence[Cost]) -> bool:
    """Each action finds the player's areas as those before it leave them."""
    moved: tuple[Change, ...] = ()
    for cost in costs:
        if not cost.can(table, with_facts(use, ((BY_THEN, moved),)) if moved else use):
            table.cite("8-4-2", *(("8-4-2-1",) if len(costs) > 1 else ()))
            return False
        moved += cost.change(table, use) if cost is not costs[-1] else ()
    return True


def abilities_of(table: Table, card: CardId) -> list[Ability]:
    if not is_known_card(table, card):
        return []
    return [table.pool.ability(address) for address in table.board.value(card, "abilities") or ()]


def is_known_card(table: Table, card: CardId) -> bool:
    return table.card(card).name != UNKNOWN


def has_keyword(table: Table, card: CardId, word: str) -> bool:
    """Whether a card has a keyword now, printed or given, negated or not."""
    return any(ability.text.lower().startswith(f"[{word}") for ability in skills_held(table, card))


def skills_held(table: Table, card: CardId) -> tuple[Ability, ...]:
    """The skills that a card has now, printed or given, negated or not."""
    negated = [table.pool.ability(skill) for skill in negated_skills(table.board, card)]
    return (*abilities_of(table, card), *negated)
