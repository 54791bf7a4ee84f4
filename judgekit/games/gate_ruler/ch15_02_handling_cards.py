"""Section 15-2 to 15-14: numbers, moving, setting, showing, searching, drawing, destroying, charging."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judgekit.engine.abilities import Proposal
from judgekit.engine.state import PLAYERS, CardId, Facts, Player, Ref, area_player, under
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.abilities import Playing
from judgekit.games.gate_ruler.ch01_overview import (
    as_often_as_possible,
    is_forbidden,
    is_not_at_all,
    is_so_already,
)
from judgekit.games.gate_ruler.ch02_card_information import is_unit
from judgekit.games.gate_ruler.rules import (
    SIGHT,
    has_ready_state,
    is_in_play,
    rules,
    zone_kind,
)

rules.stage("15-2a")  # gaining plus or minus a number: after all other layers (J-12)


@rules.action("15-2b")
def add_base_damage(
    table: Table,
    what: str,
    source: Ref,
    player: Player,
    until: str,
    cards: Iterable[int] | None,
    facts: Facts = (),
) -> int | None:
    """Increase what a card's printed damage counts as."""
    return ongoing.begin_effect(table, what, source, player, until, cards, facts)


@rules.action("15-3a")
def move(table: Table, card: int, dst: str, by: Player | None = None, at: int | None = None) -> bool:
    """Put, add, move: the card goes to that zone."""
    if zone_does_not_exist(table, dst):
        table.cite("1-5b")
        with table.under("15-3a-1"):
            table.refuse(f"move to {dst}", "15-3a-1", by, card)
        return False
    return places.relocate(table, card, dst, by=by, at=at)


@rules.guard("15-3a-1")
def zone_does_not_exist(table: Table, dst: str) -> bool:
    return places.zone_exists(table, dst) is False


@rules.guard("15-3a-2")
def readied_by_the_move(table: Table, src: str, dst: str) -> bool:
    """From a defense zone to an attack zone a card becomes ready."""
    return zone_kind(src) == "defense" and zone_kind(dst) == "attack"


@rules.action("15-3b")
def move_to_a_zone(
    table: Table,
    player: Player,
    unit: int,
    whose: Player | None = None,
    by: Player | None = None,
    among: places.FrontZones = places.ANY_FRONT_ZONE,
) -> bool:
    """ "A zone" is an attack or a defense zone."""
    side = whose or zones_of_its_controller(table, unit) or table.card(unit).owner
    options = [(zone, zone) for zone in among.of(table, side) if zone != table.card(unit).area]
    if not options:
        return False
    zone = table.pick(player, options, table.words("zone for a card", card=table.label(unit)))
    return bool(places.relocate(table, unit, zone, by=by))


# without saying whose, a zone of the unit's controller
zones_of_its_controller = rules.asks("15-3b-1", Table.master)


@rules.action("15-3c")
def enters_and_leaves(table: Table, card: int, src: str, dst: str) -> None:
    """Entering is coming from outside, leaving is going outside; also for play. J-31."""
    from_set = zone_kind(src) == "set" and is_unit(table, card) and zone_kind(dst) in ("attack", "defense")
    if is_in_play(dst) and (not is_in_play(src) or (from_set and enters_from_set_zone(table))):
        table.occurs("enters play", table.master(card), card, (("dst", dst), ("src", src)))
    if is_in_play(src) and not is_in_play(dst):
        table.occurs("leaves play", area_player(src), card, (("dst", dst), ("src", src)))


def enters_from_set_zone(table: Table) -> bool:
    return table.reading("J-31") == "unit-enters-from-set-zone"


@rules.action("15-4a")
def set_card(table: Table, card: int, zone: str, by: Player | None = None) -> bool:
    """Face down into a set zone."""
    if not table.propose("set", card, area_player(zone)):
        return False
    table.cite("3-10b")
    return places.relocate(table, card, zone, by=by)


@rules.action("15-5a")
def look(table: Table, player: Player, cards: Iterable[int]) -> None:
    """As long as the instruction lasts, the cards are revealed to that player."""
    table.look(player, cards)


