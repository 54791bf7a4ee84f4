"""Every frame of the vocabulary tables is read, with one meaning, and round-trips."""

from __future__ import annotations

import pytest

from judgekit.audit.card_frames import README, Frame, frames, report
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import bare
from judgekit.cardtext.parse import parse, parse_line
from judgekit.cardtext.wording.abilities import wording

FRAMES = [frame for game in GAMES for frame in frames(game)]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}: {frame.name}")
def test_a_frame_is_read(frame: Frame) -> None:
    assert frame.unread == ()


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}: {frame.name}")
def test_a_frame_reads_back_from_our_wording(frame: Frame) -> None:
    for text in frame.texts:
        for ability in parse(text, frame.game):
            assert tuple(map(bare, parse_line(wording(ability, frame.game), frame.game))) == (bare(ability),)


def test_the_readme_lists_the_frames_as_they_are() -> None:
    assert report() in README.read_text("utf-8")
