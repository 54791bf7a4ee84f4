"""What a card is: layer after layer, dependency before time stamps, with the whole derivation as data."""

from __future__ import annotations

from typing import Any

from judgekit.audit.bench.practice.game import position, quarrel, rules
from judgekit.engine.events import Derived
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from tests.engine.acts import card, clauses, events, names, play

BOXES = {"A.box": ["Moss"] * 6, "B.box": ["Moss"] * 6}


def value(line: Line, name: str, of: str, at: int = 0) -> Any:
    line.table.attach(line.state)
    return line.table.peek(card(line, of, at), name)


def test_a_printed_value_is_the_value_where_nothing_modifies_it() -> None:
    assert value(position({"A.garden": ["Oak"]}), "growth", "Oak") == 4


def test_effects_apply_layer_by_layer_whatever_their_age() -> None:
    """Set to 2 (7.2.3), plus 1 (7.2.4), times 2 (7.2.5): 6, though the lamp is the oldest of them."""
    line = position({"A.garden": ["Lamp", "Sundew", "Oak"], "B.garden": ["Pond"]})
    assert value(line, "growth", "Oak") == 6


def test_a_rule_has_its_own_place_among_the_layers() -> None:
    line = position({"A.garden": ["Oak", "Lamp"]}, numbers={"A.water": 8})
    assert value(line, "growth", "Oak") == 10


def test_colours_come_before_the_abilities_that_depend_on_them() -> None:
    line = position({"A.garden": ["Briar", "Grafter", "Poppy"]})
    assert "Briar#1/1" in value(line, "abilities", "Poppy")
    assert "Briar#1/1" not in value(position({"A.garden": ["Briar", "Poppy"]}), "abilities", "Poppy")


def test_in_one_layer_the_effect_that_another_depends_on_goes_first() -> None:
    """The grafter is older, but which plants are red depends on the painter."""
    line = position({"A.garden": ["Grafter", "Painter", "Iris"]})
    assert value(line, "colours", "Iris") == ("blue", "red", "green")
    rows = line.table.board.rows[card(line, "Iris"), "colours"]
    assert [(row.effect, row.after_effect, row.ordered_by) for row in rows] == [
        ("Painter#1", "", "7.2.7"),
        ("Grafter#1", "Painter#1", "7.2.6"),
    ]


def test_without_dependency_the_older_one_goes_first() -> None:
    line = position({"A.garden": ["Bleacher", "Painter", "Iris"]})
    assert value(line, "colours", "Iris") == ("white",)
    line = position({"A.garden": ["Sundew", "Sundew", "Oak"]})
    rows = line.table.board.rows[card(line, "Oak"), "growth"]
    assert [row.stamp for row in rows] == [1, 2]


def test_effects_that_depend_on_each_other_go_by_age() -> None:
    """Each bleacher takes the other's colours away: neither can go first by dependency."""
    line = position({"A.garden": ["Painter", "Bleacher", "Grafter", "Iris"]})
    assert value(line, "colours", "Iris") == ("white",)


def test_an_ability_that_was_taken_away_modifies_nothing() -> None:
    piles = {"A.garden": ["Sundew", "Oak"], "A.hand": ["Prune"], **BOXES}
    line = position(piles, numbers={"A.water": 1})
    assert value(line, "growth", "Oak") == 5
    play(line, "play Prune", "Sundew")
    assert value(line, "abilities", "Sundew") == ()
    assert value(line, "growth", "Oak") == 4


def test_an_effect_with_targets_is_about_those_alone() -> None:
    piles = {"A.garden": ["Oak"], "A.hand": ["Sunbeam", "Fern"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Sunbeam", "Oak", "play Fern")
    assert (value(line, "growth", "Oak"), value(line, "growth", "Fern")) == (6, 2)


def test_an_effect_without_targets_is_about_whatever_fits() -> None:
    piles = {"A.hand": ["Drought"], "B.garden": ["Oak"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Drought")
    line.table.open(line.state, 0)
    line.table.create("Seedling", B, "B.garden")
    assert line.table.peek(card(line, "Oak"), "growth") == 2
    assert line.table.peek(max(line.table.state.cards), "growth") == -1


def test_an_effect_with_targets_loses_a_card_that_is_a_new_one() -> None:
    piles = {"A.garden": ["Fern"], "A.hand": ["Sunbeam", "Trowel"], **BOXES}
    line = position(piles, numbers={"A.water": 3})
    play(line, "play Sunbeam", "Fern", "play Trowel", "play Fern")
    assert names(line, "A.garden") == ["Fern"]
    assert value(line, "growth", "Fern") == 2


def test_an_effect_ends_at_dusk() -> None:
    piles = {"A.garden": ["Oak"], "A.hand": ["Sunbeam"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Sunbeam", "Oak", "pass", ())
    assert line.state.effects == ()
    assert value(line, "growth", "Oak") == 4


def test_when_a_rule_reads_a_value_its_derivation_is_logged() -> None:
    piles = {"A.garden": ["Oak", "Sundew"], "B.garden": ["Fern"], **BOXES}
    line = play(position(piles, quarrel(A, 1)), "Fern")
    (derived,) = [e for e in events(line, Derived) if e.property == "growth"]
    assert (derived.card, derived.base, derived.value) == (card(line, "Oak"), 4, 5)
    assert [(row.layer, row.effect, row.before, row.after) for row in derived.rows] == [
        ("7.2.4", "Sundew#1", 4, 5)
    ]
    assert "7.2.4" in clauses(line)


def test_a_layer_that_is_switched_off_changes_nothing() -> None:
    line = position({"A.garden": ["Oak", "Sundew"]}, book=rules.without("7.2.4"))
    assert value(line, "growth", "Oak") == 4


def test_without_the_clause_about_time_stamps_effects_are_not_dated() -> None:
    """The painter is older, so that the grafter finds red plants; by name the grafter would go first."""
    piles = {"A.garden": ["Painter", "Grafter", "Iris"]}
    older_first = position(piles, book=rules.without("7.2.6"))
    assert value(older_first, "colours", "Iris") == ("blue", "red", "green")
    undated = position(piles, book=rules.without("7.2.6", "7.2.7"))
    assert value(undated, "colours", "Iris") == ("blue", "red")


def test_all_values_of_the_abilities_property_are_known_without_any_modifier() -> None:
    assert value(position({"A.garden": ["Rose"]}), "abilities", "Rose") == ("Rose#1",)


def test_two_effects_of_a_layer_can_be_tried_in_the_other_order() -> None:
    """Painter before grafter makes the iris green; the other way round it stays blue and red."""
    line = position({"A.garden": ["Grafter", "Painter", "Iris"]})
    assert value(line, "colours", "Iris") == ("blue", "red", "green")
    board = line.table.board
    (order,) = [marks for marks in board.orders.values() if len(marks) == 2]
    assert [what for what, _, _ in order] == ["Painter#1", "Grafter#1"]
    other = board.otherwise(*order)
    assert other.value(card(line, "Iris"), "colours") == ("blue", "red")
    assert board.value(card(line, "Iris"), "colours") == ("blue", "red", "green")
