"""What became of the wordings that a position ran on."""

from __future__ import annotations

import msgspec

from judgekit.cards.alike import changed_sentence, likeness
from judgekit.cards.library import Library
from judgekit.cards.model import Wording
from judgekit.cases.files.position import Position


class Outdated(msgspec.Struct, frozen=True):
    """A card that reads differently today: the sentence that changed, and the whole of today's text."""

    name: str
    sentence: str
    now: str
    kind: str
    since: str


def outdated(library: Library, position: Position) -> list[Outdated]:
    """The cards of a position whose pinned wording is not today's."""
    found = []
    for card in position.cards:
        wording = today(library, card.wording)
        if wording is None or wording.hash == card.wording:
            continue
        now = wording.faces[0].words
        if likeness(card.text, now) == "changed":
            sentence = changed_sentence(card.text, now) or card.text
        else:
            sentence = "printed values"
        found.append(Outdated(card.name, sentence, now, wording.kind, wording.since))
    return found


def today(library: Library, pinned: str) -> Wording | None:
    """What the card of a pinned wording says today; None if the library does not know it."""
    rows = library.rows("SELECT card FROM wordings WHERE hash = ?", pinned) if pinned else []
    return library.wording(rows[0][0]) if rows else None
