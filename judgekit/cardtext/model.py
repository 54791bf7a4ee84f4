"""What a printed ability says, as data.

One meaning has one shape, in all four games: "KO" and "destroy" are both `Destroy`; "is attacked" is
`Attacks` with a target; "there is a …" and "you have 2 or more …" are both `Compare(Count(…), …)`. Words that
differ from game to game (areas, stats, phases, card types) are the game's own, in lower case, as its book has
them.

Who: "you" is the master (controller) of the ability. A verb's `who` performs it and makes its choices; the
`chooser` of a selector differs only where the text says so.

References: a selector that something later points at has a number in `bind`; `Bound(n)` is what was taken
there (or, in a condition, what was found). `This` is the card that has the ability, `Subject` and `Object`
are the two sides of the event that set it off, `Rest(n)` is what was taken at n and has not been moved since.

Everything is frozen, hashable and JSON-encodable; the struct's name is its tag, in the field "is".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

Who = Literal[
    "you",
    "opponent",
    "the opponent",  # said while that player does something: whose, the book may leave open
    "each",  # both players, turn player first
    "their",  # the player who performs the verb (or does what the event says)
    "owner",  # of the card in hand at that point of the sentence
    "master",
    "that player",  # the player named by the event, or chosen before
    "that player's opponent",
    "turn player",
    "any",  # whoever: "when a player draws", "either player's deck"
    "",  # not said: the book of the game has a rule for that
]
Comparison = Literal["at most", "at least", "equal", "unequal", "less", "more", "even", "odd"]
Orientation = Literal["active", "rest"]  # active: active, standing, ready; rest: rest, resting, exhausted
Face = Literal["up", "down"]
End = Literal["top", "bottom"]


class Node(
    msgspec.Struct, frozen=True, tag=True, tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """Any part of an ability."""


class Doing(Node, frozen=True):
    """What an ability does."""


class Occurrence(Node, frozen=True):
    """What happens, or would."""


class Feature(Node, frozen=True):
    """What cards are told apart by."""


# Amounts


class Unknown(Node, frozen=True):
    """X. `Ability.letters` says what it is; if it does not, the player picks a whole number from 0."""

    letter: str = "X"


class Count(Node, frozen=True):
    """How many cards (or zones) there are. `different` counts different values of that property once."""

    what: Selector
    different: str = ""


class ValueOf(Node, frozen=True):
    """A stat of a card: rank, power, "zone number", "cards under", "damage" (marked on it) …; of several,
    the sum."""

    stat: str
    what: Target


class PlayerNumber(Node, frozen=True):
    """A number a player has: rage, life, "number of summons" … (counts of cards are `Count`)."""

    number: str
    who: Who


class Plus(Node, frozen=True):
    left: Amount
    right: Amount


class Minus(Node, frozen=True):
    left: Amount
    right: Amount


class Difference(Node, frozen=True):
    """From the one to the other, whichever is the higher."""

    left: Amount
    right: Amount


class OfTwo(Node, frozen=True):
    """The higher, or the lower, of two numbers."""

    which: Literal["highest", "lowest"]
    left: Amount
    right: Amount


class Excess(Node, frozen=True):
    """How far an amount goes beyond a number: "for each card in excess of 3"."""

    amount: Amount
    over: int


class Times(Node, frozen=True):
    """factor x amount, where amount is counted in steps of `every` ("for every 2 cards")."""

    factor: Amount
    amount: Amount
    every: int = 1


class Half(Node, frozen=True):
    amount: Amount
    rounded: Literal["up", "down"] = "down"


class ThatMany(Node, frozen=True):
    """The number of the last thing done (cards moved, damage dealt), or of the event ("that much"). `way`:
    only of what was done "this way", by the word for it ("removed", "prevented")."""

    way: str = ""


class NoMore(Node, frozen=True):
    """An amount, "up to a maximum of" this many."""

    amount: Amount
    most: int


class NoLess(Node, frozen=True):
    """An amount, "to a minimum of" this many."""

    amount: Amount
    least: int


class ChosenNumber(Node, frozen=True):
    """The number chosen before."""


class HowOften(Node, frozen=True):
    """How many times such an event has happened in the period; `apart`: to how many cards."""

    event: Event
    period: Period = "turn"
    apart: bool = False


class DownTo(Node, frozen=True):
    """How many cards lie on a pile from its top down to the nth that is described; without one, all."""

    what: Selector
    nth: int = 1


Amount = (
    int
    | Unknown
    | Count
    | ValueOf
    | PlayerNumber
    | Plus
    | Minus
    | Difference
    | OfTwo
    | Excess
    | Times
    | Half
    | ThatMany
    | NoMore
    | NoLess
    | ChosenNumber
    | HowOften
    | DownTo
)


# Selectors


class Exactly(Node, frozen=True):
    """n, or as many as there are."""

    n: Amount = 1


class UpTo(Node, frozen=True):
    n: Amount


class AtLeast(Node, frozen=True):
    """ "1 or more cards" to take."""

    n: Amount


class Every(Node, frozen=True):
    """All of them, without a choice."""


class AnyNumber(Node, frozen=True):
    """0 to all, as chosen."""


class Some(Node, frozen=True):
    """Not a choice but a description: "when a battle card is played", "can't attack battle cards"."""


Quantity = Exactly | UpTo | AtLeast | Every | AnyNumber | Some


class Selector(Node, frozen=True):
    """Cards, zones or players described: how many × whose × where × what type × filters × who chooses.

    `types` are alternatives, () is any card; "zone" (and "circle", "gate") select places. `areas` are
    alternatives,
    () is where such a card normally stands (the field for a battle card). `end` is the top or bottom of
    the area.
    """

    quantity: Quantity = Some()
    whose: Who = ""
    areas: tuple[str, ...] = ()
    end: End | None = None
    types: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    chooser: Who | Literal["random", ""] = ""  # "" is whoever performs the verb
    bind: int = 0


class This(Node, frozen=True):
    """The card that has the ability."""


class Subject(Node, frozen=True):
    """The card that did, or had done to it, what the event says."""


class Object(Node, frozen=True):
    """The other card of the event: the one attacked, evolved into, or dealing the damage."""


class Bound(Node, frozen=True):
    """What was taken at the selector with this number."""

    n: int


class Rest(Node, frozen=True):
    """What was taken at n and is still where it was."""

    n: int


class Host(Node, frozen=True):
    """The card this card is under, set to (how "set"), or a charge of."""

    how: str = ""


class Itself(Node, frozen=True):
    """The card that the instruction moves: "move it to an adjacent circle" (adjacent to where it is)."""


class Player(Node, frozen=True):
    """A player, where a card could stand too: "deal 2 damage to your opponent"."""

    who: Who


class Union(Node, frozen=True):
    """This and that: "this card and 1 of your monsters"."""

    parts: tuple[Target, ...]


class Role(Node, frozen=True):
    """A card by what it is doing: "the attacking card", "the attacked card", "the defending card".

    `kind`: it is meant only if it is of this type ("the attacking unit", where a ruler may attack too).
    """

    role: str
    kind: str = ""


Target = Selector | This | Subject | Object | Bound | Rest | Host | Itself | Player | Union | Role


# Filters


class Is(Feature, frozen=True):
    """A property has one of these values.

    `what`: name, trait, character, colour, world, element, attribute, faction, era, title, card type …
    `part`: the value need only be contained ("with «Mecha» in its name"). `every`: has all of the values.
    """

    what: str
    values: tuple[str, ...]
    part: bool = False
    every: bool = False


class SameAs(Feature, frozen=True):
    """Shares a property (name, trait, colour, a stat) with another card."""

    what: str
    other: Target


class Stat(Feature, frozen=True):
    """A number of the card compared: rank, power, cost, "cards under" …"""

    stat: str
    compare: Comparison
    amount: Amount


class Together(Feature, frozen=True):
    """The numbers of all the cards taken, added up."""

    stat: str
    compare: Comparison
    amount: Amount


class Alike(Feature, frozen=True):
    """Of the cards taken, all share that property or number, or, where `near` is said, each lies so to each
    other ("adjacent", "same column")."""

    what: str = ""
    near: str = ""


class Extreme(Feature, frozen=True):
    """Has the highest or lowest of the described cards."""

    stat: str
    which: Literal["highest", "lowest"]


class State(Feature, frozen=True):
    """active, rest, face up, face down, attacking, being attacked, defending, in battle, damaged, token,
    topmost, in play, revealed, set, chosen at random …"""

    state: str


class HasKeyword(Feature, frozen=True):
    keyword: str


class HasAbility(Feature, frozen=True):
    """Has an ability of that kind ("auto", "activate", "counter" …, "" for any at all)."""

    kind: str = ""


class OtherThan(Feature, frozen=True):
    what: Target


class Among(Feature, frozen=True):
    """One of the cards taken, looked at or revealed before; `whole`: also if it was replaced."""

    what: Target
    whole: bool = False


class Not(Feature, frozen=True):
    what: Filter


class OneOf(Feature, frozen=True):
    """At least one of the filters holds."""

    filters: tuple[Filter, ...]


class Near(Feature, frozen=True):
    """Board geometry: relative to a card or zone. "before" and "beyond" include the zone itself."""

    relation: Literal[
        "same column", "same zone", "same zone number", "same row", "adjacent", "in front", "behind",
        "before",
        "beyond", "left", "right", "on", "attacking",
        "attacked column",
    ]  # fmt: skip
    of: Target


class Outermost(Feature, frozen=True):
    which: Literal["leftmost", "rightmost", "outermost", "frontmost"]  # "outermost": at either side


class Zones(Feature, frozen=True):
    """In (or: is) one of the zones with these numbers."""

    numbers: tuple[int, ...]


class Spot(Feature, frozen=True):
    """In (or: is) a named part of the board: "front row", "back row", "left", "middle", "right", "center
    column"."""

    spot: str


