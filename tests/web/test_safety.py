"""Who gets in, and what a page may do."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from judgekit import paths
from judgekit.web.app import create_app
from judgekit.web.safety import UPLOAD
from tests.web.table import POSITION, Visitor


def test_every_answer_forbids_inline_scripts_and_styles(visitor: Visitor) -> None:
    for address in ("/", "/rules", "/nowhere", "/openapi.json", "/static/judgekit.css"):
        policy = visitor.get(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_no_template_has_inline_scripts_styles_or_handlers() -> None:
    for path in paths.templates().rglob("*.html"):
        if path.name == "offline.html":  # a file that must carry everything with it
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


def test_every_route_that_changes_something_asks_for_the_token(visitor: Visitor) -> None:
    for rule in visitor.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            address = re.sub(r"<int:\w+>", "1", rule.rule)
            address = re.sub(r"<\w+>", "x", address)
            assert visitor.client.post(address).status_code == 403, rule.rule


def test_with_a_token_nobody_gets_in_without_it(tmp_path: Path) -> None:
    client = create_app(tmp_path / "x.sqlite", token="secret", hosts=()).test_client()
    assert client.get("/").status_code == 403
    assert client.get("/?token=wrong").status_code == 403
    assert client.get("/", headers={"Authorization": "Bearer secret"}).status_code == 200
    answer = client.get("/?token=secret")
    assert answer.headers["Location"] == "/"
    assert client.get("/").status_code == 200


def test_a_stranger_host_name_is_refused(visitor: Visitor) -> None:
    assert visitor.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_an_upload_that_is_too_large_is_refused(visitor: Visitor) -> None:
    answer = visitor.client.post(
        "/positions", data={"csrf": visitor.token}, environ_overrides={"CONTENT_LENGTH": str(UPLOAD + 1)}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["a.exe", "a.html", "noname"])
def test_an_upload_of_another_kind_is_refused(visitor: Visitor, name: str) -> None:
    answer = visitor.client.post(
        "/rules/import", data={"csrf": visitor.token, "file": (io.BytesIO(b"1.1 x"), name)}
    )
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
    assert "there is no case" in answer.text
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
