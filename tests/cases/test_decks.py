"""Deck lists are checked by every clause at once."""

from __future__ import annotations

from judgekit.cases.files import decks
from judgekit.cases.files.page import page_of
from tests.cases.samples import CARDS

HEAD = 'game = "toy"\n' + CARDS


def read(deck: str) -> decks.DeckList:
    return decks.read(page_of(HEAD + deck))


def test_a_legal_deck_breaks_nothing() -> None:
    assert read('[deck]\nmain = ["3 Tank", "3x Scout", "3 × Captain", "Siren"]').violations() == []


def test_every_violated_clause_is_reported() -> None:
    broken = read('[deck]\nmain = ["5 Tank", "4 Scout"]').violations()
    assert [(v.clause, v.text) for v in broken] == [
        ("6.1", "the deck has 9 cards, not 10"),
        ("6.2", "5 copies of Tank"),
        ("6.2", "4 copies of Scout"),
    ]


def test_piles_can_be_tables_of_counts() -> None:
    assert read("[deck.main]\nTank = 2\nScout = 1").deck.piles == {"main": ("Tank", "Tank", "Scout")}


def test_a_deck_can_have_a_ruler_and_several_piles() -> None:
    deck = read('[deck]\nmain = ["Tank"]\nside = ["Scout"]\nruler = "Apollo"').deck
    assert (deck.ruler, deck.piles) == ("Apollo", {"main": ("Tank",), "side": ("Scout",)})


def test_an_older_edition_names_its_own_clauses() -> None:
    text = (HEAD + '[deck]\nmain = ["4 Tank"]').replace('"toy"', '"toy/1"')
    assert {v.clause for v in decks.read(page_of(text)).violations()} == {"16.1", "16.2"}


ODD = """
game = "godzilla"

[cards.Idol]
type = "monster"
rank = 1
colors = ["red"]
number = "X-1"
text = "Your deck contains no quux. (Reminder.) Draw 1 card."

[deck]
monster = ["Idol"]
"""


def test_what_a_card_says_about_building_a_deck_and_is_not_read_is_told() -> None:
    assert decks.read(page_of(ODD)).by_hand() == {"Idol": ["Your deck contains no quux"]}
    clean = ODD.replace("Your deck contains no quux. ", "")
    assert decks.read(page_of(clean)).by_hand() == {}