class Empty(Feature, frozen=True):
    """A zone without any card."""


class Holding(Feature, frozen=True):
    """A zone with such a card in it; a card with such a card under it, set to it, in its soul."""

    what: Selector
    where: Literal["in", "under", "set", "soul"] = "in"


class Under(Feature, frozen=True):
    """Lies under that card (stack, charge, soul); `before`: lay there when that card left; `too`: there, or
    in the areas that are named beside it."""

    what: Target
    before: bool = False
    too: bool = False


class Attached(Feature, frozen=True):
    """Is a charge of, in the soul of, set to that card; was a material for it."""

    how: Literal["charge", "soul", "set", "material"]
    to: Target


class Did(Feature, frozen=True):
    """The card has taken part in such an event, as its subject, in the period: "played this turn"."""

    event: Event
    period: Period = "turn"


class Each(Feature, frozen=True):
    """Some of each kind, taken together: "1 <A> and 1 <B>". `one`: of one of the kinds, as chosen."""

    kinds: tuple[Selector, ...]
    one: bool = False


if TYPE_CHECKING:  # narrowing a union of so many takes most of the time of a type check
    Filter: TypeAlias = Feature
else:
    Filter = (
        Each |
        Is | SameAs | Stat | Together | Extreme | State | HasKeyword | HasAbility | OtherThan | Among | Not
        | OneOf | Near | Alike | Outermost | Zones | Spot | Empty | Holding | Under | Attached | Did
    )  # fmt: skip


