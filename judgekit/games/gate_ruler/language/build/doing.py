"""What else is done to cards and players: exhausting, showing, swapping, negating."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import owned
from judgekit.cardtext.build.registry import IT, THEM, AsLong, Head, Pronoun, Where, action, actions, pronoun
from judgekit.cardtext.build.steps import Verbs, opposite
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.nouns import negated
from judgekit.cardtext.build.targets.references import the_handled, the_one_of
from judgekit.cardtext.build.verbs import standing, taken
from judgekit.cardtext.build.verbs.allowing import acts, cannot, player_can_only
from judgekit.cardtext.build.verbs.changing import of_one_choice
from judgekit.cardtext.build.verbs.moving import if_there, passive
from judgekit.cardtext.errors import CardTextError, Unsound
from judgekit.cardtext.marks import Noun, ThatOnes
from judgekit.cardtext.parse import parse_line
from judgekit.games.gate_ruler.language.build.arriving import charge_to
from judgekit.games.gate_ruler.language.build.descriptions import by_property, singular


def listed(what: m.Target) -> m.Target:
    """Cards of a deck list, by their type, faction and attributes; nothing else is looked at there."""
    if not isinstance(what, m.Selector) or what.whose or what.areas:
        raise Unsound("which cards of the deck?")
    if not all(isinstance(each, m.Is) and each.what != "name" for each in what.filters):
        raise Unsound("a deck is asked for types, factions and attributes only")
    return what


@action
def gr_player_attacked(who: m.Who) -> m.Condition:
    ruler = m.Selector(m.Some(), who, types=("ruler",), filters=(m.State("being attacked"),))
    return m.Compare(m.Count(ruler), "at least", 1)


def all_but(what: m.Target) -> m.Target:
    """ "Only by units with level 3 or more": all other units."""
    if not isinstance(what, m.Selector) or len(what.filters) != 1 or what.whose or what.areas:
        raise Unsound("only by which units? Describe them by one thing")
    return replace(what, filters=(negated(what.filters[0]),))


@action
def gr_not_attacked_by(what: m.Target, by: m.Target, duration: m.Duration | None = None) -> m.Verb:
    """8-4c: said of the units that would attack."""
    found = described(by)
    if not isinstance(found, m.Selector) or not isinstance(what, m.This | m.Selector):
        raise Unsound("say which units cannot attack it")
    return m.Prohibit(replace(found, quantity=m.Every()), m.Act("attack", described(what)), duration)


def gr_not_attacked(what: m.Target, duration: m.Duration | None = None) -> m.Verb:
    return m.Prohibit(standing(what), m.Act("be attacked"), duration)


@action
def gr_special_from(what: m.Target, whose: m.Who, area: str) -> m.Verb:
    """That card, if it lies there."""
    if isinstance(what, m.This):
        raise Unsound("said in another way")
    return m.If((m.Matches(what, m.Selector(m.Some(), whose, (area,))),), (m.Summon(what),))


@action
def gr_special_from_rest(what: m.Target, whose: m.Who, area: str) -> m.Verb:
    if isinstance(what, m.This):
        raise Unsound("said in another way")
    return m.If(
        (m.Matches(what, m.Selector(m.Some(), whose, (area,))),), (m.Summon(what, orientation="rest"),)
    )


@action
def negate_card(what: m.Target) -> m.Verb:
    if getattr(what, "noun", "") == "ability":
        raise Unsound("said in another way")
    return m.NegateAbility("card", what)


@action
def gr_gate_ability(sort: str, rest: tuple[Any, ...] = ()) -> m.Selector:
    return selector(m.Exactly(1), "", Head((sort,), ()), (Where(("gate",), ""), *rest))


@action
def gr_gate_ability_of(whose: m.Who, sort: str) -> m.Selector:
    return replace(gr_gate_ability(sort), whose=whose)


@action
def gr_gate_ability_theirs(sort: str) -> m.Selector:
    return gr_gate_ability_of("opponent", sort)


@action
def gr_negate_one(what: m.Target) -> Verbs:
    """ "Negate a card in the gate": it is chosen, and then negated."""
    events = isinstance(what, m.Selector) and what.types == ("event",) and not what.areas
    what = replace(what, areas=("gate",)) if events else what  # 15-25a: it is there that they are negated
    if not isinstance(what, m.Selector) or what.areas != ("gate",):
        raise Unsound("say which card in the gate: “negate a card in the gate”")
    return m.Choose(taken(what)), m.NegateAbility("card", IT)


@action
def gr_may_set(what: m.Target) -> m.Verb:
    """ "You can set unit cards from your hand": all of them; to set one of them is an instruction."""
    if not isinstance(what, m.Selector) or what.quantity != m.Every() or "event" in what.types:
        raise Unsound("said in another way")
    return m.Permit(what, m.Act("be set"))


@action
def gr_attack_only_if(what: m.Target, conditions: tuple[m.Condition, ...]) -> m.Verb:
    return m.If(opposite(conditions), (m.Prohibit(standing(what), m.Act("attack")),))


@action
def gr_new_effect(text: str) -> tuple[m.Ability, ...]:
    """14-16b: read as the Counter ability that it counts as."""
    try:
        (made,) = parse_line(f"[CNT] {text}", "gate_ruler")
    except CardTextError:
        raise Unsound(f"“{text}” is not read") from None
    return (replace(made, window="gate", text=""),)


@action
def gr_effect_becomes(what: m.Target, new: tuple[m.Ability, ...]) -> m.Verb:
    return m.Gain(taken(what), new[0])


@action
def gr_use_touchdown(what: m.Target) -> m.Verb:
    """14-5b: what a Counter or an Overdrive can use of its own card."""
    if what != m.This():
        raise Unsound("only this card's own Touchdown can be used")
    return m.UseAbility(m.This(), "")


@action
def gr_no_target(who: m.Who, what: m.Target, cause: m.Cause | None = None) -> m.Verb:
    """ "Your opponent can't choose this unit as a target": nothing of theirs can choose it."""
    if who != "opponent":
        raise Unsound("by whom can it not be chosen?")
    if cause is None and m.HasAbility() in getattr(what, "filters", ()):
        raise Unsound("said in another way")  # "can't target your units with abilities": by abilities
    meant = cause or m.Cause("effect")
    if isinstance(meant.source, m.Selector):
        meant = replace(meant, source=replace(meant.source, whose="opponent"))
    else:
        meant = replace(meant, who="opponent")
    return m.Prohibit(standing(what), m.Act("be chosen", cause=meant))


@action
def gr_cannot_at_first(what: m.Target, found: Any) -> Verbs:
    """15-18c: whatever enters play is summoned; so those that were summoned this turn cannot."""
    kept = cannot(what, found)
    if isinstance(what, m.This):
        return (m.If((m.Happened(m.Summoned(m.This()), "turn"),), kept),)
    about = kept[0].what
    if not isinstance(about, m.Selector) or not isinstance(about.quantity, m.Every):
        raise Unsound("which cards? Say “this unit”, or all of a kind")
    new = replace(about, filters=(*about.filters, m.Did(m.Summoned(m.This()))))
    return tuple(replace(each, what=new) for each in kept)


COMING = m.Selector(m.UpTo(1), "you", types=("unit",))  # what a summoning brings, if it is accomplished


@action
def rearrange(whose: m.Who) -> m.Verb:
    """15-28a: a player rearranges the own units, unless the text says whose."""
    return m.Perform("rearrange", m.Selector(m.Every(), whose, types=("unit",)))


@action
def base_damage_of(sign: str, n: int, what: m.Target) -> m.Verb:
    return m.Modify(taken(what), "base damage", "plus" if sign == "plus" else "minus", n)


@action
def gr_either_way(what: m.Target) -> Verbs:
    """ "Ready or exhaust it": one of them, chosen when it is done."""
    first: Verbs = (m.Choose(taken(what)),) if isinstance(what, m.Selector) else ()
    about = IT if first else taken(what)
    return (*first, m.Either(((m.Orient(about, "active"),), (m.Orient(about, "rest"),))))


@action
def gr_either_way_of(what: m.Target, again: m.Target) -> Verbs:
    if again not in (what, IT):
        raise Unsound("both options must be about the same card")
    return gr_either_way(what)


@action
def gr_also(what: m.Target, *words: str) -> Verbs:
    """14-7c-1: besides those it has."""
    found = [m.Is("attribute", by_property((word,)).values) for word in words]
    return of_one_choice([m.Gain(standing(what), each) for each in found])


def gr_becomes_such(what: m.Target, word: str, duration: m.Duration | None = None) -> m.TreatAs:
    """ "It becomes a Dragon": that in place of the attributes it had."""
    return m.TreatAs(standing(what), m.Is("attribute", by_property((word,)).values), duration=duration)


@action
def gr_never_readied(what: m.Target, whose: m.Who) -> m.Verb:
    """6-2c: in each start phase, for as long as the text stands."""
    if whose == "master":
        whose = "you" if isinstance(what, m.This) else getattr(what, "whose", "") or "any"
    kept = m.Prohibit(standing(what), m.Act("be made active"))
    return m.If((m.DuringPhase("start phase", whose),), (kept,))


def handled_proper(deed: str, word: str) -> m.Target:
    """ "The destroyed Dragon": the card that was called so, and destroyed."""
    return cast(m.Target, Pronoun(f"the {deed}", "card", deed, called=singular(word)))


def gr_player_can_only(who: m.Who, found: Any, duration: m.Duration | None = None) -> Any:
    """In place of the common one: what is said of this card's own playing is a fact about this card."""
    if any(m.This() in m.walk(each.object) for each in acts(found)):
        raise Unsound("said in another way")
    return player_can_only(who, found, duration)


