"""A lesson's text with other words: only the lines of what was changed are written anew."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from judgekit.cases.files.writer import toml_text
from judgekit.teach.store import TeachError

OF_A_LESSON = ("title", "goal")
OF_A_STEP = ("text", "ruling", "ask", "right", "wrong", "note")  # in this order
HEADER = re.compile(r"\[\[?([\w.-]+)\]\]?\s*(#.*)?$")

Words = dict[tuple[int, str], str]  # by step, from 1 (0: of the lesson), and field


def words_of(text: str) -> Words:
    """What can be changed in words; several wrong answers are one on each line. None, if the text cannot be
    read or has no steps."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}
    parts = data.get("part")
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return {}
    found = {(0, key): str(data.get(key, "")) for key in (*OF_A_LESSON, "game")}
    for at, part in enumerate(parts, 1):
        wrong = part.get("wrong", "")
        told = {**part, "wrong": "\n".join(map(str, wrong)) if isinstance(wrong, list) else wrong}
        shown = [key for key in OF_A_STEP if key != "ruling" or not {"position", "continues"} & {*part}]
        found |= {(at, key): str(told.get(key, "")).strip() for key in shown}
    return found


def with_words(text: str, changes: Mapping[tuple[int, str], str]) -> str:
    """The text with these words; a field without words is left out."""
    lines = text.splitlines()
    for (part, key), value in changes.items():
        block = _block(lines, part)
        here = block.fields.get(key, range(0))
        written = [f"{key} = {_value(key, value)}"] if value.strip() or key in ("title", "text") else []
        at = here.start if here else _place(block, key)
        lines[at : at + len(here)] = written
    return _joined(lines)


def without_step(text: str, part: int) -> str:
    """The text without a step; what is chosen in it is chosen in the step that goes on from it."""
    lines, parts = text.splitlines(), tomllib.loads(text).get("part", [])
    if not 0 < part <= len(parts) or len(parts) == 1:
        raise TeachError("a lesson has at least one step; change this one, or write a new one first")
    gone, later = parts[part - 1], parts[part : part + 1]
    if later and later[0].get("continues"):
        if not gone.get("continues"):
            raise TeachError(f"step {part + 1} goes on from the table of step {part}; remove that one first")
        block = _block(lines, part + 1)
        answers = [*gone.get("answers", ()), *later[0].get("answers", ())]
        here = block.fields.get("answers", range(block.begun + 1, block.begun + 1))
        lines[here.start : here.stop] = [f"answers = {_listed(answers)}"] if answers else []
    block = _block(lines, part)
    del lines[block.begun : block.end]
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Block:
    """The lines of the lesson's own fields, or of a step with all that belongs to it."""

    begun: int  # the line of its header; -1: it has none
    end: int
    fields: dict[str, range]


def _block(lines: list[str], part: int) -> Block:
    """The lines of a step; 0 is the lesson itself."""
    every = list(_statements(lines))
    headers = [(where.start, names[0]) for is_header, names, where in every if is_header]
    begun = [-1, *(at for at, name in headers if name == "part")]
    if part >= len(begun):
        raise TeachError(f"the lesson has no step {part}; it has {len(begun) - 1}")
    here = begun[part]
    behind = [(at, name) for at, name in headers if at > here]
    first = min((at for at, _ in behind), default=len(lines))
    end = min((at for at, name in behind if not name.startswith("part.")), default=len(lines))
    own = {name: where for is_header, names, where in every for name in names if not is_header
           and here < where.start < first}  # fmt: skip
    return Block(here, end, own)


def _statements(lines: list[str]) -> Iterator[tuple[bool, list[str], range]]:
    """Headers and fields, each with the lines that it takes."""
    at = 0
    while at < len(lines):
        header = HEADER.fullmatch(lines[at])
        if header:
            yield True, [header[1]], range(at, at + 1)
            at += 1
            continue
        stop, data = _read(lines, at)
        yield False, list(data), range(at, stop)
        at = stop


def _read(lines: list[str], at: int) -> tuple[int, dict[str, Any]]:
    """The field that begins at a line, and the line behind it."""
    for stop in range(at + 1, len(lines) + 1):
        with suppress(tomllib.TOMLDecodeError):
            return stop, tomllib.loads("\n".join(lines[at:stop]))
    raise TeachError(f"line {at + 1} cannot be read: check the quotation marks and brackets")


def _place(block: Block, key: str) -> int:
    """Where a new field is written: behind those that come before it."""
    order = OF_A_STEP if block.begun >= 0 else OF_A_LESSON
    before = [block.fields[one].stop for one in order[: order.index(key)] if one in block.fields]
    return max(before, default=block.begun + 1)


def _value(key: str, value: str) -> str:
    told = value.replace("\r\n", "\n").strip()
    if key == "ruling":  # as it is named here, or its address
        told = told.rpartition("/")[2].partition("?")[0]
    if key == "wrong":
        return _listed([line.strip() for line in told.splitlines() if line.strip()])
    return toml_text(told)


def _listed(values: list[str]) -> str:
    return f"[{', '.join(map(toml_text, values))}]"
