"""Checks of what points from clause to clause."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from judgekit.book.address import parent, sort_key
from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import Reference, Subject
from judgekit.book.numbering import depth_of, parts_of
from judgekit.book.wordstems import stems

_JUMP = re.compile(
    r"\b(?:returns?|returning|go(?:es)?|go back|goes back|proceeds?|continue|repeat|skip|moves? on)\b"
    r"(?:\s+\w+){0,3}\s+(?:to|from|with|at)\s*\(?$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\.?\s*(?:to|through|–|—|-)\s*$")
_CHAPTER_TITLE = re.compile(r"\b(\d{1,2})\.\s?([A-Z][a-z]+(?: (?:[A-Z][a-z]+|and|or|of|the))*)")
_QUOTED_CHAPTER = re.compile(r"\"([A-Z][^\"()]{4,60})\"?\s*\((\d{1,2})\)")
_CLEAR, _HOLLOW, _LEAD = 0.45, 0.2, 0.3


def dangling_reference(subject: Subject) -> Iterator[Finding]:
    """The number that a clause points to does not exist."""
    for reference in subject.references:
        if reference.target not in subject.words_of and not is_jump(reference):
            yield Finding(
                reference.source,
                "dangling reference",
                f"points to {reference.target}, which this book does not have",
                _nearest(subject, reference.target),
                printed=reference.target,
            )


def missing_step(subject: Subject) -> Iterator[Finding]:
    """A jump leads to a step that does not exist, or back to the step's own parent."""
    for reference in subject.references:
        if not is_jump(reference):
            continue
        if reference.target not in subject.words_of:
            reason = f"sends the reader to {reference.target}, which this book does not have"
            repair = _nearest(subject, reference.target)
        elif parent(reference.source) == reference.target and subject.children.get(reference.target):
            reason = f"sends the reader back to {reference.target}, the clause it is itself a step of"
            repair = f"read {subject.children[reference.target][0]}, the first step"
        else:
            continue
        yield Finding(reference.source, "return to a missing step", reason, repair, printed=reference.target)


def stray_mark(subject: Subject) -> Iterator[Finding]:
    """A reference has a character in it that no number of this book has."""
    if subject.style.name != "lettered":
        return
    for clause in subject.clauses:
        for match in re.finditer(r"\b\d{1,2}-\d{1,2}\.[a-z]\b", clause.text):
            repair = f"read {match[0].replace('.', '')}"
            reason = f"{match[0]} is not a clause number: one full stop too many"
            yield Finding(clause.number, "dangling reference", reason, repair, printed=match[0])


def wrong_chapter_title(subject: Subject) -> Iterator[Finding]:
    """A chapter is named with its number, but bears another title."""
    chapters = {number: title for number, title in subject.titles.items() if depth_of(number) == 1}
    for clause in subject.clauses:
        if clause.number in subject.titles:
            continue
        named = [(match[1], match[2]) for match in _CHAPTER_TITLE.finditer(clause.text)]
        named += [(match[2], match[1]) for match in _QUOTED_CHAPTER.finditer(clause.text)]
        for number, title in named:
            if number in chapters and not _same_title(title, chapters[number]):
                other = [key for key, value in chapters.items() if _same_title(title, value)]
                repair = f"read chapter {other[0]}" if other else f"chapter {number} is {chapters[number]!r}"
                reason = f"names chapter {number} {title!r}, which is not its title"
                yield Finding(clause.number, "misdirected reference", reason, repair, printed=number)


def named_otherwise(subject: Subject) -> Iterator[Finding]:
    """The word right before the reference is the title of another section."""
    sections: dict[str, str] = {}
    for number, title in subject.titles.items():
        words = stems(title)
        if depth_of(number) == 2 and len(words) == 1:
            sections.setdefault(words[0], number)
    for reference in subject.references:
        if depth_of(reference.target) != 2 or reference.target not in subject.titles:
            continue
        lead = stems(reference.lead) if reference.lead.endswith("(") else []
        named = sections.get(lead[-1], "") if lead else ""
        if not named or parent(named) != parent(reference.target) or named == reference.target:
            continue
        if lead[-1] not in stems(subject.titles[reference.target]):
            reason = f"speaks of {subject.titles[named]!r} and points to {subject.titles[reference.target]!r}"
            repair = f"{named} has that title"
            yield Finding(reference.source, "misdirected reference", reason, repair, printed=reference.target)


def short_range(subject: Subject) -> Iterator[Finding]:
    """A run of steps stops before its last one."""
    for first, last in zip(subject.references, subject.references[1:], strict=False):
        if first.source != last.source or not _RANGE.fullmatch(first.text[first.end : last.start]):
            continue
        following = subject.style.next_sibling(last.target)
        reaches = following in subject.words_of and (
            sort_key(following) < sort_key(first.source) or parent(following) == first.source
        )
        if parent(first.target) == parent(last.target) and reaches:
            yield Finding(
                first.source,
                "short range",
                f"runs from {first.target} to {last.target} and leaves {following} out",
                f"read up to {following}",
                printed=last.target,
            )


def index_reference(subject: Subject) -> Iterator[Finding]:
    """The printed target is not the one that our index of the book gives as meant."""
    if not subject.book:
        return
    printed: dict[str, set[str]] = {}
    for reference in subject.references:
        printed.setdefault(reference.source, set()).add(reference.target)
    for number, targets in printed.items():
        if number not in subject.book:
            continue
        meant = set(subject.book[number].cites)
        for target in sorted(targets - meant):
            instead = sorted(meant - targets, key=sort_key)
            if instead and target in subject.words_of:
                reason = f"points to {target}, which is not what it is about"
                repair = f"read {', '.join(instead)}"
                yield Finding(number, "reference against the index", reason, repair, printed=target)


