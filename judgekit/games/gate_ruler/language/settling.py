"""What only the whole ability shows: damage that is taken in place of other damage."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    Among,
    Attacks,
    Bound,
    Choose,
    Clash,
    Compare,
    Count,
    Damages,
    DealDamage,
    Demand,
    Destroyed,
    Did,
    Discard,
    Every,
    Exactly,
    Gain,
    Happened,
    Heal,
    If,
    IgnoreCounter,
    Instead,
    Matches,
    May,
    Modify,
    Move,
    Moved,
    Near,
    Node,
    Not,
    NotSo,
    Orient,
    Permit,
    PhaseMoment,
    Player,
    PreventDamage,
    Prohibit,
    Selector,
    SetDamage,
    Some,
    State,
    Subject,
    Summon,
    Swap,
    This,
    Under,
    Union,
    Verb,
    walk,
)


def settled(ability: Ability) -> Ability:
    if any(isinstance(node, Under) or is_done_this_way(node) for node in walk(ability)):
        raise Unsound("said in another way")  # what is under a card is its charge
    if "event" in ability.labels and any(_is_about_its_playing(each) for each in ability.body):
        raise Unsound("what a card says of its own playing stands in a line of its own")
    found: Ability = _exhausted_from_the_start(_in(ability))
    if any(isinstance(each, Clash) for each in found.body):
        found = replace(found, body=_left_of(found.body, _chosen_by_side(found)))
    trigger = found.trigger
    if found.kind == "automatic":
        found = replace(found, body=tuple(_summoned_then(each) for each in found.body))
    if isinstance(trigger, Destroyed) and isinstance(trigger.what, This):
        found = replace(found, body=_wherever_it_fell(found.body))
    if isinstance(trigger, PhaseMoment) and trigger.phase in ("battle", "attack", "damage step"):
        found = replace(found, conditions=_in_this_attack(found.conditions), body=_in_this_attack(found.body))
    if isinstance(trigger, Destroyed) and trigger.cause is not None and trigger.cause.source == This():
        return replace(found, body=_of_the_winner(found.body))
    if isinstance(ability.trigger, Attacks) and not any(isinstance(n, DealDamage) for n in walk(ability)):
        return replace(found, body=_of_the_attack(found.body))
    return found


def _left_of(node: Any, fought: dict[str, Bound]) -> Any:
    """Behind two units that hit each other, "neither" and "only your unit" are said of the two."""
    if isinstance(node, tuple):
        return tuple(_left_of(each, fought) for each in node)
    if isinstance(node, Compare) and isinstance(node.left, Count):
        among = node.left.what
        if among == Selector(Some(), among.whose, filters=among.filters) and among.whose in fought:
            if all(isinstance(each, Among) and each.what in fought.values() for each in among.filters):
                there = Matches(fought[among.whose], Selector(filters=(State("in play"),)))
                return there if node.compare == "at least" else NotSo(there)
    if not isinstance(node, Node) or not node.__struct_fields__:
        return node
    return replace(node, **{name: _left_of(getattr(node, name), fought) for name in node.__struct_fields__})


def _chosen_by_side(ability: Ability) -> dict[str, Bound]:
    """One of each player's units, each chosen by itself."""
    chosen = (each.what for each in ability.body if isinstance(each, Choose))
    return {each.whose: Bound(each.bind) for each in chosen if isinstance(each, Selector) and each.bind}


def _exhausted_from_the_start(ability: Ability) -> Ability:
    """3-3a-1: "If a unit would enter play, it enters play exhausted instead": it enters so."""
    only = ability.body[0] if len(ability.body) == 1 else None
    if not isinstance(only, Instead) or not isinstance(only.event, Moved) or only.event.to != ("play",):
        return ability
    act = Act("enter play exhausted")
    if only.do not in ((Demand(Subject(), act),), (Demand(This(), act),)):
        return ability
    if only.optional or only.event.origin or only.event.cause is not None or only.next:
        raise Unsound("say which units enter play exhausted")
    what = only.event.what
    every = replace(what, quantity=Every(), bind=0) if isinstance(what, Selector) else what
    return replace(ability, kind="continuous", body=(Demand(every, act),))


def _is_about_its_playing(verb: Verb) -> bool:
    if not isinstance(getattr(verb, "what", None), This):
        return False
    if isinstance(verb, Prohibit):
        return verb.only
    return isinstance(verb, Modify) and verb.stat == "cost" and verb.duration is None


def _summoned_then(verb: Any) -> Any:
    """ "When …, you can normal summon it from the set zone": then, and not from then on."""
    if isinstance(verb, If):
        return replace(verb, then=tuple(_summoned_then(each) for each in verb.then))
    if (
        not isinstance(verb, Permit)
        or verb.act.verb != "be normal summoned"
        or not isinstance(verb.what, This)
    ):
        return verb
    assert isinstance(verb.act.object, Selector)
    here = Selector(Exactly(1), "you", verb.act.object.areas, filters=(Among(This()),))
    return May((Summon(here, "normal"),))


