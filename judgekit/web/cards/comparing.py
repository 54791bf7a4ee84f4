"""Two card lists side by side, and which wins, card by card; a judge's rewording of a card."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from datetime import date
from typing import TYPE_CHECKING

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.cards.comparing import Difference, differences, take_chosen
from judgekit.cards.importing import Proposal, propose_from
from judgekit.cards.model import KINDS
from judgekit.cards.taking import take
from judgekit.cases.errors import CaseError
from judgekit.known import titled
from judgekit.web.cards.views import ImportPage, known_game
from judgekit.web.responses import came_of, show
from judgekit.web.services import desk

if TYPE_CHECKING:
    from judgekit.cards.library import Library
    from judgekit.cards.model import Entry

KEPT = 6  # pairs of lists in memory, between the look and the choice
SHOWN = 400  # differences on a page
LONGEST = 4000  # characters of a text

Pair = tuple[list[Proposal], list["list[Entry]"]]


class ComparePage(msgspec.Struct):
    game: str
    title: str
    names: tuple[str, ...] = ()  # of the two files
    differences: tuple[Difference, ...] = ()
    many: int = 0
    pair: str = ""  # by which the choice finds the lists again


_pairs: OrderedDict[str, Pair] = OrderedDict()
_lock = threading.Lock()


def compare_page(game: str) -> Response:
    """Fields for two lists of a game."""
    return show("cards/compare.html", ComparePage(known_game(game), titled(game)))


def compare_lists(game: str) -> Response:
    """Two lists that were uploaded: what is new, gone, under another number or worded differently."""
    sides = [_given(name, known_game(game)) for name in ("first", "second")]
    lists = [take(one.rows, one.fields).entries for one in sides]
    found, key = differences(lists[0], lists[1]), secrets.token_urlsafe(9)
    with _lock:
        _pairs[key] = sides, lists
        while len(_pairs) > KEPT:
            _pairs.popitem(last=False)
    names = tuple(one.rows.file for one in sides)
    page = ComparePage(game, titled(game), names, tuple(found[:SHOWN]), len(found), key)
    return show("cards/compare.html", page)


def choose_cards(game: str) -> Response:
    """Merge both lists into the library: for each card, the side that was chosen for it."""
    with _lock:
        pair = _pairs.get(request.form.get("pair", ""))
    if pair is None:
        raise CaseError("these two lists are no longer kept; compare them again")
    default = request.form.get("default", "second")
    if default not in ("first", "second"):
        raise CaseError("choose the first list or the second")
    asked = {key.removeprefix("wins/"): one for key, one in request.form.items() if key.startswith("wins/")}
    winners = {card: side for card, side in asked.items() if side in ("first", "second")}
    told = take_chosen(desk().library, *pair, winners, default)
    return show("cards/imported.html", ImportPage(told, (), f"/library/{known_game(game)}"))


def _given(name: str, game: str) -> Proposal:
    upload = request.files.get(name)
    if upload is None or not upload.filename:
        raise CaseError(f"choose the {name} list")
    file = upload.filename.replace("\\", "/").rpartition("/")[2][:120]
    return propose_from(upload.read(), file, game)


def _library_of(game: str, card: int) -> Library:
    """The library that has a card, which must be of the game."""
    library = desk().library
    if library.game_of(card) != known_game(game):
        raise CaseError(f"card {card} is not of {game}")
    return library


def reword(game: str, card: int) -> Response:
    """A new wording of a card from a given day; the old one stays, as do cases that ran on it."""
    library, form = _library_of(game, card), request.form
    text, kind = form.get("text", "").replace("\r\n", "\n").strip()[:LONGEST], form.get("kind", "")
    if kind not in KINDS:
        raise CaseError(f"a wording is one of {', '.join(KINDS)}; got {kind[:40]!r}")
    made = library.reword(card, text, kind, form.get("note", "").strip()[:200], _day(form.get("day", "")))
    told = {"card": card, "kind": made.kind, "since": made.since}
    return came_of(told, f"/library/{game}/{card}#wordings", 201)


def settle(game: str, card: int) -> Response:
    """What a word of a card's text means: it is kept with the card, and read that way from now on."""
    library, form = _library_of(game, card), request.form
    word, meaning = form.get("word", "").strip()[:80], form.get("meaning", "").strip()[:200]
    if not word or not meaning:
        raise CaseError("say which word, and what it means")
    library.settle(card, word, meaning, form.get("note", "").strip()[:200])
    return came_of({"card": card, "word": word, "meaning": meaning}, f"/library/{game}/{card}", 201)


def _day(written: str) -> str:
    try:
        return date.fromisoformat(written.strip()).isoformat() if written.strip() else ""
    except ValueError:
        raise CaseError(f"a day is written 2026-05-01; got {written[:40]!r}") from None
