"""What is done: flipping, warping, playing, combos, tokens, and what cards cost."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Change, Compared, Head, Per, Where, action
from judgekit.cardtext.build.steps import Verbs, flat
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.build.verbs import taken, times
from judgekit.cardtext.build.verbs.changing import standing
from judgekit.cardtext.build.verbs.playing import played_so
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked
from judgekit.cardtext.model import (
    AlternativeCost,
    Among,
    Amount,
    Combo,
    CreateToken,
    DealDamage,
    DeckRule,
    Duration,
    Either,
    Every,
    Exactly,
    Flip,
    If,
    Is,
    Matches,
    Modify,
    Move,
    NegateAbility,
    Place,
    Play,
    Player,
    Selector,
    Some,
    Stat,
    Target,
    This,
    UseAbility,
    Verb,
    Who,
)
from judgekit.games.dragon_ball_super.language.build.keywords import COLOURS


@action
def flip_over(what: Target) -> Verb:
    return Flip(taken(what))


@action
def send_warp(what: Target, whose: Who) -> Verb:
    raise Unsound("said in another way")


@action
def send_own_warp(what: Target) -> Verb:
    raise Unsound("said in another way")


@action
def negate_keyword(keyword: str) -> Verb:
    return NegateAbility(keyword)


@action
def negate_activation() -> Verb:
    return NegateAbility()


@action
def negate_play(what: Target) -> Verb:
    return NegateAbility()


@action
def cost_energy_less(what: Target, amount: Amount) -> Verb:
    return Modify(standing(what), "energy cost", "minus", amount)


@action
def deal(n: int, to: Target) -> Verb:
    if isinstance(to, Selector) and "life area" in to.areas:
        raise Unsound("said in another way")
    return DealDamage(n, taken(to))


@action
def combo(what: Target) -> Verb:
    return Combo(taken(what))


@action
def combo_free(what: Target) -> Verb:
    return Combo(taken(what), free=True)


@action
def skill_of(what: Target, kind: str) -> tuple[Target, str]:
    return what, kind


@action
def skill_of_swapped(kind: str, what: Target) -> tuple[Target, str]:
    return taken(what), kind


@action
def use_extra_free(what: Target) -> Verb:
    return UseAbility(taken(what), free=True)


@action
def use_extra(what: Target) -> Verb:
    return UseAbility(taken(what))


@action
def own_from(noun: str, whose: Who, area: str) -> Target:
    """A skill of a card in the Battle Area speaks of it there; elsewhere it must be where the text says."""
    if whose != "you":
        raise Unsound("this card is in an area of its own player")
    if area == "battle area":
        return This()
    return Selector(Exactly(1), "you", (area,), filters=(Among(This()),))


@action
def move_this_to_drop(what: Target) -> Verb:
    return Move(what, Place("drop area"))


@action
def play_from_area(what: Target, whose: Who, area: str, how: Any = None) -> Verb:
    if what == This() and area == "hand":
        raise Unsound("said in another way")
    if whose not in ("you", "owner"):
        raise Unsound("from whose area?")
    return played_so(Play(taken(what), origin=area), how) if how else Play(taken(what), origin=area)


@action
def gain_or_lose(what: Target, amount: Amount, stat: str, duration: Duration | None = None) -> Verb:
    """ "It gains or loses 5000 power": as its player likes."""
    ways: tuple[Literal["plus", "minus"], ...] = ("plus", "minus")
    return Either(tuple((Modify(standing(what), stat, way, amount, duration),) for way in ways))


@action
def either_of_two(one: Any, other: Any) -> Verbs:
    """ "Draw 1 card or switch this card to Active Mode": one of them, as its player likes."""
    if isinstance(one, Marked) or isinstance(other, Marked):
        raise Unsound("who does this?")
    return (Either((flat((one,)), flat((other,)))),)


@action
def gain_unsigned(amount: Amount, stat: str) -> Change:
    return Change(stat, "plus", amount)


@action
def deal_player_swapped(who: Who, n: Amount) -> Verb:
    return DealDamage(n, Player(who))


@action
def every_colour() -> Is:
    return Is("colour", tuple(sorted(COLOURS)), every=True)


@action
def costing(bound: Compared) -> Stat:
    return Stat("energy cost", bound.compare, bound.amount)


@action
def costing_combo(bound: Compared) -> Stat:
    return Stat("combo cost", bound.compare, bound.amount)


@action
def play_from_hand() -> Verb:
    return Play(This(), origin="hand")


@action
def play_from_hand_how(how: Any) -> Verb:
    return played_so(Play(This(), origin="hand"), how)


@action
def token_made(found: CreateToken) -> Verb:
    return replace(found, created=True)


@action
def token_made_rest(found: CreateToken) -> Verb:
    return replace(found, created=True, orientation="rest")


@action
def token_made_active(found: CreateToken) -> Verb:
    return replace(found, created=True, orientation="active")


@action
def token_rest(found: CreateToken) -> Verb:
    return replace(found, orientation="rest")


@action
def token_active(found: CreateToken) -> Verb:
    return replace(found, orientation="active")


@action
def copies_up_to(n: int) -> Verb:
    return DeckRule("at most", This(), n)


@action
def copies_any() -> Verb:
    return DeckRule("any number", This())


@action
def copies_only(n: int) -> Verb:
    return DeckRule("at most", This(), n)


@action
def alternative_cost(costs: Verbs) -> Verb:
    return AlternativeCost(This(), costs)


Areas = tuple[str, ...]


@action
def in_own_hand() -> Areas:
    return ("hand",)


@action
def in_own_areas(*areas: str) -> Areas:
    if areas == ("hand",):
        raise Unsound("said in another way")
    return areas


def own_cost(areas: Areas, how: Any, amount: Amount) -> Verb:
    """In hand, unless the text says where: a card is there or it costs what it costs."""
    change = Modify(This(), "energy cost", how, amount)
    if areas == ("hand",):
        return change
    return If((Matches(This(), Selector(Some(), "you", areas)),), (change,))


@action
def own_cost_less(areas: Areas, amount: Amount) -> Verb:
    return own_cost(areas, "minus", amount)


@action
def own_cost_more(areas: Areas, amount: Amount) -> Verb:
    return own_cost(areas, "plus", amount)


@action
def own_cost_less_per(areas: Areas, amount: Amount, per: Per) -> Verb:
    return own_cost(areas, "minus", times(amount, per))


@action
def both_cost_less(what: Head, whose: Who, area: str, amount: Amount) -> Verb:
    return Modify(selector(Every(), "", what, (Where((area,), whose),)), "energy cost", "minus", amount)


@action
def bare_name(*words: str) -> str:
    """A token's name without quotes: words with a capital that are none of the game's own."""
    if not all(word[0].isupper() for word in words) or {word.lower() for word in words} & GAME_WORDS:
        raise Unsound("put the token's name in quotes")
    return " ".join(words)


@action
def tokens_of_a_name(quantity: Any, whose: Who, name: str, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, whose, Head(("token",), (Is("name", (name,)),)), rest)


GAME_WORDS = COLOURS | {"active", "rest", "mode", "battle", "leader", "card", "cards", "token", "tokens"}
