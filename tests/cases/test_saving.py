"""Any moment can be saved as a position, and has the same future."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from judgekit.audit.fuzzing.random_play import pick
from judgekit.cases.errors import CaseError
from judgekit.cases.files import position
from judgekit.cases.files.page import page_of
from judgekit.cases.files.position import Position
from judgekit.cases.files.writer import moment, saved, toml
from judgekit.cases.play.case import Archive, Place
from judgekit.engine.machine import Line
from judgekit.engine.state import Area, Card, CardId, Effect, Former, Map, Outcome, Player, Ref, State
from tests.cases.samples import MAIN

FULL = MAIN.replace('hand = ["Tank", "Siren", "?"]', 'hand = ["Tank", "Siren", "Gunner", "Siren"]')
DRAWN = FULL.replace("deck = 5", 'deck = ["Tank", "Gunner", "Captain", "Siren"]').replace(
    'hand = 2\ndeck = ["Tank", { card = "?", count = 3 }]', 'hand = ["Gunner"]\ndeck = ["Siren", "Tank"]'
)
SEEDED = "seed = 7\n" + DRAWN


def advance(line: Line, until: int, random: Random) -> Line:
    """Some clauses on, every question answered by chance."""
    while not line.is_over and len(line.log) < until:
        if line.step() is None and line.question is not None:
            line.answer(*pick(line.question, random))
    return line


def played(begun: Position, steps: int, seed: int) -> State:
    return advance(begun.line(), steps, Random(seed)).state


def is_read_back(steps: int, seed: int, text: str, form: str) -> None:
    begun = position.loads(text)
    state = played(begun, steps, seed)
    again = position.loads(saved(begun, state, form))
    assert again.state == state
    here = advance(Line(begun.rules, begun.pool, state, dict(begun.readings)), 120, Random(seed))
    there = advance(again.line(), 120, Random(seed))
    assert there.log == here.log
    assert there.state == here.state


@pytest.mark.parametrize("many", [30, pytest.param(600, marks=pytest.mark.long)])
def test_a_saved_moment_is_read_back_as_the_same_state_with_the_same_future(many: int) -> None:
    moments = some.integers(0, 90), some.integers(0, 10**6), some.sampled_from([FULL, SEEDED])
    tried = given(*moments, some.sampled_from(["toml", "json"]))(is_read_back)
    settings(max_examples=many, deadline=None)(tried)()


@given(seed=some.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_saving_again_gives_the_same_text(seed: int) -> None:
    begun = position.loads(SEEDED)
    text = saved(begun, played(begun, 40, seed))
    assert saved(position.loads(text)) == text


words = some.text(some.characters(codec="utf-8"), max_size=8)
values = some.recursive(
    some.booleans() | some.integers(-(2**40), 2**40) | words | some.none(),
    lambda inner: some.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)
facts = some.lists(some.tuples(words.filter(bool), values), max_size=3).map(tuple)


def is_kept(known_facts: Any, marks: Any, remembered: Any, landmark: str, empty: bool) -> None:
    """Facts of every shape, marks the game does not name, areas it does not have, objects that are gone."""
    begun = position.loads(FULL)
    state = odd_state(begun.state, known_facts, marks, remembered)
    state = replace(state, landmark=landmark)
    if empty:
        state = replace(state, areas=state.areas.set(Area("A.pile"), ()))
    for form in ("toml", "json"):
        assert position.loads(saved(begun, state, form)).state == state


@pytest.mark.parametrize("many", [40, pytest.param(600, marks=pytest.mark.long)])
def test_whatever_a_state_can_hold_is_kept(many: int) -> None:
    tried = given(facts, facts, facts, words, some.booleans())(is_kept)
    settings(max_examples=many, deadline=None)(tried)()


def odd_state(state: State, known_facts: Any, marks: Any, remembered: Any) -> State:
    spy = state.cards[state.pile("B.field")[0]]
    cards = state.cards.set(spy.id, replace(spy, marks=marks, object=3, owner=Player("A")))
    stray = Card(CardId(77), "Scout", Player("B"), Area("under.999"), since=3)
    gone = Card(CardId(99), "Tank", Player("B"), Area("B.field"), 2, 5, marks)
    effect = Effect(40, "Siren#1/1", gone.ref, Player("B"), 39, "turn", (Ref(spy.id, 3),), known_facts)
    return replace(
        state,
        cards=cards.set(stray.id, stray),
        areas=state.areas.set(stray.area, (stray.id,)),
        numbers=state.numbers.update({"odd key": 3, "A.once Tank#1": 1}),
        frames=(replace(state.frames[0], locals=remembered), *state.frames[1:]),
        answers=(("play c1",), ()),
        effects=(effect,),
        situations=frozenset({"Tank#1@1.0"}),
        stalled=frozenset({"4.2|A|3"}),
        former=Map({gone.ref: Former(gone, known_facts)}),
        clock=50,
        quiet=9,
        outcome=Outcome(None, Player("A"), "4.1"),
    )


trees = some.recursive(
    some.booleans() | some.integers(-(2**40), 2**40) | words,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@given(some.dictionaries(words.filter(lambda key: key != "cards"), trees, max_size=4))
def test_our_toml_is_toml(data: dict[str, Any]) -> None:
    assert tomllib.loads(toml(data)) == data


@given(some.dictionaries(words, trees, max_size=4))
def test_every_field_of_a_text_has_its_line(data: dict[str, Any]) -> None:
    """The line that is told for a field is the one on which its key stands."""
    for form, text in (("json", json.dumps(data, indent=1)), ("toml", toml({"k": data}))):
        page = page_of(text, form=form)
        for key in data:
            path = (key,) if form == "json" else ("k", key)
            written = json.dumps(key) if form == "json" else toml({key: 1}).partition(" = ")[0]
            assert text.split("\n")[page.line(path) - 1].strip().startswith(written)


def test_a_game_that_is_over_can_be_saved_too() -> None:
    begun = position.loads(FULL)
    over = replace(begun.state, frames=(), outcome=Outcome(None, None, ""))
    assert position.loads(saved(begun, over)).state == over


def test_what_the_file_calls_its_cards_is_kept() -> None:
    begun = position.loads(FULL)
    assert position.loads(saved(begun)).labels == begun.labels


def test_a_moment_of_a_stored_case_is_a_position(tmp_path: Path) -> None:
    with Archive(tmp_path / "cases.sqlite") as archive:
        case = archive.create("position", DRAWN, readings={"D-1": "newest"})
        sitting = case.sit()
        sitting.answer("play c1")
        text = moment(case, sitting.branch, Place(3))
        again = position.loads(text)
        assert again.state == case.at(sitting.branch, 3)
        assert again.readings == {"D-1": "newest"}


def test_the_middle_of_a_clause_is_no_place_to_stand(tmp_path: Path) -> None:
    with Archive(tmp_path / "cases.sqlite") as archive:
        case = archive.create("position", DRAWN)
        with pytest.raises(CaseError, match="in the middle of a clause; a game can stand at 0, before it"):
            moment(case, case.branch(), Place(0, 1))
