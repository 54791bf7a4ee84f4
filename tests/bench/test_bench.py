"""The benchmark runs, small, and prints what it promises; its workload ends with the right checksum."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from judgekit.audit.bench import duel60, engine, load
from judgekit.audit.bench.baselines import PlainDuel
from judgekit.audit.bench.report import Figure, figure
from judgekit.cli import main

FIELDS = {"peer", "metric", "value", "unit", "p95", "min", "max"}


PROMISED = {
    "engine": (
        "Duel-60 moves, log in memory", "Duel-60 events, log in memory", "random play, full log: events",
        "random full games: decisions", "random full games: events", "fold a log", "orderings explored",
        "orderings, equal states merged", "cost of citing",
        "memory per event, log and the state after every event kept",
    ),
    "audit": (
        "does it matter: all orders of", "equal situations merged", "impact of an edition, two processes",
        "two processes beside one", "smallest table of a ruling",
    ),
    "storage": (
        "bulk append", "reload and decode", "database size per event", "seek in 100k events",
        "branch at one of 100k events", "append 10k events in bulk",
        "reload 10k events and rebuild the end state", "database size for 10k events",
        "commit each move, synchronous=full", "commit each move, synchronous=normal",
    ),
    "books": ("search, one word", "import the rule book"),
    "reading": ("reading 16 cards", "reading the text of a card", "reading a hostile text"),
    "starting": ("cold start of the command", "cold start of the web app to first page"),
}  # fmt: skip


# what a figure beside it explains, or what has nothing in the same run to be compared with
ALONE = {
    "does it matter: 5 abilities, no merging",
    "impact of an edition, one process",
    "all 5! orderings, no merging",
    "cost of citing (on / off): entries with clauses, causes and reasons, or none",
}


OURS_ALONE = {"reading"}  # nobody else reads these cards
SLOW = ("engine", "storage", "audit", "starting")  # `make bench` has them as well


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.long] * (part in SLOW)) for part in PROMISED]
)
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
    assert len(peers) > 1 or part in OURS_ALONE
    names = {f"{line['peer']}: {line['metric']}" for line in lines}
    assert {line["baseline"] for line in lines if "baseline" in line} <= names
    ours = [line for line in lines if line["peer"] == "judgekit"]
    for promised in PROMISED[part]:
        found = [line for line in ours if promised in line["metric"]]
        assert found, promised
        assert all(line["value"] > 0 for line in found)
    for line in ours:
        assert "ratio" in line or "wanted" in line or line["metric"] in ALONE, line["metric"]


def test_duel_60_run_by_its_clauses_ends_as_in_every_engine() -> None:
    assert duel60.checksum(engine.duel(10_000).state) == "53480,3789,236480,3627"


def test_the_plain_duel_that_it_is_compared_with_is_the_same_game() -> None:
    assert PlainDuel().play(10_000).checksum() == "53480,3789,236480,3627"


def test_a_wrong_checksum_stops_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CHECKSUM", "1,2,3,4")
    result = CliRunner().invoke(main, ["bench", "--part", "engine", "--scale", "0.001", "--times", "1"])
    assert result.exit_code == 2
    assert "Duel-60 ended with 53480" in result.stderr


@pytest.mark.long
def test_the_load_of_a_hall_is_measured_and_no_answer_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "JUDGES", 4)
    monkeypatch.setattr(load, "ANSWERING", 2)
    found = {one.metric: one for one in load.measure(tmp_path, scale=0.15)}
    wanted = {name: one.wanted for name, one in found.items() if one.wanted}
    assert wanted == {
        "4 judges step while 2 answer: a step": "p95 <= 150",
        "4 judges step while 2 answer: refused": "value <= 0",
        "4 judges step without pauses while 2 answer: refused": "value <= 0",
        "answers lost or doubled": "value <= 0",
    }
    assert found["4 judges step while 2 answer: answers written"].value > 0
    assert found["answers lost or doubled"].value == 0


def test_ratios_and_limits_say_whether_they_are_met() -> None:
    base = figure("base", "events/s", [10, 20, 30], "other")
    fast = figure("fast", "events/s", [100, 40, 60]).against(base, ">= 3")
    assert (fast.value, fast.ratio, fast.wanted, fast.met) == (60, 3.0, "ratio >= 3", True)
    assert fast.baseline == "other: base"
    slow: Figure = figure("slow", "ms", [1.0] * 18 + [9.0, 9.0]).reaching("<= 2", of="p95")
    assert (slow.value, slow.p95, slow.met) == (1.0, 9.0, False)
