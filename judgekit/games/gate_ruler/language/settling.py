"""What only the whole ability shows: damage that is taken in place of other damage."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.errors import Unsound


def settled(ability: m.Ability) -> m.Ability:
    if any(isinstance(node, m.Under) or is_done_this_way(node) for node in m.walk(ability)):
        raise Unsound("said in another way")  # what is under a card is its charge
    if "event" in ability.labels and any(_is_about_its_playing(each) for each in ability.body):
        raise Unsound("what the text says about playing this card needs a line of its own")
    if "event" in ability.labels and any(_fights(node) for node in m.walk(ability.body)):
        raise Unsound("an event has no place in play: it does not attack, and is in no column")
    found: m.Ability = _exhausted_from_the_start(_in(_before_it_is_dealt(ability)))
    found = replace(found, body=_own_rearranged(_summoned_exhausted(found.body)))
    if any(_comes_too_late(each, found.kind) for each in m.walk(found.body)):
        raise Unsound("how a card enters play is said of it before it does")
    if "event" in ability.labels:
        found = replace(found, body=_printed_damage_first(found.body))
    if any(isinstance(each, m.Clash) for each in found.body):
        found = replace(found, body=_left_of(found.body, _chosen_by_side(found)))
    trigger = found.trigger
    if isinstance(trigger, m.Attaches) and trigger.to == m.This():
        found = replace(found, body=_of_its_holder(found.body))
    if found.kind == "automatic":
        found = replace(found, body=tuple(_summoned_then(each) for each in found.body))
    if isinstance(trigger, m.Destroyed) and isinstance(trigger.what, m.This):
        found = replace(found, body=_wherever_it_fell(found.body))
    if isinstance(trigger, m.PhaseMoment) and trigger.phase in ("battle", "attack", "damage step"):
        found = replace(found, conditions=_in_this_attack(found.conditions), body=_in_this_attack(found.body))
    if isinstance(trigger, m.Destroyed) and trigger.cause is not None and trigger.cause.source == m.This():
        return replace(found, body=_of_the_winner(found.body))
    if isinstance(ability.trigger, m.Attacks) and not any(
        isinstance(n, m.DealDamage) for n in m.walk(ability)
    ):
        return replace(found, body=_of_the_attack(found.body))
    return found


def _before_it_is_dealt(ability: m.Ability) -> m.Ability:
    """13-3a-1: "when you are dealt damage, reduce that damage": while it waits in the gate, and not after."""
    first = ability.trigger if isinstance(ability.trigger, m.Nth) else None
    event = first.event if first is not None else ability.trigger
    changes = [node for node in m.walk(ability.body) if isinstance(node, m.PreventDamage | m.SetDamage)]
    now = [node for node in changes if isinstance(node, m.SetDamage) or node == m.PreventDamage(node.n)]
    if not isinstance(event, m.Damages) or event.waiting or not now:
        return ability
    waiting = replace(event, waiting=True)
    return replace(ability, trigger=waiting if first is None else replace(first, event=waiting))


def _printed_damage_first(verbs: tuple[m.Verb, ...]) -> tuple[m.Verb, ...]:
    """14-13f: more base damage changes what is printed, so it counts for the damage that the text deals."""
    adds = [each for each in verbs if _adds_to_printed(each)]
    return (*adds, *(each for each in verbs if each not in adds))


def _adds_to_printed(verb: m.Verb) -> bool:
    if isinstance(verb, m.If):
        return bool(verb.then) and not verb.otherwise and all(map(_adds_to_printed, verb.then))
    return isinstance(verb, m.Modify) and verb.stat == "base damage" and verb.what == m.This()


def _of_its_holder(node: Any) -> Any:
    """ "When a charge is put under this unit, … for each of its charges": the unit's; a charge has none."""
    if isinstance(node, tuple):
        return tuple(_of_its_holder(each) for each in node)
    if node == m.Attached("charge", m.Subject()):
        return m.Attached("charge", m.This())
    if not isinstance(node, m.Node) or not node.__struct_fields__:
        return node
    return replace(node, **{name: _of_its_holder(getattr(node, name)) for name in node.__struct_fields__})


