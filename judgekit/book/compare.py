"""Two editions side by side: which clause became which, what moved, what changed, which numbers now mislead.

The alignment is worked out from the words, the tree and the order, not looked up: clauses with the same words
(references aside) are paired first; then rounds of pairing use what is settled already, since the children of
paired parents and the neighbours of paired neighbours are likely pairs too.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from judgekit.book.address import parent
from judgekit.book.model import Book
from judgekit.book.official import OfficialText
from judgekit.errors import JudgekitError

_REFERENCE = re.compile(r"\b\d{1,2}(?:[.-]\d{1,2}|(?<=\d)[a-z]\b)+\b")
_WORD = re.compile(r"\w+")
_ENOUGH = 0.5
_ROUNDS = 6


class Passage(msgspec.Struct, frozen=True):
    """A clause of one edition, as far as a comparison needs it."""

    number: str
    text: str


class Piece(msgspec.Struct, frozen=True):
    """A run of words that was kept, added, removed or replaced."""

    change: Literal["equal", "insert", "delete", "replace"]
    old: str
    new: str


class Move(msgspec.Struct, frozen=True):
    """A clause, or a whole branch, under another number."""

    old: str
    new: str
    clauses: int


class Change(msgspec.Struct, frozen=True):
    old: str
    new: str
    pieces: tuple[Piece, ...]


class Collision(msgspec.Struct, frozen=True):
    """A number that both editions have for different clauses."""

    number: str
    became: str  # where the old clause went; nothing if it is gone
    was: str  # where the new one came from; nothing if it is new


class Comparison(msgspec.Struct, frozen=True, dict=True):
    """The whole outcome. `basis` says what was compared: official texts, or gists."""

    old: str
    new: str
    basis: Literal["official", "gist"]
    pairs: dict[str, str]  # old number -> new number
    removed: tuple[str, ...]
    added: tuple[str, ...]
    moves: tuple[Move, ...]
    changes: tuple[Change, ...]
    collisions: tuple[Collision, ...]

    @cached_property
    def back(self) -> dict[str, str]:
        return {new: old for old, new in self.pairs.items()}


class LostCitation(JudgekitError):
    """A citation that can't be carried to the other edition."""


def compare_books(
    old: Book, new: Book, texts: Callable[[str], OfficialText | None] = lambda name: None
) -> Comparison:
    """By the official sentences if both books are imported, else by our gists."""
    old_text, new_text = texts(old.name), texts(new.name)
    if old_text and new_text:
        return compare(old.name, new.name, "official", passages(old_text), passages(new_text))
    return compare(old.name, new.name, "gist", _of_book(old), _of_book(new))


def passages(text: OfficialText) -> list[Passage]:
    return [Passage(clause.number, clause.text) for clause in text.clauses]


def _of_book(book: Book) -> list[Passage]:
    return [Passage(row.number, f"{row.title} {row.gist}".strip()) for row in book]


def compare(
    old_name: str,
    new_name: str,
    basis: Literal["official", "gist"],
    old: Sequence[Passage],
    new: Sequence[Passage],
) -> Comparison:
    pairs = Aligner(old, new).align()
    before = {passage.number: passage.text for passage in old}
    after = {passage.number: passage.text for passage in new}
    came_from = {there: here for here, there in pairs.items()}
    return Comparison(
        old_name,
        new_name,
        basis,
        pairs,
        tuple(number for number in before if number not in pairs),
        tuple(number for number in after if number not in came_from),
        tuple(_moves(pairs)),
        tuple(_changes(pairs, before, after)),
        tuple(
            Collision(number, pairs.get(number, ""), came_from.get(number, ""))
            for number in before
            if number in after and pairs.get(number) != number
        ),
    )


def follow(comparison: Comparison, number: str) -> str:
    """The number under which an old citation stands in the new edition."""
    try:
        return comparison.pairs[number]
    except KeyError:
        gone = number in comparison.removed
        why = (
            f"{comparison.new} no longer has that clause" if gone else f"{comparison.old} has no such clause"
        )
        raise LostCitation(f"{comparison.old} {number}: {why}; read it in {comparison.old}") from None


def history(number: str, chain: Sequence[Comparison]) -> list[tuple[str, str]]:
    """A clause of the last edition through all editions before it: (edition, number), the oldest first."""
    trail = [(chain[-1].new, number)] if chain else []
    for step in reversed(chain):
        if number not in step.back:
            break
        number = step.back[number]
        trail.append((step.old, number))
    return trail[::-1]


def word_pieces(old: str, new: str) -> tuple[Piece, ...]:
    """The difference of two texts, word by word."""
    left, right = old.split(), new.split()
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    return tuple(
        Piece(tag, " ".join(left[a:b]), " ".join(right[c:d])) for tag, a, b, c, d in matcher.get_opcodes()
    )


