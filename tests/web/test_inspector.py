"""What the inspector answers: why not and since when, the other order, where to stop, struck lines."""

from __future__ import annotations

import io
import threading
from typing import Any

import pytest

from judgekit.web.case import compare as comparing
from judgekit.web.case.keys import GROUPS
from judgekit.web.services import Desk
from tests.lots import EITHER
from tests.web.table import COUNTER, POSITION, Visitor

CRUSHED = "11.3.2-a-monster-crushes-on-its-way"
CHAIN = "4-7-3-counter-chain-of-four"
DEPENDS = "9.9.1.6-an-effect-that-depends-on-another"


def desk_of(visitor: Visitor) -> Desk:
    found = visitor.app.extensions["judgekit"]
    assert isinstance(found, Desk)
    return found


def move(page: dict[str, Any], name: str) -> str:
    return next((str(one["href"]) for one in page["moves"] if one["name"] == name), "")


def cards_of(page: dict[str, Any]) -> list[dict[str, Any]]:
    sides = (page["board"]["near"], page["board"]["far"])
    return [card for side in sides for area in side["areas"] for card in area["cards"]]


def attempt(page: dict[str, Any], name: str) -> dict[str, Any]:
    told = page["why_not"]
    found = [one for group in ("actions", "abilities", "rules") for one in told[group] if one["id"] == name]
    return dict(found[0])


# why not


def test_a_refusal_says_when_its_condition_was_last_met(visitor: Visitor) -> None:
    visitor.open_ruling("dragon-ball-super", CHAIN)
    page = visitor.json("/cases/1/main/30?t=whynot")
    refused = attempt(page, "attack c1 c29")
    answer = visitor.json(refused["last"])
    there = visitor.json(answer["href"])
    assert there["asking"]["player"] == "A"
    assert attempt(there, "attack c1 c29")["ok"]


def test_a_refusal_names_the_change_that_would_lift_it_and_the_change_does(visitor: Visitor) -> None:
    visitor.open_ruling("dragon-ball-super", CHAIN)
    page = visitor.json("/cases/1/main/30?t=whynot")
    answer = visitor.json(attempt(page, "attack c1 c29")["change"])
    assert [offer["told"] for offer in answer["offers"]] == ["Aria not rest"]
    fields = answer["offers"][0]["fields"]
    made = visitor.post(f"{answer['root']}/correct", line="what if", why="to see", by="J", **fields)
    after = visitor.json(made.headers["Location"].replace("t=diff", "t=whynot"))
    assert after["branch"] == "what if"
    failed = [check["needed"] for check in attempt(after, "attack c1 c29")["checks"] if not check["ok"]]
    assert len(failed) == 1
    assert failed[0].startswith("A may act now")


