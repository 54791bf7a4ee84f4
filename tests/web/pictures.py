"""The pictures of the README, made anew: `python -m tests.web.pictures`. Whoever makes them looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page

from tests.web.browsing import NARROW, chromium, page_of, place, serving
from tests.web.table import COUNTER, Visitor, app_on

FOLDER = Path(__file__).parents[2] / "fixtures" / "screenshots"
SIZE = (1280, 900)
TABLE = (
    "A a1 u:Scout lv1 atk2 hp2 stk1 defense u:Wall lv2 atk1 hp5 stk1 ruler Knight deck 20 "
    "B a1 Scout ruler Apprentice deck 20"
)
PLAIN = {
    "ruling": f"/rulings/godzilla/{COUNTER}",
    "clause": "/rules/godzilla/1.2/7.4.3",
    "editions": "/rules/compare?old=godzilla/1.00&new=godzilla/1.2",
}


def main() -> None:
    with TemporaryDirectory() as folder, chromium() as browser:
        database = Path(folder) / "judgekit.sqlite"
        visitor = Visitor(app_on(database))
        asked = _played(visitor)
        with serving(database) as site:
            _pictures(browser, site, visitor, asked)


def _played(visitor: Visitor) -> str:
    """A table of Gate Ruler with one set card played: where the next question is."""
    at = str(visitor.post("/samples", file="gate-ruler/mid-game.toml").headers["Location"])
    option = visitor.json(at)["asking"]["options"][0]["id"]
    case = at.split("/")[2]
    visitor.post(f"/cases/{case}/label", name="Table 12: who answers first?")
    return visitor.followed(str(visitor.post(f"{at}/answer", option=option).headers["Location"]))


def _pictures(browser: Browser, site: str, visitor: Visitor, asked: str) -> None:
    for name, address in PLAIN.items():
        with _picture(browser, name, site + address):
            pass
    with _picture(browser, "case", site + asked) as page:
        place(page)
    with _picture(browser, "phone", site + asked, NARROW, color_scheme="dark", has_touch=True) as page:
        place(page)
    with _picture(browser, "sheet", f"{site}{_sheet(visitor, asked.partition('?')[0])}"):
        pass
    with _picture(browser, "editor", f"{site}/positions/new?game=gate-ruler") as page:
        page.fill(".ed-quick input", TABLE)
        page.get_by_role("button", name="Add", exact=True).click()
        page.wait_for_function("() => document.querySelector('#text').value.includes('Apprentice')")


def _sheet(visitor: Visitor, at: str) -> str:
    """A sheet on whether the other player can answer."""
    question, answer = "Can B answer before Quiet Reply resolves?", "Yes, once A gives up priority (9-3g-2)."
    visitor.post(f"{at}/sheet", table="12", judge="Ruth", question=question, answer=answer)
    return f"{at}/sheet"


@contextmanager
def _picture(
    browser: Browser, name: str, address: str, size: tuple[int, int] = SIZE, **options: Any
) -> Iterator[Page]:
    with page_of(browser, size, **options) as page:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        yield page
        page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
