"""Whether a game's sentences are all in its table of words: what its code says against what the table has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import judgekit
from judgekit.engine.words import ENGINE, FILE, Words, read

SAID = {  # what asks, refuses, notes or judges, and which argument is what it says
    "ask": 2, "choose": 2, "choose_number": 3, "choose_together": 1, "chance": 0, "chance_card": 0,
    "judged": 0, "may": 1, "note": 0, "offer": 2, "order": 2, "pick": 2, "picks": 2, "refuse": 1,
    "which_first": 2, "CannotPlay": 1, "Refused": 1, "Violation": 1, "Finding": 0, "Assumed": 1, "Oddity": 1,
}  # fmt: skip
PRINTED = {"Automatic": 2, "Modifier": 2, "Replacement": 2, "Status": 2, "Cost": 0}  # and its text
OFFERED = {"ask": 1, "choose_together": 0, "pick": 1, "picks": 1}  # which argument has the options
TAKES = re.compile(r"(.+\.)?(table|rules)\.words")
LETTERS = re.compile(r"[^\W\d_]{2}")  # a bare clause number is no sentence
PLAIN = re.compile(r" [a-z]{2}|^[a-z]+ $")  # nor is the name of a keyword: Double Attack, [Over Realm]
ADDRESS = re.compile(r"\w*\.\w")  # nor is an area: the narrator names it
PACKAGE = Path(judgekit.__file__).parent
SHARED = ("engine", "cardtext/interpret")  # what every game's code calls
Asking = Mapping[str, frozenset[tuple[str, ...]]]  # function -> its parameters, one of them a prompt


class Use(NamedTuple):
    """Where code takes words: by one of these keys, with these parts."""

    place: str
    keys: tuple[str, ...]
    parts: frozenset[str]


def faults(folder: Path, beside: Iterable[Path] = (), also: Iterable[Path] = ()) -> list[str]:
    """What is wrong between the code in a folder and the table of words there. Code `beside` it uses the
    same table alone; what is `also` there has a table of its own before it."""
    table = Words(read(folder / FILE), FILE).own
    code = {path: _parsed(path) for path in (*sorted(folder.rglob("*.py")), *beside)}
    used = [use for path, tree in code.items() for use in uses(path, tree)]
    elsewhere = (use for path in also for use in uses(path, _parsed(path)))
    said = {key for use in (*used, *elsewhere) for key in use.keys}
    if table != ENGINE.own:  # a game may word what the engine says
        said |= ENGINE.own.keys()
    found = [f"{FILE}: nothing says {key!r}" for key in table if key not in said]
    found += [wrong for use in used for wrong in _misused({**ENGINE.own, **table}, use)]
    asking = _together(asks(tree) for tree in code.values())
    return found + [wrong for path, tree in code.items() for wrong in sentences(path, tree, asking)]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def uses(path: Path, tree: ast.Module) -> Iterator[Use]:
    """Every place that takes words by a key."""
    for call, _ in _calls(tree):
        if (key := _key(call)) is not None:
            parts = frozenset(one.arg for one in call.keywords if one.arg and one.arg != "found")
            yield Use(f"{path.name}:{call.lineno}", tuple(_literals(key)), parts)


@cache
def _calls(tree: ast.Module) -> tuple[tuple[ast.Call, ast.FunctionDef | None], ...]:
    """Every call, and the function that it is in."""
    found: list[tuple[ast.Call, ast.FunctionDef | None]] = []
    left: list[tuple[ast.AST, ast.FunctionDef | None]] = [(tree, None)]
    while left:
        node, function = left.pop()
        if isinstance(node, ast.Call):
            found.append((node, function))
        inside = node if isinstance(node, ast.FunctionDef) else function
        left += [(child, inside) for child in ast.iter_child_nodes(node)]
    return tuple(sorted(found, key=lambda one: one[0].lineno))


def _key(call: ast.Call) -> ast.expr | None:
    """The key by which a call takes words: at once, or as what a player's action requires."""
    if _called(call) == "words" and TAKES.fullmatch(ast.unparse(call.func)):
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


def sentences(path: Path, tree: ast.Module, asking: Asking | None = None) -> Iterator[str]:
    """Every sentence that is written where something asks, offers, refuses, notes or judges."""
    known = _together([_shared(), asks(tree) if asking is None else asking])
    for call, function in _calls(tree):
        for value in (*_said(call, known), *_labels(call, function, tree)):
            parts = (text for way in _ways(value, function, tree) for text in _literals(way))
            words = PLAIN if _called(call) in PRINTED else LETTERS
            if texts := [text for text in parts if words.search(text)]:
                yield f"{path.name}:{call.lineno}: a sentence in the code: {'…'.join(texts)!r}"


def asks(tree: ast.Module) -> Asking:
    """The functions that ask in the words they are given."""
    signatures = (
        (node.name, tuple(one.arg for one in node.args.args))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    )
    return _together({name: frozenset([names])} for name, names in signatures if "prompt" in names)


@cache
def _shared() -> Asking:
    return _together(asks(_parsed(path)) for room in SHARED for path in (PACKAGE / room).rglob("*.py"))


def _together(several: Iterable[Asking]) -> Asking:
    found: dict[str, frozenset[tuple[str, ...]]] = {}
    for one in several:
        for name, signatures in one.items():
            found[name] = found.get(name, frozenset()) | signatures
    return found


def _said(call: ast.Call, known: Asking) -> Iterator[ast.expr]:
    """What a call says: its prompt, and the options in it."""
    name = _called(call)
    places = {_place(call, names) for names in known.get(name, ())}
    if name in SAID or name in PRINTED:
        places = {SAID.get(name, PRINTED.get(name, 0))}
    named = ("prompt", "text") if name in SAID else ("prompt",)
    yield from (one.value for one in call.keywords if one.arg in named)
    yield from (call.args[at] for at in sorted(places) if at < len(call.args))


def _place(call: ast.Call, names: tuple[str, ...]) -> int:
    """Which argument of a call is the prompt; a method's own object is none of them."""
    given = bool(call.args) and ast.unparse(call.args[0]) == "self"
    return names.index("prompt") - (names[0] == "self" and not given)


def _labels(call: ast.Call, *scopes: ast.AST | None) -> Iterator[ast.expr]:
    """What the options of a call are called: the second of each pair, unless it is an area or its own id."""
    at = OFFERED.get(_called(call), len(call.args))
    for options in (way for one in call.args[at : at + 1] for way in _ways(one, *scopes)):
        pairs = [options.elt] if isinstance(options, ast.ListComp | ast.GeneratorExp) else []
        pairs += options.elts if isinstance(options, ast.List | ast.Tuple) else []
        for pair in (one for one in pairs if isinstance(one, ast.Tuple) and len(one.elts) == 2):
            option, label = pair.elts
            is_area = any(ADDRESS.search(text) for text in _literals(label))
            if not is_area and ast.dump(option) != ast.dump(label):
                yield label


def _ways(value: ast.expr, *scopes: ast.AST | None) -> list[ast.expr]:
    """A value as the code writes it: of a name, all that the nearest scope assigns to it."""
    if not isinstance(value, ast.Name):
        return [value]
    found = (_assigned(scope).get(value.id) for scope in scopes if scope is not None)
    return next((ways for ways in found if ways), [])


@cache
def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """What a function, or a module outside its functions, assigns to names."""
    found: dict[str, list[ast.expr]] = {}
    for node in scope.body if isinstance(scope, ast.Module) else ast.walk(scope):
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
