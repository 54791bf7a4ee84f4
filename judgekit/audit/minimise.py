"""The smallest table that shows it: cards, sentences, choices and numbers are taken away while the answer
stays.

What is kept is a ruling's answer: its facts hold, and the clauses that decide come in their order. The result
is 1-minimal: no single card, sentence, choice or number can be taken away any more; each was tried.
"""

from __future__ import annotations

import copy
import json
import re
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.files.writer import toml
from judgekit.cases.rulings.reader import read
from judgekit.cases.rulings.ruling import run
from judgekit.engine.errors import EngineError
from judgekit.errors import JudgekitError, is_ours

Data = dict[str, Any]
Where = tuple[str | int, ...]
Edit = Callable[[Data], None]
Tell = Callable[
    [str, int], bool
]  # told what is being tried, and how many cards are left; says whether to go on
SIDES = ("A", "B", "table", "areas")
STANDING = ("standby", "effects", "scheduled")
MOST = 99  # copies of a card that are looked at one by one
_GONE = object()
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class CannotMinimise(JudgekitError):
    """Nothing can be kept, since the ruling already fails as it is."""


class Minimised(msgspec.Struct, frozen=True):
    ruling: Data
    before: int  # cards
    after: int
    tried: int
    is_minimal: bool  # every single removal was tried, and none keeps the answer

    @property
    def toml(self) -> str:
        return toml(self.ruling)

    @property
    def position(self) -> str:
        """Its table alone, as a position file."""
        game = str(self.ruling["editions"][0])
        return toml({"game": game, **self.ruling["position"]})


def read_ruling(path: Path) -> Data:
    text = path.read_text("utf-8")
    data: Data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    return data


def minimise(ruling: Data, seconds: float | None = 30.0, tell: Tell | None = None) -> Minimised:
    """The smallest ruling with the same answer by the same clauses, or the smallest found in time."""
    if not isinstance(ruling.get("position"), dict):
        raise CannotMinimise("only a ruling with a table of its own ([position]) can be made smaller")
    shrinker = Shrinker(expanded(ruling), seconds, tell, comes_out)
    if why := shrinker.wrong(shrinker.data):
        raise CannotMinimise(f"the ruling fails as it is: {why}")
    before = cards_in(shrinker.data)
    shrinker.shrink()
    return Minimised(shrinker.data, before, cards_in(shrinker.data), shrinker.tried, shrinker.is_minimal)


def expanded(ruling: Data) -> Data:
    """Copies of a card one by one; one edition; no notes."""
    data: Data = json.loads(json.dumps(ruling, default=str))
    data["editions"] = data["editions"][:1]
    data.pop("edition", None)
    for side in ("A", "B", "areas"):
        for area, inside in data["position"].get(side, {}).items():
            if isinstance(inside, list):
                data["position"][side][area] = [one for entry in inside for one in _copies(entry)]
    return data


def _copies(entry: Any) -> list[Any]:
    if not isinstance(entry, dict) or not 1 < entry.get("count", 1) <= MOST or "as" in entry:
        return [entry]
    one = {key: value for key, value in entry.items() if key != "count"}
    if "id" in one:
        return [one | {"id": one["id"] + at} for at in range(entry["count"])]
    return [one["card"] if set(one) == {"card"} else dict(one) for _ in range(entry["count"])]


def cards_in(data: Data) -> int:
    """How many cards the table has; unknown ones count."""
    many = 0
    for where in _cards(data):
        found = _at(data, where)
        many += found if isinstance(found, int) else found.get("count", 1) if isinstance(found, dict) else 1
    return many


