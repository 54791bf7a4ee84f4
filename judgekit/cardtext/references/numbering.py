"""Numbers of choices in their order, and one thing put in the place of another."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    AsLong,
    AttackedBy,
    DealtBy,
    Destroyer,
    DoneAmong,
    EitherCard,
    Just,
    OwnNumber,
)
from judgekit.cardtext.build.steps import LetterIs
from judgekit.cardtext.build.targets import Counted, Lone
from judgekit.cardtext.build.targets.selecting import TakenOut, Whole
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Bare, Noun, Singly
from judgekit.cardtext.references.agreement import ATTACKED_CIRCLE


def exchanged(node: Any, one: Any, other: Any) -> Any:
    """A part of a text with one word replaced."""
    if node == one:
        return other
    if isinstance(node, tuple):
        return tuple(exchanged(each, one, other) for each in node)
    if not isinstance(node, m.Node):
        return node
    return msgspec.structs.replace(
        node, **{name: exchanged(getattr(node, name), one, other) for name in node.__struct_fields__}
    )


def theirs(verbs: tuple[Any, ...], who: str) -> tuple[Any, ...]:
    """What the owner of a card may do is done by that same player."""
    return tuple(
        msgspec.structs.replace(each, who="their")
        if getattr(each, "who", "") in (who, "that player")
        else each
        for each in verbs
    )


def filter_order(what: Any) -> tuple[str, str]:
    """Filters hold together, in whatever order the card prints them: one meaning, one shape."""
    return type(what).__name__, repr(what)


def renumber(node: Any, numbers: dict[int, int]) -> Any:
    if isinstance(node, tuple):
        return tuple(renumber(each, numbers) for each in node)
    if isinstance(node, m.Bound | m.Rest):
        return type(node)(numbers.get(node.n, node.n))
    if isinstance(node, Noun | Bare | Singly):
        return str(node)
    if isinstance(node, EitherCard):
        raise Unsound("say it of each of the two separately")
    if isinstance(node, OwnNumber):
        raise Unsound("which number of that card is meant?")
    if isinstance(node, LetterIs):
        raise Unsound(f"“{node.letter} is …” cannot stand here")
    if not isinstance(node, m.Node):
        return node
    if isinstance(node, m.DealDamage) and node.source == m.This():
        node = msgspec.structs.replace(node, source=None)  # "it" was this card, which needs no saying
    if node == m.Near("on", ATTACKED_CIRCLE[0]):
        return ATTACKED_CIRCLE[1]  # "that circle" was the attacked one
    if isinstance(node, Just):
        return m.Exactly(node.n)
    if isinstance(node, DoneAmong):
        node = m.Among(node.what)
    if isinstance(node, AsLong):
        return None  # nothing before it lasted for a time
    if isinstance(node, AttackedBy | DealtBy):
        node = (m.Attacks if isinstance(node, AttackedBy) else m.Damages)(*astuple(node))
    if isinstance(node, Destroyer):
        node = m.Cause(*astuple(node))
    if isinstance(node, Counted):
        raise Unsound("“no” and “or less” are conditions, not choices")
    if isinstance(node, Lone | Whole | TakenOut):
        node = m.Selector(**{name: getattr(node, name) for name in node.__struct_fields__})
    changes = {name: renumber(getattr(node, name), numbers) for name in node.__struct_fields__}
    if isinstance(node, m.Selector | m.CreateToken | m.Draw):
        changes["bind"] = numbers.get(node.bind, 0) if node.bind < 0 else node.bind
    if isinstance(node, m.Selector):
        changes["filters"] = tuple(sorted(changes["filters"], key=filter_order))
    return msgspec.structs.replace(node, **changes)
