"""The two-minute task in a real browser, with every click and key counted; the pages by axe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from judgekit.cards import samples
from judgekit.cards.library import Library
from judgekit.cards.naming import FILE
from judgekit.cases.play.case import Archive
from tests.lots import EITHER, lot
from tests.web.browsing import (
    NARROW,
    WIDE,
    accessible,
    page_of,
    press,
    serving,
)

pytestmark = pytest.mark.browser
DBS = "dragon-ball-super"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    with Library(folder / FILE) as library:
        for game in (DBS, "godzilla"):
            samples.take_sample(library, game)
    return folder


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with serving(home / "judgekit.sqlite") as found:
        yield found


class Hands:
    """A judge's hands: what they do is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.keys = 0

    def click(self, what: Any) -> None:
        what.click()
        self.clicks += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        press(self.page, key)
        self.keys += 1

    def paste(self, field: Any, text: str) -> None:
        """A click into the field and the two keys of pasting."""
        self.click(field)
        self.page.keyboard.insert_text(text)
        self.keys += 2


def newest(home: Path) -> Any:
    with Archive(home / "judgekit.sqlite") as archive:
        return archive.cases()[-1].opening.state


def test_a_table_is_built_and_opened_in_two_minutes(browser: Browser, address: str, home: Path) -> None:
    """Two leaders, six battle cards, energy, life and a hand: at most 25 clicks and 120 keys."""
    with page_of(browser, WIDE) as page:
        page.goto(address + "/library")
        hands = Hands(page)
        hands.click(page.get_by_role("link", name="Dragon Ball Super"))
        hands.click(page.get_by_role("link", name="Stern Leader Uri"))
        hands.click(page.get_by_role("link", name="Put it on a table"))
        hands.click(page.locator("#quick"))
        hands.type("A b 001 002 003 e ? x4 li ? x8 h 004 005 B le 022 b 006 007 008 e ? x3 li ? x7")
        hands.press("Enter")
        page.get_by_label("Add to Life Area of B").locator(
            "xpath=../../*[contains(@class,'ed-entry')]"
        ).wait_for()
        hands.click(page.get_by_role("button", name="Open as a case"))
        page.wait_for_url("**/cases/*/**")
    state = newest(home)
    piles = {str(where): len(pile) for where, pile in state.areas.items() if pile}
    wanted = {"leader": (1, 1), "battle": (3, 3), "energy": (4, 3), "life": (8, 7), "hand": (2, 0)}
    assert {n: (piles.get(f"A.{n}", 0), piles.get(f"B.{n}", 0)) for n in wanted} == wanted
    assert "?" not in {state.cards[card].name for card in state.pile("A.battle")}
    assert hands.clicks <= 25
    assert hands.keys <= 120


def test_with_deck_lists_it_takes_less(browser: Browser, address: str, home: Path) -> None:
    first, second = (path.read_text("utf-8") for path in samples.decks(DBS))
    with page_of(browser, WIDE) as page:
        page.goto(f"{address}/library/{DBS}/decks")
        hands = Hands(page)
        hands.paste(page.get_by_role("textbox", name="Deck of A"), first)
        hands.paste(page.get_by_role("textbox", name="Deck of B"), second)
        hands.click(page.get_by_role("button", name="Start the game"))
        page.wait_for_url("**/cases/*/**")
    assert sum(1 for card in newest(home).cards.values() if card.name != "?") == 102
    assert (hands.clicks, hands.keys) == (3, 4)


def test_names_are_suggested_while_one_types(browser: Browser, address: str) -> None:
    with page_of(browser, WIDE) as page:
        page.goto(f"{address}/positions/new?game={DBS}")
        field = page.get_by_label("Add to Hand of A")
        field.click()
        with page.expect_response("**/library/suggest*"):
            page.keyboard.type("rooki")
        option = page.locator('#names option[value="Rookie Fighter"]')
        option.wait_for(state="attached")
        line = page.locator("#quick")
        line.click()
        with page.expect_response("**/library/suggest*"):
            page.keyboard.type('A h "rooki')
        expect(page.locator("#lines option").first).to_have_attribute("value", 'A h "Rookie Fighter"')


PAGES = (
    "/library",
    f"/library/{DBS}",
    f"/library/{DBS}/1",
    f"/library/{DBS}/22",
    f"/library/{DBS}/decks",
    "/library/godzilla/report",
)


@EITHER
def test_the_pages_of_the_library_are_accessible_and_fit_a_phone_in_the_dark(
    browser: Browser, address: str, whole: bool
) -> None:
    """One of each row of a list, or every row."""
    with page_of(browser) as page:
        for path in lot(PAGES, 3, whole):
            page.goto(address + path)
            page.wait_for_url(address + path)  # past the page of the work, if there was some to do
            accessible(page, address + path, copies=whole)


def test_an_asked_line_is_answered_in_the_browser(browser: Browser, address: str) -> None:
    first, second = (path.read_text("utf-8") for path in samples.decks(DBS))
    with page_of(browser, NARROW) as page:
        page.goto(f"{address}/library/{DBS}/decks")
        page.get_by_role("textbox", name="Deck of A").fill(
            first.replace("JD01-001 Rookie Fighter", "Rooky Fighter")
        )
        page.get_by_role("textbox", name="Deck of B").fill(second)
        page.get_by_role("button", name="Check both").click()
        page.get_by_label("It is").select_option(label="Rookie Fighter (JD01-001)")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/cases/*/**")
