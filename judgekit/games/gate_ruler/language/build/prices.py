"""What playing and attacking cost, and who may do what at which price."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Head, Per, action, actions, constants
from judgekit.cardtext.build.steps import Unowned, Verbs, flat, opposite
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import standing, taken
from judgekit.cardtext.build.verbs.allowing import EITHER, at_most_each_turn
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.games.gate_ruler.language.build.arriving import this_in


@action
def costs_less(
    what: m.Target, n: m.Amount, per: Per | None = None, duration: m.Duration | None = None
) -> m.Verb:
    return m.Modify(played(what), "cost", "minus", times(n, per) if per else n, duration)


@action
def costs_more(
    what: m.Target, n: m.Amount, per: Per | None = None, duration: m.Duration | None = None
) -> m.Verb:
    return m.Modify(played(what), "cost", "plus", times(n, per) if per else n, duration)


def played(what: m.Target) -> m.Target:
    if isinstance(what, m.Selector) and "ability" in what.types:
        raise Unsound("said in another way")
    return taken(what)


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


class Deed(NamedTuple):
    """What is done with a card to come: "the next unit you normal summon"."""

    event: Callable[[m.Selector], m.Event]
    paid: bool
    who: m.Who = "you"


def kind_of(what: Head) -> m.Selector:
    return m.Selector(m.Every(), "you", types=what.types, filters=what.filters)


@action
def gr_next_costs(what: Head, deed: Deed, time: m.Duration | None, n: m.Amount, said: Any = None) -> Verbs:
    """Of the next one alone; what else is said of it comes true when it is there."""
    less = next_costs(what, deed, time, n, "minus")
    return (less,) if said is None else (less, gr_next_one(what, deed, time, said))


def next_costs(what: Head, deed: Deed, time: m.Duration | None, n: m.Amount, how: Any) -> m.Verb:
    if not deed.paid:
        raise Unsound("a special summon costs nothing")
    return m.Modify(replace(kind_of(what), whose=deed.who), "cost", how, n, time, next=True)


@action
def gr_next_one(what: Head, deed: Deed, time: m.Duration | None, *said: Any) -> m.Verb:
    verbs = flat(tuple(each(m.Subject()) for each in said))
    seen = replace(kind_of(what), quantity=m.Some(), whose="")
    return m.Delayed(deed.event(seen), verbs, time, next=True)


def costs_at_first(what: Head, deed: Deed, n: m.Amount, how: Any, who: m.Who = "you") -> m.Verb:
    """ "The first event you play each turn costs 1 less": as long as none was played this turn."""
    if not deed.paid:
        raise Unsound("a special summon costs nothing")
    kind = replace(kind_of(what), whose=who)
    none = m.NotSo(m.Happened(deed.event(replace(kind, quantity=m.Some(), whose=""))))
    return m.If((none,), (m.Modify(kind, "cost", how, n),))


def costs_at_first_for_each(what: Head, n: m.Amount, how: Any) -> Verbs:
    """ "The first event each player plays each turn": for each player by themself."""
    return tuple(costs_at_first(what, played_by(who), n, how, who) for who in EITHER)


def permitted_from(verb: str, area: str) -> m.Permit:
    return m.Permit(m.This(), m.Act(verb, m.Selector(m.Some(), "you", (area,))))


UNCOUNTED = m.Act("not count for the summon cap")


@action
def gr_uncounted(what: m.Target) -> m.Verb:
    """15-17a-3: what says of itself that it does not count; of a kind, all that its player summons."""
    if isinstance(what, m.This):
        return m.Permit(what, UNCOUNTED)
    if not isinstance(what, m.Selector) or what.quantity != m.Every() or what.areas:
        raise Unsound("said in another way")
    if not (what.types or what.filters) or what.whose not in ("", "you", "opponent"):
        raise Unsound("which units? Describe them")
    return m.Permit(replace(what, types=("unit",), whose=what.whose or "you"), UNCOUNTED)


def uncounted_at_first(what: Head, deed: Deed, duration: m.Duration | None = None) -> m.Verb:
    """ "The first Machine you normal summon each turn": as long as none was."""
    kind = replace(kind_of(what), types=("unit",))
    event = deed.event(replace(kind, quantity=m.Some(), whose=""))
    if not isinstance(event, m.Summoned) or event.how != "normal" or what.types not in ((), ("unit",)):
        raise Unsound("only normal summons of units count for the summon cap (15-17a-3)")
    return m.If((m.NotSo(m.Happened(event)),), (m.Permit(kind, UNCOUNTED, duration),))


@action
def gr_may_summon_from(what: m.Target, duration: m.Duration | None = None) -> m.Verb:
    """7-1b: a normal summon is a play; of a set unit, only its own text allows it (16-18d)."""
    if not isinstance(what, m.Selector) or what.areas != ("graveyard",) or what.types not in ((), ("unit",)):
        raise Unsound("said in another way")
    return gr_may_play_from(replace(what, types=("unit",)), duration)


@action
def gr_once_from(what: m.Target) -> m.Ability:
    """ "Once per turn, you may normal summon a unit card from your graveyard": as long as none was that
    only this allowed."""
    if not isinstance(what, m.Selector) or what.quantity != m.Exactly(1) or what.bind:
        raise Unsound("said in another way")
    allowed = gr_may_summon_from(replace(what, quantity=m.Every()))
    unaided = m.Not(m.State("returning by itself"))
    came = m.Summoned(
        m.Selector(m.Some(), types=("unit",), filters=(*what.filters, unaided)), "normal", "you", what.areas
    )
    return m.Ability("continuous", body=(m.If((m.NotSo(m.Happened(came)),), (allowed,)),))


@action
def gr_only_from(permitted: m.Permit, conditions: tuple[m.Condition, ...]) -> Verbs:
    """ "You can normal summon this card from your graveyard only if …": it may, and without that it may not,
    whatever else would let it (16-11a-1)."""
    place = permitted.act.object
    if not isinstance(place, m.Selector) or place.areas not in (("graveyard",), ("set zone",)):
        raise Unsound("said in another way")
    kept = m.Act(
        permitted.act.verb.removeprefix("be ").replace("played", "play").replace("summoned", "summon"),
        described(this_in(*place.areas)),
    )
    return permitted, m.If(opposite(conditions), (m.Prohibit(m.Player("you"), kept),))


def played_by(who: m.Who) -> Deed:
    return Deed(lambda what: m.Played(what, who), True)


@action
def gr_plays_at_most(who: m.Who, n: int, what: Head, turn: m.Who | None) -> Verbs:
    return at_most_each_turn(who, n, what, turn, "play", m.Played)


@action
def gr_summons_at_most(who: m.Who, n: int, what: Head, turn: m.Who | None) -> Verbs:
    return at_most_each_turn(
        who, n, what, turn, "normal summon", lambda kind, by: m.Summoned(kind, "normal", by)
    )


@action
def gr_sets_at_most(who: m.Who, n: int, what: Head, turn: m.Who | None) -> Verbs:
    """ "You can't set more than one card during your turn"."""

    def was_set(kind: m.Selector, by: m.Who) -> m.Event:
        return m.Moved(kind, to=("set zone",), cause=m.Cause(who=by))

    if what.types or what.filters:
        raise Unsound("how many of them are set is not counted: say “cards”")
    told = at_most_each_turn(who, n, what, turn, "set", was_set)
    barred = (m.Prohibit(m.Player(each), m.Act("set")) for each in (EITHER if who == "each" else (who,)))
    return tuple(replace(one, then=(other,)) for one, other in zip(told, barred, strict=True))


@action
def gr_attacks_at_most(who: m.Who, n: int, turn: m.Who | m.Duration | None) -> Verbs:
    """8-2a: not one attack more in a turn. Nobody attacks in the turn of another."""
    if isinstance(turn, m.Duration):
        return (m.Prohibit(m.Player(who), m.Act("attack"), turn, times=n),)
    barred = m.Prohibit(m.Player(who), m.Act("attack"), times=n)
    return (m.If((m.DuringTurn(turn),), (barred,)),) if turn not in (None, "their") else (barred,)


@action
def gr_may_play_from(what: m.Target, duration: m.Duration | None = None) -> m.Verb:
    """7-1b: from another zone than the hand and the drive zone."""
    if not isinstance(what, m.Selector) or what.quantity != m.Every() or what.whose != "you":
        raise Unsound("said in another way")
    if not set(what.areas) <= {"graveyard", "set zone"} or not what.areas:
        raise Unsound("from your graveyard, or from your set zone?")
    return m.Permit(m.Player("you"), m.Act("play", replace(what, quantity=m.Some())), duration)


@action
def attack_costs(what: m.Target, act: m.Act, price: Price, duration: m.Duration | None = None) -> m.Verb:
    """The attacking player pays, however a text names them."""
    whose = "you" if isinstance(what, m.This) else getattr(what, "whose", "")
    if price.who != "master" and price.who != whose:
        raise Unsound("the attacker's controller pays this: say “unless its controller …”")
    return m.Prohibit(standing(what), act, duration, unless=price.verbs)


class AbilitiesOf(NamedTuple):
    """ "Activated abilities of your other units": which sort, and of which cards."""

    sort: str
    of: m.Target


def abilities_of(sort: str, of: m.Target) -> AbilitiesOf:
    if not isinstance(of, m.This) and not (isinstance(of, m.Selector) and of.quantity == m.Every()):
        raise Unsound("of which cards? Say “this card”, or “all” of a kind")
    if isinstance(of, m.Selector) and ("ability" in of.types or of.areas):
        raise Unsound("said in another way")
    return AbilitiesOf(str(sort).replace("_", " "), of)


def all_abilities(sort: str, who: m.Who) -> AbilitiesOf:
    if who not in ("you", "opponent"):
        raise Unsound("whose abilities?")
    return abilities_of(sort, m.Selector(m.Every(), who))


def abilities_cost(found: AbilitiesOf, n: m.Amount, how: Any) -> m.Verb:
    """14-3b-6: of what an ability costs, the resources."""
    return m.Modify(found.of, f"{found.sort} cost", how, n)


def chosen_by_such(what: m.Target) -> m.Cause:
    """By an event or a card; an ability is no card, and is asked for as such."""
    found = described(what)
    if not isinstance(found, m.Selector) or found.types != ("ability",):
        return m.Cause(source=found)
    if found.filters or found.areas:
        raise Unsound("by which abilities? Say whose")
    return m.Cause("ability", found.whose or "any")


actions(
    gr_plays_it=lambda: played_by("you"),
    gr_abilities_of=abilities_of,
    gr_abilities_of_it=lambda of, sort: abilities_of(sort, of),
    gr_abilities_of_all=lambda who, sort: all_abilities(sort, who),
    gr_abilities_of_yours=lambda sort: all_abilities(sort, "you"),
    gr_abilities_of_theirs=lambda sort: all_abilities(sort, "opponent"),
    gr_abilities_cost_less=lambda found, n: abilities_cost(found, n, "minus"),
    gr_abilities_cost_more=lambda found, n: abilities_cost(found, n, "plus"),
    gr_first_uncounted=uncounted_at_first,
    gr_first_costs_each=lambda what, n: costs_at_first_for_each(what, n, "minus"),
    gr_first_costs_each_more=lambda what, n: costs_at_first_for_each(what, n, "plus"),
    gr_normal_it=lambda: Deed(lambda what: m.Summoned(what, "normal", "you"), True),
    gr_special_it=lambda: Deed(lambda what: m.Summoned(what, "special", "you"), False),
    gr_summon_it=lambda: Deed(lambda what: m.Summoned(what, by="you"), False),
    gr_next_costs_more=lambda what, deed, time, n: next_costs(what, deed, time, n, "plus"),
    gr_they_play_it=lambda: Deed(lambda what: m.Played(what, "opponent"), True, "opponent"),
    gr_first_costs=lambda what, deed, n: costs_at_first(what, deed, n, "minus"),
    gr_first_costs_more=lambda what, deed, n: costs_at_first(what, deed, n, "plus"),
    gr_may_play_from_for=gr_may_play_from,
    gr_cost=lambda n: n,
    costs_less_for=lambda what, n, duration: costs_less(what, n, None, duration),
    costs_more_for=lambda what, n, duration: costs_more(what, n, None, duration),
    permit_from=lambda area: permitted_from("be played", area),
    permit_summon_from=lambda area: permitted_from("be normal summoned", area),
    gr_play_from=lambda area: permitted_from("be played", area),
    gr_summon_from=lambda area: permitted_from("be normal summoned", area),
    only_resources=lambda: m.Prohibit(m.This(), m.Act("be paid with resources"), only=True),
    only_resources_ability=lambda: m.Prohibit(m.This(), m.Act("be used with resources"), only=True),
    choice_by=lambda cause: cause,
    # A card that chooses: an event that is played, or an ability of a card.
    choice_by_cards=chosen_by_such,
    act_chosen=lambda cause: m.Act("be chosen", cause=cause),
    # 15-18c: whatever enters play is played or summoned.
    gr_act_enter=lambda whose, area: tuple(
        m.Act(verb, m.Selector(m.Some(), whose, (area,))) for verb in ("be played", "be special summoned")
    ),
    gr_act_removed=lambda: m.Act("be placed", to=m.Place("removal zone")),
    attack_on=lambda what: m.Act("attack", described(what)),
    # 3-6e-1: the ruler, or the unit before it.
    gr_act_attack_center=lambda: m.Act("attack", m.Selector(m.Some(), areas=("defense zone", "ruler zone"))),
    attack_on_player=lambda who: m.Act("attack", m.Player(who)),
    price_you=lambda costs: Price("you", flat(costs)),
    price_opponent=lambda verbs: Price("opponent", verbs),
    price_controller=lambda verbs: Price("master", verbs),
    price_bracket=flat,
    # 8-4d: what must be done for the attack to be possible.
    attack_must=lambda what, costs: attack_costs(what, m.Act("attack"), Price("you", flat(costs))),
    attack_costs_for=lambda what, act, duration, price: attack_costs(what, act, price, duration),
)
