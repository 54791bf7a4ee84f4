"""A file's lines -> numbered clauses, by a walk along the numbers that may come next.

A number that opens a line and may come next starts a clause; so does exactly one such number in mid-sentence.
A number that may not come next is a reference, a gap or a misprint, and the numbers that follow show which.
Everything else continues the clause above. Marks, bullets and indentation mean nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

import msgspec

from judgekit.book.address import sort_key
from judgekit.book.numbering import DOTTED, HYPHENED, LETTERED, Style, depth_of, parts_of
from judgekit.book.official import Damage, Entry

_STOPS = (".", "!", "?", ":", ";")
_CLOSING = "\"')]】»"
OPENING = re.compile(r"[\"'(\[【«<]*[A-Z0-9]")  # a sentence's beginning
_BULLET = re.compile(r"\s*[-*•▶■]\s+")
_HEADING = re.compile(r"\s*#+\s*")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_TAG = re.compile(r"</?(?:u|b|i|br|p|span|sup|sub|em|strong|div|font)\b[^>]*>", re.IGNORECASE)
_FORMULA = re.compile(r"\\\((.*?)\\\)|\$([^$]*)\$")
_QUOTES = str.maketrans("“”„‟‘’‚", '""""\'\'\'')
_CHAPTER = re.compile(r"(?:Section|Chapter)\s+(\d{1,2})\b[.:]?\s*", re.IGNORECASE)
_LEADER = re.compile(r"(?:\.{3,}|…|\t| {3,})\s*\d{0,4}\s*$")
_AFTERWORD = re.compile(
    r"(?:change ?log|update (?:history|summary)|revision history|version history|last updated)\b",
    re.IGNORECASE,
)
_APPENDIX = re.compile(r"appendix\b", re.IGNORECASE)
_CIRCLED = re.compile(r"[①-⓿㉑-㉟]")
_WIDE_GAP = re.compile(r"\.  +\S")  # behind a number
_LOOSE_STOP = re.compile(r"\s+\.")
_ALL_BOLD = re.compile(r"(?:[\da-z.-]+\.\s*)?\*\*[^*]{20,}\*\*\s*")


class Line(msgspec.Struct, frozen=True):
    """A line of the file without its marks."""

    at: int
    text: str
    bullet: bool
    fresh: bool  # a blank line stands before it, or a bullet or heading mark opens it
    marked: bool  # there was a link, a tag or a formula in it
    headed: bool = False  # a heading mark opens it
    bold: bool = False  # all its words are in bold type


class Node(msgspec.Struct):
    """A clause while the walk collects its paragraphs."""

    number: str
    lines: list[Line]
    printed: str = ""
    harms: list[Damage] = msgspec.field(default_factory=list)


class Draft(msgspec.Struct):
    """A file read as a book that is not yet known to be one of ours."""

    source: str
    style: Style
    nodes: list[Node]
    front: list[Entry]
    contents: list[Entry]
    changelog: list[Entry]
    appendix: list[Line]


def read_lines(raw: Sequence[str], source: str) -> Draft:
    """Walk the lines of a book, from its first chapter to its changelog."""
    lines = _cleaned(raw)
    style = _style_of(lines)
    start = _body_start(lines, raw, style)
    stop = _first_match(lines, start, _AFTERWORD)
    annex = _first_match(lines[:stop], start, _APPENDIX)
    walk = Walk(style, _paragraphs(lines[start:annex], style))
    walk.run()
    front, contents = _front_matter(lines[:start], raw, style)
    changelog = [Entry(line.at, line.text) for line in lines[stop:] if line.text]
    return Draft(source, style, walk.nodes, front, contents, changelog, lines[annex:stop])


def _cleaned(raw: Sequence[str]) -> list[Line]:
    lines = []
    blank = True
    for at, text in enumerate(raw, 1):
        line = _clean(at, text, blank)
        blank = not line.text
        lines.append(line)
    return lines


def _paragraphs(lines: Sequence[Line], style: Style) -> list[Line]:
    """Lines that were only wrapped, joined; a line that opens with a number is never joined here."""
    joined: list[Line] = []
    for line in lines:
        if joined and line.text and not line.fresh and _is_wrapped(joined[-1].text, line.text, style):
            text = _LINK.sub(r"\1", f"{joined[-1].text} {line.text}")
            joined[-1] = msgspec.structs.replace(joined[-1], text=text)
        elif line.text:
            joined.append(line)
    return joined


def _is_wrapped(above: str, text: str, style: Style) -> bool:
    number, rest = _leading(style, above)
    title = bool(number) and depth_of(number) <= 2 and not is_ended(rest) and len(rest.split()) <= 8
    apart = "\t" in above + text or text.lower().startswith("example") or re.match(_CIRCLED, text)
    return not (apart or _leading(style, text)[0] or (title and OPENING.match(text)))


