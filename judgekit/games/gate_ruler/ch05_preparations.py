"""Section 5: deck construction and game preparation; the rulers' own deck rules stand with their rulers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from judgekit.cardtext import model
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import PLAYERS
from judgekit.engine.table import Table
from judgekit.games.game import Deck, PrintedCard, Violation
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler.appendix_rulers import BY_NAME, Ruler
from judgekit.games.gate_ruler.ch03_zones import only_rulers
from judgekit.games.gate_ruler.rules import rules

COUNTER = re.compile(r"(^|[\n■|])\s*[\[【(]?CNT[\]】)]?")


@dataclass(frozen=True)
class DeckList:
    """A deck with what its rules ask about it."""

    ruler: Ruler | None
    ruler_names: tuple[str, ...]
    names: tuple[str, ...]
    resources: tuple[str, ...]
    cards: Mapping[str, PrintedCard]
    readings: Mapping[str, str]

    def property(self, name: str, of: str, default: Any = None) -> Any:
        card = self.cards.get(name)
        return default if card is None else card.properties.get(of, default)

    def words(self, name: str, of: str) -> tuple[str, ...]:
        found = self.property(name, of, ())
        return (found,) if isinstance(found, str) else tuple(found)

    def legendary(self) -> list[str]:
        return [name for name in self.names if self.property(name, "legendary")]

    def factions(self) -> list[str]:
        return sorted({faction for name in self.names for faction in self.words(name, "faction")})

    def counters(self) -> list[str]:
        return [name for name in self.names if self.has_counter(name)]

    def has_counter(self, name: str) -> bool:
        card = self.cards.get(name)
        return bool(card and (card.properties.get("CNT") or COUNTER.search(card.text)))

    def levels(self) -> int:
        return sum(int(self.property(name, "level", 0) or 0) for name in self.names)


class Finding(NamedTuple):
    """What is wrong with a deck, and with which cards."""

    text: str
    cards: tuple[str, ...] = ()


DeckRule = Callable[[DeckList], Iterator[Finding]]


@rules.deck_rule("2-16b-1")
def collector_numbers_matter(deck: DeckList) -> Iterator[Finding]:
    """Printed additions count only where a ruler asks for them."""
    if deck.ruler is not None and deck.ruler.collector:
        yield from wrong_collector_numbers(deck)


@rules.deck_rule("5-2a")
def ruler_and_deck(deck: DeckList) -> Iterator[Finding]:
    if not deck.ruler_names or not deck.names:
        yield Finding(rules.words("ruler and deck"))


@rules.deck_rule("5-2b")
def one_ruler(deck: DeckList) -> Iterator[Finding]:
    if len(deck.ruler_names) != 1:
        yield Finding(rules.words("one ruler", n=len(deck.ruler_names)), deck.ruler_names)


@rules.deck_rule("5-2c")
def no_ruler_in_the_deck(deck: DeckList) -> Iterator[Finding]:
    rulers_there = tuple(n for n in deck.names if deck.property(n, "type") == "ruler" or n in BY_NAME)
    if rulers_there:
        yield Finding(rules.words("ruler in the deck"), rulers_there)
    resources = tuple(n for n in deck.names if deck.property(n, "type") == "resource")
    if resources and deck.readings.get("J-33") == "not-allowed":
        yield Finding(rules.words("resources in the deck"), resources)


@rules.deck_rule("5-2c-1")
def what_the_ruler_says(deck: DeckList) -> Iterator[Finding]:
    """The ruler sets the limits, so it must be one of the book's or have them printed."""
    printed = deck.cards.get(deck.ruler_names[0]) if deck.ruler_names else None
    said = [] if printed is None else said_of_the_deck(printed)
    if deck.ruler_names and deck.ruler is None and not said:
        yield Finding(rules.words("unknown ruler", ruler=deck.ruler_names[0]), deck.ruler_names)
    for rule, what, n in said:
        if rule == "only":
            yield from none_but_such(deck, what)
        elif rule == "at least":
            yield from enough_of_such(deck, what, n)


def none_but_such(deck: DeckList, what: model.Selector) -> Iterator[Finding]:
    others = tuple(sorted({name for name in deck.names if not is_allowed(deck, name, what)}))
    if others:
        yield Finding(rules.words("only such cards", ruler=deck.ruler_names[0], kind=listed_as(what)), others)


def enough_of_such(deck: DeckList, what: model.Selector, n: int) -> Iterator[Finding]:
    there = sum(is_allowed(deck, name, what) for name in deck.names)
    if there < n:
        kind = listed_as(what)
        yield Finding(
            rules.words("too few such cards", ruler=deck.ruler_names[0], kind=kind, least=n, n=there)
        )


def said_of_the_deck(ruler: PrintedCard) -> list[tuple[str, model.Selector, int]]:
    """ "Your deck can only contain … cards", "must contain at least …", on a ruler."""
    return [
        (verb.rule, verb.what, verb.n if isinstance(verb.n, int) else 0)
        for verb in deck_rules_of(ruler)
        if isinstance(verb.what, model.Selector)
    ]


