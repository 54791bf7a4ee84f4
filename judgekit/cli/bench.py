"""`judgekit bench`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import click
import msgspec

from judgekit.audit.bench import auditing, books, cards, engine, reading, starting, storage
from judgekit.audit.bench.report import OURS, Figure
from judgekit.cli.terminal import NO, WRONG_INPUT, console, json_option

PARTS = ("engine", "audit", "storage", "books", "reading", "cards", "starting", "teach", "web", "load")
NEEDS = {
    "engine": "chess",
    "audit": "chess",
    "web": "playwright",
}  # what a part is measured with, of the development extras


@click.command()
@click.option("--part", type=click.Choice(PARTS), help="Only this part.")
@click.option(
    "--scale", type=click.FloatRange(0.001, 10), default=1.0, show_default=True, help="The size of the work."
)
@click.option(
    "--times", type=click.IntRange(1), default=5, show_default=True, help="How many samples for each figure."
)
@click.option("--folder", type=click.Path(file_okay=False, exists=True), help="Where to put the databases.")
@click.option("--check", is_flag=True, help="Exit with 1 if a figure misses its target.")
@click.option("--table", is_flag=True, help="Print a table instead of JSON lines.")
@json_option
@click.pass_context
def bench(
    context: click.Context,
    part: str | None,
    scale: float,
    times: int,
    folder: str | None,
    check: bool,
    table: bool,
    as_json: bool,
) -> None:
    """Measure how fast judgekit is here, beside baselines measured in the same run.

    Prints one JSON object per line, as soon as it is measured.
    """
    parts = [one for one in PARTS if part in (None, one)]
    if lacking := [one for one in parts if one in NEEDS and not find_spec(NEEDS[one])]:
        click.echo(lacks(lacking), err=True)
        parts = [one for one in parts if one not in lacking]
        if not parts:
            context.exit(WRONG_INPUT)
    figures = []
    for one in measure(parts, scale, times, folder):
        figures.append(one)
        if as_json or not table:
            click.echo(msgspec.json.encode(one))
    if table and not as_json:
        _tell(figures)
    context.exit(NO if check and any(one.met is False for one in figures) else 0)


def lacks(parts: Sequence[str]) -> str:
    """Which parts cannot be measured here, and how they could be."""
    needed = ", ".join(f"{part} needs {NEEDS[part]}" for part in parts)
    return f"left out: {needed}; install the development extras: pip install 'judgekit[dev]'"


def measure(parts: Sequence[str], scale: float, times: int, folder: str | None) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="judgekit-bench-", dir=folder) as place:
        if "engine" in parts:
            yield from engine.measure(scale, times)
        if "audit" in parts:
            yield from auditing.measure(scale, times)
        if "storage" in parts:
            yield from storage.measure(Path(place), scale, times)
        if "books" in parts:
            yield from books.measure(Path(place), times)
        if "reading" in parts:
            yield from reading.measure(scale)
        if "cards" in parts:
            yield from cards.measure(Path(place), scale, times)
        if "starting" in parts:
            yield from starting.measure(times)
        if "teach" in parts:
            from judgekit.teach import bench as teaching

            yield from teaching.measure(Path(place), scale)
        if "web" in parts:
            from judgekit.audit.bench import web

            yield from web.measure(Path(place), scale, times)
        if "load" in parts:
            from judgekit.audit.bench import load

            yield from load.measure(Path(place), scale)


def _tell(figures: list[Figure]) -> None:
    from rich.table import Table

    table = Table("metric", "median", "p95", "unit", "ratio", "wanted", "met")
    for one in figures:
        name = one.metric if one.peer == OURS else f"{one.peer}: {one.metric}"
        ratio = "" if one.ratio is None else f"{one.ratio:g}"
        met = "" if one.met is None else "yes" if one.met else "NO"
        table.add_row(name, f"{one.value:,.4g}", f"{one.p95:,.4g}", one.unit, ratio, one.wanted, met)
    console().print(table)
