"""Keywords and labels, and what a card says about how it is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning
from judgekit.cardtext.interpret.remembering import watchers
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Automatic, Moment, Source
from judgekit.engine.events import Occurred
from judgekit.engine.state import Facts
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch10_05_playing import perform_effect
from judgekit.games.godzilla.ch12_keywords import BURST, KEYWORDS, burst_is_over, evolution
from judgekit.games.godzilla.language.conditions import is_seen
from judgekit.games.godzilla.language.remembering import waits_for_leaving
from judgekit.games.godzilla.language.words import PLAYED_FROM
from judgekit.games.godzilla.rules import EVERYWHERE, UNDER

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla

OWN_RAGE = re.compile(r"\bthis( \w+)? card['’]s \[?rage|\bthis( \w+)? card has \d+[\w ]* rage", re.IGNORECASE)


DEFINED = {
    "enter": "12.2.2", "when invading": "12.3.2", "awakening": "12.4.2", "burst": "12.5.2",
    "evolution": "12.6.2", "revenge": "12.7.2", "resonance": "12.8.2", "base": "12.9.2",
}  # fmt: skip


def compile(self: Godzilla, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
    """6.3.1.6.1: a monster's own text can give it another zone to start in."""
    for word in _undefined(self, ability):
        raise NoMeaning(f"{word} is undefined in {self.rules.name}")
    if properties.get("type") in ("battle", "strategy") and OWN_RAGE.search(ability.text):
        raise NoMeaning("only a monster has rage: say whose monster is meant")
    if properties.get("type") in ("battle", "strategy") and any(map(_is_own_crushing, walk(ability))):
        raise NoMeaning("only a monster crushes: say whose monster is meant")
    if properties.get("type") == "strategy":
        ability = _on_a_strategy_card(ability)
    for verb in ability.body:
        if isinstance(verb, m.DeckRule) and verb.rule == "start in zone":
            properties["starting zone"] = verb.n
    counts = Automatic("", "10.6.2", where=EVERYWHERE)
    seen = watchers(self, ability, address, partial(is_seen, self, ability), counts)
    return Interpreter.compile(self, ability, address, properties) + seen


def _is_own_crushing(node: object) -> bool:
    return isinstance(node, m.Cause) and node.by == "crush" and node.source == m.This()


def _undefined(self: Godzilla, ability: m.Ability) -> Iterator[str]:
    """What an ability mentions but the edition has no clause for."""
    words = [*ability.labels, *([ability.keyword.name] if ability.keyword is not None else [])]
    words += [node.keyword for node in walk(ability) if isinstance(node, m.HasKeyword)]
    words += [node.name for node in walk(ability) if isinstance(node, m.Keyword)]
    for word in words:
        if word in DEFINED and self.rules.number(DEFINED[word]) is None:
            yield f"[{word.title()}]"
    for clause, speaks_of_it in LATER.items():
        if self.rules.number(clause) is None:
            yield from (f"“{said}”" for node in walk(ability) if (said := speaks_of_it(node)))


def _of_tokens(node: object) -> str:
    is_made = isinstance(node, m.CreateToken | m.Vanish)
    speaks = is_made or node == m.State("token") or "token" in getattr(node, "types", ())
    return "token" if speaks else ""


def _of_evolving(node: object) -> str:
    is_done = isinstance(node, m.Evolve | m.Evolves)
    return "evolve" if is_done or (isinstance(node, m.Act) and node.verb == "evolve") else ""


def _of_left_and_right(node: object) -> str:
    if isinstance(node, m.Outermost) and node.which != "frontmost":
        return node.which
    return node.relation if isinstance(node, m.Near) and node.relation in ("left", "right") else ""


def _of_gold(node: object) -> str:
    return "gold" if isinstance(node, m.Is) and "gold" in node.values else ""


LATER = {"9.1.2": _of_tokens, "5.17.1": _of_evolving, "4.4.5.5.1": _of_left_and_right, "2.4.5": _of_gold}


def _on_a_strategy_card(ability: m.Ability) -> m.Ability:
    """10.1.1.1.2: the text is carried out when the card is placed; if it opens with a moment, it waits for
    it from then on, once (10.6.5.1). 4.5: the card itself lies in no zone of the field."""
    if any(isinstance(node, m.Near) and node.of == m.This() for node in walk(ability)):
        raise NoMeaning(
            "a strategy card is not in a numbered zone: nothing is adjacent to it or in its column"
        )
    if not isinstance(ability.trigger, m.PhaseMoment) or ability.labels or ability.areas:
        return ability
    later = m.Delayed(ability.trigger, ability.body, conditions=ability.conditions)
    placed = m.Moved(m.This(), to=("strategy zone",))
    return msgspec.structs.replace(ability, trigger=placed, body=(later,), conditions=())


