"""The command line. Commands are loaded when they are called, so that `judgekit --version` is quick."""

from __future__ import annotations

import gc
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from judgekit import __version__
from judgekit.cli.terminal import WRONG_INPUT
from judgekit.errors import is_ours

COMMANDS = {
    "run": "judgekit.cli.cases:run",
    "show": "judgekit.cli.cases:show",
    "why": "judgekit.cli.cases:why",
    "why-not": "judgekit.cli.cases:why_not",
    "fork": "judgekit.cli.cases:fork",
    "compare": "judgekit.cli.cases:compare",
    "what-if": "judgekit.cli.cases:what_if",
    "verify": "judgekit.cli.cases:verify",
    "export": "judgekit.cli.cases:export",
    "import": "judgekit.cli.cases:bring",
    "cases": "judgekit.cli.cases:cases",
    "event": "judgekit.cli.event:event",
    "remove": "judgekit.cli.keeping:remove",
    "purge": "judgekit.cli.keeping:purge",
    "backup": "judgekit.cli.keeping:backup",
    "restore": "judgekit.cli.keeping:restore",
    "doctor": "judgekit.cli.keeping:doctor",
    "sign": "judgekit.cli.keeping:sign",
    "rules": "judgekit.cli.rules:rules",
    "position": "judgekit.cli.position:position",
    "card": "judgekit.cli.card:card",
    "cards": "judgekit.cli.cards:cards",
    "deck": "judgekit.cli.deck:deck",
    "ruling": "judgekit.cli.ruling:ruling",
    "game": "judgekit.cli.game:game",
    "teach": "judgekit.cli.teach:teach",
    "serve": "judgekit.cli.serve:serve",
    "pass": "judgekit.cli.serve:give_pass",
    "audit": "judgekit.cli.audit:audit",
    "bench": "judgekit.cli.bench:bench",
}

MORE = {"rules": {"coverage": "judgekit.cli.coverage:coverage"}}  # commands of a group that live elsewhere


class Wrong(click.ClickException):
    """The one place where an error of ours becomes a message and an exit code."""

    exit_code = WRONG_INPUT


SELDOM = (10_000, 20, 20)  # when cycles are looked for: logs and readings are many objects with hardly any
LONGEST = 400  # letters of a sentence about a command


class Fault(click.ClickException):
    """Something went wrong that is nobody's input."""

    exit_code = 3


class Group(click.Group):
    """A group whose list says of each command a whole sentence, and that names the nearest to a typo."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(context, args)
        except click.UsageError as problem:
            near = get_close_matches(args[0], self.list_commands(context), 1)
            meant = f" Did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"{problem.message}{meant}", context) from None

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        found = [(name, self.get_command(context, name)) for name in self.list_commands(context)]
        rows = [(name, command.get_short_help_str(limit=LONGEST)) for name, command in found if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class Commands(Group):
    """A group whose commands are imported only when somebody calls them."""

    def list_commands(self, context: click.Context) -> list[str]:
        return [name for name, place in COMMANDS.items() if find_spec(place.partition(":")[0])]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        module, _, attribute = COMMANDS.get(name, "").partition(":")
        if not module or not find_spec(module):
            return None
        command = getattr(import_module(module), attribute, None)
        assert command is None or isinstance(command, click.Command)
        for own, place in MORE.get(name, {}).items():
            assert isinstance(command, click.Group)
            module, _, attribute = place.partition(":")
            command.add_command(getattr(import_module(module), attribute), own)
        return command

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:  # whoever read it has seen enough
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 (what is left of it goes nowhere)
            raise click.exceptions.Exit(0) from None
        except Exception as problem:
            if is_ours(problem):
                raise Wrong(str(problem)) from problem
            if isinstance(problem, click.exceptions.ClickException | click.Abort | click.exceptions.Exit):
                raise
            if os.environ.get("JUDGEKIT_DEBUG"):
                raise
            raise Fault(
                f"a fault of judgekit itself, not of your input: {type(problem).__name__}: {problem}\n"
                "Set JUDGEKIT_DEBUG=1 to see where, and please report it with the file or case that shows it."
            ) from problem


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="judgekit")
def main() -> None:
    """What happens now, and which clause says so?

    A place in a case is written CASE:BRANCH@ENTRY.EVENT, as in 3, 3:main, 3@42 or "3:what if@42.3".
    Commands exit with 0; with 1 where the answer is no (a replay diverged, a play is not legal); with 2 where
    the input is wrong.
    """
    gc.set_threshold(*SELDOM)
