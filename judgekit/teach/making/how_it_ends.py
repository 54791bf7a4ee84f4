"""Who wins, and what is true at the end?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as replace_state

from judgekit.cases.files.areas import called
from judgekit.cases.rulings.expectations import End, Fact
from judgekit.cases.rulings.ruling import Result
from judgekit.engine.machine import Line
from judgekit.engine.questions import Option as OpenOption
from judgekit.engine.state import (
    PLAYERS,
    area_name,
)
from judgekit.narrate.endings import told_fact
from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking, Mistaken
from judgekit.teach.making.draft import UNSETTLED, Draft, or_say
from judgekit.teach.making.seen import asked_told
from judgekit.teach.near import fact_at, near_facts
from judgekit.teach.question import Condition, Option, Variant
from judgekit.teach.stretch import Stretch, play


def _ends_elsewhere(asking: Asking) -> Iterator[Mistaken]:
    """The end of the same ruling in its other editions, if they are the same up to here."""
    for other, number in asking.elsewhere():
        if asking.same_before(other):
            yield other, "other edition", number, Variant("edition", number)


def who_wins(asking: Asking) -> Iterator[Draft]:
    outcome = asking.right.state.outcome
    if outcome is None or outcome.clause not in asking.book or asking.moment.state.outcome is not None:
        return  # nothing is decided, or it is already
    right = outcome_told(asking.right)
    needs = Condition(outcome.clause, asking.book[outcome.clause].gist.rstrip("."), right.rstrip("."))

    def wrong() -> Iterator[Option]:
        for other, reason, told, variant in (
            *asking.unchecked(),
            *asking.mistakes(),
            *_ends_elsewhere(asking),
        ):
            yield Option(outcome_told(other), reason, told, variant, needs)
        for text, reason in (
            (said("wins", player="A"), "other outcome"), (said("wins", player="B"), "other outcome"),
            (said("drawn"), "other outcome"), (said("goes on"), "not yet"),
        ):  # fmt: skip
            yield Option(text, reason, outcome.clause, or_say(asking, outcome.clause), needs)

    yield Draft("wins", outcome.clause, said("how it stands"), right, wrong(), asking=asking)


def outcome_told(stretch: Stretch) -> str:
    outcome = stretch.state.outcome
    if outcome is None:
        return said("goes on")
    return said("wins", player=outcome.winner) if outcome.winner else said("drawn")


def how_it_ends(asking: Asking) -> Iterator[Draft]:
    """Facts that the ruling's file states, beside the same facts with something else in them."""
    if REPLACED.search(asking.story):
        return  # whether that is asked again of the next one, nobody could say
    for fact in asking.script.facts:
        kept = fact.kind == "number" and _is_bookkeeping(asking, str(fact.data["number"]))
        if fact.kind not in ("card", "number", "area") or kept or not fact_told(asking.result, fact):
            continue
        if near := list(near_facts(asking.moment, fact)):
            yield from _end(asking, fact, near)


REPLACED = re.compile(r"\bwould replace this\b")


def _is_bookkeeping(asking: Asking, number: str) -> bool:
    """Whether a number is kept for the rules' sake alone: no player looks at it."""
    return any(s.bookkeeping for s in asking.moment.place.game.numbers if s.key == area_name(number))


def _end(asking: Asking, fact: Fact, near: list[Fact]) -> Iterator[Draft]:
    right = fact_told(asking.result, fact)
    last = _last_about(asking, fact)
    later = _on_to_a_choice(asking)
    here = _end_of(asking, later)
    elsewhere = list(_led_elsewhere(asking, fact, here))
    if later.broken or (later.question is None and later.state.outcome is None) or here.fails(fact):
        return  # the ruling ends where nobody could say that it does
    if is_forced(later) or _holds_unseen(later) or UNSETTLED.search(asked_told(later)):
        return  # that is no choice, or nobody could say so, and what comes behind it is another ending
    if not last or not (elsewhere or now(asking).fails(fact)):
        return  # it is so already, and nobody would think that it changes

    def needs(text: str) -> Condition:
        return Condition(last, right.rstrip("."), said("in this answer", text=text.rstrip(".")))

    def wrong() -> Iterator[Option]:
        for one, reason, told, variant in elsewhere:
            text = fact_told(asking.result, one)
            yield Option(text, reason, told, variant, needs(text))
        for one in filter(here.fails, near):
            text = fact_told(asking.result, one)
            yield Option(text, "not the end", last, or_say(asking, last), needs(text))

    def again(stretch: Stretch) -> str:
        return "" if _end_of(asking, stretch).fails(fact) else right

    prompt = said("what is true")
    yield Draft("end", last, prompt, right, wrong(), right, asking=asking, again=again)


