"""English for people: one sentence for each kind of event, made here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from judgekit.engine import events as e
from judgekit.engine.events import Event
from judgekit.engine.state import (
    IRRELEVANT,
    JUDGE,
    PLAYERS,
    UNKNOWN,
    Player,
    Value,
    area_name,
    area_player,
    fact,
    host_of,
    opponent,
)

Labels = Callable[[int], str]  # a card's name, as the reader may know it
Areas = Callable[[str, bool], str]  # an area in a sentence, and whether to say whose it is
VERBS = ("has ", "lends ")  # with which a mark says what its card does, not what it is
_TELL = re.compile(r"tell c(\d+)")  # with which the face of an unknown card is told
_CARD = re.compile(r"c\d+")
_CARDS = re.compile(r"(?:c\d+(?: |$))+")
_BEFORE_AREA = re.compile(r" (?=[A-Z]\.)")
_FIELD = re.compile(r"\{(\d)\}")
BARE = re.compile(r"[a-z]+(?: to [a-z ]+)?")  # a verb that an instruction gives as the whole of a question
GOALS = {"choose": "", "search": " from the deck"}
_CHOOSE = re.compile(r"([^;:?]+: |)[Cc]hoose ([^;:?]+)")  # a question that says in one phrase what is chosen
NAMELESS = {
    UNKNOWN: "an unknown card", "unknown card": "an unknown card", IRRELEVANT: "some other card"
}  # fmt: skip
VALUE = "{}"  # where the words for a mark have its value
NOBODY = 0  # the id that stands for a card which the reader may not know
UNTIL = {"turn": "the end of the turn", "battle": "the end of the battle", "game": "the end of the game"}
_AREA = re.compile("\x01(~?)([^\x02]*)\x02")  # an area inside a sentence, to be named by who tells it


class Deed(NamedTuple):
    """What taking an option does: `play Oak`, or with a subject of its own: `Oak attacks Elm`."""

    text: str
    is_sentence: bool = False

    @property
    def option(self) -> str:
        return self.text[:1].upper() + self.text[1:]


def describe(event: Event, labels: Labels, called: Areas | None = None) -> str:
    """What happened, in one sentence; areas by the game's names, if known (`called`)."""
    name = called or (lambda where, whose: place(where, labels, whose))
    return _AREA.sub(lambda found: name(found[2], not found[1]), SENTENCES[type(event)](event, labels))


def place(where: str, labels: Labels | None = None, whose: bool = True) -> str:
    """`A.hand` -> `A's hand`, `under.12` -> `under Oak`; `the hand`, where it is known whose."""
    host = host_of(where)
    if host is not None:
        return f"under {labels(host) if labels else 'a card'}"
    player = area_player(where)
    if player and not whose:
        return the(area_name(where))
    return f"{player}'s {area_name(where)}" if player else area_name(where)


def the(area: str) -> str:
    """`the hand`, but `zone 4`: a number needs no article."""
    return area if area[-1:].isdecimal() else f"the {area}"


def _in(where: str, whose: bool = True) -> str:
    return f"\x01{'' if whose else '~'}{where}\x02"


def named(card: str) -> str:
    """A card in a sentence, by its name if it has one."""
    return NAMELESS.get(card, card)


def listed(parts: Any) -> str:
    *most, last = [str(part) for part in parts] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def cards(numbers: tuple[int, ...], labels: Labels) -> str:
    return listed(labels(number) for number in numbers)


def _went(event: e.Went, labels: Labels) -> str:
    return f"The rules continue at {event.at}." if event.at else "The procedure ends."


def _answered(event: e.Answered, labels: Labels) -> str:
    """What was said, and to which question."""
    labelled = event.labels or event.chosen
    told = labelled if event.player == JUDGE else tuple(map(named, labelled))
    taken = listed(map(_among, told) if len(told) > 1 else told).rstrip(".")
    if event.player == JUDGE or event.chosen in (("yes",), ("no",)):
        return f"{_asked(event.prompt)}{_who(event.player)} says {taken}{_again(event)}."
    if found := _CHOOSE.fullmatch(event.prompt):
        return f"{found[1]}{event.player} chooses {_of(event.player, found[2])}: {taken}{_again(event)}."
    if BARE.fullmatch(event.prompt):
        return f"{event.player} chooses {taken}{goal(event.prompt)}{_again(event)}."
    return f"{_asked(event.prompt)}{event.player} chooses {taken}{_again(event)}."


