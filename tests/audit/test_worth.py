"""Of which clauses the rulings prove no more than that they are cited: few, each with its written reason."""

from __future__ import annotations

import pytest

from judgekit.audit.proof.coverage import measure
from judgekit.games import edition

FEW = 0.02  # of the acting clauses


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["dragon-ball-super/1.06", "gate-ruler/1.1.2", "godzilla/1.2", "godzilla/1.00", "luck-and-logic/1.00"],
)
def test_every_other_clause_is_proved_by_an_outcome_that_a_ruling_states(name: str) -> None:
    found = measure(name, prove=True)
    weak = {clause for clauses in found.weak.values() for clause in clauses}
    game, number = edition(name)
    written = {row.number for row in game.rules(number).book if row.no_outcome}
    assert weak == written, "without these nothing that a ruling states comes otherwise"
    assert len(weak) <= FEW * found.acting
    assert found.missing["proved"] == []
