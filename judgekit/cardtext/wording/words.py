"""The words in which the games differ, and small English."""

from __future__ import annotations

import msgspec

from judgekit.cardtext.model import Comparison, Target, Who


class Mode(msgspec.Struct, frozen=True):
    """How a card lies, where the game has words of its own for it."""

    adjective: str  # an exhausted unit
    make: str  # exhaust a unit
    becomes: str  # when a unit becomes exhausted


class Words(msgspec.Struct, frozen=True):
    """One game's vocabulary, as the standard wording uses it.

    `idioms`: turns of speech that only some games have, by what they are.

    `numbered`: choices get numbers ("as choice 1"), for texts where "it" would point elsewhere.
    `plural`: the choices that are "them". `spelt`: for people, who must see what each pronoun means; they are
    told what stands as such, what cards were like that have gone, and where cards were moved.
    """

    game: str
    destroy: str = "destroy"
    destroyed: str = "destroyed"
    ability: str = "ability"
    abilities: str = "abilities"
    effect: str = "effect"
    use: str = "play"  # an ability
    abilities_used: dict[str, str] = {}  # what the sorts that can be waited for are called
    activate: str = "activate"  # another card's ability
    cost: str = "cost"  # of playing a card
    flip: str = "flip"
    the_attack: str = "the attack"
    master: str = "master"  # who has a card in play
    modes: dict[str, Mode] = {}  # for "active" and "rest"; none: a card is in active or rest mode
    idioms: frozenset[str] = frozenset()
    acts: dict[str, str] = {}  # what may be forbidden or demanded, where the game has a word of its own
    capitals: frozenset[str] = frozenset()  # numbers that are printed in capitals: "atk"
    numbered: bool = False
    plural: frozenset[int] = frozenset()
    spelt: dict[int, str] = {}  # what each choice is, said behind the pronoun that means it
    standing: bool = False  # what stands is not done one after the other
    gone: frozenset[Target] = (
        frozenset()
    )  # cards that the text has moved away: they are asked about as they were
    moved: str = ""  # "put into the graveyard": where the ability moves cards, if that is one place
    player: str = ""  # who "that player" is
    rites: bool = False  # an Abyssal Summoning fulfils the requirements of the card

    @property
    def tags(self) -> bool:
        """Choices are numbered where they are made; people are told by names."""
        return self.numbered and not self.spelt


ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
SUBJECT, OBJECT = -1, -2  # the cards of the event, beside the numbers of choices


SUBJECTS: dict[str, str] = {
    "you": "you",
    "opponent": "your opponent",
    "the opponent": "the opponent",
    "each": "each player",
    "that player": "that player",
    "that player's opponent": "that player's opponent",
    "owner": "its owner",
    "master": "its master",
    "turn player": "the turn player",
    "any": "a player",
    "their": "that player",
}
OWNERS: dict[str, str] = {
    "you": "your",
    "opponent": "your opponent's",
    "the opponent": "the opponent's",
    "each": "each player's",
    "their": "their",
    "owner": "its owner's",
    "master": "its master's",
    "that player": "that player's",
    "that player's opponent": "that player's opponent's",
    "turn player": "the turn player's",
    "any": "either player's",
}


def subject(who: Who) -> str:
    return SUBJECTS[who]


def owner(who: Who) -> str:
    return OWNERS[who]


SINGULAR_VERBS = {"have": "has", "are": "is", "do": "does"}


def third(verb: str) -> str:
    """The verb after "he": draw -> draws."""
    first, _, rest = verb.partition(" ")
    if first in SINGULAR_VERBS:
        first = SINGULAR_VERBS[first]
    elif first.endswith(("s", "sh", "ch", "x")):
        first += "es"
    elif first.endswith("y") and first[-2] not in "aeiou":
        first = first[:-1] + "ies"
    else:
        first += "s"
    return f"{first} {rest}" if rest else first


def done_by(who: Who, verb: str) -> str:
    """A verb with its player; "you" is left out."""
    if who == "you":
        return verb
    return f"{subject(who)} {third(verb)}"


def a(phrase: str) -> str:
    vowel = phrase[:1].lower() in "aeiou" and not phrase.lower().startswith("uni")  # as in "unit"
    return f"an {phrase}" if vowel else f"a {phrase}"


def listed(words: list[str], joint: str = "or") -> str:
    if len(words) < 3:
        return f" {joint} ".join(words)
    return f"{', '.join(words[:-1])}, {joint} {words[-1]}"


BOUNDS: dict[str, str] = {
    "at most": "equal to or less than {}",
    "at least": "equal to or greater than {}",
    "equal": "equal to {}",
    "less": "less than {}",
    "more": "greater than {}",
    "unequal": "not equal to {}",
    "even": "even",
    "odd": "odd",
}


def bound(compare: Comparison, amount: str) -> str:
    """ "2 or less"; with anything but a number: "equal to or less than …"."""
    if amount.isdigit() or amount in ("X", "Y"):
        if compare == "at most":
            return f"{amount} or less"
        if compare == "at least":
            return f"{amount} or more"
        if compare == "equal":
            return amount
        if compare == "unequal":
            return f"not {amount}"
    return BOUNDS[compare].format(amount)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
