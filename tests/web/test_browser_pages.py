"""Home, editor, rules, rulings, exports and long work in a real Chromium, wide and narrow, light and dark."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from judgekit import games
from judgekit.web.jobs import Report
from tests.lots import looked_at, rest_is_long
from tests.web.browsing import (
    NARROW,
    accessible,
    audited,
    fits,
    page_of,
    press,
    serving,
    serving_app,
)
from tests.web.table import COUNTER, POSITION, Visitor, app_on

pytestmark = pytest.mark.browser

LANTERNS = Path(__file__).parents[2] / "fixtures" / "books" / "lanterns-1.0.txt"
PAGES = (  # of each four the first one is looked at in every run
    "/positions/new?game=godzilla", "/cases/1/main/0/edit", "/cases?rows=dense", "/cases?rows=roomy",
    "/rules/compare", "/rules/godzilla/1.2/7.4/section", "/rules/lanterns/1.0/lint", "/nowhere",
    f"/rulings/godzilla/{COUNTER}", "/help", "/events?name=Cup", "/library/godzilla/compare",
    "/cases/1/what%20if%20B%20had%20another%20monster/2.1/sheet", "/positions/new?game=gate-ruler",
    "/rulings?page=2", "/rules/godzilla/1.00/9.4.3.1", "/rules/lanterns/1.0/1/section",
    "/cases/1/main/2.1/sheet", "/cases/1/main/2.1?t=note",
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("pages") / "judgekit.sqlite"
    visitor = Visitor(app_on(database))
    visitor.open_ruling("godzilla", COUNTER)
    fields = {"csrf": visitor.token, "file": (LANTERNS.open("rb"), "lanterns.txt"), "as": "lanterns/1.0"}
    visitor.client.post("/rules/import", data=fields).close()
    assert visitor.app.extensions["judgekit"].jobs.find(1).is_over.wait(60)
    visitor.post("/events", name="Cup", edition="godzilla/1.2", judges="Kim, Ada")
    visitor.post("/library/samples", game="godzilla")
    for answer in ("Yes.", "No."):  # two versions
        visitor.post("/cases/1/main/2.1/sheet", title="T", agreed="x", disputed="y", answer=answer)
    visitor.post("/cases/1/main/2.1/note", text="A paused")
    visitor.post("/cases/1/main/2.1/fork", name="what if B had another monster")
    with serving(database) as address:
        yield address


def as_if_it_were_there(route: Route) -> None:
    """An error page, looked at without the browser's own complaint about it."""
    route.fulfill(response=route.fetch(), status=200)


@pytest.fixture(scope="module")
def looking(browser: Browser) -> Iterator[Page]:
    """A page that goes from one address to the next."""
    with page_of(browser) as page:
        page.route("**/nowhere", as_if_it_were_there)
        yield page


@looked_at(PAGES, 5)
def test_a_page_is_accessible_and_fits_a_phone_in_the_dark(
    looking: Page, site: str, address: str, whole: bool
) -> None:
    """One of each row of a list, or every row."""
    accessible(looking, site + address, copies=whole)


# the board editor


def build(page: Page) -> None:
    """A small table, by typing and by form."""
    page.fill("#quick", "z1 m:Titan r1 tl5000 invading B z1 Titan invading")
    press(page, "Enter")
    page.wait_for_selector("input[name='pile/B/zone 1/0/card']")
    page.fill("input[name='add/A/hand']", "Tank, Tank")
    press(page, "Enter")
    page.wait_for_selector("text=Describe Tank")
    page.locator("button:text('Describe Tank')").first.click()
    page.wait_for_selector("input[name='card/1/name']")
    page.select_option("select[name='card/1/is/type']", "battle")


def finish(page: Page) -> None:
    page.fill("input[name='card/1/is/rank']", "1")
    page.fill("input[name='card/1/is/counter power']", "2500")
    page.fill("input[name='number/A/rage']", "2") if page.locator(
        "input[name='number/A/rage']"
    ).is_visible() else None


