"""Targets: the cards, zones and amounts a text mentions. One module per part of a description."""

from judgekit.cardtext.build.targets import nouns, references, selectors, tails
from judgekit.cardtext.build.targets.quantities import count_of, counted_selector, described
from judgekit.cardtext.build.targets.selecting import Counted, Lone, comparison, selector, there_is_one

__all__ = [
    "Counted",
    "Lone",
    "comparison",
    "count_of",
    "counted_selector",
    "described",
    "nouns",
    "references",
    "selector",
    "selectors",
    "tails",
    "there_is_one",
]
