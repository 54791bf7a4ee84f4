"""At the table: the whole board on one screen in every game, chosen from, answered, never lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from judgekit import paths
from tests.lots import EITHER, rest_is_long
from tests.web.browsing import (
    NARROW,
    audited,
    fits_a_phone_in_the_dark,
    page_of,
    place,
    press,
    pressed,
    readable,
    serving,
)
from tests.web.table import Visitor, app_on

pytestmark = pytest.mark.browser

GAMES = ("godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic")
SIZES = ((1280, 900), (1440, 900), (1920, 1080))


def mid_game(game: str) -> str:
    return (paths.fixtures() / "positions" / game / "mid-game.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A mid-game of each game, in the order of GAMES."""
    database = tmp_path_factory.mktemp("table") / "judgekit.sqlite"
    visitor = Visitor(app_on(database))
    for game in GAMES:
        visitor.post("/positions", text=mid_game(game))
    with serving(database) as address:
        yield address


@pytest.fixture(scope="module")
def choosing_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same, to be played on."""
    database = tmp_path_factory.mktemp("played") / "judgekit.sqlite"
    visitor = Visitor(app_on(database))
    for game in GAMES:
        visitor.post("/positions", text=mid_game(game))
    with serving(database) as address:
        yield address


def at(site: str, game: str, rest: str = "") -> str:
    return f"{site}/cases/{GAMES.index(game) + 1}/main{rest}"


HIDDEN = """() => {
  const frame = document.getElementById('board').getBoundingClientRect();
  const parts = document.querySelectorAll('#board .board :is(.cell, .area, .card, .pip, .tray, .number, .empty-chip)');
  const seen = (one) => one.checkVisibility() && !one.closest('details:not([open])');
  const out = (box) => box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.left < frame.left - 1
    || box.right > frame.right + 1;
  return [...parts].filter((one) => seen(one) && out(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 120));
}"""  # noqa: E501


def header_breadcrumb_and_what_happened_take_one_line_each(page: Page) -> None:
    for part, most in ((".top", 44), ("#process", 32), ("#now", 34)):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["height"] <= most, part
    expect(page.locator("#strip")).to_be_hidden()  # one stop is no way to go
    keys = page.locator("#transport > .transport-row > a.key")
    assert keys.count() == 5
    expect(page.locator(".more-moves .move-turn")).not_to_be_visible()
    page.locator(".more-moves > summary").click()
    expect(page.locator(".more-moves .move-turn")).to_be_visible()
    page.locator(".more-moves > summary").click()


def columns_face_each_other(page: Page) -> None:
    def left(where: str) -> float:
        box = page.locator(f'[aria-label="{where}"]').bounding_box()
        assert box is not None
        return box["x"]

    for mine, theirs in (("attack 1", "attack 2"), ("defense", "defense"), ("attack 2", "attack 1")):
        assert left(f"A.{mine}") == pytest.approx(left(f"B.{theirs}"), abs=2)
    assert left("A.defense") == pytest.approx(left("A.ruler"), abs=2)


def zones_are_a_track_that_turns_at_zone_five(page: Page) -> None:
    spots = {}
    for n in range(1, 9):
        box = page.locator(f'[aria-label="A.zone {n}"]').bounding_box()
        assert box is not None
        spots[n] = (box["x"], box["y"])
    row = [spots[n] for n in range(1, 6)]
    assert [x for x, _ in row] == sorted(x for x, _ in row)
    assert max(y for _, y in row) - min(y for _, y in row) < 2
    assert spots[8][0] < spots[7][0] < spots[6][0] == pytest.approx(spots[5][0], abs=2)
    assert spots[6][1] < spots[5][1]


def a_wide_member_spans_its_circles(page: Page) -> None:
    wide = page.locator(".cell.wide").bounding_box()
    one = page.locator(".near-side .cell.c3.r1").bounding_box()
    assert wide is not None
    assert one is not None
    assert wide["width"] > 1.9 * one["width"]
    expect(page.locator(".cell.wide .card-name").first).to_have_text("Broad Union")


def empty_areas_are_chips(page: Page) -> None:
    assert page.locator(".far .empty-chip").count() >= 5


def energy_is_a_row_of_pips(page: Page) -> None:
    pips = page.locator('[aria-label="A.energy"] .pip')
    expect(pips).to_have_count(7)
    expect(page.locator('[aria-label="A.energy"] .pip.rested')).to_have_count(3)
    expect(page.locator('[aria-label="A.battle"] .card.rested')).to_have_count(2)


LOOKS: dict[str, tuple[Callable[[Page], None], ...]] = {
    "dragon-ball-super": (
        energy_is_a_row_of_pips,
        header_breadcrumb_and_what_happened_take_one_line_each,
    ),
    "gate-ruler": (columns_face_each_other,),
    "godzilla": (zones_are_a_track_that_turns_at_zone_five,),
    "luck-and-logic": (
        a_wide_member_spans_its_circles,
        empty_areas_are_chips,
    ),
}


@EITHER
@pytest.mark.parametrize("game", GAMES)
def test_a_mid_game_is_whole_readable_and_accessible_on_every_screen(
    browser: Browser, site: str, game: str, whole: bool
) -> None:
    """The page of a board, opened once: in three sizes, on a phone, in both themes."""
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(site, game))
        for look in LOOKS[game]:
            look(page)
        names_are_whole(page)
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(page.locator("#board .board")).to_be_visible()
            whole_board(page, size)
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        audited(page, copies=whole)
        audit = audited if game == GAMES[0] else readable
        fits_a_phone_in_the_dark(page, partial(audit, copies=whole))
        assert page.evaluate(OUTSIDE) == []
        head_is_level(page)


def head_is_level(page: Page) -> None:
    first, second = (page.locator(part).bounding_box() for part in (".top nav", ".top .theme"))
    assert first is not None
    assert second is not None
    assert abs(first["y"] + first["height"] / 2 - second["y"] - second["height"] / 2) < 12


def names_are_whole(page: Page) -> None:
    """Of piles, and of rested cards beside their sign."""
    assert page.evaluate(CUT, "#board .stack-name") == []
    for card in page.locator("#board .cell .card.rested:not(.face-unknown)").all():
        gap = card.evaluate("one => one.clientWidth - one.querySelector('.card-name').offsetWidth")
        assert gap >= 16  # the sign of a rested card


def whole_board(page: Page, size: tuple[int, int]) -> None:
    assert page.evaluate(HIDDEN) == []
    frame = page.locator("#board").bounding_box()
    assert frame is not None
    assert frame["y"] + frame["height"] <= size[1]
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert page.locator("#board .board .card").count() >= 12
    letters = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert min(page.locator("#board .board .cell .card-name").evaluate_all(letters)) >= 10


CUT = """selector => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.value || one.textContent)"""


@pytest.mark.parametrize("game", rest_is_long(GAMES, 2))
def test_names_are_read_whole_in_the_editor(browser: Browser, site: str, game: str) -> None:
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(site, game, "/0/edit"))
        assert page.locator(".ed-name").count() >= 12
        assert page.evaluate(CUT, ".ed-name, .ed-area h3 a") == []


def test_a_gate_of_four_cards_has_room_for_their_names(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "judgekit.sqlite"
    visitor = Visitor(app_on(database))
    visitor.post("/positions", text=mid_game("gate-ruler"))
    for played in ("Play the set event", *["Play the set card"] * 3):
        asked = visitor.json("/cases/1/main")
        taken = next(one["id"] for one in asked["asking"]["options"] if one["label"].startswith(played))
        visitor.post(f"/cases/1/main/{asked['at']}/answer", option=taken)
    with serving(database) as address, page_of(browser, SIZES[0]) as page:
        page.goto(f"{address}/cases/1/main")
        cards = page.locator("#board .middle .area .card")
        expect(cards).to_have_count(4)
        assert all(card.evaluate("one => one.clientWidth") >= 80 for card in cards.all())
        assert page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("game", rest_is_long(GAMES, 2))
def test_the_board_fills_its_frame_before_and_after_an_answer(
    browser: Browser, choosing_in: str, game: str
) -> None:
    """As large as there is room for, and whole, also under a line of what happened and a timeline."""
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(choosing_in, game))
        page.locator("#question .option").first.click()
        page.wait_for_url(re.compile("since="))
        assert page.evaluate(HIDDEN) == []
        frame, board = page.locator("#board").bounding_box(), page.locator("#board .board").bounding_box()
        assert frame is not None
        assert board is not None
        assert frame["height"] - board["height"] < 60
        crumbs = page.locator("#process").bounding_box()
        assert crumbs is not None
        assert crumbs["height"] <= 32
        assert page.evaluate(COLLIDING) == []


COLLIDING = """() => {
  const meet = (from, to, other, end) => from < end - 1 && other < to - 1;
  const over = (a, b) => meet(a.left, a.right, b.left, b.right) && meet(a.top, a.bottom, b.top, b.bottom);
  return [...document.querySelectorAll('#board .cell > .area')].filter((area) => {
    const title = area.querySelector(':scope > h3')?.getBoundingClientRect();
    const names = [...area.querySelectorAll('.card-name')].map((one) => one.getBoundingClientRect());
    return title && names.some((name) => over(title, name));
  }).map((area) => area.getAttribute('aria-label'));
}"""


# A rested card is turned, and may touch the edge.
OUTSIDE = """() => [...document.querySelectorAll('.board .cell .card')].filter((card) => {
  const [own, cell] = [card, card.closest('.cell')].map((one) => one.getBoundingClientRect());
  return own.left < cell.left - 4 || own.right > cell.right + 4;
}).map((card) => card.textContent.trim())"""


@pytest.mark.parametrize("game", rest_is_long(GAMES))
def test_no_card_leaves_its_place_in_a_comparison(browser: Browser, site: str, game: str) -> None:
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(site, game, f"/compare?with={GAMES.index(game) + 1}:main"))
        expect(page.locator(".boards .board")).to_have_count(2)
        assert page.evaluate(OUTSIDE) == []


def test_copies_are_offered_once_and_clauses_head_their_options(browser: Browser, site: str) -> None:
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(site, "dragon-ball-super"))
        told = page.locator("#question .option").all_inner_texts()
        assert "Play Ridge Runner ×2" in told
        asked = page.request.get(at(site, "dragon-ball-super", "?format=json")).json()["asking"]
        assert len(told) == len(set(told)) < len(asked["options"])
        assert page.locator("#question .option-group .chip").all_inner_texts() == ["6-3-1-2-1", "6-3-1-2-3"]
        page.get_by_label("Find an option").fill("twin falls")
        shown = page.locator("#question .option:visible").all_inner_texts()
        assert shown
        assert all("Twin Falls" in one for one in shown)


def test_a_pile_opens_as_a_list_that_can_be_searched(browser: Browser, site: str) -> None:
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(site, "dragon-ball-super"))
        page.locator('[aria-label="A.drop"] a.stack').click()
        box = page.locator("dialog.pile")
        expect(box.locator("li")).to_have_count(8)
        box.get_by_label("Find").fill("warden")
        expect(box.locator("li:visible")).to_have_count(1)
        audited(page, "dialog.pile")
        press(page, "Escape")
        expect(box).to_have_count(0)
        expect(page.locator('[aria-label="A.drop"] a.stack')).to_be_focused()


def test_without_javascript_a_pile_is_a_page(browser: Browser, site: str) -> None:
    with page_of(browser, java_script_enabled=False) as page:
        page.goto(at(site, "dragon-ball-super"))
        page.locator('[aria-label="A.drop"] a.stack').click()
        expect(page.locator("#pile li")).to_have_count(8)
        page.get_by_text("Back to the board").click()
        expect(page.locator("#board .board")).to_be_visible()


def test_a_pile_of_a_seat_does_not_tell_what_it_may_not_see(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(at(site, "dragon-ball-super", "/0?v=A&part=pile&area=B.life"))
        assert set(page.locator("#pile li").all_inner_texts()) == {"Hidden card"}


PICK = """game = "gate-ruler"
at = "priority"
turn = "A"
seed = 1

