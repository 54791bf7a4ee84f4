"""Selectors, filters and amounts in words."""

from __future__ import annotations

import re
from typing import TypeGuard

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.targets.selecting import FIGHTING
from judgekit.cardtext.wording.words import OBJECT, ORDINALS, SUBJECT, Words, a, bound, listed, owner, subject

NOUNS = {"monster card": "monster"}
UNCOUNTED = frozenset({"tactics"})
MASS = frozenset({"energy", "life", "stock"})
MARKS = {"name": '"{}"', "trait": "«{}»", "attribute": "«{}»", "world": "«{}»"}
MARKS |= {"character": "<{}>", "faction": "<{}>", "element": "<{}>", "property": "{}"}


def asked_of(asked: m.Stat) -> m.Extreme:
    """ "The one with the lower rank": lower than the highest of the two."""
    return m.Extreme(asked.stat, "highest" if asked.compare == "less" else "lowest")


def two_of(words: Words, of: m.Target) -> str:
    return f" of {target(words, of)}" if words.spelt else ""


def noun(selector: m.Selector, plural: bool) -> str:
    if "charge zone" in selector.areas and not selector.types:
        return "charges" if plural else "charge"
    words = [NOUNS.get(each, each) for each in selector.types] or ["card"]
    return listed([plural_of(each) if plural else each for each in words])


def plural_of(word: str) -> str:
    if word == "card or ability":
        return "cards or abilities"
    if word.endswith("ability"):
        return f"{word[:-1]}ies"
    if word == "paradox":
        return "paradoxes"
    if word in UNCOUNTED:
        return word
    return f"{word} cards" if word in MASS else word + "s"


GATE_HERE = m.Selector(m.Every(), "", types=("gate",), filters=(m.Near("on", m.This()),))
THIS_ONE = m.Selector(m.Exactly(1), "any", filters=(m.Among(m.This()),))
THIS_BACK = m.Selector(m.Exactly(1), "you", ("discard pile",), filters=(m.Among(m.This()),))


# References


def target(words: Words, what: m.Target, plural: bool = True) -> str:
    match what:
        case m.Selector(quantity=m.Some(), types=("circle",), filters=(m.Near(relation="on", of=of),)):
            return f"the circle of {anchor(words, of)}"
        case m.Selector(
            filters=(m.Holding(what=m.Selector(filters=(m.Not(what=m.OtherThan(what=of)),)), where="soul"),)
        ):
            return f"the {noun(what, False)} holding {target(words, of)} in its soul"
        case m.Selector(whose="you", areas=areas, types=(), filters=(m.Among(what=m.This()),)) if areas:
            return f"this card from your {' or '.join(areas)}"
        case m.Selector(
            filters=(m.Among(what=of), m.Stat(stat=stat, compare="less" | "more" as way) as asked)
        ) if asked.amount == m.ValueOf(stat, m.Selector(m.Every(), filters=(m.Among(of), asked_of(asked)))):
            lead = f"the {noun(what, False)}" if what.types else "the one"
            return f"{lead}{two_of(words, of)} with the {'lower' if way == 'less' else 'higher'} {stat}"
        case m.Selector(quantity=m.Every()) if "circles" not in words.idioms and the_zone_left(what):
            return the_zone_left(what)
        case m.Selector():
            return selector(words, what)
        case m.This():
            return "this card"
        case m.Union(parts=(m.Bound() as one, m.Bound() as other)) if words.spelt:
            return f"them ({named(words, one)} and {named(words, other)})"
        case m.Union(parts=(m.Bound(), m.Bound())) if not words.numbered:
            return "them"
        case m.Union(parts=parts):
            return listed([target(words, each) for each in parts], "and")
        case m.Player(who=who):
            return subject(who)
        case m.Role(role="battle opponent"):
            return "the battle opponent" if words.spelt else "its battle opponent"
        case m.Role(role="circle being attacked"):
            return "the circle being attacked"
        case m.Role(role="being played"):
            return "the card being played"
        case m.Role(role=role, kind=kind):
            return f"the {role} {kind or 'card'}"
        case m.Host(how=how):
            return f"the card this card is {'set to' if how else 'under'}"
        case m.Itself():
            return "each of them"
        case _:
            return pointed(words, what)


def pointed(words: Words, what: m.Target) -> str:
    """A card mentioned before: by a pronoun, or by the number of the choice; for people, with what it is."""
    if isinstance(what, m.Rest):
        return f"the rest of {number(words, what.n)}" if words.numbered else "the rest"
    if isinstance(what, m.Bound):
        pronoun = "them" if what.n in words.plural else "it"
        pronoun = number(words, what.n) if words.numbered else pronoun
    elif isinstance(what, m.Subject | m.Object):
        pronoun = PRONOUNS[type(what)][words.numbered]
    else:
        raise TypeError(f"no words for {what}")
    if not words.spelt:
        return pronoun
    return named(words, what) if words.numbered else f"{pronoun} ({named(words, what)})"


PRONOUNS = {m.Subject: ("it", "the event's card"), m.Object: ("that card", "the event's other card")}


def number(words: Words, n: int) -> str:
    return words.spelt.get(n, f"choice {n}")


def named(words: Words, what: m.Target) -> str:
    """For people: what a pronoun means, without the pronoun."""
    match what:
        case m.Subject():
            return words.spelt.get(SUBJECT, "the card of the event")
        case m.Object():
            return words.spelt.get(OBJECT, "the other card of the event")
        case m.Bound(n=n):
            return number(words, n)
    return target(words, what)


# Selectors


