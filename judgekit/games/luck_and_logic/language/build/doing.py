"""What is done to cards and players, and what they may and may not do."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import existing
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    During,
    Head,
    Per,
    Steps,
    Throughout,
    action,
    actions,
    pronoun,
)
from judgekit.cardtext.build.steps import Verbs, clause_phase, during_step, flat, performed, told
from judgekit.cardtext.build.targets import count_of, described, selector
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.build.verbs.allowing import act_placed_by, can, cannot
from judgekit.cardtext.build.verbs.changing import get, standing, times
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.build.verbs.players import (
    beside_the_first,
    check_single,
    is_beside_it,
    is_the_only,
    paid_freely,
    swap_with_neighbour,
)
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked
from judgekit.games.luck_and_logic.language.build.conditions import (
    MEMBERS,
    against,
    attacks_such,
    battles_such,
    bears_a_card,
    fights,
    soul_of_card,
)
from judgekit.games.luck_and_logic.language.build.events import circle_of
from judgekit.games.luck_and_logic.language.build.mobilizing import attack_times, mobilize_to, move_circle


@action
def refresh_deck(whose: m.Who) -> m.Verb:
    """5.21: a player refreshes their own deck."""
    if whose not in ("you", "opponent", "their"):
        raise Unsound("whose deck?")
    return m.Perform("refresh", who=whose)


@action
def whole_soul_to(what: m.Target, to: m.Place, how: tuple[str, Any] | None = None) -> m.Verb:
    """ "put this member's soul into your hand": every card of it."""
    soul = m.Selector(m.Every(), areas=("soul zone",), filters=(m.Attached("soul", what),))
    return m.Move(soul, replace(to, **{how[0]: how[1]}) if how else to)


@action
def in_battle_against(what: m.Target, verbs: Any) -> Any:
    """ "During a battle with a tranceunion, this member …": said of the card whose battle it is."""
    if {getattr(each, "what", None) for each in verbs} != {m.This()}:
        raise Unsound("whose battle? Say it of this card")
    return during_step(During(None, against(what), asked_always=True), verbs)


@action
def while_battling(noun: str, what: m.Target, verbs: Any) -> Any:
    return during_step(During(None, battles_such(what), asked_always=True), verbs)


@action
def while_set(what: m.Target, verbs: Any) -> Any:
    return during_step(During(None, (bears_a_card(what),), asked_always=True), verbs)


def in_battle_with(what: m.Selector) -> During:
    """A paradox may be there in a battle; a member is fought."""
    if MEMBERS.intersection(what.types):
        raise Unsound("whose battle? Say it of this card")
    return During(None, (m.DuringPhase("battle"), existing(what)), asked_always=True)


def remove_zone_move(what: m.Target) -> m.Verb:
    return m.Move(taken(what), m.Place("remove zone"))


def in_row(row: str) -> m.Selector:
    return m.Selector(m.Some(), types=("circle",), filters=(m.Spot(row),))


@action
def can_attack_row(what: m.Target, whose: m.Who, row: str, duration: m.Duration | None = None) -> m.Verb:
    """8.2.7.1: such a text refers to what shields the back row."""
    if row != "back row" or whose != "opponent":
        raise Unsound("a card can only be allowed to attack your opponent's back row")
    circles = m.Selector(m.Some(), whose, types=("circle",), filters=(m.Spot(row),))
    return m.Permit(standing(what), m.Act("attack", circles), duration)


@action
def cannot_be_intercepted(what: m.Target, duration: m.Duration | None) -> m.Verb:
    """Whoever is attacked by it finds no help: its master's opponent cannot intercept while it attacks."""
    if what != m.This() or (duration is not None and duration != m.Until("battle")):
        raise Unsound("say who cannot intercept, and while which member attacks")
    attacking = m.Matches(m.This(), m.Selector(m.Some(), filters=(m.State("attacking"),)))
    return m.If((attacking,), (m.Prohibit(m.Player("opponent"), m.Act("intercept"), duration),))


COLOURS = ("red", "blue", "yellow", "green", "purple")


@action
def loses_logic(what: m.Target, logic: str, duration: m.Duration | None = None) -> m.Verb:
    """4.12.1.1.1, 8.3.4: cards have it in the battle zone, and members that intercept."""
    found = standing(what)
    if isinstance(found, m.Selector) and not (found.areas or found.types or found.filters):
        found = replace(found, areas=("battle zone", "intercept zone"))
    return m.Modify(found, logic, "set", 0, duration)


@action
def placed_rather(what: m.Target, to: m.Place, otherwise: m.Place) -> m.Verb:
    """8.6.5: it goes from the battle zone, and can no longer go where the rules would put it."""
    if what != m.This() or otherwise.area != "paradox zone":
        raise Unsound("the rules would not put it there: only “this card” can be kept from the paradox zone")
    there = m.Matches(m.This(), m.Selector(areas=("battle zone",)))
    return m.If((there,), (m.Move(taken(what), to),))


