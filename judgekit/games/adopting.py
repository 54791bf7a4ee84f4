"""A new edition becomes playable: its text is aligned with the edition that has code, and runs with that.

Clauses that did not change run under their new numbers. Where a game reaches one that changed, is new or was
dropped, the judge is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from judgekit.book.address import parent, renumbered
from judgekit.book.compare import Comparison, compare
from judgekit.book.compare import passages as passages_of
from judgekit.book.model import Book, Row
from judgekit.book.official import OfficialText
from judgekit.engine.citing import Citing
from judgekit.engine.errors import RegistryError
from judgekit.engine.events import Derived
from judgekit.engine.questions import Asked
from judgekit.engine.registry import Override, Rulebook, Step
from judgekit.engine.state import JUDGE
from judgekit.engine.table import Over, Table
from judgekit.errors import JudgekitError

CHANGED, NEW, DROPPED = "changed", "new", "dropped"  # what became of a clause
BEFORE, ALWAYS, BY_HAND = "as before", "always as before", "by hand"
ASKING = ("step", "action")  # what can ask the judge before it is carried out
SILENT = ("heading", "information", "example", "deck rule")  # what no game reaches


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
    asks: tuple[str, ...]  # of all these: where the judge is asked

    def told(self) -> list[str]:
        """For people: what runs, and what to look at."""
        rules = self.rules
        unasked = [number for number in (*self.changed, *self.added) if number not in self.asks]
        moved = [f"{old} → {new}" for old, new in self.moved]
        rows = (
            (rules.words("clauses moved"), moved), (rules.words("clauses changed"), self.changed),
            (rules.words("new clauses"), self.added), (rules.words("clauses dropped"), self.dropped),
            (rules.words("clauses that ask"), self.asks), (rules.words("clauses not reached"), unasked),
        )  # fmt: skip
        unchanged = len(rules.book.rows) - len(self.changed) - len(self.added)
        head = rules.words("an adopted edition", edition=rules.name, n=unchanged)
        return [head, *(f"  {name} ({len(them)}): {', '.join(them)}" for name, them in rows if them)]


def adopt(rules: Rulebook, old: OfficialText, new: OfficialText) -> Adoption:
    """The rules that run, under the numbers of another edition of the same book."""
    comparison = compare(old.name, new.name, "official", passages_of(old), passages_of(new))
    numbers = _numbers(rules.book, old, comparison)
    changed = [change.new for change in comparison.changes if change.old in numbers]
    added = list(comparison.added)
    book = _book(rules, new, numbers, changed, added)
    dropped = tuple(row.number for row in rules.book if row.number not in numbers)
    overrides = _overrides(rules, numbers, book, changed, added)
    watched = _watched(rules, numbers, book, [n for n in (*changed, *added) if n not in overrides])
    what = dict.fromkeys(changed, CHANGED) | dict.fromkeys(added, NEW)
    asking = Asking(what, watched, old.edition, _gaps(rules, numbers))
    for number in (there for here in rules.steps if (there := numbers.get(here))):
        known = overrides.get(number) or Override(rules.steps[_back(numbers)[number]], None)
        overrides[number] = Override(asking.around(number, known.code), known.to)
    try:
        other = rules.edition(book, numbers, overrides)
    except RegistryError as problem:
        told = rules.words("too unlike", new=new.name, old=old.name, problem=problem)
        raise NotAdopted(told) from problem
    moved = tuple((here, there) for here, there in numbers.items() if here != there)
    reached = {n for n in overrides if n in asking.what} | {n for them in watched.values() for n in them}
    limits = {one.clause for action in rules.actions.values() for one in action.requirements}
    gone = [
        n for n in dropped if n in limits or (n in rules.registered and rules.registered[n].role in ASKING)
    ]
    asks = (*(n for n in book.order if n in reached), *gone)
    return Adoption(other, moved, tuple(changed), tuple(added), dropped, asks)


def _numbers(book: Book, old: OfficialText, comparison: Comparison) -> dict[str, str]:
    """Old number -> new number; a clause that the text does not print goes with the one above it."""
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
    rules: Rulebook, new: OfficialText, numbers: dict[str, str], changed: Sequence[str], added: Sequence[str]
) -> Book:
    old = rules.book
    back = {there: here for here, there in numbers.items()}
    order = [clause.number for clause in new.clauses]
    for here, there in numbers.items():
        if there not in order:
            before = old.rows[old.order[here] - 1].number if old.order[here] else ""
            order.insert(order.index(numbers[before]) + 1 if before in numbers else 0, there)
    rows = tuple(_row(rules, number, back, numbers, changed, added, order) for number in order)
    doubts = tuple(
        msgspec.structs.replace(doubt, clauses=tuple(numbers[c] for c in doubt.clauses if c in numbers))
        for doubt in old.doubts
    )
    title = f"{old.title}, {new.edition}"
    return Book(new.game, new.edition, title, "", rows, (), doubts, old.edition, numbers)


def _row(
    rules: Rulebook,
    number: str,
    back: dict[str, str],
    numbers: dict[str, str],
    changed: Sequence[str],
    added: Sequence[str],
    order: Sequence[str],
) -> Row:
    old = rules.book
    if number in added:
        kind = "step" if _is_step(old, number, back, order) else "information"
        return Row(number, kind, rules.words("gist of a new clause"))  # type: ignore[arg-type]
    row = old[back[number]]
    cites = tuple(numbers[cited] for cited in row.cites if cited in numbers)
    gist = renumbered(row.gist, numbers)
    if number in changed:
        gist = rules.words("gist of a changed clause", before=gist)
    alias = numbers.get(row.alias_of, "")
    reason = "" if number in changed else renumbered(row.no_outcome, numbers)
    return msgspec.structs.replace(
        row, number=number, gist=gist, cites=cites, alias_of=alias, no_outcome=reason
    )


def _is_step(old: Book, number: str, back: dict[str, str], order: Sequence[str]) -> bool:
    """Whether a new clause stands among the steps of a procedure."""
    family = [one for one in order if parent(one) == parent(number) and one in back]
    return bool(family) and all(old[back[one]].kind == "step" for one in family)


def _back(numbers: Mapping[str, str]) -> dict[str, str]:
    return {there: here for here, there in numbers.items()}


def _overrides(
    rules: Rulebook, numbers: dict[str, str], book: Book, changed: Sequence[str], added: Sequence[str]
) -> dict[str, Override]:
    """Changed steps and actions, and new steps: they ask before they are carried out."""
    found: dict[str, Override] = {}
    back = _back(numbers)
    for number in changed:
        known = rules.registered.get(back[number])
        if known is not None and known.role in ASKING and callable(known.code):
            to = tuple(numbers[one] for one in known.to if one in numbers)
            found[number] = Override(_asking(number, CHANGED, known.code), to)
    for number in added:
        if book[number].kind == "step":
            found[number] = Override(_asking(number, NEW, None))
    return found


def _watched(
    rules: Rulebook, numbers: dict[str, str], book: Book, unasked: Sequence[str]
) -> dict[str, list[str]]:
    """Clauses with code -> those that a game reaches with them: themselves, or clauses without code directly
    after or below them."""
    coded = {there for here in rules.registered if (there := numbers.get(here))}
    found: dict[str, list[str]] = {}
    for number in unasked:
        if number in coded or book[number].kind not in SILENT or number not in _back(numbers):
            if (beside := _beside(book, number, coded)) and book[beside].kind not in SILENT:
                found.setdefault(beside, []).append(number)
    return found


def _beside(book: Book, number: str, coded: set[str]) -> str:
    """The clause itself, the one before it in its family, or one above it: the first that has code."""
    rows = [row.number for row in book.rows[: book.order[number]] if parent(row.number) == parent(number)]
    above, over = [], parent(number)
    while over:
        above.append(over)
        over = parent(over)
    return next((one for one in (number, *reversed(rows), *above) if one in coded), "")


def _gaps(rules: Rulebook, numbers: Mapping[str, str]) -> dict[str, list[str]]:
    """Steps of the new edition -> the dropped steps that stood before them, or after the last one."""
    found: dict[str, list[str]] = {}
    for procedure in rules.procedures.values():
        steps = procedure.steps
        for at, step in enumerate(steps):
            if step not in numbers:
                left = [numbers[one] for one in (*steps[at:], *reversed(steps[:at])) if one in numbers]
                for there in left[:1]:
                    found.setdefault(there, []).append(step)
    return found


@dataclass(frozen=True)
class Asking:
    """Asks the judge wherever a step reaches what changed, is new or was dropped."""

    what: Mapping[str, str]  # clause -> what became of it: CHANGED or NEW
    watched: Mapping[str, Sequence[str]]
    old: str  # the edition that has code
    gaps: Mapping[str, Sequence[str]]

    def around(self, number: str, code: Step) -> Step:
        """A step that asks about what it uses: before it, as far as that is known, else after it."""
        gaps = [(gone, DROPPED) for gone in self.gaps.get(number, ())]

        def step(table: Table) -> None:
            before = [*gaps, *self.first_reached(table, code)]
            for one in before:
                self.ask(table, *one)
            code(table)
            for one in self.reached(table):
                if one not in before:
                    self.ask(table, *one)

        return step

    def first_reached(self, table: Table, code: Step) -> list[tuple[str, str]]:
        """What the step reaches up to its first question. It is only tried; nothing has happened."""
        state, seq, window = table.state, table.seq, ""
        table.answered = len(state.answers)
        try:
            code(table)
        except Asked as asked:
            window = asked.question.window
        except Over:
            pass
        found = self.reached(table, window)
        if table.reshaped:
            table.attach(state)
        table.open(state, seq)
        return found

    def reached(self, table: Table, window: str = "") -> list[tuple[str, str]]:
        """The clauses that the step has used so far, with what became of them in this edition."""
        used = dict.fromkeys((*table.reasons, *(c for h in table.happened for c in h.path)))
        for happened in table.happened:
            if isinstance(happened.event, Derived):
                used |= dict.fromkeys(row.layer for row in happened.event.rows)
        limits = [
            (table.rules.number(one.clause), one.clause)
            for action in table.rules.actions.values()
            if window and action.window == window
            for one in action.requirements
        ]
        used |= dict.fromkeys(number for number, _ in limits if number)
        gone = [*table.lacking, *(old for number, old in limits if number is None)]
        here = [(n, self.what[n]) for one in used for n in self.watched.get(one, ())]
        return list(dict.fromkeys((*here, *((n, DROPPED) for n in gone))))

    def ask(self, table: Table, number: str, what: str) -> None:
        if what == DROPPED:
            kept = (
                f"clause {number} of edition {self.old} is dropped, and would be used here"  # in stored cases
            )
            told = table.words("clause is dropped", clause=number, edition=self.old)
            _decided(table, kept, told, table.words("leave out"))
        else:
            with Citing(table, number):
                told = table.words(
                    "new clause is used" if what == NEW else "changed clause is used", clause=number
                )
                _decided(table, f"as before {number}", told, table.words("go on as before"))


def _asking(number: str, what: str, code: Callable[..., Any] | None) -> Callable[..., Any]:
    """Code that asks the judge first: run what there is, or leave it to the table."""

    def ask(table: Table, *given: Any, **named: Any) -> Any:
        before = table.words("as before" if code is not None else "nothing before")
        told = table.words(
            "new clause is reached" if what == NEW else "changed clause is reached", clause=number
        )
        decided = _decided(table, f"as before {number}", told, before)
        return code(table, *given, **named) if decided and code is not None else None

    return ask


def _decided(table: Table, kept: str, told: str, before: str) -> bool:
    """Whether the judge lets the code run; the judge can decide so for the rest of the case."""
    if table.number(kept):
        return True
    options = [
        (BEFORE, before), (ALWAYS, table.words("always as before", before=before)),
        (BY_HAND, table.words("by hand")),
    ]  # fmt: skip
    chosen = table.pick(JUDGE, options, table.words("carried out how", clause=told))
    if chosen == ALWAYS:
        table.set_number(kept, 1)
    return chosen != BY_HAND
