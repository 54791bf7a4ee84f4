"""What would change? on its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.rulings.folder import files
from judgekit.web.audit import impact as page
from tests.web.table import Visitor, app_on


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    return Visitor(app_on(tmp_path / "judgekit.sqlite"))


def test_the_page_runs_the_rulings_on_both_sides_and_names_what_differs(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [path for path in files("godzilla") if path.stem.startswith("12.7.2-revenge-answers")]
    monkeypatch.setattr(page, "files", lambda game: some)
    assert 'href="/rules/godzilla/1.2/impact"' in visitor.get("/rules/godzilla/1.2").text
    assert "edition 1.00" in visitor.get("/rules/godzilla/1.2/impact").text
    address = str(visitor.post("/rules/godzilla/1.2/impact", **{"with": "godzilla/1.00"}).headers["Location"])
    address = visitor.followed(address)
    shown = visitor.get(address).text
    assert "1 with another answer" in shown
    assert "12.7.2-revenge-answers-destruction-but-not-overload" in shown
    assert "Godzilla 1.2 → Godzilla 1.00" in shown
    assert visitor.json(address)["groups"][0]["many"] == 1


def test_what_was_compared_last_stays_chosen(visitor: Visitor) -> None:
    shown = visitor.get("/rules/godzilla/1.2/impact?with=A-03=not-played").text
    assert '<option value="A-03=not-played" selected>A-03 read as not-played</option>' in shown


def test_what_a_book_cannot_be_compared_with_is_refused(visitor: Visitor) -> None:
    answer = visitor.post("/rules/godzilla/1.2/impact", **{"with": "chess"})
    assert answer.status_code == 422
    assert visitor.get("/rules/godzilla/9.9/impact").status_code == 404


def test_the_faults_of_a_book_are_one_page_to_send(visitor: Visitor) -> None:
    report = visitor.get("/rules/godzilla/1.2/lint.html")
    assert report.headers["Content-Disposition"].startswith("attachment")
    assert "Possible misprints in " in report.text
    assert "<script" not in report.text
