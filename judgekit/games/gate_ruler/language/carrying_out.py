"""How an instruction is carried out: on which cards, how far, and whether it counts as done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import APART, Interpreter, Past, Run, Sight, is_apart
from judgekit.engine.abilities import (
    Source,
)
from judgekit.engine.events import Refused, Replaced
from judgekit.engine.state import CardId, Facts, Player, Ref, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch01_overview as golden
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch14_15_source as sources
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.abilities import Playing
from judgekit.games.gate_ruler.language.describing import amount as described_amount
from judgekit.games.gate_ruler.language.describing import counted as described_count
from judgekit.games.gate_ruler.language.describing import to_refer_to
from judgekit.games.gate_ruler.language.places import players as players_of_places
from judgekit.games.gate_ruler.language.words import ENDS
from judgekit.games.gate_ruler.rules import GATE, is_in_play, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def run_of(self: GateRuler, table: Table, doing: Playing, ability: m.Ability) -> Run:
    """A run for something that is being played or resolved."""
    source = Source(doing.ability, doing.source, doing.player, table.state.clock, doing.facts)
    run = self.run(table, source, ability)
    thing = table.state.cards.get(doing.object)
    if thing is not None and thing.mark("chosen player"):
        run.picked["chosen player"] = str(thing.mark("chosen player"))
    return run


def do(self: GateRuler, run: Run, verb: m.Verb) -> None:
    """Effects that earlier instructions started at the same time are put in order first."""
    ongoing.settle_ties(run.table)
    before = len(run.table.happened)
    Interpreter.do(self, run, verb)
    if any(isinstance(happened.event, Refused) for happened in run.table.happened[before:]):
        run.table.cite("1-5b")  # what cannot be done is left out, and the rest is carried out


def for_each_player(self: GateRuler, run: Run, do: Callable[[Player], None]) -> None:
    """What both are told to do happens at once, as “each” of anything does."""
    with run.table.together():
        Interpreter.for_each_player(self, run, do)


def choose_modes(self: GateRuler, run: Run, verb: m.ChooseModes, least: int, most: int) -> list[int]:
    """14-3b-2: those chosen while playing."""
    if id(verb) in run.early:
        return list(run.early[id(verb)])
    return Interpreter.choose_modes(self, run, verb, least, most)


def run(self: GateRuler, table: Table, source: Source, ability: m.Ability) -> Run:
    """3-2d: a card that was mentioned and has since become another object is no longer meant."""
    run = Interpreter.run(self, table, source, ability)
    run.count = int(fact(source.facts, "paid", 0))
    objects: Any = fact(source.facts, "objects", ())
    lost = {c: n for c, n in objects if table.state.current(Ref(CardId(c), n)) is None}
    if lost:
        if any(card in lost for cards in run.bound.values() for card in cards):
            table.cite("3-2d")
        run.bound = {n: tuple(c for c in cards if c not in lost) for n, cards in run.bound.items()}
        gone = {"subject", "object"} & {key for key, value in source.facts if value in lost}
        facts = tuple((f"former {key}" if key in gone else key, v) for key, v in source.facts)
        run.source = source.altered(facts=facts)
    return run


class Remembered(Past):
    """The table with one card as it last was in play (14-9e-2, 14-14a)."""

    __slots__ = ()

    def value(self, card: int, name: str) -> Any:
        now = super().value(card, name)
        return self.table.recalled(self.former, name, now) if self.is_gone(card) else now


def amount(
    self: GateRuler, amount: Any, run: Run, sight: Sight | None = None, card: CardId | None = None
) -> int:
    """14-14a: for a card that is no longer meant or has left play, its last known value."""
    if isinstance(amount, m.ValueOf) and isinstance(amount.what, m.Bound) and run.fact("paid with"):
        return _as_paid(self, amount, run, sight)
    asked = amount.what if isinstance(amount, m.ValueOf) and amount.stat != "charges" else None
    gone = {} if isinstance(asked, m.This) else left_play(run, asked)
    if not gone:
        return described_amount(self, amount, run, sight, card)
    stat, now = self.stat_name(amount.stat), sight or Sight.now(run.table)
    here = [each for each in self.known(now, run, amount.what) if each not in gone]
    values = [self.stat(now, run, each, amount.stat) for each in here]
    values += [replacements.last_known(run.table, ref, stat) for ref in gone.values()]
    return sum(int(value or 0) for value in values)


def counted(self: GateRuler, sight: Sight, run: Run, what: m.Selector) -> list[CardId]:
    """14-14a: cards that an effect took out of play count as they last were there."""
    among = next(
        (f.what for f in what.filters if isinstance(f, m.Among) and isinstance(f.what, m.Bound)), None
    )
    gone = left_play(run, among)
    if not gone or _asks_where(what):
        return described_count(self, sight, run, what)
    run.table.cite("14-14a")
    former = run.table.state.former
    then = {card: Remembered(run.table, run.table.board, former[ref]) for card, ref in gone.items()}
    found = self.unsifted(sight, run, what)
    return to_refer_to(run, what, [c for c in found if self.fits(then.get(c, sight), run, what, c)])


def left_play(run: Run, what: Any) -> dict[CardId, Ref]:
    """Of the cards that a word means, those that are not in play any more, as they were there."""
    table = run.table
    if isinstance(what, m.Bound):
        held = [c for c in run.bound.get(what.n, ()) if c in run.objects and c in table.state.cards]
        known = [Ref(c, run.objects[c]) for c in held if not is_in_play(table.card(c).area)]
    elif isinstance(what, m.Subject | m.Object):
        name = "subject" if isinstance(what, m.Subject) else "object"
        known = _of_the_event(run, run.fact(f"former {name}"), run.fact(name))
    elif isinstance(what, m.This) and isinstance(run.ability.trigger, m.Moved):
        known = [run.source.card] if table.state.current(run.source.card) is None else []
    else:
        return {}
    areas = {ref: one.card.area for ref in known if (one := table.state.former.get(ref))}
    return {ref.card: ref for ref, area in areas.items() if is_in_play(area) or area == GATE}


def _of_the_event(run: Run, former: Any, now: Any) -> list[Ref]:
    """14-9e-2, 14-14a: a card that the event took out of play, or that has left since, as it was there."""
    objects, state = dict(run.fact("objects") or ()), run.table.state
    card = now if former is None else former
    if card not in objects:
        return []
    ref = Ref(CardId(card), objects[card])
    has_left = state.current(ref) is None
    if former is None and (is_in_play(run.table.card(card).area) or not (has_left or _is_of_a_move(run))):
        return []
    before = Ref(ref.card, ref.object - 1)
    if (one := state.former.get(before)) and is_in_play(one.card.area):
        run.table.cite("14-9e-2")
        return [before]
    return [ref] if has_left else []


def _is_of_a_move(run: Run) -> bool:
    return isinstance(run.ability.trigger, m.Moved)


def holds(self: GateRuler, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
    """14-14a: what a card that has left play was like, by its last known information."""
    gone = left_play(run, condition.what) if isinstance(condition, m.Matches) else {}
    if not isinstance(condition, m.Matches) or not gone or _asks_where(condition.like):
        return Interpreter.holds(self, condition, run, sight)
    like, now = condition.like, sight or Sight.now(run.table)
    run.table.cite("14-14a")
    here = [card for card in self.spoken_of(now, run, condition.what) if card not in gone]
    then = [Remembered(run.table, run.table.board, run.table.state.former[ref]) for ref in gone.values()]
    seen = [*((now, card) for card in here), *((one, CardId(one.former.card.id)) for one in then)]
    return all(self.fits(each, run, like, card, skip_areas=like.whose == "any") for each, card in seen)


def _asks_where(like: m.Selector) -> bool:
    """Whether a card is still in play, or where out of play it lies, is asked of it as it is now."""
    states = {each.state for each in like.filters if isinstance(each, m.State)}
    return not NOW.isdisjoint(states) or not PLAY_AREAS.issuperset(like.areas)


NOW = frozenset({"in play", "play", "being attacked"})
PLAY_AREAS = frozenset({"attack zone", "defense zone", "set zone", "field zone", "ruler zone", "front row"})


def _as_paid(self: GateRuler, amount: m.ValueOf, run: Run, sight: Sight | None) -> int:
    """For a card paid as a cost, its value in play."""
    paid, stat = dict(run.fact("paid with")), self.stat_name(amount.stat)
    assert isinstance(amount.what, m.Bound)
    total = 0
    for card in run.bound.get(amount.what.n, ()):
        known = replacements.last_known(run.table, Ref(card, paid[card]), stat) if card in paid else None
        value = self.stat(sight or Sight.now(run.table), run, card, amount.stat) if known is None else known
        total += int(value or 0)
    return total


def players(self: GateRuler, who: str, run: Run) -> tuple[Player, ...]:
    """A card's player stays known when it is gone (14-14a-1)."""
    former = run.fact("former subject")
    if former is None or who not in ("owner", "master"):
        return players_of_places(self, who, run)
    known = next(Ref(CardId(c), n) for c, n in run.fact("objects") if c == former)
    controller = replacements.last_known(run.table, known, "controller")
    owner = run.table.card(former).owner if former in run.table.state.cards else run.you
    return (controller or owner,) if who == "master" else (owner,)


