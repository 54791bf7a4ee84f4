"""The rules of the Godzilla Card Game: the book, the game's policy, and the procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from judgekit.book.load import load
from judgekit.engine.abilities import TAKES, Ability, Automatic, Modifier, Moment, Proposal, Source
from judgekit.engine.layers import Board
from judgekit.engine.policy import AS_USUAL, Policy
from judgekit.engine.registry import Due, RuleAction, Rulebook
from judgekit.engine.state import (
    PLAYERS,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Facts,
    Player,
    State,
    area,
    area_name,
    area_player,
    host_of,
)
from judgekit.engine.table import Table
from judgekit.engine.ties import tie
from judgekit.engine.words import words_of

ZONES = tuple(range(1, 9))
HIDDEN = frozenset({"deck", "hand", "monster deck"})
SIGHT = {
    "zone": "4.4.7", "strategy zone": "4.5.3", "monster deck": "4.6.2", "invading monster zone": "4.7.3",
    "deck": "4.8.2", "hand": "4.9.2", "discard pile": "4.10.2", "resolution": "4.11.2",
}  # fmt: skip
INFORMATION = ("type", "rank", "colors", "traits", "threat level", "counter power", "invasion icon")


FIELD_OF = {player: tuple(area(player, f"zone {n}") for n in ZONES) for player in PLAYERS}
STRATEGY_OF = {player: tuple(area(player, f"strategy zone {n}") for n in (1, 2)) for player in PLAYERS}
FIELD = frozenset(where for places in FIELD_OF.values() for where in places)
STRATEGY_ZONES = frozenset(where for places in STRATEGY_OF.values() for where in places)


UNDER = "under a card"  # where an ability about the card on top of its own works

EVERYWHERE = (*(f"zone {n}" for n in ZONES), "strategy zone 1", "strategy zone 2", *SIGHT, UNDER)


def is_zone(where: str) -> bool:
    """One of a player's eight zones; strategy zones do not count."""
    return where in FIELD


def is_strategy_zone(where: str) -> bool:
    return where in STRATEGY_ZONES


def zone_number(where: str) -> int | None:
    return int(where[-1]) if is_zone(where) else None


def place_of(state: State, where: str) -> str:
    """The area that a place belongs to: under a card, that of the stack."""
    while (host := host_of(Area(where))) is not None:
        where = state.cards[host].area
    return where


def kind_of(table: Table, card: Card) -> str:
    """The type printed on a card, whose abilities are asked about."""
    return "" if card.name == UNKNOWN else str(table.pool[card.name].properties.get("type"))


def is_by_an_effect(table: Table) -> bool:
    """Whether an effect is being performed, or its choices made, and no rule action interrupts it."""
    numbers = (table.rules.number(clause) for clause in ("10.5.2.2", "10.5.2.3.3", "10.9.1"))
    interrupted = table.rules.number("11.1.2.1") in table.path
    return not interrupted and any(number in table.path for number in numbers if number)


def sleeps_through(table: Table, moment: Moment, card: Card, ability: Automatic) -> bool:
    """Whether an ability waits for this event, where it works, and its condition is not met."""
    from judgekit.games.godzilla.ch10_03_activity import lies_where_it_says

    works = lies_where_it_says(card, ability) if ability.where else is_zone(card.area)
    if not works or ability.active_if is None or ability.fulfilled is None:
        return False
    source = table.source(ability, card, moment.after)
    with table.supposing():
        awake = ability.active_if(table, source)
        return not awake and any(True for _ in ability.fulfilled(table, moment, source))


