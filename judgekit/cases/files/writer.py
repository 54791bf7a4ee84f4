"""Any moment of any case as a position: text that is read back as the same state, with the same future."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cases.errors import CaseError
from judgekit.cases.files.cards import NONE
from judgekit.cases.files.facts import written_facts
from judgekit.cases.files.machinery import kept
from judgekit.cases.files.page import is_bare
from judgekit.cases.files.position import Position, loads
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Effect,
    Frame,
    Ref,
    Scheduled,
    Standby,
    State,
    area_player,
    host_of,
    under,
)
from judgekit.games.game import Game, PrintedCard

if TYPE_CHECKING:
    from judgekit.cases.play.case import Case, Place
    from judgekit.cases.store.store import Branch

WIDTH = 110


def saved(position: Position, state: State | None = None, form: str = "toml") -> str:
    """The position, or a later state of it, as TOML or as JSON."""
    if state is not None:
        position = replace(position, state=state)
    data = written(position)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n" if form == "json" else toml(data)


def moment(case: Case, branch: Branch, place: Place) -> str:
    """A moment of a case: what it runs on is the case's, the readings are the branch's."""
    if case.pinned.kind != "position":
        raise CaseError(
            f"case {case.id} is of kind {case.pinned.kind!r}; only a position can be saved as one"
        )
    if place.event:
        raise CaseError(f"{place} is in the middle of a clause; a game can stand at {place.seq}, before it")
    begun = replace(loads(case.text), readings=case.readings(branch))
    return saved(begun, case.at(branch, place))


def written(position: Position) -> dict[str, Any]:
    """The position as plain data, in the order in which people write it."""
    state = position.state
    head: dict[str, Any] = {"game": f"{position.game.name}/{position.edition}"}
    head |= {"title": position.title, "notes": position.notes, "turn": str(state.turn_player)}
    head |= {"seed": state.seed, "dice": "told" if state.dice_told else ""}
    head |= {"assumptions": list(position.assumptions)}
    body: dict[str, Any] = {
        "readings": dict(position.readings),
        "cards": card_tables(position.cards, position.aliases),
    }
    body |= _Layout(position.game, state, position.labels).tables()
    body |= {
        "frames": [_frame(one) for one in state.frames],
        "effects": [_effect(one, state) for one in state.effects],
        "standby": [_standby(one, state) for one in state.standby],
        "scheduled": [_scheduled(one, state) for one in state.scheduled],
    }
    kept_by_the_machine = {"machine": kept(state)}
    given = {key: value for key, value in (head | body).items() if value not in ("", None, [], {})}
    return ({"frames": []} if not state.frames else {}) | given | kept_by_the_machine


def card_tables(cards: Iterable[PrintedCard], aliases: Mapping[str, str]) -> dict[str, Any]:
    """Cards as the tables of a file."""
    found = {}
    for card in cards:
        others = [alias for alias, name in aliases.items() if name == card.name]
        properties = {k: _printed(v) for k, v in card.properties.items()}
        found[card.name] = properties | ({"text": card.text} if card.text else {})
        if card.refers:
            found[card.name]["refers"] = dict(card.refers)
        if card.abilities:
            found[card.name]["abilities"] = msgspec.to_builtins(card.abilities)
        found[card.name] |= {"aliases": others} if others else {}
        found[card.name] |= {"wording": card.wording} if card.wording else {}
    return found


def _printed(value: Any) -> Any:
    return NONE if value is None else list(value) if isinstance(value, tuple) else value


@dataclass
class _Layout:
    """The cards in their areas, the numbers beside them."""

    game: Game
    state: State
    labels: Mapping[str, CardId]

    def tables(self) -> dict[str, Any]:
        names = {number: label for label, number in self.labels.items()}
        self.names = names
        found: dict[str, dict[str, Any]] = {side: {} for side in (*PLAYERS, "table", "areas", "numbers")}
        for where in self._places():
            table, key = self._place(str(where))
            found[table][key] = self._pile(self.state.pile(where))
        for key in sorted(self.state.numbers):
            table, short = self._number(key)
            found[table][short] = self.state.numbers[key]
        return dict(found)

    def _places(self) -> list[str]:
        """Areas with cards that lie under no card of the table, in the order of the game."""
        order = {spec.name: at for at, spec in enumerate(self.game.areas)}
        places = [str(w) for w, pile in self.state.areas.items() if pile and not self._has_host(str(w))]
        return sorted(places, key=lambda w: (order.get(w[2:] if area_player(w) else w, len(order)), w))

    def _has_host(self, where: str) -> bool:
        host = host_of(where)
        return host is not None and host in self.state.cards

    def _place(self, where: str) -> tuple[str, str]:
        player = area_player(where)
        spec = self.game.area(where[2:] if player else where)
        if spec is None or spec.shared is not (player is None):
            return "areas", where
        return (str(player), spec.name) if player else ("table", spec.name)

    def _number(self, key: str) -> tuple[str, str]:
        player, short = (key[0], key[2:]) if area_player(key) else ("table", key)
        per_player = player != "table"
        known = any(s.key == short and s.per_player is per_player for s in self.game.numbers)
        return (player, short) if known and self.game.area(short) is None else ("numbers", key)

    def _pile(self, pile: Iterable[CardId]) -> list[Any]:
        entries: list[dict[str, Any]] = []
        for number in pile:
            entry = self._entry(self.state.cards[number])
            if not (entries and _joins(entries[-1], entry)):
                entries.append(entry)
        return list(entries)

    def _entry(self, card: Card) -> dict[str, Any]:
        entry: dict[str, Any] = {"card": card.name, "id": int(card.id)}
        if card.id in self.names:
            entry["as"] = self.names[card.id]
        if card.owner != self._usual_owner(card):
            entry["owner"] = str(card.owner)
        if card.since:
            entry["since"] = card.since
        if card.object:
            entry["object"] = card.object
        entry |= self._marks(card)
        below = self.state.pile(under(card.id))
        return entry | ({"under": self._pile(below)} if below else {})

    def _usual_owner(self, card: Card) -> str | None:
        host = host_of(card.area)
        if host is not None and host in self.state.cards:
            return self.state.cards[host].owner
        return area_player(card.area)

    def _marks(self, card: Card) -> dict[str, Any]:
        """By name where a person could write them that way; otherwise exactly."""
        values = {m.name: m.values for m in self.game.marks}
        plain = {name: value for name, value in card.marks if _is_plain(values.get(name), value)}
        if tuple(sorted(plain.items())) == card.marks:
            return plain
        return {"marks": written_facts(card.marks)}


def _is_plain(allowed: tuple[Any, ...] | None, value: Any) -> bool:
    if allowed is None or not isinstance(value, (bool, int, str)):
        return False
    known = any(value == v and type(value) is type(v) for v in allowed)
    return known or (not allowed and value is not False)


def _joins(last: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Copies with consecutive ids and nothing of their own are written as one entry."""
    count = last.get("count", 1)
    same = {k: v for k, v in last.items() if k not in ("id", "count")}
    if "as" in same or "under" in same or entry["id"] != last["id"] + count:
        return False
    if {k: v for k, v in entry.items() if k != "id"} != same:
        return False
    last["count"] = count + 1
    return True


