"""How much of a book the worked rulings exercise: run all, count the clauses their events cite.

`--prove` goes further: each acting clause is switched off, and a ruling that names it must then fail. It also
reports how it fails: because the outcome differs, or because only the citation is missing.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TypeVar

import msgspec

from judgekit.cases.rulings.folder import name_of
from judgekit.narrate.said import said

WORKERS = 2
FEW = 8
WEAK = {  # what is proved of a clause, where it is less than it could be
    "unstated": said("proof unstated"),
    "broken": said("proof by breakdown"),
    "cited": said("proof by citation"),
}
T = TypeVar("T")
R = TypeVar("R")
Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]  # what is done, of how many


def silent(label: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
    """No progress bar: nobody is waiting."""
    return nullcontext(lambda done: None)


class Coverage(msgspec.Struct):
    edition: str
    clauses: int
    acting: int
    coded: int
    exercised: int
    proved: int | None
    by_outcome: int | None
    by_breakdown: int | None
    by_citation: int | None
    consulted: int
    consulted_exercised: int
    missing: dict[str, list[str]]
    weak: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}  # why no outcome can hang on a clause of which little is proved


class Cited(msgspec.Struct):
    """One ruling, run: what it cites, what it names, and why it does not count if it fails."""

    file: str
    acted: list[str] = []
    consulted: list[str] = []
    named: list[str] = []
    failures: list[str] = []


def measure(name: str, prove: bool = False, bar: Bar = silent) -> Coverage:
    """Run every ruling of an edition and count."""
    from judgekit.book.model import ACTING, CONSULTED
    from judgekit.games import edition

    game, number = edition(name)
    rules = game.rules(number)
    rows = [row for row in rules.book if not row.alias_of]
    acting = [row.number for row in rows if row.kind in ACTING]
    consulted = [row.number for row in rows if row.kind in CONSULTED]
    files = [(file, number) for file in _files(game.name, number)]
    runs = list(_spread(_run_one, files, said("rulings of", edition=name), bar))
    good = [run for run in runs if not run.failures]
    acted = {clause for run in good for clause in run.acted}
    read = acted | {clause for run in good for clause in run.consulted}
    coded = [c for c in acting if c in rules.registered]
    exercised = [c for c in acting if c in acted]
    provable = [c for c in exercised if c in rules.registered]
    worths = _worths(good, provable, number, bar) if prove else None
    missing = {
        "coded": [c for c in acting if c not in rules.registered],
        "exercised": [c for c in acting if c not in acted],
        "consulted_exercised": [c for c in consulted if c not in read],
        "rulings": [f"{name_of(Path(run.file))}: {run.failures[0]}" for run in runs if run.failures],
    }
    found = Coverage(
        f"{game.name}/{number}", len(rules.book.rows), len(acting), len(coded), len(exercised), None, None,
        None, None, len(consulted), sum(c in read for c in consulted), missing,
    )  # fmt: skip
    written = {row.number: row.no_outcome for row in rows if row.no_outcome}
    return found if worths is None else _with_worths(found, acting, worths, written)


def _with_worths(
    found: Coverage, acting: list[str], worths: dict[str, str], written: dict[str, str]
) -> Coverage:
    """The figures with what is proved of the acting clauses, and the reasons where it is little."""
    by = {kind: [c for c in acting if worths.get(c, "nothing") == kind] for kind in (*WEAK, "nothing")}
    little = [*by["broken"], *by["cited"]]
    return msgspec.structs.replace(
        found,
        proved=len(acting) - len(by["nothing"]),
        by_outcome=len(acting) - len(by["nothing"]) - len(by["broken"]) - len(by["cited"]),
        by_breakdown=len(by["broken"]),
        by_citation=len(by["cited"]),
        missing=found.missing | {"proved": by["nothing"], "reason": [c for c in little if c not in written]},
        weak={kind: by[kind] for kind in WEAK},
        reasons={c: written[c] for c in little if c in written},
    )


def _files(game: str, number: str) -> list[str]:
    """The rulings of a game that hold for an edition; one that cannot be read is kept, and reported."""
    from judgekit.audit.proof.proving import load
    from judgekit.cases.files.page import WrongInput
    from judgekit.cases.rulings import ruling

    found = []
    for path in ruling.files(game):
        try:
            wanted = number in load(str(path)).scripts
        except WrongInput:
            wanted = True
        if wanted:
            found.append(str(path))
    return found


def _run_one(task: tuple[str, str]) -> Cited:
    from judgekit.audit.proof.proving import load
    from judgekit.cases.files.page import WrongInput
    from judgekit.cases.rulings import ruling

    file, number = task
    try:
        result = ruling.run(load(file), number)
    except WrongInput as error:
        first = error.problems[0]
        return Cited(file, failures=[f"line {first.line}: expected {first.expected}; got {first.came}"])
    named = sorted(result.script.names())
    return Cited(file, sorted(result.acted), sorted(result.consulted), named, list(result.failures))


# proving


def _worths(runs: Iterable[Cited], clauses: Iterable[str], number: str, bar: Bar) -> dict[str, str]:
    """What the rulings that name a clause, and cite it, prove of it."""
    tasks = []
    for clause in clauses:
        files = [run.file for run in runs if clause in run.named and clause in run.acted]
        if files:
            tasks.append((clause, number, tuple(files)))
    return dict(_spread(_prove, tasks, said("switching off"), bar))


def _prove(task: tuple[str, str, tuple[str, ...]]) -> tuple[str, str]:
    from judgekit.audit.proof.proving import worth

    return task[0], worth(*task)


def _spread(work: Callable[[T], R], tasks: list[T], label: str, bar: Bar) -> Iterator[R]:
    """Work for two processors; a small amount is done here at once."""
    if len(tasks) < FEW:
        yield from map(work, tasks)
        return
    has_fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if has_fork else None)
    with bar(label, len(tasks)) as step, ProcessPoolExecutor(WORKERS, context) as pool:
        for done, found in enumerate(pool.map(work, tasks, chunksize=4), 1):
            step(done)
            yield found


def told(found: Coverage) -> str:
    """The figures for people, then the names of what is missing."""
    lines = [
        said("clauses of", edition=found.edition, n=found.clauses),
        said(
            "acting", many=f"{found.acting:>4}", coded=_share(found.coded, found.acting),
            exercised=_share(found.exercised, found.acting),
            proved="" if found.proved is None else said("proved", share=_share(found.proved, found.acting)),
        ),
        *_told_worths(found),
        said(
            "consulted", many=f"{found.consulted:>4}",
            exercised=_share(found.consulted_exercised, found.consulted),
        ),
    ]  # fmt: skip
    for what, names in found.missing.items():
        if names:
            lines.append(said("missing", what=what.replace("_", said("and")), clauses=", ".join(names)))
    for kind, names in found.weak.items():
        if names:
            lines.append(said("weak", how=WEAK[kind], clauses=", ".join(names)))
            lines += [said("reason", clause=c, why=found.reasons[c]) for c in names if c in found.reasons]
    return "\n".join(lines)


def _told_worths(found: Coverage) -> list[str]:
    if found.by_outcome is None or found.by_citation is None:
        return []
    broken = said("by breakdown", n=found.by_breakdown) if found.by_breakdown else ""
    outcome, citation = _share(found.by_outcome, found.acting), _share(found.by_citation, found.acting)
    return [said("proved how", outcome=outcome, broken=broken, citation=citation)]


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part // whole if whole else 100} %)"
