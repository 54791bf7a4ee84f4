"""The board editor under hands: drafts that are never lost, undo, moving by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lots import rest_is_long
from tests.web.browsing import (
    NARROW,
    audited,
    fits,
    killable,
    page_of,
    press,
    serving,
)

pytestmark = pytest.mark.browser
NEW = "/positions/new?game=dragon-ball-super"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "judgekit.sqlite") as address:
        yield address


def typed(page: Page, line: str) -> None:
    page.fill("#quick", line)
    press(page, "Enter")
    expect(page.locator("#quick")).to_have_value("")


def cards_in(page: Page, where: str) -> list[str]:
    fields = page.locator(f'.ed-area[data-where="{where}"] .ed-name')
    return [one.input_value() for one in fields.all()]


def test_a_draft_survives_back_reload_and_a_closed_page(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + NEW)
        typed(page, "A battle b:Scout p5000")
        page.wait_for_url(re.compile("#draft="))
        page.goto(site + "/rules")
        page.go_back()
        expect(page.locator('.ed-area[data-where="A/battle"] .ed-name')).to_have_value("Scout")
        page.reload()
        expect(page.locator('.ed-area[data-where="A/battle"] .ed-name')).to_have_value("Scout")
        other = page.context.new_page()
        page.close()
        other.goto(site + "/")
        other.locator("#drafts a").click()
        expect(other.locator('.ed-area[data-where="A/battle"] .ed-name')).to_have_value("Scout")
        other.goto(site + "/")
        other.get_by_role("button", name=re.compile("Remove the draft")).click()
        other.get_by_role("button", name=re.compile("Bring back the draft")).click()
        expect(other.locator("#drafts a")).to_have_count(1)


@pytest.mark.long  # two browsers of its own
def test_a_draft_survives_a_browser_that_is_killed(browser: Browser, tmp_path: Path, site: str) -> None:
    """At once: what the page calls kept is on the disk."""
    with killable(browser, tmp_path / "profile") as page:
        page.goto(site + NEW)
        typed(page, "A battle b:Scout p5000")
        page.wait_for_url(re.compile("#draft="))
    with killable(browser, tmp_path / "profile") as page:
        page.goto(site)
        page.locator("#drafts a").click()
        expect(page.locator('.ed-area[data-where="A/battle"] .ed-name')).to_have_value("Scout")


def test_changes_are_undone_and_done_again(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + NEW)
        typed(page, "A battle b:Scout p5000")
        typed(page, "A hand Scout")
        expect(page.locator('.ed-area[data-where="A/hand"] .ed-name')).to_have_count(1)
        page.click("[data-undo]")
        expect(page.locator('.ed-area[data-where="A/hand"] .ed-name')).to_have_count(0)
        page.click("[data-redo]")
        expect(page.locator('.ed-area[data-where="A/hand"] .ed-name')).to_have_count(1)


def dragged_by_finger(page: Page, grip: str, to: str) -> None:
    """A real touch, as the device sends it."""
    finger = page.context.new_cdp_session(page)
    page.locator(grip).scroll_into_view_if_needed()
    boxes = [page.locator(one).bounding_box() for one in (grip, to)]
    (x, y), end = [(box["x"] + 6, box["y"] + 8) for box in boxes if box is not None]
    steps = [(x + (end[0] - x) * part / 4, y + (end[1] - y) * part / 4) for part in range(5)]
    for kind, (at, down) in zip(("touchStart", *["touchMove"] * 4), steps, strict=True):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": down}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_card_is_dragged_by_mouse_and_by_finger_and_moved_by_keyboard(browser: Browser, site: str) -> None:
    with page_of(browser, (1280, 1400), has_touch=True) as page:
        page.goto(site + NEW)
        typed(page, "A battle b:Scout p5000")
        grip = page.locator('.ed-area[data-where="A/battle"] .ed-grip')
        grip.scroll_into_view_if_needed()
        grip.hover()
        page.mouse.down()
        target = page.locator('.ed-area[data-where="A/drop"]').bounding_box()
        assert target is not None
        page.mouse.move(target["x"] + 20, target["y"] + 10, steps=4)
        page.mouse.up()
        expect(page.locator('.ed-area[data-where="A/drop"] .ed-name')).to_have_value("Scout")
        assert cards_in(page, "A/battle") == []
        dragged_by_finger(page, '.ed-area[data-where="A/drop"] .ed-grip', '.ed-area[data-where="A/combo"] h3')
        expect(page.locator('.ed-area[data-where="A/combo"] .ed-name')).to_have_value("Scout")
        page.locator('.ed-area[data-where="A/combo"] .ed-more > summary').click()
        page.locator('[name="pile/A/combo/0/to"]').select_option("B/battle")
        page.get_by_role("button", name="Move Scout", exact=True).press("Enter")
        expect(page.locator('.ed-area[data-where="B/battle"] .ed-name')).to_have_value("Scout")
        copies = page.locator("button[value^='copy:']")
        many = copies.count()
        page.get_by_role("button", name="Duplicate Scout").first.click()
        expect(copies).to_have_count(many + 1)
        audited(page)


EIGHT = {
    "gate-ruler": "A hand u:{} lv3",
    "godzilla": "A z1 b:{} r1",
    "dragon-ball-super": "A battle b:{} p5000",
    "luck-and-logic": "A hand f:{} sp3",
}


@pytest.mark.parametrize("game", rest_is_long(EIGHT))
def test_the_page_stays_under_two_screens_for_eight_cards_and_columns_face_each_other(
    browser: Browser, site: str, game: str
) -> None:
    with page_of(browser, (1280, 900)) as page:
        page.goto(f"{site}/positions/new?game={game}")
        lines = [
            EIGHT[game].format(name).replace("z1", f"z{at % 4 + 1}") for at, name in enumerate("PQRSTUVW")
        ]
        for line in lines:
            typed(page, line)
        expect(page.locator(".ed-card")).to_have_count(8)
        assert page.evaluate("document.documentElement.scrollHeight") < 1800
        if game == "gate-ruler":
            places = [page.locator(f'[data-where="{one}"]') for one in ("A/attack 1", "B/attack 2")]
            mine, theirs = (place.bounding_box() for place in places)
            assert mine is not None
            assert theirs is not None
            assert mine["x"] == pytest.approx(theirs["x"], abs=2)


def test_faults_are_listed_with_a_link_to_each_field(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + NEW)
        typed(page, "A battle b:Scout p5000")
        page.locator('[name="pile/A/battle/0/count"]').fill("many")
        link = page.locator(".ed-faults a").first
        link.click()
        expect(page.locator('[name="pile/A/battle/0/count"]')).to_be_focused()


def test_on_a_phone_the_main_button_is_always_in_reach(browser: Browser, site: str) -> None:
    with page_of(browser, NARROW) as page:
        page.goto(site + NEW)
        fits(page, NARROW[0])
        for _ in range(3):
            expect(page.get_by_role("button", name="Open as a case")).to_be_in_viewport(ratio=1)
            page.mouse.wheel(0, 900)


def test_what_a_text_is_read_as_stands_under_it_while_one_types(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(site + NEW)
        typed(page, "A battle b:Scout p5000")
        page.locator(".ed-card > summary").first.click()
        page.locator(".ed-card textarea").first.fill("[Auto] When you play this card, draw 1 card.")
        expect(page.locator(".read-as").first).to_contain_text("Read as:")
