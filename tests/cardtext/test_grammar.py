"""Facts about the grammar itself."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.parse import actions, grammar, parse
from judgekit.cardtext.reader import WORDS, compile_grammar
from judgekit.cardtext.stored import stored_grammar
from tests.cardtext.sentences import made_up
from tests.lots import rest_is_long


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_its_action(game: str) -> None:
    known = actions(game)
    without = [
        (name, one.action)
        for name, alternatives in grammar(game).rules.items()
        for one in alternatives
        if not name.startswith("_")
        and not one.action.startswith(WORDS)
        and one.action not in known
        and sum(step.kept for step in one.steps) + sum(one.gaps) != 1
    ]
    assert without == []


@pytest.mark.parametrize("game", rest_is_long(GAMES))
def test_a_game_reads_its_texts_without_the_actions_of_another(game: str) -> None:
    """In a process of its own, in which no other game's language has been loaded."""
    script = f"from tests.cardtext.test_grammar import test_every_rule_has_its_action as test\ntest({game!r})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


IS_NOISE = frozenset({"it_is_word", "cost_word"})  # “it is”, “it's”; “cost”, “costs”
NAMES_ITS_CARD = frozenset({("duration", "while_in_play")})  # “while this unit is in play”


@pytest.mark.parametrize("game", GAMES)
def test_a_phrase_that_always_means_the_same_has_no_part_that_could_say_more(game: str) -> None:
    """Otherwise a word inside it would be passed over."""
    known = actions(game)
    passed_over = [
        (name, one.action, step.name)
        for name, alternatives in grammar(game).rules.items()
        for one in alternatives
        if one.action in known and is_constant(known[one.action])
        for step in one.steps
        if step.kept and not step.name.startswith("_") and step.name not in IS_NOISE
        if (name, one.action) not in NAMES_ITS_CARD
    ]
    assert passed_over == []


def is_constant(function: object) -> bool:
    return getattr(function, "__qualname__", "").startswith("always.")


def test_every_action_is_used() -> None:
    used = {
        one.action for game in GAMES for alternatives in grammar(game).rules.values() for one in alternatives
    }
    assert sorted(set(actions("godzilla")) - used) == []


@settings(max_examples=150, deadline=None, derandomize=True)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 10**9))
def test_whatever_the_grammar_makes_up_is_read_or_refused(game: str, seed: int) -> None:
    with suppress(CardTextError):
        assert parse(made_up(game, seed, depth=12), game)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(game=st.sampled_from(GAMES), text=st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(game: str, text: str) -> None:
    assert 0 <= unread_at(text, game) <= len(text)


def unread_at(text: str, game: str) -> int:
    try:
        parse(text, game)
    except CardTextError as error:
        return error.position
    return len(text)


def test_a_stored_grammar_is_the_compiled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_CACHE", str(tmp_path))
    source = 'line: "draw" A_NUMBER "card"\n%declare A_NUMBER'
    fresh = stored_grammar("small", source)
    assert [file.suffix for file in tmp_path.iterdir()] == [".msgpack"]
    assert stored_grammar("small", source) == fresh == compile_grammar(source, "line")


def test_without_a_place_to_write_it_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("JUDGEKIT_CACHE", str(tmp_path / "file"))
    assert stored_grammar("small", 'line: "draw"').rules
