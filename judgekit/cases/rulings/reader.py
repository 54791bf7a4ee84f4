"""Reads a ruling's file for each of its editions, and reports everything wrong with it at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

from judgekit import paths
from judgekit.book.address import is_number
from judgekit.cases.files import decks, position
from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.moments import translated
from judgekit.cases.files.page import Page, WrongInput, guess, one_of, open_page, shown
from judgekit.cases.files.position import Position, read_edition
from judgekit.cases.rulings.expectations import read_facts
from judgekit.cases.rulings.script import Given, Ruling, Script, Wanted
from judgekit.engine import events
from judgekit.engine.events import Event
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import JUDGE, PLAYERS, Effect, Player, Scheduled, Standby
from judgekit.games.game import Game

FIELDS = (
    "question", "answer", "editions", "difficulty", "status", "source", "readings", "explanation", "position",
    "deck", "cards", "answers", "clauses", "never", "facts", "until", "violations", "edition",
)  # fmt: skip
PER_EDITION = ("answer", "explanation", "answers", "clauses", "never", "facts", "until", "violations")
PLAYER_NAMES = (*PLAYERS, JUDGE)
EVENTS = {
    name: kind for name, kind in vars(events).items() if isinstance(kind, type) and issubclass(kind, Event)
}
ABOUT: dict[str, type[Any]] = {"standby": Standby, "effect": Effect, "scheduled": Scheduled}
WRITTEN = {"src": "from", "dst": "to"}
CARRIERS = (events.StoodBy, events.Began, events.Planned)
ALIASES = {written: name for name, written in WRITTEN.items()}


def read(page: Page) -> Ruling:
    page.only(FIELDS, "the fields of a ruling")
    game, numbers = _editions(page)
    question = page.text("question", required=True)
    told = (
        page.choice("difficulty", ("easy", "medium", "hard"), required=True),
        page.choice("status", ("settled", "open"), required=True),
        page.text("source", required=True),
    )
    if game is None:
        page.finish()
        raise AssertionError  # a game that is not there has been reported
    home = game.rules(numbers[0])
    readings = _readings(page, home)
    scripts = {number: _Reader(page, game, number, numbers[0]).script() for number in numbers}
    page.finish()
    return Ruling(f"{game.name}/{File(page.file).stem}", page.file, game, question, *told, readings, scripts)


def _editions(page: Page) -> tuple[Game | None, list[str]]:
    names = page.texts("editions")
    if not names:
        page.missing(("editions",), 'a list of editions, like ["godzilla/1.2"]')
    found = [read_edition(page, name, "editions") for name in names]
    games = {game.name: game for game, _ in found if game}
    if len(games) > 1:
        page.tell(("editions",), "editions of one game", ", ".join(games))
    if len(games) != 1 or any(game is None for game, _ in found):
        return None, []
    return next(iter(games.values())), list(dict.fromkeys(number for _, number in found))


def _readings(page: Page, rules: Rulebook) -> tuple[str, ...]:
    doubts = [doubt.id for doubt in rules.book.doubts]
    for at, doubt in enumerate(page.texts("readings")):
        if doubt not in doubts:
            page.wrong(("readings", at), f"an open question of {rules.name}" + guess(doubt, doubts), doubt)
    return page.texts("readings")


def clause_of(name: str, rules: Rulebook) -> str:
    """The clause that a ruling's name begins with; empty if it begins with none."""
    return next((number for number in _prefixes(name) if number in rules.book), "")


def _prefixes(stem: str) -> Iterator[str]:
    """What can be the clause in a file name: `7-4c-short-name` has several candidates."""
    parts = stem.split("-")
    for length in range(len(parts), 0, -1):
        if is_number("-".join(parts[:length])):
            yield "-".join(parts[:length])


