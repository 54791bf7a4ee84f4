"""Removes what lists and web pages put around card words: tags, icons, nested brackets, signs.

A pasted text becomes what a person would copy from the card: `<img alt="Auto">` and `<Enter>` are `[Auto]`
and `[Enter]`, `<br>` is the end of a line, `Ⅳ` is IV. What else a game's lists do is in the `markup` of its
`language/reading.py`. Only what is read is changed: the card keeps the text it was given.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable

Rewrite = tuple[str, str]  # a pattern, and what stands for it

IMAGE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""\b(alt|title|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
ENDS = re.compile(r"<br\s*/?>|</(?:p|li|div|tr|h\d)\s*>", re.IGNORECASE)
TAGS = re.compile(
    r"</?(?:a|b|i|u|p|em|strong|span|div|ul|ol|li|font|small|sup|sub|td|tr|table|ruby|rt)\b[^<>]*>",
    re.IGNORECASE,
)
CAPITALS = re.compile(r"<([ABIUP])>")
ICON = re.compile(r"[<＜〈]([^<>＜＞〈〉《》«»\dⅠ-Ⅻ]*)(\d*|[Ⅰ-Ⅻ])[>＞〉]")
# "(You may choose the same option twice.)" is no reminder.
AGAIN = r"(?i:\(\s*((?:you (?:may|can) choose|the same) [^()\n]*(?:once|twice|times|again)[^()\n]*)\s*\))"
WRAPPED: tuple[Rewrite, ...] = (
    (r"[⁅⁆＠@\u200b\ufeff]", ""),  # around names that a list has not translated; invisible signs
    (r"[<＜〈]\s*[《«≪]([^》»≫]*)[》»≫]\s*[>＞〉]", r"«\1»"),
    (r"[「『]([^「」『』]*)[」』]", r'"\1"'),
    (r"\*\*([^*\n]+)\*\*", r"\1"),  # bold
    (AGAIN, r"\1"),
)
# "This card gains the following effects: • … • …": each in quotes, as a single one would be.
GAINED = re.compile(
    r"(?P<gains>\b(?:gains?|has|have) )the following (?:effects?|abilit(?:y|ies)|skills?)(?: *[:：.])"
    r"(?P<listed>(?:\s*(?:■|[•・●⦁])[^\n■•・●⦁\"“”]+)+)",
    re.IGNORECASE,
)
AGAIN_SAID = r"[^\n]*(?:once|twice|times|again)[.:：]*"
HOW_MANY = r"(?:one or both|one or more|any number|(?:up to )?(?:one|two|three|\d+))"
FOLLOWING = r"following(?: (?:skills|abilities|effects|options))?"
OPENING = rf"(?:{FOLLOWING}|choose {HOW_MANY}|below)(?: *[:：.]| *[:：.;,]?{AGAIN_SAID})"
OPTIONS = re.compile(OPENING + r"\s*■[^\n]*(?:\n\s*■[^\n]*)*", re.IGNORECASE)
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
ROMAN = dict(zip("ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ", NUMERALS, strict=True))
PRICE = (
    r"(?:pay|rest|stand|discard|put|place|reveal|turn|destroy|return|choose|remove|send|exhaust|switch|KO)"
)
NOTHING = frozenset("-‐–—−―ー")  # a list's sign for a card without text


def in_quotes(listed: re.Match[str]) -> str:
    options = [each.strip() for each in re.split(r"[■•・●⦁]", listed["listed"]) if each.strip()]
    return listed["gains"] + " and ".join(f'"{each}"' for each in options) + "."


def plain(text: str, icons: Iterable[str] = (), rewrites: Iterable[Rewrite] = ()) -> str:
    """The words of a text; `icons` are what the game prints in square brackets, in lower case."""
    if text.strip() in NOTHING:
        return ""
    names = frozenset(name for name in CAPITALS.findall(text) if f"</{name}>" not in text)
    found = html.unescape(TAGS.sub(without(names), ENDS.sub("\n", IMAGE.sub(image, text))))
    for pattern, words in WRAPPED:
        found = re.sub(pattern, words, found)
    for pattern, words in rewrites:
        found = re.sub(pattern, words, found, flags=re.IGNORECASE)
    found = ICON.sub(bracketed(frozenset(icons)), found)
    found = GAINED.sub(in_quotes, found)
    found = OPTIONS.sub(lambda options: options[0].replace("■", "•"), found)
    return "".join(ROMAN.get(sign, sign) for sign in found)


def price_in_round(header: str, price: str) -> Rewrite:
    """What is to be done, in round brackets directly behind the header, is the cost and no note."""
    return rf"({header})\s*\(((?:{PRICE} [^()\n]*?|[①-⑨]))\.?\)(?: *[:：])?", rf"\1 {price}"


def without(names: frozenset[str]) -> Callable[[re.Match[str]], str]:
    """A mark is left out; one capital in angle brackets that nothing closes is somebody's name."""
    return lambda match: match[0] if match[0][1:-1] in names else ""


def image(match: re.Match[str]) -> str:
    """A picture by its alternative text; by its file, if it has none."""
    given = {name.lower(): one or other for name, one, other in ATTRIBUTE.findall(match[0])}
    said = given.get("alt") or given.get("title") or re.split(r"[/.]", f"/{given.get('src', '')}")[-2]
    return f"[{said}] " if said else ""


def bracketed(icons: frozenset[str]) -> Callable[[re.Match[str]], str]:
    """An icon in angle brackets, if the game has it; else it is a name, and stays."""

    def icon(match: re.Match[str]) -> str:
        said = " ".join(match[1].lower().replace("’", "'").split())
        if said not in icons:
            return match[0]
        return f"[{match[1].strip()} {match[2]}]" if match[2] else f"[{match[1].strip()}]"

    return icon
