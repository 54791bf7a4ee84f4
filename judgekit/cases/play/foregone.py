"""Questions with nothing to choose: the options differ only in which copy of a card they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from msgspec.structs import replace

from judgekit.engine.abilities import ANYTHING, Automatic
from judgekit.engine.loops import Deal, Terms, digest
from judgekit.engine.machine import Line
from judgekit.engine.questions import Option, Question
from judgekit.engine.state import UNKNOWN, CardId, Facts, Standby, State, Value, under
from judgekit.games.game import Game

NOBODY: frozenset[CardId] = frozenset()

# What a trigger binds: its cards as they were and went, its player, its number.
OF_THE_EVENT = frozenset({
    "subject", "object", "objects", "player", "number", "amount", "process", "from", "was", "went", "stays",
})  # fmt: skip

COUNTERS = frozenset({"phase"})  # of a procedure: how far it has come

_CARD = re.compile(r"\bc(\d+)\b")
_OBJECT = re.compile(r"@(\d+)")  # in the name of a number or a situation
_AGAIN = re.compile(r" ~\d+$")  # the same ability of the same card, once more


def foregone(line: Line, game: Game | None, told_apart: Set[CardId] = NOBODY) -> tuple[str, ...] | None:
    """The answer to the open question, if any other would lead to the same: paying with one of several
    copies, ordering identical waiting abilities. Cards that someone tells apart differ."""
    question = line.question
    if game is None or question is None or len(question.options) < 2 or not _takes_a_fixed_number(question):
        return None
    unordered = frozenset(spec.name for spec in game.areas if not spec.ordered)
    first, *others = question.options
    if not all(_is_same(line, first, other, told_apart, unordered) for other in others):
        return None
    return tuple(option.id for option in question.options[: question.most])


def _takes_a_fixed_number(question: Question) -> bool:
    return question.form in ("choose", "order") and question.least == question.most and not question.window


def _is_same(
    line: Line, one: Option, other: Option, told_apart: Set[CardId], unordered: frozenset[str]
) -> bool:
    """Whether the table would be the same if each card of an option were that of the other."""
    mine, theirs = _cards(one), _cards(other)
    if _bare(one) != _bare(other) or len(mine) != len(theirs) or not mine:
        return False
    pairs = {pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]}
    if not pairs:
        return _waits_alike(line, mine[0])
    if any(card in told_apart for pair in pairs for card in pair):
        return False
    return all(_are_copies(line, a, b, unordered) for a, b in pairs)


def _bare(option: Option) -> str:
    return _CARD.sub("", _AGAIN.sub("", option.id))


def _cards(option: Option) -> list[CardId]:
    return [CardId(int(number)) for number in _CARD.findall(option.id)]


def _waits_alike(line: Line, source: CardId) -> bool:
    """Whether the waiting abilities of a card are all alike."""
    waiting = [_heeded(line, one) for one in line.asking.standby if one.source.card == source]
    return len({(one.ability, one.source, one.player, one.facts) for one in waiting}) == 1


def _heeded(line: Line, waiting: Standby) -> Standby:
    """What waits, without the facts of an event that it does not speak of."""
    if "event" in _spoken_of(line, waiting):
        return waiting
    return replace(waiting, facts=tuple(one for one in waiting.facts if one[0] not in OF_THE_EVENT))


def _spoken_of(line: Line, waiting: Standby) -> frozenset[str]:
    ability = line.pool.abilities.get(waiting.ability)
    return ability.speaks_of if isinstance(ability, Automatic) else ANYTHING


def _are_copies(line: Line, one: CardId, other: CardId, unordered: frozenset[str]) -> bool:
    """Whether two cards can change places without changing the situation."""
    state = line.asking
    cards = [state.cards.get(one), state.cards.get(other)]
    if any(card is None or card.name == UNKNOWN or state.pile(under(card.id)) for card in cards):
        return False
    if _is_spoken_of(state, {one, other}):
        return False
    heeded = (_heeded(line, waiting) for waiting in state.standby if _spoken_of(line, waiting))
    state = replace(
        state, standby=tuple(heeded)
    )  # how often each waits with what speaks of nothing is no matter
    terms, order = _terms(line, one, unordered), sorted(state.cards)
    swapped = [{one: other, other: one}.get(number, number) for number in order]
    return _situation(state, terms, order) == _situation(state, terms, swapped)


def _situation(state: State, terms: Terms, order: list[CardId]) -> str:
    """The state as a situation with its cards counted in this order; what waits has no order."""
    place = {number: at for at, number in enumerate(order)}
    waiting = sorted(state.standby, key=lambda one: (one.ability, one.player, place.get(one.source.card, -1)))
    return digest(replace(state, standby=tuple(waiting)), terms, Deal(state, terms, order))


def _terms(line: Line, card: CardId, unordered: frozenset[str]) -> Terms:
    """Nothing is left out; time stamps count where the card has something that applies by its stamp."""
    abilities = line.pool[line.asking.cards[card].name].abilities
    stamped = not all(isinstance(ability, Automatic) for ability in abilities)
    setting = line.table.setting.terms
    return Terms(
        setting.dated, stamped=setting.stamped and stamped, unordered=unordered, working=setting.working
    )


def _is_spoken_of(state: State, cards: set[CardId]) -> bool:
    """Whether a procedure, a mark or a count names one of these cards, as far as can be seen."""
    facts = [frame.locals for frame in state.frames]
    facts += [card.marks for card in state.cards.values() if card.marks]
    keys = (*state.numbers, *state.situations)
    counted = {int(number) for key in keys for number in _OBJECT.findall(key)}
    return not cards.isdisjoint({*_numbers(facts), *counted})


def _numbers(facts: Iterable[Facts]) -> Iterator[int]:
    for some in facts:
        for name, value in some:
            if name not in COUNTERS:
                yield from _in(value)


def _in(value: Value) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _in(part)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
