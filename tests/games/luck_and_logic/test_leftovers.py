"""Kinds of abilities, repetition, searches, what a position tells by itself, and last information."""

from __future__ import annotations

import pytest

from judgekit.cases.files import position
from judgekit.cases.files.writer import saved
from judgekit.cases.play.answering import Names
from judgekit.engine.events import Occurred, Refused, StoodBy
from judgekit.engine.explain import cited
from judgekit.engine.machine import Line
from judgekit.engine.state import JUDGE, CardId
from judgekit.errors import JudgekitError
from tests.games.luck_and_logic.tables import CARDS, GATE, offered, say, shows, table, where


def card(line: Line, name: str) -> CardId:
    return next(one.id for one in line.state.cards.values() if one.name == name)


def all_cited(line: Line) -> set[str]:
    return {clause for entry in line.log for clause in cited(entry)}


# 9.1.3, 9.9.1: one kind of ability is lost

MUTES = """
[cards.Mute]
type = "logicalist"
territory = 1
power = 3000
text = "[AUTO] When this member attacks, draw 2 cards."

[cards.Tutor]
type = "logicalist"
territory = 1
text = '[ACT] [Rest this member] 1 of your members gains "[AUTO] When this member attacks, draw a card."'

[cards.Hush]
type = "logicalist"
territory = 1
text = "[CONT] Your opponent's members in the front row lose {kind}."
"""
SILENCED = {
    "a": 'front_left = ["Mute"]\nback_left = ["Tutor"]\nlevel = ["Filler"]\n',
    "b": f'back_left = ["Hush"]\n"gate front left" = {GATE}\ndeck = [{{ card = "Filler", count = 9 }}]\n',
}


@pytest.mark.parametrize("kind", ["[AUTO]", "all [AUTO] abilities", "all abilities"])
@pytest.mark.parametrize(("reading", "drawn"), [("time-stamp", 1), ("losing-last", 0)])
def test_a_kind_of_ability_is_lost_by_time_stamp_like_all_of_them(
    kind: str, reading: str, drawn: int
) -> None:
    """A-56: what is given after the loss is kept; what was printed is lost."""
    line, _ = table("play timing", SILENCED["a"], SILENCED["b"], MUTES.format(kind=kind), {"A-56": reading})
    say(line, "use Tutor Tutor#1", "Mute", "do nothing", "attack", "front left")
    assert where(line, "Filler").count("A.hand") == drawn
    assert any(h.event.doubt == "A-56" for e in line.log for h in e.events if hasattr(h.event, "doubt"))


@pytest.mark.parametrize(("kind", "triggers"), [("all [ACT] abilities", 1), ("all [CONT] abilities", 1)])
def test_losing_one_kind_leaves_the_others(kind: str, triggers: int) -> None:
    line, _ = table("battle phase", SILENCED["a"], SILENCED["b"], MUTES.format(kind=kind))
    say(line, "attack", "Mute", "front left")
    stood = [h for e in line.log for h in e.events if isinstance(h.event, StoodBy)]
    assert len(stood) == triggers


def test_a_word_of_its_text_does_not_make_an_ability_one_of_that_kind() -> None:
    """The word tactics has act in it, and yet the ability is automatic."""
    reader = """
[cards.Reader]
type = "logicalist"
territory = 1
power = 3000
text = "[AUTO] When this member attacks, add 1 tactics card from your drop zone to your hand."
"""
    a = 'front_left = ["Reader"]\nlevel = ["Filler"]\ndrop = ["Spark"]\n'
    for kind, there in (("[ACT]", True), ("[AUTO]", False)):
        line, _ = table("battle phase", a, SILENCED["b"], MUTES.format(kind=kind) + reader)
        say(line, "attack", "front left")
        assert any(isinstance(h.event, StoodBy) for e in line.log for h in e.events) is there


# in other shapes than the rulings have


