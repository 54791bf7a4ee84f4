"""Verbs: what an ability makes happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    Change,
    Compared,
    Head,
    Per,
    action,
    constants,
)
from judgekit.cardtext.build.targets import Counted, Lone, described, selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    Advance,
    Amount,
    AnyNumber,
    Cause,
    ChangeNumber,
    Choose,
    Countered,
    CounterMonster,
    CreateToken,
    Demand,
    Destroy,
    Discard,
    DiscardDownTo,
    Draw,
    DrawUntil,
    Duration,
    End,
    EndNow,
    Every,
    Evolve,
    Exactly,
    Gain,
    Instead,
    Invade,
    Is,
    Keyword,
    Look,
    Lose,
    LoseGame,
    Minus,
    Modify,
    Move,
    Near,
    NegateAbilities,
    NegateAbility,
    NegateAttack,
    Not,
    Permit,
    Pick,
    Place,
    Play,
    PlayCost,
    Player,
    PlayerNumber,
    Plus,
    Prohibit,
    Retreat,
    Reveal,
    Search,
    Selector,
    Shuffle,
    Some,
    Stack,
    Stat,
    Swap,
    Target,
    ThatMany,
    This,
    Times,
    Total,
    TreatAs,
    Under,
    Union,
    UpTo,
    UseAbility,
    ValueOf,
    Vanish,
    Verb,
    Who,
    Win,
    Zones,
)

PERFORMER: Any = "performer"  # the player of the verb, until the whole sentence is known


def taken(what: Target) -> Target:
    """An object of a verb: "2 or less" and "no" are no choices, and one card needs its number."""
    if isinstance(what, Counted):
        raise Unsound("“no” and “or less” are conditions, not choices")
    if isinstance(what, Lone):
        raise Unsound("how many? Say “1”, “all” or “up to …” before it")
    if isinstance(what, Selector) and what.quantity == Some():
        raise Unsound("how many is “any”? Say “1”, “all” or “any number of”")
    if isinstance(what, Union):
        for each in what.parts:
            taken(each)
    return what


constants(
    colour_word="colour",
    trait_word="trait",
    player_word="player",
    name_word="name",
    type_word="type",
    any_order=("order", "any"),
    random_order=("order", "random"),
    face_up=("face", "up"),
    face_down=("face", "down"),
    play_free=PlayCost("free"),
    plus_sign="plus",
    minus_sign="minus",
)


@action
def choose(what: Target) -> Verb:
    return Choose(taken(what))


@action
def choose_two(one: Target, other: Target) -> Verb:
    return Choose(Union((taken(one), taken(other))))


@action
def pick_number() -> Verb:
    return Pick("number")


@action
def pick_number_range(low: int, high: int) -> Verb:
    if low >= high:
        raise Unsound("say the smaller number first")
    return Pick("number", low, high)


@action
def pick_name() -> Verb:
    return Pick("name")


@action
def pick(what: str) -> Verb:
    return Pick(what)


# Moving


@action
def to_owner_area(whose: Who, area: str) -> Place:
    return Place(area, whose)


@action
def to_area(area: str) -> Place:
    return Place(area)


def zone_of(whose: Who, zones: tuple[int, ...]) -> Selector:
    return Selector(Exactly(1), whose, types=("zone",), filters=(Zones(zones),))


@action
def to_owner_zone(whose: Who, zones: tuple[int, ...]) -> Place:
    return Place("field", zone=zone_of(whose, zones))


@action
def to_zone(zones: tuple[int, ...]) -> Place:
    return Place("field", zone=zone_of("", zones))


def is_place(what: Selector) -> Selector:
    every = isinstance(what.quantity, Every) and what.types == ("strategy zone",)
    if isinstance(what, Counted | Lone) or every:
        raise Unsound("to which zone? Say “1 of”, or its number")
    if not what.types or any(each not in PLACES for each in what.types):
        raise Unsound("a card goes to a zone or an area")
    if any(isinstance(each, Under) for each in what.filters):
        raise Unsound("no zone lies under a card")
    return what


PLACES = frozenset({"zone", "strategy zone", "circle", "gate", "attack zone", "defense zone", "set zone"})


@action
def to_place(what: Head, rest: tuple[Any, ...]) -> Place:
    return Place("field", zone=is_place(selector(Exactly(1), "", what, rest)))


@action
def to_another_place(what: Head, rest: tuple[Any, ...]) -> Place:
    elsewhere = Not(Near("same zone", IT))
    found = selector(Exactly(1), "", Head(what.types, (elsewhere, *what.filters)), rest)
    return Place("field", zone=is_place(found))


@action
def to_own_place(whose: Who, what: Head, rest: tuple[Any, ...]) -> Place:
    if set(what.types) <= {"attack zone", "defense zone"} and not what.filters and not rest:
        raise Unsound("an area, said in another way")
    return Place("field", zone=is_place(selector(Exactly(1), whose, what, rest)))


@action
def to_some_place(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Place:
    if quantity is None:
        raise Unsound("said in another way")
    one = Exactly(1) if quantity == Some() else quantity
    return Place("field", zone=is_place(selector(one, whose, what, rest)))


@action
def move(what: Target, to: Place) -> Verb:
    return Move(taken(what), to)


@action
def move_how(what: Target, to: Place, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), replace(to, **{how[0]: how[1]}))


@action
def move_end(what: Target, end: End, whose: Who, area: str) -> Verb:
    return Move(taken(what), Place(area, whose, end))


@action
def move_end_order(what: Target, end: End, whose: Who, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, whose, end, order=how[1]))


@action
def move_end_own(what: Target, end: End, area: str) -> Verb:
    return Move(taken(what), Place(area, "", end))


@action
def move_end_own_order(what: Target, end: End, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, "", end, order=how[1]))


@action
def move_either_end(what: Target, whose: Who, area: str) -> Verb:
    return Move(taken(what), Place(area, whose, "either"))


@action
def move_either_end_order(what: Target, whose: Who, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, whose, "either", order=how[1]))


@action
def return_hand(what: Target) -> Verb:
    raise Unsound("say where it returns to")


@action
def place_under(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "under")


@action
def place_on(what: Target, onto: Target) -> Verb:
    below = taken(onto)
    if isinstance(below, Selector) and below.areas and not below.types and not below.filters:
        return Move(taken(what), Place(below.areas[0], below.whose, "top"))
    return Stack(taken(what), below, "on top")


# Playing


def playable(what: Target) -> Target:
    found = taken(what)
    if isinstance(found, Selector) and found.types == ("token",):
        raise Unsound("a token is played by its name")
    if isinstance(found, Selector) and any(isinstance(each, Zones) for each in found.filters):
        raise Unsound("what is in a zone has been played")
    return found


@action
def play(what: Target) -> Verb:
    return Play(playable(what))


@action
def to_owner_zone_target(whose: Who, zones: tuple[int, ...]) -> Selector:
    return zone_of(whose, zones)


@action
def to_zone_target(zones: tuple[int, ...]) -> Selector:
    return zone_of("", zones)


@action
def different_zones(what: Head) -> Selector:
    return is_place(selector(AnyNumber(), "", what, ()))


@action
def zone_target(what: Any) -> Target:
    if isinstance(what, Selector):
        return is_place(what)
    return what  # type: ignore[no-any-return]


@action
def zone_it_was() -> Target:
    return Selector(Exactly(1), "", types=("zone",), filters=(Near("on", IT),))


@action
def zone_this_was() -> Target:
    return Selector(Exactly(1), "", types=("zone",), filters=(Near("on", This()),))


@action
def play_to(what: Target, to: Target) -> Verb:
    return Play(playable(what), to)


def played_so(verb: Play, how: Any) -> Play:
    """ "without paying …", "in Rest Mode", "with its skills negated"."""
    if isinstance(how, PlayCost):
        return replace(verb, cost=how)
    return replace(verb, **{how[0]: how[1]})


@action
def play_how(what: Target, *ways: Any) -> Verb:
    verb = Play(playable(what))
    for how in ways:
        verb = played_so(verb, how)
    return verb


@action
def play_to_how(what: Target, to: Target, how: Any) -> Verb:
    return played_so(Play(playable(what), to), how)


@action
def play_how_to(what: Target, how: Any, to: Target) -> Verb:
    return played_so(Play(playable(what), to), how)


@action
def play_onto(what: Target, onto: Target) -> Verb:
    return Play(playable(what), onto=taken(onto))


@action
def as_though(stat: str, amount: Amount) -> PlayCost:
    return PlayCost("as though", amount, stat)


@action
def with_less(stat: str, amount: Amount) -> PlayCost:
    return PlayCost("less", amount, stat)


@action
def with_less_rank(amount: Amount) -> PlayCost:
    return PlayCost("less", amount, "rank")


@action
def ignoring(stat: str) -> PlayCost:
    return PlayCost("ignoring", 0, stat)


# Drawing, discarding, looking


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
    return Shuffle()


@action
def shuffle_into(what: Target, whose: Who) -> Verb:
    return Move(taken(what), Place("deck", whose, order="random"))


@action
def destroy(what: Target) -> Verb:
    return Destroy(taken(what))


@action
def destroy_singly(what: Target) -> Verb:
    return Destroy(taken(what), one_by_one=True)


# Gaining and losing


def times(factor: Amount, per: Per) -> Amount:
    if factor == 1 and per.every == 1:
        return per.amount
    return Times(factor, per.amount, per.every)


@action
def per_card(what: Selector) -> Per:
    from judgekit.cardtext.build.targets import count_of

    if isinstance(what, Counted) or what.quantity != Every():
        raise Unsound("“for each” counts all of them")
    return Per(count_of(what))


@action
def per_some(n: int, what: Selector) -> Per:
    return Per(per_card(what).amount, n)


@action
def per_number(n: Amount, whose: Who, number: str) -> Per:
    if not isinstance(n, int):
        raise Unsound("counted in steps of a whole number")
    return Per(PlayerNumber(number, whose), n)


@action
def per_number_one(whose: Who, number: str) -> Per:
    return Per(PlayerNumber(number, whose))


@action
def gain_stat(how: str, amount: Amount, stat: str) -> Change:
    return Change(stat, how, amount)


@action
def gain_stat_swapped(stat: str, how: str, amount: Amount) -> Change:
    return Change(stat, how, amount)


@action
def gain_stat_equal(how: str, stat: str, amount: Amount) -> Change:
    return Change(stat, how, amount)


@action
def keyword_plain(name: str) -> Keyword:
    return Keyword(name)


@action
def keyword_number(name: str, n: int) -> Keyword:
    return Keyword(name, n)


@action
def gain_keyword(keyword: Keyword) -> Keyword:
    return keyword


def own(subject: Target, amount: Amount) -> Amount:
    """ "its" after "this card …" is this card's, whatever was spoken of before."""
    if subject == This() and isinstance(amount, ValueOf) and amount.what == IT:
        return replace(amount, what=This())
    if subject == This() and isinstance(amount, Plus | Minus):
        return replace(amount, left=own(subject, amount.left), right=own(subject, amount.right))
    return amount


