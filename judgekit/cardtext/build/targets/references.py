"""What is pointed at: this card, it, them, the rest; and the words that always mean the same."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import (
    BOTH,
    IT,
    THEM,
    AllTwo,
    Chooser,
    Several,
    The,
    action,
    constants,
    pronoun,
)
from judgekit.cardtext.build.targets.selecting import Lone
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Noun, One
from judgekit.cardtext.model import (
    Among,
    AnyNumber,
    Attacks,
    Bound,
    ChosenNumber,
    Each,
    Empty,
    Every,
    Exactly,
    HasAbility,
    Host,
    Near,
    Not,
    Object,
    OtherThan,
    Outermost,
    Rest,
    Role,
    Selector,
    Some,
    Subject,
    Target,
    ThatMany,
    This,
    Union,
    UpTo,
    Who,
)

constants(
    you="you",
    opponent="opponent",
    an_opponent=One("opponent", "an opponent"),
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
    all_two=AllTwo(),
    any_number=AnyNumber(),
    any_one=Some(),
    the_cards=The(),
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
    both_of_them=BOTH,
    the_rest=pronoun("the rest"),
    the_others=pronoun("the rest", "others"),
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


@action
def this(noun: str) -> Target:
    if noun in ("zone", "strategy zone", "circle", "ability"):
        raise Unsound("“this” needs a card")
    if isinstance(noun, Noun) and not noun.singular:
        raise Unsound("“this” is said of one card")
    return This()


@action
def this_one(noun: str) -> Target:
    return This()


@action
def this_same() -> Target:
    return This()


@action
def that_one() -> Target:
    return pronoun("that", "card")


@action
def that(noun: str) -> Target:
    return pronoun("that", noun)


@action
def those(noun: str) -> Target:
    return THEM


@action
def both_of_those(noun: str) -> Target:
    return BOTH


@action
def the_one(noun: str) -> Target:
    """ "the card": one that was spoken of."""
    if not isinstance(noun, Noun) or not noun.singular or noun in ONE_EACH:
        raise Unsound("said in another way")
    return pronoun("the", noun)


ONE_EACH = frozenset({"zone", "strategy zone", "circle", "attack zone", "defense zone", "gate"})


@action
def the_chosen(noun: str) -> Target:
    return pronoun("chosen", noun)


@action
def the_handled(deed: str, noun: str) -> Target:
    """ "the removed card": one that was removed before, and no other."""
    return pronoun(f"the {deed}", noun, deed)


@action
def handled_this_way(noun: str, deed: str) -> Target:
    return the_handled(deed, noun)


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
    """ "The attacking unit": whatever attacks. A noun that tells one attacker from another would be lost."""
    if noun not in FIGHTERS:
        raise Unsound(f"say “the {word} card”, and ask what it is with “if”")
    return Role(word)


@action
def role_being_attacked(noun: str) -> Role:
    return role("attacked", noun)


FIGHTERS = frozenset({"card", "monster card", "unit", "member"})


@action
def union(*parts: Target) -> Union:
    """What is said behind the last card, where and whose, holds for those before it that say neither."""
    last = parts[-1]
    if not isinstance(last, Selector):
        return Union(parts)
    return Union(tuple(placed_like(last, each) for each in parts))


def both_sides(one: Target, quantity: Any, whose: Who) -> Union:
    """ "one of your members and one of your opponent's": the same sort of card, of the other player."""
    if not isinstance(one, Selector) or one.whose in ("", whose) or not isinstance(quantity, Exactly | UpTo):
        raise Unsound("one of what?")
    return Union((one, replace(one, whose=whose, quantity=quantity)))


@action
def either_target(*parts: Target) -> Selector:
    """ "1 A or 1 B": of one of the two kinds, as chosen. What is said behind the last holds for both."""
    last = parts[-1]
    kinds = tuple(one_card(placed_like(last, each) if isinstance(last, Selector) else each) for each in parts)
    up_to = any(isinstance(each.quantity, UpTo) for each in kinds)
    n = max(whole_number(each.quantity) for each in kinds)
    return Selector(UpTo(n) if up_to else Exactly(n), "any", filters=(Each(kinds, one=True),))


def one_card(what: Target) -> Selector:
    if isinstance(what, This):
        return Selector(Exactly(1), "any", filters=(Among(what),))
    if not isinstance(what, Selector) or isinstance(what, Lone) or what.bind or what.end is not None:
        raise Unsound("one of which two? Say of each how many")
    return what


def whole_number(quantity: Any) -> int:
    if not isinstance(quantity, Exactly | UpTo) or not isinstance(quantity.n, int):
        raise Unsound("say of each how many")
    return quantity.n


def placed_like(last: Selector, each: Target) -> Target:
    if not isinstance(each, Selector) or each.areas or each.whose or each.end is not None:
        return each
    return replace(each, areas=last.areas, whose=last.whose)
