"""Does it matter? Labelled positions, agreement with the plain search, budgets, resuming."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from math import factorial
from pathlib import Path

import pytest

from judgekit.audit.exploring.concerns import (
    UnknownConcern,
    card_place,
    everything,
    number,
    read_concern,
    seen,
    winner,
)
from judgekit.audit.exploring.ends import UnknownEnd, next_choice, read_end, the_end
from judgekit.audit.exploring.explore import Asked, Budget, Exploration, at_next_question, explore, played
from judgekit.audit.exploring.resuming import CannotResume
from judgekit.audit.exploring.search import WrongBudget
from judgekit.audit.exploring.telling import searched
from judgekit.audit.fuzzing.random_play import pick
from judgekit.audit.pending import pending
from judgekit.cases.rulings.ruling import files, load
from judgekit.engine.machine import Line
from judgekit.known import GAMES
from tests.audit.tables import DRAGON, GATE, GODZILLA, LUCK, waiting

ROOT = Path(__file__).parents[2]
ORDER = {GODZILLA: "10.6.3", DRAGON: "8-6-4", LUCK: "9.5.3.2", GATE: "14-9c"}
RED = "card:c{red}"  # where A's topmost card is

# game, what waits, what is asked, how many outcomes; what decides and what is free: the order, or what else a
# player is asked
LABELLED = [
    (GODZILLA, "draw draw", "everything", 1, "", "order"),
    (GODZILLA, "draw mill", "everything", 2, "order", ""),
    (GODZILLA, "draw mill", "winner", 1, "", "order"),
    (GODZILLA, "draw mill", RED, 2, "order", ""),
    (GODZILLA, "draw pump", "everything", 1, "", "order"),
    (GODZILLA, "draw draw mill", "everything", 3, "order", ""),
    (GODZILLA, "draw draw mill", RED, 2, "order", ""),
    (GODZILLA, "mill mill", "everything", 1, "", "order"),
    (GODZILLA, "mill bury", "everything", 2, "order", ""),
    (GODZILLA, "draw bury", "everything", 1, "", "order"),
    (GODZILLA, "draw opp", "everything", 2, "B", "order"),
    (GODZILLA, "draw opp", RED, 1, "", "order B"),
    (GODZILLA, "draw may", "everything", 2, "A", "order"),
    (GODZILLA, "may may", "everything", 3, "A", "order"),
    (GODZILLA, "mill may", "everything", 3, "order A", ""),
    (GODZILLA, "mill may", "winner", 1, "", "order A"),
    (GODZILLA, "kill draw", "everything", 1, "", "order"),
    (GODZILLA, "pump bury", "seen", 1, "", "order"),
    (DRAGON, "draw draw", "everything", 1, "", "order"),
    (DRAGON, "draw mill", "everything", 2, "order", ""),
    (DRAGON, "draw mill", "seen", 2, "order", ""),
    (DRAGON, "draw life", "everything", 2, "order", ""),
    (DRAGON, "life life", "everything", 1, "", "order"),
    (DRAGON, "mill mill", "everything", 1, "", "order"),
    (DRAGON, "draw hit", "winner", 1, "", "order B"),
    (DRAGON, "draw hit", RED, 1, "", "order B"),
    (DRAGON, "lose draw", "winner", 1, "", "order"),
    (DRAGON, "opp draw", "everything", 2, "B", "order"),
    (LUCK, "draw draw", "everything", 1, "", "order"),
    (LUCK, "draw stock", "everything", 2, "order", ""),
    (LUCK, "draw mill", "everything", 2, "order", ""),
    (LUCK, "draw mill", "winner", 1, "", "order"),
    (LUCK, "stock mill", RED, 2, "order", ""),
    (LUCK, "draw look", "everything", 1, "", "order"),
    (LUCK, "opp look", "everything", 2, "B", "order"),
    (LUCK, "opp draw", "everything", 2, "B", "order"),
    (LUCK, "opp draw", RED, 1, "", "order B"),
    (LUCK, "draw mill stock", RED, 3, "order", ""),
    (GATE, "draw draw", RED, 1, "", ""),
    (GATE, "draw mill", RED, 2, "order", ""),
    (GATE, "draw hit", RED, 1, "", ""),
    (GATE, "mill heal", RED, 1, "", ""),
    (GATE, "hit heal", "winner", 1, "", ""),
]


def ask(line: Line, asks: str, until: str, **more: object) -> Exploration:
    red = next((c for c in sorted(line.state.cards) if line.state.cards[c].area == "A.deck"), 0)
    concern = read_concern(asks.format(red=red), line)
    return explore(line, until=read_end(until, line), question=concern, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "effects", "asks", "outcomes", "decides", "free"), LABELLED)
def test_a_labelled_position_has_as_many_outcomes_as_its_label_says(
    game: str, effects: str, asks: str, outcomes: int, decides: str, free: str
) -> None:
    line = waiting(game, effects)
    found = ask(line, asks, "choice:B" if game == GATE else "check")
    assert found.is_whole
    assert len(found.outcomes) == outcomes
    assert found.verdict == ("same" if outcomes == 1 else "differs")
    assert kinds(found.deciding, game) == set(decides.split())
    if game != GATE:  # there the lines go on past the abilities, to choices that are not about them
        assert kinds(found.free, game) == set(free.split())


def kinds(asked: tuple[Asked, ...], game: str) -> set[str]:
    return {"order" if one.clause == ORDER[game] else one.player for one in asked}


def test_five_questions_about_one_table_have_five_answers() -> None:
    """A draws and puts a card into the discard pile; B discards one of two cards."""
    line = waiting(GODZILLA, "draw mill opp")
    red, hand = line.state.pile("A.deck")[0], line.state.pile("B.hand")[0]
    until = read_end("check", line)
    asked = [winner(), card_place(red, "Red"), card_place(hand, "B's Red"), everything()]
    many = [len(explore(line, until=until, question=one).outcomes) for one in asked]
    assert many == [1, 2, 2, 4]
    groups = [
        {one.facts for one in explore(line, until=until, question=each).outcomes} for each in (*asked, seen())
    ]
    assert len({frozenset(one) for one in groups}) == 5


def test_what_only_the_judge_knows_does_not_differ_for_the_players() -> None:
    """Of two cards that go face down into the life area, nobody sees which lies on top."""
    line = waiting(DRAGON, "life life draw")
    until = read_end("check", line)
    assert explore(line, until=until, question=everything()).verdict == "differs"
    assert len(explore(line, until=until, question=seen()).outcomes) == 3  # by the card that was drawn


def test_every_outcome_has_a_line_of_answers_that_leads_to_it() -> None:
    line = waiting(GODZILLA, "draw draw mill")
    until, concern = read_end("check", line), card_place(line.state.pile("A.deck")[0], "Red")
    found = explore(line, until=until, question=concern)
    assert [len(one.shortest) for one in found.outcomes] == [2, 2]
    for one in found.outcomes:
        assert concern.facts(played(line, until, one.shortest)) == one.facts
    assert sum(one.lines for one in found.outcomes) == found.lines == factorial(3)


def test_two_lines_part_at_the_first_choice_that_decides() -> None:
    line = waiting(GODZILLA, "draw mill")
    found = ask(line, "everything", "check")
    assert found.parting is not None
    assert found.parting.shared == 0
    assert [one[0].chosen for one in found.parting.lines] == [("Aldo#1 c2",), ("Bela#1 c3",)]
    assert found.parting.clauses == ("10.5.2.1.4", "10.5.2.1.4")


def test_searching_leaves_the_line_where_it_was() -> None:
    line = waiting(LUCK, "draw mill")
    before, question = line.state, line.question
    ask(line, "everything", "check")
    assert (line.state, line.question, line.log) == (before, question, line.log)


# merging


def test_merged_and_plain_search_agree_on_random_positions_of_all_games() -> None:
    assert compared(4, random.Random(21), seconds=0.25) >= 6


@pytest.mark.long
def test_merged_and_plain_search_agree_on_a_thousand_random_positions() -> None:
    assert compared(400, random.Random(7), states=600, seconds=3) >= 1_000


def compared(many: int, dice: random.Random, states: int = 120, seconds: float = 1) -> int:
    """So many positions of each game; how many of them could be searched whole in both ways."""
    whole = 0
    for game in GAMES:
        for _ in range(many):
            line = somewhere(game, dice)
            until = read_end(dice.choice(["check", "choice:A", "choice:B"]), line)
            merged, plain = (
                explore(line, until=until, question=everything(), budget=Budget(seconds, states), merged=way)
                for way in (True, False)
            )
            if merged.is_whole and plain.is_whole and not merged.notes:
                whole += 1
                assert {one.facts for one in merged.outcomes} == {one.facts for one in plain.outcomes}
                assert merged.lines == plain.lines
    return whole


def somewhere(game: str, dice: random.Random) -> Line:
    """A place of a ruling's position, some random answers on."""
    while True:
        script = next(iter(load(dice.choice(files(game))).scripts.values()))
        if script.position is None:
            continue
        line = script.position.line()
        for _ in range(dice.randint(0, 3)):
            question = line.run(3_000)
            if question is not None and question.form == "number":
                line.answer(str(question.least))  # a loop is not carried out thousands of times
            elif question is not None:
                line.answer(*pick(question, dice))
        if not line.is_over:
            return at_next_question(line)


