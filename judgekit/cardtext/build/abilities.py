"""Abilities: headers into fields, bodies under them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import happened, happened_so_often
from judgekit.cardtext.build.events import nth
from judgekit.cardtext.build.registry import (
    AttackedBySuch,
    During,
    HeaderPart,
    InsteadOf,
    NextTime,
    OwnNumber,
    Pronoun,
    Steps,
    Tensed,
    action,
    actions,
    constants,
)
from judgekit.cardtext.build.sentences import body
from judgekit.cardtext.build.steps import LetterIs, OnlyIf, Verbs, flat, offered, present, replaced, told
from judgekit.cardtext.errors import Unsound


@action
def automatic(event: Tensed, verbs: Verbs) -> m.Ability:
    return m.Ability("automatic", trigger=present(event), body=verbs)


@action
def automatic_behind_more(verbs: Verbs, event: Tensed, *sentences: Steps) -> m.Ability:
    """ "You may draw 1 card when this card attacks. If you do, …"."""
    return automatic(naming(event), body(Steps(verbs), *sentences))


@action
def automatic_behind_if(verbs: Verbs, event: Tensed, conditions: tuple[m.Condition, ...]) -> m.Ability:
    """ "Draw 1 card when this card attacks if …"."""
    return automatic(naming(event), (m.If(conditions, verbs),))


@action
def automatic_at_behind(verbs: Verbs, moment: m.PhaseMoment, *sentences: Steps) -> m.Ability:
    """ "[Auto] Draw 1 card at the end of your turn.": the moment sets it off, wherever the text says it."""
    if any(isinstance(each, m.Delayed | m.Instead) for each in m.walk(verbs)):
        raise Unsound("said in another way")  # "When …, destroy it at the end of the turn"
    return m.Ability("automatic", trigger=moment, body=body(Steps(verbs), *sentences))


@action
def limited_to_once(found: m.Ability) -> m.Ability:
    return limited(found, m.Limit(1))


def limited(found: m.Ability, limit: m.Limit) -> m.Ability:
    """ "Once per turn, when …": what the header says elsewhere."""
    if found.limits:
        raise Unsound("the text limits this ability twice")
    return replace(found, limits=(limit,))


@action
def automatic_behind(verbs: Verbs, event: Tensed) -> m.Ability:
    """ "Draw 1 card when this card attacks." """
    return automatic(naming(event), verbs)


def naming(event: Tensed) -> Tensed:
    """An event that stands behind what is done is still the first thing to be understood."""
    if any(isinstance(each, Pronoun) for each in m.walk(event.event)):
        raise Unsound("the event comes first: name the card there, and then say “it”")
    return event


@action
def automatic_nth(n: int, event: Tensed, verbs: Verbs) -> m.Ability:
    return automatic_nth_in(n, During(None), event, verbs)


@action
def automatic_nth_in(n: int, when: During, event: Tensed, verbs: Verbs) -> m.Ability:
    """ "The first time each turn …", and only what happens at that time is counted."""
    return m.Ability("automatic", trigger=nth(present(event), n, when), body=verbs)


@action
def automatic_nth_asked(
    conditions: tuple[m.Condition, ...], n: int, event: Tensed, verbs: Verbs
) -> m.Ability:
    """ "During your turn, the first time …"."""
    if not all(isinstance(each, m.DuringTurn | m.DuringPhase) for each in conditions):
        raise Unsound("the first time of what? Say “the first time each turn”, and ask the rest with “if”")
    return automatic_nth_in(n, During(None, conditions), event, verbs)


@action
def automatic_nth_asked_in(
    conditions: tuple[m.Condition, ...], n: int, event: Tensed, when: During, verbs: Verbs
) -> m.Ability:
    if all(isinstance(each, m.DuringTurn | m.DuringPhase) for each in conditions):
        return automatic_nth_asked((*conditions, *when.conditions), n, event, verbs)
    first = automatic_nth_in(n, when, event, verbs)
    return replace(first, conditions=conditions)  # "While you control a Beast, the first time each turn …"


@action
def after_such_often(span: tuple[Any, m.Who], event: Tensed, often: Any, verbs: Verbs) -> m.Ability:
    """ "At the end of a turn in which this card attacked twice"."""
    period, whose = span
    seen = happened_so_often(looked_back(event), often, period)
    return m.Ability("automatic", trigger=m.PhaseMoment("end", period, whose), body=(m.If((seen,), verbs),))


def looked_back(event: Tensed) -> Tensed:
    return event._replace(tense="past") if event.tense == "now" else event


@action
def after_such(span: tuple[Any, m.Who], event: Tensed, verbs: Verbs) -> m.Ability:
    """ "At the end of a battle in which …": it has happened in that battle, or in that turn."""
    period, whose = span
    if period == "battle" and isinstance(getattr(event.event, "what", None), m.This | Pronoun):
        if isinstance(event.event, m.Defends) or event.event == m.Attacks(getattr(event.event, "what", None)):
            raise Unsound("said in another way")  # a role in the battle that it has until the end
    seen = happened(looked_back(event), period)
    trigger = m.PhaseMoment("end", period, whose)
    return m.Ability("automatic", trigger=trigger, body=(m.If((seen,), verbs),))


@action
def automatic_once_done(event: Tensed, verbs: Verbs) -> m.Ability:
    """ "After this card is played, …": what is over as soon as it happens."""
    found = Tensed("now", event.event) if event.tense in ("now", "past") else event
    if isinstance(found.event, LONGER):
        raise Unsound("after it has begun, or after it is over? Say “when”, or “at the end of the battle”")
    return automatic(found, verbs)


LONGER = (m.Attacks, m.Battles, m.Defends, m.Invades, m.AbilityUsed, m.CardUsed)


def moments(one: m.Event, other: m.Event, verbs: Verbs) -> m.Ability:
    """ "At the beginning and at the end of your turn", "when … or at the end of your turn"."""
    return m.Ability("automatic", trigger=m.EitherEvent((one, other)), body=verbs)


@action
def automatic_while(event: Tensed, conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Ability:
    return m.Ability("automatic", trigger=present(event), conditions=conditions, body=verbs)


@action
def automatic_and(event: Tensed, conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Ability:
    """ "When this unit attacks and you have no cards in hand, …": checked at that moment."""
    if any(isinstance(each, m.Happened) for each in conditions):
        raise Unsound("two events at once: join them with “or”, or ask with “if” what happened before")
    return m.Ability("automatic", trigger=present(event), body=(m.If(conditions, verbs),))


@action
def automatic_situation(conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Ability:
    if any(says_event(each) for each in conditions):
        raise Unsound("said in another way")
    return m.Ability("automatic", trigger=m.Situation(conditions), body=verbs)


EVENT_STATES = frozenset(
    {"destroyed", "revealed", "normal summoned", "special summoned", "genesis summoned", "abyssal summoned"}
)


def says_event(condition: m.Condition) -> bool:
    """ "is special summoned" after "when" is what happens, not how things stand."""
    if isinstance(condition, AttackedBySuch):
        return True
    like = condition.like if isinstance(condition, m.Matches) else None
    if isinstance(condition, m.Compare) and isinstance(condition.left, m.Count):
        like = condition.left.what
    filters = like.filters if like is not None else ()
    return any(isinstance(each, m.State) and each.state in EVENT_STATES for each in filters)


@action
def asked_in_turn(whose: m.Who) -> tuple[m.Condition, ...]:
    return () if whose in ("any", "each") else (m.DuringTurn(whose),)


@action
def replacement(event: Tensed, instead: InsteadOf) -> m.Ability:
    verb = m.Instead(replaced(event), instead.verbs, instead.optional)
    return m.Ability("replacement", body=(verb,))


@action
def replacement_may(
    event: Tensed, who: m.Who, verbs: Verbs, then: Verbs, conditions: tuple[m.Condition, ...] = ()
) -> m.Ability:
    """ "You may … If you do, … instead"."""
    if who != "you":
        raise Unsound("only you can choose the replacement: say “you may”")
    verb = m.Instead(replaced(event), offered(who, verbs), True, then, conditions=conditions)
    return m.Ability("replacement", body=(verb,))


@action
def replacement_in(event: Tensed, time: m.Condition, instead: InsteadOf) -> m.Ability:
    """ "If you would draw a card during your main phase, … instead"."""
    verb = m.Instead(replaced(event), instead.verbs, instead.optional, conditions=(time,))
    return m.Ability("replacement", body=(verb,))


@action
def replacement_while(event: Tensed, conditions: tuple[m.Condition, ...], instead: InsteadOf) -> m.Ability:
    """ "If this card would be destroyed while you have …, … instead"."""
    verb = m.Instead(replaced(event), instead.verbs, instead.optional, conditions=conditions)
    return m.Ability("replacement", body=(verb,))


@action
def replacement_may_while(
    event: Tensed, conditions: tuple[m.Condition, ...], who: m.Who, verbs: Verbs, then: Verbs
) -> m.Ability:
    return replacement_may(event, who, verbs, then, conditions)


@action
def out_of_phase_of(whose: m.Who, phase: str) -> m.Condition:
    if whose not in ("you", "opponent"):
        raise Unsound("outside of whose phase? Say “your” or “your opponent's”")
    return m.NotSo(m.DuringPhase(phase, whose))


@action
def replacement_first(event: Tensed, instead: InsteadOf) -> m.Ability:
    """Once a turn; where it may be declined, declining also uses up the first time."""
    if instead.optional:
        verb = m.Instead(replaced(event), instead.verbs, optional=True, first=True)
        return m.Ability("replacement", body=(verb,))
    return replace(replacement(event, instead), limits=(m.Limit(1),))


@action
def replacement_first_if(conditions: tuple[m.Condition, ...], event: Tensed, instead: InsteadOf) -> m.Ability:
    first = replacement_first(event, instead)
    return replace(first, kind="continuous", body=(m.If(conditions, first.body),))


@action
def replacement_more(event: Tensed, instead: InsteadOf, more: Verbs) -> m.Ability:
    raise Unsound("said in another way")


@action
def plain_body(verbs: Verbs) -> m.Ability:
    if len(verbs) == 1 and isinstance(verbs[0], m.Instead) and not verbs[0].next:
        return m.Ability("replacement", body=verbs)
    if len(verbs) == 1 and isinstance(verbs[0], m.Delayed) and is_about_to(verbs[0]):
        return m.Ability("automatic", trigger=verbs[0].event, body=verbs[0].do)
    if len(verbs) == 1 and (asked := damage_asked(verbs[0])) is not None:
        return m.Ability("automatic", trigger=asked.event, conditions=asked.conditions, body=asked.do)
    if len(verbs) == 1 and (timed := event_in_time(verbs[0])) is not None:
        return m.Ability("automatic", trigger=timed.event, conditions=timed.conditions, body=timed.do)
    if len(verbs) == 1 and (when := moment_asked(verbs[0])) is not None:
        return m.Ability("automatic", trigger=when.event, body=(replace(verbs[0], then=when.do),))
    return m.Ability("continuous", body=verbs)


def moment_asked(verb: m.Verb) -> m.Delayed | None:
    """ "If …, draw 1 card at the beginning of your main phase", "if …, whenever this card moves, …": each
    time, and checked then."""
    inner = verb.then[0] if isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise else None
    if not isinstance(inner, m.Delayed) or inner.duration or inner.next or inner.conditions:
        return None
    if isinstance(inner.event, m.PhaseMoment):
        return None if inner.event.which else inner
    return None if is_timed(verb) else inner


def is_timed(verb: m.Verb) -> bool:
    conditions = verb.conditions if isinstance(verb, m.If) else ()
    return any(isinstance(each, m.DuringTurn | m.DuringPhase) for each in conditions)


def event_in_time(verb: m.Verb) -> m.Delayed | None:
    """ "During your turn, when …": each time, and only then."""
    if not isinstance(verb, m.If) or len(verb.then) != 1 or verb.otherwise:
        return None
    inner = verb.then[0]
    if type(inner) is not m.Delayed or isinstance(inner.event, m.PhaseMoment):
        return None
    if inner.duration or inner.next or inner.conditions:
        return None
    if not all(isinstance(each, m.DuringTurn | m.DuringPhase) for each in verb.conditions):
        return None
    return replace(inner, conditions=verb.conditions)


def damage_asked(verb: m.Verb) -> m.Delayed | None:
    """ "While …, damage dealt to you becomes 1": for all damage dealt meanwhile."""
    inner = verb.then[0] if isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise else None
    if not isinstance(verb, m.If) or not isinstance(inner, m.Delayed) or not is_about_to(inner):
        return None
    return replace(inner, conditions=(*verb.conditions, *inner.conditions))


def is_about_to(verb: m.Delayed) -> bool:
    """ "Damage dealt to you becomes 1": applies to all future damage, as long as the card says so."""
    return isinstance(verb.event, m.Damages) and verb.event.waiting and verb.duration is None


@action
def condition_body(conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Ability:
    return m.Ability("continuous", conditions=conditions, body=verbs)


@action
def cost_condition_body(
    costs: tuple[Any, ...], conditions: tuple[m.Condition, ...], verbs: Verbs
) -> m.Ability:
    return m.Ability("continuous", costs=flat(costs), conditions=conditions, body=verbs)


def header(label: str = "", **fields: Any) -> HeaderPart:
    return HeaderPart(label, tuple(fields.items()))


constants(
    enter=header("enter", trigger=m.Played(m.This())),
    when_invading=header("when invading", trigger=m.Advances(m.This(), m.Cause("invasion"))),
    revenge=header(
        "revenge", trigger=m.Moved(m.This(), ("field",), ("discard pile",), m.Cause("overload", negated=True))
    ),
    base=header("base"),
    your_turn=header("your turn", conditions=(m.DuringTurn("you"),)),
    opponents_turn=header("opponent's turn", conditions=(m.DuringTurn("opponent"),)),
    once_per_turn=header(limits=(m.Limit(1),)),
    twice_per_turn=header(limits=(m.Limit(2),)),
    thrice_per_turn=header(limits=(m.Limit(3),)),
)


@action
def awakening(n: int) -> HeaderPart:
    monster = m.Selector(m.Every(), "you", types=("monster card",))
    return header("awakening", conditions=(m.Compare(m.ValueOf("zone number", monster), "at least", n),))


@action
def headed_ability(headers: tuple[HeaderPart, ...], found: m.Ability) -> m.Ability:
    for at, each in enumerate(headers):
        if each in headers[:at]:
            raise Unsound("the same header appears twice")
        found = headed(found, each)
    first = found.body[0] if found.kind == "continuous" else None
    if isinstance(first, m.Delayed) and first.duration is None:
        raise Unsound("a “when” in front of the whole text makes an automatic ability")
    return with_letters(asked_when_used(found))


def asked_when_used(found: m.Ability) -> m.Ability:
    """A separate sentence about using the ability is a condition of the whole ability."""
    asked: list[Any] = [each for each in found.body if isinstance(each, OnlyIf)]
    if not asked:
        return found
    if found.kind not in ("activated", "counter", "automatic"):
        raise Unsound("no player uses this ability: it applies by itself")
    conditions = tuple(one for each in asked for one in each.conditions)
    body = tuple(each for each in found.body if not isinstance(each, OnlyIf))
    if not body:
        raise Unsound("the text does not say what this ability does")
    if found.kind == "automatic":
        return replace(found, body=(m.If(conditions, body),))
    return replace(found, conditions=(*found.conditions, *conditions), body=body)


def lasts(verb: m.Verb) -> bool:
    return getattr(verb, "duration", None) is not None


def headed(found: m.Ability, part: HeaderPart) -> m.Ability:
    """Give the ability what the header says; a header's trigger needs a body without one."""
    changes: dict[str, Any] = {}
    if part.label and part.label in found.labels:
        raise Unsound("the same header appears twice")
    if part.label:
        changes["labels"] = (*found.labels, part.label)
    for name, value in part.fields:
        before = getattr(found, name)
        if name == "name" and found.limits:
            raise Unsound("a limit in front of the name belongs to the name")
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
            # What replaces waits for nothing, whichever icon stands before it.
            changes["labels"] = (*found.labels, "auto") if value == "automatic" else found.labels
        elif name == "kind" and value == "continuous" and isinstance(found.trigger, m.Situation):
            standing = (m.If(found.trigger.conditions, found.body),)  # "When your life is at 4 or less, …"
            changes.update(kind=value, trigger=None, body=standing)
        elif name == "kind" and value == "continuous" and (fights := while_it_fights(found.trigger)):
            changes.update(kind=value, trigger=None, body=under_it_all(fights, found.body))
        elif name == "kind" and found.kind == "replacement" and lasts(found.body[0]):
            changes[name] = value  # "[ACT] During this turn, if … would …, … instead": begun when it is used
        elif name == "kind" and found.kind not in ("continuous", value):
            raise Unsound(f"the header says {value}, the text is {found.kind}")
        elif name == "window" and before not in ("", value):
            raise Unsound("the headers give two different timings for using this ability")
        else:
            changes[name] = value
    return replace(found, **changes)


