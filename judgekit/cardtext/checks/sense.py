"""Texts whose words are all known but that cannot be meant: refused with the reason.

The grammar allows a description wherever cards can be; some of them say nothing there. What is refused here
makes no sense in any of the games; what a single game lacks is reported by its interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.errors import Unsound

NO_COSTS = (
    m.If, m.Delayed, m.Instead, m.May, m.ChooseModes, m.ForEach, m.Repeat, m.Lasting, m.DeckRule,
    m.Permit, m.Prohibit, m.Demand, m.TreatAs, m.AlternativeCost, m.NegateAbilities, m.Unaffected, m.Win,
    m.LoseGame,
)  # fmt: skip
PLACES = frozenset({"zone", "strategy zone", "circle", "attack zone", "defense zone"})


def sensible(ability: m.Ability) -> m.Ability:
    """The same ability, if it makes sense."""
    check_costs(ability)
    check_awaken(ability)
    check_labels(ability)
    check_deck_rules(ability)
    check_unknown(ability)
    check_choices(ability)
    check_remaining(ability)
    for node in parts(ability):
        check = CHECKS.get(type(node))
        if check is not None:
            check(node)
        if isinstance(node, m.Event):
            check_event(node)
    return ability


def parts(node: Any) -> Iterator[m.Node]:
    """A node and all nodes inside, but not those of an ability in quotes, which was read by itself."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += reversed(one)
        elif isinstance(one, m.Node):
            yield one
            waiting += [each for each in reversed(m.inside(one)) if not isinstance(each, m.Ability)]


def check_costs(ability: m.Ability) -> None:
    """What is paid is done at once, all of it."""
    for node in parts(ability):
        if isinstance(node, m.AlternativeCost) and node.what == m.This() and ability.trigger is not None:
            raise Unsound("this card has been paid for when this happens")
        costs = node.costs if isinstance(node, m.Ability | m.Keyword | m.AlternativeCost) else ()
        if any(isinstance(cost, NO_COSTS) for cost in costs):
            raise Unsound("a cost must be something that is done immediately")
        paid = node.do if isinstance(node, m.May) else costs
        if sum(isinstance(cost, m.Pay) for cost in paid) > 1:
            raise Unsound("the text names two payments: give the whole cost once")


def check_awaken(ability: m.Ability) -> None:
    if "awaken" in ability.labels and not ability.conditions:
        raise Unsound("[Awaken] needs “When … :” before what it does")


def check_unknown(ability: m.Ability) -> None:
    """A number that no text explains is chosen when an ability is used or resolved, and only then."""
    told = {each.letter for each in ability.letters}
    asked: tuple[Any, ...] = (ability.trigger, ability.conditions)
    if ability.kind in ("continuous", "replacement", "keyword"):
        asked = (*asked, ability.body, ability.keyword)
    for node in parts(asked):
        if isinstance(node, m.Unknown) and node.letter not in told:
            raise Unsound(f"nobody chooses {node.letter} here: say “{node.letter} is …”")
        if isinstance(node, m.ThatMany | m.ChosenNumber) and ability.kind == "continuous":
            raise Unsound("the text mentions no number before this")


def check_choices(ability: m.Ability) -> None:
    """Anything referred to by its number was taken before."""
    taken = {node.bind for node in parts(ability) if isinstance(node, m.Selector | m.CreateToken | m.Draw)}
    zones = {each.bind for each in parts(ability) if isinstance(each, m.Selector) and is_of_zones(each)}
    for node in parts(ability):
        if isinstance(node, m.Bound | m.Rest) and node.n not in taken:
            raise Unsound(f"there is no choice {node.n}")
        if (
            isinstance(node, m.Prohibit | m.Demand)
            and isinstance(node.what, m.Bound)
            and node.what.n in zones
        ):
            raise Unsound("a zone does nothing")


def is_of_zones(what: m.Selector) -> bool:
    return bool(what.types) and PLACES.issuperset(what.types)


