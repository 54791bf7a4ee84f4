"""Section 9.7 in the words of card texts: what an automatic ability waits for, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, subject_facts
from judgekit.cardtext.interpret.triggers import Trigger, is_too_early
from judgekit.engine.abilities import Ability, Activated, Automatic, Moment, Source
from judgekit.engine.events import Moved, Occurred, Played, Revealed
from judgekit.engine.state import CardId, Facts, Player, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch04_zones import changes_zone, zone_name
from judgekit.games.luck_and_logic.ch07_phases import was_heard
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member
from judgekit.games.luck_and_logic.ch09_07_automatic import as_which
from judgekit.games.luck_and_logic.ch11_keywords import covenant_is_met
from judgekit.games.luck_and_logic.language.causes import was_caused
from judgekit.games.luck_and_logic.language.circles import circle_passes, is_at, zones_of

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

Test = Callable[[Run, Moment, Occurred], bool]
ANNOUNCED = (
    "trance", "level boost", "luck drive", "logic definition", "refresh", "reshuffle", "logic drive",
)  # fmt: skip
PHASES = ("stand phase", "draw phase", "level phase", "main phase", "battle phase", "end phase")
MOMENTS = frozenset({
    "beginning of the game", "beginning of the turn", *(f"beginning of the {phase}" for phase in PHASES),
    "beginning of the declare attackers step", "beginning of the intercept step",
    "beginning of the logic definition step", "beginning of the battle result step", "end of battle step",
    "beginning of the end of battle step",
})  # fmt: skip


def announced(*timings: str) -> Callable[[LuckAndLogic, Any, m.Ability], Trigger]:
    """What waits for moments of these names, and for nothing else."""

    def make(self: LuckAndLogic, event: Any, ability: m.Ability) -> Trigger:
        return at_moments(self, event, ability, *timings)

    return make


def waits_at(
    self: LuckAndLogic, timings: Sequence[str], ability: m.Ability, test: Test, passive: bool = False
) -> Trigger:
    """Waits for moments that the rules name; if `passive`, the subject is what it is done to."""

    def look(run: Run, moment: Moment, event: Occurred) -> Facts | None:
        if not test(run, moment, event):
            return None
        other = fact(event.facts, "target", fact(event.facts, "against"))
        told = (other, event.card) if passive else (event.card, other)
        return subject_facts(told[0], event.player, object=told[1])

    return self.at(timings, ability, look)


def at_moments(self: LuckAndLogic, event: Any, ability: m.Ability, *timings: str) -> Trigger:
    """Waits for such moments, of the player and card the event names."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if not self.is_doer(run, event, occurred.player):
            return False
        if not was_caused(self, run, moment, getattr(event, "cause", None)):
            return False
        return self.is_subject(run, moment, getattr(event, "what", None), occurred.card)

    return waits_at(self, timings, ability, test)


def _changes_circle(self: LuckAndLogic, event: m.ChangesZone, ability: m.Ability) -> Trigger:
    """A-43: a move that an effect makes counts wherever the text says so."""
    named = ("moved by an effect",) if event.cause is not None and event.cause.by == "effect" else ()

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        card = occurred.card
        if card is None or not was_caused(self, run, moment, event.cause):
            return False
        if event.to and not is_at(Sight.of(run.table, moment.after), event.to, card):
            return False
        if event.origin and event.origin.removesuffix(" row") not in " ".join(
            fact(occurred.facts, "from", ())
        ):
            return False
        return self.is_subject(run, moment, event.what, card)

    return waits_at(self, ("moved", *named), ability, test)


def is_seen_as(self: LuckAndLogic, run: Run, moment: Moment, target: m.Target, card: CardId) -> bool:
    """Whether an event's card fits a description, by the information that counts (9.7.4.1)."""
    seen = as_which(run.table, moment, card)
    if seen is None:
        return False
    state = moment.before if seen is moment.before.cards.get(card) else moment.after
    sight = Sight.of(run.table, state)
    if isinstance(target, m.Selector):
        if target.areas and not is_there(self, moment, target.areas, card):
            return False
        anywhere = m.Selector(target.quantity, target.whose, (), None, target.types, target.filters)
        return self.fits(sight, run, anywhere, card)
    return card in self.pointed_at(sight, run, target)


def is_there(self: LuckAndLogic, moment: Moment, areas: tuple[str, ...], card: CardId) -> bool:
    """ "When a card in your level zone is turned face down": where it was, or is, as this happens."""
    names = set(self.names_of(areas))
    seen = [state.cards[card].area for state in (moment.before, moment.after) if card in state.cards]
    return any(zone_name(area) in names for area in seen)


