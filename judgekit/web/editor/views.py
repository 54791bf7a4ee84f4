"""The board editor: a position built by form, with its text beside it; either can be changed.

It works without JavaScript: every button sends the whole form, and the page comes back with everything kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from typing import Any

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit import games
from judgekit.cards.describing import keep_described
from judgekit.cases.errors import CaseError
from judgekit.cases.files.carrying import carried
from judgekit.cases.files.page import Problem, WrongInput, folded, page_of
from judgekit.cases.files.position import loads
from judgekit.cases.files.position_check import Oddity, oddities
from judgekit.cases.files.text_board import board
from judgekit.cases.files.writer import toml
from judgekit.engine.state import PLAYERS, UNKNOWN
from judgekit.games import UnknownGame
from judgekit.games.game import AreaSpec, Game, MarkSpec, PropertySpec
from judgekit.games.verdict import card_verdict
from judgekit.web.case.board_grid import Grid
from judgekit.web.case.new import begin, begin_again, drafted
from judgekit.web.editor.position_form import (
    HEAD,
    REST,
    TABLE,
    Entry,
    Printed,
    Sketch,
    Written,
    counts,
    own_marks,
    parsed,
    places,
    sketched,
    written,
)
from judgekit.web.editor.shorthand import QUICK, Example, example, typed
from judgekit.web.events import chosen, of_game
from judgekit.web.home import known_games
from judgekit.web.remembered import GAME, remember
from judgekit.web.responses import file_answer, show, wants_json
from judgekit.web.services import desk
from judgekit.web.urls import clause_href, whole

LONGEST = 600_000  # characters of a form: the position as fields and as text
TEXT = "text"
MOST = 400  # cards and rows that a form may have


class AreaForm(msgspec.Struct, frozen=True):
    where: str
    title: str
    clause: str
    href: str
    room: str
    entries: tuple[Entry, ...]
    shared: bool
    spot: str = ""  # its place on the drawn board


class NumberForm(msgspec.Struct, frozen=True):
    where: str
    title: str
    href: str
    value: str
    default: str


class SideForm(msgspec.Struct, frozen=True):
    """A side of the table: areas with a `spot` on a grid of `columns`, the others beside it."""

    name: str
    rows: tuple[tuple[AreaForm, ...], ...]
    aside: tuple[AreaForm, ...]
    numbers: tuple[NumberForm, ...]
    columns: int = 0


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, and at which field of the form."""

    input: str
    field: str
    expected: str
    came: str


class Editor(msgspec.Struct):
    """Everything the page shows; a program finds the same in its JSON twin."""

    game: str
    title: str
    edition: str
    editions: tuple[str, ...]
    games: tuple[tuple[str, str], ...]
    moments: tuple[str, ...]
    head: dict[str, str]
    cards: tuple[Printed, ...]
    sides: tuple[SideForm, ...]
    order: str  # of the areas in the text: cards that lie in the first ones came first
    rest: str
    text: str
    seen: str
    faults: tuple[Fault, ...]
    text_faults: tuple[Problem, ...]
    oddities: tuple[Oddity, ...]
    twin: str
    properties: tuple[PropertySpec, ...]
    marks: tuple[MarkSpec, ...]
    names: tuple[str, ...]
    example: Example  # of a typed line
    quick: str = ""  # a typed line that could not be taken
    follows: str = ""  # 3:main: the branch whose answers are given again
    read_as: tuple[str, ...] = ()  # of each card, what its text is understood to say
    open_words: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...] = ()  # of each card, what is ambiguous
    events: tuple[str, ...] = ()  # of this game
    event: str = ""  # that the case will be of


# the pages


