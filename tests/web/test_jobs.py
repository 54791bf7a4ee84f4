"""Long work: it shows how far it is, can be stopped, and leaves nothing half done."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from judgekit.cases.files.position import loads
from judgekit.cases.play.case import Archive
from judgekit.cases.rulings import ruling
from judgekit.cases.store.passes import Passes
from judgekit.web import app
from judgekit.web import jobs as working
from judgekit.web.case import exports
from judgekit.web.jobs import Job, Report, Stopped, Work
from judgekit.web.learn import writing
from judgekit.web.rules import coverage
from judgekit.web.rules import views as rules
from judgekit.web.services import Desk
from tests.web.table import POSITION, Visitor
from tests.web.test_seats import visitor_by

BOOKS = Path(__file__).parents[2] / "fixtures" / "books"


def desk_of(visitor: Visitor) -> Desk:
    found = visitor.app.extensions["judgekit"]
    assert isinstance(found, Desk)
    return found


def test_work_shows_how_far_it_is_and_leads_to_its_result(visitor: Visitor) -> None:
    told, go_on = threading.Event(), threading.Event()

    def work(tell: Report) -> str:
        tell(3, 10, "counting")
        told.set()
        go_on.wait(60)
        return "/rules"

    job = desk_of(visitor).jobs.start("Counting", 10, "/", work)
    assert told.wait(60)
    assert visitor.json(f"/jobs/{job.id}")["job"] == {
        "id": job.id, "title": "Counting", "done": 3, "total": 10, "status": "running", "doing": "counting",
        "problem": "", "back": "/", "result": "", "keeps": False,
    }  # fmt: skip
    page = visitor.get(f"/jobs/{job.id}").text
    assert '<progress max="10" value="3"' in page
    assert "counting" in page
    go_on.set()
    assert job.is_over.wait(60)
    assert visitor.get(f"/jobs/{job.id}").headers["Location"] == "/rules"


def test_work_is_stopped_where_it_next_tells_how_far_it_is(visitor: Visitor) -> None:
    reached: list[int] = []
    go_on = threading.Event()

    def work(tell: Report) -> str:
        for at in range(1000):
            tell(at)
            reached.append(at)
            go_on.wait(60)
        return "/rules"

    job = desk_of(visitor).jobs.start("Counting", 1000, "/", work)
    job.is_unwanted = True
    go_on.set()
    answer = visitor.post(f"/jobs/{job.id}/stop")
    assert answer.status_code == 303
    assert job.is_over.wait(60)
    assert visitor.json(f"/jobs/{job.id}")["job"]["status"] == "stopped"
    assert "Nothing was changed" in visitor.get(f"/jobs/{job.id}").text
    assert len(reached) < 1000


def test_work_that_cannot_be_done_says_why_and_our_own_faults_stay_in_the_terminal(visitor: Visitor) -> None:
    from judgekit.cases.errors import CaseError

    def refused(tell: Report) -> str:
        raise CaseError("the table is gone")

    def broken(tell: Report) -> str:
        raise ZeroDivisionError("secret detail")

    for work, told in ((refused, "The table is gone."), (broken, "Judgekit made a mistake")):
        job = desk_of(visitor).jobs.start("Trying", 1, "/", work)
        assert job.is_over.wait(60)
        page = visitor.get(f"/jobs/{job.id}").text
        assert told in page
        assert "secret" not in page


def test_a_job_that_nobody_knows_is_not_there(visitor: Visitor) -> None:
    assert visitor.get("/jobs/77").status_code == 404
    assert visitor.post("/jobs/77/stop").status_code == 404


# import


def copied(folder: Path, name: str) -> Path:
    place = folder / "upload"
    place.mkdir()
    return Path(shutil.copy(BOOKS / name, place / f"rulebook{Path(name).suffix}"))


class Stop:
    """Told how far it is, until the wanted moment comes: then it stops the work."""

    def __init__(self, doing: str, done: int = 0) -> None:
        self.doing, self.done = doing, done
        self.said: list[tuple[str, int, int]] = []

    def __call__(self, done: int, total: int = 0, doing: str = "") -> None:
        self.said.append((doing, done, total))
        if doing.startswith(self.doing) and done >= self.done:
            raise Stopped


@pytest.mark.parametrize(("doing", "done"), [("finding", 0), ("keeping", 0), ("keeping", 25)])
def test_an_import_that_is_stopped_leaves_nothing(
    visitor: Visitor, tmp_path: Path, doing: str, done: int
) -> None:
    where = desk_of(visitor)
    path = copied(tmp_path, "lanterns-1.0.txt")
    stop = Stop(doing, done)
    with pytest.raises(Stopped):
        rules.importing(where, path, "lanterns/1.0")(stop)
    assert stop.said[-1][0].startswith(doing)
    assert where.shelf.store.names() == []
    assert where.shelf.store.sentence("lanterns/1.0", "1.1") == ""
    assert not path.parent.exists()


def test_an_import_that_is_stopped_leaves_the_earlier_one(visitor: Visitor, tmp_path: Path) -> None:
    where = desk_of(visitor)
    rules.importing(where, copied(tmp_path, "lanterns-1.0.txt"), "lanterns/1.0")(Stop("never"))
    before = where.shelf.store.fingerprint()
    with pytest.raises(Stopped):
        rules.importing(where, copied(tmp_path, "lanterns-2.0.txt"), "lanterns/1.0")(Stop("keeping", 25))
    assert where.shelf.store.fingerprint() == before
    assert where.shelf.store.sentence("lanterns/1.0", "1.1")


def test_an_import_tells_each_stage_and_how_far_it_is(visitor: Visitor, tmp_path: Path) -> None:
    tell = Stop("never")
    rules.importing(desk_of(visitor), copied(tmp_path, "lanterns-1.0.txt"), "lanterns/1.0")(tell)
    assert {doing.partition(" ")[0] for doing, _, _ in tell.said} == {"finding", "keeping"}
    kept = [(done, total) for doing, done, total in tell.said if doing.startswith("keeping")]
    assert [done for done, _ in kept] == list(range(0, kept[0][1], 25))


# coverage


@pytest.fixture
def few_rulings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Only some of the library, so that all of it can be played."""
    files = [path for path in ruling.files("godzilla") if path.stem.startswith("7.")][:6]
    assert len(files) > 2
    monkeypatch.setattr(ruling, "files", lambda game="": files)
    monkeypatch.setattr(coverage, "_measured", {})
    return files


