"""Papers: drawn from the bank by a blueprint and a seed, in up to four versions, with a key that the engine
works out again. The same seed gives the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from xml.sax.saxutils import escape

import msgspec

from judgekit.errors import JudgekitError
from judgekit.known import GAMES, titled
from judgekit.teach import bank as banks
from judgekit.teach import memory
from judgekit.teach.bank import Bank
from judgekit.teach.playing_out import prove
from judgekit.teach.question import LETTERS, Option, Question, mark, mixed
from judgekit.teach.rating import first_guess, typical
from judgekit.teach.store import Store, TeachError, row

VERSIONS = "ABCD"
MOST = 100
SHARES = {"easy": 3, "medium": 4, "hard": 3}
TRIED = 12  # rulings that are looked at for one question of the difficulty whose turn it is
NEAR = 0.005  # of the mean difficulty that was aimed at: nearer is not worth an exchange
SMALLEST = 0.05  # half a step of ratings: a sum that differs by less is the same sum
LOTS = 6


class Blueprint(msgspec.Struct, frozen=True):
    """What a paper should be like."""

    game: str
    number: int = 20
    minutes: int = 40
    pass_mark: int = 60  # per cent
    chapters: dict[str, int] = {}  # chapter -> its share; none: the whole book
    difficulty: dict[str, int] = msgspec.field(default_factory=SHARES.copy)
    versions: int = 2
    seed: str = "1"
    without: tuple[str, ...] = ()  # questions that the candidates have seen


class Paper(msgspec.Struct, frozen=True):
    name: str
    blueprint: Blueprint
    questions: tuple[Question, ...]

    def version(self, letter: str) -> list[tuple[Question, list[Option]]]:
        """The questions of a version, and their options, in its order."""
        if letter not in self.letters:
            raise TeachError(f"this paper has the versions {', '.join(self.letters)}; got {letter[:5]!r}")
        seed = f"{self.blueprint.seed} {letter}"
        order = sorted(self.questions, key=lambda q: mark(seed, q.id))
        return [(question, mixed(question, seed)) for question in order]

    @property
    def letters(self) -> str:
        return VERSIONS[: self.blueprint.versions]

    def key(self, letter: str) -> list[tuple[str, Question]]:
        """The right letter of each question of a version."""
        return [
            (LETTERS[next(i for i, o in enumerate(options) if o.is_right)], question)
            for question, options in self.version(letter)
        ]


def checked(blueprint: Blueprint) -> Blueprint:
    if blueprint.game not in GAMES:
        raise TeachError(f"a paper is about one of {', '.join(GAMES)}; got {blueprint.game[:30]!r}")
    for name, value, least, most in (
        ("number of questions", blueprint.number, 1, MOST),
        ("minutes", blueprint.minutes, 1, 600),
        ("pass mark", blueprint.pass_mark, 1, 100),
        ("number of versions", blueprint.versions, 1, 4),
    ):
        if not least <= value <= most:
            raise TeachError(f"the {name} is from {least} to {most}; got {value}")
    for what, shares in (("chapters", blueprint.chapters), ("difficulty", blueprint.difficulty)):
        if any(share < 0 for share in shares.values()) or (shares and not sum(shares.values())):
            raise TeachError(f"the shares by {what} are whole numbers, not all of them 0")
    wrong = [one for one in blueprint.difficulty if one not in SHARES]
    if wrong:
        raise TeachError(f"difficulty is one of {', '.join(SHARES)}; got {wrong[0][:20]!r}")
    for chapter in blueprint.chapters:
        if not chapter or not banks.names(blueprint.game, chapter):
            raise TeachError(
                f"no ruling of {blueprint.game} is about {chapter[:20]!r}; a chapter is 7, 10.4 …"
            )
    return blueprint


def draw(bank: Bank, blueprint: Blueprint, name: str = "") -> Paper:
    """A paper by its blueprint: chapters and difficulties have their shares, no ruling comes twice, and the
    mean difficulty meets its target; if no draw is near, the nearest of a few."""
    checked(blueprint)
    wanted = aim(blueprint)
    nearest: list[Question] = []
    for lot in range(LOTS):
        asked = balanced(_places(bank, blueprint, f"{blueprint.seed} {lot}"), wanted)
        nearest = min(nearest or asked, asked, key=lambda one: abs(_excess(one, wanted)))
        if abs(_excess(nearest, wanted)) <= 2 * NEAR * wanted * len(nearest):
            break
    return Paper(name or f"{titled(blueprint.game)} {blueprint.seed}", blueprint, tuple(nearest))


def _places(bank: Bank, blueprint: Blueprint, seed: str) -> list[list[Question]]:
    """For each place of a paper the questions of a ruling that fit it, one of which is asked."""
    places: dict[str, list[Question]] = {}
    chapters = portions(blueprint.chapters or {"": 1}, blueprint.number)
    levels = portions(blueprint.difficulty or {"": 1}, blueprint.number)
    for chapter, many in chapters.items():
        lot = sorted(banks.names(blueprint.game, chapter), key=lambda one: mark(seed, one))
        for _ in range(many):
            level = max(levels, key=lambda one: (levels[one], mark(blueprint.seed, one)))
            found = _fitting(bank, blueprint, lot, level, places, seed)
            found = found or _fitting(bank, blueprint, lot, "", places, seed)
            if not found:
                raise TeachError(
                    f"chapter {chapter or 'any'} has no more questions for this paper: fewer questions, "
                    "other shares, or a chapter further up"
                )
            levels[level] -= 1
            places[found[0].ruling] = found
    return list(places.values())


def portions(shares: dict[str, int], total: int) -> dict[str, int]:
    """A total split by shares: the largest remainders round up."""
    whole = sum(shares.values())
    exact = {key: total * share / whole for key, share in shares.items()}
    found = {key: int(value) for key, value in exact.items()}
    rest = sorted(exact, key=lambda key: (found[key] - exact[key], key))
    for key in rest[: total - sum(found.values())]:
        found[key] += 1
    return found


def _fitting(
    bank: Bank, blueprint: Blueprint, lot: list[str], level: str, places: dict[str, list[Question]], seed: str
) -> list[Question]:
    """The questions of a ruling not drawn yet, in the order of the draw; none if no ruling fits. One that
    asks nothing leaves the lot."""
    names = [name for name in lot if name not in places and level in ("", banks.difficulty_of(name))]
    asked = {_same(question) for own in places.values() for question in own}
    for name in names[:TRIED] if level else names:
        own = [q for q in bank.of(name) if q.id not in blueprint.without and len(q.options) == 4]
        if not own:
            lot.remove(name)
        fitting = [q for q in own if level in ("", q.difficulty) and _same(q) not in asked]
        if fitting:
            return sorted(fitting, key=lambda question: mark(seed, question.id))
    return []


def _same(question: Question) -> tuple[str, str]:
    """Two questions with the same value are one question to the candidate."""
    about = question.clause if question.kind == "clause" else f"{question.prompt} {question.right.text}"
    return question.kind, about


def balanced(places: list[list[Question]], wanted: float) -> list[Question]:
    """A question for each place: the first one, unless the mean is off. Then questions are swapped for
    others of their place, always the one bringing the mean nearest, until it is near enough."""
    asked = [own[0] for own in places]
    while abs(excess := _excess(asked, wanted)) > NEAR * wanted * len(asked):
        exchanges = [
            (abs(excess + first_guess(other) - first_guess(asked[at])), at, place)
            for at, own in enumerate(places)
            for place, other in enumerate(own)
        ]
        left, at, place = min(exchanges)
        if left > abs(excess) - SMALLEST:
            break
        asked[at] = places[at][place]
    return asked


def _excess(asked: list[Question], wanted: float) -> float:
    """How much all ratings together are above what is wanted."""
    return sum(map(first_guess, asked)) - wanted * len(asked)


def aim(blueprint: Blueprint) -> float:
    """The mean rating that a paper of such shares is to have."""
    shares = blueprint.difficulty or SHARES
    game = blueprint.game
    return sum(typical(game, level) * share for level, share in shares.items()) / sum(shares.values())


def wrong_keys(paper: Paper) -> dict[str, str]:
    """Questions whose key the engine does not confirm, and why."""
    return {question.id: why for question in paper.questions if (why := _doubt(question))}


def _doubt(question: Question) -> str:
    """Why a key does not hold; a paper may be older than a ruling, or outlive it."""
    try:
        return prove(question).why
    except JudgekitError as problem:
        return str(problem)


def mean_difficulty(paper: Paper) -> float:
    return sum(map(first_guess, paper.questions)) / len(paper.questions)


# marking


class Marked(msgspec.Struct, frozen=True):
    candidate: str
    version: str
    letters: str
    points: int
    of: int
    passed: bool
    wrong: tuple[tuple[int, str, str, str], ...]  # number, letter given, right letter, clause


def mark_sheet(paper: Paper, candidate: str, version: str, letters: str) -> Marked:
    """A candidate's letters, in the order of the version; a dash or a dot where nothing was ticked."""
    given = "".join(letters.split()).upper().replace(".", "-")
    key = paper.key(version)
    if len(given) != len(key) or set(given) - set(f"{LETTERS[:4]}-"):
        raise TeachError(
            f"{candidate[:40]}: version {version} has {len(key)} answers, each A to D or - for none; "
            f"got {len(given)}: {given[:MOST]}"
        )
    wrong = tuple(
        (at, letter, right, question.clause)
        for at, (letter, (right, question)) in enumerate(zip(given, key, strict=True), 1)
        if letter != right
    )
    points = len(key) - len(wrong)
    passed = 100 * points >= paper.blueprint.pass_mark * len(key)
    return Marked(candidate, version, given, points, len(key), passed, wrong)


