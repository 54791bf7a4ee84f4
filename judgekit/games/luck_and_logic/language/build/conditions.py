"""Conditions of Luck & Logic."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import automatic_situation
from judgekit.cardtext.build.conditions import (
    compare,
    deniable,
    denied,
    existing,
    exists_have,
    happened,
    happened_just,
    matching,
    more_there_than,
    owned,
    past,
    so_many_kinds,
    some_such,
)
from judgekit.cardtext.build.registry import (
    IT,
    NOT_SAID,
    THEM,
    AnyQuantity,
    Head,
    PutTo,
    Tensed,
    action,
    actions,
    pronoun,
    put_to,
)
from judgekit.cardtext.build.targets import comparison, count_of, described, selector, there_is_one
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import NoSuch, Whole
from judgekit.cardtext.build.targets.tails import that_was
from judgekit.cardtext.discourse import deeds_of
from judgekit.cardtext.errors import Unsound


def soul_of_card(what: m.Target) -> m.Count:
    return m.Count(m.Selector(m.Some(), areas=("soul zone",), filters=(m.Attached("soul", what),)))


def bears_so_much(what: m.Target, way: m.Comparison, n: m.Amount) -> m.Condition:
    """Of several members, each has its own soul (4.15.1)."""
    if isinstance(what, m.Selector) and not there_is_one(what.whose, what.types, [*what.filters]):
        return matching(what, m.Stat("soul", way, n))
    return m.Compare(soul_of_card(what), way, n)


@action
def has_in_soul(what: m.Target, like: Any) -> m.Condition:
    soul = m.Selector(m.Some(), filters=(like, m.Attached("soul", what)))
    return m.Compare(m.Count(soul), "at least", 1)


@action
def has_head_in_soul(what: m.Target, like: Head) -> m.Condition:
    if not (like.types or like.filters):
        raise Unsound("said in another way")
    return m.Compare(m.Count(selector(m.Some(), "", like, (m.Attached("soul", what),))), "at least", 1)


@action
def undestroyed(who: m.Who, quantity: AnyQuantity) -> m.Condition:
    way, n = comparison(quantity)
    gates = m.Selector(m.Some(), who, types=("gate",), filters=(m.State("undestroyed"),))
    return m.Compare(m.Count(gates), way, n)


@action
def undestroyed_left(who: m.Who, quantity: AnyQuantity) -> m.Condition:
    """ "One undestroyed gate left": so many, and no more."""
    found = undestroyed(who, quantity)
    is_bare = isinstance(quantity, m.Exactly) and isinstance(found, m.Compare)
    return replace(found, compare="equal") if is_bare else found


@action
def level_up(who: m.Who, quantity: AnyQuantity) -> m.Condition:
    way, n = comparison(quantity)
    return m.Compare(
        m.Count(m.Selector(m.Some(), who, ("level zone",), filters=(m.State("face up"),))), way, n
    )


@action
def more_cards_than(who: m.Who, way: Any, what: m.Selector, other: m.Who) -> m.Condition:
    if what.whose not in ("", "their", who):
        raise Unsound("leave out whose it is: “you have” already says so")
    found = count_of(what).what
    mine, theirs = (m.Count(replace(found, whose=each)) for each in (who, other))
    return m.Compare(mine, way, theirs)


@deniable
def happened_here(event: Tensed, period: m.Period) -> m.Condition:
    """Overrides the common rule: a text can refer to what this reveals ("one of those cards")."""
    if isinstance(event.event, m.Seen) and period == "effect":
        raise Unsound("said in another way")
    if (
        isinstance(event.event, m.AbilityUsed)
        and event.event.kind == "logic drive"
        and event.event.of is None
    ):
        event = Tensed(event.tense, m.Performs(event.event.who, "logic drive"))
    found = happened(event, period)
    what, deeds = getattr(event.event, "what", None), deeds_of(event.event)
    if period == "effect" and event.tense == "past" and isinstance(what, m.Selector) and deeds:
        deed = next(word for word in ("put", "discarded", "destroyed", *sorted(deeds)) if word in deeds)
        doer = getattr(event.event, "who", "you")
        if not what.whose and doer != "you":
            what = replace(what, whose=doer)
        return such_handled(what, deed, put_to(event.event))
    return found


def happened_just_here(event: Tensed) -> m.Condition:
    """Overrides the common rule: a gate that has been destroyed lies face up (8.2.10.4)."""
    what = getattr(event.event, "what", None)
    if isinstance(event.event, m.Discarded) and event.tense == "past" and isinstance(what, m.Selector):
        handled: m.Condition = happened_here(event, "effect")
        return handled
    plain = isinstance(event.event, m.Destroyed) and event.event.cause is None
    if not plain or event.tense not in ("past", "past not") or not isinstance(what, m.Selector):
        return happened_just(event)
    if isinstance(what, Whole):
        found = matching(replace(what, quantity=m.Every()), m.State("destroyed"))
    else:
        found = existing(replace(some_such(what), filters=(*what.filters, m.State("destroyed"))))
    return found if event.tense == "past" and not isinstance(what, NoSuch) else m.NotSo(found)


def situation_here(conditions: tuple[m.Condition, ...], verbs: Any) -> m.Ability:
    """Overrides the common rule: "is rested" and "is set to it" say what happens, not how something lies."""
    if any(set(LYING).intersection(asked_of_one(each).filters) for each in conditions):
        raise Unsound("when this happens, or as long as it is so? Say “rests”, “stands”, or “while”")
    return automatic_situation(conditions, verbs)


LYING = (m.State("rest"), m.State("active"), m.Holding(m.Selector(), "set"))


def asked_of_one(condition: m.Condition) -> m.Selector:
    """What a condition says about a card, or about one it says exists."""
    if isinstance(condition, m.Matches):
        return condition.like
    if isinstance(condition, m.Compare) and (condition.compare, condition.right) == ("at least", 1):
        return condition.left.what if isinstance(condition.left, m.Count) else m.Selector()
    return m.Selector()


def that_was_here(word: str, period: m.Period) -> m.Among | m.Did:
    """Overrides the common rule: a text can refer to the cards that this was done to."""
    if period == "effect":
        return m.Among(pronoun(f"the {word}", "card", word))
    return that_was(word, period)


def attacked_there() -> m.Count:
    return m.Count(
        m.Selector(m.Some(), types=("member",), filters=(m.State("on the circle being attacked"),))
    )


@action
def is_set_to(noun: str, what: Head) -> m.Condition:
    """5.24.1: a later "that member" is its host."""
    return m.Matches(m.Host("set"), selector(m.Some(), "", what, ()))


MEMBERS = frozenset({"member", "logicalist", "foreigner", "tranceunion"})


def battles_such(what: m.Target) -> tuple[m.Condition, ...]:
    """ "While this member battles a tranceunion, it …": said of this card."""
    fights = m.Matches(m.This(), m.Selector(m.Some(), filters=(m.State("in battle"),)))
    return fights, *against(what)


def against(what: m.Target) -> tuple[m.Condition, ...]:
    """8.2.11.4: whoever fights this card is its battle opponent."""
    if not isinstance(what, m.Selector) or what.whose == "you" or not MEMBERS.issuperset(what.types or ("",)):
        raise Unsound("a member's battle opponent is a member of its opponent's")
    like = replace(what, quantity=m.Some(), whose="")
    return (m.Matches(m.Role("battle opponent"), like),)


def bears_a_card(what: m.Target) -> m.Condition:
    return m.Matches(what, m.Selector(m.Some(), filters=(m.Holding(m.Selector(), "set"),)))


def battles_this(what: m.Target, whom: m.Target) -> tuple[m.Condition, ...]:
    """ "while it battles a member with soul": said of this card, whose battle opponent is known."""
    if what not in (m.This(), IT):
        raise Unsound("whose battle? Say it of this card")
    fights = m.Matches(what, m.Selector(m.Some(), filters=(m.State("in battle"),)))
    return fights, *against(whom)


@action
def only_card_there(whose: m.Who, area: str) -> m.Condition:
    return m.Compare(m.Count(m.Selector(m.Some(), whose, (area,))), "equal", 1)


def handled_so(deed: str, who: m.Who = "you") -> m.Count:
    """ "If you put three or more": counts the cards this was done to; the opponent does it to their own."""
    whose: m.Who = "opponent" if who == "opponent" else ""
    return m.Count(m.Selector(m.Some(), whose, filters=(m.Among(pronoun(f"the {deed}", "card", deed)),)))


def such_handled(what: m.Selector, deed: str, to: PutTo | None = None) -> m.Condition:
    """ "If a <Flame> card was returned this way": one of the cards this was done to is such a card."""
    done = m.Among(pronoun(f"the {deed}", "card", deed, to or NOT_SAID))
    return existing(replace(what, filters=(*what.filters, done)))


@action
def did_such(who: m.Who, deed: str, what: m.Selector) -> m.Condition:
    if what.whose not in ("", "their", who):
        raise Unsound("whose card is it?")
    return such_handled(replace(what, whose="" if what.whose == "their" else what.whose), deed)


def chosen_before() -> m.Count:
    return m.Count(m.Selector(m.Some(), filters=(m.Among(THEM),)))


@action
def shows_this_way(who: m.Who, what: m.Selector) -> m.Condition:
    if who not in ("you", "opponent", "that player", "each"):
        raise Unsound("who reveals it?")
    return shown_this_way(what, "now")


@action
def shown_this_way(what: m.Selector, tense: str) -> m.Condition:
    """Among the cards just revealed; a later "one of those cards" is one of these."""
    return existing(replace(what, filters=(*what.filters, m.Among(pronoun("shown")))))


def of_features(what: m.Target, features: Any) -> m.Condition:
    """Overrides the common rule: what is in a card's soul is counted there."""
    if any(isinstance(each, m.Holding) and each.where == "soul" for each in m.walk(features)):
        raise Unsound("said in another way")
    return matching(what, features)


