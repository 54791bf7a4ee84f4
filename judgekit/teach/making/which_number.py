"""What is the number?"""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine import events as e
from judgekit.engine.errors import EngineError
from judgekit.engine.explain import clause_of, fresh
from judgekit.engine.questions import Asked
from judgekit.engine.state import (
    CardId,
    area_name,
    area_player,
)
from judgekit.games.game import NumberSpec
from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.draft import Draft, lacks, or_say
from judgekit.teach.making.how_it_ends import now
from judgekit.teach.making.seen import event_at
from judgekit.teach.near import near_events, near_numbers
from judgekit.teach.question import Condition, Option, Variant
from judgekit.teach.telling import Step


def which_number(asking: Asking) -> Iterator[Draft]:
    done = asking.right.done
    for entry in asking.right.log:
        for at, happened in enumerate(entry.events, 1):
            event = happened.event
            if (entry.seq, at) in done:
                continue
            if isinstance(event, e.Derived) and event.rows and isinstance(event.value, int):
                if (card := _card_shown(asking, event.card)) and _is_so_now(asking, event):
                    yield _derived(asking, entry, happened, event, card)
                    return
    for step in asking.steps:
        event = event_at(asking.right, step)
        if isinstance(event, e.Numbered) and event.now >= 0 and _is_count(asking, event):
            draft = _counted(asking, step, event)
            if draft.right not in asking.context:  # somebody has just chosen it
                yield draft
            return


def _is_so_now(asking: Asking, event: e.Derived) -> bool:
    """Whether a value is the same before anything happens, and no time stamp decides it: nobody sees one."""
    if any(row.ordered_by for row in event.rows):
        return False
    try:
        return bool(fresh(now(asking).line).peek(event.card, event.property) == event.value)
    except (Asked, EngineError):
        return False


def _card_shown(asking: Asking, number: int) -> str:
    """A card as it is found on the board: by its name, or by its side of the table too."""
    cards = asking.moment.table.cards
    card = cards.get(CardId(number))
    if card is None:
        return ""
    side = area_player(card.area)
    alike = [one for one in cards.values() if one.name == card.name]
    beside = [one for one in alike if area_player(one.area) == side]
    return card.name if len(alike) == 1 else f"{side}'s {card.name}" if side and len(beside) == 1 else ""


def _derived(asking: Asking, entry: e.Entry, happened: e.Happened, event: e.Derived, card: str) -> Draft:
    right = str(event.value)
    value = event.value
    assert isinstance(value, int)
    layer = event.rows[-1].layer or clause_of(entry, happened)
    about = {"property": event.property, "card": card}

    def wrong() -> Iterator[Option]:
        needs = Condition(layer, said("every effect", **about), said("in the end", value=right))
        if isinstance(event.base, int):
            yield Option(str(event.base), "as printed", layer, or_say(asking, layer), needs)
        for row in event.rows:
            if isinstance(row.before, int) and isinstance(row.after, int):
                left = value - (row.after - row.before)
                told = asking.right.telling.plain(row.effect)
                yield Option(str(left), "effect left out", told, or_say(asking, row.layer), needs)
        for other in near_numbers(event.base if isinstance(event.base, int) else 0, value):
            yield Option(str(other), "wrong number", layer, or_say(asking, layer), needs)

    prompt = said("what number", **about)
    return Draft("number", layer, prompt, right, wrong(), card, len(event.rows), asking)


def _spec(asking: Asking, event: e.Numbered) -> NumberSpec:
    return next(s for s in asking.moment.place.game.numbers if s.key == area_name(event.key))


def _is_count(asking: Asking, event: e.Numbered) -> bool:
    """Whether it is shown as a number, not in words such as yes and no."""
    spec = _spec(asking, event)
    return all(spec.told(value) == str(value) for value in (event.was, event.now))


def _counted(asking: Asking, step: Step, event: e.Numbered) -> Draft:
    spec = _spec(asking, event)
    whose = f"{player}'s " if (player := area_player(event.key)) else ""
    right = spec.told(event.now)

    def wrong() -> Iterator[Option]:
        for near, reason in near_events(asking.moment, event):
            assert isinstance(near, e.Numbered)
            text = asking.right.telling.sentence(near)
            yield Option(
                spec.told(near.now),
                reason,
                step.clause,
                Variant("force", event=near),
                lacks(asking, step, text),
            )

    name = f"{spec.name[:1].lower()}{spec.name[1:]}" if whose and spec.name[1:].islower() else spec.name
    told = f"{whose}{name}"
    prompt = said("what becomes of it", number=f"{told[:1].upper()}{told[1:]}", now=spec.told(event.was))
    return Draft("number", step.clause, prompt, right, wrong(), event.key, asking=asking)