def gaining(
    what: Target, gains: tuple[Any, ...], per: Per | None, duration: Duration | None
) -> tuple[Verb, ...]:
    found: list[Verb] = []
    for gain in gains:
        if isinstance(gain, Change):
            amount = times(gain.amount, per) if per else own(what, gain.amount)
            found.append(Modify(what, gain.stat, gain.how, amount, duration))
        elif isinstance(gain, Keyword | Ability | Is):
            found.append(Gain(what, gain, duration))
        else:
            found.extend(Gain(what, each, duration) for each in gain)
    if per and not any(isinstance(each, Modify) for each in found):
        raise Unsound("“for each” multiplies a number")
    return of_one_choice(found)


def of_one_choice(verbs: list[Any]) -> tuple[Verb, ...]:
    """Several things about the same cards: they are chosen once."""
    what = verbs[0].what
    if not isinstance(what, Selector) or isinstance(what.quantity, Every):
        return tuple(verbs)
    single = isinstance(what.quantity, Exactly | UpTo) and what.quantity.n == 1
    return (verbs[0], *(replace(verb, what=IT if single else THEM) for verb in verbs[1:]))


def standing(what: Target) -> Target:
    found = taken(what)
    if isinstance(found, Selector) and found.types and found.types[0] == "zone":
        raise Unsound("a zone gains nothing")
    return found


