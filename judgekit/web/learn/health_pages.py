"""How questions fare: who gets them right, how long it takes, what is reported, and what is withdrawn."""

from __future__ import annotations

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.teach import health
from judgekit.teach.health import Health
from judgekit.teach.playing_out import UnknownQuestion
from judgekit.teach.question import Question
from judgekit.teach.store import TeachError
from judgekit.web.learn.practice import address, practice
from judgekit.web.responses import came_of, show

SHOWN = 200  # questions on the page, the worst first


class ShareRow(msgspec.Struct, frozen=True):
    text: str
    count: int
    right: bool


class HealthRow(msgspec.Struct, frozen=True):
    question: str
    href: str
    asked: str
    answers: int
    right: int  # per cent
    seconds: int
    discrimination: float
    options: tuple[ShareRow, ...]
    reports: tuple[str, ...]
    sick: str
    withdrawn: str  # the reason, if it is


class HealthPage(msgspec.Struct):
    rows: tuple[HealthRow, ...]
    answered: int
    sick: int
    withdrawn: int


def health_page() -> Response:
    """Every question that was answered or reported, those that need a look first."""
    found, gone = practice(), practice().withdrawn()
    every = health.examine(health.all_answers(found), health.reports(found))
    every.sort(key=lambda one: (not one.sick, one.question not in gone, not one.reports, one.discrimination))
    rows = tuple(_row(one, gone.get(one.question, "")) for one in every[:SHOWN])
    return show(
        "learn/health.html", HealthPage(rows, len(every), sum(bool(one.sick) for one in every), len(gone))
    )


def _row(one: Health, withdrawn: str) -> HealthRow:
    question = _still_asked(one.question)
    asked = f"{question.context} {question.prompt}".strip() if question else one.question
    right = question.right.text if question else ""
    shares = tuple(ShareRow(text, count, text == right) for text, count in one.options)
    return HealthRow(
        one.question, address(one.question) if question else "", asked, one.answers, round(100 * one.right),
        round(one.seconds), one.discrimination, shares, one.reports, one.sick, withdrawn,
    )  # fmt: skip


def _still_asked(name: str) -> Question | None:
    try:
        return practice().bank.find(name)
    except UnknownQuestion:
        return None


def settle() -> Response:
    """Withdraw a question with a reason, or all that are faulty; or restore one."""
    do, name = request.form.get("do", ""), request.form.get("question", "")[:200]
    if do == "withdraw all":
        health.withdraw_sick(practice())
    elif do == "withdraw":
        reason = request.form.get("reason", "").strip()[:200] or "withdrawn by a teacher"
        health.withdraw(practice(), name, practice().bank.find(name).key, reason)
    elif do == "restore":
        health.restore(practice(), name)
    else:
        raise TeachError(f"one can withdraw, withdraw all and restore; got {do[:20]!r}")
    return came_of({"done": True}, "/learn/health")
