"""Chapter 9: abilities and effects."""

from __future__ import annotations

import pytest

from judgekit.engine.events import StoodBy
from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.decks import cards, pool
from tests.games.luck_and_logic.tables import say, shows, table, where


def member(name: str, text: str, power: int = 1000) -> str:
    stats = f'type = "logicalist"\nterritory = 1\nlevel = 0\npower = {power}\nlimit = 2'
    return f'[cards.{name}]\n{stats}\ntext = "{text}"\n'


def test_every_invented_card_can_be_compiled() -> None:
    assert set(pool().definitions) == set(cards())


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("[AUTO] When this card is placed on a circle, draw a card.", 1),
        ("[AUTO] When this member is mobilized, draw a card.", 1),
        ("[AUTO] When another card is placed on a circle, draw a card.", 0),
        ("[AUTO] When this card is placed on a circle, each player draws a card.", 1),
        ("[AUTO] When this card is placed on a circle, draw up to 2 cards.", 0),
        (
            "[AUTO] When this card is placed on a circle, if you have 3 or more members, draw a card.",
            0,
        ),
    ],
)
def test_what_a_mobilized_member_draws(text: str, drawn: int) -> None:
    line, _ = table("play timing", 'hand = ["Newcomer"]\n', "", member("Newcomer", text))
    say(line, "mobilize Newcomer", "front left")
    if "up to" in text:
        say(line, "no")
    assert len(line.state.pile("A.hand")) == drawn


def test_a_card_that_arrives_together_with_another_has_seen_it() -> None:
    """9.7.4.2: of two members that are placed at the same time each hears of the other."""
    text = "[AUTO] When one of your other members is placed on a circle, draw a card."
    swap = "[ACT] [Rest this member] Mobilize 2 members from your hand."
    more = member("Twin", text) + member("Caller", swap)
    line, _ = table("play timing", 'front_left = ["Caller"]\nhand = ["Twin", "Twin"]\n', "", more)
    say(line, "use Caller Caller#1", "Twin; Twin", "front middle", "front right")
    waits = [h.event for entry in line.log for h in entry.events if isinstance(h.event, StoodBy)]
    assert len(waits) == 2


def test_an_ability_whose_card_is_gone_is_still_played() -> None:
    more = member("Ghost", "[AUTO] When this card is put into your drop zone from a circle, draw a card.")
    more += member("Butcher", "[ACT] [Rest this member] Put 1 of your other members into your drop zone.")
    line, _ = table("play timing", 'front_left = ["Butcher"]\nfront_middle = ["Ghost"]\n', "", more)
    say(line, "use Butcher Butcher#1")
    assert shows(line, "9.7.2", "9.7.7", "9.7.3")
    assert len(line.state.pile("A.hand")) == 1


def test_a_continuous_ability_stops_with_its_card() -> None:
    more = member("Leader", "[CONT] Your other members get +1000 power.")
    line, _ = table("play timing", 'front_left = ["Leader"]\nfront_middle = ["Scholar"]\n', "", more)
    line.run()
    scholar = next(card.id for card in line.state.cards.values() if card.name == "Scholar")
    assert line.table.peek(scholar, "power") == 4000
    gone, _ = table("play timing", 'drop = ["Leader"]\nfront_middle = ["Scholar"]\n', "", more)
    gone.run()
    scholar = next(card.id for card in gone.state.cards.values() if card.name == "Scholar")
    assert gone.table.peek(scholar, "power") == 3000


def test_a_layer_switched_off_changes_the_number() -> None:
    more = member("Leader", "[CONT] Your other members get +1000 power.")
    a = 'front_left = ["Leader"]\nfront_middle = ["Scholar"]\n'
    line, _ = table("play timing", a, "", more, rules=rules.without("9.9.1.5"))
    line.run()
    scholar = next(card.id for card in line.state.cards.values() if card.name == "Scholar")
    assert line.table.peek(scholar, "power") == 3000


def test_an_effect_is_gone_when_its_card_has_changed_zones() -> None:
    """9.9.2: what was played does not follow a card out of the circles and back."""
    more = member(
        "Coach",
        "[ACT] [Rest this member] Choose 1 of your other members. It gets +1000 power until end of turn.",
    )
    more += member("Bouncer", "[ACT] [Rest this member] Return 1 of your other members to its owner's hand.")
    a = 'front_left = ["Coach"]\nfront_middle = ["Bouncer"]\nfront_right = ["Scholar"]\nlevel = ["Filler"]\n'
    line, _ = table("play timing", a, "", more)
    say(line, "use Coach Coach#1", "Scholar")
    scholar = next(card.id for card in line.state.cards.values() if card.name == "Scholar")
    assert line.table.peek(scholar, "power") == 4000
    say(line, "use Bouncer Bouncer#1", "Scholar", "mobilize Scholar", "back left")
    assert line.table.peek(scholar, "power") == 3000


def test_an_optional_replacement_that_cannot_be_done_is_none() -> None:
    """9.10.3: with an empty hand there is nothing to discard instead."""
    more = member(
        "Clinger", "[CONT] If this member would be put into your drop zone, you may discard 1 card instead."
    )
    more += member("Butcher", "[ACT] [Rest this member] Put 1 of your other members into your drop zone.")
    a = 'front_left = ["Butcher"]\nfront_middle = ["Clinger"]\n'
    line, _ = table("play timing", a, "", more)
    say(line, "use Butcher Butcher#1")
    assert where(line, "Clinger") == ["A.drop"]
    held, _ = table("play timing", a + 'hand = ["Spark"]\n', "", more)
    say(held, "use Butcher Butcher#1", "yes")
    assert where(held, "Clinger") == ["A.front middle"]
    assert where(held, "Spark") == ["A.drop"]