def _wherever_it_fell(node: Any) -> Any:
    """A card that is destroyed is found again where it went: "this card from your graveyard" is this card."""
    if isinstance(node, tuple):
        return tuple(_wherever_it_fell(each) for each in node)
    if isinstance(node, Selector) and Among(This()) in node.filters and node.areas == ("graveyard",):
        return This()
    if not isinstance(node, If | May | Move | Summon):
        return node
    return replace(node, **{name: _wherever_it_fell(getattr(node, name)) for name in node.__struct_fields__})


def _of_the_winner(node: Any) -> Any:
    """ "When this unit destroys a unit, ready it": what is destroyed has nothing done to it any more."""
    if isinstance(node, tuple):
        return tuple(_of_the_winner(each) for each in node)
    if isinstance(node, Orient | Modify | Gain | Heal) and node.what == Subject():
        return replace(node, what=This())
    if not isinstance(node, If | May):
        return node
    return replace(node, **{name: _of_the_winner(getattr(node, name)) for name in node.__struct_fields__})


def _in_this_attack(node: Any) -> Any:
    """ "At the end of battle, if this unit attacked": if it is the card that attacks (8-4e)."""
    if isinstance(node, tuple):
        return tuple(_in_this_attack(each) for each in node)
    if isinstance(node, Happened) and isinstance(node.event, Attacks) and node.period in ("game", "battle"):
        whom = node.event.what
        if whom is not None and node.event == Attacks(whom):
            return Matches(whom, Selector(filters=(State("attacking"),)))
    if not isinstance(node, If):
        return node
    return replace(node, conditions=_in_this_attack(node.conditions))


def is_done_this_way(node: Node) -> bool:
    """What was done this way is counted: ThatMany."""
    return isinstance(node, Did) and node.period == "effect"


def _of_the_attack(node: Any) -> Any:
    """Of an attack that has just been declared, "this damage" is its combat damage (13-3a-1)."""
    if isinstance(node, tuple):
        return tuple(_of_the_attack(each) for each in node)
    if isinstance(node, SetDamage | IgnoreCounter):
        return replace(node, of="attack")
    if isinstance(node, PreventDamage) and node == PreventDamage(node.n):
        return SetDamage(0, "attack") if node.n is None else replace(node, sort="attack")
    if not isinstance(node, If | May):
        return node
    return replace(node, **{name: _of_the_attack(getattr(node, name)) for name in node.__struct_fields__})


def _in(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_in(each) for each in node)
    if not isinstance(node, Node) or not node.__struct_fields__:
        return node
    parts = {name: _in(getattr(node, name)) for name in node.__struct_fields__}
    if isinstance(node, Instead) and isinstance(node.event, Damages):
        parts |= {"do": _taken(node.event, node.do), "then": _taken(node.event, node.then)}
    if isinstance(node, Swap) and isinstance(node.one, Union) and len(node.one.parts) == 2:
        return replace(node, one=parts["one"].parts[0], other=parts["one"].parts[1])
    if isinstance(node, Move) and isinstance(node.to.zone, Selector):
        zone = replace(node.to.zone, filters=tuple(f for f in node.to.zone.filters if not _is_elsewhere(f)))
        return replace(node, **{**parts, "to": replace(parts["to"], zone=zone)})
    if isinstance(node, Discard) and isinstance(node.what, Selector) and Among(This()) in node.what.filters:
        if node.what.areas not in ((), ("hand",)):
            raise Unsound("cards are discarded from hand")
        return replace(node, what=This())
    if isinstance(node, Modify) and (node.stat, node.how, node.amount) == ("damage", "set", 0):
        return Heal(parts["what"])  # 3-6g: current damage is no property of the unit
    return replace(node, **parts)


def _is_elsewhere(what: Any) -> bool:
    """15-3b: a unit moves to another zone than its own."""
    return isinstance(what, Not) and isinstance(what.what, Near) and what.what.relation == "same zone"


def _taken(event: Damages, verbs: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """13-3d-1: who takes so much instead is dealt the same damage, of that amount."""
    return tuple(
        SetDamage(each.n) if isinstance(each, DealDamage) and _is_taken(event, each) else each
        for each in verbs
    )


def _is_taken(event: Damages, verb: DealDamage) -> bool:
    """Whom it would be dealt to; "it" is that card, unless the event is told of the card that deals it."""
    if verb.source is not None or verb.divided:
        return False
    if isinstance(verb.to, Subject):
        return event.what is None
    return isinstance(verb.to, Player | This) and event.to in (verb.to, None)
