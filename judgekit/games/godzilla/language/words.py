"""The words of card texts that mean something in this game, and the engine's names for them."""

from __future__ import annotations

from typing import Any, ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter
from judgekit.engine.registry import Rulebook
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch07_progression import NAMES, SKIPPED
from judgekit.games.godzilla.ch09_special_cards import trait_is_fixed
from judgekit.games.godzilla.rules import INFORMATION, ZONES

FIELD = tuple(f"zone {n}" for n in ZONES)
STRATEGY = ("strategy zone 1", "strategy zone 2")
PLAYED_HOW = ("played from", "played how")  # kept with an ability that asks how its card was played
LEFT_BY = "left by"  # kept with an ability that asks what has destroyed its card
COUNTED: dict[type[Any], str] = {
    m.Invades: "invasions", m.Countered: "counters", m.Drawn: "draws", m.Discarded: "discards",
}  # fmt: skip
KEPT = frozenset({"name", *INFORMATION})  # what is kept for a turn of each card played or destroyed in it
THIS_WAY: dict[type[Any], str] = {
    m.Destroyed: "destroyed", m.Discarded: "discarded", m.Played: "played", m.Advances: "advanced",
    m.Retreats: "retreated", m.Evolves: "evolved", m.Countered: "countered", m.Seen: "revealed",
}  # fmt: skip
PROPOSED: dict[type[Any], str] = {
    m.Destroyed: "destroy", m.Drawn: "draw", m.Discarded: "discard", m.Advances: "advance",
    m.Retreats: "retreat", m.Countered: "counter", m.Moved: "move", m.Played: "play",
    m.Ends: "lose",
}  # fmt: skip
PLAYED_FROM = ("hand", "resolution", "discard pile", "deck", "monster deck")  # as long as it is not played
RANK_WAYS = {"ignoring": "ignore rank", "as though": "play as rank", "less": "play with less rank"}
TYPES = {"battle card": "battle", "monster card": "monster", "strategy card": "strategy"}
EFFECTS = ("effect", "ability", "skill")  # words for what a card's text does


class Words(Interpreter):
    """The tables in which the game says what it knows; what is not in them is refused when a card is read."""

    game = "godzilla"

    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules)
        self.evolutions: dict[str, tuple[int, str]] = {}  # rank and trait of each Evolution, by address

    GROUPS = (m.Outermost, m.Empty)
    STATES = frozenset({"token", "tokens", "invading", "engaging", "topmost", "revealed", "in play"})
    NEAR = frozenset(
        {
            "same column", "same zone", "same zone number", "adjacent", "in front", "behind", "before",
            "beyond", "left", "right", "on",
        }
    )  # fmt: skip
    REPLACES = (*PROPOSED, m.NumberChanges)
    RECORDS = frozenset(
        [f"{kind.__name__} turn" for kind in COUNTED] + [f"{kind.__name__} effect" for kind in THIS_WAY]
        + ["Moved effect", "Performs effect", "Played turn", "Destroyed turn", "Played game"]
    )  # fmt: skip
    STACKS = frozenset({"under"})
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset(), "Until.end": frozenset({"turn", *NAMES}),
        "Holding.where": frozenset({"in", "under"}),
        "UseAbility.kind": frozenset({"card"}),
        "Perform.action": frozenset({"fall back", "remain"}),
        "PlayCost.way": frozenset({"free", "less", "as though", "ignoring"}), "EndNow.what": SKIPPED,
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Modify.next", "Shuffle.what", "Stack.face", "Play.orientation", "Play.negated", "Play.origin",
        "ChangeNumber.duration", "Under.before",
        "CreateToken.orientation", "UseAbility.free", "TreatAs.optional", "Prohibit.times",
        "Prohibit.unless",
    })  # fmt: skip
    PHASES: ClassVar[dict[str, str]] = {
        "start phase": "7.2", "main phase": "7.3", "counter phase": "7.4", "end phase": "7.5",
    }  # fmt: skip
    value_layer = "10.8.1.5"
    other_layer = "10.8.1.3"
    ability_layer = "10.8.1.2"
    doubt_of_silence = "A-66"
    clause_of: ClassVar[dict[str, str]] = {
        "owner": "3.1.1", "master": "3.1.2",
        "automatic": "10.1.1.1", "situation": "10.6.6", "continuous": "10.1.1.2",
        "replacement": "10.2.1.3", "prohibition": "1.3.3", "effect": "10.2.1.2",
    }  # fmt: skip
    acts: ClassVar[dict[str, str]] = {
        "be destroyed": "destroy", "destroy": "destroy", "advance": "advance", "be advanced": "advance",
        "retreat": "retreat", "be retreated": "retreat", "be countered": "counter", "be played": "play",
        "play": "play", "draw": "draw", "invade": "invade", "be moved": "move", "move": "move",
        "discard": "discard",
        "be discarded": "discard", "evolve": "evolve", "leave": "move", "activate": "activate", "win": "win",
        "lose": "lose", "play from hand": "play", "gain rage": "gain rage", "lose rage": "lose rage",
        "reset rage": "reset rage", "discard for rage": "discard for rage",
        "discard for invasion": "discard for invasion",
        "be crushed": "destroy", "be placed": "move",
        "be chosen": "choose", "advance by invasion": "advance", "advance except by invasion": "advance",
        "advance more than 1 zone by invasion": "advance",
    }  # fmt: skip

    def layer_of(self, name: str) -> str:
        return self.other_layer if name in ("traits", "colors", "name", "type") else self.value_layer

    def may_change(self, table: Table, name: str, value: str) -> bool:
        return name != "traits" or not trait_is_fixed(table, value)
