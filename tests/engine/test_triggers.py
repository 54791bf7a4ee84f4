"""Abilities that wait: one for each fulfilment, for events, moments and situations."""

from __future__ import annotations

from judgekit.audit.bench.practice.game import position, rules
from judgekit.engine.events import Armed, Planned, Played, Spent, StoodBy
from judgekit.engine.machine import Line
from judgekit.engine.state import B
from tests.engine.acts import asked, card, clauses, events, happenings, moved, names, offers, play

BOXES = {"A.box": ["Moss"] * 6, "B.box": ["Moss"] * 6}


def waited(line: Line) -> list[str]:
    return [event.standby.ability for event in events(line, StoodBy)]


def test_an_ability_waits_when_its_event_happens() -> None:
    line = position({"A.hand": ["Sower"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Sower")
    assert waited(line) == ["Sower#1"]
    assert names(line, "A.garden") == ["Sower", "Seedling", "Seedling"]


def test_it_waits_once_for_each_fulfilment() -> None:
    line = position({"A.garden": ["Ivy"], "A.hand": ["Sower"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Sower")
    assert offers(line) == ["Ivy#1", "Sower#1"]
    play(line, "Sower#1")
    assert waited(line).count("Ivy#1") == 3


def test_abilities_that_arrive_at_the_same_moment_see_each_other() -> None:
    line = position({"A.hand": ["Ivy", "Ivy"], **BOXES})
    table = line.table
    table.open(line.state, 0)
    with table.together():
        for number in table.pile("A.hand"):
            table.put(number, "A.garden")
    assert [(s.ability, s.source.card) for s in table.state.standby] == [("Ivy#1", 2), ("Ivy#1", 1)]


def test_one_after_the_other_only_the_first_sees_the_second() -> None:
    line = position({"A.hand": ["Ivy", "Ivy"], **BOXES})
    table = line.table
    table.open(line.state, 0)
    for number in table.pile("A.hand"):
        table.put(number, "A.garden")
    assert [s.source.card for s in table.state.standby] == [1]


def test_an_ability_about_leaving_looks_at_the_card_as_it_was() -> None:
    line = position({"A.hand": ["Frost"], "A.garden": ["Phoenix"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Frost")
    assert waited(line) == ["Phoenix#1"]
    assert line.state.number("A.water") == 3


def test_standby_survives_its_card() -> None:
    line = position({"A.garden": ["Ivy"], "A.hand": ["Fern"], **BOXES}, numbers={"A.water": 1})
    line.run()
    line.answer("play c2")
    line.step()
    assert [s.ability for s in line.state.standby] == ["Ivy#1"]
    line.correct([moved(line, "Ivy", "A.compost")], "it should not be there", "judge")
    play(line)
    assert names(line, "A.hand") == ["Moss"]


def test_the_turn_gardener_plays_all_waiting_abilities_first() -> None:
    line = position(
        {"A.hand": ["Frost"], "B.garden": ["Rose", "Mourner"], "A.garden": ["Mourner"], **BOXES},
        numbers={"A.water": 2, "B.water": 2},
    )
    play(line, "play Frost", "Rose")
    assert asked(line).player == B
    assert [e.what for e in events(line, Played)] == ["Frost", "Mourner#1"]
    play(line, "Rose#1")
    assert [(e.player, e.what) for e in events(line, Played)[2:]] == [(B, "Rose#1"), (B, "Mourner#1")]


def test_plants_that_wilt_together_see_each_other_or_not_as_the_case_reads_it() -> None:
    def together(reading: str) -> list[str]:
        piles = {"A.garden": ["Mourner", "Mourner"], **BOXES}
        table = position(piles, readings={"D-2": reading}).table
        table.open(table.state, 0)
        with table.together():
            for number in table.pile("A.garden"):
                table.put(number, "A.compost")
        return [s.ability for s in table.state.standby]

    assert together("see-each-other") == ["Mourner#1", "Mourner#1"]
    assert together("own-only") == []


def test_a_timed_ability_waits_at_its_moment_once() -> None:
    line = position({"A.hand": ["Lily"], **BOXES})
    play(line, "play Lily", "pass", ())
    assert len(events(line, Planned)) == 1
    assert len(events(line, Spent)) == 1
    assert names(line, "A.compost") == ["Lily"]
    assert line.state.scheduled == ()


def test_a_timed_ability_can_stay() -> None:
    line = position({"A.hand": ["Sundial"], **BOXES}, numbers={"A.water": 1})
    play(line, "play Sundial", "pass", (), "pass")
    assert len(line.state.scheduled) == 1
    assert events(line, Spent) == []


def test_a_timed_ability_does_nothing_to_a_card_that_is_a_new_one() -> None:
    line = position({"A.hand": ["Lily", "Trowel"], **BOXES}, numbers={"A.water": 1})
    play(line, "play Lily", "play Trowel", "play Lily", "pass", (), "Lily#1/1")
    wilted = [e.standby.facts for e in events(line, StoodBy) if e.standby.ability == "Lily#1/1"]
    assert len(wilted) == 2
    assert wilted[0] != wilted[1]
    assert names(line, "A.compost") == ["Trowel", "Lily"]


def test_a_situation_waits_when_it_comes_about() -> None:
    line = position({"A.garden": ["Cactus"], "A.hand": ["Rain"], **BOXES})
    play(line, "play Rain")
    assert waited(line) == ["Cactus#1"]
    assert names(line, "A.hand") == ["Moss"]


def test_a_situation_that_has_ended_may_wait_again() -> None:
    line = position({"A.garden": ["Cactus"], "A.hand": ["Rain"], "A.box": ["Rain"] * 6, "B.box": ["Moss"]})
    play(line, "play Rain", "play Rain")
    assert waited(line) == ["Cactus#1", "Cactus#1"]
    assert [e.spent for e in events(line, Armed)] == [True, False, True, False]


def test_a_lasting_situation_waits_only_once() -> None:
    piles = {"A.garden": ["Hedge", "Oak"], "A.hand": ["Fern", "Fern"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Fern", "play Fern")
    assert waited(line) == ["Hedge#1"]
    assert line.state.situations == frozenset({"Hedge#1@1.0"})


def test_under_the_other_reading_it_waits_again_while_it_lasts_and_that_is_a_loop() -> None:
    piles = {"A.garden": ["Hedge", "Oak"], "A.hand": ["Fern"], **BOXES}
    line = position(piles, numbers={"A.water": 2}, readings={"D-1": "lasting"})
    play(line, "play Fern")
    assert waited(line).count("Hedge#1") > 8
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "10.1.1"


def test_a_situation_of_a_card_that_is_gone_is_forgotten() -> None:
    piles = {"A.garden": ["Hedge", "Oak"], "A.hand": ["Fern", "Trowel"], **BOXES}
    line = play(position(piles, numbers={"A.water": 3}), "play Fern", "play Trowel", "Hedge")
    assert line.state.situations == frozenset()


def test_a_granted_ability_waits() -> None:
    piles = {"A.hand": ["Cutting", "Frost"], "A.garden": ["Oak"], **BOXES}
    line = position(piles, numbers={"A.water": 3, "B.water": 1})
    play(line, "play Cutting", "play Frost")
    assert waited(line) == ["Cutting#1/1/1"]
    assert line.state.number("B.water") == 0


def test_an_ability_that_was_lost_does_not_wait_even_when_its_card_leaves() -> None:
    piles = {"A.hand": ["Prune", "Frost"], "A.garden": ["Rose"], **BOXES}
    line = position(piles, numbers={"A.water": 3, "B.water": 1})
    play(line, "play Prune", "play Frost")
    assert waited(line) == []
    assert line.state.number("B.water") == 1


def test_a_lost_situation_does_not_wait() -> None:
    piles = {"A.garden": ["Cactus"], "A.hand": ["Prune"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Prune")
    assert names(line, "A.hand") == ["Moss"]
    piles = {"A.garden": ["Cactus"], "A.hand": ["Prune", "Rain"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Prune", "play Rain")
    assert waited(line) == []


def test_what_waits_cites_the_clause_and_names_its_cause() -> None:
    line = position({"A.hand": ["Frost"], "A.garden": ["Rose"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Frost")
    (_, stood), *_ = happenings(line, StoodBy)
    assert stood.path[-1] == "6.5.1"
    assert stood.cause is not None
    assert line.log[stood.cause[0]].events[stood.cause[1]].event.card == card(line, "Rose")  # type: ignore[union-attr]
    assert {"9.1", "6.5.1", "6.5.2", "6.5.5"} <= clauses(line)


def test_without_the_clause_of_standby_nothing_waits() -> None:
    piles = {"A.hand": ["Frost"], "A.garden": ["Rose"], **BOXES}
    line = position(piles, numbers={"A.water": 2}, book=rules.without("6.5.1"))
    play(line, "play Frost")
    assert waited(line) == []
