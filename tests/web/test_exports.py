"""What leaves judgekit is whole and works elsewhere, and a seat takes away nothing that it may not see."""

from __future__ import annotations

import ast
import base64
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judgekit.web.case.sheet import FIELDS
from tests.web.table import COUNTER, POSITION, Visitor

SECRET = POSITION.replace('hand = ["Tank"]\n', 'hand = ["Hidden Horror"]\n').replace(
    "[A]\n", '[cards."Hidden Horror"]\ntype = "battle"\nrank = 4\n"counter power" = 9000\n\n[A]\n', 1
)


def pytested(folder: Path, **texts: str) -> str:
    """What pytest says of exported tests, of all in one run."""
    for name, text in texts.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    return subprocess.run([*pytest_, str(folder)], capture_output=True, check=False, text=True).stdout


def test_the_exported_test_passes_and_fails_where_the_moment_is_another(
    visitor: Visitor, tmp_path: Path
) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    at = visitor.json("/cases/1/main")["at"]
    text = visitor.get(f"/cases/1/main/{at}/export.py").text
    broken = re.sub(r"(threat level.{1,4} = )5000", r"\g<1>99000", text)
    assert broken != text
    told = pytested(tmp_path, whole=text, broken=broken)
    assert set(re.findall(r"^FAILED .*test_(\w+)\.py", told, re.M)) == {"broken"}, told
    assert "4 failed, 4 passed" in told


def test_the_exported_test_answers_in_sentences(visitor: Visitor, tmp_path: Path) -> None:
    visitor.post("/positions", text=POSITION)
    for _ in range(3):
        page = visitor.json("/cases/1/main")
        first = page["asking"]["options"][0]
        visitor.post(f"/cases/1/main/{page['at']}/answer", option=first["id"])
    text = visitor.get(f"/cases/1/main/{visitor.json('/cases/1/main')['at']}/export.py").text
    found = re.search(r"^ANSWERS: .*? = (.*?)^ENTRIES", text, re.M | re.S)
    assert found
    answers = [word for words in ast.literal_eval(found[1]) for word in words]
    assert len(answers) == 3
    assert not [word for word in answers if re.search(r"\bc\d+\b", word)], answers
    assert any(" " in word for word in answers), answers
    unasked = text.replace(repr(answers[0]), repr("Play the Moon"))
    assert "is not offered" in pytested(tmp_path, unasked=unasked)


@pytest.mark.parametrize("name", ['x"""; raise SystemExit; """', "\\", "{{ 7 * 7 }}", "é\n#"])
def test_a_name_is_no_code_in_the_exported_test(visitor: Visitor, tmp_path: Path, name: str) -> None:
    visitor.post("/positions", text=POSITION, name=name)
    text = visitor.get("/cases/1/main/0/export.py").text
    compile(text, "test_pinned.py", "exec")
    assert not re.search(r"^\s*raise SystemExit", text, re.M)


def places_of(page: str) -> list[dict[str, Any]]:
    """What an offline page carries."""
    found = re.search(r'id="pack"[^>]*>([^<]+)<', page)
    assert found
    whole: dict[str, Any] = msgspec.json.decode(zlib.decompress(base64.b64decode(found[1])))
    lines = whole["lines"]
    return [{**one, "html": "\n".join(lines[at] for at in one["lines"])} for one in whole["parts"]]


