"""The parts of a line that are read when not all of it is: sentences, and their beginnings.

A sentence that is not read is cut after the last comma, colon or header before the word that cannot be read,
then further and further towards the front, and what is cut off becomes `Unread`: "when this card attacks,
[not read]" still waits for the attack. What later words point at may be in the unread words; then they are
not read either. If nothing helps, the whole line is one `Unread`.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from judgekit.cardtext.errors import Ambiguous, CardTextError
from judgekit.cardtext.lexicon import Lexicon
from judgekit.cardtext.model import Ability, Unread, walk
from judgekit.cardtext.parse import TOO_LONG, parse_line, readings, stopped, with_a_stop, words_of
from judgekit.cardtext.scan import Token

ATTEMPTS = 12
WHEN = frozenset({"when", "whenever", "at", "each", "after", "before", "as", "during", "while", "until"})
POINTING = frozenset({"it", "its", "them", "their", "they", "that", "those", "rest", "chosen"})
CUTS = frozenset({",", ":", "]", "•"})


@lru_cache(maxsize=4096)
def read_line(line: str, game: str, known: Lexicon | None = None) -> tuple[Ability, ...]:
    """The abilities of a line; its unread parts are in them as `Unread`."""
    try:
        return parse_line(line, game, known)
    except CardTextError as error:
        why = error
    given_up = isinstance(why, Ambiguous) or why.reason == TOO_LONG
    found = () if given_up else Recovery(line, game, known).recovered(why)
    return found or (unread_line(line, why),)


def unread_line(line: str, why: CardTextError) -> Ability:
    """A line of which nothing can be used."""
    return Ability("continuous", body=(Unread(line.strip(), reason_of(why)),), text=line.strip())


def reason_of(why: CardTextError) -> str:
    line, column = why.place()
    return why.headline(line, column)


def unread_in(ability: Ability) -> list[Unread]:
    """The words of an ability that are not read."""
    return [node for node in walk(ability) if isinstance(node, Unread)]


class Recovery:
    """A line, and the word from which each of its sentences is unread."""

    def __init__(self, line: str, game: str, known: Lexicon | None) -> None:
        self.line = line
        self.game = game
        self.known = known
        self.reasons: dict[str, str] = {}
        try:
            self.sentences = sentences(stopped(words_of(with_a_stop(line), game, known)))
        except CardTextError:
            self.sentences = []
        self.cuts: dict[int, int] = {}  # sentence: words that are kept
        self.from_the_end = False  # which sentence is cut first, where the fault has no place

    def recovered(self, why: CardTextError) -> tuple[Ability, ...]:
        """What can be used of the line: with the sentences cut that point at something or, if that leaves
        less, those at its end."""
        found = self.cut_down(why)
        if not is_nowhere(why):
            return found
        other = Recovery(self.line, self.game, self.known)
        other.from_the_end = True
        rest = other.cut_down(why)
        return rest if rest and (not found or other.left_out() < self.left_out()) else found

    def left_out(self) -> int:
        return sum(len(self.sentences[n]) - kept for n, kept in self.cuts.items())

    def cut_down(self, why: CardTextError) -> tuple[Ability, ...]:
        found: list[tuple[Ability, ...]] = []
        going_on = self.shorten(why)
        for _ in range(ATTEMPTS):
            if not going_on:
                break
            try:
                found = readings(self.line, self.tokens(), self.game, self.known)
                going_on = self.begins_unread() and self.cut_to_the_end()
            except CardTextError as error:
                found = []
                going_on = error.reason != TOO_LONG and self.shorten(error)
        return tuple(self.told(each) for each in found[0]) if len(found) == 1 else ()

    def shorten(self, why: CardTextError) -> bool:
        """Cut one sentence (further): the one with the word that was not read; if none is named, the last."""
        at = self.place(why)
        kept = self.cuts.get(at)
        if kept == 0 or not self.sentences:
            return self.cut_to_the_end()
        sentence = self.sentences[at]
        before = len(sentence) - 1 if kept is None else kept - 1
        if kept is None and not is_nowhere(why):
            before = sum(token.start < why.position for token in sentence)
        cuts = CUTS | {"may"} if would_be(sentence) else CUTS
        self.cuts[at] = max((n for n in range(1, before + 1) if sentence[n - 1].key in cuts), default=0)
        self.reasons[self.cut_off(at).value] = reason_of(why)  # type: ignore[index]
        return True

    def cut_to_the_end(self) -> bool:
        """Nothing after the first unread sentence can be used."""
        first = min(self.cuts, default=0)
        behind = [n for n in range(first + 1, len(self.sentences)) if self.cuts.get(n) != 0]
        for n in behind:
            self.cuts[n] = 0
        return bool(behind)

    def begins_unread(self) -> bool:
        """Whether the words that say when all of it happens are not read."""
        first = min(self.cuts)
        return str(self.cut_off(first).value).partition(" ")[0].lower() in WHEN

    def place(self, why: CardTextError) -> int:
        if is_nowhere(why):
            if self.from_the_end:
                return max((n for n in range(len(self.sentences)) if self.cuts.get(n) != 0), default=0)
            whole = [n for n in range(len(self.sentences)) if n not in self.cuts]
            pointing = [n for n in whole if any(token.key in POINTING for token in self.sentences[n])]
            return (pointing or whole or [0])[-1]
        before = [n for n, each in enumerate(self.sentences) if each[0].start <= why.position]
        return before[-1] if before else 0

    def tokens(self) -> list[Token]:
        found: list[Token] = []
        for n, sentence in enumerate(self.sentences):
            if n in self.cuts:
                tail = sentence[-2:] if self.keeps_instead(n) else sentence[-1:]
                found += [*sentence[: self.cuts[n]], self.cut_off(n), *tail]
            else:
                found += sentence
        return found

    def cut_off(self, n: int) -> Token:
        end = -2 if self.keeps_instead(n) else -1
        words = self.sentences[n][self.cuts[n] : end] or self.sentences[n][-1:]
        start, end = words[0].start, words[-1].end
        return Token("", "A_UNREAD", self.line[start:end], start, end)

    def keeps_instead(self, n: int) -> bool:
        """What would happen is read, so the judge is asked about what happens instead when it comes."""
        kept = self.sentences[n][: self.cuts[n]]
        return any(token.key == "would" for token in kept) and would_be(self.sentences[n])

    def told(self, ability: Ability) -> Ability:
        return with_reasons(msgspec.structs.replace(ability, text=self.line.strip()), self.reasons)


def would_be(sentence: list[Token]) -> bool:
    """Whether a sentence puts something in the place of what would happen: “if …, … instead”."""
    keys = [token.key for token in sentence]
    return "would" in keys and keys[-2:-1] == ["instead"]


def is_nowhere(why: CardTextError) -> bool:
    """An error about the whole line."""
    return why.position == 0 and not why.expected


def sentences(tokens: list[Token]) -> list[list[Token]]:
    """The words up to and including each full stop."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        found[-1].append(token)
        if token.key == ".":
            found.append([])
    last = found.pop()
    if last and found:
        found[-1] += last
    return found or ([last] if last else [])


def with_reasons(node: Ability, reasons: dict[str, str]) -> Ability:
    """Each `Unread` with the reason why."""

    def told(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(told(each) for each in part)
        if isinstance(part, Unread):
            return Unread(part.text, reasons.get(part.text, ""))
        if isinstance(part, msgspec.Struct):
            changes = {name: told(getattr(part, name)) for name in part.__struct_fields__}
            return msgspec.structs.replace(part, **changes)
        return part

    found = told(node)
    assert isinstance(found, Ability)
    return found
