"""Commands that keep cases safe: backup, restore, doctor, sign, remove, purge."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from judgekit import paths
from judgekit.cases.errors import CaseError
from judgekit.cases.store import backup as copies
from judgekit.cases.store import signing
from judgekit.cases.store.store import Store, make_home
from judgekit.cli.terminal import NO, console, json_option, say, say_json

A_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=A_FILE)
@json_option
def backup(file: Path, as_json: bool) -> None:
    """Copy everything into one FILE, even while a server is running: cases, books, cards, teaching records
    and the key that signs sheets."""
    if any(one.is_file() for one in _beside()):
        with Store(paths.database()) as store:
            store.cases()  # there may be cards, and no case yet
    copies.backup(paths.database(), file, _beside())
    say(
        as_json,
        {"file": str(file)},
        f"backed up to {file}; `judgekit restore {quote(str(file))}` brings it back",
    )


@click.command()
@click.argument("file", type=A_FILE)
@json_option
def restore(file: Path, as_json: bool) -> None:
    """Replace everything with a backup FILE; what was there is kept beside it."""
    kept = copies.restore(paths.database(), file, [*_beside(), *_libraries_in(file)])
    told = f"{file} is the database now" + (f"; what was there is in {kept}" if kept else "")
    say(as_json, {"file": str(file), "kept": str(kept or "")}, told)


def _beside() -> list[Path]:
    """What lies beside the database and belongs to a backup."""
    from judgekit.cards.naming import library_beside, named_libraries
    from judgekit.teach.store import beside

    database = paths.database()
    libraries = [library_beside(database, name) for name in ("", *named_libraries(database.parent))]
    keys = [database.with_name(name) for name in (signing.NAME, signing.RESTING)]
    return [*libraries, beside(database), *keys]


def _libraries_in(file: Path) -> list[Path]:
    """Where the libraries of events belong that a backup holds."""
    from judgekit.cards.naming import NAMED

    return [paths.database().with_name(name) for name in copies.packed(file) if NAMED.fullmatch(name)]


@click.command()
@click.option(
    "--on/--off", "wanted", default=None, help="Start or stop signing; older sheets can still be checked."
)
@json_option
def sign(wanted: bool | None, as_json: bool) -> None:
    """Show whether sheets are signed with the key in the home folder, or switch signing on or off.

    `judgekit verify --head HEAD --signature SIGNATURE` checks a sheet.
    """
    folder = paths.database().parent
    if wanted is not None:
        make_home(folder)
        (signing.turn_on if wanted else signing.turn_off)(folder)
    on = signing.is_on(folder)
    told = f"sheets are signed with the key {folder / signing.NAME}" if on else "sheets are not signed"
    say(as_json, {"signing": on}, told)


@click.command()
@click.option(
    "--repair", is_flag=True, help="Save what can be read into a new database; the old one is kept."
)
@json_option
@click.pass_context
def doctor(context: click.Context, repair: bool, as_json: bool) -> None:
    """Check the database for damage; exits with 1 if there is any."""
    database = paths.database()
    if database.parent.is_file():
        make_home(database.parent)
    if not database.exists():
        say(as_json, {"faults": []}, f"there is no database {database} yet")
        return
    found, done = copies.faults(database), ""
    way_out = BACK if found == [copies.EMPTY] else REPAIR
    if found and repair and way_out == REPAIR:
        kept, saved = copies.salvage(database)
        done = f"saved {sum(saved.values())} rows; the damaged file is {kept}"
        found = copies.faults(database)
    if not found:
        found, way_out = _of_cases(database), BRING_BACK
    for other in (one for one in _beside() if one.suffix == database.suffix and one.is_file()):
        found += [f"{other.name}: {text}; {BACK}" for text in copies.faults(other)]
    if as_json:
        say_json({"database": str(database), "faults": found, "done": done})
    else:
        for text in (*filter(None, [done]), *(found or ["nothing is wrong"]), *([way_out] if found else ())):
            console().print(text, markup=False)
    context.exit(NO if found else 0)


BACK = "`judgekit restore` brings a backup back"
REPAIR = "`judgekit doctor --repair` saves what can be read, and keeps the damaged file"
BRING_BACK = f"everything else is whole. {BACK}, and keeps what is here; `judgekit import` takes one case"


def _of_cases(database: Path) -> list[str]:
    with Store(database) as store:
        found = store.lost()
        for case in store.cases():
            found += [f"case {case.id}: {text}" for _, text in _problems(store, case.id)]
            found += [f"case {case.id}: {text}" for text in store.mended(case.id)]
    return found


def _problems(store: Store, case: int) -> list[tuple[int, str]]:
    try:
        return store.problems(case)
    except CaseError as problem:
        return [(0, str(problem).removeprefix(f"case {case}: "))]


@click.command()
@click.argument("case")
@click.option("--why", default="", help="The reason; it stays in the journal.")
@click.option("--undo", is_flag=True, help="List it again.")
@json_option
def remove(case: str, why: str, undo: bool, as_json: bool) -> None:
    """Remove a CASE from every list; nothing is deleted."""
    with Store(paths.database()) as store:
        number = store.restore(case) if undo else store.remove(case, why)
    told = f"case {number} is listed again" if undo else f"case {number} is removed; --undo brings it back"
    say(as_json, {"case": number, "removed": not undo}, told)


@click.command()
@click.argument("case")
@click.option("--yes", is_flag=True, help="Confirm; this cannot be undone.")
@json_option
def purge(case: str, yes: bool, as_json: bool) -> None:
    """Delete a removed CASE for good; the journal keeps a note."""
    if not yes:
        raise CaseError(f"this cannot be undone: `judgekit purge {case} --yes` deletes it for good")
    with Store(paths.database()) as store:
        number = store.purge(case)
    say(as_json, {"case": number, "purged": True}, f"case {number} is gone for good")
