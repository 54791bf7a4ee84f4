"""What a change changes: editions, readings, wordings, stored reports; the same whatever the workers."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from judgekit.audit.impact import (
    Came,
    Item,
    OtherRules,
    Side,
    WrongSide,
    against,
    came_of,
    cases,
    compared,
    impact,
    must_have,
    read_side,
    read_stored,
    rulings,
    stored,
)
from judgekit.audit.proof.origins import counted, origin_of
from judgekit.audit.workers import WrongWorkers, in_chunks
from judgekit.cases.play.case import Archive
from judgekit.cases.rulings.folder import files
from judgekit.engine.registry import Rulebook
from judgekit.games import UnknownGame
from judgekit.games import edition as edition_of
from judgekit.known import GAMES
from tests.audit.test_explore_pages import POSITION

NEW, OLD = Side("godzilla/1.2"), Side("godzilla/1.00")
REVENGE = "12.7.2-revenge-answers-destruction-but-not-overload"


def some(*names: str) -> list[Item]:
    return list(rulings(path for path in files("godzilla") if path.stem in names))


def test_a_ruling_of_both_editions_is_the_same_under_both() -> None:
    """Its clauses have other numbers there, and that is no difference."""
    found = impact(some("1.2.1-both-countered-and-neither-has-a-successor"), NEW, OLD, workers=1)
    assert [one.change for one in found.effects] == ["same"]


def test_what_the_older_edition_does_otherwise_is_named_with_the_difference() -> None:
    (one,) = impact(some(REVENGE), NEW, OLD, workers=1).effects
    assert one.change == "other answer"
    assert ('number = "A.rage", is = 1', "holds", "it is 0") in one.differ
    assert one.only_left


def test_a_case_is_run_under_both_editions_with_the_answers_it_has(tmp_path: Path) -> None:
    with Archive(tmp_path / "judgekit.sqlite") as archive:
        sitting = archive.create("position", POSITION).sit()
        question = sitting.run(100)
        assert question is not None
        sitting.answer(question.options[0].id, limit=100)
        items = list(cases(archive, "godzilla/"))
    found = impact(items, NEW, OLD, workers=1)
    assert [(one.kind, one.name, one.change) for one in found.effects] == [("case", "1:main", "same")]


def test_another_wording_of_a_card_changes_what_its_case_comes_to() -> None:
    item = Item("case", "1:main", POSITION, "godzilla/1.2", answers=())
    two = Side(wordings={"Scout": "[Enter] Draw 2 cards."})
    found = came_of(item, Side()), came_of(item, two)
    assert compared(item, *found, {}).change == "same"  # nobody has chosen which comes first
    given = msgspec.structs.replace(item, answers=(("Scout#1 c2",),))
    effect = compared(given, came_of(given, Side()), came_of(given, two), {})
    assert effect.change == "other answer"
    assert any(thing == "A's hand" for thing, _, _ in effect.differ)


def test_a_reading_touches_those_that_read_it_and_no_others() -> None:
    every = [path for path in files("godzilla") if "readings =" in path.read_text("utf-8")][:6]
    for item in rulings(every):
        came = came_of(item, Side())
        assert not came.why, item.name
        assert came.read


# Told only when something comes of them, though they are looked at all the time: whether what lies under a
# stack works; who may be attacked, as long as nobody is; when a summon counts, until one is
# negated; who sees a card.
QUIET = {"godzilla": "A-12", "dragon-ball-super": "A-50", "gate-ruler": "J-24", "luck-and-logic": "A-41"}


def flipped(items: Sequence[Item]) -> int:
    """Every open question of a book read in all its ways; how many answers that changed. What a ruling did
    not read changes nothing for it: those questions are all flipped together."""
    changed = 0
    for item in items:
        ours, doubts = came_of(item, Side()), rules_of(item).book.doubts
        for row in (row for row in doubts if row.id in ours.read):
            sides = (Side(readings={row.id: choice}) for choice in row.choices)
            changed += sum(came_of(item, side).facts != ours.facts for side in sides)
        known = {*ours.read, QUIET[item.edition.partition("/")[0]]}
        unread = [row for row in doubts if row.id not in known]
        for turn in range(max(len(row.choices) for row in unread)):
            readings = {row.id: tuple(row.choices)[turn % len(row.choices)] for row in unread}
            other = came_of(item, Side(readings=readings))
            assert (other.facts, other.why) == (ours.facts, ours.why), (item.name, readings)
    return changed


def rules_of(item: Item) -> Rulebook:
    game, number = edition_of(item.edition)
    return game.rules(number)


def test_a_reading_that_is_flipped_changes_nothing_for_those_that_did_not_read_it() -> None:
    every = [path for path in files("godzilla") if "readings =" in path.read_text("utf-8")]
    assert flipped(list(rulings(every[::20]))) >= 1


@pytest.mark.parametrize(
    ("name", "doubt"),
    [
        ("luck-and-logic/5.18.1-a-luck-drive-on-the-last-card", "A-04"),  # that a play is refused at the end
        ("luck-and-logic/4.12.1.1.1-logic-that-is-lost", "A-27"),  # that no logic is left to lend
        ("luck-and-logic/8.5.8-the-loser-is-heard-before-the-end-of-battle-outcome", "A-20"),  # what is heard
        ("godzilla/10.6.3.2.1-paid-once-and-declined-once", "A-06"),  # that a target is chosen before paying
        ("godzilla/4.1.4-destroyed-first-and-not-moved-afterwards", "A-06"),  # … before the option above it
    ],
)
def test_a_reading_is_read_by_those_that_it_decides_something_for(name: str, doubt: str) -> None:
    game, _, stem = name.partition("/")
    (item,) = rulings(path for path in files(game) if path.stem == stem)
    assert doubt in came_of(item, Side()).read
    assert flipped([item]) >= 1


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_reading_of_every_game_is_flipped(game: str) -> None:
    assert flipped(list(rulings(files(game)[::12]))) >= 3


def test_answers_that_are_the_same_by_other_clauses_are_told_apart() -> None:
    item = Item("case", "x", "")
    left, right = Came((("result", "A wins"),), ("1.1", "2.2")), Came((("result", "A wins"),), ("1.1", "2.3"))
    effect = compared(item, left, right, {})
    assert (effect.change, effect.only_left, effect.only_right) == ("other clauses", ("2.2",), ("2.3",))
    assert compared(item, left, right, {"2.2": "2.3"}).change == "same"
    assert compared(item, left, Came(why="no"), {}).change == "cannot run"


def test_the_report_has_the_same_bytes_whatever_the_number_of_workers() -> None:
    items = list(rulings(files("godzilla")[:18]))
    one, two = (msgspec.json.encode(impact(items, NEW, OLD, workers=many)) for many in (1, 2))
    assert one == two


def test_a_stored_report_is_compared_with_what_comes_of_it_now(tmp_path: Path) -> None:
    items = some(REVENGE, "1.2.1-both-countered-and-neither-has-a-successor")
    file = tmp_path / "before.json"
    file.write_bytes(msgspec.json.encode(stored(items, OLD, workers=1)))
    same = against(read_stored(file), items, OLD, workers=1)
    assert {one.change for one in same.effects} == {"same"}
    found = against(read_stored(file), some(REVENGE), NEW, workers=1)
    assert [one.change for one in found.effects] == ["other answer"]
    file.write_text("{}")
    with pytest.raises(WrongSide, match="is not a stored report"):
        read_stored(file)


def test_sides_are_read_as_they_are_typed(tmp_path: Path) -> None:
    (tmp_path / "scout.txt").write_text("[Enter] Draw 2 cards.\n")
    assert read_side(f"godzilla/1.00,A-05=choice,Scout=@{tmp_path}/scout.txt") == Side(
        "godzilla/1.00", {"A-05": "choice"}, {"Scout": "[Enter] Draw 2 cards."}
    )
    with pytest.raises(UnknownGame):
        read_side("chess")
    with pytest.raises(WrongSide, match="no such file"):
        read_side("Scout=@nowhere.txt")
    with pytest.raises(WrongSide, match="both sides are the same"):
        impact([], NEW, NEW)
    assert "no open question" in came_of(some(REVENGE)[0], Side(readings={"Z-99": "x"})).why


# workers


def halved(things: Sequence[int]) -> list[int]:
    return [thing // 2 for thing in things]


def dies_once(things: Sequence[str]) -> list[str]:
    """The first process that meets "dies" is killed; the next one finds that out and goes on."""
    for thing in things:
        flag = Path(thing)
        if thing.endswith("dies") and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if thing.endswith("kills"):
            os.kill(os.getpid(), signal.SIGKILL)
    return [Path(thing).name for thing in things]


def test_work_in_processes_comes_back_in_order() -> None:
    numbers = list(range(0, 40, 2))
    assert in_chunks(halved, numbers, 2, 3, int) == list(range(20))
    with pytest.raises(WrongWorkers, match="at least one worker"):
        in_chunks(halved, numbers, 0, 3, int)


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    names = [f"{tmp_path}/{name}" for name in ("a", "b", "dies", "c", "d")]
    assert in_chunks(dies_once, names, 2, 1, lambda _: "lost") == ["a", "b", "dies", "c", "d"]


def test_a_worker_with_other_rules_refuses() -> None:
    with pytest.raises(OtherRules, match="install the same judgekit on both"):
        must_have({"godzilla/1.2": "something else"})


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgekit.audit.workers.PATIENCE", 0.2)
    with pytest.raises(WrongWorkers, match="no scheduler answers at"):
        in_chunks(halved, [1, 2], 2, 1, int, cluster="tcp://127.0.0.1:9")


@pytest.mark.long
def test_a_local_cluster_gives_the_same_report_though_a_worker_is_killed() -> None:
    distributed = pytest.importorskip("distributed")
    items = list(rulings(files("godzilla")[:64]))
    alone = msgspec.json.encode(impact(items, NEW, OLD, workers=1))
    with distributed.LocalCluster(2, processes=True, dashboard_address=None) as cluster:
        timer = threading.Timer(
            2.0, lambda: os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        )
        timer.start()
        found = msgspec.json.encode(impact(items, NEW, OLD, cluster=cluster.scheduler_address))
        timer.cancel()
    assert found == alone


# origins


def test_every_ruling_says_where_its_answer_comes_from() -> None:
    sources = [one.origin for one in rulings(files()[::20])]
    assert set(sources) <= {"official answer", "head judge", "own reading", "computed"}


def test_origins_are_told_apart_by_the_source() -> None:
    assert origin_of("reading of the book") == "own reading"
    assert origin_of("drawn by lot; the outcome was written first, from the text alone") == "own reading"
    assert origin_of("Head judge of the autumn open") == "head judge"
    assert origin_of("computed by judgekit") == "computed"
    assert origin_of("Q&A 17 of the publisher") == "official answer"
    assert counted(["computed", "computed", "reading of the book"])["computed"] == 2
