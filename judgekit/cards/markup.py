"""From a source's markup to the text that the grammar reads; what a web page has damaged is mended and said.

Icons become words in brackets, line breaks lines. The original is kept beside it, byte for byte.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import msgspec

NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
}  # fmt: skip
HTML = frozenset((
    "a", "abbr", "b", "big", "br", "center", "code", "dd", "del", "div", "dl", "dt", "em", "font", "hr", "i",
    "img", "ins",
    "li", "ol", "p", "pre", "q", "s", "small", "span", "strike", "strong", "sub", "sup", "table",
    "tbody", "td", "th", "thead", "tr", "tt", "u", "ul", "wbr",
))  # fmt: skip
BALL = re.compile(r"/(red|blue|green|yellow|black|white)_ball")
LETTER = {"red": "R", "blue": "U", "green": "G", "yellow": "Y", "black": "B", "white": "W"}
BRACKETS = {"《": "》", "〈": "〉", "＜": "＞", "≪": "≫", "«": "»", "[": "]", "【": "】", "{": "}"}
_TAG = re.compile(r"<(/?)([A-Za-z][^\s<>/=]*)((?:\s[^<>]*)?)/?>")
_ATTRIBUTE = re.compile(r"""([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))|(\S+)""")


class Read(msgspec.Struct, frozen=True):
    """A text as the grammar reads it, what was mended in it, and icons that nobody knows."""

    text: str
    mended: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def read(original: str, game: str, names: Iterable[str] = ()) -> Read:
    """The text of a face; `names` are traits and characters of the list, to mend eaten ones by."""
    marks = _Marks(tuple(names))
    text = marks.markup(original) if _is_html(original) else original
    text = from_angles(text) if game == "godzilla" else text
    text = marks.brackets(_tidy(text))
    return Read("" if text in ("-", "‐", "–", "—") else text, tuple(marks.mended), tuple(marks.unknown))


def _is_html(text: str) -> bool:
    return any(
        tag[2].lower() in HTML or "=" in tag[3] or f"</{tag[2]}>" in text for tag in _TAG.finditer(text)
    )


class _Marks:
    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.mended: list[str] = []
        self.unknown: list[str] = []

    def markup(self, text: str) -> str:
        text = re.sub(r"<br\s*/?>|</p>|</div>|</li>", "\n", text, flags=re.IGNORECASE)
        text = re.sub(r"(\))(<img)", r"\1 \2", text)
        return html.unescape(_TAG.sub(self._tag, text))

    def _tag(self, tag: re.Match[str]) -> str:
        name = tag[2].lower()
        if name == "img":
            return self._icon(tag[0])
        if name in HTML:
            return ""
        if tag[1] or ("=" not in tag[3] and not self._known(tag[2])):
            return "" if tag[1] else tag[0]
        return self._eaten(tag)

    def _icon(self, picture: str) -> str:
        if ball := BALL.search(picture):
            return "{" + LETTER[ball[1]] + "}"
        alt = re.search(r'alt="([^"]*)"', picture)
        source = re.search(r'src="([^"]*)"', picture)
        word = alt[1].strip() if alt else ""
        if not word and source:
            word = source[1].rpartition("/")[2].partition(".")[0].replace("_", " ").replace("-", " ")
        if not word:
            self.unknown.append(picture)
            return "[?]"
        if word.lower() in NUMBERS:
            return f"{{{NUMBERS[word.lower()]}}}"
        return f"[{_headed(word)}]"

    def _eaten(self, tag: re.Match[str]) -> str:
        """`<frieza clan="">` was a name in angle brackets before a web page took it for an element."""
        words = [tag[2]]
        for part in _ATTRIBUTE.finditer(tag[3]):
            words += [part[1] or part[5] or "", part[2] or part[3] or part[4] or ""]
        said = " ".join(word for word in words if word).strip()
        name = self._known(said) or said.title()
        self.mended.append(f"{tag[0]} was read as <{name}>: the web page took a name for an element")
        return f"<{name}>"

    def _known(self, said: str) -> str:
        """A name of the list, whatever became of its capitals and spaces."""
        return _by_letters(self.names).get(_letters(said), "")

    def brackets(self, text: str) -> str:
        """An opening bracket whose name is known but whose closing one is lost."""
        for opening, closing in BRACKETS.items():
            for lost in re.finditer(
                re.escape(opening) + rf"(?=[^{re.escape(opening + closing)}\n]*(?:\n|$))", text
            ):
                rest = text[lost.end() :].partition("\n")[0]
                name = next((n for n in _longest(self.names) if rest.startswith(n)), "")
                if name:
                    end = lost.end() + len(name)
                    self.mended.append(f"{closing} was lost after {opening}{name}")
                    return self.brackets(text[:end] + closing + text[end:])
        return text


@lru_cache(maxsize=16)
def _by_letters(names: tuple[str, ...]) -> dict[str, str]:
    return {_letters(name): name for name in reversed(names)}


@lru_cache(maxsize=16)
def _longest(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names, key=len, reverse=True))


def _letters(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", name).casefold() if sign.isalnum())


def _headed(icon: str) -> str:
    """`Activate Main` is printed as Activate: Main."""
    return re.sub(r"^(Activate|Counter)[ -]+(?=\w)", r"\1: ", icon)


def from_angles(text: str) -> str:
    """<Enter> is an icon, <Awakening4> one with a number, <《Moth》> a trait; <Destroy> is the word."""
    text = re.sub(r"<《([^》]*)》>", r"«\1»", text)
    text = re.sub(r"<(Awakening|Burst|Evolution)\s*(\d+)>", r"[\1 \2]", text)
    text = re.sub(r"<Step\s*(\d)>", r"an invasion icon of \1", text)
    text = re.sub(r"\b(be|is|was|been) <Destroy>", r"\1 destroyed", text)
    text = re.sub(r"\b(this card) <Destroy>", r"\1 destroys", text)
    text = text.replace("<Destroy>", "destroy").replace("<Rage>", "rage")
    text = re.sub(r"<([A-Z][^<>]*)>", r"[\1]", text)
    return re.sub(r" +([,.])", r"\1", text)


_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in "＜＞"}
_SIGNS = str.maketrans({
    "\u3000": " ", "\u00a0": " ", "’": "'", "‘": "'", "“": '"', "”": '"', "〈": "<", "〉": ">", "＜": "<",
    "＞": ">", "Ⅰ": "I", "Ⅱ": "II", "Ⅲ": "III", "Ⅳ": "IV", "｢": "「", "｣": "」", "･": "・",
} | {chr(code): chr(plain) for code, plain in _WIDTH.items()})  # fmt: skip


def _tidy(text: str) -> str:
    """Widths and quotes as in print; runs of blanks as one, lines without blanks at their ends."""
    lines = (" ".join(line.split()) for line in text.translate(_SIGNS).replace("\r", "\n").split("\n"))
    return re.sub(r" +(?=[,.])", "", "\n".join(line for line in lines if line))
