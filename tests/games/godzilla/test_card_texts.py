"""Every text of the table of invented cards compiles; a sample of them is played and does what it says.

A row is a small ruling: the card, where it is, what else lies there, what is answered, and what is true then.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from judgekit import paths
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.model import Near, This, walk
from judgekit.cardtext.parse import parse
from judgekit.cases.files.page import page_of
from judgekit.cases.rulings import ruling
from judgekit.games.game import PrintedCard
from judgekit.games.godzilla.game import GAME
from judgekit.games.godzilla.language.keywords import OWN_RAGE
from judgekit.games.godzilla.language.reading import LANGUAGE
from tests.lots import EITHER, lot

TEXTS: Mapping[str, str] = tomllib.loads((paths.fixtures() / "cards" / "godzilla.toml").read_text())["cards"]
STATS = {"monster": '"threat level" = {threat}', "battle": '"counter power" = 1000', "strategy": ""}
OTHERS = """
[position.cards."Plain Titan"]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 20000
"invasion icon" = 2

[position.cards."Second Titan"]
type = "monster"
rank = 2
traits = ["Titan"]
"threat level" = 30000

[position.cards.Mecha]
type = "battle"
rank = 1
colors = ["blue"]
traits = ["Mecha"]
"counter power" = 2000
"invasion icon" = 1

[position.cards.Caterpillar]
type = "battle"
rank = 3
colors = ["green"]
traits = ["Moth", "Larva"]
"counter power" = 3000

[position.cards.Plan]
type = "strategy"
rank = 1
traits = ["Plan"]
text = "Draw 1 card."

[position.cards.Strike]
type = "strategy"
rank = 1
text = "Destroy 1 of your opponent's battle cards."

[position.cards.Push]
type = "strategy"
rank = 1
text = "Retreat your opponent's monster."

[position.cards.Drone]
type = "battle"
rank = 1
traits = ["Token", "Drone"]
"counter power" = 500
"""
B_PLAIN = '"zone 1" = [{ card = "Plain Titan", invading = true }]\ndeck = 20'
A_PLAIN = '"zone 3" = [{ card = "Plain Titan", invading = true }]\ndeck = 20'


@dataclass(frozen=True)
class Row:
    """What a text does: `use` brings it out, `facts` are those of a ruling, one a line."""

    card: str
    kind: str
    facts: str
    answers: tuple[str, ...] = ()
    a: str = ""  # more of A's side
    b: str = B_PLAIN
    side: str = A_PLAIN
    at: str = "play timing"
    until: str = "asked A 10.4.4.2"
    turn: str = "A"
    rank: int = 1
    threat: int = 20000

    def __str__(self) -> str:
        return self.card

    def page(self) -> str:
        """The ruling that says it."""
        answers = ", ".join(f"'''{one}'''" for one in self.answers)
        facts = ",\n".join(line.strip() for line in self.facts.strip().splitlines())
        traits = "Titan" if self.kind == "monster" else "Mecha"
        return f"""question = "{self.card}"
answer = "as printed"
editions = ["godzilla/1.2"]
difficulty = "easy"
status = "settled"
source = "test"
explanation = "as printed"
answers = [{answers}]
until = "{self.until}"
facts = [{facts}]
[position]
at = "{self.at}"
turn = "{self.turn}"
seed = 1
[position.cards."{self.card}"]
type = "{self.kind}"
rank = {self.rank}
traits = ["{traits}"]
{STATS[self.kind].format(threat=self.threat)}
text = '''{TEXTS[self.card]}'''
{OTHERS}
[position.A]
{self.side}
{self.a}
[position.B]
{self.b}
"""


def entering(card: str, facts: str, *more: str, a: str = "", b: str = B_PLAIN, zone: int = 4) -> Row:
    """A battle card that A plays from the hand."""
    row = f'hand = ["{card}", "Mecha"]\n{a}' if "hand =" not in a else a
    return Row(card, "battle", facts, (f"A: play {card}", f"A: zone {zone}", *more), row, b)


def activating(card: str, facts: str, *more: str, a: str = "", b: str = B_PLAIN) -> Row:
    """A strategy card that A activates from the hand."""
    row = f'hand = ["{card}", "Mecha"]\n{a}' if "hand =" not in a else a
    return Row(card, "strategy", facts, (f"A: activate {card}", "A: strategy zone 1", *more), row, b)


def standing(card: str, power: int, a: str = "", b: str = B_PLAIN, zone: int = 4, side: str = A_PLAIN) -> Row:
    """A battle card in A's zone, whose counter power is read."""
    fact = f'{{ card = "{card}", property = "counter power", is = {power} }}'
    return Row(card, "battle", fact, (), f'"zone {zone}" = ["{card}"]\n{a}', b, side)


