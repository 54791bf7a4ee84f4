"""A position as a form has it: every field as it was typed, nothing lost on the way to the text and back.

What no field of the form can hold stays in `rest`, as TOML of its own, and is put back at its place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.page import Problem, WrongInput, field_name, folded, is_a
from judgekit.cases.files.writer import toml
from judgekit.engine.state import PLAYERS, UNKNOWN
from judgekit.games.game import AreaSpec, Game, MarkSpec, NumberSpec, PropertySpec

HEAD = ("at", "turn", "title", "notes", "seed")
TABLE = "table"
REST, MORE = "rest", "more"
YES = "yes"


class Entry(msgspec.Struct):
    """A card in an area, or several alike."""

    card: str = ""
    count: str = ""
    label: str = ""  # `as`
    owner: str = ""
    under: str = ""  # names, with commas between them
    more: str = ""  # the other fields, as in TOML
    marks: dict[str, str] = {}

    @property
    def is_empty(self) -> bool:
        return not (self.card or self.label or self.under or self.more or self.marks)


class Printed(msgspec.Struct):
    """A card as it is printed."""

    name: str = ""
    text: str = ""
    values: dict[str, str] = {}

    @property
    def is_empty(self) -> bool:
        return not (self.name or self.text or self.values)


class Sketch(msgspec.Struct):
    game: str
    edition: str
    head: dict[str, str] = {}
    cards: list[Printed] = []
    piles: dict[
        str, list[Entry]
    ] = {}  # "A/zone 1", "table/resolution", in the order of the file: what came first
    numbers: dict[str, str] = {}  # "A/rage", "table/turn"
    rest: str = ""


class Written(msgspec.Struct, frozen=True):
    """The text of a sketch, and which field of the form each field of it came from."""

    text: str
    inputs: dict[str, str]

    def input_of(self, field: str) -> str:
        """The input that a fault belongs to: its own, else the nearest one around it."""
        while field and field not in self.inputs:
            cut = max(field.rfind("."), field.rfind("["))
            field = field[:cut] if cut > 0 else ""
        return self.inputs.get(field, REST)


def places(game: Game) -> Iterator[tuple[str, AreaSpec]]:
    """Every area of the game with its name in a form."""
    for side in (*PLAYERS, TABLE):
        yield from ((f"{side}/{s.name}", s) for s in game.areas if s.shared is (side == TABLE))


def counts(game: Game) -> Iterator[tuple[str, NumberSpec]]:
    """Every number of the game with its name in a form; an area of the same name takes precedence."""
    for side in (*PLAYERS, TABLE):
        for spec in game.numbers:
            area = game.area(spec.key)
            if spec.per_player is (side != TABLE) and (area is None or area.shared is not (side == TABLE)):
                yield f"{side}/{spec.key}", spec


def own_marks(game: Game) -> list[MarkSpec]:
    """Marks that a form can offer: yes or no, or one of several words."""
    return [m for m in game.marks if m.values and all(v is True or isinstance(v, str) for v in m.values)]


# from the text


def sketched(data: Mapping[str, Any], game: Game, edition: str) -> Sketch:
    """A position's data as a sketch; whatever its form has no field for is in `rest`."""
    reader = _Reader(game, edition)
    for key, value in data.items():
        reader.field(key, value)
    found, rest = reader.sketch, reader.rest
    return msgspec.structs.replace(found, rest=toml(rest) if rest else "")


