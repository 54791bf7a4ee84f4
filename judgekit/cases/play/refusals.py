"""Why a player may not do what somebody says: an action, an option that is not offered, a card that cannot be
chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from judgekit.cases.files.areas import called
from judgekit.cases.files.page import folded
from judgekit.cases.play.answering import NoSuchOption, attempts, names_for
from judgekit.engine.explain import of_an_action, of_an_option
from judgekit.engine.legality import Check, PlayerAction, Subject
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import CardId, Player, area_name
from judgekit.games.game import Game

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")


def why_refused(
    line: Line, player: Player, word: str, labels: Mapping[str, CardId], game: Game | None
) -> list[Check]:
    """Every condition of what is meant, met or not, where a line stands."""
    tries = {option.id: (option, action, subject) for option, action, subject in attempts(line, player)}
    names = names_for(line, labels, game)
    try:
        _, action, subject = tries[names.option([option for option, _, _ in tries.values()], word)]
        return of_an_action(line, player, action, subject)
    except NoSuchOption:
        for action, card in out_of_the_question(line, word, labels):
            return of_an_action(line, player, action, card)
        question = line.fork().ask()
        offered = question is not None and names.meant(question.options, word)
        card = next((one.id for one in called(names.state.cards.values(), labels, word)), None)
        what = card if card is not None else places_named(game, word)
        known = offered or what is not None or is_a_number_for(question, word)
        if question is None or question.window or not known:
            raise
    return of_an_option(line, player, what, offered=bool(offered))


def is_a_number_for(question: Question | None, word: str) -> bool:
    """Whether a number is asked for, and the word is one that may not be named."""
    if question is None or question.form != "number":
        return False
    return bool(_NUMBER.fullmatch(word)) and not question.admits((word,))


def places_named(game: Game | None, words: str) -> str | None:
    """The places that words mean, as a question would offer them: `zone 4`, `B.zone 4`, and several with `+`
    between them."""
    areas = game.areas if game is not None else ()
    known = {folded(said): area.name for area in areas for said in (area.title, area.name)}
    names = [known.get(folded(area_name(word.strip()))) for word in words.split("+")]
    return " + ".join(name for name in names if name) if all(names) else None


def skills_named(line: Line, words: str, labels: Mapping[str, CardId]) -> Iterator[Subject]:
    """A card and its ability, wherever the card is: `Rock@A.drop Rock#1`."""
    for address in line.pool.abilities:
        if folded(words).endswith(f" {folded(address)}"):
            whose = words[: -len(address) - 1]
            yield from ((card.id, address) for card in called(line.state.cards.values(), labels, whose))


def out_of_the_question(
    line: Line, word: str, labels: Mapping[str, CardId]
) -> Iterator[tuple[PlayerAction, Subject]]:
    """An action with cards that it is never done with: `play Rock`, where Rock is no card to play."""
    for action in line.rules.actions.values():
        if folded(word).startswith(f"{folded(action.name)} "):
            rest = word[len(action.name) + 1 :]
            yield from ((action, card.id) for card in called(line.state.cards.values(), labels, rest))
            yield from ((action, skill) for skill in skills_named(line, rest, labels))
            yield from ((action, cards) for cards in cards_named(line, rest, labels))


def cards_named(line: Line, words: str, labels: Mapping[str, CardId]) -> Iterator[tuple[CardId, ...]]:
    """Several cards, wherever they are: `Rock Sea Wall`, `c2 c31`."""
    parts = words.split()
    for at in range(1, len(parts)):
        first, others = " ".join(parts[:at]), " ".join(parts[at:])
        for one in called(line.state.cards.values(), labels, first):
            yield from ((one.id, other.id) for other in called(line.state.cards.values(), labels, others))
            yield from ((one.id, *rest) for rest in cards_named(line, others, labels))
