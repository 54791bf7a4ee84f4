"""Lessons: every shipped one comes out, and a wrong file is told where it is wrong."""

from __future__ import annotations

import pytest

from judgekit.audit.impact import Side, came_of
from judgekit.cases.files.page import WrongInput
from judgekit.known import GAMES
from judgekit.teach import lessons

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
        ('text = "Words."', "", "part[0].text"),
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


def test_a_draft_from_a_case_is_a_lesson_that_can_be_read() -> None:
    position = 'game = "godzilla/1.2"\nat = "main phase"\nturn = "A"\n\n[A]\ndeck = 20\nhand = 1\n'
    text = lessons.draft("godzilla/1.2", position, ["A: do nothing"], 'My "case"', "asked B", ["7.4.1"])
    with pytest.raises(WrongInput, match="that proves the answer"):
        lessons.loads(text.replace('clauses = ["7.4.1"]', "clauses = []"))
    lesson = lessons.loads(text)
    assert lesson.parts[0].ruling is not None
    assert lesson.title == 'My "case"'


def test_a_lesson_is_run_again_when_an_edition_or_a_reading_is_compared() -> None:
    found = [item for item in lessons.items("godzilla") if item.name.startswith("godzilla/01")]
    assert len(found) >= 3
    for item in found:
        came = came_of(item, Side())
        assert not came.why, item.name
        assert came.clauses, item.name
