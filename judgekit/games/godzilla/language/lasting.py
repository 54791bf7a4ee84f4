"""Effects that last: prohibitions, permissions, demands, and what changes a total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, compare, without
from judgekit.engine.abilities import Ability, Proposal, Source, Status
from judgekit.engine.events import Occurred
from judgekit.engine.state import CardId, Facts, area_name, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import master_of_effect
from judgekit.games.godzilla.ch07_progression import NAMES, total_compared
from judgekit.games.godzilla.ch10_06_automatic import only_once
from judgekit.games.godzilla.ch10_08_effects import fixed_set, stamp_of_other
from judgekit.games.godzilla.language.cards import anywhere
from judgekit.games.godzilla.language.causes import limit_of_total
from judgekit.games.godzilla.language.words import RANK_WAYS, Words
from judgekit.games.godzilla.language.zones import zone_passes

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


STANDING = Words.clause_of["continuous"]
BUT_BY_INVASION = "advance except by invasion"


def lasting(self: Godzilla, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
    if isinstance(verb, m.Total):
        made = {"strategy zones": _more_strategy_cards, "invasions": _more_invasions}.get(verb.stat, _total)
        yield made(self, verb, address, ability)
    else:
        yield from Interpreter.lasting(self, verb, address, ability)


def turns_ahead(self: Godzilla, run: Run, duration: m.Until) -> int:
    """A phase that is still to come in this turn is that player's next one."""
    ahead = Interpreter.turns_ahead(self, run, duration)
    if duration.end not in NAMES or duration.whose == "any" or duration.only or ahead == 1:
        return ahead
    now = next((name for name in NAMES if self.is_phase(Sight.now(run.table), name)), NAMES[0])
    to_come = NAMES.index(duration.end) - NAMES.index(now)
    return 0 if to_come > 0 or (to_come == 0 and not duration.next) else 2


def is_about(
    self: Godzilla, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
) -> bool:
    """A ban on playing or activating applies wherever the card is; a total can be too small to count."""
    what = verb.act.object
    if verb.act.verb == "leave" and not _leaves(self, what, proposal):
        return False
    if verb.act.verb == BUT_BY_INVASION:
        if fact(proposal.facts, "invasion"):
            return False
    elif verb.act.verb.endswith(" by invasion") and not _invades_too_far(table, verb, proposal):
        return False
    if verb.act.to is not None and not _goes_to(self, table, source, ability, verb.act.to, proposal):
        return False
    if (limit := limit_of_total(verb.act.cause)) is not None:
        plain = msgspec.structs.replace(verb, act=msgspec.structs.replace(verb.act, cause=None))
        total = total_compared(table)
        run = self.run(table, source, ability)
        small = total is not None and compare(total, limit.compare, self.amount(limit.amount, run))
        return small and Interpreter.is_about(self, table, source, proposal, plain, ability)
    if not isinstance(what, m.Selector) or what.areas or proposal.card is None:
        return Interpreter.is_about(self, table, source, proposal, verb, ability)
    plain = msgspec.structs.replace(verb, act=msgspec.structs.replace(verb.act, object=None))
    if not Interpreter.is_about(self, table, source, proposal, plain, ability):
        return False
    run = self.run(table, source, ability)
    return self.fits(Sight.now(table), run, anywhere(what), proposal.card)


def _invades_too_far(table: Table, verb: m.Prohibit, proposal: Proposal) -> bool:
    """Whether a step is part of an invasion; with “more than 1 zone”, not the first zone it moved."""
    steps = [
        one.event for one in table.happened
        if isinstance(one.event, Occurred) and one.event.timing == "advanced"
        and one.event.player == proposal.player and fact(one.event.facts, "invasion")
    ]  # fmt: skip
    limited = verb.act.verb != "advance by invasion"
    return bool(fact(proposal.facts, "invasion")) and (bool(steps) or not limited)


def _leaves(self: Godzilla, what: m.Target | None, proposal: Proposal) -> bool:
    """Whether a move leads out of the areas named: from zone to zone nothing leaves the field."""
    areas = what.areas if isinstance(what, m.Selector) else ()
    names = self.names_of(areas)
    return not names or (area_name(proposal.src) in names and area_name(proposal.dst) not in names)


