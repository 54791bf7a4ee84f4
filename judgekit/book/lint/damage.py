"""Damage done on the way from the printed page to the file: not the publisher's fault."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import Subject

_REPAIRS = {
    "displaced number": "the number was put back in front",
    "missing number": "the number was given back by its place",
    "lost title": "the heading was put in by our index",
    "broken clause": "the pieces were joined",
    "debris": "the caption or legend was set aside",
    "table": "the table was set aside; see the printed book",
    "lost icon": "see the printed book for the picture",
    "markup": "the marks were taken off",
    "bulleted heading": "it was taken as a heading",
    "detached stop": "the blank before the full stop was ignored",
    "detached quote": "read the mark before the blank",
    "torn end": "see the printed book for the last words",
    "heading mark": "it was taken as a clause",
    "bold clause": "the bold type was taken off; it may mark what is new",
    "bulleted clause": "the bullets were ignored",
}


def extraction_damage(subject: Subject) -> Iterator[Finding]:
    """What the importer had to mend, once for each clause and sort of damage."""
    seen = set()
    for damage in subject.text.damage:
        key = (damage.number, damage.harm)
        if damage.harm in _REPAIRS and key not in seen:
            seen.add(key)
            reason = f"line {damage.line}: {damage.harm}; {damage.note}"
            yield Finding(damage.number, "extraction damage", reason, _REPAIRS[damage.harm], "extraction")
