"""What is done: flipping, warping, playing, combos, tokens, and what cards cost."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Change, Head, Where, action, actions
from judgekit.cardtext.build.steps import flat
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.verbs import taken, times
from judgekit.cardtext.build.verbs.changing import standing
from judgekit.cardtext.build.verbs.moving import move_how
from judgekit.cardtext.build.verbs.players import paid_freely
from judgekit.cardtext.build.verbs.playing import played_so
from judgekit.cardtext.errors import Unsound
from judgekit.games.dragon_ball_super.language.build.keywords import COLOURS


@action
def send_warp(what: m.Target, whose: m.Who) -> m.Verb:
    raise Unsound("said in another way")


@action
def send_own_warp(what: m.Target) -> m.Verb:
    raise Unsound("said in another way")


@action
def deal(n: int, to: m.Target) -> m.Verb:
    if isinstance(to, m.Selector) and "life area" in to.areas:
        raise Unsound("said in another way")
    return m.DealDamage(n, taken(to))


@action
def skill_of(what: m.Target, kind: str) -> tuple[m.Target, str]:
    return what, kind


@action
def own_from(noun: str, whose: m.Who, area: str) -> m.Target:
    """A skill of a card in the Battle Area means it there; elsewhere it must be where the text says."""
    if whose != "you":
        raise Unsound("this card can only be in your own area: say “your”")
    if area == "battle area":
        return m.This()
    return m.Selector(m.Exactly(1), "you", (area,), filters=(m.Among(m.This()),))


@action
def play_from_area(what: m.Target, whose: m.Who, area: str, how: Any = None) -> m.Verb:
    if what == m.This() and area == "hand":
        raise Unsound("said in another way")
    if whose not in ("you", "owner"):
        raise Unsound("from whose area?")
    return played_so(m.Play(taken(what), origin=area), how) if how else m.Play(taken(what), origin=area)


@action
def gain_or_lose(what: m.Target, amount: m.Amount, stat: str, duration: m.Duration | None = None) -> m.Verb:
    """ "It gains or loses 5000 power": as its player likes."""
    ways: tuple[Literal["plus", "minus"], ...] = ("plus", "minus")
    return m.Either(tuple((m.Modify(standing(what), stat, way, amount, duration),) for way in ways))


@action
def gain_set(*said: Any) -> Change:
    """ "They gain combo cost 0": that is their cost. To gain power is to gain that much more."""
    stat, amount = said
    if not stat.endswith(" cost"):
        raise Unsound("does it add to the number or replace it? Say “+”, or “becomes”")
    return Change(stat, "set", amount)


def to_be_played(what: m.Target) -> m.Target:
    """ "Your «A» cost 1 less to play": where they are paid for, in the hand, unless the text says where."""
    found = standing(what)
    if not isinstance(found, m.Selector) or found.areas:
        return found
    return replace(found, areas=("hand",))


Areas = tuple[str, ...]


@action
def in_own_areas(*areas: str) -> Areas:
    if areas == ("hand",):
        raise Unsound("said in another way")
    return areas


def own_cost(areas: Areas, how: Any, amount: m.Amount) -> m.Verb:
    """In hand, unless the text says where: anywhere else the card has its normal cost."""
    change = m.Modify(m.This(), "energy cost", how, amount)
    if areas == ("hand",):
        return change
    return m.If((m.Matches(m.This(), m.Selector(m.Some(), "you", areas)),), (change,))


@action
def bare_name(*words: str) -> str:
    """A token's name without quotes: capitalised words that are not terms of the game."""
    if not all(word[0].isupper() for word in words) or {word.lower() for word in words} & GAME_WORDS:
        raise Unsound("put the token's name in quotes")
    return " ".join(words)


GAME_WORDS = COLOURS | {
    "active", "rest", "mode", "battle", "leader", "card", "cards", "token", "tokens", "your", "opponent's",
    "all", "each", "every", "other", "the", "these", "those",
}  # fmt: skip