@action
def this_in_area(noun: str, whose: m.Who, area: str, said: Any) -> m.Ability:
    if whose != "you":
        raise Unsound("this card's text works only in your own zones: say “your”")
    return m.Ability("continuous", areas=(area,), body=flat((said(m.This()),)))


@action
def attackers_master(*verbs: Any) -> m.Verb:
    """8.2.5: the turn player, if there is an attacking member at all."""
    there = m.Compare(
        m.Count(m.Selector(m.Some(), types=("member",), filters=(m.State("attacking"),))), "at least", 1
    )
    done = [each for verb in verbs for each in flat((verb.value if isinstance(verb, Marked) else verb,))]
    return m.If((there,), tuple(performed("turn player", each) for each in done))


def in_battle_where(found: tuple[m.Condition, ...]) -> During:
    return During(None, (m.DuringPhase("battle"), *found), asked_always=True)


@action
def attack_at_price(what: m.Target, n: int, duration: m.Duration | None = None) -> m.Verb:
    """9.4.3: the attacker's master pays this many stock cards for each attack."""
    return m.Prohibit(standing(what), m.Act("attack"), duration, unless=(m.Pay("stock", n),))


@action
def cannot_use_of(who: m.Who, kind: str, what: m.Target) -> m.Verb:
    """12.3.1: players use the abilities of their own cards."""
    found = taken(what)
    if isinstance(found, m.Selector) and found.whose not in ("", "their", who):
        raise Unsound("players use only their own cards' abilities")
    meant = replace(found, whose=who) if isinstance(found, m.Selector) else found
    return m.Prohibit(meant, m.Act(f"use {kind}"))


@action
def luck_drives_cost(whose: m.Who, n: int, usual: int, duration: m.Duration | None = None) -> m.Verb:
    """5.22.1"""
    if usual != LUCK_DRIVE:
        raise Unsound(f"a luck drive costs {LUCK_DRIVE} cards")
    return m.ChangeNumber("luck drive cost", whose, "set", n, duration)


LUCK_DRIVE = 3


def nth_attack(whose: m.Who, nth: tuple[m.Comparison, int]) -> During:
    """8.2.4: while such an attack is going on."""
    made = m.Compare(m.PlayerNumber("attacks this turn", whose), *nth)
    return During(None, (made, fights(whose, "attacking")), asked_always=True)


@action
def gets_logic(what: m.Target, printed: str, duration: m.Duration | None) -> tuple[m.Verb, ...]:
    """2.11: icons as they are printed: "IC P+2000"."""
    found, icons = standing(what), printed.upper().replace("/", " ").split()
    if not icons or not all(ICON.fullmatch(each) for each in icons):
        raise Unsound("which logic? Say it as it is printed: “IC P+2000”")
    return tuple(
        m.Gain(found, m.Keyword("intercept"), duration)
        if each == "IC"
        else m.Modify(wherever_it_counts(found), LOGIC[each[0]], "plus", int(each[2:]), duration)
        for each in icons
    )


def wherever_it_counts(what: m.Target) -> m.Target:
    """8.3.4: an interceptor has left its circle when its logic is asked for."""
    if isinstance(what, m.Selector) and not what.areas:
        return replace(what, areas=("circle", "intercept zone"))
    return what


ICON = re.compile(r"IC|[PAL]\+\d+")
LOGIC = {"P": "power logic", "A": "aura logic", "L": "limit logic"}


def to_be_played(what: m.Target) -> m.Target:
    """What costs less to play is not on a circle yet: it is in the hand, or a trance finds it in the deck."""
    found = taken(what)
    if isinstance(found, m.Selector) and not found.areas:
        return replace(found, areas=("hand", "deck"))
    return found


@action
def plays_for_less(what: m.Target, n: m.Amount) -> m.Verb:
    return m.Modify(to_be_played(what), "cost", "minus", n)


@action
def plays_for_less_per(what: m.Target, n: m.Amount, per: Per) -> m.Verb:
    return m.Modify(to_be_played(what), "cost", "minus", times(n, per))


@action
def more_often(
    who: m.Who, said: tuple[str, Any, int], duration: m.Duration | None = None, per: Per | None = None
) -> m.Verb:
    """8.2.3, 7.5.3: how often a player attacks, trances or uses logic drives in a turn."""
    number, how, n = said
    return m.ChangeNumber(number, who, how, n if per is None else times(n, per), duration)


@action
def place_and_rest(what: m.Target, to: m.Place, rest_to: m.Place) -> tuple[m.Verb, ...]:
    return m.Move(taken(what), to), m.Move(pronoun("the rest"), rest_to)


