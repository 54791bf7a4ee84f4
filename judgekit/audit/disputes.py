"""A branch of a case as a ruling: its table, the answers in words, and what is asked about its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judgekit.audit.exploring.concerns import UnknownConcern, read_concern
from judgekit.cases.errors import CaseError
from judgekit.cases.files.position import Position, loads
from judgekit.cases.files.writer import written
from judgekit.cases.play.answering import in_words
from judgekit.cases.play.case import Case
from judgekit.cases.play.what_if import LIMIT, answers_in
from judgekit.cases.rulings.expectations import ENDED, OPEN
from judgekit.cases.store.store import Branch
from judgekit.engine.events import Decided, Moved, Numbered
from judgekit.engine.machine import Line
from judgekit.engine.state import CardId
from judgekit.narrate.said import said

Data = dict[str, Any]


def as_ruling(case: Case, branch: Branch, asks: str) -> Data:
    """The ruling that a branch amounts to: its outcome is computed, and proves nothing."""
    if case.pinned.kind != "position":
        raise CaseError("only a case that began with a position can be told as a ruling")
    place = loads(case.text)
    line = Line(place.rules, place.pool, place.state, case.readings(branch))
    given = [answer.chosen for answer in answers_in(case.entries(branch))]
    answers = list(in_words(line, given, place.game, LIMIT))
    if len(answers) < len(given):
        raise CaseError("the branch does not follow from its position by today's rules; verify it first")
    line.run(LIMIT)
    facts, clauses = _answer(line, place, asks)
    position = written(place)
    position.pop("game", None)
    return {
        "question": said("question of a case", case=case.name, question=read_concern(asks, line).title),
        "answer": "; ".join(f"{key} = {value}" for fact in facts for key, value in fact.items()),
        "editions": [case.edition], "difficulty": "medium", "status": "settled", "source": "computed",
        "explanation": said("as it came out", branch=branch.name, case=case.id), "answers": answers,
        "until": _until(line), "clauses": clauses, "facts": facts, "position": position,
    }  # fmt: skip


def _until(line: Line) -> str:
    if line.is_over:
        return "over"
    question = line.question
    return f"asked {question.player} {question.clause}" if question else line.state.frames[-1].at


def _answer(line: Line, place: Position, asks: str) -> tuple[list[Data], list[str]]:
    """What is asked, as a fact of a ruling; and the clauses of the events that made it so."""
    kind, _, rest = read_concern(asks, line).name.partition(":")
    if kind == "winner":
        outcome = line.state.outcome
        told = OPEN if outcome is None else ENDED[outcome.winner]
        return [{"outcome": told}], list(_cited(line, Decided, lambda event: True))
    if kind == "card":
        number = CardId(int(rest[1:]))
        card = line.state.cards.get(number)
        if card is None:
            raise UnknownConcern("the card is no longer there; ask about another one")
        name = next((label for label, one in place.labels.items() if one == number), card.name)
        return [{"card": name, "in": card.area}], list(
            _cited(line, Moved, lambda event: event.card == number)
        )
    if kind == "number":
        moved = _cited(line, Numbered, lambda event: event.key == rest)
        return [{"number": rest, "is": line.state.number(rest)}], list(moved)
    raise UnknownConcern("a smallest table is looked for by one fact: winner, card:NAME or number:KEY")


def _cited(line: Line, kind: type, fits: Any) -> Iterator[str]:
    """The clauses of such events, in their order."""
    for entry in line.log:
        for happened in entry.events:
            if isinstance(happened.event, kind) and fits(happened.event) and happened.path:
                yield happened.path[-1]
