"""Every open question of the books can be read otherwise, and then something comes out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.script import Ruling, Script
from judgekit.games.godzilla.game import GAME

ALTERNATIVES = [
    (edition, doubt.id, choice)
    for edition in GAME.editions
    for doubt in GAME.rules(edition).book.doubts
    for choice in doubt.choices
    if choice != doubt.default
]


@cache
def texts() -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in ruling.files(GAME.name)}


load = cache(ruling.load)


def that_may_be_about(doubt: str) -> Iterator[Ruling]:
    """Those that name it, and those about decks."""
    yield from (load(path) for path, text in texts().items() if doubt in text or "deck]" in text)


def chosen(script: Script) -> Mapping[str, str]:
    """The open questions that a ruling reads in a way of its own."""
    if script.deck is not None:
        return script.deck.deck.readings
    assert script.position is not None
    return script.position.readings


def is_about(found: Ruling, script: Script, doubt: str) -> bool:
    return script.deck is not None or doubt in found.readings or doubt in chosen(script)


def switched(script: Script, doubt: str, choice: str) -> Script:
    """The same ruling, read otherwise."""
    if script.deck is not None:
        deck = replace(script.deck.deck, readings={**script.deck.deck.readings, doubt: choice})
        return replace(script, deck=replace(script.deck, deck=deck))
    assert script.position is not None
    readings = {**script.position.readings, doubt: choice}
    return replace(script, position=replace(script.position, readings=readings))


def comes_out_otherwise(found: Ruling, edition: str, doubt: str, choice: str) -> bool:
    """Whether a ruling fails when read otherwise, and not only for telling how it is read."""
    script = switched(found.scripts[edition], doubt, choice)
    failures = ruling.run(replace(found, scripts={edition: script}), edition).failures
    return any("ReadAs" not in one and "decides nothing" not in one for one in failures)


def that_differ(edition: str, doubt: str, choice: str) -> Iterator[str]:
    """Rulings that come out as written by one of the two readings alone: the usual one, and this."""
    default = GAME.rules(edition).defaults[doubt]
    for found in that_may_be_about(doubt):
        script = found.scripts.get(edition)
        if script is None or not is_about(found, script, doubt):
            continue
        other = {choice: default, default: choice}.get(chosen(script).get(doubt, default))
        if other is not None and comes_out_otherwise(found, edition, doubt, other):
            yield found.name


@pytest.mark.parametrize(("edition", "doubt", "choice"), ALTERNATIVES)
def test_a_ruling_comes_out_otherwise_by_each_other_reading(edition: str, doubt: str, choice: str) -> None:
    assert next(that_differ(edition, doubt, choice), None) is not None


def test_there_are_as_many_open_questions_as_the_books_have() -> None:
    newer = [doubt.id for doubt in GAME.rules("1.2").book.doubts]
    assert newer == [*(f"A-{n:02}" for n in range(1, 51)), *(f"A-{n}" for n in range(53, 67))]
    assert {"A-51", "A-52"} <= {doubt.id for doubt in GAME.rules("1.00").book.doubts}
