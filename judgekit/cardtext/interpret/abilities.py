"""Printed abilities made into those of the engine: automatic, activated, continuous."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.checks.soundness import CONDITION_NAMES, Wiring, senseless
from judgekit.cardtext.interpret.doing import ELSEWHERE, LASTING
from judgekit.cardtext.interpret.lasting import Lasting
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Verbs, names
from judgekit.cardtext.interpret.triggers import spoken_of
from judgekit.cardtext.interpret.vocabulary import PRINTED_AUTO
from judgekit.cardtext.model import walk
from judgekit.cardtext.wording.abilities import told
from judgekit.engine.abilities import Ability, Activated, Automatic, ByHand, Definition, Moment, Pool, Source
from judgekit.engine.state import Facts, Standby
from judgekit.engine.table import Table


class Interpreter(Lasting):
    """What all games share. A dialect of a game says the rest."""

    currencies: ClassVar[tuple[str, ...]] = ()  # what costs are paid in, besides instructions
    GROUPS: ClassVar[tuple[type[Any], ...]] = ()  # filters that the dialect asks of several cards, or zones
    NO_FILTERS: ClassVar[tuple[type[Any], ...]] = ()  # of those that all games share, what this one has not
    STATES: ClassVar[frozenset[str] | None] = None
    NEAR: ClassVar[frozenset[str] | None] = None
    REPLACES: ClassVar[tuple[type[Any], ...] | None] = None
    RECORDS: ClassVar[frozenset[str] | None] = None
    STACKS: ClassVar[frozenset[str] | None] = None
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {}  # "Role.role": what means something there
    UNHEEDED: ClassVar[frozenset[str]] = frozenset()  # "Drawn.cause": fields that nothing looks at
    ONLY: ClassVar[frozenset[str]] = frozenset()  # acts of which the game knows by itself what they leave
    TELLS_DOER: ClassVar[tuple[type[Any], ...]] = ()  # events that tell which card did it

    @classmethod
    def wiring(cls) -> Wiring:
        """What the game notices, does and asks. Windows and keywords that it lacks do not compile at all."""
        does: tuple[type[Any], ...] = (*cls.VERBS, *LASTING, *cls.GLUE, *cls.LASTING_MAKERS, *ELSEWHERE)
        notices: tuple[type[Any], ...] = (*cls.TRIGGERS, m.Situation)
        verbs = names(does)
        paid = {f"Pay:{currency}" for currency in cls.currencies}
        return Wiring(
            names(notices), verbs, verbs | paid, CONDITION_NAMES, filters=cls.known_filters(),
            states=cls.STATES, relations=cls.NEAR, recorded=cls.RECORDS, stacks=cls.STACKS,
            replaced=None if cls.REPLACES is None else names(cls.REPLACES), words=cls.KNOWN_WORDS,
            unheeded=cls.UNHEEDED,
        )  # fmt: skip

    @classmethod
    def known_filters(cls) -> frozenset[str] | None:
        return names((*cls.FILTERS, *cls.GROUPS)) - names(cls.NO_FILTERS) if cls.GROUPS else None

    def define(
        self, name: str, properties: dict[str, Any], text: str, parsed: Sequence[m.Ability]
    ) -> Definition:
        """A card: its stats, and its abilities under their addresses."""
        abilities: list[Ability] = []
        by_hand: list[ByHand] = []
        for at, ability in enumerate(parsed, 1):
            unread = [node for node in walk(ability) if isinstance(node, m.Unread)]
            by_hand += [ByHand(node.text, node.reason) for node in unread]
            try:
                abilities += self.compile(ability, f"{name}#{at}", properties)
            except NoMeaning as error:
                by_hand += [] if unread else [ByHand(ability.text, str(error))]
                abilities += self.only_its_time(ability, str(error), f"{name}#{at}", properties)
        return Definition(name, properties, tuple(abilities), text, tuple(by_hand))

    def only_its_time(
        self, ability: m.Ability, why: str, address: str, properties: dict[str, Any]
    ) -> list[Ability]:
        """Of an ability that means nothing in the game, when it would happen: then the judge is asked."""
        if ability.kind == "continuous" or ability.keyword is not None:
            return []
        try:
            bare = msgspec.structs.replace(ability, body=(m.Unread(ability.text, why),))
            return self.compile(bare, address, properties)
        except NoMeaning:
            return []

    def pool(self, definitions: Iterable[Definition]) -> Pool:
        return Pool({d.name: d for d in definitions}, dict(self.inner))

    def compile(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        """One printed ability; several of the engine's if it says several things."""
        for why in self.senseless(ability):
            raise NoMeaning(f"{address}: in {self.game}, {why}")
        self._kept.append(ability)
        self._number(ability, address)
        if ability.keyword is not None:
            return self.keyword(ability, address, properties)
        made = self._plain(ability, address)
        for label in ability.labels:
            made = [one for each in made for one in self.labelled(label, each, ability)]
        return [replace(each, data=PRINTED_AUTO) for each in made] if "auto" in ability.labels else made

    def senseless(self, ability: m.Ability) -> Iterator[str]:
        """Words that can be read but mean nothing in this game: found before anything is played."""
        yield from senseless(ability, self.wiring())
        for node in walk(ability):
            if isinstance(node, m.Prohibit) and node.only and node.act == m.Act(node.act.verb):
                if node.act.verb not in self.ONLY:
                    yield f"“only {node.act.verb}” does not say what is forbidden"
        if isinstance(ability.trigger, m.EitherEvent):
            alone = [msgspec.structs.replace(ability, trigger=each) for each in ability.trigger.events]
            if any(set(self.works_in(each)) - set(self.works_in(ability)) for each in alone):
                yield "the two things do not happen in one place: write each as an ability of its own"

    def keyword(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        raise NoMeaning(f"{self.game} has no keyword {ability.keyword and ability.keyword.name!r}")

    def labelled(self, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
        """What a printed label adds to an ability; a label that only names it adds nothing."""
        return [made]

    def _plain(self, ability: m.Ability, address: str) -> list[Ability]:
        if ability.kind == "automatic":
            return [self.automatic(ability, address)]
        if ability.kind in ("activated", "counter"):
            return [self.activated(ability, address)]
        return list(self.continuous(ability, address))

    def _number(self, node: Any, address: str) -> None:
        """Give every instruction that can last its own address, by its place in the ability."""
        at = 0
        for inner in walk(node):
            self._require_its_time(inner, address)
            if (self.lasts(inner) or isinstance(inner, m.Delayed | m.Ability)) and inner is not node:
                at += 1
                self.nodes[id(inner)] = f"{address}/{at}"
        for inner in walk(node):
            if inner is not node and id(inner) in self.nodes:
                self._compile_inner(inner, self.nodes[id(inner)], node)

    def _require_its_time(self, node: Any, address: str) -> None:
        """What is put off must be able to wait; it never begins at once instead."""
        if is_put_off(node) and not self.begins_later(node):
            said = told(node, self.game) or type(node).__name__
            raise NoMeaning(f"{address}: nothing in {self.game} makes “{said}” begin later")

    def begins_later(self, node: Any) -> bool:
        """What can wait for its time; a number that is doubled is fixed at once, so it cannot."""
        doubles = isinstance(node, m.Modify) and node.how == "times"
        return (self.lasts(node) or isinstance(node, m.Delayed)) and not doubles

    def _compile_inner(self, node: Any, address: str, outer: m.Ability) -> None:
        if isinstance(node, m.Delayed):
            later = m.Ability("automatic", trigger=node.event, conditions=node.conditions, body=node.do)
            self._kept.append(later)
            waits = self.automatic(later, address, delayed=True)
            self.inner[address] = self.in_its_time(waits) if is_put_off(node) else waits
        elif self.lasts(node):
            put_off, span = is_put_off(node), getattr(node, "duration", None)
            for made in self.standing(node, address, outer):
                if isinstance(span, m.WhileTrue):
                    made = self.as_long_as(made, span.conditions, outer)
                self.inner[made.address] = self._as_effect(self.in_its_time(made) if put_off else made)

    def standing(self, verb: m.Verb, address: str, ability: m.Ability) -> list[Ability]:
        """The engine's form of an instruction that applies by itself; without one, it has no meaning."""
        made = list(self.lasting(verb, address, ability))
        if not made and not isinstance(verb, (m.DeckRule, m.AlternativeCost)):
            said = told(verb, self.game) or type(verb).__name__
            raise NoMeaning(f"{address}: nothing in {self.game} makes “{said}” apply by itself")
        return made

    def _as_effect(self, made: Ability) -> Ability:
        """What lasts because an ability was played is its effect, not a continuous ability."""
        clause = self.clause_of.get("effect")
        if clause is None or made.clause != self.clause_of.get("continuous"):
            return made
        return replace(made, clause=clause)

    def automatic(self, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
        trigger = ability.trigger
        if trigger is None:
            raise NoMeaning(f"{address}: an automatic ability without a trigger")
        if m.doer(trigger) is not None and not isinstance(trigger, self.TELLS_DOER):
            if m.Object() in walk((ability.conditions, ability.body)):
                raise NoMeaning(f"{address}: {self.game} does not record which card did that")
        clause = self.clause_of.get("automatic", "")
        resolve = self._resolver(ability)
        active_if = self._gate(ability)
        where = self.areas_of_ability(ability)
        if isinstance(trigger, m.Situation):
            conditions = trigger.conditions
            return Automatic(
                address, self.clause_of.get("situation", clause), ability.text, where, active_if,
                situation=lambda table, source: self.all_hold(conditions, self.run(table, source, ability)),
                resolve=resolve,
            )  # fmt: skip
        on, matches, *timings = self.waits_for(trigger, ability)

        def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            for facts in matches(table, moment, source):
                if self.within_limits(table, ability, address, source):
                    yield facts

        return Automatic(
            address, clause, ability.text, where, active_if, self.keep(ability),
            on=on, fulfilled=fulfilled, resolve=resolve, timings=frozenset(timings[0] if timings else ()),
            speaks_of=spoken_of(ability),
        )  # fmt: skip

    def keep(self, ability: m.Ability) -> Any:
        """What a game wants to keep with an automatic ability."""
        return None

    def _resolver(self, ability: m.Ability) -> Callable[[Table, Standby], object]:
        def resolve(table: Table, waiting: Standby) -> object:
            source = Source(waiting.ability, waiting.source, waiting.player, table.state.clock, waiting.facts)
            return self.resolve(self.run(table, source, ability))

        return resolve

    def resolve(self, run: Run) -> object:
        """Carry an ability out: its conditions, its price, its body. A game may tell what came of it."""
        if not self.all_hold(self.resolution_conditions(run.ability), run):
            self.left_out_by_condition(run)
            run.table.refuse("resolve", run.table.words("condition not met"), run.you, run.source.card.card)
        elif not run.ability.costs or self.pay(run):
            self.do_all(run, run.ability.body)
        return None

    def pay(self, run: Run) -> bool:
        """The price of an ability, all of it or nothing."""
        self.do_all(run, run.ability.costs)
        return run.done

    def activated(self, ability: m.Ability, address: str) -> Activated:
        return Activated(
            address, self.clause_of.get(ability.kind, ""), ability.text, self.areas_of_ability(ability),
            self._gate(ability), ability, frozenset({ability.window}),
        )  # fmt: skip

    def continuous(self, ability: m.Ability, address: str) -> Iterator[Ability]:
        """Every instruction of a continuous ability applies by itself, while it is active. What is not read
        is left out, unless it says in place of what it happens: then the judge is asked."""
        gate = self._gate(ability, with_conditions=True)
        where = self.areas_of_ability(ability)
        for at, verb in enumerate(flat(ability.body), 1):
            conditions: tuple[m.Condition, ...] = ()
            while isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise:
                conditions, verb = (*conditions, *verb.conditions), verb.then[0]
            if not isinstance(verb, m.Instead) and any(isinstance(node, m.Unread) for node in walk(verb)):
                continue
            test = self._both(gate, conditions, ability)
            for made in self.standing(verb, f"{address}.{at}", ability):
                yield replace(made, where=where, active_if=test, text=ability.text)

    def _gate(
        self, ability: m.Ability, with_conditions: bool = False
    ) -> Callable[[Table, Source], bool] | None:
        """A condition under which the ability is active at all."""
        conditions = self.activity_conditions(ability)
        if with_conditions:
            conditions = (*conditions, *(c for c in ability.conditions if c not in conditions))
        return self._both(None, conditions, ability)

    def _both(
        self,
        gate: Callable[[Table, Source], bool] | None,
        conditions: tuple[m.Condition, ...],
        ability: m.Ability,
    ) -> Callable[[Table, Source], bool] | None:
        if not conditions:
            return gate

        def test(table: Table, source: Source) -> bool:
            if gate is not None and not gate(table, source):
                return False
            return self.all_hold(conditions, self.run(table, source, ability))

        return test

    def activity_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        """Of an automatic ability: conditions that make it inactive, rather than checked on resolving."""
        return ()

    def resolution_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        active = self.activity_conditions(ability)
        return tuple(c for c in ability.conditions if c not in active)

    def areas_of_ability(self, ability: m.Ability) -> tuple[str, ...]:
        return self.names_of(ability.areas)

    def works_in(self, ability: m.Ability) -> tuple[str, ...]:
        """Where its card must be for what triggers it to be noticed; nothing: where cards usually work."""
        return self.areas_of_ability(ability)


def is_put_off(node: Any) -> bool:
    """Whether something lasts for a time that has not begun."""
    duration = getattr(node, "duration", None)
    return isinstance(duration, m.Until) and duration.only


def flat(verbs: Verbs) -> Iterator[m.Verb]:
    """The instructions of a continuous ability, taken out of the glue that only joins them."""
    for verb in verbs:
        if isinstance(verb, m.If):
            for inner in flat(verb.then):
                yield m.If(verb.conditions, (inner,))
            for inner in flat(verb.otherwise):
                yield m.If((opposite(verb.conditions),), (inner,))
        else:
            yield verb


def opposite(conditions: tuple[m.Condition, ...]) -> m.Condition:
    """What holds when these do not all hold."""
    denied = tuple(m.NotSo(each) for each in conditions)
    return denied[0] if len(denied) == 1 else m.OneHolds(denied)
