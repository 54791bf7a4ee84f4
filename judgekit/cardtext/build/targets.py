"""Selectors: quantity × whose × where × type × filters."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AnyQuantity,
    Chooser,
    Compared,
    Head,
    Numbered,
    Several,
    Where,
    action,
    constants,
    pronoun,
)
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Noun
from judgekit.cardtext.model import (
    Among,
    Amount,
    AnyNumber,
    AtLeast,
    Attacks,
    Bound,
    ChosenNumber,
    Count,
    Destroyed,
    Did,
    Discarded,
    Drawn,
    Empty,
    End,
    Event,
    Every,
    Exactly,
    Extreme,
    Filter,
    Half,
    HasAbility,
    HasKeyword,
    Holding,
    Host,
    Is,
    Minus,
    Moved,
    Near,
    Not,
    Object,
    OneOf,
    OtherThan,
    Outermost,
    Period,
    Played,
    PlayerNumber,
    Plus,
    Rest,
    Role,
    SameAs,
    Seen,
    Selector,
    Some,
    Stat,
    State,
    Subject,
    Target,
    ThatMany,
    This,
    Times,
    Together,
    Under,
    Union,
    Unknown,
    UpTo,
    ValueOf,
    Who,
    Zones,
)

constants(
    you="you",
    opponent="opponent",
    each="each",
    that_player="that player",
    owner="owner",
    master="master",
    turn_player="turn player",
    any_player="any",
    their="their",
    nobody="",
    one=Exactly(1),
    every=Every(),
    any_number=AnyNumber(),
    any_one=Some(),
    the_cards=Every(),
    unsaid=None,
    none=Several("equal", 0),
    up_to_that_many=UpTo(ThatMany()),
    that_many_of=Exactly(ThatMany()),
    letter_x="X",
    letter_y="Y",
    that_many=ThatMany(),
    chosen_number=ChosenNumber(),
    it=IT,
    them=THEM,
    the_rest=pronoun("the rest"),
    this_turn="turn",
    this_battle="battle",
    this_game="game",
    last_turn="last turn",
    this_way="effect",
    at_random=Chooser("random"),
    opponents_choice=Chooser("opponent"),
    their_choice=Chooser("their"),
    your_choice=Chooser("you"),
    did_attack=Attacks(This()),
    any_abilities=HasAbility(),
    no_abilities=Not(HasAbility()),
    among_them=Among(THEM),
    leftmost=Outermost("leftmost"),
    rightmost=Outermost("rightmost"),
    empty=Empty(),
    other=OtherThan(pronoun("other")),
    same_column="same column",
    same_zone="same zone",
    same_zone_number="same zone number",
    same_row="same row",
    adjacent="adjacent",
    in_front="in front",
    behind="behind",
    before="before",
    beyond="beyond",
    left="left",
    right="right",
    adjacent_to_this=Near("adjacent", This()),
)


@action
def values(*parts: Any) -> tuple[Any, ...]:
    return parts


# Quantities


@action
def exactly(n: int) -> Exactly:
    return Exactly(n)


@action
def up_to(n: int) -> UpTo:
    return UpTo(n)


@action
def unknown(letter: str) -> Unknown:
    return Unknown(letter)


@action
def exactly_letter(letter: str) -> Exactly:
    return Exactly(Unknown(letter))


@action
def up_to_letter(letter: str) -> UpTo:
    return UpTo(Unknown(letter))


@action
def at_least(n: int) -> AtLeast:
    return AtLeast(n)


@action
def at_most(n: int) -> Several:
    return Several("at most", n)


# References


@action
def this(noun: str) -> Target:
    if noun in ("zone", "strategy zone", "circle"):
        raise Unsound("“this” needs a card")
    if isinstance(noun, Noun) and not noun.singular:
        raise Unsound("“this” is said of one card")
    return This()


@action
def this_one(noun: str) -> Target:
    return This()


@action
def that(noun: str) -> Target:
    return pronoun("that", noun)


@action
def those(noun: str) -> Target:
    return THEM


@action
def that_bound(noun: str) -> Target:
    return pronoun("the chosen", noun)


@action
def those_bound(noun: str) -> Target:
    return THEM


@action
def choice(n: int) -> Bound:
    return Bound(n)


@action
def rest_of_choice(n: int) -> Rest:
    return Rest(n)


@action
def host(noun: str) -> Target:
    return Host()


@action
def event_subject(noun: str) -> Target:
    return Subject()


@action
def event_object(noun: str) -> Target:
    return Object()


@action
def role(word: str, noun: str) -> Role:
    return Role(word)


@action
def union(*parts: Target) -> Union:
    return Union(parts)


# Nouns and adjectives


def type_of(noun: str) -> tuple[str, ...]:
    return () if noun == "card" else (noun,)


@action
def noun_either(*nouns: str) -> tuple[str, ...]:
    if "set card" in nouns[1:-1]:
        raise Unsound("“set cards” could be something to do here: name them first")
    return nouns


@action
def head(*parts: Any) -> Head:
    *adjectives, noun = parts
    nouns = noun if isinstance(noun, tuple) else type_of(noun)
    last = noun[-1] if isinstance(noun, tuple) else noun
    return Head(nouns, tuple(adjectives), isinstance(last, Noun) and last.singular)


@action
def head_label(*parts: Any) -> Head:
    return Head((), tuple(parts), lone=True)


@action
def by_name(names: tuple[str, ...]) -> Is:
    return Is("name", names)


@action
def by_trait(traits: tuple[str, ...]) -> Is:
    return Is("trait", traits)


@action
def by_character(names: tuple[str, ...]) -> Is:
    return Is("character", names)


@action
def by_colour(colours: tuple[str, ...]) -> Is:
    return Is("colour", colours)


@action
def by_all_traits(one: str, other: str) -> Is:
    return Is("trait", (one, other), every=True)


@action
def part_of_name(names: tuple[str, ...]) -> Is:
    return Is("name", names, part=True)


@action
def by_state(state: str) -> State:
    return State(state)


@action
def not_filter(what: Filter) -> Filter:
    if isinstance(what, Stat):
        raise Unsound("a number is denied by “less” or “more”")
    return negated(what)


@action
def stat_is(stat: str, bound: Compared) -> Stat:
    return Stat(stat, bound.compare, bound.amount)


@action
def stat_rank(bound: Compared) -> Stat:
    return Stat("rank", bound.compare, bound.amount)


@action
def stat_most(amount: Amount, stat: str) -> Stat:
    return Stat(stat, "at most", amount)


@action
def stat_least(amount: Amount, stat: str) -> Stat:
    return Stat(stat, "at least", amount)


@action
def stat_than(way: Any, stat: str, other_card: Target) -> Stat:
    return Stat(stat, way, ValueOf(stat, other_card))


@action
def together(stat: str, bound: Compared) -> Together:
    return Together(stat, bound.compare, bound.amount)


@action
def bound_stat(bound: Compared, stat: str) -> Stat:
    return Stat(stat, bound.compare, bound.amount)


@action
def bound_equal(amount: Amount) -> Compared:
    return Compared("equal", amount)


@action
def bound_most(amount: Amount) -> Compared:
    return Compared("at most", amount)


@action
def bound_least(amount: Amount) -> Compared:
    return Compared("at least", amount)


@action
def bound_less(amount: Amount) -> Compared:
    return Compared("less", amount)


@action
def bound_more(amount: Amount) -> Compared:
    return Compared("more", amount)


@action
def bound_unequal(amount: Amount) -> Compared:
    return Compared("unequal", amount)


# Tails


def merged(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Flatten lists of filters that one phrase gave."""
    flat: list[Any] = []
    for part in parts:
        if type(part) is tuple:
            flat.extend(part)
        elif part is not None:
            flat.append(part)
    return tuple(flat)


