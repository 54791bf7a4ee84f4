"""A lesson from a case: one step for each choice of its branch, each going on from the step before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, dropwhile, takewhile

from judgekit import games
from judgekit.book.model import Book
from judgekit.cases.files.position import Position
from judgekit.cases.files.position import loads as read_position
from judgekit.cases.files.writer import moment, toml_text
from judgekit.cases.play.answering import SHOWN, names_for
from judgekit.cases.play.case import Case, Place
from judgekit.cases.play.what_if import LIMIT
from judgekit.cases.rulings.ruling import given_by_itself
from judgekit.cases.store.store import Branch
from judgekit.engine.events import Answered
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.errors import JudgekitError
from judgekit.narrate.said import said
from judgekit.teach import lessons
from judgekit.teach.making.seen import seen
from judgekit.teach.telling import Step, clause_told

PROOFS = 6  # clauses that a step names
WRONGS = 2  # wrong answers that a step offers


@dataclass(frozen=True)
class Drafted:
    """One step: who is asked what, what is chosen, where it ends, and what proves it."""

    table: str  # empty: it goes on from the step before
    prompt: str = ""
    said: str = ""  # what is chosen, in sentences
    answers: tuple[str, ...] = ()
    until: str = "over"
    then: str = ""  # what is asked at the end
    clauses: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()  # the right answer, then wrong ones
    note: tuple[str, ...] = ()  # the clauses behind the answer, that of the right one first


def draft(case: Case, branch: Branch, seq: int) -> str:
    """The text of a lesson of everything chosen from an entry on; if nothing is, of the whole branch."""
    walk = _Walk(case, branch, seq)
    steps = list((walk if walk.given() else _Walk(case, branch, 0)).steps())
    found = steps[: lessons.MOST]
    left = len(steps) - len(found)
    more = f"# {left} more choices follow: a lesson has at most {lessons.MOST} steps.\n" if left else ""
    bare = written(case.edition, case.title, found)
    return written(case.edition, case.title, _asked(found, bare)) + more


# the branch, choice by choice


@dataclass
class _Walk:
    case: Case
    branch: Branch
    seq: int
    place: Position = field(init=False)
    line: Line = field(init=False)
    begun: int = 0  # entries of the line before the step

    def steps(self) -> Iterator[Drafted]:
        step = Drafted(self._open(self.seq))
        for at, chosen in self.given():
            question = self.line.run(LIMIT)
            if self.line.state != self.case.at(self.branch, at):  # corrected, announced, or read differently
                yield from [self._ended(step)] if step.answers else []
                step = Drafted(self._open(at))
                question = self.line.run(LIMIT)
            if question is None or not question.admits(chosen):
                continue
            if step.answers and given_by_itself(self.line, self.place) != chosen:
                yield self._ended(step)
                step = Drafted("")
            step = self._with(step, question, chosen)
            self.line.answer(*chosen)
        self.line.run(LIMIT)
        yield self._ended(step)

    def _open(self, seq: int) -> str:
        """Begin again with the table of an entry."""
        table = moment(self.case, self.branch, Place(seq))
        self.place = read_position(table)
        self.line, self.begun = self.place.line(), 0
        return table

    def given(self) -> list[tuple[int, tuple[str, ...]]]:
        return [
            (entry.seq, tuple(happened.event.chosen))
            for entry in self.case.entries(self.branch, self.seq)
            for happened in entry.events
            if isinstance(happened.event, Answered) and not happened.event.rote
        ]

    def _with(self, step: Drafted, question: Question, chosen: tuple[str, ...]) -> Drafted:
        words = names_for(self.line, self.place.labels, self.place.game).written(question, chosen)
        answers = (*step.answers, f"{question.player}: {'; '.join(words) or 'nothing'}")
        return replace(step, answers=answers, prompt=step.prompt or _prompt(question))

    def _ended(self, step: Drafted) -> Drafted:
        """The step with its end and its clauses; the next one begins there."""
        question, entries = self.line.question, self.line.log[self.begun :]
        self.begun = len(self.line.log)
        acted = dict.fromkeys(entry.clause for entry in entries if entry.events)
        then = _prompt(question) if question else ""
        return replace(step, until=_until(question), then=then, clauses=tuple(acted)[:PROOFS])


# a first question for each step


def _asked(steps: Sequence[Drafted], bare: str) -> list[Drafted]:
    """Each step with a question about what anybody sees first; the wrong answers happen later, or earlier."""
    stretches = lessons.stretches(lessons.loads(bare))
    visible = {step for one in stretches if one is not None for step in seen(one)}
    joined = list(_joined(steps, [one.steps if one is not None else [] for one in stretches]))
    texts = [[step.text for step in happens if step in visible] for _, happens in joined]
    rest = [step.text for _, happens in joined for step in happens]
    return [
        _with_a_question(step, happens, texts[at], [*chain(*texts[at + 1 :]), *chain(*texts[:at]), *rest])
        for at, (step, happens) in enumerate(joined)
    ]


def _joined(
    steps: Sequence[Drafted], told: Sequence[Sequence[Step]]
) -> Iterator[tuple[Drafted, Sequence[Step]]]:
    """A choice of which nothing comes but another question is one step with the next choice."""
    waiting: Drafted | None = None
    for at, (bare, every) in enumerate(zip(steps, told, strict=True)):
        chosen, happens = _at_the_choice(every)
        step = replace(bare, said=" ".join(one.text for one in chosen))
        one = step if waiting is None else _after(waiting, step)
        goes_on = at + 1 < len(steps) and not steps[at + 1].table
        waiting = one if not happens and goes_on else None
        if waiting is None:
            yield one, happens


def _after(first: Drafted, second: Drafted) -> Drafted:
    return replace(
        second,
        table=first.table,
        prompt=first.prompt,
        said=f"{first.said} {second.said}".strip(),
        answers=(*first.answers, *second.answers),
        clauses=tuple(dict.fromkeys((*first.clauses, *second.clauses)))[:PROOFS],
    )


def _with_a_question(
    step: Drafted, happens: Sequence[Step], own: Sequence[str], every: Sequence[str]
) -> Drafted:
    texts = list(own) or ([step.then] if step.then else [one.text for one in happens])
    unseen = {one.text for one in happens} - {*own}  # may come before what is seen
    others = [text for text in dict.fromkeys((*texts[1:], *every)) if text not in (*texts[:1], *unseen)]
    clauses = tuple(dict.fromkeys(one.clause for one in happens))[:PROOFS] or step.clauses
    note = tuple(dict.fromkeys(one.clause for one in happens if one.text in (texts[0], *others[:WRONGS])))
    return replace(
        step, clauses=clauses, ask=(texts[0], *others[:WRONGS]) if texts and others else (), note=note
    )


def _at_the_choice(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """What is chosen in a row, and what happens then."""
    begun = list(dropwhile(lambda step: not step.is_choice, steps))
    chosen = list(takewhile(lambda step: step.is_choice, begun))
    return chosen, [step for step in (begun if chosen else steps) if not step.is_choice]


# one more step

EMPTY = """[[part]]
text = "Say what the reader should look at here."
# A question needs a table that proves its answer. Take away the # and change the words:
# ruling = "the name of a worked ruling"
"""
ASKS = """# ask = "What do you ask?"
# right = "The right answer."
# wrong = ["A wrong answer.", "Another wrong answer."]
"""
TABLE = "# The table on which the lesson begins.\n"


def another(text: str) -> str:
    """A lesson's text with one more step, before its table: it goes on from the last one, if that asks."""
    body, mark, table = text.partition(TABLE)
    return f"{body.rstrip()}\n\n{_going_on(text) or EMPTY}{ASKS}" + (f"\n{mark}{table}" if mark else "")


