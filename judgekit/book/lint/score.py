"""How good the checks are: their findings against the faults listed as rows in our index.

A row is sorted into a family by what it says. No check is about the last family, "wording", since only a
reader sees it: a wrong word that is a word (paying for playing), a sentence that contradicts another or says
the opposite of what it must mean, a condition or a step that is missing, steps numbered beside their
introduction or under it, a word too many or too few.

A finding is confirmed by a row of its family at its clause, by a row anywhere that names the same words, or,
where it says that one clause repeats another, by a row that compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from judgekit.book.lint.finding import Finding
from judgekit.book.model import Misprint

Family = Literal[
    "reference",
    "number",
    "shape",
    "contents",
    "changelog",
    "repetition",
    "name",
    "punctuation",
    "extraction",
    "wording",
]

FAMILY_OF_CHECK: dict[str, Family] = {
    "dangling reference": "reference",
    "return to a missing step": "reference",
    "misdirected reference": "reference",
    "short range": "reference",
    "reference against the index": "reference",
    "duplicate number": "number",
    "doubled number": "number",
    "gap": "number",
    "orphan": "number",
    "misplaced heading": "shape",
    "unnumbered rule": "shape",
    "contents against headings": "contents",
    "changelog against text": "changelog",
    "doubled words": "repetition",
    "repeated clause": "repetition",
    "two names": "name",
    "undefined term": "name",
    "misspelt word": "name",
    "punctuation": "punctuation",
    "extraction damage": "extraction",
}
FACTS: frozenset[str] = frozenset({"punctuation", "extraction"})  # seen in the print, no judgement about it
_NUMBER = r"\d{1,2}(?:[.-]\d{1,2}|(?<=\d)[a-z](?![a-z]))+|\(\d{1,2}\)"
_SIGNS: tuple[tuple[Family, str], ...] = (
    ("name", r"spel|: term|two names|other name|written both|lower case|capital|defined nowhere"),
    ("name", r"a letter is lost|misspelt|run together with|undefined|no clause knows|used nowhere"),
    ("name", r"areas of every kind|has no appendix|siblings are all|cut short|has the term"),
    ("name", r"ability \| skill|skill \| keyword ability|beginning of [\w ]+\| start of|attack unit \|"),
    ("name", r"are roman|game has no|two labels|name the trigger differently"),
    ("name", r"run together|combat \| battle|has the plural|ability processing \|"),
    ("shape", r"unnumbered|bare heading|a title at|title is a sentence|as at 9-4|only two-level"),
    ("repetition", r"\btwice\b|over again|repetition|doubled|duplicate|stated three"),
    ("repetition", r"reduced to zero \||\(a summary of|copied from"),
    ("punctuation", r"full stop|comma|quotation mark|stray closing bracket|bracket too many|parenthesis"),
    ("punctuation", r"no space after|closing bracket|^\d\.[a-z]+ \| \d\. "),
)


class Score(msgspec.Struct, frozen=True):
    """One family of faults of one book."""

    family: Family
    listed: int
    found: int
    missed: tuple[Misprint, ...]
    findings: int
    unlisted: tuple[Finding, ...]


def family_of(row: Misprint) -> Family:
    """What sort of fault a row is about."""
    if row.fault == "extraction":
        return "extraction"
    text = f"{row.printed} | {row.read_as} | {row.note}".lower()
    if re.search(r"contents list|table of contents", text):
        return "contents"
    if re.search(r"in the changelog|no title line|the history announces", text):
        return "changelog"
    if _is_number_fault(row):
        return "number"
    if _is_reference_fault(row):
        return "reference"
    for family, sign in _SIGNS:
        if re.search(sign, text):
            return family
    return "name" if _is_slip_of_a_letter(row) else "wording"


def _is_number_fault(row: Misprint) -> bool:
    own = row.read_as.strip(". ") == row.clause and row.printed.strip(". ") != row.clause
    return own or "skips a level" in row.note or ("printed twice" in row.note and row.clause in row.printed)


def _is_reference_fault(row: Misprint) -> bool:
    printed, meant = set(re.findall(_NUMBER, row.printed)), set(re.findall(_NUMBER, row.read_as))
    titled = re.match(r"\d{1,2}\. [A-Z]", row.printed) and re.match(r"\d{1,2}\. [A-Z]", row.read_as)
    wrong = bool(meant and printed - meant and row.clause not in printed)
    unfit = "refers to the section" in row.note
    return bool(titled) or wrong or unfit or _is_another_list(row) or _is_another_word(row)


def _is_another_list(row: Misprint) -> bool:
    """Nothing but numbers on both sides, and not the same ones."""
    listed = re.compile(rf"(?:{_NUMBER}|\d{{1,2}})(?:(?:, | and )(?:{_NUMBER}))*")
    both = listed.fullmatch(row.printed) and listed.fullmatch(row.read_as)
    return bool(both) and row.printed != row.read_as and row.clause not in row.printed.split(", ")


def _is_another_word(row: Misprint) -> bool:
    """One word with its clause's number after it, and the word is what is wrong."""
    sides = [re.fullmatch(r"(\w+) \(([\d.-]+)\)", side) for side in (row.printed, row.read_as)]
    one, other = sides
    return bool(one and other and one[2] == other[2] and one[1] != other[1])


