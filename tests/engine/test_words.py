"""Every kind of event has its sentence, and its place in the views."""

from __future__ import annotations

from typing import get_args

import pytest

from judgekit.engine import events
from judgekit.engine.events import AnyEvent, Event
from judgekit.engine.state import A, Area, CardId, Outcome, under
from judgekit.engine.views import PUBLIC, REDACTIONS
from judgekit.engine.words import SENTENCES, describe

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
        (events.Played("card", A, OAK), "A played Oak."),
        (events.Marked(OAK, "tired"), "Oak is no longer tired."),
        (events.Marked(OAK, "lends shade", True), "Oak now lends shade."),
        (events.Marked(OAK, "lends shade"), "Oak no longer lends shade."),
        (events.Occurred("dusk"), "The moment came: dusk."),
        (events.Occurred("dusk", A, OAK), "The moment came: dusk (A, Oak)."),
        (events.Numbered("A.water", 1, 3), "A's water went from 1 to 3."),
        (events.TurnBegan(A, 4), "Turn 4 began, of A."),
        (events.Answered(A, "6.2.2", ("c3",), "point at", ("Oak",)), "A chose Oak (point at)."),
        (events.Answered(A, "6.2.2", ()), "A chose nothing."),
        (events.Moved(CardId(1), Area("A.garden"), under(3)), "Oak went from A's garden to under Oak."),
        (events.Revealed((OAK, OAK)), "Everybody saw Oak and Oak."),
        (events.Refused("wilt", "Yew#1", None, OAK), "Nothing came of it: wilt Oak, because of Yew#1."),
        (events.Replaced("wilt", "Worm#1", A, OAK), "Instead of wilt Oak, Worm#1 took place."),
        (events.Applied(A, OAK), "A rule action was performed for A on Oak."),
        (events.Went(), "The procedure is over."),
        (events.Decided(Outcome(None, None, "10.1.1")), "The game is drawn."),
        (events.Derived(OAK, "growth", 4, 6, ()), "The growth of Oak is 6 (4 as printed)."),
    ],
)
def test_events_are_told_in_plain_words(event: Event, sentence: str) -> None:
    assert describe(event, lambda card: "Oak") == sentence
