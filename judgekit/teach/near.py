"""Near misses: the same thing with another place, another number, another player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from judgekit.cases.rulings.expectations import End, Fact
from judgekit.engine import events as e
from judgekit.engine.state import CardId, area_name, area_player, host_of, opponent
from judgekit.games.game import AreaSpec
from judgekit.teach.stretch import Moment


def near_events(moment: Moment, event: e.AnyEvent) -> Iterator[tuple[e.AnyEvent, str]]:
    """The same thing with another place, another number, another player."""
    if isinstance(event, e.Moved):
        for where in _near_areas(moment, event):
            yield replace(event, dst=where), "wrong place"
    elif isinstance(event, e.Numbered):
        for now in near_numbers(event.was, event.now):
            yield replace(event, now=now), "wrong number"
    elif isinstance(event, e.Decided) and event.outcome.winner:
        other = replace(event.outcome, winner=opponent(event.outcome.winner))
        yield e.Decided(other), "other outcome"
    elif isinstance(event, e.Marked):
        here = moment.table.cards.get(event.card)
        beside = moment.table.pile(here.area) if here else ()
        for card in beside:
            if card != event.card:
                yield replace(event, card=card), "other card"


def _near_areas(moment: Moment, event: e.Moved) -> Iterator[str]:
    """The same area of the other player, and the piles where cards go most; not where it is."""
    player, specs = area_player(event.dst), moment.place.game.areas
    if player and (other := f"{opponent(player)}.{area_name(event.dst)}") != event.src:
        yield other
    side = player or moment.state.turn_player
    for name in _piles(specs, area_name(event.dst)):
        if f"{side}.{name}" != event.src:
            yield f"{side}.{name}"


PILES = (
    "discard pile",
    "drop",
    "drop zone",
    "graveyard",
    "hand",
    "deck",
    "main deck",
    "stock",
    "warp",
    "life",
)


def _piles(specs: Iterable[AreaSpec], but: str) -> list[str]:
    """Where cards go most in a game, except one area and what is set out before the game."""
    beforehand = "before the game"
    names = [s.name for s in specs if not s.shared and s.name != but and beforehand not in s.title]
    usual = [name for name in PILES if name in names]
    return (usual + [name for name in names if name not in PILES])[:4]


def near_numbers(was: int, now: int) -> Iterator[int]:
    by, step = now - was, _unit(now)
    for other in (now + by, was - by, now + step, now - step, now + 2 * step, now + 3 * step):
        if other not in (was, now) and (other >= 0 or now < 0):
            yield other


def near_facts(moment: Moment, fact: Fact) -> Iterator[Fact]:
    data = dict(fact.data)

    def but(**changes: object) -> Fact:
        return Fact(fact.path, fact.kind, {**data, **changes})

    if fact.kind == "card" and "in" in data:
        here, game = str(data["in"]), moment.place.game
        player = area_player(here)
        if player:
            yield but(**{"in": f"{opponent(player)}.{area_name(here)}"})
        for name in _piles(game.areas, area_name(here)):
            yield but(**{"in": f"{player or 'A'}.{name}"})
    elif fact.kind == "area":
        if set(data) == {"area", "count"}:
            count = int(data["count"])
            for other in (count + 1, count - 1, count + 2, count + 3):
                if other >= 0:
                    yield but(count=other)
    elif fact.kind == "number" and (words := _words_for(moment, str(data["number"]))):
        yield from (but(**{"is": value}) for value in words if value != data["is"])
    elif "is" in data and type(data["is"]) is int:
        step = _unit(int(data["is"]))
        for by in (1, -1, 2, 3):
            if data["is"] + by * step >= 0:
                yield but(**{"is": data["is"] + by * step})


def _words_for(moment: Moment, number: str) -> list[int]:
    """The values of a number that the board tells in words."""
    specs = (spec for spec in moment.place.game.numbers if spec.key == area_name(number))
    return [value for spec in specs for value, _ in spec.words]


def fact_at(end: End, fact: Fact) -> Fact | None:
    """The same fact at another end: where the card is there, how many cards are there."""
    data = dict(fact.data)
    if fact.kind == "card" and ("in" in data or "gone" in data):
        card = end.card(str(data["card"]))
        if isinstance(card, str):
            return (
                None if "gone" in data else Fact(fact.path, fact.kind, {"card": data["card"], "gone": True})
            )
        host = end.state.cards.get(host_of(card.area) or CardId(0))
        where = {"under": host.name} if host is not None else {"in": card.area}
        return Fact(fact.path, fact.kind, {"card": data["card"], **where})
    if fact.kind == "area" and set(data) == {"area", "count"}:
        return Fact(fact.path, fact.kind, {**data, "count": len(end.state.pile(end.area(str(data["area"]))))})
    return None


def _unit(number: int) -> int:
    """The step size of such numbers: 1, 500, 1000."""
    for unit in (1000, 500, 100):
        if number and number % unit == 0:
            return unit
    return 1
