"""What happens instead, and what is forbidden."""

from __future__ import annotations

from judgekit.audit.bench.practice.game import position, quarrel, rules
from judgekit.engine.events import Moved, Refused, Replaced
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from tests.engine.acts import asked, card, clauses, events, happenings, names, offers, play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def frost(garden: list[str], readings: dict[str, str] | None = None) -> Line:
    """B's garden, and A with a frost that lets one of its plants wilt."""
    piles = {"A.hand": ["Frost"], "B.garden": garden, **BOXES}
    return play(position(piles, numbers={"A.water": 2}, readings=readings), "play Frost")


def test_what_is_replaced_never_happens() -> None:
    line = frost(["Worm"])
    assert names(line, "B.box")[-1] == "Worm"
    assert names(line, "B.compost") == []
    assert events(line, Replaced) == [Replaced("wilt", "Worm#1", B, card(line, "Worm"))]


def test_an_optional_replacement_is_the_choice_of_its_gardener() -> None:
    line = frost(["Willow"])
    assert (asked(line).player, asked(line).form) == (B, "yes or no")
    kept = line.fork()
    play(kept, "yes")
    assert names(kept, "B.shade") == ["Willow"]
    play(line, "no")
    assert names(line, "B.compost") == ["Willow"]
    assert events(line, Replaced) == []


def test_of_several_replacements_the_master_of_the_card_picks_the_first() -> None:
    line = play(frost(["Willow", "Worm"]), "Willow")
    assert asked(line).player == B
    assert offers(line) == ["evergreen", "under the box"]


def test_or_the_turn_gardener_if_the_case_reads_it_so() -> None:
    line = play(frost(["Willow", "Worm"], {"D-3": "turn-gardener"}), "Willow")
    assert asked(line).player == A


def test_a_replacement_that_is_declined_leaves_the_event_to_the_others() -> None:
    line = play(frost(["Willow", "Worm"]), "Willow", "evergreen", "no")
    assert names(line, "B.box")[-1] == "Willow"


def test_what_stands_in_its_place_may_be_replaced_in_turn_each_time_by_another() -> None:
    """The scapegoat wilts instead, and goes under the box instead of that; the worm is used once."""
    line = play(frost(["Oak", "Scapegoat", "Worm"]), "Oak", "wilt this instead", "yes")
    assert [e.by for e in events(line, Replaced)] == ["Scapegoat#1", "Worm#1"]
    assert names(line, "B.garden") == ["Oak", "Worm"]
    assert names(line, "B.box")[-1] == "Scapegoat"


def test_two_scapegoats_do_not_stand_in_for_each_other_for_ever() -> None:
    line = play(frost(["Oak", "Scapegoat", "Scapegoat"]), "Oak", "wilt this instead", "yes", "yes")
    assert [e.by for e in events(line, Replaced)] == ["Scapegoat#1", "Scapegoat#1"]
    assert len(names(line, "B.garden")) == 2


def test_what_happens_instead_is_caused_by_the_replacement() -> None:
    line = play(frost(["Willow"]), "yes")
    (at, _), *_ = happenings(line, Replaced)
    moved = [h for _, h in happenings(line, Moved) if h.cause == at]
    assert [h.path[-2:] for h in moved] == [("9.3", "5.4.2")]
    assert {"7.3.1", "7.3.3", "9.3"} <= clauses(line)


def test_what_is_forbidden_does_not_happen() -> None:
    line = frost(["Yew"])
    assert names(line, "B.garden") == ["Yew"]
    assert events(line, Refused) == [Refused("wilt", "Yew#1", None, card(line, "Yew"))]
    assert {"7.3.4", "9.2"} <= clauses(line)


def test_what_forbids_beats_what_would_replace() -> None:
    line = frost(["Yew", "Worm"])
    play(line, "Yew")
    assert events(line, Replaced) == []
    assert names(line, "B.garden") == ["Yew", "Worm"]


def test_an_effect_can_forbid_for_a_while() -> None:
    piles = {"A.hand": ["Ward", "Frost", "Frost"], "A.garden": ["Oak"], **BOXES}
    line = play(position(piles, numbers={"A.water": 5}), "play Ward", "play Frost")
    assert names(line, "A.garden") == ["Oak"]
    assert [e.reason for e in events(line, Refused)] == ["Ward#1/1"]


def test_both_can_wilt_at_the_same_time_and_each_is_replaced_by_itself() -> None:
    piles = {"A.garden": ["Willow"], "B.garden": ["Willow"], **BOXES}
    line = play(position(piles, quarrel(A, 1)), "Willow", "yes", "yes")
    assert (names(line, "A.shade"), names(line, "B.shade")) == (["Willow"], ["Willow"])


def test_without_its_clause_nothing_is_replaced() -> None:
    piles = {"A.hand": ["Frost"], "B.garden": ["Worm"], **BOXES}
    line = position(piles, numbers={"A.water": 2}, book=rules.without("7.3.1"))
    play(line, "play Frost")
    assert names(line, "B.compost") == ["Worm"]


def test_without_its_clause_nobody_picks_the_first_of_several_replacements() -> None:
    piles = {"A.hand": ["Frost"], "B.garden": ["Willow", "Worm"], **BOXES}
    line = position(piles, numbers={"A.water": 2}, book=rules.without("7.3.2"))
    play(line, "play Frost", "Willow")
    assert asked(line).form == "yes or no"


def test_without_its_clause_nothing_is_forbidden() -> None:
    piles = {"A.hand": ["Frost"], "B.garden": ["Yew"], **BOXES}
    line = position(piles, numbers={"A.water": 2}, book=rules.without("7.3.4"))
    play(line, "play Frost")
    assert names(line, "B.compost") == ["Yew"]
