"""Excel files, if `openpyxl` is installed: the longest sheet, and others with the same headings."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from judgekit.cards.foreign import refused, unpacked
from judgekit.cards.forms.rows import Row, Rows
from judgekit.cards.forms.tables import heads_of, no_headings
from judgekit.cases.files.page import Problem

MOST_ROWS, MOST_COLUMNS = 50_000, 200
Line = tuple[int, tuple[Any, ...]]  # its number and its cells


class _Table(NamedTuple):
    sheet: str
    heads: list[str]
    lines: list[Line]


def sheet(data: bytes, file: str) -> Rows:
    packed = unpacked(data, file)
    if "xl/workbook.xml" not in packed.namelist():
        raise refused(file, "a list of cards (a packed file is only read if it is .xlsx)", "another kind")
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise refused(
            file, "openpyxl to read Excel with (pip install 'judgekit[xlsx]'), or the list saved as CSV",
            "no openpyxl",
        ) from None  # fmt: skip
    try:
        with warnings.catch_warnings(action="ignore"):
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            return _rows(book, file)
    except (KeyError, ValueError, TypeError, OSError, EOFError, SyntaxError) as error:
        raise refused(file, "an Excel file that can be read", type(error).__name__) from None


def _rows(book: Any, file: str) -> Rows:
    several = len(book.worksheets) > 1
    tables = [_table(page, file, f" (sheet {page.title})" if several else "") for page in book.worksheets]
    found = Rows("xlsx", file, [])
    main = max(tables, key=lambda one: len(one.lines))
    if not main.heads:
        raise no_headings(
            file, " ".join(str(cell) for one in tables for _, cells in one.lines for cell in cells)
        )
    for one in tables:
        if one.heads == main.heads:
            _take(found, one)
        elif one.lines:
            expected = (
                f"the headings of the longest sheet ({', '.join(main.heads)[:80]}), or a file of its own"
            )
            got = f"{', '.join(one.heads)[:80]}; {len(one.lines)} rows left out"
            found.problems.append(Problem(file + one.sheet, one.lines[0][0] - 1, "", expected, got))
    return found


def _table(page: Any, file: str, sheet: str) -> _Table:
    """The headings of a sheet and the lines below them; a title may stand above them."""
    lines = list(_lines(page, file))
    while lines and _filled(lines[0][1]) < 2:
        lines.pop(0)
    if not lines:
        return _Table(sheet, [], [])
    line, cells = lines.pop(0)
    return _Table(sheet, heads_of([str(cell or "") for cell in cells], file + sheet, line), lines)


def _lines(page: Any, file: str) -> Iterator[Line]:
    """The lines of a sheet that are not empty, with their numbers."""
    for line, cells in enumerate(page.iter_rows(values_only=True, max_col=MOST_COLUMNS), 1):
        if line > MOST_ROWS:
            raise refused(file, f"at most {MOST_ROWS} rows", "more", line)
        if _filled(cells):
            yield line, cells


def _filled(cells: tuple[Any, ...]) -> int:
    return sum(cell is not None for cell in cells)


def _take(found: Rows, table: _Table) -> None:
    for line, cells in table.lines:
        if _filled(cells[len(table.heads) :]):
            expected = f"{len(table.heads)} cells as in the headings"
            found.problems.append(Problem(found.file + table.sheet, line, "", expected, "more"))
        else:
            row = {h: c for h, c in zip(table.heads, cells, strict=False) if h and c is not None}
            found.rows.append(Row(line, row, sheet=table.sheet))
