"""What a text has mentioned, and which of it a later word can mean.

Everything that a text introduces is a `Mention`: with its number (one or several), its kind, whose it is,
where it was said (a cost, a condition, the body) and what the text has just done to it. The candidates for
"it" or "that unit" are narrowed by agreement, by what the verb can take, by what has happened to the thing,
and by how near it was mentioned; a pronoun never means something in its own clause, a possessive ("its
level") may. If one is left, it is meant; if several: `WhichOne`, with the candidates in words; the judge's
choice is kept with the card.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from judgekit.cardtext import model
from judgekit.cardtext.build.targets.selecting import FIGHTING
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import UNCOUNTED
from judgekit.cardtext.model import Every, Exactly, Host, Object, Role, Selector, Some, Subject, This, UpTo

SINGLE_TYPES = frozenset({"monster card", "leader card", "ruler"})
AT_ONCE = frozenset({model.State("in battle")})  # one card of each player
AWAY = frozenset({
    "deck", "discard pile", "drop area", "drop zone", "graveyard", "warp", "removal zone", "remove zone",
    "stock zone", "life area", "monster deck", "damage zone",
})  # fmt: skip
PILES = frozenset({"discard pile", "drop area", "drop zone", "graveyard"})  # where a discarded card goes
OWNED = AWAY | {"hand", "energy area"}  # where only its owner's cards are
OWNERS = {"you": "your ", "opponent": "your opponent's "}


ROLES = {
    model.Choose: "chosen", model.Destroy: "destroyed", model.Discard: "discarded", model.Move: "moved",
    model.Reveal: "revealed", model.Look: "looked at", model.Play: "played", model.Matches: "found",
    model.Stack: "put there", model.Search: "found", model.MoveUntil: "last",
}  # fmt: skip


BEHIND = ("looked at", "put there")  # said after the card


DEEDS: dict[type, tuple[str, ...]] = {
    model.Destroy: ("destroyed",), model.Destroyed: ("destroyed",),
    model.Discard: ("discarded", "put"), model.Discarded: ("discarded", "put"),
    model.Reveal: ("revealed",), model.Seen: ("revealed",),
    model.Move: ("moved", "put", "placed"), model.Moved: ("moved", "put", "placed"),
    model.Stack: ("added", "put", "placed"),
    model.Play: ("played",), model.Played: ("played", "summoned"),
    model.Summon: ("summoned",), model.Summoned: ("summoned",), model.Mobilize: ("mobilized", "placed"),
    model.Flip: ("turned",), model.Flipped: ("turned",), model.ChangesZone: ("moved",),
    model.Drive: ("driven",), model.NegateAbility: ("negated",), model.DealDamage: ("damaged",),
}  # fmt: skip
GOING = {
    "hand": ("returned", "added"),
    "deck": ("returned",),
    "removed from the game": ("removed",),
    "remove zone": ("removed",),
}
TURNING = {"active": ("readied", "stood"), "rest": ("exhausted", "rested")}
MADE = {**TURNING, "destroyed": ("destroyed",)}  # states, and the words for what brings a card there
DISCARDS = frozenset({"discard pile", "drop area", "drop zone", "graveyard"})


def deeds_of(node: object, what: object = None) -> frozenset[str]:
    """The words for what an instruction does to its cards, `what`; or for what has happened to the cards of
    an event."""
    if isinstance(node, model.EitherEvent):
        return frozenset().union(*(deeds_of(each) for each in node.events))
    if isinstance(node, model.Nth | model.After):
        return deeds_of(node.event)
    found = {*DEEDS.get(type(node), ())}
    if isinstance(node, model.Stack) and node.how == "set":
        found.add("set")
    if isinstance(node, model.Orient | model.Turned) and node.orientation in TURNING:
        found.update(TURNING[node.orientation])
    to = (node.to.area,) if isinstance(node, model.Move) else node.to if isinstance(node, model.Moved) else ()
    found.update(word for area in to for word in GOING.get(area, ()))
    if isinstance(node, model.Move) and node.to == model.Place("deck", node.to.whose, order="random"):
        found.add("shuffled")
    if isinstance(what, Selector) and what.areas == ("hand",) and DISCARDS.intersection(to):
        found.add("discarded")
    if isinstance(node, model.Played) and node.how == "mobilize":
        return frozenset(DEEDS[model.Mobilize])
    if isinstance(node, model.Perform) and node.action.endswith(" summoning"):
        found.update(("summoned", "special summoned"))
    if isinstance(node, model.Summon | model.Summoned | model.Played) and node.how.startswith("special"):
        found.add("special summoned")
    return frozenset(found)


class WhichOne(Unsound):
    """A word that can mean several of the things mentioned."""

    def __init__(self, word: str, candidates: list[str]) -> None:
        self.word = word
        self.candidates = candidates
        super().__init__(f"which card is “{word}”: {', or '.join(candidates)}?")


class Mention(msgspec.Struct):
    """A thing that the text has mentioned."""

    n: int
    what: Selector | This | Role | Host | Object | Subject
    single: bool
    clause: int  # the clause that said it
    role: str = ""  # what the text does with it: "chosen", "destroyed"
    part: str = "body"  # or "cost", "condition"
    used: bool = False
    taken_from: bool = False
    chosen: bool = False  # by an instruction to choose
    deeds: frozenset[str] = frozenset()  # what was done to it: "destroyed", "removed"
    gone: bool = False  # an instruction has put it where nothing is done to it any more
    went: frozenset[str] = frozenset()  # the area where an instruction has put it, by any of its names
    into: str = ""  # whose area that is, if the text says so
    events: int = 0  # how many events there were to speak of
    indefinite: bool = False  # "if you have a unit": there may be several
    asked_for: bool = False  # "if there is a unit", beside this card or not
    with_this: bool = False  # "this card and 1 other": both are meant by "them"
    again: bool = False  # nobody takes it: it is described again

    @property
    def bind(self) -> int:
        return self.what.bind if isinstance(self.what, Selector) else 0

    @property
    def is_uncounted(self) -> bool:
        """Chosen by a noun that has no plural: "2 of your energy"."""
        words = {area.split()[0] for area in self.what.areas} if isinstance(self.what, Selector) else set()
        return self.chosen and not self.types and bool(words & UNCOUNTED)

    @property
    def is_counted(self) -> bool:
        return isinstance(self.what, Selector) and isinstance(self.what.quantity, Exactly | UpTo)

    @property
    def types(self) -> tuple[str, ...]:
        if isinstance(self.what, Role) and self.what.kind:
            return (self.what.kind,)
        return self.what.types if isinstance(self.what, Selector) else ()

    def was_put(self, areas: tuple[str, ...], whose: str) -> bool:
        """Whether it went where a text says that it was put, as far as the place is told."""
        there = not areas or not self.went or not self.went.isdisjoint(areas)
        return there and (self.into == whose or not {self.into, whose} <= {"you", "opponent"})

    def in_words(self) -> str:
        return described(self.what, self.role, self.part)


def described(what: object, role: str = "", part: str = "") -> str:
    """A thing as described to the judge: "the chosen unit of your opponent"."""
    if isinstance(what, Role):
        return (
            f"the {what.role} {what.kind or 'card'}"
            if what.role != "being played"
            else "the card being played"
        )
    if isinstance(what, Host):
        return f"the card that this card is {'set to' if what.how else 'under'}"
    if isinstance(what, Object | Subject):
        return "the other card of the event"
    if not isinstance(what, Selector):
        return "this card"
    kind = what.types[0] if what.types else "card"
    role = "" if role == "found" and is_single(what) and kind in SINGLE_TYPES else role  # there is no other
    several = "" if is_single(what) or kind.endswith("s") else "s"
    where = f" from the {' or '.join(what.areas)}" if what.areas else ""
    before, after = ("", f" {role}") if role in BEHIND else (f"{role} " if role else "", "")
    if role and what.whose == "opponent":
        owner, after = "the ", f" of your opponent{after}"
    else:
        owner = OWNERS.get(what.whose, "the ")
    cost = " of the cost" if part == "cost" else ""
    return f"{owner}{before}{kind}{several}{where}{after}{cost}"


def is_single(what: Selector) -> bool:
    if isinstance(what.quantity, Exactly | UpTo):
        return what.quantity.n == 1
    if isinstance(what.quantity, Every | Some):
        alone = bool(what.types) and what.types[0] in SINGLE_TYPES
        fights = any(each in FIGHTING for each in what.filters)  # one attacks, one defends
        alone = alone and what.whose in ("you", "opponent") and OWNED.isdisjoint(what.areas)
        return (
            alone
            or is_the_one_there(what)
            or (fights and (what.whose in ("you", "opponent") or AT_ONCE.isdisjoint(what.filters)))
        )
    return False


def is_the_one_there(what: Selector) -> bool:
    """ "The gate on this circle": each circle has one."""
    return what.types == ("gate",) and any(
        each == ON_ATTACKED or (isinstance(each, model.Near) and each.relation == "on" and is_one(each.of))
        for each in what.filters
    )


def is_one(what: model.Target) -> bool:
    """A card, or the circle behind or in front of one."""
    if isinstance(what, Selector) and what.types == ("circle",):
        return any(isinstance(each, model.Near) and each.relation in IN_LINE for each in what.filters)
    return isinstance(what, This | Subject | Role) or (isinstance(what, Selector) and is_single(what))


IN_LINE = ("behind", "in front", "on")


ON_ATTACKED = model.State("on the circle being attacked")


def nearest(found: list[Mention]) -> list[Mention]:
    """Of mentions, latest first: those of the latest clause; if they are all this card, also the last chosen
    card that is still there."""
    if not found:
        return []
    latest = [each for each in found if each.clause == found[0].clause]
    if all(isinstance(each.what, This) for each in latest):
        latest += [
            each
            for each in found
            if (each.chosen or each.role == "revealed") and not each.gone and isinstance(each.what, Selector)
        ][:1]
    return latest


class Fate(NamedTuple):
    """What had become of a card that was spoken of, at some point of the text."""

    of: Mention
    gone: bool
    deeds: frozenset[str]
    went: frozenset[str]
    into: str

    @classmethod
    def now(cls, mention: Mention) -> Fate:
        return cls(mention, mention.gone, mention.deeds, mention.went, mention.into)

    def restore(self) -> None:
        """What has been done since then has not been done."""
        of = self.of
        of.gone, of.deeds, of.went, of.into = self.gone, self.deeds, self.went, self.into
