"""The rules pages and the library of rulings."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from judgekit.book.load import editions, load
from judgekit.web.urls import clause_href
from tests.lots import EITHER, lot
from tests.web.table import COUNTER, Visitor

BOOK = Path(__file__).parents[2] / "fixtures" / "books" / "lanterns-1.0.txt"


@pytest.mark.parametrize("name", editions())
def test_every_book_has_its_pages(reader: Visitor, name: str) -> None:
    for page in ("", "/lint", "/coverage"):
        answer = reader.get(f"/rules/{name}{page}")
        assert answer.status_code == 200
        assert len(answer.data) < 200_000


@pytest.mark.parametrize("name", editions())
@EITHER
def test_every_clause_has_its_page(reader: Visitor, name: str, whole: bool) -> None:
    for row in lot(load(*name.split("/")).rows, 5, whole):
        page = reader.json(clause_href(name, row.number))
        assert page["number"] == row.number
        assert page["gist"] == row.gist


def test_a_clause_knows_its_neighbours_editions_code_and_rulings(reader: Visitor) -> None:
    page = reader.json("/rules/godzilla/1.2/7.4.3")
    assert [one["number"] for one in page["parents"]] == ["7", "7.4"]
    assert page["code"]
    assert any(COUNTER in one["href"] for one in page["rulings"])
    assert [one["edition"] for one in page["history"]] == ["godzilla/1.00", "godzilla/1.2"]
    assert page["coverage"].startswith("acts")


def test_a_clause_names_the_rulings_of_its_own_edition_alone(reader: Visitor) -> None:
    """10.4.3.1 of the newer book is 9.4.3.1 of the older one; the numbers of both mean other things."""
    newer = reader.json("/rules/godzilla/1.2/10.4.3.1")
    older = reader.json("/rules/godzilla/1.00/9.4.3.1")
    assert newer["many_rulings"] > 0
    named = {one["href"] for one in newer["rulings"]} | {one["href"] for one in older["rulings"]}
    for href in sorted(named)[:6]:
        for edition, number, page in (("1.2", "10.4.3.1", newer), ("1.00", "9.4.3.1", older)):
            shown = reader.get(f"{href}?edition={edition}", headers={"Accept": "application/json"})
            listed = any(one["href"] == href for one in page["rulings"])
            holds = shown.status_code == 200 and number in {
                step["clause"]["number"] for step in shown.get_json()["steps"]
            }
            assert listed == holds, (href, edition)


def test_a_chapter_is_not_every_digit_that_a_ruling_has(reader: Visitor) -> None:
    for ruling in reader.json("/rules/godzilla/1.2/7")["rulings"]:
        steps = reader.json(ruling["href"])["steps"]
        assert "7" in {step["clause"]["number"] for step in steps}


def test_the_history_says_what_became_of_a_clause(reader: Visitor) -> None:
    def what(address: str) -> list[tuple[str, str]]:
        return [(one["number"], one["what"]) for one in reader.json(address)["history"]]

    assert what("/rules/godzilla/1.2/7.4.3") == [("7.4.3", "first"), ("7.4.3", "unchanged")]
    assert what("/rules/godzilla/1.00/9.4.3.1") == [("9.4.3.1", "first"), ("10.4.3.1", "moved")]
    assert what("/rules/godzilla/1.2/2.4.3") == [("2.4.3", "first"), ("2.4.3", "edited")]
    page = reader.json("/rules/compare?old=godzilla/1.00&new=godzilla/1.2")
    created = page["added"][0]["number"]
    assert what(f"/rules/godzilla/1.2/{created}") == [(created, "created")]


def test_a_section_is_read_through(reader: Visitor) -> None:
    page = reader.json("/rules/godzilla/1.2/7.4/section")
    numbers = [one["number"] for one in page["clauses"]]
    assert numbers[0] == "7.4"
    assert numbers == [
        row.number for row in load("godzilla", "1.2").rows if f"{row.number}.".startswith("7.4.")
    ]
    assert 'id="7.4.3"' in reader.get("/rules/godzilla/1.2/7.4/section").text
    assert reader.get("/rules/godzilla/1.2/77/section").status_code == 404


def test_a_clause_has_a_short_address(reader: Visitor) -> None:
    assert reader.get("/r/godzilla/latest/7.4.3").headers["Location"] == "/rules/godzilla/latest/7.4.3"


def test_latest_resolves_and_says_to_what(reader: Visitor) -> None:
    assert "is godzilla/1.2 today" in reader.get("/rules/godzilla/latest/7.4.3").text


def test_an_old_edition_says_where_the_clause_is_now(reader: Visitor) -> None:
    assert "This is an older edition" in reader.get("/rules/godzilla/1.00/9.4.3").text


def test_a_clause_shows_its_moments_in_the_case_one_comes_from(reader: Visitor) -> None:
    assert reader.json("/rules/godzilla/1.2/10.4.3.1?case=1:main")["moments"]


def test_moments_are_of_a_case_of_the_same_edition(reader: Visitor) -> None:
    """10.4.3.1 is another clause in the older book: it has no moments in a case of the newer one."""
    assert reader.json("/rules/godzilla/1.00/9.4.3.1?case=1:main")["moments"] == []
    assert reader.json("/rules/godzilla/1.00/7.4.3?case=1:main")["moments"] == []
    for case in ("77:main", "1:nobody", "x", "1", "99999999999999999999:main", "٣:main"):
        assert reader.json(f"/rules/godzilla/1.2/10.4.3.1?case={case}")["moments"] == []


def test_a_clause_knows_the_case_that_one_was_looking_at(reader: Visitor) -> None:
    def moments(referer: str) -> int:
        headers = {"Referer": referer, "Accept": "application/json"}
        answer = reader.get("/rules/godzilla/1.2/10.4.3.1", headers=headers)
        assert answer.status_code == 200
        return len(answer.get_json()["moments"])

    assert moments("http://localhost/cases/1/main/200?d=3") > 0
    assert moments("http://localhost/rules/godzilla/1.2/7.4.3?case=1:main") > 0
    assert moments("http://localhost/rules") == 0
    assert moments("http://evil.example/cases/1/main/200") == 0
    assert moments("http://localhost/cases/77/main/200") == 0


def test_two_editions_are_compared(reader: Visitor) -> None:
    page = reader.json("/rules/compare?old=godzilla/1.00&new=godzilla/1.2")
    assert page["moves"]
    change = next(one for one in page["changed"] if one["new"]["number"] == "2.4.3")
    sides = [" ".join(run["text"] for run in change[side]) for side in ("before", "after")]
    books = load("godzilla", "1.00"), load("godzilla", "1.2")
    assert sides == [f"{book['2.4.3'].title} {book['2.4.3'].gist}".strip() for book in books]
    assert [run["text"] for run in change["after"] if run["changed"]]
    text = reader.get("/rules/compare").text
    assert 'id="mislead"' in text
    assert text.index('id="c-2.4.3"') < text.index("<del>") < text.index("<ins>")
    assert reader.get("/rules/compare?old=godzilla/1.00&new=nothing/1").status_code == 404


def test_a_book_can_be_imported_by_upload(visitor: Visitor) -> None:
    file = (io.BytesIO(BOOK.read_bytes()), "lanterns.txt")
    fields = {"csrf": visitor.token, "file": file, "as": "lanterns/1.0"}
    address = visitor.client.post("/rules/import", data=fields).headers["Location"]
    address = visitor.followed(address)
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
    everything = reader.json("/rulings")
    found = reader.json("/rulings?game=godzilla&difficulty=easy&clause=7.4.3")
    assert 0 < found["found"] < everything["found"] == everything["total"]
    assert all(one["difficulty"] == "easy" and one["game"] == "godzilla" for one in found["rulings"])
    assert all(
        any(f"{number}.".startswith("7.4.3.") for number in one["clauses"]) for one in found["rulings"]
    )


def test_rulings_about_the_clause_stand_before_those_that_only_name_it(reader: Visitor) -> None:
    found = reader.json("/rulings?game=godzilla&clause=7.4.3")["rulings"]
    about = [one["clause"].startswith("7.4.3") for one in found]
    assert about[0]
    assert about == sorted(about, reverse=True)


def test_the_pages_of_the_library_have_every_ruling_once_in_the_order_of_the_book(reader: Visitor) -> None:
    first = reader.json("/rulings?game=godzilla")
    names: list[str] = []
    for page in range(1, first["pages"] + 1):
        names += [one["name"] for one in reader.json(f"/rulings?game=godzilla&page={page}")["rulings"]]
    assert len(names) == len(set(names)) == first["found"]
    assert len(reader.get("/rulings").data) < 100_000
    clauses = [name.partition("/")[2].partition("-")[0] for name in names]
    chapters = [int(clause.partition(".")[0]) for clause in clauses if clause[0].isdigit()]
    assert chapters == sorted(chapters)
    assert reader.json("/rulings?page=99999")["page"] == reader.json("/rulings")["pages"]


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
