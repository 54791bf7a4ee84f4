"""Clause files become books; a file with a fault is refused with its place and the way out."""

import re
from collections import Counter
from pathlib import Path

import pytest

from judgekit.book.address import numbers_in
from judgekit.book.load import BookError, editions, load, read
from judgekit.book.model import Book

OFFICIAL = Path(__file__).parents[3] / "shared" / "rulebooks"

WHOLE = """
game = "pebbles"
edition = "2"
title = "Rules of Pebbles"
date = "2026-01-01"

[clauses."1"]
kind = "heading"
title = "The game"
gist = "What it is about."

[clauses."1.1"]
kind = "definition"
gist = "A pebble is a small stone."

[clauses."1.2"]
kind = "guard"
gist = "No pebble is thrown at people."
cites = ["1.1", "2.1"]

[clauses."2"]
kind = "heading"
title = "The turn"
gist = "What players do."

[clauses."2.1"]
kind = "step"
gist = "Throw a pebble."
cites = ["1.2"]

[clauses."2.2"]
kind = "information"
gist = "One throws pebbles."
alias_of = "2.1"

[[misprints]]
clause = "2.1"
printed = "1.3"
read_as = "1.2"

[[doubts]]
id = "P-1"
clauses = ["2.1", "1.1"]
doubt = "May it be caught?"
default = "yes"
[doubts.choices]
yes = "It may."
no = "It may not."

[[doubts]]
id = "P-2"
clauses = ["1.1"]
doubt = "How small?"
default = "thumb"
[doubts.choices]
thumb = "Like a thumb."
"""

DELTA = """
game = "pebbles"
edition = "1"
title = "Rules of Pebbles"
date = "2025-01-01"
derives = "2"
drops = ["1.1"]

[[renumber]]
from = "1.2"
to = "1.1"

[[renumber]]
chapters = [2]
shift = 1

[clauses."3.1"]
kind = "step"
gist = "Drop a pebble."
"""


def write(folder: Path, whole: str = WHOLE, delta: str = DELTA) -> Path:
    (folder / "clauses-2.toml").write_text(whole, encoding="utf-8")
    (folder / "clauses-1.toml").write_text(delta, encoding="utf-8")
    return folder


def kinds(book: Book) -> Counter[str]:
    return Counter(row.kind for row in book)


def test_godzilla_1_2_has_517_clauses_and_the_old_edition_471() -> None:
    new, old = load("godzilla", "1.2"), load("godzilla", "1.00")

    assert (len(new.rows), kinds(new)["heading"]) == (517, 100)
    assert (len(old.rows), kinds(old)["heading"]) == (471, 94)
    assert {"godzilla/1.00", "godzilla/1.2"} <= set(editions())


def test_godzilla_has_every_doubt_of_the_notes() -> None:
    ids = [doubt.id for doubt in load("godzilla", "1.2").doubts]
    assert ids[:50] == [f"A-{n:02}" for n in range(1, 51)]


@pytest.mark.parametrize("name", editions())
def test_a_gist_names_only_clauses_of_its_own_edition(name: str) -> None:
    book = load(*name.split("/"))
    printed = {slip.printed for slip in book.misprints}
    named = {(row.number, number) for row in book for number in numbers_in(row.gist) if number not in book}
    assert {(clause, number) for clause, number in named if number not in printed} == set()


ELSEWHERE = re.compile(
    r"(Godzilla|Luck & Logic|Dragon Ball Super|Gate Ruler) [^;:.)]*?(\d+[-.]\d[\w.-]*(,? (and|with) )?)+"
)  # what another book says
MANUAL = re.compile(r"1\.0\d+")  # a later manual of Dragon Ball Super


@pytest.mark.parametrize("name", editions())
def test_an_open_question_names_only_clauses_of_its_own_edition(name: str) -> None:
    book = load(*name.split("/"))
    texts = ((one.id, text) for one in book.doubts for text in (one.doubt, one.why, *one.choices.values()))
    named = {(id, number) for id, text in texts for number in numbers_in(ELSEWHERE.sub("", text))}
    assert {pair for pair in named if pair[1] not in book and not MANUAL.fullmatch(pair[1])} == set()


def test_an_open_question_names_clauses_by_their_numbers_in_its_edition() -> None:
    whys = {
        edition: next(one.why for one in load("godzilla", edition).doubts if one.id == "A-41")
        for edition in ("1.2", "1.00")
    }
    assert "10.9.2.1" in whys["1.2"]
    assert "9.9.2.1" in whys["1.00"]


