"""Could it have happened? Stories of rulings hold; a planted error is found at its step."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from judgekit.audit.story import Told, WrongStory, apart, check, read_story
from judgekit.cases.files.position import loads
from judgekit.cases.rulings.folder import files
from judgekit.cases.rulings.ruling import load
from judgekit.cases.rulings.script import Script
from judgekit.known import GAMES
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
    found = apart(told("A: Scout#1 c2"), told("A: Miner#1 c3"))
    assert ("A's hand", "Titan", "Scout") in found.differ


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


def planted(many: int, seed: int) -> tuple[int, int]:
    """So many stories of each game, each with one error: how many there were, and how many were found."""
    dice, tried, found = random.Random(seed), 0, 0
    for game in GAMES:
        for script, _ in zip(scripts(game, dice), range(many), strict=False):
            place = script.position
            assert place is not None
            lines = [f"{one.player}: {'; '.join(one.words) or 'nothing'}" for one in script.answers]
            whole = check(place.line(), read_story("\n".join(lines)), place.game, place.labels)
            if not whole.is_possible:
                continue
            tried += 1
            at = dice.randrange(len(lines))
            lines[at] = f"{script.answers[at].player}: play Zzyzx"
            wrong = check(place.line(), read_story("\n".join(lines)), place.game, place.labels)
            found += wrong.holds == at and "Zzyzx" in wrong.why and bool(wrong.clause)
    return tried, found


def test_an_error_in_a_story_is_found_at_its_step() -> None:
    tried, found = planted(3, 4)
    assert tried >= 8
    assert found == tried


@pytest.mark.long
def test_fifty_stories_with_an_error_each_are_all_found_out() -> None:
    tried, found = planted(20, 9)
    assert tried >= 50
    assert found == tried
