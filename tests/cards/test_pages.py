"""The library in the browser: pages, their JSON twins, deck lists, the editor's use of it."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judgekit.cards import samples
from judgekit.cards.library import Library
from judgekit.games import NAMES
from tests.cards.lists import GODZILLA, as_csv, as_json
from tests.cards.test_deck_lists import FORMS, picked
from tests.lots import EITHER, rest_is_long
from tests.web.table import Visitor, app_on, links_in

COUNTS = {
    name: len(re.findall('"number"', (samples.folder() / f"{name}.json").read_text("utf-8")))
    for name in NAMES
}


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    return Visitor(app_on(tmp_path / "judgekit.sqlite"))


def send(visitor: Visitor, address: str, fields: dict[str, Any], twin: bool = False) -> Any:
    return visitor.post(f"{address}?format=json" if twin else address, **fields)


def bring(visitor: Visitor, data: bytes, name: str = "list.json", **given: str) -> Any:
    return send(visitor, "/library/import", {"file": (io.BytesIO(data), name), **given})


def test_a_list_is_uploaded_and_its_mapping_shown(visitor: Visitor) -> None:
    page = bring(visitor, as_csv(GODZILLA), "list.csv").get_data(as_text=True)
    assert "3 rows: 3 taken, 0 listed" in page
    assert "counter power" in page
    assert "Pier Gunner" in visitor.get("/library/godzilla").get_data(as_text=True)


def test_a_mapping_is_shown_changed_and_pasted(visitor: Visitor) -> None:
    data = b"Nummer;Wer;Typ;Rang\nZZ-1;Hawk;battle;1\n"
    refused = bring(visitor, data, "list.csv", game="godzilla")
    assert refused.status_code == 422
    assert "call it name in the list, or give a mapping" in refused.get_data(as_text=True)
    said = """game = "godzilla"\nform = "csv"\n[fields]\n"""
    mapping = said + """Nummer = "number"\nWer = "name"\nTyp = "type"\nRang = "rank"\n"""
    page = bring(visitor, data, "list.csv", map=mapping).get_data(as_text=True)
    assert "1 row: 1 taken" in page
    assert "Wer = &#34;name&#34;" in page
    assert "rank" in str(visitor.get("/library/godzilla/1?format=json").get_json()["faces"])


def test_a_wrong_list_says_what_is_wrong(visitor: Visitor) -> None:
    answer = bring(visitor, b"<html/>", "list.xml")
    assert answer.status_code == 422
    assert "Cockatrice" in answer.get_data(as_text=True)


@pytest.mark.parametrize("game", NAMES)
def test_sample_cards_are_one_click_away(visitor: Visitor, game: str) -> None:
    assert send(visitor, "/library/samples", {"game": game}).status_code == 303
    page = visitor.get(f"/library/{game}?format=json").get_json()
    assert page["total"] == COUNTS[game] >= 60


def test_a_card_is_found_and_its_page_shows_everything(visitor: Visitor) -> None:
    bring(visitor, as_json(GODZILLA))
    found = visitor.get("/library/godzilla?q=peer+guner&format=json").get_json()
    card = visitor.get(found["rows"][0]["href"] + "?format=json").get_json()
    assert card["name"] == "Pier Gunner"
    assert card["faces"][0]["verdict"] == "read"
    assert card["clauses"]
    assert card["wordings"][0]["source"] == "list.json"
    for _, href in [*card["clauses"], *card["rulings"], *card["cases"]]:
        assert visitor.get(href).status_code == 200


def test_one_click_puts_a_card_on_a_table(visitor: Visitor) -> None:
    """A15: the link of a card's page leads to a position with it, and that to a case."""
    bring(visitor, as_json(GODZILLA))
    card = visitor.get("/library/godzilla/2?format=json").get_json()
    editor = visitor.get(card["table"] + "&format=json").get_json()
    assert editor["faults"] == []
    assert '"Pier Gunner"' in editor["text"]
    made = send(visitor, "/positions", {"text": editor["text"]}, twin=True).get_json()
    again = visitor.get("/library/godzilla/2?format=json").get_json()
    assert again["cases"][0][1] == made["href"]