def _among(option: str) -> str:
    """An option among others; a sentence stands in quotation marks."""
    return f"“{option[:-1]}”" if option.endswith(".") and option.count(" ") > 1 else option


def _of(player: Player, said: str) -> str:
    """What a player was asked, told of them: `your hand` -> `their hand`, `your opponent's` -> `B's`."""
    said = re.sub(r"\byour opponent\b", opponent(player), said) if player in PLAYERS else said
    return re.sub(r"\byour\b", "their", re.sub(r"\byou\b", "they", said))


def _asked(prompt: str) -> str:
    about = "" if prompt == "choose" else prompt[:1].upper() + prompt[1:]
    return about and (f"{about} " if about.endswith("?") else f"{about}: ")


def goal(prompt: str) -> str:
    """What cards are chosen for, of a bare verb: `discard` -> ` to discard`."""
    return GOALS.get(prompt, f" to {prompt.replace(' to ', ' to the ')}")


def decided(event: e.Answered, what: Deed) -> str:
    """An answer by which a player does something, as `deed` tells it."""
    chooses = "chooses:" if what.is_sentence else "chooses to"
    return f"{_who(event.player)} {chooses} {what.text}{_again(event)}."


def deed(
    option: str,
    deeds: Mapping[str, str],
    labels: Labels,
    said: Callable[[str], str] = str,
) -> Deed | None:
    """What taking an option does, in the game's words (`Words.deeds`): for `attack c2 c9`, Elm attacks Oak;
    `said` words what is not a card. Nothing, if the option is not an action."""
    if told := _TELL.fullmatch(option):
        return Deed(f"reveal {labels(int(told[1]))}")
    for name in sorted(deeds, key=len, reverse=True):
        if option == name or option.startswith(f"{name} "):
            phrase, parts = deeds[name], _parts(option[len(name) :].strip())
            text = _filled(phrase, parts, labels, said)
            return Deed(text, phrase.startswith("{")) if text else None
    return None


def _parts(rest: str) -> list[str]:
    """What an action is about: cards, then an ability, a place or two."""
    numbers = _CARDS.match(rest)
    cards = numbers[0].split() if numbers else []
    others = rest[numbers.end() if numbers else 0 :].strip()
    return [*cards, *filter(None, _BEFORE_AREA.split(others))]


def _filled(phrase: str, parts: list[str], labels: Labels, said: Callable[[str], str]) -> str:
    named = [labels(int(part[1:])) if _CARD.fullmatch(part) else said(part) for part in parts]
    wanted = [int(number) for number in _FIELD.findall(phrase)]
    if any(number >= len(named) for number in wanted) or (named and not wanted):
        return ""
    return _FIELD.sub(lambda found: named[int(found[1])], phrase)


def _who(player: str) -> str:
    return "The judge" if player == JUDGE else player


def _again(event: e.Answered) -> str:
    return ", as in every round of the loop" if event.rote else ""


def _bounded(event: e.Bounded, labels: Labels) -> str:
    often = "not performed again" if not event.times else f"performed {event.times} more times"
    then = f"; then {listed(tuple(event.stoppers))} must do something else" if event.stoppers else ""
    return f"The loop is {often}{then}."


def _occurred(event: e.Occurred, labels: Labels) -> str:
    concerned = (event.player, labels(event.card) if event.card is not None else None)
    whose = ", ".join(filter(None, concerned))
    return f"Timing: {event.timing}{f' ({whose})' if whose else ''}."


def _remembered(event: e.Remembered, labels: Labels) -> str:
    value = event.value
    if isinstance(value, tuple) and (not value or any(isinstance(part, tuple) for part in value)):
        return f"{'Remembered' if value else 'No longer remembered'}: {event.name}."
    return f"Remembered: {event.name} is {value}."


def moves(event: e.Moved, phrases: Mapping[str, str], labels: Labels, area: Callable[[str], str]) -> str:
    """A move to an area for which the game has words of its own (`Words.moves`); nothing, if it has none."""
    phrase = phrases.get(area_name(event.dst), "")
    return phrase.format(card=labels(event.card), src=area(event.src))


