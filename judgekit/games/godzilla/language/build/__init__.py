"""Godzilla's own rules of the grammar: what the parts of each mean together."""

from judgekit.games.godzilla.language.build import phrases, rage, zones

__all__ = ["phrases", "rage", "zones"]