ATTACKING = m.Matches(m.This(), m.Selector(filters=(m.State("attacking"),)))


def while_it_fights(event: m.Event | None) -> tuple[m.Condition, ...]:
    """ "[Permanent] When this card attacks (a Leader Card)", "when it is attacked": as long as it is."""
    if not isinstance(event, m.Attacks):
        return ()
    if event == m.Attacks(None, m.This()):
        return (m.Matches(m.This(), m.Selector(filters=(m.State("being attacked"),))),)
    if event.what != m.This() or not isinstance(event.target, m.Selector | None):
        return ()
    return (ATTACKING,) if event.target is None else (ATTACKING, m.Matches(m.Role("attacked"), event.target))


def under_it_all(conditions: tuple[m.Condition, ...], verbs: Verbs) -> Verbs:
    """Behind another condition, wherever the text says it: both hold at the same time."""
    only = verbs[0] if len(verbs) == 1 else None
    if isinstance(only, m.If) and not only.otherwise:
        return (replace(only, then=under_it_all(conditions, only.then)),)
    return (m.If(conditions, verbs),)


def waits_for_ever(verbs: Verbs) -> bool:
    """ "[Enter] When …": two moments, of which only one can be meant."""
    first = verbs[0] if verbs else None
    if not isinstance(first, m.Delayed) or isinstance(first, NextTime) or first.duration is not None:
        return False
    return not isinstance(first.event, m.PhaseMoment)