def monster(zone: int, card: str = "Plain Titan", rest: str = "") -> str:
    return f'"zone {zone}" = [{{ card = "{card}", invading = true }}]\ndeck = 20\n{rest}'


TWO = '"zone 4" = ["Mecha"]\n"zone 5" = ["Caterpillar"]'
ROWS = [
    entering("Harbor Sentinel", '{ area = "A.hand", count = 2 }'),
    entering("Siege Mortar", '{ area = "B.discard pile", cards = ["Mecha"] }', b=monster(1, rest=TWO)),
    entering("Column Breaker", '{ area = "B.zone 2", count = 0 }', b=monster(1, rest='"zone 2" = ["Mecha"]')),
    standing("Field Marshal Oda", 1000, '"zone 5" = ["Mecha"]'),
    standing("Patient Gunner", 3000),
    Row(
        "Deep Trench Walker",
        "monster",
        '{ card = "Deep Trench Walker", property = "threat level", is = 25000 }',
        side=monster(5, "Deep Trench Walker"),
    ),
    Row(
        "Molten Carapace",
        "monster",
        '{ area = "B.discard pile", count = 1 }',
        ("A: invade Mecha", "A: Mecha"),
        'hand = ["Mecha"]',
        monster(1, rest=TWO),
        monster(5, "Molten Carapace"),
    ),
    Row(
        "Ashfall Titan",
        "monster",
        '{ area = "B.discard pile", cards = ["Mecha"] }',
        ("A: invade Mecha",),
        'hand = ["Mecha"]',
        monster(1, rest='"zone 6" = ["Mecha"]\n"zone 5" = ["Mecha"]'),
        monster(3, "Ashfall Titan"),
    ),
    Row(
        "Rogue Current",
        "monster",
        '{ area = "B.hand", count = 0 }',
        ("A: invade Mecha",),
        'hand = ["Mecha"]',
        monster(1, rest='hand = ["Mecha"]'),
        monster(3, "Rogue Current"),
    ),
    Row(
        "Burning Hatchling",
        "monster",
        '{ refused = "play monster Burning Hatchling", by = "A", clause = "8.5.1" }',
        a='hand = ["Burning Hatchling"]',
        rank=3,
    ),
    Row(
        "Coastal Command",
        "strategy",
        '{ card = "Coastal Command", in = "A.discard pile" }',
        at="end phase",
        until="7.5.2",
        a='"strategy zone 1" = ["Coastal Command"]',
    ),
    activating("Supply Line", '{ area = "A.hand", count = 3 }'),
    activating("Emergency Drill", '{ area = "A.hand", count = 2 }', "A: Mecha"),
    activating(
        "Scorched Ground",
        '{ area = "B.discard pile", count = 1 }',
        b=monster(5, rest='"zone 2" = ["Mecha"]\n"zone 4" = ["Mecha"]'),
    ),
    activating(
        "Blackout",
        '{ area = "B.hand", count = 3 }',
        "B: Mecha; Mecha; Mecha",
        b=monster(1, rest='hand = ["Mecha", "Mecha", "Mecha", "Mecha", "Plan"]'),
    ),
    activating("Calm the Beast", '{ number = "B.rage", is = 0 }', b=monster(1, rest="rage = 1")),
    activating("Fury Signal", '{ number = "A.rage", is = 2 }'),
    activating(
        "Counter-battery",
        '{ card = "Caterpillar", property = "counter power", is = 4500 }',
        a='"zone 5" = ["Caterpillar"]',
    ),
    activating("Spare Parts", '{ area = "A.discard pile", count = 3 }'),
    activating("Undertow", '{ area = "B.discard pile", count = 2 }'),
    activating(
        "Deep Memory",
        '{ area = "A.hand", cards = ["Mecha", "Second Titan"] }',
        "A: Second Titan",
        a='"discard pile" = ["Second Titan", "Mecha"]',
    ),
    activating(
        "Call to Arms",
        '{ area = "A.zone 6", cards = ["Mecha"] }',
        "A: zone 6",
        a='"discard pile" = ["Mecha", "Caterpillar"]',
    ),
    activating("Airdrop", '{ area = "A.zone 4", cards = ["Mecha"] }', "A: Mecha"),
    activating("Forced March", '{ area = "A.zone 4", count = 1 }'),
    activating("Undermine", '{ area = "B.zone 4", count = 1 }', b=monster(5)),
    activating("Sinkhole", '{ area = "B.zone 3", count = 1 }', b=monster(7)),
    activating("Tunnel Rush", '{ area = "A.zone 5", count = 1 }'),
    Row(
        "Decoy Beacon",
        "battle",
        '{ card = "Decoy Beacon", in = "A.zone 4" }\n{ area = "A.hand", count = 0 }',
        ("B: activate Strike", "B: strategy zone 1", "A: yes"),
        '"zone 4" = ["Decoy Beacon"]\nhand = ["Mecha"]',
        monster(1, rest='hand = ["Strike"]'),
        turn="B",
        until="asked B 10.4.4.2",
    ),
    Row(
        "Ablative Shell",
        "battle",
        '{ card = "Mecha", in = "A.zone 5" }\n{ card = "Ablative Shell", in = "A.discard pile" }',
        ("B: activate Strike", "B: strategy zone 1", "B: Mecha"),
        '"zone 4" = ["Ablative Shell"]\n"zone 5" = ["Mecha"]',
        monster(1, rest='hand = ["Strike"]'),
        turn="B",
        until="asked B 10.4.4.2",
    ),
    Row(
        "Sandbag Wall",
        "battle",
        '{ card = "Sandbag Wall", in = "A.zone 4" }',
        ("B: activate Strike", "B: strategy zone 1"),
        '"zone 4" = ["Sandbag Wall"]',
        monster(1, rest='hand = ["Strike"]'),
        turn="B",
        until="asked B 10.4.4.2",
    ),
    entering("Pilot Cadet", '{ area = "A.hand", count = 2 }', "A: yes"),
    Row(
        "Recon Drone",
        "battle",
        '{ area = "A.hand", count = 2 }',
        ("A: play Recon Drone", "A: zone 4", "A: Mecha", "A: Caterpillar; Plan; Plan"),
        'hand = ["Recon Drone", "Plan"]',
        B_PLAIN,
        '"zone 3" = [{ card = "Plain Titan", invading = true }]\n'
        'deck = ["Mecha", "Caterpillar", "Plan", "Plan"]',
    ),
    entering("Swarm Bait", '{ area = "A.zone 5", cards = ["Drone"] }', "A: 1", "A: zone 5"),
    standing("Token Collector", 2000, '"zone 5" = ["Drone"]\n"zone 6" = ["Drone"]'),
    standing("Anti-Air Grid", 3000, '"discard pile" = ["Mecha", "Mecha", "Caterpillar"]'),
    standing("Chain Reactor", 2000, '"discard pile" = ["Plan", "Plan", "Plan"]'),
    standing("Cold Blood", 3000),
    Row(
        "Layered Armor",
        "battle",
        '{ card = "Layered Armor", property = "counter power", is = 5000 }',
        a='"zone 4" = [{ card = "Layered Armor", under = ["Mecha", "Plan"] }]',
    ),
    standing("Intercept Wing", 4000, b=monster(2)),
    standing("Forward Battery", 3000, zone=8),
    standing("Strategist Kei", 2500, '"strategy zone 1" = ["Plan"]'),
    standing("Lone Wolf", 6000),
    standing("Empty Streets", 4000),
    standing("Old Comrade", 1000),
    standing("Trait Parade", 2000, '"zone 5" = ["Caterpillar"]'),
    standing("Long Range Gun", 3500, b=monster(6)),
    standing("Hand Size", 2000, 'hand = ["Mecha", "Plan"]'),
    standing("Level Field", 2000, 'hand = ["Mecha"]'),
    standing("Front Line", 2000, '"zone 7" = ["Mecha"]'),
    standing("Honorary Moth", 1000),
    activating("Split Decision", '{ area = "A.hand", count = 3 }', "A: 1"),
    Row(
        "Encircle",
        "strategy",
        '{ area = "B.zone 8", count = 0 }',
        ("A: activate Encircle", "A: strategy zone 1"),
        'hand = ["Encircle"]',
        monster(1, rest='"zone 8" = ["Mecha"]'),
        monster(8),
    ),
    activating(
        "Double Edge",
        '{ area = "A.discard pile", count = 1 }\n{ area = "B.discard pile", count = 1 }',
        a='"zone 5" = ["Mecha"]',
        b=monster(1, rest='"zone 4" = ["Mecha"]'),
    ),
    activating(
        "One by One",
        '{ area = "B.discard pile", count = 2 }',
        "A: Mecha@B.zone 2; Mecha@B.zone 3",
        b=monster(1, rest='"zone 2" = ["Mecha"]\n"zone 3" = ["Mecha"]\n"zone 4" = ["Caterpillar"]'),
    ),
    entering("Root System", '{ card = "Mecha", under = "Root System" }'),
    activating("Exhume", '{ card = "Second Titan", in = "A.deck" }', a='"discard pile" = ["Second Titan"]'),
    activating("Recycle", '{ area = "A.deck", count = 22 }', a='"discard pile" = ["Plan", "Plan"]'),
    entering("Return Ticket", '{ card = "Caterpillar", in = "A.hand" }', a='"zone 5" = ["Caterpillar"]'),
    activating(
        "Four Corners",
        '{ card = "Caterpillar", in = "B.discard pile" }',
        b=monster(1, rest='"zone 2" = ["Mecha"]\n"zone 5" = ["Caterpillar"]'),
    ),
    activating(
        "Before the Storm",
        '{ area = "B.discard pile", count = 1 }',
        b=monster(1, rest='"zone 2" = ["Mecha"]\n"zone 5" = ["Mecha"]'),
    ),
    entering("Scout Ahead", '{ card = "Scout Ahead", in = "A.zone 8" }'),
    activating("Clear Skies", '{ area = "A.zone 4", count = 1 }'),
    entering(
        "Crossfire",
        '{ area = "B.discard pile", cards = ["Caterpillar"] }',
        "A: Caterpillar",
        b=monster(1, rest=TWO),
    ),
    entering(
        "Chain Command",
        '{ card = "Caterpillar", property = "counter power", is = 4000 }',
        "A: Caterpillar",
        a='"zone 5" = ["Caterpillar"]',
    ),
    activating(
        "Equalizer",
        '{ area = "A.hand", count = 0 }\n{ area = "B.hand", count = 0 }',
        b=monster(1, rest='hand = ["Plan"]'),
    ),
    activating(
        "Hostage Deal",
        '{ card = "Mecha@B.discard pile", in = "B.discard pile" }',
        "B: Mecha",
        b=monster(1, rest=TWO),
    ),
    activating("Rage for Rage", '{ number = "A.rage", is = 2 }', b=monster(1, rest=TWO)),
    activating(
        "Weakest Link", '{ card = "Mecha@B.discard pile", in = "B.discard pile" }', b=monster(1, rest=TWO)
    ),
    activating(
        "Total Weight",
        '{ area = "B.discard pile", count = 2 }',
        "A: Caterpillar@B.zone 5",
        "A: Mecha",
        b=monster(1, rest=TWO + '\n"zone 6" = ["Caterpillar"]'),
    ),
    activating(
        "Not a Token",
        '{ area = "B.discard pile", cards = ["Mecha"] }',
        b=monster(1, rest='"zone 4" = ["Mecha"]\n"zone 5" = ["Drone"]'),
    ),
    activating(
        "Purge",
        '{ area = "B.discard pile", cards = ["Plan"] }',
        b=monster(1, rest='"strategy zone 1" = ["Plan"]'),
    ),
    activating(
        "Lasting Grudge",
        '{ card = "Plain Titan@A.zone 3", property = "threat level", is = 20002 }',
        a='"discard pile" = ["Plan", "Plan"]',
    ),
    activating(
        "Position Swap",
        '{ card = "Mecha", in = "A.zone 6" }\n{ card = "Caterpillar", in = "A.zone 5" }',
        "A: Mecha",
        a='"zone 5" = ["Mecha"]\n"zone 6" = ["Caterpillar"]\nhand = ["Position Swap"]',
    ),
    activating("Forced March", '{ area = "A.zone 3", count = 0 }'),
    Row(
        "Rally Cry",
        "battle",
        '{ number = "A.rage", is = 1 }',
        ("A: play Mecha", "A: zone 5", "A: play Mecha", "A: zone 6"),
        '"zone 4" = ["Rally Cry"]\nhand = ["Mecha", "Mecha"]',
    ),
    Row(
        "Each Dawn",
        "battle",
        '{ number = "A.rage", is = 1 }',
        at="start phase",
        until="7.2.2",
        a='"zone 4" = ["Each Dawn"]',
    ),
    Row(
        "Echo Hunter",
        "battle",
        '{ area = "A.hand", count = 1 }',
        ("B: invade Mecha",),
        '"zone 4" = ["Echo Hunter"]',
        monster(1, rest='hand = ["Mecha"]'),
        turn="B",
        until="asked B 10.4.4.2",
    ),
    Row(
        "Watchtower",
        "battle",
        '{ area = "A.hand", count = 1 }',
        ("B: invade Mecha",),
        '"zone 4" = ["Watchtower"]',
        monster(5, rest='hand = ["Mecha"]'),
        turn="B",
        until="asked B 10.4.4.2",
    ),
    Row(
        "Provoked",
        "battle",
        '{ number = "A.rage", is = 2 }',
        ("B: activate Push", "B: strategy zone 1"),
        '"zone 4" = ["Provoked"]',
        monster(1, rest='hand = ["Push"]'),
        turn="B",
        until="asked B 10.4.4.2",
    ),
    Row(
        "Warehouse",
        "battle",
        '{ asked = "A", offers = ["activate Plan"] }',
        a='"zone 4" = ["Warehouse"]\n"strategy zone 1" = ["Plan"]\n'
        '"strategy zone 2" = ["Plan"]\nhand = ["Plan"]',
    ),
    Row(
        "Iron Will",
        "monster",
        '{ card = "Iron Will", in = "A.zone 3" }\n{ area = "A.hand", count = 0 }',
        ("A: yes",),
        'hand = ["Mecha", "Mecha"]',
        monster(1, rest='"zone 4" = ["Mecha"]\n"zone 5" = ["Mecha"]'),
        monster(3, "Iron Will"),
        at="counter phase",
        turn="B",
        until="7.4.4",
        threat=2000,
    ),
    Row(
        "Unbroken",
        "monster",
        '{ card = "Unbroken", in = "A.zone 2" }\n{ outcome = "open" }',
        (),
        "",
        monster(1, rest='"zone 4" = ["Mecha"]'),
        monster(3, "Unbroken"),
        at="counter phase",
        turn="B",
        until="7.4.4",
        threat=2000,
    ),
    Row(
        "Underground Route",
        "battle",
        '{ card = "Caterpillar", property = "rank", is = 2 }',
        (),
        '"zone 4" = ["Underground Route"]\nhand = ["Caterpillar"]',
    ),
    Row(
        "Encircle",
        "strategy",
        '{ area = "B.zone 8", count = 0 }\n{ area = "B.zone 7", count = 1 }',
        ("A: activate Encircle", "A: strategy zone 1"),
        'hand = ["Encircle"]',
        monster(1, rest='"zone 8" = ["Mecha"]\n"zone 7" = ["Mecha"]'),
        monster(8),
    ),
    Row(
        "Human Shield",
        "battle",
        '{ area = "B.zone 4", count = 1 }\n{ area = "B.discard pile", count = 0 }',
        ("A: activate Strike", "A: strategy zone 1", "A: Mecha"),
        'hand = ["Strike"]',
        monster(1, rest='"zone 7" = ["Human Shield"]\n"zone 4" = ["Mecha"]'),
    ),
    Row(
        "Buried Charge",
        "battle",
        '{ card = "Buried Charge", in = "A.zone 6" }',
        ("A: invade Buried Charge", "judge: 0", "A: yes", "A: zone 6"),
        'hand = ["Buried Charge"]',
    ),
]


