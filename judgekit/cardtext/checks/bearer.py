"""What a text calls its own card: "this unit" is on a unit, "this charge" works as a charge.

The grammar reads "this" with any noun of the game as the card itself. Whether the noun fits is checked here
for a card whose type is known; for a text alone, whether there could be such a card at all. Quoted text is
about the card that gains it, and is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from judgekit.cardtext.build.targets.selecting import put_for_it
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.finish import is_unread
from judgekit.cardtext.language import language
from judgekit.cardtext.lexicon import Lexicon, lexicon
from judgekit.cardtext.model import Ability, Node, OtherThan, Selector, Subject, This
from judgekit.cardtext.parse import grammar, lines, parse, parse_line, pieces, place_in, said, unmarked
from judgekit.cardtext.reader import WORDS
from judgekit.cardtext.recovery import read_line, unread_in, unread_line
from judgekit.cardtext.references.agreement import subjects
from judgekit.cardtext.scan import Token, scan

ANY = "card"
MOST_LINES = 40
TOO_MANY = "the text has too many lines for a card: reading stopped here"
ELSEWHERE = frozenset({ANY, "zone", "strategy zone", "circle"})  # said of all, or judged by the grammar

# Which types of card a noun is said of: a place is none.


class Called(NamedTuple):
    """What a text calls its card, and where the noun stands."""

    noun: str
    said: str
    position: int
    areas: frozenset[str] = frozenset()  # where the abilities of its line work


def parse_on(
    text: str, game: str, properties: Mapping[str, Any], known: Lexicon | None = None
) -> tuple[Ability, ...]:
    """The abilities of a text on a given card; a noun that does not fit the card is an error."""
    known = known or lexicon(game, (properties,))
    found = parse(text, game, known)
    text = unmarked(text, game)
    for each, why in misfits(text, game, properties, known):
        raise CardTextError(text, each.position, (), reason=why)
    return tuple(besides_that(each, game, str(properties.get("type") or "")) for each in found)


def read_on(
    text: str, game: str, properties: Mapping[str, Any], known: Lexicon | None = None
) -> tuple[Ability, ...]:
    """What can be read of a text on that card; the rest of it is kept as `Unread`."""
    known = known or lexicon(game, (properties,))
    found: list[Ability] = []
    told = language(game).told
    plain = unmarked(text, game)
    for at, line in enumerate(lines(told(plain, properties) if told else plain)):
        if at == MOST_LINES:
            return (*found, unread_line(line, CardTextError(line, 0, (), reason=TOO_MANY)))
        said = tuple(unread_there(each, game, properties) for each in read_line(line, game, known))
        if is_whole(line, game, known):
            for called_so, why in misfits(line, game, properties, known):
                said = (unread_line(line, CardTextError(line, called_so.position, (), reason=why)),)
        found += said
    return tuple(besides_that(each, game, str(properties.get("type") or "")) for each in found)


def unread_there(ability: Ability, game: str, properties: Mapping[str, Any]) -> Ability:
    """Words that are not read on a card of another type: when they happen is unknown."""
    spoken, kind = language(game), str(properties.get("type") or "")
    elsewhere = spoken.unsaid_on and kind and kind not in spoken.unsaid_on
    if not elsewhere or ability.trigger != spoken.unsaid or not is_unread(ability.body):
        return ability
    return msgspec.structs.replace(ability, kind="continuous", trigger=None)


@lru_cache(maxsize=4096)
def is_whole(line: str, game: str, known: Lexicon) -> bool:
    """Whether every word of a line is read."""
    return not any(unread_in(each) for each in read_line(line, game, known))


def misfits(
    text: str, game: str, properties: Mapping[str, Any], known: Lexicon | None = None
) -> Iterator[tuple[Called, str]]:
    """The nouns that do not fit the card, or not each other, and why."""
    possible: frozenset[str] = frozenset(kind for types in language(game).types.values() for kind in types)
    for each in called(text, game, known):
        if each.noun == "ability":  # what the card says, and not what it is
            continue
        types = language(game).types.get(each.noun)
        possible = possible if types is None else possible.intersection(types)
        why = misplaced(each, game) if types is None else mistyped(each, game, types, properties)
        if not why and not possible:
            why = "the card was called something else before; say “this card”"
        if why:
            yield each, f"“this {each.said}”: {why}"
    yield from strangers(text, game, str(properties.get("type") or ""), known)
    yield from timeless(text, game, str(properties.get("type") or ""), known)


def timeless(text: str, game: str, kind: str, known: Lexicon | None) -> Iterator[tuple[Called, str]]:
    """What happens without saying when, on a card of a type that gives it no moment."""
    spoken = language(game)
    if not kind or spoken.unsaid is None or not spoken.unsaid_on or kind in spoken.unsaid_on:
        return
    for piece in pieces(text):
        if any(each.trigger == spoken.unsaid for each in parse_line(said(text, piece), game, known)):
            yield (
                Called("card", "card", place_in(piece, 0)),
                "something happens here, but the text does not say when",
            )


def strangers(text: str, game: str, kind: str, known: Lexicon | None) -> Iterator[tuple[Called, str]]:
    """ "Other" units, on a card that is not a unit: nothing says which unit is excluded."""
    for piece in pieces(text) if kind else ():
        line = said(text, piece)
        keys = [*scan(line)]
        places = [
            token.start
            for token, after in zip(keys, [*keys[1:], None], strict=True)
            if token.key in ("other", "another") and (after is None or after.key != "than")
        ]
        if not places:
            continue
        for ability in parse_line(line, game, known):
            for noun in map(first_noun, others(besides_that(ability, game, kind), game, kind)):
                at = Called(noun, noun, place_in(piece, places[0]))
                yield at, f"“other” than what? The card is of the type {kind}, and no {noun}"


def besides_that(ability: Ability, game: str, kind: str) -> Ability:
    """ "When you play a unit, ready 1 of your other units", on a card that is no unit: not the one played."""
    cards = subjects(ability.trigger) if ability.trigger is not None else []
    found = [*others(ability.body, game, kind)] if kind else []
    if not found or len(cards) != 1 or not isinstance(cards[0], Selector) or This() in cards:
        return ability
    came, by = cards[0], getattr(ability.trigger, "by", "")
    came = msgspec.structs.replace(came, whose=came.whose or by)
    if any(not may_be_one_of(came, each, game) for each in found):
        return ability
    body = ability.body
    for each in found:
        filters = tuple(OtherThan(Subject()) if one == OtherThan(This()) else one for one in each.filters)
        body = put_for_it(body, msgspec.structs.replace(each, filters=filters), each)
    return msgspec.structs.replace(ability, body=body)


def may_be_one_of(came: Selector, what: Selector, game: str) -> bool:
    """Whether the card of an event can be one of those described: of a kind with them, and not the other
    player's."""
    known = language(game).types
    kinds = [{kind for noun in each.types for kind in known.get(noun, (noun,))} for each in (came, what)]
    return (not came.types or bool(kinds[0] & kinds[1])) and {came.whose, what.whose} != {"you", "opponent"}


