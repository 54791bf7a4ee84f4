"""Questions that are made from rulings, and what a wrong answer leads to."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judgekit.audit.impact import Side, came_of, rulings
from judgekit.cases.rulings.expectations import End, Fact
from judgekit.cases.rulings.ruling import Result, load, run
from judgekit.engine.explain import first_failed
from judgekit.engine.machine import Line
from judgekit.known import GAMES
from judgekit.teach.bank import ABOUT_ONE, Bank, _files, capped, file_of, names
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.context import table_of, unseen
from judgekit.teach.making.course import Course
from judgekit.teach.making.doubtful import is_open
from judgekit.teach.making.drafts import drafts
from judgekit.teach.making.how_it_ends import fact_told
from judgekit.teach.making.questions import LONG, MOST, questions
from judgekit.teach.making.seen import next_step
from judgekit.teach.playing_out import SHOWN, UnknownQuestion, asking_of, explored, play_out, prove
from judgekit.teach.question import KINDS, REASONS, Option, Question
from judgekit.teach.store import Store
from judgekit.teach.stretch import Stretch, play
from tests.lots import rest_is_long
from tests.teach.bank import ORDERED, made, sample, some


def test_rulings_of_every_game_give_questions() -> None:
    found = Counter(question.game for question in some())
    assert set(found) == set(GAMES)
    assert len(some()) >= 3 * len(sample())  # over all rulings more: see below


def test_a_ruling_gives_no_more_than_six_questions_and_never_the_same_twice() -> None:
    for name in sample():
        own = made(name)
        assert len(own) <= MOST
        assert len({question.id for question in own}) == len(own)


def test_questions_of_many_kinds_are_asked() -> None:
    assert len({question.kind for question in some()}) >= 6
    assert {question.kind for question in some()} <= set(KINDS)


def test_the_same_ruling_gives_the_same_questions() -> None:
    name = sample()[0]
    assert tuple(questions(load(file_of(name)))) == made(name)


def test_every_key_is_what_the_engine_answers() -> None:
    assert {question.id: why for question in some()[::5] if (why := prove(question).why)} == {}


def test_nothing_is_asked_across_a_choice_even_one_that_a_loop_repeats() -> None:
    own = made("dragon-ball-super/11-1-1-2-one-player-loops")
    assert {question.id: why for question in own if (why := prove(question).why)} == {}


def test_a_wrong_key_is_found() -> None:
    question = next(question for question in some() if question.kind == "next")
    swapped = replace(question, options=(Option(question.options[1].text), *question.options[2:]))
    assert "the rules answer" in prove(swapped).why


def test_of_what_happens_at_once_no_other_part_is_a_wrong_answer_to_what_comes_next() -> None:
    for question in some():
        asking = asking_of(question)
        if question.kind == "next" and asking is not None:
            step = next_step(asking.right)
            assert step is not None
            at_once = {one.text for one in asking.right.steps if one.entry == step.entry}
            assert not at_once & {option.text for option in question.options[1:]}


def test_exploration_that_finds_a_second_answer_refutes_a_question() -> None:
    """A moment whose unknown card decides what happens: every face is followed."""
    question = next(question for question in some() if question.kind == "next")
    asking = asking_of(question)
    assert asking is not None
    found = explored(asking, question)
    assert (found.verdict, found.lines) == ("same", 1)
    other = replace(question, prompt="Which clause makes this happen?")
    assert prove(other).why == "the rules answer nothing"


def test_every_wrong_option_has_a_reason_that_can_be_told() -> None:
    for question in some():
        for option in question.options[1:]:
            assert option.reason in REASONS
            assert option.told in option.why
            assert option.text != question.right.text


def test_most_questions_have_three_wrong_options() -> None:
    """Nine in ten over all rulings (see below); a sample of fifty has a few more or less."""
    full = sum(len(question.options) == 4 for question in some())
    assert full >= 0.85 * len(some())


def test_every_wrong_option_is_played_out_and_says_where_it_parts() -> None:
    for question in some()[::7]:
        for option in question.options[1:]:
            branch = play_out(question, option)
            assert branch.right
            assert branch.branch or option.variant is None or option.variant.how != "attempt"
            assert branch.clause
            assert branch.condition.needed
            assert all(step.text and step.at for step in (*branch.right, *branch.branch))
            assert all(step.clause for step in branch.right)


LOOPS = (
    "godzilla/13.1.1.3-a-card-that-counts-what-was-played",
    "godzilla/13.1.1.3-two-rivals",
    "godzilla/13.1.1.3-promises-that-pile-up",
)


@pytest.mark.parametrize("name", rest_is_long(LOOPS))
def test_a_branch_is_played_no_further_than_it_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the rule about loops a branch would never end: counted in clauses, not in time."""
    played: list[int] = []

    def counted(*args: Any, **options: Any) -> Stretch:
        found = play(*args, **options)
        played.append(len(found.log))
        return found

    monkeypatch.setattr("judgekit.teach.playing_out.play", counted)
    for question in made(name):
        for option in question.options[1:]:
            play_out(question, option)
    assert played
    assert max(played) <= 4 * SHOWN


def test_a_ruling_that_takes_long_to_play_is_not_asked_about() -> None:
    """A learner who opens a branch after a start waits for its ruling, too."""
    for name, long in ((LOOPS[0], False), ("dragon-ball-super/11-1-1-1-up-and-down-for-ever", True)):
        end = run(load(file_of(name))).end
        assert end is not None
        assert (len(end.line.log) > LONG, not made(name)) == (long, long)


