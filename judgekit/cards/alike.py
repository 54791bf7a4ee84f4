"""Telling a real change of a text from spacing and from signs that a source has lost."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from typing import Literal

Likeness = Literal["same", "spacing", "lost signs", "changed"]

LOST = "?\ufffd\u25a1"
_SPACE = re.compile(r"\s+")


def likeness(one: str, other: str) -> Likeness:
    """How two texts differ, if at all."""
    if one == other:
        return "same"
    first, second = _squeezed(one), _squeezed(other)
    if first == second:
        return "spacing"
    return "lost signs" if _is_lossy(first, second) or _is_lossy(second, first) else "changed"


def losses(text: str) -> int:
    """How many signs seem to be lost: a question mark inside a word, a replacement sign."""
    return len(re.findall(r"[\ufffd\u25a1]|(?<=\S)\?(?=\w)|(?<=\w)\?(?=\S)", text))


def _squeezed(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'")
    return _SPACE.sub("", plain.replace("\u30fb", "").replace("\u00b7", ""))


def _is_lossy(damaged: str, whole: str) -> bool:
    """Whether every difference is a sign of the whole text that the other has as `?`, or not at all.

    A letter or digit that is missing is a change of the text; only other signs get lost without a trace.
    """
    match = SequenceMatcher(None, damaged, whole, autojunk=False)
    for what, a, b, c, d in match.get_opcodes():
        gone, there = damaged[a:b], whole[c:d]
        if what == "equal":
            continue
        if not gone:
            if not _is_losable(there):
                return False
        elif set(gone) - set(LOST) or len(there) > len(gone) * 2:
            return False
    return True


def _is_losable(signs: str) -> bool:
    """Quotes, and signs outside ASCII: what a wrong encoding swallows."""
    return all(sign in "'\"" or not sign.isascii() for sign in signs)


def marked(before: str, after: str) -> str:
    """A text with its changes marked by words: [-gone-] {+new+}."""
    signs = {"": "{}", "del": "[-{}-]", "ins": "{{+{}+}}"}
    return " ".join(signs[how].format(words) for how, words in runs(before, after))


def runs(before: str, after: str) -> list[tuple[str, str]]:
    """A text by runs of words: kept, gone (`del`) or new (`ins`)."""
    old, new = before.split(), after.split()
    found: list[tuple[str, str]] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        kept = what == "equal"
        found += [("" if kept else "del", " ".join(old[a:b]))] if b > a else []
        found += [("ins", " ".join(new[c:d]))] if d > c and not kept else []
    return found


def changed_sentence(before: str, after: str) -> str:
    """The first sentence of a text that another does not have."""
    kept = {_squeezed(one) for one in sentences(after)}
    return next((one for one in sentences(before) if _squeezed(one) not in kept), "")


def sentences(text: str) -> list[str]:
    found = re.split(r"(?<=[.!)\]])\s+(?=[A-Z\[【《<{(])|\n+", text)
    return [one.strip() for one in found if one.strip()]
