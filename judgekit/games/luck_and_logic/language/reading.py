"""How Luck & Logic texts are read: the grammar beside this file, and the game's own words."""

from __future__ import annotations

from judgekit.cardtext.language import Language, no_zone_words, property_reader
from judgekit.cardtext.wording.words import Words
from judgekit.games.luck_and_logic.language import build

__all__ = ["LANGUAGE", "build"]

LANGUAGE = Language(
    "luck_and_logic",
    folder=__package__,
    words=Words(
        "luck_and_logic",
        acts={"be made active": "be stood", "be made rest": "be rested", "become active": "stand"},
    ),
    types={
        "member": ("logicalist", "foreigner", "tranceunion"),
        "logicalist": ("logicalist",),
        "foreigner": ("foreigner",),
        "tranceunion": ("tranceunion",),
        "tactics": ("tactics",),
        "paradox": ("paradox",),
        "gate": ("gate",),
    },
    areas={"level card": "level zone", "stock": "stock zone", "soul card": "soul zone"},
    traits={},
    actions={
        "by_trait": property_reader("world"),
        "by_character": property_reader("element"),
        "zone_words": no_zone_words,
        "move": build.move_to,
        "happened": build.happened_here,
    },
    bears={"world": "A_TRAIT", "element": "A_CHARACTER"},
)
