"""Every worked ruling comes out as its file says, in each of its editions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judgekit import paths
from judgekit.cases.rulings import ruling
from judgekit.engine.codec import decode_state, encode_state

FILES = ruling.files()


def chapter(path: Path) -> str:
    return f"{path.parent.name}/{re.split('[.-]', path.stem)[0]}"


@pytest.mark.parametrize("about", sorted(set(map(chapter, FILES))))
def test_a_ruling_is_named_after_a_clause_and_comes_out_as_its_file_says(about: str) -> None:
    """All rulings about a chapter of a game."""
    problems = [problem for path in FILES if chapter(path) == about for problem in wrong_with(path)]
    assert not problems, "\n".join(problems)


def wrong_with(path: Path) -> Iterator[str]:
    found = ruling.load(path)
    if not ruling.clause_of(path.stem, found.game.rules(next(iter(found.scripts)))):
        yield f"{path}: not named after a clause"
    for edition in found.scripts:
        result = ruling.run(found, edition)
        if not result.ok:
            yield ruling.report(result)
        if result.end is not None:
            state = result.end.line.state
            if decode_state(encode_state(state)) != state:
                yield f"{path}: its last state does not come back from the codec"


def test_rulings_lie_in_the_folder_of_their_game() -> None:
    assert all(path.parent.parent == paths.rulings() for path in FILES)


def test_a_question_is_understood_without_any_other_ruling() -> None:
    """It is found by its words and asked in quizzes, so it begins with no "the same" and no "and then"."""
    leaning = re.compile(r"(the same|as (above|before)|and|but|again|this time)\b", re.IGNORECASE)
    assert [str(path) for path in FILES if leaning.match(ruling.load(path).question)] == []