@rules.action("15-5b")
def reveal(table: Table, cards: Iterable[int]) -> None:
    """As long as the instruction lasts, the cards are revealed to all."""
    found = tuple(cards)
    if found:
        table.reveal(*found)


def show_open_cards(table: Table) -> None:
    """Who plays with the hand, or the top card of the deck, revealed shows each card that comes there."""
    for player in PLAYERS:
        hand, deck = table.pile(f"{player}.hand"), table.pile(f"{player}.deck")
        shown = hand if table.has_status("open hand", player) else ()
        shown += deck[:1] if table.has_status("open deck", player) else ()
        hidden = [card for card in (*hand, *deck) if card not in shown and table.card(card).mark("lies open")]
        new = [card for card in shown if not table.card(card).mark("lies open")]
        reveal(table, new)
        for card in (*new, *hidden):
            table.mark(card, "lies open", card in new or None)


@rules.action("15-6a")
def choose_from_deck(
    table: Table,
    player: Player,
    n: int,
    fits: Callable[[CardId], bool] | None = None,
    whose: Player | None = None,
    shuffle: Callable[[Table, Player], None] | None = None,
    least: int | None = None,
    choose: Callable[[list[CardId]], tuple[CardId, ...]] | None = None,
) -> tuple[CardId, ...]:
    """Look through a deck and take out cards, as many as the text says; then the rest is shuffled."""
    no_target_is_chosen(table)
    deck = f"{whose or player}.deck"
    found = [card for card in table.pile(deck) if fits is None or fits(card)]
    look(table, player, table.pile(deck))
    if least is None:
        least = exactly_so_many(table, n) if fits is None else need_not_be_found(table)
    if least is None:
        least = min(n, len(found)) if fits is not None else 0
    prompt = table.words("search", n=n, deck=deck)
    taken = choose(found) if choose is not None else table.choose(player, found, prompt, least, n)
    if shuffle is not None:
        shuffle(table, whose or player)
    else:
        table.shuffle(deck)
    return taken


exactly_so_many = rules.passes("15-6a-1")  # without a condition: exactly that number
need_not_be_found = rules.says("15-6a-2", 0)  # with a condition a player may fail to find
# Cards chosen in a deck are not targets: they are chosen on resolution.
no_target_is_chosen = rules.says("15-6b", True)


@rules.action("15-7a")
def ready(table: Table, card: int) -> bool:
    if is_so_already(table, bool(table.card(card).mark("exhausted")), False):
        return changes_nothing(table)
    return table.propose("ready", card) and table.mark(card, "exhausted", None)


@rules.action("15-7b")
def exhaust(table: Table, card: int) -> bool:
    if not has_ready_state(where := table.card(card).area):
        table.cite("1-5b", SIGHT.get(zone_kind(where), "3-3a"))
        return False
    if is_so_already(table, bool(table.card(card).mark("exhausted")), True):
        return changes_nothing(table)
    return table.mark(card, "exhausted", True)


changes_nothing = rules.says("15-7c", False)  # becoming what it is does nothing


@rules.action("15-8a")
def draw_one(table: Table, player: Player) -> bool:
    """The top card of the deck goes to the hand."""
    top = places.topmost(table, player, 1)
    if not top or not table.propose("draw", player=player):
        return False
    drawn = places.relocate(table, top[0], f"{player}.hand")
    if drawn:
        table.occurs("draws", player, top[0])
    return drawn


@rules.action("15-8b")
def draw(table: Table, player: Player, n: int) -> int:
    """One after the other."""
    if is_not_at_all(table, n):
        return 0
    n = as_often_as_possible(table, n, len(table.pile(f"{player}.deck"))) or 0
    return sum(1 for _ in range(n) if draw_one(table, player))


@rules.action("15-9a")
def discard(table: Table, card: int, by: Player | None = None) -> bool:
    """From the hand to the graveyard."""
    if zone_kind(table.card(card).area) != "hand":
        return False
    gone = places.to_graveyard(table, card, by)
    if gone:
        table.occurs("discarded", table.card(card).owner, card)
    return gone


