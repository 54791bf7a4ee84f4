"""Coverage counts what the rulings exercise, and proves it by switching clauses off."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from judgekit import paths
from judgekit.audit.proof import coverage, proving
from judgekit.cases.rulings import ruling
from judgekit.cli.coverage import coverage as command
from tests.cases import toy_game
from tests.cases.toy_game import known

RULINGS = Path(__file__).parents[1] / "cases" / "rulings"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(paths, "rulings", lambda: RULINGS)
    monkeypatch.setattr(coverage, "FEW", 1_000)  # here, at once
    monkeypatch.setattr(ruling, "LIMIT", 2_000)  # what does not end without a clause is found out sooner
    proving.load.cache_clear()
    with known():
        yield


def test_every_clause_the_rulings_cite_is_counted() -> None:
    found = coverage.measure("toy/2")
    assert (found.clauses, found.acting, found.coded, found.exercised) == (28, 16, 16, 16)
    assert (found.consulted, found.consulted_exercised) == (4, 3)
    assert found.missing == {
        "coded": [], "exercised": [], "consulted_exercised": ["6.1"], "rulings": []
    }  # fmt: skip


def test_an_alias_is_not_counted() -> None:
    assert "7.2" not in coverage.measure("toy/2").missing["consulted_exercised"]


def test_only_the_rulings_of_an_edition_count_for_it() -> None:
    assert coverage.measure("toy/1").missing["exercised"] == ["3.4", "14.1"]


def test_a_clause_is_proved_when_a_ruling_that_names_it_fails_without_it() -> None:
    found = coverage.measure("toy/2", prove=True)
    assert found.missing["proved"] == ["2.3"]
    assert found.proved == 15
    assert (found.by_outcome, found.by_breakdown, found.by_citation) == (14, 0, 1)
    assert found.weak == {"unstated": [], "broken": [], "cited": ["1.3"]}
    assert (found.missing["reason"], found.reasons) == (["1.3"], {})


def test_where_only_the_citation_is_proved_the_written_reason_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book, why = toy_game.rules.book, "nothing lies on the table that it could find"
    rows = tuple(msgspec.structs.replace(row, no_outcome=why * (row.number == "1.3")) for row in book)
    monkeypatch.setattr(toy_game.rules, "book", msgspec.structs.replace(book, rows=rows))
    found = coverage.measure("toy/2", prove=True)
    assert (found.missing["reason"], found.reasons) == ([], {"1.3": why})
    assert coverage.told(found).endswith(f"  proved by the citation alone: 1.3\n    1.3: {why}")


def test_much_work_is_spread_over_processes_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = coverage.measure("toy/2", prove=True)
    monkeypatch.setattr(coverage, "FEW", 1)
    assert coverage.measure("toy/2", prove=True) == alone


def test_a_ruling_that_fails_or_cannot_be_read_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(RULINGS, tmp_path / "rulings")
    monkeypatch.setattr(paths, "rulings", lambda: tmp_path / "rulings")
    fails = tmp_path / "rulings" / "toy" / "4.1-five-damage-loses-at-once.toml"
    fails.write_text(fails.read_text().replace("is = 6", "is = 7"))
    (tmp_path / "rulings" / "toy" / "4.2-empty.toml").write_text("")
    found = coverage.measure("toy/2")
    assert found.missing["exercised"] == ["3.4", "4.1"]
    assert found.missing["rulings"] == [
        'toy/4.1-five-damage-loses-at-once: number = "B.damage", is = 7: it is 6',
        'toy/4.2-empty: line 1: expected a list of editions, like ["godzilla/1.2"]; got nothing',
    ]


def test_the_command_prints_the_figures_and_what_is_missing() -> None:
    result = CliRunner().invoke(command, ["toy/2", "--prove"])
    assert result.exit_code == 1
    assert result.output == (
        "toy/2: 28 clauses\n"
        "  acting       16, with code 16 (100 %), exercised 16 (100 %), proved 15 (93 %)\n"
        "  proved     by the outcome 14 (87 %), by the citation alone 1 (6 %)\n"
        "  consulted     4, exercised 3 (75 %)\n"
        "  missing, consulted and exercised: 6.1\n"
        "  missing, proved: 2.3\n"
        "  missing, reason: 1.3\n"
        "  proved by the citation alone: 1.3\n"
    )


def test_the_json_has_these_keys() -> None:
    result = CliRunner().invoke(command, ["toy/1", "--json"])
    assert list(json.loads(result.output)) == [
        "edition", "clauses", "acting", "coded", "exercised", "proved", "by_outcome", "by_breakdown",
        "by_citation", "consulted", "consulted_exercised", "missing", "weak", "reasons",
    ]  # fmt: skip
    assert CliRunner().invoke(command, ["chess/1"]).exit_code == 2
