"""`judgekit position`, `card`, `deck` and `ruling` from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judgekit import paths
from judgekit.cases.files import position
from judgekit.cli import main
from tests.cases.samples import CARDS, HEAD, MAIN

RULINGS = Path(__file__).parent / "rulings"


@pytest.fixture(autouse=True)
def _places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(paths, "rulings", lambda: RULINGS)
    monkeypatch.chdir(tmp_path)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def answer(*words: str) -> Any:
    return json.loads(call(*words, "--json").stdout)


def write(text: str, name: str = "table.toml") -> str:
    Path(name).write_text(text)
    return name


def test_a_sound_position_passes_its_check() -> None:
    result = call("position", "check", write(MAIN))
    assert (result.exit_code, result.stdout) == (0, "nothing is unusual about this position\n")
    assert answer("position", "check", "table.toml") == {"ok": True, "warnings": []}


def test_an_odd_position_is_told_with_what_accepts_it() -> None:
    odd = HEAD + "[B]\ndamage = 6"
    result = call("position", "check", write(odd))
    assert (result.exit_code, result.stdout) == (
        1,
        "The rules would have acted on B immediately: A player with five damage loses at once. "
        '[4.1]  (accept as "4.1 B")\n',
    )  # fmt: skip
    assert call("position", "check", write('assumptions = ["4.1 B"]\n' + odd)).exit_code == 0


def test_a_wrong_position_is_told_line_by_line() -> None:
    wrong = MAIN.replace("Captain", "Captian", 1).replace("deck = 5", "dekc = 5")
    result = call("position", "check", write(wrong))
    first, second = result.stderr.splitlines()
    assert result.exit_code == 2
    assert first.startswith("table.toml:33: A.dekc: expected an area or a number of A: deck, hand,")
    assert second == (
        'table.toml:34: A.field[1].card: expected a card of [cards] (did you mean Captian?); got "Captain"'
    )
    problems = answer("position", "check", "table.toml")["problems"]
    assert [(p["line"], p["field"]) for p in problems] == [(33, "A.dekc"), (34, "A.field[1].card")]


def test_a_position_is_shown_as_a_board_or_as_the_exact_position() -> None:
    assert "Hand (3): Tank (P 2), Siren (P 3), unknown card" in call("position", "show", write(MAIN)).stdout
    assert "3 hidden cards" in call("position", "show", "table.toml", "--seat", "B").stdout
    assert "c1 Tank" in call("position", "show", "table.toml", "--ids").stdout
    exact = json.dumps(answer("position", "show", "table.toml"))
    assert position.loads(exact).state == position.loads(MAIN).state


def test_a_new_position_can_be_read_as_it_is() -> None:
    assert call("position", "new", "toy", "-o", "new.toml").stdout == "wrote new.toml\n"
    assert call("position", "check", "new.toml").exit_code == 0
    assert call("position", "new", "toy", "-o", "new.toml").exit_code == 2
    assert answer("position", "new", "toy")["text"] == Path("new.toml").read_text()
    assert call("position", "new", "chess").exit_code == 2


def test_a_moment_of_a_case_is_saved_as_a_position() -> None:
    assert call("run", write(MAIN), "--answer", "play c1").exit_code == 0
    saved = call("position", "save", "1@2")
    assert saved.exit_code == 0
    assert [frame.at for frame in position.loads(saved.stdout).state.frames] == ["1.2", "2.1"]


def test_a_card_text_is_told_as_what_it_is() -> None:
    assert call("card", "check", "Enter: draw 1.", "--game", "toy").stdout == "Card#1  automatic (2.2)\n"
    assert answer("card", "check", r"Enter: draw 1.\nOthers get +1.", "--game", "toy")["abilities"] == [
        {"address": "Card#1", "kind": "automatic", "clause": "2.2", "text": ""},
        {"address": "Card#2", "kind": "modifier", "clause": "5.1", "text": ""},
    ]


def test_a_card_text_is_said_in_our_words_and_as_data() -> None:
    text = "[Enter] Draw 2 cards."
    assert call("card", "check", text, "--game", "godzilla").stdout.splitlines()[0] == f"read as: {text}"
    told = answer("card", "check", text, "--game", "godzilla")
    assert told["read as"] == [text]
    assert told["data"][0]["body"] == [{"is": "Draw", "n": 2}]


def test_a_text_without_a_meaning_in_the_game_is_told_not_thrown() -> None:
    result = call("card", "check", "Your opponent cannot choose.", "--game", "godzilla")
    why = "Card#1/1: nothing in godzilla proposes to choose"
    assert result.exit_code == 1
    assert result.stderr == f"by hand: “Your opponent cannot choose.”: {why}\n"
    told = answer("card", "check", "Your opponent cannot choose.", "--game", "godzilla")
    assert (told["ok"], told["verdict"]) == (False, "by hand")
    assert told["missing"] == [{"sentence": "Your opponent cannot choose.", "reason": why}]


def test_a_card_of_a_type_that_there_is_not_is_told() -> None:
    result = call("card", "check", "Draw 1 card.", "--game", "godzilla", "--type", "banana")
    assert (result.exit_code, result.stderr) == (
        2, "--type:1: expected one of monster, battle, strategy; got banana\n"
    )  # fmt: skip


def test_a_text_that_cannot_be_read_points_at_the_word() -> None:
    result = call("card", "check", "Draw 1.", "--game", "toy")
    assert (result.exit_code, result.stderr) == (
        1, "cannot read 'Draw'\n  Draw 1.\n  ^\n  could stand here: Enter:; Others get\n"
    )  # fmt: skip
    assert answer("card", "check", "Draw 1.", "--game", "toy")["error"]["position"] == 0
    assert call("card", "check", "Draw 1.", "--game", "chess").exit_code == 2


def test_a_deck_is_told_every_clause_it_breaks() -> None:
    head = 'game = "toy"\n' + CARDS
    result = call("deck", "check", write(head + '[deck]\nmain = ["4 Tank"]'))
    assert result.exit_code == 1
    assert result.stdout == "6.1: the deck has 4 cards, not 10\n6.2: 4 copies of Tank [Tank]\n"
    assert [v["clause"] for v in answer("deck", "check", "table.toml")["violations"]] == ["6.1", "6.2"]
    legal = write(head + '[deck]\nmain = ["3 Tank", "3 Scout", "3 Siren", "Gunner"]')
    assert call("deck", "check", legal).stdout == "a legal deck by toy/2\n"


def test_rulings_are_run_by_folder_and_a_folder_without_any_is_told() -> None:
    assert call("ruling", "run", str(RULINGS / "toy")).stdout == call("ruling", "run", "toy").stdout
    Path("empty").mkdir()
    assert call("ruling", "run", "empty").stderr == (
        "empty:1: expected a folder with rulings (*.toml); got none\n"
    )


def test_one_ruling_is_shown_not_the_first_of_many() -> None:
    result = call("ruling", "show", "toy")
    assert result.exit_code == 2
    assert result.stderr.startswith("toy:1: expected one ruling; got 7 of them: 1.4-")


def test_rulings_are_run_by_file_by_name_by_game_or_all() -> None:
    by_name = call("ruling", "run", "toy/6.2-four-of-a-kind")
    assert by_name.stdout.splitlines() == [
        "ok      toy/6.2-four-of-a-kind (toy/2)",
        "ok      toy/6.2-four-of-a-kind (toy/1)",
        "2 of 2 rulings pass",
    ]
    assert call("ruling", "run", str(RULINGS / "toy" / "6.2-four-of-a-kind.toml")).stdout == by_name.stdout
    assert call("ruling", "run").stdout == call("ruling", "run", "toy").stdout
    only = answer("ruling", "run", "--edition", "toy/1")
    assert only["ok"] is True
    assert {one["edition"] for one in only["rulings"]} == {"toy/1"}


def test_a_ruling_that_fails_exits_with_one_and_a_wrong_one_with_two() -> None:
    text = (RULINGS / "toy" / "6.2-four-of-a-kind.toml").read_text()
    failing = call("ruling", "run", write(text.replace('["6.2"]', '["6.1"]'), "6.2-x.toml"))
    assert failing.exit_code == 1
    assert "FAILED  toy/6.2-x (toy/2)\n  6.1 is not broken\nFAILED" in failing.stdout
    whole = call("ruling", "run", "-v", "6.2-x.toml")
    assert "- 6.1 is not broken\n  - 6.2 is broken" in whole.stdout
    assert (
        call("ruling", "run", write("", "6.2-x.toml"), write("", "6.2-y.toml")).stderr.count("question") == 2
    )
    assert call("ruling", "run", "6.2-x.toml").exit_code == 2


def test_a_file_that_cannot_be_read_does_not_stop_the_others() -> None:
    good = str(RULINGS / "toy" / "6.2-four-of-a-kind.toml")
    both = call("ruling", "run", write("", "broken.toml"), good)
    assert both.exit_code == 2
    assert "2 of 2 rulings pass" in both.stdout
    assert "broken.toml:1" in both.stderr


def test_a_ruling_of_ones_own_may_have_any_name() -> None:
    text = (RULINGS / "toy" / "6.2-four-of-a-kind.toml").read_text()
    assert call("ruling", "run", write(text, "table twelve.toml")).exit_code == 0


def test_a_ruling_is_shown_with_its_board_and_the_gists_of_its_clauses() -> None:
    page = call("ruling", "show", "toy/4.2-powerless-after-a-play").stdout
    assert page.startswith("toy/4.2-powerless-after-a-play · toy/2 · easy · settled\n")
    assert "  Field: Scout (P 1)" in page
    assert "  4.2  At a check, a unit without power is destroyed." in page
    old = answer("ruling", "show", "toy/4.2-powerless-after-a-play", "--edition", "toy/1")
    assert "14.2" in old["clauses"]
    assert call("ruling", "show", "toy/4.2-powerless-after-a-play", "--edition", "9").exit_code == 2


def test_a_new_ruling_stands_in_the_folder_of_its_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(paths, "rulings", lambda: tmp_path)
    assert call("ruling", "new", "toy", "4.2-mine").exit_code == 0
    assert "4.2: At a check" in (tmp_path / "toy" / "4.2-mine.toml").read_text()
    assert call("ruling", "new", "toy", "mine").exit_code == 2
    assert call("ruling", "new", "toy", "4.2-other", "--print").stdout.startswith("# 4.2")
    assert not (tmp_path / "toy" / "4.2-other.toml").exists()


def test_a_text_that_cannot_be_read_makes_no_built_in_card_unknown() -> None:
    head = 'game = "gate-ruler"\nat = "main phase"\nturn = "A"\n'
    table = '[cards.Tank]\ntype = "unit"\ntext = "Frobnicate the gate."\n[A]\nruler = ["Knight"]\n'
    page = call("position", "check", write(head + table)).output
    assert "Frobnicate" in page
    assert "Knight" not in page
