"""What a text asks of the table: amounts and conditions; cards that left, as they were (9.11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Past, Run, Sight
from judgekit.cardtext.interpret.amounts import is_topped
from judgekit.cardtext.interpret.remembering import did_so, times_seen
from judgekit.engine.state import CardId, Player, Ref, fact
from judgekit.games.luck_and_logic.ch08_01_battles import attacks_made
from judgekit.games.luck_and_logic.ch09_09_continuous import is_seen_as_it_was, last_on_field
from judgekit.games.luck_and_logic.language.cards import Cards
from judgekit.games.luck_and_logic.language.circles import circle_passes
from judgekit.games.luck_and_logic.language.circles import passes as passes_on_circles
from judgekit.games.luck_and_logic.language.records import is_recorded, kept_count

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic


def amount(
    self: LuckAndLogic, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None
) -> int:
    if isinstance(amount, m.ValueOf):
        now = sight or Sight.now(run.table)
        seen = [
            (c, _as_it_was(self, now, run, amount.what, c)) for c in _spoken_of(self, now, run, amount.what)
        ]
        values = [self.stat(then, run, c, amount.stat) or 0 for c, then in seen]
        return sum(values[:1] if is_topped(amount) else values)
    if isinstance(amount, m.Count) and any(is_of_soul(each) for each in amount.what.filters):
        run.table.cite("4.15.2.2")
    return Interpreter.amount(self, amount, run, sight, card)


def counted(self: LuckAndLogic, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
    """9.11.1: of the cards that the ability took, those that have left the field count as they were there."""
    among = next((f for f in what.filters if isinstance(f, m.Among) and isinstance(f.what, m.Bound)), None)
    gone = {ref.card for ref in _gone(run, among.what)} if among is not None and not what.areas else set()
    if among is None or not gone:
        return Interpreter.counted(self, sight, run, what)
    like = replace(what, filters=tuple(f for f in what.filters if f is not among))
    seen = {
        card: _as_it_was(self, sight, run, among.what, card) if card in gone else sight
        for card in _spoken_of(self, sight, run, among.what)
    }
    return [card for card, then in seen.items() if self.fits(then, run, like, card)]


def is_of_soul(filter_: m.Filter) -> bool:
    return isinstance(filter_, m.Attached) and filter_.how == "soul"


def places(self: LuckAndLogic, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    """4.15.2.2: of a member that has left the field, the cards that were its soul there."""
    hosts = [f.to for f in selector.filters if isinstance(f, m.Attached) and f.how == "soul"]
    lost = [soul for host in hosts for soul in _souls_left(run, host)]
    yield from dict.fromkeys(lost) if lost else Cards.places(self, sight, run, selector)


def passes(self: LuckAndLogic, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
    if isinstance(filter_, m.Attached) and filter_.how == "soul":
        if card in _souls_left(run, filter_.to):
            return True
    return passes_on_circles(self, sight, run, filter_, card)


def _souls_left(run: Run, what: m.Target) -> tuple[CardId, ...]:
    """9.7.4.1.2, 9.11.1: the soul of cards that have left the field, as it was there."""
    gone = [ref for ref in _gone(run, what) if ref in run.table.state.former]
    if gone:
        tell_trigger_looks_back(run, what)
    seen = [run.table.state.former[ref] for ref in gone if is_seen_as_it_was(run.table, ref)]
    return tuple(CardId(card) for former in seen for card in fact(former.values, "soul", ()))


def holds(self: LuckAndLogic, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
    """9.11.1: a card's kind is judged as it was before this ability moved the card."""
    if isinstance(condition, m.Matches) and _is_of_circles(condition.what):
        return _are_such_circles(self, sight or Sight.now(run.table), run, condition)
    if not isinstance(condition, m.Matches) or condition.like.areas:
        return Interpreter.holds(self, condition, run, sight)
    now, like = sight or Sight.now(run.table), condition.like
    cards = _spoken_of(self, now, run, condition.what)
    self.keep_in_mind(run, condition.what, cards)
    return bool(cards) and all(
        self.fits(_as_it_was(self, now, run, condition.what, card), run, like, card, like.whose == "any")
        for card in cards
    )


def _is_of_circles(what: m.Target) -> bool:
    if isinstance(what, m.Selector):
        return "circle" in what.types
    return what == m.Role("circle being attacked")


def _are_such_circles(self: LuckAndLogic, sight: Sight, run: Run, condition: m.Matches) -> bool:
    """4.4.3, 8.2.7.2: whether the circles that a text names are as it says; false if there is none."""
    zones = self.spots(sight, run, condition.what)
    asked = condition.like.filters
    return bool(zones) and all(circle_passes(self, sight, run, f, zone) for zone in zones for f in asked)


