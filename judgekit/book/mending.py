"""From collected lines to sentences: gaps filled, appendix dealt out, pieces joined, debris set aside."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import msgspec

from judgekit.book.draft import OPENING, Draft, Line, Node, is_ended, is_title
from judgekit.book.links import children
from judgekit.book.model import Book, Row
from judgekit.book.numbering import Style, depth_of
from judgekit.book.official import Damage, Harm, OfficialClause, OfficialText

_LOST_ICON = {  # by what stands in such a sentence for sure, since that is found faster
    "  ": re.compile(r"\S  \S"),
    "(": re.compile(r"\(\s*\)"),
    " .": re.compile(r"\b(?:as|to) \.(?=\s|$)"),
    ",": re.compile(r"\b(?:as|to) ,(?=\s|$)|\s,(?=\s)"),
    "icon": re.compile(
        r"\b(?:by|with|as) an? icons?\b"
        r"|\b(?:by|as) an? [A-Z]\w+ icon\b"  # the picture's name stands for it
    ),
    "in the ": re.compile(
        r"\b(?:within|in) the (?:indicates|shows|means|is|are)\b"  # an article, and then no noun
    ),
    '" [': re.compile(r"(?<=[a-z] )\" \["),  # a quotation that begins with a blank
    "": re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]"),
}
_TORN_END = re.compile(r"\b(?:without \w+ing|the|an?|and|or|their|its|your)$")
_WORD = re.compile(r"[a-z]{3,}|\d+")
_MINOR = frozenset(["the", "and", "for", "with", "from", "this", "that", "which", "are", "not", "game"])


def finish(draft: Draft, game: str, edition: str, book: Book | None) -> OfficialText:
    """Fill the gaps with the help of the index, put the sentences together, list the damage."""
    nodes = _fill_gaps(draft.nodes, draft.style, book)
    nodes += _annex_nodes(draft.appendix, book)
    if book and not any(depth_of(row.number) == 1 and row.number.isdigit() for row in book):
        nodes = [node for node in nodes if not node.number.isdigit()]
    _note_bulleted_headings(nodes)
    _note_bulleted_clauses(nodes)
    _note_types(nodes)
    clauses, damage = [], []
    for node in nodes:
        text, harms = _composed(node)
        clauses.append(OfficialClause(node.number, node.lines[0].at, text, node.printed))
        damage += [*node.harms, *harms]
    return OfficialText(
        game,
        edition,
        draft.source,
        tuple(clauses),
        tuple(draft.contents),
        tuple(draft.changelog),
        tuple(draft.front),
        tuple(damage),
    )


def _note_bulleted_headings(nodes: Sequence[Node]) -> None:
    """Headings set as items of a list, in a book that sets most of them differently."""
    titles = [node for node in nodes if is_title(node) and depth_of(node.number) == 2]
    bulleted = [node for node in titles if node.lines[0].bullet]
    if 0 < len(bulleted) * 3 < len(titles):
        for node in bulleted:
            node.harms.append(
                Damage(node.lines[0].at, node.number, "bulleted heading", "set as an item of a list")
            )


def _note_bulleted_clauses(nodes: Sequence[Node]) -> None:
    """Runs of clauses printed as a list, in a book that prints nearly all of them differently."""
    plain = [node for node in nodes if depth_of(node.number) > 2 and "#" not in node.number]
    if sum(node.lines[0].bullet for node in plain) * 10 >= len(plain):
        return
    for before, node in itertools.pairwise(plain):
        if node.lines[0].bullet and not before.lines[0].bullet:
            note = "set as a list, with what follows"
            node.harms.append(_damage(node, node.lines[0], "bulleted clause", note))


def _note_types(nodes: Sequence[Node]) -> None:
    """A sentence set as a heading, or in bold type throughout."""
    for node in nodes:
        line = node.lines[0]
        if line.headed and depth_of(node.number) > 2 and is_ended(line.text):
            node.harms.append(_damage(node, line, "heading mark", "a sentence set as a heading"))
        if line.bold and is_ended(line.text):
            node.harms.append(_damage(node, line, "bold clause", "bold type throughout"))


def _fill_gaps(nodes: Sequence[Node], style: Style, book: Book | None) -> list[Node]:
    """Give numberless paragraphs the numbers that are missing between their neighbours."""
    filled: list[Node] = []
    seen = {node.number for node in nodes}
    for at, node in enumerate(nodes):
        after = nodes[at + 1].number if at + 1 < len(nodes) else ""
        missing = [number for number in _missing_after(node.number, after, style, book) if number not in seen]
        filled += [node, *_recovered(node, missing, book)]
    return filled


def _missing_after(number: str, after: str, style: Style, book: Book | None) -> list[str]:
    if book and number in book.order and (not after or after in book.order):
        rows = book.rows[book.order[number] + 1 : book.order[after] if after else len(book.rows)]
        return [row.number for row in rows if row.number[0].isdigit()]
    return style.between(number, after) if after else []


def _recovered(node: Node, missing: Sequence[str], book: Book | None) -> list[Node]:
    bullets = [number for number in missing if number.startswith(f"{node.number}#")]
    if bullets:
        return _split(node, bullets, [line for line in node.lines[1:] if not _is_example(line)])
    plain = [number for number in missing if not (book and book[number].kind == "heading")]
    if plain:
        ends = [is_title(node), *(is_ended(line.text) for line in node.lines[1:])]
        ends[0] = ends[0] or is_ended(node.lines[0].text)
        whole = [
            line for ended, line in zip(ends, node.lines[1:], strict=False) if ended and _stands_alone(line)
        ]
        return _split(node, plain, whole)
    return [_lost_title(node, number) for number in missing] if book else []


def _stands_alone(line: Line) -> bool:
    """A paragraph that could be a clause whose number was lost."""
    ended = is_ended(line.text)
    return ended and line.bullet and bool(OPENING.match(line.text)) and not _is_example(line)


def _is_example(line: Line) -> bool:
    return line.text.lower().startswith(("example", "e.g", "note:"))


def _split(node: Node, numbers: Sequence[str], lines: Sequence[Line]) -> list[Node]:
    """Make each line its own clause under these numbers, if there is a number for each."""
    if len(lines) != len(numbers):
        return []
    cut = [node.lines.index(line) for line in lines] + [len(node.lines)]
    found = []
    for number, start, stop in zip(numbers, cut, cut[1:], strict=False):
        harm: Harm = "missing number"
        note = f"no number was printed; the place says {number}"
        harms = [] if "#" in number else [Damage(node.lines[start].at, number, harm, note)]
        found.append(Node(number, node.lines[start:stop], "", harms))
    del node.lines[cut[0] :]
    return found


def _lost_title(node: Node, number: str) -> Node:
    line = msgspec.structs.replace(node.lines[-1], text="")
    return Node(number, [line], "", [Damage(line.at, number, "lost title", "the heading is not in the file")])


def _annex_nodes(lines: Sequence[Line], book: Book | None) -> list[Node]:
    """The entries of an appendix, found by the titles that the index gives them."""
    if not book or not lines:
        return []
    named = {row.title.lower(): row for row in book if row.title and not row.number[0].isdigit()}
    nodes: list[Node] = []
    for line in lines:
        title = re.sub(r"^(?:[A-Z]-\d+|appendix [A-Z]:)\s+", "", line.text, flags=re.IGNORECASE).lower()
        if title in named:
            nodes.append(Node(named[title].number, [line]))
        elif nodes and line.text:
            nodes[-1].lines.append(line)
    return [part for node in nodes for part in _dealt(node, children(book, node.number))]


def _dealt(node: Node, rows: Sequence[Row]) -> list[Node]:
    """An entry's sentences dealt out to its clauses, in order, where their words fit our gists best."""
    parts = [row for row in rows if row.kind != "heading"]
    sentences = [
        msgspec.structs.replace(line, text=text)
        for line in node.lines[1:]
        for text in re.split(r"(?<=\.)\s+(?=[A-Z])", line.text)
        if not re.fullmatch(r"[A-Z][\w ]*:", text)
    ]
    if not parts or len(sentences) < len(parts):
        return [node]
    fits = [
        [len(content_words(line.text) & content_words(row.gist)) + 0.1 for row in parts] for line in sentences
    ]
    starts = _best_starts(fits)
    cut = zip(parts, starts, [*starts[1:], len(sentences)], strict=True)
    head = Node(node.number, node.lines[:1], node.printed, node.harms)
    return [head, *(Node(row.number, sentences[start:stop]) for row, start, stop in cut)]


