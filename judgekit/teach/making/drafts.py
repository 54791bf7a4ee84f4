"""Everything that can be asked at a moment, if it can be asked about at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from judgekit.engine.state import (
    CardId,
    area_name,
    area_player,
)
from judgekit.narrate.table import FACE_DOWN
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.context import bears, looked_through, unseen_areas
from judgekit.teach.making.draft import UNSETTLED, Draft
from judgekit.teach.making.how_it_ends import how_it_ends, who_wins
from judgekit.teach.making.in_what_order import in_what_order
from judgekit.teach.making.is_it_legal import LENT, is_it_legal
from judgekit.teach.making.what_next import what_next
from judgekit.teach.making.which_clause import which_clause
from judgekit.teach.making.which_number import which_number
from judgekit.teach.making.who_chooses import who_chooses
from judgekit.teach.question import Kind


def drafts(asking: Asking, kind: Kind | None = None) -> Iterator[Draft]:
    """Everything that can be asked at a moment; or only what is of one kind."""
    if asking.right.broken or any(step.is_choice for step in asking.right.steps):
        return  # what repeats itself in a loop has been chosen, too
    if asking.knows_more or LENT.search(asking.story) or UNSETTLED.search(asking.story):
        return
    if _goes_on_choosing(asking) or _chose_a_namesake(asking):
        return
    if _says_nothing(asking) or _lies_untold(asking) or _searches_unseen(asking):
        return
    for own, make in _makers(asking).items():
        if kind in (None, own):
            yield from make(asking)


def _makers(asking: Asking) -> dict[Kind, Callable[[Asking], Iterator[Draft]]]:
    """The kinds of question that can be asked at a moment."""
    if asking.behind is None and asking.story:  # the table shows what has come of the last choice
        return {"legal": is_it_legal}
    found: dict[Kind, Callable[[Asking], Iterator[Draft]]] = {
        "next": what_next, "clause": which_clause, "order": in_what_order, "number": which_number
    }  # fmt: skip
    if not asking.is_certain:
        return found
    found |= {"who": who_chooses, "legal": is_it_legal, "wins": who_wins}
    end = asking.result.end
    if asking.steps and end is not None and asking.right.state == end.line.state:
        found["end"] = how_it_ends
    return found


def _goes_on_choosing(asking: Asking) -> bool:
    """Whether the next choice is the last one again: one choice of the book in several parts, of which nobody
    could say whether it is at its end."""
    question = asking.right.question
    if question is None or question.window or not asking.chosen:
        return False
    last = asking.chosen[-1]
    return (last.player, last.prompt) == (question.player, question.prompt)


def _chose_a_namesake(asking: Asking) -> bool:
    """Whether somebody has chosen a card of which another lies open with the other player, and neither the
    story nor the request says whose."""
    cards, closed = asking.moment.table.cards, unseen_areas(asking)
    for one in asking.chosen:
        meant = (cards.get(CardId(int(id[1:]))) for id in one.chosen if CHOSEN.fullmatch(id))
        for card in (card for card in meant if card is not None and f": {card.name}" in asking.story):
            alike = [c for c in cards.values() if c.name == card.name and area_name(c.area) not in closed]
            if len({area_player(c.area) for c in alike}) > 1 and not WHOSE.search(one.prompt):
                return True
    return False


CHOSEN = re.compile(r"c\d+")  # the option that is a card
WHOSE = re.compile(r"\b(your (?!choice)|opponent)", re.I)


def _says_nothing(asking: Asking) -> bool:
    """Whether there is an ability that no text tells: one that an effect has made for later, or of a card."""
    state, pool = asking.moment.table, asking.moment.place.pool
    waits = [*(one.ability for one in state.standby), *(one.ability for one in state.scheduled)]
    mute = {card.name for card in asking.moment.place.cards if card.abilities and not card.text}
    here = {card.name for card in state.cards.values()}
    return bool(mute & here) or not all(pool.ability(address).text for address in waits)


def _lies_untold(asking: Asking) -> bool:
    """Whether the board cannot tell how a card lies: open where cards lie face down, or tied to several."""
    game, table = asking.moment.place.game, asking.moment.table
    set_down = {spec.name for spec in game.areas if spec.seen_by == "owner" and spec.drawn == "place"}
    told = {spec.name for spec in game.marks if not spec.bookkeeping}
    for card in table.cards.values():
        is_open = area_name(card.area) in set_down and not bears(card, {*FACE_DOWN})
        if is_open or any(isinstance(v, tuple) and len(v) > 1 and name in told for name, v in card.marks):
            return True
    return False


SEARCHED = re.compile(r"\bsearch\b[^.?]*\? [AB] says yes\.$", re.I)


def _searches_unseen(asking: Asking) -> bool:
    """Whether somebody has begun to look through a pile and finds nothing there, which nobody could know."""
    return (
        SEARCHED.search(asking.story) is not None
        and asking.right.question is not None
        and not (looked_through(asking) or asking.right.question.form == "yes or no")
    )
