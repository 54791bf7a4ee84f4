"""`judgekit teach`: questions, lessons, papers and rooms."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from judgekit.cli import Group
from judgekit.cli.terminal import NO, json_option, say_json


@click.group(cls=Group)
def teach() -> None:
    """Learn and teach the rules: questions from rulings, lessons, exams, classes."""


def _store() -> object:
    from judgekit import paths
    from judgekit.teach.store import Store, beside

    return Store(beside(paths.database()))


@teach.command("questions")
@click.argument("which", nargs=-1)
@click.option("--prove", is_flag=True, help="Work out every key again.")
@click.option("--show", is_flag=True, help="Print the questions with their options.")
@json_option
def make_questions(which: tuple[str, ...], prove: bool, show: bool, as_json: bool) -> None:
    """Work out the questions of rulings (names such as godzilla/7.4.3-…, or games; by default all)."""
    from judgekit.teach import bank as banks
    from judgekit.teach.playing_out import prove as proved
    from judgekit.teach.store import Store

    store = _store()
    assert isinstance(store, Store)
    bank = banks.Bank(store)
    found = banks.capped(q for name in _names(which) for q in bank.of(name))
    wrong = {q.id: why for q in found if prove and (why := proved(q).why)}
    kinds = {kind: sum(q.kind == kind for q in found) for kind in sorted({q.kind for q in found})}
    if as_json:
        say_json({"questions": len(found), "kinds": kinds, "wrong": wrong} | ({"all": found} if show else {}))
    else:
        for question in found if show else ():
            click.echo(f"{question.id}  [{question.clause}]\n  {question.context} {question.prompt}".rstrip())
            for option in question.options:
                click.echo(f"  {'*' if option.is_right else ' '} {option.text}  {option.why}".rstrip())
        for name, why in wrong.items():
            click.echo(f"FAILED  {name}: {why}")
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        click.echo(f"{len(found)} questions ({told or 'none'})")
    if wrong:
        raise SystemExit(NO)


@teach.command("survey")
@click.argument("which", nargs=-1)
@json_option
def survey_the_bank(which: tuple[str, ...], as_json: bool) -> None:
    """Make the questions of rulings anew (names or games; by default all), prove each key, play out each
    wrong option, and say how many there are and what is wrong. All of it takes half an hour."""

    from judgekit.teach.bank import Bank
    from judgekit.teach.store import Store
    from judgekit.teach.survey import survey

    by_game: dict[str, list[str]] = {}
    for name in _names(which):
        by_game.setdefault(name.partition("/")[0], []).append(name)
    with TemporaryDirectory() as folder:
        bank = Bank(Store(Path(folder) / "teach.sqlite"))
        found = {game: survey(bank, rulings) for game, rulings in by_game.items()}
    if as_json:
        say_json({"games": found, "questions": sum(one.asked for one in found.values())})
    else:
        for game, one in found.items():
            click.echo(f"{game}: {one.told()}")
            for question, fault in one.faults.items():
                click.echo(f"FAILED  {question}: {fault}")
        click.echo(f"{sum(one.asked for one in found.values())} questions")
    if any(one.faults for one in found.values()):
        raise SystemExit(NO)


@teach.command("changes")
@click.argument("side")
@click.argument("which", nargs=-1)
@json_option
def list_changes(side: str, which: tuple[str, ...], as_json: bool) -> None:
    """List the questions that have another answer under SIDE: an edition (godzilla/1.00) or a reading
    (A-05=choice, with the game or the rulings as WHICH)."""
    from judgekit.audit.impact import read_side
    from judgekit.cases.rulings.ruling import load
    from judgekit.teach import bank as banks
    from judgekit.teach.making.questions import questions
    from judgekit.teach.rekeying import changes

    there = read_side(side)
    game = there.edition.partition("/")[0]
    asked = [
        q for name in _names(which or ((game,) if game else ())) for q in questions(load(banks.file_of(name)))
    ]
    found = list(changes(asked, there))
    if as_json:
        say_json({"questions": len(asked), "changes": found})
        return
    for one in found:
        click.echo(f"{one.how:9}  {one.question}: {one.was}{f' Now: {one.now}' if one.now else ''}")
    click.echo(f"{len(found)} of {len(asked)} questions change")


def _names(which: tuple[str, ...]) -> list[str]:
    from judgekit.known import GAMES
    from judgekit.teach import bank as banks

    found: list[str] = []
    for one in which or GAMES:
        found += banks.names(one) if one in GAMES else [one]
    return found


@teach.command("lesson")
@click.argument("which", nargs=-1)
@json_option
def run_lessons(which: tuple[str, ...], as_json: bool) -> None:
    """Run lessons (files or games; by default all that ship) and say what fails."""
    from judgekit.cli.files import wrong_input
    from judgekit.known import GAMES
    from judgekit.teach import lessons

    paths: list[Path] = []
    for one in which or GAMES:
        paths += lessons.files(one) if one in GAMES else [Path(one)]
    with wrong_input(as_json):
        failed = {str(path): lessons.check(lessons.load(path)) for path in paths}
    if as_json:
        say_json({"lessons": len(failed), "failed": {path: wrong for path, wrong in failed.items() if wrong}})
    else:
        for path, wrong in failed.items():
            click.echo(f"{'FAILED' if wrong else 'ok    '}  {path}")
            for one in wrong:
                click.echo(f"  {one}")
    if any(failed.values()):
        raise SystemExit(NO)


@teach.command("exam")
@click.argument("game")
@click.option("--number", default=20, show_default=True, help="How many questions.")
@click.option("--versions", default=2, show_default=True, help="How many versions, 1 to 4.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same paper.")
@click.option(
    "--chapter",
    "chapters",
    multiple=True,
    help="A chapter and its weight, like 7:2; can be given several times.",
)
@click.option("--moodle", is_flag=True, help="Print XML for Moodle.")
@json_option
def make_exam(
    game: str, number: int, versions: int, seed: str, chapters: tuple[str, ...], moodle: bool, as_json: bool
) -> None:
    """Draw an exam paper and print its questions, with a key that the engine has confirmed."""
    from judgekit import paths
    from judgekit.teach import exams
    from judgekit.teach.bank import Bank
    from judgekit.teach.store import Store, TeachError
    from judgekit.web.app import create_app
    from judgekit.web.learn.exam_pages import table_told

    shares: dict[str, int] = {}
    for one in chapters:
        chapter, _, share = one.partition(":")
        if share and not share.isdecimal():
            raise TeachError(f"a chapter and its share are written 7:2; got {one!r}")
        shares[chapter] = int(share or 1)
    store = _store()
    assert isinstance(store, Store)
    blueprint = exams.Blueprint(game, number, chapters=shares, versions=versions, seed=seed)
    paper = exams.draw(Bank(store), blueprint)
    wrong = exams.wrong_keys(paper)
    if moodle:
        with create_app(paths.database()).test_request_context():
            click.echo(exams.moodle_xml(paper, table_told), nl=False)
    elif as_json:
        say_json(
            {"paper": paper, "keys": {v: [k for k, _ in paper.key(v)] for v in paper.letters}, "wrong": wrong}
        )
    else:
        with create_app(paths.database()).test_request_context():
            tables = {question.id: _as_text(table_told(question)) for question in paper.questions}
        for version in paper.letters:
            click.echo(f"Version {version}")
            for at, (question, options) in enumerate(paper.version(version), 1):
                click.echo(f"{at}. {question.context} {question.prompt}".replace("  ", " "))
                click.echo(tables[question.id])
                for letter, option in zip("ABCD", options, strict=False):
                    click.echo(f"   {letter}. {option.text}")
            click.echo(f"Key {version}: {''.join(letter for letter, _ in paper.key(version))}\n")
    if wrong:
        raise SystemExit(NO)


def _as_text(page: str) -> str:
    """A list in HTML as lines."""
    lines = re.sub(r"<(h3|dt|li|p|pre|b)\b[^>]*>", "\n", page.replace("</dt><dd>", ": ")).splitlines()
    told = (" ".join(unescape(re.sub(r"<[^>]+>", "", line)).split()) for line in lines)
    return "\n".join(f"   | {line}" for line in told if line)


@teach.command("health")
@click.option("--withdraw", is_flag=True, help="Withdraw the faulty ones, with the reason.")
@json_option
def health(withdraw: bool, as_json: bool) -> None:
    """Show how questions fare with learners: which ones are faulty, and why."""
    from judgekit.teach import health as examined
    from judgekit.teach.practice import Practice
    from judgekit.teach.store import Store

    store = _store()
    assert isinstance(store, Store)
    practice = Practice(store)
    if withdraw:
        examined.withdraw_sick(practice)
    found = examined.examine(examined.all_answers(practice), examined.reports(practice))
    if as_json:
        say_json({"questions": found, "withdrawn": practice.withdrawn()})
        return
    for one in found:
        told = (
            f"{one.right:.0%} of {one.answers}, discrimination {one.discrimination:+.2f}, {one.seconds:.0f} s"
        )
        click.echo(
            f"{'SICK' if one.sick else 'ok  '}  {one.question}: {told}{f': {one.sick}' if one.sick else ''}"
        )
    click.echo(f"{len(found)} questions answered, {len(practice.withdrawn())} withdrawn")
