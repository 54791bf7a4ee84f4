"""What to say about a text that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

MANY = 12
AMBIGUOUS = "this can be read in"  # how the reason of a text with several meanings begins


class CardTextError(ValueError):
    """A word that cannot be read: where it stands, what could stand there, the nearest known phrase, and, if
    the words up to there were refused, why."""

    def __init__(
        self,
        text: str,
        position: int,
        expected: tuple[str, ...],
        nearest: str | Callable[[], str] = "",
        reason: str = "",
        hint: str = "",
        word: int | None = None,
    ) -> None:
        super().__init__(text, position)
        self.text = text
        self.position = min(position, len(text))  # a full stop may have been added
        self.expected = expected
        self.reason = reason
        self.hint = hint
        self.word = word  # its number in the line, where reading stopped
        self._nearest = nearest

    @property
    def nearest(self) -> str:
        """The known phrase nearest to the words at this place, searched for on demand."""
        if not isinstance(self._nearest, str):
            self._nearest = self._nearest()
        return self._nearest

    def moved(self, text: str, position: int) -> Self:
        """The same error, placed in a longer text."""
        return type(self)(text, position, self.expected, self._nearest, self.reason, self.hint)

    def __str__(self) -> str:
        return self.message()

    def message(self) -> str:
        line, column = self.place()
        parts = [self.headline(line, column), f"  {line}", f"  {' ' * column}^"]
        if self.expected:
            parts.append(f"  could stand here: {listed(self.expected)}")
        if self.nearest:
            parts.append(f"  nearest known: {self.nearest}")
        if self.hint:
            parts.append(f"  or, about the words before: {self.hint}")
        return "\n".join(parts)

    def headline(self, line: str, column: int) -> str:
        word = line[column:].split(" ")[0].strip('.,:;[]"')
        if self.reason:
            return self.reason
        if not word and line[column : column + 1] in tuple(".,:;"):
            return f"something is missing before {line[column]!r}"
        return f"cannot read {word!r}" if word else "the text ends too early"

    def place(self) -> tuple[str, int]:
        """The line the position is in, and the column there."""
        before = self.text[: self.position]
        start = before.rfind("\n") + 1
        end = self.text.find("\n", self.position)
        line = self.text[start : end if end >= 0 else len(self.text)]
        return line.replace("\t", " "), self.position - start


class Ambiguous(CardTextError):
    """A text that can be read, in more than one way."""


def listed(expected: tuple[str, ...]) -> str:
    shown = list(expected[:MANY])
    if len(expected) > MANY:
        shown.append(f"and {len(expected) - MANY} more")
    return "; ".join(shown)


class TooLong(ValueError):
    """Reading was given up: from the word with this number on, there are too many ways to go on."""

    def __init__(self, word: int) -> None:
        self.word = word
        super().__init__(word)


class Unsound(ValueError):
    """An action of the grammar refuses a reading that is well formed but makes no sense."""


class QuotedUnread(Unsound):
    """A quoted ability that cannot be read."""

    def __init__(self, error: CardTextError) -> None:
        self.error = error
        super().__init__(error.reason)
