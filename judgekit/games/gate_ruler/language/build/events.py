"""Events of Gate Ruler."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Tensed, action
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Attaches,
    Attacks,
    Cause,
    Destroyed,
    Moved,
    Performs,
    Player,
    Selector,
    Some,
    Summoned,
    Target,
    Targeted,
    Who,
)


@action
def enters_play(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, to=("play",)))


@action
def enters_under(what: Target, tense: str, whose: Who) -> Tensed:
    if not isinstance(what, Selector) or what.whose not in ("", whose):
        raise Unsound("under whose control?")
    return enters_play(replace(what, whose=whose), tense)


@action
def enters_through(what: Target, tense: str, how: str) -> Tensed:
    return Tensed(tense, Summoned(what, how))


@action
def enters_play_from(what: Target, tense: str, origin: Any) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], ("play",), origin_whose=origin[1]))


@action
def targeted(what: Target, tense: str, chooser: Target | None) -> Tensed:
    return Tensed(tense, Targeted(chooser, what))


@action
def targets_it(chooser: Target | None, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Targeted(chooser, described(what)))


@action
def choosing_cards(what: Target) -> Target:
    return described(what)


@action
def choosing_effects(whose: Who, _: str = "") -> Target:
    return Selector(Some(), whose, types=("card or ability",))


@action
def choosing_enemy(_: str) -> Target:
    return choosing_effects("opponent")


@action
def chosen_by_those(what: Target | None) -> Target | None:
    return what


@action
def kos_in_battle(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Destroyed(described(other), Cause("combat damage", source=what)))


@action
def destroyed_in_battle(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Destroyed(what, Cause("combat damage")))


@action
def to_whose_words(whose: Who, area: str) -> Any:
    return (area,), whose


@action
def enters_zone(what: Target, tense: str, to: Any) -> Tensed:
    if to[0] == ("play",):
        raise Unsound("said in another way")
    return Tensed(tense, Moved(what, to=to[0], whose=to[1]))


@action
def player_attacked(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Attacks(None, Player(who)))


@action
def summons_normal(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Summoned(described(what), "normal", who))


@action
def summons_special(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Summoned(described(what), "special", who))


@action
def summoned_normal(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Summoned(what, "normal"))


@action
def summoned_special(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Summoned(what, "special"))


@action
def gr_summoned(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Summoned(what))


@action
def gr_summons(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Summoned(described(what), by=who))


@action
def gr_player_attacks(who: Who, tense: str) -> Tensed:
    """8-4c: a player attacks with a ruler or a unit of theirs."""
    return Tensed(tense, Attacks(Selector(Some(), who)))


@action
def gr_attacks_with(who: Who, tense: str, what: Target) -> Tensed:
    found = described(what)
    if isinstance(found, Selector) and found.whose == "":
        found = replace(found, whose=who)
    return Tensed(tense, Attacks(found))


@action
def summoned_special_from(what: Target, tense: str, whose: Who, area: str) -> Tensed:
    return Tensed(tense, Summoned(what, "special", areas=(area,)))


@action
def accomplishes(who: Who, tense: str, how: str) -> Tensed:
    return Tensed(tense, Performs(who, how))


@action
def becomes_charge(what: Target, tense: str, of: Target | None = None) -> Tensed:
    return Tensed(tense, Attaches(what, "charge", None if of is None else described(of)))


@action
def gr_puts_charge(who: Who, what: Target, onto: Target) -> Tensed:
    """Charges are put under a unit by its own player's effects alone."""
    if who != "you":
        raise Unsound("by which player a card becomes a charge is not told")
    return becomes_charge(described(what), "now", onto)


@action
def is_set(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, to=("set zone",)))


@action
def sets_now(who: Who, what: Target) -> Tensed:
    cause = None if who == "any" else Cause(who=who)
    return Tensed("now", Moved(described(what), to=("set zone",), cause=cause))


@action
def puts_now(who: Who, what: Target, to: Any) -> Tensed:
    """14-15f: by a cost or an effect of that player."""
    if who == "any":
        raise Unsound("by which player?")
    return Tensed("now", Moved(described(what), to=to[0], whose=to[1], cause=Cause(who=who)))


@action
def is_driven(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Performs("any", "drive", what))


@action
def drives(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "drive"))


@action
def drives_card(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Performs(who, "drive", described(what)))


@action
def heals(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "heal"))


@action
def controls(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Performs(who, "gain control", described(what)))


@action
def negates_card(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "negate"))


@action
def phase_battle() -> Any:
    return "battle", "any", ""


@action
def phase_game() -> Any:
    return "game", "any", ""


@action
def phase_whose_turn(whose: Who) -> Any:
    raise Unsound("said in another way")


@action
def cause_enemy(by: str) -> Cause:
    return Cause(by, "opponent")
