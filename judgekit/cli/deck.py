"""`judgekit deck`: check deck lists, take them in whatever form they have, begin a game from two of them.

Exit codes: 0 done, and the deck is legal; 1 the answer is no (a broken clause, a line in doubt); 2 the file
or the call is wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judgekit.cli import Group
from judgekit.cli.files import FILE, OUT, deliver, edition_of, wrong_input
from judgekit.cli.terminal import NO, json_option, say_json
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from judgekit.cards.decks.matching import Asked
    from judgekit.cases.files.decks import DeckList
    from judgekit.games.game import Violation


@click.group(cls=Group)
def deck() -> None:
    """Deck lists: check them, read them in any form, begin a game with two."""


ON = click.option(
    "--on", default="", metavar="DAY", help="Use the restricted list of this day; by default today's."
)


@deck.command("check")
@FILE
@ON
@json_option
def check_deck(file: Path, on: str, as_json: bool) -> None:
    """Check a deck: which clauses of deck construction and which limits of the restricted list it breaks."""
    from judgekit.cards.decks.limits import broken as over_limits
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.decks import load

    with wrong_input(as_json), own_shelf() as shelf:
        found = load(file)
        limited = over_limits(shelf.library, found, on) if shelf is not None else []
    broken = [*found.violations(), *limited]
    if as_json:
        told = {"violations": broken, "by_hand": found.by_hand()}
        say_json({"ok": not broken, "edition": edition_of(found), **told})
    else:
        _tell_legality(found, broken)
    if broken:
        raise SystemExit(NO)


def _tell_legality(found: DeckList, broken: list[Violation]) -> None:
    for one in broken:
        cards = f" [{', '.join(one.cards)}]" if one.cards else ""
        click.echo(f"{one.clause}: {one.text}{cards}")
    for card, texts in found.by_hand().items():
        for text in texts:
            click.echo(said("deck text by hand", card=card, text=text), err=True)
    if not broken:
        click.echo(said("legal deck", edition=edition_of(found)))


@deck.command("import")
@click.argument("file")
@click.option("--game", "-g", required=True, help="The game or edition: godzilla, godzilla/1.00.")
@click.option("--answer", "-a", "given", multiple=True, help="LINE=CARD for a line in doubt, or LINE=skip.")
@click.option("--encoding", default="", help="The encoding of a file that is not UTF-8: cp1252, shift_jis …")
@ON
@OUT
@json_option
def import_deck(
    file: str, game: str, given: tuple[str, ...], encoding: str, on: str, out: Path | None, as_json: bool
) -> None:
    """Read a deck list of any form (a file, or - for pasted text) as a deck of your library's cards."""
    from judgekit.cards.decks.limits import broken as over_limits
    from judgekit.cards.decks.matching import deck_of, match
    from judgekit.cards.decks.reading import read
    from judgekit.cards.decks.starting import deck_file
    from judgekit.cards.foreign import decoded, read_bytes
    from judgekit.cards.where import own_library
    from judgekit.games import edition

    name = "pasted" if file == "-" else Path(file).name
    with wrong_input(as_json), own_library() as library:
        text = sys.stdin.read() if file == "-" else decoded(read_bytes(Path(file)), name, encoding)
        answers = _answers(given)
        edition(game)
        listed = read(text, name)
        found = match(library, game, listed, answers)
        while found.asked and not as_json and somebody_answers():
            answers |= _asked_for(found.asked)
            found = match(library, game, listed, answers)
        if found.asked:
            say_json({"ok": False, "asked": found.asked}) if as_json else _ask(found.asked)
            raise SystemExit(NO)
        whole = deck_of(library, found, Path(file).stem if file != "-" else "")
        written = deck_file(whole)
        broken = [*whole.violations(), *over_limits(library, whole, on)]
    if out is not None:
        deliver(written, out, as_json)
    elif as_json:
        say_json({"ok": not broken, "edition": edition_of(whole), "violations": broken, "text": written})
    else:
        click.echo(written, nl=False)
    if not as_json:
        _tell_legality(whole, broken)
    if broken:
        raise SystemExit(NO)


def _answers(given: tuple[str, ...]) -> dict[int, str]:
    from judgekit.cases.files.page import Problem, WrongInput

    found = {}
    for one in given:
        line, _, card = one.partition("=")
        if not line.strip().isdecimal() or not card.strip():
            raise WrongInput([Problem("--answer", 1, "", 'a line and a card, like 12="BT9-001"', one)])
        found[int(line)] = card.strip()
    return found


def somebody_answers() -> bool:
    """Whether there is a terminal to ask at."""
    return sys.stdin.isatty()


def _asked_for(asked: list[Asked]) -> dict[int, str]:
    """What somebody at the terminal says of each line in doubt: the number of a candidate, a card, skip."""
    given = {}
    for one in asked:
        click.echo(f"line {one.line}: {one.raw.strip()}: {one.why}", err=True)
        for at, candidate in enumerate(one.candidates, 1):
            click.echo(f"  {at}  {candidate}", err=True)
        typed = click.prompt(
            "which card? (its number here, a name, or skip)", default="skip", err=True
        ).strip()
        is_listed = typed.isdecimal() and 0 < int(typed) <= len(one.candidates)
        given[one.line] = one.candidates[int(typed) - 1].word if is_listed else typed
    return given


def _ask(asked: list[Asked]) -> None:
    for one in asked:
        click.echo(f"line {one.line}: {one.raw.strip()}: {one.why}", err=True)
        for candidate in one.candidates:
            click.echo(f'    --answer {one.line}="{candidate.word}"   {candidate}', err=True)
        click.echo(f"    --answer {one.line}=skip   leave it out", err=True)


@deck.command("start")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--seed", type=int, help="The seed for shuffling and drawing; without one, the judge deals.")
@OUT
@json_option
def start_game(first: Path, second: Path, seed: int | None, out: Path | None, as_json: bool) -> None:
    """Write a position at set-up from two deck files: A brings the first, B the second."""
    from judgekit.cards.decks.starting import start
    from judgekit.cases.files.decks import load

    with wrong_input(as_json):
        text = start(load(first), load(second), seed)
    deliver(text, out, as_json)