@EITHER
@pytest.mark.parametrize("game", rest_is_long(NAMES, 2))
def test_every_link_of_a_cards_page_leads_somewhere(visitor: Visitor, game: str, whole: bool) -> None:
    """A15: clauses, rulings and the table, of one sample card a game or of six."""
    send(visitor, "/library/samples", {"game": game})
    for number in range(1, 60, 10) if whole else (31,):
        page = visitor.get(f"/library/{game}/{number}").get_data(as_text=True)
        links = {link.partition("#")[0] for link in links_in(page)}
        assert any("/positions/new" in link for link in links)
        assert {link: code for link in links if (code := visitor.get(link).status_code) >= 400} == {}


def test_suggestions_come_while_one_types(visitor: Visitor) -> None:
    bring(visitor, as_json(GODZILLA))
    found = visitor.get("/library/suggest?game=godzilla&q=pier").get_json()["found"]
    assert found[0] == {"word": "Pier Gunner", "name": "Pier Gunner", "number": "JK01-002", "type": "battle"}


def test_a_case_keeps_the_wording_it_ran_on(visitor: Visitor) -> None:
    bring(visitor, as_json(GODZILLA))
    text = 'game = "godzilla/1.2"\nat = "main phase"\nturn = "A"\n\n[A]\nhand = ["Pier Gunner"]\n'
    case = send(visitor, "/positions", {"text": text}, twin=True).get_json()["case"]
    bring(visitor, as_json([{**GODZILLA[1], "text": "Draw 5 cards."}]), "later.json", game="godzilla")
    exported = visitor.get(f"/cases/{case}/export.judgekit").get_data(as_text=True)
    assert "[Revenge] Draw 1 card." in exported
    assert "Draw 5 cards." not in exported


def test_the_report_is_a_page_and_json(visitor: Visitor) -> None:
    bring(
        visitor,
        as_json([*GODZILLA, {**GODZILLA[2], "number": "JK01-004", "name": "Odd", "text": "Zorp the quib."}]),
    )
    page = visitor.get("/library/godzilla/report").get_data(as_text=True)
    assert "Zorp the quib" in page
    twin = visitor.get("/library/godzilla/report?format=json").get_json()["report"]
    assert twin["counts"] == {"read": 3, "by hand": 1}


def test_a_card_described_by_hand_goes_into_the_library_by_one_button(visitor: Visitor) -> None:
    form = {
        "game": "godzilla", "edition": "1.2", "head/turn": "A", "head/at": "main phase",
        "card/0/name": "Kept One",
        "card/0/is/type": "battle", "card/0/is/rank": "2", "card/0/is/counter power": "3000",
        "card/0/text": "[Enter] Draw 1 card.", "pile/A/hand/0/card": "Kept One", "do": "keep:card/0",
    }  # fmt: skip
    editor = send(visitor, "/positions/edit", form, twin=True).get_json()
    assert (editor["cards"], editor["faults"]) == ([], [])
    found = visitor.get("/library/godzilla?q=kept&format=json").get_json()["rows"]
    assert [row["name"] for row in found] == ["Kept One"]


def test_the_line_names_cards_by_the_end_of_their_number(visitor: Visitor) -> None:
    bring(visitor, as_json(GODZILLA))
    form = {"game": "godzilla", "edition": "1.2", "head/turn": "A", "head/at": "main phase", "do": "add",
            "quick": 'A hand 002 "night signal" zone-1 001 invading'}  # fmt: skip
    editor = send(visitor, "/positions/edit", form, twin=True).get_json()
    assert editor["faults"] == []
    assert 'hand = ["Pier Gunner", "night signal"]' in editor["text"]


