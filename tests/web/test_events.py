"""Events: what all cases of a tournament share is said once; what a reader likes is remembered."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cases.play.case import Archive
from judgekit.cases.store import journal, labels, profiles
from judgekit.cases.store.store import Store
from judgekit.cli import main
from judgekit.web.services import desk
from tests.web.table import COUNTER, POSITION, Visitor
from tests.web.test_editor import form_of

PLAIN = POSITION.replace("godzilla/1.2", "godzilla")
OLD = {"name": "Old Cup", "edition": "godzilla/1.00", "judges": "Kim, Ada"}


def _keep(visitor: Visitor, **fields: str) -> None:
    answer = visitor.post("/events", **{**OLD, **fields})
    assert answer.status_code == 303, answer.text


def test_a_case_of_an_event_has_its_edition_its_readings_and_its_name(visitor: Visitor) -> None:
    doubt = next(one for one in _book(visitor).doubts if len(one.choices) > 1)
    other = next(choice for choice in doubt.choices if choice != doubt.default)
    _keep(visitor, **{f"read/{doubt.id}": other})
    assert visitor.post("/positions", text=PLAIN).status_code == 303
    with Archive(visitor.app.extensions["judgekit"].database) as archive:
        case = archive.case(1)
        assert case.edition == "godzilla/1.00"
        assert case.chosen(case.branch()) == {doubt.id: other}
    row = visitor.json("/cases?q=old cup")["cases"][0]
    assert row["event"] == "Old Cup"
    assert "1 case<" in visitor.get("/events").text


def _book(visitor: Visitor):  # type: ignore[no-untyped-def]
    return next(b for b in visitor.app.extensions["judgekit"].shipped if b.name == "godzilla/1.00")


def test_a_position_that_names_its_edition_keeps_it_and_is_not_of_the_event(visitor: Visitor) -> None:
    _keep(visitor)
    visitor.post("/positions", text=POSITION)
    row = visitor.json("/cases")["cases"][0]
    assert (row["edition"], row["event"]) == ("godzilla/1.2", "")


def test_the_editor_begins_in_the_edition_of_the_event_and_another_can_be_chosen(
    visitor: Visitor,
) -> None:
    _keep(visitor)
    page = visitor.json("/positions/new?game=godzilla")
    assert (page["edition"], page["event"]) == ("1.00", "Old Cup")
    assert visitor.json("/positions/new?game=gate-ruler")["events"] == []
    visitor.post("/events/choose", event="")
    assert visitor.json("/positions/new?game=godzilla")["edition"] == "1.2"
    visitor.post("/positions", text=PLAIN, event="Old Cup")
    assert visitor.json("/events")["chosen"] == "Old Cup"


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("edition", "godzilla/7", "has no edition"),
        ("name", "", "An event has a name"),
        ("cards_on", "May", "A day is written"),
        ("library", "../Cup", "The name of a library is"),
        ("read/Z-99", "x", "no open question"),
    ],
)
def test_an_event_that_cannot_be_is_refused(visitor: Visitor, field: str, value: str, told: str) -> None:
    answer = visitor.post("/events", **{**OLD, field: value})
    assert answer.status_code in (404, 422)
    assert told in answer.text
    assert visitor.json("/events")["events"] == []


def test_a_closed_event_is_gone_from_the_list_and_its_cases_stay(visitor: Visitor) -> None:
    _keep(visitor)
    visitor.post("/positions", text=PLAIN)
    visitor.post("/events/choose", event="Old Cup", close="1")
    assert visitor.json("/events")["events"] == []
    assert visitor.json("/cases")["cases"][0]["event"] == "Old Cup"
    assert visitor.post("/events/choose", event="Old Cup").status_code == 404


def test_the_command_line_has_events_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    file = tmp_path / "table.toml"
    file.write_text(PLAIN, "utf-8")
    for words in (["event", "new", "Old Cup", "godzilla/1.00", "--judge", "Kim"], ["run", str(file)]):
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    assert "* Old Cup: godzilla/1.00 · Kim" in CliRunner().invoke(main, ["event", "list"]).output
    CliRunner().invoke(main, ["event", "use"])
    CliRunner().invoke(main, ["run", str(file)])
    database = tmp_path / "judgekit.sqlite"
    assert {case: one.event for case, one in labels.labels(database).items()} == {1: "Old Cup"}
    with Archive(database) as archive:
        assert [case.edition for case in archive.cases()] == ["godzilla/1.00", "godzilla/1.2"]
    assert "nothing is wrong" in CliRunner().invoke(main, ["doctor"]).output
    missing = CliRunner().invoke(main, ["run", str(file), "--event", "Nobody's"])
    assert missing.exit_code == 2
    assert "there is no event" in missing.output


def test_card_texts_of_an_event_are_those_of_its_day(visitor: Visitor) -> None:
    visitor.post("/library/samples", game="godzilla")
    with visitor.app.app_context():
        here = desk()
        card = here.library.meant("godzilla", "JG01-001")[0]
        before = here.library.wording(card).faces[0].words
        here.library.reword(card, "Draw 3 cards.", "errata", day="2099-05-01")
        told = {day: here.cards_of(_with_texts_of(day)).look_up("godzilla", "JG01-001")[0].card.text
                for day in ("", "2099-06-01", "2099-04-30", "1999-01-01")}  # fmt: skip
    assert told == {
        "": "Draw 3 cards.",
        "2099-06-01": "Draw 3 cards.",
        "2099-04-30": before,
        "1999-01-01": before,
    }


def _with_texts_of(day: str) -> profiles.Event:
    return profiles.Event("Cup", "godzilla/1.2", cards_on=day)


HAWK = """game = "godzilla"
at = "main phase"
turn = "A"

