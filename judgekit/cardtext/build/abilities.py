"""Abilities: headers into fields, bodies under them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import HeaderPart, InsteadOf, OwnNumber, Tensed, action, constants
from judgekit.cardtext.build.steps import LetterIs, OnlyIf, Verbs, flat, present, replaced
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Advances,
    Amount,
    Attacks,
    Cause,
    ChooseModes,
    Compare,
    Condition,
    Count,
    Damages,
    Delayed,
    DuringPhase,
    DuringTurn,
    Every,
    Happened,
    If,
    Instead,
    Is,
    Keyword,
    Letter,
    Limit,
    Matches,
    Moved,
    Node,
    Nth,
    PhaseMoment,
    Played,
    Selector,
    Situation,
    State,
    This,
    Unknown,
    ValueOf,
    Verb,
    Who,
    walk,
)


@action
def automatic(event: Tensed, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=present(event), body=verbs)


@action
def automatic_first(event: Tensed, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=Nth(present(event)), body=verbs)


@action
def automatic_while(event: Tensed, conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=present(event), conditions=conditions, body=verbs)


@action
def automatic_and(event: Tensed, conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    """ "When this unit attacks and you have no cards in hand, …": it is asked then."""
    if any(isinstance(each, Happened) for each in conditions):
        raise Unsound("two events at once: say “or”, or what has happened before with “if”")
    return Ability("automatic", trigger=present(event), body=(If(conditions, verbs),))


@action
def automatic_asked_first(conditions: tuple[Condition, ...], event: Tensed, verbs: Verbs) -> Ability:
    return automatic_while(event, conditions, verbs)


@action
def automatic_first_asked(event: Tensed, conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    """ "The first time each turn … during your main phase": the first time that is so."""
    return replace(automatic_while(event, conditions, verbs), limits=(Limit(1),))


@action
def asked_in_turn(whose: Who) -> tuple[Condition, ...]:
    return (DuringTurn(whose),)


@action
def asked_in_phase(whose: Who, phase: str) -> tuple[Condition, ...]:
    return (DuringPhase(phase, "any" if whose == "each" else whose),)


@action
def asked_in_any_phase(phase: str) -> tuple[Condition, ...]:
    return (DuringPhase(phase),)


@action
def asked_while(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return conditions


@action
def automatic_at(moment: PhaseMoment, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=moment, body=verbs)


@action
def automatic_situation(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    if any(says_event(each) for each in conditions):
        raise Unsound("said in another way")
    return Ability("automatic", trigger=Situation(conditions), body=verbs)


EVENT_STATES = frozenset(
    {"destroyed", "revealed", "normal summoned", "special summoned", "genesis summoned", "abyssal summoned"}
)


def says_event(condition: Condition) -> bool:
    """ "is special summoned" after "when" is what happens, not how things stand."""
    like = condition.like if isinstance(condition, Matches) else None
    if isinstance(condition, Compare) and isinstance(condition.left, Count):
        like = condition.left.what
    filters = like.filters if like is not None else ()
    return any(isinstance(each, State) and each.state in EVENT_STATES for each in filters)


@action
def replacement(event: Tensed, instead: InsteadOf) -> Ability:
    verb = Instead(replaced(event), instead.verbs, instead.optional)
    return Ability("replacement", body=(verb,))


@action
def in_phase_of(whose: Who, phase: str) -> Condition:
    return DuringPhase(phase, whose)


@action
def in_phase(phase: str) -> Condition:
    return DuringPhase(phase)


@action
def in_turn_of(whose: Who) -> Condition:
    return DuringTurn(whose)


@action
def replacement_in(event: Tensed, time: Condition, instead: InsteadOf) -> Ability:
    """ "If you would draw a card during your main phase, … instead"."""
    verb = Instead(replaced(event), instead.verbs, instead.optional, conditions=(time,))
    return Ability("replacement", body=(verb,))


@action
def replacement_first(event: Tensed, instead: InsteadOf) -> Ability:
    return replace(replacement(event, instead), limits=(Limit(1),))


@action
def replacement_first_if(conditions: tuple[Condition, ...], event: Tensed, instead: InsteadOf) -> Ability:
    first = replacement_first(event, instead)
    return replace(first, kind="continuous", body=(If(conditions, first.body),))


@action
def automatic_first_if(conditions: tuple[Condition, ...], event: Tensed, verbs: Verbs) -> Ability:
    return replace(automatic_first(event, verbs), body=(If(conditions, verbs),))


@action
def replacement_more(event: Tensed, instead: InsteadOf, more: Verbs) -> Ability:
    raise Unsound("said in another way")


@action
def plain_body(verbs: Verbs) -> Ability:
    if len(verbs) == 1 and isinstance(verbs[0], Instead) and not verbs[0].next:
        return Ability("replacement", body=verbs)
    if len(verbs) == 1 and isinstance(verbs[0], Delayed) and is_about_to(verbs[0]):
        return Ability("automatic", trigger=verbs[0].event, body=verbs[0].do)
    if len(verbs) == 1 and (asked := damage_asked(verbs[0])) is not None:
        return Ability("automatic", trigger=asked.event, conditions=asked.conditions, body=asked.do)
    if len(verbs) == 1 and (when := moment_asked(verbs[0])) is not None:
        return Ability("automatic", trigger=when.event, body=(replace(verbs[0], then=when.do),))
    return Ability("continuous", body=verbs)


def moment_asked(verb: Verb) -> Delayed | None:
    """ "If …, draw 1 card at the beginning of your main phase", "if …, whenever this card moves, …": each
    time, and it is asked then."""
    inner = verb.then[0] if isinstance(verb, If) and len(verb.then) == 1 and not verb.otherwise else None
    if not isinstance(inner, Delayed) or inner.duration or inner.next or inner.conditions:
        return None
    if isinstance(inner.event, PhaseMoment):
        return None if inner.event.which else inner
    assert isinstance(verb, If)
    timed = any(isinstance(each, DuringTurn | DuringPhase) for each in verb.conditions)
    return None if timed else inner  # "during your turn, when …" is read as when it is asked


def damage_asked(verb: Verb) -> Delayed | None:
    """ "While …, damage dealt to you becomes 1": of all damage to come meanwhile."""
    inner = verb.then[0] if isinstance(verb, If) and len(verb.then) == 1 and not verb.otherwise else None
    if not isinstance(verb, If) or not isinstance(inner, Delayed) or not is_about_to(inner):
        return None
    return replace(inner, conditions=(*verb.conditions, *inner.conditions))


def is_about_to(verb: Delayed) -> bool:
    """ "Damage dealt to you becomes 1": said of all damage to come, as long as the card says so."""
    return isinstance(verb.event, Damages) and verb.event.waiting and verb.duration is None


@action
def cost_body(costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return Ability("continuous", costs=flat(costs), body=verbs)


@action
def condition_body(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("continuous", conditions=conditions, body=verbs)


@action
def cost_condition_body(costs: tuple[Any, ...], conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("continuous", costs=flat(costs), conditions=conditions, body=verbs)


@action
def condition_cost_body(conditions: tuple[Condition, ...], costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return cost_condition_body(costs, conditions, verbs)


@action
def only_used_body(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return condition_body(conditions, verbs)


@action
def only_used_cost_body(conditions: tuple[Condition, ...], costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return cost_condition_body(costs, conditions, verbs)


@action
def cost_steps(verbs: Any) -> Verbs:
    return flat((verbs,))


def header(label: str = "", **fields: Any) -> HeaderPart:
    return HeaderPart(label, tuple(fields.items()))


constants(
    enter=header("enter", trigger=Played(This())),
    when_invading=header("when invading", trigger=Advances(This(), Cause("invasion"))),
    revenge=header(
        "revenge", trigger=Moved(This(), ("field",), ("discard pile",), Cause("overload", negated=True))
    ),
    base=header("base"),
    your_turn=header("your turn", conditions=(DuringTurn("you"),)),
    opponents_turn=header("opponent's turn", conditions=(DuringTurn("opponent"),)),
    once_per_turn=header(limits=(Limit(1),)),
)


@action
def awakening(n: int) -> HeaderPart:
    monster = Selector(Every(), "you", types=("monster card",))
    return header("awakening", conditions=(Compare(ValueOf("zone number", monster), "at least", n),))


@action
def headed_ability(headers: tuple[HeaderPart, ...], found: Ability) -> Ability:
    for at, each in enumerate(headers):
        if each in headers[:at]:
            raise Unsound("the same header stands there twice")
        found = headed(found, each)
    first = found.body[0] if found.kind == "continuous" else None
    if isinstance(first, Delayed) and first.duration is None:
        raise Unsound("a “when” in front of the whole text makes an automatic ability")
    return with_letters(asked_when_used(found))


def asked_when_used(found: Ability) -> Ability:
    """What a sentence of its own says about using the ability is a condition of the whole."""
    asked: list[Any] = [each for each in found.body if isinstance(each, OnlyIf)]
    if not asked:
        return found
    if found.kind not in ("activated", "counter", "automatic"):
        raise Unsound("nobody uses this ability: it applies by itself")
    conditions = tuple(one for each in asked for one in each.conditions)
    body = tuple(each for each in found.body if not isinstance(each, OnlyIf))
    if not body:
        raise Unsound("nothing says what this ability does")
    if found.kind == "automatic":
        return replace(found, body=(If(conditions, body),))
    return replace(found, conditions=(*found.conditions, *conditions), body=body)


def headed(found: Ability, part: HeaderPart) -> Ability:
    """Give the ability what the header says; a header's trigger needs a body without one."""
    changes: dict[str, Any] = {}
    if part.label and part.label in found.labels:
        raise Unsound("the same header stands there twice")
    if part.label:
        changes["labels"] = (*found.labels, part.label)
    for name, value in part.fields:
        before = getattr(found, name)
        if name == "name" and found.limits:
            raise Unsound("a limit left of the name belongs to the name")
        if name == "limits" and value == before:
            continue  # "[Once per turn] The first time each turn …"
        if name in ("conditions", "limits", "costs", "areas"):
            changes[name] = (*before, *value)
        elif name == "trigger":
            if before is not None or found.kind not in ("continuous", "automatic"):
                raise Unsound("the header already says when")
            if waits_for_ever(found.body):
                raise Unsound("the header already says when; or say “during this turn, when …”")
            changes.update(trigger=value, kind="automatic")
        elif name == "kind" and found.kind == "replacement" and value in ("continuous", "automatic"):
            continue  # what replaces waits for nothing, whichever icon stands before it
        elif name == "kind" and value == "continuous" and isinstance(found.trigger, Situation):
            standing = (If(found.trigger.conditions, found.body),)  # "When your life is at 4 or less, …"
            changes.update(kind=value, trigger=None, body=standing)
        elif name == "kind" and value == "continuous" and found.trigger == Attacks(This()):
            changes.update(kind=value, trigger=None, body=(If((ATTACKING,), found.body),))
        elif name == "kind" and found.kind not in ("continuous", value):
            raise Unsound(f"the header says {value}, the text is {found.kind}")
        elif name == "window" and before not in ("", value):
            raise Unsound("the headers say two times at which it is used")
        else:
            changes[name] = value
    return replace(found, **changes)


