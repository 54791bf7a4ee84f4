"""`judgekit position`, `card` and `ruling`: check, show and begin what judges write.

Exit codes: 0 done, and nothing is wrong; 1 the answer is no (a warning, a violated clause, a text that cannot
be read, a ruling that fails); 2 the file or the call is wrong. Every command has `--json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judgekit.cli.terminal import NO, WRONG_INPUT, json_option, say_json

if TYPE_CHECKING:
    from judgekit.cases.files.decks import DeckList
    from judgekit.cases.files.page import Problem
    from judgekit.cases.files.position import Position
    from judgekit.cases.rulings.ruling import Result, Ruling
    from judgekit.games.game import Game, PrintedCard
    from judgekit.games.verdict import Verdict

FILE = click.argument("file", type=click.Path(path_type=Path))
OUT = click.option("--out", "-o", type=click.Path(path_type=Path), help="Write to this file.")


@contextmanager
def _wrong_input(as_json: bool) -> Iterator[None]:
    """Everything that is wrong with a file, as JSON or a line each."""
    from judgekit.cases.files.page import WrongInput
    from judgekit.games import UnknownGame

    try:
        yield
    except (WrongInput, UnknownGame) as error:
        if as_json:
            say_json({"ok": False, "problems": getattr(error, "problems", [str(error)])})
        else:
            click.echo(str(error), err=True)
        raise SystemExit(WRONG_INPUT) from None


# positions


@click.group()
def position() -> None:
    """Positions: a table as a judge writes it down, in TOML or JSON."""


@position.command("check")
@FILE
@json_option
def check_position(file: Path, as_json: bool) -> None:
    """Read a position, and say what the rules would already have done about it."""
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.position import load
    from judgekit.cases.files.position_check import oddities

    with _wrong_input(as_json), own_shelf() as shelf:
        found = oddities(load(file, shelf))
    if as_json:
        say_json({"ok": all(one.accepted for one in found), "warnings": found})
    else:
        for one in found:
            accepted = "assumed: " if one.accepted else ""
            click.echo(f"{accepted}{one.text}" + ("" if one.accepted else f'  (accept as "{one.key}")'))
        if not found:
            click.echo("nothing is odd about this position")
    if any(not one.accepted for one in found):
        raise SystemExit(NO)


@position.command("show")
@FILE
@click.option("--seat", type=click.Choice(["A", "B"]), help="As this player sees it.")
@click.option("--ids", is_flag=True, help="With the ids of the cards.")
@json_option
def show_position(file: Path, seat: str | None, ids: bool, as_json: bool) -> None:
    """Draw the board as text; with --json the exact position, as judgekit would save it."""
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.position import load
    from judgekit.cases.files.text_board import board
    from judgekit.cases.files.writer import written
    from judgekit.engine.state import Player

    with _wrong_input(as_json), own_shelf() as shelf:
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
    """A position with every card in it that it names from your library: a file that can be sent away."""
    from judgekit.cards.where import own_shelf
    from judgekit.cases.files.carrying import carried
    from judgekit.cases.files.page import open_page

    with _wrong_input(as_json), own_shelf() as shelf:
        open_page(file)  # says what is wrong with a file that is none
        text = carried(file.read_text("utf-8"), shelf, str(file))
    _deliver(text, out, as_json)


@position.command("new")
@click.argument("game")
@OUT
@json_option
def new_position(game: str, out: Path | None, as_json: bool) -> None:
    """An empty position of a game (or game/edition) to fill in."""
    from judgekit.cases.files.drafts import position_draft

    with _wrong_input(as_json):
        text = position_draft(game)
    _deliver(text, out, as_json)


@position.command("save")
@click.argument("where")
@OUT
@json_option
def save_position(where: str, out: Path | None, as_json: bool) -> None:
    """A moment of a case (CASE:BRANCH@ENTRY) as a position that has the same future."""
    from judgekit.cases.files.writer import moment
    from judgekit.cli.cases import Spot, archive

    with archive() as found:
        spot = Spot(found, where)
        text = moment(spot.case, spot.branch, spot.place)
    _deliver(text, out, as_json)


def _deliver(text: str, out: Path | None, as_json: bool) -> None:
    """Onto the screen or into a new file; a file that is there is left alone."""
    if out is None:
        say_json({"text": text}) if as_json else click.echo(text, nl=False)
        return
    if out.exists():
        click.echo(f"{out} is there already; give another name", err=True)
        raise SystemExit(WRONG_INPUT)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    say_json({"file": str(out)}) if as_json else click.echo(f"wrote {out}")


# cards


@click.group()
def card() -> None:
    """Cards as printed."""


@card.command("frames")
@click.option("--play", is_flag=True, help="Play games by dice too, to see which texts act (minutes).")
@json_option
def show_frames(play: bool, as_json: bool) -> None:
    """How much of each game's card vocabulary is read, means something in the game, and acts."""
    from judgekit.audit.card_frames import share
    from judgekit.cardtext.language import GAMES

    found = [share(game, play) for game in GAMES]
    if as_json:
        say_json({one.game: {"counts": one.counts, "left": one.left} for one in found})
    else:
        click.echo("\n".join(map(str, found)))


