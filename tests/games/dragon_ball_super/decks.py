"""Invented cards with every sort of skill, and random legal decks of them."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from judgekit.audit.fuzzing.random_play import pick
from judgekit.engine.abilities import Pool
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from judgekit.games.dragon_ball_super.game import GAME
from judgekit.games.game import Deck, PrintedCard

TEXTS = Path(__file__).parents[3] / "fixtures" / "cards" / "dragon_ball_super.toml"
CHARACTERS = ("Kaz", "Uri", "Drone")
COLOURS = ("red", "blue", "green", "yellow")
TOKENS = ("Drone", "Spark", "Imp Jr.", "Wisp")  # that the texts make
OTHERS = "of 1 of your other Battle Cards without paying its cost"
ASKING = {  # skills that have others activated
    "Prompter": f"[Activate: Main] Activate the skill {OTHERS}, then draw 1 card.",
    "Grave Voice": "[Activate: Main] {1}: Activate 1 Extra Card in your Drop Area "
    "without paying its energy cost.",
    "Rally": "[Auto] When this card attacks, activate the [Auto] skills of all your other Battle Cards.",
    "Old Pact": f"[Auto] When this card is played, you may activate the [Auto] skill {OTHERS}.",
    "Trader": "[Activate: Main] Discard 1 red card: Activate the skill of this card.",
}


@cache
def cards() -> dict[str, PrintedCard]:
    """One card for each text that the grammar reads, with stats by chance, and some without text."""
    dice = random.Random(7)
    made: dict[str, PrintedCard] = {}
    texts: dict[str, str] = tomllib.loads(TEXTS.read_text())["cards"]
    for name, text in texts.items():
        if "wins the game" not in text and "win the game" not in text:
            made[name] = PrintedCard(name, stats(name, text, dice), text)
    for name, text in ASKING.items():
        made[name] = PrintedCard(name, stats(name, text, dice), text)
    for at in range(12):
        name = f"Plain {at}"
        made[name] = PrintedCard(name, stats(name, "", dice))
    for token in TOKENS:
        made[token] = PrintedCard(
            token,
            {"type": "battle", "power": 5000, "characters": [token], "combo cost": 0, "combo power": 5000},
        )
    return made


def stats(name: str, text: str, dice: random.Random) -> dict[str, Any]:
    colour = [dice.choice(COLOURS)]
    if "[Awaken]" in text:
        back = "[Auto] When this card attacks, draw 1 card."
        return {
            "type": "leader", "colours": colour, "power": 10000, "characters": ["Kaz"], "back power": 15000,
            "back name": f"{name}, awakened", "back text": back,
        }  # fmt: skip
    cost = dice.randint(0, 4)
    costs = {"number": name, "colours": colour, "energy cost": cost, "specified cost": colour * (cost // 2)}
    if text.startswith(("[Counter", "[Field]")) or name in (
        "Energizing Cheer",
        "Clean Slate",
        "Rescue Mission",
    ):
        return {"type": "extra", **costs}
    return {
        "type": "battle", **costs, "power": 5000 * dice.randint(1, 5), "combo cost": dice.randint(0, 1),
        "combo power": 5000 * dice.randint(1, 2), "characters": [dice.choice(CHARACTERS)],
        "traits": ["Moon Clan"],
    }  # fmt: skip


@cache
def pool(names: frozenset[str]) -> Pool:
    """These cards, and the tokens that they make: there are hundreds, and a game needs few of them."""
    return GAME.compile([cards()[name] for name in sorted(names.union(TOKENS))], GAME.rules())


def random_deck(dice: random.Random) -> Deck:
    """A legal deck: one Leader, fifty cards, four alike at most, one [Ultimate]."""
    leaders = [name for name, card in cards().items() if card.properties["type"] == "leader"]
    others = [
        name
        for name, card in cards().items()
        if card.properties["type"] != "leader" and name not in (*TOKENS, "One of a Kind", "Last Reserve")
    ]
    chosen = dice.sample(others, 17)
    main = [name for name in chosen for _ in range(3)][:50]
    return Deck({"leader": [dice.choice(leaders)], "main": main})


def game(seed: int, readings: dict[str, str] | None = None) -> Line:
    dice = random.Random(seed)
    decks = {A: random_deck(dice), B: random_deck(dice)}
    names = frozenset(name for deck in decks.values() for pile in deck.piles.values() for name in pile)
    return Line(GAME.rules(), pool(names), GAME.new_game(decks, seed, GAME.rules()), readings)


def play_out(line: Line, seed: int, limit: int = 20_000) -> Line:
    """Answers by chance until the game is decided or the limit is reached."""
    dice = random.Random(seed)
    while not line.is_over and len(line.log) < limit:
        question = line.run(limit)
        if question is not None:
            line.answer(*pick(question, dice))
    return line
