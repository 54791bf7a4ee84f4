"""Position check: what the rules would already have done about a table, and what cannot lie where it lies.

A position may be odd on purpose. So these are warnings; one that is listed in the position's `assumptions`
has been accepted, and is then part of the case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches

import msgspec

from judgekit.cases.files.position import Position
from judgekit.engine.questions import Asked
from judgekit.engine.registry import Due, RuleAction
from judgekit.engine.state import PLAYERS, UNKNOWN, CardId, State, host_of
from judgekit.engine.table import Table
from judgekit.games.game import AreaSpec
from judgekit.narrate.events import named
from judgekit.narrate.narrator import narrator_for


class Oddity(msgspec.Struct, frozen=True):
    """Something that a real game would hardly show; `key` is what accepts it as an assumption."""

    key: str
    text: str
    clause: str = ""
    accepted: bool = False


def oddities(position: Position) -> list[Oddity]:
    """Everything odd about a position, what was accepted marked as such."""
    found = [
        *(Oddity(key, text) for key, text in position.assumed),
        *_due(position),
        *_overfull(position),
        *_astray(position),
        *_unknown(position),
        *_numbers(position),
        *_never(position),
        *_textless(position),
        *_numberless(position),
        *_namesakes(position),
        *_by_hand(position),
    ]
    said = _narrator(position)
    return [
        msgspec.structs.replace(one, text=said(one.text), accepted=one.key in position.assumptions)
        for one in found
    ]


def _narrator(position: Position) -> Callable[[str], str]:
    """Words for a text with areas as the game calls them, and a capital at its beginning."""

    def label(card: int) -> str:
        return named(position.state.cards[CardId(card)].name)

    narrator = narrator_for(position.rules, position.pool, position.game, label)

    def said(text: str) -> str:
        told = narrator.plain(text)
        return told[:1].upper() + told[1:]

    return said


def open_oddities(position: Position) -> list[Oddity]:
    return [one for one in oddities(position) if not one.accepted]


def warnings(position: Position) -> list[str]:
    """Warnings for the start of a case: abilities that the rules cannot carry out."""
    found = (*_never(position), *_by_hand(position), *_textless(position))
    return [one.text for one in found if one.key not in position.assumptions]


def _due(position: Position) -> Iterator[Oddity]:
    """Rule actions that have something to do: the game would have done it on the way here. Before the game
    nothing has been checked yet, and what is missing is still to be put there."""
    rules = position.rules
    table = Table(rules, position.pool, dict(position.readings))
    table.inspect(position.state, 0)
    for rule in rules.live_interrupts():
        yield from _one_due(table, rule, lambda about: table.words("due at once", about=about))
    # Before the game the first turn waits beneath; a game that begins with a turn has no such time.
    before_the_game = any(frame.procedure == rules.start for frame in position.state.frames[1:])
    for rule in () if before_the_game else rules.live_rule_actions():
        yield from _one_due(table, rule, lambda about: table.words("due in the last check", about=about))


def _one_due(table: Table, rule: RuleAction, worded: Callable[[str], str]) -> Iterator[Oddity]:
    number = table.rules.number(rule.clause) or rule.clause
    try:
        dues = list(rule.find(table))
    except Asked as asked:
        yield Oddity(
            f"{number} unknown", table.words("cannot be checked", prompt=asked.question.prompt), number
        )
        return
    book = table.rules.book
    gist = book[number].gist if number in book else ""
    for due in dues:
        text = worded(_about(table, due))
        yield Oddity(_key(number, due), f"{text}: {gist}" if gist else text, number)


def _key(number: str, due: Due) -> str:
    parts = (number, due.player, "" if due.subject is None else due.subject)
    return " ".join(str(part) for part in parts if part not in (None, ""))


def _about(table: Table, due: Due) -> str:
    if due.subject is None:
        return str(due.player or table.words("the table"))
    parts = due.subject if isinstance(due.subject, tuple) else (due.subject,)
    return " and ".join(_named(table, due.player, part) for part in parts)


def _named(table: Table, player: str | None, part: object) -> str:
    """A card with its area, an area with its player, or a player."""
    if isinstance(part, int) and CardId(part) in table.state.cards:
        return table.words("card in an area", card=table.label(part), area=table.card(part).area)
    places = (f"{player}.{part}", str(part))
    return next((one for one in places if one in table.state.areas), player or str(part))


def _overfull(position: Position) -> Iterator[Oddity]:
    for where, spec in _areas(position):
        count = len(position.state.pile(where))
        if spec.capacity is not None and count > spec.capacity:
            text = position.rules.words("overfull", area=where, n=count, room=spec.capacity)
            yield Oddity(f"full {where}", text, spec.clause)


def _astray(position: Position) -> Iterator[Oddity]:
    """Cards in areas that the game does not have."""
    known = {where for where, _ in _areas(position)}
    for where, pile in position.state.areas.items():
        host = host_of(where)
        if pile and where not in known and (host is None or host not in position.state.cards):
            words = position.rules.words("no such area", game=position.game.title, area=where, n=len(pile))
            yield Oddity(f"nowhere {where}", words)


def _unknown(position: Position) -> Iterator[Oddity]:
    """Cards that everybody can see need a face."""
    for where, spec in _areas(position):
        if spec.seen_by == "all":
            count = _faceless(position.state, where)
            if count:
                text = position.rules.words("unknown in the open", n=count, area=where)
                yield Oddity(f"unknown {where}", text, spec.clause)


def _namesakes(position: Position) -> Iterator[Oddity]:
    """Two cards of one name: the second goes by its number, and words that ask for the name miss it."""
    names = {card.name for card in position.cards}
    for card in position.cards:
        name = card.name.rpartition(" (")[0]
        if card.wording and card.name.endswith(")") and name in names:
            text = position.rules.words("namesake", card=card.name, name=name)
            yield Oddity(f"namesake {card.name}", text)


def _textless(position: Position) -> Iterator[Oddity]:
    """Cards whose text nobody has given: what they do is not played."""
    there = {card.name for card in position.state.cards.values()}
    for card in position.cards:
        if card.name in there and UNKNOWN in (card.text, card.properties.get("back text")):
            text = position.rules.words("text not given", card=card.name)
            yield Oddity(f"unknown text {card.name}", text)


def _numberless(position: Position) -> Iterator[Oddity]:
    """Cards, and tokens that texts create, with printed numbers that nobody has given."""
    there = {card.name for card in position.state.cards.values()}
    elsewhere = {card.name for card in position.cards} - there
    for name, definition in position.pool.definitions.items():
        if name not in elsewhere and definition.untold:
            what = ", ".join(sorted(definition.untold))
            text = position.rules.words("number not given", properties=what, card=name)
            yield Oddity(f"unknown numbers {name}", text)


def _faceless(state: State, where: str) -> int:
    cards = (state.cards[number] for number in state.pile(where))
    return sum(card.name == UNKNOWN and card.mark("face") != "down" for card in cards)


def _numbers(position: Position) -> Iterator[Oddity]:
    """Numbers that look like a slip of the pen."""
    known = [n for s in position.game.numbers for n in _keys(s.key, s.per_player)]
    for key in position.state.numbers:
        if key not in known and (close := get_close_matches(key, known, n=1, cutoff=0.85)):
            title = position.game.title
            words = position.rules.words("no such number", game=title, number=key, near=close[0])
            yield Oddity(f"number {key}", words)


def _by_hand(position: Position) -> Iterator[Oddity]:
    """Words of the cards that the judge carries out."""
    for name, words in position.pool.by_hand().items():
        for each in (one for one in words if one.text != UNKNOWN):
            text = position.rules.words("text by hand", card=name, text=each.text, reason=each.reason)
            yield Oddity(f"by hand {name}: {each.text}", text)


def _never(position: Position) -> Iterator[Oddity]:
    """Abilities that can be read but could never happen."""
    for card in position.cards:
        for reason in position.game.never(card):
            text = position.rules.words("never happens", card=card.name, reason=reason)
            yield Oddity(f"never {card.name}: {reason}", text)


def _keys(key: str, per_player: bool) -> Iterable[str]:
    return [f"{player}.{key}" for player in PLAYERS] if per_player else [key]


def _areas(position: Position) -> Iterator[tuple[str, AreaSpec]]:
    for spec in position.game.areas:
        names = [spec.name] if spec.shared else [f"{player}.{spec.name}" for player in PLAYERS]
        yield from ((where, spec) for where in names)
