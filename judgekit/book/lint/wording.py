"""Checks of the sentences: words or whole clauses said twice, and marks that do not pair."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator

from judgekit.book.address import parent
from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import WORDS, Subject
from judgekit.book.numbering import depth_of
from judgekit.book.wordstems import stems

_AGAIN = re.compile(r"\b(\w[\w']*(?:[ ,.()]+\w[\w'.]*){0,4}[).]*)([ ,.]*\s?)(\1)(?!\w)", re.IGNORECASE)


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
    """Two clauses say the same."""
    seen: dict[tuple[str, ...], str] = {}
    for clause in subject.clauses:
        words = tuple(WORDS.findall(re.sub(r"\([^)]*\)", "", clause.text.lower())))
        if len(words) < 10 or "#" in clause.number:
            continue
        first = seen.setdefault(words, clause.number)
        if first != clause.number:
            yield Finding(
                clause.number, "repeated clause", f"says the same as {first}", f"cite {first}", printed=first
            )


def near_repetition(subject: Subject) -> Iterator[Finding]:
    """Two clauses in different parts of the book say nearly the same, judged by their rarer words."""
    likeness = Likeness(subject)
    for number in likeness.bags:
        for other in likeness.sharing(number):
            if likeness(number, other) >= 0.8 and not _parallel(number, other):
                reason = f"says nearly the same as {other}"
                yield Finding(number, "repeated clause", reason, f"cite {other}, or both", printed=other)
                break


def index_repetition(subject: Subject) -> Iterator[Finding]:
    """Our index knows the clause as a second copy of another, and their words bear it out."""
    likeness = Likeness(subject)
    for row in subject.book or ():
        if row.number not in likeness.bags or row.alias_of not in likeness.bags:
            continue
        near = 0.5 if parent(row.number) == parent(row.alias_of) else 0.2
        if likeness(row.number, row.alias_of) >= near:
            reason = f"says again what {row.alias_of} says"
            yield Finding(row.number, "repeated clause", reason, f"cite {row.alias_of}", printed=row.alias_of)


class Likeness:
    """How much of their rarer words two clauses share."""

    def __init__(self, subject: Subject) -> None:
        self.bags = {
            clause.number: frozenset(stems(re.sub(r"\([^)]*\)", "", clause.text)))
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
        clause.number: bool(re.match(r'(?: the following)?:? ?"', clause.text[match.end() :]))
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
