"""`judgekit card`: what is printed on a card, read and tried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from judgekit.cli import Group
from judgekit.cli.files import wrong_input
from judgekit.cli.terminal import NO, json_option, say_json
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from judgekit.games.game import Game, PrintedCard
    from judgekit.games.verdict import Verdict


@click.group(cls=Group)
def card() -> None:
    """Card texts: what judgekit reads in them, and what of it acts."""


@card.command("frames")
@click.option("--play", is_flag=True, help="Play random games too, to see which texts act (takes minutes).")
@json_option
def show_frames(play: bool, as_json: bool) -> None:
    """Measure how much of each game's card vocabulary is read, has a meaning and acts."""
    from judgekit.audit.texts.frames import share
    from judgekit.cardtext.language import GAMES

    found = [share(game, play) for game in GAMES]
    if as_json:
        say_json({one.game: {"counts": one.counts, "left": one.left} for one in found})
    else:
        click.echo("\n".join(map(str, found)))


@card.command("measure")
@click.option("--game", "-g", "name", required=True, help="The game, such as godzilla.")
@click.option("--card", "only", multiple=True, help="Only this card; can be given several times.")
@json_option
def measure_cards(name: str, only: tuple[str, ...], as_json: bool) -> None:
    """Play random games and measure for each card text whether it is read, works, acts, is paid, applies."""
    from judgekit.audit.texts.played import figures, measure_all, report

    with wrong_input(as_json):
        found = measure_all(name, only)
    say_json({"figures": figures(found), "texts": found}) if as_json else click.echo(report(name, found))


@card.command("check")
@click.argument("text")
@click.option("--game", "-g", "name", required=True, help="The game or edition: godzilla, godzilla/1.00.")
@click.option("--type", "kind", default="", help="The type of the card, where its text depends on it.")
@json_option
def check_card(text: str, name: str, kind: str, as_json: bool) -> None:
    """Check whether a printed text is understood, and as what."""
    from judgekit.games import edition
    from judgekit.games.game import PrintedCard
    from judgekit.games.verdict import tokens_described, verdict

    with wrong_input(as_json):
        game, number = edition(name)
        _check_kind(game, kind)
    printed = PrintedCard("Card", {"type": kind} if kind else {}, text.replace("\\n", "\n"))
    error = _text_error(game, number, printed)
    if error and game.wiring is None:
        say_json({"ok": False, "error": error}) if as_json else click.echo(error["message"], err=True)
        raise SystemExit(NO)
    found = verdict(game, number, printed)
    tokens = tuple(tokens_described(game, number, printed))
    told = _Told(found, _read_as(game, printed), tokens, _abilities(game, number, printed), error)
    say_json(told.as_data()) if as_json else told.say()
    if found.verdict != "read":
        raise SystemExit(NO)


@dataclass(frozen=True)
class _Told:
    """What is said about a card's text."""

    verdict: Verdict
    read: Mapping[str, Any]
    tokens: tuple[str, ...]
    abilities: list[dict[str, str]]
    error: Mapping[str, Any]

    def as_data(self) -> dict[str, Any]:
        found = {
            "ok": self.verdict.verdict == "read",
            "verdict": self.verdict.verdict,
            "abilities": self.abilities,
            "never": [each.reason for each in self.verdict.missing],
            "missing": [{"sentence": one.sentence, "reason": one.reason} for one in self.verdict.missing],
            "read as": [*self.read, *self.tokens],
            "data": list(self.read.values()),
        }
        return {**found, "error": self.error} if self.error else found

    def say(self) -> None:
        for words in (*self.read, *self.tokens):
            click.echo(said("text read as", words=words))
        if not self.read and not self.abilities:
            click.echo(said("no abilities"))
        for one in self.abilities:
            click.echo(f"{one['address']}  {one['kind']} ({one['clause']})  {one['text']}".rstrip())
        if self.error:
            click.echo(self.error["message"], err=True)
        for each in self.verdict.missing:
            click.echo(each.reason if each.never else said("text by hand", what=each), err=True)


def _abilities(game: Game, number: str, printed: PrintedCard) -> list[dict[str, str]]:
    """What the engine makes of a card; what the game has without any card is left out."""
    rules = game.rules(number)
    of_all = game.playable([], rules).abilities
    return [
        {
            "address": a.address, "kind": type(a).__name__.lower(),
            "clause": rules.number(a.clause) or a.clause, "text": a.text,
        }
        for a in game.playable([printed], rules).abilities.values()
        if a.address not in of_all
    ]  # fmt: skip


def _check_kind(game: Game, kind: str) -> None:
    from judgekit.cases.files.page import Problem, WrongInput, one_of

    kinds = game.types
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
