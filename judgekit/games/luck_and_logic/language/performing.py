"""Verbs that are actions of the book, or about a player: trance, luck drive, numbers, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight
from judgekit.engine.state import CardId, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import decide_by_effect
from judgekit.games.luck_and_logic.ch04_zones import face_up_levels, top_of_stock
from judgekit.games.luck_and_logic.ch05_02_cards import drop
from judgekit.games.luck_and_logic.ch05_11_members import (
    any_card,
    can_be_boosted,
    define_logic,
    exchange,
    intercept,
    level_boost,
    materials_with,
    trance,
)
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import (
    can_pay_all,
    luck_drive,
    luck_drive_cost,
    refresh,
    reshuffle,
)
from judgekit.games.luck_and_logic.ch08_03_intercept import tell_intercepts
from judgekit.games.luck_and_logic.ch11_keywords import play_by_effect
from judgekit.games.luck_and_logic.language.costs import price

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

TYPES = ("logicalist", "foreigner", "tranceunion", "tactics", "paradox", "gate")


def _do_change_number(self: LuckAndLogic, run: Run, verb: m.ChangeNumber, player: Player) -> None:
    keys = {
        "maximum level": "extra level", "attack count": "extra attacks",
        "refresh points": "refresh points",
    }  # fmt: skip
    if verb.number not in keys:
        raise NoMeaning(f"{self.game} has no number {verb.number!r}")
    n = self.amount(verb.amount, run)
    for whose in self.players(verb.whose, run):
        lasting = f"{whose}.{keys[verb.number]}"
        key = lasting if verb.duration is None else f"{lasting} this turn"
        base = by_rule(run.table, verb.number, whose)
        base += run.table.number(lasting) if verb.duration else 0
        now = run.table.number(key)
        wanted = {"plus": now + n, "minus": now - n, "set": n - base}[verb.how]
        run.done = run.table.set_number(key, wanted)


def pickable(self: LuckAndLogic, table: Table, what: str) -> list[str]:
    """4.4.2, 2.2: there are two rows, and six types of card, whatever cards are at hand."""
    known = {"row": ["front row", "back row"], "type": list(TYPES)}
    return known.get(what) or Interpreter.pickable(self, table, what)


def _do_win(self: LuckAndLogic, run: Run, verb: m.Win, player: Player) -> None:
    decide_by_effect(run.table, player, wins=True)


def _do_lose(self: LuckAndLogic, run: Run, verb: m.LoseGame, player: Player) -> None:
    decide_by_effect(run.table, player, wins=False)


def _do_pay(self: LuckAndLogic, run: Run, verb: m.Pay, player: Player) -> None:
    """9.4.3: a circled number of stock cards; with fewer in the zone nothing is paid (5.22.3)."""
    n = price(self, run, verb)
    if not can_pay_all(run.table, [len(run.table.pile(f"{player}.stock")) >= n]):
        run.table.refuse("pay", run.table.words("stock too small"), player)
        run.did(0)
        return
    gone = drop(run.table, top_of_stock(run.table, player, n) or ()) or []
    run.count, run.done = len(gone), len(gone) == n


def _do_perform(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    does = PERFORMS.get(verb.action)
    if does is None:
        raise NoMeaning(f"{self.game} has no action {verb.action!r}")
    does(self, run, verb, player)


def _trance(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    """A-10b: whether a trance by effect leaves the turn's own one available."""
    table, materials = run.table, None
    counts = table.reading("A-10b") == "uses-it-up"
    if verb.what is not None:
        chosen = self.cards(run, verb.what, prompt=run.table.words("to trance with"))
        materials = materials_with(table, player, chosen)
        if materials is None:
            table.refuse("trance", table.words("no partner to trance"), player)
            run.done = False
            return
    run.done = bool(trance(table, player, False, materials, counts, wanted_by(self, run, verb.into)))


def wanted_by(self: LuckAndLogic, run: Run, into: m.Selector | None) -> Callable[[CardId], bool]:
    """5.13.1.5: the tranceunions that a text describes."""
    if into is None:
        return any_card
    run.table.cite("5.13.1.5")
    meant = into
    return lambda card: self.fits(Sight.now(run.table), run, meant, card, skip_areas=True)


