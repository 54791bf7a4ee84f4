"""Godzilla's own rules of the grammar: what the parts of each mean together."""

from judgekit.games.godzilla.language.build import phrases, rage, this_way, zones

__all__ = ["phrases", "rage", "this_way", "zones"]
