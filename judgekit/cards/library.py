"""The library: cards, their printings and their wordings, in a separate database.

It lies beside the database of the cases, not in it: a library holds other people's texts, and a database of
cases can be shared without them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import sqlite_utils

from judgekit.cards.alike import likeness, losses
from judgekit.cards.model import (
    KINDS,
    Change,
    Entry,
    Face,
    Imported,
    Printing,
    Wording,
    as_printed,
    fold,
    hash_of,
)
from judgekit.cards.taking import base_number
from judgekit.cases.files.page import Problem
from judgekit.cases.store.file import open_file, telling, transaction
from judgekit.cases.store.trouble import told as told_trouble
from judgekit.errors import JudgekitError
from judgekit.games import game as game_of
from judgekit.games.game import PrintedCard

VERSION = 2
SCHEMA = """
CREATE TABLE sources (id INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL,
  digest TEXT NOT NULL, day TEXT NOT NULL, note TEXT NOT NULL, mapping TEXT NOT NULL);
CREATE TABLE cards (id INTEGER PRIMARY KEY, game TEXT NOT NULL);
CREATE TABLE aliases (game TEXT NOT NULL, folded TEXT NOT NULL, kind TEXT NOT NULL, alias TEXT NOT NULL,
  card INTEGER NOT NULL REFERENCES cards (id), PRIMARY KEY (game, folded, kind, card)) WITHOUT ROWID;
CREATE TABLE wordings (id INTEGER PRIMARY KEY, card INTEGER NOT NULL REFERENCES cards (id),
  kind TEXT NOT NULL, faces BLOB NOT NULL, hash TEXT NOT NULL,
  source INTEGER NOT NULL REFERENCES sources (id), since TEXT NOT NULL, until TEXT NOT NULL);
CREATE INDEX wordings_of ON wordings (card);
CREATE INDEX wordings_by ON wordings (hash);
CREATE TABLE printings (id INTEGER PRIMARY KEY, card INTEGER NOT NULL REFERENCES cards (id),
  wording INTEGER NOT NULL REFERENCES wordings (id), source INTEGER NOT NULL REFERENCES sources (id),
  number TEXT NOT NULL, series TEXT NOT NULL, rarity TEXT NOT NULL, line INTEGER NOT NULL, row BLOB NOT NULL,
  digest TEXT NOT NULL);
CREATE INDEX printings_of ON printings (card);
CREATE TABLE verdicts (hash TEXT NOT NULL, code TEXT NOT NULL, verdict BLOB NOT NULL,
  PRIMARY KEY (hash, code)) WITHOUT ROWID;
CREATE TABLE decks (id INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
  UNIQUE (game, name));
