"""A place of a case as a seat may see it: the state, the log around it, and words for both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from judgekit.book.model import Book
from judgekit.cases.errors import CaseError, UnknownCase
from judgekit.cases.play.case import Case, Place, StoredLine
from judgekit.cases.store.store import Branch
from judgekit.engine import views
from judgekit.engine.events import Answered, Event, Happened
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, UNKNOWN, Card, Player, State
from judgekit.engine.table import Table
from judgekit.games.game import Game
from judgekit.narrate.course import Course
from judgekit.narrate.labels import Faces
from judgekit.narrate.narrator import Narrator
from judgekit.narrate.places import START, Spot
from judgekit.narrate.titles import title_of
from judgekit.once import kept
from judgekit.web.case.branches import Lines
from judgekit.web.services import desk
from judgekit.web.urls import View, clause_href, spot_text


class ClauseRef(msgspec.Struct, frozen=True):
    """A clause as a page quotes it."""

    number: str
    title: str
    gist: str
    href: str


class Scene:
    def __init__(self, case: Case, branch: Branch, course: Course, view: View) -> None:
        self.case = case
        self.branch = branch
        self.course = course
        seq, event = view.spot
        if seq > branch.head or (seq == branch.head and event):
            raise UnknownCase(
                f"branch {branch.name!r} has places 0 to {branch.head}; there is no {spot_text(view.spot)}"
            )
        if event and event > len(course.entries[seq].events):
            raise UnknownCase(f"entry {seq} has events 1 to {len(course.entries[seq].events)}, no {event}")
        self.view = view.but(spot=course.spot(seq, event))
        self.rules = case.opening.rules
        self.pool = case.opening.pool
        self.edition = case.edition
        self.book = self.rules.book
        self.diverged: int | None = None  # from where on the log is no fact, if that is known
        self.older: int | None = None  # from where on today's rules give something else than those of its day

    @property
    def spot(self) -> Spot:
        return self.view.spot

    @property
    def game(self) -> Game | None:
        """The game's description of itself; a benchmark workload has none."""
        return self.course.books.game

    @property
    def seat(self) -> Player:
        return JUDGE if self.view.seat == "judge" else Player(self.view.seat)

    @kept
    def lines(self) -> Lines:
        return Lines(self.case)

    # states

    def state_at(self, spot: Spot) -> State:
        seq, event = spot
        if event and event == len(self.course.entries[seq].events):
            return self.case.at(self.branch, seq + 1)
        return self.case.at(self.branch, Place(seq, event))

    @kept
    def state(self) -> State:
        return self.state_at(self.spot)

    @kept
    def eyes(self) -> views.Eyes:
        return views.Eyes(self.rules, self.state, self.seat, self.readings)

    @kept
    def seen(self) -> State:
        """What the seat may see of it."""
        return self.state if self.seat == JUDGE else self.eyes.state_seen()

    @kept
    def readings(self) -> dict[str, str]:
        return self.case.readings(self.branch)

    @kept
    def table(self) -> Table:
        """A table at this place: what is asked of it leaves no trace."""
        return self.table_at(self.state)

    def table_at(self, state: State) -> Table:
        table = Table(self.rules, self.pool, self.readings)
        table.inspect(state, self.spot[0])
        return table

    @kept
    def previous(self) -> Spot:
        """The stop before what is shown here."""
        return self.course.previous(self.focus, self.view.depth) or START

    @kept
    def focus(self) -> Spot:
        """What is shown here: the event at the place, or, if that is too small, the stop before it."""
        happened = self.course.happened(self.spot)
        if happened is None or self.course.level(happened.event) <= 3:
            return self.spot
        stops = self.course.stops[self.view.depth]
        return stops[bisect_right(stops, self.spot) - 1]

    @kept
    def by_hand(self) -> tuple[tuple[str, str], ...]:
        """Words on cards of this table that judgekit does not read: the card, and the words."""
        here = {card.name for card in self.seen.cards.values()}
        left = self.pool.by_hand()
        return tuple((name, one.text) for name, rows in left.items() if name in here for one in rows)

    # standing between two clauses

    @property
    def is_end(self) -> bool:
        return self.spot == self.course.end

    @property
    def is_between(self) -> bool:
        """Whether no clause is half performed here: only then can a player be asked, or a line begin."""
        return self.spot == START or self.spot[1] == len(self.course.entries[self.spot[0]].events)

    def must_be_between(self) -> None:
        if not self.is_between:
            raise CaseError(f"{self.view.place} is in the middle of a clause; step to the end of it first")

    @property
    def seq(self) -> int:
        """The entry that comes next."""
        return self.spot[0] + (1 if self.spot[1] and self.is_between else 0)

    @kept
    def line(self) -> StoredLine:
        return self.case.line(self.branch, self.seq)

    @kept
    def taken(self) -> Answered | None:
        """The answer that was given here, if one was."""
        if self.is_end or not self.is_between:
            return None
        events = self.course.entries[self.seq].events
        event = events[0].event if events else None
        return event if isinstance(event, Answered) else None

    @kept
    def question(self) -> Question | None:
        """The question here, or the one that the next answer in the log was given to."""
        if not self.is_between or not (self.is_end or self.taken):
            return None
        if self.older is not None and self.seq >= self.older:
            return None
        return self.line.ask()

    @kept
    def provisional(self) -> State | None:
        """The table in the middle of the step that asks here, if anything has happened in it: worked out when
        it is looked at, and kept nowhere."""
        return None if self.question is None else self.line.provisional

    @kept
    def on_table(self) -> State:
        return self.provisional or self.state

    @kept
    def board_seen(self) -> State:
        """What the seat may see of the table, with what has happened up to the question."""
        if self.provisional is None or self.seat == JUDGE:
            return self.on_table if self.seat == JUDGE else self.seen
        return views.Eyes(self.rules, self.provisional, self.seat, self.readings).state_seen()

    @kept
    def shown_question(self) -> Question | None:
        if self.question is None:
            return None
        return views.redact_question(self.rules, self.state, self.question, self.seat, self.readings)

    # words

    @kept
    def last(self) -> State:
        return self.case.at(self.branch, self.branch.head)

    @kept
    def label(self) -> Faces:
        """A card's name, as far as the seat may know it."""
        return Faces(self.state, self.last, None if self.seat == JUDGE else self.seen)

    @property
    def named_later(self) -> frozenset[str]:
        """Cards that nobody has named here, and what they turn out to be by the end of the log."""
        unknown = (number for number, card in self.state.cards.items() if card.name == UNKNOWN)
        later = (self.last.cards.get(number) for number in unknown)
        return frozenset(f"{card.id} {card.name}" for card in later if card and card.name != UNKNOWN)

    def name(self, card: Card) -> str:
        return "unknown card" if card.name == UNKNOWN else card.name

    @kept
    def narrator(self) -> Narrator:
        course = self.course
        return Narrator(self.rules, course.wording, course.books, self.label, course.waited, self.seen)

    def sentence(self, event: Event, clause: str = "") -> str:
        return self.narrator.sentence(event, clause)

    def plain(self, text: str) -> str:
        """A text without signs for areas and abilities."""
        return self.narrator.plain(text)

    def deed(self, chosen: tuple[str, ...]) -> str:
        """What a player does by taking an option, if it is an action."""
        found = self.narrator.deed(chosen)
        return found.option if found else ""

    def seen_event(self, spot: Spot) -> Happened | None:
        """What happened there, as the seat may know it."""
        happened = self.course.happened(spot)
        if happened is None or self.seat == JUDGE:
            return happened
        seq, event = spot
        entry = self.course.entries[seq]
        before = self.case.at(self.branch, seq)
        done = not (isinstance(happened.event, Answered) and self._is_open(seq))
        seen = views.redact(self.rules, entry, before, self.seat, done=done, readings=self.readings)
        return seen.events[event - 1]

    def _is_open(self, seq: int) -> bool:
        """Whether the answers from here on were given to a step that is not done."""
        rest = self.course.entries[seq:]
        return all(isinstance(h.event, Answered) for entry in rest for h in entry.events)

    def between(self, after: Spot, upto: Spot) -> Iterator[tuple[Spot, Happened]]:
        """What happened from one place to another."""
        for seq in range(after[0], upto[0] + 1):
            for at in range(1, len(self.course.entries[seq].events) + 1 if self.course.entries else 1):
                if after < (seq, at) <= upto:
                    found = self.seen_event((seq, at))
                    assert found is not None
                    yield (seq, at), found

    # clauses

    def clause(self, number: str) -> ClauseRef:
        return clause_ref(self.book, number)

    def title(self, number: str) -> str:
        """What the book calls the matter: the nearest heading."""
        return clause_ref(self.book, number).title

    def clause_of(self, spot: Spot) -> str:
        entry, happened = self.course.entry(spot), self.course.happened(spot)
        if entry is None or happened is None:
            return self.state.frames[-1].at if self.state.frames else ""
        return happened.path[-1] if happened.path else entry.clause


_refs: dict[tuple[str, str], tuple[Book, ClauseRef]] = {}


def clause_ref(book: Book, number: str) -> ClauseRef:
    """A clause as pages quote it; looked up once."""
    key = book.name, number
    known = _refs.get(key)
    if known is None or known[0] is not book:
        known = _refs[key] = book, _quoted(book, number)
    return known[1]


def _quoted(book: Book, number: str) -> ClauseRef:
    href = clause_href(book.name, number)
    if number not in book:
        return ClauseRef(number, "", "", href)
    return ClauseRef(number, title_of(book, number), book[number].gist, href)


def gist_of(edition: str, clause: str) -> str:
    """What a clause says, in our words."""
    return next((clause_ref(book, clause).gist for book in desk().shipped if book.name == edition), "")
