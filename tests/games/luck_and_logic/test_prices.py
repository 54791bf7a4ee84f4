"""Prices of several parts, thrown together by dice: offered if they can be paid, and then paid in full."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from judgekit.cases.files.position import loads
from judgekit.engine.events import Marked, Moved
from judgekit.engine.machine import Line
from judgekit.games.luck_and_logic.ch04_zones import CIRCLES
from tests.games.luck_and_logic.decks import random_answer

Spot = tuple[Any, ...]
LEAVES, RESTS, STOCK = "leaves", "rests", "stock"
# what a part asks of how many cards, and which of them it can be: by place, name and whether they stand
PARTS: dict[str, tuple[str, int, str, tuple[str, ...]]] = {
    "discard 1 card": (LEAVES, 1, "hand", ()),
    "discard 1 logicalist": (LEAVES, 1, "hand", ("Clerk",)),
    "discard 2 cards": (LEAVES, 2, "hand", ()),
    "put 1 card from your hand into your stock": (LEAVES, 1, "hand", ()),
    "put 1 of your other members into your drop zone": (LEAVES, 1, "circle", ("Clerk", "Nomad")),
    "return 1 of your other logicalists to your hand": (LEAVES, 1, "circle", ("Clerk",)),
    "put 2 of your members into your stock": (LEAVES, 2, "circle", ()),
    "put 1 of your level cards into your hand": (LEAVES, 1, "level", ()),
    "rest 1 of your other members": (RESTS, 1, "circle", ("Clerk", "Nomad")),
    "rest 1 of your logicalists": (RESTS, 1, "circle", ("Clerk", "Odd")),
    "rest 2 of your members": (RESTS, 2, "circle", ()),
    "rest 1 of your level cards": (RESTS, 1, "level", ()),
    "put 1 card from your stock into your drop zone": (STOCK, 1, "stock", ()),
}
MEMBER = {"territory": 1, "level": 0, "cost": 0, "power": 3000}
CARDS = {
    "Clerk": {"type": "logicalist", **MEMBER}, "Nomad": {"type": "foreigner", **MEMBER},
    "Spark": {"type": "tactics"}, "Gate": {"type": "gate", "gate number": 1},
}  # fmt: skip


def laid(dice: random.Random) -> dict[str, Any]:
    """A side of the table: some members, of which some rest, some cards in hand, stock and level zone."""
    circles = {
        circle: [{"card": dice.choice(("Clerk", "Nomad")), "rested": dice.random() < 0.4}]
        for circle in CIRCLES[1:]
        if dice.random() < 0.45
    }
    return circles | {
        "front left": [{"card": "Odd", "rested": dice.random() < 0.2}],
        "hand": [{"card": dice.choice(("Clerk", "Nomad", "Spark"))} for _ in range(dice.randint(0, 4))],
        "stock": [{"card": "Spark"}] * dice.randint(0, 2),
        "level": [{"card": "Spark", "rested": dice.random() < 0.5} for _ in range(dice.randint(0, 3))],
        "deck": [{"card": "Spark", "count": 9}],
        "gate back right": [{"card": "Gate", "face down": True}],
    }


def candidates(side: dict[str, Any], part: str) -> list[Spot]:
    kind, _, place, names = PARTS[part]
    zones = CIRCLES if place == "circle" else (place,)
    found = [(zone, at, card) for zone in zones for at, card in enumerate(side.get(zone, ()))]
    return [
        (zone, at)
        for zone, at, card in found
        if (not names or card["card"] in names) and not (kind == RESTS and card.get("rested"))
    ]


def can_be_shared_out(slots: list[list[Spot]], given: frozenset[Spot] = frozenset()) -> bool:
    """5.22.3, by trying every way."""
    if not slots:
        return True
    return any(can_be_shared_out(slots[1:], given | {spot}) for spot in slots[0] if spot not in given)


def payable(side: dict[str, Any], parts: list[str]) -> bool:
    return all(
        can_be_shared_out(
            [candidates(side, p) for p in parts if PARTS[p][0] == kind for _ in range(PARTS[p][1])]
        )
        for kind in (LEAVES, RESTS, STOCK)
    )


def position(text: str, side: dict[str, Any], at: str) -> Line:
    cards = {**CARDS, "Odd": {"type": "logicalist", **MEMBER, "text": text}}
    other = {"deck": side["deck"], "gate back right": side["gate back right"]}
    page = {"game": "luck-and-logic", "at": at, "turn": "A", "seed": 1, "cards": cards, "A": side, "B": other}
    return loads(json.dumps(page), "prices").line()


def paid(line: Line) -> tuple[int, int]:
    """How many cards have moved and how many were rested while a price was paid (9.6.2.3, 9.7.3.3)."""
    done = [h for entry in line.log for h in entry.events if {"9.6.2.3", "9.7.3.3"} & set(h.path or ())]
    rested = [h for h in done if isinstance(h.event, Marked) and h.event.mark == "rested" and h.event.value]
    return len([h for h in done if isinstance(h.event, Moved)]), len(rested)


def asked_for(parts: list[str]) -> tuple[int, int]:
    counts = [(PARTS[part][0] == RESTS, PARTS[part][1]) for part in parts]
    return sum(n for rests, n in counts if not rests), sum(n for rests, n in counts if rests)


@pytest.mark.parametrize("seed", range(60))
def test_an_activated_ability_is_offered_if_its_price_can_be_paid_and_then_it_is(seed: int) -> None:
    dice = random.Random(seed)
    parts, side = dice.choices(list(PARTS), k=dice.choice((2, 3))), laid(dice)
    line = position(f"[ACT] [{', '.join(parts).capitalize()}] Draw a card.", side, "play timing")
    question = line.run()
    assert question is not None
    use = [option.id for option in question.options if option.id.startswith("use ")]
    assert bool(use) == payable(side, parts)
    if use:
        line.answer(*use)
        while (question := line.run()) is not None and question.clause != "9.5.4.2":
            line.answer(*random_answer(question, dice))
        assert paid(line) == asked_for(parts)


@pytest.mark.parametrize("seed", range(60))
def test_an_automatic_ability_is_paid_in_full_or_not_at_all(seed: int) -> None:
    dice = random.Random(seed)
    parts, side = dice.choices(list(PARTS), k=dice.choice((2, 3))), laid(dice)
    text = f"[AUTO] [{', '.join(parts).capitalize()}] At the beginning of your main phase, draw a card."
    line = position(text, side, "main phase")
    while (question := line.run()) is not None and question.clause != "9.5.4.2":
        line.answer(*(("yes",) if question.form == "yes or no" else random_answer(question, dice)))
    assert paid(line) == (asked_for(parts) if payable(side, parts) else (0, 0))
