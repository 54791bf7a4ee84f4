"""CSV, TSV and LackeyCCG's tab files: a line of headings, then one line per card."""

from __future__ import annotations

import csv
import io
from collections import Counter

from judgekit.cards.foreign import refused
from judgekit.cards.forms.rows import Row, Rows
from judgekit.cases.files.page import Problem, WrongInput

LACKEY = {"name", "set", "imagefile"}
CELL = 200_000  # signs in one cell: more is no card
COLUMNS = 200


def table(text: str, file: str) -> Rows:
    csv.field_size_limit(CELL)
    comma = _comma(text)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
    found, heads = Rows("tsv" if comma == "\t" else "csv", file, []), None
    before = 0
    try:
        for cells in lines:
            line, before = before + 1, lines.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if heads is None and sum(bool(cell.strip()) for cell in cells) < 2:
                continue  # a title above the headings
            if heads is None:
                heads = heads_of(cells, file, line)
                if {head.casefold() for head in heads} >= LACKEY and comma == "\t":
                    found.form = "lackey"
            else:
                _take(found, heads, cells, line)
    except csv.Error as error:
        expected = "cells with their quotes in pairs"
        raise refused(file, expected, str(error), before + 1) from None
    if heads is None:
        raise no_headings(file, text[:200])
    return found


def _comma(text: str) -> str:
    """The separator between cells: by the first line that has one."""
    first = next((line for line in text.splitlines() if any(sign in line for sign in "\t,;|")), "")
    return max("\t,;|", key=first.count)


def heads_of(cells: list[str], file: str, line: int) -> list[str]:
    heads = [cell.strip().lstrip("\ufeff") for cell in cells]
    while heads and not heads[-1]:
        heads.pop()
    if len(heads) > COLUMNS:
        raise refused(file, f"at most {COLUMNS} headings", str(len(heads)), line)
    doubled = sorted({head for head, n in Counter(heads).items() if head and n > 1})
    if doubled:
        raise refused(file, "every heading once", f"{doubled[0]!r} twice", line)
    return heads


def no_headings(file: str, came: str) -> WrongInput:
    expected = "a line of headings (name, number, text …) with commas or tabs between them"
    return refused(file, expected, repr(" ".join(came.split())[:60]))


def _take(found: Rows, heads: list[str], cells: list[str], line: int) -> None:
    while len(cells) > len(heads) and not cells[-1].strip():
        cells.pop()
    if len(cells) > len(heads):
        expected = f"{len(heads)} cells as in the headings (a comma inside a cell needs quotes round it)"
        found.problems.append(Problem(found.file, line, "", expected, f"{len(cells)} cells"))
        return
    found.rows.append(Row(line, {h: c for h, c in zip(heads, cells, strict=False) if h}))
