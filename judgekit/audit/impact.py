"""What a change changes: every ruling, saved case and lesson, run on two sides and compared.

A side is an edition, a reading of an open question, or another wording of a card; or a stored report of an
earlier version. The result of an item is its end (what lies where, the numbers, who wins, the facts that its
file names) and the clauses that acted on the way.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from judgekit.audit.exploring.concerns import Fact, Facts, table_facts
from judgekit.audit.proof.origins import WEIGHT, Origin, origin_of
from judgekit.audit.workers import cores, in_chunks
from judgekit.cases.errors import CaseError
from judgekit.cases.files import position
from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.play.case import Archive
from judgekit.cases.play.fingerprint import fingerprint
from judgekit.cases.play.pinned import check_readings
from judgekit.cases.play.what_if import answers_in, renumbering
from judgekit.cases.rulings.expectations import Fact as Expected
from judgekit.cases.rulings.folder import name_of
from judgekit.cases.rulings.reader import read
from judgekit.cases.rulings.ruling import Result, run
from judgekit.engine.errors import EngineError
from judgekit.engine.explain import doubts_read
from judgekit.engine.machine import Line
from judgekit.errors import JudgekitError, is_ours
from judgekit.games import edition as edition_of
from judgekit.narrate.said import said

Change = Literal["other answer", "other clauses", "cannot run", "same"]
CHANGES: tuple[Change, ...] = ("other answer", "other clauses", "cannot run", "same")
CHUNK = 16  # rulings that a worker takes at once: about half a second
LIMIT = 20_000  # clauses between two answers
EXPECTED = ("clauses", "never", "readings", "violations")


class WrongSide(JudgekitError):
    """A side that nothing can be run on."""


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is different on one side; if nothing, the file or case as it is."""

    edition: str = ""  # "godzilla/1.00"
    readings: dict[str, str] = {}
    wordings: dict[str, str] = {}  # card -> text

    def __str__(self) -> str:
        parts = [self.edition, *(f"{doubt}={choice}" for doubt, choice in self.readings.items())]
        parts += [said("reworded", card=card) for card in self.wordings]
        return ", ".join(filter(None, parts)) or said("as it is")


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something with an answer: the text of a ruling, or a position with the answers that were given."""

    kind: str  # ruling, lesson (a part of it, as a ruling), case
    name: str
    text: str
    edition: str = ""
    readings: dict[str, str] = {}
    answers: tuple[tuple[str, ...], ...] = ()
    origin: Origin = "computed"


class Came(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an item on one side."""

    facts: Facts = ()
    clauses: tuple[str, ...] = ()
    read: tuple[str, ...] = ()  # open questions that were read
    why: str = ""  # why it could not be run


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: str
    name: str
    origin: Origin
    change: Change
    differ: tuple[tuple[str, str, str], ...] = ()  # thing, left, right
    only_left: tuple[str, ...] = ()  # clauses
    only_right: tuple[str, ...] = ()
    why: str = ""


class Impact(msgspec.Struct, frozen=True):
    left: str
    right: str
    rules: tuple[str, ...]  # fingerprints of the rules that it was run by
    effects: tuple[Effect, ...]
    origins: dict[str, dict[str, int]]  # change -> how many of each origin

    def of(self, change: Change) -> list[Effect]:
        return [one for one in self.effects if one.change == change]


class Stored(msgspec.Struct, frozen=True):
    """What came of everything, to be compared with what comes of it later."""

    rules: dict[str, str]  # edition -> fingerprint
    side: str
    came: dict[str, Came]  # "ruling godzilla/…" -> what came of it


# what is run


