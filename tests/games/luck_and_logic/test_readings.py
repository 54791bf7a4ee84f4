"""Every open question of the book can be read in more than one way, and each way is real."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli_w

from judgekit import paths
from judgekit.cases.rulings import ruling
from judgekit.engine.events import Decided, Derived, Remembered, Replaced
from judgekit.engine.state import UNKNOWN, A, B, CardId
from judgekit.engine.views import Eyes, view
from judgekit.games.luck_and_logic.ch04_zones import may_see
from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.tables import GATE, offered, say, shows, table, where

FOLDER = paths.rulings() / "luck-and-logic"
# doubt, the other choice, a ruling that does not come out as written when it is read so
OTHERWISE = """
A-01 stop-beyond-cap            8.2.4-as-many-attacks-as-face-up-level-cards
A-02 reshuffle-only             10.2.2-the-deck-runs-out-while-drawing
A-03 not-payable                10.2.3-a-card-cost-and-the-deck
A-03 ability-costs-only         10.2.3-a-card-cost-and-the-deck
A-04 as-much-as-possible        7.5.3.3-luck-drive-needs-three
A-06 printed-values-count       9.6.2.1.1-world-of-a-face-down-card
A-08 rest-of-game               8.2.6-soul-strengthens-an-attacker
A-09 trance-only                9.9.1.4-a-level-card-of-another-colour
A-10 trance-is-free             5.13.1-what-a-trance-costs
A-10b uses-it-up                5.13.1.5-a-trance-by-an-effect
A-10c only-if-named             5.13.1.5-a-trance-far-above-the-level
A-10d where-a-material-stood    5.13.1.3-a-tranceunion-far-from-its-materials
A-10e covenanter-only          5.13.1.1-a-union-with-the-wrong-foreigner
A-11 shuffle-only               5.13.1.4-trance-without-a-tranceunion
A-12 swap                       7.5.3.5-moving-onto-an-occupied-circle
A-12 empty-circle-only          7.5.3.5-moving-onto-an-occupied-circle
A-13 battle-from-step           8.2.5-an-attack-with-nobody-left
A-14 resumes-on-return          8.5.6-a-loser-that-moved-away
A-14 whoever-is-there           8.5.6-a-loser-that-moved-away
A-15 defender-missing           8.3.3-no-attacker-no-intercept
A-16 standing-only              8.3.3-a-resting-member-may-intercept
A-17 either-missing-passes      8.4.5-nobody-defends-any-more
A-18 resolve-at-once            9.3.2.3-a-tactics-in-the-battle-zone
A-19 loser-goes-anyway          8.5.6-a-loser-that-moved-away
A-20 every-repeat               8.6.2-heard-once-in-an-end-of-battle-step
A-21 turn-player-only           7.7.4-paradoxes-leave-at-the-end-of-the-turn
A-22 situation-trigger          11.3.1-vanguard-read-as-a-condition
A-23 on-tranceunion             11.2.1-covenant
A-24 once-per-turn-by-name      12.4.1.1-the-usage-icon
A-25 payment-compulsory         9.7.3.3-declining-to-pay
A-26 retrigger-is-loop          9.7.6.1-a-situation-that-lasts
A-27 all-logic-first            9.9.1.2-lent-logic-and-a-set-power
A-28 setters-first              9.9.1.5-setting-and-adding
A-29 all-chosen-apply           9.10.2-two-replacements-for-one-event
A-30 turn-player-first          10.2.2.1-both-decks-run-out-together
A-31 any-face-counts            10.9.1-how-refresh-cards-lie
A-32 master-zone                5.12.2.1-a-member-that-belongs-to-the-opponent
A-32 turn-player-chooses        10.4.2-who-chooses-among-members
A-33 newest-stay                10.6.1-paradoxes-of-both-players
A-34 member-even-if-set         5.24.1-a-member-card-that-is-set
A-35 any-face-down-card         10.7.1-a-standard-back-in-a-gate-zone
A-36 attack-or-word-only        8.2.10.4-turned-face-up-by-an-effect
A-38 both-players               7.2.2-at-the-beginning-of-the-game
A-38 starting-turn-only         7.2.2-at-the-beginning-of-the-game
A-39 face-up-level-cards        9.6.2.1.3-face-down-cards-count-for-the-level
A-40 same-option                12.5.3-cards-of-the-same-name
A-42 all-when-reached           9.6.2.2-a-choice-made-while-playing
A-43 any-circle-move            5.14.2-moved-by-an-effect
A-43 effects-that-move          5.14.2-moved-by-an-effect
A-44 one-at-a-time              9.5.3.1-several-rule-actions-at-once
A-45 discard-to-eight           4.6.1-no-hand-limit
A-46 floor-at-zero              2.13.1-power-below-nought
A-48 no-battle-no-effect        8.6.6-during-this-battle-before-a-battle
A-49 must-be-active-after       8.3.5-an-ability-of-the-interceptor
A-50 inherits-state             7.4.3.1.1-exchange-at-the-maximum
A-51 definition-optional        8.4.3.2-boost-and-define-is-one-choice
A-52 all-at-once                10.9.1-two-refresh-points
A-53 card-owner                 12.2.1.1-order-of-member-and-soul
A-55 also-on-circle             4.15.2-text-of-a-soul-card
A-56 losing-last                9.9.1.7.2-an-ability-given-to-the-silenced
A-57 one-empty-is-enough        2.10.3-an-empty-circle-for-a-wide-member
A-58 inactive-is-cancelled      9.3.4-an-ability-lost-while-it-waits
A-59 not-offered                8.4.3.2-a-boost-without-leave-to-define
A-60 not-paid                   9.10.1-a-price-that-is-replaced
A-61 own-departure-only         9.7.4.1.2-read-otherwise-members-that-leave-together
A-62 master-when-triggered      3.2.1.2.2-a-waiting-ability-changes-sides
A-63 must-be-active-after       4.1.3.2.2-a-text-about-being-turned-face-down
A-64 while-set                  5.24.1-a-set-card-whose-text-says-nothing-of-it
A-65 surplus-dropped            2.15.2-a-limit-that-falls
A-66 all-circles-new            7.5.3.5-a-wide-member-shifts-by-one-circle
A-67 nobody-loses               8.5.3.4.2-neither-member-wins
A-68 the-loss-alone             10.9.1-a-refresh-point-beside-a-lost-game
A-69 affected-master            9.9.1.7.1-two-that-came-together-and-the-turn-player-orders
"""
ROWS = [tuple(row.split()) for row in OTHERWISE.split("\n") if row]


@pytest.mark.parametrize(("doubt", "choice", "name"), ROWS, ids=lambda part: part)
def test_read_otherwise_the_ruling_comes_out_differently(
    doubt: str, choice: str, name: str, tmp_path: Path
) -> None:
    page = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    page["position"].setdefault("readings", {})[doubt] = choice
    file = tmp_path / f"{name}.toml"
    file.write_text(tomli_w.dumps(page), "utf-8")
    assert ruling.run(ruling.load(FOLDER / f"{name}.toml")).ok
    assert not ruling.run(ruling.load(file)).ok


DUEL = '[table]\n"attacked circle" = 3\n"member attacked" = 1\n'
LEVEL = 'level = [{ card = "Filler", rested = true }]\n'
ATTACKER = 'front_left = [{ card = "Scholar", attacking = true, rested = true }]\n' + LEVEL
DEFENDER = 'front_right = [{ card = "Nomad", defending = true }]\n'


def test_a_face_down_level_card_can_be_boosted_if_it_stands_by_default() -> None:
    """A-05."""
    b = DEFENDER + 'level = [{ card = "Spark", "face down" = true }]\nhand = ["Filler"]\n'
    usual, _ = table("8.4.3", ATTACKER, b, DUEL)
    other, _ = table("8.4.3", ATTACKER, b, DUEL, {"A-05": "face-down-stands"})
    assert not any("boost" in option for option in offered(usual))
    assert any("boost" in option for option in offered(other))


def test_a_fifth_level_card_can_be_added_and_pruned() -> None:
    """A-07."""
    a = 'hand = ["Spark"]\nlevel = [{ card = "Filler", count = 4 }]\n'
    usual, _ = table("7.4.3", a)
    other, _ = table("7.4.3", a, readings={"A-07": "add-and-prune"})
    assert not any(option.startswith("level") for option in offered(usual))
    assert any(option.startswith("level") for option in offered(other))


@pytest.mark.parametrize(("reading", "power"), [("fixed-until-battle-end", 7000), ("follows-soul", 6000)])
def test_soul_that_leaves_in_battle(reading: str, power: int) -> None:
    """A-08: the bonus was fixed, or follows the soul there is."""
    a = 'front_left = [{ card = "Burner", under = ["Scholar"] }]\n' + LEVEL
    more = """
