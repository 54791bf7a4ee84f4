"""Sections 5.13 to 5.17: monsters that walk, invade and are countered; engaging and evolving."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine.abilities import Proposal
from judgekit.engine.state import CardId, Facts, Player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import each_player, is_so_already, lose, nobody_wins
from judgekit.games.godzilla.ch02_card_information import has_trait
from judgekit.games.godzilla.ch03_player_information import (
    cards_on_the_field,
    change_position,
    find_monster,
    invading_monster,
    position,
    set_rage,
    stack_on_top,
)
from judgekit.games.godzilla.ch04_areas import (
    is_before,
    is_beyond,
    make_the_new_invading_monster,
    need_not_be_found,
    zone,
    zone_behind,
)
from judgekit.games.godzilla.ch05_11_playing_and_destroying import play_monster_card
from judgekit.games.godzilla.records import remember_a_play, remember_this_turn
from judgekit.games.godzilla.rules import is_zone, rules


@rules.action("5.13.1")
def advance(table: Table, player: Player, from_invasion: bool = False) -> bool:
    """One zone further; from zone 8 into the opposing zones, or nowhere."""
    here = position(table, player)
    if invading_monster(table, player) is None:
        return False
    if here == 8:
        advance_from_zone_8(table, player, from_invasion)
        return False
    if not can_advance(table, player, from_invasion):
        return False
    moved = step_to(table, player, here + 1, "advanced", from_invasion)
    if moved and not from_invasion:
        from judgekit.games.godzilla.ch12_keywords import walk_without_invading

        walk_without_invading(table, player)
    return moved


def can_advance(table: Table, player: Player, from_invasion: bool) -> bool:
    """Nothing forbids or replaces the step."""
    facts: Facts = (("invasion", from_invasion),)
    return table.propose("advance", find_monster(table, player), player, facts=facts)


def step_to(table: Table, player: Player, number: int, timing: str, from_invasion: bool = False) -> bool:
    """Take another zone as position, and report it if the monster really moved."""
    here = position(table, player)
    with table.together():
        moved = change_position(table, player, number)
        if has_moved(table, here, position(table, player)):
            facts: Facts = (("from", here), ("invasion", from_invasion), ("to", number))
            table.occurs(timing, player, find_monster(table, player), facts)
            if from_invasion:
                remember_this_turn(table, f"{player}.zones invaded")
    return moved


@rules.action("5.13.1.1")
def advance_from_zone_8(table: Table, player: Player, from_invasion: bool) -> None:
    """Either the step would not happen at all, or it wins; only then can anything prevent it."""
    if not stays_in_zone_8(table, player, from_invasion) and can_advance(table, player, from_invasion):
        win_through_invasion(table, player)


@rules.action("5.13.1.1.1")
def stays_in_zone_8(table: Table, player: Player, from_invasion: bool) -> bool:
    """It stays unless it invades and no battle card bars the opposing zone 8."""
    there = zone(table, table.opponent(player), 8)
    barred = any(table.peek(c, "type") == "battle" for c in cards_on_the_field(table, there))
    if not from_invasion or barred:
        table.cite("5.13.3")
        if not from_invasion:
            table.cite("5.14.1")
        from judgekit.games.godzilla.ch09_special_cards import is_token

        if any(is_token(table, c) for c in cards_on_the_field(table, there)):
            table.cite("9.1.1.1")
        table.refuse("advance", table.words("zone 8 barred" if barred else "no invasion"), player)
        return True
    return False


@rules.action("5.13.1.1.2")
def win_through_invasion(table: Table, player: Player) -> None:
    table.cite("1.2.1.1", "5.13.1.1.2.1")
    if table.propose("win", player=player):
        lose(table, table.opponent(player))


@rules.action("5.13.1.2")
def advance_to(table: Table, player: Player, number: int) -> int:
    """To a given zone, step by step."""
    if is_there_already(table, player, number):
        return 0
    return advance_until(table, player, number)


@rules.action("5.13.1.2.1")
def is_there_already(table: Table, player: Player, number: int) -> bool:
    there = bool(is_beyond(table, (player, position(table, player)), (player, number)))
    if there:
        table.cite("5.13.3")
        table.refuse("advance", table.words("too far on", zone=number), player)
    return there


@rules.action("5.13.1.2.2")
def advance_until(table: Table, player: Player, number: int) -> int:
    steps = 0
    while position(table, player) < number and advance(table, player):
        steps += 1
    return steps


@rules.action("5.13.2")
def retreat(table: Table, player: Player) -> bool:
    """One zone back."""
    here = position(table, player)
    if invading_monster(table, player) is None or cannot_retreat_from_zone_1(table, player):
        return False
    if not table.propose("retreat", find_monster(table, player), player):
        return False
    return step_to(table, player, here - 1, "retreated")


@rules.action("5.13.2.1")
def cannot_retreat_from_zone_1(table: Table, player: Player) -> bool:
    stays = position(table, player) == 1
    if stays:
        table.refuse("retreat", table.words("zone 1 is the first"), player)
    return stays


@rules.action("5.13.2.2")
def retreat_to(table: Table, player: Player, number: int) -> int:
    """To a given zone, step by step."""
    if is_back_already(table, player, number):
        return 0
    return retreat_until(table, player, number)


@rules.action("5.13.2.2.1")
def is_back_already(table: Table, player: Player, number: int) -> bool:
    back = bool(is_before(table, (player, position(table, player)), (player, number)))
    if back:
        table.cite("5.13.3")
        table.refuse("retreat", table.words("too far back", zone=number), player)
    return back


@rules.action("5.13.2.2.2")
def retreat_until(table: Table, player: Player, number: int) -> int:
    steps = 0
    while position(table, player) > number and retreat(table, player):
        steps += 1
    return steps


@rules.guard("5.13.3")
def has_moved(table: Table, before: int, after: int) -> bool:
    """A monster that has not left its zone has neither advanced nor retreated."""
    return not is_so_already(table, before, after)


@rules.action("5.14.1")
def invade(table: Table, player: Player) -> bool:
    """Carry out the main phase action of invasion."""
    from judgekit.games.godzilla.ch08_main_phase import invade_by_effect

    return invade_by_effect(table, player)


@rules.action("5.15.1")
def counter(table: Table, player: Player) -> None:
    """A player's invading monster is thrown back, and its successor comes."""
    if can_be_countered(table, player):
        thrown_back(table, player)
        bring_the_successor(table, player)


