"""Questions are asked in full, and options that read the same are told apart in words."""

from __future__ import annotations

import pytest

from judgekit import paths
from judgekit.cases.files.position import loads
from judgekit.cases.rulings.ruling import files, load, run
from judgekit.engine.questions import Option, Question
from judgekit.engine.state import A
from judgekit.known import GAMES
from judgekit.narrate.asking import in_full, told_apart, wants
from judgekit.narrate.events import BARE


def question(prompt: str, cards: int = 3, least: int = 1, most: int = 1) -> Question:
    return Question(
        A, "1.1", prompt, tuple(Option(f"c{n}", "Oak", card=n) for n in range(cards)), least, most
    )


@pytest.mark.parametrize(
    ("asked", "told", "besides"),
    [
        (question("choose"), "choose a card", ""),
        (question("discard", least=2, most=2), "choose 2 cards to discard", ""),
        (question("destroy", least=0, most=2), "choose up to 2 cards to destroy", ""),
        (question("move to deck"), "choose a card to move to the deck", ""),
        (question("search", least=0), "choose up to 1 card from the deck", ""),
        (question("choose energy to rest", least=2, most=2), "choose energy to rest", "exactly 2"),
        (question("Axe: choose up to 2 cards to KO", least=0, most=2), "Axe: choose up to 2 cards to KO", ""),
    ],
)
def test_a_question_says_how_many_and_what_for(asked: Question, told: str, besides: str) -> None:
    assert (in_full(asked), wants(asked)) == (told, besides)


@pytest.mark.parametrize("each", [72, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_no_question_of_the_rulings_is_a_bare_verb(game: str, each: int) -> None:
    """As it is read: a verb alone is told as a choice, and a text as something to use. One ruling
    of so many."""
    met = 0
    for path in files(game)[::each]:
        for asked, _ in run(load(path)).asked:
            told = in_full(asked)
            assert not BARE.fullmatch(told), f"{path.stem}: {told}"
            assert not told.endswith(".?"), f"{path.stem}: {told}"
            met += 1
    assert met > 600 / each


def test_cards_of_one_name_are_told_apart_by_place_and_by_turn() -> None:
    text = (paths.fixtures() / "positions" / "dragon-ball-super" / "mid-game.toml").read_text("utf-8")
    state = loads(text).line().state
    row = [n for n in state.pile("A.battle") if state.cards[n].name == "Ridge Runner"]
    (held,) = [n for n in state.pile("A.hand") if state.cards[n].name == "Ridge Runner"][:1]

    def called(where: str, whose: bool = True) -> str:
        return where

    def label(card: int) -> str:
        return "It"

    ids = [f"play c{held}", *(f"attack c{n} c59" for n in row)]
    told = told_apart(["Play it", *["It attacks It" for _ in row]], ids, state, called, label)
    assert told == ["Play it", *(f"It ({t} of 3) attacks It" for t in ("1st", "2nd", "3rd"))]
    assert told_apart(["It", "It"], [f"c{held}", f"c{row[0]}"], state, called, label) == [
        "It (A.hand)",
        "It (A.battle)",
    ]
    assert told_apart(["It", "It"], ["c1", "c2"], None, called, label) == ["It (c1)", "It (c2)"]
    assert told_apart(["Go", "Go"], ["c1", "c2"], None, called, label) == ["Go (c1)", "Go (c2)"]
