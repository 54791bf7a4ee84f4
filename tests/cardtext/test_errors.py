"""A text that cannot be read gets a message that points at the word."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.audit.texts.golden import error_files, with_message
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.parse import parse


@pytest.mark.parametrize("file", error_files(), ids=lambda file: file.stem)
def test_the_message_is_as_written_down(file: Path) -> None:
    assert with_message(file) == file.read_text("utf-8")


def test_there_are_more_than_twenty_messages() -> None:
    assert len(error_files()) > 20


def test_an_error_says_where_what_and_nearest() -> None:
    with pytest.raises(CardTextError) as caught:
        parse("[Enter] Draw 1 card.\n[Revenge] Draw 1 crad.", "godzilla")
    error = caught.value
    assert error.text[error.position :] == "crad."
    assert error.nearest == "card"
    assert error.expected


def test_an_unknown_filter_never_widens_a_choice() -> None:
    for tail in ("with purple eyes", "without a hat", "that is asleep", "in the freezer", "other than Bob"):
        with pytest.raises(CardTextError):
            parse(f"[Enter] Destroy 1 of your opponent's battle cards {tail}.", "godzilla")


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match="no card texts for the game 'chess'"):
        parse("Draw 1 card.", "chess")
