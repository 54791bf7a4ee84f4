"""Who "it", "them" and "their" are, once the whole ability is known.

The ability is walked in the order of the text; what its verbs take and its conditions find is noted
(`discourse.Mention`), and each pronoun is settled by what has been noted so far, then by the cards of the
event, then it is this card. "the rest" is the group that a later choice took from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise, takewhile
from typing import Any, TypeGuard, cast, get_args

import msgspec
from msgspec.structs import astuple

from judgekit.cardtext import model as m
from judgekit.cardtext.before import is_as_before
from judgekit.cardtext.build.registry import (
    NOT_SAID,
    THEM,
    AsLong,
    AttackedBy,
    Both,
    DealtBy,
    Destroyer,
    DoneAmong,
    EitherCard,
    Just,
    OfThat,
    OwnNumber,
    Pronoun,
    ThatNumber,
    ThatStat,
    YourMany,
    pronoun,
)
from judgekit.cardtext.build.steps import LetterIs
from judgekit.cardtext.build.targets import Counted, Lone
from judgekit.cardtext.build.targets.selecting import Whole
from judgekit.cardtext.discourse import (
    AWAY,
    MADE,
    OWNED,
    PILES,
    ROLES,
    SINGLE_TYPES,
    Mention,
    WhichOne,
    deeds_of,
    described,
    is_single,
    nearest,
)
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.marks import Bare, Noun, One, Singly, ThatOnes, Theirs, They

ATTACKED_CIRCLE = (m.Role("circle being attacked"), m.State("on the circle being attacked"))
SAY_WHEN = frozenset({"enter", "when invading", "revenge"})
IN_TURN = ("first", "second")  # of two cards that were chosen one after the other


def is_plain_them(what: object) -> bool:
    """ "Them", wherever they were put; "both of them" is more."""
    return isinstance(what, Pronoun) and not isinstance(what, Both) and what.word == "them"


class Scope:
    """One ability being settled."""

    def __init__(self, ability: m.Ability, game: str, refers: Mapping[str, str]) -> None:
        self.game = game
        self.refers = refers
        self.part = "body"
        self.clauses = 0
        self.here = 0  # the clause that is being settled
        self.on_event = "event" in ability.labels  # the text stands on an event card
        self.is_bare = ability.trigger is None and not ability.labels  # it does not say when it happens
        self.is_headed = bool(ability.labels)  # a header may say when, and speaks of no card
        self.says_when = not SAY_WHEN.isdisjoint(ability.labels)  # a header does, and speaks of no card
        self.doing: m.Node | None = None  # the instruction whose cards are being settled
        self.negated = False  # a card being played was negated: it can be spoken of
        self.mentions: list[Mention] = []
        self.spoken_of: list[Mention] = []  # the same, the one that was named or pointed at last at the end
        self.events: list[m.Event] = [ability.trigger] if ability.trigger is not None else []
        self.who: list[str] = ["you"]
        self.named = ""
        self.of_either = False  # the condition over this clause is about a player, whichever it is
        self.of_this = (
            False  # a condition says something of this card, and what it says of others hangs on it
        )
        self.asked: tuple[Any, ...] = ()  # what the condition over this clause says of this card
        self.asked_of_group: tuple[Mention, bool] | None = None  # "if there is a red card among them", and
        # whether that speaks of no other cards
        self.asked_of_it: Mention | None = (
            None  # "if it is red": the card that the condition over this clause asks
        )
        # about by a pronoun
        self.alike: dict[str, m.Selector | m.Role] = {}  # what the other case changes, by the number
        said = [each for each in m.walk(ability) if isinstance(each, Pronoun)]
        self.names_driven = any(each.deed == "driven" for each in said)  # "a card driven this way"
        done = [*m.walk((ability.costs, ability.conditions, ability.body))]
        self.said = done
        self.circles = [each for each in done if is_a_circle(each)]
        lasting = [each for each in done if hasattr(each, "duration") or isinstance(each, m.Delayed)]
        self.keeps_circle = any(
            isinstance(each, Pronoun) and each.noun == "circle" for each in m.walk((*lasting,))
        )
        self.names_attacked = any(each in ATTACKED_CIRCLE for each in done)
        self.replaced: m.Event | None = None  # what is done now is done in its place
        self.telling: m.Event | None = None  # the event that is being settled
        self.picked = set[str]()  # what was chosen that is no card: a number, a colour, a player
        self.unread = False  # words that are not read have passed: what they speak of is not known

    def that_card(self) -> m.Target:
        """The one card that was spoken of before; the card that speaks would say “this card's”."""
        found = self.meant(Pronoun("that", "card"), own=self.here)
        if found == m.This():
            raise Unsound("that of which card?")
        return found

    # Walking: parts in the order of the text

    def settle_part(self, name: str, value: Any) -> Any:
        self.part = {"costs": "cost", "conditions": "condition"}.get(name, "body")
        self.here = self.clauses if name == "letters" else 0
        return self.settle(value)

    def settle(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.settle(each) for each in node)
        if isinstance(node, Pronoun):
            return self.meant(node, own=self.here)
        if isinstance(node, ThatNumber):
            return m.ChosenNumber() if "number" in self.picked else m.ThatMany()
        if isinstance(node, ThatStat):
            return m.ChosenNumber() if "number" in self.picked else m.ValueOf(node.stat, self.that_card())
        if isinstance(node, OfThat):
            picked = node.what in self.picked
            return m.Is(node.what, node.values) if picked else m.SameAs(node.what, self.that_card())
        if isinstance(node, YourMany):
            return self.of_your_cards(node)
        if isinstance(node, m.Ability) or not isinstance(node, m.Node):
            return node
        given = getattr(node, "like", None) or getattr(node, "gains", None)
        if isinstance(given, OfThat) and given.what not in self.picked:
            raise Unsound(f"which {given.what}? It must be chosen first")
        self.unread = self.unread or isinstance(node, m.Unread)
        if (
            isinstance(node, m.NegateAbility)
            and isinstance(node.what, Pronoun)
            and not (self.events or self.mentions)
        ):
            self.negated = True
            return m.NegateAbility(node.kind)  # "that card" is the one being played
        if isinstance(node, m.NegateAbility) and node == m.NegateAbility() and (named := self.abilities()):
            return m.NegateAbility("card", self.taken(named[-1]))
        if isinstance(node, m.NegateAbility) and isinstance(node.what, Pronoun) and self.is_ability_used():
            return m.NegateAbility()  # and not the card that has it
        if isinstance(node, m.NegateAbility) and node.what is None and not self.events:
            self.negated = True
        if isinstance(node, m.Matches) and (such := self.such_a_card(node)) is not None:
            node = such
        kind: type = type(node)
        if not is_clause(kind):
            return self.settle_node(node)
        outer, self.clauses = self.here, self.clauses + 1
        self.here = self.clauses
        settled = self.settle_node(node)
        self.here = outer
        return settled

    def whose_side(self, who: str) -> str:
        """ "Choose an enemy unit. If its controller's defense zone is empty, …": your opponent's."""
        found = self.meant(self.whose(who), own=self.here)
        if isinstance(found, m.This):
            return "you" if who == "master" else who
        what = next((each.what for each in self.noted(found)), None)
        if not isinstance(what, m.Selector):
            return who  # the card of the event
        if what.whose not in ("you", "opponent"):
            raise Unsound("whose, if nobody knows whose card it is? Say “your” or “your opponent's”")
        return what.whose

    def of_your_cards(self, node: YourMany) -> m.ThatMany:
        """Nobody keeps apart whose cards were moved: all that the text has moved must be yours."""
        moved = [each.what for each in self.mentions if node.way in each.deeds]
        if any(isinstance(each, m.Selector) and each.whose != "you" for each in moved):
            raise Unsound("how many cards of each player that were is not kept apart")
        return m.ThatMany(node.way)

    def such_a_card(self, node: m.Matches) -> m.Compare | None:
        """ "If there is a red card, …. If that card is adjacent to this card, …": if there is one that is."""
        said: Any = node.what
        others = [each for each in self.spoken_of if isinstance(each.what, m.Selector)]
        if not isinstance(said, Pronoun) or said.word != "that" or self.events or node.like.areas:
            return None
        what = others[-1].what if others and others[-1].asked_for else None
        if not isinstance(what, m.Selector):
            return None
        like = msgspec.structs.replace(what, bind=0, filters=(*what.filters, *node.like.filters))
        return m.Compare(m.Count(like), "at least", 1)

    def abilities(self) -> list[Mention]:
        """What was chosen by the name of an ability: "choose an ability in the gate"."""
        return [each for each in self.spoken_of if each.chosen and "ability" in each.types]

    def settle_options(self, options: Any) -> Any:
        """Of several options one is done: what another would do has not been done."""
        before = [(each, each.gone, each.deeds) for each in self.mentions]
        settled = []
        for option in options:
            for each, gone, deeds in before:
                each.gone, each.deeds = gone, deeds
            settled.append(self.settle(option))
        return tuple(settled)

    def settle_node(self, node: m.Node) -> Any:
        if isinstance(node, m.Prohibit) and self.speaks_of_cards(node):
            raise Unsound("said in another way")
        if isinstance(node, m.Drive) and node.what is None and self.names_driven:
            top = m.Selector(m.Exactly(node.n), "their" if node.who == "each" else node.who, ("deck",), "top")
            node = m.Drive(1, top, node.who)
        if isinstance(node, m.Count) and is_all_done(node.what):
            raise Unsound("said in another way")  # so many as were done this way
        if isinstance(node, m.Among) and is_plain_them(node.what):
            node = m.Among(pronoun("group", to=cast(Pronoun, node.what).to), node.whole)
        if isinstance(node, m.Union) and is_one_and_another(node):
            raise Unsound("“another” than the one before it? Choose one after the other, or 2 of them")
        if isinstance(node, m.Selector):
            found = tuple(self.other(node, f) for f in node.filters)
            node = msgspec.structs.replace(node, filters=(*found, *self.paid_before(node.filters)))
            node = self.of_which_group(node)
        if isinstance(node, m.Move) and is_beside_it(node):
            node = self.beside_the_moved(node)
        performer = getattr(node, "who", None)
        if performer in ("owner", "master") and isinstance(node, VERBS):
            return self.by_its_owner(node)
        if isinstance(performer, str):
            performer = self.that_player(performer)
            self.who.append(performer)
        entered = isinstance(node, m.Delayed | m.Instead) and (bool(subjects(node.event)) or not self.events)
        changes: dict[str, Any] = {}
        before = [(each, each.gone, each.deeds) for each in self.mentions]
        if isinstance(node, m.If):
            cases = {name: tuple(map(self.of_earlier, getattr(node, name))) for name in ("then", "otherwise")}
            node = msgspec.structs.replace(node, **cases)
        for name in in_order_of_the_text(node):
            if name == "to" and getattr(node, name) == Pronoun("itself"):
                changes[name] = bound_to(changes["source"])
                continue
            if name == "otherwise" and getattr(node, name):
                changes[name] = self.otherwise(node, changes.get("then", ()), before)
                continue
            outer_group, outer_it = self.asked_of_group, self.asked_of_it
            if name == "then" and isinstance(node, m.If):
                before += self.asked_about(changes["conditions"])
                self.asked_of_group = self.found_in_group(node.conditions, changes["conditions"])
                self.asked_of_it = self.found_by_pronoun(node.conditions, changes["conditions"])
            if entered and name == "do":
                self.events.append(node.event)  # type: ignore[attr-defined]
                self.replaced = self.events[-1] if isinstance(node, m.Instead) else None
            outer, asked = self.of_this, self.asked
            either = self.of_either
            if name == "then" and isinstance(node, m.If):
                self.of_either = either or is_of_either_player(node.conditions)
            self.of_this = outer or (name == "conditions" and is_of_this(getattr(node, name)))
            if name == "then" and isinstance(node, m.If):
                self.asked = (*asked, *said_of_this(changes["conditions"]))
            told, self.telling = self.telling, node.event if entered and name == "event" else self.telling  # type: ignore[attr-defined]
            options = name == "options" and isinstance(node, m.Either)
            changes[name] = self.settle_options(getattr(node, name)) if options else self.field(node, name)
            self.telling = told
            self.of_this, self.asked, self.asked_of_group = outer, asked, outer_group
            self.asked_of_it = outer_it
            self.of_either = either
        if entered:
            self.events.pop()
        if isinstance(performer, str):
            self.who.pop()
        settled = msgspec.structs.replace(node, **changes)
        if isinstance(node, m.Among) and isinstance(node.what, Pronoun) and changes["what"] == m.This():
            raise Unsound("among which cards? No cards were chosen or looked at before")
        self.follow(settled)
        return self.made(settled) if isinstance(settled, m.CreateToken) else settled

    def is_ability_used(self) -> bool:
        """Whether the event is an ability that is being used, and nothing else was chosen."""
        used = bool(self.events) and isinstance(self.events[-1], m.AbilityUsed)
        return used and not any(each.chosen for each in self.mentions)

    def is_played_now(self) -> bool:
        """ "When your opponent plays an event, you may discard a card. If you do, negate that card": what is
        being played, since no other card can be negated, unless one was chosen for it."""
        event = self.events[-1] if self.events else None
        played = isinstance(event, m.Played | m.Targeted) and isinstance(event.what, m.Selector)
        return played and not any(each.chosen for each in self.mentions)

    def speaks_of_cards(self, node: m.Prohibit) -> bool:
        """ "Choose 2 units. They cannot attack this turn": the units, and not a player."""
        they = isinstance(node.what, m.Player) and isinstance(node.what.who, They)
        several = [each for each in self.spoken_of if not each.single]
        there = ("summoned" in each.deeds or (each.chosen and not is_put_away(each)) for each in several)
        return they and node.act.verb in ("attack", "move") and any(there)

    def beside_the_moved(self, node: m.Move) -> m.Move:
        """ "Move 1 unit to a zone adjacent to it": the unit that moves, unless another card was mentioned."""
        if self.among_mentions(Pronoun("it"), there=True):
            return node
        event = self.events[-1] if self.events else None
        cards = subjects(event) if event is not None and not is_gone(event) else []
        if cards and not self.says_when:
            told = "this card" if isinstance(cards[0], m.This) else "the card of the event"
            if self.refers.get("it") == told:
                return node
            if self.refers.get("it") != MOVED_CARD:
                raise WhichOne("it", [MOVED_CARD, told])
        return exchanged(node, pronoun("it"), pronoun("moved"))  # type: ignore[no-any-return]

    def of_earlier(self, verb: Any) -> Any:
        """ "Destroy it. If you have …, exhaust it instead": what was mentioned before the condition."""
        meant = {
            name: self.meant(said, there=True)
            for name in ("what", "to")
            if isinstance(said := getattr(verb, name, None), Pronoun) and said.earlier
        }
        return msgspec.structs.replace(verb, **meant) if meant else verb

    def asked_about(self, conditions: Any) -> list[tuple[Mention, bool, frozenset[str]]]:
        """ "If your member in battle is …, …. Otherwise, it …": it was asked about, whatever it is."""
        asked = [each.what if isinstance(each, m.NotSo) else each for each in conditions]
        meant = {
            each.what.bind
            for each in asked
            if isinstance(each, m.Matches) and isinstance(each.what, m.Selector)
        }
        return [(each, each.gone, each.deeds) for each in self.mentions if each.bind in meant - {0}]

    def found_in_group(self, said: Any, conditions: Any) -> tuple[Mention, bool] | None:
        """The cards of a group that a clause's condition describes."""
        sure = any(isinstance(each, Pronoun) and each.word == "shown" for each in m.walk(said))
        counts = [each.left for each in conditions if isinstance(each, m.Compare)]
        binds = {each.what.bind for each in counts if isinstance(each, m.Count)} - {0}
        found = [each for each in self.mentions if each.bind in binds and is_asked_of_a_group(each)]
        return (found[-1], sure) if found else None

    def found_by_pronoun(self, said: Any, conditions: Any) -> Mention | None:
        """The card that a condition asks about as "it"."""
        for each, settled in zip(said, conditions, strict=True):
            meant = settled.what if isinstance(settled, m.Matches) else None
            if isinstance(meant, m.Bound) and isinstance(each.what, Pronoun):
                return next(
                    (one for one in self.mentions if one.n == abs(meant.n) or one.bind == meant.n), None
                )
        return None

    def of_which_group(self, what: m.Selector) -> m.Selector:
        """ "If there are red cards among them, … 1 of them": of the red ones, or of all?"""
        bare = what.filters == (m.Among(THEM),) and not what.types and is_choice(what)
        if self.asked_of_group is None or not bare:
            return what
        some, sure = self.asked_of_group
        all_ = self.among_mentions(Pronoun("group"))
        meant = some if sure or not all_ else self.which(Pronoun("them"), [some, *all_])
        return msgspec.structs.replace(what, filters=(m.Among(self.taken(meant)),))

    def otherwise(self, node: Any, then: Any, before: list[tuple[Mention, bool, frozenset[str]]]) -> Any:
        """Whatever was done or taken in the other case does not count here."""
        spoken = self.spoken_of
        for each, gone, deeds in before:
            each.gone, each.deeds = gone, deeds
        self.spoken_of = [each for each in spoken if any(each is one for one, _, _ in before)]
        outer, self.alike = self.alike, changed_by(then)
        settled = self.field(node, "otherwise")
        self.alike = outer
        self.spoken_of = [*(each for each in spoken if each not in self.spoken_of), *self.spoken_of]
        return settled

    def as_in_the_other_case(self, said: Pronoun, other: m.Selector | m.Role) -> m.Target:
        """ "If it is red, your monster gets +1000. If not, it gets -1000": the monster again, unless the
        condition is about a card that could have such a number where it lies."""
        near = self.among_mentions(said, there=True, own=self.here)
        asked = [each for each in near if not is_put_away(each)]
        again = Mention(0, other, True, 0)
        meant = self.which(said, [*asked, again]) if asked else again
        if meant is not again:
            return self.taken(meant)
        return msgspec.structs.replace(other, bind=0) if isinstance(other, m.Selector) else other

    def by_its_owner(self, node: Any) -> Any:
        """ "Its owner draws a card": the owner of the card that "its" means."""
        if isinstance(node, JOINING) and not isinstance(node, m.May):
            raise Unsound("the owner of which card is asked? Say “your opponent” or “you”")
        self.doing = None
        of = self.settle(self.whose(node.who))
        if isinstance(node, m.May):
            parts = {name: theirs(getattr(node, name), node.who) for name in ("do", "then", "otherwise")}
            node = msgspec.structs.replace(node, **parts)
        self.who.append("their")
        settled = self.settle_node(msgspec.structs.replace(node, who="their"))
        self.who.pop()
        return m.OwnersDo(of, "owner" if node.who == "owner" else "master", (settled,))

    def whose(self, who: str) -> Any:
        """ "Its owner", or "their owner" where several cards were named last; "that unit's owner"."""
        if isinstance(who, ThatOnes):
            return who.of
        named = [e for e in self.spoken_of if e.clause != self.here and not isinstance(e.what, m.This)]
        several = bool(named) and not named[-1].single
        if several and not isinstance(who, Theirs):
            raise Unsound("several cards were named before: say “their” of their owner")
        return Pronoun("them" if several else "it")

    def follow(self, node: m.Node) -> None:
        """Whether the cards of an instruction are still there to have something done to them."""
        if isinstance(node, m.Pick):
            self.picked.add(node.what)
        for each in self.noted(node.to if isinstance(node, m.DealDamage) else getattr(node, "what", None)):
            each.deeds |= deeds_of(node, each.what)
        away = isinstance(node, m.Discard | m.Destroy)
        if isinstance(node, m.Discard | m.Destroy):
            self.went(node.what, PILES)
        if isinstance(node, m.Move):
            away = node.to.area in AWAY
            self.went(node.what, frozenset((node.to.area,)), node.to.whose)
        if away or isinstance(node, m.Move | m.Play | m.Summon | m.Mobilize):
            self.goes(getattr(node, "what", None), away)
        if isinstance(node, m.Stack):
            self.goes(node.onto if node.how == "on top" else node.what, True)
        if isinstance(node, m.Play):
            self.goes(node.onto, True)
            covered = [] if is_choice(node.onto) else self.noted(node.onto)
            self.spoken_of = [each for each in self.spoken_of if each not in covered]
        if isinstance(node, m.Evolve):
            self.goes(node.what, True)

    def goes(self, what: Any, away: bool) -> None:
        for each in self.noted(what):
            if not isinstance(each.what, m.This):
                each.gone = away

    def went(self, what: Any, where: frozenset[str], whose: str = "") -> None:
        for each in self.noted(what):
            each.went, each.into = where, whose

    def noted(self, what: Any) -> list[Mention]:
        """What was noted about the cards of an instruction."""
        if isinstance(what, m.Union):
            return [each for part in what.parts for each in self.noted(part)]
        if isinstance(what, m.This | m.Role | m.Host):
            return [each for each in self.mentions if each.what == what][-1:]
        n = what.n if isinstance(what, m.Bound) else what.bind if isinstance(what, m.Selector) else 0
        return [each for each in self.mentions if n and each.bind == n]

    def made(self, tokens: m.CreateToken) -> m.CreateToken:
        """Tokens that are created can be referred to like cards that are taken."""
        many = m.UpTo(tokens.n) if tokens.up_to else m.Exactly(tokens.n)
        found = self.mention(m.Selector(many, types=("token",), bind=tokens.bind))
        return msgspec.structs.replace(tokens, bind=found.bind)

    def field(self, node: m.Node, name: str) -> Any:
        said = getattr(node, name)
        if isinstance(said, Pronoun):
            self.doing = node
        if said == Pronoun("it") and isinstance(node, DONE_TO + MOVED) and (chosen := self.chosen_card()):
            return chosen
        if name == "what" and isinstance(node, DONE_TO + MOVED) and (such := self.one_asked_for(node, said)):
            said = such
        if said == Pronoun("it") and isinstance(node, m.GainControl) and self.mentions:
            said = Pronoun("that")  # control is gained of another card
        if said == Pronoun("it") and isinstance(node, m.Orient) and self.is_undone(node.orientation):
            return m.This()
        if said == Pronoun("it") and isinstance(node, m.Modify) and node.stat in self.alike:
            return self.as_in_the_other_case(said, self.alike[node.stat])
        if (
            said == Pronoun("it")
            and isinstance(node, m.Modify)
            and self.is_given_a_card()
            and not self.mentions
        ):
            return m.This()
        if said == Pronoun("it") and isinstance(node, m.Modify) and len({*self.alike.values()}) == 1:
            return self.as_in_the_other_case(said, *{*self.alike.values()})
        if said == Pronoun("it") and is_suffered(node) and name in ("what", "to"):
            sides = self.two_sides()
            if sides and isinstance(node, m.DealDamage) and self.events[-1] is self.replaced:
                return list(sides.values())[0 if is_passive(self.events[-1]) else 1]
            if sides and not self.among_mentions(said, there=isinstance(node, DONE_TO), own=self.here):
                return sides[self.which_of(said, list(sides))]
        if said == THEM and isinstance(node, m.DealDamage) and name == "to" and self.are_the_opponent():
            return m.Player("opponent")
        if isinstance(said, Pronoun) and isinstance(node, m.NegateAbility) and self.is_played_now():
            return self.side(0)
        if isinstance(said, Pronoun) and isinstance(node, DONE_TO) and name in ("what", "to"):
            self.check_harm(said, node)
            return self.meant(said, there=True, own=self.here)
        if isinstance(said, Pronoun) and isinstance(node, m.ValueOf) and said.word in ("it", "them"):
            return self.possessed(said)
        if isinstance(said, Pronoun) and isinstance(node, m.ValueOf) and said.deed:
            return self.in_passing(said)
        if isinstance(said, Pronoun) and isinstance(node, MOVED) and name == "what":
            self.check_which(said)
        if said == Pronoun("it") and isinstance(node, m.Matches) and node.like.types:
            if self.among_mentions(Pronoun("that"), own=self.here):
                said = Pronoun("that")  # nobody asks of what kind this card is
        value = self.settle(said)
        if isinstance(node, m.ValueOf) and isinstance(value, m.Selector):
            value = self.the_only(value)
        open_to_all = isinstance(value, Bare | One) and language(self.game).opponent_is_open
        if open_to_all and self.who[-1] == "opponent":
            if isinstance(node, m.Player):
                raise Unsound("whose opponent? Say “you” or “your opponent”")
            value = "the opponent" if name == "whose" else "opponent"
        if name == "who" and value == "their" and isinstance(node, m.Cause):
            return self.whose_effect()
        if name in ("who", "whose", "by") and value == "that player":
            named = self.that_player(value)
            if name == "whose" and named == "each" and isinstance(node, m.Selector):
                raise Unsound("“that player” is one of the two: say it of each player separately")
            return named
        if name == "whose" and value == "their" and isinstance(node, m.Place) and self.who[-1] == "you":
            return "owner" if node.area in OWNED else self.player(value)
        if value == "their" and isinstance(node, m.DuringPhase | m.DuringTurn) and self.events:
            return self.that_player("that player")  # "when a player draws outside their draw phase"
        if name == "whose" and value in ("performer", "their"):
            return self.player(value)
        if name == "whose" and value in ("owner", "master") and isinstance(node, m.Selector):
            return self.whose_side(value)
        if name == "whose" and value in ("opponent", "each"):
            self.named = value
        role = ROLES.get(type(node), "")
        is_named = mentions(type(node), name)
        if is_named and isinstance(value, m.Selector):
            self.mention_bearers(value, 0)  # further away than what is taken
            found = self.mention(value, role)
            self.mentions[-1].with_this = isinstance(node, m.Swap) and m.This() in (node.one, node.other)
            if isinstance(node, m.Matches) and isinstance(value.quantity, m.Every) and is_beside_this(value):
                self.mentions[-1].single = True  # "if the member in front of this member is …, it": either
                self.mention_this()
            return found
        lies = isinstance(node, m.Matches) and bool(node.like.areas)  # "if this card is in your hand"
        if is_named and isinstance(value, m.This) and (lies or isinstance(node, m.Verb)):
            self.mention_this()
        if is_named and isinstance(value, m.Role) and not self.of_this:
            self.mention_role(value, self.here)
        if is_named and isinstance(value, m.Host):
            self.note(Mention(len(self.mentions) + 1, value, True, self.here, part=self.part))
        if is_named and isinstance(value, m.Union):
            parts = tuple(
                self.mention(one, role) if isinstance(one, m.Selector) else one for one in value.parts
            )
            described = any(isinstance(one, m.Selector) for one in parts)
            if isinstance(node, m.Verb) and m.This() in parts and len(parts) == 2 and described:
                self.mentions[-1].with_this = True
            return msgspec.structs.replace(value, parts=parts)
        if isinstance(node, m.Compare) and name == "left" and isinstance(value, m.Count):
            if is_as_before(value.what):
                return value
            own = m.This() in m.walk(value.what)  # "if this member has soul": the member is spoken of
            one = (node.compare, node.right) == ("at least", 1)
            what = self.mention(value.what, "found", indefinite=one and not own)
            self.mentions[-1].asked_for = one
            self.mentions[-1].gone = bool(what.areas) and AWAY.issuperset(what.areas)
            if own:
                self.mention_this()
            self.mention_bearers(what, self.here)
            return msgspec.structs.replace(value, what=what)
        said = self.part != "condition"  # a header ("Awakening 3") speaks of nothing
        if isinstance(node, m.Compare) and name == "left" and isinstance(value, m.ValueOf) and said:
            if isinstance(value.what, m.Role) and not self.of_this:
                self.mention_fighter(value.what, self.here)
            if isinstance(value.what, m.Selector) and is_single(value.what):
                return msgspec.structs.replace(value, what=self.mention(value.what, "found"))
        return value

    def one_asked_for(self, node: m.Node, said: object) -> m.Selector | None:
        """ "If there is a red card in your drop zone, return that card to your hand": 1 such card, unless
        another that was spoken of can still be put there."""
        others = [each for each in self.spoken_of if isinstance(each.what, m.Selector)]
        asked = others[-1] if others and others[-1].indefinite and not others[-1].single else None
        if not isinstance(said, Pronoun) or said.word != "that" or asked is None:
            return None
        if not self.is_kind(said, asked.types) or (asked.gone and isinstance(node, DONE_TO)):
            return None
        earlier = self.among_mentions(said, isinstance(node, DONE_TO), self.here)
        to = node.to if isinstance(node, m.Move) else None
        rivals = [each for each in earlier if each is not asked and not cannot_go(each, to)]
        if rivals and (not is_put_away(asked) or self.which(said, [asked, *rivals]) is not asked):
            return None
        if self.of_event(said) and not is_put_away(asked):
            return None
        assert isinstance(asked.what, m.Selector)
        return msgspec.structs.replace(asked.what, quantity=m.Exactly(1), bind=0)

    def mention_bearers(self, what: m.Selector, clause: int) -> None:
        """ "If your member in battle has soul, it …": the bearer of the counted cards is mentioned."""
        for each in what.filters:
            if isinstance(each, m.Attached) and isinstance(each.to, m.Role):
                named = self.mention_role if each.to.role == "battle opponent" else self.mention_fighter
                named(each.to, clause)
            if isinstance(each, m.Attached) and isinstance(each.to, m.Selector) and is_single(each.to):
                n = len(self.mentions) + 1
                self.note(Mention(n, each.to, True, clause, part=self.part, again=not is_choice(each.to)))

    def other(self, what: m.Selector, found: Any) -> Any:
        """ "Other" cards: other than those of their sort that were chosen before or were put where these are,
        or else than this one. "Another": other than the last of its sort mentioned, also by the event."""
        word = getattr(found.what, "word", "") if isinstance(found, m.OtherThan) else ""
        if word not in ("other", "another"):
            return found
        alike = [
            each
            for each in self.spoken_of
            if (each.chosen or word == "another")
            and isinstance(each.what, m.Selector)
            and is_of_a_sort(each.what, what)
            and not is_of_other_ones(each)
            and (word == "other" or {each.what.whose, what.whose} != {"you", "opponent"})
        ]
        came = [each for each in self.spoken_of if each.single and self.came_as(each, what)]
        if not alike:
            among = (self.went_among, self.was_made_such)
            alike = [each for each in self.spoken_of if any(is_now(each, what) for is_now in among)]
        if not alike and came and (self.on_event or self.which(Pronoun(word), [came[-1], THIS]) is not THIS):
            alike = came
        if not alike and self.is_bare:
            alike = [each for each in self.spoken_of if self.is_done_by_no_such_card(each, what)]
        fighting = [each for each in self.spoken_of if isinstance(each.what, m.Role)]
        if not alike and self.on_event and fighting and word == "another":
            return m.OtherThan(fighting[-1].what)
        if not alike and self.on_event and word == "another":
            if (card := self.of_its_sort_in_event(what)) is not None:
                return m.OtherThan(card)
        if not alike and self.on_event and what.types and "event" not in what.types:
            raise Unsound(f"“{word}” than what? This event card is not one of them")
        if not alike and any(is_borne_by_one(each.what, what) for each in self.spoken_of):
            raise Unsound(f"“{word}” than the card it is with? Choose that card first")
        if not alike and word == "another" and (card := self.of_its_sort_in_event(what)) is not None:
            return m.OtherThan(card)
        if not alike and word == "another" and (card := self.across(what)) is not None:
            return m.OtherThan(card)
        if not alike and (named := self.named_on_no_such_card(what)) is not None:
            return m.OtherThan(named)
        alike = alike or [each for each in self.spoken_of if was_one_of_those(each, what)]
        if not alike:
            return m.OtherThan(m.This())
        alike[-1].used = True
        return m.OtherThan(m.Bound(alike[-1].bind))

    def is_given_a_card(self) -> bool:
        """ "When a card is put into this member's soul, it gets +500 power": who bears it."""
        event = self.events[-1] if self.events else None
        return isinstance(event, m.Attaches) and event.to == m.This()

    def paid_before(self, said: tuple[Any, ...]) -> tuple[m.Filter, ...]:
        """ "[Rest another member, put another member into your drop zone]": neither is this card."""
        words = [getattr(each.what, "word", "") for each in said if isinstance(each, m.OtherThan)]
        before = [each.what.filters for each in self.mentions if isinstance(each.what, m.Selector)]
        if self.part != "cost" or "another" not in words:
            return ()
        return (m.OtherThan(m.This()),) if any(m.OtherThan(m.This()) in each for each in before) else ()

    def is_done_by_no_such_card(self, each: Mention, what: m.Selector) -> bool:
        """ "Destroy 1 of your units. Then move 1 of your other units", on a card that is no unit: other than
        the one that something was done to. A text that does not say when it happens stands on such a card."""
        spoken = language(self.game)
        kinds = set(spoken.unsaid_on)
        if not kinds or not what.types or any(kinds & set(spoken.types.get(t, kinds)) for t in what.types):
            return False
        alike = isinstance(each.what, m.Selector) and is_of_a_sort(each.what, what)
        return alike and each.single and bool(each.deeds)

    def named_on_no_such_card(self, what: m.Selector) -> m.Target | None:
        """ "When this card is placed on the battle zone, your member in battle gets … for each of your other
        members": a card that is set off there is no member, so the others are those beside the one named."""
        spoken = language(self.game)
        kinds = self.kinds_of_this()
        if not kinds or any(kinds & set(spoken.types.get(noun, kinds)) for noun in what.types or ("card",)):
            return None
        beside = [each.of for each in what.filters if isinstance(each, m.Near)]
        said = [*(each.what for each in self.spoken_of if each.single), *beside]
        named = [each for each in said if isinstance(each, m.Selector) and is_of_a_sort(each, what)]
        whole = [each for each in named if isinstance(each.quantity, m.Every)]
        theirs = [each for each in whole if each.whose == what.whose or not what.whose]
        if not theirs and spoken.speaks_for and what.whose in ("you", "opponent"):
            return msgspec.structs.replace(spoken.speaks_for, whose=what.whose)
        return msgspec.structs.replace(theirs[-1], bind=0) if theirs else None

    def kinds_of_this(self) -> set[str]:
        """What this card can be, if its arrival in an area sets the text off: only some kinds come there."""
        came = self.events[0].to if self.events and is_arrival_of_this(self.events[0]) else ()
        return {kind for area in came or () for kind in language(self.game).set_off_in.get(area, ())}

    def went_among(self, each: Mention, what: m.Selector) -> bool:
        """Whether a mentioned card has been put among those that are described."""
        moved = isinstance(each.what, m.Selector) and bool(each.went)
        return moved and bool(what.areas) and each.went.issuperset(what.areas)

    def was_made_such(self, each: Mention, what: m.Selector) -> bool:
        """ "Destroy one of your gates. Choose one of your other destroyed gates": it is one of them now."""
        states = [one.state for one in what.filters if isinstance(one, m.State)]
        words = {word for state in states for word in MADE.get(state, ())}
        alike = isinstance(each.what, m.Selector) and is_of_a_sort(each.what, what)
        return alike and bool(each.deeds & words)

    def of_its_sort_in_event(self, what: m.Selector) -> m.Target | None:
        """ "When a Machine is destroyed, ready another Machine": the one that the event is about."""
        cards = subjects(self.events[-1]) if self.events else []
        if m.This() in cards:
            return None
        alike = [
            at
            for at, each in enumerate(cards)
            if isinstance(each, m.Selector)
            and is_of_a_sort(each, what)
            and {each.whose, what.whose} != {"you", "opponent"}
            and not any(isinstance(one, m.OtherThan) for one in each.filters)  # itself "another"
        ]
        return self.side(alike[0]) if alike else None

    def across(self, what: m.Selector) -> m.Target | None:
        """ "When this unit is attacked, exhaust another enemy unit": the attacker is one, not this card."""
        event = self.events[-1] if self.events else None
        if not isinstance(event, m.Attacks) or what.whose != "opponent" or what.areas:
            return None
        if event.what == m.This():
            return m.Role("attacked") if event.target is None else m.Object()
        if not is_mine(event.target):
            return None
        return m.Role("attacking") if event.what is None else m.Subject()

    def came_as(self, each: Mention, what: m.Selector) -> bool:
        """Whether a mentioned card has come into play since, among those that are described."""
        return bool(each.deeds & {"summoned", "played"}) and each.types == what.types and not what.areas

    def player(self, word: str) -> str:
        who = self.who[-1]
        if word == "performer":
            return "their" if who == "each" else who
        if who == "each":
            return "their"
        if who == "you" and "player" in self.picked:
            return "that player"
        return "opponent" if who == "you" else who

    def whose_effect(self) -> str:
        """ "Your opponent's units cannot be destroyed by their effects": by those of the named player."""
        if self.named not in ("opponent", "each"):
            raise Unsound("by whose effects? Say “your opponent's”")
        if self.named == "each":
            raise Unsound("by whose effects? Say it of each player separately")
        return self.named

    def are_the_opponent(self) -> bool:
        """ "Deal 1 damage to them", where no cards were spoken of in the plural, but the opponent was."""
        caused = [getattr(getattr(each, "cause", None), "who", "") for each in self.events]
        doing = [getattr(each, name, "") for each in self.events for name in ("who", "by")]
        if any(not each.single and not is_put_away(each) for each in self.spoken_of):
            return False
        cards = [card for each in self.events for card in subjects(each)]
        cards += [each.what for each in self.spoken_of if not is_put_away(each)]
        theirs = any(isinstance(each, m.Selector) and each.whose == "opponent" for each in cards)
        return "opponent" in (*caused, *doing) or (self.named == "opponent" and not theirs)

    def that_player(self, who: str) -> str:
        """ "they": the player of the event, or else the one who did something just before."""
        if who != "that player":
            if who in ("opponent", "each"):
                self.named = who
            return who
        if "player" in self.picked:
            return "that player"
        if self.of_either:
            raise Unsound("which player is that? Say it of each player separately")
        for event in self.events[::-1]:
            if isinstance(event, m.Damages) and isinstance(event.to, m.Selector):
                return "that player"  # whose ruler, or card, was dealt damage
            if isinstance(event, m.PhaseMoment) and event.whose in ("any", "each"):
                return self.named if self.named and isinstance(who, They) else "turn player"
            if "opponent" in (getattr(event, name, None) for name in ("who", "by", "whose")):
                return "opponent"  # "you" are never “they”
            if getattr(event, "who", getattr(event, "by", "")) == "any" and not self.named:
                return "that player"  # "a player": whoever it was
        if not self.named:
            raise Unsound("which player is “they”?")
        return self.named

    # Mentions and pronouns

    def mention(self, what: m.Selector, role: str = "", indefinite: bool = False) -> m.Selector:
        n = len(self.mentions) + 1
        for each in m.walk(what.filters):
            if isinstance(each, m.Among) and isinstance(each.what, m.Bound) and each.what.n < 0:
                self.mentions[-each.what.n - 1].taken_from = True
        found = what if what.bind else msgspec.structs.replace(what, bind=-n)
        self.note(Mention(n, found, is_single(what), self.here, role, self.part, indefinite=indefinite))
        return found

    def mention_this(self) -> None:
        self.note(Mention(len(self.mentions) + 1, m.This(), True, self.here, part=self.part))

    def mention_fighter(self, what: m.Role, clause: int) -> None:
        """ "When this member attacks, if the defending member's power is 5000 or more, it …": either one."""
        fights = bool(self.events) and m.This() in subjects(self.events[-1])
        if not fights or not isinstance(self.events[-1], m.Attacks | m.Defends | m.Battles):
            self.mention_role(what, clause)
        elif what.role != "battle opponent":  # "its battle opponent's" speaks of this card
            self.note(Mention(len(self.mentions) + 1, what, True, clause, part=self.part))
            self.note(Mention(len(self.mentions) + 1, m.This(), True, clause, part=self.part))

    def mention_role(self, what: m.Role, clause: int) -> None:
        """ "The attacking member" can be "it" later, unless the event already names it."""
        named = self.events and isinstance(self.events[-1], m.Attacks)
        if what.role in FOUGHT and not named:
            self.note(Mention(len(self.mentions) + 1, what, True, clause, part=self.part))

    def note(self, mention: Mention) -> None:
        mention.chosen = mention.role == "chosen"
        mention.events = len(self.events)
        self.mentions.append(mention)
        self.spoken_of.append(mention)

    def possessed(self, pronoun: Pronoun) -> m.Target:
        """ "its level": of the card of the same clause, if it has one; or else like any other "it"."""
        own = [each for each in self.spoken_of[::-1] if each.clause == self.here and self.here]
        single = [each for each in own if each.single]
        others = [each for each in self.spoken_of if each.role and each.single and each.clause != self.here]
        if single and isinstance(single[0].what, m.This) and self.asked_of_it is not None:
            return self.taken(
                self.asked_of_it
            )  # "if it was a unit, this card gains power equal to its level"
        if single and isinstance(single[0].what, m.This) and others:
            return self.taken(self.which(pronoun, [single[0], others[-1]]))
        if single:
            return self.taken(single[0])
        if own and pronoun.word == "it" and own[0].part == self.part:
            raise Unsound("several cards each have their own number: say it of one card")
        return self.meant(pronoun)

    def meant(self, pronoun: Pronoun, there: bool = False, own: int = 0) -> m.Target:
        """What a pronoun refers to; if something is done to it, a card that is still there. `own` is the
        clause that it stands in: it refers to nothing there."""
        is_plain = pronoun.deed or pronoun.to == NOT_SAID
        plain = pronoun if is_plain else msgspec.structs.replace(pronoun, to=NOT_SAID)
        found = self.referent(plain, there, own)
        if not all(each.was_put(*pronoun.to) for each in self.noted(found)):
            raise Unsound("no card was put there before")
        return found

    def referent(self, pronoun: Pronoun, there: bool, own: int) -> m.Target:
        if self.unread:
            raise Unsound(f"“{pronoun.word}” may refer to something in the words that could not be read")
        if pronoun.word == "this of the event":
            told = self.telling or (self.events[-1] if self.events else None)
            if self.telling is None and self.one_before(own or self.here):
                return self.meant(
                    Pronoun("that", "card"), own=own
                )  # "return 1 unit. Play one with a lower level"
            if told is not None and m.This() in subjects(told):
                return m.This()  # "attacked by a unit with a higher level": than its own
            if not self.here or not (self.mentions or self.of_event(Pronoun("that"))):
                raise Unsound("higher or lower than what?")
            return self.meant(Pronoun("that", "card"), own=own)  # than the card that was spoken of
        if pronoun.noun == "circle" and pronoun.word in ("that", "chosen"):
            return self.that_circle(pronoun)
        if pronoun.word == "moved":  # what the same instruction moves
            return self.taken(self.spoken_of[-1]) if self.spoken_of else self.from_event(Pronoun("it"))
        if pronoun.deed:
            return self.handled(pronoun)
        if pronoun.word == "other ones":
            return self.other_ones()
        if pronoun.word == "them" and (pair := self.two_chosen(there)):
            return m.Union(tuple(self.taken(each) for each in pair))
        found = self.among_mentions(pronoun, there, own)
        if isinstance(pronoun, Both) and found and found[0].asked_for:
            return self.this_and(found[0])
        if pronoun.word == "them" and found and found[0].with_this:
            return m.Union((m.This(), self.taken(found[0])))
        if len(found) == 1 and is_asked_in_passing(found[0]) and pronoun in BARE:
            return self.rather_than(found[0], pronoun, there, own)
        if pronoun.word == "the rest":
            if pronoun.noun == "others" and (not found or not found[0].taken_from):
                return self.others_of_its_sort()
            if not found:
                raise Unsound("“the rest” of what?")
            self.taken(found[0])
            return m.Rest(found[0].bind)
        if pronoun.word == "chosen" and not found:
            raise Unsound(f"no {pronoun.noun} was chosen before")
        if pronoun.word in IN_TURN and not found:
            raise Unsound(f"there are no two {pronoun.noun}s of which one is the {pronoun.word}")
        if len(found) > 1:
            return self.taken(self.which(pronoun, found))
        if found and (found[0].part == "body" or self.part != "body"):
            return self.taken(found[0])
        if found and not self.of_event(pronoun):
            return self.taken(found[0])
        meant = self.besides(pronoun, found)
        if isinstance(pronoun, Both) and isinstance(meant, m.Subject | m.Object | m.This):
            raise Unsound("which two cards are “both”?")
        return meant

    def that_circle(self, pronoun: Pronoun) -> m.Target:
        """The circle that was chosen, or, if the text names no other, the one that is attacked."""
        chosen = [each for each in self.mentions if each.chosen and each.single and "circle" in each.types]
        if len(chosen) == len(self.circles) == 1 and not self.keeps_circle:
            return self.taken(chosen[0])
        attacked = isinstance(self.events[-1] if self.events else None, m.Attacks) or self.names_attacked
        before = takewhile(lambda each: each is not pronoun, self.said)
        if any(map(is_a_circle, before)) or not attacked or pronoun.word == "chosen":
            raise Unsound(f"which circle is “{pronoun.word} circle”?")
        return m.Role("circle being attacked")

    def rather_than(self, asked: Mention, pronoun: Pronoun, there: bool, own: int) -> m.Target:
        """ "Choose 1 unit. If your ruler is red, destroy it.": a card that is only asked about competes with
        what was chosen before; one that is always there, with whatever else is spoken of."""
        lone = SINGLE_TYPES.issuperset(asked.types or ("card",))
        spoken = self.spoken_of
        self.spoken_of = [each for each in spoken if each.single and not is_asked_in_passing(each)]
        others = [each for each in self.among_mentions(pronoun, there, own) if lone or each.chosen]
        self.spoken_of = spoken
        rivals = bool(others) or (lone and self.is_told_of(asked, pronoun))
        if isinstance(self.doing, OF_LONE_CARDS) or not rivals:
            return self.taken(asked)
        sure = lone and (pronoun.word == "that" or takes_no_lone_card(self.doing))
        if others and (sure or (lone and is_of_one_side(others[0].what, asked.what))):
            return self.taken(others[0])
        if others:
            return self.taken(self.which(pronoun, [*others, asked]))
        rival = None if self.of_event(pronoun) else THIS
        if sure or self.which(pronoun, [asked, rival]) is rival:
            return self.from_event(pronoun)
        return self.taken(asked)

    def is_told_of(self, asked: Mention, pronoun: Pronoun) -> bool:
        """Whether the event is about a card that can have something done to it, and not the one asked about;
        a header names no card."""
        event = self.events[-1] if self.events else None
        if event is None or (is_gone(event) and not isinstance(self.doing, MOVED)):
            return False
        cards = subjects(event)
        if any(isinstance(each, m.Selector) and each.types == asked.types for each in cards):
            return False
        return self.of_event(pronoun) or (m.This() in cards and not self.is_headed)

    def this_and(self, found: Mention) -> m.Target:
        """ "If there is a card adjacent to this card, both cards …": that one and this one."""
        if m.This() not in m.walk(found.what):
            raise Unsound("which two are “both”? There may be several such cards")
        return m.Union((m.This(), self.taken(found)))

    def others_of_its_sort(self) -> m.Target:
        """ "Choose 1 of your units and destroy the others": all possible choices except that one."""
        chosen = [each for each in self.spoken_of if each.chosen and isinstance(each.what, m.Selector)]
        if len(chosen) != 1:
            raise Unsound("“the others” besides which cards?")
        kept = self.taken(chosen[-1])
        what = chosen[-1].what
        assert isinstance(what, m.Selector)
        return msgspec.structs.replace(
            what, quantity=m.Every(), bind=0, filters=(*what.filters, m.OtherThan(kept))
        )

    def other_ones(self) -> m.Target:
        """ "One of the others": of the cards that were called the other ones before."""
        called = [each for each in self.spoken_of if is_of_other_ones(each)]
        if not called or any(each.chosen for each in self.spoken_of):
            raise Unsound("“the others” besides which cards?")
        return self.taken(called[-1])

    def in_passing(self, pronoun: Pronoun) -> m.Target:
        """Only a number of the card is asked for: "it" is still what was mentioned last."""
        spoken = self.spoken_of
        meant = self.handled(pronoun)
        self.spoken_of = spoken
        return meant

    def handled(self, pronoun: Pronoun) -> m.Target:
        """ "the removed card": what an instruction, a cost or the event has removed, and nothing else."""
        found: list[Mention | None] = [
            each
            for each in self.spoken_of
            if pronoun.deed in each.deeds and self.is_kind(pronoun, each.types) and each.was_put(*pronoun.to)
        ]
        event = self.events[-1] if self.events else None
        cards = subjects(event) if event is not None and pronoun.deed in deeds_of(event) else []
        if any(isinstance(each, m.Selector) and self.is_kind(pronoun, each.types) for each in cards):
            found.append(None)
        if not found:
            raise Unsound(f"no {pronoun.noun} was {pronoun.deed} before")
        meant = found[0] if len(found) == 1 else self.which(pronoun, found)
        return self.from_event(pronoun) if meant is None else self.taken(meant)

    def the_only(self, what: m.Selector) -> m.Target:
        """ "The power of the member put there this way": of that card, if the text has put just one there."""
        among = what.filters[0] if len(what.filters) == 1 else None
        if not isinstance(among, m.Among) or not isinstance(what.quantity, m.Every):
            return what
        one = [each for each in self.noted(among.what) if each.single and each.types == what.types]
        return among.what if one else what

    def two_chosen(self, there: bool) -> list[Mention]:
        """ "Choose 1 of these and 1 of those … them": both of them, in the order of the text."""
        cards = [each for each in self.spoken_of if isinstance(each.what, m.Selector)]
        cards = [each for each in cards if not (there and each.gone)]
        chosen = [each for each in cards if each.chosen]
        if len(chosen) > 1 and cards[-1] is chosen[-1] and chosen[0].clause == chosen[-1].clause:
            return chosen
        if any(not each.single for each in cards):
            return []
        return chosen if len(chosen) == 2 else []

    def besides(self, pronoun: Pronoun, found: list[Mention]) -> m.Target:
        """Something from the event, this card or a cost, if nothing in the body can be meant."""
        if self.negated and pronoun.word in ("it", "that"):
            return m.Role("being played")
        if not found and pronoun == Pronoun("it") and self.asked and self.of_event(pronoun):
            found = [THIS]  # "when a unit attacks, if this card is …, destroy it": either of them
        if not found:
            meant = self.from_event(pronoun)
            if pronoun.word == "the" and isinstance(meant, m.This):
                raise Unsound(f"which card is “the {pronoun.noun}”? Say “this {pronoun.noun}”, or how many")
            return meant
        chosen = self.which(pronoun, [*found, None])
        return self.from_event(pronoun) if chosen is None else self.taken(chosen)

    def of_event(self, pronoun: Pronoun) -> bool:
        """Whether the event is about another card that the word can mean."""
        cards = subjects(self.events[-1]) if self.events else []
        fitting = [
            each for each in cards if isinstance(each, m.Selector) and self.is_kind(pronoun, each.types)
        ]
        return bool(fitting) and pronoun.word != "chosen"

    def taken(self, found: Mention) -> m.Target:
        found.used = True
        self.spoken_of = [each for each in self.spoken_of if each is not found] + [found]
        if found.again:
            return found.what
        if isinstance(found.what, m.Role) and found.gone:
            raise Unsound(f"{found.in_words()} has already left: refer to it before it leaves")
        return m.Bound(found.bind) if isinstance(found.what, m.Selector) else found.what

    def which(self, pronoun: Pronoun, found: list[Any]) -> Any:
        """The one that the judge named; nothing is guessed."""
        said = f"{pronoun.word} {pronoun.noun}".strip()
        words = ["the card of the event" if each is None else each.in_words() for each in found]
        wanted = self.refers.get(said)
        if wanted in words:
            return found[words.index(wanted)]
        raise WhichOne(said, words)

    def which_of(self, pronoun: Pronoun, words: list[str]) -> str:
        said = f"{pronoun.word} {pronoun.noun}".strip()
        wanted = self.refers.get(said)
        if wanted in words:
            return wanted
        raise WhichOne(said, words)

    def two_sides(self) -> dict[str, m.Target]:
        """ "When this unit attacks a unit, exhaust it": either of the two, in words. "When a unit attacks
        this unit, …": it is the other one."""
        event = self.events[-1] if self.events else None
        if not isinstance(event, m.Attacks | m.Damages):
            return {}
        first, other = (*subjects(event), None, None)[:2]
        if not isinstance(first, m.Selector | m.This) or not isinstance(other, m.Selector):
            return {}
        if is_a_circle(other):  # nothing is done to a place: "it" is the card
            return {}
        told = sides_of(event)
        mine: dict[str, m.Target] = {"this card": m.This()} if first == m.This() else {told[0]: self.side(0)}
        return mine | {told[1]: self.side(1)}

    def one_before(self, clause: int) -> bool:
        """Whether the instructions before this clause took one card that they describe."""
        return any(
            each.single
            and each.clause != clause
            and each.part == "body"
            and isinstance(each.what, m.Selector)
            for each in self.mentions
        )

    def chosen_card(self) -> m.Target | None:
        """ "When this unit becomes the target of a card or ability, return it …": an ability is not moved."""
        event = next((each for each in self.events[::-1] if not isinstance(each, m.PhaseMoment)), None)
        if not isinstance(event, m.Targeted) or self.mentions:
            return None
        if not isinstance(event.what, m.Selector) or "card or ability" not in event.what.types:
            return None
        return m.This() if event.target == m.This() else m.Object()

    def is_undone(self, orientation: str) -> bool:
        """ "If this card is in Rest Mode, switch it to Active Mode": the card that is asked about."""
        turned = m.State("rest" if orientation == "active" else "active")
        likes = [each.like for each in self.asked if isinstance(each, m.Matches)]
        return not self.mentions and any(turned in like.filters for like in likes)

    def check_harm(self, pronoun: Pronoun, node: m.Node) -> None:
        """ "… you may exhaust this card to deal 2 damage to it": hardly to itself, if the event is about a
        card too; nor does a card gain anything for sure that was just exhausted."""
        if pronoun.word != "it" or not isinstance(node, m.DealDamage | m.Destroy | m.Modify | m.Gain):
            return
        found = self.among_mentions(pronoun, there=True, own=self.here)
        spent = isinstance(node, m.DealDamage | m.Destroy) or any("rested" in each.deeds for each in found)
        this = bool(found) and all(isinstance(each.what, m.This) for each in found)
        if this and spent and self.of_event(pronoun):
            self.which(pronoun, [*found, None])

    def check_which(self, pronoun: Pronoun) -> None:
        """A card put away can be moved on; but if the event is about a card too, either could be meant."""
        found = self.among_mentions(pronoun, own=self.here) if pronoun.word == "it" else []
        cards = subjects(self.events[-1]) if self.events else []
        if found and found[0].gone and cards and isinstance(cards[0], m.Selector):
            raise Unsound("which card is “it”: the one just put away, or the one in the event?")

    def among_mentions(self, pronoun: Pronoun, there: bool = False, own: int = 0) -> list[Mention]:
        """The mentions that can be meant: one, several that fit equally well, or none."""
        if pronoun.word == "topic":
            return []
        latest = [
            each
            for each in self.spoken_of[::-1]
            if not (there and each.gone) and (not own or each.clause != own)
        ]
        if isinstance(self.doing, m.Attached):  # what lay under a card has nothing under it
            latest = [each for each in latest if not lies_under(each.what)]
        cards = [each for each in latest if not isinstance(each.what, m.This)]
        if pronoun.noun not in ("", "card", *FIGHTER_NOUNS):
            latest = [each for each in latest if not isinstance(each.what, m.Role)]
        if pronoun.word == "all chosen":
            taken = [each for each in cards if each.part != "condition" and is_choice(each.what)]
            return ([each for each in cards if each.chosen] or taken)[:1]
        if pronoun.word == "the rest":
            return [each for each in cards if each.taken_from] or [each for each in cards if not each.single]
        if pronoun.word == "chosen":
            cards = (
                [each for each in cards if each.chosen]
                or [each for each in cards if each.is_counted]
                or cards
            )
            return nearest([each for each in cards if self.is_kind(pronoun, each.types)])
        if pronoun.word in IN_TURN:
            picked = [each for each in self.mentions if each.single and each.part != "condition"]
            picked = [each for each in picked if is_choice(each.what) and self.is_kind(pronoun, each.types)]
            return [picked[IN_TURN.index(pronoun.word)]] if len(picked) > 1 else []
        if pronoun.word in ("group", "shown"):  # "a red card among them … a blue card among them"
            cards = [each for each in cards if not is_asked_of_a_group(each)]
        if pronoun.word in ("them", "group", "shown"):
            return ([each for each in cards if not each.single] or cards)[:1]
        if pronoun.word == "it" and cards and cards[0] is latest[0] and cards[0].is_uncounted:
            return cards[:1]  # "2 of your energy … it"
        if pronoun.word == "that":  # a text says “this card” of itself
            latest = cards
        self.check_number(pronoun, latest)
        latest = [each for each in latest if not is_of_the_other_side(pronoun, each.what)]
        fitting = [each for each in latest if each.single and self.is_kind(pronoun, each.types)]
        if pronoun.called:
            so = [each for each in fitting if is_called(pronoun, each.what)]
            fitting = so or ([] if self.event_calls(pronoun) else fitting)
        if pronoun.noun not in ("", "card"):
            exact = [each for each in fitting if pronoun.noun in each.types]
            several = [each for each in latest if pronoun.noun in each.types]
            fitting = exact or several or ([] if self.event_has(pronoun.noun) else fitting)
        return nearest(fitting)

    def check_number(self, pronoun: Pronoun, latest: list[Mention]) -> None:
        """ "it" is one card: not several that were just chosen, nor any number there may be."""
        if pronoun.word != "it" or not latest or latest[0].single or latest[0].used:
            return
        if len(self.events) > latest[0].events:
            return  # another event has come in between, and is spoken of
        if latest[0].chosen:
            raise Unsound("“it” is one card, and several can be chosen: say “them”")
        if latest[0].indefinite:
            raise Unsound("which card is “it”? There may be several such cards")

    def is_kind(self, pronoun: Pronoun, types: tuple[str, ...]) -> bool:
        """Whether a noun can refer to cards of these types."""
        noun = pronoun.noun
        if noun in ("", "card") or not types or noun in types:
            return True
        known = language(self.game).types
        return bool(set(known.get(noun, ())) & {kind for each in types for kind in known.get(each, ())})

    def event_has(self, noun: str) -> bool:
        return any(
            isinstance(each, m.Selector) and noun in each.types
            for event in self.events
            for each in subjects(event)
        )

    def event_calls(self, pronoun: Pronoun) -> bool:
        return any(is_called(pronoun, each) for each in subjects(self.events[-1])) if self.events else False

    def from_event(self, pronoun: Pronoun) -> m.Target:
        cards = subjects(self.events[-1]) if self.events else []
        if self.events and is_its_host(pronoun, self.events[-1]):
            return m.Host()
        if not cards and pronoun.word in ("it", "topic"):
            return m.This()
        if not cards:
            raise Unsound(f"which card is “{pronoun.word} {pronoun.noun}”?".replace(" ”", "”"))
        if pronoun.called and (so := [at for at, each in enumerate(cards) if is_called(pronoun, each)]):
            return self.side(so[0])
        if all(is_of_the_other_side(pronoun, each) for each in cards):
            raise Unsound(f"which {pronoun.noun} is that? The event speaks of none of that side")
        if pronoun.noun not in ("", "card"):
            fitting = [
                place
                for place, each in enumerate(cards)
                if isinstance(each, m.Selector) and pronoun.noun in each.types
            ]
            if len(fitting) > 1 and m.doer(self.events[-1]) is not None:
                raise Unsound(f"which {pronoun.noun}: the one it happens to, or the one that does it?")
            if fitting:
                at = fitting[0] if len(fitting) == 1 else self.one_side(pronoun, cards)
                return self.pointed_at(pronoun, self.side(at))
        if pronoun.word == "it" and is_destroying(self.events[-1]):
            return self.destroyer_or_destroyed(pronoun)
        if isinstance(cards[0], m.Selector | m.Role | m.Host):
            return self.side(0)
        if pronoun.word == "them":
            raise Unsound("which cards are meant? Only one was mentioned")
        if len(cards) > 1 and (pronoun.word == "that" or pronoun.deed):
            return self.pointed_at(pronoun, self.side(1))
        return self.of_its_clause(pronoun) if pronoun.word == "that" else m.This()

    def pointed_at(self, pronoun: Pronoun, meant: m.Target) -> m.Target:
        """ "When this unit deals damage to a unit, exhaust that unit. It does not become ready …": "it" is
        the unit that was pointed at, and not this one."""
        assert isinstance(meant, m.Object | m.Subject)
        if pronoun.word == "that" and isinstance(self.doing, DONE_TO_THAT):
            self.note(Mention(len(self.mentions) + 1, meant, True, self.here, part=self.part))
        return meant

    def of_its_clause(self, pronoun: Pronoun) -> m.Target:
        """ "Your defending member gets +1000 power for each member adjacent to that member": the one that was
        just named; or this card, if it can be a member."""
        named = [each for each in self.spoken_of if each.clause == self.here and each.single]
        named = [each for each in named if isinstance(each.what, m.Selector) and pronoun.noun in each.types]
        if len(named) == 1:
            return self.taken(named[0])
        kinds = self.kinds_of_this()
        if named or (kinds and not self.is_kind(pronoun, tuple(kinds))):
            raise Unsound(f"which card is “that {pronoun.noun}”?")
        return m.This()

    def destroyer_or_destroyed(self, pronoun: Pronoun) -> m.Target:
        """ "When a unit destroys a unit, it …": what is done to a card in play is done to the one left."""
        told = ["the destroyed card", "the card that destroys it"]
        left = isinstance(self.doing, DONE_TO)
        return self.side(1 if left else told.index(self.which_of(pronoun, told)))

    def one_side(self, pronoun: Pronoun, cards: list[m.Target]) -> int:
        """ "When a unit attacks a unit, exhaust that unit": either of the two."""
        told = sides_of(self.events[-1]) or [described(each) for each in cards]
        return told.index(self.which_of(pronoun, told))

    def side(self, place: int) -> m.Target:
        """The card the event names first, or the other one; "is … by" names the affected one first."""
        return m.Object() if bool(place) != is_passive(self.events[-1]) else m.Subject()


