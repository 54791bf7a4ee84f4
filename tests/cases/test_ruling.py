"""A ruling is played as its file says, and what comes otherwise is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.cases.files.page import page_of
from judgekit.cases.play.answering import Names, NoSuchOption
from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.clause_trace import Stop
from judgekit.cases.rulings.ruling import Result
from judgekit.cases.rulings.script import Wanted
from judgekit.engine.questions import Option

RULINGS = Path(__file__).parent / "rulings" / "toy"
FILES = sorted(RULINGS.iterdir())
PLAY = (RULINGS / "4.2-powerless-after-a-play.toml").read_text()


def changed(*changes: tuple[str, str]) -> Result:
    """The ruling about Scout, with something in its file replaced."""
    text = PLAY
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return ruling.run(ruling.read(page_of(text, "4.2-x.toml")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_sample_rulings_come_out_in_all_their_editions(path: Path) -> None:
    found = ruling.load(path)
    for edition in found.scripts:
        result = ruling.run(found, edition)
        assert result.ok, ruling.report(result)


def test_clause_numbers_are_found_in_the_other_edition() -> None:
    script = ruling.load(RULINGS / "4.2-powerless-after-a-play.toml").scripts["1"]
    assert [wanted.clause for wanted in script.clauses if wanted.clause > "1"][-3:] == ["14.2", "15.1", "3.3"]
    assert [wanted.clause for wanted in script.never] == ["14.1"]


def test_an_edition_may_have_its_own_expectations() -> None:
    found = ruling.load(RULINGS / "1.4-passing-all-the-way.toml")
    assert found.scripts["1"].answer == "B, who has nothing to draw."
    assert len(found.scripts["1"].facts) == 1


def test_a_question_without_an_answer_fails_and_is_shown_with_its_options() -> None:
    assert changed(('answers = ["A: play Siren"]', ""), ('until = "asked A 1.2"', "")).failures[0] == (
        "no answer is left for the question that came: "
        "1.2 asks A: 'play a card?' (Play Siren (play c1); Pass)"
    )


def test_an_answer_for_another_player_fails() -> None:
    assert changed(("A: play Siren", "B: play Siren")).failures[0] == (
        "the answer is B: play Siren, but the question that came is: "
        "1.2 asks A: 'play a card?' (Play Siren (play c1); Pass)"
    )


def test_an_answer_that_is_not_offered_fails_with_what_is() -> None:
    assert changed(("A: play Siren", "A: play Sirene")).failures[0] == (
        "1.2: A is asked 'play a card?': 'play Sirene' is not offered; did you mean “Play Siren”?"
    )
    assert changed(("A: play Siren", "A: flee")).failures[0] == (
        "1.2: A is asked 'play a card?': 'flee' is not offered; the options are Play Siren (play c1), Pass"
    )


def test_of_copies_that_nothing_tells_apart_the_first_is_taken() -> None:
    two = 'hand = [{ card = "Siren", count = 2 }]'
    failures = changed(('hand = ["Siren"]', two)).failures
    assert not any("can mean" in failure for failure in failures)


def test_cards_that_differ_must_be_named() -> None:
    two = 'hand = ["Siren", { card = "Siren", rested = true }]'
    failure = changed(('hand = ["Siren"]', two)).failures[0]
    assert (
        "'play Siren' can mean Play Siren (1st of 2) (play c1), Play Siren (2nd of 2) (play c2): say which"
        in failure
    )


def test_a_card_can_be_named_by_the_position() -> None:
    named = 'hand = [{ card = "Siren", as = "the loud one" }, { card = "Siren", rested = true }]'
    result = changed(('hand = ["Siren"]', named), ("A: play Siren", "A: play the loud one"))
    assert not any("play" in failure for failure in result.failures if "lacks" not in failure)


def test_answers_that_are_left_over_fail() -> None:
    text = (RULINGS / "4.1-five-damage-loses-at-once.toml").read_text()
    text = text.replace('clause = "2.2" }]', 'clause = "2.2" }, "B: pass"]')
    result = ruling.run(ruling.read(page_of(text, "4.1-x.toml")))
    assert result.failures == ("the game is over before the answer B: pass",)


def test_somebody_can_concede_when_the_game_comes_to_a_clause() -> None:
    conceding = '{ B = "announce concede", clause = "2.1" }'
    result = changed(('"A: play Siren"', f'"A: play Siren", {conceding}'), ('until = "asked A 1.2"', ""))
    assert result.end is not None
    assert result.end.line.is_over
    assert result.end.line.log[-1].path[-1] == "2.1"


def test_a_reading_that_decides_nothing_fails() -> None:
    result = changed(("explanation =", 'readings = ["D-1"]\nexplanation ='))
    assert result.failures == ("D-1 decides nothing here",)


def test_a_clause_that_must_not_come_fails_when_it_does() -> None:
    assert changed(('never = ["4.1"]', 'never = ["3.3"]')).failures == ("3.3 comes, in entry 4",)


@pytest.mark.parametrize(
    ("fact", "failure"),
    [
        ('{ card = "Scout", in = "A.hand" }', 'card = "Scout", in = "A.hand": it is "A.pile"'),
        ('{ card = "Siren", property = "power", is = 3 }', "is = 3: it is 2"),
        ('{ card = "Siren", mark = "rested", is = false }', "is = false: it is true"),
        ('{ card = "Siren", keyword = "Guard", is = true }', "is = true: it is false"),
        ('{ area = "A.field", count = 0, mark = "rested" }', "there are 1"),
        ('{ area = "A.field", count = 1, mark = "rested", is = false }', "there are 0"),
        ('{ card = "Nobody", in = "A.hand" }', "no card is called Nobody"),
        ('{ card = "Scout", gone = true }', "it is in A.pile"),
        ('{ card = "Scout", under = "Siren" }', 'it is "A.pile"'),
        ('{ card = "Scout", owner = "B" }', 'it is "A"'),
        ('{ number = "A.damage", is = 1 }', "it is 0"),
        ('{ area = "A.pile", count = 2 }', "there are 1"),
        ('{ area = "A.pile", has = ["Siren"] }', "there is no Siren but Scout"),
        ('{ area = "A.pile", lacks = "Scout" }', "there is Scout"),
        ('{ area = "A.pile", lacks = "Scuot" }', "no card is called Scuot (did you mean Scout?)"),
        ('{ number = "A.dmage", is = 0 }', "the game has no number of this name (did you mean A.damage?)"),
        ('{ area = "A.pile", cards = [] }', "there is Scout"),
        ('{ outcome = "A wins" }', 'it is "open"'),
        ('{ asked = "B" }', "A is asked"),
        ('{ asked = "A", clause = "1.3" }', "1.2 asks"),
        ('{ asked = "A", offers = ["play Scout"] }', "'play Scout' is not offered; the options are Pass"),
        ('{ asked = "A", lacks = ["pass"] }', "pass is offered"),
        ('{ refused = "fly", by = "A", clause = "7.1" }', "'fly' is not offered; there is no option at all"),
        ('{ standby = ["Siren"] }', "there is none"),
        ("{ effects = 0 }", "it is 1"),
        ('{ at = "1.3" }', 'it is "1.2"'),
        ('{ turn = "B" }', 'it is "A"'),
    ],
)
def test_a_fact_that_does_not_hold_says_what_does(fact: str, failure: str) -> None:
    (only,) = changed(("facts = [\n", f"facts = [\n  {fact},\n")).failures
    assert failure in only


def test_a_refusal_by_another_clause_names_the_real_ones() -> None:
    text = (RULINGS / "7.1-no-room-for-a-fourth.toml").read_text().replace('clause = "7.3"', 'clause = "4.1"')
    (failure,) = ruling.run(ruling.read(page_of(text, "7.1-x.toml"))).failures
    assert failure.endswith(
        "it is refused by 7.1 (fewer than three units on the field), "
        "7.3 (as many other cards in hand as it costs)"
    )


def test_of_a_failing_ruling_one_thing_is_shown_first() -> None:
    unmet = changed(('"2.1", "4.2", "5.1",', '"2.1", "4.3", "5.1",'))
    assert (
        ruling.report(unmet, whole=False)
        .splitlines()[1]
        .startswith("  4.3 is not reached; after 2.1 came 4.2")
    )
    wrong = changed(('"2.1", "4.2", "5.1",', '"2.1", "4.3", "5.1",'), ("{ effects = 1 }", "{ effects = 2 }"))
    assert ruling.report(wrong, whole=False).splitlines()[1] == "  effects = 2: it is 1"


def test_the_reasons_of_one_entry_have_no_order() -> None:
    stops = [Stop(0, "1.1"), Stop(0, "8.1", reason=True), Stop(0, "8.2", reason=True), Stop(1, "1.2")]
    line = ruling.load(RULINGS / "4.2-powerless-after-a-play.toml").scripts["2"].position
    assert line is not None
    at_table = line.line()
    names = Names(at_table.state, {})

    def met(*clauses: str) -> list[int]:
        return sorted(ruling.match([Wanted(one) for one in clauses], stops, at_table, names))

    assert met("1.1", "8.2", "8.1", "1.2") == [0, 1, 2, 3]
    assert met("1.2", "8.1") == [0], "the reasons of an entry that is over do not count"


def test_an_ability_that_waits_is_called_by_its_card_or_by_its_own_name() -> None:
    position = ruling.load(RULINGS / "2.2-the-newest-first.toml").scripts["2"].position
    assert position is not None
    state = position.line().state
    here = position.labels["here"]
    names = Names(state, position.labels)
    options = [Option(f"Tank#1 c{here}", "draw"), Option(f"Tank#2 c{here}", "rest")]
    assert names.option(options, "Tank#2") == options[1].id
    assert names.option(options[:1], "here") == options[0].id
    with pytest.raises(NoSuchOption, match="can mean"):
        names.option(options, "here")


def test_an_ability_that_is_offered_by_its_address_is_called_by_its_card_too() -> None:
    position = ruling.load(RULINGS / "2.2-the-newest-first.toml").scripts["2"].position
    assert position is not None
    here = position.labels["here"]
    names = Names(position.line().state, position.labels)
    options = [Option("Scout#1.1 ~2", "draw"), Option(f"Tank#1@{here}.None", "instead")]
    assert [names.option(options, word) for word in ("Scout", "Tank", "Tank#1", "here")] == [
        options[0].id, *[options[1].id] * 3,
    ]  # fmt: skip


def test_a_value_may_name_a_clause_by_which_it_came_to_be() -> None:
    told = 'property = "power", is = 2'
    wrong = changed((told, f'{told}, clause = "3.2"')).failures
    assert len(wrong) == 1
    assert "it results from" in wrong[0]
    assert not changed((told, f'{told}, clause = "{wrong[0].split()[-1]}"')).failures


def test_a_card_may_be_called_what_looks_like_an_id() -> None:
    result = changed(
        ("cards.Siren]", "cards.c2]"), ('hand = ["Siren"]', 'hand = ["c2"]'), ("play Siren", "play c2")
    )
    assert not any("not offered" in failure for failure in result.failures)


def test_a_failing_ruling_shows_the_two_walks_side_by_side() -> None:
    result = changed(('"2.2", "2.1", "4.2"', '"2.2", "4.1", "4.2"'), ('never = ["4.1"]', "never = []"))
    assert ruling.report(result) == (Path(__file__).parent / "side-by-side.txt").read_text().rstrip("\n")


def test_switching_a_clause_off_makes_the_ruling_fail() -> None:
    found = ruling.load(RULINGS / "4.2-powerless-after-a-play.toml")
    rules = found.game.rules("2")
    assert not ruling.run(found, "2", rules.without("4.2")).ok
    assert ruling.run(found, "2", rules.without("1.4")).ok


def test_a_ruling_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruling, "LIMIT", 3)
    assert changed().failures[0] == "3 clauses were performed without reaching asked A 1.2"


@pytest.mark.parametrize(
    ("fact", "holds"),
    [
        ('{ card = "Broad Union@A.front left", across = ["front middle", "front left"] }', True),
        ('{ card = "Broad Union@A.front left", across = ["front left"] }', False),
        ('{ card = "Broad Union@A.front left", in = "A.front middle" }', True),
        ('{ card = "Broad Union@A.front left", in = "A.front right" }', False),
        ('{ asked = "A", lacks = ["Mobilize Scholar"] }', False),
    ],
)
def test_a_fact_of_a_wide_member_names_its_circles_and_what_is_not_offered_is_said_in_words(
    fact: str, holds: bool
) -> None:
    text = f"""
question = "Where does the union lie?"
answer = "Across two circles."
editions = ["luck-and-logic/1.00"]
difficulty = "easy"
status = "settled"
source = "test"
explanation = "It is wide."
position = "mid-game.toml"
until = "asked A"
facts = [{fact}]
"""
    assert ruling.run(ruling.read(page_of(text, "2.10.2-x.toml"))).ok is holds
