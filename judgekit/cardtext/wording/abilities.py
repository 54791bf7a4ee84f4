"""Abilities -> our standard wording, which reads back to the same ability."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeGuard

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.discourse import is_single
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.finish import stands
from judgekit.cardtext.language import language
from judgekit.cardtext.parse import parse_line
from judgekit.cardtext.wording.events import all_conditions, duration, event, moment, provided
from judgekit.cardtext.wording.meant import event_meant, meant, noun_of, player_meant
from judgekit.cardtext.wording.targets import (
    MARKS,
    adjective,
    amount,
    counted,
    described,
    feature,
    for_each,
    per,
    selector,
    target,
)
from judgekit.cardtext.wording.verbs import bearer, cost, get, of_the_other, verb
from judgekit.cardtext.wording.words import Words, bound, capital, listed, owner, subject

# No words for some part, or in that game.
UNSAID = (AssertionError, AttributeError, LookupError, TypeError, ValueError)


def wording(ability: m.Ability, game: str) -> str:
    """The ability in our words: pronouns where they read back correctly, else numbered choices."""
    return ability_words(readable(ability, game), ability)


def readable(ability: m.Ability, game: str) -> Words:
    """The words that read back as the same ability."""
    plural = frozenset(plural_binds(ability))
    words = msgspec.structs.replace(language(game).words, plural=plural)
    try:
        if tuple(map(m.bare, parse_line(ability_words(words, ability), game))) == (m.bare(ability),):
            return words
    except CardTextError:
        pass
    return msgspec.structs.replace(words, numbered=True)


def shown(ability: m.Ability, game: str) -> str:
    """The ability in our words, with what each pronoun means; as printed, if there are no words for it."""
    try:
        return ability_words(for_people(readable(ability, game), ability), ability)
    except UNSAID:
        return ability.text


def for_people(words: Words, ability: m.Ability) -> Words:
    return msgspec.structs.replace(
        words, spelt={0: "", **event_meant(ability), **meant(words, ability)}, moved=moved_to(ability),
        player=player_meant(ability), gone=gone_before(words, ability),
        rites="abyssal summoning" in ability.labels,
    )  # fmt: skip


def moved_to(ability: m.Ability) -> str:
    """Where the ability moves cards, if all of them go to one place."""
    verbs = m.walk((ability.costs, ability.body))
    areas = {node.to.area for node in verbs if isinstance(node, m.Move)} - {""}
    if len(areas) != 1:
        return ""
    (area,) = areas
    return area if area == "removed from the game" else f"put into the {area}"


def gone_before(words: Words, ability: m.Ability) -> frozenset[m.Target]:
    """The cards that the event or the price has taken away; a gate that is destroyed stays where it is."""
    event = ability.trigger
    left = isinstance(event, m.Destroyed) and "circles" not in words.idioms
    left = left or (isinstance(event, m.Moved) and event.origin in IN_PLAY)
    own = getattr(event, "what", None) == m.This()
    by_event = frozenset({m.This() if own else m.Subject()}) if left else frozenset[m.Target]()
    return by_event | taken_away(ability.costs)


AWAY = (m.Destroy, m.Discard, m.Move)
IN_PLAY = (("play",), ("circle",), ("battle area",), ("field",))


def taken_away(verbs: object) -> frozenset[m.Target]:
    """The cards that instructions put somewhere else; what lies in play afterwards is not gone."""
    found: set[m.Target] = set()
    for node in m.walk(verbs):
        if not isinstance(node, AWAY) or (isinstance(node, m.Move) and node.to.zone is not None):
            continue
        if isinstance(node.what, m.Selector):
            found.add(m.Bound(node.what.bind))
        else:
            found |= (
                {node.what, m.Subject()} if getattr(node.what, "role", "") == "attacking" else {node.what}
            )
    return frozenset(found - {m.Bound(0)})


def told(verb: m.Verb, game: str, of_you: bool = False) -> str:
    """One instruction in our words, with "you" where `of_you` asks for it; nothing if there are no words."""
    words = language(game.replace("-", "_")).words
    try:
        text = f"{capital(of_whom(words, verb))}." if of_you else body(words, (verb,))
        return own_nouns(words, text)
    except UNSAID:
        return ""


def purpose(what: m.Selector, game: str, prompt: str, ability: tuple[m.Verb, ...] = ()) -> str:
    """What is to be chosen, and what for: `choose 1 of your opponent's battle cards to KO`. The instruction
    of the same ability that uses it says what for; else the prompt does."""
    own = (at for at, node in enumerate(m.walk(ability)) if getattr(node, "what", None) is what)
    return _purpose(what, game, prompt, ability, next(own, -1))


@lru_cache(maxsize=4096)
def _purpose(what: m.Selector, game: str, prompt: str, ability: tuple[m.Verb, ...], own: int) -> str:
    """The same by the place of the instruction: two of one ability may choose in the same words."""
    if prompt.endswith("?"):
        return prompt
    words = language(game.replace("-", "_")).words
    try:
        cards = selector(words, what)
    except UNSAID:
        cards = "cards"
    goal = FOR.get(prompt, "") or _use(words, what, ability, own)
    if not goal and prompt not in FOR:
        goal = f" to put {prompt}" if prompt.startswith("into ") else f" to {prompt}"
    return own_nouns(words, f"choose {cards}{goal}")


_PERSON = re.compile(r"\byour opponent's\b|\byour opponent\b|\byour\b|\byou\b|\btheir\b(?! owner)")
OTHER_PERSON = {
    "your opponent's": "your", "your opponent": "you", "your": "your opponent's", "you": "your opponent",
    "their": "your",
}  # fmt: skip


def addressed(said: str, is_you: bool) -> str:
    """A question in the view of the player who is asked: the one whom the text calls "you", or the other."""
    if is_you:
        return re.sub(r"\b(in|into|of|from|to) their\b(?! owner)", r"\1 your", said)
    return _PERSON.sub(lambda found: OTHER_PERSON[found[0]], said)


FOR = {"": "", "choose": "", "new target": " as the new target"}
TAKES = re.compile(r"(?P<verb>[A-Za-z]+) (?:it|them)\b(?P<rest>.*)")  # an instruction about what was chosen


def _use(words: Words, what: m.Selector, ability: tuple[m.Verb, ...], own: int) -> str:
    """What an ability does with the cards that it has chosen: ` to KO`, `; it gets +5000 power`."""
    for at, node in enumerate(m.walk(ability)):
        target = getattr(node, "what", None)
        if isinstance(node, m.Choose) or target is None:
            continue
        if at == own or (what.bind and target == m.Bound(what.bind)):
            return _used(words, what, node)
    return ""


def _used(words: Words, what: m.Selector, verb: m.Node) -> str:
    number = what.bind or 1
    plural = frozenset(plural_binds(msgspec.structs.replace(what, bind=number)))
    asked = {"who": "you"} if getattr(verb, "who", "you") == "each" else {}  # each chooser does it
    try:
        said = body(
            msgspec.structs.replace(words, plural=plural),
            (msgspec.structs.replace(verb, what=m.Bound(number), **asked),),  # type: ignore[arg-type]
        )
    except UNSAID:
        return ""
    said = said.rstrip(".")
    if taken := TAKES.fullmatch(said):
        verb_said = taken["verb"] if taken["verb"].isupper() else taken["verb"].lower()
        return f" to {verb_said}{taken['rest']}"
    return f"; {said[:1].lower()}{said[1:]}" if re.match(r"(It|They)\b", said) else ""


def plural_binds(node: object) -> list[int]:
    """Numbers of the multi-card choices."""
    if isinstance(node, tuple):
        return [n for each in node for n in plural_binds(each)]
    if not isinstance(node, m.Node):
        return []
    found = [n for name in node.__struct_fields__ for n in plural_binds(getattr(node, name))]
    if isinstance(node, m.Selector) and node.bind:
        found += [] if is_single(node) else [node.bind]
    if isinstance(node, m.Search) and isinstance(node.what, m.Union):
        found += [part.bind for part in node.what.parts if isinstance(part, m.Selector) and part.bind]
    if isinstance(node, m.CreateToken | m.Draw) and node.bind and node.n != 1:
        found.append(node.bind)
    if isinstance(node, m.ForEach) and isinstance(node.amount, m.Count):
        found = [n for n in found if n != node.amount.what.bind]  # one at a time
    return found


def ability_words(words: Words, ability: m.Ability) -> str:
    stands = ability.kind in ("continuous", "replacement")
    words = msgspec.structs.replace(words, standing=stands)
    if ability.kind == "keyword":
        return keyword_words(words, ability)
    said = headers(words, ability)
    lead, text = front(words, ability), body(words, ability.body)
    if lead.endswith(", ") and text[:2] not in ("X ", "KO"):
        text = text[:1].lower() + text[1:]
    text = lead + text
    for letter in ability.letters:
        text += f" {letter.letter} is {amount(words, letter.amount)}."
    if any(each.used for each in ability.limits):
        text += " This effect can only be used once per turn."
    return who_is_meant(words, own_nouns(words, f"{said} {capital(text)}".strip()))


def per_turn(limit: m.Limit) -> str:
    """The icon, where games have one for once a turn."""
    often = {1: "Once", 2: "Twice"}.get(limit.n, f"{limit.n} times")
    return f"[{often} per turn]"


def who_is_meant(words: Words, text: str) -> str:
    """For people: who "that player" is, the first time."""
    if not words.player or not words.spelt:
        return text
    return re.sub(
        r"\b(that player(?:'s (?!opponent)\w+)?)\b(?!'s opponent)",
        rf"\1 ({words.player})",
        text,
        count=1,
        flags=re.IGNORECASE,
    )


def own_nouns(words: Words, text: str) -> str:
    """The text with the game's own noun for who has a card in play, and its numbers as they are printed."""
    for each in words.capitals:
        text = re.sub(rf"\b{each}\b", each.upper(), text)
    return re.sub(r"(\b(?i:its|their)|'s) master\b", rf"\1 {words.master}", text)


