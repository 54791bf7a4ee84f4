"""Printed card text -> abilities."""

from __future__ import annotations

import difflib
import re
from functools import cache, lru_cache, partial
from itertools import zip_longest
from typing import Any

import msgspec

from judgekit.cardtext.build import ACTIONS
from judgekit.cardtext.checks.sense import sensible
from judgekit.cardtext.discourse import WhichOne
from judgekit.cardtext.errors import AMBIGUOUS, Ambiguous, CardTextError, QuotedUnread, TooLong, Unsound
from judgekit.cardtext.finish import finish
from judgekit.cardtext.labels import LABELS
from judgekit.cardtext.language import language
from judgekit.cardtext.lexicon import STRANGER, Lexicon, lexicon
from judgekit.cardtext.markup import plain
from judgekit.cardtext.model import Ability
from judgekit.cardtext.reader import Grammar, Reading, Refusal, Step
from judgekit.cardtext.references import resolve
from judgekit.cardtext.rewording import as_meant, normal, turned
from judgekit.cardtext.rewording import words as reworded
from judgekit.cardtext.scan import Token, scan
from judgekit.cardtext.stored import stored_grammar
from judgekit.once import once


def parse(text: str, game: str, known: Lexicon | None = None) -> tuple[Ability, ...]:
    """All abilities of a card text, in order. An unread word is a CardTextError.

    `known` is what traits and characters are called, by the cards at hand."""
    found: list[Ability] = []
    text = unmarked(text, game)
    for piece in pieces(text):
        try:
            found.extend(parse_line(said(text, piece), game, known))
        except CardTextError as error:
            raise error.moved(text, place_in(piece, error.position)) from None
    return tuple(found)


Piece = list[tuple[int, int]]  # where its parts begin and end in the text


def lines(text: str) -> list[str]:
    """One or more abilities each."""
    return [said(text, piece) for piece in pieces(text)]


def pieces(text: str) -> list[Piece]:
    """Lines; one that begins with a bullet belongs to the one before, an event's effect to its timing."""
    found: list[Piece] = []
    event: Piece | None = None
    for start, end in (part for span in line_spans(text) for part in one_by_one(text, *span)):
        line = text[start:end]
        priced = event is not None and TIMED.fullmatch(said(text, event)) and BESIDES.match(line)
        if event is not None and (priced or not stands_apart(line)):
            event.append((start, end))
        else:
            found.append([(start, end)])
            event = found[-1] if line.lower().startswith("timing") else event
    return found


