"""Where a clause lives outside its book: the code that performs it, the rulings and tests that name it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from judgekit import paths
from judgekit.book.model import Book


def code_of(book: Book, number: str) -> list[str]:
    """`file:line` of each function that is registered under this clause."""
    number = _number_in_code(book, number)
    folder = paths.PACKAGE / "games" / book.game.replace("-", "_")
    return [
        f"{_shown(path)}:{line}" for path, line, registered in _registrations(folder) if registered == number
    ]


def rulings_of(book: Book, number: str) -> list[str]:
    return _naming(paths.rulings() / book.game, number) + _naming(
        paths.rulings() / book.game.replace("-", "_"), number
    )


def tests_of(book: Book, number: str) -> list[str]:
    """Test files of the game that name the clause; only a checkout has them."""
    return _naming(paths.PACKAGE.parent / "tests" / "games" / book.game.replace("-", "_"), number)


def _number_in_code(book: Book, number: str) -> str:
    """An edition that derives from another shares its code, under the other's numbers."""
    return next((old for old, own in book.renumbering.items() if own == number), number)


@lru_cache(maxsize=8)
def _registrations(folder: Path) -> tuple[tuple[Path, int, str], ...]:
    return tuple(found for path in sorted(folder.rglob("*.py")) for found in _registered_in(path))


def _registered_in(path: Path) -> Iterator[tuple[Path, int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                for argument in decorator.args if isinstance(decorator, ast.Call) else ():
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield path, node.lineno, argument.value


def _naming(folder: Path, number: str) -> list[str]:
    pattern = re.compile(rf"(?<![\w.-]){re.escape(number)}(?![\w-]|\.\d)")
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".toml", ".py", ".md", ".txt"})
    return [_shown(path) for path in files if pattern.search(path.read_text(encoding="utf-8"))]


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(paths.PACKAGE.parent))
    except ValueError:
        return str(path)
