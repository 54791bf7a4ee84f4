"""What a seat may see: no name, no id, no order and no answer that is hidden from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgekit.audit.bench.practice.game import new_game, position
from judgekit.engine.codec import encode_entry, encode_state, replace
from judgekit.engine.errors import NotAnOption
from judgekit.engine.events import Answered, Looked, Moved, Revealed, Shuffled
from judgekit.engine.machine import Line
from judgekit.engine.state import JUDGE, PLAYERS, UNKNOWN, A, B, CardId, Map, Player, State
from judgekit.engine.views import HIDDEN, real_answer, redact_question, redacted_log, view
from tests.engine.acts import asked, card, play
from tests.engine.test_walks import slowly
from tests.engine.walks import walks

BOXES = {"A.box": ["Moss", "Fern", "Oak", "Iris"], "B.box": ["Rose", "Yew"]}


def seen(line: Line, seat: Player, where: str) -> list[str]:
    state = view(line.rules, line.state, seat)
    return [state.cards[number].name for number in state.pile(where)]


def test_a_hand_is_seen_by_its_gardener_alone() -> None:
    line = position({"A.hand": ["Oak", "Fern"], **BOXES})
    assert seen(line, A, "A.hand") == ["Oak", "Fern"]
    assert seen(line, B, "A.hand") == [UNKNOWN, UNKNOWN]
    assert seen(line, JUDGE, "A.hand") == ["Oak", "Fern"]


def test_a_box_is_seen_by_nobody_but_its_height_is() -> None:
    line = position(BOXES)
    assert seen(line, A, "A.box") == [UNKNOWN] * 4


def test_hidden_cards_have_no_id_of_their_own() -> None:
    state = view(position(BOXES).rules, position(BOXES).state, A)
    assert sorted(state.cards) == [-6, -5, -4, -3, -2, -1]
    assert {number for pile in state.areas.values() for number in pile} == set(state.cards)


def test_the_seed_and_the_pending_answers_are_the_judges() -> None:
    line = play(new_game(seed=7), "c12")
    state = view(line.rules, line.state, B)
    assert line.state.answers != ()
    assert (state.seed, state.answers) == (None, ())


def test_a_secret_answer_is_hidden_until_its_step_is_done() -> None:
    line = play(new_game(), "c12")
    (answered,) = [h.event for e in redacted_log(line, B) for h in e.events if isinstance(h.event, Answered)]
    assert (answered.chosen, answered.labels) == ((), ("something in secret",))
    (own,) = [h.event for e in redacted_log(line, A) for h in e.events if isinstance(h.event, Answered)]
    assert own.chosen == ("c12",)


def test_the_order_of_a_shuffled_box_is_in_no_seats_log() -> None:
    line = new_game()
    line.run(1)
    orders = [h.event.order for e in redacted_log(line, A) for h in e.events if isinstance(h.event, Shuffled)]
    assert orders == [(0,) * 12, (0,) * 12]


def test_a_card_that_is_drawn_is_known_to_its_gardener_alone() -> None:
    line = new_game()
    line.run(3)

    def drawn(seat: Player) -> list[int]:
        moves = [h.event for e in redacted_log(line, seat) for h in e.events if isinstance(h.event, Moved)]
        return [move.card for move in moves if move.dst == "A.hand"]

    assert 0 not in drawn(A)
    assert drawn(B) == [0, 0, 0, 0]


def test_a_card_that_goes_from_the_garden_to_the_hand_was_seen_to_go() -> None:
    piles = {"A.hand": ["Trowel"], "B.garden": ["Oak"], "B.hand": ["Iris"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Trowel")
    moves = [h.event for e in redacted_log(line, A) for h in e.events if isinstance(h.event, Moved)]
    assert [move.card for move in moves if move.dst == "B.hand"] == [2]
    assert 2 not in view(line.rules, line.state, A).cards


def test_who_looks_sees_and_the_other_sees_that() -> None:
    line = play(position({"A.hand": ["Almanac"], **BOXES}), "play Almanac", ("c2", "c3", "c4"))

    def looked(seat: Player) -> list[tuple[int, ...]]:
        log = redacted_log(line, seat)
        return [h.event.cards for e in log for h in e.events if isinstance(h.event, Looked)]

    assert looked(A) == [(2, 3, 4)]
    assert looked(B) == [(0, 0, 0)]


def test_the_question_to_another_player_is_only_that_there_is_one() -> None:
    line = position({"A.hand": ["Rain", "Oak"], **BOXES})
    question = asked(line)
    other = redact_question(line.rules, line.state, question, B)
    assert (other.player, other.clause, other.prompt, other.options) == (A, "6.2.2", "", ())
    with pytest.raises(NotAnOption, match=r"6\.2\.2: A is asked, nobody else"):
        real_answer(question, other, ["pass"])


def test_cards_that_the_chooser_may_not_see_are_options_by_their_place() -> None:
    piles = {"A.hand": ["Magpie"], "B.hand": ["Oak", "Fern"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Magpie")
    question = asked(line)
    shown = redact_question(line.rules, line.state, question, A)
    assert [(option.id, option.label) for option in shown.options] == [("h1", HIDDEN), ("h2", HIDDEN)]
    assert real_answer(question, shown, ["h2"]) == (f"c{card(line, 'Fern')}",)
    with pytest.raises(NotAnOption, match="one of h1, h2; got c2"):
        real_answer(question, shown, ["c2"])


def test_cards_that_the_chooser_has_been_shown_are_known() -> None:
    line = play(position({"A.hand": ["Almanac"], **BOXES}), "play Almanac")
    question = asked(line)
    shown = redact_question(line.rules, line.state, question, A)
    assert [option.label for option in shown.options] == ["Moss", "Fern", "Oak"]


def swapped(state: State, seat: Player, line: Line, data: st.DataObject) -> State:
    """The same state with the hidden cards of each place in another order, under each other's names."""
    cards, areas = dict(state.cards), dict(state.areas)
    for where, pile in state.areas.items():
        hidden = [c for c in pile if not line.rules.policy.sees(state, seat, state.cards[c])]
        names = data.draw(st.permutations([state.cards[c].name for c in hidden]))
        order = data.draw(st.permutations(hidden))
        for number, name in zip(hidden, names, strict=True):
            cards[number] = replace(cards[number], name=name)
        spots = iter(order)
        areas[where] = tuple(next(spots) if c in hidden else c for c in pile)
    return replace(state, cards=Map(cards), areas=Map(areas), seed=0)


