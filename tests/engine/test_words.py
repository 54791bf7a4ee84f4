"""Every kind of event has its sentence, and its place in the views."""

from __future__ import annotations

from typing import get_args

import pytest

from judgekit.engine import events
from judgekit.engine.events import AnyEvent, Event
from judgekit.engine.state import IRRELEVANT, JUDGE, A, Area, CardId, Outcome, Value, under
from judgekit.engine.views import PUBLIC, REDACTIONS
from judgekit.narrate.events import SENTENCES, bears, decided, deed, describe

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
        (events.Moved(OAK, Area("A.hand"), Area("bench")), "Oak went from A's hand to bench."),
        (events.Marked(OAK, "tired", True), "Oak is now tired."),
        (events.Marked(OAK, "counters", 2), "Oak: counters is now 2."),
        (events.Marked(OAK, "shading", "B.bed 2"), "Oak is now shading B's bed 2."),
        (events.Identified(OAK, "Elm"), "An unknown card turned out to be Elm."),
        (events.Identified(OAK, IRRELEVANT), "An unknown card turned out to be some other card."),
        (events.Played("card", A, OAK), "A played Oak."),
        (events.Marked(OAK, "tired"), "Oak is no longer tired."),
        (events.Marked(OAK, "lends shade", True), "Oak now lends shade."),
        (events.Marked(OAK, "lends shade"), "Oak no longer lends shade."),
        (events.Occurred("dusk"), "The moment came: dusk."),
        (events.Occurred("dusk", A, OAK), "The moment came: dusk (A, Oak)."),
        (events.Numbered("A.water", 1, 3), "A's water went from 1 to 3."),
        (events.TurnBegan(A, 4), "Turn 4 began: it is A's."),
        (events.Answered(A, "6.2.2", ("c3",), "point at", ("Oak",)), "Point at: A chose Oak."),
        (events.Answered(A, "6.2.2", ()), "A chose nothing."),
        (events.Answered(A, "6.2.2", ("c3",), "where to?", ("Oak",)), "Where to? A chose Oak."),
        (events.Answered(A, "6.2.2", ("yes",), "water Oak?", ("yes",)), "Water Oak? A said yes."),
        (
            events.Answered(JUDGE, "6.2.2", ("Elm",), "which card is this?", ("Elm",)),
            "Which card is this? The judge said Elm.",
        ),
        (events.Moved(CardId(1), Area("A.garden"), under(3)), "Oak went from A's garden to under Oak."),
        (events.Revealed((OAK, OAK)), "Everybody saw Oak and Oak."),
        (events.Refused("wilt", "Yew#1", None, OAK), "Nothing came of it: wilt Oak. The reason: Yew#1."),
        (events.Replaced("wilt", "Worm#1", A, OAK), "Instead of wilt Oak, Worm#1 took place."),
        (events.Applied(A, A), "A rule action was performed for A."),
        (events.Applied(A, OAK), "A rule action was performed for A on Oak."),
        (events.Went(), "The procedure is over."),
        (events.Decided(Outcome(None, None, "10.1.1")), "The game is drawn."),
        (events.Derived(OAK, "growth", 4, 6, ()), "The growth of Oak is 6 (4 as printed)."),
    ],
)
def test_events_are_told_in_plain_words(event: Event, sentence: str) -> None:
    assert describe(event, lambda card: "Oak") == sentence


DEEDS = {
    "play": "play {0}", "play late": "play {0} late", "prune": "prune {1} with {0}", "use": "use {1}",
    "swap": "swap {0} and {1}", "rest": "rest",
}  # fmt: skip


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("play c3", "play card 3"),
        ("play late c3", "play card 3 late"),
        ("prune c3 c4", "prune card 4 with card 3"),
        ("prune c3 B.bed 2", "prune B.bed 2 with card 3"),
        ("use c3 Old Oak#1", "use Old Oak#1"),
        ("swap A.bed 1 A.bed 2", "swap A.bed 1 and A.bed 2"),
        ("rest", "rest"),
        ("tell c3", "say which card the unknown one is"),
        ("rest c3", ""),  # no action of that name is about a card
        ("use", ""),
        ("bed 2", ""),
        ("c3", ""),
        ("play late", ""),
    ],
)
def test_an_action_is_told_by_its_parts_in_the_words_of_the_game(option: str, told: str) -> None:
    assert deed(option, DEEDS, lambda card: f"card {card}") == told


def test_an_answer_that_is_an_action_says_what_is_done() -> None:
    assert decided(events.Answered(A, "6.2.2", ("rest",)), "rest") == "A chose to rest."
    again = events.Answered(A, "6.2.2", ("rest",), rote=True)
    assert decided(again, "rest") == "A chose to rest, as in every round of the loop."


def test_a_mark_is_said_as_the_game_says_it() -> None:
    states = {"tired": "in Tired Mode", "water": "has water"}

    def told(mark: str, value: Value) -> str:
        return describe(bears(events.Marked(OAK, mark, value), states), lambda card: "Oak")

    assert told("tired", True) == "Oak is now in Tired Mode."
    assert told("tired", None) == "Oak is no longer in Tired Mode."
    assert told("water", 2) == "Oak: water is now 2."
    assert told("water", None) == "Oak no longer has water."
    assert told("green", True) == "Oak is now green."
