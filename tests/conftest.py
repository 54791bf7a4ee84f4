"""What tests of several rooms share."""

from __future__ import annotations

import gc
import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# What is loaded for the tests stays: nobody looks through it for garbage again and again.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Grammars and marks of the code are worked out once, not by each worker and in each test's home."""
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait for a browser go first, and together: other workers work meanwhile."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


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
