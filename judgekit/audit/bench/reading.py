"""How fast card texts are read: cards of all games, and texts that mean to hold it up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

from judgekit.audit.bench.report import Figure, figure
from judgekit.audit.texts.golden import cards
from judgekit.cardtext.language import GAMES
from judgekit.games import game as game_of
from judgekit.games.game import PrintedCard
from judgekit.games.verdict import Verdict, verdict

HEADS = {
    "godzilla": "[Enter] ",
    "dragon_ball_super": "[Auto] When you play this card, ",
    "gate_ruler": "When this unit enters play, ",
    "luck_and_logic": "[AUTO] When this member attacks, ",
}
HOSTILE = {
    "one sentence again and again": "Draw 1 card. " * 770,
    "sentences that can be read in two ways": (
        "1 of your battle cards gains +2000 counter power and cannot be moved until end of turn. " * 110
    ),
    "one sentence that does not end": "draw 1 card and " * 620,
    "brackets": "(" * 10_000,
    "brackets in brackets": "(((draw): " * 1_000,
    "costs in brackets": "(" * 3_000 + "draw" + "):" * 3_000,
    "pictures": "<img " * 2_000,
    "an icon and space": "<" + " " * 9_999,
    "lines that cannot be read": "[Enter] Frobnicate, if you may, 1 card.\n" * 250,
    "quotes": '"' * 9_999,
    "one word": "a" * 10_000,
}


def measure(scale: float) -> Iterator[Figure]:
    """Each text is read once: the next time it would be known."""
    many, hostile = max(4, int(100 * scale)), list(HOSTILE.values())[: max(1, int(len(HOSTILE) * scale))]
    taken, held_up = [], []
    for game in GAMES:
        reading(game, HEADS[game] + "draw 1 card.")()  # the grammar is there
        texts = list(cards(game).values())
        taken += [clocked(reading(game, text)) for text in texts[:: max(1, len(texts) // many)][:many]]
        held_up += [clocked(reading(game, HEADS[game] + text)) for text in hostile]
    yield figure(f"reading {len(taken)} cards", "s", [sum(taken)]).reaching("<= 3")
    yield figure("reading the text of a card", "ms", [one * 1000 for one in taken]).reaching("<= 15", "p95")
    yield figure("reading a hostile text of 10,000 signs", "s", held_up).reaching("<= 1", "max")


def reading(game: str, text: str) -> Callable[[], Verdict]:
    known = game_of(game.replace("_", "-"))
    kind = known.types[0]
    return partial(verdict, known, next(iter(known.editions)), PrintedCard("Card", {"type": kind}, text))


def clocked(work: Callable[[], object]) -> float:
    """Processor time of all threads, which other programs do not affect."""
    begun = time.process_time()
    work()
    return time.process_time() - begun
