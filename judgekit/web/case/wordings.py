"""The cards that decide, as they are printed: for a reader who has no library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from judgekit.cases.play.case import Place
from judgekit.engine.abilities import Definition
from judgekit.engine.events import Derived
from judgekit.engine.state import JUDGE, UNKNOWN
from judgekit.narrate.said import said
from judgekit.narrate.table import plain
from judgekit.web.case.inspector import WhyLink
from judgekit.web.case.scene import Scene

LONGEST = 600  # characters of one card's text: the whole of nearly every card
ROOM = 1000  # characters of all of them: what a printed page has beside the rest


class Wording(msgspec.Struct, frozen=True):
    """A card as printed: its text, and what is beside it."""

    name: str
    beside: str
    text: str


def wordings_of(scene: Scene, chain: Iterable[WhyLink]) -> tuple[tuple[Wording, ...], int]:
    """The cards named in a chain of causes, in order, and how many do not fit on the page."""
    told = [_wording(scene.pool[name]) for name in _deciding(scene, chain)]
    found = [one for one in told if one.text or ", " in one.beside]  # a bare kind tells nothing
    shown, left = list[Wording](), ROOM
    for one in found:
        left -= len(one.name) + len(one.beside) + len(one.text)
        if left < 0 and shown:
            break
        shown.append(one)
    return tuple(shown), len(found) - len(shown)


def _deciding(scene: Scene, chain: Iterable[WhyLink]) -> list[str]:
    """Cards named in what is shown, and those whose effects made a value; none that the seat cannot see
    here: a name that was only said reveals nothing about a hidden card."""
    known = _known(scene)
    told = (name for link in chain for name in (*_named(link.sentence, known), *_sources(scene, link)))
    return [name for name in dict.fromkeys(told) if name in known]


def _known(scene: Scene) -> set[str]:
    if scene.seat == JUDGE:
        return {*scene.pool.definitions}
    here = {card.name for number, card in scene.seen.cards.items() if number > 0}
    return here & scene.pool.definitions.keys()


def _named(sentence: str, names: Iterable[str]) -> list[str]:
    """The names in a sentence, whole and in their order; of two at one place the longer."""
    wanted = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.findall(rf"(?<!\w)(?:{wanted})(?!\w)", sentence) if wanted else []


def _sources(scene: Scene, link: WhyLink) -> Iterator[str]:
    place = Place.read(link.at) if link.at else None
    happened = scene.seen_event((place.seq, place.event)) if place else None
    if happened is not None and isinstance(happened.event, Derived):
        yield from (scene.label(row.source) for row in happened.event.rows if row.source is not None)


def _wording(card: Definition) -> Wording:
    """Texts of a second side are texts, too."""
    printed = {"type": card.properties.get("type"), **card.properties}
    printed |= {} if printed.get("name") != card.name else {"name": None}
    beside = [_value(name, value) for name, value in printed.items() if not name.endswith("text") and value]
    texts = [card.text, *(str(value) for name, value in printed.items() if name.endswith("text") and value)]
    return Wording(card.name, ", ".join(beside), _cut(" / ".join(filter(None, texts))))


def _value(name: str, value: object) -> str:
    told = plain(value)
    return told if name == "type" else f"{name} {told}"


def _cut(text: str) -> str:
    if text == UNKNOWN:
        return said("text not known")
    lines = " / ".join(filter(None, map(str.strip, text.splitlines())))
    return lines if len(lines) <= LONGEST else lines[:LONGEST].rsplit(" ", 1)[0] + " …"