def _clean(at: int, raw: str, blank_before: bool) -> Line:
    text = raw.strip("\ufeff")
    headed = _HEADING.match(text)
    text = text[headed.end() :] if headed else text
    bullet = _BULLET.match(text)
    text = text[bullet.end() :] if bullet else text
    bare = _FORMULA.sub(_words_of_formula, _LINK.sub(r"\1", _TAG.sub("", text)))
    marked, bold = bare != text, bool(_ALL_BOLD.fullmatch(text))
    text = bare.replace("**", "").translate(_QUOTES).strip()
    fresh = blank_before or bool(bullet) or bool(headed)
    return Line(at, text, bool(bullet), fresh, marked, bool(headed), bold)


def _words_of_formula(match: re.Match[str]) -> str:
    """Brackets that were taken for mathematics: keep the words between them."""
    words = re.findall(r"\\text\{([^}]*)\}", match[0])
    return f"«({words[0]})»" if words else " ".join(re.findall(r"(?<!\\)\b\w+", match[0]))


def _style_of(lines: Iterable[Line]) -> Style:
    """The style in which most lines open with a number of two parts or more."""
    votes = {DOTTED: 0, HYPHENED: 0, LETTERED: 0}
    shapes = {
        DOTTED: re.compile(r"\d{1,2}\.\d{1,2}[.\s]"),
        HYPHENED: re.compile(r"\d{1,2}-\d{1,2}-\d{1,2}"),
        LETTERED: re.compile(r"\d{1,2}-\d{1,2}[a-z]"),
    }
    for line in lines:
        for style, shape in shapes.items():
            votes[style] += bool(shape.match(line.text))
    return max(votes, key=lambda style: votes[style])


def _leading(style: Style, text: str) -> tuple[str, str]:
    """The number that opens the text and the rest; no number if none does."""
    chapter = _CHAPTER.match(text)
    if chapter:
        return chapter[1], text[chapter.end() :]
    match = style.leading().match(text)
    return (match[1], text[match.end() :]) if match else ("", text)


def _body_start(lines: Sequence[Line], raw: Sequence[str], style: Style) -> int:
    """The line of chapter 1 itself, not of its entry in the contents list."""
    first = style.first_child("1")
    chapter = 0
    for at, line in enumerate(lines):
        number, _ = _leading(style, line.text)
        if not number or _LEADER.search(raw[at]):
            continue
        if number == "1":
            chapter = at
        elif number == first:
            return chapter if lines[chapter].text and _leading(style, lines[chapter].text)[0] == "1" else at
    return chapter


def _first_match(lines: Sequence[Line], start: int, pattern: re.Pattern[str]) -> int:
    for at in range(start, len(lines)):
        text = lines[at].text
        if pattern.match(text) and len(text.split()) <= 5 and not text.endswith("."):
            return at
    return len(lines)


def _front_matter(lines: Sequence[Line], raw: Sequence[str], style: Style) -> tuple[list[Entry], list[Entry]]:
    front, contents = [], []
    for line in lines:
        if not line.text:
            continue
        number, rest = _leading(style, line.text)
        if _LEADER.search(raw[line.at - 1]):
            title = re.sub(r"(?:[.…\s]*(?:\t|\.{3,}|\s{3,})\s*\d*\s*)$", "", rest).strip()
            contents.append(Entry(line.at, title, number))
        else:
            front.append(Entry(line.at, line.text))
    return front, contents


