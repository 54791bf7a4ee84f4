"""What somebody might point to in vain: a skill that waits for something that this is not.

A definition decides there, and nothing happens that could cite it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from judgekit.engine.abilities import Ability
from judgekit.engine.state import PLAYERS, CardId, Facts, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch08_01_skills import negated_skills, skills_held
from judgekit.games.dragon_ball_super.ch10_01_ko import is_by_opponent
from judgekit.games.dragon_ball_super.rules import ATTACK, goes_on

DAMAGE = "4-10-2-1"  # the action in which a point of damage takes a life card


def note_a_move(table: Table, card: CardId, name: str, is_a_ko: bool, why: Facts) -> None:
    """A card is placed somewhere by what is neither a draw, nor damage, nor a KO."""
    here = area_name(table.card(card).area)
    if here in ("battle", "combo"):
        placed = here == "battle" and name == "drop" and table.peek(card, "type") == "battle"
        if name != "combo" and not is_a_ko and (placed or waits(table, "KO", card)):
            table.cite("10-1-2", *(("10-1-1",) if here == "combo" else ()))  # KO-ed is what was in battle
        by_skill = fact(why, "by") == "skill" and is_by_opponent(table, card, why)
        if by_skill and table.has_status("barrier", card):
            table.cite("10-19-1")  # it is not chosen
    if here in ("deck", "life") and name == "hand" and waits(table, "draw"):
        table.cite("4-9-1")
    if here == "life" and table.rules.number(DAMAGE) not in table.path and waits(table, "damaged"):
        table.cite("4-10-1")


def note_no_ko(table: Table, card: CardId) -> None:
    """A card that lay beneath another one goes to the Drop Area."""
    if speaks_of(skills_held(table, card), "KO"):
        table.cite("10-1-2")


def note_the_silenced(table: Table, card: CardId, timing: str) -> None:
    """A skill of this card would wait for what happens now, but is negated."""
    if speaks_of([table.pool.ability(skill) for skill in negated_skills(table.board, card)], timing):
        table.cite("8-3-2")


def note_no_play(table: Table, *cards: CardId) -> None:
    """A card comes into a Battle Area without being played, or its play comes to nothing."""
    if waits(table, "play", *cards):
        table.cite("3-6-3")


def note_no_damage(table: Table, attacker: CardId) -> None:
    """A Battle Card is beaten: [Critical] and [Strike] have no damage to change."""
    about_damage = {skill.clause for skill in skills_held(table, attacker)} & {"10-6-1", "10-7-1"}
    table.cite(*sorted(about_damage))


def note_a_latecomer(table: Table, card: CardId) -> None:
    """A card with a skill about the attack that is already being made."""
    timings = {timing for skill in skills_held(table, card) for timing in getattr(skill, "timings", ())}
    if goes_on(table, ATTACK) and timings & {"attack", "attacked"}:
        table.cite("7-1-1", "2-12-2")


def speaks_of(skills: Sequence[Ability], timing: str) -> bool:
    return any(timing in getattr(skill, "timings", ()) for skill in skills)


def waits(table: Table, timing: str, *others: CardId) -> bool:
    """Whether a skill of a card in play, or of these, triggers on it, negated or not."""
    in_play = [table.pile(f"{player}.{name}") for player in PLAYERS for name in ("leader", "battle")]
    return any(speaks_of(skills_held(table, one), timing) for one in (*others, *chain(*in_play)))
