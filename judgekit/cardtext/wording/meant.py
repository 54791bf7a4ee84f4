"""What a pronoun of the paraphrase means: "the chosen unit of your opponent", "the member it beat"."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.cardtext import model as m
from judgekit.cardtext.discourse import BEHIND, OWNERS, ROLES, SINGLE_TYPES, is_single
from judgekit.cardtext.wording.targets import NOUNS, plural_of
from judgekit.cardtext.wording.words import OBJECT, SUBJECT, Words
from judgekit.cardtext.wording.words import OWNERS as PLACES

ORDERS = ("first ", "second ", "third ", "fourth ", "fifth ")
WENT = {
    "removed from the game": "removed",
    "remove zone": "removed",
    "removal zone": "removed",
    "set zone": "set",
}
SHARED = frozenset({"gate"})  # an area that belongs to neither player
DONE = ROLES | {m.Summon: "summoned", m.Mobilize: "mobilized", m.Count: "found", m.Drive: "driven"}
DONE |= {m.Flip: "turned", m.Swap: "chosen"}
TURNED = {"ready": "readied", "exhaust": "exhausted", "stand": "stood", "rest": "rested"}


def meant(words: Words, ability: m.Ability) -> dict[int, str]:
    """What each number of a choice stands for, in words; like things are told apart by their order."""
    taken: dict[int, tuple[m.Selector, str, bool]] = {}
    tokens: dict[int, str] = {}
    at_hand: dict[int, str] = {}
    for is_cost, verbs in (
        (True, ability.costs),
        (False, (ability.trigger, ability.conditions, ability.body)),
    ):
        for node in m.walk(verbs):
            for one in chosen_by(node):
                taken.setdefault(one.bind, (one, deed(words, node, one), is_cost))
            if isinstance(node, m.CreateToken) and node.bind:
                tokens[node.bind] = f"the “{node.name}” token{'' if node.n == 1 else 's'}"
            if isinstance(node, m.Draw) and node.bind:
                tokens[node.bind] = f"the drawn card{'' if node.n == 1 else 's'}"
            if isinstance(node, m.ForEach) and isinstance(node.amount, m.Count):
                at_hand[node.amount.what.bind] = f"that {noun_of(node.amount.what)}"
    found = {n: called(*each) for n, each in taken.items()}
    for n, each in taken.items():
        alike = [other for other, said in found.items() if said == called(*each)]
        if len(alike) > 1:
            tokens[n] = called(*each, ORDERS[min(alike.index(n), len(ORDERS) - 1)])
    return {**found, **tokens, **at_hand}


def chosen_by(node: m.Node) -> Iterator[m.Selector]:
    """The descriptions in an instruction that something later points at."""
    for name in node.__struct_fields__:
        inner = getattr(node, name)
        for one in inner.parts if isinstance(inner, m.Union) else (inner,):
            if isinstance(one, m.Selector) and one.bind:
                yield one


def deed(words: Words, node: m.Node, what: m.Selector) -> str:
    """What the instruction does with its cards: "chosen", "removed"."""
    if isinstance(node, m.Orient) and words.modes:
        return TURNED[words.modes[node.orientation].make]
    if isinstance(node, m.Stack) and (what is node.onto or node.how == "set"):
        return "chosen" if what is node.onto else "set"
    if isinstance(node, m.Perform) and node.action.endswith(" summoning"):
        return "summoned"
    role = DONE.get(type(node), "")
    if role == "found" and is_single(what) and SINGLE_TYPES.issuperset(what.types or ("card",)):
        return ""  # there is no other
    if not isinstance(node, m.Move):
        return role
    if node.to.area == "hand":
        return "taken" if what.areas == ("deck",) else "returned"
    return WENT.get(node.to.area, "moved")


def called(what: m.Selector, role: str, is_cost: bool, order: str = "") -> str:
    several = not is_single(what)
    if "charge zone" in what.areas:
        return f"{f'the {order}{role}' if role != 'found' else 'its'} {'charges' if several else 'charge'}"
    kind = plural_of(noun_of(what)) if several else noun_of(what)
    if role in BEHIND:
        return f"the {order}{kind} {role}"
    tail = " as the cost" if is_cost else ""
    if what.areas and not SHARED.issuperset(what.areas):
        way = f"{role} {'in' if role == 'found' else 'from'}" if role else "from"
        where = " or ".join(what.areas)
        return f"the {order}{kind} {way} {PLACES.get(what.whose, 'the')} {where}{tail}"
    if is_cost and role:
        return f"{OWNERS.get(what.whose, 'the ')}{order}{kind} {role}{tail}"
    role = f"{order}{role} " if role else order
    if role and what.whose == "opponent":
        return f"the {role}{kind} of your opponent{tail}"
    return f"{OWNERS.get(what.whose, 'the ')}{role}{kind}{tail}"


# The cards and the player of the event

HAPPENS: dict[type, str] = {
    m.Attacks: "attacking", m.Summoned: "summoned", m.Played: "played", m.Moved: "moved",
    m.Destroyed: "destroyed", m.Discarded: "discarded", m.Evolves: "evolved", m.Intercepts: "intercepting",
    m.Defends: "defending", m.Drawn: "drawn", m.Advances: "advancing", m.Retreats: "retreating",
    m.Invades: "invading", m.Countered: "countered", m.ChangesZone: "moved", m.Flipped: "turned",
}  # fmt: skip
BEATEN = {"win": "beat", "lose": "lost to"}


def event_meant(ability: m.Ability) -> dict[int, str]:
    """What the cards of the event are, where the ability speaks of one event alone."""
    event = only_event(ability)
    found = of_event(event)
    replaced = any(isinstance(node, m.Instead) for node in m.walk(ability.body))  # it has not happened
    return found | as_that(event) if replaced and type(event) in HAPPENS else found


def of_event(event: m.Event | None) -> dict[int, str]:
    match event:
        case m.Targeted(what=found, target=target):
            return {
                SUBJECT: f"the {noun_of(found)} that chooses it",
                OBJECT: f"the {noun_of(target)} that is chosen",
            }
        case m.Evolves(what=m.This(), into=None):
            return {OBJECT: "the card it evolved into"}
        case m.Damages(what=None, to=to):
            return {SUBJECT: f"the {noun_of(to)} that is dealt the damage"}
        case m.Damages(what=found, to=to):
            return {
                SUBJECT: f"the {noun_of(found)} that deals the damage",
                OBJECT: f"the {noun_of(to)} that is dealt the damage",
            }
        case m.Battles(result=result, against=other):
            verb = BEATEN.get(result.removesuffix("s"), "fought")
            return {OBJECT: f"the {noun_of(other)} it {verb}"}
        case m.Attacks(what=None, target=target) if target is not None:
            return {SUBJECT: f"the attacked {noun_of(target)}", OBJECT: "the attacking card"}
        case m.Attacks(what=found, target=target):
            return {SUBJECT: f"the attacking {noun_of(found)}", OBJECT: f"the attacked {noun_of(target)}"}
        case m.Destroyed(what=found, cause=m.Cause(by="attack", source=source)) if source is not None:
            return {SUBJECT: f"the attacking {noun_of(source)}", OBJECT: f"the destroyed {noun_of(found)}"}
        case m.Destroyed(what=found, cause=cause):
            by = noun_of(None if cause is None else cause.source)
            return {SUBJECT: f"the destroyed {noun_of(found)}", OBJECT: f"the {by} that destroys it"}
        case m.Invades():
            return {SUBJECT: "the invading monster", OBJECT: "the card discarded for this invasion"}
        case m.AbilityUsed(of=found) if found is not None:
            return {SUBJECT: f"the {noun_of(found)} with that ability"}
        case m.Attaches(what=found, to=to):
            return {
                SUBJECT: f"the {noun_of(found)} that is put there",
                OBJECT: f"the {noun_of(to)} it is added to",
            }
        case m.Moved(to=("play",)):
            return as_that(event)
        case _ if type(event) in HAPPENS:
            return {SUBJECT: f"the {HAPPENS[type(event)]} {noun_of(getattr(event, 'what', None))}"}
    return as_that(event)


def as_that(event: m.Event | None) -> dict[int, str]:
    nouns = {noun_of(getattr(each, "what", None)) for each in getattr(event, "events", (event,))}
    return {SUBJECT: f"that {nouns.pop() if len(nouns) == 1 else 'card'}"}


def only_event(ability: m.Ability) -> m.Event | None:
    inner = [node.event for node in m.walk(ability.body) if isinstance(node, m.Delayed | m.Instead)]
    events = [*([] if ability.trigger is None else [ability.trigger]), *inner]
    if len(events) > 1:  # a moment is about no card
        events = [each for each in events if not isinstance(each, m.PhaseMoment)]
    event = events[0] if len(events) == 1 else None
    while isinstance(event, m.Nth | m.After):
        event = event.event
    return event


def noun_of(what: object) -> str:
    if not isinstance(what, m.Selector) or len(what.types) != 1:
        return "card"
    return NOUNS.get(what.types[0], what.types[0])


def player_meant(ability: m.Ability) -> str:
    """Who "that player" is."""
    if any(isinstance(each, m.Pick) and each.what == "player" for each in m.walk(ability)):
        return "the chosen player"
    match only_event(ability):
        case m.Damages(to=m.Selector(types=("ruler",))):
            return "the player whose ruler is dealt the damage"
        case m.PhaseMoment(whose="any", phase=phase):
            return f"the player whose {phase} it is"
    return ""
