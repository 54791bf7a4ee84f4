"""`judgekit rules …` from outside: what it prints, its JSON, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judgekit import paths
from judgekit.cli import main

BOOKS = paths.fixtures() / "books"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def value(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def take(name: str = "lanterns-1.0.txt", edition: str = "lanterns/1.0") -> Result:
    return run("import", str(BOOKS / name), "--as", edition)


def test_the_five_books_are_listed_as_not_imported() -> None:
    rows = {row["edition"]: row for row in value("list")}
    assert {"godzilla/1.2", "godzilla/1.00", "gate-ruler/1.1.2"} <= set(rows)
    assert not any(row["imported"] for row in rows.values())


def test_an_import_goes_to_the_user_s_own_database(home: Path) -> None:
    outcome = take()
    assert outcome.exit_code == 0
    assert "lanterns/1.0: 45 clauses from lanterns-1.0.txt" in outcome.stdout
    assert (home / "judgekit.sqlite").is_file()
    assert "lanterns/1.0" in {row["edition"] for row in value("list") if row["imported"]}


def test_an_import_reports_damage_and_what_is_suspect() -> None:
    outcome = take("lanterns-1.0-missing-numbers.txt")
    assert "suspect: line 27, 2.1.2: no number was printed; the place says 2.1.2" in outcome.stdout


def test_an_unknown_file_is_refused_without_a_traceback() -> None:
    outcome = run("import", str(BOOKS / "beacons-3.md"))
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr.startswith(
        "Error: beacons-3.md: has 45 numbered clauses, but is none of the known books"
    )


def test_after_an_import_the_official_sentence_is_shown() -> None:
    take()
    page = value("show", "lanterns/1.0", "2.1.2")
    assert page["official"] == "Lamp cards are lit or doused, never both."
    assert page["parents"] == [["2", "Cards"], ["2.1", "Lamp Cards"]]


def test_a_clause_is_shown_with_all_that_leads_to_and_from_it() -> None:
    page = value("show", "godzilla/1.2", "10.4.3.2")
    assert page["cites"] == ["7.1.1", "10.4.3.1"]
    assert page["misprints"][0]["read_as"] == "10.4.3.1"
    assert [number for number, _ in page["parents"]] == ["10", "10.4", "10.4.3"]
    assert "10.4.3.2" in value("show", "godzilla/1.2", "10.4.3.1")["cited_by"]
    printed = run("show", "godzilla/1.2", "10.4.3.2").stdout
    assert "misprint: 9.4.3.1 -> 10.4.3.1" in printed


def test_an_unknown_edition_and_an_unknown_clause_are_said() -> None:
    outcome = run("show", "godzilla/9", "1")
    assert outcome.exit_code == 2
    assert (
        "there is no book godzilla/9 (did you mean godzilla/1.2?); there are dragon-ball-super/1.06"
        in outcome.stderr
    )
    outcome = run("show", "godzilla/1.2", "10.4.9")
    assert outcome.exit_code == 2
    assert "godzilla/1.2 has no clause 10.4.9; near it are 10.4" in outcome.stderr


def test_search_prints_hits_and_its_exit_code_says_whether_there_were_any() -> None:
    outcome = run("search", "graveyard")
    assert outcome.exit_code == 0
    assert "gate-ruler/1.1.2 3-15  Graveyard" in outcome.stdout
    assert run("search", "xyzzy").exit_code == 1
    assert value("search", "10.4.3", "--in", "godzilla/1.2")[0]["number"] == "10.4.3"


def test_lint_needs_the_official_text() -> None:
    outcome = run("lint", "godzilla/1.2")
    assert outcome.exit_code == 2
    assert "godzilla/1.2 has not been imported" in outcome.stderr
    assert run("lint").exit_code == 1


def test_lint_prints_findings_and_both_figures() -> None:
    take("lanterns-2.0.txt", "lanterns/2.0")
    outcome = value("lint", "lanterns/2.0", "--all")
    assert set(outcome) == {"edition", "findings", "score"}
    assert {"found", "listed", "false_alarms"} <= set(outcome["score"])
    assert "lanterns/2.0: 0 of 0 listed faults" in run("lint").stdout


def test_compare_shows_moves_and_follows_a_citation() -> None:
    take()
    take("lanterns-2.0.txt", "lanterns/2.0")
    printed = run("compare", "lanterns/1.0", "lanterns/2.0", "--words").stdout
    assert "moved: 4 -> 5 (12 clauses)" in printed
    assert "{+a night+}" in printed
    assert (
        run("compare", "lanterns/1.0", "lanterns/2.0", "--follow", "4.3.3").stdout == "lanterns/2.0 5.3.3\n"
    )
    lost = run("compare", "lanterns/1.0", "lanterns/2.0", "--follow", "2.1.3")
    assert (lost.exit_code, lost.stderr.startswith("Error: lanterns/1.0 2.1.3")) == (2, True)


def test_every_command_has_help_and_json() -> None:
    for name in ("import", "show", "search", "lint", "compare", "list"):
        assert "--json" in run(name, "--help").stdout