def can_be_countered(table: Table, player: Player) -> bool:
    monster = invading_monster(table, player)
    return monster is not None and table.propose("counter", monster, table.opponent(player))


def thrown_back(table: Table, player: Player) -> None:
    facts: Facts = (("zone", position(table, player)),)
    fall_back(table, player)
    table.occurs("countered", table.opponent(player), find_monster(table, player), facts)
    table.tally(f"{table.opponent(player)}.counters this turn")


def counter_together(table: Table, players: Sequence[Player]) -> None:
    """Monsters countered by one effect: thrown back at once; the turn player chooses a successor first."""
    if len(players) < 2:
        for player in players:
            counter(table, player)
        return
    hit = [player for player in players if can_be_countered(table, player)]
    with table.under("5.15.1"):
        each_player(
            table, lambda player: thrown_back(table, player) if player in hit else None, choosing=False
        )
        if len(hit) > 1 and not any(successors(table, player) for player in hit):
            if table.reading("A-31") == "draw":
                nobody_wins(table)
        each_player(table, lambda player: bring_the_successor(table, player) if player in hit else None)


@rules.action("5.15.1.1")
def fall_back(table: Table, player: Player) -> None:
    """From 6, 7 or 8 to the zone behind."""
    behind = zone_behind(table, position(table, player))
    if behind is not None:
        change_position(table, player, behind)
    else:
        table.cite("5.15.1.1")


