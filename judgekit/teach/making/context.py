"""What is told before a question: where the game is, what was chosen, and what the board does not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from judgekit.engine import events as e
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Player,
    State,
    area_name,
    area_player,
    host_of,
)
from judgekit.narrate.endings import counted
from judgekit.narrate.events import listed
from judgekit.narrate.said import said
from judgekit.narrate.table import TableWords
from judgekit.narrate.titles import title_of
from judgekit.teach.making.asking import Asking
from judgekit.teach.question import Kind


def context_of(asking: Asking, kind: Kind) -> str:
    """Where the game is, what has been chosen, and what nobody could see on the board."""
    found = looked_through(asking) if kind == "who" else ""
    told = (where(asking, kind), asking.story, arrivals(asking), unseen(asking, kind), found, _how_far(kind))
    return " ".join(filter(None, told))


def table_of(asking: Asking, kind: Kind) -> State:
    """The table that a question is about: what may be done is asked where the choice is open."""
    return asking.right.state if kind == "legal" else asking.moment.table


def where(asking: Asking, kind: Kind) -> str:
    """The phase and the step that a moment is in, or that begins; else what is under way."""
    book, frames = asking.book, (asking.right if kind == "legal" else asking.moment).state.frames
    titles = list(dict.fromkeys(title_of(book, f.procedure) for f in frames))
    begins = [title_of(book, f.at) for f in frames[-1:]]
    told = list(filter(_is_phase, titles)) or list(filter(_is_phase, begins)) or titles[-1:]
    return f"{', '.join(told)}." if any(told) else ""


def arrivals(asking: Asking) -> str:
    """In which order cards came that lie in one place, where only the last one may stay."""
    table, game = asking.moment.table, asking.moment.place.game
    ties, words = {spec.mark for spec in game.ties}, TableWords(game, {})
    many = Counter(spec.clause for spec in game.areas if spec.drawn == "place")
    places = [spec.name for spec in game.areas if many[spec.clause] > 1 or spec.capacity == 1]
    told = []
    for where in (f"{player}.{name}" for player in PLAYERS for name in places):
        own = [card for card in map(table.cards.__getitem__, table.pile(where)) if not bears(card, ties)]
        if len(own) > 1 and len({card.name for card in own}) > 1:
            came = groupby(sorted(own, key=lambda card: card.since), lambda card: card.since)
            names = [listed(card.name for card in together) for _, together in came]
            told.append(said("came to a place", place=words.area(where), cards=said("and then").join(names)))
    return " ".join(told)


def bears(card: Card, marks: set[str]) -> bool:
    return any(card.mark(name) for name in marks)


def looked_through(asking: Asking) -> str:
    """The cards among which somebody chooses who looks through a pile that the board does not list."""
    question, cards = asking.right.question, asking.right.state.cards
    offered = question.options if question is not None else ()
    found: dict[str, list[str]] = {}
    for card in (cards[CardId(one.card)] for one in offered if one.card is not None and one.card in cards):
        if area_name(card.area) in unseen_areas(asking) and card.name in asking.moment.place.pool.definitions:
            found.setdefault(card.area, []).append(card.name)
    return " ".join(_found_in(asking, where, own) for where, own in found.items())


def _found_in(asking: Asking, where: str, own: list[str]) -> str:
    words = TableWords(asking.moment.place.game, {})
    told = {"place": words.area(where), "cards": listed(counted(own))}
    if len(own) == len(asking.right.state.pile(where)):
        return said("all of them", **told)
    return said("among others", **told)


def unseen(asking: Asking, kind: Kind) -> str:
    """What lies in piles that only their owner sees, and the cards that come next from those that nobody
    sees, where another card could change the answer: at an end, what somebody could do with it."""
    told = (*_in_own_piles(asking), *_below(asking), _coming(asking, kind == "end"))
    return " ".join(filter(None, told))


def _below(asking: Asking) -> Iterator[str]:
    """Whose the cards are that lie in a stack of cards of both players, or on the other's side: the board
    marks the top card alone."""
    cards = asking.moment.table.cards
    for card in cards.values():
        host = cards.get(host_of(card.area) or CardId(0))
        if host is not None and {card.owner, host.owner} != {area_player(host.area)}:
            yield said("owned below", card=card.name, host=host.name, player=card.owner)


def _in_own_piles(asking: Asking) -> Iterator[str]:
    table, cards = asking.moment.table, asking.moment.place.cards
    printed = {card.name for card in cards}
    for spec in asking.moment.place.game.areas:
        if spec.seen_by == "owner" and not spec.is_listed:
            for player in PLAYERS:
                lies = [table.cards[one] for one in table.pile(f"{player}.{spec.name}")]
                own = [_with_owner(card, player) for card in lies]
                if own and printed >= {card.name for card in lies}:
                    pile = spec.noun or spec.title
                    yield said("in a pile", player=player, pile=pile, cards=", ".join(counted(own)))


def _with_owner(card: Card, player: Player) -> str:
    return card.name if card.owner == player else said("with its owner", card=card.name, player=card.owner)


def _coming(asking: Asking, all_of_them: bool) -> str:
    came: dict[str, list[str]] = {}
    for entry in asking.right.entries:
        for event in (happened.event for happened in entry.events):
            if isinstance(event, e.Shuffled):
                return _next_in(asking, came)
            if isinstance(event, e.Moved) and _matters_unseen(asking, event, all_of_them):
                came.setdefault(event.src, []).append(asking.moment.table.cards[event.card].name)
    return _next_in(asking, came)


def _matters_unseen(asking: Asking, event: e.Moved, whatever: bool) -> bool:
    table, pool = asking.moment.table, asking.moment.place.pool
    pile = table.pile(event.src)
    if area_name(event.src) not in hidden_areas(asking) or event.card not in pile:
        return False
    name = table.cards[event.card].name
    if name not in pool.definitions or name in asking.story:
        return False
    alike = len({table.cards[one].name for one in pile}) == 1 and not pool.definitions[name].text
    return whatever or not alike


def _next_in(asking: Asking, came: dict[str, list[str]]) -> str:
    titles = {spec.name: spec.noun or spec.title for spec in asking.moment.place.game.areas}
    told = ((area_player(w), titles[area_name(w)], ", ".join(own)) for w, own in came.items())
    return " ".join(said("next in a pile", player=who, pile=pile, cards=cards) for who, pile, cards in told)


def _is_phase(title: str) -> bool:
    return title.lower().endswith(("phase", "step"))


def unseen_areas(asking: Asking) -> set[str]:
    return {spec.name for spec in asking.moment.place.game.areas if not spec.is_listed}


def hidden_areas(asking: Asking) -> set[str]:
    """The piles that nobody looks into: what lies in the others is told."""
    areas = asking.moment.place.game.areas
    return {spec.name for spec in areas if not spec.is_listed and spec.seen_by != "owner"}


def _how_far(kind: Kind) -> str:
    """Up to where a question looks."""
    nobody = said("no choice")
    return {"who": nobody, "end": (far := said("go on", no_choice=nobody)), "wins": far}.get(kind, "")
