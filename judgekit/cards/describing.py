"""A card that was described by hand, kept in the library: from then on it is only named."""

from __future__ import annotations

import msgspec

from judgekit.cards.library import Library
from judgekit.cards.model import BACK, Entry, Face, Imported, Text
from judgekit.engine.state import UNKNOWN
from judgekit.games.game import Game, PrintedCard

SOURCE = "described by hand"


def keep_described(library: Library, game: Game, card: PrintedCard) -> Imported:
    """The card with its back, as an entry of its own source; an existing one gets another wording."""
    front = {key: value for key, value in card.properties.items() if not key.startswith(BACK)}
    faces = [msgspec.structs.replace(_face(card.name, front, card.text), refers=dict(card.refers))]
    behind = {key.removeprefix(BACK): value for key, value in card.properties.items() if key.startswith(BACK)}
    if behind:
        name, text = str(behind.pop("name", card.name)), str(behind.pop("text", ""))
        faces.append(_face(name, behind, text))
    number = str(card.properties.get("number", ""))
    row = {"name": card.name, "text": card.text} | {
        key: _plain(value) for key, value in card.properties.items()
    }
    entry = Entry(1, tuple(faces), number, row=row)
    return library.take([entry], Imported(SOURCE, game.name, "hand", rows=1), "", note="typed in the editor")


def _face(name: str, printed: dict[str, object], text: str) -> Face:
    state: Text = "unknown" if text == UNKNOWN else "known" if text else "empty"
    return Face(
        name, {key: _plain(v) for key, v in printed.items()}, "" if text == UNKNOWN else text, text, state
    )


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
