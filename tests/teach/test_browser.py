"""Learn in a real Chromium: practice by keys, a lesson, a paper, a class; wide and light, narrow and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.teach.bank import filled, some
from tests.web.browsing import WIDE, audited, chromium, fits, fits_a_phone_in_the_dark, page_of, serving
from tests.web.table import Visitor, app_on

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("learn") / "judgekit.sqlite"
    teacher = Visitor(app_on(place))
    filled(teacher.app.extensions["judgekit"].practice.bank)
    teacher.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3")
    return place


@pytest.fixture(scope="module")
def site(database: Path) -> Iterator[str]:
    with serving(database) as address:
        yield address


def pages() -> list[str]:
    question = some()[0]
    return [
        "/learn", f"/learn/q/{question.id}", f"/learn/q/{question.id}/result", "/learn/map/godzilla",
        "/learn/lessons/godzilla/07-layers", "/learn/exams/1?key=1", "/learn/rooms",
    ]  # fmt: skip


def test_the_pages_of_learn_are_accessible_and_fit(browser: Browser, site: str) -> None:
    for address in pages():
        with page_of(browser) as page:
            page.goto(site + address)
            fits(page, WIDE[0])
            audited(page)
            fits_a_phone_in_the_dark(page)


def test_a_question_is_answered_with_keys(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(f"{site}/learn/q/{some()[0].id}")
        page.keyboard.press("h")
        expect(page.locator(".hints li")).to_have_count(1)
        page.keyboard.press("2")
        page.keyboard.press("Enter")
        expect(page.locator("#right-line")).to_be_visible()


def test_a_phone_that_loses_the_network_sends_its_answer_later(
    browser: Browser, site: str, database: Path
) -> None:
    teacher = Visitor(app_on(database))
    made = teacher.client.post(
        "/learn/rooms", data={"csrf": teacher.token, "kind": "class", "questions": some()[0].id},
        headers={"Accept": "application/json"},
    ).get_json()  # fmt: skip
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page = browser.new_context().new_page()
    page.route("**/answer", lose)
    page.goto(f"{site}/join?code={made['code']}")
    page.fill("[name=name]", "Ann")
    page.keyboard.press("Enter")
    page.wait_for_url("**/seat")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#sent")).to_contain_text("Your answer is kept", timeout=15_000)
    page.context.close()
    assert len(lost) == 2
    assert teacher.json(made["href"])["answered"] == 1