def test_the_offline_page_has_every_step_and_asks_for_nothing_else(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    page = visitor.get("/cases/1/main/3/export.html").text
    log = visitor.json("/cases/1/main/3")
    assert len(places_of(page)) > 5
    assert log["at"] in [one["at"] for one in places_of(page)]
    assert not re.search(r'<(?:link|script|img)[^>]*(?:src|href)="(?!data:)', page)
    assert len(page) < 400_000


def test_the_offline_page_has_the_whole_case_with_all_its_branches(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    end = visitor.json("/cases/1/main")
    for option in end["asking"]["options"][:2]:
        visitor.post(f"/cases/1/main/{end['at']}/answer", option=option["id"], apart="1")
    page = visitor.get("/cases/1/main/3/export.html").text
    keys = [one["key"] for one in places_of(page)]
    own = [key for key in keys if not key.startswith("main/")]
    assert own, keys
    assert len(keys) == len(set(keys))
    assert "The whole case" in page


SEATS = ("A", "table")


@pytest.mark.parametrize("seat", SEATS)
def test_no_page_of_a_seat_tells_what_it_may_not_see(visitor: Visitor, seat: str) -> None:
    visitor.post("/positions", text=SECRET)
    at = visitor.json("/cases/1/main")["at"]
    assert "Hidden Horror" in visitor.get(f"/cases/1/main/{at}").text
    pages = [
        f"/cases/1/main/{at}?v={seat}&t={tab}&d={d}"
        for tab in ("why", "whynot", "ledger", "diff", "rule")
        for d in (1, 4)
    ]
    pages += [f"/cases/1/main/{at}/{what}?v={seat}" for what in ("sheet", "link")]
    pages += [f"/cases/1/main/{at}?v={seat}&part=1", f"/cases/1/main?v={seat}&format=json"]
    pages += [f"/search?q=card:%22Hidden+Horror%22&case=1:main&v={seat}&format=json"]
    for page in pages:
        answer = visitor.get(page, follow_redirects=True)
        told = answer.text.replace("card:&#34;Hidden Horror&#34;", "").replace('card:\\"Hidden Horror\\"', "")
        assert "Hidden Horror" not in told, page


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_takes_away_only_what_it_sees(visitor: Visitor, seat: str) -> None:
    visitor.post("/positions", text=SECRET)
    at = visitor.json("/cases/1/main")["at"]
    for what in ("export.toml", "export.py", "edit"):
        answer = visitor.get(f"/cases/1/main/{at}/{what}?v={seat}")
        assert answer.status_code == 403
        assert "Hidden Horror" not in answer.text
        assert visitor.get(f"/cases/1/main/{at}/{what}").status_code == 200
    assert visitor.json(f"/cases/1/main/{at}/link?v={seat}")["whole"] == ""
    page = visitor.get(f"/cases/1/main/{at}/export.html?v={seat}").text
    assert "Hidden Horror" not in page
    assert not any("Hidden Horror" in one["html"] + one["said"] for one in places_of(page))
    assert any(
        "Hidden Horror" in one["html"]
        for one in places_of(visitor.get(f"/cases/1/main/{at}/export.html").text)
    )


def test_a_sheet_quotes_the_clauses_of_its_chain(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    at = next(
        one["at"]
        for one in visitor.json("/cases/1/main/0")["log"]["lines"]
        if one["clause"]["number"] == "5.15.1.2"
    )
    sheet = visitor.json(f"/cases/1/main/{at}/sheet")
    why = visitor.json(f"/cases/1/main/{at}")["why"]
    assert [step["link"]["clause"]["number"] for step in sheet["steps"]] == [
        link["clause"]["number"] for link in why
    ]
    assert all(step["quoted"] for step in sheet["steps"] if step["link"]["clause"]["number"])
    assert re.fullmatch(r"[0-9a-f]{4}-[0-9a-f]{4}", sheet["code"])
    assert sheet["signature"] == ""  # until signing is turned on
    assert visitor.json(f"/cases/1/main/{at}/sheet")["code"] == sheet["code"]
    assert visitor.json("/cases/1/main/1/sheet")["code"] != sheet["code"]


def test_a_sheet_has_its_boxes_and_keeps_the_view(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    boxes = {name: f"filled {name}" for name in FIELDS}
    answer = visitor.client.get("/cases/1/main/3/sheet", query_string={**boxes, "v": "table"})
    for told in boxes.values():
        assert answer.text.count(told) >= 2, told  # on the sheet, and in its field
    assert '<input type="hidden" name="v" value="table">' in answer.text


def test_a_moment_is_edited_on_a_board(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    at = visitor.json("/cases/1/main")["at"]
    page = visitor.json(f"/cases/1/main/{at}/edit")
    assert page["faults"] == []
    assert page["text"].count("Titan") >= 2
    assert visitor.get("/cases/1/main/0.1/edit").status_code == 422
