"""What a text can know of the turn: its phase, and what was played, attacked, drawn or activated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.interpret.remembering import (
    Asked,
    asked_by_others,
    can_be_seen,
    did_so,
    times_seen,
    watchers,
)
from judgekit.cardtext.interpret.triggers import doer_of
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Automatic
from judgekit.engine.state import PLAYERS, CardId, State
from judgekit.games.dragon_ball_super.language.information import is_played_so, is_skill
from judgekit.games.dragon_ball_super.rules import EVERYWHERE

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

COUNTED = {
    m.Played: "plays",
    m.Attacks: "attacks",
    m.AbilityUsed: "skills",
    m.Drawn: "draws",
    m.Destroyed: "KOs",
}


def has_happened(self: DragonBallSuper, sight: Sight, run: Run, condition: m.Happened) -> bool:
    event = condition.event
    what = getattr(event, "what", None)
    if is_seen(self, condition):
        return times_seen(self, sight, run, condition) >= condition.least
    if isinstance(event, m.Played) and what is not None and not isinstance(what, m.Selector):
        cards = self.pointed_at(sight, run, what)
        return bool(cards) and all(was_played(sight, event, condition.period, c) for c in cards)
    if isinstance(event, m.AbilityUsed) and event.kind:
        return was_activated(self, sight, run, event)
    name = COUNTED.get(type(event))
    if name is None:
        return Interpreter.has_happened(self, sight, run, condition)
    who = doer_of(event)
    if isinstance(what, m.Selector) and what.whose not in ("", "any"):
        who = what.whose
    times = sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))
    return times >= condition.least


def is_seen(self: DragonBallSuper, asked: Asked) -> bool:
    """Whether a card counts it while the game goes on, since nothing else keeps it."""
    event = asked.event
    if not can_be_seen(asked, self.TRIGGERS):
        return False
    spans = ("turn", "game") if getattr(event, "how", "") else ("turn",)
    own_play = isinstance(event, m.Played) and asked.period in spans
    kept = own_play if isinstance(asked, m.Did) else isinstance(asked, m.Happened) and is_recorded(asked)
    return not kept


def battle(self: DragonBallSuper, state: State) -> int:
    """By the attacks that have been declared this turn."""
    return sum(state.number(f"{player}.attacks this turn") for player in PLAYERS)


def how_often(self: DragonBallSuper, sight: Sight, run: Run, amount: m.HowOften) -> int:
    return times_seen(self, sight, run, amount)


def did(self: DragonBallSuper, sight: Sight, run: Run, asked: m.Did, card: CardId) -> bool:
    if is_seen(self, asked):
        return did_so(self, sight, run, asked, card)
    if isinstance(asked.event, m.Played):
        return was_played(sight, asked.event, asked.period, card)
    return Interpreter.has_done(self, sight, run, asked.event, card)


FILTERS: dict[type[Any], Callable[..., bool]] = {m.Did: did}


def compile(
    self: DragonBallSuper, ability: m.Ability, address: str, properties: dict[str, Any]
) -> list[Ability]:
    counts = Automatic("", "8-6-3", where=EVERYWHERE)
    seen = watchers(self, ability, address, partial(is_seen, self), counts)
    return Interpreter.compile(self, ability, address, properties) + seen


def was_played(sight: Sight, event: m.Played, period: str, card: CardId) -> bool:
    """What a card in play records of its own play: the turn, and by what."""
    now = sight.card(card)
    if not is_played_so(event.how, str(now.mark("played by") or "")):
        return False
    return period == "game" or now.mark("played in turn") == sight.state.number("turn")


def was_activated(self: DragonBallSuper, sight: Sight, run: Run, event: m.AbilityUsed) -> bool:
    """Whether a skill of that kind was activated this turn."""
    kind = event.kind.replace("_", " ")
    for player in self.players(event.who, run):
        start = f"{player}.activated "
        for key in [key for key, n in sight.state.numbers.items() if n and key.startswith(start)]:
            used = run.table.pool.ability(key.removeprefix(start).removesuffix(" this turn"))
            if is_skill(self, run.table, used, kind):
                return True
    return False


def senseless(self: DragonBallSuper, ability: m.Ability) -> Iterator[str]:
    """A turn records how often and by whom something was done; a card, how it was played, and what it asks
    about."""
    yield from Interpreter.senseless(self, ability)
    yield from asked_by_others(ability, partial(is_seen, self))
    yield from modes_of_the_moved(ability)
    for node in walk(ability):
        unseen = isinstance(node, Asked) and not is_seen(self, node)
        if unseen and isinstance(node, m.Happened) and not is_recorded(node):
            yield f"no such record is kept of {type(node.event).__name__}"
        if unseen and isinstance(node, m.HowOften):
            yield f"{type(node.event).__name__} is not counted"
        if unseen and isinstance(node, m.Did) and not isinstance(node.event, m.Played):
            yield f"no such record is kept of {type(node.event).__name__}"
        if any(isinstance(inner, m.UseAbility) for inner in walk(done_within(node))):
            yield "only an effect can activate a skill: it cannot be a cost or a replacement"
        if isinstance(node, m.Permit) and node.cost is not None and node.cost.way == "less":
            yield "say that the card “costs less”"


def modes_of_the_moved(ability: m.Ability) -> Iterator[str]:
    """8-10-1: a card that the effect has moved is seen in its last area, where it has no mode."""
    moved: set[m.Target] = set()
    for node in walk((ability.costs, ability.body)):
        if isinstance(node, m.Destroy | m.Discard | m.Move):
            moved.add(m.Bound(node.what.bind) if isinstance(node.what, m.Selector) else node.what)
        if isinstance(node, m.Matches) and node.what in moved:
            asked = [each.state for each in node.like.filters if isinstance(each, m.State)]
            if not MODES.isdisjoint(asked):
                yield "a card that the effect has moved is seen in its last area (8-10-1), without a mode"


MODES = frozenset({"active", "rest", "attacking", "being attacked"})


def done_within(node: m.Node) -> tuple[m.Verb, ...]:
    """What is done in the middle of something else: costs, and what happens in place of an event."""
    if isinstance(node, m.Ability):
        return node.costs
    return (*node.do, *node.then) if isinstance(node, m.Instead) else ()


def is_recorded(condition: m.Happened) -> bool:
    """Whether the past that a text asks about is recorded: its own card's play, or only how often and by
    whom."""
    event = condition.event
    if condition.apart:
        return False
    what: Any = getattr(event, "what", None) or getattr(event, "of", None)
    if isinstance(event, m.Played) and isinstance(what, m.This):
        return condition.least == 1 and event == m.Played(what, event.by, how=event.how)
    if isinstance(event, m.AbilityUsed) and event.kind:
        return condition.least == 1 and event == m.AbilityUsed(event.who, event.kind)
    plain = what is None or (isinstance(what, m.Selector) and what == m.Selector(whose=what.whose))
    kinds = m.Selector(whose=getattr(what, "whose", ""), types=("battle card",))
    usual = isinstance(event, m.Played | m.Destroyed) and what == kinds
    if type(event) not in COUNTED or getattr(event, "cause", None) is not None:
        return False
    alike = not isinstance(event, m.Played) or event == m.Played(event.what, event.by)
    aimed = isinstance(event, m.Attacks) and event.target is not None
    return condition.period == "turn" and (plain or usual) and alike and not aimed
