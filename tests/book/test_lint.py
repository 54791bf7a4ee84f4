"""Each check on a few lines that have its fault, and on the same lines without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit import paths
from judgekit.book.draft import read_lines
from judgekit.book.importing import import_file
from judgekit.book.lint import CHECKS, Finding, Subject, lexicon_of, lint
from judgekit.book.lint.score import FACTS, family_of, score
from judgekit.book.load import editions, load
from judgekit.book.mending import finish
from judgekit.book.model import Book, Misprint, Row

BOOKS = paths.fixtures() / "books"
OFFICIAL = Path(__file__).parents[3] / "shared" / "rulebooks"

FRAME = """\
Lantern Keepers, version 1.0
Contents
1. Places ... 1
2. The Night ... 2
Rules
1. Places
1.1. Harbour
1.1.1. Lit lamps stand in the harbour, up to five of them.
1.1.2. Everybody sees every lamp there.
1.2. Wreck
1.2.1. Spent cards lie in the wreck.
1.3. Chest
1.3.1. Supplies are taken from the chest.
2. The Night
2.1. Dusk
2.1.1. At dusk the sailing keeper takes two cards from the chest (1.3).
2.1.2. Then that keeper lights one lamp.
2.1.3. Go back to 2.1.1 until a bell rings.
Changelog
1 March 2031: version 1.0
"""


def subject(text: str, book: Book | None = None) -> Subject:
    draft = read_lines(text.splitlines(), "sample.txt")
    return Subject(finish(draft, "lanterns", "1.0", None), book)


def found(check: str, old: str = "", new: str = "", book: Book | None = None) -> list[Finding]:
    """The findings of one check after a change to the frame."""
    assert old in FRAME
    return [
        one for one in lint(subject(FRAME.replace(old, new) if old else FRAME, book)) if one.check == check
    ]


def only(check: str, old: str, new: str, book: Book | None = None) -> Finding:
    (finding,) = found(check, old, new, book)
    return finding


def test_a_sound_book_has_no_findings() -> None:
    assert list(lint(subject(FRAME))) == []


def test_there_are_at_least_twelve_checks_and_each_says_what_it_looks_for() -> None:
    assert len(CHECKS) >= 12
    assert all(check.__doc__ for check in CHECKS)


def test_a_reference_to_no_clause_dangles() -> None:
    finding = only("dangling reference", "(1.3)", "(1.9)")
    assert finding.place == "2.1.1"
    assert finding.reason == "points to 1.9, which this book does not have"


def test_a_jump_to_no_clause_is_a_return_to_a_missing_step() -> None:
    finding = only("return to a missing step", "Go back to 2.1.1", "Go back to 3.1.1")
    assert (finding.place, finding.repair) == ("2.1.3", "read 2.1.1, if a chapter was put in")


def test_a_step_does_not_return_to_the_clause_it_is_a_step_of() -> None:
    finding = only(
        "return to a missing step", "2.1.3. Go back to 2.1.1", "2.1.2.1. Light it.\n2.1.2.2. Return to 2.1.2"
    )
    assert (finding.place, finding.repair) == ("2.1.2.2", "read 2.1.2.1, the first step")


def test_a_reference_whose_words_name_another_section_is_misdirected() -> None:
    finding = only("misdirected reference", "chest (1.3)", "chest (1.2)")
    assert (finding.place, finding.repair) == ("2.1.1", "1.3 has that title")


def test_a_reference_whose_words_fit_a_clause_one_slip_away_is_misdirected() -> None:
    text = """\
