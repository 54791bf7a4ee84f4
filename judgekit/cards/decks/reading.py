"""The lines of a deck list, whatever wrote it: how many of what, in which section."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from judgekit.cards.foreign import Node, json_of, refused, xml_of
from judgekit.cards.forms.json_lists import on_table
from judgekit.cards.mapping import plain

MOST = 2000  # lines: no deck has more
SIDE = "side"
SECTIONS = {
    "deck": "main", "main": "main", "main deck": "main", "maindeck": "main", "mainboard": "main",
    "leader": "leader",
    "leaders": "leader", "leader card": "leader", "gate": "gate", "gates": "gate", "gate deck": "gate",
    "monster": "monster", "monster deck": "monster", "ruler": "ruler", "rulers": "ruler",
    "resource": "resource",
    "resources": "resource", "resource deck": "resource", "resource cards": "resource", "side": SIDE,
    "sideboard": SIDE, "side deck": SIDE, "maybeboard": SIDE, "extra": "main", "extra deck": "main",
    "extra cards": "main", "battle cards": "main", "units": "main", "events": "main", "fields": "main",
    "strategy cards": "main", "members": "main", "tactics": "main", "paradoxes": "main",
}  # fmt: skip
_SUMMARY = re.compile(
    r"(?:total|sum|deck size|card count|cards)\b.{0,20}?\d*\s*(?:cards?)?"
    r"|\d+\s+cards?(?:\s+(?:total|in all))?",
    re.IGNORECASE,
)
_JSON = re.compile(r'\{|\[\s*[\[{"]')  # `[Main]` is a title
_BEFORE = re.compile(r"(\d{1,3})\s*[x×]?\s+(\S.*)|(\d{1,3})[x×](\S.*)")
_AFTER = re.compile(r"(\S.*?)\s*(?:\s[x×]\s*|[x×])(\d{1,3})")
_TITLE = re.compile(r"[\[=~*#\s-]*([A-Za-z][A-Za-z ]*?)[\]=~*:\s-]*(?:\(\s*\d+\s*\))?\s*:?")


class Line(msgspec.Struct, frozen=True):
    """A line that names cards; a count of None was not given."""

    line: int
    raw: str
    count: int | None
    words: str
    number: str = ""
    pile: str = ""


class DeckText(msgspec.Struct):
    form: str
    lines: list[Line]
    passed: list[tuple[int, str]] = []  # comments and sums, with their lines


def read(text: str, file: str = "deck") -> DeckText:
    """A deck list; its content shows its form."""
    begin = text.lstrip("\ufeff \t\r\n")
    if not begin:
        raise refused(file, "a deck list", "nothing")
    if begin[0] == "<":
        return _xml(xml_of(begin, file), file)
    if _JSON.match(begin):
        return _json(json_of(begin, file), file)
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST:
        raise refused(file, f"at most {MOST} lines", str(len(lines)))
    if any(line.strip().lower() in ("#main", "#extra", "!side") for line in lines):
        return _ids(lines)
    return _table(text, file) if _is_table(begin) else _plain(lines)


# plain lists


def _plain(lines: list[str]) -> DeckText:
    found = DeckText("text", [])
    has_titles = any(_section(line) for line in lines)
    pile, blank = "", False
    for at, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line:
            blank = bool(found.lines)
            continue
        if section := _section(line):
            pile = section
        elif line.startswith(("//", "#", ";")) or _SUMMARY.fullmatch(line):
            found.passed.append((at, raw))
        else:
            if blank and not has_titles:
                pile = f"block {at}"  # a blank line begins another part
            found.lines.append(_line(at, raw, line, pile))
        blank = False
    return found


def _section(line: str) -> str:
    """The pile that a title names; `//Sideboard`, `[Leader]`, `Gate deck (10):`."""
    title = _TITLE.fullmatch(line.strip().removeprefix("//").removeprefix("#").strip())
    return SECTIONS.get(plain(title[1]), "") if title else ""


def _line(at: int, raw: str, line: str, pile: str) -> Line:
    side = re.match(r"SB:\s*", line, re.IGNORECASE)
    if side:
        line, pile = line[side.end() :], SIDE
    before = _BEFORE.fullmatch(line)
    if before:
        return Line(at, raw, int(before[1] or before[3]), (before[2] or before[4]).strip(), pile=pile)
    after = _AFTER.fullmatch(line)
    if after:
        return Line(at, raw, int(after[2]), after[1].strip(), pile=pile)
    return Line(at, raw, None, line, pile=pile)


def _ids(lines: list[str]) -> DeckText:
    """A list of ids, one per copy, as in `.ydk`."""
    found, pile = DeckText("ydk", []), "main"
    for at, raw in enumerate(lines, 1):
        line = raw.strip()
        if line.lower() in ("#main", "#extra"):
            pile = "main"
        elif line.lower() == "!side":
            pile = SIDE
        elif line.startswith("#"):
            found.passed.append((at, raw))
        elif line:
            found.lines.append(Line(at, raw, 1, line, line, pile))
    return found


# tables

_COUNT, _NAME = (
    ("count", "qty", "quantity", "amount", "copies", "number of copies"),
    ("name", "card", "card name"),
)
_NUMBER, _PILE = ("number", "card number", "code", "id", "card id"), ("section", "pile", "board", "zone")


def _is_table(text: str) -> bool:
    heads = [plain(one) for one in re.split(r"[,;\t]", text.splitlines()[0])]
    return len(heads) > 1 and bool(set(heads) & set(_COUNT)) and bool(set(heads) & {*_NAME, *_NUMBER})


def _table(text: str, file: str) -> DeckText:
    first = text.splitlines()[0]
    comma = max("\t,;", key=first.count)
    found = DeckText("csv", [])
    rows = csv.reader(io.StringIO(text), delimiter=comma, strict=True)
    try:
        heads = [plain(one.lstrip("\ufeff")) for one in next(rows)]
        for cells in rows:
            given = dict(zip(heads, cells, strict=False))
            if any(one.strip() for one in cells):
                found.lines.append(_cells(given, rows.line_num, comma.join(cells)))
    except csv.Error as error:
        raise refused(file, "cells with their quotes in pairs", str(error), rows.line_num) from None
    return found


def _cells(given: dict[str, str], at: int, raw: str) -> Line:
    def of(names: tuple[str, ...]) -> str:
        return next((given[name].strip() for name in names if given.get(name, "").strip()), "")

    count = of(_COUNT)
    pile = SECTIONS.get(plain(of(_PILE)), "")
    number = of(_NUMBER)
    return Line(at, raw, int(count) if count.isdecimal() else None, of(_NAME) or number, number, pile)


# files of other programs


def _xml(root: Node, file: str) -> DeckText:
    if root.tag == "cockatrice_deck":
        return DeckText("cod", list(_cod(root)))
    if root.tag == "deck" and root.all("section"):
        return DeckText("o8d", list(_o8d(root)))
    raise refused(file, "a deck of Cockatrice (.cod) or of OCTGN (.o8d)", f"<{root.tag}>", root.line)


def _cod(root: Node) -> Iterator[Line]:
    for zone in root.all("zone"):
        pile = SECTIONS.get(plain(zone.given.get("name", "")), "")
        for card in zone.all("card"):
            yield _element(card, card.given.get("name", ""), card.given.get("number", ""), "", pile)


def _o8d(root: Node) -> Iterator[Line]:
    for section in root.all("section"):
        pile = SECTIONS.get(plain(section.given.get("name", "")), "")
        for card in section.all("card"):
            yield _element(card, card.text.strip(), card.given.get("qty", ""), card.given.get("id", ""), pile)


def _element(card: Node, name: str, count: str, number: str, pile: str) -> Line:
    many = int(count) if count.isdecimal() and len(count) < 4 else None
    return Line(card.line, f"{count} {name}".strip(), many, name or number, number, pile)


def _json(data: Any, file: str) -> DeckText:
    """Tabletop Simulator keeps every copy as a separate card; the first line on it is its name."""
    if not isinstance(data, dict) or "ObjectStates" not in data:
        raise refused(file, "a deck saved by Tabletop Simulator", "other JSON")
    counted: Counter[tuple[str, str, str]] = Counter()
    for card, called in on_table(data):
        name = str(card.get("Nickname") or "").strip().partition("\n")[0].strip()
        counted[name, str(card.get("GMNotes") or "").strip(), SECTIONS.get(plain(called), "")] += 1
    lines = [
        Line(at, f"{count} {name or number or 'without a name'}", count, name or number, number, pile)
        for at, ((name, number, pile), count) in enumerate(counted.items(), 1)
    ]
    if not lines:
        raise refused(file, "a deck saved by Tabletop Simulator", "one without cards")
    return DeckText("tts", lines)
