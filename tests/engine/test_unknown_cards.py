"""Cards whose face nobody has told: they move and count like any other."""

from __future__ import annotations

from judgekit.audit.bench.practice.game import dusk, position, quarrel
from judgekit.engine.events import Identified, StoodBy
from judgekit.engine.state import JUDGE, UNKNOWN, A, B
from tests.engine.acts import asked, card, events, names, play, replay

BOXES = {"A.box": [UNKNOWN] * 4, "B.box": [UNKNOWN] * 4}


def test_an_unknown_card_moves_and_counts_like_any_other() -> None:
    line = position({"A.hand": ["Rain"], **BOXES}, dusk(A))
    play(line)
    assert names(line, "B.hand") == [UNKNOWN]
    assert events(line, Identified) == []


def test_the_judge_is_asked_when_a_rule_needs_the_face() -> None:
    line = position({"A.hand": [UNKNOWN], **BOXES})
    question = asked(line)
    assert (question.player, question.prompt) == (JUDGE, "which card is this, in A.hand?")
    play(line, "Rain")
    assert events(line, Identified) == []
    assert [option.label for option in asked(line).options] == ["play Rain", "pass"]
    play(line, "play Rain")
    assert events(line, Identified) == [Identified(card(line, "Rain"), "Rain")]


def test_the_judge_is_asked_once_for_each_card() -> None:
    """Its growth is needed in every check and in the quarrel; its face is told in the first."""
    piles = {"A.garden": ["Sundew", UNKNOWN], "B.garden": ["Oak"], **BOXES}
    line = position(piles, quarrel(A, 2))
    assert asked(line).player == JUDGE
    play(line, "Fern", "Oak")
    assert len(events(line, Identified)) == 1
    assert names(line, "A.compost") == ["Fern"]


def test_a_card_that_was_told_has_its_abilities_from_then_on() -> None:
    piles = {"A.hand": [UNKNOWN], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "Sower", "play Sower")
    assert [e.standby.ability for e in events(line, StoodBy)] == ["Sower#1"]


def test_what_an_unknown_card_turns_out_to_do_counts_at_once() -> None:
    """The unknown plant is a sundew: its neighbour's growth is read through it."""
    piles = {"A.garden": ["Oak", UNKNOWN, "Sundew"], "B.garden": ["Oak"], **BOXES}
    line = position(piles, quarrel(A, 1))
    while (question := line.run()) is not None and question.clause != "6.2.2":
        line.answer("Sundew" if question.player == JUDGE else question.options[-1].id)
    assert len(events(line, Identified)) == 1


def test_a_step_that_is_dropped_forgets_what_it_was_told_until_it_runs_again() -> None:
    """Two unknown cards, told one after the other: the line and a replay of it agree at every entry."""
    piles = {"A.hand": [UNKNOWN, UNKNOWN], "A.garden": ["Ivy"], **BOXES}
    line = play(position(piles, numbers={"A.water": 3}), "Sower", "Ivy", "play Sower")
    assert replay(line).log == line.log


def test_unknown_cards_of_the_other_hand_can_be_chosen_unseen() -> None:
    piles = {"A.hand": ["Magpie"], "B.hand": [UNKNOWN, UNKNOWN], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Magpie", "c2")
    assert names(line, "B.compost") == [UNKNOWN]
    assert events(line, Identified) == []
    assert line.state.cards[card(line, "Magpie")].owner != B