def _moved(event: e.Moved, labels: Labels) -> str:
    if event.src == event.dst:  # to another place in it
        return f"{labels(event.card)} is put back into {_in(event.src)}."
    whose = area_player(event.src) != area_player(event.dst)
    return f"{labels(event.card)} moves from {_in(event.src)} to {_in(event.dst, whose)}."


def _marked(event: e.Marked, labels: Labels) -> str:
    verb = "" if event.mark.startswith(VERBS) else "is "
    if event.value is None:
        return f"{labels(event.card)} {verb}no longer {event.mark}."
    if event.value is True or isinstance(event.value, tuple):  # a list is for the rules to read
        return f"{labels(event.card)} {verb}now {event.mark}."
    if event.mark.endswith("ing"):  # attacking what, set to what
        return f"{labels(event.card)} is now {event.mark} {_in(str(event.value))}."
    return f"{labels(event.card)}: {event.mark} {event.value}."


def bears(event: e.Marked, states: Mapping[str, str]) -> e.Marked:
    """A mark in the game's words, where its name does not describe a card (`Words.states`)."""
    said = states.get(event.mark, "")
    if VALUE in said:
        return event if event.value is None else replace(event, mark=valued(said, event.value), value=True)
    is_plain = event.value is None or event.value is True
    return replace(event, mark=said) if is_plain and said else event


def valued(said: str, value: Value) -> str:
    """A mark with its value, as the game says it: `controlled by A`, `attacking B's center column`."""
    told = place(value) if isinstance(value, str) and area_player(value) else str(value)
    return said.replace(VALUE, told)


def _derived(event: e.Derived, labels: Labels) -> str:
    return f"The {event.property} of {labels(event.card)} is {event.value} ({event.base} as printed)."


def _numbered(event: e.Numbered, labels: Labels) -> str:
    return f"{place(event.key)}: {event.was} → {event.now}."


def _refused(event: e.Refused, labels: Labels) -> str:
    subject = f" {labels(event.card)}" if event.card is not None else ""
    of = (
        "of " if "#" in event.reason or not event.reason else ""
    )  # an ability forbids it; else a sentence says why
    return f"Refused: {event.what}{subject}, because {of}{event.reason or 'the rules'}."


def _replaced(event: e.Replaced, labels: Labels) -> str:
    subject = f" for {labels(event.card)}" if event.card is not None else ""
    return f"{event.by} replaces “{event.what}”{subject}."


def _applied(event: e.Applied, labels: Labels) -> str:
    whom = f" for {event.player}" if event.player else ""
    about = "" if event.subject == event.player else _about(event.subject, labels)
    return f"A rule action is performed{whom}{about}."


def performs(title: str, told: str) -> str:
    """A rule action that the reader knows by its title."""
    return told.replace("A rule action", f"{title} (rule action)", 1)


def _about(subject: Value, labels: Labels) -> str:
    parts = subject if isinstance(subject, tuple) else () if subject is None else (subject,)
    named = [labels(part) if type(part) is int else str(part) for part in parts if part is not None]
    return f" on {listed(named)}" if named else ""


def _armed(event: e.Armed, labels: Labels) -> str:
    ability = event.situation.partition("@")[0] or "an ability"
    return f"The condition of {ability} is {'met' if event.spent else 'no longer met'}."


def _played(event: e.Played, labels: Labels) -> str:
    whole = event.what == "card" and event.card is not None
    what = labels(event.card or NOBODY) if whole else event.what or NAMELESS[UNKNOWN]
    return f"{event.player} plays {what}."


def assumes(event: e.ReadAs, rivals: Sequence[str] = ()) -> str:
    """How an open question is read, and how else it could be: `on-entry` is told as `on entry`."""
    choice, others = event.choice.replace("-", " "), " or ".join(one.replace("-", " ") for one in rivals)
    otherwise = f", rather than {others}" if others else ""
    return f"Open question {event.doubt}; assumed: {choice}{otherwise}."


def _are(found: tuple[int, ...]) -> str:
    return "is" if len(found) == 1 else "are"


def renumbered(name: str, was: str, now: str) -> str:
    """A number whose values the game tells in words."""
    return f"{name}: {was} → {now}."


def begins(title: str, event: e.Called) -> str:
    """A procedure that the reader knows by its title."""
    return f"{title} begins at {event.at}."


