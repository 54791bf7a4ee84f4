"""The case page under hands: keys and their remapping, holding, breakpoints, dragging, lines, print."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lots import rest_is_long
from tests.web.browsing import (
    NARROW,
    WIDE,
    audited,
    fits,
    page_of,
    place,
    press,
    pressed,
    serving,
)
from tests.web.table import Visitor, app_on, played

pytestmark = pytest.mark.browser

CHAIN = "4-7-3-counter-chain-of-four"
DEPENDS = "9.9.1.6-an-effect-that-depends-on-another"
EXCHANGE = "9-3g-1-priority-exchange-of-depth-five"
REVENGE = "12.7.2-revenge-answers-destruction-but-not-overload"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A long game, and one rich ruling of each game, with a second line in the first of them."""
    database = tmp_path_factory.mktemp("case") / "judgekit.sqlite"
    played(database)
    visitor = Visitor(app_on(database))
    visitor.open_ruling("dragon-ball-super", CHAIN)
    visitor.open_ruling("luck-and-logic", DEPENDS)
    visitor.open_ruling("gate-ruler", EXCHANGE)
    visitor.open_ruling("godzilla", REVENGE)
    visitor.post("/cases/2/main/30/fork", name="a/b")
    with serving(database) as address:
        yield address


@pytest.mark.parametrize("tab", rest_is_long(["whynot", "ledger", "rule"]))
def test_a_tab_with_everything_open_is_accessible(browser: Browser, site: str, tab: str) -> None:
    with page_of(browser) as page:
        page.goto(f"{site}/cases/3/main/10?t={tab}")
        page.evaluate("for (const one of document.querySelectorAll('#inspector details')) one.open = true")
        audited(page, "#inspector")


