"""Questions that are made from rulings, and what a wrong answer leads to."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from judgekit.cases.rulings.ruling import load
from judgekit.known import GAMES
from judgekit.teach.bank import ABOUT_ONE, Bank, capped, file_of, names
from judgekit.teach.making import MOST, questions
from judgekit.teach.playing_out import play_out, prove
from judgekit.teach.question import KINDS, REASONS, Option
from judgekit.teach.store import Store
from tests.teach.bank import made, sample, some

LEAST = {"godzilla": 1400, "dragon-ball-super": 1100, "gate-ruler": 1700, "luck-and-logic": 1000}


def test_rulings_of_every_game_give_questions() -> None:
    found = Counter(question.game for question in some())
    assert set(found) == set(GAMES)
    assert len(some()) >= 3 * len(sample())


def test_a_ruling_gives_no_more_than_six_questions_and_never_the_same_twice() -> None:
    for name in sample():
        own = made(name)
        assert len(own) <= MOST
        assert len({question.id for question in own}) == len(own)


def test_questions_of_many_kinds_are_asked() -> None:
    assert len({question.kind for question in some()}) >= 6
    assert {question.kind for question in some()} <= set(KINDS)


def test_the_same_ruling_gives_the_same_questions() -> None:
    name = sample()[0]
    assert tuple(questions(load(file_of(name)))) == made(name)


def test_every_key_is_what_the_engine_answers() -> None:
    assert {question.id: why for question in some()[::5] if (why := prove(question).why)} == {}


def test_nothing_is_asked_across_a_choice_even_one_that_a_loop_repeats() -> None:
    own = made("dragon-ball-super/11-1-1-2-one-player-loops")
    assert {question.id: why for question in own if (why := prove(question).why)} == {}


def test_a_wrong_key_is_found() -> None:
    question = next(question for question in some() if question.kind == "next")
    swapped = replace(question, options=(Option(question.options[1].text), *question.options[2:]))
    assert "the rules answer" in prove(swapped).why


def test_every_wrong_option_has_a_reason_that_can_be_told() -> None:
    for question in some():
        for option in question.options[1:]:
            assert option.reason in REASONS
            assert option.told in option.why
            assert option.text != question.right.text


def test_nine_questions_in_ten_have_three_wrong_options() -> None:
    full = sum(len(question.options) == 4 for question in some())
    assert full >= 0.8 * len(some())  # the long run counts all of them


def test_every_wrong_option_is_played_out_and_says_where_it_parts() -> None:
    for question in some()[::7]:
        for option in question.options[1:]:
            branch = play_out(question, option)
            assert branch.right or question.kind in ("who", "legal")
            assert branch.clause
            assert branch.condition.needed
            assert all(step.text and step.at for step in (*branch.right, *branch.branch))
            assert all(step.clause for step in branch.right)


def test_questions_are_kept_and_worked_out_anew_when_the_ruling_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = Bank(Store(tmp_path / "teach.sqlite"))
    name = sample()[0]
    first = bank.of(name)
    monkeypatch.setattr("judgekit.teach.bank.questions", lambda ruling: [])
    assert bank.of(name) == first
    monkeypatch.setattr("judgekit.teach.bank.mark_of", lambda path: "another")
    assert bank.of(name) == []


def test_no_more_than_forty_are_about_one_clause() -> None:
    one = some()[0]
    many = [replace(one, id=f"{one.id}{n}", ruling=f"r{n % 30}") for n in range(100)]
    kept = capped(many)
    assert len(kept) == ABOUT_ONE
    assert len({question.ruling for question in kept}) == 30


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_all_rulings_of_a_game_give_questions_whose_keys_hold(game: str) -> None:
    every = capped(q for name in names(game) for q in questions(load(file_of(name))))
    assert len(every) >= LEAST[game]  # more than 5,000 over the four games
    assert sum(len(q.options) == 4 for q in every) >= 0.88 * len(every)
    assert max(Counter(q.clause for q in every).values()) <= ABOUT_ONE
    assert {q.id: why for q in every[::3] if (why := prove(q).why)} == {}  # `teach questions --prove`: all


@pytest.mark.long
def test_a_wrong_option_is_played_out_within_three_tenths_of_a_second() -> None:
    times = []
    for question in some():
        for option in question.options[1:]:
            begun = time.perf_counter()
            play_out(question, option)
            times.append(time.perf_counter() - begun)
    assert sorted(times)[int(0.95 * len(times))] <= 0.3
