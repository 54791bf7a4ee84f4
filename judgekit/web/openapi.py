"""What can be asked for by HTTP, described for programs: made from the routes themselves."""

from __future__ import annotations

import inspect
import re
from typing import Any

from flask import Blueprint, current_app
from werkzeug.routing import Rule
from werkzeug.wrappers import Response

from judgekit import __version__
from judgekit.web.answers import json_answer

pages = Blueprint("openapi", __name__)

_PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
QUERIES = {
    "cases.step": {
        "d": "depth of the log, 1 to 4",
        "v": "seat: judge, A, B, table",
        "t": "tab: why, whynot, ledger, diff, rule, note",
        "card": "the selected card",
    },
    "searching.search_page": {"q": "words, a clause number, or a place such as e42.3", "case": "3:main"},
    "rulings.library_page": {"game": "", "clause": "", "difficulty": "easy, medium, hard", "q": "words"},
    "rules.compare_page": {"old": "godzilla/1.00", "new": "godzilla/1.2"},
    "comparing.compare_page": {"with": "another line: 3:main", "d": "depth, 1 to 4"},
}
ABOUT = (
    "Every page has a JSON twin: ask with `Accept: application/json` or `?format=json`. "
    "Changes need the header X-CSRF-Token with the token that GET /csrf gives, and its cookie."
)
FORMS = {
    "home.take_position": {"text": "a position, TOML or JSON", "name": "", "check": "only look at it"},
    "acts.answer": {"option": "id of an option, as often as needed", "number": "", "line": "of a new line"},
    "acts.fork": {"name": ""},
    "acts.reading": {"doubt": "A-05", "choice": "one of its readings"},
    "acts.edition": {"edition": "1.00"},
    "acts.correct": {
        "card": "", "to": "an area: A.hand", "mark": "", "name": "", "number": "", "value": "",
        "why": "", "by": "",
    },
    "acts.note": {"author": "", "text": ""},
    "acts.announce": {"player": "A or B", "what": "concede"},
    "home.open_sample": {"file": ""},
    "rulings.open_ruling": {"edition": ""},
}  # fmt: skip


@pages.get("/openapi.json")
def description() -> Response:
    """This description."""
    return json_answer(described())


def described() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in sorted(current_app.url_map.iter_rules(), key=lambda r: r.rule):
        if rule.endpoint != "static":
            found.setdefault(_PART.sub(r"{\g<name>}", rule.rule), {}).update(_methods(rule))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "judgekit",
            "version": __version__,
            "description": ABOUT,
        },
        "paths": found,
    }


def _methods(rule: Rule) -> dict[str, Any]:
    view = current_app.view_functions[rule.endpoint]
    summary = (inspect.getdoc(view) or "").partition("\n")[0]
    methods = [m.lower() for m in sorted(rule.methods or ()) if m in ("GET", "POST")]
    return {method: _operation(rule, method, summary) for method in methods}


def _operation(rule: Rule, method: str, summary: str) -> dict[str, Any]:
    asked = [_parameter(match["name"], "path", match["kind"] == "int") for match in _PART.finditer(rule.rule)]
    if method == "get":
        asked += [
            _parameter(name, "query", False, told) for name, told in QUERIES.get(rule.endpoint, {}).items()
        ]
    operation: dict[str, Any] = {
        "operationId": f"{rule.endpoint.replace('.', '_')}_{method}",
        "summary": summary,
        "parameters": asked,
        "responses": {
            "200": {"description": "as asked"},
            "default": {"description": "what is wrong: status, title, message, problems"},
        },
    }
    if method == "post":
        fields = {
            name: {"type": "string", "description": told}
            for name, told in FORMS.get(rule.endpoint, {}).items()
        }
        schema = {"type": "object", "properties": fields}
        operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": {"schema": schema}}}
    return operation


def _parameter(name: str, place: str, number: bool, told: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": name, "in": place, "required": place == "path",
        "schema": {"type": "integer" if number else "string"},
    }  # fmt: skip
    return found | ({"description": told} if told else {})