def test_six_equal_triggers_need_a_fifth_of_the_situations_when_merged() -> None:
    line = waiting(GODZILLA, "draw " * 6)
    merged, plain = (
        explore(line, until=read_end("check", line), question=winner(), merged=way, budget=Budget(60, None))
        for way in (True, False)
    )
    assert merged.lines == plain.lines == factorial(6)
    assert plain.situations >= 5 * merged.situations


def test_abilities_that_touch_different_things_are_told_to_be_one_order() -> None:
    found = ask(waiting(GODZILLA, "draw pump"), "everything", "check")
    (one,) = found.independent
    assert one.orders == 2
    assert one.touches == (("A's deck", "A's hand"), ("the effects that apply",))
    assert any("because they touch different things" in told for told in searched(found))


def test_abilities_that_touch_the_same_are_not() -> None:
    """Two draws come to the same in either order, but not because they have nothing to do with each other."""
    assert ask(waiting(GODZILLA, "draw draw"), "everything", "check").independent == ()
    assert ask(waiting(GODZILLA, "draw mill"), "everything", "check").independent == ()


# budgets


def test_a_search_that_is_not_finished_says_so_and_how_far_it_came() -> None:
    line = waiting(GODZILLA, "draw draw draw draw")
    found = ask(line, "winner", "turn", budget=Budget(None, 20))
    assert found.verdict == "unfinished"
    assert found.open == ("20 situations were seen",)
    found = ask(line, "everything", "check", budget=Budget(None, 9), tell=lambda many: False)
    assert found.open


