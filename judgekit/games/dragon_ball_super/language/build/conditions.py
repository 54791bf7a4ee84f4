"""Conditions of Dragon Ball Super."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import (
    deniable,
    existing,
    happened,
    is_the_only,
    matching,
    of_players,
    quantity_of,
)
from judgekit.cardtext.build.registry import (
    IT,
    NOT_SAID,
    AttackedBySuch,
    Compared,
    Head,
    Pronoun,
    PutTo,
    Tensed,
    action,
    actions,
    pronoun,
    put_to,
)
from judgekit.cardtext.build.steps import Verbs
from judgekit.cardtext.build.targets import count_of, described, selector
from judgekit.cardtext.build.targets.selecting import comparison
from judgekit.cardtext.errors import Unsound
from judgekit.games.dragon_ball_super.language.build.keywords import COLOURS


class DoneBefore(m.Done, frozen=True):
    """ "If a card was KO-ed this way": by the instruction just before, which `way` is compared with."""

    way: str = ""


def life_of(who: m.Who) -> m.Count:
    return m.Count(m.Selector(m.Some(), who, ("life area",)))


@action
def life_is(whose: m.Who, bound: Compared) -> m.Condition | tuple[m.Condition, ...]:
    """Of each player by themself: "either player's life is at 3 or less" adds nothing up."""
    return of_players(whose, lambda who: m.Compare(life_of(who), bound.compare, bound.amount))


@action
def life_compared(who: m.Who, way: Any, other: m.Who) -> m.Condition:
    return m.Compare(life_of(who), way, life_of(other))


@action
def more_in_one_mode(who: m.Who, way: Any, what: m.Selector, other: m.State) -> m.Condition:
    """ "More Battle Cards in Rest Mode than in Active Mode": the same cards in the one mode and the other."""
    modes = [each for each in what.filters if isinstance(each, m.State) and each.state in ("active", "rest")]
    if len(modes) != 1 or modes == [other] or what.whose not in ("", "their", who):
        raise Unsound("more in which mode than in which other?")
    mine = replace(what, whose=who or what.whose)
    filters = tuple(other if each == modes[0] else each for each in what.filters)
    return m.Compare(count_of(mine), way, count_of(replace(mine, filters=filters)))


def of_the_chosen(compare: Any, n: m.Amount, to: PutTo | None = None) -> m.Condition:
    chosen = m.Selector(m.Some(), filters=(m.Among(pronoun("all chosen", to=to or NOT_SAID)),))
    return m.Compare(m.Count(chosen), compare, n)


@action
def so_handled_many(word: str) -> m.ThatMany:
    return m.ThatMany("KO'd" if word == "ko ed" else word)


@action
def so_many_were(bound: Any, tense: str, word: str) -> m.Condition:
    """ "If 2 or more cards were KO-ed this way": one that was chosen and not KO-ed does not count."""
    if word.startswith(("ko ed", "switched", "played")):
        return m.Compare(so_handled_many(word), bound.compare, bound.amount)
    return of_the_chosen(bound.compare, bound.amount)


@action
def did_really_so_many(word: str, many: tuple[Any, ...]) -> m.Condition:
    """ "If you switched 2 or more": one that was chosen, and was so before, was not switched."""
    compare, amount, to = (*many, None)[:3]
    if to is not None:
        raise Unsound("say where they were put: “if you placed …”")
    return m.Compare(so_handled_many(word), compare, amount)


def is_of_the_chosen(asked: m.Condition) -> bool:
    counted = asked.left.what if isinstance(asked, m.Compare) and isinstance(asked.left, m.Count) else None
    among = counted.filters[0] if isinstance(counted, m.Selector) and len(counted.filters) == 1 else None
    said = among.what if isinstance(among, m.Among) else None
    return isinstance(said, Pronoun) and said.word == "all chosen"


@action
def chose_none(to: PutTo | None = None) -> m.Condition:
    """ "If you do not add a card to your hand with this skill"."""
    return of_the_chosen("equal", 0, to)


def there(label: m.Filter, where: Any) -> m.Condition:
    return m.Compare(m.Count(selector(m.Some(), "", Head((), (label,)), (where,))), "at least", 1)


@action
def if_attacking(noun: str, what: m.Target, verbs: Verbs) -> m.Verb:
    """ "If this card attacks a Battle Card": it is attacking, and what it attacks."""
    attacking = m.Selector(m.Some(), filters=(m.State("attacking"),))
    like = described(what)
    if not isinstance(like, m.Selector):
        raise Unsound("say what kind of card it attacks")
    return m.If((m.Matches(m.This(), attacking), m.Matches(m.Role("attacked"), like)), verbs)


def fights_such(mine: str, theirs: str, what: m.Target, other: m.Target) -> tuple[m.Condition, ...]:
    """ "This card is attacking a Leader Card": what it does, and what the card on the other side is like."""
    like = described(other)
    if not isinstance(like, m.Selector) or like.areas:
        raise Unsound("say what kind of card it fights")
    doing = m.Selector(m.Some(), filters=(m.State(mine),))
    return m.Matches(described(what), doing), m.Matches(m.Role(theirs), like)


def is_attacked_by_such(what: m.Target, other: m.Target) -> tuple[m.Condition, ...]:
    attacked, attacking = fights_such("being attacked", "attacking", what, other)
    assert isinstance(attacked, m.Matches)
    return AttackedBySuch(attacked.what, attacked.like), attacking


def moved_to(to: PutTo) -> m.Target:
    return pronoun("them", to=to) if to != NOT_SAID else pronoun("them", deed="moved")


def among_those(what: m.Selector, those: m.Target) -> m.Condition:
    """One of the cards that this was done to fits the description."""
    if what.areas or what.end is not None:
        raise Unsound("the text gives two places for one card")
    found = existing(replace(what, whose=""))
    assert isinstance(found.left, m.Count)
    counted = found.left.what
    return replace(found, left=m.Count(replace(counted, filters=(*counted.filters, m.Among(those)))))


@action
def someone_placed(who: m.Who, what: m.Selector, deed: str = "moved") -> m.Condition:
    """ "If your opponent placed a Battle Card": one of theirs, among the cards that the text has placed."""
    return someone_did(who, what, pronoun("them", deed=deed))


def someone_did(who: m.Who, what: m.Selector, those: m.Target) -> m.Condition:
    if not (what.types or what.filters):
        raise Unsound("said in another way")
    return placed_by(who, what, those)


def placed_by(who: m.Who, what: m.Selector, those: m.Target) -> m.Condition:
    """Whose cards "you" have placed is known when it is known who placed any: noted as who chose them."""
    found = among_those(what, those)
    assert isinstance(found, m.Compare)
    assert isinstance(found.left, m.Count)
    doer = {"chooser": "you"} if who == "you" else {"whose": who}
    return replace(found, left=m.Count(replace(found.left.what, **doer)))


@deniable
def so_it_happened(event: Tensed, period: m.Period) -> Any:
    """ "This way" refers to the cards of the previous instruction; anything else to the turn."""
    what = getattr(event.event, "what", None)
    if period == "effect" and isinstance(event.event, m.Discarded | m.Seen) and isinstance(what, m.Selector):
        plain = replace(what, areas=())
        if plain.types or plain.filters:
            done = "discarded" if isinstance(event.event, m.Discarded) else "revealed"
            return someone_placed(event.event.who, plain, done)
        many = comparison(quantity_of(plain))
        if many != ("at least", 1) and event.event.who == "any":
            raise Unsound("said in another way")  # "2 or more cards were discarded": of what was moved
        way = "moved" if isinstance(event.event, m.Discarded) else "revealed"
        return DoneBefore(way=way) if many == ("at least", 1) else m.Compare(m.ThatMany(way), *many)
    if period == "effect" and isinstance(event.event, m.Turned) and isinstance(what, m.Selector):
        if not (what.types or what.filters or what.whose) and comparison(quantity_of(what)) != (
            "at least",
            1,
        ):
            raise Unsound("said in another way")  # so many of the cards that were switched
    if period == "effect" and isinstance(event.event, m.Played) and isinstance(what, m.Selector):
        return someone_placed(event.event.by, replace(what, areas=()), "played")
    if (
        period != "effect"
        or not isinstance(event.event, m.Destroyed | m.Moved)
        or not isinstance(what, m.Selector)
    ):
        return happened(event, period)
    if isinstance(event.event, m.Moved):
        by, plain, to = event.event.cause, replace(what, areas=()), moved_to(put_to(event.event))
        return among_those(plain, to) if by is None or by.who == "any" else placed_by(by.who, plain, to)
    many = comparison(quantity_of(what))
    if many != ("at least", 1) and not what.types and [type(each) for each in what.filters] == [m.Among]:
        raise Unsound("said in another way")  # "2 or more of them"
    if what.filters or what.whose or what.types not in ((), ("battle card",)):
        ko_ed = m.Among(pronoun("them", deed="destroyed"))
        return existing(replace(what, areas=("drop area",), filters=(*what.filters, ko_ed)))
    return DoneBefore(way="KO'd") if many == ("at least", 1) else m.Compare(so_handled_many("ko ed"), *many)


@action
def if_ko_ed(what: m.Selector, verbs: Verbs) -> m.Verb:
    """The card that was to be KO-ed fitted the description, and was KO-ed."""
    like = described(what)
    if not isinstance(like, m.Selector):
        raise Unsound("say what kind of card it is")
    return m.If((m.Done(),), (m.If((m.Matches(IT, like),), verbs),))


@action
def card_it_placed(to: Any) -> m.Target:
    """A card that was mentioned, and that has gone there."""
    return m.Selector(m.Every(), to[1], to[0], filters=(m.Among(pronoun("chosen", "card")),))


OTHER_COLOUR = m.Is("colour", ("another",))  # than the one that was asked for before


def of_another_colour(verbs: Verbs) -> Verbs:
    """ "If a black card …. If a card of any other color …": than black."""
    named: frozenset[str] = frozenset()
    found: list[m.Verb] = []
    for verb in verbs:
        colours = colours_asked(verb)
        if OTHER_COLOUR.values[0] in colours:
            if not named or not isinstance(verb, m.If):
                raise Unsound("other than which color?")
            others = tuple(each for each in sorted(COLOURS) if each not in named)
            verb = replace(verb, conditions=tuple(with_colours(each, others) for each in verb.conditions))
        elif colours:
            named = colours
        found.append(verb)
    return tuple(found)


def colours_asked(verb: m.Verb) -> frozenset[str]:
    asked = verb.conditions if isinstance(verb, m.If) else ()
    values = [node.values for node in m.walk(asked) if isinstance(node, m.Is) and node.what == "colour"]
    return frozenset(each for one in values for each in one)


def with_colours(asked: m.Condition, others: tuple[str, ...]) -> m.Condition:
    if not isinstance(asked, m.Compare) or not isinstance(asked.left, m.Count):
        return asked
    what = asked.left.what
    filters = tuple(m.Is("colour", others) if each == OTHER_COLOUR else each for each in what.filters)
    return replace(asked, left=m.Count(replace(what, filters=filters)))


def fighting(word: str, noun: str) -> m.Target:
    """ "The attacking Battle Card": the card that attacks, if it is one."""
    role = "attacking" if word == "attacking" else "attacked"
    if noun == "card":
        return m.Role(role)
    state = m.State("attacking" if role == "attacking" else "being attacked")
    return m.Selector(m.Every(), "any", types=(noun,), filters=(state,))


@action
def guarding_cards(quantity: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    guards = (m.State("being attacked"), *what.filters)
    return selector(quantity, whose, Head(what.types, guards, what.lone), rest)


@action
def energy_of(whose: m.Who) -> m.Count:
    return m.Count(m.Selector(m.Some(), whose, ("energy area",)))


@action
def neither_there(one: m.Filter, other: m.Filter, where: Any) -> tuple[m.Condition, ...]:
    raise Unsound("neither of them, or not both? Say “there is no …” for each")


actions(
    life_of=life_of,
    is_attacking_such=lambda what, other: fights_such("attacking", "attacked", what, other),
    is_attacked_by_such=is_attacked_by_such,
    life_beside=life_compared,
    life_beside_yours=lambda whose, way: life_compared(whose, way, "you"),
    life_beside_theirs=lambda whose, way: life_compared(whose, way, "opponent"),
    did_not_attack=lambda who, period: m.NotSo(m.Happened(m.Attacks(m.Selector(whose=who)), period)),
    ko_ed_so_many=lambda quantity: m.Compare(so_handled_many("ko ed"), *comparison(quantity)),
    ko_ed_so_many_plainly=lambda n: m.Compare(so_handled_many("ko ed"), "equal", n),
    said_many=comparison,
    just_many=lambda n, to=None: ("equal", n, to),
    so_many_of_them=lambda bound, to=None: (bound.compare, bound.amount, to),
    some_of_it=lambda to=None: ("at least", 1, to),
    # "If you chose 2": of the cards that were chosen before.
    chose_so_many=lambda many: of_the_chosen(*many),
    skill_was=lambda keyword, period: m.Happened(m.AbilityUsed("any", keyword), period),
    more_there_in_one_mode=lambda way, what, other: more_in_one_mode("", way, what, other),
    is_awakened=lambda what: matching(what, m.State("awakened")),
    # "If <A> and <B> are in your Drop Area": one of each.
    both_there=lambda one, other, where: (there(one, where), there(other, where)),
    at_least_cards=lambda n: Compared("at least", n),
    at_most_cards=lambda n: Compared("at most", n),
    exactly_cards=lambda n: Compared("equal", n),
    # "If 3 or more were switched": of the cards that were taken for it.
    its_the_only_one=lambda like, rest: is_the_only(IT, like, rest),
    same_stat_as=lambda stat, other: m.Stat(stat, "equal", m.ValueOf(stat, other)),
    area_has=lambda whose, area, bound: m.Compare(
        m.Count(m.Selector(m.Some(), whose, (area,))), bound.compare, bound.amount
    ),
    placed_by_it=lambda what, to: placed_by("you", what, moved_to(to)),
    someone_chose=lambda who, what: someone_did(who, what, pronoun("all chosen")),
    card_that_went=card_it_placed,
    placed_of_another_colour=lambda tense, to: among_those(
        m.Selector(m.Exactly(1), filters=(OTHER_COLOUR,)), moved_to(to)
    ),
    # Those of the chosen cards that are like that.
    chosen_described=lambda whose, what: selector(
        m.Every(), whose, Head(what.types, (m.Among(pronoun("all chosen")), *what.filters)), ()
    ),
    chosen_label=lambda label: selector(
        m.Every(), "any", Head((), (m.Among(pronoun("all chosen")), label)), ()
    ),
    attacking_cards=lambda quantity, whose, what, rest: selector(
        quantity, whose, Head(what.types, (m.State("attacking"), *what.filters), what.lone), rest
    ),
)