def new_position() -> Response:
    """An empty board of a game, to be filled in with the form."""
    names = dict(known_games())
    wanted = request.args.get("game", "") or next(iter(names))
    try:
        game, edition = games.edition(wanted)
    except ModuleNotFoundError:
        raise UnknownGame(f"there are no rules of {wanted!r}; there are {', '.join(names)}") from None
    event = chosen()
    if event and event.game == game.name and "/" not in wanted:
        edition = event.edition.partition("/")[2]
    remember(GAME, game.name)
    sketch = _blank(game, edition)
    if card := request.args.get("card", "").strip()[:120]:
        where = f"{PLAYERS[0]}/{_home(game, card)}"
        sketch.piles[where] = [Entry(card)]
    return shown(sketch, game)


def _home(game: Game, word: str) -> str:
    """Where to put a card that the reader wants to see on a table: an area of its type, or the hand."""
    found = desk().cards.look_up(game.name, word)
    kind = str(found[0].card.properties.get("type", "")) if found else ""
    return next((spec.name for spec in game.areas if spec.name == kind and spec.capacity == 1), "hand")


def edit_position() -> Response:
    """Take a change of the form or of its text; `do` says what: add, write, read, check, open, save …"""
    if sum(map(len, request.form.values())) > LONGEST:
        raise CaseError(
            f"the editor takes a position of up to {LONGEST // 2:,} characters; open it as a file"
        )
    text = request.form.get(TEXT, "").replace("\r\n", "\n")
    verb, _, about = request.form.get("do", "add").partition(":")
    if "game" not in request.form:
        return edit_text(text)
    game, edition = _game(request.form.get("game", ""), request.form.get("edition", ""))
    sketch = in_form(request.form, game, edition)
    try:
        sketch, game = _agreed(sketch, game, text, verb)
    except WrongInput as problem:
        return shown(sketch, game, text, problem.problems)
    _take_names(sketch, game)
    slips = _take_line(sketch, game)
    _do(sketch, game, verb, about)
    return shown(sketch, game, slips=slips, verb=verb)


def edit_text(text: str, follows: str = "") -> Response:
    """The editor, filled from a text; one that cannot be read at all is shown with its faults. With the
    branch that it `follows`, the answers of that branch are given again when it is opened."""
    try:
        sketch, game = from_text(text)
    except WrongInput as problem:
        if wants_json():
            raise
        return show("position.html", drafted(text, "", problem.problems), 422)
    return shown(sketch, game, follows=follows)


def _game(name: str, edition: str) -> tuple[Game, str]:
    try:
        return games.edition(f"{name}/{edition}" if edition else name)
    except ModuleNotFoundError:
        raise UnknownGame(f"there are no rules of {name!r}") from None


def from_text(text: str) -> tuple[Sketch, Game]:
    """A sketch of what a text says; raises WrongInput if it is not TOML or names no game."""
    page = page_of(text, "position", "json" if text.lstrip().startswith("{") else "toml")
    named = page.data.get("game")
    try:
        game, edition = games.edition(named if isinstance(named, str) else "")
    except (UnknownGame, ModuleNotFoundError):
        loads(text)
        raise
    return sketched(page.data, game, edition), game


def _blank(game: Game, edition: str) -> Sketch:
    moments = list(game.moments)
    at = "main phase" if "main phase" in moments else moments[0]
    return Sketch(game.name, edition, {"at": at, "turn": PLAYERS[0]})


def _agreed(sketch: Sketch, game: Game, text: str, verb: str) -> tuple[Sketch, Game]:
    """Form or text, whichever was changed; where both were, the judge says which counts."""
    seen = request.form.get("seen", "")
    if verb == "read":
        return from_text(text)
    if verb == "write" or not seen or _digest(text) == seen:
        return sketch, game
    if _digest(written(sketch, game).text) == seen:
        return from_text(text)
    expected = "a change in the form or in the text, not in both: press “Use the text” or “Use the form”"
    raise WrongInput([Problem(TEXT, 1, TEXT, expected, "changes in both")])


def _digest(text: str) -> str:
    return blake2b(text.strip().encode(), digest_size=8).hexdigest()


# what the form says


