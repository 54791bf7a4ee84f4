"""A case becomes a lesson: one step for each choice, and what is written holds as it is."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from judgekit import paths
from judgekit.cases.files.position import loads
from judgekit.cases.files.writer import saved
from judgekit.cases.play.case import Archive, Case
from judgekit.cases.rulings.ruling import files, load
from judgekit.known import GAMES
from judgekit.teach import lessons
from judgekit.teach.drafting import another, draft
from judgekit.teach.making.seen import seen
from tests.lots import EITHER, lot

CHOICES = 5
BATTLE = paths.fixtures() / "positions" / "luck-and-logic" / "battle.toml"
MAIN = paths.fixtures() / "positions" / "godzilla" / "main-phase.toml"


def played(archive: Archive, text: str, seed: int) -> Case:
    """A case in which choices were made at random; nothing is chosen wherever that is allowed."""
    case = archive.create("position", text)
    sitting, dice = case.sit(), random.Random(seed)
    question = sitting.run(500)
    for _ in range(CHOICES):
        if question is None or question.form == "number":
            break
        ids = [option.id for option in question.options]
        chosen = tuple(dice.sample(ids, question.least if not question.window else 1))
        question = sitting.answer(*chosen, limit=2000)
    return case


def holds(case: Case) -> None:
    branch = case.branch()
    for place in {0, branch.head // 2, max(branch.head - 1, 0)}:
        lesson = lessons.loads(draft(case, branch, place))
        assert lessons.check(lesson) == [], (case.title, place)
        for part, stretch in zip(lesson.parts, lessons.stretches(lesson), strict=True):
            assert stretch is not None
            anybody = {step.text for step in seen(stretch)}
            unseen = {step.text for step in stretch.steps} - anybody
            assert not unseen & {*part.wrong}
            assert part.right not in unseen or not anybody


def texts(game: str, many: int) -> list[str]:
    """The positions of so many rulings all over the library of a game."""
    every = files(game)
    found: list[str] = []
    for path in every[:: max(len(every) // (many * 2), 1)]:
        place = next(iter(load(path).scripts.values())).position
        if place is not None and len(found) < many:
            found.append(saved(place))
    return found


@EITHER
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_of_every_sample_case_holds_as_drafted(game: str, tmp_path: Path, whole: bool) -> None:
    with Archive(tmp_path / "cases.sqlite", "off") as archive:
        files = sorted((paths.fixtures() / "positions" / game).glob("*.toml"))
        for at, path in enumerate(lot(files, 1, whole)):
            holds(played(archive, path.read_text("utf-8"), at))


@pytest.mark.parametrize("many", [1, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_of_the_tables_of_rulings_holds_as_drafted(game: str, many: int, tmp_path: Path) -> None:
    with Archive(tmp_path / "cases.sqlite", "off") as archive:
        found = texts(game, many)
        assert len(found) == many
        for at, text in enumerate(found):
            holds(played(archive, text, at))


def battle(archive: Archive) -> Case:
    """An attack that nobody intercepts, chosen as the empty choice."""
    case = archive.create("position", BATTLE.read_text("utf-8"))
    sitting = case.sit()
    sitting.run(500)
    for chosen in (("attack",), ("front right",), ()):
        question = sitting.answer(*chosen, limit=2000)
    assert question is not None
    return case


def test_each_choice_is_a_step_with_its_own_clauses_and_an_empty_one_is_read_back(tmp_path: Path) -> None:
    with Archive(tmp_path / "cases.sqlite", "off") as archive:
        case = battle(archive)
        text = draft(case, case.branch(), 0)
    lesson = lessons.loads(text)
    assert lessons.check(lesson) == []
    assert [part.continues for part in lesson.parts] == [True] * 3
    assert all(part.ask and part.wrong for part in lesson.parts)
    assert '"B: nothing"' in text
    assert text.count("[position]") == 1
    assert lessons.in_own_words(lesson, lessons.played(lesson)) == []
    wanted = [
        {one.clause for one in part.ruling.scripts["1.00"].clauses} for part in lesson.parts if part.ruling
    ]
    assert "8.2.5" in wanted[0]
    assert "8.2.5" not in wanted[1] | wanted[2]


def test_a_choice_that_only_leads_to_another_is_one_step_with_it(tmp_path: Path) -> None:
    """A card is played, and a zone is chosen for it."""
    with Archive(tmp_path / "cases.sqlite", "off") as archive:
        case = archive.create("position", MAIN.read_text("utf-8"))
        sitting = case.sit()
        question = sitting.run(500)
        assert question is not None
        play = next(option for option in question.options if option.id.startswith("play "))
        question = sitting.answer(play.id, limit=2000)
        assert question is not None
        sitting.answer(question.options[0].id, limit=2000)
        branch = case.branch()
        text = draft(case, branch, 0)
        assert draft(case, branch, branch.head) == text, "at its end, a branch is told from its beginning"
    lesson = lessons.loads(text)
    assert lessons.check(lesson) == []
    (part,) = lesson.parts
    assert part.ruling is not None
    assert len(part.ruling.scripts["1.2"].answers) == 2


def test_the_table_of_a_step_is_that_of_its_question() -> None:
    """The card that is being played has left the hand when its zone is chosen."""
    place = loads(MAIN.read_text("utf-8"))
    line = place.line()
    question = line.run(500)
    assert question is not None
    assert lessons.at_its_question(place) is None
    line.answer(next(option.id for option in question.options if option.id.startswith("play ")))
    assert line.run(500) is not None
    seen = lessons.at_its_question(replace(place, state=line.state))
    assert seen is not None
    assert len(line.state.pile("A.hand")) == len(seen.pile("A.hand")) + 1


def test_one_more_step_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    with Archive(tmp_path / "cases.sqlite", "off") as archive:
        case = battle(archive)
        text = draft(case, case.branch(), 0)
    more = another(another(text))
    lesson = lessons.loads(more)
    assert len(lesson.parts) == 5
    assert lessons.check(lesson) == []
    assert more.endswith(text[text.index("[position]") :])
