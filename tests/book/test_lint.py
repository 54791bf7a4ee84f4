"""Each check on a few lines that have its fault, and on the same lines without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judgekit import paths
from judgekit.book.draft import read_lines
from judgekit.book.importing import import_file
from judgekit.book.lint import CHECKS, Finding, Subject, lexicon_of, lint
from judgekit.book.lint.score import FACTS, family_of, score
from judgekit.book.load import editions, load
from judgekit.book.mending import finish
from judgekit.book.model import Book, Misprint, Row
from judgekit.book.official import Damage, OfficialClause, OfficialText
from tests.lots import rest_is_long

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


def test_the_changelog_announces_what_no_clause_says() -> None:
    said = "lit lamps of the harbour and spent cards of the wreck are taken by every sailing keeper at dusk"
    finding = only("changelog against text", "version 1.0\n", f"version 1.0 says that {said}\n")
    assert finding.reason.startswith("what the changelog announces for 1.0 stands in no clause")
    told = "at dusk the sailing keeper takes two cards from the chest"
    assert found("changelog against text", "version 1.0\n", f"version 1.0 says that {told}\n") == []


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


def of(check: str, *lines: str, book: Book | None = None) -> list[tuple[str, str]]:
    """Place and words in question of one check's findings in a book of these lines."""
    found = lint(subject("\n".join(lines), book))
    return [(one.place, one.printed) for one in found if one.check == check]


def test_a_clause_copied_from_a_sister_section_still_names_it() -> None:
    said = "Each lamp room is seen by all, and its lamps may be lit or dark."
    lines = ("1. Rooms", "1.1. Lamp Room", f"1.1.1. {said}", "1.2. Oil Store", f"1.2.1. {said}")
    (finding,) = [one for one in lint(subject("\n".join(lines))) if one.check == "repeated clause"]
    assert (finding.place, finding.reason) == ("1.2.1", "copied from 1.1.1, it still says 'lamp room'")


def test_sister_sections_that_are_built_alike_are_no_repetition() -> None:
    said = "What is written here has no influence on the game by itself at all."
    lines = ["1. Print", "1.1. Artist", f"1.1.1. {said}", "1.2. Number", f"1.2.1. {said}"]
    assert of("repeated clause", *lines) == []
    assert of("repeated clause", *lines, "2. Play", "2.1. Turns", f"2.1.1. {said}") == [("2.1.1", "1.1.1")]


def test_two_procedures_that_share_their_steps_are_no_repetition() -> None:
    ends = "If the number is nought or less, the performing of this ends."
    draw = "Whoever performs this takes the topmost card of the deck in hand."
    lines = ["1. Deeds", "1.1. Draw", "1.1.1. So:", f"1.1.1.1. {ends}", f"1.1.1.2. {draw}", "1.2. Dig"]
    lines += ["1.2.1. Dig as follows.", "1.2.2. So:", f"1.2.2.1. {ends}"]
    assert of("repeated clause", *lines, f"1.2.2.2. {draw}") == []
    assert of("repeated clause", *lines, "1.2.2.2. Stop.") == [("1.2.2.1", "1.1.1.1")]


def test_clauses_on_different_keywords_are_no_repetition() -> None:
    told = "The resting keeper may answer with a [{}] skill whose stormy lantern condition holds."
    lines = (
        "1. Dusk",
        "1.1. Bell",
        f"1.1.1. {told.format('Ward: Sail')}",
        "2. Dawn",
        "2.1. Horn",
        "2.1.1. Wait.",
    )
    assert of("repeated clause", *lines, f"2.1.2. {told.format('Ward: Row')}") == []
    again = told.format("Ward: Sail").replace("The resting", "A resting")
    assert of("repeated clause", *lines, f"2.1.2. {again}") == [("2.1.2", "1.1.1")]


def test_a_loose_summary_of_a_procedure_says_it_again() -> None:
    rows = (Row("1.1.1", "information", "g", alias_of="1.2.1"), Row("1.2.1", "step", "g"))
    steps = (
        "1.2.1. Storms go so:",
        "1.2.1.1. Douse lanterns.",
        "1.2.1.2. Reef sails.",
        "1.2.1.3. Ring bells.",
    )
    lines = ("1. Storms", "1.1. About", "1.1.1. Lanterns are doused, sails reefed.", "1.2. Course", *steps)
    book = Book("lanterns", "1.0", "t", "", rows)
    assert of("repeated clause", *lines, book=book) == [("1.1.1", "1.2.1")]
    assert of("repeated clause", *lines) == []


def test_the_index_knows_one_more_target() -> None:
    rows = (Row("1.2", "heading", "g", "Wreck"), Row("2.1.1", "step", "g", cites=("1.3", "1.2")))
    book = Book("lanterns", "1.0", "t", "", rows)
    (finding,) = found("reference against the index", book=book)
    assert (finding.place, finding.repair) == ("2.1.1", "add 1.2")


