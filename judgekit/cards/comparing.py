"""Two lists of one game side by side: new, gone, other number, other name, other wording; and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from judgekit import budget
from judgekit.cards.alike import likeness, marked, runs
from judgekit.cards.importing import Proposal
from judgekit.cards.library import Library, compare, told_text
from judgekit.cards.model import Entry, Imported, fold

Kind = Literal["new", "gone", "other number", "other wording"]


class Difference(msgspec.Struct, frozen=True):
    """What one list says of a card and the other does not; `words` has the changes marked."""

    kind: Kind
    name: str
    number: str
    before: str = ""
    after: str = ""
    words: str = ""
    runs: tuple[tuple[str, str], ...] = ()  # the same by runs: kept, `del`, `ins`


def differences(first: Iterable[Entry], second: Iterable[Entry]) -> list[Difference]:
    """Every difference between two lists, except spacing and lost signs."""
    old = {_key(one): one for one in first}
    new = {_key(one): one for one in second}
    gone = {key: one for key, one in old.items() if key not in new}
    come = {key: one for key, one in new.items() if key not in old}
    found = [*_renumbered(gone, come)]
    found += [Difference("gone", one.name, one.number, told_text(one.faces)) for one in gone.values()]
    found += [Difference("new", one.name, one.number, "", told_text(one.faces)) for one in come.values()]
    for key, one in old.items():
        budget.ask()
        other = new.get(key)
        if other is not None and compare(one.faces, other.faces) == "changed":
            found.append(_reworded(one, other))
    return sorted(found, key=lambda one: (one.number, one.name))


def _key(entry: Entry) -> str:
    return fold(entry.number or entry.name)


def _renumbered(gone: dict[str, Entry], come: dict[str, Entry]) -> list[Difference]:
    """A card that left under one number and came back under another, otherwise the same."""
    found = []
    for key, one in list(gone.items()):
        budget.ask()
        same = [k for k, other in come.items() if compare(one.faces, other.faces) != "changed"]
        if len(same) == 1 and likeness(one.name, come[same[0]].name) != "changed":
            other = come.pop(same[0])
            del gone[key]
            found.append(Difference("other number", one.name, one.number, one.number, other.number))
    return found


def _reworded(one: Entry, other: Entry) -> Difference:
    before, after = told_text(one.faces), told_text(other.faces)
    words, changed = marked(before, after), tuple(runs(before, after))
    return Difference("other wording", other.name, other.number, before, after, words, changed)


def take_chosen(
    library: Library, sides: Sequence[Proposal], lists: Sequence[list[Entry]], winners: dict[str, str],
    default: str = "second",
) -> Imported:  # fmt: skip
    """Both lists as one into the library: for each card, the side that was chosen for it."""
    rows = chosen(lists[0], lists[1], winners, default)
    name = " and ".join(one.rows.file for one in sides)
    told = Imported(name, sides[0].fields.game, sides[0].rows.form, rows=len(rows))
    digest = "+".join((*(one.digest for one in sides), default, *sorted(map("=".join, winners.items()))))
    return library.take(rows, told, digest, note="chosen from two lists")


def chosen(
    first: Iterable[Entry], second: Iterable[Entry], winners: dict[str, str], default: str = "second"
) -> list[Entry]:
    """One list from both: for each card, the side chosen for it, by its number or name."""
    old, new = {_key(one): one for one in first}, {_key(one): one for one in second}
    told = {fold(key): side for key, side in winners.items()}
    found = []
    for key in dict.fromkeys([*old, *new]):
        order = (old, new) if told.get(key, default) == "first" else (new, old)
        found.append(order[0].get(key) or order[1][key])
    return found
