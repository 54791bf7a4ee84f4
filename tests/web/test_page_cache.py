"""Pages that are kept show what a judgekit that has just begun would show."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.store.backup import backup, restore
from tests.lots import rest_is_long
from tests.web.table import POSITION, Visitor, app_on

QUERIES = (
    "part=board",
    "part=board&t=ledger&card=1",
    "part=board&t=diff&d=4",
    "part=board&v=A",
    "part=1",
    "",
)


def shown(visitor: Visitor, head: int, asked: str, each: int) -> list[str]:
    """Places of the branch, without what each visitor has another of."""
    pages = (visitor.get(f"/cases/1/main/{at}?{asked}") for at in {*range(0, head + 1, each), head})
    return [page.text.replace(visitor.token, "") for page in pages]


@pytest.mark.parametrize("each", [80, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("asked", rest_is_long(QUERIES))
def test_a_place_looks_the_same_to_who_was_there_before_the_branch_grew(
    tmp_path: Path, asked: str, each: int
) -> None:
    database = tmp_path / "judgekit.sqlite"
    old = Visitor(app_on(database))
    old.post("/positions", text=POSITION)
    for _ in range(4):
        page = old.json("/cases/1/main")
        shown(old, page["entries"], asked, each)
        old.post(f"/cases/1/main/{page['at']}/answer", option=page["asking"]["options"][-1]["id"])
    head = old.json("/cases/1/main")["entries"]
    assert head > page["entries"]
    assert shown(old, head, asked, each) == shown(Visitor(app_on(database)), head, asked, each)


def test_a_page_that_was_shown_is_shown_again_without_a_look_at_the_cases(tmp_path: Path) -> None:
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    visitor.post("/positions", text=POSITION)
    visitor.get("/cases/1/main/0")  # by which the case is verified, and that is kept
    first = visitor.get("/cases/1/main/0?part=board").text
    asked: list[str] = []
    visitor.app.extensions["judgekit"].archive.store.database.conn.set_trace_callback(asked.append)
    assert visitor.get("/cases/1/main/0?part=board").text == first
    assert asked == []
    visitor.post("/cases/1/main/0/note", author="Ann", text="seen")
    asked.clear()
    visitor.get("/cases/1/main/0?part=board")
    assert asked != [], "somebody has written since"


@pytest.mark.parametrize("each", [160, pytest.param(25, marks=pytest.mark.long)])
def test_after_a_backup_was_brought_back_a_page_shows_what_is_in_it(tmp_path: Path, each: int) -> None:
    """The server runs on meanwhile, and the numbers of cases, branches and entries stay the same."""
    database, copy = tmp_path / "judgekit.sqlite", tmp_path / "copy"
    visitor = Visitor(app_on(database))
    visitor.post("/positions", text=POSITION)
    backup(database, copy)
    heads: list[int] = []
    for option in (0, -1):
        for _ in range(3):
            page = visitor.json("/cases/1/main")
            visitor.post(f"/cases/1/main/{page['at']}/answer", option=page["asking"]["options"][option]["id"])
        heads.append(visitor.json("/cases/1/main")["entries"])
        kept = [shown(visitor, heads[-1], asked, each) for asked in QUERIES]
        fresh = [shown(Visitor(app_on(database)), heads[-1], asked, each) for asked in QUERIES]
        assert kept == fresh
        restore(database, copy)
