"""A real Chromium on a real server, for the tests that need eyes and keys."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
