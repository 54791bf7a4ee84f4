"""`judgekit position`: check, show, carry, begin and save what judges write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judgekit.cli import Group
from judgekit.cli.files import FILE, OUT, deliver, wrong_input
from judgekit.cli.terminal import NO, json_option, say_json
from judgekit.narrate.said import said

if TYPE_CHECKING:
    pass


@click.group(cls=Group)
def position() -> None:
    """Positions: a table as a judge writes it down, in TOML or JSON."""


@position.command("check")
@FILE
@json_option
def check_position(file: Path, as_json: bool) -> None:
    """Position check: what is unusual about a table, and what the rules would already have done."""
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.position import load
    from judgekit.cases.files.position_check import oddities

    with wrong_input(as_json), own_shelf() as shelf:
        found = oddities(load(file, shelf))
    if as_json:
        say_json({"ok": all(one.accepted for one in found), "warnings": found})
    else:
        for one in found:
            begin, end = (said("accepted"), "") if one.accepted else ("", said("to accept", key=one.key))
            clause = f" [{one.clause}]" if one.clause else ""
            click.echo(f"{begin}{one.text}{clause}{end}")
        if not found:
            click.echo(said("nothing unusual"))
    if any(not one.accepted for one in found):
        raise SystemExit(NO)


@position.command("show")
@FILE
@click.option("--seat", type=click.Choice(["A", "B"]), help="As this player sees it.")
@click.option("--ids", is_flag=True, help="Show the ids of the cards.")
@json_option
def show_position(file: Path, seat: str | None, ids: bool, as_json: bool) -> None:
    """Draw the board as text; with --json the exact position, as judgekit would save it."""
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.position import load
    from judgekit.cases.files.text_board import board
    from judgekit.cases.files.writer import written
    from judgekit.engine.state import Player

    with wrong_input(as_json), own_shelf() as shelf:
        found = load(file, shelf)
    if as_json:
        say_json(written(found))
    else:
        click.echo(board(found, seat=Player(seat) if seat else None, ids=ids), nl=False)


@position.command("carry")
@FILE
@OUT
@json_option
def carry_position(file: Path, out: Path | None, as_json: bool) -> None:
    """Write a position with every library card that it names, as one file to send."""
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.carrying import carried
    from judgekit.cases.files.page import open_page

    with wrong_input(as_json), own_shelf() as shelf:
        open_page(file)  # says what is wrong with a file that is none
        text = carried(file.read_text("utf-8-sig"), shelf, str(file))
    deliver(text, out, as_json)


@position.command("new")
@click.argument("game")
@OUT
@json_option
def new_position(game: str, out: Path | None, as_json: bool) -> None:
    """Write an empty position of a game (or game/edition) to fill in."""
    from judgekit.cases.files.drafts import position_draft

    with wrong_input(as_json):
        text = position_draft(game)
    deliver(text, out, as_json)


@position.command("save")
@click.argument("where")
@OUT
@json_option
def save_position(where: str, out: Path | None, as_json: bool) -> None:
    """Save a moment of a case (CASE:BRANCH@ENTRY) as a position that plays on in the same way."""
    from judgekit.cases.files.writer import moment
    from judgekit.cli.cases import Spot, archive

    with archive() as found:
        spot = Spot(found, where)
        text = moment(spot.case, spot.branch, spot.place)
    deliver(text, out, as_json)
