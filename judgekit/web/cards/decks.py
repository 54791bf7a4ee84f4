"""Two deck lists, pasted: each line matched or asked, each deck judged, a game begun from both."""

from __future__ import annotations

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.book.address import is_number
from judgekit.cards import samples
from judgekit.cards.decks.limits import broken as over_limits
from judgekit.cards.decks.matching import Asked, Match, deck_of, match
from judgekit.cards.decks.reading import read
from judgekit.cards.decks.starting import start
from judgekit.cases.files.decks import DeckList
from judgekit.cases.files.page import Problem, WrongInput
from judgekit.engine.state import PLAYERS
from judgekit.known import titled
from judgekit.web.cards.views import known_game
from judgekit.web.case.new import begin
from judgekit.web.events import chosen
from judgekit.web.responses import show, wants_json
from judgekit.web.services import desk
from judgekit.web.urls import clause_href


class Broken(msgspec.Struct, frozen=True):
    clause: str
    href: str
    text: str
    cards: tuple[str, ...]


class Side(msgspec.Struct):
    """A player's list as it was pasted, and what came of it."""

    player: str
    text: str = ""
    asked: tuple[Asked, ...] = ()
    answers: dict[str, str] = {}
    piles: tuple[tuple[str, int], ...] = ()
    broken: tuple[Broken, ...] = ()
    legal: bool = False
    problem: str = ""


class DecksPage(msgspec.Struct):
    game: str
    title: str
    sides: tuple[Side, ...]
    seed: str = ""
    samples: tuple[tuple[str, str], ...] = ()  # name, text


def decks_page(game: str) -> Response:
    """Fields for a deck list of each player."""
    texts = {player: _sample(game, request.args.get(f"deck{player}", "")) for player in PLAYERS}
    return _shown(game, tuple(Side(player, texts[player]) for player in PLAYERS))


def take_decks(game: str) -> Response:
    """Match both lists with the library; with `do=start`, begin a game, if nothing is in doubt."""
    known_game(game)
    sides, decks = [], []
    for player in PLAYERS:
        side, deck = _side(game, player)
        sides.append(side)
        decks.append(deck)
    seed = request.form.get("seed", "").strip()
    if request.form.get("do") == "start":
        if decks[0] is not None and decks[1] is not None and _is_seed(seed):
            return begin(start(decks[0], decks[1], int(seed) if seed else None))
        if wants_json():
            raise WrongInput(_problems(tuple(sides)))
        return _shown(game, tuple(sides), seed, 422)
    return _shown(game, tuple(sides), seed)


def _is_seed(text: str) -> bool:
    return not text or (text.isascii() and text.isdecimal() and len(text) < 12)


def _problems(sides: tuple[Side, ...]) -> list[Problem]:
    found = [Problem(f"deck {one.player}", 1, "", "a deck list", one.problem) for one in sides if one.problem]
    for one in sides:
        found += [Problem(f"deck {one.player}", a.line, "", f"a card: {a.why}", a.raw) for a in one.asked]
    return found or [Problem("seed", 1, "", "a whole number, or nothing", "another")]


def _side(game: str, player: str) -> tuple[Side, DeckList | None]:
    text = request.form.get(f"deck{player}", "").replace("\r\n", "\n")
    side = Side(player, text)
    side.answers = {
        key.rpartition("/")[2]: value
        for key, value in request.form.items()
        if key.startswith(f"answer/{player}/") and value and key.rpartition("/")[2].isdecimal()
    }
    try:
        listed = read(text, f"the list of {player}")
    except WrongInput as wrong:
        side.problem = "; ".join(f"expected {one.expected}; got {one.came}" for one in wrong.problems)
        return side, None
    found = match(desk().library, game, listed, {int(key): value for key, value in side.answers.items()})
    side.asked = tuple(found.asked)
    return (side, None) if found.asked else _judged(side, found)


def _judged(side: Side, found: Match) -> tuple[Side, DeckList]:
    deck = deck_of(desk().library, found, f"{side.player}'s deck")
    edition = f"{deck.game.name}/{deck.edition}"
    side.piles = tuple((pile, len(cards)) for pile, cards in deck.deck.piles.items())
    if deck.deck.ruler:
        side.piles = (("ruler: " + deck.deck.ruler, 1), *side.piles)
    event = chosen()
    wrong = [*deck.violations(), *over_limits(desk().library, deck, event.cards_on if event else "")]
    side.broken = tuple(
        Broken(
            one.clause, clause_href(edition, one.clause) if is_number(one.clause) else "", one.text, one.cards
        )
        for one in wrong
    )
    side.legal = not side.broken
    return side, deck


def _sample(game: str, name: str) -> str:
    return next((p.read_text("utf-8") for p in samples.decks(game) if name and p.stem == name), "")


def _shown(game: str, sides: tuple[Side, ...], seed: str = "", status: int = 200) -> Response:
    known_game(game)
    there = tuple((path.stem, path.stem) for path in samples.decks(game))
    return show("cards/decks.html", DecksPage(game, titled(game), sides, seed, there), status)
