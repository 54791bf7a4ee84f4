"""Card text of the Godzilla Card Game: its areas, its triggers, its verbs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace as dataclass_replace
from typing import Any, ClassVar

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import (
    LASTING,
    Interpreter,
    NoMeaning,
    Run,
    Sight,
    Zone,
    compare,
    is_apart,
    subject_facts,
)
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Automatic, Moment, Proposal, Replacement, Source, Status
from judgekit.engine.events import Moved, Occurred, Played, Replaced, Vanished
from judgekit.engine.hidden import found_among, look_through
from judgekit.engine.state import (
    Card,
    CardId,
    Facts,
    Former,
    Player,
    Ref,
    area_name,
    area_player,
    fact,
    opponent,
    under,
)
from judgekit.engine.table import Table
from judgekit.games.godzilla import ch05_terms as terms
from judgekit.games.godzilla.ch01_overview import (
    choose_a_number,
    choose_hidden,
    decide_by_effect,
    each_player,
    is_nothing,
)
from judgekit.games.godzilla.ch02_card_information import by_color, by_name, by_trait
from judgekit.games.godzilla.ch03_player_information import (
    cards_under,
    find_monster,
    master_of_automatic,
    master_of_continuous,
    master_of_effect,
    position,
    set_rage,
    who_acts,
)
from judgekit.games.godzilla.ch04_areas import (
    counts_as_destroyed,
    follow,
    how_many,
    is_adjacent,
    is_before,
    is_beyond,
    is_empty,
    is_in_front,
    is_same_column,
    lies_right_of,
    need_not_be_found,
    outermost,
    put_in_order,
    whose_area,
)
from judgekit.games.godzilla.ch07_progression import (
    END_OF_TURN,
    NAMES,
    WaitsForTheEnd,
    had_its_end,
    total_counter_power,
)
from judgekit.games.godzilla.ch09_special_cards import (
    counts_as_a_card,
    is_called_token,
    is_token,
    make_a_token_disappear,
    tokens_away,
    trait_is_fixed,
)
from judgekit.games.godzilla.ch10_03_activity import (
    falls_asleep,
    is_optional_replacement,
    is_replacement,
    strategy_text_triggers,
)
from judgekit.games.godzilla.ch10_05_playing import (
    choose_options,
    choose_targets,
    counts_as_done,
    make_choices,
    may_do,
    perform_effect,
    zones_for,
)
from judgekit.games.godzilla.ch10_06_automatic import (
    Price,
    arrive_together,
    card_of_the_event,
    declined,
    last_stay,
    looked_at_before_it_left,
    only_once,
)
from judgekit.games.godzilla.ch10_08_effects import (
    can_be_done,
    do_once,
    final_information,
    fixed_set,
    information_on_arrival,
    never_happened,
    source_of,
    stamp_of_other,
    zone_it_was_in,
)
from judgekit.games.godzilla.ch12_keywords import (
    BURST,
    KEYWORDS,
    burst_is_over,
    evolution,
)
from judgekit.games.godzilla.rules import (
    HIDDEN,
    INFORMATION,
    ZONES,
    is_by_an_effect,
    is_zone,
    zone_number,
)

Matcher = Callable[[Table, Moment, Source], Iterator[Facts]]
Trigger = tuple[Any, ...]  # engine events, matcher, and the timings if those are all it waits for
FIELD = tuple(f"zone {n}" for n in ZONES)
STRATEGY = ("strategy zone 1", "strategy zone 2")
PLAYED_HOW = ("played from", "played how")  # kept with an ability that asks how its card was played
COUNTED: dict[type[Any], str] = {
    m.Invades: "invasions", m.Countered: "counters", m.Drawn: "draws", m.Discarded: "discards",
}  # fmt: skip
KEPT = frozenset({"name", *INFORMATION})  # what is kept for a turn of each card played or destroyed in it
THIS_WAY: dict[type[Any], str] = {
    m.Destroyed: "destroyed", m.Discarded: "discarded", m.Played: "played", m.Advances: "advanced",
    m.Retreats: "retreated", m.Evolves: "evolved", m.Countered: "countered",
}  # fmt: skip
PROPOSED: dict[type[Any], str] = {
    m.Destroyed: "destroy", m.Drawn: "draw", m.Discarded: "discard", m.Advances: "advance",
    m.Retreats: "retreat", m.Countered: "counter", m.Moved: "move", m.Played: "play",
}  # fmt: skip
PLAYED_FROM = (
    "hand",
    "resolution",
    "discard pile",
    "deck",
    "monster deck",
)  # where a card waits to be played
RANK_WAYS = {"ignoring": "ignore rank", "as though": "play as rank"}
TYPES = {"battle card": "battle", "monster card": "monster", "strategy card": "strategy"}


EFFECTS = ("effect", "ability", "skill")  # words for what a card's text does


def limit_of_total(cause: m.Cause | None) -> m.Stat | None:
    """What a text says about the total counter power that does something."""
    filters = cause.source.filters if cause is not None and isinstance(cause.source, m.Selector) else ()
    return next((f for f in filters if isinstance(f, m.Stat) and f.stat == "total counter power"), None)


def total_compared(table: Table) -> int | None:
    """The total that is held against a threat level in the counter phase; none if an effect counters."""
    return None if effect_master(table) is not None else table.recall("total")


def was_taken_away(table: Table, card: CardId) -> bool:
    """Whether it was a rule action that moved a card last in this step, and not the effect itself."""
    interrupt = table.rules.number("11.1.2.1")
    for happened in reversed(table.happened):
        if isinstance(happened.event, Moved) and happened.event.card == card and happened.event.renewed:
            return interrupt in happened.path
    return False


class Recalled(Sight):
    """The table as it is, but for one card that has left: that one as it last was on the field."""

    __slots__ = ("former",)

    def __init__(self, table: Table, former: Former) -> None:
        super().__init__(table, table.board)
        self.former = former

    def card(self, card: int) -> Card:
        return self.former.card if card == self.former.card.id else super().card(card)

    def value(self, card: int, name: str) -> Any:
        if card == self.former.card.id and name in INFORMATION:
            return dict(self.former.values).get(name)
        return super().value(card, name)


def effect_master(table: Table) -> Player | None:
    """3.1.2.3: the master of the effect that is being performed; none if rules are at work."""
    at_work = effect_at_work(table)
    return None if at_work is None else at_work.player


def effect_source(table: Table) -> CardId | None:
    """The card of the ability that is being resolved; of a replacement it is not kept."""
    at_work = effect_at_work(table)
    return at_work.card if isinstance(at_work, Played) else None


def effect_at_work(table: Table) -> Played | Replaced | None:
    if not is_by_an_effect(table):
        return None
    for happened in reversed(table.happened):
        event = happened.event
        if isinstance(event, Replaced) or (isinstance(event, Played) and event.standby is not None):
            return event
    return None


def their(verb: m.Verb) -> m.Verb:
    """An instruction for each player as one for the player who performs it."""
    if getattr(verb, "who", "") != "each":
        return verb
    return msgspec.structs.replace(verb, who="their")


def opens_with_when(text: str) -> bool:
    """Whether a printed ability begins, after its labels, with "when" or "whenever"."""
    return re.sub(r"^(\s*[\[【][^\]】]*[\]】])+", "", text).strip().lower().startswith("when")


def told_by_instead(made: Replacement) -> Replacement:
    """The word "instead" makes a replacement, unless the case goes by the word "when"."""
    inner = made.replaces

    def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
        fits = inner is not None and inner(table, source, proposal)
        return fits and table.reading("A-43") != "when-decides"

    return dataclass_replace(made, replaces=replaces)


def played_how(occurred: Occurred) -> tuple[str, str]:
    """From where and in which way a card was played; an ordinary play shows it in the resolution area first,
    and is a play from where it was before (5.11.3)."""
    origin, how = str(fact(occurred.facts, "from", "")), str(fact(occurred.facts, "how", ""))
    return (how, how) if origin == "resolution" and how != "played" else (origin, how)


class Godzilla(Interpreter):
    game = "godzilla"
    GROUPS = (m.Together, m.Outermost, m.Empty)
    STATES = frozenset({"token", "tokens", "invading", "engaging", "topmost", "revealed"})
    NEAR = frozenset(
        {
            "same column", "same zone", "same zone number", "adjacent", "in front", "behind", "before",
            "beyond", "left", "right", "on",
        }
    )  # fmt: skip
    REPLACES = tuple(PROPOSED)
    RECORDS = frozenset(
        [f"{kind.__name__} turn" for kind in COUNTED] + [f"{kind.__name__} effect" for kind in THIS_WAY]
        + ["Played turn", "Destroyed turn", "Played game"]
    )  # fmt: skip
    STACKS = frozenset({"under"})
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset(), "Until.end": frozenset({"turn", *NAMES}),
        "Holding.where": frozenset({"in", "under"}),
        "UseAbility.kind": frozenset({"card"}),
        "PlayCost.way": frozenset({"free", "less", "as though", "ignoring"}),
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Shuffle.what", "Stack.face", "Play.orientation", "Play.negated", "ChangeNumber.duration",
        "CreateToken.orientation", "UseAbility.free", "TreatAs.optional", "Prohibit.times",
        "Prohibit.unless",
    })  # fmt: skip
    value_layer = "10.8.1.5"
    other_layer = "10.8.1.3"
    ability_layer = "10.8.1.2"
    clause_of: ClassVar[dict[str, str]] = {
        "automatic": "10.1.1.1", "continuous": "10.1.1.2", "replacement": "10.2.1.3", "effect": "10.2.1.2",
    }  # fmt: skip
    acts: ClassVar[dict[str, str]] = {
        "be destroyed": "destroy", "destroy": "destroy", "advance": "advance", "be advanced": "advance",
        "retreat": "retreat", "be retreated": "retreat", "be countered": "counter", "be played": "play",
        "play": "play", "draw": "draw", "invade": "invade", "be moved": "move", "move": "move",
        "discard": "discard",
        "be discarded": "discard", "evolve": "evolve", "leave": "move", "activate": "activate", "win": "win",
        "lose": "lose", "play from hand": "play", "gain rage": "gain rage", "be crushed": "destroy",
        "be chosen": "choose",
    }  # fmt: skip

    # areas and cards

    def area_names(self, area: str) -> Sequence[str]:
        names = {"field": FIELD, "strategy zone": STRATEGY, "zone": FIELD, "resolution area": ("resolution",)}
        return names.get(area, (area,))

    def is_shared(self, where: str) -> bool:
        return where == "resolution"

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """4.3, 3.3.4: battle and monster cards on the field, strategy cards in their zones."""
        if types and all(kind == "strategy card" for kind in types):
            return ("strategy zone",)
        return ("field",) if not types or "card" not in types else ("field", "strategy zone")

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        return super().players(who or "any", run)

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        below = next((f for f in selector.filters if isinstance(f, m.Under)), None)
        if below is not None:
            for host in self.pointed_at(sight, run, below.what):
                yield from cards_under(run.table, sight.pile(under(host))) or ()
            return
        did = next((f for f in selector.filters if isinstance(f, m.Did)), None)
        if did is not None and not selector.areas:
            yield from dict.fromkeys(self._this_way(run, did.event))
            return
        if selector.whose in ("you", "opponent") and not selector.areas and tokens_away(run.table):
            everywhere = super().places(sight, run, msgspec.structs.replace(selector, whose="any"))
            masters = self.players(selector.whose, run)
            yield from (card for card in everywhere if sight.master(card) in masters)
            return
        if selector.whose == "" and selector.areas and "field" not in selector.areas:
            for area in selector.areas:
                for name in self.area_names(area):
                    where = name if self.is_shared(name) else whose_area(run.table, name, run.you)
                    yield from self._pile(sight, where, selector)
            return
        yield from super().places(sight, run, selector)

    def _pile(self, sight: Sight, where: str, selector: m.Selector) -> tuple[CardId, ...]:
        pile = sight.pile(where)
        return pile[::-1] if selector.end == "bottom" else pile

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        groups = [f for f in selector.filters if isinstance(f, m.Extreme | m.Outermost)]
        if not groups:
            yield from super().candidates(sight, run, selector)
            return
        plain = m.Selector(
            selector.quantity, selector.whose, selector.areas, selector.end, selector.types,
            tuple(f for f in selector.filters if f not in groups), selector.chooser, selector.bind,
        )  # fmt: skip
        found = list(super().candidates(sight, run, plain))
        for group in groups:
            found = self._best(sight, run, group, found)
        yield from found

    def _best(self, sight: Sight, run: Run, group: Any, found: list[CardId]) -> list[CardId]:
        if isinstance(group, m.Outermost):
            return outermost(run.table, run.you, found, group.which == "rightmost") or []
        values = {card: self.stat(sight, run, card, group.stat) or 0 for card in found}
        best = (max if group.which == "highest" else min)(values.values(), default=0)
        return [card for card in found if values[card] == best]

    def fits(
        self, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
    ) -> bool:
        if selector.whose == "":
            selector = m.Selector(
                selector.quantity, "any", selector.areas, selector.end, selector.types, selector.filters,
                selector.chooser, selector.bind,
            )  # fmt: skip
        return super().fits(sight, run, selector, card, skip_areas)

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        """3.3.4: a monster card on the field is the invading monster; 9.1.5.1: tokens by their trait."""
        if kind == "token":
            return is_called_token(run.table, sight.value(card, "traits") or ())
        if kind in ("invading monster", "opposing monster"):
            mine = kind == "invading monster" or sight.master(card) != run.you
            return bool(sight.card(card).mark("invading")) and mine
        if is_token(run.table, card) and not counts_as_a_card(run.table, card):
            return False
        return kind == "card" or sight.value(card, "type") == TYPES.get(kind, kind)

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        """2.1.3, 2.5.3: a name in quotation marks, a trait in its brackets; 2.4.5: gold is three colors."""
        held = super().values(sight, card, what)
        read = {"name": by_name, "traits": by_trait, "colors": by_color}.get(self.property_name(what))
        return held if read is None else list(read(sight.table, held) or held)

    def pointed_at(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        """4.1.4.1: the effect that moved a card may go on speaking of it."""
        cards = super().pointed_at(sight, run, target)
        if isinstance(target, m.Subject):
            return tuple(c for c in cards if self._is_the_same(run, c, self._stay(run, c)))
        if not isinstance(target, m.Bound):
            return cards
        return tuple(c for c in cards if self._is_followed(sight, run, c))

    def _is_the_same(self, run: Run, card: CardId, stay: int | None) -> bool:
        """4.1.4: a card that has gone elsewhere before the ability is carried out is another one."""
        then = (run.began or run.table.state).cards.get(card)
        return stay is None or (then is not None and then.object == stay)

    def _is_followed(self, sight: Sight, run: Run, card: CardId) -> bool:
        there = sight.state.cards.get(card)
        was = run.places.get(card)
        if there is None or was is None or was == there.area:
            return there is not None and self._is_the_same(run, card, self._stay(run, card))
        return not was_taken_away(run.table, card) and follow(run.table, card) is not None

    def _stay(self, run: Run, card: CardId) -> int | None:
        """Which object a card was when an ability was set off by it, or a timed trigger made about it."""
        kept = run.fact("stays", ())
        return next((n for c, n in zip(kept[::2], kept[1::2], strict=True) if c == card), None)

    def cards(self, run: Run, target: m.Target, choose: bool = True, prompt: str = "") -> tuple[CardId, ...]:
        """What was chosen before the first instruction, if no rule action has taken it away since."""
        found = super().cards(run, target, choose, prompt)
        early = isinstance(target, m.Selector) and id(target) in run.early
        return tuple(c for c in found if not was_taken_away(run.table, c)) if early else found

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        if state in ("token", "tokens"):
            return is_called_token(run.table, sight.value(card, "traits") or ())
        if state == "invading":
            return bool(sight.card(card).mark("invading"))
        if state == "engaging":
            return not run.table.has_status("cannot engage", card)
        if state == "topmost":
            return not sight.card(card).area.startswith("under.")
        if state == "revealed":
            return bool(sight.card(card).mark("revealed"))
        return super().has_state(sight, run, state, card)

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        if stat == "zone number":
            return zone_number(sight.card(card).area)
        if stat == "cards under":
            return len(cards_under(run.table, sight.pile(under(card))) or ())
        value = sight.value(card, stat)
        return None if value is None else int(value)

    def amount(self, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None) -> int:
        if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.This | m.Subject):
            return self._final(amount, run, sight)
        if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.Bound):
            return self._final_of_taken(amount.stat, amount.what, run, sight or Sight.now(run.table))
        return super().amount(amount, run, sight, card)

    def _final_of_taken(self, stat: str, what: m.Bound, run: Run, sight: Sight) -> int:
        """10.10: of the cards that the effect took, each as it is, or as it last was on the field."""
        left = self._left_meanwhile(run, what)
        gone = [final_information(run.table, stay, stat) or 0 for stay in left.values()]
        here = [c for c in self.known(sight, run, what) if c not in left]
        return sum(gone) + sum(self.stat(sight, run, card, stat) or 0 for card in here)

    def _left_meanwhile(self, run: Run, what: m.Bound) -> dict[CardId, Ref]:
        """Of the cards that the effect took, those that have left the field since it began: last stays."""
        left = {}
        for card in run.bound.get(what.n, ()):
            now, stay = run.table.state.cards.get(card), last_stay(run.table, card)
            then = run.began.cards.get(card) if run.began is not None else now
            back = now is not None and counts_as_destroyed(now.area)
            if stay is not None and not back and stay.object >= (then.object if then is not None else 0):
                left[card] = stay
        return left

    def _final(self, amount: m.ValueOf, run: Run, sight: Sight | None) -> int:
        """10.10, 10.6.4.1: of a card that has left, what it last was."""
        if isinstance(amount.what, m.This) and run.table.state.current(run.source.card) is None:
            return int(final_information(run.table, run.source.card, amount.stat) or 0)
        was = self._as_it_was(run, amount.what) if amount.stat != "zone number" else None
        if was is not None:
            return self.stat(was, run, was.former.card.id, amount.stat) or 0
        return super().amount(amount, run, sight)

    def _as_it_was(self, run: Run, what: m.Target) -> Recalled | None:
        """The card of an ability, the one that set it off by leaving, or the one that the effect took, if it
        is no longer where it was."""
        table = run.table
        ref: Ref | None = run.source.card
        if isinstance(what, m.Bound):
            taken, left = run.bound.get(what.n, ()), self._left_meanwhile(run, what)
            ref = left.get(taken[0]) if len(taken) == 1 else None
            if ref is not None:
                table.cite("10.10.1", "10.10.1.2")
        if isinstance(what, m.Subject):
            card = run.fact("subject") if self._waits_for_leaving(run.ability.trigger) else None
            ref = last_stay(table, card) if card is not None else None
        if ref is None or table.state.current(ref) is not None or ref not in table.state.former:
            return None
        former = table.state.former[ref]
        if isinstance(what, m.Subject) and not looked_at_before_it_left(table, former.card):
            return None
        return Recalled(table, former)

    def _waits_for_leaving(self, trigger: m.Event | None) -> bool:
        """Whether an ability is set off by a card that leaves a zone or strategy zone."""
        if isinstance(trigger, m.EitherEvent):
            return any(self._waits_for_leaving(event) for event in trigger.events)
        if isinstance(trigger, m.Moved):
            return bool(set(trigger.origin) & {"field", "zone", "strategy zone"})
        return isinstance(trigger, m.Destroyed)

    def layer_of(self, name: str) -> str:
        return self.other_layer if name in ("traits", "colors", "name", "type") else self.value_layer

    def may_change(self, table: Table, name: str, value: str) -> bool:
        return name != "traits" or not trait_is_fixed(table, value)

    def zone_of(self, sight: Sight, card: CardId) -> Zone | None:
        where = sight.card(card).area
        number = zone_number(where)
        return (Player(where[0]), number) if number is not None else None

    def is_near(self, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
        table = run.table
        tests: dict[str, Callable[[], bool]] = {
            "same column": lambda: is_same_column(table, one, other),
            "same zone": lambda: one == other,
            "same zone number": lambda: one[1] == other[1],
            "adjacent": lambda: is_adjacent(table, one, other),
            "in front": lambda: is_in_front(table, one, other),
            "behind": lambda: is_in_front(table, other, one),
            "before": lambda: is_before(table, one, other),
            "beyond": lambda: is_beyond(table, one, other),
            "left": lambda: lies_right_of(table, run.you, other, one),
            "right": lambda: lies_right_of(table, run.you, one, other),
        }
        if relation not in tests:
            raise NoMeaning(f"{self.game} gives no meaning to {relation!r}")
        return bool(tests[relation]())

    def zones(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[Zone]:
        """Zones that the words fit."""
        whose = selector.whose if selector.whose not in ("", "any") else "each"
        for player in self.players(whose, run):
            for number in ZONES:
                if all(self._zone_passes(sight, run, f, (player, number)) for f in selector.filters):
                    yield player, number

    def _zone_passes(self, sight: Sight, run: Run, f: Any, zone: Zone) -> bool:
        if isinstance(f, m.Empty):
            return is_empty(run.table, *zone)
        if isinstance(f, m.Zones):
            return zone[1] in f.numbers
        if isinstance(f, m.Near) and f.relation == "on":
            return zone == self._zone_left(sight, run, f.of)
        if isinstance(f, m.Near):
            return any(
                self.is_near(sight, run, f.relation, zone, there) for there in self.spots(sight, run, f.of)
            )
        if isinstance(f, m.Holding):
            pile = sight.pile(f"{zone[0]}.zone {zone[1]}")
            return any(self.fits(sight, run, f.what, card) for card in pile)
        if isinstance(f, m.Not):
            return not self._zone_passes(sight, run, f.what, zone)
        if isinstance(f, m.OtherThan):
            return zone not in self.spots(sight, run, f.what)
        raise NoMeaning(f"{self.game} gives no meaning to {type(f).__name__} of a zone")

    def _zone_left(self, sight: Sight, run: Run, what: m.Target) -> Zone | None:
        """The zone that a card was in: the one it has now, or the last one it had."""
        ref = self._stay_in_a_zone(sight, run, what)
        if ref is None:
            return None
        if sight.state.current(ref) is not None:
            return self.zone_of(sight, ref.card)
        return zone_it_was_in(run.table, ref)

    def _stay_in_a_zone(self, sight: Sight, run: Run, what: m.Target) -> Ref | None:
        if isinstance(what, m.This):
            return run.source.card
        known = run.bound.get(what.n, ()) if isinstance(what, m.Bound) else (run.fact("subject"),)
        card = known[0] if known else None
        if card is None:
            return None
        here = sight.state.cards.get(card)
        return here.ref if here is not None and is_zone(here.area) else last_stay(run.table, card)

    def choose_zone(
        self, run: Run, target: m.Target | None, player: Player, taken: Sequence[int] = (),
        card: CardId | None = None, field: Player | None = None,
    ) -> int | None:  # fmt: skip
        """Where something is played by an effect: the zone given, or one to choose."""
        table = run.table
        numbers = self._numbers(run, target, field or player)
        if card is not None:
            numbers = zones_for(table, card, numbers)
        if not numbers:
            return None
        across = field not in (None, player)
        if len(numbers) == 1:
            return None if not across and terms.is_barred(table, player, numbers[0]) else numbers[0]
        clear = numbers if across else terms.zones_to_choose_from(table, player, numbers)
        free = terms.different_zones(table, clear, taken)
        with table.under("5.11.1.2"):
            return int(table.pick(run.performer, [(str(n), f"zone {n}") for n in free], "into which zone?"))

    def _numbers(self, run: Run, target: m.Target | None, player: Player) -> list[int]:
        """The zones of a player that the words leave; all of them if they name none."""
        if target is None:
            return list(ZONES)
        return [n for p, n in self.spots(Sight.now(run.table), run, target) if p == player]

    def choose_place(self, run: Run, target: m.Target | None, player: Player) -> int | None:
        """5.2.1: where something is moved by an effect; what bars playing a card bars no move."""
        numbers = self._numbers(run, target, player)
        if len(numbers) < 2:
            return numbers[0] if numbers else None
        with run.table.under("5.2.1"):
            return int(
                run.table.pick(run.performer, [(str(n), f"zone {n}") for n in numbers], "into which zone?")
            )

    def player_number(self, sight: Sight, player: Player, number: str) -> int:
        """The total that is being compared in the counter phase, or what it would be now."""
        if number != "total counter power":
            return super().player_number(sight, player, number)
        for frame in sight.state.frames:
            total = fact(frame.locals, "total")
            if total is not None and player == sight.state.turn_player:
                return int(total)
        return total_counter_power(sight.table, player)

    # conditions

    def holds(self, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
        """Of zones too something can be said; one named without saying whose is one's own."""
        what = condition.what if isinstance(condition, m.Matches) else None
        was = self._as_it_was(run, what) if isinstance(what, m.This | m.Subject | m.Bound) else None
        if was is not None and isinstance(condition, m.Matches):
            like, card = condition.like, was.former.card.id
            return self.fits(was, run, like, card, skip_areas=not like.areas and like.whose == "any")
        if (
            not isinstance(condition, m.Matches)
            or not isinstance(what, m.Selector)
            or "zone" not in what.types
        ):
            return super().holds(condition, run, sight)
        sight = sight or Sight.now(run.table)
        whose = what.whose if what.whose not in ("", "any") else "you"
        spots = self.zones(sight, run, msgspec.structs.replace(what, whose=whose))
        return all(self._zone_passes(sight, run, f, spot) for spot in spots for f in condition.like.filters)

    def is_phase(self, sight: Sight, phase: str) -> bool:
        order = {"start phase": "7.2", "main phase": "7.3", "counter phase": "7.4", "end phase": "7.5"}
        return any(frame.procedure == order.get(phase) for frame in sight.state.frames)

    def has_happened(self, sight: Sight, run: Run, condition: m.Happened) -> bool:
        event = condition.event
        if isinstance(event, m.Played) and isinstance(event.what, m.This):
            origin, how = (str(run.fact(name, "")) for name in PLAYED_HOW)
            return self._is_played_so(run.table, event, origin, how)
        if condition.period == "effect":
            return len(self._this_way(run, event)) >= condition.least
        what = getattr(event, "what", None)
        quantity = what.quantity if isinstance(what, m.Selector) else None
        least = self.amount(quantity.n, run, sight) if isinstance(quantity, m.AtLeast) else 1
        return self._times(sight, run, event) >= max(least, condition.least)

    def has_done(self, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
        return card in self._this_way(run, event)

    def _this_way(self, run: Run, event: Any) -> list[CardId]:
        """The cards to which an event came since the effect began."""
        since = (one.event for one in run.table.happened[run.since :])
        found = [one for one in since if isinstance(one, Occurred) and one.timing == THIS_WAY[type(event)]]
        what = getattr(event, "what", None)
        fits = self._anywhere(what) if isinstance(what, m.Selector) else m.Selector()
        sight = Sight.now(run.table)
        cards = [one.card for one in found if one.card is not None and one.card in sight.state.cards]
        return [card for card in cards if self.fits(sight, run, fits, card)]

    def senseless(self, ability: m.Ability) -> Iterator[str]:
        """What is remembered of a turn is how often, not of which cards; how a card was played, only while
        that sets its ability off."""
        yield from super().senseless(ability)
        for node in walk(ability):
            if not isinstance(node, m.Happened):
                continue
            event, period = node.event, node.period
            if self._is_about_this(event):
                if not isinstance(ability.trigger, m.Played) or not isinstance(ability.trigger.what, m.This):
                    yield "how this card was played is known only when it is played"
            elif period == "game" or (period == "turn" and not self._is_counted(event)):
                yield f"no such record is kept of {type(event).__name__}"

    def _is_counted(self, event: Any) -> bool:
        """Of cards played or destroyed this turn their information is kept, of other events the number."""
        what = getattr(event, "what", None)
        if getattr(event, "cause", None) is not None:
            return False
        if not isinstance(what, m.Selector):
            return type(event) in COUNTED
        bare = what == m.Selector(what.quantity, what.whose, types=what.types, filters=what.filters)
        if isinstance(event, m.Played | m.Destroyed):
            alike = not isinstance(event, m.Played) or event == m.Played(what, event.by)
            return bare and alike and all(self._is_kept(f) for f in what.filters)
        kinds = ((),) if isinstance(event, m.Discarded) else ((), ("monster card",))
        return bare and not what.filters and what.types in kinds

    def _is_kept(self, filter_: m.Filter) -> bool:
        """Whether what is kept of a card tells if it passed."""
        if isinstance(filter_, m.Not):
            return self._is_kept(filter_.what)
        if isinstance(filter_, m.Is):
            return not filter_.part and not filter_.every and self.property_name(filter_.what) in KEPT
        return isinstance(filter_, m.Stat) and isinstance(filter_.amount, int) and filter_.stat in KEPT

    def _times(self, sight: Sight, run: Run, event: Any) -> int:
        """How often something was done this turn; with a card, how often with such a card."""
        who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
        what = getattr(event, "what", None)
        if isinstance(what, m.Selector) and what.whose not in ("", "any"):
            who = what.whose
        if isinstance(what, m.This):
            who = "you"
        if isinstance(event, m.Played | m.Destroyed):
            done = "played" if isinstance(event, m.Played) else "destroyed"
            return sum(self._such_cards(sight, player, done, what) for player in self.players(who, run))
        name = COUNTED[type(event)]
        return sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))

    def _such_cards(self, sight: Sight, player: Player, done: str, what: m.Target | None) -> int:
        """With how many cards of a description something was done this turn, as they were at that moment."""
        types = what.types if isinstance(what, m.Selector) else ()
        filters = what.filters if isinstance(what, m.Selector) else ()
        if not filters:
            kinds = [TYPES[kind] for kind in types if kind in TYPES] or list(TYPES.values())
            return sum(sight.state.number(f"{player}.{kind} cards {done} this turn") for kind in kinds)
        start, found = f"{player}.{done}|", 0
        for key, n in sight.state.numbers.items():
            if key.startswith(start):
                told = key.removeprefix(start).removesuffix(" this turn").split("|")
                found += n * self._was_such(dict(part.split("=", 1) for part in told), types, filters)
        return found

    def _was_such(self, known: dict[str, str], types: Sequence[str], filters: Sequence[m.Filter]) -> bool:
        kinds = [TYPES[kind] for kind in types if kind in TYPES]
        if kinds and known.get("type") not in kinds:
            return False
        return all(self._was_so(known, one) for one in filters)

    def _was_so(self, known: dict[str, str], one: m.Filter) -> bool:
        if isinstance(one, m.Not):
            return not self._was_so(known, one.what)
        if isinstance(one, m.Is):
            held = known.get(self.property_name(one.what), "").lower().split(", ")
            return any(value.lower() in held for value in one.values)
        if isinstance(one, m.Stat) and isinstance(one.amount, int):
            return one.stat in known and compare(int(known[one.stat]), one.compare, one.amount)
        raise NoMeaning(f"{self.game} keeps no record of {type(one).__name__} for a whole turn")

    def areas_of_ability(self, ability: m.Ability) -> tuple[str, ...]:
        """10.3.4.1: one that speaks of its card leaving another area than the field works there; 10.3.4.1.1:
        one that speaks of its card being played works as that happens."""
        named = super().areas_of_ability(ability)
        trigger = ability.trigger
        if isinstance(trigger, m.Discarded) and isinstance(trigger.what, m.This):
            return (*named, "hand")
        if trigger is None and self._is_about_playing_it(ability):
            return (*named, *PLAYED_FROM)
        if isinstance(trigger, m.Moved) and isinstance(trigger.what, m.This):
            away = [area for area in trigger.origin if area not in ("field", "zone", "strategy zone")]
            return (*named, *(name for area in away for name in self.area_names(area)))
        return named

    def activity_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        """Awakening and whose turn it is make an ability inactive; other conditions are read on resolving."""
        gates = {"awakening": m.Compare, "your turn": m.DuringTurn, "opponent's turn": m.DuringTurn}
        kinds = tuple(kind for label, kind in gates.items() if label in ability.labels)
        return tuple(c for c in ability.conditions if kinds and isinstance(c, kinds))

    # what a card says about how it is played, or where it begins

    def compile(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        """6.3.1.6.1: a monster's own text can give it another zone to start in."""
        for verb in ability.body:
            if isinstance(verb, m.DeckRule) and verb.rule == "start in zone":
                properties["starting zone"] = verb.n
        return super().compile(ability, address, properties)

    def _is_about_playing_it(self, ability: m.Ability) -> bool:
        verbs = [one for verb in ability.body for one in (verb.then if isinstance(verb, m.If) else (verb,))]
        return any(
            isinstance(verb, m.Permit | m.Prohibit)
            and isinstance(verb.what, m.This)
            and verb.act.verb == "be played"
            for verb in verbs
        )

    # keywords

    def keyword(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        word = ability.keyword
        assert word is not None
        if word.name == "burst":
            if self.rules.number("12.5.2") is not None:
                properties["burst"] = word.number
            self.inner.setdefault(BURST, burst_is_over())
            return []
        if word.name == "evolution":
            return [self._evolution(word, address)]
        if word.name == "resonance":
            return []  # it speaks of deck construction only
        if word.name in KEYWORDS:
            return [
                Automatic(address, self.rules_clause(word.name), f"[{word.name.title()}]")
            ]  # with no effect
        return super().keyword(ability, address, properties)

    def _evolution(self, word: m.Keyword, address: str) -> Automatic:
        rank, trait = int(word.number or 0), word.values[0]  # type: ignore[arg-type]

        def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            event = moment.event
            if isinstance(event, Occurred) and event.timing == "beginning of the main phase":
                if event.player == source.player:
                    yield ()

        def resolve(table: Table, waiting: Any) -> None:
            perform_effect(table, lambda: evolution(table, waiting.player, waiting.source, rank, trait))

        text = f"[Evolution {rank}] «{trait}»"
        return Automatic(
            address,
            "12.6.2",
            text,
            on=(Occurred,),
            fulfilled=fulfilled,
            resolve=resolve,
            timings=frozenset({"beginning of the main phase"}),
        )

    def labelled(self, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
        make = KEYWORDS.get(label)
        if make is None:
            return [made]
        if self.rules.number(self.rules_clause(label)) is None:
            return []
        result = make(made)
        return result if isinstance(result, list) else [result]

    def rules_clause(self, label: str) -> str:
        clauses = {"enter": "12.2.2", "when invading": "12.3.2", "awakening": "12.4.2", "revenge": "12.7.2"}
        return clauses.get(label, "12.9.2")

    def keep(self, ability: m.Ability) -> Any:
        trigger = ability.trigger
        if isinstance(trigger, m.PhaseMoment) and (trigger.moment, trigger.phase) == ("end", "turn"):
            waited: m.PhaseMoment = trigger

            def means(table: Table, source: Source) -> bool:
                return self._is_that_end(self.run(table, source, ability), waited, table.turn_player)

            return WaitsForTheEnd(means)
        if ability.costs:
            return Price(lambda table, source: self.possible(self.run(table, source, ability), ability.costs))
        return None

    # triggers

    def trigger(self, event: m.Event, ability: m.Ability) -> Trigger:
        make = self.TRIGGERS.get(type(event))
        if make is None:
            return super().trigger(event, ability)
        on, matches, *timings = make(self, event, ability)

        def told(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            for facts in matches(table, moment, source):
                card = moment.after.cards.get(fact(facts, "subject"))
                yield facts if card is None else (*facts, ("stays", (card.id, card.object)))

        return on, told, *timings

    def _occurs(
        self, timing: str, ability: m.Ability, test: Callable[[Run, Moment, Occurred], bool],
        more: Callable[[Occurred], dict[str, Any]] = lambda occurred: {}, others: tuple[str, ...] = (),
    ) -> Trigger:  # fmt: skip
        """Waits for a moment that rules name, or for one of several."""
        timings = (timing, *others)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            event = moment.event
            if isinstance(event, Occurred) and event.timing in timings:
                run = self.run(table, source, ability)
                master_of_automatic(table, source)
                if test(run, moment, event):
                    other = fact(event.facts, "into")
                    yield subject_facts(event.card, event.player, object=other, **more(event))

        return (Occurred,), matches, timings

    def is_subject(self, run: Run, moment: Moment, target: m.Target | None, card: CardId | None) -> bool:
        """Whether the card of an event is the one that is waited for, by the information that counts."""
        if target is None or isinstance(target, m.Player):
            return True
        if card is None:
            return False
        if isinstance(target, m.This):
            return card == run.source.card.card
        self._saw_it_arrive(run, moment)
        seen = card_of_the_event(run.table, moment, card)
        if seen is None:
            return False
        before = moment.before.cards.get(card)
        state = moment.before if seen is before else moment.after
        sight = Sight.of(run.table, state)
        if card in run.table.state.cards:
            information_on_arrival(run.table, card, "type")
        if isinstance(target, m.Selector):
            return self.fits(sight, run, self._anywhere(target), card)
        return card in self.pointed_at(sight, run, target)

    def _saw_it_arrive(self, run: Run, moment: Moment) -> None:
        own = run.source.card.card
        before, after = moment.before.cards.get(own), moment.after.cards.get(own)
        if after is not None and (before is None or before.area != after.area):
            arrive_together(run.table, moment, own)

    def _anywhere(self, selector: m.Selector) -> m.Selector:
        return m.Selector(selector.quantity, selector.whose, (), None, selector.types, selector.filters)

    def _by(self, run: Run, who: str, player: Player | None) -> bool:
        return who in ("any", "") or player in self.players(who, run)

    def _phase(self, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
        if (event.moment, event.phase) == ("end", "turn"):
            return self._end_of_turn(event, ability)
        if event.moment != "beginning" or not event.phase.endswith("phase"):
            raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return self._by(run, event.whose, occurred.player) and self._is_automatic(run, ability)

        return self._occurs(f"beginning of the {event.phase}", ability, test)

    def _is_automatic(self, run: Run, ability: m.Ability) -> bool:
        """Of a printed text that opens with a moment; one that an effect made is automatic in any case."""
        return not ability.text or run.table.reading("A-43") != "when-only"

    def _end_of_turn(self, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
        """Once for each ability, in the turn it means."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            occurred = moment.event
            if not isinstance(occurred, Occurred) or occurred.timing != END_OF_TURN:
                return
            run = self.run(table, source, ability)
            key = had_its_end(table.pool.ability(source.what), source)
            if self._is_that_end(run, event, occurred.player) and not table.number(key):
                table.tally(key)
                if self._is_automatic(run, ability):
                    yield ()

        return (Occurred,), matches, (END_OF_TURN,)

    def _is_that_end(self, run: Run, event: m.PhaseMoment, player: Player | None) -> bool:
        """Whether this is the end of the turn that a text means: the next turn is never the present one."""
        early = event.which == "next" and run.fact("planned in turn") == run.table.number("turn")
        return self._by(run, event.whose, player) and not early

    def _played(self, event: m.Played, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            by = self._by(run, event.by, occurred.player)
            so = self._is_played_so(run.table, event, *played_how(occurred))
            so = so and self._is_played_into(moment, event.to, occurred.card)
            return by and so and self.is_subject(run, moment, event.what, occurred.card)

        def kept(occurred: Occurred) -> dict[str, Any]:
            return dict(zip(PLAYED_HOW, played_how(occurred), strict=True)) if asks else {}

        asks = any(isinstance(one, m.Happened) and self._is_about_this(one.event) for one in walk(ability))
        return self._occurs("played", ability, test, kept)

    def _is_played_into(self, moment: Moment, to: m.Target | None, card: CardId | None) -> bool:
        """Into one of the zones with these numbers, where the text names some."""
        numbers = [n for f in getattr(to, "filters", ()) if isinstance(f, m.Zones) for n in f.numbers]
        now = None if card is None else moment.after.cards.get(card)
        return not numbers or (now is not None and zone_number(now.area) in numbers)

    def _is_about_this(self, event: m.Event) -> bool:
        return isinstance(event, m.Played) and isinstance(event.what, m.This)

    def _is_played_so(self, table: Table, event: m.Played, origin: str, how: str) -> bool:
        """From the area, and in the way, that the words name."""
        names = [name for area in event.areas for name in self.area_names(area)]
        ordinary = how in ("hand", "played")
        way = not event.how or event.how == how or (event.how == "effect" and not ordinary)
        return way and terms.is_played_from(table, origin, names)

    def _destroyed(self, event: m.Destroyed, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return self._cause(run, event.cause, occurred) and self.is_subject(
                run, moment, event.what, occurred.card
            )

        return self._occurs("destroyed", ability, test)

    def _cause(self, run: Run, cause: m.Cause | None, occurred: Occurred) -> bool:
        """Whether a card was destroyed by what a text names."""
        if cause is None:
            return True
        reason = fact(occurred.facts, "reason", "effect")
        known = {"rule": ("crush", "overload", "illegal", "start phase", "burst", "left over")}
        same = not cause.by or reason == cause.by or reason in known.get(cause.by, ())
        same = same or (cause.by in EFFECTS and reason == "effect")
        return (same and self._is_of(run, cause, fact(occurred.facts, "by"))) != cause.negated

    def _is_of(self, run: Run, cause: m.Cause, otherwise: Player | None) -> bool:
        """Whether what is going on goes back to an effect of the player, or the card, that a text names."""
        if cause.source is not None and not self._is_from(run, cause.source):
            return False
        if cause.who in ("any", ""):
            return True
        return (effect_master(run.table) or otherwise) in self.players(cause.who, run)

    def _is_from(self, run: Run, source: m.Target) -> bool:
        """10.11.2: whether the effect at work is that of such a card, wherever the card is by now."""
        card = effect_source(run.table)
        if card is None:
            return False
        sight = Sight.now(run.table)
        if not isinstance(source, m.Selector):
            return self.is_target(run.table, run, source, card)
        whose = source.whose in ("", "any") or sight.master(card) in self.players(source.whose, run)
        return whose and self.fits(sight, run, source, card, skip_areas=True)

    def came_by(self, run: Run, cause: m.Cause | None) -> bool:
        """Whether what is happening now is done by an effect, or not, as a text wants it."""
        if cause is None:
            return True
        if cause.by not in EFFECTS and cause.by:
            raise NoMeaning(f"{self.game} cannot tell whether this is done by {cause.by}")
        by = effect_master(run.table)
        return (by is not None and self._is_of(run, cause, by)) != cause.negated

    def is_caused(self, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
        """An effect is that of its master, whoever is told by it to act."""
        by = effect_master(table)
        if by is not None and fact(proposal.facts, "reason", "effect") == "effect":
            proposal = Proposal(proposal.verb, by, proposal.card, proposal.src, proposal.dst, proposal.facts)
        if cause.source is not None and limit_of_total(cause) is None:
            return (by is not None and self._is_of(run, cause, by)) != cause.negated
        return super().is_caused(table, run, cause, proposal)

    def _moved(self, event: m.Moved, ability: m.Ability) -> Trigger:
        origin = tuple(n for a in event.origin for n in self.area_names(a))
        to = tuple(n for a in event.to for n in self.area_names(a))
        if event.cause is not None and to == ("discard pile",):
            return self._sent_to_discard(event, ability, origin)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            moved = moment.event
            if isinstance(moved, Occurred) and not to:
                yield from self._disappeared(table, moment, source, event, ability, origin)
            if not isinstance(moved, Moved) or moved.src == moved.dst:
                return
            here, there = area_name(moved.src), area_name(moved.dst)
            if (origin and here not in origin) or (to and there not in to) or moved.dst.startswith("under."):
                return
            if not to and origin and there in origin:
                return
            run = self.run(table, source, ability)
            if not self._is_way_of(run, event, moved.src, moved.dst):
                return
            strategy_text_triggers(table, moved.dst)
            if self.came_by(run, event.cause) and self.is_subject(run, moment, event.what, moved.card):
                yield subject_facts(moved.card, moment.after.cards[moved.card].owner)

        return (Moved, Occurred) if origin and not to else (Moved,), matches

    def _is_way_of(self, run: Run, event: m.Moved, src: str, dst: str) -> bool:
        """Whether a card comes from, and goes to, an area of the players that the words name."""
        return all(
            whose in ("", "any") or area_player(where) in self.players(whose, run)
            for whose, where in ((event.origin_whose, src), (event.whose, dst))
        )

    def _disappeared(
        self,
        table: Table,
        moment: Moment,
        source: Source,
        event: m.Moved,
        ability: m.Ability,
        origin: Sequence[str],
    ) -> Iterator[Facts]:
        """A token that is no more has left its zone."""
        left = moment.event
        if isinstance(left, Occurred) and left.timing == "left":
            where = area_name(str(fact(left.facts, "from", "")))
            run = self.run(table, source, ability)
            caused = self.came_by(run, event.cause)
            if where in origin and caused and self.is_subject(run, moment, event.what, left.card):
                yield subject_facts(left.card, left.player)

    def _sent_to_discard(self, event: m.Moved, ability: m.Ability, origin: tuple[str, ...]) -> Trigger:
        """With a cause named: a trip to the discard pile, of which the cause is known."""

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            where = area_name(str(fact(occurred.facts, "from", "")))
            if origin and where not in origin and not self._counts_as_field(run, ability, where):
                return False
            gone = moment.after.cards.get(occurred.card) if occurred.card is not None else None
            src, dst = str(fact(occurred.facts, "from", "")), gone.area if gone is not None else ""
            if not self._is_way_of(run, event, src, dst):
                return False
            return self._cause(run, event.cause, occurred) and self.is_subject(
                run, moment, event.what, occurred.card
            )

        return self._occurs("destroyed", ability, test, others=("put down",))

    def _counts_as_field(self, run: Run, ability: m.Ability, where: str) -> bool:
        """Whether Revenge on a strategy card takes its strategy zone for a part of the field."""
        own = "revenge" in ability.labels and where.startswith("strategy")
        return own and run.table.reading("A-22") == "strategy-zone-too"

    def _advances(self, event: m.Advances, ability: m.Ability) -> Trigger:
        by_invasion = event.cause is not None and event.cause.by == "invasion"

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            occurred = moment.event
            if not isinstance(occurred, Occurred) or occurred.timing not in ("advanced", "invasion moved"):
                return
            wanted = (
                "invasion moved" if by_invasion and table.readings["A-02"] == "per-invasion" else "advanced"
            )
            if occurred.timing != wanted or (event.zones and fact(occurred.facts, "to") not in event.zones):
                return
            if by_invasion and wanted == "advanced" and not fact(occurred.facts, "invasion"):
                return
            if by_invasion:
                table.reading("A-02")
            run = self.run(table, source, ability)
            if not by_invasion and not self.came_by(run, event.cause):
                return
            if self.is_subject(run, moment, event.what, occurred.card):
                yield subject_facts(occurred.card, occurred.player)

        return (Occurred,), matches, ("advanced", "invasion moved")

    def _simple(self, timing: str) -> Callable[[Any, Any, m.Ability], Trigger]:
        def make(self: Godzilla, event: Any, ability: m.Ability) -> Trigger:
            zones = getattr(event, "zones", ())

            def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
                who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
                if not self._by(run, who, occurred.player):
                    return False
                if zones and fact(occurred.facts, "to") not in zones:
                    return False
                if not self.came_by(run, getattr(event, "cause", None)):
                    return False
                into = getattr(event, "into", None)
                if into is not None and not self.is_subject(run, moment, into, fact(occurred.facts, "into")):
                    return False
                return self.is_subject(run, moment, getattr(event, "what", None), occurred.card)

            return self._occurs(timing, ability, test)

        return make

    def _seen(self, event: m.Seen, ability: m.Ability) -> Trigger:
        timing = {"reveal": "revealed", "search": "searched", "shuffle": "shuffled", "look": "looked"}[
            event.act
        ]
        return self._simple(timing)(self, event, ability)

    def _performs(self, event: m.Performs, ability: m.Ability) -> Trigger:
        if event.action == "disappear":
            return self._vanishes(event, ability)
        if event.action != "reshuffle":
            raise NoMeaning(f"{self.game} has no action {event.action!r}")
        return self._simple("reshuffled")(self, event, ability)

    def _vanishes(self, event: m.Performs, ability: m.Ability) -> Trigger:
        """A token is no more, whatever made it so."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            gone = moment.event
            if isinstance(gone, Vanished) and gone.card in moment.before.cards:
                run = self.run(table, source, ability)
                if self.is_subject(run, moment, event.what, gone.card):
                    yield subject_facts(None, moment.before.cards[gone.card].owner)

        return (Vanished,), matches

    def _changes_zone(self, event: m.ChangesZone, ability: m.Ability) -> Trigger:
        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            moved = moment.event
            if isinstance(moved, Moved) and is_zone(moved.src) and is_zone(moved.dst):
                run = self.run(table, source, ability)
                if self.is_subject(run, moment, event.what, moved.card):
                    yield subject_facts(moved.card, table.master(moved.card))

        return (Moved,), matches

    TRIGGERS: ClassVar[dict[type[Any], Callable[..., Trigger]]] = {
        m.PhaseMoment: _phase, m.Played: _played, m.Destroyed: _destroyed, m.Moved: _moved,
        m.Advances: _advances,
        m.Retreats: _simple(None, "retreated"),  # type: ignore[arg-type]
        m.Invades: _simple(None, "invaded"),  # type: ignore[arg-type]
        m.Countered: _simple(None, "countered"),  # type: ignore[arg-type]
        m.Evolves: _simple(None, "evolved"),  # type: ignore[arg-type]
        m.Drawn: _simple(None, "drew"),  # type: ignore[arg-type]
        m.Discarded: _simple(None, "discarded"),  # type: ignore[arg-type]
        m.CardUsed: _simple(None, "activated"),  # type: ignore[arg-type]
        m.Seen: _seen, m.Performs: _performs,
        m.NumberChanges: Interpreter.number_changes, m.ChangesZone: _changes_zone,
    }  # fmt: skip

    # what is replaced

    def is_about(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """What may not be played or activated is meant wherever it is; a total can be too small to count."""
        what = verb.act.object
        if verb.act.verb == "leave" and not self._leaves(what, proposal):
            return False
        if (limit := limit_of_total(verb.act.cause)) is not None:
            plain = msgspec.structs.replace(verb, act=msgspec.structs.replace(verb.act, cause=None))
            total = total_compared(table)
            run = self.run(table, source, ability)
            small = total is not None and compare(total, limit.compare, self.amount(limit.amount, run))
            return small and super().is_about(table, source, proposal, plain, ability)
        if not isinstance(what, m.Selector) or what.areas or proposal.card is None:
            return super().is_about(table, source, proposal, verb, ability)
        plain = msgspec.structs.replace(verb, act=msgspec.structs.replace(verb.act, object=None))
        if not super().is_about(table, source, proposal, plain, ability):
            return False
        run = self.run(table, source, ability)
        return self.fits(Sight.now(table), run, self._anywhere(what), proposal.card)

    def _leaves(self, what: m.Target | None, proposal: Proposal) -> bool:
        """Whether a move leads out of the areas named: from zone to zone nothing leaves the field."""
        areas = what.areas if isinstance(what, m.Selector) else ()
        names = [name for area in areas for name in self.area_names(area)]
        return not names or (area_name(proposal.src) in names and area_name(proposal.dst) not in names)

    def would(self, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
        verb = PROPOSED.get(type(event))
        if verb is None:
            return super().would(table, run, event, proposal)
        if proposal.verb != verb:
            return False
        is_replacement(table)
        never_happened(table, proposal)
        who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
        if not self._by(run, who, proposal.player):
            return False
        if isinstance(event, m.Moved):
            origin = tuple(n for a in event.origin for n in self.area_names(a))
            to = tuple(n for a in event.to for n in self.area_names(a))
            if (origin and area_name(proposal.src) not in origin) or (
                to and area_name(proposal.dst) not in to
            ):
                return False
            if not self._is_way_of(run, event, proposal.src, proposal.dst):
                return False
        cause = getattr(event, "cause", None)
        if cause is not None and not self.is_caused(table, run, cause, proposal):
            return False
        what = getattr(event, "what", None)
        if what is None:
            return True
        return proposal.card is not None and self.is_target(table, run, what, proposal.card)

    def status_of(self, verb: Any, address: str, ability: m.Ability) -> Ability | None:
        """Cannot engage; played in some zones only; rank that does not matter, or counts as another."""
        if isinstance(verb, m.Demand):
            return self._demand(verb, address, ability)
        if isinstance(verb, m.Permit):
            return self._played_at_another_rank(verb, address, ability)
        if verb.act.verb == "be played" and verb.only and verb.act.to is not None:
            return self._only_into(verb, address, ability)
        if verb.act.verb != "engage" or verb.only:
            return None

        def holds(table: Table, source: Source, about: Any) -> bool:
            return self._is_meant(table, source, verb.what, about, ability)

        return Status(address, self.clause_of["continuous"], ability.text, name="cannot engage", holds=holds)

    def _is_meant(
        self, table: Table, source: Source, what: m.Target, card: CardId, ability: m.Ability
    ) -> bool:
        if source.cards is not None:
            return any(ref.card == card and table.state.current(ref) for ref in source.cards)
        return self.is_target(table, self.run(table, source, ability), what, card)

    def _is_meant_to_be_played(
        self, table: Table, source: Source, what: m.Target, card: CardId, ability: m.Ability
    ) -> bool:
        """A card that waits to be played is meant wherever it is, unless an area is named."""
        if source.cards is not None or not isinstance(what, m.Selector) or what.areas:
            return self._is_meant(table, source, what, card, ability)
        return self.fits(Sight.now(table), self.run(table, source, ability), self._anywhere(what), card)

    def _only_into(self, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
        """Every zone but those named is closed to the card."""
        place = verb.act.to
        zones = place.zone.filters if place is not None and isinstance(place.zone, m.Selector) else ()
        numbers = {n for f in zones if isinstance(f, m.Zones) for n in f.numbers}

        def holds(table: Table, source: Source, about: Any) -> bool:
            card, number = about
            meant = self._is_meant_to_be_played(table, source, verb.what, card, ability)
            return number not in numbers and meant

        return Status(
            address, self.clause_of["continuous"], ability.text, name="barred from zone", holds=holds
        )

    def _played_at_another_rank(self, verb: m.Permit, address: str, ability: m.Ability) -> Status | None:
        """8.2.1, 8.3.1: the limit of rank does not count for it, or counts with another rank."""
        way = verb.cost
        if way is None or verb.act.verb != "be played" or way.stat != "rank" or way.way not in RANK_WAYS:
            return None

        def holds(table: Table, source: Source, about: Any) -> bool:
            return self._is_meant_to_be_played(table, source, verb.what, about, ability)

        def rank(table: Table, source: Source) -> int:
            return self.amount(way.amount, self.run(table, source, ability))

        return Status(
            address, self.clause_of["continuous"], ability.text, data=rank, name=RANK_WAYS[way.way],
            holds=holds,
        )  # fmt: skip

    def _demand(self, verb: m.Demand, address: str, ability: m.Ability) -> Status | None:
        """Must invade, must be played, must be chosen: asked where there is something to choose."""
        name = {"invade": "must invade", "be played": "must be played", "be chosen": "must be chosen"}.get(
            verb.act.verb
        )
        if name is None:
            return None

        def holds(table: Table, source: Source, about: Any) -> bool:
            card, player = about
            run = self.run(table, source, ability)
            cause = verb.act.cause
            if cause is not None and player not in self.players(cause.who or "any", run):
                return False
            if source.cards is not None:
                return any(ref.card == card and table.state.current(ref) for ref in source.cards)
            return self.is_target(table, run, verb.what, card)

        return Status(address, self.clause_of["continuous"], ability.text, name=name, holds=holds)

    def lasting(self, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb, m.Total):
            yield self._total(verb, address, ability)
        elif isinstance(verb, m.ChangeNumber) and verb.number == "strategy zones":
            yield self._more_strategy_cards(verb, address, ability)
        elif isinstance(verb, m.Instead) and "/" not in address and opens_with_when(ability.text):
            for made in super().lasting(verb, address, ability):
                yield told_by_instead(made) if isinstance(made, Replacement) else made
            yield self._told_by_when(verb, address, ability)
        else:
            yield from super().lasting(verb, address, ability)

    def _told_by_when(self, verb: m.Instead, address: str, ability: m.Ability) -> Automatic:
        """By one reading a text with "when" is automatic even if it says "instead": it comes afterwards."""
        body: tuple[m.Verb, ...] = (*verb.do, *verb.then)
        if verb.optional:
            body = (m.May(verb.do, verb.then),)
        later = m.Ability(
            "automatic", trigger=verb.event, conditions=verb.conditions, body=body, text=ability.text
        )
        self._kept.append(later)
        made = self.automatic(later, f"{address}~when")
        inner = made.fulfilled

        def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            if table.readings["A-43"] == "when-decides" and inner is not None:
                table.reading("A-43")
                yield from inner(table, moment, source)

        return dataclass_replace(made, fulfilled=fulfilled)

    def _more_strategy_cards(self, verb: m.ChangeNumber, address: str, ability: m.Ability) -> Status:
        """A card may let its player have more strategy cards in play than there are zones."""

        def holds(table: Table, source: Source, about: Any) -> bool:
            player, count = about
            run = self.run(table, source, ability)
            return player in self.players(verb.whose, run) and count <= self.amount(verb.amount, run)

        return Status(
            address, self.clause_of["continuous"], ability.text, name="so many strategy cards", holds=holds
        )

    def _total(self, verb: m.Total, address: str, ability: m.Ability) -> Status:
        def holds(table: Table, source: Source, about: Any) -> bool:
            return about in self.players(verb.whose, self.run(table, source, ability))

        def change(table: Table, source: Source, total: int) -> int:
            n = self.amount(verb.amount, self.run(table, source, ability))
            return {"plus": total + n, "minus": total - n, "set": n, "times": total * n}[verb.how]

        return Status(
            address,
            self.clause_of["continuous"],
            ability.text,
            data=change,
            name="total counter power",
            holds=holds,
        )

    # resolving

    def resolve(self, run: Run) -> None:
        who_acts(run.table, run.you)
        run.began = run.table.state
        if self._reads_choices_first(run):
            make_choices(run.table, lambda: self._choose_first(run, run.ability.body))
        perform_effect(run.table, lambda: super(Godzilla, self).resolve(run))

    def _reads_choices_first(self, run: Run) -> bool:
        """Whether choices come before the first instruction; told where it makes a difference."""
        table = run.table
        later = any(self._is_target(verb) for verb in run.ability.body[1:])
        return (table.reading("A-06") if later else table.readings["A-06"]) == "before-resolving"

    def _is_target(self, verb: m.Verb) -> bool:
        """Whether an instruction names by number what it is done to."""
        what = getattr(verb, "what", None)
        if getattr(verb, "who", "you") == "each":
            return False  # each player chooses for themselves
        early = isinstance(
            verb, m.Choose | m.Destroy | m.Modify | m.Gain | m.Lose | m.NegateAbilities | m.Prohibit
        )
        if not (early or isinstance(verb, m.Move)) or not isinstance(what, m.Selector):
            return False
        if not isinstance(what.quantity, m.Exactly | m.UpTo) or any(
            isinstance(f, m.Among) for f in what.filters
        ):
            return False
        return early or (what.end is None and set(what.areas) <= {"field", "strategy zone", "discard pile"})

    def perform(self, run: Run, verb: m.Verb, player: Player) -> None:
        """What is done and then over is done once; what lasts begins."""
        if isinstance(verb, LASTING):
            super().perform(run, verb, player)
        else:
            do_once(run.table, lambda: super(Godzilla, self).perform(run, verb, player))

    def pay(self, run: Run) -> bool:
        """A price is offered: whoever does not pay it does not get the effect."""
        if not run.table.may(run.you, f"pay for {run.ability.text or 'it'}"):
            declined(run.table, run.you)
            return False
        return super().pay(run)

    def _choose_first(self, run: Run, verbs: Sequence[m.Verb]) -> None:
        """Options, and targets given by number, are chosen before anything is done."""
        if not self.all_hold(self.resolution_conditions(run.ability), run):
            return
        for verb in verbs:
            if isinstance(verb, m.ChooseModes):
                run.early[id(verb)] = tuple(self._modes_of(run, verb))
                for at in run.early[id(verb)]:
                    self._choose_first(run, verb.options[at])
            elif self._is_target(verb):
                what = getattr(verb, "what")  # noqa: B009 (not every verb has it; this one does)
                outer, run.performer = run.performer, self.players(getattr(verb, "who", "you"), run)[0]
                run.early[id(what)] = self.select(run, what, self._prompt(verb))
                run.performer = outer

    def _prompt(self, verb: Any) -> str:
        return {"Destroy": "destroy", "Modify": "change", "Choose": "choose"}.get(
            type(verb).__name__, "choose"
        )

    def passes(self, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
        """What is asked of several cards together is not asked of one."""
        return isinstance(filter_, m.Together) or super().passes(sight, run, filter_, card)

    def select(self, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        """Of cards in hidden areas that nobody has told us, only those that are taken are asked about."""
        if not self._is_guesswork(run, selector):
            return super().select(run, selector, prompt)
        chooser, n = self.chooser(run, selector), self.amount(getattr(selector.quantity, "n", 1), run)
        fits = self._fitting(run, selector)
        found = look_through(run.table, self._unsifted(run, selector), fits, n)
        taken = self.take(run, chooser, found, selector, prompt)
        taken = found_among(run.table, chooser, taken, fits, "search")
        self._bind(run, selector, taken)
        return taken

    def _is_guesswork(self, run: Run, selector: m.Selector) -> bool:
        """Whether a number of described cards is taken from hidden ones, some of which nobody has told us."""
        groups = (m.Extreme, m.Outermost, m.Together)
        if not isinstance(selector.quantity, m.Exactly | m.UpTo) or selector.end is not None:
            return False
        if selector.chooser == "random" or not self._is_described(selector):
            return False
        if any(isinstance(f, groups) or (isinstance(f, m.State) and is_apart(f)) for f in selector.filters):
            return False
        table, pool = run.table, self._unsifted(run, selector)
        hidden = all(area_name(table.card(card).area) in HIDDEN for card in pool)
        return hidden and any(table.is_unknown(card) for card in pool)

    def _unsifted(self, run: Run, selector: m.Selector) -> list[CardId]:
        """The cards among which a description is to be met."""
        sight = Sight.now(run.table)
        among = next((f for f in selector.filters if isinstance(f, m.Among)), None)
        pool = self.places(sight, run, selector) if among is None else self.pointed_at(sight, run, among.what)
        return [card for card in pool if card in sight.state.cards]

    def _fitting(self, run: Run, selector: m.Selector) -> Callable[[CardId], bool]:
        among = any(isinstance(f, m.Among) for f in selector.filters)
        return lambda card: self.fits(Sight.now(run.table), run, selector, card, skip_areas=not among)

    def take(
        self, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
    ) -> tuple[CardId, ...]:
        """One after the other, where the cards taken are limited by what they add up to."""
        limits = [
            f for f in selector.filters if isinstance(f, m.Together) and f.compare in ("at most", "less")
        ]
        if not limits and self._may_claim_none(run, selector, found):
            n = max(0, self.amount(getattr(selector.quantity, "n", 1), run))
            with run.table.under("4.1.2.3"):
                return run.table.choose(
                    chooser, found, f"{prompt or 'choose'} {n}, or claim to have none", 0, n
                )
        if not limits:
            return super().take(run, chooser, found, selector, prompt)
        taken: list[CardId] = []
        for _ in range(max(0, self.amount(getattr(selector.quantity, "n", len(found)), run))):
            left = [c for c in found if c not in taken and self._adds_up(run, limits, [*taken, c])]
            more = choose_targets(run.table, chooser, left, 1, True, prompt) if left else ()
            if not more:
                break
            taken += more
        return tuple(taken)

    def _may_claim_none(self, run: Run, selector: m.Selector, found: Sequence[CardId]) -> bool:
        """4.1.2.3: of cards that are described and lie in a hidden area, none need be there."""
        if not isinstance(selector.quantity, m.Exactly) or selector.end is not None:
            return False
        if selector.chooser == "random" or not self._is_described(selector):
            return False
        areas = {run.table.card(card).area for card in found}
        hidden = bool(areas) and all(area_name(area) in HIDDEN for area in areas)
        if any(run.table.card(card).mark("revealed") for card in found):
            return False  # everybody sees that it is there
        return hidden and all(need_not_be_found(run.table, area) for area in areas)

    def _is_described(self, selector: m.Selector) -> bool:
        """Whether anything but a number is asked for."""
        plain = (m.Among, m.OtherThan)
        return bool(set(selector.types) - {"card"}) or any(not isinstance(f, plain) for f in selector.filters)

    def _adds_up(self, run: Run, limits: Sequence[m.Together], cards: Sequence[CardId]) -> bool:
        sight = Sight.now(run.table)
        return all(
            compare(
                sum(self.stat(sight, run, card, limit.stat) or 0 for card in cards),
                limit.compare,
                self.amount(limit.amount, run, sight),
            )
            for limit in limits
        )

    def choose_targets(
        self, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
    ) -> tuple[CardId, ...]:
        if is_nothing(run.table, n):
            return ()
        free = [c for c in found if not run.table.is_forbidden(Proposal("choose", chooser, c))]
        return choose_targets(run.table, chooser, free, n, up_to, prompt)

    def choose_modes(self, run: Run, verb: m.ChooseModes, least: int, most: int) -> list[int]:
        if id(verb) in run.early:
            return list(run.early[id(verb)])
        options = [self.words(option) for option in verb.options]
        return choose_options(run.table, self.players(verb.who, run)[0], options, least, most)

    def _modes_of(self, run: Run, verb: m.ChooseModes) -> list[int]:
        n = min(self.amount(getattr(verb.count, "n", len(verb.options)), run), len(verb.options))
        return self.choose_modes(run, verb, n if isinstance(verb.count, m.Exactly) else 0, n)

    def _may(self, run: Run, verb: m.May) -> None:
        """What each player may do, each decides for themselves, the turn player first."""
        if verb.who != "each":
            super()._may(run, verb)
            return
        do, then, otherwise = (
            tuple(their(one) for one in part) for part in (verb.do, verb.then, verb.otherwise)
        )
        own = m.May(do, then, otherwise, who="their")
        self._kept.append(own)

        def decide(player: Player) -> None:
            outer, run.performer = run.performer, player
            super(Godzilla, self)._may(run, own)
            run.performer = outer

        self.for_each_player(run, decide)

    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {**Interpreter.GLUE, m.May: _may}

    def asks_to(self, run: Run, player: Player, verb: m.May) -> bool:
        possible = self.possible(run, verb.do)
        done = may_do(run.table, player, possible, f"{run.ability.text or 'do it'}")
        if possible and not done and verb is run.ability.body[0]:
            declined(run.table, player)
        if done:
            self._choose_in_full(run, verb.do)
        return done

    def _choose_in_full(self, run: Run, verbs: Sequence[m.Verb]) -> None:
        """10.5.4.1: where a ban spares some of the cards, the others are those to choose from."""
        for verb in verbs:
            what = verb.what if isinstance(verb, m.Destroy | m.Move | m.Play) else None
            if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly):
                continue
            run.early.pop(id(what), None)
            found = list(self.candidates(Sight.now(run.table), run, what))
            free = self._unhindered(run, verb, found)
            if len(free) < len(found):
                taken = self.take(run, self.chooser(run, what), free, what, self._prompt(verb))
                self._bind(run, what, taken)
                run.early[id(what)] = taken

    def can(self, run: Run, verb: m.Verb) -> bool:
        """10.5.4.1: whether all of an instruction could be carried out now."""
        test, what = self.WHOLE.get(type(verb)), getattr(verb, "what", None)
        if isinstance(what, m.Selector) and self._is_guesswork(run, what):
            n = self.amount(getattr(what.quantity, "n", 1), run)
            found = look_through(run.table, self._unsifted(run, what), self._fitting(run, what), n)
            free = self._unhindered(run, verb, found) if type(verb) in self.WHOLE else found
            return isinstance(what.quantity, m.UpTo) or len(free) >= n
        return super().can(run, verb) and (test is None or bool(test(self, run, verb)))

    def _can_walk(self, run: Run, verb: m.Advance | m.Retreat) -> bool:
        """As many zones as are wanted lie before the monster, and nothing bars the way."""
        act, ahead = ("advance", 8) if isinstance(verb, m.Advance) else ("retreat", 1)
        for card in self.cards(run, verb.what):
            number = zone_number(run.table.card(card).area) or 0
            left = abs(ahead - number)
            wanted = 1 if verb.zone is not None or verb.up_to else self.amount(verb.times, run)
            if verb.zone is not None:
                goal = self.amount(verb.zone, run)
                left = (goal - number) if act == "advance" else (number - goal)
            if wanted > left or run.table.is_forbidden(Proposal(act, run.table.master(card), card)):
                return False
        return True

    def _can_change(self, run: Run, verb: m.ChangeNumber) -> bool:
        """Rage can be taken only where it is; to set it to what it is changes nothing."""
        n = self.amount(verb.amount, run)
        now = [run.table.number(f"{player}.{verb.number}") for player in self.players(verb.whose, run)]
        if verb.how == "plus" and verb.number == "rage":
            return not any(self._is_calmed(run.table, player) for player in self.players(verb.whose, run))
        if verb.how == "minus":
            return all(has >= n for has in now)
        return verb.how != "set" or any(has != n for has in now)

    def _is_calmed(self, table: Table, player: Player) -> bool:
        """Whether a player's monster is kept from gaining rage."""
        return table.is_forbidden(Proposal("gain rage", player, find_monster(table, player)))

    def _can_draw(self, run: Run, verb: m.Draw) -> bool:
        players = self.players(verb.who, run)
        if any(run.table.is_forbidden(Proposal("draw", player)) for player in players):
            return False
        left = [how_many(run.table, f"{p}.deck") + how_many(run.table, f"{p}.discard pile") for p in players]
        return verb.up_to or all(n >= self.amount(verb.n, run) for n in left)

    def _can_take(self, run: Run, verb: m.Destroy | m.Move | m.Discard | m.Play) -> bool:
        """As many cards as are wanted are there, and nothing forbids it to be done with them."""
        what, sight = verb.what, Sight.now(run.table)
        if not isinstance(what, m.Selector):
            cards = self.pointed_at(sight, run, what)
            return len(self._unhindered(run, verb, cards)) == len(cards)
        if not isinstance(what.quantity, m.Exactly) or (what.bind and what.bind in run.bound):
            return True
        meant = self._own_hand(what) if isinstance(verb, m.Discard) else what
        free = self._unhindered(run, verb, self.candidates(sight, run, meant))
        if isinstance(verb, m.Discard):
            hands = [f"{player}.hand" for player in self.players(verb.who, run)]
            free = [card for card in free if run.table.card(card).area in hands]
        return len(free) >= self.amount(what.quantity.n, run)

    def _unhindered(self, run: Run, verb: m.Verb, cards: Iterable[CardId]) -> list[CardId]:
        """Those of some cards with which nothing forbids an instruction."""
        return [
            card for card in cards
            if not any(run.table.is_forbidden(one) for one in self._proposals(run, verb, card))
        ]  # fmt: skip

    def _proposals(self, run: Run, verb: m.Verb, card: CardId) -> Iterator[Proposal]:
        """What an instruction sets out to do with a card."""
        now, where, reason = run.table.card(card), "discard pile", "effect"
        if isinstance(verb, m.Play):
            yield Proposal("play", self.players(verb.who, run)[0], card, now.area)
            return
        if isinstance(verb, m.Destroy):
            yield Proposal("destroy", run.performer, card, now.area, facts=(("reason", reason),))
        if isinstance(verb, m.Discard):
            reason = "discard"
            yield Proposal("discard", self.players(verb.who, run)[0], card)
        if isinstance(verb, m.Move):
            where = verb.to.area
        yield Proposal("move", None, card, now.area, f"{now.owner}.{where}", (("reason", reason),))

    WHOLE: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        m.Advance: _can_walk, m.Retreat: _can_walk, m.ChangeNumber: _can_change, m.Draw: _can_draw,
        m.Destroy: _can_take, m.Move: _can_take, m.Discard: _can_take, m.Play: _can_take,
    }  # fmt: skip

    def kept_for_later(self, run: Run) -> Facts:
        """A timed trigger remembers which objects the cards were that it speaks of."""
        known = [card for cards in run.bound.values() for card in cards]
        if (subject := run.fact("subject")) is not None:
            known.append(subject)
        there = [run.table.card(card) for card in dict.fromkeys(known) if card in run.table.state.cards]
        return (("stays", tuple(n for card in there for n in (card.id, card.object))),) if there else ()

    def once(self, run: Run, verb: m.Delayed) -> bool:
        return only_once(run.table, self.until(verb.duration, run))

    def this(self, sight: Sight, run: Run) -> tuple[CardId, ...]:
        """10.11.2: the source; 4.1.4: as it was when the ability was set off, not what it became later."""
        source_of(run.table, run.source)
        found = super().this(sight, run)
        return tuple(c for c in found if self._is_the_same(run, c, self._stay(run, c)))

    def live_targets(self, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
        if run.source.effect is None:
            master_of_continuous(run.table, run.source)
        return super().live_targets(sight, run, target)

    def begin_effect(self, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
        """On a whole class of cards: those of now; on chosen ones: just those."""
        master_of_effect(run.table, run.you)
        what = getattr(verb, "what", None)
        if cards and isinstance(what, m.Selector) and isinstance(what.quantity, m.Every | m.Some):
            cards = fixed_set(run.table, [card for card in cards if self._was_there(run, card)])
        super().begin_effect(run, verb, cards, facts)

    def dated(self, run: Run) -> int | None:
        """10.8.1.7.2: from when the ability was played, before its first instruction."""
        return None if run.began is None else stamp_of_other(run.table, run.began)

    def _was_there(self, run: Run, card: int) -> bool:
        """Whether a card has been where it is, or in another zone, since the ability was played."""
        then = run.began.cards.get(CardId(card)) if run.began is not None else run.table.card(card)
        return then is not None and then.ref == run.table.card(card).ref

    def optional(self, table: Table, verb: m.Instead) -> bool:
        return is_optional_replacement(table, verb.optional)

    def possible_instead(self, run: Run, verb: m.Instead) -> bool:
        return can_be_done(run.table, self.possible(run, verb.do))

    def spots(self, sight: Sight, run: Run, target: m.Target) -> list[Zone]:
        if isinstance(target, m.This) and sight.state.current(run.source.card) is None:
            if final_information(run.table, run.source.card, "zone number") is None:
                return []
        if isinstance(target, m.Bound):
            for stay in self._left_meanwhile(run, target).values():
                final_information(run.table, stay, "zone number")
        return super().spots(sight, run, target)

    def counts_as_done(self, run: Run, before: int) -> bool:
        """An action that something else replaced was performed all the same."""
        replaced = any(isinstance(h.event, Replaced) for h in run.table.happened[before:])
        return replaced and bool(counts_as_done(run.table))

    def _pick(self, run: Run, verb: m.Pick, player: Player) -> None:
        if verb.what == "number" and verb.most is None and not verb.least:
            run.number = choose_a_number(run.table, player, 99, "choose a number")
        else:
            super()._pick(run, verb, player)

    def _letter(self, amount: m.Unknown, run: Run, sight: Sight) -> int:
        if run.number is None and not any(x.letter == amount.letter for x in run.ability.letters):
            run.number = choose_a_number(run.table, run.performer, 99, f"what is {amount.letter}?")
        return super()._letter(amount, run, sight)

    # verbs

    def _do_draw(self, run: Run, verb: m.Draw, player: Player) -> None:
        n = self.amount(verb.n, run)
        run.count = (terms.draw_up_to if verb.up_to else terms.draw)(run.table, player, n)
        run.done = run.count > 0

    def _do_draw_until(self, run: Run, verb: m.DrawUntil, player: Player) -> None:
        missing = self.amount(verb.n, run) - len(run.table.pile(f"{player}.hand"))
        run.count = terms.draw(run.table, player, missing)
        run.done = run.count > 0

    def _do_discard(self, run: Run, verb: m.Discard, player: Player) -> None:
        if isinstance(verb.what, m.Selector):
            gone = self._discard_some(run, verb.what, player)
        else:
            cards = self.cards(run, verb.what)
            gone = terms.discard(run.table, player, len(cards), chosen=cards)
        if isinstance(verb.what, m.Selector) and verb.what.bind:
            run.bound[verb.what.bind] = tuple(gone)
        run.count, run.done = len(gone), bool(gone)

    def _discard_some(self, run: Run, what: m.Selector, player: Player) -> tuple[CardId, ...]:
        table, chooser = run.table, self.chooser(run, what)
        fits = self._fitting(run, self._own_hand(what))
        pile = table.pile(f"{player}.hand")
        n = self.amount(what.quantity.n, run) if isinstance(what.quantity, m.Exactly | m.UpTo) else None
        if n is None:
            n = sum(fits(card) for card in pile)
        if not isinstance(what.quantity, m.UpTo):
            return terms.discard(table, player, n, fits if self._is_described(what) else None, chooser)
        hand = look_through(table, pile, fits, n) if self._is_described(what) else pile
        chosen = table.choose(chooser, hand, f"discard up to {n}", 0, n)
        return terms.discard(
            table, player, len(chosen), chosen=found_among(table, player, chosen, fits, "search")
        )

    def do(self, run: Run, verb: m.Verb) -> None:
        ability = run.table.pool.abilities.get(run.source.what)
        if ability is not None and run.began is not None and falls_asleep(run.table, ability, run.source):
            run.table.refuse("resolve", "the ability has become inactive", run.you, run.source.card.card)
            return
        each = getattr(verb, "who", "") == "each"
        if each and isinstance(verb, m.Discard) and isinstance(verb.what, m.Selector):
            what = verb.what
            do_once(run.table, lambda: self._all_discard(run, what))
        elif each and isinstance(verb, m.Destroy) and isinstance(verb.what, m.Selector):
            do_once(run.table, lambda: self._all_destroy(run, verb))
        elif each and isinstance(verb, m.Draw) and not verb.up_to:
            do_once(run.table, lambda: self._all_draw(run, verb))
        else:
            super().do(run, verb)

    def _all_draw(self, run: Run, verb: m.Draw) -> None:
        """Both draw: the first cards at the same time, then the second ones, and so on."""
        drawn: list[bool] = []

        def draw(player: Player) -> None:
            drawn.append(bool(terms.draw_one(run.table, player)))

        with run.table.under("5.4.2"):
            for _ in range(max(0, self.amount(verb.n, run))):
                each_player(run.table, draw, choosing=False)
        run.count, run.done = sum(drawn), any(drawn)

    def _all_discard(self, run: Run, what: m.Selector) -> None:
        """Both discard: picked unseen, the turn player first, and put down together."""
        found = list(self.candidates(Sight.now(run.table), run, self._own_hand(what)))
        wanted = []
        for player in self.players("each", run):
            hand = [c for c in found if run.table.card(c).area == f"{player}.hand"]
            n = min(self.amount(getattr(what.quantity, "n", len(hand)), run), len(hand))
            free = isinstance(what.quantity, m.UpTo) or self._may_claim_none(run, what, hand)
            wanted.append((player, hand, 0 if free else n, n))
        chosen = choose_hidden(run.table, wanted, "discard")
        with run.table.together():
            gone = [terms.discard(run.table, p, len(cards), chosen=cards) for p, cards in chosen.items()]
        run.count = sum(len(cards) for cards in gone)
        run.done = run.count > 0

    def _all_destroy(self, run: Run, verb: m.Destroy) -> None:
        """Both destroy: chosen in turn, the second knowing the first; then all of them at once."""
        chosen: list[tuple[Player, tuple[CardId, ...]]] = []

        def choose(player: Player) -> None:
            outer, run.performer = run.performer, player
            chosen.append((player, self.cards(run, verb.what, prompt="destroy")))
            run.performer = outer

        self.for_each_player(run, choose)
        with run.table.together():
            gone = [terms.destroy_all(run.table, cards, by=player) for player, cards in chosen]
        run.count = sum(gone)
        run.done = run.count > 0

    def for_each_player(self, run: Run, do: Callable[[Player], None]) -> None:
        each_player(run.table, do)

    def _own_hand(self, selector: m.Selector) -> m.Selector:
        return m.Selector(selector.quantity, "any", ("hand",), None, selector.types, selector.filters)

    def _do_discard_down(self, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
        gone = terms.discard_down_to(run.table, player, self.amount(verb.n, run))
        run.count, run.done = len(gone), bool(gone)

    def _do_look(self, run: Run, verb: m.Look, player: Player) -> None:
        what = verb.what
        if isinstance(what, m.Selector) and what.end == "top":
            whose = self.players(what.whose if what.whose not in ("", "any") else "you", run)[0]
            n = self.amount(getattr(what.quantity, "n", 1), run)
            up_to = isinstance(what.quantity, m.UpTo)
            seen = (terms.look_at_up_to if up_to else terms.look_at_top)(run.table, player, whose, n)
            self._bind(run, what, seen)
        else:
            seen = self.cards(run, what)
            run.table.look(player, seen)
        run.done = bool(seen)

    def _bind(self, run: Run, what: m.Selector, cards: tuple[CardId, ...]) -> None:
        if what.bind:
            run.bound[what.bind] = cards
        for card in cards:
            run.places[card] = run.table.card(card).area

    def _do_reveal(self, run: Run, verb: m.Reveal, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="reveal")
        if cards:
            terms.reveal(run.table, player, cards)
        run.done = bool(cards)

    def _do_search(self, run: Run, verb: m.Search, player: Player) -> None:
        what = verb.what
        assert isinstance(what, m.Selector)
        n = self.amount(getattr(what.quantity, "n", 1), run)
        described = self._is_described(what)

        def fits(card: CardId) -> bool:
            return self.fits(Sight.now(run.table), run, self._anywhere(what), card, skip_areas=True)

        up_to = isinstance(what.quantity, m.UpTo)
        found = terms.search(run.table, player, n, fits if described else None, up_to)
        self._bind(run, what, found)
        run.done, run.count = bool(found), len(found)

    def _do_shuffle(self, run: Run, verb: m.Shuffle, player: Player) -> None:
        for whose in self.players(verb.whose, run):
            terms.shuffle(run.table, whose)

    def _do_destroy(self, run: Run, verb: m.Destroy, player: Player) -> None:
        if verb.one_by_one:
            run.count = terms.destroy_singly(run.table, lambda: self.cards(run, verb.what), player)
        else:
            cards = self.cards(run, verb.what, prompt="destroy")
            run.count = terms.destroy_all(run.table, cards, by=player)
        run.done = run.count > 0

    def _do_move(self, run: Run, verb: m.Move, player: Player) -> None:
        table, to = run.table, verb.to
        if isinstance(verb.what, m.Selector) and verb.what.end == "top" and to.area == "discard pile":
            whose = self.players(verb.what.whose if verb.what.whose not in ("", "any") else "you", run)[0]
            moved = tuple(terms.mill(table, whose, self.amount(getattr(verb.what.quantity, "n", 1), run)))
            self._bind(run, verb.what, moved)
            run.count, run.done = len(moved), bool(moved)
            return
        cards = self.cards(run, verb.what, prompt=f"move to {to.area}")
        before = len(table.happened)
        if to.area == "deck" and len(cards) > 1:
            self._to_deck(run, [card for card in cards if terms.can_move(table, card, "deck")], to)
        elif self._is_a_top_card(verb.what):
            terms.take_the_top(table, cards, to.area, 0 if to.end == "top" else None)
        elif to.area == "discard pile":
            terms.send_to_discard_pile(table, cards)
        elif any(area_name(table.card(card).area) == "deck" for card in cards):
            for card in cards:  # 4.8.3: out of a deck one after the other
                self._place(run, card, to)
        elif to.area in ("field", "zone") or to.end == "either":
            with table.together():
                for card in cards:
                    self._place(run, card, to)
        else:
            terms.place_together(table, cards, to.area, 0 if to.end == "top" else None)
        run.count = len(self._arrived(run, cards, to, before))
        run.done = run.count > 0

    def _arrived(self, run: Run, cards: Sequence[CardId], to: m.Place, before: int) -> set[CardId]:
        """Those of some cards that have come where they were to go, since so much had happened: what was
        forbidden or replaced has not been done."""
        moves = [one.event for one in run.table.happened[before:] if isinstance(one.event, Moved)]
        names = self.area_names(to.area)
        return {move.card for move in moves if move.card in cards and area_name(move.dst) in names}

    def _is_a_top_card(self, what: m.Target) -> bool:
        """Whether the words mean the top card of a stack, and not the stack."""
        filters = what.filters if isinstance(what, m.Selector) else ()
        return any(isinstance(f, m.State) and f.state == "topmost" for f in filters)

    def _to_deck(self, run: Run, cards: Sequence[CardId], to: m.Place) -> None:
        """Several cards to the top or bottom, in an order that the text may leave to whoever performs it."""
        orders = run.performer if to.order == "any" else None
        below = [card for card in cards if self._goes_below(run, card, to)]
        with run.table.under("5.2.1"), run.table.together():
            put_in_order(run.table, [card for card in cards if card not in below], 0, orders)
            put_in_order(run.table, below, None, orders)

    def _goes_below(self, run: Run, card: CardId, to: m.Place) -> bool:
        if to.end != "either":
            return to.end == "bottom"
        ends = [("top", "on the top"), ("bottom", "on the bottom")]
        prompt = f"where in the deck does {run.table.label(card)} go?"
        return run.table.pick(run.performer, ends, prompt) == "bottom"

    def _place(self, run: Run, card: CardId, to: m.Place) -> None:
        if to.area in ("field", "zone"):
            player = run.table.master(card) if is_zone(run.table.card(card).area) else run.you
            named = to.zone.whose if isinstance(to.zone, m.Selector) else to.whose
            if (named or to.whose) in ("you", "opponent"):
                player = self.players(named or to.whose, run)[0]
            number = self.choose_place(run, to.zone, player)
            if number is not None:
                terms.place(run.table, card, f"zone {number}", zone_of_player=player)
            return
        top = to.end == "top" or (to.end == "either" and not self._goes_below(run, card, to))
        terms.place(run.table, card, to.area, at=0 if top else None)

    def _do_stack(self, run: Run, verb: m.Stack, player: Player) -> None:
        hosts = self.cards(run, verb.onto)
        cards = self.cards(run, verb.what, prompt="put under")
        run.count = terms.place_under(run.table, cards, hosts[0]) if hosts else 0
        run.done = run.count > 0

    def _do_play(self, run: Run, verb: m.Play, player: Player) -> None:
        """Cards played by one instruction are played at the same time."""
        chosen = self.cards(run, self._of_a_rank_to_play(run, verb, player), prompt="play")
        cards = [card for card in chosen if not self._is_kept_from_play(run, card, player)]
        taken: list[int] = []
        played = 0
        battle = [c for c in cards if run.table.peek(c, "type") == "battle"]
        if len(battle) > 1 and verb.onto is None:
            run.count = self._play_together(run, verb, player, battle)
            run.done = run.count > 0
            return
        for card in cards:
            kind = run.table.peek(card, "type")
            if kind == "monster":
                played += terms.play_monster_card(run.table, player, card, "effect")
            elif kind == "strategy":
                played += bool(terms.activate(run.table, card))
            elif verb.onto is not None:
                hosts = self.cards(run, verb.onto)
                played += bool(hosts) and terms.play_onto(run.table, hosts[0], card)
            else:
                field = self._field(run, verb, player)
                number = self.choose_zone(run, verb.to, player, taken, card, field)
                if number is not None:
                    taken.append(number)
                    played += terms.play_battle_card(run.table, player, card, number, "effect", field=field)
        run.count, run.done = played, played > 0

    def _is_kept_from_play(self, run: Run, card: CardId, player: Player) -> bool:
        """Whether a ban stops the play before any zone has to be chosen."""
        ban = Proposal("play", player, card, run.table.card(card).area)
        return run.table.is_forbidden(ban, log=True)

    def _of_a_rank_to_play(self, run: Run, verb: m.Play, player: Player) -> m.Target:
        """An effect that lowers the rank for playing, or sets it, leaves the limit of rank in force."""
        what, way = verb.what, verb.cost
        if not isinstance(what, m.Selector) or way is None or way.way not in ("less", "as though"):
            return what
        own = bool(what.types) and all(kind == "strategy card" for kind in what.types)
        limit = position(run.table, player if own else opponent(player))
        n = self.amount(way.amount, run)
        most = limit + n if way.way == "less" else 99 if n <= limit else -1
        return msgspec.structs.replace(what, filters=(*what.filters, m.Stat("rank", "at most", most)))

    def _play_together(self, run: Run, verb: m.Play, player: Player, cards: Sequence[CardId]) -> int:
        numbers: dict[CardId, int] = {}
        field = self._field(run, verb, player)
        for card in cards:
            number = self.choose_zone(run, verb.to, player, tuple(numbers.values()), card, field)
            if number is not None:
                numbers[card] = number
        with run.table.together():
            return sum(
                [
                    terms.play_battle_card(run.table, player, card, n, "effect", field=field)
                    for card, n in numbers.items()
                ]
            )

    def _field(self, run: Run, verb: m.Play | m.CreateToken, player: Player) -> Player:
        """Into whose zones something is played: one's own, unless the words name the other player's."""
        whose, filters = (verb.to.whose, verb.to.filters) if isinstance(verb.to, m.Selector) else ("", ())
        if verb.to is not None and any(isinstance(f, m.Near) and f.relation == "on" for f in filters):
            spots = self.spots(Sight.now(run.table), run, verb.to)  # the zone that a card was in
            return spots[0][0] if spots else player
        return self.players(whose, run)[0] if whose in ("you", "opponent") else player

    def _do_change_number(self, run: Run, verb: m.ChangeNumber, player: Player) -> None:
        n = self.amount(verb.amount, run)
        for whose in self.players(verb.whose, run):
            now = run.table.number(f"{whose}.{verb.number}")
            wanted = {"plus": now + n, "minus": now - n, "set": n}[verb.how]
            if verb.number != "rage":
                raise NoMeaning(f"{self.game} has no number {verb.number!r}")
            run.done = set_rage(run.table, whose, wanted)

    def _do_evolve(self, run: Run, verb: m.Evolve, player: Player) -> None:
        cards, into = self.cards(run, verb.what), self.cards(run, verb.into, prompt="evolve into")
        run.done = bool(cards and into) and terms.evolve(run.table, cards[0], into[0])

    def _do_token(self, run: Run, verb: m.CreateToken, player: Player) -> None:
        n = self.amount(verb.n, run)
        if verb.up_to:
            n = choose_a_number(run.table, player, n, "how many tokens?")
        numbers: list[int] = []
        field = self._field(run, verb, player)
        for _ in range(n):
            number = self.choose_zone(run, verb.to, player, numbers, field=field)
            if number is not None:
                numbers.append(number)
        with run.table.together():
            made = [terms.play_token(run.table, player, verb.name, number, field) for number in numbers]
        self.remember_made(run, verb, [card for card in made if card is not None])

    def _do_vanish(self, run: Run, verb: m.Vanish, player: Player) -> None:
        for card in self.cards(run, verb.what):
            make_a_token_disappear(run.table, card)

    def _do_use(self, run: Run, verb: m.UseAbility, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="activate")
        run.done = any([bool(terms.activate(run.table, card)) for card in cards])

    def _do_win(self, run: Run, verb: m.Win, player: Player) -> None:
        decide_by_effect(run.table, player, True)

    def _do_lose(self, run: Run, verb: m.LoseGame, player: Player) -> None:
        decide_by_effect(run.table, player, False)

    def _do_swap(self, run: Run, verb: m.Swap, player: Player) -> None:
        one, other = self.cards(run, verb.one), self.cards(run, verb.other)
        run.done = bool(one and other) and terms.swap(run.table, one[0], other[0])

    def _whose(self, run: Run, target: m.Target) -> Iterable[Player]:
        return [run.table.master(card) for card in self.cards(run, target)]

    def _do_advance(self, run: Run, verb: m.Advance, player: Player) -> None:
        run.count, walkers = 0, list(self._whose(run, verb.what))
        if len(walkers) > 1 and not verb.up_to:
            self._walk_together(run, verb, walkers)
            return
        for whose in walkers:
            if verb.zone is not None:
                run.count += terms.advance_to(run.table, whose, self.amount(verb.zone, run))
                continue
            n = self.amount(verb.times, run)
            n = choose_a_number(run.table, player, n, "advance how many times?") if verb.up_to else n
            run.count += sum([terms.advance(run.table, whose) for _ in range(n)])
        run.done = run.count > 0

    def _walk_together(self, run: Run, verb: m.Advance | m.Retreat, walkers: Sequence[Player]) -> None:
        """Monsters of both players, told to walk by one effect, take each step at the same time."""
        left, taken = self._steps(run, verb, walkers), list[bool]()
        step, to_zone = (
            (terms.advance, "5.13.1.2") if isinstance(verb, m.Advance) else (terms.retreat, "5.13.2.2")
        )

        def walk(walker: Player) -> None:
            if left.get(walker, 0) > 0:
                left[walker] -= 1
                taken.append(step(run.table, walker))

        with ExitStack() as cited:
            for clause in (to_zone, f"{to_zone}.2") if verb.zone is not None else ():
                cited.enter_context(run.table.under(clause))
            while any(n > 0 for n in left.values()):
                each_player(run.table, walk, choosing=False)
        run.count, run.done = sum(taken), any(taken)

    def _steps(self, run: Run, verb: m.Advance | m.Retreat, walkers: Sequence[Player]) -> dict[Player, int]:
        """How many zones each of several monsters is to walk."""
        if verb.zone is None:
            return dict.fromkeys(walkers, self.amount(verb.times, run))
        goal, way = self.amount(verb.zone, run), 1 if isinstance(verb, m.Advance) else -1
        return {walker: (goal - position(run.table, walker)) * way for walker in walkers}

    def _do_retreat(self, run: Run, verb: m.Retreat, player: Player) -> None:
        run.count, walkers = 0, list(self._whose(run, verb.what))
        if len(walkers) > 1 and not verb.up_to:
            self._walk_together(run, verb, walkers)
            return
        for whose in walkers:
            if verb.zone is not None:
                run.count += terms.retreat_to(run.table, whose, self.amount(verb.zone, run))
                continue
            n = self.amount(verb.times, run)
            n = choose_a_number(run.table, player, n, "retreat how many times?") if verb.up_to else n
            run.count += sum([terms.retreat(run.table, whose) for _ in range(n)])
        run.done = run.count > 0

    def _do_invade(self, run: Run, verb: m.Invade, player: Player) -> None:
        run.done = any([terms.invade(run.table, whose) for whose in self._whose(run, verb.what)])

    def _do_counter(self, run: Run, verb: m.CounterMonster, player: Player) -> None:
        terms.counter_together(run.table, list(self._whose(run, verb.what)))

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        m.Draw: _do_draw, m.DrawUntil: _do_draw_until, m.Discard: _do_discard,
        m.DiscardDownTo: _do_discard_down,
        m.Look: _do_look, m.Reveal: _do_reveal, m.Search: _do_search, m.Shuffle: _do_shuffle,
        m.Destroy: _do_destroy, m.Move: _do_move, m.Stack: _do_stack, m.Play: _do_play,
        m.ChangeNumber: _do_change_number, m.Evolve: _do_evolve, m.CreateToken: _do_token,
        m.Vanish: _do_vanish,
        m.UseAbility: _do_use, m.Win: _do_win, m.LoseGame: _do_lose, m.Swap: _do_swap, m.Advance: _do_advance,
        m.Retreat: _do_retreat, m.Invade: _do_invade, m.CounterMonster: _do_counter,
    }  # fmt: skip
