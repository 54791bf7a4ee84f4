"""How much of a library is understood: read whole, in part (which sentence), by hand; and what is odd."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b

import msgspec

from judgekit.cards.contradictions import Contradiction, contradictions
from judgekit.cards.library import Library
from judgekit.cards.model import Face, Wording
from judgekit.games import edition as edition_of
from judgekit.games import game as game_of
from judgekit.games.game import PrintedCard
from judgekit.games.verdict import Missing, Verdict, card_verdict, verdict

POOL = 60  # texts that are worth a second process
CHUNK = 8
WORST = ("read", "part", "ambiguous", "by hand")
SOMEBODY = "this card"  # the name of a card whose text does not say it: the same text is judged once
PLAIN, UNKNOWN = "without text", "text unknown"

Progress = Callable[[int, int], None]


class Sentence(msgspec.Struct, frozen=True):
    """Words that are not carried out, on how many cards, and why."""

    sentence: str
    reason: str
    cards: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.cards)


class Report(msgspec.Struct):
    game: str
    edition: str
    cards: int
    counts: dict[str, int]
    sentences: tuple[Sentence, ...]  # the most frequent first
    contradictions: tuple[Contradiction, ...]
    mended: tuple[tuple[int, str, str], ...]  # card, name, what was done
    unknown: tuple[tuple[int, str], ...]  # cards whose text nobody has given
    verdicts: tuple[tuple[int, str], ...]

    @property
    def top_share(self) -> float:
        """What share of all unread sentences the first twenty are."""
        whole = sum(one.count for one in self.sentences)
        return sum(one.count for one in self.sentences[:20]) / whole if whole else 1.0


class _Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card text to be judged; the same text on another card of that type is judged only once."""

    edition: str
    name: str
    kind: str
    text: str
    refers: tuple[tuple[str, str], ...] = ()


def report(library: Library, edition: str, progress: Progress | None = None) -> Report:
    """What a game's library amounts to in an edition (`godzilla/1.2`, or `godzilla` for its newest)."""
    name, _, number = edition.partition("/")
    full = f"{name}/{number or next(iter(game_of(name).editions))}"
    current = library.all_current(name)
    found = verdicts(library, full, current.values(), progress)
    counts: Counter[str] = Counter()
    gathered: dict[str, list[tuple[int, str, str]]] = {}
    for card, wording in current.items():
        word, missing = found[card]
        counts[word] += 1
        for one in missing:
            sentence = " ".join(one.sentence.split())
            gathered.setdefault(sentence, []).append((card, wording.name, one.reason))
    sentences = [_sentence(text, cards) for text, cards in gathered.items()]
    return Report(
        name, full, len(current), {word: counts[word] for word in (*WORST, PLAIN, UNKNOWN) if counts[word]},
        tuple(sorted(sentences, key=lambda one: (-one.count, one.sentence))),
        tuple(contradictions(library, name, current)),
        tuple((card, w.name, one) for card, w in current.items() for face in w.faces for one in face.mended),
        tuple((card, w.name) for card, w in current.items() if any(f.state == "unknown" for f in w.faces)),
        tuple((card, word) for card, (word, _) in found.items()),
    )  # fmt: skip


def _sentence(text: str, cards: list[tuple[int, str, str]]) -> Sentence:
    told = dict.fromkeys((card, name) for card, name, _ in cards)
    return Sentence(text, cards[0][2], tuple(card for card, _ in told), tuple(name for _, name in told))


def verdicts(
    library: Library, edition: str, wordings: Iterable[Wording], progress: Progress | None = None
) -> dict[int, tuple[str, tuple[Missing, ...]]]:
    """The verdict on each card: the worst of its faces."""
    listed = list(wordings)
    jobs = {wording.card: list(_jobs(edition, wording)) for wording in listed}
    judged = _judged(library, edition, {job for found in jobs.values() for job in found}, progress)
    result: dict[int, tuple[str, tuple[Missing, ...]]] = {}
    for wording in listed:
        if any(face.state == "unknown" for face in wording.faces):
            result[wording.card] = (UNKNOWN, ())
        elif not jobs[wording.card]:
            result[wording.card] = (PLAIN, ())
        else:
            faces = [judged[job] for job in jobs[wording.card]]
            word = _together([one.verdict for one in faces])
            result[wording.card] = (word, tuple(one for face in faces for one in face.missing))
    return result


