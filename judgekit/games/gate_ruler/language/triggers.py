"""What automatic abilities wait for, by the kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import NoMeaning, Run
from judgekit.cardtext.interpret.triggers import Trigger
from judgekit.engine.abilities import (
    Moment,
    Source,
)
from judgekit.engine.events import Created, Marked, Moved, Occurred, Played, Revealed
from judgekit.engine.state import CardId, Facts, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch02_card_information as information
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler.language.describing import STATES
from judgekit.games.gate_ruler.language.occasions import (
    is_between,
    is_moved,
    is_on_sides,
    known_of,
    occurs,
)
from judgekit.games.gate_ruler.language.places import is_of_sort
from judgekit.games.gate_ruler.language.words import MOMENTS
from judgekit.games.gate_ruler.rules import GATE, is_in_play, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def is_called_in_play(what: Any) -> bool:
    """3-6c: a unit or field that is named without a zone is one in play."""
    if not isinstance(what, m.Selector) or what.areas:
        return False
    return bool(what.types) and set(what.types) <= {"unit", "field"}


def is_called_by_properties(what: Any) -> bool:
    """ "When a Dragon is put into your graveyard": no zone, and no other word for it."""
    if not isinstance(what, m.Selector) or what.areas or what.types:
        return False
    return any(
        isinstance(each, m.Is) and each.what in ("attribute", "faction", "property") for each in what.filters
    )


def _phase(self: GateRuler, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
    timing = MOMENTS.get((event.moment, event.phase))
    if timing is None:
        raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        planned = run.fact("planned in turn")
        if event.which.startswith("next") and planned is not None and run.table.number("turn") == planned:
            return False
        return self.is_by(run, event.whose, occurred.player)

    return occurs(self, timing, ability, test)


def _attacks(self: GateRuler, event: m.Attacks, ability: m.Ability) -> Trigger:
    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        target = fact(occurred.facts, "target")
        if not self.are_sides(run, moment, event.what, occurred.card, event.target, target):
            return None
        told = (occurred.card, target) if event.what is not None else (target, occurred.card)
        return known_of(moment, told[0], occurred.player, object=told[1])

    return self.at(("attacks",), ability, look)


def _destroyed(self: GateRuler, event: m.Destroyed, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if event.cause is not None and not _destroyed_by(self, run, event.cause, occurred):
            return False
        return self.is_subject(run, moment, event.what, occurred.card)

    return occurs(self, "destroyed", ability, test, "by")


def _destroyed_by(self: GateRuler, run: Run, cause: m.Cause, occurred: Occurred) -> bool:
    if cause.by == "combat damage":
        run.table.cite("15-20c")
    if cause.source is not None:
        run.table.cite("14-15e")
    if cause.by == "combat damage" and not fell_in_combat(run.table, occurred.card):
        return cause.negated
    by = fact(occurred.facts, "by")
    process = fact(occurred.facts, "process")
    effect = process in run.table.state.cards and run.table.card(process).mark("by") == "effect"
    so = effect if cause.by in ("effect", "ability") else not effect if cause.by == "rule" else True
    if cause.source is not None:
        so = so and by is not None and self.is_target(run.table, run, cause.source, CardId(by))
    elif cause.who not in ("any", ""):
        blamed = process if effect else by
        there = blamed in run.table.state.cards
        so = so and there and run.table.master(blamed) in self.players(cause.who, run)
    return so != cause.negated


def fell_in_combat(table: Table, card: CardId | None) -> bool:
    """14-15e: whether the damage after which the rules destroy it was combat damage."""
    now = table.card(card) if card is not None else None
    if now is None or now.mark("hit by") is None:
        return False
    wounds = now.mark("wounds") or ()
    return bool(wounds and wounds[-1][3])


def _damage_waits(self: GateRuler, event: m.Damages, ability: m.Ability) -> Trigger:
    """13-3a-1: a damage process is added to the gate."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        created = moment.event
        if not isinstance(created, Created) or created.name != damage.DAMAGE:
            return
        process = moment.after.cards[created.card]
        if event.sort and not damage.is_of_sort(table, event.sort, bool(process.mark("combat"))):
            return
        run = self.run(table, source, ability)
        by = CardId(process.mark("source")[0])
        if event.what is not None:
            damage.cite_source(table, by, bool(process.mark("combat")))
        if event.what is not None and not self.is_subject(run, moment, event.what, by):
            return
        for card, _, n in process.mark("pairs") or ():
            if n >= max(1, event.least) and self.is_subject(run, moment, event.to, CardId(card)):
                master = table.master(card)
                table.cite("13-3a-1")
                sides = (CardId(card), None) if event.what is None else (by, CardId(card))
                known = {"process": created.card, "number": n, "object": sides[1]}
                yield known_of(moment, sides[0], master, **known)
                return

    return (Created,), matches