ATTACKING = Matches(This(), Selector(filters=(State("attacking"),)))  # "[Permanent] When this card attacks"


def waits_for_ever(verbs: Verbs) -> bool:
    """ "[Enter] When …": two moments, of which only one can be meant."""
    first = verbs[0] if verbs else None
    if not isinstance(first, Delayed) or first.duration is not None:
        return False
    return not isinstance(first.event, PhaseMoment)


def with_letters(found: Ability) -> Ability:
    parts = letter_parts((*found.costs, *found.body))
    letters = tuple(Letter(each.letter, each.amount) for each in parts)
    if not letters:
        return found
    plain = replace(found, costs=without_letters(found.costs), body=without_letters(found.body))
    said = [each.letter for each in letters]
    for letter in said:
        if said.count(letter) > 1:
            raise Unsound(f"what {letter} is, is said twice")
        if not asks_for(plain, letter):
            raise Unsound(f"it says what {letter} is, but {letter} stands nowhere else")
    return replace(plain, letters=letters)


def asks_for(node: Any, letter: str) -> bool:
    """Whether a letter stands anywhere in an ability."""
    if isinstance(node, tuple):
        return any(asks_for(each, letter) for each in node)
    if not isinstance(node, Node):
        return False
    if isinstance(node, Unknown):
        return node.letter == letter
    return any(asks_for(getattr(node, name), letter) for name in node.__struct_fields__)


