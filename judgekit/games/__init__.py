"""The games. Each is a folder of its own, imported only when somebody asks for it."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from judgekit.games.game import Game
from judgekit.known import GAMES, OURS, packages

NAMES = GAMES


class UnknownGame(Exception):
    """No such game, or no such edition of it."""


@lru_cache
def game(name: str) -> Game:
    """A game by its name; its package has a module `game` with a `GAME` in it."""
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}; judgekit has {', '.join(NAMES)}")
    package = packages().get(name, f"judgekit.games.{name.replace('-', '_')}")
    try:
        found = import_module(f"{package}.game").GAME
    except Exception as problem:
        if name in OURS:
            raise
        raise UnknownGame(f"the game {name!r} cannot be loaded from {package}: {problem!r}") from problem
    if not isinstance(found, Game):
        raise UnknownGame(f"{package}.game.GAME is not a judgekit.games.game.Game; see docs/add-a-game.md")
    return found


def edition(full: str) -> tuple[Game, str]:
    """`godzilla/1.2` -> the game and its edition; `godzilla` -> its newest."""
    name, _, number = full.partition("/")
    found = game(name)
    if number and number not in found.editions:
        raise UnknownGame(f"{name} has no edition {number!r}; there is {', '.join(found.editions)}")
    return found, number or next(iter(found.editions))
