"""What an audit has found, in sentences: the same for page, terminal and report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judgekit.audit.explore import Asked, Choice, Exploration, Outcome
from judgekit.audit.graph import MANY
from judgekit.audit.independence import Independent
from judgekit.narrate.events import listed

Plain = Callable[[str], str]  # a text without the signs of a log


def as_it_is(text: str) -> str:
    return text


def verdict(found: Exploration) -> str:
    """The answer in one sentence."""
    lines = counted(found.lines, "line")
    if found.verdict == "same":
        return f"It makes no difference: {found.question} is the same in {_all(found.lines)}."
    if found.verdict == "differs":
        more = "" if found.is_whole else " Not finished: there may be more."
        return f"It matters: {len(found.outcomes)} outcomes in {lines}.{more}"
    so_far = f"so far {found.question} is the same in {lines}" if found.outcomes else "no end was reached"
    return f"Not finished: {so_far}."


def _all(lines: int) -> str:
    return "the only line" if lines == 1 else f"all {counted(lines, 'line')}"


def counted(many: int, what: str) -> str:
    if many >= MANY:
        return f"more than {MANY:,} {what}s".replace(",", " ")
    return f"{many:,} {what}{'' if many == 1 else 's'}".replace(",", " ")


def searched(found: Exploration) -> Iterator[str]:
    """How it was searched, and what was not."""
    yield f"Followed to {found.until}; asked about: {found.question}."
    merged = f"; {counted(found.merged, 'answer')} led to a situation that was known" if found.merged else ""
    yield f"{counted(found.situations, 'situation')}, {counted(found.answers, 'answer')}{merged}."
    for one in found.independent:
        yield f"{counted(one.orders, 'order')} of {listed(one.labels)} are one, because {_apart(one)}."
    yield from (f"{why[:1].upper()}{why[1:]}." for why in (*found.notes, *map(_not_followed, found.open)))


def _apart(one: Independent) -> str:
    told = [
        f"{label} touches {listed(things)}" for label, things in zip(one.labels, one.touches, strict=True)
    ]
    return f"they touch different things: {'; '.join(told)}"


def _not_followed(why: str) -> str:
    return f"not everything was followed: {why}"


def outcome(one: Outcome, plain: Plain = as_it_is) -> str:
    """What makes an outcome this one."""
    told = [f"{plain(thing)}: {plain(said)}" for thing, said in one.facts if thing != "situation"]
    return "; ".join(told) or "the same to look at, but not in what is hidden or in the order of time stamps"


def line(choices: Sequence[Choice], plain: Plain = as_it_is) -> str:
    """A line of answers."""
    return ", ".join(choice(one, plain) for one in choices) or "nothing is chosen"


def choice(one: Choice, plain: Plain = as_it_is) -> str:
    return f"{one.player}: {plain(listed(one.labels or one.chosen or ('nothing',)))}"


def asked(one: Asked, plain: Plain = as_it_is) -> str:
    return f"{one.player} at {one.clause}: {plain(one.prompt)}"
