"""Files from strangers: read within limits, before anything in them is trusted."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

import msgspec

from judgekit.cases.files.page import Problem, WrongInput

MEGABYTE = 1_000_000
MOST = 24 * MEGABYTE  # of a file; 3,600 cards have some 4
UNPACKED = 48 * MEGABYTE  # of what is packed inside one
DEEPEST = 40
NO_PICTURE = "text in UTF-8 (a picture or a program is no list)"
BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


def refused(file: str, expected: str, came: str, line: int = 1) -> WrongInput:
    return WrongInput([Problem(file, line, "", expected, came)])


def read_bytes(path: Path) -> bytes:
    """A whole file, if there is one and it is not too large."""
    name = path.name
    try:
        if not path.is_file():
            raise refused(name, "a file that can be read", "a folder" if path.is_dir() else "no such file")
        if (size := path.stat().st_size) > MOST:
            raise too_large(name, size)
        return path.read_bytes()
    except OSError as error:
        raise refused(name, "a file that can be read", error.strerror or "an error") from None


def too_large(file: str, size: int) -> WrongInput:
    expected = f"a list of at most {MOST // MEGABYTE} MB (split a larger one, a file for each set)"
    return refused(file, expected, f"{size / MEGABYTE:.0f} MB")


def decoded(data: bytes, file: str, encoding: str = "") -> str:
    """The text of a file: UTF-8, or what its first bytes or the caller say."""
    if len(data) > MOST:
        raise too_large(file, len(data))
    if not data.strip():
        raise refused(file, "a list of cards", "an empty file")
    chosen = encoding or next((name for mark, name in BOMS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(chosen)
    except LookupError:
        raise refused(file, "an encoding such as utf-8, cp1252 or shift_jis", encoding) from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        if b"\0" in data and not encoding:
            raise refused(file, NO_PICTURE, "a byte of zero", line) from None
        way = "save it as UTF-8, or name its encoding: --encoding cp1252"
        raise refused(file, f"text in {chosen.upper()} ({way})", "other bytes", line) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise refused(file, NO_PICTURE, "a byte of zero", line)
    return text


# JSON

_GAP = re.compile(r"[,\s]*")
_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]]', re.DOTALL)


def json_of(text: str, file: str) -> Any:
    """What a JSON text says; nesting is counted before it is followed."""
    deep = 0
    for sign in _SIGN.finditer(text):
        first = sign[0][0]
        if first in "{[":
            deep += 1
            if deep > DEEPEST:
                line = text.count("\n", 0, sign.start()) + 1
                raise refused(file, f"at most {DEEPEST} lists inside each other", "more", line)
        elif first != '"':
            deep -= 1
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise _not_json(text, file, str(error)) from None


def _not_json(text: str, file: str, message: str) -> WrongInput:
    """msgspec says "JSON is malformed: invalid character (byte 12)"; a truncated text has no place."""
    found = re.search(r"\(byte (\d+)\)", message)
    at = len(text.encode()[: int(found[1])].decode(errors="ignore")) if found else len(text)
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    what = re.sub(r" \(byte \d+\)", "", message).removeprefix("JSON is malformed: ")
    where = f"{what[:1].lower()}{what[1:]} in column {column}"
    return refused(file, "valid JSON (a missing comma, quote or bracket?)", where, line)


def lines_of_objects(text: str, data: Any) -> dict[int, int]:
    """The line of every object of a decoded JSON text, by the object's identity."""
    starts = iter(_starts(text))
    return {id(one): line for one, line in zip(_objects(data), starts, strict=False)}


def _starts(text: str) -> list[int]:
    found, line, last = [], 1, 0
    for sign in _SIGN.finditer(text):
        if sign[0] == "{":
            line += text.count("\n", last, sign.start())
            last = sign.start()
            found.append(line)
    return found


def lines_after_objects(text: str, data: Any) -> dict[int, int]:
    """For every object of a decoded JSON text, by identity: the line of what follows it."""
    opened, found = list[int](), dict[int, int]()
    count, line, last = 0, 1, 0
    for sign in _SIGN.finditer(text):
        if sign[0] == "{":
            opened.append(count)
            count += 1
        elif sign[0] == "}":
            line, last = line + text.count("\n", last, sign.end()), sign.end()
            found[opened.pop()] = line + _GAP.match(text, last)[0].count("\n")  # type: ignore[index]
    return {id(one): found[at] for at, one in enumerate(_objects(data)) if at in found}


def _objects(data: Any) -> list[dict[str, Any]]:
    """Every object, in the order in which the text opens them."""
    found: list[dict[str, Any]] = []
    todo = [data]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            found.append(one)
            todo += reversed(list(one.values()))
        elif isinstance(one, list):
            todo += reversed(one)
    return found


# XML


class Node(msgspec.Struct):
    """An element of an XML text, with its line."""

    tag: str
    line: int
    given: dict[str, str]
    text: str = ""
    inside: list[Node] = []

    def all(self, tag: str) -> list[Node]:
        return [one for one in self.inside if one.tag == tag]

    def first(self, tag: str) -> Node | None:
        return next((one for one in self.inside if one.tag == tag), None)


class _Tree(ContentHandler):
    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file
        self.open: list[Node] = []
        self.root: Node | None = None

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802  the parser's name
        line = self._locator.getLineNumber() or 1  # type: ignore[attr-defined]
        if len(self.open) >= DEEPEST:
            raise refused(self.file, f"at most {DEEPEST} elements inside each other", "more", line)
        node = Node(name.rpartition(":")[2], line, dict(attrs.items()))
        if self.open:
            self.open[-1].inside.append(node)
        elif self.root is None:
            self.root = node
        self.open.append(node)

    def characters(self, content: str) -> None:
        if self.open:
            self.open[-1].text += content

    def endElement(self, name: str) -> None:  # noqa: N802
        self.open.pop()


def xml_of(data: bytes | str, file: str) -> Node:
    """The elements of an XML text; one that defines entities or asks for other files is refused."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parseString

    tree = _Tree(file)
    try:
        parseString(data.encode() if isinstance(data, str) else data, tree, forbid_dtd=False)
    except DefusedXmlException as error:
        came = type(error).__name__
        said = {"EntitiesForbidden": "its own entities", "ExternalReferenceForbidden": "a reference outside"}
        raise refused(
            file, "XML without entities of its own (take the DOCTYPE out)", said.get(came, came)
        ) from None
    except SAXParseException as error:
        line, column = error.getLineNumber() or 1, (error.getColumnNumber() or 0) + 1
        raise refused(
            file, "well-formed XML (every element closed, & as &amp;)",
            f"{error.getMessage()} in column {column}", line,
        ) from None  # fmt: skip
    except ValueError as error:  # an encoding that it names and is not
        raise refused(file, "well-formed XML", str(error)) from None
    assert tree.root is not None
    return tree.root


# zip


def unpacked(data: bytes, file: str) -> zipfile.ZipFile:
    """A packed file whose parts together stay within bounds, by their declared and their actual size."""
    try:
        packed = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile:
        raise refused(file, "a whole file (this one is packed, and damaged)", "half of one") from None
    whole = sum(part.file_size for part in packed.infolist())
    if whole > UNPACKED or len(packed.infolist()) > 1000:
        came = f"{whole / MEGABYTE:.0f} MB in {len(packed.infolist())} parts"
        raise refused(file, f"at most {UNPACKED // MEGABYTE} MB when it is unpacked", came)
    for part in packed.infolist():
        if part.flag_bits & 1:
            raise refused(file, "a file without a password", "a locked one")
    return packed
