"""What leads from clause to clause: citations both ways, and terms to the clause that defines them."""

from __future__ import annotations

import re

import msgspec

from judgekit.book.address import parent
from judgekit.book.model import Book, Row
from judgekit.book.numbering import depth_of

_QUOTED = re.compile(r"[\"“«]([A-Za-z][\w' -]{2,40})[\"”»]")
_TITLE_PARTS = re.compile(r"\s*(?:/|,|;| and | or |\()\s*", re.IGNORECASE)
_LEAD_IN = re.compile(r"^(?:the|a|an|basics of|categories of|types of|number of)\s+", re.IGNORECASE)
_TOO_COMMON = frozenset(
    {"general", "other", "others", "overview", "miscellaneous", "basics", "text", "type", "types", "rules"}
    | {"terms", "card", "cards", "game", "games", "player", "players", "name", "information", "data"}
    | {"contents", "introduction", "principles", "notation", "list", "end", "start", "use"}
)


class Term(msgspec.Struct, frozen=True):
    """A word of the game, and the clause that says what it means."""

    word: str
    number: str


class Mention(msgspec.Struct, frozen=True):
    """A term used at a place in a gist."""

    number: str
    start: int
    end: int
    term: Term


class Links(msgspec.Struct, frozen=True):
    """All links of a book, searchable from either end."""

    cited_by: dict[str, tuple[str, ...]]
    terms: dict[str, Term]
    mentions: dict[str, tuple[Mention, ...]]  # clause -> the terms in its gist
    used_by: dict[str, tuple[str, ...]]  # defining clause -> the clauses that use its terms


def links_of(book: Book) -> Links:
    """Work out all links of a book."""
    cited: dict[str, list[str]] = {}
    for row in book:
        for number in dict.fromkeys(row.cites):
            cited.setdefault(number, []).append(row.number)
    terms = _terms(book)
    mentions = _mentions(book, terms)
    used: dict[str, list[str]] = {}
    for number, found in mentions.items():
        for target in dict.fromkeys(mention.term.number for mention in found):
            used.setdefault(target, []).append(number)
    return Links(_frozen(cited), terms, mentions, _frozen(used))


def ancestors(book: Book, number: str) -> tuple[Row, ...]:
    """The clauses above this one, the chapter first."""
    above: list[Row] = []
    while number := parent(number) or "":
        if number in book:
            above.append(book[number])
    return tuple(reversed(above))


def children(book: Book, number: str) -> tuple[Row, ...]:
    return tuple(row for row in book if parent(row.number) == number)


def siblings(book: Book, number: str) -> tuple[Row, ...]:
    """The other clauses under the same parent, in order."""
    above = parent(number)
    start = book.order[above] if above and above in book else -1
    found = []
    for row in book.rows[start + 1 :]:
        if above and not row.number.startswith(above):
            break
        if parent(row.number) == above and row.number != number:
            found.append(row)
    return tuple(found)


def _frozen(lists: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(values) for key, values in lists.items()}


def _terms(book: Book) -> dict[str, Term]:
    """Words that a heading names or a definition puts in quotation marks; the first to do so defines it."""
    terms: dict[str, Term] = {}
    for row in book:
        if row.kind == "heading" and depth_of(row.number) > 1:
            for part in _TITLE_PARTS.split(row.title):
                _add(terms, _LEAD_IN.sub("", part.strip(" )")), row.number)
        elif row.kind == "definition":
            for word in _QUOTED.findall(row.gist):
                _add(terms, word, row.number)
    return terms


def _add(terms: dict[str, Term], word: str, number: str) -> None:
    key = word.lower()
    if len(key) >= 3 and len(key.split()) <= 4 and key not in _TOO_COMMON and key not in terms:
        terms[key] = Term(word, number)


def _mentions(book: Book, terms: dict[str, Term]) -> dict[str, tuple[Mention, ...]]:
    if not terms:
        return {}
    longest_first = sorted(map(_stem, terms), key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})(?:s|es)?\b", re.IGNORECASE)
    by_stem = {_stem(key): term for key, term in reversed(terms.items())}
    return {row.number: found for row in book if (found := _mentions_in(row, pattern, by_stem))}


def _mentions_in(row: Row, pattern: re.Pattern[str], by_stem: dict[str, Term]) -> tuple[Mention, ...]:
    found = []
    for match in pattern.finditer(row.gist):
        term = by_stem[match[1].lower()]
        if term.number != row.number and not row.number.startswith(term.number):
            found.append(Mention(row.number, match.start(), match.end(), term))
    return tuple(found)


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