def test_of_a_long_line_the_beginning_and_the_end_are_shown() -> None:
    question = next(q for q in made(LOOPS[0]) if q.kind == "wins")
    branch = play_out(question, question.options[1])
    assert (len(branch.right), branch.left_out > 100) == (SHOWN, True)
    assert branch.right[-1].text == "The game is drawn."
    assert branch.right[branch.parts].clause == question.clause
    assert branch.stopped == f"It goes on; the first {SHOWN} steps are shown."


def test_what_is_tried_is_refused_in_the_branch_or_done_if_it_is_legal() -> None:
    legal = [question for question in some() if question.kind == "legal"]
    yes = next(q for q in legal if q.right.text == "Yes.")
    done = play_out(yes, yes.options[1])
    assert len(done.branch) > done.same
    assert "refused" not in done.branch[-1].text
    no = next(q for q in legal if q.right.text.startswith("No"))
    refused = play_out(no, next(option for option in no.options if option.text == "Yes."))
    assert refused.branch[-1].text.endswith("refused.")
    assert refused.condition.clause == no.clause
    who = next(q for q in some() if q.kind == "who")
    assert "is asked" in play_out(who, who.options[1]).branch[-1].text


def test_the_answer_of_the_other_edition_tempts_and_is_played_out_in_it() -> None:
    made = questions(load(file_of("godzilla/5.15.1.1-falling-back-onto-ones-own-battle-card")))
    (question, option), *_ = [(q, o) for q in made for o in q.options if o.reason == "other edition"]
    branch = play_out(question, option)
    assert option.told == "1.00"
    assert branch.how == "The same in edition 1.00."
    assert branch.branch
    assert branch.branch != branch.right


def test_one_check_too_few_tempts_and_is_played_out_without_it() -> None:
    """Nobody looks at the card whose power has fallen: it stays, and the game goes on as it does."""
    made = questions(load(file_of("dragon-ball-super/10-19-1-a-barrier-against-a-field-of-weakness")))
    (question, option), *_ = [(q, o) for q in made for o in q.options if o.reason == "missed check"]
    assert (question.right.text, option.text) == (
        "Ghost is in B's Drop Area.",
        "Ghost is in B's Battle Area.",
    )
    branch = play_out(question, option)
    assert (option.told, branch.clause) == ("4-5-3-1", "9-5-2")
    right, wrong = ([step.text for step in line] for line in (branch.right, branch.branch))
    assert right[:3] == wrong[:3]
    assert "Ghost moves from B's Battle Area to the Drop Area." in right
    assert wrong[3:] == [right[-1]], "the rest is the same"


@pytest.mark.parametrize(
    "name", ["5.13.1.2.2-walking-to-zone-6", "1.2.1-both-countered-and-neither-has-a-successor"]
)
def test_nothing_is_said_of_the_other_edition_where_it_does_the_same(name: str) -> None:
    (item,) = rulings([file_of(f"godzilla/{name}")])
    new, old = (came_of(item, Side(f"godzilla/{edition}")) for edition in ("1.2", "1.00"))
    assert new.facts == old.facts
    made = questions(load(file_of(f"godzilla/{name}")), most=100)
    assert not [
        option for question in made for option in question.options if option.reason == "other edition"
    ]


def test_a_question_that_hangs_on_a_reading_says_which() -> None:
    name = next(name for name in names("godzilla") if 'readings = ["A-' in file_of(name).read_text("utf-8"))
    assert all("is open in the book): " in question.context for question in questions(load(file_of(name))))


def test_questions_are_kept_and_worked_out_anew_when_the_ruling_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = Bank(Store(tmp_path / "teach.sqlite"))
    name = sample()[0]
    first = bank.of(name)
    monkeypatch.setattr("judgekit.teach.bank.questions", lambda ruling: [])
    assert bank.of(name) == first
    monkeypatch.setattr("judgekit.teach.bank.mark_of", lambda path: "another")
    assert bank.of(name) == []


def test_a_ruling_that_is_written_or_removed_meanwhile_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = Bank(Store(tmp_path / "teach.sqlite"))
    real, name = file_of(sample()[0]), "godzilla/a-new-one"
    new = tmp_path / "a-new-one.toml"
    there = [real]
    monkeypatch.setattr("judgekit.teach.bank.files", lambda game="": list(there))
    monkeypatch.setattr("judgekit.teach.bank.name_of", lambda path: f"godzilla/{path.stem}")
    _files.cache_clear()
    assert bank.of(sample()[0])
    new.write_text(real.read_text("utf-8"), "utf-8")
    there.append(new)
    assert file_of(name) == new
    new.unlink()
    there.remove(new)
    with pytest.raises(UnknownQuestion, match="there is no ruling"):
        bank.of(name)
    _files.cache_clear()


def test_no_more_than_forty_are_about_one_clause() -> None:
    one = some()[0]
    many = [replace(one, id=f"{one.id}{n}", ruling=f"r{n % 30}") for n in range(100)]
    kept = capped(many)
    assert len(kept) == ABOUT_ONE
    assert len({question.ruling for question in kept}) == 30


def test_a_question_says_where_the_turn_is_and_speaks_of_what_a_player_would_notice() -> None:
    """No bookkeeping of the engine is asked about, nor stands among the options."""
    assert all(one.context for one in some() if one.kind != "deck")
    assert sum(PHASE.match(one.context) is not None for one in some()) > 0.8 * len(some())
    for one in some():
        told = [one.prompt, *(option.text for option in one.options)]
        assert not [text for text in told if OF_THE_ENGINE.search(text)], one.id


