"""What holds in every game, whatever is played."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judgekit.book.address import is_number
from judgekit.engine.codec import decode_entry, decode_state, encode_entry, encode_state
from judgekit.engine.errors import NotAnOption
from judgekit.engine.events import Answered, Corrected, Created, Refused, Stalled, Vanished, fold
from judgekit.engine.explain import cited, first_failed, why_not
from judgekit.engine.loops import digest
from judgekit.engine.machine import Line
from judgekit.engine.state import PLAYERS
from judgekit.narrate.events import describe
from judgekit.narrate.why import why
from tests.engine.acts import all_events, replay
from tests.engine.walks import walks

slowly = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


@slowly
@given(walks())
def test_the_fold_of_the_log_is_the_state_at_every_index(line: Line) -> None:
    again = Line(line.rules, line.pool, line.start, line.readings)
    state = line.start
    for entry, kept in zip(line.log, line.states(), strict=False):
        assert state == kept
        state = fold(state, [entry])
    assert state == line.state
    assert again.start == line.at(0)


@slowly
@given(walks(40))
def test_every_state_and_every_entry_comes_back_from_json_equal(line: Line) -> None:
    for state in line.states():
        assert decode_state(encode_state(state)) == state
    for entry in line.log:
        assert decode_entry(encode_entry(entry)) == entry


@slowly
@given(walks())
def test_the_same_answers_bring_the_same_log(line: Line) -> None:
    again = replay(line)
    assert again.log == line.log
    assert again.state == line.state


@slowly
@given(walks(40), st.data())
def test_a_game_goes_on_from_any_saved_state_as_it_did(line: Line, data: st.DataObject) -> None:
    if not line.log:
        return
    seq = data.draw(st.integers(0, len(line.log) - 1))
    resumed = line.fork(seq)
    resumed.state = decode_state(encode_state(resumed.state))
    for entry in line.log[seq:]:
        event = entry.events[0].event if entry.events else None
        if isinstance(event, Answered) and not event.rote:
            resumed.ask()
            resumed.answer(*event.chosen)
        else:
            resumed.step()
    assert resumed.state == line.state


@slowly
@given(walks())
def test_no_card_is_lost_or_made(line: Line) -> None:
    for entry, state in zip([None, *line.log], line.states(), strict=True):
        lying = [card for pile in state.areas.values() for card in pile]
        assert sorted(lying) == sorted(state.cards)
        assert all(state.cards[c].area == where for where, pile in state.areas.items() for c in pile), entry
    made = {event.card for event in all_events(line.log) if isinstance(event, Created)}
    gone = {event.card for event in all_events(line.log) if isinstance(event, Vanished)}
    assert gone <= made
    assert set(line.state.cards) == (set(line.start.cards) | made) - gone


@slowly
@given(walks())
def test_no_event_is_without_clause_and_cause(line: Line) -> None:
    for entry in line.log:
        assert entry.clause in line.rules.steps or isinstance(entry.events[0].event, Answered)
        assert (entry.cause is None) == (entry.seq == 0)
        for at, happened in enumerate(entry.events):
            assert all(clause in line.rules.book for clause in happened.path)
            if happened.cause is not None:
                assert happened.cause < (entry.seq, at)
        assert cited(entry) <= set(line.rules.book.order)


@slowly
@given(walks(), st.data())
def test_every_chain_of_causes_ends_at_a_choice_or_at_the_beginning(line: Line, data: st.DataObject) -> None:
    if not line.log:
        return
    entry = data.draw(st.sampled_from(line.log))
    address = (entry.seq, data.draw(st.integers(0, len(entry.events) - 1)))
    links = why(line, address)
    assert links[0].at == address
    assert all(link.clause in line.rules.book and link.sentence for link in links)
    assert all(link.edge for link in links[1:])
    rooted = [link for link in links if link.at is not None]
    root = line.log[rooted[-1].at[0]]  # type: ignore[index]
    assert isinstance(root.events[0].event, Answered | Corrected) or len(root.path) == 1


@slowly
@given(walks(40))
def test_every_option_that_is_offered_can_be_taken(line: Line) -> None:
    question = line.ask()
    if question is None:
        return
    for option in question.options:
        fork = line.fork()
        fork.ask()
        rest = [other.id for other in question.options if other.id != option.id]
        fork.answer(option.id, *rest[: max(question.least - 1, 0)])
        fork.run(3)
        assert len(fork.log) > len(line.log)


@slowly
@given(walks(40))
def test_what_is_not_offered_is_refused_with_a_clause(line: Line) -> None:
    question = line.ask()
    if question is None or question.window == "":
        return
    table = line.fork().table
    table.open(line.state, 0)
    offered = {option.id for option in question.options}
    for action in line.rules.actions.values():
        for player in PLAYERS:
            for subject in list(line.state.cards):
                if action.name == "play" and (player != question.player or action.id(subject) not in offered):
                    failed = first_failed(why_not(line, player, "play", subject))
                    assert failed is not None
                    assert failed.clause in line.rules.book


@slowly
@given(walks())
def test_every_refusal_in_the_log_has_a_clause_and_a_reason(line: Line) -> None:
    for entry in line.log:
        for happened in entry.events:
            if isinstance(happened.event, Refused):
                assert happened.path
                assert happened.event.reason in line.pool.abilities or is_number(happened.event.reason)


@slowly
@given(walks())
def test_procedures_nest_to_a_bounded_depth(line: Line) -> None:
    for state in line.states():
        assert len(state.frames) <= 6
    assert all(len(happened.path) <= 16 for entry in line.log for happened in entry.events)


@slowly
@given(walks(40))
def test_every_event_can_be_told_in_a_sentence(line: Line) -> None:
    for event in all_events(line.log):
        sentence = describe(event, lambda card: f"card {card}")
        assert sentence.endswith(".")


@slowly
@given(walks(40))
def test_a_fork_shares_the_past_and_nothing_else(line: Line) -> None:
    half = len(line.log) // 2
    before = list(line.log)
    fork = line.fork(half)
    fork.run(20)
    assert line.log == before
    assert fork.log[:half] == before[:half]


@slowly
@given(walks(40))
def test_an_answer_that_nobody_offers_changes_nothing(line: Line) -> None:
    question = line.ask()
    if question is None:
        return
    state, log = line.state, list(line.log)
    with pytest.raises(NotAnOption) as refused:
        line.answer("no such thing")
    assert str(refused.value).startswith(f"{question.clause}: {question.player} picks ")
    assert (line.state, line.log) == (state, log)


@slowly
@given(walks())
def test_what_stalled_is_due_no_more_often_than_it_was_tried(line: Line) -> None:
    stalled = [event for event in all_events(line.log) if isinstance(event, Stalled)]
    for key in {event.what for event in stalled}:
        turns = [event.over for event in stalled if event.what == key]
        assert turns == [bool(at % 2) for at in range(len(turns))]


@slowly
@given(walks(40))
def test_a_situation_does_not_depend_on_the_order_in_which_it_is_kept(line: Line) -> None:
    assert digest(line.state) == digest(decode_state(encode_state(line.state)))
