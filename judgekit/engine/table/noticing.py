"""Who notices what happens: abilities that are triggered wait, situations come and go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from judgekit.engine.abilities import (
    Ability,
    Automatic,
    Moment,
    Source,
)
from judgekit.engine.events import (
    Armed,
    Derived,
    Event,
    Moved,
    Occurred,
    Settled,
    Spent,
    StoodBy,
    Vanished,
    plain,
)
from judgekit.engine.index import RESHAPES, Watchers
from judgekit.engine.layers import Board
from judgekit.engine.state import (
    Card,
    CardId,
    Facts,
    Standby,
    State,
    fact,
)
from judgekit.engine.table import replacing, rule_actions, values

if TYPE_CHECKING:
    from judgekit.engine.table.face import Table


LEAVES: frozenset[type[Event]] = frozenset({Moved, Vanished})


def may_end_effects(table: Table, kind: type[Event]) -> bool:
    """Whether cards leave by such an event, and effects may last for as long as a card stays."""
    return kind in LEAVES and bool(table.state.effects) and bool(table.policy.lasting_clause)


def react(table: Table, happened: Sequence[int], before: State, kinds: frozenset[type[Event]]) -> None:
    if not RESHAPES.isdisjoint(kinds):
        table.reshaped = True
        values.reindex(table, table.state, before)
    if any(may_end_effects(table, kind) for kind in kinds):
        table.policy.end_outlasted(table)
    if table.policy.settles_ties:
        table.policy.settle_ties(table)
    after = table.state
    for at in happened:
        one, state = table.happened[at], table.state
        granting = "abilities" in table.sight.modifiable or (
            (before.effects or state.effects)
            and (values.is_touched(table, "abilities") or values.is_touched(table, "abilities", before))
        )
        if granting or type(one.event) in table.index.watch or state.scheduled:
            notice(table, Moment(before, after, one, (table.seq, at)), bool(granting))
    if table.sight.has_situations and (
        table.index.situations or table.state.situations or replacing.grants(table)
    ):
        notice_situations(table, (table.seq, happened[-1]))
    if not table.setting.interrupting_types.isdisjoint(kinds):
        rule_actions.interrupt(table, kinds, (table.seq, happened[-1]))


def notice(table: Table, moment: Moment, granting: bool) -> None:
    """Abilities that this event triggers wait from now on, one for each fulfilment. With `granting`, they
    may differ from the printed ones."""
    kind = type(moment.event)
    watchers = all_watchers(table, moment) if granting else table.index.watchers(moment.event)
    if table.setting.working_areas is not None and watchers:
        watchers = awake(table, watchers, moment)
    for card, ability in watchers:
        holder = table.policy.holder(table, moment, card, ability)
        if holder is None:
            continue
        state = moment.after if moment.after.cards.get(card) is holder else moment.before
        source = table.source(ability, holder, state)
        if not granting:
            try_for(table, ability, moment, source)
        elif ability.address in table.board_of(state).value(card, "abilities"):
            if try_for(table, ability, moment, source):
                tell_granted(table, table.board_of(state), card, ability)
    for timed in table.state.scheduled:
        later = table.pool.ability(timed.ability)
        if isinstance(later, Automatic) and kind in later.on:
            source = Source(timed.ability, timed.source, timed.player, 0, timed.facts)
            if try_for(table, later, moment, source, timed.facts, timed.once) and timed.once:
                table.emit(Spent(timed.id))


def awake(table: Table, watchers: Watchers, moment: Moment) -> Watchers:
    """The watchers that lie where abilities work, before an event or after it, or that name areas of
    their own. Events that happen together share both states, and the answer."""
    event, areas = moment.event, table.setting.working_areas
    assert areas is not None
    now, then, found = moment.after.cards, moment.before.cards, []
    what = event.timing if type(event) is Occurred else type(event)
    known = table.sight.awake_lately.get(what)
    if known is None or known[0] is not watchers or known[1] is not then or known[2] is not now:
        for watcher in watchers:
            card = now.get(watcher[0])
            if card is None or card.area not in areas:
                card = then.get(watcher[0])
            if watcher[1].where or (card is not None and card.area in areas):
                found.append(watcher)
        known = table.sight.awake_lately[what] = (watchers, then, now, found)
    return known[3]


def tell_granted(table: Table, board: Board, card: CardId, ability: Ability) -> None:
    """A card has an ability that is not printed on it: log which effects gave it."""
    base, rows = board.base(card, "abilities"), board.rows.get((card, "abilities"))
    if rows and ability.address not in base:
        now = board.value(card, "abilities")
        table.emit(Derived(card, "abilities", plain(base), plain(now), tuple(rows)))


def all_watchers(table: Table, moment: Moment) -> Watchers:
    """Who could notice this event, with the abilities that cards were given, before it or after."""
    kind = type(moment.event)
    found = list(table.index.watchers(moment.event))
    for state in (moment.after, moment.before):
        for card, ability in table.board_of(state).granted():
            watches = isinstance(ability, Automatic) and kind in ability.on
            if watches and (card, ability) not in found:
                found.append((card, cast(Automatic, ability)))
    return found


def try_for(
    table: Table, ability: Automatic, moment: Moment, source: Source, bound: Facts = (), once: bool = False
) -> bool:
    assert ability.fulfilled is not None
    waited = False
    for facts in ability.fulfilled(table, moment, source):
        how = "stand by again" if waited or waits_already(table, ability, source) else "stand by"
        table.stand_by(ability, source, (*bound, *facts), moment.address, how)
        waited = True
        if once:
            break
    return waited


def waits_already(table: Table, ability: Ability, source: Source) -> bool:
    return table.policy.counts_earlier_triggers and any(
        waiting.ability == ability.address and waiting.source == source.card
        for waiting in table.state.standby
    )


def notice_situations(table: Table, cause: tuple[int, int]) -> None:
    """Situation triggers wait when their situation comes, and may wait again when it has ended."""
    live: set[str] = set()
    for card_number, ability in situation_abilities(table):
        card = table.state.cards.get(card_number)
        if card is None or not works(table, card, ability):
            continue
        source = table.source(ability, card)
        assert ability.situation is not None
        if not ability.situation(table, source):
            continue
        key = f"{ability.address}@{card.id}.{card.object}"
        live.add(key)
        if key not in table.state.situations:
            with table.because(cause):
                table.emit(Armed(key))
                cause = (table.seq, len(table.happened) - 1)
            table.stand_by(ability, source, (("situation", key),), cause, "situation")
    for key in sorted(table.state.situations - live) if table.state.situations else ():
        if not waits(table, key):
            table.emit(Armed(key, spent=False))


def situation_abilities(table: Table) -> list[tuple[CardId, Automatic]]:
    if not replacing.grants(table):
        return table.index.situations
    granted = table.board.granted()
    given = [(c, a) for c, a in granted if isinstance(a, Automatic) and a.situation is not None]
    return [*table.index.situations, *given]


def works(table: Table, card: Card, ability: Ability) -> bool:
    """Whether a card has an ability now, and it works where the card is."""
    if not table.policy.active(table, table.state, card, ability):
        return False
    return not replacing.grants(table) or ability.address in table.board.value(card.id, "abilities")


def waits(table: Table, situation: str) -> bool:
    return any(fact(s.facts, "situation") == situation for s in table.state.standby)


def stand_by(
    table: Table,
    ability: Ability,
    source: Source,
    facts: Facts,
    cause: tuple[int, int],
    how: str = "stand by",
) -> None:
    """A triggered ability waits to be played."""
    with table.because(cause), table.mechanic(how) as works:
        if works:
            number = table.state.clock + 1
            waiting = Standby(number, ability.address, source.card, source.player, cause, facts)
            table.emit(StoodBy(waiting))


def settle(table: Table, standby: Standby, how: str = "resolved") -> None:
    """An ability no longer waits; a situation trigger may wait again, as the game says."""
    table.emit(Settled(standby.id, how))
    key = fact(standby.facts, "situation")
    if key and table.policy.waits_again_while_it_lasts(table):
        table.emit(Armed(key, spent=False))
        notice_situations(table, (table.seq, len(table.happened) - 1))


def automatic_abilities(table: Table, kind: type[Event]) -> Iterator[tuple[Card, Automatic]]:
    """The automatic abilities of cards that watch for events of this kind, active or not."""
    watchers: list[tuple[CardId, Ability]] = [*table.index.watch.get(kind, ())]
    if replacing.grants(table):
        watchers += table.board.granted()
    for card, ability in watchers:
        if isinstance(ability, Automatic) and kind in ability.on and card in table.state.cards:
            yield table.state.cards[card], ability
