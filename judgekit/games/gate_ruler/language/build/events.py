"""Events of Gate Ruler."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.events import by_player, choosing_effects, moved, nth, placed_from
from judgekit.cardtext.build.registry import (
    Compared,
    Destroyer,
    During,
    Head,
    Tensed,
    action,
    actions,
    events,
)
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.targets.references import this
from judgekit.cardtext.build.targets.selectors import ANOTHER
from judgekit.cardtext.errors import Unsound


@action
def enters_play(what: m.Target, tense: str) -> Tensed:
    return Tensed(tense, m.Moved(what, to=("play",)))


@action
def enters_under(what: m.Target, tense: str, whose: m.Who) -> Tensed:
    if not isinstance(what, m.Selector) or what.whose not in ("", whose):
        raise Unsound("under whose control?")
    return enters_play(replace(what, whose=whose), tense)


@action
def gr_enters_near(what: m.Target, tense: str, relation: Any, beside: m.Target) -> Tensed:
    """ "When a unit enters play in the same column as this unit"."""
    if not isinstance(what, m.Selector):
        raise Unsound("which unit enters play there?")
    return enters_play(replace(what, filters=(*what.filters, m.Near(relation, beside))), tense)


@action
def enters_zone(what: m.Target, tense: str, to: Any) -> Tensed:
    if to[0] == ("play",):
        raise Unsound("said in another way")
    return Tensed(tense, m.Moved(what, to=to[0], whose=to[1]))


@action
def gr_attacks_with(who: m.Who, tense: str, what: m.Target) -> Tensed:
    found = described(what)
    if isinstance(found, m.Selector) and found.whose == "":
        found = replace(found, whose=who)
    return Tensed(tense, m.Attacks(found))


@action
def becomes_charge(what: m.Target, tense: str, of: m.Target | None = None) -> Tensed:
    if isinstance(what, m.Selector) and what.areas == ("charge zone",):
        what = replace(what, areas=())  # "a charge is put under it": it becomes one then
    return Tensed(tense, m.Attaches(what, "charge", None if of is None else described(of)))


@action
def gr_puts_charge(who: m.Who, what: m.Target, onto: m.Target) -> Tensed:
    """Only its own player's effects put charges under a unit."""
    if who != "you":
        raise Unsound("only “you” can put a charge under a unit here")
    return becomes_charge(described(what), "now", onto)


@action
def gr_puts_some_charge(who: m.Who, onto: m.Target) -> Tensed:
    return gr_puts_charge(who, m.Selector(m.Some()), onto)


@action
def is_set(what: m.Target, tense: str) -> Tensed:
    return Tensed(tense, m.Moved(what, to=("set zone",)))


@action
def sets_now(who: m.Who, what: m.Target) -> Tensed:
    cause = None if who == "any" else m.Cause(who=who)
    return Tensed("now", m.Moved(described(what), to=("set zone",), cause=cause))


@action
def gr_has_set(who: m.Who, what: m.Target) -> Tensed:
    return sets_now(who, what)._replace(tense="past")


def nth_summoned(who: m.Who, whose: m.Who, n: int, what: Head, when: During, how: str) -> m.Event:
    """ "You normal summon your third unit in a turn": the third time that you do."""
    if whose not in (who, "their"):
        raise Unsound("whose unit?")
    unit = m.Selector(m.Some(), types=what.types, filters=what.filters)
    return nth(m.Summoned(unit, how, who), n, when)


def summoned_from(what: m.Target, how: str, whose: m.Who, area: str) -> m.Event:
    """A card from a player's zone is summoned by that player."""
    if whose not in ("you", "their", "owner", "any"):
        raise Unsound("from whose zone?")
    if isinstance(what, m.Selector) and whose == "you" and what.whose in ("", "you"):
        return m.Summoned(replace(what, whose=""), how, "you", (area,))
    return m.Summoned(what, how, areas=(area,))


def summoned_by(who: m.Who, what: m.Target, how: str) -> m.Event:
    """ "When you special summon a unit from your graveyard": what is summoned lay there."""
    found = described(what)
    if not isinstance(found, m.Selector) or not found.areas:
        return m.Summoned(found, how, who)
    if found.whose not in ("", "their", who):
        raise Unsound("from whose zone?")
    return m.Summoned(replace(found, whose="", areas=()), how, who, found.areas)