@pytest.mark.parametrize(("reading", "drawn"), [("plays-all-the-same", 1), ("inactive-is-cancelled", 0)])
def test_an_ability_that_was_given_is_lost_while_it_waits(reading: str, drawn: int) -> None:
    """A-58: the card that gives it leaves before it is played."""
    more = """
[cards.Giver]
type = "foreigner"
territory = 1
text = '[CONT] Your other members gain "[AUTO] When this member attacks, draw a card."'

[cards.Biter]
type = "logicalist"
territory = 1
text = "[AUTO] When this member attacks, put 1 of your other members into your drop zone."
"""
    a = 'front_left = ["Biter"]\nback_left = [{ card = "Giver", rested = true }]\nlevel = ["Filler"]\n'
    b = f'deck = 9\n"gate front left" = {GATE}\n"gate back right" = {GATE}\n'
    line, _ = table("battle phase", a, b, more, {"A-58": reading})
    say(line, "attack", "front left")
    assert line.question is not None
    own = next(o.id for o in line.question.options if "Biter" in o.id)
    line.answer(own)
    line.run()
    assert where(line, "Giver") == ["A.drop"]
    assert where(line, "Filler").count("A.hand") == drawn


@pytest.mark.parametrize(("reading", "drawn"), [("counts-as-paid", 1), ("not-paid", 0)])
def test_the_cost_of_an_automatic_ability_is_replaced(reading: str, drawn: int) -> None:
    """A-60"""
    more = """
[cards.Courier]
type = "foreigner"
territory = 1
text = "[CONT] If this member would be put into your drop zone, return it to your hand instead."

[cards.Broker]
type = "logicalist"
territory = 1
text = "[AUTO] [Put 1 of your other members into your drop zone] When this member attacks, draw a card."
"""
    a = 'front_left = ["Broker"]\nback_left = [{ card = "Courier", rested = true }]\nlevel = ["Filler"]\n'
    b = f'deck = 9\n"gate front left" = {GATE}\n"gate back right" = {GATE}\n'
    line, _ = table("battle phase", a, b, more, {"A-60": reading})
    say(line, "attack", "front left", "yes")
    assert where(line, "Courier") == ["A.hand"]
    assert where(line, "Filler").count("A.hand") == drawn


@pytest.mark.parametrize(("reading", "there"), [("counts-as-paid", "A.front left"), ("not-paid", "A.hand")])
def test_the_cost_of_a_member_is_replaced(reading: str, there: str) -> None:
    """A-60"""
    more = """
[cards.Miser]
type = "foreigner"
territory = 1
text = "[CONT] If a card would be put into your drop zone from your stock, put it into your hand instead."
"""
    a = 'hand = ["Nomad"]\nback_left = ["Miser"]\nstock = ["Spark"]\nlevel = ["Filler"]\n'
    line, _ = table("play timing", a, "", more, {"A-60": reading})
    say(line, "mobilize Nomad", "front left")
    assert where(line, "Spark") == ["A.hand"]
    assert where(line, "Nomad") == [there]


# 12.5


@pytest.mark.parametrize(
    ("words", "repeats"),
    [
        ("for each card in your hand, draw a card", True),
        ("draw a card for each card in your hand", True),
        ("draw 2 cards for each card in your hand", True),
        ("for every card in your hand, draw a card", True),
        ("draw cards equal to the number of cards in your hand", False),
    ],
)
def test_a_draw_for_each_card_is_a_repetition(words: str, repeats: bool) -> None:
    """12.5.1 is about those words; as many cards as something counts is one draw of that number (5.6.2)."""
    more = f"""
[cards.Scribe]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] {words[0].upper()}{words[1:]}."
"""
    line, _ = table("play timing", 'front_left = ["Scribe"]\nhand = ["Spark", "Guard"]\n', "", more)
    say(line, "use Scribe Scribe#1")
    assert ("12.5.1" in all_cited(line)) is repeats
    assert ("12.5.2" in all_cited(line)) is repeats
    drawn = 4 if "draw 2" in words else 2
    assert where(line, "Filler").count("A.hand") == drawn


# 1.3.4 and 10.6.1

KEPT = ["Filler"] * 4


