"""Why it happened, back to the choice; why it did not, with the condition that decides."""

from __future__ import annotations

import pytest

from judgekit.audit.bench.practice.game import first_print, position, quarrel, rules
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Decided, Derived, Moved, Numbered, StoodBy
from judgekit.engine.explain import cited, first_failed, of_an_ability, why_not
from judgekit.engine.legality import Check
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from judgekit.narrate.why import Link, why
from tests.engine.acts import asked, card, happenings, play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def frosted() -> Line:
    """A lets B's rose wilt, and the rose pricks A."""
    piles = {"A.hand": ["Frost"], "B.garden": ["Rose", "Mourner"], **BOXES}
    line = position(piles, numbers={"A.water": 4})
    return play(line, "play Frost", "Rose", "Rose#1")


def edges(links: list[Link]) -> list[tuple[str, str]]:
    return [(link.edge, link.clause) for link in links]


def test_a_chain_leads_from_an_event_to_the_choice_it_goes_back_to() -> None:
    line = frosted()
    pricked = next(at for at, h in happenings(line, Numbered) if "9.1" in h.path)
    links = why(line, pricked)
    assert edges(links) == [
        ("", "5.2.1"),
        ("required by", "9.1"),
        ("required by", "6.5.5"),
        ("required by", "6.1.3"),
        ("chosen by", "6.1.3"),
        ("caused by", "6.5.1"),
        ("caused by", "5.4.1"),
        ("required by", "6.3.1.3"),
        ("required by", "6.3.1"),
        ("caused by", "6.3.1"),
        ("required by", "6.2.2"),
        ("chosen by", "6.3.1"),
        ("chosen by", "6.2.2"),
    ]
    assert links[0].sentence == "A's water: 2 → 1."
    assert links[5].sentence == "Rose's ability (B) is pending."
    assert links[6].sentence == "Rose moves from B's garden to the compost."
    assert links[-1].sentence == "Play a card, use an ability, or pass: A chooses play Frost."


def test_what_nobody_chose_goes_back_to_the_clause_that_called_for_it() -> None:
    line = play(position({"A.garden": ["Oak"], **BOXES}, quarrel(A, 1), numbers={"A.suns": 6}))
    (at, _), *_ = happenings(line, Decided)
    links = why(line, at)
    assert links[0].sentence == "A wins the game."
    assert ("required by", "8.6.1") in edges(links) or links[0].clause == "8.6.1"
    assert links[-1].clause in ("4.4.6", "6.1.1")


