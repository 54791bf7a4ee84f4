"""`judgekit rules coverage`: which clauses have code, are exercised and are proved by the rulings."""

from __future__ import annotations

from functools import partial

import click

from judgekit.audit.proof.coverage import Bar, Coverage, measure, told
from judgekit.book.load import editions
from judgekit.cli.terminal import NO, WRONG_INPUT, json_option, progress, say_json
from judgekit.games import UnknownGame


@click.command()
@click.argument("edition", required=False)
@click.option(
    "--prove", is_flag=True, help="Switch each acting clause off: a ruling that names it must fail."
)
@json_option
def coverage(edition: str | None, prove: bool, as_json: bool) -> None:
    """Count the clauses that act, have code and are exercised by the rulings, and name the rest.

    With --prove also: how many are proved by the outcome (without the clause a ruling ends differently), and
    which only by a breakdown or by their citation (the ruling ends the same).

    Exits with 1 if a ruling fails or anything is missing.
    """
    names = [edition] if edition else list(editions())
    bar = partial(progress, quiet=as_json)
    found = [one for name in names if (one := _measured(name, prove, bar, alone=bool(edition)))]
    if as_json:
        say_json(found[0] if edition else found)
    else:
        for one in found:
            click.echo(told(one))
    if any(rest for one in found for rest in one.missing.values()):
        raise SystemExit(NO)


def _measured(name: str, prove: bool, bar: Bar, alone: bool) -> Coverage | None:
    """One edition; of all editions, those whose rules are not there yet are passed over."""
    try:
        return measure(name, prove, bar)
    except (UnknownGame, ModuleNotFoundError) as problem:
        if alone:
            click.echo(f"Error: {problem}", err=True)
            raise SystemExit(WRONG_INPUT) from None
    return None
