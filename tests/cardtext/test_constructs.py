"""Every construct of a template card has a ruling, and every construct of a ruling has a template card."""

from __future__ import annotations

import pytest

from judgekit.audit.texts import constructs
from judgekit.cardtext.language import GAMES
from judgekit.paths import rulings


@pytest.mark.parametrize("game", GAMES)
def test_every_construct_of_the_template_cards_has_a_ruling(game: str) -> None:
    """`python -m judgekit.audit.texts.constructs` writes the table anew; that it is true is a long test."""
    shown = constructs.table(game)
    assert [each for each in constructs.of_templates(game) if each not in shown] == []
    place = rulings() / game.replace("_", "-")
    assert [name for name in set(shown.values()) if not (place / f"{name}.toml").is_file()] == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_construct_lacks_a_ruling_or_a_template_card(game: str) -> None:
    shown = constructs.of_rulings(game)
    assert constructs.lacking(game, shown) == []
    table = constructs.table(game)
    assert {each: name for each, name in table.items() if each not in shown[name]} == {}


def test_a_construct_is_a_shape_with_what_it_says_and_no_name() -> None:
    found = constructs.of_text("[Enter] Your opponent discards 2 cards.", "godzilla")
    assert {"Discard", "Discard.who = opponent", "Exactly.n"} <= found
    named = constructs.of_text("[Enter] Your opponent discards 2 «Moth» cards.", "godzilla")
    assert named > found
    assert [each for each in named if "Moth" in each] == []