def is_of_other_ones(each: Mention) -> bool:
    """Whether these are all the cards besides this one."""
    others = each.what.filters if isinstance(each.what, m.Selector) and not each.single else ()
    return m.OtherThan(m.This()) in others


def is_mine(what: m.Target | None) -> bool:
    return what in (m.This(), m.Player("you")) or (isinstance(what, m.Selector) and what.whose == "you")


def is_asked_in_passing(found: Mention) -> bool:
    """A single card that a condition describes, and that no word has meant yet."""
    return found.role == "found" and found.single and not found.used and not is_choice(found.what)


def is_of_one_side(one: object, other: object) -> bool:
    return isinstance(one, m.Selector) and isinstance(other, m.Selector) and one.whose == other.whose


def takes_no_lone_card(verb: m.Node | None) -> bool:
    """What is never done to a player's only card of its kind: it stays where it lies."""
    away = isinstance(verb, m.Move) and verb.to.area in OWNED
    return away or isinstance(verb, m.Destroy | m.Discard | m.Play | m.Stack | m.GainControl)


def bound_to(what: m.Target) -> m.Target:
    """What was taken, if it is described; or else the same card."""
    return m.Bound(what.bind) if isinstance(what, m.Selector) else what


def is_all_done(what: m.Selector) -> bool:
    """ "Each card removed this way": everything removed, not one kind of it."""
    return not what.types and len(what.filters) == 1 and isinstance(what.filters[0], DoneAmong)


