"""Card text of the Godzilla Card Game, made into engine abilities: the functions of this folder.

- `words`: what the game knows; `cards`, `remembering`, `zones`: the cards and zones meant;
- `conditions`, `causes`, `triggers`: what holds, what causes it, what triggers an ability;
- `lasting`, `replacing`, `keywords`: what applies by itself, what comes instead, bold words;
- `choosing`, `possible`, `resolving`: what players choose, what can be done in full, and how;
- `drawing`, `moving`, `playing`, `monsters`: the instructions, by what they are done to.

A module knows only those before it. Its functions take the dialect first, and what others ask
of it goes through the tables below: a verb, a trigger or a filter is a row in its module's
table; what the interpreter leaves to a game is named by the function that answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from judgekit.cardtext.interpret.remembering import records
from judgekit.games.godzilla.language import (
    cards,
    causes,
    choosing,
    conditions,
    drawing,
    keywords,
    lasting,
    monsters,
    moving,
    playing,
    possible,
    remembering,
    replacing,
    resolving,
    triggers,
    zones,
)
from judgekit.games.godzilla.language.words import Words

__all__ = ["Godzilla"]


class Godzilla(Words):
    """The whole language of the game's cards."""

    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        **drawing.VERBS, **moving.VERBS, **playing.VERBS, **monsters.VERBS,
    }  # fmt: skip
    TRIGGERS = triggers.TRIGGERS
    RECORDS = Words.RECORDS | records(TRIGGERS)
    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        **Words.FILTERS, **cards.FILTERS, **conditions.FILTERS,
    }  # fmt: skip
    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {**Words.GLUE, **resolving.GLUE}

    _has_keyword = cards.has_keyword
    area_names = cards.area_names
    candidates = cards.candidates
    counted = cards.counted
    fits = cards.fits
    has_done = cards.has_done
    has_state = cards.has_state
    is_of_kind = cards.is_of_kind
    is_shared = cards.is_shared
    is_type = cards.is_type
    kinds = cards.kinds
    known = cards.known
    places = cards.places
    players = cards.players
    spoken_of = cards.spoken_of
    stat = cards.stat
    usual_areas = cards.usual_areas
    values = cards.values

    amount = remembering.amount
    as_of = remembering.as_of
    cards = remembering.cards
    kept_for_later = remembering.kept_for_later
    live_targets = remembering.live_targets
    pointed_at = remembering.pointed_at
    this = remembering.this

    is_near = zones.is_near
    spots = zones.spots
    zone_of = zones.zone_of
    zones = zones.zones

    activity_conditions = conditions.activity_conditions
    has_happened = conditions.has_happened
    how_often = conditions.how_often
    holds = conditions.holds
    is_left_out = conditions.is_left_out
    player_number = conditions.player_number
    senseless = conditions.senseless

    came_by = causes.came_by
    is_caused = causes.is_caused

    is_seen_as = triggers.is_seen_as
    keep = triggers.keep
    trigger = triggers.trigger

    _begin = lasting.begin_lasting
    begin_effect = lasting.begin_effect
    dated = lasting.dated
    is_about = lasting.is_about
    once = lasting.once
    status_of = lasting.status_of
    turns_ahead = lasting.turns_ahead

    counts_as_done = replacing.is_done_in_full
    lasting = replacing.lasting
    optional = replacing.optional
    possible_instead = replacing.possible_instead
    would = replacing.would

    areas_of_ability = keywords.areas_of_ability
    compile = keywords.compile
    keyword = keywords.keyword
    labelled = keywords.labelled

    choose_letter = choosing.choose_letter
    _pick = choosing.pick_one
    choose_modes = choosing.choose_modes
    choose_targets = choosing.choose_among_targets
    may_be_chosen = choosing.may_be_chosen
    done_in_part = choosing.done_in_part
    select = choosing.select
    take = choosing.take

    can = possible.can

    _if = resolving.do_if
    _may = resolving.do_may
    asks_to = resolving.asks_to
    do = resolving.do
    for_each_player = resolving.for_each_player
    pay = resolving.pay
    perform = resolving.perform
    resolve = resolving.resolve

    done_together = playing.done_together
