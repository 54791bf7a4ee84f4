"""Section 9.6 in the words of card texts: an ability as it is played, paid for and resolved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.interpret.remembering import watchers
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Activated, Automatic, Source
from judgekit.engine.state import CardId, Facts, Player, Ref, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch03_masters import performer
from judgekit.games.luck_and_logic.ch04_zones import is_still_there
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import pays_at_once
from judgekit.games.luck_and_logic.ch09_06_playing import Use, choose_in_order, choose_x, deck_suffices
from judgekit.games.luck_and_logic.ch12_miscellaneous import cannot_trigger
from judgekit.games.luck_and_logic.language.choosing import to_choose
from judgekit.games.luck_and_logic.language.costs import (
    are_enough,
    are_free,
    at_the_same_time,
    can_be_done_to,
    each_of,
    needed,
    used_up,
    without,
)
from judgekit.games.luck_and_logic.language.meaning import check, check_bearer, is_asked

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

MOST_X = 99  # no X is larger


def run(self: LuckAndLogic, table: Table, source: Source, ability: m.Ability) -> Run:
    made = Interpreter.run(self, table, source, ability)
    made.number = fact(source.facts, "X")
    return made


def kept_for_later(self: LuckAndLogic, run: Run) -> Facts:
    """4.1.5: which objects a timed trigger refers to."""
    spoken_of = {
        run.fact("subject"),
        run.fact("object"),
        *(c for cards in run.bound.values() for c in cards),
    }
    there = [run.table.card(card) for card in sorted(spoken_of - {None}) if card in run.table.state.cards]
    return (("objects", tuple((card.id, card.object) for card in there)),) if there else ()


def cards(
    self: LuckAndLogic, run: Run, target: m.Target, choose: bool = True, prompt: str = ""
) -> tuple[CardId, ...]:
    """4.1.5, 1.3.2: nothing is done to a card that has become a new one since."""
    found = Interpreter.cards(self, run, target, choose, prompt)
    if not found and isinstance(target, m.This | m.Subject | m.Object | m.Bound):
        for card in _meant(self, run, target):
            run.table.cite("4.1.5", "1.3.2")
            run.table.refuse("resolve", run.table.words("has become a new card"), run.you, card)
    return found


def _meant(self: LuckAndLogic, run: Run, target: m.Target) -> tuple[CardId, ...]:
    """The cards that a text means, whatever has become of them."""
    if isinstance(target, m.This):
        return (run.source.card.card,)
    return Interpreter.pointed_at(self, Sight.now(run.table), run, target)


def pointed_at(self: LuckAndLogic, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
    """4.1.5: a card that has become a new one since is no longer meant. 5.24.1: what a card is set to."""
    host = sight.card(run.source.card.card).mark("set to") if isinstance(target, m.Host) else None
    if host is not None:
        now = sight.state.current(Ref(CardId(host[0]), host[1]))
        return () if now is None else (now.id,)
    found = Interpreter.pointed_at(self, sight, run, target)
    known: Any = run.fact("objects", ()) if run.source.facts else ()
    if not known:
        return found
    objects = dict(known)
    return tuple(c for c in found if objects.get(c) in (None, sight.card(c).object))


def compile(
    self: LuckAndLogic, ability: m.Ability, address: str, properties: dict[str, Any]
) -> list[Ability]:
    check(ability, address, self.acts)
    check_bearer(ability, address, properties)
    made = Interpreter.compile(self, ability, address, properties)
    counts = Automatic("", "9.7.1", data=Use(), where=tuple(self.area_names("every zone")))
    return made + watchers(self, ability, address, is_asked, counts)


def within_limits(self: LuckAndLogic, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
    """12.4.1.1: the usage icon counts uses, not triggers; any other number is counted when it triggers."""
    return has_usage_icon(ability) or Interpreter.within_limits(self, table, ability, address, source)


def has_usage_icon(ability: m.Ability) -> bool:
    return any(limit.n == 1 for limit in ability.limits)


def keep(self: LuckAndLogic, ability: m.Ability) -> Any:
    """What is paid for, and limited, when the ability is played."""
    if not ability.costs:
        return Use(usage_icon=has_usage_icon(ability), number=_open_x(self, ability))
    return Use(
        can_pay=_can_pay(self, ability), pay=_pay(self, ability), usage_icon=has_usage_icon(ability),
        deck_cards=deck_cards(ability), condition=_condition(self, ability), number=_open_x(self, ability),
    )  # fmt: skip


def automatic(self: LuckAndLogic, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
    """9.1.2.2.2, 12.4.1.1: one that waits for a situation has a cost and a usage icon like any other."""
    made = Interpreter.automatic(self, ability, address, delayed)
    return made if made.situation is None else waits_for_situation(made, self.keep(ability))


def waits_for_situation(made: Automatic, use: Any) -> Automatic:
    """12.3.1.2: one that cannot be used does not trigger, though its situation has come."""
    comes = made.situation
    assert comes is not None

    def situation(table: Table, source: Source) -> bool:
        return comes(table, source) and not cannot_trigger(table, source.card.card, made.address)

    return replace(made, data=use, situation=situation)


def activated(self: LuckAndLogic, ability: m.Ability, address: str) -> Activated:
    use = Use(
        can_pay=_can_pay(self, ability), choose=_choose(self, ability), pay=_pay(self, ability),
        resolve=_resolve(self, ability), logic_drive="logic drive" in ability.labels,
        usage_icon=has_usage_icon(ability), deck_cards=deck_cards(ability),
    )  # fmt: skip
    clause = "11.4.1" if use.logic_drive else self.clause_of["activated"]
    where, gate = self.areas_of_ability(ability), self._gate(ability)
    return Activated(address, clause, ability.text, where, gate, use, windows=frozenset({"main"}))


def _condition(self: LuckAndLogic, ability: m.Ability) -> Callable[[Table, Player, Source], bool]:
    def condition(table: Table, player: Player, source: Source) -> bool:
        return self.all_hold(self.resolution_conditions(ability), self.run(table, source, ability))

    return condition


def _can_pay(self: LuckAndLogic, ability: m.Ability) -> Callable[[Table, Player, Source], bool]:
    open_x = leaves_x_open(ability)

    def can_pay(table: Table, player: Player, source: Source) -> bool:
        run = self.run(table, source, ability)
        if open_x and run.number is None:
            run.number = 0  # the least that X can be
        return self.possible(run, ability.costs)

    return can_pay


def _open_x(self: LuckAndLogic, ability: m.Ability) -> Callable[[Table, Player, Source], Facts] | None:
    """9.6.2.2.1: the X that a text leaves open."""
    if not leaves_x_open(ability):
        return None

    def number(table: Table, player: Player, source: Source) -> Facts:
        return (("X", choose_x(table, player, _most_x(self, table, player, source, ability))),)

    return number


def _most_x(self: LuckAndLogic, table: Table, player: Player, source: Source, ability: m.Ability) -> int:
    """5.22.3: no more than can be paid, where X is a part of the cost."""
    if not any(isinstance(node, m.Unknown) for node in walk(ability.costs)):
        return MOST_X
    run = self.run(table, source, ability)
    for n in range(MOST_X + 1):
        run.number = n
        deck = deck_suffices(table, player, deck_cards(ability, n))
        if not (deck and self.possible(run, ability.costs)):
            return max(0, n - 1)
    return MOST_X


def _choose(self: LuckAndLogic, ability: m.Ability) -> Callable[[Table, Player, Source], Facts]:
    """A-42: the choices of the cost, and of the first instruction."""

    number = _open_x(self, ability)

    def choose(table: Table, player: Player, source: Source) -> Facts:
        x = number(table, player, source) if number is not None else ()
        run = self.run(table, source.altered(facts=(*source.facts, *x)), ability)
        early = [*ability.costs, *_chosen_early(table, ability)]
        targets = [(verb, what) for verb in early if (what := to_choose(verb)) is not None]
        given: dict[int, tuple[CardId, ...]] = {}
        choices = [partial(partial(_select_part, self), run, verb, what, given) for verb, what in targets]
        taken = choose_in_order(table, choices) or []
        places = tuple((f"at {c}", table.card(c).area) for cards in taken for c in cards)
        return (*x, *((f"taken {at}", tuple(cards)) for at, cards in enumerate(taken)), *places)

    return choose


def _select_part(
    self: LuckAndLogic, run: Run, verb: m.Verb, what: m.Selector, given: dict[int, tuple[CardId, ...]]
) -> tuple[CardId, ...]:
    """A choice made while playing; a card given for one part of the cost is not given for another."""
    costs, kind = run.ability.costs, used_up(verb)
    if not kind or not any(verb is one for one in costs):
        return self.chosen(run, what)
    alike = [one for one in costs if used_up(one) == kind and one is not verb]
    away = {card for one in alike for card in given.get(id(one), ())}
    rest = without(each_of(self, run, [one for one in alike if id(one) not in given]), away)
    here = self.candidates(Sight.now(run.table), run, what)
    found = [card for card in here if card not in away and can_be_done_to(run, verb, card)]
    given[id(verb)] = _take_leaving(self, run, what, found, rest)
    run.take(what, given[id(verb)])
    return given[id(verb)]


def _take_leaving(
    self: LuckAndLogic, run: Run, what: m.Selector, found: list[CardId], rest: Sequence[Sequence[CardId]]
) -> tuple[CardId, ...]:
    """5.22.3: cards for part of the cost, such that the remaining cards can pay the rest. Where one choice
    narrows the next, they are chosen one after the other."""
    n = needed(self, run, what) if isinstance(what.quantity, m.Exactly) else 1

    def able(taken: tuple[CardId, ...]) -> list[CardId]:
        ways = ((card, {*taken, card}) for card in found if card not in taken)
        more = n - len(taken) - 1
        return [card for card, gone in ways if are_enough(without([*rest, *[found] * more], gone))]

    chooser, first = self.chooser(run, what), able(())
    if n < 2 or are_free(first, n, rest):
        return self.take(run, chooser, first, what, self.purpose(run, what, ""))
    taken: tuple[CardId, ...] = ()
    while len(taken) < n and (options := able(taken)):
        taken += self.choose_targets(
            run, chooser, options, 1, False, self.purpose(run, what, run.table.words("to choose"))
        )
    return taken


def _determine(self: LuckAndLogic, run: Run) -> None:
    """5.22.2: all parts of a cost are settled before any of it is paid. For an activated ability that was
    done when its choices were made."""
    costs, given = run.ability.costs, dict[int, tuple[CardId, ...]]()
    open_parts = [(verb, what) for verb in costs if (what := to_choose(verb)) and id(what) not in run.early]
    if len(costs) < 2 or not open_parts or not pays_at_once(run.table):
        return
    choices = [partial(partial(_select_part, self), run, verb, what, given) for verb, what in open_parts]
    for (_, what), taken in zip(open_parts, choose_in_order(run.table, choices) or (), strict=False):
        run.early[id(what)] = taken


def _chosen_early(table: Table, ability: m.Ability) -> Sequence[m.Verb]:
    targets = [verb for verb in ability.body if to_choose(verb) is not None]
    if not targets or table.reading("A-42") == "all-when-reached":
        return ()
    return targets if table.reading("A-42") == "all-at-play" else ability.body[:1]


def _with_choices(self: LuckAndLogic, table: Table, source: Source, ability: m.Ability, facts: Facts) -> Run:
    run = self.run(table, source, ability)
    run.number = fact(facts, "X", run.number)
    early = [*ability.costs, *_chosen_early(table, ability)]
    targets = [what for verb in early if (what := to_choose(verb)) is not None]
    for at, what in enumerate(targets):
        taken = fact(facts, f"taken {at}")
        if taken is not None:
            places = {CardId(c): str(fact(facts, f"at {c}", "")) for c in taken}
            paid = any(what is getattr(verb, "what", None) for verb in ability.costs)
            run.early[id(what)] = tuple(c for c in places if paid or is_still_there(table, c, places[c]))
            run.places |= places
            if what.bind:
                run.bound[what.bind] = run.early[id(what)]
    return run


def _pay(self: LuckAndLogic, ability: m.Ability) -> Callable[[Table, Player, Source, Facts], Facts]:
    def pay(table: Table, player: Player, source: Source, facts: Facts) -> Facts:
        run = _with_choices(self, table, source, ability, facts)
        _determine(self, run)
        with table.together():
            self.do_all(run, at_the_same_time(ability.costs))
        return _what_was_paid(run)

    return pay


def _what_was_paid(run: Run) -> Facts:
    """The cards of a cost that is paid in resolution (9.7.3.3), for the effect that speaks of them."""
    paid = {what.bind for verb in run.ability.costs if (what := to_choose(verb)) is not None}
    return tuple((f"bound {n}", tuple(cards)) for n, cards in sorted(run.bound.items()) if n in paid)


def _resolve(self: LuckAndLogic, ability: m.Ability) -> Callable[[Table, Player, Source, Facts], None]:
    def resolve(table: Table, player: Player, source: Source, facts: Facts) -> None:
        self.resolve(_with_choices(self, table, source, ability, facts))

    return resolve


def resolve(self: LuckAndLogic, run: Run) -> None:
    """Its conditions and its body; costs are paid where the clauses of playing say so."""
    run.performer = performer(run.table, run.you) or run.you
    run.began = run.table.state
    if not self.all_hold(self.resolution_conditions(run.ability), run):
        run.table.refuse("resolve", run.table.words("condition not met"), run.you, run.source.card.card)
        return
    self.do_all(run, run.ability.body)


def activity_conditions(self: LuckAndLogic, ability: m.Ability) -> tuple[m.Condition, ...]:
    return ability.conditions if ability.kind in ("continuous", "replacement") else ()


def resolution_conditions(self: LuckAndLogic, ability: m.Ability) -> tuple[m.Condition, ...]:
    return () if "vanguard" in ability.labels else Interpreter.resolution_conditions(self, ability)


def leaves_x_open(ability: m.Ability) -> bool:
    """Whether an ability has an X and does not say what it is."""
    said = {letter.letter for letter in ability.letters}
    parts = (*ability.costs, *ability.body)
    return any(isinstance(node, m.Unknown) and node.letter not in said for node in walk(parts))


def deck_cards(ability: m.Ability, x: int = 0) -> int:
    """How many cards the cost of an ability takes from the top of the deck."""
    total = 0
    for verb in ability.costs:
        what = getattr(verb, "what", None)
        if isinstance(what, m.Selector) and what.end == "top" and what.areas == ("deck",):
            n = getattr(what.quantity, "n", 1)
            total += n if isinstance(n, int) else x if isinstance(n, m.Unknown) else 0
    return total
