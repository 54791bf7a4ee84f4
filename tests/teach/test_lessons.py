"""Lessons: every shipped one comes out, and a wrong file is told where it is wrong."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from judgekit.audit.impact import Side, came_of
from judgekit.cases.files.page import WrongInput
from judgekit.known import GAMES
from judgekit.teach import lessons
from judgekit.teach.revising import with_words, without_step, words_of
from judgekit.teach.store import TeachError
from tests.lots import EITHER, lot

GOOD = """title = "T"
game = "godzilla/1.2"

[[part]]
text = "Words."
ruling = "7.4.3-a-total-that-equals-the-threat-counters"
ask = "Does it go back?"
right = "Yes."
wrong = ["No."]
"""
OWN = """title = "T"
game = "godzilla/1.2"

[[part]]
text = "Words."
ask = "What does A draw?"
right = "Nothing."
wrong = ["A card."]
until = "asked A"
facts = [{ area = "A.hand", count = 1 }]

[part.position]
at = "main phase"
turn = "A"

[part.position.A]
hand = 1
deck = 20
"zone 1" = [{ card = "Titan", invading = true }]

[part.position.B]
deck = 20
"zone 1" = [{ card = "Titan", invading = true }]

[part.position.cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 5000
"""


@pytest.mark.parametrize("game", GAMES)
def test_eight_lessons_of_a_game_come_out_as_written(game: str) -> None:
    paths = lessons.files(game)
    assert len(paths) >= 8
    for path in paths[::3]:  # `judgekit teach lesson` runs them all
        assert lessons.check(lessons.load(path)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_comes_out_as_written(game: str) -> None:
    assert {str(p): wrong for p in lessons.files(game) if (wrong := lessons.check(lessons.load(p)))} == {}


def test_lessons_go_from_the_turn_to_loops() -> None:
    for game in GAMES:
        titles = [one.title for one in lessons.listed(game)]
        assert titles[0] == "The turn"
        assert titles[-1] == "Replacements and loops"


def test_a_lesson_with_a_table_of_its_own_is_played() -> None:
    lesson = lessons.loads(OWN)
    assert lessons.check(lesson) == []
    wrong = lessons.loads(OWN.replace("count = 1", "count = 2"))
    assert "there are 1" in lessons.check(wrong)[0]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "T"', "", "title: expected"),
        ("godzilla/1.2", "chess", "game"),
        ('text = "Words."', "", "part 1.text"),
        ("7.4.3-a-total-that-equals-the-threat-counters", "nothing-of-the-kind", "the name of a ruling"),
        ('right = "Yes."', "", "a right answer"),
        ('wrong = ["No."]', 'wrong = ["Yes."]', "differ from the right one"),
        ('ruling = "7.4.3-a-total-that-equals-the-threat-counters"', "", "that proves the answer"),
        ('text = "Words."', 'text = "Words."\nsee = ["99.9"]', "a clause of godzilla/1.2"),
        ('text = "Words."', 'text = "Words."\nanwser = 1', "the fields of a part"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, told: str) -> None:
    with pytest.raises(WrongInput, match=r"lesson:\d+") as caught:
        lessons.loads(GOOD.replace(old, new))
    assert told in str(caught.value)


ON = """
[[part]]
continues = true
text = "Then."
ask = "What does A do?"
right = "Nothing."
wrong = ["A invades."]
answers = []
until = "asked A"
facts = [{ area = "A.hand", count = 1 }]
"""


def test_a_step_goes_on_from_the_step_before() -> None:
    lesson = lessons.loads(OWN + ON)
    first, second = lessons.played(lesson)
    assert first is not None
    assert second is not None
    assert lessons.check(lesson) == []
    assert first.end is not None
    assert second.script.position is not None
    assert second.script.position.state == first.end.line.state


def test_a_lesson_may_have_its_table_at_its_end() -> None:
    head, table = OWN.split("[part.position]")
    moved = head.replace("[[part]]", "[[part]]\ncontinues = true") + "[position]" + table
    lesson = lessons.loads(moved.replace("[part.position.", "[position."))
    assert lessons.check(lesson) == []
    assert lesson.parts[0].continues


def test_nothing_to_go_on_from_is_told() -> None:
    with pytest.raises(WrongInput, match=r"part 1.continues: expected a step before it with a table"):
        lessons.loads(GOOD.partition("[[part]]")[0] + ON)


def test_what_only_follows_from_a_fault_is_not_told() -> None:
    wrong = OWN.replace('until = "asked A"', 'until = "asked A"\nanswers = ["A: Gard"]')
    told = lessons.check(lessons.loads(wrong + ON))
    assert [one.partition(":")[0] for one in told] == ["line 10"]
    assert "step 1: " in told[0]
    assert "'Gard' is not offered" in told[0]


def test_the_real_cause_is_told_alone() -> None:
    with pytest.raises(WrongInput) as caught:
        lessons.loads(OWN.replace('until = "asked A"', 'until = "asked A 99.9"'))
    assert "99.9" in str(caught.value)
    assert "proves the answer" not in str(caught.value)


def drafted(clauses: list[str]) -> list[str]:
    listed = ", ".join(f'"{one}"' for one in clauses)
    return lessons.check(lessons.loads(OWN.replace("facts = [", f"clauses = [{listed}]\nfacts = [", 1)))


def test_clauses_stand_in_any_order_and_one_that_does_not_come_is_told() -> None:
    result = lessons.played(lessons.loads(OWN))[0]
    assert result is not None
    came = list(dict.fromkeys(stop.clause for stop in result.stops if stop.clause))
    assert len(came) > 1
    assert drafted(came) == drafted(came[::-1]) == []
    assert drafted(["7.4.3"]) == ["line 10: step 1: 7.4.3 does not come"]


def test_an_answer_that_names_nothing_of_what_happens_is_refused() -> None:
    told = lessons.check(lessons.loads(OWN.replace('right = "Nothing."', 'right = "To the moon."')))
    assert told == ['line 7: step 1: right: "To the moon." names nothing of what happens here']


def test_an_answer_in_own_words_is_not_taken_for_proved() -> None:
    lesson = lessons.loads(OWN)
    assert lessons.in_own_words(lesson, lessons.played(lesson)) == [1]


def test_a_lesson_is_run_again_when_an_edition_or_a_reading_is_compared() -> None:
    found = [item for item in lessons.items("godzilla") if item.name.startswith("godzilla/01")]
    assert len(found) >= 3
    for item in found:
        came = came_of(item, Side())
        assert not came.why, item.name
        assert came.clauses, item.name


def plain(text: str) -> dict[str, Any]:
    """A lesson's data; blank lines round its words mean nothing."""
    data = tomllib.loads(text)
    data["part"] = [
        {key: value.strip() if isinstance(value, str) else value for key, value in part.items()}
        for part in data["part"]
    ]
    return data


@EITHER
def test_a_lesson_whose_words_are_written_anew_is_the_same_lesson(whole: bool) -> None:
    for text in (OWN, *(path.read_text("utf-8") for path in lot(lessons.files(), 6, whole))):
        words = words_of(text)
        again = with_words(text, words)
        assert plain(again) == plain(text)
        assert words_of(with_words(again, {(1, "note"): 'Two "lines".\r\n\r\nOf it.'})) == words | {
            (1, "note"): 'Two "lines".\n\nOf it.'
        }


def test_words_that_are_taken_away_take_their_field_with_them() -> None:
    assert "ask" not in tomllib.loads(with_words(GOOD, {(1, "ask"): " "}))["part"][0]
    assert with_words(OWN, {(1, "right"): "Nothing."}) == OWN


def test_a_step_with_a_table_from_which_the_next_goes_on_is_not_removed() -> None:
    two = f'{OWN}\n[[part]]\ncontinues = true\ntext = "More."\n'
    assert tomllib.loads(without_step(two, 2)) == tomllib.loads(OWN)
    with pytest.raises(TeachError, match="step 2 goes on from the table of step 1"):
        without_step(two, 1)
    with pytest.raises(TeachError, match="at least one step"):
        without_step(OWN, 1)
