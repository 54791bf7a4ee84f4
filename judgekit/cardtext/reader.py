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
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from judgekit import budget
from judgekit.cardtext.errors import TooLong, Unsound
from judgekit.cardtext.marks import Mark, Marked, Noun
from judgekit.cardtext.scan import Token, scan

if TYPE_CHECKING:
    from lark.grammar import Rule, Symbol

Action = Callable[..., Any]
BUDGET = 20_000
ALIKE = 8  # values that are compared for one
LONGEST = 400  # words of a line
WORDS = "="  # marks a rule that is a list of words
Word = tuple[str, str]  # its key and its kind
Read = tuple[int, int, tuple[Any, ...]]  # the number of an alternative, where it ends, its parts


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
    def _trees(self) -> dict[str, Tree]:
        return {}

    def tree(self, name: str) -> Tree:
        """The ways to read a rule; what several of them begin with is stored once."""
        found = self._trees.get(name)
        if found is None:
            found = self._trees[name] = Tree(self, name)
        return found


class Fork:
    """The next steps of the ways to read a rule."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.ways: dict[tuple[Step, int], Way] = {}
        self._at: dict[Word, tuple[Way, ...]] = {}
        self._passed: dict[Word, tuple[Way, ...]] = {}

    def grow(self, steps: tuple[Step, ...], gaps: tuple[int, ...], number: int) -> None:
        """Add an alternative, by its number, from here on."""
        way = self.ways.setdefault((steps[0], gaps[0]), Way(self.grammar, steps[0], gaps[0]))
        if len(steps) == 1:
            way.ended.append(number)
        else:
            way.fork.grow(steps[1:], gaps[1:], number)

    def at(self, word: Word) -> tuple[Way, ...]:
        """The steps with which an alternative can continue at a word."""
        found = self._at.get(word)
        if found is None:
            found = self._at[word] = tuple(way for way in self.ways.values() if way.can_begin(word))
        return found

    def passed(self, word: Word) -> tuple[Way, ...]:
        """The steps that a word meets, and those that need no word."""
        found = self._passed.get(word)
        if found is None:
            ways = self.ways.values()
            found = self._passed[word] = tuple(way for way in ways if way.empty or way.is_met(word))
        return found


class Way:
    """A step, the absent parts after it, the alternatives that end with it, and how others go on."""

    __slots__ = ("empty", "ended", "first", "fork", "is_rule", "kept", "name", "none", "spliced")

    def __init__(self, grammar: Grammar, step: Step, gap: int) -> None:
        self.name, self.is_rule, self.kept, self.spliced = step
        self.first = grammar.first[step.name] if step.is_rule else frozenset({step.name})
        self.empty = step.is_rule and step.name in grammar.empty
        self.none = (None,) * gap
        self.ended: list[int] = []
        self.fork = Fork(grammar)

    def is_met(self, word: Word) -> bool:
        """Whether a word is one that the step begins with."""
        return word is not NOTHING and (word[0] in self.first or word[1] in self.first)

    def can_begin(self, word: Word) -> bool:
        key, kind = word
        if not self.is_rule:
            return self.name == (kind if self.kept else key) != ""
        if key in self.first or kind in self.first:
            return True
        return self.empty and (bool(self.ended) or bool(self.fork.at(word)))


class Tree:
    """The alternatives of a rule, by the absent parts before their first step."""

    def __init__(self, grammar: Grammar, name: str) -> None:
        self.alternatives = grammar.rules[name]
        forks: dict[int, Fork] = {}
        self.stepless: list[tuple[int, tuple[None, ...]]] = []
        for number, one in enumerate(self.alternatives):
            if one.steps:
                fork = forks.setdefault(one.gaps[0], Fork(grammar))
                fork.grow(one.steps, one.gaps[1:], number)
            else:
                self.stepless.append((number, (None,) * one.gaps[0]))
        self.forks = tuple(forks.items())

    def stepless_at(self, at: int) -> list[Read]:
        return [(number, at, none) for number, none in self.stepless] if self.stepless else []

    def begins(self, word: Word) -> bool:
        return bool(self.stepless) or any(fork.at(word) for _, fork in self.forks)


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


_number = itemgetter(0)
NOTHING: Word = ("", "")  # behind the last word


class Reading:
    """One text being read."""

    def __init__(self, grammar: Grammar, tokens: list[Token], actions: Mapping[str, Action]) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.actions = actions
        self.known: dict[tuple[str, int], dict[int, list[Any]]] = {}
        self.spent = 0
        self.refusals: list[Refusal] = []
        self._ahead: list[Word] = [*((token.key, token.kind) for token in tokens), NOTHING]
        self._start = ""

    def read(self, start: str) -> list[Any]:
        """Every meaning of the whole text."""
        if len(self.tokens) > LONGEST:
            raise TooLong(LONGEST)
        self._start = start
        budget.ask()
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
        tree = self.grammar.tree(name)
        found = tree.stepless_at(at)
        for gap, fork in tree.forks:
            if fork.at(self._ahead[at]):
                self.follow(fork, at, (None,) * gap, found)
        if found:
            self.spend()
            found.sort(key=_number)
        for number, end, children in found:
            self.add(ends, end, tree.alternatives[number], name, children, at)
        return ends

    def spend(self, much: int = 1) -> None:
        """Every rule tried, value made or value compared costs one; a card's text needs a few hundred."""
        self.spent += much
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
        self.spend(len(values) // ALIKE)
        if value not in values:
            values.append(value)

    def value(self, one: Alternative, name: str, children: tuple[Any, ...]) -> Any:
        if name.startswith("_"):
            return children
        if one.action.startswith(WORDS) and not children:
            said = one.steps[-1].name.removesuffix("'s").removesuffix("'")
            return Noun(one.action[1:], said) if name in ("noun", "noun_s") else one.action[1:]
        action = self.actions.get(one.action)
        if action is None and (one.single or len(children) == 1):
            return children[0]
        if action is None:
            raise LookupError(f"no action for {one.action} with {len(children)} parts")
        marks = [each for each in children if isinstance(each, Mark)]
        if marks:
            return Marked(action(*(each for each in children if not isinstance(each, Mark))), marks[0])
        return action(*children)

    def follow(self, fork: Fork, at: int, children: tuple[Any, ...], found: list[Read]) -> None:
        """Every way from a fork on: which alternative it is, where it ends, and its parts."""
        ahead, known, tokens = self._ahead, self.known, self.tokens
        waiting = [(fork, at, children)]
        while waiting:
            fork, at, children = waiting.pop()
            more: list[tuple[Fork, int, tuple[Any, ...]]] = []
            for way in fork.at(ahead[at]):
                if not way.is_rule:
                    own = (tokens[at].value,) if way.kept else ()
                    parts = (*children, *own, *way.none)
                    if way.ended:
                        found += [(number, at + 1, parts) for number in way.ended]
                    if way.fork.at(ahead[at + 1]):
                        more.append((way.fork, at + 1, parts))
                    continue
                ends = known.get((way.name, at))
                if ends is None:
                    ends = self.rule(way.name, at)
                for end, values in ends.items():
                    goes_on = way.fork.at(ahead[end])
                    if not goes_on and not way.ended:
                        continue
                    for value in values:
                        parts = (*children, *(value if way.spliced else (value,)), *way.none)
                        if way.ended:
                            found += [(number, end, parts) for number in way.ended]
                        if goes_on:
                            more.append((way.fork, end, parts))
            waiting += more[::-1]

    # where it stopped

    @cached_property
    def stop(self) -> Stop:
        """The furthest place at which words were missed; asked for only where a text is not read."""
        missed = _Missed()
        for end in self.known.get((self._start, 0), ()):
            missed.note(end, Step("the end", False, False))
        for name, at in sorted(self.known, key=itemgetter(1), reverse=True):
            tree = self.grammar.tree(name)
            if name == self._start or tree.begins(self._ahead[at]):
                missed.waiting += [(fork, at) for _, fork in tree.forks]
                self._miss(missed)
        return Stop(max(missed.at, 0), missed.expected)

    def _miss(self, missed: _Missed) -> None:
        """Every way from the waiting forks, as far as it was read."""
        while missed.waiting:
            fork, at = missed.waiting.pop()
            if (id(fork), at) in missed.seen:
                continue
            missed.seen.add((id(fork), at))
            word = self._ahead[at]
            if at >= missed.at:
                missed.note(at, *(step for (step, _), way in fork.ways.items() if not way.is_met(word)))
            for way in fork.passed(word):
                ends = self.known.get((way.name, at), ()) if way.is_rule else (at + 1,)
                missed.waiting += [(way.fork, end) for end in ends]
                if way.empty:
                    missed.waiting.append((way.fork, at))


class _Missed:
    """The furthest place so far at which words were missed, with the forks that are still to be looked at."""

    def __init__(self) -> None:
        self.at = -1
        self.expected: set[Step] = set()
        self.waiting: list[tuple[Fork, int]] = []
        self.seen: set[tuple[int, int]] = set()

    def note(self, at: int, *steps: Step) -> None:
        if steps and at > self.at:
            self.at, self.expected = at, set()
        if at == self.at:
            self.expected.update(steps)
