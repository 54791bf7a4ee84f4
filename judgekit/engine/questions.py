"""Questions: who must choose, by which clause, among exactly which options."""

from __future__ import annotations

from typing import Literal

import msgspec

from judgekit.engine.errors import NotAnOption
from judgekit.engine.state import CardId, Player

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
                raise self._wrong(f"{one!r} is not one of them", chosen)
        if len(set(chosen)) != len(chosen):
            raise self._wrong("each option counts once", chosen)
        if not self.least <= len(chosen) <= self.most:
            raise self._wrong(f"{len(chosen)} taken", chosen)
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
            return f"a whole number from {self.least} to {self.most}"
        ids = ", ".join(option.id for option in self.options) or "nothing: there is no option"
        if self.form == "order":
            return f"all of {ids}, in order"
        if self.least == self.most:
            many = "one" if self.most == 1 else str(self.most)
        else:
            many = f"{self.least} to {self.most}" if self.least else f"up to {self.most}"
        return f"{many} of {ids}"

    def _number(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        if len(chosen) != 1 or not chosen[0].isdecimal():
            raise self._wrong("that is not a whole number", chosen)
        if not self.least <= int(chosen[0]) <= self.most:
            raise self._wrong("out of bounds", chosen)
        return (str(int(chosen[0])),)

    def _wrong(self, reason: str, chosen: tuple[str, ...]) -> NotAnOption:
        got = ", ".join(chosen) or "nothing"
        return NotAnOption(f"{self.clause}: {self.player} picks {self.wants()}; got {got} ({reason})")


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
