"""Chapter 13: loops."""

from __future__ import annotations

from judgekit.engine.state import Outcome
from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import rules


@rules.action("13.1.1.3")
def nobody_can_stop_it(table: Table) -> None:
    """A loop that neither player can stop: the game is a draw."""
    table.decide(Outcome(None, None, table.path[-1]))
