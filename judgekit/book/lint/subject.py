"""What the checks look at: an imported text with its index, and helpers to read it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from judgekit.book.address import parent
from judgekit.book.model import Book
from judgekit.book.numbering import Style, depth_of, parts_of, style_of
from judgekit.book.official import OfficialClause, OfficialText
from judgekit.book.wordstems import stems

WORDS = re.compile(r"[A-Za-z][A-Za-z'-]*")
_SENTENCE_END = re.compile(r"(?<=[.;:!?])[\"')\]]*\s+")
_CHAPTER = re.compile(r"\b(?:[Ss]ection|[Cc]hapter)\s+(\d{1,2})\b(?![.-]\d)|\((\d{1,2})\)")


class Reference(msgspec.Struct, frozen=True):
    """A place where one clause points to another."""

    source: str
    target: str
    start: int
    end: int
    text: str  # the source clause's sentence(s)

    @property
    def before(self) -> str:
        return self.text[: self.start]

    @property
    def after(self) -> str:
        return self.text[self.end :]

    @property
    def lead(self) -> str:
        """What the sentence says up to the reference."""
        return _SENTENCE_END.split(self.before)[-1]


class Subject:
    """One book under examination.

    `book` is our index of it, `older` and `newer` the editions before and after it, `lexicon` words that are
    known to be words.
    """

    def __init__(
        self,
        text: OfficialText,
        book: Book | None = None,
        older: OfficialText | None = None,
        lexicon: frozenset[str] = frozenset(),
        newer: OfficialText | None = None,
    ) -> None:
        self.text = text
        self.book = book
        self.older = older
        self.lexicon = lexicon
        self.newer = newer

    @cached_property
    def style(self) -> Style:
        return style_of([clause.number for clause in self.text.clauses])

    @cached_property
    def clauses(self) -> tuple[OfficialClause, ...]:
        """The numbered clauses, without the entries of an appendix."""
        return tuple(clause for clause in self.text.clauses if clause.number[0].isdigit())

    @cached_property
    def words_of(self) -> dict[str, str]:
        return {clause.number: clause.text for clause in self.text.clauses}

    @cached_property
    def children(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for clause in self.text.clauses:
            found.setdefault(parent(clause.number) or "", []).append(clause.number)
        return found

    @cached_property
    def titles(self) -> dict[str, str]:
        """Headings: short lines without a sentence's end, at the first two levels."""
        return {clause.number: clause.text for clause in self.clauses if self.is_title(clause)}

    def is_title(self, clause: OfficialClause) -> bool:
        short = len(clause.text.split()) <= 10 and not re.search(r"[.:;]\"?$", clause.text)
        return short and depth_of(clause.number) <= 2

    @cached_property
    def vocabulary(self) -> Counter[str]:
        """Every word of the text, lower case, and how often it occurs."""
        counts: Counter[str] = Counter()
        for clause in self.text.clauses:
            counts.update(re.findall(r"[a-z]+(?:'[a-z]+)?", clause.text.lower()))
        return counts

    def is_word(self, word: str) -> bool:
        """The word, or what it is a form of, is in the lexicon."""
        bare = re.sub(r"(?:ing|ed|er|ly)$", "", word)
        return bool({word, bare, f"{bare}e", word.removesuffix("s")} & self.lexicon)

    @cached_property
    def bodies(self) -> dict[str, list[str]]:
        """The stems of each clause: the official words, what is in brackets left out, and our gist."""
        found = {}
        for clause in self.text.clauses:
            gist = self.book[clause.number].gist if self.book and clause.number in self.book else ""
            found[clause.number] = stems(re.sub(r"\([^)]*\)", "", clause.text)) + stems(gist)
        return found

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        return tuple(found for clause in self.clauses for found in self._references_in(clause))

    def _references_in(self, clause: OfficialClause) -> Iterator[Reference]:
        text = (
            re.sub(r"(\d)\.([a-z])\b", r"\1\2", clause.text) if self.style.name == "lettered" else clause.text
        )
        for match in self.style.inside().finditer(text):
            yield Reference(clause.number, match[1], match.start(), match.end(), text)
        for match in _CHAPTER.finditer(text):
            number = match[1] or match[2]
            if (match[1] or self.style.name == "dotted") and number in self.words_of:
                yield Reference(clause.number, number, match.start(), match.end(), text)

    @cached_property
    def _parts(self) -> dict[str, tuple[str, ...]]:
        return {clause.number: parts_of(clause.number) for clause in self.clauses if "#" not in clause.number}

    def slips(self, number: str) -> list[str]:
        """The clauses whose number differs from this one in exactly one part."""
        parts = parts_of(number)
        return [
            other
            for other, theirs in self._parts.items()
            if len(theirs) == len(parts) and sum(a != b for a, b in zip(parts, theirs, strict=True)) == 1
        ]

    def below(self, number: str) -> Iterator[str]:
        for child in self.children.get(number, ()):
            yield child
            yield from self.below(child)


def lexicon_of(books: Iterable[Book]) -> frozenset[str]:
    """The words of our own gists: none of them is a slip of a publisher's."""
    return frozenset(
        word for book in books for row in book for word in re.findall(r"[a-z]+", row.gist.lower())
    )
