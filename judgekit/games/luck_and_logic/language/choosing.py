"""Who chooses which cards, and when: 9.6.2.2, 1.3.4 for both players at once, 12.5 for every X."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.engine.events import Revealed
from judgekit.engine.state import CardId, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import (
    choose_unseen,
    in_order_of_choice,
    is_no_action,
    is_stopped,
)
from judgekit.games.luck_and_logic.ch04_zones import CIRCLES, GATE_ZONES, HIDDEN
from judgekit.games.luck_and_logic.ch09_06_playing import (
    choose_cards,
    choose_x,
    least_to_choose,
    may_fail_to_find,
)
from judgekit.games.luck_and_logic.ch12_miscellaneous import not_chosen_before, repeat
from judgekit.games.luck_and_logic.language.cards import words_that_decide
from judgekit.games.luck_and_logic.language.costs import take as take_or_pay

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

PRINTED = (m.Is, m.SameAs, m.Stat, m.Together, m.Extreme, m.HasKeyword, m.HasAbility)  # told by a card's face


def may_be_chosen(self: LuckAndLogic, run: Run, chooser: Player, card: CardId) -> bool:
    return not is_stopped(run.table, "choose", card, chooser)


def choose_targets(
    self: LuckAndLogic, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
) -> tuple[CardId, ...]:
    if is_no_action(run.table, n):
        return ()
    able = [card for card in found if self.may_be_chosen(run, chooser, card)]
    return choose_cards(run.table, chooser, able, n, up_to, prompt) or ()


def perform(self: LuckAndLogic, run: Run, verb: m.Verb, player: Player) -> None:
    if isinstance(verb, m.Choose) and isinstance(verb.what, m.Selector) and "circle" in verb.what.types:
        run.done = _choose_circle(self, run, verb.what)
    else:
        Interpreter.perform(self, run, verb, player)


def _choose_circle(self: LuckAndLogic, run: Run, what: m.Selector) -> bool:
    """9.6.3.1: a circle is chosen like a card."""
    found = {
        f"{player}.{CIRCLES[n - 1]}": (player, n) for player, n in self.zones(Sight.now(run.table), run, what)
    }
    run.table.cite("9.6.3.1")
    least = least_to_choose(run.table, isinstance(what.quantity, m.UpTo), 1)
    options = [(name, name) for name in found]
    taken = run.table.picks(self.chooser(run, what), options, run.table.words("a circle"), least, 1)
    run.zones[what.bind] = tuple(found[name] for name in taken)
    return bool(taken)


def take(
    self: LuckAndLogic, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
) -> tuple[CardId, ...]:
    if isinstance(selector.quantity, m.Exactly) and may_find_none(run, selector, found):
        selector = replace(selector, quantity=m.UpTo(selector.quantity.n))
    return take_or_pay(self, run, chooser, found, selector, prompt)


def may_find_none(run: Run, what: m.Selector, found: Sequence[CardId]) -> bool:
    """9.6.3.1.4: nobody else sees whether a card fits; a price is paid whole all the same (5.22.3)."""
    if what.end is not None or any(getattr(cost, "what", None) is what for cost in run.ability.costs):
        return False
    unseen = any(is_unseen(run.table, card, what) for card in found)
    return unseen and bool(may_fail_to_find(run.table, True, True))


def choose_letter(self: LuckAndLogic, run: Run, asked: str) -> int:
    return choose_x(run.table, run.performer)


def for_each(self: LuckAndLogic, run: Run, verb: m.ForEach) -> None:
    """12.5: X is fixed first; the same choice is not made twice."""
    seen: list[CardId] = []
    run.early.pop(0, None)
    if isinstance(verb.amount, m.Count) and isinstance(verb.amount.what, m.Selector):
        run.table.cite(*words_that_decide(verb.amount.what))
    count = self.amount(verb.amount, run)

    def once() -> None:
        before = set(run.places)
        self.do_all(run, [_fresh(self, run, v, seen) for v in verb.do])
        seen.extend(set(run.places) - before)

    repeat(run.table, count, once)


def _fresh(self: LuckAndLogic, run: Run, verb: m.Verb, seen: Sequence[CardId]) -> m.Verb:
    what = to_choose(verb)
    if what is None or not seen:
        return verb
    found = list(self.candidates(Sight.now(run.table), run, what))
    left = not_chosen_before(run.table, found, seen) or []
    n = self.amount(getattr(what.quantity, "n", 1), run)
    up_to = isinstance(what.quantity, m.UpTo)
    taken = self.choose_targets(
        run, run.performer, left, n, up_to, self.purpose(run, what, run.table.words("to choose"))
    )
    run.early[id(what)] = taken
    run.take(what, taken)
    return verb


def in_hand(self: LuckAndLogic, run: Run, what: m.Selector, player: Player) -> list[CardId]:
    """The cards of a player's hand that a description fits."""
    anywhere = m.Selector(what.quantity, "any", ("hand",), None, what.types, what.filters)
    found = self.candidates(Sight.now(run.table), run, anywhere)
    return [c for c in found if run.table.card(c).area == f"{player}.hand"]