# Events: triggers, what is replaced, what has happened

Period = Literal[
    "turn", "battle", "game", "last turn", "your last turn", "opponent's last turn", "effect", ""
]  # fmt: skip


class Cause(Node, frozen=True):
    """By what: an effect ("skill", "ability", "effect", "battle", "invasion", "rule", "damage" or a
    keyword) of whom,
    from which card. `negated`: by anything else."""

    by: str = ""
    who: Who = "any"
    source: Target | None = None
    negated: bool = False


class PhaseMoment(Occurrence, frozen=True):
    """At the beginning or end of a phase, step, turn, battle, attack or game; "after" a battle is separate,
    since a book may leave open when that is. "next turn": of that player's next turn, and never of this
    one."""

    moment: Literal["beginning", "end", "after"]
    phase: str
    whose: Who = "any"
    which: Literal["this", "next", "next turn", "each", ""] = ""


class Played(Occurrence, frozen=True):
    """A card is played; `how` is a keyword or way ("evolve", "normal summon", "special summon", "effect")."""

    what: Target
    by: Who = "any"
    areas: tuple[str, ...] = ()
    how: str = ""
    to: Target | None = None
    cause: Cause | None = None


class Moved(Occurrence, frozen=True):
    """A card goes from one of the areas (() any) to one of the others (() any: it leaves)."""

    what: Target
    origin: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    cause: Cause | None = None
    whose: Who = ""  # whose area it goes to
    origin_whose: Who = ""  # whose area it comes from


class Destroyed(Occurrence, frozen=True):
    what: Target
    cause: Cause | None = None


class Attacks(Occurrence, frozen=True):
    """`what` attacks `target`; None on either side means anything."""

    what: Target | None = None
    target: Target | None = None


class Defends(Occurrence, frozen=True):
    what: Target


class Intercepts(Occurrence, frozen=True):
    what: Target


class Battles(Occurrence, frozen=True):
    """Outcome of a battle for the card."""

    what: Target
    result: Literal["wins", "loses", "fights"]
    against: Target | None = None
    by: str = ""  # the number that decided, where a text asks for it


class Advances(Occurrence, frozen=True):
    what: Target
    cause: Cause | None = None
    zones: tuple[int, ...] = ()


class Retreats(Occurrence, frozen=True):
    what: Target
    cause: Cause | None = None
    zones: tuple[int, ...] = ()


class Invades(Occurrence, frozen=True):
    what: Target


class ChangesZone(Occurrence, frozen=True):
    """Moves from one place of the field to another (L&L: moves to another circle), or into such zones."""

    what: Target
    cause: Cause | None = None
    zones: tuple[int, ...] = ()
    to: str = ""  # "front row": where it moves to
    origin: str = ""  # and where it was


class Countered(Occurrence, frozen=True):
    """A monster is countered; `by` is the player who did it."""

    what: Target
    by: Who = "any"


class Evolves(Occurrence, frozen=True):
    what: Target
    into: Target | None = None


class Drawn(Occurrence, frozen=True):
    """A player draws."""

    who: Who
    cause: Cause | None = None


class Discarded(Occurrence, frozen=True):
    """A card goes from hand to the discard pile as a discard."""

    what: Target
    who: Who = "any"
    cause: Cause | None = None


class NumberChanges(Occurrence, frozen=True):
    """A player's number (rage, life …) goes up, down or to a value, or past one ("becomes 3 or more")."""

    number: str
    whose: Who
    way: Literal["up", "down", "any"]
    to: int | None = None
    cause: Cause | None = None
    compare: Comparison = "equal"


class Situation(Occurrence, frozen=True):
    """A state becomes true."""

    conditions: tuple[Condition, ...]