class _Reader:
    def __init__(self, game: Game, edition: str) -> None:
        self.game = game
        self.sketch = Sketch(game.name, edition, {}, [], {}, {})
        self.rest: dict[str, Any] = {}
        self.areas = {_fold(where): where for where, _ in places(game)}
        self.numbers = {_fold(where): where for where, _ in counts(game)}
        self.properties = {folded(spec.name): spec for spec in game.properties}
        self.marks = {folded(mark.name): mark for mark in own_marks(game)}

    def field(self, key: str, value: Any) -> None:
        if key == "game":
            return
        if key in HEAD and isinstance(value, int if key == "seed" else str):
            self.sketch.head[key] = str(value)
        elif key == "cards" and isinstance(value, dict):
            for name, card in value.items():
                self._card(name, card)
        elif key in (*PLAYERS, TABLE) and isinstance(value, dict):
            for name, one in value.items():
                self._side(key, name, one)
        else:
            self.rest[key] = value

    def _keep(self, value: Any, *path: str) -> None:
        inner = self.rest
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
        inner[path[-1]] = value

    def _card(self, name: str, card: Any) -> None:
        if not isinstance(card, dict):
            self._keep(card, "cards", name)
            return
        text = card.get("text", "")
        values = {}
        for key, value in card.items():
            spec = self.properties.get(folded(key))
            shown = None if spec is None else _shown(spec, value)
            if shown is not None and spec is not None:
                values[spec.name] = shown
            elif key != "text" or not isinstance(text, str):
                self._keep(value, "cards", name, key)
        self.sketch.cards.append(Printed(name, text if isinstance(text, str) else "", values))

    def _side(self, side: str, name: str, value: Any) -> None:
        where = _fold(f"{side}/{name}")
        entries = self._pile(value) if where in self.areas else None
        if entries is not None:
            self.sketch.piles[self.areas[where]] = entries
        elif where in self.numbers and isinstance(value, int):
            self.sketch.numbers[self.numbers[where]] = str(int(value))
        else:
            self._keep(value, side, name)

    def _pile(self, value: Any) -> list[Entry] | None:
        if is_a(value, int):
            return [Entry(UNKNOWN, str(value))]
        listed = value if isinstance(value, list) else [value]
        if not all(isinstance(one, str) or _has_name(one) for one in listed):
            return None
        return [Entry(one) if isinstance(one, str) else self._entry(one) for one in listed]

    def _entry(self, data: Mapping[str, Any]) -> Entry:
        found, more = Entry(data["card"], marks={}), {}
        for key, value in data.items():
            mark = self.marks.get(folded(key))
            if key in ("as", "owner") and isinstance(value, str) and value:
                setattr(found, {"as": "label"}.get(key, key), value)
            elif key == "count" and is_a(value, int):
                found.count = str(value)
            elif key == "under" and _are_names(value):
                found.under = ", ".join(value)
            elif mark is not None and any(value is v or value == v for v in mark.values):
                found.marks[mark.name] = YES if value is True else str(value)
            elif key != "card" and value is not False:
                more[key] = value
        found.more = _inline(more)
        return found


def _fold(where: str) -> str:
    side, _, name = where.partition("/")
    return f"{side}/{folded(name)}"


def _shown(spec: PropertySpec, value: Any) -> str | None:
    """A printed value as one types it into its field; none, if that would not be read back as the same."""
    if spec.form == "words":
        given = [value] if isinstance(value, str) else value
        fits = isinstance(given, list) and all(isinstance(w, str) and _is_word(w) for w in given)
        return ", ".join(given) if fits and given else None
    if spec.form == "number":
        return str(value) if is_a(value, int) else None
    return value if isinstance(value, str) and value and value == value.strip() else None


def _is_word(word: str) -> bool:
    return bool(word) and word == word.strip() and "," not in word


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, str) and _is_word(v) for v in value)


def _has_name(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("card"), str)


def _inline(data: Mapping[str, Any]) -> str:
    """The fields of a table in one line, as they stand between its braces."""
    line = toml({"x": [0, dict(data)]}).strip() if data else ""
    return line[line.index("{") + 1 : line.rindex("}")].strip() if line else ""


# to the text


def written(sketch: Sketch, game: Game) -> Written:
    """The position of a sketch as TOML; raises WrongInput where a TOML field does not parse."""
    writer = _Writer(game)
    rest = parsed(sketch.rest, REST)
    data = writer.data(sketch)
    return Written(toml(_merged(data, rest)), writer.inputs)


