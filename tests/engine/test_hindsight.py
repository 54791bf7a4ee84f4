"""When a condition was last met, and which change of the table would meet it."""

from __future__ import annotations

from judgekit.audit.bench.practice.game import position
from judgekit.engine.counterfactuals import Conditions, enough, last_met, tried
from judgekit.engine.events import AnyEvent, Moved, Numbered
from judgekit.engine.explain import first_failed
from judgekit.engine.machine import Line
from judgekit.engine.state import A, Area
from tests.engine.acts import card, play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def playing(line: Line, name: str) -> Conditions:
    """The conditions of A playing a card."""
    number = card(line, name)
    return lambda table: line.rules.actions["play"].checks(table, A, number)


def spent() -> Line:
    """A had water for either of two frosts, before one of them was paid for."""
    piles = {"A.hand": ["Frost", "Frost"], "B.garden": ["Moss", "Moss"], **BOXES}
    return play(position(piles, numbers={"A.water": 3}), "play Frost", "Moss")


def test_the_last_moment_at_which_a_condition_was_met_is_found() -> None:
    line = spent()
    conditions = playing(line, "Frost")
    failed = first_failed(tried(line, conditions, line.state))
    assert failed is not None
    found = last_met(line, conditions, failed)
    assert found.seq is not None
    met = {check.needed: check.ok for check in tried(line, conditions, line.at(found.seq))}
    assert met[failed.needed]
    for seq in range(found.seq + 1, len(line.log)):
        later = {check.needed: check.ok for check in tried(line, conditions, line.at(seq))}
        assert not later.get(failed.needed, False)


def test_a_condition_that_was_never_met_is_said_to_be_so() -> None:
    line = spent()
    failed = first_failed(tried(line, playing(line, "Frost"), line.state))
    assert failed is not None
    never = last_met(line, lambda table: [], failed)
    assert never.seq is None
    assert never.looked == len(line.log)


def test_only_a_change_that_meets_every_condition_is_enough() -> None:
    line = position({"A.hand": ["Frost"], "B.garden": ["Rose"], **BOXES}, numbers={"A.water": 0})
    conditions = playing(line, "Frost")
    failed = first_failed(tried(line, conditions, line.state))
    assert failed is not None
    changes: list[tuple[AnyEvent, ...]] = [
        (Numbered("B.water", 0, 9),),
        (Moved(card(line, "Frost"), Area("A.hand"), Area("A.compost")),),
        (Numbered("A.water", 0, 9),),
    ]
    before = line.state
    assert list(enough(line, conditions, changes)) == [(Numbered("A.water", 0, 9),)]
    assert line.state is before