def test_a_position_is_built_on_the_board_while_the_text_follows(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/")
        page.click(".uses a:text('Godzilla')")
        page.evaluate("window.sameDocument = true")
        build(page)
        page.wait_for_selector("input[name='card/1/is/counter power']")
        expect(page.locator("[data-for='card/1/is/type']")).to_have_count(0)
        finish(page)
        expect(page.locator("#text")).to_have_value(re.compile(r'"counter power" = 2500'))
        expect(page.locator(".field-fault")).to_have_count(0)
        assert page.evaluate("window.sameDocument === true")
        audited(page)
        page.click("text=Open as a case")
        page.wait_for_url(re.compile(r"/cases/\d+/main/0"))
        expect(page.locator("#board")).to_contain_text("Tank")


def test_a_position_is_built_without_javascript(browser: Browser, site: str) -> None:
    with page_of(browser, java_script_enabled=False) as page:
        page.goto(site + "/positions/new?game=godzilla")
        build(page)
        page.click("text=Check it")
        page.locator(".ed-card > summary").last.click()
        finish(page)
        page.click("text=Open as a case")
        page.wait_for_url(re.compile(r"/cases/\d+/main/0"))


def test_faults_come_to_their_fields_while_one_types_and_go_again(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/positions/new?game=godzilla")
        page.fill("[name='head/at']", "nowhere")
        expect(page.locator("[data-for='head/at']")).to_be_visible()
        expect(page.locator("[name='head/at']")).to_have_attribute("aria-invalid", "true")
        page.fill("[name='head/at']", "7.4.1")
        expect(page.locator(".field-fault")).to_have_count(0)
        expect(page.locator("[name='head/at']")).to_be_focused()
        expect(page.locator(".ed-status")).to_contain_text("Ready to open")


def test_a_changed_text_fills_the_board(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/positions/new?game=godzilla")
        page.fill("#text", POSITION)
        page.locator("#quick").focus()
        expect(page.locator("input[name='pile/A/hand/0/card']")).to_have_value("Tank")
        page.locator("[name='pile/A/zone 1/0/is/invading']").evaluate(
            "one => one.closest('details').open = true"
        )
        page.uncheck("[name='pile/A/zone 1/0/is/invading']")
        expect(page.locator("#text")).not_to_have_value(re.compile(r"\[A\][\s\S]*invading[\s\S]*\[B\]"))


@pytest.mark.parametrize("game", rest_is_long(games.NAMES))
def test_the_editor_of_every_game_fits_a_phone(browser: Browser, site: str, game: str) -> None:
    with page_of(browser, NARROW) as page:
        page.goto(f"{site}/positions/new?game={game}")
        fits(page, NARROW[0])
        for button in page.locator(".ed-actions button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 32


def test_an_oddity_is_accepted_on_the_page(browser: Browser, site: str) -> None:
    odd = POSITION.replace('hand = ["Tank"]', '"strategy zone 1" = ["Tank", "Tank"]')
    with page_of(browser) as page:
        page.goto(site + "/positions/new?game=godzilla")
        page.fill("#text", odd)
        page.click("text=Use the text")
        page.locator(".ed-odd li", has_text="room for").get_by_text("accept as is").click()
        expect(page.locator(".ed-odd li.accepted")).to_have_count(1)
        expect(page.locator("#text")).to_have_value(re.compile("assumptions"))


# rules


def test_a_book_is_searched_as_one_types(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/rules/godzilla/1.2")
        page.fill("#inbook", "rule actions")
        first = page.locator(".bigsearch .suggest a").first
        expect(first).to_contain_text("Godzilla 1.2")
        assert "Godzilla 1.00" not in page.locator(".bigsearch .suggest").inner_text()
        field = page.get_by_role("combobox").and_(page.locator("#inbook"))
        expect(field).to_have_attribute("aria-expanded", "true")
        press(page, "ArrowDown")
        chosen = page.get_by_role("option", selected=True)
        expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
        expect(field).to_be_focused()
        audited(page)
        press(page, "Enter")
        page.wait_for_url(re.compile("/rules/godzilla/1.2/"))


def test_changes_are_walked_by_keys(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/rules/compare?old=godzilla/1.00&new=godzilla/1.2")
        changes = page.locator("[data-change]")
        assert changes.count() > 1
        press(page, "]")
        expect(changes.nth(0)).to_be_focused()
        press(page, "]")
        expect(changes.nth(1)).to_be_focused()
        press(page, "[")
        expect(changes.nth(0)).to_be_focused()
        assert page.url.endswith(f"#{changes.nth(0).get_attribute('id')}")
        left, right = (changes.nth(0).locator("[role=cell]").nth(at).bounding_box() for at in (0, 1))
        assert left
        assert right
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] <= right["x"]


def test_a_book_is_imported_by_upload(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/rules")
        page.set_input_files("[name=file]", str(LANTERNS))
        page.fill("[name=as]", "lanterns/9")
        page.click("button:text-is('Import')")
        page.wait_for_url(re.compile("/rules/lanterns/9"))
        expect(page.locator(".notice")).to_contain_text("Imported")


def test_long_work_shows_how_far_it_is_and_is_stopped(browser: Browser, tmp_path: Path) -> None:
    app = app_on(tmp_path / "judgekit.sqlite")
    go_on = threading.Event()

    def work(tell: Report) -> str:
        for at in range(100_000):
            tell(at, 100_000, f"clause {at}")
            go_on.wait(0.01)
        return "/rules"

    app.extensions["judgekit"].jobs.start("Counting", 100_000, "/rules", work)
    with serving_app(app) as site, page_of(browser) as page:
        page.goto(f"{site}/jobs/1")
        before = int(page.locator("#job-done").inner_text())
        page.wait_for_function(
            "before => Number(document.getElementById('job-done').textContent) > before", arg=before
        )
        audited(page)
        page.click("text=Stop it")
        expect(page.locator(".lead[role=status]")).to_contain_text("Nothing was changed")


# rulings and exports


def test_a_ruling_is_found_by_clause_and_opened(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + "/rulings")
        page.select_option("[name=game]", "godzilla")
        page.fill("[name=clause]", "7.4.3")
        page.click("text=Show")
        page.click(f"a[href$='{COUNTER}']")
        expect(page.locator(".answer")).to_be_visible()
        page.click("text=Open as a case")
        page.wait_for_url(re.compile(r"/cases/\d+/main/0"))


def test_a_ruling_sheet_is_one_printed_page(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        filled = "&".join(
            f"{name}=Some+words+of+the+judge" for name in ("event", "agreed", "disputed", "answer", "backup")
        )
        page.goto(f"{site}/cases/1/main/19.4/sheet?{filled}")
        expect(page.locator(".sheet-cards li").first).to_be_visible()
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
        page.emulate_media(media="print")
        for hidden in (".top", ".sheet-form", ".foot", ".crumbs"):
            expect(page.locator(hidden).first).to_be_hidden()


def test_the_keys_of_the_library_work_on_a_phone(browser: Browser, site: str) -> None:
    with page_of(browser, NARROW, has_touch=True, is_mobile=True) as page:
        page.goto(site + "/rulings?game=godzilla")
        page.locator("text=Next page ›").tap()
        page.wait_for_url(re.compile("page=2"))
        fits(page, NARROW[0])


def test_the_tour_leads_through_the_real_pages(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site)
        page.select_option("#tour-game", "godzilla/mid-game.toml")
        page.click("text=Take the tour")
        panel = page.locator("#tour")
        seen = []
        for at in range(7):
            expect(panel.locator("h2")).to_contain_text(f"{at + 1} of 7")
            expect(page.locator(".toured")).to_be_visible()
            seen.append(page.evaluate("location.pathname.replace(/\\d+/g, 'N')"))
            if at in (0, 5):
                audited(page)
            panel.locator("button:text-is('Next'), button:text-is('Done')").click()
        assert seen[0].startswith("/cases/N/main/")
        assert (seen[5], seen[6]) == ("/positions/new", "/cases/N/main/N/sheet")
        expect(panel).to_have_count(0)
        page.goto(site)
        expect(panel).to_have_count(0)
