"""`judgekit audit …`: does it matter, and what would change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judgekit.cli import Group
from judgekit.cli.terminal import NO, console, json_option, progress, say_json
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from judgekit.audit.exploring.another import Another
    from judgekit.audit.exploring.explore import Exploration
    from judgekit.audit.exploring.graph import Graph
    from judgekit.audit.fuzzing.fuzz import Fuzzed
    from judgekit.audit.impact import Impact, Item
    from judgekit.audit.story import Told
    from judgekit.cases.play.case import Archive
    from judgekit.engine.machine import Line
    from judgekit.engine.state import CardId


@click.group(cls=Group)
def audit() -> None:
    """Edge cases: does the order matter, which choice decides, what would a new edition change."""


@audit.command()
@click.argument("where")
@click.option(
    "--until", default="check", show_default=True,
    help="Follow every line to: check, battle, turn, choice[:A|B], clause:NUMBER, end.",
)  # fmt: skip
@click.option(
    "--question", "asks", default="everything", show_default=True,
    help="What must be the same: winner, seen, everything, card:NAME, number:KEY, value:NAME:PROPERTY.",
)  # fmt: skip
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Stop after this many seconds.")
@click.option(
    "--states", type=int, default=200_000, show_default=True, help="Stop after this many situations."
)
@click.option("--faces", is_flag=True, help="Also follow what unknown cards and chance could be.")
@click.option(
    "--resume", type=click.Path(path_type=Path), help="Keep the progress in this file, and continue from it."
)
@click.option(
    "--another", multiple=True, metavar="KIND",
    help="Show a line; then another example, start, ending, or choice:N (its Nth choice made differently).",
)  # fmt: skip
@json_option
def explore(
    where: str, until: str, asks: str, seconds: float, states: int, faces: bool, resume: Path | None,
    another: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Does it matter? Follow all orders and all choices from a place.

    WHERE is a case and a place in it (3@42, 3:branch@42; without a place its end), or a position file.
    """
    from judgekit.audit.exploring import explore as exploring
    from judgekit.audit.exploring.another import read_kind, shown_after
    from judgekit.audit.exploring.concerns import read_concern
    from judgekit.audit.exploring.ends import read_end
    from judgekit.cli.cases import archive

    lines: list[Graph] = []
    for kind in another:
        read_kind(kind)
    with archive() as open_archive:
        line = exploring.at_next_question(line_at(open_archive, where))
        budget = exploring.Budget(seconds, states)
        with progress("situations", states, quiet=as_json) as bar:
            found = exploring.explore(
                line, until=read_end(until, line), question=read_concern(asks, line), budget=budget,
                faces=faces, tell=lambda many: bar(many) is None, resume=resume, lines=lines.append,
            )  # fmt: skip
    shown = list(shown_after(lines[0], another)) if another else []
    if as_json:
        say_json({"found": found, "shown": shown} if another else found)
        return
    tell_exploration(found)
    for one in shown:
        tell_another(one)


def tell_another(one: Another) -> None:
    from judgekit.audit.exploring import telling

    out = console()
    if one.line is None:
        out.print(said("no other", kind=one.kind, why=one.why), markup=False)
    else:
        out.print(said("another", kind=one.kind, line=telling.line(one.line)), markup=False)
        out.print(said("leads to outcome", n=(one.outcome or 0) + 1), markup=False)


def line_at(archive: Archive, where: str) -> Line:
    """The line of a position file, or of a place of a case."""
    from judgekit.cases.files.position import load
    from judgekit.cli.cases import Spot

    if Path(where).suffix in (".toml", ".json"):
        return load(Path(where)).line()
    spot = Spot(archive, where)
    if spot.place.seq > spot.branch.head:
        from judgekit.cases.errors import UnknownCase

        raise UnknownCase(
            f"branch {spot.branch.name!r} has places 0 to {spot.branch.head}; there is no {spot.place}"
        )
    return spot.case.line(spot.branch, spot.place.seq)