def _goes_to(
    self: Godzilla, table: Table, source: Source, ability: m.Ability, to: m.Place, proposal: Proposal
) -> bool:
    """Whether a move leads into the named area; where the text says whose, into that player's."""
    if area_name(proposal.dst) not in self.area_names(to.area):
        return False
    named = to.whose in ("you", "opponent")
    return not named or area_player(proposal.dst) in self.players(to.whose, self.run(table, source, ability))


def status_of(self: Godzilla, verb: Any, address: str, ability: m.Ability) -> Ability | None:
    """Cannot engage; played only in some zones; its rank does not matter, or counts as another."""
    if isinstance(verb, m.Demand):
        return _demand(self, verb, address, ability)
    if isinstance(verb, m.Permit):
        return _played_at_another_rank(self, verb, address, ability)
    if verb.act.verb == "be played" and verb.act.to is not None:
        return _barred_from(self, verb, address, ability)
    if verb.act.verb == "play" and isinstance(verb.what, m.Player) and _places(verb.act.object):
        return _not_there(self, verb, address, ability)
    if verb.act.verb != "engage" or verb.only:
        return None
    return self.status(address, ability, STANDING, "cannot engage", self.lasts_on(verb.what))


def _is_meant_to_be_played(self: Godzilla, run: Run, what: m.Target, card: CardId) -> bool:
    """A card that waits to be played is meant wherever it is, unless an area is named."""
    if run.source.cards is not None or not isinstance(what, m.Selector) or what.areas:
        return self.is_lasting_on(run.table, run, what, card)
    return self.fits(Sight.now(run.table), run, anywhere(what), card)


