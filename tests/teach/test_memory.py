"""Repetition, ratings, and the map of the book."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fsrs import Card, Rating, Scheduler

from judgekit.cases.rulings.ruling import Ruling
from judgekit.teach import memory, rating
from judgekit.teach.making.questions import questions
from judgekit.teach.memory import Answer, Memory
from judgekit.teach.playing_out import UnknownQuestion
from judgekit.teach.practice import ANEW, Practice, Wish, hints, option_of
from judgekit.teach.question import Question
from judgekit.teach.store import Store, TeachError
from tests.teach.bank import filled, some

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def answer(clause: str, correct: bool, when: datetime, hints: int = 0, ruling: str = "r") -> Answer:
    return Answer("q", "k", "toy/1", clause, ruling, "x", correct, hints, 5.0, when.isoformat())


def a_log(seed: int) -> list[Answer]:
    chance = random.Random(seed)
    when, log = MONDAY, []
    for _ in range(chance.randint(1, 12)):
        when += timedelta(minutes=chance.randint(1, 40_000))
        log.append(answer(f"1.{chance.randint(1, 3)}", chance.random() < 0.7, when, chance.randint(0, 2)))
    return log


def test_five_hundred_schedules_are_those_of_fsrs() -> None:
    scheduler = Scheduler(enable_fuzzing=False)
    for seed in range(500):
        log = a_log(seed)
        for (_, clause), known in memory.schedule(log).items():
            card = Card(card_id=1)
            for one in log:
                if one.clause == clause:
                    grade = Rating.Again if not one.correct else Rating.Hard if one.hints else Rating.Good
                    card, _ = scheduler.review_card(card, grade, datetime.fromisoformat(one.at))
            assert (known.due, known.stability) == (card.due, card.stability)


def test_a_rating_is_that_of_the_example_in_the_paper() -> None:
    games = [
        rating.Game(rating.Rating(1400, 30), 1),
        rating.Game(rating.Rating(1550, 100), 0),
        rating.Game(rating.Rating(1700, 300), 0),
    ]
    after = rating.rated(rating.Rating(1500, 200, 0.06), games)
    assert (round(after.rating, 2), round(after.deviation, 2)) == (1464.05, 151.52)
    assert round(after.volatility, 5) == 0.06


def test_longer_questions_are_guessed_to_be_harder() -> None:
    short, long = sorted(some(), key=lambda q: (q.clauses, q.checks))[:: len(some()) - 1]
    assert short.clauses < long.clauses
    assert rating.first_guess(short) < rating.first_guess(long) + 400


def simulated(learners: int, questions: int, each: int) -> float:
    """Rank correlation of true and found difficulty."""
    chance = random.Random(7)
    true = [chance.gauss(1500, 300) for _ in range(questions)]
    found = [rating.Rating(1500, rating.GUESSED) for _ in true]
    asked = [0] * questions
    for _ in range(learners):
        skill, learner = chance.gauss(1500, 200), rating.Rating()
        for _ in range(each):
            at = min(range(questions), key=lambda q: (asked[q], chance.random()))
            asked[at] += 1
            won = chance.random() < 1 / (1 + 10 ** ((true[at] - skill) / 400))
            learner, found[at] = rating.met(learner, found[at], won)
    order = sorted(range(questions), key=lambda q: true[q])
    got = sorted(range(questions), key=lambda q: found[q].rating)
    place = {q: i for i, q in enumerate(got)}
    apart = sum((i - place[q]) ** 2 for i, q in enumerate(order))
    return 1 - 6 * apart / (questions * (questions**2 - 1))


def test_ratings_find_out_which_questions_are_hard() -> None:
    assert simulated(learners=300, questions=100, each=10) >= 0.85


@pytest.mark.long
def test_two_thousand_learners_put_questions_in_order() -> None:
    assert simulated(learners=2000, questions=1000, each=15) >= 0.9


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    found = Practice(Store(tmp_path / "teach.sqlite"))
    filled(found.bank)
    return found


def test_an_answer_that_is_sent_twice_counts_once(practice: Practice) -> None:
    question = some()[0]
    first = practice.answer("ann", question, question.right.text, "t1")
    again = practice.answer("ann", question, question.options[1].text, "t1")
    assert first.is_new
    assert not again.is_new
    assert [one.correct for one in practice.answers("ann")] == [True]


def test_a_try_cannot_be_changed_or_taken_back(practice: Practice) -> None:
    practice.answer("ann", some()[0], some()[0].right.text, "t1")
    for deed in ("UPDATE answers SET correct = 0", "DELETE FROM answers"):
        with pytest.raises(Exception, match="kept as it was"):
            practice.store.connection.execute(deed)


def test_a_clause_that_was_missed_comes_back_with_another_position(practice: Practice) -> None:
    many = Counter(question.clause for question in some() if question.game == "godzilla")
    asked = next(question for question in some() if many[question.clause] > 1)
    practice.answer("ann", asked, asked.options[1].text, "t1", at="2026-01-01T00:00:00+00:00")
    again = practice.next("ann", Wish("godzilla", mode="wrong"))
    assert again.clause == asked.clause
    assert again.id != asked.id


def test_nothing_wrong_leaves_nothing_to_repeat(practice: Practice) -> None:
    with pytest.raises(UnknownQuestion, match="no question fits"):
        practice.next("new", Wish("godzilla", mode="wrong"))


def test_the_map_is_what_a_recount_of_the_log_gives(practice: Practice) -> None:
    for at, question in enumerate(q for q in some() if q.game == "godzilla"):
        practice.answer("ann", question, question.options[at % 2].text, f"t{at}")
    log = practice.answers("ann")
    places = practice.map("ann", "godzilla")
    assert sum(place.seen for place in places) == len(log)
    assert sum(place.right for place in places) == sum(one.correct for one in log)
    assert sum(place.clauses for place in places) == len({one.clause for one in log})


def test_what_is_known_after_each_answer_is_what_the_whole_log_gives(practice: Practice) -> None:
    """Also when another process has answered in the meantime."""
    other = Practice(Store(practice.store.path))
    for at, question in enumerate(some()[:12]):
        (practice if at % 3 else other).answer("eve", question, question.options[at % 2].text, f"e{at}")
        assert practice.known("eve") == memory.schedule(practice.answers("eve"))


def test_what_a_log_adds_up_to_is_stored_and_only_what_is_new_is_read(practice: Practice) -> None:
    asked = some()
    for at in range(ANEW + 3):
        one = asked[at % len(asked)]
        practice.answer("zoe", one, one.options[at % 2].text, f"z{at}")
    known = practice.known("zoe")
    for at in range(2):
        practice.answer("zoe", asked[at], asked[at].right.text, f"later {at}")
    added: list[Answer] = []
    opened = Practice(Store(practice.store.path))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Memory, "add", lambda _, one: added.append(one))
        assert opened.known("zoe") == known
    assert len(added) == 2
    assert Practice(Store(practice.store.path)).known("zoe") == memory.schedule(practice.answers("zoe"))


@pytest.mark.parametrize("change", ["seen = seen - 1", "way = 'another'"])
def test_what_was_stored_of_another_log_or_another_way_is_worked_out_anew(
    practice: Practice, change: str
) -> None:
    one = some()[0]
    for at in range(ANEW):
        practice.answer("zoe", one, one.options[at % 2].text, f"z{at}")
    practice.known("zoe")
    with practice.store.writing() as connection:
        assert connection.execute(f"UPDATE remembered SET {change}, data = '[]'").rowcount == 1
    assert Practice(Store(practice.store.path)).known("zoe") == memory.schedule(practice.answers("zoe"))


def test_words_that_only_one_option_has_choose_it() -> None:
    question = next(q for q in some() if q.kind == "clause")
    assert option_of(question, question.right.text.partition(":")[0] + ":") == question.right
    with pytest.raises(TeachError, match="choose one of them"):
        option_of(question, "no such thing at all")


def test_hints_lead_from_the_chapter_to_the_right_answer() -> None:
    for question in some():
        ladder = hints(question)
        assert len(ladder) == 4
        assert all(ladder)
        assert option_of(question, ladder[-1]).is_right


@pytest.mark.parametrize("many", [9, pytest.param(60, marks=pytest.mark.long)])
def test_no_position_comes_twice_in_a_row(practice: Practice, many: int) -> None:
    """Also where what was wrong comes again; a clause that has several positions comes with another one. In
    9 questions, in `make long` in 60."""
    met: dict[str, str] = {}
    last = ""
    clauses = Counter(question.clause for question in some() if question.game == "godzilla")
    for at in range(many):
        wish = Wish("godzilla", mode="wrong" if at % 3 == 2 else "")
        question = practice.next("ann", wish)
        here = memory.position(question.id)
        assert here != last
        kept = {memory.position(q.id) for q in practice.bank.about("godzilla", question.clause)}
        if wish.mode and clauses[question.clause] and len(kept) > 2:
            assert here != met.get(question.clause), "the clause had another position"
        practice.answer("ann", question, question.options[1].text, f"t{at}")
        met[question.clause] = last = here


def test_a_position_is_a_moment_of_a_ruling_whatever_is_asked_there() -> None:
    assert memory.position("godzilla/a-b~next-12") == memory.position("godzilla/a-b~clause-12b")
    assert memory.position("godzilla/a-b~next-12") != memory.position("godzilla/a-b~next-2")


@pytest.mark.parametrize(("game", "kind"), [("luck-and-logic", "deck"), ("gate-ruler", "wins")])
def test_a_kind_that_few_rulings_give_is_found_soon(
    practice: Practice, game: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more than a thousand rulings of Luck & Logic, two are about a deck."""
    made: list[str] = []

    def counted(ruling: Ruling) -> list[Question]:
        made.append(ruling.name)
        return questions(ruling)

    monkeypatch.setattr("judgekit.teach.bank.questions", counted)
    assert practice.next("kim", Wish(game, kind=kind)).kind == kind
    assert len(made) <= 8
