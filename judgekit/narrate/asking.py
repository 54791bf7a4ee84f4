"""Questions and options in full: what is chosen, how many, what for, and which of several alike."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, CardId, State
from judgekit.narrate.events import BARE, Labels, goal

CARDS = re.compile(r"\bc(\d+)\b")
Places = Callable[[str, bool], str]  # an area in a sentence, and whether to say whose it is


def in_full(question: Question) -> str:
    """What is asked; for a bare verb, how many cards are chosen for it."""
    prompt = question.prompt
    if question.form != "choose" or not BARE.fullmatch(prompt):
        return prompt
    return f"choose {_how_many(question)}{goal(prompt)}"


def addressee(question: Question) -> str:
    """Who is asked, inside a sentence."""
    return "the judge" if question.player == JUDGE else question.player


def _how_many(question: Question) -> str:
    thing = "card" if all(option.card is not None for option in question.options) else "option"
    if question.most == 1:
        return f"a {thing}" if question.least else f"up to 1 {thing}"
    if question.least == question.most:
        return f"{question.most} {thing}s"
    return f"{question.least or 'up'} to {question.most} {thing}s"


def wants(question: Question) -> str:
    """How many options an answer takes, in words; nothing, if it is one or the question says it."""
    if question.form == "number":
        return f"a whole number from {question.least} to {question.most}"
    if question.form == "order":
        return "all of them, in order"
    if question.least == question.most:
        many = "" if question.most == 1 else f"exactly {question.most}"
    else:
        many = f"{question.least} to {question.most}" if question.least else f"up to {question.most}"
    return "" if many.removeprefix("exactly ") in in_full(question) else many


def told_apart(
    told: Sequence[str], ids: Sequence[str], state: State | None, called: Places, label: Labels
) -> list[str]:
    """Sentences that each mean one of these ids: where two read the same, the differing card's name is
    followed by its place, or by which of its copies it is."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(told):
        alike[text].append(at)
    found = list(told)
    for same in alike.values():
        if len(same) > 1:
            signs = [tuple(map(int, CARDS.findall(ids[at]))) for at in same]
            for at, cards, marks in zip(same, signs, _marks(signs, state, called), strict=True):
                found[at] = _marked(told[at], [label(card) for card in cards], marks)
    often = Counter(found)
    return [f"{text} ({one})" if often[text] > 1 else text for text, one in zip(found, ids, strict=True)]


def _marks(signs: Sequence[tuple[int, ...]], state: State | None, called: Places) -> list[list[str]]:
    """What distinguishes options that name these cards, for each card; nothing if they name different
    numbers of cards."""
    if len({len(cards) for cards in signs}) != 1:
        return [[] for _ in signs]
    columns = [set(column) for column in zip(*signs, strict=True)]
    return [
        [
            _which(card, among, state, called) if len(among) > 1 else ""
            for card, among in zip(cards, columns, strict=True)
        ]
        for cards in signs
    ]


def _marked(text: str, names: Sequence[str], marks: Sequence[str]) -> str:
    """A sentence with each mark after its card's name, in the order of the cards; else at the end."""
    at = 0
    for name, mark in zip(names, marks, strict=False):
        found = text.find(name, at)
        at = len(text) if found < 0 else found + len(name)
        if mark:
            text = f"{text[:at]} ({mark}){text[at:]}"
            at += len(mark) + 3
    return text


def _which(card: int, among: set[int], state: State | None, called: Places) -> str:
    """A card among others of the same name: by its place, its position in a row, or by number."""
    if state is None or any(CardId(one) not in state.cards for one in among):
        return f"c{card}"
    here = state.cards[CardId(card)]
    areas = Counter(state.cards[CardId(one)].area for one in among)
    where = called(here.area, True)
    if areas[here.area] == 1:
        return where
    row = [one for one in state.pile(here.area) if state.cards[one].name == here.name]
    if card not in row:
        return f"c{card}"
    turn = f"{_ordinal(row.index(CardId(card)) + 1)} of {len(row)}"
    return turn if len(areas) == 1 else f"{where}, {turn}"


def _ordinal(n: int) -> str:
    ending = "th" if 10 < n % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
