"""Several processes on one port: helpers show places of cases, the first process does the rest.

All of them accept from one socket. A request that only looks at a place is answered by the process that took
the connection; a helper hands every other request to the first process, by a socket in a folder that nobody
else can open. So work in progress, what was found out and everything that writes is in one process.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

SHOWN = re.compile(r"/static/.+|/cases/\d+/[^/]+/\d+(?:\.\d+)?")
# who asked, and how; heeded where helpers alone can ask
FROM, SCHEME = "HTTP_X_JUDGEKIT_FROM", "HTTP_X_JUDGEKIT_SCHEME"
HOP = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "server", "date"}
)
WAIT = 120  # seconds for an answer of the first process


MOST = 4


def usual() -> int:
    """How many processes serve a hall, on this machine."""
    return min(MOST, os.cpu_count() or 1) if hasattr(os, "fork") else 1


class Handed(http.client.HTTPConnection):
    """A request on its way to the first process."""

    def __init__(self, door: Path) -> None:
        super().__init__("localhost", timeout=WAIT)
        self.door = door

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(WAIT)
        self.sock.connect(str(self.door))


def helping(app: WSGIApplication, door: Path) -> WSGIApplication:
    """An app that shows places itself and hands on the rest."""

    def helper(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET" and SHOWN.fullmatch(environ.get("PATH_INFO", "")):
            return app(environ, start)
        return _handed(environ, start, door)

    return helper


def _handed(environ: WSGIEnvironment, start: StartResponse, door: Path) -> Iterable[bytes]:
    headers = {
        key[5:].replace("_", "-").title(): value
        for key, value in environ.items()
        if key.startswith("HTTP_") and key[5:].replace("_", "-").lower() not in HOP
    }
    headers["X-Judgekit-From"] = environ.get("REMOTE_ADDR", "")
    headers["X-Judgekit-Scheme"] = environ.get("wsgi.url_scheme", "http")
    headers["Connection"] = "close"
    for key, name in (("CONTENT_TYPE", "Content-Type"), ("CONTENT_LENGTH", "Content-Length")):
        if environ.get(key):
            headers[name] = environ[key]
    body = environ["wsgi.input"].read() if environ.get("CONTENT_LENGTH") else None
    path = quote(environ.get("PATH_INFO", "/").encode("latin-1"))
    path += f"?{environ['QUERY_STRING']}" if environ.get("QUERY_STRING") else ""
    connection = Handed(door)
    try:
        connection.request(environ["REQUEST_METHOD"], path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
    except OSError:
        start("503 Service Unavailable", [("Content-Type", "text/plain"), ("Retry-After", "1")])
        return [b"judgekit is stopping; try again in a moment"]
    finally:
        connection.close()
    given = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP]
    start(f"{answer.status} {answer.reason}", given)
    return [data]


def by_hand_of_helpers(app: WSGIApplication) -> WSGIApplication:
    """The app behind the inner socket: the client is the one who asked the helper."""

    def inner(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = environ.pop(FROM, "")
        environ["wsgi.url_scheme"] = environ.pop(SCHEME, "http")
        return app(environ, start)

    return inner


def begin_helpers(many: int, serve: Callable[[], Any]) -> list[int]:
    """Fork processes that serve until ended, or until the first one is gone; before any thread."""
    first = os.getpid()
    found = []
    for _ in range(many):
        number = os.fork()
        if number:
            found.append(number)
            continue
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process, which ends the others
        threading.Thread(target=_end_with, args=(first,), daemon=True).start()
        try:
            serve()
        finally:
            os._exit(0)
    return found


def _end_with(first: int) -> None:
    while os.getppid() == first:
        time.sleep(0.5)
    os._exit(0)


def end_helpers(numbers: list[int]) -> None:
    for number in numbers:
        with suppress(OSError):
            os.kill(number, signal.SIGTERM)
    for number in numbers:
        with suppress(OSError):
            os.waitpid(number, 0)