def tell_exploration(found: Exploration) -> None:
    from judgekit.audit.exploring import telling

    out = console()
    out.print(f"[bold]{telling.verdict(found)}[/]")
    for at, one in enumerate(found.outcomes, 1):
        if len(found.outcomes) > 1:
            lines = telling.counted(one.lines, "line")
            out.print(f"  {at}. {telling.outcome(one)} ({lines})", markup=False)
            out.print(f"     {telling.line(one.shortest)}", markup=False)
    if found.parting is not None:
        left, right = (clause or said("nothing more") for clause in found.parting.clauses)
        out.print(said("they part", left=left, right=right), markup=False)
    for title, some in ((said("decides"), found.deciding), (said("free"), found.free)):
        for asked in some:
            out.print(f"{title}: {telling.asked(asked)}", markup=False)
    for sentence in telling.searched(found):
        out.print(sentence, markup=False)


SIDE = "an edition (godzilla/1.00), a reading (A-05=choice), a wording (Scout=@FILE), or several by commas"


@audit.command()
@click.argument("left")
@click.argument("right", default="")
@click.option("--only", default="", help="Only rulings whose name has this in it.")
@click.option("--kinds", default="rulings,cases,lessons", show_default=True, help="What is run.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep the results of LEFT in this file.")
@click.option(
    "--against", "before", type=click.Path(path_type=Path), help="Compare with the results kept in this file."
)
@click.option("--workers", type=int, help="How many processes; by default one per core.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Use the workers of a Dask cluster instead.")
@click.option("--all", "whole", is_flag=True, help="Also list what stays the same.")
@json_option
def impact(
    left: str, right: str, only: str, kinds: str, save: Path | None, before: Path | None, workers: int | None,
    cluster: str, whole: bool, as_json: bool,
) -> None:  # fmt: skip
    """What would change? Run rulings, saved cases and lessons under two editions or readings.

    LEFT and RIGHT are each an edition (godzilla/1.00), followed by readings (A-05=choice) and wordings
    (Scout=@FILE), separated by commas. With --save or --against, give only one.
    """
    from judgekit.audit import impact as changes

    ours = changes.read_side(left)
    items = _items(kinds, ours.edition.partition("/")[0], only)
    with progress("items", len(items), quiet=as_json) as bar:
        if save is not None:
            kept = changes.stored(items, ours, workers, cluster)
            save.write_bytes(_encoded(kept))
            click.echo(f"wrote {save}: what came of {len(kept.came)} items", err=as_json)
            return
        if before is not None:
            found = changes.against(changes.read_stored(before), items, ours, workers)
        else:
            found = changes.impact(items, ours, changes.read_side(right), workers, cluster, bar)
    if as_json:
        say_json(found)
    else:
        _tell_impact(found, whole)


def _items(kinds: str, game: str, only: str) -> list[Item]:
    from judgekit.audit import impact as changes
    from judgekit.audit.impact import WrongSide
    from judgekit.cases.rulings.folder import files
    from judgekit.cli.cases import archive

    if not game:
        raise WrongSide(f"name the edition too: a side is {SIDE}")
    wanted = [kind.strip() for kind in kinds.split(",")]
    if unknown := [kind for kind in wanted if kind not in ("rulings", "cases", "lessons")]:
        raise WrongSide(f"what is run: rulings, cases, lessons; got {', '.join(unknown)}")
    found: list[Item] = []
    if "rulings" in wanted:
        found += changes.rulings(path for path in files(game) if only in path.stem)
    if "cases" in wanted and not only:
        with archive() as open_archive:
            found += changes.cases(open_archive, f"{game}/")
    if "lessons" in wanted and not only:
        from judgekit.teach import lessons

        found += lessons.items(game)
    return found


def _encoded(kept: object) -> bytes:
    import msgspec

    return msgspec.json.encode(kept, order="deterministic")


def _tell_impact(found: Impact, whole: bool) -> None:
    from judgekit.audit.impact import CHANGES

    out = console()
    sides = f"[bold]{found.left} → {found.right}[/]"
    out.print(said("so many run", sides=sides, n=len(found.effects)))
    for change in CHANGES:
        some = found.of(change)
        origins = ", ".join(f"{many} {origin}" for origin, many in found.origins.get(change, {}).items())
        out.print(f"{change}: {len(some)}{f' ({origins})' if origins else ''}")
        for one in some if whole or change != "same" else ():
            out.print(f"  {one.name}{f': {one.why}' if one.why else ''}", markup=False)
            for thing, here, there in one.differ[:3]:
                out.print(f"    {thing}: {here or '–'} → {there or '–'}", markup=False)
            if change == "other clauses":
                gone, new = (", ".join(some) or said("no clause") for some in (one.only_left, one.only_right))
                out.print(said("without and with", gone=gone, new=new), markup=False)


