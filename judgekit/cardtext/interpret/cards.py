"""Which cards are meant: what is pointed at, what a description fits, and what is chosen of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.sight import Run, Sight, Zone, compare
from judgekit.cardtext.interpret.unfit import checks
from judgekit.cardtext.interpret.vocabulary import Vocabulary
from judgekit.cardtext.wording.abilities import addressed, purpose
from judgekit.engine.state import CardId, Player, host_of
from judgekit.engine.table import Table

NOT_AFFECTED = "not affected"
ITSELF = 0  # the choice that is the card being moved
TAKEN = -1  # where the cards of the kinds before are kept, while some of each are taken
NOT_TWICE = m.Among(m.Bound(TAKEN))
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
APART = "different "  # begins the state of cards that must differ: "different name"


class Cards(Vocabulary, ABC):
    """Targets made into cards."""

    @abstractmethod
    def passes(self, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
        """Whether a card passes a filter of a description."""

    @abstractmethod
    def amount(
        self, amount: m.Amount | None, run: Run, sight: Sight | None = None, card: CardId | None = None
    ) -> int:
        """The current number of an amount; for `card`, where the text says it of each card."""

    def cards(self, run: Run, target: m.Target, choose: bool = True, prompt: str = "") -> tuple[CardId, ...]:
        """The cards that a target means, chosen where there is a choice."""
        found = self._cards(run, target, choose, prompt)
        return self.acted_on(run, target, tuple(c for c in found if c in run.table.state.cards))

    def acted_on(self, run: Run, target: m.Target, found: tuple[CardId, ...]) -> tuple[CardId, ...]:
        """Of the cards that the instruction at work is about, those that its effect reaches."""
        verb = run.acting
        if verb is None or any(verb is node for cost in run.ability.costs for node in m.walk(cost)):
            return found
        if any(target is getattr(verb, name) for name in verb.__struct_fields__ if name != "what"):
            return found
        return self.reached(run, found)

    def reached(self, run: Run, found: tuple[CardId, ...]) -> tuple[CardId, ...]:
        """Without the cards that a text keeps from being affected by it."""
        by = run.source.card.card, run.you
        return tuple(c for c in found if not run.table.has_status(NOT_AFFECTED, (c, *by)))

    def purpose(self, run: Run, target: m.Selector, prompt: str, several: bool = False) -> str:
        """What an unanswered choice asks: whose text asks, for what, and for what purpose. It may come in
        several questions, of which some are answered."""
        is_answered = run.table.answered < len(run.table.state.answers)
        if (is_answered and not (several or asks_again(target))) or isinstance(
            target.quantity, m.Every | m.Some
        ):
            return prompt
        said = purpose(target, self.game, prompt, (*run.ability.costs, *run.ability.body))
        said = addressed(said, self.chooser(run, target) == run.you)
        return f"{run.table.label(run.source.card.card)}: {said}"

    def _cards(self, run: Run, target: m.Target, choose: bool, prompt: str) -> tuple[CardId, ...]:
        if isinstance(target, m.Selector):
            if id(target) in run.early:
                return run.early[id(target)]
            if choose:
                return self.chosen(run, target, prompt)
            return self._found(run, target)
        return self.pointed_at(Sight.now(run.table), run, target)

    def chosen(self, run: Run, target: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        """Choose as the words say. Whoever looks at the question can be told why a card is not offered."""
        run.table.describes = partial(checks, self, run, target)
        taken = self.select(run, target, self.purpose(run, target, prompt))
        run.table.describes = None
        return taken

    def _found(self, run: Run, target: m.Selector) -> tuple[CardId, ...]:
        return tuple(self.candidates(Sight.now(run.table), run, target))

    def pointed_at(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        """Targets that leave nothing to choose."""
        if isinstance(target, m.This):
            return self.this(sight, run)
        if isinstance(target, m.Subject | m.Object):
            card = run.fact("subject" if isinstance(target, m.Subject) else "object")
            return (CardId(card),) if card is not None and card in sight.state.cards else ()
        if isinstance(target, m.Bound):
            return run.bound.get(target.n, ())
        if isinstance(target, m.Itself):
            return run.bound.get(ITSELF, ())
        if isinstance(target, m.Rest):
            taken = run.bound.get(target.n, ())
            left = [c for c in taken if c in sight.state.cards and (target.n, c) not in run.apart]
            return tuple(c for c in left if sight.card(c).area == run.places.get(c))
        if isinstance(target, m.Host):
            host = host_of(sight.card(run.source.card.card).area)
            return (host,) if host is not None else ()
        if isinstance(target, m.Union):
            parts = [self._cards(run, part, True, "") for part in target.parts]
            return tuple(dict.fromkeys(c for part in parts for c in part))
        if isinstance(target, m.Role):
            found = self.role(sight, run, target.role)
            kind = m.Selector(m.Some(), types=(target.kind,))
            return tuple(c for c in found if not target.kind or self.fits(sight, run, kind, c))
        if isinstance(target, m.Selector):
            return tuple(self.candidates(sight, run, target))
        return ()

    def this(self, sight: Sight, run: Run) -> tuple[CardId, ...]:
        """The card itself, as the object it was; followed through the move that set its ability off."""
        card = sight.state.cards.get(run.source.card.card)
        if card is None:
            return ()
        followed = run.fact("subject") == card.id and card.object == run.source.card.object + 1
        return (card.id,) if card.object == run.source.card.object or followed else ()

    def two_to_swap(self, run: Run, verb: m.Swap) -> tuple[CardId, ...]:
        """The two cards that trade places; fewer, if they are not there."""
        if verb.other is None:
            return self.cards(run, verb.one, prompt=run.table.words("to exchange"))[:2]
        one = self.cards(run, verb.one)[:1]
        return one + self.cards(run, verb.other, prompt=run.table.words("to exchange with"))[:1]

    def live_targets(self, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
        """What a continuous effect applies to: its fixed set, or whatever the words fit now."""
        return self.reached(run, self._lasting_targets(sight, run, target))

    def _lasting_targets(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        if run.source.cards is not None:
            return tuple(ref.card for ref in run.source.cards if sight.state.current(ref) is not None)
        return tuple(self.pointed_at(sight, run, target))

    def is_lasting_on(self, table: Table, run: Run, target: m.Target, card: CardId) -> bool:
        """Whether a lasting effect is about a card: one it was fixed on, or one the words fit now."""
        if run.source.cards is None:
            return self.is_target(table, run, target, card) and bool(self.reached(run, (card,)))
        return card in self.live_targets(Sight.now(table), run, target)

    def is_target(
        self, table: Table, run: Run, target: m.Target, card: CardId, sight: Sight | None = None
    ) -> bool:
        """Whether a card is, or is one of, what a target describes."""
        if isinstance(target, m.This):
            return card == run.source.card.card
        sight = sight or Sight.now(table)
        if isinstance(target, m.Selector):
            if not target.areas and not target.types:
                return card in sight.state.cards and self.fits(sight, run, target, card)
            here = card in sight.state.cards
            normal = target.areas or self.usual_areas(target.types)
            return here and self.is_in(sight, card, normal) and self.fits(sight, run, target, card)
        return card in self.pointed_at(sight, run, target)

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """Every card that the words fit: whose, where, which type, which filters."""
        listed = not any(isinstance(f, m.Among) for f in selector.filters)
        for card in self.unsifted(sight, run, selector):
            if self.fits(sight, run, selector, card, skip_areas=listed):
                yield card

    def best(self, sight: Sight, run: Run, group: m.Extreme, found: Sequence[CardId]) -> list[CardId]:
        """Of cards that all other words fit, those with the highest or the lowest number."""
        values = {card: self.stat(sight, run, card, group.stat) or 0 for card in found}
        best = (max if group.which == "highest" else min)(values.values(), default=0)
        return [card for card in found if values[card] == best]

    def unsifted(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """The cards among which a description must be met."""
        among = next((f for f in selector.filters if isinstance(f, m.Among)), None)
        pool = self.places(sight, run, selector) if among is None else self.pointed_at(sight, run, among.what)
        return (card for card in pool if card in sight.state.cards)

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """The cards of the areas that a selector names, or where such cards normally are."""
        whose = selector.whose if selector.whose != "any" else "each"
        for player in self.players(whose, run):
            for name in selector.areas or self.usual_areas(selector.types):
                for where in self.area_names(name):
                    pile = sight.pile(where if self.is_shared(where) else f"{player}.{where}")
                    if selector.end == "bottom":
                        pile = pile[::-1]
                    yield from self.uncovered(pile)

    def uncovered(self, pile: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return pile

    def fits(
        self, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
    ) -> bool:
        """Whether a card matches a description; “with the lowest …” is asked of all that fit it."""
        if any(isinstance(f, m.Extreme) for f in selector.filters):
            return card in self.candidates(sight, run, selector)
        if selector.types and not any(self.is_type(sight, card, kind, run) for kind in selector.types):
            return False
        if not skip_areas:
            if selector.areas and not self.is_in(sight, card, selector.areas):
                return False
            if selector.whose != "any" and sight.master(card) not in self.players(selector.whose, run):
                return False
        return all(self.passes(sight, run, f, card) for f in selector.filters)

    def select(self, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        """Choose as the words say, and remember what was taken."""
        chooser = self.chooser(run, selector)
        if (each := each_of(selector)) is not None:
            taken = self.take_each(run, chooser, each, prompt)
        else:
            found = list(self.candidates(Sight.now(run.table), run, selector))
            taken = self.take(run, chooser, found, selector, prompt)
        run.take(selector, taken)
        run.set_apart(selector, taken)
        run.objects |= {card: run.table.card(card).object for card in taken}
        return taken

    def take_each(self, run: Run, chooser: Player, each: m.Each, prompt: str) -> tuple[CardId, ...]:
        """From each kind, or from one of them, take what its words say; no card counts twice."""
        kinds = [self.kind_to_take(run, chooser, each)] if each.one else each.kinds
        taken: list[CardId] = []
        for kind in kinds:
            run.bound[TAKEN] = tuple(taken)
            taken += self.select(run, replace(kind, filters=(*kind.filters, m.Not(NOT_TWICE))), prompt)
        run.bound.pop(TAKEN, None)
        return tuple(taken)

    def kind_to_take(self, run: Run, chooser: Player, each: m.Each) -> m.Selector:
        sight = Sight.now(run.table)
        there = [at for at, kind in enumerate(each.kinds) if any(self.candidates(sight, run, kind))] or [0]
        options = [(str(at + 1), run.table.words("kind of card", ordinal=ORDINALS[at])) for at in there]
        return each.kinds[int(run.table.pick(chooser, options, run.table.words("which kind"))) - 1]

    def chooser(self, run: Run, selector: m.Selector) -> Player:
        if selector.chooser in ("", "random"):
            return run.performer
        return self.players(selector.chooser, run)[0]

    def take(
        self, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
    ) -> tuple[CardId, ...]:
        quantity = selector.quantity
        if isinstance(quantity, m.Every | m.Some):
            return tuple(found)
        text = prompt or run.table.words("to choose")
        apart = differing(selector)
        if limits := [f for f in selector.filters if isinstance(f, m.Together)]:
            return self.take_within(run, chooser, found, quantity, limits, apart, text)
        if apart and not isinstance(quantity, m.AnyNumber | m.AtLeast):
            n = self.amount(quantity.n, run)
            return self.take_apart(run, chooser, found, apart, n, isinstance(quantity, m.UpTo), text)
        if alike := alike_in(selector):
            return self.take_alike(run, chooser, found, quantity, alike, text)
        if isinstance(quantity, m.AnyNumber):
            return run.table.choose(chooser, found, text, 0, len(found))
        n = max(0, self.amount(quantity.n, run))
        if selector.end is not None and selector.whose == "each":  # so many of each player's pile
            piles = dict.fromkeys(run.table.card(card).area for card in found)
            mine = replace(selector, whose="you")
            each = ([card for card in found if run.table.card(card).area == pile] for pile in piles)
            return tuple(card for own in each for card in self.take(run, chooser, own, mine, prompt))
        if selector.end is not None:
            if isinstance(quantity, m.UpTo):
                return tuple(found[: self.up_to(run, chooser, min(n, len(found)), text)])
            if len(found) < n:
                self.done_in_part(run)
            return tuple(found[:n])
        if isinstance(quantity, m.AtLeast):
            return run.table.choose(chooser, found, text, n, len(found))
        if selector.chooser == "random" and found:
            return self.take_at_random(run, found, n)
        return self.choose_targets(run, chooser, found, n, isinstance(quantity, m.UpTo), text)

    def how_many(self, run: Run, chooser: Player, quantity: m.Quantity | None, prompt: str) -> int:
        """Of cards that come off a pile in order, only their number is chosen."""
        n = max(0, self.amount(getattr(quantity, "n", 1), run))
        return self.up_to(run, chooser, n, prompt) if isinstance(quantity, m.UpTo) else n

    def up_to(self, run: Run, chooser: Player, most: int, prompt: str) -> int:
        """How many of the cards on top are taken, where any number up to `most` is allowed."""
        asked = run.table.words("how many of them", prompt=prompt)
        return run.table.choose_number(chooser, 0, most, asked) if most else 0

    def done_in_part(self, run: Run) -> None:
        """There are fewer cards than the words ask for: the clause by which the others are waived."""

    def take_within(
        self, run: Run, chooser: Player, found: list[CardId], quantity: m.Quantity,
        limits: Sequence[m.Together], apart: list[str], prompt: str,
    ) -> tuple[CardId, ...]:  # fmt: skip
        """One after the other, as long as their sum stays within the limits; each unlike those before."""
        if any(each.compare not in ("at most", "less") for each in limits):
            return self.take_to_total(run, chooser, found, quantity, limits, prompt)
        n = max(0, self.amount(getattr(quantity, "n", len(found)), run))
        exact = isinstance(quantity, m.Exactly)
        while exact and n and not self.adds_up(run, limits, self.smallest(run, limits, found, n)):
            n -= 1
        taken: tuple[CardId, ...] = ()
        while len(taken) < n:
            left = []
            for card in (each for each in found if each not in taken):
                others = [each for each in found if each not in taken and each != card]
                rest = self.smallest(run, limits, others, n - len(taken) - 1) if exact else ()
                unlike = self.is_unlike(Sight.now(run.table), apart, card, taken)
                if unlike and self.adds_up(run, limits, (*taken, card, *rest)):
                    left.append(card)
            more = self.choose_targets(run, chooser, left, 1, not exact, prompt) if left else ()
            if not more:
                break
            taken += more
        return taken

    def take_to_total(
        self, run: Run, chooser: Player, found: list[CardId], quantity: m.Quantity,
        limits: Sequence[m.Together], prompt: str,
    ) -> tuple[CardId, ...]:  # fmt: skip
        """One after the other, until their sum is what the words demand; nothing, if it cannot be."""
        taken: tuple[CardId, ...] = ()
        n = max(0, self.amount(getattr(quantity, "n", len(found)), run))
        while len(taken) < n:
            left = [
                card
                for card in found
                if card not in taken and self.reaches(run, found, quantity, limits, (*taken, card))
            ]
            enough = not isinstance(quantity, m.Exactly) and self.adds_up(run, limits, taken)
            more = self.choose_targets(run, chooser, left, 1, enough, prompt) if left else ()
            if not more:
                break
            taken += more
        return taken if self.adds_up(run, limits, taken) else ()

    def reaches(
        self, run: Run, found: Sequence[CardId], quantity: m.Quantity,
        limits: Sequence[m.Together], taken: Sequence[CardId] = (),
    ) -> bool:  # fmt: skip
        """Whether some of the cards, with those taken already, add up to what the words demand."""
        n = max(0, self.amount(getattr(quantity, "n", len(found)), run))
        others = [card for card in found if card not in taken]
        fewest = n - len(taken) if isinstance(quantity, m.Exactly) else 0
        sight = Sight.now(run.table)
        values = [[self.stat(sight, run, card, each.stat) or 0 for each in limits] for card in others]
        sums = {(0, *(sum(self.stat(sight, run, c, each.stat) or 0 for c in taken) for each in limits))}
        for value in values:
            sums |= {
                (one[0] + 1, *(a + b for a, b in zip(one[1:], value, strict=True)))
                for one in sums
                if one[0] < n - len(taken)
            }
        bounds = [(each.compare, self.amount(each.amount, run, sight)) for each in limits]
        return any(
            one[0] >= fewest and all(compare(a, how, b) for a, (how, b) in zip(one[1:], bounds, strict=True))
            for one in sums
        )

    def smallest(
        self, run: Run, limits: Sequence[m.Together], found: Sequence[CardId], n: int
    ) -> tuple[CardId, ...]:
        sight = Sight.now(run.table)
        return tuple(sorted(found, key=lambda card: self.stat(sight, run, card, limits[0].stat) or 0)[:n])

    def adds_up(self, run: Run, limits: Sequence[m.Together], cards: Sequence[CardId]) -> bool:
        sight = Sight.now(run.table)
        return all(
            compare(
                sum(self.stat(sight, run, card, each.stat) or 0 for card in cards),
                each.compare,
                self.amount(each.amount, run, sight),
            )
            for each in limits
        )

    def take_at_random(self, run: Run, found: list[CardId], n: int) -> tuple[CardId, ...]:
        taken: list[CardId] = []
        for _ in range(min(n, len(found))):
            left = [card for card in found if card not in taken]
            taken.append(run.table.chance_card(run.table.words("at random"), left))
        return tuple(taken)

    def take_apart(
        self,
        run: Run,
        chooser: Player,
        found: list[CardId],
        apart: list[str],
        n: int,
        up_to: bool,
        prompt: str,
    ) -> tuple[CardId, ...]:
        """One after the other, each unlike those before it in its name, its traits …"""
        sight, taken = Sight.now(run.table), list[CardId]()
        for _ in range(max(0, n)):
            left = [c for c in found if c not in taken and self.is_unlike(sight, apart, c, taken)]
            more = self.choose_targets(run, chooser, left, 1, up_to, prompt) if left else ()
            if not more:
                break
            taken += more
        return tuple(taken)

    def most_unlike(self, sight: Sight, apart: list[str], found: Sequence[CardId]) -> int:
        """How many of these cards can be named without one that is like another."""
        kinds = {str([sorted(self.values(sight, card, what)) for what in apart]): card for card in found}
        if not kinds:
            return 0
        first, *others = kinds.values()
        unlike = [other for other in others if self.is_unlike(sight, apart, other, (first,))]
        with_it = 1 + self.most_unlike(sight, apart, unlike)
        alike = len(unlike) < len(others)  # then it may pay to leave it out
        return max(with_it, self.most_unlike(sight, apart, others)) if alike else with_it

    def is_unlike(self, sight: Sight, apart: list[str], card: CardId, others: Sequence[CardId]) -> bool:
        return not any(
            set(self.values(sight, card, what)) & set(self.values(sight, other, what))
            for what in apart
            for other in others
        )

    def take_alike(
        self, run: Run, chooser: Player, found: list[CardId], quantity: m.Quantity,
        alike: Sequence[m.Alike], prompt: str,
    ) -> tuple[CardId, ...]:  # fmt: skip
        """One after the other, each like those before it; of an exact number none, if no two are."""
        n, taken = self.amount(getattr(quantity, "n", len(found)), run), tuple[CardId, ...]()
        free = isinstance(quantity, m.UpTo | m.AnyNumber)
        least = 0 if free else self.most_alike(run, alike, found, n)
        most = least if isinstance(quantity, m.Exactly) else n if free else len(found) if least else 0
        while len(taken) < most:
            left = [
                card for card in found
                if card not in taken and self.most_alike(run, alike, found, least, (*taken, card)) >= least
                and self.are_alike(run, alike, (*taken, card))
            ]  # fmt: skip
            more = self.choose_targets(run, chooser, left, 1, len(taken) >= least, prompt) if left else ()
            if not more:
                break
            taken += more
        return taken

    def most_alike(
        self, run: Run, alike: Sequence[m.Alike], found: Sequence[CardId], enough: int,
        taken: tuple[CardId, ...] = (),
    ) -> int:  # fmt: skip
        """How many of these cards, up to so many, are alike, with those taken; a card alone is not."""
        if not self.are_alike(run, alike, taken):
            return 0
        if len(taken) >= enough:
            return len(taken)
        best = len(taken) if len(taken) > 1 else 0
        for at, card in enumerate(found):
            if card not in taken and best < enough:
                best = max(best, self.most_alike(run, alike, found[at + 1 :], enough, (*taken, card)))
        return best

    def go_together(self, run: Run, selector: m.Selector, cards: Sequence[CardId]) -> bool:
        """Whether cards that fit can all be taken: unlike each other, alike, or within a sum."""
        sight, limits = Sight.now(run.table), [f for f in selector.filters if isinstance(f, m.Together)]
        within = self.adds_up(run, [f for f in limits if f.compare in ("at most", "less")], cards)
        pairs = ((card, cards[:at]) for at, card in enumerate(cards))
        unlike = all(self.is_unlike(sight, differing(selector), *pair) for pair in pairs)
        return within and unlike and self.are_alike(run, alike_in(selector), cards)

    def are_alike(self, run: Run, alike: Sequence[m.Alike], cards: Sequence[CardId]) -> bool:
        sight = Sight.now(run.table)
        spots = [self.zone_of(sight, card) for card in cards]
        pairs = [(one, other) for at, one in enumerate(spots) for other in spots[at + 1 :]]
        for each in alike:
            held = [set(self.values(sight, card, each.what)) for card in cards if each.what]
            if held and not set.intersection(*held):
                return False
            if each.near and not all(a and b and self.is_near(sight, run, each.near, a, b) for a, b in pairs):
                return False
        return True

    def may_be_chosen(self, run: Run, chooser: Player, card: CardId) -> bool:
        """Whether nothing keeps a card that fits from being chosen."""
        return True

    def cite_meaning(self, run: Run, what: m.Selector, card: CardId) -> None:
        """The clauses of the game that say what the words of a description mean, asked of a card."""

    def choose_targets(
        self, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
    ) -> tuple[CardId, ...]:
        return run.table.choose(chooser, found, prompt, 0 if up_to else n, n)

    def spots(self, sight: Sight, run: Run, target: m.Target) -> list[Zone]:
        """The zones that a target is or is in."""
        if isinstance(target, m.Selector) and set(target.types) & {"zone", "circle"}:
            return list(self.zones(sight, run, target))
        return self.zones_at(sight, run, self.pointed_at(sight, run, target))

    def beside(self, sight: Sight, run: Run, of: m.Target, card: CardId) -> list[Zone]:
        """The zones that a card can be near; for described cards, the zones of the others."""
        if isinstance(of, m.Selector) and not {"zone", "circle"} & set(of.types):
            return self.zones_at(sight, run, [c for c in self.pointed_at(sight, run, of) if c != card])
        return self.spots(sight, run, of)

    def zones_at(self, sight: Sight, run: Run, cards: Iterable[CardId]) -> list[Zone]:
        found = (self.zone_of(sight, card) for card in cards)
        return [zone for zone in found if zone is not None]


def each_of(what: m.Target | None) -> m.Each | None:
    filters = what.filters if isinstance(what, m.Selector) else ()
    return next((f for f in filters if isinstance(f, m.Each)), None)


def asks_again(what: m.Selector) -> bool:
    """Whether cards are chosen in several questions: of each kind, or one after the other."""
    return each_of(what) is not None or any(
        isinstance(f, m.Together | m.Alike) or (isinstance(f, m.State) and is_apart(f)) for f in what.filters
    )


def is_about_all(selector: m.Selector) -> bool:
    """Whether a description asks something of the cards taken together."""
    sums = any(isinstance(f, m.Together) for f in selector.filters)
    return sums or bool(differing(selector) or alike_in(selector))


def alike_in(selector: m.Selector) -> list[m.Alike]:
    """In what the cards of a description must be like each other."""
    return [f for f in selector.filters if isinstance(f, m.Alike)]


def is_apart(what: m.State) -> bool:
    return what.state.startswith(APART)


def differing(selector: m.Selector) -> list[str]:
    """In what the cards of a description must differ: their names, their traits …"""
    return [f.state.removeprefix(APART) for f in selector.filters if isinstance(f, m.State) and is_apart(f)]


def without(selector: m.Selector, filters: Sequence[m.Filter]) -> m.Selector:
    """The same cards without these filters, which are checked on all the cards found together."""
    return replace(selector, filters=tuple(f for f in selector.filters if f not in filters))