[cards.Burner]
type = "tranceunion"
territory = 1
power = 6000
limit = 1
text = "[AUTO] When this member attacks, put 1 card from this member's soul into your drop zone."
"""
    line, _ = table("battle phase", a, DEFENDER.replace(", defending = true", ""), more, {"A-08": reading})
    say(line, "attack", "front right")
    assert shows(line, "8.2.6", "8.2.11.6", "9.7.3")
    attacker = next(card for card in line.state.cards.values() if card.name == "Burner")
    events = [h.event for entry in line.log for h in entry.events]
    values = [e.value for e in events if isinstance(e, Derived) and e.card == attacker.id]
    assert values == [power]


@pytest.mark.parametrize(
    ("reading", "winner"), [("power-logic-each", "attacker"), ("souls-add-too", "defender")]
)
def test_souls_of_an_interceptor(reading: str, winner: str) -> None:
    """A-16: only the interceptor itself lends power, or its soul too."""
    b = DEFENDER.replace("Nomad", "Weakling") + 'back_left = [{ card = "Catcher", under = ["Scholar"] }]\n'
    more = (
        DUEL
        + """
[cards.Weakling]
type = "foreigner"
territory = 1
power = 1000
limit = 0

[cards.Catcher]
type = "tranceunion"
territory = 1
power = 100
"power logic" = 1500
intercept = 1
"""
    )
    line, _ = table("8.3.3", ATTACKER, b, more, {"A-16": reading})
    say(line, "Catcher")
    assert (where(line, "Weakling") == ["B.stock"]) == (winner == "attacker")


def test_member_text_in_the_battle_zone() -> None:
    """A-18."""
    more = (
        DUEL
        + """
