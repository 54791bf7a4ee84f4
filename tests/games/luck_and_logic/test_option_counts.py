"""How many options there are, and how many lines after two choices: a whole rule set in one table."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.files import position
from judgekit.engine.machine import Line
from tests.games.luck_and_logic.decks import new_line
from tests.games.luck_and_logic.tables import GATE, table

FIXTURES = Path(__file__).parents[3] / "fixtures" / "positions" / "luck-and-logic"
DUEL = '[table]\n"attacked circle" = 3\n"member attacked" = 1\n'
ATTACKER = 'front_left = [{ card = "Scholar", attacking = true, rested = true }]\n'
DEFENDER = 'front_right = [{ card = "Nomad", defending = true }]\n'
DESTROYED = "".join(f'"gate front {side}" = ["Gate"]\n' for side in ("left", "middle", "right"))


def lines() -> dict[str, Line]:
    two = 'front_left = ["Scholar"]\nfront_middle = ["Nomad"]\nlevel = ["Filler"]\n'
    return {
        "set-up": new_line(2),
        "main phase": position.load(FIXTURES / "main-phase.toml").line(),
        "battle": position.load(FIXTURES / "battle.toml").line(),
        "level phase": table("7.4.3", 'hand = ["Spark", "Guard"]\n')[0],
        "level phase at the maximum": table(
            "7.4.3", 'hand = ["Spark", "Guard"]\nlevel = [{ card = "Filler", count = 4 }]\n'
        )[0],
        "lone member": table("play timing", 'front_left = ["Scholar"]\n')[0],
        "attack with two": table("8.2.5", two)[0],
        "all of the back row": table(
            "8.2.7", ATTACKER, f'deck = 3\n{DESTROYED}"gate back left" = {GATE}\n', DUEL
        )[0],
        "intercept": table(
            "8.3.3", ATTACKER, DEFENDER + 'back_left = ["Guard"]\nback_middle = ["Guard"]\n', DUEL
        )[0],
        "logic": table("8.4.3", ATTACKER, DEFENDER + 'hand = ["Spark", "Guard"]\nlevel = ["Filler"]\n', DUEL)[
            0
        ],
    }


COUNTS = {
    "set-up": (5, 25), "main phase": (22, 22), "battle": (2, 8), "level phase": (3, 8),
    "level phase at the maximum": (9, 22), "lone member": (6, 33), "attack with two": (2, 6),
    "all of the back row": (6, 6), "intercept": (2, 6), "logic": (4, 14),
}  # fmt: skip


def count(line: Line, depth: int) -> int:
    """The lines after so many single choices."""
    question = line.run()
    if question is None or depth == 0:
        return 1
    found = 0
    for option in question.options:
        fork = line.fork()
        fork.answer(*([option.id] if question.most else []))
        found += count(fork, depth - 1)
    return found


@pytest.mark.parametrize("name", COUNTS)
def test_options_and_lines(name: str) -> None:
    line = lines()[name]
    question = line.run()
    assert question is not None
    depth = 1 if len(question.options) > 20 else 2
    assert (len(question.options), count(line, depth)) == COUNTS[name]
