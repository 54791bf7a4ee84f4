"""Card text of Luck & Logic: this folder's functions put together, and the words with a meaning.

- `cards`, `circles`, `conditions`: what a text refers to;
- `triggers`, `lasting`, `prohibitions`, `replacements`: what it waits for, what it is while it
  applies;
- `costs`, `choosing`, `playing`, `keywords`: how an ability is played;
- `hand_and_deck`, `moving`, `performing`: what its verbs do.

`meaning` finds the words of the grammar that mean nothing in this book. A module knows only
those before it. Its functions take the dialect first, and what others ask of it goes through
the tables below: a verb, a trigger or a filter is a row in its module's table; what the
interpreter leaves to a game is named by the function that answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.remembering import records
from judgekit.games.luck_and_logic.ch07_phases import SKIPPED
from judgekit.games.luck_and_logic.language import (
    causes,
    choosing,
    circles,
    conditions,
    costs,
    hand_and_deck,
    keywords,
    lasting,
    moving,
    performing,
    playing,
    prohibitions,
    replacements,
    triggers,
)
from judgekit.games.luck_and_logic.language.cards import Cards
from judgekit.games.luck_and_logic.language.meaning import REPLACED, STATES
from judgekit.games.luck_and_logic.language.records import SEEN
from judgekit.games.luck_and_logic.language.triggers import PHASES

NUMBERS = frozenset({
    "power", "aura", "limit", "level", "cost", "logic", "soul", "power logic", "aura logic", "limit logic",
    "soul power", "territory", "gate number",
})  # fmt: skip
SPOTS = frozenset({"front row", "back row", "left", "middle", "right", "chosen row"})


class LuckAndLogic(Cards):
    """The whole dialect: what it can be asked, and which function answers."""

    currencies = ("stock",)
    GROUPS = (m.Extreme, m.Empty, m.Spot)
    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {**Cards.FILTERS, m.Did: conditions.did}
    NO_FILTERS = (m.Zones,)
    STATES = STATES
    NEAR = frozenset(
        {"adjacent", "in front", "behind", "on", "same zone", "same row", "same column", "attacking"}
    )
    STACKS = frozenset({"soul", "set"})
    REPLACES = (*REPLACED, m.Performs, m.Played, m.AbilityUsed, m.Attaches, m.Flipped, m.Turned)
    RECORDS = records(SEEN)
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset({
            "battle opponent", "attacking", "attacked", "defending", "intercepting", "circle being attacked",
        }),
        "Until.end": frozenset({"turn", "battle", *PHASES}), "Spot.spot": SPOTS, "Stat.stat": NUMBERS,
        "ValueOf.stat": NUMBERS, "Extreme.stat": NUMBERS,
        "Modify.stat": NUMBERS - {"soul"} | {"attack count", "ability cost", "logic drive cost"},
        "PlayerNumber.number": frozenset({
            "refresh points", "maximum level", "attack count", "attacks this turn", "battles this turn",
            "gates destroyed this turn", "gates destroyed this game",
            "turn order", "turn of their own",
        }),
        "ChangeNumber.number": frozenset({
            "refresh points", "maximum level", "attack count", "trance count", "logic drive count",
            "count of logic drives by different members", "luck drive cost",
        }),
        "NumberChanges.number": frozenset({"refresh points"}),
        "Is.what": frozenset({"world", "element", "colour", "name", "title", "character name", "type"}),
        "SameAs.what": frozenset({
            "name", "colour", "type", "world", "element", "level", "cost", "power", "aura", "limit",
            "character name", "title", "gate number",
        }), "Holding.where": frozenset({"set", "soul", "in"}),
        "UseAbility.kind": frozenset({"logic drive"}),
        "AbilityUsed.kind": frozenset({"logic drive", "activated", "automatic"}),
        "PlayCost.way": frozenset({"free"}), "EndNow.what": frozenset({"battle", "turn", *SKIPPED}),
        "Cause.by": frozenset({
            "", "effect", "ability", "attack", "trance", "cost", "losing a battle", "logic definition",
            "luck drive", "level boost", "overload", "another member's mobilization",
            "having no undestroyed gates", "refresh points",
        }),
        "Battles.by": frozenset({"", "power", "aura", "limit"}),
    }  # fmt: skip
    UNHEEDED = frozenset({
        "Modify.next", "Shuffle.what", "ChangesZone.zones", "Under.before",
        "Destroy.one_by_one", "Play.onto", "Play.negated", "Play.origin", "Pay.colours",
        "Perform.free", "Played.to", "AbilityUsed.stage", "TreatAs.optional",
    })  # fmt: skip
    clause_of: ClassVar[dict[str, str]] = {
        "automatic": "9.1.2.2.1", "activated": "9.1.2.3.1", "continuous": "9.1.2.1",
        "replacement": "9.2.2.3", "prohibition": "1.3.3", "owner": "3.1.1.1", "master": "3.2.1.1",
    }  # fmt: skip
    acts: ClassVar[dict[str, str]] = {
        "attack": "attack", "attack with": "attack", "be attacked": "be attacked",
        "be moved": "move to circle", "move": "move to circle",
        "intercept": "intercept", "level boost": "level boost", "define logic": "logic definition",
        "become active": "stand", "be made active": "stand", "be stood": "stand", "be made rest": "rest",
        "be rested": "rest", "trance": "trance", "be mobilized": "mobilize", "draw": "draw",
        "discard": "discard", "be discarded": "discard", "be destroyed": "destroy", "leave": "move",
        "use tactics": "logic definition", "use paradox": "logic definition", "be set": "set",
        "lose the game": "lose the game", "lose": "lose the game", "win the game": "win the game",
        "play": "play", "be played": "play", "be chosen": "choose", "be defined": "logic definition",
        "stand in the stand phase": "stand", "be placed": "move", "luck drive": "luck drive",
        "rest to attack": "rest to attack",
        "be turned face up": "turn face up", "be turned face down": "turn face down",
    }  # fmt: skip
    PHASES: ClassVar[dict[str, str]] = {
        "stand phase": "7.2", "draw phase": "7.3", "level phase": "7.4", "main phase": "7.5",
        "battle phase": "7.6", "end phase": "7.7", "declare attackers step": "8.2", "intercept step": "8.3",
        "logic definition step": "8.4", "battle result step": "8.5", "end of battle step": "8.6",
        "battle": "8",
    }  # fmt: skip
    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        **hand_and_deck.VERBS, **moving.VERBS, **performing.VERBS,
    }  # fmt: skip
    TRIGGERS = triggers.TRIGGERS
    GLUE: ClassVar[dict[type[Any], Callable[..., None]]] = {**Cards.GLUE, **choosing.GLUE}
    LASTING_MAKERS: ClassVar[dict[type[Any], Callable[..., Any]]] = {
        **Cards.LASTING_MAKERS, **lasting.LASTING_MAKERS,
    }  # fmt: skip

    is_near = circles.is_near
    spots = circles.spots
    zone_of = circles.zone_of
    zones = circles.zones
    zones_at = circles.zones_at

    amount = conditions.amount
    counted = conditions.counted
    has_happened = conditions.has_happened
    how_often = conditions.how_often
    holds = conditions.holds
    passes = conditions.passes
    places = conditions.places

    is_caused = causes.is_caused

    is_seen_as = triggers.is_seen_as

    _gain = lasting.gain
    _lose = lasting.lose
    _modify = lasting.modify
    begin_effect = lasting.begin_effect
    fix = lasting.fix
    is_of_kind = lasting.is_of_kind
    lasts = lasting.lasts
    once = lasting.once

    is_about = prohibitions.is_about
    status_of = prohibitions.status_of

    would = replacements.would
    possible_instead = replacements.possible_instead

    can = costs.can
    possible = costs.possible

    _for_each = choosing.for_each
    choose_letter = choosing.choose_letter
    choose_targets = choosing.choose_targets
    may_be_chosen = choosing.may_be_chosen
    perform = choosing.perform
    take = choosing.take

    activated = playing.activated
    activity_conditions = playing.activity_conditions
    automatic = playing.automatic
    compile = playing.compile
    keep = playing.keep
    kept_for_later = playing.kept_for_later
    cards = playing.cards
    pointed_at = playing.pointed_at
    resolution_conditions = playing.resolution_conditions
    resolve = playing.resolve
    run = playing.run
    within_limits = playing.within_limits

    keyword = keywords.keyword
    labelled = keywords.labelled

    _both_do = hand_and_deck.both_do
    for_each_player = hand_and_deck.for_each_player
    do = hand_and_deck.do

    pickable = performing.pickable
