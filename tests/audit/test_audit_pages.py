"""The pages of the other audits: the door, the smallest table, what players say, loops."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from judgekit import paths
from judgekit.cases.files.writer import toml
from judgekit.cases.play.case import Archive
from tests.audit.test_explore_pages import POSITION
from tests.cli.shell import answer, judgekit
from tests.web.table import Visitor, app_on

BEGUN_BY_CHOICE = paths.rulings() / "luck-and-logic/12.1.1.3-a-loop-nobody-can-stop.toml"
FORCED = "10.6.6.1-a-situation-that-lasts-triggers-again-and-again"


@pytest.fixture
def table(tmp_path: Path) -> tuple[Visitor, str]:
    """A visitor, and the address of a question with an order."""
    with Archive(tmp_path / "judgekit.sqlite") as archive:
        sitting = archive.create("position", POSITION).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    return Visitor(app_on(tmp_path / "judgekit.sqlite")), place


def came_of(visitor: Visitor, address: str, **fields: str) -> str:
    """The address of what came of some work."""
    answer = visitor.post(address, **fields)
    assert answer.status_code == 303, answer.text
    return visitor.followed(str(answer.headers["Location"]))


def test_the_door_leads_to_every_audit(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    assert 'href="/audit"' in visitor.get("/").text
    door = visitor.get("/audit").text
    assert "Two abilities wait" in door
    for book in visitor.json("/audit")["books"]:
        for audit in ("impact", "lint"):
            assert f'href="/rules/{book}/{audit}"' in door
            assert visitor.get(f"/rules/{book}/{audit}").status_code == 200
    case = visitor.get(place).text
    for audit in ("explore", "minimise", "story", "loops"):
        leads = re.search(rf'href="([^"]+/{audit})"', case)
        assert leads
        assert visitor.get(leads[1]).status_code == 200


def test_a_story_is_followed_and_the_step_that_cannot_be_is_named(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    first, second = "A: Scout#1 c2\nthen A's hand: Titan", "A: Miner#1 c3\nthen A's hand: Miner"
    there = came_of(visitor, f"{place}/story", first=first, second=second)
    page = visitor.json(there)
    assert [one["is_possible"] for one in page["stories"]] == [True, False]
    assert page["stories"][1]["why"] == "A's hand is Scout, not Miner"
    assert ["A's Hand", "Titan", "Scout"] in page["differ"]
    shown = visitor.get(there).text
    assert "It can have happened." in shown
    assert "Step 2 cannot have happened." in shown


@pytest.mark.parametrize(
    ("story", "why"), [("", "The story is empty"), ("and then I won", "Line 1: a step is")]
)
def test_a_story_that_cannot_be_read_is_refused_with_the_reason(
    table: tuple[Visitor, str], story: str, why: str
) -> None:
    visitor, place = table
    answer = visitor.post(f"{place}/story", first=story)
    assert answer.status_code == 422
    assert why in answer.text


def test_the_smallest_table_of_a_case_opens_as_a_case_and_is_kept_as_a_ruling(
    table: tuple[Visitor, str],
) -> None:
    visitor, place = table
    assert visitor.get(f"{place}/minimise.toml").status_code == 422, "nobody has looked for it"
    there = came_of(visitor, f"{place}/minimise", question="number:turn", seconds="30")
    page = visitor.json(there)
    assert page["after"] < page["before"]
    assert page["is_minimal"]
    opened = visitor.post("/positions", text=page["table"], name="small")
    assert opened.status_code == 303, opened.text
    ruling = tomllib.loads(visitor.get(f"{place}/minimise.toml?question=number:turn").text)
    assert ruling["facts"] == [{"number": "turn", "is": 1}]
    assert ruling["source"] == "computed"


def test_the_smallest_table_of_a_case_that_runs(table: tuple[Visitor, str]) -> None:
    """Its position was written by judgekit: every card has its number, equal ones are told together."""
    visitor, _ = table
    begun = visitor.post("/samples", file="godzilla/mid-game.toml").headers["Location"]
    root = visitor.json(begun)["lines"][0]["root"]
    page = visitor.json(came_of(visitor, f"{root}/0/minimise", question="winner", seconds="1"))
    assert page["after"] < page["before"]


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "1e9"])
def test_a_budget_that_is_none_is_refused(table: tuple[Visitor, str], seconds: str) -> None:
    visitor, place = table
    answer = visitor.post(f"{place}/minimise", question="winner", seconds=seconds)
    assert answer.status_code == 422
    assert "Seconds are" in answer.text


def test_the_smallest_table_of_a_ruling(table: tuple[Visitor, str]) -> None:
    visitor, _ = table
    address = "/rulings/godzilla/7.4.3-a-total-that-equals-the-threat-counters"
    assert f'href="{address}/minimise"' in visitor.get(address).text
    page = visitor.json(came_of(visitor, f"{address}/minimise", seconds="1"))
    assert page["after"] <= page["before"]
    assert page["tried"] > 1
    assert visitor.get("/rulings/godzilla/no-such-one/minimise").status_code == 404


def test_loops_are_classed_and_the_answer_that_begins_one_is_named(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    nothing = visitor.json(came_of(visitor, f"{place}/loops"))
    assert nothing["is_looked_at"]
    assert not nothing["loops"]
    assert "No answer begins a loop" in visitor.get(f"{place}/loops").text
    start = visitor.open_ruling("godzilla", FORCED).partition("?")[0]
    line = visitor.json(start)["lines"][0]
    found = visitor.json(came_of(visitor, f"{line['root']}/{line['entries']}/loops"))
    assert [one["is_forced"] for one in found["loops"]] == [True]
    assert found["loops"][0]["clause"]["number"] == "13.1.1.3"
    assert visitor.get(found["loops"][0]["href"]).status_code == 200


def before_the_loop() -> str:
    """A position in which one answer of A begins a loop that nobody can leave."""
    ruling = tomllib.loads(BEGUN_BY_CHOICE.read_text("utf-8"))
    return toml({"game": ruling["editions"][0], **ruling["position"]})


def test_the_judge_is_warned_beside_the_question_before_the_choice_is_made(tmp_path: Path) -> None:
    with Archive(tmp_path / "judgekit.sqlite") as archive:
        sitting = archive.create("position", before_the_loop()).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    leads = re.search(r'data-ahead="([^"]+)"', visitor.get(place).text)
    assert leads
    for ahead in (leads[1], f"{place}/loops/ahead"):
        found = visitor.json(ahead)["warnings"]
        assert [one["clause"]["number"] for one in found] == ["12.1.1.3"]
        assert "begins a loop" in visitor.get(ahead).text
    assert "data-ahead" not in visitor.get(f"{place}?v=A").text
    assert visitor.get(f"{place}/loops/ahead?v=A").status_code == 403


def test_where_no_answer_begins_a_loop_nobody_is_warned(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    assert visitor.json(f"{place}/loops/ahead") == {"warnings": []}
    assert visitor.get(f"{place}/loops/ahead").text.strip() == ""


def test_the_terminal_warns_of_the_answer_that_begins_a_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    (tmp_path / "table.toml").write_text(before_the_loop(), "utf-8")
    ran = judgekit(f"run {tmp_path / 'table.toml'}")
    case = answer("cases")[0]["case"]
    for said in (ran.stdout, judgekit(f"show {case}").stdout):
        assert re.search(r"Warning: .*Pusher.* begins a loop\..*nobody can stop it\. 12\.1\.1\.3", said), said
    assert "Warning" not in judgekit(f"show {case} --seat A").stdout


def test_of_a_line_another_one_is_asked_for_and_no_button_is_dead(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    assert visitor.get(f"{place}/explore/example?outcome=1").status_code == 422
    found = visitor.json(came_of(visitor, f"{place}/explore", question="everything", until="check"))
    assert "Ask for another one" in visitor.get(f"{place}/explore?question=everything&until=check").text
    left, seen = [one["href"] for one in found["outcomes"]], set()
    while left:
        address = left.pop()
        page = visitor.json(address)
        if page["answers"] in seen:
            continue
        seen.add(page["answers"])
        others = [*page["others"], *(step["other"] for step in page["steps"])]
        assert [one["title"] for one in page["others"]] == [
            "Another example", "Another start", "Other ending",
        ]  # fmt: skip
        shown = visitor.get(address).text
        for one in others:
            assert bool(one["href"]) is not bool(one["why"])
            assert (one["why"] or "A line to outcome") in shown
        left += [one["href"] for one in others if one["href"]]
    assert len(seen) == sum(int(one["lines"].split()[0]) for one in found["outcomes"])
    assert visitor.get(f"{place}/explore/example?outcome=0").status_code == 422
    assert visitor.get(f'{place}/explore/example?answers=[["x"]]').status_code == 422


def test_the_terminal_shows_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    (tmp_path / "table.toml").write_text(POSITION, "utf-8")
    asked = "--another ending --another choice:1 --another example"
    said = judgekit(f"audit explore {tmp_path / 'table.toml'} {asked}").stdout
    assert [line.partition(":")[0] for line in said.splitlines() if line.startswith("Another")] == [
        "Another ending", "Another choice", "Another example",
    ]  # fmt: skip
    assert "Another example: none, no other line leads to this outcome." in said
    refused = judgekit(f"audit explore {tmp_path / 'table.toml'} --another way")
    assert refused.exit_code == 2
    assert "none of: example, start, ending, choice:1" in refused.stderr
