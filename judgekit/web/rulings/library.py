"""The worked rulings as a list: what each file says of itself, without playing it."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from judgekit.cases.rulings.folder import files
from judgekit.known import GAMES

_PART = re.compile(r"\d+|[a-z]+")


class Shown(msgspec.Struct, frozen=True):
    """A ruling in a list: what its file says, without playing it."""

    name: str
    game: str
    clause: str
    question: str
    answer: str
    difficulty: str
    status: str
    editions: tuple[str, ...]
    clauses: tuple[str, ...]  # in the numbers of its first edition
    choices: int  # that are made in it
    own: dict[str, tuple[str, ...]] = {}  # edition -> its clauses there, where the file gives them


def every(game: str = "") -> list[Shown]:
    """All rulings, of one game or of all."""
    paths = files(game) if game in GAMES else files()
    return [one for path in paths if (one := _read(str(path), path.stat().st_mtime_ns))]


def listed(game: str = "", clause: str = "", difficulty: str = "", words: str = "") -> list[Shown]:
    return fitting(every(game), game, clause, difficulty, words)


def fitting(among: list[Shown], game: str, clause: str, difficulty: str, words: str) -> list[Shown]:
    wanted = words.casefold().split()
    return [one for one in among if _fits(one, game, clause, difficulty, wanted)]


def some(each: int = 2) -> list[Shown]:
    """A few of each game, for a first look; the other files stay unread."""
    found = []
    for game in GAMES:
        there = files(game)
        for path in there[:: max(1, len(there) // each)][:each]:
            one = _read(str(path), path.stat().st_mtime_ns)
            found += [one] if one else []
    return found


def count() -> int:
    return len(files())


def naming(edition: str, number: str) -> list[Shown]:
    """Rulings that hold in an edition and name a clause of it, by its number there."""
    game = edition.partition("/")[0]
    return [one for one in every(game) if edition in one.editions and number in _clauses_in(one, edition)]


@lru_cache(maxsize=8192)
def _named(name: str, home: str, edition: str, clauses: tuple[str, ...]) -> frozenset[str]:
    """Clauses of one edition, in the numbers of another."""
    from judgekit import games  # with the engine, which a list does without
    from judgekit.cases.files.moments import translated

    game, here = games.edition(edition)
    _, there = games.edition(home)
    told = (translated(clause, game.rules(there), game.rules(here)) for clause in clauses)
    return frozenset(filter(None, told))


def _clauses_in(one: Shown, edition: str) -> frozenset[str]:
    if edition in one.own or edition == one.editions[0]:
        return frozenset(one.own.get(edition, one.clauses))
    return _named(one.name, one.editions[0], edition, one.clauses)


def _fits(one: Shown, game: str, clause: str, difficulty: str, words: list[str]) -> bool:
    about = f"{one.question} {one.answer} {one.name}".casefold() if words else ""
    return (
        game in ("", one.game)
        and (not clause or any(is_at(named, clause) for named in (one.clause, *one.clauses)))
        and difficulty in ("", one.difficulty)
        and all(word in about for word in words)
    )


def is_at(named: str, clause: str) -> bool:
    """Whether a clause is the one that is asked for, or below it."""
    rest = named.removeprefix(clause)
    return not rest or (rest != named and not (clause[-1:].isdigit() and rest[0].isdigit()))


@lru_cache(maxsize=65_536)  # all rulings at once: one too many, and each list would read every file again
def _read(file: str, changed: int) -> Shown | None:
    """What a file says; one that is not TOML is left to `judgekit ruling run`."""
    path = Path(file)
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError):
        return None
    named = _clauses(data)
    editions = tuple(map(str, data.get("editions", [])))
    game = editions[0].partition("/")[0] if editions else path.parent.name
    own = {f"{game}/{n}": _clauses(one) for n, one in data.get("edition", {}).items() if "clauses" in one}
    return Shown(
        f"{game}/{path.stem}", game, _clause_in(path.stem, named),
        str(data.get("question", "")), str(data.get("answer", "")), str(data.get("difficulty", "")),
        str(data.get("status", "")), editions, named, len(data.get("answers", ())), own,
    )  # fmt: skip


def _clauses(data: dict[str, Any]) -> tuple[str, ...]:
    """The clauses that a ruling, or its part for one edition, lists."""
    listed = [one if isinstance(one, str) else one.get("clause", "") for one in data.get("clauses", [])]
    return tuple(dict.fromkeys(filter(None, map(str, [*listed, *data.get("violations", [])]))))


def _clause_in(stem: str, named: tuple[str, ...]) -> str:
    """The clause that a file name begins with: the longest of those it names, else as far as digits go."""
    fitting = [clause for clause in named if stem.startswith(f"{clause}-")]
    if fitting:
        return max(fitting, key=len)
    parts = stem.split("-")
    count = next((at for at, part in enumerate(parts) if not part[:1].isdigit()), len(parts))
    return "-".join(parts[:count])


@lru_cache(maxsize=8192)
def in_order(clause: str) -> tuple[tuple[int, str], ...]:
    """Clause numbers as a book has them: 7.10 after 7.9."""
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in _PART.findall(clause))