PHASE = re.compile(r"[^.]*\b(phase|step)\.", re.IGNORECASE)
OF_THE_ENGINE = re.compile(r"Refused:|recurs|what does \w+ do|^Ability ")


def test_who_always_says_yes_is_not_always_right() -> None:
    """Whether something is legal is asked where something is not."""
    for one in some():
        if one.kind == "legal" and one.right.text == "Yes.":
            here = asking_of(one)
            assert here is not None
            assert any(first_failed(checks) for _, _, checks in here.right.candidates), one.id


def test_who_may_act_is_not_asked_as_somebody_may_have_passed_before() -> None:
    own = made("godzilla/11.5.1-played-onto-a-card-with-revenge")
    who = [one for one in (*own, *some()) if one.kind == "who"]
    assert who
    for one in who:
        asking = asking_of(one)
        assert asking is not None
        assert asking.right.question is not None
        assert not asking.right.question.window, one.id
        assert not [option for option in one.options if "what to do next" in option.text], one.id


def test_where_a_card_ends_is_not_asked_of_one_that_has_namesakes_on_the_table() -> None:
    """Face down or not: of three gates of one name nobody could say which is meant."""
    result = ran("luck-and-logic/10.5.1-two-gates-in-one-zone")
    ends = [fact for fact in result.script.facts if "in" in fact.data]
    assert {fact.data["card"] for fact in ends} >= {"new", "old"}
    assert not [fact for fact in ends if fact_told(result, fact)]


def test_what_happens_before_the_next_choice_is_not_called_later_than_it() -> None:
    """Two cards of one name are played one after the other: the sentence about the first is true."""
    own = made("gate-ruler/13-3a-1-each-damage-is-less")
    for one in (*own, *some()):
        if one.kind == "who":
            asking = asking_of(one)
            assert asking is not None
            before = {f"Nobody before this happens: {step.text}" for step in asking.right.steps}
            assert not before & {option.text for option in one.options}, one.id


def test_a_yes_or_no_and_a_place_are_not_asked_as_numbers() -> None:
    for name in ("luck-and-logic/4.15.2-a-tactics-card-as-soul",
                 "dragon-ball-super/4-7-3-5-a-second-counter-play-in-the-chain"):  # fmt: skip
        for one in made(name):
            assert one.kind != "number" or re.fullmatch(r"-?[0-9]+", one.right.text), one.prompt


def test_what_is_legal_is_asked_where_a_choice_is_open_and_never_of_a_later_one() -> None:
    legal = [one for one in some() if one.kind == "legal"]
    assert legal
    for one in legal:
        asking = asking_of(one)
        assert asking is not None
        assert not asking.right.steps, one.id
        assert asking.right.question is not None, one.id
        assert " now" in one.prompt, one.id


def test_a_card_that_can_be_played_is_not_refused_for_another_way_of_playing_it() -> None:
    """A set instant may be played from where it lies, and not by leave of something else."""
    own = made("gate-ruler/1-5b-2-a-drive-of-no-cards")
    assert not [one for one in own if "play Balm as an instant action" in one.prompt]


def test_what_a_step_had_done_before_it_asked_is_done() -> None:
    """A card was drawn before the next one was offered: it does not come again, and lies in the hand."""
    result = run(load(file_of("godzilla/5.4.3-draw-up-to-three-stop-after-one")))
    asking = next(
        one for one in Course(result).moments() if one.story.endswith("(1 of up to 3 drawn): A says no.")
    )
    assert not [step for step in asking.right.steps if " moves from A's deck " in step.text]
    assert (len(asking.moment.state.pile("A.hand")), len(asking.moment.table.pile("A.hand"))) == (0, 1)


def test_every_choice_since_the_table_was_at_rest_is_told() -> None:
    """What the other player has chosen in the same step decides as well."""
    own = made("godzilla/1.3.4.2-hidden-discards-are-put-down-together")
    (last,) = [one for one in own if one.right.text == "In A's hand there is 1 card."]
    assert "A chooses 1 card in their hand to discard: Tank. Order: B chooses 1 card" in last.context


def test_what_hangs_on_an_open_question_that_its_ruling_is_not_about_is_not_asked() -> None:
    own = made("luck-and-logic/2.10.2-large-territories")
    assert not [one for one in own if one.prompt == "May A mobilize Giant now?"]
    for one in some()[::4]:
        asking = asking_of(one)
        if asking is not None:
            (same,) = [d for d in drafts(asking) if (d.kind, d.prompt, d.subject) == asked_as(one)]
            assert not is_open(same), one.id


def asked_as(one: Question) -> tuple[str, str, str]:
    return one.kind, one.prompt, one.subject


def test_a_clause_on_how_every_card_moves_is_no_answer_to_why_one_does() -> None:
    every = (*some(), *made("godzilla/4.1.4-returned-and-played-again-it-is-a-new-card"))
    assert [one.id for one in every if one.game == "godzilla" and one.clause in ("4.1.4", "4.1.7")] == []


def test_the_step_that_orders_something_is_asked_for_and_not_what_its_word_means() -> None:
    stand = next(one for one in made("luck-and-logic/7.2.4-one-that-cannot-stand") if one.kind == "clause")
    assert stand.right.text.startswith("7.2.4: ")