def _barred_from(self: Godzilla, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
    """The zones described are closed to the card; with “only”, every other zone is."""
    place = verb.act.to
    zones = place.zone if place is not None and isinstance(place.zone, m.Selector) else m.Selector()

    def test(run: Run, about: Any) -> bool:
        card, number = about
        if not _is_meant_to_be_played(self, run, verb.what, card):
            return False
        sight, master = Sight.now(run.table), run.table.master(card)
        theirs = zones.whose in ("", "any") or master in self.players(zones.whose, run)
        there = theirs and all(zone_passes(self, sight, run, f, (master, number)) for f in zones.filters)
        return there != verb.only

    return self.status(address, ability, STANDING, "barred from zone", test)


def _places(what: m.Target | None) -> list[m.Filter]:
    """What a description says about the zone that a card would enter."""
    filters = what.filters if isinstance(what, m.Selector) and what.areas in ((), ("field",)) else ()
    return [f for f in filters if isinstance(f, m.Zones | m.Near) or getattr(f, "stat", "") == "zone number"]


def _not_there(self: Godzilla, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
    """A player cannot play such cards into some zones: those are closed to them."""
    what, player = verb.act.object, verb.what
    assert isinstance(what, m.Selector)
    assert isinstance(player, m.Player)
    places = _places(what)
    plain = anywhere(without(what, places))

    def test(run: Run, about: Any) -> bool:
        card, number = about
        sight, master = Sight.now(run.table), run.table.master(card)
        if master not in self.players(player.who, run) or not self.fits(sight, run, plain, card):
            return False
        there = all(zone_passes(self, sight, run, f, (master, number)) for f in places)
        return there != verb.only

    return self.status(address, ability, STANDING, "barred from zone", test)


def _played_at_another_rank(
    self: Godzilla, verb: m.Permit, address: str, ability: m.Ability
) -> Status | None:
    """8.2.1, 8.3.1: the rank limit does not apply to it, or applies with another rank; 12.6.2: Evolution may
    look elsewhere."""
    way, player, what = verb.cost, verb.what, verb.act.object
    if verb.act.verb == "evolve" and isinstance(what, m.Selector) and not verb.duration:
        own = self.lasts_on(verb.what)
        return self.status(address, ability, STANDING, "evolve from", own, self.names_of(what.areas))
    if way is None or way.stat != "rank" or way.way not in RANK_WAYS:
        return None
    if verb.act.verb != ("play" if isinstance(player, m.Player) else "be played"):
        return None

    def test(run: Run, about: Any) -> bool:
        if verb.act.verb == "be played" and isinstance(what, m.Selector):
            if not self.is_in(Sight.now(run.table), about, what.areas):
                return False
        if not isinstance(player, m.Player) or what is None:
            return _is_meant_to_be_played(self, run, verb.what, about)
        mine = run.table.master(about) in self.players(player.who, run)
        return mine and _is_meant_to_be_played(self, run, what, about)

    amount = self.how_much(way.amount, ability)

    def rank(table: Table, source: Source, printed: int) -> int:
        n = amount(table, source)
        return n if way.way != "less" else min(printed, max(printed - n, way.least or printed - n))

    return self.status(address, ability, STANDING, RANK_WAYS[way.way], test, rank)


def _demand(self: Godzilla, verb: m.Demand, address: str, ability: m.Ability) -> Status | None:
    """Must invade, must be played, must be chosen: checked where there is something to choose."""
    name = {"invade": "must invade", "be played": "must be played", "be chosen": "must be chosen"}.get(
        verb.act.verb
    )
    if name is None:
        return None

    def test(run: Run, about: Any) -> bool:
        card, player = about
        cause = verb.act.cause
        if cause is not None and player not in self.players(cause.who or "any", run):
            return False
        return self.is_lasting_on(run.table, run, verb.what, card)

    return self.status(address, ability, STANDING, name, test)


def _more_strategy_cards(self: Godzilla, verb: m.Total, address: str, ability: m.Ability) -> Status:
    """A card may let its player have more strategy cards in play than there are zones."""
    if verb.how == "plus":
        more = self.how_much(verb.amount, ability)
        return self.status(
            address, ability, STANDING, "extra strategy zones", self.lasts_for(verb.whose), more
        )

    def test(run: Run, about: Any) -> bool:
        player, count = about
        return player in self.players(verb.whose, run) and count <= self.amount(verb.amount, run)

    return self.status(address, ability, STANDING, "so many strategy cards", test)


def _more_invasions(self: Godzilla, verb: m.Total, address: str, ability: m.Ability) -> Status:
    """A card may let its player invade more often than once per turn."""

    def test(run: Run, about: Any) -> bool:
        player, count = about
        allowed = self.amount(verb.amount, run) + (1 if verb.how == "plus" else 0)
        return player in self.players(verb.whose, run) and count <= allowed

    return self.status(address, ability, STANDING, "so many invasions", test)


NAMED = {"counter power": "total counter power"}  # sums and numbers of the rules that texts change


def _total(self: Godzilla, verb: m.Total, address: str, ability: m.Ability) -> Status:
    def change(table: Table, source: Source, total: int) -> int:
        settled = fact(source.facts, "amount")  # when the effect began; a continuous ability counts anew
        n = self.amount(verb.amount, self.run(table, source, ability)) if settled is None else settled
        return {"plus": total + n, "minus": total - n, "set": n, "times": total * n}[verb.how]

    whose = self.lasts_for(verb.whose)
    return self.status(address, ability, STANDING, NAMED.get(verb.stat, verb.stat), whose, change)


def begin_lasting(self: Godzilla, run: Run, verb: Any) -> None:
    """A value that an effect doubles grows by its value when the effect begins, and no further later."""
    if not isinstance(verb, m.Modify) or verb.how != "times":
        Interpreter._begin(self, run, verb)
        return
    sight = Sight.now(run.table)
    cards = self.cards(run, verb.what, prompt=run.table.words("to choose"))
    for card in cards:
        more = (self.stat(sight, run, card, verb.stat) or 0) * (self.amount(verb.amount, run) - 1)
        self.begin_effect(run, verb, (card,), (("added", more),))
    run.done = bool(cards)


def begin_effect(self: Godzilla, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
    """On a whole class of cards: those there now; on chosen ones: just those."""
    master_of_effect(run.table, run.you)
    what = getattr(verb, "what", None)
    if cards and isinstance(what, m.Selector) and isinstance(what.quantity, m.Every | m.Some):
        cards = fixed_set(run.table, [card for card in cards if _was_there(run, card)])
    Interpreter.begin_effect(self, run, verb, cards, facts)


def dated(self: Godzilla, run: Run) -> int | None:
    """10.8.1.7.2: from when the ability was played, before its first instruction."""
    return None if run.began is None else stamp_of_other(run.table, run.began)


def _was_there(run: Run, card: int) -> bool:
    """Whether a card has been where it is, or in another zone, since the ability was played."""
    then = run.began.cards.get(CardId(card)) if run.began is not None else run.table.card(card)
    return then is not None and then.ref == run.table.card(card).ref


def once(self: Godzilla, run: Run, verb: m.Delayed) -> bool:
    return only_once(run.table, self.until(verb.duration, run))
