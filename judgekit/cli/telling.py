"""Cases in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.markup import escape

from judgekit.cases.files.position import loads
from judgekit.cases.play.case import Case, Place
from judgekit.cases.play.verify import Verdict
from judgekit.cases.store.store import Branch
from judgekit.engine import views
from judgekit.engine.events import Entry, Happened
from judgekit.engine.explain import clause_of
from judgekit.engine.legality import Check
from judgekit.engine.questions import Option, Question
from judgekit.engine.state import JUDGE, Player, State
from judgekit.narrate.asking import addressee, wants
from judgekit.narrate.course import course_for, kind
from judgekit.narrate.endings import ended
from judgekit.narrate.labels import Faces
from judgekit.narrate.lines import section, told
from judgekit.narrate.narrator import Narrator
from judgekit.narrate.places import START, Spot
from judgekit.narrate.said import said
from judgekit.narrate.why import Link

if TYPE_CHECKING:
    from rich.console import Console

    from judgekit.audit.story import Condition

SHOWN = 8  # cards of a pile that are named
GLYPHS = {"◆": "magenta", "●": "bold", "⊘": "red", "‼": "bold green", "✎": "yellow"}


class Teller:
    """Tells a branch to a reader at a terminal, in the sentences of the page."""

    def __init__(self, case: Case, branch: Branch, seat: Player = JUDGE, place: Place | None = None) -> None:
        self.case, self.branch, self.seat = case, branch, seat
        opening = case.opening
        self.course = course_for(opening.rules, opening.pool, case.game)
        self.course.extend(case.entries(branch))
        last = case.at(branch, branch.head)
        state = last if place is None else case.at(branch, place)
        readings = case.readings(branch)
        seen = None if seat == JUDGE else views.view(opening.rules, state, seat, readings)
        faces = Faces(state, last, seen)
        self.narrator = Narrator(
            opening.rules, self.course.wording, self.course.books, faces, self.course.waited, seen or state
        )
        self.readings = readings

    def log(self, out: Console, first: int, last: int, depth: int, many: int | None = None) -> None:
        """The stops of these entries at one depth; of more than `many`, the last ones."""
        stops = [spot for spot in self.course.stops[depth] if first <= spot[0] < last and spot != START]
        kept = stops if many is None else stops[max(0, len(stops) - many) :]
        if len(kept) < len(stops):
            out.print(f"  … {len(stops) - len(kept)} lines before", style="dim")
        under = ""
        for spot in kept:
            if (here := section(self.narrator, self.course, spot)) and here != under:
                out.print(here, style="bold", markup=False)
                under = here
            self._line(out, spot, depth)

    def _line(self, out: Console, spot: Spot, depth: int) -> None:
        happened = self.seen(spot)
        assert happened is not None
        entry = self.course.entries[spot[0]]
        clause = clause_of(entry, happened)
        text = told(self.narrator, self.course, spot, happened, depth)
        tell_row(out, f"{spot[0]}.{spot[1]}", kind(happened.event)[0], text, clause)
        if happened.why and depth > 2:
            tell_row(out, "", "", happened.why, "")

    def seen(self, spot: Spot) -> Happened | None:
        """What happened there, as the seat may know it."""
        if self.seat == JUDGE:
            return self.course.happened(spot)
        entry, done = self.course.entries[spot[0]], spot[0] + 1 < self.branch.head
        before = self.case.at(self.branch, entry.seq)
        rules = self.case.opening.rules
        found = views.redact(rules, entry, before, self.seat, done=done, readings=self.readings)
        return found.events[spot[1] - 1]

    def entry(self, out: Console, entry: Entry) -> None:
        """One entry that may be of another log: every event of it."""
        for at, happened in enumerate(entry.events, 1):
            clause = clause_of(entry, happened)
            text = self.narrator.sentence(happened.event, clause)
            tell_row(out, f"{entry.seq}.{at}", kind(happened.event)[0], text, clause)

    def sides(self, out: Console, sides: Iterable[tuple[str, Entry | None]]) -> None:
        for side, entry in sides:
            if entry is not None:
                out.print(f"{side}:")
                self.entry(out, entry)

    def question(self, out: Console, question: Question | None, state: State) -> None:
        if state.outcome is not None:
            out.print(ended(state.outcome), markup=False)
        if question is None:
            return
        if not question.prompt:  # of another seat: that there is one
            out.print(said("clause asks", clause=f"[bold]{question.clause}[/]", player=addressee(question)))
            return
        asked = escape(self.narrator.question(question))
        clause = f"[bold]{question.clause}[/]"
        out.print(said("clause asks what", clause=clause, player=addressee(question), what=asked))
        for option, text in zip(question.options, self.narrator.options(question.options), strict=True):
            tell_option(out, text, option)
        out.print(said("answer with", many=wants(question) or said("one of these")), markup=False)


def tell_row(out: Console, at: str, glyph: str, text: str, clause: str) -> None:
    """A line of the log: wrapped under itself in a terminal, in one piece elsewhere."""
    if not out.is_terminal:
        chip = f"  [{clause}]" if clause else ""
        out.print(f"{at:>8} {glyph or ' '} {text}{chip}", markup=False)
        return
    from rich.table import Table

    row = Table.grid(padding=(0, 1), expand=True)
    row.add_column(width=8, justify="right", style="dim")
    row.add_column(width=1, style=GLYPHS.get(glyph, ""))
    row.add_column(ratio=1)
    row.add_column(no_wrap=True, justify="right", style="cyan")
    row.add_row(at, glyph, escape(text), escape(clause))
    out.print(row)


def tell_option(out: Console, text: str, option: Option) -> None:
    sign = "" if option.id.casefold() == text.casefold() else f"  {option.id}"
    clause = f"  [{option.clause}]" if option.clause else ""
    out.print(f"  {escape(text)}[dim]{escape(sign)}[/][cyan]{escape(clause)}[/]")


def trust(verdict: Verdict) -> str:
    if verdict.status == "diverged":
        return said("diverged", at=verdict.at, why=verdict.reason)
    if verdict.status == "altered":
        return said("altered", why=verdict.reason)
    if verdict.status == "older":
        return said("older from", why=verdict.reason, at=verdict.at)
    return f"{verdict.status}: {verdict.reason}" if verdict.reason else verdict.status


def tell_case(out: Console, case: Case, *more: str) -> None:
    parts = [f"case {case.id} [bold]{escape(case.title)}[/]", case.edition, *map(escape, more)]
    out.print(" · ".join(parts))


def tell_state(out: Console, case: Case, state: State, seat: Player) -> None:
    """The board, where the game says how it lies on the table; else the areas, one a line."""
    if case.pinned.kind == "position":
        from judgekit.cases.files.text_board import board

        is_judge = seat == JUDGE  # the ids of hidden cards are for nobody else
        drawn = board(loads(case.text), state, None if is_judge else seat, ids=is_judge)
        out.print(drawn.rstrip("\n"), markup=False)
        return
    for where in sorted(where for where, pile in state.areas.items() if pile):
        pile = state.areas[where]
        names = ", ".join(f"c{card} {state.cards[card].name}" for card in pile[:SHOWN])
        more = f" … {len(pile)} in all" if len(pile) > SHOWN else ""
        out.print(f"{where:>16}: {names}{more}", markup=False)
    for key in sorted(state.numbers):
        out.print(f"{key:>16}: {state.numbers[key]}", markup=False)


def tell_links(out: Console, links: Sequence[Link]) -> None:
    """A chain of causes, the event first."""
    for link in links:
        at = "" if link.at is None else f"{link.at[0]}.{link.at[1] + 1} "
        out.print(f"{link.edge:>12}  {at}{link.sentence}  [{link.clause}]", markup=False)


def checked(check: Check | Condition, mark: str) -> str:
    return said("checked", mark=mark, clause=check.clause, needed=check.needed, found=check.found)


def tell_checks(out: Console, checks: Sequence[Check]) -> None:
    """Every condition, the first that fails marked."""
    failed = next((check for check in checks if not check.ok), None)
    for check in checks:
        mark = "yes " if check.ok else "NO  " if check is failed else "no  "
        by = f" ({', '.join(check.by)})" if check.by and not check.ok else ""
        out.print(checked(check, mark) + by, markup=False)
    if failed is None:
        out.print(said("is legal"))
    else:
        out.print(said("is not legal", clause=failed.clause, needed=failed.needed), markup=False)