class GodzillaPolicy(Policy):
    loop_points = frozenset({"10.4.3.1", "9.4.3.1"})  # where a check timing begins, in either edition
    dated = Policy.dated | {"crushed", "stays"}
    lasting_clause = "10.2.1.2"
    counting_clause = "4.1.2.2"
    counts_earlier_triggers = True
    apart = ("A.rage", "B.rage")
    unordered = frozenset({"hand", "discard pile", "monster deck"})
    settles_knots = True
    settles_ties = True
    phases = frozenset({"7.2", "7.3", "7.4", "7.5"})  # what a text can mean by the phase it is
    checks = frozenset({"10.4.3.1"})
    place_counts = False  # 11.4 and 11.5 ask what lies where, whatever is under way

    def master(self, state: State, card: Card) -> Player:
        """3.1.2: the player whose area the card is in; under a card, that card's master."""
        while (host := host_of(card.area)) is not None:
            card = state.cards[host]
        if card.marks and (own := card.mark("master")) is not None:
            return Player(str(own))  # 9.1.2.1: a token that came out in a zone of the other player
        return area_player(card.area) or card.owner

    def working_areas(self, readings: Mapping[str, str]) -> frozenset[str] | None:
        """10.3.4: zones and strategy zones; inside a stack only by one reading."""
        return None if readings["A-12"] == "whole-stack" else FIELD | STRATEGY_ZONES

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        """10.3.4: where its card must be; 10.3.3: under which condition."""
        from judgekit.games.godzilla.ch02_card_information import leave_out_reminders
        from judgekit.games.godzilla.ch10_03_activity import is_generally_active, works_where_it_says

        if ability.where is EVERYWHERE:
            return True
        if ability.where:
            works = bool(works_where_it_says(table, card, ability))
        else:
            works = bool(is_generally_active(table, card))
        if not works or ability.active_if is None:
            return works
        source = Source(ability.address, card.ref, self.master(state, card), card.since)
        awake = ability.active_if(table, source)
        if isinstance(ability, Automatic) and table.readings["A-07"] == "at-resolution":
            if not awake:
                table.reading("A-07")
            return True
        table.cite("10.3.3")
        leave_out_reminders(table, ability.text)
        if not awake:
            table.cite("10.3.2")
        return awake

    def holder(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        """What sleeps at its event is not set off, or all the same: A-07 is told where it decides that."""
        found = super().holder(table, moment, card, ability)
        if isinstance(ability, Automatic) and ability.active_if is not None:
            now = moment.after.cards.get(card)
            if now is not None and sleeps_through(table, moment, now, ability):
                table.reading("A-07")
        return found

    def sees_its_end(self, table: Table, moment: Moment, card: Card) -> Card | None:
        """It sees what took it away, or what happened at the same time."""
        own = getattr(moment.event, "card", None) == card.id
        if not own and table.reading("A-19") == "do-not-see":
            return None
        return self._as_master_of_the_leaver(table, moment.before, card)

    def _as_master_of_the_leaver(self, table: Table, state: State, card: Card) -> Card:
        """3.1.2.2: an ability that sees its card leave belongs to the master it had; or to its owner."""
        if self.master(state, card) == card.owner:
            return card
        table.cite("10.6.4.1.2")
        if table.reading("A-20") == "field-master":
            return card
        return msgspec.structs.replace(card, area=area(card.owner, area_name(card.area)))

    def renews(self, state: State, card: Card, dst: str) -> bool:
        """4.1.4: a new card, except from zone to zone; what moves inside a stack stays where it is."""
        here, there = place_of(state, card.area), place_of(state, dst)
        if host_of(card.area) is not None and there == dst and not is_zone(dst):
            return True  # out of a stack, whose top may be there already
        return here != there and not (is_zone(here) and is_zone(there))

    def restamps(self, table: Table, card: Card, dst: str) -> bool:
        """10.8.1.7.1: a new stamp in each area, none inside a stack; from zone to zone it is open."""
        if place_of(table.state, card.area) == place_of(table.state, dst):
            return False
        modifies = card.name != UNKNOWN and any(
            isinstance(ability, Modifier) for ability in table.pool[card.name].abilities
        )
        if modifies and (is_zone(dst) or is_strategy_zone(dst)):
            from judgekit.games.godzilla.ch10_08_effects import dates_from_its_arrival

            return bool(dates_from_its_arrival(table, card, dst))
        return not is_zone(card.area) or not is_zone(dst) or table.readings["A-16"] == "renewed"

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        """10.10: the card as it last was, for effects that still refer to it."""
        if not (is_zone(card.area) or is_strategy_zone(card.area)):
            return ()
        facts = table.information(card.id, INFORMATION)
        return (*facts, ("area", card.area), ("master", self.master(table.state, card)))

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        """4.2: nobody sees the deck; its player sees the hand and monster deck; all see the rest."""
        name = area_name(card.area)
        if name in ("hand", "monster deck"):
            return area_player(card.area) == seat
        return name != "deck"

    def sight(self, card: Card) -> tuple[str, ...]:
        """4.2.2, 4.2.3: a card is public or hidden; each area says which. A stack lies in a zone."""
        name = area_name(card.area)
        state = "4.2.3" if name in HIDDEN else "4.2.2"
        return (state, SIGHT.get(name.rstrip("0123456789 "), "4.4.7"))

    def next_interrupt(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> tuple[RuleAction, Due]:
        """9.1.4.2: tokens out of place go before anything else; the players order the rule actions."""
        from judgekit.games.godzilla.ch11_rule_actions import order_interrupts

        token = next((pair for pair in dues if pair[0].clause == "9.1.4.2"), None)
        return token if token is not None else order_interrupts(table, dues) or dues[0]

    def beaten_under(self, table: Table) -> str | None:
        """1.3.3 covers what an effect orders, and 1.3.2 what it orders besides; over what the rules order,
        1.3.1 puts any card text."""
        if not is_by_an_effect(table):
            return "1.3.1"
        table.cite("1.3.2")
        return None

    def replaced_already(self, table: Table) -> None:
        from judgekit.games.godzilla.ch10_08_effects import at_most_once

        at_most_once(table)
        table.reading("A-42")

    def replacements(self, table: Table) -> str:
        """10.9.2.3: what replaces an event is still that event; or it is another."""
        limited = table.rules.number("10.9.2.3") is not None and table.readings["A-42"] != "new-event"
        return "once" if limited else "again"

    def dates(self, table: Table, source: Source) -> None:
        table.cite("10.8.1.7.1" if source.effect is None else "10.8.1.7.2")

    def dependency_counts(self, table: Table) -> bool:
        return table.reading("A-14") == "dependency-first"

    def rank(self, table: Table, modifier: Modifier) -> int:
        """A-66: read otherwise, what takes abilities comes after what gives them."""
        return int(modifier.data == TAKES and table.readings["A-66"] == "losing-last")

    def layer_of(self, table: Table, modifier: Modifier) -> str:
        """10.8.1.2 and 10.8.1.3 one after the other; or as one, so that dependency reaches across."""
        if modifier.layer == "10.8.1.5" and "rank" in modifier.properties:
            return self.layer_of_rank(table, modifier)
        if modifier.layer != "10.8.1.3" or not any(m.layer == "10.8.1.2" for _, m in table.index.modifiers):
            return modifier.layer
        return "10.8.1.2" if table.reading("A-13") == "dependency-across" else modifier.layer

    def layer_of_rank(self, table: Table, modifier: Modifier) -> str:
        """A rank that is changed comes too late for the stages before; or dependency reaches across."""
        earlier = [m.layer for _, m in table.index.modifiers if m.layer in ("10.8.1.2", "10.8.1.3")]
        if not earlier or table.reading("A-61") == "stages-first":
            return modifier.layer
        return min(earlier)

    def goes_first(self, board: Board, one: Source, other: Source) -> Source | None:
        """10.8.1.6 fails to order two effects that depend on each other."""
        from judgekit.games.godzilla.ch10_08_effects import decided_first

        return decided_first(board, one, other)

    def place(self, board: Board, source: Source) -> int:
        """In the order that a player has chosen for effects with equal time stamps."""
        return board.state.number(tie(source))

    def stamp_order_counts(self, readings: Mapping[str, str]) -> bool:
        """13.1.1.2: what makes two states identical."""
        return readings["A-45"] == "with-stamp-order"

    def in_order(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> list[tuple[RuleAction, Due]]:
        """11.1.3: all simultaneously, the turn player's choices first; or each player's separately."""
        if len(dues) > 1:
            table.cite("11.1.3")
        first = [pair for pair in dues if pair[1].player == table.turn_player]
        others = [pair for pair in dues if pair[1].player != table.turn_player]
        if first and others and table.reading("A-46") == "player-by-player":
            return first
        return first + others

    def chooser(self, table: Table, proposal: Proposal) -> Player:
        from judgekit.games.godzilla.ch10_08_effects import order_of_replacements

        return order_of_replacements(table, proposal)

    def waits_again_while_it_lasts(self, table: Table) -> bool:
        return table.reading("A-05") == "still-true"


book = load("godzilla", "1.2")
rules = Rulebook(book, GodzillaPolicy(), words_of(__package__))

SETUP = rules.procedure("6.3.1")
GAME = rules.procedure("7.1")
START_PHASE = rules.procedure("7.2")
MAIN_PHASE = rules.procedure("7.3")
COUNTER_PHASE = rules.procedure("7.4")
END_PHASE = rules.procedure("7.5")
CHECK_TIMING = rules.procedure("10.4.3")
PLAY_TIMING = rules.procedure("10.4.4")
rules.start = SETUP