def test_what_happened_instead_goes_back_to_what_was_replaced() -> None:
    piles = {"A.hand": ["Frost"], "B.garden": ["Worm"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Frost")
    moved = next(at for at, h in happenings(line, Moved) if "7.3.1" in h.path)
    links = why(line, moved)
    assert ("replaced by", "7.3.1") in edges(links)
    assert links[-1].edge == "chosen by"


def test_the_order_of_effects_is_part_of_why() -> None:
    piles = {"A.garden": ["Oak", "Sundew", "Sundew"], "B.garden": ["Fern"], **BOXES}
    line = play(position(piles, quarrel(A, 1)), "Fern")
    (at, _), *_ = happenings(line, Derived)
    assert ("ordered by", "7.2.7") in edges(why(line, at))


def test_only_what_is_in_the_log_has_a_reason() -> None:
    with pytest.raises(EngineError, match=r"99\.1: the log has no such event; it ends with entry"):
        why(frosted(), (99, 0))


def test_why_not_lists_every_condition_and_the_first_that_failed_decides() -> None:
    line = play(position({"A.hand": ["Frost"], **BOXES}, numbers={"A.water": 1}))
    checks = why_not(line, A, "play", card(line, "Frost"))
    assert checks == [
        Check("6.2.2", "A may act now (noon)", "A is asked at 6.2.2", True),
        Check("6.3.1", "something to play", "yes", True),
        Check("6.3.1.2", "enough water", "1 water", False),
        Check("6.3.2", "something to point at", "no", False),
    ]
    assert first_failed(checks) == checks[2]


def test_why_not_says_whose_turn_it_is() -> None:
    line = play(position({"B.hand": ["Rain"], "A.hand": ["Rain"], **BOXES}))
    failed = first_failed(why_not(line, B, "play", card(line, "Rain")))
    assert failed == Check("6.2.2", "B may act now (noon)", "A is asked at 6.2.2", False, ("6.3.1",))


def test_why_not_leaves_no_trace() -> None:
    line = play(position({"A.hand": ["Frost", "?"], **BOXES}))
    state, log = line.state, list(line.log)
    why_not(line, A, "play", card(line, "Frost"))
    why_not(line, A, "play", card(line, "?"))
    assert (line.state, line.log) == (state, log)


def test_a_card_whose_face_is_not_told_is_a_reason() -> None:
    line = play(position({"A.hand": ["?"], **BOXES}))
    failed = first_failed(why_not(line, A, "play", card(line, "?")))
    assert failed is not None
    assert failed.found == "judge is asked at 6.2.2"


def test_an_action_that_the_edition_does_not_have() -> None:
    book = first_print().book
    without = first_print().edition(
        book, {r.number: r.number for r in book if not r.number.startswith("6.4")}
    )
    failed = first_failed(why_not(position(BOXES, book=without), A, "use", (1, "Bell#1")))
    assert failed == Check("6.4.1", "an edition that has use", "glasshouse/0.9", False)


def test_why_an_ability_did_not_wait() -> None:
    line = frosted()
    mourner = card(line, "Mourner")
    rose = next(at for at, h in happenings(line, Moved) if "5.4.1" in h.path)
    ability = line.pool.ability("Mourner#1")
    assert [check.ok for check in of_an_ability(line, ability, mourner, rose)] == [True] * 4  # type: ignore[arg-type]
    drawn = next(at for at, h in happenings(line, Moved) if "6.3.1.1" in h.path)
    failed = first_failed(of_an_ability(line, ability, mourner, drawn))  # type: ignore[arg-type]
    assert failed == Check("6.5.1", "its condition", "met 0 times", False)


def test_why_an_ability_did_not_wait_where_its_card_was() -> None:
    piles = {"A.hand": ["Frost", "Mourner"], "B.garden": ["Oak"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Frost")
    failed = first_failed(why_not(line, A, "Mourner#1", card(line, "Mourner")))
    assert failed == Check("6.5.1", "an ability that works there", "A.hand", False)


def test_why_an_ability_that_was_lost_did_not_wait() -> None:
    piles = {"A.hand": ["Prune", "Frost"], "A.garden": ["Mourner", "Oak"], **BOXES}
    line = play(position(piles, numbers={"A.water": 3}), "play Prune", "Mourner", "play Frost", "Oak")
    assert happenings(line, StoodBy) == []
    wilted = next(at for at, h in happenings(line, Moved) if "5.4.1" in h.path)
    ability = line.pool.ability("Mourner#1")
    failed = first_failed(of_an_ability(line, ability, card(line, "Mourner"), wilted))  # type: ignore[arg-type]
    assert failed == Check("6.5.1", "an ability that the card has", "it was lost", False)


def test_why_a_situation_does_not_wait_again() -> None:
    piles = {"A.garden": ["Hedge", "Oak"], "A.hand": ["Fern"], **BOXES}
    line = position(piles, numbers={"A.water": 1})
    failed = first_failed(why_not(line, A, "Hedge#1", card(line, "Hedge")))
    assert failed == Check("6.5.1", "its situation", "does not hold", False)
    play(line, "play Fern")
    failed = first_failed(why_not(line, A, "Hedge#1", card(line, "Hedge")))
    assert failed == Check("6.5.1", "a situation that is new", "it held before", False)


def test_why_a_rule_action_is_not_due() -> None:
    line = position({"B.garden": ["Oak"], **BOXES})
    checks = why_not(line, B, "8.4.1", card(line, "Oak"))
    assert checks[0] == Check("8.4.1", "a growth of zero or less", "4", False)
    assert checks[1] == Check("8.4.1", "it is due", "no", False)


def test_why_a_rule_action_that_is_due_does_nothing() -> None:
    piles = {"A.hand": ["Drought"], "B.garden": ["Yew"], **BOXES}
    line = play(position(piles, numbers={"A.water": 1}), "play Drought")
    checks = why_not(line, B, "8.4.1", card(line, "Yew"))
    assert checks[0] == Check("8.4.1", "a growth of zero or less", "-1", True)
    assert first_failed(checks) == Check(
        "8.4.1", "it changes something", "it does not, and was tried before", False
    )
    assert checks[-1] == Check("9.2", "nothing that forbids it", "Yew#1", False)


def test_what_is_no_action_at_all() -> None:
    with pytest.raises(EngineError, match=r"'dance' is not an action \(play, use\), an automatic ability"):
        why_not(position(BOXES), A, "dance")


def test_the_clauses_of_an_entry_are_those_that_stood_acted_or_were_read() -> None:
    piles = {"A.garden": ["Oak", "Sundew"], "B.garden": ["Fern"], **BOXES}
    line = play(position(piles, quarrel(A, 1)), "Fern")
    compared = next(entry for entry in line.log if entry.clause == "4.4.5")
    assert cited(compared) >= {"3.2.5", "4.1.3", "4.3.4", "4.4.5", "5.4.1", "7.2.4", "2.3.3"}
    assert asked(line).clause in rules.book