# Headers


def headers(words: Words, ability: m.Ability) -> str:
    return " ".join(language(words.game).headers(ability))


LABEL_TRIGGERS = frozenset({"enter", "when invading", "revenge", "overdrive", "touchdown", "covenant"})


# Between header and body: trigger, costs, conditions


def price(words: Words, what: m.Verb) -> str:
    """A part of a price; of two alternatives, one is paid."""
    if isinstance(what, m.Either):
        return " or ".join(", ".join(cost(words, each) for each in option) for option in what.options)
    return cost(words, what)


def front(words: Words, ability: m.Ability) -> str:
    costs = [price(words, each) for each in ability.costs]
    own = language(words.game).front
    if own is not None:
        return own(words, ability, costs)
    conditions = own_conditions(words, ability)
    if "awaken" in ability.labels:
        return f"when {conditions}: "
    parts = costs + ([f"if {conditions}"] if conditions and ability.kind != "automatic" else [])
    lead = f"{', '.join(parts)}: " if parts else ""
    return lead + trigger(words, ability)


def own_conditions(words: Words, ability: m.Ability) -> str:
    """Conditions that no label stands for."""
    labelled = {"your turn", "opponent's turn"} & set(ability.labels)
    found = [
        each
        for each in ability.conditions
        if not (labelled and isinstance(each, m.DuringTurn))
        and not ("awakening" in ability.labels and isinstance(each, m.Compare))
        and not (
            "vanguard" in ability.labels and isinstance(each, m.Compare) and isinstance(each.left, m.Count)
        )
    ]
    return all_conditions(words, tuple(found))


