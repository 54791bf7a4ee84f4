"""The tour in the README runs, and says what the README says it says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cli import main

README = Path(__file__).parent.parent / "README.md"
CHECKER = doctest.OutputChecker()


def commands() -> list[tuple[str, str]]:
    """(command, what it prints) of every console block, in order."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README.read_text("utf-8"), re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_every_command_of_the_tour_prints_what_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for command, expected in commands():
        result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
        assert CHECKER.check_output(expected, result.output, doctest.ELLIPSIS), (
            f"$ {command}\n{result.output}"
        )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    test = doctest.DocTestParser().get_doctest(README.read_text("utf-8"), {}, "README", str(README), 0)
    runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 3


def test_every_file_the_readme_links_to_is_there() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text("utf-8")):
        assert (README.parent / target).exists(), target


def test_the_tour_names_only_commands_that_exist() -> None:
    assert {command.split()[1] for command, _ in commands()} <= set(main.list_commands(None))  # type: ignore[arg-type]