def test_what_is_so_already_is_asked_only_where_somebody_could_think_that_it_changes() -> None:
    for one in (*some(), *made("gate-ruler/14-4a-when-the-attack-phase-begins")):
        if one.kind == "end":
            asking = asking_of(one)
            assert asking is not None
            (fact,) = [f for f in asking.script.facts if fact_told(asking.result, f) == one.right.text]
            mistakes = {"other edition", "other reading", "forgotten clause"}
            assert holds_not_yet(asking, fact) or mistakes & {option.reason for option in one.options}, one.id


def holds_not_yet(asking: Asking, fact: Fact) -> bool:
    place = asking.moment.place
    line = Line(place.rules, place.pool, replace(asking.moment.table, answers=()), dict(place.readings))
    return bool(End(line, place.game, place.labels, asking.script.numbers).fails(fact))


def test_a_card_that_goes_where_somebody_has_just_said_is_not_asked_about() -> None:
    own = made("godzilla/10.9.2-two-ways-out")
    assert not [
        one for one in own if one.kind == "next" and "Hunter Sub moves from A's Zone" in one.right.text
    ]
    own = made("dragon-ball-super/11-2-1-a-card-chosen-in-the-deck-is-shown")
    assert not [one for one in own if one.right.text == "Kaz moves from A's Deck Area to the hand."]


def test_a_number_that_was_worked_out_before_the_choice_is_not_asked_behind_it() -> None:
    own = made("godzilla/7.4.3-less-than-nothing-beats-even-less")
    assert not [one for one in own if one.kind == "number" and "B chooses Brood" in one.context]


def test_who_is_asked_about_one_of_two_cards_first_is_not_asked() -> None:
    own = made("godzilla/5.11.1.3-a-crowded-landing")
    for one in own:
        if one.kind == "who" and "the zone for" in one.right.text:
            assert not [option for option in one.options[1:] if option.text.startswith("A: choose the zone")]


def test_a_zone_in_which_somebody_stands_is_not_told_as_attacked() -> None:
    own = made("gate-ruler/8-4c-a-column-with-a-unit")
    told = [option.text for one in own for option in one.options]
    assert not [text for text in told if re.search(r"attacks B's Attack zone 1\b", text)]


def test_neither_a_time_stamp_nor_a_losing_condition_makes_something_happen() -> None:
    names = ("luck-and-logic/7.7.5-until-end-of-turn", "luck-and-logic/10.3.1-each-loses-in-another-way")
    asked = [one for name in names for one in made(name) if one.kind == "clause"]
    assert not [one.id for one in asked if one.clause in ("9.9.1.7.2", "1.2.2")]


def test_an_effect_is_told_with_the_choice_that_began_its_action() -> None:
    own = made("dragon-ball-super/8-9-1-an-opponents-card-played-in-rest-mode-instead")
    (end,) = [one for one in own if one.kind == "end"]
    assert "B chooses to play Recruit. B chooses energy to rest for the cost: Gas." in end.context


def test_a_number_is_worked_out_in_the_right_line_from_what_is_printed() -> None:
    own = made("godzilla/10.8.1.2-silenced-before-it-counts-itself-up")
    number = next(one for one in own if one.kind == "number")
    assert number.prompt == "What is the counter power of Post now?"
    told = [(step.text, step.clause) for step in play_out(number, number.options[1]).right]
    assert told[0] == ("The printed counter power of Post is 2000.", "7.4.2")
    assert told[1] == ("Captain's effect: 2000 → 4000.", "10.8.1.5")
    assert number.right.text == "4000"


def test_a_number_that_a_time_stamp_decides_is_not_asked_as_nobody_sees_one() -> None:
    own = made("godzilla/10.8.1.6-dependency-comes-before-the-time-stamp")
    assert not [one.id for one in own if one.kind == "number" and "Tank" in one.subject]


def test_how_a_game_stands_is_not_asked_when_it_is_over() -> None:
    own = made("gate-ruler/1-4c-1-conceding-in-spite-of-an-effect")
    asked = [one for one in own if one.kind == "wins"]
    assert not [one.id for one in asked if (here := asking_of(one)) and here.moment.state.outcome is not None]


def test_how_it_ends_the_clause_needs_the_right_end_and_finds_another() -> None:
    asked = [one for one in some() if one.kind == "end"]
    assert asked
    for one in asked:
        for option in one.options[1:]:
            assert option.condition is not None
            assert option.condition.needed == one.right.text.rstrip("."), one.id
            assert option.text.rstrip(".") in option.condition.found, one.id


CAUSES = (
    "godzilla/3.2.4-a-stack-laid-under-a-card",
    "godzilla/11.2.2-only-a-draw-makes-the-deck-anew",
    "gate-ruler/4-2c-damage-to-the-opponent-this-turn",
)


def test_a_clause_is_asked_for_only_where_nothing_would_happen_without_it() -> None:
    asked = [one for one in (*some(), *(q for name in CAUSES for q in made(name))) if one.kind == "clause"]
    assert asked
    for one in asked:
        asking = asking_of(one)
        assert asking is not None
        if one.clause in asking.rules.registered:
            other = asking.without(one.clause)
            assert not other.broken, one.id
            assert one.subject not in {step.text for step in other.steps}, one.id


def test_a_clause_that_says_how_is_no_cause_where_a_card_says_that() -> None:
    asked = [one for name in CAUSES for one in made(name) if one.kind == "clause"]
    assert not [one.id for one in asked if one.clause in ("3.2.4", "4.8.3") and " moves " in one.subject]