[A]
hand = ["Hawk"]
deck = 20

[B]
deck = 20
"""


def _hawk(text: str) -> bytes:
    row = {"number": "ZZ-1", "name": "Hawk", "type": "battle", "rank": 1, "counter power": 2500}
    return json.dumps([row | {"text": text}]).encode()


def test_an_event_with_a_library_of_its_own_reads_its_cards_from_there(visitor: Visitor) -> None:
    def bring(text: str) -> None:
        upload = (io.BytesIO(_hawk(text)), "list.json")
        assert visitor.post("/library/import", file=upload, game="godzilla").status_code == 200

    bring("Draw 1 card.")
    _keep(visitor, edition="godzilla/1.2", library="old-cup")
    assert visitor.json("/library/godzilla")["total"] == 0
    bring("Draw 2 cards.")
    assert "library <b>old-cup</b>" in visitor.get("/library").text
    visitor.post("/positions", text=HAWK)
    visitor.post("/events/choose", event="")
    assert "library <b>" not in visitor.get("/library").text
    visitor.post("/positions", text=HAWK)
    with Archive(visitor.app.extensions["judgekit"].database) as archive:
        texts = [archive.store.pinned(case).text for case in (1, 2)]
    assert ["Draw 2 cards." in text for text in texts] == [True, False]
    assert ["Draw 1 card." in text for text in texts] == [False, True]


def test_a_library_of_an_event_by_command_and_in_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judgekit(*words: str) -> str:
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
        return done.output

    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    (tmp_path / "list.json").write_bytes(_hawk("Draw 2 cards."))
    (tmp_path / "table.toml").write_text(HAWK, "utf-8")
    judgekit("event", "new", "Cup", "godzilla/1.2", "--library", "cup")
    judgekit("cards", "import", str(tmp_path / "list.json"), "-g", "godzilla")
    assert "library cup" in judgekit("event", "list")
    judgekit("event", "use")
    assert CliRunner().invoke(main, ["cards", "find", "godzilla", "Hawk"]).exit_code == 1
    judgekit("run", str(tmp_path / "table.toml"), "--event", "Cup")
    judgekit("backup", str(tmp_path / "all.sqlite"))
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "other"))
    judgekit("restore", str(tmp_path / "all.sqlite"))
    judgekit("event", "use", "Cup")
    assert "Hawk" in judgekit("cards", "find", "godzilla", "Hawk")


def test_a_journal_of_events_that_was_edited_is_found(tmp_path: Path) -> None:
    with Store(tmp_path / "x.sqlite") as store:
        profiles.keep(store, profiles.Event("Cup", "godzilla/1.2"))
        with store.writing() as connection:
            connection.execute("DROP TRIGGER journal_keep_update")
            connection.execute("UPDATE journal SET told = replace(told, 'Cup', 'Cap')")
        with store.reading() as connection:
            assert "was edited" in journal.lost(connection)[0]


def test_a_new_name_is_shown_on_the_case_page_the_sheet_and_in_search(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION, name="Table 12")
    visitor.post("/cases/1/label", name="Two titans meet", tags="round 3")
    assert "Two titans meet</h1>" in visitor.get("/cases/1/main/0").text
    assert "Two titans meet" in visitor.get("/cases/1/main/0/sheet").text
    for words in ("titans", "round 3", "Table 12"):
        assert [one["title"] for one in visitor.json(f"/search?q={words}&kind=case")["found"]] == [
            "Two titans meet"
        ]


def test_the_game_and_the_depth_that_a_reader_chose_are_remembered(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    visitor.get("/cases/1/main/0?d=3")
    assert visitor.get("/cases/1").headers["Location"].endswith("d=3")
    visitor.get("/cases/1/main/0")
    assert "d=" not in visitor.get("/cases/1").headers["Location"]
    visitor.get("/positions/new?game=gate-ruler")
    assert visitor.json("/")["games"][0][0] == "gate-ruler"
    assert visitor.json("/positions/new")["game"] == "gate-ruler"
    visitor.get("/cases?rows=dense")
    assert visitor.json("/cases")["density"] == "dense"


def test_a_ruling_is_edited_with_its_answers_kept_and_compared(visitor: Visitor) -> None:
    there = visitor.post(f"/rulings/godzilla/{COUNTER}/open", edit="1").headers["Location"]
    page = visitor.json(there)
    assert page["follows"] == "1:main"
    answer = visitor.post("/positions/edit", **form_of(page, do="open"))
    assert "/cases/2/main/compare?with=1%3Amain" in answer.headers["Location"]
