"""Positions: a table as a judge writes it down, read into a state that the machine can take up.

The format is described in the README ("Positions"). A file is read whole: everything wrong with it is
reported at once (`WrongInput`), and nothing is half-loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as File
from typing import Any

from msgspec.structs import replace as altered

from judgekit.cases.files.areas import Ambiguous, Places, called
from judgekit.cases.files.cards import compile_cards, meanings, read_aliases, read_cards
from judgekit.cases.files.facts import facts_of
from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.lookup import CardLibrary
from judgekit.cases.files.machinery import resumed
from judgekit.cases.files.moments import read_frames
from judgekit.cases.files.page import Page, folded, guess, is_a, one_of, open_page, page_of, shown
from judgekit.cases.files.standing import speaking_card
from judgekit.cases.play.pinned import Opening
from judgekit.engine.abilities import Pool
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    PLAYERS,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Effect,
    Frame,
    Map,
    Player,
    Ref,
    Scheduled,
    Standby,
    State,
)
from judgekit.games import UnknownGame, edition
from judgekit.games.game import AreaSpec, Assumed, Game, NumberSpec, PrintedCard

FIELDS = (
    "game", "title", "notes", "at", "turn", "seed", "dice", "cards", "A", "B", "table", "history", "readings",
    "assumptions", "frames", "locals", "effects", "standby", "scheduled", "numbers", "areas", "machine",
)  # fmt: skip

A_GAME = "a game, or a game/edition"


@dataclass(frozen=True)
class Position:
    """A table at a moment, with the cards and the readings it is played by."""

    game: Game
    edition: str
    rules: Rulebook
    cards: tuple[PrintedCard, ...]
    pool: Pool
    state: State
    readings: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    title: str = ""
    notes: str = ""
    labels: Mapping[str, CardId] = field(default_factory=dict)  # what the file calls its cards (`as`)
    aliases: Mapping[str, str] = field(default_factory=dict)  # numbers and the like that it names cards by
    assumed: tuple[Assumed, ...] = ()  # what it leaves out

    def line(self) -> Line:
        """The game from here on."""
        return Line(self.rules, self.pool, self.state, dict(self.readings))

    def under(self, rules: Rulebook) -> Position:
        """The same table under other rules of the same edition: cards are compiled again."""
        return replace(self, rules=rules, pool=self.game.playable(self.cards, rules))


def load(path: File | str, library: CardLibrary | None = None) -> Position:
    """A position from a TOML or JSON file; cards that it only names are looked up in the library."""
    return read(open_page(path), library)


def loads(text: str, file: str = "position", library: CardLibrary | None = None) -> Position:
    """A position from a text, TOML or the same as JSON."""
    return read(page_of(text, file, "json" if text.lstrip().startswith("{") else "toml"), library)


def opening(text: str) -> Opening:
    """A position as the beginning of a case."""
    return _opening(loads(text))


def opening_in(text: str, name: str) -> Opening:
    """The same in the edition that its case was made in (`godzilla/1.2`), if the text names none."""
    page = page_of(text, "position", "json" if text.lstrip().startswith("{") else "toml")
    said = page.text("game")
    if said != name.partition("/")[0]:
        return opening(text)
    found = read_in(page, *edition(name))
    page.finish()
    return _opening(found)


def _opening(found: Position) -> Opening:
    told = tuple(words for key, words in found.assumed if key not in found.assumptions)
    assumptions = (*found.assumptions, *told)
    named = frozenset(found.labels.values())
    return Opening(found.rules, found.pool, found.state, found.readings, assumptions, found.title, named)


def read(page: Page, library: CardLibrary | None = None) -> Position:
    """A position from a page that has `game` in it."""
    game, number = read_edition(page, page.text("game", required=True, expected=A_GAME))
    if game is None:
        page.finish()
        raise AssertionError  # a game that is not there has been reported
    return read_in(page, game, number, library=library)


def read_in(
    page: Page, game: Game, number: str, home: str = "", library: CardLibrary | None = None
) -> Position:
    """A position of a game, whatever `game` says; its clause numbers are those of the edition `home`."""
    before = len(page.problems)
    reader = _Reader(page, game, game.rules(number), game.rules(home or number), library)
    state = reader.state()
    found = Position(
        game, number, reader.rules, tuple(reader.cards.values()), reader.pool, state, reader.readings(),
        page.texts("assumptions"), page.text("title"), page.text("notes"), reader.labels, reader.aliases,
        reader.assumed,
    )  # fmt: skip
    if len(page.problems) > before:
        page.finish()
    return found


def read_edition(page: Page, name: str, key: str = "game") -> tuple[Game | None, str]:
    """A game and an edition of it; an unknown one is reported."""
    if not name:
        if key in page.data and page.data[key] == "":
            page.wrong((key,), A_GAME, name)
        return None, ""
    try:
        return edition(name)
    except UnknownGame as error:
        page.wrong((key,), f"{A_GAME} ({error})", name)
    except ModuleNotFoundError:
        page.wrong((key,), "a game whose rules are there", name)
    return None, ""


class _Reader:
    def __init__(
        self, page: Page, game: Game, rules: Rulebook, home: Rulebook, library: CardLibrary | None
    ) -> None:
        self.page = page
        self.game = game
        self.rules = rules
        self.home = home
        self.exact = "machine" in page.data  # saved, not written by hand: nothing is filled in
        self.library = library
        self.cards = read_cards(page, game, library)
        self.aliases = read_aliases(page)
        self.standing = game.compile((), rules).definitions
        self.places = Places(page, game, {**self.standing, **self.cards}, self._named)
        self.numbers: dict[str, int] = {}
        self.turn = Player(page.choice("turn", PLAYERS, PLAYERS[0], required=True))
        self.labels: dict[str, CardId] = {}
        self.built: dict[CardId, Card] = {}
        self.clock = 0
        self.assumed: tuple[Assumed, ...] = ()
        self.mentioned: set[str] = set()  # areas, with or without cards in them

    def state(self) -> State:
        page = self.page
        page.only(FIELDS, "the fields of a position")
        frames = read_frames(page, self.game, self.rules, self.home)
        self._lay_out()
        self._add_what_is_usual(frames)
        self._count()
        areas = self._cards()
        entries = page.tables("effects")
        said = {at: self._said(one, at) for at, one in enumerate(entries) if "says" in one.data}
        self.pool = compile_cards(page, self.cards, self.game, self.rules)
        made = ([self._effect(one)] if at not in said else self._standing(one, said[at])
                for at, one in enumerate(entries))  # fmt: skip
        effects = tuple(effect for some in made for effect in some)
        standby = tuple(self._standby(one) for one in page.tables("standby"))
        scheduled = tuple(self._scheduled(one) for one in page.tables("scheduled"))
        state = State(
            cards=Map(self.built),
            areas=Map(areas),
            numbers=Map(self.numbers),
            frames=frames,
            turn_player=self.turn,
            standby=standby,
            effects=effects,
            scheduled=scheduled,
            clock=self.clock,
            seed=page.take("seed", int, "a whole number", None),
            dice_told=page.choice("dice", ("told",)) == "told",
        )
        return resumed(page.inside("machine"), state) if self.exact else self._completed(state)

    def _completed(self, state: State) -> State:
        """Where the file is silent: what follows from where the rules stand, then what is usual."""
        if self.game.completes is not None and state.frames:
            completed = self.game.completes(state, self.pool)
            state, self.assumed = completed.state, self.assumed + completed.assumed
        specs = [
            (spec, PLAYERS if spec.per_player else (None,)) for spec in self.game.numbers if spec.default
        ]
        usual = {_key(side, spec): spec.default for spec, sides in specs for side in sides}
        return altered(state, numbers=Map(usual).update(state.numbers))

    def _named(self, word: str) -> str | None:
        """What the position calls a card that its file only names; the card comes along from the library."""
        if word in self.aliases:
            return self.aliases[word]
        found = self.library.look_up(self.game.name, word) if self.library else ()
        if self.library is not None and len(found) != 1:
            near = "" if found else guess(word, [*self.cards, *self.library.near(self.game.name, word)])
            raise Ambiguous(f"a card of [cards] or of your library{meanings(found)}{near}")
        if not found:
            return None
        card = found[0].card
        if card.name in self.cards and self.cards[card.name].wording != card.wording:
            card = replace(card, name=str(found[0]))  # another card of this name is there already
        self.cards.setdefault(card.name, card)
        if word != card.name:
            self.aliases[word] = card.name
        return card.name

    # areas and numbers

    def _lay_out(self) -> None:
        """What lies in the areas, and the numbers that stand beside them."""
        for player in PLAYERS:
            if player in self.page.data:
                self._side(self.page.inside(player), player)
        self._side(self.page.inside("table"), None)
        for where, value in self.page.inside("areas").data.items():
            self.mentioned.add(where)
            self.places.put(("areas", where), value, where)

    def _add_what_is_usual(self, frames: tuple[Frame, ...]) -> None:
        """A deck or life area that is not mentioned is unknown, not empty, unless the game has not begun."""
        set_up = self.home.number(self.game.set_up) or self.game.set_up
        before = any(where.startswith(set_up) for frame in frames for where in (frame.at, frame.procedure))
        if self.exact or not frames or (set_up and before):
            return
        mentioned = {placed.area for placed in self.places.cards} | self.mentioned
        told = {spec.usual_with for spec in self.game.areas for p in PLAYERS if _area(p, spec) in mentioned}
        for player in PLAYERS:
            for spec in (one for one in self.game.areas if one.usual):
                where = _area(player, spec)
                if where not in mentioned and not (spec.usual_with and spec.usual_with in told):
                    self._assume(player, spec, where)

    def _assume(self, player: Player, spec: AreaSpec, where: str) -> None:
        """Unknown cards lie there; areas that go together are one assumption."""
        entry = {"card": UNKNOWN, "count": spec.usual} | ({spec.usual_mark: True} if spec.usual_mark else {})
        self.places.put((player, spec.name), entry, where)
        found = Assumed(f"usual {where}", self.rules.words("area not given", area=where, n=spec.usual))
        if together := spec.usual_with:
            many = sum(one.usual for one in self.game.areas if one.usual_with == together)
            words = self.rules.words(
                "areas not given", player=player, areas=together, n=many, mark=spec.usual_mark
            )
            found = Assumed(f"usual {player}.{together}", words)
        if found not in self.assumed:
            self.assumed += (found,)

    def _side(self, page: Page, player: Player | None) -> None:
        areas = {folded(n): s for s in self.game.areas if s.shared is (player is None) for n in _names(s)}
        numbers = {
            folded(n): s for s in self.game.numbers if s.per_player is (player is not None) for n in _names(s)
        }
        for key, value in page.data.items():
            if folded(key) in areas:
                spec = areas[folded(key)]
                self.mentioned.add(_area(player, spec))
                self.places.put((*page.path[len(self.page.path) :], key), value, _area(player, spec))
            elif folded(key) in numbers:
                self._number(page, key, value, _key(player, numbers[folded(key)]))
            else:
                whose = f"of {player}" if player else "of the table"
                known = [*dict.fromkeys(s.name for s in areas.values()), *(s.key for s in numbers.values())]
                known = list(dict.fromkeys(known))
                page.tell((key,), f"an area or a number {whose}: {', '.join(known)}" + guess(key, known),
                          f"the field {shown(key)}")  # fmt: skip

    def _number(self, page: Page, key: str, value: Any, full: str) -> None:
        if not isinstance(value, int):
            page.wrong((key,), "a whole number, or true or false", value)
        elif full in self.numbers:
            page.wrong((key,), f"{full} only once", value)
        else:
            self.numbers[full] = int(value)

    def _count(self) -> None:
        """Facts of history and exact numbers."""
        history = self.page.inside("history")
        specs = {folded(n): s for s in self.game.numbers for n in _names(s)}
        for key, value in history.data.items():
            player, _, rest = key.rpartition(".")
            spec = specs.get(folded(rest))
            if spec is None or (player and (player not in PLAYERS or not spec.per_player)):
                known = [s.key for s in self.game.numbers]
                history.tell((key,), f"a fact of history: {', '.join(known)}" + guess(rest, known),
                             f"the field {shown(key)}")  # fmt: skip
            else:
                whose = Player(player) if player else self.turn
                self._number(history, key, value, _key(whose if spec.per_player else None, spec))
        exact = self.page.inside("numbers")
        for key, value in exact.data.items():
            self._number(exact, key, value, key)

    def _cards(self) -> dict[Area, tuple[CardId, ...]]:
        self.places.number()
        self.clock = self.places.stamp(self.exact)
        self.base = self.clock if not self.exact else 0
        self.labels = self.places.labels()
        self.places.refer(self.labels, self.exact)
        self.built, areas = self.places.built()
        return areas

    # what goes on

    def _duration(self, page: Page) -> str:
        """How long an effect lasts: only what some step of the game brings to an end."""
        told = page.text("until")
        name = self.game.duration(told)
        if name is None:
            known = ", ".join(self.game.durations)
            later = f'the number of a later turn behind it ("{self.game.durations[0]} 9")'
            page.tell(
                ("until",),
                f"one of {known}, if need be with {later}, or nothing for the rest of the game",
                told,
            )
            return ""
        return name

    def _effect(self, page: Page) -> Effect:
        page.only(
            ("what", "source", "player", "until", "cards", "facts", "since", "id"), "the fields of an effect"
        )
        what, source, player = self._origin(page, "what")
        stamp = self._stamp(page, "since")
        cards = None
        if "cards" in page.data:
            given = page.take("cards", list, "a list of cards", [])
            cards = tuple(self._ref(page, ("cards", at), one) for at, one in enumerate(given))
        until, facts = self._duration(page), facts_of(page, ("facts",), page.data.get("facts", {}))
        return Effect(self._whole(page, "id", stamp), what, source, player, stamp, until, cards, facts)

    def _said(self, page: Page, at: int) -> str:
        """The name of the card with the words of an entry about the cards it is `on`."""
        page.only(("on", "says", "player", "until", "since"), "the fields of an effect in words")
        refs, _ = self._on(page), self._duration(page)
        name = self.built[refs[0].card].name if refs and refs[0].card in self.built else ""
        card = self.cards.get(name) or self.standing.get(name)
        found = speaking_card(page, self.game, at, card.properties if card else {})
        if found is None:
            return ""
        self.cards[found.name] = found
        return found.name

    def _on(self, page: Page) -> tuple[Ref, ...]:
        given = page.data.get("on")
        several = given if isinstance(given, list) else [given]
        return tuple(self._ref(page, ("on", at) if several is given else ("on",), one)
                     for at, one in enumerate(several))  # fmt: skip

    def _standing(self, page: Page, name: str) -> Iterator[Effect]:
        """An effect in words, on each of its cards: all of one moment."""
        quiet = len(page.problems)
        refs, stamp, until = self._on(page), self._stamp(page, "since"), self._duration(page)
        del page.problems[quiet:]  # told already
        parts = [address for address in self.pool.abilities if name and address.startswith(f"{name}#1/")]
        state = State(Map(self.built), Map(), Map(), ())
        for ref in refs:
            master = (
                self.rules.policy.master(state, self.built[ref.card])
                if ref.card in self.built
                else PLAYERS[0]
            )
            player = Player(page.choice("player", PLAYERS, master))
            for address in parts:
                self.clock += 1
                yield Effect(self.clock, address, ref, player, stamp, until, (ref,))

    def _standby(self, page: Page) -> Standby:
        page.only(("ability", "source", "player", "cause", "facts", "id"), "the fields of a standby ability")
        what, source, player = self._origin(page, "ability")
        cause = page.take("cause", list, "a list of two numbers", [0, 0])
        if len(cause) != 2 or not all(is_a(n, int) for n in cause):
            page.wrong(("cause",), "a list of two numbers", cause)
            cause = [0, 0]
        facts = facts_of(page, ("facts",), page.data.get("facts", {}))
        return Standby(self._stamp(page, "id"), what, source, player, (cause[0], cause[1]), facts)

    def _scheduled(self, page: Page) -> Scheduled:
        page.only(("ability", "source", "player", "once", "facts", "id"), "the fields of a timed trigger")
        what, source, player = self._origin(page, "ability")
        once = page.take("once", bool, "true or false", True)
        facts = facts_of(page, ("facts",), page.data.get("facts", {}))
        return Scheduled(self._stamp(page, "id"), what, source, player, once, facts)

    def _origin(self, page: Page, key: str) -> tuple[str, Ref, Player]:
        """An ability by its address, the card it comes from, and whose it is."""
        what = page.text(key, required=True)
        if what and what not in self.pool.abilities and not self.page.problems:
            known = list(self.pool.abilities)
            some = f"one of {', '.join(known[:8])}" if known else "and no card here has any"
            page.wrong((key,), f"the address of an ability, {some}" + guess(what, known), what)
        source = self._ref(page, ("source",), page.data.get("source", what.partition("#")[0]))
        card = self.built.get(source.card)
        if "player" in page.data or card is None:
            return what, source, Player(page.choice("player", PLAYERS, PLAYERS[0], required=True))
        state = State(Map(self.built), Map(), Map(), ())
        return what, source, self.rules.policy.master(state, card)

    def _ref(self, page: Page, path: Path, value: Any) -> Ref:
        """A card: by name, `as` name or number; an object that is gone as { card = 12, object = 3 }."""
        if isinstance(value, dict):
            if set(value) == {"card", "object"} and all(is_a(n, int) for n in value.values()):
                return Ref(CardId(value["card"]), value["object"])
        elif is_a(value, int) and CardId(value) in self.built:
            return self.built[CardId(value)].ref
        elif isinstance(value, str):
            found = list(called(self.built.values(), self.labels, value))
            if len(found) == 1:
                return found[0].ref
            if found:
                page.wrong(path, f"one card; {len(found)} are called that (give one a name with as)", value)
                return found[0].ref
        names = [*self.labels, *dict.fromkeys(c.name for c in self.built.values())]
        close = guess(value, names) if isinstance(value, str) else ""
        page.wrong(path, "a card on the table, by its name, its as-name or its id" + close, value)
        return Ref(CardId(0), 0)

    def _stamp(self, page: Page, key: str) -> int:
        """A time stamp: as given, or the next."""
        given = self._whole(page, key, None)
        stamp = self.clock + 1 if given is None else (given if self.exact else self.base + given)
        self.clock = max(self.clock, stamp)
        return stamp

    def _whole(self, page: Page, key: str, default: Any) -> Any:
        return page.take(key, int, "a whole number", default)

    def readings(self) -> dict[str, str]:
        """How this position reads the book's open questions."""
        return read_readings(self.page.inside("readings"), self.rules)


def read_readings(page: Page, rules: Rulebook) -> dict[str, str]:
    """Open questions of a book, and how each is read."""
    doubts = {doubt.id: doubt for doubt in rules.book.doubts}
    for key, value in page.data.items():
        if key not in doubts:
            page.tell((key,), f"an open question of {rules.name}: {', '.join(doubts)}", shown(key))
        elif value not in doubts[key].choices:
            page.wrong((key,), one_of(doubts[key].choices), value)
    return dict(page.data)


def _names(spec: AreaSpec | NumberSpec) -> tuple[str, str]:
    return (spec.name if isinstance(spec, AreaSpec) else spec.key, spec.title)


def _area(player: Player | None, spec: AreaSpec) -> str:
    return spec.name if player is None else f"{player}.{spec.name}"


def _key(player: Player | None, spec: NumberSpec) -> str:
    return spec.key if player is None else f"{player}.{spec.key}"
