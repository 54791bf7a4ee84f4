"""What a text needs to be played (14-3b): options, targets, shares, costs, limits; and how it resolves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run, Sight
from judgekit.cardtext.interpret.sight import compare
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import (
    Source,
)
from judgekit.engine.state import Card, CardId, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler.abilities import Limit, Play, Playing, Target
from judgekit.games.gate_ruler.language.carrying_out import kept_apart, run_of
from judgekit.games.gate_ruler.language.costs import cost_of, fixed
from judgekit.games.gate_ruler.language.places import asks_for_a_face
from judgekit.games.gate_ruler.language.words import ONLY_RESOURCES, WORDS

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def play(self: GateRuler, ability: m.Ability, sort: Any) -> Play:
    """Its options, targets, costs and limits, and what it does."""
    self._kept.append(ability)
    modes = next((v for v in ability.body if isinstance(v, m.ChooseModes)), None)
    groups = sorted(_groups(self, ability, modes), key=lambda group: is_in_deck(group[0]))
    selectors = [selector for selector, _, _ in groups]
    targets = tuple(_group(self, ability, selectors, *group) for group in groups)
    parts = [] if any(group.in_deck for group in targets) else list(_parts(ability, selectors))
    divided = next((v.n for v in walk(ability.body) if isinstance(v, m.DealDamage) and v.divided), None)
    least, most = _how_many_modes(modes) if modes else (0, 0)
    labels = tuple(WORDS.get(label, label) for label in ability.labels)
    if isinstance(ability.trigger, m.PhaseMoment) and ability.trigger.phase == "turn":
        labels = (*labels, "end of turn") if ability.trigger.moment == "end" else labels
    return Play(
        resolve=_resolve_as(self, ability, [*selectors, *(part for part, _ in parts)], modes),
        targets=(*targets, *(_part(self, ability, *part) for part in parts)),
        players=tuple(within for _, within in _chosen_players(ability, modes)),
        modes=tuple(self.words(option) for option in modes.options) if modes else (),
        pick=least,
        pick_most=most,
        divide=None if divided is None else _divided_amount(self, ability, selectors, divided),
        costs=tuple(cost_of(self, ability, verb) for verb in ability.costs),
        timing=ability.window if ability.window in ("standard", "instant", "when", "while") else "",  # type: ignore[arg-type]
        condition=condition(self, ability) if ability.window == "while" else None,
        limits=tuple(Limit(x.n, x.per, x.shared) for x in ability.limits),
        name=ability.name,
        resource="resource" in ability.labels,
        only_by_resources=any(is_about_its_payment(verb) for verb in ability.body),
        sort=sort,
        then=then(ability),
        optional=bool(ability.body) and isinstance(ability.body[0], m.May),
        refers_to_charges=any(isinstance(n, m.Attached) for n in walk(ability.body)),
        labels=labels,
    )


def _how_many_modes(modes: m.ChooseModes) -> tuple[int, int]:
    """14-3b-2: so many options, up to so many, or at least so many."""
    n, every = fixed(getattr(modes.count, "n", 1)), len(modes.options)
    match modes.count:
        case m.UpTo():
            return 0, n
        case m.AtLeast():
            return n, every
        case m.AnyNumber():
            return 0, every
    return n, n


def then(ability: m.Ability) -> str:
    """14-5: a Counter or Overdrive that plays its card, or another ability of it."""
    if len(ability.body) != 1:
        return ""
    verb = ability.body[0]
    if isinstance(verb, m.Play) and isinstance(verb.what, m.This):
        return "this card"
    if isinstance(verb, m.UseAbility) and isinstance(verb.what, m.This):
        return "this card" if verb.kind == "card" else "touchdown"
    return ""


def condition(self: GateRuler, ability: m.Ability) -> Callable[[Table, Player, Card], bool]:
    def holds(table: Table, player: Player, card: Card) -> bool:
        source = Source("", card.ref, player, table.state.clock)
        return self.all_hold(ability.conditions, self.run(table, source, ability))

    return holds


def _divided_amount(
    self: GateRuler, ability: m.Ability, selectors: Sequence[m.Selector], n: Any
) -> Callable[[Table, Playing], int]:
    """14-3b-5b: counted while playing, from the targets that were chosen just before."""

    def amount(table: Table, doing: Playing) -> int:
        run = run_of(self, table, doing, ability)
        groups: Any = table.card(doing.object).mark("targets") or ()
        for selector, group in zip(selectors, groups, strict=False):
            if selector.bind:
                run.bound[selector.bind] = tuple(CardId(card) for card, _ in group)
        return self.amount(n, run)

    return amount


def _groups(
    self: GateRuler, ability: m.Ability, modes: m.ChooseModes | None
) -> Iterator[tuple[m.Selector, tuple[int, ...], bool]]:
    """The selectors that are targets: what is chosen, and what something is divided among."""
    if modes is not None:
        for at, option in enumerate(modes.options):
            yield from ((s, (at,), d) for s, d in _chosen(self, option))
    rest = tuple(v for v in ability.body if v is not modes)
    yield from ((s, (), d) for s, d in _chosen(self, rest))


def _chosen_players(
    ability: m.Ability, modes: m.ChooseModes | None
) -> Iterator[tuple[m.Pick, tuple[int, ...]]]:
    """14-3b-4: "choose a player", as an instruction or in one of the options."""
    options = enumerate(modes.options if modes is not None else ())
    for verbs, within in ((ability.body, ()), *((option, (at,)) for at, option in options)):
        yield from (
            (v, within) for v in verbs if isinstance(v, m.Pick) and (v.what, v.who) == ("player", "you")
        )


def _chosen(self: GateRuler, verbs: Sequence[m.Verb]) -> Iterator[tuple[m.Selector, bool]]:
    shared = {node.to for node in _walk(self, verbs) if isinstance(node, m.DealDamage) and node.divided}
    for node in _walk(self, verbs):
        if isinstance(node, m.Choose) and node.who == "you" and isinstance(node.what, m.Selector):
            if "hand" not in node.what.areas and not is_among_others(node.what):
                yield node.what, bool(node.what.bind) and m.Bound(node.what.bind) in shared
        if isinstance(node, m.DealDamage) and node.divided and isinstance(node.to, m.Selector):
            yield node.to, True


def _parts(ability: m.Ability, selectors: Sequence[m.Selector]) -> Iterator[tuple[m.Selector, int]]:
    """14-3b-5: "deal damage to one of them and exhaust the other", with the group they belong to."""
    groups = {selector.bind: at for at, selector in enumerate(selectors) if selector.bind}
    for verb in ability.body:
        for what in (getattr(verb, "what", None), getattr(verb, "to", None)):
            match what:
                case m.Selector(quantity=m.Exactly(n=int()), filters=(m.Among(what=m.Bound(n=n)),)):
                    if n in groups:
                        yield what, groups[n]


def _part(self: GateRuler, ability: m.Ability, selector: m.Selector, group: int) -> Target:
    assert isinstance(selector.quantity, m.Exactly)
    assert isinstance(selector.quantity.n, int)
    return Target(
        lambda table, doing: doing.targets[group],
        selector.quantity.n,
        prompt=_asked_for(self, ability, selector),
        described=False,
        part_of=group,
    )


def _walk(self: GateRuler, node: Any) -> Iterator[Any]:
    """Everything but what is done later: that is chosen then."""
    if isinstance(node, m.Delayed | m.Ability | m.ChooseModes):
        return
    if isinstance(node, m.Node):
        yield node
        for name in node.__struct_fields__:
            yield from _walk(self, getattr(node, name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _walk(self, part)


def _group(
    self: GateRuler,
    ability: m.Ability,
    selectors: Sequence[m.Selector],
    selector: m.Selector,
    modes: tuple[int, ...],
    divided: bool,
) -> Target:
    def among(table: Table, doing: Playing) -> Iterable[int]:
        run = run_of(
            self, table, doing, ability
        )  # "and any number of its charges": of a target chosen before
        run.bound |= {
            one.bind: cards for one, cards in zip(selectors, doing.targets, strict=False) if one.bind
        }
        found = self.candidates(Sight.now(table), run, selector)
        sums = [f for f in selector.filters if isinstance(f, m.Together)]
        if not sums:
            return found  # of those that add up, the smallest first: so many can be chosen at most
        return sorted(found, key=lambda card: table.value(card, self.stat_name(sums[0].stat)) or 0)

    def bound(n: Any) -> Callable[[Table, Playing], int]:
        return lambda table, doing: self.amount(n, run_of(self, table, doing, ability))

    def everything(table: Table, doing: Playing) -> int:
        return len(list(among(table, doing)))

    def as_can_be_divided(table: Table, doing: Playing) -> int:
        total = next(v.n for v in walk(ability.body) if isinstance(v, m.DealDamage) and v.divided)
        return min(everything(table, doing), bound(total)(table, doing))

    quantity = selector.quantity
    least: Any = 1
    most: Any = None
    if isinstance(quantity, m.UpTo):
        least, most = (1 if divided else 0), bound(quantity.n)  # 15-10a: the parts make up the whole
    elif isinstance(quantity, m.AnyNumber):
        least, most = (1, as_can_be_divided) if divided else (0, everything)
    elif isinstance(quantity, m.Every | m.Some):
        least, most = 0, everything
    else:
        least = bound(quantity.n)
        most = everything if isinstance(quantity, m.AtLeast) else None
    return Target(
        among, least, most, modes=modes, described=_asks_for_a_face(selector),
        gate="gate" in selector.areas, in_deck=is_in_deck(selector), divided=divided,
        unlike=_unlike(self, selector), prompt=_asked_for(self, ability, selector),
    )  # fmt: skip


def _asked_for(self: GateRuler, ability: m.Ability, selector: m.Selector) -> Callable[[Table, Playing], str]:
    def prompt(table: Table, doing: Playing) -> str:
        return self.purpose(run_of(self, table, doing, ability), selector, table.words("to choose"))

    return prompt


def _unlike(
    self: GateRuler, selector: m.Selector
) -> Callable[[Table, CardId, Sequence[CardId]], bool] | None:
    apart = kept_apart(selector)
    if limits := [f for f in selector.filters if isinstance(f, m.Together)]:
        return lambda table, card, others: _add_up(self, table, limits, (card, *others))
    if m.State("same controller") in selector.filters:
        return lambda table, card, others: all(table.master(card) == table.master(one) for one in others)
    if not apart:
        return None
    return lambda table, card, others: self.is_unlike(Sight.now(table), apart, card, others)


def _add_up(self: GateRuler, table: Table, limits: Sequence[m.Together], cards: Sequence[CardId]) -> bool:
    """Whether cards add up to no more than a text lets them."""
    for each in limits:
        assert isinstance(each.amount, int)
        values = [table.value(card, self.stat_name(each.stat)) or 0 for card in cards]
        if not compare(sum(values), each.compare, each.amount):
            return False
    return True


def _asks_for_a_face(selector: m.Selector) -> bool:
    """14-3b-4d: whether a target must have something that only its face shows."""
    return asks_for_a_face(selector) or bool(kept_apart(selector))


def _resolve_as(
    self: GateRuler, ability: m.Ability, selectors: Sequence[m.Selector], modes: m.ChooseModes | None
) -> Callable[[Table, Playing], None]:
    goals = [v.to for v in walk(ability.body) if isinstance(v, m.DealDamage) and v.divided]
    shared = next((at for at, s in enumerate(selectors) if is_one_of(s, goals)), 0)

    def resolve(table: Table, doing: Playing) -> None:
        run = run_of(self, table, doing, ability)
        run.lost = lost_targets(table, doing, selectors)
        for selector, cards in zip(selectors, doing.targets, strict=False):
            run.early[id(selector)] = cards
            run.take(selector, cards)
            run.set_apart(selector, cards)
            run.objects |= {card: table.card(card).object for card in cards}
        if modes is not None:
            run.early[id(modes)] = doing.modes
        run.early |= {id(pick): () for pick, _ in _chosen_players(ability, modes)}
        run.early[0] = playing.shares_of(table, doing, shared)
        self.carry_out(run, doing, ability)

    return resolve


def lost_targets(table: Table, doing: Playing, selectors: Sequence[m.Selector]) -> dict[int, tuple[Ref, ...]]:
    """Of each group of targets, those that were chosen and are no longer valid."""
    thing = table.state.cards.get(doing.object)
    groups: Any = (thing.mark("targets") if thing is not None else None) or ()
    return {
        selector.bind: tuple(Ref(CardId(c), n) for c, n in group if c not in kept)
        for selector, kept, group in zip(selectors, doing.targets, groups, strict=False)
        if selector.bind
    }


def carry_out(self: GateRuler, run: Run, doing: Playing, ability: m.Ability) -> None:
    """Its body, if its condition holds now; that of a "while" was checked when it was played."""
    if ability.window == "while" or self.all_hold(self.resolution_conditions(ability), run):
        self.do_all(run, [verb for verb in ability.body if not is_about_its_payment(verb)])
    else:
        run.table.refuse("resolve", run.table.words("condition not met"), run.you, run.source.card.card)


def is_about_its_payment(verb: m.Verb) -> bool:
    """Being paid for with resources only is part of an ability's cost, not an instruction."""
    return isinstance(verb, m.Prohibit) and verb.act.verb == ONLY_RESOURCES


def is_among_others(selector: m.Selector) -> bool:
    """One of the cards that the text mentioned before: nobody knows them before it resolves."""
    return any(isinstance(f, m.Among) for f in selector.filters)


def is_in_deck(selector: m.Selector) -> bool:
    """15-6b: what is chosen there is chosen on resolution, so it comes after the real targets."""
    return "deck" in selector.areas


def is_one_of(chosen: m.Selector, goals: Sequence[m.Target]) -> bool:
    """Whether something is divided among these cards, named directly or referred back to."""
    return any(chosen is to or (chosen.bind and to == m.Bound(chosen.bind)) for to in goals)
