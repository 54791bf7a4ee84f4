"""Records are facts: words, places of code and defaults may change, and a case stays what it was."""

from __future__ import annotations

import dataclasses
import gzip
import shutil
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from judgekit import games
from judgekit.book.model import Doubt
from judgekit.cases.files import position
from judgekit.cases.play import fingerprint as marks
from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import verify
from judgekit.cases.play.what_if import answers_in, follow
from judgekit.cases.store.bundle import bring
from judgekit.engine.codec import facts, same_facts
from judgekit.engine.events import Answered, Corrected, Entry, Happened, Noted, Numbered
from judgekit.engine.questions import Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import A
from judgekit.games.game import Game
from tests.cases import toy_game
from tests.cases.skirmish import POSITION, begin, play

RECORDS = Path(__file__).parent.parent / "records"
CODE = '''
"""A chapter."""
from judgekit.engine import loops
from judgekit.engine.state import area as place_of

LIMIT = 3


def drawn(table, player):
    """Cards that a player draws."""
    return loops.heap(table.state) + LIMIT  # so many


def put(table, player):
    return place_of(player, "deck")
'''


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "judgekit.sqlite"
    with gzip.open(RECORDS / "cases-2026-11.db.gz") as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    return path


def code_mark(text: str) -> list[bytes]:
    return sorted(marks.marks_of(text.encode(), Path("chapter.py")))


def test_a_database_of_november_2026_is_readable_and_its_cases_are_verified_or_of_older_rules(
    database: Path,
) -> None:
    with Archive(database) as archive:
        cases = archive.cases()
        assert len(cases) == 55
        found = Counter(verify(case, branch).status for case in cases for branch in case.branches())
        assert set(found) <= {"verified", "older"}
        assert found["verified"] >= 30  # of the others the rules have changed on purpose since
        for case in cases:
            for branch in case.branches():
                assert len(case.entries(branch)) == branch.head


@pytest.mark.parametrize("packed", sorted(RECORDS.glob("*.judgekit.gz")), ids=lambda path: path.name)
def test_a_case_exported_in_november_2026_is_imported_and_verified(packed: Path, tmp_path: Path) -> None:
    file = tmp_path / packed.stem
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    with Archive(tmp_path / "cases.sqlite") as archive:
        case = bring(archive, file)
        assert verify(case, case.branch()).status in ("verified", "older")


def test_words_are_no_facts() -> None:
    asked = Answered(A, "1.2", ("c3",), "choose one", ("Tank",))
    entry = Entry(0, ("1.2",), (Happened(asked, why="a surprise"), Happened(Noted("nothing left"))))
    reworded = Answered(A, "1.2", ("c3",), "Choose a card", ("the Tank",))
    other = Entry(0, ("1.2",), (Happened(reworded), Happened(Noted("there is nothing left"))))
    assert same_facts(entry, other)
    assert same_facts(entry, msgspec.structs.replace(entry, consulted=("1.1",))), "cited more fully"
    assert not same_facts(entry, msgspec.structs.replace(entry, path=("1.3",))), "another clause acts"
    changed = msgspec.structs.replace(reworded, chosen=("c4",))
    assert not same_facts(entry, Entry(0, ("1.2",), (Happened(changed), other.events[1])))
    correction = Happened(Corrected("a slip", "HJ", (Numbered("turn", 1, 2),)))
    assert facts(Entry(1, (), (correction,))).events == (correction,)


def test_a_reworded_question_leaves_a_case_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=5, answers=20)
        real = Question.labels
        monkeypatch.setattr(
            Question, "labels", lambda self, chosen: tuple(f"the {w}" for w in real(self, chosen))
        )
        assert verify(case, case.branch()).status == "verified"


def test_comments_docstrings_and_places_of_code_do_not_change_its_mark() -> None:
    before = code_mark(CODE)
    assert code_mark(CODE.replace("Cards that a player draws", "What is drawn")) == before
    assert code_mark(CODE.replace("  # so many", "").replace("\n\n\n", "\n\n\n\n# a banner\n")) == before
    assert (
        code_mark(CODE.replace("def drawn(table, player)", "def drawn(table: Table, player: str) -> int"))
        == before
    )


def test_a_renamed_module_and_another_name_for_an_import_do_not_change_the_mark() -> None:
    before = code_mark(CODE)
    renamed = CODE.replace("import loops", "import layers").replace("loops.heap", "layers.heap")
    assert code_mark(renamed) == before
    direct = CODE.replace("from judgekit.engine import loops", "from judgekit.engine.loops import heap")
    assert code_mark(direct.replace("loops.heap", "heap")) == before
    aliased = CODE.replace("area as place_of", "area").replace("place_of(", "area(")
    assert code_mark(aliased) == before