def test_a_rule_action_says_where_it_was_last_performed(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", CRUSHED)
    page = visitor.json("/cases/1/main?t=whynot")
    answer = visitor.json(attempt(page, "11.3.2")["last"])
    there = visitor.json(answer["href"])
    assert there["acting"]["number"] == "11.3.2"
    assert "rule action" in there["said"]


def test_the_judge_alone_looks_back(reader: Visitor) -> None:
    page = reader.json("/cases/1/main/200?t=whynot&v=A")
    assert all(not one["last"] for one in page["why_not"]["actions"])
    asked = "kind=action&player=A&id=pass&ask=last"
    assert reader.get(f"/cases/1/main/200/hindsight?{asked}&v=A").status_code == 403


@pytest.mark.parametrize(
    "asked", ["", "kind=rule&id=0.0", "kind=ability&id=x", "player=C&id=pass", "player=A&id=fly"]
)
def test_what_cannot_be_asked_about_is_refused_in_words(reader: Visitor, asked: str) -> None:
    answer = reader.get(f"/cases/1/main/200/hindsight?{asked}")
    assert answer.status_code == 422
    assert "error" in answer.text


def test_conditions_are_counted(reader: Visitor) -> None:
    page = reader.get("/cases/1/main/200?t=whynot").text
    assert '<span class="met num">' in page


# ledger


def scholar(page: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in page["ledger"] if (one["name"], one["property"]) == ("Scholar", "power"))


def test_the_ledger_tells_the_value_in_the_other_order_and_what_decided(visitor: Visitor) -> None:
    visitor.open_ruling("luck-and-logic", DEPENDS)
    found = scholar(visitor.json("/cases/1/main/10?t=ledger"))
    assert found["value"] == "6\u202f000"
    for row in found["rows"]:
        assert [(swap["value"], swap["decided"]) for swap in row["swaps"]] == [("4\u202f000", "dependency")]
        assert row["swaps"][0]["differs"]


def test_the_other_order_of_two_that_do_not_depend_on_each_other_goes_by_time_stamp(visitor: Visitor) -> None:
    visitor.open_ruling("luck-and-logic", "9.9.1.5-setting-and-adding")
    page = visitor.json("/cases/1/main?t=ledger")
    swaps = [swap for one in page["ledger"] for row in one["rows"] for swap in row["swaps"]]
    assert {swap["decided"] for swap in swaps} <= {"time stamp"}


def test_in_the_ledger_one_walks_from_change_to_change_of_a_value(reader: Visitor) -> None:
    page = reader.json("/cases/1/main/210")
    modified = (card for card in cards_of(page) if any(worth["printed"] for worth in card["worth"]))
    card = next(modified)["id"]

    def worths(address: str) -> list[str]:
        return [f"{one['property']} {one['value']}" for one in reader.json(address)["ledger"]]

    here = reader.json(f"/cases/1/main/210?t=ledger&card={card}")
    found = reader.json(f"{move(here, 'write-back')}&format=json")["href"]
    seq = reader.json(found)["seq"]
    assert worths(found) == worths(f"/cases/1/main/210?t=ledger&card={card}")
    assert worths(f"/cases/1/main/{seq - 1}?t=ledger&card={card}") != worths(found)
    onward = reader.json(f"{move(here, 'write')}&format=json")["href"]
    assert worths(onward) != worths(found)


# where to stop


def test_stops_at_every_timing_and_passes_over_them(reader: Visitor) -> None:
    page = reader.json("/cases/1/main/150")
    timing = reader.json(move(page, "timing"))
    assert timing["said"].startswith(("Timing: ", "A chooses", "B chooses"))
    assert reader.json(move(timing, "timing-back"))["seq"] <= page["seq"]
    seen = page
    for _ in range(12):
        seen = reader.json(move(seen, "skip"))
        assert " chooses" not in seen["said"]
        assert not seen["said"].startswith("Timing: ")


def test_stops_only_where_something_can_be_done(visitor: Visitor) -> None:
    visitor.open_ruling("gate-ruler", "9-3g-1-priority-exchange-of-depth-five")
    page, places = visitor.json("/cases/1/main/0"), []
    while found := visitor.json(f"{move(page, 'free')}&format=json")["href"]:
        page = visitor.json(found)
        asking = page["asking"]
        assert len(asking["options"]) > 1
        places.append(page["at"])
    assert len(places) > 3
    back = visitor.json(visitor.json(f"{move(page, 'free-back')}&format=json")["href"])
    assert back["at"] == places[-2]


def test_runs_to_breakpoints_at_clauses_and_cards(reader: Visitor) -> None:
    page = reader.json("/cases/1/main/0")
    there = reader.json(reader.json(f"{move(page, 'break')}&clause=7.5.7&format=json")["href"])
    assert there["acting"]["number"] == "7.5.7"
    again = reader.json(reader.json(f"{move(there, 'break')}&clause=7.5.7&format=json")["href"])
    assert again["seq"] >= there["seq"]
    assert again["at"] != there["at"]
    back = reader.json(f"{move(again, 'break')}&clause=7.5.7&back=1&format=json")
    assert back["at"] == there["at"]
    nothing = reader.json(f"{move(page, 'break')}&clause=0.0&format=json")
    assert nothing["href"] == ""
    assert "breakpoint" in nothing["told"]
    assert reader.get("/cases/1/main/100/seek?to=break&on=5&v=A").status_code == 422
    assert reader.get("/cases/1/main/100/seek?to=nowhere").status_code == 422


# lines


def forked(visitor: Visitor) -> str:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main")
    visitor.post(f"/cases/1/main/{page['at']}/fork", name="idea")
    return str(page["at"])


def test_a_struck_line_stays_and_says_who_struck_it_and_why(visitor: Visitor) -> None:
    at = forked(visitor)
    visitor.post("/cases/1/idea/mark", mark="struck", by="J", why="misheard")
    page = visitor.json(f"/cases/1/main/{at}")
    assert [(line["name"], line["struck"]) for line in page["lines"]] == [
        ("main", ""),
        ("idea", "J: misheard"),
    ]
    partings = [one for line in page["log"]["lines"] for one in line["partings"]]
    assert [(one["name"], one["struck"]) for one in partings] == [("idea", "J: misheard")]
    assert "<s>idea</s>" in visitor.get(f"/cases/1/main/{at}").text
    visitor.post("/cases/1/idea/mark", mark="restored")
    assert "<s>idea</s>" not in visitor.get(f"/cases/1/main/{at}").text


def test_a_line_is_not_struck_without_a_reason_nor_the_first_one_at_all(visitor: Visitor) -> None:
    forked(visitor)
    assert visitor.post("/cases/1/idea/mark", mark="struck", by="J").status_code == 422
    answer = visitor.post("/cases/1/main/mark", mark="struck", by="J", why="misheard")
    assert answer.status_code == 422
    assert "opens with" in answer.text
    assert visitor.post("/cases/1/main/mark", mark="burnt").status_code == 422


def test_a_promoted_line_comes_first_and_opens_the_case(visitor: Visitor) -> None:
    at = forked(visitor)
    visitor.post(f"/cases/1/main/{at}/fork", name="second idea")
    visitor.post("/cases/1/second%20idea/mark", mark="first")
    assert visitor.get("/cases/1").headers["Location"].startswith("/cases/1/second%20idea/")
    page = visitor.json(f"/cases/1/main/{at}")
    assert [line["name"] for line in page["lines"]] == ["main", "second idea", "idea"]
    assert [line["is_first"] for line in page["lines"]] == [False, True, False]


def test_struck_and_promoted_lines_travel_with_the_case_file(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    visitor.post("/cases/1/main/0/fork", name="other")
    visitor.post("/cases/1/main/0/fork", name="third")
    visitor.post("/cases/1/third/mark", mark="first")
    visitor.post("/cases/1/other/mark", mark="struck", by="Ada", why="a card too many")
    visitor.post("/cases/1/main/0/note", text="agreed", author="Bo")
    file = visitor.get("/cases/1/export.judgekit").data
    visitor.post("/cases/import", file=(io.BytesIO(file), "case.judgekit"))
    lines = {line["name"]: line for line in visitor.json("/cases/2")["lines"]}
    assert lines["other"]["struck"] == "Ada: a card too many"
    assert [name for name, line in lines.items() if line["is_first"]] == ["third"]
    assert [note["text"] for note in visitor.json("/cases/2/main/0?t=note")["notes"]] == ["agreed"]


def test_where_lines_part_one_goes_from_line_to_line_and_leaves(visitor: Visitor) -> None:
    at = forked(visitor)
    page = visitor.json(f"/cases/1/main/{at}")
    there = visitor.json(move(page, "line"))
    assert (there["branch"], there["at"]) == ("idea", at)
    assert visitor.json(move(there, "leave"))["branch"] == "main"
    assert visitor.json(move(there, "line"))["branch"] == "main"
    assert move(visitor.json("/cases/1/main/0"), "line") == ""


# comparing


def test_comparing_long_lines_is_work_that_can_be_stopped(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    forked(visitor)
    monkeypatch.setattr(comparing, "AT_ONCE", 0)
    desk = desk_of(visitor)
    desk.courses._kept.clear()
    waits, goes = threading.Event(), threading.Event()
    read = desk.courses.read

    def slow(*given: Any) -> Any:
        waits.set()
        goes.wait(60)
        return read(*given)

    monkeypatch.setattr(desk.courses, "read", slow)
    answer = visitor.get("/cases/1/main/compare?with=1:idea")
    assert waits.wait(60)
    job = answer.headers["Location"]
    assert visitor.json(job)["job"]["status"] == "running"
    visitor.post(f"{job}/stop")
    goes.set()
    assert desk.jobs.find(int(job.rpartition("/")[2])).is_over.wait(60)
    assert visitor.json(job)["job"]["status"] == "stopped"
    assert not desk.compared


def test_comparing_long_lines_leads_to_the_comparison_when_it_is_done(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    forked(visitor)
    monkeypatch.setattr(comparing, "AT_ONCE", 0)
    desk_of(visitor).courses._kept.clear()
    answer = visitor.get("/cases/1/main/compare?with=1:idea&d=3")
    assert answer.headers["Location"] == "/cases/1/main/compare?with=1:idea&d=3"
    page = visitor.json(answer.headers["Location"])
    assert (page["cause"], page["depth"]) == ("none", 3)


def test_a_reading_that_is_not_there_is_refused_and_leaves_no_line(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    answer = visitor.post("/cases/1/main/0/reading", doubt="Z-99", choice="no")
    assert answer.status_code == 422
    assert "Z-99" in answer.text
    assert len(visitor.json("/cases/1/main/0")["lines"]) == 1


# what a seat may see

SECRET = """game = "godzilla/1.2"
at = "main phase"
turn = "A"

[cards.Tank]
type = "battle"
rank = 1
"counter power" = 2500

[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 5000

[cards.Alphasecret]
type = "battle"
rank = 2
"counter power" = 3000

[cards.Betasecret]
type = "battle"
rank = 2
"counter power" = 3000

[A]
hand = ["Alphasecret"]
"zone 1" = [{ card = "Titan", invading = true }]
deck = ["Alphasecret", "Betasecret", "Alphasecret"]

[B]
hand = ["Betasecret"]
"zone 1" = [{ card = "Titan", invading = true }]
deck = ["Betasecret", "Betasecret", "Alphasecret"]
"""


@EITHER
@pytest.mark.parametrize("seat", ["A", "B", "table"])
@pytest.mark.parametrize("tab", ["why", "whynot", "ledger", "diff", "rule", "note"])
def test_no_page_of_a_seat_names_a_card_that_is_hidden_from_it(
    visitor: Visitor, seat: str, tab: str, whole: bool
) -> None:
    visitor.post("/positions", text=SECRET)
    hidden = {"A": ["Betasecret"], "B": ["Alphasecret"], "table": ["Alphasecret", "Betasecret"]}[seat]
    for depth in (2, 4) if whole else (2,):
        address = f"/cases/1/main/0?v={seat}&t={tab}&d={depth}"
        while address:
            page = visitor.json(address)
            text = visitor.get(address).text + str(page)
            for name in hidden:
                shown = name in str([page["board"]["far"], page["board"]["near"]])
                assert shown or name not in text, (address, name)
            address = move(page, "next")


def test_the_comparison_keeps_the_seat(visitor: Visitor) -> None:
    visitor.post("/positions", text=SECRET)
    at = visitor.json("/cases/1/main")["at"]
    visitor.post(f"/cases/1/main/{at}/fork", name="idea")
    link = next(
        line["compare"] for line in visitor.json(f"/cases/1/main/{at}?v=table")["lines"] if line["compare"]
    )
    text = visitor.get(link).text
    assert "Alphasecret" not in text
    assert "Betasecret" not in text


# the page itself


def test_every_key_has_one_action_and_every_action_a_key() -> None:
    keys = [key for _, group in GROUPS for key in group]
    assert len({key.key for key in keys}) == len(keys) == len({key.action for key in keys})


def test_the_selected_card_shows_what_is_printed_on_it(visitor: Visitor) -> None:
    visitor.open_ruling("luck-and-logic", DEPENDS)
    page = visitor.json("/cases/1/main/10")
    card = next(one["id"] for one in cards_of(page) if one["name"] == "Booster")
    chosen = visitor.json(f"/cases/1/main/10?card={card}")["chosen"]
    assert chosen["text"] == "[CONT] Your other members get +1000 power."
    assert ["type", "foreigner"] in chosen["printed"]


def test_the_rule_tab_shows_parents_links_and_moments(reader: Visitor) -> None:
    found = reader.json("/cases/1/main/0/seek?to=break&clause=7.5.7&t=rule&format=json")
    there = reader.json(found["href"])
    pane = there["rule"]
    assert [one["number"] for one in pane["above"]] == ["7", "7.5"]
    assert "7.5.7" in [one["number"] for one in pane["around"]]
    assert pane["count"] >= len(pane["moments"]) > 0


def test_a_note_is_flagged_in_the_log_and_on_the_timeline(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", COUNTER)
    page = visitor.json("/cases/1/main/0")
    at = visitor.json(move(page, "next"))["at"]
    visitor.get(f"/cases/1/main/{at}")
    visitor.post(f"/cases/1/main/{at}/note", text="look here", author="J")
    after = visitor.json(f"/cases/1/main/{at}")
    assert [line["at"] for line in after["log"]["lines"] if line["note"]] == [at]
    assert [node["at"] for node in after["strip"]["nodes"] if node["note"]] == [at]
    assert "with a note" in visitor.get(f"/cases/1/main/{at}").text
    assert not any(line["note"] for line in visitor.json(f"/cases/1/main/{at}?v=A")["log"]["lines"])


def test_a_step_that_changes_a_cards_number_says_by_how_much(visitor: Visitor) -> None:
    visitor.open_ruling("godzilla", "12.7.2-revenge-answers-destruction-but-not-overload")
    page = visitor.json("/cases/1/main/0?t=diff")
    while not [worth for card in cards_of(page) for worth in card["worth"] if worth["change"]]:
        page = visitor.json(move(page, "next"))
    changed = [worth for card in cards_of(page) for worth in card["worth"] if worth["change"]]
    assert [(one["name"], one["change"]) for one in changed] == [("threat level", "+5\u202f000")]
    row = next(row for row in page["diff"] if row["what"] == "Titan: threat level")
    assert int(row["after"]) - int(row["before"]) == 5000
    assert row["clause"]["number"] == "10.8.1.4"


def test_a_choice_names_what_allowed_it(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main")
    option = next(one for one in page["asking"]["options"] if one["id"].startswith("play "))
    answer = visitor.post(f"/cases/1/main/{page['at']}/answer", option=option["id"])
    why = visitor.json(answer.headers["Location"])["why"]
    allowed = [link["clause"]["number"] for link in why if link["edge"] == "allowed by"]
    conditions = attempt(visitor.json(f"/cases/1/main/{page['at']}?t=whynot"), option["id"])["checks"]
    assert set(allowed) == {check["clause"]["number"] for check in conditions[1:]}


def test_the_diff_shows_what_the_headline_tells_also_behind_its_last_step(visitor: Visitor) -> None:
    """At a question the rules have gone on a little since the last thing that happened."""
    visitor.post("/positions", text=POSITION)
    asked = visitor.json("/cases/1/main")
    answered = visitor.post(f"/cases/1/main/{asked['at']}/answer", option="play Tank (1st of 2)")
    chosen = visitor.post(f"{answered.headers['Location'].partition('?')[0]}/answer", option="zone 2")
    page = visitor.json(chosen.headers["Location"].partition("?")[0] + "?t=diff&d=2")
    assert page["said"] == "Tank moves from the Resolution Area to A's Zone 2."
    assert [row["what"] for row in page["diff"]][:1] == ["Tank"]


def test_the_question_keys_lead_to_where_a_choice_can_be_another(visitor: Visitor) -> None:
    """Before the answer, not behind it; and on past the last answer to what is still open."""
    case = visitor.open_ruling("godzilla", COUNTER).split("/")[2]
    at_the_end = visitor.json(f"/cases/{case}/main")
    asked = visitor.json(move(at_the_end, "choice-back"))
    assert asked["asking"]["prompt"].startswith("Choose the next invading monster")
    assert [one["label"] for one in asked["asking"]["options"] if one["taken"]] == ["Titan Two"]
    assert move(asked, "choice-back") == ""
    onward = visitor.json(move(asked, "choice"))
    assert onward["is_end"]
    assert onward["asking"]["player"] == "B"