def owners_of(self: GateRuler, run: Run, verb: m.OwnersDo) -> list[Player]:
    """J-63: whether also of targets that are no longer valid."""
    found = Interpreter.owners_of(self, run, verb)
    lost = run.lost.get(verb.of.n, ()) if isinstance(verb.of, m.Bound) else ()
    owners = (run.table.card(ref.card).owner for ref in lost if ref.card in run.table.state.cards)
    masters = (replacements.information(run.table, ref, "controller") for ref in lost)
    more = [p for p in dict.fromkeys(masters if verb.which == "master" else owners) if p not in found]
    if more and run.table.reading("J-63") == "known-all-the-same":
        return [*found, *more]
    return found


def kept_for_later(self: GateRuler, run: Run) -> Facts:
    """The cards a delayed ability refers to, as the objects they are now."""
    spoken_of = dict.fromkeys((run.fact("subject"), *(c for cards in run.bound.values() for c in cards)))
    there = [run.table.card(card) for card in spoken_of if card in run.table.state.cards]
    return (("objects", tuple((int(card.id), card.object) for card in there)),) if there else ()


def kept_apart(selector: m.Selector) -> list[str]:
    """How the cards taken must differ: in their names, their attributes …"""
    states = [f for f in selector.filters if isinstance(f, m.State)]
    return [f.state.removeprefix(APART) for f in states if is_apart(f)]