class _Reader:
    """Reads a ruling for one edition; problems of the shared part are reported once, for the first."""

    def __init__(self, page: Page, game: Game, number: str, home: str) -> None:
        self.page = page
        self.game = game
        self.number = number
        self.rules = game.rules(number)
        self.home = home
        self.own = page.inside("edition").inside(number) if number in page.data.get("edition", {}) else None

    def script(self) -> Script:
        before = len(self.page.problems)
        place, deck = self._position(), self._deck()
        if (place is None) is (deck is None) and len(self.page.problems) == before:
            self.page.tell((), "either a position or a deck", "both" if place else "neither")
        script = Script(
            self.number, self._take("answer").text("answer", required=True),
            self._take("explanation").text("explanation", required=True), place, deck, self._answers(),
            self._wanted("clauses"), self._wanted("never"), read_facts(self._take("facts"), self.game),
            self._until(), self._violations(), self._number_of,
        )  # fmt: skip
        self._check_own()
        if self.number != self.home:
            self._drop_repeats(before)
        return script

    def _drop_repeats(self, before: int) -> None:
        new = self.page.problems[before:]
        self.page.problems[before:] = [p for p in new if p not in self.page.problems[:before]]

    def _check_own(self) -> None:
        if self.own is not None:
            self.own.only(PER_EDITION, "what can differ by edition")
        if self.number == self.home:
            editions = self.page.inside("edition")
            for key in editions.data:
                if key not in self.game.editions:
                    editions.tell((key,), one_of(self.game.editions), shown(key))

    def _take(self, key: str) -> Page:
        """The page that has the field for this edition."""
        return self.own if self.own is not None and key in self.own.data else self.page

    def _number_of(self, clause: str) -> str:
        """A clause of the file's first edition, in this one; as it is, if that is not known."""
        return translated(clause, self.game.rules(self.home), self.rules) or clause

    def _position(self) -> Position | None:
        given = self.page.data.get("position")
        if given is None:
            return None
        try:
            if isinstance(given, str):
                return position.read_in(self._named(given), self.game, self.number, self.home)
            return position.read_in(self.page.inside("position"), self.game, self.number, self.home)
        except WrongInput as error:
            self.page.problems += [p for p in error.problems if p not in self.page.problems]
        return None

    def _named(self, name: str) -> Page:
        """A position by its name: beside the ruling, or among the fixtures."""
        folders = (File(self.page.file).parent, paths.fixtures() / "positions" / self.game.name)
        for folder in folders:
            for suffix in ("", ".toml", ".json"):
                if (folder / f"{name}{suffix}").is_file():
                    return open_page(folder / f"{name}{suffix}")
        where = f"beside the ruling, or in fixtures/positions/{self.game.name}"
        self.page.wrong(("position",), f"a table, or the name of a position file {where}", name)
        raise WrongInput([])

    def _deck(self) -> decks.DeckList | None:
        return decks.read_in(self.page, self.game, self.number) if "deck" in self.page.data else None

    def _violations(self) -> tuple[str, ...]:
        page = self._take("violations")
        if "violations" in page.data and "deck" not in self.page.data:
            page.wrong(("violations",), "violations only of a deck", page.data["violations"])
        return tuple(
            self._clause(page, ("violations", at), c) for at, c in enumerate(page.texts("violations"))
        )

    def _clause(self, page: Page, path: Path, clause: str) -> str:
        """A clause that is written in the file, in the numbers of this edition."""
        home = self.number if page is self.own else self.home
        book = self.game.rules(home).book
        if clause not in book:
            page.wrong(path, f"a clause of {book.name}" + guess(clause, book.order), clause)
            return clause
        here = translated(clause, self.game.rules(home), self.rules)
        if here is None:
            own = f'{self.rules.name} does not have it: give it its own [edition."{self.number}"]'
            page.wrong(path, f"a clause of every edition; {own}", clause)
        return here or clause

    def _wanted(self, key: str) -> tuple[Wanted, ...]:
        page = self._take(key)
        found = page.take(key, list, "a list of clauses", [])
        return tuple(self._one_wanted(page, (key, at), one) for at, one in enumerate(found))

    def _one_wanted(self, page: Page, path: Path, given: Any) -> Wanted:
        if isinstance(given, str):
            return Wanted(self._clause(page, path, given))
        if not isinstance(given, dict) or not set(given) & {"clause", "event"}:
            page.wrong(path, 'a clause, or a table like { clause = "5.4.1", event = "Moved" }', given)
            return Wanted("")
        clause = str(given.get("clause", ""))
        event = given.get("event", "")
        if event and event not in EVENTS:
            page.wrong((*path, "event"), "an event" + guess(str(event), EVENTS), event)
        number = self._clause(page, (*path, "clause"), clause) if clause else ""
        _check_fields(page, path, given, event)
        fields = {ALIASES.get(str(k), str(k)): v for k, v in given.items() if k not in ("clause", "event")}
        return Wanted(number, event, fields)

    def _answers(self) -> tuple[Given, ...]:
        page = self._take("answers")
        found = page.take("answers", list, "a list of answers", [])
        return tuple(g for at, one in enumerate(found) if (g := self._given(page, ("answers", at), one)))

    def _given(self, page: Page, path: Path, one: Any) -> Given | None:
        if isinstance(one, str):
            player, colon, words = one.partition(":")
            if colon and player.strip() in PLAYER_NAMES:
                return _given(player.strip(), [w.strip() for w in words.split(";") if w.strip()])
        elif isinstance(one, dict):
            names = [key for key in one if key in PLAYER_NAMES]
            if len(names) == 1 and set(one) <= {names[0], "clause"}:
                clause = self._clause(page, (*path, "clause"), one["clause"]) if "clause" in one else ""
                return _given(names[0], one[names[0]], clause)
        page.wrong(path, 'an answer like "A: play Tank" or { A = ["Tank", "Scout"] }', one)
        return None

    def _until(self) -> str:
        """`over`, a clause, or `asked A`, `asked 7.3.2`, `asked A 7.3.2`."""
        page = self._take("until")
        until = page.text("until", "over")
        words = until.split()
        expected = "over, a clause, or who is asked by which clause: asked A 7.3.2"
        if until == "over":
            return until
        if words[:1] == ["asked"] and 2 <= len(words) <= 3:
            return " ".join(
                ["asked", *(w if w in PLAYER_NAMES else self._clause(page, ("until",), w) for w in words[1:])]
            )
        if len(words) == 1 and is_number(until):
            return self._clause(page, ("until",), until)
        page.wrong(("until",), expected, until)
        return "over"


