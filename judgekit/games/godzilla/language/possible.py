"""Whether all of an instruction could be done now: 10.5.4.1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, is_about_all
from judgekit.engine.abilities import Proposal
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.engine.unknown_cards import look_through
from judgekit.games.godzilla.ch03_player_information import find_monster
from judgekit.games.godzilla.ch04_areas import how_many
from judgekit.games.godzilla.ch05_04_hands_and_decks import has_too_few
from judgekit.games.godzilla.ch05_13_monsters import is_back_already, is_there_already
from judgekit.games.godzilla.language.cards import own_hand
from judgekit.games.godzilla.language.choosing import fitting, is_guesswork, prompt_for
from judgekit.games.godzilla.language.zones import side_moved_to, zone_numbers
from judgekit.games.godzilla.rules import zone_number

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def can(self: Godzilla, run: Run, verb: m.Verb) -> bool:
    """10.5.4.1: whether all of an instruction could be carried out now."""
    test, what = WHOLE.get(type(verb)), getattr(verb, "what", None)
    if isinstance(what, m.Selector) and is_guesswork(self, run, what):
        n = self.amount(getattr(what.quantity, "n", 1), run)
        found = look_through(
            run.table, [*self.unsifted(Sight.now(run.table), run, what)], fitting(self, run, what), n
        )
        free = _unhindered(self, run, verb, found) if type(verb) in WHOLE else found
        return isinstance(what.quantity, m.UpTo) or len(free) >= n
    return Interpreter.can(self, run, verb) and (test is None or bool(test(self, run, verb)))


def choose_in_full(self: Godzilla, run: Run, verbs: Sequence[m.Verb]) -> None:
    """10.5.4.1: where a ban leaves out some of the cards, the choice is among the others."""
    for verb in verbs:
        what = verb.what if isinstance(verb, m.Destroy | m.Move | m.Play) else None
        if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly):
            continue
        run.early.pop(id(what), None)
        found = list(self.candidates(Sight.now(run.table), run, what))
        free = _unhindered(self, run, verb, found)
        if len(free) < len(found):
            taken = self.take(run, self.chooser(run, what), free, what, prompt_for(run, verb))
            run.take(what, taken)
            run.early[id(what)] = taken


def _can_walk(self: Godzilla, run: Run, verb: m.Advance | m.Retreat) -> bool:
    """There are enough zones ahead of the monster, and nothing bars the way."""
    act, ahead = ("advance", 8) if isinstance(verb, m.Advance) else ("retreat", 1)
    was_passed = is_there_already if isinstance(verb, m.Advance) else is_back_already
    for card in self.cards(run, verb.what):
        player, left = run.table.master(card), abs(ahead - (zone_number(run.table.card(card).area) or 0))
        wanted = 1 if verb.zone is not None or verb.up_to else self.amount(verb.times, run)
        if verb.zone is not None and was_passed(run.table, player, self.amount(verb.zone, run)):
            return False
        if wanted > left and act == "retreat" and not left:
            run.table.cite("5.13.2.1")
        if wanted > left or run.table.is_forbidden(Proposal(act, player, card)):
            return False
    return True


def _can_change(self: Godzilla, run: Run, verb: m.ChangeNumber) -> bool:
    """Rage can be taken only where there is any; setting it to its present value changes nothing."""
    n, players = self.amount(verb.amount, run), self.players(verb.whose, run)
    now = {player: run.table.number(f"{player}.{verb.number}") for player in players}
    wanted = {player: {"plus": has + n, "minus": has - n, "set": n}[verb.how] for player, has in now.items()}
    if any(_is_held(run.table, player, wanted[player] - now[player]) for player in players):
        return False
    if verb.how == "minus":
        return all(has >= n for has in now.values())
    return verb.how != "set" or wanted != now


def _is_held(table: Table, player: Player, change: int) -> bool:
    """Whether a player's monster is kept from gaining, or from losing, rage."""
    act = "gain rage" if change > 0 else "lose rage"
    return change != 0 and table.is_forbidden(Proposal(act, player, find_monster(table, player)))


def _can_discard_down(self: Godzilla, run: Run, verb: m.DiscardDownTo) -> bool:
    return not any(has_too_few(run.table, p, self.amount(verb.n, run)) for p in self.players(verb.who, run))


def _can_draw(self: Godzilla, run: Run, verb: m.Draw) -> bool:
    players = self.players(verb.who, run)
    if any(run.table.is_forbidden(Proposal("draw", player)) for player in players):
        return False
    left = [how_many(run.table, f"{p}.deck") + how_many(run.table, f"{p}.discard pile") for p in players]
    return verb.up_to or all(n >= self.amount(verb.n, run) for n in left)