@action
def tails(*parts: Any) -> tuple[Any, ...]:
    for before, after in pairwise(parts):
        if names_another(before) and type(after) is tuple:
            raise Unsound("of which of the two cards is that said? Say it before the card that has it")
    return merged(parts)


def names_another(what: Any) -> bool:
    """A place beside or under another card, by what that card is."""
    of = what.of if isinstance(what, Near) else what.what if isinstance(what, Under) else None
    return isinstance(of, Selector) and not {"zone", "circle"} & set(of.types)


@action
def features(*parts: Any) -> tuple[Any, ...]:
    return merged(parts)


@action
def features_or(one: Any, other: Any) -> tuple[Filter, ...]:
    if isinstance(one, Where | Chooser) or isinstance(other, Where | Chooser):
        raise Unsound("two places are joined by “or” inside one description")
    both = merged((one, other))
    if all(isinstance(each, Is) and each.what == both[0].what for each in both):
        return (Is(both[0].what, tuple(value for each in both for value in each.values)),)
    return (OneOf(both),)


@action
def with_features(found: tuple[Filter, ...]) -> tuple[Filter, ...]:
    return found


@action
def without_features(found: tuple[Filter, ...]) -> tuple[Filter, ...]:
    return tuple(negated(each) for each in found)


def negated(what: Any) -> Filter:
    if isinstance(what, Where | Chooser):
        raise Unsound("a place cannot be negated here")
    if isinstance(what, OtherThan | Numbered):
        raise Unsound("this cannot be negated")
    return what.what if isinstance(what, Not) else Not(what)


