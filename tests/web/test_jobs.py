"""Long work: it shows how far it is, can be stopped, and leaves nothing half done."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from judgekit.cases.rulings import ruling
from judgekit.web.jobs import Job, Report, Stopped
from judgekit.web.rules import coverage
from judgekit.web.rules import views as rules
from judgekit.web.services import Desk
from tests.web.table import POSITION, Visitor

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
    from judgekit.web import jobs as working

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


def test_few_files_are_made_at_once_and_others_are_told(visitor: Visitor) -> None:
    """Eight who ask for a file that takes long would leave no thread for anybody else."""
    from judgekit.web import jobs as working

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