class Shrinker:
    """Takes parts away as long as `check` finds nothing wrong with what is left."""

    def __init__(
        self, data: Data, seconds: float | None, tell: Tell | None, check: Callable[[Data], str]
    ) -> None:
        self.data = data
        self._check = check
        self.tried = 0
        self.is_minimal = False
        self._end = None if seconds is None else time.monotonic() + seconds
        self._tell = tell

    def shrink(self) -> None:
        """All kinds in turn, until a whole round takes nothing away."""
        while not self._is_late():
            before = json.dumps(self.data)
            for kind, edits in KINDS.items():
                self._in_chunks(kind, edits)
            if json.dumps(self.data) == before:
                self.is_minimal = not self._is_late()
                return

    def _in_chunks(self, kind: str, edits: Callable[[Data], Iterator[Edit]]) -> None:
        """Many at once first, then fewer, then each by itself."""
        size = max(1, len(list(edits(self.data))) // 2)
        while not self._is_late(kind):
            at = 0
            while True:
                some = list(edits(self.data))[at : at + size]
                if not some or self._is_late(kind):
                    break
                at += 0 if self._take(some) else size
            if size == 1:
                return
            size //= 2

    def _take(self, edits: Sequence[Edit]) -> bool:
        data = copy.deepcopy(self.data)
        for edit in edits:
            edit(data)
        data = _purged(data)
        if data == self.data or self.wrong(data):
            return False
        self.data = data
        return True

    def wrong(self, data: Data) -> str:
        self.tried += 1
        return self._check(data)

    def _is_late(self, kind: str = "") -> bool:
        if self._tell is not None and not self._tell(kind, cards_in(self.data)):
            self._end = 0.0
        return self._end is not None and time.monotonic() > self._end


def comes_out(data: Data) -> str:
    """What fails in a ruling; nothing if all of it holds."""
    try:
        result = run(read(page_of(json.dumps(data), "ruling", "json")))
    except (WrongInput, EngineError) as problem:
        return str(problem).splitlines()[0]
    except Exception as problem:
        if not is_ours(problem):
            return f"{type(problem).__name__}: {problem}"
        return str(problem).splitlines()[0]
    return "" if result.ok else result.failures[0]


# what can be taken away


def _cards(data: Data) -> Iterator[Where]:
    """Where cards are written: entries of areas, and those that lie with them; numbers of unknown ones."""
    for side in ("A", "B", "areas"):
        for area, inside in data["position"].get(side, {}).items():
            where = ("position", side, area)
            if isinstance(inside, list):
                yield from _entries(inside, where)
            elif isinstance(inside, int) and not isinstance(inside, bool) and area in PILES:
                yield where


PILES = ("deck", "hand", "life", "monster deck", "gate deck", "stock", "drop", "discard pile", "graveyard")


def _entries(inside: list[Any], where: Where) -> Iterator[Where]:
    for at, entry in enumerate(inside):
        if isinstance(entry, dict):
            for key, value in entry.items():
                if isinstance(value, list) and value and isinstance(value[0], str | dict) and key != "areas":
                    yield from _entries(value, (*where, at, key))
        yield (*where, at)


def _without_cards(data: Data) -> Iterator[Edit]:
    for where in _cards(data):
        yield _set(where, 0 if isinstance(_at(data, where), int) else _GONE)


def _without_definitions(data: Data) -> Iterator[Edit]:
    yield from (_gone(("position", "cards", name)) for name in data["position"].get("cards", {}))


def _without_sentences(data: Data) -> Iterator[Edit]:
    for name, card in data["position"].get("cards", {}).items():
        for field in ("text", "back text"):
            sentences = _sentences(card.get(field, ""))
            for at in range(len(sentences)):
                left = "".join(sentences[:at] + sentences[at + 1 :]).strip()
                yield _set(("position", "cards", name, field), left or _GONE)


def _sentences(text: str) -> list[str]:
    """The sentences of a text, each with what separates it from the next."""
    lines = text.splitlines(keepends=True)
    return [
        part for line in lines for part in _SENTENCE.sub("\0", line).replace("\0", " \0").split("\0") if part
    ]


def _without_standing(data: Data) -> Iterator[Edit]:
    for key in STANDING:
        yield from (_gone(("position", key, at)) for at in range(len(data["position"].get(key, ()))))


def _without_choices(data: Data) -> Iterator[Edit]:
    yield from (_gone(("answers", at)) for at in range(len(data.get("answers", ()))))


def _without_numbers(data: Data) -> Iterator[Edit]:
    """Leaves out numbers and other statements about the table, and stats of cards."""
    position = data["position"]
    for side in (*SIDES, "numbers", "history", "locals", "readings"):
        for key, value in position.get(side, {}).items() if isinstance(position.get(side), dict) else ():
            if not isinstance(value, list):
                yield _gone(("position", side, key))
    for name, card in position.get("cards", {}).items():
        yield from (_gone(("position", "cards", name, key)) for key in card if key not in ("type", "text"))
    yield from (
        _gone(("position", key)) for key in ("notes", "assumptions", "title", "seed") if key in position
    )


def _with_smaller_numbers(data: Data) -> Iterator[Edit]:
    for where in _cards(data):
        found = _at(data, where)
        if isinstance(found, int) and found > 1:
            yield _set(where, found // 2)
            yield _set(where, found - 1)


KINDS: dict[str, Callable[[Data], Iterator[Edit]]] = {
    "cards": _without_cards, "definitions": _without_definitions, "sentences": _without_sentences,
    "waiting": _without_standing, "choices": _without_choices, "numbers": _without_numbers,
    "smaller numbers": _with_smaller_numbers,
}  # fmt: skip


def _gone(where: Where) -> Edit:
    return _set(where, _GONE)


def _set(where: Where, value: Any) -> Edit:
    return lambda data: _put(data, where, value)


def _at(data: Any, where: Where) -> Any:
    for key in where:
        data = data[key]
    return data


def _put(data: Any, where: Where, value: Any) -> None:
    holder = _at(data, where[:-1])
    if holder is not _GONE:
        holder[where[-1]] = value


def _purged(value: Any) -> Any:
    """A copy without the removed parts."""
    if isinstance(value, dict):
        return {key: _purged(part) for key, part in value.items() if part is not _GONE}
    return [_purged(part) for part in value if part is not _GONE] if isinstance(value, list) else value