def unclear(ability: m.Ability) -> bool:
    """Would the body alone be read as a standing effect, or as another trigger?"""
    return isinstance(ability.body[0], m.Delayed) or all(stands(each) for each in ability.body)


def trigger(words: Words, ability: m.Ability) -> str:
    found = ability.trigger
    if found is None or set(ability.labels) & LABEL_TRIGGERS:
        return ""
    if found == language(words.game).unsaid and (ability.costs or not unclear(ability)):
        return ""
    conditions = own_conditions(words, ability)
    while_words = f" while {conditions}" if conditions and not isinstance(found, m.Situation) else ""
    if isinstance(found, m.PhaseMoment):
        return f"{moment(words, found)}{while_words}, "
    if isinstance(found, m.After):
        return f"{event(words, found)}{while_words}, "
    when = "" if isinstance(found, m.EitherEvent) and is_moment(found.events[0]) else "when "
    return f"{when}{event(words, found)}{while_words}, "


def is_moment(what: m.Event) -> bool:
    return isinstance(what, m.PhaseMoment) and what != m.PhaseMoment("end", "battle", which="this")


# Bodies


def body(words: Words, verbs: tuple[m.Verb, ...]) -> str:
    said: list[str] = []
    for together in alike(words, verbs):
        if len(together) > 1:
            said.append(f"{changed_together(words, together)}.")
        elif said and needs_bullets(together[0]):
            said.append(all_if(words, together[0]))
        else:
            said += sentences(words, together[0])
        words = after(words, together)
    return " ".join(map(capital, said))


def needs_bullets(what: m.Verb) -> TypeGuard[m.If]:
    """Behind another sentence "if" reaches no further than its own: what else it rules is listed."""
    return isinstance(what, m.If) and not what.otherwise and with_sentences_of_its_own(what.then) > 0


def all_if(words: Words, what: m.If) -> str:
    listed = " ".join(f"• {body(words, (each,))}" for each in what.then)
    return f"if {all_conditions(words, what.conditions)}, do all of the following: {listed}"


