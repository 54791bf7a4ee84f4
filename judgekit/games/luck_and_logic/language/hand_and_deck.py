"""Verbs for hand and deck: draw, discard, look, reveal, search, shuffle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, hands
from judgekit.cardtext.model import walk
from judgekit.engine.state import CardId, Player
from judgekit.engine.unknown_cards import anything, found_among, look_through
from judgekit.games.luck_and_logic.ch01_outline import choose_unseen, in_order_of_choice
from judgekit.games.luck_and_logic.ch05_02_cards import (
    choose_and_discard,
    discard,
    draw,
    draw_up_to,
    look_at_top,
    look_up_to,
    shuffle_deck,
)
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import reveal, reveal_for_effect
from judgekit.games.luck_and_logic.ch05_23_looking_and_setting import look_at
from judgekit.games.luck_and_logic.ch09_06_playing import may_fail_to_find
from judgekit.games.luck_and_logic.ch12_miscellaneous import repeat
from judgekit.games.luck_and_logic.language.choosing import (
    chosen_by_both,
    chosen_by_each,
    chosen_from_hand,
    to_choose,
)

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic


def do(self: LuckAndLogic, run: Run, verb: m.Verb) -> None:
    """1.3.4.1: both choose from hidden zones before either choice is shown."""
    if isinstance(verb, m.Discard) and verb.who in ("each", "any") and isinstance(verb.what, m.Selector):
        chosen = chosen_by_each(self, run, verb.what)
        with run.table.together():
            for player, cards in chosen.items():
                discard(run.table, player, cards)
        _keep_shares(run, verb.what, chosen)
        return
    if isinstance(verb, m.DiscardDownTo) and verb.who == "each":
        _both_discard_down(self, run, verb)
        return
    Interpreter.do(self, run, verb)


def _both_discard_down(self: LuckAndLogic, run: Run, verb: m.DiscardDownTo) -> None:
    table, left = run.table, self.amount(verb.n, run)
    hands = {p: table.pile(f"{p}.hand") for p in in_order_of_choice(table) or self.players("each", run)}
    over = {player: max(0, len(hand) - left) for player, hand in hands.items()}
    wanted = [(player, hands[player], n, n) for player, n in over.items() if n]
    chosen = choose_unseen(table, wanted, table.words("discard")) or {}
    with table.together():
        gone = [card for player, cards in chosen.items() for card in discard(table, player, cards) or ()]
    run.did(gone)


def _keep_shares(run: Run, what: m.Selector, chosen: dict[Player, tuple[CardId, ...]]) -> None:
    """What both took, together and each."""
    if what.bind:
        run.bound[what.bind] = tuple(card for cards in chosen.values() for card in cards)
        run.shares[what.bind] = chosen


def for_each_player(self: LuckAndLogic, run: Run, do: Callable[[Player], None]) -> None:
    for player in in_order_of_choice(run.table) or self.players("each", run):
        do(player)


def both_do(self: LuckAndLogic, run: Run, verb: m.Verb) -> None:
    """1.3.4: both make their choices before either acts, the turn player first. Then both act at the same
    time, unless the act has choices of its own."""
    if isinstance(verb, m.Draw) and not verb.up_to and isinstance(verb.n, int):
        _both_draw(self, run, verb.n)
        return
    what = to_choose(verb, anybody=True)
    if what is None or not isinstance(verb, m.Choose | m.Move | m.Reveal | m.Orient | m.Mobilize):
        with run.table.together():
            Interpreter._both_do(self, run, verb)
        return
    chosen = chosen_by_both(self, run, what)
    at_once = isinstance(verb, m.Reveal | m.Orient) or (isinstance(verb, m.Move) and verb.to.zone is None)
    with run.table.together() if at_once else nullcontext():
        for player, cards in chosen.items():
            run.early[id(what)] = cards
            run.places |= {card: run.table.card(card).area for card in cards}
            self._as(run, verb, player)
    run.early.pop(id(what), None)
    _keep_shares(run, what, chosen)


def _both_draw(self: LuckAndLogic, run: Run, n: int) -> None:
    """5.6.2: one card at a time, both players together each time."""
    drawn: list[CardId] = []
    for _ in range(n):
        with run.table.together():
            for player in self.players("each", run):
                drawn.extend(draw(run.table, player, 1) or ())
        run.table.check_interrupts()
    run.did(drawn)


def _do_draw(self: LuckAndLogic, run: Run, verb: m.Draw, player: Player) -> None:
    take = draw_up_to if verb.up_to else draw
    if is_for_each(verb, run.ability):
        drawn = _drawn_for_each(self, run, verb.n, partial(take, run.table, player))
    else:
        drawn = take(run.table, player, self.amount(verb.n, run)) or []
    run.did(drawn)


def _drawn_for_each(
    self: LuckAndLogic, run: Run, n: m.Amount, take: Callable[[int], list[CardId] | None]
) -> list[CardId]:
    """12.5: a draw for every X, which is counted before the first."""
    found = n if isinstance(n, m.Times) else m.Times(1, n)
    times, each = self.amount(found.amount, run) // found.every, self.amount(found.factor, run)
    rounds = repeat(run.table, times, lambda: take(each) or [])
    return [card for drawn in rounds or () for card in drawn]


def _do_discard(self: LuckAndLogic, run: Run, verb: m.Discard, player: Player) -> None:
    if isinstance(verb.what, m.Selector) and id(verb.what) not in run.early:
        cards = chosen_from_hand(self, run, verb.what, player)
    else:
        cards = self.cards(run, verb.what)
    gone = discard(run.table, player, cards) or []
    run.take(verb.what, gone)
    run.did(gone)


def _do_discard_down(self: LuckAndLogic, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
    run.did(choose_and_discard(run.table, player, hands.too_many(self, run, verb, player)))


def _do_reveal(self: LuckAndLogic, run: Run, verb: m.Reveal, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to reveal"))
    if verb in run.ability.costs:
        reveal(run.table, cards)
    else:
        reveal_for_effect(run.table, cards)
    run.did(cards)


def _do_search(self: LuckAndLogic, run: Run, verb: m.Search, player: Player) -> None:
    what = verb.what
    assert isinstance(what, m.Selector)
    table, deck = run.table, run.table.pile(f"{player}.deck")
    look_at(table, player, deck)
    table.occurs("searched", player)
    described = bool(what.filters or what.types not in ((), ("card",)))
    n = self.amount(getattr(what.quantity, "n", 1), run)
    up_to = isinstance(what.quantity, m.UpTo) or bool(may_fail_to_find(table, True, described))

    def fits(card: CardId) -> bool:
        return self.fits(Sight.now(table), run, what, card, skip_areas=True)

    found = look_through(table, deck, fits if described else anything, n)
    taken = self.choose_targets(run, player, found, n, up_to, self.purpose(run, what, table.words("to take")))
    taken = found_among(table, player, taken, fits, "search")
    run.take(what, taken)
    run.did(taken)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Draw: _do_draw,
    m.DrawUntil: hands.drawing_until(draw),
    m.Discard: _do_discard,
    m.DiscardDownTo: _do_discard_down,
    m.Look: hands.looking(look_at, look_at_top, look_up_to),
    m.Reveal: _do_reveal,
    m.Search: _do_search,
    m.Shuffle: hands.shuffling(shuffle_deck),
}


def is_for_each(verb: m.Draw, ability: m.Ability) -> bool:
    """Whether a number of cards is drawn "for each": 12.5.1 is about those words; drawing as many as there
    are of something (5.6.2) gives the same number without them."""
    if not isinstance(verb.n, m.Times | m.Count | m.PlayerNumber):
        return False
    printed = sentence_of(verb, ability)  # nothing, if it is given as data: then its words are these
    return not printed or "for each" in printed or "for every" in printed


def sentence_of(verb: m.Draw, ability: m.Ability) -> str:
    """The printed text of a draw: its sentence and place among those that draw, or the whole text."""
    printed = ability.text.lower()
    sentences = [sentence for sentence in printed.split(".") if "draw" in sentence]
    draws = [one for one in walk(ability) if isinstance(one, m.Draw)]
    at = next((at for at, one in enumerate(draws) if one is verb), None)
    return printed if at is None or len(sentences) != len(draws) else sentences[at]
