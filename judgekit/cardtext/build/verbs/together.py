"""Several things said of the same card: "gains +1000 power and cannot attack"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import action, actions
from judgekit.cardtext.build.verbs.allowing import can, cannot, must
from judgekit.cardtext.build.verbs.changing import (
    LASTS,
    also_treated,
    get,
    get_for,
    get_per,
    lose,
    of_one_choice,
)
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.drawing import destroy, discard
from judgekit.cardtext.build.verbs.moving import move_how
from judgekit.cardtext.errors import Unsound

Said = Callable[[m.Target], Any]


@action
def said_together(what: m.Target, *parts: Said) -> Any:
    """ "gains +1000 power and cannot attack": one card, several things; the last duration is for all."""
    verbs: Any = of_one_choice([verb for part in parts for verb in part(what)])
    times = [verb.duration for verb in verbs if isinstance(verb, LASTS)]
    last = times[-1] if times else None
    return tuple(
        replace(verb, duration=last) if isinstance(verb, LASTS) and verb.duration is None else verb
        for verb in verbs
    )


@action
def said_done(done: Callable[[m.Target], m.Verb], moment: m.PhaseMoment | None = None) -> Said:
    """ "cannot attack and is destroyed at the end of the turn": the same card, and not others that come."""

    def of(what: m.Target) -> Any:
        if isinstance(what, m.Selector | m.Union):
            raise Unsound("choose first, then say what is done to the chosen card")
        verb = done(what)
        return (verb,) if moment is None else (m.Delayed(moment, (verb,)),)

    return of


def discarded_at_random(what: m.Target) -> m.Verb:
    if not isinstance(what, m.Selector):
        raise Unsound("which cards? Only some of a hand can be discarded at random")
    return discard(replace(what, chooser="random"))


actions(
    said_done_later=said_done,
    done_destroyed=lambda: destroy,
    done_moved=lambda to, *how: lambda what: move_how(what, to, *how) if how else m.Move(what, to),
    done_moved_end=lambda end, whose, area, *order: (
        lambda what: m.Move(what, m.Place(area, whose, end, order=order[0][1] if order else ""))
    ),
    done_discarded=lambda: discard,
    done_discarded_at_random=lambda: discarded_at_random,
    done_revealed=lambda: m.Reveal,
    done_shuffled=lambda whose: lambda what: m.Move(what, m.Place("deck", whose, order="random")),
    said_get=lambda gains: lambda what: get(what, gains),
    said_get_for=lambda gains, duration: lambda what: get_for(what, gains, duration),
    said_get_per=lambda gains, per: lambda what: get_per(what, gains, per),
    said_cannot=lambda found: lambda what: cannot(what, found),
    said_cannot_for=lambda found, duration: lambda what: cannot(what, found, duration),
    said_must=lambda found: lambda what: must(what, found),
    said_must_for=lambda found, duration: lambda what: must(what, found, duration),
    said_can=lambda found: lambda what: can(what, found),
    said_can_for=lambda found, duration: lambda what: can(what, found, duration),
    said_lose=lambda losses: lambda what: lose(what, losses),
    said_treated=lambda like: lambda what: (also_treated(what, like),),
    said_treated_as=lambda like: lambda what: (m.TreatAs(taken(what), like),),
    said_lose_for=lambda losses, duration: lambda what: lose(what, losses, duration),
)
