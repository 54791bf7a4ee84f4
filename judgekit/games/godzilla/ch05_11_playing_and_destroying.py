"""Sections 5.11 and 5.12: what an effect plays, and what it destroys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judgekit.engine.events import Occurred
from judgekit.engine.state import CardId, Player, fact
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import position
from judgekit.games.godzilla.ch04_areas import (
    counts_as_destroyed,
    make_the_new_invading_monster,
    may_lie_until_a_check,
    zone,
)
from judgekit.games.godzilla.ch05_02_placing import can_move, put_down
from judgekit.games.godzilla.records import remember_a_play
from judgekit.games.godzilla.rules import rules


@rules.action("5.11.1")
def play_battle_card(
    table: Table, player: Player, card: int, number: int, how: str = "played", origin: str = "",
    field: Player | None = None,
) -> bool:  # fmt: skip
    """Put it into a zone from off the field, one's own if the other player's is not named."""
    origin, where = origin or table.card(card).area, zone(table, field or player, number)
    if not table.propose("play", card, player, src=origin, dst=where):
        return False
    may_lie_until_a_check(table, where)
    with table.together():
        table.put(card, where)
        table.occurs("played", player, card, (("from", origin), ("how", how)))
    remember_a_play(table, player, card)
    return True


@rules.action("5.11.1.1")
def is_barred(table: Table, player: Player, number: int) -> bool:
    """Into a given zone, not onto one's own invading monster."""
    barred = position(table, player) == number
    if barred:
        table.cite("1.3.2")
        table.refuse("play", table.words("own monster in the way"), player)
    return barred


@rules.action("5.11.1.2")
def zones_to_choose_from(table: Table, player: Player, numbers: Sequence[int]) -> list[int]:
    """A zone free of one's own invading monster, if there is one."""
    free = [n for n in numbers if n != position(table, player)]
    if free and len(free) < len(numbers):
        table.note(table.words("not the monster's zone", zone=position(table, player)))
    return free or list(numbers)


@rules.action("5.11.1.3")
def different_zones(table: Table, numbers: Sequence[int], taken: Sequence[int]) -> list[int]:
    """Several cards played together go to different zones as far as that can be done."""
    free = [n for n in numbers if n not in taken]
    if taken:
        table.note(
            table.words("not the same zone", zones=", ".join(str(n) for n in taken))
            if free
            else table.words("no other zone")
        )
    return free or list(numbers)


@rules.action("5.11.2")
def play_monster_card(table: Table, player: Player, card: int, how: str = "played", origin: str = "") -> bool:
    """Make it the new invading monster."""
    origin = origin or table.card(card).area
    if not table.propose("play", card, player, src=origin):
        return False
    with table.together():
        make_the_new_invading_monster(table, player, card)
        table.occurs("played", player, card, (("from", origin), ("how", how)))
        table.occurs("became the invading monster", player, card)
    if how != "played":
        table.cite("8.5.1.1")  # rage grows only when a monster is played from the hand in the main phase
    remember_a_play(table, player, card)
    return True


@rules.guard("5.11.3")
def is_played_from(table: Table, origin: str, names: Sequence[str]) -> bool:
    """Played out of an area: in the ordinary way, or straight by a rule or effect."""
    name = origin.partition(".")[2] or origin
    return not names or name in names


def played_how(occurred: Occurred) -> tuple[str, str]:
    """From where and in which way a card was played; an ordinary play shows it in the resolution area first,
    and is a play from where it was before."""
    origin, how = str(fact(occurred.facts, "from", "")), str(fact(occurred.facts, "how", ""))
    return (how, how) if origin == "resolution" and how != "played" else (origin, how)


@rules.action("5.11.4")
def play_token(
    table: Table, player: Player, name: str, number: int, field: Player | None = None
) -> CardId | None:
    """Create the token in the given zone."""
    from judgekit.games.godzilla.ch09_special_cards import make_a_token_appear

    with table.together():
        card = make_a_token_appear(table, player, name, number, field)
        if card is not None and table.reading("A-47") == "is-play":
            table.occurs("played", player, card, (("from", ""), ("how", "token")))
            remember_a_play(table, player, card)
    return card


@rules.action("5.12.1")
def destroy_all(table: Table, cards: Sequence[int], reason: str = "effect", by: Player | None = None) -> int:
    """To the discard piles of their owners, at once: anything that prevents it is checked first."""
    with table.together():
        going = [table.card(card).ref for card in cards if can_be_destroyed(table, card, reason, by)]
        left = [ref.card for ref in going if table.state.current(ref) is not None]
        with table.under("5.2.1"):
            for card in left:
                put_down(table, card, "discard pile", reason=reason, instructed=True, by=by)
    return len(left)


def can_be_destroyed(table: Table, card: int, reason: str, by: Player | None) -> bool:
    """Nothing forbids or replaces the destruction, nor the move that it consists of."""
    origin = table.card(card).area
    if not table.propose("destroy", card, by, src=origin, facts=(("reason", reason),)):
        return False
    with table.under("5.2.1"):
        return can_move(table, card, "discard pile", reason)


def destroy(table: Table, card: int, reason: str = "effect", by: Player | None = None) -> bool:
    return bool(destroy_all(table, [card], reason, by))


@rules.action("5.12.1.2")
def destroy_one_by_one(table: Table, find: Callable[[], Sequence[int]], by: Player | None = None) -> int:
    """First settle every card that meets the condition, then destroy them, whatever becomes of the others."""
    settled = in_which_order(table, find(), by)
    return sum([destroy(table, card, by=by) for card in settled if is_in_place(table, card)])


def in_which_order(table: Table, cards: Sequence[int], by: Player | None) -> list[CardId]:
    """One by one, but which first? The book does not say who decides."""
    if len(cards) < 2:
        return [CardId(card) for card in cards]
    prompt = table.words("order of destruction")
    if table.reading("A-57") == "effect-master":
        return list(table.order(by or table.turn_player, cards, prompt))
    found: list[CardId] = []
    for player in (table.turn_player, table.opponent()):
        found += table.order(player, [card for card in cards if table.master(card) == player], prompt)
    return found


def is_in_place(table: Table, card: int) -> bool:
    """Whether a card is still where it could be destroyed."""
    return CardId(card) in table.state.cards and counts_as_destroyed(table.card(card).area)


def destroy_singly(table: Table, find: Callable[[], Sequence[int]], by: Player | None = None) -> int:
    """One by one as the edition has it; the older one does not say when the condition is tested."""
    settled: int | None = destroy_one_by_one(table, find, by)
    if settled is not None:
        return settled
    is_open = "A-52" in table.readings  # a text that was imported may leave the clause out, with its doubt
    if is_open and table.reading("A-52") == "settled-first":
        settled_first = in_which_order(table, find(), by)
        return sum([destroy(table, card, by=by) for card in settled_first if is_in_place(table, card)])
    tried: list[int] = []
    while left := [card for card in find() if card not in tried]:
        tried.append(left[0])
        destroy(table, left[0], by=by)
    return sum(not is_in_place(table, card) for card in tried)
