"""What a skill costs (8-4): whether it can be paid, what is named for it, and paying it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, each_of, known_now
from judgekit.engine.abilities import Proposal
from judgekit.engine.events import Replaced
from judgekit.engine.registry import cited
from judgekit.engine.state import Card, CardId, Facts, Player, area_name
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import look_through
from judgekit.games.dragon_ball_super.ch01_outline import name_a_number
from judgekit.games.dragon_ball_super.ch02_card_data import can_rest_energy, rest_energy
from judgekit.games.dragon_ball_super.ch08_01_skills import BY_THEN, Change, Cost, Use
from judgekit.games.dragon_ball_super.language.choosing import (
    NAMED,
    PAID,
    hand_for,
    is_described,
    is_untold,
    might_fit,
    run_of,
    what_fits,
)
from judgekit.games.dragon_ball_super.language.information import places as described_places
from judgekit.games.dragon_ball_super.printed_keyword import always
from judgekit.games.dragon_ball_super.rules import rules

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

PAYS = "pays"  # what is carried out is a cost
SWITCHES = "switches"  # and to which mode it switches cards
Handling = m.Discard | m.Destroy | m.Move | m.Orient  # verbs that say how often they were done


def cost(self: DragonBallSuper, verb: m.Verb, ability: m.Ability) -> Cost:
    if isinstance(verb, m.Pay):
        return energy(verb, ability)

    def can(table: Table, use: Use) -> bool:
        return self.can(paying(self, table, use, ability), verb)

    def pay(table: Table, use: Use) -> Facts | None:
        run = paying(self, table, use, ability)
        if isinstance(verb, m.Orient):
            run.picked[SWITCHES] = verb.orientation
        absorbs = "union-absorb" in ability.labels and isinstance(verb, m.Stack)
        before = len(table.happened)
        name_the_number(self, run, verb)
        (cited("10-15-1", partial(do_in, self)) if absorbs else partial(do_in, self))(table, run, verb)
        if not self.is_paid(run, verb, before):
            return None
        bound = tuple((f"bound {n}", cards) for n, cards in sorted(run.bound.items()))
        named: Facts = ((NAMED, run.number),) if run.number is not None else ()
        return (*bound, *named, *(((PAID, run.count),) if isinstance(verb, Handling) else ()))

    def change(table: Table, use: Use) -> tuple[Change, ...]:
        return moved_by(self, paying(self, table, use, ability), verb)

    return Cost(type(verb).__name__.lower(), can, pay, change=change)


def paying(self: DragonBallSuper, table: Table, use: Use, ability: m.Ability) -> Run:
    run = run_of(self, table, use, ability)
    run.picked[PAYS] = "yes"
    return run


def places(self: DragonBallSuper, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    """A card whose skill is activated from the hand is being used, and does not pay for it too; nor does a
    card that is in that mode already."""
    used, mode = run.source.card.card, run.picked.get(SWITCHES)
    in_use = PAYS in run.picked and sight.card(used).area == f"{run.you}.hand"
    for card in described_places(self, sight, run, selector):
        if not (in_use and card == used) and (mode is None or is_in_other_mode(sight.card(card), mode)):
            yield card


def energy(verb: m.Pay, ability: m.Ability) -> Cost:
    n = verb.n if isinstance(verb.n, int) else 0

    return Cost(rules.words("cost of energy", n=n), always, lambda table, use: (), n, verb.colours)


def is_paid(self: DragonBallSuper, run: Run, verb: m.Verb, before: int) -> bool:
    """8-4-2-2: whether all of a cost was carried out; something else may stand in for it (A-54)."""
    if any(isinstance(h.event, Replaced) for h in run.table.happened[before:]):
        return run.table.reading("A-54") == "paid"
    what = getattr(verb, "what", None)
    if isinstance(verb, Handling) and isinstance(what, m.Selector):
        return run.done and run.count >= self.amount(getattr(what.quantity, "n", 0), run)
    return run.done


def do_in(self: DragonBallSuper, table: Table, run: Run, verb: m.Verb) -> None:
    self.do(run, verb)


def name_the_number(self: DragonBallSuper, run: Run, verb: m.Verb) -> None:
    """8-5-2-3 determines the cost first: its X is named, and no more than can be paid."""
    what = getattr(verb, "what", None)
    if not isinstance(what, m.Selector) or not is_to_be_named(run, getattr(what.quantity, "n", 0)):
        return
    if isinstance(verb, m.Discard):
        found = hand_for(self, run, self.players(verb.who, run)[0], what)
    elif isinstance(verb, m.Orient | m.Destroy | m.Move):
        found = free_for(self, run, verb, payable_with(self, run, what))
    else:
        return
    run.number = name_a_number(run.table, run.you, run.table.words("number X"), len(found))


def is_to_be_named(run: Run, n: Any) -> bool:
    if not isinstance(n, m.Unknown) or run.number is not None:
        return False
    return not any(defined.letter == n.letter for defined in run.ability.letters)


def at_least(self: DragonBallSuper, run: Run, n: Any) -> int:
    """How many cards a cost needs; one, if the number is still to be named (1-3-5)."""
    return 1 if is_to_be_named(run, n) else self.amount(n, run)


def can(self: DragonBallSuper, run: Run, verb: m.Verb) -> bool:
    what = getattr(verb, "what", None)
    if each_of(what) is not None:
        return Interpreter.can(self, run, verb)
    if isinstance(verb, m.Pay):
        return can_rest_energy(run.table, run.you, self.amount(verb.n, run), verb.colours)
    if isinstance(verb, Handling) and is_counted(run, verb):
        return left_by_then(self, run, verb, handled(self, run, verb)) >= needed_by(self, run, verb)
    if not isinstance(what, m.Selector) or not is_untold(self, run, what):
        return Interpreter.can(self, run, verb)
    least = what.quantity.n if isinstance(what.quantity, m.Exactly) else 0
    return len(might_fit(self, run, what)) >= at_least(self, run, least)


def possible(self: DragonBallSuper, run: Run, verbs: Sequence[m.Verb]) -> bool:
    """Whether all of several instructions can be done, each after those before it."""
    moved: tuple[Change, ...] = run.fact(BY_THEN) or ()
    known = known_now(run, verbs)
    for verb in known:
        if not self.can(when_moved(run, moved), verb):
            return False
        moved += moved_by(self, run, verb) if verb is not known[-1] else ()
    return True


def when_moved(run: Run, moved: tuple[Change, ...]) -> Run:
    if not moved:
        return run
    others = (one for one in run.source.facts if one[0] != BY_THEN)
    return replace(run, source=run.source.altered(facts=(*others, (BY_THEN, moved))))


def is_counted(run: Run, verb: Handling) -> bool:
    """Whether it is done to so many of the cards that are there, or to this card."""
    what = verb.what
    if isinstance(verb, m.Discard):
        return isinstance(what, m.Selector)
    if not isinstance(what, m.Selector):
        return isinstance(what, m.This)
    return isinstance(what.quantity, m.Exactly) and what.end is None and what.bind not in run.bound


def needed_by(self: DragonBallSuper, run: Run, verb: Handling) -> int:
    what = verb.what
    return at_least(self, run, getattr(what.quantity, "n", 0)) if isinstance(what, m.Selector) else 1


def left_by_then(self: DragonBallSuper, run: Run, verb: Handling, found: Sequence[CardId]) -> int:
    """How many cards this can be done to when what comes before it has been done."""
    left, there = len(found), {*own_area(self, run, verb), *mode_of(verb)}
    for where, n, cards in run.fact(BY_THEN) or ():
        if where in there and n < 0:  # of these, the others go first
            left -= max(0, -n - len({*cards} - {*found}))
        elif where in there:
            left += come_by_then(self, run, verb.what, n, cards)
    return left


def come_by_then(self: DragonBallSuper, run: Run, what: m.Target, n: int, cards: Sequence[CardId]) -> int:
    """How many of the cards that have come this can be done to as well."""
    if not isinstance(what, m.Selector):
        return 0
    if not is_described(what):
        return n
    return min(n, len(look_through(run.table, cards, what_fits(self, run, what), len(cards))))


def payable_with(self: DragonBallSuper, run: Run, what: m.Selector) -> Iterable[CardId]:
    """The cards that a cost describes; unknown cards are asked about when they are taken."""
    if is_untold(self, run, what):
        return might_fit(self, run, what)
    return self.candidates(Sight.now(run.table), run, what)


def is_in_other_mode(card: Card, mode: str) -> bool:
    return bool(card.mark("rest")) != (mode == "rest")


def free_for(
    self: DragonBallSuper, run: Run, verb: m.Orient | m.Destroy | m.Move, cards: Iterable[CardId]
) -> list[CardId]:
    """The cards that something can be done to: it is not forbidden, and not already done."""
    if isinstance(verb, m.Orient):
        there = list(cards)
        cards = [card for card in there if is_in_other_mode(run.table.card(card), verb.orientation)]
        if len(cards) < len(there):
            run.table.cite("1-3-2-1")
    return [card for card in cards if not run.table.is_forbidden(doing(self, run, verb, card))]


def doing(self: DragonBallSuper, run: Run, verb: m.Orient | m.Destroy | m.Move, card: CardId) -> Proposal:
    """What is about to happen to a card that pays for something."""
    now, by = run.table.card(card), (("by", "cost"),)
    if isinstance(verb, m.Orient):
        return Proposal(verb.orientation, run.table.master(card), card, facts=by)
    if isinstance(verb, m.Destroy):
        return Proposal("KO", run.table.master(card), card, now.area, f"{now.owner}.drop", by)
    (name,) = self.area_names(verb.to.area)
    return Proposal("move", now.owner, card, now.area, f"{now.owner}.{name}", by)


def _do_pay(self: DragonBallSuper, run: Run, verb: m.Pay, player: Player) -> None:
    n = self.amount(verb.n, run)
    run.done = can_rest_energy(run.table, player, n, verb.colours)
    if run.done:
        rest_energy(run.table, player, n, verb.colours)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Pay: _do_pay,
}


def moved_by(self: DragonBallSuper, run: Run, verb: m.Verb) -> tuple[Change, ...]:
    """How a part of a cost changes the player's own areas, if the text gives a number."""
    if isinstance(verb, m.Draw):
        n = verb.n if verb.who == "you" and isinstance(verb.n, int) and not verb.up_to else 0
        return (("hand", n, ()),)
    if not isinstance(verb, Handling):
        return ()
    cards = tuple(handled(self, run, verb))
    least, most = numbers_of(verb.what, len(cards))
    if isinstance(verb, m.Orient):
        return tuple((mode, -least, cards) for mode in mode_of(verb))
    if not is_own(verb):
        return ()
    left, to = own_area(self, run, verb), destination(self, verb)
    return (*((area, -least, cards) for area in left), *((area, most, cards) for area in to))


