"""The same card, a new card, and what is still known of one that is gone."""

from __future__ import annotations

from judgekit.audit.bench.practice.game import position
from judgekit.engine.events import Moved, StoodBy
from judgekit.engine.state import Ref, fact
from tests.engine.acts import card, clauses, events, names, play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def test_a_card_that_changes_its_place_is_a_new_object() -> None:
    line = play(position({"A.hand": ["Fern"], **BOXES}, numbers={"A.water": 1}), "play Fern")
    fern = line.state.cards[card(line, "Fern")]
    assert fern.object == 2
    assert line.state.current(Ref(fern.id, 0)) is None
    assert line.state.current(fern.ref) == fern


def test_where_the_game_says_so_it_stays_the_same_with_its_marks() -> None:
    piles = {"A.garden": ["Bell*"], "A.hand": ["Parasol"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Parasol")
    bell = line.state.cards[card(line, "Bell")]
    assert (bell.area, bell.object, bell.mark("tired")) == ("A.shade", 0, True)


def test_a_new_object_bears_no_marks() -> None:
    piles = {"A.garden": ["Bell*"], "A.hand": ["Trowel"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Trowel")
    assert line.state.cards[card(line, "Bell")].marks == ()


def test_the_last_information_of_an_object_stays_addressable() -> None:
    piles = {"A.garden": ["Oak", "Sundew"], "A.hand": ["Frost"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Frost", "Oak")
    former = line.state.former[Ref(card(line, "Oak"), 0)]
    assert former.card.area == "A.garden"
    assert fact(former.values, "growth") == 5
    assert "2.3.3" in clauses(line)


def test_what_speaks_of_a_card_that_is_gone_means_it_as_it_last_was() -> None:
    piles = {"A.garden": ["Phoenix", "Sundew"], "A.hand": ["Frost"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Frost", "Phoenix")
    assert line.state.number("A.water") == 4


def test_an_effect_on_an_object_ends_with_it_in_all_but_name() -> None:
    piles = {"A.garden": ["Oak"], "A.hand": ["Sunbeam", "Parasol"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Sunbeam", "Oak", "play Parasol")
    (effect,) = line.state.effects
    assert effect.cards == (Ref(card(line, "Oak"), 0),)
    assert line.state.current(effect.cards[0]) is not None


def test_a_created_card_has_an_id_of_its_own() -> None:
    line = play(position({"A.hand": ["Sower"], **BOXES}, numbers={"A.water": 2}), "play Sower")
    assert sorted(line.state.cards) == list(range(1, 12))
    assert names(line, "A.garden") == ["Sower", "Seedling", "Seedling"]


def test_the_event_of_a_move_tells_whether_the_card_is_a_new_one() -> None:
    piles = {"A.garden": ["Oak"], "A.hand": ["Parasol"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Parasol")
    assert [(e.dst, e.renewed) for e in events(line, Moved)] == [
        ("bench", True),
        ("A.shade", False),
        ("A.compost", True),
    ]


def test_standby_holds_on_to_the_object_and_not_to_the_card() -> None:
    piles = {"A.garden": ["Rose"], "A.hand": ["Frost"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Frost")
    assert events(line, StoodBy)[0].standby.source == Ref(card(line, "Rose"), 0)
    assert line.state.cards[card(line, "Rose")].object == 1
