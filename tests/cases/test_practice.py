"""Random walks of the practice game, kept in a store: whatever is played comes back the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from judgekit.audit.bench.practice.game import new_game
from judgekit.audit.fuzzing.random_play import pick
from judgekit.cases.errors import CaseError
from judgekit.cases.play import pinned as openings
from judgekit.cases.play.case import Archive, Case, Opening, Place, register
from judgekit.cases.play.verify import verify
from judgekit.cases.store.bundle import bring, export
from judgekit.engine.events import fold
from judgekit.engine.state import A


def glasshouse(text: str) -> Opening:
    """A new game; the text is its seed."""
    line = new_game(seed=int(text))
    return Opening(line.rules, line.pool, line.start, title=f"Glasshouse {text}")


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    register("glasshouse", glasshouse)
    yield
    del openings._loaders["glasshouse"]


def walk(case: Case, seed: int, choices: int) -> None:
    random = Random(seed)
    sitting = case.sit()
    sitting.run()
    for _ in range(choices):
        question = sitting.question
        if question is None:
            return
        sitting.answer(*pick(question, random))


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_can_be_sought_forked_verified_and_passed_on(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    with Archive(tmp_path / "x.sqlite") as archive, Archive(tmp_path / "y.sqlite") as elsewhere:
        case = archive.create("glasshouse", str(seed))
        walk(case, seed, 60)
        main = case.branch()
        log = case.entries(main)
        for _ in range(20):
            seq = random.randrange(main.head)
            event = random.randrange(len(log[seq].events) + 1)
            state = fold(case.opening.state, log[:seq])
            for happened in log[seq].events[:event]:
                state = happened.event.onto(state)
            assert case.at(main, Place(seq, event)) == state
        fork = case.sit(case.fork(main, random.randrange(main.head), "other"))
        fork.run()
        if fork.question is not None:
            fork.answer(*pick(fork.question, random))
        assert {verify(case, branch).status for branch in case.branches()} == {"verified"}
        export(case, tmp_path / "out.judgekit")
        copy = bring(elsewhere, tmp_path / "out.judgekit")
        assert [copy.entries(branch) for branch in copy.branches()] == [
            case.entries(branch) for branch in case.branches()
        ]
        assert {verify(copy, branch).status for branch in copy.branches()} == {"verified"}


def test_what_a_player_announces_at_any_time_is_kept_and_verified(tmp_path: Path) -> None:
    with Archive(tmp_path / "x.sqlite") as archive:
        case = archive.create("glasshouse", "3")
        walk(case, 3, 10)
        (name,) = case.opening.rules.announcements
        sitting = case.sit()
        sitting.announce(A, name)
        assert sitting.line.is_over
        assert verify(case, case.branch()).status == "verified"


def test_a_kind_of_case_has_one_reader() -> None:
    register("glasshouse", glasshouse)
    with pytest.raises(CaseError, match="already have a reader"):
        register("glasshouse", lambda text: glasshouse("1"))
