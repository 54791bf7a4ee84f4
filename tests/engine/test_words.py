"""Every kind of event has its sentence, and its place in the views."""

from __future__ import annotations

from typing import get_args

import pytest

from judgekit.engine import events
from judgekit.engine.events import AnyEvent, Event
from judgekit.engine.state import IRRELEVANT, JUDGE, A, Area, CardId, Outcome, Value, under
from judgekit.engine.views import PUBLIC, REDACTIONS
from judgekit.narrate.events import SENTENCES, Deed, bears, decided, deed, describe

KINDS = set(get_args(AnyEvent))
OAK = CardId(3)


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(SENTENCES) == KINDS


def test_of_every_kind_of_event_it_is_said_what_a_seat_may_see_of_it() -> None:
    assert PUBLIC | set(REDACTIONS) == KINDS
    assert PUBLIC & set(REDACTIONS) == set()


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Moved(OAK, Area("A.hand"), Area("bench")), "Oak moves from A's hand to bench."),
        (events.Marked(OAK, "tired", True), "Oak is now tired."),
        (events.Marked(OAK, "counters", 2), "Oak: counters 2."),
        (events.Marked(OAK, "shading", "B.bed 2"), "Oak is now shading B's bed 2."),
        (events.Identified(OAK, "Elm"), "An unknown card is Elm."),
        (events.Identified(OAK, IRRELEVANT), "An unknown card is some other card."),
        (events.Played("card", A, OAK), "A plays Oak."),
        (events.Marked(OAK, "tired"), "Oak is no longer tired."),
        (events.Marked(OAK, "lends shade", True), "Oak now lends shade."),
        (events.Marked(OAK, "lends shade"), "Oak no longer lends shade."),
        (events.Occurred("dusk"), "Timing: dusk."),
        (events.Occurred("dusk", A, OAK), "Timing: dusk (A, Oak)."),
        (events.Numbered("A.water", 1, 3), "A's water: 1 → 3."),
        (events.TurnBegan(A, 4), "Turn 4 (A) begins."),
        (events.Answered(A, "6.2.2", ("c3",), "point at", ("Oak",)), "Point at: A chooses Oak."),
        (events.Answered(A, "6.2.2", ()), "A chooses nothing."),
        (
            events.Answered(A, "6.2.2", ("c3",), "choose the tree to water", ("Oak",)),
            "A chooses the tree to water: Oak.",
        ),
        (events.Answered(A, "6.2.2", ("c3",), "discard", ("Oak",)), "A chooses Oak to discard."),
        (
            events.Answered(A, "6.2.2", ("c3",), "Axe: choose a tree to fell", ("Oak",)),
            "Axe: A chooses a tree to fell: Oak.",
        ),
        (
            events.Answered(A, "6.2.2", ("c3",), "choose a tree; without one, A loses", ("Oak",)),
            "Choose a tree; without one, A loses: A chooses Oak.",
        ),
        (events.Answered(A, "6.2.2", ("c3",), "where to?", ("Oak",)), "Where to? A chooses Oak."),
        (events.Answered(A, "6.2.2", ("yes",), "water Oak?", ("yes",)), "Water Oak? A says yes."),
        (
            events.Answered(JUDGE, "6.2.2", ("Elm",), "which card is this?", ("Elm",)),
            "Which card is this? The judge says Elm.",
        ),
        (events.Moved(CardId(1), Area("A.garden"), under(3)), "Oak moves from A's garden to under Oak."),
        (events.Revealed((OAK, OAK)), "Oak and Oak are revealed."),
        (events.Refused("wilt", "Yew#1", None, OAK), "Refused: wilt Oak, because of Yew#1."),
        (events.Replaced("wilt", "Worm#1", A, OAK), "Worm#1 replaces “wilt” for Oak."),
        (events.Applied(A, A), "A rule action is performed for A."),
        (events.Applied(A, OAK), "A rule action is performed for A on Oak."),
        (events.Went(), "The procedure ends."),
        (events.Decided(Outcome(None, None, "10.1.1")), "The game is drawn."),
        (events.Derived(OAK, "growth", 4, 6, ()), "The growth of Oak is 6 (4 as printed)."),
    ],
)
def test_events_are_told_in_plain_words(event: Event, sentence: str) -> None:
    assert describe(event, lambda card: "Oak") == sentence


DEEDS = {
    "play": "play {0}", "play late": "play {0} late", "prune": "{0} prunes {1}", "use": "use {1}",
    "swap": "swap {0} and {1}", "rest": "rest",
}  # fmt: skip


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("play c3", "play card 3"),
        ("play late c3", "play card 3 late"),
        ("prune c3 c4", "card 3 prunes card 4"),
        ("prune c3 B.bed 2", "card 3 prunes B.bed 2"),
        ("use c3 Old Oak#1", "use Old Oak#1"),
        ("swap A.bed 1 A.bed 2", "swap A.bed 1 and A.bed 2"),
        ("rest", "rest"),
        ("tell c3", "reveal card 3"),
        ("rest c3", ""),  # no action of that name is about a card
        ("use", ""),
        ("bed 2", ""),
        ("c3", ""),
        ("play late", ""),
    ],
)
def test_an_action_is_told_by_its_parts_in_the_words_of_the_game(option: str, told: str) -> None:
    found = deed(option, DEEDS, lambda card: f"card {card}")
    assert (found.text if found else "") == told


def test_an_answer_that_is_an_action_says_what_is_done() -> None:
    assert decided(events.Answered(A, "6.2.2", ("rest",)), Deed("rest")) == "A chooses to rest."
    again = events.Answered(A, "6.2.2", ("rest",), rote=True)
    assert decided(again, Deed("rest")) == "A chooses to rest, as in every round of the loop."
    attack = Deed("Oak attacks Elm", is_sentence=True)
    assert decided(events.Answered(A, "6.2.2", ("attack c3 c4",)), attack) == "A chooses: Oak attacks Elm."


def test_a_card_moves_within_a_side_or_to_the_other_one() -> None:
    def told(src: str, dst: str) -> str:
        return describe(events.Moved(OAK, Area(src), Area(dst)), lambda card: "Oak")

    assert told("A.hand", "A.compost") == "Oak moves from A's hand to the compost."
    assert told("A.hand", "B.compost") == "Oak moves from A's hand to B's compost."


def test_a_mark_is_said_as_the_game_says_it() -> None:
    states = {"tired": "in Tired Mode", "water": "has water"}

    def told(mark: str, value: Value) -> str:
        return describe(bears(events.Marked(OAK, mark, value), states), lambda card: "Oak")

    assert told("tired", True) == "Oak is now in Tired Mode."
    assert told("tired", None) == "Oak is no longer in Tired Mode."
    assert told("water", 2) == "Oak: water 2."
    assert told("water", None) == "Oak no longer has water."
    assert told("green", True) == "Oak is now green."
