"""`judgekit audit …`: does it matter, and what would change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judgekit.cli.terminal import console, json_option, progress, say_json

if TYPE_CHECKING:
    from judgekit.audit.explore import Exploration
    from judgekit.cases.play.case import Archive
    from judgekit.engine.machine import Line


@click.group()
def audit() -> None:
    """Edge cases: does the order matter, which choice decides, what would a new edition change."""


@audit.command()
@click.argument("where")
@click.option(
    "--until", default="check", show_default=True,
    help="Follow every line to: check, battle, turn, choice[:A|B], clause:NUMBER, end.",
)  # fmt: skip
@click.option(
    "--question", "asks", default="everything", show_default=True,
    help="What must be the same: winner, seen, everything, card:NAME, number:KEY, value:NAME:PROPERTY.",
)  # fmt: skip
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Stop after so many seconds.")
@click.option("--states", type=int, default=200_000, show_default=True, help="Stop after so many situations.")
@click.option("--faces", is_flag=True, help="Follow what unknown cards and chance could be, too.")
@click.option("--resume", type=click.Path(path_type=Path), help="Keep what is done here, and go on from it.")
@json_option
def explore(
    where: str, until: str, asks: str, seconds: float, states: int, faces: bool, resume: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Does it matter? Follow all orders and all choices from a place.

    WHERE is a case and a place in it (3@42, 3:branch@42; without a place its end), or a position file.
    """
    from judgekit.audit import explore as exploring
    from judgekit.audit.concerns import read_concern
    from judgekit.audit.ends import read_end
    from judgekit.cli.cases import archive

    with archive() as open_archive:
        line = exploring.at_next_question(line_at(open_archive, where))
        budget = exploring.Budget(seconds, states)
        with progress("situations", states, quiet=as_json) as bar:
            found = exploring.explore(
                line, until=read_end(until, line), question=read_concern(asks, line), budget=budget,
                faces=faces, tell=lambda many: bar(many) is None, resume=resume,
            )  # fmt: skip
    if as_json:
        say_json(found)
    else:
        tell_exploration(found)


def line_at(archive: Archive, where: str) -> Line:
    """The line of a position file, or of a place of a case."""
    from judgekit.cases.files.position import load
    from judgekit.cli.cases import Spot

    if Path(where).suffix in (".toml", ".json"):
        return load(Path(where)).line()
    spot = Spot(archive, where)
    if spot.place.seq > spot.branch.head:
        from judgekit.cases.errors import UnknownCase

        raise UnknownCase(
            f"branch {spot.branch.name!r} has places 0 to {spot.branch.head}; there is no {spot.place}"
        )
    return spot.case.line(spot.branch, spot.place.seq)


def tell_exploration(found: Exploration) -> None:
    from judgekit.audit import telling

    out = console()
    out.print(f"[bold]{telling.verdict(found)}[/]")
    for at, one in enumerate(found.outcomes, 1):
        if len(found.outcomes) > 1:
            lines = telling.counted(one.lines, "line")
            out.print(f"  {at}. {telling.outcome(one)} ({lines})", markup=False)
            out.print(f"     {telling.line(one.shortest)}", markup=False)
    if found.parting is not None:
        left, right = found.parting.clauses
        out.print(f"They part at {left or 'nothing more'} and {right or 'nothing more'}.", markup=False)
    for title, some in (("Decides", found.deciding), ("Free", found.free)):
        for asked in some:
            out.print(f"{title}: {telling.asked(asked)}", markup=False)
    for sentence in telling.searched(found):
        out.print(sentence, markup=False)
