"""Gate Ruler's nouns, verbs, forms, moments, costs, conditions and durations, put together in every way.

What is read of one combination should be read of its neighbours: a phrase that was taught by an example
alone shows here as a family that is read in part.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.parse import parse

SOME = (
    "an enemy unit", "another unit you control", "one of your units", "1 of your opponent's units",
    "an exhausted enemy unit", "an allied Dragon", "a Fire unit you control", "a unit with level 2 or less",
    "a unit in the front row", "an enemy unit in the same column as this unit", "a unit with a charge",
    "a ready allied unit with Intercept", "a frontmost enemy unit", "a level 3 or lower unit",
    "an enemy unit that attacked this turn", "a field your opponent controls", "a non-Dragon unit",
    "a unit in your opponent's defense zone", "a unit with the lowest level", "an attack zone unit",
)  # fmt: skip
ALL = (
    "all enemy units", "all other units you control", "your other units", "all exhausted units",
    "your opponent's units", "enemy units in the front row", "all units except Dragons", "your Dragons",
    "all units with no charges", "your attack zone units", "units your opponent controls",
)  # fmt: skip
DONE_TO = (
    "Destroy {}.", "Exhaust {}.", "Deal 2 damage to {}.", "Return {} to its owner's hand.",
    "Remove {} from the game.", "Put {} on the bottom of its owner's deck.", "Heal 2 damage from {}.",
    "Choose {} and exhaust it.",
    "Choose {}. It can't attack this turn and is destroyed at the end of the turn.",
    "Choose {}. Until the end of the turn, it gains Breakthrough and +1 ATK.",
    "Choose {}. It gains Double Attack but can't attack rulers this turn.",
)  # fmt: skip
STANDING = (
    "{} get +1 ATK.", "{} gain Breakthrough and +1 HP.", "{} can't be destroyed by effects.",
    "{} gain Breakthrough but can't attack rulers.", "{} lose Breakthrough.",
)  # fmt: skip
SUBJECTS = (
    "this unit",
    "an allied unit",
    "another unit you control",
    "an enemy unit",
    "a Dragon you control",
)
EVENTS = {
    "attacks": "attacked", "is attacked": "was attacked", "is destroyed": "was destroyed",
    "enters play": "entered play", "leaves play": "left play", "deals damage": "dealt damage",
    "is dealt damage": "was dealt damage", "becomes exhausted": "became exhausted",
    "is put into the graveyard": "was put into the graveyard", "is normal summoned": "was normal summoned",
    "is removed from the game": "was removed from the game", "destroys a unit": "destroyed a unit",
}  # fmt: skip
WHEN = (
    "When {}, draw a card.", "Whenever {}, draw a card.", "The first time {} each turn, draw a card.",
    "When {} during your turn, draw a card.", "During your opponent's turn, when {}, draw a card.",
)  # fmt: skip
BEFORE = (
    "At the end of a battle in which {}, draw a card.", "At the end of each turn in which {}, draw a card.",
    "【TD】 If {} this turn, draw a card.", "【TD】 Draw a card if {} this turn.",
)  # fmt: skip
DEEDS = {
    "Discard up to two cards.": "discarded",
    "Destroy all other units you control.": "destroyed",
    "Exhaust up to two enemy units.": "exhausted",
    "Return up to two units to their owners' hands.": "returned",
    "Special summon up to two units from your graveyard.": "special summoned",
}
OF_DEEDS = (
    "{} Draw a card for each card {} this way.", "{} For each card {} this way, draw a card.",
    "{} Draw a card for each card {}.", "{} If a card was {} this way, draw a card.",
    "{} If a Dragon was {} this way, draw a card.", "{} If you {} a Dragon this way, draw a card.",
    "{} When a Dragon is {} this way, draw a card.", "{} If two or more cards were {} this way, draw a card.",
)  # fmt: skip
COSTS = (
    "exhaust this unit", "discard a card", "destroy another unit you control", "take 1 damage",
    "put a charge of this unit into the graveyard", "remove two cards in your graveyard from the game",
    "put a card in your damage zone on the bottom of your deck", "reveal a Dragon card in your hand",
)  # fmt: skip
PAID = (
    "Standard Action [{}] Draw a card.", "Instant Action [{} and pay 1 resource] Draw a card.",
    "【TD】 You may {}. If you do, draw a card.", "As an additional cost to play this card, {}.",
)  # fmt: skip
ASKED = (
    "you control a Dragon", "you control no other units", "your hand is empty", "this unit is exhausted",
    "you have more cards in your graveyard than your opponent has in theirs", "you already control a Knight",
    "there are more cards in your damage zone than in theirs", "this unit has two or more charges",
    "all of your units are exhausted", "this unit and another Dragon are exhausted", "it is your turn",
    "this unit is ready and has Intercept", "you have played an event this turn",
)  # fmt: skip
ASKING = (
    "While {}, this unit gets +1 ATK.", "This unit gets +1 ATK while {}.", "【TD】 If {}, draw a card.",
    "【TD】 Draw a card unless {}.", "When this unit attacks, if {}, draw a card.",
    "This card costs 1 less if {}.", "Unless {}, this unit can't attack.",
)  # fmt: skip


def combined() -> Iterator[str]:
    yield from (f"【TD】 {verb.format(noun)}" for verb in DONE_TO for noun in SOME)
    yield from (said(verb.format(noun)) for verb in STANDING for noun in ALL)
    yield from (each.format(f"{who} {does}") for each in WHEN for who in SUBJECTS for does in EVENTS)
    yield from (each.format(f"{who} {did}") for each in BEFORE for who in SUBJECTS for did in EVENTS.values())
    yield from (f"【TD】 {each.format(deed, word)}" for each in OF_DEEDS for deed, word in DEEDS.items())
    yield from (each.format(cost) for each in PAID for cost in COSTS)
    yield from (each.format(asked) for each in ASKING for asked in ASKED)


def said(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def is_read(text: str) -> bool:
    try:
        parse(text, "gate_ruler")
    except CardTextError:
        return False
    return True


@pytest.mark.parametrize("each", [9, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_read_by_itself_is_read_in_every_combination(each: int) -> None:
    texts = list(combined())[::each]
    assert [text for text in texts if not is_read(text)] == []
