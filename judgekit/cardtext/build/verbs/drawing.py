"""Drawing, discarding, looking, searching, shuffling, destroying."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import THEM, Per, ThatDeck, action, actions
from judgekit.cardtext.build.targets.quantities import less_than, more_than
from judgekit.cardtext.build.targets.references import one_card, union, whole_number
from judgekit.cardtext.build.targets.selectors import down_to
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import PERFORMER, taken
from judgekit.cardtext.errors import Unsound


@action
def draw_one() -> m.Draw:
    return m.Draw(1)


@action
def draw_up_to(n: m.Amount) -> m.Draw:
    return m.Draw(n, up_to=True)


@action
def draw_that_many_and(n: int) -> m.Draw:
    return m.Draw(m.Plus(m.ThatMany(), n))


@action
def draw(found: m.Draw) -> m.Verb:
    return found


@action
def draw_per(found: m.Draw, per: Per) -> m.Verb:
    if found.up_to and not isinstance(found.n, int):
        raise Unsound("up to how many for each? Give a whole number")
    return replace(found, n=times(found.n, per))


@action
def discard(what: m.Target) -> m.Verb:
    found = taken(what)
    return m.Discard(in_hand(found) if isinstance(found, m.Selector) else found)


def in_hand(found: m.Selector) -> m.Selector:
    if found.areas not in ((), ("hand",)):
        raise Unsound("cards can only be discarded from the hand")
    return replace(found, areas=("hand",), whose=PERFORMER if found.whose == "" else found.whose)


@action
def reveal(what: m.Target) -> m.Verb:
    return m.Reveal(taken(what))


@action
def reveal_each(*parts: m.Target) -> m.Verb:
    """ "Reveal an event and a field from among them": one of each, and later words refer to all."""
    return m.Reveal(one_of_each(parts))


@action
def discard_each(*parts: m.Target) -> m.Verb:
    """ "Discard 1 unit and 1 event"."""
    found = one_of_each(parts)
    (each,) = found.filters
    assert isinstance(each, m.Each)
    return m.Discard(replace(found, filters=(m.Each(tuple(map(in_hand, each.kinds))),)))


def one_of_each(parts: tuple[m.Target, ...]) -> m.Selector:
    *first, last = parts
    bind = last.bind if isinstance(last, m.Selector) else 0  # the number is that of all
    last = replace(last, bind=0) if isinstance(last, m.Selector) else last
    kinds = tuple(one_card(each) for each in union(*first, last).parts)
    n = sum(whole_number(each.quantity) for each in kinds)
    return m.Selector(m.Exactly(n), "any", filters=(m.Each(kinds),), bind=bind)


def one_until(last: m.Target) -> m.Selector:
    """The card that ends it: "until you reveal a unit"."""
    one = taken(last)
    if not isinstance(one, m.Selector) or one.quantity != m.Exactly(1) or one.areas or one.whose:
        raise Unsound("until which card? Describe one card")
    return one


@action
def reveal_until(whose: m.Who, area: str, last: m.Target) -> tuple[m.Verb, ...]:
    """ "Reveal cards from the top of your deck until you reveal a unit": later words mean that one."""
    found = taken(last)
    n = found.quantity.n if isinstance(found, m.Selector) and isinstance(found.quantity, m.Exactly) else 0
    if not isinstance(n, int) or n not in range(1, 6):
        raise Unsound("until which card? Describe one card, or say how many")
    one = one_until(replace(found, quantity=m.Exactly(1)) if isinstance(found, m.Selector) else found)
    first = replace(one, quantity=m.Some(), whose=whose, areas=(area,))
    return (
        m.Reveal(down_to(first, n)),
        m.Choose(replace(one, quantity=m.Exactly(n), filters=(*one.filters, m.Among(THEM)))),
    )


@action
def search(whose: m.Who, area: str, what: m.Target) -> m.Verb:
    found = taken(what)
    kinds = found.filters[0] if isinstance(found, m.Selector) and found.filters else None
    if isinstance(found, m.Selector) and isinstance(kinds, m.Each):
        there = tuple(looked_for(each, whose, area) for each in kinds.kinds)
        return m.Search(replace(found, filters=(m.Each(there, kinds.one),)))
    return m.Search(looked_for(found, whose, area))


def looked_for(what: m.Target, whose: m.Who, area: str) -> m.Selector:
    if not isinstance(what, m.Selector) or what.areas or what.whose:
        raise Unsound("what is searched for? Describe the card")
    return replace(what, areas=(area,), whose=whose)


@action
def shuffle(whose: m.Who) -> m.Verb:
    return m.Shuffle(whose)


@action
def destroy(what: m.Target) -> m.Verb:
    for each in what.parts if isinstance(what, m.Union) else (what,):
        if isinstance(each, m.Selector) and {"zone", "circle"} & set(each.types):
            raise Unsound("a place cannot be destroyed")
    return m.Destroy(taken(what))


@action
def destroy_singly(what: m.Target) -> m.Verb:
    return m.Destroy(taken(what), one_by_one=True)


actions(
    draw_some=m.Draw,
    draw_choice=lambda found, n: replace(found, bind=n),
    draw_up_to_that_many=lambda: m.Draw(m.ThatMany(), up_to=True),
    draw_that_many=lambda: m.Draw(m.ThatMany()),
    draw_that_many_more=draw_that_many_and,
    draw_that_many_less=lambda n: m.Draw(m.Minus(m.ThatMany(), n)),
    draw_half_up=lambda many: m.Draw(m.Half(many, "up")),
    draw_more_than=lambda n, amount: m.Draw(more_than(n, amount)),
    draw_fewer_than=lambda n, amount: m.Draw(less_than(n, amount)),
    draw_and_more=lambda n, per: m.Draw(m.Plus(n, times(1, per))),
    draw_one_and_more=lambda per: m.Draw(m.Plus(1, times(1, per))),
    that_many_minus=lambda n: m.Minus(m.ThatMany(), n),
    that_many_plus=lambda n: m.Plus(m.ThatMany(), n),
    draw_until=m.DrawUntil,
    draw_until_even=lambda: m.DrawUntil(m.Count(m.Selector(m.Some(), "opponent", ("hand",)))),
    draw_until_they=lambda n: m.DrawUntil(n, "their"),
    draw_equal=m.Draw,
    draw_up_to_equal=lambda amount: m.Draw(amount, up_to=True),
    discard_some=lambda n: m.Discard(m.Selector(m.Exactly(n), PERFORMER, ("hand",))),
    discard_equal=lambda amount: m.Discard(m.Selector(m.Exactly(amount), PERFORMER, ("hand",))),
    discard_their_hand=lambda: m.Discard(m.Selector(m.Every(), "their", ("hand",))),
    discard_your_hand=lambda: m.Discard(m.Selector(m.Every(), "you", ("hand",))),
    discard_down=m.DiscardDownTo,
    discard_down_to_yours=lambda: m.DiscardDownTo(m.Count(m.Selector(m.Some(), "you", ("hand",)))),
    look=lambda what: m.Look(taken(what)),
    look_area=lambda whose, area: m.Look(m.Selector(m.Every(), whose, (area,))),
    reveal_hand=lambda whose: m.Reveal(m.Selector(m.Every(), whose, ("hand",))),
    search_own=lambda area, what: search("you", area, what),
    shuffle_own=ThatDeck,
    shuffle_both=lambda: m.Shuffle("their", who="each"),
    shuffle_their_decks=lambda: m.Shuffle("their"),
    shuffle_into=lambda what, whose: m.Move(taken(what), m.Place("deck", whose, order="random")),
)