def deck_rules_of(card: PrintedCard) -> Iterator[model.DeckRule]:
    if "deck" in card.text.lower():
        verbs = (verb for ability in card.parsed("gate_ruler") for verb in ability.body)
        yield from (verb for verb in verbs if isinstance(verb, model.DeckRule))


def is_allowed(deck: DeckList, name: str, what: model.Selector) -> bool:
    if what.types and deck.property(name, "type") not in what.types:
        return False
    printed = {*deck.words(name, "faction"), *deck.words(name, "attributes")}
    wanted = [each for each in what.filters if isinstance(each, model.Is)]
    return all(not printed.isdisjoint(each.values) for each in wanted)


def listed_as(what: model.Selector) -> str:
    return " ".join(word for each in what.filters if isinstance(each, model.Is) for word in each.values)


def ruler_of_list(name: str, cards: Mapping[str, PrintedCard]) -> Ruler | None:
    """One of the book's, or one whose card prints its frame."""
    card = cards.get(name)
    if name in BY_NAME or card is None or ":" not in card.text:
        return BY_NAME.get(name)
    words = [ability.keyword for ability in card.parsed("gate_ruler") if ability.keyword is not None]
    frame = tuple(value for word in words if word.name == "frame" for value in word.values)
    return rulers.printed_ruler(name, {**card.properties, "frame": frame})


def wrong_size(deck: DeckList) -> Iterator[Finding]:
    if deck.ruler is not None and len(deck.names) != deck.ruler.size:
        yield Finding(rules.words("size of the deck", size=deck.ruler.size, n=len(deck.names)))


def too_many_factions(deck: DeckList) -> Iterator[Finding]:
    most = deck.ruler.factions if deck.ruler else None
    found = deck.factions()
    if most is not None and len(found) > most:
        yield Finding(rules.words("too many factions", most=most, n=len(found), factions=", ".join(found)))


def too_many_copies(deck: DeckList) -> Iterator[Finding]:
    if deck.ruler is not None:
        for name, n in Counter(printed_name(deck, name) for name in deck.names).items():
            most = copies_of(deck, name, deck.ruler.copies)
            if n > most:
                text = rules.words("too many copies", most=most, n=n, name=name)
                yield Finding(text, (name,))


def copies_of(deck: DeckList, name: str, most: int) -> int:
    """How many copies the ruler allows of such a card, or the card of itself."""
    ruler, card = deck.cards.get(deck.ruler_names[0]), deck.cards.get(name)
    said = [] if ruler is None else said_of_the_deck(ruler)
    found = [n for rule, what, n in said if rule == "copies" and is_allowed(deck, name, what)]
    own = [verb.n for verb in deck_rules_of(card) if isinstance(verb.what, model.This)] if card else []
    found += [n if isinstance(n, int) else len(deck.names) for n in own]
    return max(found, default=most)


def printed_name(deck: DeckList, entry: str) -> str:
    """A list tells cards with the same name apart by brackets after the name."""
    name = entry.partition(" (")[0]
    return name if entry.endswith(")") and name in deck.names else entry


def too_many_legendary(deck: DeckList) -> Iterator[Finding]:
    found = deck.legendary()
    if deck.ruler is not None and len(found) > deck.ruler.legendary:
        text = rules.words("too many legendary", most=deck.ruler.legendary, n=len(found))
        yield Finding(text, tuple(found))


def too_high_levels(deck: DeckList) -> Iterator[Finding]:
    most = deck.ruler.levels if deck.ruler else None
    if most is not None and deck.levels() > most:
        yield Finding(rules.words("levels too high", most=most, n=deck.levels()))


def too_many_counters(deck: DeckList) -> Iterator[Finding]:
    found = deck.counters()
    if deck.ruler is not None and len(found) > deck.ruler.counters:
        text = rules.words("too many Counters", most=deck.ruler.counters, n=len(found))
        yield Finding(text, tuple(sorted({*found})))


def wrong_collector_numbers(deck: DeckList) -> Iterator[Finding]:
    """Any printing counts: a reprint makes every copy of that name legal."""
    starts = deck.ruler.collector if deck.ruler else ()
    for name in sorted({*deck.names}):
        numbers = deck.words(name, "collector number")
        if not any(str(number).startswith(starts) for number in numbers):
            text = rules.words("collector number", name=name, starts=" or ".join(starts))
            yield Finding(text, (name,))


def too_many_of_a_faction(deck: DeckList) -> Iterator[Finding]:
    most = deck.ruler.per_faction if deck.ruler else None
    count = Counter(faction for name in deck.names for faction in deck.words(name, "faction"))
    for faction, n in sorted(count.items()):
        if most is not None and n > most:
            yield Finding(rules.words("too many of a faction", most=most, n=n, faction=faction))


def wrong_resources(deck: DeckList) -> Iterator[Finding]:
    wanted = deck.ruler.resources if deck.ruler else 0
    if wanted and len(deck.resources) != wanted:
        yield Finding(rules.words("resources besides the deck", wanted=wanted, n=len(deck.resources)))


