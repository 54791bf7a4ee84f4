"""The benchmark of the pages measures what was promised: each figure is there, with its limit."""

from __future__ import annotations

import msgspec
import pytest
from click.testing import CliRunner

from judgekit.cli import main

pytestmark = pytest.mark.browser

WANTED = {
    "events of the case that is stepped through": "value >= 10000",
    "a step on the server, 20 requests/s from four clients": "p95 <= 25",
    "weight of a case page, all its files": "value <= 200000",
    "server memory added by them": "value <= 5",
    "first contentful paint: replay page": "value <= 300",
    "one step in place, frame shown": "p95 <= 50",
}
TOLD = (
    "steps that the server can give, four clients",
    "server CPU time of a step",
    "server memory before the steps",
)


@pytest.mark.long
def test_every_promise_about_speed_is_measured() -> None:
    result = CliRunner().invoke(main, ["bench", "--part", "web", "--scale", "0.01", "--times", "1", "--json"])
    assert result.exit_code == 0, result.output
    lines = [msgspec.json.decode(line) for line in result.stdout.splitlines()]
    found = {line["metric"]: line for line in lines if line["peer"] == "judgekit"}
    assert {metric: found[metric]["wanted"] for metric in WANTED} == WANTED
    assert all(found[metric]["value"] > 0 for metric in TOLD)
    for metric in ("events of the case that is stepped through", "weight of a case page, all its files"):
        assert found[metric]["met"], metric  # these do not hang on how busy the machine is
