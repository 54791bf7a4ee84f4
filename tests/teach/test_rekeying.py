"""When an edition or a reading changes, the questions it changes are found, and learners are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.audit.impact import Effect, Side, came_of, compared, rulings
from judgekit.cases.errors import CaseError
from judgekit.cases.play.what_if import renumbering
from judgekit.cases.rulings.ruling import load
from judgekit.teach import health
from judgekit.teach.bank import file_of, names
from judgekit.teach.making.how_it_ends import fact_told
from judgekit.teach.making.questions import questions
from judgekit.teach.playing_out import asking_of
from judgekit.teach.practice import AGAIN, Practice
from judgekit.teach.question import Question
from judgekit.teach.rekeying import Change, changes
from judgekit.teach.store import Store

NEW, OLD = Side("godzilla/1.2"), Side("godzilla/1.00")
TOKEN = "godzilla/10.10.1.2-a-token-is-remembered-too"
DECK = "godzilla/6.1.1.5-a-token-in-the-deck"  # which only the newer edition forbids
BASE = "godzilla/12.9.2-a-base-stays-when-the-start-phase-clears-up"  # in both editions, with two answers


def affected(ruling: str, side: Side, edition: str = "") -> list[Change]:
    return list(changes(questions(load(file_of(ruling)), edition), side))


def impact_of(ruling: str) -> Effect:
    """What the audit says that the older edition changes in a ruling."""
    (item,) = rulings([file_of(ruling)])
    numbers = renumbering(NEW.edition, OLD.edition)
    return compared(item, came_of(item, NEW), came_of(item, OLD), numbers)


def agrees(ruling: str) -> list[str]:
    """Where the audit finds the same, no question changes; where a ruling cannot be played, all go. A fact
    that its file states changes as a question if, and only if, it changes in the audit. Where the same
    answer comes by other clauses, questions about the way may change. What is otherwise."""
    made, effect = questions(load(file_of(ruling)), "1.2", most=20), impact_of(ruling)
    found = {one.question for one in changes(made, OLD)}
    if effect.change == "same":
        return sorted(found)
    if effect.change == "cannot run":
        return [one.id for one in made if one.id not in found]
    differ = {thing for thing, *_ in effect.differ}
    ends = [one for one in made if one.kind == "end"]
    return [one.id for one in ends if (one.id in found) != bool(facts_asked(one) & differ)]


def facts_asked(question: Question) -> set[str]:
    """The facts of its ruling's file that a question is about, as the audit calls them."""
    asking = asking_of(question)
    assert asking is not None
    own = {str(one): fact_told(asking.result, one) for one in asking.script.facts}
    return {name for name, told in own.items() if told == question.right.text}


def test_questions_change_where_the_audit_finds_another_answer_and_nowhere_else() -> None:
    for ruling in (
        TOKEN,
        "godzilla/1.2.1-both-countered-and-neither-has-a-successor",
        *names("godzilla")[5::190],
        "godzilla/6.1.2-a-card-that-lifts-the-limit-of-four",
        "godzilla/11.5.1-played-onto-a-card-with-revenge",
        "godzilla/10.6.4.1.2-the-captured-boat",
    ):
        assert agrees(ruling) == []


@pytest.mark.long
def test_all_questions_of_godzilla_change_as_the_audit_says() -> None:
    everywhere = [name for name in names("godzilla") if "1.2" in load(file_of(name)).scripts]
    assert [question for ruling in everywhere for question in agrees(ruling)] == []


def test_a_changed_answer_says_what_is_right_now() -> None:
    (one, *_) = [c for c in affected(DECK, OLD) if c.how == "re-keyed"]
    assert one.was != one.now
    assert one.now


def test_a_reading_changes_the_questions_that_hang_on_it_and_no_others() -> None:
    other = Side(readings={"A-56": "turn-player-loses"})
    found = affected("godzilla/1.2.2-a-text-that-has-both-players-lose", other)
    assert ("re-keyed", "The game is drawn.", "B wins.") in {(one.how, one.was, one.now) for one in found}
    assert affected(TOKEN, other) == []


@pytest.mark.parametrize("readings", [{"A-999": "choice"}, {"A-56": "nonsense"}])
def test_a_reading_that_no_book_offers_is_refused(readings: dict[str, str]) -> None:
    with pytest.raises(CaseError, match=r"open question|can be read as"):
        affected(TOKEN, Side(readings=readings))


def learnt(tmp_path: Path, *, right: bool = True, again: bool = True) -> Practice:
    """A learner who answered what is asked about a ruling in the older edition, before the newer one came."""
    practice = Practice(Store(tmp_path / "teach.sqlite"))
    old = questions(load(file_of(BASE)), "1.00")
    practice.bank.keep(BASE, "old", old)
    for one in old:
        practice.answer("ann", one, one.options[0 if right else 1].text, f"t {one.id}")
    if again:
        practice.bank.of(BASE)
    return practice


def test_learners_are_told_which_of_their_right_answers_are_wrong_now(tmp_path: Path) -> None:
    practice = learnt(tmp_path)
    told = dict(health.told_changes(practice, "ann"))
    changed = affected(BASE, NEW, "1.00")
    assert changed
    assert sorted(told.values()) == sorted(one.now for one in changed)
    assert health.told_changes(practice, "bob") == []


def test_a_learner_who_comes_back_is_told_though_nobody_has_asked_about_the_ruling_since(
    tmp_path: Path,
) -> None:
    practice = learnt(tmp_path, again=False)
    assert health.told_changes(practice, "ann") == []
    practice.look_again("bob")
    assert health.told_changes(practice, "ann") == []
    practice.look_again("ann")
    assert health.told_changes(practice, "ann")


def test_a_learner_is_told_of_a_ruling_that_nothing_is_asked_about_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = learnt(tmp_path, again=False)
    monkeypatch.setattr("judgekit.teach.bank.questions", lambda ruling: [])
    monkeypatch.setattr("judgekit.teach.rekeying._played", lambda question, side: None)
    practice.look_again("ann")
    told = health.told_changes(practice, "ann")
    assert told
    assert all(now == "" for _, now in told)


def test_of_many_rulings_that_have_changed_a_few_are_worked_out_at_a_time(tmp_path: Path) -> None:
    practice = Practice(Store(tmp_path / "teach.sqlite"))
    rulings = names("godzilla")[: AGAIN + 3]
    looked: list[str] = []
    practice.bank.of = looked.append  # type: ignore[method-assign,assignment]
    practice.bank.look_again([*rulings, "godzilla/removed"], AGAIN)
    assert looked == rulings[:AGAIN]


def test_who_was_wrong_before_is_told_nothing(tmp_path: Path) -> None:
    assert health.told_changes(learnt(tmp_path, right=False), "ann") == []


def test_who_has_met_the_ruling_again_is_told_no_more(tmp_path: Path) -> None:
    practice = learnt(tmp_path)
    again = practice.bank.of(BASE)[0]
    practice.answer("ann", again, again.right.text, "later", at="2099-01-01T00:00:00+00:00")
    assert health.told_changes(practice, "ann") == []


def test_what_is_asked_as_before_is_not_told(tmp_path: Path) -> None:
    """Rules whose code changed, and not what they answer."""
    practice = Practice(Store(tmp_path / "teach.sqlite"))
    made = questions(load(file_of(TOKEN)))
    practice.bank.keep(TOKEN, "old", made)
    for one in made:
        practice.answer("ann", one, one.right.text, f"t {one.id}")
    practice.bank.keep(TOKEN, "new", made[1:])
    assert health.told_changes(practice, "ann") == []
