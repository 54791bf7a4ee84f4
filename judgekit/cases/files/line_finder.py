"""Which line of a TOML or JSON text a field stands on. The text has been parsed before: it is well formed."""

from __future__ import annotations

import json
from bisect import bisect_left

Path = tuple[str | int, ...]

_BLANK = " \t\r\n"
_QUOTES = "\"'"


def lines_of(text: str, form: str) -> dict[Path, int]:
    """Every field of the text, by its path, with the number of its line."""
    scan = _Scan(text)
    if form == "json":
        scan.value(())
    else:
        scan.document()
    return scan.lines


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [at for at, sign in enumerate(text) if sign == "\n"]
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}  # arrays of tables: how many there are so far

    def document(self) -> None:
        table: Path = ()
        while self._skip():
            if self.text.startswith("[", self.at):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        many = self.text.startswith("[[", self.at)
        line = self._line()
        self.at += 2 if many else 1
        keys = self._keys("]")
        self.at += 2 if many else 1
        path = self._resolve(keys[:-1])
        path = (*path, keys[-1])
        if many:
            at = self.counts[path] = self.counts.get(path, 0) + 1
            self.lines.setdefault(path, line)
            path = (*path, at - 1)
        elif path in self.counts:
            path = (*path, self.counts[path] - 1)
        self._record(path, line)
        return path

    def _resolve(self, keys: list[str]) -> Path:
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        return path

    def _record(self, path: Path, line: int) -> None:
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = (*table, *self._keys("=:"))
        self.at += 1
        self._record(path, line)
        self._skip()
        self.value(path)

    def _keys(self, end: str) -> list[str]:
        keys = []
        while True:
            self._skip()
            keys.append(self._key())
            self._skip()
            if self.text[self.at] in end:
                return keys
            self.at += 1  # the dot

    def _key(self) -> str:
        if self.text[self.at] in _QUOTES:
            return self._string()
        start = self.at
        while self.text[self.at] not in ".=:] \t":
            self.at += 1
        return self.text[start : self.at]

    def value(self, path: Path) -> None:
        self._skip()
        self.lines.setdefault(path, self._line())
        sign = self.text[self.at]
        if sign in _QUOTES:
            self._string()
        elif sign == "[":
            self._array(path)
        elif sign == "{":
            self._table(path)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while self._skip() and self.text[self.at] != "]":
            self.value((*path, index))
            index += 1
            self._comma()
        self.at += 1

    def _table(self, path: Path) -> None:
        self.at += 1
        while self._skip() and self.text[self.at] != "}":
            self._pair(path)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        if self._skip() and self.text[self.at] == ",":
            self.at += 1

    def _string(self) -> str:
        mark = self.text[self.at]
        if self.text.startswith(mark * 3, self.at):
            return self._long_string(mark * 3)
        start = self.at
        self.at += 1
        while self.text[self.at] != mark:
            self.at += 2 if mark == '"' and self.text[self.at] == "\\" else 1
        self.at += 1
        raw = self.text[start : self.at]
        return str(json.loads(raw, strict=False)) if mark == '"' else raw[1:-1]

    def _long_string(self, mark: str) -> str:
        self.at += 3
        while not self.text.startswith(mark, self.at):
            self.at += 2 if mark[0] == '"' and self.text[self.at] == "\\" else 1
        self.at += 3
        while self.at < len(self.text) and self.text[self.at] == mark[0]:
            self.at += 1  # up to two quotes may stand before the closing ones
        return ""

    def _skip(self) -> bool:
        """Skip blanks, line ends and comments; false at the end of the text."""
        text = self.text
        while self.at < len(text):
            if text[self.at] == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif text[self.at] in _BLANK:
                self.at += 1
            else:
                return True
        return False

    def _line(self) -> int:
        return bisect_left(self.breaks, self.at) + 1
