"""What is pointed at: this card, it, them, the rest; and the words that always mean the same."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    BOTH,
    GAP,
    IT,
    THEM,
    AllOf,
    AllTwo,
    Chooser,
    Head,
    Pronoun,
    Several,
    ThatNumber,
    The,
    Where,
    action,
    actions,
    constants,
    pronoun,
)
from judgekit.cardtext.build.targets.selecting import SINGLE_TYPES, Lone, Whole, is_one_list, selector
from judgekit.cardtext.discourse import OWNED
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Bare, Noun, One, Singly, ThatOnes, Theirs, They

constants(
    you="you",
    opponent="opponent",
    an_opponent=One("opponent", "an opponent"),
    bare_opponent=Bare("opponent"),
    each="each",
    each_singly=Singly("each"),
    that_player="that player",
    they_player=They("that player"),
    their_opponent="that player's opponent",
    owner="owner",
    master="master",
    owners=Theirs("owner", "their owner"),
    masters=Theirs("master", "their controller"),
    turn_player="turn player",
    any_player="any",
    their="their",
    nobody="",
    one=m.Exactly(1),
    every=AllOf(),
    all_two=AllTwo(),
    any_number=m.AnyNumber(),
    any_one=m.Some(),
    the_cards=The(),
    unsaid=None,
    none=Several("equal", 0),
    up_to_that_many=m.UpTo(m.ThatMany()),
    that_many_of=m.Exactly(m.ThatMany()),
    letter_x="X",
    letter_y="Y",
    that_many=m.ThatMany(),
    that_number=ThatNumber(),
    chosen_number=m.ChosenNumber(),
    it=IT,
    them=THEM,
    both_of_them=BOTH,
    the_rest=pronoun("the rest"),
    the_others=pronoun("the rest", "others"),
    the_other=pronoun("the rest", "other"),
    first_of_two=pronoun("first", "card"),
    second_of_two=pronoun("second", "card"),
    this_turn="turn",
    this_battle="battle",
    this_game="game",
    last_turn="last turn",
    this_way="effect",
    at_random=Chooser("random"),
    opponents_choice=Chooser("opponent"),
    their_choice=Chooser("their"),
    your_choice=Chooser("you"),
    gap=GAP,
    any_abilities=m.HasAbility(),
    no_abilities=m.Not(m.HasAbility()),
    among_them=m.Among(THEM),
    leftmost=m.Outermost("leftmost"),
    rightmost=m.Outermost("rightmost"),
    outermost=m.Outermost("outermost"),
    empty=m.Empty(),
    other=m.OtherThan(pronoun("other")),
    same_column="same column",
    attacked_column="attacked column",
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
    adjacent_to_this=m.Near("adjacent", m.This()),
)


@action
def values(*parts: Any) -> tuple[Any, ...]:
    return parts


@action
def this(noun: str) -> m.Target:
    if noun in ("zone", "strategy zone", "circle", "ability"):
        raise Unsound("“this” can only be followed by a card")
    if isinstance(noun, Noun) and not noun.singular:
        raise Unsound("“this” means one card: use the singular")
    return m.This()


@action
def the_one(noun: str) -> m.Target:
    """ "the card": one that was mentioned."""
    if not isinstance(noun, Noun) or not noun.singular or noun in ONE_EACH:
        raise Unsound("said in another way")
    return pronoun("the", noun)


@action
def the_opponents_one(noun: str) -> m.Target:
    return the_one_of(noun, "opponent")


def the_one_of(noun: str, side: m.Who) -> m.Target:
    """ "The opponent's unit": one that was mentioned, of that side; of some kinds there is only one."""
    if noun in SINGLE_TYPES:
        raise Unsound("said in another way")
    return replace(the_one(noun), word="that", called=side)


ONE_EACH = frozenset({"zone", "strategy zone", "circle", "attack zone", "defense zone", "gate"})


@action
def the_handled(deed: str, noun: str) -> m.Target:
    """ "the removed card": one that was removed before, and no other."""
    return pronoun(f"the {deed}", noun, deed)


@action
def owned_handled(whose: m.Who, deed: str, noun: str) -> m.Target:
    """ "Your destroyed unit": the one that was destroyed before."""
    if whose not in ("you", "opponent") or deed == "revealed" or noun in ONE_EACH:
        raise Unsound("said in another way")
    return replace(the_handled(deed, noun), called=whose)


@action
def choice(n: int) -> m.Bound:
    return m.Bound(n)


@action
def host(noun: str) -> m.Target:
    return m.Host()


@action
def role(word: str, noun: str) -> m.Role:
    """ "The attacking card": whatever attacks; "the attacking unit" is not a ruler that attacks. A noun that
    tells one attacker from another would be lost otherwise."""
    if noun not in FIGHTERS:
        raise Unsound(f"say “the {word} card”, and ask what it is with “if”")
    return m.Role(word, FIGHTERS[noun])


FIGHTERS = {"card": "", "monster card": "", "member": "", "unit": "unit", "ruler": "ruler"}


@action
def union(*parts: m.Target) -> m.Union:
    """A place or player named after the last card also applies to earlier cards that name neither."""
    if all(isinstance(each, Lone) and is_one_list(parts[0], each) for each in parts):  # type: ignore[arg-type]
        raise Unsound("said in another way")
    parts = of_the_first(parts)
    last = parts[-1]
    if isinstance(last, Pronoun) and last.word == "the rest":
        raise Unsound("some of them and the rest are all of them: say where each part goes")
    if not isinstance(last, m.Selector):
        return m.Union(parts)
    if len({each.types == ("zone",) for each in parts if isinstance(each, m.Selector)}) > 1:
        raise Unsound("cards and zones cannot be named together")
    return m.Union(tuple(placed_like(last, each) for each in parts))


def of_the_first(parts: tuple[m.Target, ...]) -> tuple[m.Target, ...]:
    """ "Your <A> and red battle cards": yours, both of them."""
    first, *others = parts
    if not isinstance(first, m.Selector) or not first.whose or first.areas or first.quantity != m.Every():
        return parts
    alike = [each for each in others if isinstance(each, m.Selector) and not each.whose and not each.areas]
    if len(alike) < len(others) or any(each.end or each.quantity != m.Every() for each in alike):
        return parts
    if any(isinstance(each, Whole) for each in (first, *alike)) or not all(
        isinstance(each, m.Is) for each in first.filters
    ):
        return parts
    if any(is_one_list(first, each) for each in alike):
        raise Unsound("said in another way")
    if any(not isinstance(one, m.Is) for each in alike for one in each.filters):
        raise Unsound("does that describe both of them? Say whose each of them is")
    return (first, *(replace(each, whose=first.whose) for each in alike))


def both_sides(one: m.Target, quantity: Any, whose: m.Who) -> m.Union:
    """ "one of your members and one of your opponent's": the same sort of card, of the other player."""
    if (
        not isinstance(one, m.Selector)
        or one.whose in ("", whose)
        or not isinstance(quantity, m.Exactly | m.UpTo)
    ):
        raise Unsound("one of what?")
    return m.Union((one, replace(one, whose=whose, quantity=quantity)))


@action
def either_target(*parts: m.Target) -> m.Selector:
    """ "1 A or 1 B": of one of the two kinds, as chosen. What follows the last one applies to both, and the
    number of the choice too."""
    last, bind = parts[-1], getattr(parts[-1], "bind", 0)
    if bind:
        last = replace(last, bind=0)
        parts = (*parts[:-1], last)
    kinds = tuple(
        one_card(placed_like(last, each) if isinstance(last, m.Selector) else each) for each in parts
    )
    if any(each.whose in ("owner", "master") for each in kinds):
        raise Unsound("the owner of which card? Say “your” or “your opponent's”")
    up_to = any(isinstance(each.quantity, m.UpTo) for each in kinds)
    n = max(whole_number(each.quantity) for each in kinds)
    return m.Selector(
        m.UpTo(n) if up_to else m.Exactly(n), "any", filters=(m.Each(kinds, one=True),), bind=bind
    )


def one_card(what: m.Target) -> m.Selector:
    if isinstance(what, m.This):
        return m.Selector(m.Exactly(1), "any", filters=(m.Among(what),))
    if not isinstance(what, m.Selector) or isinstance(what, Lone) or what.bind or what.end is not None:
        raise Unsound("one of which two? Say how many of each")
    return what


def whole_number(quantity: Any) -> int:
    if not isinstance(quantity, m.Exactly | m.UpTo) or not isinstance(quantity.n, int):
        raise Unsound("say how many of each")
    return quantity.n


def placed_like(last: m.Selector, each: m.Target) -> m.Target:
    if not isinstance(each, m.Selector) or each.areas or each.whose or each.end is not None:
        return each
    piled = bool(last.areas) and OWNED.issuperset(last.areas) and last.areas != ("damage zone",)
    if each.types and not last.types and not piled:
        last = replace(last, areas=(), whose="")  # "all fields and all set cards": only these say where
    among: tuple[m.Filter, ...] = tuple(
        one for one in last.filters if isinstance(one, m.Among) and one not in each.filters
    )
    if last.types and each.types and not {"member", "unit"} & set(each.types):  # "in this member's soul"
        among += tuple(one for one in last.filters if isinstance(one, m.Attached) and one.how == "soul")
    return replace(each, areas=last.areas, whose=last.whose, filters=(*each.filters, *among))


actions(
    that_ones_owner=lambda noun: ThatOnes("owner", Pronoun("that", noun)),
    that_ones_master=lambda noun: ThatOnes("master", Pronoun("that", noun)),
    others_owner=lambda _: ThatOnes("owner", m.Object()),
    others_master=lambda _: ThatOnes("master", m.Object()),
    this_one=lambda noun: m.This(),
    rest_of_area=lambda whose, area: selector(
        m.Every(), whose, Head((), ()), (Where((area,), whose), m.OtherThan(pronoun("all chosen")))
    ),
    rest_of_such=lambda whose, what: selector(m.Every(), whose, what, (m.OtherThan(pronoun("all chosen")),)),
    this_same=m.This,
    that_one=lambda: pronoun("that", "card"),
    that=lambda noun: pronoun("that", noun),
    that_called=lambda word, noun: Pronoun("that", noun, called=str(word)),
    that_doing=lambda word, noun: role(word, noun),  # only one card attacks, and only one defends
    those=lambda noun: THEM,
    both_of_those=lambda noun: BOTH,
    the_chosen=lambda noun: THEM if noun == "card" and not noun.singular else pronoun("chosen", noun),
    the_first=lambda noun: pronoun("first", noun),
    the_second=lambda noun: pronoun("second", noun),
    set_host=lambda noun: m.Host("set"),
    handled_this_way=lambda noun, deed: the_handled(deed, noun),
    those_bound=lambda noun: THEM,
    rest_of_choice=m.Rest,
    event_subject=lambda noun: m.Subject(),
    event_object=lambda noun: m.Object(),
    role_being_attacked=lambda noun: role("attacked", noun),
)
