"""Answers as people write them: an option by its sentence, by its label, by names of cards, or by its id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgekit.cases.files.page import folded
from judgekit.cases.files.position import Position
from judgekit.engine.explain import fresh
from judgekit.engine.legality import PlayerAction
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked, Option, Question
from judgekit.engine.state import JUDGE, CardId, Player, State, area_name, area_player
from judgekit.engine.table import Table
from judgekit.errors import JudgekitError
from judgekit.games.game import Game
from judgekit.narrate.events import named
from judgekit.narrate.narrator import Narrator, narrator_for
from judgekit.narrate.said import said

_CARD = re.compile(r"\bc(\d+)\b")
# An ability that waits, or replaces: of a text (Scout#1) or of the rules themselves ([Burst])
_ABILITY = re.compile(r"(?P<ability>.+#\S+|\[[^\]]+\]) c(?P<card>\d+)( ~\d+)?")
_ADDRESS = re.compile(r"(?P<ability>(?P<name>[^#]+)#[^@\s]+)(@(?P<card>\d+)\.\w+)?( ~\d+)?")  # by its address
_ASIDE = re.compile(r" \([^()]*\)")  # what a sentence adds about a place or a card: (empty), (c12)
CLOSE = 60  # of 100: from here on a sentence is worth naming as the one that was meant
NOTHING = ("nothing", "none")  # an empty choice in words
SHOWN = 12  # options that a refusal lists


class NoSuchOption(JudgekitError):
    """A written answer that matches no option, or more than one."""


@dataclass(frozen=True)
class Names:
    """What words can mean on this table, at this moment."""

    state: State
    labels: Mapping[str, CardId]  # `as` names of the position
    narrator: Callable[[], Narrator] | None = None  # made when a sentence is written

    def read(self, question: Question, text: str) -> tuple[str, ...]:
        """The ids that one line means: a single option, or several with `;` or `,` between them."""
        if question.form != "number" and text.strip():
            try:
                return (self.option(question.options, text.strip()),)
            except NoSuchOption:
                parts = _parts(text)
                if len(parts) == 1 and not self._is_nothing(question, parts):
                    raise
        return self.options(question, _parts(text))

    def options(self, question: Question, words: Sequence[str]) -> tuple[str, ...]:
        """The ids of the options that these words mean. For a random order, the first cards are enough: the
        others follow as they are offered."""
        if question.form == "number":
            return tuple(words)
        if self._is_nothing(question, words):
            return ()
        taken: list[str] = []
        for word in words:
            taken.append(self.option(question.options, word, taken))
        if question.form == "order" and question.player == JUDGE:
            taken += [option.id for option in question.options if option.id not in taken]
        return tuple(taken)

    def _is_nothing(self, question: Question, words: Sequence[str]) -> bool:
        """Whether the words say that nothing is chosen, where that is allowed and nothing is called so."""
        is_so = len(words) == 1 and folded(words[0]) in NOTHING
        return is_so and not question.least and not self.meant(question.options, words[0])

    def written(self, question: Question, chosen: Sequence[str]) -> tuple[str, ...]:
        """An answer in words that read back the same: sentences, and ids where no sentence is unique."""
        told = dict(zip([o.id for o in question.options], self.sentences(question.options), strict=True))
        parts: list[str] = []
        for at, one in enumerate(chosen):
            text = told.get(one, one)
            means = question.form != "number" and ";" not in text and self._means(question, text, chosen[:at])
            parts.append(text if means == one else one)
        return tuple(parts)

    def _means(self, question: Question, text: str, taken: Sequence[str]) -> str:
        try:
            return self.option(question.options, text, taken)
        except NoSuchOption:
            return ""

    def option(self, options: Sequence[Option], word: str, taken: Sequence[str] = ()) -> str:
        """The option that a word means; of indistinguishable copies, the first that is left."""
        left = [i for i in self.meant(options, word) if i not in taken]
        if len({self.looks(i) for i in left}) == 1:
            return left[0]
        if left:
            several = ", ".join(self.shown(*(o for o in options if o.id in left)))
            raise NoSuchOption(said("can mean several", word=word, options=several))
        instead = self._nearest(options, word) or self._listed(options)
        raise NoSuchOption(said("not offered", word=word, instead=instead))

    def meant(self, options: Sequence[Option], word: str) -> list[str]:
        """The options that a word can mean: by id, by what it is called, or by its sentence."""
        exact = [] if self._is_a_name(word) else [o.id for o in options if o.id == word]
        found = exact or [o.id for o in options if folded(word) in map(folded, self.words(o))]
        return found or self._by_sentence(options, word)

    def _by_sentence(self, options: Sequence[Option], word: str) -> list[str]:
        """The options that read this way; what a sentence adds about a place may be omitted."""
        told = [(one.id, _loose(text)) for one, text in zip(options, self.sentences(options), strict=True)]
        wanted = _loose(word)
        exact = [one for one, text in told if text == wanted]
        return exact or [one for one, text in told if _bare(text) == wanted]

    def sentences(self, options: Sequence[Option]) -> list[str]:
        """The options as everybody reads them."""
        return self.narrator().options(options) if self.narrator else [o.label for o in options]

    def _nearest(self, options: Sequence[Option], word: str) -> str:
        from rapidfuzz import fuzz, process  # only who errs needs it

        told = self.sentences(options)
        best = process.extractOne(word, told, scorer=fuzz.ratio, processor=_bare, score_cutoff=CLOSE)
        return said("did you mean", option=best[0]) if best else ""

    def _listed(self, options: Sequence[Option]) -> str:
        shown = self.shown(*options[:SHOWN])
        if not shown:
            return said("no option at all")
        more = said("more options", n=len(options) - SHOWN) if len(options) > SHOWN else ""
        return said("the options", options=", ".join(shown), more=more)

    def words(self, option: Option) -> Iterator[str]:
        """Everything an option can be called."""
        yield option.label
        if whose := area_player(option.label):
            yield from (area_name(option.label), f"{area_name(option.label)} of {whose}")
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
        elif addressed := _ADDRESS.fullmatch(option.id):
            yield addressed["ability"]
            yield addressed["name"]
            yield from self._calls(CardId(int(addressed["card"]))) if addressed["card"] else ()

    def _is_a_name(self, word: str) -> bool:
        """A card's name may look like an id."""
        return bool(_CARD.fullmatch(word)) and any(card.name == word for card in self.state.cards.values())

    def _calls(self, number: CardId) -> Iterator[str]:
        card = self.state.cards.get(number)
        if card is None:
            yield f"c{number}"
            return
        yield card.name
        yield f"{card.name}@{card.area}"
        yield from (label for label, named in self.labels.items() if named == number)

    def looks(self, option_id: str) -> str:
        """An option with its cards described by all that can be seen: copies come out the same."""
        return _CARD.sub(lambda found: self._looks(CardId(int(found[1]))), option_id)

    def _looks(self, number: CardId) -> str:
        card = self.state.cards.get(number)
        if card is None or number in self.labels.values() or self.state.pile(f"under.{number}"):
            return f"c{number}"
        held = any(number == ref.card for e in self.state.effects for ref in e.cards or ())
        return f"c{number}" if held else f"{card.name}@{card.area}{card.owner}{card.marks}"

    def shown(self, *options: Option) -> list[str]:
        """Options as sentences, each with its id where that differs."""
        told = zip(options, self.sentences(options), strict=True)
        return [text if folded(text) == folded(one.id) else f"{text} ({one.id})" for one, text in told]


