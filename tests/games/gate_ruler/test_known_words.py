"""A text means the same beside cards that bear its words as it does alone."""

from __future__ import annotations

from judgekit.audit.card_golden import cards
from judgekit.cardtext import model as m
from judgekit.cardtext import parse
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
