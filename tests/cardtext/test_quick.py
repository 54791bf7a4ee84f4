"""Reading is quick, and gives up where it would not be."""

from __future__ import annotations

import time

import pytest

from judgekit.audit.bench.reading import HEADS, HOSTILE
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.parse import TOO_LONG, parse
from judgekit.games import game as game_of
from judgekit.games.verdict import card_verdict


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_answered_quickly(game: str, text: str) -> None:
    kind = next(spec for spec in game_of(game.replace("_", "-")).properties if spec.name == "type").choices[0]
    card_verdict(game.replace("_", "-"), "Warm", {"type": kind}, HEADS[game] + "draw 1 card.")
    start = time.process_time()
    found = card_verdict(game.replace("_", "-"), "Hostile", {"type": kind}, HEADS[game] + text)
    assert time.process_time() - start < 2  # all threads count
    assert found.verdict in ("read", "part", "ambiguous", "by hand")


@pytest.mark.parametrize("game", GAMES)
def test_fourteen_equal_sentences_are_read(game: str) -> None:
    assert len(parse(HEADS[game] + "draw 1 card. " * 14, game)[0].body) == 14


def test_where_reading_stopped_is_told() -> None:
    with pytest.raises(CardTextError) as error:
        parse("[Enter] " + HOSTILE["one sentence that does not end"], "godzilla")
    assert error.value.reason == TOO_LONG
    assert error.value.position > 0
