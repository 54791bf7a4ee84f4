"""What the commands about files share: where they are, where they go, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judgekit.cli.terminal import WRONG_INPUT, say_json

if TYPE_CHECKING:
    from judgekit.cases.files.decks import DeckList
    from judgekit.cases.files.position import Position


FILE = click.argument("file", type=click.Path(path_type=Path))
OUT = click.option("--out", "-o", type=click.Path(path_type=Path), help="Write to this file.")


@contextmanager
def wrong_input(as_json: bool) -> Iterator[None]:
    """Everything that is wrong with a file, as JSON or a line each."""
    from judgekit.cases.files.page import WrongInput
    from judgekit.games import UnknownGame

    try:
        yield
    except (WrongInput, UnknownGame) as error:
        if as_json:
            say_json({"ok": False, "problems": getattr(error, "problems", [str(error)])})
        else:
            click.echo(f"Error: {error}" if isinstance(error, UnknownGame) else str(error), err=True)
        raise SystemExit(WRONG_INPUT) from None


def deliver(text: str, out: Path | None, as_json: bool) -> None:
    """Print to the screen or write a new file; an existing file is never overwritten."""
    if out is None:
        say_json({"text": text}) if as_json else click.echo(text, nl=False)
        return
    if out.exists():
        click.echo(f"{out} is there already; give another name", err=True)
        raise SystemExit(WRONG_INPUT)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    say_json({"file": str(out)}) if as_json else click.echo(f"wrote {out}")


def edition_of(found: DeckList | Position) -> str:
    return f"{found.game.name}/{found.edition}"