def check_remaining(ability: m.Ability) -> None:
    """ "It stays where it is" says something only of what would have happened."""
    said = [n for n in parts(ability) if isinstance(n, m.Perform) and n.action == "remain"]
    insteads = [n for n in parts(ability) if said and isinstance(n, m.Instead)]
    if not all(any(one in parts(found) for found in insteads) for one in said):
        raise Unsound("instead of what does it stay? Say what would happen to it")


def check_labels(ability: m.Ability) -> None:
    """Keywords that each say when an ability works, or how it is used."""
    if len({"covenant", "vanguard", "logic drive"} & set(ability.labels)) > 1:
        raise Unsound("these headers cannot be combined: use one of them")
    if ability.costs and {"touchdown", "counter"} & set(ability.labels):  # nobody is free not to play them
        raise Unsound("TD and CNT have an effect and no cost: say “you may …. If you do, …”")
    if ability.kind == "activated" and ability.trigger is not None and not ability.window:
        raise Unsound("an ability is either used by a player or triggered, not both")
    for each in ability.conditions if "vanguard" in ability.labels else ():
        if isinstance(each, m.Compare) and isinstance(each.left, m.Count) and each.left.what.bind:
            raise Unsound("which cards are meant?")


def check_deck_rules(ability: m.Ability) -> None:
    """Decks are built before the game: nothing can set that off."""
    rules = [node for node in parts(ability) if isinstance(node, m.DeckRule)]
    if not rules:
        return
    alone = all(isinstance(verb, m.DeckRule) for verb in ability.body) and ability.kind in (
        "continuous", "keyword",
    )  # fmt: skip
    if not alone or ability.conditions or len(rules) != len(ability.body):
        raise Unsound("a deck-building rule needs a line of its own, without conditions")


def check_event(event: m.Event) -> None:
    """Events are about cards by what they are."""
    for name in event.__struct_fields__:
        what = getattr(event, name)
        if isinstance(what, m.Selector) and what.end is not None:
            raise Unsound("an event is about a card, not about a position in a pile")
        if isinstance(what, m.Selector) and any(is_of_a_group(each) for each in what.filters):
            raise Unsound("an event is about one card: it cannot ask for the highest or for different ones")


def is_of_a_group(what: m.Filter) -> bool:
    apart = isinstance(what, m.State) and what.state.startswith("different ")
    return apart or isinstance(what, m.Extreme | m.Together | m.Alike)


def check_among(found: m.Among) -> None:
    parts = found.what.parts if isinstance(found.what, m.Union) else (found.what,)
    if not all(isinstance(each, m.Bound | m.This) for each in parts):
        raise Unsound("among which cards? No cards were chosen or looked at before")


def check_count(found: m.Count) -> None:
    if found.what.end is not None:
        raise Unsound("the top or bottom of a pile cannot be counted: name the area")


def check_matches(found: m.Matches) -> None:
    like = found.like
    if isinstance(found.what, m.Selector) and found.what.end is not None and found.what.quantity == m.Some():
        raise Unsound("which of these cards?")
    if not (like.types or like.filters or like.areas or like.whose not in ("", "any")):
        raise Unsound("this is true of every card")
    if any(is_of_a_group(each) for each in like.filters):
        raise Unsound("this compares a group of cards: it cannot be asked of one card")
    types = found.what.types if isinstance(found.what, m.Selector) else ()
    is_place = bool(types) and PLACES.issuperset(types)
    if any(isinstance(each, m.Empty) for each in like.filters) and not is_place:
        raise Unsound("only a zone can be empty, not a card")
    if PLACES.intersection(like.types) and not is_place:
        raise Unsound("a card is not a zone")
    if isinstance(found.what, m.Selector) and are_apart(found.what.areas, like.areas):
        raise Unsound("the text has already put this card in another place")