def test_a_difference_that_was_found_is_one_even_if_the_search_is_not_finished() -> None:
    line = waiting(GODZILLA, "draw mill may")
    found = ask(line, "everything", "check", budget=Budget(None, 9))
    assert (found.verdict, found.is_whole) == ("differs", False)


def test_what_only_the_judge_can_tell_is_not_followed_unless_wanted() -> None:
    """Two cards of A's deck are unknown, and one of them is searched for by its type."""
    line = unknown_deck()
    found = ask(line, "everything", "check")
    assert found.verdict == "unfinished"
    assert "needs to know" in found.open[0]
    told = ask(line, "everything", "check", faces=True, budget=Budget(10, 2_000))
    assert told.outcomes
    assert not any("needs to know" in why for why in told.open)


def unknown_deck() -> Line:
    text = "[Enter] Reveal the top card of your deck. If it is a battle card, place it into your hand. "
    text += "Otherwise, place it into your discard pile."
    draw = "[Enter] Draw 1 card."
    return at_next_question(pending(GODZILLA, [text, draw], {"A": {"deck": 2, "zone 2": ["Aldo"]}}).line())


@pytest.mark.parametrize("lines_kept", [1, 2, 5, 9, 17, 30])
def test_a_search_that_was_broken_off_goes_on_from_its_file(tmp_path: Path, lines_kept: int) -> None:
    line = waiting(GODZILLA, "draw mill draw may")
    file = tmp_path / "search.jsonl"
    whole = ask(line, "everything", "check", resume=file)
    kept = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(kept[:lines_kept]) + kept[lines_kept][:7])  # cut short in the middle of a line
    assert ask(line, "everything", "check", resume=file) == whole
    assert sorted(file.read_bytes().splitlines()) == sorted(one.rstrip() for one in kept)


