"""Printed text -> tokens. The literals of the grammar files go through here too, so both sides agree on
words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from judgekit.cardtext.errors import CardTextError


class Token(NamedTuple):
    """A word, number, sign, or something in quotes or brackets.

    `key` is what literals are compared with, `kind` the terminal of the grammar it can stand for ("" for
    none).
    """

    key: str
    kind: str
    value: str | int
    start: int
    end: int


# Signs that print differently and mean the same; each is one character, so that positions stay true.
SAME = {full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)} | str.maketrans(
    "’‘“”„″【】〔〕《》≪≫〈〉−–—―‐×・●⦁▪◦　\u00a0", '\'\'""""[][]«»«»‹›-----x•••••  '
)

PARTS = re.compile(
    r"""
      (?P<skip>\s+)
    | (?P<round>\()
    | <<(?P<trait2>[^<>]+)>> | «(?P<trait>[^«»]+)»
    | <(?P<character2>[^<>]+)> | ‹(?P<character>[^‹›]+)›
    | "(?P<quoted>[^"]*)" | '(?P<quoted2>\[[^\[\]]+\].*?[.\]]|(?-i:[A-Z])(?:[^'\n]|'(?=s\b))*\.)'(?!\w)
    | \{(?P<symbol>[^{}]+)\}
    | (?P<number>\d{1,3}(?:,\d{3})+(?!\d)|\d+)
    | (?P<circled>[①-⑳⓪])
    | (?P<prefix>non(?=-))
    | (?P<word>(?-i:Jr\.(?=\s+[a-z])|(?:Mr|Mrs|Dr)\.(?=\s+[A-Z]))|[^\W\d_](?:[^\W\d_]|['-](?=[^\W\d_]))*'?)
    | (?P<sign>[.,:;\[\]+\-/•*=%!?&→>])
    """,
    re.VERBOSE | re.IGNORECASE,
)
MISCLOSED = re.compile(r"(\[[^\[\]{}\n]*)\}")  # "[Auto}", as it is sometimes typed
SYMBOL = re.compile(r"[a-z]|\d+|red|blue|green|yellow|black", re.IGNORECASE)
KINDS = {
    "trait": "A_TRAIT",
    "trait2": "A_TRAIT",
    "character": "A_CHARACTER",
    "character2": "A_CHARACTER",
    "quoted": "A_NAME",
    "quoted2": "A_NAME",  # an ability, between single quotes
    "symbol": "A_SYMBOL",
    "number": "A_NUMBER",
    "circled": "A_CIRCLE",
}
NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
    "zero": 0, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip


def scan(text: str) -> list[Token]:
    """All tokens of a text, reminder text left out."""
    return list(_scanned(text))


@lru_cache(maxsize=1024)
def _scanned(text: str) -> tuple[Token, ...]:
    plain = MISCLOSED.sub(r"\1]", BULLET.sub("•", text.translate(SAME)))
    tokens: list[Token] = []
    at = 0
    while at < len(plain):
        match = PARTS.match(plain, at)
        if match is None:
            raise CardTextError(text, at, ("a word, a number or a sign of the card's text",))
        if match.lastgroup == "round":
            end = closing(plain, at)
            if end is None:
                raise CardTextError(text, at, (), reason="a round bracket is not closed")
            cost = COST_FOLLOWS.match(plain, end) and not EXPLAINS.match(plain, at)
            if BARE.fullmatch(plain, at, end) and not cost:
                raise CardTextError(text, at, (), reason=f"“{text[at:end]}” explains nothing: is it a cost?")
            if cost or LIMIT.match(plain, at):  # these are no reminders
                if "(" in plain[at + 1 : end]:
                    raise CardTextError(
                        text, at, (), reason="a cost cannot have brackets inside its brackets"
                    )
                tokens += [shifted(each, at + 1) for each in scan(text[at + 1 : end - 1])]
            at = end
            continue
        if match.lastgroup != "skip":
            tokens.append(token(match))
        at = match.end()
    return tuple(tokens)


BULLET = re.compile(r"(?m)^[-*](?=\s)")  # at the beginning of a line, a dash is a bullet
COST_FOLLOWS = re.compile(r"\s*:")
ROUND = re.compile(r"[()]")
EXPLAINS = re.compile(r"\(\s*(this (skill|ability|effect) |when |while |you can )", re.IGNORECASE)
BARE = re.compile(r"\(\s*(\d+|[a-z])\s*\)", re.IGNORECASE)
# What limits, allows or forbids something is no reminder.
LIMIT = re.compile(
    r"\(\s*(?:(?:up )?to a (?:min|max)imum\b|up to\b|(?:a )?(?:min|max)imum\b|at (?:most|least)\b"
    r"|[a-z ]+ (?:can't|cannot|can not|may not) be (?:reduced|lowered|decreased) below\b"
    r"|[^().]*\bapplies to (?:both|all|each)\b"
    r"|this (?:skill|ability|effect) (?:can|may) (?:only )?be (?:applied|used|activated)\b"
    r"|round(?:ed|ing)? (?:it |this |the result )?(?:up|down)\b|where x\b|x (?:is|equals)\b"
    r"|no (?:more|less|fewer) than\b|even if\b|only (?:if|once|during|when|while|in)\b"
    r"|(?:once|twice) (?:per|each|a)(?! \w+,)\b|(?:excluding|except|other than|but not)\b"
    r"|you (?:may|can) look at (?:it|them|those \w+) (?:first|before)\b"
    r"|you (?:may|can|cannot|can't) (?:only |not |still |also )?(?:do|use|choose)\b)",
    re.IGNORECASE,
)


def closing(text: str, at: int) -> int | None:
    """The end of the matching round bracket; there may be others inside."""
    depth = 0
    for bracket in ROUND.finditer(text, at):
        depth += 1 if bracket[0] == "(" else -1
        if not depth:
            return bracket.end()
    return None


def shifted(token: Token, by: int) -> Token:
    return token._replace(start=token.start + by, end=token.end + by)


def token(match: re.Match[str]) -> Token:
    group = match.lastgroup or ""
    value = match.group(group)
    start, end = match.span()
    kind = KINDS.get(group, "")
    if group == "number":
        value = value.replace(",", "")
        return Token(value, kind, int(value), start, end)
    if group == "circled":
        return Token("", kind, 0 if value == "⓪" else ord(value) - ord("①") + 1, start, end)
    if group == "symbol" and not SYMBOL.fullmatch(value):
        kind = "A_NAME"  # card names in braces
    if kind:
        return Token("", kind, value.strip(), start, end)
    if value.lower() in NUMBER_WORDS:
        return Token(value.lower(), "A_NUMBER", NUMBER_WORDS[value.lower()], start, end)
    return Token(value.lower(), "A_WORD" if group == "word" else "", value, start, end)