def _phase(self: LuckAndLogic, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
    timing = f"beginning of the {event.phase}"
    if (event.moment, event.phase) in (("end", "turn"), ("beginning", "end of turn")):
        timing = "beginning of the end phase"
    elif event.moment == "end" and event.phase in ("battle", "end of battle step"):
        timing = "end of battle step"
    elif event.moment == "end":
        raise NoMeaning(f"nothing in {self.game} waits for the end of the {event.phase}")
    if timing not in MOMENTS:
        raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if is_too_early(run, event):
            return False
        if run.fact("until") and was_heard(run.table, timing, run.source.what, run.source.card):
            return False
        return self.is_by(run, event.whose, occurred.player)

    return waits_at(self, (timing,), ability, test)


def _moved(self: LuckAndLogic, event: m.Moved, ability: m.Ability) -> Trigger:
    origin, to = self.names_of(event.origin), self.names_of(event.to)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if not isinstance(moved, Moved) or not changes_zone(moved.src, moved.dst):
            return
        here, there = zone_name(moved.src), zone_name(moved.dst)
        if (origin and here not in origin) or (to and there not in to):
            return
        if (not to and there in origin) or not (origin or _is_where_it_belongs(self, event, here, there)):
            return
        run = self.run(table, source, ability)
        owner = moment.after.cards[moved.card].owner
        if not is_between(self, run, event, moved.src, moved.dst, owner):
            return
        if not was_caused(self, run, moment, event.cause):
            return
        if self.is_subject(run, moment, event.what, moved.card):
            yield subject_facts(moved.card, owner, **{"from": moved.src})

    return (Moved,), matches


def _is_where_it_belongs(self: LuckAndLogic, event: m.Moved, here: str, there: str) -> bool:
    """2.2.3: a text that names a kind of card and no zone means such cards where they are used: the card
    comes from there or goes there."""
    what = event.what
    if not isinstance(what, m.Selector) or what.areas or set(what.types) <= {"card"}:
        return True
    usual = set(self.names_of(self.usual_areas(what.types)))
    return here in usual or there in usual


def is_between(
    self: LuckAndLogic, run: Run, event: m.Moved, src: str, dst: str, owner: Player | None
) -> bool:
    """Whose zones it leaves and goes to; a card in a soul belongs to its owner."""
    sides = ((event.origin_whose, src), (event.whose, dst))
    return all(who == "owner" or self.is_by(run, who, area_player(where) or owner) for who, where in sides)


def _played(self: LuckAndLogic, event: m.Played, ability: m.Ability) -> Trigger:
    if event.how == "mobilize":
        return _mobilized(self, event, ability)
    return _plays(self, ability, event.by, event.what, is_card=True)


def _plays(
    self: LuckAndLogic,
    ability: m.Ability,
    by: m.Who,
    what: m.Target | None,
    *,
    is_card: bool,
    sort: type[Ability] = Ability,
) -> Trigger:
    """A player plays such a card, or an ability of that sort of such a card."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        played = moment.event
        if isinstance(played, Played) and (played.what == "card") == is_card:
            if not is_card and not isinstance(table.pool.ability(played.what), sort):
                return
            run = self.run(table, source, ability)
            if self.is_by(run, by, played.player) and self.is_subject(run, moment, what, played.card):
                yield subject_facts(played.card, played.player)

    return (Played,), matches


def _mobilized(self: LuckAndLogic, event: m.Played, ability: m.Ability) -> Trigger:
    """5.12: by whom, which member, and from which zone, where a text says so."""
    origin = self.names_of(event.areas)

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if origin and fact(occurred.facts, "from") not in origin:
            return False
        if not self.is_by(run, event.by, occurred.player) or not was_caused(self, run, moment, event.cause):
            return False
        return self.is_subject(run, moment, event.what, occurred.card)

    return waits_at(self, ("mobilized",), ability, test)


def _attacks(self: LuckAndLogic, event: m.Attacks, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        target, other = fact(occurred.facts, "target"), event.target
        if isinstance(event.target, m.Selector) and "circle" in event.target.types:
            if not _is_attacked(self, run, event.target):
                return False
            other = None
        elif isinstance(event.target, m.Selector) and event.target.types == ("gate",):
            if target is not None or not _gate_attacked(self, run, event.target):
                return False
            other = None
        return self.are_sides(run, moment, event.what, occurred.card, other, target)

    passive = event.what is None and event.target is not None
    return waits_at(self, ("attacks",), ability, test, passive)


def _gate_attacked(self: LuckAndLogic, run: Run, gate: m.Selector) -> bool:
    """8.2.10: whether the gate of the empty circle being attacked is one that is meant."""
    table, sight = run.table, Sight.now(run.table)
    zone = table.opponent(), table.number("attacked circle")
    return any(zone in zones_of(sight, card) for card in self.candidates(sight, run, gate))


def _is_attacked(self: LuckAndLogic, run: Run, circle: m.Selector) -> bool:
    """8.2.7.2: whether the circle being attacked is one that a text describes."""
    table, sight = run.table, Sight.now(run.table)
    zone = table.opponent(), table.number("attacked circle")
    mine = circle.whose in ("", "any") or zone[0] in self.players(circle.whose, run)
    return bool(zone[1]) and mine and all(circle_passes(self, sight, run, f, zone) for f in circle.filters)


def _battles(self: LuckAndLogic, event: m.Battles, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        other = fact(occurred.facts, "against")
        if event.against is not None and not self.is_subject(run, moment, event.against, other):
            return False
        if event.by and occurred.card is not None and decided_by(moment, occurred.card) != event.by:
            return False
        return self.is_subject(run, moment, event.what, occurred.card)

    return waits_at(self, (event.result,), ability, test)


def _destroyed(self: LuckAndLogic, event: m.Destroyed, ability: m.Ability) -> Trigger:
    if event.cause is None or event.cause.by != "attack" or event.cause.source is None:
        return at_moments(self, event, ability, "destroyed")

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        """The attacking member is the subject; the gate is the object."""
        mine = was_caused(self, run, moment, event.cause)
        if not mine or not self.is_subject(run, moment, event.what, occurred.card):
            return None
        return subject_facts(attacking_member(run.table), occurred.player, object=occurred.card)

    return self.at(("destroyed",), ability, look)


def _performs(self: LuckAndLogic, event: m.Performs, ability: m.Ability) -> Trigger:
    if event.action not in ANNOUNCED:
        raise NoMeaning(f"{self.game} has no action {event.action!r}")
    if event.action == "trance" and event.what is not None:
        return at_moments(self, event, ability, "trance", "tranced")
    return at_moments(self, event, ability, event.action)


def _attaches(self: LuckAndLogic, event: m.Attaches, ability: m.Ability) -> Trigger:
    if "covenant" in ability.labels:
        return _covenant(event)
    timing = "put into soul" if event.how == "soul" else "set"

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        host = fact(occurred.facts, "of", fact(occurred.facts, "to"))
        if event.to is not None and not self.is_subject(run, moment, event.to, host):
            return False
        return self.is_subject(run, moment, event.what, occurred.card)

    return waits_at(self, (timing,), ability, test)


def _covenant(event: m.Attaches) -> Trigger:
    """11.2.1, A-23: it has tranced with the named character."""
    name = named_in(event.to)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if covenant_is_met(table, moment, source, name):
            table.reading("A-23")
            yield subject_facts(source.card.card, source.player)

    return (Occurred,), matches, ("tranced", "put into soul")


def _turned(self: LuckAndLogic, event: m.Turned, ability: m.Ability) -> Trigger:
    return at_moments(self, event, ability, "stood" if event.orientation == "active" else "rested")


def _flipped(self: LuckAndLogic, event: m.Flipped, ability: m.Ability) -> Trigger:
    return at_moments(self, event, ability, f"turned face {event.face}")


def _ability_used(self: LuckAndLogic, event: m.AbilityUsed, ability: m.Ability) -> Trigger:
    if event.kind == "logic drive":
        return at_moments(self, m.Performs(event.who, "logic drive", event.of), ability, "logic drive")
    return _plays(self, ability, event.who, event.of, is_card=False, sort=SORTS[event.kind])


SORTS = {"": Ability, "activated": Activated, "automatic": Automatic}  # a logic drive is activated (11.4.1)


def _seen(self: LuckAndLogic, event: m.Seen, ability: m.Ability) -> Trigger:
    if event.act == "reveal":
        return _revealed(self, event, ability)
    timing = {"search": "searched", "shuffle": "shuffled"}.get(event.act)
    if timing is None:
        raise NoMeaning(f"nothing in {self.game} waits for somebody to {event.act}")
    return at_moments(self, event, ability, timing)


def _revealed(self: LuckAndLogic, event: m.Seen, ability: m.Ability) -> Trigger:
    """5.19.1: shown to all players."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if isinstance(moment.event, Revealed):
            run = self.run(table, source, ability)
            for card in moment.event.cards:
                master = table.policy.master(moment.after, moment.after.cards[card])
                if self.is_by(run, event.who, master) and self.is_subject(run, moment, event.what, card):
                    yield subject_facts(card, master)

    return (Revealed,), matches


TRIGGERS: dict[type[Any], Callable[..., Trigger]] = {
    m.PhaseMoment: _phase, m.Moved: _moved, m.Played: _played, m.Attacks: _attacks, m.Battles: _battles,
    m.Defends: announced("defends"),
    m.Intercepts: announced("intercepts"),
    m.Destroyed: _destroyed,
    m.ChangesZone: _changes_circle,
    m.Drawn: announced("drew"),
    m.Discarded: announced("discarded"),
    m.Performs: _performs, m.Attaches: _attaches, m.Turned: _turned, m.Flipped: _flipped,
    m.AbilityUsed: _ability_used, m.Seen: _seen, m.NumberChanges: Interpreter.number_changes,
}  # fmt: skip


def decided_by(moment: Moment, winner: CardId) -> str:
    """8.5.3.4: the number by which a member has won its battle."""
    return str(moment.after.cards[winner].mark("won by") or "")


def named_in(target: m.Target | None) -> str:
    for one in target.filters if isinstance(target, m.Selector) else ():
        if isinstance(one, m.Is):
            return one.values[0]
    return ""
