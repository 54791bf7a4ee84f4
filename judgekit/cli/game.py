"""`judgekit game`: the games there are, and a new one to begin with."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from string import Template

import click

from judgekit.cli import Group
from judgekit.cli.terminal import console, json_option, say_json
from judgekit.errors import JudgekitError

SCAFFOLD = Path(__file__).parent / "scaffold"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class NoGame(JudgekitError):
    """A game that cannot be begun: what is wrong, and what to do."""


@click.group(cls=Group)
def game() -> None:
    """Games: list them, or begin a new one."""


@game.command("list")
@json_option
def list_games(as_json: bool) -> None:
    """List the games that judgekit finds, each with its editions and its package."""
    from judgekit import games, known

    found = [(name, list(games.game(name).editions), known.packages()[name]) for name in known.GAMES]
    if as_json:
        say_json([{"game": name, "editions": them, "package": package} for name, them, package in found])
        return
    for name, editions, package in found:
        console().print(f"{name} · {', '.join(editions)} · {package}", markup=False)


@game.command("new")
@click.argument("name")
@click.option("--title", default="", help="What people call the game; by default made from NAME.")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="The new folder; by default NAME.")
@json_option
def new_game(name: str, title: str, folder: Path | None, as_json: bool) -> None:
    """Write a folder with a small game that runs: rules, board, card texts, a ruling and a test.

    NAME is in lower case, with hyphens between words: paper-tigers. Install the folder with
    `pip install -e NAME`, and judgekit has the game.
    """
    target = folder or Path(name)
    files = scaffold(name, title or name.replace("-", " ").title(), target)
    if as_json:
        say_json({"game": name, "folder": str(target), "files": [str(file) for file in files]})
        return
    out = console()
    for file in files:
        out.print(f"wrote {file}", markup=False)
    out.print(f"now: pip install -e {target}, then judgekit run {target / 'table.toml'}", markup=False)


def scaffold(name: str, title: str, folder: Path) -> list[Path]:
    """The files of a new game; all of them, or none."""
    from judgekit.known import GAMES

    if not NAME.fullmatch(name):
        raise NoGame(
            f"{name!r} cannot be the name of a game: small letters, digits and hyphens, as in paper-tigers"
        )
    if name in GAMES:
        raise NoGame(f"there is a game {name} already; choose another name")
    if folder.exists() and any(folder.iterdir()):
        raise NoGame(f"{folder} is not empty; name another folder with --to")
    package = name.replace("-", "_")
    words = {
        "name": name, "title": title, "package": package, "klass": package.title().replace("_", ""),
        "date": datetime.date.today().isoformat(),
    }  # fmt: skip
    return [_written(file, folder, words) for file in sorted(SCAFFOLD.rglob("*.txt"))]


def _written(file: Path, folder: Path, words: dict[str, str]) -> Path:
    inside = str(file.relative_to(SCAFFOLD)).removesuffix(".txt").replace("package/", f"{words['package']}/")
    out = folder / inside
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(Template(file.read_text("utf-8")).safe_substitute(words), "utf-8")
    return out
