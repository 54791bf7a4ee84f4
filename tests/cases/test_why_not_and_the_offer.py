"""What a question offers, *why not* calls legal; of all else it names a condition that fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judgekit.cases.play.answering import attempts
from judgekit.cases.rulings import ruling
from judgekit.engine.explain import of_an_action

GAMES = ("godzilla", "gate-ruler", "luck-and-logic", "dragon-ball-super")
EVERY = 40  # of so many rulings one is taken
NAMED = ("1-3-3-one-more-attack-with-battle-cards",)  # an attack is forbidden to some cards alone


def taken(game: str) -> Iterator[Path]:
    files = ruling.files(game)
    yield from files[::EVERY]
    yield from (path for path in files if path.stem in NAMED)


@pytest.mark.parametrize("game", GAMES)
def test_why_not_agrees_with_what_is_offered(game: str) -> None:
    odd = [each for path in taken(game) for each in disagreements(path)]
    assert odd == []


def disagreements(path: Path) -> Iterator[str]:
    end = ruling.run(ruling.load(path)).end
    question = None if end is None else end.line.question
    if end is None or question is None or not question.window:
        return
    offered = {option.id for option in question.options}
    for option, action, subject in attempts(end.line, question.player):
        checks = of_an_action(end.line, question.player, action, subject)
        if (option.id in offered) != all(check.ok for check in checks):
            yield f"{path.stem}: {option.id}"