def _check_fields(page: Page, path: Path, given: dict[str, Any], event: str) -> None:
    known = _fields_of(event)
    names = [WRITTEN.get(one, one) for one in known]
    for name in given if known else ():
        if name not in ("clause", "event") and ALIASES.get(name, name) not in known:
            what = f"a field of {event or 'an event'}: {', '.join(names)}"
            page.tell((*path, name), what + guess(name, names), f"the field {shown(name)}")


def _fields_of(event: str) -> list[str]:
    """What an event of this name can be asked for: its own fields, and those of what it is about."""
    kinds = [EVENTS[event]] if event in EVENTS else ([] if event else list(EVENTS.values()))
    found: dict[str, None] = {}
    for kind in kinds:
        for name in kind.__struct_fields__:
            carried = kind in CARRIERS and name in ABOUT
            inner = ABOUT[name].__struct_fields__ if carried else (name,)
            found |= dict.fromkeys(inner)
    return list(found)


def _given(player: str, words: Any, clause: str = "") -> Given:
    listed = words if isinstance(words, list) else [words]
    plain = tuple({True: "yes", False: "no"}[w] if isinstance(w, bool) else str(w) for w in listed)
    if len(plain) == 1 and plain[0].startswith("announce "):
        return Given(Player(player), (plain[0].removeprefix("announce "),), clause, announced=True)
    return Given(Player(player), plain, clause)