def _can_take(self: Godzilla, run: Run, verb: m.Destroy | m.Move | m.Discard | m.Play) -> bool:
    """There are enough cards, and nothing forbids doing it with them."""
    what, sight = verb.what, Sight.now(run.table)
    if not isinstance(what, m.Selector):
        cards = self.pointed_at(sight, run, what)
        if isinstance(what, m.Bound) and what.n in run.bound and not cards:
            return False  # none was taken before
        if isinstance(verb, m.Move) and not all(_has_room(self, run, card, verb.to) for card in cards):
            return False
        return len(_unhindered(self, run, verb, cards)) == len(cards)
    if not isinstance(what.quantity, m.Exactly) or (what.bind and what.bind in run.bound):
        return True
    n = self.amount(what.quantity.n, run)
    if is_about_all(what):
        pile = _cards_of(self, run, verb, what)
        return any(map(run.table.is_unknown, pile)) or _enough_together(self, run, what, pile, n)
    if isinstance(verb, m.Discard):
        return len(list(islice(_to_discard(self, run, verb, what), max(0, n)))) >= n
    return len(_unhindered(self, run, verb, self.candidates(sight, run, what))) >= n


def _cards_of(self: Godzilla, run: Run, verb: Any, what: m.Selector) -> list[CardId]:
    """The cards that an instruction could take, apart from what it asks of them together."""
    if isinstance(verb, m.Discard):
        return list(_to_discard(self, run, verb, what))
    return _unhindered(self, run, verb, self.candidates(Sight.now(run.table), run, what))


def _enough_together(
    self: Godzilla,
    run: Run,
    what: m.Selector,
    cards: Sequence[CardId],
    n: int,
    taken: tuple[CardId, ...] = (),
) -> bool:
    """Whether so many of the cards can be taken together."""
    if len(taken) >= n:
        return True
    return any(
        self.go_together(run, what, (*taken, card))
        and _enough_together(self, run, what, cards[at + 1 :], n, (*taken, card))
        for at, card in enumerate(cards)
    )


def _to_discard(self: Godzilla, run: Run, verb: m.Discard, what: m.Selector) -> Iterator[CardId]:
    """In the hand of whoever discards, the known cards first: an unknown one is told only if it matters."""
    table, fits = run.table, fitting(self, run, own_hand(what))
    hands = [card for player in self.players(verb.who, run) for card in table.pile(f"{player}.hand")]
    for card in sorted(hands, key=table.is_unknown):
        if fits(card) and _unhindered(self, run, verb, [card]):
            yield card


def _has_room(self: Godzilla, run: Run, card: CardId, to: m.Place) -> bool:
    """Whether there is a zone of the kind the card is to be moved to."""
    if not isinstance(to.zone, m.Selector):
        return True
    return bool(zone_numbers(self, run, to.zone, side_moved_to(self, run, card, to)))


def _unhindered(self: Godzilla, run: Run, verb: m.Verb, cards: Iterable[CardId]) -> list[CardId]:
    """The cards, out of some, with which nothing forbids an instruction."""
    return [
        card for card in cards
        if not any(run.table.is_forbidden(one) for one in _proposals(self, run, verb, card))
    ]  # fmt: skip


def _proposals(self: Godzilla, run: Run, verb: m.Verb, card: CardId) -> Iterator[Proposal]:
    """What an instruction sets out to do with a card."""
    now, where, reason = run.table.card(card), "discard pile", "effect"
    if isinstance(verb, m.Play):
        yield Proposal("play", self.players(verb.who, run)[0], card, now.area)
        return
    if isinstance(verb, m.Destroy):
        yield Proposal("destroy", run.performer, card, now.area, facts=(("reason", reason),))
    if isinstance(verb, m.Discard):
        reason = "discard"
        yield Proposal("discard", self.players(verb.who, run)[0], card)
    if isinstance(verb, m.Move):
        where = verb.to.area
    yield Proposal("move", None, card, now.area, f"{now.owner}.{where}", (("reason", reason),))


WHOLE: dict[type[Any], Callable[..., bool]] = {
    m.Advance: _can_walk, m.Retreat: _can_walk, m.ChangeNumber: _can_change, m.Draw: _can_draw,
    m.DiscardDownTo: _can_discard_down,
    m.Destroy: _can_take, m.Move: _can_take, m.Discard: _can_take, m.Play: _can_take,
}  # fmt: skip