def is_called(pronoun: Pronoun, what: object) -> bool:
    """Whether the card was described by the word that points at it now."""
    if pronoun.called in OF_A_SIDE:
        return isinstance(what, m.Selector) and what.whose == pronoun.called
    filters = what.filters if isinstance(what, m.Selector) else ()
    return any(isinstance(each, m.Is) and pronoun.called in each.values for each in filters)


OF_A_SIDE = ("you", "opponent")  # "that enemy unit": a card is also called by whose it is


def is_of_the_other_side(pronoun: Pronoun, what: object) -> bool:
    """Whether a card cannot be the one that is called by whose it is."""
    if pronoun.called not in OF_A_SIDE:
        return False
    return isinstance(what, m.This) or getattr(what, "whose", "") in {*OF_A_SIDE} - {pronoun.called}


MOVED_CARD = "the card that is moved"
DONE_TO_THAT = (m.Orient, m.Modify, m.Gain, m.Lose, m.Prohibit, m.Demand, m.DealDamage)  # and it stays there


def is_beside_it(node: m.Move) -> bool:
    """Whether a chosen card goes to a place that is described by "it"."""
    spots = node.to.zone.filters if isinstance(node.to.zone, m.Selector) else ()
    return isinstance(node.what, m.Selector) and any(
        isinstance(each, m.Near) and each.of == pronoun("it") for each in spots
    )


