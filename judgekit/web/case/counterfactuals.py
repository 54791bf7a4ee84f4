"""A refusal in hindsight: when its condition was last met, and what change would lift it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.cases.errors import CaseError
from judgekit.cases.play.alternatives import Change, stages
from judgekit.engine import explain
from judgekit.engine.abilities import Automatic
from judgekit.engine.counterfactuals import Conditions, enough, last_met, tried
from judgekit.engine.events import Applied, Marked, Moved, Numbered, TurnBegan
from judgekit.engine.legality import Check, PlayerAction
from judgekit.engine.machine import Line
from judgekit.engine.registry import RuleAction
from judgekit.engine.state import JUDGE, PLAYERS, CardId, Player
from judgekit.engine.table import Table
from judgekit.narrate import last_legal
from judgekit.narrate.changes import wished
from judgekit.narrate.places import Spot
from judgekit.narrate.said import said
from judgekit.web.case.inspector import CheckView, line_here, moment
from judgekit.web.case.scene import Scene
from judgekit.web.case.views import scene_at
from judgekit.web.responses import show
from judgekit.web.urls import spot_text

ASKED = 200  # choices of the past at which the question is looked at again
TRIED = 1500  # changes that are tried
MOST = 4  # that are shown


@dataclass(frozen=True)
class Matter:
    """What was refused: whose, its conditions at any table, and the cards it is about."""

    label: str
    player: Player
    cards: tuple[CardId, ...]
    conditions: Conditions
    action: PlayerAction | None = None
    ability: Automatic | None = None
    rule: str = ""  # the number of a rule action


class Offer(msgspec.Struct, frozen=True):
    """A change that would be enough, in words and as fields of the correction form."""

    told: str
    fields: dict[str, str]


class Hindsight(msgspec.Struct):
    label: str
    ask: str
    condition: CheckView | None
    told: str
    at: str
    href: str
    offers: tuple[Offer, ...]
    back: str
    root: str


def hindsight(case: int, branch: str, place: str) -> Response:
    """When the condition that refuses something was last met (`ask=last`), or what would meet it
    (`ask=change`)."""
    scene = scene_at(case, branch, place)
    if scene.seat != JUDGE:
        raise CaseError("only the judge can look back like this: it would reveal what is hidden")
    scene.must_be_between()
    matter = matter_of(scene, request.args)
    ask = request.args.get("ask", "last")
    return show("case/hindsight.html", changed(scene, matter) if ask == "change" else lasted(scene, matter))


def matter_of(scene: Scene, asked: Any) -> Matter:
    """The attempt of an address: `kind`, `player` and `id` as the why-not tab has them."""
    kind, name = asked.get("kind", "action"), asked.get("id", "")
    if kind == "rule":
        return _rule(scene, name)
    if kind == "ability":
        return _ability(scene, name)
    return _action(scene, asked.get("player", ""), name)


def _action(scene: Scene, player: str, name: str) -> Matter:
    if player not in PLAYERS:
        raise CaseError(said("who can act"))
    who, table = Player(player), scene.table_at(scene.state)
    for action in scene.rules.actions.values():
        if name == action.name or name.startswith(f"{action.name} "):
            for subject in action.subjects(table, who):
                if action.id(subject) == name:
                    return _of_action(scene, table, action, who, subject)
    raise CaseError(said("could not try", player=who, deed=name))


def _of_action(scene: Scene, table: Table, action: PlayerAction, player: Player, subject: Any) -> Matter:
    parts = subject if isinstance(subject, tuple) else (subject,)
    cards = tuple(CardId(part) for part in parts if type(part) is int)

    def conditions(there: Table) -> list[Check]:
        if subject not in list(action.subjects(there, player)):
            return []
        return action.checks(there, player, subject)

    told = scene.deed((action.id(subject),)) or scene.plain(table.describe(action, subject))
    return Matter(told, player, cards, conditions, action)


def _ability(scene: Scene, address: str) -> Matter:
    ability, card = scene.pool.abilities.get(address), CardId(scene.view.card or 0)
    if not isinstance(ability, Automatic) or card not in scene.state.cards:
        raise CaseError(f"no card here has an automatic ability {address!r}; select its card first")
    line = line_here(scene)

    def conditions(there: Table) -> list[Check]:
        return explain.of_an_ability(stood(line, there), ability, card)

    label = ability.text or address
    return Matter(label, scene.state.cards[card].owner, (card,), conditions, ability=ability)


def _rule(scene: Scene, number: str) -> Matter:
    line = line_here(scene)
    for rule in (*scene.rules.live_interrupts(), *scene.rules.live_rule_actions()):
        if number == (scene.rules.number(rule.clause) or rule.clause):
            label = scene.clause(number).gist or number
            return Matter(label, scene.state.turn_player, (), _due(line, rule), rule=number)
    raise CaseError(f"{number!r} is not a rule action of this book")


def _due(line: Line, rule: RuleAction) -> Conditions:
    return lambda there: explain.of_a_rule_action(stood(line, there), rule, None, None)


def stood(line: Line, table: Table) -> Line:
    """The same line, as if it were at the place of a table."""
    there = Line(line.rules, line.pool, line.start, line.readings)
    there.log, there.state = line.log, table.state
    return there


# when was it last true


def lasted(scene: Scene, matter: Matter) -> Hindsight:
    first = refusing(scene, matter)
    if first is None:
        return _told(scene, matter, "last", None, last_legal.ALLOWED)
    if matter.ability is not None and matter.ability.situation is None:
        seq = _last_triggered(scene, matter)
    elif matter.action is not None and _is_moment(scene, matter, first):
        seq = _last_moment(scene, matter.player, matter.action)
    else:
        seq = last_met(line_here(scene), matter.conditions, first).seq
    done = _last_performed(scene, matter.rule) if matter.rule else None
    if done is not None and (seq is None or done[0] >= seq):
        return _found(scene, matter, first, last_legal.PERFORMED, done)
    if seq is None:
        return _told(scene, matter, "last", first, last_legal.NEVER_MET)
    return _found(scene, matter, first, last_legal.LAST_MET, scene.course.spot(seq, 0))


def _found(scene: Scene, matter: Matter, first: Check, told: str, spot: Spot) -> Hindsight:
    found = _told(scene, matter, "last", first, told)
    found.at, found.href = spot_text(spot), scene.view.but(spot=spot, tab="whynot").href
    return found


def refusing(scene: Scene, matter: Matter) -> Check | None:
    """The condition that decides, at this place."""
    checks = tried(line_here(scene), matter.conditions, scene.state)
    if matter.action is not None:
        checks.insert(0, moment(scene, matter.player, matter.action))
    return explain.first_failed(checks)


def _is_moment(scene: Scene, matter: Matter, first: Check) -> bool:
    return matter.action is not None and first == moment(scene, matter.player, matter.action)


def _last_moment(scene: Scene, player: Player, action: PlayerAction) -> int | None:
    """The last choice at which the player was asked for such an action."""
    choices = (seq for seq, _ in reversed(scene.course.choices) if seq < scene.seq)
    for seq in islice(choices, ASKED):
        question = scene.case.line(scene.branch, seq).ask()
        if question and question.player == player and question.window == action.window:
            return seq
    return None


def _last_triggered(scene: Scene, matter: Matter) -> int | None:
    """The last entry in which an event of its kind met every condition of the ability."""
    ability, line = matter.ability, line_here(scene)
    assert ability is not None
    for entry in reversed(scene.course.entries[: scene.seq]):
        for at, happened in enumerate(entry.events):
            if type(happened.event) in ability.on:
                checks = explain.of_an_ability(line, ability, matter.cards[0], (entry.seq, at))
                if all(check.ok for check in checks):
                    return entry.seq + 1
    return None


def _last_performed(scene: Scene, number: str) -> Spot | None:
    """Where a rule action was last performed: one that interrupts does so in the middle of a step."""
    for entry in reversed(scene.course.entries[: scene.seq]):
        for at in range(len(entry.events), 0, -1):
            happened = entry.events[at - 1]
            if isinstance(happened.event, Applied) and happened.path[-1:] == (number,):
                return entry.seq, at
    return None


# what change would make it legal


def changed(scene: Scene, matter: Matter) -> Hindsight:
    first = refusing(scene, matter)
    if first is None:
        return _told(scene, matter, "change", None, last_legal.ALLOWED)
    if _is_moment(scene, matter, first) and _alone(scene, matter):
        return _told(scene, matter, "change", first, last_legal.MOMENT)
    if scene.game is None or (matter.ability is not None and matter.ability.situation is None):
        return _told(scene, matter, "change", first, last_legal.EVENT)
    offers = tuple(islice(_enough(scene, matter), MOST))
    if not offers:
        return _told(scene, matter, "change", first, last_legal.NO_CHANGE)
    told = last_legal.enough(_is_moment(scene, matter, first))
    found = _told(scene, matter, "change", first, told)
    found.offers = offers
    return found


def _alone(scene: Scene, matter: Matter) -> bool:
    """Whether everything but the moment is met."""
    checks = tried(line_here(scene), matter.conditions, scene.state)
    return bool(checks) and all(check.ok for check in checks)


def _enough(scene: Scene, matter: Matter) -> Iterator[Offer]:
    """Changes of the mildest kind that is enough."""
    assert scene.game is not None
    line, left = line_here(scene), TRIED
    for stage in stages(scene.game, scene.state, matter.player, matter.cards):
        changes = list(islice(stage, left))
        left -= len(changes)
        found = [_offer(scene, tuple(change)) for change in enough(line, matter.conditions, changes)]
        if found:
            yield from found
            return


def _offer(scene: Scene, change: Change) -> Offer:
    (event,) = change
    fields: Callable[[Any], dict[str, str]] = FIELDS[type(event)]
    return Offer(wished(event, scene.label), fields(event))


FIELDS: dict[type[Any], Callable[[Any], dict[str, str]]] = {  # of the form that makes the change
    Numbered: lambda event: {"number": event.key, "value": str(event.now)},
    Marked: lambda event: {"card": f"c{event.card}", "mark": event.mark},
    Moved: lambda event: {"card": f"c{event.card}", "to": event.dst},
    TurnBegan: lambda event: {},
}


def _told(scene: Scene, matter: Matter, ask: str, first: Check | None, told: str) -> Hindsight:
    condition = None
    if first is not None:
        condition = CheckView(scene.clause(first.clause), first.needed, first.found, first.ok, True)
    back = scene.view.but(tab="whynot").href
    here, label = scene.view.here, scene.plain(matter.label)
    return Hindsight(label, ask, condition, told, "", "", (), back, here)