def after(words: Words, verbs: tuple[m.Verb, ...]) -> Words:
    """The words for what follows: of cards that are gone it is said what they were."""
    if not words.spelt:
        return words
    return msgspec.structs.replace(words, gone=words.gone | taken_away(verbs))


def alike(words: Words, verbs: tuple[m.Verb, ...]) -> list[tuple[m.Verb, ...]]:
    """For people, several changes of the same cards are one: "gets +2 ATK and +1 STK until end of turn"."""
    found: list[tuple[m.Verb, ...]] = []
    for each in verbs:
        if words.spelt and found and is_same_change(found[-1][-1], each):
            found[-1] = (*found[-1], each)
        else:
            found.append((each,))
    return found


def is_same_change(one: m.Verb, other: m.Verb) -> bool:
    return (
        is_plain_gain(one) and is_plain_gain(other)
        and (one.what, one.duration) == (other.what, other.duration)
    )  # fmt: skip


def is_plain_gain(what: m.Verb) -> TypeGuard[m.Modify | m.Gain]:
    """ "+1 ATK", "[Defender]": nothing is said behind it."""
    if isinstance(what, m.Gain):
        return isinstance(what.gains, m.Keyword)
    if not isinstance(what, m.Modify) or what.how not in ("plus", "minus") or what.next:
        return False
    return isinstance(what.amount, int) and what.least is None and what.stat not in SAID_OTHERWISE


SAID_OTHERWISE = frozenset({"ability cost", "logic drive cost", "attack count", "base damage", "cost"})


def changed_together(words: Words, verbs: tuple[m.Verb, ...]) -> str:
    first = verbs[0]
    assert is_plain_gain(first)
    lead, tail = f"{bearer(words, first.what)} {get(words, first.what)} ", duration(words, first.duration)
    gains = [verb(words, each).removeprefix(lead).removesuffix(tail) for each in verbs]
    return f"{lead}{listed(gains, 'and')}{tail}"


def sentences(words: Words, what: m.Verb) -> list[str]:
    """A verb as one or more sentences: the later ones depend on the first."""
    node: m.Node = what  # mypy takes long to count off what each case leaves of all verbs
    match node:
        case m.OwnersDo(of=of, which=which, do=(m.May() as offer,)):
            said = sentences(words, offered_to(which, offer))
            return [of_the_other(words, said[0]), *said[1:]] if isinstance(of, m.Object) else said
        case m.May(do=(m.ChooseModes() as options,)):
            return [f"you may {modes(words, options)}"]
        case m.May(then=(m.ChooseModes() as options,)):
            offer = msgspec.structs.replace(node, then=())
            return [*sentences(words, offer), f"if you do, {modes(words, options)}"]
        case m.May(then=then, otherwise=otherwise, who=who):
            they = "you" if who == "you" else "they"
            found = [f"{step(words, what)}."]
            if node.often:
                return found + ([f"for each time {they} do, {steps(words, then)}."] if then else [])
            if who == "each":
                found += [f"each player who does {by_whoever(words, then)}."] if then else []
                return found + (
                    [f"each player who does not {by_whoever(words, otherwise)}."] if otherwise else []
                )
            found += [f"if {they} do, {steps(words, then)}."] if then else []
            return found + ([f"if {they} do not, {steps(words, otherwise)}."] if otherwise else [])
        case m.If(conditions=(m.Done(),), then=(m.ChooseModes() as options,)):
            return [f"if you do, {modes(words, options)}"]
        case m.If(conditions=conditions, then=then) if conditions in WHO_DID:
            return [f"if {WHO_DID[conditions]}, {steps(words, then)}.", *hanging(words, then)]
        case m.If(conditions=(m.Done(),), then=then):
            return [f"if you do, {steps(words, then)}.", *hanging(words, then)]
        case m.If(conditions=(m.NotSo(what=m.Done(least=least)),), then=then):
            return [f"if you {'cannot' if least else 'do not'}, {steps(words, then)}.", *hanging(words, then)]
        case m.If(conditions=conditions, then=(m.ChooseModes() as options,), otherwise=()):
            return [f"if {all_conditions(words, conditions)}, {modes(words, options)}"]
        case m.If(then=then, otherwise=()) if at := with_sentences_of_its_own(then):
            first = msgspec.structs.replace(what, then=then[:at])
            rest = (as_next(sentences(words, each)) for each in then[at:])
            return [*sentences(words, first), *(each for one in rest for each in one)]
        case m.If(then=then, otherwise=otherwise):
            found = [f"{step(words, what)}.", *hanging(words, then)]
            if len(otherwise) == 1 and isinstance(otherwise[0], m.If) and otherwise[0].otherwise:
                inner = sentences(words, otherwise[0])
                return [*found, f"otherwise, {inner[0]}", *inner[1:]]
            return found + ([f"otherwise, {steps(words, otherwise)}."] if otherwise else [])
        case m.Delayed(do=do):
            return [f"{step(words, what)}.", *hanging(words, do)]
        case m.Instead(then=then):
            words = msgspec.structs.replace(words, standing=False)
            price, more = step(words, what), steps(words, then) if then else ""
            if then and words.spelt:  # the price alone replaces nothing
                return [f"{price.removesuffix(' instead')}.", f"if you do, {more} instead."]
            return [f"{price}."] + ([f"if you do, {more}."] if then else [])
        case m.Repeat(do=do, times=times, up_to=up_to):
            said = [each for one in do for each in repeatable(words, one)]
            return [*said, repeated(words, times, up_to)]
        case m.ChooseModes():
            return [modes(words, node)]
    return [f"{step(words, what)}."]


