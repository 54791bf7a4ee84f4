"""Section 9.10 in the words of card texts: what would happen, and what happens instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.engine.abilities import Proposal
from judgekit.engine.state import CardId, fact, host_of
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch04_zones import zone_name
from judgekit.games.luck_and_logic.ch09_09_continuous import can_do_instead, never_happened
from judgekit.games.luck_and_logic.language.meaning import would_do
from judgekit.games.luck_and_logic.language.triggers import is_between

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic


def would(self: LuckAndLogic, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
    verb = would_do(event)
    if verb is None:
        return Interpreter.would(self, table, run, event, proposal)
    if proposal.verb != verb or not never_happened(table):
        return False
    if isinstance(event, m.Ends) and event.result != "loses":
        return False
    if not self.is_doer(run, event, proposal.player):
        return False
    if isinstance(event, m.Moved) and not _goes(self, run, event, proposal):
        return False
    cause = getattr(event, "cause", None)
    if cause is not None and not self.is_caused(table, run, cause, proposal):
        return False
    if isinstance(event, m.Attaches) and not _is_attached(self, run, event, proposal):
        return False
    what = event.of if isinstance(event, m.AbilityUsed) else getattr(event, "what", None)
    if what is None or proposal.card is None:
        return what is None
    if names_its_zone(event) and isinstance(what, m.Selector) and not what.areas:
        return self.fits(Sight.now(table), run, what, proposal.card)
    return self.is_target(table, run, what, proposal.card)


def possible_instead(self: LuckAndLogic, run: Run, verb: m.Instead) -> bool:
    """9.10.3: an option that cannot be taken leaves the event as it is."""
    run.table.cite("9.2.2.3.2")
    return bool(can_do_instead(run.table, self.possible(run, verb.do)))


def _goes(self: LuckAndLogic, run: Run, event: m.Moved, proposal: Proposal) -> bool:
    owner = None if proposal.card is None else run.table.card(proposal.card).owner
    if not is_between(self, run, event, proposal.src, proposal.dst, owner):
        return False
    origin, to = self.names_of(event.origin), self.names_of(event.to)
    return (not origin or zone_name(proposal.src) in origin) and (not to or zone_name(proposal.dst) in to)


def _is_attached(self: LuckAndLogic, run: Run, event: m.Attaches, proposal: Proposal) -> bool:
    """Whether it would become the soul of a member, or be set to a card, that a text means."""
    to = host_of(proposal.dst) if event.how == "soul" else fact(proposal.facts, "to")
    if to is None:
        return False
    return event.to is None or self.is_target(run.table, run, event.to, CardId(to))


def names_its_zone(event: m.Event) -> bool:
    """2.2.3: whether an event itself says where its cards come from, so that they are not assumed to be
    where such cards are used."""
    return isinstance(event, m.Played | m.Discarded) or (isinstance(event, m.Moved) and bool(event.origin))
