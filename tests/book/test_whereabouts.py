"""Where a clause lives outside its book: by its number in its own edition, never by digits like it."""

from __future__ import annotations

import tomllib

import pytest

from judgekit import paths
from judgekit.book.load import editions, load
from judgekit.book.whereabouts import code_of, rulings_of
from judgekit.cases.rulings import ruling


def named(file: str, edition: str) -> set[str]:
    """The clauses of a ruling as its own reader has them."""
    script = ruling.load(paths.PACKAGE.parent / file).scripts[edition]
    return {one.clause for one in script.clauses} | set(script.violations)


@pytest.mark.parametrize("name", [name for name in editions() if name.startswith("godzilla")])
def test_a_clause_has_the_rulings_that_come_by_it_in_this_edition(name: str) -> None:
    book = load(*name.split("/"))
    numbers = [*[row.number for row in book.rows if row.kind == "step"][::12], "7"]
    seen = 0
    for number in numbers:
        for file in rulings_of(book, number):
            assert number in named(file, book.edition), (number, file)
            seen += 1
    assert seen


def test_no_ruling_is_left_out() -> None:
    book = load("godzilla", "1.00")
    found = set(rulings_of(book, "9.4.3.1"))
    for path in sorted((paths.rulings() / "godzilla").glob("*.toml"))[::7]:
        if "godzilla/1.00" in tomllib.loads(path.read_text("utf-8"))["editions"]:
            file = str(path.relative_to(paths.PACKAGE.parent))
            assert (file in found) == ("9.4.3.1" in named(file, "1.00")), file


@pytest.mark.parametrize("number", ["10.4.3.2", "7.2.5", "10.6.7"])
def test_a_clause_has_its_code_be_it_a_function_or_a_row(number: str) -> None:
    (place,) = code_of(load("godzilla", "1.2"), number)
    file, _, line = place.rpartition(":")
    written = (paths.PACKAGE.parent / file).read_text("utf-8").splitlines()
    assert f'"{number}"' in "".join(written[int(line) - 2 : int(line)])
