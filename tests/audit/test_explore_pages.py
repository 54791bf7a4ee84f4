"""Does it matter? on its page: the button, the work behind it, the outcomes as branches, the report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judgekit.cases.play.case import Archive
from tests.web.table import Visitor, app_on

POSITION = """
game = "godzilla"
title = "Two abilities wait"
at = "check timing"
turn = "A"
seed = 1

[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 20000

[cards.Scout]
type = "battle"
rank = 1
traits = ["Crew"]
"counter power" = 1000
text = "[Enter] Draw 1 card."

[cards.Miner]
type = "battle"
rank = 1
traits = ["Crew"]
"counter power" = 1000
text = "[Enter] Place the top card of your deck into your discard pile."

[A]
"zone 1" = [{ card = "Titan", invading = true }]
"zone 2" = [{ card = "Scout", as = "first" }]
"zone 3" = [{ card = "Miner", as = "second" }]
deck = ["Titan", "Scout", "Miner", "Scout"]

[B]
"zone 1" = [{ card = "Titan", invading = true }]
deck = ["Scout", "Scout", "Scout"]

[[standby]]
ability = "Scout#1"
source = "first"
player = "A"

[[standby]]
ability = "Miner#1"
source = "second"
player = "A"
"""


@pytest.fixture
def table(tmp_path: Path) -> tuple[Visitor, str]:
    """A visitor, and the address of a question with an order."""
    with Archive(tmp_path / "judgekit.sqlite") as archive:
        sitting = archive.create("position", POSITION).sit()
        sitting.run(100)
        place = f"/cases/{sitting.case.id}/main/{sitting.branch.head}"
    return Visitor(app_on(tmp_path / "judgekit.sqlite")), place


def search(visitor: Visitor, place: str, **form: str) -> str:
    """Search, wait until it is done; the address of what was found."""
    return visitor.followed(str(visitor.post(f"{place}/explore", **form).headers["Location"]))


def test_the_button_stands_at_a_question_with_an_order(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    page = visitor.get(place).text
    leads = re.search(r'href="([^"]+/explore)">Does it matter\?', page)
    assert leads is not None
    assert "Two abilities wait" in visitor.get(leads[1]).text


def test_what_was_found_stands_on_the_page_and_in_its_twin(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    address = search(visitor, place, question="everything", until="check")
    page = visitor.get(address).text
    assert "It matters: 2 outcomes in 2 lines." in page
    assert page.count("Open as branch") == 4  # two outcomes, two answers of the tree
    twin = visitor.json(address)
    assert (twin["result"], twin["found"]["verdict"], len(twin["found"]["outcomes"])) == ("differs",) * 2 + (
        2,
    )
    same = visitor.get(search(visitor, place, question="winner", until="check")).text
    assert "It makes no difference: who wins is the same in all 2 lines." in same
    assert "Free choices" in same


def test_an_outcome_opens_as_a_branch_that_has_come_to_it(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    twin = visitor.json(search(visitor, place, question="everything", until="check"))
    first, second = (one["answers"] for one in twin["outcomes"])
    made = [
        visitor.post(f"{place}/explore/open", answers=one, name="outcome").headers["Location"]
        for one in (first, second)
    ]
    assert made[0] != made[1]
    piles = [visitor.get(one + "?part=pile&area=A.hand").text for one in made]
    assert "Titan" in piles[0]
    assert "Titan" not in piles[1]


def test_the_report_needs_nothing_but_itself(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    address = search(visitor, place, question="everything", until="check")
    report = visitor.get(address.replace("/explore?", "/explore.html?"))
    assert report.headers["Content-Disposition"].startswith("attachment")
    assert "It matters: 2 outcomes" in report.text
    assert not re.search(r"<script|<link|src=", report.text)
    assert len(report.data) < 1_000_000


def test_what_cannot_be_searched_is_refused_in_words(table: tuple[Visitor, str]) -> None:
    visitor, place = table
    for form, told in (
        ({"until": "moon"}, "a search ends at one of"),
        ({"question": "card:Nobody"}, "no card of this table is called"),
        ({"seconds": "0"}, "a search needs more than 0"),
        ({"seconds": "soon"}, "seconds are a number"),
    ):
        answer = visitor.post(f"{place}/explore", **form)
        assert answer.status_code in (404, 422)
        assert told in answer.text.casefold()
    assert visitor.get("/cases/1/main/999/explore").status_code == 404
    assert visitor.get(f"{place}/explore.html").status_code == 422
    assert visitor.post(f"{place}/explore/open", answers="{").status_code == 422


def test_many_outcomes_are_told_one_by_one_in_the_game_s_own_words(tmp_path: Path) -> None:
    """Each says what is otherwise than in most; areas, marks and numbers as on the board."""
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    begun = str(visitor.post("/samples", file="gate-ruler/mid-game.toml").headers["Location"])
    place = begun.partition("?")[0]
    place = place if place.rsplit("/", 1)[1].isdecimal() else f"{place}/0"
    address = search(visitor, place, question="everything", until="check", seconds="5")
    twin = visitor.json(address)
    assert len(twin["outcomes"]) > 4
    usual = dict(twin["usual"])
    for at, one in enumerate(twin["outcomes"]):
        facts = {thing: told[at] for thing, told in twin["rows"]}
        assert dict(one["apart"]) == {thing: told for thing, told in facts.items() if told != usual[thing]}
    told = visitor.get(address).text
    assert "A&#39;s Attack zone 1" in told
    assert not re.search(r"arrived \d|\(\d,\)|A&#39;s attack 1", told)