@action
def show(what: m.Target, who: m.Who) -> m.Verb:
    if who not in ("opponent", "each"):
        raise Unsound("cards can only be shown to your opponent")
    return m.Reveal(taken(what))


YOUR_RESOURCES = (Head((), ()), (Where(("resource zone",), "you"),))


def gr_the_chosen(noun: Noun) -> m.Target:
    """ "The chosen units": all of them, and not the last."""
    return pronoun("chosen", noun) if noun.singular else THEM


actions(
    gr_the_put=lambda noun, deed, *to: the_handled(deed, noun),
    gr_handled_cost=lambda deed: deed,
    # 8-4c: whoever attacks is the turn player's.
    gr_attackers_master=lambda noun: "turn player",
    gr_handled_ones_master=lambda deed, noun: ThatOnes("master", the_handled(deed, noun)),
    gr_handled_ones_owner=lambda deed, noun: ThatOnes("owner", the_handled(deed, noun)),
    gr_heal_all_life=lambda: m.Heal(m.Player("you"), None),
    # From one zone in play to another; it may still leave play.
    gr_act_shift=lambda: m.Act("be placed", m.Selector(m.Some(), areas=("play",)), to=m.Place("play")),
    gr_act_from_to=lambda origin, to: tuple(
        m.Act("be placed", m.Selector(m.Some(), origin[1], origin[0]), to=m.Place(area, to[1]))
        for area in to[0]
    ),
    gr_act_fall=lambda: m.Act("be destroyed", cause=m.Cause("combat damage")),
    # 14-3c-2d: an event that has moved by then is not put into the graveyard.
    gr_remove_this=lambda: m.Move(m.This(), m.Place("removed from the game")),
    gr_put_this=lambda to: m.Move(m.This(), to),
    gr_put_this_end=lambda end, whose: m.Move(m.This(), m.Place("deck", whose, end)),
    gr_attribute_word=lambda: "attribute",
    gr_faction_word=lambda: "faction",
    done_removed=lambda: lambda what: m.Move(what, m.Place("removed from the game")),
    done_exhausted=lambda: lambda what: m.Orient(what, "rest"),
    done_readied=lambda: lambda what: m.Orient(what, "active"),
    is_removed=lambda what: m.Move(passive(what), m.Place("removed from the game")),
    is_exhausted=lambda what: m.Orient(passive(what), "rest"),
    is_readied=lambda what: m.Orient(passive(what), "active"),
    show_whom=lambda who, what: show(what, who),
    swap_them=lambda: m.Swap(THEM, None),
    gr_player_attacking=lambda who: m.Compare(
        m.Count(m.Selector(m.Some(), who, filters=(m.State("attacking"),))), "at least", 1
    ),
    swap_choice=lambda n: m.Swap(m.Bound(n), None),
    draw_that_many_plus=lambda n: m.Draw(m.Plus(m.ThatMany(), n)),
    as_target=m.Player,
    # 8-4c-1: also what is not in front.
    may_attack_past=lambda what, whom, duration=None: m.Permit(
        standing(what), m.Act("attack", described(whom)), duration
    ),
    gr_deck_only=lambda what: m.DeckRule("only", listed(described(what))),
    gr_deck_copies=lambda n, what: m.DeckRule(
        "copies", listed(m.Selector(m.Some(), types=what.types, filters=what.filters)), n
    ),
    gr_deck_copies_of_this=lambda n: m.DeckRule("at most", m.This(), n),
    gr_deck_any_of_this=lambda: m.DeckRule("any number", m.This()),
    gr_deck_least=lambda n, what: m.DeckRule("at least", listed(described(what)), n),
    in_next_start=lambda whose: m.Until("start phase", whose, next=True, only=True),
    gr_abilities_negated=lambda what, duration=None: m.Lose(taken(what), all_of="ability", duration=duration),
    gr_deals_twice=lambda: m.SetDamage(m.Times(2, m.ThatMany())),
    gr_deals_more=lambda n: m.SetDamage(m.Plus(m.ThatMany(), n)),
    gr_charges_from_top=lambda n, onto: charge_to(m.Selector(m.Exactly(n), "you", ("deck",), "top"), onto),
    enters_exhausted=lambda what, duration=None: m.Demand(
        standing(what), m.Act("enter play exhausted"), duration
    ),
    not_readied=lambda what, when: m.Prohibit(taken(what), m.Act("be made active"), when),
    do_abyssal=lambda bind=0: m.Perform("abyssal summoning", replace(COMING, bind=bind)),
    do_genesis=lambda: m.Perform("genesis summoning", COMING),
    gr_must_attack=lambda what: m.Demand(standing(what), m.Act("attack")),
    gr_more_summons=lambda n: m.ChangeNumber("summon cap", "you", "plus", n),
    gr_more_summons_for=lambda n, duration: m.ChangeNumber("summon cap", "you", "plus", n, duration),
    gr_may_rearrange=lambda: m.May((rearrange("you"),)),
    that_ability=lambda: (IT, ""),
    gr_by_opponent=lambda: m.Cause("effect", "opponent"),
    enemy_effects=lambda by: m.Cause(by, "opponent"),
    may_treated=lambda what, like: m.TreatAs(taken(what), like, optional=True),
    base_damage=lambda sign, n: m.Modify(m.This(), "base damage", "plus" if sign == "plus" else "minus", n),
    base_damage_more=lambda what, n: base_damage_of("plus", n, what),
    gr_also_having=lambda what, words: gr_also(what, *words),
    # 15-18c: whatever enters play is normal or special summoned.
    gr_no_attack_at_first=lambda noun: m.If(
        (m.Happened(m.Summoned(m.This()), "turn"),), (m.Prohibit(m.This(), m.Act("attack")),)
    ),
    gr_never_readied_at_all=lambda what: gr_never_readied(what, "any"),
    gr_just_two=lambda: 2,
    gr_only_attacked_by=lambda what, by: gr_not_attacked_by(what, all_but(by)),
    gr_ready_more=lambda quantity: m.Orient(selector(quantity, "you", *YOUR_RESOURCES), "active"),
    gr_destroyer=lambda noun, it: m.Object(),
    gr_dealer=lambda noun: m.Object(),
    gr_is_dormant=lambda what: m.Gain(standing(what), m.Keyword("dormant")),
    gr_everyones_cap=lambda n: m.ChangeNumber("summon cap", "each", "set", n),
    gr_play_it=lambda verb: str(verb).replace("_", " "),
    gr_played_only_if=lambda verb, conditions: m.If(
        opposite(conditions), (m.Prohibit(m.This(), m.Act(verb)),)
    ),
    gr_no_rearranging=lambda who, duration=None: m.Prohibit(m.Player(who), m.Act("rearrange"), duration),
    gr_attack_past_for=lambda what, whom, duration: m.Permit(
        standing(what), m.Act("attack", described(whom)), duration
    ),
    gr_charge_from=lambda what, whose, area, onto: if_there(what, whose, area, charge_to(what, onto)),
    gr_charge_from_top=lambda quantity, onto: charge_to(
        m.Selector(quantity or m.Exactly(1), "you", ("deck",), "top"), onto
    ),
    gr_becomes_also=lambda what, *words: tuple(
        replace(each, duration=AsLong("also")) for each in gr_also(what, *words)
    ),
    gr_not_attacked=gr_not_attacked,
    gr_no_attack_with=lambda who, what, duration=None: m.Prohibit(
        m.Player(who), m.Act("attack with", standing(owned(who, what))), duration
    ),
    gr_word=lambda word: word,
    # "That Dragon": the card that was called so.
    gr_that_proper=lambda word: cast(m.Target, Pronoun("that", "card", called=singular(word))),
    gr_that_such=lambda word, noun: cast(m.Target, Pronoun("that", noun, called=singular(word))),
    gr_those_proper=lambda word: THEM,
    gr_handled_proper=lambda deed, word: handled_proper(deed, word),
    gr_that_propers_master=lambda word: ThatOnes("master", Pronoun("that", "card", called=singular(word))),
    gr_that_propers_owner=lambda word: ThatOnes("owner", Pronoun("that", "card", called=singular(word))),
    gr_chosen_proper=lambda word: cast(m.Target, Pronoun("that", "card", called=singular(word))),
    gr_those_side=lambda side, noun: THEM,
    gr_said_exhausted=lambda: lambda what: (m.Demand(standing(what), m.Act("enter play exhausted")),),
    gr_said_past=lambda whom, duration=None: (
        lambda what: (m.Permit(standing(what), m.Act("attack", described(whom)), duration),)
    ),
    gr_that_side=lambda side, noun: cast(m.Target, Pronoun("that", noun, called=side)),
    gr_the_side=lambda side, noun: the_one_of(noun, side),
    gr_the_one_of=the_one_of,
    gr_is_settable=lambda what: m.Permit(standing(what), m.Act("be set")),
    # 14-7c-1: the old ones are lost.
    gr_becomes_such=gr_becomes_such,
    gr_attributes_become=lambda what, words, time=None: m.TreatAs(
        taken(what), m.Is("attribute", tuple(singular(each) for each in words)), duration=time
    ),
)
