"""The page of a case: what is seen at each place, and what can be done there."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from judgekit import paths
from judgekit.games import game as find_game
from judgekit.web.case.page import book_links
from judgekit.web.rulings.views import shortened
from judgekit.web.services import Desk
from tests.lots import EITHER, lot
from tests.web.table import COUNTER, POSITION, Visitor, app_on, first_ruling, links_in, random_text

STATIC = ("judgekit.css", "case.css", "case.js", "keys.js", "strip.js", "search.js")
GAMES = ("godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic")


def desk_of(visitor: Visitor) -> Desk:
    found = visitor.app.extensions["judgekit"]
    assert isinstance(found, Desk)
    return found


def move(page: dict[str, Any], name: str) -> str:
    return next(str(one["href"]) for one in page["moves"] if one["name"] == name)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_each_game_names_its_areas_as_the_book_does(visitor: Visitor, game: str) -> None:
    name = first_ruling(game)
    if not name:
        pytest.skip(f"no ruling of {game} yet")
    page = visitor.get(visitor.open_ruling(game, name)).text
    for spec in find_game(game).areas:
        if spec.row >= 0:
            assert spec.title.replace("&", "&amp;") in page
    assert page.count('class="side ') == 2


def test_every_area_links_to_its_clause(visitor: Visitor) -> None:
    page = visitor.json(visitor.open_ruling("godzilla", COUNTER))
    areas = page["board"]["near"]["areas"]
    assert {a["href"] for a in areas if a["where"] == "A.hand"} == {"/rules/godzilla/1.2/4.9"}
    assert all(area["href"] for area in areas)


def test_the_page_is_read_from_what_happened_to_what_can_be_asked(visitor: Visitor) -> None:
    """Whoever hears the page or goes through it by Tab comes to the log last."""
    page = visitor.get(visitor.open_ruling("godzilla", COUNTER)).text
    parts = ("trust", "process", "now", "board", "transport", "question", "inspector", "tools", "log")
    at = [page.index(f'id="{part}"') for part in parts]
    assert at == sorted(at)


def test_every_step_of_a_case_has_a_page_at_every_depth(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    for depth in (1, 2, 3, 4):
        address, seen, page = f"/cases/1/main/0?d={depth}", 0, {}
        while address:
            page = visitor.json(address)
            address, seen = move(page, "next"), seen + 1
        assert page["is_end"]
        assert seen > 1


def test_going_back_comes_by_the_same_places(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)

    def walk(address: str, name: str) -> list[str]:
        places = []
        while address:
            page = visitor.json(address)
            places.append(page["at"])
            address = move(page, name)
        return places

    there = walk("/cases/1/main/0", "next")
    assert walk(f"/cases/1/main/{there[-1]}", "back") == there[::-1]


def test_the_log_gets_longer_with_its_depth(reader: Visitor) -> None:
    totals = [reader.json(f"/cases/1/main/0?d={depth}")["log"]["total"] for depth in (1, 2, 3, 4)]
    assert totals == sorted(totals)
    assert totals[0] < totals[3]


@pytest.mark.parametrize("tab", ["why", "whynot", "ledger", "diff", "rule", "note"])
@pytest.mark.parametrize("seat", ["judge", "A", "B", "table"])
def test_every_tab_is_there_for_every_seat(reader: Visitor, tab: str, seat: str) -> None:
    assert reader.get(f"/cases/1/main/120?t={tab}&v={seat}").status_code == 200


def test_why_leads_back_with_clauses(reader: Visitor) -> None:
    page = reader.json("/cases/1/main/0?d=1")
    while "chooses" not in page["said"]:
        page = reader.json(move(page, "next"))
    after = reader.json(move(page, "next"))
    edges = [link["edge"] for link in after["why"]]
    assert edges[0] == ""
    assert set(edges[1:]) <= {
        "caused by", "chosen by", "allowed by", "required by", "replaced by", "ordered by",
    }  # fmt: skip
    assert all(link["clause"]["number"] for link in after["why"])


def test_what_is_refused_names_the_clause_that_refuses(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main?t=whynot")
    assert page["asking"]["is_open"]
    refused = [one for one in page["why_not"]["actions"] if not one["ok"]]
    assert refused
    for one in refused:
        first = next(check for check in one["checks"] if check["first"])
        assert first["clause"]["number"]


def test_an_answer_goes_on_and_leads_to_what_it_did(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main")
    option = page["asking"]["options"][0]
    answer = visitor.post(f"/cases/1/main/{page['at']}/answer", option=option["id"])
    after = visitor.json(answer.headers["Location"])
    assert option["label"].lower().removesuffix(" (1st of 2)") in after["said"].lower()
    assert after["trust"]["status"] == "verified"


def test_an_answer_that_is_not_offered_is_refused_in_words(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    at = visitor.json("/cases/1/main")["at"]
    answer = visitor.post(f"/cases/1/main/{at}/answer", option="fly away")
    assert answer.status_code == 422
    assert "is not offered" in answer.text


def test_choosing_differently_begins_a_branch_that_is_named_after_the_choice(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    first = visitor.json("/cases/1/main")
    options = [one["id"] for one in first["asking"]["options"]]
    visitor.post(f"/cases/1/main/{first['at']}/answer", option=options[0])
    answer = visitor.post(f"/cases/1/main/{first['at']}/answer", option=options[-1], apart="1")
    assert answer.headers["Location"].startswith("/cases/1/do%20nothing/")
    lines = visitor.json(answer.headers["Location"])["lines"]
    assert [line["name"] for line in lines] == ["main", "do nothing"]
    assert "<b>Branch do nothing</b> starts here" in visitor.get(answer.headers["Location"]).text
    page = visitor.json("/cases/1/main/compare?with=1:do nothing")
    assert page["cause"] == "answer"
    assert any(not row["same"] for row in page["rows"])
    assert not page["alike"]


def test_an_answer_leads_to_the_next_question_and_tells_what_happened_in_between(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    first = visitor.json("/cases/1/main")
    answer = visitor.post(f"/cases/1/main/{first['at']}/answer", option=first["asking"]["options"][0]["id"])
    page = visitor.get(answer.headers["Location"])
    assert 'id="question" aria-label="Question" tabindex="-1" data-open' in page.text
    assert "Since the answer: A chooses to play Tank" in page.text
    assert "Step through" in page.text
    after = visitor.json("/cases/1/main")
    assert after["asking"]["is_open"]
    assert f"/cases/1/main/{after['seq']}?" in answer.headers["Location"]


@pytest.mark.parametrize("order", [1, -1])
def test_an_answer_that_was_given_before_leads_to_where_it_was_given(visitor: Visitor, order: int) -> None:
    """The same options ticked in another order are the same answer; so is one of another branch."""
    visitor.post("/positions", text=POSITION)
    first = visitor.json("/cases/1/main")
    ids = [one["id"] for one in first["asking"]["options"]][::order]
    there = f"/cases/1/main/{first['at']}/answer"
    made = [visitor.post(there, option=one, apart="1") for one in (ids[0], ids[-1])]
    again = [visitor.post(there, option=one) for one in (ids[0], ids[-1])]
    assert [one.headers["Location"] for one in again] == [one.headers["Location"] for one in made]
    assert len(visitor.json("/cases/1/main")["lines"]) == 2


def test_the_boards_of_two_lines_are_shown_where_they_look_different(visitor: Visitor) -> None:
    """Two answers move nothing yet: the boards are those after what came of them."""
    visitor.post("/positions", text=POSITION)
    play = visitor.json("/cases/1/main")["asking"]["options"][0]["id"]
    visitor.post(f"/cases/1/main/{visitor.json('/cases/1/main')['at']}/answer", option=play)
    page = visitor.json("/cases/1/main")
    for option in page["asking"]["options"][:2]:
        visitor.post(f"/cases/1/main/{page['at']}/answer", option=option["id"], apart="1")
    two = visitor.json("/cases/1/main/compare?with=1:A's Zone 3")
    places = [
        area["title"]
        for side in ("left_board", "right_board")
        for area in two[side]["near"]["areas"]
        if any(card["came"] for card in area["cards"])
    ]
    assert len(set(places)) == 2


def test_options_that_read_the_same_are_told_apart_by_their_cards(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    asking = visitor.json("/cases/1/main")["asking"]
    told = [one["label"] for one in asking["options"]]
    assert told[:2] == ["Play Tank (1st of 2)", "Play Tank (2nd of 2)"]
    assert told[-1] == "Do nothing"
    assert len(set(told)) == len(told)
    assert asking["wants"] == ""  # one of the buttons: nothing needs to be said about how many


def test_the_phase_in_which_the_next_turn_begins_is_of_the_turn_before(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    lines = visitor.json("/cases/1/main")["log"]["lines"]
    at = next(n for n, line in enumerate(lines) if line["text"].startswith("Turn 2 (B) begins"))
    assert not lines[at]["section"].startswith("Turn 2")
    assert lines[at + 1]["section"].startswith("Turn 2")


def test_numbers_of_a_player_are_told_in_the_games_words(visitor: Visitor) -> None:
    visitor.open_ruling("gate-ruler", "15-23a-a-borrowed-unit-comes-home-to-a-full-house")
    told = [line["text"] for line in visitor.json("/cases/1/main")["log"]["lines"]]
    assert "B's Summon cap before effects: unlimited → 2." in told


def test_crumbs_have_headings_that_say_something(visitor: Visitor) -> None:
    """`Overview` of the seventh chapter is told by the chapter."""
    crumbs = visitor.json(visitor.open_ruling("godzilla", COUNTER))["process"]
    assert [one["clause"]["title"] for one in crumbs] == ["Progress of the game", "Counter phase"]


def test_what_leads_from_clause_to_clause_is_worked_out_once() -> None:
    """Every step with the rule tab open asks for it."""
    book = find_game("godzilla").rules("1.2").book
    assert book_links(book) is book_links(book)


def test_from_a_choice_one_link_leads_to_where_it_can_be_another(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    first = visitor.json("/cases/1/main")
    visitor.post(f"/cases/1/main/{first['at']}/answer", option=first["asking"]["options"][0]["id"])
    choice = visitor.json(move(visitor.json("/cases/1/main/0"), "next"))
    asked = visitor.json(choice["otherwise"])
    assert [one["id"] for one in asked["asking"]["options"]] == [o["id"] for o in first["asking"]["options"]]
    assert not asked["asking"]["is_open"]
    assert asked["otherwise"] == ""
    assert "choose differently" in visitor.get(choice["href"]).text


def test_two_who_give_the_same_answer_at_once_make_one_branch(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main")
    option = page["asking"]["options"][0]["id"]
    for _ in range(2):
        visitor.post(f"/cases/1/main/{page['at']}/answer", option=option)
    assert len(visitor.json("/cases/1/main")["lines"]) == 1


def test_a_fork_a_note_and_a_correction(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    at = visitor.json("/cases/1/main")["at"]
    forked = visitor.post(f"/cases/1/main/{at}/fork", name="idea")
    assert forked.headers["Location"].startswith("/cases/1/idea")
    visitor.post(f"/cases/1/main/{at}/note", text="look here", author="J")
    assert visitor.json(f"/cases/1/main/{at}?t=note")["notes"][0]["text"] == "look here"
    wrong = {"number": "A.rage", "value": "3"}
    answer = visitor.post(f"/cases/1/main/{at}/correct", why="a counter was forgotten", by="J", **wrong)
    page = visitor.json(answer.headers["Location"])
    assert "a counter was forgotten" in page["said"]
    assert len(page["trust"]["corrections"]) == 1
    assert page["diff"][0]["after"] == "3"
    nameless = visitor.post(f"/cases/1/main/{at}/correct", why="", by="", **wrong)
    assert nameless.status_code == 422


def test_a_card_is_corrected_by_its_number_as_the_board_has_it(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main")
    hand = next(area for area in page["board"]["near"]["areas"] if area["where"] == "A.hand")
    card = f"c{hand['cards'][0]['id']}"
    answer = visitor.post(
        f"/cases/1/main/{page['at']}/correct", card=card, to="A.discard pile", why="it was discarded", by="J"
    )
    after = visitor.json(answer.headers["Location"])
    assert [(row["before"], row["after"]) for row in after["diff"]] == [("A's hand", "A's discard pile")]
    nowhere = visitor.post(f"/cases/1/main/{page['at']}/correct", card="c999", to="A.hand", why="x", by="J")
    assert nowhere.status_code == 422
    assert "There is no card" in nowhere.text


def test_a_seat_sees_no_hidden_card(reader: Visitor) -> None:
    def their_hand(seat: str) -> list[dict[str, Any]]:
        page = reader.json(f"/cases/1/main/200?v={seat}")
        return next(area["cards"] for area in page["board"]["far"]["areas"] if area["where"] == "B.hand")

    assert {card["name"] for card in their_hand("judge")} != {"Hidden card"}
    for seat in ("A", "table"):
        assert {card["name"] for card in their_hand(seat)} == {"Hidden card"}
        assert all(card["href"] == "" for card in their_hand(seat))


def test_the_other_players_question_is_not_shown_to_a_seat(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main?v=B")
    assert page["asking"]["options"] == []
    answer = visitor.post(f"/cases/1/main/{page['at']}/answer", option="pass", v="B")
    assert answer.status_code == 422


def test_another_edition_is_run_and_compared(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    answer = visitor.post("/cases/1/main/0/edition", edition="1.00")
    assert answer.status_code == 303, answer.text
    page = visitor.json(answer.headers["Location"])
    assert page["cause"] == "edition"
    assert page["right"]["edition"] == "godzilla/1.00"
    assert page["alike"]
    assert "is the same on both sides" in visitor.get(answer.headers["Location"]).text


def test_another_reading_is_run_and_compared(visitor: Visitor) -> None:
    visitor.post("/positions", text=random_text())
    readings = visitor.json("/cases/1/main")["trust"]["readings"]
    if not readings:
        pytest.skip("no reading mattered so early")
    one = readings[0]
    other = next(key for key, _ in one["choices"] if key != one["choice"])
    answer = visitor.post("/cases/1/main/0/reading", doubt=one["doubt"], choice=other)
    assert visitor.json(answer.headers["Location"])["right"]["branch"] == f"{one['doubt']} {other}"


def test_the_ruling_sheet_has_what_was_filled_in_and_what_it_rests_on(reader: Visitor) -> None:
    page = reader.get("/cases/1/main/120/sheet?title=Table+4&question=May+A%3F").text
    assert "Table 4" in page
    assert "May A?" in page
    assert reader.json("/cases/1/main/120/sheet")["head"][:16] in page


def test_a_moment_is_exported_as_a_position_that_goes_on(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    at = visitor.json("/cases/1/main")["at"]
    text = visitor.get(f"/cases/1/main/{at}/export.toml").text
    assert visitor.post("/positions", text=text).status_code == 303
    assert visitor.json("/cases/2/main")["asking"]["is_open"]


def test_a_whole_link_opens_the_same_view_elsewhere(visitor: Visitor, tmp_path: Path) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main?t=diff")
    link = visitor.json(f"/cases/1/main/{page['at']}/link?t=diff")["whole"]
    assert link.startswith("/p/z~")
    other = Visitor(app_on(tmp_path / "elsewhere.sqlite"))
    assert "answers" in other.get(link).text
    answer = other.post(link)
    assert answer.headers["Location"] == f"/cases/1/main/{page['at']}?t=diff"
    assert other.json(answer.headers["Location"])["said"] == page["said"]
    assert other.get("/p/z~nonsense").status_code == 422


def test_a_line_is_verified_by_a_job(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    job = visitor.post("/cases/1/main/verify").headers["Location"]
    for _ in range(2000):
        told = visitor.json(f"{job}?format=json")["job"]
        if told["status"] != "running":
            break
        time.sleep(0.05)
    assert told["status"] == "done"


def test_the_page_of_a_long_case_is_light(reader: Visitor) -> None:
    page = reader.get("/cases/1/main/200").data
    static = sum(len(reader.get(f"/static/{name}").data) for name in STATIC)
    assert len(page) + static < 170_000


def test_a_step_sends_what_changes_and_nothing_else(reader: Visitor) -> None:
    """Board and tab alone; the log and the timeline when they are asked for, the tab by itself likewise."""
    ids = {
        part: set(re.findall(r'id="(step-data|board|inspector|strip|log|transport)"', _part(reader, part)))
        for part in ("board", "1", "tab")
    }
    assert ids["board"] == {"step-data", "board", "inspector"}
    assert ids["1"] == {"step-data", "board", "inspector", "strip", "log"}
    assert ids["tab"] == {"inspector"}


def _part(reader: Visitor, part: str, asked: str = "") -> str:
    return str(reader.get(f"/cases/1/main/100?part={part}{asked}").text)


def test_a_tab_that_takes_longer_follows_the_board(reader: Visitor) -> None:
    assert "data-later" in _part(reader, "board", "&t=whynot")
    assert 'class="attempt"' not in _part(reader, "board", "&t=whynot")
    later = _part(reader, "tab", "&t=whynot")
    assert 'class="attempt"' in later
    assert "data-later" not in later
    assert 'class="attempt"' in reader.get("/cases/1/main/100?t=whynot").text


def test_the_moves_of_a_fragment_are_those_of_the_page(reader: Visitor) -> None:
    page = reader.json("/cases/1/main/100?d=3&t=rule")
    leads = re.search(r'data-moves="([^"]*)"', _part(reader, "board", "&d=3&t=rule"))
    assert leads
    found = dict(one.split("=", 1) for one in leads[1].replace("&amp;", "&").split())
    for one in page["moves"]:
        to = found.get(one["name"], "")
        full = f"/cases/1/main/{to}?d=3&t=rule" if to and not to.startswith("/") else to
        assert full == one["href"], one["name"]


def test_an_area_that_stays_as_it_is_is_drawn_the_same_at_every_place(reader: Visitor) -> None:
    """Links on a board are within its page: only so can a step leave alone what it did not change."""
    page = reader.json("/cases/1/main/100?d=4")
    there = reader.json(move(page, "next"))
    ours, theirs = (
        {area["where"]: area for side in ("near", "far") for area in one["board"][side]["areas"]}
        for one in (page, there)
    )
    assert sum(ours[where] == theirs[where] for where in ours) > len(ours) / 2
    cards = [card for area in ours.values() for card in area["cards"] if card["id"] > 0]
    assert all(card["href"] == f"?d=4&t=ledger&card={card['id']}" for card in cards if card["face"] == "up")
    assert reader.json(f"/cases/1/main/100{cards[0]['href']}")["card"] == cards[0]["id"]


def test_the_cards_that_a_correction_can_name_come_when_they_are_wanted(reader: Visitor) -> None:
    assert "<option value=" not in reader.get("/cases/1/main/100").text.partition('id="pick-card"')[2][:200]
    page = reader.json("/cases/1/main/100")
    hand = next(a for a in page["board"]["near"]["areas"] if a["where"] == "A.hand")
    card = hand["cards"][0]
    assert f'<option value="c{card["id"]}">{card["name"]}, ' in _part(reader, "picks")
    assert '<option value="A.hand">' in _part(reader, "picks")


def test_an_address_with_game_and_edition_leads_to_the_case(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    visitor.post("/cases/1/main/2/fork", name="what/if")
    to = visitor.get("/g/godzilla/1.2/p/1?l=what/if&e=2&v=B&t=rule&d=3").headers["Location"]
    assert to == "/cases/1/what~sif/2?d=3&v=B&t=rule"
    assert visitor.get(to).status_code == 200
    assert visitor.get("/g/godzilla/1.2/p/1").headers["Location"].startswith("/cases/1/main/")
    whole = visitor.json("/cases/1/main/0/link")["whole"]
    assert visitor.get(f"/g/godzilla/1.2{whole}").headers["Location"] == whole
    for wrong, told in (
        ("godzilla/1.00/p/1", "is of godzilla/1.2"),
        ("godzilla/1.2/p/x", "neither the number of a case"),
    ):
        answer = visitor.get(f"/g/{wrong}")
        assert answer.status_code == 404
        assert told in answer.text


def test_a_case_of_a_ruling_has_a_name_of_whole_words() -> None:
    question = (
        "The same loop, but B's Sniper lets B discard a card to destroy a Flag card whenever A gains rage"
    )
    name = shortened(question)
    assert len(name) <= 90
    assert question.startswith(name.removesuffix(" …"))
    assert question[len(name) - 2] == " "
    assert shortened("Who wins?") == "Who wins?"


@EITHER
def test_no_link_of_a_page_is_broken(visitor: Visitor, whole: bool) -> None:
    """Of each page ten links from all over, or all."""
    address = visitor.open_ruling("godzilla", COUNTER)
    seen: set[str] = set()
    for page in ("/", address, f"{address}?t=rule", "/rules", "/rules/godzilla/1.2", "/rulings?clause=7.4"):
        found = dict.fromkeys(link.partition("#")[0] for link in links_in(visitor.get(page).text))
        for plain in lot((link for link in found if link not in seen), 10, whole):
            if "export" not in plain:
                seen.add(plain)
                assert visitor.get(plain).status_code in (200, 302, 303), (page, plain)


@pytest.mark.parametrize("name", ["a/b", "~s/", "..", "export.judgekit", "50 % ~t?#"])
def test_a_line_of_any_name_has_an_address(visitor: Visitor, name: str) -> None:
    visitor.post("/positions", text=POSITION)
    case = desk_of(visitor).archive.case(1)
    case.fork(case.branch(), 0, name)
    page = visitor.json("/cases/1/main/0")
    href = next(line["href"] for line in page["lines"] if line["name"] == name)
    there = visitor.json(href)
    assert there["branch"] == name
    assert visitor.json(move(there, "last") or href)["branch"] == name
    assert visitor.get(f"{there['root']}/0/export.toml").status_code == 200
    assert visitor.json(f"{there['root']}/compare?with=1:main")["left"]["branch"] == name


def test_bookkeeping_is_told_among_the_kernel_events_alone(visitor: Visitor) -> None:
    visitor.open_ruling("gate-ruler", "9-3g-1-priority-exchange-of-depth-five")

    def told(depth: int) -> set[str]:
        lines = visitor.json(f"/cases/1/main/0?d={depth}")["log"]["lines"]
        return {line["text"] for line in lines if line["text"].startswith(("Priority", "Passes"))}

    assert told(1) == told(2) == told(3) == set()
    assert told(4)


def test_a_skill_is_told_once_from_pending_to_resolved(visitor: Visitor) -> None:
    text = (paths.fixtures() / "positions" / "dragon-ball-super" / "five-pending-skills.toml").read_text()
    visitor.post("/positions", text=text)

    def answered(word: str) -> Any:
        at = visitor.json("/cases/1/main")["at"]
        return visitor.json(visitor.post(f"/cases/1/main/{at}/answer", option=word).headers["Location"])

    def skills(page: Any, name: str) -> list[Any]:
        return [one for one in page["log"]["lines"] if one["text"].startswith(f"{name}'s skill")]

    before = answered("Play Rookie")
    assert [one["text"] for one in skills(before, "Rookie")] == ["Rookie's skill (A) is pending."]
    (after,) = skills(answered("Rookie"), "Rookie")
    assert after["text"] == "Rookie's skill (A) is activated."
    assert [stage["name"] for stage in after["stages"]] == ["pending", "activated", "resolved"]
    assert visitor.json(after["stages"][0]["href"])["said"] == "Rookie's skill (A) is pending."
    told = {line["text"] for line in visitor.json("/cases/1/main/17?d=3")["log"]["lines"]}
    assert "Rookie's skill (A) is pending." in told


def test_an_announcement_is_told_as_one(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    at = visitor.json("/cases/1/main")["at"]
    page = visitor.json(
        visitor.post(f"/cases/1/main/{at}/announce", player="B", what="concede").headers["Location"]
    )
    assert page["said"] == "B announces: concede."
    assert page["acting"]["number"] == "1.2.3"
    line = next(one for one in page["log"]["lines"] if one["current"])
    assert (line["kind"], line["glyph"], line["indent"]) == ("announcement", "❢", 0)
    assert visitor.json(move(page, "next"))["said"] == "A wins the game."


def test_a_comparison_begins_with_what_came_out(visitor: Visitor) -> None:
    """Two answers, two tables: the result and what lies where differ, the rest is left out."""
    visitor.post("/positions", text=POSITION)
    first = visitor.json("/cases/1/main")
    ids = [one["id"] for one in first["asking"]["options"]]
    for option in (ids[0], ids[-1]):
        visitor.post(f"/cases/1/main/{first['at']}/answer", option=option, apart="1")
    rows = visitor.json("/cases/1/main/compare?with=1:do nothing")["outcomes"]
    assert rows[0]["what"] == "Result"
    assert rows[0]["left"] != rows[0]["right"]
    assert all(row["left"] != row["right"] for row in rows[1:])
    page = visitor.get("/cases/1/main/compare?with=1:do nothing").text
    assert page.index(">Outcome<") < page.index("Where they part") < page.index("Event by event")


def test_a_case_is_compared_with_another_case(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    visitor.post("/positions", text=POSITION.replace('hand = ["Tank"]', 'hand = ["Tank", "Tank"]'))
    rows = visitor.json("/cases/1/main/compare?with=2:main")["outcomes"]
    assert {"what": "B's Hand", "left": "–", "right": "Tank"} in rows
    assert '"2:main"' in visitor.get("/cases/1/main/0?part=picks").text


def test_a_branch_that_ended_wears_its_result(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    at = visitor.json("/cases/1/main")["at"]
    visitor.post(f"/cases/1/main/{at}/announce", player="A", what="concede")
    assert [line["badge"] for line in visitor.json("/cases/1/main")["lines"]] == ["B wins"]


def test_why_not_is_grouped_by_card_and_no_two_labels_are_the_same(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    told = visitor.json("/cases/1/main?t=whynot")["why_not"]
    assert "Tank" in [group["title"] for group in told["groups"]]
    labels = [(one["player"], one["label"]) for one in told["actions"]]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("game", "ruling"),
    [
        ("luck-and-logic", "9.9.1.6-an-effect-that-depends-on-another"),
        ("dragon-ball-super", "4-7-3-counter-chain-of-four"),
        ("gate-ruler", "9-3g-1-priority-exchange-of-depth-five"),
    ],
)
def test_why_not_answers_at_every_place_in_the_middle_of_a_clause_too(
    visitor: Visitor, game: str, ruling: str
) -> None:
    visitor.open_ruling(game, ruling)
    head = visitor.json("/cases/1/main/cursor")["head"]
    for seq in range(0, head, max(1, head // 12)):
        told = visitor.json(f"/cases/1/main/{seq}.1?t=whynot&card=1")
        assert told["why_not"]["actions"], seq
        assert told["why_not"]["rules"], seq
        if not told["between"]:
            for one in told["why_not"]["actions"]:
                first = next(check for check in one["checks"] if not check["ok"])
                assert first["found"] == "this clause is still being carried out"
                assert not one["last"], "a moment that lies between two clauses is asked about there"


def test_a_gist_is_never_told_as_an_event(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    lines = visitor.json("/cases/1/main/17?d=3")["log"]["lines"]
    assert not [line["text"] for line in lines if line["text"] == line["clause"]["gist"]]


def test_a_text_that_is_not_read_is_named_in_the_strip_and_marked_on_its_card(visitor: Visitor) -> None:
    text = POSITION.replace("[cards.Titan]", 'text = "[Enter] Frobnicate 1 card."\n\n[cards.Titan]')
    begun = visitor.post("/positions", text=text, name="by hand").headers["Location"]
    page = visitor.json(begun)
    assert page["trust"]["by_hand"] == [["Tank", "Frobnicate 1 card"]]
    assert "1 text by hand" in visitor.get(begun, follow_redirects=True).text
    hand = next(area for area in page["board"]["near"]["areas"] if area["where"] == "A.hand")
    assert [card["marks"] for card in hand["cards"]] == [["text by hand"]] * 2
    looking_on = visitor.json(f"{begun.partition('?')[0]}?v=table")
    assert looking_on["trust"]["by_hand"] == [], "who does not see the cards does not see their words"


def test_the_timeline_names_turns_phases_and_the_steps_of_an_attack(visitor: Visitor) -> None:
    at = str(visitor.post("/samples", file="gate-ruler/mid-game.toml").headers["Location"])
    for _ in range(3):
        at = visitor.post(f"{at.partition('?')[0]}/answer", option="give up priority").headers["Location"]
        at = visitor.followed(at)
    labels = [one["label"] for one in visitor.json(at)["strip"]["phases"]]
    assert labels == ["Main phase", "Attack phase · Attack start step"]
    visitor.open_ruling("luck-and-logic", "9.9.1.6-an-effect-that-depends-on-another")
    labels = [one["label"] for one in visitor.json("/cases/2/main")["strip"]["phases"]]
    assert any(label.startswith("Turn 4 · ") for label in labels), labels


def test_a_ruling_in_which_somebody_concedes_between_two_clauses_opens_so(visitor: Visitor) -> None:
    visitor.open_ruling("luck-and-logic", "1.2.4-conceded-before-the-check")
    assert visitor.json("/cases/1/main")["said"] == "B wins the game."