def chosen_from_hand(self: LuckAndLogic, run: Run, what: m.Selector, player: Player) -> tuple[CardId, ...]:
    hand = in_hand(self, run, what, player)
    n = self.amount(getattr(what.quantity, "n", len(hand)), run)
    if what.chooser == "random":
        return self.take_at_random(run, hand, n)
    up_to = isinstance(what.quantity, m.UpTo | m.AnyNumber) or may_find_none(run, what, hand)
    return self.choose_targets(run, self.chooser(run, what), hand, n, up_to, run.table.words("discard"))


def chosen_by_each(self: LuckAndLogic, run: Run, what: m.Selector) -> dict[Player, tuple[CardId, ...]]:
    """What each player discards: everything, random cards, or what they choose."""
    both = in_order_of_choice(run.table) or self.players("each", run)
    hands = {player: in_hand(self, run, what, player) for player in both}
    if isinstance(what.quantity, m.Every):
        return {player: tuple(hand) for player, hand in hands.items()}
    n = self.amount(getattr(what.quantity, "n", 99), run)
    if what.chooser == "random":
        return {player: self.take_at_random(run, hand, n) for player, hand in hands.items()}
    up_to = isinstance(what.quantity, m.UpTo | m.AnyNumber)
    wanted = _wanted(self, run, what, hands, n, up_to)
    return choose_unseen(run.table, wanted, run.table.words("discard")) or {}


def chosen_by_both(self: LuckAndLogic, run: Run, what: m.Selector) -> dict[Player, tuple[CardId, ...]]:
    """1.3.4.1: out of hidden zones they choose unseen."""
    n = self.amount(getattr(what.quantity, "n", 1), run)
    up_to = isinstance(what.quantity, m.UpTo)
    both = in_order_of_choice(run.table) or self.players("each", run)
    found = {player: _seen_by(self, run, what, player) for player in both}
    zones = set(self.names_of(what.areas))
    if zones and zones <= HIDDEN:
        wanted = _wanted(self, run, what, found, n, up_to)
        asked = self.purpose(run, what, run.table.words("to choose"), several=True)
        return choose_unseen(run.table, wanted, asked) or {}
    return {
        p: self.choose_targets(run, p, cards, n, up_to, self.purpose(run, what, run.table.words("to choose")))
        for p, cards in found.items()
    }


def _wanted(
    self: LuckAndLogic, run: Run, what: m.Selector, found: Mapping[Player, list[CardId]], n: int, up_to: bool
) -> list[tuple[Player, list[CardId], int, int]]:
    """For each player the cards to choose from, the least number and the greatest."""
    any_number = up_to or any(may_find_none(run, what, cards) for cards in found.values())
    if not any_number:
        run.table.cite("9.6.3.1")
    least = least_to_choose(run.table, any_number, n)
    return [(player, cards, least, n) for player, cards in found.items()]


def _seen_by(self: LuckAndLogic, run: Run, what: m.Selector, player: Player) -> list[CardId]:
    """The cards that a description means when this player is to act."""
    outer, run.performer = run.performer, player
    found = list(self.candidates(Sight.now(run.table), run, what))
    run.performer = outer
    return found


GLUE: dict[type[Any], Callable[..., None]] = {m.ForEach: for_each}


def is_unseen(table: Table, card: CardId, what: m.Selector) -> bool:
    """Whether a description asks what only a card's face shows, and the card is hidden from view."""
    zone = area_name(table.card(card).area)
    is_kind_told = zone in GATE_ZONES or what.types in ((), ("card",))  # a gate is known by its back
    if zone not in HIDDEN or (is_kind_told and not any(asks_the_face(f) for f in what.filters)):
        return False
    shown = (one.event for one in table.happened)
    return not any(isinstance(event, Revealed) and card in event.cards for event in shown)


def asks_the_face(what: m.Filter) -> bool:
    if isinstance(what, m.Not):
        return asks_the_face(what.what)
    if isinstance(what, m.OneOf):
        return any(asks_the_face(each) for each in what.filters)
    return isinstance(what, PRINTED)


CHOICES = m.Exactly | m.UpTo | m.AnyNumber | m.AtLeast


def to_choose(verb: Any, anybody: bool = False) -> m.Selector | None:
    """The target of an instruction, if its master or anyone else has to choose it."""
    what = getattr(verb, "what", None)
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, CHOICES):
        return None
    if getattr(verb, "who", "you") != "you" and not anybody:
        return None
    if what.end is not None or what.chooser == "random" or "circle" in what.types:
        return None
    return None if any(isinstance(f, m.Among) for f in what.filters) or isinstance(verb, m.Search) else what