def _level_boost(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    table = run.table
    able = [c for c in table.pile(f"{player}.level") if can_be_boosted(table, c)]
    chosen = table.choose(player, able, table.words("which level card"))
    run.done = bool(chosen) and bool(level_boost(table, player, chosen[0]))


def _luck_drive(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    run.done = len(run.table.pile(f"{player}.stock")) >= luck_drive_cost(run.table, player)
    if run.done or run.table.reading("A-04") == "as-much-as-possible":
        luck_drive(run.table, player)


def _definition(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    hand = run.table.pile(f"{player}.hand")
    chosen = run.table.choose(player, hand, run.table.words("card to define logic with"))
    run.done = bool(chosen) and bool(define_logic(run.table, player, chosen[0]))


def _refresh(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    refresh(run.table, player)


def _reshuffle(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    reshuffle(run.table, player)


def _intercept(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    cards: Sequence[CardId] = ()
    if isinstance(verb.what, m.Selector):
        found = self.candidates(Sight.now(run.table), run, verb.what)
        able = [card for card in found if run.table.peek(card, "intercept")]
        goal = run.table.words("to intercept with")
        cards = self.take(run, self.chooser(run, verb.what), able, verb.what, goal)
    elif verb.what is not None:
        cards = self.cards(run, verb.what)
    gone = intercept(run.table, player, cards) or []
    for card in gone:
        run.table.mark(card, "lends power")
    tell_intercepts(run.table, player, gone)
    run.done = bool(gone)


def _remain(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    """9.10.1.1: what was replaced has not happened, so there is nothing to do."""


def _rearrange(self: LuckAndLogic, run: Run, verb: m.Perform, player: Player) -> None:
    """5.11.1: for each place in turn one of the cards, which trade places until all lie as wanted."""
    table, left = run.table, list(self.cards(run, verb.what)) if verb.what is not None else []
    for place in [table.card(card).area for card in left][:-1]:
        (wanted,) = table.choose(player, left, table.words("to lie there", place=area_name(place)))
        here = next(card for card in left if table.card(card).area == place)
        run.done = wanted == here or exchange(table, wanted, here)
        left.remove(wanted)


PERFORMS: dict[str, Callable[..., None]] = {
    "trance": _trance, "level boost": _level_boost, "luck drive": _luck_drive,
    "logic definition": _definition, "refresh": _refresh, "reshuffle": _reshuffle,
    "intercept": _intercept, "remain": _remain, "rearrange": _rearrange,
}  # fmt: skip


def _do_end(self: LuckAndLogic, run: Run, verb: m.EndNow, player: Player) -> None:
    """1.3.1: the rest of the battle, or of the turn before its end phase, is left out."""
    if verb.skip:
        self.skip(run, verb, player)
        return
    table = run.table
    steps = {"battle": ("8", "8.6"), "turn": ("7", "7.7")}
    inside, end = steps[verb.what]
    under_way = [frame.procedure for frame in table.state.frames]
    run.done = inside in under_way and end not in under_way
    if run.done:
        table.set_number(f"{verb.what} ends early", 1)
    else:
        table.refuse("end", table.words("nothing to end", phase=verb.what), player)


def _do_use(self: LuckAndLogic, run: Run, verb: m.UseAbility, player: Player) -> None:
    """11.4.2.1"""
    for card in self.cards(run, verb.what, prompt=run.table.words("whose ability", kind=verb.kind)):
        run.done = play_by_effect(run.table, player, card, verb.kind, verb.free)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.ChangeNumber: _do_change_number, m.Win: _do_win, m.LoseGame: _do_lose,
    m.Pay: _do_pay, m.Perform: _do_perform, m.UseAbility: _do_use,
    m.EndNow: _do_end,
}  # fmt: skip


def by_rule(table: Table, number: str, player: Player) -> int:
    """What a number of a player is without any effect: 4.7.2, 8.2.3."""
    if number == "maximum level":
        return 4
    return len(face_up_levels(table, player)) if number == "attack count" else 0