def _damages(self: GateRuler, event: m.Damages, ability: m.Ability) -> Trigger:
    if event.waiting:
        return _damage_waits(self, event, ability)

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        combat = bool(fact(occurred.facts, "combat"))
        if event.sort and not damage.is_of_sort(run.table, event.sort, combat):
            return False
        if event.least and int(fact(occurred.facts, "amount", 0)) < event.least:
            return False
        source = fact(occurred.facts, "source")
        if event.what is not None:
            target = fact(occurred.facts, "target")
            damage.cite_source(run.table, occurred.card, combat)
            mine = self.is_subject(run, moment, event.what, occurred.card)
            return mine and (event.to is None or self.is_subject(run, moment, event.to, target))
        return source is not None and self.is_subject(run, moment, event.to, occurred.card)

    if event.what is not None:
        return _of_whom_it_hits(occurs(self, "deals damage", ability, test, "target"))
    return occurs(self, "is dealt damage", ability, test)


def _of_whom_it_hits(trigger: Trigger) -> Trigger:
    """In a text about damage to a ruler, "that player" is the ruler's player."""
    on, matches, *timings = trigger

    def told(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in matches(table, moment, source):
            hit = fact(facts, "object")
            there = hit is not None and hit in table.state.cards
            player = table.master(hit) if there else fact(facts, "player")
            yield tuple((key, player if key == "player" else value) for key, value in facts)

    return on, told, *timings


def _moved(self: GateRuler, event: m.Moved, ability: m.Ability) -> Trigger:
    if event.to == ("play",) and event.cause is not None:
        raise NoMeaning(
            f"{self.game} does not record what brings a card into play: say “is special summoned”"
        )
    if event.to == ("play",) and not event.origin:
        return _happens_to(self, "enters play", event.what, ability)
    if event.to == ("play",) and event.cause is None and event.whose == "":
        return _enters_from(self, event, ability)
    if event.origin == ("play",) and not event.to and event.cause is None:
        return _happens_to(self, "leaves play", event.what, ability)
    if event.cause is not None and event.to != ("set zone",):
        return _moved_by(self, event, ability)
    by, origin, to = _who_sets(self, event), self.names_of(event.origin), self.names_of(event.to)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if not isinstance(moved, Moved) or moved.src == moved.dst:
            return
        if not is_between(self, moved.src, moved.dst, origin, to):
            return
        if not origin and is_called_in_play(event.what) and not is_in_play(moved.src):
            return
        if not origin and is_called_by_properties(event.what):
            if information.is_described_there(table, moved.src) is False:
                return
        run = self.run(table, source, ability)
        if not is_on_sides(self, run, event, moved.src, moved.dst):
            return
        mine = self.is_by(run, by, area_player(moved.dst))
        if mine and self.is_subject(run, moment, event.what, moved.card):
            yield known_of(moment, moved.card, moment.after.cards[moved.card].owner)

    return (Moved,), matches


def _enters_from(self: GateRuler, event: m.Moved, ability: m.Ability) -> Trigger:
    """A card that is played enters from the gate; where it was played from counts too."""
    kinds = {zone_kind(f"A.{name}") for name in self.names_of(event.origin)}

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if not isinstance(moved, Moved) or is_in_play(moved.src) or not is_in_play(moved.dst):
            return
        run, now = self.run(table, source, ability), moment.after.cards[moved.card]
        came = now.mark("played from") if moved.src == GATE else zone_kind(moved.src)
        whose = now.owner if moved.src == GATE else area_player(moved.src)
        if came in kinds and self.is_by(run, event.origin_whose or "any", whose):
            if self.is_subject(run, moment, event.what, moved.card):
                yield known_of(moment, moved.card, table.master(moved.card))

    return (Moved,), matches


def _targeted(self: GateRuler, event: m.Targeted, ability: m.Ability) -> Trigger:
    """14-3b-4: what was played has that card among its targets."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        played = moment.event
        if not isinstance(played, Played) or played.card is None:
            return
        run = self.run(table, source, ability)
        if not self.is_subject(run, moment, event.what, played.card):
            return
        groups: Any = moment.after.cards[played.card].mark("targets") or ()
        for card in dict.fromkeys(CardId(c) for group in groups for c, _ in group):
            if self.is_subject(run, moment, event.target, card):
                yield known_of(moment, played.card, played.player, object=card)

    return (Played,), matches


def _happens_to(self: GateRuler, timing: str, what: Any, ability: m.Ability) -> Trigger:
    """A timing that is identified by its card alone."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        so = self.is_subject(run, moment, what, occurred.card)
        if so:
            run.table.cite("15-3c-1")
        return so

    return occurs(self, timing, ability, test)


def _moved_by(self: GateRuler, event: m.Moved, ability: m.Ability) -> Trigger:
    """14-15f: a player moves a card, by a cost they pay or by an effect of theirs; or only by an effect."""
    assert event.cause is not None
    if event.cause not in (m.Cause(who=event.cause.who), m.Cause("effect", event.cause.who)):
        raise NoMeaning(f"{self.game} does not record what moves a card, only which player")
    by_effect = event.cause.by == "effect"
    who, origin, to = event.cause.who, self.names_of(event.origin), self.names_of(event.to)

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        src, dst = str(fact(occurred.facts, "src")), str(fact(occurred.facts, "dst"))
        if not is_between(self, src, dst, origin, to) or not self.is_by(run, who, occurred.player):
            return False
        if by_effect and not is_moved_by_an_effect(moment):
            return False
        if not origin and is_called_in_play(event.what) and not is_in_play(src):
            return False
        if not to and is_in_play(src) and is_in_play(dst):
            return False  # it does not leave
        there = is_on_sides(self, run, event, src, dst)
        return there and is_moved(self, run, moment, event.what, occurred.card, src, dst)

    return occurs(self, "moved by", ability, test)


def _who_sets(self: GateRuler, event: m.Moved) -> str:
    """A card is set into a zone of the player who sets it; for other moves the cause is not recorded."""
    if event.cause is None:
        return "any"
    if event.to == ("set zone",) and event.cause == m.Cause(who=event.cause.who):
        return event.cause.who
    raise NoMeaning(f"{self.game} does not record what moves a card")


def _drawn(self: GateRuler, event: m.Drawn, ability: m.Ability) -> Trigger:
    return _by_somebody(self, "draws", event, ability)


def _discarded(self: GateRuler, event: m.Discarded, ability: m.Ability) -> Trigger:
    return _by_somebody(self, "discarded", event, ability)


def _by_somebody(self: GateRuler, timing: str, event: Any, ability: m.Ability) -> Trigger:
    """A timing that is identified by who does it and which card it is done to."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if not self.is_doer(run, event, occurred.player):
            return False
        return self.is_subject(run, moment, getattr(event, "what", None), occurred.card)

    return occurs(self, timing, ability, test)


def _summoned(self: GateRuler, event: m.Summoned, ability: m.Ability) -> Trigger:
    kinds = {zone_kind(f"A.{name}") for name in self.names_of(event.areas)}

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        how = str(fact(occurred.facts, "how", ""))
        wanted = event.how.partition(" ")[0]
        same = not wanted or how == wanted or (wanted == "special" and how in ("genesis", "abyssal"))
        if wanted == "enhance" and occurred.card is not None:
            run.table.cite("16-16b")
            same = bool(run.table.card(occurred.card).mark("enhanced"))
        same = same and (not event.areas or fact(occurred.facts, "from") in kinds)
        by = self.is_by(run, event.by, occurred.player)
        so = same and by and self.is_subject(run, moment, event.what, occurred.card)
        run.table.cite(*STATES.get(f"{wanted} summoned", ()))
        if so and how == "normal":
            run.table.reading("J-62")
        return so

    return occurs(self, "summoned", ability, test)


RITES = {"genesis summoning": ("16-13d",), "abyssal summoning": ("16-14f",)}  # what accomplishing one is


def _performs(self: GateRuler, event: m.Performs, ability: m.Ability) -> Trigger:
    names = {
        "drive": "drives", "heal": "heals", "gain control": "gains control", "negate": "negates",
        "genesis summoning": "accomplishes genesis", "abyssal summoning": "accomplishes abyssal",
    }  # fmt: skip
    if event.action not in names:
        raise NoMeaning(f"{self.game} has no action {event.action!r}")
    timing = "driven" if event.action == "drive" and event.what is not None else names[event.action]

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if not self.is_by(run, event.who, occurred.player):
            return False
        run.table.cite(*RITES.get(event.action, ()))
        return event.what is None or self.is_subject(run, moment, event.what, occurred.card)

    return occurs(self, timing, ability, test)


def _played(self: GateRuler, event: Any, ability: m.Ability) -> Trigger:
    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        played = moment.event
        if not isinstance(played, Played) or played.card is None:
            return
        run = self.run(table, source, ability)
        if not self.is_doer(run, event, played.player):
            return
        is_ability = moment.after.cards[played.card].name == "ability"
        if isinstance(event, m.AbilityUsed) != is_ability:
            return
        if is_ability:
            if (of := _ability_played(self, run, moment, event, played.card)) is not None:
                yield known_of(moment, of, played.player, ability=played.card)
        elif _was_played_from(self, moment, event, played.card):
            if self.is_subject(run, moment, event.what, played.card):
                yield known_of(moment, played.card, played.player)

    return (Played,), matches


def _ability_played(
    self: GateRuler, run: Run, moment: Moment, event: m.AbilityUsed, thing: CardId
) -> CardId | None:
    """What the text is about, if such an ability was played: the card that has it, or else the ability."""
    played = moment.after.cards[thing]
    if event.kind and not is_of_sort(run.table.pool.ability(played.mark("ability")), event.kind):
        return None
    if event.of is None:
        return thing
    card = CardId(played.mark("source")[0])
    there = card in moment.after.cards and self.is_subject(run, moment, event.of, card)
    return card if there else None


def _was_played_from(self: GateRuler, moment: Moment, event: Any, card: CardId) -> bool:
    areas = getattr(event, "areas", ())
    kinds = {zone_kind(f"A.{name}") for name in self.names_of(areas)}
    return not areas or moment.after.cards[card].mark("played from") in kinds


def _turned(self: GateRuler, event: m.Turned, ability: m.Ability) -> Trigger:
    cause = event.cause
    if cause is not None and cause.source is not None:
        raise NoMeaning("the card that did it is not recorded: say “by an effect”")
    if cause is not None and cause.who not in ("", "any"):
        return _turned_by(self, event, cause, ability)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        marked = moment.event
        if not isinstance(marked, Marked) or marked.mark != "exhausted":
            return
        if (event.orientation == "rest") != bool(marked.value):
            return
        if cause is not None and is_caused(moment, marked.card, cause.by) == cause.negated:
            return
        run = self.run(table, source, ability)
        if self.is_subject(run, moment, event.what, marked.card):
            yield known_of(moment, marked.card, table.master(marked.card))

    return (Marked,), matches


def _turned_by(self: GateRuler, event: m.Turned, cause: m.Cause, ability: m.Ability) -> Trigger:
    """Like a move (14-15f): by a cost that a player pays, or by an effect of theirs."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if (event.orientation == "rest") != bool(fact(occurred.facts, "exhausted")):
            return False
        if cause.by and not fact(occurred.facts, "effect"):
            return False
        theirs = self.is_by(run, cause.who, occurred.player) != cause.negated
        return theirs and self.is_subject(run, moment, event.what, occurred.card)

    return occurs(self, "turned by", ability, test)


def is_moved_by_an_effect(moment: Moment) -> bool:
    """From what is resolved, and not as a cost; or what it destroys (14-15f-1), a process later."""
    path = moment.happened.path
    steps = [clause[:5] for clause in path if clause.startswith(("14-3b-", "14-3c-"))]
    return steps[-1:] == ["14-3c"] or "12-4c-2" in path


def is_caused(moment: Moment, card: CardId, by: str) -> bool:
    """By an effect, or for the attack that it is chosen for (8-4d)."""
    if by != "attacking":
        return is_by_an_effect(moment)
    return bool(fact(moment.before.frames[-1].locals, "attacker") == card)


def is_by_an_effect(moment: Moment) -> bool:
    """Whether it came from something being resolved, not from a cost, an attack or the start phase."""
    return any(clause.startswith("14-3c-") for clause in moment.happened.path)


def _attaches(self: GateRuler, event: m.Attaches, ability: m.Ability) -> Trigger:
    """15-14: a card becomes a charge, of a certain card if the text names one."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        host = CardId(fact(occurred.facts, "host"))
        there = event.to is None or self.is_target(run.table, run, event.to, host)
        return there and self.is_subject(run, moment, event.what, occurred.card)

    return occurs(self, "becomes a charge", ability, test)


def _seen(self: GateRuler, event: m.Seen, ability: m.Ability) -> Trigger:
    """15-5b: a card is revealed, by whatever instruction."""
    if event.act != "reveal":
        raise NoMeaning(f"nothing in {self.game} waits for a {event.act}")

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        run = self.run(table, source, ability)
        for card in moment.event.cards if isinstance(moment.event, Revealed) else ():
            player = table.master(card)
            if self.is_by(run, event.who, player) and self.is_subject(run, moment, event.what, card):
                yield known_of(moment, card, player)

    return (Revealed,), matches


TRIGGERS: dict[type[Any], Callable[..., Trigger]] = {
    m.PhaseMoment: _phase, m.Attacks: _attacks, m.Destroyed: _destroyed, m.Moved: _moved,
    m.Damages: _damages, m.Drawn: _drawn, m.Discarded: _discarded, m.Summoned: _summoned,
    m.Performs: _performs, m.Played: _played, m.CardUsed: _played, m.AbilityUsed: _played,
    m.Turned: _turned, m.Attaches: _attaches, m.Seen: _seen, m.Targeted: _targeted,
}  # fmt: skip
