"""Every fixture card means what its expected ability says, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from judgekit.audit.texts.golden import as_text, cards, expected, folder
from judgekit.cardtext.language import GAMES, language
from judgekit.cardtext.model import Ability, bare, decode, encode
from judgekit.cardtext.parse import parse, parse_line
from judgekit.cardtext.wording.abilities import ability_words, wording


def misread(game: str, say: Callable[[Ability, str], str]) -> list[tuple[str, str]]:
    """The cards that mean something else when we say them, and what we say."""
    return [
        (name, said)
        for name, text in cards(game).items()
        for ability in parse(text, game)
        if tuple(map(bare, parse_line(said := say(ability, game), game))) != (bare(ability),)
    ]


def numbered(ability: Ability, game: str) -> str:
    return ability_words(msgspec.structs.replace(language(game).words, numbered=True), ability)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_150_cards(game: str) -> None:
    assert len(cards(game)) >= 150


@pytest.mark.parametrize("game", GAMES)
def test_a_card_means_its_expected_abilities_and_nothing_else(game: str) -> None:
    """A text with two meanings is refused."""
    meant = expected(game)
    assert [
        name for name, text in cards(game).items() if tuple(map(bare, parse(text, game))) != meant[name]
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_standard_wording_reads_back_to_the_same_ability(game: str) -> None:
    assert misread(game, wording) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_standard_wording_is_as_written_down(game: str) -> None:
    written = (folder() / "expected" / f"{game}.txt").read_text("utf-8")
    assert as_text(game) == written


@pytest.mark.parametrize("game", GAMES)
def test_abilities_survive_json_and_are_hashable(game: str) -> None:
    for text in cards(game).values():
        abilities = parse(text, game)
        assert decode(encode(abilities)) == abilities
        assert len({*abilities}) == len(abilities)


@pytest.mark.parametrize("game", GAMES)
def test_numbered_choices_say_the_same_as_pronouns(game: str) -> None:
    assert misread(game, numbered) == []
