"""All books a user has: those that come with judgekit, and imported editions that have no index yet."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property

from judgekit.book.compare import Comparison, compare_books
from judgekit.book.links import Links, links_of
from judgekit.book.load import editions, load
from judgekit.book.model import Book, Row
from judgekit.book.numbering import depth_of
from judgekit.book.official import OfficialText
from judgekit.book.search import Search
from judgekit.book.store import Store
from judgekit.errors import JudgekitError


class UnknownEdition(JudgekitError):
    """No such book on the shelf."""


class UnknownClause(JudgekitError):
    """The book has no such clause."""


class NotImported(JudgekitError):
    """The official text is needed, and the user has not imported it."""


class Shelf:
    """The user's books, by name."""

    def __init__(self, store: Store, shipped: Sequence[Book] | None = None) -> None:
        self.store = store
        self._shipped = shipped
        self._links: dict[str, Links] = {}

    @cached_property
    def shipped(self) -> tuple[Book, ...]:
        if self._shipped is not None:
            return tuple(self._shipped)
        return tuple(load(*name.split("/")) for name in editions())

    @cached_property
    def books(self) -> dict[str, Book]:
        found = {book.name: book for book in self.shipped}
        for name in self.store.names():
            text = self.store.official(name) if name not in found else None
            if text:
                found[name] = book_of(text)
        return found

    @cached_property
    def search(self) -> Search:
        return Search(self.store, list(self.books.values()))

    def book(self, name: str) -> Book:
        """A book by its name; for a game alone, its latest edition."""
        found = [book for own, book in self.books.items() if name in (own, own.partition("/")[0])]
        if found:
            return found[-1]
        near = get_close_matches(name, self.books, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownEdition(f"there is no book {name}{meant}; there are {', '.join(self.books)}")

    def clause(self, name: str, number: str) -> Row:
        book = self.book(name)
        if number in book:
            return book[number]
        near = [row.number for row in book if row.number.startswith(number.rsplit(".", 1)[0])][:5]
        hint = f"; near it are {', '.join(near)}" if near else ""
        raise UnknownClause(
            f"{name} has no clause {number}{hint}; search for words with `judgekit rules search`"
        )

    def text(self, name: str) -> OfficialText | None:
        return self.store.official(name)

    def imported(self, name: str) -> OfficialText:
        self.book(name)
        text = self.store.official(name)
        if not text:
            raise NotImported(f"{name} has not been imported; first say `judgekit rules import FILE`")
        return text

    def links(self, name: str) -> Links:
        if name not in self._links:
            self._links[name] = links_of(self.book(name))
        return self._links[name]

    def older(self, name: str) -> Book | None:
        """The edition before this one, by date."""
        book = self.book(name)
        before = [one for one in self.books.values() if one.game == book.game and one.date < book.date]
        return max(before, key=lambda one: one.date, default=None)

    def newer(self, name: str) -> Book | None:
        """The edition after this one, by date."""
        book = self.book(name)
        after = [one for one in self.books.values() if one.game == book.game and one.date > book.date]
        return min(after, key=lambda one: one.date, default=None)

    def compare(self, old: str, new: str) -> Comparison:
        return compare_books(self.book(old), self.book(new), self.store.official)


def book_of(text: OfficialText) -> Book:
    """An imported edition without an index, as a book whose gists are still to be written."""
    rows = tuple(
        Row(clause.number, "heading", clause.text, clause.text)
        if depth_of(clause.number) <= 2 and len(clause.text.split()) <= 10
        else Row(clause.number, "information", "")
        for clause in text.clauses
    )
    return Book(text.game, text.edition, text.name, "", rows)