def index_incomplete(subject: Subject) -> Iterator[Finding]:
    """The printed targets are right, but our index knows one more that the clause needs."""
    printed: dict[str, list[Reference]] = {}
    for reference in subject.references if subject.book else ():
        printed.setdefault(reference.source, []).append(reference)
    for number, references in printed.items():
        targets = {reference.target for reference in references}
        plain = not any(_speaks_of_going(one.text) or not _is_alone(one) for one in references)
        meant = set(subject.book[number].cites) if subject.book and number in subject.book else set()
        if plain and targets < meant:
            more = ", ".join(sorted(meant - targets, key=sort_key))
            reason = f"points to {', '.join(sorted(targets))}, which is not all it is about"
            yield Finding(number, "reference against the index", reason, f"add {more}", printed=max(targets))


def misdirected_reference(subject: Subject) -> Iterator[Finding]:
    """The target exists, but what is said near it fits another clause, one slip of a digit away."""
    weigh = Weigher(subject)
    for reference in subject.references:
        if not _is_judgeable(reference, subject):
            continue
        if weigh.is_vouched_for(reference):
            continue
        here, there, other = weigh.best_slip(reference)
        if there - here >= _CLEAR or (there - here >= _LEAD and here < _HOLLOW):
            yield Finding(
                reference.source,
                "misdirected reference",
                f"what it says before {reference.target} does not fit that clause ({here:.0%} of the words)",
                f"{other} fits better ({there:.0%})",
                printed=reference.target,
            )


def is_jump(reference: Reference) -> bool:
    return bool(_JUMP.search(reference.lead))


def _is_judgeable(reference: Reference, subject: Subject) -> bool:
    listed = re.search(r"\([^()]*\w, ?$", reference.before)  # the words go with the first of a list
    whole = depth_of(reference.target) > 1 and reference.target in subject.words_of
    return whole and _is_alone(reference) and not (_speaks_of_going(reference.lead) or listed)


def _speaks_of_going(text: str) -> bool:
    return bool(re.search(r"\b(?:return|go|goes|proceed(?:ing)?|back)\b", text, re.IGNORECASE))


def _is_alone(reference: Reference) -> bool:
    """It is not the end of a range."""
    after = re.match(r"\.?\s*(?:to|through|–|—)\s*\d", reference.after)
    return not (_RANGE.search(reference.before) or after)


class Weigher:
    """How well the words before a reference fit a clause; rare words and near words count more."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.spread = Counter(word for body in subject.bodies.values() for word in set(body))
        total = len(subject.bodies)
        self.rarity = {word: math.log((total + 1) / (1 + times)) for word, times in self.spread.items()}
        self.weights = {number: self._weights(number) for number in subject.bodies}
        self.usual = sum(map(len, self.weights.values())) / max(1, total)

    def _weights(self, number: str) -> dict[str, float]:
        """A clause's own words count fully, the words of clauses under it less."""
        found = {word: 0.7 for below in self.subject.below(number) for word in self.subject.bodies[below]}
        found.update(dict.fromkeys(self.subject.bodies[number], 1.0))
        return found

    def is_vouched_for(self, reference: Reference) -> bool:
        """A word of the whole sentence that is rare in other clauses is in the target too."""
        shared = set(stems(reference.before)) & self.weights[reference.target].keys()
        return any(self.spread[word] <= 5 for word in shared)

    def best_slip(self, reference: Reference) -> tuple[float, float, str]:
        """The fit of the target, the fit of the best clause one slip away, and which that is."""
        lead = stems(re.sub(r"\([^)]*\)?", "", reference.lead))[::-1][:6]
        if len(lead) < 3:
            return 1.0, 0.0, ""
        scale = [(word, 0.75**at * self.rarity.get(word, 0.0)) for at, word in enumerate(lead)]
        total = sum(weight for _, weight in scale) or 1.0
        others = [
            number
            for number in self.subject.slips(reference.target)
            if number != reference.source and not reference.source.startswith(number)
        ]
        fits = {number: self._fit(scale, number) / total for number in others}
        best = max(fits, key=lambda number: fits[number], default="")
        return self._fit(scale, reference.target) / total, fits.get(best, 0.0), best

    def _fit(self, scale: list[tuple[str, float]], number: str) -> float:
        weights = self.weights[number]
        fit = sum(weight * weights.get(word, 0.0) for word, weight in scale)
        long = 0.7 + 0.3 * len(weights) / self.usual
        return fit / max(1.0, long) if depth_of(number) > 2 else fit


def _nearest(subject: Subject, missing: str) -> str:
    """A repair for a number that does not exist: the clause one slip away whose tail is the same."""
    parts = parts_of(missing)
    close = [
        clause.number
        for clause in subject.clauses
        if parts_of(clause.number)[1:] == parts[1:]
        and abs(int(parts_of(clause.number)[0]) - int(parts[0])) == 1
    ]
    squeezed = missing.replace(".0.", "0.")
    if squeezed in subject.words_of:
        return f"read {squeezed}"
    if close:
        return f"read {close[-1]}, if a chapter was put in"
    slips = subject.slips(missing)
    return f"perhaps {', '.join(slips[-2:])}" if slips else "look for the clause that is meant"


def _same_title(one: str, other: str) -> bool:
    return set(stems(one)) <= set(stems(other)) or set(stems(other)) <= set(stems(one))
