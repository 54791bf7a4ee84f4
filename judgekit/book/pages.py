"""A rulebook's file as plain lines: text, Markdown or PDF, one column or two.

A PDF can be read in two ways (in drawing order, or by position on the page); both are offered, and the
importer keeps the one that makes a better book.
"""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from pathlib import Path

from judgekit import budget
from judgekit.book.progress import Tell, silent
from judgekit.errors import JudgekitError

KINDS = (".txt", ".md", ".markdown", ".text", ".pdf")


class UnreadableFile(JudgekitError):
    """The file can't be turned into lines."""


def readings(path: Path, tell: Tell = silent) -> list[list[str]]:
    """The ways to read the file, likeliest first; each is its lines, columns put one after the other."""
    if path.is_dir():
        raise UnreadableFile(f"{path} is a folder; name the rulebook's file inside it")
    if path.suffix.lower() not in KINDS:
        raise UnreadableFile(f"{path}: not a rulebook format; judgekit reads {', '.join(KINDS)}")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}; check the path") from None
    if not data.strip():
        raise UnreadableFile(f"{path}: the file is empty")
    texts = _pdf_texts(path, data, tell) if path.suffix.lower() == ".pdf" else [_decoded(path, data)]
    return [lines for text in texts for lines in unfoldings(text)]


def _decoded(path: Path, data: bytes) -> str:
    encodings = ["utf-16"] if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise UnreadableFile(f"{path}: not a text file; save it as UTF-8 text, or import the PDF itself")


def _pdf_texts(path: Path, data: bytes, tell: Tell) -> list[str]:
    import pypdf
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.ERROR)  # its warnings are about the file's plumbing
    try:
        pages = pypdf.PdfReader(io.BytesIO(data)).pages
        drawn, placed = [], []
        for at, page in enumerate(pages):
            tell("reading pages", at, len(pages))
            drawn.append(page.extract_text(visitor_operand_before=lambda *_: budget.ask()))
            placed.append(page.extract_text(extraction_mode="layout"))
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableFile(
            f"{path}: the PDF can't be read ({error}); save it again or export its text"
        ) from None
    if not any(text.strip() for text in drawn):
        raise UnreadableFile(
            f"{path}: the PDF has pictures only, no text; run a text recognition over it first"
        )
    return ["\f".join(_without_running_heads(texts)) for texts in (drawn, placed)]


def _without_running_heads(pages: list[str]) -> list[str]:
    """Drop page numbers, and first or last lines that nearly every page repeats."""
    split = [
        [line for line in page.splitlines() if not re.fullmatch(r"\W*\d{1,3}\W*", line)] for page in pages
    ]
    edges = Counter(line.strip() for lines in split for line in (lines[:1] + lines[-1:]))
    often = {line for line, times in edges.items() if times >= 3 and times > len(pages) // 2}
    return ["\n".join(line for line in lines if line.strip() not in often) for lines in split]


def unfoldings(text: str) -> list[list[str]]:
    """The text's lines, a two-column page as its left column and then its right one.

    Where the right column of the last page is the shorter one, what stands below it may be the end of the
    left column or a text under both; then there are two ways.
    """
    pages = [page.split("\n") for page in text.replace("\r\n", "\n").replace("\r", "\n").split("\f")]
    gutters = [_gutter(rows) for rows in pages]
    usual = Counter(filter(None, gutters)).most_common(1)
    if not usual:
        return [[row for rows in pages for row in rows]]
    found = [place or _same_gutter(rows, usual[0][0]) for rows, place in zip(pages, gutters, strict=True)]
    ways = []
    for below in (False, True):
        lines: list[str] = []
        for at, (rows, place) in enumerate(zip(pages, found, strict=True)):
            last = below and at == len(pages) - 1
            tail = _below_columns(rows, place) if place and last else len(rows)
            lines += (_two_columns(rows[:tail], place) if place else rows[:tail]) + rows[tail:]
        ways.append(lines)
    return ways


def _gutter(rows: list[str]) -> int:
    """The place where a right-hand column begins on this page; 0 if there is one column only."""
    starts: Counter[int] = Counter()
    for row in rows:
        if "   " in row:
            starts.update({match.end() for match in re.finditer(r"(?:(?<=\S)|^) {3,}(?=\S)", row)})
    place, times = max(starts.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
    full = sum(1 for row in rows if row.strip())
    return place if times >= 4 and times * 3 >= full and place >= 20 else 0


def _same_gutter(rows: list[str], place: int) -> int:
    """The gutter of the other pages, if this one has something to its right and hardly anything across it."""
    right = sum(1 for row in rows if row[place:].strip() and not row[place - 3 : place].strip())
    across = sum(1 for row in rows if row[place - 3 : place].strip() and len(row) > place)
    return place if right > across * 3 else 0


def _two_columns(rows: list[str], gutter: int) -> list[str]:
    """Left column before right; a line that runs across both ends the columns above it."""
    lines: list[str] = []
    left: list[str] = []
    right: list[str] = []
    for row in rows:
        if row[gutter - 2 : gutter].strip() and len(row) > gutter:
            lines += [*left, *right, row]
            left, right = [], []
        else:
            left.append(row[:gutter].rstrip())
            right.append(row[gutter:].rstrip())
    return [*lines, *left, *right]


def _below_columns(rows: list[str], gutter: int) -> int:
    """The first row under both columns: it comes after a blank row, and nothing stands to its right."""
    last = max((at for at, row in enumerate(rows) if row[gutter:].strip()), default=-1)
    return next((at for at in range(last + 1, len(rows)) if not rows[at].strip()), len(rows))
