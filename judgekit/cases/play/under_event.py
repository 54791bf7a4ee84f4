"""A case of an event: made in its edition, with its readings and card texts, and linked to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judgekit.cases.errors import CaseError
from judgekit.cases.files.carrying import read_and_carried
from judgekit.cases.files.lookup import CardLibrary
from judgekit.cases.files.position import Position
from judgekit.cases.play.case import Archive, Case
from judgekit.cases.play.pinned import check_readings
from judgekit.cases.store.labels import label
from judgekit.cases.store.profiles import Event
from judgekit.games import edition


@dataclass(frozen=True)
class Table:
    """A position read for a new case, with all that its text and its event say."""

    position: Position
    text: str
    event: Event | None

    @property
    def readings(self) -> dict[str, str]:
        """Those of the event, where the text has none of its own."""
        ours = self.event.readings if self.event else {}
        return {doubt: choice for doubt, choice in ours.items() if doubt not in self.position.readings}


def table_of(text: str, event: Event | None, library: CardLibrary | None, file: str = "position") -> Table:
    """A text as the event reads it; a text of another game or edition does not belong to the event."""
    found, carried = read_and_carried(_in_edition(text, event), library, file)
    is_ours = event is not None and event.edition == f"{found.game.name}/{found.edition}"
    return Table(found, carried, event if is_ours else None)


def _in_edition(text: str, event: Event | None) -> str:
    """The text with the edition of the event, if it names only the game."""
    if event is None:
        return text
    said = rf"""(?m)^([\s{{]*["']?game["']?\s*[:=]\s*["']){re.escape(event.game)}(?=["'])"""
    return re.sub(said, rf"\g<1>{event.edition}", text, count=1)


def begin(archive: Archive, table: Table, name: str, readings: dict[str, str] | None = None) -> Case:
    """The case of a table; nothing is run yet."""
    case = archive.create("position", table.text, name, {**table.readings, **(readings or {})})
    if table.event:
        label(archive.store, case.id, "", "", event=table.event.name)
    return case


def checked(event: Event) -> Event:
    """An event whose edition exists and has the questions that it answers."""
    game, number = edition(event.edition)
    if event.edition != f"{game.name}/{number}":
        raise CaseError(f"an event is played by one edition: {game.name}/{number}; got {event.edition!r}")
    check_readings(game.rules(number).book, event.readings)
    return event