CREATE TABLE limits (game TEXT NOT NULL, card TEXT NOT NULL, copies INTEGER NOT NULL, since TEXT NOT NULL,
  until TEXT NOT NULL, source TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (name, numbers, traits, text, game UNINDEXED, tokenize = 'trigram');
"""

ADDED = {2: next(one for one in SCHEMA.split(";\n") if one.startswith("CREATE TABLE limits"))}  # by version
WAY_OUT = "`judgekit restore` brings a backup back; without one, move it to another folder and import again"
NUMBERS = ("number", "id")  # kinds of aliases that are no names
LARGEST = 2**63 - 1  # that a row can be numbered


class LibraryError(JudgekitError):
    """Something about a library that a user can put right."""


class UnknownCard(JudgekitError):
    """No card under that name or number."""


class Library:
    """All cards of a user, of all games."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._connection = (
            open_file(path, way_out=WAY_OUT)
            if isinstance(path, Path)
            else sqlite3.connect(path, isolation_level=None)
        )
        self.database = sqlite_utils.Database(self._connection)
        try:
            with telling(self.path, WAY_OUT):
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        version = self._version()
        if version == 0:
            with self.change():
                if self._version() == 0:
                    for statement in SCHEMA.split(";\n"):
                        self._connection.execute(statement)
                    self._connection.execute(f"PRAGMA user_version = {VERSION}")
        for newer in range(max(version, 1) + 1, VERSION + 1) if version else ():
            with self.change():
                if self._version() < newer:
                    self._connection.execute(ADDED[newer])
                    self._connection.execute(f"PRAGMA user_version = {newer}")
        if version > VERSION:
            raise LibraryError(
                f"{self.path} is of a newer judgekit: upgrade, or set JUDGEKIT_HOME to another folder"
            )

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def change(self) -> Iterator[None]:
        """All of it or nothing."""
        with telling(self.path, WAY_OUT), transaction(self._connection):
            yield

    def rows(self, statement: str, *given: Any) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(statement, given).fetchall()
        except sqlite3.DatabaseError as problem:
            raise told_trouble(self.path, problem, WAY_OUT) from problem

    def execute(self, statement: str, *given: Any) -> int:
        """A change; the number of the row that it made."""
        return self._connection.execute(statement, given).lastrowid or 0

    # looking cards up

    def games(self) -> dict[str, int]:
        """How many cards there are of each game."""
        return dict(self.rows("SELECT game, count(*) FROM cards GROUP BY game ORDER BY game"))

    def cards(self, game: str) -> list[int]:
        return [card for (card,) in self.rows("SELECT id FROM cards WHERE game = ? ORDER BY id", game)]

    def game_of(self, card: int) -> str:
        found = self.rows("SELECT game FROM cards WHERE id = ?", card) if card <= LARGEST else []
        if not found:
            raise UnknownCard(f"there is no card {card}; search for it by name or number")
        return str(found[0][0])

    def meant(self, game: str, word: str) -> list[int]:
        """The cards that a word can mean: a number or an id first, then a name, then the name of a back."""
        found = self.rows(
            "SELECT card, kind FROM aliases WHERE game = ? AND folded = ? ORDER BY card", game, fold(word)
        )
        for kinds in (("number",), ("id",), ("name",), ("back",), ("former",)):
            if cards := [card for card, kind in found if kind in kinds]:
                return cards
        return []

    def ending(self, game: str, word: str) -> str:
        """The only card whose number ends with a word: 022 or -122 for JK01-022 and JK01-122.

        A bare 122 is a count, not a card.
        """
        digits = word.removeprefix("-")
        if len(digits) < 2 or not (digits.isascii() and digits.isalnum()):
            return ""
        if digits == word and word.isdecimal() and not word.startswith("0"):
            return ""
        found = self.rows(
            "SELECT DISTINCT card FROM aliases WHERE game = ? AND kind = 'number' AND folded LIKE ? LIMIT 2",
            game, f"%-{fold(digits)}",
        )  # fmt: skip
        return self.calling(found[0][0]) if len(found) == 1 else ""

    def calling(self, card: int) -> str:
        """The word that means only this card: its name, or its number if others have the name."""
        name, numbers = self.wording(card).name, self.numbers(card)
        is_only = self.meant(self.game_of(card), name) == [card]
        return name if is_only or not numbers else numbers[0]

    def wordings(self, card: int) -> list[Wording]:
        """Every wording of a card, the oldest first."""
        found = self.rows(
            "SELECT w.id, w.card, w.faces, w.hash, w.kind, s.name, w.since, w.until FROM wordings w "
            "JOIN sources s ON s.id = w.source WHERE w.card = ? ORDER BY w.since, w.id", card,
        )  # fmt: skip
        return [Wording(i, c, _faces(f), *rest) for i, c, f, *rest in found]

    def wording(self, card: int, on: str = "") -> Wording:
        """What a card says today, or said on a day."""
        day = on or "9999"
        found = self.rows(
            "SELECT w.id, w.card, w.faces, w.hash, w.kind, s.name, w.since, w.until FROM wordings w "
            "JOIN sources s ON s.id = w.source WHERE w.card = ? AND w.since <= ? AND (w.until = '' OR "
            "w.until > ?) ORDER BY w.since DESC, w.id DESC LIMIT 1", card, day, day,
        )  # fmt: skip
        if not found:
            earliest = self.rows("SELECT min(since) FROM wordings WHERE card = ?", card)[0][0]
            if earliest is None:
                raise UnknownCard(f"there is no card {card}; search for it by name or number")
            raise UnknownCard(f"card {card} has no wording on {on}; the first one is of {earliest}")
        i, c, faces, *rest = found[0]
        return Wording(i, c, _faces(faces), *rest)

    def all_current(self, game: str) -> dict[int, Wording]:
        """What every card of a game says today."""
        found = self.rows(
            "SELECT w.id, w.card, w.faces, w.hash, w.kind, s.name, w.since, w.until FROM wordings w "
            "JOIN sources s ON s.id = w.source JOIN cards c ON c.id = w.card "
            "WHERE c.game = ? AND w.until = '' ORDER BY w.since, w.id", game,
        )  # fmt: skip
        return {c: Wording(i, c, _faces(f), *rest) for i, c, f, *rest in found}

    def printings(self, card: int) -> list[Printing]:
        found = self.rows(
            "SELECT p.id, p.card, p.wording, p.number, p.series, p.rarity, s.name, p.line, p.row "
            "FROM printings p JOIN sources s ON s.id = p.source WHERE p.card = ? ORDER BY p.id", card,
        )  # fmt: skip
        return [Printing(*(*one[:8], msgspec.json.decode(one[8]))) for one in found]

    def numbers(self, card: int) -> list[str]:
        found = self.rows(
            "SELECT DISTINCT number FROM printings WHERE card = ? AND number <> '' ORDER BY id", card
        )
        return [number for (number,) in found]

    def printed(self, card: int, name: str = "") -> PrintedCard:
        return as_printed(self.wording(card).faces, game_of(self.game_of(card)), name)

    def sources(self, game: str = "") -> list[dict[str, Any]]:
        fields = ("id", "game", "name", "form", "digest", "day", "note")
        found = self.rows(f"SELECT {', '.join(fields)} FROM sources WHERE ? IN ('', game) ORDER BY id", game)  # noqa: S608
        return [dict(zip(fields, one, strict=True)) for one in found]

    def digest(self, game: str) -> str:
        """A hash over everything that a library says of a game."""
        mark = blake2b(digest_size=16)
        for one in self.rows(
            "SELECT w.card, w.kind, w.hash, w.since, w.until FROM wordings w JOIN cards c ON c.id = w.card "
            "WHERE c.game = ? ORDER BY w.id", game,
        ):  # fmt: skip
            mark.update(repr(one).encode())
        for one in self.rows(
            "SELECT p.card, p.wording, p.number, p.digest FROM printings p JOIN cards c ON c.id = p.card "
            "WHERE c.game = ? ORDER BY p.id", game,
        ):  # fmt: skip
            mark.update(repr(one).encode())
        return mark.hexdigest()

    # taking cards in

    def take(
        self, entries: Iterable[Entry], told: Imported, digest: str, *, mapping: str = "", note: str = "",
        day: str = "", kind: str = "print",
    ) -> Imported:  # fmt: skip
        """Put the entries of a list into the library, all of them or none; what is there stays as it is."""
        if kind not in KINDS:
            raise LibraryError(f"a wording is one of {', '.join(KINDS)}; got {kind!r}")
        with self.change():
            taker = _Taker(self, told, digest, mapping, note, day or date.today().isoformat(), kind)
            taker.all(entries)
        return told

    def settle(self, card: int, word: str, meaning: str, note: str = "") -> Wording:
        """What a word of a card's text means, as a judge decides: it is read that way from now on."""
        front = self.wording(card).faces[0]
        return self.reword(card, front.text, "reading", note, refers={**front.refers, word: meaning})

    def reword(
        self, card: int, text: str, kind: str, note: str = "", day: str = "",
        refers: dict[str, str] | None = None,
    ) -> Wording:  # fmt: skip
        """Another text of a card's front from a day on, by someone's word."""
        if kind not in KINDS:
            raise LibraryError(f"a wording is one of {', '.join(KINDS)}; got {kind!r}")
        current, since = self.wording(card), day or date.today().isoformat()
        front = msgspec.structs.replace(
            current.faces[0],
            text=text,
            original=text,
            state="known" if text else "empty",
            mended=(),
            refers=refers or {},
        )
        faces = (front, *current.faces[1:])
        game = self.game_of(card)
        with self.change():
            source = self.execute(
                "INSERT INTO sources (game, name, form, digest, day, note, mapping) VALUES (?,?,?,?,?,?,?)",
                game, note or "a judge", "hand", "", since, note, "",
            )  # fmt: skip
            self.execute("UPDATE wordings SET until = ? WHERE card = ? AND until = ''", since, card)
            self.execute(
                "INSERT INTO wordings (card, kind, faces, hash, source, since, until) VALUES (?,?,?,?,?,?,?)",
                card, kind, msgspec.json.encode(faces), hash_of(faces), source, since, "",
            )  # fmt: skip
            called = self.rows("SELECT alias FROM aliases WHERE card = ? AND kind IN (?, ?)", card, *NUMBERS)
            index(self, card, game, faces, [alias for (alias,) in called])
        return self.wording(card)