def _spoken_of(self: LuckAndLogic, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
    """The cards that a text asks about, including those that have left the field."""
    return self.pointed_at(sight, run, what) or tuple(ref.card for ref in _gone(run, what))


def _as_it_was(self: LuckAndLogic, sight: Sight, run: Run, what: m.Target, card: CardId) -> Sight:
    """The table on which a card is to be judged: as it left the field, or as it lay when the ability
    began to resolve, if it has changed zones since; else as it is."""
    left = [ref for ref in _gone(run, what) if ref.card == card and ref in run.table.state.former]
    if left:
        tell_trigger_looks_back(run, what)
        seen = is_seen_as_it_was(run.table, left[0])
        return Memory(sight.table, sight.board, run.table.state.former[left[0]]) if seen else sight
    before = None if run.began is None else run.began.cards.get(card)
    if before is None or run.began is None or run.table.state.current(before.ref) is not None:
        return sight
    return Sight.of(run.table, run.began) if is_seen_as_it_was(run.table, before.ref) else sight


def tell_trigger_looks_back(run: Run, what: m.Target) -> None:
    """9.7.4.1.2: what a zone changing trigger asks of the card that left the field."""
    if isinstance(run.ability.trigger, m.Moved) and isinstance(what, m.This | m.Subject):
        run.table.cite("9.7.4.1.2")


def _gone(run: Run, what: m.Target) -> list[Ref]:
    """9.11.1, 9.7.4.1.2: mentioned cards that have left the field, as they were there."""
    state = run.table.state
    if isinstance(what, m.This):
        return [] if state.current(run.source.card) is not None else [run.source.card]
    if isinstance(what, m.Subject) and run.fact("subject") is not None:
        return last_on_field(state, CardId(run.fact("subject")), run.fact("from", ""))
    if isinstance(what, m.Bound):
        cards = run.bound.get(what.n, ())
        return [ref for card in cards for ref in last_on_field(state, card, run.places.get(card, ""))]
    return []


def did(self: LuckAndLogic, sight: Sight, run: Run, asked: m.Did, card: CardId) -> bool:
    """8.2.5: a member that has attacked this turn; all else the asking card has seen."""
    return attacks_made(run.table, card) > 0 if is_recorded(asked) else did_so(self, sight, run, asked, card)


def how_often(self: LuckAndLogic, sight: Sight, run: Run, amount: m.HowOften) -> int:
    if not is_recorded(amount):
        return times_seen(self, sight, run, amount)
    what = getattr(amount.event, "what", None)
    if isinstance(amount.event, m.Attacks) and what is not None and not isinstance(what, m.Selector):
        return sum(attacks_made(run.table, card) for card in self.pointed_at(sight, run, what))
    who: m.Who = what.whose or "any" if isinstance(what, m.Selector) else "any"
    name = kept_count(amount.event) if isinstance(amount.event, m.Destroyed | m.Moved) else "attacks"
    return sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))


def has_happened(self: LuckAndLogic, sight: Sight, run: Run, condition: m.Happened) -> bool:
    if not is_recorded(condition):
        return times_seen(self, sight, run, condition) >= condition.least
    names: dict[type[Any], str] = {m.Attacks: "attacks"}
    event = condition.event
    if isinstance(event, m.Battles):
        won = [c for c in self.pointed_at(sight, run, event.what) if sight.card(c).mark("won by")]
        return any(event.by in ("", sight.card(card).mark("won by")) for card in won)
    name = names.get(type(event))
    what = getattr(event, "what", None)
    if isinstance(event, m.Attacks) and what is not None and not isinstance(what, m.Selector):
        cards = self.pointed_at(sight, run, what)
        return bool(cards) and all(attacks_made(run.table, card) >= condition.least for card in cards)
    if isinstance(event, m.Destroyed | m.Moved):
        name = kept_count(event)
        what = m.Selector(whose=what.whose if isinstance(what, m.Selector) and what.whose else "any")
    if isinstance(event, m.Performs):
        name = {"trance": "trances", "logic drive": "logic drives", "luck drive": "luck drives"}.get(
            event.action
        )
    if name is None:
        raise NoMeaning(f"{self.game} keeps no record of {type(event).__name__}")
    who = what.whose if isinstance(what, m.Selector) else getattr(event, "who", "you")
    times = sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))
    return times >= condition.least


class Memory(Past):
    """The table as it is, with one card as it was when it left the field."""

    __slots__ = ()

    def value(self, card: int, name: str) -> Any:
        return self.table.recalled(self.former, name) if self.is_gone(card) else super().value(card, name)

    def master(self, card: int) -> Player:
        if self.is_gone(card):
            return Player(str(fact(self.former.values, "master", self.former.card.owner)))
        return super().master(card)
