"""`judgekit …` as a user types it."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from judgekit.cli import main


def judgekit(command: str) -> Result:
    """Run a command; an exception that is none of ours comes through."""
    return CliRunner().invoke(main, shlex.split(command), catch_exceptions=False)


def answer(command: str, code: int = 0) -> Any:
    """Run a command with --json and read its answer."""
    result = judgekit(f"{command} --json")
    assert result.exit_code == code, result.output
    return msgspec.json.decode(result.stdout)


def refusal(command: str) -> str:
    """Run a command that must be refused as wrong input: nothing on standard output, a message beside it."""
    result = judgekit(command)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr
