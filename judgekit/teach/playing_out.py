"""A wrong answer, played out beside the right one: where they part, by which clause, and what it needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec

from judgekit.audit.exploring.concerns import Concern, Facts
from judgekit.audit.exploring.ends import Until
from judgekit.audit.exploring.explore import Exploration, explore
from judgekit.cases.rulings.folder import file
from judgekit.cases.rulings.ruling import Ruling, load, run
from judgekit.cases.rulings.script import Script
from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.events import Derived, Row
from judgekit.engine.machine import Line
from judgekit.engine.state import State
from judgekit.errors import JudgekitError
from judgekit.known import GAMES
from judgekit.narrate.said import by_id, said
from judgekit.teach.making.asking import Asking, in_edition, rules_without
from judgekit.teach.making.course import Course
from judgekit.teach.making.draft import YES
from judgekit.teach.making.drafts import drafts
from judgekit.teach.making.seen import asked_told
from judgekit.teach.question import Condition, Option, Question, Variant
from judgekit.teach.stretch import Stretch, first_difference, play
from judgekit.teach.telling import Step

SHOWN = 40  # steps of a side
HEAD = 34  # of a longer line the first and the last are shown


class UnknownQuestion(JudgekitError):
    """No such question in the bank."""


class Branch(msgspec.Struct, frozen=True):
    """The right line and the branch of an answer. `same` steps are alike; the clause acts where they part."""

    right: tuple[Step, ...]
    branch: tuple[Step, ...]
    same: int
    clause: str
    condition: Condition
    how: str  # how the branch came about
    parts: int  # the step of the right line at which they part
    stopped: str = ""  # why it ends where it does
    left_out: int = 0  # steps of the right line behind the first `HEAD`


HOW = by_id("played out")


def ruling_named(name: str) -> Ruling:
    """A ruling of the library by its name, `godzilla/7.4.3-counter-beats-threat`."""
    path = file(name)
    if name.count("/") != 1 or name.partition("/")[0] not in GAMES or not path.is_file():
        raise UnknownQuestion(f"there is no ruling {name!r}; `judgekit ruling run GAME` lists them")
    return load(path)


def script_of(ruling: Ruling, edition: str) -> Script:
    found = ruling.scripts.get(edition.rpartition("/")[2])
    if found is None:
        raise UnknownQuestion(said("no longer asked"))
    return found


def asking_of(question: Question) -> Asking | None:
    """The moment of a question; None for a deck, or if its ruling no longer has that moment."""
    path = file(question.ruling)
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return _asking(question.ruling, question.edition, changed, question.at)


@lru_cache(maxsize=32)
def _asking(name: str, edition: str, changed: int, at: int) -> Asking | None:
    """A learner sees a question, answers it, and looks at its lines: it is one moment each time."""
    course = _course(name, edition, changed)
    return course.asking(at) if course is not None and at in course.wanted else None


@lru_cache(maxsize=16)
def _course(name: str, edition: str, changed: int) -> Course | None:
    """Questions about one ruling come in a row: it is run once for them, until its file changes."""
    ruling = ruling_named(name)
    script = script_of(ruling, edition)
    return None if script.position is None else Course(run(ruling, script.edition))


def play_out(question: Question, option: Option) -> Branch:
    """Play an answer out; the right one is its own branch."""
    asking = asking_of(question)
    if asking is None:
        return _spoken(question, option)
    variant = option.variant or Variant("say")
    if variant.how == "force" and variant.event is None:
        variant = Variant("say")  # what comes after a choice cannot be put on the table before it
    other = _varied(asking, variant)
    return _beside(question, option, asking.right, other, variant)


def _varied(asking: Asking, variant: Variant) -> tuple[Stretch, Sequence[Step]]:
    """What comes of a mistake: the stretch, and its steps from the moment on."""
    moment = asking.moment
    if variant.how == "attempt" and asking.right.question is not None:
        tried = _tried(asking, variant)
        return tried, ended(tried) if tried is not asking.right else _refused(asking, variant)
    if variant.how == "order":
        return asking.right, _in_order(asking.right, variant)
    if variant.how == "edition":
        other = in_edition(asking.ruling, variant.what)
        return (asking.right, ()) if other is None else (other, asking.behind_in(other))
    if variant.how == "check":
        other = play(asking.past_check(variant), most=SHOWN)
        return other, [*(s for s in asking.right.steps if s.entry < int(variant.choice)), *ended(other)]
    if variant.how == "without":
        moment = moment.under(rules_without(moment.place.rules, variant.what))
    elif variant.how == "reading":
        moment = moment.reading(variant.what, variant.choice)
    elif variant.how == "force" and variant.event is not None:
        moment = replace(moment, forced=(variant.event,))
    else:
        return asking.right, ended(asking.right)
    other = play(moment, most=SHOWN)
    if variant.event is None:
        return other, ended(other)
    claimed = asking.right.telling.sentence(variant.event)
    return other, (Step(claimed, "", "0.1", 0, type(variant.event).__name__), *ended(other))


def _in_order(right: Stretch, variant: Variant) -> list[Step]:
    """The steps up to the first that the answer has in another place, and there the one that it claims."""
    at = [step.at for step in right.steps]
    claimed = right.steps[at.index(variant.choice)]
    return [*right.steps[: at.index(variant.what)], Step(claimed.text, "", "0.1", 0, claimed.kind)]


def _due(right: Sequence[Step], variant: Variant) -> str:
    """Why the order of an answer cannot go on."""
    due = next((step for step in right if step.at == variant.what), None)
    return "" if due is None else said("comes first", clause=due.clause, text=due.text)


def derived(stretch: Stretch, question: Question) -> list[Step]:
    """How the number that is asked for is worked out, from what is printed, effect by effect."""
    for entry in stretch.log:
        for at, happened in enumerate(entry.events, 1):
            event = happened.event
            if not isinstance(event, Derived) or not event.rows or str(event.value) != question.right.text:
                continue
            place = f"{entry.seq}.{at}"
            printed = {"property": event.property, "card": question.subject, "base": event.base}
            told = [(said("printed number", **printed), entry.clause)]
            told += [(_row_told(stretch, row), row.layer or entry.clause) for row in event.rows]
            return [Step(text, clause, place, entry.seq) for text, clause in told]
    return []


def _row_told(stretch: Stretch, row: Row) -> str:
    """An effect of a card, or what the rules add by themselves."""
    by = said("by the rules") if row.effect == row.layer else stretch.telling.plain(row.effect)
    return said("changes from", by=by, before=row.before, after=row.after)


def ended(stretch: Stretch) -> list[Step]:
    """The steps of a stretch, and the choice that follows them."""
    question = stretch.question
    if question is None:
        return stretch.steps
    end = len(stretch.entries)
    return [*stretch.steps, Step(asked_told(stretch), question.clause, f"{end}.0", end)]


def _tried(asking: Asking, variant: Variant) -> Stretch:
    """An action called illegal is taken, if the rules allow it; else nothing more happens."""
    question = asking.right.question
    assert question is not None
    if not variant.choice or not question.admits((variant.choice,)):
        return asking.right
    return play(asking.moment, [(variant.choice,)], most=SHOWN)


def _refused(asking: Asking, variant: Variant) -> list[Step]:
    """The same steps up to the choice, and there the rules wait for another answer."""
    question = asking.right.question
    assert question is not None
    who, telling = question.player, asking.right.telling
    if variant.choice:
        tried = (
            said("tries to", player=who, deed=variant.what) if variant.what[:1].islower() else variant.what
        )
        text = said("tried and refused", tried=tried)
    elif variant.what in ("nobody", who):
        text = said("asked before", player=who, prompt=telling.plain(question.prompt).rstrip(".?"))
    else:
        text = said("tries to choose", other=variant.what, player=who)
    end = len(asking.right.entries)
    return [*asking.right.steps, Step(text, question.clause, f"{end}.0", end)]


def _beside(
    question: Question,
    option: Option,
    right: Stretch,
    other: tuple[Stretch, Sequence[Step]],
    variant: Variant,
) -> Branch:
    worked_out = derived(right, question) if question.kind == "number" else []
    line = sorted((*worked_out, *ended(right)), key=lambda step: step.place)
    ours, theirs = _shown(line), tuple(other[1][:SHOWN])
    same = first_difference(line, theirs)
    condition = option.condition or Condition(question.clause, option.text, question.right.text)
    clause, parts = condition.clause, same
    acting = [step.clause for step in ours]
    is_beyond = (same >= HEAD and len(line) > SHOWN) or same == len(line)  # they part where nothing is shown
    if (variant.how == "force" or is_beyond) and clause in acting:
        parts = acting.index(clause)
    elif variant.how in ("without", "check", "reading", "edition") and same < len(ours):
        clause = ours[same].clause
    how = HOW[variant.how].format(what=variant.what, choice=variant.choice)
    stopped = _due(line, variant) if variant.how == "order" else _stopped(other[0], other[1])
    left_out = len(line) - len(ours)
    return Branch(ours, theirs, same, clause, condition, how, parts, stopped, left_out)


def _shown(line: Sequence[Step]) -> tuple[Step, ...]:
    """Of a long line the beginning and the end: a loop's rounds are alike."""
    return tuple(line) if len(line) <= SHOWN else (*line[:HEAD], *line[HEAD - SHOWN :])


