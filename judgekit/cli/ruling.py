"""`judgekit ruling`: play, show and begin worked rulings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judgekit.cli import Group
from judgekit.cli.files import deliver, wrong_input
from judgekit.cli.terminal import NO, WRONG_INPUT, json_option, say_json
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from judgekit.cases.files.page import Problem
    from judgekit.cases.rulings.ruling import Result, Ruling
    from judgekit.games.game import Game


@click.group(cls=Group)
def ruling() -> None:
    """Worked rulings: each is a question with its answer, and a test."""


@ruling.command("run")
@click.argument("which", nargs=-1)
@click.option("--edition", "only", default="", help="Only in this edition.")
@click.option(
    "--verbose", "-v", is_flag=True, help="Show everything that failed, and the clauses side by side."
)
@json_option
def run_rulings(which: tuple[str, ...], only: str, verbose: bool, as_json: bool) -> None:
    """Play rulings (files, folders, names or games; by default all) and say which fail, and why.

    A file that cannot be read is named; the others are played all the same.
    """
    from judgekit.cases.rulings.ruling import report, run

    with wrong_input(as_json):
        rulings, unreadable = _load_all(which)
    wanted = only.rpartition("/")[2]
    results = [run(one, e) for one in rulings for e in one.scripts if wanted in ("", e)]
    ok = all(r.ok for r in results) and not unreadable
    if as_json:
        say_json({"ok": ok, "rulings": [_result(r) for r in results], "problems": unreadable})
    else:
        for result in results:
            click.echo(report(result, whole=verbose))
        for problem in unreadable:
            click.echo(str(problem), err=True)
        click.echo(said("so many pass", n=sum(r.ok for r in results), of=len(results)))
    if not ok:
        raise SystemExit(WRONG_INPUT if unreadable else NO)


def _load_all(which: tuple[str, ...]) -> tuple[list[Ruling], list[Problem]]:
    """Every ruling that can be read, and all that is wrong with those that cannot."""
    from judgekit.cases.files.page import WrongInput
    from judgekit.cases.rulings.ruling import load

    found: list[Ruling] = []
    problems: list[Problem] = []
    for path in _paths(which):
        try:
            found.append(load(path))
        except WrongInput as error:
            problems += error.problems
    return found, problems


def _paths(which: tuple[str, ...]) -> Iterator[Path]:
    from judgekit import paths
    from judgekit.cases.rulings.folder import file, files
    from judgekit.known import GAMES

    if not which:
        yield from files()
    for one in which:
        named = file(one)
        if one in GAMES or (not Path(one).is_absolute() and (paths.rulings() / one).is_dir()):
            yield from files(one)
        elif named.is_file() or not Path(one).is_dir():
            yield named if named.is_file() else Path(one)
        else:
            yield from _in_folder(Path(one))


def _in_folder(folder: Path) -> list[Path]:
    """Every ruling in a folder and the folders in it."""
    from judgekit.cases.files.page import Problem, WrongInput

    found = sorted(folder.rglob("*.toml"))
    if not found:
        raise WrongInput([Problem(str(folder), 1, "", "a folder with rulings (*.toml)", "none")])
    return found


def _only_path(which: str) -> Path:
    from judgekit.cases.files.page import Problem, WrongInput

    found = list(_paths((which,)))
    if len(found) > 1:
        some = ", ".join(path.stem for path in found[:3])
        raise WrongInput([Problem(which, 1, "", "one ruling", f"{len(found)} of them: {some} …")])
    return found[0]


def _result(result: Result) -> dict[str, Any]:
    return {
        "name": result.ruling.name, "edition": f"{result.ruling.game.name}/{result.script.edition}",
        "ok": result.ok, "failures": result.failures, "expected": [str(w) for w in result.script.clauses],
        "walk": [stop.clause for stop in result.stops if stop.clause],
    }  # fmt: skip


@ruling.command("show")
@click.argument("which")
@click.option("--edition", "only", default="", help="In this edition; by default the first one of the file.")
@json_option
def show_ruling(which: str, only: str, as_json: bool) -> None:
    """Show a ruling: question, table, answer, and the clauses that decide."""
    from judgekit.cases.files.drafts import ruling_page
    from judgekit.cases.rulings.ruling import load

    with wrong_input(as_json):
        found = load(_only_path(which))
    number = only.rpartition("/")[2] or next(iter(found.scripts))
    if number not in found.scripts:
        told = said("holds for", ruling=found.name, editions=", ".join(found.scripts), edition=number)
        click.echo(told, err=True)
        raise SystemExit(WRONG_INPUT)
    if as_json:
        say_json(_ruling_data(found, number))
    else:
        click.echo(ruling_page(found, number), nl=False)


def _ruling_data(found: Ruling, number: str) -> dict[str, Any]:
    script = found.scripts[number]
    return {
        "name": found.name, "question": found.question, "answer": script.answer,
        "explanation": script.explanation, "difficulty": found.difficulty, "status": found.status,
        "source": found.source, "readings": found.readings, "editions": _editions(found.game, found),
        "answers": [str(given) for given in script.answers], "clauses": [str(w) for w in script.clauses],
        "never": [str(w) for w in script.never], "facts": [dict(fact.data) for fact in script.facts],
    }  # fmt: skip


def _editions(game: Game, found: Ruling) -> list[str]:
    return [f"{game.name}/{number}" for number in found.scripts]


@ruling.command("new")
@click.argument("game")
@click.argument("name")
@click.option("--print", "print_only", is_flag=True, help="Print the text; write no file.")
@json_option
def new_ruling(game: str, name: str, print_only: bool, as_json: bool) -> None:
    """Write a ruling to fill in: NAME is the clause and a few words, like 7.4.3-counter-beats-threat."""
    from judgekit.cases.files.drafts import ruling_draft
    from judgekit.cases.rulings.folder import file

    with wrong_input(as_json):
        text = ruling_draft(game, name)
    out = file(f"{game.partition('/')[0]}/{name}")
    deliver(text, None if print_only else out, as_json)
