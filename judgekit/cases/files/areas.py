"""The cards on the table: from the areas of a position to cards with ids, owners, marks and time stamps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from judgekit.cases.files.facts import facts_of
from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.page import Page, folded, guess, is_a, one_of, shown
from judgekit.engine.state import (
    IRRELEVANT,
    PLAYERS,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Facts,
    Player,
    Value,
    area_player,
    under,
)
from judgekit.games.game import Game, MarkSpec, TieSpec

MOST = 5000  # cards of a position: both decks of any game, many times over
ENTRY = ("card", "count", "as", "under", "owner", "since", "id", "object", "marks")


NAMED = {
    "": "the address of an ability",
    "card": "the name of a card",
    "cards": "a list of cards",
    "amounts": 'cards with amounts, { "Tank" = 2 }',
    "players": "A, B or both in a list",
}


class Ambiguous(Exception):
    """A word that means no card of the library, or several; says what was expected."""


@dataclass
class Placed:
    """A card of a position, before it has its id and its time stamp."""

    path: Path
    name: str
    owner: Player
    area: str = ""  # empty: under its host
    host: Placed | None = None
    label: str = ""  # `as`: what this file calls it
    marks: Facts = ()
    id: int | None = None
    since: int | None = None
    object: int = 0
    order: int = 0  # place in the file; copies of one entry share it
    tied: Placed | None = None  # the card that it lies beside and belongs to
    tie: str = ""  # the mark that says so
    named: dict[str, Any] = field(default_factory=dict)  # marks that name other cards, as they are written

    def all_marks(self) -> Facts:
        """Its marks, with the one that ties it to the card beside it, which must have its id by now."""
        if self.tied is None:
            return self.marks
        marks = dict(self.marks) | {self.tie: (self.tied.id or 0, self.tied.object)}
        return tuple(sorted(marks.items()))


@dataclass
class Places:
    """All cards of a position, in the order of the file."""

    page: Page
    game: Game
    known: Mapping[str, Any]  # card names with a definition
    named: Callable[[str], str | None] | None = None  # what a library calls a card that the file only names
    cards: list[Placed] = field(default_factory=list)
    entries: int = 0

    def put(self, path: Path, value: Any, where: str, host: Placed | None = None, mark: str = "") -> None:
        """The cards of one area: a list, a single card, or how many unknown ones."""
        if is_a(value, int) and value < 0:
            self.page.wrong(path, "how many cards there are, or which", value)
        elif is_a(value, int):
            self._many(path, {"card": UNKNOWN, "count": value}, where, host, mark)
        elif isinstance(value, list):
            for at, one in enumerate(value):
                self._many((*path, at), one, where, host, mark)
        else:
            self._many(path, value, where, host, mark)

    def _many(self, path: Path, value: Any, where: str, host: Placed | None, mark: str) -> None:
        entry = {"card": value} if isinstance(value, str) else value
        if not isinstance(entry, dict):
            self.page.wrong(path, 'a card: its name, "?", or a table like { card = "…" }', value)
            return
        count = self._whole(path, entry, "count", 1)
        if count != 1 and any(key in entry for key in ("as", "under")):
            self.page.wrong((*path, "count"), "a single card where it has a name or cards under it", count)
            count = 1
        if count != 1 and any(self._tie(key) for key in entry):
            self.page.wrong((*path, "count"), "a single card where others belong to it", count)
            count = 1
        if len(self.cards) + max(count, 0) > MOST:
            field = (*path, "count") if self.page.has_line((*path, "count")) else path
            self.page.wrong(field, f"at most {MOST} cards in a position", count)
            return
        self.entries += 1
        order = self.entries
        for copy in range(max(count, 0)):
            placed = self._one(path, entry, where, host, mark, report=copy == 0)
            placed.order = order
            if placed.id is not None:
                placed.id += copy

    def _one(
        self, path: Path, entry: dict[str, Any], where: str, host: Placed | None, mark: str, report: bool
    ) -> Placed:
        quiet = len(self.page.problems)
        placed = Placed(
            path,
            self._name(path, entry),
            self._owner(path, entry, where, host),
            where,
            host,
            self._text(path, entry, "as"),
            self._marks(path, entry, mark),
            self._whole(path, entry, "id", None),
            self._whole(path, entry, "since", None),
            self._whole(path, entry, "object", 0),
        )
        self._lies_across(path, entry, placed)
        if not report:
            del self.page.problems[quiet:]
        self._stacked(path, entry, placed)
        self.cards.append(placed)
        return placed

    def _lies_across(self, path: Path, entry: dict[str, Any], placed: Placed) -> None:
        """A card that lies across several areas names them all; it is in the first as the game lists them."""
        key = next(
            (key for key in entry if key not in ENTRY and folded(key) == folded(self.game.across)), None
        )
        if key is None:
            return
        names = {folded(spec.name): spec.name for spec in self.game.areas if not spec.shared}
        given = entry[key] if isinstance(entry[key], list) else [entry[key]]
        told = {names.get(folded(str(one)), "") for one in given}
        player, _, here = placed.area.partition(".")
        if "" in told or here not in told:
            self.page.wrong((*path, key), f"a list of {self.game.across}, {here} among them", entry[key])
            return
        ordered = tuple(name for name in names.values() if name in told)
        placed.area = f"{player}.{ordered[0]}"
        marks = dict(placed.marks) | ({self.game.across: ordered} if len(ordered) > 1 else {})
        placed.marks = tuple(sorted(marks.items()))

    def _stacked(self, path: Path, entry: dict[str, Any], host: Placed) -> None:
        """Cards under this one; a list given for a mark puts cards with that mark there."""
        if "under" in entry:
            self.put((*path, "under"), entry["under"], "", host)
        for key, value in entry.items():
            spec = self._mark(key)
            if spec is not None and spec.names:
                host.named[spec.name] = value
            elif spec is not None and isinstance(value, list):
                self.put((*path, key), value, "", host, spec.name)
            elif tie := self._tie(key):
                self._beside((*path, key), value, host, tie)

    def _beside(self, path: Path, value: Any, host: Placed, tie: TieSpec) -> None:
        """Cards that lie beside this one and belong to it."""
        where = tie.beside(host.area) if host.host is None else ""
        if not where:
            self.page.tell(path, tie.expected, f"{shown(host.name)} in {host.area or 'a stack'}")
            return
        before = len(self.cards)
        self.put(path, value, where)
        for placed in self.cards[before:]:
            if placed.area == where and placed.tied is None:
                placed.tied, placed.tie = host, tie.mark

    def _tie(self, key: str) -> TieSpec | None:
        return next((tie for tie in self.game.ties if folded(tie.field) == folded(key)), None)

    def _name(self, path: Path, entry: dict[str, Any]) -> str:
        name = entry.get("card")
        if not isinstance(name, str):
            self.page.wrong((*path, "card"), 'the name of a card, or "?"', name)
            return UNKNOWN
        if name in (UNKNOWN, IRRELEVANT) or name in self.known or entry.get("token") is True:
            return name  # a text describes its tokens, or nobody has
        try:
            found = self.named(name) if self.named is not None else None
        except Ambiguous as error:
            found, expected = None, str(error)
        else:
            expected = "a card of [cards]" + guess(name, self.known)
        if found is not None:
            return found
        where = (*path, "card") if self.page.has_line((*path, "card")) else path
        self.page.wrong(where, expected, name)
        return name

    def _owner(self, path: Path, entry: dict[str, Any], where: str, host: Placed | None) -> Player:
        given = entry.get("owner")
        if given is None:
            owner = host.owner if host else area_player(where)
            if owner is None:
                self.page.missing(
                    (*path, "owner"), "A or B: in an area both share, each card says whose it is"
                )
            return owner or PLAYERS[0]
        if given not in PLAYERS:
            self.page.wrong((*path, "owner"), "A or B", given)
            return PLAYERS[0]
        return Player(given)

    def _marks(self, path: Path, entry: dict[str, Any], mark: str) -> Facts:
        found: dict[str, Any] = {mark: True} if mark else {}
        for key, value in entry.items():
            if key in ENTRY or self._tie(key) or folded(key) == folded(self.game.across):
                continue
            spec = self._mark(key)
            if spec is None:
                names = [*ENTRY, *(t.field for t in self.game.ties), *(m.name for m in self.game.marks)]
                names += [self.game.across] if self.game.across else []
                self.page.tell(
                    (*path, key), f"something a card can have here: {', '.join(names)}" + guess(key, names),
                    f"the field {shown(key)}",
                )  # fmt: skip
            elif not isinstance(value, list) and not spec.names:
                self._add_mark(found, (*path, key), value, spec)
        if "marks" in entry:
            exact = facts_of(self.page, (*path, "marks"), entry["marks"])
            more = [(name, value) for name, value in found.items() if name not in dict(exact)]
            return tuple(sorted((*exact, *more))) if more else exact
        return tuple(sorted(found.items()))

    def _add_mark(self, found: dict[str, Any], path: Path, value: Any, spec: MarkSpec) -> None:
        if value is False and False not in spec.values:
            return
        if spec.values and not any(value == v and type(value) is type(v) for v in spec.values):
            allowed = [shown(v) for v in spec.values] + ([] if False in spec.values else ["false"])
            self.page.wrong(path, one_of(allowed), value)
        else:
            found[spec.name] = value

    def _mark(self, key: str) -> MarkSpec | None:
        if key in ENTRY:
            return None
        return next((m for m in self.game.marks if folded(m.name) == folded(key)), None)

    def _whole(self, path: Path, entry: dict[str, Any], key: str, default: Any) -> Any:
        value = entry.get(key, default)
        if key in entry and (not is_a(value, int) or value < 0):
            self.page.wrong((*path, key), "a whole number", value)
            return default
        return value

    def _text(self, path: Path, entry: dict[str, Any], key: str) -> str:
        value = entry.get(key, "")
        if not isinstance(value, str):
            self.page.wrong((*path, key), "a text in quotes", value)
            return ""
        return value

    # from places to cards

    def number(self) -> None:
        """Give every card its id: its own, or the next that is free in the order of the file."""
        taken: dict[int, Placed] = {}
        for placed in self.cards:
            if placed.id is not None:
                if placed.id in taken or placed.id == 0:
                    self.page.wrong((*placed.path, "id"), "a number from 1 that no other card has", placed.id)
                taken[placed.id] = placed
        free = (n for n in range(1, len(self.cards) * 2 + 2) if n not in taken)
        for placed in sorted((p for p in self.cards if p.id is None), key=lambda p: p.order):
            placed.id = next(free)

    def stamp(self, exact: bool) -> int:
        """Time stamps: cards without one come first, as listed. Returns the last stamp.

        In a saved position every stamp is as it was.
        """
        if exact:
            for placed in self.cards:
                placed.since = placed.since or 0
            return 0
        orders = sorted({p.order for p in self.cards if p.since is None})
        rank = {order: at for at, order in enumerate(orders, 1)}
        for placed in self.cards:
            placed.since = rank[placed.order] if placed.since is None else len(rank) + placed.since
        return max((p.since or 0 for p in self.cards), default=0)

    def refer(self, labels: Mapping[str, CardId], exact: bool) -> None:
        """Marks that name other cards, now that all have their ids; and marks that a card must have."""
        by_id = {placed.id: placed for placed in self.cards}
        for placed in self.cards:
            marks = dict(placed.marks)
            for name, written in placed.named.items():
                marks[name] = self._meant(placed, name, written, labels, by_id)
            if placed.named:
                placed.marks = tuple(sorted(marks.items()))
            for name in () if exact else self.game.needs.get(placed.name, ()):
                spec = self._mark(name)
                if name not in marks and spec is not None:
                    self.page.missing((*placed.path, name), f"{NAMED[spec.names]}, for a {placed.name}")

    def _meant(
        self, of: Placed, name: str, written: Any, labels: Mapping[str, CardId], by_id: Mapping[Any, Placed]
    ) -> Value:
        spec, path = self._mark(name), (*of.path, name)
        assert spec is not None
        words = list(written) if isinstance(written, (list, dict)) else [written]
        if spec.names == "players":
            if not words or not set(words) <= set(PLAYERS):
                self.page.wrong(path, NAMED["players"], written)
            return tuple(words)
        amounts = list(written.values()) if isinstance(written, dict) else []
        if (spec.names == "amounts") is not bool(amounts) or not all(is_a(n, int) for n in amounts):
            self.page.wrong(path, NAMED[spec.names], written)
            return ()
        found = [by_id.get(self._called(path, word, labels)) for word in words]
        refs = [(one.id or 0, one.object) for one in found if one is not None]
        if spec.names == "card":
            return refs[0] if refs else ()
        return tuple((*ref, n) for ref, n in zip(refs, amounts, strict=False)) if amounts else tuple(refs)

    def _called(self, path: Path, word: Any, labels: Mapping[str, CardId]) -> int | None:
        """The card that a word means, by its `as` name, its name, or its name and area."""
        name, _, where = str(word).partition("@")
        found = [
            p.id for p in self.cards if p.name == name and (not where or folded(p.area) == folded(where))
        ]
        if word in labels:
            return labels[word]
        if len(found) != 1:
            expected = f"one card; {len(found)} are called that (give one a name with as)" if found else (
                "a card on the table" + guess(str(word), [*labels, *(p.name for p in self.cards)])
            )  # fmt: skip
            self.page.wrong(path, expected, word)
            return None
        return found[0]

    def built(self) -> tuple[dict[CardId, Card], dict[Area, tuple[CardId, ...]]]:
        cards: dict[CardId, Card] = {}
        areas: dict[Area, list[CardId]] = {}
        for placed in sorted(self.cards, key=lambda p: (p.order, p.id or 0)):
            where = Area(placed.area) if placed.host is None else under(placed.host.id or 0)
            number = CardId(placed.id or 0)
            cards[number] = Card(
                number, placed.name, placed.owner, where, placed.object, placed.since or 0, placed.all_marks()
            )
            areas.setdefault(where, []).append(number)
        return cards, {where: tuple(pile) for where, pile in areas.items()}

    def labels(self) -> dict[str, CardId]:
        """What the file calls its cards."""
        found: dict[str, CardId] = {}
        for placed in self.cards:
            if placed.label in found:
                self.page.wrong((*placed.path, "as"), "a name that no other card has", placed.label)
            elif placed.label:
                found[placed.label] = CardId(placed.id or 0)
        return found


def called(cards: Iterable[Card], labels: Mapping[str, CardId], word: str) -> Iterator[Card]:
    """The cards that a word can mean: `as` names, `c12`, `Tank`, `Tank@A.hand`."""
    by_id = {card.id: card for card in cards}
    if word in labels and labels[word] in by_id:
        yield by_id[labels[word]]
        return
    if word[:1] == "c" and word[1:].isdecimal() and CardId(int(word[1:])) in by_id:
        yield by_id[CardId(int(word[1:]))]
        return
    name, _, where = word.partition("@")
    for card in by_id.values():
        if card.name == name and (not where or folded(card.area) == folded(where)):
            yield card
