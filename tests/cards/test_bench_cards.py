"""The figures of libraries are measured, small."""

from __future__ import annotations

from pathlib import Path

from judgekit.audit.bench.cards import made_up, measure


def test_every_figure_of_a_library_has_its_limit(tmp_path: Path) -> None:
    found = list(measure(tmp_path, scale=0.01, times=1))
    told = [one.metric.split()[0] for one in found]
    assert told == ["import", "report", "export", "taking", "size", "text", "finding"]
    assert all(one.wanted and one.value > 0 for one in found)


def test_the_made_up_list_has_3600_rows_and_every_card_a_text_of_its_own() -> None:
    rows = made_up(3050, 550)
    assert len(rows) == 3600
    assert len({row["text"] for row in rows[:3050]}) == 3050
