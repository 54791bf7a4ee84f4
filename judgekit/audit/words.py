"""Whether every sentence about a game is in its table of words: what the code says against what is there.

`faults` reads a game, or the engine, against its `narrate.toml`; `unsaid` reads the other rooms against the
table of `narrate/`; `prose` finds the sentences that are still written in such a room.
"""

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
from judgekit.narrate.said import said

SAID = {  # what asks, refuses, notes or judges, and which argument is what it says
    "ask": 2, "choose": 2, "choose_number": 3, "choose_together": 1, "chance": 0, "chance_card": 0,
    "judged": 0, "may": 1, "note": 0, "offer": 2, "order": 2, "pick": 2, "picks": 2, "refuse": 1,
    "which_first": 2, "CannotPlay": 1, "Refused": 1, "Violation": 1, "Finding": 0, "Assumed": 1, "Oddity": 1,
}  # fmt: skip
PRINTED = {"Automatic": 2, "Modifier": 2, "Replacement": 2, "Status": 2, "Cost": 0}  # and its text
OFFERED = {"ask": 1, "choose_together": 0, "pick": 1, "picks": 1}  # which argument has the options
TAKES = re.compile(r"(.+\.)?(table|rules)\.words|ENGINE")
LETTERS = re.compile(r"[^\W\d_]{2}")  # a bare clause number is no sentence
PLAIN = re.compile(r" [a-z]{2}|^[a-z]+ $")  # nor is the name of a keyword: Double Attack, [Over Realm]
ADDRESS = re.compile(r"\w*\.\w")  # nor is an area: the narrator names it
SENTENCE = re.compile(r"\w[,;:]? [a-z]\S*[,;:]? [\w“(]|[a-z]{2} [a-z]{2,}\S*[.?!]$")  # a name has two words
FILLED = re.compile(r"[a-z]{2}[,;:]? [a-z…]|…[ ,;:]* ?[a-z]{2}|^ ?[a-z]{2,} ")  # words around a part
SAID_FROM = "judgekit.narrate.said"
REFUSALS = {"NotAnOption", "NothingAsked", "NoSuchOption", "NoSuchLine", "NotAdopted", "Conflict"}
SILENT = {  # what a call of these is given, nobody reads
    "said", "ENGINE", "words", "requires", "Requirement", "by_id", "compile", "search", "fullmatch", "sub",
    "match", "split",
    "startswith", "endswith", "removeprefix", "removesuffix", "get", "execute", "executemany", "rows",
    "option", "argument", "command", "group", "UsageError", "BadParameter",
    "tell", "wrong", "missing", "only", "take", "choice", "text",  # what is wrong with a file
}  # fmt: skip
PACKAGE = Path(judgekit.__file__).parent
SHARED = ("engine", "cardtext/interpret")  # what every game's code calls
Asking = Mapping[str, frozenset[tuple[str, ...]]]  # function -> its parameters, one of them a prompt


class Use(NamedTuple):
    """Where code takes words: by one of these keys, with these parts, and perhaps with more."""

    place: str
    keys: tuple[str, ...]
    parts: frozenset[str]
    has_more: bool = False


def faults(folder: Path, beside: Iterable[Path] = (), also: Iterable[Path] = ()) -> list[str]:
    """What is wrong between the code in a folder and the table of words there. Code `beside` it uses the
    same table alone; what is `also` there has a table of its own before it."""
    table = Words(read(folder / FILE), FILE).own
    code = {path: parsed(path) for path in (*sorted(folder.rglob("*.py")), *beside)}
    used = [use for path, tree in code.items() for use in uses(path, tree)]
    elsewhere = (use for path in also for use in uses(path, parsed(path)))
    keys = {key for use in (*used, *elsewhere) for key in use.keys}
    if table != ENGINE.own:  # a game may word what the engine says
        keys |= ENGINE.own.keys()
    found = [f"{FILE}: nothing says {key!r}" for key in table if key not in keys]
    found += [wrong for use in used for wrong in _misused({**ENGINE.own, **table}, use)]
    asking = _together(asks(tree) for tree in code.values())
    return found + [wrong for path, tree in code.items() for wrong in sentences(path, tree, asking)]


