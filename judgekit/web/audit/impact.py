"""What would another edition or reading change? From a book's page, as a background job."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.audit.impact import (
    CHANGES,
    Effect,
    Impact,
    Side,
    WrongSide,
    by_origin,
    cases,
    impact,
    read_side,
    rulings,
)
from judgekit.book.model import Book
from judgekit.cases.rulings.folder import files
from judgekit.games import edition as edition_of
from judgekit.known import titled
from judgekit.narrate.said import said
from judgekit.teach import lessons
from judgekit.web.audit.background import look_for
from judgekit.web.jobs import Report
from judgekit.web.responses import show
from judgekit.web.rulings.library import Shown, listed
from judgekit.web.services import desk
from judgekit.web.urls import View, ruling_href

SHOWN = 200  # rows of a kind
STEP = 16  # items between two words about how far it is


class EffectView(msgspec.Struct, frozen=True):
    name: str
    title: str  # of a ruling its question
    clause: str
    kind: str
    href: str
    origin: str
    differ: tuple[tuple[str, str, str], ...]
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    why: str


class Group(msgspec.Struct, frozen=True):
    change: str
    many: int
    origins: tuple[tuple[str, int], ...]
    effects: tuple[EffectView, ...]


class ImpactPage(msgspec.Struct):
    edition: str
    sides: tuple[tuple[str, str], ...]  # what can be compared with it: what is sent, and what is told
    other: str
    left: str = ""
    right: str = ""
    rules: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()


def impact_page(game: str, edition: str) -> Response:
    """Choose another edition or reading; what was found, if this has been run."""
    name = _name(game, edition)
    other = request.args.get("with", "")
    page = ImpactPage(name, tuple(_sides(name)), other)
    found = desk().findings.get(("impact", name, other), Impact)
    if found is not None:
        page.left, page.right, page.rules = _told(found.left), _told(found.right), found.rules
        page.groups = tuple(_groups(found))
    return show("audit/impact.html", page)


def _told(side: str) -> str:
    """A side as the list of what can be compared has it."""
    doubt, is_reading, choice = side.partition("=")
    if is_reading:
        return said("read as", doubt=doubt, choice=choice)
    return titled(side) if "/" in side else side


def start_impact(game: str, edition: str) -> Response:
    """Run every ruling, saved case and lesson of the game on both sides."""
    name = _name(game, edition)
    other = request.form.get("with", "")
    sides = dict(_sides(name))
    if other not in sides:
        raise WrongSide(f"{name} cannot be compared with {other or 'nothing'}")
    items = [*rulings(files(game)), *cases(desk().archive, f"{game}/"), *lessons.items(game)]
    address = f"/rules/{name}/impact?{urlencode({'with': other})}"
    left, right = _left(name, other), read_side(other)

    def look(report: Report) -> Impact:
        parts = []
        for at in range(0, len(items), STEP):
            report(at, len(items))
            parts.append(impact(items[at : at + STEP], left, right, workers=1))
        return joined(parts)

    title = f"Comparing {titled(name)} with {sides[other]}"
    return look_for(title, len(items), address, ("impact", name, other), look)


def _left(name: str, other: str) -> Side:
    """The book as it is, on the left: with the default of the reading that is switched on the right."""
    return Side(name) if "=" not in other else Side()


def joined(parts: list[Impact]) -> Impact:
    """Reports on a few items each, merged."""
    found = [one for part in parts for one in part.effects]
    effects = tuple(sorted(found, key=lambda one: (CHANGES.index(one.change), one.name)))
    first = parts[0]
    return Impact(first.left, first.right, first.rules, effects, by_origin(effects))


def _groups(found: Impact) -> Iterator[Group]:
    asked = {one.name: one for one in listed()}
    for change in CHANGES:
        some = found.of(change)
        shown = () if change == "same" else tuple(_effect(one, asked.get(one.name)) for one in some[:SHOWN])
        yield Group(change, len(some), tuple(found.origins.get(change, {}).items()), shown)


def _effect(one: Effect, asked: Shown | None) -> EffectView:
    if one.kind == "ruling":
        href = ruling_href(one.name)
    elif one.kind == "lesson":
        href = f"/learn/lessons/{one.name.partition(',')[0]}"
    else:
        case, _, branch = one.name.partition(":")
        href = View(int(case), branch).root
    title, clause = (asked.question, asked.clause) if asked else (one.name, "")
    return EffectView(
        one.name,
        title,
        clause,
        one.kind,
        href,
        one.origin,
        one.differ[:6],
        one.only_left,
        one.only_right,
        one.why,
    )


def _sides(name: str) -> Iterator[tuple[str, str]]:
    game, own = edition_of(name)
    for number in game.editions:
        if number != own:
            yield f"{game.name}/{number}", said("edition", edition=number)
    for doubt in _book(name).doubts:
        for choice in doubt.choices:
            if choice != doubt.default:
                yield f"{doubt.id}={choice}", said("read as", doubt=doubt.id, choice=choice)


def _book(name: str) -> Book:
    game, number = edition_of(name)
    return game.rules(number).book


def _name(game: str, edition: str) -> str:
    found, number = edition_of(f"{game}/{edition}")
    return f"{found.name}/{number}"
