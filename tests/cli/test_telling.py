"""The log in a terminal: in its width and colour; plain, in one piece, where it is piped."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from judgekit.cli.telling import tell_row
from tests.cli.shell import answer, judgekit

LONG = "Harbor Sentinel moves from A's Zone 8 to the Discard Pile, and a whole sentence more is told."


def told(terminal: bool) -> str:
    file = io.StringIO()
    out = Console(file=file, width=60, force_terminal=terminal, color_system="standard" if terminal else None)
    out.soft_wrap = not terminal
    tell_row(out, "232.3", "→", LONG, "4.1.4")
    return file.getvalue()


def test_a_line_is_wrapped_to_the_terminal_with_its_clause_in_colour_at_the_edge() -> None:
    shown = told(terminal=True)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
    assert "\x1b[36m" in shown
    assert len(lines) > 1
    assert all(len(line) <= 60 for line in lines)
    assert lines[0].endswith("4.1.4")


def test_a_line_that_is_piped_is_one_line_without_colour() -> None:
    assert told(terminal=False) == f"   232.3 → {LONG}  [4.1.4]\n"


@pytest.mark.parametrize(("depth", "least"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_each_depth_tells_at_least_as_much_as_the_one_before(depth: int, least: int) -> None:
    answer('run sparks.toml -a "play c2"')
    shown = judgekit(f"show 1 --depth {depth}").output
    rows = re.findall(r"^ +\d+\.\d+ \S ", shown, re.M)
    before = re.findall(r"^ +\d+\.\d+ \S ", judgekit(f"show 1 --depth {max(1, depth - 1)}").output, re.M)
    assert len(rows) >= max(least - 1, len(before))
    assert ("The rules continue at" in shown) == (depth == 4)
