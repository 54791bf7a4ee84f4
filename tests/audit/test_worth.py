"""Of which clauses the rulings prove no more than that they are cited, and why there is no more to prove."""

from __future__ import annotations

import pytest

from judgekit.audit.coverage import measure

AN_END = "the end of a timing: the rules go on after its last step in any case"
NOTHING = "says that nothing happens"
PRESENTED = "decks are shown and their faults noted; the game is set up all the same"

DRAGON_BALL_SUPER = {
    "4-5-3-4": AN_END,
    "5-2-1-1": PRESENTED,
}
GODZILLA = {
    "6.3.1.1": PRESENTED,
    "10.4.3.4": AN_END,
    "10.4.4.3": AN_END,
}
LUCK_AND_LOGIC = {
    "6.2.1.1": PRESENTED,
    "8.5.3.3": NOTHING,
    "8.5.7": NOTHING,
    "9.5.3.4": AN_END,
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "known"),
    [
        ("dragon-ball-super/1.06", DRAGON_BALL_SUPER),
        ("gate-ruler/1.1.2", {}),
        ("godzilla/1.2", GODZILLA),
        ("luck-and-logic/1.00", LUCK_AND_LOGIC),
    ],
)
def test_every_other_clause_is_proved_by_an_outcome_that_a_ruling_states(
    edition: str, known: dict[str, str]
) -> None:
    found = measure(edition, prove=True)
    weak = {clause for clauses in found.weak.values() for clause in clauses}
    assert weak == set(known), "without these nothing that a ruling states comes otherwise"
    assert found.missing["proved"] == []
