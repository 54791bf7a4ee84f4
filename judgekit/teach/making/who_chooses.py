"""Who chooses?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgekit.engine import events as e
from judgekit.engine.questions import Question as OpenQuestion
from judgekit.engine.state import (
    PLAYERS,
    CardId,
    area_name,
    opponent,
)
from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.context import unseen_areas
from judgekit.teach.making.draft import LEAST, UNSETTLED, Draft
from judgekit.teach.making.how_it_ends import is_forced
from judgekit.teach.making.seen import FREE, ended
from judgekit.teach.question import Condition, Option, Variant
from judgekit.teach.stretch import Stretch, play

WAYS = 4  # options of a choice that are compared
BARE = re.compile(
    r"choose( the zone| the circles?| \d+ cards? among them)?\."
)  # a request that does not say what for
WAITING = re.compile(r"\b(pending skill|standby ability|automatic ability|triggered ability)\b")
NONE = re.compile(r"\b(up to|any number|or none|to have none|or not)\b|\?")


def _or_none(question: OpenQuestion, prompt: str) -> str:
    """A request with the leave to take nothing, where it has that."""
    free = question.least == 0 and question.form == "choose" and not NONE.search(prompt)
    return said("or none", prompt=prompt.rstrip(".")) if free else prompt


def _is_only_excused(question: OpenQuestion) -> bool:
    """Whether a card names a number, one card could be taken, and only a hidden area lets it be none."""
    prompt = question.prompt
    one = question.least == 0 and len(question.options) <= 1 and question.form == "choose"
    return (
        one and (": " in prompt or "none" in prompt) and not re.search(r"\b(up to|any number|may)\b", prompt)
    )


def who_chooses(asking: Asking) -> Iterator[Draft]:
    question = asking.right.question
    if question is None or question.player not in PLAYERS or question.clause not in asking.book:
        return
    if question.window or is_forced(asking.right) or _is_only_excused(question):
        return  # who may act: before them, somebody else could have passed
    other = opponent(question.player)
    about = ended(_or_none(question, asking.right.telling.plain(question.prompt)))
    if BARE.fullmatch(about) or UNSETTLED.search(about) or _is_sham(asking) or _is_of_unseen(asking):
        return
    right = said("chosen by", player=question.player, words=about)
    asked_first = said("asked first", player=question.player, prompt=about.rstrip("."))

    def option(text: str, reason: str, told: str, variant: Variant) -> Option:
        return Option(text, reason, told, variant, Condition(question.clause, asked_first, text.rstrip(".")))

    def wrong() -> Iterator[Option]:
        swapped = re.sub(rf"\b{question.player}\b", other, about)
        yield option(
            said("chosen by", player=other, words=swapped),
            "other player",
            question.clause,
            Variant("attempt", other),
        )
        for mistaken, reason, told, variant in (*asking.mistakes(), *asking.unchecked()):
            if mistaken.question is not None and mistaken.question.player in PLAYERS:
                asked = ended(_or_none(mistaken.question, mistaken.telling.plain(mistaken.question.prompt)))
                yield option(
                    said("chosen by", player=mistaken.question.player, words=asked), reason, told, variant
                )
        for later in () if WAITING.search(about) else asking.asked_later:
            if later.clause == question.clause:
                continue  # the same of another card: which comes first, nobody could say
            if question.form == "yes or no" and later.player == question.player:
                continue  # whether to do it, and to what: the book may have it as one choice
            asked = ended(asking.right.telling.plain(later.prompt))
            if later.player in PLAYERS and later.clause in asking.book and not BARE.fullmatch(asked):
                text = said("chosen by", player=later.player, words=asked)
                yield option(text, "too early", later.clause, Variant("attempt", later.player))
        before = {step.text for step in asking.right.steps}
        for step in asking.after:
            if step.kind not in ("Moved", "Decided"):
                continue
            if step.text in before:
                continue  # it happens twice, once before anybody chooses
            text = said("nobody before", text=step.text)
            yield option(text, "choice skipped", question.clause, Variant("attempt", "nobody"))
        both = said("both at once")
        yield option(both, "order of another game", question.clause, Variant("attempt", other))
        nobody = said("nobody chooses")
        yield option(nobody, "choice skipped", question.clause, Variant("attempt", "nobody"))

    options = (one for one in wrong() if not one.text.endswith(f": {FREE}"))
    prompt = said("who chooses")
    yield Draft("who", question.clause, prompt, right, options, asking=asking)


def _is_sham(asking: Asking) -> bool:
    """Whether no more than one thing that can be chosen comes to anything: an ability that waits and then
    cannot be used, or one of several effects that sleeps."""
    question = asking.right.question
    assert question is not None
    if question.form != "choose" or question.least != 1 or not 1 < len(question.options) <= WAYS:
        return False
    ways = [play(asking.moment, [(option.id,)]) for option in question.options]
    return sum(_comes_to_something(way) for way in ways) < LEAST


def _comes_to_something(way: Stretch) -> bool:
    every = [h.event for entry in way.entries for h in entry.events]
    chosen = max((at for at, event in enumerate(every) if isinstance(event, e.Answered)), default=0)
    happened = every[chosen:]
    if any(isinstance(event, e.Settled) and event.how in DUDS for event in happened):
        return False
    is_asked = way.question is not None and not way.question.window
    return is_asked or bool(way.broken) or any(isinstance(event, CHANGES) for event in happened)


CHANGES = (e.Moved, e.Numbered, e.Marked, e.Created, e.Vanished, e.Shuffled, e.Drew, e.Began, e.Decided)
DUDS = ("cancelled", "cannot be played", "not played", "no longer pending", "negated")


def _is_of_unseen(asking: Asking) -> bool:
    """Whether somebody chooses among cards that are not told: nobody could say that there are any."""
    question, cards = asking.right.question, asking.right.state.cards
    assert question is not None
    named = (CardId(one.card) for one in question.options if one.card is not None)
    offered = [cards[card] for card in named if card in cards]
    known, unseen = asking.moment.place.pool.definitions, unseen_areas(asking)
    return any(area_name(card.area) in unseen and card.name not in known for card in offered)
