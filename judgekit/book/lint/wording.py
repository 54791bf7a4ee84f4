"""Checks of the sentences: words or whole clauses said twice, and marks that do not pair."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from judgekit.book.address import parent
from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import WORDS, Subject
from judgekit.book.numbering import depth_of, parts_of
from judgekit.book.wordstems import stems

_AGAIN = re.compile(r"\b(\w[\w']*(?:[ ,.()]+\w[\w'.]*){0,4}[).]*)([ ,.]*\s?)(\1)(?!\w)", re.IGNORECASE)

_NONE = re.compile(r"\b(?:no|none|zero)\b", re.IGNORECASE)  # as a count they are all the same


def doubled_words(subject: Subject) -> Iterator[Finding]:
    """A word or a phrase is printed twice in a row."""
    for clause in subject.clauses:
        for match in _AGAIN.finditer(clause.text):
            again = match[1].strip()
            if len(again) > 3 and not again.replace(".", "").isdigit() and not _is_grammar(match):
                yield Finding(
                    clause.number,
                    "doubled words",
                    f"{again!r} is printed twice",
                    "read it once",
                    printed=again,
                )


def _is_grammar(match: re.Match[str]) -> bool:
    """`that that`; one sentence ends and the next begins with the same words; `if the card …, the card`."""
    new_sentence = match[2].startswith(".") and match[2].endswith(" ") and match[3][0].isupper()
    clause_of_if = "," in match[2] and match[1].lower().startswith(("the ", "that ", "a "))
    return new_sentence or clause_of_if or match[1].lower() in {"that", "had", "what"}


def repeated_clause(subject: Subject) -> Iterator[Finding]:
    """Two clauses say the same, and not because their sections are built alike."""
    alike = _procedures_alike(subject)
    for first, number in _same_words(subject):
        sisters = _are_sister_sections(first, number)
        name = subject.titles.get(_section(first), "").lower()
        if sisters and name and name in subject.words_of[number].lower():
            reason, repair = f"copied from {first}, it still says {name!r}", "read this section's own name"
        elif sisters and ((parent(first), parent(number)) in alike or _tail(first) == _tail(number)):
            continue
        else:
            reason, repair = f"says the same as {first}", f"cite {first}"
        yield Finding(number, "repeated clause", reason, repair, printed=first)


def _procedures_alike(subject: Subject) -> set[tuple[str | None, str | None]]:
    """Pairs of clauses in sister sections that share two steps or more: built alike on purpose."""
    pairs = (pair for pair in _same_words(subject) if _are_sister_sections(*pair))
    shared = Counter((parent(first), parent(number)) for first, number in pairs)
    return {parents for parents, times in shared.items() if times > 1}


def _same_words(subject: Subject) -> Iterator[tuple[str, str]]:
    """Each clause that repeats an earlier one word for word, what is in brackets left out."""
    seen: dict[tuple[str, ...], str] = {}
    for clause in subject.clauses:
        words = tuple(WORDS.findall(re.sub(r"\([^)]*\)", "", clause.text.lower())))
        if len(words) >= 10 and "#" not in clause.number:
            first = seen.setdefault(words, clause.number)
            if first != clause.number:
                yield first, clause.number


def near_repetition(subject: Subject) -> Iterator[Finding]:
    """Two clauses in different parts of the book say nearly the same, judged by their rarer words."""
    likeness, alike = Likeness(subject), _procedures_alike(subject)
    for number in likeness.bags:
        for other in likeness.sharing(number):
            if (parent(other), parent(number)) in alike or _differ_on_purpose(subject, number, other):
                continue
            if likeness(number, other) >= 0.8:
                reason = f"says nearly the same as {other}"
                yield Finding(number, "repeated clause", reason, f"cite {other}, or both", printed=other)
                break


def index_repetition(subject: Subject) -> Iterator[Finding]:
    """Our index knows the clause as a second copy of another, and their words bear it out."""
    likeness = Likeness(subject)
    for row in subject.book or ():
        if row.number not in likeness.bags or row.alias_of not in likeness.bags:
            continue
        near = 0.8 if parent(row.number) == parent(row.alias_of) else 0.2
        same = likeness(row.number, row.alias_of) >= near and not _are_halves(
            subject, row.number, row.alias_of
        )
        branch = [row.alias_of, *subject.below(row.alias_of)]
        if same or (len(branch) > 3 and likeness.share(row.number, branch) >= 0.6):
            reason = f"says again what {row.alias_of} says"
            yield Finding(row.number, "repeated clause", reason, f"cite {row.alias_of}", printed=row.alias_of)


class Likeness:
    """How much of their rarer words two clauses share."""

    def __init__(self, subject: Subject) -> None:
        self.bags = {
            clause.number: frozenset(stems(_NONE.sub("zero", re.sub(r"\([^)]*\)", "", clause.text))))
            for clause in subject.clauses
            if "#" not in clause.number and clause.number not in subject.titles
        }
        self.having: dict[str, list[str]] = defaultdict(list)
        for number, bag in self.bags.items():
            for word in bag:
                self.having[word].append(number)
        self.weight = {word: math.log(len(self.bags) / len(places)) for word, places in self.having.items()}

    def __call__(self, one: str, other: str) -> float:
        left, right = self.bags[one], self.bags[other]
        return sum(map(self.weight.__getitem__, left & right)) / (
            sum(map(self.weight.__getitem__, left | right)) or 1.0
        )

    def share(self, one: str, branch: Iterable[str]) -> float:
        """How much of a clause's words a whole branch has."""
        return self.share_of(self.bags[one], branch)

    def share_of(self, words: frozenset[str], branch: Iterable[str]) -> float:
        there = frozenset[str]().union(*(self.bags.get(number, frozenset()) for number in branch))
        total = sum(map(self.weight.__getitem__, words)) or 1.0
        return sum(map(self.weight.__getitem__, words & there)) / total

    def sharing(self, number: str) -> list[str]:
        """Earlier clauses that share one of this one's three rarest words; none for a short clause."""
        bag = self.bags[number]
        found: dict[str, None] = {}
        for word in sorted(bag, key=lambda word: (len(self.having[word]), word))[:3] if len(bag) >= 6 else ():
            for other in self.having[word]:
                if other == number:
                    break
                found[other] = None
        return list(found)


