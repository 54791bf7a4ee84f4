"""What became of two branches: who wins, what lies where, which numbers differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from judgekit.engine.state import PLAYERS, UNKNOWN, Card, area_player, host_of
from judgekit.narrate.endings import result
from judgekit.narrate.table import RESTED
from judgekit.web.case.board import BoardView, CardView, SideView, board_of
from judgekit.web.case.scene import Scene

MANY = 40  # rows of a comparison


class Contrast(msgspec.Struct, frozen=True):
    """One thing that came out differently, or the result itself."""

    what: str
    left: str
    right: str

    @property
    def same(self) -> bool:
        return self.left == self.right


def outcomes(left: Scene, right: Scene) -> tuple[Contrast, ...]:
    """The result first, then numbers, then cards; what is the same on both sides is left out."""
    head = Contrast("Result", _result(left), _result(right))
    mine, theirs = board_of(left), board_of(right)
    rest = [*_numbers(mine, theirs), *_worths(mine, theirs), *_areas(left, right)]
    return (head, *(one for one in rest if not one.same))[:MANY]


def _result(scene: Scene) -> str:
    return result(scene.seen.outcome) or _standing(scene)


def _standing(scene: Scene) -> str:
    question = scene.shown_question
    if question is None:
        return "goes on"
    return scene.narrator.asked(question)


def _sides(board: BoardView) -> dict[str, SideView]:
    return {side.player: side for side in (board.near, board.far)}


def _numbers(left: BoardView, right: BoardView) -> Iterator[Contrast]:
    for player in PLAYERS:
        mine, theirs = ({n.title: n.value for n in _sides(b)[player].numbers} for b in (left, right))
        for title in dict.fromkeys([*mine, *theirs]):
            yield Contrast(f"{player}'s {title}", mine.get(title, "0"), theirs.get(title, "0"))
    ours, others = ({n.title: n.value for n in b.numbers} for b in (left, right))
    for title in dict.fromkeys([*ours, *others]):
        yield Contrast(title, ours.get(title, "0"), others.get(title, "0"))


def _cards(board: BoardView) -> dict[int, CardView]:
    areas = [*board.shared, *board.near.areas, *board.far.areas]
    return {card.id: card for area in areas for card in area.cards if card.id > 0}


def _worths(left: BoardView, right: BoardView) -> Iterator[Contrast]:
    """Numbers of cards that are on both boards."""
    mine, theirs = _cards(left), _cards(right)
    for number, card in mine.items():
        other = theirs.get(number)
        if other is None or other.name != card.name:
            continue
        values = {worth.name: worth.value for worth in other.worth}
        for worth in card.worth:
            yield Contrast(f"{card.name}: {worth.name}", worth.value, values.get(worth.name, "–"))


def _areas(left: Scene, right: Scene) -> Iterator[Contrast]:
    """What lies where: for each area, the cards that only one side has there."""
    mine, theirs = _piles(left), _piles(right)
    titles = {spec.name: spec.title for spec in left.game.areas} if left.game else {}
    for where in sorted(mine.keys() | theirs.keys()):
        ours, others = mine.get(where, Counter()), theirs.get(where, Counter())
        player = area_player(where)
        name = where.partition(".")[2] if player else where
        title = titles.get(name, name)
        yield Contrast(
            f"{player}'s {title}" if player else title, _listed(ours - others), _listed(others - ours)
        )


def _piles(scene: Scene) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for card in scene.seen.cards.values():
        if host_of(card.area) is None:
            found.setdefault(card.area, Counter())[_told(scene, card)] += 1
    return found


def _told(scene: Scene, card: Card) -> str:
    if card.id < 0 or card.name == UNKNOWN:
        return "unknown card"
    rested = any(card.mark(mark) for mark in RESTED)
    return f"{scene.name(card)}{' (rested)' if rested else ''}"


def _listed(cards: Counter[str]) -> str:
    told = [name if count == 1 else f"{count} × {name}" for name, count in sorted(cards.items())]
    return ", ".join(told) or "–"
