"""Which rules a case was run by, as one short word: of the code only what decides a game.

Where a function lies, what its modules are called, comments, docstrings and annotations decide nothing, and
neither do gists and the words of questions (`narrate.toml`). A reworded question of a card may give another
word; a re-run then finds the same facts.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

import msgspec

import judgekit
from judgekit.book.model import Book
from judgekit.engine.registry import Rulebook
from judgekit.once import once
from judgekit.paths import cache, make

PACKAGE = Path(judgekit.__file__).parent
COMMON = ("engine", "cardtext", "games/game.py")
TELLING = (  # code that tells about a game and never decides one
    "cardtext/wording",
    "engine/codec.py",
    "engine/counterfactuals.py",
    "engine/explain.py",
    "engine/views.py",
)
_SIZE = 8  # bytes of the mark of one statement
_FORM = b"1"  # of the marks: another form, other marks


def fingerprint(rules: Rulebook) -> str:
    """The same for rules that do the same; different when what decides a game has changed."""
    mark = blake2b(msgspec.json.encode(_deciding(rules.book)), digest_size=8)
    mark.update(repr(sorted((rules.local or {}).items(), key=str)).encode())
    mark.update(_code_in(_places(rules)))
    return mark.hexdigest()


def _deciding(book: Book) -> list[object]:
    """Numbers, kinds and readings; no wording."""
    rows = [(row.number, row.kind, row.alias_of) for row in book.rows]
    doubts = sorted((doubt.id, sorted(doubt.choices), doubt.default) for doubt in book.doubts)
    return [book.name, rows, doubts, book.derives, sorted(book.renumbering.items())]


def _places(rules: Rulebook) -> tuple[Path, ...]:
    modules = {getattr(one.code, "__module__", None) for one in rules.registered.values()}
    folders = {
        Path(module.__file__).parent
        for name in modules
        if isinstance(module := sys.modules.get(name or ""), ModuleType) and module.__file__
    }
    return (*(PACKAGE / name for name in COMMON), *sorted(folders))


@once
def _code_in(places: tuple[Path, ...]) -> bytes:
    """One mark over all statements, wherever they stand."""
    told = tuple(PACKAGE / name for name in TELLING)
    files = {file for place in places for file in _files(place) if not any(map(file.is_relative_to, told))}
    found = _remembered(sorted(files))
    return blake2b(b"".join(sorted(found)), digest_size=16).digest()


def _files(place: Path) -> Iterable[Path]:
    return [place] if place.is_file() else [*place.rglob("*.py"), *place.rglob("*.lark")]


def _remembered(files: Iterable[Path]) -> list[bytes]:
    """The marks of all statements; files that were read before are known by their bytes."""
    kept = cache() / "rule-code.msgpack"
    before: dict[bytes, bytes] = {}
    with suppress(OSError, msgspec.MsgspecError):
        before = msgspec.msgpack.decode(kept.read_bytes(), type=dict[bytes, bytes])
    after = dict(before)
    marks: list[bytes] = []
    for file in files:
        raw = file.read_bytes()
        key = blake2b(_FORM + raw, digest_size=16).digest()
        if key not in after:
            after[key] = b"".join(marks_of(raw, file))
        own = after[key]
        marks += [own[at : at + _SIZE] for at in range(0, len(own), _SIZE)]
    if after != before:
        _keep(kept, after)
    return marks


def _keep(path: Path, marks: Mapping[bytes, bytes]) -> None:
    with suppress(OSError):
        make(path.parent)
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_bytes(msgspec.msgpack.encode(marks))
        fresh.replace(path)


def marks_of(raw: bytes, file: Path) -> Iterator[bytes]:
    """A mark for each statement of a module, or for each line of a grammar."""
    if file.suffix == ".lark":
        lines = (re.sub(rb"\s+", b" ", line).strip() for line in raw.splitlines())
        parts = [line for line in lines if line and not line.startswith(b"//")]
        yield blake2b(b"\n".join(parts), digest_size=_SIZE).digest()
        return
    tree = ast.parse(raw)
    names = _Names(tree)
    for statement in tree.body:
        told: list[str] = []
        names.tell(statement, told)
        if told:
            yield blake2b("".join(told).encode(), digest_size=_SIZE).digest()


class _Names:
    """Identifies a statement by what it does; imports go by the names they have at home."""

    def __init__(self, tree: ast.Module) -> None:
        self.modules: set[str] = set()
        self.called: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.modules |= {alias.asname for alias in node.names if alias.asname}
            elif isinstance(node, ast.ImportFrom):
                self._learn(node)

    def _learn(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            here = alias.asname or alias.name
            if _is_module(node, alias.name):
                self.modules.add(here)
            elif here != alias.name:
                self.called[here] = alias.name

    def tell(self, node: ast.AST, out: list[str]) -> None:
        if _decides_nothing(node):
            return
        if isinstance(node, ast.Name):
            out.append(f"({self.called.get(node.id, node.id)})")
            return
        if isinstance(node, ast.arg):
            out.append(f"({node.arg})")
            return
        if isinstance(node, ast.Attribute) and self._is_module(node.value):
            out.append(f"({node.attr})")
            return
        out.append(type(node).__name__)
        out.append("(")
        for name in node._fields:
            if name not in _NO_FACT and (value := getattr(node, name, None)) not in (None, []):
                out.append(name)
                self._value(value, out)
        out.append(")")

    def _is_module(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self.modules

    def _value(self, value: object, out: list[str]) -> None:
        if isinstance(value, ast.AST):
            self.tell(value, out)
        elif isinstance(value, list):
            out.append("[")
            for one in value:
                self._value(one, out)
            out.append("]")
        else:
            out.append(repr(value))


_NO_FACT = {"ctx", "type_comment", "kind", "returns", "type_params"}


def _decides_nothing(node: ast.AST) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Pass):
        return True
    if isinstance(node, ast.Expr):  # a docstring, or a sentence that stands alone
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return False


def _is_module(node: ast.ImportFrom, name: str) -> bool:
    """Whether `from … import name` names a module of judgekit, not something in one."""
    if not node.module or node.module.partition(".")[0] != PACKAGE.name:
        return False
    place = PACKAGE.parent.joinpath(*node.module.split("."), name)
    return place.is_dir() or place.with_suffix(".py").is_file()
