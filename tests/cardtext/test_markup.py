"""What lists and web pages put around the words of a card changes nothing about what it says."""

from __future__ import annotations

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.lexicon import lexicon
from judgekit.cardtext.model import Is, bare, walk
from judgekit.cardtext.parse import parse, unmarked

SAME = [
    ("godzilla", "<Enter> Draw 1 card.", "[Enter] Draw 1 card."),
    ("godzilla", "<Awakening4><Enter> Draw 1 card.", "[Awakening 4] [Enter] Draw 1 card."),
    ("godzilla", "<Opponent’s Turn> <Revenge> Draw 1 card.", "[Opponent's Turn] [Revenge] Draw 1 card."),
    (
        "godzilla",
        "<Enter> <Destroy> 1 of your opponent’s <《Moth》> battle cards.",
        "[Enter] Destroy 1 of your opponent's «Moth» battle cards.",
    ),
    ("godzilla", "<BurstⅣ>", "[Burst IV]"),
    ("gate_ruler", "**Defender**\n■ **Retaliate** (It hits back.)", "Defender\nRetaliate"),
    (
        "gate_ruler",
        "Timing: Instant Action\nChoose one of the following:\n■ Draw a card.\n■ Heal 1 life.",
        "Timing: Instant Action\nChoose 1 of the following: • Draw a card. • Heal 1 life.",
    ),
    (
        "luck_and_logic",
        "[ACT]1/Turn [[Rest] this member] Draw a card.",
        "[ACT] [1/Turn] [Rest this member] Draw a card.",
    ),
    (
        "luck_and_logic",
        "[AUTO] Covenant – Nocturne Ash Choose one of your opponent's members, and rest it.",
        '[AUTO] Covenant - "Nocturne Ash" Choose one of your opponent\'s members, and rest it.',
    ),
    ("godzilla", "[Enter] Play 1 card named 「Crab(2023)」.", '[Enter] Play 1 card named "Crab(2023)".'),
    (
        "dragon_ball_super",
        '<img src="/a/Auto.png" alt="Auto" class="x"> When you play this card, draw 1 card.<br>'
        '<img alt="Blocker" src="/a/Blocker.png">',
        "[Auto] When you play this card, draw 1 card.\n[Blocker]",
    ),
    (
        "dragon_ball_super",
        '<img alt="Activate Main"> <img src="/b/red_ball.png" alt=""><img alt="one">: Draw 1 card.',
        "[Activate: Main] {r}{1}: Draw 1 card.",
    ),
    (
        "dragon_ball_super",
        "[Auto] When you play this card, choose 1 ＜Hero＞ in your hand and discard it&#46;",
        "[Auto] When you play this card, choose 1 <Hero> in your hand and discard it.",
    ),
    (
        "luck_and_logic",
        "［ＡＵＴＯ］　When this member attacks， draw １ card．",
        "[AUTO] When this member attacks, draw 1 card.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "pasted", "typed"), SAME)
def test_a_pasted_text_is_read_as_the_typed_one(game: str, pasted: str, typed: str) -> None:
    assert tuple(map(bare, parse(pasted, game))) == tuple(map(bare, parse(typed, game)))


@pytest.mark.parametrize("sign", ["-", " – ", "―"])
def test_a_dash_alone_says_that_nothing_is_printed(sign: str) -> None:
    assert unmarked(sign, "godzilla") == ""


def test_reminder_text_may_have_brackets_inside() -> None:
    said = parse('[Enter] Draw 1 card. (Look for "Crab (1990)" (rank 2).)', "godzilla")
    assert bare(said[0]) == bare(parse("[Enter] Draw 1 card.", "godzilla")[0])


def test_a_cost_in_round_brackets_is_no_reminder() -> None:
    said = parse("[Activate: Main] ({r}{1}): Draw 1 card.", "dragon_ball_super")
    assert bare(said[0]) == bare(parse("[Activate: Main] {r}{1}: Draw 1 card.", "dragon_ball_super")[0])


def named(text: str, game: str, *cards: dict[str, list[str]]) -> list[Is]:
    found = parse(text, game, lexicon(game, cards))
    return [node for ability in found for node in walk(ability) if isinstance(node, Is)]


def test_what_the_cards_bear_tells_a_trait_from_a_character() -> None:
    text = "[Auto] When you play this card, KO 1 of your opponent's <Sailor> Battle Cards."
    assert named(text, "dragon_ball_super") == [Is("character", ("Sailor",))]
    assert named(text, "dragon_ball_super", {"traits": ["Sailor"]}) == [Is("trait", ("Sailor",))]
    both = {"traits": ["Sailor"], "characters": ["Sailor"]}
    assert named(text, "dragon_ball_super", both) == [Is("character", ("Sailor",))]


def test_a_bare_word_is_a_trait_if_a_card_bears_it() -> None:
    text = "[Enter] Destroy 1 Walrus battle card."
    with pytest.raises(CardTextError, match="Walrus"):
        parse(text, "godzilla")
    assert named(text, "godzilla", {"traits": ["Walrus"]}) == [Is("trait", ("Walrus",))]


def test_brackets_that_mean_nothing_in_the_game_are_not_guessed_at() -> None:
    text = "[Enter] Destroy 1 <Moth> battle card."
    with pytest.raises(CardTextError, match="does not use these brackets"):
        parse(text, "godzilla")
    assert named(text, "godzilla", {"traits": ["Moth"]}) == [Is("trait", ("Moth",))]
