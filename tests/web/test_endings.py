"""How a ruling ends, said in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from judgekit.cases.rulings.expectations import ABOUT_A_CARD, KINDS
from judgekit.narrate.endings import TOLD, told_fact
from tests.web.table import COUNTER, Visitor


def test_every_kind_of_fact_has_its_sentence() -> None:
    assert set(TOLD) == set(KINDS)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"card": "Ox", "in": "B.zone 5"}, "Ox is in B's zone 5."),
        (
            {"card": "Ox", "across": ["front left", "front middle"]},
            "Ox lies across front left and front middle.",
        ),
        ({"card": "Ox", "under": "Elk"}, "Ox is under Elk."),
        ({"card": "Ox", "owner": "B"}, "Ox belongs to B."),
        ({"card": "Ox", "gone": True}, "Ox no longer exists."),
        ({"card": "Ox", "mark": "rested", "is": True}, "Ox is rested."),
        ({"card": "Ox", "mark": "rested", "is": False}, "Ox is not rested."),
        ({"card": "Ox", "mark": "has attacked", "is": True}, "Ox has attacked."),
        ({"card": "Ox", "mark": "damage", "is": 3}, "Ox: damage is 3."),
        ({"card": "Ox", "property": "power", "is": 3000}, "The power of Ox is 3000."),
        ({"card": "Ox", "property": "traits", "is": ["Herd", "Bull"]}, "The traits of Ox are Herd and Bull."),
        ({"number": "A.rage", "is": 2}, "A's rage is 2."),
        ({"area": "A.hand", "count": 0}, "In A's hand there are no cards."),
        ({"area": "A.hand", "count": 1}, "In A's hand there is 1 card."),
        ({"area": "A.hand", "count": 3, "has": ["Ox"]}, "In A's hand there are 3 cards; Ox among others."),
        ({"area": "A.hand", "cards": ["Ox", "Elk"]}, "In A's hand there are exactly Ox and Elk."),
        ({"area": "A.hand", "lacks": ["Ox", "Elk"]}, "In A's hand there are no Ox and no Elk."),
        (
            {"area": "A.hand", "seen by": "A", "clause": "4.9.2"},
            "A may look at the cards in A's hand, by 4.9.2.",
        ),
        ({"card": "Ox", "seen by": ["A", "B"]}, "A and B may look at Ox."),
        ({"card": "Ox", "seen by": []}, "Nobody may look at Ox."),
        ({"outcome": "A wins", "clause": "1.2.1"}, "A wins, by 1.2.1."),
        ({"outcome": "draw"}, "The game is drawn."),
        ({"outcome": "open"}, "The game goes on."),
        ({"asked": "judge"}, "The judge is asked."),
        ({"asked": "A", "clause": "9.1", "offers": "pass"}, "A is asked, by 9.1; offered: pass."),
        ({"asked": "A", "lacks": ["play Ox"]}, "A is asked; not offered: play Ox."),
        (
            {"refused": "play Ox", "by": "A", "clause": "9.1"},
            "A may not: play Ox; 9.1 forbids it.",
        ),
        ({"standby": 0}, "No abilities are pending."),
        ({"standby": 1}, "1 ability is pending."),
        ({"standby": ["Ox", "Elk"]}, "Ox and Elk are pending."),
        ({"standby": []}, "No ability is pending."),
        ({"effects": 1}, "1 effect applies."),
        ({"effects": 0}, "No effects apply."),
        ({"at": "7.4.1"}, "The rules are at 7.4.1."),
        ({"turn": "B"}, "It is B's turn."),
    ],
)
def test_a_fact_is_a_sentence(data: dict[str, Any], sentence: str) -> None:
    assert told_fact(next(iter(data)), data) == sentence


@pytest.mark.parametrize("field", ABOUT_A_CARD)
def test_whatever_a_ruling_may_say_of_a_card_is_told(field: str) -> None:
    value = {"in": "A.hand", "gone": True}.get(field, "A")
    other = told_fact("card", {"card": "Ox", field: value, "is": 1})
    assert other.startswith("The A of Ox") is (field == "property"), other


def test_a_mark_is_said_as_the_game_says_it() -> None:
    states = {"rest": "in Rest Mode", "charge": "has a charge"}
    for mark, value, sentence in (
        ("rest", True, "Ox is in Rest Mode."),
        ("rest", False, "Ox is not in Rest Mode."),
        ("charge", 2, "Ox: charge is 2."),
    ):
        assert told_fact("card", {"card": "Ox", "mark": mark, "is": value}, states) == sentence


def test_a_ruling_page_tells_its_end_in_sentences(visitor: Visitor) -> None:
    page = visitor.json(f"/rulings/godzilla/{COUNTER}")
    assert page["facts"][0] == "Titan Two is in B's Zone 5."
