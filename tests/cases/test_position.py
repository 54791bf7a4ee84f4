"""A position says what lies on the table, and the machine takes it up there."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from judgekit.cases.files import position
from judgekit.cases.files.page import WrongInput
from judgekit.engine.state import CardId, Frame, Ref
from tests.cases.samples import HEAD, MAIN


def test_cards_lie_where_the_file_puts_them() -> None:
    state = position.loads(MAIN).state
    assert [state.cards[c].name for c in state.pile("A.hand")] == ["Tank", "Siren", "?"]
    assert len(state.pile("A.deck")) == 5
    assert [state.cards[c].name for c in state.pile("B.deck")] == ["Tank", "?", "?", "?"]


def test_ids_count_from_one_in_the_order_of_the_file() -> None:
    state = position.loads(MAIN).state
    assert [*state.pile("A.hand"), *state.pile("A.deck")] == list(range(1, 9))


def test_a_card_bears_the_marks_it_is_given_and_has_cards_under_it() -> None:
    state = position.loads(MAIN).state
    captain = state.cards[state.pile("A.field")[1]]
    assert captain.mark("rested") is True
    assert [state.cards[c].name for c in state.pile(f"under.{captain.id}")] == ["Tank"]


def test_marks_given_exactly_stand_beside_those_given_by_name() -> None:
    """What is said by name holds, unless the exact marks say otherwise."""
    written = '[A]\nfield = [{ card = "Tank", rested = true, marks = { placed = 3 } }, "Scout"]'
    state = position.loads(HEAD + written).state
    tank = state.cards[state.pile("A.field")[0]]
    assert (tank.mark("rested"), tank.mark("placed")) == (True, 3)


def test_a_list_in_the_place_of_a_mark_puts_cards_there_that_bear_it() -> None:
    state = position.loads(HEAD + '[A]\nfield = [{ card = "Tank", charge = ["Scout", "?"] }]').state
    (tank,) = state.pile("A.field")
    below = [state.cards[c] for c in state.pile(f"under.{tank}")]
    assert [(card.name, card.mark("charge")) for card in below] == [("Scout", True), ("?", True)]


def test_names_may_be_written_with_underscores_or_hyphens_and_by_the_title_of_the_book() -> None:
    state = position.loads(HEAD + '[A]\nField = "Tank"\nDamage = 2\ncards-played_this-turn = 1\n').state
    assert len(state.pile("A.field")) == 1
    assert (state.number("A.damage"), state.number("A.plays")) == (2, 1)


def test_a_friendly_name_stands_where_its_clause_does() -> None:
    assert position.loads(MAIN).state.frames == position.loads(MAIN.replace("main phase", "1.2")).state.frames


def test_a_procedure_stands_at_its_first_step_inside_its_usual_callers() -> None:
    frames = position.loads(MAIN.replace("main phase", "check")).state.frames
    assert frames == (Frame("1", "1.3"), Frame("2", "2.1"))


def test_an_older_edition_has_its_own_numbers() -> None:
    found = position.loads(MAIN.replace('"toy"', '"toy/1"'))
    assert found.rules.name == "toy/1"
    assert found.line().run() is not None


def test_cards_that_do_not_say_since_when_came_first_in_the_order_of_the_file() -> None:
    text = HEAD + '[A]\nfield = [{ card = "Tank", since = 2 }, { card = "Scout", since = 1 }, "Captain"]'
    state = position.loads(text).state
    in_order = sorted(state.cards.values(), key=lambda card: card.since)
    assert [card.name for card in in_order] == ["Captain", "Scout", "Tank"]
    assert state.clock == max(card.since for card in state.cards.values())


def test_history_without_a_player_is_that_of_the_turn_player() -> None:
    state = position.loads(HEAD + '[history]\nplays = true\n"B.damage" = 3\nturn = 4').state
    assert dict(state.numbers) == {"A.plays": 1, "B.damage": 3, "turn": 4}


def test_numbers_that_are_not_given_have_the_default_of_the_game() -> None:
    assert position.loads(HEAD).state.number("turn") == 1


EFFECT = """
[A]
field = ["Siren", { card = "Scout", as = "left" }, "Scout"]
[[effects]]
what = "Siren#1/1"
until = "turn"
cards = ["left"]
"""


def test_an_effect_comes_from_a_card_by_name_and_is_younger_than_all_cards() -> None:
    state = position.loads(HEAD + EFFECT).state
    (effect,) = state.effects
    assert (effect.source, effect.player) == (state.cards[state.pile("A.field")[0]].ref, "A")
    assert effect.cards == (Ref(CardId(2), 0),)
    assert effect.stamp > max(card.since for card in state.cards.values())


def test_an_ability_on_standby_is_played_in_the_next_check() -> None:
    waiting = '[[standby]]\nability = "Gunner#1"\nplayer = "A"\nsource = "spy"\n'
    question = position.loads(MAIN.replace("main phase", "check") + waiting).line().run()
    assert question is not None
    assert question.prompt == "deal 2 damage?"


FRAMES = """
[[frames]]
at = "1.2"
then = "1.2"
[[frames]]
at = "2.2"
locals = { after = "play", kept = [1, [true, "x"]], gone = {} }
"""


def test_frames_can_be_given_with_what_they_remember() -> None:
    frames = position.loads(MAIN.replace('at = "main phase"\n', "") + FRAMES).state.frames
    assert frames[0] == Frame("1", "1.2", (), "1.2")
    assert frames[1].locals == (("after", "play"), ("kept", (1, (True, "x"))), ("gone", None))


def test_the_same_as_json_is_the_same_position() -> None:
    assert position.loads(json.dumps(tomllib.loads(MAIN))).state == position.loads(MAIN).state


def test_a_position_can_be_read_from_either_kind_of_file(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(MAIN)
    (tmp_path / "table.json").write_text(json.dumps(tomllib.loads(MAIN)))
    assert position.load(tmp_path / "table.toml").state == position.load(tmp_path / "table.json").state


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match="expected a file that can be read; got no such file"):
        position.load(tmp_path / "nothing.toml")


def test_bytes_that_are_no_text_are_found_by_line(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b'game = "toy"\n# \xff')
    with pytest.raises(WrongInput, match=":2: expected text in UTF-8; got other bytes"):
        position.load(tmp_path / "x.toml")


def test_readings_are_those_of_the_file() -> None:
    assert position.loads(MAIN + '[readings]\nD-1 = "newest"').readings == {"D-1": "newest"}


def test_a_case_begins_from_the_text() -> None:
    opening = position.opening('title = "Table 12"\nassumptions = ["4.2 A 3"]\n' + MAIN)
    assert (opening.title, opening.assumptions) == ("Table 12", ("4.2 A 3",))
    assert opening.state == position.loads(MAIN).state
