"""From a source's markup to the text the grammar reads; web page damage is mended and reported.

The words without markup are `cardtext`'s business; this module mends what a list has lost or broken on the
way. The original is kept beside it, byte for byte.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from judgekit.cardtext.markup import ATTRIBUTE as PICTURED
from judgekit.cardtext.markup import IMAGE
from judgekit.cardtext.parse import unmarked

HTML = frozenset((
    "a", "abbr", "b", "big", "br", "center", "code", "dd", "del", "div", "dl", "dt", "em", "font", "hr", "i",
    "img", "ins", "li", "ol", "p", "pre", "q", "rt", "ruby", "s", "small", "span", "strike", "strong", "sub",
    "sup", "table", "tbody", "td", "th", "thead", "tr", "tt", "u", "ul", "wbr",
))  # fmt: skip
BRACKETS = {"《": "》", "〈": "〉", "＜": "＞", "≪": "≫", "«": "»", "[": "]", "【": "】"}
_TAG = re.compile(r"<(/?)([A-Za-z][^\s<>/=]*)((?:\s[^<>]*)?)/?>")
_ATTRIBUTE = re.compile(r"""([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))|(\S+)""")


class Read(msgspec.Struct, frozen=True):
    """A text as the grammar reads it, what was mended in it, and unknown icons."""

    text: str
    mended: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def read(original: str, game: str, names: Iterable[str] = ()) -> Read:
    """The text of a face; `names` are the list's traits and characters, used to mend eaten ones."""
    mender = _Mender(tuple(names))
    text = mender.brackets(_TAG.sub(mender.tag, original) if "<" in original else original)
    unknown = [one[0] for one in IMAGE.finditer(text) if not _says_something(one[0])]
    return Read(_tidy(unmarked(text, game.replace("-", "_"))), tuple(mender.mended), tuple(unknown))


def _says_something(picture: str) -> bool:
    return any(one or other for _, one, other in PICTURED.findall(picture))


class _Mender:
    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.mended: list[str] = []
        self.open: list[str] = []  # eaten names whose closing element is still to come

    def tag(self, tag: re.Match[str]) -> str:
        """`<storm clan="">` was a name in angle brackets before a web page took it for an element."""
        if tag[2].lower() in HTML:
            return tag[0]
        if tag[1]:
            is_eaten = tag[2] in self.open
            return "" if is_eaten else tag[0]
        is_closed = f"</{tag[2]}>" in tag.string[tag.end() :]
        if "=" not in tag[3] and not is_closed:
            return tag[0]
        self.open.append(tag[2])
        return self._eaten(tag)

    def _eaten(self, tag: re.Match[str]) -> str:
        words = [tag[2]]
        for part in _ATTRIBUTE.finditer(tag[3]):
            words += [part[1] or part[5] or "", part[2] or part[3] or part[4] or ""]
        said = " ".join(word for word in words if word).strip()
        name = _by_letters(self.names).get(_letters(said)) or said.title()
        self.mended.append(f"{tag[0]} was read as <{name}>: the web page took a name for an element")
        return f"<{name}>"

    def brackets(self, text: str) -> str:
        """An opening bracket whose name is known but whose closing one is lost."""
        for opening, closing in BRACKETS.items():
            for lost in re.finditer(re.escape(opening), text):
                rest = re.split(r"\n|<br", text[lost.end() :], maxsplit=1)[0]
                if closing in rest.partition(opening)[0]:
                    continue
                name = next((one for one in _longest(self.names) if rest.startswith(one)), "")
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


_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width signs
_SIGNS = str.maketrans(
    _WIDTH
    | {"\u3000": " ", "\u00a0": " ", "’": "'", "‘": "'", "“": '"', "”": '"', "〈": "<", "〉": ">", "･": "・"}
)


def _tidy(text: str) -> str:
    """Widths and quotes as in print; runs of blanks as one, no blanks at the ends of lines."""
    lines = (" ".join(line.split()) for line in text.translate(_SIGNS).replace("\r", "\n").split("\n"))
    return re.sub(r" +(?=[,.])", "", "\n".join(line for line in lines if line))
