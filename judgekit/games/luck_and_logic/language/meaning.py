"""Words that the grammar reads but this book gives no meaning to: found when a card is made playable, so
that no game meets them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.interpret.remembering import asked_by_others
from judgekit.cardtext.model import walk
from judgekit.games.luck_and_logic.language.records import is_recorded, is_seen

GAME = "luck-and-logic"
THIS_TURN = m.Until("turn", "any")
STATES = frozenset({
    "active", "rest", "face up", "face down", "destroyed", "undestroyed", "attacking", "defending",
    "intercepting", "in battle", "being attacked", "set", "battle opponent", "tactics icon", "paradox icon",
    "power icon", "aura icon", "limit icon", "intercept icon", "on the circle being attacked", "last placed",
})  # fmt: skip
REPLACED: dict[type[Any], str] = {
    m.Moved: "move", m.Drawn: "draw", m.Discarded: "discard", m.Destroyed: "destroy",
    m.ChangesZone: "move to circle", m.Intercepts: "intercept", m.Ends: "lose the game",
}  # fmt: skip
PERFORMED = frozenset({"trance", "level boost", "luck drive", "logic definition", "refresh", "reshuffle"})
OF_PLAYERS = frozenset({
    "play", "draw", "discard", "level boost", "define logic", "use tactics", "use paradox", "lose",
    "lose the game", "win the game", "luck drive",
})  # fmt: skip
USED = ("abilities", "logic drive", "auto", "act", "covenant", "vanguard")


def check(ability: m.Ability, address: str, acts: Collection[str]) -> None:
    """Every word of an ability means something here; `acts` is what can be forbidden."""
    if not letters(ability.body) <= letters((ability.costs, ability.letters)) | {"X"}:
        raise NoMeaning(f"{address}: the text does not say how many are paid, or what Y is")
    for why in asked_by_others(ability, is_asked):
        raise NoMeaning(f"{address}: {why}")
    if any(each.n != 1 for each in ability.limits) and ability.kind != "automatic":
        raise NoMeaning(f"{address}: the usage icon allows one use a turn, and no other number (12.4.1.1)")
    for node in walk(ability):
        doubt = DOUBTS.get(type(node))
        said = None if doubt is None else doubt(node, acts)
        if said:
            raise NoMeaning(f"{address}: {said}")


def is_asked(node: object) -> bool:
    return isinstance(node, m.Happened | m.Did | m.HowOften) and is_seen(node) and not is_recorded(node)


def check_bearer(ability: m.Ability, address: str, properties: Mapping[str, Any]) -> None:
    """2.13 to 2.15: a tactics, a paradox and a gate have no power, aura or limit that could change."""
    kind = properties.get("type")
    given = any(isinstance(node, m.Gain) and isinstance(node.gains, m.Ability) for node in walk(ability))
    if kind not in ("tactics", "paradox", "gate") or given:
        return
    for node in walk(ability):
        if isinstance(node, m.Modify) and node.what == m.This() and node.stat in ("power", "aura", "limit"):
            raise NoMeaning(f"{address}: a {kind} has no {node.stat}: say which member gets it")


def letters(part: object) -> set[str]:
    return {node.letter for node in walk(part) if isinstance(node, m.Unknown | m.Letter)}


def number(change: m.ChangeNumber, acts: Collection[str]) -> str:
    """Refresh points go their own way (10.9.1); other numbers change for good, or for a time."""
    known = change.duration is None or change.number != "refresh points"
    return "" if known else f"the {change.number} cannot change for that duration"


def stack(verb: m.Stack, acts: Collection[str]) -> str:
    return "" if verb.how in ("soul", "set") else f"{GAME} has no way to put a card {verb.how} another"


def destruction(verb: m.Destroy, acts: Collection[str]) -> str:
    """8.2.10.4: only gates."""
    what = verb.what
    fits = not isinstance(what, m.Selector) or not what.types or set(what.types) == {"gate"}
    return "" if fits else f"in {GAME} only a gate is destroyed"


def prohibition(verb: m.Prohibit, acts: Collection[str]) -> str:
    act = verb.act.verb
    if verb.unless and (act != "attack" or verb.act.object is not None):
        return f"in {GAME} only an attack can be paid for like this"
    if verb.times is not None and act not in ("intercept", "luck drive", "attack", "draw"):
        return f"nothing in {GAME} counts how often somebody may {act}"
    if act in OF_PLAYERS and not isinstance(verb.what, m.Player):
        return f"to {act} is done by a player, and by no card"
    if act in acts or act in ("gain soul power", "gain intercept power") or act.startswith("have "):
        return ""
    if act.startswith("use "):
        kind = act.removeprefix("use ")
        return "" if kind in USED else f"{kind!r} is nothing that a player uses"
    return f"nothing in {GAME} asks whether somebody may {act}"


def replacement(verb: m.Instead, acts: Collection[str]) -> str:
    event = verb.event
    if isinstance(event, m.Ends) and event.result != "loses":
        return "to win is to see the opponent lose (A-47): say what is done when that player would lose"
    if isinstance(event, m.Performs) and event.what is not None:
        return f"who would {event.action} is a player here, and no card"
    return "" if would_do(event) else f"{GAME} cannot replace {type(event).__name__}"


def would_do(event: m.Event) -> str | None:
    """What is proposed when such an event is about to happen (9.2.2.3)."""
    if isinstance(event, m.Performs):
        return event.action if event.action in PERFORMED else None
    if isinstance(event, m.Played):
        return event.how or "play"
    if isinstance(event, m.AbilityUsed):
        return event.kind if event.kind == "logic drive" else None
    if isinstance(event, m.Attaches):
        return {"soul": "move", "set": "set"}.get(event.how)
    if isinstance(event, m.Flipped):
        return f"turn face {event.face}"
    if isinstance(event, m.Turned):
        return "rest" if event.orientation == "rest" else "stand"
    return REPLACED.get(type(event))


def playing(event: m.Played, acts: Collection[str]) -> str:
    """5.16.3: what is defined is not played, and nothing else is done with a tactics or a paradox."""
    types = event.what.types if isinstance(event.what, m.Selector) else ()
    never = bool(types) and set(types) <= {"tactics", "paradox", "gate"}
    return f"no {types[0]} is ever played" if never else ""


def state(filter_: m.State, acts: Collection[str]) -> str:
    known = filter_.state in STATES or filter_.state.startswith("different ")
    return "" if known else f"{GAME} has no state {filter_.state!r}"


def record(asked: m.Happened | m.Did | m.HowOften, acts: Collection[str]) -> str:
    kept = is_recorded(asked) or is_seen(asked)
    return "" if kept else f"{GAME} keeps no record of {type(asked.event).__name__}"


def until(duration: m.Until, acts: Collection[str]) -> str:
    """Nothing lasts until the end of a phase of one player's turn."""
    whole = duration.whose in ("any", "turn player") or duration.end == "turn"
    return (
        ""
        if whole and not (duration.next and duration.end != "turn")
        else (f"nothing lasts until the end of a certain player's {duration.end}")
    )


DOUBTS: dict[type[Any], Callable[[Any, Collection[str]], str]] = {
    m.ChangeNumber: number, m.Stack: stack, m.Destroy: destruction, m.Prohibit: prohibition,
    m.Instead: replacement, m.Played: playing, m.State: state, m.Happened: record, m.Until: until,
    m.Did: record, m.HowOften: record,
}  # fmt: skip
