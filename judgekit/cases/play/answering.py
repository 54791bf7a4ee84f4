"""Answers as people write them: an option by its label, by the name of its card, or by its id."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judgekit.cases.files.page import folded, guess
from judgekit.engine.questions import Option, Question
from judgekit.engine.state import CardId, State

_CARD = re.compile(r"\bc(\d+)\b")
_ABILITY = re.compile(r"(?P<ability>.+#\S+) c(?P<card>\d+)( ~\d+)?")  # an ability that waits, or replaces


class NoSuchOption(Exception):
    """A written answer that is none, or more than one, of the options."""


@dataclass(frozen=True)
class Names:
    """What words can mean on this table, at this moment."""

    state: State
    labels: Mapping[str, CardId]  # `as` names of the position

    def options(self, question: Question, words: Sequence[str]) -> tuple[str, ...]:
        """The ids of the options that these words mean."""
        if question.form == "number":
            return tuple(words)
        taken: list[str] = []
        for word in words:
            taken.append(self.option(question.options, word, taken))
        return tuple(taken)

    def option(self, options: Sequence[Option], word: str, taken: Sequence[str] = ()) -> str:
        """The option that a word means; of copies that nothing tells apart, the first that is left."""
        exact = [] if self._is_a_name(word) else [o.id for o in options if o.id == word]
        found = exact or [o.id for o in options if folded(word) in map(folded, self.words(o))]
        left = [i for i in found if i not in taken]
        if len({self._what(i) for i in left}) == 1:
            return left[0]
        if left:
            raise NoSuchOption(
                f"{word!r} can mean {', '.join(self.shown(o) for o in options if o.id in left)}: "
                "say which, as Name@area, by the name the position gives the card with `as`, or by id"
            )
        known = ", ".join(self.shown(o) for o in options) or "nothing at all"
        raise NoSuchOption(
            f"{word!r} is not offered{guess(word, [o.label for o in options])}; there is {known}"
        )

    def words(self, option: Option) -> Iterator[str]:
        """Everything an option can be called."""
        yield option.label
        if option.card is not None and option.id == f"c{option.card}":
            yield from self._calls(CardId(option.card))
        versions = [option.id]
        for number in _CARD.findall(option.id):
            versions = [
                v.replace(f"c{number}", call, 1)
                for v in versions
                for call in self._calls(CardId(int(number)))
            ]
        yield from versions
        if waits := _ABILITY.fullmatch(option.id):
            yield waits["ability"]
            yield from self._calls(CardId(int(waits["card"])))

    def _is_a_name(self, word: str) -> bool:
        """A card may be called what looks like an id."""
        return bool(_CARD.fullmatch(word)) and any(card.name == word for card in self.state.cards.values())

    def _calls(self, number: CardId) -> Iterator[str]:
        card = self.state.cards.get(number)
        if card is None:
            yield f"c{number}"
            return
        yield card.name
        yield f"{card.name}@{card.area}"
        yield from (label for label, named in self.labels.items() if named == number)

    def _what(self, option_id: str) -> str:
        """An option with its cards told by all that can be seen of them: copies come out the same."""
        return _CARD.sub(lambda found: self._looks(CardId(int(found[1]))), option_id)

    def _looks(self, number: CardId) -> str:
        card = self.state.cards.get(number)
        if card is None or number in self.labels.values() or self.state.pile(f"under.{number}"):
            return f"c{number}"
        held = any(number == ref.card for e in self.state.effects for ref in e.cards or ())
        return f"c{number}" if held else f"{card.name}@{card.area}{card.owner}{card.marks}"

    def shown(self, option: Option) -> str:
        return option.label if option.label == option.id else f"{option.label} ({option.id})"