rules.deck_rule("5-2c-1a")(wrong_size)
rules.deck_rule("5-2c-1b")(too_many_factions)
rules.deck_rule("5-2c-1c")(too_many_copies)
rules.deck_rule("5-2c-1d")(too_many_legendary)
rules.deck_rule("5-2c-1e")(too_high_levels)
rules.deck_rule("5-2c-1f")(too_many_counters)


@rules.deck_rule("5-2c-2")
def one_of_each_legend(deck: DeckList) -> Iterator[Finding]:
    for name, n in Counter(deck.legendary()).items():
        if n > 1:
            yield Finding(rules.words("one of each legend", n=n, name=name), (name,))


def reasons(
    deck: Deck, cards: Mapping[str, PrintedCard], book: Rulebook, readings: Mapping[str, str] | None = None
) -> list[str]:
    """The limits that a deck reaches exactly and those that its ruler lifts, the copies that a card allows
    of itself, and one legend of each name."""
    listed = listing(deck, cards, book, readings)
    ruler = listed.ruler
    if ruler is None:
        return []
    copies = Counter(printed_name(listed, name) for name in listed.names)
    limits = (
        ("5-2c-1a", 2, len(listed.names), ruler.size),
        ("5-2c-1b", 3, len(listed.factions()), ruler.factions),
        ("5-2c-1c", 4, max(copies.values(), default=0), ruler.copies),
        ("5-2c-1d", 5, len(listed.legendary()), ruler.legendary),
        ("5-2c-1e", 6, listed.levels(), ruler.levels),
        ("5-2c-1f", 7, len(listed.counters()), ruler.counters),
    )
    found = [c for c, part, n, most in limits if most in (None, n) for c in (c, f"{ruler.clause}-{part}")]
    found += ["5-2c-2"] if listed.legendary() else []
    more = (name for name, n in copies.items() if ruler.copies < n <= copies_of(listed, name, ruler.copies))
    found += ["5-2c-1c", "1-5a"] if any(more) else []
    found += [f"{ruler.clause}-10"] if ruler.resources and len(listed.resources) == ruler.resources else []
    return [number for clause in found if clause in book.book and (number := book.number(clause))]


def listing(
    deck: Deck, cards: Mapping[str, PrintedCard], book: Rulebook, readings: Mapping[str, str] | None = None
) -> DeckList:
    named = tuple(filter(None, (deck.ruler, *deck.piles.get("ruler", ()))))
    return DeckList(
        ruler_of_list(named[0], cards) if named else None,
        named,
        tuple(deck.piles.get("main", ())),
        tuple(deck.piles.get("resource", ())),
        cards,
        {doubt.id: doubt.default for doubt in book.book.doubts} | dict(readings or {}),
    )


def violations(
    deck: Deck, cards: Mapping[str, PrintedCard], book: Rulebook, readings: Mapping[str, str] | None = None
) -> list[Violation]:
    """Every rule of deck construction that a deck breaks, in the book's order."""
    listed = listing(deck, cards, book, readings)
    found = []
    for clause in sorted(book.deck_rules, key=book.book.order.__getitem__):
        if book.number(clause) is not None:
            found += [Violation(clause, *one) for one in book.deck_rules[clause](listed)]
    return found


@rules.step("5-3a")
def put_ruler_and_deck_in_place(table: Table) -> None:
    for player in PLAYERS:
        for card in table.pile(f"{player}.brought"):
            is_ruler = only_rulers(table, card)
            table.put(card, f"{player}.ruler" if is_ruler else f"{player}.deck")
        table.shuffle(f"{player}.deck")


@rules.step("5-3b")
def perform_setup(table: Table) -> None:
    draws = any(ruler.resources for player in PLAYERS if (ruler := rulers.ruler_spec(table, player)))
    if draws and table.reading("J-48") == "setup-too":
        table.remember(first=table.chance(table.words("who plays first"), PLAYERS))
    for player in PLAYERS:
        rulers.set_up(table, player)


@rules.step("5-3c")
def choose_who_plays_first(table: Table) -> None:
    first = table.recall("first") or table.chance(table.words("who plays first"), PLAYERS)
    table.begin_turn(next(player for player in PLAYERS if player == first))


# the rulers' own deck rules, R-n-2 to R-n-10

OF_A_RULER: dict[int, DeckRule] = {
    2: wrong_size,
    3: too_many_factions,
    4: too_many_copies,
    5: too_many_legendary,
    6: too_high_levels,
    7: too_many_counters,
    8: wrong_collector_numbers,
    9: too_many_of_a_faction,
    10: wrong_resources,
}


def _of(ruler: Ruler, rule: DeckRule) -> DeckRule:
    def asked(deck: DeckList) -> Iterator[Finding]:
        return rule(deck) if deck.ruler == ruler else iter(())

    return asked


for _ruler in rulers.RULERS:
    for _part, _rule in OF_A_RULER.items():
        _clause = f"{_ruler.clause}-{_part}"
        if _clause in rules.book and rules.book[_clause].kind == "deck rule":
            rules.deck_rule(_clause)(_of(_ruler, _rule))