def first_noun(what: Selector) -> str:
    return what.types[0]


def others(node: Any, game: str, kind: str) -> Iterator[Selector]:
    """The descriptions of “other” cards, where this card is not one of them; quoted text is skipped."""
    if isinstance(node, Selector) and OtherThan(This()) in node.filters and node.types:
        if not any(kind in language(game).types.get(noun, (kind,)) for noun in node.types):
            yield node
    if isinstance(node, tuple):
        for part in node:
            yield from others(part, game, kind) if not isinstance(part, Ability) else ()
    elif isinstance(node, Node):
        for name in node.__struct_fields__:
            inner = getattr(node, name)
            yield from others(inner, game, kind) if not isinstance(inner, Ability) else ()


def misplaced(noun: Called, game: str) -> str:
    """A noun that says where the card is, on an ability that does not work there."""
    where = language(game).areas[noun.noun]
    return "" if where in noun.areas else f"nothing says that it works in the {where}; say “this card”"


def mistyped(noun: Called, game: str, types: tuple[str, ...], properties: Mapping[str, Any]) -> str:
    """A noun that is not used for cards of that type or trait."""
    kind = str(properties.get("type") or "")
    if not types:
        return "that is a place, and no card; say “this card”"
    if kind and kind not in types:
        return f"the card is of the type {kind}; {advice(game, kind)}"
    if kind and not has_trait(game, noun.noun, properties):
        return f"the card has not the trait {language(game).traits[noun.noun]}; {advice(game, kind)}"
    return ""


def has_trait(game: str, noun: str, properties: Mapping[str, Any]) -> bool:
    trait = language(game).traits.get(noun)
    return trait is None or trait in (properties.get("traits") or ())


def advice(game: str, kind: str) -> str:
    """What could be said instead."""
    plain = [
        ANY,
        *(noun for noun, types in language(game).types.items() if kind in types and noun != "token"),
    ]
    return "say " + " or ".join(f"“this {noun}”" for noun in plain)


@lru_cache(maxsize=4096)
def called(text: str, game: str, known: Lexicon | None = None) -> tuple[Called, ...]:
    """Everything a text calls its card, except "this card"."""
    return tuple(
        each._replace(position=place_in(piece, each.position))
        for piece in pieces(text)
        for each in in_line(said(text, piece), game, known)
    )


def in_line(line: str, game: str, known: Lexicon | None) -> Iterator[Called]:
    tokens = scan(line)
    for at, token in enumerate(tokens):
        if token.key == "this" and (length := noun_at(tokens, at + 1, game)):
            words = tokens[at + 1 : at + 1 + length]
            noun = nouns(game)[tuple(word.key for word in words)]
            called_so = line[words[0].start : words[-1].end].removesuffix("'s").removesuffix("’s")
            if noun not in ELSEWHERE:
                yield Called(noun, called_so, words[0].start, areas_of(line, game, known))


def areas_of(line: str, game: str, known: Lexicon | None) -> frozenset[str]:
    """Where all abilities of a line work, as far as it says so."""
    first, *others = (frozenset(ability.areas) for ability in parse_line(line, game, known))
    return first.intersection(*others)


def noun_at(tokens: list[Token], at: int, game: str) -> int:
    """How many words the noun at this place has; 0 if there is none."""
    keys = tuple(token.key for token in tokens[at : at + LONGEST])
    return max((n for n in range(1, len(keys) + 1) if keys[:n] in nouns(game)), default=0)


LONGEST = 3


@cache
def nouns(game: str) -> dict[tuple[str, ...], str]:
    """The words that a game has for cards, with and without "'s", and what its texts mean by them."""
    found = {}
    for rule in ("noun", "noun_s"):
        for each in grammar(game).rules[rule]:
            found[tuple(step.name for step in each.steps)] = each.action.removeprefix(WORDS)
    return found