def test_the_coverage_map_is_measured_by_playing_the_rulings(
    visitor: Visitor, few_rulings: list[Path]
) -> None:
    before = visitor.json("/rules/godzilla/1.2/coverage")
    assert not before["measured"]
    assert before["counts"].get("exercised", 0) == 0
    answer = visitor.post("/rules/godzilla/1.2/coverage")
    job = desk_of(visitor).jobs.find(1)
    assert job.is_over.wait(60)
    assert answer.headers["Location"] in ("/jobs/1", "/rules/godzilla/1.2/coverage")
    assert job.status == "done"
    after = visitor.json("/jobs/1")["job"]
    assert after["result"] == "/rules/godzilla/1.2/coverage"
    page = visitor.json("/rules/godzilla/1.2/coverage")
    states = {cell["number"]: cell["state"] for _, _, cells in page["chapters"] for cell in cells}
    assert page["measured"]
    assert page["rulings"] == len(few_rulings)
    assert states["7.4.3"] == "exercised"
    assert states["8.6.2"] != "exercised"
    assert sum(page["counts"].values()) == len(states)


def test_a_measurement_that_is_stopped_leaves_the_map(visitor: Visitor, few_rulings: list[Path]) -> None:
    where = desk_of(visitor)
    book = where.shelf.book("godzilla/1.2")
    with pytest.raises(Stopped):
        coverage.measuring(book, few_rulings, "/back")(Stop("", 1))
    assert not visitor.json("/rules/godzilla/1.2/coverage")["measured"]


def test_work_past_its_last_word_is_done_though_somebody_stopped_it() -> None:
    job = Job(1, "x", 1, "/")
    job.is_unwanted, job.result = True, "/there"
    job.is_over.set()
    assert job.status == "done"


def test_work_is_done_in_turn_and_fairly_and_too_much_of_it_is_refused() -> None:
    jobs, gate, order = working.Jobs(), threading.Event(), []

    def work(name: str) -> working.Work:
        def done(tell: working.Report) -> str:
            gate.wait(60)
            order.append(name)
            return "/"

        return done

    begun = [jobs.start(f"one {at}", 1, "/cases/1", work(f"one {at}")) for at in range(6)]
    other = jobs.start("other", 1, "/cases/2", work("other"))
    more = [f"more {at}" for at in range(working.WAITING - 5)]
    begun += [jobs.start(name, 1, "/cases/1", work(name)) for name in more]
    with pytest.raises(working.TooMuchWork, match="waiting already"):
        jobs.start("too much", 1, "/", work("too much"))
    gate.set()
    assert other.is_over.wait(60)
    assert all(job.is_over.wait(60) for job in begun)
    assert order.index("other") <= working.AT_ONCE + 1, "another page does not wait behind all of one page"


