"""What a function imports for itself has a reason; what has none stands at the top of the module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import judgekit

PACKAGE = Path(judgekit.__file__).parent
CHAPTER = re.compile(r"judgekit\.games\.\w+\.(rules$|ch\d\d|appendix)")
NOT_ALWAYS_NEEDED = {
    "chess": "of the development extras; only benchmarks play it",
    "markdown_it": "of the development extras; only a benchmark reads with it",
    "playwright": "of the development extras; only a benchmark drives a browser",
    "distributed": "of the extra `cluster`",
    "openpyxl": "of the extra `xlsx`",
    "defusedxml": "start-up: only lists in XML need it",
    "lark": "start-up: only a grammar that has changed needs it",
    "msgspec": "start-up: only `--json` needs it",
    "pypdf": "start-up: only a book in PDF needs it",
    "rapidfuzz": "start-up: only who mistypes a name needs it",
    "rich": "start-up: only tables at the terminal need it",
    "waitress": "start-up: only `serve` needs it",
}
# Outside the games' chapters, modules that need each other, and which of the two waits.
CIRCLES = {
    ("audit.texts.frames", "audit.texts.played"): "frames are played, and a play is told by its frame",
    ("cards.forms", "cards.forms.json_lists"): "a form is asked for by its package, whose errors it uses",
    ("cards.forms", "cards.forms.spreadsheet"): "the same",
    ("cards.forms", "cards.forms.tables"): "the same",
    ("cards.forms", "cards.forms.xml_lists"): "the same",
    ("cardtext.parse", "cardtext.wording.abilities"): "a text with two readings is told in our wording",
    ("cardtext.wording.targets", "cardtext.wording.events"): "an amount can be how often something happened",
    ("cardtext.wording.verbs", "cardtext.wording.abilities"): "an ability can give an ability",
    ("cases.store.catalogue", "cases.store.store"): "only an older database is read through the store",
    ("games", "games.adopting"): "only an edition that somebody imported is adopted",
    ("engine.legality", "engine.registry"): "an action is registered, and the registry holds actions",
    ("engine.legality", "engine.table.asking"): "a check asks the table, which checks actions",
}


class Late(NamedTuple):
    module: str
    names: frozenset[str]  # what is imported, with the packages around it
    line: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {max(self.names, key=len)}"


Imported = tuple[ast.Import | ast.ImportFrom, bool]


@cache
def sources() -> dict[str, list[Imported]]:
    """Each module and its imports; the trees of all together take longer to keep than to read."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = [*imports(ast.parse(path.read_text("utf-8")))]
    return found


def imports(node: ast.AST, inside: bool = False) -> Iterator[Imported]:
    """Each import that runs, and whether it stands in a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside
        elif hasattr(child, "body") and not is_for_types_alone(child):
            yield from imports(child, inside or isinstance(child, ast.FunctionDef))


def is_for_types_alone(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def named(node: ast.Import | ast.ImportFrom) -> frozenset[str]:
    if isinstance(node, ast.Import):
        names = {alias.name for alias in node.names}
    else:
        names = {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
        names = {name for name in names if name in sources() or name == node.module}
    return frozenset(
        ".".join(name.split(".")[:many]) for name in names for many in range(1, name.count(".") + 2)
    )


@cache
def at_the_top() -> dict[str, frozenset[str]]:
    return {
        module: frozenset(
            name for node, inside in found if not inside for name in named(node)
        ) & sources().keys() - {module}
        for module, found in sources().items()
    }  # fmt: skip


@cache
def late() -> list[Late]:
    return [
        Late(module, named(node), node.lineno)
        for module, found in sources().items()
        for node, inside in found
        if inside
    ]


@cache
def loaded(module: str) -> frozenset[str]:
    """Everything that comes with a module."""
    seen: set[str] = set()
    left = {module}
    while left:
        one = left.pop()
        seen.add(one)
        left |= (at_the_top()[one] | ({one.rpartition(".")[0]} - {""})) - seen
    return frozenset(seen)


def is_needed_late(one: Late) -> bool:
    """What is imported leads back here, comes later in the book, or brings what is not always needed."""
    own = {name for name in one.names & sources().keys() if not one.module.startswith(name)}
    if not own:
        return max(one.names, key=len).split(".")[0] in NOT_ALWAYS_NEEDED
    back = any(one.module in loaded(name) for name in own)
    if CHAPTER.match(one.module) and any(map(CHAPTER.match, own)):
        return back or max(own) > one.module
    return back or any(loaded(name) - loaded(one.module) for name in own)


def test_an_import_in_a_function_has_a_reason() -> None:
    needless = [str(one) for one in late() if not is_needed_late(one)]
    assert needless == [], "they cost nothing at the top of their modules"


def test_modules_that_need_each_other_are_chapters_or_listed_with_the_reason() -> None:
    circles = {
        (one.module.removeprefix("judgekit."), name.removeprefix("judgekit."))
        for one in late()
        for name in [max(one.names & sources().keys(), key=len, default="")]
        if name and not CHAPTER.match(one.module) and one.module in loaded(name)
    }
    assert circles == set(CIRCLES)
