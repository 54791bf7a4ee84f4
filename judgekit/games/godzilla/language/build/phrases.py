"""What printed cards of the game say in words of their own: zones, counts, ways to play, falling back."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import automatic as plain_automatic
from judgekit.cardtext.build.registry import (
    ACTIONS,
    THEM,
    Compared,
    Head,
    Per,
    Steps,
    Tensed,
    Where,
    action,
    pronoun,
)
from judgekit.cardtext.build.sentences import joined
from judgekit.cardtext.build.steps import offered, opposite
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import comparison
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.drawing import search
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    Advances,
    Among,
    Amount,
    AtLeast,
    Attaches,
    Cause,
    Compare,
    Condition,
    Destroy,
    Destroyed,
    Discarded,
    Duration,
    Either,
    Empty,
    End,
    Every,
    Evolve,
    Exactly,
    Extreme,
    Filter,
    Happened,
    If,
    Instead,
    Is,
    Matches,
    May,
    Modify,
    Move,
    Near,
    Not,
    OneOf,
    Outermost,
    Perform,
    Permit,
    Place,
    PlayCost,
    Played,
    Player,
    PlayerNumber,
    Prohibit,
    Reveal,
    SameAs,
    Search,
    Selector,
    Some,
    Stat,
    State,
    Swap,
    Target,
    This,
    Total,
    Under,
    Union,
    ValueOf,
    Verb,
    Who,
    walk,
)

THAT_ZONE = pronoun("that", "zone")
CHOSEN = State("chosen before")
INVADED = "zones invaded this turn"


# Zones


@action
def in_that_zone() -> Filter:
    return Near("same zone", THAT_ZONE)


@action
def around_that_zone() -> Filter:
    return Near("adjacent", THAT_ZONE)


@action
def in_and_around_that_zone() -> Filter:
    return in_or_around(THAT_ZONE)


@action
def in_or_around(of: Target) -> Filter:
    return OneOf((Near("same zone", of), Near("adjacent", of)))


@action
def occupied() -> Filter:
    return Not(Empty())


@action
def zone_occupied(what: Target) -> Target:
    return what


@action
def zone_occupied_by(whose: Who, what: Head) -> Target:
    return selector(Every(), whose, what, ())


@action
def in_other_zones(what: Target) -> Filter:
    return Not(Near("same zone", what))


@action
def not_near(relation: Any, of: Target) -> Filter:
    return Not(Near(relation, of))


@action
def of_both() -> Where:
    return Where((), "each")


@action
def had_in_play(who: Who) -> tuple[Any, ...]:
    return (Where((), who), State("in play"))


@action
def had_by(who: Who) -> Where:
    return Where((), who)


@action
def had_in_area(who: Who, where: Where) -> Where:
    if where.whose not in (who, "their"):
        raise Unsound("a player has what is theirs")
    return Where(where.areas, who)


# Descriptions, counts and conditions


@action
def same_as_this(what: str) -> SameAs:
    return SameAs(what, This())


@action
def outstanding_among(noun: str, which: Any, stat: str, among: Selector) -> Selector:
    """ "The battle card with the highest rank among your battle cards": one of those that have it."""
    if not isinstance(among.quantity, Every | Some) or noun not in ("card", *among.types):
        raise Unsound("among which cards?")
    return replace(among, quantity=Exactly(1), filters=(*among.filters, Extreme(stat, which)))


@action
def all_outstanding_among(noun: str, which: Any, stat: str, among: Selector) -> Selector:
    return replace(outstanding_among(noun.removesuffix("s"), which, stat, among), quantity=Every())


@action
def in_zone_than(way: Any, of: Target) -> Filter:
    return Stat("zone number", way, ValueOf("zone number", of))


@action
def ahead_of(of: Target) -> Filter:
    return in_zone_than("more", of)


CRUSH = Cause("crush")


@action
def cause_crush(*by: Target) -> Cause:
    """11.3: only an invading monster crushes."""
    if any(not isinstance(one, Selector) or one.types != ("monster card",) or one.filters for one in by):
        raise Unsound("a monster crushes")
    if any(one.whose not in ("", "any") for one in by if isinstance(one, Selector)):
        raise Unsound("cards are crushed by the monster of their own master: say “a monster card”")
    return CRUSH


@action
def cause_not_crush() -> Cause:
    return replace(CRUSH, negated=True)


@action
def crushed(what: Target, tense: str, *by: Target) -> Tensed:
    return Tensed(tense, Destroyed(what, cause_crush(*by)))


@action
def extreme_rank(which: Any) -> Extreme:
    return Extreme("rank", which)


@action
def so_many_different(quantity: Any, what: str, found: Selector) -> Condition:
    return Compare(count_different(what, found), *comparison(quantity))


@action
def so_many_cards(n: int) -> AtLeast:
    return AtLeast(n)


@action
def one_card() -> AtLeast:
    return AtLeast(1)


@action
def if_discarded_so(who: Who, tense: str, quantity: AtLeast, verbs: tuple[Verb, ...]) -> Steps:
    """Asked about what the effect itself has had discarded."""
    assert isinstance(quantity.n, int)
    return Steps((If((Happened(Discarded(Selector(Some()), who), "effect", quantity.n),), verbs),))


@action
def played_from_and_is(what: Target, tense: str, whose: Who, area: str, found: Any) -> tuple[Condition, ...]:
    if what != This() or tense != "past" or whose not in ("you", ""):
        raise Unsound("how a card was played is asked of this card")
    parts = found if type(found) is tuple else (found,)
    played = Played(This(), areas=(area,))
    return Happened(played, "game"), Matches(This(), selector(Some(), "", Head((), ()), parts))


@action
def per_different(what: str, found: Selector) -> Per:
    return Per(count_different(what, found))


@action
def per_colour(found: Selector) -> Per:
    return per_different("colour", found)


@action
def zones_invaded(whose: Who, noun: str) -> Amount:
    if noun != "monster card" or whose not in ("you", "opponent"):
        raise Unsound("only a player's monster invades")
    return PlayerNumber(INVADED, whose)


@action
def zones_invaded_by_this(noun: str) -> Amount:
    return PlayerNumber(INVADED, "you")


@action
def per_zone_invaded(whose: Who, noun: str) -> Per:
    return Per(zones_invaded(whose, noun))


@action
def per_zone_invaded_by_this(noun: str) -> Per:
    return Per(zones_invaded_by_this(noun))


@action
def so_many_zones(bound: Compared) -> Compared:
    return bound


@action
def one_zone() -> Compared:
    return Compared("equal", 1)


@action
def invaded_zones(who: Who, tense: str, bound: Compared) -> Condition:
    if tense != "past":
        raise Unsound("a condition looks back: “invaded”")
    return Compare(PlayerNumber(INVADED, who), bound.compare, bound.amount)


@action
def this_invaded_zones(noun: str, tense: str, bound: Compared) -> Condition:
    return invaded_zones("you", tense, bound)


@action
def the_chosen_named(noun: str, name: str) -> Target:
    """Found by its name when the whole ability is known."""
    return Selector(Every(), filters=(CHOSEN, Is("name", (name,))))


# Events


@action
def invades_into(what: Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    """12.3.1: what an invasion does is to have the monster advance."""
    return Tensed(tense, Advances(what, Cause("invasion"), zones))


INVASION = Cause("invasion")


@action
def own_invasion(whose: Who, noun: str) -> Who:
    if noun != "monster card":
        raise Unsound("only a player's monster invades")
    return whose


def for_own_invasion(who: Who, whose: Who | None) -> Cause:
    """8.6.1: whoever discards for an invasion has their own monster invade."""
    if whose not in (None, who, "their"):
        raise Unsound("a player discards for the invasion of their own monster")
    return INVASION


@action
def discards_this(who: Who, tense: str, what: Target, whose: Who, cause: Cause | None = None) -> Tensed:
    if whose != who and not (who == "opponent" and whose == "their"):
        raise Unsound("from whose hand?")
    return Tensed(tense, Discarded(what, who, cause))


@action
def discards_this_to_invade(who: Who, tense: str, what: Target, whose: Who, by: Who | None) -> Tensed:
    return discards_this(who, tense, what, whose, for_own_invasion(who, by))


@action
def discards_to_invade(who: Who, tense: str, what: Target, by: Who | None) -> Tensed:
    found = described(what)
    if isinstance(found, Selector) and found.areas == ("hand",):
        found = replace(found, areas=(), whose="")
    return Tensed(tense, Discarded(found, who, for_own_invasion(who, by)))


@action
def discarded_to_invade(what: Target, tense: str, whose: Who, by: Who | None) -> Tensed:
    return Tensed(tense, Discarded(described(what), whose, for_own_invasion(whose, by)))


# What is done


@action
def total_up(whose: Who, amount: Amount, duration: Duration | None = None) -> Verb:
    return Total("counter power", whose, "plus", amount, duration)


@action
def total_down(whose: Who, amount: Amount, duration: Duration | None = None) -> Verb:
    return Total("counter power", whose, "minus", amount, duration)


@action
def evolve_itself(what: Target) -> Verb:
    return Evolve(taken(what))


@action
def played_to_whose(what: Target, tense: str, whose: Who) -> Tensed:
    return Tensed(tense, Played(what, to=Selector(Some(), whose, types=("zone",))))


@action
def destroys_by_effect(who: Who, tense: str, what: Target) -> Tensed:
    if who not in ("you", "opponent"):
        raise Unsound("by whose effect?")
    return Tensed(tense, Destroyed(described(what), Cause("effect", who)))


@action
def placed_under(what: Target, tense: str, onto: Target) -> Tensed:
    return Tensed(tense, Attaches(what, "under", described(onto)))


@action
def played_only_if(noun: str, conditions: tuple[Condition, ...]) -> Verb:
    return If(opposite(conditions), (Prohibit(This(), Act("be played")),))


@action
def destroy_per(what: Target, per: Per) -> Verb:
    """ "Destroy 1 of … for each …": so many at once."""
    cards = taken(what)
    if not isinstance(cards, Selector) or not isinstance(cards.quantity, Exactly):
        raise Unsound("“for each” multiplies a number")
    return Destroy(replace(cards, quantity=Exactly(times(cards.quantity.n, per))))


@action
def swap_places(what: Target) -> Verb:
    return Swap(what)


@action
def swap_their_places() -> Verb:
    return Swap(THEM)


@action
def reveal_so_many(end: End, whose: Who, area: str, amount: Amount) -> Verb:
    found = selector(Exactly(amount), whose, Head((), ()), (Where((area,), whose),))
    return Reveal(replace(found, end=end))


@action
def player_can_play_this(who: Who, *parts: Any) -> Verb:
    if who != "you" or not isinstance(parts[-1], PlayCost):
        raise Unsound("said in another way")
    return Permit(This(), Act("be played"), cost=parts[-1])


@action
def player_can_play_this_from_hand(who: Who, *parts: Any) -> Verb:
    found: Any = player_can_play_this(who, *parts)
    return cast(Verb, replace(found, act=Act("be played", Selector(Some(), "you", ("hand",)))))


@action
def player_can_play(who: Who, what: Target, how: Any) -> Verb:
    if not isinstance(how, PlayCost):
        raise Unsound("said in another way")
    cards = taken(what)
    if not isinstance(cards, Selector) or cards.quantity != Every() or set(cards.areas) - {"hand"}:
        raise Unsound("leave is given for all cards of a kind, from the hand")
    return Permit(Player(who), Act("play", cards), cost=how)


@action
def with_less_rank_per(amount: Amount, per: Per) -> PlayCost:
    return PlayCost("less", times(amount, per), "rank")


@action
def printed_letter(what: Target, stat: str, letter: str, amount: Amount) -> Verb:
    """A card that prints X for a number has nothing there but what its text says."""
    if what != This():
        raise Unsound("only the card itself prints a letter for its number")
    return Modify(This(), stat, "plus", amount)


@action
def fall_back(what: Target) -> Verb:
    return Perform("fall back", taken(what))


@action
def cannot_nor(what: Target, one: str, other: str) -> Any:
    return (Prohibit(what, Act(one)), Prohibit(what, Act(other)))


@action
def engage_with(what: Target) -> Act:
    return Act("engage", what)


@action
def search_two(whose: Who, area: str, one: Target, other: Target) -> Verb:
    """Two descriptions, looked for at once."""
    parts = [search(whose, area, each) for each in (one, other)]
    return Search(Union(tuple(each.what for each in parts if isinstance(each, Search))))


@action
def both_ends(quantity: Any, what: Head, one: str, other_quantity: Any, other: str) -> Target:
    """ "1 battle card from the rightmost and 1 from the leftmost position"."""
    sides = ((quantity, one), (other_quantity, other))
    return Union(
        tuple(
            selector(many, "", Head(what.types, (*what.filters, Outermost(cast(Any, which)))), (Among(THEM),))
            for many, which in sides
        )
    )


@action
def both_outermost(one: Any, other: Any, noun: str, among: Selector) -> Target:
    """ "The leftmost and the rightmost battle card among your opponent's battle cards"."""
    if one == other or not isinstance(among.quantity, Every | Some) or noun not in ("card", *among.types):
        raise Unsound("among which cards?")
    ends = [Outermost(each) for each in (one, other)]
    return Union(tuple(replace(among, quantity=Exactly(1), filters=(*among.filters, end)) for end in ends))


def automatic(event: Tensed, verbs: tuple[Verb, ...]) -> Ability:
    """ "When this card would be destroyed, … the cards under it …": done before it is destroyed with them."""
    saved = any(isinstance(each, Under) and each.what == This() for each in walk(verbs))
    if event.tense != "would" or not saved:
        return plain_automatic(event, verbs)
    if not isinstance(event.event, Destroyed) or event.event.what != This():
        raise Unsound("“would” needs an “instead”")
    return Ability("replacement", body=(Instead(event.event, (*verbs, Destroy(This()))),))


@action
def back_on_top(what: Target) -> Verb:
    return Move(taken(what), Place("deck", "owner", "top", order="any"))


@action
def back_on_top_of(what: Target, whose: Who, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, whose, "top", order=how[1]))


@action
def place_end(end: End, whose: Who, area: str, how: tuple[str, Any] = ("order", "")) -> Place:
    return Place(area, whose, end, order=how[1])


@action
def place_top(whose: Who, area: str, how: tuple[str, Any] = ("order", "")) -> Place:
    return Place(area, whose, "top", order=how[1])


@action
def place_both(one: Target, to: Place, other: Target, other_to: Place) -> Any:
    return (Move(taken(one), to), Move(taken(other), other_to))


@action
def deck_only_in(what: Any, deck: str) -> Verb:
    return ACTIONS["deck_only"](deck, what)  # type: ignore[no-any-return]


@action
def deck_none_in(what: Any, deck: str) -> Verb:
    return ACTIONS["deck_none"](deck, what)  # type: ignore[no-any-return]


# Options and cases


@action
def may_either_step(who: Who, one: Any, other: Any) -> Verb:
    options = tuple(offered(who, tuple(each)) for each in (one, other))
    return May((Either(options, who),), who=who)


@action
def mode_awakening(n: int, *sentences: Steps) -> tuple[Verb, ...]:
    """10.3.3: what stands behind the bold word does nothing while the monster is not so far."""
    zone = ValueOf("zone number", Selector(Every(), "you", types=("monster card",)))
    return (If((Compare(zone, "at least", n),), joined(sentences)),)


@action
def based_case(n: int, *sentences: Steps) -> tuple[int, tuple[Verb, ...]]:
    return n, joined(sentences)


@action
def based_on(amount: Amount, *cases: tuple[int, tuple[Verb, ...]]) -> Steps:
    return Steps(tuple(If((Compare(amount, "equal", n),), verbs) for n, verbs in cases))
