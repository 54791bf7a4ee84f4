"""The health of questions: how people answer them, what they report, what rule changes do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import mean, median

import msgspec

from judgekit.narrate.said import said
from judgekit.teach import memory
from judgekit.teach.memory import Answer
from judgekit.teach.practice import Practice

ENOUGH = 20  # answers before something is said about a question
WEAKEST = 0.05  # discrimination below which a question does not tell the good from the others
GUESSED = 0.2  # share of right answers at which chance does as well
REPORTS = 3


class Health(msgspec.Struct, frozen=True):
    """How a question fares; `sick` says what is wrong with it."""

    question: str
    answers: int
    right: float
    seconds: float
    discrimination: float
    options: tuple[tuple[str, int], ...]
    reports: tuple[str, ...]
    sick: str = ""


def discrimination(right: Sequence[bool], ability: Sequence[float]) -> float:
    """Point-biserial correlation of a question with how people do on the others."""
    hits = [a for ok, a in zip(right, ability, strict=True) if ok]
    misses = [a for ok, a in zip(right, ability, strict=True) if not ok]
    spread = _spread(ability)
    if not hits or not misses or not spread:
        return 0.0
    share = len(hits) / len(right)
    return float((mean(hits) - mean(misses)) / spread * (share * (1 - share)) ** 0.5)


def _spread(values: Sequence[float]) -> float:
    middle = mean(values)
    return float(mean((value - middle) ** 2 for value in values) ** 0.5)


def examine(
    answers: Iterable[tuple[str, Answer]], reports: dict[str, list[str]] | None = None
) -> list[Health]:
    """The health of every question that was answered: (learner, answer) pairs, each learner's first try."""
    first: dict[tuple[str, str], Answer] = {}
    for learner, answer in answers:
        first.setdefault((learner, answer.question), answer)
    own: dict[str, list[bool]] = {}
    for (learner, _), answer in first.items():
        own.setdefault(learner, []).append(answer.correct)
    by_question: dict[str, list[tuple[str, Answer]]] = {}
    for (learner, question), answer in first.items():
        by_question.setdefault(question, []).append((learner, answer))
    told = reports or {}
    return [_health(q, tries, own, told.get(q, [])) for q, tries in sorted(by_question.items())]


def _health(
    question: str, tries: list[tuple[str, Answer]], own: dict[str, list[bool]], reports: list[str]
) -> Health:
    right = [answer.correct for _, answer in tries]
    ability = [_others(own[learner], answer.correct) for learner, answer in tries]
    tells = discrimination(right, ability)
    counts = Counter(answer.chosen for _, answer in tries)
    found = Health(
        question, len(tries), mean(right), median(answer.seconds for _, answer in tries), round(tells, 3),
        tuple(counts.most_common()), tuple(reports),
    )  # fmt: skip
    return msgspec.structs.replace(found, sick=sickness(found))


def _others(own: list[bool], this: bool) -> float:
    """How a learner does on the other questions."""
    return (sum(own) - this) / (len(own) - 1) if len(own) > 1 else 0.5


def sickness(one: Health) -> str:
    if len(one.reports) >= REPORTS:
        return said("reported", n=len(one.reports))
    if one.answers < ENOUGH:
        return ""
    if one.discrimination < -WEAKEST:
        return said("key may be wrong")
    if one.right <= GUESSED:
        return said("no better than chance", share=f"{one.right:.0%}")
    if one.discrimination < WEAKEST and one.right < 0.95:
        return said("tells nobody apart")
    return ""


# withdrawing, reporting


def all_answers(practice: Practice) -> list[tuple[str, Answer]]:
    learners = [row[0] for row in practice.store.connection.execute("SELECT DISTINCT learner FROM answers")]
    return [(learner, answer) for learner in learners for answer in practice.answers(learner)]


def reports(practice: Practice) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for question, text in practice.store.connection.execute("SELECT question, text FROM reports ORDER BY id"):
        found.setdefault(question, []).append(text)
    return found


def keep_report(practice: Practice, learner: str, question: str, text: str) -> None:
    with practice.store.writing() as connection:
        connection.execute(
            "INSERT OR REPLACE INTO reports (learner, question, text, at) VALUES (?, ?, ?, ?)",
            (learner, question, text, memory.stamp()),
        )


def withdraw(practice: Practice, question: str, key: str, reason: str) -> None:
    with practice.store.writing() as connection:
        connection.execute(
            "INSERT OR REPLACE INTO withdrawn VALUES (?, ?, ?, ?)", (question, key, reason, memory.stamp())
        )


def restore(practice: Practice, question: str) -> None:
    with practice.store.writing() as connection:
        connection.execute("DELETE FROM withdrawn WHERE question = ?", (question,))


def withdraw_sick(practice: Practice) -> list[Health]:
    """Withdraw what is sick, with the reason."""
    sick = [one for one in examine(all_answers(practice), reports(practice)) if one.sick]
    for one in sick:
        withdraw(practice, one.question, "", one.sick)
    return sick


# another edition, another reading, other rules


def told_changes(practice: Practice, learner: str) -> list[tuple[str, str]]:
    """Right answers of a learner that are wrong by today's rules: what was asked, and what is right now
    (nothing, if it can no longer be asked). Learners who met the ruling again know it."""
    rows = practice.store.connection.execute(
        """SELECT DISTINCT retired.asked, retired.now FROM retired JOIN answers
            ON answers.question = retired.question AND answers.key = retired.key
            WHERE answers.learner = ? AND answers.correct AND NOT EXISTS (
                SELECT 1 FROM answers AS later WHERE later.learner = answers.learner
                AND later.ruling = answers.ruling AND later.at > retired.at)
            ORDER BY retired.at, retired.question""",
        (learner,),
    )
    return [(asked, now) for asked, now in rows]
