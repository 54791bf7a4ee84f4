"""The games. Each has its own folder, imported only when it is needed."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from judgekit import paths
from judgekit.games.game import Game
from judgekit.known import GAMES, OURS, packages

if TYPE_CHECKING:
    from judgekit.book.official import OfficialText
    from judgekit.games.adopting import Adoption

NAMES = GAMES


class UnknownGame(Exception):
    """No such game, or no such edition of it."""


@lru_cache
def game(name: str) -> Game:
    """A game by its name; its package has a module `game` with a `GAME` in it."""
    if name not in NAMES:
        near = get_close_matches(name, NAMES, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownGame(f"there is no game {name!r}{meant}; judgekit has {', '.join(NAMES)}")
    package = packages().get(name, f"judgekit.games.{name.replace('-', '_')}")
    try:
        found = import_module(f"{package}.game").GAME
    except Exception as problem:
        if name in OURS:
            raise
        raise UnknownGame(f"the game {name!r} cannot be loaded from {package}: {problem!r}") from problem
    if not isinstance(found, Game):
        raise UnknownGame(f"{package}.game.GAME is not a Game; see judgekit/games/README.md")
    return found


def edition(full: str) -> tuple[Game, str]:
    """`godzilla/1.2` -> the game and its edition; `godzilla` -> its newest."""
    name, _, number = full.partition("/")
    found = game(name)
    if number and number not in found.editions:
        if adopted := _adopted(found, number):
            return replace(found, editions={**found.editions, number: adopted.rules}), number
        raise UnknownGame(f"{name} has no edition {number!r}; there is {', '.join(found.editions)}")
    return found, number or next(iter(found.editions))


def _adopted(found: Game, number: str) -> Adoption | None:
    """An edition that a user has imported, if its text can be aligned with one that runs."""
    from judgekit.book.store import Store

    if not paths.database().exists():
        return None
    store = Store(paths.database())
    try:
        new = store.official(f"{found.name}/{number}")
        old = next((text for one in found.editions if (text := store.official(f"{found.name}/{one}"))), None)
    finally:
        store.close()
    return None if new is None or old is None else adoption(found, old, new)


def adoption(found: Game, old: OfficialText, new: OfficialText) -> Adoption:
    """The rules of an imported edition, made of those of the edition `old`; worked out once for each text."""
    from judgekit.games.adopting import adopt

    key = found.name, old.edition, hash((old.clauses, new.name, new.clauses))
    if key not in _adoptions:
        _adoptions[key] = adopt(found.rules(old.edition), old, new)
    return _adoptions[key]


_adoptions: dict[tuple[str, str, int], Adoption] = {}
