"""Rooms: no answer is lost or doubled, whatever the network does; nobody sees what is right too early."""

from __future__ import annotations

import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from judgekit.cases.store.passes import Passes
from judgekit.teach import memory
from judgekit.teach.bank import file_of, mark_of
from judgekit.teach.classroom import Closed, Rooms, UnknownRoom
from judgekit.teach.practice import Practice
from judgekit.teach.question import Question
from judgekit.teach.store import Store, TeachError
from judgekit.web.learn.host import HERE
from tests.teach.bank import filled, made, some
from tests.web.browsing import serving
from tests.web.table import Visitor, app_on


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    practice = Practice(Store(tmp_path / "teach.sqlite"))
    filled(practice.bank)
    return Rooms(practice)


def ids(many: int = 2) -> list[str]:
    return [question.id for question in some()[:many]]


def test_a_room_has_six_signs_that_nobody_takes_for_others(rooms: Rooms) -> None:
    room = rooms.open("class", "", ids())
    assert len(room.code) == 6
    assert not set(room.code) & set("IO01")
    spaced = f"{room.code[:3].lower()} {room.code[3:]}"
    assert rooms.by_code(spaced) == room
    with pytest.raises(UnknownRoom, match="six characters"):
        rooms.by_code("ZZZZZZ" if room.code != "ZZZZZZ" else "YYYYYY")


def test_a_class_takes_one_answer_of_each_member_and_none_after_it_is_shown(rooms: Rooms) -> None:
    room = rooms.open("class", "", ids())
    question = some()[0]
    rooms.join(room, "ann", "Ann")
    rooms.answer(room, "ann", question, question.options[1].text, "a")
    rooms.answer(room, "ann", question, question.right.text, "b")
    assert rooms.bars(room, question.id) == {question.options[1].text: 1}
    shown = rooms.step(room, "show")
    rooms.join(shown, "bob", "Bob")
    with pytest.raises(Closed, match="gone on"):
        rooms.answer(shown, "bob", question, question.right.text, "c")


