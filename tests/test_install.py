"""An installed judgekit has all of the package, and the folders that stand outside of it in a checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.cards import publishers

ROOT = Path(__file__).parent.parent
FOLDERS = ("templates", "rulings", "fixtures")
SHIPPED = "judgekit/_installed/"

LOOK = """
import pkgutil, importlib, judgekit
from judgekit import paths
for folder in (paths.templates(), paths.rulings(), paths.fixtures()):
    print(folder if folder.is_dir() else None)
print(judgekit.__file__)
for module in pkgutil.walk_packages(judgekit.__path__, "judgekit."):
    print(module.name)
"""


def look(**environment: str) -> list[str]:
    command = [sys.executable, "-c", LOOK]
    told = subprocess.check_output(command, text=True, cwd="/", env={**os.environ, **environment})
    return told.splitlines()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install .` builds and unpacks."""
    target = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    done = subprocess.run(build, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    (found,) = target.iterdir()
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """judgekit alone, with one ruling of thousands; what it needs comes from the tests' environment."""
    target = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as packed:
        rulings = [name for name in packed.namelist() if name.startswith(f"{SHIPPED}rulings/")]
        packed.extractall(target, {*packed.namelist()}.difference(rulings[1:]))
    return target


def test_an_install_has_every_module_and_every_shipped_file(wheel: Path, installed: Path) -> None:
    folders, (where, *modules) = (lines := look(PYTHONPATH=str(installed)))[:3], lines[3:]
    assert where.startswith(str(installed))
    assert folders == [str(installed / SHIPPED / name) for name in FOLDERS]
    assert modules == look()[4:]
    own = [path for name in FOLDERS for path in (ROOT / name).rglob("*") if path.is_file()]
    with ZipFile(wheel) as packed:
        there = {name.removeprefix(SHIPPED) for name in packed.namelist() if name.startswith(SHIPPED)}
    assert there == {path.relative_to(ROOT).as_posix() for path in own}


@pytest.mark.parametrize("table", ["narrate.toml", "clauses-*.toml"])
def test_an_install_has_the_words_and_the_clauses_of_every_game(table: str, installed: Path) -> None:
    own = {path.relative_to(ROOT) for path in (ROOT / "judgekit").rglob(table)}
    assert own == {path.relative_to(installed) for path in (installed / "judgekit").rglob(table)}
    assert len(own) > 1


def test_an_installed_judgekit_works(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed), "JUDGEKIT_HOME": str(tmp_path)}
    for arguments in (
        ["run", "duel-60", "--limit", "3"],
        ["verify"],
        ["rules", "--help"],
        ["position", "--help"],
    ):
        command = [sys.executable, "-m", "judgekit.cli", *arguments]
        subprocess.run(command, check=True, cwd="/", env=environment, stdout=subprocess.DEVNULL)


WITH_LISTS = pytest.mark.skipif(
    not publishers.SHARED.is_dir(), reason="the lists of the workshop are not here"
)


@WITH_LISTS
@pytest.mark.long  # what is shipped is what is here, and that is looked through
def test_no_card_of_a_publisher_is_installed(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    assert publishers.found_in(tmp_path, publishers.names() | publishers.sentences()) == []


@WITH_LISTS
@pytest.mark.parametrize("folder", publishers.FOLDERS)
def test_no_name_and_no_long_sentence_of_a_publishers_card_is_here(folder: str) -> None:
    assert publishers.found_in(ROOT / folder, publishers.names() | publishers.sentences()) == []


@WITH_LISTS
def test_a_publishers_sentence_is_found_in_any_dress(tmp_path: Path) -> None:
    sentences = publishers.sentences()
    assert len(sentences) > 300
    sentence = max(sentences, key=len)
    dressed = tmp_path / "card.toml"
    dressed.write_text(f'text = "[Enter] Draw 1 card.\\n{sentence.capitalize()}, really."\n', "utf-8")
    assert ("card.toml", sentence) in publishers.found_in(tmp_path, sentences)


@pytest.mark.parametrize(("lock", "extra"), [("requirements.lock", ""), ("requirements-dev.lock", "dev")])
def test_every_dependency_is_locked_by_version_and_hash(lock: str, extra: str) -> None:
    """`make lock` writes them anew."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"].get(extra, [])]
    entries = (ROOT / lock).read_text("utf-8").replace("\\\n", " ").splitlines()
    locked = {one.split("==")[0]: one for one in entries}
    assert [one for one in entries if "==" not in one or "--hash=sha256:" not in one] == []
    for text in wanted:
        wish = Requirement(text)
        version = locked[wish.name].split("==")[1].split()[0]
        assert wish.specifier.contains(version), f"{text}: {lock} has {version}; run `make lock`"


def test_known_faults_of_dependencies_are_past_and_can_be_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {Requirement(one).name: Requirement(one).specifier for one in project["dependencies"]}
    assert not wanted["waitress"].contains("3.0.0")
    assert not wanted["pypdf"].contains("5.9")
    assert re.search(r"^audit:.*\n(?:\t.*\n)*\t.*pip-audit", (ROOT / "Makefile").read_text("utf-8"), re.M)