def offered_to(who: m.Who, offer: m.May) -> m.May:
    return msgspec.structs.replace(offer, who=who, do=told_of(who, offer.do))


def told_of(who: m.Who, verbs: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        msgspec.structs.replace(each, who=who) if getattr(each, "who", "") == "their" else each
        for each in verbs
    )


def of_whom(words: Words, what: m.Verb) -> str:
    """Where another player was named before, "you" is said."""
    said = steps(words, (what,))
    return f"you {said}" if getattr(what, "who", "") == "you" else said


def repeatable(words: Words, what: m.Verb) -> list[str]:
    """What is repeated: a moment in front would include "repeat this"."""
    if isinstance(what, m.Delayed) and len(what.do) == 1:
        return [f"{earlier(words, what)}."]
    return sentences(words, what)


def repeated(words: Words, times: m.Amount | None, up_to: bool) -> str:
    if times is None:
        return "you may repeat this any number of times."
    if isinstance(times, m.Count) and not up_to:
        return f"repeat this once more{per(words, times)[1]}."
    many = "1 more time" if times == 1 else f"{amount(words, times)} more times"
    return f"repeat this {'up to ' if up_to else ''}{many}."


def as_next(found: list[str]) -> list[str]:
    return [f"then, {found[0]}", *found[1:]]


def with_sentences_of_its_own(then: tuple[m.Verb, ...]) -> int:
    """ "If …, you may discard 1 card. If you do, draw 1 card. Then, …": where what follows begins, or 0."""
    for at, (each, after) in enumerate(pairwise(then), 1):
        offers = isinstance(each, m.May) and bool(each.then or each.otherwise)
        if (offers or is_linked(each)) and not is_linked(after):
            return at
    return 0


YOU_DID, THEY_DID = m.DidSo("you"), m.DidSo("opponent")
WHO_DID: dict[tuple[m.Condition, ...], str] = {
    (THEY_DID,): "your opponent does", (m.NotSo(THEY_DID),): "your opponent does not",
    (YOU_DID, THEY_DID): "both players do", (m.NotSo(YOU_DID), m.NotSo(THEY_DID)): "neither player does",
    (m.OneHolds((YOU_DID, THEY_DID)),): "either player does",
    (YOU_DID, m.NotSo(THEY_DID)): "only you do", (THEY_DID, m.NotSo(YOU_DID)): "only your opponent does",
}  # fmt: skip


def hanging(words: Words, verbs: tuple[m.Verb, ...]) -> list[str]:
    """ "If you do" after a "may" that comes last in an "if"."""
    if verbs and is_linked(verbs[-1]):
        return [*hanging(words, verbs[:-1]), *sentences(words, verbs[-1])]
    if verbs and isinstance(verbs[-1], m.May | m.If | m.Delayed):
        return sentences(words, verbs[-1])[1:]
    return []


def is_linked(what: m.Verb) -> bool:
    """ "If you do" and "if you do not", which stand in a sentence of their own."""
    if not isinstance(what, m.If) or len(what.conditions) != 1:
        return isinstance(what, m.If) and what.conditions in WHO_DID
    asked = what.conditions[0]
    return (
        asked == m.Done()
        or what.conditions in WHO_DID
        or (isinstance(asked, m.NotSo) and isinstance(asked.what, m.Done))
    )


