"""The words of the game: what its zones, stats, moments and keywords are called, and which words it uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch15_24_ending_the_turn as turn_end
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler import keyword_abilities as keyword_abilities
from judgekit.games.gate_ruler.ch06_how_to_play import SKIPPED
from judgekit.games.gate_ruler.rules import GATE, zone_kind

ATTACK = tuple(f"attack {n}" for n in range(1, 4))
SET = tuple(f"set {n}" for n in range(1, 4))
ZONES = {
    "attack zone": ATTACK, "attack zones": ATTACK, "defense zone": ("defense",), "set zone": SET,
    "field zone": ("field",), "ruler zone": ("ruler",), "damage zone": ("damage",), "drive zone": ("drive",),
    "resource zone": ("resource",), "removal zone": ("removed",), "removed from the game": ("removed",),
    "counter zone": ("counter",), "front row": (*ATTACK, "defense"),
    "play": (*ATTACK, "defense", *SET, "field", "ruler"),
}  # fmt: skip
ZONES["outside the field"] = (
    "hand", "deck", "graveyard", "damage", "drive", "resource", "charge zone", "removed", "counter", GATE,
)  # fmt: skip
STATS = {"atk": "ATK", "hp": "HP", "stk": "STK"}
PROPERTIES = {"attribute": "attributes", "trait": "attributes", "card type": "type", "property": "attributes"}
MOMENTS = {
    ("beginning", "game"): "start of the game",
    ("beginning", "turn"): "start of the turn",
    ("beginning", "main phase"): "start of the main phase",
    ("beginning", "attack phase"): "start of the attack phase",
    ("beginning", "attack"): "start of attack",
    ("beginning", "attack declaration step"): "start of the attack declaration step",
    ("end", "attack phase"): "end of the attack phase",
    ("beginning", "damage step"): "start of the damage step",
    ("end", "damage step"): "end of the damage step",
    ("end", "battle"): "end of battle",
    ("end", "attack"): "end of battle",
    ("end", "turn"): "end of the turn",
    ("beginning", "end phase"): "end of the turn",
    ("beginning", "start phase"): "start of the turn",
}
ENDS = {
    "turn": "end of turn",
    "battle": "end of battle",
    "attack": "end of attack",
    "combat": "end of combat",
    "end phase": "end of turn",
}
ONLY_RESOURCES = "be used with resources"  # of an ability: in no other way (15-15b)
COSTS = frozenset({"cost", "ability cost", "activated ability cost"})  # of cards, and of abilities
NUMBERS = frozenset({"atk", "hp", "stk", "level", "base damage", "damage", "charges"})
WORDS = {word.lower(): word for word in (*keyword_abilities.MAKERS, *keywords.NO_ABILITIES)}
SORTS = {"overdrive": "OD", "touchdown": "TD", "counter": "CNT"}
ABILITY_SORTS = {f"{sort} ability": sort for sort in ("activated", "automatic", *SORTS)}
NO_CARDS = frozenset((*turn_end.PROCESSES, driving.OVERDRIVE))  # nothing that a text means by a card


class Words(Interpreter):
    """Which words of a card text mean something in this game, and what they stand for."""

    game = "gate-ruler"
    currencies = ("resources",)
    GROUPS = (m.Extreme, m.Empty)
    NO_FILTERS = (m.Zones, m.Under, m.Holding)
    STATES = frozenset({
        "active", "rest", "damaged", "set", "face up", "face down", "attacking", "being attacked", "in play",
        "play", "normal summoned", "special summoned", "genesis summoned", "abyssal summoned", "different",
        "attacking center column", "attacking an empty column", "attacking a column with no unit or ruler",
        "attacking a column with a unit", "same controller", "legendary", "played from hand",
        "returning by itself", "played from drive zone", "played from graveyard", "played from set zone",
    })  # fmt: skip
    NEAR = frozenset({"same column", "behind", "in front", "attacked column"})
    STACKS = frozenset({"charge", "on top"})
    REPLACES = (m.Destroyed, m.Moved, m.Damages, m.Drawn, m.Discarded, m.Ends, m.Performs)
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset({"attacking", "attacked", "being attacked"}),
        "Until.end": frozenset({*ENDS, "start phase"}),
        "Spot.spot": frozenset({"front row", "center column", "chosen column"}),
        "Outermost.which": frozenset({"frontmost"}),
        "PlayerNumber.number": frozenset({
            "life", "number of summons", "turn of their own", "summon cap", "attacks this turn",
        }),
        "ChangeNumber.number": frozenset({"summon cap", "number of summons"}),
        "Attached.how": frozenset({"charge", "material"}), "Attaches.how": frozenset({"charge"}),
        "Stat.stat": NUMBERS, "Together.stat": NUMBERS, "ValueOf.stat": NUMBERS,
        "Extreme.stat": NUMBERS, "Modify.stat": NUMBERS - {"charges", "damage"} | COSTS,
        "AbilityUsed.kind": frozenset({"overdrive", "touchdown", "counter", "activated", "automatic"}),
        "Is.what": frozenset({"attribute", "trait", "name", "faction", "colour", "type", "property"}),
        "SameAs.what": frozenset({"name", "trait", "attribute", "type", "faction"})
        | NUMBERS - {"charges", "damage"},
        "PlayCost.way": frozenset({"free", "instead", "less", "as though"}),
        "DuringPhase.phase": frozenset({
            "start phase", "main phase", "attack phase", "end phase", "battle",
        }),
        "EndNow.what": frozenset({"turn", *SKIPPED}),
        "Cause.by": frozenset({"", "effect", "attacking", "ability", "rule", "combat damage", "empty deck"}),
        "Ends.result": frozenset({"loses"}),
        "Perform.action": frozenset({"rearrange", "remain", "abyssal summoning"}),
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Stack.face", "Play.to", "Play.onto", "Play.orientation", "Play.negated", "Play.origin",
        "Shuffle.what", "Under.before",
        "Destroy.one_by_one", "ChangeNumber.duration", "Drawn.cause", "Discarded.cause", "Played.how",
        "Played.to", "AbilityUsed.stage",
        "ChooseModes.who",
    })  # fmt: skip
    ONLY = frozenset({"be paid with resources", ONLY_RESOURCES})
    TELLS_DOER = (m.Destroyed,)
    value_layer = "15-2a"
    other_layer = "14-12a-3"
    ability_layer = "14-12a-4"
    clause_of: ClassVar[dict[str, str]] = {
        "owner": "4-4a",
        "master": "4-5a",
        "automatic": "14-9a",
        "continuous": "14-7a",
        "replacement": "14-13a",
        "prohibition": "1-5d",
        "activated": "14-8a",
        "counter": "16-4a",
    }
    acts: ClassVar[dict[str, str]] = {
        "attack": "attack",
        "attack with": "attack",
        "be attacked": "be attacked",
        "be destroyed": "destroy",
        "destroy": "destroy",
        "be chosen": "be chosen",
        "be played": "play",
        "play": "play",
        "be normal summoned": "play",
        "be moved": "move",
        "be placed": "move",
        "move": "move",
        "leave": "move",
        "be readied": "ready",
        "be made active": "ready",
        "be made rest": "exhaust",
        "ready": "ready",
        "draw": "draw",
        "be dealt damage": "be dealt damage",
        "be set": "set",
        "be used": "spend",
        "set": "set",
        "heal": "heal",
        "lose": "lose",
        "win": "win",
        "rearrange": "rearrange",
        "intercept": "intercept",
        "be special summoned": "special summon",
        "special summon": "special summon",
        "normal summon": "play",
    }

    def area_names(self, area: str) -> Sequence[str]:
        return ZONES.get(area, (area,))

    def is_shared(self, where: str) -> bool:
        return where == GATE

    def property_name(self, what: str) -> str:
        return PROPERTIES.get(what, what)

    def stat_name(self, stat: str) -> str:
        return STATS.get(stat, stat)

    def layer_of(self, name: str) -> str:
        if name in ("attributes", "faction", "type"):
            return "14-12a-3"
        if name == "base damage":
            return "14-12a-6"
        return "14-12a-5" if name == "name" else self.value_layer

    def _name(self, where: str) -> str:
        return "charge zone" if zone_kind(where) == "charge" else where.partition(".")[2] or where