def parsed(text: str, where: str) -> dict[str, Any]:
    """A piece of TOML; `where` is the input that it is in."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WrongInput([Problem(where, 1, where, "valid TOML", str(problem))]) from None


def _merged(data: dict[str, Any], rest: Mapping[str, Any]) -> dict[str, Any]:
    for key, value in rest.items():
        inner = data.get(key)
        data[key] = _merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return data


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.inputs: dict[str, str] = {}
        self.marks = {mark.name: mark for mark in game.marks}

    def data(self, sketch: Sketch) -> dict[str, Any]:
        found: dict[str, Any] = {"game": f"{sketch.game}/{sketch.edition}"}
        for key in HEAD:
            self._at((key,), f"head/{key}")
            if sketch.head.get(key):
                found[key] = _number(sketch.head[key]) if key == "seed" else sketch.head[key]
        found["cards"] = {one.name: self._card(at, one) for at, one in enumerate(sketch.cards) if one.name}
        for side in (*PLAYERS, TABLE):
            found[side] = dict(self._side(side, sketch))
        return {key: value for key, value in found.items() if value != {}}

    def _at(self, path: Path, where: str) -> None:
        self.inputs[field_name(path)] = where

    def _card(self, at: int, card: Printed) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._at(("cards", card.name), f"card/{at}/name")
        for spec in self.game.properties:
            self._at(("cards", card.name, spec.name), f"card/{at}/is/{spec.name}")
            if card.values.get(spec.name):
                found[spec.name] = _typed(spec, card.values[spec.name])
        self._at(("cards", card.name, "text"), f"card/{at}/text")
        return found | ({"text": card.text} if card.text else {})

    def _side(self, side: str, sketch: Sketch) -> Iterator[tuple[str, Any]]:
        specs = dict(places(self.game))
        for where, pile in sketch.piles.items():
            entries = [(at, entry) for at, entry in enumerate(pile) if not entry.is_empty]
            if where.startswith(f"{side}/") and entries:
                spec = specs[where]
                self._at((side, spec.name), f"pile/{where}/{entries[0][0]}/card")
                yield spec.name, self._pile(side, spec, entries)
        for where, number in counts(self.game):
            if where.startswith(f"{side}/"):
                self._at((side, number.key), f"number/{where}")
                if sketch.numbers.get(where):
                    yield number.key, _number(sketch.numbers[where])

    def _pile(self, side: str, spec: AreaSpec, entries: list[tuple[int, Entry]]) -> Any:
        written = [
            self._entry((side, spec.name, place), f"pile/{side}/{spec.name}/{at}", entry)
            for place, (at, entry) in enumerate(entries)
        ]
        if len(written) == 1 and isinstance(written[0], dict) and set(written[0]) == {"card", "count"}:
            if written[0]["card"] == UNKNOWN and isinstance(written[0]["count"], int):
                return written[0]["count"]
        return written

    def _entry(self, path: Path, where: str, entry: Entry) -> Any:
        fields = {"card": "card", "count": "count", "as": "as", "owner": "owner", "under": "under"}
        self._at(path, f"{where}/card")
        for name, one in fields.items():
            self._at((*path, name), f"{where}/{one}")
        found: dict[str, Any] = {"card": entry.card}
        found |= {"count": _number(entry.count)} if entry.count else {}
        found |= {"as": entry.label} if entry.label else {}
        found |= {"owner": entry.owner} if entry.owner else {}
        for name, value in entry.marks.items():
            self._at((*path, name), f"{where}/is/{name}")
            found[name] = True if value == YES and True in self.marks[name].values else value
        found |= {"under": _words(entry.under)} if entry.under else {}
        for name, value in _inside(entry.more, f"{where}/{MORE}").items():
            self._at((*path, name), f"{where}/{MORE}")
            found[name] = value
        return entry.card if set(found) == {"card"} else found


def _inside(more: str, where: str) -> dict[str, Any]:
    """The fields that were typed as TOML for one card."""
    found = parsed(f"x = {{ {more} }}", where)
    if set(found) != {"x"}:
        raise WrongInput([Problem(where, 1, where, "fields with commas between them", more)])
    inner: dict[str, Any] = found["x"]
    return inner


def _typed(spec: PropertySpec, text: str) -> Any:
    if spec.form == "words":
        return _words(text)
    return _number(text) if spec.form == "number" else text


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _number(text: str) -> int | str:
    """A whole number; anything else stays as typed, for the position's own reader to find fault with."""
    plain = text.strip().replace("\u2212", "-")
    is_whole = plain.removeprefix("-").isascii() and plain.removeprefix("-").isdecimal() and len(plain) < 12
    return int(plain) if is_whole else text