@pytest.mark.parametrize(("turn", "first"), [("A", "A"), ("B", "B")])
def test_the_turn_player_chooses_first_where_paradoxes_are_one_of_the_choices(turn: str, first: str) -> None:
    """A must choose among paradoxes and B among level cards, in one pass: the turn player is asked first."""
    a = 'paradox = ["Mirror", { card = "Prism" }]\n'
    b = 'paradox = ["Mirror"]\nlevel = [{ card = "Filler", count = 5 }]\n'
    more = '[cards.Prism]\ntype = "paradox"\n"paradox rule" = "aura battle"\n'
    line, _ = table("9.5.3.1", a, b, more, turn=turn)
    question = line.run()
    assert question is not None
    assert question.player == first
    line.answer(*Names(line.state, {}).options(question, ["Mirror"] if first == "A" else KEPT))
    question = line.run()
    assert question is not None
    assert question.player != first
    assert "1.3.4" in all_cited(say(line, "; ".join(KEPT) if first == "A" else "Mirror"))


# 8.2.2 in a battle that a position begins with

HERALD = """
[cards.Herald]
type = "foreigner"
territory = 1
text = "[AUTO] At the beginning of the battle phase, draw a card."

[table]
"attacked circle" = 3
"member attacked" = 1
"""
IN_BATTLE = 'front_left = [{ card = "Scholar", attacking = true, rested = true }]\nback_left = ["Herald"]\n'


@pytest.mark.parametrize("at", ["8.2.9", "8.3", "8.4.3", "8.5", "8.6"])
def test_a_battle_that_is_going_on_was_declared(at: str) -> None:
    """The next declaration is not the first one, so the battle phase does not begin again."""
    line, _ = table(at, IN_BATTLE, 'front_right = [{ card = "Nomad", defending = true }]\n', HERALD)
    assert line.state.number("A.declarations this turn") == 1
    for _ in range(12):
        question = line.run()
        if question is None or question.clause.startswith("8.2.4"):
            break
        line.answer("do nothing")
    timings = [h.event.timing for e in line.log for h in e.events if isinstance(h.event, Occurred)]
    next_one = timings.index("beginning of the declare attackers step")
    assert "beginning of the battle phase" not in timings[:next_one]


@pytest.mark.parametrize(("history", "begins"), [("", True), ('[history]\n"attacks this turn" = 1\n', False)])
def test_at_the_declaration_itself_the_attacks_of_the_turn_tell(history: str, begins: bool) -> None:
    line, _ = table("declare attackers", 'back_left = ["Herald"]\n', "", history + HERALD.split("[table]")[0])
    line.run()
    timings = [h.event.timing for e in line.log for h in e.events if isinstance(h.event, Occurred)]
    assert ("beginning of the battle phase" in timings) is begins


# set cards of a position

SET = f"""
game = "luck-and-logic"
at = "play timing"
turn = "A"
seed = 3
{CARDS}
[A]
front_left = [{{ card = "Scholar", set = ["Spark", {{ card = "Mirror", "face down" = true }}] }}]
"gate back right" = [{{ card = "Gate", "face down" = true, set = ["Filler"] }}]
deck = [{{ card = "Filler", count = 4 }}]
[B]
deck = 5
"gate back right" = {GATE}
"""


def test_set_cards_are_listed_with_the_card_they_are_set_to() -> None:
    """5.24.1: they lie on its circle, or on the one that belongs to its gate zone."""
    state = position.loads(SET).state
    scholar, spark, mirror, gate = (
        next(c for c in state.cards.values() if c.name == name)
        for name in ("Scholar", "Spark", "Mirror", "Gate")
    )
    assert state.pile("A.front left") == (scholar.id, spark.id, mirror.id)
    assert spark.mark("set to") == mirror.mark("set to") == (scholar.id, scholar.object)
    assert (spark.mark("face down"), mirror.mark("face down")) == (None, True)
    (beside,) = state.pile("A.back right")
    assert state.cards[beside].mark("set to") == (gate.id, gate.object)
    assert spark.since < mirror.since


def test_set_cards_survive_saving_and_loading() -> None:
    found = position.loads(SET)
    again = position.loads(saved(found))
    assert again.state == found.state
    assert saved(again) == saved(found)


def test_set_cards_of_a_position_follow_their_card() -> None:
    """5.24.2"""
    line = position.loads(SET).line()
    say(line, "move Scholar front middle")
    assert shows(line, "5.24.2")
    assert where(line, "Mirror") == ["A.front middle"]


