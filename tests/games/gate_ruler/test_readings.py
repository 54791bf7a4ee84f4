"""Every open question of the notes is a switch, and every reading of it can be played."""

from __future__ import annotations

import pytest

from judgekit.engine.events import fold
from judgekit.games.gate_ruler.game import GAME
from tests.games.gate_ruler.decks import random_game
from tests.games.gate_ruler.tables import Place, event, find, names, play, shows, stand, unit

DOUBTS = GAME.rules().book.doubts
CHOICES = [(doubt.id, choice) for doubt in DOUBTS for choice in doubt.choices if choice != doubt.default]
BOLT = event("Timing: Standard Action\nDeal 2 damage to your opponent.")


@pytest.mark.parametrize(("doubt", "choice"), CHOICES)
def test_a_game_can_be_played_under_every_reading(doubt: str, choice: str) -> None:
    line = random_game(DOUBTS.index(next(d for d in DOUBTS if d.id == doubt)) + 3, 25, {doubt: choice})
    assert fold(line.start, line.log) == line.state


def test_every_doubt_is_asked_somewhere() -> None:
    """A switch that no code reads would decide nothing."""
    from pathlib import Path

    folder = Path(__file__).parents[3] / "judgekit" / "games" / "gate_ruler"
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    assert [d.id for d in DOUBTS if f'"{d.id}"' not in code] == []


def test_losing_at_once_needs_no_gate() -> None:
    zones = {"A.damage": ["Pup"] * 11}
    at_once = stand("11-2a-1", zones, readings={"J-50": "at-once"})
    at_once.run()
    assert at_once.state.outcome is not None
    assert not any(c.name == "defeat process" for c in at_once.state.cards.values())


@pytest.mark.parametrize(
    ("reading", "top"), [("added-first", "defeat process"), ("resolved-first", "destruction process")]
)
def test_destruction_and_defeat_together(reading: str, top: str) -> None:
    zones: dict[str, list[Place]] = {"A.damage": ["Pup"] * 11, "A.attack 1": [("Pup", {"damage": 2})]}
    line = stand("11-2a-1", zones, readings={"J-03": reading})
    line.step()
    assert names(line, "gate")[-1] == top
    shows(line, "11-2a-1", "12-1b-1")


@pytest.mark.parametrize(
    ("reading", "lowest"),
    [
        ("destruction-lowest", "destruction process"),
        ("ruler-damage-lowest", "ruler damage application process"),
    ],
)
def test_destruction_and_ruler_damage_together(reading: str, lowest: str) -> None:
    line = stand("11-2a-1", {"A.attack 1": [("Pup", {"damage": 2})]}, numbers={"B.ruler damage": 1},
                 readings={"J-02": reading})  # fmt: skip
    line.step()
    assert names(line, "gate")[0] == lowest


@pytest.mark.parametrize(("reading", "where"), [("stops-attacking", None), ("keeps-attacking", "B.center")])
def test_an_attacker_that_changes_sides(reading: str, where: str | None) -> None:
    charm = event("Timing: You can play this when an enemy unit attacks\nGain control of that unit.")
    line = stand("8-4c", {"A.attack 1": ["Cub"], "B.set 1": [("Charm", {"face down": True})]},
                 {"Charm": charm, "Cub": unit()}, readings={"J-29": reading})  # fmt: skip
    cub, ruler = find(line, "Cub").id, find(line, "Knight", "B.ruler").id
    play(line, f"attack c{cub} c{ruler}", "yes", "B.attack 1")
    assert line.state.cards[cub].area == "B.attack 1"
    if where is None:
        assert line.state.cards[cub].mark("attacking") is None


@pytest.mark.parametrize(("reading", "left"), [("on-play", 1), ("on-entering", 0)])
def test_when_a_negated_summon_counts(reading: str, left: int) -> None:
    veto = event("Timing: Instant Action\nNegate that card.")
    line = stand("9-3e", {"A.hand": ["Cub"], "B.set 1": [("Veto", {"face down": True})]},
                 {"Cub": unit(), "Veto": veto}, readings={"J-24": reading})  # fmt: skip
    play(line, f"summon c{find(line, 'Cub').id}", "A.attack 1", f"play set c{find(line, 'Veto').id}")
    assert line.state.number("A.summons") == left
    assert find(line, "Cub").area == "A.graveyard"
