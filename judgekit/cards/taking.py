"""From the rows of a list to cards of a game: each row is taken, or listed with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from judgekit import budget
from judgekit.cards import markup
from judgekit.cards.forms.rows import Row, Rows
from judgekit.cards.mapping import FieldMap, choice, spec_of
from judgekit.cards.model import BACK, Entry, Face, Text
from judgekit.cases.files.page import Problem, guess, one_of, shown
from judgekit.games import game
from judgekit.games.game import Game, PropertySpec

NOTHING = frozenset(("", "-", "‐", "–", "—", "n/a", "none", "null"))
_APART = re.compile(r"\s*[/,;|、／]\s*")
_WHOLE = re.compile(r"[+-]?\d{1,3}(?:[,.]\d{3})+|[+-]?\d{1,12}")
_MORE = re.compile(r"^(?![,.]0+$)[^([{]*\d")  # 2,5 and 10/20 are no whole numbers; 2500,00 and 4 (2 red) are
VARIABLE = frozenset(("X", "*", "?", "？"))  # printed in place of a number
_LOGIC = {"P": "power logic", "A": "aura logic", "L": "limit logic"}
TRAITS = ("traits", "characters", "attributes", "world", "element", "faction")  # names that texts quote

Progress = Callable[[int, int], None]


class Wrong(Exception):
    """A field of a row that cannot be taken."""

    def __init__(self, field: str, expected: str, came: Any) -> None:
        super().__init__(field)
        self.field, self.expected, self.came = field, expected, came


class NotTold(Wrong):
    """A field that is filled in but says nothing the game knows, such as a power of X: it is unknown, and
    that is noted on the card."""


class Taken(msgspec.Struct):
    entries: list[Entry]
    listed: list[Problem]


def take(rows: Rows, fields: FieldMap, progress: Progress | None = None) -> Taken:
    """Every row of a list, as an entry or as a problem."""
    reader = _Reader(rows, fields)
    found = Taken([], list(rows.problems))
    for at, row in enumerate(rows.rows):
        budget.ask()
        if progress is not None and at % 50 == 0:
            progress(at, len(rows.rows))
        try:
            found.entries.append(reader.entry(row))
        except Wrong as wrong:
            field = ": ".join(filter(None, (row.called, wrong.field)))
            found.listed.append(
                Problem(rows.file + row.sheet, row.line, field, wrong.expected, shown(wrong.came))
            )
    if progress is not None:
        progress(len(rows.rows), len(rows.rows))
    return found


class _Reader:
    def __init__(self, rows: Rows, fields: FieldMap) -> None:
        self.fields = fields
        self.game: Game = game(fields.game)
        self.sources = {target: key for key, target in fields.fields.items() if target}
        self.names = tuple(dict.fromkeys(self._quoted(rows)))

    def _quoted(self, rows: Rows) -> Iterator[str]:
        """Traits and characters of the list, used to mend eaten or half-bracketed names."""
        for target in TRAITS:
            spec, key = spec_of(self.game, target), self.sources.get(target)
            if spec is not None and key is not None:
                for row in rows.rows:
                    yield from (one for one in split(row.fields.get(key)) if len(one) > 2)

    def entry(self, row: Row) -> Entry:
        name = self._text(row, "name")
        if not name or name == "?":
            raise Wrong(self.sources.get("name", "name"), "the name of the card", name or None)
        number = self._text(row, "number")
        front = self._face(row, name, "")
        faces: tuple[Face, ...] = (front,)
        if self._has_back(row):
            faces = (front, self._face(row, self._text(row, BACK + "name") or name, BACK))
        self._check_type(front.printed)
        ids = tuple(filter(None, [self._text(row, "id")]))
        series, rarity = self._text(row, "series"), self._text(row, "rarity")
        return Entry(row.line, faces, number, ids, series, rarity, row.fields, row.group)

    def _text(self, row: Row, target: str) -> str:
        value = row.fields.get(self.sources.get(target, ""))
        if value is None:
            return ""
        if not isinstance(value, str | int | float):
            raise Wrong(self.sources[target], "a text", value)
        return " ".join(str(value).split())

    def _has_back(self, row: Row) -> bool:
        keys = (key for target, key in self.sources.items() if target.startswith(BACK))
        return any(str(row.fields.get(key) or "").strip().lower() not in NOTHING for key in keys)

    def _face(self, row: Row, name: str, side: str) -> Face:
        self.unknown: list[str] = []
        known: Text
        printed = dict(self._printed(row, side))
        key = self.sources.get(side + "text")
        raw = row.fields.get(key) if key is not None else None
        if isinstance(raw, list):
            raw = "\n".join(str(one) for one in raw)
        if raw is not None and not isinstance(raw, str):
            raise Wrong(str(key), "a text", raw)
        if raw is None:
            is_absent = key is None or key not in row.fields
            state = self.fields.absent_text if is_absent else "empty"
            known = "empty" if state == "empty" else "unknown"
            return Face(name, printed, state=known, unknown=tuple(self.unknown))
        read = markup.read(raw, self.game.name, self.names)
        told = (*read.mended, *(f"an icon without a name: {one}" for one in read.unknown))
        known = "known" if read.text else "empty"
        return Face(name, printed, read.text, raw, known, told, unknown=tuple(self.unknown))

    def _printed(self, row: Row, side: str) -> Iterator[tuple[str, Any]]:
        for spec in self.game.properties:
            if spec.name.startswith(BACK):
                continue
            key = self.sources.get(side + spec.name)
            if key is not None and (value := row.fields.get(key)) is not None:
                if (read := self._value(value, spec, key)) is not None:
                    yield spec.name, read
        if not side and (key := self.sources.get("logic")) is not None:
            yield from logic(str(row.fields.get(key) or "")).items()
        if not side:
            yield from self._number(row)

    def _value(self, value: Any, spec: PropertySpec, key: str) -> Any:
        try:
            return value_of(value, spec, key)
        except NotTold as unknown:
            self.unknown.append(f"{spec.name} is unknown: the list says {shown(unknown.came)}")
            return None

    def _number(self, row: Row) -> Iterator[tuple[str, Any]]:
        """Games whose rules ask for the number have it as a property, without the printing's own mark."""
        number = base_number(self._text(row, "number"))
        if number and spec_of(self.game, "number") is not None:
            yield "number", number
        if number and spec_of(self.game, "collector number") is not None:
            yield "collector number", (number,)

    def _check_type(self, printed: dict[str, Any]) -> None:
        """Leave out values that this type of card does not have; report required ones that are missing."""
        kinds = spec_of(self.game, "type")
        if kinds is None:
            return
        if "type" not in printed:
            raise Wrong(self.sources.get("type", "type"), one_of(kinds.choices), None)
        for spec in self.game.properties:
            fits = not spec.types or printed["type"] in spec.types
            if not fits:
                printed.pop(spec.name, None)
            elif spec.required and spec.name not in printed:
                expected = one_of(spec.choices) if spec.choices else "a whole number"
                raise Wrong(self.sources.get(spec.name, spec.name), expected, None)


