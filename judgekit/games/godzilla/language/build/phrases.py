"""What printed cards of the game say in words of their own: zones, counts, ways to play, falling back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import automatic as plain_automatic
from judgekit.cardtext.build.conditions import matching_each, so_many_kinds
from judgekit.cardtext.build.registry import (
    ACTIONS,
    BOTH,
    THEM,
    Beside,
    Compared,
    Head,
    Per,
    Steps,
    Tensed,
    Where,
    action,
    actions,
    events,
    pronoun,
)
from judgekit.cardtext.build.sentences import joined
from judgekit.cardtext.build.steps import opposite
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import comparison
from judgekit.cardtext.build.verbs.allowing import player_cannot, whole_area
from judgekit.cardtext.build.verbs.changing import standing, times
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.drawing import search
from judgekit.cardtext.build.verbs.players import negate
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import They

THAT_ZONE = pronoun("that", "zone")
THERE = m.Selector(types=("zone",), filters=(m.Near("same zone", THAT_ZONE),))
CHOSEN = m.State("chosen before")
INVADED = "zones invaded this turn"


# Zones


@action
def in_or_around(of: m.Target) -> m.Filter:
    return m.OneOf((m.Near("same zone", of), m.Near("adjacent", of)))


@action
def occupied() -> m.Filter:
    return m.Not(m.Empty())


@action
def had_in_area(who: m.Who, where: Where) -> Where:
    if where.whose not in (who, "their"):
        raise Unsound("whose card is it? “Has” is only said of a player's own cards")
    return Where(where.areas, who)


BARE = "bare "  # "with the same name", where nothing says as which card

# Descriptions, counts and conditions


@action
def outstanding_among(noun: str, which: Any, stat: str, among: m.Target) -> m.Selector:
    """ "The battle card with the highest rank among your battle cards": one of those that have it."""
    if not isinstance(among, m.Selector) or not isinstance(among.quantity, m.Every | m.Some):
        raise Unsound("among which cards?")
    if noun not in ("card", *among.types):
        raise Unsound("among which cards?")
    return replace(among, quantity=m.Exactly(1), filters=(*among.filters, m.Extreme(stat, which)))


@action
def based_on(amount: m.Amount, *cases: Any) -> Steps:
    """One of the cases: the number is looked at once, before anything is done. "2 or more" and "4 or more"
    are both so of 4: each line that is reached is carried out."""
    asked = [tuple(m.Compare(amount, how, n) for how, n in band) for band, _ in cases]
    if not are_apart(band for band, _ in cases):
        return Steps(tuple(m.If(so, verbs) for so, (_, verbs) in zip(asked, cases, strict=True)))
    found: tuple[m.Verb, ...] = ()
    for so, (_, verbs) in reversed([*zip(asked, cases, strict=True)]):
        found = (m.If(so, verbs, found),)
    return Steps(found)


def are_apart(bands: Iterable[tuple[tuple[str, int], ...]]) -> bool:
    """Whether no number is in two of them."""
    fits = {"equal": int.__eq__, "at least": int.__ge__, "at most": int.__le__}
    found = [*bands]
    ends = {n for band in found for _, n in band}
    return all(sum(all(fits[how](n, end) for how, end in band) for band in found) < 2 for n in ends)


@action
def in_zone_than(way: Any, of: m.Target) -> m.Filter:
    return m.Stat("zone number", way, m.ValueOf("zone number", of))


CRUSH = m.Cause("crush")


@action
def cause_crush(*by: m.Target) -> m.Cause:
    """11.3: only an invading monster crushes."""
    if by == (m.This(),):
        return replace(CRUSH, source=m.This())
    if any(not isinstance(one, m.Selector) or one.types != ("monster card",) or one.filters for one in by):
        raise Unsound("only a monster can crush: say “a monster card”")
    if any(one.whose not in ("", "any") for one in by if isinstance(one, m.Selector)):
        raise Unsound("a card is crushed by its own master's monster: say “a monster card”")
    return CRUSH


@action
def crushed(what: m.Target, tense: str, by: m.Target | None = None) -> Tensed:
    """11.3.3: a monster crushes its own master's battle cards, and no others."""
    if by is None:
        return Tensed(tense, m.Destroyed(what, CRUSH))
    is_monster = isinstance(by, m.Selector) and by.types == ("monster card",) and not by.filters
    if not is_monster and (by != m.This() or what == m.This()):
        raise Unsound("only a monster can crush: say “a monster card”")
    whose = by.whose if isinstance(by, m.Selector) else "you"
    cause = CRUSH if isinstance(by, m.Selector) else replace(CRUSH, source=by)
    if whose in ("", "any") or (what == m.This() and whose == "you"):
        return Tensed(tense, m.Destroyed(what, cause))
    if not isinstance(what, m.Selector) or what.whose not in ("", "any", whose):
        raise Unsound("a card is crushed by its own master's monster")
    return Tensed(tense, m.Destroyed(replace(what, whose=whose), cause))


