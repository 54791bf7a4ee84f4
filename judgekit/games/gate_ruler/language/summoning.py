"""Verbs that play, use, summon and drive, and those that undo a play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import NoMeaning, Run, Sight
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import (
    Activated,
)
from judgekit.engine.events import Moved, Occurred
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch01_overview as golden
from judgekit.games.gate_ruler import ch02_card_information as information
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch15_24_ending_the_turn as turn_end
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler import ch16_13_rites as rites
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import Playing, Way, play_of
from judgekit.games.gate_ruler.language.carrying_out import at_once
from judgekit.games.gate_ruler.language.costs import way_of
from judgekit.games.gate_ruler.language.places import front_zones
from judgekit.games.gate_ruler.language.playing import carry_out as carry_out_plainly
from judgekit.games.gate_ruler.rules import GATE

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def _play(self: GateRuler, run: Run, verb: m.Play, player: Player) -> None:
    way = way_of(self, run, verb.cost)
    played = []
    for card in self.cards(run, verb.what, prompt=run.table.words("to play")):
        unit = information.is_unit(run.table, card)
        full = unit and summoning.cap_is_reached(run.table, player, card)
        if not full and playable.can_play_card(run.table, player, card, way):
            if unit:
                found = summoning.normal_summon(run.table, player, card, way=way)
            else:
                found = summoning.play_card(run.table, player, card, way)
            played += [found] if found is not None else []
    run.done = bool(played)


def _use(self: GateRuler, run: Run, verb: m.UseAbility, player: Player) -> None:
    """15-16b: it is played, with all of its cost if nothing else is said."""
    table, run.done, way = run.table, False, Way(free=verb.free)
    for card in self.cards(run, verb.what, prompt=run.table.words("to use an ability of")):
        able = [a for a in _usable(table, card) if playable.can_use(table, player, card, a, way)]
        chosen = (
            table.pick(player, [(a, a) for a in able], table.words("which ability"))
            if len(able) > 1
            else None
        )
        for address in able[:1] if chosen is None else (chosen,):
            done = summoning.play_ability(table, player, address, table.card(card).ref, way)
            run.done = run.done or done is not None


def _usable(table: Table, card: CardId) -> list[str]:
    """14-8a: activated abilities are used."""
    held = ((a, table.pool.ability(a)) for a in table.value(card, "abilities"))
    return [a for a, one in held if isinstance(one, Activated) and play_of(one).sort == ""]


def _negate(self: GateRuler, run: Run, verb: m.NegateAbility, player: Player) -> None:
    """That card or ability in the gate; if nothing is named, the topmost other than this one."""
    table = run.table
    found = list(self.cards(run, verb.what)) if verb.what is not None else []
    subject = run.fact("ability", run.fact("subject", run.fact("former subject")))
    if not found and subject is not None:
        found = [CardId(subject)]
    if not found:
        others = [g for g in table.pile(GATE) if g != run.source.card.card and not _own(run, g)]
        kinds = ("ability",) if not verb.kind else ()
        fitting = [g for g in others if table.card(g).name not in turn_end.PROCESSES]
        fitting = [g for g in fitting if not kinds or table.card(g).name in kinds]
        found = fitting[-1:]
    for thing in found:
        if thing in table.pile(GATE):
            affecting.negate(table, thing)
            table.occurs("negates", run.you, None)
    run.done = bool(found)


def _own(run: Run, thing: CardId) -> bool:
    return run.table.card(thing).mark("ability") == run.source.what and bool(run.source.what)


def _summon(self: GateRuler, run: Run, verb: m.Summon, player: Player) -> None:
    if _from_deck(self, run, verb, player):
        return
    cards = _to_summon(self, run, verb, player)
    summon = partial(_normal_summon, self) if verb.how == "normal" else partial(_special_summon, self)
    run.did(summon(run, verb, player, cards))


def _to_summon(self: GateRuler, run: Run, verb: m.Summon, player: Player) -> Sequence[CardId]:
    """1-5d: what may not enter play is not chosen for it."""
    what = verb.what
    if not isinstance(what, m.Selector) or id(what) in run.early or verb.how == "normal":
        return self.cards(run, what, prompt=run.table.words("to summon"))
    found = list(self.candidates(Sight.now(run.table), run, what))
    able = [card for card in found if _may_enter(run.table, card, player)]
    if len(able) == len(found):
        return self.cards(run, what, prompt=run.table.words("to summon"))
    run.table.cite("1-5d")
    taken = self.take(
        run, self.chooser(run, what), able, what, self.purpose(run, what, run.table.words("to summon"))
    )
    run.bound |= {what.bind: taken} if what.bind else {}
    return taken


def _may_enter(table: Table, card: CardId, player: Player) -> bool:
    return demanding.may_enter(table, card, table.card(card).area, f"{player}.attack 1") is not False


def _normal_summon(
    self: GateRuler, run: Run, verb: m.Summon, player: Player, cards: Sequence[CardId]
) -> list[CardId]:
    """One play after the other."""
    done = []
    for card in cards:
        way = way_of(self, run, verb.cost)
        full = summoning.cap_is_reached(run.table, player, card, verb.counted)
        if not full and playable.can_play_card(run.table, player, card, way):
            found = summoning.normal_summon(run.table, player, card, verb.counted, way)
            done += [card] if found is not None else []
    return done


def _special_summon(
    self: GateRuler, run: Run, verb: m.Summon, player: Player, cards: Sequence[CardId]
) -> list[CardId]:
    """All cards of one instruction enter together."""
    rest, among = (True if verb.orientation == "rest" else None), front_zones(verb.to)
    with at_once(run, cards):
        return [c for c in cards if summoning.special_summon(run.table, player, c, verb.how, rest, among)]


def _from_deck(self: GateRuler, run: Run, verb: m.Summon, player: Player) -> bool:
    """15-18b: a special summon from the deck is a search, a summon and a shuffle."""
    what = verb.what
    if not isinstance(what, m.Selector) or what.areas != ("deck",) or verb.how == "normal":
        return False
    run.table.cite("15-18b")
    if verb.how != "special":
        return False
    if what.quantity not in (m.Exactly(1), m.UpTo(1)):
        return False  # of more than one, all are searched for and then summoned together
    found = set(self.candidates(Sight.now(run.table), run, what))
    rest = True if verb.orientation == "rest" else None
    fits, among = found.__contains__, front_zones(verb.to)
    run.done = bool(summoning.special_summon_from_deck(run.table, player, fits, exhausted=rest, among=among))
    return True


def carry_out(self: GateRuler, run: Run, doing: Playing, ability: m.Ability) -> None:
    """The two kinds of summoning that are labels of an ability are handled apart (16-13b, 16-14b)."""
    if "genesis summoning" in ability.labels:
        _genesis(self, run, doing)
    elif "abyssal summoning" in ability.labels:
        _abyssal(self, run, doing)
    else:
        carry_out_plainly(self, run, doing, ability)


def _genesis(self: GateRuler, run: Run, doing: Playing) -> None:
    """16-13b: everything before "if you do" is the materials process."""
    first = [v for v in run.ability.body if not isinstance(v, m.If | m.May)]
    summons = [v for v in walk(run.ability.body) if isinstance(v, m.Summon)]

    table, used = run.table, list[CardId]()

    def materials() -> bool:
        done, before = True, len(table.happened)
        for verb in first:
            self.do(run, verb)
            done = done and run.done
        events = (each.event for each in table.happened[before:])
        used.extend(event.card for event in events if isinstance(event, Moved))
        return done

    def summon() -> bool:
        before = len(table.happened)
        for verb in summons:
            _summon(self, run, msgspec.structs.replace(verb, how="genesis"), run.you)
        for each in table.happened[before:]:
            event = each.event
            if isinstance(event, Occurred) and event.timing == "summoned" and event.card is not None:
                table.mark(event.card, "materials", tuple(used))
        return run.done

    rites.genesis_summoning(run.table, doing, self.possible(run, first), materials, summon)


def _abyssal(self: GateRuler, run: Run, doing: Playing) -> None:
    """16-14b: what stands before the summoning prepares it, "if you do" or in any case."""
    last = [v for v in run.ability.body if any(isinstance(node, m.Summon) for node in walk(v))]
    first = [v for v in run.ability.body if v not in last]

    def prepare() -> bool:
        self.do_all(run, first)
        return run.done or not any(isinstance(v, m.If) for v in last)

    rites.abyssal_summoning(run.table, doing, prepare)


def _drive(self: GateRuler, run: Run, verb: m.Drive, player: Player) -> None:
    if verb.what is not None:
        summoning.drive_cards(run.table, player, self.cards(run, verb.what))
        return
    n = self.amount(verb.n, run)
    if n == 1:
        summoning.drive_one(run.table, player)
    elif not golden.is_not_at_all(run.table, n):
        summoning.drive_number(run.table, player, n)


def _summoned_since(table: Table, before: int) -> tuple[CardId, ...]:
    events = (each.event for each in table.happened[before:])
    return tuple(
        each.card for each in events if isinstance(each, Occurred) and each.timing == "summoned" and each.card
    )


def _perform(self: GateRuler, run: Run, verb: m.Perform, player: Player) -> None:
    if verb.action == "rearrange":
        side = self.players(verb.what.whose, run)[0] if isinstance(verb.what, m.Selector) else player
        affecting.rearrange_all(run.table, player, side)
    elif verb.action == "abyssal summoning":
        doing, before = Playing(CardId(0), player, run.source.card), len(run.table.happened)
        run.done = bool(rites.do_an_abyssal_summoning(run.table, doing))
        if isinstance(verb.what, m.Selector) and verb.what.bind:
            run.bound[verb.what.bind] = _summoned_since(run.table, before)
    elif verb.action != "remain":
        raise NoMeaning(f"{self.game} has no action {verb.action!r}")


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Play: _play, m.UseAbility: _use, m.NegateAbility: _negate, m.Summon: _summon,
    m.Drive: _drive, m.Perform: _perform,
}  # fmt: skip