[cards.Lancer]
type = "unit"
level = 3
ATK = 4
HP = 3
STK = 1

[cards.Word]
type = "event"
level = 0
text = "Timing: Standard Action\\nDestroy 1 of your opponent's units."

[A]
ruler = ["Knight"]
hand = ["Word"]
deck = [{ card = "Lancer", count = 5 }]

[B]
ruler = ["Knight"]
"attack 1" = ["Lancer"]
"attack 2" = ["Lancer"]
deck = [{ card = "Lancer", count = 5 }]

[table]
priority = 1
"""


@pytest.fixture
def choosing(tmp_path: Path) -> Iterator[str]:
    """A judgekit with one case in which an event chooses a unit."""
    database = tmp_path / "judgekit.sqlite"
    Visitor(app_on(database)).post("/positions", text=PICK)
    with serving(database) as address:
        yield address


def answered(page: Page, label: str) -> None:
    page.locator("#question .option", has_text=label).first.click()


def test_an_option_carries_the_text_of_what_it_uses(browser: Browser, choosing: str) -> None:
    with page_of(browser) as page:
        page.goto(choosing + "/cases/1/main")
        expect(page.locator("#question .option", has_text="play the event").first).to_contain_text(
            "Destroy 1 of your"
        )


def test_a_card_that_a_question_offers_is_chosen_on_the_board(browser: Browser, choosing: str) -> None:
    with page_of(browser) as page:
        page.goto(choosing + "/cases/1/main")
        answered(page, "play the event")
        card = page.locator('[aria-label="B.attack 2"] .offered')
        number = card.get_attribute("data-card")
        card.click()
        page.wait_for_url(re.compile("since="))
        expect(page.locator("#now .meanwhile")).to_be_visible()
        chosen = page.request.get(f"{choosing}/cases/1/main?format=json").json()["log"]["lines"]
        assert any("Lancer" in line["text"] and "choose" in line["text"] for line in chosen)
        assert number is not None


def test_after_an_answer_focus_and_live_region_are_at_the_next_question(
    browser: Browser, choosing: str
) -> None:
    with page_of(browser) as page:
        page.goto(choosing + "/cases/1/main")
        answered(page, "play the event")
        page.wait_for_url(re.compile("since="))
        expect(page.locator("#question")).to_be_focused()
        expect(page.locator("#live")).to_contain_text("Since the answer")
        page.get_by_role("link", name=re.compile("Step through")).click()
        expect(page.locator("#now .meanwhile")).to_have_count(0)


def test_a_selected_card_puts_its_own_options_first(browser: Browser, site: str) -> None:
    with page_of(browser, SIZES[0]) as page:
        page.goto(at(site, "dragon-ball-super"))
        page.locator('[aria-label="A.battle"] .card:not(.rested)').first.click()
        expect(page.locator("#question .aside-options")).to_be_visible()
        assert page.locator("#question .answer-form > .options .option").count() >= 1


def test_whoever_looks_at_the_end_sees_what_another_plays(browser: Browser, choosing: str) -> None:
    with page_of(browser) as watching, page_of(browser) as playing:
        watching.goto(choosing + "/cases/1/main")
        watching.wait_for_url(re.compile(r"/main/\d+"))
        before = watching.locator("#step-data").get_attribute("data-head")
        playing.goto(choosing + "/cases/1/main")
        answered(playing, "play the event")
        playing.wait_for_url(re.compile("since="))
        expect(watching.locator("#step-data")).not_to_have_attribute("data-head", before or "")
        expect(watching.locator("#question")).to_contain_text("Lancer")


def test_under_a_finger_options_and_buttons_are_44_pixels_high_and_a_right_swipe_stays_in_the_case(
    browser: Browser, site: str
) -> None:
    with page_of(browser, NARROW, has_touch=True, is_mobile=True) as page:
        page.goto(at(site, "dragon-ball-super"))
        for one in page.locator("#question .option:visible, .thumb a:visible").all():
            box = one.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        page.goto(at(site, "dragon-ball-super", "/0"))
        page.evaluate(
            """() => {
              const board = document.getElementById('board');
              const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
              const send = (name, x) => board.dispatchEvent(
                new TouchEvent(name, { bubbles: true, changedTouches: [touch(x)] }));
              send('touchstart', 40); send('touchend', 200);
            }"""
        )
        page.wait_for_timeout(300)
        assert page.url == at(site, "dragon-ball-super", "/0")


STRUCK = """() => {
  const sheet = document.querySelector('#board .arrows');
  if (!sheet) return [0, []];
  const frame = sheet.getBoundingClientRect();
  const struck = new Set();
  for (const line of sheet.querySelectorAll('line')) {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(line.getAttribute(name)));
    line.style.pointerEvents = 'stroke';
    for (let part = 0; part <= 1; part += 0.01) {
      const [x, y] = [frame.left + x1 + (x2 - x1) * part, frame.top + y1 + (y2 - y1) * part];
      const there = document.elementsFromPoint(x, y);
      for (const below of there.slice(there.indexOf(line) + 1 || there.length)) {
        const words = [...below.childNodes].filter((one) => one.nodeType === 3 && /\\d/.test(one.data));
        const range = document.createRange();
        range.selectNodeContents(below);
        const box = range.getBoundingClientRect();
        if (words.length && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) struck.add(below.textContent);
      }
    }
  }
  return [sheet.querySelectorAll('line').length, [...struck]];
}"""  # noqa: E501
MOVING = {
    "godzilla": "10.5.2.2-what-is-swapped-is-chosen-before-the-draw",
    "dragon-ball-super": "11-5-1-a-borrowed-card-that-has-evolved-goes-back",
    "gate-ruler": "15-14a-a-charge-of-this-unit",
}


@pytest.mark.long  # at every step of a ruling
@pytest.mark.parametrize("game", MOVING)
def test_no_arrow_strikes_a_number_through(browser: Browser, tmp_path: Path, game: str) -> None:
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    case = visitor.open_ruling(game, MOVING[game])
    drawn = 0
    with serving(tmp_path / "judgekit.sqlite") as address, page_of(browser, SIZES[0]) as page:
        page.goto(address + case)
        place(page)
        while page.locator('#transport [data-move="next"][href]').count():
            pressed(page, "ArrowRight")
            arrows, struck = page.evaluate(STRUCK)
            assert struck == [], page.url
            drawn += arrows
    assert drawn > 3