def is_gone(event: m.Event) -> bool:
    """Whether the card of an event has left for a place where nothing lies beside it."""
    if isinstance(event, m.Moved):
        return bool(event.to) and AWAY.union({"hand"}).issuperset(event.to)
    return isinstance(event, m.Discarded | m.Destroyed)


def exchanged(node: Any, one: Any, other: Any) -> Any:
    """A part of a text with one word replaced."""
    if node == one:
        return other
    if isinstance(node, tuple):
        return tuple(exchanged(each, one, other) for each in node)
    if not isinstance(node, m.Node):
        return node
    return msgspec.structs.replace(
        node, **{name: exchanged(getattr(node, name), one, other) for name in node.__struct_fields__}
    )


def lies_under(what: object) -> bool:
    return isinstance(what, m.Selector) and any(isinstance(each, m.Attached) for each in what.filters)


def is_put_away(mention: Mention) -> bool:
    """It is in a pile or a hand, not in play: "the revealed card"."""
    areas = mention.what.areas if isinstance(mention.what, m.Selector) else ()
    return bool(areas) and OWNED.issuperset(areas)


def changed_by(verbs: Any) -> dict[str, m.Selector | m.Role]:
    """The cards whose numbers are changed, where there is nothing to choose."""
    changed = [each for each in m.walk(verbs) if isinstance(each, m.Modify)]
    return {
        each.stat: each.what
        for each in changed
        if isinstance(each.what, m.Role)
        or (isinstance(each.what, m.Selector) and not is_choice(each.what) and is_single(each.what))
    }


