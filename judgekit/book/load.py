"""Reads the clause files of a game: a whole edition, or one given as changes to another."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NoReturn

import msgspec

from judgekit import known
from judgekit.book import address
from judgekit.book.model import Book, Doubt, Misprint, Row
from judgekit.once import once


class BookError(Exception):
    """A clause file that cannot be used: which file, which clause, what is wrong, what to do."""


class Renumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Maps numbers of the source edition to this one: a single clause, or whole chapters by a shift."""

    from_: str = msgspec.field(default="", name="from")
    to: str = ""
    chapters: tuple[int, ...] = ()
    shift: int = 0

    def __post_init__(self) -> None:
        if bool(self.from_ and self.to) == bool(self.chapters and self.shift):
            raise ValueError("a renumbering has either from and to, or chapters and shift")

    def applies(self, number: str) -> bool:
        return number == self.from_ if self.from_ else _chapter(number) in self.chapters

    def __call__(self, number: str) -> str:
        if self.from_:
            return self.to
        chapter = str(_chapter(number))
        return str(int(chapter) + self.shift) + number[len(chapter) :]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause file as it is written. The second half is only for an edition that derives from another."""

    game: str
    edition: str
    title: str
    date: str
    clauses: dict[str, dict[str, Any]] = {}
    misprints: tuple[Misprint, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    derives: str = ""
    drops: tuple[str, ...] = ()
    renumber: tuple[Renumber, ...] = ()
    drop_doubts: tuple[str, ...] = ()
    drop_misprints: Literal["all"] | tuple[str, ...] = ()


@once
def load(game: str, edition: str) -> Book:
    """A book that comes with judgekit."""
    if f"{game}/{edition}" not in editions():
        raise BookError(f"there is no book {game}/{edition}; judgekit has {', '.join(editions())}")
    return _read(_folder(game), _file_name(edition))


def read(path: Path | str) -> Book:
    """A book from any file. An edition that it derives from is looked for beside it."""
    path = Path(path)
    return _read(path.parent, path.name)


def editions() -> tuple[str, ...]:
    """The books that come with judgekit, as game/edition."""
    files = ((game, file.name) for game in known.GAMES for file in _folder(game).iterdir())
    return tuple(
        sorted(
            f"{game}/{name.removeprefix('clauses-').removesuffix('.toml')}"
            for game, name in files
            if name.startswith("clauses-") and name.endswith(".toml")
        )
    )


def _folder(game: str) -> Traversable:
    """Where a game keeps its clause files."""
    if game in known.OURS:
        return resources.files(known.GROUP).joinpath(game.replace("-", "_"))
    return resources.files(known.packages()[game])


def _file_name(edition: str) -> str:
    return f"clauses-{edition}.toml"


def _read(folder: Traversable, name: str, heirs: tuple[str, ...] = ()) -> Book:
    file = folder.joinpath(name)
    sheet = _sheet(file)
    if twins := _repeated(doubt.id for doubt in sheet.doubts):
        _fail(file, twins[0], "this doubt is there twice; remove one")
    rows = tuple(_row(file, number, fields) for number, fields in sheet.clauses.items())
    if not sheet.derives:
        book = Book(sheet.game, sheet.edition, sheet.title, sheet.date, rows, sheet.misprints, sheet.doubts)
    else:
        book = _derive(file, sheet, rows, _ancestor(folder, file, sheet, heirs))
    _check(file, book)
    return book


def _sheet(file: Traversable) -> Sheet:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Sheet)
    except FileNotFoundError:
        _fail(file, "", "there is no such file; give the path of a clauses-EDITION.toml")
    except tomllib.TOMLDecodeError as error:
        hint = (
            "; a clause may stand there once, remove the duplicate" if "Cannot declare" in str(error) else ""
        )
        _fail(file, "", f"not valid TOML, {error}{hint}")
    except msgspec.ValidationError as error:
        _fail(file, "", f"{error}; correct that field")


def _row(file: Traversable, number: str, fields: dict[str, Any]) -> Row:
    if not address.is_number(number):
        _fail(file, number, "not a clause number; write it like 10.4.3.1, 14-13c-2a or 8-4c#1")
    if unknown := set(fields) - set(Row.__struct_fields__[1:]):
        _fail(file, number, f"no field {_list(unknown)}; a clause has {_list(Row.__struct_fields__[1:])}")
    try:
        row = msgspec.convert({**fields, "number": number}, Row)
    except msgspec.ValidationError as error:
        _fail(file, number, f"{error}; the kinds and fields are listed in judgekit/book/model.py")
    if not row.gist.strip():
        _fail(file, number, "the gist is empty; say in a sentence of our own what the clause says")
    if (row.kind == "heading") != bool(row.title):
        _fail(file, number, "a heading needs a title, and nothing else has one; add or remove it")
    return row


def _ancestor(folder: Traversable, file: Traversable, sheet: Sheet, heirs: tuple[str, ...]) -> Book:
    name = _file_name(sheet.derives)
    if name == file.name or name in heirs:
        _fail(file, "", f"derives from {sheet.derives}, which derives from it; one of them must be whole")
    if not folder.joinpath(name).is_file():
        _fail(
            file, "", f"derives from {sheet.derives}, but {name} is not beside it; add it or correct derives"
        )
    return _read(folder, name, (*heirs, file.name))


def _derive(file: Traversable, sheet: Sheet, own: Sequence[Row], old: Book) -> Book:
    _all_known(file, "drops", sheet.drops, old.order)
    _all_known(file, "renumber", [rule.from_ for rule in sheet.renumber if rule.from_], old.order)
    _all_known(file, "drop_doubts", sheet.drop_doubts, {doubt.id for doubt in old.doubts})
    if sheet.drop_misprints != "all":
        _all_known(file, "drop_misprints", sheet.drop_misprints, {slip.clause for slip in old.misprints})

    new = {row.number: _renumbered(sheet, row.number) for row in old if row.number not in sheet.drops}
    if twins := _repeated(new.values()):
        _fail(file, twins[0], "two clauses get this number; correct drops or renumber")
    rows = {new[row.number]: _moved_row(row, new) for row in old if row.number in new}
    rows.update((row.number, row) for row in own)
    return Book(
        sheet.game,
        sheet.edition,
        sheet.title,
        sheet.date,
        tuple(sorted(rows.values(), key=lambda row: address.sort_key(row.number))),
        (*_kept_misprints(sheet, old, new), *sheet.misprints),
        _doubts(sheet, old, new),
        derives=sheet.derives,
        renumbering=new,
    )


def _renumbered(sheet: Sheet, number: str) -> str:
    return next((rule(number) for rule in sheet.renumber if rule.applies(number)), number)


def _moved_row(row: Row, new: dict[str, str]) -> Row:
    gist, alias = address.renumbered(row.gist, new), new.get(row.alias_of, "")
    reason = address.renumbered(row.no_outcome, new)
    return msgspec.structs.replace(
        row, number=new[row.number], gist=gist, cites=_moved(row.cites, new), alias_of=alias,
        no_outcome=reason,
    )  # fmt: skip


def _moved(numbers: Iterable[str], new: dict[str, str]) -> tuple[str, ...]:
    return tuple(new[number] for number in numbers if number in new)


def _kept_misprints(sheet: Sheet, old: Book, new: dict[str, str]) -> list[Misprint]:
    if sheet.drop_misprints == "all":
        return []
    return [
        msgspec.structs.replace(slip, clause=new[slip.clause])
        for slip in old.misprints
        if slip.clause in new and slip.clause not in sheet.drop_misprints
    ]


def _doubts(sheet: Sheet, old: Book, new: dict[str, str]) -> tuple[Doubt, ...]:
    """The old doubts, minus those dropped or left without a clause. The sheet may replace one."""
    told = {doubt.id: doubt for doubt in sheet.doubts}
    moved = (
        told.pop(doubt.id, _moved_doubt(doubt, new))
        for doubt in old.doubts
        if doubt.id not in sheet.drop_doubts
    )
    return (*(doubt for doubt in moved if doubt.clauses), *told.values())


def _moved_doubt(doubt: Doubt, new: dict[str, str]) -> Doubt:
    choices = {key: address.renumbered(text, new) for key, text in doubt.choices.items()}
    asked, why = address.renumbered(doubt.doubt, new), address.renumbered(doubt.why, new)
    return msgspec.structs.replace(
        doubt, clauses=_moved(doubt.clauses, new), doubt=asked, choices=choices, why=why
    )


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _check(file: Traversable, book: Book) -> None:
    if not book.rows:
        _fail(file, "", 'it has no clauses; add them as [clauses."1.1"]')
    for before, after in pairwise(book.rows):
        if address.sort_key(before.number) >= address.sort_key(after.number):
            _fail(file, after.number, f"stands after {before.number}; put the clauses in the book's order")
    for row in book:
        for number in (*row.cites, *filter(None, [row.alias_of])):
            _known(file, row.number, f"refers to {number}", number, book)
    for slip in book.misprints:
        _known(file, slip.clause, "is the clause of a misprint", slip.clause, book)
    for doubt in book.doubts:
        _check_doubt(file, doubt, book)


def _check_doubt(file: Traversable, doubt: Doubt, book: Book) -> None:
    if not doubt.clauses:
        _fail(file, doubt.id, "the doubt is about no clause; name one")
    for number in doubt.clauses:
        _known(file, doubt.id, f"is about {number}", number, book)
    if doubt.default not in doubt.choices:
        _fail(
            file, doubt.id, f"default {doubt.default!r} is not a choice; take one of {_list(doubt.choices)}"
        )


def _known(file: Traversable, where: str, what: str, number: str, book: Book) -> None:
    if number not in book:
        _fail(file, where, f"{what}, but {book.name} has no clause {number}; correct the number")


def _all_known(file: Traversable, field: str, names: Iterable[str], known: Iterable[str]) -> None:
    if strange := sorted(set(names) - set(known)):
        _fail(file, strange[0], f"{field} names it, but the edition derived from does not have it; remove it")


def _chapter(number: str) -> int:
    return address.sort_key(number)[0][1]


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _fail(file: Traversable, where: str, what: str) -> NoReturn:
    raise BookError(": ".join(filter(None, [str(file), where, what])))