def test_a_search_does_not_go_on_from_the_file_of_another(tmp_path: Path) -> None:
    file = tmp_path / "search.jsonl"
    ask(waiting(GODZILLA, "draw mill"), "winner", "check", resume=file)
    with pytest.raises(CannotResume, match="belongs to another search"):
        ask(waiting(GODZILLA, "draw mill"), "everything", "check", resume=file)
    file.write_text("my notes\n")
    with pytest.raises(CannotResume, match="is not a file of a search"):
        ask(waiting(GODZILLA, "draw mill"), "winner", "check", resume=file)
    assert file.read_text() == "my notes\n"


# what cannot be asked


def test_a_budget_of_nothing_is_refused() -> None:
    for budget in ((0, 10), (10, 0), (-1, None)):
        with pytest.raises(WrongBudget, match="a search needs more than"):
            Budget(*budget)


def test_an_end_or_a_question_that_is_none_is_refused_with_what_there_is() -> None:
    line = waiting(GODZILLA, "draw mill")
    for text in ("moon", "choice:C", "clause:99", "battle", ""):
        with pytest.raises(UnknownEnd):
            read_end(text, line)
    for text, told in (
        ("weather", "a question is one of"),
        ("card:Nobody", "there are Aldo, Bela"),
        ("card:Red", "is 2 cards; name one by its id"),
        ("number:A.luck", "no number of this table"),
    ):
        with pytest.raises(UnknownConcern, match=told):
            read_concern(text, line)


def test_ends_lie_where_they_are_named() -> None:
    line = waiting(GODZILLA, "draw mill")
    assert ask(line, "everything", "choice").lines == 2
    assert explore(line, until=next_choice("B"), question=number("turn"), budget=Budget(5, 300)).outcomes
    assert explore(line, until=the_end(), question=winner(), budget=Budget(1, 50)).verdict == "unfinished"
    assert ask(line, "everything", "clause:7.3.2", budget=Budget(5, 50)).outcomes


KILLED = """
import os, signal, sys
from pathlib import Path
from judgekit.audit.exploring import resuming
from tests.audit.tables import GODZILLA, waiting
from tests.audit.test_explore import ask

resuming.FLUSHED = float(sys.argv[3])
keep, left = resuming._Writer.keep, int(sys.argv[2])


def counted(self, key, node):
    global left
    keep(self, key, node)
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)


resuming._Writer.keep = counted
ask(waiting(GODZILLA, "draw mill draw may"), "everything", "check", resume=Path(sys.argv[1]))
"""


def killed_and_resumed(tmp_path: Path, points: int) -> None:
    """B19: kill -9 when so many situations are done, flushed or not; resumed, the report is the same."""
    line, whole_file = waiting(GODZILLA, "draw mill draw may"), tmp_path / "whole.jsonl"
    whole = ask(line, "everything", "check", resume=whole_file)
    many = len(whole_file.read_bytes().splitlines()) - 1
    for point in range(1, points + 1):
        file = tmp_path / f"{point}.jsonl"
        script = [sys.executable, "-c", KILLED, str(file), str(max(1, many * point // (points + 1)))]
        flushed = (
            "-1" if point % 2 else "60"
        )  # at every situation; or never, so that little or nothing is there
        done = subprocess.run([*script, flushed], cwd=ROOT, check=False, capture_output=True)
        assert done.returncode == -signal.SIGKILL, done.stderr
        assert ask(waiting(GODZILLA, "draw mill draw may"), "everything", "check", resume=file) == whole
        assert sorted(file.read_bytes().splitlines()) == sorted(whole_file.read_bytes().splitlines())


@pytest.mark.long  # processes that are killed
def test_a_search_that_was_killed_ends_with_the_same_report(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, 2)


@pytest.mark.long
def test_a_search_that_was_killed_at_twenty_points_ends_with_the_same_report(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, 20)
