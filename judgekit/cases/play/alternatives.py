"""Small changes of a table, the smallest first: what could differ to make an action legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judgekit.engine.events import AnyEvent, Marked, Moved, Numbered, TurnBegan
from judgekit.engine.state import UNKNOWN, Area, Card, CardId, Player, State, area_player, host_of, opponent
from judgekit.games.game import Game

FARTHEST = 10  # by how much a number is changed at most
Change = tuple[AnyEvent, ...]
Stage = Iterable[Change]


def stages(game: Game, state: State, player: Player, cards: tuple[CardId, ...]) -> Iterator[Stage]:
    """Kinds of change, the mildest first: the turn, numbers, the cards it is about, other cards."""
    about = [state.cards[number] for number in cards if number in state.cards]
    others = [card for card in _in_sight(game, state) if card.id not in cards]
    yield [(TurnBegan(opponent(state.turn_player), state.number("turn")),)]
    for step in range(1, FARTHEST + 1):
        yield _numbers(game, state, player, step)
    yield (change for card in about for change in _marks(game, card))
    yield (change for card in about for change in _moves(game, state, card))
    yield (change for card in others for change in _marks(game, card))
    yield (change for card in others for change in _moves(game, state, card))


def _numbers(game: Game, state: State, player: Player, step: int) -> Iterator[Change]:
    for spec in game.numbers:
        owners = (player, opponent(player)) if spec.per_player else ("",)
        for owner in owners:
            key = f"{owner}.{spec.key}" if owner else spec.key
            was = state.number(key)
            for now in (was + step, was - step):
                if spec.key != "turn" and now >= min(0, spec.default):
                    yield (Numbered(key, was, now),)


def _marks(game: Game, card: Card) -> Iterator[Change]:
    """A mark put on or taken off."""
    for spec in game.marks:
        if card.mark(spec.name) is not None:
            yield (Marked(card.id, spec.name, None),)
        elif True in spec.values:
            yield (Marked(card.id, spec.name, True),)


def _moves(game: Game, state: State, card: Card) -> Iterator[Change]:
    """To another area of the same player; the hand comes first."""
    side = area_player(card.area) or card.owner
    for spec in sorted(game.areas, key=lambda one: one.seen_by != "owner"):
        where = Area(spec.name if spec.shared else f"{side}.{spec.name}")
        if where != card.area:
            yield (Moved(card.id, card.area, where),)


def _in_sight(game: Game, state: State) -> Iterator[Card]:
    """Cards that lie somewhere and have a name; decks are left out."""
    decks = {spec.name for spec in game.areas if spec.seen_by == "nobody"}
    for card in state.cards.values():
        name = card.area.partition(".")[2] if area_player(card.area) else card.area
        if card.name != UNKNOWN and name not in decks and host_of(card.area) is None:
            yield card
