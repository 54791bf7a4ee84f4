"""Of which clauses the rulings prove no more than that they are cited, and why there is no more to prove."""

from __future__ import annotations

import pytest

from judgekit.audit.coverage import measure

AN_END = "the end of a timing: the rules go on after its last step in any case"
A_MOMENT = "a moment that is noted in the log, and for which no card text waits"
SAID_TWICE = "repeats what follows from another clause, which alone does the work"
NOTHING = "says that nothing happens"

GODZILLA = {
    "4.1.2.1": "a card that changes areas loses its marks; this one goes a moment earlier",
    "5.7.2.1": f"{SAID_TWICE}: of fewer cards all are kept, so that none is discarded (5.7.2)",
    "5.13.1.2.1": f"{SAID_TWICE}: 5.13.1.2.2 advances a monster only while it stands before the zone",
    "5.13.2.2.1": f"{SAID_TWICE}: 5.13.2.2.2 lets a monster retreat only while it stands beyond the zone",
    "6.3.1.1": A_MOMENT,
    "10.4.3.4": AN_END,
    "10.4.4.3": AN_END,
    "10.5.2.1.4": "the ability stands for itself as a card for so long as nobody can act",
    "10.5.3.1.2": f"{SAID_TWICE}: as many as possible (10.5.3.1), where none is possible",
    "10.6.3.2.1": "it ceases to wait by what makes every ability cease that has been chosen (10.6.3)",
    "10.8.1.1": "what stands on a card is where every value begins; without it there is none to reckon with",
    "12.3.2.1": f"{SAID_TWICE}: without an advance nothing fulfils 12.3.2",
    "12.5.3": f"{SAID_TWICE}: a card that is uncovered has not been played (5.11)",
    "12.7.3": "Revenge is looked for on uncovered cards alone, so that nothing is left to switch off",
}
LUCK_AND_LOGIC = {
    "5.19.3.1": "a card is shown within an effect; nobody can act between that and its end",
    "5.23.2.1": "a card is looked at within an effect; nobody can act between that and its end",
    "6.2.1.1": "decks are shown and their faults noted; the game is set up all the same",
    "7.4.3.2": NOTHING,
    "7.5.3.7": NOTHING,
    "7.5.4": AN_END,
    "8.3.3.2": "the two steps that are passed over find nobody in the intercept zone",
    "8.5.3.3": NOTHING,
    "8.5.7": NOTHING,
    "9.5.3.4": AN_END,
    "9.5.4.3": AN_END,
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "known"), [("godzilla/1.2", GODZILLA), ("luck-and-logic/1.00", LUCK_AND_LOGIC)]
)
def test_every_other_clause_is_proved_by_an_outcome_that_a_ruling_states(
    edition: str, known: dict[str, str]
) -> None:
    found = measure(edition, prove=True)
    weak = {clause for clauses in found.weak.values() for clause in clauses}
    assert weak <= set(known), (
        f"without these nothing that a ruling states comes otherwise: {weak - set(known)}"
    )
    assert found.missing["proved"] == []
