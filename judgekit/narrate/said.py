"""What judgekit says about a game outside its steps, in every game in the same words.

How rulings fail, what searches find, how answers are refused, what a learner is asked: the sentences are in
`said.toml`, by the room that says them, and each is found by its key: `said("not reached", clause="4.1")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from judgekit.engine.words import Words, read

KEYED = ("answers", "cases", "boards", "rulings", "searches", "stories", "effects", "proofs", "learning")
BY_ID = (  # by a name that code or questions store
    "kinds of questions", "mistakes", "played out",
    "states of clauses", "states of clauses before rulings are run",
)  # fmt: skip
FILE = resources.files("judgekit.narrate").joinpath("said.toml")

_sections = read(FILE, KEYED, BY_ID)
said = Words(_sections, str(FILE), keyed=KEYED)


def by_id(section: str) -> Mapping[str, str]:
    """The sentences of a section by their names."""
    return _sections[section]
