"""Home: begin, resume, search."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from judgekit.audit.bench.starting import FIRST_PAGE
from judgekit.web import routes
from judgekit.web.responses import WAYS_OUT
from tests.web.table import COUNTER, POSITION, Visitor


def test_home_says_what_this_is_and_offers_rulings(visitor: Visitor) -> None:
    page = visitor.get("/").text
    assert "What happens now, and which clause says so?" in page
    assert "Start from a ruling" in page
    assert visitor.json("/")["many_rulings"] > 0


def test_the_first_page_is_there_before_the_engine_or_any_game(tmp_path: Path) -> None:
    loaded = """
import sys
print(*(name for name in sys.modules if name.startswith(("judgekit.", "sqlite_utils"))), sep="\\n")
"""
    program = FIRST_PAGE.format(database=str(tmp_path / "x.sqlite")) + loaded
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    names = done.stdout.split()
    assert "judgekit.web.home" in names
    heavy = ("judgekit.engine", "judgekit.games", "judgekit.cardtext", "judgekit.audit", "sqlite_utils")
    assert [name for name in names if name.startswith(heavy)] == []


def test_every_address_has_its_function(visitor: Visitor) -> None:
    routes.load_all(visitor.app)
    assert all(routes.found(endpoint).__doc__ for _, _, endpoint in routes.ROUTES)


def test_a_template_is_compiled_once_though_many_ask_for_it(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    env, compiled = visitor.app.jinja_env, []
    env.bytecode_cache = None  # as in the first app of a process
    compile_one = env.compile

    def counted(*given: Any, **named: Any) -> Any:
        compiled.append(given)
        time.sleep(0.05)  # the others are at the door by then
        return compile_one(*given, **named)

    monkeypatch.setattr(env, "compile", counted)
    with ThreadPoolExecutor(6) as crowd:
        found = list(crowd.map(lambda _: env.get_template("case/fragment.html"), range(6)))
    assert len(compiled) == 1
    assert len({id(one) for one in found}) == 1


def test_a_pasted_position_becomes_a_case(visitor: Visitor) -> None:
    answer = visitor.post("/positions", text=POSITION, name="Table 12")
    assert answer.headers["Location"] == "/cases/1/main/0"
    assert "Table 12" in visitor.get("/").text


def test_an_uploaded_position_becomes_a_case(visitor: Visitor) -> None:
    answer = visitor.post("/positions", file=(io.BytesIO(POSITION.encode()), "table-3.toml"))
    assert answer.status_code == 303
    assert visitor.json("/cases")["cases"][0]["name"] == "table-3"


def test_a_wrong_position_shows_each_fault_at_its_line_and_keeps_the_text(visitor: Visitor) -> None:
    wrong = POSITION.replace('hand = ["Tank", "Tank"]', 'hand = ["Tonk"]')
    answer = visitor.post("/positions", text=wrong)
    assert answer.status_code == 422
    line = wrong[: wrong.index("Tonk")].count("\n") + 1
    assert f'<li value="{line}" class="fault">' in answer.text
    assert "did you mean Tank" in answer.text
    assert wrong.replace('"', "&#34;") in answer.text
    assert visitor.json("/cases")["cases"] == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (POSITION.replace("deck = 20", "deck = 999999999999", 1), "at most 5000 cards"),
        (POSITION + "x = " + "[" * 3000, "beyond all bounds"),
        (POSITION + "x = " + "[" * 60 + "]" * 60, "at most 40 tables inside each other"),
        (POSITION + "a." * 5000 + "b = 1", "at most 40 tables inside each other"),
        (POSITION.replace("rank = 1", "rank = " + "9" * 5000, 1), "beyond all bounds"),
    ],
    ids=["cards", "brackets", "depth", "dots", "digits"],
)
def test_a_position_beyond_all_bounds_is_refused_at_once(visitor: Visitor, wrong: str, told: str) -> None:
    answer = visitor.post("/positions", text=wrong)
    assert answer.status_code == 422
    assert told in answer.text


def test_a_position_can_be_checked_before_it_is_used(visitor: Visitor) -> None:
    answer = visitor.post("/positions", text=POSITION, check="1")
    assert answer.status_code == 200
    assert "Position check" in answer.text
    assert visitor.json("/cases")["cases"] == []


def test_an_empty_position_of_each_game_is_offered(visitor: Visitor) -> None:
    for name in ("godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic"):
        assert f"game = &#34;{name}/" in visitor.get(f"/?draft={name}").text


def test_a_sample_becomes_a_case(visitor: Visitor) -> None:
    sample = visitor.json("/")["samples"][0]
    assert visitor.post("/samples", file=sample["file"]).status_code == 303
    assert visitor.post("/samples", file="../../pyproject.toml").status_code == 404


def test_the_search_finds_clauses_rulings_and_cases(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    found = visitor.json("/search?q=counters")["found"]
    assert {"clause", "ruling"} <= {one["what"] for one in found}
    found = visitor.json("/search?q=10.4.3")["found"]
    assert found[0]["title"].endswith("10.4.3")
    found = visitor.json("/search?q=battle+cards+add+up")["found"]
    assert [one["what"] for one in found].count("case") == 1


def test_one_book_is_searched(visitor: Visitor) -> None:
    found = visitor.json("/search?q=destroy&in=godzilla/1.2")["found"]
    clauses = {one["title"].rpartition(" ")[0] for one in found if one["what"] == "clause"}
    assert clauses == {"Godzilla 1.2"}
    assert {one["about"].partition(" ")[0] for one in found if one["what"] == "ruling"} == {"Godzilla"}
    found = visitor.json("/search?q=game:gate-ruler+damage")["found"]
    assert {one["title"].rsplit(" ", 2)[0] for one in found if one["what"] == "clause"} == {"Gate Ruler"}
    assert visitor.json("/search?q=destroy&in=nothing/1")["found"] == []


def test_places_of_a_case_are_found_by_card_and_by_kind(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    found = visitor.json('/search?q=card:"Titan Two"&case=1:main')["found"]
    assert found
    for one in found:
        page = visitor.json(one["href"])
        assert "Titan Two" in str(page["said"])
    moves = visitor.json("/search?q=kind:move&case=1:main")["found"]
    assert moves
    assert all(one["what"] == "place" and "move" in one["text"] for one in moves)
    both = visitor.json('/search?q=kind:move+card:"Titan Two"&case=1:main')["found"]
    assert {one["href"] for one in both} == {one["href"] for one in found} & {one["href"] for one in moves}


def test_a_seat_cannot_look_for_cards(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    assert visitor.json('/search?q=card:"Titan Two"&case=1:main&v=A')["found"] == []
    assert visitor.json("/search?q=kind:move&case=1:main&v=A")["found"][0]["href"].endswith("?v=A")


def test_a_place_can_be_typed(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    answer = visitor.get("/search?q=e3.1&case=1:main")
    assert answer.headers["Location"] == "/cases/1/main/3.1"


def test_a_case_file_travels(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    body = visitor.get("/cases/1/export.judgekit").data
    answer = visitor.post("/cases/import", file=(io.BytesIO(body), "case.judgekit"))
    assert answer.headers["Location"] == "/cases/2/main/0"
    cut = visitor.post("/cases/import", file=(io.BytesIO(body[:-40]), "case.judgekit"))
    assert cut.status_code == 422
    assert len(visitor.json("/cases")["cases"]) == 2


def test_a_case_file_that_is_none_is_named_as_the_reader_knows_it(visitor: Visitor) -> None:
    answer = visitor.post("/cases/import", file=(io.BytesIO(b"hello"), "table-3.judgekit"))
    assert answer.status_code == 422
    assert "table-3.judgekit is not a case" in answer.text
    assert "/tmp" not in answer.text
    assert "the menu Export of a case" in answer.text


def test_no_way_out_of_a_page_is_a_command(visitor: Visitor) -> None:
    """What an error tells a reader of the pages to do can be done on them."""
    for address in ("/cases/999", "/rules/godzilla/1.2/99.9", "/cases/999/main/compare?with=1:main"):
        answer = visitor.get(address)
        assert answer.status_code == 404
        assert "`judgekit" not in answer.text
    assert all("`judgekit " in command for command in WAYS_OUT)


def test_a_case_is_named_tagged_filtered_archived_and_brought_back(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION, name="first")
    visitor.post("/positions", text=POSITION, name="second")
    visitor.post("/cases/1/label", name="Round 3 dispute", tags="Open, table 12")
    rows = visitor.json("/cases")["cases"]
    assert [(one["name"], one["tags"]) for one in rows] == [
        ("second", []),
        ("Round 3 dispute", ["Open", "table 12"]),
    ]
    assert [one["id"] for one in visitor.json("/cases?q=table+12")["cases"]] == [1]
    visitor.post("/cases/1/label", name="Round 3 dispute", archived="1")
    assert [one["id"] for one in visitor.json("/cases")["cases"]] == [2]
    assert [one["id"] for one in visitor.json("/cases?archived=1")["cases"]] == [2, 1]
    gone = visitor.post("/cases/2/remove")
    assert [one["id"] for one in visitor.json("/cases")["cases"]] == []
    assert "Show it again" in visitor.get(gone.headers["Location"]).text
    visitor.post("/cases/2/restore")
    assert [one["id"] for one in visitor.json("/cases")["cases"]] == [2]
    assert visitor.json("/cases/2/main")["trust"]["status"] == "verified"


def test_the_tour_opens_a_sample_of_each_game(visitor: Visitor) -> None:
    page = visitor.get("/help").text
    for game in ("godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic"):
        assert f'value="{game}/mid-game.toml"' in page
    assert visitor.post("/samples", file="godzilla/mid-game.toml").status_code == 303
    home = visitor.get("/").text
    uses = [home.index(f"<h2>{use}</h2>") for use in ("Settle a dispute", "Learn", "Audit")]
    assert uses == sorted(uses)


def test_a_search_puts_the_clause_that_is_called_so_first(visitor: Visitor) -> None:
    found = visitor.json("/search?q=check+timing&in=godzilla&kind=clause")["found"]
    assert {one["what"] for one in found} == {"clause"}
    assert "check timing" in found[0]["text"].lower()
    numbers = [one["href"].rpartition("/")[2] for one in found if "godzilla/1.2" in one["href"]]
    defining = [at for at, number in enumerate(numbers) if number.startswith("10.4")]
    assert defining == list(range(len(defining)))  # the procedure before the steps that only mention it
    assert numbers == sorted(numbers, key=lambda one: [int(part) for part in one.split(".")])
    assert visitor.json("/search?q=check+timing&kind=ruling")["found"][0]["what"] == "ruling"


def test_a_search_in_all_games_says_a_clause_once_and_lets_the_games_take_turns(visitor: Visitor) -> None:
    found = visitor.json("/search?q=check+timing&kind=clause")["found"]
    told = [(one["title"].rsplit(" ", 2)[0], one["text"]) for one in found]
    assert len(set(told)) == len(told)
    assert {"Godzilla", "Luck & Logic"} <= {game for game, _ in told[:6]}
    books = {one["title"].rpartition(" ")[0] for one in visitor.json("/search?q=7.4.3&kind=clause")["found"]}
    assert {"Godzilla 1.00", "Godzilla 1.2"} <= books  # a number is looked up in every edition


def test_rulings_are_searched_within_a_game(visitor: Visitor) -> None:
    found = visitor.json("/search?q=draw&in=gate-ruler&kind=ruling")["found"]
    assert found
    assert {one["about"].rpartition(" ")[0] for one in found} == {"Gate Ruler"}
