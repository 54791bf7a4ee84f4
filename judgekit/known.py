"""The names of the games: a list of them needs none of their rules.

A game is a package that names itself in the entry-point group `judgekit.games`; see judgekit/games/README.md.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

GROUP = "judgekit.games"
OURS = ("godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic")


@cache
def packages() -> dict[str, str]:
    """Game -> the package it is in: ours first, which exist even if nothing was installed."""
    found = {name: f"{GROUP}.{name.replace('-', '_')}" for name in OURS}
    for point in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        found.setdefault(point.name, point.module.rpartition(".")[0])
    return found


GAMES = tuple(packages())


def titled(name: str) -> str:
    """A game, or an edition of it, for people: `luck-and-logic/1.00` is Luck & Logic 1.00."""
    game, _, edition = name.partition("/")
    return f"{game.replace('-', ' ').title().replace(' And ', ' & ')} {edition}".rstrip()
