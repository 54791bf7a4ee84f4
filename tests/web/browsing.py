"""A real Chromium on a real server, for the tests that need eyes and keys."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from waitress import wasyncore
from waitress.server import create_server

from tests.web.table import app_on

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--process-per-site", "--renderer-process-limit=1", "--disable-site-isolation-trials",  # one site
)  # fmt: skip
# One without windows of its own starts pages in a third of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 30_000  # ms: a busy machine is slow, and a page that never comes fails all the same
expect.set_options(timeout=PATIENCE)
WIDE, NARROW = (1280, 800), (360, 740)


def _installed(names: Iterable[str]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, else Playwright's own."""
    found = _installed(BROWSERS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def killable(browser: Browser, profile: Path) -> Iterator[Page]:
    """A page of a browser of its own with this profile, which is killed at the end, as by a power cut."""
    profile.mkdir(exist_ok=True)
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    shell, *whole = BROWSERS
    program = _installed((*whole, shell)) or browser.browser_type.executable_path
    command = [
        program, "--headless" if Path(program).name == shell else "--headless=new", *FLAGS,
        f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank",
    ]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        while not port.exists() or not port.read_text().strip():
            assert process.poll() is None, "the browser did not start"
            time.sleep(0.05)
        own = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port.read_text().split()[0]}")
        yield own.contexts[0].new_page()
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # the program may be a script that started the browser
        process.wait()


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """The address of a server on a free port."""
    with serving_app(app_on(database)) as address:
        yield address