def _changes(pairs: dict[str, str], before: dict[str, str], after: dict[str, str]) -> Iterable[Change]:
    for old, new in pairs.items():
        if _words(before[old]) != _words(after[new]):
            yield Change(old, new, word_pieces(before[old], after[new]))


def _moves(pairs: dict[str, str]) -> list[Move]:
    """Renumbered clauses; a branch that moved whole is listed once."""
    counts: Counter[tuple[str, str]] = Counter()
    for old, new in pairs.items():
        if old != new:
            counts[_root(old, new, pairs)] += 1
    return [Move(old, new, times) for (old, new), times in counts.items()]


def _root(old: str, new: str, pairs: dict[str, str]) -> tuple[str, str]:
    """The highest ancestors that made the same move."""
    above, there = parent(old), parent(new)
    same_tail = above and there and old[len(above) :] == new[len(there) :]
    if above and there and same_tail and above != there and pairs.get(above) == there:
        return _root(above, there, pairs)
    return old, new


def _words(text: str) -> tuple[str, ...]:
    """Lower-case words; all references are one word, so renumbering one does not change the wording."""
    return tuple(_WORD.findall(_REFERENCE.sub(" refxx ", text.lower())))


class Side:
    """One edition, ready for lookups."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.numbers = [passage.number for passage in passages]
        self.words = {passage.number: _words(passage.text) for passage in passages}
        self.place = {number: at for at, number in enumerate(self.numbers)}
        self.children: dict[str, list[str]] = defaultdict(list)
        for number in self.numbers:
            self.children[parent(number) or ""].append(number)
        self.by_words: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for number in self.numbers:
            self.by_words[self.words[number]].append(number)

    def neighbour(self, number: str, step: int) -> str:
        at = self.place[number] + step
        return self.numbers[at] if 0 <= at < len(self.numbers) else ""


class Aligner:
    """Pairs the clauses of two editions in rounds, the surest first."""

    def __init__(self, old: Sequence[Passage], new: Sequence[Passage]) -> None:
        self.old, self.new = Side(old), Side(new)
        self.pairs: dict[str, str] = {}
        self.taken: dict[str, str] = {}

    def align(self) -> dict[str, str]:
        self._pair_equal_words()
        for _ in range(_ROUNDS):
            if not self._pair_by_evidence():
                break
        return {number: self.pairs[number] for number in self.old.numbers if number in self.pairs}

    def _pair(self, old: str, new: str) -> None:
        self.pairs[old], self.taken[new] = new, old

    def _pair_equal_words(self) -> None:
        """Sentences that both editions have equally often, in order; short ones may be chance and wait."""
        for words, here in self.old.by_words.items():
            there = self.new.by_words.get(words, [])
            if len(here) == len(there) and (len(here) == 1 or len(words) > 3):
                for old, new in zip(here, there, strict=True):
                    self._pair(old, new)

    def _pair_by_evidence(self) -> bool:
        found = []
        for old in self.old.numbers:
            if old not in self.pairs:
                for new in self._candidates(old):
                    score = self._score(old, new)
                    if score >= _ENOUGH:
                        found.append((-score, self.old.place[old], old, new))
        before = len(self.pairs)
        for _, _, old, new in sorted(found):
            if old not in self.pairs and new not in self.taken:
                self._pair(old, new)
        return len(self.pairs) > before

    def _candidates(self, old: str) -> set[str]:
        """Equal words anywhere, children of the parent's partner, neighbours of the neighbours' partners."""
        above = self.pairs.get(parent(old) or "", "")
        near = set(self.new.children[above]) if above or not parent(old) else set()
        near.update(self.new.by_words.get(self.old.words[old], []))
        near.update(
            parent(self.pairs[child]) or "" for child in self.old.children[old] if child in self.pairs
        )
        for step in (-1, 1):
            partner = self.pairs.get(self.old.neighbour(old, step), "")
            if partner:
                near.add(self.new.neighbour(partner, -step))
        return {number for number in near if number in self.new.place and number not in self.taken}

    def _score(self, old: str, new: str) -> float:
        """How alike two clauses are in words and in their place in the tree."""
        words = difflib.SequenceMatcher(
            None, self.old.words[old], self.new.words[new], autojunk=False
        ).ratio()
        above, there = parent(old), parent(new)
        same_parent = (above is None and there is None) or (
            above is not None and self.pairs.get(above) == there
        )
        beside = sum(
            0.5
            for step in (-1, 1)
            if self.pairs.get(self.old.neighbour(old, step), "-") == self.new.neighbour(new, step)
        )
        brood = [child for child in self.old.children[old] if child in self.pairs]
        kept = sum(1 for child in brood if parent(self.pairs[child]) == new)
        below = kept / len(brood) if brood else 0.0
        return 0.6 * words + 0.15 * same_parent + 0.15 * beside + 0.35 * below
