"""Chapter 10, section 17: [Over Realm]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judgekit.engine.abilities import Ability, Activated, Automatic, Moment, Source
from judgekit.engine.events import Occurred
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Facts, Player, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import how_many
from judgekit.games.dragon_ball_super.ch06_turn import END_OF_TURN, put_into_play
from judgekit.games.dragon_ball_super.ch08_01_skills import Cost, Skill, Use
from judgekit.games.dragon_ball_super.ch10_05_evolve import HAND
from judgekit.games.dragon_ball_super.ch10_10_counter import use_key
from judgekit.games.dragon_ball_super.printed_keyword import LATER, MAIN, Printed, always
from judgekit.games.dragon_ball_super.rules import happens_to, rules


@rules.keyword("10-17-1", "Over Realm")
def over_realm(printed: Printed) -> tuple[Ability, ...]:
    """With X or more cards in the Drop Area; and the card leaves again when the turn ends."""
    skill = Skill(
        "over realm", over_realm_costs(printed), enough_in_the_drop_area(printed),
        effect=cited("10-17-3", play_over_the_realm), words=frozenset({"play"}), limit=1,
    )  # fmt: skip
    leaving = Automatic(
        f"{printed.address}{LATER}", "10-17-4", rules.words("[Over Realm] at the end"), on=(Occurred,),
        fulfilled=the_turn_of_its_play_ends, resolve=cited("10-17-4", leave_for_the_warp),
    )  # fmt: skip
    return (
        Activated(printed.address, "10-17-1", printed.text, HAND, data=skill, windows=MAIN),
        leaving,
    )


def enough_in_the_drop_area(printed: Printed) -> Callable[[Table, Use], bool]:
    def holds(table: Table, use: Use) -> bool:
        table.cite("10-17-1")
        return how_many(table, f"{use.player}.drop") >= printed.number

    return cited("10-17-1", holds)


def over_realm_costs(printed: Printed) -> tuple[Cost, ...]:
    return (*printed.costs, Cost(rules.words("cost of [Over Realm]"), always, warp_the_drop_area_first))


def warp_the_drop_area_first(table: Table, use: Use) -> Facts:
    if table.reading("A-32") == "warp-as-cost":
        warp_the_drop_area(table, use.player)
    return ()


@rules.action("10-17-3")
def warp_the_drop_area(table: Table, player: Player) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    with table.together():
        for card in table.pile(f"{player}.drop"):
            send_to_the_warp(table, card)


def play_over_the_realm(table: Table, use: Use) -> None:
    """From hand: a card that has left it meanwhile is not played, and the Drop Area stays as it is."""
    now = table.state.current(use.source)
    if now is None or area_name(now.area) != "hand":
        return
    if table.reading("A-32") == "warp-as-effect":
        warp_the_drop_area(table, use.player)
    card = use.source.card
    if put_into_play(table, card, use.player, "over realm"):
        table.mark(card, "over realm", table.number("turn"))
        must_leave_again(table, use, card)


@rules.action("10-17-4")
def must_leave_again(table: Table, use: Use, card: CardId) -> None:
    """If it is still there at the end of this turn."""
    ability = f"{use.ability}{LATER}"
    facts: Facts = (("realm", table.number("turn")), ("realm card", card))
    table.plan(ability, table.card(card).ref, use.player, facts=facts)


def the_turn_of_its_play_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    if happens_to(moment, END_OF_TURN) is not None and table.reading("A-32c") == "as-pending":
        yield ()


def leave_for_the_warp(table: Table, use: Use) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    for card in [c for c in table.state.cards.values() if c.mark("over realm") == fact(use.facts, "realm")]:
        same = card.id == fact(use.facts, "realm card") or fact(use.facts, "realm card") in stack(
            table, card.id
        )
        if same and area_name(card.area) == "battle":
            send_to_the_warp(table, card.id)


def stack(table: Table, card: CardId) -> tuple[CardId, ...]:
    return table.pile(f"under.{card}")


def over_realm_cards_leave(table: Table) -> None:
    """Read as a rule of its own, it does not wait for a checkpoint (A-32c)."""
    marked = [c for c in table.state.cards.values() if c.mark("over realm") and area_name(c.area) == "battle"]
    if marked and table.reading("A-32c") == "automatic":
        for card in marked:
            leave_at_once(table, card.id)


def leave_at_once(table: Table, card: CardId) -> None:
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    with table.under("10-17-4"):
        send_to_the_warp(table, card)


@rules.guard("10-17-5")
def over_realm_is_spent(table: Table, use: Use) -> bool:
    """It has been activated this turn."""
    return table.number(over_realm_key(table, use)) > 0


def over_realm_key(table: Table, use: Use) -> str:
    """Once a turn: for each player, or for each such skill (A-32b)."""
    if table.reading("A-32b") == "per-player":
        return f"{use.player}.over realm used this turn"
    return str(use_key(table, use))
