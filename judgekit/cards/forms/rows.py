"""Rows: what every form of a list becomes."""

from __future__ import annotations

from typing import Any

import msgspec

from judgekit.cases.files.page import Problem


class Row(msgspec.Struct):
    """One card of a list as written, and its line."""

    line: int
    fields: dict[str, Any]
    group: str = ""  # rows of one group say that they are one card
    sheet: str = ""  # of a file with several: what is said of it behind the name of the file
    called: str = ""  # what a fault names it by, where its line has other cards too


class Rows(msgspec.Struct):
    form: str
    file: str
    rows: list[Row]
    problems: list[Problem] = []  # rows that are none
    absent_text: str = "unknown"  # what it means that a card has no field for its text

    @property
    def keys(self) -> list[str]:
        return list(dict.fromkeys(key for row in self.rows for key in row.fields))
