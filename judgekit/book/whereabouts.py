"""Where a clause lives outside its book: the code that performs it, the rulings and tests that name it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from judgekit import paths
from judgekit.book.load import editions, load
from judgekit.book.model import Book

ROWS = (  # a clause in one line
    "acts", "asks", "calls", "dependency", "does", "moment", "passes", "says", "stage", "time_stamps",
)  # fmt: skip


def code_of(book: Book, number: str) -> list[str]:
    """`file:line` of each function, or row, that is registered under this clause."""
    number = _number_in_code(book, number)
    folder = paths.PACKAGE / "games" / book.game.replace("-", "_")
    return [
        f"{_shown(path)}:{line}" for path, line, registered in _registrations(folder) if registered == number
    ]


def rulings_of(book: Book, number: str) -> list[str]:
    """Rulings that hold in this edition and name the clause, by its number there."""
    meant = {number, *_numbers_elsewhere(book, number)}
    files = sorted({path for one in meant for path in _files_naming(paths.rulings() / book.game, one)})
    return [_shown(path) for path in files if number in _named_by(path, book)]


def _numbers_elsewhere(book: Book, number: str) -> set[str]:
    """The clause's numbers in the editions that this one derives from, or that derive from it."""
    found = {old for old, own in book.renumbering.items() if own == number}
    for name in editions():
        game, _, edition = name.partition("/")
        if game == book.game and load(game, edition).derives == book.edition:
            found |= {load(game, edition).renumbering.get(number, number)}
    return found


def _named_by(path: Path, book: Book) -> set[str]:
    """The clauses that a ruling names, in the numbers of this edition; none, if it does not hold there."""
    data = tomllib.loads(path.read_text("utf-8"))
    held = data.get("editions", [])
    if book.name not in held:
        return set()
    own = data.get("edition", {}).get(book.edition, {})
    home = held[0].rpartition("/")[2]
    found = _clauses(own if "clauses" in own else data)
    if "clauses" in own or home == book.edition:
        return found
    if book.derives == home:
        return {book.renumbering[clause] for clause in found if clause in book.renumbering}
    there = load(book.game, home).renumbering
    return {here for here, elsewhere in there.items() if elsewhere in found}


def _clauses(data: dict[str, Any]) -> set[str]:
    listed = [one if isinstance(one, str) else one.get("clause", "") for one in data.get("clauses", [])]
    return {*listed, *data.get("violations", [])}


def tests_of(book: Book, number: str) -> list[str]:
    """Test files of the game that name the clause; only a checkout has them."""
    folder = paths.PACKAGE.parent / "tests" / "games" / book.game.replace("-", "_")
    return [_shown(path) for path in _files_naming(folder, number)]


def _number_in_code(book: Book, number: str) -> str:
    """An edition that derives from another shares its code, under the other's numbers."""
    return next((old for old, own in book.renumbering.items() if own == number), number)


@lru_cache(maxsize=8)
def _registrations(folder: Path) -> tuple[tuple[Path, int, str], ...]:
    return tuple(found for path in sorted(folder.rglob("*.py")) for found in _registered_in(path))


def _registered_in(path: Path) -> Iterator[tuple[Path, int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for line, call in _registering(node):
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield path, line, argument.value


def _registering(node: ast.AST) -> Iterator[tuple[int, ast.Call]]:
    """The decorators of a function; a row like `rules.calls("7.2.5", CHECK_TIMING)`."""
    if isinstance(node, ast.FunctionDef):
        yield from ((node.lineno, one) for one in node.decorator_list if isinstance(one, ast.Call))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ROWS:
        yield node.lineno, node


def _files_naming(folder: Path, number: str) -> list[Path]:
    pattern = re.compile(rf"(?<![\w.-]){re.escape(number)}(?![\w-]|\.\d)")
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".toml", ".py", ".md", ".txt"})
    return [path for path in files if pattern.search(path.read_text(encoding="utf-8"))]


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(paths.PACKAGE.parent))
    except ValueError:
        return str(path)