def value_of(value: Any, spec: PropertySpec, key: str) -> Any:
    """A value as the game has it; none where the list says that there is none."""
    if isinstance(value, str) and value.strip().lower() in NOTHING:
        return None
    if spec.form == "number":
        return _whole(value, spec, key)
    if spec.form == "words":
        return _words(value, spec, key)
    if isinstance(value, bool):
        return (spec.choices[0] if spec.choices else "yes") if value else None
    if not isinstance(value, str | int):
        raise Wrong(key, "a word", value)
    if not spec.choices:
        return str(value).strip()
    if spec.choices == ("yes",):
        return "yes" if str(value).strip().lower() in ("yes", "y", "true", "1", "x") else None
    return _chosen(str(value), spec, key)


def _whole(value: Any, spec: PropertySpec, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Wrong(key, "a whole number", value)
    if isinstance(value, str):
        said = re.sub(r"^[A-Za-z ]+(?=\+)", "", value.strip())  # Power+1500
        if said in VARIABLE and not spec.required:
            raise NotTold(key, "a whole number", value)
        found = _WHOLE.match(said)
        rest = said[found.end() :] if found else value
        if found is None or rest[:1].isalnum() or _MORE.search(rest):
            raise Wrong(key, "a whole number", value)
        return int(re.sub(r"[,.]", "", found[0]))
    if value != int(value):
        raise Wrong(key, "a whole number", value)
    return int(value)


def _words(value: Any, spec: PropertySpec, key: str) -> tuple[str, ...] | None:
    if spec.choices and isinstance(value, str):
        value = _of_the_cost(value)
    words = split(value)
    if spec.choices:
        words = [_chosen(one, spec, key) for one in words]
    return tuple(words) or None


def _of_the_cost(value: str) -> str | list[str]:
    """The colours of a cost: `2(red, red)`, or pictures of them after the number."""
    inside = re.fullmatch(r"\d+\s*\((.*)\)", value.strip(), re.DOTALL)
    told = inside[1] if inside else value
    return re.findall(r"/([a-z]+)_ball", told) if "<" in told else told


def split(value: Any) -> list[str]:
    """`Alien/Saiyan`, `Human; Wind` or a list: the words of it."""
    if isinstance(value, list):
        return [str(one).strip() for one in value if str(one).strip()]
    if not isinstance(value, str | int):
        return []
    return [one for one in _APART.split(str(value).strip()) if one and one.lower() not in NOTHING]


def _chosen(value: str, spec: PropertySpec, key: str) -> str:
    found = choice(value, spec.choices)
    if found is None and len(spec.choices) == 1 and not spec.required:  # the book names only one of them
        raise NotTold(key, spec.choices[0], value)
    if found is None:
        raise Wrong(key, one_of(spec.choices) + guess(value, spec.choices), value)
    return found


def logic(said: str) -> dict[str, int]:
    """Luck & Logic's icons: `A+1/IC P+3000` is aura logic 1, power logic 3000, and an intercept icon."""
    found = {_LOGIC[letter]: int(n) for letter, n in re.findall(r"\b([PAL])\s*\+\s*(\d+)", said)}
    return found | ({"intercept": 1} if re.search(r"\bIC\b", said) else {})


def base_number(number: str) -> str:
    """The number without its printing's mark, as in BT1-001_SPR, BT1-001★ or BP01-003+."""
    return re.sub(r"(?:_[A-Za-z]+\d*)+$|[+★☆*]+$|\s+\((?:alt|foil|promo)[^)]*\)$", "", number.strip())
