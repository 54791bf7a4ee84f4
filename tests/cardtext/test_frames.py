"""Every frame of the vocabulary tables is read, with one meaning, and round-trips."""

from __future__ import annotations

import pytest

from judgekit.audit.texts.frames import README, frames, report
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import bare
from judgekit.cardtext.parse import parse, parse_line
from judgekit.cardtext.wording.abilities import wording
from tests.lots import EITHER, lot


@pytest.mark.parametrize("game", GAMES)
def test_every_frame_is_read(game: str) -> None:
    assert [(frame.name, frame.unread) for frame in frames(game) if not frame.is_read] == []


@EITHER
@pytest.mark.parametrize("game", GAMES)
def test_every_frame_reads_back_from_our_wording(game: str, whole: bool) -> None:
    texts = lot((text for frame in frames(game) for text in frame.texts), 60, whole)
    assert [
        (text, said)
        for text in texts
        for ability in parse(text, game)
        if tuple(map(bare, parse_line(said := wording(ability, game), game))) != (bare(ability),)
    ] == []


def test_the_readme_lists_the_frames_as_they_are() -> None:
    assert report() in README.read_text("utf-8")