class AbilityUsed(Occurrence, frozen=True):
    """An ability (kind or keyword, "" any) is played by someone, of such a card; or resolved, or negated."""

    who: Who
    kind: str = ""
    of: Target | None = None
    stage: Literal["used", "resolved", "negated"] = "used"


class CardUsed(Occurrence, frozen=True):
    """A strategy, extra or event card is activated."""

    what: Target
    who: Who = "any"


class Damages(Occurrence, frozen=True):
    """`what` deals damage to `to`; None means anything. `sort` is "combat" or "effect" where it matters.
    `waiting`: the damage is about to be dealt, and can still be changed."""

    what: Target | None = None
    to: Target | None = None
    sort: str = ""
    least: int = 0
    waiting: bool = False
    cause: Cause | None = None


class Combos(Occurrence, frozen=True):
    what: Target | None
    who: Who = "you"
    areas: tuple[str, ...] = ()


class Turned(Occurrence, frozen=True):
    """Becomes active or rest."""

    what: Target
    orientation: Orientation
    cause: Cause | None = None


class Flipped(Occurrence, frozen=True):
    """Becomes face up or face down."""

    what: Target
    face: Face
    cause: Cause | None = None


class Seen(Occurrence, frozen=True):
    """A card is revealed or looked at; a deck is searched or shuffled (`what` None)."""

    act: Literal["reveal", "look", "search", "shuffle"]
    who: Who
    what: Target | None = None


class Summoned(Occurrence, frozen=True):
    """Normal, special, Genesis, Abyssal."""

    what: Target
    how: str = ""
    by: Who = "any"
    areas: tuple[str, ...] = ()


class Performs(Occurrence, frozen=True):
    """A named action of the game: reshuffle, drive, touchdown, level boost, luck drive, trance, logic
    definition,
    logic drive, heal, awaken …"""

    who: Who
    action: str
    what: Target | None = None


class Attaches(Occurrence, frozen=True):
    """A card becomes a charge of, is set to, or is put into the soul of another."""

    what: Target
    how: Literal["charge", "set", "soul", "under"]
    to: Target | None = None


class Ends(Occurrence, frozen=True):
    """A player would win or lose the game."""

    who: Who
    result: Literal["wins", "loses"]


class Targeted(Occurrence, frozen=True):
    """`what` chooses `target` as a target while it is played; None is any card or ability."""

    what: Target | None
    target: Target

    def by(self, effect: str) -> Cause:
        """The effect that chooses, where cards are chosen while it resolves."""
        if self.what is None:
            return Cause(effect)
        if isinstance(self.what, Selector) and "card or ability" in self.what.types:
            return Cause(effect, self.what.whose)
        return Cause(effect, source=self.what)


class EitherEvent(Occurrence, frozen=True):
    events: tuple[Event, ...]


class Nth(Occurrence, frozen=True):
    """Only the nth time in the period; of those "during your end phase", where that is said. `more`: from
    then on each time."""

    event: Event
    n: int = 1
    period: Period = "turn"
    during: tuple[Condition, ...] = ()
    more: bool = False


class After(Occurrence, frozen=True):
    """The end of the battle in which it happened: "at the end of the battle after this card attacks"."""

    event: Event
    moment: PhaseMoment


if TYPE_CHECKING:  # narrowing a union of so many takes most of the time of a type check
    Event: TypeAlias = Occurrence
else:
    Event = (
        After | PhaseMoment
        | Played | Moved | Destroyed | Attacks | Defends | Intercepts | Battles | Advances | Retreats
        | Invades | ChangesZone | Countered | Evolves | Drawn | Discarded | NumberChanges | Situation |
        AbilityUsed
        | CardUsed | Targeted
        | Damages | Combos | Turned | Flipped | Seen | Summoned | Performs | Attaches | Ends |
        EitherEvent
        | Nth
    )  # fmt: skip


# Conditions


class Compare(Node, frozen=True):
    """Two amounts compared. "There is a …" is Count at least 1; "there is no …" is Count equal 0."""

    left: Amount
    compare: Comparison
    right: Amount


class Matches(Node, frozen=True):
    """That card matches the description (its quantity says nothing)."""

    what: Target
    like: Selector


class DuringTurn(Node, frozen=True):
    whose: Who


class DuringPhase(Node, frozen=True):
    phase: str
    whose: Who = "any"


class Happened(Node, frozen=True):
    """Such an event has happened in the period, that many times or more; `apart`: to as many cards."""

    event: Event
    period: Period = "turn"
    least: int = 1
    apart: bool = False


class Done(Node, frozen=True):
    """The instruction just before was carried out ("if you do"); with n, something was taken at n. `least`:
    with this many cards or more ("discard 2 cards. If you cannot, …": fewer than 2)."""

    n: int = 0
    least: int = 0


class DidSo(Node, frozen=True):
    """Of what each player might do, this one did it ("if your opponent does")."""

    who: Who


class NotSo(Node, frozen=True):
    what: Condition


class OneHolds(Node, frozen=True):
    conditions: tuple[Condition, ...]


class AllHold(Node, frozen=True):
    """Several at once, as one of those of `OneHolds`."""

    conditions: tuple[Condition, ...]