def by_clause(paper: Paper, sheets: Iterable[Marked]) -> list[tuple[str, int, int]]:
    """Of each clause: how often it was asked, and how often that was answered right."""
    asked: dict[str, list[int]] = {}
    for sheet in sheets:
        missed = {at for at, *_ in sheet.wrong}
        for at, (_, question) in enumerate(paper.key(sheet.version), 1):
            counts = asked.setdefault(question.clause, [0, 0])
            counts[0] += 1
            counts[1] += at not in missed
    return sorted(((clause, *row) for clause, row in asked.items()), key=lambda row: row[2] / row[1])  # type: ignore[misc]


# keeping


class Papers:
    def __init__(self, store: Store) -> None:
        self.store = store

    def keep(self, paper: Paper) -> int:
        """The number of a paper; one that is there already, byte by byte, keeps its number."""
        data = msgspec.json.encode(paper)
        with self.store.writing() as connection:
            here = connection.execute("SELECT id FROM papers WHERE data = ?", (data,)).fetchone()
            if here is not None:
                return int(here[0])
            done = connection.execute(
                "INSERT INTO papers (name, data, created) VALUES (?, ?, ?)",
                (paper.name, data, memory.stamp()),
            )
        assert done.lastrowid is not None
        return done.lastrowid

    def find(self, number: int) -> Paper:
        found = self.store.connection.execute(
            "SELECT data FROM papers WHERE id = ?", (row(number),)
        ).fetchone()
        if found is None:
            raise UnknownPaper(f"there is no paper {number}; the list of exams has them all")
        return msgspec.json.decode(found[0], type=Paper)

    def all(self) -> list[tuple[int, str, str]]:
        rows = self.store.connection.execute("SELECT id, name, created FROM papers ORDER BY id DESC")
        return list(rows.fetchall())

    def keep_sheet(self, number: int, sheet: Marked) -> None:
        with self.store.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?, ?)",
                (number, sheet.candidate, sheet.version, sheet.letters, memory.stamp()),
            )

    def sheets(self, number: int) -> list[Marked]:
        paper = self.find(number)
        rows = self.store.connection.execute(
            "SELECT candidate, version, letters FROM marks WHERE paper = ? ORDER BY candidate", (number,)
        )
        return [mark_sheet(paper, *row) for row in rows]


