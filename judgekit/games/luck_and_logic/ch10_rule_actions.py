"""Chapter 10: rule actions, those that interrupt and those that wait for a check timing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.events import Moved
from judgekit.engine.registry import Due, RuleAction
from judgekit.engine.state import PLAYERS, CardId, Player, State, area, area_name
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import (
    in_order_of_choice,
    is_without_gates,
    is_worn_out,
    lose_by_rule,
    lose_unless_stopped,
)
from judgekit.games.luck_and_logic.ch02_characteristics import is_member
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    face_up_paradoxes,
    from_deck,
    home,
    is_gate,
    is_set,
    lay,
    maximum_level,
    occupied,
    send,
    with_owner,
)
from judgekit.games.luck_and_logic.ch05_02_cards import drop, turn_face
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import refresh, reshuffle
from judgekit.games.luck_and_logic.rules import rules

LOSING = "10.3.1"

rules.mechanic("interrupt", "10.1.2.1")


@rules.guard("10.1.2.1.1")
def next_in_masters_order(table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> tuple[RuleAction, Due]:
    """Several interrupts: the master of what they affect orders them (A-30 for those of both players)."""
    mine = [pair for pair in dues if pair[1].player == table.turn_player] or list(dues)
    if len(mine) == 1:
        return mine[0]
    player = mine[0][1].player or table.turn_player
    names = {rule.clause: (rule, due) for rule, due in mine}
    options = [(n, table.words("a rule action", clause=n)) for n in names]
    return names[table.pick(player, options, table.words("first rule action"))]


@rules.guard("10.1.2.2")
def is_due_now(table: Table, rule: RuleAction) -> list[Due]:
    """A check-type rule action counts only what holds in the check timing itself."""
    return list(rule.find(table))


rules.mechanic("perform rule actions", "10.1.2.2.1")


def perform_pass(table: Table) -> bool:
    """A-44: everything that is due, together; or one at a time."""
    due = table.keep(all_due_now, all_due_now, table)
    if not due:
        return False
    if len(due) > 1 and table.reading("A-44") == "one-at-a-time":
        return perform_one(table)
    return table.perform_rule_actions()


def all_due_now(table: Table) -> list[Due]:
    return [one for rule in table.rules.live_rule_actions() for one in is_due_now(table, rule) or ()]


def perform_one(table: Table) -> bool:
    dues = in_order_of_players(table, table.all_due(list(table.rules.live_rule_actions())))
    before = table.state
    for rule, due in dues[:1]:
        table.perform_rule_action(rule, due)
    return table.state is not before


def in_order_of_players(table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> list[tuple[RuleAction, Due]]:
    """Of what is due for both players, the turn player's part comes first, with its choices (1.3.4). A loss
    happens at the same time as the rest, and ends the game: so nothing of the pass comes after it (A-68)."""
    choosers = [who_chooses(table, rule, due) for rule, due in dues]
    second = None
    if set(choosers) >= set(PLAYERS):
        _, second = in_order_of_choice(table) or PLAYERS
    losing = [rule.clause == LOSING for rule, _ in dues]
    if second is None and (len(dues) == 1 or not any(losing)):
        return list(dues)
    first = any(losing) and len(dues) > 1 and table.reading("A-68") == "the-loss-alone"
    ranked = sorted(
        zip(dues, choosers, losing, strict=True), key=lambda one: (one[2] != first, one[1] == second)
    )
    return [due for due, _, _ in ranked]


def who_chooses(table: Table, rule: RuleAction, due: Due) -> Player | None:
    """Whose part a rule action is: the master of what it affects, or the one who chooses for that player."""
    if rule.clause == "10.6.1":
        return larger_side(table)
    if due.player is not None and rule.clause in ("10.4.1", "10.5.1", "10.6.2"):
        return table.turn_player if table.readings["A-32"] == "turn-player-chooses" else due.player
    return due.player


def larger_side(table: Table) -> Player | None:
    """10.6.1: the player who has to choose among more paradoxes than the other one has."""
    fewer, more = sorted(PLAYERS, key=lambda player: len(face_up_paradoxes(table, player)))
    same = len(face_up_paradoxes(table, fewer)) == len(face_up_paradoxes(table, more))
    return None if same else more


# 10.2 Reshuffle


@rules.guard("10.2.1")
def has_no_deck(table: Table, player: Player) -> bool:
    return not table.pile(f"{player}.deck")


@rules.interrupt("10.2.2", on=(Moved,))
def out_of_deck(table: Table) -> Iterable[Due]:
    """A-30: both players at once are one case."""
    if is_setting_up(table) or is_paying(table):
        return
    empty = [player for player in PLAYERS if has_no_deck(table, player)]
    if len(empty) == 2 and table.reading("A-30") == "simultaneous":
        yield Due(None, tuple(empty))
    elif empty:
        first = table.turn_player if table.turn_player in empty else empty[0]
        yield Due(first, (first,))


def is_setting_up(table: Table) -> bool:
    return any(frame.at.startswith("6.2") for frame in table.state.frames)


@out_of_deck.performs("10.2.2")
def make_new_decks(table: Table, due: Due) -> None:
    players = [Player(p) for p in due.subject]  # type: ignore[union-attr]
    losers = [p for p in players if not table.pile(f"{p}.drop")]
    if losers:
        lose_without_cards(table, losers)
    for player in players:
        if table.pile(f"{player}.drop"):
            renew_deck(table, player)


def renew_deck(table: Table, player: Player) -> None:
    """A-02: a refresh, with its point."""
    if table.reading("A-02") == "refresh-with-point":
        refresh(table, player)
    else:
        reshuffle(table, player)


@rules.action("10.2.2.1")
def lose_without_cards(table: Table, losers: Sequence[Player]) -> None:
    """At once, as the clause says; a losing condition waits for the next check timing."""
    if any(is_without_gates(table, player) for player in PLAYERS):
        table.cite(LOSING)
    lose_unless_stopped(table, losers)


@rules.guard("10.2.3")
def is_paying(table: Table) -> bool:
    """While a cost is being paid there is no reshuffle (A-03)."""
    paying = "9.6.2.3" in table.path or "9.7.3.3" in table.path
    if not paying or not any(not table.pile(f"{player}.deck") for player in PLAYERS):
        return paying
    reading = table.reading("A-03")
    if reading == "ability-costs-only":
        return "7.5.3.1" not in table.path and "7.5.3.2" not in table.path
    return reading == "not-payable"


# 10.3 Losing condition


@rules.rule_action(LOSING)
def losing_condition(table: Table) -> Iterable[Due]:
    losers = [p for p in PLAYERS if is_without_gates(table, p) or is_worn_out(table, p)]
    if losers:
        yield Due(losers[0] if len(losers) == 1 else None, tuple(losers))


@losing_condition.performs(LOSING)
def lose_in_check(table: Table, due: Due) -> None:
    """Together, if both meet a condition: whichever it is."""
    losers = [Player(p) for p in due.subject]  # type: ignore[union-attr]
    before = before_the_pass(table)  # the card for a refresh point has come since
    if any(is_worn_out(table, p) and len(before.pile(f"{p}.refresh")) > 1 for p in losers):
        table.cite("10.3.1.2")
    if any(is_without_gates(table, player) for player in losers):
        lose_without_gates(table, losers)
    else:
        lose_worn_out(table, losers)


lose_without_gates = rules.acts("10.3.1.1", lose_by_rule)


lose_worn_out = rules.acts("10.3.1.2", lose_by_rule)


# 10.4 Overloaded members


@rules.rule_action("10.4.1")
def overloaded_circle(table: Table) -> Iterable[Due]:
    for player in PLAYERS:
        there = occupied(table, player)
        for circle in CIRCLES:
            if len(there.get(circle, ())) > 1:
                yield Due(player, circle)


@overloaded_circle.performs("10.4.1")
def keep_last_member(table: Table, due: Due) -> None:
    assert due.player is not None
    there = occupants_when_checked(table, due.player, str(due.subject))
    last = newest(table, there)
    if len(last) == 1:
        drop_all_but(table, there, last[0])
    else:
        keep_one_member(table, due.player, there, last)


def occupants_when_checked(table: Table, player: Player, circle: str) -> list[CardId]:
    """10.1.2.2.1: all rule actions of a pass happen at once, so each goes by the table before any of them."""
    before = before_the_pass(table)
    lying = [before.cards[card] for one in CIRCLES for card in before.pile(f"{player}.{one}")]
    return [
        card.id
        for card in lying
        if circle in (card.mark("circles") or (area_name(card.area),))
        and is_member(table, card.id)
        and (not is_set(card) or table.reading("A-34") == "member-even-if-set")
    ]


def before_the_pass(table: Table) -> State:
    return table.group_before if table.group else table.state


def drop_all_but(table: Table, there: Sequence[CardId], kept: CardId) -> None:
    """To their owners' drop zones, except those that another circle has already sent there."""
    drop(table, [card for card in there if card != kept and not is_gone(table, card)], whose=with_owner)


