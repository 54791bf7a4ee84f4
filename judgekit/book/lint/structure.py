"""Checks of the tree: numbers printed twice, left out, out of place, and lines mistaken for headings."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from judgekit.book.lint.finding import Fault, Finding
from judgekit.book.lint.subject import Subject
from judgekit.book.numbering import depth_of
from judgekit.book.official import Damage

_ENDED = re.compile(r"[.:;]\"?$")


def duplicate_number(subject: Subject) -> Iterator[Finding]:
    """A number is printed where another belongs."""
    for damage in _harmed(subject, "misprinted number"):
        printed = subject.text[damage.number].printed
        again = " a second time" if printed in subject.words_of else ""
        reason = f"{printed} is printed here{again}"
        yield Finding(
            damage.number, "duplicate number", reason, f"read {damage.number}", _whose(subject), printed
        )


def doubled_number(subject: Subject) -> Iterator[Finding]:
    """The number stands twice in front of its own clause."""
    for damage in _harmed(subject, "doubled number"):
        yield Finding(
            damage.number, "doubled number", "its number is printed twice in a row", "drop the second"
        )


def gap(subject: Subject) -> Iterator[Finding]:
    """Numbers are left out between two neighbours."""
    for before, after, missing in _jumps(subject):
        siblings = [number for number in missing if not after.startswith(number)]
        if siblings:
            reason = f"{', '.join(siblings)} missing between {before} and {after}"
            yield Finding(after, "gap", reason, "look for the lost lines, or accept the numbers as printed")


def orphan(subject: Subject) -> Iterator[Finding]:
    """A clause whose parent does not exist."""
    for _, after, missing in _jumps(subject):
        parents = [number for number in missing if after.startswith(number)]
        if parents:
            reason = f"there is no {', '.join(parents)} above it"
            yield Finding(after, "orphan", reason, "hang it under the nearest clause above that exists")


def misplaced_heading(subject: Subject) -> Iterator[Finding]:
    """A title deep in the tree, or a rule where titles stand."""
    for clause in subject.clauses:
        depth = depth_of(clause.number)
        words = len(clause.text.split())
        ended = bool(_ENDED.search(clause.text))
        if depth > 2 and not ended and words <= 6 and subject.children.get(clause.number):
            yield Finding(
                clause.number, "misplaced heading", "a bare title among clauses", "take it as a heading"
            )
        elif depth == 2 and subject.style.name != "lettered" and ended:
            kind = "a rule" if words > 15 else "a sentence"
            reason = f"{kind} at the level where the book has titles"
            repair = "take it as a clause" if words > 15 else "take it as a heading without its full stop"
            yield Finding(clause.number, "misplaced heading", reason, repair)


def unnumbered_rule(subject: Subject) -> Iterator[Finding]:
    """Items of a list carry rules but no number of their own."""
    items: dict[str, int] = {}
    for clause in subject.clauses:
        number, mark, _ = clause.number.partition("#")
        if mark:
            items[number] = items.get(number, 0) + 1
    for number, count in items.items():
        reason = f"{count} items without a number carry rules"
        yield Finding(number, "unnumbered rule", reason, f"cite them as {number}#1 and so on")


def _harmed(subject: Subject, harm: str) -> Iterator[Damage]:
    return (damage for damage in subject.text.damage if damage.harm == harm)


def _whose(subject: Subject) -> Fault:
    """If other numbers in the file are displaced too, the extraction is to blame, not the publisher."""
    return "extraction" if any(_harmed(subject, "displaced number")) else "publisher"


def _jumps(subject: Subject) -> Iterator[tuple[str, str, list[str]]]:
    numbers = [clause.number for clause in subject.clauses if "#" not in clause.number]
    for before, after in itertools.pairwise(numbers):
        missing = [
            number for number in subject.style.between(before, after) if number not in subject.words_of
        ]
        if missing:
            yield before, after, missing
