"""Section 9.9 in the words of card texts: what lasts, and what applies while it is active."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.interpret.vocabulary import SEEN, is_automatic
from judgekit.engine.abilities import Ability, Activated, Change, Modifier, Source, Status
from judgekit.engine.layers import Board
from judgekit.engine.state import CardId, Facts, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member
from judgekit.games.luck_and_logic.ch09_06_playing import Use
from judgekit.games.luck_and_logic.ch09_07_automatic import triggers_once
from judgekit.games.luck_and_logic.ch09_09_continuous import (
    stamp_when_played,
    still_applies_to,
)

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

INTERCEPT = m.Keyword("intercept")
THIS_TURN = m.Until("turn")
KINDS = ("auto", "act", "cont", "logic drive", "covenant", "vanguard")


def begin_effect(
    self: LuckAndLogic, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()
) -> None:
    if self.until(verb.duration, run) == "battle" and not run.table.number("attacked circle"):
        if attacking_member(run.table) is None and run.table.reading("A-48") == "no-battle-no-effect":
            run.table.refuse("begin", run.table.words("no battle"), run.you)
            return
    run.table.cite("9.2.2.2")  # for as long as it says, or else during the game
    begin = partial(Interpreter.begin_effect, self)
    stamp_when_played(run.table, lambda: begin(run, verb, cards, facts))


def lasts(self: LuckAndLogic, verb: object) -> bool:
    """A player's number that differs for a time; the turn's own are kept as numbers."""
    if not isinstance(verb, m.ChangeNumber):
        return Interpreter.lasts(self, verb)
    kept = verb.duration == THIS_TURN and verb.number in ("attack count", "maximum level")
    return verb.duration is not None and not kept


def fix(self: LuckAndLogic, run: Run, cards: Sequence[CardId]) -> Sequence[int] | None:
    """9.9.2: the cards it applies to are those that are there now."""
    return [c for c in cards if still_applies_to(run.table, run.table.card(c).ref)] or None


def once(self: LuckAndLogic, run: Run, verb: m.Delayed) -> bool:
    """9.7.5.1: a timed trigger goes off once, unless a period is given."""
    run.table.cite("9.7.5")
    return bool(triggers_once(run.table, verb.duration is not None))


def modify(self: LuckAndLogic, verb: m.Modify, address: str, ability: m.Ability) -> Iterator[Ability]:
    """A-28: setting a number is distinguished from adding to it."""
    if verb.stat == "attack count":
        yield _attacks_often(self, verb, address, ability)
        return
    for made in Interpreter._modify(self, verb, address, ability):
        assert isinstance(made, Modifier)
        yield replace(made, data="set") if verb.how == "set" else made


def gain(self: LuckAndLogic, verb: m.Gain, address: str, ability: m.Ability) -> Iterator[Ability]:
    if verb.gains == INTERCEPT:
        yield _icon(self, verb.what, 1, address, ability)
        return
    yield from Interpreter._gain(self, verb, address, ability)


def lose(self: LuckAndLogic, verb: m.Lose, address: str, ability: m.Ability) -> Iterator[Ability]:
    if verb.loses == INTERCEPT:
        yield _icon(self, verb.what, 0, address, ability)
        return
    yield from Interpreter._lose(self, verb, address, ability)


def _icon(self: LuckAndLogic, what: m.Target, there: int, address: str, ability: m.Ability) -> Modifier:
    """2.11: being able to intercept is an icon, not an ability."""

    def changes(board: Board, source: Source) -> Iterator[Change]:
        run = self.run(board.table, source, ability)
        for card in self.live_targets(Sight(board.table, board), run, what):
            yield Change(card, "intercept", "=", there)

    return Modifier(
        address, self.clause_of["continuous"], ability.text, layer=self.other_layer,
        properties=frozenset({"intercept"}), changes=changes,
    )  # fmt: skip


def _attacks_often(self: LuckAndLogic, verb: m.Modify, address: str, ability: m.Ability) -> Status:
    """How often a member attacks in a turn: the book has no such number, so the card decides."""

    def test(run: Run, about: Any) -> bool:
        card, made = about
        meant = self.live_targets(Sight.now(run.table), run, verb.what)
        return card in meant and made < self.amount(verb.amount, run)

    return self.status(address, ability, "1.3.1", "attacks often", test)


def _standing_number(
    self: LuckAndLogic, verb: m.ChangeNumber, address: str, ability: m.Ability
) -> Iterator[Ability]:
    """4.7.2, 8.2.3: a player's number that differs while an ability is active."""

    def changed(table: Table, source: Source, number: int) -> int:
        fixed = fact(source.facts, "amount")
        n = self.amount(verb.amount, self.run(table, source, ability)) if fixed is None else int(fixed)
        found = {"plus": number + n, "minus": number - n, "set": n}[verb.how]
        return found if verb.least is None else max(found, min(number, verb.least))

    clause, whose = self.clause_of["continuous"], self.lasts_for(verb.whose)
    yield self.status(address, ability, clause, verb.number, whose, changed)


def is_of_kind(self: LuckAndLogic, ability: Ability, keyword: str, kind: str) -> bool:
    """9.1.3: by its type icon, or by its keyword; a word of its text is neither."""
    word = keyword.lower() or kind
    if word in ("", "ability"):
        return True
    return is_meant(word, ability) if word in KINDS else Interpreter.is_of_kind(self, ability, keyword, kind)


LASTING_MAKERS: dict[type[Any], Callable[..., Iterator[Ability]]] = {
    m.Modify: modify, m.Gain: gain, m.Lose: lose,
    m.ChangeNumber: _standing_number,
}  # fmt: skip


def is_meant(kind: str, ability: Ability) -> bool:
    """Whether an ability is of the kind that cannot be used: by its type icon, by its keyword, or any."""
    drive = isinstance(ability.data, Use) and ability.data.logic_drive
    tests = {
        "abilities": True, "logic drive": drive,
        "auto": is_automatic(ability) and SEEN not in ability.address,
        "act": isinstance(ability, Activated) and not drive,
        "cont": not is_automatic(ability) and not isinstance(ability, Activated),
        "covenant": ability.clause == "11.2.1", "vanguard": ability.clause == "11.3.1",
    }  # fmt: skip
    return bool(tests[kind])
