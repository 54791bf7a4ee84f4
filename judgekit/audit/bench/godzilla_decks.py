"""Invented cards and random legal decks for the Godzilla Card Game."""

from __future__ import annotations

import random
from functools import cache

from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from judgekit.games.game import Deck, PrintedCard
from judgekit.games.godzilla.game import GAME

MONSTER_TEXTS = (
    "",
    "",
    "[Enter] Draw 1 card.",
    "[When invading] Destroy 1 of your opponent's battle cards with rank 3 or less.",
    "[Awakening 4] This card gets +5000 threat level.",
    "[Enter] Your opponent discards 1 card.",
    "[Burst II]",
    "[Burst I]",
    "When this card is countered, draw 2 cards.",
    "[Enter] Reduce your opponent's rage by 1.",
)
BATTLE_TEXTS = (
    "",
    "",
    "[Enter] Draw 1 card.",
    "[Revenge] Draw 1 card.",
    "[Awakening 5] This card gets +3000 counter power.",
    "Your other battle cards get +1000 counter power.",
    "[Evolution 5] «Mecha»",
    "[Enter] Discard 1 card. Draw 1 card.",
    "When this card would be destroyed, you may discard 1 card instead.",
    "This card cannot be destroyed.",
    "At the end of your turn, destroy this card.",
    "[Enter] Retreat your opponent's monster.",
    "At the beginning of your main phase, you may discard 1 card. If you do, draw 2 cards.",
    "[Enter] Search your deck for 1 battle card with rank 2 or less, reveal it, and add it to your "
    "hand. Shuffle your deck.",
)
STRATEGY_TEXTS = (
    "Draw 2 cards.",
    "Destroy 1 battle card.",
    "Advance your monster.",
    "Gain 1 rage.",
    "All your battle cards get +2000 counter power until end of turn.",
    "Each player discards 1 card.",
    "[Base] At the beginning of your main phase, draw 1 card.",
    "Choose 1 of your opponent's battle cards. It cannot engage until end of turn.",
)


@cache
def cards() -> dict[str, PrintedCard]:
    dice = random.Random(5)
    made: dict[str, PrintedCard] = {}
    for rank in (1, 2, 3, 4):
        for at, text in enumerate(MONSTER_TEXTS):
            name = f"Titan {rank}-{at}"
            made[name] = PrintedCard(name, {
                "type": "monster", "rank": rank, "colors": ["red"], "traits": ["Titan"],
                "threat level": 5000 * rank + 2000, "invasion icon": dice.choice((1, 1, 1, 2)),
            }, text)  # fmt: skip
    for at, text in enumerate(BATTLE_TEXTS):
        for rank in (1, 2, 3, 4, 5):
            name = f"Squad {rank}-{at}"
            made[name] = PrintedCard(name, {
                "type": "battle", "rank": rank, "colors": ["red"], "traits": ["Mecha" if at % 2 else "Crew"],
                "counter power": 1500 * rank, "invasion icon": 1,
            }, text)  # fmt: skip
    for at, text in enumerate(STRATEGY_TEXTS):
        name = f"Plan {at}"
        properties = {
            "type": "strategy",
            "rank": 1 + at % 4,
            "colors": ["white"],
            "traits": ["Plan"],
            "invasion icon": 1,
        }
        made[name] = PrintedCard(name, properties, text)
    return made


def random_deck(dice: random.Random) -> Deck:
    """A legal deck: one monster of each rank, fifty cards, at most four alike and ten with icon 2."""
    pool = cards()
    monsters = [dice.choice([n for n in pool if n.startswith(f"Titan {rank}-")]) for rank in (1, 2, 3, 4)]
    main: list[str] = []
    while len(main) < 50:
        name = dice.choice(list(pool))
        fast = sum(pool[n].properties.get("invasion icon") == 2 for n in main)
        if main.count(name) + monsters.count(name) < 4 and (
            pool[name].properties.get("invasion icon") != 2 or fast < 10
        ):
            main.append(name)
    return Deck({"monster": monsters, "main": main})


@cache
def pool(edition: str) -> object:
    return GAME.playable(cards().values(), GAME.rules(edition))


def random_game(seed: int, edition: str = "1.2") -> Line:
    dice = random.Random(seed)
    rules = GAME.rules(edition)
    decks = {A: random_deck(dice), B: random_deck(dice)}
    return Line(rules, pool(edition), GAME.new_game(decks, seed, rules))  # type: ignore[arg-type]