def _stopped(stretch: Stretch, steps: Sequence[Step]) -> str:
    if stretch.broken:
        return said("stops there", why=stretch.broken.rstrip("."))
    is_long = stretch.goes_on or len(steps) > SHOWN
    return said("first steps", n=SHOWN) if is_long else ""


def _spoken(question: Question, option: Option) -> Branch:
    """A deck has nothing to play out: its rules are met or not."""
    condition = option.condition or Condition(question.clause, option.text, question.right.text)
    step = Step(question.right.text, question.clause, "0.1")
    told = said("deck is checked")
    return Branch((step,), (), 0, condition.clause, condition, "", 0, told)


# one right answer


class Proof(msgspec.Struct, frozen=True):
    """Whether a question has one right answer: the one in its key, and no other."""

    holds: bool
    why: str = ""


def prove(question: Question) -> Proof:
    """Work the answer out again from the state, encoded and decoded: whatever can be chosen and whatever the
    unknown cards are, exploration must find this answer and no other."""
    asking = asking_of(question)
    if asking is None:
        return _prove_deck(question)
    moment = replace(asking.moment, state=decode_state(encode_state(asking.moment.state)))
    found = explored(replace(asking, moment=moment), question)
    if found.verdict == "unfinished":
        return Proof(False, said("not all followed", why="; ".join(found.open)))
    answers = sorted({told for one in found.outcomes for _, told in one.facts})
    if answers != [question.right.text]:
        return Proof(False, said("rules answer", answers=said("or").join(answers) or said("nothing")))
    if question.right.text in {option.text for option in question.options[1:]}:
        return Proof(False, said("same as a wrong one"))
    return Proof(True)