@action
def cannot_attack_with(who: m.Who, what: m.Target, duration: m.Duration | None = None) -> m.Verb:
    found = taken(what)
    if isinstance(found, m.Selector) and found.whose == "":
        found = replace(found, whose=who)
    if isinstance(found, m.Selector):  # also with members that come later
        return m.Prohibit(m.Player(who), m.Act("attack with", found), duration)
    return m.Prohibit(found, m.Act("attack"), duration)


@action
def cannot_define(who: m.Who, what: m.Selector, duration: m.Duration | None = None) -> m.Verb:
    found = taken(what)
    if not isinstance(found, m.Selector) or found.whose not in ("", "their", who):
        raise Unsound("players define only their own cards as logic")
    return m.Prohibit(replace(found, whose=who, quantity=m.Every()), m.Act("be defined"), duration)


@action
def maximum_becomes(whose: m.Who, amount: m.Amount, duration: m.Duration | None = None) -> m.Verb:
    """4.7.2"""
    return m.ChangeNumber("maximum level", whose, "set", amount, duration)


def banned(what: m.Target) -> m.Target:
    """ "cannot put any card …": none of them."""
    if isinstance(what, m.Selector) and what.quantity == m.Some():
        return replace(what, quantity=m.Every())
    return taken(what)


@action
def effects_cannot_turn(whose: m.Who, what: m.Target, face: tuple[str, Any]) -> m.Verb:
    return m.Prohibit(standing(what), m.Act(f"be turned face {face[1]}", cause=m.Cause("effect", whose)))


def every_such(what: m.Target) -> m.Target:
    return replace(what, quantity=m.Every()) if isinstance(what, m.Selector) else what


def done_by_player(what: m.Target, act: m.Act) -> m.Selector | None:
    """ "Members with cost 3 or more cannot be mobilized by your opponent": that player's own."""
    by = act.cause
    if act.verb not in ("be mobilized", "be placed") or by is None or by != m.Cause(who=by.who):
        return None
    if (
        not isinstance(what, m.Selector)
        or what.whose not in ("", by.who)
        or by.who not in ("you", "opponent")
    ):
        return None
    return replace(what, whose=by.who)


def attacked_by_it(sort: Any, common: Any) -> Any:
    """Overrides the common rule: "circles in the back row can be attacked by this member" is said of it."""

    def told_of_it(what: m.Target, found: Any, duration: m.Duration | None = None) -> Any:
        is_place = isinstance(what, m.Selector) and what.types == ("circle",)
        cause = found.cause if isinstance(found, m.Act) and found.verb == "be attacked" else None
        if isinstance(found, m.Act) and (own := done_by_player(what, found)) is not None:
            return common(own, replace(found, cause=None), duration)
        if not is_place or cause is None or cause.source is None:
            return common(what, found, duration)
        return sort(every_such(cause.source), m.Act("attack", described(what)), duration)

    return told_of_it


def placed_by_here(to: Any, cause: m.Cause | None) -> Any:
    """Overrides the common rule: to be placed on the battle zone by logic definition is to be defined."""
    if cause is not None and cause.by == "logic definition":
        if to[0] != ("battle zone",) or cause.negated:
            raise Unsound("logic is defined on the battle zone")
        return m.Act("be defined")
    return act_placed_by(to, cause)


can_here, cannot_here = attacked_by_it(m.Permit, can), attacked_by_it(m.Prohibit, cannot)


@action
def cannot_mobilize(who: m.Who, what: m.Selector, duration: m.Duration | None = None) -> m.Verb:
    found = banned(what)
    if not isinstance(found, m.Selector) or found.whose not in ("", "their", who):
        raise Unsound("players mobilize only their own members")
    return m.Prohibit(replace(found, whose=who, quantity=m.Every()), m.Act("be mobilized"), duration)


@action
def zone_holds(whose: m.Who, n: int) -> m.Verb:
    """No more logic is defined once there are n cards."""
    there = m.Selector(m.Some(), whose, ("battle zone",))
    full = m.Compare(m.Count(there), "at least", n)
    return m.If((full,), (m.Prohibit(m.Player(whose), m.Act("define logic")),))


@action
def cannot_destroy(what: m.Target, gates: m.Target, duration: m.Duration | None) -> m.Verb:
    """8.2.10.4: what a member destroys, its attack destroys."""
    found = described(gates)
    if not isinstance(found, m.Selector) or found.types != ("gate",) or isinstance(what, m.Player):
        raise Unsound("a member's attack destroys gates, and nothing else")
    source = described(what)
    cause = m.Cause(
        "attack", source=replace(source, quantity=m.Some()) if isinstance(source, m.Selector) else source
    )
    return m.Prohibit(replace(found, quantity=m.Every()), m.Act("be destroyed", cause=cause), duration)


OWN_BATTLE = m.Matches(m.This(), m.Selector(m.Some(), filters=(m.State("in battle"),)))


def in_own_battle(*_: Any) -> During:
    """ "During a battle with this member": one in which it attacks or defends (8.2.11)."""
    return During(None, (OWN_BATTLE,), asked_always=True)


