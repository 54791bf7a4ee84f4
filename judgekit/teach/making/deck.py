"""Is the deck legal?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgekit.book.address import parent
from judgekit.book.model import Book
from judgekit.cases.rulings.ruling import Result, Ruling
from judgekit.cases.rulings.script import Script
from judgekit.narrate.said import said
from judgekit.teach.making.draft import YES, Draft
from judgekit.teach.question import Condition, Option, Variant
from judgekit.teach.telling import clause_told

LIMITS = re.compile(
    r"\b(must|at most|exactly|cannot|no more|no (card|gate)|nothing but|needs|(have|include) only)\b", re.I
)  # a clause that says what a deck can break; others say what counts, or what is allowed


def _says_as_much(book: Book, one: str, other: str) -> bool:
    """Whether a clause is another one, or above or below it, or says the same elsewhere in the book."""
    return kin(one, other) or _wording(book[one].gist) == _wording(book[other].gist)


def kin(one: str, other: str) -> bool:
    return one in _upwards(other) or other in _upwards(one)


def _wording(gist: str) -> set[str]:
    return {COUNTED.get(word, word) for word in re.findall(r"\w+", gist.casefold())}


COUNTED = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}


def _upwards(number: str | None) -> list[str]:
    return [number, *_upwards(parent(number))] if number else []


def of_a_deck(ruling: Ruling, script: Script, result: Result) -> Iterator[Draft]:
    """Of a deck that no open question decides: a list of cards shows no assumption."""
    deck = script.deck
    if ruling.readings or deck is None or deck.deck.readings or deck.deck.ruler not in (*deck.cards, ""):
        return  # nor what a ruler says that nobody knows
    book, registered = ruling.game.rules(script.edition).book, ruling.game.rules(script.edition).registered
    broken = list(dict.fromkeys(v.clause for v in result.broken))
    if len(broken) > 1 or not all(LIMITS.search(book[one].gist) for one in broken):
        return  # what a word means, no deck breaks
    right = said("no by a clause", clause=clause_told(book, broken[0])) if broken else YES
    rules = [row for row in book if row.kind == "deck rule" and LIMITS.search(row.gist)]
    deck_rules = [
        row.number for row in rules if not any(_says_as_much(book, row.number, one) for one in broken)
    ]
    about = broken[0] if broken else next((w.clause for w in script.clauses), "")
    about = about or next(iter(deck_rules), "")
    deck_rules.sort(key=lambda n: abs(book.order[n] - book.order.get(about, 0)))

    def wrong() -> Iterator[Option]:
        if broken:
            variant = Variant("without", broken[0]) if broken[0] in registered else Variant("say")
            needs = Condition(
                broken[0], book[broken[0]].gist.rstrip("."), "; ".join(v.text for v in result.broken)
            )
            yield Option(YES, "condition overlooked", broken[0], variant, needs)
        for number in deck_rules:
            variant = Variant("without", number) if number in registered else Variant("say")
            met = Condition(number, book[number].gist.rstrip("."), said("deck keeps to it"))
            yield Option(
                said("no by a clause", clause=clause_told(book, number)),
                "condition met",
                number,
                variant,
                met,
            )

    yield Draft("deck", about, said("is it a legal deck"), right, wrong())
