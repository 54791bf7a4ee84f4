"""Corners of the rules that a position can come to: what goes along, who is asked, what is over when."""

from __future__ import annotations

import pytest

from judgekit.cases.files.page import WrongInput
from judgekit.engine.events import Answered, Moved, Spent, StoodBy
from judgekit.engine.machine import Line
from judgekit.engine.state import UNKNOWN, A, B, CardId, Player
from judgekit.engine.views import redacted_log, view
from judgekit.games.luck_and_logic.ch04_zones import maximum_level
from tests.games.luck_and_logic.tables import GATE, offered, say, shows, table, where

DUEL = '[table]\n"attacked circle" = 3\n"member attacked" = 1\n'


def member(name: str, text: str, more: str = "") -> str:
    return f'\n[cards.{name}]\ntype = "logicalist"\nterritory = 1\npower = 3000\ntext = "{text}"\n{more}'


def moves(line: Line, name: str) -> list[str]:
    cards = {card.id for card in line.state.cards.values() if card.name == name}
    return [
        h.event.dst
        for e in line.log
        for h in e.events
        if isinstance(h.event, Moved) and h.event.card in cards
    ]


def stood_by(line: Line, ability: str) -> int:
    found = [h.event.standby.ability for e in line.log for h in e.events if isinstance(h.event, StoodBy)]
    return found.count(ability)


# who sees what, and who learns what

VEILED = f"""
front_left = [{{ card = "Scholar", "face down" = true }}]
paradox = [{{ card = "Mirror", "face down" = true }}]
refresh = [{{ card = "Spark", "face down" = true }}]
level = [{{ card = "Guard", "face down" = true }}]
deck = 3
"gate back right" = {GATE}
"""


@pytest.mark.parametrize(
    ("area", "seats"),
    [
        ("front left", "A"),
        ("paradox", "AB"),
        ("refresh", ""),
        ("level", "A"),
        ("gate back right", ""),
        ("deck", ""),
    ],
)
def test_a_face_down_card_as_each_seat_is_shown_it(area: str, seats: str) -> None:
    """4.2.1.2, 4.13.1.2, 4.11.1.1, 4.7.1.2, 4.3.1.1, 4.5.1.1."""
    line, _ = table("7.5.2", VEILED.replace("deck = 3", 'deck = ["Nomad"]'))
    for seat in (A, B):
        shown = view(line.rules, line.state, seat)
        assert (shown.cards[shown.pile(f"A.{area}")[0]].name != UNKNOWN) is (seat in seats)


def test_a_card_set_face_down_is_known_to_its_master_alone() -> None:
    """5.24.4, 3.2.1.1: set to B's member it lies on B's circle, and B is its master."""
    more = member(
        "Trapper",
        "[ACT] [Rest this member] Set 1 card from your hand to 1 of your opponent's members face down.",
    )
    line, _ = table(
        "play timing", 'front_left = ["Trapper"]\nhand = ["Spark"]\n', 'front_left = ["Nomad"]\n', more
    )
    say(line, "use Trapper Trapper#1")
    card = next(card for card in line.state.cards.values() if card.name == "Spark")
    assert card.area == "B.front left"
    for seat, seen in ((A, False), (B, True)):
        shown = view(line.rules, line.state, seat)
        assert ("Spark" in [one.name for one in shown.cards.values()]) is seen


BOTTOM = "[ACT] [Rest this member] Put all other members on the bottom of their owner's deck."
GALE = member("Gale", BOTTOM)


def gone_to_the_bottom(order: str) -> Line:
    a = 'front_left = ["Gale"]\nfront_right = ["Scholar"]\nback_left = ["Guard"]\n'
    return say(table("play timing", a, "", GALE)[0], "use Gale Gale#1", order)


@pytest.mark.parametrize(("seat", "same"), [(A, False), (B, True)])
def test_the_opponent_does_not_learn_in_which_order_cards_went_out_of_sight(seat: Player, same: bool) -> None:
    """4.1.6.1: whichever order A chose, B's log is the same to the letter."""
    one, other = gone_to_the_bottom("Scholar; Guard"), gone_to_the_bottom("Guard; Scholar")
    assert one.state.pile("A.deck")[-2:] == other.state.pile("A.deck")[:-3:-1]
    assert (list(redacted_log(one, seat)) == list(redacted_log(other, seat))) is same


