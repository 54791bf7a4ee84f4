"""Where a case begins, and how its pinned text becomes rules, cards and a state again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

import msgspec

from judgekit import __version__
from judgekit.book.model import Book
from judgekit.cases.errors import CaseError, Unreadable
from judgekit.cases.play.fingerprint import fingerprint
from judgekit.engine.abilities import Pool
from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import CardId, State


@dataclass(frozen=True, slots=True)
class Opening:
    """A text, read: the rules it is played by, its cards, and the state it stands in."""

    rules: Rulebook
    pool: Pool
    state: State
    readings: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    title: str = ""
    named: frozenset[CardId] = frozenset()  # cards that the text tells apart by a name of their own


Loader = Callable[[str], Opening]

_loaders: dict[str, Loader | str] = {
    "position": "judgekit.cases.files.position:opening",
    "duel-60": "judgekit.audit.bench.duel60:load",
}


def register(kind: str, loader: Loader) -> None:
    """Say how texts of a kind are read; a kind can have one way only."""
    if _loaders.setdefault(kind, loader) != loader:
        raise CaseError(f"cases of kind {kind!r} already have a reader; give yours another name")


def kinds() -> tuple[str, ...]:
    return tuple(_loaders)


_editions: dict[str, str] = {"position": "judgekit.cases.files.position:opening_in"}


def load(kind: str, text: str, edition: str = "") -> Opening:
    """Read a text; the reader reports whatever is wrong with it. One that names no edition is read in the
    one that its case was made in."""
    found = _loader(kind)(text)
    if edition and found.rules.name != edition and kind in _editions:
        return _named(_editions[kind])(text, edition)  # type: ignore[no-any-return]
    return found


def _loader(kind: str) -> Loader:
    loader = _loaders.get(kind)
    if loader is None:
        raise Unreadable(f"this judgekit cannot read cases of kind {kind!r}; it reads {', '.join(_loaders)}")
    if isinstance(loader, str):
        loader = _loaders[kind] = _named(loader)
        assert not isinstance(loader, str)
    return loader


def _named(address: str) -> Any:
    module, _, name = address.partition(":")
    return getattr(import_module(module), name)


class Pinned(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a case runs on, as it was when the case was made: enough to run it again anywhere."""

    kind: str
    text: str  # the source, cards and all
    edition: str  # "godzilla/1.2"
    start: msgspec.Raw  # the state the text was read as
    engine: str  # version of judgekit
    fingerprint: str  # of the code and the book that ran it
    readings: dict[str, str] = {}  # that somebody chose
    assumptions: tuple[str, ...] = ()
    defaults: dict[str, str] = {}  # of all open questions on that day; an older judgekit did not keep them

    def state(self) -> State:
        return decode_state(bytes(self.start))

    def opening(self, text: str = "") -> Opening:
        """The text, or one with more cards in it, read by today's judgekit; the state is the recorded one."""
        return self.begun(load(self.kind, text or self.text, self.edition))

    def begun(self, today: Opening) -> Opening:
        """What the text is read as, at the recorded start."""
        if today.rules.name != self.edition:
            raise Unreadable(f"this case is of {self.edition}, but its text is read as {today.rules.name}")
        state = self.state()
        return replace(today, state=state, readings=self.readings, assumptions=self.assumptions)


def pin(kind: str, text: str, opening: Opening, readings: Mapping[str, str] | None = None) -> Pinned:
    """Write down all that a case will run on."""
    chosen = dict(opening.readings) | dict(readings or {})
    check_readings(opening.rules.book, chosen)
    return Pinned(
        kind=kind,
        text=text,
        edition=opening.rules.name,
        start=msgspec.Raw(encode_state(opening.state)),
        engine=__version__,
        fingerprint=fingerprint(opening.rules),
        readings=chosen,
        assumptions=opening.assumptions,
        defaults=dict(opening.rules.defaults),
    )


def check_readings(book: Book, readings: Mapping[str, str]) -> None:
    """Refuse a reading of a doubt that the book does not have, and a choice that the doubt does not have."""
    known = {doubt.id: doubt for doubt in book.doubts}
    for doubt, choice in readings.items():
        if doubt not in known:
            some = ", ".join(known) or "none"
            raise CaseError(f"{book.name} has no open question {doubt!r}; it has {some}")
        if choice not in known[doubt].choices:
            raise CaseError(f"{doubt} can be read as {', '.join(known[doubt].choices)}; got {choice!r}")


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Pinned)


def encode_pinned(pinned: Pinned) -> bytes:
    return _encoder.encode(pinned)


def decode_pinned(data: bytes | str) -> Pinned:
    return _decoder.decode(data)