Condition = (
    Compare | Matches | DuringTurn | DuringPhase | Happened | Done | DidSo | NotSo | OneHolds | AllHold
)


# Durations


class Until(Node, frozen=True):
    """To the end of: turn, battle, attack, main phase … `whose` and `next`: "your opponent's next turn".
    `only`: not before that has begun ("during your next start phase")."""

    end: str
    whose: Who = "any"
    next: bool = False
    moment: Literal["end", "beginning"] = "end"
    only: bool = False


class WhileIn(Node, frozen=True):
    """As long as the target is in play; with `spot`, in the very zone where it is."""

    what: Target
    spot: bool = False


class WhileTrue(Node, frozen=True):
    conditions: tuple[Condition, ...]


class ForGame(Node, frozen=True):
    """The rest of the game."""


Duration = Until | WhileIn | WhileTrue | ForGame


# Where things go


class Place(Node, frozen=True):
    """A destination."""

    area: str
    whose: Who = ""
    end: End | Literal["either"] | None = None  # "either": the performer picks for each card
    face: Face | None = None
    orientation: Orientation | None = None
    order: Literal["any", "random", ""] = ""  # who decides the order: "any" is the performer, as they like
    zone: Target | None = None  # the zone, circle or spot, where the area has several


# Verbs. `who` performs; "you" unless said.


class Choose(Doing, frozen=True):
    what: Target
    who: Who = "you"


class Pick(Doing, frozen=True):
    """Choose something that is not a card: a number, a name, a colour, a trait, a player, a type …; `among`:
    one of these."""

    what: str
    least: int = 0
    most: Amount | None = None
    among: tuple[str, ...] = ()
    who: Who = "you"


class Move(Doing, frozen=True):
    """Place, put, add, return, send, remove; also mill (from the top of the deck)."""

    what: Target
    to: Place
    who: Who = "you"


class MoveUntil(Doing, frozen=True):
    """Move cards from the top of a deck, one after another, until one that is described has gone there."""

    what: Target
    whose: Who
    to: Place
    who: Who = "you"


class Stack(Doing, frozen=True):
    """Put a card under, on top of, or as a charge / soul / set card of another."""

    what: Target
    onto: Target
    how: Literal["under", "on top", "charge", "soul", "set"]
    face: Face | None = None
    who: Who = "you"


class Play(Doing, frozen=True):
    """Play by an effect. `to` is the zone; `onto` a card it is stacked on."""

    what: Target
    to: Target | None = None
    onto: Target | None = None
    orientation: Orientation | None = None
    cost: PlayCost | None = None
    negated: bool = False  # its abilities are negated
    origin: str = ""  # the area it must be in: "play this card from your hand"
    together: bool = False  # "at the same time", also where the book has them come one by one
    who: Who = "you"


class PlayCost(Node, frozen=True):
    """What playing by this effect costs: free, n instead, n less, but no less than `least`; or as though its
    `stat` were that."""

    way: Literal["free", "instead", "less", "more", "as though", "ignoring"]
    amount: Amount = 0
    stat: str = ""
    least: int | None = None


class Draw(Doing, frozen=True):
    """`bind`: as in a selector, the cards drawn."""

    n: Amount = 1
    up_to: bool = False
    who: Who = "you"
    bind: int = 0


class DrawUntil(Doing, frozen=True):
    """Until there are n in hand."""

    n: Amount
    who: Who = "you"


class Discard(Doing, frozen=True):
    """From hand; the discarding player chooses unless the selector says otherwise."""

    what: Target
    who: Who = "you"


class DiscardDownTo(Doing, frozen=True):
    n: Amount
    who: Who = "you"


class Look(Doing, frozen=True):
    what: Target
    who: Who = "you"


class Reveal(Doing, frozen=True):
    what: Target
    who: Who = "you"


class Search(Doing, frozen=True):
    """Look through the area (the deck) and take."""

    what: Target
    who: Who = "you"


class Shuffle(Doing, frozen=True):
    """`what` None: the deck."""

    whose: Who = "you"
    what: Target | None = None
    who: Who = "you"


class Destroy(Doing, frozen=True):
    """Destroy, KO. `one_by_one`: one after the other, the set fixed first."""

    what: Target
    one_by_one: bool = False
    who: Who = "you"


class Modify(Doing, frozen=True):
    """Change a number of cards: power, rank, cost … `how`: plus, minus, set, times. No duration: standing,
    or for good."""

    what: Target
    stat: str
    how: Literal["plus", "minus", "set", "times"]
    amount: Amount
    duration: Duration | None = None
    least: int | None = None  # what it cannot fall below by this
    next: bool = False  # only of the next such card that is played


class ChangeNumber(Doing, frozen=True):
    """Change a player's number: rage, life, summon cap …"""

    number: str
    whose: Who
    how: Literal["plus", "minus", "set"]
    amount: Amount
    duration: Duration | None = None
    least: int | None = None


class Total(Doing, frozen=True):
    """Change a sum the rules make: a player's total counter power."""

    stat: str
    whose: Who
    how: Literal["plus", "minus", "set", "times"]
    amount: Amount
    duration: Duration | None = None


