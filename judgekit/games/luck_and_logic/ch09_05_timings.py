"""Section 9.5: check timings and play timings."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.engine.state import PLAYERS, CardId, Player, Ref, Standby
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import card_says
from judgekit.games.luck_and_logic.ch05_02_cards import drop
from judgekit.games.luck_and_logic.ch08_01_battles import marked
from judgekit.games.luck_and_logic.ch09_07_automatic import cancel, choose_and_play, master_of_waiting
from judgekit.games.luck_and_logic.ch09_09_continuous import number_of, order_equal_stamps
from judgekit.games.luck_and_logic.ch10_rule_actions import perform_pass
from judgekit.games.luck_and_logic.ch12_miscellaneous import is_cancelled
from judgekit.games.luck_and_logic.rules import CHECK_TIMING, PLAY_TIMING, rules

DO_NOTHING = "do nothing"


@rules.action("9.5.3")
def check_timing(table: Table, then: str = "") -> None:
    table.occurs("check timing", table.turn_player)
    table.call(CHECK_TIMING, then)


def check_after(table: Table, moment: str) -> None:
    """A moment of the turn comes, and a check timing with it."""
    table.occurs(moment, table.turn_player)
    check_timing(table)


@rules.step("9.5.3.1", to=("9.5.3.1",))
def perform_rule_actions(table: Table) -> None:
    """All that are due, together; again, until none is (A-44)."""
    if leaves_early(table):
        return
    end_outlasted(table)
    order_equal_stamps(table)
    show_open_decks(table)
    table.check_interrupts()
    if drops_surplus_logic(table) or perform_pass(table):
        table.goto("9.5.3.1")


def drops_surplus_logic(table: Table) -> bool:
    """A-65: whether cards go because the limit of their master's member in battle has fallen."""
    for mark in ("attacking", "defending"):
        member = marked(table, mark)
        lying = table.pile(f"{table.master(member)}.battle") if member is not None else ()
        if member is None or not lying:
            continue
        over = len(lying) - max(0, number_of(table, member, "limit"))
        if over > 0 and table.reading("A-65") == "surplus-dropped":
            player = table.master(member)
            drop(table, table.choose(player, lying, table.words("cards over the limit"), over, over))
            return True
    return False


@rules.step("9.5.3.2", to=("9.5.3.1",))
def play_one_of_the_turn_player(table: Table) -> None:
    if waiting := still_usable(table, waiting_of(table, table.turn_player)):
        choose_and_play(table, table.turn_player, waiting)
        table.goto("9.5.3.1")


@rules.step("9.5.3.3", to=("9.5.3.1",))
def play_one_of_the_non_turn_player(table: Table) -> None:
    if waiting := still_usable(table, waiting_of(table, table.opponent())):
        choose_and_play(table, table.opponent(), waiting)
        table.goto("9.5.3.1")


@rules.step("9.5.3.4")
def end_check_timing(table: Table) -> None:
    """Nothing is left to resolve."""
    table.occurs("check timing over", table.turn_player)


def leaves_early(table: Table) -> bool:
    """1.3.1: an effect has ended the battle, or the turn."""
    for what, clause in (("battle", "8.6"), ("turn", "7.7")):
        if table.number(f"{what} ends early"):
            table.set_number(f"{what} ends early", 0)
            with table.under("1.3.1"):
                table.note(table.words("ended by an effect", phase=what))
            table.leave_to(clause)
            return True
    return False


def show_open_decks(table: Table) -> None:
    """1.3.1: a player who plays with the top card of the deck revealed shows each new one."""
    for player in PLAYERS:
        is_open = card_says(table, "open deck", player)
        if is_open or table.number(f"{player}.open deck"):
            show_top(table, player, bool(is_open))

        is_shown = card_says(table, "open hand", player)
        if is_shown or table.number(f"{player}.open hand"):
            show_hand(table, player, bool(is_shown))


def show_hand(table: Table, player: Player, is_open: bool) -> None:
    """1.3.1: a player who plays with the hand revealed shows each card that comes to it."""
    for card in table.pile(f"{player}.hand"):
        shown = bool(table.card(card).mark("lies open"))
        if shown and not is_open:
            table.mark(card, "lies open", None)
        if is_open and not shown:
            table.reveal(card)
            table.mark(card, "lies open")
    table.set_number(f"{player}.open hand", int(is_open))


def show_top(table: Table, player: Player, is_open: bool) -> None:
    deck = table.pile(f"{player}.deck")
    for card in deck:
        if table.card(card).mark("lies open") and not (is_open and card == deck[0]):
            table.mark(card, "lies open", None)
    for card in deck[:1] if is_open else ():
        if not table.card(card).mark("lies open"):
            table.reveal(card)
            table.mark(card, "lies open")
    table.set_number(f"{player}.open deck", int(is_open))


def end_outlasted(table: Table) -> None:
    """9.2.2.2: what lasts while a card stays where it is ends when the card leaves."""
    for effect in table.state.effects:
        if effect.until.startswith("while "):
            number, _, incarnation = effect.until.removeprefix("while ").partition(".")
            if table.state.current(Ref(CardId(int(number)), int(incarnation))) is None:
                table.end(effect)


def still_usable(table: Table, waiting: list[Standby]) -> list[Standby]:
    """12.3.1.3: what waits and cannot be used is cancelled before anybody chooses."""
    barred = [one for one in waiting if waiting[1:] and is_cancelled(table, one)]
    for one in barred:
        with table.under("9.7.3"), table.because(one.cause):
            cancel(table, one)
    return [one for one in waiting if one not in barred]


def waiting_of(table: Table, player: Player) -> list[Standby]:
    """A player's waiting abilities, each with that player as its player."""
    mine = (one for one in table.state.standby if master_of_waiting(table, one) == player)
    return [replace(one, player=player) for one in mine]


@rules.action("9.5.4")
def play_timing(table: Table, player: Player, window: str) -> None:
    table.occurs("play timing", player)
    table.call(PLAY_TIMING, player=player, window=window)


rules.does("9.5.4.1", check_timing)


@rules.step("9.5.4.2", to=("9.5.4.1",))
def act_or_do_nothing(table: Table) -> None:
    """An action, and then another play timing; or nothing."""
    player, window = Player(table.recall("player", table.turn_player)), table.recall("window", "main")
    chosen = None
    if table.may_act(player, window):
        closed = not_allowed(table, "7.5.3.7")
        chosen = table.offer(player, window, table.words("act", player=player), DO_NOTHING, closed)
    if chosen is not None:
        action, subject = chosen
        if window == "main":
            table.cite("7.5.3")  # any of its actions, in any order and any number of times
        action.perform(table, player, subject)
    elif is_over(table, player):
        return
    table.goto("9.5.4.1")


def not_allowed(table: Table, clause: str) -> frozenset[str]:
    """Doing nothing is an option that a clause gives."""
    return frozenset() if table.rules.number(clause) else frozenset({DO_NOTHING})


@rules.action("9.5.4.3")
def is_over(table: Table, player: Player) -> bool:
    """The player does nothing: no other play timing comes after this one, and the phase advances."""
    from judgekit.games.luck_and_logic.ch07_phases import goes_to_battle

    table.occurs("play timing over", player)
    return goes_to_battle(table)