@action
def one_card() -> m.AtLeast:
    return m.AtLeast(1)


@action
def if_discarded_so(who: m.Who, tense: str, quantity: m.AtLeast, verbs: tuple[m.Verb, ...]) -> Steps:
    """Checks what the effect itself has had discarded."""
    assert isinstance(quantity.n, int)
    return Steps((m.If((m.Happened(m.Discarded(m.Selector(m.Some()), who), "effect", quantity.n),), verbs),))


@action
def played_from_and_is(
    what: m.Target, tense: str, whose: m.Who, area: str, found: Any
) -> tuple[m.Condition, ...]:
    if what != m.This() or tense != "past" or whose not in ("you", ""):
        raise Unsound("only this card can be asked how it was played")
    parts = found if type(found) is tuple else (found,)
    played = m.Played(m.This(), areas=(area,))
    return m.Happened(played, "game"), m.Matches(m.This(), selector(m.Some(), "", Head((), ()), parts))


@action
def per_different(what: str, found: m.Selector) -> Per:
    return Per(count_different(what, found))


@action
def zones_invaded(whose: m.Who, noun: str) -> m.Amount:
    if noun != "monster card" or whose not in ("you", "opponent"):
        raise Unsound("only a player's monster invades")
    return m.PlayerNumber(INVADED, whose)


@action
def zones_invaded_by_this(noun: str) -> m.Amount:
    return m.PlayerNumber(INVADED, "you")


@action
def invaded_zones(who: m.Who, tense: str, bound: Compared) -> m.Condition:
    if tense != "past":
        raise Unsound("a condition looks back: “invaded”")
    return m.Compare(m.PlayerNumber(INVADED, who), bound.compare, bound.amount)


# Events


INVASION = m.Cause("invasion")
FOR_RAGE: Any = "for rage"


@action
def own_invasion(whose: m.Who, noun: str) -> m.Who:
    if noun != "monster card":
        raise Unsound("only a player's monster invades")
    return whose


def for_own_invasion(who: m.Who, whose: m.Who | None) -> m.Cause:
    """8.6.1: a player who discards for an invasion has their own monster invade; 8.4.1: or gain rage."""
    if whose == FOR_RAGE:
        return m.Cause("rage")
    if whose not in (None, who, "their"):
        raise Unsound("players discard only for their own monster's invasion")
    return INVASION


@action
def discards_this(
    who: m.Who, tense: str, what: m.Target, whose: m.Who, cause: m.Cause | None = None
) -> Tensed:
    if whose != who and not (who == "opponent" and whose == "their"):
        raise Unsound("from whose hand?")
    return Tensed(tense, m.Discarded(what, who, cause))


@action
def discards_to_invade(who: m.Who, tense: str, what: m.Target, by: m.Who | None) -> Tensed:
    found = described(what)
    if isinstance(found, m.Selector) and found.areas == ("hand",):
        found = replace(found, areas=(), whose="")
    return Tensed(tense, m.Discarded(found, who, for_own_invasion(who, by)))


# What the rules have players draw


def start_draw_of(who: m.Who, whose: m.Who, more: int, per: Per | None, duration: Any = None) -> m.Verb:
    """7.2.2: by so many more or fewer than the rank says."""
    who = whose if isinstance(who, They) else who
    if who not in ("you", "opponent", "each") or whose not in (who, "their"):
        raise Unsound("each player draws in their own start phase")
    how: Any = "plus" if more > 0 else "minus"
    amount = times(abs(more), per) if per else abs(more)
    return m.Total("start phase draw", who, how, amount, duration)


