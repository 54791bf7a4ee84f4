"""Cards that come to the table when a case is under way: the case stays, and knows them from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.files.position import loads
from judgekit.cases.files.writer import moment
from judgekit.cases.play.case import Archive, Place
from judgekit.cases.store import bundle
from tests.web.table import POSITION, Visitor

CORRECT = {"why": "it lay under the playmat", "by": "Kim", "into": "A.hand"}
DESCRIBED = 'type = "battle"\nrank = 1\n"counter power" = 3000\ntext = "[Enter] Draw 1 card."'


@pytest.fixture
def judge(visitor: Visitor) -> Visitor:
    visitor.post("/positions", text=POSITION)
    return visitor


def _end(judge: Visitor) -> str:
    return f"/cases/1/main/{judge.json('/cases/1/main')['at']}"


def test_a_described_card_comes_into_the_hand_and_can_be_played(judge: Visitor) -> None:
    before = len(judge.json("/cases/1/main")["asking"]["options"])
    answer = judge.post(f"{_end(judge)}/correct", **CORRECT, new="Herald", described=DESCRIBED)
    assert answer.status_code == 303, answer.text
    run = judge.post(f"{_end(judge)}/run")
    assert run.status_code == 303, run.text
    page = judge.json("/cases/1/main")
    assert page["trust"]["status"] == "verified"
    told = [one["label"] for one in page["asking"]["options"]]
    assert len(told) > before, told
    assert any("Herald" in one for one in told), told


def test_a_card_of_the_library_is_only_named(judge: Visitor) -> None:
    judge.post("/library/samples", game="godzilla")
    answer = judge.post(f"{_end(judge)}/correct", **CORRECT, new="JG01-001")
    assert answer.status_code == 303, answer.text
    text = judge.get(f"{_end(judge)}/export.toml").text
    assert "wording" in text
    assert judge.json("/cases/1/main")["trust"]["status"] == "verified"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"new": "Nobody"}, "is not in this case"),
        ({"new": "Herald", "described": "type = "}, ""),
        ({"new": "Herald", "described": 'type = "dragon"'}, ""),
        ({"new": "Tank", "into": "A.moon"}, "there is no area"),
    ],
)
def test_a_card_that_cannot_be_is_refused_and_nothing_is_written(
    judge: Visitor, changed: dict[str, str], told: str
) -> None:
    at = _end(judge)
    answer = judge.post(f"{at}/correct", **{**CORRECT, **changed})
    assert answer.status_code == 422
    assert told.capitalize() in answer.text or told in answer.text
    assert _end(judge) == at


def test_a_case_file_carries_the_cards_that_came_later(judge: Visitor, tmp_path: Path) -> None:
    judge.post(f"{_end(judge)}/correct", **CORRECT, new="Herald", described=DESCRIBED)
    path = tmp_path / "case.judgekit"
    with Archive(judge.app.extensions["judgekit"].database) as archive:
        bundle.export(archive.case(1), path)
    with Archive(tmp_path / "other.sqlite") as archive:
        case = bundle.bring(archive, path)
        assert "Herald" in case.opening.pool.definitions
        branch = case.branch()
        assert "Herald" in {card.name for card in loads(moment(case, branch, Place(branch.head))).cards}
