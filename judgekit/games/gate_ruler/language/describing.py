"""What is said of a card: its properties, numbers, state, and what it has done this turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight
from judgekit.engine.abilities import (
    Ability,
)
from judgekit.engine.state import CardId, Player, area_player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch02_card_information as information
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch14_01_abilities as abilities
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler import ch16_10_staying as staying
from judgekit.games.gate_ruler import keyword_abilities
from judgekit.games.gate_ruler.abilities import play_of
from judgekit.games.gate_ruler.language.words import WORDS
from judgekit.games.gate_ruler.rules import is_front_row, is_in_play, zone_kind
from judgekit.games.gate_ruler.rules import phase as phase_of

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def stat(self: GateRuler, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
    if stat == "charges":
        run.table.cite("3-14c-1")
        return len(places.charges_of(run.table, card))
    if stat == "damage":
        return int(sight.card(card).mark("damage") or 0)
    if stat == "hp" and sight.card(card).mark("damage"):
        run.table.cite("2-11b")  # damage leaves it as it is
    value = sight.value(card, self.stat_name(stat))
    return None if value is None else int(value)


def amount(
    self: GateRuler, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None
) -> int:
    gone = isinstance(amount, m.ValueOf) and run.table.state.current(run.source.card) is None
    if gone and isinstance(amount.what, m.This):
        if run.fact("subject") == run.source.card.card:
            run.table.cite("14-9e-2")
        known = replacements.last_known(run.table, run.source.card, self.stat_name(amount.stat))
        return int(known or 0)
    return Interpreter.amount(self, amount, run, sight, card)


def counted(self: GateRuler, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
    return to_refer_to(run, what, Interpreter.counted(self, sight, run, what))


def to_refer_to(run: Run, what: m.Selector, found: list[CardId]) -> list[CardId]:
    """What a condition has found can be referred to later."""
    among = [each for each in what.filters if isinstance(each, m.Among)]
    for each in among:
        if isinstance(each.what, m.Bound):  # those that it was done to, or that something else was done to
            kept = run.kept - run.replaced if each.whole else run.kept
            found = [card for card in found if card not in kept]
    if what.bind:
        run.bound[what.bind] = tuple(found)
    return found


def player_number(self: GateRuler, sight: Sight, player: Player, number: str) -> int:
    if number == "life":
        sight.table.cite("2-6c-1")
        return information.current_life(sight.table, player) or 0
    if number == "number of summons":
        return sight.state.number(f"{player}.summons")
    if number == "attacks this turn":
        mine = player == sight.state.turn_player and attack.attacking_card(sight.table) is not None
        return sight.state.number(attack.SUB_PHASES) if mine else 0
    return Interpreter.player_number(self, sight, player, number)


def values(self: GateRuler, sight: Sight, card: CardId, what: str) -> list[str]:
    """A name can be gained or replaced; otherwise it is the printed one. 2-1b: a property that a text
    names without more can be an attribute or a faction."""
    if what == "property":
        return [
            *Interpreter.values(self, sight, card, "attribute"),
            *Interpreter.values(self, sight, card, "faction"),
        ]
    if what == "controller":
        return [str(sight.master(card))]
    if what != "name":
        return Interpreter.values(self, sight, card, what)
    names = sight.value(card, "name")
    found = (names,) if isinstance(names, str) else tuple(names or (sight.card(card).name,))
    return [str(name).lower() for name in found]


def is_of_kind(self: GateRuler, ability: Ability, keyword: str, kind: str) -> bool:
    if keyword:
        return WORDS.get(keyword.lower(), keyword).lower() in [w.lower() for w in play_of(ability).labels]
    if kind == "keyword":  # 16-1a-1
        return any(label in keyword_abilities.MAKERS for label in play_of(ability).labels)
    if kind == "counter":
        return play_of(ability).sort == "CNT"
    if kind == "continuous":
        return isinstance(ability, abilities.CONTINUOUS) or play_of(ability).sort in ("OD", "CNT")
    return Interpreter.is_of_kind(self, ability, keyword, kind)


STATES = {
    "set": ("3-10e",), "attacking": ("15-26a",), "being attacked": ("8-4e-1",), "in play": ("3-6b",),
    "normal summoned": ("15-17b",), "special summoned": ("15-18c",), "genesis summoned": ("16-13c",),
    "abyssal summoned": ("16-14e",), "legendary": ("2-9b",),
}  # the clauses that say what a state is  # fmt: skip


def has_state(self: GateRuler, sight: Sight, run: Run, state: str, card: CardId) -> bool:
    now = sight.card(card)
    where = now.mark("attacking")
    tests: dict[str, Callable[[], bool]] = {
        "active": lambda: not now.mark("exhausted"),
        "rest": lambda: bool(now.mark("exhausted")),
        "damaged": lambda: bool(now.mark("damage")),
        "set": lambda: zone_kind(now.area) == "set",
        "face up": lambda: not now.mark("face down"),
        "face down": lambda: bool(now.mark("face down")),
        "attacking": lambda: bool(now.mark("attacking")),
        "being attacked": lambda: attack.being_attacked(run.table) == card,
        "in play": lambda: is_in_play(now.area),
        "play": lambda: is_in_play(now.area),
        "normal summoned": lambda: now.mark("summoned") == "normal",
        "special summoned": lambda: now.mark("summoned") in ("special", "genesis", "abyssal"),
        "genesis summoned": lambda: now.mark("summoned") == "genesis",
        "abyssal summoned": lambda: now.mark("summoned") == "abyssal",
        "legendary": lambda: bool(sight.value(card, "legendary")),
        "different": lambda: True,
        "same controller": lambda: True,  # asked of the cards taken, not of one
        "returning by itself": lambda: staying.may_return_by_itself(run.table, card),
        "attacking an empty column": lambda: attack.is_without_units(run.table, where),
        "attacking a column with no unit or ruler": lambda: (
            bool(where) and not attack.cards_of(run.table, where)
        ),
        "attacking a column with a unit": lambda: (
            bool(where) and not attack.is_without_units(run.table, where)
        ),
        "attacking center column": lambda: str(where or "").endswith(".center"),
    }
    run.table.cite(*STATES.get(state, ()))
    if state.startswith("played from "):
        names = self.names_of((state.removeprefix("played from "),))
        return now.mark("played from") in {zone_kind(f"A.{name}") for name in names}
    if state not in tests:
        return Interpreter.has_state(self, sight, run, state, card)
    return tests[state]()


def is_phase(self: GateRuler, sight: Sight, phase: str) -> bool:
    if phase == "battle":
        sight.table.cite("8-4e")  # from the declaration on; J-35
        return attack.attacking_card(sight.table) is not None
    return phase_of(sight.table) == phase.partition(" ")[0]


def has_happened(self: GateRuler, sight: Sight, run: Run, condition: m.Happened) -> bool:
    """What a card in play records of this turn: that it attacked, was summoned, and how."""
    event = condition.event
    cards = self.pointed_at(sight, run, event.what)  # type: ignore[attr-defined]
    if isinstance(event, m.Played):
        kinds = {zone_kind(f"A.{name}") for name in self.names_of(event.areas)}
        return bool(cards) and all(sight.card(card).mark("played from") in kinds for card in cards)
    return bool(cards) and all(self.has_done(sight, run, event, card) for card in cards)


def has_done(self: GateRuler, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
    if isinstance(event, m.Summoned):
        how, wanted = sight.card(card).mark("summoned"), event.how.partition(" ")[0]
        same = not wanted or how == wanted or (wanted == "special" and how in ("genesis", "abyssal"))
        turn = sight.card(card).mark(summoning.SUMMONED_IN)
        return bool(how) and same and turn == sight.state.number("turn")
    if isinstance(event, m.Attacks):
        turn, times, _ = sight.card(card).mark("attacked") or (0, 0, 0)
        return bool(turn == sight.state.number("turn") and times)
    return Interpreter.has_done(self, sight, run, event, card)


def is_so(self: GateRuler, sight: Sight, run: Run, f: m.Is, card: CardId) -> bool:
    """With 14-7c: it may be treated as such, if its controller says so."""
    if f.what == "name":
        run.table.cite("2-2c")
    if Interpreter._is(self, sight, run, f, card):
        return True
    if f.what == "property" and _has_each_word(self, sight, f, card):
        return True
    name = self.property_name(f.what)
    if sight.board is not run.table.board or not run.table.index.statuses:
        return False
    tried = bool(run.fact("tried"))
    asker = run.source.what if run.ability.kind == "continuous" else ""
    return any(abilities.treated_as(run.table, card, name, value, tried, asker) for value in f.values)


def is_not(self: GateRuler, sight: Sight, run: Run, f: m.Not, card: CardId) -> bool:
    """1-5f: it is “not X” only if it has no X at all."""
    run.table.cite("1-5f")
    return Interpreter._not(self, sight, run, f, card)


def _has_each_word(self: GateRuler, sight: Sight, f: m.Is, card: CardId) -> bool:
    """ "Fire Dragon units": one property of that name, or each of the two."""
    held = set(self.values(sight, card, "property"))
    return any(set(value.lower().split()) <= held for value in f.values)


def is_near_it(self: GateRuler, sight: Sight, run: Run, f: m.Near, card: CardId) -> bool:
    """Behind and in front: only the ruler zone and the defense zone are one behind the other."""
    if f.relation == "attacked column":
        return is_in_attacked_column(self, sight, run, f.of, card)
    if f.relation not in ("behind", "in front"):
        return Interpreter._near(self, sight, run, f, card)
    mine = sight.card(card).area
    for other in self.pointed_at(sight, run, f.of):
        there = sight.card(other).area
        front, back = (there, mine) if f.relation == "behind" else (mine, there)
        same = area_player(front) == area_player(back)
        if same and zone_kind(front) == "defense" and zone_kind(back) == "ruler":
            return True
    return False


def is_in_attacked_column(self: GateRuler, sight: Sight, run: Run, by: m.Target, card: CardId) -> bool:
    """8-4c: an attack is declared on a column."""
    run.table.cite("8-4c")
    where = sight.card(card).area
    attacked = {sight.card(each).mark("attacking") for each in self.pointed_at(sight, run, by)}
    return zone_kind(where) in COLUMNS and places.column_of(where) in attacked


COLUMNS = frozenset({"attack", "defense", "ruler"})  # zones that are in a column (3-6e)


def _spot(self: GateRuler, sight: Sight, run: Run, f: m.Spot, card: CardId) -> bool:
    where = sight.card(card).area
    if f.spot == "front row":
        run.table.cite("3-6d")
        return is_front_row(where)
    if f.spot == "chosen column":
        return zone_kind(where) in COLUMNS and places.column_of(where) == run.picked.get("column")
    if f.spot == "center column":
        run.table.cite("3-6e-1")
        return zone_kind(where) in ("defense", "ruler")
    raise NoMeaning(f"{self.game} has no {f.spot!r}")


def _outermost(self: GateRuler, sight: Sight, run: Run, f: m.Outermost, card: CardId) -> bool:
    return bool(places.is_frontmost(run.table, card))


def attached(self: GateRuler, sight: Sight, run: Run, f: m.Attached, card: CardId) -> bool:
    hosts = (run.source.card.card,) if isinstance(f.to, m.This) else self.pointed_at(sight, run, f.to)
    if f.how == "material":
        return any(card in materials_of(run.table, host) for host in hosts)
    run.table.cite("3-14c-1")
    return any(card in places.last_charges_of(run.table, host) for host in hosts)


def materials_of(table: Table, unit: CardId) -> tuple[CardId, ...]:
    """16-13b-2a: the cards that moved for its Genesis Summoning, wherever they are now."""
    used: Any = table.card(unit).mark("materials") or ()
    table.cite("16-13b-2a")
    return tuple(CardId(card) for card in used if card in table.state.cards)


def has_keyword(self: GateRuler, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
    word = WORDS.get(f.keyword, f.keyword)
    if word in keywords.NO_ABILITIES:
        return keywords.has(run.table, card, word)
    if word in ("counter", "overdrive", "touchdown"):
        sort = {"counter": "CNT", "overdrive": "OD", "touchdown": "TD"}[word]
        held = (sight.table.pool.ability(a) for a in sight.value(card, "abilities"))
        return any(play_of(a).sort == sort for a in held)
    return Interpreter._has_keyword(self, sight, run, f, card)


FILTERS: dict[type[Any], Callable[..., bool]] = {
    m.Is: is_so, m.Not: is_not, m.Near: is_near_it, m.Spot: _spot, m.Outermost: _outermost,
    m.Attached: attached, m.HasKeyword: has_keyword,
}  # fmt: skip