@pytest.mark.parametrize("turn", ["A", "B"])
def test_the_turn_player_orders_their_cards_first(turn: str) -> None:
    """4.1.6, 1.3.4: both players' members go to the bottom of their decks at the same time."""
    mine = 'front_left = ["Gale"]\nfront_right = ["Scholar"]\nback_left = ["Guard"]\n'
    theirs = 'front_left = ["Nomad"]\nfront_right = ["Union"]\n'
    sides = (mine, theirs) if turn == "A" else (theirs, mine)
    line, _ = table("play timing", *sides, GALE, turn=turn)
    say(line, "use Gale Gale#1")
    question = line.run()
    assert question is not None
    assert (question.form, question.player) == ("order", turn)


# what goes along

TRADE = (
    "[ACT] [Rest this member] Exchange the positions of 1 of your other members and 1 member in your hand."
)


def test_a_member_exchanged_with_a_hand_card_takes_its_soul_along() -> None:
    """5.11.1, 12.2.1."""
    more = member(
        "Trader",
        TRADE,
    )
    a = 'front_left = ["Trader"]\nback_left = [{ card = "Union", under = ["Scholar"] }]\nhand = ["Guard"]\n'
    line, _ = table("play timing", a, "", more)
    say(line, "use Trader Trader#1", "Guard")
    assert (where(line, "Union"), where(line, "Scholar"), where(line, "Guard")) == (
        ["A.hand"],
        ["A.hand"],
        ["A.back left"],
    )
    assert shows(line, "5.11.1", "12.2.1")


def test_what_is_set_to_a_gate_follows_it_to_another_gate_zone() -> None:
    """5.24.2: gates that trade places take along what is set to them."""
    more = member(
        "Mason",
        "[ACT] [Rest this member] Exchange the positions of 1 of your gates and another of your gates.",
    )
    more += member("Binder", "[ACT] [Rest this member] Set 1 tactics from your hand to 1 of your gates.")
    a = f'front_left = ["Mason"]\nfront_right = ["Binder"]\nhand = ["Spark"]\n"gate back left" = {GATE}\n'
    line, _ = table("play timing", a, "", more)
    first = line.state.pile("A.gate back left")[0]
    say(line, "use Binder Binder#1", "Spark", f"c{first}", "use Mason Mason#1", f"c{first}")
    assert line.state.cards[first].area == "A.gate back right"
    assert where(line, "Spark") == ["A.back right"]


def test_a_trance_whose_tranceunion_never_comes_drops_the_materials() -> None:
    """5.13.1.4: an effect puts something else in the place of the mobilization."""
    more = member("Barrier", "[CONT] If a tranceunion in your hand would be mobilized, draw a card instead.")
    a = 'front_left = ["Scholar"]\nfront_middle = ["Nomad"]\nback_left = ["Barrier"]\nhand = ["Union"]\n'
    a += 'level = ["Scholar", "Filler"]\nstock = ["Filler"]\n'
    line, _ = table("play timing", a, "", more)
    say(line, "trance", "Scholar@A.front left", "no", "Union", "back middle")
    assert shows(line, "7.5.3.2", "9.10.1", "5.13.1.4")
    assert where(line, "Nomad") == ["A.drop"]
    assert where(line, "Union") == ["A.hand"]


# what lasts, and for how long


def test_a_trigger_for_a_turn_hears_every_end_phase_timing_once() -> None:
    """7.7.2, 9.7.5.1: a trigger with a period does not start the end phase over, and ends with the turn."""
    more = member(
        "Clock", "[ACT] [Rest this member] This turn, at the beginning of your end phase, draw a card."
    )
    line, _ = table("play timing", 'front_left = ["Clock"]\n', "", more)
    say(line, "use Clock Clock#1", "do nothing")
    assert stood_by(line, "Clock#1/1") == 1
    assert sum(isinstance(h.event, Spent) for e in line.log for h in e.events) == 1
    assert line.state.turn_player == B


@pytest.mark.parametrize(("text", "turns"), [("Until end of turn, increase", 1), ("Increase", 2)])
def test_more_attacks_for_a_turn_or_for_good(text: str, turns: int) -> None:
    """8.2.3: what is said to last for the turn is over with it; what says nothing lasts (9.2.2.2)."""
    more = member("Drummer", f"[ACT] [Discard 1 card] {text} your attack count by 1.")
    line, _ = table("play timing", 'front_left = ["Drummer"]\nhand = ["Filler"]\n', "", more)
    say(line, "use Drummer Drummer#1", "do nothing", "attack", "front left")
    assert shows(line, "8.2.5", "8.2.10.4", "8.2.4.2")
    assert line.state.turn_player == B
    assert line.state.number("A.extra attacks") + line.state.number("A.extra attacks this turn") == turns - 1