@contextmanager
def serving_app(app: Flask) -> Iterator[str]:
    """The same for an app. At the end the requests in work are answered, then the loop ends, and only then
    the sockets are closed: a loop that waits for a closed socket raises, as does an answer through one."""
    sockets: dict[int, Any] = {}
    server = create_server(app, map=sockets, host="127.0.0.1", port=0, threads=4)
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            wasyncore.loop(timeout=1, map=sockets, count=1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.task_dispatcher.shutdown()
        ended.set()
        server.pull_trigger()
        thread.join()
        wasyncore.close_all(sockets)


class Window:
    """A page of a context of its own, which one test after the other may have: what pages share is fetched
    and compiled once. In between it forgets whatever a test has left in it."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context = browser.new_context(**options)
        self.is_offline = bool(options.get("offline"))
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda problem: self._is_wrong(str(problem)))
        self.session = self.context.new_cdp_session(self.page)
        self.wrong: list[str] = []

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self._is_wrong(said.text)

    def _is_wrong(self, told: str) -> None:
        self.wrong.append(f"{self.page.url}: {told}")

    def open(self, size: tuple[int, int], colours: Literal["dark", "light"]) -> Page:
        self.wrong.clear()
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme=colours)
        return self.page

    def is_clean(self) -> bool:
        """As if nobody had been here; not, if that cannot be."""
        if self.page.is_closed():
            return False
        host = urlsplit(self.page.url)
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.session.send(
            "Storage.clearDataForOrigin", {"origin": f"{host.scheme}://{host.netloc}", "storageTypes": "all"}
        )
        self.context.clear_cookies()
        self.context.set_offline(self.is_offline)
        self.page.emulate_media(media="null")
        return True


_FREE: dict[tuple[Browser, str], list[Window]] = defaultdict(list)


@contextmanager
def page_of(
    browser: Browser,
    size: tuple[int, int] = WIDE,
    color_scheme: Literal["dark", "light"] = "light",
    for_itself: bool = False,
    **options: Any,
) -> Iterator[Page]:
    """A page that must be without errors: scripts, styles, answers, the content policy."""
    free = _FREE[browser, json.dumps(options, sort_keys=True)]
    window = free.pop() if free and not for_itself else Window(browser, options)
    kept = False
    try:
        yield window.open(size, color_scheme)
        kept = not for_itself and window.is_clean()
    finally:
        if kept:
            free.append(window)
        else:
            window.context.close()
    assert not window.wrong, window.wrong


def press(page: Page, key: str) -> None:
    """A key, once the page is whole: until its scripts have run nobody listens."""
    page.wait_for_load_state()
    page.keyboard.press(key)


# A function, not an expression: the pages' own policy lets nobody evaluate a string a second time.
SETTLED = """() => document.getElementById('desk')?.dataset.settled
  === document.getElementById('step-data')?.dataset.href"""


def place(page: Page) -> str:
    """Where a case page stands, when all that belongs to the step is on it."""
    page.wait_for_function(SETTLED)
    return page.locator("#step-data").get_attribute("data-at") or ""


def pressed(page: Page, key: str) -> str:
    """Where a case page is after a key that leads somewhere else."""
    before = place(page)
    press(page, key)
    expect(page.locator("#step-data")).not_to_have_attribute("data-at", before)
    return place(page)


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
COLOURS = {"color-contrast": "*", "link-in-text-block": "a[href]"}  # all that another theme can change
# One element of each look: its colour, its letters, what lies behind it, and what the style sheet calls it;
# of a link also what it must stand out from. To look at every one of a thousand alike takes most of the time,
# and finds no more.
MARK_LOOKS = """part => {
  const seen = new Set();
  const length = (one) => one.textContent.trim().length;
  const blockOf = (link) => {
    let block = link.parentElement;
    while (block.parentElement && getComputedStyle(block).display === "inline") block = block.parentElement;
    return block;
  };
  const amongWords = (block) =>
    length(block) > [...block.querySelectorAll("a")].reduce((sum, one) => sum + length(one), 0);
  const layers = new Map();
  const layer = (one) => {  // most elements let through all that is behind them
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
    const clear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
    return clear ? "" : [backgroundColor, backgroundImage, opacity].join();
  };
  for (const one of document.querySelectorAll("[data-look]")) one.removeAttribute("data-look");
  for (const one of document.querySelectorAll(`${part}, ${part} *`)) {
    const link = one.matches("a[href]");
    const speaks = [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!link && !speaks) continue;
    const style = getComputedStyle(one);
    const look = [style.color, style.fontSize, style.fontWeight, one.className, speaks];
    if (link) {
      const block = blockOf(one);
      look.push(style.textDecorationLine, style.fontStyle, style.display, amongWords(block));
      look.push(getComputedStyle(block).color);
    }
    for (let behind = one; behind; behind = behind.parentElement) {
      if (!layers.has(behind)) layers.set(behind, layer(behind));
      if (layers.get(behind)) look.push(layers.get(behind));
    }
    if (seen.has(look.join())) continue;
    seen.add(look.join());
    one.setAttribute("data-look", "");
  }
}"""


# Of siblings that are built alike (rows of a list) the first one stays, and whatever is the only one of its
# look, has the focus, or is named by something that stays. What goes is remembered, to be put back.
SET_COPIES_ASIDE = """part => {
  const dear = new Set();
  const keep = (one, until) => { for (; one && !until(one); one = one.parentElement) dear.add(one); };
  for (const one of document.querySelectorAll("[data-look]")) keep(one, () => false);
  keep(document.activeElement, () => false);
  const naming = ["for", "form", "list", "headers", "href", "aria-activedescendant", "aria-controls",
    "aria-describedby", "aria-details", "aria-errormessage", "aria-flowto", "aria-labelledby", "aria-owns"];
  for (const name of naming)
    for (const one of document.querySelectorAll(name === "href" ? 'a[href^="#"]' : `[${name}]`))
      for (const id of one.getAttribute(name).replace("#", "").split(" "))
        keep(document.getElementById(id), (found) => found.contains(one));
  const own = new Set([...naming, "id", "name", "value", "title", "style", "aria-label", "datetime", "alt"]);
  const shapes = new Map();
  const shape = (one) => {
    const has = [...one.attributes].map(({ name, value }) =>
      own.has(name) || name.startsWith("data-") ? `${name} ${Boolean(value)}` : `${name}=${value}`).sort();
    const speaks = [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const told = [one.localName, speaks, ...has, ...new Set([...one.children].map(shape))].join("|");
    if (!shapes.has(told)) shapes.set(told, shapes.size);
    shapeOf.set(one, shapes.get(told));
    return shapes.get(told);
  };
  const shapeOf = new Map();
  const aside = [];
  const thin = (parent) => {
    const seen = new Set();
    for (const one of [...parent.children]) {
      const like = shapeOf.get(one);
      if (seen.has(like) && !dear.has(one) && !one.matches("td, th")) {
        aside.push([one, parent, one.nextSibling]);
        one.remove();
      } else thin(one);
      seen.add(like);
    }
  };
  for (const one of document.querySelectorAll(part)) { shape(one); thin(one); }
  window.asideOfAxe = aside;
}"""
PUT_COPIES_BACK = """() => {
  for (const [one, parent, next] of window.asideOfAxe.reverse()) parent.insertBefore(one, next);
}"""


@cache
def axe_script() -> str:
    """Of the rules of colours, made to look at one element of each look."""
    rules = [{"id": rule, "selector": f"{where}[data-look]"} for rule, where in COLOURS.items()]
    return f"{Axe().axe_script};axe.configure({json.dumps({'rules': rules})})"


def audited(page: Page, part: str = "body", copies: bool = False) -> None:
    """No fault by the rules of WCAG 2.1 AA; with copies also in the hundredth row of a list."""
    _without_faults(page, part, RULES, copies)


def readable(page: Page, part: str = "body", copies: bool = False) -> None:
    """Every text stands out from what is behind it, every link from the words around it."""
    _without_faults(page, part, list(COLOURS), copies)


def _without_faults(page: Page, part: str, rules: list[str], copies: bool) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    page.evaluate(MARK_LOOKS, part)
    if not copies:
        page.evaluate(SET_COPIES_ASIDE, part)
    run = "([part, options]) => axe.run(part, options).then(found => found.violations)"
    options = {"runOnly": rules, "resultTypes": ["violations"], "selectors": False}
    told = [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0].get('failureSummary', '')[:300]}"
        for one in page.evaluate(run, [part, options])
    ]
    if not copies:
        page.evaluate(PUT_COPIES_BACK)
    assert not told, "\n".join(told)


def accessible(page: Page, address: str, part: str = "body", copies: bool = False) -> None:
    """What is at an address, wide and light, and narrow in the dark. One page serves for many addresses: what
    they share is loaded and compiled once."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.goto(address)
    fits(page, WIDE[0])
    audited(page, part, copies)
    fits_a_phone_in_the_dark(page, partial(readable, part=part, copies=copies))


def fits(page: Page, width: int) -> None:
    found = page.evaluate("document.documentElement.scrollWidth")
    assert found <= width, f"the page is {found} wide"


# Headings that lie over one another, or whose words stick out of them.
OVERLAPPING = """() => {
  const all = [...document.querySelectorAll('main :is(h1, h2, h3)')].filter(
    (one) => one.checkVisibility() && !one.closest('.unseen, .board') && one.offsetWidth > 1);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const boxes = all.map((one) => one.getBoundingClientRect());
  const bad = (one, at) => one.scrollWidth > one.clientWidth + 1
    || boxes.some((box, other) => other > at && over(boxes[at], box));
  return all.filter(bad).map((one) => one.textContent.slice(0, 60));
}"""


def fits_a_phone_in_the_dark(page: Page, audit: Callable[[Page], None] = readable) -> None:
    """The page that is open, on a narrow screen and in the other theme; only colours can be new there."""
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    fits(page, NARROW[0])
    assert page.evaluate(OVERLAPPING) == []
    audit(page)
