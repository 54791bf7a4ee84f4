"""Nobody is asked where nothing can be told apart: copies, abilities alike, a shuffled pile of one card."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.files.page import page_of
from judgekit.cases.files.position import loads
from judgekit.cases.play.case import Archive
from judgekit.cases.play.foregone import foregone
from judgekit.cases.rulings import ruling
from judgekit.engine.questions import Question

TABLE = """
game = "dragon-ball-super"
at = "main phase"
turn = "A"
{head}

[cards.Aria]
type = "leader"
colours = ["red"]
power = 10000

[cards.Grunt]
type = "battle"
colours = ["red"]
"energy cost" = 1
power = 10000

[cards.Page]
type = "battle"
colours = ["red"]
characters = ["Page"]
"energy cost" = 1
power = 5000

[cards.Greeter]
type = "battle"
colours = ["red"]
"energy cost" = 1
power = 10000
text = "[Auto] When you play a <Page> card, draw 1 card."

[A]
leader = ["Aria"]
life = 3
hand = ["Page"]
energy = {energy}
battle = {battle}
deck = [{{ card = "Grunt", count = 6 }}]

[B]
leader = ["Aria"]
life = 3
"""
SAME = '["Grunt", "Grunt", "Grunt"]'
OTHER = '["Grunt", "Page", "Grunt"]'
NAMED = '["Grunt", { card = "Grunt", as = "mine" }]'
UNKNOWN = '["?", "?"]'
TWO = '["Greeter", "Greeter"]'


def table(energy: str = SAME, battle: str = "[]", head: str = "") -> str:
    return TABLE.format(energy=energy, battle=battle, head=head)


def after_playing(tmp_path: Path, text: str) -> Question:
    """What is asked next when A has played Page."""
    with Archive(tmp_path / "cases.db") as archive:
        sitting = archive.create("position", text).sit()
        question = sitting.run()
        assert question is not None
        page = next(option.id for option in question.options if option.id.startswith("play "))
        after = sitting.answer(page)
        assert after is not None
        return after


@pytest.mark.parametrize(
    ("energy", "is_asked"), [(SAME, False), (OTHER, True), (NAMED, True), (UNKNOWN, True)]
)
def test_which_of_several_copies_pays_is_not_asked(tmp_path: Path, energy: str, is_asked: bool) -> None:
    after = after_playing(tmp_path, table(energy))
    assert (after.clause != "4-6-2-2") is is_asked


def test_which_of_two_pending_skills_that_are_the_same_comes_first_is_not_asked(tmp_path: Path) -> None:
    assert after_playing(tmp_path, table(battle=TWO)).clause == "4-6-2-2"
    apart = '["Greeter", { card = "Greeter", as = "old" }]'
    assert after_playing(tmp_path / "apart", table(battle=apart)).clause != "4-6-2-2"


def test_copies_of_which_one_has_been_used_are_not_the_same() -> None:
    rested = '["Greeter", { card = "Greeter", rest = true }]'
    line = loads(table(battle=rested)).line()
    question = line.run()
    assert question is not None
    assert foregone(line, loads(table()).game) is None


RULING = """
editions = ["dragon-ball-super/1.06"]
source = "test"
explanation = "The same skill of copies that nothing tells apart."
question = "Two that greet the same page: does the order have to be said?"
answer = "No."
difficulty = "easy"
status = "settled"
answers = ["A: play Page"]
until = "asked A 4-6-2-2"
clauses = ["4-5-3-2"]
facts = [{ area = "A.hand", count = 2 }]

"""


def in_a_ruling(text: str, head: str = RULING) -> ruling.Result:
    lines = [f"[position.{line[1:]}" if line.startswith("[") else line for line in text.splitlines()]
    own = "\n".join(lines).replace('game = "dragon-ball-super"', "")
    return ruling.run(ruling.read(page_of(f"{head}[position]\n{own}", "4-5-3-2-x.toml")))


def test_a_ruling_leaves_out_what_is_not_asked() -> None:
    result = in_a_ruling(table(battle=TWO))
    assert result.ok, ruling.report(result)


def test_without_a_seed_nobody_orders_cards_that_are_all_the_same(tmp_path: Path) -> None:
    assert (
        after_playing(
            tmp_path, table(battle='["Greeter"]').replace("draw 1 card", "shuffle your deck")
        ).clause
        == "4-6-2-2"
    )


def test_of_an_order_that_chance_brought_the_first_cards_are_enough(tmp_path: Path) -> None:
    mixed = table(battle='["Greeter"]').replace("draw 1 card", "shuffle your deck")
    mixed = mixed.replace(
        'deck = [{ card = "Grunt", count = 6 }]', 'deck = ["Grunt", "Page", "Grunt", "Greeter"]'
    )
    head = RULING.replace('["A: play Page"]', '["A: play Page", "judge: Greeter; Page"]').replace(
        "count = 2", "count = 0"
    )
    result = in_a_ruling(mixed, head)
    assert result.ok, ruling.report(result)
    assert result.end is not None
    state = result.end.state
    assert [state.cards[card].name for card in state.pile("A.deck")] == ["Greeter", "Page", "Grunt", "Grunt"]


@pytest.mark.parametrize(
    ("head", "is_asked"), [("seed = 1", False), ('seed = 1\ndice = "told"', True), ("", True)]
)
def test_with_a_seed_a_die_roll_can_still_be_told(head: str, is_asked: bool) -> None:
    setup = table(head=head).replace('at = "main phase"', 'at = "5-2-1-3"')
    line = loads(setup).line()
    question = line.run()
    assert (question is not None and question.player == "judge") is is_asked
    if is_asked:
        line.answer("B")
        line.run()
        assert line.state.turn_player == "B"


FALLING = "[Auto] When you play a <Page> card, choose up to 2 of your opponent's Battle Cards and KO them."
MOURNER = """
[cards.Mourner]
type = "battle"
colours = ["red"]
"energy cost" = 1
power = 5000
text = "[Auto] When one of your opponent's Battle Cards is KO-ed, {}."

"""


def after_two_fall(tmp_path: Path, then: str, mourners: str) -> Question:
    """What is asked when two cards with different names have been KO-ed together, before mourners."""
    text = table(battle=f'["Greeter", {mourners}]').replace(
        "[Auto] When you play a <Page> card, draw 1 card.", FALLING
    )
    mourner = MOURNER.format(then)
    text = text.replace("[A]\n", f"{mourner}[A]\n", 1) + 'battle = ["Grunt", "Page"]\n'
    with Archive(tmp_path / "cases.db") as archive:
        sitting = archive.create("position", text).sit()
        question = sitting.run()
        assert question is not None
        asked = sitting.answer(next(one.id for one in question.options if one.id.startswith("play ")))
        assert asked is not None
        after = sitting.answer(*(one.id for one in asked.options))
        assert after is not None
        return after


@pytest.mark.parametrize("mourners", ['"Mourner"', '"Mourner", "Mourner"'])
@pytest.mark.parametrize(
    ("then", "is_asked"),
    [("draw 1 card", False), ("place it in its owner's Warp", True), ("its owner draws 1 card", True)],
)
def test_skills_that_do_not_speak_of_what_set_them_off_are_the_same(
    tmp_path: Path, then: str, is_asked: bool, mourners: str
) -> None:
    assert (after_two_fall(tmp_path, then, mourners).clause != "4-6-2-2") is is_asked
