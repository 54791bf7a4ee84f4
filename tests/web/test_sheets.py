"""Ruling sheets and notes: kept, edited, version by version; a code on paper leads back to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.play.case import Archive
from judgekit.cases.store import bundle, remarks
from judgekit.web.case import wordings
from judgekit.web.case.notes import Note
from tests.web.table import POSITION, Visitor, app_on

SHEET = "/cases/1/main/2.1/sheet"
STRANGE = POSITION.replace(
    '"counter power" = 2500', '"counter power" = 2500\ntext = "When this sings, the moon answers."'
)


@pytest.fixture
def judge(visitor: Visitor) -> Visitor:
    visitor.post("/positions", text=STRANGE, name="Table 12")
    return visitor


def test_a_sheet_is_kept_version_by_version(judge: Visitor) -> None:
    judge.post(SHEET, answer="Yes.", judge="Kim")
    judge.post(SHEET, answer="Yes.", judge="Kim")  # the same again is no new version
    judge.post(SHEET, answer="No, because of 7.4.3.", judge="Ada")
    page = judge.json(SHEET)
    assert [(one["number"], one["judge"]) for one in page["versions"]] == [(1, "Kim"), (2, "Ada")]
    assert page["fields"]["answer"] == "No, because of 7.4.3."
    assert judge.json(f"{SHEET}?version=1")["fields"]["answer"] == "Yes."
    assert judge.get(f"{SHEET}?version=3").status_code == 404
    assert judge.post(SHEET).status_code == 422


def test_the_code_of_a_kept_sheet_leads_to_it_also_when_the_case_has_grown(judge: Visitor) -> None:
    judge.post(SHEET, answer="Yes.")
    before = judge.json(SHEET)
    question = judge.json("/cases/1/main")["asking"]
    judge.post(
        f"/cases/1/main/{judge.json('/cases/1/main')['at']}/answer", option=question["options"][0]["id"]
    )
    after = judge.json(SHEET)
    assert (after["code"], after["link"]) == (before["code"], before["link"])
    assert judge.get(f"/s/{before['code']}").headers["Location"] == SHEET
    assert judge.get("/s/0000-0000").status_code == 404
    assert before["link"].endswith(f"/s/{before['code']}")
    assert 'class="qr"' in before["picture"]


def test_a_sheet_shows_the_table_and_the_texts_by_hand(judge: Visitor) -> None:
    page = judge.get(SHEET).text
    assert '<span class="mini">Tank <b class="num">×2</b></span>' in page
    assert "When this sings, the moon answers" in page


def test_kept_sheets_are_not_for_a_seat(judge: Visitor) -> None:
    judge.post(SHEET, agreed="B holds a trap")
    page = judge.get(f"{SHEET}?v=A").text
    assert "B holds a trap" not in page
    assert judge.post(SHEET, v="A", agreed="x").status_code == 422


def test_a_note_is_edited_and_its_earlier_words_stay(judge: Visitor) -> None:
    judge.post("/cases/1/main/2.1/note", text="A paused", author="Kim")
    first = _notes(judge)[0]
    judge.post("/cases/1/main/2.1/note", text="A paused for a minute", author="Ada", replaces=str(first.id))
    (now,) = _notes(judge)
    assert (now.text, now.author) == ("A paused for a minute", "Ada")
    assert [text for _, text in now.earlier] == ["A paused"]
    again = judge.post("/cases/1/main/2.1/note", text="otherwise", replaces=str(first.id))
    assert again.status_code == 422
    assert "edited by somebody else" in again.text


def _notes(judge: Visitor) -> list[Note]:
    found = judge.json("/cases/1/main/2.1?t=note")["notes"]
    return [Note(**{**one, "earlier": tuple(map(tuple, one["earlier"]))}) for one in found]


def test_versions_travel_with_the_case_file(judge: Visitor, tmp_path: Path) -> None:
    judge.post("/cases/1/main/2.1/note", text="A paused")
    judge.post("/cases/1/main/2.1/note", text="A paused twice", replaces=str(_notes(judge)[0].id))
    judge.post(SHEET, answer="Yes.")
    path = tmp_path / "case.judgekit"
    with Archive(judge.app.extensions["judgekit"].database) as archive:
        bundle.export(archive.case(1), path)
    with Archive(tmp_path / "other" / "judgekit.sqlite") as archive:
        case = bundle.bring(archive, path)
        assert [one.fields["answer"] for one in remarks.sheets(case, case.branch().id, "2.1")] == ["Yes."]
        assert not archive.store.problems(case.id)
    there = Visitor(app_on(tmp_path / "other" / "judgekit.sqlite"))
    assert [(one.text, one.earlier[0][1]) for one in _notes(there)] == [("A paused twice", "A paused")]


DRAWN = (
    STRANGE.replace("When this sings, the moon answers.", "[Enter] Draw 1 card.")
    .replace("deck = 20", 'deck = ["Scout", "Tank", "Tank"]', 1)
    .replace(
        "[A]\n",
        '[cards.Scout]\ntype = "battle"\nrank = 2\n"counter power" = 4000\n'
        'text = "[Revenge] Draw 2 cards."\n\n[A]\n',
        1,
    )
)


@pytest.fixture
def drawn(visitor: Visitor) -> str:
    """A has played a Tank, which lets A draw the Scout; the address of the sheet at that draw."""
    visitor.post("/positions", text=DRAWN)
    at = visitor.json("/cases/1/main")["at"]
    visitor.post(f"/cases/1/main/{at}/answer", option="play c1")
    while (asking := visitor.json("/cases/1/main"))["asking"] and "Scout" not in str(asking["log"]):
        option = asking["asking"]["options"][0]["id"]
        visitor.post(f"/cases/1/main/{asking['at']}/answer", option=option)
    lines = visitor.json("/cases/1/main")["log"]["lines"]
    at = next(one["at"] for one in lines if "Scout" in str(one))
    return f"/cases/1/main/{at}/sheet"


def test_a_sheet_has_the_wording_of_the_cards_that_decide(visitor: Visitor, drawn: str) -> None:
    cards = {one["name"]: one for one in visitor.json(drawn)["cards"]}
    assert list(cards) == ["Scout", "Tank"]  # in the chain's order; Titan decides nothing
    assert cards["Tank"]["text"] == "[Enter] Draw 1 card."
    assert cards["Scout"]["beside"] == "battle, rank 2, counter power 4\u202f000"
    page = visitor.get(drawn).text
    assert "[Revenge] Draw 2 cards." in page
    assert "The cards that decide" in page


def test_a_seats_sheet_has_no_wording_of_a_card_that_the_seat_does_not_see(
    visitor: Visitor, drawn: str
) -> None:
    for seat, seen in (("A", ["Scout", "Tank"]), ("B", ["Tank"]), ("table", ["Tank"])):
        page = visitor.json(f"{drawn}?v={seat}")
        assert [one["name"] for one in page["cards"]] == seen, seat
        assert ("Scout" in str(page)) is ("Scout" in seen)
        assert ("[Revenge]" in visitor.get(f"{drawn}?v={seat}").text) is ("Scout" in seen)


def test_wordings_have_room_on_a_page(visitor: Visitor, drawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is too long is cut, and a card that no longer fits is counted."""
    monkeypatch.setattr(wordings, "LONGEST", 10)
    assert [one["text"] for one in visitor.json(drawn)["cards"]] == ["[Revenge] …", "[Enter] …"]
    monkeypatch.setattr(wordings, "ROOM", 60)
    page = visitor.json(drawn)
    assert ([one["name"] for one in page["cards"]], page["more_cards"]) == (["Scout"], 1)
    assert "1 more is on the page of the case" in visitor.get(drawn).text