def is_its_host(pronoun: Pronoun, event: m.Event) -> bool:
    """ "When this card is put into the soul of a member, that member …": the one it lies under."""
    into = isinstance(event, m.Attaches) and event.how == "soul" and event.what == m.This()
    return into and pronoun.word in ("that", "the") and pronoun.noun not in ("", "card")


def is_asked_of_a_group(mention: Mention) -> bool:
    """ "If there is a red card among them": a description of some of them."""
    filters = mention.what.filters if isinstance(mention.what, m.Selector) else ()
    return mention.role == "found" and any(isinstance(each, m.Among) for each in filters)


def is_choice(what: Any) -> bool:
    """ "Send up to 2 cards …": they are chosen, though the text does not say so."""
    many = m.Exactly | m.UpTo | m.AnyNumber | m.AtLeast
    return isinstance(what, m.Selector) and isinstance(what.quantity, many)


def was_one_of_those(mention: Mention, what: m.Selector) -> bool:
    """ "Turn one of your gates face up. Turn one of your other gates face down": not the first one."""
    first = mention.what
    return (
        isinstance(first, m.Selector)
        and mention.part == "body"
        and mention.single
        and not mention.gone
        and is_choice(first)
        and is_choice(what)
        and is_of_a_sort(first, what)
        and first.whose == what.whose
        and not any(isinstance(each, m.OtherThan) for each in first.filters)
    )


