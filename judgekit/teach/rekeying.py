"""What becomes of a question under other rules: another edition, another reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from judgekit import games
from judgekit.audit.impact import Side, run_under
from judgekit.cases.errors import CaseError
from judgekit.cases.play.pinned import check_readings
from judgekit.cases.play.what_if import renumbering
from judgekit.cases.rulings.folder import file
from judgekit.cases.rulings.ruling import Result
from judgekit.engine.errors import EngineError
from judgekit.errors import JudgekitError
from judgekit.teach.making.course import Course
from judgekit.teach.making.deck import of_a_deck
from judgekit.teach.making.draft import YES, Draft
from judgekit.teach.making.drafts import drafts
from judgekit.teach.making.how_it_ends import fact_told
from judgekit.teach.near import fact_at
from judgekit.teach.playing_out import asking_of
from judgekit.teach.question import Question

CLAUSE = re.compile(r"\b[0-9]+[0-9A-Za-z]*(?:[.-][0-9]+[0-9A-Za-z]*)+")  # of a chapter alone nobody speaks


class Change(msgspec.Struct, frozen=True):
    """What becomes of a question: withdrawn, if it can no longer be asked."""

    question: str
    how: Literal["same", "re-keyed", "withdrawn"]
    was: str
    now: str = ""


def changes(questions: Iterable[Question], side: Side) -> Iterator[Change]:
    """The questions whose answer changes on the other side."""
    questions = list(questions)
    _must_have({side.edition or one.edition for one in questions}, side)
    return (found for one in questions if (found := under(one, side)).how != "same")


def _must_have(editions: set[str], side: Side) -> None:
    """Refuse a reading that none of these books offers."""
    problems = []
    for found, number in map(games.edition, sorted(editions)):
        try:
            check_readings(found.rules(number).book, side.readings)
        except CaseError as problem:
            problems.append(problem)
    if problems and len(problems) == len(editions):
        raise problems[0]


def under(question: Question, side: Side) -> Change:
    """Ask the same question at the same moment under other rules."""
    was, result = question.right.text, _played(question, side)
    if result is None:
        return Change(question.id, "withdrawn", was)
    if question.kind == "end":
        return _end(question, result)
    numbers = _numbers(question.edition, side.edition)
    found = [draft for draft in _drafts(question, result) if _asks(draft, question, numbers)]
    if not found:
        return Change(question.id, "withdrawn", was)
    now = found[0].right
    if now == was == YES:
        same = True
    elif question.kind in ("clause", "deck"):
        same = found[0].clause == numbers.get(question.clause, question.clause)
        same = same and (now == YES) == (was == YES)
    else:
        same = now == _told(was, numbers)
    return Change(question.id, "same" if same else "re-keyed", was, now)


def _end(question: Question, result: Result) -> Change:
    """A fact stated in the ruling's file: whether it holds at the other end."""
    end, was, here = result.end, question.right.text, asking_of(question)
    own = here.script.facts if here is not None else ()
    stated = [one for one in own if here is not None and fact_told(here.result, one) == was]
    if end is None or here is None or not stated:
        return Change(question.id, "withdrawn", was)
    if not end.fails(stated[0]):
        return Change(question.id, "same", was, was)
    now = fact_at(end, stated[0])
    return Change(question.id, "re-keyed", was, fact_told(here.result, now) if now else "")


def _drafts(question: Question, result: Result) -> Iterator[Draft]:
    """What can be asked there at the moment of the question."""
    if result.script.position is None:
        yield from of_a_deck(result.ruling, result.script, result)
        return
    here = asking_of(question)
    if here is None or result.end is None or here.story not in question.context:
        return
    there = Course(result).same_moment(here)
    if there is not None:
        yield from drafts(there, question.kind)


def _played(question: Question, side: Side) -> Result | None:
    """The ruling on the other side; none if it cannot be played there."""
    text = file(question.ruling).read_text("utf-8")
    try:
        result, _ = run_under(text, question.ruling, side if side.edition else _at_home(question, side))
    except (JudgekitError, EngineError):
        return None
    return None if result.failures and result.script.position is not None else result


def _at_home(question: Question, side: Side) -> Side:
    return msgspec.structs.replace(side, edition=question.edition)


def _asks(draft: Draft, question: Question, numbers: Mapping[str, str]) -> bool:
    asked = question.kind, _told(question.prompt, numbers), _told(question.subject, numbers)
    return (draft.kind, draft.prompt, draft.subject) == asked


def _numbers(left: str, right: str) -> Mapping[str, str]:
    return renumbering(left, right) if right and left != right else {}


def _told(text: str, numbers: Mapping[str, str]) -> str:
    """A sentence with the clause numbers of the other edition."""
    return CLAUSE.sub(lambda found: numbers.get(found[0], found[0]), text) if numbers else text
