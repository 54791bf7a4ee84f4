"""The pages in a real Chromium: at a desk and on a phone, by keyboard, without JavaScript, offline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lots import looked_at
from tests.web.browsing import (
    NARROW,
    accessible,
    audited,
    fits,
    page_of,
    place,
    press,
    pressed,
    serving,
)
from tests.web.table import COUNTER, POSITION, Visitor, app_on, first_ruling, played

pytestmark = pytest.mark.browser

RULING = f"/rulings/godzilla/{COUNTER}"
PAGES = (  # of each three the first one is looked at in every run
    "/", "/cases", "/rules",
    "/cases/1/main/200", "/cases/1/main/200/link", "/rules/godzilla/1.2",
    "/cases/1/main?t=whynot", "/cases/1/main/200?t=rule&v=table", "/cases/1/main/200?t=note&d=4",
    "/cases/1/main/compare?with=1:other", "/cases/1/main/200?t=ledger&d=3", "/cases/1/main/200.1?t=diff&v=A",
    "/rules/godzilla/1.2/7.4.3", "/rules/godzilla/1.00/lint", "/rules/godzilla/1.00/coverage",
    "/rulings?game=godzilla", "/search?q=check+timing", *(f"/cases/{case}/main" for case in (2, 3, 4, 5)),
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A judgekit with a long case, and a short one of each game."""
    database = tmp_path_factory.mktemp("browser") / "judgekit.sqlite"
    played(database)
    visitor = Visitor(app_on(database))
    visitor.open_ruling("godzilla", COUNTER)
    for game in ("dragon-ball-super", "gate-ruler", "luck-and-logic"):
        visitor.open_ruling(game if first_ruling(game) else "godzilla", first_ruling(game) or COUNTER)
    visitor.post("/cases/1/main/100/fork", name="other")
    with serving(database) as address:
        yield address


@pytest.fixture(scope="module")
def looking(browser: Browser) -> Iterator[Page]:
    """A page that goes from one address to the next."""
    with page_of(browser) as page:
        yield page


@looked_at(PAGES, 7)
def test_a_page_is_accessible_and_fits_a_phone_in_the_dark(
    looking: Page, site: str, address: str, whole: bool
) -> None:
    """One of each row of a list, or every row."""
    accessible(looking, site + address, "#inspector" if "t=" in address else "body", whole)


def test_at_twice_the_size_nothing_runs_off_the_side(browser: Browser, site: str) -> None:
    with page_of(browser, (640, 400)) as page:
        for address in ("/", "/cases/1/main/200", RULING, "/rules/godzilla/1.2/7.4.3"):
            page.goto(site + address)
            fits(page, 640)


def stamp(page: Page) -> None:
    page.evaluate("window.sameDocument = true")


def is_same(page: Page) -> bool:
    return bool(page.evaluate("window.sameDocument === true"))


def test_stepping_swaps_the_board_in_place_and_keeps_address_and_back_button(
    browser: Browser, site: str
) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/0")
        stamp(page)
        addresses = [page.url]
        for _ in range(5):
            before = page.url
            press(page, "ArrowRight")
            page.wait_for_function("before => location.href !== before", arg=before)
            place(page)
            addresses.append(page.url)
        assert len(set(addresses)) == 6
        strip = page.locator("#strip").bounding_box()
        assert strip is not None
        assert strip["height"] <= 44
        assert is_same(page)
        assert page.url.endswith(f"/{place(page)}")
        expect(page.locator(".log-line.current")).to_have_count(1)
        expect(page.locator("#live")).not_to_be_empty()
        said = page.locator("#now strong").inner_text()
        page.go_back()
        page.wait_for_function("said => document.querySelector('#now strong').innerText !== said", arg=said)
        assert page.url == addresses[-2]
        assert place(page) == addresses[-2].rpartition("/")[2]
        page.reload()
        assert place(page) == addresses[-2].rpartition("/")[2]


