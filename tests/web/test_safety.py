"""Who gets in, and what a page may do."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from judgekit import paths
from judgekit.web.app import create_app
from judgekit.web.security import HEADERS, POLICY, UPLOAD
from tests.web.table import COUNTER, POSITION, Visitor


def test_every_answer_forbids_inline_scripts_and_styles(visitor: Visitor) -> None:
    for address in ("/", "/rules", "/nowhere", "/openapi.json", "/static/judgekit.css"):
        policy = visitor.get(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


HANDED_ON = {  # files that must carry everything with them
    "case/offline.html", "learn/lesson_offline.html", "learn/practice_offline.html", "audit/report.html",
    "audit/lint.html",
}  # fmt: skip


def test_no_template_has_inline_scripts_styles_or_handlers() -> None:
    for path in paths.templates().rglob("*.html"):
        if str(path.relative_to(paths.templates())) in HANDED_ON:
            continue
        text = path.read_text("utf-8")
        assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", text), path
        assert not re.search(r"<script(?![^>]*\ssrc=)", text), path


def test_a_change_without_the_token_is_refused(visitor: Visitor) -> None:
    answer = visitor.client.post("/positions", data={"text": POSITION})
    assert answer.status_code == 403
    assert "nothing was changed" in answer.text
    assert visitor.json("/cases")["cases"] == []


def test_another_visitors_token_is_refused(visitor: Visitor) -> None:
    other = Visitor(visitor.app)
    answer = visitor.client.post("/positions", data={"text": POSITION, "csrf": other.token})
    assert answer.status_code == 403


def test_another_site_cannot_send_a_form(visitor: Visitor) -> None:
    answer = visitor.client.post(
        "/positions", data={"text": POSITION, "csrf": visitor.token}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


def addresses(visitor: Visitor, method: str) -> list[str]:
    """An address of every route, of things that are there."""
    usual = {
        "case": "1", "branch": "main", "place": "0", "game": "godzilla", "edition": "1.2", "clause": "7.4.3",
        "number": "1", "name": COUNTER, "code": "x", "card": "JG01-001", "position": "1",
    }  # fmt: skip
    return [
        re.sub(r"<(?:\w+:)?(\w+)>", lambda part: usual.get(part[1], "1"), rule.rule)
        for rule in visitor.app.url_map.iter_rules()
        if method in (rule.methods or ()) and rule.endpoint != "static"
    ]


@pytest.mark.parametrize("token", [None, "", "x" * 32, "é"])
def test_every_route_that_changes_something_asks_for_the_token(visitor: Visitor, token: str | None) -> None:
    visitor.post("/positions", text=POSITION)
    before = visitor.json("/cases")
    found = addresses(visitor, "POST")
    assert len(found) > 15
    for address in found:
        form = {} if token is None else {"csrf": token, "text": POSITION, "name": "x", "option": "end"}
        answer = visitor.client.post(address, data=form)
        assert answer.status_code == 403, address
        headers = {"X-CSRF-Token": "x" * 32, "Accept": "application/json"}
        assert visitor.client.post(address, headers=headers).get_json()["status"] == 403
    assert visitor.json("/cases") == before


def test_no_change_is_made_by_looking(visitor: Visitor) -> None:
    """GET changes nothing, whatever is looked at."""
    visitor.post("/positions", text=POSITION)
    before = visitor.json("/cases")
    for address in addresses(visitor, "GET"):
        visitor.get(address)
    assert visitor.json("/cases") == before


def test_every_page_keeps_the_policy_and_has_nothing_inline(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    for address in addresses(visitor, "GET"):
        answer = visitor.get(address)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (address, name)
        if answer.mimetype == "text/html" and "attachment" not in answer.headers.get(
            "Content-Disposition", ""
        ):
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", answer.text), address
            assert not re.search(r"<script(?![^>]*\ssrc=\"/static/)", answer.text), address
            assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text), address


def test_the_policy_allows_nothing_but_our_own_files() -> None:
    parts = dict(part.strip().partition(" ")[::2] for part in POLICY.split(";"))
    assert parts["default-src"] == parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    assert (
        parts["script-src"] == parts["style-src"] == parts["connect-src"] == parts["form-action"] == "'self'"
    )
    assert not re.search(r"unsafe|\*|http", POLICY)


def test_with_a_token_nobody_gets_in_without_it(tmp_path: Path) -> None:
    client = create_app(tmp_path / "x.sqlite", token="secret", hosts=()).test_client()
    assert client.get("/").status_code == 403
    assert client.get("/?token=wrong").status_code == 403
    assert client.get("/", headers={"Authorization": "Bearer secret"}).status_code == 200
    answer = client.get("/?token=secret")
    assert answer.headers["Location"] == "/"
    kept = answer.headers["Set-Cookie"]
    assert "HttpOnly" in kept
    assert "SameSite=Strict" in kept
    assert client.get("/").status_code == 200


def test_a_token_is_compared_in_constant_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of the standard library decides: without it nobody is let in."""
    client = create_app(tmp_path / "x.sqlite", token="secret", hosts=()).test_client()
    monkeypatch.setattr("judgekit.web.access.hmac.compare_digest", lambda one, other: False)
    assert client.get("/", headers={"Authorization": "Bearer secret"}).status_code == 403
    assert "Location" not in client.get("/?token=secret").headers


