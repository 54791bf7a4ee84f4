"""The rules pages and the library of rulings."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from judgekit.book.load import editions, load
from judgekit.web.address import clause_href
from tests.web.table import COUNTER, Visitor

BOOK = Path(__file__).parents[2] / "fixtures" / "books" / "lanterns-1.0.txt"


@pytest.mark.parametrize("name", editions())
def test_every_book_has_its_pages(reader: Visitor, name: str) -> None:
    for page in ("", "/lint", "/coverage"):
        answer = reader.get(f"/rules/{name}{page}")
        assert answer.status_code == 200
        assert len(answer.data) < 200_000


@pytest.mark.parametrize("name", editions())
def test_every_clause_has_its_page(reader: Visitor, name: str) -> None:
    for row in load(*name.split("/")).rows[::60]:
        page = reader.json(clause_href(name, row.number))
        assert page["number"] == row.number
        assert page["gist"] == row.gist


def test_a_clause_knows_its_neighbours_editions_code_and_rulings(reader: Visitor) -> None:
    page = reader.json("/rules/godzilla/1.2/7.4.3")
    assert [one["number"] for one in page["parents"]] == ["7", "7.4"]
    assert page["code"]
    assert any(COUNTER in name for name, _ in page["rulings"])
    assert [name for name, _, _ in page["history"]] == ["godzilla/1.00", "godzilla/1.2"]


def test_latest_resolves_and_says_to_what(reader: Visitor) -> None:
    assert "is godzilla/1.2 today" in reader.get("/rules/godzilla/latest/7.4.3").text


def test_an_old_edition_says_where_the_clause_is_now(reader: Visitor) -> None:
    assert "This is an older edition" in reader.get("/rules/godzilla/1.00/9.4.3").text


def test_a_clause_shows_its_moments_in_the_case_one_comes_from(reader: Visitor) -> None:
    assert reader.json("/rules/godzilla/1.2/10.4.3.1?case=1:main")["moments"]


def test_two_editions_are_compared(reader: Visitor) -> None:
    page = reader.json("/rules/compare?old=godzilla/1.00&new=godzilla/1.2")
    assert page["outcome"]["moves"]
    assert 'id="mislead"' in reader.get("/rules/compare").text


def test_a_book_can_be_imported_by_upload(visitor: Visitor) -> None:
    file = (io.BytesIO(BOOK.read_bytes()), "lanterns.txt")
    fields = {"csrf": visitor.token, "file": file, "as": "lanterns/1.0"}
    address = visitor.client.post("/rules/import", data=fields).headers["Location"]
    for _ in range(50):
        if not address.startswith("/jobs/"):
            break
        time.sleep(0.1)
        address = visitor.get(address).headers.get("Location", address)
    assert address.startswith("/rules/lanterns/1.0?imported=")
    assert visitor.get(address).status_code == 200
    assert visitor.json("/rules/lanterns/1.0/1.1")["official"]
    assert visitor.get("/rules/lanterns/1.0/lint").status_code == 200


def test_a_file_that_is_no_rulebook_says_so(visitor: Visitor) -> None:
    fields = {"csrf": visitor.token, "file": (io.BytesIO(b"hello there"), "x.txt")}
    address = visitor.client.post("/rules/import", data=fields).headers["Location"]
    assert "no numbered clauses" in visitor.get(address).text


def test_every_clause_is_a_cell_of_the_coverage_map(reader: Visitor) -> None:
    page = reader.json("/rules/godzilla/1.00/coverage")
    cells = [cell for _, _, found in page["chapters"] for cell in found]
    assert len(cells) == sum(page["counts"].values()) == len(load("godzilla", "1.00").rows)


def test_rulings_are_filtered(reader: Visitor) -> None:
    everything = reader.json("/rulings")["rulings"]
    some = reader.json("/rulings?game=godzilla&difficulty=easy&clause=7.4.3")["rulings"]
    assert 0 < len(some) < len(everything)
    assert all(one["difficulty"] == "easy" and one["game"] == "godzilla" for one in some)


def test_a_ruling_reads_as_a_page(reader: Visitor) -> None:
    page = reader.json(f"/rulings/godzilla/{COUNTER}")
    assert page["ok"]
    assert all(step["came"] for step in page["steps"])
    assert reader.json(f"/rulings/godzilla/{COUNTER}?edition=godzilla/1.00")["edition"] == "godzilla/1.00"
    assert reader.get("/rulings/godzilla/no-such").status_code == 404
    assert reader.get("/rulings/..%2f..%2fetc/passwd").status_code == 404


def test_the_api_is_described(reader: Visitor) -> None:
    told = reader.json("/openapi.json")
    assert told["openapi"].startswith("3.1")
    assert "get" in told["paths"]["/cases/{case}/{branch}/{place}"]
    assert "post" in told["paths"]["/cases/{case}/{branch}/{place}/answer"]
    assert all(operation["summary"] for path in told["paths"].values() for operation in path.values())
