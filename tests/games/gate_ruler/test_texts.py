"""What texts of this game mean, where their words are easily taken for others."""

from __future__ import annotations

import pytest

from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.model import Drive, Selector, Unknown, bare
from judgekit.cardtext.parse import parse_line
from judgekit.cardtext.wording.abilities import wording
from judgekit.games.game import PrintedCard
from judgekit.games.gate_ruler.game import GAME

GAME_WORDS = "gate_ruler"


@pytest.mark.parametrize(
    "text",
    [
        '[OD] Resource "Forge": Draw 1 card.',
        'Resource "Forge": [OD] Draw 1 card.',
        '[TD] Resource [Turn 1] [Game 2] "Forge": Draw 1 card.',
        'Genesis Summoning - Resource "Forge": Standard Action: Draw 1 card.',
        '[CNT] Resource [Game 3] "Forge": Discount: [discard 1 card] → pay 2.',
        "Standard Action [pay 2 resources] Draw 1 card. "
        "This ability can only be played by paying with resources.",
    ],
)
def test_a_box_stays_on_its_side_of_the_word_resource(text: str) -> None:
    (ability,) = parse_line(text, GAME_WORDS)
    assert wording(ability, GAME_WORDS) == text
    (again,) = parse_line(wording(ability, GAME_WORDS), GAME_WORDS)
    assert bare(again) == bare(ability)


@pytest.mark.parametrize(
    ("said", "n"),
    [("drive", 1), ("drive 2", 2), ("drive a card", 1), ("drive 2 cards", 2), ("drive X", Unknown("X")),
     ("drive X cards", Unknown("X"))],
)  # fmt: skip
def test_cards_that_nobody_names_are_driven_from_the_deck(said: str, n: int | Unknown) -> None:
    """15-19b, 15-19c."""
    where = ", where X is the number of your fields" if isinstance(n, Unknown) else ""
    (ability,) = parse_line(f"When this unit enters play, {said}{where}.", GAME_WORDS)
    assert ability.body == (Drive(n),)


def test_cards_that_are_named_are_driven_from_where_they_lie() -> None:
    """15-19a."""
    (ability,) = parse_line("When this unit enters play, drive 1 unit in your graveyard.", GAME_WORDS)
    (verb,) = ability.body
    assert isinstance(verb, Drive)
    assert isinstance(verb.what, Selector)
    assert verb.what.areas == ("graveyard",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Standard action: draw a card. This ability can only be played by paying with resources.",
         "costs resources"),
        ("When your opponent would win the game, draw a card instead.", "wins"),
    ],
)  # fmt: skip
def test_a_text_that_could_do_nothing_is_refused(text: str, why: str) -> None:
    with pytest.raises(NoMeaning, match=why):
        GAME.compile([PrintedCard("Card", {"type": "unit", "level": 1, "HP": 1}, text)], GAME.rules())
