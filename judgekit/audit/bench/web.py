"""How fast the inspector is: a real server, a real Chromium, and bare pages beside them in the same run."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from judgekit.audit.bench.report import Figure, figure
from judgekit.cases.play.case import Archive

EVENTS = 10_000  # of the case that is stepped through
CLIENTS = 4
ROUND = 10  # steps in the browser before it is the bare page's turn
RATE = 20  # steps a second that four readers ask for
TURN = 40  # of them before it is the bare server's turn
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
BARE = """
from flask import Flask
from waitress.server import create_server
app = Flask("bare")
card = "<div class=card><b>Card {}</b><p>Type 1, power {}</p><p>some words that stand on a card</p></div>"
style = "<style>.card{display:inline-block;width:90px;border:1px solid #999}</style>"
board = "<!doctype html><title>board</title>" + style + "<main id=board>" + "".join(
    card.format(n, n * 100) for n in range(60)) + "</main>"
@app.get("/board")
def whole(): return board
@app.get("/part/<int:n>")
def part(n): return "".join(card.format(n + k, n) for k in range(4))
server = create_server(app, host="127.0.0.1", port=0, threads=4)
print('{"address": "http://127.0.0.1:%s/"}' % server.effective_port, flush=True)
server.run()
"""
STEP = """async ([times, pause]) => {
  const taken = [];
  for (let at = 0; at < times; at += 1) {
    await new Promise((go) => setTimeout(go, pause));
    const begin = performance.now();
    await new Promise((shown) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => {
          const c = new MessageChannel(); c.port1.onmessage = shown; c.port2.postMessage(0); });
      });
      watch.observe(document.getElementById('desk'), { childList: true, subtree: true });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    taken.push(performance.now() - begin);
  }
  return taken;
}"""
BARE_STEP = """async (times) => {
  const taken = [];
  for (let at = 0; at < times; at += 1) {
    await new Promise((go) => setTimeout(go, 20));
    const begin = performance.now();
    const holder = document.createElement('template');
    holder.innerHTML = await (await fetch(`/part/${at}`)).text();
    const cards = document.querySelectorAll('.card');
    [...holder.content.children].forEach((card, i) => cards[i].replaceWith(card));
    await new Promise((shown) => requestAnimationFrame(() => {
      const c = new MessageChannel(); c.port1.onmessage = shown; c.port2.postMessage(0); }));
    taken.push(performance.now() - begin);
  }
  return taken;
}"""
PAINT = (
    "performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint')?.startTime"
)


def measure(folder: Path, scale: float, times: int) -> Iterator[Figure]:
    """Figures of the pages, on a case of 10,000 events."""
    home = folder / "web"
    home.mkdir()
    entries, events = _long_case(home)
    middle = entries // 2
    yield figure("events of the case that is stepped through", "events", [events]).reaching(f">= {EVENTS}")
    env = {**os.environ, "JUDGEKIT_HOME": str(home)}
    ours = [sys.executable, "-m", "judgekit.cli", "serve", "--port", "0", "--json"]
    with _started(ours, env) as site, _started([sys.executable, "-c", BARE], env) as bare:
        steps = max(40, int(400 * scale))
        yield from _server(site, bare, middle, steps)
        yield _weight(site, middle)
        yield from _memory(site, entries, max(100, int(3000 * scale)))
        if _chromium():
            yield from _browser(site, bare, middle, max(30, int(120 * scale)), max(3, times))


def _chromium() -> str | None:
    """The program, if there is one."""
    names = ("chromium", "google-chrome", "chromium-headless-shell")
    return next(filter(None, map(shutil.which, names)), None)


def _long_case(home: Path) -> tuple[int, int]:
    """A case with as many events as requested: how many entries and events it has."""
    with Archive(home / "judgekit.sqlite") as archive:
        case = archive.create("duel-60", "", "ten thousand events")
        sitting, events = case.sit(), 0
        while events < EVENTS:
            sitting.run(500)
            events = sum(len(entry.events) for entry in sitting.line.log)
        return sitting.branch.head, events


@contextmanager
def _started(command: list[str], env: dict[str, str]) -> Iterator[str]:
    """A separate server, and its address."""
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as run:
        try:
            assert run.stdout is not None
            text = ""
            while "}" not in text:
                line = run.stdout.readline()
                assert line, f"{command[:4]} did not start"
                text += line
            yield str(json.loads(text)["address"]).rstrip("/")
        finally:
            run.terminate()


# the server alone


def _server(site: str, bare: str, middle: int, steps: int) -> Iterator[Figure]:
    floor, _ = _load(bare, lambda at: "/board", steps)
    ground = figure("/board, 4 connections", "ms", floor, "Flask on waitress")
    yield ground
    page, _ = _load(site, lambda at: f"/cases/1/main/{middle}", steps)
    yield figure("board page, 4 connections", "ms", page).against(ground)
    paced, floor = _paced(site, bare, middle, steps)
    metric = f"4 cards, {RATE} requests/s from four clients"
    ground = figure(metric, "ms", floor, "Flask on waitress")
    yield ground
    metric = f"a step on the server, {RATE} requests/s from four clients"
    yield figure(metric, "ms", paced).against(ground).reaching("<= 25", of="p95")
    _, rate = _load(site, _places(middle + steps), steps)
    yield figure("steps that the server can give, four clients", "requests/s", [rate])


def _paced(site: str, bare: str, middle: int, steps: int) -> tuple[list[float], list[float]]:
    """Our steps and bare answers at a reader's pace, in alternating batches."""
    ours: list[float] = []
    floor: list[float] = []
    for first in range(0, steps, TURN):
        ours += _load(site, _places(middle + first), min(TURN, steps - first), rate=RATE)[0]
        floor += _load(bare, lambda at: f"/part/{at}", min(TURN, steps - first), rate=RATE)[0]
    return ours, floor


