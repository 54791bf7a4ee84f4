"""Addresses of pages. What is seen is in the address, all of it: a link opens the same view elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from flask import g, has_request_context
from werkzeug.datastructures import MultiDict
from werkzeug.routing import BaseConverter

from judgekit.book.load import editions
from judgekit.cases.errors import UnknownCase
from judgekit.narrate.places import DEPTHS, START, Spot
from judgekit.once import kept
from judgekit.web import remembered

SEATS = {"judge": "judge: everything", "A": "as A", "B": "as B", "table": "table-safe: what both may see"}
TABS = {
    "why": "Why",
    "whynot": "Why not",
    "ledger": "Ledger",
    "diff": "Diff",
    "rule": "Rule",
    "note": "Note",
}
DEFAULTS = {"d": "2", "v": "judge", "t": "why", "card": ""}


def clause_href(edition: str, clause: str, **query: str) -> str:
    """The page of a clause; nothing for a book that has no pages."""
    address = _clause_page(edition, clause)
    return f"{address}?{urlencode(query)}" if query and address else address


@lru_cache(maxsize=8192)
def _clause_page(edition: str, clause: str) -> str:
    if not clause or edition not in known_books():
        return ""
    return f"/rules/{quote(edition)}/{quote(clause, safe='')}"


@cache
def known_books() -> frozenset[str]:
    return frozenset(editions())


def ruling_href(name: str) -> str:
    return f"/rulings/{quote(name)}"


RESERVED = (".", "..", "export.judgekit")  # what an address means otherwise


def line_slug(name: str) -> str:
    """A line's name as one part of an address; a slash or a tilde in it is written with a tilde."""
    slug = name.replace("~", "~t").replace("/", "~s")
    return slug.replace(".", "~d") if name in RESERVED else slug or "~e"


def line_in(slug: str) -> str:
    """The name that a part of an address stands for."""
    if slug == "~e":
        return ""
    return slug.replace("~d", ".").replace("~s", "/").replace("~t", "~")


@lru_cache(maxsize=256)
def _line_page(case: int, name: str) -> str:
    return f"/cases/{case}/{quote(line_slug(name), safe='')}"


class LineConverter(BaseConverter):
    """A line of a case in a route: `<line:branch>`."""

    part_isolating = True

    def to_python(self, value: str) -> str:
        return line_in(value)

    def to_url(self, value: str) -> str:
        return quote(line_slug(value), safe="")


@dataclass(frozen=True)
class View:
    """A place of a branch, and how it is looked at."""

    case: int
    branch: str
    spot: Spot = START
    depth: int = 2
    seat: str = "judge"
    tab: str = "why"
    card: int | None = None

    @classmethod
    def start(cls, case: int) -> View:
        """The beginning of a case, looked at as the reader likes to."""
        return cls(case, "main", depth=remembered.depth())

    @classmethod
    def read(cls, case: int, branch: str, place: str, asked: MultiDict[str, str]) -> View:
        from judgekit.cases.play.case import Place  # brings in the engine, which other addresses do without

        where = Place.read(place)
        depth = asked.get("d", "2")
        seat, tab, card = _seat(asked), asked.get("t", "why"), asked.get("card", "").strip()
        card = card.removeprefix("c")
        if len(place) > 16 or (card and not _is_number(card)):
            raise UnknownCase("a place is written 42 or 42.3, and a card as a number")
        return cls(
            case, branch, (where.seq, where.event),
            int(depth) if depth in map(str, DEPTHS) else 2,
            seat,
            tab if tab in TABS else "why",
            int(card) if card else None,
        )  # fmt: skip

    def but(self, **changes: Any) -> View:
        return replace(self, **changes)

    @kept
    def root(self) -> str:
        return _line_page(self.case, self.branch)

    @property
    def place(self) -> str:
        return spot_text(self.spot)

    @property
    def query(self) -> dict[str, str]:
        told = {"d": str(self.depth), "v": self.seat, "t": self.tab}
        told["card"] = "" if self.card is None else str(self.card)
        return {key: value for key, value in told.items() if value != DEFAULTS[key]}

    @kept
    def asked(self) -> str:
        """The query of an address, with its question mark."""
        return f"?{urlencode(self.query)}" if self.query else ""

    @property
    def here(self) -> str:
        """The address of the place, however it is looked at; what can be asked of it is below that."""
        return f"{self.root}/{self.place}"

    @property
    def href(self) -> str:
        return f"{self.here}{self.asked}"

    def at(self, spot: Spot | None) -> str:
        """The same view of another place; nothing if there is none."""
        return "" if spot is None else f"{self.root}/{spot_text(spot)}{self.asked}"


def _seat(asked: MultiDict[str, str]) -> str:
    """The seat that an address names, else the one that the visitor is bound to."""
    seat = asked.get("v") or (str(g.get("seat", "judge")) if has_request_context() else "judge")
    if seat not in SEATS:
        raise UnknownCase(f"{seat[:20]!r} is not a seat; the seats are {', '.join(SEATS)}")
    return seat


def spot_text(spot: Spot) -> str:
    return f"{spot[0]}.{spot[1]}" if spot[1] else str(spot[0])


def whole(text: str, digits: int, otherwise: int = 0) -> int:
    """A whole number of at most so many digits, as a visitor has asked for it."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else otherwise


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal() and len(text) < 10
