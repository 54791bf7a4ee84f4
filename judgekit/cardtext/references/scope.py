"""What has been said so far, while one ability is being settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Pronoun
from judgekit.cardtext.discourse import Mention, is_single
from judgekit.cardtext.references.agreement import (
    ATTACKED_CIRCLE,
    DONE_TO_THAT,
    FOUGHT,
    SAY_WHEN,
    is_a_circle,
    is_passive,
    subjects,
)


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
        self.other_taken: set[int] = set()  # pairs of which the one and "the other" have been named
        self.dealer: m.Target | None = None  # what "it" was that the last instruction had deal damage
        self.negated = False  # a card being played was negated: it can be spoken of
        self.counters = ability.window == "counter"  # what it negates is the skill of a card
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
        self.at_hand: Mention | None = None  # the one of several for which something is done
        self.hands: list[Mention | None] = []  # the same, further out
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
        self.drew = False  # the text has had a card drawn, which "it" could be
        self.clause: m.Node | None = None  # the one that is being settled, with all it says
        self.behind: tuple[Any, ...] = ()  # what stands before the condition that is being settled
        self.unread = False  # words that are not read have passed: what they speak of is not known

    def made(self, tokens: m.CreateToken) -> m.CreateToken:
        """Tokens that are created can be referred to like cards that are taken."""
        many = m.UpTo(tokens.n) if tokens.up_to else m.Exactly(tokens.n)
        found = self.mention(m.Selector(many, types=("token",), bind=tokens.bind))
        return msgspec.structs.replace(tokens, bind=found.bind)

    def drawn(self, verb: m.Draw) -> m.Draw:
        """ "Draw 1 card. If it is red, you may reveal it": a card in a hand, of which little is said."""
        many = m.UpTo(verb.n) if verb.up_to else m.Exactly(verb.n)
        found = self.mention(m.Selector(many, verb.who, ("hand",), bind=verb.bind), "drawn")
        self.mentions[-1].went = frozenset({"hand"})
        return msgspec.structs.replace(verb, bind=found.bind)

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
        event = self.events[-1] if self.events else None
        side = getattr(event, "target" if what.role == "attacked" else "what", None)
        named = isinstance(event, m.Attacks) and (side is not None or not what.kind)
        if what.role in FOUGHT and not named:
            self.note(Mention(len(self.mentions) + 1, what, True, clause, part=self.part))

    def note(self, mention: Mention) -> None:
        mention.chosen = mention.role == "chosen"
        mention.events = len(self.events)
        self.mentions.append(mention)
        self.spoken_of.append(mention)

    def pointed_at(self, pronoun: Pronoun, meant: m.Target) -> m.Target:
        """ "When this unit deals damage to a unit, exhaust that unit. It does not become ready …": "it" is
        the unit that was pointed at, and not this one."""
        assert isinstance(meant, m.Object | m.Subject)
        onto: Any = getattr(self.doing, "onto", None)
        covered = isinstance(self.doing, m.Stack) and onto is pronoun
        if covered:  # this card lies under it now
            self.spoken_of = [each for each in self.spoken_of if not isinstance(each.what, m.This)]
        if pronoun.word == "that" and (covered or isinstance(self.doing, (*DONE_TO_THAT, m.Matches))):
            self.note(Mention(len(self.mentions) + 1, meant, True, self.here, part=self.part))
        in_it = m.This() in subjects(self.events[-1])
        if pronoun.word == "that" and isinstance(self.doing, m.Matches) and in_it:
            self.mention_this()  # "if that card is in Rest Mode, it …": either of the two
        return meant

    def side(self, place: int) -> m.Target:
        """The card the event names first, or the other one; "is … by" names the affected one first."""
        return m.Object() if bool(place) != is_passive(self.events[-1]) else m.Subject()
