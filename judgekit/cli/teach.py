"""`judgekit teach`: questions, lessons, papers and rooms."""

from __future__ import annotations

import click

from judgekit.cli.terminal import NO, json_option, say_json


@click.group()
def teach() -> None:
    """Learn and teach the rules: questions from rulings, lessons, exams, classes."""


def _store() -> object:
    from judgekit import paths
    from judgekit.teach.store import Store, beside

    return Store(beside(paths.database()))


@teach.command("questions")
@click.argument("which", nargs=-1)
@click.option("--prove", is_flag=True, help="Work every key out again.")
@click.option("--show", is_flag=True, help="Print the questions with their options.")
@json_option
def make_questions(which: tuple[str, ...], prove: bool, show: bool, as_json: bool) -> None:
    """Work out the questions of rulings (names such as godzilla/7.4.3-…, or games; all, if none is given)."""
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


def _names(which: tuple[str, ...]) -> list[str]:
    from judgekit.known import GAMES
    from judgekit.teach import bank as banks

    found: list[str] = []
    for one in which or GAMES:
        found += banks.names(one) if one in GAMES else [one]
    return found