def test_every_key_of_the_scheme_does_what_the_help_says(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/150")
        for key in ("Control+ArrowRight", "Shift+ArrowRight", "PageDown", "Shift+PageUp", "End", "Home"):
            pressed(page, key)
        pressed(page, "End")
        for key, tab in (
            ("Shift+W", "whynot"),
            ("l", "ledger"),
            ("i", "diff"),
            ("r", "rule"),
            ("n", "note"),
            ("w", "why"),
        ):
            press(page, key)
            expect(page.locator("#inspector .tabs [aria-current]")).to_have_attribute("data-tab", tab)
            place(page)
        press(page, "?")
        expect(page.locator("#keys")).to_be_visible()
        press(page, "Escape")
        expect(page.locator("#keys")).to_be_hidden()
        press(page, "/")
        expect(page.locator("#omni")).to_be_focused()
        press(page, "Escape")
        page.locator("#main").focus()
        press(page, "3")
        page.wait_for_url(re.compile("d=3"))
        press(page, "f")
        page.wait_for_url(re.compile("v=A"))
        press(page, "Shift+F")
        page.wait_for_url(re.compile("v=table"))


def test_a_whole_ruling_by_keyboard_alone(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site)
        press(page, "/")
        page.keyboard.type("exactly the threat level", delay=5)
        page.wait_for_selector("#suggest a[href*='/rulings/']")  # all rulings are read once
        page.locator("#omni").press("Enter")
        page.wait_for_url(re.compile("/search"))
        link = page.locator(f"a[href='{RULING}']")
        link.focus()
        press(page, "Enter")
        page.wait_for_url(re.compile("/rulings/"))
        tab_to(page, "Open as a case")
        press(page, "Enter")
        page.wait_for_url(re.compile(r"/cases/\d+/main/0"))
        press(page, "3")
        page.wait_for_url(re.compile("d=3"))
        clauses: set[str] = set()
        step = page.locator("#step-data")
        while not clauses >= {"5.15.1", "5.15.1.2"}:
            assert not step.get_attribute("data-end"), clauses
            clauses.add(page.locator("#now .chip").first.inner_text())
            pressed(page, "ArrowRight")
        pressed(page, "End")
        pressed(page, "Control+ArrowLeft")
        press(page, "w")
        expect(page.locator("#inspector .why-link").first).to_be_visible()
        press(page, "e")
        expect(page.locator(":focus")).to_have_text("Permalink")
        press(page, "Escape")
        press(page, "Shift+P")
        page.wait_for_url(re.compile("/sheet"))
        tab_to_field(page, "answer")
        page.keyboard.type("Yes, it is countered.")
        tab_to(page, "Save the sheet")
        with page.expect_navigation():
            press(page, "Enter")
        expect(page.locator(".sheet .box")).to_have_text("Yes, it is countered.")
        page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
        tab_to(page, "Print")
        press(page, "Enter")
        expect(page.locator("body")).to_have_attribute("data-printed", "yes")


def test_the_parts_of_a_case_are_one_skip_away(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        for text, part in (
            ("Skip to the inspector", "inspector"),
            ("Skip to branches, views and exports", "tools"),
            ("Skip to the log", "log"),
        ):
            page.goto(site + "/cases/1/main/150")
            tab_to(page, text)
            press(page, "Enter")
            page.wait_for_url(re.compile(f"#{part}"))
            press(page, "Tab")
            expect(page.locator(f"#{part} :focus")).to_have_count(1)


def tab_to_field(page: Page, name: str) -> None:
    for _ in range(40):
        press(page, "Tab")
        if page.evaluate("document.activeElement.name") == name:
            return
    raise AssertionError(f"Tab does not come to the field {name}")


def tab_to(page: Page, text: str) -> None:
    for _ in range(60):
        press(page, "Tab")
        if page.evaluate("document.activeElement.innerText") == text:
            return
    raise AssertionError(f"Tab does not come to {text}")


def test_a_question_is_answered_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    Visitor(app_on(database)).post("/positions", text=POSITION)
    with serving(database) as site, page_of(browser) as page:
        page.goto(site + "/cases/1/main")
        press(page, "q")
        press(page, "Enter")
        page.wait_for_url(re.compile(r"/cases/1/main/\d+\?since=\d+"))
        expect(page.locator("#now .meanwhile")).to_contain_text("A chooses")


def test_a_ruling_without_javascript(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "judgekit.sqlite") as site, page_of(browser, java_script_enabled=False) as page:
        page.goto(site + "/")
        page.fill("#text", POSITION)
        page.click("text=Open as a case")
        page.wait_for_url(re.compile("/cases/1/main/0"))
        seen = 0
        while page.locator("a.move-next[href]").count():
            with page.expect_navigation():
                page.click("a.move-next")
            seen += 1
        assert seen
        page.click("#question .option >> nth=0")
        page.wait_for_url(re.compile(r"/cases/1/main/\d+\?since=\d+"))
        page.click("#inspector a:text-is('Diff')")
        page.wait_for_url(re.compile("t=diff"))
        page.click("summary:text('The board as text')")
        expect(page.locator(".text-twin dl").first).to_be_visible()


def test_the_offline_page_steps_from_a_file(browser: Browser, site: str, tmp_path: Path) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/2/main/3")
        page.click("summary:text('Export')")
        with page.expect_download() as download:
            page.click("text=Page that steps offline")
        file = tmp_path / "offline.html"
        download.value.save_as(file)
    with page_of(browser, offline=True) as page:
        page.goto(file.as_uri())
        page.wait_for_function("() => document.getElementById('places').options.length > 3")
        first = page.locator("#now").inner_text()
        press(page, "End")
        expect(page.locator("#now")).not_to_have_text(first, use_inner_text=True)
        press(page, "Home")
        page.click("text=Next ›")
        expect(page.locator("#live")).not_to_be_empty()
        audited(page)
    with page_of(browser, NARROW, offline=True, color_scheme="dark") as page:
        page.goto(file.as_uri())
        page.wait_for_function("() => document.getElementById('places').options.length > 3")
        audited(page)
        fits(page, NARROW[0])


def test_the_thumb_bar_steps_on_a_phone(browser: Browser, site: str) -> None:
    with page_of(browser, NARROW, has_touch=True, is_mobile=True) as page:
        page.goto(site + "/cases/1/main/100")
        bar = page.locator(".thumb")
        expect(bar).to_be_visible()
        before = place(page)
        bar.get_by_text("next").tap()
        expect(page.locator("#step-data")).not_to_have_attribute("data-at", before)
        place(page)
        bar.get_by_text("rule").tap()
        expect(page.locator("#inspector .tabs [aria-current]")).to_have_attribute("data-tab", "rule")
        place(page)
        bar.get_by_text("safe").tap()
        page.wait_for_url(re.compile("v=table"))
        for link in bar.locator("a").all():
            box = link.bounding_box()
            assert box is not None
            assert box["height"] >= 44


def test_the_theme_is_switched_and_kept(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site)
        page.click(".theme button")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.wait_for_load_state("networkidle")
        page.goto(site + "/rules")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_clauses_are_found_as_one_types(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/rules")
        page.fill("#omni", "10.4.3.2")
        page.wait_for_selector("#suggest a")
        press(page, "ArrowDown")
        press(page, "Enter")
        page.wait_for_url(re.compile("/rules/.*/10.4.3.2"))


def test_a_card_shows_its_ledger_and_a_new_line_is_compared(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main")
        page.locator(".near-side a.card.face-up").first.click()
        expect(page.locator("#inspector .chosen")).to_be_visible()
        expect(page.locator("#inspector .derivation, #inspector .tab-body > .printed").first).to_be_visible()
        expect(page.locator("a.card.selected")).to_have_count(1)
        page.click("summary:text('Branches')")
        page.fill("#fork-name", "idea")
        page.click("text=New branch here")
        page.wait_for_url(re.compile("/idea/"))
        press(page, "c")
        page.wait_for_url(re.compile("/compare"))
        expect(page.locator(".boards .board")).to_have_count(2)


def test_the_sheet_prints_without_the_frame(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/200/sheet")
        page.emulate_media(media="print")
        expect(page.locator(".top")).to_be_hidden()
        expect(page.locator(".sheet-form")).to_be_hidden()
        expect(page.locator(".sheet")).to_be_visible()


def test_holding_z_shows_the_board_before(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/150")
        page.keyboard.down("z")
        expect(page.locator("#board-before")).to_be_visible()
        page.keyboard.up("z")
        expect(page.locator("#board-before")).to_have_count(0)
        expect(page.locator("#board")).to_be_visible()