def are_apart(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether no card can be in one of the areas and in one of the others."""
    said = {*some, *others}
    return bool(some and others) and not set(some) & set(others) and not said & WIDE


WIDE = frozenset({"field", "play", "circle", "zone"})  # words that take other areas in


def check_happened(found: m.Happened) -> None:
    if isinstance(found.event, m.PhaseMoment | m.Situation):
        raise Unsound("this is not an event")


def check_instead(found: m.Instead) -> None:
    if isinstance(found.event, m.Drawn) and any(isinstance(each, m.ThatMany) for each in parts(found.do)):
        raise Unsound("each card is drawn by itself: nothing replaces several draws at once")
    if isinstance(found.event, m.PhaseMoment | m.Situation):
        raise Unsound("only something that would happen can be replaced")


def check_nth(found: m.Nth) -> None:
    if isinstance(found.event, m.PhaseMoment | m.Situation):
        raise Unsound("this is not an event that can be counted: “the first time” needs one")


def check_attacks(found: m.Attacks) -> None:
    if found.what is not None and found.what == found.target:
        raise Unsound("a card cannot attack itself")


def check_discard(found: m.Discard) -> None:
    what = found.what
    if isinstance(what, m.Selector) and (what.end is not None or not PLACES.isdisjoint(what.types)):
        raise Unsound("cards are discarded from the hand: describe what kind")


def check_valued(of: m.Target) -> None:
    """ "The highest ATK among your other units": of all of them."""
    if not (isinstance(of, m.Selector) and isinstance(of.quantity, m.Every) and of.end is None):
        check_place(of)


def check_place(of: m.Target) -> None:
    """Beside, under or belonging to something means one card, described by what it is."""
    if not isinstance(of, m.Selector):
        return
    other = any(isinstance(each, m.OtherThan) for each in of.filters)
    if not isinstance(of.quantity, m.Every | m.Some) or of.end is not None or other:
        raise Unsound("beside, under or belonging to which card?")


def check_under(found: m.Under) -> None:
    """ "Under another battle card": only what lies there is described, and no place."""
    of = found.what
    if isinstance(of, m.Selector) and of.quantity == m.Some():
        of = replace(of, filters=tuple(each for each in of.filters if not isinstance(each, m.OtherThan)))
    check_lying(of)


def check_lying(of: m.Target) -> None:
    check_place(of)
    if isinstance(of, m.Selector) and (set(of.areas) - {"charge zone"} or m.State("revealed") in of.filters):
        raise Unsound("nothing is beside or under a card that is not in play")


def check_attached(found: m.Attached) -> None:
    check_lying(found.to)
    if found.how == "charge" and isinstance(found.to, m.Selector) and "charge zone" in found.to.areas:
        raise Unsound("a charge cannot have charges")


def check_gain(found: m.Gain) -> None:
    """A keyword that says more than its name means nothing by its name alone."""
    word = found.gains
    if isinstance(word, m.Keyword) and (needed := NEEDED.get(word.name)) and not getattr(word, needed[0]):
        raise Unsound(f"[{word.name.title()}] needs {needed[1]}: give the ability in quotes")


NEEDED = {
    "evolution": ("values", "a rank and a trait"), "burst": ("number", "a rank"),
    "awakening": ("number", "a number"), "over realm": ("number", "a number"),
    "enhance": ("materials", "what is enhanced"),
}  # fmt: skip


def check_times(found: m.Times) -> None:
    if not isinstance(found.factor, int | m.Unknown) or isinstance(found.amount, int):
        raise Unsound("“for each” needs a number and something to count")


def check_draw(found: m.DrawUntil) -> None:
    if found.who == "their":
        raise Unsound("who draws?")


def check_one_of(found: m.OneOf) -> None:
    if len(set(found.filters)) < len(found.filters):
        raise Unsound("“or” joins the same thing twice")
    for each in found.filters:
        if isinstance(each, m.OtherThan | m.Together | m.Extreme | m.Alike) or (
            isinstance(each, m.State) and each.state[:9] == "different"
        ):
            raise Unsound("this cannot be joined with “or”")


def check_not(found: m.Not) -> None:
    if isinstance(found.what, m.Extreme | m.Together | m.Alike):
        raise Unsound("“the highest” needs a group of cards: say “other than”")
    if isinstance(found.what, m.State) and found.what.state.startswith("different"):
        raise Unsound("different from what?")


def check_act(found: m.Prohibit | m.Permit | m.Demand) -> None:
    if found.act.verb.startswith("play from") and not isinstance(found.what, m.Player):
        raise Unsound("only players play cards")
    many = getattr(found.act.object, "quantity", None)
    if many is not None and not isinstance(many, m.Every | m.Some):
        raise Unsound("leave out the number: this applies to every card that fits the description")
    for what in (found.what, found.act.object):
        if isinstance(what, m.Selector) and isinstance(what.quantity, m.Every | m.Some):
            if any(is_of_a_group(each) and not isinstance(each, m.Extreme) for each in what.filters):
                raise Unsound("this compares a group of cards: it cannot be asked of one card")


def check_destroy(found: m.Destroy) -> None:
    if isinstance(found.what, m.Selector) and not PLACES.isdisjoint(found.what.types):
        raise Unsound("a zone cannot be destroyed")


def check_selector(found: m.Selector) -> None:
    empty = any(isinstance(each, m.Empty) for each in found.filters)
    described = found.quantity == m.Some() and not found.types  # of what, is checked with the condition
    if empty and not described and not (found.types and PLACES.issuperset(found.types)):
        raise Unsound("only a zone can be empty, not a card")
    apart = any(isinstance(each, m.State) and each.state.startswith("different ") for each in found.filters)
    if apart and isinstance(found.quantity, m.Every):
        raise Unsound("“different” needs a number of cards to choose, not “all”")
    if found.quantity == m.Every() and any(isinstance(each, m.Together) for each in found.filters):
        raise Unsound("which of them? A sum needs a number of cards to choose: say “any number of”")
    alike = any(isinstance(each, m.Alike) for each in found.filters)
    if alike and (found.quantity == m.Every() or getattr(found.quantity, "n", 2) == 1):
        raise Unsound("“each other” needs a number of cards to choose, 2 or more")


def check_union(found: m.Union) -> None:
    named = [each for each in found.parts if not isinstance(each, m.Selector)]
    if len(set(named)) < len(named):
        raise Unsound("the same card is named twice")


def check_holding(found: m.Holding) -> None:
    what = found.what
    if what.end is not None or what.areas or any(isinstance(each, m.OtherThan) for each in what.filters):
        raise Unsound("which card is in it or under it? Describe the card only")


def check_compare(found: m.Compare) -> None:
    if isinstance(found.left, int) and isinstance(found.right, int):
        raise Unsound("comparing two fixed numbers says nothing")
    counted = found.left.what.filters if isinstance(found.left, m.Count) else ()
    if any(isinstance(each, m.Alike) for each in counted) and found.right in (0, 1):
        raise Unsound("“each other” needs a number of cards, 2 or more")


def check_keyword(found: m.Keyword) -> None:
    for what in found.materials:
        if isinstance(what, m.Selector) and what.end is not None:
            raise Unsound("describe a material by what it is, not by its position in a pile")


CHECKS: dict[type[Any], Callable[[Any], None]] = {
    m.Among: check_among, m.Attached: check_attached, m.Attacks: check_attacks, m.Compare: check_compare,
    m.Count: check_count, m.Demand: check_act, m.Destroy: check_destroy, m.Discard: check_discard,
    m.DrawUntil: check_draw, m.Gain: check_gain, m.Happened: check_happened, m.Holding: check_holding,
    m.Instead: check_instead, m.Keyword: check_keyword, m.Matches: check_matches,
    m.Near: lambda found: check_lying(found.of), m.Not: check_not, m.Nth: check_nth, m.OneOf: check_one_of,
    m.OtherThan: lambda found: check_place(found.what), m.Permit: check_act, m.Prohibit: check_act,
    m.SameAs: lambda found: check_place(found.other), m.Selector: check_selector, m.Times: check_times,
    m.Under: check_under, m.Union: check_union,
    m.ValueOf: lambda found: check_valued(found.what),
}  # fmt: skip
