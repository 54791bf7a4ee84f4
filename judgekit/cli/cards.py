"""`judgekit cards`: take card lists in, look at what is understood of them, find cards, hand them on.

Exit codes: 0 done; 1 the answer is no (rows that were not taken, cards that differ, nothing found); 2 the
file or the call is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judgekit.cli.terminal import NO, json_option, progress, say_json

if TYPE_CHECKING:
    from judgekit.cards.importing import Proposal
    from judgekit.cards.model import Imported

GAME = click.option("--game", "-g", default="", help="godzilla; else told from the list.")


@click.group()
def cards() -> None:
    """Card libraries: a card is entered once, and then only named."""


@cards.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@GAME
@click.option("--map", "map_file", type=click.Path(path_type=Path), help="A mapping that was kept.")
@click.option(
    "--keep-map", type=click.Path(path_type=Path), help="Write the mapping that is used to this file."
)
@click.option("--show", is_flag=True, help="Only show the mapping; take nothing in.")
@click.option("--encoding", default="", help="Of a text that is not UTF-8: cp1252, shift_jis …")
@click.option("--note", default="", help="Where the list comes from, under which licence.")
@click.option("--date", "day", default="", help="From when on these wordings hold (2026-11-16); else today.")
@click.option("--kind", default="print", help="print, errata or typing correction.")
@json_option
def bring(
    files: tuple[Path, ...], game: str, map_file: Path | None, keep_map: Path | None, show: bool,
    encoding: str, note: str, day: str, kind: str, as_json: bool,
) -> None:  # fmt: skip
    """Take in card lists: JSON, CSV, Excel, Cockatrice, OCTGN, Lackey, CGS, TTS, .judgecards."""
    from judgekit.cards.importing import bring, propose
    from judgekit.cards.sharing import SUFFIX, take_file
    from judgekit.cards.where import own_library

    found = []
    with own_library() as library:
        for path in _all_files(files):
            if path.suffix == SUFFIX:
                found.append(take_file(library, path))
                continue
            proposal = propose(path, game, map_file, encoding)
            if keep_map is not None:
                keep_map.write_text(proposal.fields.toml(), encoding="utf-8")
            if not as_json:
                _show_mapping(proposal)
            if show:
                continue
            with progress(path.name, len(proposal.rows.rows), quiet=as_json) as bar:
                told = bring(
                    library, proposal, note=note, day=day, kind=kind, progress=lambda done, _: bar(done)
                )
            found.append(told)
            if not as_json:
                _tell(told)
    if as_json:
        say_json([_counts(one) for one in found])
    if any(one.listed for one in found):
        raise SystemExit(NO)


def _all_files(files: tuple[Path, ...]) -> list[Path]:
    """Files, and every file of a folder."""
    return [one for path in files for one in (sorted(path.iterdir()) if path.is_dir() else [path])]


def _show_mapping(found: Proposal) -> None:
    from judgekit.cards.forms import NAMES
    from judgekit.cards.mapping import samples
    from judgekit.known import titled

    click.echo(f"{found.rows.file}: {NAMES[found.rows.form]}, {titled(found.fields.game)}")
    for one in samples(found.fields, found.rows):
        target = one.target or "(left out)"
        click.echo(f"  {one.field:<20} {target:<16} {', '.join(one.samples)[:70]}".rstrip())
    click.echo(f"  a card without a field for its text has {_absent(found.fields.absent_text)}")


def _absent(word: str) -> str:
    return "no text" if word == "empty" else "a text that nobody has given (unknown)"


def _tell(told: Imported) -> None:
    for problem in told.listed:
        click.echo(str(problem), err=True)
    for one in told.mended:
        click.echo(f"mended: {one}")
    for change in told.changes:
        click.echo(f"another wording: {change.number or change.name}")
    click.echo(
        f"{told.rows} rows: {told.taken} taken, {told.rows - told.taken} listed; {told.new} new cards, "
        f"{told.printings} new printings, {len(told.changes)} other wordings"
    )


def _counts(told: Imported) -> dict[str, object]:
    import msgspec

    found: dict[str, object] = msgspec.to_builtins(told)
    return found


@cards.command("report")
@click.argument("game")
@json_option
def show_report(game: str, as_json: bool) -> None:
    """What of a game's cards is read whole, in part, by hand; the most frequent sentences first."""
    from judgekit.cards.report import report
    from judgekit.cards.where import own_library

    with own_library() as library, progress("texts", None, quiet=as_json) as bar:
        found = report(library, game, lambda done, _: bar(done))
    if as_json:
        say_json(found)
        return
    click.echo(f"{found.cards} cards of {found.edition}")
    for word, count in found.counts.items():
        click.echo(f"  {count:>5}  {word}")
    for one in found.sentences[:20]:
        click.echo(f"  {one.count:>5} x {one.sentence}")
    if found.sentences:
        click.echo(
            f"  the first {min(20, len(found.sentences))} are {found.top_share:.0%} of what is not read"
        )
    for odd in found.contradictions:
        click.echo(f"  {odd.name}: {odd.field} says {odd.says}, but {odd.but}")
    for _, name, what in found.mended:
        click.echo(f"  mended: {name}: {what}")


@cards.command("find")
@click.argument("game")
@click.argument("words", nargs=-1, required=True)
@json_option
def find_cards(game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Cards by name, number, part of either, misspelt, or by words of their text."""
    from judgekit.cards.finding import find
    from judgekit.cards.where import own_library

    with own_library() as library:
        hits = find(library, game, " ".join(words))
    if as_json:
        say_json(hits)
    for hit in () if as_json else hits:
        click.echo(f"{hit.card:>6}  {hit.name}  ({', '.join((hit.type, *hit.numbers))})")
    if not hits:
        raise SystemExit(NO)


@cards.command("show")
@click.argument("game")
@click.argument("card")
@click.option("--on", default="", help="As it read on this day (2026-11-16).")
@json_option
def show_card(game: str, card: str, on: str, as_json: bool) -> None:
    """A card by name or number: faces, wordings, printings."""
    from judgekit.cards.looking import one_card
    from judgekit.cards.where import own_library

    with own_library() as library:
        number = one_card(library, game, card)
        wording, printings = library.wording(number, on), library.printings(number)
        history = library.wordings(number)
    if as_json:
        say_json({"card": number, "wording": wording, "wordings": history, "printings": printings})
        return
    for face in wording.faces:
        click.echo(face.name)
        click.echo(f"  {', '.join(f'{key} {_said(value)}' for key, value in face.printed.items())}")
        click.echo("  (text unknown)" if face.state == "unknown" else f"  {face.text}".replace("\n", "\n  "))
    for one in history:
        click.echo(f"  {one.kind} of {one.since}{f' to {one.until}' if one.until else ''}, {one.source}")


def _said(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
