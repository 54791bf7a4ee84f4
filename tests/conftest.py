"""What tests of several rooms share."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.assertion import rewrite

from tests import tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# What is loaded for the tests stays: nobody looks through it for garbage again and again.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


def compiled(file: Path, config: pytest.Config) -> None:
    """A module of tests as pytest keeps it, with asserts that tell what they found."""
    folder = rewrite.get_cache_dir(file)
    kept = folder / f"{file.stem}{rewrite.PYC_TAIL}"
    if rewrite._read_pyc(file, kept) is None:
        mark, code = rewrite._rewrite_test(file, config)
        folder.mkdir(exist_ok=True)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, mark, kept)


def pytest_configure(config: pytest.Config) -> None:
    """Grammars, marks of the code, files of tables and the tests' own code are worked out once, not by each
    worker and in each test's home."""
    place = config.rootpath / ".pytest_cache" / "judgekit"
    os.environ.setdefault("JUDGEKIT_CACHE", str(place))
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        from judgekit.cardtext.language import GAMES as LANGUAGES  # only who starts workers does their work
        from judgekit.cardtext.parse import grammar
        from judgekit.cases.play.fingerprint import fingerprint
        from judgekit.games import game
        from judgekit.known import GAMES

        for name in LANGUAGES:
            grammar(name)
        for name in GAMES:
            fingerprint(game(name).rules())
        for file in (config.rootpath / "tests").rglob("test_*.py"):
            compiled(file, config)
        tables.keep(config.rootpath, place)
    elif hasattr(config, "workerinput"):
        tables.remember(place)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that wait for a browser go first, together: other workers work meanwhile. Long ones have time."""
    if "hypothesis" in sys.modules and config.option.markexpr != "long":
        _leave_the_code_unread()
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(7200))
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


def _leave_the_code_unread() -> None:
    """Hypothesis tries words and numbers of all modules that are loaded: each worker would read them all, and
    its examples would hang on what it has loaded."""
    from hypothesis.internal.conjecture import providers  # few modules have properties
    from hypothesis.internal.constants_ast import Constants

    providers._get_local_constants = Constants


class _Chromium(ExitStack):
    """One for all modules that look at pages, one after the other: it takes a second to start."""

    found: Browser | None = None

    def open(self) -> Browser:
        from tests.web.browsing import chromium  # Playwright is large, and few modules look at pages

        self.found = self.found or self.enter_context(chromium())
        return self.found

    def close(self) -> None:
        self.found = None
        super().close()


_CHROMIUM = _Chromium()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return _CHROMIUM.open()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Playwright has a loop of its own in this thread, which is in the way of others."""
    if "browser" not in getattr(item, "fixturenames", ()):
        _CHROMIUM.close()


def pytest_sessionfinish() -> None:
    _CHROMIUM.close()
