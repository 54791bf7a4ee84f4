"""Card text of Gate Ruler: its zones, its triggers, its verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any, ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, Zone, subject_facts
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Definition,
    Modifier,
    Moment,
    Pool,
    Proposal,
    Source,
    Status,
)
from judgekit.engine.events import Created, Marked, Moved, Occurred, Played, Replaced, Revealed
from judgekit.engine.layers import Board
from judgekit.engine.state import Card, CardId, Facts, Former, Player, Ref, area_player, fact, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch01_overview as golden
from judgekit.games.gate_ruler import ch02_card_information as information
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch09_gate_process as gate
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_01_abilities as abilities
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch14_15_source as sources
from judgekit.games.gate_ruler import ch15_game_actions as actions
from judgekit.games.gate_ruler import ch16_keywords as keywords
from judgekit.games.gate_ruler.abilities import Bill, Cost, Limit, Play, Playing, Target, Way, play_of
from judgekit.games.gate_ruler.rules import EVERYWHERE, GATE, is_front_row, is_in_play, phase, zone_kind

Matcher = Callable[[Table, Moment, Source], Iterator[Facts]]
Trigger = tuple[Any, ...]  # engine events, matcher, and the timings if those are all it waits for
ATTACK = tuple(f"attack {n}" for n in range(1, 4))
SET = tuple(f"set {n}" for n in range(1, 4))
ZONES = {
    "attack zone": ATTACK, "attack zones": ATTACK, "defense zone": ("defense",), "set zone": SET,
    "field zone": ("field",), "ruler zone": ("ruler",), "damage zone": ("damage",), "drive zone": ("drive",),
    "resource zone": ("resource",), "removal zone": ("removed",), "removed from the game": ("removed",),
    "counter zone": ("counter",), "front row": (*ATTACK, "defense"),
    "play": (*ATTACK, "defense", *SET, "field", "ruler"),
}  # fmt: skip
STATS = {"atk": "ATK", "hp": "HP", "stk": "STK"}
PROPERTIES = {"attribute": "attributes", "trait": "attributes", "card type": "type"}
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
NUMBERS = frozenset({"atk", "hp", "stk", "level", "base damage", "damage", "charges"})
LIES = (m.OtherThan, m.Attached, m.Among, m.Near, m.Spot, m.Zones, m.Outermost, m.State)  # and no face
WORDS = {word.lower(): word for word in (*keywords.MAKERS, *keywords.NO_ABILITIES)}


class Remembered(Sight):
    """The table with one card as it last was in play (14-9e-2)."""

    __slots__ = ("former",)

    def __init__(self, table: Table, former: Former) -> None:
        super().__init__(table, table.board)
        self.former = former

    def card(self, card: int) -> Card:
        return self.former.card if card == self.former.card.id else super().card(card)

    def value(self, card: int, name: str) -> Any:
        now = super().value(card, name)
        return fact(self.former.values, name, now) if card == self.former.card.id else now


NO_CARDS = frozenset((*actions.PROCESSES, driving.OVERDRIVE))  # nothing that a text means by a card


class GateRuler(Interpreter):
    game = "gate-ruler"
    currencies = ("resources",)
    GROUPS = (m.Extreme, m.Empty)
    NO_FILTERS = (m.Zones, m.Under, m.Holding)
    STATES = frozenset({
        "active", "rest", "damaged", "set", "face up", "face down", "attacking", "being attacked", "in play",
        "play", "normal summoned", "special summoned", "genesis summoned", "abyssal summoned", "different",
        "attacking center column",
    })  # fmt: skip
    NEAR = frozenset({"same column", "behind", "in front"})
    STACKS = frozenset({"charge", "on top"})
    REPLACES = (m.Destroyed, m.Moved, m.Damages, m.Drawn, m.Discarded)
    RECORDS = frozenset({"Summoned turn", "Attacks turn"})
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset({"attacking", "attacked", "being attacked"}), "Until.end": frozenset(ENDS),
        "Spot.spot": frozenset({"front row", "center column"}), "Outermost.which": frozenset({"frontmost"}),
        "PlayerNumber.number": frozenset({"life", "number of summons", "turns taken", "summon cap"}),
        "ChangeNumber.number": frozenset({"summon cap"}), "Attached.how": frozenset({"charge"}),
        "Attaches.how": frozenset({"charge"}), "Stat.stat": NUMBERS, "ValueOf.stat": NUMBERS,
        "Extreme.stat": NUMBERS, "Modify.stat": NUMBERS - {"charges", "damage"} | {"cost"},
        "Is.what": frozenset({"attribute", "trait", "name", "faction", "colour", "type"}),
        "SameAs.what": frozenset({"name", "trait", "attribute", "type"}),
        "PlayCost.way": frozenset({"free", "instead", "less", "as though"}),
        "DuringPhase.phase": frozenset({"start phase", "main phase", "attack phase", "end phase"}),
        "EndNow.what": frozenset({"turn"}), "Cause.by": frozenset({"", "effect", "ability", "rule"}),
        "Perform.action": frozenset({"rearrange", "remain", "abyssal summoning"}),
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Stack.face", "Play.to", "Play.onto", "Play.orientation", "Play.negated", "Shuffle.what",
        "Destroy.one_by_one", "ChangeNumber.duration", "Drawn.cause", "Discarded.cause", "Played.how",
        "Played.to", "AbilityUsed.kind", "AbilityUsed.of", "AbilityUsed.stage", "Turned.cause", "Attaches.to",
        "Prohibit.times", "ChooseModes.who", "EndNow.skip", "EndNow.who",
    })  # fmt: skip
    ONLY = frozenset({"be paid with resources"})
    value_layer = "15-2a"
    other_layer = "14-12a-3"
    ability_layer = "14-12a-4"
    clause_of: ClassVar[dict[str, str]] = {
        "automatic": "14-9a",
        "continuous": "14-7a",
        "replacement": "14-13a",
        "activated": "14-8a",
        "counter": "16-4a",
    }
    acts: ClassVar[dict[str, str]] = {
        "attack": "attack",
        "be attacked": "be attacked",
        "be destroyed": "destroy",
        "destroy": "destroy",
        "be chosen": "be chosen",
        "be played": "play",
        "play": "play",
        "be normal summoned": "play",
        "be moved": "move",
        "move": "move",
        "leave": "move",
        "be readied": "ready",
        "be made active": "ready",
        "ready": "ready",
        "draw": "draw",
        "be dealt damage": "be dealt damage",
        "be set": "set",
        "set": "set",
        "heal": "heal",
        "intercept": "intercept",
        "be special summoned": "special summon",
    }

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.inner.update(keywords.inner_abilities())
        self.inner[actions.CONTROL] = Status(actions.CONTROL, "15-23a", name="control")
        self._extras: dict[str, Any] = {}

    # compiling

    def define(
        self, name: str, properties: dict[str, Any], text: str, parsed: Sequence[m.Ability]
    ) -> Definition:
        """A card; what its text says about its own playing is gathered in one place."""
        self._extras = {}
        properties = {key: tuple(v) if isinstance(v, list) else v for key, v in properties.items()}
        properties["name"] = (name,)
        made = super().define(name, properties, text, parsed)
        found = [self._with_touchdown(a, made.abilities) for a in made.abilities]
        extras = dict(self._extras)
        if extras:
            at = next((i for i, a in enumerate(found) if play_of(a).sort == "event"), None)
            if at is None:
                spec = Play(sort="card", **extras)
                found.append(Activated(f"{name}#play", "14-3b", data=spec))
            else:
                found[at] = replace(found[at], data=replace(play_of(found[at]), **extras))
        return Definition(name, made.properties, tuple(found), text)

    def _with_touchdown(self, ability: Ability, every: Sequence[Ability]) -> Ability:
        """14-5b: "use this card's Touchdown" is known by the address of that ability."""
        spec = play_of(ability)
        if spec.then != "touchdown":
            return ability
        other = next((a.address for a in every if play_of(a).sort == "TD"), "")
        return replace(ability, data=replace(spec, then=other))

    def compile(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        self._number_preventions(ability, address)
        return super().compile(ability, address, properties)

    def _plain(self, ability: m.Ability, address: str) -> list[Ability]:
        if "touchdown" in ability.labels:
            return list(keywords.touchdown(address, self.play(ability, "TD"), ability.text))
        if "overdrive" in ability.labels:
            return list(keywords.overdrive(address, self.play(ability, "OD")))
        if ability.kind == "counter":
            return list(keywords.counter(address, self.play(ability, "CNT")))
        if "event" in ability.labels:
            return self._event(ability, address)
        return super()._plain(ability, address)

    def _event(self, ability: m.Ability, address: str) -> list[Ability]:
        """An event's text, and if it waits for something, what makes it playable in a set zone."""
        spec = self.play(ability, "event")
        made: list[Ability] = [Activated(address, "14-3c-2d", ability.text, data=spec)]
        if ability.trigger is not None:
            waits = m.Ability("automatic", trigger=ability.trigger)
            self._kept.append(waits)
            on, matches, *_ = self.waits_for(ability.trigger, waits)
            made.append(Automatic(f"{address}!", "14-4a", ability.text, data=Play(sort="set"), on=on,
                                  fulfilled=self._shown(matches)))  # fmt: skip
        return made

    def _shown(self, matches: Callable[[Table, Moment, Source], Iterable[Facts]]) -> Matcher:
        def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            for facts in matches(table, moment, source):
                if automatic.reveal_to_trigger(table, source.card.card, source.player):
                    yield facts
                    if automatic.once_for_each_occasion(table):
                        return

        return fulfilled

    def automatic(self, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
        made = super().automatic(ability, address, delayed)
        holds = made.situation
        if holds is not None:
            made = replace(made, situation=lambda table, source: automatic.status(table, source, holds))
        where = made.where or self._where_it_happens(ability.trigger)
        hidden = {"hand", "drive"} & set(where) and not isinstance(ability.trigger, m.Seen)
        if hidden and made.fulfilled is not None:
            made = replace(made, fulfilled=self._shown(made.fulfilled))
        return replace(made, where=where, data=self.play(ability, ""))

    def _where_it_happens(self, trigger: Any) -> tuple[str, ...]:
        """14-2b: what a card says of itself elsewhere than in play works where it comes about."""
        if not isinstance(getattr(trigger, "what", None), m.This):
            return ()
        if isinstance(trigger, m.Seen):
            return EVERYWHERE
        if isinstance(trigger, m.Discarded):
            return ("graveyard",)
        if isinstance(trigger, m.Attaches):
            return ("charge",)
        if isinstance(trigger, m.Performs) and trigger.action == "drive":
            return ("drive",)
        if not isinstance(trigger, m.Moved):
            return ()
        zones = [zone_kind(f"A.{name}") for area in trigger.to for name in self.area_names(area)]
        off = not any(self._is_play(area) for area in (*trigger.origin, *trigger.to))
        return tuple(dict.fromkeys(zones)) if off else ()

    def _is_play(self, area: str) -> bool:
        return any(is_in_play(f"A.{name}") for name in self.area_names(area))

    def activated(self, ability: m.Ability, address: str) -> Activated:
        made = super().activated(ability, address)
        return replace(made, data=self.play(ability, ""))

    def within_limits(self, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
        """Counted when it is played: 14-6."""
        return True

    # what a text needs to be played

    def play(self, ability: m.Ability, sort: Any) -> Play:
        """Its options, targets, costs and limits, and what it does."""
        self._kept.append(ability)
        modes = next((v for v in ability.body if isinstance(v, m.ChooseModes)), None)
        groups = list(self._groups(ability, modes))
        selectors = [selector for selector, _, _ in groups]
        divided = next((v.n for v in walk(ability.body) if isinstance(v, m.DealDamage) and v.divided), None)
        labels = tuple(WORDS.get(label, label) for label in ability.labels)
        if isinstance(ability.trigger, m.PhaseMoment) and ability.trigger.phase == "turn":
            labels = (*labels, "end of turn") if ability.trigger.moment == "end" else labels
        return Play(
            resolve=self._resolve_as(ability, selectors, modes),
            targets=tuple(self._group(ability, *group) for group in groups),
            modes=tuple(self.words(option) for option in modes.options) if modes else (),
            pick=self._fixed(getattr(modes.count, "n", 1)) if modes else 0,
            divide=None if divided is None else self._amount_of(ability, divided),
            costs=tuple(self._cost(ability, verb) for verb in ability.costs),
            timing=ability.window if ability.window in ("standard", "instant", "when", "while") else "",  # type: ignore[arg-type]
            condition=self._condition(ability) if ability.window == "while" else None,
            limits=tuple(Limit(x.n, x.per, x.shared) for x in ability.limits),
            name=ability.name,
            resource="resource" in ability.labels,
            sort=sort,
            then=self._then(ability),
            optional=bool(ability.body) and isinstance(ability.body[0], m.May),
            refers_to_charges=any(isinstance(n, m.Attached) for n in walk(ability.body)),
            labels=labels,
        )

    def _fixed(self, n: Any) -> int:
        return n if isinstance(n, int) else 1

    def _then(self, ability: m.Ability) -> str:
        """14-5: a Counter or Overdrive that plays its card, or another ability of it."""
        if len(ability.body) != 1:
            return ""
        verb = ability.body[0]
        if isinstance(verb, m.Play) and isinstance(verb.what, m.This):
            return "this card"
        if isinstance(verb, m.UseAbility) and isinstance(verb.what, m.This):
            return "this card" if verb.kind == "card" else "touchdown"
        return ""

    def _groups(
        self, ability: m.Ability, modes: m.ChooseModes | None
    ) -> Iterator[tuple[m.Selector, tuple[int, ...], bool]]:
        """The selectors that are targets: what is chosen, and what something is divided among."""
        if modes is not None:
            for at, option in enumerate(modes.options):
                yield from ((s, (at,), d) for s, d in self._chosen(option))
        rest = tuple(v for v in ability.body if v is not modes)
        yield from ((s, (), d) for s, d in self._chosen(rest))

    def _chosen(self, verbs: Sequence[m.Verb]) -> Iterator[tuple[m.Selector, bool]]:
        for node in self._walk(verbs):
            if isinstance(node, m.Choose) and isinstance(node.what, m.Selector):
                if "deck" not in node.what.areas and "hand" not in node.what.areas:
                    yield node.what, False
            if isinstance(node, m.DealDamage) and node.divided and isinstance(node.to, m.Selector):
                yield node.to, True

    def _walk(self, node: Any) -> Iterator[Any]:
        """Everything but what is done later: that is chosen then."""
        if isinstance(node, m.Delayed | m.Ability | m.ChooseModes):
            return
        if isinstance(node, m.Node):
            yield node
            for name in node.__struct_fields__:
                yield from self._walk(getattr(node, name))
        elif isinstance(node, tuple):
            for part in node:
                yield from self._walk(part)

    def _group(
        self, ability: m.Ability, selector: m.Selector, modes: tuple[int, ...], divided: bool
    ) -> Target:
        def among(table: Table, doing: Playing) -> Iterable[int]:
            return self.candidates(Sight.now(table), self.doing(table, doing, ability), selector)

        def bound(n: Any) -> Callable[[Table, Playing], int]:
            return lambda table, doing: self.amount(n, self.doing(table, doing, ability))

        def everything(table: Table, doing: Playing) -> int:
            return len(list(among(table, doing)))

        def as_can_be_divided(table: Table, doing: Playing) -> int:
            total = next(v.n for v in walk(ability.body) if isinstance(v, m.DealDamage) and v.divided)
            return min(everything(table, doing), bound(total)(table, doing))

        quantity = selector.quantity
        least: Any = 1
        most: Any = None
        if isinstance(quantity, m.UpTo):
            least, most = 0, bound(quantity.n)
        elif isinstance(quantity, m.AnyNumber):
            least, most = (1, as_can_be_divided) if divided else (0, everything)
        elif isinstance(quantity, m.Every | m.Some):
            least, most = 0, everything
        else:
            least = bound(quantity.n)
            most = everything if isinstance(quantity, m.AtLeast) else None
        shown = self._asks_for_a_face(selector)
        return Target(among, least, most, modes=modes, described=shown, gate="gate" in selector.areas)

    def _asks_for_a_face(self, selector: m.Selector) -> bool:
        """14-3b-4d: whether a description asks for more than where and how a card lies."""
        if set(selector.types) - {"card", "set card", "charge", "damage card"}:
            return True
        return any(not isinstance(f, LIES) for f in selector.filters)

    def _amount_of(self, ability: m.Ability, n: Any) -> Callable[[Table, Playing], int]:
        return lambda table, doing: self.amount(n, self.doing(table, doing, ability))

    def do(self, run: Run, verb: m.Verb) -> None:
        """What the instructions before it have brought into force at once is put in order first."""
        ongoing.settle_ties(run.table)
        super().do(run, verb)

    def doing(self, table: Table, doing: Playing, ability: m.Ability) -> Run:
        """A run for something that is being played or resolved."""
        source = Source(doing.ability, doing.source, doing.player, table.state.clock, doing.facts)
        return self.run(table, source, ability)

    def _resolve_as(
        self, ability: m.Ability, selectors: Sequence[m.Selector], modes: m.ChooseModes | None
    ) -> Callable[[Table, Playing], None]:
        def resolve(table: Table, doing: Playing) -> None:
            run = self.doing(table, doing, ability)
            for selector, cards in zip(selectors, doing.targets, strict=False):
                run.early[id(selector)] = cards
                if selector.bind:
                    run.bound[selector.bind] = cards
                for card in cards:
                    run.places[card] = table.card(card).area
            if modes is not None:
                run.early[id(modes)] = doing.modes
            run.early[0] = playing.shares_of(table, doing)
            self._carry_out(run, doing, ability)

        return resolve

    def _carry_out(self, run: Run, doing: Playing, ability: m.Ability) -> None:
        if "genesis summoning" in ability.labels:
            self._genesis(run, doing)
        elif "abyssal summoning" in ability.labels:
            self._abyssal(run, doing)
        elif ability.window == "while" or self.all_hold(self.resolution_conditions(ability), run):
            self.do_all(run, ability.body)
        else:
            run.table.refuse("resolve", "its condition is not met", run.you, run.source.card.card)

    def choose_modes(self, run: Run, verb: m.ChooseModes, least: int, most: int) -> list[int]:
        """14-3b-2: those chosen while playing."""
        if id(verb) in run.early:
            return list(run.early[id(verb)])
        return super().choose_modes(run, verb, least, most)

    def _condition(self, ability: m.Ability) -> Callable[[Table, Player, Card], bool]:
        def holds(table: Table, player: Player, card: Card) -> bool:
            source = Source("", card.ref, player, table.state.clock)
            return self.all_hold(ability.conditions, self.run(table, source, ability))

        return holds

    def _cost(self, ability: m.Ability, verb: m.Verb, of: str = "play") -> Cost:
        """A part of a cost; of a play, one that something replaced counts as done (14-3b-8)."""
        if isinstance(verb, m.Pay) and isinstance(verb.n, int):
            return Cost(f"pay {verb.n}", resources=verb.n)

        def can(table: Table, doing: Playing) -> bool:
            kind, cards, n = takes(table, doing)
            return len(cards) >= max(1, n) if kind else self.can(self.doing(table, doing, ability), verb)

        def pay(table: Table, doing: Playing) -> bool:
            run, before = self.doing(table, doing, ability), len(table.happened)
            run.picked["cost of"] = of
            self.do(run, verb)
            return run.done or (of == "play" and bool(self._replaced(run, before)))

        def takes(table: Table, doing: Playing) -> tuple[str, Sequence[CardId], int]:
            run = self.doing(table, doing, ability)
            eligible = self._eligible(run, verb)
            if eligible is None:
                return "", (), 0
            own = () if doing.ability else (doing.object,)  # a card that is played is in the gate by then
            kind = "turned" if isinstance(verb, m.Orient) else "moved"
            cards = [card for card in eligible if card not in own]
            return kind, cards, self._needed(run, getattr(verb, "what", None))

        return Cost(self.words((verb,)), can=can, pay=pay, takes=takes)

    def can(self, run: Run, verb: m.Verb) -> bool:
        """Whether a part of a cost, or of what one may do, can be done."""
        table = run.table
        if isinstance(verb, m.Pay):
            return actions.resources_to_spend(table, run.you) >= self.amount(verb.n, run)
        what, eligible = getattr(verb, "what", None), self._eligible(run, verb)
        if eligible is not None:
            return len(eligible) >= max(1, self._needed(run, what))
        if isinstance(verb, m.Summon):
            return len(self._offered(run, what)) >= self._needed(run, what)
        return super().can(run, verb)

    def _eligible(self, run: Run, verb: m.Verb) -> Sequence[CardId] | None:
        """The cards that a part of a cost can be done with."""
        table, what = run.table, getattr(verb, "what", None)
        if isinstance(verb, m.Orient):
            wanted = verb.orientation == "rest"
            return [c for c in self._offered(run, what) if bool(table.card(c).mark("exhausted")) != wanted]
        if isinstance(verb, m.Move):
            return [card for card in self._offered(run, what) if self._can_go(run, verb, card)]
        if isinstance(verb, m.Destroy):
            facts = (("reason", "effect"),)
            return [
                card
                for card in self._offered(run, what)
                if not table.is_forbidden(Proposal("destroy", run.you, card, facts=facts))
            ]
        if isinstance(verb, m.Discard | m.Stack):
            return self._offered(run, what)
        return None

    def _can_go(self, run: Run, verb: m.Move, card: CardId) -> bool:
        """Whether the zone is there that a card would move to (3-2f-1), and nothing holds the card (1-5d)."""
        table, here = run.table, run.table.card(card).area
        side = self._side(run, verb.to.whose, card)
        zones = [f"{side}.{name}" for name in self.area_names(verb.to.area)] if verb.to.zone is None else [""]
        there = [zone for zone in zones if not zone or places.zone_exists(table, zone) is not False]
        return any(not table.is_forbidden(Proposal("move", run.you, card, here, zone)) for zone in there)

    def _offered(self, run: Run, what: Any) -> Sequence[CardId]:
        return self.pointed_at(Sight.now(run.table), run, what)

    def _needed(self, run: Run, what: Any) -> int:
        if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly | m.AtLeast):
            return self.amount(what.quantity.n, run)
        return 1

    # what a continuous text is

    def continuous(self, ability: m.Ability, address: str) -> Iterator[Ability]:
        for at, verb in enumerate(ability.body):
            if self._about_its_own_playing(verb, ability, f"{address}.{at}"):
                return
        for made in super().continuous(ability, address):
            if isinstance(made, Status) and made.name == "as an instant action":
                made = replace(made, where=("hand", "drive", "set", "graveyard"))
            yield self._base(made, ability)

    def _base(self, made: Ability, ability: m.Ability) -> Ability:
        """14-7b: what a card says about its own properties without condition holds anywhere."""
        own = all(isinstance(getattr(v, "what", None), m.This) for v in ability.body)
        defines = isinstance(made, Modifier) and not ability.conditions and own
        if defines and all(isinstance(v, m.TreatAs | m.Gain) and self._is_property(v) for v in ability.body):
            assert isinstance(made, Modifier)
            return replace(made, layer="14-12a-1", data=Play(base=True), where=EVERYWHERE)
        return made

    def _is_property(self, verb: Any) -> bool:
        return isinstance(getattr(verb, "like", None) or getattr(verb, "gains", None), m.Is)

    def _about_its_own_playing(self, verb: Any, ability: m.Ability, address: str) -> bool:
        """Permissions and costs of playing the card itself: not an effect, but a fact about its play."""
        if not isinstance(getattr(verb, "what", None), m.This):
            return False
        if isinstance(verb, m.Prohibit) and verb.act.verb == "be paid with resources":
            self._extras["only_by_resources"] = True
        elif isinstance(verb, m.AlternativeCost):
            costs = tuple(self._cost(ability, cost) for cost in verb.costs)
            bill = Bill(self._fixed(verb.amount if verb.amount is not None else 0), costs)
            self._extras["alternatives"] = (*self._extras.get("alternatives", ()), bill)
        elif isinstance(verb, m.Permit) and verb.cost is not None and verb.cost.way == "instead":
            bill = Bill(self._fixed(verb.cost.amount))
            self._extras["alternatives"] = (*self._extras.get("alternatives", ()), bill)
        elif isinstance(verb, m.Permit) and isinstance(verb.act.object, m.Selector) and verb.act.object.areas:
            zones = tuple(zone_kind(f"A.{n}") for a in verb.act.object.areas for n in self.area_names(a))
            if verb.act.verb == "be normal summoned" and "set" in zones:
                self._extras["labels"] = (*self._extras.get("labels", ()), "from set zone")
                if ability.conditions:
                    self._extras["condition"] = self._condition(ability)
            else:
                self._extras["zones"] = (*self._extras.get("zones", ()), *zones)
        else:
            return False
        return True

    def lasting(self, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb, m.Modify) and verb.stat == "cost":
            yield self._cost_change(verb, address, ability)
        elif isinstance(verb, m.Unaffected):
            yield self._unaffected(verb, address, ability)
        elif isinstance(verb, m.PreventDamage):
            yield self._prevention(verb, address, ability)
        elif isinstance(verb, m.TreatAs) and verb.optional:
            yield self._may_treat(verb, address, ability)
        else:
            yield from super().lasting(verb, address, ability)

    def _cost_change(self, verb: m.Modify, address: str, ability: m.Ability) -> Status:
        def holds(table: Table, source: Source, about: Any) -> bool:
            card, played, player = about
            if played:
                return False
            run = self.run(table, source, ability)
            if not isinstance(verb.what, m.Selector):
                return self.is_target(table, run, verb.what, CardId(card))
            mine = verb.what.whose in ("", "any") or player in self.players(verb.what.whose, run)
            return mine and self.fits(Sight.now(table), run, verb.what, CardId(card), skip_areas=True)

        name = "costs less" if verb.how == "minus" else "costs more"
        return Status(
            address, "14-3b-6c", ability.text, data=self._fixed(verb.amount), name=name, holds=holds
        )

    def _unaffected(self, verb: m.Unaffected, address: str, ability: m.Ability) -> Status:
        def holds(table: Table, source: Source, about: Any) -> bool:
            card, other, object_ = about
            if source.cards is not None:
                mine = any(ref.card == card for ref in source.cards)
            else:
                mine = self.is_target(table, self.run(table, source, ability), verb.what, CardId(card))
            return mine and self._comes_from(table, source, ability, verb.cause, Ref(CardId(other), object_))

        return Status(address, "15-27a", ability.text, name="unaffected", holds=holds)

    def _comes_from(self, table: Table, source: Source, ability: m.Ability, cause: m.Cause, by: Ref) -> bool:
        run = self.run(table, source, ability)
        if by == source.card:
            return False
        if cause.source is not None and not self.is_target(table, run, cause.source, by.card):
            return False
        owner = replacements.information(table, by, "controller") or table.card(by.card).owner
        return cause.who in ("any", "") or owner in self.players(cause.who, run)

    def _may_treat(self, verb: m.TreatAs, address: str, ability: m.Ability) -> Status:
        def holds(table: Table, source: Source, about: Any) -> bool:
            card, name, wanted = about
            mine = self.is_target(table, self.run(table, source, ability), verb.what, CardId(card))
            like = [v.lower() for v in verb.like.values]
            return mine and self.property_name(verb.like.what) == name and str(wanted).lower() in like

        return Status(address, "14-7c", ability.text, name="may treat", holds=holds)

    def _without_abilities(
        self, what: m.Target, keyword: m.Keyword | None, kind: str, address: str, ability: m.Ability
    ) -> Modifier:
        """15-29a: J-11."""

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            word, of_kind = keyword.name if keyword else "", "" if kind == "ability" else kind

            def lost(address: str) -> bool:
                one = board.table.pool.ability(address)
                if of_kind == "continuous":
                    return bool(abilities.is_continuous(board.table, one))
                return self.is_of_kind(one, word, of_kind)

            for card in self.live_targets(Sight(board.table, board), run, what):
                for held in actions.abilities_lost(board.table, board, card, lost) or ():
                    yield Change(card, "abilities", "lose", held)

        return Modifier(
            address, "15-29a", ability.text, layer=self.ability_layer, properties=frozenset({"abilities"}),
            changes=changes,
        )  # fmt: skip

    def is_of_kind(self, ability: Ability, keyword: str, kind: str) -> bool:
        if keyword:
            return WORDS.get(keyword.lower(), keyword).lower() in [w.lower() for w in play_of(ability).labels]
        if kind == "counter":
            return play_of(ability).sort == "CNT"
        if kind == "continuous":
            return isinstance(ability, abilities.CONTINUOUS) or play_of(ability).sort in ("OD", "CNT")
        return super().is_of_kind(ability, keyword, kind)

    def is_about(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """What may not be attacked is compared with the card that would be attacked; and no prohibition
        reaches a card that effects of its sort do not affect (15-27a-4)."""
        whom = verb.act.object if verb.act.verb == "attack" else None
        about = verb if whom is None else m.Prohibit(verb.what, m.Act("attack"))
        if not super().is_about(table, source, proposal, about, ability):
            return False
        if proposal.card is not None and not actions.affected(table, [proposal.card], source.card):
            return False
        if whom is None:
            return True
        return self._is_attacked(
            table, self.run(table, source, ability), whom, fact(proposal.facts, "target")
        )

    def _is_attacked(self, table: Table, run: Run, whom: m.Target, target: int | None) -> bool:
        """Whether the card that is attacked is one that a text names; a player is meant by the ruler."""
        if target is None or not isinstance(whom, m.Player):
            return target is not None and self.is_target(table, run, whom, CardId(target))
        where = table.card(target).area
        return zone_kind(where) == "ruler" and area_player(where) in self.players(whom.who, run)

    def status_of(self, verb: Any, address: str, ability: m.Ability) -> Ability | None:
        """Permissions that the rules ask for by name."""
        if isinstance(verb, m.Permit) and verb.cost is not None and verb.cost.stat == "instant action":
            return Status(
                address,
                "9-3e-4",
                ability.text,
                ("hand", "drive", "set", "graveyard"),
                name="as an instant action",
                holds=lambda table, source, about: about == source.card.card,
            )
        if isinstance(verb, m.Permit) and isinstance(verb.what, m.This):
            return Status(address, "7-1b", ability.text, name="about its own playing", holds=None)
        if isinstance(verb, m.Prohibit) and verb.act.verb == "be paid with resources":
            return Status(address, "15-15b", ability.text, name="about its own playing", holds=None)
        if isinstance(verb, m.Prohibit) and verb.unless:
            return self._attack_cost(verb, address, ability)
        return None

    def _attack_cost(self, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
        """8-4d: what must be done besides for an attack."""
        if verb.act.verb != "attack" or verb.only:
            raise NoMeaning(f"{address}: in {self.game} only an attack can be paid for like this")

        def holds(table: Table, source: Source, about: Any) -> bool:
            attacker, target = about
            run = self.run(table, source, ability)
            if source.cards is not None:
                meant = any(ref.card == attacker for ref in source.cards)
            else:
                meant = self.is_target(table, run, verb.what, CardId(attacker))
            if not meant or not actions.affected(table, [attacker], source.card):
                return False
            return verb.act.object is None or self._is_attacked(table, run, verb.act.object, target)

        costs = tuple(self._cost(ability, each, "attack") for each in verb.unless)
        return Status(address, "8-4d", ability.text, data=costs, name="attack cost", holds=holds)

    # keywords

    def keyword(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        word = ability.keyword
        assert word is not None
        name = WORDS.get(word.name, word.name)
        if name in keywords.NO_ABILITIES:
            properties["keywords"] = (*properties.get("keywords", ()), name)
            if name == "Resource":
                self._extras["resource"] = True
            return []
        if name == "abyssal concerto":
            costs = tuple(self._cost(ability, verb, "effect") for verb in word.costs)
            return list(keywords.abyssal_concerto(address, Play(labels=("Abyssal Concerto",), costs=costs)))
        if name == "enhance":
            return list(keywords.enhance_ability(address, self._materials(ability, word)))
        if name == "dr":
            return []  # a printing mark; no clause of this edition speaks of it
        if name not in keywords.MAKERS:
            return super().keyword(ability, address, properties)
        return list(keywords.make(name, address))

    def _materials(self, ability: m.Ability, word: m.Keyword) -> Callable[[Table, Playing], Iterable[int]]:
        what = word.materials[0]
        self._kept.append(word)

        def among(table: Table, doing: Playing) -> Iterable[int]:
            return self.pointed_at(Sight.now(table), self.doing(table, doing, ability), what)

        return among

    def _genesis(self, run: Run, doing: Playing) -> None:
        """16-13b: everything before "if you do" is the materials process."""
        first = [v for v in run.ability.body if not isinstance(v, m.If | m.May)]
        summons = [v for v in walk(run.ability.body) if isinstance(v, m.Summon)]

        def materials() -> bool:
            done = True
            for verb in first:
                self.do(run, verb)
                done = done and run.done
            return done

        def summon() -> bool:
            for verb in summons:
                self._summon(run, msgspec_how(verb, "genesis"), run.you)
            return run.done

        keywords.genesis_summoning(run.table, doing, self.possible(run, first), materials, summon)

    def _abyssal(self, run: Run, doing: Playing) -> None:
        first = [v for v in run.ability.body if not isinstance(v, m.May | m.Summon)]
        keywords.abyssal_summoning(run.table, doing, lambda: self.do_all(run, first))

    # zones and cards

    def area_names(self, area: str) -> Sequence[str]:
        return ZONES.get(area, (area,))

    def is_shared(self, where: str) -> bool:
        return where == GATE

    def spoken_of(self, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
        """What came last lies on top of the gate."""
        if isinstance(what, m.Selector) and what.areas == (GATE,) and what.end == "top":
            return sight.pile(GATE)[-1:]
        return super().spoken_of(sight, run, what)

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """3-6c: in play."""
        found: list[str] = []
        for kind in types or ("card",):
            found += {
                "unit": ("front row", "set zone"),
                "field": ("field zone",),
                "ruler": ("ruler zone",),
                "event": ("set zone",),
                "set card": ("set zone",),
                "charge": ("charge zone",),
                "resource": ("resource zone",),
                "damage card": ("damage zone",),
            }.get(kind, ("front row", "field zone", "set zone"))
        return tuple(dict.fromkeys(found))

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        return super().players(who or "any", run)

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        areas = selector.areas or self.usual_areas(selector.types)
        if "charge zone" in areas:
            yield from self._charges(sight, run, selector)
            return
        set_cards = selector.areas == ("set zone",) and not selector.types
        for card in dict.fromkeys(super().places(sight, run, self._whose(selector))):
            if set_cards:
                meant = self.is_type(sight, card, "set card", run)
            else:
                named = bool(selector.areas)
                meant = named or places.is_meant(sight.table, sight.card(card)) is not False
            if meant:
                yield card

    def is_target(
        self, table: Table, run: Run, target: m.Target, card: CardId, sight: Sight | None = None
    ) -> bool:
        """3-6c: a card that a description without a zone cannot mean is none of its targets."""
        if not super().is_target(table, run, target, card, sight):
            return False
        plain = isinstance(target, m.Selector) and not target.areas
        return not plain or places.is_meant(table, table.card(card)) is not False

    def live_targets(self, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
        """15-27a-4: an ongoing effect, of whatever ability, passes by a card that it does not affect."""
        found = list(super().live_targets(sight, run, target))
        return actions.affected(run.table, found, run.source.card) if found else found

    def _whose(self, selector: m.Selector) -> m.Selector:
        if selector.whose:
            return selector
        return m.Selector(
            selector.quantity, "any", selector.areas, selector.end, selector.types, selector.filters,
            selector.chooser, selector.bind,
        )  # fmt: skip

    def _charges(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        to = next((f.to for f in selector.filters if isinstance(f, m.Attached)), None)
        if to is not None:
            hosts: Sequence[CardId] = (
                (run.source.card.card,) if isinstance(to, m.This) else self.pointed_at(sight, run, to)
            )
            for host in hosts:
                yield from places.last_charges_of(run.table, host)
            return
        by_zone = "charge zone" in selector.areas and "charge" not in selector.types
        found = places.charge_zone if by_zone else places.players_charges
        for player in self.players(selector.whose, run):
            yield from found(run.table, player)

    def fits(
        self, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
    ) -> bool:
        return super().fits(sight, run, self._whose(selector), card, skip_areas)

    def is_in(self, sight: Sight, card: CardId, areas: Sequence[str]) -> bool:
        if "charge zone" in areas and zone_kind(sight.card(card).area) == "charge":
            return True
        return super().is_in(sight, card, areas)

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        groups = [f for f in selector.filters if isinstance(f, m.Extreme)]
        if not groups:
            fitting = super().candidates(sight, run, selector)
            yield from (card for card in fitting if sight.card(card).name not in NO_CARDS)
            return
        plain = m.Selector(
            selector.quantity, selector.whose, selector.areas, selector.end, selector.types,
            tuple(f for f in selector.filters if f not in groups), selector.chooser, selector.bind,
        )  # fmt: skip
        found = list(super().candidates(sight, run, plain))
        for group in groups:
            values = {card: self.stat(sight, run, card, group.stat) or 0 for card in found}
            best = (max if group.which == "highest" else min)(values.values(), default=0)
            found = [card for card in found if values[card] == best]
        yield from found

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        """3-7a-2: in card text a card is no ruler; J-23: what a set card is."""
        if kind == "set card":
            in_set = zone_kind(sight.card(card).area) == "set"
            if in_set and not sight.card(card).mark("face down"):
                return run.table.reading("J-23") == "any-card-in-set-zone"
            return in_set
        if kind in ("charge", "damage card"):
            return zone_kind(sight.card(card).area) == kind.partition(" ")[0]
        printed = sight.value(card, "type")
        return printed not in ("ruler", "imaginary") if kind == "card" else printed == kind

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

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        if stat == "charges":
            return len(places.charges_of(run.table, card))
        if stat == "damage":
            return int(sight.card(card).mark("damage") or 0)
        value = sight.value(card, self.stat_name(stat))
        return None if value is None else int(value)

    def amount(self, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None) -> int:
        gone = isinstance(amount, m.ValueOf) and run.table.state.current(run.source.card) is None
        if gone and isinstance(amount.what, m.This):
            known = replacements.last_known(run.table, run.source.card, self.stat_name(amount.stat))
            return int(known or 0)
        return super().amount(amount, run, sight, card)

    def player_number(self, sight: Sight, player: Player, number: str) -> int:
        if number == "life":
            return information.current_life(sight.table, player) or 0
        if number == "number of summons":
            return sight.state.number(f"{player}.summons")
        if number == "turns taken":
            return (sight.state.number("turn") + 1) // 2
        return super().player_number(sight, player, number)

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """A name can be gained or replaced; otherwise it is the printed one."""
        if what != "name":
            return super().values(sight, card, what)
        names = sight.value(card, "name")
        found = (names,) if isinstance(names, str) else tuple(names or (sight.card(card).name,))
        return [str(name).lower() for name in found]

    def _property(self, what: m.Target, values: m.Is, op: str, address: str, ability: m.Ability) -> Modifier:
        """14-12a-2: a property besides those it has; 14-12a-5: another in its place."""
        made = super()._property(what, values, op, address, ability)
        if values.what == "name" and op == "gain":
            return replace(made, layer="14-12a-2")
        return made

    def _is_(self, sight: Sight, run: Run, f: m.Is, card: CardId) -> bool:
        """With 14-7c: what may be treated as something is, if its controller says so."""
        if Interpreter._is(self, sight, run, f, card):
            return True
        name = self.property_name(f.what)
        if sight.board is not run.table.board or not run.table.index.statuses:
            return False
        tried = bool(run.fact("tried"))
        asker = run.source.what if run.ability.kind == "continuous" else ""
        return any(abilities.treated_as(run.table, card, name, value, tried, asker) for value in f.values)

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        now = sight.card(card)
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
            "different": lambda: True,
            "attacking center column": lambda: str(now.mark("attacking") or "").endswith(".center"),
        }
        if state not in tests:
            return super().has_state(sight, run, state, card)
        return tests[state]()

    def role(self, sight: Sight, run: Run, role: str) -> Iterable[CardId]:
        if role == "attacking":
            found = attack.attacking_card(run.table)
        elif role in ("attacked", "being attacked"):
            found = attack.being_attacked(run.table)
        else:
            return super().role(sight, run, role)
        return () if found is None else (found,)

    def zone_of(self, sight: Sight, card: CardId) -> Zone | None:
        """Columns by number: the attack zones as they are, 0 the center."""
        where = sight.card(card).area
        player = area_player(where)
        if player is None or not (is_front_row(where) or zone_kind(where) == "ruler"):
            return None
        return player, int(where[-1]) if zone_kind(where) == "attack" else 0

    def is_near(self, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
        if relation == "same column":
            return one[1] == other[1]
        return one == other and relation in ("behind", "in front")

    def _near_(self, sight: Sight, run: Run, f: m.Near, card: CardId) -> bool:
        """Behind and in front: only the ruler zone and the defense zone are one behind the other."""
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

    def _spot(self, sight: Sight, run: Run, f: m.Spot, card: CardId) -> bool:
        where = sight.card(card).area
        if f.spot == "front row":
            return is_front_row(where)
        if f.spot == "center column":
            return zone_kind(where) in ("defense", "ruler")
        raise NoMeaning(f"{self.game} has no {f.spot!r}")

    def _outermost(self, sight: Sight, run: Run, f: m.Outermost, card: CardId) -> bool:
        return bool(places.is_frontmost(run.table, card))

    def _attached_(self, sight: Sight, run: Run, f: m.Attached, card: CardId) -> bool:
        hosts = (run.source.card.card,) if isinstance(f.to, m.This) else self.pointed_at(sight, run, f.to)
        return any(card in places.last_charges_of(run.table, host) for host in hosts)

    def _keyword_(self, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
        word = WORDS.get(f.keyword, f.keyword)
        if word in keywords.NO_ABILITIES:
            return keywords.has(run.table, card, word)
        if word in ("counter", "overdrive", "touchdown"):
            sort = {"counter": "CNT", "overdrive": "OD", "touchdown": "TD"}[word]
            held = (sight.table.pool.ability(a) for a in sight.value(card, "abilities"))
            return any(play_of(a).sort == sort for a in held)
        return Interpreter._has_keyword(self, sight, run, f, card)

    def has_happened(self, sight: Sight, run: Run, condition: m.Happened) -> bool:
        """What a card in play keeps of this turn: that it attacked, that it was summoned and how."""
        cards = self.pointed_at(sight, run, condition.event.what)  # type: ignore[union-attr, arg-type]
        return bool(cards) and all(self.has_done(sight, run, condition.event, card) for card in cards)

    def has_done(self, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
        if isinstance(event, m.Summoned):
            how, wanted = sight.card(card).mark("summoned"), event.how.partition(" ")[0]
            same = not wanted or how == wanted or (wanted == "special" and how in ("genesis", "abyssal"))
            turn = sight.card(card).mark(actions.SUMMONED_IN)
            return bool(how) and same and turn == sight.state.number("turn")
        if isinstance(event, m.Attacks):
            turn, times, _ = sight.card(card).mark("attacked") or (0, 0, 0)
            return bool(turn == sight.state.number("turn") and times)
        return super().has_done(sight, run, event, card)

    def senseless(self, ability: m.Ability) -> Iterator[str]:
        """Of the past, only what a card that is spoken of has done this turn is kept."""
        yield from super().senseless(ability)
        for node in walk(ability):
            if isinstance(node, m.Happened) and not self._is_kept(node.event, node.least):
                yield f"no such record is kept of {type(node.event).__name__}"
            if isinstance(node, m.Did) and not self._is_kept(node.event, 1, anything=True):
                yield f"no such record is kept of {type(node.event).__name__}"
            if isinstance(node, m.UseAbility) and not self._can_be_used(node, ability):
                yield "an effect uses an ability of a card that is spoken of"
            if isinstance(node, m.Act) and node.cause is not None and node.cause.source is not None:
                yield "of which card an effect is that does it is not told"
            if isinstance(node, m.Played) and node.areas not in ((), ("hand",)):
                yield "from which zone a card is played is not told"
            if isinstance(node, m.Until) and node.end != "turn" and (node.next or node.whose != "any"):
                yield f"nothing lasts until the end of a certain player's {node.end}"
        yield from self._misplaced_zones(ability)

    def _misplaced_zones(self, ability: m.Ability) -> Iterator[str]:
        """A zone is somewhere to go to; what else is said of it than that it is empty is not looked at."""
        goals = [node for node in walk(ability) if isinstance(node, m.Place | m.Summon)]
        to = [node.zone if isinstance(node, m.Place) else node.to for node in goals]
        for node in walk(ability):
            if not isinstance(node, m.Selector):
                continue
            is_zone = not {"zone", "attack zone", "defense zone"}.isdisjoint(node.types)
            empty = any(isinstance(f, m.Empty) for f in node.filters)
            if (is_zone or empty) and not any(node is one for one in to):
                yield "a zone is only somewhere to go to"
            elif is_zone and not set(node.filters) <= {m.Empty()}:
                yield "of a zone to go to, only that it is empty can be said"

    def _is_kept(self, event: m.Event, least: int, anything: bool = False) -> bool:
        if least != 1 or not isinstance(event, m.Summoned | m.Attacks):
            return False
        if isinstance(event, m.Summoned):
            plain = event == m.Summoned(event.what, event.how)
        else:
            plain = event == m.Attacks(event.what) and event.what is not None
        return plain and (anything or not isinstance(event.what, m.Selector))

    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        **Interpreter.FILTERS, m.Is: _is_, m.Near: _near_, m.Spot: _spot, m.Outermost: _outermost,
        m.Attached: _attached_, m.HasKeyword: _keyword_,
    }  # fmt: skip

    def is_phase(self, sight: Sight, name: str) -> bool:
        return phase(sight.table) == name.partition(" ")[0]

    def until(self, duration: m.Duration | None, run: Run) -> str:
        if (
            isinstance(duration, m.Until)
            and not duration.next
            and duration.whose in ("any", "", "turn player")
        ):
            return ENDS.get(duration.end, "end of turn")
        if isinstance(duration, m.Until):
            name = super().until(duration, run)
            return ENDS.get(name, name)
        return super().until(duration, run)

    # effects that begin

    def begin_effect(self, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
        address = self.nodes[id(verb)]
        bound = tuple((f"bound {n}", tuple(c)) for n, c in sorted(run.bound.items()))
        until = self.until(verb.duration, run)
        if isinstance(verb, m.Instead) and verb.next:
            until = until or replacements.next_time_lasts(run.table) or ""
        for made in [a for a in self.inner if a == address or a.startswith(f"{address}~")]:
            if getattr(verb, "stat", "") == "base damage":
                actions.add_base_damage(run.table, made, run.source.card, run.you, until, cards)
            else:
                known = (*facts, *bound)
                ongoing.begin_effect(run.table, made, run.source.card, run.you, until, cards, known)

    def _begin(self, run: Run, verb: Any) -> None:
        """14-16b: another Counter effect for what a Counter put into the gate takes the place of its own."""
        if not (isinstance(verb, m.Gain) and getattr(verb.gains, "kind", "") == "counter"):
            super()._begin(run, verb)
            return
        table, address = run.table, f"{self.nodes[id(verb)]}+"
        found = self._reach(run, verb.what)
        for thing in found:
            if table.card(thing).mark("counter of") is not None:
                is_ability = table.card(thing).name == "ability"
                (sources.change_counter_ability if is_ability else sources.change_counter_card)(
                    table, thing, address
                )
        run.done = bool(found)

    # triggers

    def trigger(self, event: m.Event, ability: m.Ability) -> Trigger:
        maker = self.TRIGGERS.get(type(event))
        if maker is None:
            return super().trigger(event, ability)
        return maker(self, event, ability)

    def _pick(self, run: Run, verb: m.Pick, player: Player) -> None:
        """1-5e: a number is never negative."""
        if verb.what == "number":
            most = 99 if verb.most is None else self.amount(verb.most, run)
            run.number = golden.choose_a_number(run.table, player, most, "choose a number")
        else:
            super()._pick(run, verb, player)

    def _occurs(
        self, timing: str, ability: m.Ability, test: Callable[[Run, Moment, Occurred], bool], other: str = ""
    ) -> Trigger:
        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            occurred = moment.event
            if not isinstance(occurred, Occurred) or occurred.timing != timing:
                return
            run = self.run(table, source, ability)
            if test(run, moment, occurred):
                more = fact(occurred.facts, other) if other else None
                known = {k: v for k, v in occurred.facts if k in ("process", "number")}
                if (n := fact(occurred.facts, "amount")) is not None:
                    known["number"] = n
                yield subject_facts(occurred.card, occurred.player, object=more, **known)

        return (Occurred,), matches, (timing,)

    def possible_instead(self, run: Run, verb: m.Instead) -> bool:
        """14-13c-2a: what cannot be done is not offered."""
        possible = super().possible_instead(run, verb)
        return bool(replacements.can_do_its_part(run.table, possible))

    def is_subject(self, run: Run, moment: Moment, what: Any, card: CardId | None) -> bool:
        """Whether the card of an event is what the words say, as the rules have it seen (14-9e)."""
        if what is None:
            return True
        if card is None:
            return False
        if isinstance(what, m.Player):
            owner = run.table.card(card).area
            return zone_kind(owner) == "ruler" and area_player(owner) in self.players(what.who, run)
        if isinstance(what, m.This):
            return card == run.source.card.card
        if not isinstance(what, m.Selector):
            return card in self.pointed_at(Sight.now(run.table), run, what)
        state = moment.after
        event = moment.event
        if isinstance(event, Moved) and automatic.as_referred_to(run.table, card, event.src, event.dst):
            state = moment.before
        elif isinstance(event, Occurred) and event.timing == "leaves play":
            return self._as_it_was(run, what, card)
        if card not in state.cards:
            return False
        anywhere = m.Selector(what.quantity, "any", (), None, what.types, what.filters)
        sight = Sight.of(run.table, state)
        mine = what.whose in ("", "any") or sight.master(card) in self.players(what.whose, run)
        return mine and self.fits(sight, run, anywhere, card)

    def _as_it_was(self, run: Run, what: m.Selector, card: CardId) -> bool:
        """14-9e-2: a card that left play, by its last known information."""
        now = run.table.card(card)
        ref = Ref(card, now.object - 1)
        former = run.table.state.former.get(ref)
        if former is None:
            return False
        in_play = automatic.out_of_play(run.table, former.card.area, now.area)
        sight = Remembered(run.table, former) if in_play else Sight.now(run.table)
        owner = replacements.last_known(run.table, ref, "controller")
        mine = what.whose in ("", "any") or owner in self.players(what.whose, run)
        anywhere = m.Selector(what.quantity, "any", (), None, what.types, what.filters)
        return mine and self.fits(sight, run, anywhere, card)

    def _by(self, run: Run, who: str, player: Player | None) -> bool:
        return who in ("any", "") or player in self.players(who, run)

    def _phase(self, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
        timing = MOMENTS.get((event.moment, event.phase))
        if timing is None:
            raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            planned = run.fact("planned in turn")
            if event.which == "next" and planned is not None and run.table.number("turn") == planned:
                return False
            return self._by(run, event.whose, occurred.player)

        return self._occurs(timing, ability, test)

    def _attacks(self, event: m.Attacks, ability: m.Ability) -> Trigger:
        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            occurred = moment.event
            if not isinstance(occurred, Occurred) or occurred.timing != "attacks":
                return
            run = self.run(table, source, ability)
            target = fact(occurred.facts, "target")
            if self.is_subject(run, moment, event.what, occurred.card):
                if self.is_subject(run, moment, event.target, target):
                    yield subject_facts(occurred.card, occurred.player, object=target)

        return (Occurred,), matches, ("attacks",)

    def _destroyed(self, event: m.Destroyed, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            if event.cause is not None and not self._destroyed_by(run, event.cause, occurred):
                return False
            return self.is_subject(run, moment, event.what, occurred.card)

        return self._occurs("destroyed", ability, test)

    def _destroyed_by(self, run: Run, cause: m.Cause, occurred: Occurred) -> bool:
        by = fact(occurred.facts, "by")
        process = fact(occurred.facts, "process")
        effect = process in run.table.state.cards and run.table.card(process).mark("by") == "effect"
        so = effect if cause.by in ("effect", "ability") else not effect if cause.by == "rule" else True
        if cause.source is not None:
            so = so and by is not None and self.is_target(run.table, run, cause.source, CardId(by))
        elif cause.who not in ("any", ""):
            blamed = process if effect else by
            there = blamed in run.table.state.cards
            so = so and there and run.table.master(blamed) in self.players(cause.who, run)
        return so != cause.negated

    def is_caused(self, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
        """By an effect of somebody, or by the rules, which are nobody's."""
        by_rules = fact(proposal.facts, "reason", "effect") == "rules"
        so = by_rules if cause.by == "rule" else not by_rules
        whose = cause.who == "any" or proposal.player in self.players(cause.who, run)
        return (so and whose) != cause.negated

    def _moved(self, event: m.Moved, ability: m.Ability) -> Trigger:
        origin = tuple(n for a in event.origin for n in self.area_names(a))
        to = tuple(n for a in event.to for n in self.area_names(a))
        if event.to == ("play",) and not origin:
            return self._occurs(
                "enters play",
                ability,
                lambda run, moment, o: self.is_subject(run, moment, event.what, o.card),
            )
        if event.origin == ("play",) and not to:
            return self._occurs(
                "leaves play",
                ability,
                lambda run, moment, o: self.is_subject(run, moment, event.what, o.card),
            )

        if event.cause is not None and event.to != ("set zone",):
            return self._moved_by(event, ability, origin, to)
        by = self._who_sets(event)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            moved = moment.event
            if not isinstance(moved, Moved) or moved.src == moved.dst:
                return
            here, there = self._name(moved.src), self._name(moved.dst)
            if (origin and here not in origin) or (to and there not in to):
                return
            run = self.run(table, source, ability)
            if event.whose not in ("any", "", "owner") and area_player(moved.dst) not in self.players(
                event.whose, run
            ):
                return
            if not self._by(run, by, area_player(moved.dst)):
                return
            if self._is_from(run, event, moved.src) and self.is_subject(run, moment, event.what, moved.card):
                yield subject_facts(moved.card, moment.after.cards[moved.card].owner)

        return (Moved,), matches

    def _moved_by(
        self, event: m.Moved, ability: m.Ability, origin: Sequence[str], to: Sequence[str]
    ) -> Trigger:
        """14-15f: a player moves a card, by a cost they pay or by an effect of theirs."""
        if event.cause != m.Cause(who=event.cause.who if event.cause else ""):
            raise NoMeaning(f"{self.game} does not tell by what a card moves, only by whom")
        who = event.cause.who

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            src, dst = str(fact(occurred.facts, "src")), str(fact(occurred.facts, "dst"))
            if (origin and self._name(src) not in origin) or (to and self._name(dst) not in to):
                return False
            if not self._by(run, who, occurred.player) or not self._is_from(run, event, src):
                return False
            there = event.whose in ("any", "", "owner") or self._by(run, event.whose, area_player(dst))
            return there and self._is_moved(run, moment, event.what, occurred.card, src, dst)

        return self._occurs("moved by", ability, test)

    def _is_moved(self, run: Run, moment: Moment, what: Any, card: CardId | None, src: str, dst: str) -> bool:
        """As it was in play, if it went out of play (14-9e-2)."""
        if isinstance(what, m.Selector) and card is not None:
            if automatic.as_referred_to(run.table, card, src, dst):
                return self._as_it_was(run, what, card)
        return self.is_subject(run, moment, what, card)

    def _who_sets(self, event: m.Moved) -> str:
        """A card is set into a zone of whoever sets it; of other moves it is not told by what they come."""
        if event.cause is None:
            return "any"
        if event.to == ("set zone",) and event.cause == m.Cause(who=event.cause.who):
            return event.cause.who
        raise NoMeaning(f"{self.game} does not tell by what a card moves")

    def _is_from(self, run: Run, event: m.Moved, src: str) -> bool:
        return event.origin_whose in ("", "any", "owner") or self._by(
            run, event.origin_whose, area_player(src)
        )

    def _name(self, where: str) -> str:
        return "charge zone" if zone_kind(where) == "charge" else where.partition(".")[2] or where

    def _damages(self, event: m.Damages, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            if event.sort and (event.sort == "combat") != bool(fact(occurred.facts, "combat")):
                return False
            if event.least and int(fact(occurred.facts, "amount", 0)) < event.least:
                return False
            source = fact(occurred.facts, "source")
            if event.what is not None:
                target = fact(occurred.facts, "target")
                mine = self.is_subject(run, moment, event.what, occurred.card)
                return mine and (event.to is None or self.is_subject(run, moment, event.to, target))
            return source is not None and self.is_subject(run, moment, event.to, occurred.card)

        if event.what is not None:
            return self._occurs("deals damage", ability, test, "target")
        return self._occurs("is dealt damage", ability, test)

    def _simple(timing: str) -> Callable[..., Trigger]:  # type: ignore[misc]  # noqa: N805 - makes methods
        def make(self: GateRuler, event: Any, ability: m.Ability) -> Trigger:
            def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
                who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
                if not self._by(run, who, occurred.player):
                    return False
                return self.is_subject(run, moment, getattr(event, "what", None), occurred.card)

            return self._occurs(timing, ability, test)

        return make

    def _summoned(self, event: m.Summoned, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            how = str(fact(occurred.facts, "how", ""))
            wanted = event.how.partition(" ")[0]
            same = not wanted or how == wanted or (wanted == "special" and how in ("genesis", "abyssal"))
            by = self._by(run, event.by, occurred.player)
            return same and by and self.is_subject(run, moment, event.what, occurred.card)

        return self._occurs("summoned", ability, test)

    def _performs(self, event: m.Performs, ability: m.Ability) -> Trigger:
        names = {
            "drive": "drives", "heal": "heals", "gain control": "gains control", "negate": "negates",
            "genesis summoning": "accomplishes genesis", "abyssal summoning": "accomplishes abyssal",
        }  # fmt: skip
        if event.action not in names:
            raise NoMeaning(f"{self.game} has no action {event.action!r}")
        timing = "driven" if event.action == "drive" and event.what is not None else names[event.action]

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            if not self._by(run, event.who, occurred.player):
                return False
            return event.what is None or self.is_subject(run, moment, event.what, occurred.card)

        return self._occurs(timing, ability, test)

    def _played(self, event: Any, ability: m.Ability) -> Trigger:
        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            played = moment.event
            if not isinstance(played, Played) or played.card is None:
                return
            run = self.run(table, source, ability)
            who = getattr(event, "by", None) or getattr(event, "who", None) or "any"
            if not self._by(run, who, played.player):
                return
            is_ability = moment.after.cards[played.card].name == "ability"
            if isinstance(event, m.AbilityUsed) != is_ability:
                return
            if is_ability or self.is_subject(run, moment, event.what, played.card):
                yield subject_facts(played.card, played.player)

        return (Played,), matches

    def _turned(self, event: m.Turned, ability: m.Ability) -> Trigger:
        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            marked = moment.event
            if not isinstance(marked, Marked) or marked.mark != "exhausted":
                return
            if (event.orientation == "rest") != bool(marked.value):
                return
            run = self.run(table, source, ability)
            if self.is_subject(run, moment, event.what, marked.card):
                yield subject_facts(marked.card, table.master(marked.card))

        return (Marked,), matches

    def _attaches(self, event: m.Attaches, ability: m.Ability) -> Trigger:
        return self._occurs(
            "becomes a charge",
            ability,
            lambda run, moment, o: self.is_subject(run, moment, event.what, o.card),
        )

    def _seen(self, event: m.Seen, ability: m.Ability) -> Trigger:
        """15-5b: a card is revealed, by whatever instruction."""
        if event.act != "reveal":
            raise NoMeaning(f"nothing in {self.game} waits for a {event.act}")

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            run = self.run(table, source, ability)
            for card in moment.event.cards if isinstance(moment.event, Revealed) else ():
                player = table.master(card)
                if self._by(run, event.who, player) and self.is_subject(run, moment, event.what, card):
                    yield subject_facts(card, player)

        return (Revealed,), matches

    TRIGGERS: ClassVar[dict[type[Any], Callable[..., Trigger]]] = {
        m.PhaseMoment: _phase,
        m.Attacks: _attacks,
        m.Destroyed: _destroyed,
        m.Moved: _moved,
        m.Damages: _damages,
        m.Drawn: _simple("draws"),
        m.Discarded: _simple("discarded"),
        m.Summoned: _summoned,
        m.Performs: _performs,
        m.Played: _played,
        m.CardUsed: _played,
        m.AbilityUsed: _played,
        m.Turned: _turned,
        m.Attaches: _attaches,
        m.Seen: _seen,
    }

    # replacement and prevention

    def would(self, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
        what: m.Target | None
        if isinstance(event, m.Destroyed):
            verb, what = "destroy", event.what
        elif isinstance(event, m.Moved):
            verb, what = "move", event.what
            origin = tuple(n for a in event.origin for n in self.area_names(a))
            to = tuple(n for a in event.to for n in self.area_names(a))
            if proposal.verb == "move":
                if event.cause is not None or not self._is_from(run, event, proposal.src):
                    return False
                if event.whose not in ("any", "", "owner") and not self._by(
                    run, event.whose, area_player(proposal.dst)
                ):
                    return False
                here, there = self._name(proposal.src), self._name(proposal.dst)
                if (
                    (origin and here not in origin)
                    or (to and there not in to)
                    or (not to and there in origin)
                ):
                    return False
                if not to and proposal.dst == GATE:
                    return False
        elif isinstance(event, m.Damages):
            verb = "be dealt damage" if event.to is not None else "deal damage"
            what = event.to if event.to is not None else event.what
            if event.sort and (event.sort == "combat") != bool(fact(proposal.facts, "combat")):
                return False
        elif isinstance(event, m.Drawn):
            return proposal.verb == "draw" and self._by(run, event.who, proposal.player)
        elif isinstance(event, m.Discarded):
            in_hand = zone_kind(proposal.src) == "hand" and zone_kind(proposal.dst) == "graveyard"
            return (
                proposal.verb == "move"
                and in_hand
                and self.is_target(table, run, event.what, proposal.card or CardId(0))
            )
        else:
            return super().would(table, run, event, proposal)
        if proposal.verb != verb or proposal.card is None:
            return False
        if isinstance(what, m.Player):
            mine = area_player(table.card(proposal.card).area) in self.players(what.who, run)
            return mine and zone_kind(table.card(proposal.card).area) == "ruler"
        if actions.cannot_be_replaced(table, proposal.card, run.source.card):
            return False
        return what is None or self.is_target(table, run, what, proposal.card)

    def about(self, table: Table, source: Source, proposal: Proposal, ability: m.Ability) -> Run:
        run = super().about(table, source, proposal, ability)
        known = tuple((k, v) for k, v in proposal.facts if k in ("process", "target", "amount"))
        run.source = run.source.altered(facts=(*run.source.facts, *known))
        return run

    def _number_preventions(self, ability: m.Ability, address: str) -> None:
        """Prevention for later is an ability of its own (13-3a-1), so it has an address."""
        for at, node in enumerate(n for n in walk(ability.body) if isinstance(n, m.PreventDamage)):
            self.nodes[id(node)] = f"{address}/prevent {at}"
            self.inner[f"{address}/prevent {at}"] = self._prevention(node, f"{address}/prevent {at}", ability)

    def _prevention(self, verb: m.PreventDamage, address: str, ability: m.Ability) -> Automatic:
        def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            created = moment.event
            if not isinstance(created, Created) or created.name != damage.DAMAGE:
                return
            if self._deals_to(self.run(table, source, ability), verb.to, created.card):
                yield (("process", created.card),)

        def resolve(table: Table, doing: Playing) -> None:
            run = self.doing(table, doing, ability)
            choices = [fact(doing.facts, "process")]
            if verb.next:
                choices = [p for p in damage.damage_processes(table) if self._deals_to(run, verb.to, p)]
            process = damage.choose_damage(table, doing.player, choices, verb.next)
            if process is not None:
                self._prevent_now(run, verb, process)

        return Automatic(
            address, "13-3a-1", ability.text, data=Play(resolve=resolve), on=(Created,), fulfilled=fulfilled
        )

    def _deals_to(self, run: Run, to: Any, process: CardId) -> bool:
        """Whether a damage process has any damage left for what a prevention is about."""
        pairs = run.table.card(process).mark("pairs") if process in run.table.state.cards else ()
        return any(n > 0 and self._is_hit(run, to, CardId(card)) for card, _, n in pairs)

    def _is_hit(self, run: Run, to: Any, card: CardId) -> bool:
        if to is None:
            return run.table.master(card) == run.you
        if isinstance(to, m.Player):
            where = run.table.card(card).area
            return zone_kind(where) == "ruler" and area_player(where) in self.players(to.who, run)
        return self.is_target(run.table, run, to, card)

    def _prevent_now(self, run: Run, verb: m.PreventDamage, process: CardId) -> None:
        if verb.n is None:
            damage.becomes(run.table, run.you, process, 0)
        else:
            actions.reduce_damage(run.table, run.you, process, self.amount(verb.n, run))

    # verbs

    def _reach(self, run: Run, target: Any, prompt: str = "choose") -> list[CardId]:
        """The cards of an instruction that its effect reaches (15-27a-3)."""
        return actions.reached(run.table, self.cards(run, target, prompt=prompt), run.source.card)

    def _side(self, run: Run, whose: str, card: CardId) -> Player:
        """3-2e: without saying whose, a zone of the card's owner."""
        if whose in ("owner", "", "any"):
            home = places.owners_zone(run.table, card, "graveyard")
            return (area_player(home) if home else None) or run.table.master(card)
        return self.players(whose, run)[0]

    def _move(self, run: Run, verb: m.Move, player: Player) -> None:
        cards, before = self._reach(run, verb.what), len(run.table.happened)
        ordered = self._ordered(run, self._off_the_top(run, verb.what, cards), verb)
        with self._at_once(run, ordered):
            moved = [card for card in ordered if self._move_one(run, verb, card, player)]
        self._follow(run, moved)
        self._note_done(run, cards, moved, before)

    def _note_done(self, run: Run, cards: Sequence[CardId], done: Sequence[CardId], before: int) -> None:
        """3-2i-1: done with all cards that were named. J-25: what of one for which it was replaced."""
        left = [card for card in cards if card not in done]
        run.count = len(done)
        if left and set(left) <= self._replaced(run, before):
            run.done = run.table.reading("J-25") == "replaced-counts-as-done"
        else:
            run.done = bool(places.was_done(run.table, done)) and not left

    def _replaced(self, run: Run, before: int) -> set[CardId | None]:
        """The cards for which something was replaced since that event of this step."""
        events = (happened.event for happened in run.table.happened[before:])
        return {event.card for event in events if isinstance(event, Replaced)}

    def _follow(self, run: Run, moved: Sequence[CardId]) -> None:
        """3-2d-1: what the text goes on to call "it" is the card where it went."""
        lost = [card for card in moved if places.follow(run.table, card) is None]
        if lost:
            run.bound = {n: tuple(c for c in cards if c not in lost) for n, cards in run.bound.items()}

    def _ordered(self, run: Run, cards: Sequence[CardId], verb: m.Move) -> Sequence[CardId]:
        if isinstance(verb.what, m.Selector) and isinstance(verb.what.quantity, m.Every):
            cards = places.all_of_them(run.table, cards) or ()
        if len(cards) < 2 or verb.to.area != "deck":
            return cards
        sides = {card: self._side(run, verb.to.whose, card) for card in cards}
        decks = [[c for c in cards if sides[c] == p] for p in (run.table.turn_player, run.table.opponent())]
        ordered = [places.order_of_arrival(run.table, d, f"{sides[d[0]]}.deck") or d for d in decks if d]
        return [card for deck in ordered for card in deck]

    def _off_the_top(self, run: Run, what: m.Target, cards: Sequence[CardId]) -> Sequence[CardId]:
        """3-4c: so many cards from the top of a deck, or all there are."""
        if not isinstance(what, m.Selector) or what.end != "top" or not isinstance(what.quantity, m.Exactly):
            return cards
        return places.off_the_top(run.table, cards, self.amount(what.quantity.n, run)) or ()

    def _at_once(self, run: Run, cards: Sequence[CardId]) -> AbstractContextManager[object]:
        """Cards of one instruction move together; out of a deck they go one after the other (3-4c)."""
        in_deck = any(zone_kind(run.table.card(card).area) == "deck" for card in cards)
        return nullcontext() if in_deck else run.table.together()

    def _move_one(self, run: Run, verb: m.Move, card: CardId, player: Player) -> bool:
        table, to = run.table, verb.to
        if to.area in ("field", "zone") or to.zone is not None:
            whose = getattr(to.zone, "whose", "")
            zone_side = self.players(whose, run)[0] if whose not in ("", "any", "owner") else None
            by, kinds = self._mover(run), self._kinds(to.zone)
            return actions.move_to_a_zone(table, player, card, zone_side, by, kinds)
        side = self._side(run, to.whose, card)
        if to.area == "set zone":
            return self._set(run, card, player)
        if to.area in ("removed from the game", "removal zone"):
            return actions.remove_from_game(table, card, self._mover(run))
        names = self.area_names(to.area)
        free = [n for n in names if f"{side}.{n}" in places.play_zones(table, side) or len(names) == 1]
        name = table.pick(player, [(n, n) for n in free], f"which {to.area}?") if len(free) > 1 else free[0]
        at = None if to.area != "deck" or to.end == "bottom" else places.on_top(table, f"{side}.deck")
        return actions.move(table, card, f"{side}.{name}", self._mover(run), at)

    def _mover(self, run: Run) -> Player | None:
        """14-15f: who moves the cards of an instruction; what an attack demands is neither of the two."""
        of = run.picked.get("cost of", "effect")
        if of == "attack":
            return None
        how = sources.moved_by_cost if of == "play" else sources.moved_by_effect
        return how(run.table, run.you)

    def _kinds(self, zone: Any) -> tuple[str, ...]:
        """Which zones are meant: 15-3b, attack and defense zones, if only "a zone" is said."""
        named = tuple(kind.partition(" ")[0] for kind in getattr(zone, "types", ()))
        return tuple(kind for kind in named if kind in actions.FRONT) or actions.FRONT

    def _set(self, run: Run, card: CardId, player: Player) -> bool:
        zones = places.zones(run.table, player, "set")
        if not zones:
            return False
        zone = run.table.pick(player, [(z, z) for z in zones], f"set {run.table.label(card)} where?")
        return bool(actions.set_card(run.table, card, zone))

    def _stack(self, run: Run, verb: m.Stack, player: Player) -> None:
        cards, before = self._reach(run, verb.what), len(run.table.happened)
        hosts = self.cards(run, verb.onto)
        put = actions.put_on_top if verb.how == "on top" else actions.add_as_charge
        done = [card for card in cards if hosts and put(run.table, card, hosts[0], self._mover(run))]
        self._note_done(run, cards, done, before)

    def _play(self, run: Run, verb: m.Play, player: Player) -> None:
        way = self._way(run, verb.cost)
        played = []
        for card in self.cards(run, verb.what, prompt="play which card?"):
            unit = information.is_unit(run.table, card)
            full = unit and actions.cap_is_reached(run.table, player)
            if not full and playing.can_play_card(run.table, player, card, way):
                if unit:
                    found = actions.normal_summon(run.table, player, card, way=way)
                else:
                    found = actions.play_card(run.table, player, card, way)
                played += [found] if found is not None else []
        run.done = bool(played)

    def _way(self, run: Run, cost: m.PlayCost | None) -> Way:
        if cost is None:
            return Way()
        n = self.amount(cost.amount, run)
        return Way(free=cost.way in ("free", "ignoring"), instead=n if cost.way == "instead" else None,
                   less=n if cost.way == "less" else 0)  # fmt: skip

    def _draw(self, run: Run, verb: m.Draw, player: Player) -> None:
        n = self.amount(verb.n, run)
        if verb.up_to:
            n = places.number_first(run.table, player, n, "draw how many cards?") or 0
        if verb.n == 1 and n == 1:  # "draw a card" is 15-8a, "draw (number) cards" 15-8b
            run.count = int(actions.draw_one(run.table, player) or 0)
        else:
            run.count = actions.draw(run.table, player, n) or 0
        run.done = run.count > 0

    def _draw_until(self, run: Run, verb: m.DrawUntil, player: Player) -> None:
        missing = self.amount(verb.n, run) - len(run.table.pile(f"{player}.hand"))
        run.count = actions.draw(run.table, player, missing) or 0

    def _discard(self, run: Run, verb: m.Discard, player: Player) -> None:
        before = len(run.table.happened)
        cards = self.cards(run, verb.what, prompt="discard")
        with self._at_once(run, cards):
            done = [card for card in cards if actions.discard(run.table, card, self._mover(run))]
        self._note_done(run, cards, done, before)

    def _look(self, run: Run, verb: m.Look, player: Player) -> None:
        actions.look(run.table, player, self.cards(run, verb.what))

    def _reveal(self, run: Run, verb: m.Reveal, player: Player) -> None:
        cards = self.cards(run, verb.what)
        actions.reveal(run.table, cards)
        run.done = bool(cards)

    def select(self, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        """15-6: what is taken from a deck is searched for; everything else is chosen where it lies."""
        if selector.areas != ("deck",) or selector.end is not None:
            return super().select(run, selector, prompt)
        player = run.performer
        whose = self.players(selector.whose, run)[0]
        found = set(self.candidates(Sight.now(run.table), run, selector))
        some = bool(selector.filters or selector.types)
        n = self.amount(getattr(selector.quantity, "n", 1), run)
        fits = (lambda card: card in found) if some else None
        genesis = "genesis summoning" in run.ability.labels
        rest = keywords.shuffle_after_genesis if genesis else None
        taken = actions.choose_from_deck(run.table, player, n, fits, whose, rest) or ()
        if selector.bind:
            run.bound[selector.bind] = taken
        for card in taken:
            run.places[card] = run.table.card(card).area
        run.picked[f"searched {whose}"] = "yes"
        return taken

    def _shuffle(self, run: Run, verb: m.Shuffle, player: Player) -> None:
        """A deck that was searched has been shuffled by 15-6a already: the text only says so too."""
        for whose in self.players(verb.whose, run):
            if not run.picked.pop(f"searched {whose}", ""):
                run.table.shuffle(f"{whose}.deck")

    def _destroy(self, run: Run, verb: m.Destroy, player: Player) -> None:
        table, before = run.table, len(run.table.happened)
        named = self.cards(run, verb.what, prompt="destroy")
        there = [card for card in named if is_in_play(table.card(card).area)]
        cards = golden.as_far_as_possible(table, named, there) or ()
        process = actions.destroy(table, cards, run.source.card, run.you)
        hit = [CardId(c) for c, _ in rules_effects.linked(table, process)] if process is not None else []
        self._note_done(run, cards, hit, before)

    def _orient(self, run: Run, verb: m.Orient, player: Player) -> None:
        turn = actions.exhaust if verb.orientation == "rest" else actions.ready
        cards, before = self._reach(run, verb.what), len(run.table.happened)
        done = [card for card in cards if turn(run.table, card)]
        self._note_done(run, cards, done, before)

    def _damage(self, run: Run, verb: m.DealDamage, player: Player) -> None:
        """15-20a: one process for all that a source hits."""
        source = run.source.card
        if verb.source is not None:
            found = self.cards(run, verb.source)
            if not found:
                run.done = False
                return
            source = run.table.card(found[0]).ref
        else:
            found = ()
        targets = self._damaged(run, verb.to)
        if verb.divided and run.early.get(0):
            hits = [(card, n) for card, n in run.early[0] if card in targets]
        else:
            hits = [(card, self.amount(verb.n, run, card=card)) for card in targets]
        if len(found) > 1:
            combat = verb.sort == "combat"
            run.done = bool(damage.deal_from_all(run.table, found, run.you, hits, combat))
            return
        ignoring = any(isinstance(v, m.IgnoreCounter) for v in run.ability.body)
        process = (
            actions.deal_damage(run.table, source, run.you, hits, verb.sort == "combat", ignoring)
            if hits
            else None
        )
        run.done = process is not None

    def _damaged(self, run: Run, to: Any) -> list[CardId]:
        """4-2c: a player who is dealt damage is their ruler."""
        if isinstance(to, m.Player):
            found = (information.ruler_of(run.table, p) for p in self.players(to.who, run))
            return [card for card in found if card is not None]
        return list(self.cards(run, to, prompt="damage what?"))

    def _prevent(self, run: Run, verb: m.PreventDamage, player: Player) -> None:
        if verb.next or verb.duration is not None or verb.to is not None:
            until = self.until(verb.duration, run) if verb.duration else "end of turn"
            if verb.next:
                once = bool(automatic.triggers_once(run.table))
                run.table.plan(self.nodes[id(verb)], run.source.card, run.you, once, (("until", until),))
            else:
                damage.prevention_waits(run.table, self.nodes[id(verb)], run.source.card, run.you, until)
            return
        known = run.fact("process")
        choices = [known] if known is not None else damage.damage_processes(run.table)
        process = damage.choose_damage(run.table, player, choices)
        run.done = process is not None
        if process is not None:
            self._prevent_now(run, verb, process)

    def _set_damage(self, run: Run, verb: m.SetDamage, player: Player) -> None:
        n = self.amount(verb.n, run)
        known = run.fact("process")
        if run.fact("amount") is not None and known is not None:
            proposal = Proposal("", run.you, run.fact("subject"), facts=run.source.facts)
            replacements.set_amount(run.table, proposal, n)
            return
        choices = [known] if known is not None else damage.damage_processes(run.table)
        process = damage.choose_damage(run.table, player, choices)
        if process is not None:
            damage.becomes(run.table, run.you, process, n)

    def _ignore_counter(self, run: Run, verb: m.IgnoreCounter, player: Player) -> None:
        """The damage that this very ability deals, or what triggered it."""
        process = run.fact("process")
        found = [process] if process is not None else [
            p for p in damage.damage_processes(run.table)
            if run.table.card(p).mark("source")[0] == run.source.card.card
        ]  # fmt: skip
        for one in found:
            if one in run.table.state.cards:
                run.table.mark(one, "ignore CNT", True)

    def _heal(self, run: Run, verb: m.Heal, player: Player) -> None:
        if isinstance(verb.what, m.Player):
            n = self.amount(verb.n, run) if verb.n is not None else 99
            run.count = sum(actions.heal_life(run.table, p, n) or 0 for p in self.players(verb.what.who, run))
            run.done = run.count > 0
            return
        healed = 0
        for card in self._reach(run, verb.what):
            if information.is_ruler(run.table, card):
                healed += actions.heal_the_ruler(run.table, card, self.amount(verb.n, run)) or 0
            elif verb.n is None and run.fact("process") is not None:
                dealt = damage.wounds_to_heal(run.table, run.you, card, run.fact("process"))
                healed += actions.heal_hp(run.table, card, dealt) or 0
            else:
                some = None if verb.n is None else self.amount(verb.n, run)
                healed += actions.heal_hp(run.table, card, some) or 0
        run.count, run.done = healed, healed > 0

    def _negate(self, run: Run, verb: m.NegateAbility, player: Player) -> None:
        """That card or ability in the gate; without another word, the topmost that is not this."""
        table = run.table
        found = list(self.cards(run, verb.what)) if verb.what is not None else []
        subject = run.fact("subject")
        if not found and subject is not None:
            found = [CardId(subject)]
        if not found:
            others = [g for g in table.pile(GATE) if g != run.source.card.card and not self._own(run, g)]
            kinds = ("ability",) if not verb.kind else ()
            fitting = [g for g in others if table.card(g).name not in actions.PROCESSES]
            fitting = [g for g in fitting if not kinds or table.card(g).name in kinds]
            found = fitting[-1:]
        for thing in found:
            if thing in table.pile(GATE):
                actions.negate(table, thing)
                table.occurs("negates", run.you, None)
        run.done = bool(found)

    def _own(self, run: Run, thing: CardId) -> bool:
        return run.table.card(thing).mark("ability") == run.source.what and bool(run.source.what)

    def _win(self, run: Run, verb: m.Win, player: Player) -> None:
        golden.lose(run.table, [opponent(p) for p in self.players(verb.who, run)])

    def _lose_game(self, run: Run, verb: m.LoseGame, player: Player) -> None:
        golden.lose(run.table, self.players(verb.who, run))

    def _end_now(self, run: Run, verb: m.EndNow, player: Player) -> None:
        if verb.what != "turn" or verb.skip:
            raise NoMeaning(f"{self.game} cannot end the {verb.what}")
        actions.end_the_turn(run.table)

    def _redirect(self, run: Run, verb: m.Redirect, player: Player) -> None:
        """The attack is on another card from now on."""
        run.done = any(attack.change_target(run.table, card) for card in self.cards(run, verb.to)[:1])

    def _swap(self, run: Run, verb: m.Swap, player: Player) -> None:
        one, other = self.cards(run, verb.one), self.cards(run, verb.other)
        run.done = bool(one and other) and bool(actions.swap(run.table, one[0], other[0], run.you))

    def _control(self, run: Run, verb: m.GainControl, player: Player) -> None:
        until = self.until(verb.duration, run)
        found, by = self._reach(run, verb.what), run.source.card
        taken = [card for card in found if actions.gain_control(run.table, player, card, until, by)]
        run.done = bool(taken)

    def _summon(self, run: Run, verb: m.Summon, player: Player) -> None:
        if self._from_deck(run, verb, player):
            return
        cards = self.cards(run, verb.what, prompt="summon which unit?")
        summon = self._normal_summon if verb.how == "normal" else self._special_summon
        done = summon(run, verb, player, cards)
        run.count, run.done = len(done), bool(done)

    def _normal_summon(
        self, run: Run, verb: m.Summon, player: Player, cards: Sequence[CardId]
    ) -> list[CardId]:
        """One play after the other."""
        done = []
        for card in cards:
            way = self._way(run, verb.cost)
            full = actions.cap_is_reached(run.table, player, verb.counted)
            if not full and playing.can_play_card(run.table, player, card, way):
                found = actions.normal_summon(run.table, player, card, verb.counted, way)
                done += [card] if found is not None else []
        return done

    def _special_summon(
        self, run: Run, verb: m.Summon, player: Player, cards: Sequence[CardId]
    ) -> list[CardId]:
        """All of an instruction enter together."""
        rest, kinds = (True if verb.orientation == "rest" else None), self._kinds(verb.to)
        with self._at_once(run, cards):
            return [c for c in cards if actions.special_summon(run.table, player, c, verb.how, rest, kinds)]

    def _from_deck(self, run: Run, verb: m.Summon, player: Player) -> bool:
        """15-18b: a special summon from the deck is a search, a summon and a shuffle."""
        what = verb.what
        if not isinstance(what, m.Selector) or what.areas != ("deck",) or verb.how != "special":
            return False
        found = set(self.candidates(Sight.now(run.table), run, what))
        rest = True if verb.orientation == "rest" else None
        fits, kinds = found.__contains__, self._kinds(verb.to)
        run.done = bool(
            actions.special_summon_from_deck(run.table, player, fits, exhausted=rest, kinds=kinds)
        )
        return True

    def _drive(self, run: Run, verb: m.Drive, player: Player) -> None:
        if verb.what is not None:
            actions.drive_cards(run.table, player, self.cards(run, verb.what))
            return
        n = self.amount(verb.n, run)
        if n == 1:
            actions.drive_one(run.table, player)
        elif not golden.is_not_at_all(run.table, n):
            actions.drive_number(run.table, player, n)

    def _perform(self, run: Run, verb: m.Perform, player: Player) -> None:
        if verb.action == "rearrange":
            actions.rearrange_all(run.table, player)
        elif verb.action == "abyssal summoning":
            doing = Playing(CardId(0), player, run.source.card)
            run.done = bool(keywords.do_an_abyssal_summoning(run.table, doing))
        elif verb.action != "remain":
            raise NoMeaning(f"{self.game} has no action {verb.action!r}")

    def _pay(self, run: Run, verb: m.Pay, player: Player) -> None:
        run.done = bool(actions.pay_resources(run.table, player, self.amount(verb.n, run)))

    def _change_number(self, run: Run, verb: m.ChangeNumber, player: Player) -> None:
        n = self.amount(verb.amount, run)
        for whose in self.players(verb.whose, run):
            key = f"{whose}.{verb.number}"
            now = run.table.number(key)
            run.table.set_number(key, {"plus": now + n, "minus": now - n, "set": n}[verb.how])

    def _use(self, run: Run, verb: m.UseAbility, player: Player) -> None:
        """15-16b: it is played, with all of its cost."""
        table, run.done = run.table, False
        for card in self.cards(run, verb.what, prompt="use an ability of"):
            able = [a for a in self._usable(table, card) if playing.can_use(table, player, card, a)]
            chosen = table.pick(player, [(a, a) for a in able], "which ability?") if len(able) > 1 else None
            for address in able[:1] if chosen is None else (chosen,):
                done = actions.play_ability(table, player, address, table.card(card).ref)
                run.done = run.done or done is not None

    def _usable(self, table: Table, card: CardId) -> list[str]:
        """14-8a: activated abilities are used."""
        held = ((a, table.pool.ability(a)) for a in table.value(card, "abilities"))
        return [a for a, one in held if isinstance(one, Activated) and play_of(one).sort == ""]

    def _can_be_used(self, verb: m.UseAbility, ability: m.Ability) -> bool:
        """14-5: a Counter or Overdrive uses its own card, or its Touchdown; other effects, other cards."""
        own = isinstance(verb.what, m.This)
        return (own and bool(self._then(ability))) or (not own and verb.kind == "" and not verb.free)

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        m.Move: _move, m.Stack: _stack, m.Play: _play, m.Draw: _draw, m.DrawUntil: _draw_until,
        m.Discard: _discard, m.Look: _look, m.Reveal: _reveal, m.Shuffle: _shuffle, m.Destroy: _destroy,
        m.Orient: _orient, m.DealDamage: _damage, m.PreventDamage: _prevent, m.SetDamage: _set_damage,
        m.IgnoreCounter: _ignore_counter, m.Heal: _heal, m.NegateAbility: _negate, m.Win: _win,
        m.LoseGame: _lose_game, m.EndNow: _end_now, m.Swap: _swap, m.GainControl: _control, m.Summon: _summon,
        m.Drive: _drive, m.Perform: _perform, m.Pay: _pay, m.ChangeNumber: _change_number, m.UseAbility: _use,
        m.Redirect: _redirect,
    }  # fmt: skip


def msgspec_how(verb: m.Summon, how: str) -> m.Summon:
    return m.Summon(verb.what, how, verb.counted, verb.cost, verb.to, verb.orientation, verb.who)


__all__ = ["GateRuler", "Pool", "driving", "gate", "rules_effects"]