def test_a_wrong_order_is_played_up_to_the_first_step_that_differs() -> None:
    asked = [one for one in (*some(), *made(ORDERED)) if one.kind == "order"]
    assert asked
    for one in asked:
        due = one.right.text.split(" Then: ")
        for option in one.options[1:]:
            claimed = option.text.split(" Then: ")
            first = next(at for at, text in enumerate(claimed) if text != due[at])
            branch = play_out(one, option)
            told = [step.text for step in branch.branch]
            assert told[-1] == claimed[first], one.id
            assert {*due[:first]} <= {*told[:-1]}, one.id
            assert branch.branch[:-1] == branch.right[: len(told) - 1], one.id
            assert branch.stopped.endswith(f"this comes first: {due[first]}"), one.id


def test_a_card_that_forbids_is_told_as_such() -> None:
    own = made("godzilla/8.3.1-a-condition-of-playing-before-what-is-done")
    (one,) = [one for one in own if one.prompt == "May A play Final Charge now?"]
    assert one.right.text == "No, the text of a card forbids it (1.3.1)."
    assert not [o.text for q in (*own, *some()) for o in q.options if "no card says otherwise" in o.text]


def test_what_may_be_done_with_one_of_two_namesakes_is_not_asked() -> None:
    own = made("gate-ruler/14-2a-an-ability-in-the-graveyard")
    assert not [one.prompt for one in own if one.kind == "legal" and "Moth" in one.prompt]


def test_cards_that_nobody_sees_are_told_where_they_decide() -> None:
    own = made("luck-and-logic/10.8.1-five-level-cards-and-four-attacks")
    assert [one for one in own if "Next in A's Deck: Top." in one.context]


def test_whose_card_it_is_is_told_where_it_lies_with_the_other_player() -> None:
    result = ran("gate-ruler/6-3c-a-borrowed-card-in-the-drive-zone")
    assert "In A's Drive zone: Cub, owned by B" in unseen(Course(result).asking(0), "end")
    pile = made("dragon-ball-super/9-3-2-a-borrowed-pile-strays-into-the-combo-area")
    assert [one for one in pile if "Kaz under Great Kaz is owned by B." in one.context]


def test_the_open_questions_that_a_ruling_is_about_are_told_and_no_others() -> None:
    about = "luck-and-logic/5.12.2.1-read-otherwise-three-members-make-room"
    for one in (*some(), *made(about)):
        told = set(re.findall(r"Open question ([A-Z]-[0-9]+): ", one.context))
        assert told <= set(load(file_of(one.ruling)).readings), one.id
    assert {"Open question" in one.context for one in made(about)} == {True, False}  # where it matters


def test_where_nothing_leads_to_an_answer_the_rules_go_on_beside_it() -> None:
    """What comes behind a choice cannot be put on the table before it: the line is not empty for that."""
    asked = (*some(), *made("dragon-ball-super/10-9-1-revenge-that-got-away"))
    idle = [
        (q, o)
        for q in asked
        for o in q.options[1:]
        if q.kind != "deck"
        and (how := o.variant) is not None
        and (how.how == "say" or (how.how, how.event) == ("force", None))
    ]
    assert idle
    for one, option in idle:
        branch = play_out(one, option)
        assert branch.how.startswith("Nothing leads to your answer"), one.id
        assert branch.branch[: branch.same] == branch.right[: branch.same] != (), one.id


DECKS = [*names("godzilla", "12.8"), *names("godzilla", "6.1.1"), *names("dragon-ball-super", "5-1")]


def test_a_clause_that_no_deck_can_break_is_no_reason_against_one() -> None:
    asked = [one for name in DECKS for one in made(name) if one.kind == "deck"]
    assert asked
    reasons = {o.told for one in asked for o in one.options if o.reason == "condition met"}
    assert "6.1.1.2" in reasons
    assert not reasons & {"6.1.1.2.1", "6.1.2", "12.8.1", "5-1-3-2", "5-1-3-2-2"}


def test_a_deck_that_hangs_on_a_reading_is_not_asked_about() -> None:
    """The list of its cards shows no assumption."""
    assert not made("gate-ruler/5-2c-no-resource-cards-in-the-deck-where-so-read")
    assert made("gate-ruler/5-2c-resource-cards-in-the-deck")


def test_what_is_true_at_the_next_choice_is_not_asked_where_a_player_can_only_pass() -> None:
    """A has no card in hand left, so that the rules go on into the other turn."""
    assert "end" not in {one.kind for one in made("godzilla/1.3.5-a-number-is-whole-and-not-negative")}
    assert "end" in {one.kind for one in some()}


SEEN_BY_NOBODY = re.compile(
    r"\(rule action\)|is pending\.|has resolved\.|applies|process (is|ceases)|^Ability "
)


def test_what_happens_is_asked_of_what_anybody_sees_at_the_table() -> None:
    """Neither that an ability waits or has resolved, nor that a process is added to the gate."""
    own = (*some(), *made("gate-ruler/13-3a-1-less-damage-by-the-effects-of-the-opponent"))
    asked = [one for one in own if one.kind in ("next", "order")]
    assert asked
    told = [text for one in asked for option in one.options for text in option.text.split(" Then: ")]
    told += [one.subject for one in own if one.kind == "clause"]
    assert [text for text in told if SEEN_BY_NOBODY.search(text)] == []


