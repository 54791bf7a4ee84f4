"""Excel files, where `openpyxl` is there: the first sheet that has rows."""

from __future__ import annotations

import io
import warnings
from typing import Any

from judgekit.cards.foreign import refused, unpacked
from judgekit.cards.forms.rows import Row, Rows
from judgekit.cards.forms.tables import _heads
from judgekit.cases.files.page import Problem

MOST_ROWS, MOST_COLUMNS = 50_000, 200


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
    found, heads = Rows("xlsx", file, []), None
    for page in book.worksheets:
        for line, cells in enumerate(page.iter_rows(values_only=True, max_col=MOST_COLUMNS), 1):
            if line > MOST_ROWS:
                raise refused(file, f"at most {MOST_ROWS} rows", "more", line)
            if all(cell is None for cell in cells):
                continue
            if heads is None:
                heads = _heads(["" if cell is None else str(cell) for cell in cells], file, line)
            elif any(cell is not None for cell in cells[len(heads) :]):
                expected = f"{len(heads)} cells as in the headings"
                found.problems.append(Problem(file, line, "", expected, "more"))
            else:
                row = {h: c for h, c in zip(heads, cells, strict=False) if h and c is not None}
                found.rows.append(Row(line, row))
        if heads is not None:
            break
    return found
