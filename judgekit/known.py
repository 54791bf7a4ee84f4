"""The names of the games: a list of them needs none of their rules."""

from __future__ import annotations

GAMES = ("godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic")


def titled(name: str) -> str:
    """A game, or an edition of it, for people: `luck-and-logic/1.00` is Luck & Logic 1.00."""
    game, _, edition = name.partition("/")
    return f"{game.replace('-', ' ').title().replace(' And ', ' & ')} {edition}".rstrip()
