"""Restricted lists: how many of a card a deck may have from a day on, as announced by its source.

The books have no such clause: a limit names its source, and holds from one day until another.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from judgekit.cards.foreign import decoded, read_bytes
from judgekit.cards.library import Library
from judgekit.cards.looking import called, one_card
from judgekit.cases.files.decks import DeckList
from judgekit.cases.files.page import Problem, WrongInput
from judgekit.games.game import Violation

FORM = 'limits as in: source = "…", then [[limit]] card = "JK01-002", copies = 1, from = 2026-01-01'
FIELDS = {"card", "copies", "from", "until"}


class Limit(msgspec.Struct, frozen=True):
    card: str  # its number; its name, if it has none
    copies: int
    since: str
    until: str  # the first day on which it holds no more; empty: it still holds
    source: str


def take_limits(library: Library, game: str, file: Path) -> int:
    """Keep the limits of a file: all of them or none. A source given again replaces what it said before."""
    found = read_limits(library, game, file)
    with library.change():
        for source in {one.source for one in found}:
            library.execute("DELETE FROM limits WHERE game = ? AND source = ?", game, source)
        for one in found:
            library.execute(
                "INSERT INTO limits (game, card, copies, since, until, source) VALUES (?,?,?,?,?,?)",
                game, one.card, one.copies, one.since, one.until, one.source,
            )  # fmt: skip
    return len(found)


def read_limits(library: Library, game: str, file: Path) -> list[Limit]:
    try:
        data = tomllib.loads(decoded(read_bytes(file), file.name))
    except tomllib.TOMLDecodeError as problem:
        raise WrongInput([Problem(str(file), 1, "", FORM, str(problem))]) from None
    rows, source = data.get("limit"), data.get("source")
    if not isinstance(source, str) or not source.strip() or not isinstance(rows, list) or not rows:
        raise WrongInput([Problem(str(file), 1, "source, limit", FORM, "a file without them")])
    faults: list[Problem] = []
    found = [_limit(library, game, file, at, row, source.strip(), faults) for at, row in enumerate(rows, 1)]
    if faults:
        raise WrongInput(faults)
    return [one for one in found if one is not None]


def _limit(
    library: Library, game: str, file: Path, at: int, row: Any, source: str, faults: list[Problem]
) -> Limit | None:
    def wrong(field: str, expected: str, came: object) -> None:
        faults.append(Problem(str(file), 0, f"limit {at}: {field}", expected, repr(came)))

    if not isinstance(row, dict) or set(row) - FIELDS:
        wrong("fields", "card, copies, from and perhaps until", row)
        return None
    copies, since, until = row.get("copies"), row.get("from"), row.get("until", "")
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= 99:
        wrong("copies", "how many a deck may have: 0 to 99", copies)
    if not isinstance(since, date):
        wrong("from", "a day, like 2026-01-01", since)
    if until and not isinstance(until, date):
        wrong("until", "a day, like 2026-06-01", until)
    try:
        card = one_card(library, game, str(row.get("card", "")))
    except Exception as problem:  # told with the others
        wrong("card", "a card of the library", str(problem))
        return None
    word = next(iter(library.numbers(card)), "") or library.wording(card).name
    return Limit(word, copies or 0, str(since), str(until), source)


def limits(library: Library, game: str, on: str = "") -> list[Limit]:
    """The limits that hold on a day; today, if none is named."""
    try:
        day = date.fromisoformat(on).isoformat() if on else date.today().isoformat()
    except ValueError:
        raise WrongInput([Problem("--on", 1, "", "a day, like 2026-03-01", on)]) from None
    rows = library.rows(
        "SELECT card, copies, since, until, source FROM limits WHERE game = ? AND since <= ? "
        "AND (until = '' OR until > ?) ORDER BY card", game, day, day,
    )  # fmt: skip
    return [Limit(*row) for row in rows]


def broken(library: Library, deck: DeckList, on: str = "") -> list[Violation]:
    """The limits of a day that a deck exceeds. Copies are counted by card, not by name."""
    copies = Counter(name for pile in deck.deck.piles.values() for name in pile)
    many: Counter[int] = Counter()
    for name in copies:
        for card in _cards(library, deck, name):
            many[card] += copies[name]
    found, rules = [], deck.game.rules(deck.edition)
    for one in limits(library, deck.game.name, on):
        for card in library.meant(deck.game.name, one.card)[:1]:
            if many[card] > one.copies and (told := called(library, card)):
                text = rules.words("limited", n=many[card], most=one.copies, since=one.since)
                found.append(Violation(one.source, text, (told,)))
    return found


def _cards(library: Library, deck: DeckList, name: str) -> list[int]:
    """Which card of the library it is: by its pinned wording, otherwise by its name."""
    pinned = deck.cards[name].wording if name in deck.cards else ""
    rows = library.rows("SELECT DISTINCT card FROM wordings WHERE hash = ?", pinned) if pinned else []
    number = name.rpartition("(")[2].rstrip(")")
    named = library.meant(deck.game.name, number) or library.meant(deck.game.name, name)
    cards = [card for (card,) in rows]
    return [card for card in cards if card in named] or cards or named[:1]
