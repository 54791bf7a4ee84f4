"""Section 14-3b again: whether something could be played, asked before trying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from judgekit.engine.state import PLAYERS, CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch14_03_playing as to_play
from judgekit.games.gate_ruler import ch14_06_limits as limits
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import (
    PLAINLY,
    Bill,
    Cost,
    Play,
    Playing,
    Way,
    play_of,
)
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.rules import GATE, zone_kind


def imagined(table: Table, player: Player, card: CardId, address: str = "") -> Playing:
    """Something as though it were being played, to see whether it could be."""
    thing = card if not address else CardId(0)
    return Playing(thing, player, table.card(card).ref, address, (("tried", True),))


def groups_can_be_met(table: Table, playing: Playing, spec: Play, modes: tuple[int, ...] = ()) -> bool:
    """Whether each group of targets has enough to choose from."""
    for group in to_play.real_targets(table, spec):
        if group.part_of is not None or (group.modes and not set(group.modes) & set(modes)):
            continue
        least, most = group.bounds(table, playing)
        if to_play.nothing_to_choose(table, most):
            continue
        if to_play.how_many_can_be_chosen(table, group, to_play.candidates(table, playing, group)) < least:
            return False
    return True


def has_targets(table: Table, playing: Playing, spec: Play) -> bool:
    ways = of_each_player(playing, spec)
    met = [way for way in ways if groups_can_be_met(table, way, spec)]
    if not met and table.witness is not None:
        table.cite("14-3b-10")
    return any(has_options(table, way, spec) for way in met)


def of_each_player(playing: Playing, spec: Play) -> list[Playing]:
    """Where a player is to be chosen, the targets may be described as that player's."""
    if not spec.players:
        return [playing]
    return [replace(playing, facts=(*playing.facts, ("picked chosen player", each))) for each in PLAYERS]


def has_options(table: Table, playing: Playing, spec: Play) -> bool:
    can = [at for at in range(len(spec.modes)) if groups_can_be_met(table, playing, spec, (at,))]
    return len(can) >= spec.pick


def cost_in_the_gate(table: Table, playing: Playing, spec: Play, way: Way = PLAINLY) -> Bill:
    """14-3b-1 comes before 14-3b-6: what changes the cost no longer finds the card where it came from."""
    if playing.ability or playing.object in table.pile(GATE) or not changes_of_costs(table):
        return to_play.determine_cost(table, playing, spec, way) or Bill()
    with table.supposing():
        came_from = zone_kind(table.card(playing.object).area)
        table.put(playing.object, GATE)
        table.mark(playing.object, "controller", playing.player)
        table.mark(playing.object, "played from", came_from)
        bill = to_play.determine_cost(table, playing, spec, way) or Bill()
    if table.witness is not None:  # for a refusal
        table.cite("14-3b-1", "14-3b-6")
    return bill


def changes_of_costs(table: Table) -> bool:
    """Whether anything here could change a cost."""
    return any(name in table.index.statuses for name in ("costs less", "costs more"))


def can_be_paid(table: Table, playing: Playing, spec: Play, way: Way = PLAINLY) -> bool:
    bill = cost_in_the_gate(table, playing, spec, way)
    if not paid_by_resources(table, playing, spec, bill):
        return False
    payable = is_payable(table, playing, bill)
    if not payable and table.witness is not None:
        from_set_zone = not playing.ability and zone_kind(table.card(playing.object).area) == "set"
        table.cite("14-3b-10", *(("14-4e",) if from_set_zone else ()))
    if not payable and len(bill.parts) + bool(bill.resources) > 1:
        to_play.in_written_order(table, spec, bill)
    return payable


def is_payable(table: Table, playing: Playing, bill: Bill) -> bool:
    due = bill.resources
    if bill.level and rulers.spends_no_resources(table, playing.player):
        due -= bill.level
    if due > summoning.resources_to_spend(table, playing.player, bill.real):
        table.cite("14-3b-6a", *(("15-15a",) if table.witness is not None else ()))
        return False
    return can_be_done_together(table, [(part, playing) for part in bill.parts])