def test_the_help_shows_every_key_and_is_accessible(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100")
        press(page, "?")
        expect(page.locator("#keys")).to_be_visible()
        audited(page, "#keys")
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        fits(page, NARROW[0])


def test_a_key_is_changed_and_kept_and_the_usual_ones_come_back(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100")
        press(page, "?")
        row = page.locator('.key-row[data-action="next"]')
        row.locator(".remap").click()
        press(page, "w")
        expect(page.locator("#keys-said")).to_contain_text("already does: why")
        row.locator(".remap").click()
        press(page, "j")
        expect(row.locator("kbd")).to_have_text("j")
        expect(page.locator("a.move-next kbd")).to_have_text("j")
        press(page, "Escape")
        expect(page.locator("#keys")).to_be_hidden()
        pressed(page, "j")
        before = place(page)
        press(page, "ArrowRight")
        page.reload()
        assert place(page) == before
        expect(page.locator("a.move-next kbd")).to_have_text("j")
        pressed(page, "j")
        expect(page.locator("a.move-next kbd")).to_have_text("j")
        press(page, "?")
        page.click("#keys-reset")
        press(page, "Escape")
        expect(page.locator("#keys")).to_be_hidden()
        pressed(page, "ArrowRight")


def test_no_key_works_while_one_types(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100?t=note")
        before = page.url
        page.locator("#inspector textarea").press_sequentially("why wait b x m 3 f")
        assert page.url == before


def test_while_a_is_held_steps_stop_at_every_timing_while_s_is_they_pass_over(
    browser: Browser, site: str
) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/40")
        page.keyboard.down("a")
        expect(page.locator('[data-hold-button="every"]')).to_have_attribute("aria-pressed", "true")
        for _ in range(3):
            pressed(page, "ArrowRight")
            expect(page.locator("#now strong")).to_have_text(re.compile("Timing: | chooses"))
        page.keyboard.up("a")
        expect(page.locator('[data-hold-button="every"]')).to_have_attribute("aria-pressed", "false")
        page.keyboard.down("s")
        for _ in range(5):
            pressed(page, "ArrowRight")
            expect(page.locator("#now strong")).not_to_have_text(re.compile("Timing: | chooses"))
        page.keyboard.up("s")


def test_with_d_only_places_where_something_can_be_done_are_stops(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/4/main/0")
        page.click(".more-moves > summary")
        page.click('[data-hold-button="free"]')
        for _ in range(3):
            pressed(page, "ArrowRight")
            assert page.locator("#question .option").count() > 1


def test_a_breakpoint_is_set_run_to_and_removed(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/0")
        for _ in range(3):
            pressed(page, "ArrowRight")
        clause = page.locator("#step-data").get_attribute("data-clause")
        press(page, "b")
        expect(page.locator("#break-count")).to_have_text("1")
        expect(page.locator('.transport [data-do="break"]')).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".timeline .node.breaks.current")).to_have_count(1)
        pressed(page, "End")
        pressed(page, "Shift+G")
        expect(page.locator("#step-data")).to_have_attribute("data-clause", clause or "")
        page.reload()
        expect(page.locator("#break-count")).to_have_text("1")
        page.click("summary:text('Breaks')")
        page.get_by_role("button", name=re.compile("Remove the breakpoint")).click()
        expect(page.locator("#break-count")).to_have_text("0")


def test_dragging_the_density_bar_previews_and_letting_go_seeks(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/10")
        start = place(page)
        box = page.locator(".density").bounding_box()
        assert box is not None
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + box["width"] * 0.3, y)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.6, y)
        expect(page.locator(".preview-note")).to_contain_text("Preview of")
        assert place(page) == start
        press(page, "Escape")
        expect(page.locator(".preview-note")).to_have_count(0)
        page.mouse.up()
        assert place(page) == start
        page.mouse.move(box["x"] + box["width"] * 0.3, y)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.5, y)
        page.mouse.up()
        expect(page.locator("#step-data")).not_to_have_attribute("data-at", start)
        expect(page.locator("#board-before")).to_have_count(0)
        there = place(page)
        press(page, "Escape")
        expect(page.locator("#step-data")).to_have_attribute("data-at", start)
        assert there != start


def test_a_line_is_chosen_left_put_first_and_struck_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    visitor = Visitor(app_on(database))
    visitor.open_ruling("dragon-ball-super", CHAIN)
    visitor.post("/cases/1/main/30/fork", name="a/b")
    with serving(database) as site, page_of(browser) as page:
        page.goto(site + "/cases/1/main/30")
        press(page, "ArrowDown")
        page.wait_for_url(re.compile("/a~sb/"))
        press(page, "Shift+ArrowLeft")
        page.wait_for_url(re.compile("/main/"))
        press(page, "ArrowUp")
        page.wait_for_url(re.compile("/a~sb/"))
        press(page, "x")
        expect(page.locator("#strike-why")).to_be_focused()
        page.keyboard.type("heard wrongly")
        press(page, "Tab")
        page.keyboard.type("J")
        press(page, "Enter")
        expect(page.locator(".line-tree .struck s")).to_have_text("a/b")
        expect(page.locator(".struck-why")).to_have_text("struck by J: heard wrongly")
        press(page, "m")
        expect(page.locator(".line-tree li", has_text="first branch")).to_contain_text("a/b")
        press(page, "c")
        page.wait_for_url(re.compile("/compare"))


def test_why_not_answers_in_place_and_without_javascript(browser: Browser, site: str) -> None:
    address = site + "/cases/2/main/30?t=whynot"
    with page_of(browser) as page:
        page.goto(address)
        attempt = page.locator(".attempt", has_text="attack").first
        attempt.locator("summary").click()
        attempt.get_by_text("What would make it legal?").click()
        expect(attempt.locator(".hindsight")).to_contain_text("Aria not rest")
        audited(page, "#inspector")
        attempt.get_by_text("When was it last true?").click()
        expect(attempt.locator(".hindsight")).to_contain_text("last met here")
        attempt.locator(".hindsight a[data-step]").click()
        expect(page.locator("#question")).to_contain_text("A")
    with page_of(browser, java_script_enabled=False) as page:
        page.goto(address)
        page.locator(".attempt", has_text="attack").first.locator("summary").click()
        with page.expect_navigation():
            page.get_by_text("What would make it legal?").first.click()
        page.get_by_role("button", name="Try it in a new branch").click()
        page.wait_for_url(re.compile("/what%20if/"))
        expect(page.locator("#now strong")).to_contain_text("corrects the table")


def test_the_ledger_shows_the_other_order(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/3/main/10?t=ledger")
        swap = page.locator(".swap").first
        swap.locator("summary").click()
        expect(swap).to_contain_text("4\u202f000")
        expect(swap).to_contain_text("dependency decided the order")


def test_only_what_had_to_happen_stays_so_from_step_to_step(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100")
        pressed(page, "ArrowRight")
        page.locator(".critical input").check()
        expect(page.locator(".why-link.by-clause:visible")).to_have_count(0)
        pressed(page, "ArrowRight")
        expect(page.locator(".critical input")).to_be_checked()
        expect(page.locator(".why-link.by-clause:visible")).to_have_count(0)
        page.click("summary:text('As text')")
        expect(page.locator(".as-text pre")).to_contain_text("Godzilla Card Game 1.2")
        expect(page.locator(".as-text pre")).to_contain_text("1. ")


@pytest.mark.parametrize("size", rest_is_long([NARROW, (1600, 900), WIDE]))
def test_whatever_opens_stays_on_the_screen(browser: Browser, site: str, size: tuple[int, int]) -> None:
    with page_of(browser, size) as page:
        page.goto(site + "/cases/2/main/30")
        for at in range(page.locator(".pop").count()):
            page.locator(".pop > summary").nth(at).click()
            expect(page.locator(".pop > .pop-body").nth(at)).to_be_in_viewport()
            box = page.locator(".pop > .pop-body").nth(at).bounding_box()
            assert box is not None
            assert box["x"] >= 0, at
            assert box["x"] + box["width"] <= size[0], at
            page.locator(".pop > summary").nth(at).click()


def test_the_case_page_prints_as_text_on_paper(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/2/main/30")
        page.emulate_media(media="print")
        expect(page.locator(".text-twin dl").first).to_be_visible()
        for hidden in (".board", ".transport", ".log", ".tools", ".thumb"):
            expect(page.locator(hidden).first).to_be_hidden()
        expect(page.locator(".trust")).to_be_visible()
        expect(page.locator(".why").first).to_be_visible()
        sides = page.locator(".text-twin h3").evaluate_all("all => all.map(one => one.offsetLeft)")
        assert sides[-1] > sides[0] + 100, "the sides stand side by side"


def test_a_long_press_on_the_board_asks_why(browser: Browser, site: str) -> None:
    with page_of(browser, NARROW, has_touch=True, is_mobile=True) as page:
        page.goto(site + "/cases/2/main/30?t=diff")
        page.evaluate(
            """() => {
              const board = document.getElementById('board');
              const touch = new Touch({ identifier: 1, target: board, clientX: 100, clientY: 300 });
              board.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, changedTouches: [touch] }));
            }"""
        )
        expect(page.locator("#inspector .tabs [aria-current]")).to_have_attribute("data-tab", "why")


def test_the_board_keeps_its_arrows_badges_and_middle_in_sight(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/5/main/0")
        while page.locator(".arrows line").count() == 0:
            pressed(page, "ArrowRight")
        expect(page.locator(".card.changed").first).to_be_in_viewport()
        expect(page.locator(".middle .tray").first).to_be_in_viewport()


def test_a_step_leaves_alone_what_it_did_not_change(browser: Browser, site: str) -> None:
    """An area in which nothing happened is the same element as before; so is the tab that has the focus."""
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100")
        page.focus('#inspector [data-tab="why"]')
        page.evaluate("window.seen = [...document.querySelectorAll('#board .area')]")
        at = pressed(page, "ArrowRight")
        page.wait_for_url(re.compile(rf"/{re.escape(at)}(\?|$)"))
        kept = page.evaluate("window.seen.filter((one) => one.isConnected).length")
        assert kept > page.evaluate("window.seen.length") / 2
        assert page.evaluate("document.activeElement.dataset.tab") == "why"
        assert page.locator("#board").inner_text() == _board_of(page, page.url)


def _board_of(page: Page, address: str) -> str:
    """The board as a fresh page has it."""
    other = page.context.new_page()
    other.goto(address)
    text = other.locator("#board").inner_text()
    other.close()
    return text


def test_every_step_in_place_shows_what_a_fresh_page_would(browser: Browser, site: str) -> None:
    """Forward far enough for the log and the timeline to be fetched anew, and back again."""
    regions = ("#now", "#process", "#board", "#inspector", ".transport-place")
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/20?d=3")
        for key, times in (("ArrowRight", 33), ("ArrowLeft", 9)):
            for _ in range(times):
                pressed(page, key)
            at = place(page)
            page.wait_for_url(re.compile(rf"/{re.escape(at)}\?"))
            other = page.context.new_page()
            other.goto(page.url)
            for region in regions:
                told = other.locator(region).inner_text()
                expect(page.locator(region)).to_have_text(told, use_inner_text=True)
            for marked in (".log-line.current", "#strip .node.current"):
                here, there = page.locator(marked), other.locator(marked)
                expect(here).to_have_count(1)
                assert here.text_content() == there.text_content()
            assert page.locator(".move-next").get_attribute("href") == other.locator(
                ".move-next"
            ).get_attribute("href")
            other.close()


def test_a_line_of_the_log_opens_in_the_tab_that_is_open(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100")
        press(page, "r")
        page.wait_for_url(re.compile("t=rule"))
        before = place(page)
        page.locator(".log-line:not(.current) > a").first.click()
        expect(page.locator("#step-data")).not_to_have_attribute("data-at", before)
        expect(page.locator("#step-data")).to_have_attribute("data-tab", "rule")


def test_why_not_follows_the_board_and_the_picks_come_with_the_form(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/100?t=whynot")
        pressed(page, "End")
        expect(page.locator("#inspector .tab-body")).not_to_have_attribute("aria-busy", "true")
        expect(page.locator("#inspector h3").first).to_contain_text("Abilities")
        page.click(".acts summary")
        expect(page.locator("#pick-card option").first).to_be_attached()


HELD = "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, repeat: true})"


def test_a_key_that_is_held_down_fills_the_history_only_with_rests(browser: Browser, site: str) -> None:
    with page_of(browser, for_itself=True) as page:
        page.clock.install()
        page.goto(site + "/cases/1/main/20?d=4")
        page.clock.pause_at(time.time() + 3600)  # however slow the machine is, the steps are quick
        before, step = page.evaluate("history.length"), page.locator("#step-data")
        for _ in range(6):
            at = step.get_attribute("data-at") or ""
            page.evaluate(f"document.body.dispatchEvent({HELD})")
            expect(step).not_to_have_attribute("data-at", at)
        page.clock.resume()
        page.wait_for_url(re.compile(rf"/{re.escape(place(page))}\?"))
        assert page.evaluate("history.length") - before == 2  # where the key went down, and where it came up


def test_on_a_phone_the_clause_and_the_verdict_are_in_sight(browser: Browser, site: str) -> None:
    """Deep in a chain of procedures the strip is scrolled to where the rules stand, also after a step."""
    with page_of(browser, NARROW) as page:
        page.goto(site + "/cases/4/main/80")
        expect(page.locator("#process li[aria-current]")).to_be_in_viewport(ratio=0.9)
        expect(page.locator('.trust [class*="status-"] summary')).to_be_in_viewport(ratio=1)
        pressed(page, "ArrowRight")
        expect(page.locator("#process li[aria-current]")).to_be_in_viewport(ratio=0.9)
        assert page.locator("#process").bounding_box()["height"] < 60  # type: ignore[index]


def test_a_menu_at_the_foot_of_the_page_comes_into_sight(browser: Browser, site: str) -> None:
    with page_of(browser, NARROW) as page:
        page.goto(site + "/cases/1/main/20")
        page.click(".exports > summary")
        expect(page.locator('.exports a[href$="/export.judgekit"]')).to_be_in_viewport(ratio=1)
        bar = page.locator(".thumb").bounding_box()
        last = page.locator('.exports a[href$="/export.judgekit"]').bounding_box()
        assert bar is not None
        assert last is not None
        assert last["y"] + last["height"] <= bar["y"]


def test_a_permalink_is_copied_by_a_button(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/cases/1/main/20/link")
        page.get_by_role("button", name="Copy").first.click()
        expect(page.locator("[data-copy-field]").first).to_have_text(re.compile("Copied|Ctrl"))
        assert page.evaluate("getSelection().toString()") == page.locator("#short").input_value()