def one_by_one(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """What is printed in one line and is more than one ability."""
    return [part for span in own_playing_first(text, start, end) for part in each_trigger(text, *span)]


def each_trigger(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """ "Whenever A, do this. Whenever B, do that.": two abilities, unless B speaks of what was just done."""
    first = TRIGGERED.match(text, start, end)
    if first is None or first.end() == end:
        return [(start, end)]
    return [(start, first.start() + len(first[0].rstrip())), *each_trigger(text, first.end(), end)]


def own_playing_first(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """ "As an additional cost to play this card, discard a card. Draw 2 cards.": two things in one line."""
    first = OWN_PLAYING.match(text, start, end)
    if first is None or first.end() == end or GOES_ON.match(text, first.end()):
        return [(start, end)]
    return [(start, first.start() + len(first[0].rstrip())), (first.end(), end)]


BESIDES = re.compile(
    r"as an additional cost to play this card\b|to play this card, you must\b", re.IGNORECASE
)
TIMED = re.compile(r"timing[^.\n]*\.?", re.IGNORECASE)  # and nothing that the event does
OWN_PLAYING = re.compile(
    r"(as an additional cost to play this card|to play this card, you must|you (can|may) play this card only"
    r"|(resource|forced reveal)(?=\.))[^.]*\.\s+",
    re.IGNORECASE,
)

TRIGGERED = re.compile(
    r"""(when(ever)?|(each|every)\s+time|at\s+the)\b[^"“”.]*\.(\s+(?!(when(ever)?|(each|every)\s+time)\b)[^"“”.]*\.)*?\s+
    (?=(when(ever)?|(each|every)\s+time)\s
        (?![^,.]*\b(it|its|they|them|their|that|those|this\s+(turn|way|battle)|next|chosen|you\s+d(o|id))\b))""",
    re.VERBOSE | re.IGNORECASE,
)  # a trigger with what it does, and another trigger behind it


def line_spans(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = 0
    for line in re.split(r"(?<=\n)|■", text):
        stripped = line.strip()
        end = at + len(line.rstrip())
        if stripped and found and goes_on(stripped):
            found[-1] = (found[-1][0], end)
        elif stripped:
            found.append((at + len(line) - len(line.lstrip()), end))
        at += len(line) + (text[at + len(line) : at + len(line) + 1] == "■")
    return [(start, end) for start, end in found if not REMINDER.fullmatch(text[start:end])]


def stands_apart(line: str) -> bool:
    """On an event card: a box, a keyword, or what it says about its own playing."""
    return line[0] in "[【［" or APART.search(line.lower()) is not None


APART = re.compile(
    r"^(resource|forced reveal|dr \d+)\.?$|^discount\b"
    r"|^(if|while|as long as) this card is in your [a-z ]+, (it|this card|you) (costs|can|may)\b"
    r"|^as an additional cost to play this card\b|^to play this card, you must\b"
    r"|\b(rather than pay|instead of paying|rather than paying) (this card's|its) (resource )?cost\.?$"
    r"|(^|, )(this card (costs|can|cannot|can't)|you (can|may) play this card)\b"
)


def said(text: str, piece: Piece) -> str:
    return "\n".join(text[start:end] for start, end in piece)


def place_in(piece: Piece, position: int) -> int:
    """The place in the text of something in a piece."""
    for start, end in piece:
        if position <= end - start:
            return start + position
        position -= end - start + 1
    return piece[-1][1]


REMINDER = re.compile(r"(\s*[(（]([^()（）]|[(（][^()（）]*[)）])*[)）])+\s*")  # explains, and does nothing
BULLETS = "•・●⦁-*"
GOES_ON = re.compile(
    r"""\d+(?:[-–—]\d+|\s+or\s+(?:more|less|fewer))?\s*[-–—:]\s
    | if\s+it(?!(['’]s|\s+is)\s+(not\s+)?(your|the)\b)\b
    | if\s+(they|that|those|you\s+do|you\s+did|you\s+don['’]t)\b
    | (if|for\s+each)\b[^.,]*\b(among|of)\s+(them|those)\b
    | (if|for\s+(each|every))\b[^.,]*\bthis\s+way\b
    | (then|otherwise|instead)\b
    | (that|those|it|they)\s
    | (deal|destroy|return|exhaust|ready|heal|discard|put|place|add|send|move|ko|switch|rest
        |stand|remove|give)\s
        ([\d+]+\s(damage\s|life\s)?(to|from)\s)?(it|them|that\s\w+|those\s\w+)\b
    | (?![\[<【])(?!.*\b(choose|select|reveal)\b).*\bthe\s+(chosen|revealed)\s""",
    re.VERBOSE | re.IGNORECASE,
)  # a case of a list; or words that speak of what was just done


def goes_on(line: str) -> bool:
    """Whether a line belongs to the ability of the line before."""
    return line[0] in BULLETS or GOES_ON.match(line) is not None


@lru_cache(maxsize=512)
def unmarked(text: str, game: str) -> str:
    """The words of a text, without the markup of lists and web pages."""
    return plain(text, icons(game), language(game).markup)


@cache
def icons(game: str) -> frozenset[str]:
    """What a game prints in square brackets."""
    phrases = (each[1:].partition("]")[0].strip() for each in grammar(game).phrases if each.startswith("["))
    names = (" ".join(step.name for step in each.steps) for each in grammar(game).rules["keyword_name"])
    return frozenset({*phrases, *names} - {""})


@lru_cache(maxsize=4096)
def parse_line(text: str, game: str, known: Lexicon | None = None) -> tuple[Ability, ...]:
    found = readings_of(text, game, known)
    if len(found) > 1:
        raise Ambiguous(text, 0, (), reason=two_ways(found, game))
    return tuple(msgspec.structs.replace(each, text=text.strip()) for each in found[0])


def two_ways(found: list[tuple[Ability, ...]], game: str) -> str:
    """A text with two meanings is not decided by chance."""
    from judgekit.cardtext.wording.abilities import ability_words

    try:
        ways = [
            " ".join(ability_words(language(game).words, each) for each in reading) for reading in found[:2]
        ]
    except (AttributeError, KeyError, TypeError):  # something that our wording cannot say
        return f"{AMBIGUOUS} two ways"
    return f"{AMBIGUOUS} two ways: “{ways[0]}” or “{ways[1]}”"


def readings_of(text: str, game: str, known: Lexicon | None = None) -> list[tuple[Ability, ...]]:
    """Every meaning of the line; more than one is a fault of the grammar, and a test says so."""
    tokens = as_meant(stopped(words_of(with_a_stop(text), game, known)))
    try:
        return readings(text, tokens, game, known)
    except Ambiguous:
        raise
    except CardTextError as error:
        if error.reason == TOO_LONG:  # nobody says a whole page otherwise
            raise
        found = Rereading(text, game, known).meanings(tokens, error)
        if not found:
            raise
        return found


class Rereading:
    """A line that is not read as it stands, put otherwise until it is."""

    def __init__(self, text: str, game: str, known: Lexicon | None) -> None:
        self.text, self.game, self.known = text, game, known
        self.left = REREADINGS
        self.seen: set[tuple[str, ...]] = set()

    def meanings(self, tokens: list[Token], error: CardTextError) -> list[tuple[Ability, ...]]:
        plain = normal(tokens)
        if plain != tokens:
            return self.tried(plain, TURNS)
        return self.turned(plain, error, TURNS)

    def tried(self, tokens: list[Token], turns: int) -> list[tuple[Ability, ...]]:
        words = tuple(each.key or str(each.value) for each in tokens)
        if words in self.seen or not self.left:
            return []
        self.seen.add(words)
        self.left -= 1
        try:
            return readings(self.text, tokens, self.game, self.known)
        except Ambiguous:
            return []
        except CardTextError as error:
            return self.turned(tokens, error, turns)

    def turned(self, tokens: list[Token], error: CardTextError, turns: int) -> list[tuple[Ability, ...]]:
        """What the line means with one part put otherwise, if that is one thing."""
        if not turns:
            return []
        stop = None if error.word is None or error.word >= len(tokens) - 1 else error.word
        found: list[tuple[Ability, ...]] = []
        for other in turned(tokens, stop):
            for meaning in self.tried(other, turns - 1):
                if meaning not in found:
                    found.append(meaning)
        return found if len(found) == 1 else []


REREADINGS = 40  # lines tried in place of one
TURNS = 4  # parts that can be put otherwise


def readings(
    text: str, tokens: list[Token], game: str, known: Lexicon | None = None
) -> list[tuple[Ability, ...]]:
    reading = Reading(grammar(game), tokens, actions(game, known))
    found: list[tuple[Ability, ...]] = []
    refusal = ""
    open_reference: WhichOne | None = None
    refers = dict(known.refers) if known is not None else {}
    try:
        whole = reading.read("line")
    except TooLong as stop:
        position = tokens[min(stop.word, len(tokens) - 1)].start
        raise CardTextError(text, position, (), reason=TOO_LONG) from None
    for each in whole:
        try:
            settled = tuple(sensible(finish(resolve(ability, game, refers), game)) for ability in each)
        except WhichOne as error:
            open_reference = error
            continue
        except Unsound as error:
            refusal = str(error) if refusal in ("", SAID_OTHERWISE) else refusal
            continue
        if settled not in found:
            found.append(settled)
    if not found and open_reference is not None:
        raise Ambiguous(text, 0, (), reason=f"{AMBIGUOUS} several ways: {open_reference}")
    if not found:
        raise unread(text, reading, refusal, game, known)
    return found


def with_a_stop(line: str) -> str:
    """An event's timing is a sentence of its own, even if only the end of the line follows."""
    timing, end, effect = line.partition("\n")
    is_open = end and timing.lower().startswith("timing") and not timing.endswith(".")
    return f"{timing}.{effect}" if is_open else line


TOO_LONG = "this is too long, or can be read in too many ways: reading stopped here"


def words_of(text: str, game: str, known: Lexicon | None = None) -> list[Token]:
    """The words of a line, and which of them name traits and characters."""
    bracketed = frozenset(language(game).bears.values())
    named = (known or lexicon(game)).named(scan(text), bracketed)
    return proper(named, game, known or Lexicon()) if language(game).bare else named


def stopped(tokens: list[Token]) -> list[Token]:
    """The full stop at the end may be left out; a keyword that stands alone has none."""
    opened = max((at for at, each in enumerate(tokens) if each.key == "["), default=0)
    alone = bool(tokens) and tokens[-1].key == "]" and tokens[opened - 1].key in ("]", ".", ":")
    if tokens and tokens[-1].key != "." and not alone:
        end = tokens[-1].end
        return [*tokens, Token(".", "", ".", end, end)]
    return tokens


UNHEARD_OF = "A_UNHEARD_OF"  # a word that no card at hand bears, or that looks like another misspelt


def proper(tokens: list[Token], game: str, known: Lexicon) -> list[Token]:
    """Where attributes and factions are printed bare, unknown capitalised words are one: "Zoo Brigade". If
    cards are at hand, only if the judge says so: one of them would have it."""
    found = joined(tokens, game)
    return [
        each._replace(kind=UNHEARD_OF)
        if each.kind in PROPERS and not is_called_so(after) and doubt(each, game, known)
        else each
        for each, after in zip_longest(found, found[1:])
    ]


PROPERS = ("A_PROPER", "A_PROPERS")


def is_called_so(after: Token | None) -> bool:
    """ "The Machine attribute": the text itself says what the word is."""
    return after is not None and after.key in ("attribute", "attributes", "faction", "factions")


def doubt(word: Token, game: str, known: Lexicon) -> str:
    """Why a bare word is not taken for an attribute or a faction."""
    said = str(word.value)
    if dict(known.refers).get(said) == LABELS["A_PROPER"]:
        return ""
    if any(
        said.lower() in (value, f"{value}s", f"{value}es", f"{value[:-1]}ies") for value, _ in known.kinds
    ):
        return ""
    words = [each for each in vocabulary(game) if len(each) > 5]
    if alike := difflib.get_close_matches(said.lower(), words, 1, 0.88):
        return f"“{said}” is misspelt, or {LABELS['A_PROPER']}: did you mean “{alike[0]}”?"
    if known.kinds:
        unborne = f"{LABELS['A_PROPER']} that no card at hand bears"
        return f"{AMBIGUOUS} two ways: “{said}” is {unborne}, or another word"
    return ""


def joined(tokens: list[Token], game: str) -> list[Token]:
    found: list[Token] = []
    for each in tokens:
        last = found[-1] if found else None
        if each.kind != "A_WORD" or not str(each.value)[0].isupper() or each.key in vocabulary(game):
            found.append(each)
        else:
            word = str(each.value).removesuffix("'s")  # "that Dragon's level"
            kind = PROPERS[word != each.value]
            if last is not None and last.kind == "A_PROPER":
                found[-1] = last._replace(kind=kind, value=f"{last.value} {word}", end=each.end)
            else:
                found.append(each._replace(kind=kind, value=word))
    return found


@cache
def vocabulary(game: str) -> frozenset[str]:
    """Every word that is part of the game's grammar itself."""
    rules = grammar(game).rules.values()
    own = frozenset(step.name for rule in rules for one in rule for step in one.steps if not step.is_rule)
    return own | reworded()


@once
def grammar(game: str) -> Grammar:
    return stored_grammar(game, language(game).source())


@lru_cache(maxsize=64)
def actions(game: str, known: Lexicon | None = None) -> dict[str, Any]:
    """The actions, with the one that reads a quoted ability in the same game."""

    def gain_quoted(text: str) -> tuple[Ability, ...]:
        try:
            return tuple(msgspec.structs.replace(each, text="") for each in parse_line(text, game, known))
        except CardTextError as error:
            raise QuotedUnread(error) from None

    own = language(game).actions  # loading the language registers its actions
    return {**ACTIONS, **own, "gain_quoted": gain_quoted}


def unread(text: str, reading: Reading, refusal: str, game: str, known: Lexicon | None) -> CardTextError:
    """Where the text stops making sense, and what could stand there."""
    if refusal:
        return CardTextError(text, 0, (), reason=refusal if refusal != SAID_OTHERWISE else NOT_LIKE_THIS)
    for start, _, error in reading.refusals:
        if isinstance(error, QuotedUnread):
            return error.error.moved(text, reading.tokens[start].start + 1 + error.error.position)
    at = reading.stop.at
    position = reading.tokens[at].start if at < len(reading.tokens) else len(text)
    if at < len(reading.tokens) and reading.tokens[at].kind == STRANGER:
        return CardTextError(
            text, position, (), reason=f"“{reading.tokens[at].value}”: {NOTHING_IN_BRACKETS}"
        )
    if at < len(reading.tokens) and reading.tokens[at].kind == UNHEARD_OF:
        why = doubt(reading.tokens[at], game, known or Lexicon())
        return (Ambiguous if why.startswith(AMBIGUOUS) else CardTextError)(text, position, (), reason=why)
    refused = best_refusal(reading)
    if refused is not None and at >= len(reading.tokens) - 1:
        return CardTextError(text, reading.tokens[refused.start].start, (), reason=str(refused.error))
    rest = " ".join(str(token.value) for token in reading.tokens[at : at + 4])
    expected = possible(reading.stop.expected, reading.grammar)
    hint = "" if refused is None else str(refused.error)
    return CardTextError(text, position, expected, partial(nearest, rest, reading), hint=hint, word=at)


NOTHING_IN_BRACKETS = "this game does not use these brackets; put a trait in « »"


def best_refusal(reading: Reading) -> Refusal | None:
    """Why words that were all understood make no sense together: the reason covering most words."""
    at = reading.stop.at
    if 0 < at < len(reading.tokens) and reading.tokens[at - 1].key == ",":
        at -= 1
    about = [each for each in reading.refusals if each.end >= at and str(each.error) != SAID_OTHERWISE]
    return min(about, key=lambda each: (-each.end, each.start), default=None)


SAID_OTHERWISE = "said in another way"
NOT_LIKE_THIS = (
    "these words are known, but not like this: say it in other words, or one thing after the other"
)


def possible(steps: set[Step], known: Grammar) -> tuple[str, ...]:
    """What could stand there, in words for people: kinds of phrases first, then single words they do not
    cover."""
    labels = {LABELS[step.name] for step in steps if LABELS.get(step.name)}
    words: set[str] = set()
    covered: set[str] = set()
    for step in steps:
        first = known.first[step.name] if step.is_rule else frozenset({step.name})
        if step.name in LABELS:
            covered |= first
        else:
            words |= first
    words -= covered
    labels |= {LABELS[word] for word in words if word in LABELS}
    return (*sorted(labels), *sorted(f"“{word}”" for word in words if word not in LABELS))


def nearest(rest: str, reading: Reading) -> str:
    """The phrase most like what is there, among those that could be."""
    known = reading.grammar
    first: set[str] = set()
    for step in reading.stop.expected:
        first |= known.first[step.name] if step.is_rule else {step.name}
    phrases = [each for each in known.phrases if re.split(r"(?<=\[)|\s", each)[0] in first]
    words = rest.lower().split()
    best, score = "", 0.6
    for length in range(1, len(words) + 1):
        piece = " ".join(words[:length])
        for close in difflib.get_close_matches(piece, phrases, 1, 0.6):
            ratio = difflib.SequenceMatcher(None, piece, close).ratio()
            if ratio > score and close != piece:
                best, score = close, ratio
    return best
