"""Why a card is not one of those that a text lets a player choose: its description, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Sight
from judgekit.cardtext.language import language
from judgekit.cardtext.wording.abilities import UNSAID
from judgekit.cardtext.wording.targets import described, selector
from judgekit.cardtext.wording.words import a
from judgekit.engine.legality import Check
from judgekit.engine.state import CardId

if TYPE_CHECKING:
    from judgekit.cardtext.interpret.cards import Cards

ANY = m.Selector(m.Exactly(1), "any")


def parts(what: m.Selector) -> Iterator[m.Selector]:
    """A description, one demand at a time: its kind, where and whose it is, each of its filters."""
    if what.types:
        yield replace(ANY, types=what.types)
    if what.areas or what.whose != "any":
        yield replace(what, quantity=ANY.quantity, filters=(), bind=0, end=None, chooser="")
    for one in what.filters:
        yield replace(ANY, filters=(one,))


def checks(cards: Cards, run: Run, what: m.Selector, card: CardId) -> list[Check]:
    """What the description demands, and whether the card meets it; the clause is left to whoever asks."""
    sight, found = Sight.now(run.table), []
    for part in parts(what):
        with run.table.witnessing() as witness:
            ok = is_met(cards, sight, run, what, part, card)
            cards.cite_meaning(run, part, card)
        held = told(cards, sight, run, part, card) or run.table.words("yes" if ok else "no")
        found.append(Check("", needed(cards.game, part), held, ok, tuple(witness.reasons)))
    if all(check.ok for check in found):
        found.append(not_kept_from_it(cards, run, what, card))
    return found


def not_kept_from_it(cards: Cards, run: Run, what: m.Selector, card: CardId) -> Check:
    """A card that fits must also be one that may be chosen."""
    words = run.table.words
    with run.table.witnessing() as witness:
        ok = cards.may_be_chosen(run, cards.chooser(run, what), card)
    found = words("yes" if ok else "no")
    if witness.forbidding:
        found = words("forbidden by", cards=" and ".join(witness.forbidding))
    return Check("", words("not forbidden"), found, ok, tuple(witness.reasons))


def is_met(cards: Cards, sight: Sight, run: Run, what: m.Selector, part: m.Selector, card: CardId) -> bool:
    """Whether a card meets one demand; one on several cards together, with all of the description."""
    if is_placed(part):
        return card in cards.places(sight, run, part)
    try:
        return cards.fits(sight, run, part, card, skip_areas=True)
    except NoMeaning:
        return card in cards.candidates(sight, run, what)


def is_placed(part: m.Selector) -> bool:
    return bool(part.areas) or part.whose != "any"


def needed(game: str, part: m.Selector) -> str:
    words = language(game.replace("-", "_")).words
    try:
        return selector(words, part) if is_placed(part) else a(described(words, part, False))
    except UNSAID:
        return type(part.filters[0]).__name__.lower() if part.filters else a("card")


def told(cards: Cards, sight: Sight, run: Run, part: m.Selector, card: CardId) -> str:
    """What the card is in this respect, where that can be said in a word or a number."""
    if is_placed(part):
        return sight.card(card).area
    match part.filters:
        case ():
            return str(sight.value(card, "type"))
        case (m.Stat(stat=stat),):
            held = cards.stat(sight, run, card, stat)
            return "" if held is None else str(held)
        case (m.Is(what=what),):
            return ", ".join(cards.values(sight, card, what))
    return ""
