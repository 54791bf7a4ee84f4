"""judgekit for scripts: the names here are stable.

    from judgekit.api import card_verdict, load_position

    verdict = card_verdict("godzilla/1.2", "Siren", {"type": "battle"}, "[Enter] Draw 1 card.")
    line = load_position("table.toml").line()
    question = line.run(400)

`card_verdict(edition, name, printed, text)` says of a card's text whether it is `read`, read
in `part`, `ambiguous` or `by hand`, with what is missing and a paraphrase of what is read.
`load_position` and `load_ruling` read the files that people write, `read_position` does the
same for text; a `Line` is a game from a position on, and `answer_in_words` answers its open
question as a person types it; an `Archive` keeps cases, and a `Place`
is a point in one.
"""

from __future__ import annotations

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cases.files.position import Position
from judgekit.cases.files.position import load as load_position
from judgekit.cases.files.position import loads as read_position
from judgekit.cases.play.answering import answer_in_words
from judgekit.cases.play.case import Archive, Place
from judgekit.cases.rulings.ruling import Result
from judgekit.cases.rulings.ruling import load as load_ruling
from judgekit.cases.rulings.ruling import run as run_ruling
from judgekit.cases.rulings.script import Ruling
from judgekit.engine.machine import Line
from judgekit.games import UnknownGame, edition
from judgekit.games.game import Game, PrintedCard
from judgekit.games.verdict import Missing, Verdict, card_verdict

__all__ = [
    "Archive", "CardTextError", "Game", "Line", "Missing", "NoMeaning", "Place", "Position", "PrintedCard",
    "Result", "Ruling", "UnknownGame", "Verdict", "answer_in_words", "card_verdict", "edition",
    "load_position", "load_ruling", "read_position", "run_ruling",
]  # fmt: skip