@action
def get(what: Target, gains: tuple[Any, ...]) -> Any:
    return gaining(standing(what), gains, None, None)


@action
def get_for(what: Target, gains: tuple[Any, ...], duration: Duration) -> Any:
    return gaining(standing(what), gains, None, duration)


@action
def get_per(what: Target, gains: tuple[Any, ...], per: Per) -> Any:
    return gaining(standing(what), gains, per, None)


@action
def get_per_for(what: Target, gains: tuple[Any, ...], per: Per, duration: Duration) -> Any:
    return gaining(standing(what), gains, per, duration)


@action
def get_for_per(what: Target, gains: tuple[Any, ...], duration: Duration, per: Per) -> Any:
    return gaining(standing(what), gains, per, duration)


Said = Callable[[Target], Any]


@action
def said_get(gains: tuple[Any, ...]) -> Said:
    return lambda what: get(what, gains)


@action
def said_get_for(gains: tuple[Any, ...], duration: Duration) -> Said:
    return lambda what: get_for(what, gains, duration)


@action
def said_get_per(gains: tuple[Any, ...], per: Per) -> Said:
    return lambda what: get_per(what, gains, per)


@action
def said_cannot(found: Any) -> Said:
    return lambda what: cannot(what, found)


@action
def said_cannot_for(found: Any, duration: Duration) -> Said:
    return lambda what: cannot(what, found, duration)


