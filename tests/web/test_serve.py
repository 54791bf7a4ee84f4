"""`judgekit serve`: on this machine alone, unless a token says who else may come."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from judgekit.audit.bench.load import Judge
from judgekit.cli import main
from judgekit.cli.serve import reached_at
from tests.web.table import POSITION


def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    monkeypatch.setenv("JUDGEKIT_TOKEN", "short")
    for host in ("0.0.0.0", "192.0.2.7", "::", "127.0.0.1"):
        result = CliRunner().invoke(main, ["serve", "--host", host, "--port", "0"])
        assert result.exit_code == 2
        assert "can be guessed: take at least 16" in result.output


def test_an_address_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "judgekit.cli", "serve", "--port", str(taken.getsockname()[1])]
        env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path)}
        done = subprocess.run(command, env=env, capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert "try another --port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_judgekit_for_everybody_tells_the_address_by_which_it_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert [reached_at(one) for one in ("127.0.0.1", "::1", "192.0.2.7")] == ["127.0.0.1", "::1", "192.0.2.7"]
    monkeypatch.setattr(socket.socket, "connect", lambda *_: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _: ("192.0.2.9", 4711))
    assert reached_at("0.0.0.0") == "192.0.2.9"

    def nowhere(*_: object) -> NoReturn:
        raise OSError("no network")

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    assert reached_at("0.0.0.0") == "0.0.0.0"


TOKEN = "tell it to nobody else"


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[str]:
    """A judgekit for the whole room, with a token."""
    command = [
        sys.executable,
        "-m",
        "judgekit.cli",
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "0",
    ]
    env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path), "JUDGEKIT_TOKEN": TOKEN}
    with subprocess.Popen([*command, "--json"], env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        told = ""
        while "}" not in told:
            line = run.stdout.readline()
            assert line
            told += line
        try:
            yield str(json.loads(told)["address"]).replace("0.0.0.0", "127.0.0.1")
        finally:
            run.terminate()


def test_a_shared_judgekit_lets_in_who_has_the_token(shared: str) -> None:
    plain, _, _ = shared.partition("enter/")
    assert TOKEN not in shared, "no token in an address"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(plain)
    assert refused.value.code == 403
    refused.value.close()
    asked = urllib.request.Request(plain, headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(asked) as answer:
        assert b"which clause says so" in answer.read()
    cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with cookies.open(shared) as entered:
        assert entered.url == f"{plain}cases", "the pass is out of the address"


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_the_loopback_of_ipv6_is_served(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judgekit.cli", "serve", "--host", "::1", "--port", "0", "--json"]
    log = tmp_path / "access.log"
    env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path / "home")}
    with subprocess.Popen(
        [*command, "--access-log", str(log)], env=env, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        told = ""
        while "}" not in told and (line := run.stdout.readline()):
            told += line
        try:
            address = json.loads(told)["address"]
            with urllib.request.urlopen(f"{address}cases?q=secret", timeout=60) as answer:
                assert answer.status == 200
        finally:
            run.terminate()
    said = log.read_text("utf-8")
    assert "head-judge GET /cases 200" in said
    assert "secret" not in said


@pytest.mark.long  # starts three processes
@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process alone here")
def test_several_processes_answer_as_one(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judgekit.cli", "serve", "--port", "0", "--json", "--processes", "2"]
    log = tmp_path / "access.log"
    env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path / "home")}
    judges: list[Judge] = []
    with subprocess.Popen(
        [*command, "--access-log", str(log)], env=env, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        told = ""
        while "}" not in told and (line := run.stdout.readline()):
            told += line
        try:
            address = json.loads(told)["address"].rstrip("/")
            judges += [Judge(address) for _ in range(4)]
            begun = judges[0].json("POST", "/positions", text=POSITION)
            assert begun["href"].startswith("/cases/1")
            for judge in judges:
                page = judge.json("GET", "/cases/1/main")
                option = page["asking"]["options"][-1]["id"]
                status, body, _ = judge.ask("POST", f"/cases/1/main/{page['at']}/answer", option=option)
                assert status == 200, body
                written = json.loads(body)["at"]
                shown = [one.ask("GET", f"/cases/1/main/{written}?part=board")[0] for one in judges]
                assert shown == [200] * 4, "whoever is asked has what was written last"
                if page["asking"]["form"] != "choose":
                    break
        finally:
            for judge in judges:
                judge.connection.close()
            run.terminate()
    assert "127.0.0.1" in log.read_text("utf-8"), "who asked a helper is who is logged"
    with pytest.raises(OSError, match="refused"):
        wait_until_gone(address)


@pytest.mark.parametrize("processes", ["2", pytest.param("1", marks=pytest.mark.long)])
def test_behind_a_proxy_with_tls_cookies_are_secure_and_the_log_says_who_asked(
    tmp_path: Path, processes: str
) -> None:
    """As README says it: judgekit listens on this machine, and a proxy passes the Host header on."""
    log = tmp_path / "access.log"
    command = [sys.executable, "-m", "judgekit.cli", "serve", "--port", "0", "--json"]
    command += ["--access-log", str(log), "--processes", processes]
    env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path / "home"), "JUDGEKIT_TOKEN": TOKEN}
    headers = {"Host": "judge.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        told = ""
        while "}" not in told and (line := run.stdout.readline()):
            told += line
        try:
            address = urlsplit(json.loads(told)["address"])
            for _ in range(6):  # whichever process is asked
                connection = http.client.HTTPConnection(address.netloc, timeout=60)
                connection.request("GET", address.path, headers=headers)
                entered = connection.getresponse()
                assert entered.status == 302
                cookies = entered.headers.get_all("Set-Cookie") or []
                assert cookies
                assert all("; Secure" in cookie for cookie in cookies)
                connection.close()
        finally:
            run.terminate()
    asked = [line.split()[2] for line in log.read_text("utf-8").splitlines()]
    assert asked == ["203.0.113.7"] * 6


def wait_until_gone(address: str) -> None:
    for _ in range(600):
        socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=5).close()
        time.sleep(0.1)


@pytest.mark.parametrize(("asked", "processes"), [("", 1), ("--host 0.0.0.0", 3), ("--processes 2", 2)])
def test_a_hall_is_served_by_a_process_a_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, processes: int
) -> None:
    begun: list[int] = []

    def begin(many: int) -> NoReturn:
        begun.append(many)
        raise OSError("far enough")

    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    monkeypatch.setattr("judgekit.web.several.usual", lambda: 3)
    monkeypatch.setattr("judgekit.cli.serve._several", lambda *given: begin(given[3]))
    monkeypatch.setattr("judgekit.cli.serve._server", lambda *_, **__: begin(1))
    assert CliRunner().invoke(main, ["serve", "--port", "0", *asked.split()]).exit_code
    assert begun == [processes]
