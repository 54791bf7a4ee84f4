"""Notes that judges leave at a place; they are not part of the log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgekit.cases.store import remarks
from judgekit.web.case.scene import Scene
from judgekit.web.urls import spot_text


class Note(msgspec.Struct, frozen=True):
    id: int
    at: str
    author: str
    text: str
    created: str
    href: str
    earlier: tuple[tuple[str, str], ...] = ()  # its versions before this one: when, and what it said


def notes_at(scene: Scene) -> tuple[Note, ...]:
    """All notes of the line, those of this place first; only for the judge."""
    if scene.view.seat != "judge":
        return ()
    question = "SELECT id, at, author, text, created FROM notes WHERE branch = ? ORDER BY at <> ?, id"
    rows = scene.case.store.ask(question, scene.branch.id, spot_text(scene.spot))
    later = remarks.replaced(scene.case)
    before = {by: number for number, by in later.items()}
    told = {number: (made, text) for number, _, _, text, made in rows}

    def versions(number: int) -> Iterator[tuple[str, str]]:
        while number in before:
            number = before[number]
            yield told[number]

    return tuple(
        Note(number, at, by, text, made, f"{scene.view.root}/{at}{scene.view.asked}", tuple(versions(number)))
        for number, at, by, text, made in rows
        if number not in later
    )


def noted_at(scene: Scene) -> frozenset[str]:
    """The places of the line with notes; only for the judge."""
    if scene.view.seat != "judge":
        return frozenset()
    rows = scene.case.store.ask("SELECT DISTINCT at FROM notes WHERE branch = ?", scene.branch.id)
    return frozenset(at for (at,) in rows)


def write_note(scene: Scene, author: str, text: str, replaces: int = 0) -> None:
    remarks.note(scene.case, scene.branch.id, spot_text(scene.spot), author, text, replaces)