@card.command("measure")
@click.option("--game", "-g", "name", required=True, help="godzilla")
@click.option("--card", "only", multiple=True, help="Only this card; can be given several times.")
@json_option
def measure_cards(name: str, only: tuple[str, ...], as_json: bool) -> None:
    """What random games show of each card text of a game: read, works, acts, pays, applies."""
    from judgekit.audit.card_texts import figures, measure_all, report

    with _wrong_input(as_json):
        found = measure_all(name, only)
    say_json({"figures": figures(found), "texts": found}) if as_json else click.echo(report(name, found))


@card.command("check")
@click.argument("text")
@click.option("--game", "-g", "name", required=True, help="godzilla, or godzilla/1.00.")
@click.option("--type", "kind", default="", help="The card's type, where its text depends on it.")
@json_option
def check_card(text: str, name: str, kind: str, as_json: bool) -> None:
    """Whether a printed text is understood, and as what."""
    from judgekit.games import edition
    from judgekit.games.game import PrintedCard
    from judgekit.games.verdict import verdict

    with _wrong_input(as_json):
        game, number = edition(name)
        _check_kind(game, kind)
    printed = PrintedCard("Card", {"type": kind} if kind else {}, text.replace("\\n", "\n"))
    error = _text_error(game, number, printed)
    if error and game.wiring is None:
        say_json({"ok": False, "error": error}) if as_json else click.echo(error["message"], err=True)
        raise SystemExit(NO)
    found = verdict(game, number, printed)
    told = _Told(found, _read_as(game, printed), _abilities(game, number, printed), error)
    say_json(told.as_data()) if as_json else told.say()
    if found.verdict != "read":
        raise SystemExit(NO)


@dataclass(frozen=True)
class _Told:
    """What is said about a card's text."""

    verdict: Verdict
    read: Mapping[str, Any]
    abilities: list[dict[str, str]]
    error: Mapping[str, Any]

    def as_data(self) -> dict[str, Any]:
        found = {
            "ok": self.verdict.verdict == "read",
            "verdict": self.verdict.verdict,
            "abilities": self.abilities,
            "never": [each.reason for each in self.verdict.missing],
            "missing": [{"sentence": one.sentence, "reason": one.reason} for one in self.verdict.missing],
            "read as": list(self.read),
            "data": list(self.read.values()),
        }
        return {**found, "error": self.error} if self.error else found

    def say(self) -> None:
        for words in self.read:
            click.echo(f"read as: {words}")
        if not self.read and not self.abilities:
            click.echo("a card without abilities")
        for one in self.abilities:
            click.echo(f"{one['address']}  {one['kind']} ({one['clause']})  {one['text']}".rstrip())
        if self.error:
            click.echo(self.error["message"], err=True)
        for each in self.verdict.missing:
            never = each.reason.startswith("could never happen")
            click.echo(each.reason if never else f"by hand: {each}", err=True)