@action
def end_walk(mover: m.Who, more: int, whose: m.Who, duration: Any) -> m.Verb:
    """7.5.2: by so many zones more or fewer than 1."""
    if mover not in ("you", "opponent") or whose not in (mover, "their"):
        raise Unsound("a monster advances in its own master's end phase")
    return m.Total("end phase advance", mover, "plus" if more > 0 else "minus", abs(more), duration)


@action
def invasion_steps(
    mover: m.Who, way: Any, amount: m.Amount, per: Per | None = None, duration: Any = None
) -> m.Verb:
    """8.6.1.2: by so many zones more or fewer than the icon says."""
    if mover not in ("you", "opponent"):
        raise Unsound("whose monster invades?")
    return m.Total("invasion steps", mover, way, times(amount, per) if per else amount, duration)


@action
def act_discard_for_rage(what: m.Target) -> m.Act:
    """Of all cards it is said without them: only monster cards can be discarded for rage (8.4.1)."""
    found = described(what)
    if not isinstance(found, m.Selector) or not found.filters:
        raise Unsound("said in another way")
    return m.Act("discard for rage", found)


@action
def must_discard_to_invade(who: m.Who, what: m.Target, duration: Any) -> m.Verb:
    """ "You must discard a red card to invade": no other card can be discarded for it."""
    act = m.Act("discard for invasion", described(what))
    return m.Prohibit(m.Player(who), act, duration, only=True)


@action
def evolution_chosen_from(where: Where) -> m.Verb:
    """12.6.2: its Evolution may take the card from there too, instead of searching the deck."""
    if where.whose != "you":
        raise Unsound("Evolution takes a card of its own master's")
    return m.Permit(m.This(), m.Act("evolve", m.Selector(m.Some(), "you", where.areas)))


@action
def next_start_draw(who: m.Who, more: int, duration: m.Duration) -> m.Verb:
    if not isinstance(duration, m.Until) or (duration.end, duration.only) != ("start phase", True):
        raise Unsound("said in another way")
    return start_draw_of(who, duration.whose, more, None, replace(duration, whose=who))


@action
def start_draw_changed(
    who: m.Who, whose: m.Who, how: str, amount: m.Amount, per: Per | None, duration: Any
) -> m.Verb:
    found = start_draw_of(who, whose, 1 if how == "plus" else -1, None, duration)
    return replace(found, amount=times(amount, per) if per else amount)


@action
def end_hand(who: m.Who, n: int, duration: Any) -> m.Verb:
    """7.5.4: up to another number than 5."""
    if who not in ("you", "opponent", "each"):
        raise Unsound("who draws up to that many?")
    return m.Total("end phase hand", who, "set", n, duration)


# What is done


@action
def destroys_by_effect(who: m.Who, tense: str, what: m.Target) -> Tensed:
    if who not in ("you", "opponent"):
        raise Unsound("by whose effect?")
    return Tensed(tense, m.Destroyed(described(what), m.Cause("effect", who)))


@action
def destroy_per(what: m.Target, per: Per) -> m.Verb:
    """ "Destroy 1 of … for each …": that many at once."""
    cards = taken(what)
    if not isinstance(cards, m.Selector) or not isinstance(cards.quantity, m.Exactly):
        raise Unsound("“for each” needs a number to multiply")
    return m.Destroy(replace(cards, quantity=m.Exactly(times(cards.quantity.n, per))))


@action
def reveal_so_many(end: m.End, whose: m.Who, area: str, amount: m.Amount) -> m.Verb:
    found = selector(m.Exactly(amount), whose, Head((), ()), (Where((area,), whose),))
    return m.Reveal(replace(found, end=end))


@action
def player_can_play_this(who: m.Who, *parts: Any) -> m.Verb:
    if who != "you" or not isinstance(parts[-1], m.PlayCost):
        raise Unsound("said in another way")
    return m.Permit(m.This(), m.Act("be played"), cost=parts[-1])


@action
def player_can_play_this_from_hand(who: m.Who, *parts: Any) -> m.Verb:
    found: Any = player_can_play_this(who, *parts)
    return cast(m.Verb, replace(found, act=m.Act("be played", m.Selector(m.Some(), "you", ("hand",)))))


@action
def player_can_play(who: m.Who, what: m.Target, how: Any) -> m.Verb:
    if not isinstance(how, m.PlayCost):
        raise Unsound("said in another way")
    cards = taken(what)
    if not isinstance(cards, m.Selector) or cards.quantity != m.Every() or set(cards.areas) - {"hand"}:
        raise Unsound("this permission must cover all cards of a kind in the hand")
    return m.Permit(m.Player(who), m.Act("play", cards), cost=how)