@pytest.mark.parametrize(("words", "drawn"), [("card", 5), ("2 cards", 2), ("3 cards", 1), ("member", 0)])
def test_a_draw_for_every_so_many_cards(words: str, drawn: int) -> None:
    """12.5.1, 12.5.2: as often as the whole number of times is there before the first draw."""
    text = f"[ACT] [Rest this member] For every {words} in your hand, draw a card."
    line, _ = table("play timing", FIVE_IN_HAND, "", member("Scribe", text))
    say(line, "use Scribe Scribe#1")
    assert len(line.state.pile("A.hand")) == 5 + drawn
    assert any("12.5.1" in entry.consulted and "12.5.2" in entry.consulted for entry in line.log)


FIVE_IN_HAND = 'front_left = ["Scribe"]\nhand = [{ card = "Filler", count = 5 }]\n'


def test_a_maximum_level_while_an_ability_is_active() -> None:
    """4.7.2: five while the member is there, and four again when it has gone, with 10.8.1 to follow."""
    more = member("Elder", "[CONT] Your maximum level is increased by 1.")
    more += member("Reaper", "[ACT] [Rest this member] Put 1 of your other members into your drop zone.")
    a = 'front_left = ["Elder"]\nback_left = ["Reaper"]\nlevel = [{ card = "Filler", count = 4 }, "Spark"]\n'
    line, _ = table("play timing", a, "", more)
    line.run()
    assert (maximum_level(line.table, A), maximum_level(line.table, B)) == (5, 4)
    say(line, "use Reaper Reaper#1")
    question = line.run()
    assert question is not None
    assert (question.clause, question.least) == ("10.8.1", 4)


def test_an_ability_waits_for_its_card_to_be_revealed() -> None:
    """5.19.1: in the hand, where it is hidden, it hears that everybody is shown it."""
    more = member("Herald", "[AUTO] When this card is revealed, draw a card.", "level = 1\n")
    line, _ = table("play timing", 'hand = ["Herald"]\nlevel = ["Filler"]\n', "", more)
    say(line, "mobilize Herald", "front left")
    assert stood_by(line, "Herald#1") == 1
    assert where(line, "Filler").count("A.hand") == 1


# battle


def test_an_interceptor_by_effect_in_the_intercept_step_is_heard_once() -> None:
    """8.3.5: put there in the check timing of the step, it is not announced a second time with the others."""
    more = DUEL + member(
        "Caller", "[AUTO] At the beginning of the intercept step, intercept with 1 of your other members."
    )
    more += member(
        "Catcher", "[AUTO] When this member intercepts, draw a card.", '"power logic" = 500\nintercept = 1\n'
    )
    b = 'front_right = [{ card = "Caller", defending = true }]\n'
    b += 'back_left = ["Catcher"]\nback_middle = ["Guard"]\n'
    line, _ = table(
        "8.3.2", 'front_left = [{ card = "Scholar", attacking = true, rested = true }]\n', b, more
    )
    say(line, "Catcher", "Guard")
    assert shows(line, "5.17.1", "8.3.3.1", "8.3.5")
    assert stood_by(line, "Catcher#1") == 1


def test_a_territory_that_no_clause_knows_is_refused_when_the_position_is_read() -> None:
    """2.10.2.1 to 2.10.2.3: one, two or four."""
    with pytest.raises(WrongInput, match="territory"):
        table(
            "play timing", 'front_left = ["Odd"]\n', "", '[cards.Odd]\ntype = "logicalist"\nterritory = 3\n'
        )


def test_options_name_only_what_can_be_paid_together() -> None:
    """5.22.3: two parts of a cost that both discard need two cards."""
    more = member("Gambler", "[ACT] [Discard 1 card, discard 1 card] Draw a card.")
    for cards, able in (('["Filler"]', False), ('["Filler", "Spark"]', True)):
        line, _ = table("play timing", f'front_left = ["Gambler"]\nhand = {cards}\n', "", more)
        assert any("use Gambler" in option for option in offered(line)) is able


def test_answers_of_the_other_player_keep_their_form() -> None:
    """An order that was chosen is marked as one in the log."""
    line = gone_to_the_bottom("Scholar; Guard")
    orders = [
        h.event for e in line.log for h in e.events if isinstance(h.event, Answered) and h.event.ordered
    ]
    assert [event.player for event in orders] == [A]
    assert moves(line, "Guard") == ["A.deck"]


