"""A printed card as abilities of the engine: kinds of ability, keywords, Overdrive, Touchdown, Counter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Sight, walk
from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Definition,
    Moment,
    Source,
)
from judgekit.engine.state import Facts
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler import ch16_02_boxes as box_words
from judgekit.games.gate_ruler import ch16_13_rites as rites
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler import keyword_abilities as keyword_abilities
from judgekit.games.gate_ruler.abilities import Play, Playing, play_of
from judgekit.games.gate_ruler.language.carrying_out import run_of
from judgekit.games.gate_ruler.language.costs import cost_of
from judgekit.games.gate_ruler.language.lasting import continuous as continuous_and_lasting
from judgekit.games.gate_ruler.language.occasions import Matcher
from judgekit.games.gate_ruler.language.permitting import once_for_all_copies
from judgekit.games.gate_ruler.language.playing import play
from judgekit.games.gate_ruler.language.remembering import compile as compile_with_records
from judgekit.games.gate_ruler.language.replacing import number_preventions
from judgekit.games.gate_ruler.language.words import WORDS
from judgekit.games.gate_ruler.rules import EVERYWHERE, is_in_play, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def define(
    self: GateRuler, name: str, properties: dict[str, Any], text: str, parsed: Sequence[m.Ability]
) -> Definition:
    """A card; what its text says about its own playing is gathered in one place."""
    self._extras = {}
    properties = {key: tuple(v) if isinstance(v, list) else v for key, v in properties.items()}
    properties["name"] = (name,)
    made = Interpreter.define(self, name, properties, text, parsed)
    found = [_with_touchdown(a, made.abilities) for a in made.abilities]
    extras = dict(self._extras)
    if extras:
        at = next((i for i, a in enumerate(found) if play_of(a).sort == "event"), None)
        if at is None:
            spec = Play(sort="card", **extras)
            found.append(Activated(f"{name}#play", "14-3b", data=spec))
        else:
            found[at] = replace(found[at], data=replace(play_of(found[at]), **extras))
    return Definition(name, made.properties, tuple(found), text, made.by_hand)


def _with_touchdown(ability: Ability, every: Sequence[Ability]) -> Ability:
    """14-5b: "use this card's Touchdown" is known by the address of that ability."""
    spec = play_of(ability)
    if spec.then != "touchdown":
        return ability
    other = next((a.address for a in every if play_of(a).sort == "TD"), "")
    return replace(ability, data=replace(spec, then=other))


def compile(self: GateRuler, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
    number_preventions(self, ability, address)
    if once_for_all_copies(ability) and properties.get("type") not in (None, "", "ruler"):
        raise NoMeaning(f"{address}: which of several copies lets its player do this once is not kept apart")
    return compile_with_records(self, ability, address, properties)


def plain(self: GateRuler, ability: m.Ability, address: str) -> list[Ability]:
    if "touchdown" in ability.labels:
        return list(box_words.touchdown(address, play(self, ability, "TD"), ability.text))
    if "overdrive" in ability.labels:
        return list(box_words.overdrive(address, play(self, ability, "OD")))
    if ability.kind == "counter":
        return list(box_words.counter(address, play(self, ability, "CNT")))
    if "event" in ability.labels:
        return _event(self, ability, address)
    return Interpreter._plain(self, ability, address)


def _event(self: GateRuler, ability: m.Ability, address: str) -> list[Ability]:
    """An event's text, and if it waits for something, what makes it playable in a set zone."""
    spec = play(self, ability, "event")
    made: list[Ability] = [Activated(address, "14-3c-2d", ability.text, data=spec)]
    if ability.trigger is not None:
        waits = m.Ability("automatic", trigger=ability.trigger)
        self._kept.append(waits)
        on, matches, *_ = self.waits_for(ability.trigger, waits)
        if ability.conditions:
            matches = _asked(self, matches, ability)
        made.append(Automatic(f"{address}!", "14-4a", ability.text, data=Play(sort="set"), on=on,
                              fulfilled=_shown(matches)))  # fmt: skip
    return made


def _asked(self: GateRuler, matches: Matcher, ability: m.Ability) -> Matcher:
    """ "When your opponent draws a card outside their start phase"."""

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if self.all_hold(ability.conditions, self.run(table, source, ability)):
            yield from matches(table, moment, source)

    return fulfilled


def _shown(matches: Callable[[Table, Moment, Source], Iterable[Facts]]) -> Matcher:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in matches(table, moment, source):
            if automatic.reveal_to_trigger(table, source.card.card, source.player):
                yield facts
                if automatic.once_for_each_occasion(table):
                    return

    return fulfilled


def automatic_ability(self: GateRuler, ability: m.Ability, address: str, delayed: bool = False) -> Automatic:
    made = Interpreter.automatic(self, ability, address, delayed)
    holds = made.situation
    if holds is not None:
        made = replace(made, situation=lambda table, source: automatic.status(table, source, holds))
    own = isinstance(getattr(ability.trigger, "what", None), m.This)
    said = () if own else _where_it_says(self, ability)
    where = made.where or said or _where_it_happens(self, ability.trigger)
    hidden = {"hand", "drive", "set"} & set(where) and not isinstance(ability.trigger, m.Seen)
    if hidden and made.fulfilled is not None:
        made = replace(made, fulfilled=_shown(made.fulfilled))
    return replace(made, where=where, data=play(self, ability, ""))


