"""A seat sees what it may see, on every route and in every form; who came by its link sees nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judgekit.cases.play.case import Archive
from judgekit.cases.store.passes import ROLES, Passes
from judgekit.engine.events import Moved, Revealed
from judgekit.engine.state import Area, CardId
from judgekit.web.access import FOR_SEATS, LEARNING, OPEN
from judgekit.web.app import create_app
from judgekit.web.routes import ROUTES
from tests.lots import EITHER
from tests.web.table import Visitor

TOKEN = "a token that nobody guesses"
SECRET = "Hidden Colossus"
POSITION = f"""game = "godzilla/1.2"
at = "main phase"
turn = "A"
title = "A hidden card"

[cards.Tank]
type = "battle"
rank = 1
"counter power" = 2500

[cards."{SECRET}"]
type = "battle"
rank = 2
"counter power" = 3000

[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 5000

[A]
hand = ["Tank", "Tank"]
"zone 1" = [{{ card = "Titan", invading = true }}]
deck = ["Tank", "Tank", "Tank", "Tank", "Tank", "Tank", "Tank", "Tank"]

[B]
hand = ["Tank", "{SECRET}"]
"zone 1" = [{{ card = "Titan", invading = true }}]
deck = ["{SECRET}", "Tank", "Tank", "Tank", "Tank", "Tank", "Tank", "Tank"]
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A case with a card that A must not know, a correction that names it, a note and a struck line."""
    database = tmp_path / "judgekit.sqlite"
    with Archive(database) as archive:
        case = archive.create("position", POSITION, "table 7")
        sitting = case.sit()
        sitting.run()
        card = next(
            n for n, one in sitting.line.state.cards.items() if one.name == SECRET and one.area == "B.hand"
        )
        there, back = Area("B.deck"), Area("B.hand")
        moves = [Moved(CardId(card), back, there), Moved(CardId(card), there, back)]
        sitting.correct(moves, f"the {SECRET} fell on the floor", "HJ")
    return database


def visitor_by(database: Path, role: str) -> Visitor:
    """Whoever came in by the link of a role, at a judgekit that asks for one."""
    app = create_app(database, token=TOKEN, hosts=())
    with Archive(database) as archive:
        _, word = Passes(archive.store).give(role, 1)
    client = app.test_client()
    entered = client.get(f"/enter/{word}")
    assert entered.status_code == 302
    assert word not in entered.headers["Location"]
    visitor = Visitor.__new__(Visitor)
    visitor.app, visitor.client = app, client
    visitor.token = str(client.get("/csrf").get_json()["token"])
    return visitor


def addresses(but: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    found = []
    for method, address, endpoint in ROUTES:
        if endpoint in but:
            continue
        told = address.replace("<int:case>", "1").replace("<line:branch>", "main").replace("<place>", "0")
        told = told.replace("<game>", "godzilla").replace("<edition>", "1.2").replace("<clause>", "7.3")
        found.append((method, re.sub(r"<[^>]+>", "1", told)))
        assert endpoint
    return found


@pytest.mark.parametrize(
    ("role", "form"),
    [
        ("seat-A", "html"),
        ("table", "json"),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in (("seat-A", "json"), ("table", "html"), ("learner", "html"), ("learner", "json"))
        ),
    ],
)
@EITHER
def test_no_route_shows_a_seat_what_it_may_not_see(table: Path, role: str, form: str, whole: bool) -> None:
    """At the end of the line, or at its beginning and in the middle of a step as well."""
    visitor = visitor_by(table, role)
    with Archive(table) as archive:
        head = archive.case(1).branch().head
    seen = 0
    for method, address in addresses():
        for place in (str(head), "0", f"{head - 1}.1") if whole else (str(head),):
            there = address.replace("/main/0", f"/main/{place}")
            asked = f"{there}{'&' if '?' in there else '?'}format=json" if form == "json" else there
            if method == "GET":
                answer = visitor.get(asked, follow_redirects=True)
            else:
                answer = visitor.post(asked)
            assert answer.status_code < 500, (method, asked)
            assert SECRET not in answer.text, (method, asked)
            seen += answer.status_code == 200
            if place == str(head) and there == address:
                break
    assert seen > 20


@pytest.mark.parametrize("role", ["seat-A", "seat-B", "table", "learner", "viewer"])
def test_who_only_looks_changes_nothing(table: Path, role: str) -> None:
    visitor = visitor_by(table, role)
    before = table.read_bytes()
    with Archive(table) as archive:
        head = archive.case(1).branch().head
        lines = len(archive.case(1).branches())
    for method, address in addresses(but=LEARNING):
        if method == "POST" and not address.endswith(("/theme", "/answer")):
            assert visitor.post(address).status_code in (403, 404, 405), address
    with Archive(table) as archive:
        assert archive.case(1).branch().head == head
        assert len(archive.case(1).branches()) == lines
    assert before


def test_a_seat_s_pages_lead_to_pages_of_that_seat(table: Path) -> None:
    visitor = visitor_by(table, "seat-B")
    page = visitor.get("/cases/1", follow_redirects=True)
    assert page.status_code == 200
    assert page.request.args["v"] == "B"
    assert SECRET in page.text, "B holds it"
    forms = re.findall(r"<form[^>]*action=\"/cases/.*?</form>", page.text, re.S)
    assert forms
    assert all('name="v" value="B"' in form for form in forms)


def test_a_judge_who_looks_through_a_seat_keeps_it(table: Path) -> None:
    visitor = visitor_by(table, "judge")
    moved = visitor.get("/cases/1?v=A")
    assert moved.headers["Location"].endswith("v=A")
    page = visitor.get("/cases/1?v=A", follow_redirects=True)
    assert SECRET not in page.text
    assert visitor.get("/cases/1/export.judgekit?v=A").status_code == 403
    assert visitor.get("/cases/1/export.judgekit").status_code == 200


@pytest.mark.parametrize("seat", ["C", "JUDGE", "judge ", "a", "0", "A,B"])
def test_a_seat_that_there_is_not_is_refused(table: Path, seat: str) -> None:
    visitor = visitor_by(table, "judge")
    for address in ("/cases/1", "/cases/1/main", "/cases/1/main/0", "/cases/1/main/0/sheet", "/search"):
        assert visitor.get(address, query_string={"v": seat}).status_code == 400


def test_a_bound_seat_cannot_ask_for_another(table: Path) -> None:
    visitor = visitor_by(table, "seat-A")
    for seat in ("judge", "B", "table"):
        assert visitor.get(f"/cases/1/main/0?v={seat}").status_code == 403


def test_what_was_seen_and_hidden_again_is_hidden_later(table: Path) -> None:
    """A reads the card while it is revealed, and not on the places after it went back to the hand."""
    with Archive(table) as archive:
        case = archive.case(1)
        state = case.at(case.branch(), case.branch().head)
        card = next(
            CardId(n) for n, one in state.cards.items() if one.name == SECRET and one.area == "B.hand"
        )
        shown = case.branch().head
        sitting = case.sit()
        sitting.correct([Revealed((card,))], "it was shown", "HJ")
        sitting.correct([Moved(card, Area("B.hand"), Area("B.deck"), at=3)], "and put away", "HJ")
        end = case.branch().head
    visitor = visitor_by(table, "seat-A")
    assert visitor.get(f"/cases/1/main/{shown}").status_code == 200
    later = visitor.get(f"/cases/1/main/{end}")
    assert later.status_code == 200
    board = later.text.split('id="board"')[-1] if 'id="board"' in later.text else later.text
    assert SECRET not in re.sub(r"<section[^>]*log.*?</section>", "", board, flags=re.S)


def test_every_route_is_named_as_for_seats_or_not() -> None:
    names = {endpoint for _, _, endpoint in ROUTES} | {"static"}
    assert names >= FOR_SEATS
    assert names >= OPEN


def test_a_pass_ends_and_can_be_taken_back(table: Path) -> None:
    app = create_app(table, token=TOKEN, hosts=())
    with Archive(table) as archive:
        passes = Passes(archive.store)
        given, word = passes.give("judge", 1)
        assert app.test_client().get(f"/enter/{word}").status_code == 302
        client = app.test_client()
        client.get(f"/enter/{word}")
        assert client.get("/cases").status_code == 200
        passes.revoke(given.id)
        assert client.get("/cases").status_code == 403
        assert app.test_client().get(f"/enter/{word}").status_code == 403
        _, short = passes.give("judge", 0.0000001)
        assert passes.read(short) is None
        assert passes.read(word[:-8] + ("A" if word[-8] != "A" else "B") + word[-7:]) is None


def test_a_forged_pass_is_refused_and_guessing_is_slowed_down(table: Path) -> None:
    client = create_app(table, token=TOKEN, hosts=()).test_client()
    answers = [client.get(f"/enter/WzEsImhlYWQtanVkZ2UiXQ.{at}").status_code for at in range(30)]
    assert answers[0] == 403
    assert answers[-1] == 429


@pytest.mark.parametrize("role", ROLES)
def test_every_role_comes_in_and_only_the_head_judge_removes(table: Path, role: str) -> None:
    visitor = visitor_by(table, role)
    answer = visitor.post("/cases/1/remove", why="a test")
    assert answer.status_code == (303 if role == "head-judge" else 403)


def test_a_token_is_not_kept_in_the_cookie_and_is_secure_under_tls(table: Path) -> None:
    client = create_app(table, token=TOKEN, hosts=()).test_client()
    plain = client.get("/", query_string={"token": TOKEN})
    assert TOKEN not in str(plain.headers)
    assert "Secure" not in plain.headers["Set-Cookie"]
    secured = client.get("/", query_string={"token": TOKEN}, base_url="https://localhost")
    assert "Secure" in secured.headers["Set-Cookie"]


def test_another_origin_cannot_send_a_form(table: Path) -> None:
    visitor = visitor_by(table, "judge")
    own = {"X-CSRF-Token": visitor.token, "Origin": "http://localhost"}
    other = {**own, "Origin": "http://evil.example"}
    assert visitor.client.post("/theme", data={"theme": "dark"}, headers=other).status_code == 403
    assert visitor.client.post("/theme", data={"theme": "dark"}, headers=own).status_code == 303


@pytest.mark.parametrize("role", ["seat-A", pytest.param("viewer", marks=pytest.mark.long)])
def test_whoever_may_look_at_a_page_may_ask_whether_it_is_there(table: Path, role: str) -> None:
    visitor = visitor_by(table, role)
    for method, address in addresses():
        if method == "GET" and "<" not in address and not address.startswith(("/learn", "/library")):
            looked = visitor.get(address).status_code
            answer = visitor.client.head(address)
            assert (answer.status_code, answer.data) == (looked, b""), address