def test_of_homework_every_try_is_kept_until_the_deadline(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = (memory.now() + timedelta(hours=1)).isoformat()
    room = rooms.open("homework", "", ids(), later)
    question = some()[0]
    rooms.join(room, "ann", "Ann")
    for token, option in (("a", question.options[1]), ("b", question.right), ("b", question.right)):
        rooms.answer(room, "ann", question, option.text, token)
    assert [one.correct for one in rooms.tries(room)] == [False, True]
    assert rooms.csv(room).count("Ann") == 2
    monkeypatch.setattr(memory, "now", lambda: datetime.now(UTC) + timedelta(hours=2))
    with pytest.raises(Closed, match="time is over"):
        rooms.answer(room, "ann", question, question.right.text, "x")


@pytest.mark.parametrize(
    ("do", "told"),
    [
        (lambda rooms, room: rooms.join(room, "ann", "  "), "type your name"),
        (lambda rooms, room: rooms.answer(room, "eve", some()[0], "x", "t"), "join the room first"),
        (lambda rooms, room: rooms.open("party", "", ids()), "one of class"),
        (lambda rooms, room: rooms.open("class", "", []), "at least one question"),
        (lambda rooms, room: rooms.open("exam", "", ids(), "tomorrow"), "a day and a time"),
        (lambda rooms, room: rooms.open("homework", "", ids(), "2020-01-01T00:00"), "over already"),
        (lambda rooms, room: rooms.step(room, "dance"), "a teacher can"),
    ],
)
def test_what_cannot_be_done_in_a_room_is_said(rooms: Rooms, do: Any, told: str) -> None:
    room = rooms.open("class", "", ids())
    with pytest.raises(TeachError, match=told):
        do(rooms, room)


def test_two_learners_cannot_have_one_name(rooms: Rooms) -> None:
    room = rooms.open("class", "", ids())
    rooms.join(room, "a", "Ann")
    with pytest.raises(TeachError, match="called Ann already"):
        rooms.join(room, "b", "Ann")
    assert rooms.join(room, "a", "Anna") == "Anna"


# over HTTP


@pytest.fixture
def teacher(tmp_path: Path) -> Visitor:
    found = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    filled(found.app.extensions["judgekit"].practice.bank)
    return found


def opened(teacher: Visitor, kind: str = "class", many: int = 2) -> tuple[str, str]:
    """The address and the signs of a new room."""
    made = teacher.client.post(
        "/learn/rooms", data={"csrf": teacher.token, "kind": kind, "questions": " ".join(ids(many))},
        headers={"Accept": "application/json"},
    ).get_json()  # fmt: skip
    return made["href"], made["code"]


def joined(teacher: Visitor, code: str, name: str) -> Visitor:
    found = Visitor(teacher.app)
    assert found.post("/join", code=code, name=name).status_code == 303
    return found


def stubborn(phone: Visitor, address: str, chance: random.Random, lost: float, **fields: str) -> None:
    """A phone's outbox: sends until it hears back; the network loses what it sends, or the answer to it."""
    while True:
        if chance.random() < lost:
            continue
        heard = phone.client.post(
            address, data={"csrf": phone.token, **fields}, headers={"Accept": "application/json"}
        )
        if heard.status_code == 200 and chance.random() >= lost:
            return


def a_class(teacher: Visitor, many: int, lost: float) -> float:
    """Everybody answers both questions; how long after the last answer the bars were complete."""
    href, code = opened(teacher)
    phones = [joined(teacher, code, f"Pupil {n}") for n in range(many)]
    options = [option["id"] for option in phones[0].json(f"{href}/seat")["options"]]
    done: list[float] = []

    def answer(n: int) -> None:
        chance = random.Random(n)
        choice = options[n % len(options)]
        stubborn(phones[n], f"{href}/answer", chance, lost, number="1", option=choice, token=f"{n}")
        done.append(time.perf_counter())

    threads = [threading.Thread(target=answer, args=(n,)) for n in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    page = teacher.json(href)
    took = time.perf_counter() - max(done)
    assert page["answered"] == many
    assert page["bars_shown"]
    assert sum(bar["count"] for bar in page["bars"]) == many
    assert len(teacher.get(f"{href}/answers.csv").text.splitlines()) == many + 1
    return took


def test_no_answer_is_lost_or_doubled_when_requests_are_dropped(teacher: Visitor) -> None:
    a_class(teacher, 8, 0.3)


def join_all(tmp_path: Path, many: int) -> float:
    """Seconds until so many phones, all at the same time, have loaded the page and have a seat."""
    database = tmp_path / "judgekit.sqlite"
    teacher = Visitor(app_on(database))
    filled(teacher.app.extensions["judgekit"].practice.bank)
    href, code = opened(teacher)
    with serving(database) as site, ThreadPoolExecutor(many) as pool:
        begun = time.monotonic()
        list(pool.map(lambda n: Phone(site, code, f"Pupil {n}", n, 0.0).loads(f"{href}/seat"), range(many)))
        took = time.monotonic() - begun
    assert len(teacher.json(href)["members"]) == many
    return took


def test_a_few_phones_join_at_the_same_time(tmp_path: Path) -> None:
    assert join_all(tmp_path, 5) <= 60


@pytest.mark.long
def test_thirty_phones_join_within_a_minute(tmp_path: Path) -> None:
    assert join_all(tmp_path, 30) <= 60


def test_joining_needs_a_code_and_a_name_and_nobody_outside(teacher: Visitor) -> None:
    """No e-mail, no account; what the pages load comes from here."""
    href, code = opened(teacher)
    answer = teacher.get(f"/join?code={code}")
    form = answer.text.partition('action="/join"')[2].partition("</form>")[0]
    assert set(re.findall(r'name="(\w+)"', form)) == {"csrf", "code", "name"}
    for page in (answer, joined(teacher, code, "Ann").get(f"{href}/seat"), teacher.get(href)):
        assert re.findall(r'(?:src|href|action)="(?:https?:)?//[^"]*"', page.text) == []
        assert (
            "default-src 'self'" in page.headers["Content-Security-Policy"]
            or "default-src 'none'" in (page.headers["Content-Security-Policy"])
        )


@pytest.mark.long
def test_forty_phones_on_a_bad_network_share_one_server(tmp_path: Path) -> None:
    """Four threads; phones look every 1.2 seconds, lose three requests in ten, and send again. The teacher's
    page looks every 0.7 seconds: in 19 of 20 rounds its bars are whole 1.5 seconds after the last answer."""
    database = tmp_path / "judgekit.sqlite"
    teacher = Visitor(app_on(database))
    filled(teacher.app.extensions["judgekit"].practice.bank)
    many, rounds = 40, 20
    href, code = opened(teacher, many=rounds)
    waits: list[float] = []
    with serving(database) as site, ThreadPoolExecutor(many) as pool:
        phones = list(pool.map(lambda n: Phone(site, code, f"Pupil {n}", n), range(many)))
        host = Phone(site, code, "the teacher", 99, 0.0, joins=False)
        for number in range(1, rounds + 1):
            begun = threading.Barrier(many)
            answers = [pool.submit(phone.answer, href, begun, number) for phone in phones]
            shown = host.sees_all(href, many)
            waits.append(shown - max(one.result() for one in answers))
            page = teacher.json(href)
            assert sum(bar["count"] for bar in page["bars"]) == many
            teacher.post(href, do="next")
    assert len(teacher.get(f"{href}/answers.csv").text.splitlines()) == many * rounds + 1
    assert sorted(waits)[int(0.95 * rounds) - 1] <= 1.5, waits


class Phone:
    """A learner's phone over HTTP, on a network that loses what it sends or what it should hear."""

    def __init__(
        self, site: str, code: str, name: str, seed: int, lost: float = 0.3, joins: bool = True
    ) -> None:
        self.site, self.chance, self.lost = site, random.Random(seed), lost
        self.open = build_opener(HTTPCookieProcessor(CookieJar())).open
        self.csrf = self.loads(f"/join?code={code}").split('name="csrf" value="')[1].split('"')[0]
        if joins:
            self.sends("/join", code=code, name=name)

    def loads(self, path: str) -> str:
        while True:
            if self.chance.random() >= self.lost:
                with self.open(self.site + path, timeout=30) as heard:
                    text: str = heard.read().decode()
                if self.chance.random() >= self.lost:
                    return text

    def sends(self, path: str, **fields: str) -> None:
        data = urlencode({"csrf": self.csrf, **fields}).encode()
        while True:
            if self.chance.random() >= self.lost:
                self.open(self.site + path, data, timeout=30).close()
                if self.chance.random() >= self.lost:
                    return

    def answer(self, href: str, begun: threading.Barrier, number: int) -> float:
        seat = self.loads(f"{href}/seat")
        begun.wait()
        for _ in range(3):
            self.loads(f"{href}/cursor")
            time.sleep(1.2)
        options = re.findall(r'name="option" value="(\w+)"', seat)
        token = seat.split('name="token" value="')[1].split('"')[0]
        self.sends(f"{href}/answer", number=f"{number}", option=self.chance.choice(options), token=token)
        return time.monotonic()

    def sees_all(self, href: str, many: int) -> float:
        """When the teacher's page, which looks as its script does, has the bars of everybody."""
        while True:
            if f'"answered":{many},' in self.loads(f"{href}/cursor").replace(" ", ""):
                assert "<progress" in self.loads(href)
                return time.monotonic()
            time.sleep(0.7)


def test_a_seat_sees_what_is_right_only_when_the_teacher_shows_it(teacher: Visitor) -> None:
    href, code = opened(teacher)
    phone = joined(teacher, code, "Ann")
    before = phone.json(f"{href}/seat")
    assert before["bars"] == []
    assert before["result"] == ""
    teacher.post(href, do="show")
    after = phone.json(f"{href}/seat")
    assert [bar["right"] for bar in after["bars"]].count(True) == 1
    assert after["result"]


def test_learners_may_look_back_but_not_ahead(teacher: Visitor) -> None:
    href, code = opened(teacher)
    phone = joined(teacher, code, "Ann")
    assert phone.json(f"{href}/seat?q=2")["number"] == 1
    teacher.post(href, do="next")
    back, now = phone.json(f"{href}/seat?q=1"), phone.json(f"{href}/seat")
    assert (back["number"], back["shown"], now["number"], now["shown"]) == (1, True, 2, False)
    assert back["result"]
    assert now["result"] == ""


def test_an_exam_tells_nothing_in_its_source_until_it_is_over(teacher: Visitor) -> None:
    href, code = opened(teacher, "exam")
    phone = joined(teacher, code, "Ann")
    reasons = {option.reason for question in some()[:2] for option in question.options} - {""}
    assert reasons
    for address in (f"{href}/seat", f"{href}/seat?q=2"):
        page = phone.get(address).text
        twin = phone.json(address)
        assert 'class="right"' not in page
        assert "/result" not in page
        assert twin["points"] == ""
        assert [one for one in reasons if one in page or one in str(twin)] == []
    option = phone.json(f"{href}/seat")["options"][0]["id"]
    assert phone.post(f"{href}/answer", number="1", option=option, token="t").status_code == 303
    teacher.post(href, do="close")
    assert phone.json(f"{href}/seat")["points"] in ("0 of 2", "1 of 2")
    refused = phone.post(f"{href}/answer", number="2", option="x", token="u")
    assert refused.status_code == 422


def results_told(phone: Visitor, question: Question) -> list[Any]:
    """What the first page and the map tell a learner, but for how many answers there are."""
    home, book = phone.json("/learn"), phone.json(f"/learn/map/{question.game}?chapter={question.clause}")
    ours, theirs = ("games", "rating", "deviation"), ("chapters", "clauses", "rating")
    return [*(home[key] for key in ours), *(book[key] for key in theirs)]


@pytest.mark.parametrize("kind", ["exam", "homework"])
@pytest.mark.parametrize("right", [True, False])
def test_until_an_exam_is_over_no_page_of_a_learner_tells_how_it_goes(
    teacher: Visitor, kind: str, right: bool
) -> None:
    """Neither what was right, nor the rating, nor the clause, nor the question itself with its hints."""
    href, code = opened(teacher, kind)
    teacher.app.config["JUDGEKIT_TOKEN"] = "t" * 32
    store = teacher.app.extensions["judgekit"].archive.store
    phone = Visitor(teacher.app, Passes(store).give("learner", 1)[1])
    assert phone.post("/join", code=code, name="Ann").status_code == 303
    question = some()[0]
    before = results_told(phone, question)
    chosen = question.options[0 if right else 1].text
    option = next(o["id"] for o in phone.json(f"{href}/seat")["options"] if o["text"] == chosen)
    assert phone.post(f"{href}/answer", number="1", option=option, token="t").status_code == 303
    assert results_told(phone, question) == before
    for closed in ("", "/result", "?hints=4", f"/result?chosen={option}"):
        assert phone.get(f"/learn/q/{question.id}{closed}").status_code == 403
    assert phone.post(f"/learn/q/{question.id}", option=option).status_code == 403
    assert "is over" in phone.get(f"/learn/q/{question.id}").text
    assert phone.get("/learn/practice?mode=due").status_code == 404
    rooms = Rooms(teacher.app.extensions["judgekit"].practice)
    rooms.step(rooms.by_code(code), "close")
    assert results_told(phone, question) != before
    assert phone.get(f"/learn/q/{question.id}/result").status_code == 200


def test_what_an_exam_sends_cannot_be_worked_out_to_the_answer(teacher: Visitor) -> None:
    """No mark in it is made of what is right."""
    for kind in ("exam", "class", "homework"):
        href, code = opened(teacher, kind)
        page = joined(teacher, code, "Ann").get(f"{href}/seat").text
        assert some()[0].key not in page
        assert some()[0].id not in page
    assert some()[0].key not in teacher.get(f"/learn/q/{some()[0].id}").text


def test_a_room_goes_on_when_one_of_its_questions_is_no_longer_asked(teacher: Visitor) -> None:
    """A ruling that has changed in the week of the homework: nothing that was answered is lost."""
    for kind in ("class", "homework", "exam"):
        href, code = opened(teacher, kind)
        phone = joined(teacher, code, "Ann")
        option = phone.json(f"{href}/seat")["options"][0]["id"]
        assert phone.post(f"{href}/answer", number="1", option=option, token="t").status_code == 303
        bank = teacher.app.extensions["judgekit"].practice.bank
        ruling = some()[0].ruling
        bank.keep(ruling, mark_of(file_of(ruling)), [])
        assert "no longer asked" in phone.get(f"{href}/seat?q=1").text
        assert phone.post(f"{href}/answer", number="1", option=option, token="u").status_code == 404
        host = teacher.get(href)
        assert host.status_code == 200
        assert ("no longer asked" in host.text) is (kind == "class")
        assert f"Ann,{some()[0].id},{some()[0].clause}," in teacher.get(f"{href}/answers.csv").text
        assert teacher.post(href, do="close").status_code == 303
        assert "no longer asked" in phone.get(f"{href}/seat?q=1").text
        filled(bank)


def test_of_an_exam_who_has_answered_everything_is_done(teacher: Visitor) -> None:
    href, code = opened(teacher, "exam")
    phone = joined(teacher, code, "Ann")
    for number in ("1", "2"):
        assert teacher.json(href)["answered"] == teacher.json(f"{href}/cursor")["answered"] == 0
        option = phone.json(f"{href}/seat?q={number}")["options"][0]["id"]
        phone.post(f"{href}/answer", number=number, option=option, token=number)
    assert teacher.json(href)["answered"] == teacher.json(f"{href}/cursor")["answered"] == 1
    assert "have answered everything" in teacher.get(href).text


def test_a_form_that_is_sent_twice_does_its_work_once(teacher: Visitor) -> None:
    form = {"kind": "class", "questions": " ".join(ids()), "token": teacher.json("/learn/rooms")["token"]}
    first, again = (teacher.post("/learn/rooms", **form).headers["Location"] for _ in range(2))
    assert first == again
    for _ in range(2):
        teacher.post(first, do="next", number="1")
    assert teacher.json(first)["number"] == 2
    for _ in range(2):
        teacher.post(first, do="back", number="2")
    assert teacher.json(first)["number"] == 1
    assert teacher.post("/learn/rooms", **form | {"token": "another"}).headers["Location"] != first
    paper = {"game": "godzilla", "number": "1", "chapters": "7.4.3"}
    one, two = (teacher.post("/learn/exams", **paper).headers["Location"] for _ in range(2))
    assert one == two
    assert len(teacher.json("/learn/exams")["papers"]) == 1
    assert teacher.post("/learn/exams", **paper | {"name": "May"}).headers["Location"] != one


def test_a_mock_exam_that_is_asked_for_twice_is_one(teacher: Visitor) -> None:
    form = {"game": "godzilla", "number": "1", "token": teacher.json("/learn")["token"]}
    first, again = (teacher.post("/learn/mock", **form).headers["Location"] for _ in range(2))
    assert first == again
    other = teacher.json("/learn")["token"]
    assert teacher.post("/learn/mock", **form | {"token": other}).headers["Location"] != first


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("{room}/answer", {"number": f"1{HUGE}", "option": "x"}),
        ("{room}/answer", {"number": "", "option": "x"}),
        ("{room}/answer", {"number": "1", "option": HUGE}),
        ("{room}", {"do": ""}),
        ("/learn/rooms", {"kind": "class", "questions": "no/such~next-1"}),
        ("/learn/rooms", {"kind": "class", "number": HUGE}),
        ("/learn/rooms", {"kind": "class", "paper": HUGE}),
        ("/learn/rooms", {"kind": "class", "chapters": ":"}),
        ("/learn/rooms", {"kind": "homework", "questions": "{question}", "deadline": "2020-01-01T00:00"}),
        ("/learn/exams", {"number": "-3"}),
        ("/learn/exams", {"chapters": "7: 2, : 3"}),
        ("/learn/mock", {"game": "chess"}),
        ("/join", {"code": "", "name": "Ann"}),
        ("/learn/lessons/kept/1/hide", {"do": "dance"}),
        ("/learn/health", {"do": "withdraw", "question": "no/such~next-1"}),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    teacher: Visitor, address: str, fields: dict[str, str]
) -> None:
    room, _ = opened(teacher)
    store = teacher.app.extensions["judgekit"].practice.store
    before = kept_in(store)
    sent = {key: value.replace("{question}", ids()[0]) for key, value in fields.items()}
    answer = teacher.post(address.replace("{room}", room), **sent)
    assert answer.status_code in (404, 422)
    assert kept_in(store) == before


def kept_in(store: Store) -> list[int]:
    """How many rows there are of everything that people have made."""
    tables = ("answers", "rooms", "members", "papers", "marks", "lessons", "reports", "withdrawn")
    return [store.connection.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in tables]


def test_a_teacher_is_told_when_no_phone_can_open_the_address(teacher: Visitor) -> None:
    assert "This address works on this machine only" in teacher.get(opened(teacher)[0]).text
    assert all(map(HERE.fullmatch, ("127.0.0.1:80", "[::1]:9", "0.0.0.0:8", "localhost")))
    assert not HERE.fullmatch("192.168.1.7:8000")
    assert not HERE.fullmatch("judge.example")


def test_the_teachers_page_shows_what_the_cards_say_or_the_deck(teacher: Visitor) -> None:
    href, _ = opened(teacher)
    assert "What the cards say" in teacher.get(href).text
    deck = made("dragon-ball-super/5-1-3-1-copies-go-by-number")[0]
    teacher.app.extensions["judgekit"].practice.bank.of(deck.ruling)
    room = Rooms(teacher.app.extensions["judgekit"].practice).open("class", "", [deck.id])
    assert "4 Filler 1 (battle, number INV-101" in teacher.get(f"/learn/rooms/{room.id}").text


def test_a_wrong_try_is_one_click_from_its_branch(teacher: Visitor) -> None:
    href, code = opened(teacher, "homework")
    phone = joined(teacher, code, "Ann")
    question = some()[0]
    seen = phone.json(f"{href}/seat")
    wrong = next(o["id"] for o in seen["options"] if o["text"] == question.options[1].text)
    phone.post(f"{href}/answer", number="1", option=wrong, token="t")
    cell = teacher.json(href)["pupils"][0]["cells"][0]
    assert not cell["correct"]
    (_, branch), *_ = cell["tries"]
    page = teacher.get(branch)
    assert page.status_code == 200
    assert "Your answer, played out" in page.text
    right = next(o["id"] for o in seen["options"] if o["text"] == question.right.text)
    phone.post(f"{href}/answer", number="1", option=right, token="u")
    cell = teacher.json(href)["pupils"][0]["cells"][0]
    assert [try_[0] for try_ in cell["tries"]] == [False, True], "a later right try hides no wrong one"
    assert cell["tries"][0][1] == branch


def test_a_learner_joins_a_judgekit_that_has_a_token_and_may_only_learn(tmp_path: Path) -> None:
    from judgekit.web.app import create_app

    app = create_app(tmp_path / "judgekit.sqlite", token="secret-token", hosts=())
    filled(app.extensions["judgekit"].practice.bank)
    room = Rooms(app.extensions["judgekit"].practice).open("class", "", ids())
    phone = app.test_client()
    assert phone.get("/learn").status_code == 403
    page = phone.get(f"/join?code={room.code}")
    token = page.text.split('name="csrf" value="')[1].split('"')[0]
    answer = phone.post("/join", data={"csrf": token, "code": room.code, "name": "Ann"})
    assert answer.status_code == 303
    assert phone.get(answer.headers["Location"]).status_code == 200
    assert phone.get("/learn").status_code == 200
    for closed in ("/cases", "/learn/rooms", f"/learn/rooms/{room.id}", "/learn/exams"):
        assert phone.get(closed).status_code == 403
