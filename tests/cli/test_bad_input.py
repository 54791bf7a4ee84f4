"""Wrong input gets a clear message, exit code 2 and no traceback, and nothing is lost."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit import paths
from judgekit.cases.store import signing
from judgekit.cli import main
from tests.cases.skirmish import POSITION
from tests.cli.shell import answer, judgekit, refusal


def write(text: str) -> None:
    Path("wrong.toml").write_text(text, "utf-8")


def test_a_corrupt_database(home: Path) -> None:
    home.mkdir()
    (home / "judgekit.sqlite").write_bytes(b"not a database at all, sorry" * 200)
    said = refusal("cases")
    assert "judgekit.sqlite cannot be read as a judgekit database" in said
    assert "`judgekit doctor` says what is wrong" in said
    assert (home / "judgekit.sqlite").read_bytes().startswith(b"not a database")


def test_a_truncated_export() -> None:
    answer("run sparks.toml --random 2 --limit 50")
    answer("export 1 a.judgekit")
    Path("a.judgekit").write_bytes(Path("a.judgekit").read_bytes()[:-200])
    said = refusal("import a.judgekit")
    assert "breaks off after line" in said
    assert "nothing was imported" in said
    assert len(answer("cases")) == 1


def test_an_edited_log_row(home: Path) -> None:
    answer("run sparks.toml --random 2 --limit 50")
    with sqlite3.connect(home / "judgekit.sqlite") as database:
        database.execute("DROP TRIGGER entries_keep_update")
        database.execute(
            "UPDATE entries SET entry = replace(CAST(entry AS TEXT), 'pass', 'fold') WHERE seq < 9"
        )
    database.close()
    for command in ("show 1", "export 1 a.judgekit"):
        said = refusal(command)
        assert "entry 0 is not what was written there" in said
        assert "Fork at 0" in said
    assert "entry 0 is not what was written there" in answer("verify 1", code=1)[0]["verdict"]["reason"]


@pytest.mark.parametrize("edition", ["toy/7", "nonesuch", "godzilla/9.9"])
def test_an_unknown_edition(edition: str) -> None:
    write(POSITION.replace("toy/2", edition))
    said = refusal("run wrong.toml")
    assert edition.partition("/")[0] in said
    assert answer("cases") == []


def test_an_answer_that_is_not_on_the_list() -> None:
    answer("run sparks.toml")
    said = refusal("run 1 -a flee")
    asked = "1.2: A is asked 'Play a card?'"
    assert f"{asked}: 'flee' is not offered; the options are Play Spark (1st of 2) (play c1)," in said
    assert "did you mean “Play Tank”?" in refusal('run 1 -a "play Tunk"')
    assert "1.2: A is asked here, not B" in refusal('run 1 -a "B: play Tank"')
    assert answer("cases")[0]["branches"][0]["entries"] == 0


def test_who_answers_may_be_said_as_in_a_ruling() -> None:
    answer("run sparks.toml")
    answer('run 1 -a "A: play c2"')
    assert answer("show 1")["state"]["areas"]["A.field"] == [2]


def test_answers_before_a_wrong_one_are_kept() -> None:
    answer("run sparks.toml")
    refusal('run 1 -a "play c2" -a flee')
    assert answer("show 1")["state"]["areas"]["A.field"] == [2]


def test_an_answer_where_nothing_is_asked() -> None:
    assert "nobody is asked anything" in refusal("run duel-60 --limit 3 -a yes")


@pytest.mark.parametrize("clause", ["3.1", "9.9", "3"])
def test_a_position_at_a_clause_that_is_no_step(clause: str) -> None:
    write(POSITION.replace('at = "1.2"', f'at = "{clause}"'))
    said = refusal("run wrong.toml")
    assert clause in said
    assert answer("cases") == []


@pytest.mark.parametrize("text", ["", "game =", "\0\1\2", "game = 3", POSITION + "[C]\nhand = 3\n"])
def test_a_file_that_is_no_position(text: str) -> None:
    write(text)
    assert "wrong.toml:" in refusal("run wrong.toml")
    assert answer("cases") == []


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("show 7", "there is no case '7'; `judgekit cases` lists them"),
        ("run nothing.toml", "there is no file nothing.toml"),
        ("show 1:nowhere", "no branch 'nowhere'; it has main"),
        ("show 1@x", "an entry (42) or an event of it (42.3)"),
        ("show 1@999", "there is no 999 in it"),
        ("show 1@0.99", "there is no 0.99"),
        ("fork 1@0.1", "a branch starts before an entry"),
        ("run 1@0", "a case can only continue from its end; `judgekit fork 1@0`"),
        ("fork 1@0 --reading D-1", "a reading is written DOUBT=CHOICE"),
        ("fork 1@0 --reading D-7=a", "has no open question 'D-7'; it has D-1"),
        ("run sparks.toml --reading D-1=x", "D-1 can be read as"),
        ("why 1", "`why` needs an entry or an event"),
        ("import sparks.toml", "is not a case exported by judgekit"),
        ("import nothing", "does not exist"),
        ("nonsense", "No such command"),
    ],
)
def test_other_wrong_words(command: str, says: str) -> None:
    answer("run sparks.toml -a pass")
    assert says in refusal(command)
    assert len(answer("cases")) == 1


def test_a_name_with_odd_characters_is_only_a_name() -> None:
    answer("run sparks.toml --name '../../x; [red] {{7*7}}'")
    assert "../../x; [red] {{7*7}}" in judgekit("show 1").output


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('game = ""', "game: expected a game, or a game/edition"),
        (f'game = "toy/2"\nseed = {"9" * 5000}', "a number beyond all bounds"),
        ('game = "toy/2"\n' + "".join(f"key{at} = 1\n" for at in range(100_000)), "a file with fewer faults"),
        ('game = "toy/2"\nassumptions = [' + "1," * 100_000 + "]", "a file with fewer faults"),
    ],
    ids=["no game", "a number of 5,000 digits", "100,000 unknown keys", "100,000 wrong values"],
)
def test_a_file_beyond_all_bounds_is_refused_in_seconds(text: str, says: str) -> None:
    Path("odd.toml").write_text(text)
    begun = time.process_time()
    assert says in refusal("run odd.toml")
    assert time.process_time() - begun < 10


def test_a_home_that_is_a_file(home: Path) -> None:
    home.write_text("no folder")
    for command in ("cases", "run sparks.toml", "doctor", "backup x"):
        result = judgekit(command)
        assert result.exit_code in (1, 2), command
        assert "fault of judgekit" not in result.output
    assert "is a file, not a folder: set JUDGEKIT_HOME to a folder" in refusal("cases")


def test_verify_reports_every_damaged_case(home: Path) -> None:
    for _ in range(3):
        answer("run sparks.toml -a pass")
    database = sqlite3.connect(home / "judgekit.sqlite")
    for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {trigger}")
    database.execute("UPDATE entries SET entry = '{}' WHERE branch IN (1, 3) AND seq = 2")
    database.commit()
    database.close()
    told = {row["case"]: row["verdict"]["status"] for row in answer("verify", code=1)}
    assert told == {1: "altered", 2: "verified", 3: "altered"}
    said = judgekit("verify")
    assert "1:main · not as it was recorded" in said.output
    assert "3:main · not as it was recorded" in said.output
    assert answer("doctor", code=1)["faults"]


def test_removing_and_purging_by_command() -> None:
    answer("run sparks.toml")
    assert answer("remove 1 --why 'a test'") == {"case": 1, "removed": True}
    assert answer("cases") == []
    assert answer("cases --removed")[0]["removed"].endswith("a test")
    assert "brings it back" in refusal("show 1")
    answer("remove 1 --undo")
    assert len(answer("cases")) == 1
    assert "was removed" in refusal("purge 1 --yes")
    answer("remove 1")
    assert "cannot be undone" in refusal("purge 1")
    answer("purge 1 --yes")
    assert answer("verify") == []


def test_a_backup_comes_back_by_command() -> None:
    answer("run sparks.toml")
    answer("backup copy.sqlite")
    answer("run sparks.toml")
    assert answer("restore copy.sqlite")["kept"]
    assert len(answer("cases")) == 1
    assert answer("doctor") == {**answer("doctor"), "faults": []}


def test_the_head_of_a_sheet_is_found_again_when_the_case_has_grown() -> None:
    answer("run sparks.toml")
    head = answer("show 1")["head"]
    answer("run 1 -a pass")
    assert answer(f"verify --head {head}")["branch"] == "main"
    assert answer(f"verify --head {head[:16]}")["head"] == head  # as a sheet prints it
    assert "no record here has the head" in refusal(f"verify --head {'0' * 32}")
    assert "at least 8 characters" in refusal(f"verify --head {head[:4]}")


def test_a_signature_is_known_again_also_when_signing_was_turned_off_and_no_other_is() -> None:
    answer("run sparks.toml")
    head = answer("show 1")["head"]
    folder = paths.database().parent
    assert signing.signature(folder, head) == ""
    assert answer("sign --on") == {"signing": True}
    signed = signing.signature(folder, head)
    forged = ("0" if signed[0] != "0" else "1") + signed[1:]
    assert answer("sign --off") == {"signing": False}
    assert answer(f"verify --head {head} --signature {signed}")["signed"]
    assert not answer(f"verify --head {head} --signature {forged}", 1)["signed"]
    assert answer("sign --on") == {"signing": True}
    assert signing.signature(folder, head) == signed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("shwo 1", "No such command 'shwo'. Did you mean 'show'?"),
        ("rules serch draw", "Did you mean 'search'?"),
        ("rules show godzila/1.2 7.4.3", "there is no book godzila/1.2 (did you mean godzilla/1.2?)"),
        ("card check Draw. --game gate-rular", "there is no game 'gate-rular' (did you mean gate-ruler?)"),
        ("cards find godzilla zzzzqqq", "no card of godzilla fits 'zzzzqqq'"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest_right_one(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    told = CliRunner().invoke(main, line.split())
    assert told.exit_code in (1, 2)
    assert said in told.output + told.stderr


def test_a_game_alone_means_its_latest_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    told = CliRunner().invoke(main, ["rules", "show", "godzilla", "7.4.3"])
    assert told.output.startswith("godzilla/1.2 7.4.3")