@rules.action("5.15.1.2")
def bring_the_successor(table: Table, player: Player) -> None:
    """One rank higher, sharing a trait, out of the monster deck."""
    fitting = successors(table, player)
    if table.pile(under(find_monster(table, player) or 0)):
        table.cite("3.2.3.1")
    if not fitting:
        lose_for_want_of_a_successor(table, player)
        return
    hidden = need_not_be_found(table, f"{player}.monster deck")
    least = 0 if hidden and table.reading("A-33") == "may-decline" else 1
    chosen = table.choose(player, fitting, table.words("next monster", player=player), least, 1)
    if not chosen:
        lose_for_want_of_a_successor(table, player)
        return
    early = table.peek(chosen[0], "rank") != table.peek(find_monster(table, player) or 0, "rank") + 1
    if table.reading("A-03") == "played":
        play_monster_card(table, player, chosen[0], "counter")
    else:
        make_the_new_invading_monster(table, player, chosen[0])
    if table.number(f"{player}.rage") and table.reading("A-58") == "new-monster-at-0":
        set_rage(table, player, 0)
    if early:
        from judgekit.games.godzilla.ch12_keywords import play_as_burst

        play_as_burst(table, player, chosen[0])


def successors(table: Table, player: Player) -> list[CardId]:
    monster = find_monster(table, player)
    if monster is None:
        return []
    rank, traits = table.value(monster, "rank") + 1, table.value(monster, "traits") or ()
    return [
        card
        for card in table.pile(f"{player}.monster deck")
        if has_trait(table, card, traits)
        and (table.peek(card, "rank") == rank or bursts_to(table, card, rank))
        and not is_kept_from_coming(table, player, card)
    ]


def is_kept_from_coming(table: Table, player: Player, card: CardId) -> bool:
    """A successor is played, so a player who may not play it cannot bring it."""
    ban = Proposal("play", player, card, src=table.card(card).area)
    if table.forbidding(ban) is None or table.reading("A-03") != "played":
        return False
    return table.is_forbidden(ban, log=True)


def bursts_to(table: Table, card: int, rank: int) -> bool:
    """Whether Burst lets a card of a higher rank come as one of this rank."""
    if table.peek(card, "burst") != rank:
        return False
    return table.reading("A-32") == "burst-rank-counts"


@rules.action("5.15.1.2.1")
def lose_for_want_of_a_successor(table: Table, player: Player) -> None:
    loser = player if table.reading("A-30") == "countered-master" else table.opponent(player)
    if table.propose("lose", player=loser):
        table.cite("1.2.1.2", "5.15.1.2.2")
        lose(table, loser)


@rules.action("5.16.1")
def engages(table: Table, card: int) -> bool:
    """Whether a battle card adds its counter power to the total."""
    if table.has_status("cannot engage", card):
        table.refuse("engage", table.words("cannot engage"), card=card)
        return False
    return True


@rules.action("5.17.1")
def evolve(table: Table, card: int, into: int, how: str = "evolve") -> bool:
    """The new card appears on top of the old one."""
    player = table.master(card)
    if not is_zone(table.card(card).area) or not table.propose("evolve", card, player):
        return False
    with table.together():
        done = play_by_stacking(table, player, card, into, how)
        if done:
            has_evolved(table, card, into)
    return done


def play_by_stacking(table: Table, player: Player, card: int, into: int, how: str) -> bool:
    """A battle card played onto another one."""
    origin = table.card(into).area
    if not table.propose("play", into, player, src=origin, dst=table.card(card).area):
        return False
    with table.together():
        stack_on_top(table, into, card)
        table.cite("3.2.3")  # one card in its zone, so that none is too many
        table.occurs("played", player, into, (("from", origin), ("how", how)))
    remember_a_play(table, player, into)
    return True


def play_onto(table: Table, card: int, into: int) -> bool:
    """Told to play a battle card by laying it on another one: whether that is evolving is open."""
    if not is_zone(table.card(card).area):
        return False
    with table.together():
        done = play_by_stacking(table, table.master(card), card, into, "effect")
        if done and table.reading("A-24") == "evolves":
            has_evolved(table, card, into)
    return done


@rules.action("5.17.1.1")
def has_evolved(table: Table, card: int, into: int) -> None:
    table.occurs("evolved", table.master(into), card, (("into", into),))