@action
def that_is(what: Any) -> Any:
    return what


@action
def that_is_not(what: Any) -> Filter:
    return negated(what)


@action
def other_than(what: Target) -> OtherThan:
    return OtherThan(what)


@action
def other_than_label(what: Filter) -> Not:
    return Not(what)


def past_event_of(word: str) -> Event:
    this: Target = This()
    events: dict[str, Event] = {
        "played": Played(this),
        "destroyed": Destroyed(this),
        "placed": Moved(this),
        "moved": Moved(this),
        "discarded": Discarded(this),
        "revealed": Seen("reveal", "any", this),
        "drawn": Drawn("any"),
    }
    return events[word]


@action
def that_was(word: str, period: Period) -> Did:
    return Did(past_event_of(word), period)


@action
def that_did(event: Event, period: Period) -> Did:
    return Did(event, period)


@action
def as_choice(n: int) -> Numbered:
    return Numbered(n)


@action
def among_choice(n: int) -> Among:
    return Among(Bound(n))


@action
def near_with(relation: Any, whose: Who, what: Head, found: Any) -> Near:
    """ "is adjacent to your monster with rank 2 or less": what stands last is said of the monster."""
    return Near(relation, selector(Every(), whose, what, found))


@action
def near(relation: Any, of: Target) -> Near:
    return Near(relation, of)


@action
def near_some(relation: Any, what: Head, rest: tuple[Any, ...]) -> Near:
    return Near(relation, selector(Some(), "", what, rest))


@action
def near_another(relation: Any, what: Head, rest: tuple[Any, ...]) -> Near:
    """A card does not lie beside itself, so that "another" says no more than "a"."""
    return near_some(relation, what, rest)


@action
def under(what: Target) -> Under:
    return Under(what)


@action
def holding(what: Head) -> Holding:
    return Holding(selector(Some(), "", what, ()))


@action
def not_holding(what: Head) -> Not:
    return Not(holding(what))


@action
def holding_under(quantity: Any, what: Head) -> Holding:
    if not what.types and not what.filters:
        raise Unsound("said in another way")
    if not isinstance(quantity, Exactly | Some | Every | AtLeast):
        raise Unsound("“a”, “all” or so many “or more” can lie under it")
    return Holding(selector(quantity, "", what, ()), "under")


@action
def in_area(where: Where) -> Where:
    return where


@action
def in_areas(where: Where) -> Where:
    return where


@action
def owner_area(whose: Who, area: str) -> Where:
    return Where((area,), whose)


@action
def owner_areas(whose: Who, one: str, other_area: str) -> Where:
    return Where((one, other_area), whose)


@action
def owner_areas_both(whose: Who, one: str, other_whose: Who, other_area: str) -> Where:
    if whose != other_whose and {whose, other_whose} != {"you", "opponent"}:
        raise Unsound("the two areas belong to different players")
    if whose != other_whose and one != other_area:
        raise Unsound("different areas of different players cannot be told apart here")
    areas = (one,) if one == other_area else (one, other_area)
    return Where(areas, whose if whose == other_whose else "each")


@action
def area_only(area: str) -> Where | State:
    if area == "play":
        return State("in play")
    return Where((area,), "")


