"""Restricted lists are data with dates; a line in doubt is asked at the terminal."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cards import samples
from judgekit.cards.library import Library
from judgekit.cli import deck, main

LIMITS = """source = "Spring announcement"
[[limit]]
card = "{card}"
copies = 1
from = 2026-01-01
until = 2026-06-01
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    _run("cards", "sample", "godzilla")
    return tmp_path


def _run(*words: str, typed: str | None = None) -> str:
    done = CliRunner().invoke(main, words, input=typed)
    assert done.exit_code in (0, 1), done.output
    return done.output


def _often(text: str) -> tuple[str, int]:
    """A card of a list that is there more than once."""
    rows = [line.split(" ", 1) for line in text.splitlines() if line[:1].isdecimal()]
    return next((name.strip(), int(many)) for many, name in rows if int(many) > 1)


def test_a_deck_is_over_a_limit_only_between_its_days(home: Path) -> None:
    path = samples.decks("godzilla")[0]
    line, many = _often(path.read_text("utf-8"))
    number = line.split()[0]
    (home / "limits.toml").write_text(LIMITS.format(card=number), "utf-8")
    assert "1 limits of limits.toml are kept" in _run(
        "cards", "limits", "godzilla", str(home / "limits.toml")
    )
    _run("cards", "limits", "godzilla", str(home / "limits.toml"))  # given again, it is there once
    told = f"Spring announcement: {many} in the deck, at most 1 since 2026-01-01"
    assert _run("deck", "import", str(path), "-g", "godzilla", "--on", "2026-03-01").count(told) == 1
    for day in ("2025-12-31", "2026-06-01"):
        assert told not in _run("deck", "import", str(path), "-g", "godzilla", "--on", day)


def test_a_deck_file_is_checked_by_the_limits_of_its_day(home: Path) -> None:
    path = samples.decks("godzilla")[0]
    line, many = _often(path.read_text("utf-8"))
    (home / "limits.toml").write_text(LIMITS.format(card=line.split()[0]), "utf-8")
    _run("cards", "limits", "godzilla", str(home / "limits.toml"))
    _run("deck", "import", str(path), "-g", "godzilla", "-o", str(home / "deck.toml"))
    told = f"Spring announcement: {many} in the deck, at most 1 since 2026-01-01"
    assert told in _run("deck", "check", str(home / "deck.toml"), "--on", "2026-03-01")
    assert "a legal deck" in _run("deck", "check", str(home / "deck.toml"), "--on", "2026-06-01")
    done = CliRunner().invoke(main, ["deck", "check", str(home / "deck.toml"), "--on", "spring"])
    assert (done.exit_code, "a day, like 2026-03-01" in done.output) == (2, True)


def test_a_limit_is_of_one_card_and_not_of_another_of_its_name(home: Path) -> None:
    row = {"type": "battle", "rank": 1, "colors": ["red"], "traits": ["X"], "counter power": 1000}
    texts = ["Draw 1 card.", "Draw 2 cards."]
    rows = [{**row, "number": f"JK9-{at}", "name": "Twin", "text": f"[Enter] {texts[at]}"} for at in (0, 1)]
    (home / "twins.json").write_text(json.dumps(rows), "utf-8")
    _run("cards", "import", str(home / "twins.json"), "--game", "godzilla")
    (home / "limits.toml").write_text(LIMITS.format(card="JK9-1"), "utf-8")
    _run("cards", "limits", "godzilla", str(home / "limits.toml"))
    for many, order in ((3, "4 JK9-0\n3 JK9-1\n"), (2, "2 JK9-1\n4 JK9-0\n")):
        (home / "deck.txt").write_text(order, "utf-8")
        output = _run("deck", "import", str(home / "deck.txt"), "-g", "godzilla", "--on", "2026-03-01")
        assert f"Spring announcement: {many} in the deck, at most 1 since 2026-01-01 [Twin (JK9-1)]" in output


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (("copies = 1", "copies = -1"), "how many a deck may have"),
        (("from = 2026-01-01", 'from = "spring"'), "a day, like 2026-01-01"),
        (('"{card}"', '"Nobody"'), "a card of the library"),
        (("source", "sauce"), "source"),
        (("copies = 1", "copies = 1\nwhy = 3"), "card, copies, from"),
    ],
)
def test_a_wrong_limit_is_told_and_nothing_is_kept(home: Path, changed: tuple[str, str], told: str) -> None:
    text = LIMITS.replace(*changed).format(card="JG01-001")
    (home / "limits.toml").write_text(text, "utf-8")
    done = CliRunner().invoke(main, ["cards", "limits", "godzilla", str(home / "limits.toml")])
    assert done.exit_code == 2
    assert told in done.output
    assert _run("cards", "limits", "godzilla", "--on", "2026-03-01") == ""


def test_an_older_library_gets_its_table_of_limits(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    Library(path).close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE limits")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    with Library(path) as library:
        assert library.rows("SELECT count(*) FROM limits") == [(0,)]


def test_a_line_in_doubt_is_asked_at_the_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck, "somebody_answers", lambda: True)
    line, _ = _often(samples.decks("godzilla")[0].read_text("utf-8"))
    name = line.split(" ", 1)[1] if " " in line else line
    (home / "list.txt").write_text(f"4 {name[:-1]}q\n2 Utterly Unheard Of\n", "utf-8")
    output = _run("deck", "import", str(home / "list.txt"), "-g", "godzilla", typed="1\nskip\n")
    assert "which card?" in output
    assert name in output
    assert "Unheard" not in output.rpartition("which card?")[2]
