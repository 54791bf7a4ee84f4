"""Verbs about decks and hands: drawing, discarding, looking, revealing, searching, shuffling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run, Sight, hands
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import found_among
from judgekit.games.dragon_ball_super import ch04_terms as terms
from judgekit.games.dragon_ball_super.ch01_outline import turn_player_first
from judgekit.games.dragon_ball_super.ch03_areas import cause, place, shuffle
from judgekit.games.dragon_ball_super.ch08_05_targets import search_the_deck
from judgekit.games.dragon_ball_super.language.choosing import hand_for, note_what_had_to_fit, what_fits

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper


def _do_discard(self: DragonBallSuper, run: Run, verb: m.Discard, player: Player) -> None:
    what = verb.what
    if isinstance(what, m.Selector):
        laid = _laid_down(run, verb, player)
        cards = cards_to_discard(self, run, player, what) if laid is None else laid
        run.take(what, cards)
    else:
        cards = self.cards(run, what)
    run.did(discard(run.table, player, cards))


def is_chosen_from_hand(verb: m.Verb) -> TypeGuard[m.Discard | m.DiscardDownTo]:
    """Whether a player picks what to discard: not all of it, and not by lot."""
    if not isinstance(verb, m.Discard) or not isinstance(verb.what, m.Selector):
        return isinstance(verb, m.DiscardDownTo)
    return verb.what.chooser != "random" and not isinstance(verb.what.quantity, m.Every)


def both_lay_down(self: DragonBallSuper, run: Run, verb: m.Discard | m.DiscardDownTo) -> None:
    """1-3-4: both choose what they discard before any of it goes; unseen, as A-58 is read."""
    secret, outer = run.table.reading("A-58") == "laid-down-together", run.performer
    chosen: list[CardId] = []
    for player in turn_player_first(run.table):
        run.performer = player
        if isinstance(verb, m.DiscardDownTo):
            chosen += _too_many(self, run, player, verb, secret)
        elif isinstance(verb.what, m.Selector):
            chosen += cards_to_discard(self, run, player, verb.what, secret)
    run.performer = outer
    run.early[id(verb)] = tuple(chosen)


def _laid_down(run: Run, verb: m.Verb, player: Player) -> tuple[CardId, ...] | None:
    """What a player has chosen already, if both were to choose."""
    if id(verb) not in run.early:
        return None
    return tuple(c for c in run.early[id(verb)] if run.table.card(c).area == f"{player}.hand")


def cards_to_discard(
    self: DragonBallSuper, run: Run, player: Player, what: m.Selector, secret: bool = False
) -> tuple[CardId, ...]:
    """At random, or as a player chooses; what a card is matters only when it is taken."""
    hand, fits = hand_for(self, run, player, what), what_fits(self, run, what)
    n = self.amount(getattr(what.quantity, "n", len(hand)), run)
    if what.chooser == "random":
        return at_random(run.table, [card for card in hand if fits(card)], n)
    chooser = self.chooser(run, what)
    least = 0 if isinstance(what.quantity, m.UpTo | m.AnyNumber) else n
    prompt = self.purpose(run, what, run.table.words("to discard"))
    chosen = run.table.choose(chooser, hand, prompt, least, n, secret=secret)
    return found_among(run.table, chooser, chosen, fits, "discard")


def _do_discard_down(self: DragonBallSuper, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
    laid = _laid_down(run, verb, player)
    run.did(discard(run.table, player, _too_many(self, run, player, verb) if laid is None else laid))


def _too_many(
    self: DragonBallSuper, run: Run, player: Player, verb: m.DiscardDownTo, secret: bool = False
) -> tuple[CardId, ...]:
    hand, over = run.table.pile(f"{player}.hand"), hands.too_many(self, run, verb, player)
    return run.table.choose(player, hand, run.table.words("cards to discard"), over, secret=secret)


def _do_search(self: DragonBallSuper, run: Run, verb: m.Search, player: Player) -> None:
    what = verb.what
    assert isinstance(what, m.Selector)
    plain, sight = self.anywhere(what), Sight.now(run.table)
    n = self.amount(getattr(what.quantity, "n", 1), run)

    def fits(card: CardId) -> bool:
        return self.fits(sight, run, plain, card, skip_areas=True)

    found = (
        search_the_deck(run.table, player, fits, self.purpose(run, what, run.table.words("to take")), n) or ()
    )
    run.picked["searched"] = player
    note_what_had_to_fit(run, what, found)
    run.take(what, found)
    run.did(found)


def _do_shuffle(self: DragonBallSuper, run: Run, verb: m.Shuffle, player: Player) -> None:
    for whose in self.players(verb.whose, run):
        run.picked.pop("searched", None)
        shuffle(run.table, whose)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Draw: hands.drawing(terms.draw, terms.draw_up_to),
    m.DrawUntil: hands.drawing_until(terms.draw),
    m.Discard: _do_discard,
    m.DiscardDownTo: _do_discard_down,
    m.Look: hands.looking(Table.look),
    m.Reveal: hands.revealing(lambda table, player, cards: table.reveal(*cards)),
    m.Search: _do_search,
    m.Shuffle: _do_shuffle,
}


def at_random(table: Table, cards: Sequence[CardId], n: int) -> tuple[CardId, ...]:
    """This many of these cards, at random."""
    left, taken = list(cards), list[CardId]()
    while left and len(taken) < n:
        taken.append(table.chance_card(table.words("a card at random"), left))
        left.remove(taken[-1])
    return tuple(taken)


def discard(table: Table, player: Player, cards: Sequence[CardId]) -> int:
    """From hand to the Drop Area, all at once."""
    gone = 0
    with table.together():
        for card in cards:
            if table.propose("discard", card, player) and place(table, card, "drop"):
                table.occurs("discard", player, card, cause(table))
                gone += 1
    return gone