def _best_starts(fits: Sequence[Sequence[float]]) -> list[int]:
    """The first row of each column, when every column gets a run of rows and the fit is best."""
    count, width = len(fits), len(fits[0])
    best: list[dict[int, tuple[float, int]]] = [{} for _ in range(width)]
    for column in range(width):
        for stop in range(column + 1, count - (width - column - 1) + 1):
            starts = range(column, stop) if column else (0,)
            best[column][stop] = max(
                (
                    sum(row[column] for row in fits[start:stop])
                    + (best[column - 1][start][0] if column else 0.0),
                    start,
                )
                for start in starts
                if not column or start in best[column - 1]
            )
    starts_back, stop = [], count
    for column in reversed(range(width)):
        stop = best[column][stop][1]
        starts_back.append(stop)
    return starts_back[::-1]


def _composed(node: Node) -> tuple[str, list[Damage]]:
    """The clause's sentences in one text, and what had to be mended for it."""
    text = node.lines[0].text
    damage = [_damage(node, node.lines[0], "markup", "link or tag taken off")] if node.lines[0].marked else []
    annexed = not node.number[0].isdigit()
    title = is_title(node) and not annexed
    aside = False
    for line in node.lines[1:]:
        if "\t" in line.text:
            damage.append(_damage(node, line, "table", f"set aside: {' '.join(line.text.split())}"))
            continue
        aside = not annexed and ((aside and not line.fresh) or _is_debris(text, line, title))
        if aside:
            damage.append(_damage(node, line, "debris", f"set aside: {line.text}"))
        elif annexed or _is_example(line) or (line.fresh and is_ended(text)):
            text += "\n" + line.text
            if not (annexed or _is_example(line) or line.bullet):
                damage.append(_damage(node, line, "broken clause", "a second paragraph without a number"))
        else:
            text += " " + line.text
            if line.fresh:
                damage.append(_damage(node, line, "broken clause", "joined with the line above"))
    if any(sign in text and shape.search(text) for sign, shape in _LOST_ICON.items()):
        damage.append(_damage(node, node.lines[0], "lost icon", "a picture stood in this sentence"))
    if not title and text[-1:].isalpha() and _TORN_END.search(text):
        damage.append(_damage(node, node.lines[-1], "torn end", "the sentence breaks off"))
    if _has_detached_quote(text):
        note = "a quotation mark on the wrong side of a blank"
        damage.append(_damage(node, node.lines[0], "detached quote", note))
    return re.sub(r"[ \t]+", " ", text).strip(), damage


def _has_detached_quote(text: str) -> bool:
    """Of each pair of quotation marks, the second stands after a blank and before a word."""
    marks = [match.start() for match in re.finditer('"', text)]
    return len(marks) % 2 == 0 and any(re.match(r'\S "\w', text[at - 2 : at + 2]) for at in marks[1::2])


def _damage(node: Node, line: Line, harm: Harm, note: str) -> Damage:
    return Damage(line.at, node.number, harm, note)


def _is_debris(text: str, line: Line, title: bool) -> bool:
    """A caption or legend: short, not a sentence, and the clause before it is already complete."""
    if re.match(r"[①-⓿㉑-㉟]|\d{1,2} [A-Z]", line.text):
        return True
    if title:
        return line.fresh and bool(OPENING.match(line.text))
    short = len(line.text.split()) <= 5 and not is_ended(line.text)
    return short and is_ended(text)


def content_words(text: str) -> set[str]:
    """Figures and the beginnings of words that carry meaning."""
    return {word[:5] for word in _WORD.findall(text.lower()) if word not in _MINOR}
