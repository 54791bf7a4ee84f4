"""Headers of Gate Ruler: ability names, limits, timings, and the costs that stand in front."""

from __future__ import annotations

import re
from typing import Any, Literal

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import headed_ability, header
from judgekit.cardtext.build.events import at_beginning, at_end
from judgekit.cardtext.build.registry import (
    IT,
    During,
    HeaderPart,
    InsteadOf,
    Tensed,
    Where,
    action,
    constants,
)
from judgekit.cardtext.build.steps import Verbs, flat, offered, present, replaced, told
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    AlternativeCost,
    Amount,
    Attached,
    Cause,
    Condition,
    Damages,
    Delayed,
    DuringTurn,
    Instead,
    Keyword,
    Limit,
    Not,
    Outermost,
    Pay,
    Performs,
    PhaseMoment,
    PlayCost,
    Played,
    Selector,
    Spot,
    Stat,
    State,
    ThatMany,
    This,
    Until,
    ValueOf,
    Verb,
    Who,
)
from judgekit.games.gate_ruler.language.build.prices import costs_more

constants(
    allied=Where((), "you"),
    enemy=Where((), "opponent"),
    you_control=Where((), "you"),
    opponent_controls=Where((), "opponent"),
    frontmost=Outermost("frontmost"),
    different_one=State("different"),
    overdrive=header("overdrive", trigger=Performs("any", "drive", This())),
    counter_ability=header("counter", kind="counter", window="damage"),
    genesis=header("genesis summoning"),
    abyssal=header("abyssal summoning"),
    resource_word=HeaderPart("resource"),
    standard="standard",
    instant="instant",
    this_ruler=This(),
    card_on_top=IT,
    any_effects=Cause("effect"),
    its_damage=ValueOf("damage", IT),
    with_no_charges=Stat("charges", "equal", 0),
    as_instant=PlayCost("as though", 0, "instant action"),
    touchdown=header("touchdown", trigger=Played(This(), areas=("hand",))),
    charge_of_this=Attached("charge", This()),
    lose_continuous=("all", "continuous"),
    lose_automatic=("all", "automatic"),
    lose_activated=("all", "activated"),
    they_control=Where((), "their"),
    that_player_controls=Where((), "that player"),
    one_controller=State("same controller"),
    gr_your_front=(Where((), "you"), Spot("front row")),
    gr_their_front=(Where((), "opponent"), Spot("front row")),
    gr_not_frontmost=Not(Outermost("frontmost")),
    once_a_turn=Limit(1),
    once_a_game=Limit(1, "game"),
    by_whatever=None,
    phase_attack=("attack", "any", ""),
    in_any_start=Until("start phase", next=True, only=True),
    prevented_this_way=ThatMany("prevented"),
)


@action
def turn_limit(n: int) -> Limit:
    return Limit(n)


@action
def game_limit(n: int) -> Limit:
    return Limit(n, "game")


@action
def turn_shared(n: int) -> Limit:
    return Limit(n, shared=True)


@action
def game_shared(n: int) -> Limit:
    return Limit(n, "game", shared=True)


LIMIT_IN_NAME = re.compile(r"\s*\[(turn|game) (\d+)\]\s*", re.IGNORECASE)


@action
def named(*parts: Any) -> HeaderPart:
    """14-6a-1: a limit left of the colon behind the name is one for all abilities of that name."""
    said = next(each for each in parts if isinstance(each, str))
    inside = (Limit(int(n), _PERIODS[per.lower()], shared=True) for per, n in LIMIT_IN_NAME.findall(said))
    limits = (*(each for each in parts if isinstance(each, Limit)), *inside)
    labels = [each.label for each in parts if isinstance(each, HeaderPart)]
    return header(labels[0] if labels else "", name=LIMIT_IN_NAME.sub("", said), limits=limits)


_PERIODS: dict[str, Literal["turn", "game"]] = {"turn": "turn", "game": "game"}


@action
def limit_header(limit: Limit) -> HeaderPart:
    return header(limits=(limit,))


@action
def gr_limited_ability(headers: tuple[HeaderPart, ...], found: Ability, limit: Limit) -> Ability:
    if found.kind not in ("automatic", "activated", "replacement") or found.limits:
        raise Unsound("what stands all the time is not used once")
    return headed_ability(headers, replace(found, limits=(limit,)))


@action
def gr_once_whose(whose: Who) -> HeaderPart:
    """ "Once during each of your opponent's turns"."""
    return header(limits=(Limit(1),), conditions=(DuringTurn(whose),))


