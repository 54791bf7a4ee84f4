"""Cards that a text refers to again: the same object, or what it last was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Past, Run, Sight
from judgekit.engine.state import CardId, Facts, Ref
from judgekit.games.godzilla.ch03_player_information import master_of_continuous
from judgekit.games.godzilla.ch04_areas import counts_as_destroyed, follow
from judgekit.games.godzilla.ch10_06_automatic import last_stay, looked_at_before_it_left
from judgekit.games.godzilla.ch10_08_effects import final_information, source_of
from judgekit.games.godzilla.ch11_rule_actions import was_taken_away
from judgekit.games.godzilla.language.cards import as_of as as_of_card
from judgekit.games.godzilla.rules import INFORMATION

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


class Recalled(Past):
    """The table as it is, except for one card that has left: that one as it last was on the field."""

    __slots__ = ()

    def value(self, card: int, name: str) -> Any:
        if self.is_gone(card) and name in INFORMATION:
            return self.table.recalled(self.former, name)
        return super().value(card, name)


def pointed_at(self: Godzilla, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
    """4.1.4.1: the effect that moved a card may still refer to it."""
    cards = Interpreter.pointed_at(self, sight, run, target)
    if isinstance(target, m.Subject):
        return tuple(c for c in cards if _is_the_same(run, c, _stay(run, c)))
    if not isinstance(target, m.Bound):
        return cards
    return tuple(c for c in cards if _is_followed(sight, run, c))


def _is_the_same(run: Run, card: CardId, stay: int | None) -> bool:
    """4.1.4: a card that has gone elsewhere before the ability is carried out is another one."""
    then = (run.began or run.table.state).cards.get(card)
    return stay is None or (then is not None and then.object == stay)


def _is_followed(sight: Sight, run: Run, card: CardId) -> bool:
    there = sight.state.cards.get(card)
    was = run.places.get(card)
    if there is None or was is None or was == there.area:
        return there is not None and _is_the_same(run, card, _stay(run, card))
    return not was_taken_away(run.table, card) and follow(run.table, card) is not None


def _stay(run: Run, card: CardId) -> int | None:
    """Which object a card was when it triggered an ability, or when a timed trigger was made about it."""
    kept = run.fact("stays", ())
    return next((n for c, n in zip(kept[::2], kept[1::2], strict=True) if c == card), None)


def cards(
    self: Godzilla, run: Run, target: m.Target, choose: bool = True, prompt: str = ""
) -> tuple[CardId, ...]:
    """What was chosen before the first instruction, as far as it is still there."""
    found = Interpreter.cards(self, run, target, choose, prompt)
    if not isinstance(target, m.Selector) or id(target) not in run.early:
        return found
    there = tuple(c for c in found if _is_still_there(run, c))
    if len(there) < len(found):
        self.done_in_part(run)
    return there


def _is_still_there(run: Run, card: CardId) -> bool:
    """4.1.4: a target that has gone to another area since it was chosen is another card there."""
    is_same = run.table.card(card).object == run.objects.get(card, run.table.card(card).object)
    if not is_same:
        run.table.cite("4.1.4")
    return is_same and not was_taken_away(run.table, card)


def this(self: Godzilla, sight: Sight, run: Run) -> tuple[CardId, ...]:
    """10.11.2: the source; 4.1.4: as it was when the ability triggered, not what it became later."""
    source_of(run.table, run.source)
    found = Interpreter.this(self, sight, run)
    return tuple(c for c in found if _is_the_same(run, c, _stay(run, c)))


def live_targets(self: Godzilla, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
    if run.source.effect is None:
        master_of_continuous(run.table, run.source)
    return Interpreter.live_targets(self, sight, run, target)


def kept_for_later(self: Godzilla, run: Run) -> Facts:
    """A timed trigger remembers which objects the cards it mentions were."""
    known = [card for cards in run.bound.values() for card in cards]
    if (subject := run.fact("subject")) is not None:
        known.append(subject)
    there = [run.table.card(card) for card in dict.fromkeys(known) if card in run.table.state.cards]
    return (("stays", tuple(n for card in there for n in (card.id, card.object))),) if there else ()


def amount(
    self: Godzilla, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None
) -> int:
    if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.This | m.Subject):
        return _final(self, amount, run, sight)
    if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.Bound):
        return _final_of_taken(self, amount.stat, amount.what, run, sight or Sight.now(run.table))
    return Interpreter.amount(self, amount, run, sight, card)


def _final_of_taken(self: Godzilla, stat: str, what: m.Bound, run: Run, sight: Sight) -> int:
    """10.10: of the cards that the effect took, each as it is, or as it last was on the field."""
    left = left_meanwhile(run, what)
    gone = [final_information(run.table, stay, stat) or 0 for stay in left.values()]
    here = [c for c in self.known(sight, run, what) if c not in left]
    return sum(gone) + sum(self.stat(sight, run, card, stat) or 0 for card in here)


def left_meanwhile(run: Run, what: m.Bound) -> dict[CardId, Ref]:
    """Of the cards that the effect took, the last stays of those that left the field since it began."""
    left = {}
    for card in run.bound.get(what.n, ()):
        now, stay = run.table.state.cards.get(card), last_stay(run.table, card)
        then = run.began.cards.get(card) if run.began is not None else now
        back = now is not None and counts_as_destroyed(now.area)
        if stay is not None and not back and stay.object >= (then.object if then is not None else 0):
            left[card] = stay
    return left


def _final(self: Godzilla, amount: m.ValueOf, run: Run, sight: Sight | None) -> int:
    """10.10, 10.6.4.1: of a card that has left, what it last was."""
    if isinstance(amount.what, m.This) and run.table.state.current(run.source.card) is None:
        former = run.table.state.former.get(run.source.card)
        if former is not None and waits_for_leaving(self, run.ability.trigger):
            looked_at_before_it_left(run.table, former.card)
        return int(final_information(run.table, run.source.card, amount.stat) or 0)
    was = as_it_was(self, run, amount.what) if amount.stat != "zone number" else None
    if was is not None:
        return self.stat(was, run, was.former.card.id, amount.stat) or 0
    return Interpreter.amount(self, amount, run, sight)


def as_it_was(self: Godzilla, run: Run, what: m.Target) -> Recalled | None:
    """The card of an ability, the one that triggered it by leaving, or the one that the effect took, if it
    is no longer where it was."""
    table = run.table
    ref: Ref | None = run.source.card
    if isinstance(what, m.Bound):
        taken, left = run.bound.get(what.n, ()), left_meanwhile(run, what)
        ref = left.get(taken[0]) if len(taken) == 1 else None
        if ref is not None:
            table.cite("10.10.1", "10.10.1.2")
    if isinstance(what, m.Subject):
        card = run.fact("subject") if waits_for_leaving(self, run.ability.trigger) else None
        ref = last_stay(table, card) if card is not None else None
    if ref is None or table.state.current(ref) is not None or ref not in table.state.former:
        return None
    former = table.state.former[ref]
    if isinstance(what, m.Subject) and not looked_at_before_it_left(table, former.card):
        return None
    if isinstance(what, m.This) and waits_for_leaving(self, run.ability.trigger):
        looked_at_before_it_left(table, former.card)
    return Recalled(table, table.board, former)


def as_of(self: Godzilla, run: Run, event: Any, card: CardId) -> Sight:
    """10.10.1.2: a card that was destroyed or no longer exists counts as it last was on the field."""
    stay = last_stay(run.table, card)
    if stay is None or (not isinstance(event, m.Destroyed) and card in run.table.state.cards):
        return as_of_card(self, run, event, card)
    run.table.cite("10.10.1", "10.10.1.2")
    return Recalled(run.table, run.table.board, run.table.state.former[stay])


def waits_for_leaving(self: Godzilla, trigger: m.Event | None) -> bool:
    """Whether an ability triggers on a card that leaves a zone or strategy zone."""
    if isinstance(trigger, m.EitherEvent):
        return any(waits_for_leaving(self, event) for event in trigger.events)
    if isinstance(trigger, m.Moved):
        return bool(set(trigger.origin) & {"field", "zone", "strategy zone"})
    return isinstance(trigger, m.Destroyed)
