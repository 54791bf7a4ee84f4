"""What the rules do by themselves: at once, or in a check, in passes, without end only where it is due."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.audit.bench.practice.game import position, quarrel, rules
from judgekit.engine.events import Applied, Decided, Moved, Numbered, Refused, Shuffled, Stalled, Vanished
from judgekit.engine.state import A, B
from tests.engine.acts import asked, card, clauses, events, happenings, names, play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def test_an_interrupt_suspends_what_is_under_way() -> None:
    """Drawing three: the box is empty after the first, is made anew, and the drawing goes on."""
    piles = {"A.hand": ["Haggle"], "A.box": ["Oak"], "A.compost": ["Fern", "Iris"], "B.box": ["Moss"]}
    line = play(position(piles, numbers={"A.water": 6}), "play Haggle", "6")
    assert sorted(names(line, "A.hand")) == ["Fern", "Iris", "Oak"]
    drawn = [at for at, h in happenings(line, Moved) if h.path[-1:] == ("5.1.1",)]
    (shuffled, _) = happenings(line, Shuffled)[0]
    assert drawn[0] < shuffled < drawn[1]


def test_rule_actions_that_are_due_no_more_end_in_the_same_order_every_time() -> None:
    """They are kept as a set, whose own order is another one in every process."""
    line = position({"A.garden": ["Moss"], **BOXES})
    keys = sorted(f"8.4.1|A|{number}" for number in range(20, 32))
    line.table.open(replace(line.state, stalled=frozenset(keys)), 0)
    assert not line.table.has_rule_actions_due()
    assert [h.event for h in line.table.happened] == [Stalled(key, over=True) for key in keys]


def test_an_interrupt_is_caused_by_the_event_it_follows() -> None:
    line = play(position({"A.hand": ["Rain"], **BOXES}, numbers={"A.water": 8}), "play Rain")
    over, spilt = happenings(line, Numbered)
    assert (over[1].event.now, spilt[1].event.now) == (11, 9)  # type: ignore[union-attr]
    assert spilt[1].cause == over[0]
    assert {"8.1.1", "8.3.1"} <= clauses(line)


def test_of_several_interrupts_the_turn_gardeners_come_first() -> None:
    for turn in (A, B):
        table = position({}, turn=turn).table
        table.open(table.state, 0)
        with table.together():
            for player in (A, B):
                table.set_number(f"{player}.water", 12)
        applied = [h.event.player for h in table.happened if isinstance(h.event, Applied)]
        assert applied == [turn, table.opponent(turn)]


def test_rule_actions_of_a_check_are_performed_together() -> None:
    piles = {"A.hand": ["Drought"], "B.garden": ["Fern", "Iris"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Drought")
    moves = [h for _, h in happenings(line, Moved) if "8.4.1" in h.path]
    assert len(moves) == 2
    assert len({h.group for h in moves}) == 1
    assert moves[0].path == ("8.1.2", "8.4.1", "5.4.1")


def test_checks_are_repeated_until_nothing_is_due() -> None:
    """The sundew wilts in the first pass; the seedling lived by it alone and wilts in the second."""
    piles = {"A.hand": ["Drought", "Drought"], "B.garden": ["Sundew", "Poppy"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Drought")
    passes = [entry.seq for entry in line.log if any(isinstance(h.event, Applied) for h in entry.events)]
    assert len(passes) == 2
    assert names(line, "B.compost") == ["Sundew", "Poppy"]


def test_a_forbidden_rule_action_is_tried_once_and_does_not_loop() -> None:
    piles = {"A.hand": ["Drought"], "B.garden": ["Yew"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Drought")
    assert asked(line).prompt.startswith("play a card")
    assert names(line, "B.garden") == ["Yew"]
    assert len(events(line, Refused)) == 1
    assert line.state.stalled == frozenset({"8.4.1|B|2"})


def test_it_is_performed_when_nothing_forbids_it_any_more() -> None:
    """The ward ends at dusk together with nothing else: what was due all the time is done now."""
    piles = {"A.hand": ["Prune", "Drought"], "B.garden": ["Yew"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Drought")
    assert names(line, "B.garden") == ["Yew"]
    play(line, "play Prune")
    assert names(line, "B.compost") == ["Yew"]
    assert [(e.what, e.over) for e in events(line, Stalled)] == [("8.4.1|B|3", False), ("8.4.1|B|3", True)]


def test_what_becomes_due_by_the_end_of_an_effect_is_done_in_the_next_check() -> None:
    """A moss lives by eight water, then by a sunbeam, and withers at dusk when both are gone."""
    piles = {"A.garden": ["Moss"], "A.hand": ["Sunbeam"], "B.garden": ["Shroud"], **BOXES}
    line = play(position(piles, numbers={"A.water": 8}), "play Sunbeam", "Moss", "pass", ())
    assert names(line, "A.compost") == ["Sunbeam", "Moss"]


def test_it_is_tried_anew_when_it_had_stopped_being_due() -> None:
    piles = {"A.hand": ["Drought"], "B.garden": ["Yew"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Drought", "pass")
    play(line)
    assert line.state.stalled == frozenset()


def test_a_rule_action_may_ask() -> None:
    piles = {"A.garden": ["Oak", "Fern", "Iris", "Rose", "Ivy"], "A.hand": ["Moss"], **BOXES}
    line = play(position(piles), "play Moss")
    assert asked(line).clause == "8.5.1"
    play(line, "Fern")
    assert "Fern" not in names(line, "A.garden")


def test_created_cards_vanish_outside_of_the_garden() -> None:
    piles = {"A.hand": ["Sower", "Trowel"], **BOXES}
    line = play(position(piles, numbers={"A.water": 3}), "play Sower", "play Trowel", "Seedling")
    assert names(line, "A.hand") == []
    assert len(events(line, Vanished)) == 1


def test_the_id_of_a_card_that_vanished_is_not_given_again() -> None:
    piles = {"A.hand": ["Sower", "Trowel", "Sower"], **BOXES}
    line = play(position(piles, numbers={"A.water": 5}), "play Sower", "play Trowel", "c12", "play Sower")
    assert 12 not in line.state.cards
    assert sorted(c for c in line.state.cards if c > 11) == [13, 14, 15]


def test_the_game_ends_at_once_when_it_is_decided() -> None:
    line = play(position({"A.garden": ["Oak"], **BOXES}, quarrel(A, 1), numbers={"A.suns": 6}))
    assert line.is_over
    assert line.state.outcome is not None
    assert (line.state.outcome.winner, line.state.outcome.clause) == (A, "8.6.1")
    assert isinstance(line.log[-1].events[-1].event, Decided)
    assert line.step() is None


def test_if_both_win_nobody_does() -> None:
    line = play(position(BOXES, numbers={"A.suns": 7, "B.suns": 7}))
    assert line.state.outcome is not None
    assert line.state.outcome.winner is None
    assert "1.1.3" in clauses(line)


def test_a_rule_action_that_is_switched_off_is_never_due() -> None:
    piles = {"A.hand": ["Drought"], "B.garden": ["Fern"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}, book=rules.without("8.4.1")), "play Drought")
    assert names(line, "B.garden") == ["Fern"]


def test_what_lies_on_the_bench_for_no_reason_is_composted() -> None:
    line = position({"bench": ["Oak"], **BOXES})
    play(line)
    assert names(line, "A.compost") == ["Oak"]
    assert card(line, "Oak") == 1


def test_a_gardener_can_give_up_at_any_time() -> None:
    line = position({"A.hand": ["Rain"], **BOXES})
    asked(line)
    line.announce(B, "give up")
    assert line.state.outcome is not None
    assert (line.state.outcome.winner, line.state.outcome.clause) == (A, "1.1.2")
