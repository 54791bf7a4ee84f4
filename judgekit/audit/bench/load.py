"""Many judges on one server, as at an event: how long a step takes while some answer, with the load on the
same machine."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from judgekit import paths
from judgekit.audit.bench.report import Figure, figure
from judgekit.cases.play.case import Archive
from judgekit.engine.events import Answered

JUDGES, ANSWERING, PAUSE = 50, 4, 1.0
SECONDS = 20.0


def measure(folder: Path, scale: float) -> Iterator[Figure]:
    home = folder / "load"
    home.mkdir()
    _cases(home)
    heard = 0
    with Served(home) as address:
        seconds = SECONDS * min(1.0, scale)
        for pause in (PAUSE, 0.0):
            taken, answers, faults = _crowd(address, pause, seconds)
            heard += answers
            what = f"{JUDGES} judges step{'' if pause else ' without pauses'} while {ANSWERING} answer"
            stepping = figure(f"{what}: a step", "ms", taken)
            yield stepping.reaching("<= 150", of="p95") if pause else stepping
            yield figure(f"{what}: steps", "1/s", [len(taken) / seconds])
            yield figure(f"{what}: answers written", "answers", [answers])
            yield figure(f"{what}: refused", "requests", [faults]).reaching("<= 0")
    yield figure("answers lost or doubled", "answers", [abs(_written(home) - heard)]).reaching("<= 0")


def _written(home: Path) -> int:
    """The answers on record, in all branches."""
    with Archive(home / "judgekit.sqlite") as archive:
        lines = [(case, branch) for case in archive.cases() for branch in case.branches()]
        events = (
            one.event
            for case, branch in lines
            for at in range(branch.fork, branch.head)
            for one in case.entry(branch, at).events
        )
        return sum(isinstance(event, Answered) and not event.rote for event in events)


def _cases(home: Path) -> None:
    """One case for each judge who answers, from a position that comes with judgekit."""
    file = sorted((paths.fixtures() / "positions" / "godzilla").glob("*.toml"))[0]
    with Archive(home / "judgekit.sqlite") as archive:
        for at in range(ANSWERING):
            archive.create("position", file.read_text("utf-8"), f"table {at + 1}").sit().run(2000)


class Served:
    """A separate judgekit on a free port."""

    def __init__(self, home: Path) -> None:
        command = [sys.executable, "-m", "judgekit.cli", "serve", "--port", "0", "--json"]
        command += ["--processes", str(min(4, os.cpu_count() or 1) if hasattr(os, "fork") else 1)]
        env = {**os.environ, "JUDGEKIT_HOME": str(home)}
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> str:
        told = ""
        assert self.process.stdout is not None
        while "}" not in told and (line := self.process.stdout.readline()):
            told += line
        return str(json.loads(told)["address"])

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate()


class Judge:
    """A headless browser with a connection that stays open."""

    def __init__(self, address: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        self.cookies: dict[str, str] = {}
        self.token = str(self.json("GET", "/csrf")["token"])

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def ask(self, method: str, path: str, **fields: str) -> tuple[int, bytes, str]:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept": "application/json" if fields or method == "POST" else "*/*",
        }
        if method == "POST":
            headers |= {"X-CSRF-Token": self.token, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            self.connection.request(method, path, urlencode(fields), headers)
            answer = self.connection.getresponse()
        except http.client.RemoteDisconnected:  # it was silent for so long that the server hung up
            self.connection.request(method, path, urlencode(fields), headers)
            answer = self.connection.getresponse()
        body = answer.read()
        for given in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, body, answer.getheader("Location") or ""

    def json(self, method: str, path: str, **fields: str) -> Any:
        status, body, where = self.ask(method, path + ("&" if "?" in path else "?") + "format=json", **fields)
        return (
            self.json("GET", where.removesuffix("?format=json")) if status in (302, 303) else json.loads(body)
        )


def _crowd(address: str, pause: float, seconds: float) -> tuple[list[float], int, int]:
    taken: list[float] = []
    counts = {"answers": 0, "faults": 0}
    begin = Beginning(seconds)
    threads = [
        threading.Thread(target=_step, args=(address, at, pause, begin, taken, counts))
        for at in range(JUDGES)
    ]
    threads += [
        threading.Thread(target=_answer, args=(address, at, begin, counts)) for at in range(ANSWERING)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken, counts["answers"], counts["faults"]


class Beginning:
    """The clock starts when everybody has come in."""

    def __init__(self, seconds: float) -> None:
        self.until = 0.0
        self.seconds = seconds
        self.all_in = threading.Barrier(JUDGES + ANSWERING, self._start)

    def _start(self) -> None:
        self.until = time.monotonic() + self.seconds

    def wait(self) -> float:
        self.all_in.wait()
        return self.until


def _step(
    address: str, at: int, pause: float, begin: Beginning, taken: list[float], counts: dict[str, int]
) -> None:
    chance, case = random.Random(at), at % ANSWERING + 1
    with Judge(address) as judge:
        _steps(judge, case, pause, begin, taken, counts, chance)


def _steps(
    judge: Judge, case: int, pause: float, begin: Beginning, taken: list[float], counts: dict[str, int],
    chance: random.Random,
) -> None:  # fmt: skip
    place = str(judge.json("GET", f"/cases/{case}/main")["at"])
    until = begin.wait()
    time.sleep(chance.random() * pause)
    while time.monotonic() < until:
        begun = time.perf_counter()
        try:
            status, body, _ = judge.ask("GET", f"/cases/{case}/main/{place}?part=board")
        except OSError:  # nobody waits for a minute
            counts["faults"] += 1
            return
        taken.append((time.perf_counter() - begun) * 1000)
        counts["faults"] += status != 200
        places = re.findall(rb'/cases/\d+/main/(\d+(?:\.\d+)?)[?"]', body)
        place = chance.choice(places).decode() if places else "0"
        time.sleep(pause)


def _answer(address: str, at: int, begin: Beginning, counts: dict[str, int]) -> None:
    with Judge(address) as judge:
        _answers(judge, at + 1, begin, counts, random.Random(at))


def _answers(
    judge: Judge, case: int, begin: Beginning, counts: dict[str, int], chance: random.Random
) -> None:
    until = begin.wait()
    while time.monotonic() < until:
        page = judge.json("GET", f"/cases/{case}/main")
        asking = page.get("asking")
        if not asking or asking["form"] != "choose" or not asking["options"]:
            return
        option = chance.choice(asking["options"])["id"]
        many = {"option": option}
        status, _, _ = judge.ask("POST", f"/cases/{case}/main/{page['at']}/answer", **many)
        counts["answers" if status in (200, 303) else "faults"] += 1
        time.sleep(1)