def is_gone(table: Table, card: CardId) -> bool:
    return area_name(table.card(card).area) not in CIRCLES


def newest(table: Table, cards: Sequence[CardId]) -> list[CardId]:
    """The ones placed last; several, if they were placed at the same time."""
    before = before_the_pass(table).cards
    when = {card: before[card].mark("placed") or before[card].since for card in cards}
    latest = max(when.values(), default=0)
    return [card for card in cards if when[card] == latest]


@rules.action("10.4.2")
def keep_one_member(table: Table, player: Player, there: Sequence[CardId], last: Sequence[CardId]) -> None:
    """Placed at the same time: one is chosen to stay (A-32)."""
    staying = [card for card in last if not is_gone(table, card)] or list(last)
    (kept,) = table.choose(chooser(table, player), staying, table.words("member that stays"))
    drop_all_but(table, there, kept)


def chooser(table: Table, master: Player) -> Player:
    """A-32: the master of what is overloaded."""
    if master == table.turn_player or table.reading("A-32") != "turn-player-chooses":
        return master
    return table.turn_player


# 10.5 Overloaded gates


@rules.rule_action("10.5.1")
def overloaded_gate_zone(table: Table) -> Iterable[Due]:
    for player in PLAYERS:
        for zone in GATE_ZONES:
            if len(gates_in(table, player, zone)) > 1:
                yield Due(player, zone)


