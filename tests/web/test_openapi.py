"""The JSON twins, and their description: complete, valid, and true."""

from __future__ import annotations

import re
from functools import cached_property
from html.parser import HTMLParser
from typing import Any, ClassVar

import msgspec
import pytest
from flask import Request
from werkzeug.datastructures import ImmutableMultiDict

from judgekit.web import openapi
from judgekit.web.learn.writing import EXAMPLE
from judgekit.web.responses import Wrong
from tests.lots import EITHER, lot
from tests.web.table import COUNTER, POSITION, Visitor

VALUES = {
    "case": "1", "branch": "main", "place": "0", "game": "godzilla", "edition": "1.2", "clause": "7.4.3",
    "number": "1", "name": COUNTER, "position": "1", "card": "1", "lesson": "01-the-turn", "paper": "1",
    "room": "1", "digest": "0f",
}  # fmt: skip


@pytest.fixture
def told(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.json("/openapi.json")
    return found


@EITHER
def test_the_description_is_valid(told: dict[str, Any], whole: bool) -> None:
    """Ten addresses and all that they speak of, or the whole."""
    from openapi_spec_validator import validate  # large, and nobody else needs it

    paths = dict(lot(told["paths"].items(), 10, whole))
    known = told["components"]["schemas"]
    named: set[str] = set()
    more = spoken_of(paths)
    while more - named:
        named |= more
        more = spoken_of([known[name] for name in named])
    parts = {**told["components"], "schemas": known if whole else {name: known[name] for name in named}}
    validate({**told, "paths": paths, "components": parts})


def spoken_of(part: Any) -> set[str]:
    return set(re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(part).decode()))


def test_every_route_is_described(visitor: Visitor, told: dict[str, Any]) -> None:
    for rule in visitor.app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        path = told["paths"][re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)]
        for method in {"GET", "POST"} & set(rule.methods or ()):
            operation = path[method.lower()]
            assert operation["summary"], rule.rule
            assert operation["responses"].keys() - {"default"}, rule.rule


def test_every_change_names_its_fields_and_every_page_its_model(visitor: Visitor) -> None:
    gets: set[str] = set()
    posts: set[str] = set()
    for rule in visitor.app.url_map.iter_rules():
        if rule.endpoint != "static":
            (posts if "POST" in (rule.methods or ()) else gets).add(rule.endpoint)
    assert set(openapi.FORMS) == posts
    described = {*openapi.MODELS, *openapi.FILES, *openapi.LEADING, "openapi.description"}
    assert gets <= described, gets - described
    assert set(openapi.QUERIES) <= gets


