"""Questions: who must choose, how many of what, and what is no answer."""

from __future__ import annotations

import pytest

from judgekit.audit.bench.practice.game import dusk, new_game, position, quarrel
from judgekit.engine.errors import NotAnOption, NothingAsked, RuleError
from judgekit.engine.events import Answered, Arranged, Drew, Looked, Moved, Shuffled
from judgekit.engine.state import JUDGE, A, B
from tests.engine.acts import asked, card, events, happenings, names, offers, play

BOXES = {"A.box": ["Moss", "Fern", "Oak", "Iris"], "B.box": ["Moss", "Fern"]}


def test_exactly_one_of_several_cards_is_chosen() -> None:
    line = position({"A.hand": ["Frost"], "B.garden": ["Oak", "Fern"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Frost")
    question = asked(line)
    assert (question.player, question.clause, question.least, question.most) == (A, "6.3.1", 1, 1)
    assert [option.label for option in question.options] == ["Oak", "Fern"]
    play(line, "Oak")
    assert names(line, "B.garden") == ["Fern"]


def test_where_there_is_no_choice_nobody_is_asked() -> None:
    line = position({"A.hand": ["Frost"], "B.garden": ["Oak"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Frost")
    assert names(line, "B.compost") == ["Oak"]


def test_up_to_two_may_be_none() -> None:
    line = position({"A.hand": ["Sunbeam"], "B.garden": ["Oak", "Fern"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Sunbeam")
    assert (asked(line).least, asked(line).most) == (0, 2)
    play(line, ())
    assert line.state.effects[0].cards == ()


def test_so_many_of_several_things_are_picked() -> None:
    line = position({"A.hand": ["Menu"], **BOXES}, numbers={"A.water": 1})
    play(line, "play Menu", ("water", "sprout"))
    assert line.state.number("A.water") == 1
    assert names(line, "A.garden") == ["Seedling"]


def test_a_number_is_between_its_bounds() -> None:
    line = position({"A.hand": ["Haggle"], **BOXES}, numbers={"A.water": 4})
    play(line, "play Haggle")
    question = asked(line)
    assert (question.form, question.least, question.most) == ("number", 0, 4)
    with pytest.raises(NotAnOption, match=r"A picks a whole number from 0 to 4; got 5 \(out of bounds\)"):
        line.answer("5")
    with pytest.raises(NotAnOption, match="that is not a whole number"):
        line.answer("two")


def test_a_number_has_one_spelling() -> None:
    line = position({"A.hand": ["Haggle"], **BOXES}, numbers={"A.water": 4})
    play(line, "play Haggle", "002")
    assert events(line, Answered)[-1].chosen == ("2",)


def test_cards_are_put_in_an_order() -> None:
    line = position({"A.hand": ["Almanac"], **BOXES})
    play(line, "play Almanac")
    assert asked(line).form == "order"
    play(line, ("Oak", "Moss", "Fern"))
    assert names(line, "A.box") == ["Oak", "Moss", "Fern", "Iris"]
    assert events(line, Looked)[0].player == A
    assert len(events(line, Arranged)) == 1


def test_yes_or_no() -> None:
    line = position({"A.hand": ["Frost"], "A.garden": ["Willow"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Frost")
    assert asked(line).form == "yes or no"
    assert offers(line) == ["yes", "no"]


def test_hidden_choices_are_made_by_the_turn_player_first_and_shown_together() -> None:
    line = position({"B.hand": ["Swap", "Oak", "Iris"], "A.hand": ["Moss", "Fern"], **BOXES}, turn=B)
    play(line, "play Swap")
    assert (asked(line).player, asked(line).secret) == (B, True)
    play(line, "Oak")
    assert (asked(line).player, asked(line).secret) == (A, True)
    assert events(line, Moved) == []
    play(line, "Fern")
    moves = [h for _, h in happenings(line, Moved) if "5.1.2" in h.path and h.group]
    assert len({h.group for h in moves[:2]}) == 1
    assert names(line, "B.compost") == ["Oak", "Swap"]


def test_chance_without_a_seed_is_asked_of_the_judge() -> None:
    line = new_game(seed=None)
    question = asked(line)
    assert (question.player, question.form) == (JUDGE, "order")
    order = tuple(option.id for option in question.options)
    play(line, tuple(reversed(order)))
    play(line, tuple(option.id for option in asked(line).options))
    assert [e.area for e in events(line, Shuffled)] == ["A.box", "B.box"]
    assert events(line, Shuffled)[0].order[0] == 12


def test_a_coin_without_a_seed_is_asked_of_the_judge() -> None:
    line = position({"A.hand": ["Gust"], **BOXES}, seed=None)
    play(line, "play Gust")
    assert asked(line).player == JUDGE
    play(line, "B")
    assert events(line, Drew)[0].result == "B"
    assert line.state.number("B.water") == 2


def test_the_same_seed_brings_the_same_chance() -> None:
    one, two, other = new_game(seed=5), new_game(seed=5), new_game(seed=6)
    for line in (one, two, other):
        line.run()
    assert one.log == two.log
    assert one.log != other.log


def test_an_answer_that_is_not_on_the_list_is_refused_in_the_words_of_the_clause() -> None:
    line = position({"A.hand": ["Rain"], **BOXES})
    asked(line)
    with pytest.raises(NotAnOption, match=r"6\.2\.2: A picks one of play c1, pass; got play c9"):
        line.answer("play c9")
    with pytest.raises(NotAnOption, match="2 taken"):
        line.answer("play c1", "pass")


def test_an_option_counts_once() -> None:
    line = position({"A.hand": ["Sunbeam"], "B.garden": ["Oak", "Fern"], **BOXES}, numbers={"A.water": 2})
    play(line, "play Sunbeam")
    with pytest.raises(NotAnOption, match="each option counts once"):
        line.answer("c2", "c2")


def test_nobody_answers_where_nothing_is_asked() -> None:
    line = position({"A.box": ["Moss"]}, dusk(A))
    with pytest.raises(NothingAsked, match=r"nobody is asked anything at 3\.2\.5 > 4\.1\.4 > 4\.5\.1"):
        line.answer("yes")


def test_a_question_with_nothing_to_choose_from_is_an_error_of_the_rules() -> None:
    table = position({}).table
    table.open(table.state, 0)
    with pytest.raises(RuleError, match="where there is nothing to choose from"):
        table.pick(A, [], "pick one")


def test_as_many_are_picked_as_there_are() -> None:
    table = position({}).table
    table.open(table.state, 0)
    assert table.picks(A, [("one", "one")], "pick two", 2, 2) == ("one",)
    assert table.picks(A, [], "pick two", 2, 2) == ()


def test_every_option_says_which_card_it_is_about() -> None:
    line = position({"A.hand": ["Rain"], **BOXES})
    assert asked(line).options[0].card == card(line, "Rain")


def test_a_blocker_is_the_choice_of_the_other_gardener() -> None:
    line = position({"A.garden": ["Oak"], "B.garden": ["Fern", "Moss*"], **BOXES}, quarrel(A, 1))
    assert asked(line).player == B
    assert offers(line) == ["Fern"]