[cards.Leader]
type = "logicalist"
power = 1
text = "[CONT] Your members get +3000 power."
"""
    )
    weak = ATTACKER.replace("Scholar", "Guard") + 'battle = ["Leader"]\n'
    usual, _ = table("8.5.3", weak, DEFENDER, more)
    other, _ = table("8.5.3", weak, DEFENDER, more, {"A-18": "member-text-works"})
    for line in (usual, other):
        line.run()
    assert where(usual, "Nomad") == ["B.front right"]
    assert where(other, "Nomad") == ["B.stock"]


CLOSER = """
[cards.Closer]
type = "foreigner"
text = "[AUTO] At the beginning of the end of battle step, draw a card."
"""


def test_two_names_for_the_end_of_battle_as_two_timings() -> None:
    """A-20: read as two timings, the second comes when the step starts over."""
    for reading in ("once-per-step", "two-timings"):
        line, _ = table(
            "8.6.2",
            LEVEL + 'back_left = [{ card = "Closer", rested = true }]\n',
            "",
            CLOSER,
            {"A-20": reading},
        )
        line.run(60)
        steps = [entry.clause for entry in line.log]
        assert steps.count("8.6.2") == (2 if reading == "two-timings" else 1)
        assert shows(line, "8.6.2", "9.7.2", "9.7.3")


def test_vanguard_counted_on_resolution() -> None:
    """A-22: it triggers with five gates as well, and then does nothing."""
    more = (
        DUEL
        + """
