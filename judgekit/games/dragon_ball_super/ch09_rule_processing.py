"""Chapter 9: what the rules do by themselves, at once or in checkpoints and counter timings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from judgekit.engine.events import Moved, Row
from judgekit.engine.registry import Due
from judgekit.engine.state import PLAYERS, CardId, Effect, Facts, Player
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import (
    as_a_number,
    has_no_deck_left,
    has_no_life_left,
    is_in_a_losing_state,
    lose_by_rule_processing,
)
from judgekit.games.dragon_ball_super.ch07_battle import NEGATED, drop_a_combo
from judgekit.games.dragon_ball_super.ch08_07_effects import information, lay_on
from judgekit.games.dragon_ball_super.ch10_01_ko import ko
from judgekit.games.dragon_ball_super.rules import BATTLE, goes_on, rules

CARRIED = (
    "rest", "attack", "guard", "was attacking", "was attacked", "declared target", "combo power",
    "over realm", "fell", "control until",
)  # fmt: skip


rules.mechanic("interrupt", "9-1-2-1")  # what does not wait, in the middle of whatever is under way


@rules.action("9-1-2-2")
def process_rules(table: Table) -> bool:
    """Only in checkpoints and counter timings, and only what is the case there."""
    judge_losses(table)
    done = table.perform_rule_actions()
    if not done:
        note_who_holds_out(table)
    return done


rules.mechanic("perform rule actions", "9-1-2-3")  # all of them at the same time


@rules.interrupt("9-2-1", on=(Moved,))
def losing(table: Table) -> Iterator[Due]:
    """Found after every event, or left to the next rule processing (A-01)."""
    players = [player for player in PLAYERS if is_in_a_losing_state(table, player)]
    if players and table.reading("A-01") == "at-once":
        yield Due(players[0], "losing")


@losing.performs("9-2-1")
def judge_at_once(table: Table, due: Due) -> None:
    judge_losses(table)


@rules.action("9-2-2")
def judge_losses(table: Table) -> None:
    """Everybody who is in a losing state now loses, first of all: this sort is interruptive (9-2-1), and what
    9-1-2-3 has done at once is the confirmative sort alone."""
    losers: dict[Player, str] = {}
    clause = ""
    for player in PLAYERS:
        life = loses_without_life(table, player)
        why = life or loses_without_deck(table, player)
        if why:
            losers[player] = "no life" if life else "empty deck"
            clause = why
    lose_by_rule_processing(table, losers, clause)


@rules.action("9-2-3")
def loses_without_life(table: Table, player: Player) -> str:
    if not has_no_life_left(table, player):
        return ""
    table.occurs("has no life", player)
    return table.path[-1]


@rules.action("9-2-4")
def loses_without_deck(table: Table, player: Player) -> str:
    if not has_no_deck_left(table, player):
        return ""
    table.occurs("has no deck", player)
    return table.path[-1]


invalid_combos_wait_for_a_check = rules.says("9-3-1", True)


@rules.rule_action("9-3-2")
def invalid_combos(table: Table) -> Iterator[Due]:
    """Cards in a Combo Area while there is no battle."""
    if goes_on(table, BATTLE):
        if table.state.number(NEGATED) and any(table.pile(f"{player}.combo") for player in PLAYERS):
            table.cite("9-3-2")  # the battle is not over yet, so they are valid
    elif invalid_combos_wait_for_a_check(table):
        for player in PLAYERS:
            for card in table.pile(f"{player}.combo"):
                yield Due(player, card)


@invalid_combos.performs("9-3-2")
def drop_an_invalid_combo(table: Table, due: Due) -> None:
    assert due.player is not None
    drop_a_combo(table, CardId(due.subject), due.player)  # type: ignore[arg-type]


covering_does_not_wait = rules.says("9-4-1", True)


@rules.action("9-4-2")
def pass_on(table: Table, below: CardId, above: CardId) -> None:
    """A card placed on another takes over its mode and the effects that apply to it."""
    covering_does_not_wait(table)
    take_over(table, below, above)


def take_over(table: Table, below: CardId, above: CardId) -> None:
    """Mode, role and effects of one card of a stack pass to another (A-28)."""
    all_of_it = table.reading("A-28") == "all-but-printed"
    with table.together():
        for name in CARRIED if all_of_it else ("rest",):
            if (value := table.card(below).mark(name)) is not None:
                table.mark(below, name, None)
                table.mark(above, name, value)
        for effect in table.state.effects:
            if (
                effect.cards
                and table.card(below).ref in effect.cards
                and (all_of_it or is_power(table, effect))
            ):
                hand_over(table, effect, below, above)


def hand_over(table: Table, effect: Effect, below: CardId, above: CardId) -> None:
    """The same effect, with its old time stamp, now on the card above."""
    assert effect.cards is not None
    old, new = table.card(below).ref, table.card(above).ref
    lay_on(table, effect, tuple(new if ref == old else ref for ref in effect.cards))


def is_power(table: Table, effect: Effect) -> bool:
    return "power" in getattr(table.pool.ability(effect.what), "properties", ())


powerless_cards_wait_for_a_check = rules.says("9-5-1", True)


@rules.rule_action("9-5-2")
def powerless(table: Table) -> Iterator[Due]:
    """Battle Cards in the Battle Area whose power is zero or less."""
    powerless_cards_wait_for_a_check(table)
    leaders = (card for player in PLAYERS for card in table.pile(f"{player}.leader"))
    if any(table.is_told(card, "power") and power(table, card) <= 0 for card in leaders):
        table.cite("9-5-2")  # which is about Battle Cards only
    for player in PLAYERS:
        for card in table.pile(f"{player}.battle"):
            if is_looked_at(table, card) and power(table, card) <= 0:
                yield Due(player, card)


@powerless.performs("9-5-2")
def ko_a_powerless_card(table: Table, due: Due) -> None:
    card = CardId(due.subject)  # type: ignore[arg-type]
    information(table, card, "power")  # how it came to that is told
    ko(table, card, credited_effect(table, card))


@rules.guard("9-5-2-1")
def credited_effect(table: Table, card: CardId) -> Facts:
    """The effect that brought its power down counts as having KO-ed it."""
    rows = table.board.rows.get((card, "power"), [])
    found = [row for row in rows if row.source is not None and lowers(row)]
    credited = found if not found or table.reading("A-23") == "every-effect" else latest(table, card, found)
    if not credited:
        table.cite("9-1-1")  # nobody's skill has done it
        return (("by", "rule"),)
    players = tuple(sorted({master_of_effect(table, row) for row in credited}))
    return (("by", "skill"), ("of", players[0]), ("all of", players), ("source", credited[-1].source))


def latest(table: Table, card: CardId, found: Sequence[Row]) -> list[Row]:
    """The last effect to lower its power; none, if it fell because something ended after that, or under no
    more than it has survived before."""
    now = table.card(card)
    withstood = now.mark("held", ())
    fresh = [row for row in found if row.stamp > now.mark("fell", -1) and burden(row) not in withstood]
    return [max(fresh, key=lambda row: row.stamp)] if fresh else []


def burden(row: Row) -> str:
    return f"{row.effect} {row.stamp} {int(row.before) - int(row.after)}"  # type: ignore[arg-type]


def note_who_holds_out(table: Table) -> None:
    """An effect that leaves a card some power is not the one that later takes the rest (A-23)."""
    for card in battle_cards(table):
        if power(table, card) > 0:
            rows = table.board.rows.get((card, "power"), [])
            borne = tuple(burden(row) for row in rows if row.source is not None and lowers(row))
            if borne != table.card(card).mark("held", ()):
                with table.under("9-5-2-1"):
                    table.mark(card, "held", borne or None)


def lowers(row: Row) -> bool:
    return int(row.after) < int(row.before or 0)  # type: ignore[arg-type]


def master_of_effect(table: Table, row: Row) -> str:
    """For a lasting effect, the player who made it; for a [Permanent], the master of its card."""
    for effect in table.state.effects:
        if effect.what == row.effect and effect.stamp == row.stamp:
            return effect.player
    assert row.source is not None
    return table.master(row.source)


def power(table: Table, card: CardId) -> int:
    return as_a_number(table, "power", table.peek(card, "power"))


@contextmanager
def noting_who_falls(table: Table) -> Iterator[None]:
    """Battle Cards that lose their power because something ends or leaves are nobody's KO (A-23)."""
    before = {card: (power(table, card), lowering(table, card)) for card in battle_cards(table)}
    yield
    for card in battle_cards(table):
        had, effects = before.get(card, (0, {}))
        grown = any(by > effects.get(effect, 0) for effect, by in lowering(table, card).items())
        if had > 0 >= power(table, card) and not grown:
            table.mark(card, "fell", table.state.clock)


def lowering(table: Table, card: CardId) -> dict[tuple[str, int], int]:
    """The effects that lower its power now, each with its time stamp, and by how much."""
    rows = table.board.rows.get((card, "power"), [])
    found = [row for row in rows if row.source is not None and lowers(row)]
    return {(row.effect, row.stamp): int(row.before) - int(row.after) for row in found}  # type: ignore[arg-type]


def battle_cards(table: Table) -> list[CardId]:
    return [
        card for player in PLAYERS for card in table.pile(f"{player}.battle") if is_looked_at(table, card)
    ]


def is_looked_at(table: Table, card: CardId) -> bool:
    """A Battle Card; if its power is unknown, only if something changes it: none is printed with 0."""
    if table.peek(card, "type") != "battle":
        return False
    return table.is_told(card, "power") or (card, "power") in table.board.pending
