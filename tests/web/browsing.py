"""A real Chromium on a real server, for the tests that need eyes and keys."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from waitress.server import create_server

from tests.web.table import app_on

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
WIDE, NARROW = (1280, 800), (360, 740)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, else Playwright's own."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """The address of a server on a free port."""
    server = create_server(app_on(database), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()
    thread.join(5)


@contextmanager
def page_of(browser: Browser, size: tuple[int, int] = WIDE, **options: Any) -> Iterator[Page]:
    """A page that must be without errors: scripts, styles, answers, the content policy."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    page.set_default_timeout(8000)
    yield page
    context.close()
    assert not wrong, wrong


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
COLOURS = {"type": "rule", "values": ["color-contrast"]}  # all that another theme can change


def audited(page: Page, part: str = "body", rules: Any = RULES) -> None:
    """No fault by the rules of WCAG 2.1 AA."""
    found = Axe().run(page, part, options={"runOnly": rules, "resultTypes": ["violations"]})
    told = [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0].get('failureSummary', '')[:300]}"
        for one in found.response["violations"]
    ]
    assert not told, "\n".join(told)


def fits(page: Page, width: int) -> None:
    found = page.evaluate("document.documentElement.scrollWidth")
    assert found <= width, f"the page is {found} wide"


def fits_a_phone_in_the_dark(page: Page, rules: Any = COLOURS) -> None:
    """The page that is open, on a narrow screen and in the other theme; only colours can be new there."""
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    fits(page, NARROW[0])
    audited(page, rules=rules)