def names_for(line: Line, labels: Mapping[str, CardId], game: Game | None) -> Names:
    """What words can mean where a line stands, as a judge sees it: also in the middle of a step."""
    state = line.asking if line.question is not None else line.state

    def label(card: int) -> str:
        found = state.cards.get(CardId(card))
        return said("a card", card=card) if found is None else named(found.name)

    def narrator() -> Narrator:
        return narrator_for(line.rules, line.pool, game, label, state)

    return Names(state, labels, narrator)


def answer_in_words(line: Line, position: Position, words: Sequence[str]) -> None:
    """Answer the open question of a game that began with this position: by sentences, names or ids."""
    if line.question is None:
        raise NoSuchOption(said("answers nothing", words="; ".join(words) or said("nothing")))
    line.answer(*names_for(line, position.labels, position.game).options(line.question, words))


def in_words(line: Line, given: Iterable[Sequence[str]], game: Game | None, limit: int) -> Iterator[str]:
    """Answers given one after the other where a line stands, each as it can be written; the line goes on."""
    for question, words in worded(line, given, {}, game, limit):
        yield said("chosen by", player=question.player, words="; ".join(words) or said("nothing"))


def worded(
    line: Line, given: Iterable[Sequence[str]], labels: Mapping[str, CardId], game: Game | None, limit: int
) -> Iterator[tuple[Question, tuple[str, ...]]]:
    """The question to each answer, and the answer in words; the line goes on, as far as it is asked."""
    for chosen in given:
        question = line.run(limit)
        if question is None or not question.admits(tuple(chosen)):
            return
        yield question, names_for(line, labels, game).written(question, chosen)
        line.answer(*chosen)


def attempts(line: Line, player: Player) -> list[tuple[Option, PlayerAction, Any]]:
    """What a player could try where a line stands, legal or not: as an option, with the action and its
    subject; where windows share a name, the one that is open to this player comes last and counts, and one
    that is open to another player does not."""
    probe = line.fork()
    question = probe.ask()
    table = fresh(line, probe.asking if question else None)
    window, asked = (question.window, question.player == player) if question else ("", True)
    found = []
    for action in sorted(line.rules.actions.values(), key=lambda one: (one.window == window) is asked):
        for subject in dict.fromkeys(_subjects(action, table, player)):
            option = Option(action.id(subject), table.describe(action, subject))
            found.append((option, action, subject))
    return list({one[0].id: one for one in found}.values())


def _subjects(action: PlayerAction, table: Table, player: Player) -> list[Any]:
    try:
        return list(action.subjects(table, player))
    except Asked:  # it depends on a card that nobody knows yet
        return []


def _parts(text: str) -> tuple[str, ...]:
    parts = text.split(";") if ";" in text else text.split(",")
    return tuple(part.strip() for part in parts if part.strip())


def _bare(text: str) -> str:
    return _ASIDE.sub("", _loose(text))


def _loose(text: str) -> str:
    return " ".join(folded(text).rstrip(".").replace("’", "'").split())
