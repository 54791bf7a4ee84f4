"""Whether a game's sentences are all in its table of words: what its code says against what the table has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from judgekit.engine.words import ENGINE, FILE, Words, read

SAID = {  # what asks, refuses or notes, and which argument is what it says
    "ask": 2, "choose": 2, "choose_number": 3, "choose_together": 1, "chance": 0, "chance_card": 0,
    "judged": 0, "may": 1, "note": 0, "offer": 2, "order": 2, "pick": 2, "picks": 2, "refuse": 1,
    "which_first": 2, "CannotPlay": 1, "Refused": 1,
}  # fmt: skip
TAKES = re.compile(r"(.+\.)?(table|rules)\.words")
LETTERS = re.compile(r"[^\W\d_]{2}")  # a bare clause number is no sentence
LANGUAGE = ("language", "cards.py")  # what a card asks is made from its own text


class Use(NamedTuple):
    """Where code takes words: by one of these keys, with these parts."""

    place: str
    keys: tuple[str, ...]
    parts: frozenset[str]


def faults(folder: Path, beside: Iterable[Path] = ()) -> list[str]:
    """What is wrong between the rules in a folder and the table of words there. Code `beside` them uses the
    same table."""
    table = Words(read(folder / FILE), FILE).own
    code = {path: ast.parse(path.read_text("utf-8")) for path in (*sorted(folder.rglob("*.py")), *beside)}
    used = [use for path, tree in code.items() for use in uses(path, tree)]
    said = {key for use in used for key in use.keys}
    if table != ENGINE.own:  # a game may word what the engine says
        said |= ENGINE.own.keys()
    found = [f"{FILE}: nothing says {key!r}" for key in table if key not in said]
    found += [wrong for use in used for wrong in _misused({**ENGINE.own, **table}, use)]
    rules = (path for path in code if not any(part in LANGUAGE for part in path.parts[len(folder.parts) :]))
    return found + [wrong for path in rules for wrong in sentences(path, code[path])]


def uses(path: Path, tree: ast.Module) -> Iterator[Use]:
    """Every place that takes words by a key."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (key := _key(node)) is not None:
            parts = frozenset(one.arg for one in node.keywords if one.arg and one.arg != "found")
            yield Use(f"{path.name}:{node.lineno}", tuple(_literals(key)), parts)


def _key(call: ast.Call) -> ast.expr | None:
    """The key by which a call takes words: at once, or as what a player's action requires."""
    if TAKES.fullmatch(ast.unparse(call.func)):
        handed_on = ast.unparse(call.args[0]).endswith("needed")
        return None if handed_on else call.args[0]
    return call.args[1] if _called(call) == "requires" and len(call.args) > 1 else None


def _misused(known: Mapping[str, str], use: Use) -> Iterator[str]:
    places = {key: placeholders(known[key]) for key in use.keys if key in known}
    if not use.keys:
        yield f"{use.place}: the key of the words is not written there"
    for key in use.keys:
        if key not in known:
            yield f"{use.place}: there are no words for {key!r}"
        elif missing := places[key] - use.parts:
            yield f"{use.place}: {key!r} wants {', '.join(sorted(missing))}"
    if idle := use.parts.difference(*places.values()):
        yield f"{use.place}: no sentence has a place for {', '.join(sorted(idle))}"


def placeholders(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def sentences(path: Path, tree: ast.Module) -> Iterator[str]:
    """Every sentence that is written where something asks, refuses or notes."""
    passing = dict(said for node in ast.walk(tree) for said in _passes_on(node))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        assigned = _assigned(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and (said := _said(node, passing)) is not None:
                values = assigned.get(said.id, []) if isinstance(said, ast.Name) else [said]
                if texts := [text for one in values for text in _literals(one) if LETTERS.search(text)]:
                    yield f"{path.name}:{node.lineno}: a sentence in the code: {'…'.join(texts)!r}"


def _passes_on(node: ast.AST) -> Iterator[tuple[str, int]]:
    """A function that asks in the words it is given."""
    if isinstance(node, ast.FunctionDef):
        names = [one.arg for one in node.args.args]
        if "prompt" in names:
            yield node.name, names.index("prompt")


def _said(call: ast.Call, passing: Mapping[str, int]) -> ast.expr | None:
    named = [one.value for one in call.keywords if one.arg == "prompt"]
    at = SAID.get(_called(call), passing.get(_called(call)))
    if named or at is None or len(call.args) <= at:
        return named[0] if named else None
    return call.args[at]


def _assigned(function: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _literals(value: ast.expr) -> Iterator[str]:
    """The texts that a value is made of, whichever way it goes."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    parts: list[ast.expr] = []
    if isinstance(value, ast.IfExp):
        parts = [value.body, value.orelse]
    elif isinstance(value, ast.JoinedStr | ast.BoolOp):
        parts = value.values
    elif isinstance(value, ast.FormattedValue):
        parts = [value.value]
    elif isinstance(value, ast.BinOp):
        parts = [value.left, value.right]
    for part in parts:
        yield from _literals(part)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