def modes(words: Words, what: m.ChooseModes) -> str:
    """Options, each with its player where another one chooses."""
    number = f"{mode_count(words, what.count)} of the following:"
    if what.all_if:
        more = "you may choose both"
        if what.rather is not None:
            more = f"choose {mode_count(words, what.rather)} instead"
        both = f". If {all_conditions(words, what.all_if)}, {more}:"
        number = number.removesuffix(":") + both
    if what.who == "you":
        return f"choose {number} {' '.join(f'• {body(words, each)}' for each in what.options)}"
    said = (", then ".join(of_whom(words, verb) for verb in each) for each in what.options)
    return f"{subject(what.who)} chooses {number} {' '.join(f'• {capital(each)}.' for each in said)}"


def mode_count(words: Words, count: m.Quantity) -> str:
    if isinstance(count, m.UpTo):
        return f"up to {amount(words, count.n)}"
    if isinstance(count, m.Exactly):
        return amount(words, count.n)
    if isinstance(count, m.AtLeast):
        return f"{amount(words, count.n)} or more"
    return "all" if isinstance(count, m.Every) else "any number"


def steps(words: Words, verbs: tuple[m.Verb, ...]) -> str:
    verbs = verbs[:-1] if len(verbs) > 1 and is_linked(verbs[-1]) else verbs
    groups = alike(words, verbs)
    said: list[str] = []
    for together in groups:
        if len(together) > 1:
            said.append(changed_together(words, together))
        else:
            say = step if together is groups[-1] else earlier
            said.append(say(words, together[0]))
        words = after(words, together)
    return joined(words, said, groups)


def joined(words: Words, said: list[str], groups: list[tuple[m.Verb, ...]]) -> str:
    """One after the other, or, of what stands, all of it."""
    if words.spelt and words.standing:
        return " and ".join(said)
    text = said[0]
    for together, each in pairwise(zip(groups, said, strict=True)):
        either = words.spelt and isinstance(together[0][0], m.If) and together[0][0].otherwise
        text += f"{', then, in both cases,' if either else ', then'} {each[1]}"
    return text


def earlier(words: Words, what: m.Verb) -> str:
    """A step followed by others that an "if" in front would also cover."""
    node: m.Node = what
    match node:
        case m.If(conditions=(m.DuringTurn(whose=whose),), then=(only,), otherwise=()):
            return f"{step(words, only)} during {owner(whose)} turn"
        case m.Delayed(event=m.PhaseMoment() as when, do=(only,), duration=None):
            return f"{step(words, only)} {moment(words, when)}"
        case m.If(conditions=conditions, then=(one,), otherwise=(other,)):
            rather = f"or if {all_conditions(words, conditions)}, {step(words, one)} instead"
            return f"{step(words, other)} ({rather})" if words.spelt else f"{step(words, other)}, {rather}"
    return step(words, what)


def for_the_first(words: Words, done: m.Event, what: m.Verb) -> str:
    """ "The first unit you play each turn", not "unless you played one": the one played is it."""
    if not isinstance(done, m.Summoned | m.Played) or done.by not in ("you", "opponent"):
        return ""
    way = f"{done.how} summon" if isinstance(done, m.Summoned) and done.how else "play"
    by = f"{subject(done.by)} {way}{'' if done.by == 'you' else 's'}"
    match what:
        case m.Permit(what=m.Player(who="you"), act=m.Act(verb="play", object=m.Selector() as found)) if (
            done.areas
        ):
            one = msgspec.structs.replace(found, quantity=m.Exactly(1))
            return f"once per turn, you can {way} {target(words, one)}"
        case m.Permit(what=m.Selector() as kind, act=m.Act(verb="not count for the summon cap")):
            does = "does not count for the summon cap"
        case m.Modify(what=m.Selector() as kind, stat="cost"):
            does = re.sub(r"^.*? costs? ", "costs ", step(words, what))
        case _:
            return ""
    if (
        not isinstance(done.what, m.Selector)
        or msgspec.structs.replace(kind, whose="", quantity=m.Some()) != done.what
    ):
        return ""
    kind = msgspec.structs.replace(kind, whose="")
    return f"the first {described(words, kind, False)} {by} each turn {does}"


