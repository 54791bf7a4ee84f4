"""Running again: verified, unverified, diverged; nothing past a divergence is fact."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from judgekit.cases.errors import CaseError, HasDiverged
from judgekit.cases.play import pinned as openings
from judgekit.cases.play import verify as verifying
from judgekit.cases.play.case import Archive, Case
from judgekit.cases.play.compare import compare
from judgekit.cases.play.pinned import Opening, decode_pinned
from judgekit.cases.play.verify import Verdict, event_texts, standing, verify
from judgekit.cases.store.store import Branch
from judgekit.engine.events import AnyEvent, Entry, Happened, Marked, Numbered, Occurred
from judgekit.engine.machine import Line
from judgekit.engine.state import CardId
from tests.cases import toy_game
from tests.cases.skirmish import POSITION, begin, play


def test_a_log_that_the_rules_give_again_is_verified(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=5, answers=40)
        sitting.correct([Numbered("B.damage", 0, 0)], "a counter fell off the table", "head judge")
        play(sitting, seed=5, answers=10)
        verdict = verify(case, case.branch())
        assert (verdict.status, verdict.at) == ("verified", case.branch().head)
        branch = case.fork(case.branch(), 33, "other")
        play(case.sit(branch), seed=9, answers=20)
        assert verify(case, case.branch("other")).status == "verified"


def _other_rules(monkeypatch: pytest.MonkeyPatch, without: str) -> None:
    """From now on positions are read with a clause switched off: another program than the recorded one."""
    from judgekit.cases.files.position import loads

    def read(text: str) -> Opening:
        rules = toy_game.rules.without(without)
        found = loads(text).under(rules)
        return Opening(rules, found.pool, found.state, found.readings, found.assumptions, found.title)

    monkeypatch.setitem(openings._loaders, "position", read)


def test_a_log_of_older_rules_says_so_with_both_sides_and_is_played_on_from_a_fork(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
    _other_rules(monkeypatch, "1.4")
    with Archive(archive.store.path) as again:
        case = again.case(case.id)
        verdict = verify(case, case.branch())
        assert verdict.status == "older"
        assert verdict.recorded is not None
        assert verdict.recorded.clause == "1.4"
        assert verdict.rerun is not None
        assert verdict.reason.startswith("recorded under older rules: ")
        assert verdict.is_fact, "it stays readable as it was recorded"
        with pytest.raises(HasDiverged, match=f"Fork at {verdict.at} to continue by today's rules"):
            case.sit()
        fork = case.fork(case.branch(), verdict.at, "today")
        case.sit(fork).run(3)
        assert verify(case, case.branch("today")).status == "verified"


def test_a_log_of_other_code_that_comes_out_the_same_is_verified_by_today_s_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
    _other_rules(monkeypatch, "3.1.1")
    with Archive(archive.store.path) as again:
        case = again.case(case.id)
        verdict = verify(case, case.branch())
        assert verdict.status == "verified"
        assert standing(case, case.branch()) == verdict


def test_a_case_that_cannot_be_read_any_more_is_unverified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        monkeypatch.delitem(openings._loaders, "position")
        verdict = verify(case, case.branch())
        assert verdict.status == "unverified"
        assert (
            "it cannot be run again here: this judgekit cannot read cases of kind 'position'"
            in verdict.reason
        )


def test_a_position_that_is_read_otherwise_today_diverges_at_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        real = openings.load("position", POSITION)
        other = msgspec.structs.replace(real.state, turn_player="B")
        monkeypatch.setitem(
            openings._loaders, "position", lambda text: Opening(real.rules, real.pool, other, real.readings)
        )
        verdict = verify(case, case.branch())
        assert (verdict.status, verdict.at) == ("diverged", 0)
        assert "another state" in verdict.reason


def test_a_verdict_is_remembered_until_the_branch_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        first = standing(case, case.branch())
        monkeypatch.setattr(verifying, "verify", lambda *_: pytest.fail("ran again"))
        assert standing(case, case.branch()) == first


def test_what_has_come_since_a_verdict_is_all_that_is_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=5, answers=20)
        standing(case, case.branch())
        known = case.branch().head
        play(sitting, seed=6, answers=2)
        looked: list[int] = []
        real = verifying._differs

        def differs(line: Line, data: bytes) -> Verdict | None:
            looked.append(len(line.log))
            return real(line, data)

        monkeypatch.setattr(verifying, "_differs", differs)
        found = standing(case, case.branch())
        assert found is not None
        assert (found.status, found.at) == ("verified", case.branch().head)
        assert looked == list(range(known, case.branch().head))


def test_a_reading_can_be_switched_from_a_fork_on_and_the_branch_still_verifies(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path, **{"D-1": "newest"})
    with archive:
        play(sitting, seed=5, answers=10)
        assert case.readings(case.branch()) == {"D-1": "newest"}
        fork = case.fork(case.branch(), 20, "oldest first", {"D-1": "oldest"})
        play(case.sit(fork), seed=5, answers=20)
        assert case.readings(case.branch("oldest first")) == {"D-1": "oldest"}
        assert verify(case, case.branch("oldest first")).status == "verified"
        with pytest.raises(CaseError, match="has no open question 'D-9'; it has D-1"):
            case.fork(case.branch(), 20, "x", {"D-9": "a"})
        with pytest.raises(CaseError, match=r"D-1 can be read as .*; got 'sideways'"):
            archive.create("position", POSITION, readings={"D-1": "sideways"})


def test_branches_that_part_by_an_answer_are_told_apart_by_it(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("play c2")
        other = case.fork(case.branch(), 0, "other")
        case.sit(other).answer("pass")
        difference = _compare(case, "main", "other")
        assert (difference.shared, difference.cause) == (0, "answer")
        assert difference.text == "1.2: A chooses “play Tank” on the left, “pass” on the right"


def test_the_first_difference_is_found_past_the_fork_when_the_branches_go_on_alike(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=5, answers=30)
        fork = case.fork(case.branch(), 10, "same")
        replayed = case.sit(fork)
        replayed.run()
        for entry in case.entries(case.branch(), 10):
            event = entry.events[0].event
            chosen = getattr(event, "chosen", None)
            if chosen is not None:
                replayed.answer(*chosen)
        assert compare(case, case.branch(), case, replayed.branch).is_same
        replayed.answer(*("pass",))
        difference = compare(case, case.branch(), case, replayed.branch)
        assert (difference.shared, difference.cause) == (case.branch().head, "length")


def test_corrections_readings_positions_and_editions_are_causes(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        other = case.sit(case.fork(case.branch(), 0, "corrected"))
        other.correct([Numbered("B.damage", 0, 2)], "damage was not marked", "HJ")
        assert _compare(case, "main", "corrected").cause == "correction"
        elsewhere = archive.create("position", POSITION.replace("seed = 7", "seed = 8"))
        assert compare(case, case.branch(), elsewhere, elsewhere.branch()).cause == "position"
        older = archive.create("position", POSITION.replace("toy/2", "toy/1"))
        assert compare(case, case.branch(), older, older.branch()).cause == "edition"
        duel = archive.create("duel-60", "")
        assert compare(case, case.branch(), duel, duel.branch()).cause == "edition"


def _compare(case: Case, left: str, right: str):  # type: ignore[no-untyped-def]
    return compare(case, case.branch(left), case, case.branch(right))


CHILD = """
import sys
from judgekit.cases.play.case import Archive
case = Archive(sys.argv[1]).case(1)
print("ready", flush=True)
while True:
    case.sit().run(700)
