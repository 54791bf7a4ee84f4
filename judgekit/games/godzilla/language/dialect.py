"""Card text of the Godzilla Card Game, made into abilities of the engine.

Each module builds on the one before it, in this order:

- `words`: what the game knows; `cards`, `remembering`, `zones`: which cards and zones a text means;
- `conditions`, `causes`, `triggers`: what holds, by what something comes, what sets an ability off;
- `lasting`, `replacing`, `keywords`: what applies by itself, what comes instead, what bold words add;
- `choosing`, `possible`, `resolving`: what players choose, what can be done in full, how it is carried out;
- `drawing`, `moving`, `playing`, `monsters`: the instructions, by what they are done to.
"""

from __future__ import annotations

from judgekit.games.godzilla.language.monsters import Monsters

__all__ = ["Godzilla"]


class Godzilla(Monsters):
    """The whole language of the game's cards."""
