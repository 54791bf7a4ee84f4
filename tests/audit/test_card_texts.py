"""What random games show of a few card texts of each game; `judgekit card measure` does it for all."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from judgekit.audit.texts.played import figures, measure, measure_all, texts
from judgekit.cases.files.position import loads
from judgekit.cases.files.position_check import oddities
from judgekit.cli import main
from judgekit.games import game

SEEN = (
    ("godzilla", "Harbor Sentinel"),
    ("godzilla", "Field Marshal Oda"),
    ("godzilla", "Supply Line"),
    ("dragon-ball-super", "Rookie Fighter"),
    ("dragon-ball-super", "Drill Master"),
    ("dragon-ball-super", "Gentle Push"),
    ("gate-ruler", "Battle Standard"),
    ("gate-ruler", "Inferno"),
    ("gate-ruler", "Arrival"),
    ("luck-and-logic", "Morning Patrol"),
    ("luck-and-logic", "Opening Move"),
)


@pytest.mark.parametrize(("name", "card"), SEEN)
def test_a_text_is_seen_to_do_all_that_it_can(name: str, card: str) -> None:
    assert measure(game(name), card, texts(name)[card]).unseen == []


def test_a_cost_is_measured_only_where_there_is_one() -> None:
    paid, free = measure_all("dragon-ball-super", ("Drill Master", "Rookie Fighter"))
    assert {paid.pays, free.pays} == {True, None}


def test_what_is_not_read_is_not_measured() -> None:
    found = measure(game("godzilla"), "Riddle", "[Enter] Ponder 1 card.")
    assert (found.reads, found.unseen) == (False, ["reads", "works", "acts", "applies"])


def test_the_same_text_gives_the_same_measure() -> None:
    one, other = (measure_all("godzilla", ("Column Breaker",)) for _ in range(2))
    assert one == other
    assert figures(one)["reads"] == (1, 1)


def test_a_text_about_decks_has_nothing_to_show_in_play() -> None:
    (found,) = measure_all("dragon-ball-super", ("Endless Drones",))
    assert (found.works, found.acts, found.applies) == (True, None, None)


def test_the_command_prints_figures_and_what_was_not_seen() -> None:
    said = CliRunner().invoke(
        main, ["card", "measure", "--game", "godzilla", "--card", "Supply Line", "--json"]
    )
    assert json.loads(said.output)["figures"]["applies"] == [1, 1]


BY_HAND = "the verb NegateAttack is not wired (the judge will be asked to do it by hand)"
NO_ATTACK = "Instant Action [Pay 1 resource] Negate that attack."


def test_an_ability_that_could_never_happen_is_reported() -> None:
    said = CliRunner().invoke(main, ["card", "check", NO_ATTACK, "--game", "gate-ruler"])
    assert said.exit_code == 1
    assert f"could never happen: {BY_HAND}" in said.output


def test_a_position_with_such_an_ability_is_odd() -> None:
    card = {"type": "unit", "level": 1, "ATK": 1, "HP": 1, "STK": 1, "text": NO_ATTACK}
    seat = {"ruler": ["Knight"], "hand": ["Decoy"], "deck": 10}
    table = {
        "game": "gate-ruler",
        "at": "main phase",
        "turn": "A",
        "cards": {"Decoy": card},
        "A": seat,
        "B": seat,
    }
    found = [one.text for one in oddities(loads(json.dumps(table)))]
    assert f"Decoy has an ability that could never happen: {BY_HAND}" in found
