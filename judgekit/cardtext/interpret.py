"""What a printed ability does: the AST of `model` made into abilities of the engine.

`Interpreter` knows what all games share: who "you" is, how cards are described and chosen, conditions,
amounts, the glue between instructions, effects that last. A game's dialect subclasses it and says what is its
own: its areas, types and stats, which events set off which triggers, and what its verbs do.

An `Ability` of the engine holds functions, never state; whatever must outlive a step is facts, bound cards
and the address of a node of the AST.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.model import walk
from judgekit.cardtext.soundness import CONDITION_NAMES, Wiring, senseless
from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Definition,
    Modifier,
    Moment,
    Pool,
    Prohibition,
    Proposal,
    Replacement,
    Source,
    Status,
)
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Numbered
from judgekit.engine.layers import Board
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Facts,
    Player,
    Ref,
    Standby,
    State,
    area_player,
    fact,
    host_of,
    opponent,
    under,
)
from judgekit.engine.table import Table


class NoMeaning(EngineError):
    """Words that the grammar reads and this game gives no meaning to."""


class Sight:
    """The table as it looks in one state: now, before an event, or in the middle of deriving values."""

    __slots__ = ("board", "state", "table")

    def __init__(self, table: Table, board: Board) -> None:
        self.table = table
        self.board = board
        self.state: State = board.state

    @classmethod
    def now(cls, table: Table) -> Sight:
        return cls(table, table.board)

    @classmethod
    def of(cls, table: Table, state: State) -> Sight:
        return cls(table, table.board_of(state))

    def card(self, card: int) -> Card:
        return self.state.cards[CardId(card)]

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.state.pile(where)

    def value(self, card: int, name: str) -> Any:
        return self.board.value(CardId(card), name)

    def master(self, card: int) -> Player:
        return self.table.customs.master(self.state, self.card(card))


@dataclass(slots=True)
class Run:
    """An ability being carried out, or asked whether it applies: who, for which card, with what bound."""

    table: Table
    source: Source
    ability: m.Ability
    performer: Player
    bound: dict[int, tuple[CardId, ...]] = field(default_factory=dict)
    places: dict[CardId, str] = field(default_factory=dict)  # where bound cards were when they were taken
    done: bool = True
    count: int = 0
    number: int | None = None
    chosen_player: Player | None = None
    picked: dict[str, str] = field(default_factory=dict)
    early: dict[int, tuple[Any, ...]] = field(default_factory=dict)  # targets chosen before resolving
    began: State | None = None  # the table when the ability began to be carried out, if the game asks
    since: int = 0  # how much had happened in this step when it began

    @property
    def you(self) -> Player:
        return self.source.player

    def fact(self, name: str, default: Any = None) -> Any:
        return fact(self.source.facts, name, default)


Zone = tuple[Player, int]
Verbs = Sequence[m.Verb]
Handler = Callable[[Any, Run, Any], None]
LASTING = (
    m.Modify, m.Gain, m.Lose, m.TreatAs, m.Prohibit, m.Permit, m.Demand, m.NegateAbilities, m.Unaffected,
    m.Total, m.Instead, m.AlternativeCost,
)  # fmt: skip
LISTED = frozenset({"trait"})  # properties with several values, all of which a card can lose at once
ELSEWHERE = (m.Choose, m.Pick, m.DeckRule)  # done by `perform` itself, or when decks are built


class Interpreter:
    """What all games share. A dialect of a game says the rest."""

    game: ClassVar[str] = ""
    acts: ClassVar[dict[str, str]] = {}  # "be destroyed" -> the verb that rules propose: "destroy"
    value_layer: ClassVar[str] = ""
    other_layer: ClassVar[str] = ""
    ability_layer: ClassVar[str] = ""
    clause_of: ClassVar[dict[str, str]] = {}  # kind of ability -> the clause that makes it one

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.inner: dict[str, Ability] = {}
        self.nodes: dict[int, str] = {}
        self._kept: list[Any] = []  # nodes are found by identity, so they are kept alive

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

    currencies: ClassVar[tuple[str, ...]] = ()  # what costs are paid in, besides instructions
    GROUPS: ClassVar[tuple[type[Any], ...]] = ()  # filters that the dialect asks of several cards, or zones
    STATES: ClassVar[frozenset[str] | None] = None
    NEAR: ClassVar[frozenset[str] | None] = None
    REPLACES: ClassVar[tuple[type[Any], ...] | None] = None
    RECORDS: ClassVar[frozenset[str] | None] = None
    STACKS: ClassVar[frozenset[str] | None] = None
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {}  # "Role.role": what means something there
    UNHEEDED: ClassVar[frozenset[str]] = frozenset()  # "Drawn.cause": fields that nothing looks at

    @classmethod
    def known_filters(cls) -> frozenset[str] | None:
        return names((*cls.FILTERS, *cls.GROUPS)) - names(cls.NO_FILTERS) if cls.GROUPS else None

    NO_FILTERS: ClassVar[tuple[type[Any], ...]] = ()  # of those that all games share, what this one has not

    # compiling

    def define(
        self, name: str, properties: dict[str, Any], text: str, parsed: Sequence[m.Ability]
    ) -> Definition:
        """A card: its stats, and its abilities under their addresses."""
        abilities: list[Ability] = []
        for at, ability in enumerate(parsed, 1):
            abilities += self.compile(ability, f"{name}#{at}", properties)
        return Definition(name, properties, tuple(abilities), text)

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
        return made

    def senseless(self, ability: m.Ability) -> Iterator[str]:
        """Words that are read and that this game has nothing for: found before anything is played."""
        yield from senseless(ability, self.wiring())
        for node in walk(ability):
            if isinstance(node, m.Prohibit) and node.only and node.act == m.Act(node.act.verb):
                if node.act.verb not in self.ONLY:
                    yield f"“only {node.act.verb}” does not say what is forbidden"

    ONLY: ClassVar[frozenset[str]] = frozenset()  # acts of which the game knows by itself what they leave

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
            if isinstance(inner, (*LASTING, m.Delayed, m.Ability)) and inner is not node:
                at += 1
                self.nodes[id(inner)] = f"{address}/{at}"
        for inner in walk(node):
            if inner is not node and id(inner) in self.nodes:
                self._compile_inner(inner, self.nodes[id(inner)], node)

    def _compile_inner(self, node: Any, address: str, outer: m.Ability) -> None:
        if isinstance(node, m.Delayed):
            later = m.Ability("automatic", trigger=node.event, conditions=node.conditions, body=node.do)
            self._kept.append(later)
            self.inner[address] = self.automatic(later, address, delayed=True)
        elif isinstance(node, LASTING):
            for made in self.lasting(node, address, outer):
                self.inner[made.address] = self._as_effect(made)

    def _as_effect(self, made: Ability) -> Ability:
        """What lasts because an ability was played is an effect of it, and no continuous ability."""
        clause = self.clause_of.get("effect")
        if clause is None or made.clause != self.clause_of.get("continuous"):
            return made
        return replace(made, clause=clause)

    # kinds of abilities

    def automatic(self, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
        trigger = ability.trigger
        if trigger is None:
            raise NoMeaning(f"{address}: an automatic ability without a trigger")
        clause = self.clause_of.get("automatic", "")
        resolve = self._resolver(ability)
        active_if = self._gate(ability)
        where = self.areas_of_ability(ability)
        if isinstance(trigger, m.Situation):
            conditions = trigger.conditions
            return Automatic(
                address, clause, ability.text, where, active_if,
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
        )  # fmt: skip

    def keep(self, ability: m.Ability) -> Any:
        """What a game wants to keep with an automatic ability."""
        return None

    def _resolver(self, ability: m.Ability) -> Callable[[Table, Standby], None]:
        def resolve(table: Table, waiting: Standby) -> None:
            source = Source(waiting.ability, waiting.source, waiting.player, table.state.clock, waiting.facts)
            self.resolve(self.run(table, source, ability))

        return resolve

    def resolve(self, run: Run) -> None:
        """Carry an ability out: its conditions, its price, its body."""
        if not self.all_hold(self.resolution_conditions(run.ability), run):
            run.table.refuse("resolve", "its condition is not met", run.you, run.source.card.card)
            return
        if run.ability.costs and not self.pay(run):
            return
        self.do_all(run, run.ability.body)

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
        """Every instruction of a continuous ability applies by itself, as long as it is active."""
        gate = self._gate(ability, with_conditions=True)
        where = self.areas_of_ability(ability)
        for at, verb in enumerate(flat(ability.body), 1):
            conditions: tuple[m.Condition, ...] = ()
            while isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise:
                conditions, verb = (*conditions, *verb.conditions), verb.then[0]
            test = self._both(gate, conditions, ability)
            for made in self.lasting(verb, f"{address}.{at}", ability):
                yield msgspec_free_replace(made, where=where, active_if=test, text=ability.text)

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
        return tuple(name for area in ability.areas for name in self.area_names(area))

    def run(self, table: Table, source: Source, ability: m.Ability) -> Run:
        run = Run(table, source, ability, source.player, since=len(table.happened))
        for key, value in source.facts:
            if key.startswith("bound "):
                run.bound[int(key[6:])] = tuple(CardId(c) for c in value)  # type: ignore[union-attr, arg-type]
        return run

    # effects that last

    def lasting(self, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
        """What an instruction that applies by itself is to the engine."""
        maker = self.LASTING_MAKERS.get(type(verb))
        if maker is None:
            return
        yield from maker(self, verb, address, ability)

    def _modify(self, verb: m.Modify, address: str, ability: m.Ability) -> Iterator[Ability]:
        stat = self.stat_name(verb.stat)

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            sight = Sight(board.table, board)
            amount = fact(source.facts, "amount")
            op, sign = {"plus": ("+", 1), "minus": ("+", -1), "set": ("=", 1), "times": ("*", 1)}[verb.how]
            for card in self.live_targets(sight, run, verb.what):
                n = amount if amount is not None else self.amount(verb.amount, run, sight, card)
                yield Change(card, stat, op, sign * n)

        yield Modifier(
            address, self.clause_of.get("continuous", ""), ability.text, layer=self.layer_of(stat),
            properties=frozenset({stat}), changes=changes,
        )  # fmt: skip

    def _gain(self, verb: m.Gain, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb.gains, m.Is):
            yield self._property(verb.what, verb.gains, "gain", address, ability)
            return
        given = verb.gains if isinstance(verb.gains, m.Ability) else m.Ability("keyword", keyword=verb.gains)
        self._kept.append(given)
        made = self.compile(given, f"{address}+", {})
        for one in made:
            self.inner[one.address] = one

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, verb.what):
                for one in made:
                    yield Change(card, "abilities", "gain", one.address)

        yield Modifier(
            address, self.clause_of.get("continuous", ""), ability.text, layer=self.ability_layer,
            properties=frozenset({"abilities"}), changes=changes,
        )  # fmt: skip

    def _property(self, what: m.Target, values: m.Is, op: str, address: str, ability: m.Ability) -> Modifier:
        name = self.property_name(values.what)

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, what):
                if op == "=":
                    yield Change(card, name, "=", values.values)
                    continue
                for value in values.values:
                    if self.may_change(board.table, name, value):
                        yield Change(card, name, op, value)

        return Modifier(
            address, self.clause_of.get("continuous", ""), ability.text, layer=self.layer_of(name),
            properties=frozenset({name}), changes=changes,
        )  # fmt: skip

    def may_change(self, table: Table, name: str, value: str) -> bool:
        """Whether a property may be given or taken at all."""
        return True

    def _lose(self, verb: m.Lose, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb.loses, m.Is):
            yield self._property(verb.what, verb.loses, "lose", address, ability)
            return
        if verb.all_of in LISTED:
            yield self._without_any(verb.what, self.property_name(verb.all_of), address, ability)
            return
        yield self._without_abilities(verb.what, verb.loses, verb.all_of, address, ability)

    def _without_any(self, what: m.Target, name: str, address: str, ability: m.Ability) -> Modifier:
        """All values of a property that has several are taken away, but those that must stay."""

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, what):
                for value in board.value(card, name) or ():
                    if self.may_change(board.table, name, value):
                        yield Change(card, name, "lose", value)

        return Modifier(
            address, self.clause_of.get("continuous", ""), ability.text, layer=self.layer_of(name),
            properties=frozenset({name}), changes=changes,
        )  # fmt: skip

    def _negated(self, verb: m.NegateAbilities, address: str, ability: m.Ability) -> Iterator[Ability]:
        for at, kind in enumerate(verb.kinds or ("",)):
            yield self._without_abilities(
                verb.what, None, kind, f"{address}~{at}" if at else address, ability
            )

    def _without_abilities(
        self, what: m.Target, keyword: m.Keyword | None, kind: str, address: str, ability: m.Ability
    ) -> Modifier:
        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, what):
                for held in board.value(card, "abilities"):
                    one = board.table.pool.ability(held)
                    if self.is_of_kind(one, keyword.name if keyword else "", kind):
                        yield Change(card, "abilities", "lose", held)

        return Modifier(
            address, self.clause_of.get("continuous", ""), ability.text, layer=self.ability_layer,
            properties=frozenset({"abilities"}), changes=changes,
        )  # fmt: skip

    def is_of_kind(self, ability: Ability, keyword: str, kind: str) -> bool:
        if keyword:
            return keyword.lower() in ability.text.lower()
        kinds = {"auto": Automatic, "automatic": Automatic, "activate": Activated, "activated": Activated}
        return not kind or isinstance(ability, kinds.get(kind, Ability))

    def _treat(self, verb: m.TreatAs, address: str, ability: m.Ability) -> Iterator[Ability]:
        yield self._property(verb.what, verb.like, "=", address, ability)

    def _prohibit(self, verb: m.Prohibit, address: str, ability: m.Ability) -> Iterator[Ability]:
        anything = msgspec.structs.replace(verb, act=m.Act(verb.act.verb), only=False)

        def forbids(table: Table, source: Source, proposal: Proposal) -> bool:
            about = self.is_about(table, source, proposal, verb, ability)
            if not verb.only:
                return about
            return not about and self.is_about(table, source, proposal, anything, ability)

        status = self.status_of(verb, address, ability)
        if status is not None:
            yield status
        elif not self.is_proposed(verb.act):
            raise NoMeaning(f"{address}: nothing in {self.game} proposes to {verb.act.verb}")
        else:
            yield Prohibition(address, self.clause_of.get("continuous", ""), ability.text, forbids=forbids)

    def is_proposed(self, act: m.Act) -> bool:
        """Whether the rules ever propose what an act names, so that a prohibition can be about it."""
        return act.verb in self.acts

    def status_of(
        self, verb: m.Prohibit | m.Permit | m.Demand, address: str, ability: m.Ability
    ) -> Ability | None:
        """Prohibitions and permissions that the game's own clauses ask for by name."""
        return None

    def _permit(self, verb: m.Permit | m.Demand, address: str, ability: m.Ability) -> Iterator[Ability]:
        status = self.status_of(verb, address, ability)
        if status is None:
            raise NoMeaning(
                f"{address}: nothing in {self.game} asks whether {verb.act.verb} is allowed or due"
            )
        yield status

    def is_about(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """Whether a prohibition is about what is proposed."""
        name = self.acts.get(verb.act.verb)
        if name is None:
            raise NoMeaning(f"nothing in {self.game} proposes to {verb.act.verb}")
        if proposal.verb != name:
            return False
        run = self.run(table, source, ability)
        passive = verb.act.verb.startswith("be ") or verb.act.verb in self.acts_of_cards
        if isinstance(verb.what, m.Player):
            about = proposal.player in self.players(verb.what.who, run)
        elif passive or proposal.card is not None:
            about = proposal.card is not None and self.is_target(table, run, verb.what, proposal.card)
        else:
            about = False
        if about and verb.act.object is not None and proposal.card is not None:
            about = self.is_target(table, run, verb.act.object, proposal.card)
        if about and verb.act.cause is not None:
            about = self.is_caused(table, run, verb.act.cause, proposal)
        return about

    acts_of_cards: ClassVar[frozenset[str]] = frozenset(
        {"attack", "block", "advance", "retreat", "invade", "leave"}
    )

    def is_caused(self, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
        by = fact(proposal.facts, "reason", "effect")
        same = not cause.by or by in (
            cause.by,
            {"skill": "effect", "ability": "effect"}.get(cause.by, cause.by),
        )
        whose = cause.who == "any" or proposal.player in self.players(cause.who, run)
        return (same and whose) != cause.negated

    def _instead(self, verb: m.Instead, address: str, ability: m.Ability) -> Iterator[Ability]:
        def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
            run = self.run(table, source, ability)
            return self.would(table, run, verb.event, proposal) and self.all_hold(verb.conditions, run)

        def can(table: Table, source: Source, proposal: Proposal) -> bool:
            if not self.optional(table, verb):
                return True
            return self.possible_instead(self.about(table, source, proposal, ability), verb)

        def instead(table: Table, source: Source, proposal: Proposal) -> None:
            run = self.about(table, source, proposal, ability)
            self.do_all(run, verb.do)
            if run.done:
                self.do_all(run, verb.then)
            if verb.next and source.effect is not None:
                for effect in table.state.effects:
                    if effect.id == source.effect:
                        table.end(effect)

        yield Replacement(
            address, self.clause_of.get("replacement", ""), ability.text, optional=verb.optional,
            replaces=replaces, can=can, instead=instead,
        )  # fmt: skip

    def optional(self, table: Table, verb: m.Instead) -> bool:
        return verb.optional

    def possible_instead(self, run: Run, verb: m.Instead) -> bool:
        """Whether what an optional replacement offers can be done."""
        return self.possible(run, verb.do)

    def about(self, table: Table, source: Source, proposal: Proposal, ability: m.Ability) -> Run:
        facts = source.facts
        if proposal.card is not None:
            facts = (*facts, ("subject", proposal.card))
        if proposal.player is not None:
            facts = (*facts, ("player", proposal.player))
        return self.run(table, source.altered(facts=facts), ability)

    def would(self, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
        """Whether what is proposed is the event that an effect replaces."""
        raise NoMeaning(f"{self.game} cannot replace {type(event).__name__}")

    LASTING_MAKERS: ClassVar[dict[type[Any], Callable[..., Iterator[Ability]]]] = {
        m.Modify: _modify, m.Gain: _gain, m.Lose: _lose, m.NegateAbilities: _negated, m.TreatAs: _treat,
        m.Prohibit: _prohibit, m.Permit: _permit, m.Demand: _permit, m.Instead: _instead,
    }  # fmt: skip

    def begin_effect(self, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
        """A resolving ability makes an effect that lasts."""
        address = self.nodes[id(verb)]
        until = self.until(verb.duration, run)
        bound = tuple((f"bound {n}", tuple(c)) for n, c in sorted(run.bound.items()))
        for made in [a for a in self.inner if a == address or a.startswith(f"{address}~")]:
            given = (*facts, *bound)
            run.table.begin(made, run.source.card, run.you, until, cards, given, self.dated(run))

    def dated(self, run: Run) -> int | None:
        """The time stamp of an effect, if it is not that of the moment when it begins."""
        return None

    def until(self, duration: m.Duration | None, run: Run) -> str:
        """The engine's name for a duration; the game's steps end effects by it."""
        if duration is None or isinstance(duration, m.ForGame):
            return ""
        if isinstance(duration, m.Until):
            turn = run.table.number("turn")
            if not duration.next and duration.whose in ("any", "turn player"):
                return duration.end
            players = self.players(duration.whose, run)
            mine = run.table.turn_player in players
            ahead = (2 if mine else 1) if duration.next or not mine else 0
            return f"{duration.moment} of {duration.end} {turn + ahead}" if ahead else duration.end
        if isinstance(duration, m.WhileIn):
            cards = self.cards(run, duration.what)
            return f"while {cards[0]}.{run.table.card(cards[0]).object}" if cards else "over"
        return "while true"

    # who and which

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        table, you = run.table, run.you
        if who == "you":
            return (you,)
        if who == "opponent":
            return (opponent(you),)
        if who in ("each", "any"):
            return (table.turn_player, opponent(table.turn_player))
        if who == "turn player":
            return (table.turn_player,)
        if who == "that player":
            return (run.chosen_player or run.fact("player") or you,)
        if who == "their":
            return (run.performer,)
        if who in ("owner", "master"):
            subject = run.fact("subject")
            if subject is not None and subject in table.state.cards:
                card = table.card(subject)
                return (card.owner if who == "owner" else table.master(subject),)
        return (you,)

    def cards(self, run: Run, target: m.Target, choose: bool = True, prompt: str = "") -> tuple[CardId, ...]:
        """The cards that a target is, chosen where there is a choice."""
        found = self._cards(run, target, choose, prompt)
        return tuple(c for c in found if c in run.table.state.cards)

    def _cards(self, run: Run, target: m.Target, choose: bool, prompt: str) -> tuple[CardId, ...]:
        if isinstance(target, m.Selector):
            if id(target) in run.early:
                return run.early[id(target)]
            return self.select(run, target, prompt) if choose else self._found(run, target)
        return self.pointed_at(Sight.now(run.table), run, target)

    def _found(self, run: Run, target: m.Selector) -> tuple[CardId, ...]:
        return tuple(self.candidates(Sight.now(run.table), run, target))

    def pointed_at(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        """Targets that leave nothing to choose."""
        if isinstance(target, m.This):
            return self.this(sight, run)
        if isinstance(target, m.Subject | m.Object):
            card = run.fact("subject" if isinstance(target, m.Subject) else "object")
            return (CardId(card),) if card is not None and card in sight.state.cards else ()
        if isinstance(target, m.Bound):
            return run.bound.get(target.n, ())
        if isinstance(target, m.Rest):
            taken = run.bound.get(target.n, ())
            return tuple(
                c for c in taken if c in sight.state.cards and sight.card(c).area == run.places.get(c)
            )
        if isinstance(target, m.Host):
            host = host_of(sight.card(run.source.card.card).area)
            return (host,) if host is not None else ()
        if isinstance(target, m.Union):
            parts = [self._cards(run, part, True, "") for part in target.parts]
            return tuple(dict.fromkeys(c for part in parts for c in part))
        if isinstance(target, m.Role):
            return tuple(self.role(sight, run, target.role))
        if isinstance(target, m.Selector):
            return tuple(self.candidates(sight, run, target))
        return ()

    def this(self, sight: Sight, run: Run) -> tuple[CardId, ...]:
        """The card itself, as the object it was; followed through the move that set its ability off."""
        card = sight.state.cards.get(run.source.card.card)
        if card is None:
            return ()
        followed = run.fact("subject") == card.id and card.object == run.source.card.object + 1
        return (card.id,) if card.object == run.source.card.object or followed else ()

    def role(self, sight: Sight, run: Run, role: str) -> Iterable[CardId]:
        raise NoMeaning(f"{self.game} has no card in the role of {role!r}")

    def live_targets(self, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
        """What a continuous effect applies to: its fixed set, or whatever the words fit now."""
        if run.source.cards is not None:
            return [ref.card for ref in run.source.cards if sight.state.current(ref) is not None]
        return self.pointed_at(sight, run, target)

    def select(self, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        """Choose as the words say, and remember what was taken."""
        found = list(self.candidates(Sight.now(run.table), run, selector))
        chooser = self.chooser(run, selector)
        taken = self.take(run, chooser, found, selector, prompt)
        if selector.bind:
            run.bound[selector.bind] = taken
        for card in taken:
            run.places[card] = run.table.card(card).area
        return taken

    def chooser(self, run: Run, selector: m.Selector) -> Player:
        if selector.chooser in ("", "random"):
            return run.performer
        return self.players(selector.chooser, run)[0]

    def take(
        self, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
    ) -> tuple[CardId, ...]:
        quantity = selector.quantity
        if isinstance(quantity, m.Every | m.Some):
            return tuple(found)
        text = prompt or "choose"
        apart = [
            f.state.removeprefix(APART) for f in selector.filters if isinstance(f, m.State) and is_apart(f)
        ]
        if apart and not isinstance(quantity, m.AnyNumber | m.AtLeast):
            n = self.amount(quantity.n, run)
            return self.take_apart(run, chooser, found, apart, n, isinstance(quantity, m.UpTo), text)
        if isinstance(quantity, m.AnyNumber):
            return run.table.choose(chooser, found, text, 0, len(found))
        n = max(0, self.amount(quantity.n, run))
        if selector.end is not None:
            return tuple(found[:n])
        if isinstance(quantity, m.AtLeast):
            return run.table.choose(chooser, found, text, n, len(found))
        if selector.chooser == "random" and found:
            return self.take_at_random(run, found, n)
        return self.choose_targets(run, chooser, found, n, isinstance(quantity, m.UpTo), text)

    def take_at_random(self, run: Run, found: list[CardId], n: int) -> tuple[CardId, ...]:
        taken: list[CardId] = []
        for _ in range(min(n, len(found))):
            left = [str(card) for card in found if card not in taken]
            taken.append(CardId(int(run.table.chance("at random", left))))
        return tuple(taken)

    def take_apart(
        self,
        run: Run,
        chooser: Player,
        found: list[CardId],
        apart: list[str],
        n: int,
        up_to: bool,
        prompt: str,
    ) -> tuple[CardId, ...]:
        """One after the other, each unlike those before it in its name, its traits …"""
        sight, taken = Sight.now(run.table), list[CardId]()
        for _ in range(max(0, n)):
            left = [c for c in found if c not in taken and self.is_unlike(sight, apart, c, taken)]
            more = self.choose_targets(run, chooser, left, 1, up_to, prompt) if left else ()
            if not more:
                break
            taken += more
        return tuple(taken)

    def is_unlike(self, sight: Sight, apart: list[str], card: CardId, others: Sequence[CardId]) -> bool:
        return not any(
            set(self.values(sight, card, what)) & set(self.values(sight, other, what))
            for what in apart
            for other in others
        )

    def choose_targets(
        self, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
    ) -> tuple[CardId, ...]:
        return run.table.choose(chooser, found, prompt, 0 if up_to else n, n)

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """Every card that the words fit: whose, where, which type, which filters."""
        among = next((f for f in selector.filters if isinstance(f, m.Among)), None)
        if among is not None:
            pool: Iterable[CardId] = self.pointed_at(sight, run, among.what)
        else:
            pool = self.places(sight, run, selector)
        for card in pool:
            if card in sight.state.cards and self.fits(sight, run, selector, card, skip_areas=among is None):
                yield card

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """The cards of the areas that a selector names, or where such cards normally are."""
        whose = selector.whose if selector.whose != "any" else "each"
        for player in self.players(whose, run):
            for name in selector.areas or self.usual_areas(selector.types):
                for where in self.area_names(name):
                    pile = sight.pile(where if self.is_shared(where) else f"{player}.{where}")
                    if selector.end == "bottom":
                        pile = pile[::-1]
                    yield from self.uncovered(pile)

    def uncovered(self, pile: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return pile

    def is_shared(self, where: str) -> bool:
        return False

    def fits(
        self, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
    ) -> bool:
        """Whether a card answers a description."""
        if selector.types and not any(self.is_type(sight, card, kind, run) for kind in selector.types):
            return False
        if not skip_areas:
            if selector.areas and not self.is_in(sight, card, selector.areas):
                return False
            if selector.whose != "any" and sight.master(card) not in self.players(selector.whose, run):
                return False
        return all(self.passes(sight, run, f, card) for f in selector.filters)

    def is_in(self, sight: Sight, card: CardId, areas: Sequence[str]) -> bool:
        here = sight.card(card).area
        name = here.partition(".")[2] or here
        return any(name == where for area in areas for where in self.area_names(area))

    def is_target(
        self, table: Table, run: Run, target: m.Target, card: CardId, sight: Sight | None = None
    ) -> bool:
        """Whether a card is, or is one of, what a target describes."""
        sight = sight or Sight.now(table)
        if isinstance(target, m.Selector):
            if not target.areas and not target.types:
                return card in sight.state.cards and self.fits(sight, run, target, card)
            here = card in sight.state.cards
            normal = target.areas or self.usual_areas(target.types)
            return here and self.is_in(sight, card, normal) and self.fits(sight, run, target, card)
        if isinstance(target, m.This):
            return card == run.source.card.card
        return card in self.pointed_at(sight, run, target)

    # filters

    def passes(self, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
        test = self.FILTERS.get(type(filter_))
        if test is None:
            raise NoMeaning(f"{self.game} gives no meaning to {type(filter_).__name__}")
        return bool(test(self, sight, run, filter_, card))

    def _is(self, sight: Sight, run: Run, f: m.Is, card: CardId) -> bool:
        held = self.values(sight, card, f.what)
        wanted = [run.picked.get(v, v).lower() for v in f.values]
        hits = [any(w in h if f.part else w == h for h in held) for w in wanted]
        return all(hits) if f.every else any(hits)

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """The values of a property, in lower case."""
        name = self.property_name(what)
        value = sight.card(card).name if name == "name" else sight.value(card, name)
        many = value if isinstance(value, list | tuple) else () if value is None else (value,)
        return [str(v).lower() for v in many]

    def _same_as(self, sight: Sight, run: Run, f: m.SameAs, card: CardId) -> bool:
        own = set(self.values(sight, card, f.what))
        return any(own & set(self.values(sight, c, f.what)) for c in self.pointed_at(sight, run, f.other))

    def _stat(self, sight: Sight, run: Run, f: m.Stat, card: CardId) -> bool:
        value = self.stat(sight, run, card, f.stat)
        return value is not None and compare(value, f.compare, self.amount(f.amount, run, sight, card))

    def _extreme(self, sight: Sight, run: Run, f: m.Extreme, card: CardId) -> bool:
        raise NoMeaning("highest and lowest are told of a whole group")  # see `candidates` of the dialect

    def _state(self, sight: Sight, run: Run, f: m.State, card: CardId) -> bool:
        if is_apart(f):
            return True  # asked of the cards taken, not of one
        return self.has_state(sight, run, f.state, card)

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        raise NoMeaning(f"{self.game} has no state {state!r}")

    def _has_keyword(self, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
        return any(
            self.is_of_kind(sight.table.pool.ability(a), f.keyword, "")
            for a in sight.value(card, "abilities")
        )

    def _has_ability(self, sight: Sight, run: Run, f: m.HasAbility, card: CardId) -> bool:
        held = [sight.table.pool.ability(a) for a in sight.value(card, "abilities")]
        return any(self.is_of_kind(a, "", f.kind) for a in held)

    def _other_than(self, sight: Sight, run: Run, f: m.OtherThan, card: CardId) -> bool:
        if isinstance(f.what, m.This):
            return card != run.source.card.card
        return card not in self.pointed_at(sight, run, f.what)

    def _among(self, sight: Sight, run: Run, f: m.Among, card: CardId) -> bool:
        return card in self.pointed_at(sight, run, f.what)

    def _not(self, sight: Sight, run: Run, f: m.Not, card: CardId) -> bool:
        return not self.passes(sight, run, f.what, card)

    def _one_of(self, sight: Sight, run: Run, f: m.OneOf, card: CardId) -> bool:
        return any(self.passes(sight, run, one, card) for one in f.filters)

    def _near(self, sight: Sight, run: Run, f: m.Near, card: CardId) -> bool:
        here = self.zone_of(sight, card)
        if here is None:
            return False
        return any(
            self.is_near(sight, run, f.relation, here, there) for there in self.beside(sight, run, f.of, card)
        )

    def beside(self, sight: Sight, run: Run, of: m.Target, card: CardId) -> list[Zone]:
        """The zones that a card can lie near to: of described cards, those of the others."""
        if isinstance(of, m.Selector) and not {"zone", "circle"} & set(of.types):
            return self.zones_at(sight, run, [c for c in self.pointed_at(sight, run, of) if c != card])
        return self.spots(sight, run, of)

    def spots(self, sight: Sight, run: Run, target: m.Target) -> list[Zone]:
        """The zones that a target is or is in."""
        if isinstance(target, m.Selector) and set(target.types) & {"zone", "circle"}:
            return list(self.zones(sight, run, target))
        return self.zones_at(sight, run, self.pointed_at(sight, run, target))

    def zones_at(self, sight: Sight, run: Run, cards: Iterable[CardId]) -> list[Zone]:
        found = (self.zone_of(sight, card) for card in cards)
        return [zone for zone in found if zone is not None]

    def _zones(self, sight: Sight, run: Run, f: m.Zones, card: CardId) -> bool:
        here = self.zone_of(sight, card)
        return here is not None and here[1] in f.numbers

    def _holding(self, sight: Sight, run: Run, f: m.Holding, card: CardId) -> bool:
        below = sight.pile(under(card))
        return any(self.fits(sight, run, f.what, c, skip_areas=True) for c in below)

    def _under(self, sight: Sight, run: Run, f: m.Under, card: CardId) -> bool:
        host = host_of(sight.card(card).area)
        return host is not None and host in self.pointed_at(sight, run, f.what)

    def _attached(self, sight: Sight, run: Run, f: m.Attached, card: CardId) -> bool:
        host = host_of(sight.card(card).area)
        how = sight.card(card).mark("attached", f.how)
        return host is not None and how == f.how and host in self.pointed_at(sight, run, f.to)

    def _did(self, sight: Sight, run: Run, f: m.Did, card: CardId) -> bool:
        return self.has_done(sight, run, f.event, card)

    def has_done(self, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
        raise NoMeaning(f"{self.game} keeps no record of {type(event).__name__} for each card")

    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        m.Is: _is, m.SameAs: _same_as, m.Stat: _stat, m.Extreme: _extreme, m.State: _state,
        m.HasKeyword: _has_keyword, m.HasAbility: _has_ability, m.OtherThan: _other_than, m.Among: _among,
        m.Not: _not, m.OneOf: _one_of, m.Near: _near, m.Zones: _zones, m.Holding: _holding, m.Under: _under,
        m.Attached: _attached, m.Did: _did,
    }  # fmt: skip

    # what a game says of itself

    def area_names(self, area: str) -> Sequence[str]:
        """The engine's areas that a word for an area means: "field" -> zone 1 to zone 8."""
        return (area,)

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """Where such cards are meant to be when no area is named."""
        return ("field",)

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        return kind == "card" or str(sight.value(card, "type")) == kind

    def property_name(self, what: str) -> str:
        return {"trait": "traits", "color": "colors", "colour": "colors", "name": "name"}.get(what, what)

    def stat_name(self, stat: str) -> str:
        return stat

    def layer_of(self, name: str) -> str:
        return self.value_layer

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        value = sight.value(card, self.stat_name(stat))
        return None if value is None else int(value)

    def player_number(self, sight: Sight, player: Player, number: str) -> int:
        return sight.state.number(f"{player}.{number}")

    def zone_of(self, sight: Sight, card: CardId) -> Zone | None:
        return None

    def zones(self, sight: Sight, run: Run, selector: m.Selector) -> Iterable[Zone]:
        raise NoMeaning(f"{self.game} has no zones to choose")

    def is_near(self, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
        raise NoMeaning(f"{self.game} gives no meaning to {relation!r}")

    def keyword(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        raise NoMeaning(f"{self.game} has no keyword {ability.keyword and ability.keyword.name!r}")

    def labelled(self, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
        """What a printed label adds to an ability; a label that only names it adds nothing."""
        return [made]

    def trigger(self, event: m.Event, ability: m.Ability) -> tuple[Any, ...]:
        """Which engine events it waits for, a function that says how often one fulfils it, and, if it waits
        for `Occurred` alone, the timings."""
        raise NoMeaning(f"{self.game} has no trigger for {type(event).__name__}")

    def waits_for(self, event: m.Event, ability: m.Ability) -> tuple[Any, ...]:
        """A trigger, with what all games share: one of several events, the nth time of one."""
        if isinstance(event, m.EitherEvent):
            return self._either(event, ability)
        if isinstance(event, m.Nth):
            return self._nth(event, ability)
        return self.trigger(event, ability)

    def _either(self, event: m.EitherEvent, ability: m.Ability) -> tuple[Any, ...]:
        parts = [self.waits_for(one, ability) for one in event.events]

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            for on, match, *_ in parts:
                if isinstance(moment.event, on):
                    yield from match(table, moment, source)

        return tuple(dict.fromkeys(kind for on, *_ in parts for kind in on)), matches

    def _nth(self, event: m.Nth, ability: m.Ability) -> tuple[Any, ...]:
        on, match, *timings = self.waits_for(event.event, ability)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            for facts in match(table, moment, source):
                key = f"{source.what}@{source.card.card}.{source.card.object} seen"
                key += " this turn" if event.period == "turn" else ""
                table.tally(key)
                if table.number(key) == event.n:
                    yield facts

        return on, matches, *timings

    def number_changes(self, event: m.NumberChanges, ability: m.Ability) -> tuple[Any, ...]:
        """A number of a player goes up, down, or to a value."""
        if event.cause is not None and type(self).came_by is Interpreter.came_by:
            raise NoMeaning(f"{self.game} does not tell by what a number changes")

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            changed = moment.event
            run = self.run(table, source, ability)
            if not isinstance(changed, Numbered) or not self.came_by(run, event.cause):
                return
            for player in self.players(event.whose, run):
                if changed.key == f"{player}.{event.number}":
                    way = "up" if changed.now > changed.was else "down"
                    if event.way in ("any", way) and event.to in (None, changed.now):
                        yield subject_facts(None, player, number=abs(changed.now - changed.was))

        return (Numbered,), matches

    def came_by(self, run: Run, cause: m.Cause | None) -> bool:
        """Whether what is happening now comes by that."""
        return cause is None

    def within_limits(self, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
        """Once a turn and the like, counted when it triggers."""
        for limit in ability.limits:
            owner = f"{source.card.card}.{source.card.object}" if not limit.shared else source.player
            key = f"{address}@{owner} used" + (" this turn" if limit.per == "turn" else "")
            if table.number(key) >= limit.n:
                return False
            table.tally(key)
        return True

    # amounts and conditions

    def amount(
        self, amount: m.Amount | None, run: Run, sight: Sight | None = None, card: CardId | None = None
    ) -> int:
        if isinstance(amount, int):
            return amount
        sight = sight or Sight.now(run.table)
        if isinstance(amount, m.Count):
            return self._count(amount, run, sight)
        if isinstance(amount, m.ValueOf):
            return sum(
                self.stat(sight, run, c, amount.stat) or 0 for c in self.known(sight, run, amount.what)
            )
        if isinstance(amount, m.PlayerNumber):
            return sum(self.player_number(sight, p, amount.number) for p in self.players(amount.who, run))
        if isinstance(amount, m.Plus):
            return self.amount(amount.left, run, sight, card) + self.amount(amount.right, run, sight, card)
        if isinstance(amount, m.Minus):
            return self.amount(amount.left, run, sight, card) - self.amount(amount.right, run, sight, card)
        if isinstance(amount, m.Times):
            steps = self.amount(amount.amount, run, sight, card) // amount.every
            return self.amount(amount.factor, run, sight, card) * steps
        if isinstance(amount, m.Half):
            whole = self.amount(amount.amount, run, sight, card)
            return -(-whole // 2) if amount.rounded == "up" else whole // 2
        if isinstance(amount, m.ThatMany):
            return int(run.fact("number", run.count))
        if isinstance(amount, m.ChosenNumber):
            return run.number or 0
        if isinstance(amount, m.Unknown):
            return self._letter(amount, run, sight)
        return 0

    def known(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        return self.pointed_at(sight, run, target)

    def _count(self, amount: m.Count, run: Run, sight: Sight) -> int:
        if set(amount.what.types) & {"zone", "circle"}:
            return len(list(self.zones(sight, run, amount.what)))
        found = self.counted(sight, run, amount.what)
        if amount.different:
            return len({v for card in found for v in self.values(sight, card, amount.different)})
        return len(found)

    def counted(self, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
        """The cards that a number is the number of."""
        return list(self.candidates(sight, run, what))

    def _letter(self, amount: m.Unknown, run: Run, sight: Sight) -> int:
        for letter in run.ability.letters:
            if letter.letter == amount.letter:
                return self.amount(letter.amount, run, sight)
        if run.number is None:
            run.number = run.table.choose_number(run.performer, 0, 99, f"what is {amount.letter}?")
        return run.number

    def all_hold(self, conditions: Iterable[m.Condition], run: Run, sight: Sight | None = None) -> bool:
        return all(self.holds(condition, run, sight) for condition in conditions)

    def holds(self, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
        sight = sight or Sight.now(run.table)
        if isinstance(condition, m.Compare):
            left = self.amount(condition.left, run, sight)
            return compare(left, condition.compare, self.amount(condition.right, run, sight))
        if isinstance(condition, m.Matches):
            cards = self.spoken_of(sight, run, condition.what)
            like = condition.like
            return bool(cards) and all(
                self.fits(sight, run, like, c, skip_areas=not like.areas and like.whose == "any")
                for c in cards
            )
        if isinstance(condition, m.DuringTurn):
            return sight.state.turn_player in self.players(condition.whose, run)
        if isinstance(condition, m.DuringPhase):
            whose = condition.whose == "any" or sight.state.turn_player in self.players(condition.whose, run)
            return whose and self.is_phase(sight, condition.phase)
        if isinstance(condition, m.Happened):
            return self.has_happened(sight, run, condition)
        if isinstance(condition, m.Done):
            return bool(run.bound.get(condition.n)) if condition.n else run.done
        if isinstance(condition, m.NotSo):
            return not self.holds(condition.what, run, sight)
        if isinstance(condition, m.OneHolds):
            return any(self.holds(one, run, sight) for one in condition.conditions)
        raise NoMeaning(f"{self.game} gives no meaning to {type(condition).__name__}")

    def spoken_of(self, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
        """The cards that a condition is about: of a pile, those at the end that it names."""
        cards = self.pointed_at(sight, run, what)
        if not isinstance(what, m.Selector) or what.end is None:
            return cards
        many = what.quantity
        return cards[: self.amount(many.n, run, sight) if isinstance(many, m.Exactly) else 1]

    def is_phase(self, sight: Sight, phase: str) -> bool:
        raise NoMeaning(f"{self.game} has no phase {phase!r}")

    def has_happened(self, sight: Sight, run: Run, condition: m.Happened) -> bool:
        raise NoMeaning(f"{self.game} keeps no record of {type(condition.event).__name__}")

    # doing

    def do_all(self, run: Run, verbs: Verbs) -> None:
        for verb in verbs:
            self.do(run, verb)

    def do(self, run: Run, verb: m.Verb) -> None:
        """One instruction, performed by whoever it says."""
        glue = self.GLUE.get(type(verb))
        if glue is not None:
            glue(self, run, verb)
            return
        who = getattr(verb, "who", "you")
        if who == "each":
            self._both_do(run, verb)
            return
        for player in self.players(who, run) if who != "you" else (run.you,):
            self._as(run, verb, player)

    def _both_do(self, run: Run, verb: m.Verb) -> None:
        """What both players take is spoken of together afterwards."""
        taken: dict[int, tuple[CardId, ...]] = {}
        binds = [node.bind for node in walk(verb) if isinstance(node, m.Selector) and node.bind]

        def one(player: Player) -> None:
            self._as(run, verb, player)
            for n in binds:
                taken[n] = (*taken.get(n, ()), *run.bound.get(n, ()))

        self.for_each_player(run, one)
        run.bound |= taken

    def for_each_player(self, run: Run, do: Callable[[Player], None]) -> None:
        """Both players do it, in the order of the game."""
        for player in self.players("each", run):
            do(player)

    def _as(self, run: Run, verb: m.Verb, player: Player) -> None:
        outer, run.performer = run.performer, player
        try:
            self.perform(run, verb, player)
        finally:
            run.performer = outer

    def perform(self, run: Run, verb: m.Verb, player: Player) -> None:
        """A verb of the game; the dialect knows its own, the base those that only last or choose."""
        if isinstance(verb, m.Choose):
            run.done = bool(self.cards(run, verb.what, prompt="choose"))
        elif isinstance(verb, m.Pick):
            self._pick(run, verb, player)
        elif isinstance(verb, LASTING):
            self._begin(run, verb)
        else:
            handler = self.VERBS.get(type(verb))
            if handler is None:
                raise NoMeaning(f"{self.game} gives no meaning to {type(verb).__name__}")
            handler(self, run, verb, player)

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {}
    TRIGGERS: ClassVar[dict[type[Any], Callable[..., Any]]] = {}

    def _begin(self, run: Run, verb: Any) -> None:
        if isinstance(verb, m.Instead | m.Total):
            self.begin_effect(run, verb, None)
            return
        target = verb.what
        if isinstance(target, m.Player):
            self.begin_effect(run, verb, None)
            return
        cards = self.cards(run, target, prompt="choose")
        run.done = bool(cards)
        if not cards:
            return
        facts: Facts = ()
        if isinstance(verb, m.Modify):
            facts = (("amount", self.amount(verb.amount, run)),)
        self.begin_effect(run, verb, self.fix(run, cards), facts)

    def remember_made(self, run: Run, verb: m.CreateToken, made: Sequence[CardId]) -> None:
        """Tokens that came into being are spoken of like cards that were taken."""
        run.count, run.done = len(made), bool(made)
        if verb.bind:
            run.bound[verb.bind] = tuple(made)
        here = [card for card in made if card in run.table.state.cards]
        run.places |= {card: run.table.card(card).area for card in here}

    def fix(self, run: Run, cards: Sequence[CardId]) -> Sequence[int] | None:
        """The set of an effect, fixed when it begins."""
        return cards

    def _pick(self, run: Run, verb: m.Pick, player: Player) -> None:
        if verb.what == "number":
            most = 99 if verb.most is None else self.amount(verb.most, run)
            run.number = run.table.choose_number(player, verb.least, most, "choose a number")
        elif verb.what == "player":
            chosen = run.table.pick(player, [("A", "player A"), ("B", "player B")], "choose a player")
            run.chosen_player = Player(chosen)
        else:
            options = [(v, v) for v in self.pickable(run.table, verb.what)]
            run.done = bool(options)
            if not options:
                run.table.refuse("choose", f"no card has a {verb.what}", player)
                return
            run.picked[f"chosen {verb.what}"] = run.table.pick(player, options, f"choose a {verb.what}")

    def pickable(self, table: Table, what: str) -> list[str]:
        """The values there are of something that is no card: colours, traits, names."""
        name = self.property_name(what)
        found = set()
        for definition in table.pool.definitions.values():
            value = definition.name if name == "name" else definition.properties.get(name)
            found |= set(value if isinstance(value, list | tuple) else () if value is None else (str(value),))
        return sorted(str(v) for v in found)

    # glue

    def _may(self, run: Run, verb: m.May) -> None:
        player = self.players(verb.who, run)[0]
        outer, run.performer = run.performer, player
        does = self.asks_to(run, player, verb)
        before = len(run.table.happened)
        if does:
            run.done = True
            self.do_all(run, verb.do)
        run.performer = outer
        if does:
            if run.done or self.counts_as_done(run, before):
                self.do_all(run, verb.then)
            return
        run.done = False
        self.do_all(run, verb.otherwise)

    def counts_as_done(self, run: Run, before: int) -> bool:
        """Whether something that was not done counts as done, by what happened since event `before`."""
        return False

    def asks_to(self, run: Run, player: Player, verb: m.May) -> bool:
        """Whether the player does it: not if it cannot all be done."""
        return self.possible(run, verb.do) and run.table.may(player, f"{run.ability.text or 'do it'}?")

    def possible(self, run: Run, verbs: Verbs) -> bool:
        """Whether all of some instructions could be carried out now."""
        return all(self.can(run, verb) for verb in verbs)

    def can(self, run: Run, verb: m.Verb) -> bool:
        """Whether an instruction has what it needs: enough cards to choose from."""
        what = getattr(verb, "what", None)
        if isinstance(what, m.This):
            return bool(self.this(Sight.now(run.table), run))
        if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly):
            if what.bind and what.bind in run.bound:
                return True
            needed = self.amount(what.quantity.n, run)
            return len(list(self.candidates(Sight.now(run.table), run, what))) >= needed
        return True

    def _if(self, run: Run, verb: m.If) -> None:
        self.do_all(run, verb.then if self.all_hold(verb.conditions, run) else verb.otherwise)

    def _modes(self, run: Run, verb: m.ChooseModes) -> None:
        n = self.amount(getattr(verb.count, "n", len(verb.options)), run)
        least = n if isinstance(verb.count, m.Exactly) else 0
        for at in self.choose_modes(run, verb, min(least, len(verb.options)), min(n, len(verb.options))):
            self.do_all(run, verb.options[at])

    def choose_modes(self, run: Run, verb: m.ChooseModes, least: int, most: int) -> list[int]:
        options = [(str(at + 1), self.words(option)) for at, option in enumerate(verb.options)]
        chosen = run.table.picks(self.players(verb.who, run)[0], options, "which of these?", least, most)
        return sorted(int(i) - 1 for i in chosen)

    def words(self, verbs: Verbs) -> str:
        return ", ".join(type(verb).__name__.lower() for verb in verbs)

    def _for_each(self, run: Run, verb: m.ForEach) -> None:
        amount = verb.amount
        if isinstance(amount, m.Count):
            for card in self.counted(Sight.now(run.table), run, amount.what):
                if amount.what.bind:
                    run.bound[amount.what.bind] = (card,)
                self.do_all(run, verb.do)
            return
        for _ in range(max(0, self.amount(amount, run))):
            self.do_all(run, verb.do)

    def _repeat(self, run: Run, verb: m.Repeat) -> None:
        """Once, and then again; a number of times that is not positive is none."""
        self.do_all(run, verb.do)
        for _ in range(max(0, self.amount(verb.times, run))):
            if verb.up_to and not run.table.may(run.performer, "repeat it?"):
                return
            self.do_all(run, verb.do)

    def _delayed(self, run: Run, verb: m.Delayed) -> None:
        bound = tuple((f"bound {n}", tuple(c)) for n, c in sorted(run.bound.items()))
        subject = run.fact("subject")
        known: Facts = (("subject", subject),) if subject is not None else ()
        until: Facts = (("until", self.until(verb.duration, run)),) if verb.duration else ()
        turn: Facts = (("planned in turn", run.table.number("turn")),)
        run.table.plan(
            self.nodes[id(verb)],
            run.source.card,
            run.you,
            self.once(run, verb),
            (*known, *bound, *until, *turn, *self.kept_for_later(run)),
        )

    def kept_for_later(self, run: Run) -> Facts:
        """What else a timed trigger of the game keeps."""
        return ()

    def once(self, run: Run, verb: m.Delayed) -> bool:
        """Whether a timed trigger goes off a single time."""
        return not verb.duration

    def _lasting(self, run: Run, verb: m.Lasting) -> None:
        for inner in verb.do:
            given: Any = inner
            if not getattr(inner, "duration", None):
                given = msgspec.structs.replace(given, duration=verb.duration)
            self.nodes[id(given)] = self.nodes[id(inner)]
            self._kept.append(given)
            self.do(run, given)

    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {
        m.May: _may, m.If: _if, m.ChooseModes: _modes, m.ForEach: _for_each, m.Repeat: _repeat,
        m.Delayed: _delayed, m.Lasting: _lasting,
    }  # fmt: skip


def names(kinds: Iterable[type[Any]]) -> frozenset[str]:
    return frozenset(kind.__name__ for kind in kinds)


APART = "different "  # begins the state of cards that must differ: "different name"


def is_apart(what: m.State) -> bool:
    return what.state.startswith(APART)


def compare(left: int, how: str, right: int) -> bool:
    if how == "at most":
        return left <= right
    if how == "at least":
        return left >= right
    if how == "equal":
        return left == right
    if how == "unequal":
        return left != right
    return left < right if how == "less" else left > right


def flat(verbs: Verbs) -> Iterator[m.Verb]:
    """The instructions of a continuous ability, taken out of the glue that only joins them."""
    for verb in verbs:
        if isinstance(verb, m.If) and len(verb.then) > 1 and not verb.otherwise:
            for inner in verb.then:
                yield m.If(verb.conditions, (inner,))
        else:
            yield verb


def msgspec_free_replace(ability: Ability, **changes: Any) -> Ability:
    from dataclasses import replace

    return replace(ability, **changes)


def subject_facts(card: CardId | None, player: Player | None = None, **more: Any) -> Facts:
    """What a trigger binds: the card of the event, its player, and whatever else."""
    found: list[tuple[str, Any]] = []
    if card is not None:
        found.append(("subject", card))
    if player is not None:
        found.append(("player", player))
    return (*found, *((k, v) for k, v in more.items() if v is not None))


__all__ = [
    "PLAYERS", "Interpreter", "NoMeaning", "Ref", "Run", "Sight", "Status", "Zone", "area_player", "compare",
    "flat", "subject_facts", "walk",
]  # fmt: skip
