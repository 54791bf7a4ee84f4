"""What a player says happened, step by step: could it have happened?

A story is a text, one step per line: `A: play Scout` is a choice in the words of the table, and `then A's
hand: Scout` claims what lies where. Choices that the story leaves out are searched for, a few at a time; the
first step that cannot happen is named, with its conditions, the first one that is false, and the nearest
steps that are legal.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from judgekit.audit.exploring.concerns import table_facts
from judgekit.audit.exploring.explore import fresh
from judgekit.audit.exploring.graph import Answer
from judgekit.audit.exploring.search import LONGEST, every_answer
from judgekit.cases.play.answering import Names, NoSuchOption, names_for
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Entry
from judgekit.engine.explain import fresh as table_at
from judgekit.engine.legality import Check
from judgekit.engine.machine import Bookmark, Line
from judgekit.engine.questions import Asked, Option, Question
from judgekit.engine.state import JUDGE, PLAYERS, UNKNOWN, CardId, Player
from judgekit.errors import JudgekitError
from judgekit.games.game import Game
from judgekit.narrate.said import said
from judgekit.narrate.table import TableWords, table_words

UNTOLD = 3  # choices in a row that a story may leave out
TRIED = 150  # lines that are tried to fill a gap
NEAREST = 5
_STEP = re.compile(rf"({'|'.join((*PLAYERS, JUDGE))})\s*:\s*(.*)")
_CLAIM = re.compile(r"then\s+(.+?)\s*:\s*(.*)", re.IGNORECASE)


class WrongStory(JudgekitError):
    """A story that cannot be read."""


class Step(msgspec.Struct, frozen=True):
    line: int
    text: str
    player: str = ""  # of a choice
    words: tuple[str, ...] = ()
    thing: str = ""  # of a claim
    value: str = ""


class Condition(msgspec.Struct, frozen=True):
    clause: str
    needed: str
    found: str
    ok: bool


class Told(msgspec.Struct, frozen=True):
    """How far a story can have happened."""

    steps: tuple[str, ...]
    holds: int  # steps from the beginning that can have happened
    untold: tuple[str, ...]  # choices that it leaves out
    facts: tuple[tuple[str, str], ...]  # the table at the end of what can have happened
    why: str = ""  # why the next step cannot
    clause: str = ""
    conditions: tuple[Condition, ...] = ()
    nearest: tuple[str, ...] = ()

    @property
    def is_possible(self) -> bool:
        return self.holds == len(self.steps)


class Apart(msgspec.Struct, frozen=True):
    """Two stories: what would tell them apart."""

    left: Told
    right: Told
    differ: tuple[tuple[str, str, str], ...]


def read_story(text: str) -> list[Step]:
    """The steps; all errors are reported at once."""
    steps, wrong = [], []
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if claim := _CLAIM.fullmatch(line):
            steps.append(Step(at, line, thing=claim[1], value=claim[2]))
        elif (step := _STEP.fullmatch(line)) and step[2]:
            words = tuple(word.strip() for word in step[2].split(";"))
            steps.append(Step(at, line, step[1], words))
        else:
            wrong.append(f"line {at}: a step is `A: what A chose` or `then A's hand: Scout`; got {line!r}")
    if wrong:
        raise WrongStory("\n".join(wrong))
    if not steps:
        raise WrongStory("the story is empty: write one step per line, like `A: play Scout`")
    return steps


def check(start: Line, steps: Sequence[Step], game: Game | None, labels: Mapping[str, CardId]) -> Told:
    """Follow a story from where a line stands."""
    teller = _Teller(fresh(start), game, labels)
    for at, step in enumerate(steps):
        failed = teller.follow(step)
        if failed is not None:
            return teller.told(steps, at, failed)
    return teller.told(steps, len(steps), None)


def apart(left: Told, right: Told, words: TableWords) -> Apart:
    """The facts at their ends that differ, as the board names them: they show which story is true."""
    ours, theirs = dict(left.facts), dict(right.facts)
    differ = tuple(
        (words.heading(thing), ours.get(thing, "–"), theirs.get(thing, "–"))
        for thing in dict.fromkeys([*ours, *theirs])
        if ours.get(thing) != theirs.get(thing)
    )
    return Apart(left, right, differ)


class _Failed(msgspec.Struct):
    why: str
    clause: str = ""
    conditions: tuple[Condition, ...] = ()
    nearest: tuple[str, ...] = ()


class _Teller:
    def __init__(self, line: Line, game: Game | None, labels: Mapping[str, CardId]) -> None:
        self.line, self.game, self.labels = line, game, labels
        self.untold: list[str] = []
        line.run(LONGEST)

    def told(self, steps: Sequence[Step], holds: int, failed: _Failed | None) -> Told:
        texts, facts = tuple(step.text for step in steps), table_facts(self.line)
        if failed is None:
            return Told(texts, holds, tuple(self.untold), facts)
        return Told(
            texts,
            holds,
            tuple(self.untold),
            facts,
            failed.why,
            failed.clause,
            failed.conditions,
            failed.nearest,
        )

    def follow(self, step: Step) -> _Failed | None:
        return self._claim(step) if step.thing else self._choice(step)

    def _claim(self, step: Step) -> _Failed | None:
        facts = dict(table_facts(self.line))
        meant = table_words(self.line.rules).meant(step.thing, self.line.state.areas)
        found = next((told for one, told in facts.items() if one.casefold() == meant.casefold()), "nothing")
        if _same(found, step.value):
            return None
        return _Failed(said("claim fails", thing=step.thing, found=found, told=step.value))

    def _choice(self, step: Step) -> _Failed | None:
        """Take the step, with as few unmentioned choices before it as needed."""
        before = self.line.bookmark()
        if self._take(step):
            return None
        for gap in self._gaps() if not self._unknown(step) else ():
            if self._take(step):
                self.untold += gap
                return None
        self.line.go_back(before)
        return self._why(step)

    def _take(self, step: Step) -> bool:
        question = self.line.question
        chosen = None if question is None else self._chosen(question, step)
        if chosen is None:
            return False
        self.line.answer(*chosen)
        self.line.run(LONGEST)
        return True

    def _chosen(self, question: Question, step: Step) -> Answer | None:
        if question.player != step.player:
            return None
        try:
            return question.admit(self._names().options(question, step.words))
        except (NoSuchOption, EngineError):
            return None

    def _names(self) -> Names:
        return names_for(self.line, self.labels, self.game)

    def _gaps(self) -> Iterator[list[str]]:
        """Every way on by unmentioned choices, the shortest first; the line stands after each."""
        left: deque[tuple[Bookmark, list[str], list[Entry]]] = deque(
            [(self.line.bookmark(), [], list(self.line.log))]
        )
        tried = followed = 0
        while left and tried < TRIED:
            place, told, log = left.popleft()
            if len(told) >= UNTOLD or place.question is None or place.question.player == JUDGE:
                continue
            for answer in every_answer(place.question):
                tried += 1
                if tried > TRIED or followed > LONGEST:
                    return
                self.line.log[:] = log
                self.line.go_back(place)
                self.line.table.attach(place.state)
                self.line.answer(*answer)
                self.line.run(LONGEST)
                followed += len(self.line.log) - len(log)
                labels = ", ".join(place.question.labels(answer)) or said("nothing")
                more = [*told, said("chosen by", player=place.question.player, words=labels)]
                here = (self.line.bookmark(), more, list(self.line.log))
                yield more
                left.append(here)

    # why not

    def _why(self, step: Step) -> _Failed:
        question = self.line.question
        if question is None:
            return _Failed(said("nobody asked any more"))
        nearest = tuple(self._nearest(question, step)) if question.player == step.player else ()
        unknown = self._unknown(step)
        if unknown:
            return _Failed(said("no card called", word=unknown), question.clause, (), nearest)
        asked = {"clause": question.clause, "prompt": question.prompt}
        conditions = tuple(self._conditions(step))
        failed = next((one for one in conditions if not one.ok), None)
        if failed is not None:
            why = said("needs", clause=failed.clause, needed=failed.needed, found=failed.found)
            return _Failed(why, failed.clause, conditions, nearest)
        if question.player != step.player:
            why = said("another is asked", player=question.player, other=step.player, **asked)
            return _Failed(why, question.clause, conditions, nearest)
        why = said("not among the options", words="; ".join(step.words), **asked)
        return _Failed(why, question.clause, conditions, nearest)

    def _unknown(self, step: Step) -> str:
        """A single capitalised word that is not a card, where cards are chosen."""
        known = {card.name.casefold() for card in self.line.state.cards.values() if card.name != UNKNOWN}
        known |= {label.casefold() for label in self.labels} | {
            name.casefold() for name in self.line.pool.definitions
        }
        for word in step.words:
            last = word.rpartition(" ")[2]
            named = last[:1].isupper() and last.isalpha() and len(last) > 1
            if named and not any(last.casefold() in name for name in known):
                return last
        return ""

    def _conditions(self, step: Step) -> Iterator[Condition]:
        """Those of the action that the words mean, if it is one that could be tried at all."""
        attempts = dict(self._attempts(Player(step.player)))
        for word in step.words:
            try:
                option = self._names().option([option for option, _ in attempts.values()], word)
            except NoSuchOption:
                continue
            for one in attempts[option][1]:
                yield Condition(one.clause, one.needed, str(one.found), one.ok)
            return

    def _attempts(self, player: Player) -> Iterator[tuple[str, tuple[Option, list[Check]]]]:
        if player not in PLAYERS:
            return
        table, question = table_at(self.line), self.line.question
        window = question.window if question is not None else ""
        for action in sorted(table.rules.actions.values(), key=lambda one: one.window == window):
            try:
                for subject in action.subjects(table, player):
                    option = Option(action.id(subject), table.describe(action, subject))
                    yield option.id, (option, action.checks(table, player, subject))
            except (Asked, EngineError):
                continue

    def _nearest(self, question: Question, step: Step) -> Iterator[str]:
        from rapidfuzz import fuzz, process

        told = self._names().sentences(question.options)
        words = "; ".join(step.words)
        yield from (one for one, _, _ in process.extract(words, told, scorer=fuzz.WRatio, limit=NEAREST))


def _same(found: str, claimed: str) -> bool:
    """Lists of cards in any order."""
    return sorted(map(str.strip, found.casefold().split(","))) == sorted(
        map(str.strip, claimed.casefold().split(","))
    )
