"""Dragon Ball Super: skills, energy, combos, modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import ATTACKING, Verbs, automatic, body, flat, header, present, told
from judgekit.cardtext.build.conditions import existing, happened, quantity_of
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    Compared,
    Head,
    HeaderPart,
    Per,
    Steps,
    Tensed,
    Throughout,
    Where,
    action,
    constants,
    pronoun,
)
from judgekit.cardtext.build.shared import made_rest
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.selecting import comparison
from judgekit.cardtext.build.targets.tails import that_was
from judgekit.cardtext.build.verbs import taken, times
from judgekit.cardtext.build.verbs.allowing import act_leave_by, cannot, player_cannot
from judgekit.cardtext.build.verbs.changing import standing
from judgekit.cardtext.build.verbs.playing import played_so
from judgekit.cardtext.build.verbs.together import Said
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    AbilityUsed,
    Act,
    After,
    AlternativeCost,
    Among,
    Amount,
    Attacks,
    Cause,
    Choose,
    Combo,
    Combos,
    Compare,
    Condition,
    Count,
    CreateToken,
    Damages,
    DealDamage,
    DeckRule,
    Delayed,
    Destroy,
    Destroyed,
    Done,
    Duration,
    Each,
    EitherEvent,
    Every,
    Evolve,
    Exactly,
    Filter,
    Flip,
    Happened,
    HasAbility,
    HasKeyword,
    If,
    Instead,
    Is,
    Keyword,
    Look,
    Matches,
    May,
    Modify,
    Move,
    Moved,
    NegateAbilities,
    NegateAbility,
    Not,
    NotSo,
    OneOf,
    Orient,
    OtherThan,
    Pay,
    Performs,
    Period,
    Permit,
    PhaseMoment,
    Play,
    Played,
    Player,
    Prohibit,
    Reveal,
    Role,
    Selector,
    Shuffle,
    Some,
    Stat,
    State,
    Subject,
    Target,
    ThatMany,
    This,
    Union,
    Until,
    UpTo,
    UseAbility,
    Verb,
    Who,
    walk,
)

constants(
    activate_main=header(kind="activated", window="main"),
    activate_battle=header(kind="activated", window="battle"),
    activate_both=header(kind="activated", window="main or battle"),
    counter_play=header(kind="counter", window="play"),
    counter_attack=header(kind="counter", window="attack"),
    counter_counter=header(kind="counter", window="counter"),
    counter_battle_card_attack=header(kind="counter", window="battle card attack"),
    being_played=Role("being played"),
    role_attacked=Role("attacked"),
    from_anywhere=((), ""),
    cause_battle=Cause("battle"),
    cause_skills=Cause("skill"),
    after_battle=PhaseMoment("after", "battle"),
    awaken=header("awaken", kind="activated", window="awaken"),
    union_absorb=header("union-absorb", kind="activated", window="main"),
    state_active=State("active"),
    state_rest=State("rest"),
    state_play=State("in play"),
    mode_rest=("orientation", "rest"),
    mode_active=("orientation", "active"),
    play_negated=("negated", True),
)


@action
def automatic_after(event: Tensed, verbs: Verbs) -> Ability:
    end = PhaseMoment("end", "battle")
    return Ability("automatic", trigger=After(present(event), end), body=verbs)


@action
def automatic_end_of_its_turn(*parts: Any) -> Ability:
    """ "At the end of the turn in which this card was played"."""
    end = PhaseMoment("end", "turn")
    return Ability("automatic", trigger=end, body=(If((Happened(Played(This())),), parts[-1]),))


@action
def automatic_in(event: Tensed, verbs: Verbs) -> Ability:
    """ "At the end of a battle in which this card attacked"."""
    return automatic_after(Tensed("now", event.event), verbs)


@action
def automatic_if(event: Tensed, verbs: Verbs) -> Ability:
    """ "[Auto] If this card is KO'd, …": the header says that it waits for that."""
    return automatic(event, verbs)


@action
def while_attacking(said: Any, noun: str) -> Verbs:
    return (Throughout((ATTACKING,), told((said,))),)


@action
def bond(n: int, label: Filter) -> HeaderPart:
    """[Bond 3] «A»: the skill works while there are so many of those Battle Cards (the card explains it)."""
    friends = selector(Some(), "you", Head(("battle card",), (label,)), ())
    return header(conditions=(Compare(Count(friends), "at least", n),))


@action
def awaken_body(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    """Before the colon stands what [Awaken] waits for."""
    return Ability("continuous", conditions=conditions, body=verbs)


# Keywords


THIS_SKILL, CHOSEN_KEYWORD = "this skill", "a chosen keyword"
COLOUR_SYMBOLS = {"r": "red", "u": "blue", "b": "blue", "g": "green", "y": "yellow", "k": "black"}
COLOURS = frozenset(COLOUR_SYMBOLS.values())


@action
def symbol(text: str) -> str:
    word = COLOUR_SYMBOLS.get(text.lower(), text.lower())
    if word not in COLOURS and not word.isdigit():
        raise Unsound(f"{{{text}}} is no energy symbol")
    return word


@action
def symbol_number(n: int) -> str:
    return str(n)


@action
def pay_energy(*symbols: str) -> Pay:
    colours = tuple(each for each in symbols if each in COLOURS)
    free = sum(int(each) for each in symbols if each.isdigit())
    return Pay("energy", free + len(colours), colours)


@action
def symbol_costs(found: Pay) -> tuple[Verb, ...]:
    return (found,)


@action
def flat_costs(found: tuple[Any, ...]) -> tuple[Verb, ...]:
    return flat(found)


@action
def cost_symbols(found: Pay) -> Verbs:
    return (found,)


@action
def cost_energy(n: int) -> Verbs:
    return (Pay("energy", n),)


def material_of(adjectives: list[Any], noun: str, found: Any) -> Selector:
    """A Battle Card, by what is printed on it: where it lies is for the keyword to say."""
    if noun not in ("card", "battle card"):
        raise Unsound("a material is a Battle Card")
    made = selector(Some(), "", Head((), tuple(adjectives)), found)
    if made.areas or not all(is_material(each) for each in made.filters):
        raise Unsound("a material is told by its names, traits, colors, numbers and skills")
    return made


def is_material(what: Filter) -> bool:
    if isinstance(what, Not):
        return is_material(what.what)
    if isinstance(what, OneOf):
        return all(is_material(each) for each in what.filters)
    number = isinstance(what, Stat) and isinstance(what.amount, int) and what.stat != "cards under"
    return number or isinstance(what, Is | HasKeyword | HasAbility)


@action
def material(*parts: Any) -> Selector:
    return material_of(list(parts), "card", ())


@action
def material_with(*parts: Any) -> Selector:
    *adjectives, found = parts
    return material_of(adjectives, "card", found)


@action
def material_noun(*parts: Any) -> Selector:
    *adjectives, noun = parts
    return material_of(adjectives, noun, ())


@action
def material_noun_with(*parts: Any) -> Selector:
    *adjectives, noun, found = parts
    return material_of(adjectives, noun, found)


@action
def material_keyword(name: str, costs: tuple[Verb, ...], materials: tuple[Target, ...]) -> Ability:
    return Ability("keyword", keyword=Keyword(name, costs=costs, materials=materials))


@action
def over_realm(n: int, costs: tuple[Verb, ...]) -> Ability:
    return Ability("keyword", keyword=Keyword("over realm", n, costs=costs))


# Conditions


def life_of(who: Who) -> Count:
    return Count(Selector(Some(), who, ("life area",)))


@action
def life_is(whose: Who, bound: Compared) -> Condition:
    return Compare(life_of(whose), bound.compare, bound.amount)


@action
def life_compared(who: Who, way: Any, other: Who) -> Condition:
    return Compare(life_of(who), way, life_of(other))


@action
def life_beside(whose: Who, way: Any, other: Who) -> Condition:
    return life_compared(whose, way, other)


@action
def did_not_attack(who: Who, period: Period) -> Condition:
    return NotSo(Happened(Attacks(Selector(whose=who)), period))


def of_the_chosen(compare: Any, n: Amount) -> Condition:
    chosen = Selector(Some(), filters=(Among(pronoun("all chosen")),))
    return Compare(Count(chosen), compare, n)


@action
def said_many(quantity: Any) -> tuple[Any, Amount]:
    return comparison(quantity)


@action
def just_many(n: int, to: Any = None) -> tuple[Any, Amount]:
    return "equal", n


@action
def so_many_of_them(bound: Compared, to: Any = None) -> tuple[Any, Amount]:
    return bound.compare, bound.amount


@action
def some_of_it(to: Any = None) -> tuple[Any, Amount]:
    return "at least", 1


@action
def chose_so_many(many: tuple[Any, Amount]) -> Condition:
    """ "If you chose 2": of the cards that were chosen before."""
    return of_the_chosen(*many)


@action
def skill_was(keyword: str, period: Period) -> Condition:
    return Happened(AbilityUsed("any", keyword), period)


def there(label: Filter, where: Any) -> Condition:
    return Compare(Count(selector(Some(), "", Head((), (label,)), (where,))), "at least", 1)


@action
def both_there(one: Filter, other: Filter, where: Any) -> tuple[Condition, ...]:
    """ "If <A> and <B> are in your Drop Area": one of each."""
    return there(one, where), there(other, where)


@action
def if_attacking(noun: str, what: Target, verbs: Verbs) -> Verb:
    """ "If this card attacks a Battle Card": it is in battle, and with what."""
    attacking = Selector(Some(), filters=(State("attacking"),))
    like = described(what)
    if not isinstance(like, Selector):
        raise Unsound("say what kind of card it attacks")
    return If((Matches(This(), attacking), Matches(Role("attacked"), like)), verbs)


@action
def at_least_cards(n: int) -> Compared:
    return Compared("at least", n)


@action
def at_most_cards(n: int) -> Compared:
    return Compared("at most", n)


@action
def area_has(whose: Who, area: str, bound: Compared) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), bound.compare, bound.amount)


def among_those(what: Selector) -> Condition:
    """One of the cards that were put somewhere just before is like that."""
    if what.areas or what.end is not None:
        raise Unsound("two places are given for one card")
    found = existing(replace(what, whose=""))
    assert isinstance(found.left, Count)
    counted = found.left.what
    return replace(found, left=Count(replace(counted, filters=(*counted.filters, Among(THEM)))))


def so_it_happened(event: Tensed, period: Period) -> Any:
    """ "This way" asks about the cards of the instruction before; anything else about the turn."""
    what = getattr(event.event, "what", None)
    if period != "effect" or not isinstance(event.event, Destroyed | Moved) or not isinstance(what, Selector):
        return happened(event, period)
    if isinstance(event.event, Moved):
        return among_those(replace(what, areas=()))
    many = comparison(quantity_of(what))
    if what.filters or what.areas or what.types not in ((), ("battle card",)):
        raise Unsound("say “if you do”, and ask with “if” what it was")
    return Done() if many == ("at least", 1) else Compare(ThatMany(), *many)


@action
def placed_by_it(what: Selector, to: Any) -> Condition:
    return among_those(what)


@action
def if_ko_ed(what: Selector, verbs: Verbs) -> Verb:
    """The card that was to be KO-ed was like that, and was KO-ed."""
    like = described(what)
    if not isinstance(like, Selector):
        raise Unsound("say what kind of card it is")
    return If((Done(),), (If((Matches(IT, like),), verbs),))


@action
def card_it_placed(to: Any) -> Target:
    """One that was spoken of, and that has gone there."""
    return Selector(Every(), to[1], to[0], filters=(Among(pronoun("chosen", "card")),))


@action
def card_that_went(to: Any) -> Target:
    return card_it_placed(to)


OTHER_COLOUR = Is("colour", ("another",))  # than the one that was asked for before


@action
def placed_of_another_colour(tense: str, *to: Any) -> Condition:
    return among_those(Selector(Exactly(1), filters=(OTHER_COLOUR,)))


def of_another_colour(verbs: Verbs) -> Verbs:
    """ "If a black card …. If a card of any other color …": than black."""
    named: frozenset[str] = frozenset()
    found: list[Verb] = []
    for verb in verbs:
        colours = colours_asked(verb)
        if OTHER_COLOUR.values[0] in colours:
            if not named or not isinstance(verb, If):
                raise Unsound("other than which color?")
            others = tuple(each for each in sorted(COLOURS) if each not in named)
            verb = replace(verb, conditions=tuple(with_colours(each, others) for each in verb.conditions))
        elif colours:
            named = colours
        found.append(verb)
    return tuple(found)


def colours_asked(verb: Verb) -> frozenset[str]:
    asked = verb.conditions if isinstance(verb, If) else ()
    values = [node.values for node in walk(asked) if isinstance(node, Is) and node.what == "colour"]
    return frozenset(each for one in values for each in one)


def with_colours(asked: Condition, others: tuple[str, ...]) -> Condition:
    if not isinstance(asked, Compare) or not isinstance(asked.left, Count):
        return asked
    what = asked.left.what
    filters = tuple(Is("colour", others) if each == OTHER_COLOUR else each for each in what.filters)
    return replace(asked, left=Count(replace(what, filters=filters)))


@action
def chosen_described(whose: Who, what: Head) -> Target:
    """Those of the chosen cards that are like that."""
    return selector(Every(), whose, Head(what.types, (Among(pronoun("all chosen")), *what.filters)), ())


@action
def chosen_label(label: Filter) -> Target:
    return selector(Every(), "any", Head((), (Among(pronoun("all chosen")), label)), ())


def fighting(word: str, noun: str) -> Target:
    """ "The attacking Battle Card": the card that attacks, if it is one."""
    role = "attacking" if word == "attacking" else "attacked"
    if noun == "card":
        return Role(role)
    state = State("attacking" if role == "attacking" else "being attacked")
    return Selector(Every(), "any", types=(noun,), filters=(state,))


@action
def attacking_cards(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, whose, Head(what.types, (State("attacking"), *what.filters), what.lone), rest)


@action
def energy_of(whose: Who) -> Count:
    return Count(Selector(Some(), whose, ("energy area",)))


@action
def neither_there(one: Filter, other: Filter, where: Any) -> tuple[Condition, ...]:
    raise Unsound("is it neither of them, or not both? Say “there is no …” of each")


# Verbs


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
    return Where((), who)


@action
def had_in_play_too(who: Who) -> tuple[Any, ...]:
    return Where((), who), State("in play")


@action
def nobody_can(act: Any) -> Any:
    return player_cannot("each", act)


@action
def nobody_can_for(act: Any, duration: Duration) -> Any:
    return player_cannot("each", act, duration)


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
    return regardless(what, keyword)


@action
def may_use_when(what: Target, keyword: str, conditions: tuple[Condition, ...]) -> Verb:
    return If(conditions, (regardless(what, keyword),))


@action
def enters_in(what: Target, how: tuple[str, Any]) -> Verb:
    return Orient(what, how[1])


@action
def active_from(whose: Who, area: str) -> Verb:
    return Permit(This(), Act("use ability", Selector(Some(), whose, (area,))))


@action
def stay_rest(what: Target, whose: Who) -> Verb:
    if whose in ("any", "each"):
        raise Unsound("during whose next charge phase?")
    until = Until("charge phase", whose, next=True, only=True)
    return Prohibit(taken(what), Act("become active"), until)


def total(kinds: tuple[Selector, ...], one: bool = False) -> Exactly | UpTo:
    """How many that is together; only choices of a whole number can be added up."""
    many = [kind.quantity for kind in kinds]
    if not all(isinstance(each, Exactly | UpTo) and isinstance(each.n, int) for each in many):
        raise Unsound("say of each how many")
    counts: list[Any] = [each.n for each in many if isinstance(each, Exactly | UpTo)]
    n = max(counts) if one else sum(counts)
    return UpTo(n) if any(isinstance(each, UpTo) for each in many) else Exactly(n)


def kinds_together(kinds: tuple[Any, ...], one: bool = False) -> Selector:
    for kind in kinds:
        taken(kind)
        if not isinstance(kind, Selector) or kind.bind or kind.end is not None:
            raise Unsound("said in another way")
    return Selector(total(kinds, one), "any", filters=(Each(kinds, one),))


@action
def each_kind(*kinds: Any) -> Selector:
    return kinds_together(kinds)


@action
def all_kinds(*kinds: Any) -> Union:
    """ "Choose all of these and all of those"."""
    for kind in kinds:
        if not isinstance(taken(kind), Selector) or not isinstance(kind.quantity, Every):
            raise Unsound("said in another way")
    return Union(kinds)


@action
def either_kind(one: Any, other: Any) -> Selector:
    return kinds_together((one, other), one=True)


@action
def each_label(quantity: Any, one: Filter, other: Filter, rest: tuple[Any, ...]) -> Selector:
    return kinds_together(tuple(selector(quantity, "", Head((), (each,)), rest) for each in (one, other)))


@action
def each_area(quantity: Any, whose: Who, *areas: str) -> Selector:
    where = [Where((area,), whose) for area in areas]
    return kinds_together(tuple(selector(quantity, "", Head((), ()), (each,)) for each in where))


@action
def choose_each_numbered(what: Selector, n: int) -> Verb:
    return Choose(replace(what, bind=n))


# Bodies


HANDLED: dict[str, Callable[[Verb], bool]] = {
    "KO'd": lambda verb: isinstance(verb, Destroy),
    "switched to rest mode": lambda verb: isinstance(verb, Orient) and verb.orientation == "rest",
    "switched to active mode": lambda verb: isinstance(verb, Orient) and verb.orientation == "active",
    "placed in the drop area": lambda verb: isinstance(verb, Move) and verb.to.area == "drop area",
}


@action
def per_so_handled(word: str) -> Per:
    """ "For each card KO-ed this way": as many as the instruction before has KO-ed."""
    return Per(ThatMany("KO'd" if word == "ko ed" else word))


def not_kept(word: str, period: Period) -> Filter:
    """Of which cards something was done "this way" is not kept, only of how many."""
    if period == "effect":
        raise Unsound("say “for each card … this way”, or ask with “if”")
    return that_was(word, period)


def counts_what_was_done(verbs: Verbs, done: Verb | None = None) -> Verbs:
    """What is counted "this way" has been done by the instruction just before, or nobody knows how many."""
    for verb in verbs:
        if isinstance(verb, May):
            counts_what_was_done(verb.do)
            counts_what_was_done(verb.then, verb.do[-1])
            counts_what_was_done(verb.otherwise)
        elif any(not (done and HANDLED[way](done)) for way in ways_counted(verb)):
            raise Unsound("say it right behind what is done to the cards")
        done = verb
    return verbs


def ways_counted(verb: Verb) -> list[str]:
    return [node.way for node in walk(verb) if isinstance(node, ThatMany) and node.way]


def among_what_was_looked_at(verbs: Verbs) -> Verbs:
    """ "Look at 3 cards …. Choose up to 1 «A»": of those, where the text names no other place."""
    found: list[Verb] = []
    for verb in verbs:
        after = found[-1] if found else None
        if isinstance(verb, If):
            verb = replace(verb, then=among_what_was_looked_at(verb.then))
        if isinstance(verb, Choose | Move) and is_of_what_was_shown(after, verb):
            what = verb.what
            if isinstance(what, Selector) and not (what.whose or what.areas) and not is_told_apart(what):
                verb = replace(verb, what=replace(what, filters=(*what.filters, Among(THEM))))
        found.append(verb)
    return tuple(found)


def is_of_what_was_shown(shown: Verb | None, then: Choose | Move) -> bool:
    """Choosing after a look; and "your opponent reveals their hand and places all …", done by one player."""
    if not isinstance(shown, Reveal):
        return isinstance(shown, Look) and isinstance(then, Choose)
    hand = isinstance(shown.what, Selector) and shown.what.areas == ("hand",)
    return hand and then.who == shown.who != "you"


def is_told_apart(what: Selector) -> bool:
    return any(isinstance(each, Among | Each) for each in what.filters)


def body_of(*sentences: Steps) -> Verbs:
    return counts_what_was_done(of_another_colour(among_what_was_looked_at(body(*sentences))))


# Acts


@action
def act_keyword(keyword: str) -> Act:
    return Act(f"use {keyword}")


@action
def act_skills_of(what: Target) -> Act:
    return Act("use abilities", described(what))


@action
def act_removed() -> Act:
    return Act("leave", Selector(Some(), areas=("battle area",)))


@action
def act_removed_by(cause: Cause) -> Act:
    return Act("leave", Selector(Some(), areas=("battle area",)), cause)


@action
def act_attack_with(what: Target) -> Act:
    return Act("attack with", described(what))


@action
def act_combo_with(what: Target) -> Act:
    return Act("combo", described(what))


# Events


@action
def combos_with(who: Who, tense: str, what: Target) -> Tensed:
    found = described(what)
    if isinstance(found, Selector) and found.areas:
        return Tensed(tense, Combos(replace(found, areas=(), whose=""), who, found.areas))
    return Tensed(tense, Combos(found, who))


@action
def combos_from(who: Who, tense: str, what: Target, whose: Who, area: str) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("from whose area?")
    return Tensed(tense, Combos(what, who, (area,)))


@action
def combos(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Combos(None, who))


@action
def someone_attacks(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Attacks(Selector(whose=who)))


@action
def someone_attacks_with(who: Who, tense: str, what: Target) -> Tensed:
    found = described(what)
    if not isinstance(found, Selector):
        return Tensed(tense, Attacks(found))
    if found.whose not in ("", "their", who):
        raise Unsound("a player attacks with cards of their own")
    return Tensed(tense, Attacks(replace(found, whose=who)))


@action
def someone_attacks_card(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Attacks(Selector(whose=who), described(what)))


@action
def life_shrinks(whose: Who, tense: str) -> Tensed:
    """A life card goes elsewhere, each time one does."""
    return Tensed(tense, Moved(Selector(), ("life area",), origin_whose=whose))


@action
def or_placed(one: Tensed, to: Any) -> Tensed:
    return or_placed_from(one, to, ((), ""))


@action
def or_placed_from(one: Tensed, to: Any, origin: Any) -> Tensed:
    """ "When this card is KO-ed or placed in your Drop Area from …"."""
    what = getattr(one.event, "what", None)
    if what is None or one.tense != "now":
        raise Unsound("what is placed there?")
    moved = Moved(what, origin[0], to[0], whose=to[1], origin_whose=origin[1])
    return Tensed("now", EitherEvent((one.event, moved)))


@action
def uses_skill(who: Who, tense: str, keyword: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, keyword))


@action
def skill_activated(keyword: str, tense: str) -> Tensed:
    return uses_skill("any", tense, keyword)


@action
def uses_skill_of(who: Who, tense: str, of: Target, keyword: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, keyword, of))


@action
def cause_due(whose: Who) -> Cause:
    return Cause("skill", whose)


@action
def made_rest_cause(what: Target, tense: str, cause: Cause) -> Tensed:
    return made_rest(what, tense, cause)


@action
def leaves_passive(what: Target, tense: str, origin: Any) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], origin_whose=origin[1]))


@action
def leaves_passive_cause(what: Target, tense: str, origin: Any, cause: Cause) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], cause=cause, origin_whose=origin[1]))


@action
def life_damaged(tense: str, whose: Who) -> Tensed:
    return Tensed(tense, Damages(to=Player(whose)))


@action
def automatic_then_during(first: Tensed, then: Tensed, verbs: Verbs) -> Ability:
    """ "When you play this card and your opponent combos during that turn": the one waits for the other."""
    waits = Delayed(present(then), verbs, Until("turn"))
    return Ability("automatic", trigger=present(first), body=(waits,))


@action
def bare_name(*words: str) -> str:
    """A token's name without quotes: words with a capital that are none of the game's own."""
    if not all(word[0].isupper() for word in words) or {word.lower() for word in words} & GAME_WORDS:
        raise Unsound("put the token's name in quotes")
    return " ".join(words)


GAME_WORDS = COLOURS | {"active", "rest", "mode", "battle", "leader", "card", "cards", "token", "tokens"}


@action
def evolve_card(what: Target, into: Target) -> Evolve:
    return Evolve(taken(what), taken(into))


@action
def evolve_mode(what: Target, into: Target, how: tuple[str, Any]) -> Verb:
    return replace(evolve_card(what, into), orientation=how[1])


@action
def evolve_onto(into: Target, what: Target) -> Verb:
    return evolve_card(what, into)


@action
def evolve_onto_mode(into: Target, what: Target, how: tuple[str, Any]) -> Verb:
    return evolve_mode(what, into, how)


@action
def gain_evolve(name: str, costs: tuple[Verb, ...], materials: tuple[Target, ...]) -> Keyword:
    return Keyword(name, costs=costs, materials=materials)


@action
def awakens(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "awaken"))


@action
def pays(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "pay"))


@action
def negates_attack(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "negate attack"))


@action
def battle_ends(tense: str) -> Tensed:
    return Tensed(tense, PhaseMoment("end", "battle", which="this"))


@action
def how_either(one: str, other: str) -> str:
    return f"{one} or {other}"
