"""What each game does and notices of the language, from its own tables: what it learns is one less here."""

from __future__ import annotations

from typing import NamedTuple, get_args

import pytest

from judgekit.cardtext import model
from judgekit.cardtext.interpret import Interpreter, hands
from judgekit.games import edition
from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper
from judgekit.games.gate_ruler.language.dialect import GateRuler
from judgekit.games.godzilla.language.dialect import Godzilla
from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

JOINING = frozenset({"After", "EitherEvent", "Nth", "Unread"})  # made of others, or of nothing that is read


class Lacks(NamedTuple):
    """The words of the language that a game has no code for: its book has no such thing."""

    verbs: str
    triggers: str


TABLE = {
    "dragon-ball-super/1.06": Lacks(
        (
            "Advance ChangeNumber Clash CounterMonster Drive Heal IgnoreCounter Invade Mobilize "
            "MoveUntil Perform Retreat SetDamage Summon Swap Vanish"
        ),
        (
            "Advances Battles ChangesZone Countered Defends Ends Flipped Intercepts Invades "
            "NumberChanges Retreats Summoned"
        ),
    ),
    "gate-ruler/1.1.2": Lacks(
        (
            "Advance Combo CounterMonster CreateToken Evolve Flip Invade Mobilize MoveUntil "
            "NegateAttack Retreat Search Vanish"
        ),
        (
            "Advances Battles ChangesZone Combos Countered Defends Ends Evolves Flipped Intercepts Invades "
            "NumberChanges Retreats"
        ),
    ),
    "godzilla/1.2": Lacks(
        (
            "Clash Combo DealDamage Drive Flip GainControl Heal IgnoreCounter Mobilize NegateAbility "
            "NegateAttack Orient Pay PreventDamage Redirect SetDamage Summon"
        ),
        ("AbilityUsed Attacks Battles Combos Damages Defends Ends Flipped Intercepts Summoned Turned"),
    ),
    "luck-and-logic/1.00": Lacks(
        (
            "Advance Clash Combo CounterMonster CreateToken DealDamage Drive Evolve GainControl Heal "
            "IgnoreCounter Invade MoveUntil NegateAbility NegateAttack PreventDamage Retreat SetDamage "
            "Summon Vanish"
        ),
        ("Advances CardUsed Combos Countered Damages Ends Evolves Invades Retreats Summoned Targeted"),
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_game_lacks_these_verbs_and_triggers_and_no_others(name: str) -> None:
    wiring = edition(name)[0].wiring
    assert wiring is not None
    verbs = {each.__name__ for each in get_args(model.Verb)} - JOINING
    events = {each.__name__ for each in get_args(model.Event)} - JOINING
    lacking = Lacks(" ".join(sorted(verbs - wiring.verbs)), " ".join(sorted(events - wiring.triggers)))
    assert lacking == TABLE[name]


@pytest.mark.parametrize("dialect", [DragonBallSuper, GateRuler, Godzilla, LuckAndLogic])
def test_a_dialect_is_put_together_from_tables(dialect: type[Interpreter]) -> None:
    """Under it stand the game's words alone; every verb is a plain function, found by its module, or made by
    what is offered to all games."""
    own = [each for each in dialect.__mro__ if each.__module__.startswith("judgekit.games.")]
    assert len(own) == 2
    found = {each for each in dialect.VERBS.values() if each.__module__ != hands.__name__}
    assert {each.__qualname__ for each in found} == {each.__name__ for each in found}
