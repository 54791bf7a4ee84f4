"""What all pages share: the cases, the books, and what has been worked out about both."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote

from flask import current_app, has_request_context, request

from judgekit.book.load import editions, load
from judgekit.web.jobs import Jobs
from judgekit.web.page_cache import Rendered
from judgekit.web.remembered import EVENT

if TYPE_CHECKING:
    from judgekit.book.model import Book
    from judgekit.book.shelf import Shelf
    from judgekit.cards.library import Library
    from judgekit.cards.looking import Shelf as CardShelf
    from judgekit.cases.play.case import Archive
    from judgekit.cases.play.compare import Difference
    from judgekit.cases.store.profiles import Event
    from judgekit.teach.practice import Practice
    from judgekit.web.case.stops import Courses


T = TypeVar("T")


class Findings:
    """What audits have found, the latest few, by what was asked."""

    def __init__(self, most: int = 48) -> None:
        self._most = most
        self._kept: dict[tuple[object, ...], object] = {}

    def keep(self, key: tuple[object, ...], found: object) -> None:
        self._kept[key] = found
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]

    def take(self, key: tuple[object, ...], kind: type[T]) -> T | None:
        """What was found; it is no longer kept."""
        found = self._kept.pop(key, None)
        return found if isinstance(found, kind) else None

    def get(self, key: tuple[object, ...], kind: type[T]) -> T | None:
        found = self._kept.get(key)
        return found if isinstance(found, kind) else None


class Memory:
    """What was worked out about the cases of a file."""

    def __init__(self) -> None:
        self.rendered = Rendered()
        self.compared: dict[tuple[int, int, int, int], Difference] = {}  # lines and their lengths
        self.findings = Findings()

    @cached_property
    def courses(self) -> Courses:
        from judgekit.web.case.stops import Courses

        return Courses()


class Desk:
    """Each is loaded when the first page needs it: the engine and the books take a while to load."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.jobs = Jobs()
        self._memory = 0, Memory()
        self.imports = 0  # grows with every import: shelves that were filled before are filled again
        self._here = threading.local()

    @cached_property
    def archive(self) -> Archive:
        from judgekit.cases.play.case import Archive

        return Archive(self.database)

    @property
    def _of_this_file(self) -> Memory:
        """What was worked out about the current file; for another one, such as a backup, nothing yet."""
        life = self.archive.store.lives
        if self._memory[0] != life:
            self._memory = life, Memory()
        return self._memory[1]

    @property
    def rendered(self) -> Rendered:
        return self._of_this_file.rendered

    @property
    def compared(self) -> dict[tuple[int, int, int, int], Difference]:
        return self._of_this_file.compared

    @property
    def findings(self) -> Findings:
        return self._of_this_file.findings

    @property
    def courses(self) -> Courses:
        return self._of_this_file.courses

    @cached_property
    def shipped(self) -> tuple[Book, ...]:
        return tuple(load(*name.split("/")) for name in editions())

    @cached_property
    def practice(self) -> Practice:
        """Questions, and what learners have answered; each thread has its own connection to them."""
        from judgekit.teach.practice import Practice
        from judgekit.teach.store import Store, beside

        return Practice(Store(beside(self.database)))

    @property
    def shelf(self) -> Shelf:
        """The user's books; each thread has its own connection to them."""
        kept: tuple[int, Shelf] | None = getattr(self._here, "shelf", None)
        if kept is None or kept[0] != self.imports:
            from judgekit.book.shelf import Shelf
            from judgekit.book.store import Store

            self.let_go()
            kept = self._here.shelf = self.imports, Shelf(Store(self.database), self.shipped)
        return kept[1]

    @property
    def library(self) -> Library:
        """The cards of the event that this browser uses, else the user's own."""
        return self.library_of(self.event)

    @property
    def event(self) -> Event | None:
        """The event that this browser uses."""
        from judgekit.cases.store import profiles

        name = unquote(request.cookies.get(EVENT, "")) if has_request_context() else ""
        return profiles.events(self.database).get(name) if name else None

    def library_of(self, event: Event | None) -> Library:
        """The cards of an event; each thread has its own connection to them."""
        kept: dict[str, Library] = self._here.__dict__.setdefault("libraries", {})
        name = event.library if event else ""
        if name not in kept:
            from judgekit.cards.library import Library
            from judgekit.cards.naming import library_beside

            kept[name] = Library(library_beside(self.database, name))
        return kept[name]

    @property
    def cards(self) -> CardShelf:
        """The library that this browser uses, where positions look up cards as worded today."""
        from judgekit.cards.looking import Shelf as CardShelf

        return CardShelf(self.library)

    def cards_of(self, event: Event | None) -> CardShelf:
        """The same for an event, with the cards as worded on its day."""
        from judgekit.cards.looking import Shelf as CardShelf

        return CardShelf(self.library_of(event), event.cards_on if event else "")

    def let_go(self) -> None:
        """Close this thread's shelf: its work is over, or the shelf is out of date."""
        kept: tuple[int, Shelf] | None = getattr(self._here, "shelf", None)
        if kept is not None:
            kept[1].store.close()
            self._here.shelf = None


def desk() -> Desk:
    found = current_app.extensions["judgekit"]
    assert isinstance(found, Desk)
    return found
