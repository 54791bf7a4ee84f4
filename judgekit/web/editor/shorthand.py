"""A table typed in one line: `A z5 b:Titan r3 rested rage2`.

`A` or `B` says whose side it is, an area (its name, its beginning or its initials) where the next cards go. A
card that has not been mentioned yet states its type first; after a card come its printed numbers and its
marks. A number of the game can come anywhere: `rage2`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable

import msgspec

from judgekit.cases.files.page import Problem, WrongInput, folded, guess
from judgekit.engine.state import PLAYERS, UNKNOWN
from judgekit.games.game import Game
from judgekit.web.editor.position_form import TABLE, YES, Entry, Printed, Sketch, counts, own_marks, places

QUICK = "quick"
_COUNTED = re.compile(r"(.*\D)=?(-?\d{1,9})")
_TIMES = re.compile(r"(?:x(\d{1,3})|(\d{1,3})x)")


class Example(msgspec.Struct, frozen=True):
    """Words that a line of this game may have."""

    area: str  # zone-1
    initials: str  # z1
    card: str  # b:Scout
    printed: str  # r3
    mark: str  # invading
    number: str  # rage2

    @property
    def line(self) -> str:
        return f"{PLAYERS[0]} {self.initials} {self.card} {self.printed}"


def example(game: Game) -> Example:
    """What may be typed, in the words of a game."""
    area = next(spec.name for spec in game.areas if not spec.shared)
    kinds = game.types
    kind = kinds[min(1, len(kinds) - 1)]
    numbers = [spec for spec in game.properties if spec.form == "number" and spec.short.isalpha()]
    short = next((spec.short for spec in numbers if not spec.types or kind in spec.types), "")
    mark = next((spec.name for spec in own_marks(game) if True in spec.values), "")
    key = next((spec.key for _, spec in counts(game) if not spec.bookkeeping), "")
    return Example(
        area.replace(" ", "-"), _initials(area), f"{kind[0]}:Scout", f"{short.lower()}3",
        mark.replace(" ", "-"), f"{key.replace(' ', '-')}2",
    )  # fmt: skip


def typed(
    line: str,
    sketch: Sketch,
    game: Game,
    known: Iterable[str],
    in_library: Callable[[str], str] | None = None,
) -> None:
    """Put what the line says into the sketch; raises WrongInput at the first word that says nothing."""
    writer = _Line(sketch, game, {one.name for one in sketch.cards} | set(known), in_library)
    words = _words(line)
    while words:
        taken = 2 if writer.pair(words[:2]) else 1
        if taken == 1:
            writer.word(words[0])
        del words[:taken]


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line.replace(";", " "))
    except ValueError:
        raise WrongInput([Problem(QUICK, 1, QUICK, "quotes in pairs", line)]) from None


class _Line:
    def __init__(
        self, sketch: Sketch, game: Game, known: set[str], in_library: Callable[[str], str] | None
    ) -> None:
        self.in_library = in_library
        self.sketch = sketch
        self.game = game
        self.known = known
        self.side = sketch.head.get("turn") if sketch.head.get("turn") in PLAYERS else PLAYERS[0]
        self.area = ""
        self.last: Entry | None = None
        self.kinds = game.types

    def pair(self, words: list[str]) -> bool:
        """A number and its value as two words: `rage 3`; an area and how many unknown cards: `life 5`."""
        if len(words) < 2 or not (words[1].isascii() and words[1].isdecimal() and len(words[1]) < 5):
            return False
        if len(words[1]) > 1 and words[1].startswith("0"):
            return False  # 022 is the end of a card's number
        if self._number("".join(words)):
            return True
        if not self._where(words[0]):
            return False
        self.sketch.piles.setdefault(self.area, []).append(Entry(UNKNOWN, words[1]))
        return True

    def word(self, word: str) -> None:
        done = (
            self._whose(word) or self._about(word) or self._number(word) or self._where(word)
            or self._card(word)
        )  # fmt: skip
        if not done:
            self._wrong(word)

    def _whose(self, word: str) -> bool:
        if word not in PLAYERS:
            return False
        self.side, self.area, self.last = word, "", None
        return True

    def _about(self, word: str) -> bool:
        """A detail of the card just named: a count, a mark, a printed number."""
        if self.last is None:
            return False
        times = _TIMES.fullmatch(word)
        mark = next((m for m in own_marks(self.game) if folded(m.name) == folded(word)), None)
        if times:
            self.last.count = times[1] or times[2]
        elif mark is not None and True in mark.values:
            self.last.marks = {**self.last.marks, mark.name: YES}
        else:
            return self._printed(word)
        return True

    def _printed(self, word: str) -> bool:
        match = _COUNTED.fullmatch(word)
        card = next((c for c in self.sketch.cards if self.last and c.name == self.last.card), None)
        if match is None or card is None:
            return False
        for spec in self.game.properties:
            if spec.form == "number" and folded(match[1]) in (folded(spec.name), folded(spec.short)):
                card.values = {**card.values, spec.name: match[2]}
                return True
        return False

    def _number(self, word: str) -> bool:
        match = _COUNTED.fullmatch(word)
        if match is None:
            return False
        for where, spec in counts(self.game):
            if where.startswith((f"{self.side}/", f"{TABLE}/")) and folded(match[1]) == folded(spec.key):
                self.sketch.numbers[where] = match[2]
                return True
        return False

    def _where(self, word: str) -> bool:
        """An area by name, by initials (`z5`, `dp`), or by a beginning that only one has."""
        own = [where for where, _ in places(self.game) if where.startswith((f"{self.side}/", f"{TABLE}/"))]
        names = {where: folded(where.partition("/")[2]) for where in own}
        wanted = folded(word)
        if word in self.known or word == UNKNOWN:
            return False
        for found in (
            [w for w, name in names.items() if name == wanted],
            [w for w, name in names.items() if _initials(name) == wanted],
            [w for w, name in names.items() if name.startswith(wanted)],
        ):
            if len(found) == 1:
                self.area, self.last = found[0], None
                return True
        return False

    def _card(self, word: str) -> bool:
        kind, colon, name = word.partition(":")
        if not self.area:
            return False
        if colon and name:
            self._make(kind, name)
        else:
            name = word
        if name != UNKNOWN and name not in self.known:
            name = self.in_library(name) if self.in_library else ""
        if not name:
            return False
        self.last = Entry(name, marks={})
        self.sketch.piles.setdefault(self.area, []).append(self.last)
        return True

    def _make(self, kind: str, name: str) -> None:
        """A new card: `b:Titan` is a battle card of that name."""
        kinds = [one for one in self.kinds if one.startswith(folded(kind))]
        kinds = [one for one in kinds if one == self.area.partition("/")[2]] or kinds
        if len(kinds) != 1:
            expected = f"a type of card before the colon: {', '.join(self.kinds)}"
            if kinds:
                expected = f"one type: {kind} can mean {' or '.join(kinds)}"
            raise WrongInput([Problem(QUICK, 1, QUICK, expected, kind)])
        if name not in self.known:
            self.sketch.cards.append(Printed(name, values={"type": kinds[0]}))
            self.known.add(name)

    def _wrong(self, word: str) -> None:
        areas = [s.name for s in self.game.areas]
        if not self.area:
            several = [name for name in areas if folded(name).startswith(folded(word))]
            expected = f"A, B, a number, or an area first: {', '.join(areas)}" + guess(word, areas)
            if several:
                expected = f"one area: {word} can mean {' or '.join(several)}"
        elif self.last and _COUNTED.fullmatch(word) and self.last.card in self.known:
            shorts = [spec.short or spec.name for spec in self.game.properties if spec.form == "number"]
            expected = f"an area, or a number of {self.last.card}: {', '.join(shorts)}"
            if all(card.name != self.last.card for card in self.sketch.cards):
                expected = f"an area or a card: the numbers of {self.last.card} are in the library"
        else:
            types = " or ".join(f"{kind}:{word}" for kind in self.kinds[:2])
            expected = f"a known card, or its type before its name ({types})" + guess(word, self.known)
        raise WrongInput([Problem(QUICK, 1, QUICK, expected, word)])


def _initials(name: str) -> str:
    """`zone 5` is z5, `discard pile` dp."""
    return "".join(part if part.isdigit() else part[:1] for part in name.split())
