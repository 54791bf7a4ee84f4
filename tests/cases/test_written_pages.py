"""What the pages for writers say is true, and the fixtures they point at are sound."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from judgekit import paths
from judgekit.cases.files import decks, position
from judgekit.cases.files.areas import ENTRY
from judgekit.cases.files.drafts import position_draft, ruling_draft
from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.files.position import FIELDS
from judgekit.cases.files.position_check import open_oddities
from judgekit.cases.files.writer import saved
from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.expectations import KINDS
from judgekit.cases.rulings.reader import PER_EDITION
from judgekit.engine.state import Effect, Scheduled, Standby
from judgekit.games import NAMES, game
from tests.cases.test_saving import advance
from tests.lots import rest_is_long

POSITIONS = sorted(paths.fixtures().glob("positions/*/*.toml"))
PLACE = re.compile(r"^at = .*$", re.MULTILINE)


def blocks(page: Path) -> list[str]:
    return re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL)


def test_the_position_in_its_page_can_be_read() -> None:
    found = position.loads(blocks(paths.fixtures() / "positions" / "README.md")[0])
    assert len(found.state.pile("A.deck")) == 31


def test_the_ruling_in_its_page_comes_out() -> None:
    found = ruling.read(page_of(blocks(paths.rulings() / "README.md")[0], "4.2-x.toml"))
    result = ruling.run(found)
    assert result.ok, ruling.report(result)


def test_the_page_for_rulings_names_every_field_and_kind_of_fact() -> None:
    text = (paths.rulings() / "README.md").read_text()
    assert [name for name in ruling.FIELDS if f"`{name}" not in text] == []
    assert [kind for kind in KINDS if f"{{ {kind} = " not in text] == []

    told = [field for kind in KINDS.values() for field in kind.fields]
    plain = text.replace('"', "")
    assert [field for field in told if f"{field} = " not in plain] == []
    assert [name for name in PER_EDITION if f"`{name}`" not in text] == []


def test_the_page_for_positions_names_every_field() -> None:
    text = (paths.fixtures() / "positions" / "README.md").read_text()
    assert [name for name in FIELDS if not re.search(rf"[`\[\n]{name}\b", text)] == []
    assert [name for name in ENTRY if f"`{name}" not in text] == []
    for struct in (Effect, Standby, Scheduled):
        fields = {"stamp": "since"}
        named = [fields.get(name, name) for name in struct.__struct_fields__]
        assert [name for name in named if not re.search(rf"[`\n]{name}\b", text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_draft_names_every_area_number_property_and_mark_of_its_game(name: str) -> None:
    described, draft = game(name), position_draft(name)
    told = [spec.name for spec in described.areas] + [spec.name for spec in described.properties]
    told += [spec.key for spec in described.numbers]
    told += [spec.name for spec in described.marks]
    assert [word for word in told if word not in draft] == []


@pytest.mark.parametrize("path", rest_is_long(POSITIONS, 4), ids=lambda path: path.stem)
def test_a_position_of_the_fixtures_is_sound(path: Path) -> None:
    assert open_oddities(position.load(path)) == []


@pytest.mark.parametrize("path", rest_is_long(POSITIONS, 4), ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 5))])
def test_any_moment_of_a_real_game_can_be_saved_and_has_the_same_future(path: Path, seed: int) -> None:
    begun = position.load(path)
    line = begun.line()
    random = Random(seed)
    for stop in range(20, 301, 40):
        state = advance(line, stop, random).state
        again = position.loads(saved(begun, state))
        assert again.state == state
        here = advance(type(line)(begun.rules, begun.pool, state, dict(begun.readings)), 60, Random(seed))
        assert advance(again.line(), 60, Random(seed)).log == here.log


@pytest.mark.parametrize("each", [300, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", NAMES)
def test_any_moment_after_a_ruling_can_be_saved_and_has_the_same_future(name: str, each: int) -> None:
    """In the middle of whatever the rulings are about: battles, gate processes, check timings, chains."""
    for path in ruling.files(name)[::each]:
        script = next(iter(ruling.load(path).scripts.values()))
        if script.position is None:
            continue
        begun, line = script.position, script.position.line()
        for stop in range(7, 60, 13):
            state = advance(line, stop, Random(stop)).state
            again = position.loads(saved(begun, state))
            assert again.state == state, f"{path.stem}, {stop}"
            here = advance(type(line)(begun.rules, begun.pool, state, dict(begun.readings)), 20, Random(stop))
            assert advance(again.line(), 20, Random(stop)).log == here.log, f"{path.stem}, {stop}"


@pytest.mark.parametrize("path", sorted(paths.fixtures().glob("decks/*.toml")), ids=lambda path: path.stem)
def test_a_deck_of_the_fixtures_is_legal_unless_its_name_says_otherwise(path: Path) -> None:
    assert bool(decks.load(path).violations()) is ("illegal" in path.stem)


@pytest.mark.parametrize("name", NAMES)
def test_a_draft_can_be_read_at_every_moment_a_game_names(name: str) -> None:
    for edition in game(name).editions:
        draft = position_draft(f"{name}/{edition}")
        for at in game(name).moments:
            assert position.loads(PLACE.sub(f'at = "{at}"', draft)).line().where()


@pytest.mark.parametrize("name", NAMES)
def test_a_draft_of_a_ruling_lacks_only_words(name: str) -> None:
    clause = next(iter(game(name).rules().steps))
    draft = ruling_draft(name, f"{clause}-x")
    assert ruling.read(page_of(draft, f"{clause}-x.toml")).question == ""


def test_a_ruling_about_no_clause_cannot_be_begun() -> None:
    with pytest.raises(WrongInput, match="a name that begins with a clause of godzilla"):
        ruling_draft("godzilla", "something")
