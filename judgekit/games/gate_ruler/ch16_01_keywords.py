"""Section 16-1: keywords, and which cards have them."""

from __future__ import annotations

from judgekit.engine.abilities import (
    Ability,
    Moment,
    Status,
)
from judgekit.engine.events import Event, Occurred
from judgekit.engine.state import UNKNOWN
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler.abilities import Play, play_of
from judgekit.games.gate_ruler.rules import rules

NO_ABILITIES = ("Forced Reveal", "Resource", "Genesis Summoning", "Abyssal Summoning")  # 16-1a-2
Made = tuple[Ability, ...]


@rules.guard("16-1a-2")
def is_no_ability(table: Table, word: str) -> bool:
    """Keywords that are not abilities are untouched by what gives and takes abilities."""
    return word in NO_ABILITIES


def has(table: Table, card: int, word: str) -> bool:
    """Whether a card has a keyword; a keyword that is not an ability is printed, and stays."""
    if table.card(card).name == UNKNOWN:
        return False
    if word in NO_ABILITIES:
        return bool(is_no_ability(table, word)) and word in (
            table.definition(card).properties.get("keywords") or ()
        )
    return keyword_ability(table, card, word) is not None


def keyword_ability(table: Table, card: int, word: str) -> Ability | None:
    """The first ability of a card that is this keyword."""
    for ability in playing.abilities_of(table, card):
        if word in play_of(ability).labels and holds(table, card, ability):
            return ability
    return None


def holds(table: Table, card: int, ability: Ability) -> bool:
    """A keyword that the rules only ask about may have a condition."""
    if not isinstance(ability, Status) or ability.holds is None:
        return True
    return ability.holds(table, table.source(ability, table.card(card)), card)


def status(address: str, clause: str, word: str, spec: Play | None = None) -> Made:
    """A keyword that the rules ask about by its name."""
    return (Status(address, clause, word, data=spec or Play(labels=(word,)), name=word),)


def occurs(moment: Moment, timing: str) -> Occurred | None:
    event: Event = moment.event
    return event if isinstance(event, Occurred) and event.timing == timing else None
