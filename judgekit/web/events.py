"""Events: what all cases of a tournament share, said once and chosen when a case is made."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.cards.naming import named_libraries
from judgekit.cases.errors import CaseError
from judgekit.cases.store import labels, profiles
from judgekit.cases.store.profiles import Event
from judgekit.web.remembered import EVENT, remember
from judgekit.web.responses import came_of, show
from judgekit.web.services import desk


class Question(msgspec.Struct, frozen=True):
    """An open question of a book, and the readings that an event can choose."""

    id: str
    doubt: str
    default: str
    choices: tuple[tuple[str, str], ...]


class Row(msgspec.Struct, frozen=True):
    event: Event
    cases: int


class EventsPage(msgspec.Struct):
    events: tuple[Row, ...]
    chosen: str
    editions: tuple[str, ...]
    edited: Event | None = None  # in the form
    questions: tuple[Question, ...] = ()  # of its edition
    libraries: tuple[str, ...] = ()  # besides the user's own


def chosen() -> Event | None:
    """The event that a new case belongs to: from the form, else as this browser remembers."""
    name = request.form.get("event")
    if name is None:
        return desk().event
    use(name)
    return profiles.find(desk().database, name) if name else None


def use(name: str) -> None:
    """Remember an event in this browser."""
    remember(EVENT, quote(name))


def of_game(game: str) -> tuple[str, ...]:
    return tuple(one.name for one in profiles.events(desk().database).values() if one.game == game)


def events_page() -> Response:
    """The events, and a form for one; with `edition` or `name`, with the open questions of its book."""
    known = profiles.events(desk().database)
    named = [one.event for one in labels.labels(desk().database).values()]
    edited = known.get(request.args.get("name", ""))
    if edited is None and (edition := request.args.get("edition", "")):
        edited = Event("", edition)
    now = chosen()
    return show(
        "events.html",
        EventsPage(
            tuple(Row(one, named.count(one.name)) for one in known.values()), now.name if now else "",
            tuple(book.name for book in desk().shipped), edited, _questions(edited),
            tuple(named_libraries(desk().database.parent)),
        ),
    )  # fmt: skip


def _questions(event: Event | None) -> tuple[Question, ...]:
    books = [book for book in desk().shipped if event and book.name == event.edition]
    return tuple(
        Question(one.id, one.doubt, one.default, tuple(one.choices.items()))
        for book in books
        for one in book.doubts
    )


def keep_event() -> Response:
    """Save an event and choose it; one with the same name is replaced."""
    from judgekit.cases.play.under_event import checked

    form = request.form
    asked = {key.removeprefix("read/"): form[key] for key in form if key.startswith("read/")}
    readings = {doubt: choice for doubt, choice in asked.items() if choice}
    judges = tuple(filter(None, (one.strip()[:80] for one in form.get("judges", "").split(","))))
    name = " ".join(form.get("name", "").split())
    day, library = (form.get(key, "").strip() for key in ("cards_on", "library"))
    event = Event(name, form.get("edition", ""), readings, day, judges[:12], library)
    profiles.keep(desk().archive.store, checked(event))
    use(event.name)
    return came_of(event, "/events", 201)


def choose_event() -> Response:
    """New cases in this browser belong to this event; without a name, to none. `close` unlists it."""
    name = request.form.get("event", "")
    found = profiles.find(desk().database, name) if name else None
    if request.form.get("close"):
        if found is None:
            raise CaseError("name the event that is to be closed")
        profiles.keep(desk().archive.store, msgspec.structs.replace(found, closed=True))
        name = ""
    use(name)
    return came_of({"event": name}, "/events")