@action
def circles_hold(who: m.Who, n: int, what: Head) -> m.Verb:
    """ "You cannot have more than one … on your circles": with so many there, no other comes."""
    if who not in ("you", "opponent") or set(what.types) - MEMBERS:
        raise Unsound("which members, and whose? Say it of each player separately")
    there = selector(m.Some(), who, what, ())
    coming = replace(there, quantity=m.Every(), areas=HELD)
    barred = m.Prohibit(coming, m.Act("be placed", to=m.Place("circle", who)))
    return m.If((m.Compare(m.Count(there), "at least", n),), (barred,))


HELD = ("hand", "deck", "drop zone", "stock zone", "level zone", "remove zone", "soul zone")


@action
def would_go_instead(what: m.Target, to: Any, origin: Any, place: m.Place) -> m.Verb:
    event = m.Moved(described(what), origin[0], to[0], None, to[1], origin[1])
    return m.Instead(event, (m.Move(m.Subject(), place),))


@action
def gains_intercept(what: m.Target) -> m.Verb:
    """2.11: the icon that lets a member intercept."""
    return m.Gain(standing(what), m.Keyword("intercept"))


def done_in_phase(verb: Any, whose: m.Who, phase: str) -> Verbs:
    """Overrides the common rule: not to stand in the stand phase is one thing (7.2.1)."""
    for each in flat((verb,)):
        if phase == "stand phase" and isinstance(each, m.Prohibit) and each.act.verb == "become active":
            raise Unsound("said in another way")
    return clause_phase(verb, whose, phase)


def done_in_any_phase(verb: Any, phase: str) -> Verbs:
    return done_in_phase(verb, "any", phase)


@action
def does_not_stand(what: m.Target, whose: m.Who) -> m.Verb:
    stays = m.Prohibit(standing(what), m.Act("stand in the stand phase"))
    return m.If((m.DuringTurn(whose),), (stays,)) if whose else stays


@action
def does_not_stand_next(what: m.Target, whose: m.Who) -> m.Verb:
    only_then = m.Until("turn", whose, next=True, only=True)
    return m.Prohibit(standing(what), m.Act("stand in the stand phase"), only_then)


def limited(who: m.Who, act: str, n: int, duration: m.Duration | None) -> m.Verb:
    """ "cannot attack more than twice each turn"; where a duration is said, the turn is meant as well."""
    if isinstance(duration, m.Until) and duration.whose == "their":
        duration = replace(duration, whose=who)
    next_turn = isinstance(duration, m.Until) and duration.only and duration.whose == who
    if duration is not None and duration != m.Until("turn") and not next_turn:
        raise Unsound("how often in each turn? Say “each turn” or “this turn”")
    return m.Prohibit(m.Player(who), m.Act(act), duration, times=n)


@action
def once_more_only(who: m.Who) -> m.Verb:
    """ "can attack no more than one more time this turn": after the next attack, no other."""
    members = m.Selector(m.Some(), who, types=("member",))
    stop = m.Prohibit(m.Player(who), m.Act("attack"), m.Until("turn"))
    return m.Delayed(m.Attacks(members), (stop,), m.Until("turn"))


@action
def such_come_resting(what: m.Target) -> m.Verb:
    """4.1.3.1.3: a member enters standing, unless stated otherwise."""
    found = described(what)
    if not isinstance(found, m.Selector) or found.areas or found.types == ("card",):
        raise Unsound("which members enter rested? Describe them")
    whose = "" if found.whose == "each" else found.whose
    return m.Demand(replace(found, quantity=m.Every(), whose=whose), m.Act("come resting"))


@action
def redirect_circle(to: m.Target) -> m.Verb:
    """An adjacent circle: beside the one that is being attacked."""
    found = taken(to)
    if isinstance(found, m.Selector):
        beside = m.Near("adjacent", m.Role("circle being attacked"))
        found = replace(
            found, filters=tuple(beside if f == m.Near("adjacent", m.This()) else f for f in found.filters)
        )
    return m.Redirect(found)


@action
def becomes_defender(what: m.Target) -> m.Verb:
    """A member of the attacked player defends from now on, and its circle is the one being attacked."""
    found = taken(what)
    if isinstance(found, m.Selector) and "circle" in found.types:
        raise Unsound("a circle does not defend")
    return m.Redirect(found)


@action
def other_defends() -> m.Verb:
    """After an exchange with the defending member: whoever is on the attacked circle now."""
    return m.Redirect(m.Role("circle being attacked"))


def swap_other(one: m.Target, other: m.Target) -> Any:
    """Overrides the common rule: "your defending member and one of your other members" is one other
    than the defending member."""
    first, second = taken(one), taken(other)
    check_single(one)
    check_single(other)
    if is_beside_it(second) and isinstance(first, m.Selector):
        return swap_with_neighbour(first, second)
    if is_the_only(first) and isinstance(second, m.Selector):
        than = m.OtherThan(pronoun("other"))
        second = replace(
            second, filters=tuple(m.OtherThan(first) if f == than else f for f in second.filters)
        )
    return m.Swap(first, beside_the_first(first, second))