@EITHER
@pytest.mark.parametrize("edition", ["1.2", "1.00"])
def test_every_text_compiles_in_both_editions(edition: str, whole: bool) -> None:
    rules = GAME.rules(edition)
    for name, text in lot(TEXTS.items(), 60, whole):
        for kind in kinds_for(text):
            card = PrintedCard(name, {"type": kind, "rank": 1, "traits": []}, text)
            if edition == "1.00" and LATER.search(text):
                with pytest.raises(NoMeaning, match="is undefined in"):
                    GAME.compile([card], rules)
                continue
            assert GAME.compile([card], rules).definitions[name].text == text


LATER = re.compile(
    r"\[(Revenge|Resonance|Base)\b|\btokens?\b|\bdisappear|\b[Bb]anish"
    r"|\b[Ee]volve[sd]?\b|\b(left|right)(most)?\b"
)  # what edition 1.00 has no clause for


def kinds_for(text: str) -> tuple[str, ...]:
    """The types of card on which a text can stand: only a monster has rage, a strategy card lies in no zone,
    and only a strategy card's text need not say when."""
    unsaid = any(ability.trigger == LANGUAGE.unsaid for ability in parse(text, "godzilla"))
    return tuple(kind for kind in kinds_spoken_of(text) if kind == "strategy" or not unsaid)


