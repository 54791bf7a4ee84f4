"""A new edition becomes playable: its text is aligned with the edition that has code, and runs with that.

Clauses that did not change run under their new numbers. Where a game reaches a step or an action that
changed, or a step that is new, the judge is asked. What else changed is listed, and runs as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from judgekit.book.address import parent
from judgekit.book.compare import Comparison, compare
from judgekit.book.compare import passages as passages_of
from judgekit.book.model import Book, Row
from judgekit.book.official import OfficialText
from judgekit.engine.errors import RegistryError
from judgekit.engine.registry import Override, Rulebook
from judgekit.engine.state import JUDGE
from judgekit.engine.table import Table
from judgekit.errors import JudgekitError

BEFORE, BY_HAND = "as before", "by hand"
ASKING = ("step", "action")  # what can ask the judge when a game reaches it


class NotAdopted(JudgekitError):
    """An edition that cannot be played: why, and what to do."""


@dataclass(frozen=True)
class Adoption:
    """The rules of an edition without code of its own, and how far they can be trusted."""

    rules: Rulebook
    moved: tuple[tuple[str, str], ...]  # old number, new number
    changed: tuple[str, ...]  # all by their numbers in the new edition
    added: tuple[str, ...]
    dropped: tuple[str, ...]  # by their numbers in the old one
    asks: tuple[str, ...]  # of the changed and the new: those at which the judge is asked

    def told(self) -> list[str]:
        """For people: what runs, and what to look at."""
        rules = self.rules
        unasked = [number for number in self.changed if number not in self.asks]
        rows = (
            ("moved", [f"{old} → {new}" for old, new in self.moved]), ("changed", self.changed),
            ("new", self.added), ("dropped", self.dropped), ("asks the judge", self.asks),
            ("changed, but runs as before", unasked),
        )  # fmt: skip
        unchanged = len(rules.book.rows) - len(self.changed) - len(self.added)
        head = f"{rules.name} plays with {unchanged} unchanged clauses"
        return [head, *(f"  {name} ({len(them)}): {', '.join(them)}" for name, them in rows if them)]


def adopt(rules: Rulebook, old: OfficialText, new: OfficialText) -> Adoption:
    """The rules that run, under the numbers of another edition of the same book."""
    comparison = compare(old.name, new.name, "official", passages_of(old), passages_of(new))
    numbers = _numbers(rules.book, old, comparison)
    changed = [change.new for change in comparison.changes if change.old in numbers]
    added = list(comparison.added)
    book = _book(rules.book, new, numbers, changed, added)
    overrides = _overrides(rules, numbers, book, changed, added)
    try:
        other = rules.edition(book, numbers, overrides)
    except RegistryError as problem:
        raise NotAdopted(f"{new.name} is too unlike {old.name} to run with its code: {problem}") from problem
    moved = tuple((here, there) for here, there in numbers.items() if here != there)
    dropped = tuple(row.number for row in rules.book if row.number not in numbers)
    return Adoption(other, moved, tuple(changed), tuple(added), dropped, tuple(overrides))


def _numbers(book: Book, old: OfficialText, comparison: Comparison) -> dict[str, str]:
    """Old number -> new number; what the text does not print goes with the clause above it."""
    printed = {clause.number for clause in old.clauses}
    found: dict[str, str] = {}
    for row in book:
        number = row.number
        if number in comparison.pairs:
            found[number] = comparison.pairs[number]
        elif number not in printed:
            above = number.partition("#")[0] if "#" in number else parent(number) or ""
            if above in found or not above:
                found[number] = found.get(above, above) + number[len(above) :]
    return found


def _book(
    old: Book, new: OfficialText, numbers: dict[str, str], changed: Sequence[str], added: Sequence[str]
) -> Book:
    back = {there: here for here, there in numbers.items()}
    order = [clause.number for clause in new.clauses]
    for here, there in numbers.items():
        if there not in order:
            before = old.rows[old.order[here] - 1].number if old.order[here] else ""
            order.insert(order.index(numbers[before]) + 1 if before in numbers else 0, there)
    rows = tuple(_row(old, number, back, numbers, changed, added, order) for number in order)
    doubts = tuple(
        msgspec.structs.replace(doubt, clauses=tuple(numbers[c] for c in doubt.clauses if c in numbers))
        for doubt in old.doubts
    )
    title = f"{old.title}, {new.edition}"
    return Book(new.game, new.edition, title, "", rows, (), doubts, old.edition, numbers)


def _row(
    old: Book,
    number: str,
    back: dict[str, str],
    numbers: dict[str, str],
    changed: Sequence[str],
    added: Sequence[str],
    order: Sequence[str],
) -> Row:
    if number in added:
        kind = "step" if _is_step(old, number, back, order) else "information"
        return Row(number, kind, "New in this edition: read the official text.")  # type: ignore[arg-type]
    row = old[back[number]]
    cites = tuple(numbers[cited] for cited in row.cites if cited in numbers)
    gist = f"Changed in this edition; before: {row.gist}" if number in changed else row.gist
    alias = numbers.get(row.alias_of, "")
    return msgspec.structs.replace(row, number=number, gist=gist, cites=cites, alias_of=alias)


def _is_step(old: Book, number: str, back: dict[str, str], order: Sequence[str]) -> bool:
    """Whether a new clause stands among the steps of a procedure."""
    family = [one for one in order if parent(one) == parent(number) and one in back]
    return bool(family) and all(old[back[one]].kind == "step" for one in family)


def _overrides(
    rules: Rulebook, numbers: dict[str, str], book: Book, changed: Sequence[str], added: Sequence[str]
) -> dict[str, Override]:
    found: dict[str, Override] = {}
    back = {there: here for here, there in numbers.items()}
    for number in changed:
        known = rules.registered.get(back[number])
        if known is not None and known.role in ASKING:
            to = tuple(numbers[one] for one in known.to if one in numbers)
            found[number] = Override(_asking(number, "changed", known.code), to)
    for number in added:
        if book[number].kind == "step":
            found[number] = Override(_asking(number, "is new", None))
    return found


def _asking(number: str, what: str, code: Callable[..., Any] | None) -> Callable[..., Any]:
    """Code that asks the judge first: run what there is, or leave it to the table."""

    def ask(table: Table, *given: Any, **named: Any) -> Any:
        before = "carry it out as before" if code is not None else "there is nothing to do"
        options = [(BEFORE, before), (BY_HAND, "the judge carries it out by hand")]
        prompt = f"clause {number} {what} in this edition: how is it carried out?"
        if table.pick(JUDGE, options, prompt) == BEFORE and code is not None:
            return code(table, *given, **named)
        return None

    return ask
