"""Tables at which some automatic abilities of A wait: what searches, tests and measurements begin with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from judgekit.cases.files.position import Position, loads

Data = dict[str, Any]
NAMES = (
    "Aldo", "Bela", "Cato", "Dora", "Egon", "Fina", "Gero", "Hana", "Ivor", "Jana", "Karl", "Lena",
)  # fmt: skip


def pending(
    game: str, texts: Sequence[str], more: Data | None = None, deck: int | Sequence[str] = 12
) -> Position:
    """Each text on a card of its own, whose first ability waits; `more` changes the position as written."""
    cards, areas = TABLES[game]
    names = NAMES[: len(texts)]
    printed = {name: cards["own"] | {"text": text} for name, text in zip(names, texts, strict=True)}
    stock = [{"card": "Filler", "count": deck}] if isinstance(deck, int) else list(deck)
    data: Data = {
        "game": game, "at": AT[game], "turn": "A", "seed": 1,
        "cards": {**cards["more"], **printed},
        "A": {**areas["A"], **_laid(game, names), "deck": stock},
        "B": {**areas["B"], "deck": [{"card": "Filler", "count": 12}]},
        "standby": [{"ability": f"{name}#1", "source": name, "player": "A"} for name in names],
    }  # fmt: skip
    for key, value in (more or {}).items():
        data[key] = data[key] | value if isinstance(value, dict) and key in data else value
    return loads(json.dumps(data), "pending")


def _laid(game: str, names: Sequence[str]) -> Data:
    places = PLACES[game]
    laid: Data = {}
    for at, name in enumerate(names):
        laid.setdefault(places[at % len(places)], []).append(name)
    return laid


AT = {
    "godzilla": "check timing", "dragon-ball-super": "checkpoint", "gate-ruler": "14-9c-1",
    "luck-and-logic": "check timing",
}  # fmt: skip
PLACES = {
    "godzilla": [f"zone {n}" for n in range(2, 9)],
    "dragon-ball-super": ["battle"],
    "gate-ruler": ["graveyard"],
    "luck-and-logic": ["drop"],
}
_MEMBER = {
    "type": "logicalist", "character": "Ren", "world": ["Kelvane"], "colour": ["red"], "level": 1, "cost": 0,
    "territory": 1, "power": 3000, "aura": 2, "limit": 2, "soul power": 1000, "power logic": 1000,
}  # fmt: skip
_TITAN = {"type": "monster", "rank": 1, "traits": ["Titan"], "threat level": 20000}
_LEADER = {
    "type": "leader", "colours": ["red"], "characters": ["Aria"], "power": 10000,
    "back name": "Aria, unbound", "back power": 15000,
}  # fmt: skip
TABLES: dict[str, tuple[dict[str, Data], dict[str, Data]]] = {
    "godzilla": (
        {
            "own": {"type": "battle", "rank": 1, "traits": ["Crew"], "counter power": 1000},
            "more": {
                "Titan": _TITAN,
                "Filler": {"type": "battle", "rank": 1, "traits": ["Crew"], "counter power": 1000},
            },
        },
        {player: {"zone 1": [{"card": "Titan", "invading": True}]} for player in "AB"},
    ),
    "dragon-ball-super": (
        {
            "own": {"type": "battle", "colours": ["red"], "energy cost": 1, "power": 5000},
            "more": {
                "Aria": _LEADER,
                "Filler": {"type": "battle", "colours": ["red"], "energy cost": 1, "power": 5000},
            },
        },
        {player: {"leader": ["Aria"], "life": 5} for player in "AB"},
    ),
    "gate-ruler": (
        {
            "own": {"type": "unit", "level": 1, "ATK": 2, "HP": 2, "STK": 1},
            "more": {"Filler": {"type": "unit", "level": 9, "ATK": 2, "HP": 2, "STK": 1}},
        },
        {player: {"ruler": ["Knight"]} for player in "AB"},
    ),
    "luck-and-logic": (
        {
            "own": _MEMBER,
            "more": {"Filler": {"type": "tactics"}, "Gate": {"type": "gate", "gate number": 1}},
        },
        {player: {"gate back right": [{"card": "Gate", "face down": True}]} for player in "AB"},
    ),
}