def with_letters(found: m.Ability) -> m.Ability:
    parts = letter_parts((*found.costs, *found.body))
    letters = tuple(m.Letter(each.letter, each.amount) for each in parts)
    if not letters:
        return found
    plain = replace(found, costs=without_letters(found.costs), body=without_letters(found.body))
    said = [each.letter for each in letters]
    for letter in said:
        if said.count(letter) > 1:
            raise Unsound(f"the text defines {letter} twice")
        if not asks_for(plain, letter):
            raise Unsound(f"the text defines {letter}, but uses it nowhere")
    return replace(plain, letters=letters)


def asks_for(node: Any, letter: str) -> bool:
    """Whether a letter occurs anywhere in an ability."""
    if isinstance(node, tuple):
        return any(asks_for(each, letter) for each in node)
    if not isinstance(node, m.Node):
        return False
    if isinstance(node, m.Unknown):
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
    found: list[m.Verb] = []
    for each in verbs:
        if isinstance(each, LetterIs):
            continue
        inner: dict[str, Any] = {
            name: without_letters(getattr(each, name))
            for name in ("do", "then", "otherwise")
            if isinstance(getattr(each, name, None), tuple)
        }
        if isinstance(each, m.ChooseModes):
            inner["options"] = tuple(without_letters(option) for option in each.options)
        found.append(replace(each, **inner) if inner else each)
    return tuple(found)


