"""An edition that has only a text plays with the code of the edition that has some."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit import games
from judgekit.book.importing import import_file
from judgekit.book.load import load
from judgekit.book.official import OfficialClause, OfficialText
from judgekit.cases.files.position import Position, loads
from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.ruling import files, run
from judgekit.cases.rulings.ruling import load as load_ruling
from judgekit.cli import main
from judgekit.engine.machine import Line
from judgekit.engine.state import JUDGE, B
from judgekit.games.adopting import ALWAYS, Adoption, NotAdopted, adopt
from tests.cases import toy_game

BOOKS = Path(__file__).parent.parent.parent.parent / "shared" / "rulebooks"
LATER = {  # what the third edition of Skirmish has in the place of a clause of the second
    "1.4": "Effects of this turn end, the turn player discards down to four cards, and the turn passes.",
    "3.4": "Damage to a player is counted, and doubled in the last round.",
    "5.1": "Effects add to power, and to cost.",
    "7.1": "A field holds at most four units, and one more in the last round.",
}
NEW = {
    "1.4": ("1.5", "Whoever has the most cards on the field scores a point."),
    "3.2": ("3.2.1", "Who plays a second card in a turn shows the hand."),
}
POSITION = """game = "toy/3"
at = "main phase"
turn = "A"
[cards.Tank]
type = "unit"
power = 2
[A]
hand = ["Tank"]
deck = ["Tank", "Tank"]
[B]
deck = ["Tank", "Tank"]
"""


def sentences() -> dict[str, str]:
    return {row.number: row.title or row.gist for row in toy_game.rules.book}


def later() -> dict[str, str]:
    """Chapters 4 to 7 have moved by one; clauses of many kinds have changed, are new or dropped."""
    found: dict[str, str] = {}
    for number, text in {**sentences(), **LATER}.items():
        if number in ("2.3", "3.1.1"):
            continue
        chapter, dot, rest = number.partition(".")
        found[f"{int(chapter) + (int(chapter) > 3)}{dot}{rest}"] = text
        found |= [NEW[number]] if number in NEW else []
    return found


def text(edition: str, clauses: dict[str, str]) -> OfficialText:
    return OfficialText("toy", edition, "typed", tuple(OfficialClause(n, 0, t) for n, t in clauses.items()))


@pytest.fixture(scope="module")
def third() -> Adoption:
    return adopt(toy_game.rules, text("2", sentences()), text("3", later()))


def test_moved_changed_new_and_dropped_clauses_are_listed(third: Adoption) -> None:
    assert ("4.1", "5.1") in third.moved
    assert third.changed == ("1.4", "3.4", "6.1", "8.1")
    assert third.added == ("1.5", "3.2.1")
    assert third.dropped == ("2.3", "3.1.1")
    assert third.asks == ("1.4", "1.5", "3.2.1", "3.4", "6.1", "8.1", "2.3", "3.1.1")


def test_an_unchanged_clause_runs_with_its_code_under_its_new_number(third: Adoption) -> None:
    line = played(third)
    line.answer("play c1")
    settled(line)
    assert line.state.pile("A.field") == (1,)
    line.announce(B, "concede")
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "5.3"


def test_a_game_that_reaches_a_changed_or_a_new_step_asks_the_judge(third: Adoption) -> None:
    line = played(third)
    line.answer("pass")
    asked = settled(line, until="1.4")
    assert "clause 1.4 changed in this edition" in asked
    line.answer("by hand")
    assert "clause 1.5 is new in this edition" in settled(line, until="1.5")


def test_a_limit_that_changed_is_told_before_anybody_chooses_by_it(third: Adoption) -> None:
    line = place(third).line()
    question = line.run()
    assert question is not None
    assert (question.player, question.clause) == (JUDGE, "8.1")
    assert "clause 8.1 changed in this edition, and is used here" in question.prompt
    line.answer("as before")
    question = line.run()
    assert question is not None
    assert question.player == "A"


def test_what_is_new_without_code_is_told_where_the_clause_above_it_acts(third: Adoption) -> None:
    line = played(third)
    line.answer("play c1")
    question = line.run()
    assert question is not None
    assert (question.player, question.clause) == (JUDGE, "3.2.1")


def test_what_was_dropped_is_told_where_it_stood_or_would_have_acted(third: Adoption) -> None:
    line = played(third)
    line.answer("pass")
    told: list[str] = []
    while (question := line.run()) is not None and len(told) < 6:
        told.append(question.prompt.partition(":")[0])
        line.answer("as before" if question.player == JUDGE else "pass")
    assert "clause 2.3 of edition 2 is dropped, and would be used here" in told


def test_a_limit_that_was_dropped_is_told_before_anybody_chooses_without_it() -> None:
    left = {number: words for number, words in sentences().items() if number != "7.1"}
    fourth = adopt(toy_game.rules, text("2", sentences()), text("3", left))
    assert "7.1" in fourth.dropped
    assert "7.1" in fourth.asks
    line = place(fourth).line()
    question = line.run()
    assert question is not None
    assert question.player == JUDGE
    assert "clause 7.1 of edition 2 is dropped, and would be used here" in question.prompt
    line.answer("always as before")
    question = line.run()
    assert question is not None
    assert question.player == "A"


def test_a_deck_that_is_renewed_by_a_dropped_clause_stays_empty_and_the_judge_is_asked(
    third: Adoption,
) -> None:
    line = place(third, POSITION.replace('[B]\ndeck = ["Tank", "Tank"]', '[B]\npile = ["Tank"]')).line()
    told: list[str] = []
    while (question := line.run()) is not None and len(told) < 12:
        told.append(question.prompt.partition(":")[0])
        line.answer("always as before" if question.player == JUDGE else "pass")
    assert "clause 3.1.1 of edition 2 is dropped, and would be used here" in told


def test_a_judge_who_does_not_want_to_be_asked_again_is_not(third: Adoption) -> None:
    line, told = place(third).line(), []
    for _ in range(30):
        question = line.run()
        assert question is not None
        if question.player == JUDGE:
            told.append(question.prompt)
        line.answer("always as before" if question.player == JUDGE else "pass")
    assert told
    assert len(told) == len(set(told))


def place(third: Adoption, position: str = POSITION) -> Position:
    with toy_game.known():
        return loads(position.replace("toy/3", "toy/2")).under(third.rules)


def settled(line: Line, until: str = "") -> str:
    """The line goes on as before until a player, or the judge about a clause, must choose: what is asked."""
    while (question := line.run()) is not None and question.player == JUDGE and question.clause != until:
        line.answer("always as before")
    return question.prompt if question is not None else ""


def played(third: Adoption) -> Line:
    """A line of the third edition that stands at the first question of a player."""
    line = place(third).line()
    settled(line)
    return line


def test_an_edition_that_is_imported_with_its_predecessor_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for edition, clauses in (("2", sentences()), ("3", later())):
        lines = (f"{number}. {told}" for number, told in clauses.items())
        (tmp_path / f"{edition}.txt").write_text("\n\n".join(lines))
    (tmp_path / "table.toml").write_text(POSITION)
    with toy_game.known():
        CliRunner().invoke(main, ["rules", "import", "2.txt", "--as", "toy/2"], catch_exceptions=False)
        told = CliRunner().invoke(main, ["rules", "import", "3.txt", "--as", "toy/3"]).output
        assert "toy/3 plays with" in told
        assert "asks the judge (8): 1.4, 1.5, 3.2.1, 3.4, 6.1, 8.1, 2.3, 3.1.1" in told
        shown = CliRunner().invoke(main, ["run", "table.toml"]).output
        assert "case 1 table · toy/3" in shown
        assert "8.1 asks the judge: Clause 8.1 changed in this edition, and is used here" in shown
        assert "verified" in CliRunner().invoke(main, ["verify", "1"]).output


def test_a_text_that_is_too_unlike_is_refused() -> None:
    other = {number: told for number, told in sentences().items() if not number.startswith("1.")}
    with pytest.raises(NotAdopted, match="too unlike toy/2"):
        adopt(toy_game.rules, text("2", sentences()), text("4", other))


@pytest.mark.skipif(not BOOKS.is_dir(), reason="the official texts are not here")
def test_godzilla_1_00_plays_with_the_code_of_1_2_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clauses get the numbers that were given to them by hand, and rulings come out as in the edition
    that has rules of its own."""
    books = [load("godzilla", "1.2"), load("godzilla", "1.00")]
    old, _ = import_file(BOOKS / "godzilla-1.2.txt", books)
    new, _ = import_file(BOOKS / "godzilla-1.00.txt", books)
    game = games.game("godzilla")
    found = games.adoption(replace(game, editions={"1.2": game.rules("1.2")}), old, new)
    assert found.rules.book.renumbering == books[1].renumbering
    assert {"3.1.2", "4.7.2", "5.6.2", "8.5.1.1", "9.5.2.2.1.1", "10.1.2.1"} <= set(found.asks)
    own = {one.id for one in books[1].doubts} - {one.id for one in books[0].doubts}  # that nobody has told
    some = [path for path in files("godzilla")[::25] if not any(one in path.read_text() for one in own)]
    monkeypatch.setattr(ruling, "given_by_itself", as_before)
    results = [run(one, "1.00", found.rules) for one in map(load_ruling, some) if "1.00" in one.scripts]
    assert len(results) >= 10
    failed = [one for one in results if not one.ok]
    assert all(any(question.player == JUDGE for question, _ in one.asked) for one in failed)
    assert len(failed) <= 0.1 * len(results)  # loops in which the judge has been asked, and what he must do


GIVEN = ruling.given_by_itself


def as_before(line: Line, place: Position) -> tuple[str, ...] | None:
    """A judge who lets everything run as before."""
    offered = [option.id for option in line.question.options] if line.question else []
    return (ALWAYS,) if ALWAYS in offered else GIVEN(line, place)