def test_nothing_is_set_to_a_card_that_is_not_on_the_field() -> None:
    wrong = SET.replace("deck = 5", 'deck = 5\nhand = [{ card = "Guard", set = ["Spark"] }]')
    with pytest.raises(JudgekitError) as refusal:
        position.loads(wrong)
    assert "a card on a circle or in a gate zone" in str(refusal.value)
    assert "hand" in str(refusal.value)


def test_cards_are_set_to_a_single_card() -> None:
    wrong = SET.replace('{ card = "Scholar", set', '{ card = "Scholar", count = 2, set')
    with pytest.raises(JudgekitError) as refusal:
        position.loads(wrong)
    assert "a single card where others belong to it; got 2" in str(refusal.value)


# 9.11.1

PAINTER = """
[cards.Painter]
type = "logicalist"
territory = 1
text = "[CONT] Your other members gain the red color."

[cards.Reaper]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Put 1 of your other members into your drop zone. If it is red, draw a card."

[cards.Summoner]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Mobilize 1 foreigner from your hand. If it is red, draw a card."

[cards.Pale]
type = "foreigner"
territory = 1
colour = ["blue"]
"""


def test_what_a_card_was_on_its_circle_counts_after_it_has_left() -> None:
    """Red by an effect on the circle, blue in the drop zone: the ability asks about it as it was."""
    a = 'front_left = ["Reaper"]\nfront_middle = ["Painter"]\nfront_right = ["Pale"]\n'
    line, _ = table("play timing", a, "", PAINTER)
    say(line, "use Reaper Reaper#1", "Pale")
    assert where(line, "Filler").count("A.hand") == 1
    assert "9.11.1" in all_cited(line)


def test_what_a_card_becomes_where_it_has_come_to_does_not_count() -> None:
    """Blue in the hand, red on the circle."""
    a = 'front_left = ["Summoner"]\nfront_middle = ["Painter"]\nhand = ["Pale"]\n'
    line, _ = table("play timing", a, "", PAINTER)
    say(line, "use Summoner Summoner#1", "Pale", "front right")
    assert where(line, "Pale") == ["A.front right"]
    assert where(line, "Filler").count("A.hand") == 0
    assert "9.11.1" in all_cited(line)


# searching a deck of unknown cards

SEEKER = """
[cards.Seeker]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Search your deck for 1 foreigner. Add it to your hand."
"""


def seek(told: str) -> Line:
    side = f'deck = 20\n"gate back right" = {GATE}\nfront_left = ["Seeker"]\n'
    line, _ = table("play timing", side, "", SEEKER)
    say(line, "use Seeker Seeker#1")
    question = line.question
    assert question is not None
    assert question.player == "A"
    assert len(question.options) == 1
    line.answer(question.options[0].id)
    question = line.run()
    assert question is not None
    assert question.player == JUDGE
    line.answer(told)
    line.run()
    return line


def test_what_was_found_among_unknown_cards_is_asked_once() -> None:
    line = seek("Nomad")
    assert where(line, "Nomad") == ["A.hand"]
    assert line.question is not None
    assert line.question.player == "A"


def test_an_unknown_card_that_turns_out_not_to_fit_was_not_found() -> None:
    line = seek("Spark")
    assert where(line, "Spark") == ["A.deck"]
    assert any(isinstance(h.event, Refused) and h.event.what == "search" for e in line.log for h in e.events)


def test_a_trance_out_of_an_unknown_deck_asks_for_the_tranceunion_alone() -> None:
    side = f'deck = 20\n"gate back right" = {GATE}\nstock = ["Filler"]\n'
    side += 'level = [{ card = "Nomad", count = 2 }]\nfront_left = ["Scholar"]\nfront_right = ["Nomad"]\n'
    line, _ = table("play timing", side)
    say(line, "trance", "yes", "no")
    question = line.question
    assert question is not None
    assert question.player == "A"
    line.answer(question.options[0].id)
    question = line.run()
    assert question is not None
    assert question.player == JUDGE
    line.answer("Union")
    say(line, "front middle")
    assert where(line, "Union") == ["A.front middle"]
    assert offered(line)
