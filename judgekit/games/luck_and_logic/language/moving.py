"""Verbs that move or turn cards: move, mobilize, set, rest, turn over, destroy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import ITSELF, Run, Sight
from judgekit.cardtext.interpret.doing import by_end_of_deck
from judgekit.engine.state import CardId, Player, area_name, area_player
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, one_empty_is_enough, territories
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    Whose,
    from_deck,
    how_to_order,
    lay,
    with_master,
    with_owner,
    with_player,
    zone_of_master,
)
from judgekit.games.luck_and_logic.ch05_02_cards import drop, put_into, shuffle_deck, stock, turn, turn_face
from judgekit.games.luck_and_logic.ch05_11_members import (
    choose_circles,
    exchange,
    is_free_by_effect,
    mobilize_all,
    move_member,
    put_into_soul,
    put_on_circles,
)
from judgekit.games.luck_and_logic.ch05_23_looking_and_setting import set_to
from judgekit.games.luck_and_logic.ch08_01_battles import marked
from judgekit.games.luck_and_logic.ch08_02_declare_attackers import destroy_gate, move_attack, turn_gates_up

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic


Coming = tuple[CardId, tuple[str, ...]]  # a member, and the circles that it will be on


def _do_move(self: LuckAndLogic, run: Run, verb: m.Move, player: Player) -> None:
    to, zone = verb.to, self.area_names(verb.to.area)[0]
    if to.zone is not None or to.area in ("field", "circle"):
        moved = _to_circle(self, run, verb, player)
    elif isinstance(verb.what, m.Selector) and _comes_off_the_deck(verb.what, to):
        moved = _from_deck_top(self, run, verb.what, zone, to)
    else:
        cards = self.cards(run, verb.what, prompt=run.table.words("into the zone", zone=to.area))
        moved = _put(self, run, cards, to, zone)
    run.did(moved)


def _comes_off_the_deck(what: m.Selector, to: m.Place) -> bool:
    """Cards from the top of a deck, none of which need be chosen first."""
    return what.end == "top" and what.areas == ("deck",) and to.end != "either"


def _put(self: LuckAndLogic, run: Run, cards: Sequence[CardId], to: m.Place, zone: str) -> list[CardId]:
    if to.end == "either":
        return [
            card
            for end, some in by_end_of_deck(run, cards).items()
            for card in (_put(self, run, some, structs.replace(to, end=end), zone) if some else ())
        ]
    down = None if to.face is None else to.face == "down"
    whose = _whose(self, run, to)
    if zone == "drop":
        return drop(run.table, cards, whose) or []
    if zone == "stock":
        return stock(run.table, cards, down, whose) or []
    shuffled = zone == "deck" and to.order == "random"
    rested = None if to.orientation is None else to.orientation == "rest"
    lie_there = zone == "deck" and not shuffled and _are_anothers_deck(run, cards)
    if lie_there:
        cards = run.table.order(run.performer, cards, how_to_order(run.table, zone, to.end == "bottom"))
    moved = put_into(
        run.table, cards, zone, bottom=to.end == "bottom", face_down=down, whose=whose,
        to_be_shuffled=shuffled or lie_there, rested=rested,
    )  # fmt: skip
    larger = {area_player(run.table.card(card).area) for card in moved or () if shuffled}
    for player in (one for one in self.players("each", run) if one in larger):
        shuffle_deck(run.table, player)
    return moved or []


def _whose(self: LuckAndLogic, run: Run, to: m.Place) -> Whose:
    """Whose zone the words mean, whoever owns the card."""
    if to.whose in ("", "any", "each", "master"):
        return with_master
    if to.whose == "owner":
        return with_owner
    (player,) = self.players(to.whose, run)
    return with_player(player)


def _are_anothers_deck(run: Run, cards: Sequence[CardId]) -> bool:
    """4.1.6 covers cards that change zones: a player who puts cards back decides how they lie."""
    now = [run.table.card(card) for card in cards]
    return bool(now) and all(c.owner != run.performer and area_name(c.area) == "deck" for c in now)


def _from_deck_top(self: LuckAndLogic, run: Run, what: m.Selector, zone: str, to: m.Place) -> list[CardId]:
    whose = self.players(what.whose if what.whose not in ("", "any") else "you", run)[0]
    run.table.cite("4.1.4.2")
    n = self.how_many(run, run.performer, what.quantity, run.table.words("cards from the top"))

    def take(table: Table, card: CardId) -> None:
        dst = f"{_whose(self, run, to)(table, card)}.{zone}"
        if table.propose("move", card, src=table.card(card).area, dst=dst):
            lay(table, card, dst, len(table.pile(dst)) if to.end == "bottom" else None, face_down, rested)

    face_down = None if to.face is None else to.face == "down"
    rested = None if to.orientation is None else to.orientation == "rest"
    moved = from_deck(run.table, whose, n, take)
    run.take(what, moved)
    return moved


def _to_circle(self: LuckAndLogic, run: Run, verb: m.Move, player: Player) -> list[CardId]:
    cards = self.cards(run, verb.what, prompt=run.table.words("to move"))
    here = [card for card in cards if area_name(run.table.card(card).area) in CIRCLES]
    moved = [card for card in here if _move_on_circles(self, run, card, verb.to.zone, player)]
    coming = _circles_for(self, run, [card for card in cards if card not in here], verb.to.zone, player)
    return moved + _place(run, coming, player, verb.to)


def _place(run: Run, members: Sequence[Coming], player: Player, to: m.Place) -> list[CardId]:
    """5.12.1: placing members on circles is not mobilizing them: nobody makes room for them (10.4). They come
    at the same time (4.1.6)."""
    table, rested = run.table, None if to.orientation is None else to.orientation == "rest"
    coming = [
        (card, circles)
        for card, circles in members
        if table.propose("move", card, src=table.card(card).area, dst=f"{player}.{circles[0]}")
    ]
    table.cite(*(("5.12.1", "4.1.6") if len(coming) > 1 else ("5.12.1",)))
    with table.together():
        for card, circles in coming:
            put_on_circles(table, card, circles, player, rested)
    return [card for card, _ in coming]


def _circles_for(
    self: LuckAndLogic, run: Run, cards: Sequence[CardId], target: m.Target | None, player: Player
) -> list[Coming]:
    """Members that come together, and where: an empty circle is there for one of them."""
    coming: list[Coming] = []
    for card in cards:
        taken = {circle for _, circles in coming for circle in circles} if _is_empty(target) else set()
        ways = [way for way in _ways(self, run, card, target, player) if not taken & set(way)]
        if ways:
            coming.append((card, choose_circles(run.table, player, card, ways)))
        else:
            run.table.cite("1.3.2")
            run.table.refuse("place", run.table.words("no circle for it"), player, card)
    return coming


def _move_on_circles(
    self: LuckAndLogic, run: Run, card: CardId, target: m.Target | None, player: Player
) -> bool:
    side = _side(self, run, card, target)
    here = circles_of(run.table, card) if side == run.table.master(card) else None
    ways = [way for way in _ways(self, run, card, target, side) if way != here]
    if not ways:
        return False
    asked = run.table.words("where it goes", card=run.table.label(card))
    way = choose_circles(run.table, player, card, ways, asked)
    return bool(move_member(run.table, card, way, side))


def _side(self: LuckAndLogic, run: Run, card: CardId, target: m.Target | None) -> Player:
    """4.1.7: on whose circles a member is moved: those that the words name, else its master's."""
    if isinstance(target, m.Selector) and target.whose not in ("", "any"):
        return self.players(target.whose, run)[0]
    return zone_of_master(run.table, card) or run.table.master(card)


