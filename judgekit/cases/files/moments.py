"""Where a position stands in the rules: a clause or a friendly name, and the procedures around it."""

from __future__ import annotations

from typing import Any

from judgekit.cases.files.facts import facts_of
from judgekit.cases.files.page import Page, folded, guess, shown
from judgekit.engine.machine import near
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import Facts, Frame
from judgekit.games.game import Game


def read_frames(page: Page, game: Game, rules: Rulebook, home: Rulebook) -> tuple[Frame, ...]:
    """The frames as given, or those in which the clause `at` is usually performed."""
    if "frames" in page.data:
        for key in ("at", "locals"):
            if key in page.data:
                page.wrong((key,), f"no {key} where frames are given", page.data[key])
        return tuple(frame for one in page.tables("frames") if (frame := _frame(one, rules)))
    at = page.text("at", required=True, expected=f"a clause, or one of {', '.join(game.moments)}")
    step = standing(page, at, game, rules, home) if at else ""
    if not step:
        return ()
    given = facts_of(page, ("locals",), page.data.get("locals", {}))
    return surround(game, rules, step, given)


def _frame(page: Page, rules: Rulebook) -> Frame | None:
    page.only(("procedure", "at", "locals", "then"), "the fields of a frame")
    at, then = page.text("at", required=True), page.text("then")
    for key, step in (("at", at), ("then", then)):
        if step and step not in rules.steps:
            page.wrong((key,), f"a clause where the game can stand, such as {near(rules, step)}", step)
    if at not in rules.steps:
        return None
    procedure = page.text("procedure", rules.procedure_of(at))
    if procedure not in rules.procedures:
        page.wrong(("procedure",), "a procedure" + guess(procedure, rules.procedures), procedure)
    return Frame(procedure, at, facts_of(page, ("locals",), page.data.get("locals", {})), then)


def standing(page: Page, at: str, game: Game, rules: Rulebook, home: Rulebook) -> str:
    """The step that `at` means in these rules; empty, and reported, if none."""
    moments = {folded(name): clause for name, clause in game.moments.items()}
    friendly = moments.get(folded(at))
    clause = rules.number(friendly) if friendly else translated(at, home, rules)
    step = first_step(rules, clause or "")
    if step:
        return step
    if at in home.book or at in rules.book:
        expected = f"a clause where the game can stand, such as {near(rules, clause or at)}"
    else:
        names = ", ".join(game.moments)
        expected = f"a clause where the game can stand, or one of {names}{guess(at, game.moments)}"
    page.tell(("at",), expected, shown(at))
    return ""


def first_step(rules: Rulebook, clause: str) -> str:
    """The clause itself, or where its procedure begins."""
    if clause in rules.steps:
        return clause
    return rules.first(clause) if clause in rules.procedures else ""


def surround(game: Game, rules: Rulebook, step: str, given: Facts = ()) -> tuple[Frame, ...]:
    """The step in its procedure, and the chain of procedures that this one is usually called from."""
    frames = [Frame(rules.procedure_of(step), step, tuple(sorted(given)))]
    while caller := game.callers.get(own_number(rules, frames[-1].procedure)):
        step = rules.number(caller.step) or ""
        then = (rules.number(caller.then) or "") if caller.then else ""
        if not step or any(frame.at == step for frame in frames):
            break  # a procedure that calls itself is entered once
        frames.append(Frame(rules.procedure_of(step), step, caller.locals, then))
    return tuple(reversed(frames))


# clause numbers of one edition in another


def own_number(rules: Rulebook, here: str) -> str:
    """The number under which the code knows a clause of this edition."""
    if rules.local is None:
        return here
    return next((own for own, number in rules.local.items() if number == here), here)


def translated(clause: str, home: Rulebook, there: Rulebook) -> str | None:
    """A clause of one edition in another; none if the other does not have it."""
    if home.book.name == there.book.name:
        return clause
    own = own_number(home, clause)
    if there.local is not None and own in there.local:
        return there.local[own]
    if there.book.derives == home.book.edition:
        return there.book.renumbering.get(clause)
    if home.book.derives == there.book.edition:
        return next((old for old, new in home.book.renumbering.items() if new == clause), None)
    return clause if clause in there.book else None


def moment_name(game: Game, rules: Rulebook, step: str) -> str:
    """The friendly name of a step, if it has one."""
    own: Any = own_number(rules, step)
    return next(
        (name for name, clause in game.moments.items() if clause in (own, parent_of(rules, step))), ""
    )


def parent_of(rules: Rulebook, step: str) -> str:
    procedure = rules.procedure_of(step)
    return own_number(rules, procedure) if rules.first(procedure) == step else ""
