"""`judgekit cards`: take card lists in, look at what is understood of them, find cards, hand them on.

Exit codes: 0 done; 1 the answer is no (rows that were not taken, cards that differ, nothing found); 2 the
file or the call is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judgekit.cli import Group
from judgekit.cli.files import wrong_input
from judgekit.cli.terminal import NO, json_option, progress, say_json

if TYPE_CHECKING:
    from judgekit.cards.importing import Proposal
    from judgekit.cards.library import Library
    from judgekit.cards.model import Entry, Imported

GAME = click.option(
    "--game", "-g", default="", help="The game, such as godzilla; by default recognised from the list."
)


@click.group(cls=Group)
def cards() -> None:
    """Card libraries: enter a card once, then name it anywhere."""


@cards.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@GAME
@click.option(
    "--map", "map_file", type=click.Path(path_type=Path), help="Use a mapping that --keep-map has written."
)
@click.option(
    "--keep-map", type=click.Path(path_type=Path), help="Write the mapping that is used to this file."
)
@click.option("--show", is_flag=True, help="Only show the mapping; import nothing.")
@click.option("--encoding", default="", help="The encoding of a list that is not UTF-8: cp1252, shift_jis …")
@click.option("--note", default="", help="Where the list comes from, and its licence.")
@click.option(
    "--date", "day", default="", help="The day from which these wordings hold (2026-11-16); by default today."
)
@click.option(
    "--kind", default="print", help="What kind of wording it is: print, errata or typing correction."
)
@click.option("--report/--no-report", "reports", default=True, help="Report which cards are read.")
@json_option
def bring(
    files: tuple[Path, ...], game: str, map_file: Path | None, keep_map: Path | None, show: bool,
    encoding: str, note: str, day: str, kind: str, reports: bool, as_json: bool,
) -> None:  # fmt: skip
    """Import card lists: JSON, CSV, Excel, Cockatrice, OCTGN, Lackey, CGS, TTS, .judgecards."""
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
        if reports and not as_json:
            for name in dict.fromkeys(one.game for one in found if one.is_news):
                _tell_report(library, name)
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
    for one in told.unknown:
        click.echo(f"unknown: {one}")
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
    """Report which cards are read in whole, in part or by hand, and the most frequent missing sentences."""
    from judgekit.cards.report import report
    from judgekit.cards.where import own_library

    with own_library() as library:
        if as_json:
            say_json(report(library, game))
        else:
            _tell_report(library, game)


def _tell_report(library: Library, game: str) -> None:
    from judgekit.cards.report import report

    with progress("texts", None) as bar:
        found = report(library, game, lambda done, _: bar(done))
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


@cards.command("limits")
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--on", default="", metavar="DAY", help="The list that holds on this day; by default today.")
@json_option
def restricted(game: str, file: Path | None, on: str, as_json: bool) -> None:
    """Show the restricted list that decks are checked against; with a FILE, take over the list in it."""
    from judgekit.cards.decks.limits import limits, take_limits
    from judgekit.cards.where import own_library

    with wrong_input(as_json), own_library() as library:
        many = take_limits(library, game, file) if file is not None else 0
        found = limits(library, game, on)
    if as_json:
        say_json(found)
        return
    if file is not None:
        click.echo(f"{many} limits of {file.name} are kept")
    for one in found:
        until = f" until {one.until}" if one.until else ""
        click.echo(f"{one.copies}  {one.card}  (from {one.since}{until}, {one.source})")


@cards.command("find")
@click.argument("game")
@click.argument("words", nargs=-1, required=True)
@json_option
def find_cards(game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Find cards by name or number, even in part or misspelt, or by words of their text."""
    from judgekit.cards.finding import find
    from judgekit.cards.where import own_library

    with own_library() as library:
        hits = find(library, game, " ".join(words))
    if as_json:
        say_json(hits)
    for hit in () if as_json else hits:
        click.echo(f"{hit.card:>6}  {hit.name}  ({', '.join((hit.type, *hit.numbers))})")
    if not hits:
        click.echo(f"no card of {game} fits {' '.join(words)!r}", err=True)
        raise SystemExit(NO)


@cards.command("show")
@click.argument("game")
@click.argument("card")
@click.option("--on", default="", help="As it read on this day (2026-11-16).")
@json_option
def show_card(game: str, card: str, on: str, as_json: bool) -> None:
    """Show a card by name or number: faces, wordings, printings."""
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


