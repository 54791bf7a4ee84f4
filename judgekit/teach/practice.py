"""Practice: which question comes next, what an answer changes, and how well a learner knows the book."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from threading import Lock

import msgspec

from judgekit import games
from judgekit.book.address import parent
from judgekit.narrate.said import said
from judgekit.narrate.titles import title_of
from judgekit.teach import bank as banks
from judgekit.teach import memory, rating
from judgekit.teach.bank import Bank
from judgekit.teach.memory import Answer, Clauses, Known, Memory
from judgekit.teach.playing_out import UnknownQuestion
from judgekit.teach.question import Option, Question, mark
from judgekit.teach.rating import GUESSED, Rating
from judgekit.teach.store import Store, TeachError

COLUMNS = "question, key, edition, clause, ruling, chosen, correct, hints, seconds, at, place"
NAMES = tuple(COLUMNS.split(", "))
TRIED = 60  # rulings that are worked out for one question
REMEMBERED = 200  # learners whose log need not be read again
MET = 200  # rulings that a learner has met, of which is asked whether they have changed
AGAIN = 5  # of them that are worked out anew while somebody waits
ANEW = 100  # answers after which what they add up to is stored again
NONE_FITS = "no question fits: take a clause further up, another difficulty, or fewer conditions"
HINTS = 4  # chapter, clause, condition, answer


_ids = msgspec.json.Decoder(list[str])


class Wish(msgspec.Struct, frozen=True):
    """What a learner wants to practise."""

    game: str = ""
    clause: str = ""  # it, and what is below it
    difficulty: str = ""
    mode: str = ""  # "wrong": what was answered wrong; "due": what is to be repeated
    kind: str = ""


class Given(msgspec.Struct, frozen=True):
    """What came of an answer."""

    question: Question
    option: Option
    correct: bool
    is_new: bool  # no: the same answer had been sent before


class Place(msgspec.Struct, frozen=True):
    """A chapter or clause on the map of the book."""

    edition: str
    clause: str
    title: str
    seen: int
    right: int
    due: int
    weak: int
    clauses: int = 0


class Practice:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.bank = Bank(store)
        self._remembered: OrderedDict[str, tuple[int, Memory]] = OrderedDict()  # by learner: up to which row
        self._remembering = Lock()

    # answers

    def answers(self, learner: str) -> list[Answer]:
        rows = self.store.connection.execute(
            f"SELECT {COLUMNS} FROM answers WHERE learner = ? ORDER BY id",  # noqa: S608 (our words)
            (learner,),
        )
        return [_answer(row) for row in rows]

    def known(self, learner: str) -> Clauses:
        """The clauses that a learner has met. The log only grows: newer answers are added. Answers in an exam
        count when it is over."""
        if sealed := self.sealed(learner):
            log = self.answers(learner)
            if any(one.place in sealed for one in log):
                return memory.schedule(one for one in log if one.place not in sealed)
        with self._remembering:
            kept = self._remembered.pop(learner) if learner in self._remembered else None
            begun, met = kept or self._stored(learner)
            last = self._add(learner, begun, met)
            self._remembered[learner] = last, met
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
            return dict(met.known)

    def look_again(self, learner: str) -> None:
        """Find out which answers of a learner are right no more, a few rulings at a time, the last first."""
        rows = self.store.connection.execute(
            "SELECT ruling FROM answers WHERE learner = ? GROUP BY ruling ORDER BY max(id) DESC LIMIT ?",
            (learner, MET),
        )
        self.bank.look_again([name for (name,) in rows.fetchall()], AGAIN)

    def sealed(self, learner: str) -> dict[str, set[str]]:
        """The questions of each exam and homework in which a learner sits and which is not over: until then
        nothing says what is right there."""
        rows = self.store.connection.execute(
            "SELECT code, questions, deadline FROM rooms JOIN members ON members.room = rooms.code "
            "WHERE members.learner = ? AND NOT rooms.closed AND rooms.kind <> 'class'",
            (learner,),
        )
        return {code: set(_ids.decode(own)) for code, own, end in rows if not memory.is_past(end)}

    def _stored(self, learner: str) -> tuple[int, Memory]:
        """What the log added up to when it was last stored, and up to which row."""
        row = self.store.connection.execute(
            "SELECT upto, data FROM remembered WHERE learner = ? AND way = ? AND seen = "
            "(SELECT count(*) FROM answers WHERE answers.learner = remembered.learner AND id <= upto)",
            (learner, memory.way()),
        ).fetchone()
        return (0, Memory()) if row is None else (row[0], Memory.of(row[1]))

    def _add(self, learner: str, last: int, met: Memory) -> int:
        """Add the answers behind a row; the last row now."""
        rows = self.store.connection.execute(
            f"SELECT id, {COLUMNS} FROM answers WHERE learner = ? AND id > ? ORDER BY id",  # noqa: S608
            (learner, last),
        )
        for number, *row in rows:
            last = number
            met.add(_answer(row))
        if met.seen >= met.stored + ANEW:
            with self.store.writing() as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO remembered VALUES (?, ?, ?, ?, ?)",
                    (learner, last, met.seen, memory.way(), met.kept()),
                )
            met.stored = met.seen
        return last

    def answer(
        self, learner: str, question: Question, chosen: str, token: str, hints: int = 0, seconds: float = 0.0,
        place: str = "", at: str = "",
    ) -> Given:  # fmt: skip
        """Keep an answer; the same one sent again, by its token, changes nothing."""
        option = option_of(question, chosen)
        when = at or memory.stamp()
        with self.store.writing() as connection:
            done = connection.execute(
                f"INSERT OR IGNORE INTO answers (learner, token, {COLUMNS}) "  # noqa: S608 (our words)
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    learner, token, question.id, question.key, question.edition, question.clause,
                    question.ruling, option.text, option.is_right, min(max(hints, 0), HINTS),
                    min(max(seconds, 0.0), 86_400.0), when, place,
                ),
            ).rowcount  # fmt: skip
            if done:
                self._rate(learner, question, option.is_right)
        return Given(question, option, option.is_right, bool(done))

    def _rate(self, learner: str, question: Question, correct: bool) -> None:
        person, thing = f"learner {learner}", f"question {question.id}"
        ours, theirs = rating.met(self.rating(person), self.rating(thing, question), correct)
        for who, now in ((person, ours), (thing, theirs)):
            self.store.connection.execute(
                "INSERT INTO ratings VALUES (?, ?, ?, ?, 1) ON CONFLICT (who) DO UPDATE SET rating = "
                "excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, "
                "games = games + 1",
                (who, now.rating, now.deviation, now.volatility),
            )

    def rating(self, who: str, question: Question | None = None) -> Rating:
        """Rating of a learner (`learner NAME`) or of a question; a question begins with a guess."""
        row = self.store.connection.execute(
            "SELECT rating, deviation, volatility FROM ratings WHERE who = ?", (who,)
        ).fetchone()
        if row is not None:
            return Rating(*row)
        return Rating(rating.first_guess(question), GUESSED) if question is not None else Rating()

    # what comes next

    def next(self, learner: str, wish: Wish) -> Question:
        """A clause that is due, with another position; else one that is new."""
        log = self.answers(learner)
        known = self.known(learner)
        hidden = {*self.withdrawn()}.union(*self.sealed(learner).values())
        last = memory.position(log[-1].question) if log else ""
        seed = f"{learner} {len(log)}"
        for question in self._wanted(known, log, wish, seed):
            if question.id in hidden or memory.position(question.id) == last:
                continue
            if fits(question, wish):
                return question
        raise UnknownQuestion(NONE_FITS)

    def some(self, learner: str, wish: Wish, many: int) -> list[Question]:
        """Several questions to take along, each on a different ruling."""
        log = self.answers(learner)
        found: dict[str, Question] = {}
        hidden = {*self.withdrawn()}.union(*self.sealed(learner).values())
        for question in self._wanted(self.known(learner), log, wish, f"{learner} {len(log)}"):
            if fits(question, wish) and question.id not in hidden:
                found.setdefault(question.ruling, question)
            if len(found) == many:
                break
        return list(found.values())

    def _wanted(
        self, known: dict[tuple[str, str], Known], log: list[Answer], wish: Wish, seed: str
    ) -> Iterator[Question]:
        now = memory.now()
        again = [one for one in known.values() if self._comes_back(one, wish, now)]
        again.sort(key=lambda one: (one.due, one.clause))
        for one in again:
            yield from self._about(one, seed)
        if wish.mode in ("wrong", "due"):
            return
        seen = {one.question for one in log}
        names = banks.names(wish.game, wish.clause) or self._elsewhere(wish)
        if wish.difficulty:
            names = [name for name in names if banks.difficulty_of(name) == wish.difficulty]
        fresh = sorted(names, key=lambda one: (not banks.is_likely(one, wish.kind), mark(seed, one)))
        made = 0
        for name in fresh:
            made += not self.bank.is_known(name)
            if made > TRIED:
                return
            found = self.bank.of(name)
            yield from sorted((q for q in found if q.id not in seen), key=lambda q: mark(seed, q.id))

    def _elsewhere(self, wish: Wish) -> list[str]:
        """Rulings that ask about a clause though they are named after another."""
        about = self.bank.about(wish.game, wish.clause) if wish.game and wish.clause else []
        return list(dict.fromkeys(question.ruling for question in about))

    def _comes_back(self, one: Known, wish: Wish, now: datetime) -> bool:
        game = one.edition.partition("/")[0]
        if wish.game not in ("", game) or not (not wish.clause or banks.is_below(one.clause, wish.clause)):
            return False
        return not one.last_correct if wish.mode == "wrong" else one.is_due(now)

    def _about(self, one: Known, seed: str) -> list[Question]:
        """Questions about a clause, those with a different position from last time first."""
        game = one.edition.partition("/")[0]
        for name in sorted(banks.names(game, one.clause), key=lambda n: mark(seed, n))[:4]:
            self.bank.of(name)
        found = [q for q in self.bank.about(game, one.clause) if q.clause == one.clause]
        others = [q for q in found if q.ruling != one.last_ruling]
        others = others or [q for q in found if memory.position(q.id) != one.last_position]
        return sorted(others or found, key=lambda q: mark(seed, q.id))

    # the map

    def map(self, learner: str, game: str) -> list[Place]:
        """The chapters of a book: seen, right, due, weak."""
        known = [one for one in self.known(learner).values() if one.edition.startswith(f"{game}/")]
        found, number = games.edition(game)
        book, now = found.rules(number).book, memory.now()
        chapters = [row for row in book if row.kind == "heading" and not parent(row.number)]
        return [_place(book.name, row.number, row.title or row.gist, known, now) for row in chapters]

    def clauses(self, learner: str, game: str, chapter: str) -> list[Known]:
        """The clauses of a chapter that were asked about."""
        found = self.known(learner).values()
        own = [k for k in found if k.edition.startswith(f"{game}/") and banks.is_below(k.clause, chapter)]
        book = games.game(game).rules().book
        return sorted(own, key=lambda k: book.order.get(k.clause, 0))

    # health

    def withdrawn(self) -> dict[str, str]:
        rows = self.store.connection.execute("SELECT question, reason FROM withdrawn")
        return dict(rows.fetchall())


def _answer(row: Sequence[object]) -> Answer:
    return msgspec.convert(dict(zip(NAMES, row, strict=True)), Answer, strict=False)


def _place(edition: str, clause: str, title: str, known: Iterable[Known], now: datetime) -> Place:
    own = [one for one in known if banks.is_below(one.clause, clause)]
    return Place(
        edition, clause, title, sum(one.seen for one in own), sum(one.right for one in own),
        sum(one.is_due(now) for one in own), sum(one.is_weak for one in own), len(own),
    )  # fmt: skip


def fits(question: Question, wish: Wish) -> bool:
    return (
        wish.difficulty in ("", question.difficulty)
        and wish.kind in ("", question.kind)
        and (
            not wish.clause
            or banks.is_below(question.clause, wish.clause)
            or banks.is_below(banks.clause_in(question.ruling), wish.clause)
        )
    )


def option_of(question: Question, chosen: str) -> Option:
    """The option that was chosen: by its text, or by words that only it has."""
    exact = [option for option in question.options if option.text == chosen]
    words = chosen.casefold().split()
    found = exact or [
        option for option in question.options if words and all(w in option.text.casefold() for w in words)
    ]
    if len(found) != 1:
        many = "none" if not found else f"{len(found)}"
        raise TeachError(
            f"{chosen[:60]!r} fits {many} of the {len(question.options)} options; choose one of them"
        )
    return found[0]


def hints(question: Question) -> tuple[str, ...]:
    """The ladder: the chapter, the clause, the condition, the answer."""
    found, number = games.edition(question.edition)
    book = found.rules(number).book
    above = question.clause
    while parent(above):
        above = parent(above) or above
    chapter = said("chapter", number=above)
    if above in book:
        chapter = said("chapter called", number=above, title=book[above].title or book[above].gist)
    gist = book[question.clause].gist if question.clause in book else title_of(book, question.clause)
    return (chapter, said("clause", number=question.clause), gist or question.clause, question.right.text)