def step(words: Words, what: m.Verb) -> str:
    node: m.Node = what
    match node:
        case m.OwnersDo(of=of, which=which, do=(m.May(then=(), otherwise=()) as offer,)):
            said = step(words, offered_to(which, offer))
            return of_the_other(words, said) if isinstance(of, m.Object) else said
        case m.May(do=do, who=who):
            often = " any number of times" if node.often else ""
            return f"{subject(who)} may {offered(words, do, who)}{often}"
        case m.ForEach(amount=int() as n, do=(one,)):
            return f"{step(words, one)} {'twice' if n == 2 else f'{n} times'}"
        case m.If(conditions=conditions, then=(m.If(otherwise=()) as inner,)) if (
            words.spelt and words.standing
        ):
            both = sorted((*conditions, *inner.conditions), key=lambda each: isinstance(each, m.NotSo))
            return step(words, m.If((*both,), inner.then))
        case m.If(conditions=(m.Compare(left=m.Count(what=found)),), then=then) if (
            words.spelt
            and m.State("attacking") in found.filters
            and all(by_turn_player(each) for each in then)
        ):
            done = (
                steps(words, then)
                .replace("the turn player's", "their")
                .replace("the turn player", "its master")
            )
            return f"{provided(words, node.conditions)}, {done}"
        case m.If(
            conditions=(m.NotSo(what=m.Happened(event=done, period="turn")),), then=(only,), otherwise=()
        ) if (
            (words.spelt or isinstance(only, m.Permit))
            and words.standing
            and (once := for_the_first(words, done, only))
        ):
            return once
        case m.If(conditions=conditions, then=then):
            return f"{provided(words, conditions)}, {steps(words, then)}"
        case m.Delayed(event=m.PhaseMoment() as when, do=do, duration=time):
            lead = f"{duration(words, time).strip()}, " if time is not None else ""
            return f"{lead}{moment(words, when)}, {steps(words, do)}"
        case m.Delayed(event=when, do=do, duration=time, next=True):
            lead = duration(words, time).strip()
            return f"{lead}, the next time {event(words, when)}, {steps(words, do)}"
        case m.Delayed(event=when, do=do, duration=None):
            return f"the next time {event(words, when)}, {steps(words, do)}"
        case m.Delayed(event=when, do=do, duration=time):
            lead = duration(words, time).strip()
            return f"{lead}, whenever {event(words, when)}, {steps(words, do)}"
        case m.Instead():
            return instead(words, node)
        case m.ForEach(amount=m.Count(what=found, different=kind), do=do) if kind:
            return f"for each different {kind} among {counted(words, found)}, {each_time(words, do)}"
        case m.ForEach(amount=m.Count(what=found), do=(m.Draw(n=1),) as do):  # not one draw of so many
            return f"for every{for_each(words, found, 1).removeprefix(' for each')}, {each_time(words, do)}"
        case m.ForEach(amount=m.Times(factor=1, amount=m.Count(what=found), every=every), do=do):
            return f"{for_each(words, found, every).strip()}, {each_time(words, do)}"
        case m.ForEach(amount=m.Count(what=found), do=do):
            return f"{for_each(words, found, 1).strip()}, {each_time(words, do)}"
        case m.Either(options=options, who=who) if who != "you":
            said = "; or ".join(", ".join(of_whom(words, each) for each in option) for option in options)
            return f"{subject(who)} chooses 1: {said}"
        case m.ForEach(amount=m.ChosenNumber(), do=do):
            return f"for each cost paid this way, {each_time(words, do)}"
        case m.ForEach(amount=found, do=do) if per(words, found)[1]:
            return f"{per(words, found)[1].strip()}, {each_time(words, do)}"
        case m.Either(options=options) if any(option[1:] for option in options):
            return f"either {' or '.join(steps(words, each) for each in options)}"
        case m.Either(options=options):
            return " or ".join(steps(words, each) for each in options)
        case m.Choose(what=found, who=who) if who == "you":
            return f"choose {target(words, found)}"
        case m.Pay(who="you"):
            return f"pay {cost(words, what).removeprefix('pay ')}"
    return verb(words, what)


def by_turn_player(what: m.Verb) -> bool:
    """Who has the attacking card."""
    return getattr(what, "who", "") == "turn player"


def each_time(words: Words, do: tuple[m.Verb, ...]) -> str:
    """People are told where the book lets nobody choose the same thing twice."""
    told = words.spelt and "other choices" in words.idioms
    taken = next((each.what for each in do if isinstance(each, m.Choose)), None) if told else None
    return steps(words, do) + (f" (a different {noun_of(taken)} each time)" if taken else "")


def offered(words: Words, verbs: tuple[m.Verb, ...], who: str) -> str:
    """Inside "may" the player is already named."""
    plain = of_the_named(verbs, who)
    said = steps(words, plain)
    if isinstance(plain[0], m.DealDamage) and plain[0].to == m.Player(who) and plain[0].source is None:  # type: ignore[arg-type]
        said = re.sub(r"^deal (.*?damage) to (?:you|your opponent|each player)\b", r"take \1", said, count=1)
    by_a_card = isinstance(plain[0], m.DealDamage) and plain[0].source is not None
    if by_a_card:
        return f"have {said.replace(' deals ', ' deal ', 1)}"
    told = isinstance(plain[0], m.Modify | m.Gain | m.Lose) and plain[0].duration is not None
    if told and said.startswith(("this card gets ", "it gets ", "this card loses ", "it loses ")):
        return "have " + re.sub(r" (get|lose)s ", r" \1 ", said, count=1)
    other = re.match(rf"({OTHERS}) ([a-z]+?)(?:(?<=ch)e)?s (?=[^,]*$)", said)
    return f"have {other[1]} {other[2]} {said[other.end() :]}" if other else said