def gates_in(table: Table, player: Player, zone: str) -> list[CardId]:
    return [card for card in table.pile(f"{player}.{zone}") if is_gate(table, card)]


@overloaded_gate_zone.performs("10.5.1")
def keep_last_gate(table: Table, due: Due) -> None:
    assert due.player is not None
    there = gates_in(table, due.player, str(due.subject))
    last = newest(table, there)
    if len(last) == 1:
        send(table, [card for card in there if card != last[0]], "remove", face_down=True, whose=with_owner)
    else:
        keep_one_gate(table, due.player, there, last)


@rules.action("10.5.2")
def keep_one_gate(table: Table, player: Player, there: Sequence[CardId], last: Sequence[CardId]) -> None:
    (kept,) = table.choose(chooser(table, player), last, table.words("gate that stays"))
    send(table, [card for card in there if card != kept], "remove", face_down=True, whose=with_owner)


# 10.6 Overloaded paradoxes


@rules.rule_action("10.6.1")
def paradoxes_of_both(table: Table) -> Iterable[Due]:
    if all(face_up_paradoxes(table, player) for player in PLAYERS):
        yield Due(None)


@paradoxes_of_both.performs("10.6.1")
def cancel_paradoxes(table: Table, due: Due) -> None:
    """The smaller side goes face down, and as many of the other."""
    fewer, more = sorted(PLAYERS, key=lambda p: len(face_up_paradoxes(table, p)))
    count = len(face_up_paradoxes(table, fewer))
    theirs = face_up_paradoxes(table, more)
    turned = theirs if len(theirs) == count else choose_paradoxes(table, more, theirs, count)
    turn_face(table, [*face_up_paradoxes(table, fewer), *turned], down=True)