def _left_of(node: Any, fought: dict[str, m.Bound]) -> Any:
    """After two units hit each other, "neither" and "only your unit" refer to those two."""
    if isinstance(node, tuple):
        return tuple(_left_of(each, fought) for each in node)
    if isinstance(node, m.Compare) and isinstance(node.left, m.Count):
        among = node.left.what
        if among == m.Selector(m.Some(), among.whose, filters=among.filters) and among.whose in fought:
            if all(isinstance(each, m.Among) and each.what in fought.values() for each in among.filters):
                there = m.Matches(fought[among.whose], m.Selector(filters=(m.State("in play"),)))
                return there if node.compare == "at least" else m.NotSo(there)
    if not isinstance(node, m.Node) or not node.__struct_fields__:
        return node
    return replace(node, **{name: _left_of(getattr(node, name), fought) for name in node.__struct_fields__})


def _chosen_by_side(ability: m.Ability) -> dict[str, m.Bound]:
    """One of each player's units, each chosen by itself."""
    chosen = (each.what for each in ability.body if isinstance(each, m.Choose))
    return {each.whose: m.Bound(each.bind) for each in chosen if isinstance(each, m.Selector) and each.bind}


def _own_rearranged(node: Any) -> Any:
    """15-28a: "rearrange" without more is said of the own units."""
    if isinstance(node, tuple):
        return tuple(_own_rearranged(each) for each in node)
    if isinstance(node, m.Perform) and node.action == "rearrange" and isinstance(node.what, m.Selector):
        return replace(node, what=None) if node.who == node.what.whose == "you" else node
    if not isinstance(node, m.Node) or not node.__struct_fields__:
        return node
    return replace(node, **{name: _own_rearranged(getattr(node, name)) for name in node.__struct_fields__})


EXHAUSTED = m.Act("enter play exhausted")


def _summoned_exhausted(verbs: tuple[m.Verb, ...]) -> tuple[m.Verb, ...]:
    """ "Special summon a unit from your hand. It enters play exhausted.": said of the summoning."""
    found: list[m.Verb] = []
    for verb in verbs:
        if isinstance(verb, m.If):
            then, otherwise = _summoned_exhausted(verb.then), _summoned_exhausted(verb.otherwise)
            verb = replace(verb, then=then, otherwise=otherwise)
        if isinstance(verb, m.May):
            done = _summoned_exhausted((*verb.do, *verb.then))
            verb = replace(verb, do=done[: len(verb.do)], then=done[len(verb.do) :])
        if isinstance(verb, m.Demand) and verb.act == EXHAUSTED and (taken := _summoned(verb.what)):
            at = [n for n, each in enumerate(found) if isinstance(each, m.Summon) and _bind(each) == taken]
            if not at:
                raise Unsound("it has entered play before this: say that it is summoned exhausted")
            found[at[0] : at[0] + 1] = _exhausted_of(found[at[0]], verb.what)
            continue
        found.append(verb)
    return tuple(found)


def _comes_too_late(node: m.Node, kind: str) -> bool:
    """What is said of a card that has entered play already, or of how it enters play and of later too."""
    if isinstance(node, m.If) and len(node.then) > 1:
        return any(isinstance(each, m.Demand) and each.act == EXHAUSTED for each in node.then)
    if kind == "continuous" or not isinstance(node, m.Demand) or node.act != EXHAUSTED:
        return False
    return isinstance(node.what, m.This | m.Subject)


def _summoned(what: m.Target) -> int:
    """The number of what a text has taken, where it refers to that or to some of it."""
    among = what.filters[0] if isinstance(what, m.Selector) and len(what.filters) == 1 else None
    taken = among.what if isinstance(among, m.Among) else what
    return taken.n if isinstance(taken, m.Bound) else 0


def _bind(verb: m.Summon) -> int:
    return verb.what.bind if isinstance(verb.what, m.Selector) else getattr(verb.what, "n", 0)


def _exhausted_of(summon: Any, what: m.Target) -> tuple[m.Verb, ...]:
    """Of what each player summons, that of one player alone."""
    if summon.how == "normal":
        raise Unsound("how a card enters play that is played is not told apart")
    rest = replace(summon, orientation="rest")
    whose = what.whose if isinstance(what, m.Selector) else ""
    if whose in ("", summon.who):
        return (rest,)
    if summon.who != "each" or not isinstance(summon.what, m.Selector) or summon.what.whose != "their":
        raise Unsound("whose units enter play exhausted?")
    yours, theirs = (
        replace(rest if who == whose else summon, what=replace(summon.what, whose=who, bind=0), who=who)
        for who in ("you", "opponent")
    )
    return (m.If((m.DuringTurn("you"),), (yours, theirs), (theirs, yours)),)  # in the order of the game