@cards.command("reword")
@click.argument("game")
@click.argument("card")
@click.argument("text")
@click.option(
    "--kind",
    default="reading",
    help="What kind of wording it is: errata, typing correction or reading (your own).",
)
@click.option("--note", default="", help="Who says so.")
@click.option("--date", "day", default="", help="The day from which it holds (2026-11-16); by default today.")
@json_option
def reword(game: str, card: str, text: str, kind: str, note: str, day: str, as_json: bool) -> None:
    """Add a wording of a card that holds from a day on: an erratum, a correction, your own reading."""
    from judgekit.cards.looking import one_card
    from judgekit.cards.where import own_library

    with own_library() as library:
        number = one_card(library, game, card)
        wording = library.reword(number, text.replace("\\n", "\n"), kind, note, day)
    say_json(wording) if as_json else click.echo(f"{wording.name}: {kind} from {wording.since} on")


@cards.command("compare")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@GAME
@click.option("--take", "side", type=click.Choice(["first", "second"]), help="Import this list …")
@click.option(
    "--winner", "given", multiple=True, help="… but take this card from the other list: JK01-001=first."
)
@json_option
def compare_lists(
    first: Path, second: Path, game: str, side: str | None, given: tuple[str, ...], as_json: bool
) -> None:
    """Compare two lists of one game: what is new, gone, renumbered or worded differently."""
    from judgekit.cards.comparing import differences
    from judgekit.cards.importing import propose
    from judgekit.cards.taking import take

    sides = [propose(path, game) for path in (first, second)]
    entries = [take(one.rows, one.fields).entries for one in sides]
    found = differences(entries[0], entries[1])
    if as_json:
        say_json(found)
    for one in () if as_json else found:
        what = f"{one.before} is now {one.after}" if one.kind == "other number" else one.words
        click.echo(f"{one.kind}: {one.number} {one.name}{f': {what}' if what else ''}")
    if side is not None:
        _take_chosen(sides, entries, side, given)
    elif found:
        raise SystemExit(NO)
    elif not as_json:
        click.echo("the two lists say the same")


def _take_chosen(
    sides: list[Proposal], entries: list[list[Entry]], side: str, given: tuple[str, ...]
) -> None:
    """One list of both into the library: of each card the side that was chosen for it."""
    from judgekit.cards.comparing import take_chosen
    from judgekit.cards.where import own_library

    wrong = next((one for one in given if one.rpartition("=")[2] not in ("first", "second")), None)
    if wrong is not None:
        raise click.UsageError(f"a winner is a card and a side, like JK01-001=first; got {wrong!r}")
    winners = {one.rpartition("=")[0]: one.rpartition("=")[2] for one in given}
    with own_library() as library:
        told = take_chosen(library, sides, entries, winners, side)
    click.echo(f"{told.taken} cards taken, {told.new} new, {len(told.changes)} other wordings", err=True)


@cards.command("export")
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--texts", is_flag=True, help="Include the texts of the cards; by default they stay here.")
@click.option("--note", default="", help="Provenance and licence.")
@json_option
def export_library(game: str, file: Path, texts: bool, note: str, as_json: bool) -> None:
    """Export a game's library as one file (.judgecards) for somebody else."""
    from judgekit.cards.sharing import export
    from judgekit.cards.where import own_library

    if file.exists():
        raise click.UsageError(f"{file} is there already; give another name")
    with own_library() as library:
        data = export(library, game, texts, note)
        count = library.games().get(game, 0)
    file.write_bytes(data)
    said = {"file": str(file), "cards": count, "bytes": len(data), "texts": texts}
    say_json(said) if as_json else click.echo(f"wrote {file}: {count} cards, {len(data)} bytes")


@cards.command("sample")
@click.argument("game")
@json_option
def take_sample(game: str, as_json: bool) -> None:
    """Add the invented sample cards of a game, to try things with."""
    from judgekit.cards.samples import take_sample
    from judgekit.cards.where import own_library

    with own_library() as library:
        told = take_sample(library, game)
    say_json(told) if as_json else click.echo(f"{told.taken} cards of {game}")


@cards.command("check-case")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check_wordings(file: Path, as_json: bool) -> None:
    """Check whether the cards of a position or a ruling still read as they did there."""
    from judgekit.cards.history import outdated
    from judgekit.cards.where import own_library
    from judgekit.cases.files.position import load

    with own_library() as library:
        found = outdated(library, load(file))
    if as_json:
        say_json(found)
    for one in () if as_json else found:
        click.echo(f"{one.name} differs: “{one.sentence}” is now {one.now!r}")
    if found:
        raise SystemExit(NO)
    if not as_json:
        click.echo("every card reads as it did")
