"""Two judges at one table: no answer is lost, doubled or put aside in silence."""

from __future__ import annotations

import re
import threading

import pytest

from tests.web.table import POSITION, Visitor


@pytest.fixture
def asked(visitor: Visitor) -> tuple[str, list[str]]:
    """The address of an open question, and its options."""
    visitor.post("/positions", text=POSITION)
    page = visitor.json("/cases/1/main")
    return f"/cases/1/main/{page['at']}/answer", [one["id"] for one in page["asking"]["options"]]


def lines(visitor: Visitor) -> list[str]:
    return [line["name"] for line in visitor.json("/cases/1/main")["lines"]]


def test_the_same_answer_again_returns_the_same_result(
    visitor: Visitor, asked: tuple[str, list[str]]
) -> None:
    address, options = asked
    first = visitor.post(address, option=options[0])
    again = visitor.post(address, option=options[0])
    where = [answer.headers["Location"].partition("?")[0] for answer in (first, again)]
    assert where[0] == where[1]
    assert lines(visitor) == ["main"]


def test_another_answer_from_an_old_page_is_a_conflict_that_shows_both_and_asks(
    visitor: Visitor, asked: tuple[str, list[str]]
) -> None:
    address, options = asked
    visitor.post(address, option=options[0])
    clash = visitor.post(address, option=options[-1])
    assert clash.status_code == 409
    assert "Follow mine as well, in a branch" in clash.text
    assert lines(visitor) == ["main"], "nothing was written"
    told = visitor.client.post(
        address, data={"option": options[-1]},
        headers={"X-CSRF-Token": visitor.token, "Accept": "application/json"},
    )  # fmt: skip
    assert told.status_code == 409
    assert told.get_json()["theirs"] != told.get_json()["ours"]


def test_a_deliberate_other_choice_is_a_branch(visitor: Visitor, asked: tuple[str, list[str]]) -> None:
    address, options = asked
    visitor.post(address, option=options[0])
    page = visitor.get(address.removesuffix("/answer"))
    assert 'name="apart" value="1"' in page.text, "the page knows that it was answered"
    assert visitor.post(address, option=options[-1], apart="1").status_code == 303
    assert lines(visitor) == ["main", "do nothing"]


@pytest.mark.parametrize("many", [8, pytest.param(400, marks=pytest.mark.long)])
def test_races_make_no_branch_in_silence_and_lose_nothing(visitor: Visitor, many: int) -> None:
    """Three answers at once to each question, two of them alike, on tables that end after some of them."""
    raced = case = 0
    while raced < many:
        case += 1
        visitor.post("/positions", text=POSITION)
        while raced < many and race(visitor, case):
            raced += 1
        assert [line["name"] for line in visitor.json(f"/cases/{case}/main")["lines"]] == ["main"]


def race(visitor: Visitor, case: int) -> bool:
    page = visitor.json(f"/cases/{case}/main")
    asking = page["asking"]
    if asking is None or not asking["is_open"] or asking["form"] != "choose":
        return False
    address = f"/cases/{case}/main/{page['at']}/answer"
    first, last = asking["options"][0]["id"], asking["options"][-1]["id"]
    codes: list[int] = []
    said: list[str] = []

    def post(option: str) -> None:
        answer = Visitor(visitor.app).post(address, option=option)
        codes.append(answer.status_code)
        said.append(re.sub(r"<[^>]+>|\s+", " ", answer.text)[-900:])

    threads = [threading.Thread(target=post, args=(one,)) for one in (first, last, first)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(codes) <= {303, 409}, said
    assert 303 in codes, "whoever was first was heard"
    return True