def test_with_a_token_no_route_lets_a_stranger_in(tmp_path: Path) -> None:
    app = create_app(tmp_path / "x.sqlite", token="secret", hosts=())
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<(?:\w+:)?(\w+)>", "1", rule.rule)
        for method in {"GET", "POST"} & set(rule.methods or ()):
            answer = client.open(address, method=method, headers={"Authorization": "Bearer wrong"})
            if (method, address) == ("GET", "/join"):  # where the six signs of a room are typed
                assert answer.status_code in (200, 429)
            else:
                assert answer.status_code in (403, 429), (method, address)
            assert "secret" not in answer.text
            answer.close()


def test_a_stranger_host_name_is_refused(visitor: Visitor) -> None:
    assert visitor.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_an_upload_that_is_too_large_is_refused(visitor: Visitor) -> None:
    answer = visitor.client.post(
        "/positions", data={"csrf": visitor.token}, environ_overrides={"CONTENT_LENGTH": str(UPLOAD + 1)}
    )
    assert answer.status_code == 413
    assert "A file may have 8 MB, a text that is pasted 2 MB; nothing was changed." in answer.text


@pytest.mark.parametrize("name", ["a.exe", "a.html", "noname", "../../etc/passwd", "x.toml.exe", "."])
@pytest.mark.parametrize("address", ["/rules/import", "/positions", "/cases/import"])
def test_an_upload_of_another_kind_is_refused(visitor: Visitor, address: str, name: str) -> None:
    answer = visitor.client.post(address, data={"csrf": visitor.token, "file": (io.BytesIO(b"1.1 x"), name)})
    assert answer.status_code == 422


def test_what_users_write_is_shown_as_text(visitor: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    page = visitor.post("/positions", text=f'game = "{evil}"\n', name=evil).text
    assert evil not in page
    assert "&lt;script&gt;" in page
    assert evil not in visitor.get(f"/search?q={evil}").text


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x"]
)
def test_a_theme_leads_back_to_our_own_pages_only(visitor: Visitor, back: str) -> None:
    answer = visitor.post("/theme", theme="dark", back=back)
    assert answer.headers["Location"] == "/"


def test_errors_are_pages_with_a_way_back_and_json_for_programs(visitor: Visitor) -> None:
    answer = visitor.get("/cases/99/main/0")
    assert answer.status_code == 404
    assert "There is no case" in answer.text
    assert 'class="button" href="/' in answer.text
    told = visitor.get("/cases/99/main/0", headers={"Accept": "application/json"}).get_json()
    assert told["status"] == 404
    assert "there is no case" in told["message"]


def test_a_kept_page_has_each_visitors_own_token(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    other = Visitor(visitor.app)
    for one in (visitor, other, visitor):
        page = one.get("/cases/1/main/0").text
        assert f'name="csrf" value="{one.token}"' in page
        assert "@@" not in page
    assert other.token not in visitor.get("/cases/1/main/0").text
