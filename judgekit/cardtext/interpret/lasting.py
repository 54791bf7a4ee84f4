"""What lasts: instructions that apply by themselves, as the abilities that the engine knows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.cards import ITSELF, NOT_AFFECTED
from judgekit.cardtext.interpret.glue import Glue
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Sight
from judgekit.engine.abilities import (
    TAKES,
    Ability,
    Automatic,
    Change,
    Modifier,
    Prohibition,
    Proposal,
    Replacement,
    Source,
    Status,
)
from judgekit.engine.layers import Board
from judgekit.engine.state import CardId, fact
from judgekit.engine.table import Table

LISTED = frozenset({"trait"})  # properties with several values, all of which a card can lose at once

STANDS = ("replacement", "continuous")  # abilities that are not played: what they replace is limited


def told_of_attackers(verb: m.Prohibit) -> m.Prohibit:
    """ "You cannot attack with other members": with none that fits the words when an attack is declared."""
    if verb.act.verb != "attack with" or not isinstance(verb.act.object, m.Selector):
        return verb
    return m.Prohibit(verb.act.object, m.Act("attack"), verb.duration)


def is_given_later(board: Board, source: Source, card: CardId) -> bool:
    """Whether an effect that is younger than the one of `source` gives a card an ability."""
    return any(
        change.card == card and change.op == "gain"
        for modifier, younger in board.table.working_modifiers(board)
        if younger.stamp > source.stamp and modifier.data != TAKES and "abilities" in modifier.properties
        for change in (modifier.changes(board, younger) if modifier.changes is not None else ())
    )


KEEPS_NUMBER = "keeps number"


def keeps_number(table: Table, change: Change, player: str) -> bool:
    """Whether a text keeps a number from being changed like this by an effect of that player."""
    less = isinstance(change.operand, int) and change.operand < 0
    way = "changed" if change.op != "+" else "reduced" if less else "increased"
    return table.has_status(KEEPS_NUMBER, (change.card, change.property, way, player))


class Lasting(Glue):
    """Values changed, abilities given and taken, what is forbidden, allowed, due or replaced."""

    @abstractmethod
    def compile(self, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
        """One printed ability; several of the engine's if it says several things."""

    def lasting(self, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
        """The engine's form of an instruction that applies by itself."""
        maker = self.LASTING_MAKERS.get(type(verb))
        if maker is None:
            return
        yield from maker(self, verb, address, ability)

    def in_its_time(self, made: Ability) -> Ability:
        """What lasts, but applies only in one future phase or turn."""
        return self.only_when(made, lambda table, source, board: self.is_time(table, source))

    def as_long_as(self, made: Ability, conditions: Sequence[m.Condition], ability: m.Ability) -> Ability:
        """What lasts, and applies whenever these hold."""

        def test(table: Table, source: Source, board: Board | None) -> bool:
            sight = Sight(table, board) if board is not None else None
            return self.all_hold(conditions, self.run(table, source, ability), sight)

        return self.only_when(made, test)

    def only_when(self, made: Ability, test: Callable[[Table, Source, Board | None], bool]) -> Ability:
        if isinstance(made, Prohibition) and (forbids := made.forbids):
            return replace(made, forbids=lambda table, source, proposal: (
                test(table, source, None) and forbids(table, source, proposal)))  # fmt: skip
        if isinstance(made, Modifier) and (changes := made.changes):
            return replace(made, changes=lambda board, source: (
                changes(board, source) if test(board.table, source, board) else iter(())))  # fmt: skip
        if isinstance(made, Status) and (holds := made.holds):
            return replace(made, holds=lambda table, source, about: (
                test(table, source, None) and holds(table, source, about)))  # fmt: skip
        if isinstance(made, Replacement) and (replaces := made.replaces):
            return replace(made, replaces=lambda table, source, proposal: (
                test(table, source, None) and replaces(table, source, proposal)))  # fmt: skip
        if isinstance(made, Automatic) and (fulfilled := made.fulfilled):
            return replace(made, fulfilled=lambda table, moment, source: (
                fulfilled(table, moment, source) if test(table, source, None) else iter(())))  # fmt: skip
        raise NoMeaning(f"{made.address}: nothing makes this begin later")

    def is_time(self, table: Table, source: Source) -> bool:
        turn, part = fact(source.facts, "during", (0, ""))
        now = table.number("turn") == turn
        return now and (part == "turn" or self.is_phase(Sight.now(table), str(part)))

    def _modify(self, verb: m.Modify, address: str, ability: m.Ability) -> Iterator[Ability]:
        stat = self.stat_name(verb.stat)

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            sight = Sight(board.table, board)
            amount = fact(source.facts, "amount")
            op, sign = {"plus": ("+", 1), "minus": ("+", -1), "set": ("=", 1), "times": ("*", 1)}[verb.how]
            added = fact(source.facts, "added")
            for card in self.live_targets(sight, run, verb.what):
                if added is not None:
                    if not keeps_number(board.table, Change(card, stat, "+", added), run.you):
                        yield Change(card, stat, "+", added)
                    continue
                run.bound[ITSELF] = (card,)
                n = amount if amount is not None else self.amount(verb.amount, run, sight, card)
                if verb.least is not None:  # not below that, and what is below already stays
                    n = max(0, min(n, (sight.value(card, stat) or 0) - verb.least))
                change = Change(card, stat, op, sign * n)
                if not keeps_number(board.table, change, run.you):
                    yield change

        yield self._modifier(stat, address, ability, changes)

    def _unaffected(self, verb: m.Unaffected, address: str, ability: m.Ability) -> Iterator[Ability]:
        """Effects of that kind do nothing to the card; its own do."""

        def test(run: Run, about: Any) -> bool:
            card, other, player = about
            cause = verb.cause
            if other == run.source.card.card or not (
                cause.who in ("any", "") or player in self.players(cause.who, run)
            ):
                return False
            if cause.source is not None and not self._is_of(run, cause.source, other, player):
                return False
            if run.source.cards is not None:
                return card in self._lasting_targets(Sight.now(run.table), run, verb.what)
            return self.is_target(run.table, run, verb.what, card)

        yield self.status(address, ability, self.clause_of.get("prohibition", ""), NOT_AFFECTED, test)

    def _is_of(self, run: Run, named: m.Target, source: CardId, player: str) -> bool:
        """Whether an effect is of such a card, wherever that is by now."""
        if not isinstance(named, m.Selector) or source not in run.table.state.cards:
            return self.is_target(run.table, run, named, source)
        mine = named.whose in ("", "any") or player in self.players(named.whose, run)
        anyones = msgspec.structs.replace(named, whose="any")
        return mine and self.fits(Sight.now(run.table), run, anyones, source, skip_areas=True)

    def _keeps_number(self, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
        """A number that is not lowered, raised or changed, by anybody or by a player's effects."""
        stat, _, way = verb.act.verb.removeprefix("have ").rpartition(" ")

        def test(run: Run, about: Any) -> bool:
            card, changed, how, player = about
            if changed != self.stat_name(stat) or way not in (how, "changed"):
                return False
            if verb.act.cause is not None and player not in self.players(verb.act.cause.who, run):
                return False
            return self.is_lasting_on(run.table, run, verb.what, card)

        return self.status(address, ability, self.clause_of.get("prohibition", ""), KEEPS_NUMBER, test)

    def _gain(self, verb: m.Gain, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb.gains, m.Is):
            yield self._property(verb.what, verb.gains, "gain", address, ability)
            return
        given = verb.gains if isinstance(verb.gains, m.Ability) else m.Ability("keyword", keyword=verb.gains)
        self._kept.append(given)
        made = self.compile(given, f"{address}+", {})
        for one in made:
            self.inner[one.address] = one

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, verb.what):
                for one in made:
                    yield Change(card, "abilities", "gain", one.address)

        yield self._modifier("abilities", address, ability, changes)

    def _modifier(
        self,
        name: str,
        address: str,
        ability: m.Ability,
        changes: Callable[[Board, Source], Iterator[Change]],
    ) -> Modifier:
        layer = self.ability_layer if name == "abilities" else self.layer_of(name)
        clause = self.clause_of.get("continuous", "")
        return Modifier(
            address, clause, ability.text, layer=layer, properties=frozenset({name}), changes=changes
        )

    def _property(self, what: m.Target, values: m.Is, op: str, address: str, ability: m.Ability) -> Modifier:
        name = self.property_name(values.what)

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, what):
                if op == "=":
                    yield Change(card, name, "=", values.values)
                    continue
                for value in values.values:
                    if self.may_change(board.table, name, value):
                        yield Change(card, name, op, value)

        return self._modifier(name, address, ability, changes)

    def may_change(self, table: Table, name: str, value: str) -> bool:
        """Whether a property may be given or taken at all."""
        return True

    def _lose(self, verb: m.Lose, address: str, ability: m.Ability) -> Iterator[Ability]:
        if isinstance(verb.loses, m.Is):
            yield self._property(verb.what, verb.loses, "lose", address, ability)
            return
        if verb.all_of in LISTED:
            yield self._without_any(verb.what, self.property_name(verb.all_of), address, ability)
            return
        yield self._without_abilities(verb.what, verb.loses, verb.all_of, address, ability)

    def _without_any(self, what: m.Target, name: str, address: str, ability: m.Ability) -> Modifier:
        """Take away all values of a property that has several, except those that must stay."""

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            for card in self.live_targets(Sight(board.table, board), run, what):
                for value in board.value(card, name) or ():
                    if self.may_change(board.table, name, value):
                        yield Change(card, name, "lose", value)

        return self._modifier(name, address, ability, changes)

    def _negated(self, verb: m.NegateAbilities, address: str, ability: m.Ability) -> Iterator[Ability]:
        for at, kind in enumerate(verb.kinds or ("",)):
            yield self._without_abilities(
                verb.what, None, kind, f"{address}~{at}" if at else address, ability
            )

    def _without_abilities(
        self, what: m.Target, keyword: m.Keyword | None, kind: str, address: str, ability: m.Ability
    ) -> Modifier:
        """To lose everything, or everything of a kind, is the same act whatever there is to lose: it depends
        on no effect that gives an ability. Whether it waits for one all the same is an open question."""
        word = keyword.name if keyword is not None else ""

        def changes(board: Board, source: Source) -> Iterator[Change]:
            run = self.run(board.table, source, ability)
            known = board.table.pool.abilities
            meant = tuple(sorted(a for a, one in known.items() if self.is_of_kind(one, word, kind)))
            for card in self.live_targets(Sight(board.table, board), run, what):
                if self.doubt_of_silence and is_given_later(board, source, card):
                    board.table.reading(self.doubt_of_silence)
                yield Change(card, "abilities", "lose those", meant)

        return replace(self._modifier("abilities", address, ability, changes), data=TAKES)

    def _treat(self, verb: m.TreatAs, address: str, ability: m.Ability) -> Iterator[Ability]:
        yield self._property(verb.what, verb.like, "=", address, ability)

    def _prohibit(self, verb: m.Prohibit, address: str, ability: m.Ability) -> Iterator[Ability]:
        anything = msgspec.structs.replace(verb, act=m.Act(verb.act.verb), only=False)

        def forbids(table: Table, source: Source, proposal: Proposal) -> bool:
            about = self.is_about(table, source, proposal, verb, ability)
            if not verb.only:
                return about
            return not about and self.is_about(table, source, proposal, anything, ability)

        status = self.status_of(verb, address, ability)
        if status is not None:
            yield status
        elif verb.act.verb.startswith("have "):
            yield self._keeps_number(verb, address, ability)
        elif verb.act.verb not in self.acts:
            raise NoMeaning(f"{address}: nothing in {self.game} proposes to {verb.act.verb}")
        else:
            yield Prohibition(address, self.clause_of.get("continuous", ""), ability.text, forbids=forbids)

    def status_of(
        self, verb: m.Prohibit | m.Permit | m.Demand, address: str, ability: m.Ability
    ) -> Ability | None:
        """Prohibitions and permissions that the game's own clauses ask for by name."""
        return None

    def status(
        self, address: str, ability: m.Ability, clause: str, name: str, test: Callable[[Run, Any], bool],
        data: Any = None,
    ) -> Status:  # fmt: skip
        """What the game's rules ask for by a name, and about whom or what; `data` says how much."""

        def holds(table: Table, source: Source, about: Any) -> bool:
            return test(self.run(table, source, ability), about)

        return Status(address, clause, ability.text, data=data, name=name, holds=holds)

    def lasts_on(self, what: m.Target) -> Callable[[Run, Any], bool]:
        """A status of the cards that a text is about."""
        return lambda run, card: self.is_lasting_on(run.table, run, what, CardId(card))

    def lasts_for(self, who: str) -> Callable[[Run, Any], bool]:
        """A status of players."""
        return lambda run, player: player in self.players(who, run)

    def how_much(self, amount: m.Amount | None, ability: m.Ability) -> Callable[[Table, Source], int]:
        """An amount, as it is whenever the rules ask for it."""
        return lambda table, source: self.amount(amount, self.run(table, source, ability))

    def _permit(self, verb: m.Permit | m.Demand, address: str, ability: m.Ability) -> Iterator[Ability]:
        status = self.status_of(verb, address, ability)
        if status is None:
            raise NoMeaning(
                f"{address}: nothing in {self.game} asks whether {verb.act.verb} is allowed or due"
            )
        yield status

    def is_about(
        self, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
    ) -> bool:
        """Whether a prohibition is about what is proposed."""
        name = self.acts.get(verb.act.verb)
        if name is None:
            raise NoMeaning(f"nothing in {self.game} proposes to {verb.act.verb}")
        if proposal.verb != name:
            return False
        run = self.run(table, source, ability)
        passive = verb.act.verb.startswith("be ") or verb.act.verb in self.acts_of_cards
        if isinstance(verb.what, m.Player):
            about = proposal.player in self.players(verb.what.who, run)
        elif passive or proposal.card is not None:
            about = proposal.card is not None and self.is_lasting_on(table, run, verb.what, proposal.card)
        else:
            about = False
        if about and verb.act.object is not None and proposal.card is not None:
            about = self.is_target(table, run, verb.act.object, proposal.card)
        if about and verb.act.cause is not None:
            about = self.is_caused(table, run, verb.act.cause, proposal)
        return about

    acts_of_cards: ClassVar[frozenset[str]] = frozenset(
        {"attack", "block", "advance", "retreat", "invade", "leave"}
    )

    def is_caused(self, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
        by = fact(proposal.facts, "reason", "effect")
        same = not cause.by or by in (
            cause.by,
            {"skill": "effect", "ability": "effect"}.get(cause.by, cause.by),
        )
        whose = cause.who == "any" or proposal.player in self.players(cause.who, run)
        return (same and whose) != cause.negated

    def _instead(self, verb: m.Instead, address: str, ability: m.Ability) -> Iterator[Ability]:
        limits = ability.limits if ability.kind in STANDS else ()
        limits = (m.Limit(1),) if verb.first else limits

        def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
            if not self.would(table, self.run(table, source, ability), verb.event, proposal):
                return False
            asked = not verb.conditions or self.all_hold(
                verb.conditions, self.about(table, source, proposal, ability)
            )
            return asked and not self._used_up(table, source, limits, address)

        def can(table: Table, source: Source, proposal: Proposal) -> bool:
            if not self.optional(table, verb):
                return True
            return self.possible_instead(self.about(table, source, proposal, ability), verb)

        def instead(table: Table, source: Source, proposal: Proposal) -> None:
            run = self.about(table, source, proposal, ability)
            self._count_use(table, source, limits, address)
            self.do_all(run, verb.do)
            if run.done:
                self.do_all(run, verb.then)
            self.never_happens(run, verb)
            if verb.next and source.effect is not None:
                for effect in table.state.effects:
                    if effect.id == source.effect:
                        table.end(effect)

        def declined(table: Table, source: Source) -> None:
            self._count_use(table, source, limits, address)

        yield Replacement(
            address, self.clause_of.get("replacement", ""), ability.text, optional=verb.optional,
            by_hand=any(isinstance(node, m.Unread) for node in m.walk(verb)), replaces=replaces, can=can,
            instead=instead, declined=declined if verb.first else None,
        )  # fmt: skip

    def _used_up(self, table: Table, source: Source, limits: Sequence[m.Limit], address: str) -> bool:
        """Whether a text that replaces something a limited number of times has reached its limit."""
        if not limits or source.card.card not in table.state.cards:
            return False
        turn, this_turn, ever = table.card(source.card.card).mark(f"replaced by {address}") or (0, 0, 0)
        this_turn = this_turn if turn == table.number("turn") else 0
        return any((ever if each.per == "game" else this_turn) >= each.n for each in limits)

    def _count_use(self, table: Table, source: Source, limits: Sequence[m.Limit], address: str) -> None:
        card, now = source.card.card, table.number("turn")
        if not limits or card not in table.state.cards:
            return
        turn, this_turn, ever = table.card(card).mark(f"replaced by {address}") or (0, 0, 0)
        times = (now, this_turn + 1 if turn == now else 1, ever + 1)
        table.mark(card, f"replaced by {address}", times)

    def optional(self, table: Table, verb: m.Instead) -> bool:
        return verb.optional

    def possible_instead(self, run: Run, verb: m.Instead) -> bool:
        """Whether what an optional replacement offers can be done."""
        return self.possible(run, verb.do)

    def never_happens(self, run: Run, verb: m.Instead) -> None:
        """What is replaced is not done; a game takes back what it has announced already."""

    def about(self, table: Table, source: Source, proposal: Proposal, ability: m.Ability) -> Run:
        facts = source.facts
        if proposal.card is not None:
            facts = (*facts, ("subject", proposal.card))
        if proposal.player is not None:
            facts = (*facts, ("player", proposal.player))
        facts = (*facts, *(each for each in proposal.facts if each[0] == "number"))
        return self.run(table, source.altered(facts=facts), ability)

    def would(self, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
        """Whether what is proposed is the event that an effect replaces."""
        raise NoMeaning(f"{self.game} cannot replace {type(event).__name__}")

    LASTING_MAKERS: ClassVar[dict[type[Any], Callable[..., Iterator[Ability]]]] = {
        m.Modify: _modify, m.Gain: _gain, m.Lose: _lose, m.NegateAbilities: _negated, m.TreatAs: _treat,
        m.Unaffected: _unaffected, m.Prohibit: _prohibit, m.Permit: _permit, m.Demand: _permit,
        m.Instead: _instead,
    }  # fmt: skip
