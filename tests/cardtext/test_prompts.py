"""A question says who asks, for what, and what for."""

from __future__ import annotations

import pytest

from judgekit.cardtext.model import Selector, walk
from judgekit.cardtext.parse import parse_line
from judgekit.cardtext.wording.abilities import purpose
from judgekit.cases.play.answering import Names
from judgekit.cases.rulings import ruling


def _prompts(game: str, name: str) -> list[str]:
    """The questions of a ruling, as they are asked."""
    (path,) = (one for one in ruling.files(game) if one.stem == name)
    script = next(iter(ruling.load(path).scripts.values()))
    assert script.position is not None
    line, asked = script.position.line(), []
    for given in script.answers:
        question = line.run(3000)
        if question is None:
            break
        asked.append(question.prompt)
        line.answer(*Names(line.state, script.position.labels).options(question, given.words))
    question = line.run(3000)
    return [*asked, question.prompt] if question else asked


@pytest.mark.parametrize(
    ("game", "name", "prompt"),
    [
        ("godzilla", "3.1.2.3.1-whoever-an-effect-does-not-name", "Trap: choose 1 battle card to destroy"),
        (
            "luck-and-logic",
            "12.5.3-cards-of-the-same-name",
            "Warden: choose 1 of your opponent's members to rest",
        ),
        (
            "dragon-ball-super",
            "10-21-5-a-token-is-ko-ed",
            "Cull: choose 1 of your opponent's battle cards to KO",
        ),
        (
            "gate-ruler",
            "9-4f-nothing-between-two-resolutions",
            "Gavel: choose 1 of your opponent's units to destroy",
        ),
        ("luck-and-logic", "5.8.1-discarded-as-a-cost", "Burner: choose 1 card in your hand to discard"),
    ],
)
def test_a_choice_names_the_card_that_asks_and_what_becomes_of_the_chosen(
    game: str, name: str, prompt: str
) -> None:
    assert prompt in _prompts(game, name)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("dragon-ball-super", "8-5-3-cards-that-add-up"),
        ("dragon-ball-super", "8-5-3-two-kinds-among-the-cards-looked-at"),
        ("godzilla", "1.3.4.2-who-shows-first"),
    ],
)
def test_a_choice_that_comes_in_several_questions_says_each_time_what_is_chosen(game: str, name: str) -> None:
    prompts = _prompts(game, name)
    assert "choose" not in prompts
    assert any(prompts.count(prompt) == 2 for prompt in prompts if ": choose" in prompt)


@pytest.mark.parametrize(
    ("game", "text", "prompt"),
    [
        ("dragon-ball-super", "Choose 1 of your opponent's Battle Cards. KO it.", "to KO"),
        (
            "dragon-ball-super",
            "Choose up to 2 of your opponent's Battle Cards and return them to their owner's hand.",
            "to place into their owners' hand",
        ),
        (
            "dragon-ball-super",
            "Choose 1 of your Battle Cards, and it gets +5000 power for the turn.",
            "; it gets +5000 power until end of turn",
        ),
        ("godzilla", "Choose 1 battle card. Draw 1 card. Destroy the chosen card.", "to destroy"),
        ("godzilla", "1 of your battle cards gets +1000 counter power this turn.", "; it gets +1000"),
    ],
)
def test_what_is_only_chosen_is_asked_for_with_the_instruction_that_uses_it(
    game: str, text: str, prompt: str
) -> None:
    header = {"godzilla": "[Enter] ", "dragon-ball-super": "[Activate: Main] "}[game]
    (ability,) = parse_line(header + text, game.replace("-", "_"))
    chosen = next(node for node in walk(ability.body) if isinstance(node, Selector))
    assert prompt in purpose(chosen, game, "choose", ability.body)
