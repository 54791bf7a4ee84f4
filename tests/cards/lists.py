"""One invented list of cards, in every form that people keep such lists in."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Rows = list[dict[str, Any]]

GODZILLA: Rows = [
    {"number": "JK01-001", "name": "Harbor Colossus", "type": "monster", "rank": 1, "colors": ["red"],
     "traits": ["Colossus"], "threat level": 5000, "invasion icon": 1, "text": "[Enter] Draw 1 card."},
    {"number": "JK01-002", "name": "Pier Gunner", "type": "battle", "rank": 2, "colors": ["red", "blue"],
     "traits": ["Army", "Crew"], "counter power": 3000, "invasion icon": 2, "text": "[Revenge] Draw 1 card."},
    {"number": "JK01-003", "name": "Night Signal", "type": "strategy", "rank": 3, "colors": ["white"],
     "traits": ["Army"], "invasion icon": 1, "text": "Draw 2 cards, then discard 1 card."},
]  # fmt: skip
GATE_RULER: Rows = [
    {"number": "JK-01", "name": "Lantern Fox", "type": "unit", "faction": ["Hollow Court"],
     "attributes": ["Beast", "Fire"], "level": 1, "ATK": 2, "HP": 3, "STK": 1, "text": "【TD】 Draw a card."},
    {"number": "JK-02", "name": "Quiet Rain", "type": "event", "faction": ["Hollow Court"],
     "attributes": ["Water"], "level": 0, "text": "Draw a card."},
    {"number": "JK-03", "name": "Old Well", "type": "field", "faction": ["Free Towns"],
     "attributes": ["Water"], "level": 2, "text": "At the start of your turn, draw a card."},
]  # fmt: skip
LUCK_AND_LOGIC: Rows = [
    {"number": "JL-01", "name": "Dawn Patrol, Mira", "type": "logicalist", "title": "Dawn Patrol",
     "character": "Mira", "world": ["Kelvane"], "element": ["Fire"], "colour": ["red"], "level": 1, "cost": 1,
     "territory": 1, "power": 4000, "aura": 1, "limit": 1, "text": "[CONT] This member gets +1000 power."},
    {"number": "JL-02", "name": "Sudden Clarity", "type": "tactics", "world": ["Kelvane"], "colour": ["red"],
     "level": 1, "cost": 1, "text": "[ACT] Draw a card."},
    {"number": "JL-03", "name": "Gate of Embers", "type": "gate", "world": ["Kelvane"], "gate number": 3,
     "text": "[AUTO] When this gate is destroyed, draw a card."},
]  # fmt: skip
LISTS = {"godzilla": GODZILLA, "gate-ruler": GATE_RULER, "luck-and-logic": LUCK_AND_LOGIC}


def _flat(value: Any) -> str:
    return "/".join(value) if isinstance(value, list) else str(value)


def as_json(rows: Rows) -> bytes:
    return json.dumps({"total": len(rows), "cards": rows}, ensure_ascii=False, indent=1).encode()


def as_cgs(rows: Rows) -> bytes:
    cards = [{"id": row["number"].lower(), **row, "setCode": "JK"} for row in rows]
    return json.dumps(cards, ensure_ascii=False, indent=1).encode()


def as_csv(rows: Rows, comma: str = ",") -> bytes:
    out = io.StringIO()
    heads = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.writer(out, delimiter=comma)
    writer.writerow(head.title() if head.islower() else head for head in heads)
    writer.writerows([_flat(row.get(head, "")) for head in heads] for row in rows)
    return out.getvalue().encode()


def as_tsv(rows: Rows) -> bytes:
    return as_csv(rows, "\t")


def as_lackey(rows: Rows) -> bytes:
    keys = dict.fromkeys(key for row in rows for key in row)
    heads = ["Name", "Set", "ImageFile", *(key for key in keys if key != "name")]
    lines = ["\t".join(heads)]
    for row in rows:
        given = {"Name": row["name"], "Set": "JK", "ImageFile": row["number"]}
        lines.append("\t".join(_flat(given.get(h, row.get(h, ""))).replace("\n", " ") for h in heads))
    return "\n".join(lines).encode()


def _elements(row: dict[str, Any]) -> str:
    tags = {
        key.replace(" ", "_"): value for key, value in row.items() if key not in ("name", "text", "number")
    }
    return "".join(f"<{tag}>{escape(_flat(value))}</{tag}>" for tag, value in tags.items())


def as_cockatrice_3(rows: Rows) -> bytes:
    found = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_carddatabase version="3">', "<cards>"]
    found += [
        f"<card><name>{escape(row['name'])}</name><set rarity='C' num={quoteattr(row['number'])}>JK</set>"
        f"{_elements(row)}<tablerow>2</tablerow><text>{escape(row['text'])}</text></card>"
        for row in rows
    ]
    return "\n".join([*found, "</cards>", "</cockatrice_carddatabase>"]).encode()


def as_cockatrice_4(rows: Rows) -> bytes:
    found = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_carddatabase version="4">', "<cards>"]
    found += [
        f"<card><name>{escape(row['name'])}</name><text>{escape(row['text'])}</text>"
        f"<prop><layout>normal</layout><side>front</side>{_elements(row)}</prop>"
        f"<set uuid='u-{row['number']}' num={quoteattr(row['number'])} rarity='C'>JK</set></card>"
        for row in rows
    ]
    return "\n".join([*found, "</cards>", "</cockatrice_carddatabase>"]).encode()


def as_octgn(rows: Rows, texts: bool = True) -> bytes:
    found = ['<?xml version="1.0"?>', '<set name="JK" id="0a" gameId="0b" version="1.0">', "<cards>"]
    for at, row in enumerate(rows):
        found.append(f"<card id='0c-{at}' name={quoteattr(row['name'])}>")
        for key, value in row.items():
            if key != "name" and (texts or key != "text"):
                found.append(f"<property name={quoteattr(key.title())} value={quoteattr(_flat(value))}/>")
        found.append("</card>")
    return "\n".join([*found, "</cards>", "</set>"]).encode()


FORMS = {
    "json": as_json, "cgs": as_cgs, "csv": as_csv, "tsv": as_tsv, "lackey": as_lackey,
    "cockatrice-3": as_cockatrice_3, "cockatrice-4": as_cockatrice_4, "octgn": as_octgn,
}  # fmt: skip


def as_tts(rows: Rows) -> bytes:
    """Tabletop Simulator keeps a name, a description and notes; nothing else that is printed."""
    cards = [
        {"Name": "Card", "Nickname": row["name"], "Description": row["text"], "GMNotes": row["number"]}
        for row in rows
    ]
    deck = {"Name": "DeckCustom", "ContainedObjects": cards}
    return json.dumps({"SaveName": "", "ObjectStates": [deck]}).encode()