@action
def printed_letter(what: m.Target, stat: str, letter: str, amount: m.Amount) -> m.Verb:
    """A card that prints X for a number has only what its text says there."""
    if what != m.This():
        raise Unsound("only this card can define the letter printed on it: say “this card”")
    return m.Modify(m.This(), stat, "plus", amount)


@action
def player_cannot_place(
    who: m.Who, what: m.Target, to: m.Place, duration: m.Duration | None = None
) -> m.Verb:
    """ "Your opponent cannot return cards from their discard pile to their hand"."""
    found = standing(what)
    if isinstance(found, m.Selector) and found.whose == "their":
        found = replace(found, whose=who)
    there = whole_area(replace(to, whose=who) if to.whose == "their" else to)
    return m.Prohibit(found, m.Act("be placed", cause=m.Cause(who=who), to=there), duration)


@action
def player_cannot_nor_place(who: m.Who, found: Any, what: m.Target, to: m.Place) -> Any:
    return (*player_cannot(who, found), player_cannot_place(who, what, to))


@action
def fall_back(what: m.Target) -> m.Verb:
    return m.Perform("fall back", taken(what))


@action
def search_two(whose: m.Who, area: str, one: m.Target, other: m.Target) -> m.Verb:
    """Two descriptions, looked for at once."""
    parts = [search(whose, area, each) for each in (one, other)]
    return m.Search(m.Union(tuple(each.what for each in parts if isinstance(each, m.Search))))


@action
def both_ends(quantity: Any, what: Head, one: str, other_quantity: Any, other: str) -> m.Target:
    """ "1 battle card from the rightmost and 1 from the leftmost position"."""
    sides = ((quantity, one), (other_quantity, other))
    return m.Union(
        tuple(
            selector(
                many, "", Head(what.types, (*what.filters, m.Outermost(cast(Any, which)))), (m.Among(THEM),)
            )
            for many, which in sides
        )
    )


@action
def both_ends_of_them(quantity: Any, one: str, other_quantity: Any, other: str) -> m.Target:
    return both_ends(quantity, Head((), ()), one, other_quantity, other)