def of_the_named(verbs: tuple[m.Verb, ...], who: str) -> tuple[m.Verb, ...]:
    found = []
    for each in verbs:
        if isinstance(each, m.Either) and each.who == who:
            options = tuple(of_the_named(option, who) for option in each.options)
            each = msgspec.structs.replace(each, options=options)
        if isinstance(each, m.Heal) and each.what == m.Player(who):  # type: ignore[arg-type]
            each = msgspec.structs.replace(each, what=m.Player("you"))
        found.append(msgspec.structs.replace(each, who="you") if getattr(each, "who", None) == who else each)
    return tuple(found)


OTHERS = r"your opponent|each player|(?:its|their|that card's) (?:owner|master)"  # who does what you allow


def by_whoever(words: Words, verbs: tuple[m.Verb, ...]) -> str:
    """What each player does who was willing to: "draws 1 card"."""
    said = (step(words, each).removeprefix("each player ") for each in verbs)
    return ", then ".join(re.sub(r"^deal (.*?damage) to each player\b", r"takes \1", each) for each in said)


def instead(words: Words, what: m.Instead) -> str:
    words = msgspec.structs.replace(words, standing=False)  # what is done instead is done in order
    lead = "the next time" if what.next else "when"
    gate = what.conditions[0] if what.conditions else None
    if isinstance(gate, m.Compare) and getattr(gate.left, "number", "") == "total counter power":
        monster = target(words, getattr(what.event, "what", m.This()))
        limit = f"total counter power of {bound(gate.compare, amount(words, gate.right))}"
        return f"{monster} cannot be countered by {limit}, instead, {steps(words, what.do)}"
    may = "you may " if what.optional else ""
    if what.duration is not None:
        lead = f"{duration(words, what.duration).strip()}, {lead}"
    time = f" during {in_time(gate)}" if isinstance(gate, m.DuringPhase | m.DuringTurn) else ""
    if isinstance(gate, m.NotSo) and isinstance(gate.what, m.DuringPhase):
        time = f" outside of {in_time(gate.what)}"
    if gate is not None and not time:
        time = f" while {all_conditions(words, what.conditions)}"
    if what.first:
        lead, time = f"{lead.removesuffix('when')}the first time", f"{time} each turn"
    done = let_do(steps(words, what.do)) if may else steps(words, what.do)
    return f"{lead} {event(words, what.event, 'would')}{time}, {may}{done} instead"


def let_do(said: str) -> str:
    """ "You may have your opponent discard 1 card": another player does what you decide."""
    other = re.match(r"(your opponent|that player) (\w+?)(e?s) ", said)
    if other is None:
        return said
    bare = other[2] + ("e" if other[3] == "es" and other[2].endswith(("c", "v", "os", "ov")) else "")
    return f"have {other[1]} {bare} {said[other.end() :]}"


def in_time(gate: m.DuringPhase | m.DuringTurn) -> str:
    if isinstance(gate, m.DuringTurn):
        return f"{owner(gate.whose)} turn"
    return f"the {gate.phase}" if gate.whose == "any" else f"{owner(gate.whose)} {gate.phase}"


# Keywords


def keyword_words(words: Words, ability: m.Ability) -> str:
    found = ability.keyword
    assert found is not None
    said = language(words.game).keyword(words, ability)
    if said:
        return said
    if found.materials:
        materials = " and ".join(
            material(words, each) for each in found.materials if isinstance(each, m.Selector)
        )
        costs = ", ".join(cost(words, each) for each in found.costs)
        lead = f"[{found.name.title()}]"
        return f"{lead} {costs}: {materials}" if costs else f"{lead} {materials}"
    return f"[{found.name.title()}]"


def material(words: Words, what: m.Selector) -> str:
    """Its label comes last before "with", since it may have no noun."""
    before = sorted((each for each in what.filters if adjective(words, each)), key=is_label)
    features = [feature(words, each) for each in what.filters if not adjective(words, each)]
    named = " ".join(adjective(words, each) for each in before)
    return f"{named} with {' and '.join(features)}" if features else named


def is_label(what: m.Filter) -> bool:
    return isinstance(what, m.Is) and what.what in MARKS
