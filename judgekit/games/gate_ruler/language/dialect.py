"""What the texts of Gate Ruler's cards mean: the functions of this folder, put together.

    words         names of zones, stats, moments and keywords, and which words the game heeds
    places        where cards lie, and which of them a description means
    describing    properties, numbers, states, what a card has done
    carrying_out  what all instructions share: whom they reach, whether they count as done
    costs         parts of a cost
    playing       what a text needs to be played, and how it resolves
    occasions     what has happened, as a trigger sees it
    triggers      what automatic abilities wait for, by the kind of event
    replacing     something else instead; damage prevented
    permitting    what may, must or cannot be done
    lasting       continuous abilities, effects that last
    moving        verbs that move, turn and show cards
    damaging      verbs that destroy, hurt and heal
    summoning     verbs that play, use, summon, drive and negate
    deciding      verbs about the turn, the attack and the game
    refusing      texts that say nothing in this game
    remembering   what is kept of the past
    compiling     a printed card as abilities of the engine

A module knows only those before it. Its functions take the dialect first, and what others ask
of it goes through the tables below: a verb, a trigger or a filter is a row in its module's
table; what the interpreter leaves to a game is named by the function that answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from judgekit.cardtext.interpret import Interpreter
from judgekit.cardtext.interpret.remembering import records
from judgekit.engine.abilities import Status
from judgekit.engine.registry import Rulebook
from judgekit.games.gate_ruler import ch15_20_damage_and_control as harm
from judgekit.games.gate_ruler import keyword_abilities
from judgekit.games.gate_ruler.language import (
    carrying_out,
    compiling,
    costs,
    damaging,
    deciding,
    describing,
    lasting,
    moving,
    occasions,
    permitting,
    places,
    refusing,
    remembering,
    replacing,
    summoning,
    triggers,
)
from judgekit.games.gate_ruler.language.words import Words

__all__ = ["GateRuler"]


class GateRuler(Words):
    """All of it together."""

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        **costs.VERBS, **moving.VERBS, **damaging.VERBS, **summoning.VERBS, **deciding.VERBS,
    }  # fmt: skip
    TRIGGERS = triggers.TRIGGERS
    RECORDS = records(refusing.SEEN)
    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        **Interpreter.FILTERS, **describing.FILTERS, **remembering.FILTERS,
    }  # fmt: skip

    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules)
        self._extras: dict[str, Any] = {}  # what the card that is being defined says of its own playing
        self.next_ones: dict[int, str] = {}  # what counts the cards played, for "the next" one
        self.inner.update(keyword_abilities.inner_abilities())
        self.inner[harm.CONTROL] = Status(harm.CONTROL, "15-23a", name="control")

    candidates = places.candidates
    fits = places.fits
    is_in = places.is_in
    is_near = places.is_near
    is_target = places.is_target
    is_type = places.is_type
    live_targets = places.live_targets
    role = places.role
    spoken_of = places.spoken_of
    usual_areas = places.usual_areas
    zone_of = places.zone_of
    zones = places.zones
    places = places.where_cards_lie

    _attached = describing.attached
    _has_keyword = describing.has_keyword
    _is = describing.is_so
    _near = describing.is_near_it
    _not = describing.is_not
    counted = carrying_out.counted
    has_done = describing.has_done
    has_state = describing.has_state
    is_of_kind = describing.is_of_kind
    is_phase = describing.is_phase
    player_number = describing.player_number
    stat = describing.stat
    values = describing.values

    _pick = carrying_out.pick_one
    amount = carrying_out.amount
    choose_modes = carrying_out.choose_modes
    choose_targets = carrying_out.choose_targets
    do = carrying_out.do
    for_each_player = carrying_out.for_each_player
    holds = carrying_out.holds
    kept_for_later = carrying_out.kept_for_later
    owners_of = carrying_out.owners_of
    players = carrying_out.players
    run = carrying_out.run
    until = carrying_out.until
    up_to = carrying_out.up_to

    can = costs.can

    is_caused = occasions.is_caused
    is_subject = occasions.is_subject

    about = replacing.about
    possible_instead = replacing.possible_instead
    never_happens = replacing.never_happens
    would = replacing.would

    is_about = permitting.is_about
    status_of = permitting.status_of

    _begin = lasting.begin_lasting
    _property = lasting.changed_property
    _without_abilities = lasting.without_abilities
    begin_effect = lasting.begin_effect
    lasting = lasting.lasting

    select = moving.select
    take = moving.take

    _both_do = damaging.both_do

    carry_out = summoning.carry_out

    senseless = refusing.senseless
    works_in = compiling.works_in

    _did = remembering.did
    battle = remembering.battle
    has_happened = remembering.has_happened
    how_often = remembering.how_often

    _plain = compiling.plain
    activated = compiling.activated
    automatic = compiling.automatic_ability
    compile = compiling.compile
    continuous = compiling.continuous
    define = compiling.define
    keyword = compiling.keyword
    within_limits = compiling.within_limits
