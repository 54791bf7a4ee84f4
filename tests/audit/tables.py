"""Small tables with labels: which abilities wait, and whether their order matters."""

from __future__ import annotations

from judgekit.audit.exploring.explore import at_next_question
from judgekit.audit.pending import TABLES, pending
from judgekit.engine.machine import Line

GODZILLA, DRAGON, GATE, LUCK = "godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic"

TEXTS = {
    GODZILLA: {
        "draw": "[Enter] Draw 1 card.",
        "may": "[Enter] You may draw 1 card.",
        "mill": "[Enter] Place the top card of your deck into your discard pile.",
        "opp": "[Enter] Your opponent discards 1 card.",
        "pump": "[Enter] Your battle cards gain +1000 counter power until end of turn.",
        "bury": "[Enter] Place 1 card in your discard pile under this card.",
        "kill": "[Enter] Destroy 1 of your opponent's battle cards.",
    },
    DRAGON: {
        "draw": "[Auto] When this card is played, draw 1 card.",
        "mill": "[Auto] When this card is played, place the top card of your deck into your drop area.",
        "opp": "[Auto] When this card attacks, your opponent discards 1 card.",
        "hit": "[Auto] When this card is played, deal 1 damage to your opponent.",
        "lose": "[Auto] When this card is played, if you have no cards in your life area, you lose the game.",
        "life": "[Auto] When this card is played, place the top card of your deck into your life area.",
    },
    LUCK: {
        "draw": "[AUTO] When this card is placed on a circle, draw 1 card.",
        "stock": "[AUTO] When this card loses, place the top card of your deck into your stock zone.",
        "mill": "[AUTO] When this card stands, place the top card of your deck into your drop zone.",
        "look": "[AUTO] At the beginning of your main phase, look at the top card of your deck.",
        "opp": "[AUTO] When this card stands, your opponent discards 1 card.",
    },
    GATE: {
        "draw": "When this unit is destroyed, draw a card.",
        "mill": "When this unit is destroyed, place the top card of your deck into your graveyard.",
        "hit": "When this unit is destroyed, deal 2 damage to your opponent.",
        "heal": "When this unit is destroyed, heal 1 life.",
    },
}


def waiting(game: str, effects: str, life: int | None = None) -> Line:
    """These effects of A wait; A's deck is Red, Blue, Green, and B holds Red and Blue."""
    plain = TABLES[game][0]["more"]["Filler"]
    more = {"cards": dict.fromkeys(("Red", "Blue", "Green"), plain), "B": {"hand": ["Red", "Blue"]}}
    if life is not None:
        more["A"] = {"life": life}
    texts = [TEXTS[game][one] for one in effects.split()]
    return at_next_question(pending(game, texts, more, ["Red", "Blue", "Green"]).line())