class UnknownPaper(TeachError):
    """No such paper."""


# files


def results_csv(sheets: Iterable[Marked]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("candidate", "version", "points", "of", "passed", "letters", "wrong clauses"))
    for sheet in sheets:
        clauses = " ".join(clause for *_, clause in sheet.wrong)
        passed = "yes" if sheet.passed else "no"
        writer.writerow(
            (safe(sheet.candidate), sheet.version, sheet.points, sheet.of, passed, sheet.letters, clauses)
        )
    return out.getvalue()


def safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def moodle_xml(paper: Paper, table: Callable[[Question], str]) -> str:
    """The questions for Moodle's importer, each with its table in HTML; the clause is each question's general
    feedback."""
    rows = "".join(_moodle(question, table(question)) for question in paper.questions)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{rows}</quiz>\n'


def _moodle(question: Question, table: str) -> str:
    asked = f"{table.strip()}<p>{escape(question.context)}</p><p><b>{escape(question.prompt)}</b></p>"
    about = escape(f"{question.edition} {question.clause}")
    answers = "".join(
        f'    <answer fraction="{100 if option.is_right else 0}" format="plain_text">'
        f"<text>{escape(option.text)}</text><feedback><text>{escape(option.why)}</text></feedback></answer>\n"
        for option in question.options
    )
    return (
        f'  <question type="multichoice">\n    <name><text>{escape(question.id)}</text></name>\n'
        f'    <questiontext format="html"><text>{escape(asked)}</text></questiontext>\n'
        f"    <generalfeedback><text>{about}</text></generalfeedback>\n"
        f"    <single>true</single>\n    <shuffleanswers>true</shuffleanswers>\n{answers}"
        f"    <tags><tag><text>{escape(question.clause)}</text></tag></tags>\n  </question>\n"
    )