def _places(first: int) -> Callable[[int], str]:
    """One place after another, each requested once, so nothing is cached."""
    return lambda at: f"/cases/1/main/{first + at}?part=board"


def _load(site: str, address: Callable[[int], str], many: int, rate: float = 0) -> tuple[list[float], float]:
    """How long each answer takes, from four clients, at a rate or as fast as they come; and how many there
    were per second."""
    taken: list[float] = []
    begin = time.perf_counter()

    def client(number: int) -> None:
        connection = http.client.HTTPConnection(urlsplit(site).netloc)
        for at in range(number, many, CLIENTS):
            if rate:
                time.sleep(max(0.0, begin + at / rate - time.perf_counter()))
            start = time.perf_counter()
            connection.request("GET", address(at))
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            taken.append((time.perf_counter() - start) * 1000)
        connection.close()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken, len(taken) / (time.perf_counter() - begin)


def _get(site: str, address: str) -> bytes:
    connection = http.client.HTTPConnection(urlsplit(site).netloc)
    connection.request("GET", address)
    body = connection.getresponse().read()
    connection.close()
    return body


def _weight(site: str, middle: int) -> Figure:
    page = _get(site, f"/cases/1/main/{middle}")
    files = set(re.findall(rb'(?:src|href)="(/static/[^"]+)"', page))
    whole = len(page) + sum(len(_get(site, name.decode())) for name in files)
    return figure("weight of a case page, all its files", "bytes", [whole]).reaching("<= 200000")


def _memory(site: str, entries: int, steps: int) -> Iterator[Figure]:
    """The server's memory before and after some steps, once it has been through the line."""
    if not Path("/proc").is_dir():
        return
    warm = min(entries, steps * 2)
    _load(site, lambda at: f"/cases/1/main/{at % entries}?part=board", warm)
    before, worked = _resident(), _cpu()
    _load(site, lambda at: f"/cases/1/main/{(at + warm) % entries}?part=board", steps)
    after = _resident()
    yield figure("server CPU time of a step", "ms", [(_cpu() - worked) * 1000 / steps])
    yield figure("server memory before the steps", "MB", [before])
    yield figure(f"server memory after {steps:,} steps", "MB", [after])
    yield figure("server memory added by them", "MB", [max(0.0, after - before)]).reaching("<= 5")


def _resident() -> float:
    """Our server's megabytes."""
    match = re.search(r"VmRSS:\s+(\d+)", (_process() / "status").read_text())
    return int(match[1]) / 1024 if match else 0.0


def _cpu() -> float:
    """Seconds that our server has worked, whatever else the machine was doing."""
    fields = (_process() / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _process() -> Path:
    """Our server: the child of this process that has `serve` in its command."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes()
            status = (place / "status").read_text()
        except OSError:
            continue
        if b"serve" in command and f"PPid:\t{os.getpid()}\n" in status:
            return place
    raise ProcessLookupError("the server is gone")


# in the browser


def _browser(site: str, bare: str, middle: int, steps: int, times: int) -> Iterator[Figure]:
    from playwright.sync_api import sync_playwright

    path = _chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        floor = figure(
            "first contentful paint: 60-card board page",
            "ms",
            _paints(page, f"{bare}/board", times),
            "Chromium",
        )
        yield floor
        shown = figure(
            "first contentful paint: replay page", "ms", _paints(page, f"{site}/cases/1/main/{middle}", times)
        )
        yield shown.against(floor).reaching("<= 300")
        page.goto(f"{site}/cases/1/main/{middle}")
        other = browser.new_page(viewport={"width": 1280, "height": 800})
        other.goto(f"{bare}/board")
        ours, fetched = _in_turns(page, other, steps)
        metric = "one step in place: fetch fragment, replace 4 cards, frame shown"
        floor = figure(metric, "ms", fetched, "Chromium")
        yield floor
        yield figure("one step in place, frame shown", "ms", ours).against(floor).reaching("<= 50", of="p95")
        page.bring_to_front()
        held = page.evaluate(STEP, [steps, 0])
        yield figure("one step in place, key held down", "ms", held)
        browser.close()


def _in_turns(page: Any, bare: Any, steps: int) -> tuple[list[float], list[float]]:
    """Our steps and bare ones in alternating batches, so that other load on the machine affects both. The
    first ones warm up."""
    ours: list[float] = []
    floor: list[float] = []
    for _ in range(0, steps + ROUND, ROUND):
        page.bring_to_front()
        ours += page.evaluate(STEP, [ROUND, 120])
        bare.bring_to_front()
        floor += bare.evaluate(BARE_STEP, ROUND)
    return ours[ROUND:], floor[ROUND:]


def _paints(page: Any, address: str, times: int) -> list[float]:
    found = []
    for _ in range(times + 1):
        page.goto(address)
        page.wait_for_function(f"() => {PAINT} > 0")
        found.append(float(page.evaluate(PAINT)))
    return found[1:]
