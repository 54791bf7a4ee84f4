"""What is done to cards and players, and what they may and may not do."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.conditions import exists
from judgekit.cardtext.build.registry import IT, Change, During, Per, Throughout, action, pronoun
from judgekit.cardtext.build.steps import flat, performed
from judgekit.cardtext.build.targets import count_of, described
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked
from judgekit.cardtext.model import (
    Ability,
    Act,
    Among,
    Amount,
    Attached,
    Cause,
    ChangeNumber,
    ChooseModes,
    Compare,
    Condition,
    Count,
    DeckRule,
    Demand,
    Draw,
    Duration,
    DuringPhase,
    DuringTurn,
    End,
    Every,
    Exactly,
    Gain,
    If,
    Instead,
    Is,
    Keyword,
    Matches,
    Modify,
    Move,
    Moved,
    Near,
    Perform,
    Permit,
    Place,
    Player,
    Prohibit,
    Quantity,
    Redirect,
    Role,
    Selector,
    Some,
    Spot,
    State,
    Subject,
    Swap,
    Target,
    This,
    TreatAs,
    Until,
    Verb,
    Who,
)
from judgekit.games.luck_and_logic.language.build.mobilizing import attack_times


@action
def do_luck_drive() -> Verb:
    return Perform("luck drive")


@action
def refresh_deck(whose: Who) -> Verb:
    """5.21: a player refreshes their own deck."""
    if whose not in ("you", "opponent", "their"):
        raise Unsound("whose deck?")
    return Perform("refresh", who=whose)


@action
def draw_it() -> Verb:
    """ "Reveal the top card of your deck. … draw it": that card, and no other."""
    return Move(IT, Place("hand", "owner"))


@action
def whole_soul_to(what: Target, to: Place, how: tuple[str, Any] | None = None) -> Verb:
    """ "put this member's soul into your hand": every card of it."""
    soul = Selector(Every(), areas=("soul zone",), filters=(Attached("soul", what),))
    return Move(soul, replace(to, **{how[0]: how[1]}) if how else to)


@action
def cannot_choose_it(who: Who, what: Target, duration: Duration | None = None) -> Verb:
    return Prohibit(taken(what), Act("be chosen", cause=Cause("effect", who)), duration)


@action
def can_attack_row(what: Target, whose: Who, row: str) -> Verb:
    """8.2.7.1: what shields the back row is what such a text speaks of."""
    if row != "back row" or whose != "opponent":
        raise Unsound("that can be attacked anyway, or by nobody")
    circles = Selector(Some(), whose, types=("circle",), filters=(Spot(row),))
    return Permit(taken(what), Act("attack", circles))


@action
def also_label(what: Target, like: Is) -> Verb:
    return Gain(taken(what), like)


@action
def count_and_draw(what: Selector) -> Verb:
    return Draw(count_of(what))


COLOURS = ("red", "blue", "yellow", "green", "purple")


@action
def has_every_colour(what: Target) -> Verb:
    return Gain(taken(what), Is("colour", COLOURS))


@action
def loses_logic(what: Target, logic: str, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), logic, "set", 0, duration)


@action
def loses_all_logic(what: Target, duration: Duration | None = None) -> tuple[Verb, ...]:
    return tuple(loses_logic(what, f"{kind} logic", duration) for kind in ("power", "aura", "limit"))


@action
def becomes_chosen(what: Target, like: Is, duration: Duration | None = None) -> Verb:
    return TreatAs(taken(what), like, duration=duration)


@action
def so_much_higher(what: Target, stat: str, amount: Amount) -> Verb:
    return Modify(what, stat, "plus", amount)


@action
def so_much_higher_per(what: Target, stat: str, amount: Amount, per: Per) -> Verb:
    return Modify(what, stat, "plus", times(amount, per))


@action
def so_much_lower(what: Target, stat: str, amount: Amount) -> Verb:
    return Modify(what, stat, "minus", amount)


@action
def so_much_lower_per(what: Target, stat: str, amount: Amount, per: Per) -> Verb:
    return Modify(what, stat, "minus", times(amount, per))


@action
def placed_rather(what: Target, to: Place, otherwise: Place) -> Verb:
    """8.6.5: where it would go by the rules it cannot go any more."""
    if what != This() or otherwise.area != "paradox zone":
        raise Unsound("by the rules it would not go there")
    return Move(taken(what), to)


@action
def copies_of(n: int, names: tuple[str, ...]) -> Verb:
    return DeckRule("at most", Selector(Some(), filters=(Is("name", names),)), n, "main deck")


@action
def deck_may_most_of_this_main(n: int) -> Verb:
    return DeckRule("at most", This(), n, "main deck")


@action
def deck_any_main() -> Verb:
    return DeckRule("any number", This(), None, "main deck")


@action
def this_in_area(noun: str, whose: Who, area: str, said: Any) -> Ability:
    if whose != "you":
        raise Unsound("a card's own text works in its master's zones")
    return Ability("continuous", areas=(area,), body=flat((said(This()),)))


@action
def attackers_master(*verbs: Any) -> Verb:
    """8.2.5: the turn player, if there is an attacking member at all."""
    there = Compare(Count(Selector(Some(), types=("member",), filters=(State("attacking"),))), "at least", 1)
    done = [each for verb in verbs for each in flat((verb.value if isinstance(verb, Marked) else verb,))]
    return If((there,), tuple(performed("turn player", each) for each in done))


@action
def front_while(state: State, verbs: Any) -> Any:
    return clause_while(verbs, state)


def to_be_played(what: Target) -> Target:
    """What costs less to play is not on a circle yet: it is in the hand, or a trance finds it in the deck."""
    found = taken(what)
    if isinstance(found, Selector) and not found.areas:
        return replace(found, areas=("hand", "deck"))
    return found


@action
def plays_for_less(what: Target, n: int) -> Verb:
    return Modify(to_be_played(what), "cost", "minus", n)


@action
def plays_for_less_per(what: Target, n: int, per: Per) -> Verb:
    return Modify(to_be_played(what), "cost", "minus", times(n, per))


@action
def plays_for_more(what: Target, n: int) -> Verb:
    return Modify(to_be_played(what), "cost", "plus", n)


@action
def plays_for_more_per(what: Target, n: int, per: Per) -> Verb:
    return Modify(to_be_played(what), "cost", "plus", times(n, per))


@action
def maximum_most(n: int) -> Verb:
    return maximum_becomes("you", n)


@action
def kind_unused(whose: Who, kind: str, duration: Duration | None = None) -> Verb:
    return Prohibit(Selector(Every(), whose, types=(kind,)), Act("use abilities"), duration)


@action
def in_hand_for_less(noun: str, n: int) -> Verb:
    return plays_for_less(This(), n)


@action
def in_hand_for_less_per(noun: str, n: int, per: Per) -> Verb:
    return plays_for_less_per(This(), n, per)


@action
def can_attack_even(what: Target, circle: Selector) -> Verb:
    """8.2.7.1: what shields a circle is what such a text speaks of, whether it says so or not."""
    return Permit(taken(what), Act("attack", described(circle)))


@action
def attack_resting(what: Target) -> Verb:
    return Permit(taken(what), Act("attack while resting"))


@action
def attack_twice(what: Target) -> Verb:
    return attack_times(what, 2)


@action
def attack_twice_for(what: Target, duration: Duration) -> Verb:
    return Modify(taken(what), "attack count", "set", 2, duration)


@action
def attacks_more_for(who: Who, n: int, duration: Duration) -> Verb:
    if duration == Until("turn"):
        raise Unsound("said in another way")
    return ChangeNumber("attack count", who, "plus", n, duration)


@action
def must_attack_each(what: Target) -> Verb:
    return Demand(taken(what), Act("attack"))


@action
def swap_with(what: Target) -> Verb:
    return Swap(This(), taken(what))


@action
def attacks_more_always(who: Who, n: int) -> Verb:
    return ChangeNumber("attack count", who, "plus", n)


@action
def trances_more(who: Who, n: int) -> Verb:
    return ChangeNumber("trance count", who, "plus", n)


@action
def effects_cannot_choose(whose: Who, what: Target) -> Verb:
    return Prohibit(taken(what), Act("be chosen", cause=Cause("effect", whose)))


@action
def place_and_rest(what: Target, to: Place, rest_to: Place) -> tuple[Verb, ...]:
    return Move(taken(what), to), Move(pronoun("the rest"), rest_to)


@action
def place_and_rest_how(what: Target, to: Place, rest_to: Place, how: tuple[str, Any]) -> tuple[Verb, ...]:
    return place_and_rest(what, to, replace(rest_to, **{how[0]: how[1]}))


@action
def place_and_rest_end(
    what: Target, to: Place, end: End, whose: Who, area: str, how: tuple[str, Any] = ("order", "")
) -> tuple[Verb, ...]:
    return place_and_rest(what, to, Place(area, whose, end, order=how[1]))


@action
def this_from(noun: str, area: str) -> Target:
    """This card where it says it is, so that its ability works there (2.12.2)."""
    return Selector(Exactly(1), "you", (area,), filters=(Among(This()),))


@action
def no_more_attacks(who: Who, duration: Duration) -> Verb:
    return Prohibit(Player(who), Act("attack"), duration)


@action
def remove_zone_move(what: Target) -> Verb:
    return Move(taken(what), Place("remove zone"))


@action
def attacks_more(who: Who, n: int) -> Verb:
    return ChangeNumber("attack count", who, "plus", n, Until("turn"))


@action
def cannot_attack_with(who: Who, what: Target, duration: Duration | None = None) -> Verb:
    found = taken(what)
    if isinstance(found, Selector) and found.whose == "":
        found = replace(found, whose=who)
    return Prohibit(found, Act("attack"), duration)


@action
def cannot_define(who: Who, what: Selector, duration: Duration | None = None) -> Verb:
    found = taken(what)
    if not isinstance(found, Selector) or found.whose not in ("", "their", who):
        raise Unsound("players define cards of their own as logic")
    return Prohibit(replace(found, whose=who, quantity=Every()), Act("be defined"), duration)


@action
def maximum_becomes(whose: Who, amount: Amount, duration: Duration | None = None) -> Verb:
    """4.7.2"""
    return ChangeNumber("maximum level", whose, "set", amount, duration)


@action
def maximum_more(whose: Who, amount: Amount) -> Verb:
    return ChangeNumber("maximum level", whose, "plus", amount)


@action
def cannot_mobilize(who: Who, what: Selector, duration: Duration | None = None) -> Verb:
    found = taken(what)
    if not isinstance(found, Selector) or found.whose not in ("", "their", who):
        raise Unsound("players mobilize their own members")
    return Prohibit(replace(found, whose=who, quantity=Every()), Act("be mobilized"), duration)


@action
def abilities_less(what: Target, n: int, duration: Duration | None = None) -> Verb:
    """9.4.3: the stock cards that an ability of the card costs."""
    return Modify(taken(what), "ability cost", "minus", n, duration)


@action
def drive_less(what: Target, n: int, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), "logic drive cost", "minus", n, duration)


@action
def zone_holds(whose: Who, n: int) -> Verb:
    """No more is defined where so many cards lie."""
    there = Selector(Some(), whose, ("battle zone",))
    full = Compare(Count(there), "at least", n)
    return If((full,), (Prohibit(Player(whose), Act("define logic")),))


@action
def would_go_instead(what: Target, to: Any, origin: Any, place: Place) -> Verb:
    event = Moved(described(what), origin[0], to[0], None, to[1], origin[1])
    return Instead(event, (Move(Subject(), place),))


@action
def must_attack_there(who: Who, where: Target) -> Verb:
    return Demand(Player(who), Act("attack", where))


@action
def must_attack_it(who: Who, what: Target) -> Verb:
    return Demand(Player(who), Act("attack", described(what)))


@action
def plays_revealed(who: Who) -> Verb:
    return Demand(Player(who), Act("reveal the top card of the deck"))


@action
def becomes_label(what: Target, like: Is, duration: Duration | None = None) -> Verb:
    return TreatAs(taken(what), like, duration=duration)


@action
def not_again(what: Target, duration: Duration) -> Verb:
    """Who attacks has attacked: no other attack."""
    return Prohibit(taken(what), Act("attack"), duration)


@action
def name_too(noun: str, names: tuple[str, ...]) -> Verb:
    return Gain(This(), Is("name", names))


@action
def gains_intercept(what: Target) -> Verb:
    """2.11: the icon that lets a member intercept."""
    return Gain(taken(what), Keyword("intercept"))


@action
def said_intercepts() -> Any:
    return lambda what: (gains_intercept(what),)


@action
def does_not_stand(what: Target, whose: Who) -> Verb:
    stays = Prohibit(taken(what), Act("stand in the stand phase"))
    return If((DuringTurn(whose),), (stays,)) if whose else stays


@action
def does_not_stand_next(what: Target, whose: Who) -> Verb:
    return Prohibit(taken(what), Act("stand in the stand phase"), Until("turn", whose, next=True, only=True))


@action
def redirect_circle(to: Target) -> Verb:
    """An adjacent circle: beside the one that is being attacked."""
    found = taken(to)
    if isinstance(found, Selector):
        beside = Near("adjacent", Role("circle being attacked"))
        found = replace(
            found, filters=tuple(beside if f == Near("adjacent", This()) else f for f in found.filters)
        )
    return Redirect(found)


@action
def gain_stat_of(stat: str, amount: Amount) -> Change:
    return Change(stat, "plus", amount)


@action
def in_battle_with(what: Selector) -> During:
    return During(None, (DuringPhase("battle"), exists(what)), asked_always=True)


@action
def in_battle_where(found: tuple[Condition, ...]) -> During:
    return During(None, (DuringPhase("battle"), *found), asked_always=True)


@action
def clause_while(verb: Any, state: State) -> Any:
    """ "… while defending": said of the cards that it is about, each for itself."""
    verbs = flat((verb,))
    what = getattr(verbs[0], "what", None)
    if isinstance(verb, Marked) or any(getattr(each, "what", None) != what for each in verbs):
        raise Unsound("who is meant by “while”?")
    if any(isinstance(each, Permit) for each in verbs):
        raise Unsound("who is meant by “while”?")
    if isinstance(what, Selector):
        those = replace(what, filters=(*what.filters, state))
        return tuple(replace(each, what=those) for each in verbs)
    if what is None:
        raise Unsound("who is meant by “while”?")
    return (Throughout((Matches(what, Selector(filters=(state,))),), verbs),)


@action
def modes_inline(count: Quantity, *options: Any) -> Verb:
    return ChooseModes(count, options)


@action
def cause_act(by: str) -> Cause:
    return Cause(by)


@action
def cause_not_act(by: str) -> Cause:
    return Cause(by, negated=True)


@action
def cause_attack_of(what: Target) -> Cause:
    return Cause("attack", source=described(what))


@action
def act_from_by(verb: str, whose: Who, area: str, cause: Cause) -> Act:
    return Act(verb, Selector(Some(), whose, (area,)), cause)


@action
def act_use_kind(kind: str) -> Act:
    return Act(f"use {kind}")
