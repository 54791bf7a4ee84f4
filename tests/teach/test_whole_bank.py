"""Everything that the rulings give, made anew: as `judgekit teach survey` counts it."""

from __future__ import annotations

import pytest

from judgekit.known import GAMES
from judgekit.teach import exams
from judgekit.teach.bank import ABOUT_ONE, Bank, names
from judgekit.teach.exams import Blueprint
from judgekit.teach.making.questions import MOST
from judgekit.teach.store import Store
from judgekit.teach.survey import Survey, survey
from tests.teach.bank import sample
from tests.teach.test_exams import drawn

LEAST = {"godzilla": 1300, "dragon-ball-super": 1400, "gate-ruler": 1850, "luck-and-logic": 1250}
QUICK = 300  # milliseconds
Whole = tuple[str, Bank, Survey]


def surveyed(place: pytest.TempPathFactory, rulings: list[str]) -> tuple[Bank, Survey]:
    bank = Bank(Store(place.mktemp("bank") / "teach.sqlite"))
    return bank, survey(bank, rulings)


def test_a_survey_proves_and_plays_out_whatever_a_ruling_gives(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    bank, found = surveyed(tmp_path_factory, sample()[::4])
    every = [question for name in sample()[::4] for question in bank.of(name)]
    assert (found.made, found.faults) == (len(every), {})
    assert found.played == sum(len(question.options) - 1 for question in every)
    assert 0 < found.slowest <= QUICK


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The whole bank of a game: once for all tests here."""
    return request.param, *surveyed(tmp_path_factory, names(request.param))


@pytest.mark.long
def test_the_rulings_of_a_game_give_their_share_of_five_thousand_questions(whole: Whole) -> None:
    game, _, found = whole
    assert sum(LEAST.values()) >= 5000
    assert found.asked >= LEAST[game]
    assert found.most_of_a_ruling <= MOST
    assert found.most_about_a_clause <= ABOUT_ONE
    assert found.share_of_three >= 0.9


@pytest.mark.long
def test_every_key_holds_and_every_wrong_option_is_played_out(whole: Whole) -> None:
    """No second answer is found by exploration; every sentence has its event and its clause, every wrong
    option a reason and a condition; and all of it comes quickly."""
    _, _, found = whole
    assert found.faults == {}
    assert found.slowest <= QUICK, found.slowest_at


@pytest.mark.long
def test_a_thousand_papers_of_one_blueprint_are_equally_hard(whole: Whole) -> None:
    game, bank, _ = whole
    assert max(drawn(bank, game, 250, 20)) <= 0.03  # of each game


@pytest.mark.long
def test_every_key_of_a_large_paper_is_confirmed(whole: Whole) -> None:
    game, bank, _ = whole
    assert exams.wrong_keys(exams.draw(bank, Blueprint(game, 100, versions=4, seed="large"))) == {}
