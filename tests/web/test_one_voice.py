"""Page, terminal and sheet tell a game in the same sentences."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit import paths
from judgekit.cli import main
from judgekit.web.app import create_app
from tests.web.table import POSITION, Visitor
from tests.web.test_exports import places_of

RULINGS = {
    "godzilla": "7.4.3-a-total-that-equals-the-threat-counters",
    "gate-ruler": "15-23a-a-borrowed-unit-comes-home-to-a-full-house",
}
ROW = re.compile(r"^ +(\d+\.\d+) \S (.*?)(?:  \[[^\]]*\])?$", re.M)


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    found = Visitor(create_app(paths.database()))
    for game, name in RULINGS.items():
        found.open_ruling(game, name)
    return found


def on_the_page(visitor: Visitor, case: int) -> dict[str, str]:
    """Every line of the log at the depth that tells everything."""
    told: dict[str, str] = {}
    page = visitor.json(f"/cases/{case}/main/0?d=4")
    while True:
        told |= {line["at"]: line["text"] for line in page["log"]["lines"]}
        if not page["log"]["later"]:
            return told
        page = visitor.json(page["log"]["later"])


def in_the_terminal(case: int) -> dict[str, str]:
    shown = CliRunner().invoke(main, ["show", str(case), "--entries", "5000", "--depth", "4"])
    assert shown.exit_code == 0, shown.output
    return dict(ROW.findall(shown.output))


def test_page_and_terminal_word_200_events_alike(visitor: Visitor) -> None:
    many = 0
    for case in (1, 2):
        page, terminal = on_the_page(visitor, case), in_the_terminal(case)
        page.pop("0", None)  # the position, before anything happened
        assert terminal == page
        many += len(page)
    assert many >= 200


@pytest.mark.parametrize("each", [24, pytest.param(1, marks=pytest.mark.long)])
def test_chain_and_log_word_an_event_alike(visitor: Visitor, each: int) -> None:
    """One event of so many."""
    for case in (1, 2):
        for at, text in list(on_the_page(visitor, case).items())[1::each]:
            page = visitor.json(f"/cases/{case}/main/{at}?d=4")
            assert page["said"] == text
            assert page["why"][0]["sentence"] == text


def test_a_comparison_and_the_line_since_an_answer_say_what_the_log_says(visitor: Visitor) -> None:
    """Also of rule actions, which are known by the title of their clause."""
    said = on_the_page(visitor, 2)
    assert any("(rule action) is performed" in text for text in said.values())
    CliRunner().invoke(main, ["fork", "2@1", "--name", "other"])
    rows = visitor.json("/cases/2/main/compare?with=2:other&d=4")["rows"]
    told = {half["at"]: half["text"] for row in rows if (half := row["left"])}
    assert told
    assert {at: said[at] for at in told} == told
    since = visitor.get(f"/cases/2/main/{list(said)[-1]}?since=0").text
    first = [line["text"] for line in visitor.json("/cases/2/main/0?d=2")["log"]["lines"]][1:4]
    assert "; ".join(text.rstrip(".") for text in first) in html.unescape(since)


def test_page_and_terminal_offer_the_same_options_and_both_take_them_in_words(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/3/main")
    options = [one["label"] for one in page["asking"]["options"]]
    shown = CliRunner().invoke(main, ["run", "3"]).output
    assert options[0] == "Play Tank (1st of 2)"
    assert [option for option in options if f"\n  {option}" not in shown] == []
    assert f"asks A: {page['asking']['prompt']}\n" in shown
    answered = visitor.post(f"/cases/3/main/{page['at']}/answer", option="play tank (2nd of 2)")
    assert answered.status_code == 303
    told = CliRunner().invoke(main, ["fork", f"3@{page['seq']}", "-a", "Do nothing"])
    assert told.exit_code == 0, told.output


def test_a_correction_takes_cards_and_areas_in_words(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    who = {"why": "misplaced", "by": "Ruth"}
    place = f"/cases/3/main/{visitor.json('/cases/3/main')['at']}/correct"
    assert "can mean" in visitor.post(place, called="Tank", to="A's discard pile", **who).text
    assert "did you mean Tank?" in visitor.post(place, called="Tnk", to="A's discard pile", **who).text
    moved = visitor.post(place, called="Tank@B.hand", to="B's Discard Pile", **who)
    assert moved.status_code == 303
    told = visitor.json(moved.headers["Location"])["said"]
    assert told == "Ruth corrects the table (misplaced). Tank moves from B's hand to the Discard Pile."


def test_a_sheet_says_what_the_page_says(visitor: Visitor) -> None:
    told = on_the_page(visitor, 1)
    for at in list(told)[1::40]:
        page = visitor.json(f"/cases/1/main/{at}?d=4")
        sheet = visitor.json(f"/cases/1/main/{at}/sheet?d=4")
        assert sheet["said"] == page["said"]
        steps = [step["link"]["sentence"] for step in sheet["steps"]]
        assert steps == [link["sentence"] for link in page["why"]][: len(steps)]


def test_page_and_terminal_word_the_options_of_every_sample_alike(visitor: Visitor) -> None:
    """At the first question of each table that ships with judgekit."""
    many = 0
    for file in sorted(found["file"] for found in visitor.json("/?format=json")["samples"]):
        at = visitor.post("/samples", file=file).headers["Location"]
        case = at.split("/")[2]
        shown = CliRunner().invoke(main, ["run", case]).output
        asking = visitor.json(f"/cases/{case}/main")["asking"]
        options = {one["label"] for one in asking["options"]}
        assert [option for option in options if f"\n  {option}" not in shown] == [], file
        assert asking["prompt"] in shown
        many += len(options)
    assert many >= 60


def test_the_offline_page_says_what_the_page_says(visitor: Visitor) -> None:
    parts = places_of(visitor.get("/cases/1/main/0/export.html").text)
    offline = html.unescape("".join(part["html"] for part in parts))
    page = visitor.json("/cases/1/main/0?d=2")
    assert [line["text"] for line in page["log"]["lines"] if line["text"] not in offline] == []
