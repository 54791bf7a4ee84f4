"""What would never end: found without a false alarm, and handed to the game's own clause."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from judgekit.audit.bench.practice.game import position, quarrel
from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.errors import RuleError
from judgekit.engine.events import Answered, Bounded, Looped, Numbered
from judgekit.engine.explain import first_failed, why_not
from judgekit.engine.loops import Deal, Terms, digest
from judgekit.engine.machine import Line
from judgekit.engine.registry import Due
from judgekit.engine.state import A, B, Effect, State
from judgekit.engine.table import Table
from tests.engine.acts import asked, card, clauses, events, offers, play
from tests.engine.walks import played
from tests.lots import EITHER, lot

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def test_a_situation_that_comes_round_without_a_choice_is_a_loop() -> None:
    line = play(position({"A.garden": ["Pendulum"], **BOXES}, quarrel(A, 1)))
    assert len(events(line, Looped)) == 1
    assert line.state.outcome is not None
    assert (line.state.outcome.winner, line.state.outcome.clause) == (None, "10.1.1")
    assert "10.1.1" in clauses(line)


def test_a_loop_that_only_begins_after_a_while_is_found_too() -> None:
    """The pendulum swings from the start; the loop is looked for long before the abacus has run down."""
    piles = {"A.garden": ["Pendulum"], "A.hand": ["Abacus"], **BOXES}
    line = play(position(piles), "play Abacus", "pass", "Pendulum")
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "10.1.1"


def test_a_loop_is_found_though_a_number_that_stands_apart_grows() -> None:
    """The bee's gardener may only pick what comes first; when each has been tried, nobody can stop it."""
    line = play(position({"A.garden": ["Pendulum", "Bee"], **BOXES}, quarrel(A, 1)))
    while (question := line.run(500)) is not None:
        line.answer("0" if question.form == "number" else question.options[0].id)
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "10.1.1"
    assert line.state.number("A.pollen") > 3


def test_a_loop_is_found_though_abilities_of_the_other_gardener_pile_up() -> None:
    line = play(position({"A.garden": ["Pendulum"], "B.garden": ["Snail"], **BOXES}, quarrel(A, 1)))
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "10.1.1"
    assert len(line.state.standby) > 10


@pytest.mark.parametrize("name", ["Abacus", "Fuse"])
def test_a_long_chain_that_ends_is_no_loop(name: str) -> None:
    """Counting down from 150 in a number, or from 200 in nothing but the facts of an ability."""
    line = play(position({"A.hand": [name], **BOXES}), f"play {name}")
    assert asked(line).prompt.startswith("play a card")
    assert events(line, Looped) == []
    assert len(line.log) > 300


def test_a_loop_is_found_at_the_same_clause_after_a_reload() -> None:
    line = play(position({"A.garden": ["Pendulum"], **BOXES}, quarrel(A, 1)))
    for seq in range(0, len(line.log), 7):
        state = decode_state(encode_state(line.at(seq)))
        again = Line(line.rules, line.pool, state)
        again.run(2000)
        assert again.state.outcome == line.state.outcome
        assert len(again.log) == len(line.log) - seq


def two_bells(*others: str, b: tuple[str, ...] = ()) -> Line:
    """Two bells tend each other for as long as their gardener likes."""
    return position({"A.garden": ["Bell", "Bell", *others], "B.garden": b, **BOXES})


def ring(line: Line, times: int = 99) -> Line:
    """Use one bell to tend the other, and that one to tend the first, until that is a loop."""
    for at in range(times):
        play(line, f"use c{at % 2 + 1} Bell#1")
        if asked(line).prompt == "point at":
            play(line, f"c{2 - at % 2}")
        if asked(line).form == "yes or no":
            play(line, "no")
        if asked(line).form == "number":
            break
    return line


def test_with_choices_the_number_is_asked_when_the_situation_returns() -> None:
    line = ring(two_bells())
    question = asked(line)
    assert (question.player, question.clause, question.form) == (A, "10.1.2", "number")
    play(line, "3")
    assert asked(line).clause == "6.2.2"


def test_after_that_what_began_it_is_not_offered_again() -> None:
    line = play(ring(two_bells()), "3")
    assert "use c1 Bell#1" not in [option.id for option in asked(line).options]
    failed = first_failed(why_not(line, A, "use", (card(line, "Bell"), "Bell#1")))
    assert failed is not None
    assert (failed.clause, failed.needed) == ("10.1.3", "no loop that was bounded")


def test_the_loop_is_carried_out_that_often_for_what_it_changes() -> None:
    line = ring(two_bells("Bee"))
    before, seq = line.state.number("A.pollen"), len(line.log)
    play(line, "5")
    assert line.state.number("A.pollen") == before + 5 * 2
    rung = [e for e in events(line, Answered) if e.rote and e.chosen[0].startswith("use")]
    assert len(rung) == 5 * 2
    (bounded,) = events(line, Bounded)
    assert (bounded.clause, bounded.times, bounded.stoppers) == ("10.1.2", 5, "A")
    assert all(
        not e.rote for entry in line.log[:seq] for h in entry.events if isinstance(e := h.event, Answered)
    )