@action
def timed_cost(window: str, costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return Ability("activated", window=window, costs=flat(costs), body=verbs)


@action
def timed(window: str, verbs: Verbs) -> Ability:
    return Ability("activated", window=window, body=verbs)


@action
def timed_limit(window: str, limit: Limit, verbs: Verbs) -> Ability:
    return replace(timed(window, verbs), limits=(limit,))


@action
def timed_limit_cost(window: str, limit: Limit, costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return replace(timed_cost(window, costs, verbs), limits=(limit,))


@action
def timing_action(window: str) -> dict[str, Any]:
    return {"window": window}


@action
def timing_instant() -> dict[str, Any]:
    return {"window": "instant"}


@action
def timing_when(event: Tensed) -> dict[str, Any]:
    return {"window": "when", "trigger": present(event)}


@action
def would_during(during: During, event: Damages, verbs: Verbs) -> Verb:
    return Delayed(event, verbs, during.duration, during.conditions)


@action
def automatic_would(event: Damages, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=event, body=verbs)


@action
def automatic_would_while(event: Damages, conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=event, conditions=conditions, body=verbs)


@action
def timing_would(event: Damages) -> dict[str, Any]:
    return {"window": "when", "trigger": event}


@action
def gr_timing_moment(moment: PhaseMoment) -> dict[str, Any]:
    return {"window": "when", "trigger": moment}


@action
def gr_timing_begins(words: Any) -> dict[str, Any]:
    return gr_timing_moment(at_beginning(words))


@action
def gr_timing_ends(words: Any) -> dict[str, Any]:
    return gr_timing_moment(at_end(words))


@action
def timing_while(conditions: tuple[Condition, ...]) -> dict[str, Any]:
    return {"window": "while", "conditions": conditions}


@action
def event_card(timing: dict[str, Any], verbs: Verbs) -> Ability:
    return Ability("activated", labels=("event",), body=verbs, **timing)


@action
def event_rite(timing: dict[str, Any], rite: HeaderPart, window: str, verbs: Verbs) -> Ability:
    """An event card whose effect is a Genesis or Abyssal Summoning."""
    if timing.get("window") != window:
        raise Unsound("the card and its summoning have different timings")
    return Ability("activated", labels=("event", rite.label), body=verbs, **timing)


@action
def not_so_steps(*parts: Any) -> Verbs:
    return told(parts)


@action
def discount(costs: tuple[Any, ...], n: int) -> Ability:
    return Ability("continuous", body=(AlternativeCost(This(), flat(costs), n),))


@action
def gr_alternative_cost(costs: tuple[Any, ...]) -> Ability:
    """14-3b-6: what may be paid in place of the whole cost; resources among it are counted as such."""
    verbs = flat(costs)
    paid = [each.n for each in verbs if isinstance(each, Pay)]
    others = tuple(each for each in verbs if not isinstance(each, Pay))
    if len(paid) > 1 or not others or not all(isinstance(each, int) for each in paid):
        raise Unsound("something else is done for it, and resources are paid once")
    return Ability("continuous", body=(AlternativeCost(This(), others, paid[0] if paid else 0),))


@action
def gr_additional_cost(costs: tuple[Any, ...]) -> Ability:
    """14-3b-6c: besides its level."""
    return Ability("continuous", body=(AlternativeCost(This(), flat(costs), besides=True),))


@action
def gr_additional_resources(n: int) -> Ability:
    return Ability("continuous", body=(costs_more(This(), n),))


@action
def concerto(verbs: Verbs) -> Ability:
    return Ability("keyword", keyword=Keyword("abyssal concerto", costs=verbs))


@action
def enhance(what: Selector) -> Ability:
    return Ability("keyword", keyword=Keyword("enhance", materials=(described(what),)))


@action
def dr(n: int) -> Ability:
    return Ability("keyword", keyword=Keyword("dr", n))


@action
def replacement_may(event: Tensed, who: Who, verbs: Verbs, then: Verbs) -> Ability:
    if who != "you":
        raise Unsound("whether something else happens is for you to choose")
    instead = InsteadOf(offered(who, verbs), True)
    return Ability("replacement", body=(Instead(replaced(event), instead.verbs, True, then),))


@action
def pay_resources(n: Amount) -> Verbs:
    return (Pay("resources", n),)


@action
def pay_level() -> Verbs:
    return (Pay("resources", ValueOf("level", This())),)