def numbers_of(what: m.Target, there: int) -> tuple[int, int]:
    """How many of the cards that are there it is done to, at least and at most."""
    if isinstance(what, m.This):
        return 1, 1
    quantity = what.quantity if isinstance(what, m.Selector) else None
    n = getattr(quantity, "n", there)
    if not isinstance(n, int):
        return 0, 0
    match quantity:
        case m.Exactly():
            return n, n
        case m.UpTo():
            return 0, min(n, there)
        case m.AtLeast():
            return n, there
        case m.Every():
            return there, there
        case m.AnyNumber():
            return 0, there
    return 0, 0


def handled(self: DragonBallSuper, run: Run, verb: Handling) -> list[CardId]:
    """The cards that it can be done to."""
    what = verb.what
    if isinstance(verb, m.Discard):
        who = self.players(verb.who, run)[0]
        return hand_for(self, run, who, what) if isinstance(what, m.Selector) else []
    if isinstance(what, m.Selector):
        return free_for(self, run, verb, payable_with(self, run, what))
    return free_for(self, run, verb, self.this(Sight.now(run.table), run))


def own_area(self: DragonBallSuper, run: Run, verb: Handling) -> Sequence[str]:
    """The one area of the player's that the cards are in; none, if there are several."""
    if isinstance(verb.what, m.This):
        return [area_name(run.table.card(card).area) for card in self.this(Sight.now(run.table), run)]
    if isinstance(verb, m.Discard):
        return ("hand",) if verb.who == "you" else ()
    if not isinstance(verb.what, m.Selector) or verb.what.whose != "you":
        return ()
    names = self.areas_meant(verb.what)
    return names if len(names) == 1 else ()


def is_own(verb: Handling) -> bool:
    """Whether the cards are the player's."""
    if isinstance(verb, m.Discard):
        return verb.who == "you"
    return isinstance(verb.what, m.This) or (isinstance(verb.what, m.Selector) and verb.what.whose == "you")


def destination(self: DragonBallSuper, verb: m.Discard | m.Destroy | m.Move) -> Sequence[str]:
    """Which of the player's areas the cards go to; none, if they are the opponent's."""
    if not isinstance(verb, m.Move):
        return ("drop",)
    names = self.area_names(verb.to.area) if verb.to.whose != "opponent" else ()
    return names if len(names) == 1 else ()


def mode_of(verb: Handling) -> Sequence[str]:
    """The mode that the cards must not be in."""
    return (f"not {verb.orientation}",) if isinstance(verb, m.Orient) else ()
