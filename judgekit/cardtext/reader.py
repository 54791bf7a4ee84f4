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
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

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


class Grammar(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """Rules by name, the words each can begin with, and whether it can be empty."""

    rules: dict[str, tuple[Alternative, ...]]
    first: dict[str, frozenset[str]]
    empty: frozenset[str]
    phrases: tuple[str, ...]

    @cached_property
    def _begun(self) -> dict[tuple[str, str, str], tuple[Alternative, ...]]:
        return {}

    def beginning(self, name: str, key: str, kind: str) -> tuple[Alternative, ...]:
        """The ways to read a rule that can begin with a word, or be empty before it."""
        found = self._begun.get((name, key, kind))
        if found is None:
            found = tuple(one for one in self.rules[name] if self._can_begin(one, key, kind))
            self._begun[name, key, kind] = found
        return found

    def _can_begin(self, one: Alternative, key: str, kind: str) -> bool:
        for step in one.steps:
            if not step.is_rule:
                return step.name == (kind if step.kept else key)
            first = self.first[step.name]
            if key in first or kind in first:
                return True
            if step.name not in self.empty:
                return False
        return True


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


class Stop(NamedTuple):
    """How far the words were understood, and what could have stood there."""

    at: int
    expected: set[Step]


NOTHING = Token("", "", "", 0, 0)  # behind the last word


class Reading:
    """One text being read."""

    def __init__(self, grammar: Grammar, tokens: list[Token], actions: Mapping[str, Action]) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.actions = actions
        self.known: dict[tuple[str, int], dict[int, list[Any]]] = {}
        self.spent = 0
        self.refusals: list[Refusal] = []
        self._ahead = [*tokens, NOTHING]
        self._start = ""

    def read(self, start: str) -> list[Any]:
        """Every meaning of the whole text."""
        if len(self.tokens) > LONGEST:
            raise TooLong(LONGEST)
        self._start = start
        try:
            return self.rule(start, 0).get(len(self.tokens), [])
        except RecursionError:
            raise TooLong(self._begun_last()) from None

    def rule(self, name: str, at: int) -> dict[int, list[Any]]:
        """Where the rule can end when it begins here, with the values it then has."""
        known = self.known.get((name, at))
        if known is not None:
            return known
        ends: dict[int, list[Any]] = {}
        self.known[name, at] = ends
        word = self._ahead[at]
        possible = self.grammar.beginning(name, word.key, word.kind)
        if possible:
            self.spend()
        for one in possible:
            for end, children in self.ways(one, at):
                self.add(ends, end, one, name, children, at)
        return ends

    def spend(self) -> None:
        """Every rule tried and every value made costs one; a card's text needs some hundreds."""
        self.spent += 1
        if self.spent > BUDGET:
            raise TooLong(self._begun_last())

    def _begun_last(self) -> int:
        return max((at for _, at in self.known), default=0)

    def add(
        self,
        ends: dict[int, list[Any]],
        end: int,
        one: Alternative,
        name: str,
        children: tuple[Any, ...],
        at: int,
    ) -> None:
        self.spend()
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

    def ways(self, one: Alternative, at: int) -> list[tuple[int, tuple[Any, ...]]]:
        """Every way through the steps of an alternative: where it ends, and its parts."""
        found: list[tuple[int, tuple[Any, ...]]] = [(at, (None,) * one.gaps[0])]
        for index, (name, is_rule, kept, spliced) in enumerate(one.steps, 1):
            before, found = found, []
            none = (None,) * one.gaps[index]
            for place, children in before:
                if is_rule:
                    for end, values in (self.known.get((name, place)) or self.rule(name, place)).items():
                        for value in values:
                            found.append((end, (*children, *(value if spliced else (value,)), *none)))
                    continue
                word = self._ahead[place]
                if name == (word.kind if kept else word.key) and word is not NOTHING:
                    found.append((place + 1, (*children, word.value, *none) if kept else children + none))
            if not found:
                break
        return found

    # where it stopped

    @cached_property
    def stop(self) -> Stop:
        """The furthest place at which words were missed; asked for only where a text is not read."""
        missed: dict[int, set[Step]] = {}
        for end in self.known.get((self._start, 0), ()):
            missed.setdefault(end, set()).add(Step("the end", False, False))
        for name, at in self.known:
            word = self._ahead[at]
            is_tried = name == self._start or self.grammar.beginning(name, word.key, word.kind)
            for one in self.grammar.rules[name] if is_tried else ():
                self._miss(one, at, missed)
        at = max(missed, default=0)
        return Stop(at, missed.get(at, set()))

    def _miss(self, one: Alternative, at: int, missed: dict[int, set[Step]]) -> None:
        places = {at}
        for step in one.steps:
            before, places = places, set()
            for place in before:
                word = self._ahead[place]
                first = self.grammar.first[step.name] if step.is_rule else (step.name,)
                if word is NOTHING or not (word.key in first or word.kind in first):
                    missed.setdefault(place, set()).add(step)
                elif not step.is_rule:
                    places.add(place + 1)
                if step.is_rule:
                    places.update(self.known.get((step.name, place), ()))