@action
def said_lose(losses: Any) -> Said:
    return lambda what: (lose(what, losses),)


@action
def said_lose_for(losses: Any, duration: Duration) -> Said:
    return lambda what: (lose(what, losses, duration),)


@action
def said_together(what: Target, *parts: Said) -> Any:
    """ "gains +1000 power and cannot attack": one card, several things; the last duration is for all."""
    verbs: Any = of_one_choice([verb for part in parts for verb in part(what)])
    last = verbs[-1].duration
    return tuple(replace(verb, duration=last) if verb.duration is None else verb for verb in verbs)


@action
def increased(what: Target, stat: str, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "plus", amount, duration)


@action
def increased_for(what: Target, stat: str, amount: Amount, duration: Duration) -> Verb:
    return increased(what, stat, amount, duration)


@action
def increased_per(what: Target, stat: str, amount: Amount, per: Per) -> Verb:
    return increased(what, stat, times(amount, per))


@action
def reduced(what: Target, stat: str, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "minus", amount, duration)


@action
def reduced_for(what: Target, stat: str, amount: Amount, duration: Duration) -> Verb:
    return reduced(what, stat, amount, duration)


@action
def reduced_per(what: Target, stat: str, amount: Amount, per: Per) -> Verb:
    return reduced(what, stat, times(amount, per))


@action
def become(what: Target, stat: str, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "set", amount, duration)


@action
def become_for(what: Target, stat: str, amount: Amount, duration: Duration) -> Verb:
    return Modify(what, stat, "set", amount, duration)


@action
def doubled(what: Target, stat: str, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "times", 2, duration)


@action
def doubled_for(what: Target, stat: str, duration: Duration) -> Verb:
    return doubled(what, stat, duration)


@action
def doubled_of(stat: str, what: Target) -> Verb:
    return doubled(taken(what), stat)


@action
def doubled_of_for(stat: str, what: Target, duration: Duration) -> Verb:
    return doubled(taken(what), stat, duration)


@action
def become_of(stat: str, what: Target, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), stat, "set", amount, duration)


@action
def become_of_for(stat: str, what: Target, amount: Amount, duration: Duration) -> Verb:
    return become_of(stat, what, amount, duration)


@action
def reduced_of(stat: str, what: Target, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), stat, "minus", amount, duration)


@action
def reduced_of_for(stat: str, what: Target, amount: Amount, duration: Duration) -> Verb:
    return reduced_of(stat, what, amount, duration)


