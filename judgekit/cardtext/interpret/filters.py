"""What a description asks of a card: one function for each kind of filter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.cards import Cards, is_apart
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Sight, compare
from judgekit.cardtext.interpret.vocabulary import SEEN
from judgekit.engine.state import CardId, host_of, under


class Filters(Cards):
    """The filters that all games share; a dialect adds its own to `FILTERS`."""

    def passes(self, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
        test = self.FILTERS.get(type(filter_))
        if test is None:
            raise NoMeaning(f"{self.game} gives no meaning to {type(filter_).__name__}")
        return bool(test(self, sight, run, filter_, card))

    def _is(self, sight: Sight, run: Run, f: m.Is, card: CardId) -> bool:
        if f.what == "type":
            return any(self.is_type(sight, card, run.picked.get(v, v).lower(), run) for v in f.values)
        held = self.values(sight, card, f.what)
        wanted = [run.picked.get(v, v).lower() for v in f.values]
        hits = [any(w in h if f.part else w == h for h in held) for w in wanted]
        return all(hits) if f.every else any(hits)

    def _same_as(self, sight: Sight, run: Run, f: m.SameAs, card: CardId) -> bool:
        own = set(self.values(sight, card, f.what))
        return any(own & set(self.values(sight, c, f.what)) for c in self.pointed_at(sight, run, f.other))

    def _stat(self, sight: Sight, run: Run, f: m.Stat, card: CardId) -> bool:
        value = self.stat(sight, run, card, f.stat)
        return value is not None and compare(value, f.compare, self.amount(f.amount, run, sight, card))

    def _extreme(self, sight: Sight, run: Run, f: m.Extreme, card: CardId) -> bool:
        raise NoMeaning(
            "“highest” and “lowest” need a whole group of cards"
        )  # see `candidates` of the dialect

    def _together(self, sight: Sight, run: Run, f: m.Together, card: CardId) -> bool:
        """No card alone may exceed the limit for all."""
        return f.compare not in ("at most", "less") or self.adds_up(run, (f,), [card])

    def _state(self, sight: Sight, run: Run, f: m.State, card: CardId) -> bool:
        if is_apart(f):
            return True  # asked of the cards taken, not of one
        return self.has_state(sight, run, f.state, card)

    def _alike(self, sight: Sight, run: Run, f: m.Alike, card: CardId) -> bool:
        return True  # asked of the cards taken, not of one

    def _has_keyword(self, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
        return any(
            self.is_of_kind(sight.table.pool.ability(a), f.keyword, "")
            for a in sight.value(card, "abilities")
        )

    def _has_ability(self, sight: Sight, run: Run, f: m.HasAbility, card: CardId) -> bool:
        held = [sight.table.pool.ability(a) for a in sight.value(card, "abilities") if SEEN not in a]
        return any(self.is_of_kind(a, "", f.kind) for a in held)

    def _other_than(self, sight: Sight, run: Run, f: m.OtherThan, card: CardId) -> bool:
        if isinstance(f.what, m.This):
            return card != run.source.card.card
        return card not in self.pointed_at(sight, run, f.what)

    def _among(self, sight: Sight, run: Run, f: m.Among, card: CardId) -> bool:
        return card in self.pointed_at(sight, run, f.what)

    def _not(self, sight: Sight, run: Run, f: m.Not, card: CardId) -> bool:
        return not self.passes(sight, run, f.what, card)

    def _one_of(self, sight: Sight, run: Run, f: m.OneOf, card: CardId) -> bool:
        return any(self.passes(sight, run, one, card) for one in f.filters)

    def _each(self, sight: Sight, run: Run, f: m.Each, card: CardId) -> bool:
        return any(self.is_of_this_kind(sight, run, kind, card) for kind in f.kinds)

    def is_of_this_kind(self, sight: Sight, run: Run, kind: m.Selector, card: CardId) -> bool:
        """A card to be taken is looked for; one that an event is about may have gone since."""
        if kind.quantity == m.Some():
            return self.is_target(run.table, run, replace(kind, whose=kind.whose or "any"), card, sight)
        return card in self.candidates(sight, run, kind)

    def _near(self, sight: Sight, run: Run, f: m.Near, card: CardId) -> bool:
        here = self.zone_of(sight, card)
        if here is None:
            return False
        return any(
            self.is_near(sight, run, f.relation, here, there) for there in self.beside(sight, run, f.of, card)
        )

    def _zones(self, sight: Sight, run: Run, f: m.Zones, card: CardId) -> bool:
        here = self.zone_of(sight, card)
        return here is not None and here[1] in f.numbers

    def _holding(self, sight: Sight, run: Run, f: m.Holding, card: CardId) -> bool:
        below = sight.pile(under(card))
        return any(self.fits(sight, run, f.what, c, skip_areas=True) for c in below)

    def _under(self, sight: Sight, run: Run, f: m.Under, card: CardId) -> bool:
        host = host_of(sight.card(card).area)
        return host is not None and host in self.pointed_at(sight, run, f.what)

    def _attached(self, sight: Sight, run: Run, f: m.Attached, card: CardId) -> bool:
        host = host_of(sight.card(card).area)
        how = sight.card(card).mark("attached", f.how)
        return host is not None and how == f.how and host in self.pointed_at(sight, run, f.to)

    def _did(self, sight: Sight, run: Run, f: m.Did, card: CardId) -> bool:
        return self.has_done(sight, run, f.event, card)

    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        m.Is: _is, m.SameAs: _same_as, m.Stat: _stat, m.Extreme: _extreme, m.State: _state,
        m.HasKeyword: _has_keyword, m.HasAbility: _has_ability, m.OtherThan: _other_than, m.Among: _among,
        m.Not: _not, m.OneOf: _one_of, m.Each: _each, m.Near: _near, m.Zones: _zones,
        m.Holding: _holding, m.Under: _under,
        m.Attached: _attached, m.Did: _did, m.Together: _together,
        m.Alike: _alike,
    }  # fmt: skip
