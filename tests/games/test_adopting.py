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
from judgekit.cases.rulings.ruling import files, run
from judgekit.cases.rulings.ruling import load as load_ruling
from judgekit.cli import main
from judgekit.engine.state import JUDGE
from judgekit.games.adopting import Adoption, NotAdopted, adopt
from tests.cases import toy_game

BOOKS = Path(__file__).parent.parent.parent.parent / "shared" / "rulebooks"
LATER = {  # what the third edition of Skirmish has in the place of a clause of the second
    "1.4": "Effects of this turn end, the turn player discards down to four cards, and the turn passes.",
    "3.4": "Damage to a player is counted, and doubled in the last round.",
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
    """Chapters 4 to 7 have moved by one, a step is new, an action is dropped, two clauses have changed."""
    found: dict[str, str] = {}
    for number, text in {**sentences(), **LATER}.items():
        if number == "3.1.1":
            continue
        chapter, dot, rest = number.partition(".")
        found[f"{int(chapter) + (int(chapter) > 3)}{dot}{rest}"] = text
        if number == "1.4":
            found["1.5"] = "Whoever has the most cards on the field scores a point."
    return found


def text(edition: str, clauses: dict[str, str]) -> OfficialText:
    return OfficialText("toy", edition, "typed", tuple(OfficialClause(n, 0, t) for n, t in clauses.items()))


@pytest.fixture(scope="module")
def third() -> Adoption:
    return adopt(toy_game.rules, text("2", sentences()), text("3", later()))


def test_moved_changed_new_and_dropped_clauses_are_listed(third: Adoption) -> None:
    assert ("4.1", "5.1") in third.moved
    assert third.changed == ("1.4", "3.4")
    assert third.added == ("1.5",)
    assert third.dropped == ("3.1.1",)
    assert third.asks == ("1.4", "3.4", "1.5")


def test_an_unchanged_clause_runs_with_its_code_under_its_new_number(third: Adoption) -> None:
    line = played(third)
    line.answer("play c1")
    line.run()
    assert line.state.areas["A.field"] == (1,)
    line.announce("B", "concede")
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "5.3"


def test_a_game_that_reaches_a_changed_or_a_new_step_asks_the_judge(third: Adoption) -> None:
    line = played(third)
    line.answer("pass")
    question = line.run()
    assert question is not None
    assert (question.player, question.clause) == (JUDGE, "1.4")
    assert "1.4 changed in this edition" in question.prompt
    line.answer("by hand")
    question = line.run()
    assert question is not None
    assert (question.player, question.clause) == (JUDGE, "1.5")
    assert "is new" in question.prompt


def played(third: Adoption):  # type: ignore[no-untyped-def]
    """A line of the third edition that stands at the first question."""
    from judgekit.cases.files.position import loads

    with toy_game.known():
        place = loads(POSITION.replace("toy/3", "toy/2"))
    line = place.under(third.rules).line()
    line.run()
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
        assert "asks the judge (3): 1.4, 3.4, 1.5" in told
        shown = CliRunner().invoke(main, ["run", "table.toml", "-a", "pass"]).output
        assert "case 1 table · toy/3" in shown
        assert "1.4 asks judge: Clause 1.4 changed in this edition" in shown
        assert "verified" in CliRunner().invoke(main, ["verify", "1"]).output


def test_a_text_that_is_too_unlike_is_refused() -> None:
    other = {number: told for number, told in sentences().items() if not number.startswith("1.")}
    with pytest.raises(NotAdopted, match="too unlike toy/2"):
        adopt(toy_game.rules, text("2", sentences()), text("4", other))


@pytest.mark.skipif(not BOOKS.is_dir(), reason="the official texts are not here")
def test_godzilla_1_00_plays_with_the_code_of_1_2_alone() -> None:
    """Its clauses get the numbers that were given to them by hand, and rulings come out as in the edition
    that has rules of its own."""
    books = [load("godzilla", "1.2"), load("godzilla", "1.00")]
    old, _ = import_file(BOOKS / "godzilla-1.2.txt", books)
    new, _ = import_file(BOOKS / "godzilla-1.00.txt", books)
    game = games.game("godzilla")
    found = games.adoption(replace(game, editions={"1.2": game.rules("1.2")}), old, new)
    assert found.rules.book.renumbering == books[1].renumbering
    assert set(found.asks) <= set(found.changed)
    own = {one.id for one in books[1].doubts} - {one.id for one in books[0].doubts}  # that nobody has told
    some = [path for path in files("godzilla")[::25] if not any(one in path.read_text() for one in own)]
    rulings = [load_ruling(path) for path in some]
    results = [run(one, "1.00", found.rules) for one in rulings if "1.00" in one.scripts]
    assert len(results) >= 10
    failed = [one for one in results if not one.ok]
    asked = [one for one in failed if any(question.player == JUDGE for question, _ in one.asked)]
    assert failed == asked
