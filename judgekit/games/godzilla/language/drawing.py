"""Hands and decks: draw, discard, look, reveal, search, shuffle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run, Sight, hands, is_about_all
from judgekit.engine.state import PLAYERS, CardId, Player, area_player
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import found_among, look_through
from judgekit.games.godzilla.ch01_overview import choose_hidden, each_player
from judgekit.games.godzilla.ch05_02_placing import shuffle
from judgekit.games.godzilla.ch05_04_hands_and_decks import (
    discard,
    discard_down_to,
    draw,
    draw_one,
    draw_up_to,
    look_at_top,
    look_at_up_to,
    one_after_another,
    reveal,
    search,
)
from judgekit.games.godzilla.language.cards import anywhere, is_described, own_hand
from judgekit.games.godzilla.language.choosing import fitting, may_claim_none
from judgekit.games.godzilla.language.resolving import done_together as done_together_by_all

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def done_together(self: Godzilla, run: Run, verb: m.Verb) -> Callable[[], object] | None:
    if isinstance(verb, m.Draw) and not verb.up_to:
        return partial(partial(_all_draw, self), run, verb)
    if isinstance(verb, m.DiscardDownTo):
        return partial(partial(_all_discard_down, self), run, verb)
    if isinstance(verb, m.Discard) and isinstance(verb.what, m.Selector):
        return partial(partial(_all_discard, self), run, verb.what)
    if isinstance(verb, m.Discard):
        return partial(_discard_own, run, self.cards(run, verb.what))
    if isinstance(verb, m.Choose) and is_of_the_hand(verb.what):
        return partial(partial(all_choose, self), run, verb.what, "choose")
    if isinstance(verb, m.Reveal) and (is_chosen_from_the_hand(verb.what) or isinstance(verb.what, m.Bound)):
        return partial(partial(_all_reveal, self), run, verb.what)
    return done_together_by_all(self, run, verb)


def is_of_the_hand(what: m.Target) -> TypeGuard[m.Selector]:
    return isinstance(what, m.Selector) and what.areas == ("hand",)


def is_chosen_from_the_hand(what: m.Target) -> TypeGuard[m.Selector]:
    return is_of_the_hand(what) and isinstance(what.quantity, m.Exactly | m.UpTo)


def _all_draw(self: Godzilla, run: Run, verb: m.Draw) -> None:
    """Both draw: the first cards at the same time, then the second ones, and so on."""
    drawn: list[bool] = []
    left = {player: amount_of(self, run, player, verb.n) for player in self.players("each", run)}

    def draw(player: Player) -> None:
        if left[player] > 0:
            left[player] -= 1
            drawn.append(bool(draw_one(run.table, player)))

    with run.table.under("5.4.2"):
        while any(n > 0 for n in left.values()):
            if not any(run.table.pile(f"{player}.deck") for player, n in left.items() if n > 0):
                run.table.cite("11.1.2.1.1")  # both reshuffle in one moment, or both cannot
            each_player(run.table, draw, choosing=False)
    run.did(sum(drawn))


def amount_of(self: Godzilla, run: Run, player: Player, amount: m.Amount) -> int:
    """A number of the player who acts: "equal to their rage"."""
    outer, run.performer = run.performer, player
    found = self.amount(amount, run)
    run.performer = outer
    return found


def _do_discard(self: Godzilla, run: Run, verb: m.Discard, player: Player) -> None:
    if isinstance(verb.what, m.Selector):
        gone = _discard_some(self, run, verb.what, player)
    else:
        cards = self.cards(run, verb.what)
        gone = discard(run.table, player, len(cards), chosen=cards)
    if isinstance(verb.what, m.Selector) and verb.what.bind:
        run.bound[verb.what.bind] = tuple(gone)
    run.did(gone)


def _discard_some(self: Godzilla, run: Run, what: m.Selector, player: Player) -> tuple[CardId, ...]:
    table, chooser = run.table, self.chooser(run, what)
    fits = fitting(self, run, own_hand(what))
    pile = table.pile(f"{player}.hand")
    n = self.amount(what.quantity.n, run) if isinstance(what.quantity, m.Exactly | m.UpTo) else None
    if n is None:
        n = sum(fits(card) for card in pile)
    if what.chooser == "random":
        taken = self.take_at_random(run, [card for card in pile if fits(card)], n)
        return discard(table, player, len(taken), chosen=taken)
    if is_about_all(what):
        asked, together = (
            self.purpose(run, what, table.words("to discard")),
            partial(self.go_together, run, what),
        )
        taken = one_after_another(table, chooser, pile, n, fits, together, asked)
        return discard(table, player, len(taken), chosen=taken)
    if not isinstance(what.quantity, m.UpTo | m.AnyNumber | m.AtLeast):
        return discard(table, player, n, fits if is_described(what) else None, chooser)
    hand = look_through(table, pile, fits, n) if is_described(what) else pile
    least = self.amount(what.quantity.n, run) if isinstance(what.quantity, m.AtLeast) else 0
    chosen = table.choose(chooser, hand, self.purpose(run, what, table.words("to discard")), min(least, n), n)
    return discard(table, player, len(chosen), chosen=found_among(table, player, chosen, fits, "search"))


def _all_discard(self: Godzilla, run: Run, what: m.Selector) -> None:
    """Both discard: picked unseen, the turn player first, and put down together."""
    _discard_own(run, all_choose(self, run, what, run.table.words("to discard")))


def _all_reveal(self: Godzilla, run: Run, what: m.Target) -> None:
    """Both reveal, each their own, when both have chosen."""
    cards = (
        all_choose(self, run, what, run.table.words("to reveal"))
        if is_chosen_from_the_hand(what)
        else self.cards(run, what)
    )
    whose = {p: [c for c in cards if area_player(run.table.card(c).area) == p] for p in PLAYERS}
    each_player(
        run.table,
        lambda player: reveal(run.table, player, whose[player]) if whose[player] else None,
        choosing=False,
    )
    run.did(cards)


def _discard_own(run: Run, cards: Sequence[CardId]) -> None:
    """Of some cards in the hands of both players, each discards their own, at the same time."""
    whose = {p: tuple(c for c in cards if area_player(run.table.card(c).area) == p) for p in PLAYERS}
    if all(whose.values()):
        run.table.cite("1.3.4.1")
    with run.table.together():
        gone = [discard(run.table, p, len(own), chosen=own) for p, own in whose.items() if own]
    run.did(sum(len(own) for own in gone))


def all_choose(self: Godzilla, run: Run, what: m.Selector, prompt: str) -> tuple[CardId, ...]:
    """Both choose in their hands, unseen, the turn player first."""
    found = list(self.candidates(Sight.now(run.table), run, own_hand(what)))
    wanted = []
    for player in self.players("each", run):
        hand = [c for c in found if run.table.card(c).area == f"{player}.hand"]
        asked = amount_of(self, run, player, getattr(what.quantity, "n", len(hand)))
        n = min(asked, len(hand))
        if n < asked and isinstance(what.quantity, m.Exactly):
            self.done_in_part(run)
        hand = list(self.take_at_random(run, hand, n)) if what.chooser == "random" else hand
        free = isinstance(what.quantity, m.UpTo) or may_claim_none(run, what, hand)
        wanted.append((player, hand, 0 if free else n, n))
    chosen = choose_hidden(run.table, wanted, self.purpose(run, what, prompt, several=True)) or {}
    cards = tuple(card for own in chosen.values() for card in own)
    run.take(what, cards)
    if what.bind:
        run.shares[what.bind] = dict(chosen)
    run.did(cards)
    return cards


def _do_discard_down(self: Godzilla, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
    run.did(discard_down_to(run.table, {player: self.amount(verb.n, run)}))


def _all_discard_down(self: Godzilla, run: Run, verb: m.DiscardDownTo) -> None:
    gone = discard_down_to(
        run.table, {player: amount_of(self, run, player, verb.n) for player in self.players("each", run)}
    )
    run.did(gone)


def _do_search(self: Godzilla, run: Run, verb: m.Search, player: Player) -> None:
    """For several descriptions one after the other; a card found for one is not there for the next."""
    found: tuple[CardId, ...] = ()
    for part in verb.what.parts if isinstance(verb.what, m.Union) else (verb.what,):
        assert isinstance(part, m.Selector)
        found += _search_for(self, run, part, player, found)
    for part in verb.what.parts if isinstance(verb.what, m.Union) else ():
        if isinstance(part, m.Selector) and part.bind:
            run.bound[part.bind] = found  # “them” are all that were found
    run.did(found)


def _search_for(
    self: Godzilla, run: Run, what: m.Selector, player: Player, taken: tuple[CardId, ...]
) -> tuple[CardId, ...]:
    def fits(card: CardId) -> bool:
        sight = Sight.now(run.table)
        return card not in taken and self.fits(sight, run, anywhere(what), card, skip_areas=True)

    n, up_to = self.amount(getattr(what.quantity, "n", 1), run), isinstance(what.quantity, m.UpTo)
    together = partial(self.go_together, run, what) if is_about_all(what) else None
    found = search(run.table, player, n, fits if taken or is_described(what) else None, up_to, together)
    run.take(what, found)
    return found


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Draw: hands.drawing(draw, draw_up_to),
    m.DrawUntil: hands.drawing_until(draw),
    m.Discard: _do_discard,
    m.DiscardDownTo: _do_discard_down,
    m.Look: hands.looking(Table.look, look_at_top, look_at_up_to),
    m.Reveal: hands.revealing(reveal),
    m.Search: _do_search,
    m.Shuffle: hands.shuffling(shuffle),
}