def _ways(
    self: LuckAndLogic, run: Run, card: CardId, target: m.Target | None, player: Player
) -> list[tuple[str, ...]]:
    """The sets of a player's circles that a card's territory and the words allow."""
    ways = territories(run.table, card, player) or []
    if target is None:
        return list(ways)
    run.bound[ITSELF] = (card,)
    if isinstance(target, m.Selector) and target.whose in ("", "any"):
        target = structs.replace(target, whose="you" if player == run.you else "opponent")
    spots = self.spots(Sight.now(run.table), run, target)
    allowed = {CIRCLES[number - 1] for whose, number in spots if whose == player}
    if _is_empty(target):
        allowed |= set(circles_of(run.table, card) or ())  # its own are not in its way
        if not one_empty_is_enough(run.table, ways, allowed):
            return [way for way in ways if set(way) <= allowed]
    return [way for way in ways if set(way) <= allowed or (len(way) > 1 and set(way) & allowed)]


def _do_mobilize(self: LuckAndLogic, run: Run, verb: Any, player: Player) -> None:
    """5.12.3.2: an effect asks for no requirement and no cost. All that it mobilizes come together."""
    rested = None if verb.orientation is None else verb.orientation == "rest"
    cards = self.cards(run, verb.what, prompt=run.table.words("to mobilize"))
    coming = _circles_for(self, run, cards, verb.to, player)
    if coming and not is_free_by_effect(run.table, False):
        coming = []
    run.did(mobilize_all(run.table, player, coming, rested))


