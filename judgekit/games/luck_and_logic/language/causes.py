"""What comes after “by” in a trigger, a prohibition or a replacement: an effect, an attack, a trance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.engine.abilities import Moment, Proposal
from judgekit.engine.events import Occurred
from judgekit.engine.state import CardId, Facts, Player, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member
from judgekit.games.luck_and_logic.ch09_06_playing import effect_at_work

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

EFFECTS = frozenset({"effect", "ability"})
STEPS = {  # what is told by the clause at work: paying, and the defender that goes to the stock zone
    "cost": frozenset({"9.6.2.3", "9.7.3.3"}),
    "losing a battle": frozenset({"8.5.6"}),
    "logic definition": frozenset({"5.16.1"}),
    "luck drive": frozenset({"5.18.1"}),
    "level boost": frozenset({"5.15.1"}),
    "overload": frozenset({"10.4.1"}),
    "another member's mobilization": frozenset({"5.12.2.1"}),
    "having no undestroyed gates": frozenset({"10.3.1.1"}),
    "refresh points": frozenset({"10.3.1.2"}),
}
Path = tuple[str, ...]


def was_caused(self: LuckAndLogic, run: Run, moment: Moment, cause: m.Cause | None) -> bool:
    """Whether what a text names caused an event."""
    facts = moment.event.facts if isinstance(moment.event, Occurred) else ()
    card = getattr(moment.event, "card", None)
    return cause is None or _comes_by(self, run, cause, moment.happened.path, facts, card)


def is_caused(self: LuckAndLogic, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
    """Whether what a text names causes what is about to happen; a choice is the chooser's."""
    if proposal.verb == "choose" and effect_at_work(table) is None:
        whose = cause.source.whose if isinstance(cause.source, m.Selector) else ""
        plain = m.Cause(cause.by, whose or cause.who, negated=cause.negated)
        return Interpreter.is_caused(self, table, run, plain, proposal)
    return _comes_by(self, run, cause, table.path, proposal.facts, proposal.card)


def _comes_by(
    self: LuckAndLogic, run: Run, cause: m.Cause, path: Path, facts: Facts, card: CardId | None
) -> bool:
    by_attack = fact(facts, "reason") == "attack" and _is_attacker(self, run, cause.source)
    if cause.by == "trance":
        found = any(clause.startswith("5.13.1") for clause in path)
    elif cause.by == "attack":
        found = by_attack
    elif cause.by in STEPS:
        found = not STEPS[cause.by].isdisjoint((run.table.state.frames[-1].at, *path))
    elif cause.by in EFFECTS:
        found = _by_effect(self, run, cause, path)
        if not found and any(clause.startswith("10.") for clause in path):
            run.table.cite("10.1.1")  # what a rule action does is done by no effect
    elif cause.source is None:
        found = _doer(run, path, facts, card) in self.players(cause.who, run)
    else:
        found = _by_effect(self, run, cause, path) or by_attack
    return found != cause.negated


def _doer(run: Run, path: Path, facts: Facts, card: CardId | None) -> Player | None:
    """ "When you put a card …": the player whose effect or attack does it; by the rules, whose card it is."""
    at_work = effect_at_work(run.table, path)
    if at_work is not None:
        return at_work.player
    by = attacking_member(run.table) if fact(facts, "reason") == "attack" else card
    return None if by is None else Sight.now(run.table).master(by)


def _is_attacker(self: LuckAndLogic, run: Run, source: m.Target | None) -> bool:
    """8.2.10.4: whose attack destroys the gate on the circle that is attacked."""
    attacker = attacking_member(run.table)
    return source is None or (attacker is not None and self.is_target(run.table, run, source, attacker))


def _by_effect(self: LuckAndLogic, run: Run, cause: m.Cause, path: Path) -> bool:
    """9.6.2.4.1: whose text, and of which card, is being carried out."""
    at_work = effect_at_work(run.table, path)
    if at_work is None or at_work.player not in self.players(cause.who, run):
        return False
    if cause.source is None:
        return True
    if at_work.card is None:
        return False
    if isinstance(cause.source, m.Selector):
        sight = Sight.now(run.table)
        whose = cause.source.whose in ("", "any") or sight.master(at_work.card) in self.players(
            cause.source.whose, run
        )
        return whose and self.fits(sight, run, cause.source, at_work.card, skip_areas=True)
    return self.is_target(run.table, run, cause.source, at_work.card)
