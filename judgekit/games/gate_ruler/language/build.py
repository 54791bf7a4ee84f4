"""Gate Ruler: names and limits, charges, damage, summoning."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import Unowned, Verbs, flat, header, offered, present, replaced, told
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AnyQuantity,
    Compared,
    During,
    Head,
    HeaderPart,
    InsteadOf,
    Per,
    Steps,
    Tensed,
    Where,
    action,
    constants,
    pronoun,
)
from judgekit.cardtext.build.targets import comparison, described, selector
from judgekit.cardtext.build.targets.nouns import head
from judgekit.cardtext.build.targets.references import union
from judgekit.cardtext.build.verbs import is_place, own, standing, taken
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.drawing import search
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    AlternativeCost,
    Among,
    Amount,
    Attached,
    Attaches,
    Attacks,
    Bound,
    Cause,
    Choose,
    ChooseModes,
    Clash,
    Compare,
    Condition,
    Count,
    Damages,
    DealDamage,
    DeckRule,
    Delayed,
    Demand,
    Destroy,
    Destroyed,
    Discard,
    Draw,
    Drive,
    Duration,
    Every,
    Exactly,
    Heal,
    If,
    IgnoreCounter,
    Instead,
    Is,
    Keyword,
    Limit,
    Lose,
    Matches,
    May,
    Modify,
    Move,
    Moved,
    NegateAbility,
    NoMore,
    Not,
    Orient,
    OtherThan,
    Outermost,
    Pay,
    Perform,
    Performs,
    Permit,
    PhaseMoment,
    Place,
    PlayCost,
    Played,
    Player,
    PlayerNumber,
    Plus,
    PreventDamage,
    Prohibit,
    Quantity,
    Reveal,
    Role,
    Search,
    Selector,
    SetDamage,
    Some,
    Spot,
    Stack,
    Stat,
    State,
    Summon,
    Summoned,
    Swap,
    Target,
    Targeted,
    ThatMany,
    This,
    Times,
    TreatAs,
    Unaffected,
    Until,
    ValueOf,
    Verb,
    Who,
)

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


# Frame


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
def would_be_dealt(what: Target) -> Damages:
    """13-3a-1: when the damage process is added to the gate."""
    return Damages(to=described(what), waiting=True)


@action
def would_be_dealt_combat(what: Target) -> Damages:
    return Damages(to=described(what), sort="combat", waiting=True)


@action
def would_be_dealt_effect(what: Target) -> Damages:
    return Damages(to=described(what), sort="effect", waiting=True)


@action
def would_deal(what: Target) -> Damages:
    return Damages(described(what), waiting=True)


@action
def would_deal_to(what: Target, to: Target) -> Damages:
    return Damages(described(what), described(to), waiting=True)


@action
def would_deal_player(what: Target, who: Who) -> Damages:
    return Damages(described(what), Player(who), waiting=True)


@action
def would_deal_sort(what: Target, sort: str) -> Damages:
    return Damages(described(what), sort=sort, waiting=True)


@action
def would_deal_sort_to(what: Target, sort: str, to: Target) -> Damages:
    return Damages(described(what), described(to), sort, waiting=True)


@action
def would_deal_sort_player(what: Target, sort: str, who: Who) -> Damages:
    return Damages(described(what), Player(who), sort, waiting=True)


@action
def would_player_combat(who: Who) -> Damages:
    return Damages(to=Player(who), sort="combat", waiting=True)


@action
def would_player_effect(who: Who) -> Damages:
    return Damages(to=Player(who), sort="effect", waiting=True)


@action
def would_during(during: During, event: Damages, verbs: Verbs) -> Verb:
    return Delayed(event, verbs, during.duration, during.conditions)


@action
def would_player_during(during: During, who: Who, verbs: Verbs) -> Verb:
    return would_during(during, Damages(to=Player(who), waiting=True), verbs)


@action
def automatic_would(event: Damages, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=event, body=verbs)


@action
def automatic_would_player(who: Who, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=Damages(to=Player(who), waiting=True), body=verbs)


@action
def timing_would(event: Damages) -> dict[str, Any]:
    return {"window": "when", "trigger": event}


@action
def timing_would_player(who: Who) -> dict[str, Any]:
    return {"window": "when", "trigger": Damages(to=Player(who), waiting=True)}


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


# Sentences


@action
def only_if(conditions: tuple[Condition, ...]) -> Steps:
    return Steps((If(conditions, ()),), "only if")


@action
def if_it_happens(event: Tensed, verbs: Verbs) -> Steps:
    """What is still to come this turn is waited for."""
    return Steps((Delayed(present(event), verbs, Until("turn"), next=True),))


@action
def this_way_played(noun: str, word: str, verbs: Verbs) -> Steps:
    """ "If a card set this way is played this turn, it costs 1 less"."""
    if not all(isinstance(each, Modify) and each.stat == "cost" for each in verbs):
        raise Unsound("of a card handled this way, only its cost can be said")
    return Steps(tuple(replace(each, duration=Until("turn")) for each in verbs if isinstance(each, Modify)))


@action
def if_opponent_cannot(verbs: Verbs) -> Steps:
    """Nothing of what was taken is the opponent's."""
    theirs = Selector(Some(), "opponent", filters=(Among(THEM),))
    hit = (isinstance(each, DealDamage) and each.to == THEM for each in verbs)
    meant: Any = [replace(v, to=Player("opponent")) if h else v for v, h in zip(verbs, hit, strict=True)]
    return Steps((If((Compare(Count(theirs), "equal", 0),), tuple(meant)),))


