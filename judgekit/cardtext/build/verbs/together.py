"""Several things said of the same card: "gains +1000 power and cannot attack"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Per, action
from judgekit.cardtext.build.verbs.allowing import can, cannot
from judgekit.cardtext.build.verbs.changing import also_treated, get, get_for, get_per, lose, of_one_choice
from judgekit.cardtext.model import Duration, Target

Said = Callable[[Target], Any]


@action
def said_get(gains: tuple[Any, ...]) -> Said:
    return lambda what: get(what, gains)


@action
def said_get_for(gains: tuple[Any, ...], duration: Duration) -> Said:
    return lambda what: get_for(what, gains, duration)


@action
def said_get_per(gains: tuple[Any, ...], per: Per) -> Said:
    return lambda what: get_per(what, gains, per)


@action
def said_cannot(found: Any) -> Said:
    return lambda what: cannot(what, found)


@action
def said_cannot_for(found: Any, duration: Duration) -> Said:
    return lambda what: cannot(what, found, duration)


@action
def said_can(found: Any) -> Said:
    return lambda what: can(what, found)


@action
def said_can_for(found: Any, duration: Duration) -> Said:
    return lambda what: can(what, found, duration)


@action
def said_lose(losses: Any) -> Said:
    return lambda what: lose(what, losses)


@action
def said_treated(like: Any) -> Said:
    return lambda what: (also_treated(what, like),)


@action
def said_lose_for(losses: Any, duration: Duration) -> Said:
    return lambda what: lose(what, losses, duration)


@action
def said_together(what: Target, *parts: Said) -> Any:
    """ "gains +1000 power and cannot attack": one card, several things; the last duration is for all."""
    verbs: Any = of_one_choice([verb for part in parts for verb in part(what)])
    last = verbs[-1].duration
    return tuple(replace(verb, duration=last) if verb.duration is None else verb for verb in verbs)