def letter_parts(verbs: Verbs) -> list[LetterIs]:
    found: list[LetterIs] = []
    for each in verbs:
        if isinstance(each, LetterIs):
            found.append(each)
        for name in ("do", "then", "otherwise"):
            found.extend(letter_parts(getattr(each, name, ())))
        for option in getattr(each, "options", ()):
            found.extend(letter_parts(option))
    return found


def without_letters(verbs: Verbs) -> Verbs:
    found: list[Verb] = []
    for each in verbs:
        if isinstance(each, LetterIs):
            continue
        inner: dict[str, Any] = {
            name: without_letters(getattr(each, name))
            for name in ("do", "then", "otherwise")
            if isinstance(getattr(each, name, None), tuple)
        }
        if isinstance(each, ChooseModes):
            inner["options"] = tuple(without_letters(option) for option in each.options)
        found.append(replace(each, **inner) if inner else each)
    return tuple(found)


@action
def line(*abilities: Ability) -> tuple[Ability, ...]:
    """Only the first ability of a line can do without a header."""
    if any(isinstance(each, OwnNumber) for each in walk(abilities)):
        raise Unsound("more or less than what?")
    return abilities


@action
def burst(rank: Amount) -> Ability:
    if not isinstance(rank, int) or not 1 <= rank <= 4:
        raise Unsound("monsters have the ranks I to IV")
    return Ability("keyword", keyword=Keyword("burst", rank))


@action
def evolution(rank: Amount, label: Is) -> Ability:
    if not isinstance(rank, int) or label.what != "trait":
        raise Unsound("Evolution has a rank and a trait")
    return Ability("keyword", keyword=Keyword("evolution", rank, label.values))


@action
def resonance(colours: tuple[str, ...], *rules: Verb) -> Ability:
    return Ability("keyword", keyword=Keyword("resonance", values=colours), body=rules)