actions(
    # "Gains [Double Strike] or [Critical]": as its player likes.
    get_either=lambda what, one, other, duration=None: m.Either(
        tuple((m.Gain(standing(what), each, duration),) for each in (one, other))
    ),
    flip_over=lambda what: m.Flip(taken(what)),
    negate_keyword=m.NegateAbility,
    # 11-3-6: the card on top alone; what lies under it stays.
    top_of_it=lambda what: m.Selector(m.Exactly(1), filters=(m.Among(described(what)), m.State("topmost"))),
    negate_activation=m.NegateAbility,
    negate_play=lambda what: m.NegateAbility(),
    # "Negate the play of a red Battle Card": if it is one that is being played.
    negate_play_of=lambda head, tails: m.If(
        (m.Matches(m.Role("being played"), selector(m.Some(), "", head, tails)),), (m.NegateAbility(),)
    ),
    cost_energy_less=lambda what, amount: m.Modify(to_be_played(what), "energy cost", "minus", amount),
    cost_energy_more=lambda what, amount: m.Modify(to_be_played(what), "energy cost", "plus", amount),
    costs_reduced=lambda what, amount: m.Modify(standing(what), "energy cost", "minus", amount),
    combo=lambda what: m.Combo(taken(what)),
    combo_free=lambda what: m.Combo(taken(what), free=True),
    skill_of_swapped=lambda kind, what: (taken(what), kind),
    use_extra_free=lambda what: m.UseAbility(taken(what), free=True),
    use_extra=lambda what: m.UseAbility(taken(what)),
    move_this_to_drop=lambda what: m.Move(what, m.Place("drop area")),
    gain_unsigned=lambda amount, stat: Change(stat, "plus", amount),
    pay_so_much_energy=lambda amount: m.Pay("energy", amount),
    pay_energy_freely=lambda: paid_freely("energy", "energy area", m.State("active")),
    take_damage=lambda n: m.DealDamage(n, m.Player("you")),
    takes_so_much=lambda who, n: m.DealDamage(n, m.Player(who)),
    deal_player_swapped=lambda who, n: m.DealDamage(n, m.Player(who)),
    every_colour=lambda: m.Is("colour", tuple(sorted(COLOURS)), every=True),
    costing=lambda bound: m.Stat("energy cost", bound.compare, bound.amount),
    costing_combo=lambda bound: m.Stat("combo cost", bound.compare, bound.amount),
    play_from_hand=lambda: m.Play(m.This(), origin="hand"),
    play_from_hand_how=lambda how: played_so(m.Play(m.This(), origin="hand"), how),
    token_made=lambda found: replace(found, created=True),
    token_made_rest=lambda found: replace(found, created=True, orientation="rest"),
    token_made_active=lambda found: replace(found, created=True, orientation="active"),
    token_rest=lambda found: replace(found, orientation="rest"),
    token_active=lambda found: replace(found, orientation="active"),
    copies_up_to=lambda n: m.DeckRule("at most", m.This(), n),
    copies_any=lambda: m.DeckRule("any number", m.This()),
    copies_only=lambda n: m.DeckRule("only", m.This(), n),
    alternative_cost=lambda costs: m.AlternativeCost(m.This(), costs),
    further_cost=lambda costs: m.AlternativeCost(m.This(), flat(costs), besides=True),
    in_both_areas=lambda whose, one, other: Where((one, other), whose),
    in_own_hand=lambda: ("hand",),
    own_cost_less=lambda areas, amount: own_cost(areas, "minus", amount),
    own_cost_more=lambda areas, amount: own_cost(areas, "plus", amount),
    own_cost_less_per=lambda areas, amount, per: own_cost(areas, "minus", times(amount, per)),
    cost_in_hand_less=lambda noun, areas, amount: own_cost(areas, "minus", amount),
    cost_in_hand_less_per=lambda noun, areas, amount, per: own_cost(areas, "minus", times(amount, per)),
    cost_in_hand=lambda noun, how, amount, areas: own_cost(areas, how, amount),
    cost_in_hand_per=lambda noun, how, amount, areas, per: own_cost(areas, how, times(amount, per)),
    both_cost_less=lambda what, whose, area, amount: m.Modify(
        selector(m.Every(), "", what, (Where((area,), whose),)), "energy cost", "minus", amount
    ),
    named_cost_less=lambda what, rest, amount: m.Modify(
        selector(m.Every(), "", what, rest), "energy cost", "minus", amount
    ),
    token_that_many=lambda name: m.CreateToken(name, m.ThatMany()),
    also_both_colours=lambda what, *colours: tuple(
        m.Gain(taken(what), m.Is("colour", (each,))) for each in colours
    ),
    move_back_order=lambda what, how: m.Move(taken(what), m.Place("deck", "owner", "top", order=how[1])),
    move_back_on_deck=lambda what, whose: m.Move(taken(what), m.Place("deck", whose, "top")),
    move_top_facing=lambda what, whose, area, how: move_how(what, m.Place(area, whose, "top"), how),
    tokens_of_a_name=lambda quantity, whose, name, rest: selector(
        quantity, whose, Head(("token",), (m.Is("name", (name,)),)), rest
    ),
)