class Keyword(Node, frozen=True):
    """A keyword with what its text gives it: number, values (traits, colours, names), costs, materials,
    conditions."""

    name: str
    number: Amount | None = None
    values: tuple[str, ...] = ()
    costs: tuple[Verb, ...] = ()
    materials: tuple[Target, ...] = ()
    conditions: tuple[Condition, ...] = ()


class Gain(Doing, frozen=True):
    """The card also has a keyword, a whole ability, or a property (trait, colour, name, type …)."""

    what: Target
    gains: Keyword | Ability | Is
    duration: Duration | None = None


class Lose(Doing, frozen=True):
    """The card no longer has a keyword or a property; or `all_of` a kind ("" every ability, "auto", "trait"
    …)."""

    what: Target
    loses: Keyword | Is | None = None
    all_of: str = ""
    duration: Duration | None = None


class TreatAs(Doing, frozen=True):
    """Its property is that instead ("treat as"), or may be taken as that ("may", chosen when asked)."""

    what: Target
    like: Is
    optional: bool = False
    duration: Duration | None = None


class Act(Node, frozen=True):
    """Something done or suffered, as prohibitions name it.

    `verb`: attack, block, be destroyed, be chosen, be played, play, draw, activate, advance, be countered,
    leave …
    `object`: what it is done to ("play battle cards"); `cause`: by what it is suffered.
    """

    verb: str
    object: Target | None = None
    cause: Cause | None = None
    to: Place | None = None


class Prohibit(Doing, frozen=True):
    """`what` (card or player) cannot. `only`: cannot do anything of that sort but this. `times`: not more
    often per turn. `unless`: its master first does this; "you" in it is that player."""

    what: Target
    act: Act
    duration: Duration | None = None
    only: bool = False
    times: int | None = None
    unless: tuple[Verb, ...] = ()


class Permit(Doing, frozen=True):
    """`what` may, though the rules would not let it. `cost`: paying this instead."""

    what: Target
    act: Act
    duration: Duration | None = None
    cost: PlayCost | None = None


class Demand(Doing, frozen=True):
    """`what` must, if possible."""

    what: Target
    act: Act
    duration: Duration | None = None


class Orient(Doing, frozen=True):
    """Stand, rest, ready, exhaust, switch to Active or Rest Mode."""

    what: Target
    orientation: Orientation
    who: Who = "you"


class Flip(Doing, frozen=True):
    """Turn face up or down; a Leader to its other side (face None)."""

    what: Target
    face: Face | None = None
    who: Who = "you"


class NegateAttack(Doing, frozen=True):
    pass


class NegateAbility(Doing, frozen=True):
    """The ability (or card) being used has no effect. `kind` as in AbilityUsed; `what` is its card."""

    kind: str = ""
    what: Target | None = None


class NegateAbilities(Doing, frozen=True):
    """The abilities of those cards do nothing for the duration; `kinds` () all of them."""

    what: Target
    kinds: tuple[str, ...] = ()
    duration: Duration | None = None


class Evolve(Doing, frozen=True):
    """`into` None: as its own keyword for it says."""

    what: Target
    into: Target | None = None
    who: Who = "you"
    orientation: Orientation | None = None


class CreateToken(Doing, frozen=True):
    """Tokens are played; `created`: they only come into being, and nothing is played. `bind`: as in a
    selector, for a later "it" or "them"."""

    name: str
    n: Amount = 1
    to: Target | None = None
    orientation: Orientation | None = None
    up_to: bool = False
    who: Who = "you"
    created: bool = False
    bind: int = 0


class Vanish(Doing, frozen=True):
    """A token disappears."""

    what: Target


class DealDamage(Doing, frozen=True):
    """`source` None: the card of the ability. `divided`: as the player likes, at least 1 each."""

    n: Amount
    to: Target
    source: Target | None = None
    divided: bool = False
    sort: str = ""


class Clash(Doing, frozen=True):
    """Each of those cards deals damage equal to a number of its own to the others."""

    what: Target
    stat: str


class PreventDamage(Doing, frozen=True):
    """Reduce damage by n (None: to nothing); the damage of the event, or the next that would be dealt `to`
    it. `sort` as in Damages. `up_to`: by as much as the performer likes."""

    n: Amount | None = None
    to: Target | None = None
    next: bool = False
    duration: Duration | None = None
    sort: str = ""
    up_to: bool = False


class SetDamage(Doing, frozen=True):
    """This damage becomes n; `of` "attack": the combat damage of the attack that is going on, also later;
    "named": the damage to the cards that the event names, and not to others."""

    n: Amount
    of: str = ""


class IgnoreCounter(Doing, frozen=True):
    """[CNT] is ignored for this damage; `of` as in SetDamage."""

    of: str = ""


class Heal(Doing, frozen=True):
    """n HP of a unit, or n life of a player; n None is all damage. `sets`: its damage becomes 0, which is no
    healing; `dealt`: only that of the event, or, with a `period`, what it was dealt then: one instance of it,
    or `every`; `sort` as in Damages."""

    what: Target
    n: Amount | None = None
    sets: bool = False
    dealt: bool = False
    period: Literal["", "turn", "phase"] = ""
    every: bool = False
    sort: str = ""


