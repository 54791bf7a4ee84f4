"""Notes that a rule makes about its words."""

from __future__ import annotations

from typing import Any, NamedTuple


class Mark(NamedTuple):
    """Something a rule notes about its words without being a part: the value of the rule is then `Marked`."""

    name: str


class Marked(NamedTuple):
    value: Any
    mark: Mark


class Noun(str):
    """A kind of card as the rules call it, that stands in the text in the singular or the plural."""

    __slots__ = ("singular",)
    singular: bool

    def __new__(cls, kind: str, said: str) -> Noun:
        noun = super().__new__(cls, kind)
        noun.singular = not said.endswith("s") and said not in UNCOUNTED
        return noun


class One(Noun):
    """Whose one card is meant: "an opponent's monster" is one of them, however the words are cut."""

    __slots__ = ()


class Bare(str):
    """ "The opponent", without a word about whose."""

    __slots__ = ()


class Singly(str):
    """ "In each player's hand": where something is asked, of each of the two by themself."""

    __slots__ = ()


class They(str):
    """A player named by a pronoun: never "you", and rather the one named last than whose turn it is."""

    __slots__ = ()


class Theirs(Noun):
    """Whose cards are several: "their owner" is not the owner of one card, if several were named."""

    __slots__ = ()


class ThatOnes(str):
    """ "That unit's owner": of the card that the words point at, and not of "it"."""

    __slots__ = ("of",)
    of: Any

    def __new__(cls, which: str, of: Any) -> ThatOnes:
        owner = super().__new__(cls, which)
        owner.of = of
        return owner


class Each(tuple[int, ...]):
    """Zones joined by "and": if cards must be there, then in each of them."""


class EitherZone(tuple[int, ...]):
    """Zones joined by "or": what is asked of them is asked of one of them."""


class Ahead(tuple[Any, ...]):
    """Conditions that stand before what they ask for: "if …, draw 1 card", and not "draw 1 card if …"."""


class First(tuple[Any, ...]):
    """The first of them takes the place of what was said: "draw 2 cards instead, then …"."""


class That(str):
    """ "At the end of that turn": of this one, or of one that was named before."""


UNCOUNTED = frozenset({"energy", "life", "stock", "soul"})