def _faces(data: bytes) -> tuple[Face, ...]:
    return msgspec.json.decode(data, type=tuple[Face, ...])


class _Taker:
    def __init__(
        self, library: Library, told: Imported, digest: str, mapping: str, note: str, day: str, kind: str
    ) -> None:
        self.library = library
        self.told = told
        self.day = day
        self.kind = kind
        self.given = (digest, mapping, note)
        self._source = 0
        self.changes: list[Change] = []
        self.mended: list[str] = []
        self.unknown: list[str] = []
        self.listed = list(told.listed)
        self.seen: dict[str, Entry] = {}  # numbers of this list
        self.fresh: set[int] = set()  # cards that this list changed
        self.groups: dict[str, int] = {}
        self.aliases: dict[tuple[str, str], list[int]] = {}
        self.numbers: dict[int, list[str]] = {}  # numbers and ids of each card
        for folded, which, card, alias in library.rows(
            "SELECT folded, kind, card, alias FROM aliases WHERE game = ?", told.game
        ):
            self.aliases.setdefault((which, folded), []).append(card)
            if which in NUMBERS:
                self.numbers.setdefault(card, []).append(alias)
        self.known = library.all_current(told.game)
        self.prints = {
            (card, digest)
            for card, digest in library.rows(
                "SELECT p.card, p.digest FROM printings p JOIN cards c ON c.id = p.card WHERE c.game = ?",
                told.game,
            )
        }

    @property
    def source(self) -> int:
        """The list as a source; one that brings nothing new leaves no trace."""
        if not self._source:
            digest, mapping, note = self.given
            self._source = self.library.execute(
                "INSERT INTO sources (game, name, form, digest, day, note, mapping) VALUES (?,?,?,?,?,?,?)",
                self.told.game, self.told.file, self.told.form, digest, self.day, note, mapping,
            )  # fmt: skip
        return self._source

    def all(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if (problem := self._doubled(entry)) is not None:
                self.listed.append(problem)
                continue
            self._one(entry)
            self.told.taken += 1
        for card in self.fresh:
            faces, numbers = self.known[card].faces, self.numbers.get(card, [])
            index(self.library, card, self.told.game, faces, numbers)
        self.told.listed = tuple(sorted(self.listed, key=lambda one: one.line))
        self.told.changes, self.told.mended = tuple(self.changes), tuple(self.mended)
        self.told.unknown = tuple(self.unknown)

    def _doubled(self, entry: Entry) -> Problem | None:
        """The same number on two different cards of one list: nobody can say which is meant."""
        if not entry.number:
            return None
        before = self.seen.setdefault(fold(entry.number), entry)
        if before is entry or likeness(before.name, entry.name) != "changed":
            return None
        expected = f"a number that no other card has ({before.name!r} has it in line {before.line})"
        return Problem(self.told.file, entry.line, "number", expected, f"{entry.number} on {entry.name!r}")

    def _one(self, entry: Entry) -> None:
        card = self._card(entry)
        called = entry.number or entry.name
        self.mended += [f"{called}: {one}" for face in entry.faces for one in face.mended]
        self.unknown += [f"{called}: {one}" for face in entry.faces for one in face.unknown]
        wording = self._worded(card, entry)
        self._print(card, wording, entry)
        self._call(card, entry)

    def _card(self, entry: Entry) -> int:
        found = self._named(entry)
        if found is None:
            found = self.library.execute("INSERT INTO cards (game) VALUES (?)", self.told.game)
            self.told.new += 1
        if entry.group:
            self.groups[entry.group] = found
        return found

    def _named(self, entry: Entry) -> int | None:
        """The card an entry belongs to: by number, id or group; by its name if it has nothing else."""
        for kind, words in (("number", (base_number(entry.number),)), ("id", entry.ids)):
            for word in filter(None, words):
                if cards := self.aliases.get((kind, fold(word))):
                    return cards[0]
        if entry.group in self.groups:
            return self.groups[entry.group]
        if entry.number or entry.ids:
            return None
        cards = self.aliases.get(("name", fold(entry.name)), [])
        return cards[0] if len(cards) == 1 else None

    def _worded(self, card: int, entry: Entry) -> int:
        """The wording of an entry: the existing one, if nothing that was printed differs."""
        mark = hash_of(entry.faces)
        current = self.known.get(card)
        if current is None:
            return self._new_wording(card, entry, mark, self.kind)
        if current.hash == mark:
            return current.id
        how = compare(current.faces, entry.faces)
        if how == "lost signs" and _losses(entry.faces) < _losses(current.faces):
            self.told.corrected += 1
            return self._new_wording(card, entry, mark, "typing correction")
        if how != "changed":
            return current.id
        kept = self.library.rows("SELECT id FROM wordings WHERE card = ? AND hash = ?", card, mark)
        if kept:
            return int(kept[0][0])
        self.changes.append(
            Change(card, entry.name, entry.number, told_text(current.faces), told_text(entry.faces))
        )
        is_variant = card in self.fresh or entry.number != base_number(entry.number)
        return self._new_wording(card, entry, mark, self.kind, of_this_print=is_variant)

    def _new_wording(
        self, card: int, entry: Entry, mark: str, kind: str, of_this_print: bool = False
    ) -> int:  # fmt: skip
        """A variant of a print is not its successor: its wording ends on the day it begins."""
        until = self.day if of_this_print else ""
        if not of_this_print and card in self.known:
            self.library.execute(
                "UPDATE wordings SET until = ? WHERE card = ? AND until = ''", self.day, card
            )
        number = self.library.execute(
            "INSERT INTO wordings (card, kind, faces, hash, source, since, until) VALUES (?,?,?,?,?,?,?)",
            card, kind, msgspec.json.encode(entry.faces), mark, self.source, self.day, until,
        )  # fmt: skip
        if not of_this_print:
            self.known[card] = Wording(number, card, entry.faces, mark, kind, self.told.file, self.day)
        self.fresh.add(card)
        return number

    def _print(self, card: int, wording: int, entry: Entry) -> None:
        row = msgspec.json.encode(entry.row)
        digest = blake2b(row, digest_size=8).hexdigest()
        if (card, digest) in self.prints or (self.told.form == "judgecards" and self._is_there(card, entry)):
            return
        self.prints.add((card, digest))
        self.told.printings += 1
        self.library.execute(
            "INSERT INTO printings (card, wording, source, number, series, rarity, line, row, digest) "
            "VALUES (?,?,?,?,?,?,?,?,?)",
            card, wording, self.source, entry.number, entry.series, entry.rarity, entry.line, row, digest,
        )  # fmt: skip
        self.fresh.add(card)

    def _is_there(self, card: int, entry: Entry) -> bool:
        """A shared library has no rows of its own: a printing already there counts as the same."""
        given = (card, entry.number, entry.series)
        return bool(
            self.library.rows("SELECT 1 FROM printings WHERE card = ? AND number = ? AND series = ?", *given)
        )

    def _call(self, card: int, entry: Entry) -> None:
        """Everything that a card is called is an alias of it."""
        words = [("number", entry.number), ("number", base_number(entry.number)), ("name", entry.name)]
        words += [("id", one) for one in entry.ids] + [("back", face.name) for face in entry.faces[1:]]
        for kind, word in words:
            known = self.aliases.setdefault((kind, fold(word)), []) if word else [card]
            if card not in known:
                known.append(card)
                self.library.execute(
                    "INSERT INTO aliases VALUES (?,?,?,?,?)", self.told.game, fold(word), kind, word, card
                )
                self.fresh.add(card)
                if kind in NUMBERS:
                    self.numbers.setdefault(card, []).append(word)


def compare(one: tuple[Face, ...], other: tuple[Face, ...]) -> str:
    """How two wordings differ: names, values and texts."""
    if len(one) != len(other):
        return "changed"
    worst = "same"
    order = ("same", "spacing", "lost signs", "changed")
    for left, right in zip(one, other, strict=True):
        if _values(left) != _values(right) or (left.state == "unknown") != (right.state == "unknown"):
            return "changed"
        for a, b in ((left.name, right.name), (left.text, right.text)):
            worst = max(worst, likeness(a, b), key=order.index)
    return worst


def _values(face: Face) -> dict[str, Any]:
    """Printed values, without the number: it tells printings apart."""
    return {
        key: sorted(map(fold, value)) if isinstance(value, list | tuple) else value
        for key, value in face.printed.items()
        if key not in ("number", "collector number")
    }


def _losses(faces: tuple[Face, ...]) -> int:
    return sum(losses(face.text) + losses(face.name) for face in faces)


def told_text(faces: tuple[Face, ...]) -> str:
    """Everything that a wording says, as one text."""
    parts = []
    for face in faces:
        values = "; ".join(
            f"{key} {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
            for key, value in face.printed.items()
            if key not in ("number", "collector number")
        )
        parts.append("\n".join(filter(None, (face.name, values, face.words))))
    return "\n".join(parts)


def index(library: Library, card: int, game: str, faces: tuple[Face, ...], numbers: Iterable[str]) -> None:
    """What a card is found by."""
    traits = [
        " ".join(value) if isinstance(value, list | tuple) else str(value)
        for face in faces
        for key, value in face.printed.items()
        if isinstance(value, list | tuple | str) and key not in ("number", "collector number")
    ]
    library.execute("DELETE FROM words WHERE rowid = ?", card)
    library.execute(
        "INSERT INTO words (rowid, name, numbers, traits, text, game) VALUES (?,?,?,?,?,?)", card,
        " / ".join(face.name for face in faces), " ".join(numbers), " ".join(traits),
        "\n".join(face.text for face in faces), game,
    )  # fmt: skip
