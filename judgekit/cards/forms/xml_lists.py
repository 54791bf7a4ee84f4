"""Lists in XML: Cockatrice's card databases (3 and 4) and OCTGN's sets."""

from __future__ import annotations

from typing import Any

from judgekit.cards.foreign import Node, refused, xml_of
from judgekit.cards.forms.rows import Row, Rows
from judgekit.cases.files.page import Problem


def elements(data: bytes | str, file: str) -> Rows:
    root = xml_of(data, file)
    if root.tag == "cockatrice_carddatabase":
        return _cockatrice(root, file)
    if root.tag == "set" and root.first("cards") is not None:
        return _octgn(root, file)
    expected = "a card database of Cockatrice or a set of OCTGN"
    raise refused(file, expected, f"<{root.tag}>", root.line)


def _cockatrice(root: Node, file: str) -> Rows:
    version = root.given.get("version", "3")
    found = Rows("cockatrice-4" if version >= "4" else "cockatrice-3", file, [])
    for card in (one for group in root.all("cards") for one in group.all("card")):
        fields: dict[str, Any] = {}
        for part in card.inside:
            if part.tag == "prop":
                fields |= {one.tag: one.text.strip() for one in part.inside}
            elif part.tag not in ("set", "related", "reverse-related"):
                fields.setdefault(part.tag, part.text.strip("\n"))
        group = f"{file}:{card.line}"
        for number, own in enumerate(card.all("set") or [Node("set", card.line, {})]):
            given = {key: value for key, value in own.given.items() if key in ("num", "rarity", "uuid")}
            named = {"set": own.text.strip()} if own.text.strip() else {}
            found.rows.append(Row(card.line if number == 0 else own.line, fields | named | given, group))
    return found


def _octgn(root: Node, file: str) -> Rows:
    found = Rows("octgn", file, [])
    name = root.given.get("name", "")
    for card in (one for group in root.all("cards") for one in group.all("card")):
        if not card.given.get("name", "").strip():
            found.problems.append(Problem(file, card.line, "name", "a card with its name", "none"))
            continue
        fields: dict[str, Any] = {"id": card.given.get("id", ""), "name": card.given["name"], "set": name}
        fields |= _properties(card)
        for other in card.all("alternate"):
            back = {"name": other.given.get("name", ""), **_properties(other)}
            fields |= {f"back {key}": value for key, value in back.items()}
        found.rows.append(Row(card.line, fields))
    return found


def _properties(card: Node) -> dict[str, str]:
    found = {}
    for one in card.all("property"):
        if key := one.given.get("name", ""):
            found[key] = one.given.get("value", one.text.strip())
    return found