def rulings(paths: Iterable[Path], game: str = "") -> Iterator[Item]:
    for path in paths:
        text = path.read_text("utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        name = name_of(path)
        origin = origin_of(str(data.get("source", "")))
        yield Item("ruling", name, text, str((data.get("editions") or [""])[0]), origin=origin)


def cases(archive: Archive, game: str = "") -> Iterator[Item]:
    """The branches of saved cases that began with a position."""
    for case in archive.cases():
        if case.pinned.kind == "position" and case.edition.startswith(game):
            for branch in case.branches():
                answers = tuple(tuple(one.chosen) for one in answers_in(case.entries(branch)))
                yield Item(
                    "case", f"{case.id}:{branch.name}", case.text, case.edition, case.readings(branch),
                    answers,
                )  # fmt: skip


# running


def came_of(item: Item, side: Side) -> Came:
    """What comes of an item on a side."""
    try:
        return _played(item, side) if item.kind == "case" else _ruling(item, side)
    except (WrongInput, EngineError) as problem:
        return Came(why=str(problem).splitlines()[0])
    except Exception as problem:
        if not is_ours(problem):
            raise
        return Came(why=str(problem).splitlines()[0])


def _ruling(item: Item, side: Side) -> Came:
    result, facts = run_under(item.text, item.name, side)
    if result.failures and result.end is not None:
        return Came(why=result.failures[0], read=doubts_read(result.end.line, looked_at=True))
    return _came(
        result, [(str(one), (result.end.fails(one) if result.end else "") or "holds") for one in facts]
    )


def run_under(text: str, name: str, side: Side) -> tuple[Result, tuple[Expected, ...]]:
    """A ruling by another edition, reading or wording, and what its file expects, unchecked."""
    data = tomllib.loads(text)
    for key in EXPECTED:
        data.pop(key, None)
    own = data.get("edition", {})
    data["edition"] = {
        n: {k: v for k, v in one.items() if k in ("answers", "until")} for n, one in own.items()
    }
    if side.edition and side.edition not in data.get("editions", ()):
        data["editions"] = [*data.get("editions", ()), side.edition]
    if isinstance(data.get("position"), dict):
        _reword(data["position"].get("cards", {}), side)
    ruling = read(page_of(json.dumps(data, default=str), name, "json"))
    number = side.edition.rpartition("/")[2] or next(iter(ruling.scripts))
    script = ruling.scripts[number]
    facts, script = script.facts, replace(script, facts=())
    if script.position is not None and side.readings:
        check_readings(script.position.rules.book, side.readings)
        place = replace(script.position, readings={**script.position.readings, **side.readings})
        script = replace(script, position=place)
    return run(replace(ruling, readings=(), scripts={number: script}), number), facts


def _reword(cards: Any, side: Side) -> None:
    for name, text in side.wordings.items():
        if isinstance(cards.get(name), dict):
            cards[name]["text"] = text


def _came(result: Result, told: Sequence[Fact]) -> Came:
    if result.end is None:
        broken = tuple((violation.clause, violation.text) for violation in result.broken)
        return Came(broken, tuple(sorted(result.acted)))
    line = result.end.line
    acted = tuple(dict.fromkeys(stop.clause for stop in result.stops if stop.clause and not stop.reason))
    read = tuple(dict.fromkeys((*doubts_read(line, looked_at=True), *result.end.read)))
    return Came((*told, *table_facts(line)), acted, read)


def _played(item: Item, side: Side) -> Came:
    game, home = edition_of(item.edition)
    number = side.edition.rpartition("/")[2] or home
    data = json.loads(item.text) if item.text.lstrip().startswith("{") else tomllib.loads(item.text)
    _reword(data.get("cards", {}), side)
    place = position.read_in(page_of(json.dumps(data, default=str), item.name, "json"), game, number, home)
    check_readings(place.rules.book, side.readings)
    known = {doubt.id for doubt in place.rules.book.doubts}
    readings = {k: v for k, v in item.readings.items() if k in known}
    line = Line(place.rules, place.pool, place.state, {**readings, **side.readings})
    for answer in item.answers:
        question = line.run(LIMIT)
        if question is None:
            return Came(why=said("continues unasked"), read=doubts_read(line, looked_at=True))
        line.answer(*answer)
    line.run(LIMIT)
    acted = tuple(dict.fromkeys(path[-1] for path in _paths(line) if path))
    return Came(table_facts(line), acted, doubts_read(line, looked_at=True))


def _paths(line: Line) -> Iterator[tuple[str, ...]]:
    for entry in line.log:
        yield entry.path
        yield from (happened.path for happened in entry.events)


# comparing


def compared(item: Item, left: Came, right: Came, numbers: Mapping[str, str]) -> Effect:
    """The same or not; the left side's clauses are read in the right side's numbers."""
    effect = partial(Effect, item.kind, item.name, item.origin)
    if left.why or right.why:
        if left.why == right.why:
            return effect("same", why=left.why)
        return effect("cannot run", why=right.why or said("only on the right", why=left.why))
    ours, theirs = dict(left.facts), dict(right.facts)
    differ = tuple(
        (thing, ours.get(thing, ""), theirs.get(thing, ""))
        for thing in dict.fromkeys([*ours, *theirs])
        if ours.get(thing, "") != theirs.get(thing, "")
    )
    here = tuple(numbers.get(clause, clause) for clause in left.clauses)
    gone, new = (
        tuple(one for one in a if one not in b) for a, b in ((here, right.clauses), (right.clauses, here))
    )
    change: Change = "other answer" if differ else "other clauses" if gone or new else "same"
    return effect(change, differ, gone, new)


def _both(
    items: Sequence[Item], left: Side, right: Side, numbers: Mapping[str, str], rules: Mapping[str, str]
) -> list[Effect]:
    must_have(rules)
    return [compared(item, came_of(item, left), came_of(item, right), numbers) for item in items]


def impact(
    items: Sequence[Item],
    left: Side,
    right: Side,
    workers: int | None = None,
    cluster: str = "",
    tell: Callable[[int], None] | None = None,
) -> Impact:
    """Everything under both sides; the report is the same however many workers there are."""
    if left == right:
        raise WrongSide(f"both sides are the same ({left}): name an edition, a reading or a wording")
    numbers = dict(renumbering(left.edition, right.edition)) if left.edition and right.edition else {}
    rules = _fingerprints(items, left, right)
    work = partial(_both, left=left, right=right, numbers=numbers, rules=rules)
    found = in_chunks(work, items, cores() if workers is None else workers, CHUNK, _lost, cluster, tell)
    return _report(found, str(left), str(right), rules)


class OtherRules(JudgekitError):
    """A worker that would give other answers."""


def must_have(rules: Mapping[str, str]) -> None:
    """A worker refuses work that is meant for other rules than its own."""
    for name, mark in rules.items():
        if _fingerprint(name) != mark:
            raise OtherRules(
                f"this worker has other rules of {name} than whoever sent the work; "
                "install the same judgekit on both"
            )


def _lost(item: Item) -> Effect:
    return Effect(item.kind, item.name, item.origin, "cannot run", why=said("process died"))


def _fingerprints(items: Sequence[Item], *sides: Side) -> dict[str, str]:
    names = {item.edition for item in items} | {side.edition for side in sides}
    return {name: _fingerprint(name) for name in sorted(filter(None, names))}


@cache
def _fingerprint(name: str) -> str:
    game, number = edition_of(name)
    return fingerprint(game.rules(number))


def _report(found: Sequence[Effect], left: str, right: str, rules: Mapping[str, str]) -> Impact:
    effects = tuple(sorted(found, key=_weight))
    told = tuple(f"{name} {mark}" for name, mark in rules.items())
    return Impact(left, right, told, effects, by_origin(effects))


def by_origin(effects: Iterable[Effect]) -> dict[str, dict[str, int]]:
    """How many effects of each kind there are, by where what must come is from."""
    origins: dict[str, dict[str, int]] = {}
    for one in effects:
        many = origins.setdefault(one.change, {})
        many[one.origin] = many.get(one.origin, 0) + 1
    return origins


def _weight(one: Effect) -> tuple[int, int, str, str]:
    return CHANGES.index(one.change), -WEIGHT[one.origin], one.kind, one.name


# reports that are stored


def stored(items: Sequence[Item], side: Side, workers: int | None = None, cluster: str = "") -> Stored:
    """What comes of everything today, to be kept."""
    rules = _fingerprints(items, side)
    work, many = partial(_one, side=side, rules=rules), cores() if workers is None else workers
    found = in_chunks(work, items, many, CHUNK, _lost_one, cluster)
    came = {f"{item.kind} {item.name}": one for item, one in zip(items, found, strict=True)}
    return Stored(rules, str(side), came)


def _one(items: Sequence[Item], side: Side, rules: Mapping[str, str]) -> list[Came]:
    must_have(rules)
    return [came_of(item, side) for item in items]


def _lost_one(item: Item) -> Came:
    return Came(why=said("process died"))


def against(before: Stored, items: Sequence[Item], side: Side, workers: int | None = None) -> Impact:
    """What was stored, by whatever version of judgekit, against what comes of it now."""
    now = stored(items, side, workers)
    known = [item for item in items if f"{item.kind} {item.name}" in before.came]
    effects = [
        compared(item, _plain(before.came[name]), now.came[name], {})
        for item in known
        for name in [f"{item.kind} {item.name}"]
    ]
    return _report(effects, said("stored", side=before.side), said("now", side=side), now.rules)


def _plain(came: Came) -> Came:
    return msgspec.structs.replace(came, facts=tuple((thing, told) for thing, told in came.facts))


def read_stored(path: Path) -> Stored:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Stored)
    except (OSError, msgspec.DecodeError) as problem:
        raise WrongSide(
            f"{path} is not a stored report ({problem}); `judgekit audit impact --save FILE` writes one"
        ) from None


def read_side(text: str) -> Side:
    """`godzilla/1.00`, `J-10=choice` or `Card=FILE` … as a judge types it; several are joined by commas."""
    edition, readings, wordings = "", {}, {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            edition_of(part)
            edition = part
        elif value.startswith("@"):
            wordings[name] = _wording(Path(value[1:]))
        else:
            readings[name] = value
    return Side(edition, readings, wordings)


def _wording(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except OSError:
        raise WrongSide(f"{path}: no such file; a wording is given as CARD=@FILE") from None


__all__ = [
    "CaseError",
    "Impact",
    "Item",
    "Side",
    "against",
    "cases",
    "impact",
    "read_side",
    "rulings",
]