@action
def circle_attacked(what: m.Target) -> m.Condition:
    """8.2.7.2, 4.4.2.2: the circle of a card is the one being attacked."""
    if isinstance(what, m.Role) or is_pronoun_of_circle(what):
        raise Unsound("which circle? Say whose it is")
    return m.Matches(m.Role("circle being attacked"), m.Selector(filters=(m.Near("on", what),)))


def is_pronoun_of_circle(what: Any) -> bool:
    return getattr(what, "noun", "") == "circle" or (isinstance(what, m.Selector) and "circle" in what.types)


def alike(deed: str, kind: str) -> m.Condition:
    """ "If the discarded cards have the same color": one kind among all of them."""
    cards = m.Selector(m.Some(), filters=(m.Among(pronoun(f"the {deed}", "card", deed)),))
    return m.Compare(count_different(kind, cards), "equal", 1)


def fights(who: m.Who, state: str) -> m.Condition:
    mine = m.Selector(m.Some(), who, types=("member",), filters=(m.State(state),))
    return m.Compare(m.Count(mine), "at least", 1)


@action
def was_last_destroyed(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> tuple[m.Condition, ...]:
    """It is one of them, and all of them are destroyed."""
    left = selector(m.Some(), whose, what, (*rest, m.State("undestroyed")))
    one = m.Matches(IT, replace(left, filters=tuple(f for f in left.filters if f != m.State("undestroyed"))))
    return one, m.Compare(m.Count(left), "equal", 0)


@action
def both_have(who: m.Who, what: m.Selector, other: m.Who, n: int) -> tuple[m.Condition, ...]:
    """ "… has exactly 1 gate and you have 6": the same cards, of the other player."""
    first = exists_have(who, what)
    if not isinstance(first, m.Compare) or not isinstance(first.left, m.Count):
        raise Unsound("who has so many?")
    same = m.Count(replace(first.left.what, whose=other))
    return first, m.Compare(same, "equal", n)


@action
def attacks_such(what: m.Target, whom: m.Target) -> tuple[m.Condition, ...]:
    """ "is attacking a circle in the back row", "is attacking a tranceunion"."""
    found = described(whom)
    if not isinstance(found, m.Selector) or found.areas or found.whose not in ("", "opponent", "any"):
        raise Unsound("said in another way")
    attacks = m.Matches(what, m.Selector(filters=(m.State("attacking"),)))
    if "circle" not in found.types:
        return attacks, m.Matches(m.Role("defending"), replace(found, quantity=m.Some(), whose=""))
    if found.filters == (m.Empty(),):
        return attacks, m.Compare(attacked_there(), "equal", 0)
    beside = m.Near("adjacent", m.This())
    if not found.filters or not all(isinstance(each, m.Spot) or each == beside for each in found.filters):
        raise Unsound("say where the circle being attacked is")
    if beside in found.filters and what != m.This():
        raise Unsound("adjacent to what?")
    return attacks, m.Matches(m.Role("circle being attacked"), m.Selector(filters=found.filters))


def happened_times_here(event: Tensed, n: int, period: m.Period) -> m.Condition:
    """Overrides the common rule: attacks are counted per player and per member; whether one of several
    attacked is not asked."""
    if isinstance(event.event, m.Attacks) and isinstance(event.event.what, m.Selector):
        raise Unsound("who attacked that often? Say “you”, “your opponent” or “this member”")
    return m.Happened(past(event), period, n)


def nth(number: str, who: m.Who, n: int) -> m.Condition:
    return m.Compare(m.PlayerNumber(f"{number} this turn", who), "equal", n)


@action
def was_nth(such: tuple[m.Who, int, Head], done: tuple[m.Who, str, m.Period | None]) -> m.Condition:
    """ "If it is the first of your gates destroyed this game", "the second member you mobilized this turn":
    so often it has happened then."""
    whose, n, what = such
    doer, word, period = done
    one = selector(m.Some(), whose, what, ())
    if word == "destroyed" and one.types == ("gate",) and not one.filters and whose != "any":
        if period not in (None, "turn", "game"):
            raise Unsound("in this turn, or in this game?")
        number = f"gates destroyed this {period or 'game'}"
        return m.Compare(m.PlayerNumber(number, whose), "equal", n)
    if period != "turn":
        raise Unsound("so often in which time? Say “this turn”")
    mine = replace(one, whose="")
    by: m.Who = doer or whose
    event = {
        "destroyed": m.Destroyed(one), "moved": m.ChangesZone(one), "attack": m.Attacks(one),
        "mobilized": m.Played(mine, by, how="mobilize"), "played": m.Played(mine, by),
        "discarded": m.Discarded(mine, by),
    }[word]  # fmt: skip
    return m.Compare(m.HowOften(event, "turn"), "equal", n)


@action
def is_opponent(what: m.Target) -> m.Condition:
    return m.Matches(what, m.Selector(filters=(m.State("battle opponent"),)))


@action
def alone_in_row(what: m.Target) -> m.Condition:
    near = m.Near("same row", what), m.OtherThan(what)
    return m.Compare(m.Count(m.Selector(m.Some(), "you", types=("member",), filters=near)), "equal", 0)


@action
def more_there_than_there(way: Any, what: m.Selector, other: m.Who) -> m.Condition:
    """ "There are more cards in your stock zone than in your opponent's"."""
    if len(what.areas) != 1 or what.whose == other:
        raise Unsound("more of what, and in which area?")
    return more_there_than(way, what, other, what.areas[0])


@action
def cards_of_kinds(who: m.Who, noun: str, count: AnyQuantity, kind: str) -> m.Condition:
    """ "you have foreigners from two or more different worlds"."""
    cards = m.Selector(m.Some(), types=type_of(noun))
    return so_many_kinds(count, kind, owned(who, cards))


@action
def any_put_was(deed: str, like: Head) -> m.Condition:
    """ "if any of the cards put into your drop zone this way was a paradox"."""
    return any_put_there_was(deed, None, like)


@action
def any_put_there_was(deed: str, to: PutTo | None, like: Head) -> m.Condition:
    return such_handled(selector(m.Some(), "", like, ()), deed, to)


@action
def so_many_put(count: AnyQuantity, like: Head, deed: str, to: PutTo | None = None) -> m.Condition:
    put = m.Among(pronoun(f"the {deed}", "card", deed, to or NOT_SAID))
    return m.Compare(m.Count(selector(m.Some(), "", like, (put,))), *comparison(count))


def goes(who: m.Who, n: int) -> m.Condition:
    """6.2.1.5, 6.2.1.8: the player who goes first has the odd turns."""
    if who not in ("you", "opponent", "that player", "turn player"):
        raise Unsound("which player?")
    return m.Compare(m.PlayerNumber("turn order", who), "equal", n)


def empty_circles(whose: m.Who, *likes: Any) -> m.Count:
    if not whose or not all(isinstance(each, m.Spot) for part in likes for each in flat_(part)):
        raise Unsound("whose circles, and in which row?")
    spots = tuple(each for part in likes for each in flat_(part))
    return m.Count(m.Selector(m.Some(), whose, types=("circle",), filters=(m.Empty(), *spots)))


def flat_(part: Any) -> tuple[Any, ...]:
    return part if isinstance(part, tuple) else (part,)


@action
def on_all_circles(who: m.Who, whose: m.Who, *likes: Any) -> m.Condition:
    """ "You have a member on each of your front row circles": none of them is empty."""
    if whose not in ("", "their", who):
        raise Unsound("a player's members are on that player's circles")
    return m.Compare(empty_circles(who, *likes), "equal", 0)


def in_the_row(whose: m.Who, row: str) -> m.Selector:
    return m.Selector(m.Some(), whose, types=("member",), filters=(m.Spot(row),))


@action
def has_no_number(what: m.Target, number: str) -> m.Condition:
    """The number of a logic is that of its icon, which a card has or has not."""
    icon = m.State(f"{number.removesuffix(' logic')} icon")
    return denied(what, icon if number.endswith(" logic") else m.Stat(number, "at least", 0))


actions(
    all_circles_taken=lambda whose, *likes: m.Compare(empty_circles(whose, *likes), "equal", 0),
    so_many_kinds_among=lambda whose, nouns, count, kind: cards_of_kinds(
        whose, nouns.removesuffix("s"), count, kind
    ),
    row_empty=lambda whose, row: m.Compare(m.Count(in_the_row(whose, row)), "equal", 0),
    row_not_empty=lambda whose, row: m.Compare(m.Count(in_the_row(whose, row)), "at least", 1),
    row_full=lambda whose, row: m.Compare(empty_circles(whose, m.Spot(row)), "equal", 0),
    handled_alike=lambda deed, kind: alike(deed, kind),
    a_card_is_set=bears_a_card,
    it_stands=lambda what: m.Matches(what, m.Selector(filters=(m.State("active"),))),
    it_rests=lambda what: m.Matches(what, m.Selector(filters=(m.State("rest"),))),
    occupies_circles=lambda what, count: m.Compare(m.ValueOf("territory", what), *comparison(count)),
    alone_in_row_too=lambda *_: alone_in_row(m.This()),
    battles_one=lambda what, whom: battles_this(what, whom),
    chose_such=lambda n, _: m.Compare(chosen_before(), "equal", n),
    goes_so=goes,
    goes_not_so=lambda who, n: goes(who, 3 - n),
    is_in_soul_of=lambda what, host: existing(
        replace(what, filters=(*what.filters, m.Attached("soul", host)))
    ),
    has_soul_condition=lambda what: bears_so_much(what, "at least", 1),
    so_much_soul=lambda what, count: bears_so_much(what, *comparison(count)),
    # Cards without the icon have no such number, not even 0.
    has_no_soul_condition=lambda what: bears_so_much(what, "equal", 0),
    # 9.11.1: of a card that this ability moved, as it was.
    was_so_much=lambda what, stat, bound: compare(m.ValueOf(stat, what), bound),
    paradox_up=lambda: m.Compare(
        m.Count(m.Selector(m.Some(), types=("paradox",), filters=(m.State("face up"),))), "at least", 1
    ),
    nobody_attacked=lambda: m.Compare(attacked_there(), "equal", 0),
    somebody_attacked=lambda: m.Compare(attacked_there(), "at least", 1),
    only_such_there=lambda noun, whose, area: only_card_there(whose, area),
    such_done=such_handled,
    did_so_many=lambda who, deed, quantity: m.Compare(handled_so(deed, who), *comparison(quantity)),
    somewhere=lambda whose, area: ((str(area),), str(whose)),
    # 8.1.3: a battle is counted from the moment it begins.
    all_alike=lambda whose, what, rest, kind: m.Compare(
        count_different(kind, selector(m.Some(), whose, what, rest)), "equal", 1
    ),
    nth_such=lambda whose, n, what: (whose, n, what),
    nth_of_theirs=lambda n, whose, what: (whose, n, what),
    nth_of_yours=lambda n, what: ("you", n, what),
    nth_of_all=lambda n, what: ("any", n, what),
    nth_done=lambda word, period: ("", word, period),
    nth_of_your_deeds=lambda word, period: ("you", word, period),
    nth_of_attacks=lambda period=None: ("", "attack", period),
    nth_battle=lambda _, whose, n: nth("battles", whose, n),
    nth_battle_of_turn=lambda _, n: nth("battles", "turn player", n),
    nth_own_attack=lambda _, whose, n: nth("attacks", whose, n),
    nth_own_attack_on=lambda _, whose, n: m.Compare(
        m.PlayerNumber("attacks this turn", whose), "at least", n
    ),
    nth_attack_of_turn=lambda _, n: nth("attacks", "turn player", n),
    chose_just=lambda n: m.Compare(chosen_before(), "equal", n),
    chose_or_more=lambda n: m.Compare(chosen_before(), "at least", n),
    player_attacking=lambda who: fights(who, "attacking"),
    player_defending=lambda who: fights(who, "defending"),
    player_has_not_attacked=lambda who, period: m.NotSo(
        m.Happened(m.Attacks(m.Selector(m.Some(), who, types=("member",))), period)
    ),
    has_not_tranced=lambda who, period: m.NotSo(m.Happened(m.Performs(who, "trance"), period)),
    is_not_opponent=lambda what: m.NotSo(is_opponent(what)),
)
