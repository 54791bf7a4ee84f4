"""Section 5.22 in the words of card texts: whether a price can be paid, and with which cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, known_now
from judgekit.engine.state import CardId, Player
from judgekit.games.luck_and_logic.ch01_outline import is_so_already, is_stopped
from judgekit.games.luck_and_logic.ch04_zones import is_destroyed
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import can_pay_all, nothing_is_all

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

TAKES_AWAY = (m.Move, m.Discard, m.Stack)  # what takes a card from where it is
WAYS = 500  # ways to pay that are looked at before cards are chosen one by one


def possible(self: LuckAndLogic, run: Run, verbs: Sequence[m.Verb]) -> bool:
    """Whether all of it could be done; a price is paid whole (5.22.3)."""
    verbs = known_now(run, verbs)
    able = Interpreter.possible(self, run, verbs) and _enough_for_all(self, run, verbs)
    kinds = [kind for verb in verbs if (kind := used_up(verb))]
    for kind in {kind for kind in kinds if able and kinds.count(kind) > 1}:
        able = able and are_enough(each_of(self, run, [verb for verb in verbs if used_up(verb) == kind]))
    if any(isinstance(verb, m.Pay) for verb in verbs):
        return bool(can_pay_all(run.table, [able]))
    return able


def each_of(self: LuckAndLogic, run: Run, verbs: Sequence[m.Verb]) -> list[list[CardId]]:
    """For each card that parts of a price use up: which it may be."""
    return [found for verb in verbs for found in _may_use_up(self, run, verb)]


def _enough_for_all(self: LuckAndLogic, run: Run, verbs: Sequence[m.Verb]) -> bool:
    """5.22.2: what several parts take from one pile must be there for all of them together."""
    wanted: dict[str, int] = {}
    for verb in verbs:
        zone, n = _takes(self, run, verb)
        who = getattr(verb, "who", "you")
        payer = run.performer if who == "you" else self.players(who, run)[0]
        if zone:
            wanted[f"{payer}.{zone}"] = wanted.get(f"{payer}.{zone}", 0) + n
    return all(len(run.table.pile(pile)) >= n for pile, n in wanted.items())


def _takes(self: LuckAndLogic, run: Run, verb: m.Verb) -> tuple[str, int]:
    """Which pile of the payer a part of a cost takes cards from, and how many."""
    if isinstance(verb, m.Pay):
        return "stock", price(self, run, verb)
    what = getattr(verb, "what", None)
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly):
        return "", 0
    n = self.amount(what.quantity.n, run)
    if isinstance(verb, m.Discard):
        return "hand", n
    zones = [self.area_names(area)[0] for area in what.areas]
    taken = isinstance(verb, m.Move) and zones in (["stock"], ["hand"])
    return (zones[0], n) if taken else ("", 0)


def price(self: LuckAndLogic, run: Run, verb: m.Pay) -> int:
    """9.4.3: the stock cards that are paid; a text can change what the abilities of a card cost."""
    run.table.cite("9.4.3")
    n = self.amount(verb.n, run)
    card = run.source.card.card
    if not any(verb is cost for cost in run.ability.costs) or card not in run.table.state.cards:
        return n
    names = ("ability cost", "logic drive cost")[: 1 + ("logic drive" in run.ability.labels)]
    return max(0, n + sum(run.table.peek(card, name) or 0 for name in names))


def can(self: LuckAndLogic, run: Run, verb: m.Verb) -> bool:
    table = run.table
    if isinstance(verb, m.Pay):
        return len(table.pile(f"{run.you}.stock")) >= price(self, run, verb)
    if isinstance(verb, m.Choose) and isinstance(verb.what, m.Selector) and "circle" in verb.what.types:
        return any(True for _ in self.zones(Sight.now(table), run, verb.what))
    if isinstance(verb, m.Move | m.Discard) and isinstance(verb.what, m.Selector):
        if isinstance(verb.what.quantity, m.Every):
            found = self.candidates(Sight.now(table), run, verb.what)
            return any(True for _ in found) or bool(nothing_is_all(table, True))
        if verb.what.end == "top" and verb.what.areas == ("deck",):
            return True  # A-03 is asked for the deck
        if verb.what.areas == ("hand",) and isinstance(verb.what.quantity, m.Exactly):
            return _has_what_it_takes(self, run, verb)
    return Interpreter.can(self, run, verb) and _has_what_it_takes(self, run, verb)


def _has_what_it_takes(self: LuckAndLogic, run: Run, verb: m.Verb) -> bool:
    """Whether there are enough cards that it can be done to."""
    what = getattr(verb, "what", None)
    if isinstance(what, m.Selector):
        if not isinstance(what.quantity, m.Exactly) or (what.bind and what.bind in run.bound):
            return True
        if any(isinstance(each, m.Each) for each in what.filters):
            return True  # of each kind, some are there
    elif not isinstance(what, m.This):
        return True
    able = (card for card in _known_first(self, run, what) if can_be_done_to(run, verb, card))
    wanted = needed(self, run, what)
    return len(list(islice(able, wanted))) >= wanted


def _known_first(self: LuckAndLogic, run: Run, what: m.Target) -> Iterable[CardId]:
    """What a part of a price can take; an unknown card of a hand is told only if it matters."""
    sight = Sight.now(run.table)
    if not isinstance(what, m.Selector) or what.areas != ("hand",):
        return self.pointed_at(sight, run, what)
    hand = sorted(self.unsifted(sight, run, what), key=run.table.is_unknown)
    return (card for card in hand if self.fits(sight, run, what, card))


def needed(self: LuckAndLogic, run: Run, what: m.Target) -> int:
    """How many cards a part of a price takes."""
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly):
        return self.amount(what.quantity.n, run)
    return 1


def can_be_done_to(run: Run, verb: m.Verb, card: CardId) -> bool:
    """1.3.2.1, 1.3.3: what is so already cannot be made so, and what is forbidden cannot be done."""
    table = run.table
    if isinstance(verb, m.Orient):
        act, rests = ("rest", True) if verb.orientation == "rest" else ("stand", False)
        return not is_so_already(table, card, "rested", rests) and not is_stopped(table, act, card)
    if isinstance(verb, m.Flip):
        return not is_so_already(table, card, "face down", verb.face == "down")
    if isinstance(verb, m.Destroy):
        return not is_destroyed(table, card) and not is_stopped(table, "destroy", card)
    if isinstance(verb, m.Discard):
        return not is_stopped(table, "discard", card, run.performer)
    if not isinstance(verb, m.Move):
        return True
    anothers = verb.to.whose == "you" and table.master(card) != run.performer
    return not anothers and not is_stopped(table, "move", card)


def take(
    self: LuckAndLogic, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
) -> tuple[CardId, ...]:
    """5.22.3: a part of a cost is paid with a card to which it can be done."""
    for verb in run.ability.costs:
        if getattr(verb, "what", None) is selector:
            found = [card for card in found if can_be_done_to(run, verb, card)]
    return Interpreter.take(self, run, chooser, found, selector, prompt)


def _may_use_up(self: LuckAndLogic, run: Run, verb: m.Verb) -> list[list[CardId]]:
    what = getattr(verb, "what", None)
    if not used_up(verb) or not isinstance(what, m.This | m.Selector):
        return []
    if isinstance(what, m.Selector) and (not isinstance(what.quantity, m.Exactly) or what.end is not None):
        return []
    found = self.pointed_at(Sight.now(run.table), run, what)
    able = [card for card in found if can_be_done_to(run, verb, card)]
    return [able] * max(0, needed(self, run, what))


def used_up(verb: m.Verb) -> str:
    """What a card can be used for only once in a price: it leaves once, and cannot be put twice into the
    same state (1.3.2.1)."""
    if isinstance(verb, TAKES_AWAY):
        return "leaves"
    if isinstance(verb, m.Orient):
        return verb.orientation
    if isinstance(verb, m.Flip):
        return f"face {verb.face}"
    return "destroyed" if isinstance(verb, m.Destroy) else ""


def at_the_same_time(verbs: Sequence[m.Verb]) -> list[m.Verb]:
    """5.22.2: what is done to cards where they are still works though they also leave."""
    return sorted(verbs, key=lambda verb: not isinstance(verb, m.Orient | m.Flip))


def without(parts: Sequence[Sequence[CardId]], cards: Collection[CardId]) -> list[list[CardId]]:
    return [[card for card in part if card not in cards] for part in parts]


def are_enough(parts: Sequence[Sequence[CardId]]) -> bool:
    """5.22.2: whether each part of a cost can have its own card, among those that can pay for it."""
    payer: dict[CardId, int] = {}

    def find(part: int, tried: set[CardId]) -> bool:
        for card in parts[part]:
            if card not in tried:
                tried.add(card)
                if card not in payer or find(payer[card], tried):
                    payer[card] = part
                    return True
        return False

    return all(find(part, set()) for part in range(len(parts)))


def are_free(cards: Sequence[CardId], n: int, rest: Sequence[Sequence[CardId]]) -> bool:
    """Whether any n of these cards leave enough for the rest of a cost; no, if too many to try."""
    if not set(cards) & {card for part in rest for card in part}:
        return True
    few = comb(len(cards), n) <= WAYS
    return few and all(are_enough(without(rest, some)) for some in combinations(cards, n))
