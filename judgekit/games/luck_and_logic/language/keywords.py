"""Chapter 11 in the words of card texts, and the icons that are a property of the card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter
from judgekit.engine.abilities import Ability, Automatic, Source
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch11_keywords import is_in_the_van
from judgekit.games.luck_and_logic.language.playing import waits_for_situation

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic


def labelled(self: LuckAndLogic, label: str, made: Ability, ability: m.Ability) -> list[Ability]:
    if label == "covenant":
        return [replace(made, clause="11.2.1")]
    if label == "vanguard" and isinstance(made, Automatic):
        return [_vanguard(made), _vanguard_situation(made)]
    return [made]


def _vanguard_situation(made: Automatic) -> Automatic:
    """A-22: by the other reading, it waits for the six gates themselves."""

    def active(table: Table, source: Source) -> bool:
        return table.readings["A-22"] == "situation-trigger"

    def situation(table: Table, source: Source) -> bool:
        return bool(is_in_the_van(table, source.player)) and bool(table.reading("A-22"))

    waiting = Automatic(
        f"{made.address}~", "11.3.1", made.text, made.where, active, made.data, situation=situation,
        resolve=made.resolve,
    )  # fmt: skip
    return waits_for_situation(waiting, made.data)


def _vanguard(made: Automatic) -> Ability:
    """A-22: an ability that is there only while its condition holds; or one that asks on resolving."""
    resolve = made.resolve

    def active(table: Table, source: Source) -> bool:
        if table.readings["A-22"] == "situation-trigger":
            return False
        return bool(is_in_the_van(table, source.player)) or (table.reading("A-22") == "checked-on-resolution")

    def resolve_late(table: Table, waiting: Any) -> None:
        if table.reading("A-22") != "checked-on-resolution" or is_in_the_van(table, waiting.player):
            assert resolve is not None
            resolve(table, waiting)
        else:
            table.refuse("resolve", table.words("opponent lost a gate"), waiting.player)

    return replace(made, clause="11.3.1", active_if=active, resolve=resolve_late)


def keyword(
    self: LuckAndLogic, ability: m.Ability, address: str, properties: dict[str, Any]
) -> list[Ability]:
    word = ability.keyword
    assert word is not None
    if word.name == "intercept":
        properties["intercept"] = 1
        return []
    if word.name == "aura battle":
        properties["paradox rule"] = "aura battle"
        return []
    if word.name == "battle rule":
        properties["battle rule"] = " / ".join(word.values)
        return []
    return Interpreter.keyword(self, ability, address, properties)
