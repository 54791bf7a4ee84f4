"""How a ruling ends, in sentences: the facts of its file as a judge would say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from judgekit.engine.state import Outcome, area_name, area_player
from judgekit.games.game import AreaSpec
from judgekit.narrate.events import VERBS, listed, place, the

Data = Mapping[str, Any]
Areas = Iterable[AreaSpec]
OUTCOMES = {"draw": "The game is drawn", "open": "The game goes on"}


def ended(outcome: Outcome) -> str:
    """How a game ended, and by which clause."""
    said = f"{outcome.winner} wins the game" if outcome.winner else OUTCOMES["draw"]
    return f"{said}, by {outcome.clause}."


def won(outcome: Outcome | None) -> str:
    """Over a board: who has won; nothing while the game goes on."""
    if outcome is None:
        return ""
    return f"{outcome.winner} has won" if outcome.winner else OUTCOMES["draw"]


def result(outcome: Outcome | None) -> str:
    """In two words, for a table; nothing while the game goes on."""
    if outcome is None:
        return ""
    return f"{outcome.winner} wins" if outcome.winner else "drawn"


def told_fact(
    kind: str, data: Data, states: Mapping[str, str] = MappingProxyType({}), areas: Areas = ()
) -> str:
    """One fact as a sentence; marks (`Words.states`) and areas in the game's words."""
    if data.get("mark") in states and isinstance(data.get("is"), bool):
        data = {**data, "mark": states[data["mark"]]}
    called = {spec.name: spec.said for spec in areas}
    for key in ("in", "area"):
        if key in data:
            data = {**data, key: _called(str(data[key]), called)}
    return f"{TOLD[kind](data)}."


def _called(where: str, called: Mapping[str, str]) -> str:
    name = area_name(where)
    return f"{where[: len(where) - len(name)]}{called.get(name, name)}"


def _card(data: Data) -> str:
    name = data["card"]
    if "in" in data:
        where = data["in"]
        return f"{name} is in {place(where) if area_player(where) else the(where)}"
    if "across" in data:
        return f"{name} lies across {listed(_list(data['across']))}"
    if "under" in data:
        return f"{name} is under {data['under']}"
    if "owner" in data:
        return f"{name} belongs to {data['owner']}"
    if "gone" in data:
        return f"{name} no longer exists"
    if "seen by" in data:
        return _seen(data, name)
    if "keyword" in data:
        return f"{name} {'has' if data['is'] else 'does not have'} [{data['keyword']}]"
    if "mark" in data:
        return _mark(name, data["mark"], data["is"])
    verb = "are" if isinstance(data["is"], list) else "is"
    return f"The {data['property']} of {name} {verb} {_value(data['is']) or 'none'}"


def _mark(name: str, mark: str, value: Any) -> str:
    if not isinstance(value, bool):
        return f"{name}: {mark} is {_value(value)}"
    if mark.startswith(VERBS):
        return f"{name} {mark}" if value else f"It is not true that {name} {mark}"
    return f"{name} is {'' if value else 'not '}{mark}"


def _seen(data: Data, what: str) -> str:
    by = f", by {data['clause']}" if "clause" in data else ""
    who = _list(data["seen by"])
    return f"{listed(who) if who else 'Nobody'} may look at {what}{by}"


def _area(data: Data) -> str:
    where = place(data["area"])
    if "seen by" in data:
        return _seen(data, f"the cards in {where}")
    said = []
    if "count" in data:
        said.append(_many(data["count"], data))
    if "cards" in data:
        said.append(f"exactly {listed(counted(_list(data['cards'])))}")
    if "has" in data:
        said.append(f"{listed(counted(_list(data['has'])))} among others")
    if "lacks" in data:
        said.append(f"no {' and no '.join(_list(data['lacks']))}")
    return f"In {where} there {'is' if data.get('count') == 1 else 'are'} {'; '.join(said)}"


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, with how many of them there are."""
    return [f"{many} × {name}" if many > 1 else name for name, many in Counter(names).items()]


def _many(count: int, data: Data) -> str:
    marked = f"{'' if data.get('is', True) else 'not '}{data['mark']} " if "mark" in data else ""
    return f"{count or 'no'} {marked}card{'' if count == 1 else 's'}"


def _outcome(data: Data) -> str:
    by = f", by {data['clause']}" if "clause" in data else ""
    return f"{OUTCOMES.get(data['outcome'], data['outcome'])}{by}"


def _asked(data: Data) -> str:
    who = "The judge" if data["asked"] == "judge" else data["asked"]
    by = f", by {data['clause']}" if "clause" in data else ""
    offered = f"; offered: {listed(_list(data['offers']))}" if "offers" in data else ""
    lacking = f"; not offered: {listed(_list(data['lacks']))}" if "lacks" in data else ""
    return f"{who} is asked{by}{offered}{lacking}"


def _refused(data: Data) -> str:
    by = f" {data['clause']} forbids it" if "clause" in data else " it is forbidden"
    return f"{data['by']} may not: {data['refused']};{by}"


def _standby(data: Data) -> str:
    waiting = data["standby"]
    if isinstance(waiting, int):
        return f"{waiting or 'No'} {'ability is pending' if waiting == 1 else 'abilities are pending'}"
    names = _list(waiting)
    return (
        f"{listed(names)} {'is' if len(names) == 1 else 'are'} pending" if names else "No ability is pending"
    )


def _effects(data: Data) -> str:
    count = data["effects"]
    return f"{count or 'No'} effect{' applies' if count == 1 else 's apply'}"


def _value(value: Any) -> str:
    return listed(value) if isinstance(value, list) else str(value)


def _list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(map(str, value))


TOLD: dict[str, Callable[[Data], str]] = {
    "card": _card,
    "number": lambda data: f"{place(data['number'])} is {data['is']}",
    "area": _area,
    "outcome": _outcome,
    "asked": _asked,
    "refused": _refused,
    "standby": _standby,
    "effects": _effects,
    "at": lambda data: f"The rules are at {data['at']}",
    "turn": lambda data: f"It is {data['turn']}'s turn",
}
