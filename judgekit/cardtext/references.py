"""Who "it", "them" and "their" are, once the whole ability is known.

Cards that a verb takes or a condition finds are mentioned in the order of the text. "it" is the last
single card
mentioned in the body; if there is none, the card of the event; if there is none, this card. "them" is the
last group.
"that monster" is the last monster. "the rest" is the group that a later choice took from.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judgekit.cardtext import model
from judgekit.cardtext.build.abilities import LetterIs
from judgekit.cardtext.build.registry import Just, Pronoun
from judgekit.cardtext.build.targets import Counted, Lone
from judgekit.cardtext.build.targets.selecting import FIGHTING
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Noun
from judgekit.cardtext.model import (
    Ability,
    After,
    Among,
    Bound,
    Compare,
    CreateToken,
    Delayed,
    EitherEvent,
    Event,
    Every,
    Exactly,
    Instead,
    NegateAbility,
    Node,
    Nth,
    Object,
    OtherThan,
    Rest,
    Selector,
    Some,
    Subject,
    Target,
    This,
    UpTo,
)

SINGLE_TYPES = frozenset({"monster card", "leader card", "ruler"})


class Mention(msgspec.Struct):
    """A group of cards that the text has spoken of."""

    n: int
    what: Selector
    single: bool
    used: bool = False
    taken_from: bool = False
    chosen: bool = False  # by an instruction to choose
    gone: bool = False  # an instruction has put it where nothing is done to it any more


class Scope:
    """One ability being settled."""

    def __init__(self, ability: Ability) -> None:
        self.mentions: list[Mention] = []
        self.spoken_of: list[Mention] = []  # the same, the one that was named or pointed at last at the end
        self.events: list[Event] = [ability.trigger] if ability.trigger is not None else []
        self.who: list[str] = ["you"]
        self.named = ""
        self.unread = False  # words that are not read have passed: what they speak of is not known

    # Walking: parts in the order of the text

    def settle(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.settle(each) for each in node)
        if isinstance(node, Pronoun):
            return self.meant(node)
        if isinstance(node, Ability) or not isinstance(node, Node):
            return node
        self.unread = self.unread or isinstance(node, model.Unread)
        if (
            isinstance(node, NegateAbility)
            and isinstance(node.what, Pronoun)
            and not (self.events or self.mentions)
        ):
            return NegateAbility(node.kind)  # "that card" is the one being played
        return self.settle_node(node)

    def settle_node(self, node: Node) -> Any:
        if isinstance(node, Selector):
            node = msgspec.structs.replace(node, filters=tuple(self.other(node, f) for f in node.filters))
        performer = getattr(node, "who", None)
        if isinstance(performer, str):
            performer = self.that_player(performer)
            self.who.append(performer)
        entered = isinstance(node, Delayed | Instead) and bool(subjects(node.event))
        changes: dict[str, Any] = {}
        gone = [each for each in self.mentions if each.gone]
        for name in in_order_of_the_text(node):
            if name == "otherwise":  # what was done in the other case has not been done
                for each in self.mentions:
                    each.gone = any(each is one for one in gone)
            if entered and name == "do":
                self.events.append(node.event)  # type: ignore[attr-defined]
            changes[name] = self.field(node, name)
        if entered:
            self.events.pop()
        if isinstance(performer, str):
            self.who.pop()
        settled = msgspec.structs.replace(node, **changes)
        self.follow(settled)
        return self.made(settled) if isinstance(settled, CreateToken) else settled

    def follow(self, node: Node) -> None:
        """Whether the cards of an instruction are still there to have something done to them."""
        away = isinstance(node, model.Discard | model.Destroy)
        if isinstance(node, model.Move):
            away = node.to.area in AWAY
        elif not away and not isinstance(node, model.Play | model.Summon | model.Mobilize):
            return
        what = getattr(node, "what", None)
        n = what.n if isinstance(what, Bound) else what.bind if isinstance(what, Selector) else 0
        for each in self.mentions:
            if n and each.what.bind == n:
                each.gone = away

    def made(self, tokens: CreateToken) -> CreateToken:
        """Tokens that come into being can be spoken of like cards that are taken."""
        many = UpTo(tokens.n) if tokens.up_to else Exactly(tokens.n)
        found = self.mention(Selector(many, types=("token",), bind=tokens.bind))
        return msgspec.structs.replace(tokens, bind=found.bind)

    def field(self, node: Node, name: str) -> Any:
        said = getattr(node, name)
        if isinstance(said, Pronoun) and isinstance(node, DONE_TO) and name in ("what", "to"):
            return self.meant(said, there=True)
        if isinstance(said, Pronoun) and isinstance(node, MOVED) and name == "what":
            self.check_which(said)
        value = self.settle(said)
        if name in ("who", "whose", "by") and value == "that player":
            return self.that_player(value)
        if name == "whose" and value in ("performer", "their"):
            return self.player(value)
        if name == "whose" and value in ("opponent", "each"):
            self.named = value
        if mentions(node, name) and isinstance(value, Selector):
            return self.mention(value, isinstance(node, model.Choose))
        if mentions(node, name) and type(value).__name__ == "Union":
            parts = tuple(self.mention(each) if isinstance(each, Selector) else each for each in value.parts)
            return msgspec.structs.replace(value, parts=parts)
        if isinstance(node, Compare) and name == "left" and type(value).__name__ == "Count":
            return msgspec.structs.replace(value, what=self.mention(value.what))
        return value

    def other(self, what: Selector, found: Any) -> Any:
        """ "Other" cards: other than those of their sort that were chosen before, or else than this one;
        "another" is other than the last of its sort that was spoken of."""
        word = getattr(found.what, "word", "") if isinstance(found, OtherThan) else ""
        if word not in ("other", "another"):
            return found
        alike = [
            each
            for each in self.spoken_of
            if (each.chosen or word == "another") and is_of_a_sort(each.what, what)
        ]
        if not alike:
            return OtherThan(This())
        alike[-1].used = True
        return OtherThan(Bound(alike[-1].what.bind))

    def player(self, word: str) -> str:
        who = self.who[-1]
        if word == "performer":
            return "their" if who == "each" else who
        if who == "each":
            return "their"
        return "opponent" if who == "you" else who

    def that_player(self, who: str) -> str:
        """ "they": the player of the event, or else the one who did something just before."""
        if who != "that player":
            if who in ("opponent", "each"):
                self.named = who
            return who
        for event in self.events[::-1]:
            for name in ("who", "by", "whose"):
                if getattr(event, name, None) in ("you", "opponent"):
                    return str(getattr(event, name))
        if not self.named:
            raise Unsound("which player is “they”?")
        return self.named

    # Mentions and pronouns

    def mention(self, what: Selector, chosen: bool = False) -> Selector:
        n = len(self.mentions) + 1
        for each in what.filters:
            if isinstance(each, Among) and isinstance(each.what, Bound) and each.what.n < 0:
                self.mentions[-each.what.n - 1].taken_from = True
        found = what if what.bind else msgspec.structs.replace(what, bind=-n)
        self.mentions.append(Mention(n, found, is_single(what), chosen=chosen))
        self.spoken_of.append(self.mentions[-1])
        return found

    def meant(self, pronoun: Pronoun, there: bool = False) -> Target:
        """What a pronoun points at; where something is done to it, a card that has not gone away."""
        if self.unread:
            raise Unsound(f"“{pronoun.word}” may speak of something in the words that are not read")
        found = self.among_mentions(pronoun, there)
        if found is not None:
            found.used = True
            self.spoken_of = [each for each in self.spoken_of if each is not found] + [found]
            n = found.what.bind
            return Rest(n) if pronoun.word == "the rest" else Bound(n)
        if pronoun.word == "the rest":
            raise Unsound("“the rest” of what?")
        if pronoun.word == "chosen":
            raise Unsound(f"no {pronoun.noun} was chosen before")
        return self.from_event(pronoun)

    def check_which(self, pronoun: Pronoun) -> None:
        """A card put away can be moved on; but if the event is about a card too, either could be meant."""
        found = self.among_mentions(pronoun) if pronoun.word == "it" else None
        cards = subjects(self.events[-1]) if self.events else []
        if found is not None and found.gone and cards and isinstance(cards[0], Selector):
            raise Unsound("which card is “it”: the one put away just now, or that of the event?")

    def among_mentions(self, pronoun: Pronoun, there: bool = False) -> Mention | None:
        latest = [each for each in self.spoken_of[::-1] if not (there and each.gone)]
        if pronoun.word == "topic":
            return None
        if pronoun.word in ("the chosen", "chosen"):
            latest = [each for each in latest if isinstance(each.what.quantity, Exactly | UpTo)] or latest
        if pronoun.word == "the rest":
            return first([each for each in latest if each.taken_from]) or first(
                [each for each in latest if not each.single]
            )
        if pronoun.word == "them":
            return first([each for each in latest if not each.single]) or first(latest)
        if pronoun.noun not in ("", "card"):
            of_that_type = [each for each in latest if pronoun.noun in each.what.types]
            return first(of_that_type) or (None if self.event_has(pronoun.noun) else first(latest))
        return first([each for each in latest if each.single])

    def event_has(self, noun: str) -> bool:
        return any(
            isinstance(each, Selector) and noun in each.types
            for event in self.events
            for each in subjects(event)
        )

    def from_event(self, pronoun: Pronoun) -> Target:
        cards = subjects(self.events[-1]) if self.events else []
        if not cards and pronoun.word in ("it", "topic"):
            return This()
        if not cards:
            raise Unsound(f"which card is “{pronoun.word} {pronoun.noun}”?".replace(" ”", "”"))
        if pronoun.noun not in ("", "card"):
            for place, each in enumerate(cards):
                if isinstance(each, Selector) and pronoun.noun in each.types:
                    return Object() if place else Subject()
        if isinstance(cards[0], Selector):
            return Subject()
        if pronoun.word == "them":
            raise Unsound("which cards are meant? Only one was spoken of")
        if len(cards) > 1 and pronoun.word in ("that", "the chosen"):
            return Object()
        return This()


def is_of_a_sort(one: Selector, other: Selector) -> bool:
    """Whether two descriptions speak of cards of one type, in one area."""
    return (one.types, one.areas) == (other.types, other.areas)


def first(found: list[Mention]) -> Mention | None:
    return found[0] if found else None


def subjects(event: Event) -> list[Target]:
    """The cards of an event, the one that acts (or suffers alone) first."""
    if isinstance(event, EitherEvent):
        return subjects(event.events[0])
    if isinstance(event, Nth | After):
        return subjects(event.event)
    if isinstance(event, model.Destroyed) and event.cause is not None and event.cause.by == "attack":
        return [each for each in (event.cause.source, event.what) if isinstance(each, Target)]
    names = ("what", "target", "into", "to", "of", "against")
    values = [getattr(event, name, None) for name in names]
    return [each for each in values if isinstance(each, Target)]


def is_single(what: Selector) -> bool:
    if isinstance(what.quantity, Exactly | UpTo):
        return what.quantity.n == 1
    if isinstance(what.quantity, Every | Some):
        alone = bool(what.types) and what.types[0] in SINGLE_TYPES
        fights = any(each in FIGHTING for each in what.filters)  # one attacks, one defends
        return (alone or fights) and what.whose in ("you", "opponent")
    return False


OBJECTS = {
    model.DealDamage: ("source", "to"),
    model.Evolve: ("what", "into"),
    model.Play: ("what", "onto"),
    model.Redirect: ("to",),
    model.Stack: ("what", "onto"),
    model.Swap: ("one", "other"),
}


AWAY = frozenset({
    "deck", "discard pile", "drop area", "drop zone", "graveyard", "warp", "removal zone", "remove zone",
    "stock zone", "life area", "monster deck", "damage zone",
})  # fmt: skip
MOVED = (model.Move, model.Stack, model.Play, model.Summon, model.Mobilize)
DONE_TO = (
    model.Destroy, model.Retreat, model.Advance, model.Invade, model.CounterMonster, model.Orient,
    model.Modify, model.Gain, model.Lose, model.Prohibit, model.Permit, model.Demand, model.NegateAbilities,
    model.Redirect, model.DealDamage, model.Heal, model.Unaffected, model.GainControl,
)  # fmt: skip


def in_order_of_the_text(node: Node) -> tuple[str, ...]:
    """The parts of a node as they are said: what deals damage is named before what is hit."""
    if isinstance(node, model.DealDamage):
        return ("source", *(name for name in node.__struct_fields__ if name != "source"))
    return node.__struct_fields__


def mentions(node: Node, name: str) -> bool:
    """Does this field name cards that a later word can point at?"""
    if not isinstance(node, model.Matches | model.Verb):
        return False
    return name in OBJECTS.get(type(node), ("what",))


def resolve(ability: Ability) -> Ability:
    """The ability with every pronoun settled and its choices numbered as they are pointed at."""
    scope = Scope(ability)
    fields = ("trigger", "costs", "conditions", "body", "keyword", "letters")
    settled = {name: scope.settle(getattr(ability, name)) for name in fields}
    found = msgspec.structs.replace(ability, **settled)
    said = max((each.what.bind for each in scope.mentions), default=0)
    numbers: dict[int, int] = {}
    for each in scope.mentions:
        if each.used and each.what.bind < 0:
            numbers[each.what.bind] = max(said, 0) + len(numbers) + 1
    return renumber(found, numbers)  # type: ignore[no-any-return]


def filter_order(what: Any) -> tuple[str, str]:
    """Filters hold together, in whatever order the card prints them: one meaning, one shape."""
    return type(what).__name__, repr(what)


def renumber(node: Any, numbers: dict[int, int]) -> Any:
    if isinstance(node, tuple):
        return tuple(renumber(each, numbers) for each in node)
    if isinstance(node, Bound | Rest):
        return type(node)(numbers.get(node.n, node.n))
    if isinstance(node, Noun):
        return str(node)
    if isinstance(node, LetterIs):
        raise Unsound(f"“{node.letter} is …” cannot stand here")
    if not isinstance(node, Node):
        return node
    if isinstance(node, model.DealDamage) and node.source == This():
        node = msgspec.structs.replace(node, source=None)  # "it" was this card, which needs no saying
    if isinstance(node, Just):
        return Exactly(node.n)
    if isinstance(node, Counted):
        raise Unsound("“no” and “or less” are conditions, not choices")
    if isinstance(node, Lone):
        node = Selector(**{name: getattr(node, name) for name in node.__struct_fields__})
    changes = {name: renumber(getattr(node, name), numbers) for name in node.__struct_fields__}
    if isinstance(node, Selector | CreateToken):
        changes["bind"] = numbers.get(node.bind, 0) if node.bind < 0 else node.bind
    if isinstance(node, Selector):
        changes["filters"] = tuple(sorted(changes["filters"], key=filter_order))
    return msgspec.structs.replace(node, **changes)
