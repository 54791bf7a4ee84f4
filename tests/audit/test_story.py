"""Could it have happened? Stories of rulings hold; a planted error is found at its step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle

import pytest

from judgekit.audit.story import Told, WrongStory, apart, check, read_story
from judgekit.cases.files.position import Position, loads
from judgekit.cases.rulings.folder import files
from judgekit.cases.rulings.ruling import load
from judgekit.cases.rulings.script import Script
from judgekit.engine.state import Player, opponent
from judgekit.known import GAMES
from judgekit.narrate.table import table_words
from tests.audit.test_explore_pages import POSITION


def told(text: str, position: str = POSITION) -> Told:
    place = loads(position)
    return check(place.line(), read_story(text), place.game, place.labels)


def test_a_story_that_can_have_happened_holds_to_its_end() -> None:
    found = told("A: Scout#1 c2\nthen A's hand: Titan\nthen A's discard pile: Scout")
    assert found.is_possible
    assert dict(found.facts)["A's hand"] == "Titan"


def test_cards_that_nobody_knows_are_told_by_their_number() -> None:
    unknown = POSITION.replace('deck = ["Scout", "Scout", "Scout"]', "deck = 7")
    assert dict(told("A: Scout#1 c2", unknown).facts)["B's deck"] == "7 unknown cards"


def test_a_claim_that_is_not_so_is_named_with_what_is() -> None:
    found = told("A: Scout#1 c2\nthen A's hand: Scout")
    assert (found.holds, found.why) == (1, "A's hand is Titan, not Scout")


def test_two_stories_are_told_apart_by_what_lies_where() -> None:
    words = table_words(loads(POSITION).line().rules)
    found = apart(told("A: Scout#1 c2"), told("A: Miner#1 c3"), words)
    assert (words.heading("A's hand"), "Titan", "Scout") in found.differ


def test_choices_that_nobody_told_are_found() -> None:
    """Before A does nothing in the main phase, A has chosen which ability came first."""
    found = told("A: nothing")
    assert found.is_possible
    assert found.untold
    assert found.untold[0].startswith("A: ")


def test_what_cannot_be_read_or_is_not_there_is_told() -> None:
    with pytest.raises(WrongStory, match="line 2: a step is"):
        read_story("A: play\nand then B won")
    with pytest.raises(WrongStory, match="the story is empty"):
        read_story("# nothing yet\n")
    assert "no card of this table is called 'Nobody'" in told("A: play Nobody").why


def test_a_step_that_is_not_legal_has_its_false_condition_and_legal_neighbours() -> None:
    """B's turn has not come: A is asked, and may do nothing."""
    found = told("A: Scout#1 c2\nA: play Titan")
    assert found.holds == 1
    assert found.clause
    assert found.nearest
    assert "nothing" in " ".join(found.nearest).casefold() or found.conditions


def scripts(game: str, dice: random.Random) -> Iterator[Script]:
    """Rulings with some choices in them, all of them told."""
    paths = files(game)
    dice.shuffle(paths)
    for path in paths:
        script = next(iter(load(path).scripts.values()))
        is_plain = not any(one.announced or one.clause for one in script.answers)
        if script.position is not None and len(script.answers) >= 2 and is_plain:
            yield script


ERRORS = ("a card that is not there", "the other player", "the same once more")


def with_error(lines: list[str], at: int, error: str) -> tuple[list[str], int, str]:
    """A story with an error at a step: the step that cannot have happened, and words of the reason."""
    player, _, words = lines[at].partition(": ")
    if error == ERRORS[0]:
        return [*lines[:at], f"{player}: play Zzyzx", *lines[at + 1 :]], at, "Zzyzx"
    if error == ERRORS[1]:
        other = opponent(Player(player))
        return [*lines[:at], f"{other}: {words}", *lines[at + 1 :]], at, f"not {other}"
    return [*lines[: at + 1], *lines[at:]], at + 1, ""


def planted(many: int, seed: int) -> tuple[int, int, int]:
    """So many stories of each game, each with one error: how many there were, of how many the step was found,
    and the cause."""
    dice, tried, steps, causes = random.Random(seed), 0, 0, 0
    for game in GAMES:
        for (script, _), error in zip(
            zip(scripts(game, dice), range(many), strict=False), cycle(ERRORS), strict=False
        ):
            place = script.position
            assert place is not None
            lines = [f"{one.player}: {'; '.join(one.words) or 'nothing'}" for one in script.answers]

            def told(lines: list[str], place: Position = place) -> Told:
                return check(place.line(), read_story("\n".join(lines)), place.game, place.labels)

            wrong, at, why = with_error(lines, dice.randrange(len(lines)), error)
            if not told(lines).is_possible or (found := told(wrong)).is_possible:
                continue  # what a player may do twice, or the other player too, is no error
            if told(wrong[: at + 1]).is_possible:
                continue  # nor is it one at this step, if only a later step cannot follow
            tried += 1
            assert found.holds >= at, "no step that can have happened is called impossible"
            steps += found.holds == at
            causes += found.holds == at and why in found.why and bool(found.clause)
    return tried, steps, causes


def test_an_error_in_a_story_is_found_at_its_step() -> None:
    tried, steps, causes = planted(2, 4)
    assert tried >= 4
    assert 4 * min(steps, causes) >= 3 * tried  # the long run counts more of them


@pytest.mark.long
def test_fifty_stories_with_an_error_each_are_all_found_out() -> None:
    tried, steps, causes = planted(24, 9)
    assert tried >= 50
    assert min(steps, causes) >= 0.96 * tried