def _abilities(game: Game, number: str, printed: PrintedCard) -> list[dict[str, str]]:
    """What the engine makes of a card."""
    rules = game.rules(number)
    return [
        {
            "address": a.address, "kind": type(a).__name__.lower(),
            "clause": rules.number(a.clause) or a.clause, "text": a.text,
        }
        for a in game.playable([printed], rules).abilities.values()
    ]  # fmt: skip


def _check_kind(game: Game, kind: str) -> None:
    from judgekit.cases.files.page import Problem, WrongInput, one_of

    kinds = next((spec.choices for spec in game.properties if spec.name == "type"), ())
    if kind and kinds and kind not in kinds:
        raise WrongInput([Problem("--type", 1, "", one_of(kinds), kind)])


def _read_as(game: Game, printed: PrintedCard) -> dict[str, Any]:
    """Each ability in our standard wording, and as the data that a position can give instead of a text."""
    import msgspec

    from judgekit.cardtext.language import GAMES
    from judgekit.cardtext.model import bare
    from judgekit.cardtext.wording.abilities import shown

    language = game.name.replace("-", "_")
    if language not in GAMES:
        return {}
    return {
        shown(ability, language): msgspec.to_builtins(bare(ability)) for ability in printed.parsed(language)
    }


def _text_error(game: Game, number: str, printed: PrintedCard) -> dict[str, Any]:
    """Where a text stops being understood, and what could stand there; nothing if all words are."""
    from judgekit.cardtext.errors import CardTextError
    from judgekit.cardtext.interpret import NoMeaning

    try:
        game.compile([printed], game.rules(number))
    except CardTextError as error:
        return {
            "text": error.text, "position": error.position, "expected": list(error.expected),
            "nearest": error.nearest, "message": str(error),
        }  # fmt: skip
    except NoMeaning:
        pass
    return {}


def _edition(found: DeckList | Position) -> str:
    return f"{found.game.name}/{found.edition}"


# rulings


@click.group()
def ruling() -> None:
    """Worked rulings: each is a question with its answer, and a test."""


@ruling.command("run")
@click.argument("which", nargs=-1)
@click.option("--edition", "only", default="", help="Only in this edition.")
@click.option("--verbose", "-v", is_flag=True, help="All that went wrong, and the clauses side by side.")
@json_option
def run_rulings(which: tuple[str, ...], only: str, verbose: bool, as_json: bool) -> None:
    """Play rulings (files, folders, names or games; all, if none is given) and say which fail, and why.

    A file that cannot be read is named; the others are played all the same.
    """
    from judgekit.cases.rulings.ruling import report, run

    with _wrong_input(as_json):
        rulings, unreadable = _load_all(which)
    wanted = only.rpartition("/")[2]
    results = [run(one, e) for one in rulings for e in one.scripts if wanted in ("", e)]
    ok = all(r.ok for r in results) and not unreadable
    if as_json:
        say_json({"ok": ok, "rulings": [_result(r) for r in results], "problems": unreadable})
    else:
        for result in results:
            click.echo(report(result, whole=verbose))
        for problem in unreadable:
            click.echo(str(problem), err=True)
        click.echo(f"{sum(r.ok for r in results)} of {len(results)} come out as written")
    if not ok:
        raise SystemExit(WRONG_INPUT if unreadable else NO)


def _load_all(which: tuple[str, ...]) -> tuple[list[Ruling], list[Problem]]:
    """Every ruling that can be read, and all that is wrong with those that cannot."""
    from judgekit.cases.files.page import WrongInput
    from judgekit.cases.rulings.ruling import load

    found: list[Ruling] = []
    problems: list[Problem] = []
    for path in _paths(which):
        try:
            found.append(load(path))
        except WrongInput as error:
            problems += error.problems
    return found, problems