def selector(words: Words, what: m.Selector) -> str:
    if len(what.filters) == 1 and isinstance(what.filters[0], m.Each):
        joined = (" or " if what.filters[0].one else " and ").join(
            selector(words, kind) for kind in what.filters[0].kinds
        )
        return f"{joined} as choice {what.bind}" if what.bind and words.tags else joined
    if is_for_every(what.quantity):
        n, each = per(words, what.quantity.n)
        return selector(words, replace(what, quantity=m.Exactly(n))) + each
    if what.end is not None:
        return top_cards(words, what)
    if replace(what, quantity=m.Every(), bind=0) == GATE_HERE:
        return "the gate on this circle"
    if words.spelt and (circle := gate_there(words, what)):
        return f"the gate {circle}"
    if what.areas and replace(what, bind=0) == replace(THIS_BACK, areas=what.areas):
        return f"this card from your {' or '.join(what.areas)}"
    if what == THIS_ONE:
        return "this card"
    if what.types == ("zone",) and what.quantity == m.Every() and is_zone_name(what):
        return zone_name(what)
    if (fighter := fighting(what)) and not (what.bind and words.tags):
        return fighter
    plural = is_plural(what)
    said_owner = what.whose if what.whose and not says_area(what) else ""
    lead = quantity(words, what, bool(said_owner))
    if said_owner:
        lead = f"{lead}{owner(said_owner)} "
    return lead + described(words, what, plural) + measured(words, what)


FIGHTERS: dict[m.Filter, str] = {m.State("attacking"): "attacking", m.State("being attacked"): "attacked"}


def fighting(what: m.Selector) -> str:
    """ "the attacking battle card": no matter whose, there is one at a time."""
    if (what.quantity, what.whose, len(what.types), len(what.filters)) != (m.Every(), "any", 1, 1):
        return ""
    role = FIGHTERS.get(what.filters[0])
    return f"the {role} {what.types[0]}" if role and not what.areas else ""


def gate_there(words: Words, what: m.Selector) -> str:
    """A circle has one gate."""
    on = what.filters[0] if what.types == ("gate",) and len(what.filters) == 1 else None
    if on is None or what.quantity != m.Every() or what.whose:
        return ""
    if on == m.State("on the circle being attacked"):
        return tail(words, on)
    return place(words, on) if isinstance(on, m.Near) and on.relation == "on" else ""


def is_for_every(quantity: m.Quantity) -> TypeGuard[m.Exactly]:
    """ "1 card for every 4 cards in their hand": the number of one step, and how often."""
    n = getattr(quantity, "n", None)
    return isinstance(quantity, m.Exactly) and isinstance(n, m.Times) and n.every > 1


def measured(words: Words, what: m.Selector) -> str:
    if isinstance(what.quantity, m.Exactly | m.UpTo) and is_counted(what.quantity.n):
        return f" as {amount(words, what.quantity.n)}"
    return ""


def says_area(what: m.Selector) -> bool:
    return bool(what.areas) and what.areas != ("charge zone",)


def described(words: Words, what: m.Selector, plural: bool) -> str:
    """Adjectives, noun and tails; the area with its owner is a tail."""
    ordered = sorted(what.filters, key=lambda each: isinstance(each, m.Is) and each.what in MARKS)
    before = [said for said in (adjective(words, each) for each in ordered) if said]
    there_too = [each for each in what.filters if isinstance(each, m.Under) and each.too]
    last = [each for each in what.filters if is_indefinite(each)]
    far = [each for each in what.filters if each not in last and is_beside(each)]
    near = [each for each in what.filters if each not in (*last, *far, *there_too)]
    far = [each for each in far if each not in there_too]
    if words.spelt:  # what is said behind "other than this card" would be said of this card
        near.sort(key=lambda each: isinstance(each, m.OtherThan))
    after = [said for each in (*near, *far) if (said := tail(words, each))]
    if what.areas == ("circle",) and words.spelt:
        after.insert(0, f"on {owner(what.whose)} circles" if what.whose else "on a circle")
    elif says_area(what):
        after.insert(
            0, " or ".join((f"in {area_words(words, what)}", *(tail(words, each) for each in there_too)))
        )
    elif what.areas and what.types:
        after.insert(0, "in the charge zone")
    if what.chooser:
        after.append(CHOOSERS[what.chooser])
    if what.bind and words.tags:
        after.append(f"as choice {what.bind}")
    behind = [*after, *(tail(words, each) for each in last)]
    if plural:
        behind = [SINGULAR.sub(lambda one: AGREES[one[0]], each, count=1) for each in behind]
    return " ".join([*before, noun(what, plural), *behind])


AGREES = {"that is": "that are", "that was": "that were", "that has": "that have"}
SINGULAR = re.compile(rf"\b({'|'.join(AGREES)})\b")


def is_beside(what: m.Filter) -> bool:
    """Names another card: anything after it would be about that one."""
    if isinstance(what, m.OneOf):
        return all(is_beside(each) for each in what.filters)
    if isinstance(what, m.OtherThan):
        return isinstance(what.what, m.Selector)
    return isinstance(what, m.Near | m.Under) and not adjective_of_place(what)


def adjective_of_place(what: m.Filter) -> bool:
    return what in (m.Near("adjacent", m.This()), m.Near("adjacent", m.Itself()))


def is_indefinite(what: m.Filter) -> bool:
    """Said with "a", so that whatever follows would be about that other card."""
    match what:
        case m.Attached(to=m.Selector(quantity=m.Some())):
            return True
        case m.Near(of=m.Selector(quantity=m.Some())) | m.Holding() | m.Not(what=m.Holding()):
            return True
        case m.Stat(stat="charges"):
            return True
    return False


