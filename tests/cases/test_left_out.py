"""What a position does not say follows from the rules, or is shown as an assumption."""

from __future__ import annotations

import pytest

from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position import loads, opening
from judgekit.cases.files.position_check import open_oddities

GATE = """
game = "gate-ruler"
at = "{at}"
turn = "A"
[cards.Ox]
type = "unit"
level = 1
ATK = 1
HP = 3
STK = 1
[A]
ruler = ["{ruler}"]
deck = 10
"attack 1" = [{{ card = "Ox", as = "ox a" }}]
[B]
ruler = ["Knight"]
deck = 10
"attack 1" = [{{ card = "Ox", as = "ox b" }}]
[table]
{table}
"""
CIRCLES = """
game = "luck-and-logic"
at = "{at}"
turn = "A"
[cards.Barge]
type = "foreigner"
territory = {size}
power = 3000
[cards.Pebble]
type = "logicalist"
territory = 1
[A]
{circle} = [{{ card = "Barge"{more} }}]
{others}
"""


def gate(at: str = "main phase", ruler: str = "Knight", table: str = "") -> str:
    return GATE.format(at=at, ruler=ruler, table=table)


def circles(circle: str, size: int = 2, more: str = "", others: str = "", at: str = "main phase") -> str:
    return CIRCLES.format(at=at, size=size, circle=f'"{circle}"', more=more, others=others)


@pytest.mark.parametrize(("ruler", "cap"), [("Knight", 2), ("Apprentice", -1)])
def test_the_summon_cap_is_that_of_the_ruler_on_the_table(ruler: str, cap: int) -> None:
    state = loads(gate(ruler=ruler)).state
    assert (state.number("A.summon cap"), state.number("B.summon cap")) == (cap, -1)


def test_a_summon_cap_that_is_told_is_kept() -> None:
    told = gate().replace("deck = 10", "deck = 10\nsummon_cap = 1", 1)
    assert loads(told).state.number("A.summon cap") == 1


def test_without_a_known_ruler_the_cap_is_an_assumption() -> None:
    found = loads(gate().replace('ruler = ["Knight"]', "", 1))
    assert "summon cap A" in [one.key for one in open_oddities(found)]


def test_no_turn_has_begun_before_the_game() -> None:
    assert loads(gate("preparation")).state.number("turn") == 0
    assert loads(gate("main phase")).state.number("turn") == 2
    assert loads(circles("front left", at="set-up")).state.number("turn") == 0


def test_inside_an_attack_its_sub_phase_has_begun() -> None:
    assert loads(gate("attack declaration")).state.number("sub phases this turn") == 1
    assert loads(gate("attack phase")).state.number("sub phases this turn") == 0


@pytest.mark.parametrize(
    ("table", "missing"),
    [
        ('gate = [{ card = "damage resolution process", owner = "A" }]', "gate[0].pairs"),
        ('gate = [{ card = "destruction process", owner = "A" }]', "gate[0].cards"),
        ('gate = [{ card = "defeat process", owner = "A" }]', "gate[0].players"),
        ('gate = [{ card = "ability", owner = "A" }]', "gate[0].ability"),
    ],
)
def test_a_process_in_the_gate_says_what_it_is_about(table: str, missing: str) -> None:
    with pytest.raises(WrongInput, match="expected") as wrong:
        loads(gate("resolve the gate", table=table))
    assert missing in str(wrong.value)


def test_a_damage_process_in_the_gate_is_resolved() -> None:
    process = '{ card = "damage resolution process", owner = "A", source = "ox a", pairs = { "ox b" = 2 } }'
    position = loads(gate("resolve the gate", table=f"gate = [{process}]"))
    line = position.line()
    line.run()
    assert line.state.cards[position.labels["ox b"]].mark("damage") == 2


@pytest.mark.parametrize(
    ("circle", "size", "others", "taken"),
    [
        ("front left", 4, "", ("front left", "front middle", "back left", "back middle")),
        ("back right", 4, "", ("front middle", "front right", "back middle", "back right")),
        ("back left", 2, '"back middle" = ["Pebble"]', ("front left", "back left")),
    ],
)
def test_a_wide_member_is_on_all_its_circles(
    circle: str, size: int, others: str, taken: tuple[str, ...]
) -> None:
    found = loads(circles(circle, size, others=others))
    (barge,) = (card for card in found.state.cards.values() if card.name == "Barge")
    assert barge.mark("circles") == taken
    assert barge.area == f"A.{taken[0]}"
    assert not [one for one in open_oddities(found) if one.key.startswith("circles")]


def test_where_a_wide_member_could_lie_in_two_ways_one_is_assumed() -> None:
    assert "circles Barge" in [one.key for one in open_oddities(loads(circles("front left")))]


def test_the_circles_of_a_wide_member_can_be_told() -> None:
    found = loads(circles("front middle", more=', circles = ["front middle", "back middle"]'))
    (barge,) = (card for card in found.state.cards.values() if card.name == "Barge")
    assert barge.mark("circles") == ("front middle", "back middle")
    assert not [one for one in open_oddities(found) if one.key.startswith("circles")]


