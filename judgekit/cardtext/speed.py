"""How long reading takes: `python -m judgekit.cardtext.speed [GAME]`. Prints, asserts nothing."""

from __future__ import annotations

import sys
import time

START = time.perf_counter()


def main(games: list[str]) -> None:
    from judgekit.cardtext.golden import cards
    from judgekit.cardtext.parse import GAMES, grammar, parse

    imported = time.perf_counter()
    for game in games or GAMES:
        texts = list(cards(game).values())[:100]
        begun = time.perf_counter()
        grammar(game)
        loaded = time.perf_counter()
        for text in texts:
            parse(text, game)
        read = time.perf_counter()
        for text in texts:
            parse(text, game)
        again = time.perf_counter()
        sys.stdout.write(
            f"{game:20} import {milliseconds(imported - START)}, grammar {milliseconds(loaded - begun)},"
            f" 100 cards {milliseconds(read - loaded)}, again {milliseconds(again - read)}\n"
        )


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main(sys.argv[1:])
