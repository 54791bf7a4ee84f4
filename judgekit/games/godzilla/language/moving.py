"""Cards that go from one area to another: destroy, move, put under, swap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.interpret.doing import end_of_deck
from judgekit.engine.events import Moved
from judgekit.engine.state import CardId, Player, area_name, area_player
from judgekit.games.godzilla.ch04_areas import put_in_order
from judgekit.games.godzilla.ch05_02_placing import (
    can_move,
    mill,
    place,
    place_together,
    place_under,
    shuffle,
)
from judgekit.games.godzilla.ch05_04_hands_and_decks import send_to_discard_pile, swap, take_the_top
from judgekit.games.godzilla.ch05_11_playing_and_destroying import destroy_all, destroy_singly
from judgekit.games.godzilla.language.cards import anywhere
from judgekit.games.godzilla.language.drawing import all_choose, is_chosen_from_the_hand
from judgekit.games.godzilla.language.drawing import done_together as drawn_together
from judgekit.games.godzilla.language.zones import choose_place, side_moved_to

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def done_together(self: Godzilla, run: Run, verb: m.Verb) -> Callable[[], object] | None:
    if isinstance(verb, m.Destroy) and isinstance(verb.what, m.Selector):
        return partial(partial(_all_destroy, self), run, verb)
    if isinstance(verb, m.Move) and isinstance(verb.what, m.Selector) and verb.what.areas == ("hand",):
        return partial(partial(_all_move, self), run, verb, verb.what)
    if isinstance(verb, m.Stack) and is_chosen_from_the_hand(verb.what):
        return partial(partial(_all_stack, self), run, verb, verb.what)
    if isinstance(verb, m.Move) and not _is_out_of_a_deck(verb.what):
        return partial(partial(at_once, self), run, verb)
    return drawn_together(self, run, verb)


def _is_out_of_a_deck(what: m.Target) -> bool:
    """4.8.3: such cards move one at a time."""
    return isinstance(what, m.Selector) and (what.end is not None or "deck" in what.areas)


def at_once(self: Godzilla, run: Run, verb: m.Verb) -> None:
    """Each chooses in turn; what comes of it comes at the same time."""
    run.table.cite("1.3.4.1")
    with run.table.together():
        Interpreter.do(self, run, verb)


def _all_move(self: Godzilla, run: Run, verb: m.Move, what: m.Selector) -> None:
    """Both put cards of their hands somewhere: picked unseen, then moved together."""
    _move_cards(
        self, run, verb, all_choose(self, run, what, run.table.words("to move to", area=verb.to.area))
    )


def _do_destroy(self: Godzilla, run: Run, verb: m.Destroy, player: Player) -> None:
    if verb.one_by_one:
        run.count = destroy_singly(run.table, lambda: self.cards(run, verb.what), player)
    else:
        cards = self.cards(run, verb.what, prompt=run.table.words("to destroy"))
        run.count = destroy_all(run.table, cards, by=player)
    run.done = run.count > 0


def _all_destroy(self: Godzilla, run: Run, verb: m.Destroy) -> None:
    """Both destroy: chosen in turn, the second knowing the first; then all of them at once."""
    chosen: list[tuple[Player, tuple[CardId, ...]]] = []

    def choose(player: Player) -> None:
        outer, run.performer = run.performer, player
        chosen.append((player, self.cards(run, verb.what, prompt=run.table.words("to destroy"))))
        run.performer = outer

    self.for_each_player(run, choose)
    with run.table.together():
        gone = [destroy_all(run.table, cards, by=player) for player, cards in chosen]
    run.did(sum(gone))


def _do_move(self: Godzilla, run: Run, verb: m.Move, player: Player) -> None:
    table, to = run.table, verb.to
    if isinstance(verb.what, m.Selector) and verb.what.end == "top" and to.area == "discard pile":
        whose = self.players(verb.what.whose if verb.what.whose not in ("", "any") else "you", run)[0]
        wanted = self.how_many(run, player, verb.what.quantity, table.words("cards from the top"))
        moved = tuple(mill(table, whose, wanted))
        if len(moved) < wanted:
            self.done_in_part(run)
        run.take(verb.what, moved)
        run.did(moved)
        return
    _move_cards(
        self, run, verb, self.cards(run, verb.what, prompt=run.table.words("to move to", area=to.area))
    )


def _do_move_until(self: Godzilla, run: Run, verb: m.MoveUntil, player: Player) -> None:
    """One after another; without such a card, the whole deck."""
    whose, last = self.players(verb.whose, run)[0], verb.what
    assert isinstance(last, m.Selector)
    found: tuple[CardId, ...] = ()
    run.count = 0
    while not found and (gone := _one_from_the_top(self, run, whose, verb.to)):
        run.count += 1
        found = gone if self.fits(Sight.now(run.table), run, anywhere(last), gone[0]) else ()
    run.take(last, found)
    run.done = bool(found)


def _one_from_the_top(self: Godzilla, run: Run, whose: Player, to: m.Place) -> tuple[CardId, ...]:
    if to.area == "discard pile":
        return tuple(mill(run.table, whose, 1))
    top = run.table.pile(f"{whose}.deck")[:1]
    _move_cards(self, run, m.Move(m.Selector(), to), top)
    return top


def _move_cards(self: Godzilla, run: Run, verb: m.Move, cards: Sequence[CardId]) -> None:
    table, to = run.table, verb.to
    before = len(table.happened)
    if to.area == "deck" and to.order == "random" and to.end is None:
        _into_the_shuffle(self, run, cards, to)
    elif to.area == "deck" and len(cards) > 1:
        _to_deck(run, [card for card in cards if can_move(table, card, "deck")], to)
    elif _is_a_top_card(verb.what):
        take_the_top(table, cards, to.area, 0 if to.end == "top" else None)
    elif to.area == "discard pile":
        send_to_discard_pile(table, cards)
    elif any(area_name(table.card(card).area) == "deck" for card in cards):
        for card in cards:  # 4.8.3: out of a deck one after the other
            _place(self, run, card, to)
    elif to.area in ("field", "zone", "strategy zone") or to.end == "either":
        with table.together():
            for card in cards:
                _place(self, run, card, to)
    else:
        place_together(table, cards, to.area, 0 if to.end == "top" else None)
    run.did(len(_arrived(self, run, cards, to, before)))


def _into_the_shuffle(self: Godzilla, run: Run, cards: Sequence[CardId], to: m.Place) -> None:
    """Into the deck and shuffled (5.3.1): nobody orders cards that will be shuffled."""
    owners = [run.table.card(card).owner for card in cards]
    with run.table.under("5.2.1"), run.table.together():
        for card in cards:
            place(run.table, card, "deck")
    for whose in dict.fromkeys([*self.players(to.whose or "you", run), *owners]):
        shuffle(run.table, whose)


def _arrived(self: Godzilla, run: Run, cards: Sequence[CardId], to: m.Place, before: int) -> set[CardId]:
    """The cards that have reached their destination since that point in the record: what was forbidden or
    replaced has not been done."""
    moves = [one.event for one in run.table.happened[before:] if isinstance(one.event, Moved)]
    names = self.area_names(to.area)
    return {move.card for move in moves if move.card in cards and area_name(move.dst) in names}


def _is_a_top_card(what: m.Target) -> bool:
    """Whether the words mean the top card of a stack, and not the stack."""
    filters = what.filters if isinstance(what, m.Selector) else ()
    return any(isinstance(f, m.State) and f.state == "topmost" for f in filters)


def _to_deck(run: Run, cards: Sequence[CardId], to: m.Place) -> None:
    """Several cards to the top or bottom, in an order that the text may leave to its performer."""
    orders = run.performer if to.order == "any" else None
    below = [card for card in cards if _goes_below(run, card, to)]
    with run.table.under("5.2.1"), run.table.together():
        put_in_order(run.table, [card for card in cards if card not in below], 0, orders)
        put_in_order(run.table, below, None, orders)


def _goes_below(run: Run, card: CardId, to: m.Place) -> bool:
    return (end_of_deck(run, card, run.performer) if to.end == "either" else to.end) == "bottom"


def _place(self: Godzilla, run: Run, card: CardId, to: m.Place) -> None:
    if to.area == "strategy zone":
        zones = [(n, run.table.words("strategy zone number", n=n)) for n in ("1", "2")]
        number = run.table.pick(run.performer, zones, run.table.words("strategy zone"))
        place(run.table, card, f"strategy zone {number}", zone_of_player=run.table.card(card).owner)
        return
    if to.area in ("field", "zone"):
        player = side_moved_to(self, run, card, to)
        zone = choose_place(self, run, to.zone, player)
        if zone is not None:
            place(run.table, card, f"zone {zone}", zone_of_player=player)
        return
    top = to.end == "top" or (to.end == "either" and not _goes_below(run, card, to))
    place(run.table, card, to.area, at=0 if top else None)


def _do_stack(self: Godzilla, run: Run, verb: m.Stack, player: Player) -> None:
    hosts = self.cards(run, verb.onto)
    cards = self.cards(run, verb.what, prompt=run.table.words("to put under"))
    run.did(place_under(run.table, cards, hosts[0]) if hosts else 0)


def _all_stack(self: Godzilla, run: Run, verb: m.Stack, what: m.Selector) -> None:
    """Both lay cards of their hands under something: picked unseen, then laid there together."""
    cards = all_choose(self, run, what, run.table.words("to put under"))
    hosts = dict[Player, tuple[CardId, ...]]()

    def find(player: Player) -> None:
        outer, run.performer = run.performer, player
        hosts[player] = self.cards(run, verb.onto)
        run.performer = outer

    self.for_each_player(run, find)
    own = {p: [c for c in cards if area_player(run.table.card(c).area) == p] for p in hosts}
    with run.table.together():
        run.did(sum([place_under(run.table, own[p], there[0]) for p, there in hosts.items() if there]))


def _do_swap(self: Godzilla, run: Run, verb: m.Swap, player: Player) -> None:
    both = self.two_to_swap(run, verb)
    if len(both) < 2:
        run.table.cite("5.6.2")
    run.done = len(both) == 2 and swap(run.table, *both)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Destroy: _do_destroy, m.Move: _do_move, m.MoveUntil: _do_move_until,
    m.Stack: _do_stack, m.Swap: _do_swap,
}  # fmt: skip
