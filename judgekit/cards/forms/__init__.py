"""What people keep cards in, and how each becomes rows: sniffed by what is in a file, not by its name."""

from __future__ import annotations

from collections.abc import Callable

from judgekit.cards.foreign import decoded, refused
from judgekit.cards.forms.rows import Rows

NAMES = {
    "json": "JSON", "cgs": "Card Game Simulator", "tts": "Tabletop Simulator", "csv": "CSV", "tsv": "TSV",
    "lackey": "LackeyCCG", "xlsx": "Excel", "cockatrice-3": "Cockatrice 3", "cockatrice-4": "Cockatrice 4",
    "octgn": "OCTGN",
}  # fmt: skip


def rows_of(data: bytes, file: str, encoding: str = "") -> Rows:
    """The rows of a file, whatever it is."""
    if data.startswith(b"PK\x03\x04"):
        from judgekit.cards.forms.spreadsheet import sheet

        return sheet(data, file)
    reader = _reader(decoded(data, file, encoding), data, file)
    found = reader()
    if not found.rows and not found.problems:
        headed = found.form in ("csv", "tsv", "lackey", "xlsx")
        raise refused(
            file, "a list of cards", "headings, and no row below them" if headed else "a list without a row"
        )
    return found


def _reader(text: str, data: bytes, file: str) -> Callable[[], Rows]:
    begin = text.lstrip()[:1]
    if begin in "{[":
        from judgekit.cards.forms.json_lists import listed

        return lambda: listed(text, file)
    if begin == "<":
        from judgekit.cards.forms.xml_lists import elements

        return lambda: elements(data if data[:2] in (b"\xff\xfe", b"\xfe\xff") else text, file)
    from judgekit.cards.forms.tables import table

    return lambda: table(text, file)
