"""Every fixture card means what its expected ability says, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from judgekit.audit.card_golden import as_text, cards, expected, folder
from judgekit.cardtext.language import GAMES, language
from judgekit.cardtext.model import bare, decode, encode
from judgekit.cardtext.parse import lines, parse, parse_line, readings_of
from judgekit.cardtext.wording.abilities import ability_words, wording

CARDS = [(game, name) for game in GAMES for name in cards(game)]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_150_cards(game: str) -> None:
    assert len(cards(game)) >= 150


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_a_card_means_its_expected_abilities(game: str, name: str) -> None:
    assert tuple(map(bare, parse(cards(game)[name], game))) == expected(game)[name]


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_a_card_has_one_meaning(game: str, name: str) -> None:
    assert [len(readings_of(line, game)) for line in lines(cards(game)[name])] == [1] * len(
        lines(cards(game)[name])
    )


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_standard_wording_reads_back_to_the_same_ability(game: str, name: str) -> None:
    for ability in parse(cards(game)[name], game):
        assert tuple(map(bare, parse_line(wording(ability, game), game))) == (bare(ability),)


@pytest.mark.parametrize("game", GAMES)
def test_the_standard_wording_is_as_written_down(game: str) -> None:
    assert as_text(game) == (folder() / "expected" / f"{game}.txt").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_abilities_survive_json_and_are_hashable(game: str) -> None:
    for text in cards(game).values():
        abilities = parse(text, game)
        assert decode(encode(abilities)) == abilities
        assert len({*abilities}) == len(abilities)


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_numbered_choices_say_the_same_as_pronouns(game: str, name: str) -> None:
    words = msgspec.structs.replace(language(game).words, numbered=True)
    for ability in parse(cards(game)[name], game):
        assert tuple(map(bare, parse_line(ability_words(words, ability), game))) == (bare(ability),)
