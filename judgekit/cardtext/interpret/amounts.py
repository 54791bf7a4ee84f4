"""How many, and whether it is so: amounts and conditions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.cards import alike_in, differing
from judgekit.cardtext.interpret.filters import Filters
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Sight, compare
from judgekit.engine.state import CardId


def is_topped(amount: m.ValueOf) -> bool:
    """ "The highest level among …": those that have it all have the same."""
    filters = amount.what.filters if isinstance(amount.what, m.Selector) else ()
    return any(isinstance(each, m.Extreme) and each.stat == amount.stat for each in filters)


class Amounts(Filters):
    """Amounts as numbers, conditions as yes or no."""

    def amount(
        self, amount: m.Amount | None, run: Run, sight: Sight | None = None, card: CardId | None = None
    ) -> int:
        if isinstance(amount, int):
            return amount
        sight = sight or Sight.now(run.table)
        if isinstance(amount, m.Count):
            return self._count(amount, run, sight)
        if isinstance(amount, m.ValueOf):
            cards = self.known(sight, run, amount.what)
            values = [self.stat(sight, run, card, amount.stat) or 0 for card in cards]
            return sum(values[:1] if is_topped(amount) else values)
        if isinstance(amount, m.PlayerNumber):
            return sum(self.player_number(sight, p, amount.number) for p in self.players(amount.who, run))
        if isinstance(amount, m.Plus):
            return self.amount(amount.left, run, sight, card) + self.amount(amount.right, run, sight, card)
        if isinstance(amount, m.Minus):
            return self.amount(amount.left, run, sight, card) - self.amount(amount.right, run, sight, card)
        if isinstance(amount, m.Difference):
            return abs(
                self.amount(amount.left, run, sight, card) - self.amount(amount.right, run, sight, card)
            )
        if isinstance(amount, m.OfTwo):
            two = [self.amount(each, run, sight, card) for each in (amount.left, amount.right)]
            return max(two) if amount.which == "highest" else min(two)
        if isinstance(amount, m.Excess):
            return max(0, self.amount(amount.amount, run, sight, card) - amount.over)
        if isinstance(amount, m.Times):
            steps = self.amount(amount.amount, run, sight, card) // amount.every
            return self.amount(amount.factor, run, sight, card) * steps
        if isinstance(amount, m.Half):
            whole = self.amount(amount.amount, run, sight, card)
            return -(-whole // 2) if amount.rounded == "up" else whole // 2
        if isinstance(amount, m.ThatMany):
            return run.count if amount.way else int(run.fact("number", run.count))
        if isinstance(amount, m.NoMore):
            return min(amount.most, self.amount(amount.amount, run, sight, card))
        if isinstance(amount, m.NoLess):
            return max(amount.least, self.amount(amount.amount, run, sight, card))
        if isinstance(amount, m.ChosenNumber):
            return run.number or 0
        if isinstance(amount, m.HowOften):
            return self.how_often(sight, run, amount)
        if isinstance(amount, m.DownTo):
            return self._down_to(amount, run, sight)
        if isinstance(amount, m.Unknown):
            return self._letter(amount, run, sight)
        return 0

    def known(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        return self.pointed_at(sight, run, target)

    def _count(self, amount: m.Count, run: Run, sight: Sight) -> int:
        if set(amount.what.types) & PLACES:
            return len(list(self.zones(sight, run, amount.what)))
        found = self.counted(sight, run, amount.what)
        if apart := differing(amount.what):
            return self.most_unlike(sight, apart, found)
        if alike := alike_in(amount.what):
            return self.most_alike(run, alike, found, len(found))
        if amount.different:
            return len({v for card in found for v in self.kinds(sight, card, amount.different)})
        return len(found)

    def _down_to(self, amount: m.DownTo, run: Run, sight: Sight) -> int:
        pile = list(self.places(sight, run, amount.what))
        fitting = (at for at, card in enumerate(pile, 1) if self.fits(sight, run, amount.what, card))
        return next(islice(fitting, amount.nth - 1, None), len(pile))

    def counted(self, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
        """The cards that a number counts."""
        return list(self.candidates(sight, run, what))

    def _letter(self, amount: m.Unknown, run: Run, sight: Sight) -> int:
        for letter in run.ability.letters:
            if letter.letter == amount.letter:
                return self.amount(letter.amount, run, sight)
        if run.number is None:
            run.number = self.choose_letter(run, run.table.words("what is X", letter=amount.letter))
        return run.number

    def choose_letter(self, run: Run, asked: str) -> int:
        """A letter that nothing explains: its player names a number."""
        return run.table.choose_number(run.performer, 0, 99, asked)

    def all_hold(self, conditions: Iterable[m.Condition], run: Run, sight: Sight | None = None) -> bool:
        return all(self.holds(condition, run, sight) for condition in conditions)

    def holds(self, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
        sight = sight or Sight.now(run.table)
        if isinstance(condition, m.Compare):
            if any(is_of_nothing(run, side) for side in (condition.left, condition.right)):
                return False
            left = self.amount(condition.left, run, sight)
            if isinstance(condition.left, m.Count) and condition.left.what.bind:
                found = tuple(self.counted(sight, run, condition.left.what))
                self.keep_in_mind(run, condition.left.what, found)
            return compare(left, condition.compare, self.amount(condition.right, run, sight))
        if isinstance(condition, m.Matches):
            cards = self.spoken_of(sight, run, condition.what)
            like = condition.like
            self.keep_in_mind(run, condition.what, cards)
            return bool(cards) and all(
                self.fits(sight, run, like, c, skip_areas=not like.areas and like.whose == "any")
                for c in cards
            )
        if isinstance(condition, m.DuringTurn):
            return sight.state.turn_player in self.players(condition.whose, run)
        if isinstance(condition, m.DuringPhase):
            whose = condition.whose == "any" or sight.state.turn_player in self.players(condition.whose, run)
            return whose and self.is_phase(sight, condition.phase)
        if isinstance(condition, m.Happened):
            return self.has_happened(sight, run, condition)
        if isinstance(condition, m.Done):
            if condition.n:
                return bool(run.bound.get(condition.n))
            return run.done and run.count >= condition.least
        if isinstance(condition, m.DidSo):
            return any(run.agreed.get(player, False) for player in self.players(condition.who, run))
        if isinstance(condition, m.NotSo):
            return not self.is_left_out(run, condition.what) and not self.holds(condition.what, run, sight)
        if isinstance(condition, m.OneHolds):
            return any(self.holds(one, run, sight) for one in condition.conditions)
        if isinstance(condition, m.AllHold):
            return all(self.holds(one, run, sight) for one in condition.conditions)
        raise NoMeaning(f"{self.game} gives no meaning to {type(condition).__name__}")

    def is_left_out(self, run: Run, condition: m.Condition) -> bool:
        """Said of a chosen card, where there is none: neither this nor its opposite holds, unless it asks
        whether the card is still there."""
        if isinstance(condition, m.Compare):
            return any(is_of_nothing(run, side) for side in (condition.left, condition.right))
        if not isinstance(condition, m.Matches) or m.State("in play") in condition.like.filters:
            return False
        return is_nothing(run, condition.what)

    def keep_in_mind(self, run: Run, what: m.Target, cards: tuple[CardId, ...]) -> None:
        """What a condition has asked about can be “it” from then on."""
        if isinstance(what, m.Selector) and what.bind:
            run.bound[what.bind] = cards

    def spoken_of(self, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
        """The cards that a condition is about; for a pile, those at the end that it names."""
        cards = self.pointed_at(sight, run, what)
        if not isinstance(what, m.Selector) or what.end is None:
            return cards
        many = what.quantity
        return cards[: self.amount(many.n, run, sight) if isinstance(many, m.Exactly) else 1]


PLACES = frozenset({"zone", "circle", "attack zone", "defense zone"})


def is_of_nothing(run: Run, amount: m.Amount) -> bool:
    """A number of a chosen card, where none was chosen: nothing can be said of it."""
    return isinstance(amount, m.ValueOf) and is_nothing(run, amount.what)


def is_nothing(run: Run, what: m.Target) -> bool:
    """A choice that found no card."""
    return isinstance(what, m.Bound) and what.n in run.bound and not run.bound[what.n]
