"""Verbs that move cards, turn them, or show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, hands
from judgekit.cardtext.interpret.doing import end_of_deck
from judgekit.engine.state import CardId, Player
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_20_damage_and_control as harm
from judgekit.games.gate_ruler import ch16_13_rites as rites
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.language.carrying_out import (
    at_once,
    follow,
    kept_apart,
    mover,
    note_done,
    reach,
)
from judgekit.games.gate_ruler.language.places import front_zones, side_of

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def _move(self: GateRuler, run: Run, verb: m.Move, player: Player) -> None:
    run.picked["goes to"] = verb.to.area
    cards, before = reach(self, run, verb.what), len(run.table.happened)
    run.picked.pop("goes to")
    ordered = _ordered(self, run, _off_the_top(self, run, verb.what, cards), verb)
    with at_once(run, ordered):
        moved = [card for card in ordered if _move_one(self, run, verb, card, player)]
    if verb.to.area == "deck" and verb.to.order == "random" and verb.to.end is None:
        for owner in dict.fromkeys(run.table.card(card).owner for card in moved):
            run.table.shuffle(f"{owner}.deck")
    follow(run, moved)
    note_done(run, cards, moved, before)


def take(
    self: GateRuler, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
) -> tuple[CardId, ...]:
    """1-5b: a player told to set a card takes one that can be set (3-10c), if any."""
    if run.picked.get("goes to") == "set zone":
        found = [card for card in found if places.only_settable(run.table, card) is not False] or found
    return Interpreter.take(self, run, chooser, found, selector, prompt)


def _ordered(self: GateRuler, run: Run, cards: Sequence[CardId], verb: m.Move) -> Sequence[CardId]:
    if isinstance(verb.what, m.Selector) and isinstance(verb.what.quantity, m.Every):
        cards = places.all_of_them(run.table, cards) or ()
    if len(cards) < 2 or verb.to.area != "deck":
        return cards
    if verb.to.order == "random":
        return cards if verb.to.end is None else self.take_at_random(run, list(cards), len(cards))
    sides = {card: side_of(self, run, verb.to.whose, card) for card in cards}
    decks = [[c for c in cards if sides[c] == p] for p in (run.table.turn_player, run.table.opponent())]
    ordered = [places.order_of_arrival(run.table, d, f"{sides[d[0]]}.deck") or d for d in decks if d]
    return [card for deck in ordered for card in deck]


def _off_the_top(self: GateRuler, run: Run, what: m.Target, cards: Sequence[CardId]) -> Sequence[CardId]:
    """3-4c: n cards from the top of a deck, or all there are; of "up to" n, as many as were said."""
    if not isinstance(what, m.Selector) or what.end != "top":
        return cards
    if not isinstance(what.quantity, m.Exactly | m.UpTo):
        return cards
    exactly = isinstance(what.quantity, m.Exactly)
    n = self.amount(what.quantity.n, run) if exactly else len(cards)
    return places.off_the_top(run.table, cards, n) or ()


def _move_one(self: GateRuler, run: Run, verb: m.Move, card: CardId, player: Player) -> bool:
    table, to = run.table, verb.to
    if to.area in ("field", "zone") or to.zone is not None:
        whose = getattr(to.zone, "whose", "")
        zone_side = self.players(whose, run)[0] if whose not in ("", "any", "owner") else None
        by, among = mover(run), front_zones(to.zone)
        return handling.move_to_a_zone(table, player, card, zone_side, by, among)
    side = side_of(self, run, to.whose, card)
    if to.area == "set zone":
        return _set(self, run, card, player)
    if to.area in ("removed from the game", "removal zone"):
        return handling.remove_from_game(table, card, mover(run))
    names = self.area_names(to.area)
    free = [n for n in names if f"{side}.{n}" in places.play_zones(table, side) or len(names) == 1]
    name = (
        table.pick(player, [(n, n) for n in free], table.words("which area", area=to.area))
        if len(free) > 1
        else free[0]
    )
    below = to.area != "deck" or _goes_below(run, card, to, player)
    at = None if below else places.on_top(table, f"{side}.deck")
    return handling.move(table, card, f"{side}.{name}", mover(run), at)


def _goes_below(run: Run, card: CardId, to: m.Place, player: Player) -> bool:
    return (end_of_deck(run, card, player) if to.end == "either" else to.end) == "bottom"


def _set(self: GateRuler, run: Run, card: CardId, player: Player) -> bool:
    zones = places.zones(run.table, player, "set")
    if not zones:
        return False
    zone = run.table.pick(
        player, [(z, z) for z in zones], run.table.words("zone to set in", card=run.table.label(card))
    )
    return bool(handling.set_card(run.table, card, zone, mover(run)))


def _stack(self: GateRuler, run: Run, verb: m.Stack, player: Player) -> None:
    cards, before = reach(self, run, verb.what), len(run.table.happened)
    hosts = self.cards(run, verb.onto)
    put = handling.put_on_top if verb.how == "on top" else handling.add_as_charge
    done = [card for card in cards if hosts and put(run.table, card, hosts[0], mover(run))]
    for host in hosts[1:] if isinstance(verb.what, m.Selector) else ():  # each gets so many
        more = reach(self, run, verb.what)
        done += [card for card in more if put(run.table, card, host, mover(run))]
        cards += more
    note_done(run, cards, done, before)


def _swap(self: GateRuler, run: Run, verb: m.Swap, player: Player) -> None:
    both = self.two_to_swap(run, verb)
    run.done = len(both) == 2 and bool(handling.swap(run.table, *both, run.you))


def _draw(self: GateRuler, run: Run, verb: m.Draw, player: Player) -> None:
    n = self.amount(verb.n, run)
    if verb.up_to:
        n = places.number_first(run.table, player, n, run.table.words("how many to draw")) or 0
    if verb.n == 1 and n == 1:  # "draw a card" is 15-8a, "draw (number) cards" 15-8b
        run.count = int(handling.draw_one(run.table, player) or 0)
    else:
        run.count = handling.draw(run.table, player, n) or 0
    run.done = run.count > 0


def both_lay_down(self: GateRuler, run: Run, verb: m.Discard) -> None:
    """J-69: what both choose from their hands is chosen before any of it goes, unseen; or one after the
    other."""
    what = verb.what
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly) or what.chooser:
        return
    n, hands = self.amount(what.quantity.n, run), dict[Player, list[CardId]]()

    def look(player: Player) -> None:
        outer, run.performer = run.performer, player
        hands[player] = list(self.candidates(Sight.now(run.table), run, what))
        run.performer = outer

    self.for_each_player(run, look)
    choosing = all(len(hand) > n for hand in hands.values())
    if not choosing or run.table.reading("J-69") != "laid-down-together":
        return
    for player, hand in hands.items():
        asked = self.purpose(run, what, run.table.words("to discard"))
        run.laid_down[player] = tuple(run.table.choose(player, hand, asked, n, n, secret=True))


def _discard(self: GateRuler, run: Run, verb: m.Discard, player: Player) -> None:
    before = len(run.table.happened)
    cards: Sequence[CardId] | None = run.laid_down.pop(player, None)
    if cards is None:
        cards = self.cards(run, verb.what, prompt=run.table.words("to discard"))
    elif isinstance(verb.what, m.Selector) and verb.what.bind:
        run.bound[verb.what.bind] = tuple(cards)
    with at_once(run, cards):
        done = [card for card in cards if handling.discard(run.table, card, mover(run))]
    note_done(run, cards, done, before)


def _discard_down(self: GateRuler, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
    """15-9a: cards of the player's own choice, until so many are left."""
    hand, over = run.table.pile(f"{player}.hand"), hands.too_many(self, run, verb, player)
    cards = run.table.choose(player, hand, run.table.words("discard down", n=over), over) if over else ()
    before = len(run.table.happened)
    with at_once(run, cards):
        done = [card for card in cards if handling.discard(run.table, card, mover(run))]
    note_done(run, cards, done, before)


