"""Phrases that bind a number, demand, permit or repeat: played, and the table looks as they say."""

from __future__ import annotations

import pytest

from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.model import Empty
from judgekit.cases.files.page import page_of
from judgekit.cases.rulings import ruling
from judgekit.games.game import Deck, PrintedCard
from judgekit.games.godzilla.ch12_keywords import passes_printed
from judgekit.games.godzilla.game import GAME
from tests.games.godzilla.test_card_texts import TEXTS, Row, activating, entering, monster

TOKENS = '"zone 7" = [{ card = "Drone", token = true }]\n"zone 8" = [{ card = "Drone", token = true }]'
THREE = '"zone 4" = ["Mecha"]\n"zone 5" = ["Caterpillar"]\n"zone 6" = ["Mecha"]'
UNDER = 'under = [{ card = "Plain Titan", as = "first" }]'
SKIN = f'"zone 3" = [{{ card = "Second Titan", invading = true, {UNDER} }}]\ndeck = 20'
ANGRY = "rage = 2"


def offers(card: str, verb: str = "play") -> str:
    return f'{{ asked = "A", offers = ["{verb} {card}"] }}'


def in_hand(card: str, facts: str, rank: int, a: str = "", kind: str = "battle") -> Row:
    """A card in A's hand while B's monster is in zone 1 and A's in zone 3."""
    return Row(card, kind, facts, a=f'hand = ["{card}", "Caterpillar", "Mecha"]\n{a}', rank=rank)


def with_deck(card: str, facts: str, *deck: str) -> Row:
    """A battle card that A plays, with these cards on top of the deck."""
    side = f'"zone 3" = [{{ card = "Plain Titan", invading = true }}]\ndeck = {[*deck, *["Mecha"] * 9]}'
    return Row(card, "battle", facts, (f"A: play {card}", "A: zone 4"), f'hand = ["{card}"]', side=side)


