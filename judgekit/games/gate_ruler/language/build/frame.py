"""Headers of Gate Ruler: ability names, limits, timings, and the costs that stand in front."""

from __future__ import annotations

import re
from typing import Any, Literal

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import asked_in_turn, headed_ability, header
from judgekit.cardtext.build.events import at_beginning, at_end
from judgekit.cardtext.build.registry import (
    IT,
    HeaderPart,
    Pronoun,
    Where,
    action,
    actions,
    constants,
)
from judgekit.cardtext.build.steps import LetterIs, Verbs, flat, present
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs.players import paid_freely
from judgekit.cardtext.errors import Unsound
from judgekit.games.gate_ruler.language.build.doing import gr_negate_one
from judgekit.games.gate_ruler.language.build.prices import costs_more

DRIVEN = m.Performs("any", "drive", m.This())
constants(
    allied=Where((), "you"),
    enemy=Where((), "opponent"),
    you_control=Where((), "you"),
    opponent_controls=Where((), "opponent"),
    frontmost=m.Outermost("frontmost"),
    different_one=m.State("different"),
    gr_after_battle=m.PhaseMoment("end", "battle"),
    overdrive=header("overdrive", trigger=DRIVEN),
    counter_ability=header("counter", kind="counter", window="damage"),
    genesis=header("genesis summoning"),
    abyssal=header("abyssal summoning"),
    resource_word=HeaderPart("resource"),
    standard="standard",
    instant="instant",
    this_ruler=m.This(),
    card_on_top=IT,
    any_effects=m.Cause("effect"),
    with_no_charges=m.Stat("charges", "equal", 0),
    as_instant=m.PlayCost("as though", 0, "instant action"),
    touchdown=header("touchdown", trigger=m.Played(m.This(), areas=("hand",))),
    charge_of_this=m.Attached("charge", m.This()),
    lose_continuous=("all", "continuous"),
    lose_automatic=("all", "automatic"),
    lose_activated=("all", "activated"),
    they_control=Where((), "their"),
    that_player_controls=Where((), "that player"),
    one_controller=m.State("same controller"),
    gr_column="column",
    gr_enemy_column="enemy column",
    gr_allied_column="allied column",
    gr_your_front=(Where((), "you"), m.Spot("front row")),
    gr_their_front=(Where((), "opponent"), m.Spot("front row")),
    gr_not_frontmost=m.Not(m.Outermost("frontmost")),
    phase_attack=("attack", "any", ""),
    in_any_start=m.Until("start phase", next=True, only=True),
    prevented_this_way=m.ThatMany("prevented"),
    healed_this_way=m.ThatMany("healed"),
)


LIMIT_IN_NAME = re.compile(r"\s*\[(turn|game) (\d+)\]\s*", re.IGNORECASE)


@action
def named(*parts: Any) -> HeaderPart:
    """14-6a-1: a limit left of the colon after a name is shared by all abilities of that name."""
    said = next(each for each in parts if isinstance(each, str))
    inside = (m.Limit(int(n), _PERIODS[per.lower()], shared=True) for per, n in LIMIT_IN_NAME.findall(said))
    limits = (*(each for each in parts if isinstance(each, m.Limit)), *inside)
    labels = [each.label for each in parts if isinstance(each, HeaderPart)]
    return header(labels[0] if labels else "", name=LIMIT_IN_NAME.sub("", said), limits=limits)


_PERIODS: dict[str, Literal["turn", "game"]] = {"turn": "turn", "game": "game"}


@action
def gr_limited_ability(headers: tuple[HeaderPart, ...], found: m.Ability, limit: m.Limit) -> m.Ability:
    if found.kind not in ("automatic", "activated", "replacement") or found.limits:
        raise Unsound("a continuous ability cannot be limited to once")
    whole = headed_ability(headers, found)
    if whole.limits:
        raise Unsound("the text limits this ability twice")
    return replace(whole, limits=(limit,))


@action
def timed_cost(window: str, costs: tuple[Any, ...], verbs: Verbs) -> m.Ability:
    return m.Ability("activated", window=window, costs=flat(costs), body=verbs)


@action
def timed(window: str, verbs: Verbs) -> m.Ability:
    return m.Ability("activated", window=window, body=verbs)


@action
def gr_timing_moment(moment: m.PhaseMoment) -> dict[str, Any]:
    return {"window": "when", "trigger": moment}


@action
def gr_after_my_attack(verbs: Verbs) -> m.Ability:
    """8-7: "at the end of a battle in which this unit attacked"."""
    attacked = m.Matches(m.This(), m.Selector(m.Some(), filters=(m.State("attacking"),)))
    return m.Ability("automatic", trigger=m.PhaseMoment("end", "battle"), body=(m.If((attacked,), verbs),))


@action
def event_card(timing: dict[str, Any], verbs: Verbs) -> m.Ability:
    return m.Ability("activated", labels=("event",), body=in_the_gate(timing, verbs), **timing)


@action
def event_priced(timing: dict[str, Any], costs: tuple[Any, ...], verbs: Verbs) -> m.Ability:
    """14-3b-6: paid besides its level; what the effect says of the cards paid it says of these."""
    return replace(event_card(timing, verbs), costs=flat(costs))


