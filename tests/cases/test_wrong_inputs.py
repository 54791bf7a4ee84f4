"""What judgekit says about wrong files: all that is wrong, with line, field, what was expected and what came.

Each file of `wrong/` has its exact message beside it. `python -m tests.cases.test_wrong_inputs` writes the
messages anew; read what has changed before you keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judgekit.cases.files import decks, position
from judgekit.cases.files.page import Page, WrongInput, page_of
from judgekit.cases.rulings import ruling

WRONG = Path(__file__).parent / "wrong"
FILES = sorted(path for path in WRONG.iterdir() if path.suffix in (".toml", ".json"))
READERS: dict[str, Callable[[Page], Any]] = {
    "position": position.read,
    "card": position.read,
    "deck": decks.read,
    "ruling": ruling.read,
}


def message(path: Path) -> str:
    """What is said about a file, under its bare name."""
    kind, _, rest = path.name.partition("-")
    name = rest if kind == "ruling" else path.name
    try:
        READERS[kind](page_of(path.read_text(), name, path.suffix[1:]))
    except WrongInput as error:
        return f"{error}\n"
    return "nothing is wrong\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_wrong_file_gets_its_exact_message(path: Path) -> None:
    assert message(path) == path.with_suffix(".txt" if path.suffix == ".toml" else ".json.txt").read_text()


def test_there_are_fifty_of_them() -> None:
    assert len(FILES) >= 50


def main() -> None:
    from tests.cases.toy_game import known

    with known():
        for path in FILES:
            path.with_suffix(".txt" if path.suffix == ".toml" else ".json.txt").write_text(message(path))


if __name__ == "__main__":
    main()
