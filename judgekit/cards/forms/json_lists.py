"""Lists in JSON: rows somewhere inside, Card Game Simulator sets, Tabletop Simulator objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from judgekit.cards.foreign import json_of, lines_after_objects, lines_of_objects, refused
from judgekit.cards.forms.rows import Row, Rows
from judgekit.cases.files.page import Problem, folded, shown

NAME_FIELDS = ("name", "cardname", "card name", "title", "nickname")


def listed(text: str, file: str) -> Rows:
    found = _rows(text, file)
    many = Counter(row.line for row in found.rows)
    for at, row in enumerate(found.rows, 1):
        if many[row.line] > 1:
            row.called = _called(row.fields) or f"card {at}"
    return found


def _called(fields: dict[str, Any]) -> str:
    names = (value for key, value in fields.items() if folded(key) in NAME_FIELDS)
    return next((name for name in names if isinstance(name, str) and name), "")


def _rows(text: str, file: str) -> Rows:
    text = _lines_as_list(text)
    data = json_of(text, file)
    lines = lines_of_objects(text, data)
    if isinstance(data, dict) and "ObjectStates" in data:
        return Rows("tts", file, [Row(lines.get(id(one), 1), _of_tts(one)) for one, _ in on_table(data)])
    if (sets := _sets(data)) is not None:
        return _simulator(sets, lines, file)
    rows = _list_inside(data)
    if rows is None:
        expected = "a list of cards, or an object with such a list in it"
        raise refused(file, expected, shown(data))
    cards = [Row(lines.get(id(one), 1), one) for one in rows if isinstance(one, dict)]
    return Rows("json", file, cards, list(_strays(text, data, rows, file)))


def _strays(text: str, data: Any, rows: list[Any], file: str) -> Iterator[Problem]:
    """Entries among the cards that are not cards, each with the line after the card before it."""
    if all(isinstance(one, dict) for one in rows):
        return
    after, line = lines_after_objects(text, data), 1
    is_one_line = "\n" not in text.strip()
    for at, one in enumerate(rows, 1):
        line = after.get(id(one), line)
        if not isinstance(one, dict):
            field = f"card {at}" if is_one_line else ""
            yield Problem(file, line, field, "a card: an object with its fields", shown(one))


def _lines_as_list(text: str) -> str:
    """JSON lines, one object each, as a list; every line keeps its number."""
    lines = text.strip().splitlines()
    is_each = len(lines) > 1 and all(line.strip()[:1] + line.strip()[-1:] == "{}" for line in lines)
    return "[" + ",\n".join(lines) + "]" if is_each else text


def _list_inside(data: Any, depth: int = 4) -> list[Any] | None:
    """The longest list of objects; an object of objects counts as one, its keys as their ids."""
    if isinstance(data, list):
        return data if any(isinstance(one, dict) for one in data) or not data else None
    if not isinstance(data, dict) or depth == 0:
        return None
    found = [_list_inside(value, depth - 1) for value in data.values()]
    longest = max((one for one in found if one), key=len, default=None)
    keyed = list(data.values())
    if keyed and all(isinstance(one, dict) and one for one in keyed) and len(keyed) > len(longest or ()):
        for key, one in data.items():
            one.setdefault("id", key)
        return keyed
    return longest


def _sets(data: Any) -> list[dict[str, Any]] | None:
    """Card Game Simulator: sets with their cards, or cards that name the code of their set."""
    if isinstance(data, dict) and isinstance(data.get("cards"), list) and "code" in data:
        return [data]
    if not isinstance(data, list) or not data or not all(isinstance(one, dict) for one in data):
        return None
    if all(isinstance(one.get("cards"), list) and {"code", "name"} & one.keys() for one in data):
        return data
    return [{"cards": data}] if all({"id", "name", "setCode"} <= one.keys() for one in data) else None


def _simulator(sets: list[dict[str, Any]], lines: dict[int, int], file: str) -> Rows:
    found = Rows("cgs", file, [])
    for one in sets:
        code = one.get("code", one.get("name"))
        for card in one["cards"]:
            if isinstance(card, dict):
                found.rows.append(Row(lines.get(id(card), 1), ({"setCode": code} if code else {}) | card))
            else:
                line = lines.get(id(one), 1)
                found.problems.append(Problem(file, line, "cards", "a card with its fields", shown(card)))
    return found


def on_table(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The cards of a table that Tabletop Simulator saved, however deep in bags and decks, each with the name
    of the innermost bag or deck."""
    objects = data["ObjectStates"]
    todo = [(one, "") for one in reversed(objects)] if isinstance(objects, list) else []
    while todo:
        one, called = todo.pop()
        if not isinstance(one, dict):
            continue
        inner = one.get("ContainedObjects")
        if isinstance(inner, list) and inner:
            todo += [(each, str(one.get("Nickname") or called)) for each in reversed(inner)]
        elif str(one.get("Name", "")).startswith("Card"):
            yield one, called


def _of_tts(card: dict[str, Any]) -> dict[str, Any]:
    """What a person typed on it; where it lies and how it is drawn says nothing of the card."""
    kept = ("Nickname", "Description", "GMNotes", "CardID", "Memo")
    found = {key: card[key] for key in kept if card.get(key) not in (None, "")}
    return {"Nickname": "", **found}