"""


@pytest.mark.parametrize("attempt", range(3))
def test_killing_the_process_at_any_moment_leaves_a_case_that_opens_and_verifies(
    tmp_path: Path, attempt: int
) -> None:
    path = tmp_path / "cases.sqlite"
    with Archive(path) as archive:
        archive.create("duel-60", "")
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, env={**os.environ}
    )
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(random.uniform(0.02, 0.3))
        child.send_signal(signal.SIGKILL)
        child.wait()
    with Archive(path) as archive:
        case = archive.case(1)
        branch: Branch = case.branch()
        assert verify(case, branch).status == "verified"
        case.sit().run(10)
        assert case.branch().head == branch.head + 10
        assert archive.store.database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert decode_pinned(archive.store.pinned_bytes(1)).kind == "duel-60"


def test_what_differs_is_told_in_words_and_with_the_details_where_these_are_alike() -> None:
    def entry(*events: AnyEvent) -> Entry:
        return Entry(0, ("1.1",), tuple(Happened(event) for event in events))

    tired, rested = entry(Marked(CardId(3), "tired", True)), entry(Marked(CardId(3), "rested", True))
    assert event_texts(tired, rested, 1) == ("c3 is now tired", "c3 is now rested")
    assert event_texts(tired, entry(), 1) == ("c3 is now tired", "nothing more")
    one, other = entry(Occurred("dusk")), entry(Occurred("dusk", facts=(("by", "rule"),)))
    assert event_texts(one, other, 1) == ("Timing: dusk (facts ())", "Timing: dusk (facts (('by', 'rule'),))")
