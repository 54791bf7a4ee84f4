"""What a game says of itself: its areas, types, stats and zones, and who is meant by "you"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Sight, Zone
from judgekit.engine.abilities import Ability, Activated, Automatic, Source
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import CardId, Player, State, opponent
from judgekit.engine.table import Table

SEEN = "/seen "  # in the address of what only counts, and is no ability of its card
PRINTED_AUTO = "auto"  # kept with a replacement that has the icon of an automatic ability


def is_automatic(ability: Ability) -> bool:
    """By its icon, though what replaces something is never triggered."""
    return isinstance(ability, Automatic) or ability.data == PRINTED_AUTO


class Vocabulary:
    """The words of a game. What a dialect does not say, its game lacks."""

    game: ClassVar[str] = ""
    acts: ClassVar[dict[str, str]] = {}  # "be destroyed" -> the verb that rules propose: "destroy"
    value_layer: ClassVar[str] = ""
    other_layer: ClassVar[str] = ""
    ability_layer: ClassVar[str] = ""
    doubt_of_silence: ClassVar[str] = ""  # does what takes all abilities wait for what gives one?
    PHASES: ClassVar[dict[str, str]] = {}  # "main phase" -> its procedure
    clause_of: ClassVar[dict[str, str]] = {}  # kind of ability -> the clause that makes it one

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.inner: dict[str, Ability] = {}
        self.nodes: dict[int, str] = {}
        self._kept: list[Any] = []  # nodes are found by identity, so they are kept alive

    def run(self, table: Table, source: Source, ability: m.Ability) -> Run:
        run = Run(table, source, ability, source.player, since=len(table.happened))
        for key, value in source.facts:
            if key.startswith("bound "):
                run.bound[int(key[6:])] = tuple(CardId(c) for c in value)  # type: ignore[union-attr, arg-type]
            elif key.startswith("zones "):
                run.zones[int(key[6:])] = tuple(zip(value[::2], value[1::2], strict=True))  # type: ignore[index, arg-type]
            elif key == "picked number":
                run.number = int(str(value))
            elif key.startswith("picked "):
                run.picked[key[7:]] = str(value)
        return run

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        table, you = run.table, run.you
        if who == "you":
            return (you,)
        if who == "opponent":
            return (opponent(you),)
        if who in ("each", "any"):
            return (table.turn_player, opponent(table.turn_player))
        if who == "turn player":
            return (table.turn_player,)
        if who == "that player":
            return (Player(run.picked.get("chosen player") or run.fact("player") or you),)
        if who == "that player's opponent":
            return tuple(opponent(player) for player in self.players("that player", run))
        if who == "their":
            return (run.performer,)
        if who in ("owner", "master"):
            subject = run.fact("subject")
            if subject is not None and subject in table.state.cards:
                card = table.card(subject)
                return (card.owner if who == "owner" else table.master(subject),)
        return (you,)

    def area_names(self, area: str) -> Sequence[str]:
        """The engine's areas that a word for an area means: "field" -> zone 1 to zone 8."""
        return (area,)

    def names_of(self, areas: Iterable[str]) -> tuple[str, ...]:
        """The same for several words."""
        return tuple(name for area in areas for name in self.area_names(area))

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """Where such cards are meant to be when no area is named."""
        return ("field",)

    def is_shared(self, where: str) -> bool:
        return False

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        return kind == "card" or str(sight.value(card, "type")) == kind

    def is_in(self, sight: Sight, card: CardId, areas: Sequence[str]) -> bool:
        here = sight.card(card).area
        name = here.partition(".")[2] or here
        return name in self.names_of(areas)

    def property_name(self, what: str) -> str:
        return {"trait": "traits", "color": "colors", "colour": "colors", "name": "name"}.get(what, what)

    def stat_name(self, stat: str) -> str:
        return stat

    def layer_of(self, name: str) -> str:
        return self.value_layer

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """The values of a property or of a number, in lower case."""
        name = self.stat_name(self.property_name(what))
        value = sight.card(card).name if name == "name" else sight.value(card, name)
        many = value if isinstance(value, list | tuple) else () if value is None else (value,)
        return [str(v).lower() for v in many]

    def kinds(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """The values that count where different ones are counted."""
        return self.values(sight, card, what)

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        value = sight.value(card, self.stat_name(stat))
        return None if value is None else int(value)

    def player_number(self, sight: Sight, player: Player, number: str) -> int:
        if number == "turn of their own":
            return (sight.state.number("turn") + 1) // 2 if player == sight.table.turn_player else 0
        return sight.state.number(f"{player}.{number}")

    def is_of_kind(self, ability: Ability, keyword: str, kind: str) -> bool:
        """Whether an ability has a keyword, or is of a kind; a kind that is none of these is a keyword."""
        if keyword:
            return keyword.lower() in ability.text.lower()
        kinds = {"activate": Activated, "activated": Activated, "": Ability, "ability": Ability}
        if kind in ("auto", "automatic"):
            return is_automatic(ability)
        return isinstance(ability, kinds[kind]) if kind in kinds else self.is_of_kind(ability, kind, "")

    def battle(self, state: State) -> int:
        """Which battle of the turn it is."""
        raise NoMeaning(f"{self.game} does not number its battles")

    def zone_of(self, sight: Sight, card: CardId) -> Zone | None:
        return None

    def zones(self, sight: Sight, run: Run, selector: m.Selector) -> Iterable[Zone]:
        raise NoMeaning(f"{self.game} has no zones to choose")

    def is_near(self, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
        raise NoMeaning(f"{self.game} gives no meaning to {relation!r}")

    def is_phase(self, sight: Sight, phase: str) -> bool:
        if not self.PHASES:
            raise NoMeaning(f"{self.game} has no phase {phase!r}")
        return any(frame.procedure == self.PHASES.get(phase) for frame in sight.state.frames)

    def role(self, sight: Sight, run: Run, role: str) -> Iterable[CardId]:
        raise NoMeaning(f"{self.game} has no card in the role of {role!r}")

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        raise NoMeaning(f"{self.game} has no state {state!r}")

    def has_happened(self, sight: Sight, run: Run, condition: m.Happened) -> bool:
        raise NoMeaning(f"{self.game} keeps no record of {type(condition.event).__name__}")

    def how_often(self, sight: Sight, run: Run, amount: m.HowOften) -> int:
        raise NoMeaning(f"{self.game} does not count {type(amount.event).__name__}")

    def has_done(self, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
        raise NoMeaning(f"{self.game} keeps no record of {type(event).__name__} for each card")