@action
def increased_of(stat: str, what: Target, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), stat, "plus", amount, duration)


@action
def increased_of_for(stat: str, what: Target, amount: Amount, duration: Duration) -> Verb:
    return increased_of(stat, what, amount, duration)


constants(lose_all=("all", ""), lose_traits=("all", "trait"))


@action
def lose_keyword(keyword: Keyword) -> Keyword:
    return keyword


@action
def lose_keyword_ref(name: str) -> tuple[str, str]:
    return ("all", name)


@action
def lose_stat(amount: Amount, stat: str) -> Change:
    return Change(stat, "minus", amount)


@action
def lose(what: Target, losses: Any, duration: Duration | None = None) -> Verb:
    found = standing(what)
    if isinstance(losses, Change):
        return Modify(found, losses.stat, "minus", losses.amount, duration)
    if isinstance(losses, Keyword | Is):
        return Lose(found, losses, duration=duration)
    return Lose(found, all_of=losses[1] or "ability", duration=duration)


@action
def lose_for(what: Target, losses: Any, duration: Duration) -> Verb:
    return lose(what, losses, duration)


def treat_like(like: Head) -> Is:
    if len(like.filters) == 1 and not like.types and isinstance(like.filters[0], Is):
        return like.filters[0]
    if like.types and not like.filters:
        return Is("type", like.types)
    raise Unsound("one property at a time can be treated as another")


@action
def treat_head(like: Head) -> Is:
    return treat_like(like)


@action
def also_treated(what: Target, like: Is) -> Verb:
    return Gain(taken(what), like)


@action
def treated(what: Target, like: Is) -> Verb:
    return TreatAs(taken(what), like)


# May and may not


@action
def act(verb: str) -> Act:
    return Act(verb)


@action
def act_on(verb: str, what: Target) -> Act:
    if verb == "draw":
        raise Unsound("nobody knows beforehand which cards are drawn: say “draw cards”")
    return Act(verb, described(what))


@action
def act_on_player(verb: str, who: Who) -> Act:
    if verb != "attack":
        raise Unsound("only an attack is on a player")
    return Act(verb, Player(who))


@action
def act_by(verb: str, cause: Cause) -> Act:
    return Act(verb, cause=cause)


@action
def act_from(verb: str, whose: Who, area: str) -> Act:
    return Act(verb, Selector(Some(), whose, (area,)))


@action
def act_two(one: str, other: str) -> Any:
    return (Act(one), Act(other))


@action
def act_two_by(one: str, other: str, cause: Cause) -> Any:
    return (Act(one, cause=cause), Act(other, cause=cause))


@action
def act_leave(origin: Any) -> Act:
    if origin[0] == ("outside the field",):
        raise Unsound("nothing leaves what is no area")
    return Act("leave", Selector(Some(), origin[1], origin[0]))


@action
def act_leave_by(origin: Any, cause: Cause) -> Act:
    return replace(act_leave(origin), cause=cause)


@action
def act_placed(to: Any) -> Act:
    return Act("be placed", to=Place(to[0][0], to[1]))


@action
def act_placed_by(to: Any, cause: Cause) -> Act:
    return Act("be placed", cause=cause, to=Place(to[0][0], to[1]))


@action
def act_moved_by(cause: Cause) -> Act:
    return Act("be moved", cause=cause)


@action
def act_countered_by(bound: Compared) -> Act:
    total = Selector(Some(), filters=(Stat("total counter power", bound.compare, bound.amount),))
    return Act("be countered", cause=Cause(source=total))


def acts(found: Any) -> tuple[Act, ...]:
    return found if type(found) is tuple else (found,)


@action
def cannot(what: Target, found: Any, duration: Duration | None = None) -> Any:
    return of_one_choice([Prohibit(standing(what), each, duration) for each in acts(found)])


@action
def cannot_for(what: Target, found: Any, duration: Duration) -> Any:
    return cannot(what, found, duration)


@action
def player_cannot(who: Who, found: Any, duration: Duration | None = None) -> Any:
    return tuple(Prohibit(Player(who), from_own_hand(who, each), duration) for each in acts(found))