@action
def gr_enters_charged(what: m.Target, tense: str, charged: m.Filter) -> Tensed:
    """16-9: a unit enters with what is put under it then."""
    if not isinstance(what, m.Selector):
        raise Unsound("which unit?")
    return Tensed(tense, m.Moved(replace(what, filters=(*what.filters, charged)), to=("play",)))


class Column(NamedTuple):
    """The column that is attacked: which, and whose."""

    state: str
    whose: m.Who = ""


@action
def gr_attacks_column(what: m.Target, tense: str, column: Column) -> Tensed:
    """8-4c: an attack is declared against a column; the other player's."""
    attacker: m.Who = {"you": "opponent", "opponent": "you"}.get(column.whose, "")  # type: ignore[assignment]
    attacking = m.State(f"attacking {column.state}")
    if not isinstance(what, m.Selector) or {what.whose, attacker} == {"you", "opponent"}:
        raise Unsound("whose column is attacked?")
    return Tensed(
        tense,
        m.Attacks(replace(what, whose=what.whose or attacker, filters=(*what.filters, attacking))),
    )


@action
def gr_this_attacks_column(noun: str, tense: str, column: Column, verbs: tuple[m.Verb, ...]) -> m.Ability:
    if tense != "now" or column.whose == "you":
        raise Unsound("whose column is attacked?")
    attacking = m.Selector(filters=(m.State(f"attacking {column.state}"),))
    return m.Ability(
        "automatic",
        trigger=m.Attacks(this(noun)),
        conditions=(m.Matches(m.This(), attacking),),
        body=verbs,
    )


ANY_CARD = m.Selector(m.Some())


class AbilitySaid(NamedTuple):
    """An ability that is played: whose, what sort of ability, and of which card."""

    whose: m.Who
    kind: str = ""
    of: m.Target = ANY_CARD


def gr_ability_of(what: m.Target, kind: str) -> AbilitySaid:
    return AbilitySaid("", kind.removeprefix("any ability"), what)


@action
def gr_plays_ability(who: m.Who, tense: str, said: AbilitySaid) -> Tensed:
    if said.whose not in ("", who, "their"):
        raise Unsound("whose ability?")
    if said == AbilitySaid("") or (isinstance(said.of, m.Selector) and said.of.whose not in ("", who)):
        raise Unsound("said in another way")
    return Tensed(tense, m.AbilityUsed(who, said.kind, described(said.of)))


@action
def gr_ability_played(said: AbilitySaid, tense: str, who: m.Who = "") -> Tensed:
    if who and said.whose not in ("", who):
        raise Unsound("whose ability?")
    return gr_plays_ability(who or said.whose or "any", tense, said)


@action
def gr_moves_to(what: m.Target, tense: str, to: Any) -> Tensed:
    """15-3: a card in play goes from one zone to another; entering play is not moving."""
    if to[0] == ("play",):
        raise Unsound("said in another way")
    return Tensed(tense, m.Moved(what, ("play",), to[0], whose=to[1]))


def gr_number_reached(whose: m.Who, number: str, tense: str, bound: Compared) -> Tensed:
    """In place of the common one: life is counted (4-1), so this is a state that becomes true."""
    if not isinstance(bound.amount, int):
        raise Unsound("give one value, or say “n or more” or “n or less”")
    reached = m.Compare(m.PlayerNumber(number, whose), bound.compare, bound.amount)
    return Tensed(tense, m.Situation((reached,)))


@action
def phase_whose_turn(whose: m.Who) -> Any:
    raise Unsound("said in another way")