@pytest.mark.parametrize(
    ("check", "lines", "place", "printed"),
    [
        (
            "two names",
            (
                "1.1.1. It has a number of summons.",
                "1.1.2. The number of summoning is 0.",
                "1.1.3. Add one to the number of summoning.",
            ),
            "1.1.1",
            "number of summons",
        ),
        (
            "two names",
            ("1.1.1. A card has a master.", "1.1.2. Turn all cards controlled by you.", "1.2. Master"),
            "1.1.2",
            "controlled by",
        ),
        (
            "undefined term",
            tuple(f"1.1.{at}. Number {at} is sorted by stage positions." for at in (1, 2, 3)),
            "1.1.1",
            "stage position",
        ),
        (
            "undefined term",
            ("1.1.1. It leaves for a reason other than duplicate card processing.",),
            "1.1.1",
            "duplicate card processing",
        ),
        (
            "undefined term",
            ('1.1.1. To "cause a token to appear" is to lay it down.', "1.1.2. Cause that card to appear."),
            "1.1.2",
            "appear",
        ),
        (
            "two names",
            ("1.1.1. Ranks are written as Roman numerals.", "1.1.2. Take a card of rank 1."),
            "1.1.2",
            "rank 1",
        ),
        ("undefined term", ("1.1.1. You may pay a toll.", "1.1.2. Go on."), "1.1.1", "pay a toll"),
        (
            "two names",
            ('1.1.1. What says "End of battle" happens.', '1.1.2. "At the end of a battle" is now.'),
            "1.1.1",
            "end of battle",
        ),
        (
            "two names",
            (
                "1.1.1. It ends after the duration of a storm or until the end of a storm.",
                "1.2. Storm",
                "1.2.1. It ends after the duration of a squall or until the end of a squall.",
            ),
            "1.2.1",
            "squall",
        ),
        ("misspelt word", ("1.1.1. A lamp burns If it has oil.",), "1.1.1", "If"),
    ],
)
def test_a_term_the_book_does_not_keep_to(
    check: str, lines: tuple[str, ...], place: str, printed: str
) -> None:
    assert (place, printed) in of(check, "1. Terms", "1.1. All", *lines)


def test_zones_are_no_word_for_places_in_general_where_they_are_one_kind_of_area() -> None:
    lines = (
        "1.1.1. It is a row.",
        "2. Tokens",
        "2.1. Where",
        "2.1.1. It leaves a zone in which it cannot be.",
    )
    assert of("two names", "1. Areas", "1.1. Zones", *lines) == [("2.1.1", "zone")]
    assert of("two names", "1. Zones", "1.1. Rows", *lines) == []


def test_an_area_may_be_called_an_area_though_it_is_a_zone() -> None:
    line = "2.1.1. If a zone has two cards, put the last one out of that area."
    assert of("two names", "1. Areas", "1.1. Zones", "1.1.1. A row.", "2. Rows", "2.1. Full", line) == []
    assert of("two names", "1. Zones", "1.1. Rows", "1.1.1. A row.", "2. Rows", "2.1. Full", line) != []


def test_a_keyword_s_meaning_stands_in_quotation_marks_as_the_others_do() -> None:
    meanings = [f'1.1.{at}. "[Gust {at}]" means "blow {at} lamps out".' for at in (1, 2)]
    lines = ["1. Words", "1.1. All", *meanings, '1.1.3. "[Calm]" means all lamps stay lit.']
    assert [place for place, _ in of("punctuation", *lines)] == ["1.1.3"]


def test_a_later_target_of_a_list_and_a_jump_are_not_judged_by_the_words_before() -> None:
    text = """\
1. Crew
1.1. Hands
1.1.1. The cook peels turnips at noon.
1.1.2. The bosun counts rusty anchor chains.
1.1.3. The purser hoards silver coins.
2. Orders
2.1. Daily
2.1.1. Whoever counts the rusty anchor chains (1.1.2, 1.1.3) may rest.
2.1.2. Go on with counting the rusty anchor chains (1.1.3).
"""
    assert [one for one in lint(subject(text)) if one.check == "misdirected reference"] == []


@pytest.mark.parametrize(
    ("line", "harm"),
    [
        ("1.1.4. The lamp is lit without showing", "torn end"),
        ('1.1.4. A card\'s "rage "value is what counts.', "detached quote"),
        ("## 1.1.4. Lamps are lit at dusk and doused at dawn.", "heading mark"),
        ("1.1.4. **Lamps are lit at dusk and doused at dawn.**", "bold clause"),
        ("1.1.4. It may be indicated by a Enter icon.", "lost icon"),
        ("1.1.4. Lamps are marked with an icon on their foot.", "lost icon"),
        ("1.1.4. Each lamp with  burns for a day.", "lost icon"),
        ("1.1.4.  Each lamp burns for a day.", "lost icon"),
        ("1.1.4. A lamp ( ) burns for a day.", "lost icon"),
        ("1.1.4. The sign of a lamp is referred to as .", "lost icon"),
        ("1.1.4. A lamp is turned to , then it is lit.", "lost icon"),
        ("1.1.4. The first , the last and all others burn.", "lost icon"),
        ("1.1.4. The sign 灯 stands for a lamp.", "lost icon"),
        ("1.1.4 . Each lamp burns for a day.", "detached stop"),
        ("1.1.4. Each lamp burns until their", "torn end"),
        ("1.1.4. The words within the indicates its price.", "lost icon"),
        ('1.1.4. It is written as " [(Cost)] (Effect)."', "lost icon"),
        ("1.1.4. Lamps are lit at dusk and doused at dawn.", ""),
    ],
)
def test_what_the_way_to_text_did_to_a_clause(line: str, harm: str) -> None:
    lines = ("1. Lamps", "1.1. All", "1.1.1. One.", "1.1.2. Two.", "1.1.3. Three.", line, "1.1.5. Five.")
    damaged = {one.harm for one in subject("\n".join(lines)).text.damage if one.number == "1.1.4"}
    assert damaged == ({harm} if harm else set())