def from_own_hand(who: Who, act: Act) -> Act:
    """Whose hand is meant goes with who is spoken of."""
    if act.verb in ("play from hand", "play from your hand"):
        if (act.verb == "play from your hand") != (who == "you"):
            raise Unsound("from whose hand?")
        return replace(act, verb="play from hand")
    return act


@action
def player_cannot_for(who: Who, found: Any, duration: Duration) -> Any:
    return player_cannot(who, found, duration)


@action
def can_only(what: Target, found: Any) -> Any:
    return of_one_choice([Prohibit(standing(what), each, only=True) for each in acts(found)])


@action
def player_can_only(who: Who, found: Any, duration: Duration | None = None) -> Any:
    return tuple(Prohibit(Player(who), from_own_hand(who, each), duration, only=True) for each in acts(found))


@action
def player_can_only_for(who: Who, found: Any, duration: Duration) -> Any:
    return player_can_only(who, found, duration)


@action
def must(what: Target, found: Any, duration: Duration | None = None) -> Any:
    """A demand waits for whoever makes the choice; nobody chooses to advance, so that is simply done."""
    done = [DONE_AT_ONCE[each.verb](taken(what)) for each in acts(found) if each.verb in DONE_AT_ONCE]
    if not done:
        return of_one_choice([Demand(standing(what), each, duration) for each in acts(found)])
    if len(done) != len(acts(found)) or duration is not None:
        raise Unsound("this is done at once, if possible: it cannot be demanded for a time")
    return tuple(done)


DONE_AT_ONCE: dict[str, Callable[[Target], Verb]] = {"advance": Advance, "retreat": Retreat}


@action
def must_for(what: Target, found: Any, duration: Duration) -> Any:
    return must(what, found, duration)


@action
def can(what: Target, found: Any, duration: Duration | None = None) -> Any:
    return of_one_choice([Permit(standing(what), each, duration) for each in acts(found)])


@action
def can_for(what: Target, found: Any, duration: Duration) -> Any:
    return can(what, found, duration)


@action
def can_be_played(what: Target, how: Any) -> Verb:
    if not isinstance(how, PlayCost):
        raise Unsound("said in another way")
    return Permit(standing(what), Act("be played"), cost=how)


@action
def played_only_in(what: Target, zones: tuple[int, ...]) -> Verb:
    return Prohibit(standing(what), Act("be played", to=to_zone(zones)), only=True)


# Players' numbers


@action
def number_gain(amount: Amount, number: str, per: Per | None = None) -> Verb:
    return ChangeNumber(number, PERFORMER, "plus", times(amount, per) if per else amount)


@action
def number_gain_per(amount: Amount, number: str, per: Per) -> Verb:
    return number_gain(amount, number, per)


@action
def number_lose(amount: Amount, number: str) -> Verb:
    return ChangeNumber(number, PERFORMER, "minus", amount)


@action
def number_minus(whose: Who, number: str, amount: Amount, per: Per | None = None) -> Verb:
    return ChangeNumber(number, whose, "minus", times(amount, per) if per else amount)


@action
def number_minus_per(whose: Who, number: str, amount: Amount, per: Per) -> Verb:
    return number_minus(whose, number, amount, per)


@action
def number_plus(whose: Who, number: str, amount: Amount, per: Per | None = None) -> Verb:
    return ChangeNumber(number, whose, "plus", times(amount, per) if per else amount)


@action
def number_plus_per(whose: Who, number: str, amount: Amount, per: Per) -> Verb:
    return number_plus(whose, number, amount, per)


@action
def number_set(whose: Who, number: str, amount: Amount) -> Verb:
    return ChangeNumber(number, whose, "set", amount)


@action
def win() -> Verb:
    return Win()


@action
def lose_game() -> Verb:
    return LoseGame()


@action
def swap(one: Target, other: Target) -> Verb:
    return Swap(taken(one), taken(other))


@action
def negated_attack() -> tuple[str, Any]:
    return "attack", None


@action
def negated_ability() -> tuple[str, Any]:
    return "ability", None


@action
def negated_of(what: Target) -> tuple[str, Any]:
    return "of", (taken(what), ())