@action
def inline_option(*parts: Any) -> Verbs:
    return told(parts)


@action
def inline_modes(count: Quantity, *options: Verbs) -> Steps:
    return Steps((ChooseModes(count, options),))


@action
def price_number(n: int) -> Amount:
    return n


@action
def price_equal(n: Amount) -> Amount:
    return n


@action
def unless_player_pays(verbs: Verbs, who: Who, n: Amount) -> Steps:
    """That player can pay, and then it is not done."""
    return Steps((May((Pay("resources", n, who=who),), otherwise=verbs, who=who),))


@action
def unless_they_pay(verbs: Verbs, n: Amount) -> Steps:
    return unless_player_pays(verbs, "opponent", n)


@action
def next_time(event: Tensed, verbs: Verbs) -> Verb:
    return Delayed(present(event), verbs, Until("turn"), next=True)


@action
def next_time_during(during: During, event: Tensed, verbs: Verbs) -> Verb:
    if during.duration is None:
        raise Unsound("how long?")
    return Delayed(present(event), verbs, during.duration, next=True)


@action
def it_destroyed_later(moment: PhaseMoment) -> Verb:
    return Delayed(moment, (Destroy(IT),))


# Selectors


@action
def in_column(column: str) -> Spot:
    return Spot(column)


@action
def attacking_column(column: str) -> State:
    return State(f"attacking {column}")


@action
def by_property(values: tuple[str, ...]) -> Is:
    """2-1b: a property printed bare, be it an attribute or a faction."""
    return Is("property", tuple(singular(each) for each in values))


@action
def head_properties(*parts: Any) -> Head:
    """ "Your Dragons": cards in play with that property (2-1b-1); without a number, all of them (3-2i)."""
    *adjectives, words = parts
    return Head((), (*adjectives, by_property(words)))


@action
def gr_head_set(*parts: Any) -> Head:
    """15-4b: "a set event card" is a set card that is an event."""
    found = head(*parts)
    if not found.types or not set(found.types) <= {"unit", "event", "field"}:
        raise Unsound("said in another way")
    placed: Any = (*found.filters, Where(("set zone",), ""), State("face down"))
    return found._replace(filters=placed)


@action
def other_than_property(values: tuple[str, ...]) -> Not:
    return Not(by_property(values))


