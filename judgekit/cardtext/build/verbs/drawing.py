"""Drawing, discarding, looking, searching, shuffling, destroying."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Per, ThatDeck, action
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import PERFORMER, taken
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    Count,
    Destroy,
    Discard,
    DiscardDownTo,
    Draw,
    DrawUntil,
    Every,
    Exactly,
    Look,
    Move,
    Place,
    Plus,
    Reveal,
    Search,
    Selector,
    Shuffle,
    Some,
    Target,
    ThatMany,
    Union,
    Verb,
    Who,
)


@action
def draw_one() -> Draw:
    return Draw(1)


@action
def draw_some(n: Amount) -> Draw:
    return Draw(n)


@action
def draw_up_to(n: Amount) -> Draw:
    return Draw(n, up_to=True)


@action
def draw_up_to_that_many() -> Draw:
    return Draw(ThatMany(), up_to=True)


@action
def draw_that_many() -> Draw:
    return Draw(ThatMany())


@action
def draw_that_many_and(n: int) -> Draw:
    return Draw(Plus(ThatMany(), n))


@action
def draw_that_many_more(n: int) -> Draw:
    return draw_that_many_and(n)


@action
def draw(found: Draw) -> Verb:
    return found


@action
def draw_per(found: Draw, per: Per) -> Verb:
    if found.up_to and not isinstance(found.n, int):
        raise Unsound("up to how many for each?")
    return replace(found, n=times(found.n, per))


@action
def draw_until(n: int) -> Verb:
    return DrawUntil(n)


@action
def draw_until_even() -> Verb:
    return DrawUntil(Count(Selector(Some(), "opponent", ("hand",))))


@action
def draw_until_they(n: int) -> Verb:
    return DrawUntil(n, "their")


@action
def draw_equal(amount: Amount) -> Verb:
    return Draw(amount)


@action
def draw_up_to_equal(amount: Amount) -> Verb:
    return Draw(amount, up_to=True)


@action
def discard(what: Target) -> Verb:
    found = taken(what)
    if isinstance(found, Selector):
        if found.areas not in ((), ("hand",)):
            raise Unsound("only cards in hand are discarded")
        whose = PERFORMER if found.whose == "" else found.whose
        found = replace(found, areas=("hand",), whose=whose)
    return Discard(found)


@action
def discard_some(n: int) -> Verb:
    return Discard(Selector(Exactly(n), PERFORMER, ("hand",)))


@action
def discard_equal(amount: Amount) -> Verb:
    return Discard(Selector(Exactly(amount), PERFORMER, ("hand",)))


@action
def discard_their_hand() -> Verb:
    return Discard(Selector(Every(), "their", ("hand",)))


@action
def discard_your_hand() -> Verb:
    return Discard(Selector(Every(), "you", ("hand",)))


@action
def discard_down(n: int) -> Verb:
    return DiscardDownTo(n)


@action
def look(what: Target) -> Verb:
    return Look(taken(what))


@action
def look_area(whose: Who, area: str) -> Verb:
    return Look(Selector(Every(), whose, (area,)))


@action
def reveal(what: Target) -> Verb:
    return Reveal(taken(what))


@action
def reveal_hand(whose: Who) -> Verb:
    return Reveal(Selector(Every(), whose, ("hand",)))


@action
def search(whose: Who, area: str, what: Target) -> Verb:
    found = taken(what)
    if not isinstance(found, Selector) or found.areas or found.whose:
        raise Unsound("a search is for a card that is described")
    return Search(replace(found, areas=(area,), whose=whose))


@action
def search_own(area: str, what: Target) -> Verb:
    return search("you", area, what)


@action
def shuffle(whose: Who) -> Verb:
    return Shuffle(whose)


@action
def shuffle_own() -> Verb:
    return ThatDeck()


@action
def shuffle_both() -> Verb:
    return Shuffle("their", who="each")


@action
def shuffle_into(what: Target, whose: Who) -> Verb:
    return Move(taken(what), Place("deck", whose, order="random"))


@action
def destroy(what: Target) -> Verb:
    for each in what.parts if isinstance(what, Union) else (what,):
        if isinstance(each, Selector) and {"zone", "circle"} & set(each.types):
            raise Unsound("a place cannot be destroyed")
    return Destroy(taken(what))


@action
def is_destroyed(what: Target) -> Verb:
    return destroy(passive(what))


@action
def destroy_singly(what: Target) -> Verb:
    return Destroy(taken(what), one_by_one=True)