class Forms(HTMLParser):
    """The forms of a page that change something: where each goes, and the names of its fields."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str]]] = []
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self.is_open = told.get("method") == "post"
            if self.is_open:
                self.found.append((told.get("action") or "", set()))
        elif self.is_open and tag != "details" and told.get("name"):
            self.found[-1][1].add(str(told["name"]))

    def handle_endtag(self, tag: str) -> None:
        self.is_open = self.is_open and tag != "form"


FORM_PAGES = (
    "/", "/rules", "/rulings", f"/rulings/godzilla/{COUNTER}", "/cases/1/main", "/positions/new",
    "/cases/1/main?t=note", "/rules/godzilla/1.2/coverage", "/search?q=x",
    "/library", "/library/godzilla/decks", "/learn", f"/learn/q/godzilla/{COUNTER}", "/learn/rooms",
    "/learn/exams", "/learn/lessons/write", "/join",
)  # fmt: skip
VIEW = {"d", "v", "t", "card", "csrf"}  # how the page is looked at goes along with every change
ROWS = {"pile", "number", "add", "card", "head"}  # fields of the board editor that there are many of


def test_the_forms_of_the_pages_send_what_is_described(visitor: Visitor) -> None:
    """Every field of every form on these pages is one that its address takes."""
    visitor.post("/positions", text=POSITION)
    routes = visitor.app.url_map.bind("localhost")
    seen = set()
    for address in FORM_PAGES:
        forms = Forms()
        forms.feed(visitor.get(address, follow_redirects=True).text)
        for action, names in forms.found:
            endpoint, _ = routes.match(action.partition("?")[0], method="POST")
            seen.add(endpoint)
            known = {name.partition(":")[0] for name in openapi.FORMS[endpoint]} | VIEW
            known |= ROWS if endpoint == "editor.views.edit_position" else set()
            sent = {name.partition("/")[0].partition(":")[0] for name in names}
            assert sent <= known, (endpoint, sent - known)
    assert {
        "case.new.take_position",
        "case.new.open_sample",
        "case.actions.answer",
        "editor.views.edit_position",
    } <= seen


class Noting(ImmutableMultiDict[str, str]):
    """Fields of a request that note which of them a view asks for, whether they came or not."""

    asked: ClassVar[set[str]] = set()

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def getlist(self, key: str, *rest: Any, **also: Any) -> Any:
        self.asked.add(key)
        return super().getlist(key, *rest, **also)


class NotingForm(Noting):
    asked: ClassVar[set[str]] = set()


class NotingRequest(Request):
    parameter_storage_class = NotingForm

    @cached_property
    def args(self) -> Any:
        return Noting(super().args)


EXTRA = {
    "case.compare.compare_page": "?with=1:main", "case.seeking.seek": "?to=break",
    "case.counterfactuals.hindsight": "?kind=action&player=A&id=invade",
    "cards.views.suggest": "?game=godzilla&q=x",
    "learn.practice.next_question": "?game=godzilla&clause=7.4.3",
    "learn.practice.offline_practice": "?game=godzilla&clause=7.4.3",
}  # fmt: skip
EVERYWHERE = {"format", "token", "v"}  # the twin, the token of a judgekit for other machines, the seat
SENT: dict[str, dict[str, str]] = {
    "case.actions.correct": {"number": "A.rage", "value": "2", "why": "x", "by": "J"},
    "case.actions.announce": {"player": "A", "what": "concede"},
    "case.actions.mark": {"mark": "first"},
    "case.new.take_position": {"text": "x"},
    "learn.exam_pages.make_paper": {"game": "godzilla", "number": "1", "chapters": "7.4.3"},
    "learn.host.open_room": {"kind": "class", "number": "1", "chapters": "7.4.3"},
    "editor.views.edit_position": {"game": "godzilla", "edition": "1.2"},
}


def test_every_field_that_a_view_reads_is_described(visitor: Visitor) -> None:
    """Each address is asked, in every way it can be; whatever it looks for stands in the description."""
    learnt(visitor)
    visitor.post("/positions", text=POSITION)
    visitor.post("/cases/1/main/0/fork", name="other")
    visitor.post("/library/samples", game="godzilla")
    visitor.app.request_class = NotingRequest
    undescribed = {}
    for rule in sorted(visitor.app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if rule.endpoint == "static":
            continue
        values = {**VALUES, "code": "x"} | (
            {"branch": "other"} if rule.endpoint == "case.actions.mark" else {}
        )
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda m, known=values: known[m[1]], rule.rule)  # type: ignore[misc]
        for method in {"GET", "POST"} & set(rule.methods or ()):
            Noting.asked.clear()
            NotingForm.asked.clear()
            if method == "GET":
                visitor.get(address + EXTRA.get(rule.endpoint, ""))
                found, known = Noting.asked, set(openapi.queries(rule))
            else:
                visitor.post(address, **SENT.get(rule.endpoint, {}))
                fields = {name.partition(":")[0] for name in openapi.fields(rule)}
                found, known = Noting.asked | NotingForm.asked, fields
            asked = {name for name in found if "/" not in name}  # cells of the board editor
            if missing := asked - known - EVERYWHERE:
                undescribed[f"{method} {rule.rule}"] = missing
    assert undescribed == {}


def learnt(visitor: Visitor) -> None:
    """A lesson, a paper and a room with its one question, and a learner in it."""
    visitor.post("/learn/lessons/kept", text=EXAMPLE)
    visitor.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3")
    code = visitor.client.post(
        "/learn/rooms", data={"csrf": visitor.token, "kind": "class", "paper": "1"},
        headers={"Accept": "application/json"},
    ).get_json()["code"]  # fmt: skip
    visitor.post("/join", code=code, name="Ann")


NEED_MORE = (  # a draft, a long list, a condition that failed, a search
    "editor.views.edit_position", "cards.views.imported_page", "case.counterfactuals.hindsight",
    "audit.another.example_page",
)  # fmt: skip


def test_every_page_has_a_twin_that_is_what_the_description_says(visitor: Visitor) -> None:
    learnt(visitor)
    visitor.post("/positions", text=POSITION)
    visitor.app.extensions["judgekit"].jobs.start("x", 1, "/", lambda tell: "/rules")
    code = visitor.json("/cases/1/main/0/link")["whole"].removeprefix("/p/")
    visitor.post("/library/samples", game="godzilla")
    visitor.followed(visitor.get("/library/godzilla/report").headers["Location"])
    questions = {"case.compare.compare_page": "?with=1:main", "cards.views.suggest": "?game=godzilla"}
    for rule in visitor.app.url_map.iter_rules():
        model = openapi.MODELS.get(rule.endpoint)
        if model is None or rule.endpoint in NEED_MORE:
            continue
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: {**VALUES, "code": code}[m[1]], rule.rule)
        answer = visitor.get(
            address + questions.get(rule.endpoint, ""), headers={"Accept": "application/json"}
        )
        assert answer.status_code == 200, (address, answer.text)
        assert answer.mimetype == "application/json"
        body = msgspec.json.decode(answer.data)
        assert set(body) == set(model.__struct_fields__), address


def test_an_address_that_leads_on_leads_to_the_twin(visitor: Visitor) -> None:
    """Who asks for JSON by the address gets it behind a redirect too."""
    visitor.post("/positions", text=POSITION)
    whole = visitor.json("/cases/1/main/0/link")["whole"].removeprefix("/p/")
    for address in (
        "/cases/1", "/cases/1/main?t=rule", "/r/godzilla/1.2/10.1", "/g/godzilla/1.2/p/1?e=0",
        f"/g/godzilla/1.2/p/z~{whole.removeprefix('z~')}",
    ):  # fmt: skip
        asked = f"{address}{'&' if '?' in address else '?'}format=json"
        answer = visitor.get(asked, follow_redirects=True)
        assert (answer.status_code, answer.mimetype) == (200, "application/json"), address


def test_errors_of_the_twin_are_json(visitor: Visitor) -> None:
    for address in (
        "/cases/9",
        "/rules/x/1",
        "/rules/godzilla/1.2/99",
        "/rulings/a/b",
        "/jobs/9",
        "/nowhere",
        "/p/x",
    ):
        answer = visitor.get(address, headers={"Accept": "application/json"})
        assert answer.status_code in (404, 422)
        found = msgspec.json.decode(answer.data, type=Wrong)
        assert found.status == answer.status_code
        assert found.message
        assert found.back.startswith("/")
    answer = visitor.client.post("/positions", headers={"Accept": "application/json"})
    assert msgspec.json.decode(answer.data, type=Wrong).status == 403


def test_the_same_is_done_by_http_as_by_hand(visitor: Visitor) -> None:
    """A case from a position, an answer, a fork, a note: JSON in the header, JSON back."""
    headers = {"Accept": "application/json", "X-CSRF-Token": visitor.token}

    def post(address: str, **fields: str) -> Any:
        answer = visitor.client.post(address, data=fields, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.get_json()

    case = post("/positions", text=POSITION)["case"]
    page = visitor.json(f"/cases/{case}/main")
    option = page["asking"]["options"][0]["id"]
    at = post(f"/cases/{case}/main/{page['at']}/answer", option=option)["at"]
    assert visitor.json(f"/cases/{case}/main/{at}")["seq"] == int(at)
    assert post(f"/cases/{case}/main/0/fork", name="other")["line"] == "other"
    assert post(f"/cases/{case}/main/0/note", text="hello", author="J")["href"]
    assert post("/theme", theme="dark")["theme"] == "dark"