@slowly
@given(walks(40), st.sampled_from(PLAYERS), st.data())
def test_what_is_hidden_makes_no_difference_to_a_view(line: Line, seat: Player, data: st.DataObject) -> None:
    other = swapped(line.state, seat, line, data)
    one, two = view(line.rules, line.state, seat), view(line.rules, other, seat)
    assert encode_state(replace(one, former=Map())) == encode_state(replace(two, former=Map()))


def numbers(value: Any, key: str = "") -> Iterator[tuple[str, int]]:
    """Every number in an encoded entry, with the name of its field."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from numbers(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from numbers(part, key)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield key, value


CARD_FIELDS = {"card", "cards", "order", "subject", "source"}


@slowly
@given(walks(40), st.sampled_from(PLAYERS))
def test_no_entry_of_the_log_tells_a_seat_of_a_hidden_card(line: Line, seat: Player) -> None:
    states = list(line.states())
    known: set[CardId] = set()
    shown = list(redacted_log(line, seat))
    for entry, state, after in zip(shown, states[:-1], states[1:], strict=True):
        known = {c for s in (state, after) for c in s.cards if sees(line, s, seat, c)}
        known |= revealed(line, entry.seq, seat)
        text = encode_entry(entry).decode()
        told = {n for key, n in numbers(json.loads(text)) if key in CARD_FIELDS and n > 0}
        told |= {int(n) for n in re.findall(r"\bc(\d+)\b", text)}
        assert told <= known | gone(state) | passing(line, entry.seq, state, seat), (entry, told - known)


def sees(line: Line, state: State, seat: Player, number: CardId) -> bool:
    return line.rules.policy.sees(state, seat, state.cards[number])


def passing(line: Line, seq: int, state: State, seat: Player) -> set[int]:
    """Cards that a seat could see for a moment in the middle of a step."""
    found: set[int] = set()
    for happened in line.log[seq].events:
        state = happened.event.onto(state)
        found |= {c for c in state.cards if sees(line, state, seat, c)}
    return found


def gone(state: State) -> set[int]:
    return {ref.card for ref in state.former}


def revealed(line: Line, seq: int, seat: Player) -> set[CardId]:
    found: set[CardId] = set()
    for happened in line.log[seq].events:
        event = happened.event
        if isinstance(event, Revealed) or (isinstance(event, Looked) and event.player == seat):
            found |= set(event.cards)
    return found


@slowly
@given(walks(40), st.sampled_from(PLAYERS))
def test_a_question_offers_a_seat_nothing_that_is_hidden_from_it(line: Line, seat: Player) -> None:
    question = line.ask()
    if question is None:
        return
    shown = redact_question(line.rules, line.state, question, seat)
    if question.player != seat:
        assert (shown.prompt, shown.options) == ("", ())
        return
    for option in shown.options:
        for number in re.findall(r"\bc(\d+)\b", option.id):
            assert int(number) in question.looked or sees(line, line.state, seat, CardId(int(number)))
    admitted = tuple(option.id for option in shown.options[: shown.least])
    if question.form == "choose":
        question.admit(real_answer(question, shown, admitted))
