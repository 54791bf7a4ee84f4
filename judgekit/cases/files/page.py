"""Files that people write: read whole, and everything wrong with them reported at once.

A `Page` is one such text, or a table inside it. Readers take fields from it and report what does not fit;
`finish` raises one `WrongInput` with all of that.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import msgspec

from judgekit.cases.files.line_finder import Path, lines_of
from judgekit.errors import JudgekitError

DEEPEST = 40  # tables inside each other that a file may have
_DOTTED = re.compile(rf"(?<![\w\"'.-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong: where it is, what was expected there, what was found."""

    file: str
    line: int
    field: str
    expected: str
    came: str

    @property
    def told(self) -> str:
        """What is wrong, without the file and the line."""
        return f"{self.field}{': ' if self.field else ''}expected {self.expected}; got {self.came}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.told}"


class WrongInput(JudgekitError):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


MOST = 100  # problems that are told of one file; whoever mends those will find the others


class Page:
    def __init__(
        self,
        file: str,
        data: Mapping[str, Any],
        lines: Callable[[], Mapping[Path, int]],
        problems: list[Problem] | None = None,
        path: Path = (),
    ) -> None:
        self.file = file
        self.data = data
        self._lines = lines
        self.problems: list[Problem] = [] if problems is None else problems
        self.path = path

    def inside(self, key: str) -> Page:
        """A table of this page, as a page of its own; its problems are this page's."""
        inner = self.data.get(key, {})
        if not isinstance(inner, dict):
            self.wrong((key,), "a table", inner)
            inner = {}
        return Page(self.file, inner, self._lines, self.problems, (*self.path, key))

    def wrong(self, path: Path, expected: str, came: Any) -> None:
        """Note a problem; `came` is the value found, shown as written."""
        self.tell(path, expected, shown(came))

    def tell(self, path: Path, expected: str, came: str) -> None:
        if len(self.problems) >= MOST:
            more = Problem(self.file, self.problems[-1].line, "", "a file with fewer faults", "more of them")
            raise WrongInput([*sorted(self.problems, key=lambda p: p.line), more])
        full = (*self.path, *path)
        self.problems.append(Problem(self.file, self.line(full), field_name(full), expected, came))

    def missing(self, path: Path, expected: str) -> None:
        self.tell(path, expected, "nothing")

    def line(self, full: Path) -> int:
        lines = self._lines()
        while full and full not in lines:
            full = full[:-1]
        return lines.get(full, 1)

    def has_line(self, path: Path) -> bool:
        """Whether the field itself is written there."""
        return (*self.path, *path) in self._lines()

    def finish(self) -> None:
        if self.problems:
            raise WrongInput(sorted(self.problems, key=lambda p: p.line))

    # fields of this page

    def text(
        self, key: str, default: str = "", required: bool = False, expected: str = "a text in quotes"
    ) -> str:
        return str(self.take(key, str, expected, default, required))

    def take(self, key: str, kind: type[Any], expected: str, default: Any, required: bool = False) -> Any:
        """A field of one type; reported and replaced by the default if it is another."""
        if key not in self.data:
            if required:
                self.missing((key,), expected)
            return default
        value = self.data[key]
        if not is_a(value, kind):
            self.wrong((key,), expected, value)
            return default
        return value

    def choice(self, key: str, choices: Iterable[str], default: str = "", required: bool = False) -> str:
        known = tuple(choices)
        found = self.take(key, str, one_of(known), default, required)
        if key in self.data and isinstance(self.data[key], str) and found not in known:
            self.wrong((key,), one_of(known) + guess(found, known), found)
            return default
        return str(found)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; a single one will do."""
        value = self.data.get(key, [])
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list):
            self.wrong((key,), "a list of texts", value)
            return ()
        for at, one in enumerate(value):
            if not isinstance(one, str):
                self.wrong((key, at), "a text in quotes", one)
        return tuple(one for one in value if isinstance(one, str))

    def tables(self, key: str) -> list[Page]:
        """A list of tables, each as a page."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.wrong((key,), "a list of tables", value)
            return []
        found = []
        for at, one in enumerate(value):
            if isinstance(one, dict):
                found.append(Page(self.file, one, self._lines, self.problems, (*self.path, key, at)))
            else:
                self.wrong((key, at), "a table", one)
        return found

    def only(self, known: Iterable[str], what: str) -> None:
        """Report every unknown field."""
        names = tuple(known)
        for key in self.data:
            if key not in names:
                self.tell(
                    (key,), f"{what}: {', '.join(names)}" + guess(key, names), f"the field {shown(key)}"
                )