1. Crew
1.1. Hands
1.1.1. The cook peels turnips at noon.
1.1.2. The bosun counts rusty anchor chains.
1.1.3. The purser hoards silver coins.
2. Orders
2.1. Daily
2.1.1. Whoever counts the rusty anchor chains (1.1.3) may rest.
"""
    (finding,) = [one for one in lint(subject(text)) if one.check == "misdirected reference"]
    assert (finding.place, finding.printed) == ("2.1.1", "1.1.3")
    assert finding.repair.startswith("1.1.2 fits better")


def test_a_chapter_named_by_another_chapter_s_title_is_misdirected() -> None:
    finding = only("misdirected reference", "Then that keeper", "As in 1. The Night, that keeper")
    assert (finding.place, finding.repair) == ("2.1.2", "read chapter 2")


def test_a_run_of_steps_reaches_its_last() -> None:
    finding = only("short range", "2.1.3. Go", "2.1.3. Douse it.\n2.1.4. Do 2.1.1 to 2.1.2 again. Go")
    assert (finding.place, finding.repair) == ("2.1.4", "read up to 2.1.3")


def test_the_index_knows_what_a_reference_means() -> None:
    rows = (Row("1.2", "heading", "g", "Wreck"), Row("2.1.1", "step", "g", cites=("1.3",)))
    book = Book("lanterns", "1.0", "t", "", rows)
    finding = only("reference against the index", "(1.3)", "(1.2)", book)
    assert (finding.place, finding.repair) == ("2.1.1", "read 1.3")


def test_a_number_printed_a_second_time_is_a_duplicate() -> None:
    finding = only("duplicate number", "2.1.3. Go", "2.1.2. Go")
    assert (finding.place, finding.printed, finding.fault) == ("2.1.3", "2.1.2", "publisher")


def test_in_a_file_that_displaced_numbers_a_duplicate_is_the_extraction_s_fault() -> None:
    text = FRAME.replace("2.1.3. Go", "2.1.2. Go").replace(
        "1.1.2. Everybody sees", "- Everybody sees 1.1.2. of them"
    )
    (finding,) = [one for one in lint(subject(text)) if one.check == "duplicate number"]
    assert finding.fault == "extraction"


def test_a_number_twice_in_a_row_is_doubled() -> None:
    assert only("doubled number", "2.1.2. Then", "2.1.2. 2.1.2. Then").place == "2.1.2"


def test_a_number_left_out_is_a_gap() -> None:
    finding = only("gap", "1.2. Wreck\n1.2.1. Spent cards lie in the wreck.\n", "")
    assert finding.reason == "1.2 missing between 1.1.2 and 1.3"


def test_a_clause_without_its_parent_is_an_orphan() -> None:
    finding = only("orphan", "1.2.1. Spent", "1.2.1.1. Spent")
    assert (finding.place, finding.reason) == ("1.2.1.1", "there is no 1.2.1 above it")


def test_a_title_among_clauses_is_misplaced() -> None:
    finding = only("misplaced heading", "2.1.3. Go", "2.1.3. The Bell\n2.1.3.1. Go")
    assert (finding.place, finding.repair) == ("2.1.3", "take it as a heading")


def test_contents_and_headings_differ() -> None:
    finding = only("contents against headings", "2. The Night ... 2", "2. The Evening ... 2")
    assert finding.reason == "the contents list calls chapter 2 'The Evening', its heading 'The Night'"
    assert only("contents against headings", "2. The Night ... 2\n", "").place == "2"


def test_the_changelog_names_a_clause_that_is_not_there() -> None:
    finding = only("changelog against text", "version 1.0\n", "version 1.0; added 2.1.2.1\n")
    assert finding.reason == "the changelog names 2.1.2.1, which this book does not have"


def test_the_changelog_has_another_version_than_the_title() -> None:
    finding = only("changelog against text", "2031: version 1.0", "2031: version 1.1")
    assert finding.reason == "the title says 1.0, the changelog 1.1"


def test_the_changelog_is_silent_about_clauses_that_are_new() -> None:
    older = subject(FRAME.replace("1.1.2. Everybody sees every lamp there.\n", "")).text
    newer = Subject(subject(FRAME).text, older=older)
    (finding,) = [one for one in lint(newer) if one.check == "changelog against text"]
    assert "1 of 1 clauses that came since 1.0 are not in the changelog (1.1.2 …)" in finding.reason


def test_words_printed_twice_in_a_row() -> None:
    assert only("doubled words", "takes two cards", "takes two takes two cards").printed == "takes two"


def test_one_clause_under_two_numbers() -> None:
    again = "2.1.2. At dusk the sailing keeper takes two cards from the chest (1.3).\n2.1.3. Then"
    finding = only("repeated clause", "2.1.2. Then", again)
    assert (finding.place, finding.printed) == ("2.1.2", "2.1.1")


def test_a_misspelt_word_and_words_run_together() -> None:
    text = "1. Storms\n1.1. Gales\n" + "".join(f"1.1.{at}. The harbour master rings.\n" for at in range(1, 6))
    slips = subject(text + "1.1.6. The harbuor masterrings.\n1.1.7. The harbor sleeps.\n")
    findings = {one.printed: one.repair for one in lint(slips) if one.check == "misspelt word"}
    assert findings["masterrings"] == "read 'master rings'"


def test_one_word_in_two_spellings() -> None:
    lines = ["1. War", "1.1. Steps", "1.1.1. A defence.", "1.1.2. The defence is over.", "1.1.3. No defense."]
    text = "\n".join(lines)
    (finding,) = [one for one in lint(subject(text)) if one.check == "two names"]
    assert (finding.place, finding.reason) == ("1.1.3", "'defense' here, 'defence' elsewhere")


def test_one_place_called_zone_and_area() -> None:
    lines = "".join(f"1.1.{at}. It goes to the wreck zone {'o' * at}.\n" for at in range(1, 5))
    text = f"1. Places\n1.1. All\n{lines}1.1.5. It leaves the wreck area.\n"
    (finding,) = [one for one in lint(subject(text)) if one.check == "two names"]
    assert (finding.place, finding.printed) == ("1.1.5", "wreck area")


def test_an_appendix_that_is_only_promised() -> None:
    assert only("undefined term", "one lamp.", "one lamp of the appendix.").place == "2.1.2"


def test_a_sort_of_player_that_nobody_defined() -> None:
    lines = "".join(f"1.1.{at}. The turn player draws {at}.\n" for at in range(2, 12))
    text = (
        f'1. Turn\n1.1. All\n1.1.1. Who acts is the "turn player".\n{lines}1.1.12. The active player stops.\n'
    )
    (finding,) = [one for one in lint(subject(text)) if one.check == "undefined term"]
    assert (finding.place, finding.reason) == ("1.1.12", "active player is defined nowhere")


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Then (that keeper lights one lamp.", "( and ) do not pair"),
        ('Then that "keeper lights one lamp.', "a quotation mark without its partner"),
        ("Then that keeper lights one lamp..", "two full stops"),
        ("Then that keeper lights one small lamp", "no full stop at the end"),
        ("Then that keeper lights one lamp,", "ends in a comma"),
    ],
)
def test_punctuation(sentence: str, reason: str) -> None:
    assert reason in {
        one.reason for one in found("punctuation", "Then that keeper lights one lamp.", sentence)
    }


def test_damage_of_the_extraction_is_told_apart_from_the_publisher_s_faults() -> None:
    draft = BOOKS / "lanterns-1.0-displaced-numbers.txt"
    text = finish(read_lines(draft.read_text().splitlines(), "x"), "lanterns", "1.0", None)
    assert {one.fault for one in lint(Subject(text))} == {"extraction"}


@pytest.mark.parametrize(
    ("row", "family"),
    [
        (Misprint("1.2.3", "9.4.1", "10.4.1"), "reference"),
        (Misprint("10-22-3", "10-17-3", "10-22-3"), "number"),
        (Misprint("6", "Game Progress", "Game Progression", "the table of contents has another"), "contents"),
        (Misprint("4-5", "Controllor", "Controller", "misspelt"), "name"),
        (Misprint("7.4", "proceed to, proceed to", "proceed to", "a phrase is doubled"), "repetition"),
        (Misprint("8.2.4", "greater than", "greater than or equal to"), "wording"),
        (Misprint("3.1.2", "no number", "its number", fault="extraction"), "extraction"),
    ],
)
def test_a_listed_fault_belongs_to_a_family(row: Misprint, family: str) -> None:
    assert family_of(row) == family


def test_the_score_counts_what_was_found_and_what_no_row_confirms() -> None:
    rows = [Misprint("1.1", "2.2", "2.3"), Misprint("1.2", "2.5", "2.6")]
    findings = [
        Finding("1.1", "dangling reference", "r", "p", printed="2.2"),
        Finding("1.9", "dangling reference", "r", "p", printed="7.7"),
    ]
    reference = next(one for one in score(findings, rows) if one.family == "reference")
    assert (reference.listed, reference.found, reference.findings) == (2, 1, 2)
    assert [row.clause for row in reference.missed] == ["1.2"]
    assert [one.place for one in reference.unlisted] == ["1.9"]


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official texts are not here")
@pytest.mark.parametrize("name", editions())
def test_on_an_official_text_the_checks_find_nearly_all_listed_faults_and_few_others(name: str) -> None:
    books = [load(*one.split("/")) for one in editions()]
    book = load(*name.split("/"))
    text, _ = import_file(OFFICIAL / f"{name.replace('/', '-')}.txt", books)
    scores = score(list(lint(Subject(text, book, lexicon=lexicon_of(books)))), book.misprints)
    checked = [one for one in scores if one.family != "wording"]
    assert sum(one.found for one in checked) >= 0.85 * sum(one.listed for one in checked)
    for one in checked:
        if one.family in {"reference", "number", "shape", "contents", "changelog"}:
            assert one.missed == (), one.family
    judged = [one for one in checked if one.family not in FACTS]
    assert sum(len(one.unlisted) for one in judged) <= 15
