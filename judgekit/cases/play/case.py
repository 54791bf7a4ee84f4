"""A case: a position with all it runs on, and the branches that were played from it."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from judgekit import games
from judgekit.cases.errors import CaseError, Damaged, HasDiverged, UnknownCase
from judgekit.cases.play.foregone import foregone
from judgekit.cases.play.pinned import Loader, Opening, Pinned, check_readings, load, pin, register
from judgekit.cases.store.labels import label_of
from judgekit.cases.store.remarks import introduce, introduced
from judgekit.cases.store.store import EVERY, MAIN, Branch, CaseRow, Store
from judgekit.cases.store.timeline import Timeline
from judgekit.engine.events import AnyEvent, Entry, fold
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import CardId, Player, State
from judgekit.games.game import Game
from judgekit.narrate.said import said
from judgekit.once import kept

if TYPE_CHECKING:
    from judgekit.cases.play.verify import Verdict

__all__ = ["Archive", "Case", "Loader", "Opening", "Pinned", "Place", "Sitting", "load", "register"]

BATCH = 8192  # entries that are saved together when a game runs on for long

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a branch: before entry `seq`, or after the first `event` events of it."""

    seq: int
    event: int = 0

    @classmethod
    def read(cls, text: str) -> Place:
        """`42` or `42.3`, as a judge types it."""
        seq, dot, event = text.partition(".")
        if not seq.isdecimal() or (dot and not event.isdecimal()):
            raise UnknownCase(f"a place in a log is an entry (42) or an event of it (42.3); got {text!r}")
        return cls(int(seq), int(event or 0))

    def __str__(self) -> str:
        return f"{self.seq}.{self.event}" if self.event else str(self.seq)


class Archive:
    """All cases of one database, and what has been worked out about them."""

    def __init__(self, path: Path | str, synchronous: str = "full") -> None:
        self.store = Store(path, synchronous)
        self.timeline = Timeline(self.store)
        # by what a case runs on, and by how many cards came later: as it is read today, and as it began
        self._openings: dict[tuple[bytes, int], tuple[Opening, Opening]] = {}
        self._opening = threading.RLock()
        self.standings: dict[object, Verdict] = {}  # of branches, until somebody else writes to the file

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def create(self, kind: str, text: str, name: str = "", readings: Mapping[str, str] | None = None) -> Case:
        """A new case from a text; nothing is written unless the text can be read and played."""
        opening = load(kind, text)
        pinned = pin(kind, text, opening, readings)
        Line(opening.rules, opening.pool, opening.state, dict(pinned.readings))
        return Case(self, self.store.create(pinned, name or opening.title or kind))

    def case(self, which: int | str) -> Case:
        return Case(self, self.store.case(which))

    def cases(self) -> list[Case]:
        return [Case(self, row) for row in self.store.cases()]

    def today(self, case: Case) -> Opening:
        """The text of a case as today's judgekit reads it, where today's would begin."""
        return self._opened(case)[0]

    def opening(self, case: Case) -> Opening:
        """The same at the recorded start."""
        return self._opened(case)[1]

    def _opened(self, case: Case) -> tuple[Opening, Opening]:
        key = self.store.genesis(case.id), len(case.introduced)
        if key not in self._openings:
            with self._opening:  # many look at a case that nobody has looked at yet: one of them opens it
                if key not in self._openings:
                    today = load(case.pinned.kind, case.text, case.pinned.edition)
                    self._openings[key] = today, case.pinned.begun(today)
        return self._openings[key]


