"""Whatever is not offered is answered with a clause, what it needs and what was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.files.position import Position
from judgekit.cases.play.answering import answer_in_words
from judgekit.cases.play.refusals import why_refused
from judgekit.cases.rulings import ruling
from judgekit.engine.legality import Check
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B

RULINGS = Path(__file__).parents[2] / "rulings"
BREAKER = RULINGS / "godzilla" / "10.5.3-why-a-card-cannot-be-chosen.toml"
FIELDS = RULINGS / "dragon-ball-super" / "10-3-3-a-new-harbour-and-a-desert.toml"


def asked(path: Path, *answers: str) -> tuple[Line, Position]:
    """The line of a ruling's position, after these answers."""
    place = next(iter(ruling.load(path).scripts.values())).position
    assert place is not None
    line = place.line()
    for answer in answers:
        line.run(500)
        answer_in_words(line, place, [answer])
    line.run(500)
    return line, place


def failed(line: Line, place: Position, word: str, player: str = "A") -> list[tuple[str, str, str]]:
    checks = why_refused(line, A if player == "A" else B, word, place.labels, place.game)
    return [told(check) for check in checks if not check.ok]


def told(check: Check) -> tuple[str, str, str]:
    return check.clause, check.needed, check.found


@pytest.mark.parametrize(
    ("word", "needed", "found"),
    [
        ("Keep", "a card with rank 3 or less", "5"),
        ("Shed", "1 of your opponent's battle cards", "A.zone 5"),
        ("Ghost", "nothing that forbids it", "Ghost forbids it"),
    ],
)
def test_a_card_that_a_text_does_not_let_a_player_choose(word: str, needed: str, found: str) -> None:
    line, place = asked(BREAKER, "play Breaker", "zone 1")
    assert failed(line, place, word) == [("10.5.3.1", needed, found)]


def test_what_is_no_card_is_refused_by_the_clause_that_asks() -> None:
    line, place = asked(BREAKER, "play Breaker", "zone 1")
    ((clause, needed, found),) = failed(line, place, "zone 4")
    assert (clause, found) == ("10.5.3.1", "it is not one of the options")
    assert needed.startswith("Breaker: choose 1 of your opponent's battle cards")


def test_what_is_offered_is_not_refused_but_to_the_player_who_is_not_asked() -> None:
    line, place = asked(BREAKER, "play Breaker", "zone 1")
    assert failed(line, place, "Hut") == []
    assert failed(line, place, "Hut", "B") == [("10.5.3.1", "B is asked", "A is asked at 10.5.3.1")]


def test_an_action_with_a_card_that_it_is_never_done_with() -> None:
    line, place = asked(BREAKER)
    assert failed(line, place, "play monster Breaker") == [("8.5.1", "something to play monster", "no")]


def test_an_action_with_two_cards_that_it_is_never_done_with() -> None:
    line, place = asked(FIELDS)
    (refused,) = failed(line, place, "attack Orrin, Plain Captain New Harbour")
    assert refused == ("6-3-1-2-3", "something to attack", "no")


def test_asking_why_leaves_the_question_as_it_was() -> None:
    line, place = asked(BREAKER, "play Breaker", "zone 1")
    before = line.question, line.state, len(line.log)
    failed(line, place, "Keep")
    assert (line.question, line.state, len(line.log)) == before