def is_of_this(conditions: tuple[Any, ...]) -> bool:
    """ "If this card attacks a Battle Card, it …": what is said of the other card is said of this one."""
    first = conditions[0] if conditions else None
    return isinstance(first, m.Matches) and first.what == m.This()


def said_of_this(conditions: tuple[Any, ...]) -> Iterator[Any]:
    """The conditions that say something of this card other than where it is."""
    for each in conditions:
        if isinstance(each, m.Matches) and each.what == m.This() and not each.like.areas:
            yield each
        if isinstance(each, m.Compare) and isinstance(each.left, m.ValueOf) and each.left.what == m.This():
            yield each


def theirs(verbs: tuple[Any, ...], who: str) -> tuple[Any, ...]:
    """What the owner of a card may do is done by that same player."""
    return tuple(
        msgspec.structs.replace(each, who="their")
        if getattr(each, "who", "") in (who, "that player")
        else each
        for each in verbs
    )


def cannot_go(mention: Mention, to: m.Place | None) -> bool:
    """Whether a card is there already, or the place is the other player's."""
    whose = getattr(mention.what, "whose", "")
    return to is not None and (
        to.area in mention.went or (to.area in OWNED and {whose, to.whose} == {"you", "opponent"})
    )


THIS = Mention(0, m.This(), True, 0)
OF_LONE_CARDS = (m.Advance, m.Retreat, m.Invade)
BARE = (Pronoun("it"), Pronoun("that"), Pronoun("that", "card"))
VERBS = get_args(m.Verb)


