"""What a search through a game is asked, and what it found: questions, places to stop, loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.state import Outcome
from judgekit.narrate.endings import OUTCOMES, result
from judgekit.narrate.events import listed


def _inside(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


# what is asked, and its answers

QUESTIONS = {"winner": "who wins", "seen": "what the players see", "everything": "everything"}
RESULT, TURN_PLAYER, AT, SITUATION = "result", "turn player", "the rules stand at", "situation"
GONE = "no longer there"
FACELESS = "not known: its face is needed"
HIDDEN = "a hidden card"
NOTHING = "none"


def where(name: str) -> str:
    return f"where {name} is"


def value_of(property: str, name: str) -> str:
    return f"{property} of {name}"


def winner(outcome: Outcome | None) -> str:
    """Who wins, as an answer."""
    return "nobody has won yet" if outcome is None else decided(outcome)


def decided(outcome: Outcome) -> str:
    return result(outcome) if outcome.winner else _inside(OUTCOMES["draw"])


def under(name: str) -> str:
    return f"under {name}"


def seen_by(seat: str, thing: str) -> str:
    return f"{thing} as {seat} sees it"


def unknown(many: int) -> str:
    return "1 unknown card" if many == 1 else f"{many} unknown cards"


def copies(name: str, many: int) -> str:
    return name if many == 1 else f"{many} × {name}"


# where it stops

ENDS = {
    "check": "the end of the check timing",
    "battle": "the end of the battle",
    "turn": "the end of the turn",
    "end": "the end of the game",
}


def next_choice(player: str = "") -> str:
    return f"{player}'s next choice" if player else "the next choice"


def clause(number: str) -> str:
    return f"clause {number}"


# other lines

NO_OTHER_LINE = "no other line leads to this outcome"
NO_CHOICE = "nobody chooses anything"
NO_OTHER_ANSWER = "no other answer here leads to an end"
ALL_THE_SAME = "every line ends the same way"


def choices(many: int) -> str:
    return f"the line has {many} {'choice' if many == 1 else 'choices'}"


def so_far(why: str) -> str:
    return f"{why}, as far as the search came"


# loops

GROWING = ("the pending abilities", "the effects that apply", "the effects that are due later", "the cards")
GOES_ON = _inside(OUTCOMES["open"])


def loop(grows: Sequence[tuple[str, int]], is_exact: bool, stoppers: Iterable[str], ends: str) -> str:
    """A loop in one sentence: what each round changes, who can stop it, what the book makes of it."""
    changes = (f"{'adds' if by > 0 else 'takes'} {abs(by)} {'to' if by > 0 else 'from'}" for _, by in grows)
    growth = ", ".join(f"{change} {thing}" for change, (thing, _) in zip(changes, grows, strict=True))
    what = "The same situation recurs" if is_exact else f"Every round {growth}"
    by = tuple(stoppers)
    return f"{what}; {f'{listed(by)} can stop it' if by else 'nobody can stop it'}. {ends}."


def begins_a_loop(answer: Iterable[str], told: str) -> str:
    return f"{', '.join(answer)} begins a loop. {told}"


def rounds(times: int) -> str:
    return f"it is done {times} more {'time' if times == 1 else 'times'}"
