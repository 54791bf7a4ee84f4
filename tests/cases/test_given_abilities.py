"""A card can have an ability as data, where no text would do."""

from __future__ import annotations

import pytest

from judgekit.cardtext.wording.abilities import wording
from judgekit.cases.files import position
from judgekit.cases.files.writer import saved
from judgekit.engine.events import Moved
from judgekit.games import game

TABLE = """
game = "godzilla/1.2"
at = "play timing"
turn = "A"
seed = 1

[cards.Titan]
type = "monster"
rank = 1
"threat level" = 20000

[cards.Engine]
type = "battle"
rank = 1
"counter power" = 1000

[[cards.Engine.abilities]]
kind = "automatic"
trigger = { is = "Played", what = { is = "This" } }
body = [{ is = "Draw", n = 2 }]

[A]
"zone 3" = [{ card = "Titan", invading = true }]
hand = ["Engine"]
deck = 20

[B]
"zone 1" = [{ card = "Titan", invading = true }]
deck = 20
"""


def test_an_ability_given_as_data_happens() -> None:
    line = position.loads(TABLE).line()
    for wanted in ("play", "A.zone 4", ""):
        question = line.run(100)
        assert question is not None
        if wanted:
            line.answer(next(o.id for o in question.options if wanted in (o.label, o.id.split()[0])))
    events = [one.event for entry in line.log for one in entry.events]
    assert sum(isinstance(one, Moved) and one.dst == "A.hand" for one in events) == 2


@pytest.mark.parametrize("form", ["toml", "json"])
def test_it_is_saved_and_read_back(form: str) -> None:
    begun = position.loads(TABLE)
    assert position.loads(saved(begun, form=form)).cards == begun.cards
    assert position.loads(saved(begun, form=form)).state == begun.state


def test_it_has_our_words_and_can_be_found_to_never_happen() -> None:
    engine = next(card for card in position.loads(TABLE).cards if card.name == "Engine")
    (ability,) = engine.abilities
    assert ability.text == wording(ability, "godzilla") == "When this card is played, draw 2 cards."
    assert game("godzilla").never(engine) == []