def in_form(form: Mapping[str, str], game: Game, edition: str) -> Sketch:
    """The sketch that was sent; fields that the game does not have are not looked at."""
    head = {key: form.get(f"head/{key}", "").strip() for key in HEAD}
    sketch = Sketch(game.name, edition, {key: value for key, value in head.items() if value})
    sketch.rest = form.get(REST, "").replace("\r\n", "\n").strip()
    sketch.cards = _cards_in(form, game)
    known = dict(places(game))
    listed = [where for where in form.get("order", "").split("|") if where in known]
    for where in dict.fromkeys([*listed, *known]):
        entries = _entries_in(form, game, where)
        if entries:
            sketch.piles[where] = entries
    for where, _ in counts(game):
        if value := form.get(f"number/{where}", "").strip():
            sketch.numbers[where] = value
    return sketch


def _cards_in(form: Mapping[str, str], game: Game) -> list[Printed]:
    found = []
    for at in _rows(form, "card/", "/name"):
        values = {s.name: form.get(f"card/{at}/is/{s.name}", "").strip() for s in game.properties}
        text = form.get(f"card/{at}/text", "").replace("\r\n", "\n").strip()
        card = Printed(form[f"card/{at}/name"].strip(), text, {k: v for k, v in values.items() if v})
        if not card.is_empty:
            found.append(card)
    return found


def _entries_in(form: Mapping[str, str], game: Game, where: str) -> list[Entry]:
    found = []
    for at in _rows(form, f"pile/{where}/", "/card"):
        own = {key: form.get(f"pile/{where}/{at}/{key}", "").strip() for key in _ENTRY}
        marks = {m.name: form.get(f"pile/{where}/{at}/is/{m.name}", "") for m in own_marks(game)}
        entry = Entry(
            own["card"], own["count"], own["as"], own["owner"], own["under"], own["more"],
            {name: value for name, value in marks.items() if value},
        )  # fmt: skip
        if not entry.is_empty:
            found.append(entry)
    return found


_ENTRY = ("card", "count", "as", "owner", "under", "more")


def _rows(form: Mapping[str, str], before: str, after: str) -> list[int]:
    """The numbers of the rows that were sent, in order."""
    middle = (
        key[len(before) : -len(after)] for key in form if key.startswith(before) and key.endswith(after)
    )
    rows = sorted({int(one) for one in middle if one.isascii() and one.isdecimal() and len(one) < 5})
    if len(rows) > MOST:
        raise CaseError(f"a form has at most {MOST} rows; enter this many cards as text")
    return rows


# what is to be done


def _take_names(sketch: Sketch, game: Game) -> None:
    """The names that were typed at the areas, with commas between them."""
    for where, _ in places(game):
        for name in request.form.get(f"add/{where}", "").split(","):
            if name.strip():
                sketch.piles.setdefault(where, []).append(_named(name.strip()))


def _take_line(sketch: Sketch, game: Game) -> tuple[Problem, ...]:
    """The typed line, all of it or nothing."""
    trial = msgspec.convert(msgspec.to_builtins(sketch), Sketch)
    try:
        standing = _standing(game.name, sketch.edition)
        typed(request.form.get(QUICK, ""), trial, game, standing, lambda word: _in_library(game, word))
    except WrongInput as problem:
        return problem.problems
    sketch.cards, sketch.piles, sketch.numbers = trial.cards, trial.piles, trial.numbers
    return ()


def _in_library(game: Game, word: str) -> str:
    """The name of a library card: the word itself, or the only card number that ends with it."""
    library = desk().library
    return word if library.meant(game.name, word) else library.ending(game.name, word)


def _named(name: str) -> Entry:
    """`Tank`, `Tank x3`, or a bare number of unknown cards."""
    if name.isascii() and name.isdecimal():
        return Entry(UNKNOWN, name[:4])
    plain, _, times = name.rpartition(" x")
    if plain and times.isascii() and times.isdecimal():
        return Entry(plain.strip(), times[:4])
    return Entry(name)


@lru_cache(maxsize=8)
def _standing(name: str, edition: str) -> tuple[str, ...]:
    """Cards that are always there, such as rulers."""
    game, number = games.edition(f"{name}/{edition}")
    return tuple(game.compile((), game.rules(number)).definitions)


