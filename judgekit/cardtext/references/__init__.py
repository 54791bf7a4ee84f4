"""Who "it", "them" and "their" are, once the whole ability is known.

The ability is walked in the order of the text; what its verbs take and its conditions find is noted
(`discourse.Mention`), and each pronoun is settled by what has been noted so far, then by the cards of the
event, then it is this card. "the rest" is the group that a later choice took from."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.references.numbering import renumber
from judgekit.cardtext.references.scope import Scope
from judgekit.cardtext.references.walking import settle_part


def resolve(ability: m.Ability, game: str, refers: Mapping[str, str] | None = None) -> m.Ability:
    """The ability with every pronoun settled and its choices numbered as they are pointed at; `refers` is
    what the judge has said about words that can mean several things."""
    scope = Scope(ability, game, refers or {})
    settled = {name: settle_part(scope, name, getattr(ability, name)) for name in PARTS}
    found = msgspec.structs.replace(ability, **settled)
    said = max((each.bind for each in scope.mentions), default=0)
    numbers: dict[int, int] = {}
    for each in scope.mentions:
        if each.used and each.bind < 0:
            numbers[each.bind] = max(said, 0) + len(numbers) + 1
    return renumber(found, numbers)  # type: ignore[no-any-return]


PARTS = ("trigger", "costs", "conditions", "body", "keyword", "letters")
