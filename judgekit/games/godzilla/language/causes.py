"""Causes: by what, and by whose effect, something happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight
from judgekit.engine.abilities import Proposal
from judgekit.engine.events import Occurred, Played
from judgekit.engine.state import Player, fact
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch10_08_effects import effect_master, effect_source
from judgekit.games.godzilla.language.words import EFFECTS

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla

RULE_ACTIONS = frozenset({"crush", "overload", "illegal", "left over"})
BY_RULE = RULE_ACTIONS | {"start phase", "burst"}


def limit_of_total(cause: m.Cause | None) -> m.Stat | None:
    """What a text says about the total counter power that does something."""
    filters = cause.source.filters if cause is not None and isinstance(cause.source, m.Selector) else ()
    return next((f for f in filters if isinstance(f, m.Stat) and f.stat == "total counter power"), None)


def was_caused_by(self: Godzilla, run: Run, cause: m.Cause | None, occurred: Occurred) -> bool:
    """Whether a card was destroyed by what a text names."""
    if cause is None:
        return True
    reason = fact(occurred.facts, "reason", "effect")
    ruled = is_done_by_the_rules(run.table, reason)
    same = not cause.by or reason == cause.by or (cause.by == "rule" and ruled)
    same = same or (cause.by in EFFECTS and reason == "effect")
    if cause.by == "crush" and cause.source is not None:
        return same and is_invading(run)
    return (same and _is_of(self, run, cause, fact(occurred.facts, "by"))) != cause.negated


def is_invading(run: Run) -> bool:
    """11.3.3: no other card of its player crushes anything."""
    return bool(Sight.now(run.table).card(run.source.card.card).mark("invading"))


def is_done_by_the_rules(table: Table, reason: str) -> bool:
    """What a rule action does is done by no effect, whatever has led to it."""
    if reason in RULE_ACTIONS:
        table.cite("11.1.1")
    return reason in BY_RULE


def _is_of(self: Godzilla, run: Run, cause: m.Cause, otherwise: Player | None) -> bool:
    """Whether what is going on results from an effect of the player, or the card, that a text names."""
    if cause.source is not None and not _is_from(self, run, cause.source):
        return False
    if cause.who in ("any", ""):
        return True
    return (effect_master(run.table) or otherwise) in self.players(cause.who, run)


def _is_from(self: Godzilla, run: Run, source: m.Target) -> bool:
    """10.11.2: whether the effect at work is that of such a card, wherever the card is by now."""
    card = effect_source(run.table)
    if card is None:
        return False
    run.table.cite("10.11.2")
    sight = Sight.now(run.table)
    if not isinstance(source, m.Selector):
        return self.is_target(run.table, run, source, card)
    whose = source.whose in ("", "any") or sight.master(card) in self.players(source.whose, run)
    return whose and self.fits(sight, run, source, card, skip_areas=True)


def came_by(self: Godzilla, run: Run, cause: m.Cause | None) -> bool:
    """Whether what is happening now is done by an effect, or not, as a text requires."""
    if cause is None:
        return True
    if cause.by not in EFFECTS and cause.by:
        raise NoMeaning(f"{self.game} cannot tell whether this is done by {cause.by}")
    by = effect_master(run.table) or (None if cause.by else who_is_playing(run.table))
    return (by is not None and _is_of(self, run, cause, by)) != cause.negated


def is_caused(self: Godzilla, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
    """An effect belongs to its master, no matter who is told to act by it."""
    if cause.by == "crush" and cause.source is not None:
        return Interpreter.is_caused(self, table, run, m.Cause("crush"), proposal) and is_invading(run)
    by, reason = effect_master(table), fact(proposal.facts, "reason", "effect")
    if not is_done_by_the_rules(table, reason) and by is not None and reason == "effect":
        proposal = Proposal(proposal.verb, by, proposal.card, proposal.src, proposal.dst, proposal.facts)
    if cause.source is not None and limit_of_total(cause) is None:
        return (by is not None and _is_of(self, run, cause, by)) != cause.negated
    return Interpreter.is_caused(self, table, run, cause, proposal)


def who_is_playing(table: Table) -> Player | None:
    """Who plays the card being placed, where no effect does: by 10.5.2.3.2 that player places it."""
    played = (h.event for h in reversed(table.happened) if isinstance(h.event, Played))
    return next((event.player for event in played), None)
