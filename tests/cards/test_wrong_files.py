"""Files that are wrong, and files that mean harm: a place, a reason, a way out (A2, A17)."""

from __future__ import annotations

import gzip
import io
import json
import time
import tracemalloc
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judgekit.cards.foreign import MOST
from judgekit.cards.forms import rows_of
from judgekit.cards.importing import bring, propose, propose_from
from judgekit.cards.library import Library
from judgekit.cards.sharing import take
from judgekit.cards.taking import take as take_rows
from judgekit.cases.files.page import WrongInput
from tests.cards.lists import FORMS, GODZILLA, as_cockatrice_4, as_csv, as_json, as_octgn

GOOD = as_json(GODZILLA).decode()
CSV = as_csv(GODZILLA).decode()
XML = as_octgn(GODZILLA).decode()
CARD = {"number": "ZZ-1", "name": "Hawk", "type": "battle", "rank": 1, "counter power": 2500, "text": "-"}

# what is wrong with the whole file: name -> bytes, the line that is named, words of the message
WHOLE: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 1, "an empty file"),
    "blanks": (b" \n\n ", 1, "an empty file"),
    "latin letters": (CSV.replace("Pier", "Pi\u00e8r").encode("cp1252"), 3, "--encoding"),
    "zeros": (b"name,number\n\0\0,1\n", 2, "a byte of zero"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0", 1, "text in UTF-8"),
    "cut json": (GOOD[:200].encode(), 15, "valid JSON"),
    "comma missing": (GOOD.replace('",\n', '"\n', 1).encode(), 6, "valid JSON"),
    "one quote": (GOOD.replace('"rank"', 'rank"', 1).encode(), 8, "valid JSON"),
    "a number": (b"42", 1, "a line of headings"),
    "a json number in a list": (b"[]", 1, "without a row"),
    "words only": (b'{"a": "b"}', 1, "a list of cards"),
    "no list": (b'{"cards": {}}', 1, "a list of cards"),
    "no game": (b'[{"name": "A", "number": "1"}]', 1, "a game: say --game"),
    "no name": (b'[{"rank": 1, "threat level": 5, "type": "monster"}]', 1, "names of the cards"),
    "unclosed xml": (XML.replace("</set>", "").encode(), 34, "well-formed XML"),
    "crossed xml": (XML.replace("</card>", "</cards>", 1).encode(), 13, "well-formed XML"),
    "bare ampersand": (XML.replace("Pier Gunner", "Pier & Gunner").encode(), 14, "&amp;"),
    "other xml": (b"<html><body/></html>", 1, "Cockatrice"),
    "headings twice": (b"name,name,number\nA,B,1\n", 1, "every heading once"),
    "one column": (b"name\nA\n", 1, "a line of headings"),
    "open quote": (CSV.replace("Night Signal", '"Night').encode(), 4, "quotes in pairs"),
    "half a zip": (b"PK\x03\x04" + b"x" * 40, 1, "a whole file"),
    "huge cell": (b"name,number\n" + b"A" * 300_000 + b",1\n", 2, "quotes in pairs"),
}  # fmt: skip


@pytest.mark.parametrize("which", WHOLE)
def test_a_file_that_cannot_be_read_says_where_why_and_what_to_do(which: str) -> None:
    data, line, words = WHOLE[which]
    with pytest.raises(WrongInput) as wrong:
        bring(Library(":memory:"), propose_from(data, "list"))
    (problem,) = wrong.value.problems
    assert words in str(problem)
    assert (problem.file, problem.line) == ("list", line)


def changed(at: int, **given: Any) -> bytes:
    rows = [dict(row) for row in GODZILLA]
    rows[at] |= given
    return as_json([{key: value for key, value in row.items() if value is not ...} for row in rows])


SECOND = 19  # the line in which the second card of such a list begins
# what is wrong with one row: name -> bytes, the line, the field, words of the message
ROWS: dict[str, tuple[bytes, int, str, str]] = {
    "no name": (changed(1, name=""), SECOND, "name", "the name of the card"),
    "a list as a name": (changed(1, name=["A"]), SECOND, "name", "a text"),
    "question mark": (changed(1, name="?"), SECOND, "name", "the name of the card"),
    "no type": (changed(1, type=...), SECOND, "type", "one of monster, battle, strategy"),
    "other type": (changed(1, type="Btatle"), SECOND, "type", "did you mean battle?"),
    "rank in words": (changed(1, rank="two"), SECOND, "rank", "a whole number"),
    "power is many": (changed(1, **{"counter power": "many"}), SECOND, "counter power", "a whole number"),
    "half a number": (changed(1, rank=1.5), SECOND, "rank", "a whole number"),
    "other colour": (changed(1, colors=["purple"]), SECOND, "colors", "one of red, blue"),
    "text as number": (changed(1, text=7), SECOND, "text", "a text"),
    "doubled number": (changed(1, number="JK01-001"), SECOND, "number", "'Harbor Colossus' has it in line"),
    "a row that is a word": (GOOD.replace("  },\n", '  },\n  "stray",\n', 1).encode(), SECOND, "", "a card"),
    "too many cells": ((CSV + "A,B,C,D,E,F,G,H,I,J,K,L\n").encode(), 5, "", "cells as in the headings"),
    "octgn without name": (XML.replace('name="Pier Gunner"', 'name=""').encode(), 14, "name", "its name"),
}  # fmt: skip


