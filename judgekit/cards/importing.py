"""A file of cards into the library: sniffed, mapped, taken, all or nothing."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec

from judgekit.cards import forms, mapping
from judgekit.cards.foreign import read_bytes
from judgekit.cards.forms.rows import Rows
from judgekit.cards.library import Library
from judgekit.cards.mapping import FieldMap
from judgekit.cards.model import Imported
from judgekit.cards.taking import Progress, take
from judgekit.cases.files.page import Page, Problem, WrongInput, open_page


class Proposal(msgspec.Struct):
    """A file that was read, and how its fields are interpreted."""

    rows: Rows
    fields: FieldMap
    digest: str


def propose(path: Path, game: str = "", map_file: Path | None = None, encoding: str = "") -> Proposal:
    page = open_page(map_file) if map_file else None
    return propose_from(read_bytes(path), path.name, game, page, encoding)


def propose_from(
    data: bytes, file: str, game: str = "", given: Page | None = None, encoding: str = ""
) -> Proposal:
    rows = forms.rows_of(data, file, encoding)
    fields = mapping.load(given, rows) if given else mapping.propose(rows, game)
    if "name" not in fields.fields.values():
        known = ", ".join(rows.keys[:12])
        expected = "a field with the names of the cards (call it name in the list, or give a mapping)"
        raise WrongInput([Problem(file, 1, "", expected, f"the fields {known}")])
    return Proposal(rows, fields, blake2b(data, digest_size=16).hexdigest())


def bring(
    library: Library, found: Proposal, *, note: str = "", day: str = "", kind: str = "print",
    progress: Progress | None = None,
) -> Imported:  # fmt: skip
    """Import a file; rows = taken + listed, whatever it holds."""
    taken = take(found.rows, found.fields, progress)
    told = Imported(found.rows.file, found.fields.game, found.rows.form)
    told.rows = len(found.rows.rows) + len(found.rows.problems)
    told.listed = tuple(taken.listed)
    return library.take(
        taken.entries, told, found.digest, mapping=found.fields.toml(), note=note, day=day, kind=kind
    )
