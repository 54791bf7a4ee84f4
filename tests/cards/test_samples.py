"""Invented libraries for each game, with two legal decks each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judgekit.cards import samples
from judgekit.cards.decks.starting import deck_file, start
from judgekit.cards.library import Library
from judgekit.cards.report import report
from judgekit.cases.files.decks import read as read_deck
from judgekit.cases.files.page import page_of
from judgekit.cases.files.position import loads
from judgekit.games import NAMES

Sampled = Callable[[str], Library]


@pytest.mark.parametrize("game", NAMES)
def test_a_sample_library_has_sixty_cards_and_every_one_is_read(game: str, sampled: Sampled) -> None:
    found = report(sampled(game), game)
    assert found.cards >= 60
    assert set(found.counts) <= {"read", "without text"}
    assert found.counts["read"] >= 55
    assert (found.contradictions, found.mended, found.unknown) == ((), (), ())


@pytest.mark.parametrize("game", NAMES)
def test_two_sample_decks_are_legal_and_begin_a_game(game: str, sampled: Sampled) -> None:
    paths = samples.decks(game)
    decks = [samples.deck(sampled(game), path) for path in paths]
    assert len(decks) == 2
    assert [deck.violations() for deck in decks] == [[], []]
    position = loads(start(decks[0], decks[1], seed=7))
    question = position.line().run(3000)
    assert question is not None


@pytest.mark.parametrize("game", NAMES)
def test_without_a_seed_the_judge_deals(game: str, sampled: Sampled) -> None:
    first, second = (samples.deck(sampled(game), path) for path in samples.decks(game))
    position = loads(start(first, second, seed=None))
    question = position.line().run(3000)
    assert question is not None
    assert question.player == "judge"


@pytest.mark.parametrize("game", NAMES)
def test_a_deck_file_carries_its_cards(game: str, sampled: Sampled) -> None:
    deck = samples.deck(sampled(game), samples.decks(game)[0])
    again = read_deck(page_of(deck_file(deck)))
    assert again.deck == deck.deck
    assert {n: again.cards[n].text for n in deck.cards} == {n: c.text for n, c in deck.cards.items()}