def _differ_on_purpose(subject: Subject, one: str, other: str) -> bool:
    """Sister clauses, clauses on different keywords, or the same words in another order."""
    left, right = subject.words_of[one], subject.words_of[other]
    keywords = [sorted(re.findall(r"[\[【][^\]】]+[\]】]", text)) for text in (left, right)]
    order = SequenceMatcher(None, stems(left), stems(right), autojunk=False).ratio()
    return keywords[0] != keywords[1] or order < 0.7 or _parallel(one, other)


def _are_halves(subject: Subject, one: str, other: str) -> bool:
    """Each refers the reader to the other, or to its section: two halves of one rule, not a copy."""
    ways = {
        reference.source
        for reference in subject.references
        if (reference.source == one and reference.target in (other, parent(other)))
        or (reference.source == other and reference.target in (one, parent(one)))
    }
    return ways == {one, other}


def _section(number: str) -> str:
    above = number
    while depth_of(above) > 2:
        above = parent(above) or ""
    return above


def _tail(number: str) -> tuple[str, ...]:
    return parts_of(number)[2:]


def _is_one_section(one: str, other: str) -> bool:
    return parts_of(one)[:2] == parts_of(other)[:2]


def _are_sister_sections(one: str, other: str) -> bool:
    return parts_of(one)[0] == parts_of(other)[0] and not _is_one_section(one, other)


def _parallel(one: str, other: str) -> bool:
    """Clauses of sister sections are built alike on purpose; so are neighbours of one list."""
    if parent(one) == parent(other) or parent(parent(one) or "") == parent(parent(other) or ""):
        return True
    if one.startswith(other) or other.startswith(one):
        return True
    return depth_of(one) == depth_of(other) and one[-1] == other[-1]


def unbalanced(subject: Subject) -> Iterator[Finding]:
    """A bracket or quotation mark without its partner."""
    for clause in subject.clauses:
        for opening, closing in ("()", "[]", "【】"):
            if clause.text.count(opening) != clause.text.count(closing):
                reason = f"{opening} and {closing} do not pair"
                yield Finding(clause.number, "punctuation", reason, "close or drop it", printed=opening)
        if clause.text.count('"') % 2:
            yield Finding(
                clause.number, "punctuation", "a quotation mark without its partner", "close it", printed='"'
            )


def unquoted_meaning(subject: Subject) -> Iterator[Finding]:
    """What a keyword means stands without quotation marks, while the book puts them elsewhere."""
    told = {
        clause.number: '"' in clause.text[match.end() :]
        for clause in subject.clauses
        if (match := re.match(r'"[^"]*[\]】][^"]*" means\b', clause.text))
    }
    if sum(told.values()) * 2 > len(told):
        for number in [number for number, quoted in told.items() if not quoted]:
            reason = "the meaning of a keyword without quotation marks"
            yield Finding(number, "punctuation", reason, "put them in, as with the other keywords")


def full_stops(subject: Subject) -> Iterator[Finding]:
    """No stop at a sentence's end, or two of them, or a number that runs into the next word."""
    for clause in subject.clauses:
        text = clause.text
        if re.search(r"(?<!\.)\.\s?\.(?!\.)", text):
            yield Finding(clause.number, "punctuation", "two full stops", "one is enough", printed="..")
        if re.search(r"\b\d{1,2}\.[A-Z][a-z]", text):
            yield Finding(clause.number, "punctuation", "no blank after a chapter's number", "put one in")
        if re.search(r",$", text):
            yield Finding(clause.number, "punctuation", "ends in a comma", "read a full stop", printed=",")
        elif clause.number not in subject.titles and len(text.split()) > 6 and _is_open(text):
            yield Finding(clause.number, "punctuation", "no full stop at the end", "put one in")


def _is_open(text: str) -> bool:
    return bool(re.search(r"[a-z)\"]$", text)) and not re.search(r"[.:;!?][\")\]]*$", text)