def _do(sketch: Sketch, game: Game, verb: str, about: str) -> None:
    acts: dict[str, Callable[[Sketch, Game, str], None]] = {
        "card": _add_card, "define": _add_card, "drop": _drop, "up": _up, "accept": _accept,
        "object": _object, "keep": _keep, "copy": _copy, "move": _move, "mean": _mean,
    }  # fmt: skip
    if verb in acts:
        acts[verb](sketch, game, about)


def _add_card(sketch: Sketch, game: Game, name: str) -> None:
    """A card to be described; with a name, if one lies on the table already."""
    if all(card.name != name for card in sketch.cards):
        sketch.cards.append(Printed(name, values={} if name else _first_type(game)))


def _keep(sketch: Sketch, game: Game, about: str) -> None:
    """Add a card described by hand to the library: from now on its name is enough."""
    rows, at = _row(sketch, about)
    if not 0 <= at < len(rows) or not rows[at].name:
        return
    alone = Sketch(sketch.game, sketch.edition, dict(sketch.head), [rows[at]])
    if meanings := dict(_meanings(sketch, rows[at].name)):
        alone.rest = toml({"cards": {rows[at].name: {"refers": meanings}}})
    try:
        card = next(iter(loads(written(alone, game).text).cards))
    except WrongInput:
        return  # the fault is told at its field
    keep_described(desk().library, game, card)
    if meanings:
        data = parsed(sketch.rest, REST)
        data["cards"].pop(card.name, None)
        sketch.rest = toml({key: value for key, value in data.items() if value != {}})
    del rows[at]


def _first_type(game: Game) -> dict[str, str]:
    kinds = game.types
    return {"type": kinds[0]} if kinds else {}


def _row(sketch: Sketch, about: str) -> tuple[list[Any], int]:
    """A list of the sketch, and a place in it: `card/2`, `pile/A/hand/0`."""
    where, _, at = about.rpartition("/")
    rows: list[Any] = sketch.cards if where == "card" else sketch.piles.get(where.removeprefix("pile/"), [])
    number = whole(at, 4, len(rows))
    return rows, number


def _drop(sketch: Sketch, game: Game, about: str) -> None:
    rows, at = _row(sketch, about)
    del rows[at : at + 1]


def _up(sketch: Sketch, game: Game, about: str) -> None:
    rows, at = _row(sketch, about)
    if 0 < at < len(rows):
        rows[at - 1 : at + 1] = rows[at], rows[at - 1]


def _copy(sketch: Sketch, game: Game, about: str) -> None:
    """A copy of it, directly below."""
    rows, at = _row(sketch, about)
    if 0 <= at < len(rows):
        twin = msgspec.convert(msgspec.to_builtins(rows[at]), type(rows[at]))
        if isinstance(twin, Printed):
            twin.name = _free(twin.name, [card.name for card in sketch.cards])
        elif twin.label:
            twin.label = ""
        rows.insert(at + 1, twin)


def _free(name: str, taken: list[str]) -> str:
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def _move(sketch: Sketch, game: Game, about: str) -> None:
    """Move a card to another area: `pile/A/hand/0>B/drop`; else to the area chosen beside it."""
    where, _, to = about.partition(">")
    to = to or request.form.get(f"{where}/to", "")
    rows, at = _row(sketch, where)
    if to in dict(places(game)) and where.startswith("pile/") and 0 <= at < len(rows):
        sketch.piles.setdefault(to, []).append(rows.pop(at))


def _accept(sketch: Sketch, game: Game, key: str) -> None:
    """Record an oddity as an assumption."""
    _assume(sketch, lambda listed: [*(one for one in listed if one != key), key])


def _object(sketch: Sketch, game: Game, key: str) -> None:
    """Take an assumption back."""
    _assume(sketch, lambda listed: [one for one in listed if one != key])


