"""A text means the same beside cards that bear its words as it does alone."""

from __future__ import annotations

import pytest

from judgekit.audit.texts.golden import cards
from judgekit.cardtext import CardTextError, parse
from judgekit.cardtext import model as m
from judgekit.cardtext.lexicon import lexicon

GAME = "gate_ruler"


def properties(text: str) -> list[str]:
    """The attributes and factions that a text names bare."""
    said = [node for node in m.walk(parse(text, GAME)) if isinstance(node, m.Is)]
    return [value for node in said if node.what == "property" for value in node.values]


def test_a_word_that_a_card_at_hand_bears_is_read_where_it_is_read_alone() -> None:
    """ "Your units with Fire": an attribute that is known stands wherever a word that is not known may."""
    texts = {name: (text, words) for name, text in cards(GAME).items() if (words := properties(text))}
    assert len(texts) > 20
    for text, words in texts.values():
        known = lexicon(GAME, [{"attributes": words}])
        assert len(parse(text, GAME, known)) == len(parse(text, GAME))


PALADINS = "Your Paladins get +1 ATK."


@pytest.mark.parametrize(
    "gives", ["This unit is also treated as a Paladin.", "Your Elves are also treated as Paladins."]
)
def test_a_word_that_a_text_at_hand_gives_is_known(gives: str) -> None:
    known = lexicon(GAME, [{"attributes": ["Elf"]}], [gives])
    assert parse(PALADINS, GAME, known) == parse(PALADINS, GAME)


def test_a_word_that_nothing_bears_or_gives_is_asked_about() -> None:
    with pytest.raises(CardTextError, match="no card at hand bears"):
        parse(PALADINS, GAME, lexicon(GAME, [{"attributes": ["Elf"]}], ["Draw a card."]))


def test_a_word_given_that_is_nearly_one_that_is_borne_is_not_taken_for_another() -> None:
    known = lexicon(GAME, [{"attributes": ["Paladin"]}], ["This unit is also treated as a Palladin."])
    assert [value for value, _ in known.kinds] == ["paladin"]


def controlled(text: str) -> list[m.Target]:
    """The cards whose controller a text tells to do something."""
    found = m.walk(parse(f"Timing: Standard Action\n{text}", GAME))
    return [node.of for node in found if isinstance(node, m.OwnersDo)]


def test_their_controller_is_that_of_the_cards_named_last() -> None:
    shared = "Choose 2 enemy units. Deal 4 damage, divided as you choose among them."
    assert controlled(f"{shared} Their controller discards a card.") == [m.Bound(1)]
    with pytest.raises(CardTextError, match="say “their”"):
        parse(f"Timing: Standard Action\n{shared} Its controller discards a card.", GAME)