def _frame(frame: Frame) -> dict[str, Any]:
    found: dict[str, Any] = {"procedure": frame.procedure, "at": frame.at, "then": frame.then}
    found["locals"] = written_facts(frame.locals)
    return {key: value for key, value in found.items() if value}


def _effect(effect: Effect, state: State) -> dict[str, Any]:
    found = {"what": effect.what, "source": _ref(effect.source, state), "player": str(effect.player)}
    found |= {"since": effect.stamp, "id": effect.id}
    if effect.until:
        found["until"] = effect.until
    if effect.cards is not None:
        found["cards"] = [_ref(ref, state) for ref in effect.cards]
    return found | _facts(effect.facts)


def _standby(standby: Standby, state: State) -> dict[str, Any]:
    found = {"ability": standby.ability, "source": _ref(standby.source, state)}
    found |= {"player": str(standby.player), "id": standby.id, "cause": list(standby.cause)}
    return found | _facts(standby.facts)


def _scheduled(timed: Scheduled, state: State) -> dict[str, Any]:
    found = {"ability": timed.ability, "source": _ref(timed.source, state), "player": str(timed.player)}
    found |= {"id": timed.id} | ({} if timed.once else {"once": False})
    return found | _facts(timed.facts)


def _facts(facts: Any) -> dict[str, Any]:
    return {"facts": written_facts(facts)} if facts else {}


def _ref(ref: Ref, state: State) -> Any:
    if state.current(ref) is not None:
        return int(ref.card)
    return {"card": int(ref.card), "object": ref.object}


# TOML, laid out for people


def toml(data: Mapping[str, Any]) -> str:
    """Fields first, then tables; a list of tables as one line each."""
    lines = [f"{toml_key(k)} = {_value(v)}" for k, v in data.items() if not _is_block(v)]
    for key, value in data.items():
        if _is_block(value):
            lines += _block(key, value)
    return "\n".join(lines) + "\n"


def _is_block(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)
    )


def _block(key: str, value: Any) -> list[str]:
    if isinstance(value, list):
        return [line for one in value for line in ("", f"[[{toml_key(key)}]]", *_fields(one))]
    if key == "cards":
        return [line for name, card in value.items() for line in _table(f"cards.{toml_key(name)}", card)]
    return _table(toml_key(key), value)


def _table(name: str, value: Mapping[str, Any]) -> list[str]:
    return ["", f"[{name}]", *_fields(value)]


def _fields(value: Mapping[str, Any]) -> list[str]:
    return [f"{toml_key(k)} = {_value(v)}" for k, v in value.items()]


def toml_key(key: str) -> str:
    return key if is_bare(key) else toml_text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, dict):
        inner = ", ".join(f"{toml_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        parts = [_value(part) for part in value]
        line = f"[{', '.join(parts)}]"
        if len(line) <= WIDTH or len(parts) < 2:
            return line
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return str(value)


def toml_text(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted.replace("\x7f", "\\u007f")