def _where_it_says(self: GateRuler, ability: m.Ability) -> tuple[str, ...]:
    """14-2b: "summon this card from your set zone" works there, and "[discard this card]" in hand."""
    own = m.Among(m.This())
    said = list(walk((ability.costs, ability.body)))
    here = [n for n in said if isinstance(n, m.Selector) and own in n.filters]
    zones = _kinds_of(self, *(n.areas for n in here))
    if any(isinstance(cost, m.Discard) and isinstance(cost.what, m.This) for cost in ability.costs):
        zones.append("hand")
    zones += _kinds_of(self, *(each.like.areas for each in _asked_of_its_place(ability)))
    return tuple(dict.fromkeys(zones))


def continuous(self: GateRuler, ability: m.Ability, address: str) -> Iterator[Ability]:
    """14-2b: "while this card is in your graveyard, …" applies there."""
    zones = tuple(dict.fromkeys(_kinds_of(self, *(n.like.areas for n in _asked_of_its_place(ability)))))
    for made in continuous_and_lasting(self, ability, address):
        yield replace(made, where=zones) if zones and not made.where else made


def _kinds_of(self: GateRuler, *areas: Sequence[str]) -> list[str]:
    return [zone_kind(f"A.{name}") for named in areas for name in self.names_of(named)]


def works_in(self: GateRuler, ability: m.Ability) -> tuple[str, ...]:
    return Interpreter.works_in(self, ability) or _where_it_happens(self, ability.trigger)


def _where_it_happens(self: GateRuler, trigger: Any) -> tuple[str, ...]:
    """14-2b: what a card says about itself outside play works where it happens."""
    if not isinstance(getattr(trigger, "what", None), m.This):
        return ()
    if isinstance(trigger, m.Seen):
        return EVERYWHERE
    if isinstance(trigger, m.Discarded):
        return ("graveyard",)
    if isinstance(trigger, m.Attaches):
        return ("charge",)
    if isinstance(trigger, m.Performs) and trigger.action == "drive":
        return ("drive",)
    if not isinstance(trigger, m.Moved):
        return ()
    zones = [zone_kind(f"A.{name}") for name in self.names_of(trigger.to)]
    off = not any(_is_play(self, area) for area in (*trigger.origin, *trigger.to))
    return tuple(dict.fromkeys(zones)) if off else ()


def _is_play(self: GateRuler, area: str) -> bool:
    return any(is_in_play(f"A.{name}") for name in self.area_names(area))


def activated(self: GateRuler, ability: m.Ability, address: str) -> Activated:
    made = Interpreter.activated(self, ability, address)
    return replace(made, where=made.where or _where_it_says(self, ability), data=play(self, ability, ""))


def within_limits(self: GateRuler, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
    """Counted when it is played: 14-6."""
    return True


def keyword(self: GateRuler, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
    word = ability.keyword
    assert word is not None
    name = WORDS.get(word.name, word.name)
    if name in keywords.NO_ABILITIES:
        properties["keywords"] = (*properties.get("keywords", ()), name)
        if name == "Resource":
            self._extras["resource"] = True
        return []
    if name == "abyssal concerto":
        costs = tuple(cost_of(self, ability, verb, "effect") for verb in word.costs)
        return list(rites.abyssal_concerto(address, Play(labels=("Abyssal Concerto",), costs=costs)))
    if name == "enhance":
        return list(demanding.enhance_ability(address, _materials(self, ability, word)))
    if name == "frame":
        properties.update(_framed(properties, word.values))
        return []
    if name == "dr":
        return []  # a printing mark; no clause of this edition speaks of it
    if name not in keyword_abilities.MAKERS:
        return Interpreter.keyword(self, ability, address, properties)
    return list(keyword_abilities.make(name, address))


def _materials(
    self: GateRuler, ability: m.Ability, word: m.Keyword
) -> Callable[[Table, Playing], Iterable[int]]:
    what = word.materials[0]
    self._kept.append(word)

    def among(table: Table, doing: Playing) -> Iterable[int]:
        return self.pointed_at(Sight.now(table), run_of(self, table, doing, ability), what)

    return among


def _framed(properties: Mapping[str, Any], values: Sequence[str]) -> dict[str, Any]:
    """What the frame of a ruler says; zones as the rules look for them."""
    found: dict[str, Any] = {"frame": (*properties.get("frame", ()), *values)}
    for what, _, n in (each.partition(": ") for each in values):
        if what.endswith(" zones") or what == "hand":
            found[what] = int(n)
    return found


def _asked_of_its_place(ability: m.Ability) -> Iterator[m.Matches]:
    """ "If this card is in your graveyard", for everything the ability does."""
    first = ability.body[0] if len(ability.body) == 1 else None
    inner = first.conditions if isinstance(first, m.If) and not first.otherwise else ()
    for each in (*ability.conditions, *inner):
        if isinstance(each, m.Matches) and isinstance(each.what, m.This):
            yield each
