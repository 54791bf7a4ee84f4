"""How fast the books are searched, and the text of one is imported."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from judgekit.audit.bench.report import Figure, figure, race
from judgekit.book.importing import import_file
from judgekit.book.model import Book
from judgekit.book.numbering import forget
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
    taken = _by_turns(times, bare=lambda word: index.execute(QUERY, (word,)).fetchall(), ours=find)
    floor = figure(metric, "ms", taken["bare"], f"SQLite {sqlite3.sqlite_version}")
    yield floor
    metric = f"search, one word, {clauses:,} clauses, top 20"
    yield figure(metric, "ms", taken["ours"]).against(floor, "<= 2", of="p95")
    yield from _importing(folder, books, times)
    index.close()
    shelf.store.close()


def _by_turns(times: int, **finders: Callable[[str], Sequence[object]]) -> dict[str, list[float]]:
    """Word after word, each searched for in every way, in processor time (as in `race`)."""
    taken: dict[str, list[float]] = {name: [] for name in finders}
    for word in WORDS * (10 * times):
        for name, find in finders.items():
            begin = time.process_time()
            find(word)
            taken[name].append((time.process_time() - begin) * 1000)
    return taken


def _bare_index(folder: Path, books: Sequence[Book]) -> sqlite3.Connection:
    """The same words in a separate table, queried in the plainest way."""
    connection = sqlite3.connect(folder / "bare.sqlite")
    connection.execute("CREATE VIRTUAL TABLE clauses USING fts5 (number UNINDEXED, gist)")
    rows = ((row.number, f"{row.title} {row.gist}") for book in books for row in book)
    connection.executemany("INSERT INTO clauses VALUES (?, ?)", rows)
    connection.commit()
    return connection


def render(text: str) -> str:
    """Makes a page of the text with the renderer that rich uses for Markdown."""
    from markdown_it import MarkdownIt

    return str(MarkdownIt().render(text))


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

    def first_time() -> Callable[[], None]:
        forget()
        return take_in

    def store_bare() -> None:
        connection = sqlite3.connect(folder / "split.sqlite")
        connection.execute("DROP TABLE IF EXISTS clauses")
        connection.execute("CREATE VIRTUAL TABLE clauses USING fts5 (number UNINDEXED, text)")
        rows = (line.split(". ", 1) for line in file.read_text("utf-8").splitlines())
        connection.executemany("INSERT INTO clauses VALUES (?, ?)", rows)
        connection.commit()
        connection.close()

    taken = race(times, bare=lambda: store_bare, rendered=lambda: lambda: render(text), ours=first_time)
    bare, rendered, ours = ([one * 1000 for one in taken[name]] for name in taken)
    floor = figure("rule book: split + store + FTS5 index", "ms", bare, f"SQLite {sqlite3.sqlite_version}")
    yield floor
    page = figure(
        "render the same rule book to HTML", "ms", rendered, f"markdown-it-py {version('markdown-it-py')}"
    )
    yield page
    yield figure("import the rule book", "ms", ours).against(floor, "<= 10")
    yield figure("import the rule book (beside rendering)", "ms", ours).against(page, "<= 4")
    with_index.close()