class Case:
    def __init__(self, archive: Archive, row: CaseRow) -> None:
        self.archive = archive
        self.store = archive.store
        self.id = row.id
        self.name = row.name
        self.edition = row.edition
        self.created = row.created

    @kept
    def title(self) -> str:
        """What it is called now; its name is what it was called when it was made."""
        return label_of(self.store, self.id).name or self.name

    @kept
    def pinned(self) -> Pinned:
        return self.store.pinned(self.id)

    @kept
    def introduced(self) -> dict[str, dict[str, Any]]:
        """Cards that were added while it was under way."""
        return {name: card for _, cards in introduced(self.store, self.id) for name, card in cards.items()}

    @kept
    def text(self) -> str:
        """What it was made of, with the cards that came later."""
        from judgekit.cases.files.carrying import with_cards  # reads positions, which open cases

        return with_cards(self.pinned.text, self.introduced) if self.introduced else self.pinned.text

    @property
    def labels(self) -> Mapping[str, CardId]:
        """What the position calls its cards."""
        from judgekit.cases.files.position import loads  # opens cases

        return loads(self.text).labels if self.pinned.kind == "position" else {}

    def introduce(self, branch: Branch, cards: dict[str, dict[str, Any]]) -> None:
        """Cards that it knows from now on; nothing is written unless its text can be read with them."""
        from judgekit.cases.files.carrying import with_cards

        if self.pinned.kind != "position":
            raise CaseError("only a case that began with a position can take in another card")
        self.pinned.opening(with_cards(self.text, cards))
        introduce(self, branch.id, cards)
        for known in ("introduced", "text"):
            self.__dict__.pop(known, None)

    @property
    def opening(self) -> Opening:
        """Its text as today's judgekit reads it, at the recorded start."""
        return self.archive.opening(self)

    @kept
    def game(self) -> Game | None:
        """The game's description of itself; a benchmark workload has none."""
        try:
            return games.edition(self.edition)[0]
        except (games.UnknownGame, ModuleNotFoundError):
            return None

    def branches(self) -> list[Branch]:
        return self.store.branches(self.id)

    def branch(self, name: str = MAIN) -> Branch:
        return self.store.branch(self.id, name)

    def readings(self, branch: Branch, seq: int | None = None) -> dict[str, str]:
        """How this branch reads what the book leaves open, from entry `seq` on, or at its end: as chosen,
        else by the defaults of the day on which the case was made."""
        return self._defaults | self.chosen(branch, seq)

    def chosen(self, branch: Branch, seq: int | None = None) -> dict[str, str]:
        """The readings that were chosen."""
        chosen = dict(self.pinned.readings)
        for number, first in self.store.lineage(branch):
            if seq is None or first <= seq:
                chosen |= self.store.again(number).readings
        return chosen

    @kept
    def _defaults(self) -> dict[str, str]:
        """An older case did not keep them: its log shows those that mattered."""
        offered = {doubt.id: doubt.choices for doubt in self.opening.rules.book.doubts}
        kept = self.pinned.defaults or (self.store.read_as(self.id) if offered else {})
        return {doubt: choice for doubt, choice in kept.items() if choice in offered.get(doubt, ())}

    # looking back

    def entries(self, branch: Branch, first: int = 0, last: int | None = None) -> list[Entry]:
        return self.store.entries(branch, first, last)

    def entry(self, branch: Branch, seq: int) -> Entry:
        return self.archive.timeline.entry(branch, seq)

    def at(self, branch: Branch, place: Place | int) -> State:
        """The state at a place of a branch."""
        where = Place(place) if isinstance(place, int) else place
        state = self.archive.timeline.before(branch, where.seq)
        if not where.event:
            return state
        events = self.entry(branch, where.seq).events
        if where.event > len(events):
            raise UnknownCase(f"entry {where.seq} has events 1 to {len(events)}; there is no {where}")
        for happened in events[: where.event]:
            state = happened.event.onto(state)
        return state

    # going on

    def line(self, branch: Branch, seq: int | None = None) -> StoredLine:
        """The engine's line of a branch, standing before entry `seq`, or at its end."""
        return StoredLine(self, branch, branch.head if seq is None else seq)

    def sit(self, branch: Branch | None = None) -> Sitting:
        """The end of a branch, open for play."""
        from judgekit.cases.play.verify import standing

        where = branch or self.branch()
        verdict = standing(self, where, rerun_known_code=False)
        if verdict is not None and not verdict.is_of_today:
            if verdict.status == "altered":
                raise Damaged(f"case {self.id} is not as it was recorded: {verdict.reason}")
            key = "has diverged" if verdict.status == "diverged" else "parted from today"
            place = {"branch": where.name, "case": self.id, "at": verdict.at}
            raise HasDiverged(said(key, why=verdict.reason, **place))
        return Sitting(self, where)

    def fork(
        self, branch: Branch, at: int, name: str = "", readings: Mapping[str, str] | None = None
    ) -> Branch:
        """Another branch from before entry `at` on; it may read open questions differently."""
        check_readings(self.opening.rules.book, readings or {})
        return self.store.fork(branch, at, name or self._free_branch(), readings)

    def _free_branch(self) -> str:
        taken = {branch.name for branch in self.branches()}
        return next(name for n in range(1, len(taken) + 2) if (name := f"line {n}") not in taken)


