"""A verb that a game has no rules for stops no game: the judge is warned, and asked to do it by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cardtext.checks.bearer import read_on
from judgekit.cardtext.model import Instead
from judgekit.cardtext.recovery import read_line, unread_in
from judgekit.cases.files.position import Position, loads
from judgekit.cases.files.position_check import warnings
from judgekit.cli import main
from judgekit.engine.events import Moved, Noted, Refused
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, Area, CardId

TABLE = """
game = "godzilla"
at = "play timing"
turn = "A"

[cards.Crab]
type = "monster"
rank = 1
"threat level" = 20000

[cards.Siren]
type = "battle"
rank = 1
"counter power" = 1000
text = "[Enter] You may negate the attack. If you do, draw 1 card."

[A]
"zone 3" = [{ card = "Crab", invading = true }]
hand = ["Siren"]
deck = 20

[B]
"zone 1" = [{ card = "Crab", invading = true }]
deck = 20
"""
WARNED = (
    "Siren has an ability that could never happen: "
    "the verb NegateAttack is not wired (the judge will be asked to do it by hand)"
)


def table() -> Position:
    return loads(TABLE)


def asked() -> tuple[Line, Question]:
    line = table().line()
    return line, played(line)


def played(line: Line) -> Question:
    """The game up to the question that the judge is asked: A plays Siren, and uses its ability."""
    question = line.run(400)
    while question is not None and question.player != JUDGE:
        wanted = [one.id for one in question.options if "Siren" in one.label or one.id == "yes"]
        line.answer((wanted or [one.id for one in question.options])[0])
        question = line.run(400)
    assert question is not None
    return question


def test_whoever_loads_such_a_card_is_warned() -> None:
    assert warnings(table()) == [WARNED]


def test_what_was_accepted_is_not_warned_of_again() -> None:
    accepted = WARNED.replace("has an ability that could never happen: ", "").replace(
        "Siren ", "never Siren: "
    )
    assert warnings(loads(f'assumptions = ["{accepted}"]\n{TABLE}')) == []


def test_the_judge_is_asked_in_the_words_of_the_card() -> None:
    _, question = asked()
    assert (
        question.prompt == "Siren: no rule says how to carry out “Negate the attack.”; carry it out by hand"
    )
    assert [one.id for one in question.options] == ["done", "not done"]


@pytest.mark.parametrize(("said", "drawn"), [("done", 1), ("not done", 0)])
def test_what_hangs_on_it_follows_what_the_judge_says(said: str, drawn: int) -> None:
    line, _ = asked()
    before = len(line.state.pile(Area("A.hand")))
    line.answer(said)
    line.run(3)
    assert len(line.state.pile(Area("A.hand"))) == before + drawn
    told = [happened.event for entry in line.log for happened in entry.events]
    notes = [one.text for one in told if isinstance(one, Noted)]
    refused = [one.reason for one in told if isinstance(one, Refused) and one.what == "negateattack"]
    assert ("“Negate the attack.” was carried out by hand" in notes) == (said == "done")
    assert len(refused) == (said == "not done")


def test_a_correction_made_meanwhile_stays_and_the_judge_is_asked_again() -> None:
    line, question = asked()
    card = line.state.pile(Area("A.deck"))[0]
    line.correct([Moved(CardId(card), Area("A.deck"), Area("A.discard pile"))], "done by hand", "Judge")
    assert played(line) == question
    assert line.state.cards[card].area == "A.discard pile"


def test_the_command_line_warns_when_the_game_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    file = tmp_path / "siren.toml"
    file.write_text(TABLE, "utf-8")
    result = CliRunner().invoke(main, ["run", str(file)])
    assert result.exit_code == 0
    assert f"warning: {WARNED}" in result.stderr.splitlines()


UNREAD = TABLE.replace(
    "[Enter] You may negate the attack. If you do, draw 1 card.",
    "[Enter] Frobnicate 1 of their cards. If you do, draw 1 card.\\n[Revenge] Draw 1 card.",
)


def test_a_sentence_that_is_not_read_refuses_no_position() -> None:
    position = loads(UNREAD)
    (words,) = position.pool.by_hand()["Siren"]
    assert (words.text, words.reason) == ("Frobnicate 1 of their cards", "cannot read 'Frobnicate'")
    assert len(position.pool["Siren"].abilities) == 2
    assert warnings(position) == [
        "Siren has a text to carry out by hand: “Frobnicate 1 of their cards” (cannot read 'Frobnicate')"
    ]


@pytest.mark.parametrize(("said", "drawn"), [("done", 1), ("not done", 0)])
def test_a_sentence_that_is_not_read_comes_up_and_the_judge_carries_it_out(said: str, drawn: int) -> None:
    line = loads(UNREAD).line()
    question = played(line)
    assert question.prompt == "Siren: “Frobnicate 1 of their cards” is not read; carry it out by hand"
    before = len(line.state.pile(Area("A.hand")))
    line.answer(said)
    line.run(3)
    assert len(line.state.pile(Area("A.hand"))) == before + drawn


@pytest.mark.parametrize(
    ("game", "text", "used"),
    [
        ("dragon_ball_super", "[Auto] When this card attacks, frobnicate it. Draw 1 card.", "Attacks"),
        ("gate_ruler", "When this unit enters play, frobnicate it. Draw 1 card.", "Moved"),
        ("luck_and_logic", "[AUTO] When this member attacks, frobnicate it. Draw a card.", "Attacks"),
    ],
)
def test_what_says_when_is_used_though_what_happens_is_not_read(game: str, text: str, used: str) -> None:
    (ability,) = read_line(text, game)
    assert type(ability.trigger).__name__ == used
    assert [type(each).__name__ for each in ability.body] == ["Unread", "Draw"]


@pytest.mark.parametrize(
    ("game", "text", "optional"),
    [
        ("godzilla", "If this card would be destroyed, you may frobnicate it instead.", True),
        ("dragon_ball_super", "[Permanent] If you would draw a card, draw 2 and frobnicate instead.", False),
        ("gate_ruler", "If you would draw a card, you may frobnicate it and draw 2 instead.", True),
        ("luck_and_logic", "[CONT] If you would draw a card, frobnicate it instead.", False),
    ],
)
def test_what_would_happen_is_used_though_what_happens_instead_is_not_read(
    game: str, text: str, optional: bool
) -> None:
    (ability,) = read_line(text, game)
    (instead,) = ability.body
    assert isinstance(instead, Instead)
    assert (instead.optional, [type(each).__name__ for each in instead.do]) == (optional, ["Unread"])


def test_what_may_speak_of_words_not_read_is_not_read_either() -> None:
    (ability,) = read_line("[Enter] Frobnicate 1 of their cards. Destroy it. Draw 1 card.", "godzilla")
    assert [type(each).__name__ for each in ability.body] == ["Unread", "Unread", "Draw"]


def test_if_it_is_not_read_when_it_happens_nothing_of_it_happens() -> None:
    (ability,) = read_line("When the moon frobnicates, draw 1 card. Draw 2 cards.", "godzilla")
    assert {type(each).__name__ for each in ability.body} == {"Unread"}


def test_a_text_that_nobody_knows_is_not_an_empty_one() -> None:
    unknown = loads(TABLE.replace("[Enter] You may negate the attack. If you do, draw 1 card.", "?"))
    assert [card.text_is for card in unknown.cards] == ["empty", "unknown"]
    assert warnings(unknown) == ["the text of Siren is unknown: nothing it says is played"]
    assert list(unknown.pool.by_hand()) == ["Siren"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("Timing: Standard Action\nFrobnicate 1 enemy unit.", ""),
        ("Standard Action\nFrobnicate 1 enemy unit.", ""),
        ("[Standard Action] Frobnicate 1 enemy unit.", ""),
        ("Frobnicate 1 enemy unit.", "standard action"),
    ],
)
def test_an_event_is_played_when_it_says_though_what_it_does_is_not_read(text: str, field: str) -> None:
    printed = {"type": "event", "level": 1} | ({"timing": field} if field else {})
    (ability,) = read_on(text, "gate_ruler", printed)
    assert (ability.kind, ability.window, ability.labels) == ("activated", "standard", ("event",))
    assert [each.text for each in unread_in(ability)] == ["Frobnicate 1 enemy unit"]


@pytest.mark.parametrize(
    ("text", "field", "window"),
    [
        ("Timing: Instant Action\nDraw a card.", "", "instant"),
        ("Instant Action. Draw a card.", "", "instant"),
        ("Standard Action: Draw a card.", "", "standard"),
        ("Draw a card.", "instant action", "instant"),
    ],
)
def test_the_timing_of_an_event_stands_in_its_text_or_in_its_field(
    text: str, field: str, window: str
) -> None:
    printed = {"type": "event", "level": 1} | ({"timing": field} if field else {})
    (ability,) = read_on(text, "gate_ruler", printed)
    assert (ability.window, ability.labels) == (window, ("event",))
    assert not unread_in(ability)


def test_a_unit_s_standard_action_stays_an_ability_of_the_unit() -> None:
    (ability,) = read_on("Standard Action: Draw a card.", "gate_ruler", {"type": "unit", "level": 1})
    assert ability.labels != ("event",)


@pytest.mark.parametrize(("kind", "waits"), [("strategy", True), ("battle", False), ("monster", False)])
def test_when_a_text_that_is_not_read_happens_is_said_only_of_a_strategy_card(kind: str, waits: bool) -> None:
    (ability,) = read_on("Frobnicate 1 battle card.", "godzilla", {"type": kind})
    assert (ability.trigger is not None) is waits


STRATEGY = TABLE.replace('type = "battle"', 'type = "strategy"').replace('"counter power" = 1000\n', "")


@pytest.mark.parametrize(
    "text",
    [
        "Frobnicate the quux.",
        "When your monster frobnicates, quux.",
        "Until the end of the turn, frobnicate.",
    ],
)
def test_a_strategy_card_of_which_nothing_is_read_asks_the_judge_when_it_is_activated(text: str) -> None:
    table = STRATEGY.replace("[Enter] You may negate the attack. If you do, draw 1 card.", text)
    question = played(loads(table).line())
    assert question.prompt == f"Siren: “{text.rstrip('.')}” is not read; carry it out by hand"


@pytest.mark.parametrize(
    ("game", "text", "unread", "why"),
    [
        (
            "dragon_ball_super",
            "[Activate: Main] Choose 1 yellow card from your deck and add it to your hand. "
            "If you do not add a card to your Drop Area, draw 1 card.",
            "If you do not add a card to your Drop Area, draw 1 card",
            "no card was put there before",
        ),
        (
            "gate_ruler",
            "[OD] Put the top 3 cards of your deck into your graveyard. If a unit card was put into your "
            "opponent's graveyard this way, draw a card.",
            "If a unit card was put into your opponent's graveyard this way, draw a card",
            "known, but not like this",
        ),
    ],
)
def test_what_points_at_nothing_leaves_the_sentences_before_it(
    game: str, text: str, unread: str, why: str
) -> None:
    (ability,) = read_line(text, game)
    (found,) = unread_in(ability)
    assert found.text == unread
    assert why in found.reason
    assert ability.kind == "activated" or ability.labels or ability.trigger