def while_of_the_last(*parts: Any) -> tuple[m.Verb, ...]:
    """Overrides the common rule: "this member cannot intercept, and it gets +1000 power while …": the
    second clause begins anew, and "while" is said of it alone."""
    *clauses, conditions = parts
    last = flat((clauses[-1],))
    if any(isinstance(each, m.Permit) and each.act == m.Act("attack") for each in last):
        raise Unsound("said in another way")  # "can attack while it is resting"
    if len(clauses) == 1 and (each_so := of_each(last, conditions)):
        return each_so
    if len(clauses) == 1 or any(getattr(each, "what", None) != IT for each in last):
        return (Throughout(conditions, told(tuple(clauses))),)
    return (*told(tuple(clauses[:-1])), Throughout(conditions, last))


def of_each(verbs: tuple[Any, ...], conditions: tuple[m.Condition, ...]) -> tuple[m.Verb, ...]:
    """ "Your members get +1000 power while they are resting": each of them, while it is so itself."""
    (asked, *others) = conditions
    like = asked.like if isinstance(asked, m.Matches) and asked.what == THEM else None
    if isinstance(asked, m.Compare) and asked.left == soul_of_card(THEM):
        like = m.Selector(filters=(m.Stat("soul", asked.compare, asked.right),))
    targets = {getattr(each, "what", None) for each in verbs}
    what = next(iter(targets))
    if others or like is None or len(targets) != 1 or not isinstance(what, m.Selector):
        return ()
    if like.areas or like.types or like.whose or not isinstance(what.quantity, m.Every | m.Some):
        return ()
    those = replace(what, filters=(*what.filters, *like.filters))
    return tuple(replace(each, what=those) for each in verbs)


def all_members(whose: m.Who) -> m.Selector:
    return m.Selector(m.Every(), whose, types=("member",))


@action
def clause_while_attacking(verb: Any, whom: m.Target) -> Any:
    """ "… while attacking a tranceunion": of one card, this one."""
    verbs = flat((verb,))
    if isinstance(verb, Marked) or any(getattr(each, "what", None) != m.This() for each in verbs):
        raise Unsound("who does “while” describe? Say it of this card")
    return (Throughout(attacks_such(m.This(), whom), verbs),)


@action
def get_in_turn(what: m.Target, *parts: Any) -> tuple[m.Verb, ...]:
    """ "gets +2000 power while attacking and +1 aura while defending": each at its own time."""
    return tuple(each for part in parts for each in part(what))


def in_its_time(gains: Any, asked: Any) -> Any:
    return lambda what: (Throughout((asked(what),), flat((get(what, gains),))),)


def is_now(state: m.State) -> Any:
    """Of one card: several would each have their own time."""

    def asked(what: m.Target) -> m.Condition:
        if isinstance(what, m.Selector):
            raise Unsound("say it of one card, or in two sentences")
        return m.Matches(what, m.Selector(filters=(state,)))

    return asked


@action
def cannot_place(who: m.Who, what: m.Selector, to: Any, duration: m.Duration | None = None) -> Any:
    """The cards, wherever they come from, or from where the text says, stay out of that zone."""
    found = banned(what)
    if (
        not isinstance(found, m.Selector)
        or found.whose not in ("", "their", who)
        or to[1] not in ("", "their", who)
    ):
        raise Unsound("players place only their own cards")
    cards = replace(found, whose=who, quantity=m.Every(), areas=found.areas or ("every zone",))
    return tuple(m.Prohibit(cards, m.Act("be placed", to=m.Place(area, who)), duration) for area in to[0])


@action
def cannot_place_by(
    who: m.Who, what: m.Selector, to: Any, cause: m.Cause, duration: m.Duration | None
) -> m.Verb:
    """5.16.1: to place a card on the battle zone by logic definition is to define logic with it."""
    if cause != m.Cause("logic definition") or to[0] != ("battle zone",):
        raise Unsound("said in another way")
    return cannot_define(who, what, duration)


def cannot_place_from(who: m.Who, what: m.Selector, to: Any, origin: Any) -> Any:
    if not isinstance(what, m.Selector) or what.areas or origin[1] not in ("", "their", who):
        raise Unsound("from where? Players place only their own cards")
    return cannot_place(who, replace(what, areas=origin[0]), to)


