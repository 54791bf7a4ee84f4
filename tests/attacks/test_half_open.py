"""Connections that say nothing starve nobody."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit


def test_a_page_comes_while_many_connections_are_half_open(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judgekit.cli", "serve", "--port", "0", "--json"]
    env = {**os.environ, "JUDGEKIT_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        told = ""
        while "}" not in told and (line := run.stdout.readline()):
            told += line
        silent: list[socket.socket] = []
        try:
            address = json.loads(told)["address"]
            for _ in range(200):
                one = socket.create_connection(
                    (urlsplit(address).hostname, urlsplit(address).port), timeout=60
                )
                one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-")
                silent.append(one)
            with urllib.request.urlopen(f"{address}cases", timeout=60) as answer:
                assert answer.status == 200
        finally:
            for one in silent:
                one.close()
            run.terminate()