class Redirect(Doing, frozen=True):
    """The attack is now on that card."""

    to: Target


class UseAbility(Doing, frozen=True):
    """Activate an ability of a card (kind or keyword), or a strategy / event card itself (kind "card")."""

    what: Target
    kind: str = "card"
    free: bool = False
    who: Who = "you"


class AlternativeCost(Doing, frozen=True):
    """The card may be played for these costs instead; `besides`: in addition to its own."""

    what: Target
    costs: tuple[Verb, ...]
    amount: Amount | None = None  # and pay only that much
    besides: bool = False


class Pay(Doing, frozen=True):
    """A cost in the game's currency: energy, stock, resources. `colours` are the specified ones, in order."""

    currency: str
    n: Amount
    colours: tuple[str, ...] = ()
    who: Who = "you"


class Win(Doing, frozen=True):
    who: Who = "you"


class LoseGame(Doing, frozen=True):
    who: Who = "you"


class EndNow(Doing, frozen=True):
    """End the turn, phase or battle; `skip`: skip the next one; `next_turn`: that of the player's next
    turn."""

    what: str
    who: Who = "any"
    skip: bool = False
    next_turn: bool = False


class Swap(Doing, frozen=True):
    """`other` None: the two cards that `one` is."""

    one: Target
    other: Target | None = None
    who: Who = "you"


class Advance(Doing, frozen=True):
    what: Target
    times: Amount = 1
    zone: Amount | None = None  # advance to that zone instead
    up_to: bool = False
    who: Who = "you"


class Retreat(Doing, frozen=True):
    what: Target
    times: Amount = 1
    zone: Amount | None = None
    up_to: bool = False
    who: Who = "you"


class Invade(Doing, frozen=True):
    what: Target


class CounterMonster(Doing, frozen=True):
    what: Target


class GainControl(Doing, frozen=True):
    what: Target
    duration: Duration | None = None
    who: Who = "you"


class Combo(Doing, frozen=True):
    what: Target
    free: bool = False
    who: Who = "you"


class Summon(Doing, frozen=True):
    """Normal (with or without counting for the cap), special, Genesis, Abyssal."""

    what: Target
    how: str = "special"
    counted: bool = True
    cost: PlayCost | None = None
    to: Target | None = None
    orientation: Orientation | None = None
    who: Who = "you"


class Drive(Doing, frozen=True):
    """n from the top of the deck, or those cards."""

    n: Amount = 1
    what: Target | None = None
    who: Who = "you"


class Mobilize(Doing, frozen=True):
    what: Target
    to: Target | None = None
    orientation: Orientation | None = None
    free: bool = False
    who: Who = "you"


class Perform(Doing, frozen=True):
    """A named action of the game: trance, level boost, luck drive, logic definition, reshuffle, refresh,
    rearrange …"""

    action: str
    what: Target | None = None
    free: bool = False
    who: Who = "you"
    into: Selector | None = None  # what a trance mobilizes


class Unaffected(Doing, frozen=True):
    """Is not affected by such effects."""

    what: Target
    cause: Cause
    duration: Duration | None = None


class DeckRule(Doing, frozen=True):
    """Deck construction. "may include": such cards, whatever their colour; "any number": more copies of them
    than the rules allow; "at most" n, which lets them in whatever their colour; "copies": up to n of each of
    them. `deck`: the one it refers to, "" all of them."""

    rule: Literal[
        "may include", "any number", "at most", "at least", "exactly", "only", "start in zone", "copies"
    ]
    what: Target | None = None
    n: Amount | None = None
    deck: str = ""


# Glue


class May(Doing, frozen=True):
    """The performer may do it, all of it; if so, `then`; if not, `otherwise`. `often`: any number of times,
    and afterwards `then` as many times."""

    do: tuple[Verb, ...]
    then: tuple[Verb, ...] = ()
    otherwise: tuple[Verb, ...] = ()
    who: Who = "you"
    often: bool = False


class If(Doing, frozen=True):
    conditions: tuple[Condition, ...]  # all of them
    then: tuple[Verb, ...]
    otherwise: tuple[Verb, ...] = ()


class ChooseModes(Doing, frozen=True):
    """Do that many of the options, in printed order; where `all_if` holds, `rather` so many, or any of them,
    at least one."""

    count: Quantity
    options: tuple[tuple[Verb, ...], ...]
    who: Who = "you"
    all_if: tuple[Condition, ...] = ()
    rather: Quantity | None = None


class Either(Doing, frozen=True):
    """One of these, as its player chooses when it comes to it."""

    options: tuple[tuple[Verb, ...], ...]
    who: Who = "you"


class ForEach(Doing, frozen=True):
    """Do it that many times; with a selector's count, once for each of them (`bind` is the one at hand)."""

    amount: Amount
    do: tuple[Verb, ...]


class Repeat(Doing, frozen=True):
    """Do it, and then that many times more (None: any number). `up_to`: the performer is asked before each
    time."""

    do: tuple[Verb, ...]
    times: Amount | None = 1
    up_to: bool = False


