"""Where a user's data and the shipped folders are."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit import paths


def test_judgekit_home_is_the_users_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    assert paths.database() == tmp_path / "judgekit.sqlite"


def test_without_a_choice_the_platform_s_data_folder_is_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGEKIT_HOME", raising=False)
    assert paths.home().name == "judgekit"


def test_what_can_be_worked_out_again_lies_in_the_home_unless_it_has_a_place_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    monkeypatch.setenv("JUDGEKIT_CACHE", str(tmp_path / "shared"))
    assert paths.cache() == tmp_path / "shared"
    monkeypatch.delenv("JUDGEKIT_CACHE")
    assert paths.cache() == tmp_path / "cache"


def test_a_checkout_has_its_folders_beside_the_package() -> None:
    assert (paths.fixtures() / "books").is_dir()


def test_an_installed_judgekit_has_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "judgekit")
    assert paths.rulings() == tmp_path / "judgekit" / "_installed" / "rulings"
    assert paths.templates() == tmp_path / "judgekit" / "_installed" / "templates"
