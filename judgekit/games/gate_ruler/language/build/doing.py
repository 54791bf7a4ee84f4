"""What else is done to cards and players: exhausting, showing, swapping, negating."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext.build.registry import IT, THEM, action, pronoun
from judgekit.cardtext.build.steps import Verbs
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import standing, taken
from judgekit.cardtext.build.verbs.changing import of_one_choice
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    Amount,
    Bound,
    Cause,
    ChangeNumber,
    Choose,
    Compare,
    Condition,
    Count,
    DeckRule,
    Demand,
    Draw,
    Duration,
    DuringPhase,
    Either,
    Every,
    Exactly,
    Gain,
    Happened,
    If,
    Is,
    Lose,
    Matches,
    May,
    Modify,
    Move,
    NegateAbility,
    Orient,
    Perform,
    Permit,
    Place,
    Player,
    Plus,
    Prohibit,
    Reveal,
    Selector,
    SetDamage,
    Some,
    State,
    Summon,
    Summoned,
    Swap,
    Target,
    ThatMany,
    This,
    Times,
    TreatAs,
    Unaffected,
    Until,
    Verb,
    Who,
)
from judgekit.games.gate_ruler.language.build.arriving import charge_to
from judgekit.games.gate_ruler.language.build.descriptions import by_property


@action
def is_removed(what: Target) -> Verb:
    return Move(passive(what), Place("removed from the game"))


@action
def is_exhausted(what: Target) -> Verb:
    return Orient(passive(what), "rest")


@action
def is_readied(what: Target) -> Verb:
    return Orient(passive(what), "active")


@action
def show_whom(who: Who, what: Target) -> Verb:
    return show(what, who)


@action
def swap_them() -> Verb:
    return Swap(THEM, None)


@action
def gr_player_attacking(who: Who) -> Condition:
    return Compare(Count(Selector(Some(), who, filters=(State("attacking"),))), "at least", 1)


@action
def gr_player_attacked(who: Who) -> Condition:
    ruler = Selector(Some(), who, types=("ruler",), filters=(State("being attacked"),))
    return Compare(Count(ruler), "at least", 1)


@action
def swap_choice(n: int) -> Verb:
    return Swap(Bound(n), None)


@action
def draw_that_many_plus(n: Amount) -> Verb:
    return Draw(Plus(ThatMany(), n))


@action
def as_target(who: Who) -> Target:
    return Player(who)


@action
def may_attack_past(what: Target, whom: Target) -> Verb:
    """8-4c-1: also what is not in front."""
    return Permit(standing(what), Act("attack", described(whom)))


@action
def gr_deck_only(what: Selector) -> Verb:
    return DeckRule("only", described(what))


@action
def in_next_start(whose: Who) -> Until:
    return Until("start phase", whose, next=True, only=True)


@action
def gr_not_attacked_by(what: Target, by: Target, duration: Duration | None = None) -> Verb:
    """8-4c: said of the units that would attack."""
    found = described(by)
    if not isinstance(found, Selector) or not isinstance(what, This | Selector):
        raise Unsound("say which units cannot attack it")
    return Prohibit(replace(found, quantity=Every()), Act("attack", described(what)), duration)


@action
def gr_abilities_negated(what: Target, duration: Duration | None = None) -> Verb:
    return Lose(taken(what), all_of="ability", duration=duration)


@action
def gr_deals_twice() -> Verb:
    return SetDamage(Times(2, ThatMany()))


@action
def gr_deals_more(n: int) -> Verb:
    return SetDamage(Plus(ThatMany(), n))


@action
def gr_special_from(what: Target, whose: Who, area: str) -> Verb:
    """That card, if it lies there."""
    if isinstance(what, This):
        raise Unsound("this card is said where it lies")
    return If((Matches(what, Selector(Some(), whose, (area,))),), (Summon(what),))


@action
def gr_special_from_rest(what: Target, whose: Who, area: str) -> Verb:
    if isinstance(what, This):
        raise Unsound("this card is said where it lies")
    return If((Matches(what, Selector(Some(), whose, (area,))),), (Summon(what, orientation="rest"),))


@action
def gr_charges_from_top(n: int, onto: Target) -> Verb:
    return charge_to(Selector(Exactly(n), "you", ("deck",), "top"), onto)


@action
def enters_exhausted(what: Target, duration: Duration | None = None) -> Verb:
    return Demand(standing(what), Act("enter play exhausted"), duration)


@action
def not_readied(what: Target, when: Until) -> Verb:
    return Prohibit(taken(what), Act("be made active"), when)


@action
def do_abyssal() -> Verb:
    return Perform("abyssal summoning")


@action
def do_genesis() -> Verb:
    return Perform("genesis summoning")


@action
def negate_card(what: Target) -> Verb:
    if getattr(what, "noun", "") == "ability":
        raise Unsound("said in another way")
    return NegateAbility("card", what)


@action
def gr_must_attack(what: Target) -> Verb:
    return Demand(standing(what), Act("attack"))


@action
def gr_more_summons(n: int) -> Verb:
    return ChangeNumber("summon cap", "you", "plus", n)


@action
def gr_more_summons_for(n: int, duration: Duration) -> Verb:
    return ChangeNumber("summon cap", "you", "plus", n, duration)


@action
def gr_may_rearrange() -> Verb:
    return May((rearrange(),))


@action
def rearrange() -> Verb:
    return Perform("rearrange")


@action
def that_ability() -> tuple[Target, str]:
    return IT, ""


@action
def enemy_effects(by: str) -> Cause:
    return Cause(by, "opponent")


@action
def effects_of_cards(what: Target) -> Cause:
    return Cause("effect", source=described(what))


@action
def unaffected(what: Target, cause: Cause, duration: Duration | None = None) -> Verb:
    return Unaffected(taken(what), cause, duration)


@action
def unaffected_for(what: Target, cause: Cause, duration: Duration) -> Verb:
    return unaffected(what, cause, duration)


@action
def may_treated(what: Target, like: Is) -> Verb:
    return TreatAs(taken(what), like, optional=True)


@action
def base_damage(sign: str, n: int) -> Verb:
    return Modify(This(), "base damage", "plus" if sign == "plus" else "minus", n)


@action
def base_damage_of(sign: str, n: int, what: Target) -> Verb:
    return Modify(taken(what), "base damage", "plus" if sign == "plus" else "minus", n)


@action
def base_damage_more(what: Target, n: int) -> Verb:
    return base_damage_of("plus", n, what)


@action
def remains(what: Target) -> Verb:
    about = pronoun("topic") if what == IT else what
    return Perform("remain", taken(about))


@action
def gr_either_way(what: Target) -> Verbs:
    """ "Ready or exhaust it": one of them, chosen when it is done."""
    first: Verbs = (Choose(taken(what)),) if isinstance(what, Selector) else ()
    about = IT if first else taken(what)
    return (*first, Either(((Orient(about, "active"),), (Orient(about, "rest"),))))


@action
def gr_either_way_of(what: Target, again: Target) -> Verbs:
    if again not in (what, IT):
        raise Unsound("one of two things is done to the same card")
    return gr_either_way(what)


@action
def gr_also(what: Target, *words: str) -> Verbs:
    """14-7c-1: besides those it has."""
    found = [Is("attribute", by_property((word,)).values) for word in words]
    return of_one_choice([Gain(standing(what), each) for each in found])


@action
def gr_also_having(what: Target, words: tuple[str, ...]) -> Verbs:
    return gr_also(what, *words)


@action
def gr_no_attack_at_first(noun: str) -> Verb:
    """15-18c: whatever enters play is normal or special summoned."""
    return If((Happened(Summoned(This()), "turn"),), (Prohibit(This(), Act("attack")),))


@action
def gr_never_readied(what: Target, whose: Who) -> Verb:
    """6-2c: in each start phase, for as long as the text stands."""
    if whose == "master":
        whose = "you" if isinstance(what, This) else getattr(what, "whose", "") or "any"
    kept = Prohibit(standing(what), Act("be made active"))
    return If((DuringPhase("start phase", whose),), (kept,))


@action
def gr_never_readied_at_all(what: Target) -> Verb:
    return gr_never_readied(what, "any")


@action
def gr_just_two() -> int:
    return 2


@action
def gr_attacks_at_most(who: Who, n: int, duration: Duration | None = None) -> Verb:
    """8-2a: not one attack more in a turn."""
    return Prohibit(Player(who), Act("attack"), duration, times=n)


@action
def gr_word(word: str) -> str:
    return word


@action
def gr_that_proper(word: str) -> Target:
    """ "That Dragon": the card that was called so."""
    return pronoun("that", "card")


@action
def show(what: Target, who: Who) -> Verb:
    if who not in ("opponent", "each"):
        raise Unsound("what is shown is shown to your opponent")
    return Reveal(taken(what))