class Delayed(Doing, frozen=True):
    """Later, when the event comes: once, or every time for the duration; `next`: only the next time in
    it."""

    event: Event
    do: tuple[Verb, ...]
    duration: Duration | None = None
    conditions: tuple[Condition, ...] = ()
    next: bool = False


class Instead(Doing, frozen=True):
    """When the event would happen, do this in its place. `optional`: if the player likes, `then` only if
    they did.
    `next`: only the next time. `first`: only the first time each turn, whether it is done then or not."""

    event: Event
    do: tuple[Verb, ...]
    optional: bool = False
    then: tuple[Verb, ...] = ()
    next: bool = False
    duration: Duration | None = None
    conditions: tuple[Condition, ...] = ()
    first: bool = False


class Lasting(Doing, frozen=True):
    """A continuous effect made by a resolving ability, under a condition that is always checked."""

    do: tuple[Verb, ...]
    duration: Duration


class OwnersDo(Doing, frozen=True):
    """The owner (or master) of that card does it; of several cards, each of them."""

    of: Target
    which: Literal["owner", "master"]
    do: tuple[Verb, ...]


class Unread(Doing, frozen=True):
    """Words that are not read, and why: the judge carries them out by hand."""

    text: str
    reason: str = ""


if TYPE_CHECKING:  # narrowing a union of so many takes most of the time of a type check
    Verb: TypeAlias = Doing
else:
    Verb = (
        Choose | Pick | Move | MoveUntil | Stack | Play | Draw | DrawUntil | Discard | DiscardDownTo | Look
        | Reveal | Search | Shuffle | Destroy | Modify | ChangeNumber | Total | Gain | Lose | TreatAs
        | Prohibit | Permit | Demand | Orient | Flip | NegateAttack | NegateAbility | NegateAbilities
        | Evolve | CreateToken | Vanish | DealDamage | Clash | PreventDamage | SetDamage | IgnoreCounter
        | Heal | Redirect | UseAbility | AlternativeCost | Pay | Win | LoseGame | EndNow | Swap | Advance
        | Retreat | Invade | CounterMonster | GainControl | Combo | Summon | Drive | Mobilize | Perform
        | Unaffected | DeckRule | May | If | ChooseModes | Either | ForEach | Repeat | Delayed | Instead
        | Lasting | OwnersDo | Unread
    )  # fmt: skip


# Abilities

Kind = Literal["automatic", "activated", "continuous", "replacement", "counter", "keyword"]


class Limit(Node, frozen=True):
    """At most n times a turn or game. `shared`: left of the name, counted for all abilities of that name
    together. `used`: counted when a player does what the ability offers, not when it triggers."""

    n: int
    per: Literal["turn", "game"] = "turn"
    shared: bool = False
    used: bool = False


class Letter(Node, frozen=True):
    """ "X is …"."""

    letter: str
    amount: Amount


class Ability(Node, frozen=True):
    """One ability of a card.

    `labels` are printed keywords that only name the ability or stand for its trigger or condition ([Enter],
    [Awakening 5], [OD], Genesis Summoning): what they mean is spelled out in the other fields too.
    "auto" is the icon of a replacement that is printed as an automatic ability: it is one where a text asks
    for the icon.
    `areas` () is where the game has such abilities active. `window`: when it can be used (main, battle,
    play, attack,
    counter, standard, instant …). `costs` are verbs that must all be possible.
    """

    kind: Kind
    name: str = ""
    labels: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    areas: tuple[str, ...] = ()
    window: str = ""
    trigger: Event | None = None
    costs: tuple[Verb, ...] = ()
    conditions: tuple[Condition, ...] = ()
    body: tuple[Verb, ...] = ()
    keyword: Keyword | None = None
    letters: tuple[Letter, ...] = ()
    text: str = ""  # as printed; () in abilities inside others


def doer(event: Any) -> Selector | None:
    """The card that does it, where a text describes one: "when this unit is destroyed by a unit"."""
    cause = getattr(event, "cause", None)
    if not isinstance(cause, Cause) or cause.negated or cause.by == "attack":
        return None
    return cause.source if isinstance(cause.source, Selector) else None


def walk(node: Any) -> Iterator[Node]:
    """A node and everything in it, in the order of the text."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Node):
            yield one
            waiting += inside(one)[::-1]
        elif isinstance(one, tuple):
            waiting += one[::-1]


def inside(node: Node) -> list[Any]:
    """What a node consists of, except words and numbers."""
    return [each for each in msgspec.structs.astuple(node) if each and type(each) not in LEAVES]


LEAVES = frozenset({str, int, bool})


def bare(ability: Ability) -> Ability:
    """The ability without its printed text, for comparing."""
    return msgspec.structs.replace(ability, text="")


def encode(abilities: tuple[Ability, ...]) -> bytes:
    return msgspec.json.encode(abilities)


def decode(data: bytes | str) -> tuple[Ability, ...]:
    return msgspec.json.decode(data, type=tuple[Ability, ...])
