"""Facts that must hold at the end of a ruling: small tables, what each is about and what is true of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judgekit.cases.files.areas import called
from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.page import Page, folded, guess, is_a, shown
from judgekit.cases.play.answering import NoSuchOption, names_for
from judgekit.cases.play.refusals import why_refused
from judgekit.cases.rulings.clause_trace import clause_of_effect, layers
from judgekit.engine.events import Row
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked
from judgekit.engine.state import PLAYERS, Card, CardId, Player, State, area_name, area_player
from judgekit.engine.views import Eyes
from judgekit.games.game import Game
from judgekit.narrate.said import said

ABOUT_A_CARD = ("in", "across", "property", "mark", "keyword", "under", "gone", "owner", "seen by")
ENDED = {"A": "A wins", "B": "B wins", None: "draw"}  # by the winner, as a file writes it
OPEN = "open"


@dataclass(frozen=True)
class Fact:
    """One fact as written; `kind` is the field that says what it is about."""

    path: Path
    kind: str
    data: Mapping[str, Any]

    def __str__(self) -> str:
        return ", ".join(f"{key} = {shown(value)}" for key, value in self.data.items())


def read_facts(page: Page, game: Game) -> tuple[Fact, ...]:
    return tuple(fact for one in page.tables("facts") if (fact := _fact(one, game)))


def _fact(page: Page, game: Game) -> Fact | None:
    kind = next((kind for kind in KINDS if kind in page.data), "")
    if not kind:
        page.tell((), f"a fact about one of {', '.join(KINDS)}", shown(dict(page.data)))
        return None
    page.only((kind, *KINDS[kind].fields), f"the fields of a fact about {kind}")
    KINDS[kind].check(page, game)
    return Fact(page.path, kind, page.data)


def _check_card(page: Page, game: Game) -> None:
    page.text("card", required=True)
    given = [key for key in ABOUT_A_CARD if key in page.data]
    if len(given) != 1:
        page.tell((), f"exactly one of {', '.join(ABOUT_A_CARD)}", shown(dict(page.data)))
    if "in" in page.data:
        _check_area(page, "in", game)
    if "across" in page.data:
        _check_across(page, game)
    for key in ("under", "keyword", "owner"):
        page.text(key)
    if "property" in page.data:
        known = [spec.name for spec in game.properties]
        if folded(page.text("property")) not in map(folded, known):
            page.wrong(("property",), f"one of {', '.join(known)}", page.data["property"])
    if "mark" in page.data:
        _check_mark(page, game)
    _check_sight(page)
    if "clause" in page.data and given not in (["property"], ["keyword"], ["seen by"]):
        found = shown(page.data["clause"])
        page.tell(("clause",), "a clause only beside a property, a keyword, or who sees the card", found)
    if given in (["property"], ["mark"], ["keyword"]) and "is" not in page.data:
        page.missing(("is",), "the value that it has")


def _check_across(page: Page, game: Game) -> None:
    names = page.texts("across")
    known = [spec.name for spec in game.areas if not spec.shared]
    if not game.across:
        page.wrong(("across",), f"nothing: no card of {game.name} lies across several areas", names)
    for at, name in enumerate(names):
        if folded(name) not in map(folded, known):
            page.wrong(("across", at), f"one of the {game.across}" + guess(name, known), name)


def _check_mark(page: Page, game: Game) -> None:
    mark, known = page.text("mark"), [spec.name for spec in game.marks]
    if folded(mark) not in map(folded, known):
        page.wrong(("mark",), f"one of {', '.join(known)}" + guess(mark, known), mark)


def _check_area(page: Page, key: str, game: Game) -> None:
    where = page.text(key, required=True)
    if where.startswith("under."):
        return
    name, player = area_name(where), area_player(where)
    known = [spec.name if spec.shared else f"{p}.{spec.name}" for spec in game.areas for p in PLAYERS]
    spec = next((s for s in game.areas if folded(name) in (folded(s.name), folded(s.title))), None)
    if where and (spec is None or spec.shared is not (player is None)):
        page.wrong((key,), "an area like A.hand" + guess(where, known), where)


def _check_sight(page: Page) -> None:
    if "seen by" in page.data and not set(page.texts("seen by")) <= set(PLAYERS):
        page.wrong(("seen by",), 'players, like "A" or ["A", "B"]; [] for nobody', page.data["seen by"])


def _check_number(page: Page, game: Game) -> None:
    page.text("number", required=True)
    page.take("is", int, "a whole number", 0, required=True)


def _check_pile(page: Page, game: Game) -> None:
    _check_area(page, "area", game)
    _check_sight(page)
    if not set(page.data) & {"count", "has", "lacks", "cards", "seen by"}:
        page.missing((), "one of count, has, lacks, cards, seen by")
    if "clause" in page.data and not {"count", "seen by"} & set(page.data):
        page.tell(("clause",), "a clause only beside count or seen by", shown(page.data["clause"]))
    page.take("count", int, "a whole number", 0)
    if "mark" in page.data:
        _check_mark(page, game)
    for key in ("has", "lacks", "cards"):
        page.texts(key)


def _check_asked(page: Page, game: Game) -> None:
    page.choice("asked", (*PLAYERS, "judge"), required=True)
    page.texts("offers")
    page.texts("lacks")


def _check_refused(page: Page, game: Game) -> None:
    page.text("refused", required=True)
    page.choice("by", PLAYERS, required=True)
    page.text("clause", required=True)


def _check_standby(page: Page, game: Game) -> None:
    if not is_a(page.data["standby"], int):
        page.texts("standby")


@dataclass
class End:
    """The end of a run, where facts are looked up."""

    line: Line
    game: Game
    labels: Mapping[str, CardId]
    clause: Callable[[str], str]  # a clause number of the ruling -> the number in this edition
    consulted: set[str] = field(default_factory=set)  # clauses that refusals were explained by
    read: list[str] = field(default_factory=list)  # open questions of the book that decided a fact

    def fails(self, fact: Fact) -> str:
        """Why a fact does not hold; empty if it does."""
        table = self.line.table
        table.inspect(self.state, len(self.line.log))
        table.being_read = self.read
        try:
            return KINDS[fact.kind].test(self, fact.data)
        except NoSuchOption as error:
            return str(error)
        except Asked as asked:
            return said("not known yet", prompt=asked.question.prompt)
        finally:
            table.being_read = None

    @property
    def state(self) -> State:
        """The table at the end; if a question is open, with what has happened up to it."""
        return self.line.provisional or self.line.state

    def card(self, word: str) -> Card | str:
        """The one card of that name: as the game began, or, if there was none, as it is now."""
        state = self.state
        for cards in (self.line.start.cards, state.cards):
            found = list(called(cards.values(), self.labels, word))
            if len(found) > 1:
                return said("several called", n=len(found), word=word)
            if found:
                return state.cards.get(found[0].id) or said("gone", word=word)
        return said("none called", word=word)

    def is_gone(self, word: str) -> bool:
        """Whether the one card that had this name as the game began no longer exists."""
        found = list(called(self.line.start.cards.values(), self.labels, word))
        return len(found) == 1 and found[0].id not in self.state.cards

    def area(self, written: str) -> str:
        name, player = area_name(written), area_player(written)
        spec = next((s for s in self.game.areas if folded(name) in (folded(s.name), folded(s.title))), None)
        if spec is None:
            return written
        return f"{player}.{spec.name}" if player else spec.name


def _card_fact(end: End, data: Mapping[str, Any]) -> str:
    card = end.card(data["card"])
    if isinstance(card, str):
        return "" if "gone" in data and end.is_gone(data["card"]) else card
    if "in" in data:
        return "" if end.area(data["in"]) in _spread(end, card) else said("it is", found=shown(card.area))
    if "across" in data:
        found = [area_name(where) for where in _spread(end, card)]
        is_so = set(map(folded, _list(data["across"]))) == set(map(folded, found))
        return "" if is_so else said("it is", found=shown(found))
    if "under" in data:
        host = end.card(data["under"])
        return host if isinstance(host, str) else _differ(f"under.{host.id}", card.area)
    if "mark" in data:
        spec = next(m for m in end.game.marks if folded(m.name) == folded(data["mark"]))
        return _differ(data["is"], card.mark(spec.name, False))
    if "keyword" in data:
        return _keyword_fact(end, card, data)
    if "owner" in data:
        return _differ(data["owner"], card.owner)
    if "gone" in data:
        return said("it is in", area=card.area)
    if "seen by" in data:
        return _sight_fact(end, card, data)
    return _property_fact(end, card, data)


def _sight_fact(end: End, card: Card, data: Mapping[str, Any]) -> str:
    """Who may look at the card now: where it lies, or because it was shown to the player who is asked."""
    table, question = end.line.table, end.line.question
    eyes = [player for player in PLAYERS if Eyes(table, end.state, player).sees(card.id)]
    shown_to = [question.player] if question is not None and card.id in question.looked else []
    found = [player for player in PLAYERS if player in (*eyes, *shown_to)]
    return _sight_differs(end, data, found, [card])


def _sight_differs(end: End, data: Mapping[str, Any], found: list[Player], cards: Sequence[Card]) -> str:
    """Whether these players may look at cards, and by which clauses."""
    table = end.line.table
    numbers = (table.rules.number(clause) for card in cards for clause in table.policy.sight(card))
    clauses = set(filter(None, numbers))
    end.consulted |= clauses
    if set(found) != set(_list(data["seen by"])):
        return said("it is seen by", players=" and ".join(found) or said("nobody"))
    if "clause" in data and end.clause(data["clause"]) not in clauses:
        return said("sight results from", clauses=", ".join(sorted(clauses)) or said("nothing"))
    return ""


def _property_fact(end: End, card: Card, data: Mapping[str, Any]) -> str:
    """The value, and that this clause helped to produce it."""
    name = next(s.name for s in end.game.properties if folded(s.name) == folded(data["property"]))
    table = end.line.table
    wrong = _differ(data["is"], _plain(table.peek(card.id, name)))
    rows = [*table.board.rows.get((card.id, name), ())]
    rows += [given for row in rows for given in table.board.rows.get((row.source, "abilities"), ())]
    return wrong or _derived_by(end, data, rows, table.policy.value_clauses(table, card, rows))


def _keyword_fact(end: End, card: Card, data: Mapping[str, Any]) -> str:
    """Whether the card has the bold word, and that this clause helped to give or take it."""
    wrong = _differ(data["is"], _has_keyword(end, card, data["keyword"]))
    return wrong or _derived_by(end, data, end.line.table.board.rows.get((card.id, "abilities"), ()))


def _derived_by(end: End, data: Mapping[str, Any], rows: Sequence[Row], more: Iterable[str] = ()) -> str:
    """Whether the clause that the fact names is among those that these changes go back to."""
    rules, pool = end.line.rules, end.line.pool
    derived = {*layers(rows, rules), *more}
    derived.update(clause for row in rows for clause in clause_of_effect(row.effect, rules, pool))
    end.consulted |= derived.union(end.line.table.board.reasons)
    if "clause" not in data or end.clause(data["clause"]) in end.consulted:
        return ""
    return said("results from", clauses=", ".join(sorted(derived)) or said("print alone"))


def _spread(end: End, card: Card) -> list[str]:
    """Every area that a card lies in: a wide member has several."""
    side = area_player(card.area)
    names = card.mark(end.game.across) if end.game.across else None
    return [f"{side}.{name}" for name in names] if names and side else [card.area]


def _has_keyword(end: End, card: Card, word: str) -> bool:
    """Whether the card has an ability under that bold word now: by print and not lost, or by an effect."""
    table, board = end.line.table, end.line.table.board
    printed = [a for a in table.definition(card.id).abilities if board.has_ability(card.id, a.address)]
    gained = [ability for number, ability in board.granted() if number == card.id]
    bold = folded(word)  # in brackets, or alone where a game prints its keywords bare
    return any(
        f"[{bold}" in folded(f"{a.address} {_head(a.text)}") or folded(a.text) == bold
        for a in (*printed, *gained)
    )


def _head(text: str) -> str:
    """The bold words that a text begins with; those further on are what it speaks of, or gives."""
    found = re.match(r"(\[[^]]*]\s*)*", text)
    return found[0] if found else ""


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _number_fact(end: End, data: Mapping[str, Any]) -> str:
    key, numbers = data["number"], end.state.numbers
    known = [
        n for s in end.game.numbers for n in ((f"A.{s.key}", f"B.{s.key}") if s.per_player else (s.key,))
    ]
    if key not in known and key not in numbers:
        return said("no such number", near=guess(key, known))
    return _differ(int(data["is"]), numbers.get(key, 0))


def _area_fact(end: End, data: Mapping[str, Any]) -> str:
    state = end.state
    pile = [state.cards[c] for c in state.pile(end.area(data["area"]))]
    if "seen by" in data:
        return _shown_fact(end, pile, data)
    if "mark" in data:
        spec = next(m for m in end.game.marks if folded(m.name) == folded(data["mark"]))
        pile = [card for card in pile if card.mark(spec.name, False) == data.get("is", True)]
    names = [card.name for card in pile]
    if "count" in data and data["count"] != len(names):
        return said("so many there", n=len(names))
    if "clause" in data and (wrong := _counted_by(end, data)):
        return wrong
    if "cards" in data and Counter(_list(data["cards"])) != Counter(names):
        return said("there is", names=", ".join(names) or said("no card there"))
    if missing := Counter(_list(data.get("has", []))) - Counter(names):
        there = ", ".join(names) or said("no card there")
        return said("there is no", missing=", ".join(missing), names=there)
    for name in _list(data.get("lacks", [])):
        if name not in end.line.pool.definitions:
            return said("none called near", name=name, near=guess(name, end.line.pool.definitions))
    present = [name for name in _list(data.get("lacks", [])) if name in names]
    return said("there is", names=", ".join(present)) if present else ""


def _counted_by(end: End, data: Mapping[str, Any]) -> str:
    """Whether this is the clause by which everybody may know how many cards lie in an area."""
    table = end.line.table
    number = table.rules.number(table.policy.counting_clause) or ""
    end.consulted.add(number)
    return "" if end.clause(data["clause"]) == number else said("results from", clauses=number)


def _shown_fact(end: End, pile: Sequence[Card], data: Mapping[str, Any]) -> str:
    """Who may look at all cards of an area, and by which clause."""
    table, where = end.line.table, end.area(data["area"])
    spec = next(spec for spec in end.game.areas if spec.name == area_name(where))
    usual = [
        p for p in PLAYERS if spec.seen_by == "all" or (spec.seen_by == "owner" and p == area_player(where))
    ]
    by_card = [
        [player for player in PLAYERS if table.policy.sees(end.state, player, card, table.readings)]
        for card in pile
    ]
    found = [player for player in PLAYERS if all(player in each for each in by_card or [usual])]
    return _sight_differs(end, data, found, pile)


def _list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _outcome_fact(end: End, data: Mapping[str, Any]) -> str:
    outcome = end.line.state.outcome
    if outcome is None:
        return _differ(data["outcome"], OPEN)
    wrong = _differ(data["outcome"], ENDED[outcome.winner])
    if not wrong and "clause" in data:
        return _differ(end.clause(data["clause"]), outcome.clause)
    return wrong


def _asked_fact(end: End, data: Mapping[str, Any]) -> str:
    question = end.line.ask()
    if question is None:
        return said("nobody asked")
    if question.player != data["asked"]:
        return said("is asked", player=question.player)
    if "clause" in data and end.clause(data["clause"]) != question.clause:
        return said("that clause asks", clause=question.clause)
    names = names_for(end.line, end.labels, end.game)
    for word in _list(data.get("offers", [])):
        names.option(question.options, word)
    for word in _list(data.get("lacks", [])):
        if names.meant(question.options, word):
            return said("is offered", word=word)
    return ""


def _refused_fact(end: End, data: Mapping[str, Any]) -> str:
    """The thing cannot be done, and this clause is among the reasons."""
    checks = why_refused(end.line, Player(data["by"]), data["refused"], end.labels, end.game)
    failed = [check for check in checks if not check.ok]
    if not failed:
        return said("is allowed")
    clauses = {number for check in failed for number in (check.clause, *check.by)}
    end.consulted |= clauses
    if "clause" in data and end.clause(data["clause"]) not in clauses:
        return said("refused by", checks=", ".join(f"{c.clause} ({c.needed})" for c in failed))
    return ""


def _standby_fact(end: End, data: Mapping[str, Any]) -> str:
    state = end.state
    if is_a(data["standby"], int):
        return _differ(data["standby"], len(state.standby))
    cards = (state.cards.get(waiting.source.card) for waiting in state.standby)
    names = [f"{card.name if card else '?'}" for card in cards]
    addresses = [waiting.ability for waiting in state.standby]
    wanted = Counter(_list(data["standby"]))
    if wanted in (Counter(names), Counter(addresses)):
        return ""
    return said("there is", names=", ".join(addresses) or said("none on standby"))


def _at_fact(end: End, data: Mapping[str, Any]) -> str:
    frames = end.line.state.frames
    return _differ(end.clause(data["at"]), frames[-1].at if frames else said("the end"))


def _differ(wanted: Any, found: Any) -> str:
    return "" if wanted == found and type(wanted) is type(found) else said("it is", found=shown(found))


class Kind(NamedTuple):
    """What facts of a kind can say, how they are read, and why one does not hold."""

    fields: tuple[str, ...]
    check: Callable[[Page, Game], object]
    test: Callable[[End, Mapping[str, Any]], str]


KINDS = {
    "card": Kind((*ABOUT_A_CARD, "is", "clause"), _check_card, _card_fact),
    "number": Kind(("is",), _check_number, _number_fact),
    "area": Kind(
        ("count", "has", "lacks", "cards", "seen by", "mark", "is", "clause"), _check_pile, _area_fact
    ),
    "outcome": Kind(
        ("clause",), lambda page, game: page.choice("outcome", (*ENDED.values(), OPEN), required=True),
        _outcome_fact,
    ),
    "asked": Kind(("clause", "offers", "lacks"), _check_asked, _asked_fact),
    "refused": Kind(("by", "clause"), _check_refused, _refused_fact),
    "standby": Kind((), _check_standby, _standby_fact),
    "effects": Kind(
        (), lambda page, game: page.take("effects", int, "how many effects there are", 0),
        lambda end, data: _differ(data["effects"], len(end.state.effects)),
    ),
    "at": Kind((), lambda page, game: page.text("at"), _at_fact),
    "turn": Kind(
        (), lambda page, game: page.choice("turn", PLAYERS),
        lambda end, data: _differ(data["turn"], end.line.state.turn_player),
    ),
}  # fmt: skip
