"""Continuous effects: what a card is, with all that modifies it, and how that came about.

A `Board` is the whole table seen through its continuous effects, derived once per state: layer after layer in
the order of the game's own clauses; inside a layer an effect waits for the one it depends on (found by trying
both orders), the rest go by time stamp, and those of one moment as the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from judgekit.engine.abilities import Ability, Change, Modifier, Source
from judgekit.engine.events import Row, plain
from judgekit.engine.state import CardId, Player, Ref, State
from judgekit.engine.watching import Watch

if TYPE_CHECKING:
    from judgekit.engine.registry import Layer
    from judgekit.engine.table import Table

Working = tuple[Modifier, Source]
Picture = dict[CardId, dict[str, Any]]
Mark = tuple[str, int, CardId]  # an effect in force: what it is, its time stamp, its card
Rows = dict[tuple[CardId, str], list[Row]]
Written = tuple[str, Source, Change, Any, Any, str, str]  # as in `_write`
NO_CARD = Ref(CardId(0), 0)


class Board:
    """Values of cards in one state. Rules ask the table; effects ask the board they are part of."""

    __slots__ = (
        "_granted", "_rows", "_written", "derived", "doubts", "exchange", "knots", "orders", "pending",
        "phases", "picture", "reads", "reasons", "shown", "state", "step", "table", "ties", "watch",
    )  # fmt: skip

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.shown = state  # the last state that this board was found to show
        self.watch: Watch | None = None  # what was read to derive it, if that is known
        self.phases = table.policy.under_way(state)
        self.picture: Picture = {}
        self.reads: set[tuple[CardId, str]] | None = None  # what is looked at, while that is wanted
        self._written: list[Written] = []  # what was changed, in order
        self._rows: Rows = {}  # the same as rows, once somebody wants to see them
        self._granted: list[tuple[CardId, Ability]] | None = None  # once asked for, until more is written
        self.pending: set[tuple[CardId, str]] = set()  # modified, but what is printed nobody has told
        self.derived = False
        self.knots: list[tuple[Source, Source]] = []  # effects that depend on each other
        self.ties: list[list[Source]] = []  # effects that began in one moment and whose order matters
        self.step = 0  # the step that asked for it last
        self.reasons: dict[str, None] = {}  # what deriving it cited
        self.doubts: list[str] = []  # and which open questions it read
        self.orders: dict[str, list[Mark]] = {}  # layer -> its effects as they were applied
        self.exchange: frozenset[Mark] = frozenset()  # two effects to be applied each in the other's place

    def shows(self, state: State) -> bool:
        """Whether everything that this board is made of is the same in a state."""
        seen = self.shown
        if seen is state:
            return True
        if (
            seen.effects is state.effects
            and seen.turn_player == state.turn_player
            and (seen.frames is state.frames or self._is_in_the_same_phases(state))
            and self._reads_the_same(seen, state)
        ):
            self.shown = self.state = state
            return True
        return False

    def _is_in_the_same_phases(self, state: State) -> bool:
        """Whether the phases are the same, or nobody asked for them."""
        asked = self.watch is None or self.watch.frames.is_read
        return not asked or self.phases == self.table.policy.under_way(state)

    def _reads_the_same(self, seen: State, state: State) -> bool:
        """Whether everything that was read to derive it is unchanged."""
        if self.watch is not None:
            return self.watch.reads_the_same(seen, state)
        return seen.cards is state.cards and seen.areas is state.areas and seen.numbers is state.numbers

    def value(self, card: CardId, name: str) -> Any:
        """A property as derived so far."""
        if self.reads is not None:
            self.reads.add((card, name))
        info = self.picture.get(card)
        if info is not None and name in info:
            return info[name]
        return self.base(card, name)

    def base(self, card: CardId, name: str) -> Any:
        table = self.table
        definition = table.printed.get(self.state.cards[card].name) or table.definition(card, self.state)
        if name == "abilities":
            return definition.addresses
        found = definition.properties.get(name)
        return table.stated(card, name, self.state) if found is None and name in definition.untold else found

    def has_ability(self, card: CardId, address: str) -> bool:
        if self.reads is not None:
            self.reads.add((card, "abilities"))
        info = self.picture.get(card)
        return info is None or "abilities" not in info or address in info["abilities"]

    def granted(self) -> list[tuple[CardId, Ability]]:
        """Abilities that cards have from an effect, not in print."""
        if self._granted is None:
            self._granted = list(self._given())
        return self._granted

    def _given(self) -> Iterator[tuple[CardId, Ability]]:
        for card, info in self.picture.items():
            if "abilities" in info:
                printed = self.base(card, "abilities")
                yield from [(card, self.table.pool.ability(a)) for a in info["abilities"] if a not in printed]

    def otherwise(self, one: Mark, other: Mark) -> Board:
        """The same table with these two effects of a layer applied in the other order."""
        board = Board(self.table, self.state)
        board.exchange = frozenset((one, other))
        return board.derive()

    @property
    def rows(self) -> Rows:
        """How each value that something modifies came about."""
        if self._written:
            number = self.table.rules.number
            for clause, source, change, before, now, after, ordered in self._written:
                what = (change.by and number(change.by)) or source.what
                card = change.lent_by or source.card.card or None
                row = Row(clause, what, card, source.stamp, plain(before), plain(now), after, ordered)
                self._rows.setdefault((change.card, change.property), []).append(row)
            self._written = []
        return self._rows

    # deriving

    def derive(self) -> Board:
        """Apply every layer in turn."""
        if not self.derived:
            self.derived = True
            working = self._by_layer()
            for layer in self.table.live_layers():
                by_rule = () if layer.rule is None else tuple(layer.rule(self))
                if by_rule or layer.clause in working:
                    self._apply_layer(layer, by_rule, working.get(layer.clause, []))
                if layer.abilities and self.picture:
                    before, working = working, self._by_layer()
                    if working != before:
                        self.table.cite(layer.clause)
        return self

    def _by_layer(self) -> dict[str, list[Working]]:
        """The modifiers in force, by the clause of their layer."""
        table = self.table
        found: dict[str, list[Working]] = {}
        working = list(table.working_modifiers(self))
        if len(working) > 1:
            table.policy.meet(table, [modifier for modifier, _ in working])
        for one in working:
            found.setdefault(table.policy.layer_of(table, one[0]), []).append(one)
        return found

    def _apply_layer(self, layer: Layer, by_rule: tuple[Change, ...], working: list[Working]) -> None:
        """What the rules themselves change, then the effects, each in its turn."""
        clause = self.table.rules.number(layer.clause) or layer.clause
        if by_rule:
            self._write(clause, Source(clause, NO_CARD, Player(""), 0), by_rule)
        if not working:
            return
        if len(working) == 1:
            modifier, source = working[0]
            self._rank(modifier)
            self.orders[clause] = [mark_of(source)]
            self._write(clause, source, self._changes(modifier, source))
            return
        waits = self._dependencies(working)
        if waits and not self._dependency_counts():
            waits = {}
        if waits and self.table.policy.dependents_first(self.table):
            waits = turned_round(waits)
        if waits and self.table.policy.settles_knots:
            waits = self._untie(working, waits)
        if self.table.policy.settles_ties:
            self._note_ties(working, waits)
        rules = self.table.rules
        dated = not rules.time_stamp_clause or rules.number(rules.time_stamp_clause) is not None
        ordered_effects = exchanged(in_order(working, waits, self._rank, self._place, dated), self.exchange)
        self.orders[clause] = [mark_of(source) for _, source, _ in ordered_effects]
        for modifier, source, after in ordered_effects:
            self.table.policy.dates(self.table, source)
            order = rules.dependency_clause if after else rules.time_stamp_clause
            self._write(clause, source, self._changes(modifier, source), after, rules.number(order) or "")

    def _rank(self, modifier: Modifier) -> int:
        return self.table.policy.rank(self.table, modifier)

    def _place(self, source: Source) -> int:
        return self.table.policy.place(self, source)

    def _note_ties(self, working: list[Working], waits: dict[int, set[int]]) -> None:
        """Effects of one moment that neither dependency nor their dates put in order."""
        moments: dict[tuple[int, int, bool], list[int]] = {}
        for at, (modifier, source) in enumerate(working):
            moments.setdefault(age_of(modifier, source, self._rank), []).append(at)
        for found in moments.values():
            tied = [a for a in found if any(self._is_tie(working, waits, a, b) for b in found if a != b)]
            if tied:
                self.ties.append([working[at][1] for at in tied])

    def _is_tie(self, working: list[Working], waits: dict[int, set[int]], a: int, b: int) -> bool:
        """Whether the order of two effects matters and dependency does not give it."""
        one, other = working[a], working[b]
        if mark_of(one[1]) == mark_of(other[1]):
            return False  # parts of one effect, in the order in which they are written
        a_waits, b_waits = b in waits.get(a, ()), a in waits.get(b, ())
        if a_waits or b_waits:
            return a_waits and b_waits
        theirs = {(c.card, c.property): c for c in self._changes(*other)}
        return any(
            self._clash(c, theirs[c.card, c.property])
            for c in self._changes(*one)
            if (c.card, c.property) in theirs
        )

    def _clash(self, one: Change, other: Change) -> bool:
        """Whether two changes of the same value give another result in the other order."""
        before = self.value(one.card, one.property)
        forth = OPERATIONS[other.op](OPERATIONS[one.op](before, one.operand), other.operand)
        back = OPERATIONS[one.op](OPERATIONS[other.op](before, other.operand), one.operand)
        if isinstance(forth, tuple) and isinstance(back, tuple):
            return set(forth) != set(back)
        return bool(forth != back)

    def _dependency_counts(self) -> bool:
        rules = self.table.rules
        live = not rules.dependency_clause or rules.number(rules.dependency_clause) is not None
        counts = live and self.table.policy.dependency_counts(self.table)
        if counts and rules.dependency_clause:
            self.table.cite(rules.dependency_clause)
        return counts

    def _untie(self, working: list[Working], waits: dict[int, set[int]]) -> dict[int, set[int]]:
        """Of two effects that depend on each other, the one the game puts first stops waiting."""
        settled = {at: set(others) for at, others in waits.items()}
        for a, others in waits.items():
            for b in others:
                if a < b and a in waits.get(b, ()):
                    self.knots.append((working[a][1], working[b][1]))
                    first = self.table.policy.goes_first(self, working[a][1], working[b][1])
                    if first is not None:
                        settled[a if first is working[a][1] else b].discard(
                            b if first is working[a][1] else a
                        )
        return settled

    def _changes(self, modifier: Modifier, source: Source) -> tuple[Change, ...]:
        assert modifier.changes is not None
        if source.effect is None and not self.has_ability(source.card.card, source.what):
            return ()  # taken away in this very layer
        found = tuple(modifier.changes(self, source))
        if source.cards is None:
            return found
        fixed = {ref.card for ref in source.cards if self.state.current(ref) is not None}
        return tuple(change for change in found if change.card in fixed)

    def _dependencies(self, working: list[Working]) -> dict[int, set[int]]:
        """Which effects each one must wait for: trying it before and after the other, where the other
        changes something that it looks at. Effects that change the same thing share one trial."""
        before, reads = zip(*(self._changes_and_reads(*one) for one in working), strict=True)
        readers: dict[tuple[CardId, str], list[int]] = {}
        for b, looked_at in enumerate(reads):
            for value in looked_at:
                readers.setdefault(value, []).append(b)
        waits: dict[int, set[int]] = {}
        trials: dict[tuple[Change, ...], tuple[Board, dict[int, tuple[Change, ...]]]] = {}
        for a, one in enumerate(working):
            written = {(change.card, change.property) for change in before[a]}
            for b in sorted({b for value in written for b in readers.get(value, ()) if b != a}):
                if before[a] not in trials:
                    trials[before[a]] = self._after(one[1], before[a]), {}
                trial, known = trials[before[a]]
                if b not in known:
                    known[b] = trial._changes(*working[b])
                if known[b] != before[b]:
                    waits.setdefault(b, set()).add(a)
        return waits

    def _changes_and_reads(
        self, modifier: Modifier, source: Source
    ) -> tuple[tuple[Change, ...], set[tuple[CardId, str]]]:
        """What an effect changes as things stand, and what it looks at for that."""
        reads = self.reads = set()
        try:
            return self._changes(modifier, source), reads
        finally:
            self.reads = None

    def _after(self, source: Source, changes: tuple[Change, ...]) -> Board:
        """A board for trying what happens if one effect goes first."""
        trial = Board(self.table, self.state)
        trial.derived = True
        trial.picture = {card: dict(info) for card, info in self.picture.items()}
        trial._write("", source, changes)
        return trial

    def _write(
        self, clause: str, source: Source, changes: Iterable[Change], after: str = "", ordered: str = ""
    ) -> None:
        picture, write, self._granted = self.picture, self._written.append, None
        for change in changes:
            number, name = change.card, change.property
            known = picture.get(number)
            if known is None:
                known = picture[number] = {}
            if name in known:
                before = known[name]
            elif change.op == "=" or self.table.is_told(number, name, self.state):
                before = self.base(number, name)
            else:  # whoever wants to know it asks for what is printed first
                self.pending.add((number, name))
                continue
            now = known[name] = OPERATIONS[change.op](before, change.operand)
            write((clause, source, change, before, now, after, ordered))


def age_of(modifier: Modifier, source: Source, rank: Callable[[Modifier], int]) -> tuple[int, int, bool]:
    """An effect dated back to the moment when a card arrived came after that card."""
    return rank(modifier), source.stamp, source.effect is not None


def in_order(
    working: list[Working],
    waits: dict[int, set[int]],
    rank: Callable[[Modifier], int] = lambda modifier: 0,
    place: Callable[[Source], int] = lambda source: 0,
    dated: bool = True,
) -> Iterable[tuple[Modifier, Source, str]]:
    """Dependency first, then time stamps; effects that wait for each other go by time stamp. They go by their
    names if they are not `dated`, since the clause about time stamps is switched off."""
    if len(working) == 1:
        rank(working[0][0])
        yield (*working[0], "")
        return

    def age(i: int) -> tuple[tuple[int, int, bool], int, str]:
        modifier, source = working[i]
        old = age_of(modifier, source, rank) if dated else (rank(modifier), 0, False)
        return old, place(source), source.what

    left = dict.fromkeys(sorted(range(len(working)), key=age))
    while left:
        take = next((i for i in left if left.keys().isdisjoint(waits.get(i, ()))), None)
        take = next(iter(left)) if take is None else take
        waited = [
            i for i in waits.get(take, ()) if i not in left and working[i][1].stamp > working[take][1].stamp
        ]
        del left[take]
        yield (*working[take], working[waited[0]][1].what if waited else "")


def mark_of(source: Source) -> Mark:
    return source.what, source.stamp, source.card.card


def exchanged(
    ordered: Iterable[tuple[Modifier, Source, str]], pair: frozenset[Mark]
) -> list[tuple[Modifier, Source, str]]:
    """The same effects with two of them swapped: what if it had been the other way round."""
    found = list(ordered)
    places = [at for at, (_, source, _) in enumerate(found) if pair and mark_of(source) in pair]
    if len(places) == 2:
        one, other = places
        found[one], found[other] = found[other], found[one]
    return found


def turned_round(waits: dict[int, set[int]]) -> dict[int, set[int]]:
    """The dependencies, reversed."""
    turned: dict[int, set[int]] = {}
    for waiting, others in waits.items():
        for other in others:
            turned.setdefault(other, set()).add(waiting)
    return turned


def _gain(before: Any, operand: Any) -> Any:
    held = tuple(before or ())
    return held if operand in held else (*held, operand)


def _lose(before: Any, operand: Any) -> Any:
    return tuple(part for part in before or () if part != operand)


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda before, operand: (before or 0) + operand,
    "*": lambda before, operand: (before or 0) * operand,
    "=": lambda before, operand: operand,
    "gain": _gain,
    "lose": _lose,
    "lose all": lambda before, operand: (),
    "lose those": lambda before, operand: tuple(part for part in before or () if part not in operand),
}