ROWS = [
    # named "…"
    entering(
        "Tank Hunter", '{ area = "B.discard pile", count = 0 }', b=monster(1, rest='"zone 4" = ["Mecha"]')
    ),
    # quantities that are worked out
    entering("Fervent Scholar", '{ area = "A.hand", count = 3 }', "A: yes", "A: yes", a=ANGRY),
    entering("Fervent Scholar", '{ area = "A.hand", count = 1 }', "A: no", a=ANGRY),
    entering(
        "Field Census", '{ area = "B.hand", count = 1 }', "B: Mecha; Plan", a=TOKENS,
        b=monster(1, rest='hand = ["Mecha", "Caterpillar", "Plan"]'),
    ),
    activating("Fury Unbound", '{ area = "A.hand", count = 3 }', a=ANGRY),
    activating("Fury Unbound", '{ area = "A.hand", count = 1 }'),
    activating(
        "Equal Measure", '{ area = "B.discard pile", count = 2 }', "A: Mecha@B.zone 4; Caterpillar", a=TOKENS,
        b=monster(1, rest=THREE),
    ),
    activating("Deep Drill", '{ area = "A.discard pile", count = 2 }', a=ANGRY),
    activating(
        "Twofold March", '{ area = "A.zone 5", count = 1 }\n{ area = "A.zone 3", count = 0 }', a=TOKENS
    ),
    # must … if possible
    activating("Irresistible Pull", '{ area = "B.zone 2", count = 1 }\n{ area = "B.zone 1", count = 0 }'),
    entering(
        "Hard Bargain", '{ area = "B.hand", count = 1 }', "B: Mecha",
        b=monster(1, rest='hand = ["Mecha", "Plan"]'),
    ),
    entering("Hard Bargain", '{ area = "B.hand", count = 0 }'),
    # where and at which rank a card may be played
    Row(
        "Narrow Berth", "battle", '{ card = "Narrow Berth", in = "A.zone 3" }', ("A: play Narrow Berth",),
        'hand = ["Narrow Berth"]', side=monster(4),
    ),
    in_hand("Narrow Berth", '{ refused = "play Narrow Berth", by = "A", clause = "10.5.2.1.2" }', 1),
    in_hand("Ahead of Time", offers("Ahead of Time"), 9),
    in_hand("Open Hangar", '{ refused = "play Caterpillar", by = "A", clause = "8.2.1" }', 1),
    in_hand("Open Hangar", offers("Open Hangar"), 9, '"zone 4" = ["Open Hangar"]'),
    in_hand("Cheap Trick", offers("Cheap Trick"), 9, "rage = 3"),
    in_hand("Slip Through", offers("Slip Through"), 9, "rage = 3"),
    in_hand("Cheap Trick", '{ refused = "play Cheap Trick", by = "A", clause = "8.2.1" }', 9, "rage = 2"),
    Row(
        "Twin Moorings", "battle", '{ card = "Twin Moorings", in = "A.zone 7" }',
        ("A: play Twin Moorings", "A: zone 7"), 'hand = ["Twin Moorings"]',
    ),
    Row(
        "Early Riser", "monster",
        '{ card = "Early Riser", in = "A.zone 3" }\n{ area = "B.zone 1", count = 1 }',
        at="6.3.1.6", until="6.3.1.7", side='"monster deck" = ["Early Riser"]\ndeck = 20',
        b='"monster deck" = ["Plain Titan"]\ndeck = 20',
    ),
    # the top card of a monster
    Row(
        "Shed Skin", "battle",
        '{ card = "Second Titan", in = "A.discard pile" }\n{ card = "first", in = "A.zone 3" }',
        ("A: play Shed Skin", "A: zone 4"), 'hand = ["Shed Skin"]', side=SKIN,
    ),
    Row(
        "Crown Scale", "battle", '{ card = "Second Titan", property = "threat level", is = 31000 }',
        a='"zone 4" = ["Crown Scale"]',
        side='"zone 3" = [{ card = "Second Titan", invading = true, under = ["Mecha"] }]\ndeck = 20',
    ),
    # what happened, and how
    entering("Fresh Recruit", '{ area = "A.hand", count = 2 }'),
    Row(
        "Hand Counter", "battle", '{ number = "A.rage", is = 1 }', ("A: play Mecha", "A: zone 5"),
        '"zone 4" = ["Hand Counter"]\nhand = ["Mecha"]',
    ),
    entering(
        "Bomb Tally", '{ area = "A.hand", count = 2 }', "A: Mecha@B.zone 4; Mecha@B.zone 6",
        b=monster(1, rest=THREE),
    ),
    entering(
        "Bomb Tally", '{ area = "A.hand", count = 1 }', "A: Mecha@B.zone 4", b=monster(1, rest=THREE)
    ),
    entering(
        "Odd Couple", '{ area = "B.discard pile", count = 2 }', "A: Mecha@B.zone 4", "A: Caterpillar",
        b=monster(1, rest=THREE),
    ),
    # repeating
    activating("Double Time", '{ area = "A.hand", count = 3 }'),
    entering("Long Chain", '{ area = "A.hand", count = 1 }', "A: yes", "A: no", "A: no"),
    entering("Once More", '{ area = "A.hand", count = 2 }', "A: no"),
    entering("Once More", '{ area = "A.hand", count = 3 }', "A: yes"),
    activating(
        "Rolling Thunder", '{ number = "B.rage", is = 2 }', a=TOKENS, b=monster(1, rest="rage = 5")
    ),
    # tokens that were just played
    entering(
        "Drone Bastion",
        '{ card = "Drone@A.zone 7", property = "counter power", is = 1500 }\n'
        '{ card = "Drone@A.zone 8", property = "counter power", is = 1500 }\n'
        '{ card = "Drone Bastion", property = "counter power", is = 1000 }',
        "A: zone 7", "A: zone 8", a='hand = ["Drone Bastion"]',
    ),
    # one of two things
    entering("Second Helping", '{ area = "A.hand", count = 3 }', a="rage = 3"),
    entering("Second Helping", '{ area = "A.hand", count = 2 }', a="rage = 2"),
    with_deck("Signal Flare", '{ area = "A.hand", cards = ["Caterpillar"] }', "Caterpillar", "Plan"),
    with_deck("Signal Flare", '{ area = "A.discard pile", cards = ["Plan"] }', "Plan", "Caterpillar"),
    # the top card of a pile, not any card in it
    with_deck("Omen Reader", '{ area = "A.hand", count = 1 }', "Mecha", "Caterpillar"),
    with_deck("Omen Reader", '{ area = "A.hand", count = 0 }', "Caterpillar", "Mecha"),
    # a card does not lie beside itself
    entering("Crowded Quay", '{ area = "B.zone 4", count = 1 }', b=monster(1, rest='"zone 4" = ["Mecha"]')),
    entering(
        "Crowded Quay", '{ area = "B.zone 4", count = 1 }\n{ area = "B.zone 7", count = 0 }',
        "A: Mecha@B.zone 7", b=monster(1, rest='"zone 4" = ["Mecha"]\n"zone 7" = ["Mecha"]'),
    ),
    # whose effect it was, and of what kind of card
    Row(
        "Paper Shield", "battle", '{ area = "A.hand", count = 1 }',
        ("B: activate Strike", "B: strategy zone 1"), '"zone 4" = ["Paper Shield"]',
        monster(1, rest='hand = ["Strike"]'), turn="B", until="asked B 10.4.4.2",
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_text_does_what_it_says(row: Row) -> None:
    assert failures(row.page()) == ()


def failures(page: str) -> tuple[str, ...]:
    found = ruling.read(page_of(page, "rulings/godzilla/10.5.2-a-text.toml"))
    return ruling.run(found).failures


def test_a_card_played_by_an_effect_from_the_discard_pile_was_not_played_from_the_hand() -> None:
    row = activating(
        "Scrap Yard",
        '{ card = "Recruit", in = "A.zone 5" }\n{ area = "A.hand", count = 0 }',
        "A: zone 5",
        a='hand = ["Scrap Yard"]\n"discard pile" = ["Recruit"]',
    )
    recruit = f"type = 'battle'\nrank = 1\n'counter power' = 1000\ntext = '{TEXTS['Fresh Recruit']}'"
    plain = "[position.cards.Mecha]"
    assert failures(row.page().replace(plain, f"[position.cards.Recruit]\n{recruit}\n{plain}")) == ()


CREW = [PrintedCard(f"Crew {n}", {"type": "battle", "rank": 1, "colors": ["red"]}) for n in range(13)]
TITANS = [PrintedCard(f"Titan {n}", {"type": "monster", "rank": n, "colors": ["red"]}) for n in (1, 2, 3, 4)]


def broken_by(card: str, copies: int, **properties: object) -> list[str]:
    """The clauses that a red deck breaks which is legal but for this many copies of a card."""
    printed = PrintedCard(card, {"type": "battle", "rank": 1, "colors": ["red"], **properties}, TEXTS[card])
    fill = [crew.name for crew in CREW for _ in range(4)][: 50 - copies]
    deck = Deck({"monster": [titan.name for titan in TITANS], "main": [*fill, *[card] * copies]})
    cards = {one.name: one for one in (*CREW, *TITANS, printed)}
    return [found.clause for found in GAME.check_deck(deck, cards, GAME.rules("1.2"))]


def test_a_card_can_lift_the_limit_of_four_for_itself() -> None:
    assert broken_by("Endless Ranks", 12) == []
    assert broken_by("Harbor Sentinel", 12) == ["6.1.1.4"]


def test_a_card_can_set_another_limit_for_itself() -> None:
    assert broken_by("Picked Few", 2) == []
    assert broken_by("Picked Few", 3) == ["6.1.1.4"]


def test_a_card_can_let_others_in_whatever_their_color() -> None:
    assert broken_by("Foreign Aid", 4, colors=["blue"], traits=["Drone"]) == []
    assert broken_by("Foreign Aid", 5, colors=["blue"], traits=["Drone"]) == ["6.1.1.4"]
    assert broken_by("Foreign Aid", 4, colors=["blue"], traits=["Moth"]) == ["6.1.1.3"]


def test_a_rule_about_the_main_deck_leaves_the_monster_deck_alone() -> None:
    blue = {"type": "monster", "rank": 2, "colors": ["blue"], "traits": ["Drone"]}
    odd = PrintedCard("Titan 2", blue, "You may include «Drone» cards in your main deck.")
    deck = Deck(
        {
            "monster": [titan.name for titan in TITANS],
            "main": [crew.name for crew in CREW for _ in range(4)][:50],
        }
    )
    cards = {one.name: one for one in (*CREW, *TITANS, odd)}
    assert [found.clause for found in GAME.check_deck(deck, cards, GAME.rules("1.2"))] == ["6.1.1.3"]


def test_what_a_deck_list_does_not_tell_is_refused_not_left_out() -> None:
    printed = PrintedCard("Odd", {"type": "battle"}, "")
    with pytest.raises(NoMeaning, match="a deck list does not show"):
        passes_printed(Empty(), printed)
