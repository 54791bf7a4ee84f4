"""Every command does its one thing, in words and in JSON, and exits with a code that a script can use."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from judgekit import __version__
from judgekit.cases.play import pinned
from judgekit.cases.play import verify as verifying
from judgekit.cli import COMMANDS, SELDOM, main
from tests.cli.shell import answer, judgekit, refusal


def test_run_makes_a_case_of_a_position_and_stops_at_the_first_question() -> None:
    said = judgekit("run sparks.toml").output
    assert "case 1 sparks · toy/2 · branch main" in said
    assert "1.2 asks A: Play a card?" in said
    assert "  Play Tank  play c2  [3.2]" in said
    assert "answer with one of these, in words or by id" in said


def test_run_goes_on_with_answers_and_says_where_it_stands() -> None:
    answer("run sparks.toml")
    found = answer('run 1 -a "play c1" -a yes -a pass')
    assert found["question"]["player"] == "B"
    assert found["question"]["clause"] == "1.2"
    assert found["outcome"] is None
    assert answer("show 1")["entries"] == found["entries"]


def test_run_can_answer_by_chance_and_gives_the_same_game_for_the_same_seed() -> None:
    one = answer("run sparks.toml --random 4 --limit 300")
    two = answer("run sparks.toml --random 4 --limit 300")
    assert one["entries"] == two["entries"] > 250
    judgekit("compare 1 2")
    assert answer("compare 1 2")["cause"] == "none"


def test_run_stops_at_its_limit_and_says_so() -> None:
    said = judgekit("run duel-60 --limit 7").output
    assert "stopped after 7 clauses; `judgekit run 1:main` continues" in said


def test_show_shows_the_state_the_log_and_the_open_question() -> None:
    answer('run sparks.toml -a "play c2"')
    said = judgekit("show 1 --entries 2").output
    assert "case 1 sparks · toy/2 · verified" in said
    assert "assumed: nobody has played a card this turn" in said
    assert "c2 Tank" in said
    assert "Field" in said
    assert "1.2 asks A" in said
    found = answer("show 1@0")
    assert found["state"]["areas"]["A.hand"] == [1, 2, 3]
    assert found["log"] == []
    assert found["question"] is None


def test_show_from_a_seat_tells_nothing_that_the_player_may_not_know() -> None:
    answer('run sparks.toml -a "play c2"')
    answer("run 1 -a pass")
    for shown in (judgekit("show 1 --seat A --entries 50").output, str(answer("show 1 --seat A"))):
        assert "a hidden card" in shown or "?" in shown
    shown = judgekit("show 1 --seat A --entries 50").output
    assert not re.search(r"\bc9\b", shown)
    assert "1.2 asks B\n" in judgekit("show 1 --seat A").output
    seen = answer("show 1 --seat A")["state"]
    names = {card["id"]: card["name"] for card in seen["cards"]}
    assert {names[card] for card in seen["areas"]["B.hand"]} == {"?"}
    assert {names[card] for card in seen["areas"]["A.hand"]} <= {"Spark", "Tank"}


def test_why_leads_from_an_event_to_the_choice_at_its_root() -> None:
    answer('run sparks.toml -a "play c2"')
    links = answer("why 1@1.2")
    assert links[0]["at"] == "1.2"
    assert (links[-1]["edge"], links[-1]["at"]) == ("chosen by", "0.1")
    assert "A chooses play Tank" in links[-1]["sentence"]
    assert "chosen by  0.1 Play a card? A chooses play Tank" in judgekit("why 1@1.2").output


def test_why_not_names_the_clause_and_exits_with_1() -> None:
    answer("run sparks.toml")
    assert answer('why-not 1 A "play c2"')["legal"]
    refused = answer('why-not 1 B "play c9"', code=1)
    assert refused["failed"]["clause"] == "1.2"
    said = judgekit('why-not 1 B "play c9"')
    assert said.exit_code == 1
    assert "not legal: 1.2 needs B may act now" in said.output


def test_fork_begins_a_branch_and_compare_names_the_answer_that_parted_them() -> None:
    answer('run sparks.toml -a "play c2"')
    forked = answer('fork 1@0 --name "what if" -a pass')
    assert (forked["branch"], forked["fork"], forked["of"]) == ("what if", 0, "main")
    difference = answer('compare 1 "1:what if"', code=1)
    assert (difference["shared"], difference["cause"]) == (0, "answer")
    said = judgekit('compare 1 "1:what if"')
    assert said.exit_code == 1
    assert "A chooses “play Tank” on the left, “pass” on the right" in said.output


def test_verify_says_verified_for_every_branch_of_every_case() -> None:
    answer("run sparks.toml --random 1 --limit 200")
    answer("run duel-60 --limit 50")
    answer("fork 1@20 --name other")
    assert [(v["case"], v["branch"], v["verdict"]["status"]) for v in answer("verify")] == [
        (1, "main", "verified"),
        (1, "other", "verified"),
        (2, "main", "verified"),
    ]
    assert len(answer("verify 1:other")) == 1
    assert "1:main · verified · " in judgekit("verify 1").output


def test_verify_exits_with_1_when_a_case_diverged_and_show_stops_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.cases.test_verify import _other_rules

    for module in (pinned, verifying):
        monkeypatch.setattr(module, "fingerprint", lambda rules: "the same")
    answer("run sparks.toml -a pass")
    _other_rules(monkeypatch, "1.4")
    (found,) = answer("verify", code=1)
    at = found["verdict"]["at"]
    assert found["verdict"]["status"] == "diverged"
    assert found["verdict"]["recorded"]["seq"] == found["verdict"]["rerun"]["seq"] == at
    said = judgekit("verify")
    assert said.exit_code == 1
    assert "recorded:" in said.output
    assert answer("show 1")["at"] == str(at)
    assert f"diverged at {at}, nothing past it is fact" in refusal(f"show 1@{at + 1}")


def test_a_case_of_older_rules_is_told_as_that_and_shown_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cases.test_verify import _other_rules

    end = answer("run sparks.toml -a pass")["entries"]
    _other_rules(monkeypatch, "1.4")
    (found,) = answer("verify")
    assert found["verdict"]["status"] == "older"
    assert "recorded under older rules" in judgekit("verify").output
    shown = answer("show 1")
    assert (shown["at"], shown["question"]) == (str(end), None)


def test_a_case_goes_out_and_comes_in_as_one_file() -> None:
    answer("run sparks.toml --random 1 --limit 100")
    out = answer("export 1 a.judgekit")
    assert out["entries"] == answer("cases")[0]["branches"][0]["entries"]
    assert answer("import a.judgekit") == {
        "case": 2, "name": "sparks 2", "edition": "toy/2", "branches": ["main"],
    }  # fmt: skip
    assert answer("compare 1 2")["cause"] == "none"


def test_cases_lists_them_or_says_there_are_none() -> None:
    assert "no cases yet" in judgekit("cases").output
    assert answer("cases") == []
    answer("run sparks.toml --name [brackets]")
    assert "[brackets]" in judgekit("cases").output


def test_version_and_help_need_no_database(home: Path) -> None:
    assert judgekit("--version").output == f"judgekit, version {__version__}\n"
    assert "which clause says so" in judgekit("--help").output
    assert not home.exists()


GROUPS = ("rules", "position", "card", "cards", "deck", "ruling", "game", "audit", "event", "teach")


@pytest.mark.parametrize("name", [n for n in COMMANDS if n not in GROUPS])
def test_every_command_has_json_and_a_help_text(name: str) -> None:
    command = main.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    assert command.help
    assert "--json" in {flag for option in command.params for flag in option.opts}


def test_the_version_needs_neither_flask_nor_rich_nor_the_database() -> None:
    heavy = {"flask", "rich", "sqlite_utils", "lark", "msgspec"}
    code = f"import sys, judgekit.cli; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_a_command_looks_for_cycles_seldom() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        assert judgekit("rules list").exit_code == 0
        assert gc.get_threshold() == SELDOM
    finally:
        gc.set_threshold(*before)


def test_serve_listens_on_this_machine_and_says_where() -> None:
    import urllib.request

    with subprocess.Popen(
        [sys.executable, "-m", "judgekit.cli", "serve", "--samples", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
    ) as server:
        try:
            assert server.stdout is not None
            text = b""
            while b"}" not in text and (line := server.stdout.readline()):
                text += line
            address = msgspec.json.decode(text)["address"]
            assert address.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(address) as page:
                assert b"counter-chain-of-four" in page.read()
        finally:
            server.terminate()
