"""Lessons that users keep: every version is added, none is changed; the last one counts."""

from __future__ import annotations

from dataclasses import dataclass

from judgekit.teach import lessons, memory
from judgekit.teach.lessons import Lesson, UnknownLesson
from judgekit.teach.store import Store, TeachError, row

LONGEST = 200_000  # characters of a lesson
MOST = 500  # lessons
LAST = """SELECT lesson, title, text, hidden FROM lessons
    WHERE id IN (SELECT max(id) FROM lessons GROUP BY lesson)"""


@dataclass(frozen=True)
class Kept:
    number: int
    title: str
    text: str
    hidden: bool

    @property
    def lesson(self) -> Lesson:
        return lessons.loads(self.text, f"lesson {self.number}")


class KeptLessons:
    def __init__(self, store: Store) -> None:
        self.store = store

    def all(self) -> list[Kept]:
        return [_kept(one) for one in self.store.connection.execute(f"{LAST} ORDER BY lesson")]

    def find(self, number: int) -> Kept:
        found = self.store.connection.execute(f"{LAST} AND lesson = ?", (row(number),)).fetchone()
        if found is None:
            raise UnknownLesson(f"there is no lesson {number} of yours; the first page of Learn lists them")
        return _kept(found)

    def keep(self, text: str, number: int = 0) -> int:
        """A new lesson, or another version of one; only a text that can be read. A text that is kept already
        stays as it is: forms are sent twice."""
        if len(text) > LONGEST:
            raise TeachError(f"a lesson has at most {LONGEST} characters; this one has {len(text)}")
        title = lessons.loads(text).title
        same = [one.number for one in self.all() if one.text == text and not one.hidden]
        if (number or next(iter(same), 0)) in same:
            return number or same[0]
        if number:
            self.find(number)
        return self._add(number, title, text, hidden=False)

    def hide(self, number: int, hidden: bool = True) -> None:
        """Take a lesson from the list, or put it back; it stays kept."""
        found = self.find(number)
        if found.hidden is hidden:
            return
        self._add(number, found.title, found.text, hidden)

    def _add(self, number: int, title: str, text: str, hidden: bool) -> int:
        with self.store.writing() as connection:
            last = connection.execute("SELECT coalesce(max(lesson), 0) FROM lessons").fetchone()[0]
            if not number and last >= MOST:
                raise TeachError(f"{MOST} lessons are kept here; change one of them, or save a file")
            connection.execute(
                "INSERT INTO lessons (lesson, title, text, hidden, at) VALUES (?, ?, ?, ?, ?)",
                (number or last + 1, title, text, int(hidden), memory.stamp()),
            )
        return int(number or last + 1)


def _kept(found: tuple[int, str, str, int]) -> Kept:
    return Kept(found[0], found[1], found[2], bool(found[3]))
