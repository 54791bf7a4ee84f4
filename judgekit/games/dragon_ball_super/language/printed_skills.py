"""Printed skills as the rules see them (8-1, 10): [Auto], [Activate], [Counter], [Awaken], other keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Activated, Automatic, Moment, Source
from judgekit.engine.state import CardId, Facts, Player, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import card_text_lifts_it
from judgekit.games.dragon_ball_super.ch07_battle import BATTLE_IS_OVER, END_OF_BATTLE, attack_card
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use, is_known_card
from judgekit.games.dragon_ball_super.ch10_02_awaken_and_field import awakens
from judgekit.games.dragon_ball_super.ch10_05_evolve import evolve
from judgekit.games.dragon_ball_super.ch10_12_unions import union_absorb, union_fusion, union_potara
from judgekit.games.dragon_ball_super.ch10_17_over_realm import over_realm
from judgekit.games.dragon_ball_super.ch10_18_xeno_evolve import xeno_evolve
from judgekit.games.dragon_ball_super.ch10_keywords import STATIC, static_keyword
from judgekit.games.dragon_ball_super.language.choosing import early_choices, run_of
from judgekit.games.dragon_ball_super.language.costs import cost
from judgekit.games.dragon_ball_super.language.prohibiting import AWAKENS_ANYWAY, AWAKENS_AT_ANY_LIFE
from judgekit.games.dragon_ball_super.printed_keyword import LATER, Fits, Printed
from judgekit.games.dragon_ball_super.rules import happens_to

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

WORDS: dict[type[Any], str] = {
    m.Play: "play",
    m.Played: "play",
    m.Evolves: "play",
    m.Attacks: "attack",
    m.NegateAttack: "attack",
    m.Redirect: "attack",
    m.Combos: "combo",
}
ACT_WORDS = {
    "attack": "attack",
    "be attacked": "attack",
    "play": "play",
    "be played": "play",
    "combo": "combo",
}
MAKERS = {
    "evolve": evolve,
    "xeno-evolve": xeno_evolve,
    "union-fusion": union_fusion,
    "union-potara": union_potara,
    "over realm": over_realm,
}


def speaks_of(ability: Any) -> frozenset[str]:
    """What a skill mentions (10-10-3-1, 10-10-3-2)."""
    return frozenset(word for node in walk(ability) if (word := word_of(node)))


def limit(ability: m.Ability) -> int:
    return min((limit.n for limit in ability.limits if limit.per == "turn"), default=0)


def within_limits(
    self: DragonBallSuper, table: Table, ability: m.Ability, address: str, source: Source
) -> bool:
    """10-11-1 counts activations, not fulfilled conditions."""
    return True


def activity_conditions(self: DragonBallSuper, ability: m.Ability) -> tuple[m.Condition, ...]:
    return ()


def resolution_conditions(self: DragonBallSuper, ability: m.Ability) -> tuple[m.Condition, ...]:
    """8-1-3: the conditions of an activated skill are checked then."""
    return () if ability.kind in ("activated", "counter") else ability.conditions


def automatic(self: DragonBallSuper, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
    if isinstance(ability.trigger, m.After):
        return laid_down(self, ability, ability.trigger, address)
    made = Interpreter.automatic(self, ability, address, delayed)
    choices = early_choices(self, ability)
    skill = Skill("auto", choices=choices, words=speaks_of(ability), limit=limit(ability))

    def resolve(table: Table, use: Use) -> None:
        self.resolve(run_of(self, table, use, ability))

    situation = made.situation and arises(made.situation)
    return replace(made, clause="8-1-5", data=skill, resolve=resolve, situation=situation)


Situation = Callable[[Table, Source], bool]


def arises(holds: Situation) -> Situation:
    """8-6-6: no event, but a situation that was not there before."""

    def situation(table: Table, source: Source) -> bool:
        now = holds(table, source)
        here = f"{source.what}@{source.card.card}.{source.card.object}"
        if now and here not in table.state.situations:
            table.cite("8-6-6")
        return now

    return situation


def laid_down(self: DragonBallSuper, ability: m.Ability, trigger: m.After, address: str) -> Automatic:
    """Kept from when it happens until the battle ends, which fulfils it."""
    later = altered(ability, trigger=trigger.moment)
    at_the_end = f"{address}{LATER}"
    self._kept.append(later)
    self.inner[at_the_end] = replace(
        self.automatic(later, at_the_end, delayed=True), fulfilled=its_battle_ends
    )
    first = self.automatic(altered(ability, trigger=trigger.event), address)
    happens = first.fulfilled
    assert happens is not None

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in happens(table, moment, source):
            sides = tuple((side, fact(facts, side)) for side in ("subject", "object"))
            table.plan(at_the_end, source.card, source.player, facts=(("until", BATTLE_IS_OVER), *sides))
        yield from ()

    return replace(first, fulfilled=fulfilled)


def activated(self: DragonBallSuper, ability: m.Ability, address: str) -> Activated:
    counter = ability.kind == "counter"
    kind = "counter" if counter else "awaken" if "awaken" in ability.labels else "activate"
    windows = {
        "main or battle": {"main", "battle"},
        "awaken": {"main", "battle"},
        "battle card attack": {"counter: attack"},
    }.get(ability.window, {f"counter: {ability.window}" if counter else ability.window})
    skill = Skill(
        kind,
        tuple(cost(self, verb, ability) for verb in ability.costs),
        gate(self, ability, kind),
        early_choices(self, ability),
        effect(self, ability),
        speaks_of(ability),
        limit(ability),
    )
    where = ("hand",) if counter else self.areas_of_ability(ability)
    clause = {"counter": "10-10-1", "awaken": "10-2-1"}.get(kind, "8-1-3")
    return Activated(address, clause, ability.text, where, None, skill, frozenset(windows))


def gate(self: DragonBallSuper, ability: m.Ability, kind: str) -> Callable[[Table, Use], bool] | None:
    if ability.window == "battle card attack":
        return lambda table, use: (
            a_battle_card_attacks(table)
            and self.all_hold(ability.conditions, run_of(self, table, use, ability))
        )
    if kind != "awaken" and not ability.conditions:
        return None
    if kind != "awaken":
        return lambda table, use: self.all_hold(ability.conditions, run_of(self, table, use, ability))

    def holds(table: Table, use: Use) -> bool:
        shown = not table.card(use.source.card).mark("back")
        run = run_of(self, table, use, ability)
        met = self.all_hold(ability.conditions, run)
        return bool(awakens(table, shown and (met or is_lifted(self, run))))

    return holds


def is_lifted(self: DragonBallSuper, run: Run) -> bool:
    """Whether a text lets a Leader awaken regardless of its condition, or of its life requirement."""
    card = run.source.card.card
    if card_text_lifts_it(run.table, AWAKENS_ANYWAY, card):
        return True
    others = [each for each in run.ability.conditions if not is_about_life(each)]
    return bool(card_text_lifts_it(run.table, AWAKENS_AT_ANY_LIFE, card) and self.all_hold(others, run))


def effect(self: DragonBallSuper, ability: m.Ability) -> Callable[[Table, Use], None]:
    return lambda table, use: self.carry_out(run_of(self, table, use, ability))


def carry_out(self: DragonBallSuper, run: Run) -> None:
    """What an activated skill does, if its conditions hold."""
    if self.all_hold(self.resolution_conditions(run.ability), run):
        self.do_all(run, run.ability.body)
    else:
        self.left_out_by_condition(run)


def labelled(self: DragonBallSuper, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
    if label != "union-absorb":
        return [made]
    assert isinstance(made, Activated)
    return [union_absorb(made)]


def keyword(
    self: DragonBallSuper, ability: m.Ability, address: str, properties: dict[str, Any]
) -> list[Ability]:
    return without_later(self, every_part(self, ability, address, properties))


def without_later(self: DragonBallSuper, made: Sequence[Ability]) -> list[Ability]:
    """What a keyword prepares for later has an address, but is not one of the card's skills."""
    self.inner |= {one.address: one for one in made if one.address.endswith(LATER)}
    return [one for one in made if not one.address.endswith(LATER)]


