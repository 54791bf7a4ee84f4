"""Godzilla's own grammar rules: what the parts of each mean together."""

from judgekit.games.godzilla.language.build import frame, phrases, rage, this_way, zones

__all__ = ["frame", "phrases", "rage", "this_way", "zones"]