@audit.command()
@click.argument("game", default="")
@json_option
def origins(game: str, as_json: bool) -> None:
    """Count where the expected answers of the rulings come from; computed ones prove nothing."""
    from judgekit.audit.impact import rulings
    from judgekit.audit.proof.origins import ORIGINS
    from judgekit.cases.rulings.folder import files

    many = dict.fromkeys(ORIGINS, 0)
    for one in rulings(files(game)):
        many[one.origin] += 1
    if as_json:
        say_json({"game": game, "origins": many, "rulings": sum(many.values())})
    else:
        for origin, count in many.items():
            click.echo(f"{count:>6}  {origin}")


@audit.command()
@click.argument("what")
@click.option(
    "--question",
    "asks",
    default="winner",
    show_default=True,
    help="Of a case, what must stay the same: winner, card:NAME or number:KEY.",
)
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Stop after this many seconds.")
@click.option("--out", "-o", type=click.Path(path_type=Path), help="Write the ruling to this file.")
@json_option
def minimise(what: str, asks: str, seconds: float, out: Path | None, as_json: bool) -> None:
    """Find the smallest table that leads to the same answer by the same clauses.

    WHAT is a ruling (a file, or its name), or a branch of a case (3, 3:branch).
    """
    from judgekit.audit.minimise import minimise as shrink
    from judgekit.cli.files import deliver

    with progress("cards", None, quiet=as_json) as bar:
        found = shrink(_dispute(what, asks), seconds, lambda kind, cards: bar(cards) is None)
    if as_json:
        say_json(found)
        return
    deliver(found.toml, out, as_json)
    how = said("smallest") if found.is_minimal else said("no time left")
    click.echo(
        said("made smaller", before=found.before, after=found.after, tried=found.tried, how=how), err=True
    )


def _dispute(what: str, asks: str) -> dict[str, Any]:
    from judgekit import paths
    from judgekit.audit.disputes import as_ruling
    from judgekit.audit.minimise import read_ruling
    from judgekit.cli.cases import Spot, archive

    for path in (Path(what), paths.rulings() / f"{what}.toml"):
        if path.suffix and path.is_file():
            return read_ruling(path)
    with archive() as open_archive:
        spot = Spot(open_archive, what)
        return as_ruling(spot.case, spot.branch, asks)


@audit.command()
@click.argument("where")
@json_option
def loops(where: str, as_json: bool) -> None:
    """List the loops of a branch by kind, and the answers at its end that would begin an endless one.

    WHERE is a case (3, 3:branch), a place in it (3@42), or a position file.
    """
    from judgekit.audit.loops import loops_of, warnings
    from judgekit.cli.cases import archive

    with archive() as open_archive:
        line = line_at(open_archive, where)
        found, ahead = loops_of(line), warnings(line)
    if as_json:
        say_json({"loops": found, "warnings": ahead})
        return
    out = console()
    for one in found:
        out.print(f"{one.at}: {one.told}", markup=False)
    for warning in ahead:
        out.print(said("warning", told=warning.told), markup=False)
    if not found and not ahead:
        out.print(said("no loop"))