def _going_on(text: str) -> str:
    """A step that stands where the last one ended, with the choices that are open there."""
    try:
        last = next((one for one in reversed(lessons.played(lessons.loads(text))) if one), None)
    except JudgekitError:
        return ""
    if last is None or last.end is None or last.failures or last.end.line.question is None:
        return ""
    line, question, place = last.end.line, last.end.line.question, last.script.position
    assert place is not None
    options = names_for(line, place.labels, place.game).sentences(question.options)[:SHOWN]
    open_choices = "".join(
        f"#   {toml_text(said('chosen by', player=question.player, words=one))}\n" for one in options
    )
    return (
        f"[[part]]\ncontinues = true\ntext = {toml_text(_prompt(question))}\n"
        f"# What can be chosen, to be put between the brackets of answers:\n{open_choices}answers = []\n"
        f'until = {toml_text(_until(question))}\nclauses = []\nnote = ""\n'
    )


def _prompt(question: Question) -> str:
    return said("asked for", player=question.player, prompt=question.prompt)


def _until(question: Question | None) -> str:
    return f"asked {question.player} {question.clause}" if question else "over"


# written


def written(game: str, title: str, steps: Sequence[Drafted]) -> str:
    """The lesson: its steps first, the table on which it begins last."""
    book = _book(game)
    goal = said("goal of a draft", by=_by(steps))
    head = f"title = {toml_text(title)}\ngame = {toml_text(game)}\ngoal = {toml_text(goal)}\n"
    first, *later = steps
    parts = [_part(replace(first, table=""), game, book), *(_part(step, game, book) for step in later)]
    return f"{head}\n{''.join(parts)}{TABLE}{_table(first.table, game, '')}"


