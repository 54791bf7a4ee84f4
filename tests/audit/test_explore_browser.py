"""Does it matter? in a real browser: the button, the progress, stop, and the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from judgekit.cases.play.case import Archive
from tests.audit.test_audit_pages import before_the_loop
from tests.audit.test_explore_pages import POSITION
from tests.web.browsing import audited, page_of, serving

pytestmark = pytest.mark.browser


def test_a_judge_asks_stops_asks_again_and_opens_an_outcome(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    with Archive(database) as archive:
        sitting = archive.create("position", POSITION).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    with serving(database) as base, page_of(browser) as page:
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
        report = tmp_path / "report.html"
        with page.expect_download() as download:
            page.click("a[href*='explore.html']")
        download.value.save_as(report)
        hands_on(browser, report)
        page.locator(".ways button").first.click()
        expect(page).not_to_have_url(re.compile("/cases/1/main/"))
        expect(page.locator("#board")).to_be_visible()


def hands_on(browser: Browser, report: Path) -> None:
    """B20: the report opens from the disk, asks for nothing else, is small, and axe finds no fault."""
    assert report.stat().st_size < 1_000_000
    asked: list[str] = []
    with page_of(browser) as page:
        page.context.set_offline(True)
        page.on("request", lambda one: asked.append(one.url))
        page.goto(report.as_uri())
        assert asked == [report.as_uri()]
        assert "It matters: 2 outcomes" in page.inner_text("body")
        assert "situations" in page.inner_text("body")  # how it was searched
        audited(page)


def test_the_warning_stands_beside_the_question(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    with Archive(database) as archive:
        sitting = archive.create("position", before_the_loop()).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    with serving(database) as base, page_of(browser) as page:
        page.goto(base + place)
        page.wait_for_selector("#question .beware")
        assert "begins a loop" in page.inner_text("#question .beware")
