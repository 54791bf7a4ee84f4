"""Corners where two rules meet and that no printed text of a ruling gets to, or not in so few words."""

from __future__ import annotations

import pytest

from judgekit.cases.files import decks
from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.files.position import Position, loads
from judgekit.engine.machine import Line
from judgekit.engine.state import Card
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch05_02_placing import place

CARDS = """
[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 20000

[cards.Tank]
type = "battle"
rank = 1
"counter power" = 1000

[cards.Avenger]
type = "battle"
rank = 1
"counter power" = 1000
text = "[Revenge] Gain 1 rage."

[cards.Outpost]
type = "battle"
rank = 1
"counter power" = 1000
text = "Your battle cards gain +1000 counter power."

[cards.Tug]
type = "battle"
rank = 1
"counter power" = 1000
text = "Whenever one of your other battle cards moves to another zone, move this card to an empty zone."

[cards.Tow]
type = "strategy"
rank = 1
text = "Move 1 of your battle cards to an empty zone."

[cards.Sweep]
type = "strategy"
rank = 1
text = "Send 1 of your opponent's battle cards to the discard pile."
"""


def laid_out(a: str, b: str = "", readings: str = "", at: str = "play timing") -> Position:
    monster = '"zone 1" = [{ card = "Titan", invading = true }]\ndeck = 20'
    return loads(
        f'game = "godzilla/1.2"\nat = "{at}"\nturn = "A"\n{CARDS}\n[readings]\n{readings}\n'
        f"[A]\n{monster}\n{a}\n[B]\n{monster}\n{b}\n"
    )


def table_of(position: Position) -> Table:
    table = Table(position.rules, position.pool, dict(position.readings))
    table.attach(position.state)
    return table


def named(line: Line | Table, name: str) -> Card:
    return next(card for card in line.state.cards.values() if card.name == name)


def played(position: Position, *answers: str) -> Line:
    line = position.line()
    for answer in answers:
        question = line.run()
        assert question is not None
        line.answer(next(option.id for option in question.options if option.label == answer))
    line.run()
    return line


@pytest.mark.parametrize(("origin", "renewed"), [("strategy zone 1", True), ("zone 5", False)])
def test_only_a_move_from_zone_to_zone_leaves_a_card_what_it_was(origin: str, renewed: bool) -> None:
    """4.1.4: a strategy zone is no zone."""
    table = table_of(laid_out(f'"{origin}" = ["Tank"]'))
    before = named(table, "Tank")
    place(table, before.id, "zone 4", zone_of_player=before.owner)
    assert (named(table, "Tank").object != before.object) is renewed


def test_a_battle_card_in_a_strategy_zone_does_nothing() -> None:
    """10.3.4.2 and 10.3.4.3: where an ability works depends on the type of its card."""
    there = table_of(laid_out('"strategy zone 1" = ["Outpost"]\n"zone 4" = ["Tank"]'))
    here = table_of(laid_out('"zone 5" = ["Outpost"]\n"zone 4" = ["Tank"]'))
    powers = [table.peek(named(table, "Tank").id, "counter power") for table in (there, here)]
    assert powers == [1000, 2000]


@pytest.mark.parametrize("stamp", ["renewed", "kept"])
def test_the_card_that_walked_in_last_stays_whatever_its_time_stamp(stamp: str) -> None:
    """11.5.1 asks what was placed last in that zone; 10.8.1.7.1 is about effects."""
    position = laid_out('"zone 4" = ["Tank"]\n"zone 5" = ["Outpost"]', readings=f'A-16 = "{stamp}"')
    table = table_of(position)
    tank = named(table, "Tank")
    place(table, tank.id, "zone 5", zone_of_player=tank.owner)
    table.perform_rule_actions()
    assert [table.card(card).name for card in table.pile("A.zone 5")] == ["Tank"]
    assert named(table, "Outpost").area == "A.discard pile"


@pytest.mark.parametrize("destroyed", ["any-trip", "instructed-only"])
def test_revenge_does_not_ask_whether_its_card_was_destroyed(destroyed: str) -> None:
    """12.7.2 speaks of the way to the discard pile, however much counts as destroyed (5.12.1.1)."""
    position = laid_out('hand = ["Sweep"]', '"zone 4" = ["Avenger"]', f'A-21 = "{destroyed}"')
    line = played(position, "activate Sweep", "A.strategy zone 1")
    assert (named(line, "Avenger").area, line.state.number("B.rage")) == ("B.discard pile", 1)


def test_a_wrong_reading_of_a_deck_list_is_told_with_its_place() -> None:
    text = (
        'game = "godzilla/1.2"\n[cards.Titan]\ntype = "monster"\nrank = 1\n"threat level" = 1\n'
        '[deck]\nmonster = ["Titan"]\nmain = ["Titan"]\n[deck.readings]\nA-38 = "both"\n'
    )
    with pytest.raises(WrongInput, match=r"deck\.txt:10: deck\.readings\.A-38: expected one of every-color"):
        decks.read(page_of(text, "deck.txt"))


def test_a_deck_is_checked_by_the_reading_that_it_names() -> None:
    stats = 'type = "monster"\nrank = {rank}\ncolors = ["red", "blue"]\n"threat level" = 1\n'
    monsters = "".join(f"[cards.M{rank}]\n{stats.format(rank=rank)}" for rank in (1, 2, 3, 4))
    odd = '[cards.Odd]\ntype = "battle"\nrank = 1\ncolors = ["red"]\n"counter power" = 1\n'
    deck = '[deck]\nmonster = ["M1", "M2", "M3", "M4"]\nmain = ["Odd"]\n'
    found = [
        decks.read(page_of(f'game = "godzilla/1.2"\n{monsters}{odd}{deck}{reading}', "deck.txt"))
        for reading in ("", '[deck.readings]\nA-38 = "any-color"\n')
    ]
    broken = [[violation.clause for violation in one.violations()] for one in found]
    assert ["6.1.1.3" in clauses for clauses in broken] == [True, False]


def test_moves_that_each_way_set_off_the_next_one_are_a_draw() -> None:
    """13.1.1.2 closes one way after the other to the turn player; when all are closed, 13.1.1.3."""
    rest = "\n".join(f'"zone {n}" = ["Tank"]' for n in (2, 7, 8))
    line = laid_out(f'"zone 3" = ["Tug"]\n"zone 4" = ["Tug"]\nhand = ["Tow"]\n{rest}').line()
    for _ in range(500):
        question = line.run()
        if question is None:
            break
        line.answer(question.options[0].id)
    assert line.state.outcome is not None
    assert (line.state.outcome.winner, line.state.outcome.clause) == (None, "13.1.1.3")
