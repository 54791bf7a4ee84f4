"""Texts that the grammar itself makes up: random derivations, short ones first."""

from __future__ import annotations

import random
from functools import cache

from judgekit.cardtext.chart import Alternative, Grammar
from judgekit.cardtext.parse import grammar

SAMPLES = {
    "A_NUMBER": ("1", "2", "3", "5"),
    "A_NAME": ('"Kaz"', '"Rookie Fighter"'),
    "A_TRAIT": ("«Moth»", "«Mecha»"),
    "A_CHARACTER": ("<Kaz>", "<Uri>"),
    "A_SYMBOL": ("{R}", "{1}", "{U}"),
    "A_CIRCLE": ("①", "②"),
    "A_WORD": ("word",),
}
FAR = 10_000


@cache
def heights(game: str) -> dict[str, int]:
    """How many rules deep the shortest text of each rule is."""
    known = grammar(game)
    found = dict.fromkeys(known.rules, FAR)
    changed = True
    while changed:
        changed = False
        for name, alternatives in known.rules.items():
            best = min(1 + height(one, found) for one in alternatives)
            if best < found[name]:
                found[name] = best
                changed = True
    return found


def height(one: Alternative, found: dict[str, int]) -> int:
    return max((found[step.name] for step in one.steps if step.is_rule), default=0)


def made_up(game: str, seed: int, depth: int = 14, start: str = "line") -> str:
    """A random text of the game; the same seed gives the same text."""
    words = list(derived(grammar(game), heights(game), start, depth, random.Random(seed)))
    return spaced(words)


def derived(known: Grammar, low: dict[str, int], name: str, depth: int, dice: random.Random) -> list[str]:
    options = [one for one in known.rules[name] if height(one, low) < depth]
    one = dice.choice(options or [min(known.rules[name], key=lambda each: height(each, low))])
    words: list[str] = []
    for step in one.steps:
        if step.is_rule:
            words += derived(known, low, step.name, depth - 1, dice)
        elif step.kept:
            words.append(dice.choice(SAMPLES[step.name]))
        else:
            words.append(step.name)
    return words


def spaced(words: list[str]) -> str:
    text = " ".join(words)
    for sign in (".", ",", ":", "]"):
        text = text.replace(f" {sign}", sign)
    return text.replace("[ ", "[").replace("+ ", "+").replace("- ", "-")