def _exhausted_from_the_start(ability: m.Ability) -> m.Ability:
    """3-3a-1: "If a unit would enter play, it enters play exhausted instead": it enters exhausted."""
    only = ability.body[0] if len(ability.body) == 1 else None
    if not isinstance(only, m.Instead) or not isinstance(only.event, m.Moved) or only.event.to != ("play",):
        return ability
    if only.do not in ((m.Demand(m.Subject(), EXHAUSTED),), (m.Demand(m.This(), EXHAUSTED),)):
        return ability
    if only.optional or only.event.origin or only.event.cause is not None or only.next:
        raise Unsound("say which units enter play exhausted")
    what = only.event.what
    every = replace(what, quantity=m.Every(), bind=0) if isinstance(what, m.Selector) else what
    return replace(ability, kind="continuous", body=(m.Demand(every, EXHAUSTED),))


def _is_about_its_playing(verb: m.Verb) -> bool:
    if not isinstance(getattr(verb, "what", None), m.This):
        return False
    if isinstance(verb, m.Prohibit):
        return verb.only
    return isinstance(verb, m.Modify) and verb.stat == "cost" and verb.duration is None


def _fights(node: m.Node) -> bool:
    if isinstance(node, m.Near) and node.of == m.This():
        return True
    if not isinstance(node, m.Prohibit | m.Permit | m.Demand) or node.what != m.This():
        return False
    return node.act.verb in ("attack", "be attacked", "be made active", "be destroyed")


def _summoned_then(verb: Any) -> Any:
    """ "When …, you can normal summon it from the set zone": then, and not from then on."""
    if isinstance(verb, m.If):
        return replace(verb, then=tuple(_summoned_then(each) for each in verb.then))
    if (
        not isinstance(verb, m.Permit)
        or verb.act.verb != "be normal summoned"
        or not isinstance(verb.what, m.This)
    ):
        return verb
    assert isinstance(verb.act.object, m.Selector)
    here = m.Selector(m.Exactly(1), "you", verb.act.object.areas, filters=(m.Among(m.This()),))
    return m.May((m.Summon(here, "normal"),))


def _wherever_it_fell(node: Any) -> Any:
    """A card that is destroyed is found again where it went: "this card from your graveyard" is this card."""
    if isinstance(node, tuple):
        return tuple(_wherever_it_fell(each) for each in node)
    if isinstance(node, m.Selector) and m.Among(m.This()) in node.filters and node.areas == ("graveyard",):
        return m.This()
    if not isinstance(node, m.If | m.May | m.Move | m.Summon):
        return node
    return replace(node, **{name: _wherever_it_fell(getattr(node, name)) for name in node.__struct_fields__})


def _of_the_winner(node: Any) -> Any:
    """ "When this unit destroys a unit, ready it": nothing more is done to the destroyed unit."""
    if isinstance(node, tuple):
        return tuple(_of_the_winner(each) for each in node)
    if isinstance(node, m.Orient | m.Modify | m.Gain | m.Heal) and node.what == m.Subject():
        return replace(node, what=m.This())
    if not isinstance(node, m.If | m.May):
        return node
    return replace(node, **{name: _of_the_winner(getattr(node, name)) for name in node.__struct_fields__})


def _in_this_attack(node: Any) -> Any:
    """ "At the end of battle, if this unit attacked": if it is the card that attacks (8-4e)."""
    if isinstance(node, tuple):
        return tuple(_in_this_attack(each) for each in node)
    if isinstance(node, m.Happened) and isinstance(node.event, m.Attacks) and node.period in ("", "battle"):
        whom = node.event.what
        if whom is not None and node.event == m.Attacks(whom):
            return m.Matches(whom, m.Selector(filters=(m.State("attacking"),)))
    if not isinstance(node, m.If):
        return node
    return replace(node, conditions=_in_this_attack(node.conditions))


def is_done_this_way(node: m.Node) -> bool:
    """What was done this way is counted: ThatMany."""
    return isinstance(node, m.Did | m.Happened) and node.period == "effect"


def _of_the_attack(node: Any) -> Any:
    """Of an attack that has just been declared, "this damage" is its combat damage (13-3a-1)."""
    if isinstance(node, tuple):
        return tuple(_of_the_attack(each) for each in node)
    if isinstance(node, m.SetDamage | m.IgnoreCounter):
        return replace(node, of="attack")
    if isinstance(node, m.PreventDamage) and node == m.PreventDamage(node.n):
        return m.SetDamage(0, "attack") if node.n is None else replace(node, sort="attack")
    if not isinstance(node, m.If | m.May):
        return node
    return replace(node, **{name: _of_the_attack(getattr(node, name)) for name in node.__struct_fields__})


