"""What an audit has found, in sentences: the same for page, terminal and report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judgekit.audit.exploring.explore import Asked, Choice, Exploration, Outcome
from judgekit.audit.exploring.graph import MANY
from judgekit.audit.exploring.independence import Independent
from judgekit.narrate.events import listed
from judgekit.narrate.said import said

Plain = Callable[[str], str]  # a text without the signs of a log


def as_it_is(text: str) -> str:
    return text


def verdict(found: Exploration) -> str:
    """The answer in one sentence."""
    lines = counted(found.lines, "line")
    if found.verdict == "same":
        return said("no difference", question=found.question, lines=_all(found.lines))
    if found.verdict == "differs":
        more = "" if found.is_whole else said("there may be more")
        return said("it matters", n=len(found.outcomes), lines=lines, more=more)
    if found.outcomes:
        return said("the same so far", question=found.question, lines=lines)
    return said("no end reached")


def _all(lines: int) -> str:
    return said("the only line") if lines == 1 else said("all lines", lines=counted(lines, "line"))


def counted(many: int, what: str) -> str:
    if many >= MANY:
        return said("more than", many=_spaced(MANY), what=what)
    return f"{_spaced(many)} {what}{'' if many == 1 else 's'}"


def _spaced(many: int) -> str:
    return f"{many:,}".replace(",", " ")


def searched(found: Exploration) -> Iterator[str]:
    """How it was searched, and what was not."""
    yield said("followed to", until=found.until, question=found.question)
    merged = said("led to known", answers=counted(found.merged, "answer")) if found.merged else ""
    yield f"{counted(found.situations, 'situation')}, {counted(found.answers, 'answer')}{merged}."
    for one in found.independent:
        orders, abilities = counted(one.orders, "order"), listed(one.labels)
        yield said("orders are one", orders=orders, abilities=abilities, why=_apart(one))
    yield from (f"{why[:1].upper()}{why[1:]}." for why in (*found.notes, *map(_not_followed, found.open)))


def _apart(one: Independent) -> str:
    told = [
        said("touches", ability=label, things=listed(things))
        for label, things in zip(one.labels, one.touches, strict=True)
    ]
    return said("touch different things", touched="; ".join(told))


def _not_followed(why: str) -> str:
    return said("not all followed", why=why)


def outcome(one: Outcome, plain: Plain = as_it_is) -> str:
    """What makes an outcome this one."""
    told = [f"{plain(thing)}: {plain(fact)}" for thing, fact in one.facts if thing != "situation"]
    return "; ".join(told) or said("differs unseen")


def line(choices: Sequence[Choice], plain: Plain = as_it_is) -> str:
    """A line of answers."""
    return ", ".join(choice(one, plain) for one in choices) or said("no choice on the line")


def choice(one: Choice, plain: Plain = as_it_is) -> str:
    return said(
        "chosen by", player=one.player, words=plain(listed(one.labels or one.chosen or (said("nothing"),)))
    )


def asked(one: Asked, plain: Plain = as_it_is) -> str:
    return said("asked at", player=one.player, clause=one.clause, prompt=plain(one.prompt))
