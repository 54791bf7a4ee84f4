"""The log in a terminal: in its width and colour; plain, in one piece, where it is piped."""

from __future__ import annotations

import io
import re
import subprocess
import sys

import pytest
from rich.console import Console

from judgekit.cli.telling import tell_row
from tests.cli.shell import answer, judgekit
from tests.lots import rest_is_long

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


@pytest.mark.parametrize(
    "command",
    rest_is_long([("rules", "search", "card"), ("rules", "show", "godzilla/1.2", "A-29"), ("game", "list")]),
)
def test_whoever_reads_the_first_line_alone_has_done_nothing_wrong(command: tuple[str, ...]) -> None:
    """As `| head -1` does: no complaint, and no exit code that means no."""
    run = [sys.executable, "-c", "from judgekit.cli import main; main()", *command]
    with subprocess.Popen(
        run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (0, "")


def test_an_open_question_is_explained_by_its_id() -> None:
    shown = judgekit("rules show godzilla/1.2 A-29").output
    assert shown.startswith("godzilla/1.2 A-29  open question\n")
    assert "\n  ask-judge (assumed): Stop and ask the judge" in shown
    assert "\n  skip: Go on" in shown
    assert 'to rule otherwise: [readings] A-29 = "…"' in shown


def test_of_a_card_its_own_abilities_are_told_and_none_that_every_card_may_use() -> None:
    told = answer("card check 'Defender\n【TD】 Heal 1 life.' --game gate-ruler")
    assert [one["address"] for one in told["abilities"]] == ["Card#1", "Card#2"]
