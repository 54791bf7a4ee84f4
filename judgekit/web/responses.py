"""Every page is one model, shown as HTML or, on request, as JSON; errors too."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Flask, Response, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from judgekit.cases.errors import Conflict
from judgekit.errors import is_ours
from judgekit.web.security import FORM, MEGABYTE, UPLOAD


def wants_json() -> bool:
    if request.args.get("format") == "json":
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    return best == "application/json"


def show(template: str, model: msgspec.Struct | dict[str, Any], status: int = 200) -> Response:
    """The page of a model; its JSON twin has exactly what the page was made of."""
    if wants_json():
        return json_answer(model, status)
    fields = model if isinstance(model, dict) else _fields(model)
    return make_response(render_template(template, **fields), status)


def json_answer(model: Any, status: int = 200) -> Response:
    body = msgspec.json.encode(model, enc_hook=str, order="deterministic")
    return Response(body, status, mimetype="application/json")


def came_of(answer: Any, address: str, status: int = 200) -> BaseResponse:
    """What came of a form: an answer for a program, for a browser the page that shows it."""
    return json_answer(answer, status) if wants_json() else redirect(address, 303)


def led_to(address: str) -> BaseResponse:
    """A redirect to a page at another address; a request for its JSON twin gets there too."""
    if request.args.get("format") == "json":
        address += f"{'&' if '?' in address else '?'}format=json"
    return redirect(address)


def file_answer(body: str | bytes, name: str, mimetype: str) -> Response:
    """A file to keep; its name is made of plain letters only."""
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-._") else "-" for sign in name)
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}"'
    return response


def _fields(model: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(model, name) for name in model.__struct_fields__}


class Wrong(msgspec.Struct):
    """What went wrong, in words, and where to go from here."""

    status: int
    title: str
    message: str
    back: str = "/"
    back_to: str = "To the start"
    problems: tuple[Any, ...] = ()
    sent: bool = False  # a form, which the browser still has


TITLES = {
    400: "That cannot be read",
    403: "Not allowed",
    404: "That is not here",
    405: "Not in this way",
    409: "Somebody was quicker",
    413: "That is too large",
    415: "Not this kind of file",
    422: "That cannot be done",
    503: "Not at this moment",
}


SAID = {  # where nobody has said more
    400: "that request cannot be read; nothing was changed. Go back, reload, try again",
    404: "this page does not exist. Search for what you want, or go to the start page",
    405: "nothing is sent to this address; nothing was changed",
    413: f"a file may have {UPLOAD // MEGABYTE} MB, a text that is pasted {FORM // MEGABYTE} MB; nothing was "
    "changed",
    415: "that kind of file is not read here; nothing was changed",
}


WAYS_OUT = {
    "`judgekit cases` lists them": "the list of cases has them all",
    "search for words with `judgekit rules search`": "search for words in the field above",
    "`judgekit export` writes such files": "the menu Export of a case makes such files",
    "with `judgekit import`": "on the first page",
}


def status_of(problem: Exception) -> int:
    """The status by kind of error: Unknown … is for a name that does not exist, TooMuch … for what cannot be
    done at this moment."""
    if isinstance(problem, Conflict):
        return 409
    if type(problem).__name__.startswith("TooMuch"):
        return 503
    return 404 if type(problem).__name__.startswith("Unknown") else 422


def handle_errors(app: Flask) -> None:
    @app.errorhandler(HTTPException)
    def refused(problem: HTTPException) -> Response:
        code = problem.code or 500
        if code < 400:
            return make_response(problem.get_response())
        is_own = problem.description != type(problem).description
        return _tell(code, (problem.description if is_own else SAID.get(code)) or problem.name)

    @app.errorhandler(Exception)
    def broken(problem: Exception) -> Response:
        if not is_ours(problem):
            app.logger.exception("a page broke: %s", request.path)
            return _tell(
                500, "judgekit made a mistake here. Nothing was changed; the terminal has the details"
            )
        return _tell(status_of(problem), in_the_browser(str(problem)), getattr(problem, "problems", ()))


def in_the_browser(message: str) -> str:
    """A message that suggests a command, with the page to use instead."""
    for command, page in WAYS_OUT.items():
        message = message.replace(command, page)
    return message


def _tell(status: int, message: str, problems: tuple[Any, ...] = ()) -> Response:
    title = TITLES.get(status, "Something is wrong")
    sent = status == 422 and request.method == "POST"
    return show("error.html", Wrong(status, title, message, *_back(), problems, sent), status)


def _back() -> tuple[str, str]:
    """The nearest page above this one, and what it is called."""
    parts = [part for part in request.path.split("/") if part]
    if len(parts) > 2 and parts[0] == "cases" and parts[1].isdecimal():
        return f"/cases/{parts[1]}", f"Back to case {parts[1]}"
    if parts[:1] == ["join"] or (len(parts) > 1 and parts[0] == "learn"):
        return "/learn", "Back to Learn"
    if len(parts) > 1 and parts[0] == "library":
        return "/library", "Back to the card library"
    if len(parts) > 1 and parts[0] in ("cases", "rules", "rulings"):
        return f"/{parts[0]}", f"Back to the {parts[0]}"
    return "/", "To the start"