@action
def clause_while(verb: Any, state: m.State) -> Any:
    """ "… while defending": applies to each of the cards separately."""
    verbs = flat((verb,))
    what = getattr(verbs[0], "what", None)
    if isinstance(verb, Marked) or any(getattr(each, "what", None) != what for each in verbs):
        raise Unsound("who does “while” describe? Name one card or one kind of card")
    if any(isinstance(each, m.Permit) for each in verbs):
        raise Unsound("who does “while” describe? Name one card or one kind of card")
    if isinstance(what, m.Selector):
        those = replace(what, filters=(*what.filters, state))
        return tuple(replace(each, what=those) for each in verbs)
    if what is None:
        raise Unsound("who does “while” describe? Name one card or one kind of card")
    return (Throughout((m.Matches(what, m.Selector(filters=(state,))),), verbs),)


@action
def label_becomes(whose: tuple[m.Target, str], like: m.Is, duration: m.Duration | None = None) -> m.Verb:
    """ "Its element becomes <Flame>": that one, and no other any more."""
    return m.TreatAs(whose[0], labelled(whose[1], like), duration=duration)


@action
def label_also(whose: tuple[m.Target, str], like: m.Is, duration: m.Duration | None = None) -> m.Verb:
    """ "Its element is also <Flame>": besides what it is already."""
    return m.Gain(whose[0], labelled(whose[1], like), duration)


def labelled(word: str, like: m.Is) -> m.Is:
    if like.what != word:
        raise Unsound(f"that is no {word}")
    return like


