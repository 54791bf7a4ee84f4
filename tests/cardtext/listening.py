"""Which fields of the model somebody looks at while texts are compiled and played.

Every field of every struct of the model is wrapped for the time being. Reads by what only walks over a whole
ability (the walkers, the wording, the soundness check) do not count: they look at everything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from judgekit.cardtext import model
from judgekit.cardtext.checks.soundness import defaults
from judgekit.cardtext.model import Ability, Node, walk

LOOKS_AT_ALL = (
    "/say/", "/soundness.py", "/sense.py", "/wording.py", "/resolve.py", "/finish.py", "/build/", "/parse.py",
    "/frames.py", "/tests/",
)  # fmt: skip
KINDS = [kind for kind in vars(model).values() if isinstance(kind, type) and issubclass(kind, Node)]


class Heard:
    """A field that notes that somebody reads it, and is then itself again."""

    def __init__(self, kind: type[Node], name: str, heard: set[str]) -> None:
        self.kind, self.name, self.heard = kind, name, heard
        self.field = kind.__dict__[name]

    def __get__(self, node: Any, kind: Any = None) -> Any:
        if node is None:
            return self.field
        reader = sys._getframe(1).f_code
        if reader.co_name != "walk" and not any(part in reader.co_filename for part in LOOKS_AT_ALL):
            self.heard.add(f"{self.kind.__name__}.{self.name}")
            setattr(self.kind, self.name, self.field)
        return self.field.__get__(node, kind)

    def __set__(self, node: Any, value: Any) -> None:
        self.field.__set__(node, value)


@contextmanager
def listening() -> Iterator[set[str]]:
    """The names of the fields that are read inside: "Drawn.who"."""
    heard: set[str] = set()
    fields = [(kind, name, kind.__dict__[name]) for kind in KINDS for name in kind.__struct_fields__]
    for kind, name, _ in fields:
        setattr(kind, name, Heard(kind, name, heard))
    try:
        yield heard
    finally:
        for kind, name, field in fields:
            setattr(kind, name, field)


def said(abilities: tuple[Ability, ...]) -> set[str]:
    """The fields in which the abilities say something."""
    return {
        f"{type(node).__name__}.{name}"
        for node in walk(abilities)
        for name, unsaid in defaults(type(node)).items()
        if getattr(node, name) != unsaid
    }