@action
def area_either(one: str, other_area: str) -> Where:
    return Where((one, other_area), "")


@action
def in_zones(numbers: tuple[int, ...]) -> Zones:
    return Zones(numbers)


@action
def in_zone_numbers(numbers: tuple[int, ...]) -> Zones:
    return Zones(numbers)


@action
def in_owner_zones(whose: Who, numbers: tuple[int, ...]) -> tuple[Any, ...]:
    return (Where((), whose), Zones(numbers))


@action
def zone_words(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return numbers


@action
def numbers(*found: int) -> tuple[int, ...]:
    return tuple(found)


@action
def number_range(low: int, high: int) -> tuple[int, ...]:
    if low >= high:
        raise Unsound(f"zones {low} to {high} are none")
    return tuple(range(low, high + 1))


@action
def number_up(low: int) -> tuple[int, ...]:
    return tuple(range(low, 9))


@action
def number_down(high: int) -> tuple[int, ...]:
    return tuple(range(1, high + 1))


@action
def same_as(what: str, other_card: Target) -> SameAs:
    return SameAs(what, other_card)


@action
def not_same_as(what: str, other_card: Target) -> Not:
    return Not(SameAs(what, other_card))


@action
def all_different(what: str) -> State:
    return State(f"different {what}")


@action
def extreme(which: Any, stat: str) -> Extreme:
    return Extreme(stat, which)


@action
def keyword_ref(name: str) -> str:
    return name


@action
def has_keyword(name: str) -> HasKeyword:
    return HasKeyword(name)


@action
def under_count(quantity: AnyQuantity) -> Stat:
    return Stat("cards under", *comparison(quantity))


def comparison(quantity: AnyQuantity | None) -> tuple[Any, Amount]:
    """A quantity as a condition reads it: "2 or more", "no", "a"."""
    if isinstance(quantity, Several):
        return quantity.compare, quantity.n
    if isinstance(quantity, AtLeast):
        return "at least", quantity.n
    if isinstance(quantity, Exactly):
        return ("at least", 1) if quantity.n == 1 else ("equal", quantity.n)
    if quantity is None or isinstance(quantity, Some | Every):
        return "at least", 1
    raise Unsound("a choice cannot be a condition")


# Selectors


def selector(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    """Put the parts together; two places for one card, or a quantity that only a condition has, are
    refused."""
    filters: list[Filter] = []
    areas: tuple[str, ...] = ()
    chooser: Any = ""
    bind = 0
    for part in (*what.filters, *rest):
        if isinstance(part, Where):
            if areas and part.areas:
                raise Unsound("two places are given for one card")
            areas = areas or part.areas
            whose = agreed(whose, part.whose)
        elif isinstance(part, Chooser):
            chooser = part.who
        elif isinstance(part, Numbered):
            bind = part.n
        else:
            filters.append(part)
    types = what.types
    if len(types) == 1 and types[0] in AREA_NOUNS:
        own_area = (AREA_NOUNS[types[0]],)
        if areas not in ((), own_area):
            raise Unsound("two places are given for one card")
        types, areas = (), own_area
    check_place(areas, filters, types)
    if isinstance(quantity, Several):
        filters_ = tuple(filters)
        return Counted(Some(), whose, areas, None, types, filters_, chooser, bind, quantity)
    if quantity is None and what.lone and not there_is_one(whose, types, filters):
        return Lone(Every(), whose, areas, None, types, tuple(filters), chooser, bind)
    unsaid = Every() if quantity is None else quantity
    return Selector(unsaid, whose, areas, None, types, tuple(filters), chooser, bind)


SINGLE_TYPES = frozenset({"monster card", "leader card", "ruler"})
PLACED = Near | Among | Outermost | Extreme | Zones


def there_is_one(whose: Who, types: tuple[str, ...], filters: list[Filter]) -> bool:
    """ "Your monster", "your opponent's member in front of this member": no number is needed."""
    single = bool(types) and types[0] in SINGLE_TYPES and bool(whose)
    return single or any(isinstance(each, PLACED) for each in filters)


class Lone(Selector, frozen=True):
    """A card in the singular without a number: it can be described and counted, not taken."""


class Counted(Selector, frozen=True):
    """A description with "2 or less" or "no": only a condition can take it."""

    several: Several = Several("equal", 0)


def agreed(whose: Who, other_whose: Who) -> Who:
    if whose == "" or whose == other_whose:
        return other_whose
    if other_whose == "":
        return whose
    raise Unsound("one card cannot belong to two players")


FLAT = frozenset({"hand", "deck", "drop area", "warp", "discard pile", "graveyard", "drop zone", "life area"})


def check_place(areas: tuple[str, ...], filters: list[Filter], types: tuple[str, ...]) -> None:
    zones = [each for each in filters if isinstance(each, Zones)]
    if len(zones) > 1 or (zones and areas and areas != ("field",)):
        raise Unsound("two places are given for one card")
    turned = any(isinstance(each, State) and each.state in ("active", "rest") for each in filters)
    if turned and any(each in FLAT for each in areas):
        raise Unsound("a card there is neither active nor rested")
    if (
        areas
        and any(each in ("zone", "strategy zone", "circle", "gate") for each in types)
        and areas != ("field",)
    ):
        raise Unsound("a zone is not in an area")


@action
def cards(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, whose, what, rest)


@action
def cards_either(quantity: Any, whose: Who, one: Head, other_whose: Who, other_head: Head) -> Selector:
    """ "1 of your Battle Cards or your Leader Card"."""
    if quantity is None or whose != other_whose or one.filters or other_head.filters:
        raise Unsound("two descriptions are joined by “or” that differ in more than the type")
    return selector(quantity, whose, Head((*one.types, *other_head.types), ()), ())


@action
def total_cards(quantity: Any, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, "", what, rest)


@action
def of_the_cards(quantity: Any, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, "", what, rest)


@action
def as_many(whose: Who, what: Head, rest: tuple[Any, ...], amount: Amount) -> Selector:
    if isinstance(amount, int | Unknown | ThatMany):
        raise Unsound("a number stands in front of what is counted")
    return selector(Exactly(amount), whose, what, rest)


@action
def as_many_from_top(
    what: Head, end: End, whose: Who, area: str, rest: tuple[Any, ...], amount: Amount
) -> Selector:
    found = as_many(whose, what, (Where((area,), whose), *rest), amount)
    return replace(found, end=end)


ANOTHER = OtherThan(pronoun("another"))
AREA_NOUNS = {
    "energy": "energy area",
    "life": "life area",
    "resource": "resource zone",
    "charge": "charge zone",
    "set card": "set zone",
    "damage card": "damage zone",
    "stock": "stock zone",
    "level card": "level zone",
}


@action
def another(what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(Exactly(1), "", Head(what.types, (ANOTHER, *what.filters)), rest)


@action
def another_of(whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(Exactly(1), whose, Head(what.types, (ANOTHER, *what.filters)), rest)


@action
def head_number(n: Amount) -> tuple[Amount, Head]:
    return n, Head((), ())


@action
def head_one() -> tuple[Amount, Head]:
    return 1, Head((), ())


@action
def head_number_of(n: int, what: Head) -> tuple[Amount, Head]:
    if what.types == () and not what.filters:
        raise Unsound("said in another way")
    return n, what


@action
def head_cards() -> Head:
    return Head((), ())


@action
def top_cards(end: End, what: tuple[Amount, Head], whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    found = selector(Exactly(what[0]), whose, what[1], (Where((area,), whose), *rest))
    return replace(found, end=end)


@action
def top_cards_own(end: End, what: tuple[Amount, Head], area: str, rest: tuple[Any, ...]) -> Selector:
    return top_cards(end, what, "you", area, rest)


@action
def from_top(quantity: Any, what: Head, end: End, whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    found = selector(quantity, whose, what, (Where((area,), whose), *rest))
    return replace(found, end=end)


@action
def from_top_own(quantity: Any, what: Head, end: End, area: str, rest: tuple[Any, ...]) -> Selector:
    return from_top(quantity, what, end, "you", area, rest)


@action
def some_of_them(*parts: Any) -> Selector:
    quantity = parts[0]
    if quantity is None:
        raise Unsound("said in another way")
    return selector(quantity, "", Head((), ()), (Among(THEM),))


@action
def cards_under(quantity: Any, what: Target, rest: tuple[Any, ...]) -> Selector:
    if quantity is None:
        raise Unsound("said in another way")
    return selector(quantity, "", Head((), ()), (Under(what), *rest))


@action
def all_cards_under(what: Target) -> Selector:
    return selector(Every(), "", Head((), ()), (Under(what),))


@action
def whole_area(whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    if area not in ("hand", "discard pile", "deck"):
        raise Unsound("a whole area is only meant for hand, deck and discard pile")
    return selector(Every(), whose, Head((), ()), (Where((area,), whose), *rest))


@action
def outermost_of(which: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(Every(), whose, Head(what.types, (Outermost(which), *what.filters)), rest)


@action
def owned_head(whose: Who, what: Head) -> Selector:
    return selector(Every(), whose, what, ())


@action
def the_head(what: Head) -> Selector:
    return selector(Every(), "", what, ())


@action
def owned_noun(whose: Who, noun: str) -> Selector:
    return Selector(Every(), whose, types=type_of(noun))


@action
def zone_anchor_owned(whose: Who, zones: tuple[int, ...]) -> Selector:
    return Selector(Every(), whose, types=("zone",), filters=(Zones(zones),))


@action
def zone_anchor(zones: tuple[int, ...]) -> Selector:
    return zone_anchor_owned("", zones)


# Amounts


@action
def plus(one: Amount, other_amount: Amount) -> Plus:
    return Plus(one, other_amount)


@action
def minus(one: Amount, other_amount: Amount) -> Minus:
    return Minus(one, other_amount)


@action
def twice(amount: Amount) -> Times:
    return Times(2, amount)


@action
def many_times(factor: int, amount: Amount) -> Amount:
    return amount if factor == 1 else Times(factor, amount)


@action
def half(amount: Amount) -> Half:
    return Half(amount)


@action
def half_up(amount: Amount) -> Half:
    return Half(amount, "up")


def described(what: Target) -> Target:
    """A selector as a description: its quantity says nothing."""
    if isinstance(what, Counted):
        raise Unsound("a number stands where only a description can")
    if isinstance(what, Selector) and what.quantity in (Exactly(1), Every(), Some()):
        return replace(what, quantity=Some())
    return what


def counted_selector(what: Selector) -> Selector:
    """What is counted, without its quantity."""
    if isinstance(what, Counted):
        return Selector(
            Some(), what.whose, what.areas, what.end, what.types, what.filters, what.chooser, what.bind
        )
    return replace(what, quantity=Some())


@action
def count_of(what: Selector) -> Count:
    return Count(all_of(what))


@action
def count_different(what: str, found: Selector) -> Count:
    return Count(all_of(found), what)


def all_of(what: Selector) -> Selector:
    """What is counted; a number before it would say twice how many."""
    if isinstance(what, Counted) or what.quantity not in (Every(), Some()):
        raise Unsound("a number cannot stand before what is counted")
    return counted_selector(what)


@action
def player_number_of(whose: Who, number: str) -> PlayerNumber:
    return PlayerNumber(number, whose)


@action
def value_of(what: Target, stat: str) -> ValueOf:
    return ValueOf(stat, what)


@action
def value_of_anchor(stat: str, what: Target) -> ValueOf:
    return ValueOf(stat, what)


@action
def value_of_cards(stat: str, what: Selector) -> ValueOf:
    if isinstance(what, Counted) or what.quantity == Some():
        raise Unsound("of how many cards?")
    return ValueOf(stat, what)


ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4}


@action
def number(value: Any) -> Amount:
    return ROMAN[value] if isinstance(value, str) else value


@action
def zone_number_is(bound: Compared) -> Stat:
    return Stat("zone number", bound.compare, bound.amount)


@action
def icon_is(n: Amount) -> Stat:
    return Stat("invasion icon", "equal", n)


@action
def no_icon() -> Stat:
    return Stat("invasion icon", "equal", 0)


@action
def top_of_monster(whose: Who) -> Selector:
    return Selector(Every(), whose, types=("monster card",), filters=(State("topmost"),))


@action
def opposing() -> Selector:
    return Selector(Every(), "opponent", types=("monster card",))