def _assume(sketch: Sketch, change: Callable[[list[str]], list[str]]) -> None:
    try:
        rest = parsed(sketch.rest, REST)
    except WrongInput:
        return  # the fault is told at its field
    listed = rest.get("assumptions", [])
    rest["assumptions"] = change([listed] if isinstance(listed, str) else list(listed))
    sketch.rest = toml({key: value for key, value in rest.items() if value != []})


# the page


def shown(
    sketch: Sketch, game: Game, typed_text: str = "", text_faults: tuple[Problem, ...] = (),
    slips: tuple[Problem, ...] = (), verb: str = "", follows: str = "",
) -> Response:  # fmt: skip
    """The editor with a sketch in it; with `open` or `save`, what is asked for, if nothing is wrong."""
    page = _page(sketch, game, slips)
    page.follows = follows or request.form.get("follows", "")[:80]
    page.events, event = of_game(game.name), chosen()
    page.event = event.name if event else ""
    wrong = bool(page.faults or text_faults)
    if verb == "open" and not wrong:
        return begin_again(page.text, page.follows) if page.follows else begin(page.text)
    if verb == "save" and not wrong:
        text = carried(page.text, desk().cards)
        return file_answer(text, f"{sketch.head.get('title') or game.name}.toml", "application/toml")
    if text_faults:
        page.text, page.text_faults = typed_text, text_faults
    fragment = "part" in request.form
    refused = wrong and verb in ("open", "save")
    if refused and wants_json():
        raise WrongInput(Problem("form", 1, one.input, one.expected, one.came) for one in page.faults)
    return show("editor_form.html" if fragment else "editor.html", page, 422 if refused else 200)


