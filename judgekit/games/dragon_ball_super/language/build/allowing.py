"""What can and cannot be done, and which skills are negated."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Throughout, Where, action
from judgekit.cardtext.build.steps import flat
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.build.verbs.allowing import act_leave_by, cannot, player_cannot
from judgekit.cardtext.build.verbs.together import Said
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    AlternativeCost,
    Attacks,
    Cause,
    Compare,
    Condition,
    Count,
    Delayed,
    Duration,
    Every,
    Happened,
    If,
    Instead,
    Matches,
    NegateAbilities,
    Orient,
    OtherThan,
    Pay,
    Permit,
    Play,
    Played,
    Prohibit,
    Role,
    Selector,
    Shuffle,
    Some,
    State,
    Subject,
    Target,
    This,
    Until,
    Verb,
    Who,
)
from judgekit.games.dragon_ball_super.language.build.keywords import CHOSEN_KEYWORD, THIS_SKILL


@action
def cannot_in_its_turn(noun: str, act: Any) -> Verb:
    """ "This card can't attack on the turn it is played"."""
    return If((Happened(Played(This())),), cannot(This(), act))


@action
def shuffle_theirs() -> Verb:
    """Whoever does it shuffles the own deck."""
    return Shuffle("performer")  # type: ignore[arg-type]


@action
def kept_rested(what: Target, duration: Duration) -> Any:
    return cannot(what, Act("be made active"), duration)


@action
def had(who: Who) -> Where:
    """ "For each energy you have": of that player."""
    return Where((), "their" if who == "that player" else who)


@action
def had_in_play_too(who: Who) -> tuple[Any, ...]:
    return Where((), who), State("in play")


@action
def played_in(how: tuple[str, Any]) -> Verb:
    """In a [Counter: Play] "the Battle Card" is the one that is being played."""
    return Orient(Role("being played"), how[1])


def coming_in(what: Target, who: Who, how: tuple[str, Any]) -> Verb:
    """Whatever that player plays comes into play so."""
    like = described(what)
    if not isinstance(like, Selector) or like.whose or like.areas:
        raise Unsound("say which cards, and who plays them")
    if not isinstance(like.quantity, Every | Some):
        raise Unsound("say it of all of them")
    played = Played(replace(like, quantity=Some()), who)
    return Instead(played, (Play(Subject(), orientation=how[1], who=who),))


@action
def they_come_in(what: Target, who: Who, how: tuple[str, Any]) -> Verb:
    return coming_in(what, who, how)


@action
def all_come_in(whose: Who, how: tuple[str, Any]) -> Verb:
    return coming_in(Selector(Every(), types=("battle card",)), whose, how)


@action
def attacks_left(who: Who, what: Target, duration: Duration) -> Verb:
    """One more attack with those; once it is declared, none of them can attack."""
    like = described(what)
    none = player_cannot(who, Act("attack with", like), duration)
    assert isinstance(like, Selector)
    return Delayed(Attacks(replace(like, quantity=Some(), whose=who)), none, duration)


@action
def any_attacks_left(who: Who, duration: Duration) -> Verb:
    return Delayed(Attacks(Selector(whose=who)), player_cannot(who, Act("attack"), duration), duration)


@action
def play_for_symbols(paid: Pay) -> Verb:
    return AlternativeCost(This(), (paid,))


@action
def keyword_negated(what: Target, keyword: str) -> Verb:
    return NegateAbilities(taken(what), (keyword,))


@action
def keyword_negated_for(what: Target, keyword: str, duration: Duration) -> Verb:
    return NegateAbilities(taken(what), (keyword,), duration)


@action
def negated_whose(whose: Who, keyword: str) -> tuple[str, Any]:
    return "of", (Selector(Every(), whose), (keyword,))


@action
def negated_others() -> tuple[str, Any]:
    others = Selector(Every(), types=("battle card",), filters=(OtherThan(This()),))
    return "of", (others, ())


@action
def not_leave(what: Target, origin: Any, cause: Cause) -> Any:
    return cannot(what, act_leave_by(origin, cause))


@action
def said_not_leave(origin: Any, cause: Cause) -> Said:
    return lambda what: cannot(what, act_leave_by(origin, cause))


@action
def negate_this(duration: Duration) -> Verb:
    return NegateAbilities(This(), (THIS_SKILL,), duration)


@action
def negate_a_keyword(what: Target, duration: Duration) -> Verb:
    return NegateAbilities(taken(what), (CHOSEN_KEYWORD,), duration)


@action
def may_pay_with(whose: Who, area: str) -> Verb:
    if whose != "you" or area != "battle area":
        raise Unsound("only of cards in your Battle Area it is known how they pay")
    return Permit(This(), Act("pay energy"))


@action
def are_negated(what: Target) -> Verb:
    return NegateAbilities(taken(what))


@action
def are_negated_for(what: Target, duration: Duration) -> Verb:
    return NegateAbilities(taken(what), (), duration)


@action
def in_its_battle(verbs: Any, what: Target) -> Verb:
    """While that card fights, as long as it does."""
    return Throughout((Matches(what, Selector(Some(), filters=(State("in battle"),))),), flat((verbs,)))


def regardless(what: Target, keyword: str, duration: Duration | None = None) -> Permit:
    if keyword != "awaken":
        raise Unsound("only of [Awaken] it is known what lifts its condition")
    return Permit(taken(what), Act("use awaken"), duration)


@action
def may_use(what: Target, keyword: str) -> Verb:
    return regardless(what, keyword)


@action
def may_use_even(what: Target, keyword: str, conditions: tuple[Condition, ...]) -> Verb:
    """Whatever its own condition asks of the same thing is no longer asked."""
    asked = conditions[0]
    counted = asked.left if isinstance(asked, Compare) and asked.compare in ("at least", "more") else None
    if len(conditions) > 1 or not isinstance(counted, Count) or counted.what.areas != ("life area",):
        raise Unsound("“even if” says which number of life does not matter")
    return replace(regardless(what, keyword), act=Act("awaken at any life"))


@action
def may_use_when(what: Target, keyword: str, conditions: tuple[Condition, ...]) -> Verb:
    return If(conditions, (regardless(what, keyword),))


@action
def enters_in(_: Target, how: tuple[str, Any]) -> Verb:
    """However it is spoken of: what is already in play is not played again."""
    return played_in(how)


@action
def active_from(whose: Who, area: str) -> Verb:
    return Permit(This(), Act("use ability", Selector(Some(), whose, (area,))))


@action
def stay_rest(what: Target, whose: Who) -> Verb:
    if whose in ("any", "each"):
        raise Unsound("during whose next charge phase?")
    until = Until("charge phase", whose, next=True, only=True)
    return Prohibit(taken(what), Act("become active"), until)
