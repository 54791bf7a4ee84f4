"""One field that finds everything: clauses, cases, rulings, places of a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from flask import redirect, request
from werkzeug.wrappers import Response

from judgekit.book.search import Hit
from judgekit.cases.play.case import Case, Place
from judgekit.cases.store.store import Branch
from judgekit.engine.events import Event
from judgekit.known import GAMES, titled
from judgekit.narrate.course import Course, kind
from judgekit.narrate.places import Spot
from judgekit.web.home import case_rows
from judgekit.web.remembered import my_game
from judgekit.web.responses import show, wants_json
from judgekit.web.rulings.library import listed
from judgekit.web.services import desk
from judgekit.web.urls import View, clause_href, ruling_href, spot_text

LONGEST = 200
KINDS = ("clause", "ruling", "case", "place")
CLAUSES = 20  # that are shown
RULINGS = 10
PLACES = 20  # of a case that are shown
_NUMBERS = re.compile(r"\d+(?:\.\d+)+")  # of clauses
_PLACE = re.compile(r"e(\d{1,7})(?:\.(\d{1,5}))?")
_FIELD = re.compile(r'(clause|card|kind|game):("[^"]*"|\S+)')


class Found(msgspec.Struct, frozen=True):
    what: str  # "clause", "case", "ruling", "place"
    title: str
    text: str
    href: str
    about: str = ""


class Results(msgspec.Struct):
    q: str
    found: tuple[Found, ...]
    case: str = ""
    book: str = ""
    kind: str = ""
    games: tuple[str, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """A search taken apart: its words, and what was asked for by name."""

    words: str
    fields: dict[str, str]
    case: str = ""  # "3:main": the line that the reader comes from
    seat: str = "judge"
    book: str = ""  # only this one
    kind: str = ""  # only clauses, rulings, cases or places
    at_hand: str = ""  # the game whose clauses come first


def search_page() -> Response:
    """Clauses, cases and rulings by words and numbers (12.7.3); places of a case by e120, card: and kind:."""
    words = request.args.get("q", "").strip()[:LONGEST].replace("\x00", "")
    asked = _asked(words)
    every = everything(asked) if words else ()
    found = tuple(one for one in every if asked.kind in ("", one.what))
    is_place = _PLACE.fullmatch(words) is not None and bool(found) and found[0].what == "place"
    if is_place and not wants_json():
        return redirect(found[0].href)
    return show("search.html", Results(words, found, asked.case, asked.book, asked.kind, GAMES))


def _asked(words: str) -> Asked:
    fields = {key: value.strip('"') for key, value in _FIELD.findall(words)}
    case, seat = request.args.get("case", ""), request.args.get("v", "judge")
    book = request.args.get("in", "") or fields.pop("game", "")
    only = request.args.get("kind", "")
    return Asked(
        _FIELD.sub("", words).strip(), fields, case, seat, book, only if only in KINDS else "",
        _at_hand(case),
    )  # fmt: skip


def everything(asked: Asked) -> Iterator[Found]:
    yield from _places(asked)
    yield from _clauses(asked)
    if "clause" in asked.fields or not asked.words:
        return
    game = asked.book.partition("/")[0]
    rulings = sorted(listed(game, words=asked.words), key=lambda one: one.game != asked.at_hand)
    for one in rulings[:RULINGS]:
        about = f"{titled(one.game)} {one.clause}"
        yield Found("ruling", one.question, one.answer, ruling_href(one.name), about)
    for case in case_rows():
        if case.fits(asked.words) and _is_of(case.edition, asked.book):
            about = " · ".join((case.created[:10], *case.tags, case.event)).rstrip(" ·")
            yield Found("case", case.name, titled(case.edition), case.href, about)


def _is_of(edition: str, book: str) -> bool:
    """Whether an edition is the book, or of the game, that was asked for."""
    return book in ("", edition, edition.partition("/")[0])


def _clauses(asked: Asked) -> Iterator[Found]:
    wanted = asked.fields.get("clause") or asked.words
    shelf = desk().shelf
    own = [name for name in shelf.books if asked.book in (name, name.partition("/")[0])]
    if not wanted or (asked.book and not own):
        return
    hits = shelf.search.find(wanted, own[0] if len(own) == 1 and asked.book else "", limit=CLAUSES * 4)
    near = [hit for hit in hits if not asked.book or hit.book in own]
    if not asked.book and not wanted[0].isdigit():
        near = _without_repeats(near, shelf.books)
    for hit in sorted(near, key=lambda one: _distance(one, wanted, asked.at_hand))[:CLAUSES]:
        above = " › ".join(title for _, title in hit.parents if title)
        href = clause_href(hit.book, hit.number, **({"case": asked.case} if asked.case else {}))
        href = href or f"/rules/{hit.book}/{hit.number}"
        title = f"{titled(hit.book)} {hit.number}"
        yield Found("clause", title, hit.title or hit.gist or hit.official, href, above)


def _without_repeats(hits: Sequence[Hit], books: Iterable[str]) -> list[Hit]:
    """Without what the latest edition of a game, which is the last of its books, says in the same words."""
    latest = {name.partition("/")[0]: name for name in books}
    said = {(hit.book, *_said(hit)) for hit in hits if hit.book in latest.values()}

    def is_repeated(hit: Hit) -> bool:
        newest = latest[hit.book.partition("/")[0]]
        return hit.book != newest and (newest, *_said(hit)) in said

    return [hit for hit in hits if not is_repeated(hit)]


def _said(hit: Hit) -> tuple[str, str]:
    """What a clause says, regardless of the numbers of the clauses it names."""
    return hit.title, _NUMBERS.sub("#", hit.gist)


def _distance(hit: Hit, wanted: str, at_hand: str) -> tuple[bool, int, int]:
    """The current game first; within it, exact titles before titles with the words, before mere mentions; of
    two exact titles, the one higher up in the book."""
    title, words = hit.title.casefold(), wanted.casefold().split()
    names = 0 if title == " ".join(words) else 1 if title and all(w in title for w in words) else 2
    depth = hit.number.count(".") + hit.number.count("-") if names < 2 else 0
    return hit.book.partition("/")[0] != at_hand, names, depth


def _at_hand(case: str) -> str:
    """The game of the case that the reader comes from, else the one that was chosen last."""
    which = case.partition(":")[0]
    if which.isascii() and which.isdecimal() and len(which) < 10:
        return desk().archive.case(int(which)).edition.partition("/")[0]
    return my_game()


# places of the case that the reader comes from


def _places(asked: Asked) -> Iterator[Found]:
    which, colon, name = asked.case.partition(":")
    match = _PLACE.fullmatch(asked.words)
    if not colon or not which.isascii() or not which.isdecimal() or len(which) > 9:
        return
    if match is None and not {"card", "kind"} & set(asked.fields):
        return
    found = desk().archive.case(int(which))
    branch = found.branch(name)
    if match is not None:
        spot = int(match[1]), int(match[2] or 0)
        if spot[0] <= branch.head:
            yield Found(
                "place", asked.words, f"{found.title}: {branch.name}", _href(found, branch, spot, asked)
            )
        return
    yield from islice(_moments(found, branch, asked), PLACES)


def _href(case: Case, branch: Branch, spot: Spot, asked: Asked) -> str:
    return View(
        case.id, branch.name, spot, seat=asked.seat if asked.seat in ("A", "B", "table") else "judge"
    ).href


def _moments(case: Case, branch: Branch, asked: Asked) -> Iterator[Found]:
    """Events of a kind, and events that happened to a card; only the judge may search by owner."""
    if "card" in asked.fields and asked.seat != "judge":
        return
    course = desk().courses.of(case, branch)
    cards = _cards(case, branch, asked.fields["card"]) if "card" in asked.fields else None
    for spot in course.stops[3][1:]:
        happened = course.happened(spot)
        if happened is None:
            continue
        glyph, name = kind(happened.event)
        if asked.fields.get("kind", "").casefold() not in name:
            continue
        if cards is None or _concerns(happened.event, cards):
            about = f"{case.title}: {branch.name}"
            yield Found(
                "place",
                f"e{spot_text(spot)}",
                _told(course, spot, f"{glyph} {name}"),
                _href(case, branch, spot, asked),
                about,
            )


def _told(course: Course, spot: Spot, what: str) -> str:
    entry = course.entry(spot)
    return f"{what}, at {entry.clause}" if entry is not None else what


def _cards(case: Case, branch: Branch, name: str) -> frozenset[int]:
    state = case.at(branch, Place(branch.head))
    return frozenset(int(card.id) for card in state.cards.values() if card.name.casefold() == name.casefold())


def _concerns(event: Event, cards: frozenset[int]) -> bool:
    own = getattr(event, "card", None)
    return own in cards or any(one in cards for one in getattr(event, "cards", None) or ())
