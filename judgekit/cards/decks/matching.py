"""Which card of the library a line means: certain, or asked with candidates; nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import msgspec

from judgekit import budget
from judgekit.cards.decks.reading import SIDE, DeckText, Line
from judgekit.cards.finding import find
from judgekit.cards.library import Library
from judgekit.cards.looking import Shelf
from judgekit.cards.model import fold
from judgekit.cards.taking import base_number
from judgekit.cases.files.decks import DeckList
from judgekit.games import edition
from judgekit.games.game import Deck, Game, PrintedCard

SKIP = "skip"
_FOIL = re.compile(r"\s*\*[A-Z]{1,3}\*|\s+#\S.*$|\s+\^.*\^$")
_BRACKETED = re.compile(r"\s*[(\[]([^()\[\]]{1,40})[)\]]")
_PILE_TYPES = {"leader": "leader", "gate": "gate", "ruler": "ruler", "resource": "resource"}


class Candidate(msgspec.Struct, frozen=True):
    word: str  # what answers with it
    name: str
    number: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.number})" if self.number else self.name


class Asked(msgspec.Struct, frozen=True):
    """A line that could mean several cards, or none."""

    line: int
    raw: str
    why: str
    candidates: tuple[Candidate, ...] = ()


class Matched(msgspec.Struct, frozen=True):
    line: int
    count: int
    candidate: Candidate
    card: int  # 0: a card that the book itself brings, such as a ruler
    pile: str = ""


class Match(msgspec.Struct):
    """A deck list against a library."""

    game: str
    lines: list[Matched]
    asked: list[Asked]
    passed: list[tuple[int, str]]


def match(library: Library, game: str, text: DeckText, answers: Mapping[int, str] | None = None) -> Match:
    """Every line as a card, or as a question; `answers` are a card or `skip` by line."""
    name = game.partition("/")[0]
    reader = _Matcher(library, name, any(line.count is not None for line in text.lines))
    found = Match(game, [], [], list(text.passed))
    for line in text.lines:
        budget.ask()
        answer = (answers or {}).get(line.line, "")
        if answer == SKIP:
            found.passed.append((line.line, line.raw))
            continue
        one = reader.line(replace_words(line, answer) if answer else line)
        if isinstance(one, Asked):
            found.asked.append(one)
        else:
            found.lines.append(one)
    found.lines = _in_piles(library, name, found.lines)
    return found


def replace_words(line: Line, answer: str) -> Line:
    """An answer is a card, or `3 CARD` with how many of it."""
    many, _, rest = answer.partition(" ")
    count = int(many) if many.isdecimal() and rest and len(many) < 4 else None
    words = rest if count is not None else answer
    return msgspec.structs.replace(line, words=words, number="", count=count or line.count or 1)


class _Matcher:
    def __init__(self, library: Library, game: str, counted: bool) -> None:
        self.library = library
        self.game = game
        self.counted = counted  # whether lines of this list say how many
        self.standing = {fold(name): name for name in standing(game)}

    def line(self, line: Line) -> Matched | Asked:
        cards, why = self._cards(line)
        if len(cards) != 1:
            return Asked(line.line, line.raw, why, tuple(self._candidates(line, cards)))
        candidate, card = cards[0]
        if line.count is None and self.counted and not self._is_single(card, line):
            return Asked(line.line, line.raw, "how many? The other lines say it", (candidate,))
        if line.count == 0:
            return Asked(line.line, line.raw, "none of it?", (candidate,))
        return Matched(line.line, line.count or 1, candidate, card, line.pile)

    def _is_single(self, card: int, line: Line) -> bool:
        """A leader or a ruler is one, whether its line says so or not."""
        if line.pile in ("leader", "ruler") or not card:
            return True
        return self.library.wording(card).faces[0].printed.get("type") in ("leader", "ruler")

    def _cards(self, line: Line) -> tuple[list[tuple[Candidate, int]], str]:
        """What a line can mean, and why it is doubtful if it is."""
        words = _FOIL.sub("", line.words).strip()
        if fold(words) in self.standing:
            name = self.standing[fold(words)]
            return [(Candidate(name, name), 0)], ""
        whole = self._meant(words)
        if len(whole) == 1:
            return self._agreeing(
                whole, self._by_number([line.number])
            ), "number and name are different cards"
        numbers, rest = numbers_in(words)
        numbered = self._by_number([*filter(None, [line.number]), *numbers])
        named = whole or self._meant(rest) or self._halves(rest)
        if numbered and (both := [one for one in numbered if one in named]):
            return both, ""
        if numbered and (named or rest):
            told = self._alike(rest, numbered)
            return (told, "") if told else ([*numbered, *named], "number and name are different cards")
        if numbered:
            return numbered, "its number is on several cards"
        return named, "several cards are called that" if named else "no card of the library is called that"

    def _agreeing(
        self, named: list[tuple[Candidate, int]], numbered: list[tuple[Candidate, int]]
    ) -> list[tuple[Candidate, int]]:
        return named if not numbered or numbered == named else [*numbered, *named]

    def _alike(self, rest: str, numbered: list[tuple[Candidate, int]]) -> list[tuple[Candidate, int]]:
        """The number says which card; the name beside it has the same letters."""
        letters = _letters(rest)
        if not letters:
            return numbered if len(numbered) == 1 else []
        fits = [one for one in numbered if any(_letters(name) == letters for name in self._names(one[1]))]
        return fits if len(fits) == 1 else []

    def _names(self, card: int) -> list[str]:
        faces = [face.name for face in self.library.wording(card).faces]
        return [*faces, " ".join(faces)]

    def _meant(self, words: str) -> list[tuple[Candidate, int]]:
        return [self._candidate(card) for card in self.library.meant(self.game, words)] if words else []

    def _by_number(self, numbers: list[str]) -> list[tuple[Candidate, int]]:
        told = [one for number in numbers if number for one in (number, base_number(number))]
        for number in dict.fromkeys(told):
            found = self.library.rows(
                "SELECT DISTINCT card FROM aliases WHERE game = ? AND folded = ? "
                "AND kind IN ('number', 'id')",
                self.game, fold(number),
            )  # fmt: skip
            if found:
                return [self._candidate(card) for (card,) in found]
        return []

    def _halves(self, words: str) -> list[tuple[Candidate, int]]:
        """A name of two parts with one, two or three slashes between them: both parts are of one card."""
        parts = [part.strip() for part in re.split(r"/{1,3}", words) if part.strip()]
        if len(parts) != 2:
            return []
        first, second = (self._meant(part) for part in parts)
        return [one for one in first if one in second] if second else []

    def _candidate(self, card: int) -> tuple[Candidate, int]:
        numbers = self.library.numbers(card)
        name = self.library.wording(card).name
        number = numbers[0] if numbers else ""
        return Candidate(number or name, name, number), card

    def _candidates(self, line: Line, cards: list[tuple[Candidate, int]]) -> list[Candidate]:
        if cards:
            return list(dict.fromkeys(one for one, _ in cards))
        _, rest = numbers_in(_FOIL.sub("", line.words))
        hits = find(self.library, self.game, rest or line.words, 5)
        return [self._candidate(hit.card)[0] for hit in hits]


def numbers_in(words: str) -> tuple[list[str], str]:
    """Numbers beside the name, and the name: `BT1-001 Name`, `Name (SET) 123`, `Name [BT1-001]`."""
    numbers: list[str] = []
    sets: list[str] = []
    rest = words
    if re.fullmatch(r"\S*\d\S*", words):
        return [words], ""
    if lead := re.match(r"([A-Za-z]*\d*-?[A-Za-z]*\d[\w-]*[★☆*+]*)\s+(?=\S)", rest):
        numbers.append(lead[1])
        rest = rest[lead.end() :]
    tail = re.search(r"[)\]]\s+([A-Za-z]?\d+[a-z]?[★☆*+]?)$", rest)
    for inside in _BRACKETED.findall(rest):
        sets.append(inside)
        numbers.append(inside)
    if tail:
        numbers += [f"{one}-{n}" for one in sets for n in _padded(tail[1])]
        rest = rest[: tail.start() + 1]
    if after := re.search(r"\s([A-Za-z]+\d*-[A-Za-z]*\d+\w*[★☆*+]?)$", rest):
        numbers.append(after[1])
        rest = rest[: after.start()]
    known = [number for number in numbers if re.search(r"\d", number)]
    return known, _BRACKETED.sub("", rest).strip()


def _padded(number: str) -> list[str]:
    plain = number.rstrip("★☆*+")
    return list(dict.fromkeys([plain, plain.zfill(2), plain.zfill(3), plain.lstrip("0") or "0"]))


def _letters(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalnum())


# piles


def _in_piles(library: Library, game: str, lines: list[Matched]) -> list[Matched]:
    """Each line in its pile: by its section, by the type of the card; a nameless part by its cards."""
    blocks: dict[str, list[Matched]] = {}
    for line in lines:
        blocks.setdefault(line.pile, []).append(line)
    named = {block: _block_pile(library, game, block, found) for block, found in blocks.items()}
    placed = []
    for line in lines:
        own = _PILE_TYPES.get(_type(library, game, line), "")
        pile = SIDE if named[line.pile] == SIDE else (own or named[line.pile])
        placed.append(msgspec.structs.replace(line, pile=pile))
    return placed


def _type(library: Library, game: str, line: Matched) -> str:
    if not line.card:
        return standing(game)[line.candidate.name]
    return str(library.wording(line.card).faces[0].printed.get("type", ""))


@lru_cache(maxsize=8)
def standing(game: str) -> Mapping[str, str]:
    """Cards that the book itself brings, such as rulers, with their types."""
    found, number = edition(game)
    definitions = found.playable((), found.rules(number)).definitions
    return {name: str(card.properties.get("type", "")) for name, card in definitions.items()}


def _block_pile(library: Library, game: str, block: str, lines: list[Matched]) -> str:
    if block and not block.startswith("block "):
        return block
    if game == "godzilla" and _is_monster_deck(library, lines):
        return "monster"
    kinds = {_PILE_TYPES.get(_type(library, game, line), "") for line in lines}
    if len(kinds) == 1 and (only := next(iter(kinds))):
        return only
    if block == "":
        return "main"
    return "main" if sum(line.count for line in lines) >= 40 else SIDE


def _is_monster_deck(library: Library, lines: list[Matched]) -> bool:
    """Four monsters, one of each rank, apart from the rest."""
    faces = [library.wording(line.card).faces[0] for line in lines if line.card]
    return (
        len(faces) == len(lines) == 4
        and all(line.count == 1 for line in lines)
        and {face.printed.get("rank") for face in faces} == {1, 2, 3, 4}
        and all(face.printed.get("type") == "monster" for face in faces)
    )


def deck_of(library: Library, found: Match, title: str = "") -> DeckList:
    """The deck from a list without open questions; cards with one name are distinguished by number."""
    game, number = edition(found.game)
    names: dict[int, str] = {}
    cards: dict[str, PrintedCard] = {}
    for line in found.lines:
        if line.card and line.card not in names:
            (looked_up,) = [
                one for one in Shelf(library).look_up(game.name, line.candidate.word)
                if fold(one.number or one.card.name) == fold(line.candidate.word)
            ][:1]  # fmt: skip
            name = str(looked_up) if looked_up.card.name in cards else looked_up.card.name
            names[line.card] = name
            cards[name] = replace(looked_up.card, name=name)
    piles: dict[str, list[str]] = {}
    for line in found.lines:
        name = names[line.card] if line.card else line.candidate.name
        piles.setdefault(line.pile, []).extend([name] * line.count)
    return DeckList(game, number, cards, _deck(game, piles), title)


def _deck(game: Game, piles: dict[str, list[str]]) -> Deck:
    ruler = piles.pop("ruler", [])
    kept = {pile: tuple(names) for pile, names in piles.items()}
    return Deck(
        kept | ({"ruler": tuple(ruler)} if len(ruler) > 1 else {}), ruler[0] if len(ruler) == 1 else ""
    )
