"""Card text of the Dragon Ball Super Card Game: its areas, its triggers, its verbs, its costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import (
    LASTING,
    Interpreter,
    NoMeaning,
    Run,
    Sight,
    flat,
    is_apart,
    subject_facts,
)
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Modifier,
    Moment,
    Proposal,
    Replacement,
    Source,
    Status,
)
from judgekit.engine.events import Looked, Moved, Occurred, Replaced, Revealed
from judgekit.engine.hidden import look_through
from judgekit.engine.layers import Board
from judgekit.engine.registry import Rulebook, cited
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Facts,
    Former,
    Player,
    Ref,
    Standby,
    area_name,
    area_player,
    fact,
    host_of,
    opponent,
    under,
)
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super import ch04_terms as terms
from judgekit.games.dragon_ball_super import ch07_battle as battle
from judgekit.games.dragon_ball_super import ch08_skills as skills
from judgekit.games.dragon_ball_super import ch10_keywords as keywords
from judgekit.games.dragon_ball_super import ch11_other as other
from judgekit.games.dragon_ball_super.ch01_outline import (
    as_a_number,
    decide_by_effect,
    is_forbidden,
    name_a_number,
    turn_player_first,
)
from judgekit.games.dragon_ball_super.ch02_card_data import (
    OTHER_COST,
    PAY,
    can_rest_energy,
    energy_cost,
    rest_energy,
)
from judgekit.games.dragon_ball_super.ch03_areas import (
    one_by_one,
    order_of_placing,
    other_fields,
    own_hand,
    place,
    shuffle,
)
from judgekit.games.dragon_ball_super.ch06_turn import END_OF_MAIN_PHASE, END_OF_TURN, put_into_play
from judgekit.games.dragon_ball_super.ch08_skills import Cost, Skill, Use
from judgekit.games.dragon_ball_super.ch10_01_ko import ko
from judgekit.games.dragon_ball_super.ch10_keywords import Printed
from judgekit.games.dragon_ball_super.rules import CARRYING_OUT, PLAY, SECRET, SETS, goes_on

NEGATED = "[negated]"
Trigger = tuple[Any, ...]  # engine events, matcher, and the timings if those are all it waits for
AREAS = {
    "battle area": ("battle",),
    "leader area": ("leader",),
    "combo area": ("combo",),
    "energy area": ("energy",),
    "life area": ("life",),
    "drop area": ("drop",),
    "field": ("leader", "battle"),
    "removed from the game": ("removed",),
}
TYPES = {"battle card": "battle", "leader card": "leader", "extra card": "extra"}
USUAL = {
    "leader card": ("leader area",),
    "energy": ("energy area",),
    "life": ("life area",),
    "card": ("battle area", "leader area"),
}
ANY_AREA = ("hand", "deck", "drop area", "battle area", "energy area", "life area", "warp", "combo area")
NUMBERS = frozenset({"power", "combo power", "combo cost", "energy cost", "specified cost"})
WORDS: dict[type[Any], str] = {
    m.Play: "play",
    m.Played: "play",
    m.Evolves: "play",
    m.Attacks: "attack",
    m.NegateAttack: "attack",
    m.Redirect: "attack",
    m.Combos: "combo",
}
SKILL_KINDS = (
    "activate", "activate main", "activate battle", "auto", "awaken", "blocker", "counter", "counter attack",
    "counter counter", "counter play", "dual attack", "evolve", "ex-evolve", "field", "over realm", "revenge",
    "triple attack", "union", "union-absorb", "union-fusion", "union-potara", "xeno-evolve",
)  # fmt: skip
FIGHTING = ("attack", "be attacked", "block", "be blocked")
MOST_USES = 4  # skills that are carried out inside each other
ACT_WORDS = {
    "attack": "attack",
    "be attacked": "attack",
    "play": "play",
    "be played": "play",
    "combo": "combo",
}
MAKERS = {
    "evolve": keywords.evolve,
    "xeno-evolve": keywords.xeno_evolve,
    "union-fusion": keywords.union_fusion,
    "union-potara": keywords.union_potara,
    "over realm": keywords.over_realm,
}


ROLES = {"attacking": "attack", "attacked": "guard"}
PAID, NAMED = "paid", "X"  # with how many cards; the number that was named for it
COUNTED_COSTS = (m.Move, m.Destroy, m.Discard, m.Orient)  # verbs that say how often they were done
REWRITES = (m.Modify, m.Gain, m.Lose, m.TreatAs, m.NegateAbilities)  # what changes the information of cards
REPLACED: dict[type[Any], str] = {
    m.Destroyed: "KO", m.Drawn: "draw", m.Moved: "move", m.Played: "play", m.Damages: "damage",
    m.Discarded: "discard", m.Combos: "combo",
}  # fmt: skip
MOMENTS = frozenset({
    "beginning of turn", "beginning of charge phase", "beginning of main phase", "end of main phase",
    "end of turn", "beginning of offense step", "beginning of defense step", "beginning of damage step",
    "end of battle",
})  # fmt: skip


def is_about_an_area(verb: Any) -> bool:
    """Whether a change is laid on all cards of a description, without a choice."""
    what = getattr(verb, "what", None)
    if not isinstance(verb, REWRITES) or not isinstance(what, m.Selector):
        return False
    return isinstance(what.quantity, m.Every) and not any(isinstance(f, m.Among) for f in what.filters)


class Before(Sight):
    """The table now, with one card, and what lay under it, as they were when it left the Battle Area."""

    __slots__ = ("below", "gone", "left")

    def __init__(self, table: Table, board: Board, left: Former) -> None:
        super().__init__(table, board)
        self.left = left
        refs = [Ref(CardId(card), number) for card, number in fact(left.values, "beneath") or ()]
        self.below = tuple(ref.card for ref in refs)
        known = {ref.card: self.state.former[ref] for ref in refs if ref in self.state.former}
        self.gone = {**known, left.card.id: left}

    def card(self, card: int) -> Card:
        return self.gone[CardId(card)].card if card in self.gone else super().card(card)

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.below if where == under(self.left.card.id) else super().pile(where)

    def value(self, card: int, name: str) -> Any:
        kept = dict(self.gone[CardId(card)].values) if card in self.gone else {}
        if name in kept or card not in self.state.cards:
            return kept.get(name, ())
        return super().value(card, name)


def how_it_left(moment: Moment, card: CardId | None) -> dict[str, Any]:
    """The number of the object that an event took out of the Battle Area, and where the card went."""
    before = None if card is None else moment.before.cards.get(card)
    if before is None or area_name(before.area) != "battle":
        return {}
    after = moment.after.cards.get(before.id)
    if after is None:
        return {"was": before.object}
    return {} if after.object == before.object else {"was": before.object, "went": after.area}


class DragonBallSuper(Interpreter):
    game = "dragon-ball-super"
    currencies = ("energy",)
    GROUPS = (m.Extreme,)
    NO_FILTERS = (m.Near, m.Zones, m.Attached)
    STATES = frozenset({
        "active", "rest", "attacking", "being attacked", "in battle", "in play", "topmost", "token",
        "multicolor", "mono-color",
    })  # fmt: skip
    NEAR: ClassVar[frozenset[str]] = frozenset()
    STACKS = frozenset({"under", "on top"})
    REPLACES = tuple(REPLACED)
    RECORDS = frozenset({
        "Played turn", "Played game", "Attacks turn", "AbilityUsed turn", "Drawn turn",
    })  # fmt: skip
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset(ROLES),
        "Until.end": frozenset({"turn", "battle", "main phase", "charge phase"}),
        "PlayerNumber.number": frozenset(), "Modify.stat": NUMBERS - {"specified cost"},
        "PlayCost.way": frozenset({"free", "instead", "less"}),
        "SameAs.what": frozenset({"name", "trait", "colour", "type"}), "Holding.where": frozenset({"under"}),
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Shuffle.what", "Destroy.one_by_one", "Stack.face", "Play.to", "Flip.face", "NegateAbility.what",
        "CreateToken.to", "DealDamage.divided", "DealDamage.sort", "Played.to", "Damages.sort",
        "Performs.what", "Drawn.cause", "Discarded.cause", "TreatAs.optional", "Prohibit.times",
        "Prohibit.unless",
    })  # fmt: skip
    value_layer = "8-8-1-3"
    other_layer = "8-8-1-2"
    ability_layer = "8-8-1-2"
    clause_of: ClassVar[dict[str, str]] = {"replacement": "8-2-2-3"}
    acts: ClassVar[dict[str, str]] = {
        "be destroyed": "KO",
        "attack": "attack",
        "be attacked": "be attacked",
        "block": "block",
        "be blocked": "be blocked",
        "be chosen": "be chosen",
        "play": "play",
        "be played": "play",
        "draw": "draw",
        "combo": "combo",
        "leave": "move",
        "be removed": "move",
        "become active": "active",
        "be made active": "active",
        "be made rest": "rest",
        "use abilities": "activate",
        "activate": "activate",
        "win": "win",
        "lose": "lose",
        "discard": "discard",
        **{f"use {kind}": "activate" for kind in SKILL_KINDS},
    }

    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules)
        self.finals: Board | None = None  # of the state asked about last
        self.judging = False
        self.inner[NEGATED] = Modifier(
            NEGATED,
            "8-3-2",
            "its skills are negated",
            layer=self.ability_layer,
            properties=frozenset({"abilities"}),
            changes=without_skills,
            data=skills.NEGATES,
        )

    # areas and cards

    def area_names(self, area: str) -> Sequence[str]:
        return AREAS.get(area, (area,))

    def usual_areas(self, types: Sequence[str]) -> Sequence[str]:
        """8-5-4, 8-5-5, 8-5-6: Battle Cards, energy and life are meant where they belong."""
        found = [area for kind in types or ("card",) for area in USUAL.get(kind, ("battle area",))]
        return tuple(dict.fromkeys(found))

    def players(self, who: str, run: Run) -> tuple[Player, ...]:
        """A text that names no player is about its master's cards (A-45)."""
        if who != "":
            return super().players(who, run)
        if run.table.reading("A-45") == "both-players":
            return tuple(turn_player_first(run.table))
        skills.implied_player(run.table, run.you)
        return (run.you,)

    def is_type(self, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
        if kind == "token":
            return bool(sight.card(card).mark("token"))
        if kind in ("energy", "life"):
            return area_name(sight.card(card).area) == kind
        return kind == "card" or sight.value(card, "type") == TYPES.get(kind, kind)

    def property_name(self, what: str) -> str:
        names = {"trait": "traits", "colour": "colours", "color": "colours", "character": "characters"}
        return names.get(what, what)

    def values(self, sight: Sight, card: CardId, what: str) -> list[str]:
        if what != "name":
            return super().values(sight, card, what)
        held = sight.value(card, "name")
        more = held if isinstance(held, list | tuple) else () if held is None else (held,)
        shown = () if sight.card(card).mark("back") and more else (sight.card(card).name,)
        return [str(name).lower() for name in (*shown, *more)]

    def layer_of(self, name: str) -> str:
        return self.value_layer if name in NUMBERS else self.other_layer

    def stat(self, sight: Sight, run: Run, card: CardId, stat: str) -> int | None:
        if stat == "cards under":
            return len(sight.pile(under(card)))
        value = sight.value(card, stat)
        if stat == "specified cost":
            return len(value or ())
        return None if value is None else as_a_number(run.table, stat, int(value))

    def amount(self, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None) -> int:
        if isinstance(amount, m.ValueOf) and (left := self.as_it_left(run, amount.what)) is not None:
            seen = Before(run.table, run.table.board, left)
            return as_a_number(run.table, amount.stat, self.stat(seen, run, left.card.id, amount.stat))
        if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.Bound | m.Subject) and sight is None:
            cards = self.pointed_at(Sight.now(run.table), run, amount.what)
            found = [skills.final_information(run.table, c, amount.stat) for c in cards]
            return sum(int(value or 0) for value in found)
        return super().amount(amount, run, sight, card)

    def as_it_left(self, run: Run, what: m.Target) -> Former | None:
        """8-6-5-1: the card whose leaving set the skill off, as it was in the Battle Area."""
        card, was = run.fact("subject"), run.fact("was")
        is_this = isinstance(what, m.This) and card == run.source.card.card
        if was is None or not (is_this or isinstance(what, m.Subject)):
            return None
        left = run.table.state.former[Ref(card, was)]
        went = run.fact("went") or f"{left.card.owner}.drop"  # a token would have gone there
        return left if skills.seen_as(run.table, left.card.area, went) == "before" else None

    def holds(self, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
        if isinstance(condition, m.Matches) and not condition.like.areas:
            left = self.as_it_left(run, condition.what)
            if left is not None:
                like, seen = condition.like, Before(run.table, run.table.board, left)
                return self.fits(seen, run, like, left.card.id, skip_areas=like.whose == "any")
        return super().holds(condition, run, sight)

    def counted(self, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
        """Cards under a card that left are those that lay there in the Battle Area (8-6-5-1-2)."""
        hosts = [f.what for f in what.filters if isinstance(f, m.Under)]
        left = self.as_it_left(run, hosts[0]) if hosts else None
        if left is None:
            return super().counted(sight, run, what)
        seen = Before(run.table, run.table.board, left)
        like = altered(what, filters=tuple(f for f in what.filters if not isinstance(f, m.Under)))
        return [card for card in seen.below if self.fits(seen, run, like, card, skip_areas=True)]

    def has_state(self, sight: Sight, run: Run, state: str, card: CardId) -> bool:
        now = sight.card(card)
        colours = len(sight.value(card, "colours") or ())
        states: dict[str, bool] = {
            "active": not now.mark("rest"),
            "rest": bool(now.mark("rest")),
            "attacking": bool(now.mark("attack")),
            "being attacked": bool(now.mark("guard")),
            "in battle": bool(now.mark("attack") or now.mark("guard")),
            "in play": area_name(now.area) in ("leader", "battle"),
            "topmost": not now.area.startswith("under."),
            "token": bool(now.mark("token")),
            "multicolor": colours > 1,
            "mono-color": colours == 1,
        }
        if state not in states:
            return super().has_state(sight, run, state, card)
        return states[state]

    def candidates(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        in_play = any(isinstance(f, m.State) and f.state == "in play" for f in selector.filters)
        if in_play and not selector.areas:
            selector = altered(selector, areas=("battle area", "leader area"))
        extremes = [f for f in selector.filters if isinstance(f, m.Extreme)]
        plain = altered(selector, filters=tuple(f for f in selector.filters if f not in extremes))
        found = list(super().candidates(sight, run, plain))
        for extreme in extremes:
            values = {card: self.stat(sight, run, card, extreme.stat) or 0 for card in found}
            best = (max if extreme.which == "highest" else min)(values.values(), default=0)
            found = [card for card in found if values[card] == best]
        for card in found:
            if sight.card(card).mark("token"):
                keywords.may_be_selected_too(run.table, card)
        yield from found

    def kept_for_later(self, run: Run) -> Facts:
        """3-1-4: which objects a skill for later speaks of."""
        cards = {*(c for bound in run.bound.values() for c in bound), run.fact("subject")}
        known = [run.table.state.cards[c] for c in sorted(cards - {None}) if c in run.table.state.cards]
        return (("objects", tuple((card.id, card.object) for card in known if host_of(card.area) is None)),)

    def pointed_at(self, sight: Sight, run: Run, target: m.Target) -> tuple[CardId, ...]:
        """A skill for later means the objects it spoke of; of one that lies in a stack by now, the stack."""
        found = super().pointed_at(sight, run, target)
        objects = dict(fact(run.source.facts, "objects") or ()) if run.source.facts else {}
        if not objects:
            return found
        there = [c for c in found if c not in objects or sight.card(c).object == objects[c]]
        return tuple(other.top_of(run.table, c) if c in objects else c for c in there)

    def this(self, sight: Sight, run: Run) -> tuple[CardId, ...]:
        """A card that lies in a stack by now is that stack, and so the card on top of it (11-3-2)."""
        found = super().this(sight, run)
        if found and sight.card(found[0]).object != run.source.card.object and run.fact("was") is None:
            return ()  # 8-6-7: it left, and not by the move that set the skill off
        while found and (host := host_of(sight.card(found[0]).area)) is not None:
            found = (host,)
        return found

    def places(self, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
        """Cards under a card are looked for there."""
        hosts = [f.what for f in selector.filters if isinstance(f, m.Under)]
        if not hosts:
            yield from super().places(sight, run, selector)
            return
        for host in self.pointed_at(sight, run, hosts[0]):
            yield from sight.pile(under(host))

    def role(self, sight: Sight, run: Run, role: str) -> list[CardId]:
        mark = ROLES.get(role)
        if mark is None:
            return list(super().role(sight, run, role))
        return [card.id for card in sight.state.cards.values() if card.mark(mark)]

    def is_phase(self, sight: Sight, phase: str) -> bool:
        order = {
            "charge phase": "6-2",
            "main phase": "6-3",
            "end phase": "6-4",
            "battle": "7",
            "battle phase": "7",
            "offense step": "7-2",
            "defense step": "7-3",
            "damage step": "7-4",
        }
        return any(frame.procedure == order.get(phase) for frame in sight.state.frames)

    def has_happened(self, sight: Sight, run: Run, condition: m.Happened) -> bool:
        event = condition.event
        what = getattr(event, "what", None)
        if isinstance(event, m.Played) and what is not None and not isinstance(what, m.Selector):
            cards = self.pointed_at(sight, run, what)
            return bool(cards) and all(self.was_played(sight, event, condition.period, c) for c in cards)
        if isinstance(event, m.AbilityUsed) and event.kind:
            return self.was_activated(sight, run, event)
        name = COUNTED.get(type(event))
        if name is None:
            return super().has_happened(sight, run, condition)
        who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
        if isinstance(what, m.Selector) and what.whose not in ("", "any"):
            who = what.whose
        times = sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))
        return times >= condition.least

    def was_played(self, sight: Sight, event: m.Played, period: str, card: CardId) -> bool:
        """What a card in play keeps of its own playing: the turn, and by what."""
        now = sight.card(card)
        how = str(now.mark("played by") or "")
        ways = event.how.split(" or ") if event.how else []
        if ways and not any(way in how.split("-") or way == how for way in ways):
            return False
        return period == "game" or now.mark("played in turn") == sight.state.number("turn")

    def was_activated(self, sight: Sight, run: Run, event: m.AbilityUsed) -> bool:
        """Whether a skill of that kind was activated this turn."""
        kind = event.kind.replace("_", " ")
        for player in self.players(event.who, run):
            start = f"{player}.activated "
            for key in [key for key, n in sight.state.numbers.items() if n and key.startswith(start)]:
                used = run.table.pool.ability(key.removeprefix(start).removesuffix(" this turn"))
                if self.is_skill(run.table, used, kind):
                    return True
        return False

    def has_done(self, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
        if isinstance(event, m.Played):
            return self.was_played(sight, event, "turn", card)
        return super().has_done(sight, run, event, card)

    def senseless(self, ability: m.Ability) -> Iterator[str]:
        """Of a turn it is kept how often something was done and by whom, and of a card how it was played."""
        yield from super().senseless(ability)
        for node in walk(ability):
            if isinstance(node, m.Happened) and not is_recorded(node):
                yield f"no such record is kept of {type(node.event).__name__}"
            if isinstance(node, m.Did) and not (isinstance(node.event, m.Played) and node.period == "turn"):
                yield f"no such record is kept of {type(node.event).__name__}"
            if isinstance(node, m.UseAbility) and not node.free and node.kind != "auto":
                yield "what an effect activates is not paid for: say “without paying its cost”"
            if isinstance(node, m.Permit) and node.cost is not None and node.cost.way == "less":
                yield "a card of which the cost is less is said to cost less"

    def activity_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        return ()

    def resolution_conditions(self, ability: m.Ability) -> tuple[m.Condition, ...]:
        """Of [Awaken] the condition is one for activating."""
        return () if "awaken" in ability.labels else ability.conditions

    def areas_of_ability(self, ability: m.Ability) -> tuple[str, ...]:
        """Where a skill works; a change of a card's own cost works in hand."""
        if ability.areas:
            return super().areas_of_ability(ability)
        for node in walk(ability.body):
            own = isinstance(node, m.Modify | m.Permit | m.AlternativeCost) and isinstance(node.what, m.This)
            cost = getattr(node, "stat", "") == "energy cost" or isinstance(node, m.AlternativeCost)
            if own and (cost or (isinstance(node, m.Permit) and node.act.verb == "be played")):
                return ("hand",)
        return self.areas_of_its_own_move(ability.trigger)

    def areas_of_its_own_move(self, trigger: m.Event | None) -> tuple[str, ...]:
        """2-12-2: a skill about its own card's move between other areas says by that where it works."""
        if isinstance(trigger, m.Discarded) and isinstance(trigger.what, m.This):
            return ("drop",)
        if not isinstance(trigger, m.Moved) or not isinstance(trigger.what, m.This):
            return ()
        origin = [name for area in trigger.origin for name in self.area_names(area)]
        if not origin or not trigger.to or set(origin) & {"leader", "battle", "combo"}:
            return ()
        return tuple(name for area in trigger.to for name in self.area_names(area))

    # skills

    def words(self, ability: Any) -> Any:
        """What a skill speaks of (10-10-3-1, 10-10-3-2)."""
        return frozenset(word for node in walk(ability) if (word := word_of(node)))

    def limit(self, ability: m.Ability) -> int:
        return min((limit.n for limit in ability.limits if limit.per == "turn"), default=0)

    def within_limits(self, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
        """10-11-1 counts activations, not fulfilled conditions."""
        return True

    def automatic(self, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
        made = super().automatic(ability, address, delayed)
        skill = Skill("auto", words=self.words(ability), limit=self.limit(ability))
        return replace(made, clause="8-1-5", data=skill)

    def activated(self, ability: m.Ability, address: str) -> Activated:
        counter = ability.kind == "counter"
        kind = "counter" if counter else "awaken" if "awaken" in ability.labels else "activate"
        windows = {
            "main or battle": {"main", "battle"},
            "awaken": {"main", "battle"},
        }.get(ability.window, {f"counter: {ability.window}" if counter else ability.window})
        skill = Skill(
            kind,
            tuple(self.cost(verb, ability) for verb in ability.costs),
            self.gate(ability, kind),
            self.early_choices(ability),
            self.effect(ability),
            self.words(ability),
            self.limit(ability),
        )
        where = ("hand",) if counter else self.areas_of_ability(ability)
        clause = {"counter": "10-10-1", "awaken": "10-2-1"}.get(kind, "8-1-3")
        return Activated(address, clause, ability.text, where, None, skill, frozenset(windows))

    def gate(self, ability: m.Ability, kind: str) -> Callable[[Table, Use], bool] | None:
        if kind != "awaken":
            return None

        def holds(table: Table, use: Use) -> bool:
            shown = not table.card(use.source.card).mark("back")
            run = self.run_of(table, use, ability)
            return bool(keywords.awakens(table, shown and self.all_hold(ability.conditions, run)))

        return holds

    def run_of(self, table: Table, use: Use, ability: m.Ability) -> Run:
        source = Source(use.ability, use.source, use.player, table.state.clock, use.facts)
        run = self.run(table, source, ability)
        run.count = int(fact(use.facts, PAID) or 0)  # "that many", after a cost of as many as one likes
        run.number = fact(use.facts, NAMED)
        for at, target in enumerate(self.targets(ability)):
            if (cards := fact(use.facts, f"early {at}")) is not None:
                run.early[id(target)] = tuple(c for c in cards if c in table.state.cards)
                if target.bind:
                    run.bound[target.bind] = run.early[id(target)]
        return run

    def targets(self, ability: m.Ability) -> list[m.Selector]:
        """What the effect will have chosen, in the order of the text."""
        found = [getattr(verb, "what", None) for verb in ability.body]
        return [
            target
            for target in found
            if isinstance(target, m.Selector)
            and isinstance(target.quantity, m.Exactly | m.UpTo)
            and target.end is None
            and not any(isinstance(f, m.Among) for f in target.filters)
        ]

    def early_choices(self, ability: m.Ability) -> Callable[[Table, Use], Facts]:
        """8-5-2-2 read to the letter: targets too are chosen at activation (A-09)."""

        def choices(table: Table, use: Use) -> Facts:
            targets = self.targets(ability)
            if not targets or table.reading("A-09") == "at-resolution":
                return ()
            run = self.run_of(table, use, ability)
            return tuple((f"early {at}", self.select(run, target)) for at, target in enumerate(targets))

        return choices

    def effect(self, ability: m.Ability) -> Callable[[Table, Use], None]:
        def carry_out(table: Table, use: Use) -> None:
            run = self.run_of(table, use, ability)
            if self.all_hold(self.resolution_conditions(ability), run):
                self.do_all(run, ability.body)

        return carry_out

    def cost(self, verb: m.Verb, ability: m.Ability) -> Cost:
        if isinstance(verb, m.Pay):
            return self.energy(verb, ability)

        def can(table: Table, use: Use) -> bool:
            return self.can(self.run_of(table, use, ability), verb)

        def pay(table: Table, use: Use) -> Facts | None:
            run = self.run_of(table, use, ability)
            absorbs = "union-absorb" in ability.labels and isinstance(verb, m.Stack)
            before = len(table.happened)
            self.name_the_number(run, verb)
            (cited("10-15-1", self.do_in) if absorbs else self.do_in)(table, run, verb)
            if not self.is_paid(run, verb, before):
                return None
            bound = tuple((f"bound {n}", cards) for n, cards in sorted(run.bound.items()))
            named: Facts = ((NAMED, run.number),) if run.number is not None else ()
            return (*bound, *named, *(((PAID, run.count),) if isinstance(verb, COUNTED_COSTS) else ()))

        return Cost(type(verb).__name__.lower(), can, pay)

    def is_paid(self, run: Run, verb: m.Verb, before: int) -> bool:
        """8-4-2-2: whether all of a cost was carried out; something else may stand in for it (A-54)."""
        if any(isinstance(h.event, Replaced) for h in run.table.happened[before:]):
            return run.table.reading("A-54") == "paid"
        what = getattr(verb, "what", None)
        if isinstance(verb, COUNTED_COSTS) and isinstance(what, m.Selector):
            return run.done and run.count >= self.amount(getattr(what.quantity, "n", 0), run)
        return run.done

    def do_in(self, table: Table, run: Run, verb: m.Verb) -> None:
        self.do(run, verb)

    def energy(self, verb: m.Pay, ability: m.Ability) -> Cost:
        n = verb.n if isinstance(verb.n, int) else 0

        return Cost(f"{n} energy", keywords.always, lambda table, use: (), n, verb.colours)

    def _begin(self, run: Run, verb: Any) -> None:
        """What changes all cards of an area begins even while none is there (8-8-1-5)."""
        super()._begin(run, verb)
        if not run.done and is_about_an_area(verb):
            facts = (("amount", self.amount(verb.amount, run)),) if isinstance(verb, m.Modify) else ()
            self.begin_effect(run, verb, (), facts)

    def begin_effect(self, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()) -> None:
        """8-8-1-5: on all cards of an open area, it waits for newcomers; in a hand the words say whom it is
        on, for a newcomer's face may not be known."""
        if cards is None or not is_about_an_area(verb):
            super().begin_effect(run, verb, cards, facts)
        elif not SECRET.issuperset(self.areas_meant(verb.what)):
            super().begin_effect(run, verb, cards, (*facts, (skills.WHOLE_AREA, True)))
        else:
            late = run.table.reading("A-53") == "newcomers-too"
            super().begin_effect(run, verb, None if late else cards, facts)

    def areas_meant(self, what: m.Selector) -> list[str]:
        return [name for area in what.areas or self.usual_areas(what.types) for name in self.area_names(area)]

    def can(self, run: Run, verb: m.Verb) -> bool:
        what = getattr(verb, "what", None)
        if isinstance(verb, m.Pay):
            return can_rest_energy(run.table, run.you, self.amount(verb.n, run), verb.colours)
        if isinstance(verb, m.Discard) and isinstance(what, m.Selector):
            needed = self.at_least(run, getattr(what.quantity, "n", 0))
            return len(self.hand_for(run, self.players(verb.who, run)[0], what)) >= needed
        if isinstance(verb, m.Orient | m.Destroy | m.Move) and isinstance(what, m.This):
            return bool(self.free_for(run, verb, self.this(Sight.now(run.table), run)))
        if isinstance(verb, m.Orient | m.Destroy | m.Move) and isinstance(what, m.Selector):
            counted = isinstance(what.quantity, m.Exactly) and what.end is None
            if counted and what.bind not in run.bound and not self.is_untold(run, what):
                found = self.free_for(run, verb, self.candidates(Sight.now(run.table), run, what))
                return len(found) >= self.at_least(run, getattr(what.quantity, "n", 1))
        return super().can(run, verb)

    def at_least(self, run: Run, n: Any) -> int:
        """How many cards a cost needs; of a number that is still to be named, one (1-3-5)."""
        return 1 if self.is_to_be_named(run, n) else self.amount(n, run)

    def is_to_be_named(self, run: Run, n: Any) -> bool:
        if not isinstance(n, m.Unknown) or run.number is not None:
            return False
        return not any(defined.letter == n.letter for defined in run.ability.letters)

    def name_the_number(self, run: Run, verb: m.Verb) -> None:
        """8-5-2-3 determines the cost first: its X is named, and no more than can be paid."""
        what = getattr(verb, "what", None)
        if not isinstance(what, m.Selector) or not self.is_to_be_named(run, getattr(what.quantity, "n", 0)):
            return
        if isinstance(verb, m.Discard):
            found = self.hand_for(run, self.players(verb.who, run)[0], what)
        elif isinstance(verb, m.Orient | m.Destroy | m.Move):
            found = self.free_for(run, verb, self.candidates(Sight.now(run.table), run, what))
        else:
            return
        run.number = name_a_number(run.table, run.you, len(found), "what is X?")

    def free_for(
        self, run: Run, verb: m.Orient | m.Destroy | m.Move, cards: Iterable[CardId]
    ) -> list[CardId]:
        """The cards with which something can be done: nothing forbids it, and it is not so already."""
        if isinstance(verb, m.Orient):
            resting = verb.orientation == "rest"
            cards = [card for card in cards if bool(run.table.card(card).mark("rest")) != resting]
        return [card for card in cards if not run.table.is_forbidden(self.doing(run, verb, card))]

    def doing(self, run: Run, verb: m.Orient | m.Destroy | m.Move, card: CardId) -> Proposal:
        """What is about to happen to a card that pays for something."""
        now, by = run.table.card(card), (("by", "cost"),)
        if isinstance(verb, m.Orient):
            return Proposal(verb.orientation, run.table.master(card), card, facts=by)
        if isinstance(verb, m.Destroy):
            return Proposal("KO", run.table.master(card), card, now.area, f"{now.owner}.drop", by)
        (name,) = self.area_names(verb.to.area)
        return Proposal("move", now.owner, card, now.area, f"{now.owner}.{name}", by)

    def labelled(self, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
        if label != "union-absorb":
            return [made]
        assert isinstance(made, Activated)
        return [keywords.union_absorb(made)]

    def lasting(self, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb, m.AlternativeCost):
            yield from self.other_cost(verb.what, verb.costs, address, ability)
            return
        if isinstance(verb, m.Permit) and verb.cost is not None and verb.cost.way == "instead":
            pay = m.Pay("energy", verb.cost.amount)
            yield from self.other_cost(verb.what, (pay,), address, ability)
            return
        clause = "8-1-4" if ability.kind == "continuous" else "8-2-2-2"
        for plain in super().lasting(verb, address, ability):
            made = replace(plain, clause=clause) if not plain.clause else plain
            if isinstance(made, Replacement) and made.optional:
                yield at_will(made)
            elif isinstance(verb, m.Modify) and verb.how == "set":
                yield replace(made, data=SETS)
            elif isinstance(verb, m.NegateAbilities):
                yield replace(made, data=skills.NEGATES)
            else:
                yield made

    def continuous(self, ability: m.Ability, address: str) -> Iterator[Ability]:
        """What asks for a number that it does not change itself is judged by the final numbers (A-25)."""
        read = numbers_read(ability)
        for made in super().continuous(ability, address):
            judged = isinstance(made, Modifier) and bool(read - made.properties)
            yield self.judged_last(made, ability, address) if judged else made  # type: ignore[arg-type]

    def judged_last(self, made: Modifier, ability: m.Ability, address: str) -> Modifier:
        conditions = conditions_of(ability, address)[made.address.partition("~")[0]]
        plain = made.changes
        assert plain is not None

        def changes(board: Board, source: Source) -> Iterator[Change]:
            if self.judging:
                return
            last = board.table.reading("A-25") == "set-then-add"
            seen = self.final_numbers(board) if last else board
            run = self.run(board.table, source, ability)
            if self.all_hold(conditions, run, Sight(board.table, seen)):
                yield from plain(seen, source)

        return replace(made, active_if=None, changes=changes)

    def final_numbers(self, board: Board) -> Board:
        """The table without any effect that waits for this: derived once for a state."""
        kept = self.finals
        if kept is None or kept.state is not board.state or kept.table is not board.table:
            self.judging = True
            try:
                self.finals = Board(board.table, board.state).derive()
            finally:
                self.judging = False
        assert self.finals is not None
        return self.finals

    def other_cost(
        self, what: m.Target, costs: Sequence[m.Verb], address: str, ability: m.Ability
    ) -> Iterator[Ability]:
        """ "Instead of its energy cost you may": replaces the payment, at will if both can be paid."""

        def replaces(forced: bool) -> Callable[[Table, Source, Proposal], bool]:
            def test(table: Table, source: Source, proposal: Proposal) -> bool:
                if proposal.verb != PAY or not self.is_for(table, source, what, proposal.card, ability):
                    return False
                assert proposal.player is not None
                assert proposal.card is not None
                needed = energy_cost(table, proposal.card)
                return can_rest_energy(table, proposal.player, *needed) != forced

            return test

        def can(table: Table, source: Source, proposal: Proposal) -> bool:
            run = self.about(table, source, proposal, ability)
            return bool(skills.can_be_replaced_at_will(table, self.possible(run, costs)))

        def instead(table: Table, source: Source, proposal: Proposal) -> None:
            skills.never_happened(table)
            self.do_all(self.about(table, source, proposal, ability), costs)

        def payable(table: Table, source: Source, card: Any) -> bool:
            if not self.is_for(table, source, what, card, ability):
                return False
            return self.possible(self.about(table, source, Proposal(PAY, card=card), ability), costs)

        clause, text = self.clause_of["replacement"], ability.text
        for forced in (False, True):
            yield Replacement(
                f"{address}~forced" if forced else address, clause, text, optional=not forced,
                replaces=replaces(forced), can=can, instead=instead,
            )  # fmt: skip
        yield Status(f"{address}~payable", "1-3-1", text, name=OTHER_COST, holds=payable)

    def is_for(self, table: Table, source: Source, what: m.Target, card: Any, ability: m.Ability) -> bool:
        """Whether a permission is about this card."""
        if source.cards is not None:
            return any(ref.card == card and table.state.current(ref) for ref in source.cards)
        return card is not None and self.is_target(
            table, self.run(table, source, ability), what, CardId(card)
        )

    def keyword(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        return self.without_later(self.every_part(ability, address, properties))

    def without_later(self, made: Sequence[Ability]) -> list[Ability]:
        """What a keyword lays down for later is found by its address, but is none of the card's skills."""
        self.inner |= {one.address: one for one in made if one.address.endswith(keywords.LATER)}
        return [one for one in made if not one.address.endswith(keywords.LATER)]

    def every_part(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        word = ability.keyword
        assert word is not None
        if word.name in keywords.STATIC:
            return list(keywords.static_keyword(word.name, address))
        printed = Printed(
            address,
            tuple(self.cost(verb, ability) for verb in word.costs),
            tuple(self.material(target, ability, address) for target in word.materials),
            word.number if isinstance(word.number, int) else 0,
            ability.text,
            has_condition=any(len(getattr(target, "filters", ())) > 1 for target in word.materials),
        )
        if word.name == "ex-evolve":
            return list(keywords.evolve(printed, "ex-evolve"))
        if word.name not in MAKERS:
            return super().keyword(ability, address, properties)
        return list(MAKERS[word.name](printed))

    def material(self, target: m.Target, ability: m.Ability, address: str) -> keywords.Fits:
        """One of the cards that a keyword asks for, by name and condition."""

        def fits(table: Table, player: Player, card: CardId) -> bool:
            source = Source(address, table.card(card).ref, player, 0)
            run = self.run(table, source, ability)
            assert isinstance(target, m.Selector)
            plain = self.anywhere(target)
            known = skills.is_known_card(table, card) and table.peek(card, "type") == "battle"
            return known and self.fits(Sight.now(table), run, plain, card, skip_areas=True)

        return fits

    def is_of_kind(self, ability: Ability, keyword: str, kind: str) -> bool:
        if keyword:
            return ability.text.lower().replace(":", "").startswith(f"[{keyword.lower()}")
        if kind == "permanent":
            return not isinstance(ability, Automatic | Activated)
        is_counter = skills.skill_of(ability).kind == "counter"
        if kind == "counter" or is_counter:
            return is_counter and kind in ("counter", "")
        return super().is_of_kind(ability, keyword, kind)

    def has_the_keyword(self, sight: Sight, run: Run, f: m.HasKeyword, card: CardId) -> bool:
        return any(self.is_of_kind(skill, f.keyword, "") for skill in self.recognised(sight, card))

    def has_skill(self, sight: Sight, run: Run, f: m.HasAbility, card: CardId) -> bool:
        return any(self.is_of_kind(skill, "", f.kind) for skill in self.recognised(sight, card))

    def recognised(self, sight: Sight, card: CardId) -> list[Ability]:
        """8-3-2: what is negated is still there as a skill."""
        held = (*sight.value(card, "abilities"), *skills.negated_skills(sight.board, card))
        return [sight.table.pool.ability(skill) for skill in dict.fromkeys(held)]

    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        **Interpreter.FILTERS,
        m.HasKeyword: has_the_keyword,
        m.HasAbility: has_skill,
    }

    # prohibitions and permissions

    def is_about(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        leaving = area_name(proposal.src) == "battle" and area_name(proposal.dst) != "battle"
        if verb.act.verb in ("leave", "be removed") and not leaving:
            return False
        if verb.act.verb in FIGHTING:
            return self.is_about_fighting(table, source, proposal, verb, ability)
        if verb.act.verb.removeprefix("use ") in SKILL_KINDS:
            return self.is_about_activating(table, source, proposal, verb, ability)
        return super().is_about(table, source, proposal, wherever_played(verb), ability)

    def is_about_fighting(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """Who may not attack or block, or be attacked or blocked; and whom, or by whom, if the text says."""
        plain = altered(verb, act=altered(verb.act, object=None, cause=None))
        if not super().is_about(table, source, proposal, plain, ability):
            return False
        cause, opposite = verb.act.cause, fact(proposal.facts, "other")
        named = verb.act.object or (cause.source if cause is not None else None)
        if named is None:
            return True
        run = self.run(table, source, ability)
        named = altered(named, whose=named.whose or "any") if isinstance(named, m.Selector) else named
        met = opposite is not None and self.is_target(table, run, named, opposite)
        return met != (cause is not None and cause.negated)

    def is_about_activating(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """ "Can't activate [Counter]" and its like: a kind of skill, of whoever or whatever is named."""
        used = fact(proposal.facts, "ability")
        if proposal.verb != "activate" or used is None:
            return False
        kind = verb.act.verb.removeprefix("use ")
        plain = altered(verb, act=altered(verb.act, verb="activate"))
        return self.is_skill(table, table.pool.ability(str(used)), kind) and super().is_about(
            table, source, proposal, plain, ability
        )

    def is_caused(self, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
        return self.by_cause(run, cause, proposal.facts)

    def by_cause(self, run: Run, cause: m.Cause | None, facts: Facts) -> bool:
        """By a skill, a battle, a rule; of whom; from which card."""
        if cause is None:
            return True
        by, of = fact(facts, "by"), fact(facts, "all of") or (fact(facts, "of"),)
        wanted = {"effect": "skill", "ability": "skill"}.get(cause.by, cause.by)
        same = not wanted or wanted == by
        whose = cause.who in ("any", "") or any(p in self.players(cause.who, run) for p in of)
        source = fact(facts, "source")
        found = cause.source is None or (
            source is not None and self.is_target(run.table, run, cause.source, source)
        )
        return (same and whose and found) != cause.negated

    def status_of(self, verb: Any, address: str, ability: m.Ability) -> Ability | None:
        if not isinstance(verb, m.Permit):
            return None
        name = {"attack": "can attack active cards", "be played": "plays for nothing"}.get(verb.act.verb)
        if name is None:
            return None

        def holds(table: Table, source: Source, about: Any) -> bool:
            return self.is_for(table, source, verb.what, about, ability)

        return Status(address, "1-3-1", ability.text, name=name, holds=holds)

    def would(self, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
        verb = REPLACED.get(type(event))
        if verb is None:
            return super().would(table, run, event, proposal)
        if proposal.verb != verb or not self.by_cause(run, getattr(event, "cause", None), proposal.facts):
            return False
        skills.never_happened(table)
        if isinstance(event, m.Damages):
            hit = event.to is None or (
                isinstance(event.to, m.Player) and proposal.player in self.players(event.to.who, run)
            )
            return hit and (event.what is None or self._is_it(table, run, event.what, proposal))
        if isinstance(event, m.Moved) and not self.is_way(event, proposal.src, proposal.dst):
            return False
        if isinstance(event, m.Moved) and not self.is_between(run, event, proposal.src, proposal.dst):
            return False
        who = getattr(event, "who", None) or getattr(event, "by", None) or "any"
        if who not in ("any", "") and proposal.player not in self.players(who, run):
            return False
        what = getattr(event, "what", None)
        return what is None or self._is_it(table, run, what, proposal)

    def _is_it(self, table: Table, run: Run, what: m.Target, proposal: Proposal) -> bool:
        return proposal.card is not None and self.is_target(table, run, what, proposal.card)

    def is_between(self, run: Run, event: m.Moved, src: str, dst: str) -> bool:
        """Whose areas it leaves and goes to, where the text says so."""
        sides = ((event.origin_whose, src), (event.whose, dst))
        return all(
            who in ("", "any") or area_player(where) in self.sides(run, who, where) for who, where in sides
        )

    def sides(self, run: Run, who: str, where: str) -> tuple[Player | None, ...]:
        """The owner's area is where it goes in any case."""
        return (area_player(where),) if who == "owner" else self.players(who, run)

    def is_way(self, event: m.Moved, src: str, dst: str) -> bool:
        origin = tuple(name for area in event.origin for name in self.area_names(area))
        to = tuple(name for area in event.to for name in self.area_names(area))
        if dst.startswith("under.") or src == dst:
            return False
        if not to and origin and area_name(dst) in origin:
            return False
        return (not origin or area_name(src) in origin) and (not to or area_name(dst) in to)

    # triggers

    def trigger(self, event: m.Event, ability: m.Ability) -> Trigger:
        make = self.TRIGGERS.get(type(event))
        return super().trigger(event, ability) if make is None else make(self, event, ability)

    def occurs(
        self, timing: str, ability: m.Ability, test: Callable[[Run, Moment, Occurred], bool], other: str = ""
    ) -> Trigger:
        """Waits for a moment that the rules name."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            event = moment.event
            if isinstance(event, Occurred) and event.timing == timing:
                run = self.run(table, source, ability)
                if test(run, moment, event):
                    amount = fact(event.facts, "amount")
                    yield subject_facts(
                        event.card,
                        event.player,
                        object=fact(event.facts, other),
                        number=amount,
                        **how_it_left(moment, event.card),
                    )

        return (Occurred,), matches, (timing,)

    def is_subject(self, run: Run, moment: Moment, target: m.Target | None, card: CardId | None) -> bool:
        """Whether the card of an event is the one that is waited for, by the information that counts."""
        if target is None or isinstance(target, m.Player):
            return True
        if card is None:
            return False
        if isinstance(target, m.This):
            return card == run.source.card.card
        state = self.seen_in(run.table, moment, card)
        if state is None or card not in state.cards:
            return False
        sight = Sight.of(run.table, state)
        if isinstance(target, m.Selector):
            if state is moment.after:
                skills.checked_after_arrival(run.table, moment, card, "type")
            return self.fits(sight, run, self.anywhere(target), card)
        return card in self.pointed_at(sight, run, target)

    def seen_in(self, table: Table, moment: Moment, card: CardId) -> Any:
        """8-6-5-1: as it was before its move, or as it is after it."""
        before, after = moment.before.cards.get(card), moment.after.cards.get(card)
        if before is None or after is None or before.area == after.area:
            return moment.before if after is None else moment.after
        how = skills.seen_as(table, before.area, after.area)
        return {"before": moment.before, "after": moment.after}.get(how or "after")

    def anywhere(self, selector: m.Selector) -> m.Selector:
        whose = selector.whose or "any"
        filters = tuple(f for f in selector.filters if not (isinstance(f, m.State) and f.state == "in play"))
        return m.Selector(selector.quantity, whose, (), None, selector.types, filters)

    def is_by(self, run: Run, who: str | None, player: Player | None) -> bool:
        return who in ("any", "", None) or player in self.players(who, run)

    def _phase(self, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
        timing = f"{event.moment} of {event.phase}"
        if timing not in MOMENTS:
            raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")
        once = timing in (END_OF_TURN, END_OF_MAIN_PHASE)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            occurred = moment.event
            if not isinstance(occurred, Occurred) or occurred.timing != timing:
                return
            run = self.run(table, source, ability)
            if not self.is_by(run, event.whose, occurred.player) or self.is_too_early(run, event):
                return
            key = f"{source.what} c{source.card.card}.{source.card.object} fulfilled this turn"
            if once and table.number(key):
                return
            if once:
                table.tally(key)
            yield subject_facts(None, occurred.player)

        return (Occurred,), matches, (timing,)

    def is_too_early(self, run: Run, event: m.PhaseMoment) -> bool:
        """The end of a next turn is not that of the turn in which it was said."""
        said = run.fact("planned in turn")
        return event.which == "next" and event.phase == "turn" and said == run.table.number("turn")

    def _played(self, event: m.Played, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            how, origin = str(fact(occurred.facts, "how", "")), str(fact(occurred.facts, "from", ""))
            ways = event.how.split(" or ") if event.how else []
            right = not ways or any(way in how.split("-") or way == how for way in ways)
            names = [name for area in event.areas for name in self.area_names(area)]
            return (
                right
                and self.is_by(run, event.by, occurred.player)
                and (not names or origin in names)
                and self.is_subject(run, moment, event.what, occurred.card)
            )

        return self.occurs("play", ability, test)

    def _evolves(self, event: m.Evolves, ability: m.Ability) -> Trigger:
        """The card that is played with it; where a text says from what, the base as it was."""

        def is_base(run: Run, moment: Moment, card: CardId) -> bool:
            if not isinstance(event.what, m.Selector):
                return self.is_subject(run, moment, event.what, card)
            before = Sight.of(run.table, moment.before)
            return card in moment.before.cards and self.fits(before, run, self.anywhere(event.what), card)

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            if "evolve" not in str(fact(occurred.facts, "how", "")):
                return False
            if event.into is None:
                return self.is_subject(run, moment, event.what, occurred.card)
            bases = fact(occurred.facts, "bases") or ()
            is_it = self.is_subject(run, moment, event.into, occurred.card)
            return is_it and any(is_base(run, moment, CardId(card)) for card in bases)

        return self.occurs("play", ability, test)

    def _destroyed(self, event: m.Destroyed, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return self.by_cause(run, event.cause, occurred.facts) and self.is_subject(
                run, moment, event.what, occurred.card
            )

        return self.occurs("KO", ability, test, "source")

    def _moved(self, event: m.Moved, ability: m.Ability) -> Trigger:
        if event.cause is not None:
            return self._removed(event, ability)
        if event.to == ("leader area",):
            return self.occurs(
                "placed in the Leader Area",
                ability,
                lambda run, moment, occurred: self.is_subject(run, moment, event.what, occurred.card),
            )

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            moved = moment.event
            if not isinstance(moved, Moved) or not self.is_way(event, moved.src, moved.dst):
                return
            run = self.run(table, source, ability)
            if not self.is_between(run, event, moved.src, moved.dst):
                return
            if self.is_subject(run, moment, event.what, moved.card):
                owner = moment.after.cards[moved.card].owner
                yield subject_facts(moved.card, owner, **how_it_left(moment, moved.card))

        return (Moved,), matches

    def _removed(self, event: m.Moved, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            src, dst = str(fact(occurred.facts, "from")), str(fact(occurred.facts, "to"))
            return (
                self.is_way(event, src, dst)
                and self.is_between(run, event, src, dst)
                and self.by_cause(run, event.cause, occurred.facts)
                and self.is_subject(run, moment, event.what, occurred.card)
            )

        return self.occurs("leaves play", ability, test)

    def _attacks(self, event: m.Attacks, ability: m.Ability) -> Trigger:
        if event.what is None:

            def attacked(run: Run, moment: Moment, occurred: Occurred) -> bool:
                return self.is_subject(run, moment, event.target, occurred.card)

            return self.occurs("attacked", ability, attacked, "attacker")

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            target = fact(occurred.facts, "target")
            return self.is_subject(run, moment, event.what, occurred.card) and self.is_subject(
                run, moment, event.target, target
            )

        return self.occurs("attack", ability, test, "target")

    def _used(self, event: m.AbilityUsed, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            used = run.table.pool.ability(str(fact(occurred.facts, "ability")))
            right = self.is_skill(run.table, used, event.kind.replace("_", " "))
            return (
                right
                and self.is_by(run, event.who, occurred.player)
                and self.is_subject(run, moment, event.of, occurred.card)
            )

        timing = "skill resolved" if event.stage == "resolved" else "skill activated"
        return self.occurs(timing, ability, test)

    def is_skill(self, table: Table, used: Ability, kind: str) -> bool:
        """Whether a skill is of a kind; a [Counter] is one of its own, or an [Activate] (A-10)."""
        if not kind or self.is_of_kind(used, kind, "") or skills.skill_of(used).kind == kind:
            return True
        is_counter = skills.skill_of(used).kind == "counter"
        return kind == "activate" and is_counter and table.reading("A-10") == "as-activate"

    def _damages(self, event: m.Damages, ability: m.Ability) -> Trigger:
        if event.what is None and event.least < 2:
            return self._takes_damage(event, ability)

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            hit = not isinstance(event.to, m.Player) or occurred.player in self.players(event.to.who, run)
            enough = int(fact(occurred.facts, "amount", 0)) >= max(1, event.least)
            return hit and enough and self.is_subject(run, moment, event.what, occurred.card)

        return self.occurs("damaged", ability, test)

    def _takes_damage(self, event: m.Damages, ability: m.Ability) -> Trigger:
        """4-10-2-2: two damage is one damage taken twice (A-52); to inflict two is done once."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            timing = "damage" if table.readings["A-52"] == "each-point" else "damaged"
            occurred, run = moment.event, self.run(table, source, ability)
            if not isinstance(occurred, Occurred) or occurred.timing != timing:
                return
            amount = fact(occurred.facts, "amount", 1)
            hit = not isinstance(event.to, m.Player) or occurred.player in self.players(event.to.who, run)
            if hit and amount:
                table.reading("A-52")
                dealt_by = fact(occurred.facts, "source", occurred.card)
                yield subject_facts(dealt_by, occurred.player, number=amount)

        return (Occurred,), matches, ("damage", "damaged")

    def _combos(self, event: m.Combos, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            names = [name for area in event.areas for name in self.area_names(area)]
            return (
                self.is_by(run, event.who, occurred.player)
                and (not names or fact(occurred.facts, "from") in names)
                and self.is_subject(run, moment, event.what, occurred.card)
            )

        return self.occurs("combo", ability, test)

    def _turned(self, event: m.Turned, ability: m.Ability) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return (
                fact(occurred.facts, "mode") == event.orientation
                and self.by_cause(run, event.cause, occurred.facts)
                and self.is_subject(run, moment, event.what, occurred.card)
            )

        return self.occurs("switched", ability, test)

    def _performs(self, event: m.Performs, ability: m.Ability) -> Trigger:
        timing = {"awaken": "awaken", "negate attack": "attack negated", "pay": "pay"}.get(event.action)
        if timing is None:
            raise NoMeaning(f"{self.game} has no action {event.action!r}")

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return self.is_by(run, event.who, occurred.player)

        return self.occurs(timing, ability, test)

    def _card_used(self, event: m.CardUsed, ability: m.Ability) -> Trigger:
        """An Extra Card is activated when its skill is, from hand (8-5-2-4)."""

        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            card = None if occurred.card is None else moment.after.cards.get(occurred.card)
            from_hand = card is not None and area_name(card.area) == "hand"
            return (
                from_hand
                and self.is_by(run, event.who, occurred.player)
                and self.is_subject(run, moment, event.what, occurred.card)
            )

        return self.occurs("skill activated", ability, test)

    def _seen(self, event: m.Seen, ability: m.Ability) -> Trigger:
        if event.act in ("shuffle", "search"):
            return self.TRIGGERS[m.Drawn](self, event, ability, event.act)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            seen, run = moment.event, self.run(table, source, ability)
            if not isinstance(seen, Looked | Revealed):
                return
            for card in seen.cards:
                owner = table.card(card).owner
                by = seen.player if isinstance(seen, Looked) else owner
                if self.is_by(run, event.who, by) and self.is_subject(run, moment, event.what, card):
                    yield subject_facts(card, owner)

        return ((Revealed,) if event.act == "reveal" else (Looked,)), matches

    def simple(timing: str) -> Callable[..., Trigger]:  # type: ignore[misc]  # noqa: N805
        """Who did it, and with which card."""

        def make(self: DragonBallSuper, event: Any, ability: m.Ability, timing: str = timing) -> Trigger:
            def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
                return self.is_by(run, getattr(event, "who", "any"), occurred.player) and self.is_subject(
                    run, moment, getattr(event, "what", None), occurred.card
                )

            return self.occurs(timing, ability, test)

        return make

    TRIGGERS: ClassVar[dict[type[Any], Callable[..., Trigger]]] = {
        m.PhaseMoment: _phase,
        m.Played: _played,
        m.Evolves: _evolves,
        m.Destroyed: _destroyed,
        m.Moved: _moved,
        m.Attacks: _attacks,
        m.AbilityUsed: _used,
        m.Damages: _damages,
        m.Combos: _combos,
        m.Turned: _turned,
        m.Performs: _performs,
        m.CardUsed: _card_used,
        m.Seen: _seen,
        m.Drawn: simple("draw"),
        m.Discarded: simple("discard"),
    }

    # choosing

    def select(self, run: Run, selector: m.Selector, prompt: str = "") -> tuple[CardId, ...]:
        if any(isinstance(f, m.State) and f.state == "topmost" for f in selector.filters):
            run.picked["topmost"] = "yes"
        if not self.is_searched(selector) and not self.is_untold(run, selector):
            return super().select(run, selector, prompt)
        taken = self.select_hidden(run, selector, prompt or "choose")
        self.note_what_had_to_fit(run, selector, taken)
        self.bind(run, selector, taken)
        return taken

    def is_searched(self, selector: m.Selector) -> bool:
        """8-5-3-7: a number of cards anywhere in a deck."""
        return selector.areas == ("deck",) and selector.end is None and hasattr(selector.quantity, "n")

    def is_untold(self, run: Run, selector: m.Selector) -> bool:
        """Whether a choice by description is among hidden cards that nobody has told us."""
        groups = [f for f in selector.filters if isinstance(f, m.Extreme) or is_unlike_others(f)]
        if groups or selector.chooser == "random" or selector.end is not None or not is_described(selector):
            return False
        pool, own = self.unsifted(run, selector), f"{self.chooser(run, selector)}.hand"
        areas = [run.table.card(card).area for card in pool]
        hidden = all(area == own or area_name(area) in ("deck", "life") for area in areas)
        counted = isinstance(selector.quantity, m.Exactly | m.UpTo)
        return counted and hidden and any(run.table.is_unknown(card) for card in pool)

    def unsifted(self, run: Run, selector: m.Selector) -> list[CardId]:
        """The cards among which a description is to be met."""
        sight = Sight.now(run.table)
        among = next((f for f in selector.filters if isinstance(f, m.Among)), None)
        pool = self.places(sight, run, selector) if among is None else self.pointed_at(sight, run, among.what)
        return [card for card in pool if card in sight.state.cards]

    def select_hidden(self, run: Run, selector: m.Selector, prompt: str) -> tuple[CardId, ...]:
        """Of cards nobody has told us, only those that are taken need be known."""
        chooser = self.chooser(run, selector)
        n = max(0, self.amount(getattr(selector.quantity, "n", 1), run))
        among = any(isinstance(f, m.Among) for f in selector.filters)

        def fits(card: CardId) -> bool:
            return self.fits(Sight.now(run.table), run, selector, card, skip_areas=not among)

        if self.is_searched(selector):
            (whose,) = self.players(selector.whose, run)
            run.picked["searched"] = whose
            return skills.search_the_deck(run.table, chooser, fits, prompt, n, whose) or ()
        up_to = isinstance(selector.quantity, m.UpTo)
        found = look_through(run.table, self.unsifted(run, selector), fits, n)
        return skills.choose_targets(run.table, chooser, found, prompt, n, up_to, run.you, True, fits) or ()

    def take(
        self, run: Run, chooser: Player, found: list[CardId], selector: m.Selector, prompt: str
    ) -> tuple[CardId, ...]:
        """8-5-3-5 asks whether the choice needs to know what a card is."""
        if is_described(selector):
            run.picked["described"] = "yes"
        else:
            run.picked.pop("described", None)
        taken = super().take(run, chooser, found, selector, prompt)
        self.note_what_had_to_fit(run, selector, taken)
        return taken

    def note_what_had_to_fit(self, run: Run, selector: m.Selector, taken: Sequence[CardId]) -> None:
        """11-2-1: a card of a secret area that was chosen by a description is shown if it goes to another."""
        for card in taken if is_described(selector) else ():
            run.picked[f"fits {card}"] = "yes"

    def _pick(self, run: Run, verb: m.Pick, player: Player) -> None:
        if verb.what != "number":
            super()._pick(run, verb, player)
            return
        most = 99 if verb.most is None else self.amount(verb.most, run)
        run.number = run.count = name_a_number(run.table, player, most, "choose a number")

    def choose_targets(
        self, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
    ) -> tuple[CardId, ...]:
        described = "described" in run.picked
        return skills.choose_targets(run.table, chooser, found, prompt, n, up_to, run.you, described)

    def _letter(self, amount: m.Unknown, run: Run, sight: Sight) -> int:
        if run.number is None and not any(x.letter == amount.letter for x in run.ability.letters):
            run.number = name_a_number(run.table, run.performer, 99, f"what is {amount.letter}?")
        return super()._letter(amount, run, sight)

    def hand_for(self, run: Run, player: Player, what: m.Selector) -> list[CardId]:
        """Cards in hand that fit, without the one whose skill is being used."""
        hand = own_hand(run.table, player) or ()
        plain = m.Selector(what.quantity, "any", (), None, what.types, what.filters)
        sight = Sight.now(run.table)
        others = [card for card in hand if card != run.source.card.card or not run.source.card]
        free = [card for card in others if not is_forbidden(run.table, "discard", card, player)]
        if not (what.types or what.filters):
            return free
        return [card for card in free if self.fits(sight, run, plain, card, skip_areas=True)]

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
        what = verb.what
        if isinstance(what, m.Selector):
            hand = self.hand_for(run, player, what)
            n = self.amount(getattr(what.quantity, "n", len(hand)), run)
            least = 0 if isinstance(what.quantity, m.UpTo | m.AnyNumber) else n
            if what.chooser == "random":
                cards = at_random(run.table, hand, n)
            else:
                cards = run.table.choose(self.chooser(run, what), hand, "discard", least, n)
            self.bind(run, what, cards)
        else:
            cards = self.cards(run, what)
        run.count = discard(run.table, player, cards)
        run.done = run.count > 0

    def _do_discard_down(self, run: Run, verb: m.DiscardDownTo, player: Player) -> None:
        hand = run.table.pile(f"{player}.hand")
        cards = run.table.choose(player, hand, "discard", max(0, len(hand) - self.amount(verb.n, run)))
        run.count = discard(run.table, player, cards)
        run.done = run.count > 0

    def bind(self, run: Run, what: m.Selector, cards: Sequence[CardId]) -> None:
        if what.bind:
            run.bound[what.bind] = tuple(cards)
        for card in cards:
            run.places[card] = run.table.card(card).area

    def _do_look(self, run: Run, verb: m.Look, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="look at")
        run.table.look(player, cards)
        run.done = bool(cards)

    def _do_reveal(self, run: Run, verb: m.Reveal, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="reveal")
        if cards:
            run.table.reveal(*cards)
        run.done = bool(cards)

    def _do_search(self, run: Run, verb: m.Search, player: Player) -> None:
        what = verb.what
        assert isinstance(what, m.Selector)
        plain, sight = self.anywhere(what), Sight.now(run.table)
        n = self.amount(getattr(what.quantity, "n", 1), run)

        def fits(card: CardId) -> bool:
            return self.fits(sight, run, plain, card, skip_areas=True)

        found = skills.search_the_deck(run.table, player, fits, "search", n) or ()
        run.picked["searched"] = player
        self.note_what_had_to_fit(run, what, found)
        self.bind(run, what, found)
        run.done, run.count = bool(found), len(found)

    def _do_shuffle(self, run: Run, verb: m.Shuffle, player: Player) -> None:
        for whose in self.players(verb.whose, run):
            run.picked.pop("searched", None)
            shuffle(run.table, whose)

    def _do_destroy(self, run: Run, verb: m.Destroy, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="KO")
        with run.table.together():
            run.count = sum([bool(ko(run.table, card)) for card in cards])
        run.done = run.count > 0

    def _do_move(self, run: Run, verb: m.Move, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt=f"move to {verb.to.area}")
        run.count = self.move_all(run, cards, verb.to)
        run.done = run.count > 0

    def move_all(self, run: Run, cards: Sequence[CardId], to: m.Place) -> int:
        """How many went where they were sent; one that may not move, or goes elsewhere, did not."""
        (name,) = self.area_names(to.area)
        moved = 0
        for group in self.at_once(run, self.in_order(run, cards, name, to)):
            with run.table.together():
                moved += sum([self.move_one(run, card, name, to) for card in group])
        return moved

    def in_order(self, run: Run, cards: Sequence[CardId], name: str, to: m.Place) -> Sequence[CardId]:
        """3-1-6: each owner says in which order their cards go to a deck."""
        if name != "deck" or to.order == "random":
            return cards
        table = run.table
        own = {player: [c for c in cards if table.card(c).owner == player] for player in PLAYERS}
        asked = turn_player_first(table, [player for player in PLAYERS if len(own[player]) > 1])
        own |= {player: [*order_of_placing(table, player, own[player], name)] for player in asked}
        return [card for player in turn_player_first(table) for card in own[player]]

    def at_once(self, run: Run, cards: Sequence[CardId]) -> list[Sequence[CardId]]:
        """3-2-3: cards that leave a deck go one by one; others that are moved by one order go together."""
        if not any(area_name(run.table.card(card).area) == "deck" for card in cards):
            return [cards]
        return [[cards[n]] for n in one_by_one(run.table, len(cards))]

    def move_one(self, run: Run, card: CardId, name: str, to: m.Place) -> bool:
        table = run.table
        here = area_name(table.card(card).area)
        if f"fits {card}" in run.picked and here in SECRET and name in SECRET:
            other.reveal_what_had_to_fit(table, card, name)
        if "topmost" in run.picked:
            return bool(other.move_only_the_top_card(table, card, name))
        if name == "warp":
            return bool(other.send_to_the_warp(table, card))
        if name == "removed":
            return bool(keywords.remove_from_the_game(table, card))
        player = table.master(card) if here in ("battle", "combo") else run.you
        if name == "battle" and here not in ("battle", "combo") and table.peek(card, "type") == "battle":
            return put_into_play(table, card, player, "skill", to.orientation)
        if name == "combo":
            return battle.combo(table, player, card)
        if name == "battle" and self.is_one_field_too_many(table, card, player):
            return False
        at = 0 if to.end == "top" or (to.end is None and name == "life") else None
        return place(table, card, name, player, at=at, mode=to.orientation)

    def is_one_field_too_many(self, table: Table, card: CardId, player: Player) -> bool:
        """A second Extra Card with [Field] may not be placed; only activating it clears the first away."""
        if not skills.has_keyword(table, card, "field") or not other_fields(table, player, card):
            return False
        table.refuse("place", "3-6-6", player, card)
        return True

    def _do_stack(self, run: Run, verb: m.Stack, player: Player) -> None:
        hosts, cards = self.cards(run, verb.onto), self.cards(run, verb.what, prompt="stack")
        run.done, run.count = bool(hosts and cards), len(cards)
        if not run.done:
            return
        on_top = verb.how == "on top"
        if on_top and "union-absorb" in run.ability.labels:
            on_top = run.table.reading("A-31") == "absorbed-on-top"
        for card in cards:
            if on_top:
                other.put_on_top(run.table, card, hosts, player)
            else:
                other.put_underneath(run.table, card, hosts[0])

    def _do_play(self, run: Run, verb: m.Play, player: Player) -> None:
        """What one order plays is played at once (3-1-6)."""
        played = 0
        for group in self.at_once(run, self.cards(run, verb.what, prompt="play")):
            with run.table.together():
                played += sum([self.play_this(run, card, player, verb) for card in group])
        run.count, run.done = played, played > 0

    def play_this(self, run: Run, card: CardId, player: Player, verb: m.Play) -> bool:
        if area_name(run.table.card(card).area) == "deck":
            run.table.reveal(card)
        if not self.pays_to_play(run, card, player, verb.cost):
            return False
        if verb.onto is not None and (hosts := self.cards(run, verb.onto)):
            return bool(keywords.stack_and_play(run.table, card, hosts, player, "skill"))
        return self.play_one(run, card, player, verb)

    def pays_to_play(self, run: Run, card: CardId, player: Player, cost: m.PlayCost | None) -> bool:
        """A skill plays for nothing, unless it names a price; what cannot be paid is not played."""
        if cost is None or cost.way not in ("instead", "less"):
            return True
        n, colours = self.amount(cost.amount, run), tuple[str, ...]()
        if cost.way == "less":
            total, colours = energy_cost(run.table, card)
            n = max(total - n, len(colours))
        if not can_rest_energy(run.table, player, n, colours):
            return False
        rest_energy(run.table, player, n, colours)
        return True

    def play_one(self, run: Run, card: CardId, player: Player, verb: m.Play) -> bool:
        with run.table.together():
            side = self.whose_battle_area(run.table, card, player)
            done = put_into_play(run.table, card, player, "skill", verb.orientation, side=side)
            if done and verb.negated:
                run.table.begin(NEGATED, run.source.card, run.you, "", [card])
        return done

    def whose_battle_area(self, table: Table, card: CardId, player: Player) -> Player:
        """Where a skill plays a card of the other player without saying in whose Battle Area (A-55)."""
        owner = table.card(card).owner
        return player if owner == player or table.reading("A-55") == "who-plays" else owner

    def _do_orient(self, run: Run, verb: m.Orient, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt=f"switch to {verb.orientation}")
        with run.table.together():
            run.count = sum([terms.switch(run.table, card, verb.orientation) for card in cards])
        run.done = run.count > 0

    def _do_flip(self, run: Run, verb: m.Flip, player: Player) -> None:
        run.done = any([bool(keywords.turn_over(run.table, card)) for card in self.cards(run, verb.what)])

    def _do_negate_attack(self, run: Run, verb: m.NegateAttack, player: Player) -> None:
        battle.negate_the_attack(run.table)

    def _do_negate(self, run: Run, verb: m.NegateAbility, player: Player) -> None:
        use = self.answered(run, player, verb.kind)
        is_play = goes_on(run.table, PLAY) and verb.kind == "" and run.ability.window in ("play", "")
        run.done = use is not None or is_play or verb.kind == "blocker"
        if verb.kind == "blocker":
            keywords.negate_blocker(run.table, use)
        elif use is not None and skills.skill_of(run.table.pool.ability(use.ability)).kind == "counter":
            keywords.negate_counter(run.table, use)
        elif use is not None:
            skills.negate(run.table, use)
        elif is_play:
            run.table.set_number("play negated", 1)

    def answered(self, run: Run, player: Player, kind: str) -> Standby | None:
        """The latest skill of the opponent that is under way and can be meant."""
        own = int(run.fact("use", run.table.state.clock + 1))
        uses = [
            one
            for one in run.table.state.standby
            if one.player == opponent(player)
            and 0 < int(fact(one.facts, "use", 0)) < own
            and not fact(one.facts, "negated")
            and self.is_meant(run, run.table.pool.ability(one.ability), kind)
        ]
        return max(uses, key=lambda one: int(fact(one.facts, "use")), default=None)

    def is_meant(self, run: Run, used: Ability, kind: str) -> bool:
        """ "That skill" is one that this [Counter] answers; "[Blocker]" and its like, one of these."""
        if kind:
            return self.is_skill(run.table, used, kind)
        window = run.ability.window if run.ability.kind == "counter" else ""
        if window == "counter":
            return bool(keywords.is_a_counter(run.table, used))
        return not window or window in keywords.words_of(run.table, used)

    def _do_token(self, run: Run, verb: m.CreateToken, player: Player) -> None:
        n = self.amount(verb.n, run)
        if verb.up_to:
            n = name_a_number(run.table, player, n, "how many tokens?", up_to=True)
        made = keywords.create_tokens(run.table, player, verb.name, n, verb.orientation, not verb.created)
        self.remember_made(run, verb, made or ())

    def _do_damage(self, run: Run, verb: m.DealDamage, player: Player) -> None:
        source = self.cards(run, verb.source) if verb.source is not None else (run.source.card.card,)
        who = verb.to.who if isinstance(verb.to, m.Player) else "opponent"
        n = self.amount(verb.n, run)
        players = self.players(who, run)
        if len(players) == 1:
            hit = [terms.take_damage(run.table, players[0], n, source[0])]
        else:  # both are told so by one instruction, and it is one event
            with run.table.together():
                hit = [terms.take_damage(run.table, p, n, source[0]) for p in players]
        run.count = sum(amount or 0 for amount in hit)
        run.done = run.count > 0

    def _do_redirect(self, run: Run, verb: m.Redirect, player: Player) -> None:
        cards = self.cards(run, verb.to, prompt="new target")
        run.done = bool(cards) and battle.attack_card(run.table) is not None
        if run.done:
            battle.change_the_target(run.table, cards[0])

    def _do_use(self, run: Run, verb: m.UseAbility, player: Player) -> None:
        """The effect of another card's skill is carried out; an Extra Card is used up by it."""
        run.done = False
        if run.table.path.count("8-7-1") > MOST_USES:
            run.table.refuse("activate", "skills that activate each other come to no end", player)
            return
        for card in self.cards(run, verb.what, prompt="activate"):
            fitting = [
                ability
                for ability in skills.abilities_of(run.table, card)
                if isinstance(ability, Automatic | Activated)
                and (verb.kind in ("", "card") or self.is_of_kind(ability, verb.kind, ""))
            ]
            if fitting:
                use = Standby(0, fitting[0].address, run.table.card(card).ref, player, (run.table.seq, 0))
                if run.table.peek(card, "type") == "extra":
                    place(run.table, card, "drop")
                skills.effect_of(fitting[0])(run.table, use)
                run.done = True

    def _do_control(self, run: Run, verb: m.GainControl, player: Player) -> None:
        cards = self.cards(run, verb.what, prompt="gain control of")
        until = self.until(verb.duration, run)
        with run.table.together():
            run.count = sum([bool(other.gain_control(run.table, card, player, until)) for card in cards])
        run.done = run.count > 0

    def _do_combo(self, run: Run, verb: m.Combo, player: Player) -> None:
        run.count = 0
        for group in self.at_once(run, self.combo_cards(run, verb, player)):
            with run.table.together():
                for card in group:
                    if not verb.free:
                        battle.pay_the_combo_cost(run.table, player, card)
                    run.count += battle.combo(run.table, player, card)
        run.done = run.count > 0

    def combo_cards(self, run: Run, verb: m.Combo, player: Player) -> tuple[CardId, ...]:
        """3-7-3-1: only with Battle Cards that have both numbers; and only as far as it can be paid for."""
        table, what = run.table, verb.what
        chosen = not isinstance(what, m.Selector) or id(what) in run.early
        named = self.cards(run, what, choose=chosen)
        able = [card for card in named if battle.can_be_comboed(table, player, card, verb.free)]
        if chosen:
            return tuple(able)
        assert isinstance(what, m.Selector)
        taken = self.take(run, self.chooser(run, what), able, what, "combo with")
        self.bind(run, what, taken)
        return taken

    def _do_pay(self, run: Run, verb: m.Pay, player: Player) -> None:
        n = self.amount(verb.n, run)
        run.done = can_rest_energy(run.table, player, n, verb.colours)
        if run.done:
            rest_energy(run.table, player, n, verb.colours)

    def _do_win(self, run: Run, verb: m.Win, player: Player) -> None:
        decide_by_effect(run.table, player, True)

    def _do_lose(self, run: Run, verb: m.LoseGame, player: Player) -> None:
        decide_by_effect(run.table, player, False)

    def perform(self, run: Run, verb: m.Verb, player: Player) -> None:
        """8-7-1 carries out immediate effects; what lasts only begins, and a cost is no effect."""
        resolving = goes_on(run.table, CARRYING_OUT)
        if isinstance(verb, LASTING) or not resolving:
            super().perform(run, verb, player)
            return
        act = super().perform
        skills.carry_out_at_once(run.table, lambda: act(run, verb, player))

    def do(self, run: Run, verb: m.Verb) -> None:
        """What both players are told to do at once happens at once (A-01); the turn player chooses first."""
        if getattr(verb, "who", "you") != "each":
            super().do(run, verb)
            return
        if isinstance(getattr(verb, "what", None), m.Selector):
            turn_player_first(run.table)
        with run.table.together():
            super().do(run, verb)

    def do_all(self, run: Run, verbs: Sequence[m.Verb]) -> None:
        super().do_all(run, verbs)
        searched = run.picked.pop("searched", None) if verbs is run.ability.body else None
        if searched is not None:
            skills.shuffle_after_a_search(run.table, Player(searched))

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        m.Draw: _do_draw,
        m.DrawUntil: _do_draw_until,
        m.Discard: _do_discard,
        m.DiscardDownTo: _do_discard_down,
        m.Look: _do_look,
        m.Reveal: _do_reveal,
        m.Search: _do_search,
        m.Shuffle: _do_shuffle,
        m.Destroy: _do_destroy,
        m.Move: _do_move,
        m.Stack: _do_stack,
        m.Play: _do_play,
        m.Orient: _do_orient,
        m.Flip: _do_flip,
        m.NegateAttack: _do_negate_attack,
        m.NegateAbility: _do_negate,
        m.CreateToken: _do_token,
        m.DealDamage: _do_damage,
        m.Redirect: _do_redirect,
        m.UseAbility: _do_use,
        m.GainControl: _do_control,
        m.Combo: _do_combo,
        m.Pay: _do_pay,
        m.Win: _do_win,
        m.LoseGame: _do_lose,
    }


COUNTED = {m.Played: "plays", m.Attacks: "attacks", m.AbilityUsed: "skills", m.Drawn: "draws"}


def is_recorded(condition: m.Happened) -> bool:
    """Whether what a text asks about the past is kept: of its own card's playing, or only how often and by
    whom."""
    event = condition.event
    what: Any = getattr(event, "what", None) or getattr(event, "of", None)
    if isinstance(event, m.Played) and isinstance(what, m.This):
        return condition.least == 1 and event == m.Played(what, event.by, how=event.how)
    if isinstance(event, m.AbilityUsed) and event.kind:
        return condition.least == 1 and event == m.AbilityUsed(event.who, event.kind)
    plain = what is None or (isinstance(what, m.Selector) and what == m.Selector(whose=what.whose))
    kinds = m.Selector(whose=getattr(what, "whose", ""), types=("battle card",))
    usual = isinstance(event, m.Played) and what == kinds
    alike = not isinstance(event, m.Played) or event == m.Played(event.what, event.by)
    aimed = isinstance(event, m.Attacks) and event.target is not None
    return condition.period == "turn" and (plain or usual) and alike and not aimed


def numbers_read(ability: m.Ability) -> frozenset[str]:
    """The numbers of cards that a text asks for."""
    asked = (node.stat for node in walk(ability) if isinstance(node, m.Stat | m.ValueOf | m.Extreme))
    return frozenset(stat for stat in asked if stat in NUMBERS)


def conditions_of(ability: m.Ability, address: str) -> dict[str, tuple[m.Condition, ...]]:
    """Under which conditions each instruction of a [Permanent] applies, by its address."""
    found = {}
    for at, verb in enumerate(flat(ability.body), 1):
        conditions = ability.conditions
        while isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise:
            conditions, verb = (*conditions, *verb.conditions), verb.then[0]
        found[f"{address}.{at}"] = conditions
    return found


def word_of(node: Any) -> str | None:
    """What a part of a text speaks of: by what it is, or by the act that it forbids or allows."""
    if isinstance(node, m.Act):
        return ACT_WORDS.get(node.verb)
    if isinstance(node, m.CreateToken):
        return None if node.created else "play"
    return WORDS.get(type(node))


def wherever_played(verb: m.Prohibit) -> m.Prohibit:
    """Cards that cannot be played, discarded or comboed with are meant wherever they are (8-5-4)."""
    if verb.act.verb not in ("play", "be played", "combo", "discard"):
        return verb
    what, thing = verb.what, verb.act.object
    if isinstance(what, m.Selector) and not what.areas:
        what = altered(what, areas=ANY_AREA)
    if isinstance(thing, m.Selector):  # whoever is forbidden to, plays cards of their own
        thing = altered(thing, areas=thing.areas or ANY_AREA, whose=thing.whose or "any")
    return altered(verb, what=what, act=altered(verb.act, object=thing))


def at_random(table: Table, cards: Sequence[CardId], n: int) -> tuple[CardId, ...]:
    """So many of these cards, by chance."""
    left, taken = list(cards), list[CardId]()
    while left and len(taken) < n:
        chosen = table.chance("a card at random", [str(card) for card in left])
        taken.append(CardId(int(chosen)))
        left.remove(taken[-1])
    return tuple(taken)


def is_unlike_others(one: m.Filter) -> bool:
    """Whether a filter is about the cards taken together: "with different names"."""
    return isinstance(one, m.State) and is_apart(one)


def is_described(selector: m.Selector) -> bool:
    """Whether a card must be known to say that it fits; being one of those looked at is no description."""
    return bool(selector.types) or any(not isinstance(f, m.Among) for f in selector.filters)


def discard(table: Table, player: Player, cards: Sequence[CardId]) -> int:
    """From hand to the Drop Area, all at once."""
    gone = 0
    with table.together():
        for card in cards:
            if table.propose("discard", card, player) and place(table, card, "drop"):
                table.occurs("discard", player, card)
                gone += 1
    return gone


def at_will(made: Replacement) -> Replacement:
    """8-9-3: a voluntary replacement is only there if it can be carried out."""

    def can(table: Table, source: Source, proposal: Proposal) -> bool:
        possible = made.can is None or made.can(table, source, proposal)
        return bool(skills.can_be_replaced_at_will(table, possible))

    return replace(made, can=can)


def without_skills(board: Board, source: Source) -> Iterator[Change]:
    for ref in source.cards or ():
        if board.state.current(ref) is not None:
            yield Change(ref.card, "abilities", "lose all", None)
