"""Who gets in, and what a page may do: the token, forgery checks, limits, and the headers of every answer."""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from hashlib import blake2b
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request
from werkzeug.wrappers import Response as AnyResponse

from judgekit.web.access import OPEN, Doors, by_token, find_out, must_be_allowed

MEGABYTE = 1024 * 1024
UPLOAD = 8 * MEGABYTE  # bytes that a request may bring; the largest official rulebook has five million
FORM = 2 * MEGABYTE  # bytes of a form without files: a long position is a hundred thousand
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
VISITOR = "judgekit_visitor"


def protect(app: Flask, token: str, hosts: tuple[str, ...]) -> None:
    """Put the rules in front of every page, and the headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD
    app.config["MAX_FORM_MEMORY_SIZE"] = FORM
    app.config["MAX_FORM_PARTS"] = 500
    secret = secrets.token_bytes(32)
    doors = app.extensions["judgekit doors"] = Doors()

    @app.before_request
    def check() -> AnyResponse | None:
        g.begun = time.perf_counter()
        if hosts and _host() not in hosts:
            abort(400, "this judgekit answers under its own address alone; open the one it printed")
        entered = by_token(token)
        if entered is not None:
            return entered
        if request.endpoint not in OPEN:
            g.access = find_out(token, doors)
            must_be_allowed(g.access)
        g.visitor = request.cookies.get(VISITOR, "") or secrets.token_urlsafe(18)
        g.forgery = _stamp(secret, g.visitor)
        if request.method in CHANGES:
            _must_be_meant()
        return None

    @app.after_request
    def dress(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        if "visitor" in g and request.cookies.get(VISITOR) != g.visitor:
            response.set_cookie(
                VISITOR, g.visitor, httponly=True, samesite="Strict", max_age=31_536_000,
                secure=request.is_secure,
            )  # fmt: skip
        _log(response)
        return response


def _host() -> str:
    """The host that a request names, without its port: Werkzeug's own list of hosts knows no IPv6."""
    name = request.host
    return name.partition("]")[0] + "]" if name.startswith("[") else name.partition(":")[0]


def _stamp(secret: bytes, visitor: str) -> str:
    return blake2b(visitor.encode(), key=secret, digest_size=16).hexdigest()


def _must_be_meant() -> None:
    """A change comes from a page of ours: with the stamp that only this visitor's pages have."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "another site sent this form; nothing was changed")
    origin = request.headers.get("Origin", "")
    if origin and urlsplit(origin).netloc != request.host:
        abort(403, "another site sent this form; nothing was changed")
    given = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not hmac.compare_digest(given.encode(), str(g.forgery).encode()):
        abort(403, "this form is stale or not from judgekit; nothing was changed. Go back, reload, try again")


def _log(response: Response) -> None:
    """Who asked for what, and how long it took; never a token, a pass or a search term."""
    path = "/enter/…" if request.path.startswith("/enter/") else request.path
    role = g.access.role if "access" in g else "-"
    took = (time.perf_counter() - g.begun) * 1000 if "begun" in g else 0
    _access.info(
        "%s %s %s %s %s %.0fms", request.remote_addr, role, request.method, path, response.status_code, took
    )


_access = logging.getLogger("judgekit.access")