def test_a_run_of_clauses_set_as_a_list_is_told_once() -> None:
    numbers = [f"1.1.{at}. Lamp {at} is lit." for at in range(1, 31)]
    listed = [f"- {line}" if at in (11, 12) else line for at, line in enumerate(numbers)]
    damage = subject("\n".join(["1. Lamps", "1.1. All", *listed])).text.damage
    assert [(one.number, one.harm) for one in damage] == [("1.1.12", "bulleted clause")]


def test_a_misspelling_that_the_next_edition_put_right() -> None:
    lines = "1. Lamps\n1.1. All\n1.1.1. Then {} the watch.\n"
    newer = subject(lines.format("suspend")).text
    first = Subject(subject(lines.format("supend")).text, newer=newer)
    assert [(one.place, one.repair) for one in lint(first)] == [("1.1.1", "read 'suspend'")]
    assert list(lint(Subject(newer, newer=newer))) == []


def test_a_legend_and_a_heading_differ() -> None:
    text = subject("1. Cards\n1.1. Hit Point\n1.1.1. It is a number.\n").text
    labelled = [
        replace(text, damage=(Damage(9, "1.1", "debris", f"set aside: 10 {label}"),))
        for label in ("Hit Points", "Hit Point")
    ]
    told = [[one.reason for one in lint(Subject(text)) if one.check == "two names"] for text in labelled]
    assert told == [["'Hit Points' in the legend, 'Hit Point' in the heading"], []]


def test_an_appendix_calls_a_zone_what_the_rules_do_not() -> None:
    text = subject("1. Places\n1.1. Hand\n1.1.1. Cards are held here.\n").text
    entries = tuple(OfficialClause(f"R-{at}", 9, "You have no hand zone.") for at in (1, 2))
    told = list(lint(Subject(replace(text, clauses=text.clauses + entries))))
    assert [(one.place, one.printed) for one in told if one.check == "two names"] == [("R", "hand zone")]


def test_a_title_that_lost_its_last_letter_was_damaged_on_the_way() -> None:
    lines = ["1. Lamps", "1.1. Propertie", *(f"1.1.{at}. Lamp properties count." for at in range(1, 6))]
    (finding,) = [one for one in lint(subject("\n".join(lines))) if one.check == "misspelt word"]
    assert (finding.place, finding.fault, finding.repair) == ("1.1", "extraction", "read 'properties'")


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
        (Misprint("3-12a", "10-2", "10"), "reference"),
        (Misprint("8-4e-1", "3-6e", "3-6e, 3-6e-3b"), "reference"),
        (Misprint("5.21.1", "shuffles (5.20)", "reshuffles (5.20)"), "reference"),
        (Misprint("12.8.2.1", "12.8.2.1", "12.8.2.1", "kept as printed"), "wording"),
        (Misprint("10.1.2.1", "supend", "suspend"), "name"),
        (Misprint("8.5.1.1", "cardbeing", "card being"), "name"),
        (Misprint("14-3b", "paying", "playing", "wrong word"), "wording"),
        (Misprint("2-9-1", "7.Card", "7. Card"), "punctuation"),
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


def official(name: str, books: list[Book]) -> OfficialText:
    return import_file(OFFICIAL / f"{name.replace('/', '-')}.txt", books)[0]


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official texts are not here")
@pytest.mark.parametrize("name", rest_is_long(editions(), 2))
def test_on_an_official_text_the_checks_find_all_listed_faults_and_few_others(name: str) -> None:
    books = [load(*one.split("/")) for one in editions()]
    book = load(*name.split("/"))
    text = official(name, books)
    after = [one for one in books if one.game == book.game and one.date > book.date]
    newer = official(after[0].name, books) if after else None
    scores = score(list(lint(Subject(text, book, None, lexicon_of(books), newer))), book.misprints)
    checked = [one for one in scores if one.family != "wording"]
    assert [row for one in checked for row in one.missed] == []
    judged = [one for one in checked if one.family not in FACTS]
    assert sum(len(one.unlisted) for one in judged) <= 8
