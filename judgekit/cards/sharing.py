"""A library in one file (`.judgecards`), with provenance; card texts are only added on request."""

from __future__ import annotations

import gzip
import io
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from judgekit import __version__
from judgekit.cards.foreign import UNPACKED, read_bytes, refused
from judgekit.cards.library import Library
from judgekit.cards.model import Entry, Face, Imported
from judgekit.cases.files.page import WrongInput
from judgekit.games import NAMES

SUFFIX = ".judgecards"
FORMAT = 1


class Sheet(msgspec.Struct, omit_defaults=True):
    """A library as it travels."""

    format: int
    game: str
    judgekit: str
    sources: list[dict[str, Any]]
    entries: list[Entry]
    texts: bool = False
    note: str = ""


def export(library: Library, game: str, texts: bool = False, note: str = "") -> bytes:
    """Every printing of a game with its wording; the same library gives the same bytes."""
    found = library.rows(
        "SELECT p.number, p.series, p.rarity, p.line, w.faces, p.card FROM printings p "
        "JOIN wordings w ON w.id = p.wording JOIN cards c ON c.id = p.card WHERE c.game = ? "
        "ORDER BY p.card, p.id", game,
    )  # fmt: skip
    entries = []
    for number, series, rarity, line, faces, card in found:
        told = msgspec.json.decode(faces, type=tuple[Face, ...])
        kept = tuple(_face(face, texts) for face in told)
        entries.append(Entry(line, kept, number, (), series, rarity, {}, f"card {card}"))
    sources = [
        {key: one[key] for key in ("name", "form", "day", "note", "digest")} for one in library.sources(game)
    ]
    sheet = Sheet(FORMAT, game, __version__, sources, entries, texts, note)
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        file.write(msgspec.json.encode(sheet))
    return packed.getvalue()


def _face(face: Face, texts: bool) -> Face:
    """Without its text, a card is exported as one whose text is unknown."""
    if texts:
        return face
    has_text = face.state == "known"
    return Face(face.name, face.printed, "", "", "unknown" if has_text else face.state)


def take_file(library: Library, path: Path) -> Imported:
    return take(library, read_bytes(path), path.name)


def take(library: Library, data: bytes, file: str) -> Imported:
    """Take a library from another person; taking it twice changes nothing."""
    sheet = read(data, file)
    told = Imported(file, sheet.game, "judgecards", rows=len(sheet.entries))
    origin = "; ".join(one.get("name", "") for one in sheet.sources)
    note = " ".join(filter(None, (sheet.note, f"(from {origin})" if origin else "")))
    entries = [
        msgspec.structs.replace(one, row=_row(one), group=f"{file}:{one.group}") for one in sheet.entries
    ]
    return library.take(entries, told, blake2b(data, digest_size=16).hexdigest(), note=note)


def _row(entry: Entry) -> dict[str, Any]:
    """Stands in for the row of a list, which this file does not carry."""
    return {"number": entry.number, "series": entry.series, "faces": msgspec.to_builtins(entry.faces)}


def read(data: bytes, file: str) -> Sheet:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            plain = packed.read(UNPACKED + 1)
    except (OSError, EOFError):
        raise refused(file, f"a library that judgekit exported ({SUFFIX})", "another kind of file") from None
    if len(plain) > UNPACKED:
        raise refused(file, f"at most {UNPACKED // 1_000_000} MB when it is unpacked", "more")
    try:
        sheet = msgspec.json.decode(plain, type=Sheet)
    except msgspec.MsgspecError as error:
        raise refused(file, "a whole library file", str(error)) from None
    return _checked(sheet, file)


def _checked(sheet: Sheet, file: str) -> Sheet:
    problem: WrongInput | None = None
    if sheet.format > FORMAT:
        problem = refused(file, f"format {FORMAT} (upgrade judgekit)", f"format {sheet.format}")
    elif sheet.game not in NAMES:
        problem = refused(file, f"a game of {', '.join(NAMES)}", sheet.game)
    elif any(not one.faces for one in sheet.entries):
        problem = refused(file, "cards with a face each", "a card without one")
    if problem is not None:
        raise problem
    return sheet
