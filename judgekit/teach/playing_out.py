"""A wrong answer, played out beside the right one: where they part, by which clause, and what it needed."""

from __future__ import annotations

import msgspec

from judgekit.cases.rulings.ruling import Ruling, load
from judgekit.cases.rulings.script import Script
from judgekit.errors import JudgekitError
from judgekit.paths import rulings
from judgekit.teach.making import Asking, asking_at, in_edition, rules_without
from judgekit.teach.question import Condition, Option, Question, Variant
from judgekit.teach.stretch import Moment, Stretch, first_difference, play
from judgekit.teach.telling import Step

SHOWN = 40  # steps of a side


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


HOW = {
    "without": "The rules without {what}.",
    "reading": "{what} read as “{choice}”.",
    "edition": "The same in edition {what}.",
    "force": "Your answer is put on the table; then the rules go on.",
    "attempt": "Your answer is tried.",
    "say": "The rules go on as they are.",
}


def ruling_named(name: str) -> Ruling:
    """A ruling of the library by its name, `godzilla/7.4.3-counter-beats-threat`."""
    path = (rulings() / f"{name}.toml").resolve()
    if not path.is_relative_to(rulings().resolve()) or not path.is_file():
        raise UnknownQuestion(f"there is no ruling {name!r}; `judgekit ruling run GAME` lists them")
    return load(path)


def script_of(ruling: Ruling, edition: str) -> Script:
    return ruling.scripts[edition.rpartition("/")[2]]


def play_out(question: Question, option: Option) -> Branch:
    """Play an answer out; the right one is its own branch."""
    ruling = ruling_named(question.ruling)
    script = script_of(ruling, question.edition)
    asking = asking_at(ruling, script, question.at) if script.position is not None else None
    if asking is None:
        return _spoken(question, option)
    variant = option.variant or Variant("say")
    other = _varied(asking, variant)
    return _beside(question, option, asking.right, other, variant)


def _varied(asking: Asking, variant: Variant) -> Stretch:
    moment = asking.moment
    if variant.how == "without":
        return play(moment.under(rules_without(moment.place.rules, variant.what)))
    if variant.how == "reading":
        return play(moment.reading(variant.what, variant.choice))
    if variant.how == "edition":
        return in_edition(asking.ruling, variant.what) or asking.right
    if variant.how == "force" and variant.event is not None:
        return play(_forced(moment, variant))
    return asking.right


def _forced(moment: Moment, variant: Variant) -> Moment:
    assert variant.event is not None
    return Moment(moment.place, moment.state, moment.until, (variant.event,))


def _beside(question: Question, option: Option, right: Stretch, other: Stretch, variant: Variant) -> Branch:
    ours, theirs = tuple(right.steps[:SHOWN]), tuple(other.steps[:SHOWN])
    if variant.how in ("attempt", "say") or (variant.how == "force" and variant.event is None):
        theirs = ()
    elif variant.how == "force" and variant.event is not None:
        claimed = Step(right.telling.sentence(variant.event), "", "0.1", 0, type(variant.event).__name__)
        theirs = (claimed, *theirs)
    same = first_difference(ours, theirs)
    condition = option.condition or Condition(question.clause, option.text, question.right.text)
    clause = condition.clause
    if variant.how in ("without", "reading", "edition") and same < len(ours):
        clause = ours[same].clause
    told = {"what": variant.what, "choice": variant.choice}
    parts = same
    if variant.how == "force" and condition.clause in (acting := [step.clause for step in ours]):
        parts = acting.index(condition.clause)
    return Branch(ours, theirs, same, clause, condition, HOW[variant.how].format(**told), parts, other.broken)


def _spoken(question: Question, option: Option) -> Branch:
    """Of a deck there is nothing to play: its rules are met or not."""
    condition = option.condition or Condition(question.clause, option.text, question.right.text)
    step = Step(question.right.text, question.clause, "0.1")
    return Branch((step,), (), 0, condition.clause, condition, HOW["say"], 0)


# one right answer


class Proof(msgspec.Struct, frozen=True):
    """Whether a question has one right answer: the one that its key says, and no other."""

    holds: bool
    why: str = ""


def prove(question: Question) -> Proof:
    """Work the answer out again, from the state as it is written down and read back; no choice and no chance
    may lie between the moment and the answer."""
    from judgekit.engine.codec import decode_state, encode_state
    from judgekit.teach.making import drafts_at

    ruling = ruling_named(question.ruling)
    script = script_of(ruling, question.edition)
    if script.position is None:
        return _prove_deck(question, ruling, script)
    asking = asking_at(ruling, script, question.at)
    if asking is None:
        return Proof(False, f"the ruling has no moment {question.at} any more")
    asking.moment = Moment(
        asking.moment.place, decode_state(encode_state(asking.moment.state)), asking.moment.until
    )
    asking.__dict__.pop("right", None)
    asking.__dict__.pop("steps", None)
    if any(step.is_choice for step in asking.right.steps):
        return Proof(False, "a choice lies before the answer")
    same = [
        d for d in drafts_at(asking, ruling, script) if (d.kind, d.prompt) == (question.kind, question.prompt)
    ]
    answers = {d.right for d in same if d.subject == question.subject}
    if answers != {question.right.text}:
        return Proof(False, f"the rules answer {' or '.join(sorted(answers)) or 'nothing'}")
    if question.right.text in {option.text for option in question.options[1:]}:
        return Proof(False, "a wrong option says the same")
    return Proof(True)


def _prove_deck(question: Question, ruling: Ruling, script: Script) -> Proof:
    assert script.deck is not None
    broken = list(dict.fromkeys(v.clause for v in script.deck.violations()))
    legal = question.right.text == "Yes."
    holds = legal is not bool(broken) and (legal or broken == [question.clause])
    return Proof(holds, "" if holds else f"the deck breaks {', '.join(broken) or 'nothing'}")
