"""The official texts that a user has imported, in SQLite, each with only its own edition's name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlite_utils

from judgekit import paths
from judgekit.book.official import OfficialText
from judgekit.book.progress import Tell, silent

_SCHEMA = {
    "book_text": {"name": str, "source": str, "clauses": int, "digest": str, "body": str},
    "book_clause": {"book": str, "number": str, "position": int, "line": int, "text": str},
}
_KEEP = "insert into book_clause (book, number, position, line, text) values (?, ?, ?, ?, ?)"
_KEYS: dict[str, Any] = {"book_text": "name", "book_clause": ("book", "number")}


class Store:
    """Imported texts in one database file, made on first use."""

    def __init__(self, path: Path | str) -> None:
        if str(path) != ":memory:":
            paths.make(Path(path).parent)
            Path(path).touch(mode=0o600)
        self.database = sqlite_utils.Database(str(path))
        self.database.enable_wal()
        for table, columns in _SCHEMA.items():
            if not self.database.table(table).exists():
                self.database.table(table).create(columns, pk=_KEYS[table])

    def save(self, text: OfficialText, tell: Tell = silent) -> None:
        """Keep a text, all of it or (if `tell` raises) nothing; replaces an earlier one of the edition."""
        body = msgspec.json.encode(text)
        with self.database.atomic():
            self._drop(text.name)
            self.database.table("book_text").insert(
                {
                    "name": text.name,
                    "source": text.source,
                    "clauses": len(text.clauses),
                    "digest": hashlib.sha256(body).hexdigest(),
                    "body": body.decode(),
                }
            )
            self.database.conn.executemany(_KEEP, _rows(text, tell))

    def forget(self, name: str) -> None:
        with self.database.atomic():
            self._drop(name)

    def names(self) -> list[str]:
        return [row["name"] for row in self.database.table("book_text").rows_where(order_by="name")]

    def official(self, name: str) -> OfficialText | None:
        rows = list(self.database.table("book_text").rows_where("name = ?", [name]))
        return msgspec.json.decode(rows[0]["body"], type=OfficialText) if rows else None

    def sentence(self, name: str, number: str) -> str:
        """The official words of one clause; nothing if that book has not been imported."""
        rows = list(self.database.table("book_clause").rows_where("book = ? and number = ?", [name, number]))
        return str(rows[0]["text"]) if rows else ""

    def fingerprint(self) -> str:
        """Changes whenever an import does."""
        rows = self.database.query("select name, digest from book_text order by name")
        return ";".join(f"{row['name']}:{row['digest']}" for row in rows)

    def close(self) -> None:
        self.database.close()

    def _drop(self, name: str) -> None:
        for table, column in (("book_text", "name"), ("book_clause", "book")):
            self.database.table(table).delete_where(f"{column} = ?", [name])


def _rows(text: OfficialText, tell: Tell) -> Iterator[tuple[Any, ...]]:
    for at, one in enumerate(text.clauses):
        if at % 25 == 0:
            tell(f"keeping clauses from {one.number} on", at, len(text.clauses))
        yield text.name, one.number, at, one.line, one.text
