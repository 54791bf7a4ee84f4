"""The rules of the Dragon Ball Super Card Game: the book, the game's policy, and the procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgekit.book.load import load
from judgekit.engine.abilities import TAKES, Ability, Modifier, Moment, Proposal
from judgekit.engine.errors import CannotStand
from judgekit.engine.events import Occurred, Row
from judgekit.engine.loops import DATED
from judgekit.engine.policy import AS_USUAL, Policy
from judgekit.engine.registry import Due, RuleAction, Rulebook
from judgekit.engine.state import (
    PLAYERS,
    Card,
    Facts,
    Player,
    State,
    area_name,
    area_player,
    host_of,
    under,
)
from judgekit.engine.table import Table
from judgekit.engine.words import words_of

COLOURS = ("red", "blue", "green", "yellow", "black")
IN_PLAY = frozenset({"leader", "battle"})
SECRET = frozenset({"deck", "hand", "life"})
SIGHT = {
    "deck": ("3-2-2",),
    "hand": ("3-3-2", "3-3-3"),
    "drop": ("3-4-2",),
    "leader": ("3-5-2",),
    "battle": ("3-6-2",),
    "combo": ("3-7-2",),
    "energy": ("3-8-2",),
    "life": ("3-9-2",),
    "warp": ("3-10-2",),
    "removed": ("10-22-3",),
}  # by area: the clauses that say who may look at its cards
EVERYWHERE = tuple(SIGHT)  # where a card counts what its text asks about
COUNTED = ("plays", "attacks", "skills", "draws", "KOs", "stops the loop")  # of each player, this turn
SETS = "sets a number"  # kept with a modifier that sets
NEGATES = "negates skills"  # kept with a modifier that does
INFORMATION = (
    "name", "type", "colours", "characters", "traits", "era", "power", "combo power", "combo cost",
    "energy cost", "keywords",
)  # fmt: skip


class DragonBallSuperPolicy(Policy):
    loop_points = frozenset({"4-5-3-1", "8-5-2"})  # where a checkpoint looks anew, or a skill is activated
    dated = DATED | {"use", "was"}  # the number of an activation, and of a card before it moved
    rounds_make_a_loop = 2  # going back once is no loop yet
    counts_earlier_triggers = True  # 8-6-3
    lasting_clause = "8-2-2-2"
    counting_clause = "3-1-2"
    phases = frozenset({"6-2", "6-3", "6-4", "7", "7-2", "7-3", "7-4"})  # what a text can mean by a phase
    apart = tuple(f"{p}.{n} this turn" for p in PLAYERS for n in COUNTED)
    remembered = tuple(f"{p}.activated " for p in PLAYERS)
    checks = frozenset({"4-5-3-1", "4-7-3-1"})
    battles = frozenset({"7"})

    def without_copies(self, state: State) -> State:
        """Tokens of a kind in the same area and mode count once."""
        from judgekit.games.dragon_ball_super.ch11_other import without_equal_tokens

        return without_equal_tokens(state)

    def working_areas(self, readings: Mapping[str, str]) -> frozenset[str]:
        """2-12-2; what lies in a Combo Area may be meant to work there (A-38)."""
        return frozenset(f"{player}.{name}" for player in PLAYERS for name in ("leader", "battle", "combo"))

    def master(self, state: State, card: Card) -> Player:
        """4-3-2: the player whose area the card is in; of a card underneath, the master of the top one."""
        while (host := host_of(card.area)) is not None:
            card = state.cards[host]
        return area_player(card.area) or card.owner

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        from judgekit.games.dragon_ball_super.ch02_card_data import is_in_force

        return is_in_force(table, state, card, ability)

    def sees_its_end(self, table: Table, moment: Moment, card: Card) -> Card | None:
        """A card sees what removes it, or what coincides."""
        own = getattr(moment.event, "card", None) == card.id
        if not own:
            table.cite("8-6-5-1-2")
        return card if own or table.reading("A-47") == "sees-them" else None

    def value_clauses(self, table: Table, card: Card, rows: Sequence[Row]) -> tuple[str, ...]:
        """8-8-1-2: what was given before the numbers; 10-3-2: what a [Field] in play gives."""
        from judgekit.games.dragon_ball_super.ch08_07_effects import given_before_numbers

        return given_before_numbers(table, card, rows)

    def renews(self, state: State, card: Card, dst: str) -> bool:
        """3-1-4, 3-1-5: a new card, except between any Battle and Combo Areas, or in one stack."""
        kept = frozenset({"battle", "combo"})
        stays = area_name(card.area) in kept or host_of(card.area) is not None
        return not (stays and (area_name(dst) in kept or host_of(dst) is not None))

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        """8-6-5-1-2: the card as it was in the Battle Area, for skills that refer to it later."""
        if area_name(card.area) not in ("battle", "combo", "leader") and host_of(card.area) is None:
            return ()
        facts = table.information(card.id, INFORMATION)
        facts = (*facts, ("area", card.area), ("master", self.master(table.state, card)))
        return (*facts, *self.skills_not_as_printed(table, card), *self.what_lies_beneath(table, card))

    def what_lies_beneath(self, table: Table, card: Card) -> Facts:
        """The objects under a card, before it or any of them left."""
        state = table.group_before if table.group else table.state
        refs = tuple((below, state.cards[below].object) for below in state.pile(under(card.id)))
        return (("beneath", refs),) if refs else ()

    def skills_not_as_printed(self, table: Table, card: Card) -> Facts:
        """8-3-2: its skills, negated or not, if effects made them differ from the printed ones."""
        from judgekit.games.dragon_ball_super.ch08_01_skills import negated_skills

        held = tuple(table.board.value(card.id, "abilities") or ())
        if held == table.board.base(card.id, "abilities"):
            return ()
        return (("abilities", tuple(dict.fromkeys((*held, *negated_skills(table.board, card.id))))),)

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        """Deck, life: nobody (3-2-2, 3-9-2). Hand: its player (3-3-2, 3-3-3). The rest: everybody."""
        name = area_name(card.area)
        return area_player(card.area) == seat if name == "hand" else name not in SECRET

    def sight(self, card: Card) -> tuple[str, ...]:
        """3-1-3: an area is open or secret; each says which."""
        return ("3-1-3", *SIGHT.get(area_name(card.area), ()))

    def chooser(self, table: Table, proposal: Proposal) -> Player:
        from judgekit.games.dragon_ball_super.ch08_07_effects import who_picks_a_replacement

        return who_picks_a_replacement(table, proposal)

    def replaced_already(self, table: Table) -> None:
        from judgekit.games.dragon_ball_super.ch08_07_effects import once_for_each_event

        once_for_each_event(table)

    def replacements(self, table: Table) -> str:
        """8-9-2-3: none takes the same event twice."""
        return "again" if table.rules.number("8-9-2-3") is None else "once"

    def next_interrupt(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> tuple[RuleAction, Due]:
        return dues[0]

    def rank(self, table: Table, modifier: Modifier) -> int:
        """8-8-1-3 names no order among numbers: what sets one comes first, then what adds (A-25). Nor does
        8-8-1-2: read otherwise, what takes or negates skills comes after what gives them (A-66)."""
        if modifier.data in (TAKES, NEGATES):
            return 2 if table.readings["A-66"] == "losing-last" else 1
        if modifier.data != SETS:
            return 1
        return 0 if table.reading("A-25") == "set-then-add" else 1

    def waits_again_while_it_lasts(self, table: Table) -> bool:
        """8-6-6-1: only when the situation recurs (A-46)."""
        return False


book = load("dragon-ball-super", "1.06")
rules = Rulebook(book, DragonBallSuperPolicy(), words_of(__package__))

CHECKPOINT = rules.procedure("4-5")
CHECKPOINT_ORDER = rules.procedure("4-5-3")
FREE_TIMING = rules.procedure("4-6")
FREE_TIMING_ORDER = rules.procedure("4-6-2")
COUNTER_TIMING = rules.procedure("4-7")
COUNTER_TIMING_ORDER = rules.procedure("4-7-3")
SETUP = rules.procedure("5-2")
SETUP_ORDER = rules.procedure("5-2-1")
TURN = rules.procedure("6-1")
CHARGE_PHASE = rules.procedure("6-2")
MAIN_PHASE = rules.procedure("6-3")
MAIN_PHASE_ORDER = rules.procedure("6-3-1")
PLAY = rules.procedure("6-3-1-2-1")
MAIN_PHASE_END_STEP = rules.procedure("6-3-1-3")
MAIN_PHASE_END_ORDER = rules.procedure("6-3-1-3-1")
END_PHASE = rules.procedure("6-4")
END_PHASE_ORDER = rules.procedure("6-4-1")
BATTLE = rules.procedure("7")
ATTACK = rules.procedure("7-1")
BREAK_OFF = rules.procedure("7-1-4")
OFFENSE_STEP = rules.procedure("7-2")
OFFENSE_ORDER = rules.procedure("7-2-1")
DEFENSE_STEP = rules.procedure("7-3")
DEFENSE_ORDER = rules.procedure("7-3-1")
DAMAGE_STEP = rules.procedure("7-4")
DAMAGE_ORDER = rules.procedure("7-4-1")
ACTIVATION = rules.procedure("8-5")
RESOLUTION = rules.procedure("8-5-2")
CARRYING_OUT = rules.procedure("8-5-2-6")
rules.start = SETUP


def needed(table: Table, name: str) -> Any:
    """A value that a procedure must remember; a position that starts inside one must give it."""
    value = table.recall(name)
    if value is None:
        at = table.state.frames[-1].at
        raise CannotStand(
            f"{at}: the game cannot go on here without {name!r}; give it under [locals] (a card by its id), "
            f"or begin at the free timing before and let a player do it"
        )
    return value


def goes_on(table: Table, procedure: str) -> bool:
    """Whether a procedure is under way, however deep."""
    here = table.rules.number(procedure)
    return any(frame.procedure == here for frame in table.state.frames)


def happens_to(moment: Moment, timing: str) -> Occurred | None:
    """The event, if it is this moment."""
    event = moment.event
    return event if isinstance(event, Occurred) and event.timing == timing else None
