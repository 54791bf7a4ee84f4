"""Does it matter? in a real browser: the button, the progress, stop, and the tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.play.case import Archive
from tests.audit.test_audit_pages import before_the_loop
from tests.audit.test_explore_pages import POSITION

pytest.importorskip("playwright")
from tests.web.browsing import chromium, page_of, serving


def test_a_judge_asks_stops_asks_again_and_opens_an_outcome(tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    with Archive(database) as archive:
        sitting = archive.create("position", POSITION).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    with serving(database) as base, chromium() as browser, page_of(browser) as page:
        page.goto(base + place)
        page.click(".matter a")
        page.select_option("select[name=question]", "winner")
        page.select_option("select[name=until]", "end")
        page.fill("input[name=seconds]", "120")
        page.click("text=Follow every line")
        page.wait_for_function("() => Number(document.getElementById('job-done')?.textContent) > 0")
        page.click("text=Stop it")
        page.wait_for_selector("#verdict")
        assert "Not finished" in page.inner_text("#verdict")
        assert "it was stopped" in page.inner_text(".searched")
        page.select_option("select[name=question]", "everything")
        page.select_option("select[name=until]", "check")
        page.click("text=Follow every line")
        page.wait_for_selector("text=It matters: 2 outcomes")
        page.locator(".ways button").first.click()
        page.wait_for_selector("#board, .board")
        assert "/cases/1/main/" not in page.url


def test_the_warning_stands_beside_the_question(tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    with Archive(database) as archive:
        sitting = archive.create("position", before_the_loop()).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    with serving(database) as base, chromium() as browser, page_of(browser) as page:
        page.goto(base + place)
        page.wait_for_selector("#question .beware")
        assert "begins a loop" in page.inner_text("#question .beware")
