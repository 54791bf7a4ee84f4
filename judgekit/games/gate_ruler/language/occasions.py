"""What has happened, as the words of a trigger see it (14-9e)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run, Sight, subject_facts
from judgekit.cardtext.interpret.triggers import Trigger
from judgekit.engine.abilities import (
    Moment,
    Proposal,
    Source,
)
from judgekit.engine.events import Moved, Occurred, Played
from judgekit.engine.state import CardId, Facts, Player, Ref, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler.language.carrying_out import Remembered
from judgekit.games.gate_ruler.rules import zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler

Matcher = Callable[[Table, Moment, Source], Iterator[Facts]]


def occurs(
    self: GateRuler,
    timing: str,
    ability: m.Ability,
    test: Callable[[Run, Moment, Occurred], bool],
    other: str = "",
) -> Trigger:
    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        if not test(run, moment, occurred):
            return None
        more = fact(occurred.facts, other) if other else None
        known = {k: v for k, v in occurred.facts if k in ("process", "number")}
        if (n := fact(occurred.facts, "amount")) is not None:
            known["number"] = n
        return known_of(moment, occurred.card, occurred.player, object=more, **known)

    return self.at((timing,), ability, look)


def known_of(moment: Moment, card: CardId | None, player: Player | None, **more: Any) -> Facts:
    """What a trigger keeps of its event; its cards as the objects they are after it (3-2d)."""
    named = [c for c in (card, more.get("object")) if isinstance(c, int) and c in moment.after.cards]
    objects = tuple((int(c), moment.after.cards[CardId(c)].object) for c in named)
    facts = subject_facts(card, player, **more)
    return (*facts, ("objects", objects)) if objects else facts


def is_subject(self: GateRuler, run: Run, moment: Moment, target: Any, card: CardId | None) -> bool:
    """Whether an event's card is what the words say, as the rules see it (14-9e)."""
    if target is None:
        return True
    if card is None:
        return False
    if isinstance(target, m.Player):
        owner = run.table.card(card).area
        return zone_kind(owner) == "ruler" and area_player(owner) in self.players(target.who, run)
    if isinstance(target, m.This):
        own = card == run.source.card.card
        if own and isinstance(moment.event, Moved):
            automatic.as_referred_to(run.table, moment.event.src, moment.event.dst)
        return own
    if not isinstance(target, m.Selector):
        return card in self.pointed_at(Sight.now(run.table), run, target)
    if not _lay_there(self, moment, target, card):
        return False
    state = moment.after
    event = moment.event
    if isinstance(event, Moved) and automatic.as_referred_to(run.table, event.src, event.dst):
        state = moment.before
    elif isinstance(event, Occurred) and event.timing == "leaves play":
        return _as_it_was(self, run, target, card)
    if card not in state.cards:
        return False
    anywhere = m.Selector(target.quantity, "any", (), None, target.types, target.filters)
    sight = Sight.of(run.table, state)
    mine = target.whose in ("", "any") or sight.master(card) in self.players(target.whose, run)
    return mine and self.fits(sight, run, anywhere, card)


def _lay_there(self: GateRuler, moment: Moment, what: m.Selector, card: CardId) -> bool:
    """A card called by its zone ("a set card", "a charge") lay there; one that moved, before it did."""
    if not what.areas:
        return True
    now = moment.after.cards.get(card)
    if isinstance(moment.event, Played) and now is not None:  # it lies in the gate by then
        kinds = {zone_kind(f"A.{name}") for name in self.names_of(what.areas)}
        return now.mark("played from") in kinds
    return self._name(_where_it_was(moment, card)) in self.names_of(what.areas)


def _where_it_was(moment: Moment, card: CardId) -> str:
    event, now = moment.event, moment.after.cards.get(card)
    if isinstance(event, Moved):
        return event.src
    if isinstance(event, Occurred) and event.timing == "discarded":
        return "A.hand"  # whose it was is asked apart
    src = fact(event.facts, "src") if isinstance(event, Occurred) else None
    return str(src or (now.area if now else ""))


def _as_it_was(self: GateRuler, run: Run, what: m.Selector, card: CardId) -> bool:
    """14-9e-2: a card that left play, by its last known information."""
    now = run.table.card(card)
    ref = Ref(card, now.object - 1)
    former = run.table.state.former.get(ref)
    if former is None:
        return False
    in_play = automatic.out_of_play(run.table, former.card.area, now.area)
    sight = Remembered(run.table, run.table.board, former) if in_play else Sight.now(run.table)
    owner = replacements.last_known(run.table, ref, "controller")
    mine = what.whose in ("", "any") or owner in self.players(what.whose, run)
    anywhere = m.Selector(what.quantity, "any", (), None, what.types, what.filters)
    return mine and self.fits(sight, run, anywhere, card)


def _is_from(self: GateRuler, run: Run, event: m.Moved, src: str) -> bool:
    return event.origin_whose in ("", "any", "owner") or self.is_by(run, event.origin_whose, area_player(src))


def is_between(self: GateRuler, src: str, dst: str, origin: Sequence[str], to: Sequence[str]) -> bool:
    """Whether a move goes from one of those zones to one of these; no name means any."""
    return (not origin or self._name(src) in origin) and (not to or self._name(dst) in to)


def is_on_sides(self: GateRuler, run: Run, event: m.Moved, src: str, dst: str) -> bool:
    """Whether it goes from and to a zone of the players that the text names."""
    there = event.whose in ("any", "", "owner") or self.is_by(run, event.whose, area_player(dst))
    return there and _is_from(self, run, event, src)


def is_moved(
    self: GateRuler, run: Run, moment: Moment, what: Any, card: CardId | None, src: str, dst: str
) -> bool:
    """As it was in play, if it went out of play (14-9e-2)."""
    if isinstance(what, m.Selector) and card is not None:
        if automatic.as_referred_to(run.table, src, dst):
            return _lay_there(self, moment, what, card) and _as_it_was(self, run, what, card)
    return self.is_subject(run, moment, what, card)


def is_acting(
    self: GateRuler, table: Table, run: Run, what: m.Target, actor: CardId, player: Player | None
) -> bool:
    """Whether the card that does something (or whose ability does) is what the words say, wherever it lies:
    an event does so in the gate."""
    if not isinstance(what, m.Selector):
        return actor in self.pointed_at(Sight.now(table), run, what)
    mine = what.whose in ("", "any") or player in self.players(what.whose, run)
    anyone = replace(what, whose="any", types=() if "card or ability" in what.types else what.types)
    return mine and self.fits(Sight.now(table), run, anyone, actor, skip_areas=True)


def is_caused(self: GateRuler, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
    """By a player's effect, or by the rules, which are nobody's."""
    if proposal.verb == "be chosen" and cause.source is not None:
        chooser = fact(proposal.facts, "source")
        return chooser is not None and is_acting(
            self, table, run, cause.source, CardId(chooser), proposal.player
        )
    if proposal.verb == "be chosen" and cause.by == "ability" and not fact(proposal.facts, "ability"):
        return cause.negated  # a card that is played is no ability
    if proposal.verb == "lose":
        return bool(cause.by == fact(proposal.facts, "reason"))
    by_rules = fact(proposal.facts, "reason", "effect") == "rules"
    if by_rules:
        table.cite("12-1a")
    so = by_rules if cause.by == "rule" else not by_rules
    whose = cause.who == "any" or proposal.player in self.players(cause.who, run)
    return (so and whose) != cause.negated