[cards.Rider]
type = "logicalist"
power = 3000
text = "[AUTO] Vanguard When this member attacks, draw a card."
"""
    )
    a = ATTACKER.replace("Scholar", "Rider")
    usual, _ = table("8.2.11.5", a, DEFENDER, more)
    other, _ = table("8.2.11.5", a, DEFENDER, more, {"A-22": "checked-on-resolution"})
    usual.run(8)
    other.run(8)
    assert not shows(usual, "9.7.2")
    assert shows(other, "9.7.2", "9.7.3")
    assert where(other, "Filler").count("A.hand") == 0


@pytest.mark.parametrize(("reading", "drawn"), [("on-material", 0), ("on-material-any-soul", 1)])
def test_covenant_by_an_effect(reading: str, drawn: int) -> None:
    """A-23: being put into that character's soul by an effect."""
    more = """
[cards.Mira]
type = "foreigner"
territory = 1
text = '[AUTO] Covenant – "Ren" Draw a card.'

[cards.Giver]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Put 1 card from your hand into the soul of 1 of your other members."
"""
    a = 'hand = ["Mira"]\nfront_left = ["Giver"]\nfront_middle = ["Scholar"]\n'
    line, _ = table("play timing", a, "", more, {"A-23": reading})
    say(line, "use Giver Giver#1")
    assert where(line, "Filler").count("A.hand") == drawn


@pytest.mark.parametrize(
    ("reading", "again"), [("once-per-turn-when-played", False), ("once-per-turn-when-resolved", True)]
)
def test_an_unpaid_ability_with_the_usage_icon(reading: str, again: bool) -> None:
    """A-24: spent although its cost was not paid, or still there."""
    more = (
        DUEL
        + """
[cards.Broker]
type = "logicalist"
power = 3000
text = "[AUTO] [1/Turn] [①] When this member attacks, draw a card."
"""
    )
    a = ATTACKER.replace("Scholar", "Broker") + 'stock = ["Filler"]\n'
    line, _ = table("8.2.11.5", a, DEFENDER, more, {"A-24": reading})
    say(line, "no")
    broker = next(card for card in line.state.cards.values() if card.name == "Broker")
    assert (broker.mark("used Broker#1") is None) == again


def test_a_gate_that_is_gone_shields_nothing() -> None:
    """A-37."""
    a = 'front_left = ["Scholar"]\n' + LEVEL
    b = f'deck = 5\n"gate back left" = {GATE}\n'
    usual, _ = table("battle phase", a, b)
    other, _ = table("battle phase", a, b, readings={"A-37": "attackable"})
    assert "back left" not in offered(say(usual, "attack"))
    assert "back left" in offered(say(other, "attack"))


def test_who_sees_a_face_down_card() -> None:
    """A-41: by card, face and viewer; or by the flag of the zone alone, for rules and seats alike."""
    a = 'level = [{ card = "Spark", "face down" = true }]\n"gate front left" = ["Gate"]\n'
    for reading, flat in (("per-card-visibility", False), ("flat-zone-flag", True)):
        line, _ = table("7.5.2", a, readings={"A-41": reading})
        line.table.open(line.state, 0)
        for place, seats in (
            ("A.level", {A: True, B: flat}),
            ("A.gate front left", {A: not flat, B: not flat}),
        ):
            card = line.state.pile(place)[0]
            for seat, seen in seats.items():
                assert may_see(line.table, seat, card) is seen
                shown = view(line.rules, line.state, seat, {"A-41": reading})
                assert (shown.cards[shown.pile(place)[0]].name != UNKNOWN) is seen
                assert Eyes(line.table, line.state, seat).sees(card) is seen


