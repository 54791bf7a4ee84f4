"""A line that today's rules no longer give: only what is fact is shown, and people are told why."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from judgekit.cases.play.verify import Verdict, code_mark
from judgekit.engine.events import Entry, Happened, Moved
from judgekit.web.services import Desk
from tests.web.table import COUNTER, Visitor


def diverge(visitor: Visitor, **changes: Any) -> tuple[int, str]:
    """A case whose first move of a card comes out otherwise: the entry of the move, and the last address."""
    visitor.open_ruling("godzilla", COUNTER)
    found = visitor.app.extensions["judgekit"]
    assert isinstance(found, Desk)
    case = found.archive.case(1)
    branch = case.branch("main")
    entry, at = first_move(case.entries(branch, 0, branch.head))
    events = list(entry.events)
    moved = msgspec.structs.replace(events[at].event, **changes)
    events[at] = msgspec.structs.replace(events[at], event=moved)
    rerun = msgspec.structs.replace(entry, events=tuple(events))
    verdict = Verdict("diverged", entry.seq, 'recorded was {"type":"Moved"}', entry, rerun, at + 1)
    case.store.keep_verdict(branch, code_mark(case.opening.rules), msgspec.json.encode(verdict))
    return entry.seq, f"/cases/1/main/{branch.head}"


def first_move(entries: list[Entry]) -> tuple[Entry, int]:
    moves = ((entry, at) for entry in entries for at, one in enumerate(entry.events) if is_move(one))
    return next(moves)


def is_move(happened: Happened) -> bool:
    return isinstance(happened.event, Moved)


@pytest.mark.parametrize("address", ["/cases/1", "/cases/1/main"])
def test_a_diverged_line_opens_where_its_facts_end(visitor: Visitor, address: str) -> None:
    at, _ = diverge(visitor, dst="A.hand")
    page = visitor.json(address)
    assert page["seq"] == at
    assert page["trust"]["status"] == "diverged"


def test_past_the_divergence_the_way_back_leads_to_facts(visitor: Visitor) -> None:
    _, last = diverge(visitor, dst="A.hand")
    answer = visitor.get(last, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    wrong = answer.get_json()
    assert visitor.json(wrong["back"])["trust"]["status"] == "diverged"


def test_what_came_out_otherwise_is_told_in_words(visitor: Visitor) -> None:
    at, last = diverge(visitor, dst="A.hand")
    reason = visitor.json(f"/cases/1/main/{at}")["trust"]["reason"]
    assert "to A's hand." in reason.partition("Today")[2]
    assert "to A's hand." not in reason.partition("Today")[0]
    message = visitor.get(last, headers={"Accept": "application/json"}).get_json()["message"]
    for text in (reason, message):
        assert "{" not in text
        assert '"' not in text


def test_two_events_that_read_the_same_are_told_apart_by_their_details(visitor: Visitor) -> None:
    at, _ = diverge(visitor, stamp=999)
    assert "stamp" in visitor.json(f"/cases/1/main/{at}")["trust"]["reason"]


def test_the_list_of_cases_leads_to_facts(visitor: Visitor) -> None:
    at, _ = diverge(visitor, dst="A.hand")
    row = visitor.json("/cases")["cases"][0]
    assert visitor.json(row["href"])["seq"] == at
    assert [visitor.json(href)["seq"] for _, _, href in row["lines"]] == [at]
