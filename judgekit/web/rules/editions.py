"""The editions of a game: which one is meant, how two differ, and what became of a clause between them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.book.compare import Change, Collision, Comparison, history
from judgekit.book.model import Book
from judgekit.book.shelf import UnknownEdition
from judgekit.web.responses import show
from judgekit.web.services import desk
from judgekit.web.urls import clause_href


class Side(msgspec.Struct, frozen=True):
    """A clause in one of the editions."""

    number: str
    href: str
    told: str = ""


class Words(msgspec.Struct, frozen=True):
    """A run of words; `changed` ones are not in the other edition."""

    text: str
    changed: bool


class Beside(msgspec.Struct, frozen=True):
    """A clause that says something else now: both wordings, side by side."""

    anchor: str
    old: Side
    new: Side
    before: tuple[Words, ...]
    after: tuple[Words, ...]


class Moved(msgspec.Struct, frozen=True):
    old: Side
    new: Side
    clauses: int


class ComparePage(msgspec.Struct):
    old: str
    new: str
    names: tuple[str, ...]
    basis: str
    both: int
    changed: tuple[Beside, ...]
    moves: tuple[Moved, ...]
    added: tuple[Side, ...]
    removed: tuple[Side, ...]
    collisions: tuple[Collision, ...]


class Era(msgspec.Struct, frozen=True):
    """A clause in one edition, and what has become of it since the one before."""

    edition: str
    number: str
    href: str
    what: str  # "first", "created", "edited", "moved", "moved and edited", "unchanged"


def edition_of(game: str, edition: str) -> tuple[Book, str]:
    """A book; `latest` is the newest of its game, and the page says which that was."""
    shelf = desk().shelf
    if edition != "latest":
        return shelf.book(f"{game}/{edition}"), ""
    own = [book for book in shelf.books.values() if book.game == game]
    if not own:
        raise UnknownEdition(f"there is no game {game!r} on the shelf")
    newest = max(own, key=lambda book: book.date)
    return newest, newest.name


_compared: dict[tuple[str, str, str], Comparison] = {}
_comparing = threading.Lock()


def compared(old: str, new: str) -> Comparison:
    """Two editions side by side, worked out once for what is on the shelf."""
    shelf = desk().shelf
    key = old, new, shelf.store.fingerprint()
    with _comparing:
        if key not in _compared:
            _compared[key] = shelf.compare(old, new)
        return _compared[key]


# what became of a clause


def eras(book: Book, number: str) -> Iterator[Era]:
    """The clause in the editions of its game, the oldest first; nothing if there is only one."""
    others = sorted((b for b in desk().shelf.books.values() if b.game == book.game), key=lambda b: b.date)
    if len(others) < 2:
        return
    names = [one.name for one in others]
    here = names.index(book.name)
    chain = [compared(old, new) for old, new in pairwise(names)]
    trail = history(number, chain[:here]) if here else [(book.name, number)]
    for step in chain[here:]:
        follow = step.pairs.get(trail[-1][1])
        if follow is None:
            break
        trail.append((step.new, follow))
    start = names.index(trail[0][0])
    yield Era(*trail[0], clause_href(*trail[0]), "created" if start else "first")
    for step, (old, new) in zip(chain[start:], pairwise(trail), strict=False):
        yield Era(*new, clause_href(*new), _became(step, old[1], new[1]))


def _became(step: Comparison, old: str, new: str) -> str:
    is_edited = any(change.new == new for change in step.changes)
    words = [word for word, holds in (("moved", old != new), ("edited", is_edited)) if holds]
    return " and ".join(words) or "unchanged"


# two editions


def compare_page() -> Response:
    """Two editions side by side: what was moved, added, removed and changed."""
    old, new = _asked()
    shelf = desk().shelf
    left, right = shelf.book(old), shelf.book(new)
    found = compared(left.name, right.name)
    return show(
        "rules/compare.html",
        ComparePage(
            old, new, tuple(shelf.books), found.basis, len(found.pairs),
            tuple(_beside(old, new, change) for change in found.changes),
            tuple(Moved(_side(left, m.old), _side(right, m.new), m.clauses) for m in found.moves),
            tuple(_side(right, number) for number in found.added),
            tuple(_side(left, number) for number in found.removed), found.collisions,
        ),
    )  # fmt: skip


def _asked() -> tuple[str, str]:
    """The two editions that were asked for; else the first two of one game."""
    old, new = request.args.get("old", ""), request.args.get("new", "")
    shelf = desk().shelf
    if not (old and new):
        pairs = ((o.name, b.name) for b in shelf.books.values() if (o := shelf.older(b.name)))
        pair = next(pairs, ("", ""))
        old, new = old or pair[0], new or pair[1]
    if not (old and new):
        raise UnknownEdition("there are no two editions of one game on the shelf; import another one")
    return old, new


def _side(book: Book, number: str) -> Side:
    """A clause with what it is about; the gap that a comparison leaves has no words."""
    told = (book[number].title or book[number].gist) if number in book else ""
    return Side(number, clause_href(book.name, number) or f"/rules/{book.name}", told)


def _beside(old: str, new: str, change: Change) -> Beside:
    """The words of both editions; those that the other one lacks are marked."""
    before = tuple(Words(p.old, p.change != "equal") for p in change.pieces if p.old)
    after = tuple(Words(p.new, p.change != "equal") for p in change.pieces if p.new)
    left, right = clause_href(old, change.old), clause_href(new, change.new)
    return Beside(f"c-{change.new}", Side(change.old, left), Side(change.new, right), before, after)
