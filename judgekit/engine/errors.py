"""What can go wrong on our side of the table. A player's refusal is not an error: it is an event."""

from __future__ import annotations


class EngineError(Exception):
    """The base of every error that the engine raises on purpose."""


class RegistryError(EngineError):
    """A rulebook's code does not match its book."""


class WordsError(EngineError):
    """A sentence that a game does not have, or that does not fit what it is about."""


class RuleError(EngineError):
    """A step did what no step may do."""


class Endless(RuleError):
    """The rules never stop, and nobody has a choice."""


class NotAnOption(EngineError):
    """An answer that the question does not offer."""


class NothingAsked(EngineError):
    """An answer where there is no question."""


class CannotStand(EngineError):
    """A state that stands at a clause without a step."""