def test_a_number_that_a_list_leaves_out_is_unknown_and_the_card_comes_in() -> None:
    library = Library(":memory:")
    told = bring(library, propose_from(changed(1, rank=...), "list", "godzilla"))
    assert not told.listed


def test_a_power_of_x_is_unknown_and_the_card_comes_in() -> None:
    library = Library(":memory:")
    told = bring(library, propose_from(changed(1, **{"counter power": "X"}), "list", "godzilla"))
    assert not told.listed
    assert told.taken == told.rows
    assert [one.partition(": ")[2] for one in told.unknown] == ['counter power is unknown: the list says "X"']
    printed = [face.printed for card in library.cards("godzilla") for face in library.wording(card).faces]
    assert (
        sum("counter power" in one for one in printed) == sum("counter power" in row for row in GODZILLA) - 1
    )


@pytest.mark.parametrize("which", ROWS)
def test_a_row_that_cannot_be_taken_is_listed_and_the_rest_comes_in(which: str) -> None:
    data, line, field, words = ROWS[which]
    library = Library(":memory:")
    told = bring(library, propose_from(data, "list", "godzilla"))
    (problem,) = told.listed
    assert (problem.field.lower(), words in str(problem)) == (field, True)
    assert problem.line == line
    assert told.rows == told.taken + len(told.listed)
    assert sum(library.games().values()) == told.taken >= 2


def test_there_are_thirty_wrong_files() -> None:
    assert len(WHOLE) + len(ROWS) >= 30


# files that mean harm

LAUGHS = """<?xml version="1.0"?><!DOCTYPE set [<!ENTITY a "ha">{}]><set name="&z;"><cards/></set>""".format(
    "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghijk", "bcdefghijkz", strict=True))
)


OUTSIDE = b'<!DOCTYPE s [<!ENTITY x SYSTEM "%s">]><set name="&x;"><cards/></set>'


def zipped(name: str, size: int, count: int = 1) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for at in range(count):
            packed.writestr(f"{name}{at or ''}", b"\0" * size)
    return out.getvalue()


@cache
def hostile() -> tuple[tuple[str, bytes], ...]:
    """Fifty files; each must be refused, or must not get anywhere. They take a while to be made."""
    found = {
        "laughs": LAUGHS.encode(),
        "outside entity": OUTSIDE % b"file:///etc/passwd",
        "outside net": OUTSIDE % b"http://127.0.0.1:9/x",
        "parameter": b'<!DOCTYPE s [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]><set><cards/></set>',
        "quadratic": b'<!DOCTYPE s [<!ENTITY x "' + b"a" * 50_000 + b'">]><set>' + b"&x;" * 9000 + b"</set>",
        "zip of a gigabyte": zipped("xl/workbook.xml", 60_000_000),
        "zip of thousands": zipped("xl/workbook.xml", 1, 1200),
        "zip that is none": b"PK\x03\x04" + bytes(range(256)) * 40,
        "zip of others": zipped("word/document.xml", 100),
        "too large": b"[" + b" " * MOST + b"]",
    }  # fmt: skip
    for depth in (50, 500, 5_000, 50_000, 500_000):
        found[f"lists {depth} deep"] = b"[" * depth
        found[f"closed lists {depth} deep"] = b"[" * depth + b"]" * depth
        found[f"objects {depth} deep"] = b'{"a":' * depth + b"1" + b"}" * depth
        found[f"elements {depth} deep"] = b"<set>" * min(depth, 50_000) + b"</set>" * min(depth, 50_000)
    for size in (1000, 100_000):
        found[f"number of {size} digits"] = b'{"cards": [' + b"9" * size + b"]}"
        found[f"quotes {size}"] = b'"' * size
        found[f"escapes {size}"] = b'["' + b"\\" * size
        found[f"name of {size} dots"] = b'{"' + b"." * size + b'": 1}'
        found[f"brackets {size}"] = b"[{" * 30 + b"]" * size
        found[f"angle brackets {size}"] = b"<" * size
        found[f"commas {size}"] = b"," * size
        found[f"tabs {size}"] = b"\t" * size + b"\n" + b"a\t" * size
        found[f"attributes {size}"] = (
            b"<set " + b" ".join(b'a%d="1"' % at for at in range(size)) + b"></wrong>"
        )
        found[f"surrogates {size}"] = b'["\\ud800"' * size
    return tuple(found.items())


@pytest.mark.parametrize("at", range(50))
def test_a_hostile_file_is_refused_quickly(at: int) -> None:
    """A17: less than a second of work, and less than 100 MB, which are counted in a second go."""
    which, data = hostile()[at]
    before = time.process_time()
    with pytest.raises(WrongInput):
        propose_from(data, "hostile", "godzilla")
    assert time.process_time() - before < 1, which
    tracemalloc.start()
    with pytest.raises(WrongInput):
        propose_from(data, "hostile", "godzilla")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000_000, which