def what_is_lacking(table: Table, playing: Playing, spec: Play) -> str:
    """What of a cost cannot be paid, for a refusal."""
    bill = cost_in_the_gate(table, playing, spec)
    due = bill.resources
    if bill.level and rulers.spends_no_resources(table, playing.player):
        due -= bill.level
    there = summoning.resources_to_spend(table, playing.player, bill.real)
    lacking = [table.words("resources due", due=due, there=there)] if due > there else []
    undone = [part for part in bill.parts if part.can is not None and not part.can(table, playing)]
    lacking += [table.words("part of a cost", text=part.text) for part in undone]
    return "; ".join(lacking) or table.words("no")


def can_be_done_together(table: Table, parts: Sequence[tuple[Cost, Playing]]) -> bool:
    """Each part can be done, and no card is moved twice, or exhausted twice, for them."""
    if not all(cost.can is None or cost.can(table, playing) for cost, playing in parts):
        table.cite("14-3b-6a")
        return False
    wants = [cost.takes(table, playing) for cost, playing in parts if cost.takes is not None]
    for kind in ("moved", "turned"):
        alike = [(cards, n) for which, cards, n in wants if which == kind]
        groups = (group for size in range(2, len(alike) + 1) for group in combinations(alike, size))
        if any(len({c for cards, _ in group for c in cards}) < sum(n for _, n in group) for group in groups):
            return False
    return True


def paid_by_resources(table: Table, playing: Playing, spec: Play, bill: Bill) -> bool:
    """15-15b: some things can be played only for real resources."""
    if not spec.only_by_resources:
        return True
    written = sum(cost.resources for cost in spec.costs)
    due = written if playing.ability else to_play.level_of(table, playing.object)
    return summoning.costs_real_resources(table, playing, due, bill) is not False


def card_has_targets(table: Table, player: Player, card: CardId) -> bool:
    return has_targets(table, imagined(table, player, card), to_play.card_play(table, card))


def card_can_be_paid(table: Table, player: Player, card: CardId, way: Way = PLAINLY) -> bool:
    return can_be_paid(table, imagined(table, player, card), to_play.card_play(table, card), way)


def card_cost_lacks(table: Table, player: Player, card: CardId) -> str:
    if card_can_be_paid(table, player, card):
        return "yes"
    return what_is_lacking(table, imagined(table, player, card), to_play.card_play(table, card))


def card_may_be_played(table: Table, player: Player, card: CardId) -> bool:
    return not is_forbidden(table, "play", card, player)


def card_has_its_resource(table: Table, player: Player, card: CardId) -> bool:
    return not to_play.card_play(table, card).resource or bool(demanding.ready_or_not(table, player))


def can_play_card(table: Table, player: Player, card: CardId, way: Way = PLAINLY) -> bool:
    return (
        card_may_be_played(table, player, card)
        and card_has_its_resource(table, player, card)
        and card_has_targets(table, player, card)
        and card_can_be_paid(table, player, card, way)
        and demanding.may_be_played_from(table, card) is not False
    )


def ability_has_targets(table: Table, player: Player, card: CardId, address: str) -> bool:
    return has_targets(table, imagined(table, player, card, address), play_of(table.pool.ability(address)))


def ability_can_be_paid(table: Table, player: Player, card: CardId, address: str, way: Way = PLAINLY) -> bool:
    spec = play_of(table.pool.ability(address))
    return can_be_paid(table, imagined(table, player, card, address), spec, way)


def ability_cost_lacks(table: Table, player: Player, subject: tuple[CardId, str]) -> str:
    if ability_can_be_paid(table, player, *subject):
        return "yes"
    spec = play_of(table.pool.ability(subject[1]))
    return what_is_lacking(table, imagined(table, player, *subject), spec)


def ability_has_its_resource(table: Table, player: Player, address: str) -> bool:
    spec = play_of(table.pool.ability(address))
    return not spec.resource or bool(demanding.ready_or_not(table, player))


def ability_below_limit(table: Table, player: Player, card: CardId, address: str) -> bool:
    return not limits.activated_is_used_up(table, player, address, table.card(card).ref)


def can_use(table: Table, player: Player, card: CardId, address: str, way: Way = PLAINLY) -> bool:
    """Whether an ability that an effect uses is playable (15-16b): all but the timing."""
    return (
        ability_below_limit(table, player, card, address)
        and ability_has_its_resource(table, player, address)
        and ability_has_targets(table, player, card, address)
        and ability_can_be_paid(table, player, card, address, way)
    )
