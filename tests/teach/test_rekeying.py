"""When an edition or a reading changes, the questions it changes are found, and learners are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.audit.impact import Effect, Side, came_of, compared, rulings
from judgekit.cases.play.what_if import renumbering
from judgekit.cases.rulings.ruling import load
from judgekit.teach import health
from judgekit.teach.bank import file_of, names
from judgekit.teach.making import questions
from judgekit.teach.practice import Practice
from judgekit.teach.rekeying import Change, changes
from judgekit.teach.store import Store

NEW, OLD = Side("godzilla/1.2"), Side("godzilla/1.00")
TOKEN = "godzilla/10.10.1.2-a-token-is-remembered-too"
BASE = "godzilla/12.9.2-a-base-stays-when-the-start-phase-clears-up"  # in both editions, with two answers


def affected(ruling: str, side: Side, edition: str = "") -> list[Change]:
    return list(changes(questions(load(file_of(ruling)), edition), side))


def impact_of(ruling: str) -> Effect:
    """What the audit says that the older edition changes in a ruling."""
    (item,) = rulings([file_of(ruling)])
    numbers = renumbering(NEW.edition, OLD.edition)
    return compared(item, came_of(item, NEW), came_of(item, OLD), numbers)


def agrees(ruling: str) -> None:
    """Questions change where the audit finds another answer, and none where it finds the same. Where the same
    answer comes by other clauses, questions about the way may change."""
    found, effect = affected(ruling, OLD, "1.2"), impact_of(ruling)
    if effect.change == "same":
        assert found == [], ruling
    asked = [thing for thing, _, _ in effect.differ if "property =" not in thing]
    if effect.change == "other answer" and asked:
        made = questions(load(file_of(ruling)), "1.2", most=20)
        ends = [one for one in made if one.kind in ("end", "wins", "deck")]  # what comes of it, if asked
        assert not ends or list(changes(made, OLD)), ruling


def with_questions() -> list[str]:
    found = ((name, load(file_of(name))) for name in names("godzilla"))
    return [name for name, ruling in found if "1.2" in ruling.scripts and questions(ruling, "1.2")]


def test_questions_change_where_the_audit_finds_another_answer_and_nowhere_else() -> None:
    for ruling in (
        TOKEN,
        "godzilla/1.2.1-both-countered-and-neither-has-a-successor",
        *names("godzilla")[5::190],
        "godzilla/6.1.2-a-card-that-lifts-the-limit-of-four",
        "godzilla/11.5.1-played-onto-a-card-with-revenge",
    ):
        agrees(ruling)


@pytest.mark.long
def test_all_questions_of_godzilla_change_as_the_audit_says() -> None:
    for ruling in with_questions():
        agrees(ruling)


def test_a_changed_answer_says_what_is_right_now() -> None:
    (one, *_) = [c for c in affected(TOKEN, OLD) if c.how == "re-keyed"]
    assert one.was != one.now
    assert one.now


def test_a_reading_changes_the_questions_that_hang_on_it_and_no_others() -> None:
    other = Side(readings={"A-56": "turn-player-loses"})
    found = affected("godzilla/1.2.2-a-text-that-has-both-players-lose", other)
    assert ("re-keyed", "The game is drawn.", "B wins.") in {(one.how, one.was, one.now) for one in found}
    assert affected(TOKEN, other) == []


def learnt(tmp_path: Path, *, right: bool = True) -> Practice:
    """A learner who answered what is asked about a ruling in the older edition, before the newer one came."""
    practice = Practice(Store(tmp_path / "teach.sqlite"))
    old = questions(load(file_of(BASE)), "1.00")
    practice.bank.keep(BASE, "old", old)
    for one in old:
        practice.answer("ann", one, one.options[0 if right else 1].text, f"t {one.id}")
    practice.bank.of(BASE)
    return practice


def test_learners_are_told_which_of_their_right_answers_are_wrong_now(tmp_path: Path) -> None:
    practice = learnt(tmp_path)
    told = dict(health.told_changes(practice, "ann"))
    changed = affected(BASE, NEW, "1.00")
    assert changed
    assert sorted(told.values()) == sorted(one.now for one in changed)
    assert health.told_changes(practice, "bob") == []


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
