"""The table: what a step sees, and the only hands it has.

A step reads the state, performs events, asks, and says where the rules go on. All of it is a transaction: a
step that must ask for an answer it does not have is dropped whole and run again when the answer is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec

from judgekit.engine.abilities import (
    Ability,
    Automatic,
    Definition,
    Modifier,
    Moment,
    Pool,
    Prohibition,
    Proposal,
    Replacement,
    Source,
    Status,
    effect_source,
)
from judgekit.engine.chance import shuffled
from judgekit.engine.citing import Because, Citing, Together
from judgekit.engine.errors import RuleError
from judgekit.engine.events import (
    AnyEvent,
    Applied,
    Armed,
    Arranged,
    Began,
    Bounded,
    Called,
    Created,
    Decided,
    Derived,
    Drew,
    Ended,
    Event,
    Happened,
    Identified,
    Looked,
    Looped,
    Marked,
    Moved,
    Noted,
    Numbered,
    Occurred,
    Planned,
    ReadAs,
    Refused,
    Remembered,
    Renewed,
    Replaced,
    Revealed,
    Settled,
    Shuffled,
    Spent,
    Stalled,
    StoodBy,
    TurnBegan,
    Vanished,
    Went,
    is_change,
    plain,
)
from judgekit.engine.index import CHANGES, RESHAPES, Index, Watchers, index_cards
from judgekit.engine.layers import Board
from judgekit.engine.legality import PlayerAction, Requirement, Subject
from judgekit.engine.loops import NO_CHOICE, Deal, Recurrence, Terms, barred, digest
from judgekit.engine.questions import Asked, Form, Option, Question, card_id, chosen_card
from judgekit.engine.registry import onward, stall_key
from judgekit.engine.state import (
    IRRELEVANT,
    JUDGE,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Effect,
    Facts,
    Outcome,
    Player,
    Ref,
    Scheduled,
    Standby,
    State,
    Value,
    fact,
    lies_the_same,
    opponent,
)

if TYPE_CHECKING:
    from judgekit.engine.registry import Due, Layer, RuleAction, Rulebook, Way

PATIENCE = 64  # clauses, or interrupts, without a choice before anything looks for a loop
ENDLESS = 10_000  # interrupts after one event, each different from all before: no game means that


class Over(Exception):
    """The game has been decided; whatever is under way stops."""


@dataclass(frozen=True, slots=True)
class Savepoint:
    """What a step had done when a play began."""

    state: State
    happened: int
    grouped: int
    reasons: dict[str, None]
    told: set[Any]
    read: int


class Finding(msgspec.Struct):
    """What was looked for in a state and found there, and what that cited: while nothing has changed, there
    is no need to look again, and the same is cited."""

    state: State
    found: Any
    reasons: dict[str, None]
    doubts: list[str]
    about: Any = None
    repeatable: bool = True  # looking made nothing happen


@dataclass(slots=True)
class Rounds:
    """Interrupts that follow each other without end are noticed the way the machine notices a loop."""

    count: int = 0
    landmark: str = ""
    since: int = 0

    def recur(self, table: Table) -> bool:
        self.count += 1
        if self.count < PATIENCE:
            return False
        if self.count > ENDLESS:
            raise RuleError(f"{table.path}: rule actions still follow each other after {ENDLESS} of them")
        here = digest(table.state, Terms(table.policy.dated, table.policy.apart))
        if here == self.landmark:
            table.emit(Looped(self.count))
            return True
        if not self.landmark or self.count >= 2 * self.since:
            self.landmark, self.since = here, self.count
        return False


class Table:
    """Reused from step to step; `open` begins a transaction."""

    # slots, because a class with so many attributes is read markedly faster with them
    __slots__ = (
        "_answer",
        "_awake_lately",
        "_board",
        "_board_before",
        "_course_is_watched",
        "_doubts",
        "_given_statuses",
        "_group_before",
        "_grouped",
        "_groups",
        "_has_situations",
        "_has_unknown",
        "_interrupting",
        "_interrupting_types",
        "_interrupts",
        "_interrupts_after",
        "_layers",
        "_mechanics",
        "_modifiable",
        "_nothing_due",
        "_offered",
        "_opened",
        "_reactive",
        "_reading",
        "_replaced",
        "_requirements",
        "_rule_actions",
        "_steps",
        "_terms",
        "_told",
        "_touched",
        "_touching",
        "_way",
        "_working_areas",
        "cause",
        "flow",
        "group",
        "happened",
        "index",
        "local",
        "path",
        "policy",
        "pool",
        "printed",
        "readings",
        "reasons",
        "reshaped",
        "rules",
        "seq",
        "state",
    )  # fmt: skip

    def __init__(self, rules: Rulebook, pool: Pool, readings: dict[str, str] | None = None) -> None:
        self.rules = rules
        self.pool = pool
        self.printed = pool.definitions  # by name; `definition` knows what to do about others
        self.readings = rules.defaults | (readings or {})
        self._working_areas = rules.policy.working_areas(self.readings)
        self._awake_lately: tuple[Watchers, Any, Any, Watchers] = ((), None, None, ())
        self._given_statuses = frozenset(a.name for a in pool.inner.values() if isinstance(a, Status))
        self._doubts = frozenset(doubt.id for doubt in rules.book.doubts)
        self.policy = rules.policy
        self._terms = Terms(
            rules.policy.dated,
            rules.policy.apart,
            rules.policy.remembered,
            heaped=True,
            stamped=rules.policy.stamp_order_counts(self.readings),
            unordered=rules.policy.unordered,
            working=self._working_areas,
        )
        self.local = rules.local
        self._interrupts = list(rules.live_interrupts())
        self._interrupts_after: dict[frozenset[type[Event]], list[RuleAction]] = {}
        self._rule_actions = list(rules.live_rule_actions())
        self._mechanics: dict[str, tuple[str | None, bool]] = {}
        self._requirements: dict[str, tuple[Requirement, ...]] = {}
        self._layers = [layer for layer in rules.layers if rules.number(layer.clause)]
        self._touched = frozenset[str]().union(*(layer.properties for layer in self._layers))
        self._modifiable = self._touched
        self._touching: tuple[tuple[Effect, ...], frozenset[str]] = ((), frozenset())
        self._interrupting_types = frozenset(kind for rule in self._interrupts for kind in rule.on)
        self.index = Index()
        self._reactive: frozenset[type[Event]] = RESHAPES
        self._course_is_watched = False
        self._board: Board | None = None
        self._board_before: Board | None = None
        self._nothing_due: Finding | None = None  # the last check, if it found nothing
        self._offered: Finding | None = None  # the legal actions of the last offer
        self._has_situations = False
        self._has_unknown = True  # cards that nobody has told
        self._reading: list[str] | None = None  # open questions read while a board is derived
        self._steps = 0
        self.state: State
        self.seq = 0
        self.path: tuple[str, ...] = ()
        self.cause: tuple[int, int] | None = None
        self.group = 0
        self._groups = 0
        self._grouped: list[int] = []
        self._group_before: State
        self.happened: list[Happened] = []
        self.reasons: dict[str, None] = {}
        self.flow: Went | Called | None = None
        self._way: Way | None = None  # the flow as it stands in the log, if it was gone before
        self._answer = 0
        self._interrupting = False
        self._replaced: frozenset[str] = frozenset()
        self._told: set[Any] = set()
        self.reshaped = False

    def open(self, state: State, seq: int) -> None:
        """Begin a step: nothing has happened yet. What holds for a while inside a step (a path, a cause, a
        group …) ends with it, also when an exception ends it, and need not be reset."""
        self._steps += 1
        self.state = self._opened = state
        self.seq = seq
        if self.happened:
            self.happened = []
        if self.reasons:
            self.reasons = {}
        self.flow = None
        self._answer = 0
        self._groups = 0
        if self._told:
            self._told = set()
        self.reshaped = False

    def attach(self, state: State) -> None:
        """Take up a state that did not come from the last step: look at every card anew."""
        if not self._steps:
            self.open(state, 0)
        self.state = self._opened = state
        self._reindex(state)

    # taking back what was tried

    def savepoint(self) -> Savepoint:
        """Where a play begins that may turn out to be illegal."""
        done, grouped = len(self.happened), len(self._grouped)
        read = len(self._reading or ())
        return Savepoint(self.state, done, grouped, dict(self.reasons), set(self._told), read)

    def rewind(self, to: Savepoint) -> tuple[Happened, ...]:
        """Nothing of what was tried since has happened; answers stay given. Returns what is taken back."""
        undone = tuple(self.happened[to.happened :])
        del self.happened[to.happened :]
        del self._grouped[to.grouped :]
        self.reasons, self._told = to.reasons, to.told
        if self._reading is not None:
            del self._reading[to.read :]
        if any(type(h.event) in RESHAPES for h in undone):
            self._reindex(to.state)
        self.state = to.state
        return undone

    # reading the state

    @property
    def turn_player(self) -> Player:
        return self.state.turn_player

    def opponent(self, player: Player | None = None) -> Player:
        return opponent(player or self.state.turn_player)

    def card(self, card: int) -> Card:
        return self.state.cards[card]  # type: ignore[index] # asked so often that `CardId(…)` would count

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.state.areas.get(where, ())  # type: ignore[call-overload, no-any-return] # as above

    def number(self, key: str) -> int:
        return self.state.numbers.get(key, 0)

    def master(self, card: int) -> Player:
        return self.policy.master(self.state, self.state.cards[CardId(card)])

    def recall(self, name: str, default: Any = None) -> Any:
        """A local value of the procedure under way."""
        return fact(self.state.frames[-1].locals, name, default)

    def definition(self, card: int, state: State | None = None) -> Definition:
        """A card as printed; of an unknown card the judge is asked."""
        name = (state or self.state).cards[card].name  # type: ignore[index] # as in `card`
        found = self.printed.get(name)
        if found is not None:
            return found
        if name == UNKNOWN:
            number = CardId(card)
            now = self.state.cards.get(number)
            name = self._identify(number) if now is None or now.name == UNKNOWN else now.name
        return self.pool[name]

    def _identify(self, card: CardId) -> str:
        where = self.state.cards[card].area
        options = tuple(Option(name, name) for name in (*sorted(self.pool.definitions), IRRELEVANT))
        told = self._ask(JUDGE, f"which card is this, in {where}?", options, 1, 1)
        self.emit(Identified(card, told[0]))
        return told[0]

    def reading(self, doubt: str) -> str:
        """How this case reads an open question of the book; that it mattered is logged."""
        choice = self.readings[doubt]
        if self._reading is not None and doubt not in self._reading:
            self._reading.append(doubt)
        if doubt not in self._told and doubt in self._doubts:
            self._told.add(doubt)
            self.emit(ReadAs(doubt, choice))
        return choice

    def cite(self, *clauses: str) -> None:
        """These clauses are reasons for what happens in this step."""
        for clause in clauses:
            number = self.rules.number(clause)
            if number:
                self.reasons[number] = None

    def mechanic(self, name: str) -> Citing:
        """The engine does something by itself and cites the game's clause; false if that is switched off."""
        known = self._mechanics.get(name)
        if known is None:
            own = self.rules.mechanics.get(name)
            if own is None and name.startswith("stand by"):
                own = self.policy.trigger_clause or None
            clause = None if own is None else self.rules.number(own)
            known = self._mechanics[name] = (clause, own is None or clause is not None)
        return Citing(self, *known)

    def by(self, ability: Ability) -> Citing:
        """What happens inside cites the clause that makes this an ability of its kind, if it has one."""
        return Citing(self, self.rules.number(ability.clause) if ability.clause else None)

    def under(self, clause: str) -> Citing:
        """What happens inside cites this clause, if it is not switched off."""
        return Citing(self, self.rules.number(clause))

    # values

    @property
    def board(self) -> Board:
        """The cards as modified, for the state as it is."""
        board = self._board
        if board is not None and board.shows(self.state):
            return self._again(board)
        while True:  # deriving may bring the face of an unknown card to light: then all of it is done anew
            board = self._board = Board(self, self.state)
            if self._derive(board).state is self.state:
                return board

    def _derive(self, board: Board) -> Board:
        """Derive a board, and keep what that cited: a step that finds it ready cites the same."""
        outer, self.reasons, self._reading = (self.reasons, self._reading), board.reasons, board.doubts
        try:
            board.derive()
        finally:
            self.reasons, self._reading = outer
        board.step = self._steps
        self.reasons.update(board.reasons)
        if self._reading is not None:
            self._reading += [doubt for doubt in board.doubts if doubt not in self._reading]
        return board

    def _again(self, board: Board) -> Board:
        if board.step != self._steps:
            board.step = self._steps
            self.reasons.update(board.reasons)
            for doubt in tuple(board.doubts):  # while it is being derived, reading adds to them
                self.reading(doubt)
        return board

    def _look(self, about: Any, look: Callable[..., Any], *at: Any) -> Finding:
        """Look for something so that it need not be looked for again: keep what that cites with it."""
        outer, outer_reading, done = self.reasons, self._reading, len(self.happened)
        reasons: dict[str, None] = {}
        doubts: list[str] = []
        self.reasons, self._reading = reasons, doubts
        # whoever looks at a board cites what it was derived by, even if others did before
        if self._board is not None:
            self._board.step = 0
        if self._board_before is not None:
            self._board_before.step = 0
        try:
            finding = Finding(self.state, look(*at), reasons, doubts, about)
        finally:
            self.reasons, self._reading = outer, outer_reading
        if len(self.happened) > done:
            finding.repeatable = all(type(one.event) is ReadAs for one in self.happened[done:])
        self._repeat(finding)
        return finding

    def _repeat(self, finding: Finding) -> None:
        """Cite what finding this cited."""
        self.reasons.update(finding.reasons)
        for doubt in finding.doubts:
            self.reading(doubt)

    def peek(self, card: int, name: str) -> Any:
        """A property as modified, without a word in the log: for filters and offers."""
        state = self.state
        if name in self._modifiable or (state.effects and name in self._effects_touch(state.effects)):
            board = self._board
            if board is None or board.shown is not state or board.step != self._steps:
                board = self.board
            return board.value(card, name)  # type: ignore[arg-type] # as in `card`
        definition = self.printed.get(state.cards[card].name) or self.definition(card)  # type: ignore[index]
        if name == "abilities":
            return definition.addresses
        return definition.properties.get(name)

    def value(self, card: int, name: str) -> Any:
        """A property as modified, read by a rule: its derivation is logged."""
        value = self.peek(card, name)
        if not self._is_touched(name):
            return value
        rows = self.board.rows.get((CardId(card), name))
        if not rows:
            return value
        base = self.board.base(CardId(card), name)
        with self.mechanic("read a value") as works, self.mechanic("printed value") as printed:
            if not (works and printed):
                return base if printed else None
            if (card, name, value) not in self._told:
                self._told.add((card, name, value))
                self.emit(Derived(CardId(card), name, plain(base), plain(value), tuple(rows)))
                for row in rows:
                    if (
                        row.source is not None
                        and name != "abilities"
                        and self._was_given(row.source, row.effect)
                    ):
                        self.value(row.source, "abilities")
        return value

    def _was_given(self, card: int, ability: str) -> bool:
        """Whether a card has an ability by an effect, not by print: then how it got it belongs to the log."""
        gives = (CardId(card), "abilities") in self.board.rows and card in self.state.cards
        return (
            gives
            and ability in self.board.value(CardId(card), "abilities")
            and all(ability != printed.address for printed in self.definition(card).abilities)
        )

    def board_of(self, state: State) -> Board:
        """The cards as they were modified in a state of this moment."""
        if self._board is not None and self._board.shows(state):
            return self._again(self._board)
        if state is self.state:
            return self.board
        if self._board_before is None or not self._board_before.shows(state):
            self._board_before = self._derive(Board(self, state))
        return self._again(self._board_before)

    def _is_touched(self, name: str, state: State | None = None) -> bool:
        """Whether anything in this game can modify such a property at all."""
        if name in self._modifiable:
            return True
        effects = (state or self.state).effects
        return bool(effects) and name in self._effects_touch(effects)

    def _effects_touch(self, effects: tuple[Effect, ...]) -> frozenset[str]:
        """The properties that lasting effects change, and "abilities" if any gives or takes some."""
        if effects is not self._touching[0]:
            abilities = (self.pool.ability(effect.what) for effect in effects)
            names = [a.properties for a in abilities if isinstance(a, Modifier)]
            self._touching = (effects, self._with_what_is_given(frozenset().union(*names)))
        return self._touching[1]

    def _with_what_is_given(self, touched: frozenset[str]) -> frozenset[str]:
        """If abilities can be given, whatever a given one might modify can be modified too."""
        if "abilities" not in touched:
            return touched
        given = (a.properties for a in self.pool.inner.values() if isinstance(a, Modifier))
        return touched.union(*given)

    def live_layers(self) -> list[Layer]:
        return self._layers

    def working_modifiers(self, board: Board) -> list[tuple[Modifier, Source]]:
        """Every modifier in force: of cards in play, given to cards, and of lasting effects."""
        state = board.state
        found: list[tuple[Modifier, Source]] = []
        areas = self._working_areas
        for card_number, modifier in self.index.modifiers:
            card = state.cards.get(card_number)
            if card is None or (areas is not None and card.area not in areas and not modifier.where):
                continue
            if not board.has_ability(card.id, modifier.address):
                continue
            if self.policy.active(self, state, card, modifier):
                found.append((modifier, self.source(modifier, card, state)))
        for card_number, ability in board.granted() if board.picture else ():
            card = state.cards[card_number]
            if isinstance(ability, Modifier) and self.policy.active(self, state, card, ability):
                found.append((ability, self.source(ability, card, state)))
        for effect in state.effects:
            ability = self.pool.ability(effect.what)
            if isinstance(ability, Modifier):
                found.append((ability, effect_source(effect)))
        return found

    def source(self, ability: Ability, card: Card, state: State | None = None) -> Source:
        master = self.policy.master(state or self.state, card)
        return Source(ability.address, card.ref, master, card.since)

    # what happens

    def emit(self, event: AnyEvent, why: str = "") -> None:
        """Something happens. Abilities notice it, and rule actions that do not wait interrupt."""
        before = self.state
        self.state = event.onto(before)
        happened = self.happened
        happened.append(Happened(event, self.path, self.cause, self.group, why))
        kind = type(event)
        if kind in self._reactive:
            if self.group:
                self._grouped.append(len(happened) - 1)
            else:
                self._react((len(happened) - 1,), before, ALONE[kind])

    def together(self) -> Together:
        """What happens inside happens at the same time: noticed as one, when all of it is done."""
        return Together(self)

    def begin_group(self) -> None:
        self._groups += 1
        self.group = self._groups
        self._group_before = self.state

    def end_group(self, notice: bool) -> None:
        self.group = 0
        grouped, self._grouped = self._grouped, []
        if grouped and notice:
            kinds = frozenset([type(self.happened[at].event) for at in grouped])
            self._react(grouped, self._group_before, kinds)

    def go_on(self) -> tuple[Happened, ...]:
        """The step is done: the rules go on where it said, or else at the next clause. All that happened."""
        state, flow, way = self.state, self.flow, self._way
        if flow is None:
            way = self.rules.falling.get(state.frames[-1].at) or self._return(self.rules, state)
        elif way is None or way[0].event is not flow:
            way = self.rules.going(flow)
        if self._course_is_watched:
            self.emit(way[0].event)
            return tuple(self.happened)
        self.state = way[0].event.onto(state)
        return (*self.happened, *way) if self.happened else way

    def _return(self, rules: Rulebook, state: State) -> Way:
        """Back to where the caller goes on: worked out once for each place, but for the end of several
        procedures at once."""
        frames = state.frames
        if len(frames) < 2:
            return rules.going(onward(rules, state))
        caller = frames[-2]
        way = rules.ways.get(("return", caller.at, caller.then))
        if way is None:
            way = rules.going(onward(rules, state))
            if way[0].event.drop == 1:  # type: ignore[union-attr]
                rules.ways["return", caller.at, caller.then] = way
        return way

    def because(self, cause: tuple[int, int] | None) -> Because:
        """What happens inside was caused by that event."""
        return Because(self, cause)

    def _react(self, happened: Sequence[int], before: State, kinds: frozenset[type[Event]]) -> None:
        if not RESHAPES.isdisjoint(kinds):
            self.reshaped = True
            self._reindex(self.state, before)
        if self.policy.settles_ties:
            self.policy.settle_ties(self)
        after = self.state
        for at in happened:
            one, state = self.happened[at], self.state
            granting = "abilities" in self._modifiable or (
                (before.effects or state.effects)
                and (self._is_touched("abilities") or self._is_touched("abilities", before))
            )
            if granting or type(one.event) in self.index.watch or state.scheduled:
                self._notice(Moment(before, after, one, (self.seq, at)), bool(granting))
        if self._has_situations and (self.index.situations or self.state.situations or self._grants()):
            self._notice_situations((self.seq, happened[-1]))
        if not self._interrupting_types.isdisjoint(kinds):
            self._interrupt(kinds, (self.seq, happened[-1]))

    def _notice(self, moment: Moment, granting: bool) -> None:
        """Abilities that this event triggers wait from now on, one for each fulfilment. Where abilities are
        `granting`, they may be other ones than those that are printed."""
        kind = type(moment.event)
        watchers = self._watchers(moment) if granting else self.index.watchers(moment.event)
        if self._working_areas is not None and watchers:
            watchers = self._awake(watchers, moment.before, moment.after)
        for card, ability in watchers:
            holder = self.policy.holder(self, moment, card, ability)
            if holder is None:
                continue
            state = moment.after if moment.after.cards.get(card) is holder else moment.before
            source = self.source(ability, holder, state)
            if not granting:
                self._try(ability, moment, source)
            elif ability.address in self.board_of(state).value(card, "abilities"):
                if self._try(ability, moment, source):
                    self._tell_granted(self.board_of(state), card, ability)
        for timed in self.state.scheduled:
            later = self.pool.ability(timed.ability)
            if isinstance(later, Automatic) and kind in later.on:
                source = Source(timed.ability, timed.source, timed.player, 0, timed.facts)
                if self._try(later, moment, source, timed.facts, timed.once) and timed.once:
                    self.emit(Spent(timed.id))

    def _awake(self, watchers: Watchers, before: State, after: State) -> Watchers:
        """The watchers that lie where abilities work, before an event or after it, or that name areas of
        their own. Events that happen together share both states, and the answer."""
        known, areas = self._awake_lately, self._working_areas
        assert areas is not None
        if known[0] is not watchers or known[1] is not before.cards or known[2] is not after.cards:
            now, then, found = after.cards, before.cards, []
            for watcher in watchers:
                card = now.get(watcher[0])
                if card is None or card.area not in areas:
                    card = then.get(watcher[0])
                if watcher[1].where or (card is not None and card.area in areas):
                    found.append(watcher)
            known = self._awake_lately = (watchers, then, now, found)
        return known[3]

    def _tell_granted(self, board: Board, card: CardId, ability: Ability) -> None:
        """That a card has an ability which is not printed on it goes back to effects: log how."""
        base, rows = board.base(card, "abilities"), board.rows.get((card, "abilities"))
        if rows and ability.address not in base:
            now = board.value(card, "abilities")
            self.emit(Derived(card, "abilities", plain(base), plain(now), tuple(rows)))

    def _watchers(self, moment: Moment) -> Watchers:
        """Who could notice this event, with the abilities that cards were given, before it or after."""
        kind = type(moment.event)
        found = list(self.index.watchers(moment.event))
        for state in (moment.after, moment.before):
            for card, ability in self.board_of(state).granted():
                watches = isinstance(ability, Automatic) and kind in ability.on
                if watches and (card, ability) not in found:
                    found.append((card, cast(Automatic, ability)))
        return found

    def _try(
        self, ability: Automatic, moment: Moment, source: Source, bound: Facts = (), once: bool = False
    ) -> bool:
        assert ability.fulfilled is not None
        waited = False
        for facts in ability.fulfilled(self, moment, source):
            how = "stand by again" if waited or self._waits_already(ability, source) else "stand by"
            self.stand_by(ability, source, (*bound, *facts), moment.address, how)
            waited = True
            if once:
                break
        return waited

    def _waits_already(self, ability: Ability, source: Source) -> bool:
        return self.policy.counts_earlier_triggers and any(
            waiting.ability == ability.address and waiting.source == source.card
            for waiting in self.state.standby
        )

    def _notice_situations(self, cause: tuple[int, int]) -> None:
        """Situation triggers wait when their situation comes, and may wait again when it has ended."""
        live: set[str] = set()
        for card_number, ability in self._situation_abilities():
            card = self.state.cards.get(card_number)
            if card is None or not self._works(card, ability):
                continue
            source = self.source(ability, card)
            assert ability.situation is not None
            if not ability.situation(self, source):
                continue
            key = f"{ability.address}@{card.id}.{card.object}"
            live.add(key)
            if key not in self.state.situations:
                with self.because(cause):
                    self.emit(Armed(key))
                    cause = (self.seq, len(self.happened) - 1)
                self.stand_by(ability, source, (("situation", key),), cause, "situation")
        for key in sorted(self.state.situations - live) if self.state.situations else ():
            if not self._waits(key):
                self.emit(Armed(key, spent=False))

    def _situation_abilities(self) -> list[tuple[CardId, Automatic]]:
        if not self._grants():
            return self.index.situations
        granted = self.board.granted()
        given = [(c, a) for c, a in granted if isinstance(a, Automatic) and a.situation is not None]
        return [*self.index.situations, *given]

    def _works(self, card: Card, ability: Ability) -> bool:
        """Whether a card has an ability now, and it works where the card is."""
        if not self.policy.active(self, self.state, card, ability):
            return False
        return not self._grants() or ability.address in self.board.value(card.id, "abilities")

    def _waits(self, situation: str) -> bool:
        return any(fact(s.facts, "situation") == situation for s in self.state.standby)

    def stand_by(
        self, ability: Ability, source: Source, facts: Facts, cause: tuple[int, int], how: str = "stand by"
    ) -> None:
        """A triggered ability waits to be played."""
        with self.because(cause), self.mechanic(how) as works:
            if works:
                number = self.state.clock + 1
                waiting = Standby(number, ability.address, source.card, source.player, cause, facts)
                self.emit(StoodBy(waiting))

    def settle(self, standby: Standby, how: str = "resolved") -> None:
        """An ability no longer waits; a situation trigger may wait again, as the game has it."""
        self.emit(Settled(standby.id, how))
        key = fact(standby.facts, "situation")
        if key and self.policy.waits_again_while_it_lasts(self):
            self.emit(Armed(key, spent=False))
            self._notice_situations((self.seq, len(self.happened) - 1))

    def automatic_abilities(self, kind: type[Event]) -> Iterator[tuple[Card, Automatic]]:
        """The automatic abilities of cards that watch for events of this kind, active or not."""
        watchers: list[tuple[CardId, Ability]] = [*self.index.watch.get(kind, ())]
        if self._grants():
            watchers += self.board.granted()
        for card, ability in watchers:
            if isinstance(ability, Automatic) and kind in ability.on and card in self.state.cards:
                yield self.state.cards[card], ability

    # interrupts and rule actions

    def _interrupt(self, kinds: frozenset[type[Event]], cause: tuple[int, int] | None) -> None:
        """Rule actions that do not wait are performed, one after the other, until none is due."""
        if self._interrupting:
            return
        watching = self._interrupts_after.get(kinds)
        if watching is None:
            watching = [rule for rule in self._interrupts if not kinds.isdisjoint(rule.on)]
            self._interrupts_after[kinds] = watching
        self._interrupting = True
        rounds = None
        try:
            while dues := self._due(watching):
                rounds = rounds or Rounds()
                if rounds.recur(self):
                    self.rules.loops(self, NO_CHOICE)
                    return
                rule, due = self.policy.next_interrupt(self, dues)
                with self.because(cause), self.mechanic("interrupt") as works:
                    if not works:
                        return
                    self.perform_rule_action(rule, due)
                watching, cause = self._interrupts, (self.seq, len(self.happened) - 1)
        finally:
            self._interrupting = False

    def check_interrupts(self) -> None:
        """Look for interrupts outside of any event, as at the moment a position is taken up."""
        if self._interrupts:
            last = len(self.happened) - 1
            self._interrupt(self._interrupting_types, (self.seq, last) if last >= 0 else None)

    def perform_rule_actions(self) -> bool:
        """One pass of the rule actions that wait for a check: all that are due, together."""
        dues = self._check()
        if not dues:
            return False
        dues = self.policy.in_order(self, dues)
        before = self.state
        with self.mechanic("perform rule actions") as works, self.together():
            for rule, due in dues if works else ():
                self.perform_rule_action(rule, due)
        return self.state is not before

    def has_rule_actions_due(self) -> bool:
        """Whether the next check would find a rule action to perform."""
        return bool(self._check())

    def _check(self) -> list[tuple[RuleAction, Due]]:
        """The rule actions that are due. A check that found nothing is not made again before anything has
        changed, where the game says that only what lies on the table counts."""
        if self.policy.place_counts or self.state.stalled:
            return self._due(self._rule_actions)
        known, phases = self._nothing_due, self.policy.under_way(self.state)
        if known is not None and lies_the_same(known.state, self.state) and known.about == phases:
            self._repeat(known)
        else:
            known = self._look(phases, self._due, self._rule_actions)
            self._nothing_due = known if known.repeatable and not known.found else None
        dues: list[tuple[RuleAction, Due]] = known.found
        return dues

    def _due(self, rules: Sequence[RuleAction]) -> list[tuple[RuleAction, Due]]:
        dues = []
        for rule in rules:
            found = tuple(rule.find(self))
            if not self.state.stalled:
                if found:
                    dues += [(rule, due) for due in found]
                continue
            keys = {stall_key(rule, due) for due in found}
            stalled = [k for k in self.state.stalled if k.startswith(rule.clause + "|")]
            for stale in sorted(k for k in stalled if k not in keys):
                self.emit(Stalled(stale, over=True))
            dues += [(rule, due) for due in found if not self._is_stalled(rule, due)]
        return dues

    def _is_stalled(self, rule: RuleAction, due: Due) -> bool:
        """Whether a rule action that is due could do nothing when it was tried, and still cannot."""
        key = stall_key(rule, due)
        if key not in self.state.stalled:
            return False
        if not self.would_do(lambda: self.perform_rule_action(rule, due)):
            return True
        self.emit(Stalled(key, over=True))
        return False

    def would_do(self, attempt: Callable[[], None]) -> bool:
        """Whether an attempt would change anything; whatever it does is taken back."""
        begin, answer, grouped = self.savepoint(), self._answer, list(self._grouped)
        outer = self.group, self._interrupting
        self._interrupting = True
        try:
            attempt()
            return any(is_change(happened.event) for happened in self.happened[begin.happened :])
        except (Asked, Over):
            return True
        finally:
            self.rewind(begin)
            self._answer, self._grouped = answer, grouped
            self.group, self._interrupting = outer

    def perform_rule_action(self, rule: RuleAction, due: Due) -> None:
        """One rule action; if it changes nothing, it is not tried again until something else has changed."""
        number = self.rules.number(rule.clause) or rule.clause
        outer = self.path
        self.path = (*outer, number)
        try:
            self.emit(Applied(due.player, due.subject))
            before = self.state
            if rule.perform is None:
                raise RuleError(f"{rule.clause}: nothing says how this rule action is performed")
            rule.perform(self, due)
            if self.state is before:
                self.emit(Stalled(stall_key(rule, due)))
        finally:
            self.path = outer

    # prohibitions and replacements

    def propose(
        self,
        verb: str,
        card: int | None = None,
        player: Player | None = None,
        src: str = "",
        dst: str = "",
        facts: Facts = (),
    ) -> bool:
        """Whether something that is about to happen does: not if it is forbidden or replaced."""
        if not (self.index.prohibitions or self.index.replacements or self.state.effects or self._grants()):
            return True
        number = None if card is None else CardId(card)
        proposal = Proposal(verb, player, number, src, dst, facts)
        return not self.is_forbidden(proposal, log=True) and not self._replace(proposal)

    def is_forbidden(self, proposal: Proposal, log: bool = False) -> bool:
        """A prohibition beats whatever allows or demands."""
        prohibition = self.forbidding(proposal)
        if prohibition is None:
            return False
        with self._beaten() as works, self.by(prohibition):
            if works and log:
                self.emit(
                    Refused(proposal.verb, prohibition.address, proposal.player, proposal.card),
                    why=f"{prohibition.address} forbids it",
                )
        return works

    def _beaten(self) -> Citing:
        """What is under way gives way to a prohibition, by the clause that the game has for it."""
        clause = self.policy.beaten_under(self)
        if clause is None:
            return self.mechanic("forbid")
        number = self.rules.number(clause)
        return Citing(self, number, number is not None)

    def forbidding(self, proposal: Proposal) -> Prohibition | None:
        """What forbids something that is about to happen, if anything does."""
        for prohibition, source in self._in_force(Prohibition, self.index.prohibitions):
            assert prohibition.forbids is not None
            if prohibition.forbids(self, source, proposal):
                return cast(Prohibition, prohibition)
        return None

    def _replace(self, proposal: Proposal) -> bool:
        """Apply one replacement, chosen by the player the game names; it may bring others in turn."""
        fitting = []
        for replacement, source in self._in_force(Replacement, self.index.replacements):
            key = f"{replacement.address}@{source.card.card}.{source.effect}"
            assert replacement.replaces is not None
            if not replacement.replaces(self, source, proposal):
                continue
            if key in self._replaced:
                self.policy.replaced_already(self)
                continue
            if replacement.can is None or replacement.can(self, source, proposal):
                fitting.append((key, replacement, source))
        if not fitting:
            return False
        key, replacement, source = self._pick_replacement(proposal, fitting)
        outer, self._replaced = self._replaced, self._replaced | {key}
        try:
            if replacement.optional and not self._is_wanted(replacement, source, proposal):
                return self._replace(proposal)
            mode = self.policy.replacements(self)
            if mode == "again" and f"{key}'" not in outer:
                self._replaced = outer | {f"{key}'"}
            if not self._instead(replacement, source, proposal):
                return False
            left = [one for one in fitting if one[0] != key] if mode == "all" else []
            while left:
                key, replacement, source = self._pick_replacement(proposal, left)
                self._instead(replacement, source, proposal)
                left = [one for one in left if one[0] != key]
            return True
        finally:
            self._replaced = outer

    def _instead(self, replacement: Replacement, source: Source, proposal: Proposal) -> bool:
        """What a replacement puts in the place of an event; false if the game has that switched off."""
        with self.mechanic("replace") as works, self.by(replacement):
            if not works:
                return False
            self.emit(Replaced(proposal.verb, replacement.address, source.player, proposal.card))
            assert replacement.instead is not None
            with self.because((self.seq, len(self.happened) - 1)):
                replacement.instead(self, source, proposal)
        return True

    def _is_wanted(self, replacement: Replacement, source: Source, proposal: Proposal) -> bool:
        decider = self.policy.decider(self, source, proposal)
        return self.may(decider, f"{replacement.text or replacement.address}?")

    def _pick_replacement(
        self, proposal: Proposal, fitting: list[tuple[str, Replacement, Source]]
    ) -> tuple[str, Replacement, Source]:
        if len(fitting) == 1:
            return fitting[0]
        player = self.policy.chooser(self, proposal)
        options = [Option(key, f"{r.text or r.address}") for key, r, _ in fitting]
        with self.mechanic("order replacements") as ordered:
            if not ordered:
                return fitting[0]
            prompt = f"which replacement of {proposal.verb} first?"
            (chosen,) = self._ask(player, prompt, tuple(options), 1, 1)
        return next(f for f in fitting if f[0] == chosen)

    def _in_force(
        self, kind: type[Any], printed: Sequence[tuple[CardId, Any]]
    ) -> Iterator[tuple[Any, Source]]:
        state, areas = self.state, self._working_areas
        granting = self._grants()
        for number, ability in printed:
            card = state.cards.get(number)
            if card is None or (areas is not None and card.area not in areas and not ability.where):
                continue  # most cards are in no place where an ability works
            if not self.policy.active(self, state, card, ability):
                continue
            if not granting or self.board.has_ability(number, ability.address):
                yield ability, self.source(ability, card)
        if granting:
            for number, ability in self.board.granted():
                card = state.cards[number]
                if isinstance(ability, kind) and self.policy.active(self, state, card, ability):
                    yield ability, self.source(ability, card)
        for effect in state.effects:
            ability = self.pool.ability(effect.what)
            if isinstance(ability, kind):
                yield ability, effect_source(effect)

    def _grants(self) -> bool:
        """Whether anything gives or takes abilities at all."""
        if "abilities" in self._modifiable:
            return True
        effects = self.state.effects
        return bool(effects) and "abilities" in self._effects_touch(effects)

    def has_status(self, name: str, about: Value = None) -> bool:
        """Whether any status of this name holds: a permission, a restriction that a rule asks for."""
        return next(self.statuses(name, about), None) is not None

    def statuses(self, name: str, about: Value = None) -> Iterator[tuple[Status, Source]]:
        printed = self.index.statuses.get(name, ())
        if not (printed or self.state.effects or name in self._given_statuses):
            return
        for status, source in self._in_force(Status, printed):
            if status.name == name and (status.holds is None or status.holds(self, source, about)):
                yield status, source

    # verbs every game shares

    def move(self, card: int, dst: str, at: int | None = None, why: str = "") -> bool:
        """A card goes to an area, unless that is forbidden or replaced."""
        now = self.state.cards[CardId(card)]
        if not self.propose("move", card, src=now.area, dst=dst):
            return False
        self.put(card, dst, at, why)
        return True

    def put(self, card: int, dst: str, at: int | None = None, why: str = "") -> None:
        """A card goes to an area; nothing can stop it any more."""
        now = self.state.cards[CardId(card)]
        renewed = self.policy.renews(self.state, now, dst)
        was = self.policy.information(self, now, dst) if renewed else ()
        stamped = renewed or self.policy.restamps(self, now, dst)
        stamp = self._group_before.clock + 1 if self.group else None
        self.emit(Moved(now.id, now.area, Area(dst), at, renewed, stamped, stamp, was), why)

    def shuffle(self, where: str) -> None:
        """Chance orders an area; without a seed the judge tells the new order, if any card can be told from
        the others."""
        pile = self.pile(where)
        if self.state.seed is None and all(self.is_unknown(card) for card in pile):
            order = pile
        elif self.state.seed is None and len(pile) > 1:
            order = self.order(JUDGE, pile, f"the new order of {where}, top first")
        else:
            order = shuffled(pile, self.state.seed or 0, self.state.clock)
        self.emit(Shuffled(Area(where), order))

    def chance(self, what: str, results: Sequence[str]) -> str:
        """Chance picks one; without a seed the judge tells which."""
        if self.state.seed is None:
            (result,) = self._ask(JUDGE, what, tuple(Option(r, r) for r in results), 1, 1)
        else:
            result = shuffled(tuple(results), self.state.seed, self.state.clock)[0]
        self.emit(Drew(what, result))
        return result

    def arrange(self, where: str, order: Sequence[CardId]) -> None:
        self.emit(Arranged(Area(where), tuple(order)))

    def set_number(self, key: str, now: int, why: str = "") -> bool:
        """A number becomes another; the same again is nothing."""
        was = self.state.numbers.get(key, 0)
        if was == now:
            return False
        self.emit(Numbered(key, was, now), why)
        return True

    def mark(self, card: int, name: str, value: Value = True) -> bool:
        if self.card(card).mark(name) == value:
            return False
        self.emit(Marked(CardId(card), name, value))
        return True

    def create(self, name: str, owner: Player, where: str, marks: Facts = ()) -> CardId:
        """A card that was in no deck: its id is the next that is free."""
        card = CardId(max(self.state.cards, default=0) + 1)
        gone = max((ref.card for ref in self.state.former), default=0)
        card = CardId(max(card, gone + 1))
        first = self._group_before.clock + 1 if self.group else None
        stamp = first if first != self.state.clock + 1 else None
        self.emit(Created(card, name, owner, Area(where), marks, stamp))
        return card

    def vanish(self, card: int) -> None:
        now = self.card(card)
        self.emit(Vanished(now.id, self.policy.information(self, now, "")))

    def renew(self, card: int) -> None:
        now = self.card(card)
        self.emit(Renewed(now.id, self.policy.information(self, now, now.area)))

    def reveal(self, *cards: int) -> None:
        self.emit(Revealed(tuple(CardId(c) for c in cards)))

    def look(self, player: Player, cards: Iterable[int]) -> None:
        self.emit(Looked(player, tuple(CardId(c) for c in cards)))

    def occurs(
        self, timing: str, player: Player | None = None, card: int | None = None, facts: Facts = ()
    ) -> None:
        """A moment that abilities may wait for."""
        self.emit(Occurred(timing, player, None if card is None else CardId(card), facts))

    def begin_turn(self, player: Player) -> None:
        """A new turn: whatever was counted "this turn" counts from nothing again."""
        self.emit(TurnBegan(player, self.number("turn") + 1))
        for key in sorted(k for k, n in self.state.numbers.items() if n and k.endswith(" this turn")):
            self.set_number(key, 0)

    def tally(self, key: str, more: int = 1) -> None:
        """Count something that rules or cards ask about later in the turn: `A.invasions this turn`."""
        self.set_number(key, self.number(key) + more)

    def begin(
        self,
        what: str,
        source: Ref,
        player: Player,
        until: str = "",
        cards: Iterable[int] | None = None,
        facts: Facts = (),
        stamp: int | None = None,
    ) -> int:
        """An effect begins to apply; `cards` fixes what it applies to, `stamp` dates it back."""
        number = self.state.clock + 1
        fixed = None if cards is None else tuple(self.card(c).ref for c in cards)
        dated = number if stamp is None else stamp
        self.emit(Began(Effect(number, what, source, player, dated, until, fixed, facts)))
        return number

    def end(self, effect: Effect) -> None:
        self.emit(Ended(effect.id, effect.what))

    def plan(self, ability: str, source: Ref, player: Player, once: bool = True, facts: Facts = ()) -> None:
        """A timed trigger is set up."""
        self.emit(Planned(Scheduled(self.state.clock + 1, ability, source, player, once, facts)))

    def remember(self, **values: Value) -> None:
        for name, value in values.items():
            self.emit(Remembered(name, value))

    def note(self, text: str) -> None:
        """Say what a clause decided where nothing changes by it."""
        self.emit(Noted(text))

    def refuse(self, what: str, reason: str, player: Player | None = None, card: int | None = None) -> None:
        self.emit(Refused(what, reason, player, None if card is None else CardId(card)), why=reason)

    def decide(self, outcome: Outcome) -> None:
        """The game is over, at once."""
        self.emit(Decided(outcome))
        raise Over

    # where the rules go on

    def goto(self, clause: str) -> None:
        """Go on at another clause of this procedure."""
        here = self.state.frames[-1].at
        way = self.rules.ways.get(("goto", here, clause))
        if way is None:
            target = self._clause(clause)
            if target not in self.rules.registered[here].to:
                raise RuleError(f"{here}: goes to {target} without having declared it")
            way = self.rules.ways["goto", here, clause] = self.rules.going(Went(target))
        self._way, self.flow = way, way[0].event  # type: ignore[assignment]

    def call(self, procedure: str, then: str = "", **values: Value) -> None:
        """Perform a procedure, then go on at the next clause, or at `then`."""
        if values:
            self.flow = self._calling(procedure, then, tuple(sorted(values.items())))
            return
        way = self.rules.ways.get(("call", procedure, then))
        if way is None:
            way = self.rules.ways["call", procedure, then] = self.rules.going(self._calling(procedure, then))
        self._way, self.flow = way, way[0].event  # type: ignore[assignment]

    def _calling(self, procedure: str, then: str, known: Facts = ()) -> Called:
        name = self._clause(procedure)
        if name not in self.rules.procedures:
            raise RuleError(f"{self.rules.name} {name}: is called, but no procedure stands there")
        after = self._clause(then) if then else ""
        if after and after not in self.rules.steps:
            raise RuleError(f"{self.rules.name} {after}: no step stands there to go on at after {name}")
        return Called(name, self.rules.first(name), known, after)

    def finish(self) -> None:
        """This procedure is over; its caller goes on."""
        self.flow = onward(self.rules, self.state, 1)

    def leave_to(self, clause: str) -> None:
        """Leave every procedure inside the one that has this clause, and go on there."""
        target = self._clause(clause)
        home = self.rules.procedure_of(target)
        for drop, frame in enumerate(reversed(self.state.frames)):
            if frame.procedure == home:
                self.flow = Went(target, drop)
                return
        raise RuleError(f"{target}: no procedure under way has this clause")

    def _clause(self, own: str) -> str:
        number = self.rules.number(own)
        if number is None:
            raise RuleError(f"{self.rules.name}: clause {own} is not in this edition, or switched off")
        return number

    # asking

    def _ask(
        self,
        player: Player,
        prompt: str,
        options: tuple[Option, ...],
        least: int,
        most: int,
        form: Form = "choose",
        secret: bool = False,
        window: str = "",
    ) -> tuple[str, ...]:
        given = self._given()
        if given is not None:
            return given
        frames = self.state.frames
        path = (*[frame.at for frame in frames], *self.path)
        clause = self.path[-1] if self.path else (frames[-1].at if frames else "")
        if not options and form != "number":
            raise RuleError(f"{clause}: asks {player} ({prompt}) where there is nothing to choose from")
        looked = self._shown_to(player)
        raise Asked(
            Question(player, clause, prompt, options, least, most, form, secret, path, window, looked)
        )

    def _given(self) -> tuple[str, ...] | None:
        """The next answer, if it has been given: then there is no need to work out what could be asked."""
        answers = self.state.answers
        if self._answer == len(answers):
            return None
        self._answer += 1
        return answers[self._answer - 1]

    def _shown_to(self, player: Player) -> tuple[CardId, ...]:
        """The cards that a player has been shown in this step."""
        if not self.happened:
            return ()
        shown: dict[CardId, None] = {}
        for happened in self.happened:
            event = happened.event
            if isinstance(event, Revealed) or (isinstance(event, Looked) and event.player == player):
                shown |= dict.fromkeys(event.cards)
        return tuple(shown)

    def choose(
        self,
        player: Player,
        cards: Iterable[int],
        prompt: str,
        least: int = 1,
        most: int | None = None,
        secret: bool = False,
    ) -> tuple[CardId, ...]:
        """Cards a player picks: as many of `least` as there are; no question where there is no choice."""
        offered: tuple[CardId, ...] = tuple(cards)  # type: ignore[arg-type] # as in `card`
        upper = min(least if most is None else most, len(offered))
        lower = min(least, upper)
        if not offered or upper == 0 or lower == len(offered):
            return offered[:upper] if lower == len(offered) else ()
        chosen = self._given()
        if chosen is None:
            label, cards_now = self.policy.label, self.state.cards
            options = tuple([Option(f"c{c}", label(self, cards_now[c]), card=c) for c in offered])
            chosen = self._ask(player, prompt, options, lower, upper, secret=secret)
        return tuple([CardId(chosen_card(o)) for o in chosen])

    def pick(self, player: Player, options: Sequence[tuple[str, str]], prompt: str) -> str:
        """One of several things, by id; the only one is taken without a question."""
        if len(options) == 1:
            return options[0][0]
        (chosen,) = self._ask(player, prompt, tuple(Option(i, label) for i, label in options), 1, 1)
        return chosen

    def which_first(
        self, player: Player, waiting: Sequence[Standby], prompt: str, told: Callable[[Standby], str]
    ) -> Standby:
        """One of the abilities that wait. Its id says whose ability it is, and so is the same in every round
        of a loop."""
        named: dict[str, Standby] = {}
        for standby in waiting:
            name, again = f"{standby.ability} c{standby.source.card}", 1
            while name in named:
                again += 1
                name = f"{standby.ability} c{standby.source.card} ~{again}"
            named[name] = standby
        return named[self.pick(player, [(name, told(one)) for name, one in named.items()], prompt)]

    def picks(
        self, player: Player, options: Sequence[tuple[str, str]], prompt: str, least: int, most: int
    ) -> tuple[str, ...]:
        upper = min(most, len(options))
        lower = min(least, upper)
        if upper == 0 or lower == len(options):
            return tuple(i for i, _ in options[:upper])
        return self._ask(player, prompt, tuple(Option(i, label) for i, label in options), lower, upper)

    def may(self, player: Player, prompt: str) -> bool:
        options = (Option("yes", "yes"), Option("no", "no"))
        return self._ask(player, prompt, options, 1, 1, "yes or no") == ("yes",)

    def choose_number(self, player: Player, low: int, high: int, prompt: str) -> int:
        if low >= high:
            return low
        return int(self._ask(player, prompt, (), low, high, "number")[0])

    def order(self, player: Player, cards: Sequence[int], prompt: str) -> tuple[CardId, ...]:
        """The order in which a player puts cards."""
        if len(cards) < 2:
            return tuple(CardId(c) for c in cards)
        options = tuple(Option(card_id(c), self.label(c), card=c) for c in cards)
        chosen = self._ask(player, prompt, options, len(options), len(options), "order")
        return tuple(CardId(chosen_card(o)) for o in chosen)

    def choose_together(
        self, wanted: Sequence[tuple[Player, Sequence[int], int, int]], prompt: str
    ) -> dict[Player, tuple[CardId, ...]]:
        """Hidden choices of both players: the turn player first, shown together when both are made."""
        first = sorted(wanted, key=lambda w: w[0] != self.state.turn_player)
        return {
            player: self.choose(player, cards, prompt, least, most, secret=True)
            for player, cards, least, most in first
        }

    def label(self, card: int) -> str:
        return self.policy.label(self, self.card(card))

    # what a player may do

    def legal(self, player: Player, window: str) -> Iterator[tuple[PlayerAction, Subject]]:
        for action in self.rules.actions.values():
            if action.window == window:
                needed = self.live_requirements(action)
                for subject in action.subjects(self, player):
                    for requirement in needed:
                        if not requirement.test(self, player, subject):
                            break
                    else:
                        yield action, subject

    def live_requirements(self, action: PlayerAction) -> tuple[Requirement, ...]:
        """The conditions of an action that are not switched off, worked out once."""
        known = self._requirements.get(action.clause)
        if known is None:
            number = self.rules.number
            known = tuple(r for r in action.requirements if number(r.clause) is not None)
            self._requirements[action.clause] = known
        return known

    def offer(
        self,
        player: Player,
        window: str,
        prompt: str,
        otherwise: str = "pass",
        closed: frozenset[str] = frozenset(),
    ) -> tuple[PlayerAction, Subject] | None:
        """Ask for one of the legal actions of a window; none when the player passes. A loop may have
        closed some of them, by their ids; where something must be done, passing is closed too."""
        found = self._legal_now(player, window, closed)
        given = self._given()
        if given is None:
            options = self._as_options(player, found, () if otherwise in closed else (otherwise,))
            given = self._ask(player, prompt, options, 1, 1, window=window)
        (chosen,) = given
        if chosen in found:
            return found[chosen]
        if chosen in (unknown := self._untold(player)):
            self._identify(unknown[chosen])
            return self.offer(player, window, prompt, otherwise, closed)
        return None

    def _legal_now(self, player: Player, window: str, closed: frozenset[str]) -> Offers:
        """The legal actions of a window by their ids. A step that asked is run again with the answer: then
        they are the ones that were offered, and need not be worked out twice."""
        about = (player, window, closed, self._answer)
        known = self._offered
        if (
            known is not None
            and known.about == about
            and lies_the_same(known.state, self.state)
            and known.state.frames == self.state.frames
            and not self.state.trail.loops
        ):
            self._repeat(known)
        else:
            known = self._look(about, self._legal_by_id, player, window, closed)
            self._offered = known if known.repeatable else None
        offers: Offers = known.found
        return offers

    def _legal_by_id(self, player: Player, window: str, closed: frozenset[str]) -> Offers:
        found = {one[0].id(one[1]): one for one in self.legal(player, window)}
        return {i: both for i, both in found.items() if i not in closed} if closed else found

    def _as_options(self, player: Player, found: Offers, others: tuple[str, ...]) -> tuple[Option, ...]:
        options = [
            Option(
                i,
                self.describe(action, subject),
                self.rules.number(action.clause) or "",
                subject if isinstance(subject, int) else None,
            )
            for i, (action, subject) in found.items()
        ]
        tell = [Option(i, "tell what the unknown card is", card=c) for i, c in self._untold(player).items()]
        return (*options, *tell, *[Option(other, other) for other in others])

    def _untold(self, player: Player) -> dict[str, CardId]:
        """The unknown cards of a hand, by the option to tell what they are."""
        if not self._has_unknown:
            return {}
        cards = self.state.cards
        return {f"tell c{c}": c for c in self.pile(f"{player}.hand") if cards[c].name == UNKNOWN}

    def cards_called(self, name: str) -> Sequence[CardId]:
        """Every card with this name, wherever it lies."""
        return self.index.named.get(name, ())

    def is_unknown(self, card: int) -> bool:
        """Whether nobody has told the face of a card."""
        return self.state.cards[CardId(card)].name == UNKNOWN

    def describe(self, action: PlayerAction, subject: Subject) -> str:
        if isinstance(subject, int):
            return f"{action.name} {self.label(subject)}"
        if isinstance(subject, tuple):
            parts = (self.label(p) if isinstance(p, int) else str(p) for p in subject)
            return f"{action.name} {' '.join(parts)}"
        return action.name if subject is None else f"{action.name} {subject}"

    # situations that come round again

    def situation(self, state: State) -> str:
        """What makes a situation the same as another one, as the game has it. Most often it is one of the
        cards that the table knows: those at the beginning of a step that has made none, all of them."""
        if self.reshaped or len(state.cards) != len(self._opened.cards):
            return digest(state, self._terms)
        deal = self.index.deal = self.index.deal or Deal(state, self._terms)
        return digest(state, self._terms, deal)

    def standing_apart(self, state: State) -> Facts:
        """The numbers that do not belong to a situation, as they are."""
        return tuple([(name, state.number(name)) for name in self.policy.apart])

    def repeat(
        self,
        again: Recurrence,
        times: int,
        stoppers: Iterable[Player],
        afterwards: Iterable[Player] = (),
        spared: tuple[str, ...] = (),
    ) -> None:
        """A loop is performed so many times more; then these players must choose something else in it, and
        others may not begin it again afterwards. What is `spared` stays open to them."""
        clause = self.path[-1] if self.path else ""
        self.emit(Bounded(clause, len(again.round), times, "".join(stoppers), "".join(afterwards), spared))

    def closed_by_loop(self, player: Player, option: str) -> str:
        """The clause by which an option is closed to a player who has to leave a loop; empty if it is open or
        the choice has been made already."""
        trail = self.state.trail
        if not trail.loops or self._opened.answers:
            return ""
        return barred(trail, self.situation(self._opened), player).get(option, "")

    # keeping track of who watches what

    def _reindex(self, state: State, before: State | None = None) -> None:
        """Cards that an event has just taken away still notice that event."""
        index = index_cards(self.pool, state, before)
        self._has_unknown = UNKNOWN in index.named
        index.touched = set(self._with_what_is_given(frozenset(index.touched)))
        self.index = index
        self._modifiable = self._touched | index.touched
        reactive = set(RESHAPES) | set(index.watch) | self._interrupting_types
        reactive |= {kind for a in self.pool.abilities.values() if isinstance(a, Automatic) for kind in a.on}
        self._has_situations = any(
            isinstance(a, Automatic) and a.situation is not None for a in self.pool.abilities.values()
        )
        if self._has_situations:
            reactive |= CHANGES
        self._reactive = frozenset(reactive)
        self._course_is_watched = Went in reactive or Called in reactive
        self._board = self._board_before = None


Offers = dict[str, tuple[PlayerAction, Subject]]  # by the ids of options

ALONE: dict[type[Event], frozenset[type[Event]]] = {kind: frozenset({kind}) for kind in get_args(AnyEvent)}

Finder = Callable[[Table], Any]