def _book(game: str) -> Book:
    found, number = games.edition(game)
    return found.rules(number).book


def _by(steps: Sequence[Drafted]) -> str:
    """The clauses that the answers rest on: `: 8.2.5, 8.2.7`."""
    behind = dict.fromkeys(step.note[0] for step in steps if step.note)
    return f": {', '.join(behind)}" if behind else ""


def _part(step: Drafted, game: str, book: Book) -> str:
    begins = "" if step.table else "continues = true\n"
    told = "".join(f"  {toml_text(one)},\n" for one in step.answers)
    proofs = ", ".join(map(toml_text, step.clauses))
    return (
        f"[[part]]\n{begins}text = {toml_text(step.prompt or said('look at it'))}\n{_question(step)}"
        f"note = {toml_text(_note(step, book))}\nanswers = [\n{told}]\n"
        f"until = {toml_text(step.until)}\nclauses = [{proofs}]\n\n"
        + (_table(step.table, game, "part.") + "\n" if step.table else "")
    )


def _note(step: Drafted, book: Book) -> str:
    """What the clauses behind the answer say, each a paragraph."""
    return "\n\n".join(clause_told(book, clause) for clause in step.note if clause in book)


def _question(step: Drafted) -> str:
    if not step.ask or not step.clauses:
        return ""
    right, *wrong = map(toml_text, step.ask)
    asked = f"{step.said} {said('what comes first')}".strip()
    return f"ask = {toml_text(asked)}\nright = {right}\nwrong = [{', '.join(wrong)}]\n"


def _table(text: str, game: str, inside: str) -> str:
    """A position's text as a table of the lesson, or of a part of it."""
    usual = {f"{row.id} = {toml_text(row.default)}" for row in _book(game).doubts}
    lines = (line for line in text.splitlines() if not line.startswith("game =") and line not in usual)
    name = f"{inside}position"
    nested = "\n".join(_nested(line, name) for line in lines).replace(f"[{name}.readings]\n\n", "")
    return f"[{name}]\n{nested}\n"


def _nested(line: str, name: str) -> str:
    """A table's header of a position, inside another table."""
    if line.startswith("[[") and line.endswith("]]"):
        return f"[[{name}.{line[2:-2]}]]"
    return f"[{name}.{line[1:-1]}]" if line.startswith("[") and line.endswith("]") else line
