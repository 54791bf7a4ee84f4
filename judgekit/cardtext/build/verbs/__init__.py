"""Verbs: what an ability makes happen. One module per family of verbs."""

from judgekit.cardtext.build.verbs import allowing, drawing, players, playing, together
from judgekit.cardtext.build.verbs.changing import own, standing, times
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import is_place

__all__ = [
    "allowing",
    "drawing",
    "is_place",
    "own",
    "players",
    "playing",
    "standing",
    "taken",
    "times",
    "together",
]
