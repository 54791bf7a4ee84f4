"""A game's policy: what the engine must ask of the game because the books differ.

A game subclasses this and cites the clause of each answer. The defaults are the plainest reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from judgekit.engine.events import Moved, Row, Vanished
from judgekit.engine.loops import DATED
from judgekit.engine.state import UNKNOWN, Card, CardId, Facts, Player, Ref, State, area_player

if TYPE_CHECKING:
    from judgekit.engine.abilities import Ability, Modifier, Moment, Proposal, Source
    from judgekit.engine.layers import Board
    from judgekit.engine.registry import Due, RuleAction
    from judgekit.engine.table import Table

AS_USUAL: Mapping[str, str] = MappingProxyType({})  # no reading but the defaults of the book


class Policy:
    loop_points: frozenset[str] = frozenset()  # clauses at which a recurring situation is looked for
    trigger_clause: str = ""  # the clause that makes an automatic ability wait, if the book has one
    dated: frozenset[str] = DATED  # facts, locals and marks that hold object numbers or time stamps
    counts_earlier_triggers: bool = False  # "stand by again" also for one that waits since an earlier event
    looks_for_loops_after: int = 0  # choices of a turn before which none is looked for
    rounds_make_a_loop: int = 1  # how often a situation must have been there before
    apart: tuple[str, ...] = ()  # numbers that may differ in what counts as the same situation
    remembered: tuple[str, ...] = ()  # how names begin of numbers that only say that something has been done
    unordered: frozenset[str] = frozenset()  # areas in which the order of cards makes no difference
    phases: frozenset[str] = frozenset()  # procedures that a value may depend on: "in the main phase, …"
    place_counts: bool = True  # whether what is due by a rule action depends on where the rules stand
    counting_clause: str = ""  # that lets anybody count any area
    hiding: frozenset[str] = frozenset()  # moments at which "cards" that were shown are hidden again
    settles_knots: bool = False  # whether `goes_first` is asked about effects that depend on each other
    settles_ties: bool = False  # whether effects of one moment whose order matters are looked for
    checks: frozenset[str] = frozenset()  # clauses that look at the rule actions which wait for a check
    lasting_clause: str = ""  # by which what lasts while a card stays ends at once; "": in a step of its own
    battles: frozenset[str] = frozenset()  # procedures that are over when a battle is

    def settle_ties(self, table: Table) -> None:
        """Ask for the order of simultaneous effects, where it matters; before an event is noticed."""

    def end_outlasted(self, table: Table) -> None:
        """End the effects that last while a card stays where it is, if it has left."""
        for effect in table.state.effects:
            if effect.until.startswith("while ") and not is_still_there(table.state, effect.until):
                with table.under(self.lasting_clause):
                    table.end(effect)

    def master(self, state: State, card: Card) -> Player:
        """Who uses a card: the player of its area, else its owner."""
        return area_player(card.area) or card.owner

    def without_copies(self, state: State) -> State:
        """The state with only one of several identical created cards: a loop without choices may create more
        and more of them. The same state, if there are none."""
        return state

    def working_areas(self, readings: Mapping[str, str]) -> frozenset[str] | None:
        """The areas in which abilities work unless they name another; none: anywhere. It saves asking about
        the many cards that are in a deck or a hand."""
        return None

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        """Whether an ability works where its card is."""
        return True

    def holder(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        """The card as an ability sees it at an event: as it is afterwards or, if the event, or one at the
        same time, took it away, as it was before."""
        after = moment.after.cards.get(card)
        if after is not None and self.active(table, moment.after, after, ability):
            return after
        before = moment.before.cards.get(card)
        if before is None or not self.active(table, moment.before, before, ability):
            return None
        return self.sees_its_end(table, moment, before)

    def sees_its_end(self, table: Table, moment: Moment, card: Card) -> Card | None:
        """The card as it was, if an ability sees the event that took its card away; else none."""
        return card if isinstance(moment.event, Moved | Vanished) and moment.event.card == card.id else None

    def renews(self, state: State, card: Card, dst: str) -> bool:
        """Whether a card that moves there is a new object."""
        return card.area != dst

    def restamps(self, table: Table, card: Card, dst: str) -> bool:
        """Whether a card that stays the same object has a new time stamp after moving there."""
        return True

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        """The last known information to keep about a card that leaves its area."""
        return ()

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        """Whether a player may see the face of a card, as the case reads the book."""
        return True

    def sight(self, card: Card) -> tuple[str, ...]:
        """The clauses that say who may look at a card where it lies."""
        return ()

    def value_clauses(self, table: Table, card: Card, rows: Sequence[Row]) -> tuple[str, ...]:
        """What else than layers and their order decides a value that is derived so."""
        return ()

    def label(self, table: Table, card: Card) -> str:
        return "unknown card" if card.name == UNKNOWN else card.name

    def next_interrupt(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> tuple[RuleAction, Due]:
        """Which of several interrupts comes first: the turn player's, in book order."""
        return min(dues, key=lambda pair: pair[1].player != table.state.turn_player)

    def beaten_under(self, table: Table) -> str | None:
        """The clause by which a prohibition beats what is under way, if not the one of "forbid"."""
        return None

    def replaced_already(self, table: Table) -> None:
        """A replacement that was applied to this event before is left out: cite the clause that says so."""

    def applies_after_another(self, table: Table) -> bool:
        """Whether a replacement that was passed over for another one still applies to what that one made of
        the event."""
        return True

    def dates(self, table: Table, source: Source) -> None:
        """A time stamp decided the order of effects: cite the clause that defines time stamps."""

    def dependency_counts(self, table: Table) -> bool:
        """Whether an effect waits for the one it depends on, whatever their time stamps."""
        return True

    def chooser(self, table: Table, proposal: Proposal) -> Player:
        """Who orders several replacements of one event."""
        if proposal.card is not None:
            card = table.state.cards[proposal.card]
            return self.master(table.state, card)
        return proposal.player or table.state.turn_player

    def decider(self, table: Table, source: Source, proposal: Proposal) -> Player:
        """Who says whether an optional replacement is applied: the player whose effect it is."""
        return source.player

    def in_order(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> list[tuple[RuleAction, Due]]:
        """The order in which rule actions that are due together are performed: the book's."""
        return list(dues)

    def meet(self, table: Table, working: Sequence[Modifier]) -> None:
        """Modifiers are in force together: an open question may decide how they are put in order."""

    def layer_of(self, table: Table, modifier: Modifier) -> str:
        """The layer in which a modifier is applied."""
        return modifier.layer

    def rank(self, table: Table, modifier: Modifier) -> int:
        """Which effects of a layer come first whatever their time stamps: those of the lowest rank."""
        return 0

    def replacements(self, table: Table) -> str:
        """How replacements follow each other: "once" each for an event; "again" for what each one makes of
        it; "all" that fitted the event, one after the other, without asking again."""
        return "once"

    def dependents_first(self, table: Table) -> bool:
        """Whether an effect that depends on another goes before it, and not after."""
        return False

    def goes_first(self, board: Board, one: Source, other: Source) -> Source | None:
        """Of two effects that depend on each other, the one to apply first; none: time stamps decide."""
        return None

    def place(self, board: Board, source: Source) -> int:
        """The place of an effect among those of the same moment; equal: by the names of their abilities."""
        return 0

    def stamp_order_counts(self, readings: Mapping[str, str]) -> bool:
        """Whether two situations must have the same order of time stamps to be the same."""
        return True

    def waits_again_while_it_lasts(self, table: Table) -> bool:
        """Situation triggers: again as long as the situation lasts, or only when it arises again."""
        return False

    def under_way(self, state: State) -> tuple[str, ...]:
        """The phases that a state stands in."""
        phases = self.phases
        return tuple([f.procedure for f in state.frames if f.procedure in phases]) if phases else ()


def is_still_there(state: State, until: str) -> bool:
    """Whether the card of a duration ("while 7.2", "while 7.2 in A.zone 3") is the same object still and,
    where an area is named, in that area."""
    which, _, area = until.removeprefix("while ").partition(" in ")
    card, _, number = which.partition(".")
    now = state.current(Ref(CardId(int(card)), int(number)))
    return now is not None and area in ("", now.area)