def kinds_spoken_of(text: str) -> tuple[str, ...]:
    if OWN_RAGE.search(text):
        return ("monster",)
    if re.search(r"\b(an)?other\b[^.]*battle cards?\b", text):
        return ("battle",)  # other than what, on a card that is none?
    nearby = any(isinstance(node, Near) and node.of == This() for node in walk(parse(text, "godzilla")))
    return ("battle", "monster") if nearby else ("battle", "monster", "strategy")


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("strategy", "Destroy all battle cards in zones adjacent to this card.", "not in a numbered zone"),
        ("battle", "When this card's rage is increased, draw 1 card.", "only a monster has rage"),
    ],
)
def test_a_text_on_a_card_that_it_cannot_be_about_is_refused(kind: str, text: str, reason: str) -> None:
    card = PrintedCard("Misfit", {"type": kind, "rank": 1, "traits": []}, text)
    with pytest.raises(NoMeaning, match=reason):
        GAME.compile([card], GAME.rules("1.2"))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_text_does_what_it_says(row: Row) -> None:
    found = ruling.read(page_of(row.page(), "rulings/godzilla/10.5.2-a-text.toml"))
    assert ruling.run(found).failures == ()


ACROSS = {
    "a token": 'Play a "Drone" token in your opponent\'s zone 8.',
    "a battle card": "Play 1 battle card from your hand in your opponent's zone 8.",
}


@pytest.mark.parametrize("what", ACROSS)
def test_a_text_that_plays_into_the_other_players_zone_is_taken(what: str) -> None:
    card = PrintedCard("Gift", {"type": "strategy", "rank": 1, "traits": []}, ACROSS[what])
    assert GAME.compile([card], GAME.rules("1.2")).definitions["Gift"].abilities


def test_a_text_that_moves_into_the_other_players_zone_is_taken() -> None:
    text = "Move 1 of your battle cards to your opponent's zone 4."
    card = PrintedCard("Gift", {"type": "strategy", "rank": 1, "traits": []}, text)
    assert GAME.compile([card], GAME.rules("1.2")).definitions["Gift"].abilities
