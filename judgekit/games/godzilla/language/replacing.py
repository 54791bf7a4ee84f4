"""Replacements: what would happen, and what comes instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace as dataclass_replace
from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run
from judgekit.engine.abilities import Ability, Automatic, Moment, Proposal, Replacement, Source
from judgekit.engine.events import Replaced
from judgekit.engine.state import Facts, area_name
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch10_03_activity import is_optional_replacement, is_replacement
from judgekit.games.godzilla.ch10_05_playing import counts_as_done
from judgekit.games.godzilla.ch10_08_effects import can_be_done, never_happened
from judgekit.games.godzilla.language.lasting import lasting as lasting_effects
from judgekit.games.godzilla.language.triggers import is_way_of
from judgekit.games.godzilla.language.words import PROPOSED

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def opens_with_when(text: str) -> bool:
    """Whether a printed ability begins, after its labels, with "when" or "whenever"."""
    return re.sub(r"^(\s*[\[【][^\]】]*[\]】])+", "", text).strip().lower().startswith("when")


def told_by_instead(made: Replacement) -> Replacement:
    """The word "instead" makes a replacement, unless this case follows the word "when"."""
    inner = made.replaces

    def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
        fits = inner is not None and inner(table, source, proposal)
        return fits and table.reading("A-43") != "when-decides"

    return dataclass_replace(made, replaces=replaces)


def proposed(event: m.Event) -> str | None:
    """What the rules are about to do where such an event would happen."""
    match event:
        case m.Ends(result=result):
            return "lose" if result == "loses" else "win"
        case m.NumberChanges(way=way, to=to):
            return {"up": "gain rage", "down": "lose rage"}.get(way) if to is None else None
    return PROPOSED.get(type(event))


def would(self: Godzilla, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
    verb = proposed(event)
    if verb is None:
        return Interpreter.would(self, table, run, event, proposal)
    if proposal.verb != verb:
        return False
    is_replacement(table)
    never_happened(table)
    if isinstance(event, m.NumberChanges):
        return self.is_by(run, event.whose, proposal.player) and self.came_by(run, event.cause)
    if not self.is_doer(run, event, proposal.player):
        return False
    if isinstance(event, m.Moved):
        origin, to = self.names_of(event.origin), self.names_of(event.to)
        if (origin and area_name(proposal.src) not in origin) or (to and area_name(proposal.dst) not in to):
            return False
        if not is_way_of(self, run, event, proposal.src, proposal.dst):
            return False
    cause = getattr(event, "cause", None)
    if cause is not None and not self.is_caused(table, run, cause, proposal):
        return False
    what = getattr(event, "what", None)
    if what is None:
        return True
    return proposal.card is not None and self.is_target(table, run, what, proposal.card)


def lasting(self: Godzilla, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
    if isinstance(verb, m.Instead) and isinstance(verb.event, m.NumberChanges) and not proposed(verb.event):
        raise NoMeaning(f"{self.game} replaces a gain or a loss, not the number that comes of it")
    if not (isinstance(verb, m.Instead) and "/" not in address and opens_with_when(ability.text)):
        yield from lasting_effects(self, verb, address, ability)
        return
    for made in lasting_effects(self, verb, address, ability):
        yield told_by_instead(made) if isinstance(made, Replacement) else made
    if not isinstance(verb.event, m.Ends):  # nothing comes after the end of the game
        yield _told_by_when(self, verb, address, ability)


def _told_by_when(self: Godzilla, verb: m.Instead, address: str, ability: m.Ability) -> Automatic:
    """By one reading a text with "when" is automatic even if it says "instead": it comes afterwards."""
    body: tuple[m.Verb, ...] = (*verb.do, *verb.then)
    if verb.optional:
        body = (m.May(verb.do, verb.then),)
    later = m.Ability(
        "automatic", trigger=verb.event, conditions=verb.conditions, body=body, text=ability.text
    )
    self._kept.append(later)
    made = self.automatic(later, f"{address}~when")
    inner = made.fulfilled

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if table.readings["A-43"] == "when-decides" and inner is not None:
            table.reading("A-43")
            yield from inner(table, moment, source)

    return dataclass_replace(made, fulfilled=fulfilled)


def optional(self: Godzilla, table: Table, verb: m.Instead) -> bool:
    return is_optional_replacement(table, verb.optional)


def possible_instead(self: Godzilla, run: Run, verb: m.Instead) -> bool:
    return can_be_done(run.table, self.possible(run, verb.do))


def is_done_in_full(self: Godzilla, run: Run, before: int) -> bool:
    """An action that was replaced by something else still counts as performed."""
    replaced = any(isinstance(h.event, Replaced) for h in run.table.happened[before:])
    return replaced and bool(counts_as_done(run.table))
