"""Learn in a real Chromium: practice by keys, a lesson, a paper, a class; wide and light, narrow and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pypdf import PdfReader

from judgekit.known import GAMES
from judgekit.web.learn.writing import EXAMPLE
from tests.lots import EITHER, lot, rest_is_long
from tests.teach.bank import filled, made, some
from tests.web.browsing import (
    NARROW,
    accessible,
    audited,
    fits,
    page_of,
    press,
    serving,
)
from tests.web.table import Visitor, app_on

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("learn") / "judgekit.sqlite"
    teacher = Visitor(app_on(place))
    filled(teacher.app.extensions["judgekit"].practice.bank)
    teacher.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3")
    teacher.post("/learn/lessons/kept", text=EXAMPLE)
    return place


@pytest.fixture(scope="module")
def site(database: Path) -> Iterator[str]:
    with serving(database) as address:
        yield address


def pages() -> list[str]:
    question = some()[0]
    return [
        "/learn", f"/learn/q/{question.id}", f"/learn/q/{question.id}/result", "/learn/map/godzilla",
        "/learn/lessons/kept/1", "/learn/lessons/kept/1/edit",
        "/learn/map/godzilla?chapter=7", "/learn/lessons/godzilla/07-layers", "/learn/lessons/write",
        "/learn/exams", "/learn/exams/1", "/learn/exams/1?key=1", "/learn/rooms", "/join", "/learn/health",
        f"/learn/q/{question.id}?booth=1", f"/learn/q/{question.id}/result?step=1",
    ]  # fmt: skip


@EITHER
def test_the_pages_of_learn_are_accessible_and_fit(browser: Browser, site: str, whole: bool) -> None:
    """One of each row of a list, or every row."""
    with page_of(browser) as page:
        for address in lot(pages(), 6, whole):
            accessible(page, site + address, copies=whole)


@pytest.mark.parametrize("game", rest_is_long(GAMES))
def test_a_question_of_every_game_fits_a_phone(browser: Browser, site: str, game: str) -> None:
    question = next(q for q in some() if q.game == game and q.kind != "deck")
    with page_of(browser, NARROW) as page:
        page.goto(f"{site}/learn/q/{question.id}")
        fits(page, NARROW[0])


def test_a_number_that_is_told_in_many_words_fits_a_phone(browser: Browser, site: str) -> None:
    asked = [
        one for one in made("luck-and-logic/8.5.3.1-the-defender-takes-a-back-alley") if one.kind == "end"
    ]
    with page_of(browser, NARROW) as page:
        page.goto(f"{site}/learn/q/{asked[-1].id}")
        expect(page.get_by_text("it is on other circles now").first).to_be_visible()
        fits(page, NARROW[0])


def test_a_question_is_answered_with_keys(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(f"{site}/learn/q/{some()[0].id}")
        press(page, "h")
        expect(page.locator(".hints li")).to_have_count(1)
        press(page, "2")
        press(page, "Enter")
        expect(page.locator("#right-line")).to_be_visible()


def test_a_card_on_the_board_picks_the_option_that_names_it(browser: Browser, site: str) -> None:
    asked = made("godzilla/10.10.1.1-the-fuse-has-no-column-any-more")
    question = next(
        q for q in asked if q.kind == "next" and re.search(r"^[A-Z]\w+ moves from \w's Zone", q.right.text)
    )
    name = question.right.text.partition(" moves")[0]
    with page_of(browser) as page:
        page.goto(f"{site}/learn/q/{question.id}")
        expect(page.locator(".option :checked")).to_have_count(0)
        page.locator(".still .card, .still .pip").filter(has_text=name).first.click()
        expect(page.locator(".option").filter(has=page.locator(":checked"))).to_contain_text(name)


def test_an_oral_booth_fits_a_projector_without_scrolling(browser: Browser, site: str) -> None:
    with page_of(browser, (1920, 1080)) as page:
        page.goto(f"{site}/learn/q/{some()[0].id}?booth=1")
        expect(page.locator("[data-clock]")).to_have_text("00:01")
        for part in (".options", ".answering button", ".still .board"):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 1080, part
        assert page.locator("h1").evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 32


def test_a_lesson_hides_its_answers_until_they_are_wanted(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(f"{site}/learn/lessons/godzilla/07-layers")
        answers = page.locator(".reveal")
        assert answers.count() >= 3
        expect(answers.first.locator("p, ol, ul").first).to_be_hidden()
        answers.first.locator("summary").click()
        expect(answers.first.locator("p, ol, ul").first).to_be_visible()


def test_a_lesson_is_answered_by_keys_until_it_is_right(browser: Browser, site: str) -> None:
    with page_of(browser) as page:
        page.goto(f"{site}/learn/lessons/godzilla/07-layers")
        asked = page.locator(".lesson-ask").first
        wrong, right = asked.locator(".try:not(.is-right)").first, asked.locator(".is-right")
        wrong.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(wrong.get_by_text("Try another answer.")).to_be_visible()
        expect(right.locator("p")).to_be_hidden()
        right.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(right.get_by_text("✓ Right.")).to_be_visible()
        expect(wrong.locator("p")).to_be_hidden()
        right.get_by_role("link", name="Next step").press("Enter")
        assert page.url.endswith("#part-2")
        audited(page)


def test_a_newcomer_makes_a_lesson_of_five_steps_in_few_clicks(browser: Browser, site: str) -> None:
    """From the first page: find a ruling, make a lesson of it, say one step in other words, keep it."""
    with page_of(browser) as page:
        page.goto(f"{site}/learn")
        page.get_by_role("link", name="Write a lesson").click()
        page.get_by_label("Game").select_option(label="Dragon Ball Super")
        page.get_by_label("Words or clause").fill("knot blocks in its place")
        press(page, "Enter")
        page.get_by_role("button", name="Make a lesson").first.click()
        expect(page.locator(".ok")).to_have_text("✓ It runs as written: 5 steps.")
        words = page.get_by_role("group", name="Words of step 1").get_by_label("Your words")
        words.fill('A attacks. Who may "step in"?')
        page.get_by_role("button", name="Check and preview").click()
        expect(page.locator(".step-pair .prose").first).to_have_text('A attacks. Who may "step in"?')
        page.get_by_role("button", name="Save the lesson here").click()
        expect(page.locator(".lesson-part")).to_have_count(5)
        expect(page.locator(".lesson-part .prose").first).to_have_text('A attacks. Who may "step in"?')


def room(teacher: Visitor, kind: str, many: int = 2) -> dict[str, str]:
    found: dict[str, str] = teacher.client.post(
        "/learn/rooms",
        data={"csrf": teacher.token, "kind": kind, "questions": " ".join(one.id for one in some()[:many])},
        headers={"Accept": "application/json"},
    ).get_json()  # fmt: skip
    return found


def take_a_seat(page: Page, site: str, code: str, name: str) -> None:
    page.goto(f"{site}/join?code={code}")
    page.fill("[name=name]", name)
    press(page, "Enter")
    page.wait_for_url("**/seat")


def test_an_exam_on_screen_tells_its_points_when_it_is_over(
    browser: Browser, site: str, database: Path
) -> None:
    teacher = Visitor(app_on(database))
    made = room(teacher, "exam")
    with page_of(browser) as page:
        take_a_seat(page, site, made["code"], "Ann")
        audited(page)
        for _ in range(2):
            press(page, "1")
            with page.expect_navigation():
                press(page, "Enter")
        teacher.post(made["href"], do="close")
        page.goto(f"{site}{made['href']}/seat")
        expect(page.locator("#sent")).to_contain_text("of 2 right")
        right = page.locator("nav[aria-label=Questions]").inner_text().count("✓")
        assert f"You have {right} of 2 right" in page.locator("#sent").inner_text()
        audited(page)


def test_every_question_of_a_long_exam_is_reached_on_a_phone(
    browser: Browser, site: str, database: Path
) -> None:
    made = room(Visitor(app_on(database)), "exam", 30)
    with page_of(browser, NARROW) as page:
        take_a_seat(page, site, made["code"], "Ann")
        numbers = page.locator("nav[aria-label=Questions] a")
        assert (
            numbers.evaluate_all("all => all.map(one => one.getBoundingClientRect().right <= 360)")
            == [True] * 30
        )
        numbers.last.click()
        expect(page.locator(".crumbs")).to_contain_text("question 30 of 30")


def test_a_class_predicts_and_the_bars_appear_by_themselves(
    browser: Browser, site: str, database: Path
) -> None:
    made = room(Visitor(app_on(database)), "class")
    with page_of(browser) as host, page_of(browser, NARROW) as phone:
        take_a_seat(phone, site, made["code"], "Bea")
        host.goto(site + made["href"])
        audited(host)
        expect(host.locator(".bars progress")).to_have_count(0)
        press(phone, "2")
        press(phone, "Enter")
        expect(phone.locator("#sent")).to_have_text(re.compile(r"^Your answer is kept: \w.+"))
        expect(host.locator(".bars progress").first).to_be_visible()
        host.get_by_role("button", name="Show the answer").click()
        expect(phone.locator(".bars .is-right")).to_contain_text("right")
        for page in (host, phone):
            expect(page.locator(".bars .is-right")).to_be_visible()
            lefts = page.locator(".bars li").evaluate_all("rows => rows.map(row => row.offsetLeft)")
            assert len(set(lefts)) == 1, "the bars do not stand one under the other"
        audited(phone)
        fits(phone, NARROW[0])
        host.get_by_role("button", name="Next").click()
        expect(phone.locator(".crumbs")).to_contain_text("question 2 of 2")
        phone.get_by_role("link", name="1", exact=True).click()
        expect(phone.locator(".bars .is-right")).to_be_visible()


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
    press(page, "Enter")
    page.wait_for_url("**/seat")
    press(page, "1")
    press(page, "Enter")
    expect(page.locator("#sent")).to_contain_text("Your answer is kept")
    page.context.close()
    assert len(lost) == 2
    assert teacher.json(made["href"])["answered"] == 1


def test_an_oral_booth_is_led_by_keys_from_question_to_question(browser: Browser, site: str) -> None:
    with page_of(browser, NARROW) as page:
        page.goto(f"{site}/learn/q/{some()[0].id}?game=godzilla")
        press(page, "b")
        page.wait_for_url("**booth=1**")
        fits(page, NARROW[0])
        notes = page.locator("details", has_text="Examiner")
        expect(notes.locator("li").first).to_be_hidden()
        press(page, "n")
        expect(notes.locator("li").first).to_be_visible()
        press(page, "h")
        page.wait_for_url("**hints=1**")
        expect(page.locator("[data-clock]")).to_be_visible()
        press(page, "1")
        press(page, "Enter")
        page.wait_for_url("**/result**booth=1**")
        fits(page, NARROW[0])
        press(page, "Enter")
        page.wait_for_url("**/learn/q/**booth=1**")
        expect(page.locator("[data-clock]")).to_be_visible()
        press(page, "b")
        expect(page.locator("[data-clock]")).to_have_count(0)


GREY = """() => [...document.querySelectorAll('.paper *')].filter((one) => {
  const [r, g, b] = getComputedStyle(one).color.match(/\\d+/g).map(Number);
  return one.textContent.trim() && one.checkVisibility() && Math.max(r, g, b) - Math.min(r, g, b) > 24;
}).map((one) => one.outerHTML.slice(0, 120))"""


def test_a_printed_paper_is_a4_in_black_and_white_and_its_boards_are_words(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    with page_of(browser, color_scheme="dark") as page:
        page.goto(f"{site}/learn/exams/1")
        page.emulate_media(media="print", color_scheme="light")
        assert page.evaluate(GREY) == []
        assert page.locator(".paper-q .twin-box, .paper-q pre").count() == page.locator(".paper-q").count()
        expect(page.locator(".no-print").first).to_be_hidden()
        page.pdf(path=tmp_path / "paper.pdf", prefer_css_page_size=True)
    sheet = PdfReader(tmp_path / "paper.pdf").pages[0].mediabox
    assert (round(float(sheet.width)), round(float(sheet.height))) in ((595, 842), (596, 842), (595, 841))


def test_a_paper_is_read_at_twice_its_size(browser: Browser, site: str) -> None:
    with page_of(browser, (640, 400), device_scale_factor=2) as page:
        page.goto(f"{site}/learn/exams/1?key=1")
        fits(page, 640)


def test_the_right_line_is_stepped_through_with_the_arrows(browser: Browser, site: str) -> None:
    question = next(q for q in some() if q.kind == "order")
    with page_of(browser) as page:
        page.goto(f"{site}/learn/q/{question.id}/result")
        page.get_by_role("link", name="Step through from the start").click()
        expect(page.locator("#after")).to_contain_text("after step 1")
        press(page, "ArrowRight")
        expect(page.locator("#after")).to_contain_text("after step 2")
        press(page, "ArrowLeft")
        expect(page.locator("#after")).to_contain_text("after step 1")


def test_a_wrong_try_of_homework_is_one_click_from_the_teachers_page(
    browser: Browser, site: str, database: Path
) -> None:
    made = room(Visitor(app_on(database)), "homework")
    with page_of(browser) as host, page_of(browser, NARROW) as phone:
        take_a_seat(phone, site, made["code"], "Cid")
        wrong = some()[0].options[1].text
        phone.locator(".option").filter(has_text=wrong).first.click()
        with phone.expect_navigation():
            press(phone, "Enter")
        host.goto(site + made["href"])
        host.locator(".try").first.click()
        expect(host.locator("#branch-line")).to_be_visible()
        expect(host.locator(".verdict")).to_contain_text(wrong)
