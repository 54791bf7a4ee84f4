"""How often an ability is used, and when: what is said after what it does."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import headed_ability
from judgekit.cardtext.build.registry import HeaderPart, action
from judgekit.cardtext.build.steps import may_step
from judgekit.cardtext.errors import Unsound


@action
def used_once(headers: tuple[HeaderPart, ...], found: m.Ability, _: None) -> m.Ability:
    """ "This effect can only be used once per turn": what may be done is used by doing it."""
    offers = [each for each in m.walk(found.body) if isinstance(each, m.May)]
    if found.kind != "automatic" or found.limits or len(offers) > 1:
        raise Unsound("“once per turn” is unclear here: put [Once per turn] before the ability")
    return headed_ability(headers, replace(found, limits=(m.Limit(1, used=bool(offers)),)))


@action
def may_at(verbs: Any, moment: m.PhaseMoment) -> m.Ability:
    """ "You can do it at the beginning of your counter phase": it is offered then."""
    return m.Ability("automatic", trigger=moment, body=(may_step("you", verbs),))
