"""The games. Each is a folder of its own, imported only when somebody asks for it."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from judgekit.games.game import Game
from judgekit.known import GAMES

NAMES = GAMES


class UnknownGame(Exception):
    """No such game, or no such edition of it."""


@lru_cache
def game(name: str) -> Game:
    """A game by its name; its folder has a module `game` with a `GAME` in it."""
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}; judgekit has {', '.join(NAMES)}")
    found = import_module(f"judgekit.games.{name.replace('-', '_')}.game").GAME
    assert isinstance(found, Game)
    return found


def edition(full: str) -> tuple[Game, str]:
    """`godzilla/1.2` -> the game and its edition; `godzilla` -> its newest."""
    name, _, number = full.partition("/")
    found = game(name)
    if number and number not in found.editions:
        raise UnknownGame(f"{name} has no edition {number!r}; there is {', '.join(found.editions)}")
    return found, number or next(iter(found.editions))
