"""The table of actions, and the shapes that only exist while a text is being read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from judgekit.cardtext import model as m

ACTIONS: dict[str, Callable[..., Any]] = {}
F = TypeVar("F", bound=Callable[..., Any])


def action(function: F) -> F:
    """Register a function for the rule or alias that has its name (a final underscore is ignored)."""
    register(function.__name__, function)
    return function


def register(name: str, meaning: Callable[..., Any]) -> None:
    name = name.removesuffix("_")
    if name in ACTIONS:
        raise ValueError(f"two actions are called {name}")
    ACTIONS[name] = meaning


def actions(**rows: Callable[..., Any]) -> None:
    """One row per rule: what its parts mean together, where one expression says it."""
    for name, meaning in rows.items():
        register(name, meaning)


def events(**rows: Callable[..., m.Event]) -> None:
    """One row per rule that describes an event: the second of its parts is the tense."""
    for name, happening in rows.items():
        register(name, tensed(happening))


def tensed(happening: Callable[..., m.Event]) -> Callable[..., Tensed]:
    return lambda what, tense, *rest: Tensed(tense, happening(what, *rest))


def constants(**values: Any) -> None:
    """Rules that always mean the same."""
    for name, value in values.items():
        register(name, always(value))


def always(value: Any) -> Callable[..., Any]:
    return lambda *_: value


PutTo = tuple[tuple[str, ...], str]  # "into your drop zone": which areas, and whose
NOT_SAID: PutTo = ((), "")


def put_to(event: m.Event) -> PutTo:
    """Where an event puts its cards."""
    return (event.to, event.whose) if isinstance(event, m.Moved) else NOT_SAID


class Pronoun(m.Node, frozen=True):
    """ "it", "them", "that monster", "the rest": settled when the whole ability is known."""

    word: str
    noun: str = ""
    deed: str = ""  # "the removed card": what was done to it
    earlier: bool = False  # spoken of before the condition behind which it stands
    called: str = ""  # "that Dragon": the word that it was described by
    to: PutTo = NOT_SAID  # "put into your drop zone this way": where, and whose that is


def pronoun(word: str, noun: str = "", deed: str = "", to: PutTo = NOT_SAID) -> m.Target:
    """A pronoun in place of a target; a finished ability contains none."""
    return cast(m.Target, Pronoun(word, noun, deed, to=to))


class Both(Pronoun, frozen=True):
    """ "both of them": what is asked of them is asked of two."""


IT = pronoun("it")
THEM = pronoun("them")
ONESELF = m.Player("you")  # known by identity: whoever performs the verb, if it is somebody else
GAP = pronoun("gap")  # the card of "cards that moved this turn", which the event is about
BOTH = cast(m.Target, Both("them"))


class Head(NamedTuple):
    """A noun with what stands before it."""

    types: tuple[str, ...]
    filters: tuple[m.Filter, ...]
    lone: bool = False  # in the singular, so that a number should stand before it


class Where(NamedTuple):
    """ "in your discard pile" after a noun."""

    areas: tuple[str, ...]
    whose: m.Who


class OutOf(Where):
    """ "from your hand" after a noun: what is counted or compared with is not taken from anywhere."""


class Numbered(NamedTuple):
    """ "as choice 2" after a noun: our own wording, where a pronoun would not do."""

    n: int


class Chooser(NamedTuple):
    """ "at random", "of your opponent's choice" after a noun."""

    who: Any


class Excepted(NamedTuple):
    """ "other than red battle cards": what the other cards are, by type and by the rest; by a noun?"""

    types: tuple[str, ...]
    filters: tuple[m.Filter, ...]
    named: bool


class Beside(NamedTuple):
    """ "in adjacent zones": of several, to each other; else to this card."""

    relation: str


class Topped(NamedTuple):
    """ "with the highest power among your Battle Cards": those must be the cards that are described."""

    extreme: m.Extreme
    group: m.Selector


class Compared(NamedTuple):
    """ "2 or less"."""

    compare: m.Comparison
    amount: m.Amount


class OwnNumber(m.Node, frozen=True):
    """ "higher than this card's": the number in question, of that card or player."""

    what: m.Target


class EitherCard(m.Node, frozen=True):
    """ "this member or another of your members", before what it does: one event each."""

    parts: tuple[m.Target, m.Target]


class Tensed(NamedTuple):
    """An event and its tense: now, would, past."""

    tense: str
    event: m.Event


class AttackedBy(m.Attacks, frozen=True):
    """ "is attacked by …": the same event, seen from the attacked card."""


class Destroyer(m.Cause, frozen=True):
    """ "a unit destroys a unit": the same cause, named first."""


class DealtBy(m.Damages, frozen=True):
    """ "is dealt damage by …": seen from the card that is hit."""


class DoneAmong(m.Among, frozen=True):
    """ "put there this way": one of the cards that the text has put there."""


class AsLong(m.Until, frozen=True):
    """ "It also gains …": for as long as what the sentence before gave it."""


class ThatNumber(m.ThatMany, frozen=True):
    """ "that number": the one that was chosen, if one was."""


class ThatStat(m.ThatMany, frozen=True):
    """ "With that rank": the number that was chosen, if one was; if not, that of the card spoken of."""

    stat: str = ""


class OfThat(m.Is, frozen=True):
    """ "Of that color": the one that was chosen, if one was; if not, that of the card spoken of."""


class ManySuch(m.ThatMany, frozen=True):
    """ "put into your graveyard this way", "charges moved this way": of what was done, such cards alone."""

    whose: m.Who = ""
    area: str = ""  # where they lay


class Several(NamedTuple):
    """A quantity that only a condition can have ("2 or less", "no")."""

    compare: m.Comparison
    n: m.Amount


class Just(m.Exactly, frozen=True):
    """ "exactly 2": the same as "2" when taking cards, but a condition does not hold for more."""


class The(m.Every, frozen=True):
    """ "the …" before a description: all that it fits, unless it names a role ("the attacking member")."""


class ThatDeck(m.Shuffle, frozen=True):
    """ "shuffle it", "shuffle the deck": the one mentioned last."""


class AllOf(m.Every, frozen=True):
    """ "all …", "each …" before a description, and not only a plural."""


class AllTwo(AllOf, frozen=True):
    """ "both …" before a description: all that it fits."""


class Steps(NamedTuple):
    """What one sentence does, and how it is linked to the one before."""

    verbs: tuple[m.Verb, ...]
    link: str = ""  # "", "if you do", "if you don't", "otherwise", "letter"


class InsteadOf(NamedTuple):
    verbs: tuple[m.Verb, ...]
    optional: bool


class Per(NamedTuple):
    """ "for each …" after a verb."""

    amount: m.Amount
    every: int = 1
    most: int | None = None  # of the product


class Change(NamedTuple):
    """ "+1000 counter power", "[Burst II]", "the «Mecha» trait": what a card gains."""

    stat: str
    how: Any
    amount: m.Amount


class More(Change):
    """ "an additional +500 power": a “for each” behind it counts for this one alone."""


class During(NamedTuple):
    """A duration stated first."""

    duration: m.Duration | None
    conditions: tuple[m.Condition, ...] = ()
    asked_always: bool = False


class AttackedBySuch(m.Matches, frozen=True):
    """ "is attacked by …": how things stand, but behind “when” what happens."""


class Throughout(m.If, frozen=True):
    """ "As long as …": checked all the time, which only a standing effect can do."""


class NextTime(m.Delayed, frozen=True):
    """ "The next time …": once, and without a time that is said elsewhere."""


class HeaderPart(NamedTuple):
    """What a header gives the ability: values for its fields."""

    label: str = ""
    fields: tuple[tuple[str, Any], ...] = ()


AnyQuantity = m.Quantity | Several
