"""Texts that the grammar can read but that mean nothing in this game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter
from judgekit.cardtext.interpret.remembering import Asked, asked_by_others, can_be_seen
from judgekit.cardtext.model import walk
from judgekit.games.gate_ruler.language.playing import then
from judgekit.games.gate_ruler.language.words import ONLY_RESOURCES

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def senseless(self: GateRuler, ability: m.Ability) -> Iterator[str]:
    """Of the past, only what a mentioned card has done this turn is kept."""
    yield from Interpreter.senseless(self, ability)
    yield from asked_by_others(ability, is_seen)
    for node in walk(ability):
        if isinstance(node, m.Modify | m.Delayed) and node.next and node.duration is None:
            yield "“the next” one needs a time: say “this turn”"
        if isinstance(node, m.ChangeNumber) and _sets_cap_in_vain(node, ability):
            yield "each turn sets the summon caps anew (6-2a): say for how long"
        if isinstance(node, Asked) and not (_is_kept(node) or is_seen(node)):
            yield f"no such record is kept of {type(node.event).__name__}"
        if isinstance(node, m.UseAbility) and not _can_be_used(node, ability):
            yield "an effect can only use an ability of a card that the text names"
        if isinstance(node, m.Act) and node.verb == ONLY_RESOURCES and not _costs_resources(ability):
            yield "only an ability that costs resources can be paid with resources only"
        told = isinstance(node, m.Act) and node.verb == "be chosen"
        if isinstance(node, m.Act) and node.cause is not None and node.cause.source is not None and not told:
            yield "the source of the effect cannot be checked here"
        if isinstance(node, m.Act) and node.verb == "be made rest" and node.cause is None:
            yield "an attack or a cost may exhaust it all the same: say “by effects”"
        if isinstance(node, m.Selector) and node.whose == "each" and _is_so_many(node):
            yield "a number of cards of “each player” could be a total: say it of each player separately"
        if isinstance(node, m.Instead) and isinstance(node.event, m.Performs) and node.event.action != "heal":
            yield f"nothing replaces that a player would {node.event.action}"
        if isinstance(node, m.Instead) and isinstance(node.event, m.Moved) and node.event.cause is not None:
            yield "what would move the card cannot be checked here"
        elsewhere = isinstance(node, m.Until) and (node.next or node.whose != "any") and not node.only
        if isinstance(node, m.Until) and node.end != "turn" and elsewhere:
            yield f"no effect can last until the end of one player's {node.end}"
        if node == CHOSEN_COLUMN and not any(_picks_column(each) for each in walk(ability)):
            yield "which column is “that column”? None was chosen"
        if isinstance(node, m.Prohibit | m.Permit | m.Instead | m.Delayed) and CHOSEN_COLUMN in walk(node):
            yield "what lasts cannot be said of a chosen column: say it of the units that are there"
        chosen = node.what if isinstance(node, m.Choose) else None
        sums = [f for f in getattr(chosen, "filters", ()) if isinstance(f, m.Together)]
        if any(each.compare not in ("at most", "less") for each in sums):
            yield "a total of targets needs an upper limit: say “or less”"
        if any(not isinstance(each.amount, int) for each in sums):
            yield "the total of the chosen targets must be a plain number"
    if _asks_for_lost_charges(ability):
        yield "a card that has left play has no charges left to count (12-6a)"
    if _asks_what_damage(ability):
        yield "the amount of damage is known only when something would deal it"
    heals = [node for node in walk(ability) if isinstance(node, m.Heal) and node.dealt and not node.period]
    if heals and not _hurts_a_unit(ability):
        yield "which damage is healed? That of a unit that was dealt it (13-7b-1); else say how many life"
    yield from _misplaced_zones(ability)


CHOSEN_COLUMN = m.Spot("chosen column")


def _sets_cap_in_vain(verb: m.ChangeNumber, ability: m.Ability) -> bool:
    """A cap counts in its player's turn: one that is set in another's, once, is gone by then."""
    once = verb.how == "set" and verb.duration is None and not isinstance(ability.trigger, m.PhaseMoment)
    return once and verb.number == "summon cap" and verb.whose != "you"


def _asks_for_lost_charges(ability: m.Ability) -> bool:
    """Charges of another card that the event took out of play; those of its own card wait (12-6a-1)."""
    left = isinstance(ability.trigger, m.Moved) and "play" in ability.trigger.origin
    asked = m.Attached("charge", m.Subject())
    return left and any(node == asked for node in walk((ability.conditions, ability.body)))


def _picks_column(node: Any) -> bool:
    return isinstance(node, m.Pick) and node.what.endswith("column")


def _asks_what_damage(ability: m.Ability) -> bool:
    """Whether damage is set relative to itself outside its replacement."""
    instead = [n for n in walk(ability) if isinstance(n, m.Instead) and isinstance(n.event, m.Damages)]
    known = {id(node) for one in instead for node in walk(one)}
    changes = [n for n in walk(ability) if isinstance(n, m.SetDamage) and id(n) not in known]
    return any(isinstance(part, m.ThatMany) and not part.way for n in changes for part in walk(n.n))


def _hurts_a_unit(ability: m.Ability) -> bool:
    found = ability.trigger
    chosen = [node for node in walk(ability.body) if isinstance(node, m.Selector)]
    if any(isinstance(each, m.Damages) for one in chosen for each in walk(one.filters)):
        return True  # "a unit that was dealt damage this turn"
    return isinstance(found, m.Damages) and isinstance(found.to, m.This | m.Selector)


def _is_so_many(selector: m.Selector) -> bool:
    return isinstance(selector.quantity, m.Exactly | m.UpTo | m.AtLeast)


def _costs_resources(ability: m.Ability) -> bool:
    return any(isinstance(cost, m.Pay) for cost in ability.costs)


def _misplaced_zones(ability: m.Ability) -> Iterator[str]:
    """A zone is a destination; whatever is said of it, except that it is empty, is not looked at."""
    goals = [node for node in walk(ability) if isinstance(node, m.Place | m.Summon)]
    to = [node.zone if isinstance(node, m.Place) else node.to for node in goals]
    to += [node.what for node in walk(ability) if isinstance(node, m.Count)]
    for node in walk(ability):
        if not isinstance(node, m.Selector):
            continue
        is_zone = not {"zone", "attack zone", "defense zone"}.isdisjoint(node.types)
        empty = any(isinstance(f, m.Empty) for f in node.filters)
        if (is_zone or empty) and not any(node is one for one in to):
            yield "a zone can only be counted, or be a destination, here"
        elif is_zone and not set(node.filters) <= {m.Empty()}:
            yield "a zone can only be described as empty"


def _is_kept(asked: Asked) -> bool:
    """What a mentioned card keeps by itself."""
    event = asked.event
    if isinstance(asked, m.HowOften) or (isinstance(asked, m.Happened) and asked.least != 1):
        return False
    if isinstance(event, m.Played):
        return bool(event.areas) and asked.period == "game" and isinstance(event.what, m.This)
    if asked.period != "turn":
        return False
    if isinstance(event, m.Summoned):
        plain = event == m.Summoned(event.what, event.how)
    elif isinstance(event, m.Attacks):
        plain = event == m.Attacks(event.what) and event.what is not None
    else:
        return False
    return plain and (isinstance(asked, m.Did) or not isinstance(event.what, m.Selector))


def _can_be_used(verb: m.UseAbility, ability: m.Ability) -> bool:
    """14-5: a Counter or Overdrive uses its own card, or its Touchdown; other effects, other cards."""
    own = isinstance(verb.what, m.This)
    return (own and bool(then(ability)) and not verb.free) or (not own and verb.kind == "")


SEEN = (
    m.AbilityUsed, m.Attaches, m.Attacks, m.CardUsed, m.Damages, m.Destroyed, m.Discarded, m.Drawn, m.Moved,
    m.Performs, m.Played, m.Seen, m.Summoned, m.Targeted, m.Turned,
)  # fmt: skip


def is_seen(asked: Asked) -> bool:
    """Whether a card counts it while the game goes on, since nothing else keeps it."""
    return can_be_seen(asked, SEEN) and not _is_kept(asked)