def every_part(
    self: DragonBallSuper, ability: m.Ability, address: str, properties: dict[str, Any]
) -> list[Ability]:
    word = ability.keyword
    assert word is not None
    if word.name in STATIC:
        return list(static_keyword(word.name, address))
    printed = Printed(
        address,
        tuple(cost(self, verb, ability) for verb in word.costs),
        tuple(material(self, target, ability, address) for target in word.materials),
        word.number if isinstance(word.number, int) else 0,
        ability.text,
        has_condition=any(len(getattr(target, "filters", ())) > 1 for target in word.materials),
    )
    if word.name == "ex-evolve":
        return list(evolve(printed, "ex-evolve"))
    if word.name not in MAKERS:
        return Interpreter.keyword(self, ability, address, properties)
    return list(MAKERS[word.name](printed))


def material(self: DragonBallSuper, target: m.Target, ability: m.Ability, address: str) -> Fits:
    """One of the cards that a keyword asks for, by name and condition."""

    def fits(table: Table, player: Player, card: CardId) -> bool:
        source = Source(address, table.card(card).ref, player, 0)
        run = self.run(table, source, ability)
        assert isinstance(target, m.Selector)
        plain = self.anywhere(target)
        known = is_known_card(table, card) and table.peek(card, "type") == "battle"
        return known and self.fits(Sight.now(table), run, plain, card, skip_areas=True)

    return fits


def its_battle_ends(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    """The card is where it was; or it was in the Combo Area, and went from there to the Drop Area (A-68)."""
    event = happens_to(moment, END_OF_BATTLE)
    card = None if event is None else table.state.cards.get(source.card.card)
    if event is None or card is None:
        return
    dropped = area_name(card.area) == "drop" and card.object == source.card.object + 1
    if dropped and table.reading("A-68") == "off":
        return
    if dropped or card.object == source.card.object:
        sides = (("subject", fact(source.facts, "subject")), ("object", fact(source.facts, "object")))
        yield (*sides, ("player", event.player), ("comboed", dropped))


def a_battle_card_attacks(table: Table) -> bool:
    attacker = attack_card(table)
    return attacker is not None and table.peek(attacker, "type") == "battle"


def word_of(node: Any) -> str | None:
    """What a part of a text mentions: by what it is, or by the act that it forbids or allows."""
    if isinstance(node, m.Act):
        return ACT_WORDS.get(node.verb)
    if isinstance(node, m.CreateToken):
        return None if node.created else "play"
    return WORDS.get(type(node))


def is_about_life(condition: m.Condition) -> bool:
    counted = condition.left if isinstance(condition, m.Compare) else None
    return isinstance(counted, m.Count) and counted.what.areas == ("life area",)