def test_what_a_wrong_clause_is_said_to_do_happens_without_it() -> None:
    asked = [one for one in some() if one.kind == "clause"]
    assert asked
    for one in asked[::3]:
        asking = asking_of(one)
        assert asking is not None
        for option in one.options[1:]:
            assert one.subject in {step.text for step in asking.without(option.told).steps}, one.id


MIDWAY = (
    "godzilla/7.2.3-a-strategy-card-of-last-turn",  # in the middle of a phase
    "godzilla/7.5.7-called-when-only-the-last-step-is-left",
    "luck-and-logic/9.9.1.2-a-bonus-to-logic",  # in the middle of a battle
    "luck-and-logic/8.3.3-a-resting-member-may-intercept",  # the same, where somebody is asked at once
)


def test_a_ruling_that_begins_midway_is_not_asked_about() -> None:
    """What has been until then, nothing on the table tells: attacks that were made, triggers that were."""
    assert not [one.id for name in MIDWAY for one in made(name)]
    assert made("luck-and-logic/5.2.1-another-member-is-rested-by-attacking")  # begins with the battle phase
    assert made("gate-ruler/8-2a-2-the-first-turn-taken-up-in-an-attack")  # an attacker is to be chosen


def test_that_a_card_is_shown_because_its_player_said_so_has_no_clause() -> None:
    own = made("gate-ruler/1-5d-no-more-events-for-either")
    assert own
    assert not [o.text for one in own for o in one.options if "Bulwark is " in o.text]


def test_no_turn_begins_by_a_clause_about_its_phases() -> None:
    begins = [one for one in (*made(SETUP), *some()) if one.kind == "clause" and " begins." in one.prompt]
    assert not [one.id for one in begins if one.clause == "7.1.2"]
    assert "Turn 1 (" in " ".join(step.text for step in Course(ran(SETUP)).whole.steps)


def test_to_use_a_text_that_can_do_nothing_is_no_choice() -> None:
    """The first step of the invasion laid the card under the monster; the second finds none."""
    own = made("godzilla/8.6.1-the-card-discarded-for-the-invasion-goes-under")
    assert own
    assert not [one.id for one in own if one.kind == "who" and "says yes" in one.context]


def test_from_which_round_on_something_is_a_loop_is_not_asked() -> None:
    own = made("dragon-ball-super/11-1-1-3-the-one-who-named-less-is-asked-inside-a-round")
    assert not [one.right.text for one in own if "loop" in one.right.text]


def test_nothing_is_asked_behind_a_card_that_a_judge_has_named() -> None:
    own = made("dragon-ball-super/6-3-1-2-1-1-the-other-cost-turns-out-too-high")
    assert not [one.id for one in own if "The judge" in one.context]


def test_a_card_whose_cost_nobody_has_told_is_not_asked_about() -> None:
    own = made("dragon-ball-super/6-3-1-2-1-1-an-energy-cost-that-nobody-gave")
    assert not [one.prompt for one in own if one.kind == "legal" and "Drifter" in one.prompt]


def test_a_clause_that_only_says_in_which_order_is_no_cause() -> None:
    own = made("dragon-ball-super/10-5-1-an-evolve-that-was-given")
    assert not [one.id for one in own if "Elder's effect" in f"{one.context} {one.prompt}"]  # it is Kaz's now
    assert not [one.id for one in own if one.kind == "clause" and one.clause == "8-4-2-1"]


def test_what_a_card_takes_along_as_it_is_covered_is_not_asked_about() -> None:
    own = made("dragon-ball-super/10-14-4-potara-and-two-burdens")
    assert not [one.id for one in own if "Uri is no longer" in f"{one.prompt} {one.right.text}"]


# one right answer, to be found from what is shown


SETUP = "godzilla/6.3.1-from-two-decks-to-the-first-turn"


def ran(name: str) -> Result:
    ruling = load(file_of(name))
    return run(ruling, next(iter(ruling.scripts)))


def prompts(name: str, kind: str) -> list[str]:
    return [option.text for one in made(name) if one.kind == kind for option in one.options[:1]]


def test_an_ability_that_waits_twice_is_not_asked_about_as_a_choice() -> None:
    """A learner sees two lines that are the same: which of them comes first is no choice."""
    pending = prompts("dragon-ball-super/10-11-1-once-per-turn-and-two-plays-at-once", "who")
    assert pending
    assert not [text for text in pending if "which pending skill" in text]
    last = prompts("luck-and-logic/12.4.1.1-the-usage-icon-of-a-card-that-has-gone", "who")
    assert not [text for text in last if "choose the automatic ability to play first" in text]  # one is a dud


def test_who_chooses_is_asked_only_where_more_than_one_thing_is_possible() -> None:
    own = (*some(), *made("godzilla/5.6.1-a-swap-with-the-hand-plays-nothing"))
    for one in (one for one in own if one.kind == "who"):
        asking = asking_of(one)
        assert asking is not None
        question = asking.right.question
        assert question is not None
        names = {option.label for option in question.options}
        ordered = question.form == "order" and len(names) > 1
        assert ordered or question.form == "yes or no" or question.least in range(len(names)), one.id
    assert not [one.id for one in own if one.right.text.endswith("or claim to have none.")]


def test_leave_to_choose_nothing_is_told() -> None:
    counter = prompts("dragon-ball-super/10-10-3-1-a-slow-welcome", "who")
    assert "A: choose a pending [Counter] to activate, or none." in counter


