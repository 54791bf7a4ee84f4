"""Positions of the invented game that several tests look at."""

from __future__ import annotations

CARDS = r"""
[cards.Tank]
type = "unit"
power = 2
traits = ["Mecha"]
text = "Enter: draw 1."

[cards.Scout]
type = "unit"
power = 1

[cards.Captain]
type = "unit"
power = 1
cost = 1
text = "Others get +1."

[cards.Siren]
type = "unit"
power = 3
text = "Enter: all get -1 this turn.\nEnter: later, draw 1."

[cards.Gunner]
type = "unit"
power = 2
text = "Enter: deal 2."
"""

HEAD = 'game = "toy"\nat = "main phase"\nturn = "A"\n' + CARDS

MAIN = (
    HEAD
    + """
[A]
hand = ["Tank", "Siren", "?"]
deck = 5
field = ["Scout", { card = "Captain", rested = true, under = ["Tank"] }]
damage = 1

[B]
hand = 2
deck = ["Tank", { card = "?", count = 3 }]
field = [{ card = "Scout", as = "spy" }]
"""
)
