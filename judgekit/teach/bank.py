"""The bank of questions: worked out ruling by ruling when needed, and kept as long as neither the ruling nor
the rules change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import msgspec

from judgekit import games
from judgekit.audit.impact import Side
from judgekit.cases.play.fingerprint import fingerprint
from judgekit.cases.rulings.folder import files, name_of
from judgekit.cases.rulings.ruling import load
from judgekit.known import GAMES
from judgekit.narrate.said import FILE as WORDS
from judgekit.teach.making.questions import questions
from judgekit.teach.memory import stamp
from judgekit.teach.playing_out import UnknownQuestion
from judgekit.teach.question import Question
from judgekit.teach.rating import first_guess
from judgekit.teach.rekeying import under
from judgekit.teach.store import Store

ABOUT_ONE = 40  # questions about one clause
_NUMBER = re.compile(r"^[0-9][0-9A-Za-z.#]*(?:-[0-9][0-9A-Za-z.#]*)*")
_decoder = msgspec.json.Decoder(Question)


class Bank:
    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, ruling: str) -> list[Question]:
        """The questions of a ruling; worked out if they are not known, or not by these rules."""
        path = file_of(ruling)
        mark = mark_of(path)
        kept = self.store.connection.execute("SELECT mark FROM rulings WHERE name = ?", (ruling,)).fetchone()
        if kept is None or kept[0] != mark:
            self.keep(ruling, mark, questions(load(path)))
        rows = self.store.connection.execute(
            "SELECT data FROM questions WHERE ruling = ? ORDER BY id", (ruling,)
        )
        return [_decoder.decode(row[0]) for row in rows]

    def keep(self, ruling: str, mark: str, made: Iterable[Question]) -> None:
        """The questions of a ruling from now on; those answered that now have another answer are retired."""
        new = list(made)
        here = Side(new[0].edition if new else "")
        changes = [(one, under(one, here)) for one in self._outdated(ruling, new)]
        with self.store.writing() as connection:
            connection.execute("DELETE FROM questions WHERE ruling = ?", (ruling,))
            connection.executemany(
                "INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [_row(q) for q in new]
            )
            connection.execute("INSERT OR REPLACE INTO rulings VALUES (?, ?)", (ruling, mark))
            connection.executemany(
                "INSERT OR REPLACE INTO retired VALUES (?, ?, ?, ?, ?)",
                [
                    (one.id, one.key, f"{one.context} {one.prompt}".strip(), change.now, stamp())
                    for one, change in changes
                    if change.how != "same"
                ],
            )

    def _outdated(self, ruling: str, new: list[Question]) -> list[Question]:
        """Questions that were answered and are no longer asked as they were."""
        kept = {(one.id, one.key) for one in new}
        rows = self.store.connection.execute(
            "SELECT data FROM questions WHERE ruling = ? AND EXISTS (SELECT 1 FROM answers WHERE "
            "answers.question = questions.id AND answers.key = questions.key)", (ruling,)
        )  # fmt: skip
        old = [_decoder.decode(row[0]) for row in rows]
        return [one for one in old if (one.id, one.key) not in kept]

    def find(self, question: str) -> Question:
        """A question by its id."""
        ruling = question.partition("~")[0]
        found = next((one for one in self.of(ruling) if one.id == question), None)
        if found is None:
            raise UnknownQuestion(f"there is no question {question!r} (any more); practice asks another one")
        return found

    def still(self, question: str) -> Question | None:
        """A question by its id; none if its ruling or the rules have changed and it is no longer asked."""
        try:
            return self.find(question)
        except UnknownQuestion:
            return None

    def look_again(self, rulings: Iterable[str], most: int) -> None:
        """Work out anew what is asked about so many of these rulings that have changed, or their rules."""
        changed = (name for name in rulings if _is_there(name) and not self.is_known(name))
        for name in islice(changed, most):
            self.of(name)

    def is_known(self, ruling: str) -> bool:
        row = self.store.connection.execute("SELECT mark FROM rulings WHERE name = ?", (ruling,)).fetchone()
        return row is not None and row[0] == mark_of(file_of(ruling))

    def fill(self, names: Iterable[str], tell: Callable[[str, int], None] | None = None) -> int:
        """Work out the questions of these rulings; how many there are."""
        total = 0
        for name in names:
            total += len(self.of(name))
            if tell is not None:
                tell(name, total)
        return total

    def all(self, game: str = "") -> list[Question]:
        """Every question that is worked out, up to a limit per clause."""
        where, values = ("WHERE game = ?", (game,)) if game else ("", ())
        rows = self.store.connection.execute(f"SELECT data FROM questions {where} ORDER BY id", values)  # noqa: S608
        return capped(_decoder.decode(row[0]) for row in rows)

    def about(self, game: str, clause: str) -> list[Question]:
        """What is asked about a clause and those below it, as far as it is worked out."""
        rows = self.store.connection.execute(
            "SELECT data FROM questions WHERE game = ? AND clause LIKE ? ORDER BY id", (game, f"{clause}%")
        )
        found = (_decoder.decode(row[0]) for row in rows)
        return [one for one in found if is_below(one.clause, clause)]


def _row(question: Question) -> tuple[object, ...]:
    return (
        question.id, question.ruling, question.edition, question.game, question.kind, question.clause,
        question.difficulty, first_guess(question), question.key, msgspec.json.encode(question),
    )  # fmt: skip


def capped(found: Iterable[Question]) -> list[Question]:
    """Without surplus questions about one clause; each ruling has its turn."""
    rounds: dict[tuple[str, str], dict[str, list[Question]]] = {}
    for one in found:
        rounds.setdefault((one.edition, one.clause), {}).setdefault(one.ruling, []).append(one)
    return sorted((q for own in rounds.values() for q in _first(own)), key=lambda q: q.id)


def _first(own: dict[str, list[Question]]) -> Iterator[Question]:
    left = ABOUT_ONE
    for turn in range(max(map(len, own.values()))):
        for ruling in sorted(own):
            if turn < len(own[ruling]) and left:
                left -= 1
                yield own[ruling][turn]


def names(game: str = "", clause: str = "") -> list[str]:
    """The rulings of a game whose name begins with a clause, or with one below it."""
    found = [name_of(path) for one in ((game,) if game else GAMES) for path in files(one)]
    return [name for name in found if not clause or is_below(clause_in(name), clause)]


def clause_in(ruling: str) -> str:
    """The clause that a ruling's name begins with."""
    found = _NUMBER.match(ruling.partition("/")[2])
    return found[0].rstrip("-.") if found else ""


