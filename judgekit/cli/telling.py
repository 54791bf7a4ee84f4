"""Cases in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.markup import escape

from judgekit.cases.files.position import loads
from judgekit.cases.play.case import Case
from judgekit.cases.play.verify import Verdict
from judgekit.engine.events import Entry
from judgekit.engine.legality import Check
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, CardId, Player, State
from judgekit.narrate.events import Labels, describe
from judgekit.narrate.why import Link

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 8  # cards of a pile that are named


def labels(state: State) -> Labels:
    """A card by its name and the id by which it is typed; one that the state does not show is hidden."""

    def label(card: int) -> str:
        found = state.cards.get(CardId(card))
        return "a hidden card" if found is None else f"{found.name} c{card}"

    return label


def trust(verdict: Verdict) -> str:
    if verdict.status == "diverged":
        return f"diverged at {verdict.at}: {verdict.reason}"
    if verdict.status == "altered":
        return f"not as it was recorded: {verdict.reason}"
    if verdict.status == "older":
        return f"{verdict.reason} (from {verdict.at} on)"
    return f"{verdict.status}: {verdict.reason}" if verdict.reason else verdict.status


def tell_case(out: Console, case: Case, *more: str) -> None:
    parts = [f"case {case.id} [bold]{escape(case.title)}[/]", case.edition, *map(escape, more)]
    out.print(" · ".join(parts))


def tell_log(out: Console, entries: Sequence[Entry], names: Labels, skipped: int = 0) -> None:
    if skipped > 0:
        out.print(f"  … {skipped} entries before")
    for entry in entries:
        out.print(f"{entry.seq:>5}  {' > '.join(entry.path)}", markup=False)
        for at, happened in enumerate(entry.events, 1):
            cited = f"  ({happened.path[-1]})" if happened.path else ""
            out.print(f"      {entry.seq}.{at} {describe(happened.event, names)}{cited}", markup=False)
            if happened.why:
                out.print(f"           {happened.why}", markup=False)


def tell_sides(out: Console, sides: Iterable[tuple[str, Entry | None]], names: Labels) -> None:
    for side, entry in sides:
        if entry is not None:
            out.print(f"{side}:")
            tell_log(out, [entry], names)


def tell_state(out: Console, case: Case, state: State, seat: Player) -> None:
    """The board, where the game says how it lies on the table; else the areas, one a line."""
    if case.pinned.kind == "position":
        from judgekit.cases.files.text_board import board

        is_judge = seat == JUDGE  # the ids of hidden cards are for nobody else
        drawn = board(loads(case.pinned.text), state, None if is_judge else seat, ids=is_judge)
        out.print(drawn.rstrip("\n"), markup=False)
        return
    for where in sorted(where for where, pile in state.areas.items() if pile):
        pile = state.areas[where]
        names = ", ".join(f"c{card} {state.cards[card].name}" for card in pile[:SHOWN])
        more = f" … {len(pile)} in all" if len(pile) > SHOWN else ""
        out.print(f"{where:>16}: {names}{more}", markup=False)
    for key in sorted(state.numbers):
        out.print(f"{key:>16}: {state.numbers[key]}", markup=False)


def tell_question(out: Console, question: Question | None, state: State) -> None:
    if state.outcome is not None:
        winner = f"{state.outcome.winner} wins" if state.outcome.winner else "a draw"
        out.print(f"the game is over by {state.outcome.clause}: {winner}")
    if question is None:
        return
    if not question.prompt:  # of another seat: that there is one
        out.print(f"[bold]{question.clause}[/] asks {question.player}")
        return
    out.print(f"[bold]{question.clause}[/] asks {question.player}: {escape(question.prompt)}")
    for option in question.options:
        clause = f"  ({option.clause})" if option.clause else ""
        out.print(f"  {option.id:<12} {option.label}{clause}", markup=False)
    out.print(f"answer with {question.wants()}", markup=False)


def tell_links(out: Console, links: Sequence[Link]) -> None:
    """A chain of causes, the event first."""
    for link in links:
        at = "" if link.at is None else f"{link.at[0]}.{link.at[1] + 1} "
        out.print(f"{link.edge:>12}  {at}{link.sentence}  ({link.clause})", markup=False)


def tell_checks(out: Console, checks: Sequence[Check]) -> None:
    """Every condition, the first that fails marked."""
    failed = next((check for check in checks if not check.ok), None)
    for check in checks:
        mark = "yes" if check.ok else "NO " if check is failed else "no "
        out.print(f"{mark}  {check.clause}: needs {check.needed}; found {check.found}", markup=False)
    verdict = "it is legal" if failed is None else f"not legal: {failed.clause} needs {failed.needed}"
    out.print(verdict, markup=False)
