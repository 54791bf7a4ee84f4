"""The signs of a log in a reader's words: `B.attack 2` is B's Attack zone 2, `Moth#1` Moth's ability."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from judgekit.book.model import Book
from judgekit.engine.abilities import Pool
from judgekit.engine.state import PLAYERS, area_name, area_player, host_of
from judgekit.games.game import Game
from judgekit.narrate.events import Labels, place, the

KEYWORD = "keyword:"  # before the name of a keyword, where that is the address of its ability


class Wording:
    """What the areas and abilities of a case are called in a sentence."""

    def __init__(self, book: Book, pool: Pool, game: Game | None) -> None:
        self.ability = "skill" if any(row.title == "Skills" for row in book) else "ability"
        self.printed = Counter(address.partition("#")[0] for address in pool.abilities if _is_whole(address))
        self.areas = {spec.name: spec.said for spec in game.areas} if game else {}
        own = [spec.name for spec in game.areas if not spec.shared] if game else []
        parts = (
            rf"\b(?P<side>{'|'.join(PLAYERS)})\.(?P<area>{_any(own)})(?!\w)" if own else "",
            r"\b(?:in )?under\.(?P<host>\d+)\b",
            _abilities(pool),
        )
        self.pattern = re.compile("|".join(filter(None, parts)))

    def plain(self, text: str, labels: Labels) -> str:
        """A sentence without signs."""
        return self.pattern.sub(lambda found: self._said(found.groupdict(), labels), text)

    def area(self, where: str, labels: Labels, whose: bool = True) -> str:
        """An area as the game calls it: `A's Battle Area`, `the Battle Area`, `under Oak`."""
        known = self.areas.get(area_name(where))
        if known is None or host_of(where) is not None:
            return place(where, labels, whose)
        player = area_player(where)
        return f"{player}'s {known}" if player and whose else the(known)

    def _said(self, found: dict[str, str | None], labels: Labels) -> str:
        if found["host"]:
            return f"under {labels(int(found['host']))}"
        if address := found.get("address"):
            of = f" ({found['of']})" if found["of"] else ""
            return f"{self._called(address)}{of}"
        return self.area(f"{found['side']}.{found['area']}", labels)

    def _called(self, address: str) -> str:
        """An ability by its card; by its number too, where the card has several."""
        if address.startswith(KEYWORD):
            return address.removeprefix(KEYWORD).partition(",")[0]
        card, _, number = address.partition("#")
        if not _is_whole(address):
            return f"{card}'s effect"
        return f"{card}'s {self.ability}{f' {number}' if self.printed[card] > 1 else ''}"


def _is_whole(address: str) -> bool:
    """Whether it is an ability as printed, not one inside another."""
    return address.partition("#")[2].isdecimal()


def _abilities(pool: Pool) -> str:
    """An ability, with its card before it and its player after it where they are named."""
    known = [one for one in pool.abilities if "#" in one or one.startswith(KEYWORD)]
    if not known:
        return ""
    cards = _any(card for one in known if (card := one.partition("#")[0]) != one)
    before = rf"(?:(?:{cards}) )?" if cards else ""
    return rf"(?<!\w){before}(?P<address>{_any(known)})(?![\w/])(?: of (?P<of>{'|'.join(PLAYERS)})\b)?"


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(set(words), key=len, reverse=True)))