def _in(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_in(each) for each in node)
    if not isinstance(node, m.Node) or not node.__struct_fields__:
        return node
    parts = {name: _in(getattr(node, name)) for name in node.__struct_fields__}
    if isinstance(node, m.Instead) and isinstance(node.event, m.Damages):
        parts |= {"do": _taken(node.event, node.do), "then": _taken(node.event, node.then)}
    if isinstance(node, m.Count):
        return _counted_as_they_happen(replace(node, **parts))
    if isinstance(node, m.Selector) and node.quantity == m.Every():
        if any(isinstance(each, m.Together) for each in node.filters):
            return replace(node, **{**parts, "quantity": m.AnyNumber()})  # so many as make that total
    if isinstance(node, m.Swap) and isinstance(node.one, m.Union) and len(node.one.parts) == 2:
        return replace(node, one=parts["one"].parts[0], other=parts["one"].parts[1])
    if isinstance(node, m.Move) and isinstance(node.to.zone, m.Selector):
        zone = replace(node.to.zone, filters=tuple(f for f in node.to.zone.filters if not _is_elsewhere(f)))
        return replace(node, **{**parts, "to": replace(parts["to"], zone=zone)})
    if (
        isinstance(node, m.Discard)
        and isinstance(node.what, m.Selector)
        and m.Among(m.This()) in node.what.filters
    ):
        if node.what.areas not in ((), ("hand",)):
            raise Unsound("cards are discarded from the hand")
        return replace(node, what=m.This())
    if isinstance(node, m.Gain) and isinstance(node.gains, m.Is) and node.gains.what == "property":
        return replace(node, **{**parts, "gains": replace(node.gains, what="attribute")})  # 14-7c-1
    if isinstance(node, m.TreatAs) and node.like.what == "property":
        return replace(node, **{**parts, "like": replace(node.like, what="attribute")})
    if isinstance(node, m.ChangeNumber) and node.whose == "you" and node.duration == m.Until("turn"):
        return replace(node, duration=None)  # 4-3a-1a: the next turn of its player sets the cap anew
    if isinstance(node, m.Modify) and (node.stat, node.how, node.amount) == ("damage", "set", 0):
        return m.Heal(parts["what"], sets=True)  # 3-6g: current damage is no property of the unit
    return replace(node, **parts)


def _counted_as_they_happen(count: m.Count) -> m.Amount:
    """ "For each unit destroyed this turn": a card that is gone is not found again; it is counted then."""
    what = count.what
    did = [each for each in what.filters if isinstance(each, m.Did) and isinstance(each.event, GONE)]
    if len(did) != 1 or did[0].period != "turn" or count.different or what.areas or what.bind:
        return count
    who, event = what.whose, did[0].event
    kind = replace(what, filters=tuple(each for each in what.filters if each is not did[0]), bind=0)
    if isinstance(event, m.Drawn):
        return m.HowOften(m.Drawn(who or "any")) if kind == m.Selector(m.Some(), who) else count
    if isinstance(event, m.Played):
        return m.HowOften(replace(event, what=replace(kind, whose=""), by=who or "any"))
    if isinstance(event, m.Discarded):
        return m.HowOften(replace(event, what=replace(kind, whose=""), who=who or "any"))
    return m.HowOften(replace(event, what=kind))


GONE = (m.Destroyed, m.Discarded, m.Drawn, m.Played)


def _is_elsewhere(what: Any) -> bool:
    """15-3b: a unit moves to another zone than its own."""
    return isinstance(what, m.Not) and isinstance(what.what, m.Near) and what.what.relation == "same zone"


def _taken(event: m.Damages, verbs: tuple[m.Verb, ...]) -> tuple[m.Verb, ...]:
    """13-3d-1: the one who takes this much instead is dealt the same damage, in that amount."""
    return tuple(
        m.SetDamage(each.n) if isinstance(each, m.DealDamage) and _is_taken(event, each) else each
        for each in verbs
    )


def _is_taken(event: m.Damages, verb: m.DealDamage) -> bool:
    """Whom it would be dealt to; "it" is that card, unless the event names the card that deals it."""
    if verb.source is not None or verb.divided:
        return False
    if isinstance(verb.to, m.Subject | m.Object):
        return (event.what is None) == isinstance(verb.to, m.Subject)
    return isinstance(verb.to, m.Player | m.This) and event.to in (verb.to, None)
