"""`judgekit serve`: on this machine alone, unless a token says who else may come."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cli import main


def test_listening_elsewhere_needs_a_token_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    for host in ("0.0.0.0", "192.0.2.7", "::"):
        result = CliRunner().invoke(main, ["serve", "--host", host, "--port", "0"])
        assert result.exit_code == 2
        assert "--token" in result.output


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
        "--token",
        "tell",
    ]
    env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path)}
    with subprocess.Popen([*command, "--json"], env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        told = ""
        while "}" not in told:
            line = run.stdout.readline()
            assert line
            told += line
        yield str(json.loads(told)["address"]).replace("0.0.0.0", "127.0.0.1")
        run.terminate()


def test_a_shared_judgekit_lets_in_who_has_the_token(shared: str) -> None:
    plain, _, token = shared.partition("?")
    assert token == "token=tell"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(plain)
    assert refused.value.code == 403
    refused.value.close()
    asked = urllib.request.Request(plain, headers={"Authorization": "Bearer tell"})
    with urllib.request.urlopen(asked) as answer:
        assert b"which clause says so" in answer.read()