def in_the_gate(timing: dict[str, Any], verbs: Verbs) -> Verbs:
    """ "While there is a unit card in the gate: negate that card": one of those that the timing speaks of."""
    counts = [each.left for each in timing.get("conditions", ()) if isinstance(each, m.Compare)]
    there = [each.what for each in counts if isinstance(each, m.Count) and each.what.areas == ("gate",)]
    first: Any = verbs[0]
    if len(there) != 1 or not isinstance(first, m.NegateAbility) or not is_that(first.what):
        return verbs
    return (*gr_negate_one(replace(there[0], quantity=m.Exactly(1))), *verbs[1:])


def is_that(what: Any) -> bool:
    return isinstance(what, Pronoun) and what.word in ("that", "it")


@action
def event_rite(timing: dict[str, Any], rite: HeaderPart, window: str, verbs: Verbs) -> m.Ability:
    """An event card whose effect is a Genesis or Abyssal Summoning."""
    if timing.get("window") != window:
        raise Unsound("the card and its summoning have different timings")
    return m.Ability("activated", labels=("event", rite.label), body=verbs, **timing)


@action
def gr_alternative_cost(costs: tuple[Any, ...]) -> m.Ability:
    """14-3b-6: what may be paid in place of the whole cost; resources among it are counted as such."""
    verbs = flat(costs)
    paid = [each.n for each in verbs if isinstance(each, m.Pay)]
    others = tuple(each for each in verbs if not isinstance(each, m.Pay))
    if len(paid) > 1 or not others or not all(isinstance(each, int) for each in paid):
        raise Unsound("the other cost needs something besides resources, and names the resources once")
    return m.Ability("continuous", body=(m.AlternativeCost(m.This(), others, paid[0] if paid else 0),))


actions(
    gr_would_nth=lambda event, n, verbs: m.Ability("automatic", trigger=m.Nth(event, n), body=verbs),
    gr_would_first=lambda event, verbs: m.Ability("automatic", trigger=m.Nth(event), body=verbs),
    turn_limit=m.Limit,
    game_limit=lambda n: m.Limit(n, "game"),
    turn_shared=lambda n: m.Limit(n, shared=True),
    game_shared=lambda n: m.Limit(n, "game", shared=True),
    limit_header=lambda limit: header(limits=(limit,)),
    # "Once during each of your opponent's turns".
    gr_once_whose=lambda whose: header(limits=(m.Limit(1),), conditions=asked_in_turn(whose)),
    timed_limit=lambda window, limit, verbs: replace(timed(window, verbs), limits=(limit,)),
    timed_limit_cost=lambda window, limit, costs, verbs: replace(
        timed_cost(window, costs, verbs), limits=(limit,)
    ),
    timing_action=lambda window: {"window": window},
    gr_timing_forced=lambda: {"window": "forced reveal"},
    timing_instant=lambda: {"window": "instant"},
    timing_when=lambda event: {"window": "when", "trigger": present(event)},
    would_during=lambda during, event, verbs: m.Delayed(event, verbs, during.duration, during.conditions),
    automatic_would=lambda event, verbs: m.Ability("automatic", trigger=event, body=verbs),
    automatic_would_while=lambda event, conditions, verbs: m.Ability(
        "automatic", trigger=event, conditions=conditions, body=verbs
    ),
    gr_timing_asked=lambda event, asked: {"window": "when", "trigger": present(event), "conditions": asked},
    gr_timing_during=lambda asked: {"window": "while", "conditions": asked},
    timing_would=lambda event: {"window": "when", "trigger": event},
    gr_timing_begins=lambda words: gr_timing_moment(at_beginning(words)),
    gr_timing_ends=lambda words: gr_timing_moment(at_end(words)),
    timing_while=lambda conditions: {"window": "while", "conditions": conditions},
    discount=lambda costs, n: m.Ability("continuous", body=(m.AlternativeCost(m.This(), flat(costs), n),)),
    # 14-3b-6c: besides its level.
    # An Overdrive is played like any ability: its cost is paid then (14-3b-8).
    gr_priced_overdrive=lambda costs: header("overdrive", trigger=DRIVEN, costs=flat(costs)),
    gr_additional_cost=lambda costs: m.Ability(
        "continuous", body=(m.AlternativeCost(m.This(), flat(costs), besides=True),)
    ),
    gr_additional_resources=lambda n: m.Ability("continuous", body=(costs_more(m.This(), n),)),
    concerto=lambda verbs: m.Ability("keyword", keyword=m.Keyword("abyssal concerto", costs=verbs)),
    enhance=lambda what: m.Ability("keyword", keyword=m.Keyword("enhance", materials=(described(what),))),
    dr=lambda n: m.Ability("keyword", keyword=m.Keyword("dr", n)),
    pay_resources=lambda n: (m.Pay("resources", n),),
    gr_pay_letter=lambda letter: (
        *paid_freely("resources", "resource zone", m.State("active")),
        LetterIs(letter, m.ChosenNumber()),
    ),
    gr_pay_freely=lambda: paid_freely("resources", "resource zone", m.State("active")),
    gr_pay_that_many=lambda: (m.Pay("resources", m.ThatMany()),),
    pay_level=lambda: (m.Pay("resources", m.ValueOf("level", m.This())),),
)