def select(self: GateRuler, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
    """15-6: what is taken from a deck is searched for; everything else is chosen where it lies."""
    if selector.areas != ("deck",) or selector.end is not None:
        return Interpreter.select(self, run, selector, prompt)
    whose = self.players(selector.whose, run)[0]
    taken = _search(self, run, selector, whose)
    run.take(selector, taken)
    run.picked[f"searched {whose}"] = "yes"
    return taken


def _search(self: GateRuler, run: Run, selector: m.Selector, whose: Player) -> tuple[CardId, ...]:
    """Exactly n cards of a deck, up to n (3-2g: said first), any number, or all that fit (3-2i)."""
    quantity, player = selector.quantity, run.performer
    found = set(self.candidates(Sight.now(run.table), run, selector))
    n = self.amount(getattr(quantity, "n", len(found)), run)
    least = {m.UpTo: 0, m.AnyNumber: 0, m.Every: n, m.Some: n}.get(type(quantity))
    if isinstance(quantity, m.UpTo) and n > 1:
        said = places.number_first(run.table, player, n, run.table.words("how many to search for"))
        n, least = (n, 0) if said is None else (said, None)
    apart = kept_apart(selector)

    def differing(cards: list[CardId]) -> tuple[CardId, ...]:
        return self.take_apart(run, player, cards, apart, n, True, run.table.words("to choose"))

    fits = found.__contains__ if selector.filters or selector.types else None
    genesis = "genesis summoning" in run.ability.labels
    rest = rites.shuffle_after_genesis if genesis else None
    choose = differing if apart else None
    return handling.choose_from_deck(run.table, player, n, fits, whose, rest, least, choose) or ()


def _shuffle(self: GateRuler, run: Run, verb: m.Shuffle, player: Player) -> None:
    """A deck that was searched is already shuffled by 15-6a: the text only repeats it."""
    for whose in self.players(verb.whose, run):
        if not run.picked.pop(f"searched {whose}", ""):
            run.table.shuffle(f"{whose}.deck")


def _orient(self: GateRuler, run: Run, verb: m.Orient, player: Player) -> None:
    rest = verb.orientation == "rest"
    cards, before = reach(self, run, verb.what), len(run.table.happened)
    able = [card for card in cards if not rest or not is_forbidden(run.table, "exhaust", card, player)]
    done = [card for card in able if (handling.exhaust if rest else handling.ready)(run.table, card)]
    facts = (("effect", "cost of" not in run.picked), ("exhausted", rest))
    for card in done:
        run.table.occurs("turned by", run.you, card, facts)
    note_done(run, cards, done, before)


def _control(self: GateRuler, run: Run, verb: m.GainControl, player: Player) -> None:
    until = self.until(verb.duration, run)
    found, by = reach(self, run, verb.what), run.source.card
    taken = [card for card in found if harm.gain_control(run.table, player, card, until, by)]
    run.done = bool(taken)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Move: _move,
    m.Stack: _stack,
    m.Swap: _swap,
    m.Draw: _draw,
    m.DrawUntil: hands.drawing_until(handling.draw),
    m.Discard: _discard,
    m.DiscardDownTo: _discard_down,
    m.Look: hands.looking(handling.look),
    m.Reveal: hands.revealing(lambda table, player, cards: handling.reveal(table, cards)),
    m.Shuffle: _shuffle,
    m.Orient: _orient,
    m.GainControl: _control,
}