def test_a_gist_names_clauses_by_their_numbers_in_its_edition() -> None:
    assert "10.4.3.1 to 10.4.3.4" in load("godzilla", "1.2")["10.4.3"].gist
    assert "9.4.3.1 to 9.4.3.4" in load("godzilla", "1.00")["9.4.3"].gist


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("2.4.3", "2.4.3"),
        ("2.4.5", None),
        ("4.4.5.4", "4.4.5.4"),
        ("4.4.6", None),
        ("4.4.7", "4.4.6"),
        ("4.4.8", "4.4.7"),
        ("9.1.1", None),
        ("10", "9"),
        ("10.4.3.1", "9.4.3.1"),
        ("13.1.1.3", "12.1.1.3"),
    ],
)
def test_a_number_of_godzilla_1_2_and_what_it_was(new: str, old: str | None) -> None:
    then = load("godzilla", "1.00")

    assert then.renumbering.get(new) == old
    if old and old != "2.4.3":  # which the old edition tells otherwise
        assert then[old].gist == load("godzilla", "1.2")[new].gist


def test_references_move_with_their_clauses() -> None:
    old = load("godzilla", "1.00")

    assert old["9.4.3.2"].cites == ("7.1.1", "9.4.3.1")
    assert old["9.4.1.1"].alias_of == "9.4.3"
    assert next(doubt for doubt in old.doubts if doubt.id == "A-03").clauses == (
        "5.15.1.2",
        "5.11.2",
        "5.11.3",
        "1.2.1.2",
    )
    assert next(doubt for doubt in old.doubts if doubt.id == "A-05").clauses == ("9.6.6.1",)


def printed_numbers(path: Path) -> list[str]:
    """The numbers that open a line, in order, each once."""
    body = path.read_text(encoding="utf-8").split("Rules\n\n", 1)[1]
    found = re.findall(r"^[-#\s]*(\d+(?:\.\d+)+(?= ?\.|\s)|\d+(?=\. [A-Z]))", body, re.MULTILINE)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("edition", ["1.2", "1.00"])
@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official texts are not here")
def test_the_clauses_are_those_of_the_official_text(edition: str) -> None:
    """The scan misses exactly the numbers that the book's own misprints report as lost or displaced."""
    book = load("godzilla", edition)
    found = printed_numbers(OFFICIAL / f"godzilla-{edition}.txt")
    lost = {
        slip.clause
        for slip in book.misprints
        if slip.printed in {"missing", "no number", "the number in mid-sentence", "9.1.1.1"}
    }

    assert found == [row.number for row in book if row.number not in lost]
    assert len(lost) == {"1.2": 0, "1.00": 20}[edition]


def test_a_derived_edition_drops_moves_and_overrides(tmp_path: Path) -> None:
    book = read(write(tmp_path) / "clauses-1.toml")

    assert [row.number for row in book] == ["1", "1.1", "3", "3.1", "3.2"]
    assert book["1.1"].gist == "No pebble is thrown at people."
    assert book["1.1"].cites == ("3.1",)  # the one to the dropped clause is gone
    assert book["3.1"].gist == "Drop a pebble."
    assert book["3.2"].alias_of == "3.1"
    assert [slip.clause for slip in book.misprints] == ["3.1"]
    assert [(doubt.id, doubt.clauses) for doubt in book.doubts] == [("P-1", ("3.1",))]
    assert (book.derives, book.renumbering) == (
        "2",
        {"1": "1", "1.2": "1.1", "2": "3", "2.1": "3.1", "2.2": "3.2"},
    )


def test_a_derived_edition_can_leave_out_misprints_and_tell_doubts_anew(tmp_path: Path) -> None:
    told = '[[doubts]]\nid = "P-1"\nclauses = ["3.2"]\ndoubt = "?"\ndefault = "no"\nchoices = {no = "No."}\n'
    delta = DELTA.replace("[[renumber]]", 'drop_misprints = "all"\ndrop_doubts = ["P-2"]\n[[renumber]]', 1)
    book = read(write(tmp_path, delta=delta + told) / "clauses-1.toml")

    assert not book.misprints
    assert [(doubt.id, doubt.default) for doubt in book.doubts] == [("P-1", "no")]