@action
def line(*abilities: m.Ability) -> tuple[m.Ability, ...]:
    """Only the first ability of a line can do without a header."""
    if any(isinstance(each, OwnNumber) for each in m.walk(abilities)):
        raise Unsound("more or less than what?")
    return abilities


@action
def burst(rank: m.Amount) -> m.Ability:
    if not isinstance(rank, int) or not 1 <= rank <= 4:
        raise Unsound("monsters have the ranks I to IV")
    return m.Ability("keyword", keyword=m.Keyword("burst", rank))


@action
def evolution(rank: m.Amount, label: m.Is) -> m.Ability:
    if not isinstance(rank, int) or label.what != "trait":
        raise Unsound("Evolution needs a rank and a trait")
    return m.Ability("keyword", keyword=m.Keyword("evolution", rank, label.values))


def as_cost(verbs: Any) -> Verbs:
    """A cost is paid at once: how much of it is no instruction of its own."""
    found = flat((verbs,))
    if any(isinstance(each, m.Pick) for each in found):
        raise Unsound("said in another way")
    return found


actions(
    automatic_at_behind_if=lambda verbs, moment, conditions: automatic_at_behind(
        (m.If(conditions, verbs),), moment
    ),
    automatic_if_at=lambda conditions, moment, verbs: m.Ability(
        "automatic", trigger=moment, body=(m.If(conditions, verbs),)
    ),
    automatic_if_event=lambda conditions, event, verbs: automatic(event, (m.If(conditions, verbs),)),
    automatic_asked_first=lambda conditions, event, verbs: automatic_while(event, conditions, verbs),
    # "The first time each turn … during your main phase": the first time that is so.
    automatic_first_asked=lambda event, conditions, verbs: replace(
        automatic_while(event, conditions, verbs), limits=(m.Limit(1),)
    ),
    asked_in_phase=lambda whose, phase: (m.DuringPhase(phase, "any" if whose == "each" else whose),),
    asked_in_any_phase=lambda phase: (m.DuringPhase(phase),),
    asked_outside_turn=lambda whose: (m.NotSo(m.DuringTurn(whose)),),
    asked_outside_phase=lambda whose, phase: (
        m.NotSo(m.DuringPhase(phase, "any" if whose == "each" else whose)),
    ),
    asked_outside_any_phase=lambda phase: (m.NotSo(m.DuringPhase(phase)),),
    asked_while=lambda conditions: conditions,
    automatic_at=lambda moment, verbs: m.Ability("automatic", trigger=moment, body=verbs),
    automatic_at_while=lambda moment, conditions, verbs: m.Ability(
        "automatic", trigger=moment, conditions=conditions, body=verbs
    ),
    in_phase_of=lambda whose, phase: m.DuringPhase(phase, whose),
    not_so_steps=lambda *parts: told(parts),
    in_phase=m.DuringPhase,
    out_of_phase=lambda phase: m.NotSo(m.DuringPhase(phase)),
    in_turn_of=m.DuringTurn,
    in_every_turn=lambda: None,
    in_their_turns=lambda whose: whose,
    automatic_nth_of=lambda n, event, when, verbs: automatic_nth_in(n, when, event, verbs),
    automatic_nth_if=lambda conditions, n, event, when, verbs: automatic_nth_in(
        n, when, event, (m.If(conditions, verbs),)
    ),
    automatic_nth_front_if=lambda conditions, n, event, verbs: automatic_nth(
        n, event, (m.If(conditions, verbs),)
    ),
    automatic_moments=lambda one, other, verbs: moments(one, other, verbs),
    automatic_moment_or=lambda moment, event, verbs: moments(present(event), moment, verbs),
    automatic_or_moment=lambda event, moment, verbs: moments(present(event), moment, verbs),
    span_turn=lambda whose="any": ("turn", "any" if whose == "each" else whose),
    span_battle=lambda: ("battle", "any"),
    twice_a_turn=lambda: m.Limit(2),
    once_a_turn=lambda: m.Limit(1),
    so_often_limit=m.Limit,
    so_often_per_turn=lambda n: header(limits=(m.Limit(n),)),
    limit_in_front=lambda limit, found: limited(found, limit),
    limited_behind=lambda headers, found, limit: limited(headed_ability(headers, found), limit),
    the_limit=lambda limit: limit,
    cost_body=lambda costs, verbs: m.Ability("continuous", costs=flat(costs), body=verbs),
    condition_cost_body=lambda conditions, costs, verbs: cost_condition_body(costs, conditions, verbs),
    only_used_body=condition_body,
    only_used_cost_body=lambda conditions, costs, verbs: cost_condition_body(costs, conditions, verbs),
    cost_steps=as_cost,
    resonance=lambda colours, *rules: m.Ability(
        "keyword", keyword=m.Keyword("resonance", values=colours), body=rules
    ),
)
