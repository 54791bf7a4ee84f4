"""What can and cannot be done, and which skills are negated."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import InsteadOf, Tensed, Throughout, Where, action, actions
from judgekit.cardtext.build.steps import flat
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.build.verbs.allowing import act_leave_by, act_placed_by, cannot, player_cannot
from judgekit.cardtext.build.verbs.changing import also_treated, standing
from judgekit.cardtext.errors import Unsound
from judgekit.games.dragon_ball_super.language.build.keywords import CHOSEN_KEYWORD, THIS_SKILL

ANYWHERE = ("hand", "deck", "drop area", "battle area", "energy area", "life area", "warp", "combo area")


@action
def shuffle_theirs() -> m.Verb:
    """The player who does it shuffles their own deck."""
    return m.Shuffle("performer")  # type: ignore[arg-type]


@action
def played_in(how: tuple[str, Any]) -> m.Verb:
    """In a [Counter: Play] "the Battle Card" is the one that is being played."""
    return m.Orient(m.Role("being played"), how[1])


def coming_in(what: m.Target, who: m.Who, how: tuple[str, Any]) -> m.Verb:
    """Whatever that player plays comes into play this way."""
    like = described(what)
    if not isinstance(like, m.Selector) or like.whose or like.areas:
        raise Unsound("say which cards come into play this way, and who plays them")
    if not isinstance(like.quantity, m.Every | m.Some) or like.types not in ((), ("battle card",)):
        raise Unsound("say it of all such Battle Cards, without a number")
    played = m.Played(replace(like, quantity=m.Some()), who)
    return m.Instead(played, (m.Play(m.Subject(), orientation=how[1], who=who),))


@action
def all_come_in(what: m.Target, how: tuple[str, Any]) -> m.Verb:
    """ "Your opponent's Battle Cards with … are played in Rest Mode": what that player plays."""
    what = standing(what)
    if not isinstance(what, m.Selector) or what.whose in ("", "any", "each"):
        raise Unsound("say whose battle cards they are")
    return coming_in(replace(what, whose=""), what.whose, how)


@action
def attacks_left(who: m.Who, what: m.Target, duration: m.Duration) -> m.Verb:
    """One more attack with those; once it is declared, none of them can attack."""
    like = described(what)
    none = player_cannot(who, m.Act("attack with", like), duration)
    assert isinstance(like, m.Selector)
    return m.Delayed(m.Attacks(replace(like, quantity=m.Some(), whose=who)), none, duration)


@action
def negated_others() -> tuple[str, Any]:
    others = m.Selector(m.Every(), types=("battle card",), filters=(m.OtherThan(m.This()),))
    return "of", (others, ())


@action
def may_pay_with(whose: m.Who, area: str) -> m.Verb:
    if whose != "you" or area != "battle area":
        raise Unsound("only cards in your Battle Area can be used to pay here")
    return m.Permit(m.This(), m.Act("pay energy"))


def all_of(what: m.Target) -> m.Target:
    """ "Your opponent can't choose <A> with skills": none of them."""
    found = described(what)
    return replace(found, quantity=m.Every()) if isinstance(found, m.Selector) else found


def played_this_turn(what: m.Target) -> m.Selector:
    found = standing(what)
    if not isinstance(found, m.Selector) or not isinstance(found.quantity, m.Every):
        raise Unsound("say it of all such cards, without a number")
    return replace(found, filters=(*found.filters, m.Did(m.Played(m.This()))))


def belonging_to(who: m.Who, cards: m.Target) -> m.Selector:
    """ "Your opponent can't attack Leader Cards with …": those cards of that player cannot."""
    found = described(cards)
    if not isinstance(found, m.Selector) or found.whose not in ("", "their", who):
        raise Unsound("that player has no say over those cards")
    return replace(found, whose=who, quantity=m.Every())


def by_its_skills(who: m.Who, said: bool) -> m.Cause | None:
    return m.Cause("skill", who) if said else None


@action
def player_cannot_put_there(
    who: m.Who, what: m.Target, to: Any, said: bool, duration: m.Duration | None = None
) -> Any:
    """ "Your opponent can't add cards from their Drop Area to their hand": those cards do not go there."""
    areas, whose = to
    there = act_placed_by((areas, who if whose == "their" else whose), by_its_skills(who, said))
    return cannot(belonging_to(who, what), there, duration)


@action
def player_cannot_move(who: m.Who, what: m.Target, said: bool, duration: m.Duration | None = None) -> Any:
    return cannot(belonging_to(who, what), m.Act("be moved", cause=by_its_skills(who, said)), duration)


LIMITED = {
    "attack": m.Act("attack"), "draw": m.Act("draw"),
    "play": m.Act("play", m.Selector(m.Some(), types=("battle card",))),
}  # fmt: skip


@action
def limited_to(who: m.Who, word: str, often: m.Quantity, when: Any) -> m.Verb:
    """ "Your opponent can't attack more than once each turn": counted in every turn anew."""
    if isinstance(when, m.Until) and when != m.Until("turn"):
        raise Unsound("so often in each turn, or in all? Say “each turn”")
    n: Any = 2 if isinstance(often, m.Every) else often.n  # type: ignore[union-attr]
    limit = m.Prohibit(m.Player(who), LIMITED[word], when if isinstance(when, m.Until) else None, times=n)
    return Throughout(when, (limit,)) if isinstance(when, tuple) else limit


def treated_there(verb: m.Verb, there: Where) -> m.Verb:
    """ "This card is also treated as <A> in your hand": wherever the text says that it is."""
    if getattr(verb, "what", None) != m.This():
        raise Unsound("only of this card it can be said where it is treated so")
    return m.If((m.Matches(m.This(), m.Selector(m.Some(), there.whose, there.areas)),), (verb,))


def regardless(what: m.Target, keyword: str, duration: m.Duration | None = None) -> m.Permit:
    if keyword != "awaken":
        raise Unsound("only the condition of [Awaken] can be ignored")
    return m.Permit(taken(what), m.Act("use awaken"), duration)


@action
def may_use_even(what: m.Target, keyword: str, conditions: tuple[m.Condition, ...]) -> m.Verb:
    """What its own condition requires of the same thing is no longer required."""
    asked = conditions[0]
    counted = asked.left if isinstance(asked, m.Compare) and asked.compare in ("at least", "more") else None
    if len(conditions) > 1 or not isinstance(counted, m.Count) or counted.what.areas != ("life area",):
        raise Unsound("“even if” must say which number of life cards does not matter")
    if counted.what.whose == "opponent":
        raise Unsound("[Awaken] asks for your own life")
    return replace(regardless(what, keyword), act=m.Act("awaken at any life"))


@action
def stay_rest(what: m.Target, whose: m.Who) -> m.Verb:
    if whose in ("any", "each"):
        raise Unsound("during whose next charge phase?")
    until = m.Until("charge phase", whose, next=True, only=True)
    return m.Prohibit(taken(what), m.Act("become active"), until)


def negated_whose(whose: m.Who, keyword: str) -> tuple[str, Any]:
    """All skills of that name which a player has."""
    return "of", (m.Selector(m.Every(), whose), (keyword,))


def negated_one(whose: m.Who, keyword: str) -> tuple[str, Any]:
    """The one that is being activated."""
    if whose != "opponent":
        raise Unsound(f"whose [{keyword}] is being activated, if not the opponent's?")
    return "ability", keyword


def negated_bare(whose: m.Who, keyword: str) -> tuple[str, Any]:
    """10-4-2, 10-10-5: "negate" a [Blocker] or [Counter] is a procedure, unless it is said for how long."""
    if not keyword.casefold().startswith(("counter", "blocker")):
        return negated_whose(whose, keyword)
    if whose == "their":
        return "named for a time", (m.Selector(m.Every(), whose), keyword)
    negated_one(whose, keyword)
    return "named", (m.Selector(m.Every(), whose), keyword)


@action
def cannot_combo_from(what: m.Target, there: Where, duration: m.Duration | None = None) -> Any:
    """ "This card can't combo from your hand": while it is there; of others, those that are there."""
    if what == m.This():
        asked = m.Matches(what, m.Selector(m.Some(), there.whose, there.areas))
        return m.If((asked,), cannot(what, m.Act("combo"), duration))
    found = standing(what)
    if not isinstance(found, m.Selector) or found.areas or (found.whose and there.whose not in ("", "their")):
        raise Unsound("which cards, and where? Say it of all such cards")
    whose = found.whose or there.whose
    return cannot(replace(found, whose=whose, areas=there.areas), m.Act("combo"), duration)


actions(
    its_skills=lambda: True,
    # "This card can't attack on the turn it is played".
    cannot_in_its_turn=lambda noun, act: m.If((m.Happened(m.Played(m.This())),), cannot(m.This(), act)),
    kept_rested=lambda what, duration: cannot(what, m.Act("be made active"), duration),
    # "For each energy you have": of that player.
    had=lambda who: Where((), "their" if who == "that player" else who),
    had_in_play_too=lambda who: (Where((), who), m.State("in play")),
    they_come_in=coming_in,
    plays_them_so=lambda who, what, how: coming_in(what, who, how),
    # "This card is played in Rest Mode": however it is played.
    it_comes_in=lambda noun, how: m.Instead(m.Played(m.This()), (m.Play(m.Subject(), orientation=how[1]),)),
    player_must_attack=lambda who, what, duration=None: m.Demand(
        m.Selector(m.Every(), who), m.Act("attack", described(what)), duration
    ),
    enters_in_and_cannot=lambda being, how, act, duration: (
        played_in(how),
        *flat((cannot(m.Role("being played"), act, duration),)),
    ),
    any_attacks_left=lambda who, duration: m.Delayed(
        m.Attacks(m.Selector(whose=who)), player_cannot(who, m.Act("attack"), duration), duration
    ),
    own_cannot=lambda noun, whose, area, act: m.If(
        (m.Matches(m.This(), m.Selector(m.Some(), whose, (area,))),), cannot(m.This(), act)
    ),
    own_cannot_combo=lambda noun, whose, area: cannot_combo_from(m.This(), Where((area,), whose)),
    in_area_of=lambda whose, area: Where((area,), whose),
    there_in_a_mode=lambda where, state: (where, state),
    in_area_of_any=lambda area: Where((area,), ""),
    # "Play it with its skills negated for the turn": they are silent before any of them is activated.
    play_silenced=lambda what, duration: (m.Play(taken(what)), m.NegateAbilities(taken(what), (), duration)),
    # "Tokens can't attack on the turn they are played": those that were played in it.
    cannot_in_their_turn=lambda what, act: cannot(played_this_turn(what), act),
    attacks_not_with=lambda who, what, cards, duration=None: cannot(
        belonging_to(who, cards), m.Act("attack", described(what)), duration
    ),
    skills_negated=lambda what, duration=None: m.NegateAbilities(standing(what), (), duration),
    attacks_often=lambda: "attack",
    draws_often=lambda: "draw",
    plays_often=lambda: "play",
    draws_at_most=lambda who, n, when: limited_to(who, "draw", m.Exactly(n), when),
    plays_at_most=lambda who, n, when: limited_to(who, "play", m.Exactly(n), when),
    every_turn=lambda: None,
    in_whose_turns=lambda whose: (m.DuringTurn(whose),),
    for_so_long=lambda duration: duration,
    anywhere=lambda: Where(ANYWHERE, "you"),
    also_treated_there=lambda what, like, there: treated_there(also_treated(what, like), there),
    treated_there=lambda what, like, there: treated_there(m.TreatAs(taken(what), like), there),
    # "[Blocker] of Battle Cards with … can't be activated": those cards cannot activate it.
    keyword_unused=lambda keyword, what, duration=None: cannot(what, m.Act(f"use {keyword}"), duration),
    keyword_unused_of=lambda what, keyword, duration=None: cannot(what, m.Act(f"use {keyword}"), duration),
    skills_unused=lambda what, duration=None: cannot(what, m.Act("use abilities"), duration),
    skills_cannot_choose=lambda who, what, duration=None: m.Prohibit(
        all_of(what), m.Act("be chosen", cause=m.Cause("skill", who)), duration
    ),
    flow_to=lambda who: m.Damages(to=m.Player(who)),
    flow_to_from=lambda who, what: m.Damages(described(what), m.Player(who)),
    flow_from=lambda what: m.Damages(described(what)),
    flow_from_to=lambda what, who: m.Damages(described(what), m.Player(who)),
    life_whose=lambda whose: whose,
    flow_reduced=lambda event, n, duration=None: m.Instead(event, (m.PreventDamage(n),), duration=duration),
    flow_reduced_for=lambda event, duration, n: m.Instead(event, (m.PreventDamage(n),), duration=duration),
    flow_prevented=lambda event, duration=None: m.Instead(event, (m.PreventDamage(),), duration=duration),
    less_damage=m.PreventDamage,
    no_damage=m.PreventDamage,
    instead_lessened=lambda verb: InsteadOf((verb,), False),
    instead_may_lessen=lambda who, verb: InsteadOf((verb,), True),
    takes_damage_from=lambda who, tense, what: Tensed(tense, m.Damages(described(what), m.Player(who))),
    dealt_damage_by=lambda who, tense, what: Tensed(tense, m.Damages(described(what), m.Player(who))),
    take_none=lambda duration: m.Prohibit(m.Player("you"), m.Act("take damage"), duration),
    takes_none=lambda who, duration=None: m.Prohibit(m.Player(who), m.Act("take damage"), duration),
    takes_none_by=lambda who, cause, duration=None: m.Prohibit(
        m.Player(who), m.Act("take damage", cause=cause), duration
    ),
    takes_damage_by=lambda who, tense, cause: Tensed(tense, m.Damages(to=m.Player(who), cause=cause)),
    life_damaged_how=lambda tense, who, cause: Tensed(tense, m.Damages(to=m.Player(who), cause=cause)),
    flow_to_by=lambda who, cause: m.Damages(to=m.Player(who), cause=cause),
    flow_to_nothing_for=lambda event, duration, n: m.Instead(event, (m.PreventDamage(),), duration=duration),
    flow_to_nothing=lambda event, n, duration=None: m.Instead(event, (m.PreventDamage(),), duration=duration),
    may_combo_rested=lambda what: m.Permit(standing(what), m.Act("combo rested")),
    play_for_symbols=lambda paid: m.AlternativeCost(m.This(), (paid,)),
    keyword_negated=lambda what, keyword: m.NegateAbilities(taken(what), (keyword,)),
    keyword_negated_for=lambda what, keyword, duration: m.NegateAbilities(taken(what), (keyword,), duration),
    keywords_negated=lambda whose, keyword, duration=None: m.NegateAbilities(
        m.Selector(m.Every(), whose), (keyword,), duration
    ),
    negated_whose=negated_whose,
    negated_bare=negated_bare,
    negated_one=negated_one,
    not_leave=lambda what, origin, cause: cannot(what, act_leave_by(origin, cause)),
    said_not_leave=lambda origin, cause: lambda what: cannot(what, act_leave_by(origin, cause)),
    negate_this=lambda duration: m.NegateAbilities(m.This(), (THIS_SKILL,), duration),
    negate_a_keyword=lambda what, duration: m.NegateAbilities(taken(what), (CHOSEN_KEYWORD,), duration),
    keywords_are_negated=lambda what, duration=None: m.NegateAbilities(taken(what), ("keyword",), duration),
    act_put_under=lambda: m.Act("be placed under another card"),
    are_negated=lambda what: m.NegateAbilities(taken(what)),
    are_negated_for=lambda what, duration: m.NegateAbilities(taken(what), (), duration),
    # While that card fights, as long as it does.
    in_its_battle=lambda verbs, what: Throughout(
        (m.Matches(what, m.Selector(m.Some(), filters=(m.State("in battle"),))),), flat((verbs,))
    ),
    may_use=regardless,
    character_also=lambda what, names: also_treated(what, m.Is("character", names)),
    may_use_at_any_life=lambda: m.Permit(
        m.Selector(m.Every(), "you", types=("leader card",)), m.Act("awaken at any life")
    ),
    may_use_when=lambda what, keyword, conditions: m.If(conditions, (regardless(what, keyword),)),
    # However it is spoken of: what is already in play is not played again.
    enters_in=lambda _, how: played_in(how),
    active_from=lambda whose, area: m.Permit(
        m.This(), m.Act("use ability", m.Selector(m.Some(), whose, (area,)))
    ),
)