@pytest.mark.parametrize(
    ("kind", "barred"),
    [("[AUTO]", {"Runner#1"}), ("[ACT]", {"Runner#2"}), ("", {"Runner#1", "Runner#2"})],
)
def test_which_abilities_cannot_be_used(kind: str, barred: set[str]) -> None:
    """12.3.1.1, 12.3.1.2: those of the type that is named, or all."""
    more = member(
        "Runner", "[AUTO] When this member moves, draw a card.\\n[ACT] [Discard 1 card] Draw a card."
    )
    more += member("Hush", f"[CONT] Your opponent cannot use {kind} abilities.".replace("  ", " "))
    line, _ = table(
        "play timing", 'front_left = ["Runner"]\nhand = ["Spark"]\n', 'front_left = ["Hush"]\n', more
    )
    assert any("use Runner" in option for option in offered(line)) is ("Runner#2" not in barred)
    say(line, "move Runner back left")
    assert stood_by(line, "Runner#1") == ("Runner#1" not in barred)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("use tactics", {"Mirror", "Nomad"}),
        ("use paradox", {"Spark", "Nomad"}),
        ("define logic", set()),
    ],
)
def test_which_cards_cannot_be_defined(words: str, left: set[str]) -> None:
    """1.3.3: who cannot use tactics may still define a member or a paradox."""
    more = DUEL + member("Hush", f"[CONT] Your opponent cannot {words}.", "limit = 1\n")
    a = 'front_left = [{ card = "Hush", attacking = true, rested = true }]\n'
    b = 'front_right = [{ card = "Guard", defending = true }]\nhand = ["Spark", "Mirror", "Nomad"]\n'
    line, _ = table("8.4.3", a, b, more)
    question = line.run()
    options = question.options if question is not None and question.clause == "8.4.3" else ()
    assert {line.state.cards[CardId(one.card)].name for one in options if one.card} == left


def test_members_that_cannot_attack_a_card() -> None:
    """8.2.7: the circle of that card is no target for those members, and a target for others."""
    text = "[CONT] Your opponent's members with power 2500 or less cannot attack this member."
    more = member("Aegis", text)
    for attacker, able in (("Nomad", False), ("Scholar", True)):
        a = f'front_left = ["{attacker}"]\nlevel = ["Filler"]\n'
        line, _ = table("battle phase", a, 'front_left = ["Aegis"]\n', more)
        say(line, "attack")
        assert ("front left" in offered(line)) is able


@pytest.mark.parametrize(("circle", "times"), [("front middle", 1), ("front right", 0)])
def test_an_attack_on_a_circle_beside_this_member(circle: str, times: int) -> None:
    """4.4.4.2, 8.2.7.2: adjacent to the circle where the member is, empty or not."""
    more = member("Sentry", "[AUTO] When a member attacks a circle adjacent to this member, draw a card.")
    a = 'front_left = ["Scholar"]\nlevel = ["Filler"]\n'
    line, _ = table("battle phase", a, 'front_left = ["Sentry"]\n', more)
    say(line, "attack", circle)
    assert stood_by(line, "Sentry#1") == times


def test_the_member_placed_last() -> None:
    """Of all members that the words fit, the one that came to its circles last."""
    more = member("Judge", "[ACT] [Discard 1 card] Rest the last placed member.")
    b = 'front_left = [{ card = "Nomad", marks = { placed = 90 } }]\n'
    b += 'back_left = [{ card = "Guard", marks = { placed = 80 } }]\n'
    line, _ = table("play timing", 'front_left = ["Judge"]\nhand = ["Filler"]\n', b, more)
    say(line, "use Judge Judge#1")
    assert {card.name for card in line.state.cards.values() if card.mark("rested")} == {"Nomad"}


@pytest.mark.parametrize(("seat", "offers"), [("A", True), ("B", False)])
def test_a_member_that_the_opponent_cannot_choose_is_not_offered(seat: str, offers: bool) -> None:
    """1.3.3, 9.6.3.1: of what cannot be chosen no choice is made; its own master still may choose it."""
    more = member("Phantom", "[CONT] This member cannot be chosen by your opponent's effects.")
    more += member("Hook", "[ACT] [Discard 1 card] Rest 1 member.")
    phantom = 'back_left = ["Phantom"]\nback_right = ["Guard"]\n'
    hook = 'front_left = ["Hook"]\nhand = ["Filler"]\n'
    sides = (hook + phantom, "") if seat == "A" else (hook, phantom)
    line, _ = table("play timing", *sides, more)
    assert any("Phantom" in option for option in offered(say(line, "use Hook Hook#1"))) is offers