CHOOSERS = {
    "random": "at random",
    "opponent": "of your opponent's choice",
    "their": "of their choice",
    "you": "of your choice",
}


def area_words(words: Words, what: m.Selector) -> str:
    if what.areas == ("gate",) and what.whose:  # there is one for both players
        return f"the gate controlled by {subject(what.whose)}"
    if what.areas == ("graveyard",) and not what.whose and what.quantity == m.Every():
        return "graveyards" if "graveyards" in words.idioms else "the graveyard"
    lead = owner(what.whose) if what.whose else "the"
    return f"{lead} {listed(list(what.areas))}"


def is_counted(n: m.Amount) -> bool:
    """A calculated number, which comes after: "as many cards as your rage"."""
    return not isinstance(n, int | m.Unknown) and n != m.ThatMany()


def quantity(words: Words, what: m.Selector, owned: bool) -> str:
    of = "of " if owned else ""
    match what.quantity:
        case m.Exactly(n=n) if is_counted(n):
            return f"as many {of}"
        case m.Exactly(n=n):
            return f"{amount(words, n)} {of}"
        case m.UpTo(n=n) if is_counted(n):
            return f"up to as many {of}"
        case m.UpTo(n=n):
            return f"up to {amount(words, n)} {of}"
        case m.AtLeast(n=n):
            return f"{amount(words, n)} or more {of}"
        case m.AnyNumber():
            return "any number of "
        case m.Every():
            return "" if owned and is_single(what) else f"all {of}"
        case m.Some():
            return some(words, what, owned)
    raise TypeError(f"no words for {what.quantity}")


def some(words: Words, what: m.Selector, owned: bool) -> str:
    if owned:
        return "" if is_single(what) else "1 of "
    first = described(words, what, False)
    return a(first).removesuffix(first)


def is_single(what: m.Selector) -> bool:
    """The only one of its kind: "your monster", "your leader card", "your member in battle"."""
    if what.areas or what.types in (("monster card",), ("leader card",), ("ruler",)):
        return not what.areas
    return what.whose in ("you", "opponent") and any(each in FIGHTING for each in what.filters)


def is_plural(what: m.Selector) -> bool:
    match what.quantity:
        case m.Exactly(n=n) | m.UpTo(n=n):
            return n != 1 or (bool(what.whose) and not says_area(what))
        case m.Some():
            return bool(what.whose) and not says_area(what) and not is_single(what)
        case m.Every():
            return what.whose in ("", "any") or not is_single(what)
    return True


def top_cards(words: Words, what: m.Selector) -> str:
    last = [each for each in what.filters if is_indefinite(each)]
    tails = "".join(f" {behind(words, each)}" for each in what.filters if each not in last)
    if what.chooser:
        tails += f" {CHOOSERS[what.chooser]}"
    if what.bind and words.tags:
        tails += f" as choice {what.bind}"
    tails += "".join(f" {behind(words, each)}" for each in last)
    lead = owner(what.whose) if what.whose else "the"
    of = f"{what.end} of {lead} {what.areas[0]}"
    match what.quantity:
        case m.Every() if what.areas == ("gate",):
            return f"the {what.end} card of {lead} gate"
        case m.Exactly(n=1) if not what.types:
            return f"the {what.end} card of {lead} {what.areas[0]}{tails}"
        case m.Exactly(n=m.DownTo(what=first, nth=nth)):
            described_ = described(words, replace(first, whose="", areas=()), False)
            return f"the top cards of {lead} {what.areas[0]} down to the {ORDINALS[nth]} {described_}{tails}"
        case m.Exactly(n=n) if is_counted(n):
            return f"as many cards from the {of}{tails}{measured(words, what)}"
        case m.Exactly(n=m.ThatMany()):
            return f"that many cards from the {of}{tails}"
        case m.Exactly(n=n):
            many = f"{amount(words, n)} {noun(what, True)}"
            return f"the {what.end} {many} of {lead} {what.areas[0]}{tails}"
        case _:
            cards = "card" if what.quantity == m.UpTo(1) else "cards"
            return f"{quantity(words, what, False)}{cards} from the {of}{tails}"


def behind(words: Words, what: m.Filter) -> str:
    """A filter where nothing can stand before the noun."""
    said = adjective(words, what)
    return f"that is {said}" if said else tail(words, what)


def is_zone_name(what: m.Selector) -> bool:
    return len(what.filters) == 1 and isinstance(what.filters[0], m.Zones)


def zone_name(what: m.Selector) -> str:
    lead = f"{owner(what.whose)} " if what.whose else ""
    zones = what.filters[0]
    assert isinstance(zones, m.Zones)
    return lead + numbered_zones(zones.numbers)


