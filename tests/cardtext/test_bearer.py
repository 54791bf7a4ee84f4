"""A text that calls its card what it is not is reported, with the word."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from judgekit.cardtext.checks.bearer import ELSEWHERE, called, nouns, parse_on
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.language import language as language_of
from judgekit.cli import main
from judgekit.games import game as game_of
from judgekit.games.game import PrintedCard

GOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("godzilla", "[Enter] Destroy this battle card.", {"type": "battle"}),
    ("godzilla", "[Enter] Destroy this card.", {"type": "monster"}),
    ("godzilla", "[Enter] Destroy this token.", {"type": "battle", "traits": ("Token",)}),
    ("godzilla", "[Enter] Destroy this token.", {}),
    ("dragon_ball_super", "[Auto] When this leader attacks, draw 1 card.", {"type": "leader"}),
    ("dragon_ball_super", "[Auto] When this token attacks, draw 1 card.", {"type": "battle"}),
    ("gate_ruler", "When this unit attacks, draw 1 card.", {"type": "unit"}),
    ("gate_ruler", "When this unit’s ATK is 0, draw 1 card.", {"type": "unit"}),
    ("luck_and_logic", "[ACT] [①] Destroy the gate on this circle.", {"type": "logicalist"}),
    ("luck_and_logic", "AUTO When this member attacks, draw 1 card.", {"type": "tranceunion"}),
    (
        "luck_and_logic",
        "AUTO [This ability is only active in your soul zone] At the end of your turn, "
        "put this soul card into your drop zone.",
        {"type": "logicalist"},
    ),
]
BAD: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("godzilla", "[Enter] Destroy this token.", {"type": "battle"}, "token", "has not the trait Token"),
    ("godzilla", "[Enter] Destroy this strategy.", {"type": "battle"}, "strategy", "of the type battle"),
    ("godzilla", "[Enter] Destroy this battle card.", {"type": "monster"}, "battle", "“this monster card”"),
    (
        "dragon_ball_super",
        "[Auto] When this leader attacks, draw 1 card.",
        {"type": "battle"},
        "leader",
        "say “this card” or “this battle card”",
    ),
    (
        "dragon_ball_super",
        "[Auto] When this leader attacks, KO this battle card.",
        {},
        "battle",
        "was called something else before",
    ),
    ("gate_ruler", "When this unit attacks, draw 1 card.", {"type": "ruler"}, "unit", "of the type ruler"),
    (
        "gate_ruler",
        "When this charge is put into your graveyard, draw 1 card.",
        {},
        "charge",
        "nothing says that it works in the charge zone",
    ),
    ("gate_ruler", "[OD] Return this attack zone to your hand.", {}, "attack", "that is a place"),
    (
        "luck_and_logic",
        "AUTO At the end of your turn, put this gate into your drop zone.",
        {"type": "foreigner"},
        "gate",
        "“this member” or “this foreigner”",
    ),
]


@pytest.mark.parametrize(("game", "text", "properties"), GOOD)
def test_a_noun_that_fits_the_card_is_read(game: str, text: str, properties: dict[str, Any]) -> None:
    assert parse_on(text, game, properties)


@pytest.mark.parametrize(("game", "text", "properties", "word", "why"), BAD)
def test_a_noun_that_does_not_fit_is_pointed_at(
    game: str, text: str, properties: dict[str, Any], word: str, why: str
) -> None:
    with pytest.raises(CardTextError, match=why) as found:
        parse_on(text, game, properties)
    assert text[found.value.position :].startswith(word)


def test_the_second_line_of_a_text_is_looked_at_too() -> None:
    text = "Breakthrough\nWhen this unit attacks, draw 1 card."
    with pytest.raises(CardTextError) as found:
        parse_on(text, "gate_ruler", {"type": "event"})
    assert found.value.position == text.index("unit")


def test_what_stands_in_quotes_is_said_of_the_card_that_gains_it() -> None:
    text = 'Your units gain "When this unit attacks, draw 1 card."'
    assert called(text, "gate_ruler") == ()
    assert parse_on(text, "gate_ruler", {"type": "field"})


@pytest.mark.parametrize("language", GAMES)
def test_it_is_known_of_every_noun_of_a_game_which_cards_it_is_said_of(language: str) -> None:
    assert set(nouns(language).values()) - ELSEWHERE == {
        *language_of(language).types,
        *language_of(language).areas,
    }
    kinds = {kind for types in language_of(language).types.values() for kind in types}
    specs = {spec.name: spec.choices for spec in game_of(language.replace("_", "-")).properties}
    assert kinds == set(specs["type"])


def test_the_back_of_a_leader_is_looked_at_too() -> None:
    game = game_of("dragon-ball-super")
    back = "[Auto] When this extra card attacks, draw 1 card."
    card = PrintedCard("Two Faces", {"type": "leader", "back text": back})
    with pytest.raises(CardTextError, match="of the type leader"):
        game.compile([card], game.rules())


def test_card_check_says_where_it_is_what_it_is_and_what_to_say() -> None:
    text = "When this unit attacks, draw 1 card."
    result = CliRunner().invoke(main, ["card", "check", text, "--game", "gate-ruler", "--type", "event"])
    assert result.exit_code == 1
    assert result.stderr.splitlines()[:3] == [
        "“this unit”: the card is of the type event; say “this card” or “this event”",
        "  When this unit attacks, draw 1 card.",
        "            ^",
    ]


@pytest.mark.parametrize("kind", ["battle", "monster"])
def test_what_happens_without_a_moment_stands_on_a_strategy_card_alone(kind: str) -> None:
    for text in ("Draw 1 card.", "During your main phase, you may discard 1 card. If you do, draw 1 card."):
        assert parse_on(text, "godzilla", {"type": "strategy"})
        with pytest.raises(CardTextError, match="does not say when"):
            parse_on(text, "godzilla", {"type": kind})
    assert parse_on("This card gains +1000 counter power.", "godzilla", {"type": "battle"})
