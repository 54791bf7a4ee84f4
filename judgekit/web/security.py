"""Who gets in, and what a page may do: the token, forgery checks, limits, and the headers of every answer."""

from __future__ import annotations

import hmac
import secrets
from hashlib import blake2b

from flask import Flask, Response, abort, g, redirect, request
from werkzeug.wrappers import Response as AnyResponse

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
ENTRY = "judgekit"


def protect(app: Flask, token: str) -> None:
    """Put the rules in front of every page, and the headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD
    app.config["MAX_FORM_MEMORY_SIZE"] = FORM
    app.config["MAX_FORM_PARTS"] = 500
    secret = secrets.token_bytes(32)

    @app.before_request
    def check() -> AnyResponse | None:
        refusal = _let_in(token) if token else None
        if refusal is not None:
            return refusal
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
            response.set_cookie(VISITOR, g.visitor, httponly=True, samesite="Strict", max_age=31_536_000)
        return response


def _stamp(secret: bytes, visitor: str) -> str:
    return blake2b(visitor.encode(), key=secret, digest_size=16).hexdigest()


def _must_be_meant() -> None:
    """A change comes from a page of ours: with the stamp that only this visitor's pages have."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "another site sent this form; nothing was changed")
    given = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not hmac.compare_digest(given.encode(), str(g.forgery).encode()):
        abort(403, "this form is stale or not from judgekit; nothing was changed. Go back, reload, try again")


def _let_in(token: str) -> AnyResponse | None:
    """By cookie or header; a token in the address is taken into a cookie and out of the address."""
    given = request.args.get("token", "")
    if given and hmac.compare_digest(given.encode(), token.encode()):
        answer = redirect(request.path)
        answer.set_cookie(ENTRY, token, httponly=True, samesite="Strict")
        return answer
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    for one in (request.cookies.get(ENTRY, ""), bearer):
        if hmac.compare_digest(one.encode(), token.encode()):
            return None
    return abort(403, "this judgekit needs its token: open the address it printed when it was started")
