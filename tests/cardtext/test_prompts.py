"""A question says who asks, for what, and what for."""

from __future__ import annotations

import pytest

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
        ("dragon-ball-super", "10-21-5-a-token-is-ko-ed", "Cull: choose 1 of your opponent's battle cards"),
    ],
)
def test_a_choice_names_the_card_that_asks_and_what_becomes_of_the_chosen(
    game: str, name: str, prompt: str
) -> None:
    assert prompt in _prompts(game, name)
