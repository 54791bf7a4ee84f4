"""Every way in which a rulebook's text can be damaged still gives the same clauses."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from judgekit import paths
from judgekit.book.importing import NamedWrongly, UnknownBook, best_draft, import_file
from judgekit.book.load import editions, load
from judgekit.book.mending import finish
from judgekit.book.model import Book, Row
from judgekit.book.numbering import DOTTED, HYPHENED, LETTERED, depth_of
from judgekit.book.official import OfficialText
from judgekit.book.pages import UnreadableFile, unfoldings

BOOKS = paths.fixtures() / "books"
OFFICIAL = Path(__file__).parents[3] / "shared" / "rulebooks"
NODES = {
    "godzilla/1.2": 517,
    "godzilla/1.00": 471,
    "dragon-ball-super/1.06": 539,
    "gate-ruler/1.1.2": 906,
    "luck-and-logic/1.00": 667,
}


def whole(name: str) -> OfficialText:
    """A sample book read without any index."""
    return finish(best_draft(BOOKS / name), "sample", "1", None)


def index_of(text: OfficialText, game: str = "lanterns", edition: str = "1.0") -> Book:
    """An index whose gists are the sample's own sentences."""
    rows = []
    for clause in text.clauses:
        if depth_of(clause.number) <= 2:
            rows.append(Row(clause.number, "heading", clause.text, clause.text))
        else:
            rows.append(Row(clause.number, "information", clause.text))
    return Book(game, edition, "Lantern Keepers", "2031-03-01", tuple(rows))


CLEAN = whole("lanterns-1.0.txt")
INDEX = index_of(CLEAN)
SENTENCES = {clause.number: clause.text for clause in CLEAN.clauses}


def read(damage: str) -> tuple[OfficialText, dict[str, str]]:
    text, report = import_file(BOOKS / f"lanterns-1.0-{damage}.txt", [INDEX])
    assert (report.name, report.new, report.missing) == ("lanterns/1.0", (), ())
    return text, {clause.number: clause.text for clause in text.clauses}


def harms(text: OfficialText) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for damage in text.damage:
        found.setdefault(damage.harm, set()).add(damage.number)
    return found


@pytest.mark.parametrize(
    "damage",
    [
        "wrapped-lines",
        "page-breaks",
        "displaced-numbers",
        "doubled-numbers",
        "bullets-and-marks",
        "two-columns",
    ],
)
def test_a_damaged_book_reads_like_the_clean_one(damage: str) -> None:
    assert read(damage)[1] == SENTENCES


