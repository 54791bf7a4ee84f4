"""What a page says of a record is true; nobody waits for a writer; addresses and logs keep secrets."""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cases.play import pinned
from judgekit.cases.play.case import Archive
from judgekit.cases.store.passes import Passes
from judgekit.cli import main
from judgekit.web.app import create_app
from judgekit.web.routes import ROUTES
from tests.cases.test_forgeries import Forgery, edited, forge, rewrite_an_entry
from tests.web.table import POSITION, Visitor
from tests.web.test_seats import TOKEN

FORGED: dict[str, Forgery] = {
    "a rewritten chain of equal length": rewrite_an_entry,
    "the name of the case": edited("UPDATE cases SET name = 'Another'"),
    "the date of the case": edited("UPDATE cases SET created = '1999-01-01'"),
    "the edition": edited("UPDATE cases SET edition = 'godzilla/1.00'"),
    "a branch taken away": edited("DELETE FROM branches WHERE id = 2"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_page_that_said_verified_says_otherwise_once_the_record_is_forged(
    visitor: Visitor, kind: str
) -> None:
    """The server keeps running, and has shown the case before."""
    visitor.post("/positions", text=POSITION)
    end = visitor.json("/cases/1/main")
    for option in end["asking"]["options"][:2]:  # the second one is a branch
        visitor.post(f"/cases/1/main/{end['at']}/answer", option=option["id"], apart="1")
    visitor.followed(visitor.post("/cases/1/main/verify").headers["Location"])
    address = f"/cases/1/main/{end['at']}"
    assert visitor.json(address)["trust"]["status"] == "verified"
    forge(visitor.app.extensions["judgekit"].database, FORGED[kind])
    assert visitor.json(address)["trust"]["status"] == "altered"
    assert "not as recorded" in visitor.get(address).text
    assert "replay verified" not in visitor.get(f"{address}/sheet").text


def test_pages_and_searches_do_not_wait_for_whoever_writes(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION)
    addresses = ("/", "/cases", "/cases/1/main/3", "/cases/1/main/3/sheet", "/search?q=invade", "/rulings")
    for address in addresses:
        visitor.get(address)
    database = visitor.app.extensions["judgekit"].database
    with closing(sqlite3.connect(database, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        assert [visitor.get(address).status_code for address in addresses] == [200] * len(addresses)
        assert time.monotonic() - begun < 15  # together; a writer holds its lock as long as it likes
        busy.execute("ROLLBACK")


def test_addresses_that_write_name_a_case_by_its_number() -> None:
    writing = [address for method, address, _ in ROUTES if method == "POST" and address.startswith("/cases/")]
    assert len(writing) > 15
    assert [one for one in writing if not one.startswith(("/cases/<int:case>", "/cases/import"))] == []


def test_a_case_named_like_a_number_takes_over_no_number(visitor: Visitor) -> None:
    visitor.post("/positions", text=POSITION, name="first")
    visitor.post("/positions", text=POSITION, name="1")
    assert visitor.json("/cases/1")["name"] == "first"
    end = visitor.json("/cases/1/main")
    visitor.post(f"/cases/1/main/{end['at']}/answer", option=end["asking"]["options"][-1]["id"])
    assert visitor.json("/cases/1/main")["at"] != end["at"]
    assert visitor.json("/cases/2/main")["at"] == end["at"]


def test_neither_a_link_nor_a_token_is_in_the_log_or_stays_in_the_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "judgekit.access")
    database = tmp_path / "judgekit.sqlite"
    app = create_app(database, token=TOKEN, hosts=())
    with Archive(database) as archive:
        _, word = Passes(archive.store).give("judge", 1)
    strangers = app.test_client(), app.test_client()
    answers = [strangers[0].get(f"/enter/{word}"), strangers[1].get("/cases", query_string={"token": TOKEN})]
    assert [answer.status_code for answer in answers] == [302, 302]
    for answer in answers:
        assert not re.search(rf"{TOKEN}|{re.escape(word)}", answer.headers["Location"])
    assert len(caplog.messages) >= 2
    assert TOKEN not in caplog.text
    assert word not in caplog.text


def test_no_command_takes_a_token_from_its_words() -> None:
    told = CliRunner().invoke(main, ["serve", "--help"]).output
    assert "--token-file" in told
    assert not re.search(r"--token(?!-file)", told)
    assert CliRunner().invoke(main, ["serve", "--token", TOKEN]).exit_code == 2


def test_a_case_that_chose_a_reading_which_is_no_longer_offered_is_shown(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinned, "check_readings", lambda book, readings: None)  # on that day it was one
    with Archive(visitor.app.extensions["judgekit"].database) as archive:
        archive.create("position", POSITION, readings={"A-01": "by-the-moon"}).sit().run(3)
    [read] = [one for one in visitor.json("/cases/1/main/2")["trust"]["readings"] if one["doubt"] == "A-01"]
    assert read["told"] == "by-the-moon, which is no longer offered"
    assert visitor.get("/cases/1/main/2/sheet").status_code == 200