def _page(sketch: Sketch, game: Game, slips: tuple[Problem, ...]) -> Editor:
    text, faults, found, twin = _weighed(sketch, game)
    faults += tuple(Fault(one.field, one.field, one.expected, one.came) for one in slips)
    sides = _Sides(sketch, game)
    names = [*(card.name for card in sketch.cards if card.name), *_standing(game.name, sketch.edition)]
    read = [_read_as(f"{game.name}/{sketch.edition}", c.name, c.values.get("type", ""), c.text,
                     _meanings(sketch, c.name)) for c in sketch.cards]  # fmt: skip
    return Editor(
        game.name, game.title, sketch.edition, tuple(game.editions), known_games(), tuple(game.moments),
        {key: sketch.head.get(key, "") for key in HEAD}, tuple(sketch.cards),
        tuple(sides.of(name) for name in ("B", TABLE, "A")), "|".join(sketch.piles), sketch.rest, text,
        _digest(text), faults, (), found, twin, game.properties, tuple(own_marks(game)),
        tuple(dict.fromkeys(names)), example(game), request.form.get(QUICK, "") if slips else "", "",
        tuple(told for told, _ in read), tuple(words for _, words in read),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _read_as(
    edition: str, name: str, kind: str, text: str, refers: tuple[tuple[str, str], ...]
) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """What a text is understood to say, and the words of it that can mean several things."""
    if not text:
        return "", ()
    found = card_verdict(edition, name or "this card", {"type": kind} if kind else {}, text, dict(refers))
    missing = [f"Not read: {one}" for one in found.missing]
    words = tuple(one.open_word for one in found.missing if one.open_word)
    return " ".join([*found.paraphrase, *missing]), words


def _meanings(sketch: Sketch, name: str) -> tuple[tuple[str, str], ...]:
    """The meanings of a card's words, as chosen by the judge."""
    try:
        told = parsed(sketch.rest, REST).get("cards", {}).get(name, {}).get("refers", {})
    except (WrongInput, AttributeError):
        return ()
    return tuple(sorted((str(k), str(v)) for k, v in told.items())) if isinstance(told, dict) else ()


def _mean(sketch: Sketch, game: Game, about: str) -> None:
    """What a word of a card means, as `card/2>it>this card`: kept with the card."""
    where, _, rest = about.partition(">")
    word, _, meaning = rest.partition(">")
    rows, at = _row(sketch, where)
    if not 0 <= at < len(rows) or not word or not meaning:
        return
    data = parsed(sketch.rest, REST)
    own = data.setdefault("cards", {}).setdefault(rows[at].name, {})
    own["refers"] = {**own.get("refers", {}), word: meaning}
    sketch.rest = toml(data)


def _weighed(sketch: Sketch, game: Game) -> tuple[str, tuple[Fault, ...], tuple[Oddity, ...], str]:
    """The text of the sketch, what is wrong with it, what is odd about it, and the board as text."""
    try:
        result = written(sketch, game)
    except WrongInput as problem:
        return "", tuple(Fault(p.field, p.field, p.expected, p.came) for p in problem.problems), (), ""
    try:
        position = loads(result.text, library=desk().cards)
    except WrongInput as problem:
        return result.text, tuple(_fault(result, one) for one in problem.problems), (), ""
    return result.text, _nameless(sketch), tuple(oddities(position)), board(position)


def _fault(result: Written, problem: Problem) -> Fault:
    return Fault(result.input_of(problem.field), problem.field, problem.expected, problem.came)


def _nameless(sketch: Sketch) -> tuple[Fault, ...]:
    return tuple(
        Fault(f"card/{at}/name", "name", "the name of the card", "nothing")
        for at, card in enumerate(sketch.cards)
        if not card.name and (card.text or len(card.values) > 1)
    )


class _Sides:
    def __init__(self, sketch: Sketch, game: Game) -> None:
        self.sketch = sketch
        self.game = game
        self.rules = game.rules(sketch.edition)
        self.grid = Grid(game.areas, "")

    def _clause(self, clause: str) -> tuple[str, str]:
        """A clause's number in this edition, and its page."""
        number = self.rules.number(clause) or clause
        return number, clause_href(f"{self.game.name}/{self.sketch.edition}", number)

    def of(self, name: str) -> SideForm:
        """A player's areas in rows, as the game lays them out; the far player's rows turned round."""
        own = [(w, spec) for w, spec in places(self.game) if w.startswith(f"{name}/")]
        drawn = sorted((pair for pair in own if pair[1].row >= 0), key=lambda p: (p[1].row, p[1].column))
        rows = [tuple(self._area(*pair) for pair in row) for _, row in groupby(drawn, key=lambda p: p[1].row)]
        if name == "B":
            rows = [row[::-1] for row in rows[::-1]]
        aside = tuple(self._area(*pair) for pair in own if pair[1].row < 0)
        columns = self.grid.columns if name in PLAYERS else 0
        return SideForm(name, tuple(rows), aside, tuple(self._numbers(name)), columns)

    def _area(self, where: str, spec: AreaSpec) -> AreaForm:
        room = "" if spec.capacity is None else f"up to {spec.capacity}"
        entries = tuple(self.sketch.piles.get(where, ()))
        spot = self._spot(where.partition("/")[0], spec)
        return AreaForm(where, spec.title, *self._clause(spec.clause), room, entries, spec.shared, spot)

    def _spot(self, side: str, spec: AreaSpec) -> str:
        """The place of an area on the drawn board, as its style names it; the far side is turned round."""
        if spec.shared or spec.name not in self.grid.spots:
            return ""
        box = self.grid.box(frozenset({spec.name}), far=side == "B")
        return f"r{box.row} c{box.column} s{box.span}"

    def _numbers(self, name: str) -> list[NumberForm]:
        found = []
        for where, spec in counts(self.game):
            if where.startswith(f"{name}/"):
                href = self._clause(spec.clause)[1] if spec.clause else ""
                value = self.sketch.numbers.get(where, "")
                found.append(NumberForm(where, spec.title, href, value, str(spec.default)))
        return found


def fits_card(spec: PropertySpec, card: Printed) -> bool:
    """Whether a card of this type can have it, or has it by mistake."""
    kind = card.values.get("type", "")
    return not spec.types or folded(kind) in spec.types or not kind or bool(card.values.get(spec.name))
