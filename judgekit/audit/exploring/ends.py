"""How far lines are followed: to a place that a judge names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judgekit.engine.machine import Line, near
from judgekit.engine.questions import Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import PLAYERS, State
from judgekit.errors import JudgekitError
from judgekit.narrate import searching

FORMS = "check, battle, turn, choice, choice:A, choice:B, clause:NUMBER, end"


class UnknownEnd(JudgekitError):
    """A place that cannot be the end of a search here."""


@dataclass(frozen=True, slots=True)
class Until:
    """Where a line is not followed further: at a state that a step has led to, or at a question."""

    name: str
    title: str
    passed: Callable[[State, State], bool] | None = None  # by the states before and after a step
    asked: Callable[[Question], bool] | None = None  # by the next question, the first one aside
    first: bool = False  # whether the first question may be the end as well


def the_end() -> Until:
    return Until("end", searching.ENDS["end"])


def end_of_turn(start: State) -> Until:
    turn = (start.number("turn"), start.turn_player)
    return Until("turn", searching.ENDS["turn"], lambda _, now: (now.number("turn"), now.turn_player) != turn)


def end_of_check(rules: Rulebook, start: State) -> Until:
    return Until("check", searching.ENDS["check"], _left(check_procedures(rules), start))


def end_of_battle(rules: Rulebook, start: State) -> Until:
    procedures = [n for own in rules.policy.battles if (n := rules.number(own))]
    if not procedures:
        raise UnknownEnd(f"{rules.name} has no battle that ends; follow to another place: {FORMS}")
    return Until("battle", searching.ENDS["battle"], _left(procedures, start))


def next_choice(player: str = "") -> Until:
    name = f"choice:{player}" if player else "choice"
    return Until(name, searching.next_choice(player), asked=lambda question: player in ("", question.player))


def clause(rules: Rulebook, number: str) -> Until:
    if number not in rules.steps:
        some = near(rules, number)
        raise UnknownEnd(f"{rules.name} {number}: no step stands there; a game can stand at {some}")
    return Until(
        f"clause:{number}",
        searching.clause(number),
        lambda _, now: bool(now.frames) and now.frames[-1].at == number,
    )


def read_end(text: str, line: Line) -> Until:
    """The end of a search as a judge types it, from where a line stands."""
    kind, _, rest = text.strip().partition(":")
    if kind == "choice" and rest in ("", *PLAYERS):
        return next_choice(rest)
    if kind == "clause" and rest:
        return clause(line.rules, rest)
    if rest or kind not in ("check", "battle", "turn", "end"):
        raise UnknownEnd(f"a search ends at one of {FORMS}; got {text!r}")
    if kind == "check":
        return end_of_check(line.rules, line.state)
    if kind == "battle":
        return end_of_battle(line.rules, line.state)
    return end_of_turn(line.state) if kind == "turn" else the_end()


def check_procedures(rules: Rulebook) -> list[str]:
    """The procedures in which rule actions are checked and waiting abilities are played."""
    numbers = [number for own in rules.policy.checks if (number := rules.number(own))]
    return [rules.procedure_of(number) for number in numbers]


def _left(procedures: Iterable[str], start: State) -> Callable[[State, State], bool]:
    """Whether the innermost of these procedures under way has ended; if there is none, the next one."""
    meant = frozenset(procedures)
    here = [at for at, frame in enumerate(start.frames) if frame.procedure in meant]
    if here:
        return lambda _, now: len(now.frames) <= here[-1]
    return lambda before, now: (
        any(frame.procedure in meant for frame in before.frames[len(now.frames) :])
        and not any(frame.procedure in meant for frame in now.frames)
    )
