"""What a game adds to an ability that its text leaves unsaid."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    AlternativeCost,
    ChangeNumber,
    DeckRule,
    Demand,
    Gain,
    If,
    Instead,
    Lose,
    Modify,
    Moved,
    NegateAbilities,
    Permit,
    Prohibit,
    This,
    Total,
    TreatAs,
    Unaffected,
    Verb,
)

STANDING = (
    Modify | Gain | Lose | TreatAs | Prohibit | Permit | Demand | Total | Unaffected | DeckRule |
    AlternativeCost
    | NegateAbilities | ChangeNumber
)  # fmt: skip


def stands(verb: Verb) -> bool:
    """Can the verb be true all the time, without anyone doing it?"""
    if isinstance(verb, If):
        return all(stands(each) for each in (*verb.then, *verb.otherwise))
    if isinstance(verb, Instead):
        return not verb.next
    if isinstance(verb, ChangeNumber):
        return verb.number in STANDING_NUMBERS
    return isinstance(verb, STANDING) and getattr(verb, "duration", None) is None


STANDING_NUMBERS = frozenset({"strategy zones", "summon cap", "maximum level", "attack count"})


def finish(ability: Ability, game: str) -> Ability:
    if ability.kind == "continuous" and not ability.costs and all(stands(each) for each in ability.body):
        return ability
    if ability.kind != "continuous" and not (ability.kind == "automatic" and ability.trigger is None):
        return ability
    if game == "godzilla":  # such a text can only stand on a strategy card
        return replace(ability, kind="automatic", trigger=Moved(This(), to=("strategy zone",)))
    raise Unsound("something happens here, but nothing says when")
