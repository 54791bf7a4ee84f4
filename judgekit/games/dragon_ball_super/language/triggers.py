"""What an [Auto] waits for (8-6): moments of the turn, plays, moves, attacks, damage, combos, skills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import NoMeaning, Run, Sight, subject_facts
from judgekit.cardtext.interpret.triggers import Trigger, is_too_early
from judgekit.engine.abilities import Moment, Source
from judgekit.engine.events import Looked, Moved, Occurred, Revealed
from judgekit.engine.state import CardId, Facts, Player, area_name, fact, host_of
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import cause
from judgekit.games.dragon_ball_super.ch04_terms import INFLICTS
from judgekit.games.dragon_ball_super.ch06_turn import END_OF_MAIN_PHASE, END_OF_TURN
from judgekit.games.dragon_ball_super.ch07_battle import BATTLE_IS_OVER, END_OF_BATTLE
from judgekit.games.dragon_ball_super.ch08_06_auto import seen_as
from judgekit.games.dragon_ball_super.ch08_07_effects import checked_after_arrival
from judgekit.games.dragon_ball_super.ch10_06_critical_to_revenge import after_the_battle
from judgekit.games.dragon_ball_super.language.information import is_played_so, is_skill
from judgekit.games.dragon_ball_super.language.prohibiting import by_cause
from judgekit.games.dragon_ball_super.language.replacing import is_between, is_way

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

AFTER_BATTLE = (END_OF_BATTLE, BATTLE_IS_OVER)
MOMENTS = frozenset({
    "beginning of turn", "beginning of charge phase", "beginning of main phase", "end of main phase",
    "end of turn", "beginning of offense step", "beginning of defense step", "beginning of damage step",
    "end of battle",
})  # fmt: skip


def how_it_left(moment: Moment, card: CardId | None) -> dict[str, Any]:
    """The number of the object that an event took out of the Battle Area, and where the card went."""
    before = None if card is None else moment.before.cards.get(card)
    if before is None or area_name(before.area) != "battle":
        return {}
    after = moment.after.cards.get(before.id)
    if after is None:
        return {"was": before.object}
    return {} if after.object == before.object else {"was": before.object, "went": after.area}


def simple(timing: str) -> Callable[..., Trigger]:
    """Who did it, with which card, and by what."""

    def make(self: DragonBallSuper, event: Any, ability: m.Ability, timing: str = timing) -> Trigger:
        def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return (
                self.is_by(run, getattr(event, "who", "any"), occurred.player)
                and by_cause(self, run, getattr(event, "cause", None), occurred.facts)
                and self.is_subject(run, moment, getattr(event, "what", None), occurred.card)
            )

        return occurs(self, timing, ability, test)

    return make


def occurs(
    self: DragonBallSuper,
    timing: str,
    ability: m.Ability,
    test: Callable[[Run, Moment, Occurred], bool],
    other: str = "",
) -> Trigger:
    """Waits for a moment that the rules name."""

    def look(run: Run, moment: Moment, event: Occurred) -> Facts | None:
        if not test(run, moment, event):
            return None
        told = {"object": fact(event.facts, other), "number": fact(event.facts, "amount")}
        return subject_facts(event.card, event.player, **told, **how_it_left(moment, event.card))

    return self.at((timing,), ability, look)


def is_seen_as(self: DragonBallSuper, run: Run, moment: Moment, target: m.Target, card: CardId) -> bool:
    """Whether an event's card fits the words, judged by the information that counts."""
    state = seen_in(run.table, moment, card)
    if state is None or card not in state.cards:
        return False
    sight = Sight.of(run.table, state)
    if isinstance(target, m.Selector):
        if state is moment.after:
            checked_after_arrival(run.table, moment, card, "type")
        return self.fits(sight, run, self.anywhere(target), card)
    return card in self.pointed_at(sight, run, target)


def seen_in(table: Table, moment: Moment, card: CardId) -> Any:
    """8-6-5-1: the state before the move, or the one after it."""
    before, after = moment.before.cards.get(card), moment.after.cards.get(card)
    if before is None or after is None or before.area == after.area:
        return moment.before if after is None else moment.after
    how = seen_as(table, before.area, after.area)
    return {"before": moment.before, "after": moment.after}.get(how or "after")