def _paths(which: tuple[str, ...]) -> Iterator[Path]:
    from judgekit import paths
    from judgekit.cases.rulings.ruling import files

    if not which:
        yield from files()
    for one in which:
        named = paths.rulings() / f"{one}.toml"
        if not Path(one).is_absolute() and (paths.rulings() / one).is_dir():
            yield from files(one)
        elif named.is_file() or not Path(one).is_dir():
            yield named if named.is_file() else Path(one)
        else:
            yield from _in_folder(Path(one))


def _in_folder(folder: Path) -> list[Path]:
    """Every ruling in a folder and the folders in it."""
    from judgekit.cases.files.page import Problem, WrongInput

    found = sorted(folder.rglob("*.toml"))
    if not found:
        raise WrongInput([Problem(str(folder), 1, "", "a folder with rulings (*.toml)", "none")])
    return found


def _only_path(which: str) -> Path:
    from judgekit.cases.files.page import Problem, WrongInput

    found = list(_paths((which,)))
    if len(found) > 1:
        some = ", ".join(path.stem for path in found[:3])
        raise WrongInput([Problem(which, 1, "", "one ruling", f"{len(found)} of them: {some} …")])
    return found[0]


def _result(result: Result) -> dict[str, Any]:
    return {
        "name": result.ruling.name, "edition": f"{result.ruling.game.name}/{result.script.edition}",
        "ok": result.ok, "failures": result.failures, "expected": [str(w) for w in result.script.clauses],
        "walk": [stop.clause for stop in result.stops if stop.clause],
    }  # fmt: skip


@ruling.command("show")
@click.argument("which")
@click.option("--edition", "only", default="", help="In this edition; else in the file's first.")
@json_option
def show_ruling(which: str, only: str, as_json: bool) -> None:
    """A ruling on a page: question, table, answer, and the clauses that decide."""
    from judgekit.cases.files.drafts import ruling_page
    from judgekit.cases.rulings.ruling import load

    with _wrong_input(as_json):
        found = load(_only_path(which))
    number = only.rpartition("/")[2] or next(iter(found.scripts))
    if number not in found.scripts:
        click.echo(f"{found.name} holds for {', '.join(found.scripts)}, not for {number}", err=True)
        raise SystemExit(WRONG_INPUT)
    if as_json:
        say_json(_ruling_data(found, number))
    else:
        click.echo(ruling_page(found, number), nl=False)


def _ruling_data(found: Ruling, number: str) -> dict[str, Any]:
    script = found.scripts[number]
    return {
        "name": found.name, "question": found.question, "answer": script.answer,
        "explanation": script.explanation, "difficulty": found.difficulty, "status": found.status,
        "source": found.source, "readings": found.readings, "editions": _editions(found.game, found),
        "answers": [str(given) for given in script.answers], "clauses": [str(w) for w in script.clauses],
        "never": [str(w) for w in script.never], "facts": [dict(fact.data) for fact in script.facts],
    }  # fmt: skip


def _editions(game: Game, found: Ruling) -> list[str]:
    return [f"{game.name}/{number}" for number in found.scripts]


@ruling.command("new")
@click.argument("game")
@click.argument("name")
@click.option("--print", "print_only", is_flag=True, help="Show the text, write no file.")
@json_option
def new_ruling(game: str, name: str, print_only: bool, as_json: bool) -> None:
    """A ruling to fill in: NAME is the clause and a few words, like 7.4.3-counter-beats-threat."""
    from judgekit import paths
    from judgekit.cases.files.drafts import ruling_draft

    with _wrong_input(as_json):
        text = ruling_draft(game, name)
    out = paths.rulings() / game.partition("/")[0] / f"{name}.toml"
    _deliver(text, None if print_only else out, as_json)