@rules.action("15-10a")
def divide_number(table: Table, doing: Playing, targets: Sequence[CardId], total: int) -> tuple[int, ...]:
    """Shares for each target, assigned while playing."""
    shares = playing.amounts_are_fixed(table, playing.divide(table, doing, targets, total) or ()) or ()
    if shares:
        table.mark(doing.object, "amounts", shares)
    return shares


@rules.action("15-11a")
def swap(table: Table, one: int, other: int, by: Player | None = None) -> bool:
    """Each goes to where the other was, at the same time."""
    here, there = table.card(one).area, table.card(other).area
    if not can_be_swapped(table, one, other):
        return False
    with table.together():
        places.relocate(table, one, there, by=by)
        places.relocate(table, other, here, by=by)
    return True


@rules.guard("15-11b")
def can_be_swapped(table: Table, one: int, other: int) -> bool:
    """Both, or neither."""
    return all(
        places.zone_exists(table, table.card(b).area) is not False
        and places.may_be_there(table, a, table.card(b).area) is not False
        and not table.is_forbidden(Proposal("move", None, CardId(a), table.card(a).area, table.card(b).area))
        for a, b in ((one, other), (other, one))
    )


@rules.action("15-12a")
def destroy(table: Table, cards: Sequence[int], source: Ref, player: Player) -> CardId | None:
    """A destruction process linked to the cards goes into the gate."""
    return rules_effects.destroy_by_effect(table, affecting.reached(table, cards, source), source, player)


@rules.action("15-13a")
def remove_from_game(table: Table, card: int, by: Player | None = None) -> bool:
    return places.relocate(table, card, f"{table.card(card).owner}.removed", by=by)


@rules.action("15-14a")
def add_as_charge(
    table: Table, card: int, host: int, by: Player | None = None, settled: bool = False
) -> bool:
    """Under a card, in its controller's charge zone, linked to it; `settled` skips the check."""
    if not settled and not can_go_under(table, card, host, by):
        return False
    places.become_a_charge(table, card, host)
    table.occurs("becomes a charge", table.master(host), card, (("host", host),))
    return True


def can_go_under(table: Table, card: int, host: int, by: Player | None = None) -> bool:
    """Whether a card becomes a charge of another: not if that is forbidden or replaced."""
    return card != host and table.propose("move", card, by, table.card(card).area, under(host))


@rules.action("15-14b")
def put_on_top(table: Table, card: int, host: int, by: Player | None = None) -> bool:
    """The card takes the other's zone; the other and its charges become its charges."""
    zone = table.card(host).area
    exhausted = bool(same_placement(table, host))
    charges = places.charges_of(table, host)
    if not places.relocate(table, card, zone, by=by, exhausted=exhausted):
        return False
    attacked = takes_over_the_attack(table, host)
    if attacked and goes_on_attacking(table, card):
        with table.under("15-14b-2"):
            table.mark(card, "attacking", attacked)
    if table.propose("move", host, by, zone, under(card)):
        for charge in (*charges, host):
            places.become_a_charge(table, charge, card)
    is_another_card(table, card)
    return True


@rules.guard("15-14b-1")
def same_placement(table: Table, host: int) -> bool:
    """Ready or exhausted like the card below."""
    return bool(table.card(host).mark("exhausted"))


@rules.guard("15-14b-2")
def takes_over_the_attack(table: Table, host: int) -> str | None:
    """On top of an attacking card it attacks the same column. J-41: it did not itself attack."""
    column = table.card(host).mark("attacking")
    if column:
        table.mark(host, "attacking", None)
    return column or None


def goes_on_attacking(table: Table, card: int) -> bool:
    """J-65: even if it cannot attack."""
    from judgekit.games.gate_ruler.ch16_16_conditions import is_dormant  # a later chapter

    if not is_dormant(table, card) and not is_forbidden(table, "attack", card):
        return True
    return table.reading("J-65") == "goes-on-attacking"


@rules.guard("15-14b-3")
def is_another_card(table: Table, card: int) -> bool:
    """No damage, effects or targeting pass from the card below."""
    if table.card(card).mark("attacking") and table.reading("J-41") == "counts-as-attack":
        table.mark(card, "attacked", (table.number("turn"), 1, table.number(attack.SUB_PHASES)))
    return True