def is_of_a_sort(one: m.Selector, other: m.Selector) -> bool:
    """Whether two descriptions are of one type in one area; the field is where such cards are."""
    places = [() if each.areas == ("field",) and each.types else each.areas for each in (one, other)]
    return one.types == other.types and places[0] == places[1]


def is_of_either_player(conditions: Any) -> bool:
    """ "If a player has no cards in hand": whichever of the two."""
    named = (m.Selector, m.PlayerNumber)
    said = [node for node in m.walk(conditions) if isinstance(node, named)]
    one_of = [tuple(m.walk(each)) for each in conditions if isinstance(each, m.OneHolds)]
    told = [{getattr(each, "whose", "") for each in nodes} for nodes in one_of]
    players = [(getattr(node, "whose", ""), getattr(node, "who", "")) for node in said]
    return any("any" in each for each in players) or any({"you", "opponent"} <= each for each in told)


def is_borne_by_one(what: Any, other: m.Selector) -> bool:
    """ "Choose a charge of a Machine and another Machine": the charge's own card is of that sort."""
    attached = [each.to for each in getattr(what, "filters", ()) if isinstance(each, m.Attached)]
    bearers = [each for each in attached if isinstance(each, m.Selector)]
    kinds = {each for each in other.filters if not isinstance(each, m.OtherThan)}
    return any(is_of_a_sort(each, other) and kinds <= set(each.filters) for each in bearers)