def open_page(path: File | str) -> Page:
    """A TOML file, or the same as JSON."""
    path = File(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError:
        raise WrongInput([Problem(str(path), 1, "", "a file that can be read", "no such file")]) from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise WrongInput([Problem(str(path), line, "", "text in UTF-8", "other bytes")]) from None
    return page_of(text, str(path), "json" if path.suffix == ".json" else "toml")


def page_of(text: str, file: str = "input", form: str = "toml") -> Page:
    text = text.removeprefix("\ufeff")  # with which some editors begin
    if _DOTTED.search(text):  # tomllib takes minutes over a name of ten thousand parts
        raise WrongInput([_too_deep(file)])
    try:
        data = json.loads(text) if form == "json" else tomllib.loads(text)
    except json.JSONDecodeError as error:
        came = f"something else: {error.msg[:1].lower()}{error.msg[1:]}"
        raise WrongInput([Problem(file, error.lineno, "", "valid JSON", came)]) from None
    except tomllib.TOMLDecodeError as error:
        raise WrongInput([_not_toml(text, file, str(error))]) from None
    except (RecursionError, ValueError):  # a thousand brackets, or a number of a thousand digits
        expected = "tables and numbers that a person could have written"
        raise WrongInput([Problem(file, 1, "", expected, "nesting or a number beyond all bounds")]) from None
    if _depth(data) > DEEPEST:
        raise WrongInput([_too_deep(file)])
    if not isinstance(data, dict):
        raise WrongInput([Problem(file, 1, "", "a table of fields", shown(data))])
    return Page(file, data, lru_cache(lambda: lines_of(text, form)))


def _too_deep(file: str) -> Problem:
    return Problem(file, 1, "", f"at most {DEEPEST} tables inside each other", "more")


def _depth(data: Any) -> int:
    """How deeply tables and lists are nested."""
    deep, level = 0, [data]
    while level and deep <= DEEPEST:
        inside = [
            one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)
        ]
        level = [value for values in inside for value in values]
        deep += bool(inside)
    return deep


def _not_toml(text: str, file: str, message: str) -> Problem:
    """tomllib says "… (at line 3, column 5)" or "… (at end of document)"."""
    what, _, place = message.rpartition(" (at ")
    digits = place.removeprefix("line ").partition(",")[0]
    line = int(digits) if digits.isdigit() else text.count("\n") + 1
    came = (what or message)[:1].lower() + (what or message)[1:]
    hint = next((hint for words, hint in TOML_HINTS.items() if came.startswith(words)), "")
    other = "something else: " if came.startswith("expected ") else ""
    return Problem(file, line, "", f"valid TOML{hint}", f"{other}{came}")


TOML_HINTS = {
    "invalid value": " (put text in quotes)",
    "illegal character '\\n'": " (a text in quotes ends in its line)",
    "unterminated string": " (a text in quotes ends in its line)",
    "expected '=' after a key": " (put a name with a space in quotes)",
    "cannot declare": " (each table has its heading once)",
    "cannot overwrite a value": " (each field is given once)",
}


# words for people


def shown(value: Any) -> str:
    """A value as it could be written, cut short."""
    if isinstance(value, dict):
        return "a table" + (f" with {', '.join(list(value)[:4])}" if value else " with nothing in it")
    if isinstance(value, list) and (len(value) > 3 or any(isinstance(one, dict | list) for one in value)):
        return f"a list of {len(value)}"
    if isinstance(value, list):
        return f"[{', '.join(shown(one) for one in value)}]"
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "…" + text[-1:]


def field_name(path: Path) -> str:
    """`A."zone 3"[0].rested`"""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            name += ("." if name else "") + (part if is_bare(part) else json.dumps(part, ensure_ascii=False))
    return name


def is_bare(key: str) -> bool:
    return bool(key) and all(sign.isascii() and (sign.isalnum() or sign in "-_") for sign in key)


def is_a(value: Any, kind: type[Any]) -> bool:
    """Whether a value has a type; a boolean is not a number."""
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def one_of(names: Iterable[str]) -> str:
    listed = list(names)
    return listed[0] if len(listed) == 1 else "one of " + ", ".join(listed)


def guess(word: str, known: Iterable[str]) -> str:
    """(did you mean …?), if something known is close."""
    names = {folded(name): name for name in known}
    close = difflib.get_close_matches(folded(word), names, n=1, cutoff=0.6)
    return f" (did you mean {names[close[0]]}?)" if close else ""


@lru_cache(maxsize=4096)
def folded(key: str) -> str:
    """Names are compared without regard to case, and `zone_3` or `zone-3` is `zone 3`."""
    return key.replace("_", " ").replace("-", " ").strip().casefold()