def test_two_pasted_decks_begin_a_game(visitor: Visitor) -> None:
    send(visitor, "/library/samples", {"game": "godzilla"})
    lists = [path.read_text("utf-8") for path in samples.decks("godzilla")]
    form = {"deckA": lists[0], "deckB": lists[1]}
    page = send(visitor, "/library/godzilla/decks", {**form, "do": "check"}, twin=True).get_json()
    assert [side["legal"] for side in page["sides"]] == [True, True]
    begun = send(visitor, "/library/godzilla/decks", {**form, "do": "start", "seed": "5"}, twin=True)
    assert begun.status_code == 201
    assert visitor.get(begun.get_json()["href"]).status_code in (200, 302)


def test_every_form_of_a_deck_list_can_be_pasted(visitor: Visitor, sampled: Callable[[str], Library]) -> None:
    send(visitor, "/library/samples", {"game": "gate-ruler"})
    cards = picked(sampled("gate-ruler"), "gate-ruler", seed=5)
    for form, written in FORMS.items():
        page = send(visitor, "/library/gate-ruler/decks", {"deckA": written(cards), "deckB": ""}, twin=True)
        (side, _) = page.get_json()["sides"]
        assert (side["asked"], side["problem"]) == ([], ""), form
        assert sum(n for _, n in side["piles"]) == sum(n for n, _, _ in cards), form


def test_a_line_in_doubt_is_asked_and_answered(visitor: Visitor) -> None:
    send(visitor, "/library/samples", {"game": "godzilla"})
    first, second = (path.read_text("utf-8") for path in samples.decks("godzilla"))
    wrong = first.replace("JG01-007 Deep Trench Walker", "Deep Trench Wlker")
    form = {"deckA": wrong, "deckB": second, "do": "start", "seed": "5"}
    page = send(visitor, "/library/godzilla/decks", form)
    assert page.status_code == 422
    text = page.get_data(as_text=True)
    assert "Deep Trench Wlker" in text
    assert '<option value="JG01-007">' in text
    begun = send(visitor, "/library/godzilla/decks", {**form, "answer/A/4": "JG01-007"}, twin=True)
    assert begun.status_code == 201


def test_texts_leave_only_when_they_are_asked_for(visitor: Visitor) -> None:
    bring(visitor, as_json(GODZILLA))
    bare = visitor.get("/library/godzilla/export.judgecards").data
    whole = visitor.get("/library/godzilla/export.judgecards?texts=1").data
    assert len(whole) > len(bare)


@pytest.mark.parametrize(
    "address",
    ["/library/nothing", "/library/godzilla/999", "/library/suggest?game=x&q=a", "/library/x/decks"],
)
def test_what_is_not_there_is_told(visitor: Visitor, address: str) -> None:
    assert visitor.get(address).status_code == 404


def test_a_new_card_comes_in_the_middle_of_a_case(visitor: Visitor) -> None:
    """Any moment of a case opens in the editor, and the library is at hand there."""
    bring(visitor, as_json(GODZILLA))
    text = 'game = "godzilla/1.2"\nat = "main phase"\nturn = "A"\n\n[A]\nhand = ["JK01-003"]\n'
    made = send(visitor, "/positions", {"text": text}, twin=True).get_json()
    editor = visitor.get(f"/cases/{made['case']}/main/0/edit?format=json").get_json()
    added = editor["text"].replace("[A]\n", '[A]\n"zone 2" = ["Pier Gunner"]\n', 1)
    again = send(visitor, "/positions", {"text": added}, twin=True)
    assert again.status_code == 201
    exported = visitor.get(f"/cases/{again.get_json()['case']}/export.judgekit").get_data(as_text=True)
    assert "[Revenge] Draw 1 card." in exported


