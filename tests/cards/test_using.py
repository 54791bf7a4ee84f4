"""A card of the library is only named: in positions, in cases, in files that travel."""

from __future__ import annotations

import pytest

from judgekit.audit.exploring.concerns import read_concern
from judgekit.audit.exploring.ends import read_end
from judgekit.audit.exploring.explore import at_next_question, explore
from judgekit.cards.importing import bring, propose_from
from judgekit.cards.library import Library
from judgekit.cards.looking import Shelf
from judgekit.cards.samples import take_sample
from judgekit.cases.files.carrying import carried, read_and_carried
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position import loads
from judgekit.cases.files.position_check import oddities
from judgekit.cases.files.writer import saved
from judgekit.engine.events import Marked
from judgekit.engine.state import CardId
from tests.cards.lists import GODZILLA, as_json, as_octgn

NAMED = """\
game = "godzilla/1.2"
at = "main phase"
turn = "A"

[A]
hand = ["Pier Gunner", "JK01-003", "?"]
"zone 1" = [{ card = "harbor colossus", invading = true }]
"""


@pytest.fixture
def library() -> Library:
    found = Library(":memory:")
    bring(found, propose_from(as_json(GODZILLA), "list", "godzilla"))
    return found


def test_a_hand_is_named_by_names_and_numbers(library: Library) -> None:
    found = loads(NAMED, library=Shelf(library))
    state = found.state
    piles = {where: [state.cards[one].name for one in state.pile(where)] for where in ("A.hand", "A.zone 1")}
    assert piles == {"A.hand": ["Pier Gunner", "Night Signal", "?"], "A.zone 1": ["Harbor Colossus"]}
    assert {card.name: card.text for card in found.cards}["Pier Gunner"] == "[Revenge] Draw 1 card."


def test_without_a_library_a_card_must_be_described() -> None:
    with pytest.raises(
        WrongInput, match=r'position:6: A.hand\[0\]: expected a card of \[cards\]; got "Pier Gunner"'
    ):
        loads(NAMED)


def test_a_word_with_two_meanings_lists_them(library: Library) -> None:
    twin = [{**GODZILLA[1], "number": "JK09-009", "text": "Draw 2 cards."}]
    bring(library, propose_from(as_json(twin), "more", "godzilla"))
    with pytest.raises(WrongInput) as wrong:
        loads(NAMED, library=Shelf(library))
    assert "2 cards: Pier Gunner (JK01-002), Pier Gunner (JK09-009); name its number" in str(wrong.value)
    assert "position:6: A.hand[0]" in str(wrong.value)


def test_a_misspelt_name_is_asked_back(library: Library) -> None:
    with pytest.raises(WrongInput, match=r"did you mean Pier Gunner\?"):
        loads(NAMED.replace("Pier Gunner", "Peer Guner"), library=Shelf(library))


def test_the_file_comes_first(library: Library) -> None:
    own = '\n[cards."Pier Gunner"]\ntype = "battle"\nrank = 9\n"counter power" = 1\n'
    found = {card.name: card for card in loads(NAMED + own, library=Shelf(library)).cards}["Pier Gunner"]
    assert (found.properties["rank"], found.text) == (9, "")


def test_the_file_can_override_one_field(library: Library) -> None:
    own = '\n[cards."Pier Gunner"]\nlibrary = true\nrank = 9\n'
    found, text = read_and_carried(NAMED + own, Shelf(library))
    card = {one.name: one for one in found.cards}["Pier Gunner"]
    assert (card.properties["rank"], card.properties["counter power"], card.text) == (
        9,
        3000,
        "[Revenge] Draw 1 card.",
    )
    again = {one.name: one for one in loads(text).cards}["Pier Gunner"]
    assert (again.properties["rank"], again.text) == (9, "[Revenge] Draw 1 card.")


def test_an_override_of_a_card_that_is_not_there_is_told(library: Library) -> None:
    with pytest.raises(WrongInput, match="a card of your library"):
        loads(NAMED + '\n[cards."Nobody"]\nlibrary = "JK77-001"\nrank = 9\n', library=Shelf(library))


def test_a_file_that_travels_carries_its_cards_and_is_read_alone(library: Library) -> None:
    found, text = read_and_carried(NAMED, Shelf(library))
    alone = loads(text)
    assert alone.state == found.state
    assert {c.name: (c.text, c.wording) for c in alone.cards} == {
        c.name: (c.text, c.wording) for c in found.cards
    }
    assert carried(text, None) == text
    assert loads(saved(alone)).state == alone.state


def test_a_later_import_changes_no_text_that_was_carried(library: Library) -> None:
    text = carried(NAMED, Shelf(library))
    bring(
        library,
        propose_from(as_json([{**GODZILLA[1], "text": "Draw 5 cards."}]), "later", "godzilla"),
        kind="errata",
    )
    assert loads(text, library=Shelf(library)).cards == loads(text).cards
    assert "Draw 5 cards." in carried(NAMED, Shelf(library))


def test_two_cards_of_one_name_stand_side_by_side(library: Library) -> None:
    twin = [{**GODZILLA[1], "number": "JK09-009", "text": "Draw 2 cards."}]
    bring(library, propose_from(as_json(twin), "more", "godzilla"))
    text = NAMED.replace('"Pier Gunner", "JK01-003"', '"JK01-002", "JK09-009"')
    found, whole = read_and_carried(text, Shelf(library))
    texts = {card.name: card.text for card in found.cards}
    assert texts["Pier Gunner"] == "[Revenge] Draw 1 card."
    assert texts["Pier Gunner (JK09-009)"] == "Draw 2 cards."
    assert loads(whole).state == found.state
    assert "namesake Pier Gunner (JK09-009)" in [one.key for one in oddities(loads(whole))]


def test_a_card_whose_text_is_unknown_is_no_card_without_text() -> None:
    """A5: a table with it says so, and so does what follows every line from there: three of three."""
    library = Library(":memory:")
    bring(library, propose_from(as_octgn(GODZILLA, texts=False), "set", "godzilla"))
    found, text = read_and_carried(NAMED, Shelf(library))
    assert {card.text for card in found.cards} == {"?"}
    told = [one.text for one in oddities(loads(text)) if one.key.startswith("unknown text")]
    assert len(told) == 3
    assert "The text of Pier Gunner is unknown" in told[0]
    line = at_next_question(loads(text).line())
    searched = explore(line, until=read_end("choice", line), question=read_concern("winner", line))
    assert searched.notes == (
        "unknown text, of which nothing was played: Harbor Colossus, Night Signal, Pier Gunner",
    )


LEADERS = """\
game = "dragon-ball-super/1.06"
at = "main phase"
turn = "A"

[A]
leader = ["JD01-022"]
life = 3
deck = 10

[B]
leader = ["JD01-023"]
life = 8
deck = 10
"""


def test_turning_a_leader_of_the_library_over_is_one_event() -> None:
    """A8: one card with two faces; the table shows which."""
    library = Library(":memory:")
    take_sample(library, "dragon-ball-super")
    line = loads(LEADERS, library=Shelf(library)).line()
    question = line.run(400)
    assert question is not None
    line.answer(next(one.id for one in question.options if one.id.startswith("awaken")))
    line.run(400)
    turned = [
        (h.event.card, h.event.value)
        for entry in line.log
        for h in entry.events
        if isinstance(h.event, Marked) and h.event.mark == "back"
    ]
    assert turned == [(1, True)]
    assert line.state.cards[CardId(1)].mark("back") is True
