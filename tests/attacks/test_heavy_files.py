"""Files that ask for more work than anybody waits for are refused before it is done."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from judgekit.book.pages import readings
from judgekit.budget import TooMuchTime, limited
from judgekit.cards.comparing import differences
from judgekit.cards.importing import propose_from
from judgekit.cards.taking import take
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


def pdf(operators: bytes) -> bytes:
    """One page that draws this."""
    packed = zlib.compress(operators)
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(packed), packed),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    file, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(b"%010d 00000 n \n" % len(file))
        file += b"%d 0 obj%bendobj\n" % (number, part)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(places)
    return file + table + b"trailer<</Root 1 0 R/Size 6>>\nstartxref\n%d\n%%%%EOF" % len(file)


def test_a_page_of_a_pdf_that_draws_without_end_is_stopped_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "small.pdf"
    path.write_bytes(pdf(b"BT /F1 12 Tf\n" + b"1 0 0 1 10 10 Tm (a) Tj\n" * 4000 + b"ET"))
    with limited(0.05), pytest.raises(TooMuchTime, match=r"more than 0\.05 seconds of work"):
        readings(path)


def test_two_lists_in_which_every_card_is_another_are_compared_in_time_or_not_at_all() -> None:
    """Each that is gone could be each that came: ten thousand pairs here, ten million in a long list."""
    card = {"type": "battle", "rank": 1, "counter power": 1000}
    lists = [
        [card | {"number": f"{a}-{n}", "name": f"{a} {n}", "text": f"Draw {n} cards."} for n in range(100)]
        for a in "AB"
    ]  # fmt: skip
    sides = [propose_from(json.dumps(rows).encode(), "list", "godzilla") for rows in lists]
    first, second = (take(one.rows, one.fields).entries for one in sides)
    with limited(0.0), pytest.raises(TooMuchTime):
        differences(first, second)
    assert len(differences(first, second)) == 200
