"""What every command shares: JSON or words on standard output, progress on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])

NO = 1  # exit code: the command did its work, and the answer is no
WRONG_INPUT = 2  # exit code: the command could not do its work


def json_option(command: F) -> F:
    """`--json`: the answer as one JSON document."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)


def depth_option(command: F) -> F:
    """`--depth`: how much of the log is told, as on the page."""
    return click.option(
        "--depth", "-d", type=click.IntRange(1, 4), default=2, show_default=True,
        help="How much is told: 1 ruling, 2 actions, 3 rule steps, 4 everything.",
    )(command)  # fmt: skip


def say_json(answer: Any) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2))


def say(as_json: bool, answer: Any, words: str) -> None:
    """The answer in JSON or, for people, in words."""
    if as_json:
        say_json(answer)
    else:
        console().print(words, markup=False)


def console() -> Console:
    """Words for people, in colour where the terminal has it."""
    from rich.console import Console

    class Heard(Console):
        def on_broken_pipe(self) -> None:  # rich itself would exit with 1
            raise BrokenPipeError

    found = Heard(highlight=False)
    found.soft_wrap = not found.is_terminal
    return found


@contextmanager
def progress(label: str, total: int | None, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar for long work, on standard error and only for people; call it with how much is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    stderr = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True, disable=quiet or not stderr.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)