class Walk:
    """The walk along the expected numbers."""

    def __init__(self, style: Style, lines: Sequence[Line]) -> None:
        self.style = style
        self.lines = [line for line in lines if line.text]
        self.nodes: list[Node] = []
        self.opened = [_leading(style, line.text) for line in self.lines]
        self.leads = [(at, number) for at, (number, _) in enumerate(self.opened) if number]
        self.lead_places = [at for at, _ in self.leads]

    def run(self) -> None:
        for at, (line, (number, rest)) in enumerate(zip(self.lines, self.opened, strict=True)):
            if not (number and self.opens(at, line, number, rest)) and not self.hides(at, line):
                self.goes_on(line)

    def ahead(self, at: int, count: int = 3) -> list[str]:
        """The next few numbers that open a line."""
        place = bisect_right(self.lead_places, at)
        return [number for _, number in self.leads[place : place + count]]

    def opens(self, at: int, line: Line, number: str, rest: str) -> bool:
        """Start the clause whose number opens the line, unless that number is only a reference there."""
        if not self.nodes:
            self.start(number, line, rest)
            return True
        here = self.nodes[-1].number
        after = self.ahead(at)
        if number in self.style.may_follow(here):
            return self.is_next(line, number, rest, after)
        if not (line.fresh or self.is_complete()) or not OPENING.match(rest):
            return False
        goes_on = bool(set(after) & self.style.may_follow(number))
        if goes_on and (sort_key(number) > sort_key(here) or self.backtracks(number, after)):
            self.start(number, line, rest)
            return True
        return self.is_misprint(line, number, rest, after)

    def is_next(self, line: Line, number: str, rest: str, after: Sequence[str]) -> bool:
        """Start the clause that is due, unless its number only happens to open a wrapped line."""
        if not line.fresh and not self.is_complete():
            if after[:1] == [number]:
                return False
            if rest[:1].islower():
                return self.resumes(line, number, rest)
        if depth_of(number) == 1 and after and parts_of(after[0])[0] != number:
            return False
        self.start(number, line, rest)
        return True

    def resumes(self, line: Line, number: str, rest: str) -> bool:
        """The number stands in mid-sentence: an unnumbered paragraph above it begins the clause."""
        above = self.nodes[-1].lines
        if len(above) < 2 or not above[-1].fresh or not OPENING.match(above[-1].text):
            return False
        beginning = above.pop()
        node = self.start(number, beginning, f"{beginning.text} {rest}")
        node.harms.append(Damage(line.at, number, "displaced number", "the number stood in mid-sentence"))
        return True

    def backtracks(self, number: str, after: Sequence[str]) -> bool:
        """Give up clauses begun by mistake: this number follows the one before them, as do the next."""
        if after[:1] not in ([self.style.first_child(number)], [self.style.next_sibling(number)]):
            return False
        for back in range(1, min(4, len(self.nodes))):
            if number in self.style.may_follow(self.nodes[-1 - back].number):
                for false in self.nodes[-back:]:
                    first = msgspec.structs.replace(
                        false.lines[0], text=f"{false.number}. {false.lines[0].text}"
                    )
                    self.nodes[-1 - back].lines += [first, *false.lines[1:]]
                del self.nodes[-back:]
                return True
        return False

    def is_misprint(self, line: Line, number: str, rest: str, after: Sequence[str]) -> bool:
        """Start the clause that fits here, where another number is printed."""
        may = self.style.may_follow(self.nodes[-1].number)
        follows = after[0] if after else ""
        fitting = [one for one in may if follows in self.style.may_follow(one) and follows not in may]
        if len(fitting) != 1:
            same = (len(parts_of(number)), parts_of(number)[-1])
            fitting = [one for one in may if (len(parts_of(one)), parts_of(one)[-1]) == same]
        if not fitting and number == self.nodes[-1].number:
            fitting = [self.style.next_sibling(number)]
        if len(fitting) != 1:
            return False
        node = self.start(fitting[0], line, rest, printed=number)
        node.harms.append(
            Damage(line.at, node.number, "misprinted number", f"printed as {number}; read as {node.number}")
        )
        return True

    def hides(self, at: int, line: Line) -> bool:
        """Start the one expected clause whose number stands in mid-sentence."""
        if not self.nodes:
            return False
        may = self.style.may_follow(self.nodes[-1].number)
        outside = re.sub(r"\([^)]*\)", lambda match: " " * len(match[0]), line.text)
        found = [
            match
            for match in self.style.inside().finditer(outside)
            if match[1] in may and re.match(r"\s?\.\s+\S", outside[match.end() :])
        ]
        if len(found) != 1 or not (line.fresh or self.is_complete()):
            return False
        number = found[0][1]
        after = self.ahead(at, 1)
        if after and sort_key(after[0]) <= sort_key(number):
            return False
        rest = outside_number(line.text, found[0].start(), found[0].end())
        node = self.start(number, line, rest)
        node.harms.append(Damage(line.at, number, "displaced number", "the number stood in mid-sentence"))
        return True

    def start(self, number: str, line: Line, rest: str, printed: str = "") -> Node:
        node = Node(number, [], printed)
        twice, remainder = _leading(self.style, rest)
        shown = printed or number
        if twice == shown:
            node.harms.append(Damage(line.at, number, "doubled number", "the number was printed twice"))
            rest = remainder
        behind = line.text[len(shown) :] if line.text.startswith(shown) else ""
        if _WIDE_GAP.match(behind):
            node.harms.append(Damage(line.at, number, "lost icon", "a picture stood before the first word"))
        if _LOOSE_STOP.match(behind):
            node.harms.append(
                Damage(line.at, number, "detached stop", "a blank before the number's full stop")
            )
        node.lines.append(msgspec.structs.replace(line, text=rest.strip()))
        self.nodes.append(node)
        return node

    def goes_on(self, line: Line) -> None:
        if self.nodes:
            self.nodes[-1].lines.append(line)

    def is_complete(self) -> bool:
        """The clause so far ends like a sentence, or is a heading."""
        lines = self.nodes[-1].lines
        return is_ended(lines[-1].text) or (len(lines) == 1 and is_title(self.nodes[-1]))


def is_ended(text: str) -> bool:
    """The text ends like a sentence, even inside brackets or a quotation."""
    return text.rstrip(_CLOSING).endswith(_STOPS)


def outside_number(text: str, start: int, end: int) -> str:
    return f"{text[:start].rstrip()} {text[end:].lstrip(' .')}".strip()


def is_title(node: Node) -> bool:
    """A short first line without a sentence's end, high in the tree."""
    first = node.lines[0].text
    return depth_of(node.number) <= 2 and len(first.split()) <= 10 and not is_ended(first)
