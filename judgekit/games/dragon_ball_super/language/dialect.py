"""Card text of the Dragon Ball Super Card Game: the functions of this folder, put together.

`places` and `information` say which cards a text means, `records` what is known of the turn, `choosing` what
players choose. `prohibiting`, `replacing` and `lasting` are what applies by itself, `triggers` what sets a
skill off, `costs` and `printed_skills` what a skill is. `carrying_out` and those after it are the verbs:
`hidden_cards`, `moving`, `battling`, `answering`.

A module knows only those before it. Its functions take the dialect first, and what others ask of it goes
through the tables below: a verb, a trigger or a filter is a row in its module's table; what the interpreter
leaves to a game is named by the function that answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import remembering
from judgekit.engine.abilities import Modifier
from judgekit.engine.layers import Board
from judgekit.engine.registry import Rulebook
from judgekit.games.dragon_ball_super.language import (
    answering,
    battling,
    carrying_out,
    choosing,
    costs,
    hidden_cards,
    information,
    lasting,
    moving,
    printed_skills,
    prohibiting,
    records,
    replacing,
    triggers,
)
from judgekit.games.dragon_ball_super.language.information import NUMBERS
from judgekit.games.dragon_ball_super.language.lasting import NEGATED, without_skills
from judgekit.games.dragon_ball_super.language.places import (
    BEING_PLAYED,
    COUNTERED,
    JUST_PLAYED,
    ROLES,
    Places,
)
from judgekit.games.dragon_ball_super.language.prohibiting import SKILL_KINDS
from judgekit.games.dragon_ball_super.language.replacing import REPLACED
from judgekit.games.dragon_ball_super.rules import NEGATES

__all__ = ["DragonBallSuper"]


class DragonBallSuper(Places):
    """The whole of it, and which words of the common model mean something here."""

    game = "dragon-ball-super"
    currencies = ("energy",)
    STACKS = frozenset({"under", "on top"})
    KNOWN_WORDS: ClassVar[dict[str, frozenset[str]]] = {
        "Role.role": frozenset({*ROLES, BEING_PLAYED, JUST_PLAYED, COUNTERED}),
        "Until.end": frozenset({"turn", "battle", "main phase", "charge phase"}),
        "PlayerNumber.number": frozenset({"turn of their own"}), "Modify.stat": NUMBERS - {"specified cost"},
        "PlayCost.way": frozenset({"free", "instead", "less"}),
        "SameAs.what": frozenset({"name", "trait", "colour", "type", "character"})
        | NUMBERS - {"specified cost"},
        "Holding.where": frozenset({"under"}), "EndNow.what": frozenset({"main phase"}),
    }  # fmt: skip
    TELLS_DOER = (m.Destroyed,)
    UNHEEDED = frozenset({
        "Modify.next", "Shuffle.what", "Destroy.one_by_one",
        "Stack.face", "Play.to", "Flip.face", "NegateAbility.what",
        "CreateToken.to", "DealDamage.divided", "DealDamage.sort", "Played.to", "Damages.sort",
        "TreatAs.optional",
        "Prohibit.unless",
    })  # fmt: skip
    GROUPS = (m.Extreme,)
    NO_FILTERS = (m.Near, m.Zones, m.Attached)
    STATES = frozenset({
        "active", "rest", "attacking", "being attacked", "in battle", "in play", "topmost", "token",
        "multicolor", "mono-color", "awakened",
    })  # fmt: skip
    NEAR: ClassVar[frozenset[str]] = frozenset()
    RECORDS = remembering.records(triggers.TRIGGERS)
    acts: ClassVar[dict[str, str]] = {
        "be destroyed": "KO",
        "attack": "attack",
        "attack with": "attack",
        "be attacked": "be attacked",
        "block": "block",
        "be blocked": "be blocked",
        "be chosen": "be chosen",
        "play": "play",
        "be played": "play",
        "draw": "draw",
        "take damage": "damage",
        "deal damage": "damage",
        "combo": "combo",
        "leave": "move",
        "be placed": "move",
        "be placed under another card": "be placed under",
        "be removed": "move",
        "be moved": "move",
        "become active": "active",
        "be made active": "active",
        "be made rest": "rest",
        "use abilities": "activate",
        "activate": "activate",
        "win": "win",
        "lose": "lose",
        "discard": "discard",
        **{f"use {kind}": "activate" for kind in SKILL_KINDS},
    }
    REPLACES = tuple(REPLACED)
    clause_of: ClassVar[dict[str, str]] = {
        "replacement": "8-2-2-3",
        "prohibition": "1-3-3",
        "master": "4-3-2",
    }
    PHASES: ClassVar[dict[str, str]] = {
        "charge phase": "6-2", "main phase": "6-3", "end phase": "6-4", "battle": "7", "battle phase": "7",
        "offense step": "7-2", "defense step": "7-3", "damage step": "7-4",
    }  # fmt: skip
    value_layer = "8-8-1-3"
    other_layer = "8-8-1-2"
    ability_layer = "8-8-1-2"
    doubt_of_silence = "A-66"
    VERBS: ClassVar[dict[type[Any], Callable[..., None]]] = {
        **costs.VERBS, **hidden_cards.VERBS, **moving.VERBS, **battling.VERBS, **answering.VERBS,
    }  # fmt: skip
    TRIGGERS = triggers.TRIGGERS
    FILTERS: ClassVar[dict[type[Any], Callable[..., bool]]] = {
        **Places.FILTERS, **information.FILTERS, **records.FILTERS,
    }  # fmt: skip

    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules)
        self.finals: Board | None = None  # of the state asked about last
        self.judging = False
        self.inner[NEGATED] = Modifier(
            NEGATED,
            "8-3-2",
            rules.words("skills negated"),
            layer=self.ability_layer,
            properties=frozenset({"abilities"}),
            changes=without_skills,
            data=NEGATES,
        )

    amount = information.amount
    candidates = information.candidates
    counted = information.counted
    fits = information.fits
    has_state = information.has_state
    holds = information.holds
    is_of_kind = information.is_of_kind
    is_type = information.is_type
    live_targets = information.live_targets
    property_name = information.property_name
    stat = information.stat
    values = information.values

    has_happened = records.has_happened
    how_often = records.how_often
    battle = records.battle
    compile = records.compile
    senseless = records.senseless

    choose_letter = choosing.choose_letter
    _pick = choosing.pick_one
    choose_targets = choosing.choose_among_targets
    may_be_chosen = choosing.may_be_chosen
    cite_meaning = choosing.cite_meaning
    left_out_by_condition = choosing.left_out_by_condition
    done_in_part = choosing.done_in_part
    select = choosing.select
    take = choosing.take
    up_to = choosing.up_to

    is_about = prohibiting.is_about
    is_caused = prohibiting.is_caused
    status_of = prohibiting.status_of

    about = replacing.about
    possible_instead = replacing.possible_instead
    would = replacing.would

    _begin = lasting.begin_lasting
    begin_effect = lasting.begin_effect
    continuous = lasting.continuous
    layer_of = lasting.layer_of
    lasting = lasting.lasting

    is_seen_as = triggers.is_seen_as

    can = costs.can
    possible = costs.possible
    is_paid = costs.is_paid
    places = costs.places

    activated = printed_skills.activated
    activity_conditions = printed_skills.activity_conditions
    automatic = printed_skills.automatic
    keyword = printed_skills.keyword
    labelled = printed_skills.labelled
    resolution_conditions = printed_skills.resolution_conditions
    within_limits = printed_skills.within_limits

    carry_out = carrying_out.carry_out
    do = carrying_out.do
    do_all = carrying_out.do_all
    perform = carrying_out.perform
    resolve = carrying_out.resolve