def choose_targets(
    self: GateRuler, run: Run, chooser: Player, found: list[CardId], n: int, up_to: bool, prompt: str
) -> tuple[CardId, ...]:
    """3-2g: of "up to" two cards or more, first how many, then which."""
    if up_to and n > 1 and found:
        asked = run.table.words("how many cards", prompt=prompt)
        many = places.number_first(run.table, chooser, min(n, len(found)), asked)
        if many is not None:
            return Interpreter.choose_targets(self, run, chooser, found, many, False, prompt)
    return Interpreter.choose_targets(self, run, chooser, found, n, up_to, prompt)


def up_to(self: GateRuler, run: Run, chooser: Player, most: int, prompt: str) -> int:
    """3-2g: of "up to" so many cards of a pile, how many; they come off it in order."""
    if most < 1:
        return 0
    many = places.number_first(run.table, chooser, most, run.table.words("how many of them", prompt=prompt))
    return Interpreter.up_to(self, run, chooser, most, prompt) if many is None else many


def pick_one(self: GateRuler, run: Run, verb: m.Pick, player: Player) -> None:
    """1-5e: a number is never negative. 14-3b-4: a player was chosen while playing."""
    if id(verb) in run.early and "chosen player" in run.picked:
        return
    if verb.what == "number":
        most = 99 if verb.most is None else self.amount(verb.most, run)
        run.number = golden.choose_a_number(run.table, player, most, run.table.words("choose a number"))
        run.count = run.number or 0  # "that many"
    elif verb.what.endswith("column"):
        whose = {"enemy column": "opponent", "allied column": "you"}.get(verb.what, "each")
        found = [c for p in self.players(whose, run) for c in places.columns(run.table, p)]
        run.table.cite("3-6e")
        options = [(each, each) for each in found]
        run.picked["column"] = run.table.pick(player, options, run.table.words("column"))
    else:
        Interpreter._pick(self, run, verb, player)


def until(self: GateRuler, duration: m.Duration | None, run: Run) -> str:
    if isinstance(duration, m.Until) and not duration.next and duration.whose in ("any", "", "turn player"):
        return ENDS.get(duration.end, "end of turn")
    if isinstance(duration, m.Until) and duration.only:
        return f"end of turn {run.table.number('turn') + self.turns_ahead(run, duration)}"
    if isinstance(duration, m.Until):
        name = Interpreter.until(self, duration, run)
        return ENDS.get(name, name)
    return Interpreter.until(self, duration, run)


def reach(self: GateRuler, run: Run, target: Any, prompt: str = "choose") -> list[CardId]:
    """The cards of an instruction that its effect reaches (15-27a-3)."""
    return affecting.reached(run.table, self.cards(run, target, prompt=prompt), run.source.card)


def mover(run: Run) -> Player | None:
    """14-15f: who moves an instruction's cards; an attack's demand is neither cost nor effect."""
    of = run.picked.get("cost of", "effect")
    if of == "attack":
        return None
    how = sources.moved_by_cost if of == "play" else sources.moved_by_effect
    return how(run.table, run.you)


def at_once(run: Run, cards: Sequence[CardId]) -> AbstractContextManager[object]:
    """Cards of one instruction move together; out of a deck they go one after the other (3-4c)."""
    in_deck = any(zone_kind(run.table.card(card).area) == "deck" for card in cards)
    return nullcontext() if in_deck else run.table.together()


def follow(run: Run, moved: Sequence[CardId]) -> None:
    """3-2d-1: what the text goes on to call "it" is the card where it went."""
    lost = [card for card in moved if places.follow(run.table, card) is None]
    if lost:
        run.bound = {n: tuple(c for c in cards if c not in lost) for n, cards in run.bound.items()}


def note_done(run: Run, cards: Sequence[CardId], done: Sequence[CardId], before: int) -> None:
    """3-2i-1: done with all cards that were named. J-25: what if it was replaced for one."""
    left = [card for card in cards if card not in done]
    run.count, run.kept = len(done), frozenset(left)
    run.replaced = run.kept & replaced(run, before)
    if left and run.kept == run.replaced:
        run.done = run.table.reading("J-25") == "replaced-counts-as-done"
    else:
        run.done = places.was_done(run.table, done) is not False and not left


def replaced(run: Run, before: int) -> set[CardId | None]:
    """The cards for which something was replaced since that event of this step."""
    events = (happened.event for happened in run.table.happened[before:])
    return {event.card for event in events if isinstance(event, Replaced)}