def test_functions_may_move_from_file_to_file() -> None:
    head, _, tail = CODE.partition("def put")
    imports = "from judgekit.engine.state import area as place_of\n"
    assert sorted(code_mark(head) + code_mark(f"{imports}def put{tail}")) == code_mark(CODE)


@pytest.mark.parametrize(
    ("was", "is_now"), [("+ LIMIT", "- LIMIT"), ("LIMIT = 3", "LIMIT = 4"), ('"deck"', '"hand"')]
)
def test_a_change_of_behaviour_changes_the_mark(was: str, is_now: str) -> None:
    assert code_mark(CODE.replace(was, is_now)) != code_mark(CODE)


def test_gists_do_not_decide_a_game_and_defaults_do(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = toy_game.rules
    before = marks.fingerprint(rules)
    rows = tuple(msgspec.structs.replace(row, gist=f"{row.gist} indeed") for row in rules.book.rows)
    monkeypatch.setattr(rules, "book", msgspec.structs.replace(rules.book, rows=rows))
    assert marks.fingerprint(rules) == before
    monkeypatch.setattr(
        rules, "book", msgspec.structs.replace(rules.book, doubts=tuple(_turned(rules.book.doubts)))
    )
    assert marks.fingerprint(rules) != before


def _newest_first(editions: Mapping[str, Rulebook]) -> Callable[[str], tuple[Game, str]]:
    """How a game's name is read once it has other editions, the newest first."""
    game = dataclasses.replace(toy_game.GAME, editions=editions)

    def read(full: str) -> tuple[Game, str]:
        return game, full.partition("/")[2] or next(iter(editions))

    return read


def _turned(doubts: tuple[Doubt, ...], some: Container[str] | None = None) -> Iterator[Doubt]:
    """The same open questions, each of them, or each of some, with another default."""
    for doubt in doubts:
        other = next(choice for choice in doubt.choices if choice != doubt.default)
        turns = some is None or doubt.id in some
        yield msgspec.structs.replace(doubt, default=other) if turns else doubt


def test_no_rule_code_imports_what_only_tells() -> None:
    tellers = {name.removesuffix(".py").replace("/", ".") for name in marks.TELLING} - {"cardtext.wording"}
    files = [file for name in ("engine", "games") for file in (marks.PACKAGE / name).rglob("*.py")]
    own = {marks.PACKAGE / name for name in marks.TELLING}
    for file in files:
        if file not in own:
            found = [t for t in tellers if f"judgekit.{t} " in file.read_text("utf-8")]
            assert not found, f"{file.name} imports {found}"


@pytest.mark.parametrize("keeps_defaults", [True, False])
def test_a_default_that_changes_later_does_not_change_an_old_case(
    database: Path, monkeypatch: pytest.MonkeyPatch, keeps_defaults: bool
) -> None:
    """A case of before the defaults were kept has those that mattered from its log."""
    with Archive(database) as archive:
        case = archive.case(38)
        if keeps_defaults:
            answers = answers_in(case.entries(case.branch()))
            case = archive.create("position", case.pinned.text)
            follow(case.sit(), answers)
        number = case.id
        told = archive.store.read_as(number)
        assert bool(case.pinned.defaults) == keeps_defaults
    game, edition = games.edition("godzilla/1.2")
    rules = game.rules(edition)
    some = None if keeps_defaults else told
    doubts = tuple(_turned(rules.book.doubts, some))
    monkeypatch.setattr(rules, "book", msgspec.structs.replace(rules.book, doubts=doubts))
    monkeypatch.setattr(rules, "defaults", {doubt.id: doubt.default for doubt in doubts})
    with Archive(database) as again:
        case = again.case(number)
        assert verify(case, case.branch()).status == "verified"
        read = case.readings(case.branch())
        assert told
        assert all(read[doubt] == choice != rules.defaults[doubt] for doubt, choice in told.items())


def test_a_case_whose_text_names_no_edition_stays_in_the_one_it_was_made_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Archive(tmp_path / "cases.sqlite") as archive:
        case = archive.create("position", POSITION.replace("toy/2", "toy"))
        case.sit().run()
        made = case.edition
    backwards = dict(reversed(list(toy_game.GAME.editions.items())))
    monkeypatch.setattr(position, "edition", _newest_first(backwards))
    with Archive(tmp_path / "cases.sqlite") as archive:
        case = archive.case(case.id)
        assert archive.create("position", case.pinned.text).edition != made
        assert verify(case, case.branch()).status == "verified"