def test_circles_without_the_one_it_is_written_on_are_refused() -> None:
    with pytest.raises(WrongInput, match="front middle among them"):
        loads(circles("front middle", more=', circles = ["front left", "back left"]'))


DUEL = """
game = "dragon-ball-super"
at = "main phase"
turn = "A"
[cards.Aria]
type = "leader"
power = 10000
[A]
leader = ["Aria"]
{of_a}
[B]
leader = ["Aria"]
deck = 20
life = 5
"""


def test_a_deck_and_a_life_area_that_nobody_mentions_are_unknown() -> None:
    found = loads(DUEL.format(of_a=""))
    assert (len(found.state.pile("A.deck")), len(found.state.pile("A.life"))) == (30, 8)
    assert len(found.state.pile("B.life")) == 5
    keys = [one.key for one in open_oddities(found)]
    assert [key for key in keys if key.startswith("usual")] == ["usual A.life", "usual A.deck"]
    line = found.line()
    line.run()
    assert line.state.outcome is None


def test_an_empty_deck_is_told() -> None:
    line = loads(DUEL.format(of_a="deck = 0\nlife = 8")).line()
    line.run()
    assert line.state.outcome is not None
    assert line.state.outcome.loser == "A"


def test_before_the_game_nothing_lies_in_an_area_that_nobody_mentions() -> None:
    found = loads(DUEL.format(of_a="").replace("main phase", "set-up"))
    assert not found.state.pile("A.deck")
    assert not [one for one in open_oddities(found) if one.key.startswith("usual")]


@pytest.mark.parametrize(
    ("game", "at"), [("luck-and-logic", "set-up"), ("gate-ruler", "preparation"), ("godzilla", "set-up")]
)
def test_before_the_game_nobody_is_said_to_have_lost(game: str, at: str) -> None:
    """Decks, life and gates are still to be put where they belong."""
    found = loads(f'game = "{game}"\nat = "{at}"\nturn = "A"\n')
    assert [one.key for one in open_oddities(found) if "defeat" in one.text or "los" in one.text] == []


def test_what_was_assumed_is_kept_with_the_case() -> None:
    assumed = opening(DUEL.format(of_a="deck = 20")).assumptions
    assert assumed == ("A.life is not given: 8 unknown cards are assumed",)


def test_printed_numbers_that_were_left_out_are_listed() -> None:
    drifter = '[cards.Drifter]\ntype = "battle"\n"combo cost" = "none"\n'
    text = DUEL.format(of_a='battle = ["Drifter"]') + drifter
    keys = {one.key: one.text for one in open_oddities(loads(text))}
    assert "combo power, energy cost, power" in keys["unknown numbers Drifter"]


@pytest.mark.parametrize(("table", "hand", "assumed"), [("", 3, ["usual turn"]), ("turn = 1", 2, [])])
def test_a_charge_phase_of_no_number_is_a_later_one_and_says_so(
    table: str, hand: int, assumed: list[str]
) -> None:
    position = loads(f"""
game = "dragon-ball-super"
at = "draw"
turn = "A"
[cards.Aria]
type = "leader"
power = 10000
[A]
leader = ["Aria"]
hand = 2
deck = 5
life = 5
[B]
leader = ["Aria"]
deck = 5
life = 5
[table]
{table}
""")
    line = position.line()
    line.run()
    assert len(line.state.pile("A.hand")) == hand
    assert [one.key for one in open_oddities(position) if one.key == "usual turn"] == assumed


GATES = """
game = "luck-and-logic/1.00"
at = "main phase"
turn = "A"

[cards.Scholar]
type = "logicalist"
level = 1
power = 3000

[A]
"front left" = ["Scholar"]
deck = 10

[B]
deck = 10
"""


def test_gates_that_nobody_mentions_are_there_and_unknown() -> None:
    """1.2.2.1: a player without face-down gates loses, so silence must not take them away."""
    found = loads(GATES)
    assert [words for _, words in found.assumed if "gates" in words] == [
        "A's gates are not given: 6 unknown cards, face down, are assumed",
        "B's gates are not given: 6 unknown cards, face down, are assumed",
    ]
    question = found.line().run(100)
    assert question is not None
    assert question.player == "A"


def test_a_territory_that_nobody_mentions_is_told_as_an_assumption() -> None:
    """2.10.1: every member has one, and most of them one circle."""
    words = "the territory of Scholar is not given: one circle is assumed (2.10.1)"
    assert words in [told for _, told in loads(GATES).assumed]
    told = GATES.replace("power = 3000", "power = 3000\nterritory = 1")
    assert words not in [each for _, each in loads(told).assumed]


def test_gates_of_a_file_that_tells_of_one_are_as_it_tells() -> None:
    told = GATES.replace("[B]", '"gate back left" = [{ card = "?", "face down" = true }]\n\n[B]')
    line = loads(told).line()
    line.run(100)
    assert line.state.outcome is not None
    assert line.state.outcome.loser == "B"
