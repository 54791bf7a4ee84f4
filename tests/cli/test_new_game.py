"""A new game is a package of its own: it runs, is stepped in the inspector, and has a ruling and a test."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cli import main

ROOT = Path(__file__).parent.parent.parent
STEPPING = """
import sys
from judgekit import paths
from judgekit.web.app import create_app

client = create_app(paths.database()).test_client()
token = client.get("/csrf").get_json()["token"]
position = open(sys.argv[1]).read()
client.post("/positions", data={"text": position, "csrf": token})
asked = {"headers": {"Accept": "application/json"}, "follow_redirects": True}
page = client.get("/cases/1/main", **asked).get_json()
print(page["asking"]["prompt"])
print(*(one["label"] for one in page["asking"]["options"]), sep="|")
there = f"/cases/1/main/{page['at']}/answer"
client.post(there, data={"option": "play drummer", "csrf": token})
print(*(one["text"] for one in client.get("/cases/1/main", **asked).get_json()["log"]["lines"]), sep="|")
for address in (
    "/rulings/paper-tigers/4.1-a-drummer-ends-the-game", "/rules/paper-tigers/1/3.2.1",
    "/learn/practice?game=paper-tigers",
):
    print(client.get(address, follow_redirects=True).status_code)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("games") / "paper-tigers"
    told = CliRunner().invoke(main, ["game", "new", "paper-tigers", "--to", str(found)])
    assert told.exit_code == 0, told.output
    return found


def run(python: str, *words: str, home: Path, path: str) -> str:
    environment = {**os.environ, "JUDGEKIT_HOME": str(home), "PYTHONPATH": path}
    done = subprocess.run(
        [python, *words], env=environment, capture_output=True, text=True, timeout=120, check=False, cwd=home
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def steps(python: str, folder: Path, home: Path, path: str) -> None:
    shown = run(python, "-c", STEPPING, str(folder / "table.toml"), home=home, path=path)
    question, options, log, *pages = shown.splitlines()
    assert question == "Choose a card to play, or pass"
    assert options == "Play Scout|Play Drummer|Pass"
    assert log.endswith("A wins the game.")
    assert pages == ["200", "200", "200"]
    ruled = run(python, "-m", "judgekit.cli", "ruling", "run", "paper-tigers", home=home, path=path)
    assert "1 of 1 rulings pass" in ruled
    asked = run(
        python, "-m", "judgekit.cli", "teach", "questions", "paper-tigers", "--prove", home=home, path=path
    )
    assert "questions (" in asked
    assert "FAILED" not in asked


def test_a_new_game_is_found_by_its_entry_point_and_stepped_in_the_inspector(
    folder: Path, tmp_path: Path
) -> None:
    """What an installer would write beside the package is written by hand: it is quicker."""
    told = folder / "judgekit_paper_tigers-0.1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: judgekit-paper-tigers\nVersion: 0.1\n")
    (told / "entry_points.txt").write_text("[judgekit.games]\npaper-tigers = paper_tigers.game:GAME\n")
    try:
        steps(sys.executable, folder, tmp_path, os.pathsep.join([str(ROOT), str(folder)]))
    finally:
        for file in told.iterdir():
            file.unlink()
        told.rmdir()


@pytest.mark.long
def test_a_new_game_is_installed_into_a_fresh_environment_with_its_own_test(
    folder: Path, tmp_path: Path
) -> None:
    fresh = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", str(fresh), home=tmp_path, path="")
    python = str(fresh / "bin" / "python")
    inside = Path(
        run(python, "-c", "import site; print(site.getsitepackages()[0])", home=tmp_path, path="").strip()
    )
    (inside / "ours.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    run(
        sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
        "--target", str(inside), str(folder), home=tmp_path, path="",
    )  # fmt: skip
    steps(python, folder, tmp_path, "")
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests"), home=tmp_path, path="")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Paper Tigers"], "cannot be the name of a game: small letters"),
        (["godzilla"], "there is a game godzilla already"),
        (["full", "--to", "."], "is not empty"),
    ],
)
def test_a_game_that_cannot_be_begun_says_why(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "something").touch()
    said = CliRunner().invoke(main, ["game", "new", *words])
    assert said.exit_code == 2
    assert told in said.output


def test_the_guide_names_only_commands_and_files_that_exist(folder: Path) -> None:
    guide = (ROOT / "judgekit" / "games" / "README.md").read_text("utf-8")
    for file in (
        "pyproject.toml",
        "table.toml",
        "tests/test_game.py",
        "paper_tigers/clauses-1.toml",
        "paper_tigers/narrate.toml",
    ):
        assert f"`{file}`" in guide
        assert (folder / file).is_file()
    for line in guide.splitlines():
        if line.startswith("$ judgekit "):
            assert line.split()[2] in main.list_commands(None)  # type: ignore[arg-type]
