"""The rules of Gate Ruler: the book, the game's policy, and the procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from judgekit.book.load import load
from judgekit.engine.abilities import Ability, Modifier, Moment, Proposal, Source, Status
from judgekit.engine.layers import Board
from judgekit.engine.loops import DATED
from judgekit.engine.policy import AS_USUAL, Policy
from judgekit.engine.registry import Due, RuleAction, Rulebook, onward
from judgekit.engine.state import PLAYERS, Card, CardId, Facts, Player, State, area_name, area_player
from judgekit.engine.table import Table
from judgekit.engine.ties import tie
from judgekit.engine.words import words_of

GATE = "gate"
UNLIMITED = -1  # of a summon cap
FRONT = ("attack", "defense")  # the kinds of zone that units fight in
KEPT_APART = ("process", "objects")  # of what is known of something in the gate: a loop makes ever new ones
ROWS = ("ruler", "defense", "field", *(f"{kind} {n}" for kind in ("attack", "set") for n in (1, 2, 3)))
IN_PLAY = frozenset(f"{player}.{zone}" for player in PLAYERS for zone in ROWS)
EVERYWHERE = (
    "deck", "hand", "ruler", "attack", "defense", "set", "field", "drive", "damage", "charge", "graveyard",
    "resource", "removed", "counter", "gate",
)  # fmt: skip
SIGHT = {
    "deck": "3-4b", "hand": "3-5b", "ruler": "3-7b", "attack": "3-8b", "defense": "3-9b", "set": "3-10b",
    "field": "3-11b", "drive": "3-12c", "damage": "3-13b", "charge": "3-14b", "graveyard": "3-15b",
    "resource": "3-16b", "removed": "3-17b", "gate": "3-18b", "counter": "3-19b",
}  # fmt: skip
INFORMATION = ("type", "faction", "attributes", "level", "ATK", "HP", "STK", "life")


@cache
def zone_kind(where: str) -> str:
    """`A.attack 2` -> `attack`; `gate` -> `gate`; under a card: `charge`."""
    if where.startswith("under."):
        return "charge"
    return area_name(where).partition(" ")[0]


def is_in_play(where: str) -> bool:
    """3-6b: ruler, attack, defense, set and field zones."""
    return zone_kind(where) in ("ruler", "attack", "defense", "set", "field")


def is_front_row(where: str) -> bool:
    """3-6d."""
    return zone_kind(where) in ("attack", "defense")


def has_ready_state(where: str) -> bool:
    """3-7b, 3-8b, 3-9b, 3-16b."""
    return zone_kind(where) in ("ruler", "attack", "defense", "resource")


def is_hidden(where: str) -> bool:
    """Hidden from at least one player unless turned up: 3-4b, 3-5b, 3-10b, 3-12c."""
    return zone_kind(where) in ("deck", "hand", "set", "drive")


class GateRulerPolicy(Policy):
    loop_points = frozenset({"9-4c"})
    rounds_make_a_loop = 2  # going back once is no loop yet
    dated = DATED | {
        "arrived", "since", "resolved", "wounds", "hit by", "process", "damage process", "linked at",
        "objects", "source",
    }  # fmt: skip
    trigger_clause = "14-9b"
    counting_clause = "3-2b-3"
    settles_ties = True
    checks = frozenset({"11-2a-1"})
    battles = frozenset({"8-7"})  # of an attack, with what comes after its battle
    phases = frozenset({"6-2", "6-3", "6-4", "6-5"})  # what a text can mean by the phase it is
    place_counts = False  # section 12 asks what lies where, whatever is under way

    def settle_ties(self, table: Table) -> None:
        from judgekit.games.gate_ruler.ch14_11_ongoing_effects import settle_ties

        settle_ties(table)

    def master(self, state: State, card: Card) -> Player:
        """4-5: in the gate, the player who played it; elsewhere, the player whose zone it is in."""
        controller: Any = card.mark("controller")
        return controller or area_player(card.area) or card.owner

    def working_areas(self, readings: Mapping[str, str]) -> frozenset[str] | None:
        """14-2a: in play; an ability that works elsewhere names where."""
        return IN_PLAY

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        from judgekit.games.gate_ruler.ch14_01_abilities import is_active

        return bool(is_active(table, state, card, ability))

    def holder(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        from judgekit.games.gate_ruler.ch14_09_automatic import sees_the_event

        return sees_the_event(table, moment, card, ability)

    def renews(self, state: State, card: Card, dst: str) -> bool:
        """3-2d: the same card only between zones in play; but see 14-3b-1b and 14-3c-2a."""
        if is_in_play(dst):
            return not is_in_play(card.area) and card.area != GATE
        return not (dst == GATE and zone_kind(card.area) in ("hand", "drive"))

    def restamps(self, table: Table, card: Card, dst: str) -> bool:
        """14-12c-2a: what an ability does began when it became active, not when its card last moved."""
        from judgekit.games.gate_ruler.ch14_11_ongoing_effects import began_when_active

        stays = is_in_play(card.area) and is_in_play(dst)
        return not stays or began_when_active(table, card.id) is None

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        """14-14a: as it was in play; J-54: or in the gate."""
        if not is_in_play(card.area) and card.area != GATE:
            return ()
        facts = table.information(card.id, INFORMATION)
        known = [(name, table.peek(card.id, name)) for name in ("name", "abilities")
                  if table.is_touched(name)
                  and table.peek(card.id, name) != table.board.base(card.id, name)]  # fmt: skip
        facts += tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in known if v is not None)
        return (("controller", self.master(table.state, card)), *facts)

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        """3-4b, 3-5b, 3-10b, 3-12c: nobody sees the deck; owners see hand, set, drive; all see the rest."""
        kind = zone_kind(card.area)
        if kind == "deck":
            return bool(card.mark("revealed") or card.mark("lies open"))
        if kind == "hand":
            open_to_all = bool(card.mark("revealed") or card.mark("lies open"))
            return area_player(card.area) == seat or open_to_all
        if kind in ("set", "drive"):
            return area_player(card.area) == seat or not card.mark("face down")
        return True

    def sight(self, card: Card) -> tuple[str, ...]:
        """3-2b-1, 3-2b-2: what is revealed may be looked at, what is hidden may not; each zone says which."""
        kind = zone_kind(card.area)
        zone = (SIGHT[kind],) if kind in SIGHT else ()
        if not is_hidden(card.area):
            return ("3-2b-1", *zone)
        shown = ("15-5b",) if card.mark("revealed") or card.mark("lies open") else ()
        face_down = ("3-3b-3",) if card.mark("face down") else ()
        return ("3-2b-1", "3-2b-2", *zone, *shown, *face_down)

    def chooser(self, table: Table, proposal: Proposal) -> Player:
        from judgekit.games.gate_ruler.ch14_13_replacements import who_orders_replacements

        return who_orders_replacements(table, proposal) or table.turn_player

    def decider(self, table: Table, source: Source, proposal: Proposal) -> Player:
        from judgekit.games.gate_ruler.ch14_13_replacements import who_decides

        return who_decides(table, source, proposal) or source.player

    def replacements(self, table: Table) -> str:
        from judgekit.games.gate_ruler.ch14_13_replacements import once_for_one_event

        return "once" if once_for_one_event(table) else "again"

    def in_order(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> list[tuple[RuleAction, Due]]:
        from judgekit.games.gate_ruler.ch12_rules_effects import in_order

        return in_order(table, dues) or list(dues)

    def layer_of(self, table: Table, modifier: Modifier) -> str:
        """J-12: numbers change in a layer of their own, or in 14-12a-6."""
        if modifier.layer == "15-2a" and table.readings["J-12"] == "numbers-in-layer-six":
            return "14-12a-6"
        return modifier.layer

    def meet(self, table: Table, working: Sequence[Modifier]) -> None:
        """J-12 decides where two effects change the same number."""
        changed = [name for one in working if one.layer == "15-2a" for name in one.properties]
        if len(changed) > len(set(changed)):
            table.reading("J-12")

    def dates(self, table: Table, source: Source) -> None:
        """14-12c-2: when the effect of a continuous ability began, and that of any other."""
        table.cite("14-12c-2a" if source.effect is None else "14-12c-2b")

    def place(self, board: Board, source: Source) -> int:
        """14-12c-2: in the order the active player chose for simultaneous effects."""
        return board.state.number(tie(source))

    def applies_after_another(self, table: Table) -> bool:
        """J-64: whether a replacement passed over for another one applies to what is left of the event."""
        return table.reading("J-64") == "if-it-still-fits"

    def dependents_first(self, table: Table) -> bool:
        return table.reading("J-13") == "dependent-before"


book = load("gate-ruler", "1.1.2")
rules = Rulebook(book, GateRulerPolicy(), words_of(__package__))

PREPARATION = rules.procedure("5-3")
GAME = rules.procedure("6-1")
START_PHASE = rules.procedure("6-2")
MAIN_PHASE = rules.procedure("6-3")
ATTACK_PHASE = rules.procedure("6-4")
END_PHASE = rules.procedure("6-5")
LAST_THINGS = rules.procedure("6-5c")
ATTACK_SUB_PHASE = rules.procedure("8-2")
ATTACK_START = rules.procedure("8-3")
ATTACK_DECLARATION = rules.procedure("8-4")
NO_MORE_ATTACK = rules.procedure("8-4c")
END_OF_ATTACK_PHASE = rules.procedure("8-4c-2")
INTERCEPT = rules.procedure("8-5")
NO_INTERCEPT = rules.procedure("8-5a")
DAMAGE_STEP = rules.procedure("8-6")
ATTACK_END = rules.procedure("8-7")
END_OF_BATTLE = rules.procedure("8-7c")
GATE_PROCESS = rules.procedure("9-2a", shape="siblings")
GATE_ADDITION = rules.procedure("9-3a", shape="siblings")
PRIORITY_GIVEN_UP = rules.procedure("9-3g")
GATE_RESOLUTION = rules.procedure("9-4a", shape="siblings")
DRIVE_RESOLUTION = rules.procedure("10-4a", shape="siblings")
SYSTEM_PROCESS = rules.procedure("11-2a")
RULER_DAMAGE_APPLICATION = rules.procedure("13-6a", shape="siblings")
AUTOMATIC_ABILITIES = rules.procedure("14-9")
AUTOMATIC_PLAYED = rules.procedure("14-9c")
rules.start = PREPARATION


def leave(table: Table, procedures: int) -> None:
    """End that many procedures, the innermost first; the caller of the last goes on."""
    table.flow = onward(table.rules, table.state, procedures)


def phase(table: Table) -> str:
    """start, main, attack or end: the phase that is under way."""
    names = {START_PHASE: "start", MAIN_PHASE: "main", ATTACK_PHASE: "attack", END_PHASE: "end"}
    return next((names[f.procedure] for f in table.state.frames if f.procedure in names), "")


def is_first_turn(table: Table) -> bool:
    """The very first turn of the game, which is the first of the first active player."""
    return table.number("turn") == 1


def statuses(table: Table, name: str, about: Any = None) -> list[tuple[Status, Source]]:
    """Every status of that name that holds, with where it comes from."""
    return list(table.statuses(name, about))


def has_status(table: Table, name: str, about: Any = None) -> bool:
    return table.has_status(name, about)
