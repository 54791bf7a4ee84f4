"""Words cut to their stems, so that two ways of saying a thing can be compared."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z]{2,}")
_ENDINGS = ("ing", "ed", "es", "s")
_IRREGULAR = {
    "chosen": "choos",
    "chose": "choos",
    "choice": "choos",
    "dealt": "deal",
    "lost": "los",
    "given": "giv",
    "drawn": "draw",
    "shown": "show",
    "met": "meet",
    "invasion": "invad",
    "destruction": "destroi",
    "declaration": "declar",
    "resolution": "resolv",
    "beginning": "begin",
}
SMALL = frozenset(
    {
        "the",
        "an",
        "of",
        "to",
        "in",
        "is",
        "are",
        "be",
        "and",
        "or",
        "if",
        "that",
        "this",
        "it",
        "its",
        "for",
        "by",
    }
    | {
        "on",
        "with",
        "as",
        "from",
        "at",
        "when",
        "which",
        "their",
        "they",
        "you",
        "your",
        "any",
        "each",
        "then",
    }
    | {
        "than",
        "other",
        "not",
        "no",
        "has",
        "have",
        "had",
        "may",
        "can",
        "cannot",
        "will",
        "would",
        "was",
        "were",
    }
    | {"does", "do", "did", "one", "all", "there", "these", "those", "such", "into", "out", "up", "before"}
    | {
        "after",
        "during",
        "without",
        "following",
        "follow",
        "below",
        "above",
        "case",
        "order",
        "described",
        "see",
    }
    | {"section", "card", "cards", "player", "players"}
)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """`abilities` and `ability`, `placed` and `place` are the same."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies"):
        word = word[:-2]
    else:
        ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= 3), "")
        word = word[: len(word) - len(ending)] if not word.endswith("ss") else word
    if len(word) > 4 and word[-1] == word[-2]:
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word[-1] == "y" else word


def stems(text: str) -> list[str]:
    """The stems of the words that carry meaning, in order."""
    return [stem(word) for word in _WORD.findall(text.lower()) if word not in SMALL]
