"""How fast the books are searched, and a text of one is taken in."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from judgekit.audit.bench.report import Figure, figure, race
from judgekit.book.importing import import_file
from judgekit.book.model import Book
from judgekit.book.shelf import Shelf
from judgekit.book.store import Store

WORDS = ("card", "attack", "deck", "player", "phase", "ability", "effect", "zone", "cost", "turn")

QUERY = (
    "SELECT number, snippet(clauses, 1, '[', ']', '…', 12) FROM clauses "
    "WHERE clauses MATCH ? ORDER BY rank LIMIT 20"
)


def measure(folder: Path, times: int) -> Iterator[Figure]:
    """The books' figures, each with its baseline."""
    shelf = Shelf(Store(folder / "books.sqlite"))
    books = list(shelf.books.values())
    find = shelf.search.find
    index = _bare_index(folder, books)
    clauses = sum(len(book.rows) for book in books)
    metric = f"FTS5 one word, {clauses:,} documents, ranked, snippet, top 20"
    floor = figure(
        metric,
        "ms",
        _timed(lambda word: index.execute(QUERY, (word,)).fetchall(), times),
        f"SQLite {sqlite3.sqlite_version}",
    )
    yield floor
    metric = f"search, one word, {clauses:,} clauses, top 20"
    yield figure(metric, "ms", _timed(find, times)).against(floor, "<= 2", of="p95")
    yield from _importing(folder, books, times)
    index.close()
    shelf.store.close()


def _timed(find: Callable[[str], Sequence[object]], times: int) -> list[float]:
    taken = []
    for word in WORDS * (10 * times):
        begin = time.perf_counter()
        find(word)
        taken.append((time.perf_counter() - begin) * 1000)
    return taken


def _bare_index(folder: Path, books: Sequence[Book]) -> sqlite3.Connection:
    """The same words in a table of their own, asked in the plainest way."""
    connection = sqlite3.connect(folder / "bare.sqlite")
    connection.execute("CREATE VIRTUAL TABLE clauses USING fts5 (number UNINDEXED, gist)")
    rows = ((row.number, f"{row.title} {row.gist}") for book in books for row in book)
    connection.executemany("INSERT INTO clauses VALUES (?, ?)", rows)
    connection.commit()
    return connection


def _importing(folder: Path, books: Sequence[Book], times: int) -> Iterator[Figure]:
    """A text as long as a real book, made of our own gists: split, compared with the book, stored."""
    book = max(books, key=lambda one: len(one.rows))
    numbered = (row for row in book if "#" not in row.number)
    text = "\n".join(f"{row.number}. {row.title or row.gist}" for row in numbered)
    file = folder / "book.txt"
    file.write_text(text, "utf-8")
    with_index = Store(folder / "import.sqlite")

    def take_in() -> None:
        official, _ = import_file(file, list(books), book.name)
        with_index.save(official)

    def store_bare() -> None:
        connection = sqlite3.connect(folder / "split.sqlite")
        connection.execute("DROP TABLE IF EXISTS clauses")
        connection.execute("CREATE VIRTUAL TABLE clauses USING fts5 (number UNINDEXED, text)")
        rows = (line.split(". ", 1) for line in file.read_text("utf-8").splitlines())
        connection.executemany("INSERT INTO clauses VALUES (?, ?)", rows)
        connection.commit()
        connection.close()

    peer = f"SQLite {sqlite3.sqlite_version}"
    taken = race(times, bare=lambda: store_bare, ours=lambda: take_in)
    bare, ours = ([one * 1000 for one in taken[name]] for name in ("bare", "ours"))
    floor = figure("rule book: split + store + FTS5 index", "ms", bare, peer)
    yield floor
    yield figure("import the rule book", "ms", ours).against(floor, "<= 10")
    with_index.close()