def wrapped(text: str, width: int) -> str:
    """The text with every line broken at a width, as a mail or a PDF would have it."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [line] if "\t" in line else textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    return "\n".join(lines)


@pytest.mark.parametrize("width", [24, 30, 38, 50])
@pytest.mark.parametrize(
    "damage", ["displaced-numbers", "page-breaks", "doubled-numbers", "bullets-and-marks"]
)
def test_damage_upon_damage_still_reads_like_the_clean_book(tmp_path: Path, damage: str, width: int) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(wrapped((BOOKS / f"lanterns-1.0-{damage}.txt").read_text(), width))
    text, _ = import_file(path, [INDEX])
    assert {clause.number: clause.text for clause in text.clauses} == SENTENCES


def test_numbers_in_mid_sentence_are_put_back_and_reported() -> None:
    text, _ = read("displaced-numbers")
    expected = {"1.2.2", "2.1.2", "3.2.1", "3.2.2", "4.1.2", "4.1.2.1", "4.2.1"}
    assert harms(text) == {"displaced number": expected}


def test_a_number_printed_twice_is_read_once_and_reported() -> None:
    assert harms(read("doubled-numbers")[0]) == {"doubled number": {"1.1.1", "1.2.2.1", "4.2.2"}}


def test_numbers_that_are_missing_are_told_by_their_place() -> None:
    text, sentences = read("missing-numbers")
    assert harms(text) == {
        "missing number": {"2.1.2", "3.3.2", "4.2.1"},
        "lost title": {"3.1"},
        "misprinted number": {"5.2.2"},
        "detached stop": {"4.1.1"},
    }
    assert text["5.2.2"].printed == "5.2.1"
    assert {**sentences, "3.1": "The Chest"} == SENTENCES


def test_without_an_index_a_visible_gap_is_still_filled() -> None:
    text = whole("lanterns-1.0-missing-numbers.txt")
    assert text["2.1.2"].text == SENTENCES["2.1.2"]


def test_pictures_legends_and_tables_do_not_get_into_the_sentences() -> None:
    text, sentences = read("icons-and-pictures")
    assert harms(text) == {
        "debris": {"2", "2.1", "3.3.2"},
        "table": {"3.2.1"},
        "lost icon": {"2.1.1"},
    }
    assert {number for number in SENTENCES if sentences[number] != SENTENCES[number]} == {"2.1.1"}


def test_a_contents_list_is_not_taken_for_the_chapters() -> None:
    assert [(entry.number, entry.text) for entry in CLEAN.contents if entry.number] == [
        ("1", "The Voyage"),
        ("2", "Cards"),
        ("3", "Places"),
        ("4", "The Night"),
        ("5", "Storms"),
    ]
    assert CLEAN["1"].line == 12
    assert [entry.text for entry in CLEAN.changelog][1:] == ["1 March 2031: version 1.0, first printing"]


def test_hyphened_numbers_and_a_wrong_prefix_are_read() -> None:
    text = whole("beacons-3.md")
    assert [clause.number for clause in text.clauses] == [number.replace(".", "-") for number in SENTENCES]
    assert text["5-2-2"].printed == "4-1-2"


def test_lettered_numbers_are_read_and_list_items_get_numbers_from_the_index() -> None:
    text = whole("wardens-7.txt")
    assert text["4-1b-1"].text.startswith("Lighting a lamp")
    assert "2-1c#1" not in text
    rows = index_of(text, "wardens", "7").rows
    at = next(place for place, row in enumerate(rows) if row.number == "2-1c")
    items = (Row("2-1c#1", "information", "two"), Row("2-1c#2", "information", "one"))
    book = Book("wardens", "7", "Wardens", "", (*rows[: at + 1], *items, *rows[at + 1 :]))
    read_again, report = import_file(BOOKS / "wardens-7.txt", [INDEX, book])
    assert report.missing == ()
    assert read_again["2-1c#1"].text == "Two doused lamps of one name."
    assert read_again["2-1c#2"].text.splitlines()[0] == "One lit lamp without oil."


def test_an_unknown_file_is_refused_with_the_way_out() -> None:
    with pytest.raises(UnknownBook, match=r"none of the known books \(lanterns/1.0\).*--as GAME/EDITION"):
        import_file(BOOKS / "beacons-3.md", [INDEX])


def test_another_edition_of_a_known_game_is_named_as_such(tmp_path: Path) -> None:
    lines = (BOOKS / "lanterns-1.0.txt").read_text().splitlines()
    shorter = tmp_path / "rules.txt"
    shorter.write_text("\n".join(line for line in lines if not line.startswith(("3.3", "5."))))
    with pytest.raises(UnknownBook, match=r"another edition of lanterns.*--as lanterns/EDITION"):
        import_file(shorter, [INDEX])


def test_any_numbered_file_can_be_taken_as_a_new_edition() -> None:
    text, report = import_file(BOOKS / "beacons-3.md", [INDEX], "beacons/3")
    assert (text.name, report.clauses, report.matched) == ("beacons/3", 45, ())


def test_a_new_edition_needs_a_game_and_a_number() -> None:
    with pytest.raises(NamedWrongly, match="write game/edition"):
        import_file(BOOKS / "beacons-3.md", [], "beacons")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("rules.docx", b"x", "judgekit reads .txt"),
        ("rules.txt", b"  \n", "the file is empty"),
        ("rules.txt", b"PK\x00\x03\x00\x00", "not a text file"),
        ("rules.txt", b"Once upon a time\nthere was a lamp.\n", "no numbered clauses found"),
        ("rules.pdf", b"%PDF-1.4 broken", "the PDF can't be read"),
    ],
)
def test_a_file_that_is_no_rulebook_is_refused(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=says):
        import_file(path, [INDEX])


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="check the path"):
        import_file(tmp_path / "none.txt", [INDEX])
    with pytest.raises(UnreadableFile, match="is a folder"):
        import_file(tmp_path, [INDEX])


def pdf(pages: list[list[tuple[int, int, str]]]) -> bytes:
    """A small PDF with each piece of text at its place."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    ]
    kids = []
    for page in pages:
        drawn = "".join(f"BT /F1 9 Tf {x} {y} Td ({_escaped(text)}) Tj ET\n" for x, y, text in page).encode(
            "latin-1"
        )
        objects.append(b"<< /Length %d >>\nstream\n%sendstream" % (len(drawn), drawn))
        content = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % content
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    body, places = b"%PDF-1.4\n", []
    for at, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (at, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return (
        body
        + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
        % (
            count,
            table,
            count,
            len(body),
        )
    )


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def columns_page() -> list[list[tuple[int, int, str]]]:
    """The two-column sample as pages, drawn row by row across both columns."""
    rows = (BOOKS / "lanterns-1.0-two-columns.txt").read_text().splitlines()
    start = rows.index("Rules") + 2
    page = []
    for at, row in enumerate(rows[start:]):
        y = 780 - 11 * at
        for x, piece in ((20, row[:50].rstrip()), (310, row[50:].rstrip())):
            if piece:
                page.append((x, y, piece))
    return [page]


def test_a_pdf_is_read(tmp_path: Path) -> None:
    rows = (BOOKS / "lanterns-1.0-wrapped-lines.txt").read_text().splitlines()
    pages = [rows[at : at + 50] for at in range(0, len(rows), 50)]
    drawn = [[(40, 780 - 12 * at, row) for at, row in enumerate(page) if row.strip()] for page in pages]
    path = tmp_path / "rules.pdf"
    path.write_bytes(pdf(drawn))
    text, _ = import_file(path, [INDEX])
    assert {clause.number: clause.text for clause in text.clauses} == SENTENCES


def test_a_pdf_in_two_columns_is_read_column_by_column(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(pdf(columns_page()))
    text, report = import_file(path, [INDEX])
    assert report.missing == ()
    assert {clause.number: clause.text for clause in text.clauses} == SENTENCES


def test_one_column_is_left_alone() -> None:
    assert unfoldings("a\nb   c\nd") == [["a", "b   c", "d"]]


def test_what_may_follow_a_number() -> None:
    assert DOTTED.may_follow("10.4.3") == {"10.4.3.1", "10.4.4", "10.5", "11"}
    assert HYPHENED.may_follow("4-5") == {"4-5-1", "4-6", "5"}
    assert LETTERED.may_follow("14-3b") == {"14-3b-1", "14-3c", "14-4", "15"}


def test_what_is_missing_between_two_numbers() -> None:
    assert DOTTED.between("3.1.2.1", "3.1.2.3.1") == ["3.1.2.2", "3.1.2.3"]
    assert DOTTED.between("9", "9.1.1") == ["9.1"]
    assert LETTERED.between("8-4a", "8-4d") == ["8-4b", "8-4c"]
    assert DOTTED.between("9.1", "10") == []


official = pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official texts are not here")


@official
def test_all_five_official_texts_lose_no_clause() -> None:
    books = [load(*name.split("/")) for name in editions()]
    for name, nodes in NODES.items():
        text, report = import_file(OFFICIAL / f"{name.replace('/', '-')}.txt", books)
        assert (report.name, report.new, report.missing) == (name, (), ())
        numbered = [
            clause for clause in text.clauses if clause.number[0].isdigit() and "#" not in clause.number
        ]
        chapters = 17 if name.startswith("gate-ruler") else 0  # its section titles bear no clause number
        assert len(numbered) - chapters == nodes
        assert [clause.number for clause in text.clauses] == [row.number for row in load(*name.split("/"))]


@official
@pytest.mark.parametrize("name", NODES)
def test_an_official_text_has_only_known_losses(name: str) -> None:
    books = [load(*one.split("/")) for one in editions()]
    text, _ = import_file(OFFICIAL / f"{name.replace('/', '-')}.txt", books)
    empty = [clause.number for clause in text.clauses if not clause.text]
    assert empty == (["9.1"] if name == "godzilla/1.00" else [])


@official
@pytest.mark.parametrize("width", [40, 64, 90])
@pytest.mark.parametrize("name", NODES)
def test_an_official_text_with_wrapped_lines_loses_no_clause(tmp_path: Path, name: str, width: int) -> None:
    books = [load(*one.split("/")) for one in editions()]
    path = tmp_path / "rules.txt"
    path.write_text(wrapped((OFFICIAL / f"{name.replace('/', '-')}.txt").read_text(), width))
    _, report = import_file(path, books)
    assert (report.name, report.new, report.missing) == (name, (), ())
