"""Card text of Luck & Logic: its zones, its triggers, its verbs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, Zone, subject_facts
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Modifier,
    Moment,
    Proposal,
    Source,
    Status,
)
from judgekit.engine.events import Moved, Occurred, Played, Revealed
from judgekit.engine.hidden import anything, found_among, look_through
from judgekit.engine.layers import Board
from judgekit.engine.state import (
    Card,
    CardId,
    Facts,
    Former,
    Player,
    Ref,
    State,
    area_name,
    area_player,
    fact,
    host_of,
)
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic import ch05_actions as actions
from judgekit.games.luck_and_logic.ch01_outline import (
    choose_unseen,
    decide_by_effect,
    in_order_of_choice,
    is_no_action,
    is_stopped,
)
from judgekit.games.luck_and_logic.ch02_characteristics import MEMBERS, circles_of, territories
from judgekit.games.luck_and_logic.ch03_masters import performer
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    FIELD,
    GATE_ZONES,
    HIDDEN,
    are_adjacent,
    behind,
    changes_zone,
    circle_of,
    face_up_levels,
    from_deck,
    in_front_of,
    is_destroyed,
    is_set,
    is_under_attack,
    lay,
    maximum_level,
    members,
    soul_of,
    top_of_stock,
    zone_of_master,
    zones_to_choose_from,
)
from judgekit.games.luck_and_logic.ch07_phases import into_stock, was_heard
from judgekit.games.luck_and_logic.ch08_battle import (
    attacking_member,
    attacks_made,
    can_attack,
    defending_member,
    destroy_gate,
    tell_intercepts,
    turn_gates_up,
)
from judgekit.games.luck_and_logic.ch09_06_playing import (
    Use,
    choose_cards,
    choose_in_order,
    choose_x,
    deck_suffices,
    least_of_choice,
    may_fail_to_find,
)
from judgekit.games.luck_and_logic.ch09_07_automatic import as_which, triggers_once
from judgekit.games.luck_and_logic.ch09_09_continuous import (
    TAKES,
    can_do_instead,
    is_defending,
    is_in_battle,
    is_seen_as_it_was,
    never_happened,
    stamp_when_played,
    still_applies_to,
)
from judgekit.games.luck_and_logic.ch11_keywords import covenant_is_met, is_in_the_van, play_by_effect
from judgekit.games.luck_and_logic.ch12_miscellaneous import cannot_trigger, not_chosen_before, repeat
from judgekit.games.luck_and_logic.meaning import REPLACED, STATES, check

Matcher = Callable[[Table, Moment, Source], Iterator[Facts]]
Trigger = tuple[Any, ...]
Test = Callable[[Run, Moment, Occurred], bool]

ZONE_WORDS: dict[str, tuple[str, ...]] = {
    "circle": CIRCLES, "field": (*CIRCLES, *GATE_ZONES), "gate zone": GATE_ZONES, "drop zone": ("drop",),
    "stock zone": ("stock",), "level zone": ("level",), "remove zone": ("remove",),
    "battle zone": ("battle",),
    "intercept zone": ("intercept",), "refresh zone": ("refresh",), "paradox zone": ("paradox",),
    "soul zone": ("soul",), "resolution zone": ("resolution",),
}  # fmt: skip
LAST_PLACED = m.State("last placed")
NUMBERS = frozenset({"power", "aura", "limit", "level", "cost", "logic", "soul"})
SPOTS = frozenset({"front row", "back row", "left", "middle", "right"})
PHASES = ("stand phase", "draw phase", "level phase", "main phase", "battle phase", "end phase")
MOMENTS = frozenset({
    "beginning of the game", "beginning of the turn", *(f"beginning of the {phase}" for phase in PHASES),
    "beginning of the declare attackers step", "beginning of the intercept step",
    "beginning of the logic definition step", "beginning of the battle result step", "end of battle step",
    "beginning of the end of battle step",
})  # fmt: skip
NOT_NUMBERS = frozenset({"world", "element", "colour", "type", "character", "title", "name"})
KINDS = ("auto", "act", "cont", "logic drive", "covenant", "vanguard")
MOST_X = 99  # no X is larger
TAKES_AWAY = (m.Move, m.Discard, m.Stack)  # what takes a card from where it is
LOGIC_ICONS = {
    "power icon": "power logic", "aura icon": "aura logic", "limit icon": "limit logic",
    "intercept icon": "intercept",
}  # fmt: skip


class LuckAndLogic(Interpreter):
    game = "luck-and-logic"
    currencies = ("stock",)
    GROUPS = (m.Extreme, m.Empty, m.Spot)
    NO_FILTERS = (m.Zones, m.Did)
    STATES = STATES
    NEAR = frozenset({"adjacent", "in front", "behind", "on", "same zone", "same row", "same column"})
    STACKS = frozenset({"soul", "set"})
    REPLACES = tuple(REPLACED)
    RECORDS = frozenset({"Attacks turn", "Performs turn"})
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset({
            "battle opponent", "attacking", "attacked", "defending", "intercepting", "circle being attacked",
        }),
        "Until.end": frozenset({"turn", "battle", *PHASES}), "Spot.spot": SPOTS, "Stat.stat": NUMBERS,
        "ValueOf.stat": NUMBERS, "Extreme.stat": NUMBERS,
        "Modify.stat": NUMBERS - {"soul"} | {"attack count"},
        "PlayerNumber.number": frozenset({"refresh points", "maximum level", "attack count"}),
        "ChangeNumber.number": frozenset({"refresh points", "maximum level", "attack count"}),
        "NumberChanges.number": frozenset({"refresh points"}),
        "Is.what": frozenset({"world", "element", "colour", "name", "title", "character name", "type"}),
        "SameAs.what": frozenset({"name", "colour", "type"}), "Holding.where": frozenset({"set", "soul"}),
        "UseAbility.kind": frozenset({"logic drive"}), "AbilityUsed.kind": frozenset({"logic drive"}),
        "PlayCost.way": frozenset({"free"}),
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Shuffle.what", "Destroy.one_by_one", "Play.onto", "Play.negated", "Pay.colours", "Perform.free",
        "Moved.cause", "Played.areas", "Played.to", "Destroyed.cause", "Drawn.cause", "Discarded.cause",
        "Turned.cause", "AbilityUsed.stage", "TreatAs.optional", "Prohibit.times",
        "Prohibit.unless",
    })  # fmt: skip
    value_layer = "9.9.1.5"
    other_layer = "9.9.1.4"
    ability_layer = "9.9.1.3"
    clause_of: ClassVar[dict[str, str]] = {
        "automatic": "9.1.2.2.1", "activated": "9.1.2.3.1", "continuous": "9.1.2.1",
        "replacement": "9.2.2.3",
    }  # fmt: skip
    acts: ClassVar[dict[str, str]] = {
        "attack": "attack", "be attacked": "be attacked", "be moved": "move to circle",
        "move": "move to circle",
        "intercept": "intercept", "level boost": "level boost", "define logic": "logic definition",
        "become active": "stand", "be made active": "stand", "be stood": "stand", "be made rest": "rest",
        "be rested": "rest", "trance": "trance", "be mobilized": "mobilize", "draw": "draw",
        "discard": "discard", "be discarded": "discard", "be destroyed": "destroy", "leave": "move",
        "use tactics": "logic definition", "use paradox": "logic definition", "be set": "set",
        "lose the game": "lose the game", "lose": "lose the game", "win the game": "win the game",
        "play": "mobilize", "be played": "mobilize", "be chosen": "choose",
    }  # fmt: skip

    # zones and cards

    def area_names(self, area: str) -> Sequence[str]:
        return ZONE_WORDS.get(area, (area,))

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """2.2.3, 2.1.3.1: where such cards are meant to be."""
        homes = {
            "gate": ("gate zone",), "tactics": ("battle zone",), "paradox": ("battle zone", "paradox zone"),
            "level card": ("level zone",), "soul card": ("soul zone",), "stock": ("stock zone",),
        }  # fmt: skip
        found = [name for kind in types for name in homes.get(kind, ("circle",))]
        return tuple(dict.fromkeys(found)) or ("circle",)

    def areas_of_ability(self, ability: m.Ability) -> tuple[str, ...]:
        """2.12.2: a text about its own card leaving a zone works in that zone."""
        trigger = ability.trigger
        if not ability.areas and isinstance(trigger, m.Seen) and isinstance(trigger.what, m.This):
            return ("hand", "deck")  # what is revealed is hidden: such a text can work nowhere else
        if not ability.areas and isinstance(trigger, m.Moved) and isinstance(trigger.what, m.This):
            stated = tuple(n for area in trigger.origin for n in self.area_names(area))
            return stated if stated and not set(stated) & set(CIRCLES) else ()
        return super().areas_of_ability(ability)

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        return super().players(who or "any", run)

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        attached = [f for f in selector.filters if isinstance(f, m.Attached)]
        if selector.whose == "":
            whose = zones_to_choose_from(run.table) or (run.you,)
            found = self.places(sight, run, self._of_any(selector))
            yield from (card for card in found if sight.master(card) in whose)
        elif any(f.how == "soul" for f in attached) or "soul zone" in selector.areas:
            yield from self._souls(sight, run, selector.whose)
        elif any(f.how == "set" for f in attached):
            yield from (c.id for c in sight.state.cards.values() if is_set(c))
        else:
            yield from super().places(sight, run, selector)

    def _souls(self, sight: Sight, run: Run, whose: str) -> Iterator[CardId]:
        masters = self.players(whose, run)
        for card in sight.state.cards.values():
            if host_of(card.area) is not None and sight.master(card.id) in masters:
                yield card.id

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """The highest, the lowest and the last placed are found among all that the other words fit."""
        extremes = [f for f in selector.filters if isinstance(f, m.Extreme) or f == LAST_PLACED]
        if not extremes:
            yield from super().candidates(sight, run, selector)
            return
        kept = tuple(f for f in selector.filters if f not in extremes)
        found = list(super().candidates(sight, run, with_filters(selector, kept)))
        for extreme in extremes:
            values = {card: self._ranked_by(sight, run, card, extreme) for card in found}
            least = isinstance(extreme, m.Extreme) and extreme.which != "highest"
            best = (min if least else max)(values.values(), default=0)
            found = [card for card in found if values[card] == best]
        yield from found

    def _ranked_by(self, sight: Sight, run: Run, card: CardId, extreme: m.Filter) -> int:
        if isinstance(extreme, m.Extreme):
            return self.stat(sight, run, card, extreme.stat) or 0
        return int(sight.card(card).mark("placed") or sight.card(card).since)

    def is_in(self, sight: Sight, card: CardId, areas: Sequence[str]) -> bool:
        where = sight.card(card).area
        name = "soul" if host_of(where) is not None else area_name(where)
        return any(name == one for area in areas for one in self.area_names(area))

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        """2.2.2: member is the word for three types; a set card is none."""
        if kind in ("card", "level card", "soul card", "stock"):
            return True
        if kind == "member":
            loose = not is_set(sight.card(card)) or run.table.readings["A-34"] == "member-even-if-set"
            return sight.value(card, "type") in MEMBERS and loose
        return str(sight.value(card, "type")) == kind

    def property_name(self, what: str) -> str:
        return {"color": "colour", "character name": "character", "card type": "type"}.get(what, what)

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """2.1.3: what stands in quotation marks is a card name, a title or a character's name."""
        if what == "name":
            names = (sight.card(card).name, sight.value(card, "character"), sight.value(card, "title"))
            return [str(name).lower() for name in names if name]
        return super().values(sight, card, what)

    def stat_name(self, stat: str) -> str:
        return {"logic": "power logic"}.get(stat, stat)

    def layer_of(self, name: str) -> str:
        if name in NOT_NUMBERS:
            return self.other_layer
        return "9.9.1.2" if name.endswith(" logic") else self.value_layer

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        if stat == "soul":
            return len(soul_of(sight.state, card))
        return super().stat(sight, run, card, stat)

    def amount(self, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None) -> int:
        if isinstance(amount, m.ValueOf):
            now = sight or Sight.now(run.table)
            seen = [
                (c, self._as_it_was(now, run, amount.what, c)) for c in self._spoken_of(now, run, amount.what)
            ]
            return sum(self.stat(then, run, c, amount.stat) or 0 for c, then in seen)
        return super().amount(amount, run, sight, card)

    def holds(self, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
        """9.11.1: whether a card is of a kind is asked of it as it was before this ability moved it."""
        if not isinstance(condition, m.Matches) or condition.like.areas:
            return super().holds(condition, run, sight)
        now, like = sight or Sight.now(run.table), condition.like
        cards = self._spoken_of(now, run, condition.what)
        return bool(cards) and all(
            self.fits(self._as_it_was(now, run, condition.what, card), run, like, card, like.whose == "any")
            for card in cards
        )

    def _spoken_of(self, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
        """The cards that a text asks about, those that have left the field among them."""
        return self.pointed_at(sight, run, what) or tuple(ref.card for ref in self._gone(run, what))

    def _as_it_was(self, sight: Sight, run: Run, what: m.Target, card: CardId) -> Sight:
        """The table on which a card is to be judged: as it left the field, or as it lay when the ability
        began to resolve, if it has changed zones since; else as it is."""
        left = [ref for ref in self._gone(run, what) if ref.card == card and ref in run.table.state.former]
        if left:
            seen = is_seen_as_it_was(run.table, left[0])
            return Memory(sight, run.table.state.former[left[0]]) if seen else sight
        before = None if run.began is None else run.began.cards.get(card)
        if before is None or run.began is None or run.table.state.current(before.ref) is not None:
            return sight
        return Sight.of(run.table, run.began) if is_seen_as_it_was(run.table, before.ref) else sight

    def _gone(self, run: Run, what: m.Target) -> list[Ref]:
        """9.11.1, 9.7.4.1.2: cards spoken of that have left the field, as they were there."""
        state = run.table.state
        if isinstance(what, m.This):
            return [] if state.current(run.source.card) is not None else [run.source.card]
        if isinstance(what, m.Subject) and run.fact("subject") is not None:
            return last_on_field(state, CardId(run.fact("subject")), run.fact("from", ""))
        if isinstance(what, m.Bound):
            cards = run.bound.get(what.n, ())
            return [ref for card in cards for ref in last_on_field(state, card, run.places.get(card, ""))]
        return []

    def player_number(self, sight: Sight, player: Player, number: str) -> int:
        if number == "maximum level":
            return maximum_level(sight.table, player)
        if number == "attack count":
            return sight.state.number(f"{player}.attacks this turn")
        return super().player_number(sight, player, number)

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        now, table = sight.card(card), run.table
        if state in LOGIC_ICONS:
            return bool(sight.value(card, LOGIC_ICONS[state]))
        tests: dict[str, Callable[[], bool]] = {
            "active": lambda: not now.mark("rested"),
            "rest": lambda: bool(now.mark("rested")),
            "face up": lambda: not now.mark("face down"),
            "face down": lambda: bool(now.mark("face down")),
            "destroyed": lambda: is_destroyed(table, card),
            "undestroyed": lambda: not is_destroyed(table, card),
            "attacking": lambda: bool(now.mark("attacking")),
            "defending": lambda: is_defending(sight.state, now, table.readings),
            "intercepting": lambda: bool(now.mark("intercepting")),
            "in battle": lambda: is_in_battle(sight.state, now, table.readings),
            "being attacked": lambda: is_defending(sight.state, now, table.readings),
            "set": lambda: is_set(now),
            "battle opponent": lambda: card in self.role(sight, run, "battle opponent"),
            "tactics icon": lambda: sight.value(card, "type") == "tactics",
            "paradox icon": lambda: sight.value(card, "type") == "paradox",
            "on the circle being attacked": lambda: is_under_attack(table, card),
        }
        if state not in tests:
            return super().has_state(sight, run, state, card)
        return tests[state]()

    def role(self, sight: Sight, run: Run, role: str) -> Iterable[CardId]:
        """8.2.11.4: of the attacking member the defending one, and the other way round."""
        attacker, defender = attacking_member(run.table), defending_member(run.table)
        here = run.source.card.card
        if role == "battle opponent":
            opponents = {attacker: defender, defender: attacker}
            found = opponents.get(here) if here is not None else None
            return [found] if found is not None else []
        if role in ("attacking", "attacking member", "attacking card"):
            return [attacker] if attacker is not None else []
        if role in ("defending", "defending member", "attacked", "attacked card", "defending card"):
            return [defender] if defender is not None else []
        if role.startswith("intercepting"):
            return [c.id for c in sight.state.cards.values() if c.mark("intercepting")]
        raise NoMeaning(f"{self.game} has no card in the role of {role!r}")

    # places on the field

    def passes(self, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
        if isinstance(filter_, m.Spot):
            return self._is_at(sight, run, filter_.spot, card)
        if isinstance(filter_, m.Near):
            spots = self.beside(sight, run, filter_.of, card)
            here = self.zones_of(sight, run, card)
            return any(self.is_near(sight, run, filter_.relation, one, two) for one in here for two in spots)
        if isinstance(filter_, m.Holding) and filter_.where == "set":
            return bool(actions.set_cards(run.table, card))
        if isinstance(filter_, m.Attached) and filter_.how == "set":
            hosts = self.pointed_at(sight, run, filter_.to)
            return any(card in (actions.set_cards(run.table, host) or ()) for host in hosts)
        return super().passes(sight, run, filter_, card)

    def _is_at(self, sight: Sight, run: Run, spot: str, card: CardId) -> bool:
        """4.4.2: front row, back row, left, middle, right."""
        word = spot.removesuffix(" row")
        return any(word in CIRCLES[number - 1].split() for _, number in self.zones_of(sight, run, card))

    def zones_of(self, sight: Sight, run: Run, card: CardId) -> list[Zone]:
        """Every place of the field that a card is at."""
        now = sight.card(card)
        name, player = area_name(now.area), area_player(now.area)
        if player is None:
            return []
        if name in GATE_ZONES:
            return [(player, CIRCLES.index(circle_of(name)) + 1)]
        names = now.mark("circles") or (name,)
        return [(player, CIRCLES.index(one) + 1) for one in names if one in CIRCLES]

    def zone_of(self, sight: Sight, card: CardId) -> Zone | None:
        return next(iter(self.zones_of(sight, Run, card)), None)  # type: ignore[arg-type]

    def spots(self, sight: Sight, run: Run, target: m.Target) -> list[Zone]:
        if isinstance(target, m.Selector) and "circle" in target.types:
            return list(self.zones(sight, run, target))
        if isinstance(target, m.Role) and target.role == "circle being attacked":
            number = run.table.number("attacked circle")
            return [(run.table.opponent(), number)] if number else []
        return self.zones_at(sight, run, self.pointed_at(sight, run, target))

    def zones_at(self, sight: Sight, run: Run, cards: Iterable[CardId]) -> list[Zone]:
        return [
            zone for card in cards if card in sight.state.cards for zone in self.zones_of(sight, run, card)
        ]

    def is_near(self, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
        here, there = (f"{player}.{CIRCLES[number - 1]}" for player, number in (one, other))
        same = one[0] == other[0]
        tests: dict[str, Callable[[], bool]] = {
            "adjacent": lambda: are_adjacent(here, there),
            "in front": lambda: same and in_front_of(there) == area_name(here),
            "behind": lambda: same and behind(there) == area_name(here),
            "on": lambda: one == other,
            "same zone": lambda: one == other,
            "same row": lambda: same and here.split()[0] == there.split()[0],
            "same column": lambda: same and here.split()[1] == there.split()[1],
        }
        if relation not in tests:
            raise NoMeaning(f"{self.game} gives no meaning to {relation!r}")
        return tests[relation]()

    def zones(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[Zone]:
        whose = selector.whose if selector.whose not in ("", "any") else "you"
        for player in self.players(whose, run):
            for number in range(1, 7):
                if all(self._circle_passes(sight, run, f, (player, number)) for f in selector.filters):
                    yield player, number

    def _circle_passes(self, sight: Sight, run: Run, f: Any, zone: Zone) -> bool:
        circle = CIRCLES[zone[1] - 1]
        if isinstance(f, m.Empty):
            return not any(zone in self.zones_of(sight, run, c) for c in self._on_circles(sight))
        if isinstance(f, m.Near):
            there = self.spots(sight, run, f.of)
            return any(self.is_near(sight, run, f.relation, zone, one) for one in there)
        if isinstance(f, m.Spot):
            return f.spot.removesuffix(" row") in circle.split()
        if isinstance(f, m.Not):
            return not self._circle_passes(sight, run, f.what, zone)
        if isinstance(f, m.OtherThan):
            return zone not in self.spots(sight, run, f.what)
        raise NoMeaning(f"{self.game} gives no meaning to {type(f).__name__} of a circle")

    def _on_circles(self, sight: Sight) -> list[CardId]:
        found = sight.state.cards.values()
        return [c.id for c in found if area_name(c.area) in CIRCLES and not is_set(c)]

    # conditions

    def is_phase(self, sight: Sight, phase: str) -> bool:
        steps = {
            "stand phase": "7.2", "draw phase": "7.3", "level phase": "7.4", "main phase": "7.5",
            "battle phase": "7.6", "end phase": "7.7", "declare attackers step": "8.2",
            "intercept step": "8.3",
            "logic definition step": "8.4", "battle result step": "8.5", "end of battle step": "8.6",
            "battle": "8",
        }  # fmt: skip
        return any(frame.procedure == steps.get(phase) for frame in sight.state.frames)

    def has_happened(self, sight: Sight, run: Run, condition: m.Happened) -> bool:
        names: dict[type[Any], str] = {m.Attacks: "attacks"}
        event = condition.event
        name = names.get(type(event))
        what = getattr(event, "what", None)
        if isinstance(event, m.Attacks) and what is not None and not isinstance(what, m.Selector):
            cards = self.pointed_at(sight, run, what)
            return bool(cards) and all(attacks_made(run.table, card) >= condition.least for card in cards)
        if isinstance(event, m.Performs):
            name = {"trance": "trances", "logic drive": "logic drives"}.get(event.action)
        if name is None:
            raise NoMeaning(f"{self.game} keeps no record of {type(event).__name__}")
        who = what.whose if isinstance(what, m.Selector) else getattr(event, "who", "you")
        times = sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))
        return times >= condition.least

    # kinds of abilities, keywords

    def run(self, table: Table, source: Source, ability: m.Ability) -> Run:
        made = super().run(table, source, ability)
        made.number = fact(source.facts, "X")
        return made

    def compile(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        check(ability, address, self.acts)
        return super().compile(ability, address, properties)

    def within_limits(self, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
        """12.4.1.1: the usage icon counts uses, not triggers."""
        return True

    def keep(self, ability: m.Ability) -> Any:
        """What is paid for, and limited, when the ability is played."""
        if not ability.costs:
            return Use(usage_icon=bool(ability.limits), number=self._open_x(ability))
        return Use(
            can_pay=self._can_pay(ability), pay=self._pay(ability), usage_icon=bool(ability.limits),
            deck_cards=deck_cards(ability), condition=self._condition(ability), number=self._open_x(ability),
        )  # fmt: skip

    def automatic(self, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
        """9.1.2.2.2, 12.4.1.1: one that waits for a situation has a cost and a usage icon like any other."""
        made = super().automatic(ability, address, delayed)
        return made if made.situation is None else self._waits_for_situation(made, self.keep(ability))

    def _waits_for_situation(self, made: Automatic, use: Any) -> Automatic:
        """12.3.1.2: one that cannot be used does not trigger, though its situation has come."""
        comes = made.situation
        assert comes is not None

        def situation(table: Table, source: Source) -> bool:
            return comes(table, source) and not cannot_trigger(table, source.card.card, made.address)

        return replace(made, data=use, situation=situation)

    def activated(self, ability: m.Ability, address: str) -> Activated:
        use = Use(
            can_pay=self._can_pay(ability), choose=self._choose(ability), pay=self._pay(ability),
            resolve=self._resolve(ability), logic_drive="logic drive" in ability.labels,
            usage_icon=bool(ability.limits), deck_cards=deck_cards(ability),
        )  # fmt: skip
        clause = "11.4.1" if use.logic_drive else self.clause_of["activated"]
        where, gate = self.areas_of_ability(ability), self._gate(ability)
        return Activated(address, clause, ability.text, where, gate, use, windows=frozenset({"main"}))

    def _condition(self, ability: m.Ability) -> Callable[[Table, Player, Source], bool]:
        def condition(table: Table, player: Player, source: Source) -> bool:
            return self.all_hold(self.resolution_conditions(ability), self.run(table, source, ability))

        return condition

    def _can_pay(self, ability: m.Ability) -> Callable[[Table, Player, Source], bool]:
        open_x = leaves_x_open(ability)

        def can_pay(table: Table, player: Player, source: Source) -> bool:
            run = self.run(table, source, ability)
            if open_x and run.number is None:
                run.number = 0  # the least that X can be
            return self.possible(run, ability.costs)

        return can_pay

    def _open_x(self, ability: m.Ability) -> Callable[[Table, Player, Source], Facts] | None:
        """9.6.2.2.1: the X that a text leaves open."""
        if not leaves_x_open(ability):
            return None

        def number(table: Table, player: Player, source: Source) -> Facts:
            return (("X", choose_x(table, player, self._most_x(table, player, source, ability))),)

        return number

    def _most_x(self, table: Table, player: Player, source: Source, ability: m.Ability) -> int:
        """5.22.3: no more than can be paid, where X is a part of the cost."""
        if not any(isinstance(node, m.Unknown) for node in walk(ability.costs)):
            return MOST_X
        run = self.run(table, source, ability)
        for n in range(MOST_X + 1):
            run.number = n
            deck = deck_suffices(table, player, deck_cards(ability, n))
            if not (deck and self.possible(run, ability.costs)):
                return max(0, n - 1)
        return MOST_X

    def _choose(self, ability: m.Ability) -> Callable[[Table, Player, Source], Facts]:
        """A-42: the choices of the cost, and of the first instruction."""

        number = self._open_x(ability)

        def choose(table: Table, player: Player, source: Source) -> Facts:
            x = number(table, player, source) if number is not None else ()
            run = self.run(table, source.altered(facts=(*source.facts, *x)), ability)
            early = [*ability.costs, *self._chosen_early(table, ability)]
            targets = [(verb, what) for verb in early if (what := to_choose(verb)) is not None]
            given: dict[int, tuple[CardId, ...]] = {}
            choices = [partial(self._select_part, run, verb, what, given) for verb, what in targets]
            taken = choose_in_order(table, choices) or []
            places = tuple((f"at {c}", table.card(c).area) for cards in taken for c in cards)
            return (*x, *((f"taken {at}", tuple(cards)) for at, cards in enumerate(taken)), *places)

        return choose

    def _select_part(
        self, run: Run, verb: m.Verb, what: m.Selector, given: dict[int, tuple[CardId, ...]]
    ) -> tuple[CardId, ...]:
        """A choice made while playing; a card given for one part of the cost is not given for another."""
        costs = run.ability.costs
        if not isinstance(verb, TAKES_AWAY) or not any(verb is one for one in costs):
            return self.select(run, what)
        away = {card for cards in given.values() for card in cards}
        left = [one for one in costs if one is not verb and id(one) not in given]
        rest = [found for one in left for found in self._leaving(run, one)]
        found = [card for card in self.candidates(Sight.now(run.table), run, what) if card not in away]
        able = [card for card in found if are_enough(without(rest, {*away, card}))]
        taken = self.take(run, self.chooser(run, what), able, what, "")
        given[id(verb)] = taken
        self._taken(run, what, taken)
        return taken

    def _leaving(self, run: Run, verb: m.Verb) -> list[list[CardId]]:
        """For each card that a part of a cost takes away: which it may be."""
        what = getattr(verb, "what", None)
        if not isinstance(verb, TAKES_AWAY) or not isinstance(what, m.This | m.Selector):
            return []
        if isinstance(what, m.Selector) and (
            not isinstance(what.quantity, m.Exactly) or what.end is not None
        ):
            return []
        found = self.pointed_at(Sight.now(run.table), run, what)
        able = [card for card in found if self._can_be_done_to(run, verb, card)]
        return [able] * max(0, needed(self, run, what))

    def _chosen_early(self, table: Table, ability: m.Ability) -> Sequence[m.Verb]:
        targets = [verb for verb in ability.body if to_choose(verb) is not None]
        if not targets or table.reading("A-42") == "all-when-reached":
            return ()
        return targets if table.reading("A-42") == "all-at-play" else ability.body[:1]

    def _with_choices(self, table: Table, source: Source, ability: m.Ability, facts: Facts) -> Run:
        run = self.run(table, source, ability)
        run.number = fact(facts, "X", run.number)
        early = [*ability.costs, *self._chosen_early(table, ability)]
        targets = [what for verb in early if (what := to_choose(verb)) is not None]
        for at, what in enumerate(targets):
            taken = fact(facts, f"taken {at}")
            if taken is not None:
                places = {CardId(c): str(fact(facts, f"at {c}", "")) for c in taken}
                paid = any(what is getattr(verb, "what", None) for verb in ability.costs)
                run.early[id(what)] = tuple(c for c in places if paid or is_still_there(table, c, places[c]))
                run.places |= places
                if what.bind:
                    run.bound[what.bind] = run.early[id(what)]
        return run

    def _pay(self, ability: m.Ability) -> Callable[[Table, Player, Source, Facts], None]:
        def pay(table: Table, player: Player, source: Source, facts: Facts) -> None:
            run = self._with_choices(table, source, ability, facts)
            with table.together():
                self.do_all(run, ability.costs)

        return pay

    def _resolve(self, ability: m.Ability) -> Callable[[Table, Player, Source, Facts], None]:
        def resolve(table: Table, player: Player, source: Source, facts: Facts) -> None:
            self.resolve(self._with_choices(table, source, ability, facts))

        return resolve

    def resolve(self, run: Run) -> None:
        """Its conditions and its body; costs are paid where the clauses of playing say so."""
        run.performer = performer(run.table, run.you) or run.you
        run.began = run.table.state
        if not self.all_hold(self.resolution_conditions(run.ability), run):
            run.table.refuse("resolve", "its condition is not met", run.you, run.source.card.card)
            return
        self.do_all(run, run.ability.body)

    def activity_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        return ability.conditions if ability.kind in ("continuous", "replacement") else ()

    def resolution_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        return () if "vanguard" in ability.labels else super().resolution_conditions(ability)

    def labelled(self, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
        if label == "covenant":
            return [replace(made, clause="11.2.1")]
        if label == "vanguard" and isinstance(made, Automatic):
            return [self._vanguard(made), self._vanguard_situation(made)]
        return [made]

    def _vanguard_situation(self, made: Automatic) -> Automatic:
        """A-22: read the other way, the six gates themselves are what it waits for."""

        def active(table: Table, source: Source) -> bool:
            return table.readings["A-22"] == "situation-trigger"

        def situation(table: Table, source: Source) -> bool:
            return bool(is_in_the_van(table, source.player))

        waiting = Automatic(
            f"{made.address}~", "11.3.1", made.text, made.where, active, made.data, situation=situation,
            resolve=made.resolve,
        )  # fmt: skip
        return self._waits_for_situation(waiting, made.data)

    def _vanguard(self, made: Automatic) -> Ability:
        """A-22: an ability that is there only while its condition holds; or one that asks on resolving."""
        resolve = getattr(made, "resolve", None)

        def active(table: Table, source: Source) -> bool:
            if table.readings["A-22"] == "situation-trigger":
                return False
            late = table.readings["A-22"] == "checked-on-resolution"
            return late or bool(is_in_the_van(table, source.player))

        def resolve_late(table: Table, waiting: Any) -> None:
            if table.reading("A-22") != "checked-on-resolution" or is_in_the_van(table, waiting.player):
                resolve(table, waiting)  # type: ignore[misc]
            else:
                table.refuse("resolve", "the opponent has lost a gate", waiting.player)

        return replace(made, clause="11.3.1", active_if=active, resolve=resolve_late)

    def keyword(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        word = ability.keyword
        assert word is not None
        if word.name == "intercept":
            properties["intercept"] = 1
            return []
        if word.name == "aura battle":
            properties["paradox rule"] = "aura battle"
            return []
        return super().keyword(ability, address, properties)

    # triggers

    def trigger(self, event: m.Event, ability: m.Ability) -> Trigger:
        make = self.TRIGGERS.get(type(event))
        return super().trigger(event, ability) if make is None else make(self, event, ability)

    def _occurs(self, timings: Sequence[str], ability: m.Ability, test: Test) -> Trigger:
        """Waits for moments that the rules name."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            event = moment.event
            if isinstance(event, Occurred) and event.timing in timings:
                if test(self.run(table, source, ability), moment, event):
                    other = fact(event.facts, "target", fact(event.facts, "against"))
                    yield subject_facts(event.card, event.player, object=other)

        return (Occurred,), matches, tuple(timings)

    def is_subject(self, run: Run, moment: Moment, target: m.Target | None, card: CardId | None) -> bool:
        """Whether the card of an event is the one waited for, by the information that counts (9.7.4.1)."""
        if target is None or isinstance(target, m.Player):
            return True
        if card is None:
            return False
        if isinstance(target, m.This):
            return card == run.source.card.card
        seen = as_which(run.table, moment, card)
        if seen is None:
            return False
        state = moment.before if seen is moment.before.cards.get(card) else moment.after
        sight = Sight.of(run.table, state)
        if isinstance(target, m.Selector):
            anywhere = m.Selector(target.quantity, target.whose, (), None, target.types, target.filters)
            return self.fits(sight, run, anywhere, card)
        return card in self.pointed_at(sight, run, target)

    def fits(
        self, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
    ) -> bool:
        if selector.whose == "":
            selector = self._of_any(selector)
        return super().fits(sight, run, selector, card, skip_areas)

    def _of_any(self, selector: m.Selector) -> m.Selector:
        """The same, of either player's cards."""
        return with_whose(selector, "any")

    def _by(self, run: Run, who: str, player: Player | None) -> bool:
        return who in ("any", "") or player in self.players(who, run)

    def _phase(self, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
        timing = f"beginning of the {event.phase}"
        if (event.moment, event.phase) in (("end", "turn"), ("beginning", "end of turn")):
            timing = "beginning of the end phase"
        elif event.moment == "end" and event.phase in ("battle", "end of battle step"):
            timing = "end of battle step"
        elif event.moment == "end":
            raise NoMeaning(f"nothing in {self.game} waits for the end of the {event.phase}")
        if timing not in MOMENTS:
            raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            said = run.fact("planned in turn")
            if event.which == "next" and event.phase == "turn" and said == run.table.number("turn"):
                return False
            if run.fact("until") and was_heard(run.table, timing, run.source.what, run.source.card):
                return False
            return self._by(run, event.whose, occurred.player)

        return self._occurs((timing,), ability, test)

    def _moved(self, event: m.Moved, ability: m.Ability) -> Trigger:
        origin = tuple(n for a in event.origin for n in self.area_names(a))
        to = tuple(n for a in event.to for n in self.area_names(a))

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            moved = moment.event
            if not isinstance(moved, Moved) or not changes_zone(moved.src, moved.dst):
                return
            here, there = zone_name(moved.src), zone_name(moved.dst)
            if (origin and here not in origin) or (to and there not in to):
                return
            if not to and there in origin:
                return
            run = self.run(table, source, ability)
            owner = moment.after.cards[moved.card].owner
            if not self._is_between(run, event, moved.src, moved.dst, owner):
                return
            if self.is_subject(run, moment, event.what, moved.card):
                yield subject_facts(moved.card, owner, **{"from": moved.src})

        return (Moved,), matches

    def _is_between(self, run: Run, event: m.Moved, src: str, dst: str, owner: Player | None) -> bool:
        """Whose zones it leaves and goes to; a card in a soul belongs to its owner."""
        sides = ((event.origin_whose, src), (event.whose, dst))
        return all(who == "owner" or self._by(run, who, area_player(where) or owner) for who, where in sides)

    def _played(self, event: m.Played, ability: m.Ability) -> Trigger:
        if event.how == "mobilize":
            return self._simple("mobilized")(self, event, ability)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            played = moment.event
            if isinstance(played, Played) and played.what == "card":
                run = self.run(table, source, ability)
                if self._by(run, event.by, played.player) and self.is_subject(
                    run, moment, event.what, played.card
                ):
                    yield subject_facts(played.card, played.player)

        return (Played,), matches

    def _attacks(self, event: m.Attacks, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            target = fact(occurred.facts, "target")
            if isinstance(event.target, m.Selector) and "circle" in event.target.types:
                if not self._is_attacked(run, event.target):
                    return False
            elif event.target is not None and not self.is_subject(run, moment, event.target, target):
                return False
            return self.is_subject(run, moment, event.what, occurred.card)

        return self._occurs(("attacks",), ability, test)

    def _is_attacked(self, run: Run, circle: m.Selector) -> bool:
        """8.2.7.2: whether the circle being attacked is one that a text describes."""
        table, sight = run.table, Sight.now(run.table)
        zone = table.opponent(), table.number("attacked circle")
        mine = circle.whose in ("", "any") or zone[0] in self.players(circle.whose, run)
        return (
            bool(zone[1]) and mine and all(self._circle_passes(sight, run, f, zone) for f in circle.filters)
        )

    def _simple(self, *timings: str) -> Callable[[Any, Any, m.Ability], Trigger]:
        def make(self: LuckAndLogic, event: Any, ability: m.Ability) -> Trigger:
            def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
                who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
                if not self._by(run, who, occurred.player):
                    return False
                return self.is_subject(run, moment, getattr(event, "what", None), occurred.card)

            return self._occurs(timings, ability, test)

        return make

    def _battles(self, event: m.Battles, ability: m.Ability) -> Trigger:
        return self._simple(event.result)(self, event, ability)

    def _performs(self, event: m.Performs, ability: m.Ability) -> Trigger:
        known = (
            "trance",
            "level boost",
            "luck drive",
            "logic definition",
            "refresh",
            "reshuffle",
            "logic drive",
        )
        if event.action not in known:
            raise NoMeaning(f"{self.game} has no action {event.action!r}")
        if event.action == "trance" and event.what is not None:
            return self._simple("trance", "tranced")(self, event, ability)
        return self._simple(event.action)(self, event, ability)

    def _attaches(self, event: m.Attaches, ability: m.Ability) -> Trigger:
        if "covenant" in ability.labels:
            return self._covenant(event, ability)
        timing = "put into soul" if event.how == "soul" else "set"

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            host = fact(occurred.facts, "of", fact(occurred.facts, "to"))
            if event.to is not None and not self.is_subject(run, moment, event.to, host):
                return False
            return self.is_subject(run, moment, event.what, occurred.card)

        return self._occurs((timing,), ability, test)

    def _covenant(self, event: m.Attaches, ability: m.Ability) -> Trigger:
        """11.2.1, A-23: it has tranced with the named character."""
        name = named_in(event.to)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            if covenant_is_met(table, moment, source, name):
                table.reading("A-23")
                yield subject_facts(source.card.card, source.player)

        return (Occurred,), matches, ("tranced", "put into soul")

    def _turned(self, event: m.Turned, ability: m.Ability) -> Trigger:
        return self._simple("stood" if event.orientation == "active" else "rested")(self, event, ability)

    def _flipped(self, event: m.Flipped, ability: m.Ability) -> Trigger:
        return self._simple(f"turned face {event.face}")(self, event, ability)

    def _ability_used(self, event: m.AbilityUsed, ability: m.Ability) -> Trigger:
        if event.kind == "logic drive":
            return self._simple("logic drive")(self, m.Performs(event.who, "logic drive", event.of), ability)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            played = moment.event
            if isinstance(played, Played) and played.what != "card":
                run = self.run(table, source, ability)
                if self._by(run, event.who, played.player) and self.is_subject(
                    run, moment, event.of, played.card
                ):
                    yield subject_facts(played.card, played.player)

        return (Played,), matches

    def _seen(self, event: m.Seen, ability: m.Ability) -> Trigger:
        if event.act == "reveal":
            return self._revealed(event, ability)
        timing = {"search": "searched", "shuffle": "shuffled"}.get(event.act)
        if timing is None:
            raise NoMeaning(f"nothing in {self.game} waits for somebody to {event.act}")
        return self._simple(timing)(self, event, ability)

    def _revealed(self, event: m.Seen, ability: m.Ability) -> Trigger:
        """5.19.1: shown to all players."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            if isinstance(moment.event, Revealed):
                run = self.run(table, source, ability)
                for card in moment.event.cards:
                    master = table.customs.master(moment.after, moment.after.cards[card])
                    if self._by(run, event.who, master) and self.is_subject(run, moment, event.what, card):
                        yield subject_facts(card, master)

        return (Revealed,), matches

    TRIGGERS: ClassVar[dict[type[Any], Callable[..., Trigger]]] = {
        m.PhaseMoment: _phase, m.Moved: _moved, m.Played: _played, m.Attacks: _attacks, m.Battles: _battles,
        m.Defends: _simple(None, "defends"),  # type: ignore[arg-type]
        m.Intercepts: _simple(None, "intercepts"),  # type: ignore[arg-type]
        m.Destroyed: _simple(None, "destroyed"),  # type: ignore[arg-type]
        m.ChangesZone: _simple(None, "moved"),  # type: ignore[arg-type]
        m.Drawn: _simple(None, "drew"),  # type: ignore[arg-type]
        m.Discarded: _simple(None, "discarded"),  # type: ignore[arg-type]
        m.Performs: _performs, m.Attaches: _attaches, m.Turned: _turned, m.Flipped: _flipped,
        m.AbilityUsed: _ability_used, m.Seen: _seen, m.NumberChanges: Interpreter.number_changes,
    }  # fmt: skip

    # what lasts, what is forbidden, what is replaced

    def begin_effect(self, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
        if self.until(verb.duration, run) == "battle" and not run.table.number("attacked circle"):
            if attacking_member(run.table) is None and run.table.reading("A-48") == "no-battle-no-effect":
                run.table.refuse("begin", "no battle is going on", run.you)
                return
        begin = super().begin_effect
        stamp_when_played(run.table, lambda: begin(run, verb, cards, facts))

    def _without_abilities(
        self, what: m.Target, keyword: m.Keyword | None, kind: str, address: str, ability: m.Ability
    ) -> Modifier:
        """9.9.1.6: to lose everything, or everything of a kind, is the same whatever there is to lose, so it
        depends on no effect that gives an ability, as what sets a number does not depend on what adds to it
        (A-28). Whether it waits for such effects all the same is A-56."""
        made = super()._without_abilities(what, keyword, kind, address, ability)
        word = keyword.name if keyword is not None else ""

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            held = board.table.pool.abilities
            meant = tuple(sorted(a for a, one in held.items() if self.is_of_kind(one, word, kind)))
            for card in self.live_targets(Sight(board.table, board), run, what):
                if is_given_later(board, source, card):
                    board.table.reading("A-56")
                yield Change(card, "abilities", "lose those", meant)

        return replace(made, changes=changes, data=TAKES)

    def is_of_kind(self, ability: Ability, keyword: str, kind: str) -> bool:
        """9.1.3: by its type icon, or by its keyword; a word of its text is neither."""
        word = keyword.lower() or kind
        if word in ("", "ability"):
            return True
        return is_meant(word, ability) if word in KINDS else super().is_of_kind(ability, keyword, kind)

    def _modify(self, verb: m.Modify, address: str, ability: m.Ability) -> Iterator[Ability]:
        """A-28: what sets a number is told apart from what adds to it."""
        if verb.stat == "attack count":
            yield self._attacks_often(verb, address, ability)
            return
        for made in super()._modify(verb, address, ability):
            yield replace(made, data="set") if verb.how == "set" else made

    def _attacks_often(self, verb: m.Modify, address: str, ability: m.Ability) -> Status:
        """How often a member attacks in a turn: the book has no such number, so the card has the word."""

        def holds(table: Table, source: Source, about: Any) -> bool:
            card, made = about
            run, sight = self.run(table, source, ability), Sight.now(table)
            return card in self.live_targets(sight, run, verb.what) and made < self.amount(verb.amount, run)

        return Status(address, "1.3.1", ability.text, name="attacks often", holds=holds)

    def _standing_number(self, verb: m.ChangeNumber, address: str, ability: m.Ability) -> Iterator[Ability]:
        """4.7.2, 8.2.3: a number of a player that is another one while an ability is active."""

        def holds(table: Table, source: Source, about: Any) -> bool:
            return about in self.players(verb.whose, self.run(table, source, ability))

        def changed(table: Table, source: Source, number: int) -> int:
            n = self.amount(verb.amount, self.run(table, source, ability))
            return {"plus": number + n, "minus": number - n, "set": n}[verb.how]

        clause = self.clause_of["continuous"]
        yield Status(address, clause, ability.text, data=changed, name=verb.number, holds=holds)

    LASTING_MAKERS: ClassVar[dict[type[Any], Callable[..., Iterator[Ability]]]] = {
        **Interpreter.LASTING_MAKERS, m.Modify: _modify, m.ChangeNumber: _standing_number,
    }  # fmt: skip

    def fix(self, run: Run, cards: Sequence[CardId]) -> Sequence[int] | None:
        """9.9.2: the cards it applies to are those that are there now."""
        return [c for c in cards if still_applies_to(run.table, run.table.card(c).ref)] or None

    def is_about(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """To use a tactics or a paradox is to define it as logic; of other cards nothing is said. That some
        members cannot attack a card is asked when the circle is chosen."""
        if verb.act.verb == "attack" and verb.act.object is not None:
            return self._cannot_be_target(table, self.run(table, source, ability), proposal, verb)
        kind = verb.act.verb.removeprefix("use ")
        if kind in ("tactics", "paradox"):
            if proposal.card is None or table.peek(proposal.card, "type") != kind:
                return False
        return super().is_about(table, source, proposal, verb, ability)

    def _cannot_be_target(self, table: Table, run: Run, proposal: Proposal, verb: m.Prohibit) -> bool:
        """Of the attacker, or, before it is chosen, of everybody who could be."""
        if proposal.verb != "be attacked" or proposal.card is None or verb.act.object is None:
            return False
        attacker = attacking_member(table)
        able = [c for c in members(table, table.turn_player) if can_attack(table, c)]
        meant = [attacker] if attacker is not None else able
        hit = self.is_target(table, run, verb.act.object, proposal.card)
        return hit and all(self.is_target(table, run, verb.what, card) for card in meant)

    def status_of(self, verb: Any, address: str, ability: m.Ability) -> Ability | None:
        """Abilities that cannot be used, and attacks on the back row: what the rules ask for by name."""
        act = verb.act.verb
        if isinstance(verb, m.Prohibit) and act.startswith("use ") and act not in self.acts:
            return self._cannot_use(verb, address, ability, act.removeprefix("use "))
        if isinstance(verb, m.Permit) and "back row" in act:

            def holds(table: Table, source: Source, about: Any) -> bool:
                return bool(about == source.player)

            return Status(address, "1.3.1", ability.text, name="attack back row", holds=holds)
        return None

    def _cannot_use(self, verb: m.Prohibit, address: str, ability: m.Ability, what: str) -> Status:
        """12.3.1"""

        def holds(table: Table, source: Source, about: Any) -> bool:
            card, name, *master = about
            if not is_meant(what, table.pool.ability(name)):
                return False
            if source.cards is not None:
                return any(ref.card == card and table.state.current(ref) for ref in source.cards)
            run = self.run(table, source, ability)
            if isinstance(verb.what, m.Player):
                return (*master, table.master(card))[0] in self.players(verb.what.who, run)
            return self.is_target(table, run, verb.what, card)

        return Status(address, "12.3.1", ability.text, name="cannot use", holds=holds)

    def would(self, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
        verb = REPLACED.get(type(event))
        if verb is None:
            return super().would(table, run, event, proposal)
        if proposal.verb != verb or not never_happened(table, proposal):
            return False
        who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
        if not self._by(run, who, proposal.player):
            return False
        if isinstance(event, m.Moved) and not self._goes(run, event, proposal):
            return False
        what = getattr(event, "what", None)
        if what is None:
            return True
        return proposal.card is not None and self.is_target(table, run, what, proposal.card)

    def _goes(self, run: Run, event: m.Moved, proposal: Proposal) -> bool:
        owner = None if proposal.card is None else run.table.card(proposal.card).owner
        if not self._is_between(run, event, proposal.src, proposal.dst, owner):
            return False
        origin = tuple(n for a in event.origin for n in self.area_names(a))
        to = tuple(n for a in event.to for n in self.area_names(a))
        return (not origin or zone_name(proposal.src) in origin) and (not to or zone_name(proposal.dst) in to)

    def possible(self, run: Run, verbs: Sequence[m.Verb]) -> bool:
        """9.10.3, 5.22.3: all of it, or it cannot be done."""
        able = super().possible(run, verbs) and self._enough_for_all(run, verbs)
        taking = [verb for verb in verbs if isinstance(verb, TAKES_AWAY)]
        if able and len(taking) > 1:
            able = are_enough([found for verb in taking for found in self._leaving(run, verb)])
        return bool(can_do_instead(run.table, able))

    def _enough_for_all(self, run: Run, verbs: Sequence[m.Verb]) -> bool:
        """5.22.2: what several parts take from one pile must be there for all of them together."""
        wanted: dict[str, int] = {}
        for verb in verbs:
            zone, n = self._takes(run, verb)
            wanted[zone] = wanted.get(zone, 0) + n
        wanted.pop("", None)
        return all(len(run.table.pile(f"{run.performer}.{zone}")) >= n for zone, n in wanted.items())

    def _takes(self, run: Run, verb: m.Verb) -> tuple[str, int]:
        """From which pile of the payer a part of a cost takes how many cards."""
        if isinstance(verb, m.Pay):
            return "stock", self.amount(verb.n, run)
        what = getattr(verb, "what", None)
        if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly):
            return "", 0
        n = self.amount(what.quantity.n, run)
        if isinstance(verb, m.Discard):
            return "hand", n
        zones = [self.area_names(area)[0] for area in what.areas]
        taken = isinstance(verb, m.Move) and zones in (["stock"], ["hand"])
        return (zones[0], n) if taken else ("", 0)

    def can(self, run: Run, verb: m.Verb) -> bool:
        table = run.table
        if isinstance(verb, m.Pay):
            return len(table.pile(f"{run.you}.stock")) >= self.amount(verb.n, run)
        if isinstance(verb, m.Move) and isinstance(verb.what, m.Selector):
            if isinstance(verb.what.quantity, m.Every):
                found = self.candidates(Sight.now(table), run, verb.what)
                return any(True for _ in found) or bool(actions.nothing_is_all(table, True))
            if verb.what.end == "top" and verb.what.areas == ("deck",):
                return True  # A-03 is asked for the deck
        return super().can(run, verb) and self._has_what_it_takes(run, verb)

    def _has_what_it_takes(self, run: Run, verb: m.Verb) -> bool:
        """Whether there are as many cards as are wanted to which it can be done."""
        what = getattr(verb, "what", None)
        if isinstance(what, m.Selector):
            if not isinstance(what.quantity, m.Exactly) or (what.bind and what.bind in run.bound):
                return True
        elif not isinstance(what, m.This):
            return True
        found = self.pointed_at(Sight.now(run.table), run, what)
        return len([c for c in found if self._can_be_done_to(run, verb, c)]) >= needed(self, run, what)

    def _can_be_done_to(self, run: Run, verb: m.Verb, card: CardId) -> bool:
        """1.3.2.1, 1.3.3: what is so already cannot be made so, and what is forbidden cannot be done."""
        table, now = run.table, run.table.card(card)
        if isinstance(verb, m.Orient):
            act, rests = ("rest", True) if verb.orientation == "rest" else ("stand", False)
            return bool(now.mark("rested")) != rests and not is_stopped(table, act, card)
        if isinstance(verb, m.Discard):
            return not is_stopped(table, "discard", card, run.performer)
        return not isinstance(verb, m.Move) or not is_stopped(table, "move", card)

    # choosing

    def take(
        self, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
    ) -> tuple[CardId, ...]:
        """5.22.3: a part of a cost is paid with a card to which it can be done."""
        for verb in run.ability.costs:
            if getattr(verb, "what", None) is selector:
                found = [card for card in found if self._can_be_done_to(run, verb, card)]
        return super().take(run, chooser, found, selector, prompt)

    def choose_targets(
        self, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
    ) -> tuple[CardId, ...]:
        if is_no_action(run.table, n):
            return ()
        able = [card for card in found if not is_stopped(run.table, "choose", card, chooser)]
        return choose_cards(run.table, chooser, able, n, up_to, prompt) or ()

    def _letter(self, amount: m.Unknown, run: Run, sight: Sight) -> int:
        if run.number is None and not any(x.letter == amount.letter for x in run.ability.letters):
            run.number = choose_x(run.table, run.performer)
        return super()._letter(amount, run, sight)

    def _for_each(self, run: Run, verb: m.ForEach) -> None:
        """12.5: X is fixed first; the same choice is not made twice."""
        seen: list[CardId] = []
        run.early.pop(0, None)
        count = self.amount(verb.amount, run)

        def once() -> None:
            before = set(run.places)
            self.do_all(run, [self._fresh(run, v, seen) for v in verb.do])
            seen.extend(set(run.places) - before)

        repeat(run.table, count, once)

    def _fresh(self, run: Run, verb: m.Verb, seen: Sequence[CardId]) -> m.Verb:
        what = to_choose(verb)
        if what is None or not seen:
            return verb
        found = list(self.candidates(Sight.now(run.table), run, what))
        left = not_chosen_before(run.table, found, seen) or []
        n = self.amount(getattr(what.quantity, "n", 1), run)
        up_to = isinstance(what.quantity, m.UpTo)
        run.early[id(what)] = self.choose_targets(run, run.performer, left, n, up_to, "choose")
        return verb

    def once(self, run: Run, verb: m.Delayed) -> bool:
        """9.7.5.1: a timed trigger goes off once, unless a period is given."""
        return bool(triggers_once(run.table, verb.duration is not None))

    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {**Interpreter.GLUE, m.ForEach: _for_each}

    # verbs

    def do(self, run: Run, verb: m.Verb) -> None:
        """1.3.4.1: what both choose from hidden zones they choose before either is shown."""
        if isinstance(verb, m.Discard) and verb.who in ("each", "any") and isinstance(verb.what, m.Selector):
            chosen = self._chosen_by_each(run, verb.what)
            with run.table.together():
                for player, cards in chosen.items():
                    actions.discard(run.table, player, cards)
            return
        super().do(run, verb)

    def _both_do(self, run: Run, verb: m.Verb) -> None:
        """1.3.4: what both must choose they choose before either acts, the turn player first. Then both act
        at the same time, unless the act has choices of its own."""
        what = to_choose(verb, anybody=True)
        if what is None or not isinstance(verb, m.Move | m.Reveal | m.Orient | m.Mobilize):
            super()._both_do(run, verb)
            return
        chosen = self._chosen_by_both(run, what)
        at_once = isinstance(verb, m.Reveal | m.Orient) or (isinstance(verb, m.Move) and verb.to.zone is None)
        with run.table.together() if at_once else nullcontext():
            for player, cards in chosen.items():
                run.early[id(what)] = cards
                run.places |= {card: run.table.card(card).area for card in cards}
                self._as(run, verb, player)
        run.early.pop(id(what), None)
        if what.bind:
            run.bound[what.bind] = tuple(card for cards in chosen.values() for card in cards)

    def _chosen_by_both(self, run: Run, what: m.Selector) -> dict[Player, tuple[CardId, ...]]:
        """1.3.4.1: out of hidden zones they choose unseen."""
        n = self.amount(getattr(what.quantity, "n", 1), run)
        up_to = isinstance(what.quantity, m.UpTo)
        both = in_order_of_choice(run.table) or self.players("each", run)
        found = {player: self._seen_by(run, what, player) for player in both}
        zones = {zone for area in what.areas for zone in self.area_names(area)}
        if zones and zones <= HIDDEN:
            least = least_of_choice(run.table, up_to, n) or 0
            return choose_unseen(run.table, [(p, c, least, n) for p, c in found.items()], "choose") or {}
        return {p: self.choose_targets(run, p, cards, n, up_to, "choose") for p, cards in found.items()}

    def _seen_by(self, run: Run, what: m.Selector, player: Player) -> list[CardId]:
        """The cards that a description means when this player is to act."""
        outer, run.performer = run.performer, player
        found = list(self.candidates(Sight.now(run.table), run, what))
        run.performer = outer
        return found

    def _chosen_by_each(self, run: Run, what: m.Selector) -> dict[Player, tuple[CardId, ...]]:
        """What each player discards: the whole of it, what chance takes, or what they choose."""
        both = in_order_of_choice(run.table) or self.players("each", run)
        hands = {player: self._in_hand(run, what, player) for player in both}
        if isinstance(what.quantity, m.Every):
            return {player: tuple(hand) for player, hand in hands.items()}
        n = self.amount(getattr(what.quantity, "n", 99), run)
        if what.chooser == "random":
            return {player: self.take_at_random(run, hand, n) for player, hand in hands.items()}
        least = least_of_choice(run.table, isinstance(what.quantity, m.UpTo | m.AnyNumber), n) or 0
        wanted = [(player, hand, least, n) for player, hand in hands.items()]
        return choose_unseen(run.table, wanted, "which to discard?") or {}

    def _do_draw(self, run: Run, verb: m.Draw, player: Player) -> None:
        draw = actions.draw_up_to if verb.up_to else actions.draw
        if is_for_each(verb, run.ability):
            drawn = self._drawn_for_each(run, verb.n, partial(draw, run.table, player))
        else:
            drawn = draw(run.table, player, self.amount(verb.n, run)) or []
        run.count, run.done = len(drawn), bool(drawn)

    def _drawn_for_each(
        self, run: Run, n: m.Amount, draw: Callable[[int], list[CardId] | None]
    ) -> list[CardId]:
        """12.5: a draw for every X, which is counted before the first."""
        found = n if isinstance(n, m.Times) else m.Times(1, n)
        times, each = self.amount(found.amount, run) // found.every, self.amount(found.factor, run)
        rounds = repeat(run.table, times, lambda: draw(each) or [])
        return [card for drawn in rounds or () for card in drawn]

    def _do_draw_until(self, run: Run, verb: m.DrawUntil, player: Player) -> None:
        missing = self.amount(verb.n, run) - len(run.table.pile(f"{player}.hand"))
        drawn = actions.draw(run.table, player, missing) or []
        run.count, run.done = len(drawn), bool(drawn)

    def _do_discard(self, run: Run, verb: m.Discard, player: Player) -> None:
        if isinstance(verb.what, m.Selector) and id(verb.what) not in run.early:
            cards = self._chosen_from_hand(run, verb.what, player)
        else:
            cards = self.cards(run, verb.what)
        gone = actions.discard(run.table, player, cards) or []
        self._taken(run, verb.what, tuple(gone))
        run.count, run.done = len(gone), bool(gone)

    def _in_hand(self, run: Run, what: m.Selector, player: Player) -> list[CardId]:
        """The cards of a player's hand that a description fits."""
        anywhere = m.Selector(what.quantity, "any", ("hand",), None, what.types, what.filters)
        found = self.candidates(Sight.now(run.table), run, anywhere)
        return [c for c in found if run.table.card(c).area == f"{player}.hand"]

    def _chosen_from_hand(self, run: Run, what: m.Selector, player: Player) -> tuple[CardId, ...]:
        hand = self._in_hand(run, what, player)
        n = self.amount(getattr(what.quantity, "n", len(hand)), run)
        if what.chooser == "random":
            return self.take_at_random(run, hand, n)
        up_to = isinstance(what.quantity, m.UpTo | m.AnyNumber)
        return self.choose_targets(run, self.chooser(run, what), hand, n, up_to, "which to discard?")

    def _do_discard_down(self, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
        over = len(run.table.pile(f"{player}.hand")) - self.amount(verb.n, run)
        gone = actions.choose_and_discard(run.table, player, max(0, over))
        run.count, run.done = len(gone), bool(gone)

    def _taken(self, run: Run, what: m.Target, cards: tuple[CardId, ...]) -> None:
        if isinstance(what, m.Selector) and what.bind:
            run.bound[what.bind] = cards
        for card in cards:
            if card in run.table.state.cards:
                run.places[card] = run.table.card(card).area

    def _do_look(self, run: Run, verb: m.Look, player: Player) -> None:
        what = verb.what
        if isinstance(what, m.Selector) and what.end == "top":
            whose = self.players(what.whose if what.whose not in ("", "any") else "you", run)[0]
            n = self.amount(getattr(what.quantity, "n", 1), run)
            look = actions.look_up_to if isinstance(what.quantity, m.UpTo) else actions.look_at_top
            seen = tuple(look(run.table, player, n, whose) or ())
            self._taken(run, what, seen)
        else:
            seen = self.cards(run, what)
            actions.look_at(run.table, player, seen)
        run.done = bool(seen)

    def _do_reveal(self, run: Run, verb: m.Reveal, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="reveal")
        if verb in run.ability.costs:
            actions.reveal(run.table, cards)
        else:
            actions.reveal_for_effect(run.table, cards)
        run.done = bool(cards)

    def _do_search(self, run: Run, verb: m.Search, player: Player) -> None:
        what = verb.what
        assert isinstance(what, m.Selector)
        table, deck = run.table, run.table.pile(f"{player}.deck")
        actions.look_at(table, player, deck)
        table.occurs("searched", player)
        described = bool(what.filters or what.types not in ((), ("card",)))
        n = self.amount(getattr(what.quantity, "n", 1), run)
        up_to = isinstance(what.quantity, m.UpTo) or bool(may_fail_to_find(table, True, described))

        def fits(card: CardId) -> bool:
            return self.fits(Sight.now(table), run, what, card, skip_areas=True)

        found = look_through(table, deck, fits if described else anything, n)
        taken = self.choose_targets(run, player, found, n, up_to, "take from the deck")
        taken = found_among(table, player, taken, fits, "search")
        self._taken(run, what, taken)
        run.done, run.count = bool(taken), len(taken)

    def _do_shuffle(self, run: Run, verb: m.Shuffle, player: Player) -> None:
        for whose in self.players(verb.whose, run):
            actions.shuffle_deck(run.table, whose)

    def _do_destroy(self, run: Run, verb: m.Destroy, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="destroy")
        gates = [c for c in cards if area_name(run.table.card(c).area) in GATE_ZONES]
        run.count = sum(destroy_gate(run.table, gate) for gate in gates)
        run.done = run.count > 0

    def _do_move(self, run: Run, verb: m.Move, player: Player) -> None:
        to, zone = verb.to, self.area_names(verb.to.area)[0]
        if to.zone is not None or to.area in ("field", "circle"):
            moved = self._to_circle(run, verb, player)
        elif isinstance(verb.what, m.Selector) and verb.what.end == "top" and verb.what.areas == ("deck",):
            moved = self._from_deck_top(run, verb.what, zone, to)
        else:
            cards = self.cards(run, verb.what, prompt=f"into the {to.area}")
            moved = self._put(run, cards, to, zone)
        run.count, run.done = len(moved), bool(moved)

    def _put(self, run: Run, cards: Sequence[CardId], to: m.Place, zone: str) -> list[CardId]:
        down = None if to.face is None else to.face == "down"
        if to.whose == "" and cards:
            zone_of_master(run.table, cards[0])
        if zone == "drop":
            return actions.drop(run.table, cards) or []
        if zone == "stock":
            return actions.stock(run.table, cards, down) or []
        shuffled = zone == "deck" and to.order == "random"
        moved = actions.put_into(
            run.table, cards, zone, bottom=to.end == "bottom", face_down=down, to_be_shuffled=shuffled
        )
        owners = {run.table.card(card).owner for card in moved or () if shuffled}
        for owner in (player for player in self.players("each", run) if player in owners):
            actions.shuffle_deck(run.table, owner)
        return moved or []

    def _from_deck_top(self, run: Run, what: m.Selector, zone: str, to: m.Place) -> list[CardId]:
        whose = self.players(what.whose if what.whose not in ("", "any") else "you", run)[0]
        n = self.amount(getattr(what.quantity, "n", 1), run)

        def take(table: Table, card: CardId) -> None:
            if zone == "stock":
                into_stock(table, card)
            elif table.propose("move", card, src=table.card(card).area, dst=f"{whose}.{zone}"):
                at = len(table.pile(f"{whose}.{zone}")) if to.end == "bottom" else None
                lay(table, card, f"{whose}.{zone}", at, face_down, rested)

        face_down = None if to.face is None else to.face == "down"
        rested = None if to.orientation is None else to.orientation == "rest"
        moved = from_deck(run.table, whose, n, take)
        self._taken(run, what, tuple(moved))
        return moved

    def _to_circle(self, run: Run, verb: m.Move, player: Player) -> list[CardId]:
        moved = []
        for card in self.cards(run, verb.what, prompt="move"):
            if area_name(run.table.card(card).area) in CIRCLES:
                moved += [card] if self._move_on_circles(run, card, verb.to.zone, player) else []
                continue
            ways = self._ways(run, card, verb.to.zone, player)
            if ways and self._mobilize(run, card, player, ways, None):
                moved.append(card)
        return moved

    def _move_on_circles(self, run: Run, card: CardId, target: m.Target | None, player: Player) -> bool:
        side = self._side(run, card, target)
        here = circles_of(run.table, card) if side == run.table.master(card) else None
        ways = [way for way in self._ways(run, card, target, side) if way != here]
        if not ways:
            return False
        way = actions.choose_circles(run.table, player, card, ways, "to which circles?")
        return bool(actions.move_member(run.table, card, way, side))

    def _side(self, run: Run, card: CardId, target: m.Target | None) -> Player:
        """4.1.7: on whose circles a member is moved: those that the words name, else its master's."""
        if isinstance(target, m.Selector) and target.whose not in ("", "any"):
            return self.players(target.whose, run)[0]
        return zone_of_master(run.table, card) or run.table.master(card)

    def _ways(self, run: Run, card: CardId, target: m.Target | None, player: Player) -> list[tuple[str, ...]]:
        """The sets of a player's circles that a card's territory and the words allow."""
        ways = territories(run.table, card, player) or []
        if target is None:
            return list(ways)
        if isinstance(target, m.Selector) and target.whose in ("", "any"):
            target = with_whose(target, "you" if player == run.you else "opponent")
        spots = self.spots(Sight.now(run.table), run, target)
        allowed = {CIRCLES[number - 1] for whose, number in spots if whose == player}
        if isinstance(target, m.Selector) and m.Empty() in target.filters:
            allowed |= set(circles_of(run.table, card) or ())  # its own are not in its way
            if not self._one_will_do(run.table, ways, allowed):
                return [way for way in ways if set(way) <= allowed]
        return [way for way in ways if set(way) <= allowed or (len(way) > 1 and set(way) & allowed)]

    def _one_will_do(self, table: Table, ways: Sequence[tuple[str, ...]], empty: set[str]) -> bool:
        """A-57: of a wide member every circle must be empty (2.10.3), or the one that is named."""
        partly = any(set(way) & empty and not set(way) <= empty for way in ways)
        return partly and table.reading("A-57") == "one-empty-is-enough"

    def _do_mobilize(self, run: Run, verb: Any, player: Player) -> None:
        run.count = 0
        orientation = None if verb.orientation is None else verb.orientation == "rest"
        for card in self.cards(run, verb.what, prompt="mobilize"):
            ways = self._ways(run, card, verb.to, player)
            if ways:
                run.count += self._mobilize(run, card, player, ways, orientation)
            else:
                run.table.cite("1.3.2")
                run.table.refuse("mobilize", "there is no circle for it", player, card)
        run.done = run.count > 0

    def _mobilize(
        self, run: Run, card: CardId, player: Player, ways: Sequence[tuple[str, ...]], rested: bool | None
    ) -> bool:
        """5.12.3.2: an effect asks for no requirement and no cost."""
        if not actions.is_free_by_effect(run.table, False):
            return False
        circles = actions.choose_circles(run.table, player, card, ways)
        return bool(actions.mobilize(run.table, player, card, circles, rested))

    def _do_stack(self, run: Run, verb: m.Stack, player: Player) -> None:
        what, table = verb.what, run.table
        off_the_deck = isinstance(what, m.Selector) and what.end == "top" and what.areas == ("deck",)
        cards = () if off_the_deck else self.cards(run, what, prompt="choose")
        hosts = self.cards(run, verb.onto, prompt="to which?")
        if not hosts or not (cards or off_the_deck):
            run.count, run.done = 0, False
            return
        attach = partial(self._attach, verb, hosts[0])
        if isinstance(what, m.Selector) and off_the_deck:
            n = self.amount(getattr(what.quantity, "n", 1), run)
            taken = from_deck(table, player, n, lambda table, card: attach(table, [card]))
        else:
            attach(table, cards)
            taken = list(cards)
        taken = [card for card in taken if area_name(table.card(card).area) != "deck"]
        run.count, run.done = len(taken), bool(taken)

    def _attach(self, verb: m.Stack, host: CardId, table: Table, cards: Sequence[CardId]) -> None:
        """4.15.2: only a member on a circle has a soul; to what a card can be set, setting asks itself."""
        if verb.how == "set":
            for card in cards:
                actions.set_to(table, card, host, verb.face == "down")
        elif area_name(table.card(host).area) in CIRCLES:
            actions.put_into_soul(table, [card for card in cards if card != host], host)

    def _do_orient(self, run: Run, verb: m.Orient, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt=verb.orientation)
        turned = actions.turn(run.table, cards, rested=verb.orientation == "rest") or []
        run.count, run.done = len(turned), bool(turned)

    def _do_flip(self, run: Run, verb: m.Flip, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt=f"turn face {verb.face}")
        if verb.face == "down":
            turned = actions.turn_face(run.table, cards, down=True) or []
            for gate in turned:
                run.table.mark(gate, "destroyed", None)
        else:
            turned = turn_gates_up(run.table, cards)
        run.count, run.done = len(turned), bool(turned)

    def _do_change_number(self, run: Run, verb: m.ChangeNumber, player: Player) -> None:
        keys = {
            "maximum level": "extra level", "attack count": "extra attacks",
            "refresh points": "refresh points",
        }  # fmt: skip
        if verb.number not in keys:
            raise NoMeaning(f"{self.game} has no number {verb.number!r}")
        n = self.amount(verb.amount, run)
        for whose in self.players(verb.whose, run):
            lasting = f"{whose}.{keys[verb.number]}"
            key = lasting if verb.duration is None else f"{lasting} this turn"
            base = self._by_rule(run.table, verb.number, whose)
            base += run.table.number(lasting) if verb.duration else 0
            now = run.table.number(key)
            wanted = {"plus": now + n, "minus": now - n, "set": n - base}[verb.how]
            run.done = run.table.set_number(key, wanted)

    def _by_rule(self, table: Table, number: str, player: Player) -> int:
        """What a number of a player is without any effect: 4.7.2, 8.2.3."""
        if number == "maximum level":
            return 4
        return len(face_up_levels(table, player)) if number == "attack count" else 0

    def _do_win(self, run: Run, verb: m.Win, player: Player) -> None:
        decide_by_effect(run.table, player, wins=True)

    def _do_lose(self, run: Run, verb: m.LoseGame, player: Player) -> None:
        decide_by_effect(run.table, player, wins=False)

    def _do_swap(self, run: Run, verb: m.Swap, player: Player) -> None:
        one, other = self.cards(run, verb.one), self.cards(run, verb.other, prompt="with which?")
        run.done = bool(one and other) and bool(actions.exchange(run.table, one[0], other[0]))

    def _do_pay(self, run: Run, verb: m.Pay, player: Player) -> None:
        """9.4.3: a circled number of stock cards; with fewer in the zone nothing is paid (5.22.3)."""
        n = self.amount(verb.n, run)
        if not actions.can_pay_all(run.table, [len(run.table.pile(f"{player}.stock")) >= n]):
            run.table.refuse("pay", "there are too few cards in the stock zone", player)
            run.count, run.done = 0, False
            return
        gone = actions.drop(run.table, top_of_stock(run.table, player, n) or ()) or []
        run.count, run.done = len(gone), len(gone) == n

    def _do_perform(self, run: Run, verb: m.Perform, player: Player) -> None:
        does = self.PERFORMS.get(verb.action)
        if does is None:
            raise NoMeaning(f"{self.game} has no action {verb.action!r}")
        does(self, run, verb, player)

    def _trance(self, run: Run, verb: m.Perform, player: Player) -> None:
        """A-10: a trance by effect owes nothing, and leaves the one of the turn open."""
        table = run.table
        if table.reading("A-10") == "effect-uses-turn":
            table.tally(f"{player}.trances this turn")
        materials = None
        if verb.what is not None:
            chosen = self.cards(run, verb.what, prompt="trance with which?")
            materials = self._materials_with(table, player, chosen)
            if materials is None:
                table.refuse("trance", "it has no partner on the circles, or is none itself", player)
                run.done = False
                return
        run.done = bool(actions.trance(table, player, False, materials))

    def _materials_with(
        self, table: Table, player: Player, chosen: Sequence[CardId]
    ) -> tuple[CardId, CardId] | None:
        """5.13.1.1: a certain logicalist or foreigner on one's circles, and a partner for it."""
        logicalists, foreigners = (
            actions.materials_of(table, player, kind) for kind in ("logicalist", "foreigner")
        )
        for card in chosen[:1]:
            if card in logicalists and foreigners:
                return card, table.choose(player, foreigners, "which foreigner?")[0]
            if card in foreigners and logicalists:
                return table.choose(player, logicalists, "which logicalist?")[0], card
        return None

    def _level_boost(self, run: Run, verb: m.Perform, player: Player) -> None:
        table = run.table
        able = [c for c in table.pile(f"{player}.level") if actions.can_be_boosted(table, c)]
        chosen = table.choose(player, able, "which level card?")
        run.done = bool(chosen) and table.propose("level boost", chosen[0], player)
        if run.done:
            actions.level_boost(table, player, chosen[0])

    def _luck_drive(self, run: Run, verb: m.Perform, player: Player) -> None:
        run.done = len(run.table.pile(f"{player}.stock")) >= 3
        if run.done or run.table.reading("A-04") == "as-much-as-possible":
            actions.luck_drive(run.table, player)

    def _definition(self, run: Run, verb: m.Perform, player: Player) -> None:
        hand = run.table.pile(f"{player}.hand")
        chosen = run.table.choose(player, hand, "which card do you define?")
        run.done = bool(chosen) and bool(actions.define_logic(run.table, player, chosen[0]))

    def _refresh(self, run: Run, verb: m.Perform, player: Player) -> None:
        actions.refresh(run.table, player)

    def _reshuffle(self, run: Run, verb: m.Perform, player: Player) -> None:
        actions.reshuffle(run.table, player)

    def _intercept(self, run: Run, verb: m.Perform, player: Player) -> None:
        cards: Sequence[CardId] = ()
        if isinstance(verb.what, m.Selector):
            found = self.candidates(Sight.now(run.table), run, verb.what)
            able = [card for card in found if run.table.peek(card, "intercept")]
            cards = self.take(run, self.chooser(run, verb.what), able, verb.what, "intercept with")
        elif verb.what is not None:
            cards = self.cards(run, verb.what)
        gone = actions.intercept(run.table, player, cards) or []
        for card in gone:
            run.table.mark(card, "lends power")
        tell_intercepts(run.table, player, gone)
        run.done = bool(gone)

    PERFORMS: ClassVar[dict[str, Callable[..., None]]] = {
        "trance": _trance, "level boost": _level_boost, "luck drive": _luck_drive,
        "logic definition": _definition, "refresh": _refresh, "reshuffle": _reshuffle,
        "intercept": _intercept,
    }  # fmt: skip

    def _do_use(self, run: Run, verb: m.UseAbility, player: Player) -> None:
        """11.4.2.1"""
        for card in self.cards(run, verb.what, prompt=f"whose {verb.kind}?"):
            run.done = play_by_effect(run.table, player, card, verb.kind, verb.free)

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        m.Draw: _do_draw, m.DrawUntil: _do_draw_until, m.Discard: _do_discard,
        m.DiscardDownTo: _do_discard_down,
        m.Look: _do_look, m.Reveal: _do_reveal, m.Search: _do_search, m.Shuffle: _do_shuffle,
        m.Destroy: _do_destroy, m.Move: _do_move, m.Play: _do_mobilize, m.Mobilize: _do_mobilize,
        m.Stack: _do_stack, m.Orient: _do_orient, m.Flip: _do_flip, m.ChangeNumber: _do_change_number,
        m.Win: _do_win, m.LoseGame: _do_lose, m.Swap: _do_swap, m.Pay: _do_pay, m.Perform: _do_perform,
        m.UseAbility: _do_use,
    }  # fmt: skip


def is_meant(kind: str, ability: Ability) -> bool:
    """Whether an ability is of the kind that cannot be used: by its type icon, by its keyword, or any."""
    drive = isinstance(ability.data, Use) and ability.data.logic_drive
    tests = {
        "abilities": True, "logic drive": drive, "auto": isinstance(ability, Automatic),
        "act": isinstance(ability, Activated) and not drive,
        "cont": not isinstance(ability, Automatic | Activated),
        "covenant": ability.clause == "11.2.1", "vanguard": ability.clause == "11.3.1",
    }  # fmt: skip
    return bool(tests[kind])


class Memory(Sight):
    """The table as it is, with one card as it was when it left the field."""

    __slots__ = ("former",)

    def __init__(self, sight: Sight, former: Former) -> None:
        super().__init__(sight.table, sight.board)
        self.former = former

    def card(self, card: int) -> Card:
        return self.former.card if card == self.former.card.id else super().card(card)

    def value(self, card: int, name: str) -> Any:
        return fact(self.former.values, name) if card == self.former.card.id else super().value(card, name)

    def master(self, card: int) -> Player:
        if card == self.former.card.id:
            return Player(str(fact(self.former.values, "master", self.former.card.owner)))
        return super().master(card)


def is_for_each(draw: m.Draw, ability: m.Ability) -> bool:
    """Whether a number of cards is drawn "for each": 12.5.1 is about those words, and as many as there are of
    something (5.6.2) comes to the same number without them."""
    if not isinstance(draw.n, m.Times | m.Count | m.PlayerNumber):
        return False
    printed = sentence_of(
        draw, ability
    )  # nothing is printed of an ability given as data: its words are these
    return not printed or "for each" in printed or "for every" in printed


def sentence_of(draw: m.Draw, ability: m.Ability) -> str:
    """What is printed of a draw: the sentence with its place among those that draw, or the whole text."""
    printed = ability.text.lower()
    sentences = [sentence for sentence in printed.split(".") if "draw" in sentence]
    draws = [verb for verb in walk(ability) if isinstance(verb, m.Draw)]
    at = next((at for at, verb in enumerate(draws) if verb is draw), None)
    return printed if at is None or len(sentences) != len(draws) else sentences[at]


def is_given_later(board: Board, source: Source, card: CardId) -> bool:
    """Whether an effect that is younger than the one of `source` gives a card an ability."""
    return any(
        change.card == card and change.op == "gain"
        for modifier, younger in board.table.working_modifiers(board)
        if younger.stamp > source.stamp and modifier.data != TAKES and "abilities" in modifier.properties
        for change in (modifier.changes(board, younger) if modifier.changes is not None else ())
    )


def is_still_there(table: Table, card: CardId, where: str) -> bool:
    """4.1.5: whether a card is still the one that was chosen there."""
    return card in table.state.cards and not changes_zone(where, table.card(card).area)


def last_on_field(state: State, card: CardId, where: str) -> list[Ref]:
    """A card that was on the field when it was spoken of and is no longer: the last object it was there."""
    now = state.cards.get(card)
    if now is None or area_name(where) not in FIELD or area_name(now.area) in FIELD:
        return []
    earlier = (Ref(card, number) for number in range(now.object - 1, -1, -1))
    last = next((ref for ref in earlier if ref in state.former), None)
    return [] if last is None else [last]


def zone_name(where: str) -> str:
    return "soul" if host_of(where) is not None else area_name(where)


def with_filters(selector: m.Selector, filters: tuple[Any, ...]) -> m.Selector:
    return m.Selector(
        selector.quantity, selector.whose, selector.areas, selector.end, selector.types, filters,
        selector.chooser, selector.bind,
    )  # fmt: skip


def with_whose(selector: m.Selector, whose: m.Who) -> m.Selector:
    return m.Selector(
        selector.quantity, whose, selector.areas, selector.end, selector.types, selector.filters,
        selector.chooser, selector.bind,
    )  # fmt: skip


def to_choose(verb: Any, anybody: bool = False) -> m.Selector | None:
    """The target of an instruction, if its master has to choose it, or anybody has."""
    what = getattr(verb, "what", None)
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly | m.UpTo):
        return None
    if getattr(verb, "who", "you") != "you" and not anybody:
        return None
    if what.end is not None or what.chooser == "random" or "circle" in what.types:
        return None
    return None if any(isinstance(f, m.Among) for f in what.filters) or isinstance(verb, m.Search) else what


def needed(dialect: LuckAndLogic, run: Run, what: m.Target) -> int:
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly):
        return dialect.amount(what.quantity.n, run)
    return 1


def without(parts: Sequence[Sequence[CardId]], cards: Collection[CardId]) -> list[list[CardId]]:
    return [[card for card in part if card not in cards] for part in parts]


def are_enough(parts: Sequence[Sequence[CardId]]) -> bool:
    """5.22.2: whether every part of a cost can have a card of its own, of those that it may be paid with."""
    payer: dict[CardId, int] = {}

    def find(part: int, tried: set[CardId]) -> bool:
        for card in parts[part]:
            if card not in tried:
                tried.add(card)
                if card not in payer or find(payer[card], tried):
                    payer[card] = part
                    return True
        return False

    return all(find(part, set()) for part in range(len(parts)))


def leaves_x_open(ability: m.Ability) -> bool:
    """Whether an ability has an X and does not say what it is."""
    said = {letter.letter for letter in ability.letters}
    parts = (*ability.costs, *ability.body)
    return any(isinstance(node, m.Unknown) and node.letter not in said for node in walk(parts))


def deck_cards(ability: m.Ability, x: int = 0) -> int:
    """How many cards the cost of an ability takes from the top of the deck."""
    total = 0
    for verb in ability.costs:
        what = getattr(verb, "what", None)
        if isinstance(what, m.Selector) and what.end == "top" and what.areas == ("deck",):
            n = getattr(what.quantity, "n", 1)
            total += n if isinstance(n, int) else x if isinstance(n, m.Unknown) else 0
    return total


def named_in(target: m.Target | None) -> str:
    for one in target.filters if isinstance(target, m.Selector) else ():
        if isinstance(one, m.Is):
            return one.values[0]
    return ""