def test_every_choice_at_play() -> None:
    """A-42: a later choice is made before the cost, too."""
    more = """
[cards.Planner]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Draw a card. Rest 1 of your opponent's members."
"""
    b = 'front_left = ["Nomad"]\nfront_middle = ["Guard"]\n'
    for reading, clause in (("first-at-play", "9.8.1"), ("all-at-play", "9.6.2.2")):
        line, _ = table("play timing", 'front_left = ["Planner"]\n', b, more, {"A-42": reading})
        say(line, "use Planner Planner#1")
        assert line.question is not None
        assert line.question.clause.startswith(clause)


def test_a_win_without_a_loser() -> None:
    """A-47."""
    more = (
        DUEL
        + """
[locals]
winner = 1

[cards.Chosen]
type = "logicalist"
text = "[AUTO] When this member wins, you win the game."
"""
    )
    a = 'front_left = [{ card = "Chosen", attacking = true, id = 1 }]\n'
    for reading, loser in (("win-is-opponent-loss", "B"), ("win-outright", None)):
        line, _ = table("8.5.4", a, "", more, {"A-47": reading})
        line.run()
        assert line.state.outcome is not None
        assert (line.state.outcome.winner, line.state.outcome.loser) == ("A", loser)
        assert any(isinstance(h.event, Decided) for h in line.log[-1].events)


def test_circles_after_the_cost() -> None:
    """A-54."""
    a = 'hand = ["Nomad"]\nlevel = ["Filler"]\nstock = ["Filler"]\n'
    usual, _ = table("play timing", a)
    other, _ = table("play timing", a, readings={"A-54": "on-resolution"})
    for line in (usual, other):
        say(line, "mobilize Nomad", "front left")
    assert shows(usual, "9.6.2.1", "9.6.2.2", "9.6.2.3", "9.6.2.4")
    assert shows(other, "9.6.2.1", "9.6.2.3", "9.6.2.2", "9.6.2.4")


def test_a_cost_paid_through_a_reshuffle() -> None:
    """A-03: with one card in the deck, three can be paid from it only if a reshuffle may come in between."""
    more = """
[cards.Miner]
type = "logicalist"
territory = 1
text = "[ACT] [Put the top 3 cards of your deck into your drop zone] Draw a card."
"""
    a = f'deck = ["Filler"]\nfront_left = ["Miner"]\n"gate back right" = {GATE}\n'
    a += 'drop = [{ card = "Spark", count = 4 }]\n'
    usual, _ = table("play timing", a, "", more)
    other, _ = table("play timing", a, "", more, {"A-03": "reshuffle-and-pay"})
    assert not any("use Miner" in option for option in offered(usual))
    say(other, "use Miner Miner#1")
    assert shows(other, "9.6.2.3", "10.2.2", "4.5.2.1", "9.6.2.4")
    assert len(other.state.pile("A.drop")) == 2


@pytest.mark.parametrize(("reading", "winner"), [("fixed-once", "A"), ("whoever-is-there", "B")])
def test_who_takes_the_defenders_place_has_its_logic(reading: str, winner: str) -> None:
    """A-14: a member that has come to the attacked circle defends, with what the battle zone lends it."""
    b = 'front_right = ["Weakling"]\nbattle = ["Spark"]\n'
    more = DUEL + '[cards.Weakling]\ntype = "foreigner"\nterritory = 1\npower = 1500\nlimit = 1\n'
    line, _ = table("8.5.3", ATTACKER, b, more, {"A-14": reading})
    line.run(1)
    told = [h.event for e in line.log for h in e.events if isinstance(h.event, Remembered)]
    won = next(line.state.cards[CardId(int(str(event.value)))] for event in told if event.name == "winner")
    assert line.table.policy.master(line.state, won) == winner


def test_a_member_that_returned_defends_with_its_logic() -> None:
    """A-14: while the defender is elsewhere, nothing is lent to it; back on its circle it is."""
    for circle, power in (("back right", 2500), ("front right", 4500)):
        b = f'"{circle}" = [{{ card = "Nomad", defending = true }}]\nbattle = ["Spark"]\n'
        line, _ = table("8.5.3", ATTACKER, b, DUEL, {"A-14": "resumes-on-return"})
        line.table.open(line.state, 0)
        nomad = next(card for card in line.state.cards.values() if card.name == "Nomad")
        assert line.table.peek(nomad.id, "power") == power


