"""Texts that the grammar itself makes up: random derivations, short ones first; and cards with one part of
them said otherwise."""

from __future__ import annotations

import random
from functools import cache

from judgekit.cardtext.parse import actions, grammar
from judgekit.cardtext.reader import Alternative, Reading
from judgekit.cardtext.scan import scan

SAMPLES = {
    "A_NUMBER": ("1", "2", "3", "5"),
    "A_NAME": ('"Kaz"', '"Rookie Fighter"'),
    "A_TRAIT": ("«Moth»", "«Mecha»"),
    "A_CHARACTER": ("<Kaz>", "<Uri>"),
    "A_SYMBOL": ("{R}", "{1}", "{U}"),
    "A_CIRCLE": ("①", "②"),
    "A_WORD": ("word",),
    "A_UNREAD": ("juggle torches",),  # nothing that the grammar knows
    "A_PROPER": ("Machine", "Zoo Brigade"),
    "A_PROPERS": ("Machine's", "Zoo Brigade's"),
}
FAR = 10_000
WHOLE = frozenset({"line", "ability", "later_ability", "body_ability", "body", "sentence"})


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
    if any(step.name == "A_UNREAD" for step in one.steps):
        return FAR  # nobody prints what is not read
    return max((found[step.name] for step in one.steps if step.is_rule), default=0)


def made_up(game: str, seed: int, depth: int = 14, start: str = "line") -> str:
    """A random text of the game; the same seed gives the same text."""
    return spaced(derived(game, start, depth, random.Random(seed)))


@cache
def options(game: str, name: str, depth: int) -> list[Alternative]:
    """The ways to say a rule within so many rules; if there are none, the shortest."""
    ways, low = grammar(game).rules[name], heights(game)
    near = [one for one in ways if height(one, low) < depth]
    return near or [min(ways, key=lambda each: height(each, low))]


def derived(game: str, name: str, depth: int, dice: random.Random) -> list[str]:
    words: list[str] = []
    for step in dice.choice(options(game, name, depth)).steps:
        if step.is_rule:
            words += derived(game, step.name, depth - 1, dice)
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


@cache
def spans(game: str, text: str) -> tuple[tuple[str, int, int], ...]:
    """Parts of a line that are read as something: the rule, and where its words begin and end."""
    tokens = scan(text)
    reading = Reading(grammar(game), tokens, actions(game))
    reading.read("line")
    found = (
        (rule, tokens[at].start, tokens[end - 1].end)
        for (rule, at), ends in reading.known.items()
        for end, values in ends.items()
        if values and end > at and not rule.startswith("_") and rule not in WHOLE
    )
    return tuple(sorted(found))


def varied(game: str, text: str, seed: int, depth: int = 3) -> str:
    """A line with one part of it said in another way that the grammar has."""
    dice = random.Random(seed)
    parts = spans(game, text)
    if not parts:
        return text
    rule, start, end = dice.choice(parts)
    ways = grammar(game).rules[rule]
    steps = ways[dice.randrange(len(ways))].steps
    words: list[str] = []
    for step in steps:
        if step.is_rule:
            words += derived(game, step.name, depth, dice)
        else:
            words.append(dice.choice(SAMPLES[step.name]) if step.kept else step.name)
    return f"{text[:start]}{spaced(words)}{text[end:]}"