def choose_paradoxes(table: Table, player: Player, cards: Sequence[CardId], count: int) -> list[CardId]:
    """A-33: the master of the larger side picks."""
    if table.reading("A-33") == "newest-stay":
        return sorted(cards, key=lambda card: table.card(card).since)[:count]
    return list(table.choose(player, cards, table.words("paradoxes to turn"), count))


@rules.rule_action("10.6.2")
def paradoxes_of_one(table: Table) -> Iterable[Due]:
    for player in PLAYERS:
        mine, theirs = (face_up_paradoxes(table, p) for p in (player, table.opponent(player)))
        if len(mine) > 1 and not theirs:
            yield Due(player)


@paradoxes_of_one.performs("10.6.2")
def keep_one_paradox(table: Table, due: Due) -> None:
    assert due.player is not None
    mine = face_up_paradoxes(table, due.player)
    (kept,) = table.choose(chooser(table, due.player), mine, table.words("paradox that stays"))
    turn_face(table, [card for card in mine if card != kept], down=True)


# 10.7 Illegal cards on the field


@rules.rule_action("10.7.1")
def illegal_card(table: Table) -> Iterable[Due]:
    for player in PLAYERS:
        for circle in CIRCLES:
            for card in table.pile(f"{player}.{circle}"):
                if is_set(table.card(card)):
                    table.cite("10.7.1")  # it may lie there
                elif not is_member(table, card):
                    yield Due(player, card)
        for zone in GATE_ZONES:
            for card in table.pile(f"{player}.{zone}"):
                if not is_gate(table, card):
                    yield Due(player, card)


@illegal_card.performs("10.7.1")
def drop_illegal_card(table: Table, due: Due) -> None:
    if area_name(table.card(CardId(due.subject)).area) in GATE_ZONES:  # type: ignore[arg-type]
        table.cite("4.3.1.1.1")  # the back tells what is a gate
    drop(table, [CardId(due.subject)])  # type: ignore[arg-type]


# 10.8 Excess level


@rules.rule_action("10.8.1")
def excess_level(table: Table) -> Iterable[Due]:
    for player in PLAYERS:
        if len(table.pile(f"{player}.level")) > maximum_level(table, player):
            yield Due(player)


@excess_level.performs("10.8.1")
def keep_maximum_level(table: Table, due: Due) -> None:
    assert due.player is not None
    table.cite("4.7.2")
    lying = table.pile(f"{due.player}.level")
    kept = table.choose(
        due.player, lying, table.words("levels to keep"), max(0, maximum_level(table, due.player))
    )
    drop(table, [card for card in lying if card not in kept])


# 10.9 Refresh point


@rules.rule_action("10.9.1")
def refresh_point(table: Table) -> Iterable[Due]:
    for player in PLAYERS:
        if table.number(f"{player}.refresh points") > 0 and table.pile(f"{player}.deck"):
            yield Due(player)


@refresh_point.performs("10.9.1")
def pay_refresh_point(table: Table, due: Due) -> None:
    """A-52: one card for one point, in each pass."""
    assert due.player is not None
    key = f"{due.player}.refresh points"
    points = table.number(key)
    count = points if points > 1 and table.reading("A-52") == "all-at-once" else 1
    from_deck(table, due.player, count, into_refresh_zone)
    table.set_number(key, points - count)


def into_refresh_zone(table: Table, card: CardId) -> None:
    """A-31: face down."""
    dst = area(home(table, card), "refresh")
    if table.propose("move", card, src=table.card(card).area, dst=dst):
        lay(table, card, dst, face_down=True)