class History(list[Entry]):
    """A log whose saved part stays in the store until it is looked at."""

    def __init__(self, case: Case, branch: Branch, saved: int) -> None:
        super().__init__()
        self._case = case
        self._branch = branch
        self.saved = saved

    def __len__(self) -> int:
        return self.saved + super().__len__()

    def __iter__(self) -> Iterator[Entry]:
        for first in range(0, self.saved, BATCH):
            yield from self._case.entries(self._branch, first, min(first + BATCH, self.saved))
        yield from super().__iter__()

    @overload
    def __getitem__(self, index: SupportsIndex) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            first, last, step = index.indices(len(self))
            if step != 1:
                return list(self)[index]
            saved = (
                self._case.entries(self._branch, first, min(last, self.saved)) if first < self.saved else []
            )
            return saved + super().__getitem__(slice(max(0, first - self.saved), max(0, last - self.saved)))
        at = operator.index(index)
        at += len(self) if at < 0 else 0
        if 0 <= at < self.saved:
            return self._case.entry(self._branch, at)
        if at < 0:
            raise IndexError(at)
        return super().__getitem__(at - self.saved)

    def __reversed__(self) -> Iterator[Entry]:
        return (self[at] for at in range(len(self) - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None

    def fresh(self) -> list[Entry]:
        """What has not been saved yet."""
        return super().__getitem__(slice(None))

    def settle(self, branch: Branch) -> None:
        """What was fresh has been saved."""
        super().clear()
        self._branch, self.saved = branch, branch.head


class StoredLine(Line):
    """A line of the engine that takes its past from the store."""

    def __init__(self, case: Case, branch: Branch, seq: int) -> None:
        opening = case.opening
        super().__init__(opening.rules, opening.pool, opening.state, case.readings(branch, seq))
        self.case = case
        self.branch = branch
        self.history = History(case, branch, seq)
        self.log = self.history
        self.state = case.at(branch, seq)
        self.table.attach(self.state)

    def at(self, seq: int) -> State:
        saved = min(seq, self.history.saved)
        return fold(self.case.at(self.branch, saved), self.log[saved:seq])

    def fork(self, seq: int | None = None) -> Line:
        upto = len(self.log) if seq is None else seq
        if upto <= self.history.saved:
            return StoredLine(self.case, self.branch, upto)
        return super().fork(upto)

    def settle(self, branch: Branch) -> None:
        self.branch = branch
        self.history.settle(branch)


class Sitting:
    """Play at the end of a branch: what happens is saved, an answer with all that follows from it at once."""

    def __init__(self, case: Case, branch: Branch) -> None:
        self.case = case
        self.line = case.line(branch)
        self._snapshots: list[tuple[int, State]] = []

    @property
    def branch(self) -> Branch:
        return self.line.branch

    @property
    def question(self) -> Question | None:
        return self.line.ask()

    def run(self, limit: int | None = None, progress: Progress | None = None) -> Question | None:
        """Perform clauses until someone must choose, the game is over, or `limit` is reached; save them."""
        try:
            self._run(limit, progress)
        finally:
            self.save()
        return self.line.question

    def _run(self, limit: int | None, progress: Progress | None) -> None:
        line, log = self.line, self.line.log
        end = None if limit is None else len(log) + limit
        while end is None or len(log) < end:
            here = len(log)
            room = EVERY - here % EVERY
            self._go_on(room if end is None else min(room, end - here))
            if len(log) % EVERY == 0 and len(log) > here:
                self._snapshots.append((len(log), line.state))
            if len(log) - here < room:
                break
            if len(log) - line.history.saved >= BATCH:
                self.save()
            if progress is not None:
                progress(len(log))

    def _go_on(self, limit: int) -> None:
        """Perform `limit` clauses, or up to a question with something to choose."""
        line, case = self.line, self.case
        end = len(line.log) + limit
        line.run(limit)
        while line.question and len(line.log) < end:
            given = foregone(line, case.game, case.opening.named)
            if given is None:
                return
            line.answer(*given)
            line.run(end - len(line.log))

    def answer(self, *chosen: str, limit: int | None = None) -> Question | None:
        """Answer the open question and run on to the next; never overwrite someone else's answer."""
        self.line.answer(*chosen)
        self._note()
        try:
            self._run(limit, None)
        finally:
            self.save(chosen)
        return self.line.question

    def announce(self, player: Player, name: str) -> Question | None:
        """A player declares what may be declared at any time, such as to concede; then the game runs on."""
        self.line.announce(player, name)
        self._note()
        return self.run()

    def correct(self, changes: Iterable[AnyEvent], why: str, by: str) -> None:
        """Put right what went wrong at the table, and save it."""
        if not why.strip() or not by.strip():
            raise CaseError("a correction needs a reason and the name of the judge")
        self.line.correct(changes, why, by)
        self._note()
        self.save()

    def _note(self) -> None:
        if len(self.line.log) % EVERY == 0:
            self._snapshots.append((len(self.line.log), self.line.state))

    def save(self, ours: tuple[str, ...] = ()) -> None:
        fresh = self.line.history.fresh()
        if fresh:
            kept, self._snapshots = self._snapshots, []
            self.line.settle(self.case.store.append(self.line.branch, fresh, kept, ours))
