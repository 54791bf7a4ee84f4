"""Section 10.5: playing a card or an ability, all of it one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judgekit.engine import plain
from judgekit.engine.abilities import Automatic, Source
from judgekit.engine.events import Played
from judgekit.engine.state import CardId, Player, Standby
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import (
    anything_is_demanded,
    as_many_demands_as_possible,
    card_text_comes_first,
    least_of_up_to,
)
from judgekit.games.godzilla.ch02_card_information import leave_out_reminders
from judgekit.games.godzilla.ch03_player_information import find_monster, position
from judgekit.games.godzilla.ch05_04_hands_and_decks import stop_revealing
from judgekit.games.godzilla.ch05_11_playing_and_destroying import play_battle_card, play_monster_card
from judgekit.games.godzilla.ch10_03_activity import does_nothing, is_continuous
from judgekit.games.godzilla.ch10_06_automatic import Kept, cannot_be_played, cease_to_wait, declined
from judgekit.games.godzilla.records import remember_a_play
from judgekit.games.godzilla.rules import HIDDEN, ZONES, rules

# Cards in hand and automatic abilities do nothing until played; continuous ones are never played.
must_be_played = rules.says("10.5.1", True)


@rules.action("10.5.2")
def play_card(table: Table, player: Player, card: CardId) -> bool:
    """Name it, show it, say where it goes, resolve it."""
    must_be_played(table)
    origin = table.card(card).area
    kind = table.peek(card, "type")
    indicate(table, player, card)
    number = indicate_zone(table, player, card) if kind == "battle" else 0
    if kind == "strategy":
        number = indicate_strategy_zone(table, player, card)
    return resolve_card(table, player, card, kind, number, origin)


@rules.action("10.5.2.1")
def indicate(table: Table, player: Player, card: CardId) -> None:
    table.emit(Played("card", player, card))
    move_to_the_resolution_area(table, card)


@rules.action("10.5.2.1.1")
def move_to_the_resolution_area(table: Table, card: CardId) -> None:
    """Shown, if it was hidden."""
    if table.card(card).area.partition(".")[2] in HIDDEN:
        table.reveal(card)
    table.put(card, "resolution")


@rules.action("10.5.2.1.2")
def indicate_zone(table: Table, player: Player, card: CardId) -> int:
    """One of one's zones where one's invading monster does not stand."""
    free = zones_for(table, card, [n for n in ZONES if n != position(table, player)])
    return int(
        table.pick(
            player,
            [(str(n), f"{player}.zone {n}") for n in free],
            table.words("zone for a card", card=table.label(card)),
        )
    )


def zones_for(table: Table, card: CardId, numbers: Sequence[int]) -> list[int]:
    """The zones, out of some, into which a card may be played: its text may allow fewer."""
    barred = [n for n in numbers if table.has_status("barred from zone", (card, n))]
    if barred:
        card_text_comes_first(table)
    return [n for n in numbers if n not in barred]


@rules.action("10.5.2.1.3")
def indicate_strategy_zone(table: Table, player: Player, card: CardId) -> int:
    """Either of the player's two, even if occupied: the new card stays."""
    zones = [(str(n), f"{player}.strategy zone {n}") for n in (1, 2)]
    return int(table.pick(player, zones, table.words("strategy zone for a card", card=table.label(card))))


@rules.action("10.5.2.1.4")
def indicate_ability(table: Table, waiting: Standby) -> None:
    """An ability goes to the resolution area as if it were a card."""
    table.emit(Played(waiting.ability, waiting.player, waiting.source.card, waiting.id))


make_choices = rules.acts("10.5.2.2", plain.carry_out)  # the choices it asks for, before anything is done


@rules.action("10.5.2.2.1")
def choose_options(table: Table, player: Player, options: Sequence[str], least: int, most: int) -> list[int]:
    """Choose the stated number of options from a list."""
    labelled = [(str(at + 1), text) for at, text in enumerate(options)]
    chosen = table.picks(player, labelled, table.words("which of these"), least, most)
    kept = forget_the_others(table, options, [int(i) - 1 for i in chosen])
    return in_printed_order(table, kept)


@rules.action("10.5.2.2.1.1")
def forget_the_others(table: Table, options: Sequence[str], chosen: list[int]) -> list[int]:
    """Options not chosen are treated as not being there."""
    for at, text in enumerate(options):
        if at not in chosen:
            table.refuse("resolve", table.words("not chosen", text=text))
    return chosen


@rules.action("10.5.2.2.1.2")
def in_printed_order(table: Table, chosen: list[int]) -> list[int]:
    """From top to bottom, whatever was named first."""
    order = sorted(chosen)
    if len(order) > 1:
        table.occurs("options in printed order", facts=(("options", tuple(at + 1 for at in order)),))
    return order


@rules.action("10.5.2.3")
def resolve_card(table: Table, player: Player, card: CardId, kind: str, number: int, origin: str) -> bool:
    if kind == "monster":
        return lay_on_the_monster(table, player, card, origin)
    return put_where_indicated(table, player, card, kind, number, origin)