def numbered_zones(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return f"zone {numbers[0]}"
    return f"zones {listed([str(each) for each in numbers])}"


# Filters before the noun


CHOSEN = {
    "chosen name": "with that name", "chosen colour": "of that color", "chosen element": "of that element",
    "chosen world": "of that world", "chosen type": "of that type", "chosen trait": "with that trait",
    "chosen character": "with that character name",
}  # fmt: skip


def is_label(what: m.Filter) -> bool:
    return isinstance(what, m.Is) and what.what in MARKS and not (what.part or what.every)


def adjective(words: Words, what: m.Filter) -> str:
    if isinstance(what, m.Is) and what.values[0] in CHOSEN:
        return ""
    match what:
        case m.Is(what="colour", values=values):
            return listed(list(values))
        case m.Is(what=kind, values=values, part=False, every=False) if kind in MARKS:
            return listed([MARKS[kind].format(each) for each in values])
        case m.OneOf(filters=labels) if all(is_label(each) for each in labels):
            return " or ".join(adjective(words, each) for each in labels)
        case m.OneOf(filters=(m.State() as one, m.State() as other)) if is_word(words, one, other):
            return f"{state_word(words, one)} or {state_word(words, other)}"
        case m.State(state=state) if state in ADJECTIVES:
            return ADJECTIVES[state]
        case m.State(state="active" | "rest" as state) if words.modes:
            return words.modes[state].adjective
        case m.Outermost(which="outermost"):
            return "leftmost and rightmost"
        case m.Outermost(which=which):
            return which
        case m.Empty():
            return "empty"
        case m.Spot(spot="left" | "middle" | "right" as spot):
            return spot
        case m.Not(what=inner) if adjective(words, inner):
            return f"non-{adjective(words, inner)}"
        case m.Near(relation="adjacent", of=m.This() | m.Itself()) if not words.spelt:
            return "adjacent"
        case m.State(state="set" | "attacking" as state) if "set member" in words.idioms:
            return state
    return ""


ADJECTIVES = {
    "face up": "face-up",
    "face down": "face-down",
    "token": "token",
    "topmost": "topmost",
    "revealed": "revealed",
    "damaged": "damaged",
    "legendary": "legendary",
    "undestroyed": "undestroyed",
    "destroyed": "destroyed",
    "last placed": "last placed",
    "different": "different",
    "multicolor": "multicolor",
    "mono-color": "mono-color",
    "normal summoned": "normal summoned",
    "special summoned": "special summoned",
    "genesis summoned": "genesis summoned",
    "abyssal summoned": "abyssal summoned",
    "engaging": "engaging",
    "invading": "invading",
    "defending": "defending",
    "intercepting": "intercepting",
}


# Filters behind the noun


def tail(words: Words, what: m.Filter) -> str:
    if adjective(words, what):
        return ""
    if isinstance(what, m.Is) and what.values[0] in CHOSEN:
        return CHOSEN[what.values[0]]
    features = feature(words, what)
    if features:
        return f"with {features}"
    match what:
        case m.Is(what="type", values=(one,)):
            return f"that is {a(one)}"
        case m.Not(what=m.Is(what="type", values=(one,))):
            return f"that is not {a(one)}"
        case m.Not(what=m.Is(what="type", values=kinds)):
            return f"other than {a(listed(list(kinds)))}"
        case m.Not(what=inner) if feature(words, inner):
            return f"without {feature(words, inner)}"
        case m.Not(what=m.OtherThan(what=m.Object())):
            return "discarded for this invasion"
        case m.Not(what=m.Holding(what=inner, where="in")):
            said = [before_noun(words, each) for each in inner.filters]
            side = {"you": ["allied"], "opponent": ["enemy"]}.get(inner.whose, [])
            return f"without {a(' '.join([*side, *said, noun(inner, False)]))} in it"
        case m.Not(what=m.Holding(where="set")):
            return "without set cards"
        case m.Not(what=m.Holding(what=inner, where="soul")):
            return f"with no {described(words, inner, False)} in its soul"
        case m.Not(what=m.State(state=state)):
            return f"that is not {STATE_TAILS.get(state, state)}"
        case m.Not(what=m.Did(event=event, period=period)):
            return f"that {did_not(words, event)} {PERIODS[period]}"
        case m.Not(what=inner):
            return f"that is not {place(words, inner)}"
        case m.OtherThan(what=other):
            return f"other than {anchor(words, other)}"
        case m.Among(what=m.Bound() as taken) if words.spelt:
            return f"among {named(words, taken)}"
        case m.Among(what=m.Bound(n=n)):
            return f"among {number(words, n)}" if words.numbered else "among them"
        case m.Did(
            event=m.Destroyed(what=m.This(), cause=m.Cause(by="attack", source=by)), period="game"
        ) if by:
            return f"destroyed by the attack of {target(words, by)}"
        case m.Did(event=m.Damages(what=None) as event, period=period):
            return f"that was dealt {event.sort} damage {PERIODS[period]}".replace("  ", " ")
        case m.Did(event=m.Damages() as event, period=period):
            return f"that dealt {event.sort} damage {PERIODS[period]}".replace("  ", " ")
        case m.Did(event=event, period=period):
            return f"that {did(words, event)} {PERIODS[period]}"
        case m.State(state="attacking" | "being attacked" | "defending" as state):
            return f"that is {state}"
        case m.OneOf(filters=parts) if all(isinstance(each, m.Not) for each in parts):
            denied = [each.what for each in parts if isinstance(each, m.Not)]
            types = [each.values for each in denied if isinstance(each, m.Is) and each.what == "type"]
            rest = tuple(each for each in denied if not (isinstance(each, m.Is) and each.what == "type"))
            like = m.Selector(m.Every(), types=types[0] if types else (), filters=rest)
            return f"other than {described_together(words, like, True)}"
        case m.OneOf(filters=(m.State(state="attacking"), m.State(state="being attacked"))):
            return "that is attacking or being attacked"
        case m.State(state=state) if state.startswith("attacking "):
            return f"that is {STATE_TAILS.get(state, state)}"
        case m.State(state=state) if state.startswith("played from "):
            return f"played out of your {state.removeprefix('played from ')}"
        case m.State(state=state) if state.endswith(" icon"):
            return f"with {a(state)}"
        case m.Alike(near=near) if near:
            return f"{RELATIONS[near]} each other"
        case m.State(state="different column" | "different row" as state):
            return f"in {state}s"
        case m.State(state=state) if state.startswith("different "):
            return f"with different {state.removeprefix('different ')}s"
        case m.State(state=state):
            return STATE_TAILS.get(state, state)
        case m.Stat(stat="soul", compare="at least", amount=1):
            return "with soul"
        case m.Stat(stat="soul", compare="equal", amount=0):
            return "without soul"
        case m.Stat(stat="soul", compare=compare, amount=n):
            return f"with {so_many(words, compare, n)} soul"
        case m.Stat(stat="charges", compare="at least", amount=1):
            return "with a charge"
        case m.Stat(stat="charges", compare="equal", amount=0):
            return "with no charges"
        case m.Stat(stat="charges", compare=compare, amount=n):
            return f"with {so_many(words, compare, n)} charges"
        case m.Holding(what=inner, where="set"):
            return "with set cards"
        case m.Holding(what=inner, where="soul"):
            return f"with {held(words, inner)} in its soul"
        case m.Holding(what=inner, where="under"):
            return f"with {held(words, inner)} under it"
        case m.Holding(what=inner):
            return f"with {held(words, inner)} in it"
    return place(words, what)


def held(words: Words, what: m.Selector) -> str:
    """What lies in or under something; whose it is can only be said before the noun."""
    side = {"you": "allied ", "opponent": "enemy "}.get(what.whose, "")
    plain = replace(what, whose="") if side else what
    said = [before_noun(words, each) for each in what.filters]
    if not all(said):
        return quantity(words, plain, False) + side + described(words, plain, is_plural(plain))
    return quantity(words, plain, False) + side + " ".join([*said, noun(plain, is_plural(plain))])


STATE_TAILS = {
    "active": "in active mode",
    "rest": "in rest mode",
    "in play": "in play",
    "in battle": "in battle",
    "battle opponent": "its battle opponent",
    "same controller": "with the same controller",
    **{f"attacking {side} column": f"attacking the {side} column" for side in ("left", "center", "right")},
}
PERIODS = {
    "turn": "this turn",
    "battle": "this battle",
    "game": "this game",
    "": "at some time",
    "last turn": "last turn",
    "your last turn": "during your last turn",
    "opponent's last turn": "during your opponent's last turn",
    "effect": "this way",
}
DID = {"Played": "was played", "Destroyed": "was destroyed", "Moved": "was moved", "Attacks": "attacked"}
DID |= {"Performs": "disappeared", "ChangesZone": "moved"}
DID |= {"Discarded": "was discarded", "Seen": "was revealed", "Drawn": "was drawn"}


def did_not(words: Words, event: m.Event) -> str:
    said = did(words, event)
    if said.startswith("was "):
        return said.replace("was ", "was not ", 1)
    return UNDONE.get(said) or f"did not {of_itself(words, event, 'would').removeprefix('would ')}"


UNDONE = {"attacked": "did not attack", "entered play": "did not enter play", "moved": "did not move"}


def of_itself(words: Words, event: m.Event, tense: str) -> str:
    """What it did or would do, as said of this card."""
    from judgekit.cardtext.wording.events import event as told  # it words the cards of an event with this

    return told(words, event, tense).removeprefix("this card ")


def did(words: Words, event: m.Event) -> str:
    """What has happened to a card; where it went, if that is said."""
    if isinstance(event, m.Moved) and event.to == ("circle",):
        by = f" by {event.cause.by}" if event.cause is not None else ""
        whose = owner(event.origin_whose) if event.origin_whose else "the"
        origin = f" from {whose} {' or '.join(event.origin)}" if event.origin else ""
        return f"was placed on a circle{by}{origin}"
    if isinstance(event, m.Played) and event.how == "mobilize":
        return f"was mobilized{''.join(f' from your {area}' for area in event.areas)}"
    if isinstance(event, m.Turned):
        return "was stood" if event.orientation == "active" else "was rested"
    if isinstance(event, m.Moved) and event.to and not event.origin:
        whose = owner(event.whose) if event.whose else "the"
        return f"was placed into {whose} {' or '.join(event.to)}"
    if isinstance(event, m.Summoned):
        return f"was {event.how} summoned" if event.how else "entered play"
    plain = [name for name in event.__struct_fields__ if getattr(event, name)] == ["what"]
    known = plain or isinstance(event, m.Seen | m.Drawn) or (isinstance(event, m.Played) and not event.how)
    said = DID.get(type(event).__name__) if known else None
    return said or of_itself(words, event, "past")


def place(words: Words, what: m.Filter) -> str:
    """Where it lies: works after a noun and after "is"."""
    match what:
        case m.Near(relation="on", of=m.Selector(types=("circle",), whose="each") as of):
            return f"on {a(' '.join([*(before_noun(words, each) for each in of.filters), 'circle']))}"
        case m.Near(relation="on", of=m.Selector(m.Some(), "", types=("gate",), filters=(like,))):
            return f"on a circle with {a(f'{before_noun(words, like)} gate')}"
        case m.Near(
            relation="on" | "attacking" as relation, of=m.Selector(types=("circle",), filters=(there,))
        ):
            return f"{relation} the circle {place(words, there)}"
        case m.Near(relation="on", of=of) if "circles" in words.idioms:
            return f"on the circle of {anchor(words, of)}"
        case m.Near(relation="adjacent", of=m.Itself()) if words.spelt:
            return "adjacent to it"
        case m.Near(relation=relation, of=m.Selector(quantity=m.Some(), whose="you" | "opponent") as of):
            return f"{RELATIONS[relation]} {a(held(words, of).split(' ', 1)[1])}"
        case m.Near(relation=relation, of=of):
            return f"{RELATIONS[relation]} {anchor(words, of)}"
        case m.OneOf(filters=(m.Near(relation="same zone", of=of), m.Near(relation="adjacent", of=also))) if (
            of == also
        ):
            return f"in or adjacent to {anchor(words, of)}"
        case m.OneOf(filters=(m.Near(of=of) as one, m.Near(of=also) as other)) if of == also:
            return f"{RELATIONS[one.relation]} or {RELATIONS[other.relation]} {anchor(words, of)}"
        case m.OneOf(filters=(m.State(state="active" | "rest" as mode), other)) if feature(words, other):
            return f"{STATE_TAILS[mode]} or with {feature(words, other)}"
        case m.Zones(numbers=numbers):
            return f"in {numbered_zones(numbers)}"
        case m.Under(what=of, before=True):
            return f"formerly under {anchor(words, of)}"
        case m.Under(what=m.Selector(quantity=m.Some(), filters=(*others, m.OtherThan(what=m.This()))) as of):
            host = anchor(words, replace(of, filters=tuple(others)))
            return f"under another {re.sub('^(?:1|an?) ', '', host)}"
        case m.Under(what=of):
            return f"under {anchor(words, of)}"
        case m.Spot(spot="left" | "middle" | "right" as spot):
            return f"in the {spot} position"
        case m.Spot(spot=spot):
            return f"in the {spot}"
        case m.Attached(how="charge", to=m.Selector(quantity=m.Some(), whose="you" | "opponent") as of):
            return f"of {a(held(words, of).split(' ', 1)[1])}"
        case m.Attached(how="charge", to=to):
            return f"of {anchor(words, to)}"
        case m.Attached(how="material", to=to):
            return f"among the materials of {anchor(words, to)}"
        case m.Attached(how="soul", to=to):
            return f"in the soul of {anchor(words, to)}"
        case m.Attached(to=to):
            return f"set to {anchor(words, to)}"
    raise TypeError(f"no words for the filter {what}")


RELATIONS = {
    "same column": "in the same column as",
    "same zone": "in the same zone as",
    "same zone number": "in the same numbered zone as",
    "same row": "in the same row as",
    "adjacent": "adjacent to",
    "in front": "in front of",
    "behind": "behind",
    "before": "before",
    "beyond": "beyond",
    "left": "to the left of",
    "right": "to the right of",
    "attacked column": "in the column attacked by",
    "on": "on",
    "attacking": "attacking the circle of",
}


def anchor(words: Words, what: m.Target) -> str:
    """What something lies beside or belongs to: everything said about it precedes its noun."""
    if words.spelt and isinstance(what, m.Bound | m.Subject | m.Object):
        return named(words, what)
    if what == GATE_HERE or not isinstance(what, m.Selector):
        return target(words, what)
    if zone_left := the_zone_left(what):
        return zone_left
    revealed = m.State("revealed") in what.filters  # "the revealed cards" are those spoken of
    if what.quantity != m.Every() or is_zone_name(what) or says_area(what) or revealed:
        return target(words, what)
    lead = owner(what.whose) if what.whose else "the"
    said = [before_noun(words, each) for each in what.filters]
    if not all(said) or (what.bind and words.tags):
        return f"{lead} {described_together(words, what, not is_single(what))}"
    return " ".join([lead, *said, noun(what, not is_single(what))])


def the_zone_left(what: m.Selector) -> str:
    on = what.filters[0] if what.types == ("zone",) and len(what.filters) == 1 else None
    if not isinstance(on, m.Near) or on.relation != "on":
        return ""
    return f"the zone {'this card' if on.of == m.This() else 'it'} was in"


def described_together(words: Words, what: m.Selector, plural: bool) -> str:
    """All features of a card beside another in one list, where that can be worded."""
    before = [said for each in what.filters if (said := before_noun(words, each))]
    has = [feature(words, each) for each in what.filters if not before_noun(words, each)]
    if not all(has) or (what.bind and words.tags) or what.areas or what.chooser:
        return described(words, what, plural)
    return " ".join([*before, noun(what, plural), *(["with", " and ".join(has)] if has else [])])


def before_noun(words: Words, what: m.Filter) -> str:
    match what:
        case m.Spot(spot=spot):
            return spot
        case m.Stat(stat="charges" | "soul" | "cards under"):
            return ""
        case m.Stat(stat=stat, compare="at most" | "at least" | "equal" as compare, amount=int() as n):
            return f"{stat} {bound(compare, str(n))}"
    return adjective(words, what)


def feature(words: Words, what: m.Filter) -> str:
    """What a card has: works after "with" and "has"."""
    match what:
        case m.Stat(stat="cards under", compare=compare, amount=n):
            return f"{so_many(words, compare, n)} cards under it"
        case m.Stat(stat="zone number", compare=compare, amount=n):
            plain = isinstance(n, int) and compare in ("at most", "at least", "equal")
            return f"{'zone' if plain else 'zone number'} {bound(compare, amount(words, n))}"
        case m.Stat(stat="soul" | "charges"):
            return ""
        case m.Together(stat=stat, compare=compare, amount=n):
            return f"total {stat} {bound(compare, amount(words, n))}"
        case m.Stat(stat=stat, compare="even" | "odd" as parity):
            return f"an {parity} {stat}"
        case m.Stat(stat=stat, compare=compare, amount=n):
            return f"{stat} {bound(compare, amount(words, n))}"
        case m.Is(what="trait" | "attribute" | "world", values=(one, other), every=True):
            return f"the «{one}» and «{other}» traits"
        case m.Is(what="trait" | "attribute" | "world" as kind, values=values):
            return f"the {listed([f'«{each}»' for each in values])} {kind if words.spelt else 'trait'}"
        case m.Is(what="property", values=values):
            return listed(list(values))
        case m.Is(what="name", values=values, part=True):
            return f"{listed([quoted(each) for each in values])} in its name"
        case m.Is(what="name", values=values):
            return f"the name {listed([quoted(each) for each in values])}"
        case m.Is(what="title" | "character name" as kind, values=values, part=True):
            return f"{listed([quoted(each) for each in values])} in its {kind}"
        case m.Is(what="title" | "character name" as kind, values=values):
            return f"{kind} {listed([quoted(each) for each in values])}"
        case m.SameAs(what=kind, other=m.Selector(quantity=m.Every(), areas=areas) as other) if areas:
            return f"the same {kind} as {target(words, replace(other, quantity=m.Exactly(1)))}"
        case m.Alike(what=kind) if kind:
            return f"the same {kind} as each other"
        case m.SameAs(what=kind, other=other):
            among = isinstance(other, m.Selector) and other.whose and not is_single(other)
            return f"the same {kind} as {'one of ' if among else ''}{anchor(words, other)}"
        case m.Extreme(stat=stat, which=which):
            return f"the {which} {stat}"
        case m.HasKeyword(keyword=keyword):
            return f"[{keyword_name(keyword)}]"
        case m.State(state=state) if state.endswith(" icon"):
            return a(state)
        case m.Not(what=m.State(state=state)) if state.endswith(" icon"):
            return f"no {state}"
        case m.Not(what=m.SameAs(what=kind, other=other)):
            return f"a different {kind} from {anchor(words, other)}"
        case m.Not(what=m.HasAbility(kind="")):
            return f"no {words.abilities}"
        case m.OneOf(filters=filters):
            found = [feature(words, each) for each in filters]
            return " or ".join(found) if all(found) else ""
        case m.HasAbility(kind=""):
            return "abilities"
    return ""


def so_many(words: Words, compare: m.Comparison, n: m.Amount) -> str:
    """How many, after "with" and "has"; "1" alone would be "at least 1"."""
    if compare == "equal":
        return "exactly 1" if n == 1 else amount(words, n)
    return bound(compare, amount(words, n))


def keyword_name(keyword: str) -> str:
    """ "counter play" is printed with a colon."""
    first, _, rest = keyword.partition(" ")
    return f"{first}: {rest}".title() if first in ("counter", "activate") and rest else keyword.title()


def quoted(name: str) -> str:
    return f'"{name}"'


# Amounts


def amount(words: Words, what: m.Amount) -> str:
    match what:
        case int():
            return str(what)
        case m.Unknown(letter=letter):
            return letter
        case m.Count(
            what=m.Selector(whose="you" | "opponent" as whose, areas=("energy area",)) as found, different=""
        ) if found == m.Selector(whose=whose, areas=found.areas):
            return f"{owner(whose)} total energy"
        case m.Count(what=found, different=""):
            return f"the number of {counted(words, found)}"
        case m.Count(what=found, different=kind):
            return f"the number of different {kind}s among {counted(words, found)}"
        case m.ValueOf(stat=stat, what=m.This()):
            return f"this card's {stat}"
        case m.ValueOf(stat=stat, what=m.Selector() as found):
            total = "total " if words.spelt and adds_up(found) else ""
            return f"the {total}{stat} of {anchor(words, found)}"
        case m.ValueOf(stat=stat, what=found):
            return f"the {stat} of {target(words, found)}"
        case m.PlayerNumber(number="zones invaded this turn", who=who):
            return f"the number of zones {owner(who)} monster invaded this turn"
        case m.PlayerNumber(number=number, who=who):
            return f"{owner(who)} {number_name(words, number)}"
        case m.Plus(left=left, right=right):
            return f"{amount(words, left)} plus {amount(words, right)}"
        case m.Minus(left=left, right=right):
            return f"{amount(words, left)} minus {amount(words, right)}"
        case m.Difference(left=left, right=right):
            return f"the difference between {part(words, left)} and {part(words, right)}"
        case m.OfTwo(which=which, left=left, right=right):
            way = "higher" if which == "highest" else "lower"
            return f"the {way} of {part(words, left)} and {part(words, right)}"
        case m.Excess(amount=found, over=over):
            return f"{part(words, found)} in excess of {over}"
        case m.Times(factor=2, amount=found, every=1):
            return f"twice {part(words, found)}"
        case m.Times(factor=int() as factor, amount=found, every=1):
            return f"{factor} times {part(words, found)}"
        case m.Half(amount=found, rounded=rounded):
            return f"half of {part(words, found)}{' rounded up' if rounded == 'up' else ''}"
        case m.ThatMany(way="prevented" | "healed" as way):
            return f"the damage {way} this way"
        case m.ThatMany(way=way) if way:
            return f"the number of cards {way_of(words, way)} this way"
        case m.ThatMany():
            return "that many"
        case m.NoMore(amount=found, most=most):
            return f"{amount(words, found)}, up to a maximum of {most}"
        case m.NoLess(amount=found, least=least):
            return f"{amount(words, found)}, to a minimum of {least}"
        case m.ChosenNumber():
            return "the chosen number"
        case m.HowOften(event=found, period=period):
            return f"the number of times {happening(words, found)} {PERIODS[period]}"
    raise TypeError(f"no words for the amount {what}")


def part(words: Words, what: m.Amount) -> str:
    """An amount inside another: a sum is named as one."""
    if isinstance(what, m.Plus):
        return f"the sum of {part(words, what.left)} and {part(words, what.right)}"
    return amount(words, what)


def adds_up(what: m.Selector) -> bool:
    """Of several cards in one area, all of which are meant: their numbers are added."""
    extreme = any(isinstance(each, m.Extreme | m.Outermost) for each in what.filters)
    return what.quantity == m.Every() and bool(what.types) and not extreme and not is_single(what)


def state_word(words: Words, what: m.State) -> str:
    return "attacking" if what.state == "attacking" else adjective(words, what)


def is_word(words: Words, *states: m.State) -> bool:
    """Whether each can stand before the noun."""
    return all(state_word(words, each) for each in states)


def happening(words: Words, what: m.Event) -> str:
    # Late: events are put into words with the words for targets.
    from judgekit.cardtext.wording.events import event

    return event(words, what, "past")


def counted(words: Words, what: m.Selector) -> str:
    """What is counted, in the plural without a quantity."""
    among = what.filters[0] if len(what.filters) == 1 else None
    if words.spelt and isinstance(among, m.Among) and what == m.Selector(m.Every(), filters=(among,)):
        return target(words, among.what)
    lead = f"{owner(what.whose)} " if what.whose and not says_area(what) else ""
    return lead + described(words, what, True)


def for_each_done(words: Words, way: str, every: int = 1) -> str:
    thing = "damage" if way == "healed" else "card" if every == 1 else "cards"
    return f" for {'each' if every == 1 else f'every {every}'} {thing} {way_of(words, way)} this way"


def per(words: Words, what: m.Amount) -> tuple[m.Amount, str]:
    """An amount as factor and "for each …"; no second part where there is no multiplication."""
    match what:
        case m.NoMore(amount=found, most=most):
            factor, each = per(words, found)
            return (factor, f"{each}, up to a maximum of {most}") if each else (what, "")
        case m.Times(factor=factor, amount=m.Count(what=found, different=""), every=every):
            return factor, for_each(words, found, every)
        case m.Times(factor=factor, amount=m.Count(what=found, different=kind), every=1):
            return factor, f" for each different {kind} among {counted(words, found)}"
        case m.Times(factor=factor, amount=m.Count(what=found, different=kind), every=every):
            return factor, f" for every {every} different {kind}s among {counted(words, found)}"
        case m.Times(
            factor=factor, amount=m.PlayerNumber(number="zones invaded this turn", who=who), every=1
        ):
            return factor, f" for each zone {owner(who)} monster invaded this turn"
        case m.PlayerNumber(number="zones invaded this turn", who=who):
            return 1, f" for each zone {owner(who)} monster invaded this turn"
        case m.Times(factor=factor, amount=m.PlayerNumber(number=number, who=who), every=every):
            return factor, f" for each {every} of {owner(who)} {number}"
        case m.Times(amount=m.ValueOf(what=m.Selector(areas=areas))) if areas:
            return what, ""
        case m.Times(factor=factor, amount=m.ValueOf(stat=stat, what=found), every=1):
            return factor, f" for each {stat} of {anchor(words, found)}"
        case m.Times(factor=factor, amount=m.ValueOf(stat=stat, what=found), every=every):
            on = "on" if stat == "damage" and words.spelt else "of"
            return factor, f" for every {every} {stat} {on} {anchor(words, found)}"
        case m.Times(factor=factor, amount=m.ThatMany(way=way), every=every) if way:
            return factor, for_each_done(words, way, every)
        case m.ThatMany(way=way) if way and way != "prevented":
            return 1, for_each_done(words, way)
        case m.Count(what=found, different=""):
            return 1, for_each(words, found, 1)
        case m.Times(factor=factor, amount=m.HowOften(event=found, period=period), every=1):
            return factor, f" for each time {happening(words, found)} {PERIODS[period]}"
        case m.Times(factor=factor, amount=m.Excess(m.ValueOf("zone number", of), over), every=1):
            return factor, f" for each zone {anchor(words, of)} is beyond zone {over}"
        case m.Excess(m.ValueOf("zone number", of), over):
            return 1, f" for each zone {anchor(words, of)} is beyond zone {over}"
        case m.Excess(amount=found, over=over):
            factor, each = per(words, found)
            return (factor, f"{each} in excess of {over}") if each else (what, "")
        case m.Times(factor=factor, amount=m.Excess(amount=found, over=over), every=every):
            each = per(words, m.Times(1, found, every))[1]
            return (factor, f"{each} in excess of {over}") if each else (what, "")
        case m.Plus(left=m.Count(different=""), right=m.Count(different="")):
            return 1, f"{per(words, what.left)[1]} and{per(words, what.right)[1]}"
        case m.Times(factor=factor, amount=m.Plus() as found, every=1) if per(words, found)[1]:
            return factor, per(words, found)[1]
        case m.HowOften(event=found, period=period):
            return 1, f" for each time {happening(words, found)} {PERIODS[period]}"
        case m.PlayerNumber(number=number, who=who):
            return 1, f" for each 1 of {owner(who)} {number}"
    return what, ""


def number_name(words: Words, number: str) -> str:
    return f"current {number}" if f"current {number}" in words.idioms else number


def way_of(words: Words, way: str) -> str:
    """For people: where the cards went."""
    return words.moved if way == "moved" and words.moved else way


def for_each(words: Words, what: m.Selector, every: int) -> str:
    if every > 1:
        return f" for every {every} {counted(words, what)}"
    if what.whose and not says_area(what):
        return f" for each of {counted(words, what)}"
    return f" for each {described(words, what, False)}"
