"""What playing and attacking cost, and who may do what at which price."""

from __future__ import annotations

from typing import Any, NamedTuple

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Per, action, actions, constants
from judgekit.cardtext.build.steps import Unowned, Verbs, flat
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import standing, taken
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound


@action
def costs_less(
    what: m.Target, n: m.Amount, per: Per | None = None, duration: m.Duration | None = None
) -> m.Verb:
    return m.Modify(taken(what), "cost", "minus", times(n, per) if per else n, duration)


@action
def costs_more(
    what: m.Target, n: m.Amount, per: Per | None = None, duration: m.Duration | None = None
) -> m.Verb:
    return m.Modify(taken(what), "cost", "plus", times(n, per) if per else n, duration)


constants(any_attack=m.Act("attack"), act_chosen_at_all=m.Act("be chosen"))


class Price(NamedTuple):
    """An attack's cost, and which of the players a text can name pays it."""

    who: m.Who
    verbs: Verbs


@action
def prices(*parts: Any) -> Verbs:
    return flat(parts)


@action
def price_said(found: Any) -> Verbs:
    """A discard shows whose cards are meant; in brackets "your" is the payer, as in any cost."""
    if not isinstance(found, Unowned) or not all(isinstance(each, m.Discard) for each in found.verbs):
        raise Unsound("put the cost in brackets: “pays [exhaust 1 of your units]”")
    return found.verbs


@action
def attack_costs(what: m.Target, act: m.Act, price: Price, duration: m.Duration | None = None) -> m.Verb:
    """The attacking player pays, however a text names them."""
    whose = "you" if isinstance(what, m.This) else getattr(what, "whose", "")
    if price.who != "master" and price.who != whose:
        raise Unsound("the attacker's controller pays this: say “unless its controller …”")
    return m.Prohibit(standing(what), act, duration, unless=price.verbs)


actions(
    costs_less_for=lambda what, n, duration: costs_less(what, n, None, duration),
    costs_more_for=lambda what, n, duration: costs_more(what, n, None, duration),
    permit_from=lambda area: m.Permit(m.This(), m.Act("be played", m.Selector(m.Some(), "you", (area,)))),
    permit_summon_from=lambda area: m.Permit(
        m.This(), m.Act("be normal summoned", m.Selector(m.Some(), "you", (area,)))
    ),
    only_resources=lambda: m.Prohibit(m.This(), m.Act("be paid with resources"), only=True),
    only_resources_ability=lambda: m.Prohibit(m.This(), m.Act("be used with resources"), only=True),
    choice_by=lambda cause: cause,
    # A card that chooses: an event that is played, or an ability of a card.
    choice_by_cards=lambda what: m.Cause(source=described(what)),
    act_chosen=lambda cause: m.Act("be chosen", cause=cause),
    gr_act_removed=lambda: m.Act("be placed", to=m.Place("removal zone")),
    attack_on=lambda what: m.Act("attack", described(what)),
    attack_on_player=lambda who: m.Act("attack", m.Player(who)),
    price_you=lambda costs: Price("you", flat(costs)),
    price_opponent=lambda verbs: Price("opponent", verbs),
    price_controller=lambda verbs: Price("master", verbs),
    price_bracket=flat,
    # 8-4d: what must be done for the attack to be possible.
    attack_must=lambda what, costs: attack_costs(what, m.Act("attack"), Price("you", flat(costs))),
    attack_costs_for=lambda what, act, duration, price: attack_costs(what, act, price, duration),
)
