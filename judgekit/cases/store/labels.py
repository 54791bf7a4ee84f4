"""Names and tags of cases: rows of the journal beside the record, which itself never changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judgekit.cases.store import journal

if TYPE_CHECKING:
    from judgekit.cases.store.store import Store

LABELLED = "SELECT \"case\", told FROM journal WHERE what = 'labelled' ORDER BY id"
OF_ONE = "SELECT told FROM journal WHERE \"case\" = ? AND what = 'labelled' ORDER BY id DESC LIMIT 1"
LONGEST, TAGS = 120, 12


class Label(msgspec.Struct, frozen=True):
    name: str = ""  # empty: as the case was made
    tags: tuple[str, ...] = ()
    archived: bool = False
    event: str = ""


def label(
    store: Store, case: int, name: str, tags: str, archived: bool = False, event: str | None = None
) -> Label:
    """Give a case a name and tags; what it was called before stays in the journal. Without an event it stays
    in its present one."""
    listed = dict.fromkeys(" ".join(tag.split())[:40] for tag in tags.split(","))
    number = store.case(case).id
    own = label_of(store, number).event if event is None else event
    made = Label(" ".join(name.split())[:LONGEST], tuple(filter(None, listed))[:TAGS], archived, own)
    with store.writing() as connection:
        journal.write(connection, number, "labelled", **msgspec.to_builtins(made))
    return made


def label_of(store: Store, case: int) -> Label:
    """The last label of a case."""
    with store.reading() as connection:
        row = connection.execute(OF_ONE, (case,)).fetchone()
    return msgspec.json.decode(journal.raw(row[0]), type=Label) if row else Label()


def labels(path: Path) -> dict[int, Label]:
    """The last label of each case; where there is no database yet, none."""
    if not path.exists():
        return {}
    try:
        with closing(sqlite3.connect(path, timeout=10)) as connection:
            rows = connection.execute(LABELLED).fetchall()
    except sqlite3.DatabaseError:  # one of before there was a journal
        return {}
    return {case: msgspec.json.decode(journal.raw(told), type=Label) for case, told in rows}