@rules.action("10.5.2.3.1")
def lay_on_the_monster(table: Table, player: Player, card: CardId, origin: str) -> bool:
    from judgekit.games.godzilla.ch12_keywords import play_as_burst

    old = find_monster(table, player)
    burst = old is not None and table.peek(card, "rank") != table.peek(old, "rank")
    done = play_monster_card(table, player, card, "played", origin)
    if done and burst:
        play_as_burst(table, player, card)
    elif done and table.peek(card, "burst") is not None:
        table.cite("12.5.2")  # it stays: it was played with its own rank
    return done


@rules.action("10.5.2.3.2")
def put_where_indicated(
    table: Table, player: Player, card: CardId, kind: str, number: int, origin: str
) -> bool:
    if kind == "battle":
        return play_battle_card(table, player, card, number, "played", origin)
    with table.together():
        table.put(card, f"{player}.strategy zone {number}")
        table.mark(card, "placed this turn")
        table.occurs("activated", player, card, (("from", origin),))
        table.occurs("played", player, card, (("from", origin), ("how", "played")))
    remember_a_play(table, player, card)
    return True


@rules.action("10.5.2.3.3")
def perform_effect(table: Table, do: Callable[[], object]) -> None:
    """Its effect is performed, even if its card has gone elsewhere."""
    do()
    stop_revealing(table)


def play_ability(table: Table, waiting: Standby) -> None:
    """An ability in standby: played, resolved, gone."""
    ability = table.pool.ability(waiting.ability)
    if is_continuous(table, ability):
        cannot_be_played(table, waiting)
        return
    assert isinstance(ability, Automatic)
    source = Source(ability.address, waiting.source, waiting.player, 0, waiting.facts)
    price = ability.data.can_be_paid if isinstance(ability.data, Kept) else None
    if price is not None and not price(table, source):
        cannot_be_played(table, waiting)
        return
    with table.because(waiting.cause):
        if table.state.current(waiting.source) is not None:
            table.value(waiting.source.card, "abilities")
        leave_out_reminders(table, ability.text)
        indicate_ability(table, waiting)
        if does_nothing(table, ability, source):
            table.refuse("resolve", table.words("inactive"), waiting.player, waiting.source.card)
        elif ability.resolve is not None and ability.resolve(table, waiting) is False:
            declined(table, waiting.player, waiting)
            return
        cease_to_wait(table, waiting)


@rules.action("10.5.3")
def choose_targets(
    table: Table, player: Player, candidates: Sequence[int], n: int, up_to: bool, prompt: str
) -> tuple[CardId, ...]:
    """As many cards as the effect is to affect."""
    if not candidates:
        no_target(table)
        return ()
    if wanted := demanded_targets(table, player, candidates):
        return those_demanded_first(table, player, candidates, wanted, n, up_to, prompt)
    if up_to:
        return between_none_and_all(table, player, candidates, n, prompt)
    return as_many_as_possible(table, player, candidates, n, prompt)


def demanded_targets(table: Table, player: Player, candidates: Sequence[int]) -> list[int]:
    if not anything_is_demanded(table.pool):
        return []
    return [card for card in candidates if table.has_status("must be chosen", (card, player))]


def those_demanded_first(
    table: Table, player: Player, candidates: Sequence[int], wanted: Sequence[int], n: int, up_to: bool,
    prompt: str,
) -> tuple[CardId, ...]:  # fmt: skip
    """Cards that effects demand to be chosen are chosen, as many as possible; then any others."""
    best = as_many_demands_as_possible(table, candidates, lambda card: int(card in wanted))
    if best is None:
        wanted = ()
    first = chosen_by(table, player, table.choose(player, wanted, prompt, min(n, len(wanted))))
    others = [c for c in candidates if c not in wanted]
    if n <= len(first) or not others:
        return first
    if up_to:
        return first + tuple(between_none_and_all(table, player, others, n - len(first), prompt))
    return first + tuple(as_many_as_possible(table, player, others, n - len(first), prompt))


@rules.action("10.5.3.1")
def as_many_as_possible(
    table: Table, player: Player, candidates: Sequence[int], n: int, prompt: str
) -> tuple[CardId, ...]:
    """Declining what can be chosen is not allowed."""
    return chosen_by(table, player, table.choose(player, candidates, prompt, n))


@rules.guard("10.5.3.1.1")
def between_none_and_all(
    table: Table, player: Player, candidates: Sequence[int], n: int, prompt: str
) -> tuple[CardId, ...]:
    return chosen_by(table, player, table.choose(player, candidates, prompt, least_of_up_to(table), n))


def chosen_by(table: Table, player: Player, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    for card in cards:
        table.occurs("chosen", player, card)
    return cards


@rules.action("10.5.3.1.2")
def no_target(table: Table) -> bool:
    """None can be chosen: whatever the effect says about them is left out."""
    table.refuse("choose", table.words("nothing to choose"))
    return True


@rules.action("10.5.4")
def may_do(table: Table, player: Player, possible: bool, prompt: str) -> bool:
    """The player decides about the action on resolving; the rest is done only if it was."""
    if not whole_action_possible(table, possible):
        table.refuse("you may", table.words("not all possible"), player)
        return False
    return table.may(player, prompt)


whole_action_possible = rules.passes("10.5.4.1")
counts_as_done = rules.says("10.5.4.2", True)  # an action that was replaced still counts as done