def test_if_both_can_stop_it_the_smaller_number_counts() -> None:
    line = ring(two_bells("Bee", b=("Snail",)))
    assert (asked(line).player, asked(line).clause) == (A, "10.1.2")
    play(line, "7")
    assert (asked(line).player, asked(line).clause) == (B, "10.1.2")
    before = line.state.number("A.pollen")
    play(line, "2")
    assert line.state.number("A.pollen") == before + 2 * 2
    question = asked(line)
    assert (question.player, question.closed_by, offers(line)) == (B, "10.1.2", ["yes"])


def test_a_round_is_repeated_from_any_moment_of_it() -> None:
    """All that the machine needs to go on repeating is in the state."""
    line = play(ring(two_bells("Bee")), "5")
    start = next(
        n for n, entry in enumerate(line.log) if any(isinstance(h.event, Bounded) for h in entry.events)
    )
    for seq in range(start, len(line.log), 5):
        again = Line(line.rules, line.pool, decode_state(encode_state(line.at(seq))))
        again.run()
        assert again.state == line.state


def test_a_loop_that_is_interrupted_is_not_repeated_further() -> None:
    """After a correction the choices of the round do not fit any more: the players are asked again."""
    line = ring(two_bells("Bee"))
    line.answer("9")
    while not [e for e in events(line, Answered) if e.rote]:
        line.step()
    line.correct((Numbered("A.pollen", 0, line.state.number("A.pollen")),), "miscounted", "judge")
    assert line.run() is not None
    assert line.state.number("A.pollen") < 9 * 2


def test_choices_in_ever_new_situations_are_no_loop() -> None:
    piles = {"A.hand": ["Rain"] * 9, **BOXES}
    line = position(piles)
    for _ in range(9):
        play(line, "play Rain")
    assert asked(line).clause == "6.2.2"
    assert [e for e in events(line, Answered) if e.clause == "10.1.2"] == []
    assert offers(line) == ["pass"]


def test_a_new_turn_forgets_the_situations_of_the_last() -> None:
    line = ring(two_bells(), 7)
    assert line.state.trail.visits != ()
    play(line, "pass", ())
    assert line.state.trail.visits == ()


def test_a_situation_is_the_same_whatever_time_has_passed() -> None:
    line = ring(two_bells("Snail"), 1)
    before, quiet = digest(line.state), line.state.clock
    play(line, "use c2 Bell#1", "c1", "use c1 Bell#1", "c2")
    assert digest(line.state) == before
    assert line.state.trail.choices > 4
    assert line.state.clock >= quiet


@EITHER
@pytest.mark.parametrize("terms", [Terms(), Terms(heaped=True), Terms(apart=("A.pollen",))])
def test_two_deals_of_the_same_cards_write_down_once_how_they_lie(terms: Terms, whole: bool) -> None:
    """Also where effects apply of which only one of the two counts all."""
    for seed in lot(range(12), 3, whole):
        kept: dict[tuple[tuple[int, str], ...], Deal] = {}
        for state in played(seed, 30).states():
            cards = tuple(sorted((card.id, card.name) for card in state.cards.values()))
            deal = kept.setdefault(cards, both(state, terms))
            for one in (state, with_the_same_effect_twice(state)):
                assert digest(one, terms, deal) == digest(one, terms)


def with_the_same_effect_twice(state: State) -> State:
    """One is older than all cards, the other younger."""
    source = next(iter(state.cards.values())).ref
    effects = [Effect(n, "Moss#1", source, A, stamp) for n, stamp in enumerate((-1, state.clock + 1))]
    return msgspec.structs.replace(state, effects=tuple(effects))


def both(state: State, terms: Terms) -> Deal:
    other = Terms(apart=("B.pollen",), heaped=not terms.heaped)
    deal = Deal(state, terms).beside(first := Deal(state, other))
    assert deal.lying(state) == first.lying(state) or state.effects
    return deal


def test_the_same_procedures_inside_each_other_count_once_where_things_may_pile_up() -> None:
    line = two_bells()
    outer = line.state.frames
    inner = outer[-1:]
    deep, deeper, other = (
        msgspec.structs.replace(line.state, frames=(*outer, *frames))
        for frames in (inner * 3, inner * 9, (*inner, outer[0]))
    )
    heaped = Terms(heaped=True)
    assert digest(deep, heaped) == digest(deeper, heaped) == digest(line.state, heaped)
    assert digest(other, heaped) != digest(deep, heaped)
    assert digest(deep) != digest(deeper)


def restless(table: Table) -> Iterator[Due]:
    yield Due(A)


def endless(change: str) -> Line:
    """A book in which overflow is due for ever."""
    line = position({"A.hand": ["Rain"], **BOXES}, numbers={"A.water": 8})
    (rule,) = [rule for rule in line.table.setting.interrupts if rule.clause == "8.3.1"]
    line.table.setting.interrupts = [type(rule)("8.3.1", restless, (Numbered,))]

    def swing(table: Table, due: Due) -> None:
        now = table.number("swing")
        table.set_number("swing", 1 - now if change == "swings" else now + 1)

    line.table.setting.interrupts[0].perform = swing
    return line


def test_interrupts_that_follow_each_other_for_ever_are_a_loop() -> None:
    line = play(endless("swings"), "play Rain")
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "10.1.1"


def test_interrupts_that_never_come_round_are_an_error_of_the_rules() -> None:
    with pytest.raises(RuleError, match="rule actions still follow each other after 10000 of them"):
        play(endless("grows"), "play Rain")
