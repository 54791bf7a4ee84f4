"""Search over all books: words, prefixes, phrases, clause numbers, and one game's word for another's.

The index is an FTS5 table in the user's database. It is built on first use, and again when the books that
judgekit ships or the texts that the user has imported have changed.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from judgekit.book.address import parent
from judgekit.book.links import ancestors
from judgekit.book.model import Book
from judgekit.book.store import Store

_TOKEN = re.compile(r'"[^"]*"|\S+')
_NUMBER = re.compile(r"\d{1,2}(?:[.-]\d{1,2}|(?<=\d)[a-z]|#\d+)*\*?")
_WORD = re.compile(r"[\w]+")
_WEIGHTS = "0.0, 0.0, 0.0, 12.0, 3.0, 1.0"  # book, number, position, title, gist, official
_CREATE = """create virtual table book_search using fts5(
    book unindexed, number unindexed, position unindexed, title, gist, official,
    tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3')"""
_VERSION = "1"


class Hit(msgspec.Struct, frozen=True):
    """A clause that was found, with what stands above and beside it."""

    book: str
    number: str
    kind: str
    title: str
    gist: str
    official: str
    parents: tuple[tuple[str, str], ...]  # number and title, the chapter first
    siblings: tuple[str, ...]

    @property
    def citation(self) -> str:
        return f"{self.book} {self.number}"


class Query(msgspec.Struct, frozen=True):
    """A search taken apart."""

    numbers: tuple[str, ...]
    books: tuple[str, ...]
    terms: tuple[str, ...]  # FTS5 expressions, each word with its synonyms
    own: tuple[str, ...]  # the same without synonyms

    @property
    def is_empty(self) -> bool:
        return not (self.numbers or self.terms)


INSIDE = 2  # the place of a clause in a section of that name
DEEP = 3  # times as many clauses are looked at as are wanted, to put what defines a thing first


class Search:
    """The index of these books and of the texts in this store."""

    def __init__(self, store: Store, books: Sequence[Book]) -> None:
        self.store = store
        self.books = {book.name: book for book in books}
        self._families = {book.name: _families(book) for book in books}
        self._order = {book.name: {row.number: at for at, row in enumerate(book)} for book in books}
        self._fit()

    def find(self, words: str, book: str = "", limit: int = 20) -> list[Hit]:
        """The clauses that fit, best first: exact numbers, titles, what stands in the sections of these
        titles, in the order of the book, and then the clauses that only mention it."""
        query = parse(words, self.books)
        if book:
            query = msgspec.structs.replace(query, books=(book,))
        if query.is_empty:
            return []
        rows = self._rows(query, " AND ", DEEP * limit)
        if not rows and len(query.terms) > 1:
            rows = self._rows(query, " OR ", DEEP * limit)
        hits = [self._hit(*row) for row in rows]
        wanted = [word.casefold() for word in _WORD.findall(" ".join(query.own))]
        sections = {(h.book, h.number) for h in hits if wanted and _is_called(h.title, wanted)}
        return sorted(hits, key=self._ranks(hits, sections))[:limit]

    def _ranks(self, hits: Sequence[Hit], sections: set[tuple[str, str]]) -> Callable[[Hit], tuple[int, int]]:
        """How far down a hit comes. A section says what a thing is before its steps: its clauses keep the
        book's order, and books alternate; any other hit stays where the index has put it."""
        inside: dict[str, list[str]] = {}
        for hit in hits:
            if _place(hit, sections) == INSIDE:
                inside.setdefault(hit.book, []).append(hit.number)
        turns = {
            (name, number): at
            for name, own in inside.items()
            for at, number in enumerate(sorted(own, key=self._order[name].__getitem__))
        }
        return lambda hit: (_place(hit, sections), turns.get((hit.book, hit.number), 0))

    def _rows(self, query: Query, glue: str, limit: int) -> list[tuple[str, str, str]]:
        where, arguments = _conditions(query, glue)
        if query.terms:
            named = "rowid not in (select rowid from book_search where book_search match ?)"
            order = f"{named}, bm25(book_search, {_WEIGHTS})"
            arguments.append(f"{{title}} : ({' AND '.join(query.own)})")
        else:
            order = "length(number) > ?"
            arguments.append(min(len(number.rstrip("*")) for number in query.numbers))
        # every value is an argument; only this module's own names and weights are in the text
        text = f"select book, number, official from book_search where {where} order by {order}, rowid limit ?"  # noqa: S608
        rows: Iterable[Any] = self.store.database.execute(text, [*arguments, limit])
        return [(row[0], row[1], row[2]) for row in rows]

    def _hit(self, name: str, number: str, official: str) -> Hit:
        book = self.books[name]
        row = book[number]
        parents = tuple((above.number, above.title) for above in ancestors(book, number))
        beside = tuple(other for other in self._families[name][parent(number)] if other != number)
        return Hit(name, number, row.kind, row.title, row.gist, official, parents, beside)

    def _fit(self) -> None:
        """Build the index unless it is the one of these very books."""
        database = self.store.database
        database.table("book_state").create({"key": str, "value": str}, pk="key", if_not_exists=True)
        known = {row["key"]: row["value"] for row in database.table("book_state").rows}
        wanted = self._fingerprint()
        if known.get("search") == wanted and database.table("book_search").exists():
            return
        with database.atomic():
            database.execute("drop table if exists book_search")
            database.execute(_CREATE)
            database.conn.executemany("insert into book_search values (?, ?, ?, ?, ?, ?)", self._entries())
            database.table("book_state").upsert({"key": "search", "value": wanted}, pk="key")

    def _entries(self) -> Iterable[tuple[str, str, int, str, str, str]]:
        for book in self.books.values():
            text = self.store.official(book.name)
            for at, row in enumerate(book):
                official = text[row.number].text if text and row.number in text else ""
                yield book.name, row.number, at, row.title, row.gist, official

    def _fingerprint(self) -> str:
        digest = hashlib.sha256(f"{_VERSION} {self.store.fingerprint()}".encode())
        for book in self.books.values():
            digest.update(book.name.encode())
            digest.update(msgspec.json.encode(book.rows))
        return digest.hexdigest()


def _is_called(title: str, words: Sequence[str]) -> bool:
    return all(word in title.casefold() for word in words)


def _place(hit: Hit, sections: set[tuple[str, str]]) -> int:
    """First a section of that name, then one other games call that, then what is in the former."""
    if (hit.book, hit.number) in sections:
        return 0
    if hit.title:
        return 1
    return INSIDE if any((hit.book, number) in sections for number, _ in hit.parents) else 3


def _families(book: Book) -> dict[str | None, list[str]]:
    """The clauses under each parent."""
    found: dict[str | None, list[str]] = {}
    for row in book:
        found.setdefault(parent(row.number), []).append(row.number)
    return found


def _conditions(query: Query, glue: str) -> tuple[str, list[Any]]:
    parts: list[str] = []
    arguments: list[Any] = []
    if query.terms:
        parts.append("book_search match ?")
        arguments.append(glue.join(query.terms))
    if query.numbers:
        parts.append(f"({' or '.join('(number = ? or number glob ?)' for _ in query.numbers)})")
        for number in query.numbers:
            bare = number.rstrip("*")
            arguments += [bare, f"{bare}[^0-9]*" if number.endswith("*") else bare]
    if query.books:
        parts.append(f"book in ({', '.join('?' for _ in query.books)})")
        arguments += query.books
    return " and ".join(parts), arguments


def parse(words: str, books: Iterable[str]) -> Query:
    """Numbers, names of books, and words with their synonyms."""
    numbers, chosen, plain, terms = [], [], [], []
    names = list(books)
    for token in _TOKEN.findall(words):
        bare = token.rstrip(".,;:")
        of_game = [name for name in names if token == name or token == name.partition("/")[0]]
        if _NUMBER.fullmatch(bare):
            numbers.append(bare)
        elif of_game:
            chosen += of_game
        elif token.startswith('"') or token.endswith("*"):
            terms += _literal(token)
        else:
            plain += _WORD.findall(token.lower()) if "-" not in token else [token.lower()]
    phrases = _phrases(plain)
    wide = (_with_synonyms(phrase) for phrase in phrases)
    return Query(tuple(numbers), tuple(chosen), (*terms, *wide), (*terms, *map(_quoted, phrases)))


def _literal(token: str) -> list[str]:
    """A phrase or a prefix, as it is."""
    words = _WORD.findall(token)
    if not words:
        return []
    return [f'"{" ".join(words)}"' + ("*" if token.endswith("*") else "")]


def _phrases(words: Sequence[str]) -> list[str]:
    """The words; runs of them that form one term of the table are kept together."""
    phrases: list[str] = []
    at = 0
    while at < len(words):
        runs = (" ".join(words[at : at + length]) for length in range(min(4, len(words) - at), 1, -1))
        phrase = next((run for run in runs if run in synonyms()), words[at])
        phrases.append(phrase)
        at += len(phrase.split())
    return phrases


def _with_synonyms(phrase: str) -> str:
    """A term with what other games call it."""
    group = dict.fromkeys((phrase, *synonyms().get(phrase, ())))
    return f"({' OR '.join(map(_quoted, group))})"


def _quoted(phrase: str) -> str:
    return f'"{" ".join(_WORD.findall(phrase))}"'


@cache
def synonyms() -> dict[str, tuple[str, ...]]:
    """Every word of the table, with its group."""
    groups = tomllib.loads((Path(__file__).parent / "synonyms.toml").read_text(encoding="utf-8"))["groups"]
    table: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for word in group:
            table[word] = (*table.get(word, ()), *group)
    return table
