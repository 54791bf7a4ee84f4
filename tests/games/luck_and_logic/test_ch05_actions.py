"""Chapter 5: the specific actions."""

from __future__ import annotations

from tests.games.luck_and_logic.tables import offered, say, shows, table, where

MORE = """
[cards.Duo]
type = "tranceunion"
level = 0
territory = 2
power = 7000
limit = 2
world = ["Orrin"]

[cards.Swapper]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Exchange the positions of this member and 1 of your other members."

[cards.Shuffler]
type = "logicalist"
territory = 1
text = "[AUTO] When this card is placed on a circle, shuffle all cards from your drop zone into your deck."

[cards.Gifted]
type = "logicalist"
territory = 1
level = 0
text = "[AUTO] When this card is placed on a circle, put the top card of your deck into this member's soul."
"""


def test_two_members_exchange_positions() -> None:
    line, _ = table("play timing", 'front_left = ["Swapper"]\nback_right = ["Scholar"]\n', "", MORE)
    say(line, "use Swapper Swapper#1")
    assert where(line, "Swapper") == ["A.back right"]
    assert where(line, "Scholar") == ["A.front left"]
    assert shows(line, "5.11.2", "5.11.1")


def test_members_whose_territories_do_not_fit_cannot_exchange() -> None:
    a = 'back_right = ["Swapper"]\n'
    a += 'front_left = [{ card = "Duo", marks = { circles = ["front left", "front middle"] } }]\n'
    line, _ = table("play timing", a, "", MORE)
    say(line, "use Swapper Swapper#1")
    assert where(line, "Swapper") == ["A.back right"]
    assert any(type(h.event).__name__ == "Refused" for entry in line.log for h in entry.events)


def test_a_member_with_territory_two_occupies_two_adjacent_circles() -> None:
    line, _ = table("play timing", 'hand = ["Duo"]\nlevel = ["Guard"]\n', "", MORE)
    say(line, "mobilize Duo")
    assert len(offered(line)) == 7
    say(line, "front left + back left")
    duo = next(card for card in line.state.cards.values() if card.name == "Duo")
    assert duo.mark("circles") == ("front left", "back left")


def test_mobilizing_drops_everybody_on_the_circles_taken() -> None:
    a = 'hand = ["Duo"]\nlevel = ["Guard"]\nfront_left = ["Scholar"]\nback_left = ["Nomad"]\n'
    line, _ = table("play timing", a, "", MORE)
    say(line, "mobilize Duo", "front left + back left")
    assert where(line, "Scholar") == where(line, "Nomad") == ["A.drop"]
    assert shows(line, "5.12.2", "5.12.2.1", "5.9.1")


def test_an_effect_puts_a_card_into_a_soul() -> None:
    line, _ = table("play timing", 'hand = ["Gifted"]\n', "", MORE)
    say(line, "mobilize Gifted", "front left")
    member = next(card for card in line.state.cards.values() if card.name == "Gifted")
    assert len(line.state.pile(f"under.{member.id}")) == 1


def test_a_deck_of_one_card_has_been_shuffled() -> None:
    gates = '"gate back right" = [{ card = "Gate", "face down" = true }]\n'
    a = gates + 'deck = ["Filler"]\nhand = ["Shuffler"]\ndrop = []\n'
    line, _ = table("play timing", a, "", MORE)
    say(line, "mobilize Shuffler", "front left")
    assert where(line, "Filler") == ["A.deck", *["B.deck"] * 10]


def test_a_refresh_takes_the_drop_zone_and_a_point_is_paid_in_the_check() -> None:
    more = '[cards.Fresh]\ntype = "logicalist"\nterritory = 1\ntext = "[ACT] [Rest this member] Refresh."\n'
    line, _ = table("play timing", 'front_left = ["Fresh"]\ndrop = ["Spark"]\n', "", more)
    say(line, "use Fresh Fresh#1")
    assert shows(line, "5.21.1", "5.20.1", "5.5.1", "9.5.3.1", "10.9.1")
    assert line.state.pile("A.drop") == ()
    assert len(line.state.pile("A.refresh")) == 1