def _is_slip_of_a_letter(row: Misprint) -> bool:
    """Both are given word for word, and are nearly the same word."""
    one, other = row.printed.lower(), row.read_as.lower()
    if one == other or "wrong word" in row.note:
        return False
    if other.replace(" ", "") == one or (one.isalpha() and len(one) > 5 and _lacks_a_letter(one, other)):
        return True
    if not (one + other).isalpha() or min(len(one), len(other)) < 5:
        return False
    common = sum(a == b for a, b in zip(one, other, strict=False))
    return abs(len(one) - len(other)) <= 1 and common >= max(len(one), len(other)) - 2


def _lacks_a_letter(one: str, other: str) -> bool:
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer) - 1))


def score(findings: Sequence[Finding], rows: Sequence[Misprint]) -> list[Score]:
    """For each family: how many listed faults were found, and which findings no row confirms."""
    outcome = []
    families = dict.fromkeys([*FAMILY_OF_CHECK.values(), "wording"])
    by_row = [(row, family_of(row)) for row in rows]
    for family in families:
        own_rows = [row for row, theirs in by_row if theirs == family]
        own = [finding for finding in findings if _family(finding) == family]
        missed = tuple(row for row in own_rows if not any(_meets(finding, row) for finding in own))
        unlisted = tuple(
            one for one in own if not any(_confirms(row, one, theirs == family) for row, theirs in by_row)
        )
        listed = len(own_rows)
        outcome.append(Score(family, listed, listed - len(missed), missed, len(own), unlisted))
    return outcome


def _family(finding: Finding) -> Family:
    return "extraction" if finding.fault == "extraction" else FAMILY_OF_CHECK[finding.check]


def _meets(finding: Finding, row: Misprint) -> bool:
    """At the same clause; or both refer to what the changelog says of one version."""
    logged = finding.check == "changelog against text" and f"for {finding.printed}," in row.note
    return row.clause in (finding.place, finding.printed) or logged


def _confirms(row: Misprint, finding: Finding, same_family: bool) -> bool:
    if (
        row.clause == finding.place
        and finding.check == "repeated clause"
        and _speaks_of(row, finding.printed)
    ):
        return True
    if not same_family:
        return row.clause == finding.place and _same_words(finding, row)
    named = _names(row, finding.place) or _names(row, finding.printed)
    return named or _meets(finding, row) or _same_words(finding, row)


def _names(row: Misprint, number: str) -> bool:
    """The row's note mentions this clause or one above it."""
    return any(
        number == one or number.startswith((f"{one}.", f"{one}-")) for one in re.findall(_NUMBER, row.note)
    )


def _speaks_of(row: Misprint, number: str) -> bool:
    """The row itself compares its clause with this one: they differ, or one is copied from the other."""
    return number in re.findall(_NUMBER, f"{row.read_as} {row.note}")


def _same_words(finding: Finding, row: Misprint) -> bool:
    """The row gives the very words that the finding is about."""
    one, other = finding.printed.lower(), row.printed.lower()
    return min(len(one), len(other)) > 4 and not other.startswith("(") and (one in other or other in one)
