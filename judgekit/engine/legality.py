"""What a player may do, and why not: conditions are kept, not thrown away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.engine.errors import RuleError
from judgekit.engine.state import Player

if TYPE_CHECKING:
    from judgekit.engine.registry import Rulebook
    from judgekit.engine.table import Table

Subject = Any  # a card id, a pair, a player …: what the action is done with
Test = Callable[["Table", Player, Subject], bool]


class Check(msgspec.Struct, frozen=True):
    """One condition: its clause, what was needed, what was found."""

    clause: str
    needed: str
    found: str
    ok: bool
    by: tuple[str, ...] = ()  # the clauses that were consulted for it


@dataclass(frozen=True, slots=True)
class Requirement:
    clause: str
    needed: str  # the key of its words
    test: Test
    found: Callable[[Table, Player, Subject], str] | None = None

    def check(self, table: Table, player: Player, subject: Subject) -> Check:
        from judgekit.engine.table.asking import Untold

        clause, needed = table.rules.number(self.clause) or self.clause, table.words(self.needed)
        table.offering = True
        try:
            with table.witnessing() as witness:
                ok = self.test(table, player, subject)
            found = self.found(table, player, subject) if self.found else table.words("yes" if ok else "no")
        except Untold as untold:
            return Check(clause, needed, table.words("number not known", property=untold.name), ok=False)
        finally:
            table.offering = False
        if not ok and witness.forbidding:
            found = table.words("forbidden by", cards=" and ".join(witness.forbidding))
        return Check(clause, needed, found, ok, tuple(n for n in witness.reasons if n != clause))


def telling(
    requirements: Iterable[Requirement], table: Table, player: Player
) -> Callable[[Subject], list[Check]]:
    """For a question: what each thing that could be chosen must be, and is."""
    return lambda subject: [one.check(table, player, subject) for one in requirements]


@dataclass(slots=True)
class PlayerAction:
    """Something a player may do in a window: on which subjects, under which requirements, and how."""

    clause: str
    name: str
    window: str
    rules: Rulebook
    requirements: list[Requirement] = field(default_factory=list)
    _candidates: Callable[[Table, Player], Iterable[Subject]] | None = None
    _perform: Callable[[Table, Player, Subject], object] | None = None
    _limited: Callable[[Table, Subject], tuple[str, ...]] | None = None

    def candidates(
        self, function: Callable[[Table, Player], Iterable[Subject]]
    ) -> Callable[[Table, Player], Iterable[Subject]]:
        self._candidates = function
        return function

    def requires(
        self, clause: str, needed: str, found: Callable[[Table, Player, Subject], str] | None = None
    ) -> Callable[[Test], Test]:
        """A condition: the clause that makes it one, and the key of the words for what is needed."""
        self.rules.words(needed)  # told at once, if they are missing
        if clause not in self.rules.book:
            raise RuleError(f"{self.rules.name} {clause}: the book has no such clause (asked by {self.name})")

        def take(test: Test) -> Test:
            self.requirements.append(Requirement(clause, needed, test, found))
            return test

        return take

    def performs(
        self, function: Callable[[Table, Player, Subject], object]
    ) -> Callable[[Table, Player, Subject], object]:
        from judgekit.engine.registry import cited

        self._perform = cited(self.clause, function)
        return function

    def limited(
        self, function: Callable[[Table, Subject], tuple[str, ...]]
    ) -> Callable[[Table, Subject], tuple[str, ...]]:
        """Which clauses say of a subject by itself when it is its time."""
        self._limited = function
        return function

    def limits(self, table: Table, subject: Subject) -> tuple[str, ...]:
        return self._limited(table, subject) if self._limited else ()

    def subjects(self, table: Table, player: Player) -> Iterable[Subject]:
        """Everything the action could be about, legal or not."""
        if table.rules.number(self.clause) is None:
            return ()
        return self._candidates(table, player) if self._candidates else (None,)

    def is_legal(self, table: Table, player: Player, subject: Subject) -> bool:
        for requirement in self.live(table):  # noqa: SIM110 (a generator costs more than the tests)
            if not requirement.test(table, player, subject):
                return False
        return True

    def checks(self, table: Table, player: Player, subject: Subject) -> list[Check]:
        """Every condition, met or not: the answer to why and why not."""
        return [r.check(table, player, subject) for r in self.live(table)]

    def live(self, table: Table) -> tuple[Requirement, ...]:
        """The conditions that are not switched off."""
        return table.live_requirements(self)

    def perform(self, table: Table, player: Player, subject: Subject) -> None:
        if self._perform is None:
            raise RuleError(f"{self.clause}: nothing says how {self.name} is done")
        self._perform(table, player, subject)

    def id(self, subject: Subject) -> str:
        """The option id: `play c12`, or the bare name."""
        if subject is None:
            return self.name
        if isinstance(subject, int):
            return f"{self.name} c{subject}"
        if isinstance(subject, tuple):
            parts = (f"c{part}" if isinstance(part, int) else str(part) for part in subject)
            return f"{self.name} {' '.join(parts)}"
        return f"{self.name} {subject}"
