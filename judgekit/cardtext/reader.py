"""Runs a Lark grammar over words, with as much look-ahead as English needs.

The grammar files are Lark's; Lark reads them and turns them into plain rules. Its own LALR parser has one
word of look-ahead, too little for "… and destroy it" against "… and the cards under it". This one keeps, for
every rule and place, all ways to read on from there (each computed once), and looks at the next word before
it tries a rule.

Every reading is built at once by the rule's action. An action may refuse (`Unsound`), and readings that come
out equal count as one, so that what is left at the end are the different meanings of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from judgekit.cardtext.errors import TooLong, Unsound
from judgekit.cardtext.marks import Mark, Marked, Noun
from judgekit.cardtext.scan import Token, scan

if TYPE_CHECKING:
    from lark.grammar import Rule, Symbol

Action = Callable[..., Any]
BUDGET = 20_000
LONGEST = 400  # words of a line
WORDS = "="  # marks a rule that is a list of words


class Step(NamedTuple):
    """One symbol of a rule: a literal word, a kind of token, or another rule."""

    name: str
    is_rule: bool
    kept: bool
    spliced: bool = False


class Alternative(NamedTuple):
    """One way to read a rule: its steps, where absent optional parts leave a None, and what to call."""

    steps: tuple[Step, ...]
    gaps: tuple[int, ...]
    action: str
    single: bool


class Grammar(NamedTuple):
    """Rules by name, the words each can begin with, and whether it can be empty."""

    rules: dict[str, tuple[Alternative, ...]]
    first: dict[str, frozenset[str]]
    empty: frozenset[str]
    phrases: tuple[str, ...]


def compile_grammar(source: str, start: str) -> Grammar:
    from lark import Lark  # only needed when a grammar has changed

    lark = Lark(
        source, start=start, parser=None, lexer="basic", maybe_placeholders=True, keep_all_tokens=False
    )
    literals = {
        terminal.name: terminal.pattern.value
        for terminal in lark.terminals
        if not terminal.name.startswith("A_") and terminal.pattern is not None
    }
    rules: dict[str, list[tuple[int, Alternative]]] = {}
    for rule in lark.rules:
        name = str(rule.origin.name)
        rules.setdefault(name, []).append((rule.options.priority or 0, alternative(rule, literals)))
    ordered = {
        name: tuple(one for _, one in sorted(found, key=lambda pair: -pair[0]))
        for name, found in rules.items()
    }
    empty = nullable(ordered)
    return Grammar(
        ordered, first_words(ordered, empty), empty, tuple(sorted({str(each) for each in literals.values()}))
    )


def alternative(rule: Rule, literals: Mapping[str, str]) -> Alternative:
    expansion = list(rule.expansion)
    gaps = [0] * (len(expansion) + 1)
    if rule.options.empty_indices:
        at = 0
        for missing in rule.options.empty_indices:
            if missing:
                gaps[at] += 1
            else:
                at += 1
    if expansion and expansion[0] == rule.origin:  # Lark repeats to the left, this parser to the right
        expansion = expansion[1:] + expansion[:1]
    steps: list[Step] = []
    spread: list[int] = []
    for symbol, gap in zip(expansion, gaps, strict=False):
        found = list(steps_of(symbol, literals))
        steps.extend(found)
        spread.extend([gap] + [0] * (len(found) - 1))
    spread.append(gaps[-1])
    kept = sum(step.kept for step in steps)
    if rule.options.keep_all_tokens:
        words = rule.alias.replace("_", " ") if rule.alias else " ".join(step.name for step in steps)
        return Alternative(tuple(steps), tuple(spread), WORDS + words, False)
    single = bool(rule.options.expand1) and rule.alias is None and kept == 1 and not any(gaps)
    return Alternative(tuple(steps), tuple(spread), str(rule.alias or rule.origin.name), single)


def steps_of(symbol: Symbol, literals: Mapping[str, str]) -> Iterator[Step]:
    if not symbol.is_term:
        yield Step(str(symbol.name), True, True, symbol.name.startswith("_"))
        return
    if symbol.name in literals:
        for word in scan(literals[symbol.name]):
            yield Step(word.key, False, False)
    else:
        yield Step(str(symbol.name), False, True)


def nullable(rules: Mapping[str, tuple[Alternative, ...]]) -> frozenset[str]:
    empty: set[str] = set()
    while True:
        more = {
            name
            for name, found in rules.items()
            if name not in empty
            and any(all(step.is_rule and step.name in empty for step in one.steps) for one in found)
        }
        if not more:
            return frozenset(empty)
        empty |= more


def first_words(
    rules: Mapping[str, tuple[Alternative, ...]], empty: frozenset[str]
) -> dict[str, frozenset[str]]:
    first: dict[str, set[str]] = {name: set() for name in rules}
    changed = True
    while changed:
        changed = False
        for name, found in rules.items():
            before = len(first[name])
            for one in found:
                for step in one.steps:
                    first[name] |= first[step.name] if step.is_rule else {step.name}
                    if not (step.is_rule and step.name in empty):
                        break
            changed = changed or len(first[name]) > before
    return {name: frozenset(words) for name, words in first.items()}


class Refusal(NamedTuple):
    """An action that said no, and the words it was about."""

    start: int
    end: int
    error: Unsound


class Reading:
    """One text being read."""

    def __init__(self, grammar: Grammar, tokens: list[Token], actions: Mapping[str, Action]) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.actions = actions
        self.known: dict[tuple[str, int], dict[int, list[Any]]] = {}
        self.furthest = 0
        self.spent = 0
        self.expected: set[Step] = set()
        self.refusals: list[Refusal] = []

    def read(self, start: str) -> list[Any]:
        """Every meaning of the whole text."""
        if len(self.tokens) > LONGEST:
            raise TooLong(LONGEST)
        try:
            found = self.rule(start, 0)
        except RecursionError:
            raise TooLong(self.furthest) from None
        end = len(self.tokens)
        if end not in found:
            for at in found:
                self.miss(at, Step("the end", False, False))
        return found.get(end, [])

    def miss(self, at: int, step: Step) -> None:
        if at > self.furthest:
            self.furthest = at
            self.expected = set()
        if at == self.furthest:
            self.expected.add(step)

    def can_begin(self, step: Step, at: int) -> bool:
        if at < len(self.tokens):
            first = self.grammar.first[step.name]
            if self.tokens[at].key in first or self.tokens[at].kind in first:
                return True
        self.miss(at, step)
        return step.name in self.grammar.empty

    def rule(self, name: str, at: int) -> dict[int, list[Any]]:
        """Where the rule can end when it begins here, with the values it then has."""
        known = self.known.get((name, at))
        if known is not None:
            return known
        self.spend(at)
        ends: dict[int, list[Any]] = {}
        self.known[name, at] = ends
        for one in self.grammar.rules[name]:
            for end, children in self.steps(one, 0, at, ()):
                self.add(ends, end, one, name, children, at)
        return ends

    def spend(self, at: int) -> None:
        """Every rule tried and every value made costs one; a card's text needs some hundreds."""
        self.spent += 1
        if self.spent > BUDGET:
            raise TooLong(self.furthest or at)

    def add(
        self,
        ends: dict[int, list[Any]],
        end: int,
        one: Alternative,
        name: str,
        children: tuple[Any, ...],
        at: int,
    ) -> None:
        self.spend(at)
        try:
            value = self.value(one, name, children)
        except Unsound as refusal:
            self.refusals.append(Refusal(at, end, refusal))
            return
        values = ends.setdefault(end, [])
        if value not in values:
            values.append(value)

    def value(self, one: Alternative, name: str, children: tuple[Any, ...]) -> Any:
        if name.startswith("_"):
            return children
        if one.action.startswith(WORDS) and not children:
            return Noun(one.action[1:], one.steps[-1].name) if name == "noun" else one.action[1:]
        action = self.actions.get(one.action)
        if action is None and (one.single or len(children) == 1):
            return children[0]
        if action is None:
            raise LookupError(f"no action for {one.action} with {len(children)} parts")
        marks = [each for each in children if isinstance(each, Mark)]
        if marks:
            return Marked(action(*(each for each in children if not isinstance(each, Mark))), marks[0])
        return action(*children)

    def steps(
        self, one: Alternative, index: int, at: int, children: tuple[Any, ...]
    ) -> Iterator[tuple[int, tuple[Any, ...]]]:
        gap = one.gaps[index]
        if gap:
            children = children + (None,) * gap
        if index == len(one.steps):
            yield at, children
            return
        step = one.steps[index]
        if step.is_rule:
            if not self.can_begin(step, at):
                return
            for end, values in tuple(self.rule(step.name, at).items()):
                for value in values:
                    more = value if step.spliced else (value,)
                    yield from self.steps(one, index + 1, end, children + more)
            return
        if at < len(self.tokens):
            token = self.tokens[at]
            if step.kept:
                if token.kind == step.name:
                    yield from self.steps(one, index + 1, at + 1, (*children, token.value))
                    return
            elif token.key == step.name:
                yield from self.steps(one, index + 1, at + 1, children)
                return
        self.miss(at, step)