@action
def top_of_stack(quantity: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Target:
    """ "The topmost card of 1 of your battle cards": that card alone leaves the stack."""
    return selector(quantity, whose, Head(what.types, (*what.filters, m.State("topmost"))), rest)


@action
def both_outermost(one: Any, other: Any, noun: str, among: m.Selector) -> m.Target:
    """ "The leftmost and the rightmost battle card among your opponent's battle cards"."""
    if one == other or not isinstance(among.quantity, m.Every | m.Some) or noun not in ("card", *among.types):
        raise Unsound("among which cards?")
    ends = [m.Outermost(each) for each in (one, other)]
    return m.Union(
        tuple(replace(among, quantity=m.Exactly(1), filters=(*among.filters, end)) for end in ends)
    )


@action
def both_outermost_of(one: Any, other: Any, among: m.Selector) -> m.Target:
    return both_outermost(one, other, "card", among)


def matches_features(what: m.Target, found: Any) -> Any:
    """ "If they have the same rank": as each other, and not as this card."""
    bare = [each for each in found if isinstance(each, m.SameAs) and each.what.startswith(BARE)]
    if bare and what in (THEM, BOTH):
        raise Unsound("said in another way")
    return matching_each(what, found)


def host(noun: str) -> m.Target:
    """Under a monster as under a battle card: what lies on top is asked for apart."""
    if noun != "card":
        raise Unsound("say “the card this card is under”, and ask what it is with “while”")
    return m.Host()


def automatic(event: Tensed, verbs: tuple[m.Verb, ...]) -> m.Ability:
    """ "When this card would be destroyed, … the cards under it …": done before it is destroyed with them."""
    saved = any(isinstance(each, m.Under) and each.what == m.This() for each in m.walk(verbs))
    if event.tense != "would" or not saved:
        return plain_automatic(event, verbs)
    if not isinstance(event.event, m.Destroyed) or event.event.what != m.This():
        raise Unsound("“would” needs an “instead”")
    return m.Ability("replacement", body=(m.Instead(event.event, (*verbs, m.Destroy(m.This()))),))


@action
def deck_only_in(what: Any, deck: str) -> m.Verb:
    return ACTIONS["deck_only"](deck, what)  # type: ignore[no-any-return]


@action
def deck_none_in(what: Any, deck: str) -> m.Verb:
    return ACTIONS["deck_none"](deck, what)  # type: ignore[no-any-return]


# Options and cases


@action
def mode_awakening(n: int, *sentences: Steps) -> tuple[m.Verb, ...]:
    """10.3.3: what follows the bold word does nothing while the monster is not far enough."""
    zone = m.ValueOf("zone number", m.Selector(m.Every(), "you", types=("monster card",)))
    return (m.If((m.Compare(zone, "at least", n),), joined(sentences)),)


events(
    # 12.3.1: what an invasion does is to have the monster advance.
    invades_into=lambda what, zones: m.Advances(what, m.Cause("invasion"), zones),
    discarded_to_invade=lambda what, whose, by: m.Discarded(
        described(what), whose, for_own_invasion(whose, by)
    ),
    played_to_whose=lambda what, whose: m.Played(what, to=m.Selector(m.Some(), whose, types=("zone",))),
    placed_under=lambda what, onto: m.Attaches(what, "under", described(onto)),
)


actions(
    that_zone=lambda: THAT_ZONE,
    to_choice=lambda n: m.Place("field", zone=m.Bound(n)),
    to_that_zone=lambda: m.Place("field", zone=THAT_ZONE),
    in_that_zone=lambda: m.Near("same zone", THAT_ZONE),
    around_that_zone=lambda: m.Near("adjacent", THAT_ZONE),
    in_and_around_that_zone=lambda: in_or_around(THAT_ZONE),
    zone_occupied=lambda what: what,
    zone_occupied_by=lambda whose, what: selector(m.Every(), whose, what, ()),
    different_columns=lambda: m.State("different column"),
    in_adjacent_zones=lambda: Beside("adjacent"),
    in_zone_with=lambda what: m.Near("same zone", what),
    in_other_zones=lambda what: m.Not(m.Near("same zone", what)),
    not_near=lambda relation, of: m.Not(m.Near(relation, of)),
    until_it_leaves_its_zone=lambda: m.WhileIn(m.Itself(), spot=True),
    until_this_leaves_its_zone=lambda noun: m.WhileIn(m.This(), spot=True),
    for_rage=lambda: FOR_RAGE,
    invasion_of_this=lambda noun: "you",
    invades_discarding=lambda who, tense, what: discards_to_invade(who, tense, what, None),
    gains_rage_discarding=lambda who, tense, what: discards_to_invade(who, tense, what, FOR_RAGE),
    until_next_turn=lambda: m.Until("turn", next=True),
    had_by_you=lambda: Where((), "you"),
    had_by_them=lambda: Where((), "opponent"),
    cards_s=lambda quantity, whose, what: taken(selector(quantity, whose, what, ())),
    had_in_play=lambda who: (Where((), who), m.State("in play")),
    had_by=lambda who: Where((), who),
    same_as_this=lambda what: m.SameAs(f"{BARE}{what}", m.This()),
    all_outstanding_among=lambda noun, which, stat, among: replace(
        outstanding_among(noun.removesuffix("s"), which, stat, among), quantity=m.Every()
    ),
    ahead_of=lambda of: in_zone_than("more", of),
    keyword_idle=lambda word, what, duration: negate(("of", (taken(what), (word,))), duration),
    keyword_idle_of=lambda what, word, duration: negate(("of", (taken(what), (word,))), duration),
    keyword_idle_for=lambda whose, word, duration: negate(
        ("of", (selector(m.Every(), whose, Head(("card",), ()), ()), (word,))), duration
    ),
    keyword_idle_played=lambda word, like, rest, who, duration: negate(
        ("of", (selector(m.Every(), who, like, rest), (word,))), duration
    ),
    cause_not_total=lambda *_: m.Cause("effect"),  # 7.4.3 or an effect: nothing else counters
    cause_not_crush=lambda: replace(CRUSH, negated=True),
    extreme_rank=lambda which: m.Extreme("rank", which),
    so_many_different=lambda quantity, what, found: m.Compare(
        count_different(what, found), *comparison(quantity)
    ),
    so_many_cards=m.AtLeast,
    per_colour=lambda found: per_different("colour", found),
    per_zone_past=lambda of, n: Per(m.Excess(m.ValueOf("zone number", of), n)),
    per_zone_past_swapped=lambda n, of: Per(m.Excess(m.ValueOf("zone number", of), n)),
    per_zone_invaded=lambda whose, noun: Per(zones_invaded(whose, noun)),
    per_zone_invaded_by_this=lambda noun: Per(zones_invaded_by_this(noun)),
    so_many_zones=lambda bound: bound,
    one_zone=lambda: Compared("equal", 1),
    this_invaded_zones=lambda noun, tense, bound: invaded_zones("you", tense, bound),
    whose_invaded_zones=lambda whose, noun, tense, bound: invaded_zones(whose, tense, bound),
    of_so_many_kinds=lambda head, count, kind, rest: so_many_kinds(
        count, kind, selector(m.Every(), "", head, rest)
    ),
    nullified=lambda what, duration=None: negate(("of", (taken(what), ())), duration),
    end_walk_instead=lambda mover, n, duration: m.Total("end phase advance", mover, "set", n, duration),
    further_by_invasion=lambda mover, more, duration: invasion_steps(
        mover, "plus" if more > 0 else "minus", abs(more), None, duration
    ),
    act_played_there=lambda: m.Act("be played", to=m.Place("field", zone=THERE)),
    act_discard_to_invade=lambda what: m.Act("discard for invasion", described(what)),
    fewer_cards=lambda n: -n,
    evolution_taken_from=lambda noun, where: evolution_chosen_from(where),
    more_cards=lambda n: n,
    one_more_card=lambda: 1,
    one_fewer_card=lambda: -1,
    start_draw=lambda who, more, per, whose, duration: start_draw_of(who, whose, more, per, duration),
    in_start_draw=lambda whose, who, more: start_draw_of(who, whose, more, None),
    in_next_start_draw=lambda whose, who, more: start_draw_of(
        who, whose, more, None, m.Until("start phase", whose, next=True, only=True)
    ),
    own_end_hand=lambda n, duration: end_hand("you", n, duration),
    # Found by its name when the whole ability is known.
    the_chosen_named=lambda noun, name: m.Selector(m.Every(), filters=(CHOSEN, m.Is("name", (name,)))),
    discards_this_to_invade=lambda who, tense, what, whose, by: discards_this(
        who, tense, what, whose, for_own_invasion(who, by)
    ),
    total_up=lambda whose, amount, duration=None: m.Total("counter power", whose, "plus", amount, duration),
    total_down=lambda whose, amount, duration=None: m.Total(
        "counter power", whose, "minus", amount, duration
    ),
    total_up_for=lambda whose, duration, amount: m.Total("counter power", whose, "plus", amount, duration),
    total_down_for=lambda whose, duration, amount: m.Total("counter power", whose, "minus", amount, duration),
    evolve_itself=lambda what: m.Evolve(taken(what)),
    played_only_if=lambda noun, conditions: m.If(
        opposite(conditions), (m.Prohibit(m.This(), m.Act("be played")),)
    ),
    swap_places=m.Swap,
    with_less_rank_per=lambda amount, per: m.PlayCost("less", times(amount, per), "rank"),
    cannot_nor=lambda what, one, other: (m.Prohibit(what, m.Act(one)), m.Prohibit(what, m.Act(other))),
    engage_with=lambda what: m.Act("engage", what),
    back_on_top=lambda what: m.Move(taken(what), m.Place("deck", "owner", "top", order="any")),
    back_on_top_of=lambda what, whose, area, how: m.Move(
        taken(what), m.Place(area, whose, "top", order=how[1])
    ),
    place_end=lambda end, whose, area, how=("order", ""): m.Place(area, whose, end, order=how[1]),
    place_deck_end=lambda end, how=("order", ""): m.Place("deck", "you", end, order=how[1]),
    place_top=lambda whose, area, how=("order", ""): m.Place(area, whose, "top", order=how[1]),
    place_both=lambda one, to, other, other_to: (m.Move(taken(one), to), m.Move(taken(other), other_to)),
    based_case=lambda band, *sentences: (band, joined(sentences)),
    band_of=lambda n: (("equal", n),),
    band_between=lambda low, high: (("at least", low), ("at most", high)),
    band_up=lambda n: (("at least", n),),
    band_down=lambda n: (("at most", n),),
)
