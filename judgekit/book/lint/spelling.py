"""Checks of single words: misspelt, cut short, run together, spelt two ways."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from judgekit.book.lint.finding import Fault, Finding
from judgekit.book.lint.subject import WORDS, Subject
from judgekit.book.numbering import parts_of
from judgekit.book.official import OfficialClause
from judgekit.book.wordstems import stem

_SLIPS = {"payed": "paid"}
_COMPOUNDS = {"gameplay", "sometimes", "beforehand", "standstill"}


def misspelt(subject: Subject) -> Iterator[Finding]:
    """A rare word one letter away from a common one, or two common words run together."""
    counts = subject.vocabulary
    common = {word for word, times in counts.items() if times >= 4 and len(word) >= 3 and "'" not in word}
    for word, times in counts.items():
        known = subject.is_word(word) and word not in _SLIPS
        if times > 12 or "'" in word or known or word in _COMPOUNDS:
            continue
        right = _SLIPS.get(word) or _cut_short(word, common)
        if len(word) >= 6:
            right = right or _one_letter_off(word, common) or _run_together(word, common)
        places = list(_clauses_with(subject, word))
        spread = times > 3 and len({parts_of(clause.number)[:2] for clause in places}) > 1
        if right and not spread and (word in _SLIPS or counts[right.split()[0]] >= 3 * times):
            for clause in places:
                torn = clause.number in subject.titles and clause.text.lower().endswith(word)
                fault: Fault = "extraction" if torn and right.startswith(word) else "publisher"
                reason = f"{word!r} is not a word" + ("; the end of the line is lost" if torn else "")
                yield Finding(clause.number, "misspelt word", reason, f"read {right!r}", fault, word)


def mended_later(subject: Subject) -> Iterator[Finding]:
    """A word one letter away from one that only the next edition has: there it was put right."""
    if not subject.newer:
        return
    later = Subject(subject.newer).vocabulary
    mended = {word for word in later if len(word) >= 6 and word not in subject.vocabulary}
    for word, times in subject.vocabulary.items():
        gone = times <= 2 and len(word) >= 6 and word not in later and not subject.is_word(word)
        right = _one_letter_off(word, mended) if gone else ""
        for clause in _clauses_with(subject, word) if right else ():
            reason = f"{word!r} here, {right!r} in {subject.newer.edition}"
            yield Finding(clause.number, "misspelt word", reason, f"read {right!r}", printed=word)


def _cut_short(word: str, common: set[str]) -> str:
    """The common word that lost its last letter here; empty where the rest could be a form of its own."""
    if f"{word}d" in common and not word.endswith("e") and len(word) >= 3:
        return f"{word}d"
    return f"{word}s" if word.endswith("ie") and f"{word}s" in common else ""


def _one_letter_off(word: str, common: set[str]) -> str:
    """A common word that differs by one letter in its middle, which inflection never does."""
    for other in sorted(common):
        if (
            len(other) >= 6
            and abs(len(other) - len(word)) <= 1
            and word[0] == other[0]
            and word[-1] == other[-1]
        ):
            longer, shorter = (word, other) if len(word) >= len(other) else (other, word)
            if len(longer) == len(shorter):
                if sum(a != b for a, b in zip(longer, shorter, strict=True)) == 1 and stem(word) != stem(
                    other
                ):
                    return other
            elif any(longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer) - 1)):
                return other if stem(word) != stem(other) else ""
    return ""


def _run_together(word: str, common: set[str]) -> str:
    for at in range(4, len(word) - 3):
        if word[:at] in common and word[at:] in common and word[at:] != "able":
            return f"{word[:at]} {word[at:]}"
    return ""


def _clauses_with(subject: Subject, word: str) -> Iterator[OfficialClause]:
    pattern = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    return (clause for clause in subject.text.clauses if pattern.search(clause.text))


def two_spellings(subject: Subject) -> Iterator[Finding]:
    """One word with and without a hyphen, or in British and American spelling."""
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for clause in subject.clauses:
        for word in WORDS.findall(clause.text):
            if len(word) > 2 and not word.endswith("-"):
                forms[_spelling_key(word)][word.lower()] += 1
    for spellings in forms.values():
        if len(spellings) < 2:
            continue
        usual = spellings.most_common(1)[0][0]
        titled = {number for number, title in subject.titles.items() if usual in title.lower().split()}
        for odd in [word for word in spellings if word != usual]:
            for clause in _clauses_with(subject, odd):
                reason = f"{odd!r} here, {usual!r} elsewhere"
                yield Finding(clause.number, "two names", reason, f"take both for {usual!r}", printed=odd)
            for number in sorted(titled):
                reason = f"{usual!r} in this heading, {odd!r} elsewhere"
                yield Finding(number, "two names", reason, f"take both for {usual!r}", printed=usual)


def _spelling_key(word: str) -> str:
    key = word.lower().replace("-", "")
    return re.sub(r"(?<=\w\w\w)our$", "or", re.sub(r"(?<=\wen)ce$", "se", key))


def stray_capital(subject: Subject) -> Iterator[Finding]:
    """A capital on a small word in mid-sentence."""
    for clause in subject.clauses:
        for match in re.finditer(
            r"(?<=[a-z] )(?:If|When|The|This|That|An|And|Or|Of|In|For)(?= [a-z])", clause.text
        ):
            if clause.number not in subject.titles:
                reason = f"{match[0]!r} with a capital in mid-sentence"
                repair = f"read {match[0].lower()!r}, or put a stop before it"
                yield Finding(clause.number, "misspelt word", reason, repair, printed=match[0])


def possessive_plural(subject: Subject) -> Iterator[Finding]:
    """An apostrophe in a plural."""
    for clause in subject.clauses:
        for match in re.finditer(
            r"\b([A-Za-z]+)'s (?:\(|are\b|is\b|have\b|can\b|that\b|with\b)|\b([A-Za-z]+)'s\)", clause.text
        ):
            word = match[1] or match[2]
            if word.lower() not in {"it", "that", "there", "what", "who", "he", "she", "let", "player"}:
                printed = f"{word}'s"
                yield Finding(
                    clause.number,
                    "misspelt word",
                    f"{printed!r} is a plural",
                    "drop the apostrophe",
                    printed=printed,
                )