def test_a_number_is_told_as_the_board_tells_it() -> None:
    result = ran("luck-and-logic/8.5.3.3-nobody-is-left")
    told = [fact_told(result, fact) for fact in result.script.facts if fact.kind == "number"]
    assert told
    assert not [text for text in told if re.search(r"\d", text)]


def test_which_card_came_first_is_told_where_two_lie_in_one_place() -> None:
    own = made("gate-ruler/12-5a-a-shield-against-an-overlap")
    assert [one for one in own if "Came to A's Attack zone 1: Bulwark, then Pup." in one.context]
    assert not [one for one in some() if one.game == "dragon-ball-super" and "Came to" in one.context]


def test_what_somebody_finds_who_looks_through_a_deck_is_told() -> None:
    own = made("dragon-ball-super/8-5-3-1-one-of-the-cards-looked-at")
    (one,) = [one for one in own if one.kind == "who" and "choose 1 card among them" in one.right.text]
    assert "In A's Deck Area among others: Kaz, Uri and Wisp." in one.context


def test_nothing_is_asked_where_a_loop_was_counted_or_rule_actions_were_put_in_an_order() -> None:
    names = ("dragon-ball-super/11-1-1-3-up-and-down-with-a-word-from-each",
             "godzilla/11.3.3-both-cards-of-a-crowded-zone-are-crushed")  # fmt: skip
    own = [one for name in names for one in made(name)]
    assert own
    for one in own:
        assert "rounds of the loop" not in one.context, one.id
        assert "rule action comes first" not in f"{one.context} {one.right.text}", one.id


def test_a_deck_that_breaks_a_rule_which_the_book_has_twice_is_refused_by_one_option() -> None:
    (one,) = made("dragon-ball-super/5-1-3-1-copies-go-by-number")
    assert one.right.told == ""
    assert [o.text for o in one.options if "same card number" in o.text] == [one.right.text]


def test_a_deck_of_a_ruler_that_nobody_knows_is_not_asked_about() -> None:
    assert not made("gate-ruler/5-2c-1-a-ruler-nobody-knows")
    assert made("gate-ruler/5-2c-1d-two-legends-of-two-names")


def test_what_may_be_done_is_asked_at_the_table_where_the_choice_is_open() -> None:
    own = made("gate-ruler/9-3e-5-no-summon-in-response")
    (one,) = [one for one in own if one.prompt == "May B play the set card Trap now?"]
    asking = asking_of(one)
    assert asking is not None
    assert asking.moment.table.number("priority") == 1
    assert table_of(asking, "legal").number("priority") == 2
    assert table_of(asking, "next") is asking.moment.table


def test_what_hangs_on_an_earlier_part_of_the_turn_is_not_asked_as_legal() -> None:
    name = "godzilla/8.2.1-cheaper-for-each-zone-invaded-and-not-for-each-zone-announced"
    asked = [one.prompt for one in made(name) if one.kind == "legal"]
    assert asked
    assert not [prompt for prompt in asked if "Fast Landing Craft" in prompt]


def test_a_count_is_no_step_in_an_order_of_steps() -> None:
    own = (*some(), *made("gate-ruler/12-5a-summoned-onto-a-friend"), *made(ORDERED))
    asked = [option.text for one in own if one.kind == "order" for option in one.options]
    assert asked
    assert not [text for text in asked if "→" in text]


def test_that_a_card_is_turned_up_as_it_is_played_is_not_asked_about() -> None:
    asked = [one for one in made("gate-ruler/15-26b-1-stepping-into-an-attack") if one.kind == "next"]
    assert asked
    assert not [o.text for one in asked for o in one.options if o.text == "Step is no longer face down."]


def test_a_choice_that_changes_nothing_is_not_asked_about() -> None:
    """A zone is chosen for a unit that cannot move there."""
    own = made("gate-ruler/15-3a-not-to-an-attack-zone")
    assert [one for one in own if "A chooses the zone for Post" in one.context]
    assert not [one.id for one in own if one.kind == "who"]


def test_a_deck_that_breaks_only_what_a_word_means_is_not_asked_about() -> None:
    assert not made("godzilla/12.8.1-resonance-needs-several-colors")


def test_where_a_count_comes_next_it_is_asked_how_far_and_not_when() -> None:
    own = [one for one in made("gate-ruler/16-11a-1-undying-counts-against-the-cap") if one.kind == "next"]
    asked = [one for one in own if "→" in one.right.text]
    assert asked
    assert all("→" in option.text for one in asked for option in one.options)


HIDDEN = (
    "gate-ruler/14-4a-when-the-attack-phase-begins",  # a set card lies open
    "gate-ruler/12-6b-one-charge-two-units",  # a charge is linked to two
)


def ends_with(one: Question, choice: str) -> bool:
    """Whether that was chosen last: behind it a question says only how far it looks."""
    told = one.context.partition(" Go on to ")[0].removesuffix(
        " Where only one thing is possible, nobody chooses."
    )
    return told.endswith(choice)


def test_whose_a_card_is_that_lies_under_a_borrowed_one_is_told() -> None:
    own = made("dragon-ball-super/10-18-3-1-xeno-evolve-on-a-borrowed-pile")
    asked = [one for one in own if "Ash" in one.right.text]
    assert asked
    assert all("Ash under Kaz is owned by A." in one.context for one in asked)


def test_two_choices_of_one_ability_say_each_what_it_is_for() -> None:
    """The cost drops one of the other members, the effect stands one."""
    own = made("luck-and-logic/4.1.5-chosen-and-then-paid-away")
    assert re.search(r"to place into their drop zone: Guard\. .* to stand: Guard\.", own[-1].context)


