"""Chapter 4: dawn, noon with its quarrels, dusk."""

from __future__ import annotations

from judgekit.audit.bench.practice.ch01_game import as_many_as_can_be
from judgekit.audit.bench.practice.ch02_cards import garden, rested, same
from judgekit.audit.bench.practice.ch05_actions import bring_a_sun, compost, draw, gain, tend, tire, wilt
from judgekit.audit.bench.practice.rules import CHECK, DAWN, DUSK, NOON, PLAY, QUARREL, rules
from judgekit.engine.state import CardId, Player, Ref
from judgekit.engine.table import Table


@rules.step("4.1.1")
def begin_the_turn(table: Table) -> None:
    table.begin_turn(Player(table.recall("next")))


@rules.step("4.1.2")
def dawn(table: Table) -> None:
    table.call(DAWN)


@rules.step("4.1.3")
def noon(table: Table) -> None:
    table.call(NOON)


@rules.step("4.1.4")
def dusk(table: Table) -> None:
    table.call(DUSK)


@rules.step("4.1.5", to=("4.1.1",))
def pass_the_turn(table: Table) -> None:
    table.remember(next=table.opponent())
    table.goto("4.1.1")


@rules.step("4.2.1")
def tend_everything(table: Table) -> None:
    with table.together():
        for card in garden(table, table.turn_player):
            tend(table, card)


@rules.step("4.2.2")
def gain_water(table: Table) -> None:
    gain(table, table.turn_player, "water", 2)


@rules.step("4.2.3")
def it_is_dawn(table: Table) -> None:
    table.occurs("dawn", table.turn_player)
    table.call(CHECK)


@rules.step("4.2.4")
def draw_for_the_turn(table: Table) -> None:
    if table.number("turn") > 1:
        draw(table, table.turn_player, 1)
    table.call(CHECK)


rules.definition("4.3.1")


@rules.step("4.3.2")
def it_is_noon(table: Table) -> None:
    table.occurs("noon", table.turn_player)
    table.call(CHECK)


@rules.step("4.3.3")
def give_a_play_timing(table: Table) -> None:
    table.call(PLAY, player=table.turn_player)


@rules.step("4.3.4", to=("4.3.6",))
def begin_a_quarrel(table: Table) -> None:
    attackers = rested(table, table.turn_player)
    chosen = table.choose(table.turn_player, attackers, table.words("quarrel"), 0, 1)
    if not chosen:
        table.goto("4.3.6")
        return
    table.call(QUARREL, then="4.3.3", attacker=chosen[0], object=table.card(chosen[0]).object)


rules.calls("4.3.5", CHECK, then="4.3.3")


@rules.step("4.3.6")
def noon_is_over(table: Table) -> None:
    table.occurs("end of noon", table.turn_player)
    table.call(CHECK)


@rules.step("4.4.1")
def quarrel(table: Table) -> None:
    attacker = table.recall("attacker")
    tire(table, attacker)
    table.occurs("quarrel", table.turn_player, attacker)
    table.call(CHECK)


@rules.step("4.4.2")
def break_off_without_the_plant(table: Table) -> None:
    ref = Ref(table.recall("attacker"), table.recall("object"))
    card = same(table, ref)
    if card is None or card.area != f"{table.turn_player}.garden":
        table.leave_to("4.3.5")


@rules.step("4.4.3")
def put_a_plant_in_its_way(table: Table) -> None:
    other = table.opponent()
    able = [card for card in rested(table, other) if "white" not in (table.value(card, "colours") or ())]
    chosen = table.choose(other, able, table.words("put in its way"), 0, 1)
    table.remember(blocker=chosen[0] if chosen else None)


@rules.step("4.4.4")
def add_mulch(table: Table) -> None:
    wanted = [
        (player, table.pile(f"{player}.hand"), 0, 1) for player in (table.turn_player, table.opponent())
    ]
    chosen = table.choose_together(wanted, table.words("add mulch"))
    for player, cards in chosen.items():
        table.remember(**{f"mulch of {player}": len(cards)})
    with table.together():
        for player, cards in chosen.items():
            compost(table, player, cards)


@rules.step("4.4.5")
def compare_growth(table: Table) -> None:
    attacker, blocker = table.recall("attacker"), table.recall("blocker")
    if blocker is None:
        bring_a_sun(table, table.turn_player)
        return
    mine = strength(table, attacker, table.turn_player)
    theirs = strength(table, blocker, table.opponent())
    with table.together():
        if mine <= theirs:
            wilt(table, attacker)
        if theirs <= mine:
            wilt(table, blocker)


rules.calls("4.4.6", CHECK)


@rules.step("4.5.1")
def it_is_dusk(table: Table) -> None:
    table.occurs("dusk", table.turn_player)
    table.call(CHECK)


@rules.step("4.5.2")
def shrink_the_hand(table: Table) -> None:
    player = table.turn_player
    hand = table.pile(f"{player}.hand")
    over = as_many_as_can_be(table, len(hand) - 6, len(hand))
    if over > 0:
        compost(table, player, table.choose(player, hand, table.words("compost the rest", n=over), over))


@rules.step("4.5.3")
def effects_end(table: Table) -> None:
    with table.together():
        for effect in table.state.effects:
            if effect.until == "dusk":
                table.end(effect)


@rules.step("4.5.4", to=("4.5.2",))
def check_once_more(table: Table) -> None:
    if table.state.standby or table.has_rule_actions_due():
        table.call(CHECK, then="4.5.2")


def strength(table: Table, card: CardId, player: Player) -> int:
    growth: int = table.value(card, "growth") or 0
    return growth + int(table.recall(f"mulch of {player}", 0))
