"""What playing and attacking cost, and who may do what at which price."""

from __future__ import annotations

from typing import Any, NamedTuple

from judgekit.cardtext.build.registry import Per, action, constants
from judgekit.cardtext.build.steps import Unowned, Verbs, flat
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import standing, taken
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    Amount,
    Cause,
    Discard,
    Duration,
    Modify,
    Permit,
    Place,
    Player,
    Prohibit,
    Selector,
    Some,
    Target,
    This,
    Verb,
    Who,
)


@action
def costs_less(what: Target, n: Amount, per: Per | None = None, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), "cost", "minus", times(n, per) if per else n, duration)


@action
def costs_more(what: Target, n: Amount, per: Per | None = None, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), "cost", "plus", times(n, per) if per else n, duration)


@action
def costs_less_for(what: Target, n: Amount, duration: Duration) -> Verb:
    return costs_less(what, n, None, duration)


@action
def costs_more_for(what: Target, n: Amount, duration: Duration) -> Verb:
    return costs_more(what, n, None, duration)


@action
def permit_from(area: str) -> Verb:
    return Permit(This(), Act("be played", Selector(Some(), "you", (area,))))


@action
def permit_summon_from(area: str) -> Verb:
    return Permit(This(), Act("be normal summoned", Selector(Some(), "you", (area,))))


@action
def only_resources() -> Verb:
    return Prohibit(This(), Act("be paid with resources"), only=True)


@action
def only_resources_ability() -> Verb:
    return Prohibit(This(), Act("be used with resources"), only=True)


constants(any_attack=Act("attack"), act_chosen_at_all=Act("be chosen"))


@action
def choice_by(cause: Cause) -> Cause:
    return cause


@action
def choice_by_cards(what: Target) -> Cause:
    """A card that chooses: an event that is played, or an ability of a card."""
    return Cause(source=described(what))


@action
def act_chosen(cause: Cause) -> Act:
    return Act("be chosen", cause=cause)


@action
def gr_act_removed() -> Act:
    return Act("be placed", to=Place("removal zone"))


@action
def attack_on(what: Target) -> Act:
    return Act("attack", described(what))


@action
def attack_on_player(who: Who) -> Act:
    return Act("attack", Player(who))


class Price(NamedTuple):
    """What an attack costs, and who of those that a text can name pays it."""

    who: Who
    verbs: Verbs


@action
def price_you(costs: tuple[Any, ...]) -> Price:
    return Price("you", flat(costs))


@action
def price_opponent(verbs: Verbs) -> Price:
    return Price("opponent", verbs)


@action
def price_controller(verbs: Verbs) -> Price:
    return Price("master", verbs)


@action
def price_bracket(costs: tuple[Any, ...]) -> Verbs:
    return flat(costs)


@action
def prices(*parts: Any) -> Verbs:
    return flat(parts)


@action
def price_said(found: Any) -> Verbs:
    """Whose cards are meant is plain of a discard; in brackets "your" is the one who pays, as in any cost."""
    if not isinstance(found, Unowned) or not all(isinstance(each, Discard) for each in found.verbs):
        raise Unsound("put what is paid in brackets: “pays [exhaust 1 of your units]”")
    return found.verbs


@action
def attack_costs(what: Target, act: Act, price: Price, duration: Duration | None = None) -> Verb:
    """Who attacks pays, whatever the text calls that player."""
    whose = "you" if isinstance(what, This) else getattr(what, "whose", "")
    if price.who != "master" and price.who != whose:
        raise Unsound("the controller of what attacks does that: say “unless its controller …”")
    return Prohibit(standing(what), act, duration, unless=price.verbs)


@action
def attack_must(what: Target, costs: tuple[Any, ...]) -> Verb:
    """8-4d: what must be done for the attack to be possible."""
    return attack_costs(what, Act("attack"), Price("you", flat(costs)))


@action
def attack_costs_for(what: Target, act: Act, duration: Duration, price: Price) -> Verb:
    return attack_costs(what, act, price, duration)