def is_forced(stretch: Stretch) -> bool:
    """Whether it ends where only one thing is possible, or where all that is possible is alike."""
    question = stretch.question
    if question is None or question.form == "yes or no":
        return False
    if question.form == "number":
        return question.least == question.most
    names = {stretch.telling.plain(_named(option)) for option in question.options}
    must_take_all = question.form == "choose" and question.least >= len(question.options)
    return must_take_all or (len(names) <= 1 and (question.least > 0 or not names))


def _holds_unseen(stretch: Stretch) -> bool:
    """Whether somebody holds what nobody sees, and could have acted with it before this choice."""
    question, known, table = stretch.question, stretch.moment.place.pool.definitions, stretch.moment.table
    if question is None or not question.window:
        return False
    held = (one for player in PLAYERS for one in table.pile(f"{player}.hand"))
    return any(table.cards[one].name not in known for one in held)


def _named(option: OpenOption) -> str:
    """An option without what set an ability off: one that waits twice is the same both times."""
    return option.label if option.card is not None else SET_OFF.sub("", option.label)


SET_OFF = re.compile(r" \([^()]*\)$")


def _on_to_a_choice(asking: Asking) -> Stretch:
    """A stretch that its ruling leaves midway is played on."""
    if asking.right.question is not None or asking.right.state.outcome is not None:
        return asking.right
    return play(replace(asking.moment, until=""))


def _led_elsewhere(asking: Asking, fact: Fact, here: End) -> Iterator[tuple[Fact, str, str, Variant]]:
    """A fact as a mistake or another edition makes it, if the rules lead elsewhere."""
    for other, reason, told, variant in (*_ends_elsewhere(asking), *asking.unchecked(), *asking.mistakes()):
        one = fact_at(_end_of(asking, other), fact)
        if one is not None and here.fails(one):
            yield one, reason, told, variant


def now(asking: Asking) -> End:
    """The table at this moment, to see what already holds."""
    place = asking.moment.place
    line = Line(place.rules, place.pool, replace_state(asking.moment.table, answers=()), dict(place.readings))
    return End(line, place.game, place.labels, asking.script.numbers)


def fact_told(result: Result, fact: Fact) -> str:
    """A fact of a ruling as a sentence of its game; none about a card that has namesakes beside it."""
    game, data = result.ruling.game, dict(fact.data)
    if "card" in data:
        data["card"] = _card_told(result, str(data["card"]))
        if not data["card"]:
            return ""
    if fact.kind == "number":
        spec = next((s for s in game.numbers if s.key == area_name(str(data["number"]))), None)
        data["is"] = spec.told(data["is"]) if spec is not None else data["is"]
    return told_fact(fact.kind, data, game.rules().words.states, game.areas)


def _card_told(result: Result, word: str) -> str:
    """A card that a ruling's file mentions, as the table names it: `Crab`, or `B's Crab`."""
    assert result.end is not None
    end, hidden = result.end, {s.name for s in result.ruling.game.areas if "deck" in s.name}
    for cards in (end.line.start.cards.values(), end.state.cards.values()):
        meant = list(called(cards, end.labels, word))
        if len(meant) == 1:
            name, owner = meant[0].name, meant[0].owner
            alike = [c for c in cards if c.name == name and area_name(c.area) not in hidden]
            own = [c for c in alike if c.owner == owner]
            return name if len(alike) <= 1 else f"{owner}'s {name}" if len(own) == 1 else ""
    return ""


def _end_of(asking: Asking, stretch: Stretch) -> End:
    place = stretch.moment.place
    return End(stretch.line, place.game, place.labels, asking.script.numbers)


def _last_about(asking: Asking, fact: Fact) -> str:
    """The clause that last did something to what the fact is about; else the last that the ruling names."""
    kinds, word = PLACED, str(fact.data.get("card", "")).partition("@")[0]
    if fact.kind == "area":
        key = area_name(str(fact.data["area"]))
        word = next((s.title for s in asking.moment.place.game.areas if s.name == key), key)
    elif "is" in fact.data:
        kinds, word = (LASTING if word else ("Numbered",)), ""
    steps = [s for s in asking.steps if s.kind in kinds and word.casefold() in s.text.casefold()]
    named = [want.clause for want in asking.script.clauses if want.clause in asking.book]
    found = [s.clause for s in steps if s.clause in named] or [s.clause for s in steps] or named[-1:]
    return found[-1] if found else ""


PLACED: tuple[str, ...] = ("Moved", "Created", "Vanished")
LASTING: tuple[str, ...] = ("Began", "Ended")
