"""How long reading takes, in processor time: `python -m judgekit.audit.texts.speed [GAME]`."""

from __future__ import annotations

import sys
import time

START = time.process_time()


def main(games: list[str]) -> None:
    from judgekit.audit.texts.golden import cards
    from judgekit.cardtext.language import GAMES
    from judgekit.cardtext.parse import grammar, parse

    imported = time.process_time()
    for game in games or GAMES:
        texts = list(cards(game).values())[:100]
        begun = time.process_time()
        grammar(game)
        loaded = time.process_time()
        for text in texts:
            parse(text, game)
        read = time.process_time()
        for text in texts:
            parse(text, game)
        again = time.process_time()
        sys.stdout.write(
            f"{game:20} import {milliseconds(imported - START)}, grammar {milliseconds(loaded - begun)},"
            f" 100 cards {milliseconds(read - loaded)}, again {milliseconds(again - read)}\n"
        )


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main(sys.argv[1:])