def explored(asking: Asking, question: Question) -> Exploration:
    """Every line from the moment to where the answer is known, compared by the answer."""
    place, until = asking.moment.place, asking.moment.until
    start = Line(place.rules, place.pool, asking.moment.state, dict(place.readings))

    def facts(line: Line) -> Facts:
        here = replace(asking)
        here.__dict__["right"] = Stretch(asking.moment, line, line.question)
        if any(step.is_choice for step in here.right.steps):
            return (("answer", said("choice before")),)
        own = drafts(here, question.kind)
        asked = question.prompt, question.subject
        return tuple(("answer", d.right) for d in own if (d.prompt, d.subject) == asked)

    def passed(_: State, now: State) -> bool:
        return bool(now.frames) and now.frames[-1].at == until

    title = said("the answer")
    end = Until("answer", title, passed if until else None, lambda _: True, first=True)
    return explore(start, until=end, question=Concern("answer", title, facts), faces=True)


def _prove_deck(question: Question) -> Proof:
    deck = script_of(ruling_named(question.ruling), question.edition).deck
    if deck is None:
        return Proof(False, said("moment gone", at=question.at))
    broken = list(dict.fromkeys(v.clause for v in deck.violations()))
    legal = question.right.text == YES
    holds = legal is not bool(broken) and (legal or broken == [question.clause])
    return Proof(holds, "" if holds else said("deck breaks", clauses=", ".join(broken) or said("nothing")))