@pytest.mark.parametrize("reading", ["owner-zone-master-chooses", "master-zone"])
def test_where_a_clause_names_the_owner_no_reading_changes_it(reading: str) -> None:
    """A-32: 10.4.1 sends cards to their owner; 8.5.6 and most others name no one."""
    a = 'front_left = [{ card = "Scholar", owner = "B" }, "Guard"]\n'
    line, _ = table("9.5.3.1", a, readings={"A-32": reading})
    line.run(2)
    assert shows(line, "10.4.1")
    assert where(line, "Scholar") == ["B.drop"]


@pytest.mark.parametrize(("reading", "times"), [("once-per-event", 2), ("once-per-new-event", 4)])
def test_a_replacement_of_what_a_replacement_made(reading: str, times: int) -> None:
    """A-29: drop becomes stock, stock becomes drop; does the first apply to the second's drop?"""
    more = """
[cards.Saver]
type = "foreigner"
territory = 1
text = "[CONT] If one of your members would be put into your drop zone, put it into your stock instead."

[cards.Spoiler]
type = "foreigner"
territory = 1
text = "[CONT] If one of your members would be put into your stock, put it into your drop zone instead."

[cards.Butcher]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Put 1 of your other members into your drop zone."
"""
    a = 'front_left = ["Butcher"]\nfront_middle = ["Saver"]\nfront_right = ["Spoiler"]\n'
    a += 'back_left = ["Guard"]\n'
    line, _ = table("play timing", a, "", more, {"A-29": reading})
    say(line, "use Butcher Butcher#1", "Guard")
    replaced = [h for entry in line.log for h in entry.events if isinstance(h.event, Replaced)]
    assert len(replaced) == times
    assert where(line, "Guard") == ["A.drop"]


# readings whose other choice is shown by a test of its own, and not by a ruling that comes out differently
SHOWN: dict[tuple[str, str], Callable[..., None]] = {
    ("A-03", "reshuffle-and-pay"): test_a_cost_paid_through_a_reshuffle,
    ("A-05", "face-down-stands"): test_a_face_down_level_card_can_be_boosted_if_it_stands_by_default,
    ("A-07", "add-and-prune"): test_a_fifth_level_card_can_be_added_and_pruned,
    ("A-08", "follows-soul"): test_soul_that_leaves_in_battle,
    ("A-16", "souls-add-too"): test_souls_of_an_interceptor,
    ("A-18", "member-text-works"): test_member_text_in_the_battle_zone,
    ("A-20", "two-timings"): test_two_names_for_the_end_of_battle_as_two_timings,
    ("A-22", "checked-on-resolution"): test_vanguard_counted_on_resolution,
    ("A-23", "on-material-any-soul"): test_covenant_by_an_effect,
    ("A-24", "once-per-turn-when-resolved"): test_an_unpaid_ability_with_the_usage_icon,
    ("A-29", "once-per-new-event"): test_a_replacement_of_what_a_replacement_made,
    ("A-37", "attackable"): test_a_gate_that_is_gone_shields_nothing,
    ("A-41", "flat-zone-flag"): test_who_sees_a_face_down_card,
    ("A-42", "all-at-play"): test_every_choice_at_play,
    ("A-47", "win-outright"): test_a_win_without_a_loser,
    ("A-54", "on-resolution"): test_circles_after_the_cost,
}


def test_every_choice_of_every_reading_changes_what_runs() -> None:
    """Each choice but the default has a ruling or a test whose outcome differs by it; none is left out."""
    others = {(d.id, choice) for d in rules.book.doubts for choice in d.choices if choice != d.default}
    rows = {(doubt, choice) for doubt, choice, _ in ROWS} & others
    assert rows | set(SHOWN) == others
    assert not rows & set(SHOWN)
