"""How Godzilla texts are read: the grammar beside this file, and the game's own words."""

from __future__ import annotations

from judgekit.cardtext.language import Language
from judgekit.cardtext.model import Moved, This
from judgekit.cardtext.wording.words import Words
from judgekit.games.godzilla.language import build, settling, wording

__all__ = ["LANGUAGE", "build"]

LANGUAGE = Language(
    "godzilla",
    folder=__package__,
    words=Words(
        "godzilla",
        idioms=frozenset({"chosen by effects", "evolves into another card", "moved to another zone"}),
        acts={
            "play from hand": "play cards from their hand",
            "discard for rage": "discard cards to gain rage",
            "discard for invasion": "discard cards to invade",
            "lose": "lose the game",
            "win": "win the game",
        },
    ),
    types={
        "battle card": ("battle",),
        "monster card": ("monster",),
        "strategy card": ("strategy",),
        "token": ("battle",),
    },
    areas={},
    headers=wording.headers,
    keyword=wording.keyword,
    traits={"token": "Token"},
    unsaid=Moved(This(), to=("strategy zone",)),
    unsaid_on=("strategy",),
    markup=(
        (
            r"(?<![^\n])((?:you can (?:only )?play this|play this card only|this card can(?:not| only) be"
            r" played)[^.\n]*\.) +(?!its rank cannot|this cannot reduce)(?=[A-Z<\[])",
            r"\1\n",
        ),  # what a card says about its own playing is a line of its own
        (
            r"(?<![^\n])(if this card is in your monster deck,[^.\n]*\.) +(?=[A-Z<\[])",
            r"\1\n",
        ),  # and of set-up
        (r"(?<![^\n])([<\[]base[>\]])\s*(\([^()\n]*\))?\s*\n+", r"\1 "),  # alone in its line
        (r"[<\[]destroy[>\]](?=ed\b|s\b)", "destroy"),  # an icon with an ending
        (r"[<\[]destroy[>\]](?= (?:in )?this (?:way|turn)\b| by\b)", "destroyed"),
        (r"\b(be|been|is|are|was|were) [<\[]destroy(?:ed)?[>\]]", r"\1 destroyed"),
        (r"\b(cards?|it|monster|that) [<\[]destroy[>\]]", r"\1 destroys"),
        (r"\b(each player|that player|opponent) [<\[]destroy[>\]]", r"\1 destroys"),
        (
            r"\b((?:each player|that player|your opponent) (?!may)[^.,]*s\b[^.]*? and) [<\[]destroy[>\]]",
            r"\1 destroys",
        ),
        (r"(?<=\bnamed )\(([^()\"\n]+)\)", r'"\1"'),  # 2.1.3: a name between round brackets
        (r"[<\[](destroy|rage|red|blue|green|white|gold)[>\]]", r"\1"),
        (r"(?<=[<\[]resonance[>\]]) ?\(([a-z]+(?:(?:,| and|/) ?[a-z]+)*)\)", r" \1"),  # 12.8.2: its colors
        (
            r"(,)? (starting with|beginning with) the turn player\b(?(1)|,?)",
            "",
        ),  # 1.3.4.1 says so of both players
        (r"[<\[]step ?(\d)[>\]]", r"an invasion icon of \1"),
    ),
    bears={"traits": "A_TRAIT"},
    lacking={"counter power": "monster card", "threat level": "battle card"},
    known={"type": ("battle", "monster", "strategy"), "colors": ("blue", "green", "red", "white")},
    actions={
        "automatic": build.phrases.automatic,
        "happened": build.zones.reached,
        "host": build.phrases.host,
        **{
            each: build.zones.beside_itself(each)
            for each in ("to_place", "to_own_place", "to_some_place", "to_another_place")
        },
        "matches_features": build.phrases.matches_features,
        "happened_just": build.zones.walked,
        "plays": build.zones.plays_anywhere,
    },
    settle=settling.settled,
)