def _together(words: list[str]) -> str:
    """Two faces, one of them by hand, count as read in part."""
    worst = max(words, key=WORST.index)
    return "part" if worst == "by hand" and set(words) != {"by hand"} else worst


def verdict_on(edition: str, face: Face, kind: str) -> Verdict:
    return card_verdict(edition, face.name, {"type": kind}, face.text, face.refers)


def _jobs(edition: str, wording: Wording) -> Iterator[_Job]:
    kind = str(wording.faces[0].printed.get("type", ""))
    for face in wording.faces:
        if face.state == "known" and face.text:
            name = face.name if face.name.lower() in face.text.lower() else SOMEBODY
            yield _Job(edition, name, kind, face.text, tuple(sorted(face.refers.items())))


def unjudged(library: Library, edition: str) -> int:
    """How many texts a report would have to work out."""
    name, _, number = edition.partition("/")
    full = f"{name}/{number or next(iter(game_of(name).editions))}"
    jobs = {job for wording in library.all_current(name).values() for job in _jobs(full, wording)}
    return len(jobs) - len(_kept(library, full, jobs))


def _kept(library: Library, edition: str, jobs: set[_Job]) -> dict[_Job, Verdict]:
    """What the same code has worked out before."""
    code = _code(edition)
    kept: dict[str, bytes] = dict(library.rows("SELECT hash, verdict FROM verdicts WHERE code = ?", code))
    marks = {job: _mark(job) for job in jobs}
    return {job: msgspec.json.decode(kept[mark], type=Verdict) for job, mark in marks.items() if mark in kept}


def _judged(
    library: Library, edition: str, jobs: set[_Job], progress: Progress | None
) -> dict[_Job, Verdict]:
    """Every job's verdict; stopping the work in the middle loses nothing."""
    found = _kept(library, edition, jobs)
    todo = sorted((job for job in jobs if job not in found), key=lambda job: job.text)
    fresh: dict[_Job, Verdict] = {}
    try:
        for at, (job, verdict) in enumerate(zip(todo, _worked_out(todo), strict=True)):
            fresh[job] = verdict
            if progress is not None:
                progress(at + 1, len(todo))
    finally:
        _keep(library, edition, fresh)
    return found | fresh


def _keep(library: Library, edition: str, fresh: dict[_Job, Verdict]) -> None:
    if not fresh:
        return
    code = _code(edition)
    with library.change():
        for job, verdict in fresh.items():
            given = (_mark(job), code, msgspec.json.encode(verdict))
            library.execute("INSERT OR IGNORE INTO verdicts VALUES (?,?,?)", *given)


def _worked_out(jobs: list[_Job]) -> Iterator[Verdict]:
    cores = min(os.cpu_count() or 1, 8)
    if len(jobs) < POOL or cores == 1 or threading.active_count() > 1:  # a server is not forked
        yield from map(_work, jobs)
        return
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(_work, jobs, chunksize=CHUNK)


def _work(job: _Job) -> Verdict:
    game, number = edition_of(job.edition)
    return verdict(game, number, PrintedCard(job.name, {"type": job.kind}, job.text, refers=job.refers))


def _mark(job: _Job) -> str:
    return blake2b(msgspec.json.encode(job), digest_size=12).hexdigest()


def _code(edition: str) -> str:
    """Which rules and which grammar produced a verdict."""
    from judgekit.cases.play.fingerprint import fingerprint

    name, _, number = edition.partition("/")
    return fingerprint(game_of(name).rules(number))