@pytest.fixture
def long_case(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an offline page that is made beside the pages, as that of a long case is."""
    monkeypatch.setattr(exports, "FEW", 3)
    visitor.post("/positions", text=POSITION)
    return f"/cases/1/main/{visitor.json('/cases/1/main')['at']}/export.html"


def test_the_offline_page_of_a_long_case_is_made_beside_the_pages(visitor: Visitor, long_case: str) -> None:
    answer = visitor.get(long_case)
    job = desk_of(visitor).jobs.find(1)
    assert answer.status_code == 303
    assert job.is_over.wait(60)
    assert (job.status, job.done, job.total) == ("done", job.done, job.done)
    assert job.done > 1
    page = visitor.get(job.result)
    assert page.mimetype == "text/html"
    assert page.headers["Content-Disposition"].startswith("attachment")
    assert "The whole case" in page.text
    assert len(desk_of(visitor).jobs._jobs) == 1  # what was made is there, once


def test_an_offline_page_that_is_stopped_leaves_nothing(visitor: Visitor, long_case: str) -> None:
    told: list[int] = []
    unwanted = threading.Event()

    def stopping(title: str, total: int, back: str, work: Work, keeps: bool = False) -> Job:
        def late(report: Report) -> str:
            unwanted.wait(60)  # it cannot be done before it is stopped
            return work(report)

        job = started(title, total, back, late, keeps)
        told.append(job.id)
        job.is_unwanted = True
        unwanted.set()
        return job

    jobs = desk_of(visitor).jobs
    started = jobs.start
    jobs.start = stopping  # type: ignore[method-assign]
    visitor.get(long_case)
    job = jobs.find(told[0])
    assert job.is_over.wait(60)
    assert job.status == "stopped"
    assert desk_of(visitor).findings._kept == {}


def test_a_seat_has_its_own_offline_page_and_sees_nobody_elses_work(visitor: Visitor, long_case: str) -> None:
    database = desk_of(visitor).database
    seat = visitor_by(database, "seat-A")
    seat.get(long_case)
    job = desk_of(seat).jobs.find(1)
    assert job.is_over.wait(60)
    assert seat.get("/jobs/1").headers["Location"] == job.result
    assert "The whole case" in seat.get(job.result).text
    other = seat.app.test_client()
    with Archive(database) as archive:
        other.get(f"/enter/{Passes(archive.store).give('seat-B', 1)[1]}")
    assert other.get("/jobs/1").status_code == 403


def test_work_in_the_engine_is_stopped_though_it_never_tells_how_far_it_is(visitor: Visitor) -> None:
    begun = threading.Event()

    def endless(tell: Report) -> str:
        while True:
            loads(POSITION).line().run(50)
            begun.set()

    jobs = desk_of(visitor).jobs
    job = jobs.start("Running for ever", 1, "/", endless)
    assert begun.wait(60)
    assert visitor.post(f"/jobs/{job.id}/stop").status_code == 303
    assert job.is_over.wait(60)
    assert job.status == "stopped"


def test_work_that_takes_too_long_is_stopped_and_says_so(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(tell: Report) -> str:
        while True:
            loads(POSITION).line().run(50)

    monkeypatch.setattr(working, "LONGEST", 0.2)
    job = desk_of(visitor).jobs.start("Running for ever", 1, "/", endless)
    assert job.is_over.wait(60)
    assert "more than 0.2 seconds of work" in visitor.get(f"/jobs/{job.id}").text


LONG_PAGES = {
    "/positions": {"text": POSITION},
    "/learn/lessons/write": {"text": writing.EXAMPLE},
    "/learn/lessons/kept": {"text": writing.EXAMPLE},
    "/learn/exams": {"game": "godzilla", "number": "5"},
    "/learn/mock": {"game": "godzilla"},
    "/rulings/godzilla/7.4.3-a-total-that-equals-the-threat-counters/open": {},
}


@pytest.mark.parametrize("address", LONG_PAGES)
def test_a_page_that_would_take_too_long_ends_in_words(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """What a page works out asks whether there is time left; the next page has all of its own."""
    monkeypatch.setattr(app, "PAGE", 0.0)
    answer = visitor.post(address, **LONG_PAGES[address])
    told = answer.get_data().decode()
    assert answer.status_code in (200, 503), told[-500:]
    assert "seconds of work" in told
    monkeypatch.undo()
    assert visitor.get("/cases").status_code == 200


def test_few_files_are_made_at_once_and_others_are_told(visitor: Visitor) -> None:
    """Eight who ask for a file that takes long would leave no thread for anybody else."""
    visitor.post("/positions", text=POSITION)
    for _ in range(working.AT_ONCE):
        assert working._slow.acquire(timeout=5)
    try:
        refused = visitor.get("/cases/1/main/0/export.html")
        assert refused.status_code == 503
        assert "try again in a while" in refused.text
        assert visitor.get("/cases/1/main/0").status_code == 200
    finally:
        for _ in range(working.AT_ONCE):
            working._slow.release()
    assert visitor.get("/cases/1/main/0/export.html").status_code == 200