def _do_stack(self: LuckAndLogic, run: Run, verb: m.Stack, player: Player) -> None:
    """Of several cards that something is put under or set to, each gets its own."""
    is_choice = isinstance(verb.onto, m.Selector) and not isinstance(verb.onto.quantity, m.Every)
    hosts = () if is_choice else self.cards(run, verb.onto, prompt=run.table.words("to add it to"))
    if len(hosts) < 2:
        _stack_on_one(self, run, verb, player)
        return
    given = 0
    for host in hosts:
        run.bound[EACH] = (host,)
        _stack_on_one(self, run, structs.replace(verb, onto=m.Bound(EACH)), player)
        given += run.count
    run.did(given)


EACH = 0  # the card whose turn it is, of several


def _stack_on_one(self: LuckAndLogic, run: Run, verb: m.Stack, player: Player) -> None:
    what, table = verb.what, run.table
    off_the_deck = isinstance(what, m.Selector) and what.end == "top" and what.areas == ("deck",)
    cards = () if off_the_deck else self.cards(run, what, prompt=run.table.words("to choose"))
    hosts = self.cards(run, verb.onto, prompt=run.table.words("to add it to"))
    if not hosts or not (cards or off_the_deck):
        run.did(0)
        return
    attach = partial(_attach, verb, hosts[0])
    if isinstance(what, m.Selector) and off_the_deck:
        n = self.how_many(run, player, what.quantity, run.table.words("cards from the top"))
        taken = from_deck(table, player, n, lambda table, card: attach(table, [card]))
    else:
        attach(table, cards)
        taken = list(cards)
    run.did([card for card in taken if area_name(table.card(card).area) != "deck"])


def _attach(verb: m.Stack, host: CardId, table: Table, cards: Sequence[CardId]) -> None:
    """4.15.2: only a member on a circle has a soul; setting checks what a card can be set to."""
    if verb.how == "set":
        for card in cards:
            set_to(table, card, host, verb.face == "down")
    elif area_name(table.card(host).area) in CIRCLES:
        put_into_soul(table, [card for card in cards if card != host], host)


def _do_swap(self: LuckAndLogic, run: Run, verb: m.Swap, player: Player) -> None:
    both = self.two_to_swap(run, verb)
    run.done = len(both) == 2 and bool(exchange(run.table, *both))


def _do_redirect(self: LuckAndLogic, run: Run, verb: m.Redirect, player: Player) -> None:
    """8.2.7.2: the attack moves to another circle of the attacked player."""
    table = run.table
    old = marked(table, "defending")
    spots = self.spots(Sight.now(table), run, verb.to)
    where = [CIRCLES[number - 1] for whose, number in spots if whose == table.opponent()]
    run.done = bool(where) and bool(table.number("attacked circle"))
    if run.done:
        if old is not None:
            table.mark(old, "defending", None)
        move_attack(table, table.pick(player, [(c, c) for c in where], table.words("circle to attack")))
    else:
        table.refuse("move the attack", table.words("no attack to move"), player)


def _do_orient(self: LuckAndLogic, run: Run, verb: m.Orient, player: Player) -> None:
    cards = self.cards(run, _to_be_turned(run, verb), prompt=verb.orientation)
    run.did(turn(run.table, cards, rested=verb.orientation == "rest"))


def _to_be_turned(run: Run, verb: m.Orient) -> m.Target:
    """1.3.2.1: where a text counts the cards rested this way, those that rest already are not among them."""
    what = verb.what
    if not isinstance(what, m.Selector) or not what.bind:
        return what
    among = m.Among(m.Bound(what.bind))
    counts = (node.what.filters for node in m.walk(run.ability) if isinstance(node, m.Count))
    if not any(among in filters for filters in counts):
        return what
    before = m.State("active" if verb.orientation == "rest" else "rest")
    return structs.replace(what, filters=(*what.filters, before))


def _do_flip(self: LuckAndLogic, run: Run, verb: m.Flip, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to turn face", face=verb.face))
    if verb.face == "down":
        turned = turn_face(run.table, cards, down=True) or []
        for gate in turned:
            run.table.mark(gate, "destroyed", None)
    else:
        turned = turn_gates_up(run.table, cards)
    run.did(turned)


def _do_destroy(self: LuckAndLogic, run: Run, verb: m.Destroy, player: Player) -> None:
    cards = self.cards(run, verb.what, prompt=run.table.words("to destroy"))
    gates = [c for c in cards if area_name(run.table.card(c).area) in GATE_ZONES]
    with run.table.together():
        run.count = sum(destroy_gate(run.table, gate) for gate in gates)
    run.done = run.count > 0


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Move: _do_move, m.Play: _do_mobilize, m.Mobilize: _do_mobilize,
    m.Stack: _do_stack, m.Swap: _do_swap, m.Orient: _do_orient, m.Flip: _do_flip, m.Destroy: _do_destroy,
    m.Redirect: _do_redirect,
}  # fmt: skip


def _is_empty(target: m.Target | None) -> bool:
    return isinstance(target, m.Selector) and m.Empty() in target.filters
