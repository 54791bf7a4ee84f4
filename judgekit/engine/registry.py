"""A rulebook as a program: which code belongs to which clause.

Everything registers under a clause number of the book. Registration refuses what the book does not have,
duplicates, and what is out of book order in its module; `close` refuses dead jumps.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

import msgspec

from judgekit.book.address import parent
from judgekit.book.model import Book
from judgekit.engine.errors import RegistryError
from judgekit.engine.events import Announced, Called, Event, Happened, Went
from judgekit.engine.legality import PlayerAction, Requirement, Test
from judgekit.engine.policy import Policy
from judgekit.engine.state import Outcome, Player, State, Value
from judgekit.engine.words import UNWORDED, Words

if TYPE_CHECKING:
    from judgekit.engine.abilities import Change
    from judgekit.engine.layers import Board
    from judgekit.engine.loops import Recurrence
    from judgekit.engine.table import Table

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")
Step = Callable[["Table"], object]
Role = Literal[
    "step", "action", "guard", "interrupt", "rule action", "layer", "keyword", "deck rule", "definition",
    "player action",
]  # fmt: skip

Mechanic = Literal[
    "stand by", "stand by again", "situation", "read a value", "printed value", "replace",
    "order replacements", "forbid", "interrupt", "perform rule actions",
]  # fmt: skip


class Passes(Protocol):
    def __call__(self, table: Table, value: V, /) -> V: ...


class Due(msgspec.Struct, frozen=True, gc=False):
    """A rule action has something to do: for whom, and to what."""

    player: Player | None
    subject: Value = None


Way = tuple[Happened]  # where the rules go on, as the log has it of a step in which nothing else happened
Find = Callable[["Table"], Iterable[Due]]
Perform = Callable[["Table", Due], None]


@dataclass(slots=True)
class RuleAction:
    """`find` (the condition's clause) says what is due; `perform` (its own clause) does it."""

    clause: str
    find: Find
    on: tuple[type[Event], ...] = ()  # interrupts only: the events after which it can become due
    perform: Perform | None = None
    performing: str = ""
    register: Callable[[str, Perform], Perform] | None = None
    requirements: list[Requirement] = field(default_factory=list)  # what makes it due, for "why not"

    def requires(
        self, clause: str, needed: str, found: Callable[[Table, Player, Any], str] | None = None
    ) -> Callable[[Test], Test]:
        """A named condition: checked to explain why nothing is due for a subject."""

        def take(test: Test) -> Test:
            self.requirements.append(Requirement(clause, needed, test, found))
            return test

        return take

    def performs(self, clause: str) -> Callable[[Perform], Perform]:
        def take(function: Perform) -> Perform:
            assert self.register is not None
            self.performing, self.perform = clause, self.register(clause, function)
            return function

        return take


@dataclass(frozen=True, slots=True)
class Layer:
    clause: str
    abilities: bool = False  # this layer gives and takes abilities
    properties: frozenset[str] = frozenset()  # what the rules themselves modify here
    rule: Callable[[Board], Iterable[Change]] | None = None  # what the rules themselves modify here


@dataclass(slots=True)
class Procedure:
    clause: str
    shape: Literal["children", "siblings"]
    steps: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Registration:
    clause: str
    role: Role
    code: Any
    to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Override:
    """What an edition does differently under one of its clauses; `to` replaces the jumps of a step."""

    code: Callable[..., Any]
    to: tuple[str, ...] | None = None


def drawn(table: Table, again: Recurrence) -> None:
    """A loop in a game without loop rules: a player who can stop it must; else it is a draw."""
    if again.players:
        table.repeat(again, 0, again.players)
    else:
        table.decide(Outcome(None, None, table.path[-1] if table.path else ""))


class Place(dict[str, "Place"]):
    """Where the rules stand: the clauses of the procedures under way, the inner ones inside."""

    __slots__ = ("path",)

    def __init__(self, path: tuple[str, ...] = ()) -> None:
        self.path = path

    def __missing__(self, at: str) -> Place:
        inner = self[at] = Place((*self.path, at))
        return inner


When = tuple[str, ...] | Callable[["Table"], tuple[str, ...]]  # the same always, or as the game stands


class Rulebook:
    """The code of one edition. Built by the modules of a game's folder, closed before the first game."""

    def __init__(self, book: Book, policy: Policy | None = None, words: Words = UNWORDED) -> None:
        self.book = book
        self.policy = policy or Policy()
        self.words = words
        self.registered: dict[str, Registration] = {}
        self.procedures: dict[str, Procedure] = {}
        self.steps: dict[str, Step] = {}
        self.interrupts: list[RuleAction] = []
        self.rule_actions: list[RuleAction] = []
        self.layers: list[Layer] = []
        self.dependency_clause = ""
        self.time_stamp_clause = ""
        self.windows: dict[str, When] = {}  # the clauses that say when one is open
        self.keywords: dict[str, Registration] = {}
        self.deck_rules: dict[str, Callable[..., Any]] = {}
        self.actions: dict[str, PlayerAction] = {}
        self.defaults = {doubt.id: doubt.default for doubt in book.doubts}  # how open questions are read
        self.mechanics: dict[str, str] = {}  # what the engine does by itself -> the game's clause for it
        self.announcements: dict[str, Callable[[Table, Player], None]] = {}
        self.loops: Callable[[Table, Recurrence], None] = drawn  # what happens to a loop
        self.start = ""  # the procedure a new game begins with
        self.local: dict[str, str | None] | None = None  # own number -> number here
        self.overridden: dict[str, Callable[..., Any]] = {}  # number here -> this edition's own code
        self.closed = False
        self._last: dict[str, str] = {}  # module -> last clause registered there
        self._onward: dict[str, str] = {}
        self.falling: dict[str, Way] = {}  # step -> on to the next one
        self.ways: dict[tuple[str, str, str], Way] = {}  # jumps, calls and returns that were gone before
        self._going: dict[Went | Called, Way] = {}
        self.places = Place()  # where the rules have stood: entries share the paths
        self._procedure_of: dict[str, str] = {}

    @property
    def name(self) -> str:
        return self.book.name

    def __repr__(self) -> str:
        return f"<rules of {self.name}: {len(self.registered)} clauses with code>"

    # registering

    def procedure(self, clause: str, shape: Literal["children", "siblings"] = "children") -> str:
        """Steps that are the children of `clause`, or the siblings that follow it."""
        self._must_exist(clause)
        if clause in self.procedures:
            raise RegistryError(f"{self.name} {clause}: this procedure is declared twice")
        self.procedures[clause] = Procedure(clause, shape)
        return clause

    def step(self, clause: str, to: tuple[str, ...] = ()) -> Callable[[Step], Step]:
        """One procedural clause; `to` names the clauses it may go to instead of the next one."""

        def take(function: Step) -> Step:
            self._register(clause, "step", function, function.__module__, to)
            self.steps[clause] = function
            return function

        return take

    def does(
        self, clause: str, what: Callable[Concatenate[Table, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """A step that does what others do too."""
        self._register(clause, "step", what, _asking_module())
        self.steps[clause] = lambda table: what(table, *args, **kwargs)

    def acts(
        self, clause: str, what: Callable[Concatenate[Table, P], R]
    ) -> Callable[Concatenate[Table, P], R]:
        """An action that does what others do too."""
        self._register(clause, "action", what, _asking_module())
        return cited(clause, what)

    def asks(
        self, clause: str, what: Callable[Concatenate[Table, P], R]
    ) -> Callable[Concatenate[Table, P], R]:
        """A guard that asks what others ask too."""
        self._register(clause, "guard", what, _asking_module())
        return consulted(clause, what)

    def calls(self, clause: str, procedure: str, then: str = "") -> None:
        """A step that only performs a procedure."""
        self._register(clause, "step", procedure, _asking_module())
        self.steps[clause] = lambda table: table.call(procedure, then)

    def moment(self, clause: str, timing: str, procedure: str = "") -> None:
        """A step at which a moment of the turn player comes, and then a procedure, if there is one."""

        def come(table: Table) -> None:
            table.occurs(timing, table.turn_player)
            if procedure:
                table.call(procedure)

        self._register(clause, "step", come, _asking_module())
        self.steps[clause] = come

    def says(self, clause: str, value: R) -> Callable[[Table], R]:
        """A guard that only states something: whoever asks for it cites the clause."""
        self._register(clause, "guard", value, _asking_module())
        return consulted(clause, lambda table: value)

    def passes(self, clause: str) -> Passes:
        """A guard that says that something counts as it is: it comes back, and the clause is cited."""
        self._register(clause, "guard", None, _asking_module())
        return consulted(clause, lambda table, value: value)

    def action(
        self, clause: str
    ) -> Callable[[Callable[Concatenate[Table, P], R]], Callable[Concatenate[Table, P], R]]:
        """A clause that is performed from inside others: what happens inside cites it."""

        def take(function: Callable[Concatenate[Table, P], R]) -> Callable[Concatenate[Table, P], R]:
            self._register(clause, "action", function, function.__module__)
            return cited(clause, function)

        return take

    def guard(
        self, clause: str
    ) -> Callable[[Callable[Concatenate[Table, P], R]], Callable[Concatenate[Table, P], R]]:
        """A test, limit or computation: the caller cites it as a reason."""

        def take(function: Callable[Concatenate[Table, P], R]) -> Callable[Concatenate[Table, P], R]:
            self._register(clause, "guard", function, function.__module__)
            return consulted(clause, function)

        return take

    def interrupt(self, clause: str, on: tuple[type[Event], ...]) -> Callable[[Find], RuleAction]:
        """A rule action that does not wait: looked for after every event of the types `on`."""
        return self._rule_action(clause, "interrupt", self.interrupts, on)

    def rule_action(self, clause: str) -> Callable[[Find], RuleAction]:
        """A rule action that is looked for in the game's check timing only."""
        return self._rule_action(clause, "rule action", self.rule_actions, ())

    def _rule_action(
        self, clause: str, role: Role, where: list[RuleAction], on: tuple[type[Event], ...]
    ) -> Callable[[Find], RuleAction]:
        def register(number: str, function: Perform) -> Perform:
            if number != clause:
                self._register(number, "action", function, function.__module__)
                return cited(number, function)
            return function  # the rule action itself is cited already

        def take(function: Find) -> RuleAction:
            self._register(clause, role, function, function.__module__)
            rule = RuleAction(clause, function, on, register=register)
            where.append(rule)
            return rule

        return take

    def stage(self, clause: str, *, abilities: bool = False) -> None:
        """A stage of continuous effects; `abilities`: the one that gives and takes them."""
        self._register(clause, "layer", None, _asking_module())
        self.layers.append(Layer(clause, abilities))

    def layer(
        self, clause: str, properties: Iterable[str]
    ) -> Callable[[Callable[[Board], Iterable[Change]]], Callable[[Board], Iterable[Change]]]:
        """A stage at which the rules themselves modify these properties: the function yields how."""

        def take(function: Callable[[Board], Iterable[Change]]) -> Callable[[Board], Iterable[Change]]:
            self._register(clause, "layer", function, function.__module__)
            self.layers.append(Layer(clause, properties=frozenset(properties), rule=function))
            return function

        return take

    def dependency(self, clause: str) -> None:
        """The clause by which an effect waits for the one it depends on: the engine tries both orders."""
        self._register(clause, "layer", None, _asking_module())
        self.dependency_clause = clause

    def time_stamps(self, clause: str) -> None:
        """The clause by which the rest go in the order of their time stamps: the engine keeps them."""
        self._register(clause, "layer", None, _asking_module())
        self.time_stamp_clause = clause

    def keyword(self, clause: str, word: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """What a keyword means: a function that makes its abilities."""

        def take(function: Callable[P, R]) -> Callable[P, R]:
            self._register(clause, "keyword", function, function.__module__)
            self.keywords[word] = self.registered[clause]
            return function

        return take

    def deck_rule(self, clause: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """A rule of deck construction: a function of a deck that yields its violations."""

        def take(function: Callable[P, R]) -> Callable[P, R]:
            self._register(clause, "deck rule", function, function.__module__)
            self.deck_rules[clause] = function
            return function

        return take

    def definition(self, clause: str, code: Any = None) -> None:
        """A clause that the shape of the data satisfies; `code` says where."""
        self._register(clause, "definition", code, None)

    def player_action(self, clause: str, name: str, window: str) -> PlayerAction:
        """Something a player may do in a window of the game."""
        action = PlayerAction(clause, name, window, self)
        self._register(clause, "player action", action, None)
        self.actions[name] = action
        return action

    def mechanic(self, name: Mechanic, clause: str) -> None:
        """Something the engine does by itself, under the game's own clause: its events cite it."""
        self._register(clause, "action", f"engine: {name}", None)
        self.mechanics[name] = clause

    def loop(self, function: Callable[[Table, Recurrence], None]) -> Callable[[Table, Recurrence], None]:
        """What happens to a situation that comes round again: `table.repeat`, or the end of the game. If the
        recurrence names no players, nobody has a choice in it."""
        self.loops = function
        return function

    def announcement(
        self, clause: str, name: str
    ) -> Callable[[Callable[[Table, Player], None]], Callable[[Table, Player], None]]:
        """Something a player may declare at any time, whatever is under way: to concede."""

        def take(function: Callable[[Table, Player], None]) -> Callable[[Table, Player], None]:
            self._register(clause, "action", function, function.__module__)
            self.announcements[name] = cited(clause, declared(name, function))
            return function

        return take

    # the shape of the program

    def close(self) -> Rulebook:
        """Check that every jump leads somewhere, and work out what follows what."""
        for procedure in self.procedures.values():
            procedure.steps = self._steps_of(procedure)
            if not procedure.steps:
                raise RegistryError(f"{self.name} {procedure.clause}: a procedure without steps")
            for step, after in zip(procedure.steps, [*procedure.steps[1:], ""], strict=True):
                self._procedure_of.setdefault(step, procedure.clause)
                self._onward.setdefault(step, after)
        self.falling = {step: self.going(Went(after)) for step, after in self._onward.items() if after}
        for clause in self.steps:
            self._check_jumps(clause)
        self.closed = True
        return self

    def _check_jumps(self, clause: str) -> None:
        if clause not in self._procedure_of:
            raise RegistryError(f"{self.name} {clause}: this step belongs to no procedure")
        home = self.procedures[self._procedure_of[clause]]
        for target in self.registered[clause].to:
            if target not in home.steps:
                raise RegistryError(
                    f"{self.name} {clause}: goes to {target}, which is no step of {home.clause}"
                )

    def _steps_of(self, procedure: Procedure) -> list[str]:
        order = self.book.order
        if procedure.shape == "children":
            steps = [c for c in self.steps if parent(c) == procedure.clause]
        else:
            family = parent(procedure.clause)
            begin = order[procedure.clause]
            others = [
                order[p.clause]
                for p in self.procedures.values()
                if p.shape == "siblings" and parent(p.clause) == family and order[p.clause] > begin
            ]
            end = min(others, default=len(order))
            steps = [c for c in self.steps if parent(c) == family and begin < order[c] < end]
        return sorted(steps, key=order.__getitem__)

    def first(self, procedure: str) -> str:
        return self.procedures[procedure].steps[0]

    def onward(self, step: str) -> str:
        """The clause after this one in its procedure; empty at its end."""
        return self._onward[step]

    def going(self, course: Went | Called) -> Way:
        """Where the rules went, as it stands in the log. They go the same few ways, over and over: such an
        event is made once and shared, unless it calls a procedure with values of its own."""
        if type(course) is Called and course.locals:
            return (Happened(course),)
        return self._going.get(course) or self._going.setdefault(course, (Happened(course),))

    def procedure_of(self, step: str) -> str:
        return self._procedure_of[step]

    # editions, and switching clauses off

    def number(self, clause: str) -> str | None:
        """This edition's number of a clause, given its number in the edition the code was written for."""
        return clause if self.local is None else self.local.get(clause)

    def without(self, *clauses: str) -> Rulebook:
        """The same rules with the code of these clauses switched off, to prove a citation."""
        for clause in clauses:
            if clause not in self.registered:
                raise RegistryError(f"{self.name} {clause}: no code stands under this clause")
        numbers = {c: c for c in self.book.order} if self.local is None else dict(self.local)
        acting = set(clauses) - set(self.steps)  # a step that does nothing is still a place to pass through
        local: dict[str, str | None] = {
            own: None if here in acting else here for own, here in numbers.items()
        }
        other = self._copy(self.book, local)
        for clause in clauses:
            if clause in other.steps:
                other.steps[clause] = _nothing
        return other

    def edition(
        self,
        book: Book,
        numbers: Mapping[str, str],
        overrides: Mapping[str, Callable[..., Any] | Override] | None = None,
    ) -> Rulebook:
        """Another edition: these rules under its numbers; what it does not have is gone.

        `overrides` gives steps, actions and guards of that edition, by its numbers, code of their own.
        """
        own_numbers = {c: c for c in self.book.order} if self.local is None else self.local
        local = {own: numbers.get(here) if here else None for own, here in own_numbers.items()}
        for own, there in local.items():
            if there is not None and there not in book:
                raise RegistryError(f"{book.name} {there}: not in this edition (from {own})")
        other = self._copy(book, local)
        other.registered = {
            there: Registration(there, r.role, r.code, tuple(numbers[to] for to in r.to if to in numbers))
            for here, r in self.registered.items() if (there := numbers.get(here))
        }  # fmt: skip
        other.steps = {there: s for here, s in self.steps.items() if (there := numbers.get(here))}
        other.procedures = {
            there: Procedure(there, p.shape)
            for here, p in self.procedures.items() if (there := numbers.get(here))
        }  # fmt: skip
        other.overridden = {n: f for here, f in self.overridden.items() if (n := numbers.get(here))}
        for clause, code in (overrides or {}).items():
            other._override(clause, code if isinstance(code, Override) else Override(code))
        other.start = numbers.get(self.start, self.start)
        other.defaults = self.defaults | {doubt.id: doubt.default for doubt in book.doubts}
        other._onward, other._procedure_of = {}, {}
        return other.close()

    def _override(self, clause: str, override: Override) -> None:
        self._must_exist(clause)
        known = self.registered.get(clause)
        role = known.role if known else "step"
        to = override.to if override.to is not None else (known.to if known else ())
        self.registered[clause] = Registration(clause, role, override.code, to)
        if role == "step":
            self.steps[clause] = override.code
        elif role in ("action", "guard"):
            self.overridden[clause] = override.code
        else:
            raise RegistryError(f"{self.name} {clause}: a {role} cannot be overridden; drop it, add another")

    def _copy(self, book: Book, local: dict[str, str | None]) -> Rulebook:
        other = Rulebook(book, self.policy, self.words)
        other.__dict__.update(self.__dict__)
        other.book, other.local, other.ways, other.places = book, local, {}, Place()
        for name in ("registered", "mechanics", "procedures", "steps", "deck_rules", "actions", "overridden"):
            setattr(other, name, dict(getattr(self, name)))
        return other

    # refusing

    def _register(
        self, clause: str, role: Role, code: Any, module: str | None, to: tuple[str, ...] = ()
    ) -> None:
        self._must_exist(clause)
        if self.closed:
            raise RegistryError(f"{self.name} {clause}: the rules are closed; register before the first game")
        if clause in self.registered:
            raise RegistryError(
                f"{self.name} {clause}: registered twice, as {self.registered[clause].role} and as {role}"
            )
        if module is not None:
            last = self._last.get(module)
            if last is not None and self.book.order[last] > self.book.order[clause]:
                raise RegistryError(
                    f"{self.name} {clause}: stands after {last} in {module}; keep the book's order"
                )
            self._last[module] = clause
        self.registered[clause] = Registration(clause, role, code, to)

    def _must_exist(self, clause: str) -> None:
        if clause not in self.book:
            raise RegistryError(f"{self.name} {clause}: the book has no such clause")

    def live_interrupts(self) -> Iterator[RuleAction]:
        return (rule for rule in self.interrupts if self.number(rule.clause))

    def live_rule_actions(self) -> Iterator[RuleAction]:
        return (rule for rule in self.rule_actions if self.number(rule.clause))


def stall_key(rule: RuleAction, due: Due) -> str:
    return f"{rule.clause}|{due.player}|{due.subject}"


def onward(rules: Rulebook, state: State, drop: int = 0) -> Went:
    """Fall through to the next clause; at a procedure's end go on after the clause that called it."""
    frames = state.frames
    after = "" if drop else rules.onward(frames[-1].at)
    while not after:
        drop = max(drop, 1)
        if drop >= len(frames):
            return Went("", len(frames))
        caller = frames[-1 - drop]
        after = caller.then or rules.onward(caller.at)
        if not after:
            drop += 1
    return Went(after, drop)


def _asking_module() -> str:
    """The module that registers a row."""
    return str(sys._getframe(2).f_globals["__name__"])


def _nothing(table: Table) -> None:
    """What a step that has been switched off does."""


def cited(clause: str, function: Callable[Concatenate[Table, P], R]) -> Callable[Concatenate[Table, P], R]:
    """What happens inside cites the clause. Switched off, or not in the edition: nothing happens."""

    alone = (clause,)

    @functools.wraps(function)
    def performed(table: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        local, number, code = table.local, alone, function
        if local is not None:
            here = local.get(clause)
            if here is None:
                table.lacking[clause] = None
                return None  # type: ignore[return-value]
            number, code = (here,), table.rules.overridden.get(here, function)
        outer = table.path
        table.path = outer + number
        try:
            # without named values a call costs a fifth less, and this is done at every action
            return code(table, *args, **kwargs) if kwargs else code(table, *args)  # type: ignore[call-arg]
        finally:
            table.path = outer

    return performed


def declared(name: str, function: Callable[[Table, Player], None]) -> Callable[[Table, Player], None]:
    """A player's announcement: that it was made is logged first, under the clause that allows it."""

    @functools.wraps(function)
    def said(table: Table, player: Player) -> None:
        table.emit(Announced(player, name))
        function(table, player)

    return said


def consulted(
    clause: str, function: Callable[Concatenate[Table, P], R]
) -> Callable[Concatenate[Table, P], R]:
    """The caller cites the clause as a reason."""

    @functools.wraps(function)
    def asked(table: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        local = table.local
        if local is None:
            table.reasons[clause] = None
            return function(table, *args, **kwargs)
        number = local.get(clause)
        if number is None:
            return None  # type: ignore[return-value]
        table.reasons[number] = None
        return table.rules.overridden.get(number, function)(table, *args, **kwargs)  # type: ignore[no-any-return]

    return asked
