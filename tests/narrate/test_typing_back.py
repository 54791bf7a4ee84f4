"""Every option is a sentence, and can be answered by that sentence, by names, or by its id."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from judgekit.cases.files.position import Position
from judgekit.cases.play.answering import Names, NoSuchOption, names_for
from judgekit.cases.rulings.ruling import files, load
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.known import GAMES

EACH = 10  # positions of each game


def positions(game: str) -> Iterator[tuple[str, Position, Line, Question]]:
    """Positions of worked rulings that ask somebody to choose among several things."""
    for file in files(game):
        ruling = load(file)
        place = next(iter(ruling.scripts.values())).position
        if place is None:
            continue
        line = place.line()
        question = line.run(400)
        if question is not None and question.form == "choose" and len(question.options) > 1:
            yield ruling.name, place, line, question


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_ten_positions_is_typed_back_in_words(game: str) -> None:
    met = 0
    for name, place, line, question in itertools.islice(positions(game), EACH):
        names = names_for(line, place.labels, place.game)
        told = names.sentences(question.options)
        assert len(set(told)) == len(told), f"{name}: two options read the same"
        for option, sentence in zip(question.options, told, strict=True):
            assert names.read(question, sentence) == (option.id,), f"{name}: {sentence}"
            assert names.read(question, sentence.upper()) == (option.id,), f"{name}: {sentence}"
            assert names.read(question, option.id) == (option.id,), f"{name}: {option.id}"
        met += 1
    assert met == EACH


def test_the_nearest_sentence_is_named_when_nothing_fits() -> None:
    _, place, line, question = next(positions("gate-ruler"))
    names = names_for(line, place.labels, place.game)
    told = names.sentences(question.options)[-1]
    with pytest.raises(NoSuchOption, match="did you mean"):
        names.read(question, told.replace("i", "ii").replace("e", "ee"))


def test_what_a_sentence_says_about_a_place_may_be_left_out() -> None:
    for _, place, line, question in positions("gate-ruler"):
        names: Names = names_for(line, place.labels, place.game)
        for option, told in zip(question.options, names.sentences(question.options), strict=True):
            if told.endswith(" (empty)"):
                assert names.read(question, told.removesuffix(" (empty)")) == (option.id,)
                return
    raise AssertionError("no option names an empty place")


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_written_in_words_that_read_back_as_it(game: str) -> None:
    for name, place, line, question in itertools.islice(positions(game), EACH):
        names = names_for(line, {}, place.game)
        for option in question.options:
            (text,) = names.written(question, (option.id,))
            assert names.option(question.options, text) == option.id, f"{name}: {text}"
            assert text != option.id, f"{name}: {text} is no sentence"