TWICE = '\n[clauses."2.2"]\nkind = "step"\ngist = "Again."\n'
EARLY = '\n[clauses."1.3"]\nkind = "step"\ngist = "Late."\n'
DOUBT = '\n[[doubts]]\nid = "P-1"\nclauses = ["1"]\ndoubt = "?"\ndefault = "a"\nchoices = {a = "A."}\n'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "guard"', 'kind = "gard"', r"1\.2: Invalid enum value 'gard'.*model\.py"),
        ('gist = "Throw', 'jist = "Throw', r"2\.1: no field jist; a clause has alias_of, cites, gist"),
        ('"A pebble is a small stone."', '" "', r"1\.1: the gist is empty; say in a sentence"),
        (
            'title = "The turn"\n',
            "",
            r"2: a heading needs a title, and nothing else has one; add or remove it",
        ),
        ('clauses."2.2"', 'clauses."2,2"', r"2,2: not a clause number; write it like 10\.4\.3\.1"),
        ("\n[[misprints]]", TWICE + "[[misprints]]", r"'2\.2'\) twice.*remove the duplicate"),
        (
            "\n[[misprints]]",
            EARLY + "[[misprints]]",
            r"1\.3: stands after 2\.2; put the clauses in the book's",
        ),
        (
            'cites = ["1.2"]',
            'cites = ["7"]',
            r"2\.1: refers to 7, but pebbles/2 has no clause 7; correct the",
        ),
        ('alias_of = "2.1"', 'alias_of = "8"', r"2\.2: refers to 8, but pebbles/2 has no clause 8"),
        ('clause = "2.1"', 'clause = "2.7"', r"2\.7: is the clause of a misprint, but pebbles/2 has no"),
        ('clauses = ["1.1"]', 'clauses = ["6"]', r"P-2: is about 6, but pebbles/2 has no clause 6"),
        ('clauses = ["1.1"]', "clauses = []", r"P-2: the doubt is about no clause; name one"),
        (
            'default = "yes"',
            'default = "maybe"',
            r"P-1: default 'maybe' is not a choice; take one of no, yes",
        ),
        ("\n[[doubts]]", DOUBT + "[[doubts]]", r"P-1: this doubt is there twice; remove one"),
        ('edition = "2"\n', "", r"missing required field `edition`; correct that field"),
        ('game = "pebbles"', "game = pebbles", r"not valid TOML, .*line 2"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = write(tmp_path, whole=WHOLE.replace(old, new, 1)) / "clauses-2.toml"

    with pytest.raises(BookError, match="^" + re.escape(str(path)) + ": .*" + message):
        read(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('derives = "2"', 'derives = "3"', r"derives from 3, but clauses-3\.toml is not beside it; add it"),
        (
            'derives = "2"',
            'derives = "1"',
            r"derives from 1, which derives from it; one of them must be whole",
        ),
        (
            'drops = ["1.1"]',
            'drops = ["1.7"]',
            r"1\.7: drops names it, but the edition derived from does not",
        ),
        ('drops = ["1.1"]', "", r"1\.1: two clauses get this number; correct drops or renumber"),
        ('from = "1.2"', 'from = "1.9"', r"1\.9: renumber names it, but the edition derived from does not"),
        ("shift = 1", "", r"a renumbering has either from and to, or chapters and shift"),
        ("drops =", 'drop_doubts = ["P-9"]\ndrops =', r"P-9: drop_doubts names it"),
        ("drops =", 'drop_misprints = ["1.1"]\ndrops =', r"1\.1: drop_misprints names it"),
    ],
)
def test_a_faulty_delta_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = write(tmp_path, delta=DELTA.replace(old, new, 1)) / "clauses-1.toml"

    with pytest.raises(BookError, match="^" + re.escape(str(path)) + ": .*" + message):
        read(path)


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"there is no book godzilla/9; judgekit has .*godzilla/1\.00"):
        load("godzilla", "9")
    with pytest.raises(BookError, match="there is no such file; give the path"):
        read(tmp_path / "clauses-9.toml")


def test_a_book_without_clauses(tmp_path: Path) -> None:
    path = write(tmp_path, whole=WHOLE.split("[clauses", 1)[0]) / "clauses-2.toml"

    with pytest.raises(BookError, match=r"it has no clauses; add them as \[clauses"):
        read(path)