def test_there_are_fifty_hostile_files() -> None:
    assert len(hostile()) == 50


def test_a_file_of_a_gigabyte_is_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    with pytest.raises(WrongInput, match="1000 MB"):
        propose(path)


def test_a_packed_library_that_would_fill_the_memory_is_refused() -> None:
    bomb = gzip.compress(b" " * 60_000_000)
    with pytest.raises(WrongInput, match="unpacked"):
        take(Library(":memory:"), bomb, "bomb.judgecards")


@pytest.mark.parametrize("form", FORMS)
def test_a_file_with_a_mark_of_its_encoding_is_read(form: str) -> None:
    data = FORMS[form](GODZILLA)
    marked = b"\xef\xbb\xbf" + data
    assert len(propose_from(marked, "list", "godzilla").rows.rows) == 3


def test_cells_that_begin_like_a_formula_stay_text() -> None:
    rows = [{**GODZILLA[0], "name": "=cmd|' /C calc'!A0"}]
    library = Library(":memory:")
    bring(library, propose_from(as_csv(rows), "list", "godzilla"))
    assert library.wording(1).name == "=cmd|' /C calc'!A0"


def test_every_sheet_with_the_same_headings_is_read_and_another_one_is_listed() -> None:
    """Remarks are passed over, a title may stand above the headings; no row is lost without a word."""
    book = pytest.importorskip("openpyxl").Workbook()
    book.active.append(["Made by me"])
    heads, row = list(CARD), list(CARD.values())
    for title, lines in {
        "One": [["My cards"], heads, row, ["ZZ-2", *row[1:]]],
        "Two": [heads, ["ZZ-3", *row[1:]], ["ZZ-4", *row[1:], "more"]],
        "Prices": [["number", "price"], ["ZZ-1", 3]],
    }.items():
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
    stream = io.BytesIO()
    book.save(stream)
    found = rows_of(stream.getvalue(), "list.xlsx")
    assert [(one.line, one.sheet) for one in found.rows] == [
        (3, " (sheet One)"), (4, " (sheet One)"), (2, " (sheet Two)"),
    ]  # fmt: skip
    told = [str(one) for one in found.problems]
    assert told[0].startswith("list.xlsx (sheet Two):3: expected 6 cells")
    assert told[1].startswith("list.xlsx (sheet Prices):1: expected the headings of the longest sheet")


@pytest.mark.parametrize(
    ("said", "is_meant"),
    [("2500", 2500), ("2.500", 2500), ("2,500", 2500), ("2500,00", 2500), ("2.500,0", 2500), ("+500", 500),
     ("4 (2 red)", 4), ("2500,5", None), ("2.5", None), ("10/20", None), ("3-4", None), ("12a", None)],
)  # fmt: skip
def test_a_number_is_read_with_commas_of_any_country_or_listed(said: str, is_meant: int | None) -> None:
    found = propose_from(json.dumps([CARD | {"counter power": said}]).encode(), "x", "godzilla")
    told = take_rows(found.rows, found.fields)
    assert [one.field for one in told.listed] == ([] if is_meant else ["counter power"])
    powers = [one.faces[0].printed["counter power"] for one in told.entries]
    assert powers == ([is_meant] if is_meant else [])


def test_json_lines_and_a_title_above_the_headings_are_read() -> None:
    lines = "\n".join(json.dumps(CARD | {"number": f"ZZ-{at}"}) for at in range(3)).encode()
    assert [one.line for one in rows_of(lines, "x").rows] == [1, 2, 3]
    table = b"My cards\n\nnumber;name\nZZ-1;Hawk\n"
    assert [one.fields for one in rows_of(table, "x").rows] == [{"number": "ZZ-1", "name": "Hawk"}]


def test_a_packed_spreadsheet_is_read_like_a_table() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    heads = list(dict.fromkeys(key for row in GODZILLA for key in row))
    book.active.append(heads)
    for row in GODZILLA:
        book.active.append(["/".join(v) if isinstance(v := row.get(head), list) else v for head in heads])
    out = io.BytesIO()
    book.save(out)
    library = Library(":memory:")
    told = bring(library, propose_from(out.getvalue(), "list.xlsx"))
    assert (told.form, told.game, told.taken, told.listed) == ("xlsx", "godzilla", 3, ())


def test_no_network_and_no_other_file_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a list opened something")

    monkeypatch.setattr("socket.socket.connect", never)
    data = as_cockatrice_4(GODZILLA).replace(b"<cards>", b"<cards><!-- http://example.org -->")
    assert bring(Library(":memory:"), propose_from(data, "list")).taken == 3


def test_json_is_not_confused_by_keys_that_come_twice() -> None:
    data = json.dumps(GODZILLA).replace('"rank": 2', '"rank": 1, "rank": 2').encode()
    assert bring(Library(":memory:"), propose_from(data, "list", "godzilla")).taken == 3
