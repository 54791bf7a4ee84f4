"""The benchmark runs, small, and prints what it promises; its workload ends with the right checksum."""

from __future__ import annotations

import msgspec
import pytest
from click.testing import CliRunner

from judgekit.audit.bench import duel60, engine
from judgekit.audit.bench.report import Figure, figure
from judgekit.cli import main

FIELDS = {"peer", "metric", "value", "unit", "p95", "min", "max"}


@pytest.mark.parametrize("part", ["engine", "storage", "books", "starting"])
def test_every_line_is_a_figure_with_median_p95_min_and_max(part: str) -> None:
    result = CliRunner().invoke(
        main, ["bench", "--part", part, "--scale", "0.01", "--times", "1", "--json"], catch_exceptions=False
    )
    assert result.exit_code == 0
    lines = [msgspec.json.decode(line) for line in result.stdout.splitlines()]
    assert lines
    for line in lines:
        assert line.keys() >= FIELDS
        assert line["min"] <= line["value"] <= line["max"]
        assert line["p95"] <= line["max"]
    peers = {line["peer"] for line in lines}
    assert "judgekit" in peers
    assert len(peers) > 1
    names = {f"{line['peer']}: {line['metric']}" for line in lines}
    assert {line["baseline"] for line in lines if "baseline" in line} <= names


def test_duel_60_run_by_its_clauses_ends_as_in_every_engine() -> None:
    assert duel60.checksum(engine.duel(10_000).state) == "53480,3789,236480,3627"


def test_a_wrong_checksum_stops_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CHECKSUM", "1,2,3,4")
    result = CliRunner().invoke(main, ["bench", "--part", "engine", "--scale", "0.001", "--times", "1"])
    assert result.exit_code == 2
    assert "Duel-60 ended with 53480" in result.stderr


def test_ratios_and_limits_say_whether_they_are_met() -> None:
    base = figure("base", "events/s", [10, 20, 30], "other")
    fast = figure("fast", "events/s", [100, 40, 60]).against(base, ">= 3")
    assert (fast.value, fast.ratio, fast.wanted, fast.met) == (60, 3.0, "ratio >= 3", True)
    assert fast.baseline == "other: base"
    slow: Figure = figure("slow", "ms", [1.0] * 18 + [9.0, 9.0]).reaching("<= 2", of="p95")
    assert (slow.value, slow.p95, slow.met) == (1.0, 9.0, False)