def singular(word: str) -> str:
    """ "Dragons" are cards with the property Dragon."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


@action
def charge_of(what: Target) -> Attached:
    return Attached("charge", what)


@action
def charge_of_some(what: Head, rest: tuple[Any, ...]) -> Attached:
    return Attached("charge", selector(Some(), "", what, rest))


@action
def charge_of_another(what: Head, rest: tuple[Any, ...]) -> Attached:
    another = OtherThan(pronoun("another"))
    return Attached("charge", selector(Some(), "", Head(what.types, (another, *what.filters)), rest))


@action
def with_charges(quantity: AnyQuantity) -> Stat:
    return Stat("charges", *comparison(quantity))


@action
def charges_of(what: Target) -> Amount:
    return Count(Selector(Some(), areas=("charge zone",), filters=(Attached("charge", what),)))


@action
def gr_damage_of(who: Who) -> Amount:
    return Count(Selector(Some(), who, ("damage zone",)))


@action
def gr_per_damage(who: Who) -> Per:
    return Per(gr_damage_of(who))


@action
def its_charges(quantity: Any, what: Target, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, "", Head(("charge",), ()), (Attached("charge", what), *rest))


@action
def all_its_charges(what: Target) -> Selector:
    return selector(Every(), "", Head(("charge",), ()), (Attached("charge", what),))


# Verbs


@action
def gr_deal(n: Amount, to: Target) -> Verb:
    return DealDamage(n, taken(to))


@action
def gr_deal_to(to: Target, n: Amount) -> Verb:
    return gr_deal(n, to)


@action
def gr_deal_both(n: Amount, one: Target, other: Target) -> Verb:
    return gr_deal(n, union(one, other))


@action
def is_dealt_so_much(to: Target, n: Amount) -> Verb:
    return DealDamage(n, passive(to))


def hits_for(n: Amount, event: Damages, duration: Duration | None) -> Verb:
    """13-3a-1: a text about damage to come waits for each damage process, and changes it."""
    return Delayed(event, (SetDamage(n),), duration)


@action
def deals_no_sort(what: Target, sort: str, duration: Duration | None = None) -> Verb:
    return hits_for(0, Damages(described(what), sort=sort, waiting=True), duration)


@action
def deals_none(what: Target, duration: Duration | None = None) -> Verb:
    return hits_for(0, Damages(described(what), waiting=True), duration)


@action
def gr_dealt_becomes(to: Target, n: Amount, duration: Duration | None = None) -> Verb:
    return hits_for(n, Damages(to=described(to), waiting=True), duration)


@action
def gr_dealt_becomes_player(who: Who, n: Amount, duration: Duration | None = None) -> Verb:
    return hits_for(n, Damages(to=Player(who), waiting=True), duration)


@action
def gr_prevent_every(to: Target, duration: Duration) -> Verb:
    return hits_for(0, Damages(to=described(to), waiting=True), duration)


@action
def gr_prevent_every_player(who: Who, duration: Duration) -> Verb:
    return hits_for(0, Damages(to=Player(who), waiting=True), duration)


@action
def gr_prevent_sort(sort: str, to: Target, duration: Duration) -> Verb:
    return hits_for(0, Damages(to=described(to), sort=sort, waiting=True), duration)


@action
def gr_prevent_sort_player(sort: str, who: Who, duration: Duration) -> Verb:
    return hits_for(0, Damages(to=Player(who), sort=sort, waiting=True), duration)


def unanswered(event: Damages) -> Verb:
    return Delayed(event, (IgnoreCounter(),))


@action
def ignore_cnt_of(what: Target) -> Verb:
    return unanswered(Damages(described(what), waiting=True))


@action
def ignore_cnt_of_to(what: Target, who: Who) -> Verb:
    return unanswered(Damages(described(what), Player(who), waiting=True))


@action
def ignore_cnt_sort(sort: str, what: Target) -> Verb:
    return unanswered(Damages(described(what), sort=sort, waiting=True))


@action
def deal_self(n: Amount) -> Verb:
    return DealDamage(n, Player("you"))


@action
def deal_equal(to: Target, n: Amount) -> Verb:
    return DealDamage(n, taken(to))


@action
def deal_player_equal(who: Who, n: Amount) -> Verb:
    return DealDamage(n, Player(who))


@action
def source_deals_equal(source: Target, to: Target, n: Amount) -> Verb:
    return gr_source_deals(source, n, to)


@action
def deal_each_other(stat: str) -> Verb:
    return Clash(THEM, stat)


@action
def deal_divided(n: Amount, to: Target) -> Verb:
    return DealDamage(n, taken(to), divided=True)


@action
def gr_source_deals(source: Target, n: Amount, to: Target) -> Verb:
    return DealDamage(own(source, n), taken(to), None if source == This() else taken(source))


@action
def prevent(n: Amount) -> Verb:
    return PreventDamage(n)


@action
def prevent_up_to(n: int) -> Verb:
    return PreventDamage(n, up_to=True)


@action
def done_this_way(word: str) -> Amount:
    return ThatMany(word)


@action
def per_this_way(word: str) -> Per:
    return Per(ThatMany(word))


@action
def no_more(found: Amount, most: int) -> Amount:
    return NoMore(found, most)


@action
def prevent_all() -> Verb:
    return PreventDamage()


@action
def prevent_next(n: Amount, to: Target, duration: Duration | None = None) -> Verb:
    return PreventDamage(n, taken(to), next=True, duration=duration)


@action
def prevent_next_for(n: Amount, to: Target, duration: Duration) -> Verb:
    return prevent_next(n, to, duration)


@action
def prevent_next_player(n: Amount, who: Who, duration: Duration | None = None) -> Verb:
    return prevent_next(n, Player(who), duration)


@action
def gr_reduce_next(to: Target, n: Amount, duration: Duration | None = None) -> Verb:
    return prevent_next(n, to, duration)


@action
def gr_reduce_next_for(to: Target, duration: Duration, n: Amount) -> Verb:
    return prevent_next(n, to, duration)


@action
def gr_reduce_next_player(who: Who, n: Amount, duration: Duration | None = None) -> Verb:
    return prevent_next_player(n, who, duration)


@action
def gr_reduce_next_player_for(who: Who, duration: Duration, n: Amount) -> Verb:
    return prevent_next_player(n, who, duration)


@action
def reduce_sort(sort: str, to: Target, n: int) -> Verb:
    return PreventDamage(n, taken(to), sort=sort)


@action
def reduce_sort_player(sort: str, who: Who, n: int) -> Verb:
    return PreventDamage(n, Player(who), sort=sort)


@action
def damage_increased(what: Target, n: int) -> Verb:
    """14-13g: more damage in the process than it would have had."""
    return Instead(Damages(described(what)), (SetDamage(Plus(ThatMany(), n)),))


@action
def reduce_dealt(to: Target, n: Amount, duration: Duration | None = None) -> Verb:
    return PreventDamage(n, taken(to), duration=duration)


@action
def reduce_dealt_player(who: Who, n: Amount, duration: Duration | None = None) -> Verb:
    return PreventDamage(n, Player(who), duration=duration)


@action
def damage_becomes(n: Amount) -> Verb:
    return SetDamage(n)


@action
def combat_becomes(n: Amount) -> Verb:
    """14-4b-1: of the attack that is going on."""
    return SetDamage(n, "attack")


@action
def combat_reduced(n: int) -> Verb:
    return PreventDamage(n, sort="attack")


@action
def combat_prevented() -> Verb:
    return SetDamage(0, "attack")


@action
def choose_pair(one: Target, other: Target) -> Verbs:
    """One of these and one of those."""
    if not isinstance(one, Selector) or not isinstance(other, Selector):
        raise Unsound("said in another way")
    return Choose(taken(one)), Choose(taken(other))


@action
def deal_taken(who: Who, n: Amount) -> Verb:
    return DealDamage(n, Player(who))


@action
def ignore_cnt() -> Verb:
    return IgnoreCounter()


@action
def ignore_attack() -> Verb:
    return IgnoreCounter("attack")


@action
def heal_life(n: Amount) -> Verb:
    return Heal(Player("you"), n)


@action
def heal_hp(what: Target, n: Amount) -> Verb:
    return Heal(taken(what), n)


@action
def heal_damage_from(n: Amount, what: Target) -> Verb:
    return Heal(taken(what), n)


@action
def heal_hp_of(n: Amount, what: Target) -> Verb:
    return Heal(taken(what), n)


@action
def heal_own_hp(n: Amount) -> Verb:
    """15-21a: "heal (number) HP" without more is said of what the text speaks of."""
    return Heal(IT, n)


@action
def heal_that() -> Verb:
    return Heal(IT)


@action
def heal_all(what: Target) -> Verb:
    return Heal(taken(what))


@action
def drive_one() -> Verb:
    return Drive(1)


@action
def drive(n: Amount) -> Verb:
    return Drive(n)


@action
def drive_card(what: Target) -> Verb:
    """ "Drive 2 cards", without saying which, is to drive 2."""
    if isinstance(what, Selector) and what == Selector(what.quantity) and isinstance(what.quantity, Exactly):
        return Drive(what.quantity.n)
    return Drive(1, taken(what))


@action
def set_card(what: Target) -> Verb:
    return Move(taken(what), Place("set zone", face="down"))


@action
def charge_this(what: Target) -> Verb:
    return Stack(taken(what), This(), "charge")


@action
def charge_to(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "charge")


@action
def special_summon(what: Target) -> Verb:
    return Summon(taken(what))


@action
def special_summon_to(what: Target, to: Target) -> Verb:
    return Summon(taken(what), to=is_place(to) if isinstance(to, Selector) else to)


@action
def special_summon_rest(what: Target) -> Verb:
    return Summon(taken(what), orientation="rest")


@action
def normal_summon(what: Target) -> Verb:
    return Summon(taken(what), "normal")


@action
def normal_summon_free(what: Target) -> Verb:
    return Summon(taken(what), "normal", counted=False)


@action
def normal_summon_paid(what: Target, _: str) -> Verb:
    return Summon(taken(what), "normal", cost=PlayCost("free"))


@action
def normal_summon_paid_free(what: Target, _: str) -> Verb:
    return Summon(taken(what), "normal", counted=False, cost=PlayCost("free"))


def this_in(area: str) -> Selector:
    """This very card, as long as it is there."""
    return Selector(Exactly(1), "you", (area,), filters=(Among(This()),))


@action
def gr_this_in(whose: Who, area: str) -> Selector:
    return this_in(own_area(whose, area))


@action
def summon_this_from(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal")


@action
def summon_this_free_from(whose: Who, area: str, _: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal", cost=PlayCost("free"))


@action
def special_this_from(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)))


def own_area(whose: Who, area: str) -> str:
    if whose != "you":
        raise Unsound("this card is in a zone of yours")
    return area


@action
def special_this_from_rest(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), orientation="rest")


@action
def special_summon_to_rest(what: Target, to: Target) -> Verb:
    found = special_summon_to(what, to)
    assert isinstance(found, Summon)
    return replace(found, orientation="rest")


@action
def summon_this_free_uncounted(whose: Who, area: str, _: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal", counted=False, cost=PlayCost("free"))


@action
def summon_this_uncounted(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal", counted=False)


@action
def is_removed(what: Target) -> Verb:
    return Move(passive(what), Place("removed from the game"))


@action
def is_exhausted(what: Target) -> Verb:
    return Orient(passive(what), "rest")


@action
def is_readied(what: Target) -> Verb:
    return Orient(passive(what), "active")


@action
def show_whom(who: Who, what: Target) -> Verb:
    return show(what, who)


@action
def swap_them() -> Verb:
    return Swap(THEM, None)


@action
def gr_player_attacking(who: Who) -> Condition:
    return Compare(Count(Selector(Some(), who, filters=(State("attacking"),))), "at least", 1)


@action
def gr_player_attacked(who: Who) -> Condition:
    ruler = Selector(Some(), who, types=("ruler",), filters=(State("being attacked"),))
    return Compare(Count(ruler), "at least", 1)


@action
def swap_choice(n: int) -> Verb:
    return Swap(Bound(n), None)


@action
def draw_that_many_plus(n: Amount) -> Verb:
    return Draw(Plus(ThatMany(), n))


@action
def as_target(who: Who) -> Target:
    return Player(who)


@action
def may_attack_past(what: Target, whom: Target) -> Verb:
    """8-4c-1: also what is not in front."""
    return Permit(standing(what), Act("attack", described(whom)))


@action
def gr_deck_only(what: Selector) -> Verb:
    return DeckRule("only", described(what))


@action
def in_next_start(whose: Who) -> Until:
    return Until("start phase", whose, next=True, only=True)


@action
def gr_not_attacked_by(what: Target, by: Target, duration: Duration | None = None) -> Verb:
    """8-4c: said of the units that would attack."""
    found = described(by)
    if not isinstance(found, Selector) or not isinstance(what, This | Selector):
        raise Unsound("say which units cannot attack it")
    return Prohibit(replace(found, quantity=Every()), Act("attack", described(what)), duration)


@action
def gr_abilities_negated(what: Target, duration: Duration | None = None) -> Verb:
    return Lose(taken(what), all_of="ability", duration=duration)


@action
def gr_damage_doubled(what: Target) -> Verb:
    """14-13g: twice as much in the process as it would have had."""
    return Instead(Damages(described(what)), (SetDamage(Times(2, ThatMany())),))


@action
def gr_deals_twice() -> Verb:
    return SetDamage(Times(2, ThatMany()))


@action
def gr_deals_more(n: int) -> Verb:
    return SetDamage(Plus(ThatMany(), n))


@action
def gr_special_from(what: Target, whose: Who, area: str) -> Verb:
    """That card, if it lies there."""
    if isinstance(what, This):
        raise Unsound("this card is said where it lies")
    return If((Matches(what, Selector(Some(), whose, (area,))),), (Summon(what),))


@action
def gr_special_from_rest(what: Target, whose: Who, area: str) -> Verb:
    if isinstance(what, This):
        raise Unsound("this card is said where it lies")
    return If((Matches(what, Selector(Some(), whose, (area,))),), (Summon(what, orientation="rest"),))


@action
def gr_charges_from_top(n: int, onto: Target) -> Verb:
    return charge_to(Selector(Exactly(n), "you", ("deck",), "top"), onto)


@action
def enters_exhausted(what: Target, duration: Duration | None = None) -> Verb:
    return Demand(standing(what), Act("enter play exhausted"), duration)


@action
def not_readied(what: Target, when: Until) -> Verb:
    return Prohibit(taken(what), Act("be made active"), when)


@action
def do_abyssal() -> Verb:
    return Perform("abyssal summoning")


@action
def do_genesis() -> Verb:
    return Perform("genesis summoning")


@action
def negate_card(what: Target) -> Verb:
    if getattr(what, "noun", "") == "ability":
        raise Unsound("said in another way")
    return NegateAbility("card", what)


@action
def rearrange() -> Verb:
    return Perform("rearrange")


@action
def that_ability() -> tuple[Target, str]:
    return IT, ""


@action
def enemy_effects(by: str) -> Cause:
    return Cause(by, "opponent")


@action
def effects_of_cards(what: Target) -> Cause:
    return Cause("effect", source=described(what))


@action
def unaffected(what: Target, cause: Cause, duration: Duration | None = None) -> Verb:
    return Unaffected(taken(what), cause, duration)


@action
def unaffected_for(what: Target, cause: Cause, duration: Duration) -> Verb:
    return unaffected(what, cause, duration)


@action
def may_treated(what: Target, like: Is) -> Verb:
    return TreatAs(taken(what), like, optional=True)


@action
def base_damage(sign: str, n: int) -> Verb:
    return Modify(This(), "base damage", "plus" if sign == "plus" else "minus", n)


@action
def base_damage_of(sign: str, n: int, what: Target) -> Verb:
    return Modify(taken(what), "base damage", "plus" if sign == "plus" else "minus", n)


@action
def base_damage_more(what: Target, n: int) -> Verb:
    return base_damage_of("plus", n, what)


@action
def remains(what: Target) -> Verb:
    about = pronoun("topic") if what == IT else what
    return Perform("remain", taken(about))


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


@action
def show(what: Target, who: Who) -> Verb:
    if who not in ("opponent", "each"):
        raise Unsound("what is shown is shown to your opponent")
    return Reveal(taken(what))


# Events


@action
def enters_play(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, to=("play",)))


@action
def enters_under(what: Target, tense: str, whose: Who) -> Tensed:
    if not isinstance(what, Selector) or what.whose not in ("", whose):
        raise Unsound("under whose control?")
    return enters_play(replace(what, whose=whose), tense)


@action
def enters_through(what: Target, tense: str, how: str) -> Tensed:
    return Tensed(tense, Summoned(what, how))


@action
def enters_play_from(what: Target, tense: str, whose: Who, area: str) -> Tensed:
    return Tensed(tense, Moved(what, (area,), ("play",), origin_whose=whose))


@action
def targeted(what: Target, tense: str, chooser: Target | None) -> Tensed:
    return Tensed(tense, Targeted(chooser, what))


@action
def targets_it(chooser: Target | None, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Targeted(chooser, described(what)))


@action
def choosing_cards(what: Target) -> Target:
    return described(what)


@action
def choosing_effects(whose: Who, _: str = "") -> Target:
    return Selector(Some(), whose, types=("card or ability",))


@action
def choosing_enemy(_: str) -> Target:
    return choosing_effects("opponent")


@action
def chosen_by_those(what: Target | None) -> Target | None:
    return what


@action
def kos_in_battle(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Destroyed(described(other), Cause("combat damage", source=what)))


@action
def destroyed_in_battle(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Destroyed(what, Cause("combat damage")))


@action
def to_whose_words(whose: Who, area: str) -> Any:
    return (area,), whose


@action
def enters_zone(what: Target, tense: str, to: Any) -> Tensed:
    if to[0] == ("play",):
        raise Unsound("said in another way")
    return Tensed(tense, Moved(what, to=to[0], whose=to[1]))


@action
def deals_combat(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Damages(what, sort="combat"))


@action
def deals_combat_to(what: Target, tense: str, to: Target) -> Tensed:
    return Tensed(tense, Damages(what, described(to), "combat"))


@action
def deals_combat_player(what: Target, tense: str, who: Who) -> Tensed:
    return Tensed(tense, Damages(what, Player(who), "combat"))


@action
def deals_to_card(what: Target, tense: str, to: Target) -> Tensed:
    return Tensed(tense, Damages(what, described(to)))


@action
def is_dealt(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Damages(to=what))


@action
def is_dealt_combat(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Damages(to=what, sort="combat"))


@action
def is_dealt_swapped(tense: str, what: Target) -> Tensed:
    return Tensed(tense, Damages(to=described(what)))


@action
def is_dealt_combat_swapped(tense: str, what: Target) -> Tensed:
    return Tensed(tense, Damages(to=described(what), sort="combat"))


@action
def is_dealt_effect(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Damages(to=what, sort="effect"))


@action
def deals_effect(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Damages(what, sort="effect"))


@action
def deals_effect_to(what: Target, tense: str, to: Target) -> Tensed:
    return Tensed(tense, Damages(what, described(to), "effect"))


@action
def deals_effect_player(what: Target, tense: str, who: Who) -> Tensed:
    return Tensed(tense, Damages(what, Player(who), "effect"))


@action
def takes_combat(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Damages(to=Player(who), sort="combat"))


@action
def takes_effect(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Damages(to=Player(who), sort="effect"))


@action
def takes_swapped(tense: str, who: Who) -> Tensed:
    return Tensed(tense, Damages(to=Player(who)))


@action
def takes_much(who: Who, tense: str, n: int) -> Tensed:
    return Tensed(tense, Damages(to=Player(who), least=n))


@action
def player_attacked(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Attacks(None, Player(who)))


@action
def summons_normal(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Summoned(described(what), "normal", who))


@action
def summons_special(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Summoned(described(what), "special", who))


@action
def summoned_normal(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Summoned(what, "normal"))


@action
def summoned_special(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Summoned(what, "special"))


@action
def summoned_special_from(what: Target, tense: str, whose: Who, area: str) -> Tensed:
    return Tensed(tense, Summoned(what, "special", areas=(area,)))


@action
def accomplishes(who: Who, tense: str, how: str) -> Tensed:
    return Tensed(tense, Performs(who, how))


@action
def becomes_charge(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Attaches(what, "charge"))


@action
def is_set(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, to=("set zone",)))


@action
def sets_now(who: Who, what: Target) -> Tensed:
    cause = None if who == "any" else Cause(who=who)
    return Tensed("now", Moved(described(what), to=("set zone",), cause=cause))


@action
def puts_now(who: Who, what: Target, to: Any) -> Tensed:
    """14-15f: by a cost or an effect of that player."""
    if who == "any":
        raise Unsound("by which player?")
    return Tensed("now", Moved(described(what), to=to[0], whose=to[1], cause=Cause(who=who)))


@action
def is_driven(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Performs("any", "drive", what))


@action
def drives(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "drive"))


@action
def drives_card(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Performs(who, "drive", described(what)))


@action
def heals(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "heal"))


@action
def controls(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Performs(who, "gain control", described(what)))


@action
def negates_card(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "negate"))


@action
def phase_battle() -> Any:
    return "battle", "any", ""


@action
def phase_game() -> Any:
    return "game", "any", ""


@action
def phase_whose_turn(whose: Who) -> Any:
    raise Unsound("said in another way")


@action
def cause_enemy(by: str) -> Cause:
    return Cause(by, "opponent")


# Conditions


@action
def damage_is(who: Who, bound: Compared) -> Condition:
    found = Count(Selector(Some(), who, ("damage zone",)))
    return Compare(found, bound.compare, bound.amount)


@action
def gr_attacking_such(what: Target, whom: Head, rest: tuple[Any, ...]) -> tuple[Condition, ...]:
    """8-4e-1: it is attacking, and what it attacks is such a card."""
    return (
        Matches(what, Selector(filters=(State("attacking"),))),
        Matches(Role("attacked"), selector(Some(), "", whom, rest)),
    )


@action
def gr_survives(what: Target) -> Condition:
    return Matches(what, Selector(filters=(State("in play"),)))


@action
def life_left(who: Who, bound: Compared) -> Condition:
    return Compare(PlayerNumber("life", who), bound.compare, bound.amount)


@action
def gr_life_beside(who: Who, way: Any, other: Who) -> Condition:
    return Compare(PlayerNumber("life", who), way, PlayerNumber("life", other))


def gr_hands(who: Who, way: Any, other: Who) -> Condition:
    return Compare(Count(Selector(Some(), who, ("hand",))), way, Count(Selector(Some(), other, ("hand",))))


@action
def gr_hand_beside(way: Any) -> Condition:
    return gr_hands("you", way, "opponent")


@action
def gr_their_hand_beside(way: Any) -> Condition:
    return gr_hands("opponent", way, "you")


@action
def gate_empty() -> Condition:
    return Compare(Count(Selector(Some(), areas=("gate",))), "equal", 0)


@action
def first_turn() -> Condition:
    return Compare(PlayerNumber("turns taken", "you"), "equal", 1)


@action
def area_empty(whose: Who, area: str) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), "equal", 0)


@action
def has_charges(what: Target, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    return Compare(charges_of(what), way, n)


@action
def has_any_charges(what: Target) -> Condition:
    return Compare(charges_of(what), "at least", 1)


@action
def has_no_charges(what: Target) -> Condition:
    return Compare(charges_of(what), "equal", 0)


@action
def nth_attack(whose: Who, n: int) -> Condition:
    return Compare(PlayerNumber("attacks this turn", whose), "equal", n)


@action
def top_of_gate(what: Head) -> Condition:
    top = Selector(Every(), areas=("gate",), end="top")
    return Matches(top, selector(Some(), "", what, ()))


def by_no_keyword(*_: Any) -> Any:
    """In place of the common ones: "plays a card with [CNT]" is said of the card."""
    raise Unsound("said in another way")


def gr_act_by(verb: str, cause: Cause) -> Act:
    """In place of the common one: what cannot be attacked by some units is said of those units."""
    if verb == "be attacked":
        raise Unsound("said in another way")
    return Act(verb, cause=cause)


def found_in_deck(whose: Who, area: str, what: Target) -> Verb:
    """15-6a: who searches a deck chooses from it."""
    found = search(whose, area, what)
    assert isinstance(found, Search)
    return Choose(found.what)
