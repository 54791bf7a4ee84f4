"""The smallest table that shows it."""

from __future__ import annotations

import json
import random
import statistics
from contextlib import suppress
from pathlib import Path

import pytest

from judgekit.audit.disputes import as_ruling
from judgekit.audit.minimise import KINDS, CannotMinimise, Data, _purged, cards_in, minimise, read_ruling
from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.files.position import loads
from judgekit.cases.play.case import Archive
from judgekit.cases.rulings.folder import files
from judgekit.cases.rulings.reader import read
from judgekit.cases.rulings.ruling import run
from judgekit.engine.errors import EngineError
from judgekit.known import GAMES
from tests.audit.test_explore_pages import POSITION
from tests.lots import rest_is_long


def holds(data: Data) -> bool:
    return run(read(page_of(json.dumps(data), "ruling", "json"))).ok


def crowded(path: Path, dice: random.Random) -> Data | None:
    """A ruling's table with 40 to 60 cards: others lie in the decks, below what was there."""
    data = read_ruling(path)
    cards = data["position"].get("cards", {})
    plain = next(
        (card for card in cards.values() if card.get("type") in ("battle", "unit", "tactics", "logicalist")),
        None,
    )
    if plain is None:
        return None
    cards["Straggler"] = {key: value for key, value in plain.items() if key not in ("text", "back text")}
    for side in "AB":
        deck = data["position"].setdefault(side, {}).get("deck", [])
        known = ["Straggler"] * deck if isinstance(deck, int) else deck
        data["position"][side]["deck"] = [*known, *["Straggler"] * dice.randint(20, 22)]
    return data if 40 <= cards_in(data) <= 100 and still_holds(data) else None


def still_holds(data: Data) -> bool:
    with suppress(WrongInput, EngineError):
        return holds(data)
    return False


def disputes(many: int, game: str) -> list[Data]:
    dice = random.Random(5)
    paths = [path for path in files(game) if "[position]" in path.read_text("utf-8")]
    dice.shuffle(paths)
    found = (data for path in paths if (data := crowded(path, dice)))
    return [data for data, _ in zip(found, range(many), strict=False)]


@pytest.mark.parametrize("game", rest_is_long(GAMES))
def test_a_crowded_table_becomes_a_small_one_with_the_same_answer(game: str) -> None:
    (data,) = disputes(1, game)
    found = minimise(data, None)
    assert holds(found.ruling)
    assert found.before >= 40
    assert found.after <= 15
    assert found.ruling["facts"] == data["facts"]
    assert found.ruling.get("clauses") == data.get("clauses")
    assert loads(found.position)


@pytest.mark.long
def test_thirty_disputes_of_forty_to_sixty_cards_have_six_cards_or_fewer_in_the_middle() -> None:
    every = [data for game in GAMES for data in disputes(8, game)][:30]
    found = [minimise(data, None) for data in every]
    assert all(one.is_minimal for one in found)
    assert statistics.median(one.after for one in found) <= 6


def test_nothing_can_be_taken_away_any_more() -> None:
    (data,) = disputes(1, "godzilla")
    found = minimise(data, None)
    assert found.is_minimal
    for kind in ("cards", "definitions", "sentences", "choices", "numbers"):
        for edit in KINDS[kind](found.ruling):
            smaller = json.loads(json.dumps(found.ruling))
            edit(smaller)
            assert not still_holds(_purged(smaller)), kind


def test_a_branch_of_a_case_becomes_a_small_ruling(tmp_path: Path) -> None:
    with Archive(tmp_path / "judgekit.sqlite") as archive:
        sitting = archive.create("position", POSITION).sit()
        sitting.run(100)
        sitting.answer("Scout#1 c2", limit=100)
        top = sitting.line.start.pile("A.deck")[0]
        data = as_ruling(sitting.case, sitting.branch, f"card:c{top}")
    assert data["source"] == "computed"
    found = minimise(data | {"facts": [{"area": "A.hand", "count": 1}], "until": data["until"]}, 20)
    assert found.after < found.before


def test_a_ruling_that_does_not_come_out_is_not_made_smaller() -> None:
    (data,) = disputes(1, "godzilla")
    with pytest.raises(CannotMinimise, match="fails as it is"):
        minimise(data | {"facts": [{"area": "A.hand", "count": 99}]})
    with pytest.raises(CannotMinimise, match="a table of its own"):
        minimise({"deck": {}})