def is_arrival_of_this(event: m.Event) -> TypeGuard[m.Moved]:
    return isinstance(event, m.Moved) and event.what == m.This()


def is_beside_this(what: m.Selector) -> bool:
    return any(isinstance(each, m.Near) and each.of == m.This() for each in what.filters)


def is_passive(event: m.Event) -> bool:
    """Whether the event is stated of the card that suffers it, and names who does it afterwards."""
    return isinstance(event, AttackedBy | DealtBy)


def is_destroying(event: m.Event) -> bool:
    """Whether a described card is said to destroy another."""
    if isinstance(event, m.Nth | m.After):
        return is_destroying(event.event)
    return isinstance(getattr(event, "cause", None), Destroyer) and m.doer(event) is not None


def subjects(event: m.Event) -> list[m.Target]:
    """The cards of an event, the one that acts (or suffers alone) first."""
    if isinstance(event, m.EitherEvent):
        return subjects(event.events[0])
    if isinstance(event, m.Nth | m.After):
        return subjects(event.event)
    if isinstance(event, m.Destroyed) and event.cause is not None and event.cause.by == "attack":
        return [each for each in (event.cause.source, event.what) if isinstance(each, m.Target)]
    names = ("what", "target", "into", "to", "of", "against")
    values = [getattr(event, name, None) for name in (names[::-1] if is_passive(event) else names)]
    return [each for each in (*values, m.doer(event)) if isinstance(each, m.Target)]


OBJECTS: dict[type, tuple[str, ...]] = {
    m.DealDamage: ("source", "to"),
    m.Evolve: ("what", "into"),
    m.Play: ("what", "onto"),
    m.Redirect: ("to",),
    m.Stack: ("what", "onto"),
    m.Swap: ("one", "other"),
}


FOUGHT = frozenset({
    "attacking", "attacked", "defending", "intercepting", "battle opponent", "being played", "just played",
})  # fmt: skip
FIGHTER_NOUNS = ("unit", "member", "monster card")
CLAUSES = (*VERBS, *get_args(m.Condition))
JOINING = (
    m.May, m.If, m.ChooseModes, m.Either, m.ForEach, m.Repeat, m.Delayed,
    m.Instead, m.Lasting,
)  # fmt: skip
SIDES: dict[type, tuple[str, str]] = {
    m.Attacks: ("the attacking card", "the attacked card"),
    m.Damages: ("the card that deals the damage", "the card that is dealt it"),
}


def sides_of(event: m.Event) -> list[str]:
    """What the two cards of an attack or of damage are called, in the order of the words."""
    names = next((list(names) for kind, names in SIDES.items() if isinstance(event, kind)), [])
    return names[::-1] if is_passive(event) else names


SUFFERED = (m.Destroy, m.Move, m.Stack, m.Orient, m.DealDamage, m.Heal, m.GainControl)


def is_suffered(node: m.Node) -> bool:
    return isinstance(node, SUFFERED) or (isinstance(node, m.Modify) and node.how == "minus")


MOVED = (m.Move, m.Stack, m.Play, m.Summon, m.Mobilize)
DONE_TO = (
    m.Destroy, m.Retreat, m.Advance, m.Invade, m.CounterMonster, m.Orient,
    m.Modify, m.Gain, m.Lose, m.Prohibit, m.Permit, m.Demand, m.NegateAbilities,
    m.Redirect, m.DealDamage, m.Heal, m.Unaffected, m.GainControl,
)  # fmt: skip


def in_order_of_the_text(node: m.Node) -> tuple[str, ...]:
    """The parts of a node as they are said: what deals damage is named before what is hit."""
    if isinstance(node, m.DealDamage):
        return ("source", *(name for name in node.__struct_fields__ if name != "source"))
    return node.__struct_fields__


@cache
def mentions(kind: type, name: str) -> bool:
    """Does this field name cards that a later word can point at?"""
    return issubclass(kind, (m.Matches, *VERBS)) and name in OBJECTS.get(kind, ("what",))


@cache
def is_clause(kind: type) -> bool:
    """Whether it says something of its own, rather than joining what others say."""
    return issubclass(kind, CLAUSES) and not issubclass(kind, JOINING)


def resolve(ability: m.Ability, game: str, refers: Mapping[str, str] | None = None) -> m.Ability:
    """The ability with every pronoun settled and its choices numbered as they are pointed at; `refers` is
    what the judge has said about words that can mean several things."""
    scope = Scope(ability, game, refers or {})
    settled = {name: scope.settle_part(name, getattr(ability, name)) for name in PARTS}
    found = msgspec.structs.replace(ability, **settled)
    said = max((each.bind for each in scope.mentions), default=0)
    numbers: dict[int, int] = {}
    for each in scope.mentions:
        if each.used and each.bind < 0:
            numbers[each.bind] = max(said, 0) + len(numbers) + 1
    return renumber(found, numbers)  # type: ignore[no-any-return]


PARTS = ("trigger", "costs", "conditions", "body", "keyword", "letters")


def filter_order(what: Any) -> tuple[str, str]:
    """Filters hold together, in whatever order the card prints them: one meaning, one shape."""
    return type(what).__name__, repr(what)


def renumber(node: Any, numbers: dict[int, int]) -> Any:
    if isinstance(node, tuple):
        return tuple(renumber(each, numbers) for each in node)
    if isinstance(node, m.Bound | m.Rest):
        return type(node)(numbers.get(node.n, node.n))
    if isinstance(node, Noun | Bare | Singly):
        return str(node)
    if isinstance(node, EitherCard):
        raise Unsound("say it of each of the two separately")
    if isinstance(node, OwnNumber):
        raise Unsound("which number of that card is meant?")
    if isinstance(node, LetterIs):
        raise Unsound(f"“{node.letter} is …” cannot stand here")
    if not isinstance(node, m.Node):
        return node
    if isinstance(node, m.DealDamage) and node.source == m.This():
        node = msgspec.structs.replace(node, source=None)  # "it" was this card, which needs no saying
    if node == m.Near("on", ATTACKED_CIRCLE[0]):
        return ATTACKED_CIRCLE[1]  # "that circle" was the attacked one
    if isinstance(node, Just):
        return m.Exactly(node.n)
    if isinstance(node, DoneAmong):
        node = m.Among(node.what)
    if isinstance(node, AsLong):
        return None  # nothing before it lasted for a time
    if isinstance(node, AttackedBy | DealtBy):
        node = (m.Attacks if isinstance(node, AttackedBy) else m.Damages)(*astuple(node))
    if isinstance(node, Destroyer):
        node = m.Cause(*astuple(node))
    if isinstance(node, Counted):
        raise Unsound("“no” and “or less” are conditions, not choices")
    if isinstance(node, Lone | Whole):
        node = m.Selector(**{name: getattr(node, name) for name in node.__struct_fields__})
    changes = {name: renumber(getattr(node, name), numbers) for name in node.__struct_fields__}
    if isinstance(node, m.Selector | m.CreateToken):
        changes["bind"] = numbers.get(node.bind, 0) if node.bind < 0 else node.bind
    if isinstance(node, m.Selector):
        changes["filters"] = tuple(sorted(changes["filters"], key=filter_order))
    return msgspec.structs.replace(node, **changes)


def is_one_and_another(what: m.Union) -> bool:
    """ "1 of your units and another of your units": not another than this card."""
    kinds = [each for each in what.parts if isinstance(each, m.Selector)]
    return any(
        is_of_a_sort(one, other) and one.whose == other.whose and any(map(says_another, other.filters))
        for one, other in pairwise(kinds)
    )


def says_another(what: m.Filter) -> bool:
    return isinstance(what, m.OtherThan) and getattr(what.what, "word", "") == "another"


def is_a_circle(said: object) -> bool:
    return isinstance(said, m.Selector) and "circle" in said.types