def keyword(self: Godzilla, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
    word = ability.keyword
    assert word is not None
    if word.name == "burst":
        if self.rules.number("12.5.2") is not None:
            properties["burst"] = word.number
        self.inner.setdefault(BURST, burst_is_over())
        return []
    if word.name == "evolution":
        return [_evolution(self, word, address)]
    if word.name == "resonance":
        return []  # it speaks of deck construction only
    if word.name in KEYWORDS:
        return [Automatic(address, rules_clause(word.name), f"[{word.name.title()}]")]  # with no effect
    return Interpreter.keyword(self, ability, address, properties)


def _evolution(self: Godzilla, word: m.Keyword, address: str) -> Automatic:
    rank, trait = int(word.number or 0), word.values[0]  # type: ignore[arg-type]

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        event = moment.event
        if isinstance(event, Occurred) and event.timing == "beginning of the main phase":
            if event.player == source.player:
                yield ()

    def resolve(table: Table, waiting: Any) -> None:
        perform_effect(table, lambda: evolution(table, waiting.player, waiting.source, rank, trait))

    self.evolutions[address] = (rank, trait)
    text = f"[Evolution {rank}] «{trait}»"
    return Automatic(
        address,
        "12.6.2",
        text,
        on=(Occurred,),
        fulfilled=fulfilled,
        resolve=resolve,
        timings=frozenset({"beginning of the main phase"}),
    )


def labelled(self: Godzilla, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
    make = KEYWORDS.get(label)
    if make is None:
        return [made]
    if self.rules.number(rules_clause(label)) is None:
        return []
    result = make(made)
    return result if isinstance(result, list) else [result]


def rules_clause(label: str) -> str:
    clauses = {"enter": "12.2.2", "when invading": "12.3.2", "awakening": "12.4.2", "revenge": "12.7.2"}
    return clauses.get(label, "12.9.2")


def areas_of_ability(self: Godzilla, ability: m.Ability) -> tuple[str, ...]:
    """10.3.4.1: one about its card leaving an area other than the field works there; 10.3.4.1.1: one about
    its card being played works as that happens."""
    named = Interpreter.areas_of_ability(self, ability)
    trigger = ability.trigger
    if isinstance(trigger, m.Discarded) and isinstance(trigger.what, m.This):
        return (*named, "hand")
    if m.Host() in walk(ability):
        return (*named, UNDER)
    if _takes_it(ability, "hand"):
        return (*named, "hand")
    if _takes_it(ability, "discard pile") and not waits_for_leaving(self, trigger):
        return (*named, "discard pile")
    if elsewhere := _asked_to_be_in(self, ability):
        return (*named, *elsewhere)
    if trigger is None and _is_about_playing_it(ability):
        return (*named, *PLAYED_FROM)
    return (*named, *_areas_it_leaves(self, trigger))


def _areas_it_leaves(self: Godzilla, trigger: m.Event | None) -> tuple[str, ...]:
    """The areas other than the field that its card leaves; of two events, either in its own."""
    if isinstance(trigger, m.EitherEvent):
        away = [area for each in trigger.events for area in _areas_it_leaves(self, each)]
        return (*self.area_names("field"), *self.area_names("strategy zone"), *away) if away else ()
    if isinstance(trigger, m.Discarded) and isinstance(trigger.what, m.This):
        return ("hand",)
    if isinstance(trigger, m.Moved) and isinstance(trigger.what, m.This):
        left = [area for area in trigger.origin if area not in ("field", "zone", "strategy zone")]
        return self.names_of(left)
    return ()


def _asked_to_be_in(self: Godzilla, ability: m.Ability) -> tuple[str, ...]:
    """ "When …, if this card is in your discard pile": it works there."""
    first = ability.body[0] if ability.body else None
    asked = (*ability.conditions, *(first.conditions if isinstance(first, m.If) else ()))
    places = [one.like.areas for one in asked if isinstance(one, m.Matches) and isinstance(one.what, m.This)]
    away = [area for areas in places for area in areas if area in ("discard pile", "hand")]
    return self.names_of(away)


def _takes_it(ability: m.Ability, area: str) -> bool:
    """Whether an ability does something with its own card in that area."""
    taken = (node for node in walk(ability.body) if isinstance(node, m.Selector))
    return any(what.areas == (area,) and m.Among(m.This()) in what.filters for what in taken)


def _is_about_playing_it(ability: m.Ability) -> bool:
    verbs = [one for verb in ability.body for one in (verb.then if isinstance(verb, m.If) else (verb,))]
    return any(
        isinstance(verb, m.Permit | m.Prohibit)
        and isinstance(verb.what, m.This)
        and verb.act.verb == "be played"
        for verb in verbs
    )
