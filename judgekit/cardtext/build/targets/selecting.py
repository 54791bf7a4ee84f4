"""The parts of a description put together: quantity × whose × where × type × filters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AllOf,
    AnyQuantity,
    Beside,
    Chooser,
    Excepted,
    Head,
    Just,
    Numbered,
    OutOf,
    Several,
    The,
    Topped,
    Where,
    pronoun,
)
from judgekit.cardtext.errors import Unsound


def comparison(quantity: AnyQuantity | None) -> tuple[Any, m.Amount]:
    """A quantity as a condition reads it: "2 or more", "no", "a", "exactly 1"."""
    if isinstance(quantity, Several):
        return quantity.compare, quantity.n
    if isinstance(quantity, m.AtLeast):
        return "at least", quantity.n
    if isinstance(quantity, m.Exactly):
        some = quantity.n == 1 and not isinstance(quantity, Just)
        return ("at least", 1) if some else ("equal", quantity.n)
    if quantity is None or isinstance(quantity, m.Some | m.Every):
        return "at least", 1
    raise Unsound("a choice cannot be a condition")


def selector(quantity: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    """Put the parts together; two places for one card, or a quantity that only a condition has, are
    refused."""
    filters: list[m.Filter] = []
    groups: list[m.Selector] = []
    areas: tuple[str, ...] = ()
    chooser: Any = ""
    bind = 0
    for part in (*what.filters, *rest):
        if isinstance(part, Where):
            if areas and part.areas:
                raise Unsound("the text gives two places for one card")
            areas = areas or part.areas
            whose = agreed(whose, part.whose)
        elif isinstance(part, Chooser):
            chooser = part.who
        elif isinstance(part, Numbered):
            if filters and getattr(filters[-1], "other", None) == pronoun("this of the event"):
                raise Unsound("said in another way")  # "with the same name as choice 1"
            bind = part.n
        elif isinstance(part, Excepted):
            filters.append(none_such(part, what.types))
        elif isinstance(part, Beside):
            filters.append(beside(part.relation, quantity))
        elif isinstance(part, Topped):
            groups.append(part.group)
            filters.append(part.extreme)
        elif part not in filters:
            filters.append(part)
    if any(is_under_one(each) for each in filters):
        check_single(quantity, what)
    types = what.types
    if len(types) == 1 and types[0] in AREA_NOUNS:
        own_area = (AREA_NOUNS[types[0]],)
        if areas not in ((), own_area):
            raise Unsound("the text gives two places for one card")
        types, areas = (), own_area
    if groups and not (whose or areas):
        whose, areas = place_of(groups[0])
    check_place(areas, filters, types)
    if "circle" in types and any(isinstance(each, m.State) and each.state in LINES for each in filters):
        raise Unsound("choose one circle after the other: say where each of them is")
    if types == ("circle",) and any(isinstance(each, m.Stat | m.Is | m.HasKeyword) for each in filters):
        raise Unsound("a circle is not like a card: say what the member on it is")
    for group in groups:
        check_group(group, whose, areas, types)
    if isinstance(quantity, The):
        if not whose and any(each in ROLES for each in filters):
            raise Unsound("said in another way")  # that is a role
        if what.lone and m.State("revealed") in filters and not (whose or areas):
            raise Unsound("said in another way")  # "the revealed card": one that was revealed before
        if m.State("set") in filters and not (whose or areas):
            raise Unsound("said in another way")  # "the set cards": those that were set before
        if what.lone and not (whose or areas or filters or bind):
            raise Unsound("said in another way")  # "the card": one that was spoken of
        other = m.OtherThan(pronoun("other"))
        if not (whose or areas or types or bind) and set(filters) in ({other}, {other, m.State("revealed")}):
            raise Unsound("said in another way")  # "the other cards": the rest
        alone = is_described_alone(filters) or bool(whose and not (filters or areas or bind))
        if what.lone and alone and not there_is_one(whose, types, filters):
            raise Unsound("which one? Say “choose”, or “all”")
        quantity = None if what.lone and is_superlative(filters) else m.Every()
    if quantity is None and what.lone and is_superlative(filters):
        quantity = m.Exactly(1)  # of several that are alike in it, one is chosen
    if isinstance(n := getattr(quantity, "n", 1), int) and n > 1:
        filters = [alike(each) for each in filters]
    if isinstance(quantity, Several):
        filters_ = tuple(filters)
        return Counted(m.Some(), whose, areas, None, types, filters_, chooser, bind, quantity)
    if quantity is None and what.lone and not there_is_one(whose, types, filters):
        return Lone(m.Every(), whose, areas, None, types, tuple(filters), chooser, bind)
    if isinstance(quantity, AllOf):
        return Whole(m.Every(), whose, areas, None, types, tuple(filters), chooser, bind)
    if quantity is None and any(isinstance(each, m.Together) for each in filters):
        quantity = m.AnyNumber()  # as many as the sum allows
    unsaid = m.Every() if quantity is None or isinstance(quantity, m.Every) else quantity
    kind = TakenOut if any(isinstance(part, OutOf) for part in rest) else m.Selector
    return kind(unsaid, whose, areas, None, types, tuple(filters), chooser, bind)


def is_taken_out(what: m.Selector) -> bool:
    """ "From your hand", "in your hand from among them": said of a card that is moved or looked for."""
    return isinstance(what, TakenOut) or bool(what.areas and m.Among(THEM) in what.filters)


def none_such(said: Excepted, types: tuple[str, ...]) -> m.Filter:
    """Not all of that at once; the repeated type adds nothing."""
    kinds = () if said.types == types else said.types
    if kinds and any(each in AREA_NOUNS for each in kinds):
        raise Unsound("say what the other cards are, and not where they are")
    kind = m.State("token") if kinds == ("token",) else m.Is("type", kinds)
    parts = tuple(m.Not(each) if not isinstance(each, m.Not) else each.what for each in said.filters)
    parts += (m.Not(kind),) if kinds else ()
    if not parts:
        raise Unsound("then there is no card left")
    return parts[0] if len(parts) == 1 else m.OneOf(parts)


def beside(relation: Any, quantity: Any) -> m.Filter:
    if isinstance(quantity, m.Every | m.AnyNumber | m.AtLeast | Several):
        raise Unsound("adjacent to this card, or to each other?")
    several = isinstance(quantity, m.Exactly | m.UpTo) and quantity.n != 1
    return m.Alike(near=relation) if several else m.Near(relation, m.This())


def is_under_one(each: m.Filter) -> bool:
    """ "under one of your monsters"."""
    host = each.what if isinstance(each, m.Under) else None
    return isinstance(host, m.Selector) and host.quantity == m.Some()


def check_single(quantity: Any, what: Head) -> None:
    """One card under one of several lies under any of them; 2 would lie under the same one."""
    if isinstance(quantity, Just) or not (
        quantity in (m.Exactly(1), m.UpTo(1), m.Some()) or (quantity is None and what.lone)
    ):
        raise Unsound("so many under one of them, or under all together? Choose that card first")


def alike(what: m.Filter) -> m.Filter:
    """ "2 cards with the same level": as each other; one card has that of the card spoken of before."""
    if not isinstance(what, m.Stat) or what.compare != "equal":
        return what
    as_that = what.amount == m.ValueOf(what.stat, pronoun("this of the event"))
    return m.Alike(what.stat) if as_that else what


def place_of(group: m.Target) -> tuple[m.Who, tuple[str, ...]]:
    """ "The unit with the highest level among enemy units": the group says whose it is, and where."""
    if not isinstance(group, m.Selector) or group.whose in ("any", "each"):
        return "", ()
    return group.whose, group.areas


def check_group(group: m.Target, whose: m.Who, areas: tuple[str, ...], types: tuple[str, ...]) -> None:
    """The highest of a group must refer to the described cards, and to no others."""
    if not isinstance(group, m.Selector):
        raise Unsound("the highest among which cards? Describe them once")
    same_whose = group.whose in (whose, "their") or {group.whose, whose} <= {"", "any", "each"}
    if not same_whose or group.types != types or group.areas not in ((), areas) or group.filters:
        raise Unsound("the highest among which cards? The two descriptions must be of the same cards")


def is_superlative(filters: list[m.Filter]) -> bool:
    return any(isinstance(each, m.Extreme | m.Outermost) for each in filters)


DESCRIBING = m.Is | m.Stat | m.HasKeyword | m.OtherThan


def is_described_alone(filters: list[m.Filter]) -> bool:
    """ "The other unit", "the red card": any number may fit; which one is meant is not said."""
    return bool(filters) and all(isinstance(each, DESCRIBING) for each in filters)


SINGLE_TYPES = frozenset({"monster card", "leader card", "ruler"})
PLACED = m.Near | m.Among | m.Outermost | m.Extreme | m.Zones


def there_is_one(whose: m.Who, types: tuple[str, ...], filters: list[m.Filter]) -> bool:
    """ "Your monster", "your opponent's member in front of this member": no number is needed."""
    single = bool(types) and types[0] in SINGLE_TYPES and bool(whose)
    return single or any(isinstance(each, PLACED) or (whose and each in FIGHTING) for each in filters)


def put_for_it(node: Any, what: m.Node, it: Any = IT) -> Any:
    if isinstance(node, tuple):
        return tuple(put_for_it(each, what, it) for each in node)
    if node == it:
        return what
    if not isinstance(node, m.Node):
        return node
    fields = {name: put_for_it(getattr(node, name), what, it) for name in node.__struct_fields__}
    return replace(node, **fields)


ROLES: tuple[m.Filter, ...] = tuple(map(m.State, ("attacking", "defending", "intercepting")))
FIGHTING: tuple[m.Filter, ...] = (
    *map(m.State, ("attacking", "defending", "being attacked", "in battle")),
    m.OneOf((m.State("attacking"), m.State("being attacked"))),
)


class Lone(m.Selector, frozen=True):
    """A card in the singular without a number: it can be described and counted, not taken."""


class TakenOut(m.Selector, frozen=True):
    """ "1 card from your hand": the place that it comes from."""


class Whole(m.Selector, frozen=True):
    """ "All of your units": nothing that happens to one of them happens to all."""


def is_one_list(one: m.Selector, other: m.Selector) -> bool:
    """ "<A> or <B>", "Leader Card or battle cards": two words of one sort, which a list of them joins."""
    sorts = [{each.what for each in what.filters if isinstance(each, m.Is)} for what in (one, other)]
    if not (one.filters or other.filters):
        return True
    short = any(not each.types and len(each.filters) == 1 for each in (one, other))
    return short and bool(sorts[0] & sorts[1])


class Counted(m.Selector, frozen=True):
    """A description with "2 or less" or "no": only a condition can take it."""

    several: Several = Several("equal", 0)


class NoSuch(m.Selector, frozen=True):
    """ "No battle cards were destroyed": only a past event can be denied like this."""


def agreed(whose: m.Who, other_whose: m.Who) -> m.Who:
    if whose == "" or whose == other_whose:
        return other_whose
    if other_whose == "" or (whose == "opponent" and other_whose == "their"):
        return whose
    raise Unsound("one card cannot belong to two players")


LINES = ("different row", "different column")
FLAT = frozenset({"hand", "deck", "drop area", "warp", "discard pile", "graveyard", "drop zone", "life area"})


def check_place(areas: tuple[str, ...], filters: list[m.Filter], types: tuple[str, ...]) -> None:
    zones = [each for each in filters if isinstance(each, m.Zones)]
    if len(zones) > 1 or (zones and areas and areas != ("field",)):
        raise Unsound("the text gives two places for one card")
    beside = (each for each in filters if isinstance(each, m.Near | m.Under))
    if any(not (isinstance(each, m.Under) and each.too) for each in beside) and any(
        each in OFF_BOARD for each in areas
    ):
        raise Unsound("cards in that area are not beside or under other cards")
    turned = any(isinstance(each, m.State) and each.state in ("active", "rest") for each in filters)
    if turned and any(each in FLAT for each in areas):
        raise Unsound("cards in that area are neither active nor rested")
    below = any(isinstance(each, m.Attached) for each in filters) or not FLAT.isdisjoint(areas)
    if below and any(each in FIGHTING for each in filters):
        raise Unsound("cards that lie there do not fight")
    if (
        areas
        and any(each in ("zone", "strategy zone", "circle", "gate") for each in types)
        and areas != ("field",)
    ):
        raise Unsound("a zone is not in an area")


OFF_BOARD = frozenset({"hand", "deck", "discard pile", "monster deck", "drop area", "drop zone", "graveyard"})

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