events(
    enters_through=m.Summoned,
    gr_summoned_normal_from=lambda what, whose, area: summoned_from(what, "normal", whose, area),
    gr_summoned_from=lambda what, whose, area: summoned_from(what, "", whose, area),
    enters_play_from=lambda what, origin: m.Moved(what, origin[0], ("play",), origin_whose=origin[1]),
    kos_in_battle=lambda what, other: m.Destroyed(described(other), Destroyer("combat damage", source=what)),
    destroyed_in_battle=lambda what: m.Destroyed(what, m.Cause("combat damage")),
    player_attacked=lambda who: m.Attacks(None, m.Player(who)),
    summons_normal=lambda who, what: summoned_by(who, what, "normal"),
    summons_special=lambda who, what: summoned_by(who, what, "special"),
    summoned_normal=lambda what: m.Summoned(what, "normal"),
    summoned_special=lambda what: m.Summoned(what, "special"),
    gr_summoned=m.Summoned,
    gr_genesis_summoned=lambda what: m.Summoned(what, "genesis summoning"),
    gr_abyssal_summoned=lambda what: m.Summoned(what, "abyssal summoning"),
    gr_genesis_summons=lambda who, what: summoned_by(who, what, "genesis summoning"),
    gr_abyssal_summons=lambda who, what: summoned_by(who, what, "abyssal summoning"),
    gr_summons=lambda who, what: summoned_by(who, what, ""),
    # 8-4c: a player attacks with a ruler or a unit of theirs.
    gr_player_attacks=lambda who: m.Attacks(m.Selector(m.Some(), who)),
    summoned_special_from=lambda what, whose, area: summoned_from(what, "special", whose, area),
    accomplishes=m.Performs,
    gr_accomplishes_either=lambda who, one, other: m.EitherEvent(
        (m.Performs(who, one), m.Performs(who, other))
    ),
    is_driven=lambda what: m.Performs("any", "drive", what),
    gr_driven_by=lambda what, who: m.Performs(who, "drive", what),
    gr_nth_summoned=lambda who, whose, n, what, when: nth_summoned(who, whose, n, what, when, "normal"),
    gr_nth_summoned_any=lambda who, whose, n, what, when: nth_summoned(who, whose, n, what, when, ""),
    drives=lambda who: m.Performs(who, "drive"),
    drives_card=lambda who, what: m.Performs(who, "drive", described(what)),
    heals=lambda who: m.Performs(who, "heal"),
    gr_removes=lambda who, what: moved(described(what), (("removal zone",), ""), by_player(who)),
    gr_readied_by=lambda what, who: m.Turned(what, "active", by_player(who)),
    gr_exhausted_by=lambda what, who: m.Turned(what, "rest", by_player(who)),
    gr_removed=lambda what: m.Moved(what, to=("removal zone",)),
    gr_placed_resolved=lambda what, to: m.Moved(what, ("gate",), to[0], whose=to[1]),
    gr_removed_by=lambda what, cause: moved(what, (("removal zone",), ""), cause),
    gr_removed_from=lambda what, whose, area: m.Moved(what, (area,), ("removal zone",), origin_whose=whose),
    gr_player_attacks_player=lambda who, whom: m.Attacks(m.Selector(m.Some(), who), m.Player(whom)),
    # 15-3: a unit goes from one attack or defense zone to another.
    gr_moves_about=lambda what: m.Moved(what, ("play",), ("attack zone", "defense zone")),
    controls=lambda who, what: m.Performs(who, "gain control", described(what)),
    negates_card=lambda who: m.Performs(who, "negate"),
)


actions(
    gr_nobodys=lambda: "",
    gr_enemys=lambda: "opponent",
    gr_somebodys=lambda whose: whose,
    gr_ability_said=lambda whose, kind, of=ANY_CARD: AbilitySaid(whose, kind.removeprefix("any ability"), of),
    gr_ability_of_noun=lambda noun, kind: gr_ability_of(m.Selector(m.Some(), types=(str(noun),)), kind),
    gr_ability_of_another=lambda noun, kind: gr_ability_of(
        m.Selector(m.Some(), types=(str(noun),), filters=(ANOTHER,)), kind
    ),
    gr_ability_of_this=lambda noun, kind: gr_ability_of(this(noun), kind),
    gr_moves_to_from=placed_from,
    gr_hit_column=Column,
    gr_hit_column_of=lambda whose, column: Column(column, whose),
    gr_hit_empty=lambda: Column("an empty column"),
    gr_hit_deserted=lambda: Column("a column with no unit or ruler"),
    gr_hit_manned=lambda: Column("a column with a unit"),
    gr_by_attacking=lambda: m.Cause("attacking"),
    gr_not_by_attacking=lambda: m.Cause("attacking", negated=True),
    choosing_enemy=lambda _: choosing_effects("opponent"),
    to_whose_words=lambda whose, area: ((area,), whose),
    phase_battle=lambda: ("battle", "any", ""),
    phase_game=lambda: ("game", "any", ""),
    cause_enemy=lambda by: m.Cause(by, "opponent"),
    gr_cause_controlled=lambda by, whose: m.Cause(by, whose),
)