def test_of_several_options_that_are_sentences_each_stands_by_itself() -> None:
    told = " ".join(one.context for one in made("godzilla/10.5.2.2.1-one-option-or-both"))
    assert "A chooses which of these to do: “Draw 1 card” and “Increase your rage by 1”." in told


def test_no_sentence_ends_twice_nor_does_a_card_go_where_it_is() -> None:
    every = (*made("dragon-ball-super/3-7-3-1-a-resting-token-that-is-given-combo-numbers"),
             *made("dragon-ball-super/10-11-2-once-per-turn-under-a-new-master"))  # fmt: skip
    told = [text for one in every for text in (one.context, *(option.text for option in one.options))]
    assert [text for text in told if "combo with Imp Jr. A chooses" in text]
    assert not [
        text for text in told if ".." in text or ("to the Battle Area" in text and "A's Battle" in text)
    ]


def test_a_card_that_is_put_back_is_not_said_to_go_to_where_it_is() -> None:
    told = [o.text for one in made("luck-and-logic/5.7.2-look-at-up-to") for o in one.options]
    assert "Nobody before this happens: Spark is put back into A's deck." in told


def test_decks_that_are_set_out_before_the_game_are_named_as_in_a_sentence() -> None:
    names = (
        "dragon-ball-super/5-2-1-4-1-an-urn-and-one-redraw-each",
        "gate-ruler/5-3b-knight-and-legion-set-up",
    )
    asked = [one for name in names for one in made(name)]
    told = " ".join(f"{one.context} {one.prompt} {one.right.text}" for one in asked)
    assert "from A's ruler and deck to the Ruler zone" in told
    assert "In A's presented cards: Aria, " in told
    assert "before the game" not in told


def test_what_the_board_cannot_tell_is_not_asked_about() -> None:
    assert not [one.id for name in HIDDEN for one in made(name)]
    waits = made("dragon-ball-super/7-4-1-9-a-choice-that-waits-for-the-end-of-the-battle")
    assert not [one.id for one in waits if "“”" in one.right.text]
    gone = made("godzilla/12.6.2-the-search-that-finds-nothing")
    assert gone
    assert not [one.id for one in gone if ends_with(one, "A says yes.")]  # searched, and nothing found


def test_which_of_the_waiting_comes_first_is_not_set_against_what_comes_of_one() -> None:
    own = made("luck-and-logic/9.5.3.2-all-of-the-turn-players-before-any-of-the-others")
    waits = [one for one in own if one.kind == "who" and "automatic ability" in one.right.text]
    assert waits
    assert not [one.id for one in waits if "too early" in {option.reason for option in one.options}]


SHAMS = (
    "dragon-ball-super/4-5-3-2-an-attack-trigger-before-the-block",  # one of two blockers rests already
    "godzilla/10.3.2-an-option-that-sleeps",  # one of two effects is not awake
    "dragon-ball-super/8-5-3-7-a-deck-that-nobody-has-told-us",  # what lies in the deck is not told
    "gate-ruler/13-3a-1-less-damage-by-the-effects-of-the-opponent",  # damage that the text is not about
)


def test_a_choice_that_is_none_is_not_asked_about() -> None:
    sham = re.compile(r"pending skill|which of these|in your deck|is prevented")
    assert not [text for name in SHAMS for text in prompts(name, "who") if sham.search(text)]
    last = made("gate-ruler/16-13b-3a-materials-that-add-up")
    assert last
    assert not [one.id for one in last if ends_with(one, "into their graveyard: Bellows.")]


def test_a_card_that_its_own_skill_can_play_is_not_asked_about_as_one_that_cannot_be_played() -> None:
    own = made("dragon-ball-super/10-18-3-1-xeno-evolve-starts-clean")
    assert own
    assert not [one.id for one in own if one.prompt == "May A play Hourglass now?"]


def test_a_choice_of_one_of_two_namesakes_is_followed_by_no_question() -> None:
    own = made("gate-ruler/16-12b-2-a-sacrifice-that-stays")  # damage to a ruler: both are called the same
    assert own
    assert not [one.id for one in own if ends_with(one, "to deal the damage to: Knight.")]


def test_rule_actions_of_one_check_are_not_set_against_each_other() -> None:
    own = made("luck-and-logic/1.3.4-paradoxes-and-level-cards-in-one-check")
    assert own
    assert not [o.text for one in own if "Filler moves" in one.right.text for o in one.options
                if "face down" in o.text]  # fmt: skip


def test_what_lay_under_a_card_that_goes_does_not_move() -> None:
    own = made("godzilla/10.8.1.7.1-a-card-uncovered-keeps-its-place-in-time")
    assert own
    assert not [one.id for one in own if "moves from under" in f"{one.prompt} {one.right.text}"]


def test_what_happens_before_the_first_thing_that_is_seen_is_no_wrong_answer() -> None:
    """A card is turned up because its player says so: that it is turned is true, and comes first."""
    own = made("gate-ruler/16-17c-an-apprentice-has-no-resources-at-all")
    asked = [one for one in (*own, *some()) if one.kind == "next"]
    assert asked
    for one in asked:
        asking = asking_of(one)
        assert asking is not None
        texts = [step.text for step in asking.right.steps]
        before = texts[: texts.index(one.right.text)]
        assert not {*before} & {option.text for option in one.options[1:]}, one.id
