"""Checks of what stands round the rules: contents list, version, changelog, parts that are only promised."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgekit.book.address import parent
from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import Subject
from judgekit.book.lint.wording import Likeness
from judgekit.book.numbering import depth_of
from judgekit.book.wordstems import stems

_VERSION = re.compile(r"\bver(?:sion|\.)?\s*\.?\s*(\d+(?:\.\d+)+)", re.IGNORECASE)
_EMPTY_ENTRY = re.compile(r"ver(?:sion|\.)?\s*[\d.]+\d\.?\s*(?:added update details\.?)?$", re.IGNORECASE)


def contents_against_headings(subject: Subject) -> Iterator[Finding]:
    """The contents list and the chapters have different titles, or one lacks what the other has."""
    listed = {entry.number: entry.text for entry in subject.text.contents if entry.number}
    if not listed:
        return
    chapters = {number: title for number, title in subject.titles.items() if depth_of(number) == 1}
    for number, title in chapters.items():
        if number not in listed and not _listed_without_number(subject, title):
            reason = f"chapter {number} {title!r} is not in the contents list"
            yield Finding(number, "contents against headings", reason, "go by the chapter")
        elif number in listed and _plain(listed[number]) != _plain(title):
            reason = f"the contents list calls chapter {number} {listed[number]!r}, its heading {title!r}"
            yield Finding(
                number, "contents against headings", reason, "go by the heading", printed=listed[number]
            )


def unnumbered_entry(subject: Subject) -> Iterator[Finding]:
    """A chapter's number is lost from the contents list."""
    for number, title in subject.titles.items():
        if depth_of(number) == 1 and _listed_without_number(subject, title):
            reason = f"{title!r} stands in the contents list without its number"
            yield Finding(number, "contents against headings", reason, f"read {number}", "extraction")


def changelog_against_text(subject: Subject) -> Iterator[Finding]:
    """The changelog names clauses that are not there, or an edition that is not this one."""
    for entry in subject.text.changelog:
        for match in subject.style.inside().finditer(re.sub(_VERSION, "", entry.text)):
            number = match[1]
            if number not in subject.words_of and depth_of(number) > 2:
                reason = f"the changelog names {number}, which this book does not have"
                repair = "compare with the edition before to find the clause"
                yield Finding(
                    _close(subject, number), "changelog against text", reason, repair, printed=number
                )
    yield from _other_version(subject)


def _other_version(subject: Subject) -> Iterator[Finding]:
    fronted = _versions(entry.text for entry in subject.text.front)
    logged = _versions(entry.text for entry in subject.text.changelog)
    first = subject.clauses[0].number if subject.clauses else ""
    if fronted and logged and fronted[-1] != logged[-1]:
        reason = f"the title says {fronted[-1]}, the changelog {logged[-1]}"
        yield Finding(first, "changelog against text", reason, f"read {fronted[-1]}", printed=logged[-1])
    elif logged and not fronted:
        reason = f"no title names the edition; only the changelog does ({logged[-1]})"
        yield Finding(first, "changelog against text", reason, f"read {logged[-1]}", printed=logged[-1])


def changelog_against_editions(subject: Subject) -> Iterator[Finding]:
    """Clauses were added since the edition before, but the changelog does not name them."""
    if not subject.older:
        return
    from judgekit.book.compare import Passage, compare

    sides = (
        [Passage(one.number, one.text) for one in text.clauses] for text in (subject.older, subject.text)
    )
    old, new = sides
    added = compare(subject.older.name, subject.text.name, "official", old, new).added
    log = " ".join(entry.text for entry in subject.text.changelog)
    named = set(subject.style.inside().findall(log))
    silent = [number for number in added if number not in named]
    if silent:
        reason = (
            f"{len(silent)} of {len(added)} clauses that came since {subject.older.edition} "
            f"are not in the changelog ({', '.join(silent[:3])} …)"
        )
        first = subject.clauses[0].number
        yield Finding(first, "changelog against text", reason, "go by the comparison of the editions")


def announced_only(subject: Subject) -> Iterator[Finding]:
    """The changelog announces in words what no clause says."""
    likeness = Likeness(subject)
    for entry in subject.text.changelog:
        versions = _versions(iter([entry.text]))
        numbered = subject.style.inside().search(re.sub(_VERSION, "", entry.text))
        words = frozenset(stems(re.sub(_VERSION, "", entry.text))) & likeness.weight.keys()
        if not versions or numbered or len(words) < 6:
            continue
        fits = {number: likeness.share_of(words, [number]) for number in likeness.bags}
        best = max(fits, key=lambda number: fits[number])
        if fits[best] < 0.5:
            reason = (
                f"what the changelog announces for {versions[-1]} stands in no clause ({best} is nearest)"
            )
            repair = "take the announcement as a reading"
            yield Finding(best, "changelog against text", reason, repair, printed=versions[-1])


def silent_changelog(subject: Subject) -> Iterator[Finding]:
    """Entries of the changelog that say nothing."""
    empty = [entry for entry in subject.text.changelog if _EMPTY_ENTRY.search(entry.text)]
    if len(empty) > 1 and subject.clauses:
        versions = ", ".join(_versions(entry.text for entry in empty))
        reason = f"the entries for {versions} do not say what changed"
        yield Finding(subject.clauses[0].number, "changelog against text", reason, "compare the editions")


def promised_part(subject: Subject) -> Iterator[Finding]:
    """A clause refers to an appendix that the book does not have."""
    numbered = all(clause.number[0].isdigit() for clause in subject.text.clauses)
    listed = any("appendix" in entry.text.lower() for entry in subject.text.contents)
    for clause in subject.clauses:
        if "appendix" in clause.text.lower() and numbered and not listed:
            reason = "speaks of an appendix; the book has none"
            yield Finding(
                clause.number,
                "undefined term",
                reason,
                "what it lists must come from outside",
                printed="appendix",
            )


def _listed_without_number(subject: Subject, title: str) -> bool:
    return any(not entry.number and _plain(entry.text) == _plain(title) for entry in subject.text.contents)


def _versions(texts: Iterator[str]) -> list[str]:
    return [match[1] for text in texts for match in _VERSION.finditer(text)]


def _plain(title: str) -> str:
    return " ".join(re.findall(r"[a-z]+", title.lower()))


def _close(subject: Subject, number: str) -> str:
    """The clause that stands where the missing number would: its parent's next sibling, or the parent."""
    above = parent(number) or ""
    following = subject.style.next_sibling(above) if above else ""
    return next((one for one in (following, above) if one in subject.words_of), number)