actions(
    can_attack_the_row=lambda what, row, duration=None: can_attack_row(what, "opponent", row, duration),
    do_luck_drive=lambda: m.Perform("luck drive"),
    # "Reveal the top card of your deck. … draw it": that card, and no other.
    draw_it=lambda: m.Move(IT, m.Place("hand", "owner")),
    cannot_choose_it=lambda who, what, duration=None: m.Prohibit(
        standing(what), m.Act("be chosen", cause=m.Cause("effect", who)), duration
    ),
    also_label=lambda what, like: m.Gain(standing(what), like),
    count_and_draw=lambda what: m.Draw(count_of(what)),
    has_every_colour=lambda what: m.Gain(standing(what), m.Is("colour", COLOURS)),
    loses_all_logic=lambda what, duration=None: tuple(
        loses_logic(what, f"{kind} logic", duration) for kind in ("power", "aura", "limit")
    ),
    becomes_chosen=lambda what, like, duration=None: m.TreatAs(standing(what), like, duration=duration),
    copies_of=lambda n, names: m.DeckRule(
        "at most", m.Selector(m.Some(), filters=(m.Is("name", names),)), n, "main deck"
    ),
    deck_may_most_of_this_main=lambda n: m.DeckRule("at most", m.This(), n, "main deck"),
    deck_any_main=lambda: m.DeckRule("any number", m.This(), None, "main deck"),
    front_while_attacking=lambda whom, verbs: clause_while_attacking(verbs, whom),
    front_while=lambda state, verbs: clause_while(verbs, state),
    plays_for_more=lambda what, n: m.Modify(to_be_played(what), "cost", "plus", n),
    plays_for_more_per=lambda what, n, per: m.Modify(to_be_played(what), "cost", "plus", times(n, per)),
    maximum_most=lambda n: maximum_becomes("you", n),
    kind_unused=lambda whose, kind, duration=None: m.Prohibit(
        m.Selector(m.Every(), whose, types=(kind,)), m.Act("use abilities"), duration
    ),
    in_hand_for_less=lambda noun, n: plays_for_less(m.This(), n),
    in_hand_for_less_per=lambda noun, n, per: plays_for_less_per(m.This(), n, per),
    # 8.2.7.1: what shields a circle is what such a text speaks of, whether it says so or not.
    can_attack_even=lambda what, circle: m.Permit(standing(what), m.Act("attack", described(circle))),
    attack_resting=lambda what: m.Permit(standing(what), m.Act("attack while resting")),
    attacks_standing=lambda what, duration: m.Prohibit(standing(what), m.Act("rest to attack"), duration),
    attack_twice=lambda what: attack_times(what, 2),
    attack_twice_for=lambda what, duration: m.Modify(standing(what), "attack count", "set", 2, duration),
    must_attack_each=lambda what: m.Demand(standing(what), m.Act("attack")),
    swap_with=lambda what: m.Swap(m.This(), taken(what)),
    luck_drives_less=lambda whose, n: m.ChangeNumber("luck drive cost", whose, "minus", n),
    luck_drives_dearer=lambda whose, n: m.ChangeNumber("luck drive cost", whose, "plus", n),
    place_and_rest_how=lambda what, to, rest_to, how: place_and_rest(
        what, to, replace(rest_to, **{how[0]: how[1]})
    ),
    place_and_rest_end=lambda what, to, end, whose, area, how=("order", ""): place_and_rest(
        what, to, m.Place(area, whose, end, order=how[1])
    ),
    # This card where it says it is, so that its ability works there (2.12.2).
    this_from=lambda noun, area: m.Selector(m.Exactly(1), "you", (area,), filters=(m.Among(m.This()),)),
    no_more_attacks=lambda who, duration: m.Prohibit(m.Player(who), m.Act("attack"), duration),
    maximum_more=lambda whose, amount: m.ChangeNumber("maximum level", whose, "plus", amount),
    # 9.4.3: the stock cards that an ability of the card costs.
    abilities_less=lambda what, n, duration=None: m.Modify(
        standing(what), "ability cost", "minus", n, duration
    ),
    abilities_more=lambda what, n, duration=None: m.Modify(
        standing(what), "ability cost", "plus", n, duration
    ),
    drives_dearer=lambda whose, n, duration: m.Modify(
        all_members(whose), "logic drive cost", "plus", n, duration
    ),
    every_drive_dearer=lambda n, duration: m.Modify(
        all_members("each"), "logic drive cost", "plus", n, duration
    ),
    every_drive_cheaper=lambda n, duration: m.Modify(
        all_members("each"), "logic drive cost", "minus", n, duration
    ),
    pay_stock_freely=lambda: paid_freely("stock", "stock zone"),
    drives_cheaper=lambda whose, n, duration: m.Modify(
        all_members(whose), "logic drive cost", "minus", n, duration
    ),
    drive_more=lambda what, n, duration=None: m.Modify(
        standing(what), "logic drive cost", "plus", n, duration
    ),
    drive_less=lambda what, n, duration=None: m.Modify(
        standing(what), "logic drive cost", "minus", n, duration
    ),
    must_attack_there=lambda who, where: m.Demand(m.Player(who), m.Act("attack", where)),
    must_attack_it=lambda who, what: m.Demand(m.Player(who), m.Act("attack", described(what))),
    such_must_attack=lambda what, at: m.Demand(standing(what), m.Act("attack", described(at))),
    cannot_attack_row=lambda what, row, duration: m.Prohibit(
        standing(what), m.Act("attack", in_row(row)), duration
    ),
    player_cannot_attack_row=lambda who, row, duration: m.Prohibit(
        m.Player(who), m.Act("attack", in_row(row)), duration
    ),
    so_many_times=lambda n: n,
    may_swap=lambda one, other: m.May(flat((swap_other(one, other),))),
    put_up_resting=lambda what, to: m.Move(taken(what), replace(to, orientation="rest")),
    put_up_standing=lambda what, to: m.Move(taken(what), replace(to, orientation="active")),
    cannot_place_from=cannot_place_from,
    abilities_barred=lambda what, duration: m.Prohibit(standing(what), m.Act("use abilities"), duration),
    done_to_soul=lambda onto: lambda what: m.Stack(what, taken(onto), "soul"),
    done_set=lambda onto: lambda what: m.Stack(what, taken(onto), "set"),
    done_set_down=lambda onto: lambda what: m.Stack(what, taken(onto), "set", "down"),
    act_uses=lambda *verbs: tuple(map(m.Act, verbs)),
    limited=limited,
    limited_number=lambda who, n, act, duration: limited(who, act, n, duration),
    player_cannot_attack_it=lambda who, what, duration: m.Prohibit(
        m.Player(who), m.Act("attack", described(what)), duration
    ),
    not_attacked_by=lambda what, who, duration: m.Prohibit(
        m.Player(who), m.Act("attack", described(what)), duration
    ),
    intercepts_with_few=lambda who, n, duration=None: m.Prohibit(
        m.Player(who), m.Act("intercept"), duration, times=n
    ),
    come_resting=lambda who: such_come_resting(m.Selector(m.Every(), who, types=("member",))),
    becomes_colour=lambda what, colours, duration=None: m.TreatAs(
        standing(what), m.Is("colour", colours), duration=duration
    ),
    label_of_one=lambda what, word: (what, word),
    label_of=lambda word, what: (standing(what), word),
    becomes_label=lambda what, like, duration=None: m.TreatAs(standing(what), like, duration=duration),
    does_not_lose=lambda who, cause: m.Prohibit(m.Player(who), m.Act("lose the game", cause=cause)),
    nobody_mobilizes=lambda what, duration: cannot_mobilize("each", what, duration),
    # Who attacks has attacked: no other attack.
    not_again=lambda what, duration: m.Prohibit(standing(what), m.Act("attack"), duration),
    name_too=lambda noun, names: m.Gain(m.This(), m.Is("name", names)),
    opponents_effects_cannot_turn=lambda what, face: effects_cannot_turn("opponent", what, face),
    acts_barred=lambda act, who, duration: m.Prohibit(m.Player(who), m.Act(act), duration),
    moves_circle=lambda what, to: move_circle(passive(what), to),
    level_zone_holds=lambda whose, n: maximum_becomes(whose, n),
    player_zone_holds=lambda who, n, whose="you": zone_holds(who, n),
    player_level_holds=lambda who, n, whose="you": maximum_becomes(who, n),
    also_colour=lambda what, colours: m.Gain(standing(what), m.Is("colour", colours)),
    gains_name=lambda what, name: m.Gain(standing(what), m.Is("name", (name,))),
    stands_up=lambda what: m.Orient(passive(what), "active"),
    lies_down=lambda what: m.Orient(passive(what), "rest"),
    its_master=lambda *_: "master",
    done_rested=lambda: lambda what: m.Orient(what, "rest"),
    done_stood=lambda: lambda what: m.Orient(what, "active"),
    done_to_remove_zone=lambda: remove_zone_move,
    done_turned_up=lambda: lambda what: m.Flip(what, "up"),
    done_turned_down=lambda: lambda what: m.Flip(what, "down"),
    done_mobilized=lambda *to: lambda what: mobilize_to(what, *to) if to else m.Mobilize(what),
    remove_zone_move=remove_zone_move,
    otherwise_modes=lambda verb: Steps((verb,), "otherwise"),
    if_you_dont_modes=lambda verb: Steps((verb,), "if you don't"),
    gain_while=lambda gains, state: in_its_time(gains, is_now(state)),
    gain_during=lambda gains, whose: in_its_time(gains, lambda what: m.DuringTurn(whose)),
    act_remove_zone=lambda cause=None: m.Act("be placed", cause=cause, to=m.Place("remove zone")),
    act_turn_up=lambda cause=None: m.Act("be turned face up", cause=cause),
    act_turn_down=lambda cause=None: m.Act("be turned face down", cause=cause),
    act_moved_on=lambda cause=None: m.Act("be moved", cause=cause),
    said_intercepts=lambda: lambda what: (gains_intercept(what),),
    in_battle_with=in_battle_with,
    in_own_battle=in_own_battle,
    in_own_battle_so=in_own_battle,
    clause_in_own_battle=lambda verb, *_: during_step(in_own_battle(), flat((verb,))),
    draws_few=lambda who, n, duration=None: limited(who, "draw", n, duration),
    in_battle_where=in_battle_where,
    # While the battle is going on, and the members in it are so.
    clause_in_battle=lambda verb, found: during_step(in_battle_where(found), flat((verb,))),
    not_placed=lambda what, to: tuple(
        m.Prohibit(standing(what), m.Act("be placed", to=m.Place(area, to[1]))) for area in to[0]
    ),
    said_not_standing_next=lambda whose: lambda what: (does_not_stand_next(what, whose),),
    no_soul_power=lambda what, duration: m.Prohibit(standing(what), m.Act("gain soul power"), duration),
    so_many_plus=lambda n: ("plus", n),
    so_many_minus=lambda n: ("minus", n),
    attack_count_by=lambda said: ("attack count", *said),
    trance_count_by=lambda said: ("trance count", *said),
    drive_count_by=lambda said: ("logic drive count", *said),
    more_often_per=lambda who, said, duration, per: more_often(who, said, duration, per),
    attacks_more=lambda who, n, duration=None: more_often(who, ("attack count", "plus", n), duration),
    attacks_less=lambda who, n, duration=None: more_often(who, ("attack count", "minus", n), duration),
    drives_often=lambda who, n: m.ChangeNumber("logic drive count", who, "set", n),
    trances_often=lambda who, n, duration=None: m.ChangeNumber("trance count", who, "set", n, duration),
    drives_of_different=lambda who, n: m.ChangeNumber(
        "count of logic drives by different members", who, "set", n
    ),
    attack_at_price_for=lambda what, duration, n: attack_at_price(what, n, duration),
    attacks_at_price=lambda who, n: attack_at_price(m.Player(who), n),
    attacks_at_price_for=lambda who, duration, n: attack_at_price(m.Player(who), n, duration),
    attacks_at_price_later=lambda who, n, duration: attack_at_price(m.Player(who), n, duration),
    cannot_use_any_of=lambda who, what: cannot_use_of(who, "abilities", what),
    modes_inline=lambda count, *options: m.ChooseModes(count, options),
    cause_act=m.Cause,
    cause_not_act=lambda by: m.Cause(by, negated=True),
    cause_attack_of=lambda what: m.Cause("attack", source=described(what)),
    act_from_by=lambda verb, whose, area, cause: m.Act(verb, m.Selector(m.Some(), whose, (area,)), cause),
    act_use_kind=lambda kind: m.Act(f"use {kind}"),
    no_intercept_power=lambda what, duration: m.Prohibit(
        standing(what), m.Act("gain intercept power"), duration
    ),
    rearrange_places=lambda what: m.Perform("rearrange", taken(what)),
    luck_drive_for=lambda n, usual: m.Ability("continuous", body=(luck_drives_cost("you", n, usual),)),
    nth_just=lambda n: ("equal", n),
    nth_on=lambda n: ("at least", n),
    in_nth_attack=nth_attack,
    clause_in_nth_attack=lambda verb, whose, nth: during_step(nth_attack(whose, nth), flat((verb,))),
    act_attack_circle=lambda what: m.Act("attack", circle_of(what)),
)
