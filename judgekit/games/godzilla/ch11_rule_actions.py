"""Chapter 11: what happens by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.engine.events import Began, Created, Ended, Moved, Numbered, TurnBegan, Vanished
from judgekit.engine.registry import Due, RuleAction
from judgekit.engine.state import PLAYERS, CardId, Player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import find_monster, master
from judgekit.games.godzilla.ch04_areas import holds_by_a_card, to_the_owner
from judgekit.games.godzilla.ch05_02_placing import place, shuffle
from judgekit.games.godzilla.ch05_04_hands_and_decks import send_from_the_stack
from judgekit.games.godzilla.ch05_11_playing_and_destroying import destroy, destroy_all
from judgekit.games.godzilla.ch09_special_cards import is_token
from judgekit.games.godzilla.ch12_keywords import has_revenge, is_a_protected_base
from judgekit.games.godzilla.rules import FIELD_OF, STRATEGY_OF, rules

rules.mechanic("interrupt", "11.1.2.1")

SHIFTS = (Moved, Created, Vanished, Began, Ended, Numbered, TurnBegan)  # what can end a ban on destroying


@rules.action("11.1.2.1.1")
def order_interrupts(table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> tuple[RuleAction, Due]:
    """The turn player's first, in any order they like; then the other player's."""
    first = [d for d in dues if d[1].player == table.turn_player] or list(dues)
    if len(first) < len(dues):
        table.note(table.words("turn player's first"))
    if len(first) == 1:
        return first[0]
    player = first[0][1].player or table.turn_player
    options = [
        (f"{r.clause} {d.subject}", f"{table.rules.number(r.clause)}: {name_of(table, d)}") for r, d in first
    ]
    chosen = table.pick(player, options, table.words("first rule action"))
    return first[[i for i, _ in options].index(chosen)]


def name_of(table: Table, due: Due) -> str:
    return table.label(due.subject) if isinstance(due.subject, int) else str(due.subject)


rules.mechanic("perform rule actions", "11.1.2.2")


@rules.action("11.2.2")
def reshuffle(table: Table, player: Player) -> None:
    """Drawing from an empty deck: the draw is interrupted."""
    table.cite("11.2.1")
    if not has_nothing_to_shuffle(table, player):
        make_the_deck_anew(table, player)


@rules.action("11.2.3")
def make_the_deck_anew(table: Table, player: Player) -> None:
    with table.together():
        for card in table.pile(f"{player}.discard pile"):
            to_the_owner(table, card, "deck")
    shuffle(table, player)
    table.occurs("reshuffled", player)


@rules.action("11.2.4")
def has_nothing_to_shuffle(table: Table, player: Player) -> bool:
    empty = not table.pile(f"{player}.discard pile")
    if empty:
        table.refuse("reshuffle", table.words("nothing to reshuffle"), player)
    return empty


@rules.interrupt("11.3.2", on=SHIFTS)
def crushed_cards(table: Table) -> Iterator[Due]:
    """Battle cards in one zone with an invading monster."""
    state = table.state
    for player in PLAYERS:
        monster = find_monster(table, player)
        if monster is None:
            continue
        for card in state.pile(state.cards[monster].area):
            if (
                card != monster
                and table.peek(card, "type") == "battle"
                and not had_its_try(table, card, monster)
            ):
                yield Due(master(table, card), card)


def had_its_try(table: Table, card: CardId, monster: CardId) -> bool:
    """By one reading a card that survived is left alone for as long as the two stay together."""
    return bool(table.card(card).mark("crushed") == meeting(table, card, monster))


def meeting(table: Table, card: CardId, monster: CardId) -> tuple[int, ...]:
    """What distinguishes this meeting from another."""
    return (monster, table.card(monster).since, table.card(card).since)


@crushed_cards.performs("11.3.3")
def crush_and_destroy(table: Table, due: Due) -> None:
    table.cite("11.3.1")
    card = CardId(due.subject)  # type: ignore[arg-type]
    where = table.card(card).area
    if destroy(table, card, reason="crush") or table.card(card).area != where:
        return
    monster = next((c for c in table.pile(where) if table.card(c).mark("invading")), None)
    if monster is not None and table.reading("A-36") == "once":
        table.mark(card, "crushed", meeting(table, card, monster))


@rules.rule_action("11.4.1")
def illegal_cards(table: Table) -> Iterator[Due]:
    """Strategy cards and stray monsters in zones; anything but strategy cards in strategy zones."""
    for player in PLAYERS:
        for where in FIELD_OF[player]:
            for card in table.pile(where):
                kind = table.peek(card, "type")
                stray = kind == "monster" and not table.card(card).mark("invading")
                if stray and any(table.peek(c, "type") == "battle" for c in table.pile(where)):
                    table.cite("11.3.2")  # only an invading monster crushes
                if kind == "strategy" or stray:
                    yield Due(player, card)
                elif kind == "battle":
                    yield from (Due(player, below) for below in stray_below(table, card))
        for where in STRATEGY_OF[player]:
            for card in table.pile(where):
                if table.peek(card, "type") != "strategy" and not is_a_protected_base(table, card):
                    yield Due(player, card)


def stray_below(table: Table, card: CardId) -> list[CardId]:
    """Monster cards under a battle card: by one reading they are as stray as any."""
    below = [c for c in table.pile(under(card)) if table.peek(c, "type") == "monster"]
    return below if below and table.reading("A-53") == "whole-stack" else []


@illegal_cards.performs("11.4.1")
def remove_illegal_card(table: Table, due: Due) -> None:
    card = CardId(due.subject)  # type: ignore[arg-type]
    if table.peek(card, "type") == "strategy":
        table.cite("10.1.1.1.2")  # which has its text wait for a strategy zone
    if table.pile(under(card)) and table.reading("A-63") == "that-card-alone":
        send_from_the_stack(table, card, reason="illegal")
    else:
        place(table, card, "discard pile", reason="illegal")


@rules.rule_action("11.4.1.1")
def left_in_the_resolution_area(table: Table) -> Iterator[Due]:
    for card in table.pile("resolution"):
        yield Due(table.card(card).owner, card)


@left_in_the_resolution_area.performs("11.4.1.1")
def clear_the_resolution_area(table: Table, due: Due) -> None:
    place(table, due.subject, "discard pile", reason="left over")  # type: ignore[arg-type]


@rules.rule_action("11.5.1")
def overloaded_zones(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        for places, kind in ((FIELD_OF[player], "battle"), (STRATEGY_OF[player], "strategy")):
            for where in places:
                if len(table.pile(where)) > 1 and len(of_type(table, where, kind)) > 1:
                    if superfluous(table, where, kind):
                        yield Due(player, where)


def of_type(table: Table, where: str, kind: str) -> list[CardId]:
    return [card for card in table.pile(where) if table.peek(card, "type") == kind]


def superfluous(table: Table, where: str, kind: str) -> list[CardId]:
    """The cards of which some must go: all but the last; if several came last, all but one of these."""
    cards = of_type(table, where, kind)
    if kind == "strategy" and allowed_by_a_card(table, Player(where[0])):
        return []
    together = placed_last(table, cards)
    spare = cards if len(together) > 1 else [card for card in cards if card not in together]
    return [card for card in spare if not is_a_protected_base(table, card)]


def placed_last(table: Table, cards: Sequence[CardId]) -> list[CardId]:
    """The card that came to this place last, and those that came at the same time."""
    last = table.card(cards[-1]).since
    return [card for card in cards if table.card(card).since == last]


def allowed_by_a_card(table: Table, player: Player) -> bool:
    return holds_by_a_card(table, player, sum(len(table.pile(where)) for where in STRATEGY_OF[player]))


@overloaded_zones.performs("11.5.1")
def keep_one_of_the_last(table: Table, due: Due) -> None:
    """Choose one of those that came last; all the others are destroyed."""
    where = str(due.subject)
    cards = of_type(table, where, "strategy" if "strategy" in where else "battle")
    together = placed_last(table, cards)
    player = due.player if table.reading("A-37") == "zone-master" else table.turn_player
    assert player is not None
    (kept,) = table.choose(player, together, table.words("card that stays", area=where))
    others = [card for card in cards if card != kept and not is_a_protected_base(table, card)]
    if any(has_revenge(table, card) for card in others):
        table.cite("12.7.2")  # which leaves this reason out
    if any(is_token(table, card) for card in cards):
        table.cite("9.1.1.1")
    destroy_all(table, others, reason="overload")


def was_taken_away(table: Table, card: CardId) -> bool:
    """Whether a rule action, not the effect itself, was the last to move a card in this step."""
    interrupt = table.rules.number("11.1.2.1")
    for happened in reversed(table.happened):
        if isinstance(happened.event, Moved) and happened.event.card == card and happened.event.renewed:
            return interrupt in happened.path
    return False
