"""Files that ask for more work than anybody waits for are refused before it is done."""

from __future__ import annotations

import pytest

from judgekit.cardtext.recovery import read_line
from judgekit.cases.files import cards as card_files
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position import loads

CARD = """
[cards."Card {n}"]
type = "battle"
rank = 1
"counter power" = 1000
text = "{text}"
"""


def position(many: int, text: str) -> str:
    cards = "".join(CARD.format(n=n, text=f"{text} {n}") for n in range(many))
    return f'game = "godzilla/1.2"\nat = "main phase"\nturn = "A"\n{cards}\n[A]\ndeck = 20\n[B]\ndeck = 20\n'


def test_more_card_texts_than_two_decks_have_are_refused_unread() -> None:
    long = "Draw 1 card and draw 1 card or destroy 1 battle card and draw 2 cards. " * 11
    before = read_line.cache_info().misses
    with pytest.raises(WrongInput) as refused:
        loads(position(card_files.WRITTEN // len(long) + 1, long))
    assert "card texts of at most 100,000 characters together" in str(refused.value)
    assert read_line.cache_info().misses == before
