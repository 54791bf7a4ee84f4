"""Card text of the Dragon Ball Super Card Game: each module builds on the one before.

`places` and `information` say which cards a text means, `records` what is known of the turn, `choosing` what
players choose. `prohibiting`, `replacing` and `lasting` are what applies by itself, `triggers` what sets a
skill off, `costs` and `printed_skills` what a skill is. `carrying_out` and those after it are the verbs:
`hidden_cards`, `moving`, `battling`, `answering`.
"""

from __future__ import annotations

from typing import ClassVar

from judgekit.cardtext import model as m
from judgekit.games.dragon_ball_super.language.answering import Answering
from judgekit.games.dragon_ball_super.language.information import NUMBERS
from judgekit.games.dragon_ball_super.language.places import BEING_PLAYED, JUST_PLAYED, ROLES

__all__ = ["DragonBallSuper"]


class DragonBallSuper(Answering):
    """The whole of it, and which words of the common model mean something here."""

    game = "dragon-ball-super"
    currencies = ("energy",)
    STACKS = frozenset({"under", "on top"})
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset({*ROLES, BEING_PLAYED, JUST_PLAYED}),
        "Until.end": frozenset({"turn", "battle", "main phase", "charge phase"}),
        "PlayerNumber.number": frozenset(), "Modify.stat": NUMBERS - {"specified cost"},
        "PlayCost.way": frozenset({"free", "instead", "less"}),
        "SameAs.what": frozenset({"name", "trait", "colour", "type"}), "Holding.where": frozenset({"under"}),
    }  # fmt: skip
    TELLS_DOER = (m.Destroyed,)
    UNHEEDED = frozenset({
        "Shuffle.what", "Destroy.one_by_one", "Stack.face", "Play.to", "Flip.face", "NegateAbility.what",
        "CreateToken.to", "DealDamage.divided", "DealDamage.sort", "Played.to", "Damages.sort",
        "Performs.what", "TreatAs.optional", "Prohibit.times",
        "Prohibit.unless",
    })  # fmt: skip