def is_below(clause: str, above: str) -> bool:
    """Whether a clause is another one, or below it."""
    if not clause.startswith(above):
        return False
    rest = clause[len(above) :]
    return not rest or not (above[-1:].isdigit() and rest[0].isdigit())


@cache
def _files() -> dict[str, Path]:
    return {name_of(path): path for path in files()}


def file_of(ruling: str) -> Path:
    found = _files().get(ruling)
    if found is None or not found.is_file():  # written, renamed or removed since
        _files.cache_clear()
        found = _files().get(ruling)
    if found is None:
        raise UnknownQuestion(f"there is no ruling {ruling!r}; the list of rulings has them all")
    return found


def _is_there(ruling: str) -> bool:
    try:
        return bool(file_of(ruling))
    except UnknownQuestion:
        return False


_DIFFICULTY = re.compile(r'^difficulty = "(\w+)"', re.MULTILINE)


@cache
def difficulty_of(ruling: str) -> str:
    """How hard a ruling is according to its file, without reading the rest."""
    found = _DIFFICULTY.search(file_of(ruling).read_text("utf-8"))
    return found[1] if found else ""


@cache
def is_likely(ruling: str, kind: str) -> bool:
    """Whether a ruling's file looks as if it gave such a question: few are about a deck, or say who wins."""
    if kind not in ("deck", "wins"):
        return True
    text = file_of(ruling).read_text("utf-8")
    return "position" not in text if kind == "deck" else "outcome" in text


@cache
def _code() -> bytes:
    """The code that makes questions, and their words."""
    mark = blake2b(digest_size=8)
    here = Path(__file__).parent
    beside = (here / name for name in ("near.py", "stretch.py", "telling.py", "question.py"))
    for file in (*sorted((here / "making").glob("*.py")), *beside):
        mark.update(file.read_bytes())
    mark.update(WORDS.read_bytes())
    return mark.digest()


@cache
def _rules(game: str) -> bytes:
    found = games.game(game)
    return "".join(fingerprint(found.rules(edition)) for edition in found.editions).encode()


def mark_of(path: Path) -> str:
    """Changes when the ruling, the rules or the making of questions change."""
    mark = blake2b(path.read_bytes(), digest_size=8)
    mark.update(_code())
    mark.update(_rules(name_of(path).partition("/")[0]))
    return mark.hexdigest()
