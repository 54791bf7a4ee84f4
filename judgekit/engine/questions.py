"""Questions: who must choose, by which clause, among exactly which options."""

from __future__ import annotations

from typing import Literal

import msgspec

from judgekit.engine.errors import NotAnOption
from judgekit.engine.state import CardId, Player
from judgekit.engine.words import ENGINE

Form = Literal["choose", "order", "number", "yes or no"]


class Option(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`id` is stable and can be typed; `label` is for people; `clause` allows it."""

    id: str
    label: str
    clause: str = ""
    card: int | None = None


class Question(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    player: Player
    clause: str
    prompt: str
    options: tuple[Option, ...] = ()
    least: int = 1
    most: int = 1
    form: Form = "choose"
    secret: bool = False
    path: tuple[str, ...] = ()
    window: str = ""  # of player actions, if the question offers them
    looked: tuple[CardId, ...] = ()  # hidden cards that the player has been shown in this step
    closed_by: str = ""  # the clause by which some options are closed, since they would begin a loop again

    def admit(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        """The answer, if the question offers it."""
        if self.form == "number":
            return self._number(chosen)
        if len(chosen) == self.most == 1:
            for option in self.options:
                if option.id == chosen[0]:
                    return chosen
        ids = [option.id for option in self.options]
        for one in chosen:
            if one not in ids:
                raise self._wrong(ENGINE("not one of them", option=one), chosen)
        if len(set(chosen)) != len(chosen):
            raise self._wrong(ENGINE("taken twice"), chosen)
        if not self.least <= len(chosen) <= self.most:
            raise self._wrong(ENGINE("so many taken", n=len(chosen)), chosen)
        return chosen

    def admits(self, chosen: tuple[str, ...]) -> bool:
        try:
            self.admit(chosen)
        except NotAnOption:
            return False
        return True

    def labels(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        if len(chosen) == 1:
            return tuple([option.label for option in self.options if option.id == chosen[0]]) or chosen
        named = {option.id: option.label for option in self.options}
        return tuple([named.get(one, one) for one in chosen])

    def wants(self) -> str:
        """What an answer looks like, in words."""
        if self.form == "number":
            return ENGINE("a number", least=self.least, most=self.most)
        ids = ", ".join(option.id for option in self.options) or ENGINE("no option")
        if self.form == "order":
            return ENGINE("all in order", options=ids)
        if self.least == self.most:
            return ENGINE("exactly so many", many="one" if self.most == 1 else str(self.most), options=ids)
        if not self.least:
            return ENGINE("up to so many", most=self.most, options=ids)
        return ENGINE("from so many to so many", least=self.least, most=self.most, options=ids)

    def _number(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        if len(chosen) != 1 or not chosen[0].isdecimal():
            raise self._wrong(ENGINE("no whole number"), chosen)
        if not self.least <= int(chosen[0]) <= self.most:
            raise self._wrong(ENGINE("out of bounds"), chosen)
        return (str(int(chosen[0])),)

    def _wrong(self, reason: str, chosen: tuple[str, ...]) -> NotAnOption:
        got = ", ".join(chosen) or ENGINE("nothing taken")
        told = ENGINE(
            "picks", clause=self.clause, player=self.player, wanted=self.wants(), got=got, why=reason
        )
        return NotAnOption(told)


class Asked(Exception):
    """Raised inside a step that needs an answer it does not have; the step is dropped and run again."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def __str__(self) -> str:
        return self.question.prompt


def card_id(card: int) -> str:
    """The id of a card as an option: `c12`."""
    return f"c{card}"


def chosen_card(option: str) -> int:
    return int(option[1:])