def _phase(self: DragonBallSuper, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
    if event.moment == "after":
        return _after_battle()
    timing = f"{event.moment} of {event.phase}"
    if timing not in MOMENTS:
        raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")
    once = timing in (END_OF_TURN, END_OF_MAIN_PHASE)

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        if not self.is_by(run, event.whose, occurred.player) or is_too_early(run, event):
            return None
        card = run.source.card
        key = f"{run.source.what} c{card.card}.{card.object} fulfilled this turn"
        if once and run.table.number(key):
            return None
        if once:
            run.table.tally(key)
        return subject_facts(None, occurred.player)

    return self.at((timing,), ability, look)


def _after_battle() -> Trigger:
    """The book leaves open when "after the battle" is (A-17)."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if (occurred := after_the_battle(table, moment)) is not None:
            yield subject_facts(None, occurred.player)

    return (Occurred,), matches, AFTER_BATTLE


def _played(self: DragonBallSuper, event: m.Played, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        how, origin = str(fact(occurred.facts, "how", "")), str(fact(occurred.facts, "from", ""))
        names = self.names_of(event.areas)
        return (
            is_played_so(event.how, how)
            and self.is_by(run, event.by, occurred.player)
            and (not names or origin in names)
            and self.is_subject(run, moment, event.what, occurred.card)
        )

    return occurs(self, "play", ability, test)


def _evolves(self: DragonBallSuper, event: m.Evolves, ability: m.Ability) -> Trigger:
    """The card played with Evolve; if a text says from what, the base as it was."""

    def is_base(run: Run, moment: Moment, card: CardId) -> bool:
        if not isinstance(event.what, m.Selector):
            return self.is_subject(run, moment, event.what, card)
        before = Sight.of(run.table, moment.before)
        return card in moment.before.cards and self.fits(before, run, self.anywhere(event.what), card)

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if "evolve" not in str(fact(occurred.facts, "how", "")):
            return False
        if event.into is None:
            return self.is_subject(run, moment, event.what, occurred.card)
        bases = fact(occurred.facts, "bases") or ()
        is_it = self.is_subject(run, moment, event.into, occurred.card)
        return is_it and any(is_base(run, moment, CardId(card)) for card in bases)

    return occurs(self, "play", ability, test)


def _destroyed(self: DragonBallSuper, event: m.Destroyed, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        return by_cause(self, run, event.cause, occurred.facts) and self.is_subject(
            run, moment, event.what, occurred.card
        )

    return occurs(self, "KO", ability, test, "source")


def _moved(self: DragonBallSuper, event: m.Moved, ability: m.Ability) -> Trigger:
    if event.to == ("leader area",):
        return occurs(
            self,
            "placed in the Leader Area",
            ability,
            lambda run, moment, occurred: (
                is_placed_by(self, run, event.cause, occurred.player)
                and self.is_subject(run, moment, event.what, occurred.card)
            ),
        )
    if event.cause is not None:
        return _removed(self, event, ability)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if not isinstance(moved, Moved) or not is_way(self, event, moved.src, moved.dst):
            return
        run = self.run(table, source, ability)
        if not is_between(self, run, event, moved.src, moved.dst):
            return
        if self.is_subject(run, moment, event.what, moved.card):
            owner = moment.after.cards[moved.card].owner
            yield subject_facts(moved.card, owner, **how_it_left(moment, moved.card))

    return (Moved,), matches


def is_placed_by(self: DragonBallSuper, run: Run, cause: m.Cause | None, player: Player | None) -> bool:
    """ "When you place this card in the Leader Area": each player places their own (5-2-1-2)."""
    return cause is None or self.is_by(run, cause.who, player)


def _removed(self: DragonBallSuper, event: m.Moved, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        src, dst = str(fact(occurred.facts, "from")), str(fact(occurred.facts, "to"))
        return (
            is_way(self, event, src, dst)
            and is_between(self, run, event, src, dst)
            and by_cause(self, run, event.cause, occurred.facts)
            and self.is_subject(run, moment, event.what, occurred.card)
        )

    leaves = occurs(self, "leaves play", ability, test)
    origin = self.names_of(event.origin)
    return leaves if origin == ("battle",) else _moved_by(self, event, ability, leaves)


def _moved_by(self: DragonBallSuper, event: m.Moved, ability: m.Ability, leaves: Trigger) -> Trigger:
    """What makes a card leave play is recorded; other moves are caused by what is being done."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if not isinstance(moved, Moved):
            yield from leaves[1](table, moment, source)
            return
        run = self.run(table, source, ability)
        if (
            area_name(moved.src) != "battle"
            and is_way(self, event, moved.src, moved.dst)
            and is_between(self, run, event, moved.src, moved.dst)
            and by_cause(self, run, event.cause, cause(table))
            and self.is_subject(run, moment, event.what, moved.card)
        ):
            yield subject_facts(moved.card, moment.after.cards[moved.card].owner)

    return (Moved, Occurred), matches


def _attaches(self: DragonBallSuper, event: m.Attaches, ability: m.Ability) -> Trigger:
    """A card is placed under another one (11-3)."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if not isinstance(moved, Moved) or moved.src == moved.dst:
            return
        if (host := host_of(moved.dst)) is None:
            return
        run = self.run(table, source, ability)
        if self.is_subject(run, moment, event.what, moved.card) and self.is_subject(
            run, moment, event.to, host
        ):
            facts = how_it_left(moment, moved.card)
            yield subject_facts(moved.card, moment.after.cards[moved.card].owner, object=host, **facts)

    return (Moved,), matches


def _attacks(self: DragonBallSuper, event: m.Attacks, ability: m.Ability) -> Trigger:
    if event.what is None:

        def attacked(run: Run, moment: Moment, occurred: Occurred) -> bool:
            return self.is_subject(run, moment, event.target, occurred.card)

        return occurs(self, "attacked", ability, attacked, "attacker")

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        target = fact(occurred.facts, "target")
        return self.are_sides(run, moment, event.what, occurred.card, event.target, target)

    return occurs(self, "attack", ability, test, "target")


def _used(self: DragonBallSuper, event: m.AbilityUsed, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        used = run.table.pool.ability(str(fact(occurred.facts, "ability")))
        right = is_skill(self, run.table, used, event.kind.replace("_", " "))
        return (
            right
            and self.is_by(run, event.who, occurred.player)
            and self.is_subject(run, moment, event.of, occurred.card)
        )

    timing = "skill resolved" if event.stage == "resolved" else "skill activated"
    return occurs(self, timing, ability, test)


def is_dealt_so(self: DragonBallSuper, run: Run, cause: m.Cause | None, occurred: Occurred) -> bool:
    """4-11-1: by an attack, or by a skill of the master of the card that deals it."""
    source = fact(occurred.facts, "source", occurred.card)
    by = "battle" if fact(occurred.facts, "attack") else "skill"
    of = None if source is None else run.table.master(source)
    return by_cause(self, run, cause, (("by", by), ("of", of), ("source", source)))


def _damages(self: DragonBallSuper, event: m.Damages, ability: m.Ability) -> Trigger:
    if event.what is None and event.least < 2:
        return _takes_damage(self, event, ability)

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        hit = not isinstance(event.to, m.Player) or occurred.player in self.players(event.to.who, run)
        enough = int(fact(occurred.facts, "amount", 0)) >= max(1, event.least)
        so = hit and enough and self.is_subject(run, moment, event.what, occurred.card)
        return so and is_dealt_so(self, run, event.cause, occurred)

    after = occurs(self, "damaged", ability, test)
    if event.what is None:
        return after
    before = occurs(self, INFLICTS, ability, test)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        found = [(made, facts) for made in (before, after) for facts in made[1](table, moment, source)]
        fulfils = before if found and table.reading("A-67") == "before-it" else after
        yield from (facts for made, facts in found if made is fulfils)

    return (Occurred,), matches, (INFLICTS, "damaged")


def _takes_damage(self: DragonBallSuper, event: m.Damages, ability: m.Ability) -> Trigger:
    """4-10-2-2: two damage is one damage taken twice (A-52); inflicting two happens once."""

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        if occurred.timing != ("damage" if run.table.readings["A-52"] == "each-point" else "damaged"):
            return None
        amount = fact(occurred.facts, "amount", 1)
        hit = not isinstance(event.to, m.Player) or occurred.player in self.players(event.to.who, run)
        if not hit or not amount or not is_dealt_so(self, run, event.cause, occurred):
            return None
        run.table.reading("A-52")
        dealt_by = fact(occurred.facts, "source", occurred.card)
        return subject_facts(dealt_by, occurred.player, number=amount)

    return self.at(("damage", "damaged"), ability, look)


def _combos(self: DragonBallSuper, event: m.Combos, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        names = self.names_of(event.areas)
        return (
            self.is_by(run, event.who, occurred.player)
            and (not names or fact(occurred.facts, "from") in names)
            and self.is_subject(run, moment, event.what, occurred.card)
        )

    return occurs(self, "combo", ability, test)


def _turned(self: DragonBallSuper, event: m.Turned, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        return (
            fact(occurred.facts, "mode") == event.orientation
            and by_cause(self, run, event.cause, occurred.facts)
            and self.is_subject(run, moment, event.what, occurred.card)
        )

    return occurs(self, "switched", ability, test)


def _performs(self: DragonBallSuper, event: m.Performs, ability: m.Ability) -> Trigger:
    timing = {"awaken": "awaken", "negate attack": "attack negated", "pay": "pay"}.get(event.action)
    if timing is None:
        raise NoMeaning(f"{self.game} has no action {event.action!r}")

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        by = fact(occurred.facts, "of") if event.action == "negate attack" else occurred.player
        return self.is_by(run, event.who, by) and self.is_subject(run, moment, event.what, occurred.card)

    return occurs(self, timing, ability, test)


def _targeted(self: DragonBallSuper, event: m.Targeted, ability: m.Ability) -> Trigger:
    """8-5-3: by whose skill it is chosen, and not by which player."""
    chooser = event.by("skill")

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        its = by_cause(self, run, chooser, occurred.facts)
        if not its or not self.is_subject(run, moment, event.target, occurred.card):
            return None
        return subject_facts(fact(occurred.facts, "source"), occurred.player, object=occurred.card)

    return self.at(("chosen",), ability, look)


def _card_used(self: DragonBallSuper, event: m.CardUsed, ability: m.Ability) -> Trigger:
    """An Extra Card is activated when its skill is, from hand or from where a text finds it (8-5-2-4)."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        card = None if occurred.card is None else moment.after.cards.get(occurred.card)
        is_used = card is not None and area_name(card.area) not in ("leader", "battle", "combo")
        return (
            is_used
            and self.is_by(run, event.who, occurred.player)
            and self.is_subject(run, moment, event.what, occurred.card)
        )

    return occurs(self, "skill activated", ability, test)


def _seen(self: DragonBallSuper, event: m.Seen, ability: m.Ability) -> Trigger:
    if event.act in ("shuffle", "search"):
        return self.TRIGGERS[m.Drawn](self, event, ability, event.act)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        seen, run = moment.event, self.run(table, source, ability)
        if not isinstance(seen, Looked | Revealed):
            return
        for card in seen.cards:
            owner = table.card(card).owner
            by = seen.player if isinstance(seen, Looked) else owner
            if self.is_by(run, event.who, by) and self.is_subject(run, moment, event.what, card):
                yield subject_facts(card, owner)

    return ((Revealed,) if event.act == "reveal" else (Looked,)), matches


TRIGGERS: dict[type[Any], Callable[..., Trigger]] = {
    m.PhaseMoment: _phase,
    m.Played: _played,
    m.Evolves: _evolves,
    m.Destroyed: _destroyed,
    m.Moved: _moved,
    m.Attacks: _attacks,
    m.Attaches: _attaches,
    m.AbilityUsed: _used,
    m.Damages: _damages,
    m.Combos: _combos,
    m.Turned: _turned,
    m.Performs: _performs,
    m.Targeted: _targeted,
    m.CardUsed: _card_used,
    m.Seen: _seen,
    m.Drawn: simple("draw"),
    m.Discarded: simple("discard"),
}
