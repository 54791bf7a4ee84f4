"""Every worked ruling comes out as its file says, in each of its editions."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit import paths
from judgekit.cases.rulings import ruling
from judgekit.engine.codec import decode_state, encode_state

FILES = ruling.files()


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_ruling_is_named_after_a_clause_and_comes_out_as_its_file_says(path: Path) -> None:
    found = ruling.load(path)
    assert ruling.clause_of(path.stem, found.game.rules(next(iter(found.scripts))))
    for edition in found.scripts:
        result = ruling.run(found, edition)
        assert result.ok, "\n" + ruling.report(result)
        if result.end is not None:
            state = result.end.line.state
            assert decode_state(encode_state(state)) == state


def test_rulings_lie_in_the_folder_of_their_game() -> None:
    assert all(path.parent.parent == paths.rulings() for path in FILES)
