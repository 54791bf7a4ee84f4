"""An ability that is read but could never happen is named."""

from __future__ import annotations

from judgekit.cardtext.model import Ability, Draw
from judgekit.cardtext.parse import parse
from judgekit.cardtext.soundness import Wiring, needs, never

WIRED = Wiring(
    triggers=frozenset({"Played", "PhaseMoment:beginning main phase"}),
    verbs=frozenset({"Draw", "If"}),
    costs=frozenset({"Pay:energy"}),
    conditions=frozenset({"Compare"}),
    keywords=frozenset({"blocker"}),
    windows=frozenset({"main"}),
)


def missing(text: str, game: str) -> list[str]:
    return [reason for ability in parse(text, game) for reason in never(ability, WIRED)]


def test_a_wired_ability_can_happen() -> None:
    assert missing("[Auto] When you play this card, draw 1 card.", "dragon_ball_super") == []
    assert missing("[Auto] At the beginning of your Main Phase, draw 1 card.", "dragon_ball_super") == []
    assert missing("[Activate: Main] {1}: Draw 1 card.", "dragon_ball_super") == []
    assert missing("[Blocker]", "dragon_ball_super") == []


def test_a_trigger_that_nothing_sets_off_is_named() -> None:
    assert missing("[Auto] When this card attacks, draw 1 card.", "dragon_ball_super") == [
        "no trigger is wired for Attacks"
    ]
    assert missing("[Auto] At the end of your turn, draw 1 card.", "dragon_ball_super") == [
        "no trigger is wired for PhaseMoment:end turn"
    ]


def test_a_cost_that_cannot_be_paid_is_named() -> None:
    assert missing("[Activate: Main] Discard 1 card: Draw 1 card.", "dragon_ball_super") == [
        "no way to pay Discard"
    ]


def test_a_cost_that_contradicts_itself_is_named() -> None:
    text = "[Activate: Main] Place this card in your Drop Area, place this card in your Warp: Draw 1 card."
    assert "the same card would have to leave its area twice to pay" in missing(text, "dragon_ball_super")


def test_a_verb_condition_keyword_or_window_that_is_not_wired_is_named() -> None:
    assert missing("[Critical]", "dragon_ball_super") == ["the keyword critical is not wired"]
    assert missing("[Activate: Battle] Draw 1 card.", "dragon_ball_super") == [
        "there is no window called battle"
    ]
    assert missing("[Activate: Main] Shuffle your deck.", "dragon_ball_super") == [
        "the verb Shuffle is not wired"
    ]
    text = "[Activate: Main] If your Leader Card is red, draw 1 card."
    assert missing(text, "dragon_ball_super") == ["the condition Matches is not wired"]


def test_an_automatic_ability_without_a_trigger_is_named() -> None:
    assert never(Ability("automatic", body=(Draw(1),)), WIRED) == ["nothing sets this automatic ability off"]


def test_needs_lists_the_parts_of_a_body() -> None:
    (ability,) = parse("[Enter] Draw 1 card.", "godzilla")
    assert needs(ability.body) == {"Draw"}