def settles(ability: str, player: str, event: e.Settled) -> str:
    """An ability whose name can be shown."""
    return f"{ability} of {player} {_settled(event)}."


def _settled(event: e.Settled) -> str:
    if event.how == "resolved":
        return "has resolved"
    if event.how in ("cancelled", "activated", "negated", "played", "not played"):
        return f"is {event.how}"
    if event.how == "cannot be played":
        return event.how
    why = "" if event.how == "no longer pending" else f": {event.how}"
    return f"is no longer pending{why}"


def _stood_by(event: e.StoodBy, labels: Labels) -> str:
    is_under_way = fact(event.standby.facts, "use") is not None
    return (
        f"{event.standby.ability} of {event.standby.player} is {'activated' if is_under_way else 'pending'}."
    )


def _began(event: e.Began, labels: Labels) -> str:
    until = f" until {UNTIL.get(event.effect.until, event.effect.until)}" if event.effect.until else ""
    return f"{event.effect.what} of {event.effect.player} applies{until}."


def _decided(event: e.Decided, labels: Labels) -> str:
    outcome = event.outcome
    return f"{outcome.winner} wins the game." if outcome.winner else "The game is drawn."


def _corrected(event: e.Corrected, labels: Labels) -> str:
    changes = " ".join(SENTENCES[type(change)](change, labels) for change in event.changes)
    why = f" ({event.why})" if event.why else ""
    return f"{event.by} corrects the table{why}. {changes}".rstrip()


SENTENCES: dict[type[Event], Callable[[Any, Labels], str]] = {
    e.Went: _went,
    e.Called: lambda event, labels: f"{event.procedure} begins at {event.at}.",
    e.Remembered: _remembered,
    e.Answered: _answered,
    e.Announced: lambda event, labels: f"{event.player} announces: {event.name}.",
    e.Occurred: _occurred,
    e.TurnBegan: lambda event, labels: f"Turn {event.number} ({event.player}) begins.",
    e.Moved: _moved,
    e.Arranged: lambda event, labels: f"The cards in {_in(event.area)} are put in order.",
    e.Shuffled: lambda event, labels: f"{_in(event.area)} is shuffled.",
    e.Drew: lambda event, labels: f"Random result: {event.what}, {event.result}.",
    e.Created: lambda event, labels: f"{event.name} is added to {_in(event.area)}.",
    e.Vanished: lambda event, labels: f"{labels(event.card)} ceases to exist.",
    e.Marked: _marked,
    e.Renewed: lambda event, labels: f"{labels(event.card)} becomes a new card where it is.",
    e.Stated: lambda event, labels: (
        f"The judge says: the {event.property} of {named(event.name)} is {event.value}."
    ),
    e.Identified: lambda event, labels: f"An unknown card is {named(event.name)}.",
    e.Numbered: _numbered,
    e.Looked: lambda event, labels: f"{event.player} looks at {cards(event.cards, labels)}.",
    e.Revealed: lambda event, labels: f"{cards(event.cards, labels)} {_are(event.cards)} revealed.",
    e.StoodBy: _stood_by,
    e.Played: _played,
    e.Settled: lambda event, labels: f"The ability {_settled(event)}.",
    e.Planned: lambda event, labels: f"{event.scheduled.ability} is scheduled for later.",
    e.Spent: lambda event, labels: "A scheduled ability has come due.",
    e.Armed: _armed,
    e.Began: _began,
    e.Ended: lambda event, labels: f"{event.what or 'An effect'} no longer applies.",
    e.Derived: _derived,
    e.Replaced: _replaced,
    e.Refused: _refused,
    e.Noted: lambda event, labels: f"{event.text or 'A clause applies'}.",
    e.Applied: _applied,
    e.Stalled: lambda event, labels: (
        "A rule action can be performed again." if event.over else "A rule action is due but changes nothing."
    ),
    e.ReadAs: lambda event, labels: assumes(event),
    e.Landmarked: lambda event, labels: "The situation is noted, so that a loop is recognized.",
    e.Looped: lambda event, labels: f"The same situation recurs after {event.since} clauses.",
    e.CameRound: lambda event, labels: "The same situation recurs, with choices in between.",
    e.Bounded: _bounded,
    e.Corrected: _corrected,
    e.Decided: _decided,
}