@action
def negated_keyword_of(keyword: str, what: Target) -> tuple[str, Any]:
    return "of", (taken(what), (keyword,))


@action
def negate(found: tuple[str, Any], duration: Duration | None = None) -> Verb:
    sort, about = found
    if sort == "of":
        return NegateAbilities(about[0], about[1], duration)
    if duration is not None:
        raise Unsound("only the abilities of a card are negated for a time")
    return NegateAttack() if sort == "attack" else NegateAbility(about or "")


@action
def negate_for(found: tuple[str, Any], duration: Duration) -> Verb:
    return negate(found, duration)


@action
def end_now(what: str) -> Verb:
    return EndNow(what)


@action
def skip(whose: Who, phase: str) -> Verb:
    return EndNow(phase, whose, skip=True)


# Godzilla


@action
def advance(what: Target) -> Verb:
    return Advance(taken(what))


@action
def advance_times(what: Target, n: Amount) -> Verb:
    return Advance(taken(what), n)


@action
def advance_up_to(what: Target, n: Amount) -> Verb:
    return Advance(taken(what), n, up_to=True)


@action
def advance_to(what: Target, zone: Amount) -> Verb:
    return Advance(taken(what), zone=zone)


@action
def retreat(what: Target) -> Verb:
    return Retreat(taken(what))


@action
def retreat_times(what: Target, n: Amount) -> Verb:
    return Retreat(taken(what), n)


@action
def retreat_up_to(what: Target, n: Amount) -> Verb:
    return Retreat(taken(what), n, up_to=True)


@action
def retreat_to(what: Target, zone: Amount) -> Verb:
    return Retreat(taken(what), zone=zone)


@action
def invade(what: Target) -> Verb:
    return Invade(taken(what))


@action
def player_must_invade(who: Who, duration: Duration | None = None) -> Verb:
    return Demand(Selector(Every(), who, types=("monster card",)), Act("invade"), duration)


@action
def counter_monster(what: Target) -> Verb:
    return CounterMonster(taken(what))


@action
def evolve(what: Target, into: Target) -> Verb:
    return Evolve(taken(what), taken(into))


@action
def activate_card(what: Target) -> Verb:
    return UseAbility(taken(what))


@action
def token_one(name: str) -> CreateToken:
    return CreateToken(name)


@action
def token_some(n: Amount, name: str) -> CreateToken:
    return CreateToken(name, n)


@action
def token_up_to(n: Amount, name: str) -> CreateToken:
    return CreateToken(name, n, up_to=True)


@action
def token_choice(found: CreateToken, n: int) -> CreateToken:
    return replace(found, bind=n)


@action
def token(found: CreateToken) -> Verb:
    return found


@action
def token_to(found: CreateToken, to: Target) -> Verb:
    return replace(found, to=zone_target(to))


@action
def vanish(what: Target) -> Verb:
    return Vanish(taken(what))


@action
def total(whose: Who, how: Any, amount: Amount, duration: Duration | None = None) -> Verb:
    return Total("counter power", whose, how, amount, duration)


@action
def total_for(whose: Who, how: Any, amount: Amount, duration: Duration) -> Verb:
    return total(whose, how, amount, duration)


@action
def total_doubled(whose: Who, duration: Duration) -> Verb:
    return Total("counter power", whose, "times", 2, duration)


@action
def cannot_instead(what: Target, steps: tuple[Verb, ...]) -> Verb:
    return Instead(Countered(described(what)), steps)


@action
def cannot_counter_bound(what: Target, bound: Compared, steps: tuple[Verb, ...]) -> Verb:
    from judgekit.cardtext.model import Compare, PlayerNumber

    if bound.compare not in ("at most", "at least"):
        raise Unsound("say “… or less” or “… or more”")
    total_power = PlayerNumber("total counter power", "opponent")
    condition = Compare(total_power, bound.compare, bound.amount)
    return Instead(Countered(described(what)), steps, conditions=(condition,))


@action
def strategy_limit(who: Who, n: int) -> Verb:
    return ChangeNumber("strategy zones", who, "set", n)
