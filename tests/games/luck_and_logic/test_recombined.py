"""Luck & Logic texts recombined: each verb in each form, each phase at each moment. How many are read has a
floor, so that a form that is lost is noticed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from judgekit.games.verdict import card_verdict


class Deed(NamedTuple):
    """A verb in its forms, with what it is done to and where that goes; {o} is "your" or "their"."""

    bare: str
    third: str
    done: str
    where: str
    one: str
    several: str
    all: str
    noun: str


DEEDS = (
    Deed("stand", "stands", "stood", "", "one of {o} resting members", "up to two of {o} resting members",
         "Your resting members", "member"),
    Deed("rest", "rests", "rested", "", "one of {o} standing members", "up to two of {o} standing members",
         "Your standing members", "member"),
    Deed("discard", "discards", "discarded", "", "a member", "any number of members", "Members in your hand",
         "member"),
    Deed("put", "puts", "put", "into {o} drop zone", "one of {o} members", "up to two of {o} members",
         "Your members", "member"),
    Deed("put", "puts", "put", "into {o} stock zone", "a card from {o} hand",
         "any number of cards from {o} hand", "Cards in your hand", "card"),
    Deed("put", "puts", "put", "on the bottom of {o} deck", "one of {o} members", "up to two of {o} members",
         "Your members", "member"),
    Deed("return", "returns", "returned", "to {o} hand", "one of {o} members", "up to two of {o} members",
         "Your members", "member"),
    Deed("return", "returns", "returned", "to {o} hand", "a member from {o} drop zone",
         "any number of members from {o} drop zone", "Members in your drop zone", "member"),
    Deed("remove", "removes", "removed", "", "a card in {o} drop zone",
         "any number of cards in {o} drop zone", "Cards in your drop zone", "card"),
    Deed("destroy", "destroys", "destroyed", "", "one of {o} gates", "up to two of {o} gates", "Your gates",
         "gate"),
    Deed("turn", "turns", "turned", "face down", "one of {o} face up paradoxes",
         "up to two of {o} face up paradoxes", "Your face up paradoxes", "paradox"),
    Deed("turn", "turns", "turned", "face up", "a face down card in {o} level zone",
         "any number of face down cards in {o} level zone", "Face down cards in your level zone", "card"),
    Deed("mobilize", "mobilizes", "mobilized", "", "a member from {o} hand",
         "any number of members from {o} hand", "Members in your hand", "member"),
    Deed("move", "moves", "moved", "to another circle", "one of {o} members", "up to two of {o} members",
         "Your members", "member"),
    Deed("reveal", "reveals", "revealed", "", "a card from {o} hand", "any number of cards from {o} hand",
         "Cards in your hand", "card"),
    Deed("add", "adds", "added", "to {o} hand", "a card from {o} drop zone",
         "any number of cards from {o} drop zone", "Cards in your drop zone", "card"),
)  # fmt: skip

FORMS = (
    "[ACT] [①] {bare} {one} {where}.",
    "[ACT] [①] You may {bare} {one} {where}. If you do, draw a card.",
    "[ACT] [①] {bare} {several} {where}.",
    "[ACT] [①] Your opponent {third} {their_one} {their_where}.",
    "[ACT] [①] Your opponent may {bare} {their_one} {their_where}. If they don't, draw a card.",
    "[ACT] [①] Draw a card unless your opponent {third} {their_one} {their_where}.",
    "[ACT] [①] Your opponent discards a card unless they {bare} {their_one} {their_where}.",
    "[ACT] [①] Each player {third} {their_one} {their_where}.",
    "[ACT] [①] Choose {one}, and {bare} it {where}.",
    "[ACT] [①] Choose {one}. {bare} that {noun} {where}.",
    "[ACT] [①] Your opponent chooses {their_one} and {third} it {their_where}.",
    "[AUTO] When {one} is {done} {where}, draw a card.",
    "[AUTO] When {one} is {done} {where} by an effect, draw a card.",
    "[AUTO] When {one} is {done} {where} by your opponent's effect, draw a card.",
    "[AUTO] When {one} is {done} {where} during your opponent's turn, draw a card.",
    "[AUTO] The first time each turn {one} is {done} {where}, draw a card.",
    "[AUTO] When you {bare} {one} {where}, draw a card.",
    "[AUTO] When your opponent {third} {their_one} {their_where}, draw a card.",
    "[ACT] [①] {bare} {one} {where}. If you {done} a <Flame> card this way, draw a card.",
    "[ACT] [①] {bare} {one} {where}. If a <Flame> card was {done} this way, draw a card.",
    "[ACT] [①] {bare} {one} {where}. If it was a <Flame> card, draw a card.",
    "[ACT] [①] {bare} {several} {where}. Draw a card for each {noun} {done} this way.",
    "[ACT] [{bare} {several} {where}] Draw a card for each {noun} {done} this way.",
    "[ACT] [{bare} {one} {where}] This member gets power +X until end of turn. "
    "X is the power of the {noun} {done} for this cost.",
    "[ACT] [{bare} {one} {where}] Draw a card.",
    "[ACT] [①, {bare} {one} {where}] Draw a card.",
    "[AUTO] [{bare} {one} {where}] When this member wins, draw a card.",
    "[CONT] If {one} would be {done} {where}, draw a card instead.",
    "[CONT] If {one} would be {done} {where} by your opponent's effect, you may discard a card instead.",
    "[CONT] If you would draw a card, you may {bare} {one} {where} instead.",
    "[ACT] [①] Until end of turn, when this member wins a battle, {bare} {one} {where}.",
    "[ACT] [①] At the end of this turn, {bare} {one} {where}.",
    "[ACT] [①] If you have three or more members, draw a card. Otherwise, {bare} {one} {where}.",
    "[ACT] [①] Draw a card, then {bare} {one} {where}.",
    "[ACT] [①] Choose one: draw a card; or {bare} {one} {where}.",
    "[ACT] [①] Draw a card or {bare} {one} {where}.",
    "[ACT] [①] Draw a card. If you have no members, {bare} {one} {where} instead.",
    "[CONT] {all} cannot be {done} {where}.",
    "[CONT] {all} cannot be {done} {where} by your opponent's effects.",
)
PHASES = ("turn", "stand phase", "draw phase", "level phase", "main phase", "battle phase", "end phase")
STEPS = ("intercept step", "logic definition step", "battle result step", "declare attackers step")
OF_A_PLAYER = (
    "[AUTO] At the beginning of your {}, draw a card.",
    "[AUTO] At the start of your opponent's {}, you may discard a card. If you do, draw a card.",
    "[AUTO] At the beginning of each {}, put the top card of your deck into your drop zone.",
    "[AUTO] When your {} begins, if you have no members, draw a card.",
    "[ACT] [①] At the beginning of your next {}, draw a card.",
)
OF_A_BATTLE = (
    "[AUTO] At the beginning of the {}, draw a card.",
    "[AUTO] At the beginning of the {}, if this member is in battle, draw a card.",
)


def texts() -> Iterator[str]:
    for form in FORMS:
        for deed in DEEDS:
            yours = {name: word.format(o="your") for name, word in deed._asdict().items()}
            theirs = {f"their_{name}": word.format(o="their") for name, word in deed._asdict().items()}
            yield tidy(form.format(**yours, **theirs))
    yield from (form.format(phase) for form in OF_A_PLAYER for phase in PHASES)
    yield from (form.format(step) for form in OF_A_BATTLE for step in STEPS)


def tidy(text: str) -> str:
    """One space between words, none before a stop, a capital after one."""
    plain = re.sub(r" (?=[.,\]])", "", re.sub(" +", " ", text))
    return re.sub(r"(?<=[.\]] )[a-z]|(?<=\] \[)[a-z]", lambda found: found[0].upper(), plain)


def share_of(some: list[str]) -> float:
    member = {"type": "logicalist"}
    read = [text for text in some if card_verdict("luck-and-logic", "Made", member, text).verdict == "read"]
    return len(read) / len(some)


def test_of_every_seventh_recombined_text_nearly_all_are_read() -> None:
    assert share_of(list(texts())[::7]) > 0.95


@pytest.mark.long
def test_of_all_recombined_texts_nearly_all_are_read() -> None:
    assert share_of(list(texts())) > 0.96