@cache
def parsed(path: Path) -> ast.Module:
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
    """The key by which a call takes words: at once, or as what is required for it."""
    key = None
    if _called(call) in ("words", "ENGINE") and TAKES.fullmatch(ast.unparse(call.func)):
        key = call.args[0]
    elif _called(call) in ("requires", "Requirement") and len(call.args) > 1:
        key = call.args[1]
    handed_on = key is not None and ast.unparse(key).endswith("needed")
    return None if handed_on else key


def unsaid(paths: Iterable[Path]) -> list[str]:
    """What is wrong between the code in these files and the table of `narrate/`."""
    code = {path: parsed(path) for path in paths if SAID_FROM in path.read_text("utf-8")}
    used = [use for path, tree in code.items() if _takes_said(tree) for use in _said_by(path, tree)]
    keys = {key for use in used for key in use.keys}
    found = [f"said.toml: nothing says {key!r}" for key in said.own if key not in keys]
    return found + [wrong for use in used for wrong in _misused(said.own, use)]


def _takes_said(tree: ast.Module) -> bool:
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return any(node.module == SAID_FROM and "said" in {one.name for one in node.names} for node in imports)


def _said_by(path: Path, tree: ast.Module) -> Iterator[Use]:
    for call, function in _calls(tree):
        if _called(call) == "said" and isinstance(call.func, ast.Name) and call.args:
            keys = (key for way in _ways(call.args[0], function, tree) for key in _literals(way))
            parts = frozenset(one.arg for one in call.keywords if one.arg)
            has_more = any(one.arg is None for one in call.keywords)
            yield Use(f"{path.name}:{call.lineno}", tuple(keys), parts, has_more)


def _misused(known: Mapping[str, str], use: Use) -> Iterator[str]:
    places = {key: placeholders(known[key]) for key in use.keys if key in known}
    if not use.keys:
        yield f"{use.place}: the key of the words is not written there"
    for key in use.keys:
        if key not in known:
            yield f"{use.place}: there are no words for {key!r}"
        elif (missing := places[key] - use.parts) and not use.has_more:
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


def prose(path: Path, tree: ast.Module) -> Iterator[str]:
    """Every sentence that is written in the code for people to read."""
    for node in _spoken(tree):
        text = "…".join(filter(str.strip, _literals(node)))
        if (FILLED if isinstance(node, ast.JoinedStr) else SENTENCE).search(text):
            yield f"{path.name}:{node.lineno}: a sentence in the code: {text!r}"


def _spoken(node: ast.AST) -> Iterator[ast.expr]:
    """The texts that can reach people: no notes to developers, no errors, no names that are compared."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node
        return
    for child in _read_aloud(node):
        yield from _spoken(child)


def _read_aloud(node: ast.AST) -> Iterator[ast.AST]:
    if _is_silent(node):
        return
    if isinstance(node, ast.AnnAssign):
        yield from (node.value,) if node.value is not None else ()
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        yield from node.exc.args if _called(node.exc) in REFUSALS else ()
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield from node.body
    elif isinstance(node, ast.Dict):
        yield from node.values
    elif isinstance(node, ast.Call):
        if _called(node) not in SILENT:
            yield from (node.func, *node.args, *(one.value for one in node.keywords))
    else:
        yield from ast.iter_child_nodes(node)


def _is_silent(node: ast.AST) -> bool:
    """Whether nobody reads the texts in it: what is compared, looked up or asserted, a docstring, a key."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "key"
    return isinstance(node, ast.Compare | ast.Subscript | ast.Assert)


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
    return _together(asks(parsed(path)) for room in SHARED for path in (PACKAGE / room).rglob("*.py"))


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