def test_a_card_that_is_not_read_has_its_page_and_its_place_in_a_deck(visitor: Visitor) -> None:
    send(visitor, "/library/samples", {"game": "godzilla"})
    odd = {
        **GODZILLA[1],
        "number": "JG01-001",
        "name": "Harbor Sentinel",
        "text": "Zorp the quib.",
        "colors": ["white"],
    }
    bring(visitor, as_json([odd]), "later.json", game="godzilla")
    assert visitor.get("/library/godzilla/1").status_code == 200
    lists = [path.read_text("utf-8") for path in samples.decks("godzilla")]
    odd_deck = lists[0].replace("4 JG01-003 Column Breaker", "4 JG01-001 Harbor Sentinel")
    form = {"deckA": odd_deck, "deckB": lists[1], "do": "start", "seed": "5"}
    assert send(visitor, "/library/godzilla/decks", form, twin=True).status_code == 201


def test_a_long_report_is_worked_out_beside_the_page(visitor: Visitor) -> None:
    send(visitor, "/library/samples", {"game": "godzilla"})
    answer = visitor.get("/library/godzilla/report")
    assert answer.status_code == 303
    if (job := answer.headers["Location"]).startswith("/jobs/"):
        visitor.app.extensions["judgekit"].jobs.find(int(job.rpartition("/")[2])).is_over.wait(120)
    assert "Every text is read" in visitor.get("/library/godzilla/report").get_data(as_text=True)


def test_two_lists_are_compared_and_the_winner_of_each_card_is_taken(visitor: Visitor) -> None:
    rows = [
        {"name": "Oak", "number": "X1-001", "type": "battle", "rank": 1, "text": "Draw 1 card."},
        {"name": "Elm", "number": "X1-002", "type": "battle", "rank": 1, "text": "Draw 2 cards."},
    ]
    other = [{**rows[0], "text": "Discard 1 card."}, {**rows[1], "text": "Discard 2 cards."}]
    page = _lists(visitor, rows, other)
    assert "<del>Draw</del> <ins>Discard</ins> 1 card." in page
    pair = re.search(r'name="pair" value="([^"]+)"', page)
    assert pair
    send(visitor, "/library/godzilla/choose", {"pair": pair[1], "wins/X1-001": "first", "default": "second"})
    texts = {name: visitor.get(f"/library/godzilla?q={name}") for name in ("Oak", "Elm")}
    assert all(name in found.get_data(as_text=True) for name, found in texts.items())
    told = [visitor.get(f"/library/godzilla/{at}?format=json").get_json() for at in (1, 2)]
    assert {one["name"]: one["faces"][0]["text"] for one in told} == {
        "Oak": "Draw 1 card.", "Elm": "Discard 2 cards.",
    }  # fmt: skip
    gone = send(visitor, "/library/godzilla/choose", {"pair": "nothing"})
    assert gone.status_code == 422


def _lists(visitor: Visitor, first: list[Any], second: list[Any]) -> str:
    files = {
        name: (io.BytesIO(json.dumps(rows).encode()), f"{name}.json")
        for name, rows in (("first", first), ("second", second))
    }
    answer = send(visitor, "/library/godzilla/compare", files)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return html.unescape(str(answer.get_data(as_text=True)))


def test_a_card_is_reworded_on_its_page_and_the_earlier_wording_stays(visitor: Visitor) -> None:
    send(visitor, "/library/samples", {"game": "godzilla"})
    form = {"text": "Draw 7 cards.", "kind": "errata", "day": "2099-01-01", "note": "the head judge"}
    assert send(visitor, "/library/godzilla/1/reword", form).status_code == 303
    page = visitor.get("/library/godzilla/1?format=json").get_json()
    assert [one["kind"] for one in page["wordings"]] == ["print", "errata"]
    assert page["wordings"][-1]["text"].endswith("Draw 7 cards.")
    assert send(visitor, "/library/godzilla/1/reword", {**form, "kind": "song"}).status_code == 422
    assert send(visitor, "/library/godzilla/1/reword", {**form, "day": "May"}).status_code == 422