@audit.command()
@click.argument("where")
@click.argument("stories", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def story(where: str, stories: tuple[Path, ...], as_json: bool) -> None:
    """Could it have happened? Follow what players say from a place, one step per line.

    WHERE is a case and a place in it, or a position file; each STORY is a text file with lines like
    "A: play Scout" and "then A's hand: Scout". For two stories, it says what would tell them apart.
    """
    from judgekit.audit import story as telling
    from judgekit.audit.story import WrongStory
    from judgekit.cli.cases import archive
    from judgekit.games import edition
    from judgekit.narrate.table import table_words

    if len(stories) > 2:
        raise WrongStory(f"one story, or two side by side; got {len(stories)}")
    with archive() as open_archive:
        line = line_at(open_archive, where)
        game, _ = edition(line.rules.book.name)
        labels = _labels(open_archive, where)
        told = [telling.check(line, telling.read_story(_text(path)), game, labels) for path in stories]
    apart = telling.apart(told[0], told[1], table_words(line.rules)) if len(told) == 2 else None
    if as_json:
        say_json({"stories": told, "apart": apart and apart.differ})
        return
    out = console()
    for path, one in zip(stories, told, strict=True):
        _tell_story(out, str(path), one)
    for thing, left, right in apart.differ if apart else ():
        out.print(said("told apart", thing=thing, left=left, right=right), markup=False)


def _text(path: Path) -> str:
    from judgekit.audit.story import WrongStory

    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise WrongStory(f"{path}: no such file, or not UTF-8 text") from None


def _labels(archive: Archive, where: str) -> Mapping[str, CardId]:
    """What the position calls its cards."""
    from judgekit.cases.files.position import load
    from judgekit.cli.cases import Spot

    if Path(where).suffix in (".toml", ".json"):
        return load(Path(where)).labels
    return Spot(archive, where).case.labels


def _tell_story(out: Console, name: str, one: Told) -> None:
    from judgekit.cli.telling import checked

    if one.is_possible:
        out.print(said("can have happened", story=name), markup=False)
    else:
        where = {"story": name, "n": one.holds + 1, "step": one.steps[one.holds]}
        out.print(said("cannot have happened", **where), markup=False)
        out.print(f"  {one.why}", markup=False)
        for condition in one.conditions:
            out.print("  " + checked(condition, "yes" if condition.ok else "NO "), markup=False)
        for near in one.nearest:
            out.print(said("legal instead", option=near), markup=False)
    for choice in one.untold:
        out.print(said("not told", choice=choice), markup=False)


@audit.command()
@click.argument("game")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Play for this many seconds.")
@click.option("--games", type=int, help="At most this many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the random games.")
@click.option("--out", "-o", type=click.Path(path_type=Path), help="Write each finding as a position here.")
@click.option(
    "--again",
    type=click.Path(path_type=Path),
    help="Try a finding of --out again, as `git bisect run` needs it.",
)
@json_option
def fuzz(
    game: str, seconds: float, games: int | None, seed: int, out: Path | None, again: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Play random games and check after every clause what must always hold in GAME."""
    if again is not None:
        _tried_again(again)
        return
    import msgspec

    from judgekit.audit.fuzzing.fuzz import fuzz as play
    from judgekit.audit.fuzzing.fuzz import position_of

    with progress("games", games, quiet=as_json) as bar:
        found = play(game, seconds, seed, games, tell=bar)
    for at, one in enumerate(found.violations, 1):
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{game}-{seed}-{at}.toml").write_text(position_of(one), "utf-8")
            (out / f"{game}-{seed}-{at}.json").write_bytes(msgspec.json.encode(one))
    if as_json:
        say_json(found)
    else:
        _tell_fuzzed(found)
    if found.violations or found.faults:
        raise SystemExit(NO)


UNREACHED = 20  # clauses that are listed
SKIPPED = 125  # what git bisect takes for "this one cannot be tried"


def _tried_again(path: Path) -> None:
    from judgekit.audit.fuzzing.fuzz import NoFinding
    from judgekit.audit.fuzzing.fuzz import again as tried

    try:
        found, is_broken = tried(path)
    except NoFinding as problem:
        click.echo(problem, err=True)
        raise SystemExit(SKIPPED) from problem
    click.echo(
        said("is still broken" if is_broken else "holds again", clause=found.clause, check=found.check)
    )
    if is_broken:
        raise SystemExit(NO)


def _tell_fuzzed(found: Fuzzed) -> None:
    out = console()
    many = {name: getattr(found, name) for name in ("games", "choices", "entries", "invariants", "reached")}
    out.print(said("games played", edition=f"{found.game}/{found.edition}", seed=found.seed, **many))
    for one in found.violations:
        out.print(said("broken", clause=one.broken.clause, says=one.broken.says), markup=False)
        size = {"cards": one.cards, "before": one.before, "events": one.events, "of": one.events_before}
        out.print(said("broken how", found=one.broken.found, at=one.broken.at, **size), markup=False)
        made = {"file": one.file, "rules": one.rules, "commit": one.commit or said("no commit")}
        out.print(said("broken where", **made), markup=False)
        for answer in one.answers:
            out.print(f"  {answer}", markup=False)
    for fault in found.faults:
        out.print(said("stuck", fault=fault), markup=False)
    for clause in found.unreached[:UNREACHED]:
        out.print(said("never reached", clause=clause.clause, why=clause.blocked), markup=False)
    if len(found.unreached) > UNREACHED:
        out.print(said("more not reached", n=len(found.unreached) - UNREACHED))
    if not found.violations and not found.faults:
        out.print(said("all holds"))
