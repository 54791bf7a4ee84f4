"""The pages of Learn: a question tells nothing of its answer, and every sentence has its clause."""

from __future__ import annotations

import html
import io
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from judgekit.cases.rulings.ruling import load
from judgekit.cases.store.passes import Passes
from judgekit.cli.teach import teach
from judgekit.engine.state import area_name, area_player
from judgekit.teach import exams
from judgekit.teach.bank import file_of, mark_of
from judgekit.teach.exams import Blueprint, Papers
from judgekit.teach.kept import LONGEST, KeptLessons
from judgekit.teach.making.questions import questions
from judgekit.teach.playing_out import asking_of
from judgekit.teach.question import Question
from judgekit.teach.revising import without_step
from judgekit.teach.store import TeachError
from judgekit.web.app import create_app
from judgekit.web.learn.practice import option_id, place_of
from judgekit.web.learn.writing import CHOICES, EXAMPLE, OFFERED
from tests.teach.bank import ORDERED, filled, made, some
from tests.web.table import COUNTER, Visitor, app_on


@pytest.fixture(scope="module")
def learner(tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    found = Visitor(app_on(tmp_path_factory.mktemp("learn") / "judgekit.sqlite"))
    filled(found.app.extensions["judgekit"].practice.bank)
    return found


def address(question: Question) -> str:
    return f"/learn/q/{question.id}"


def test_a_question_page_does_not_tell_which_option_is_right(learner: Visitor) -> None:
    for question in some()[::9]:
        page = learner.json(address(question))
        assert sorted(one["text"] for one in page["options"]) == sorted(o.text for o in question.options)
        assert set(page["options"][0]) == {"id", "text"}
        text = learner.get(address(question)).text
        assert not any(option.why and option.why in text for option in question.options)


def test_hints_come_one_by_one_and_the_last_is_the_answer(learner: Visitor) -> None:
    question = some()[0]
    for many in range(5):
        page = learner.json(f"{address(question)}?hints={many}")
        assert len(page["hints"]) == many
        assert bool(page["more_hints"]) is (many < 4)
    assert page["hints"][-1] == question.right.text


def test_an_answer_leads_to_the_two_lines_side_by_side(learner: Visitor) -> None:
    question = next(q for q in some() if q.kind == "next")
    page = learner.json(address(question))
    wrong = next(one["id"] for one in page["options"] if one["text"] == question.options[1].text)
    answer = learner.post(address(question), option=wrong, token=page["token"], seconds="4")
    assert answer.status_code == 303
    shown = learner.get(answer.headers["Location"]).text
    for told in ("✗ Wrong", question.right.text, "The mistake", "Your answer, played out", "needs:"):
        assert told in shown.replace("&#39;", "'")


def test_every_sentence_of_an_explanation_has_its_event_and_its_clause(learner: Visitor) -> None:
    for question in some()[::11]:
        for option in learner.json(address(question))["options"]:
            page = learner.json(f"{address(question)}/result?chosen={option['id']}")
            steps = page["branch"]["right"]
            assert all(step["at"] and step["clause"] for step in steps)
            assert page["branch"]["condition"]["clause"]


def test_typed_words_answer_as_well_and_unclear_ones_are_told(learner: Visitor) -> None:
    question = next(q for q in some() if q.kind == "clause")
    number = question.right.text.partition(":")[0]
    assert learner.post(address(question), words=f"{number}:", token="w").status_code == 303
    assert learner.post(address(question), words="zzz", token="x").status_code == 422
    assert learner.post(address(question), token="y").status_code == 422


def test_practice_leads_to_a_question_of_the_game_asked_for(learner: Visitor) -> None:
    answer = learner.get("/learn/practice?game=godzilla&clause=7.4.3")
    assert answer.headers["Location"].startswith("/learn/q/godzilla/")
    assert learner.get("/learn/practice?game=chess").status_code == 404
    assert learner.get("/learn/practice?game=godzilla&mode=due&clause=99").status_code == 404


def test_a_question_that_is_not_there_is_told(learner: Visitor) -> None:
    assert learner.get("/learn/q/godzilla/nothing~next-1").status_code == 404
    assert learner.get(f"/learn/q/godzilla/{COUNTER}~next-99").status_code == 404
    assert learner.get("/learn/q/godzilla/..%2f..%2fpyproject").status_code == 404


def test_an_offline_lesson_needs_nothing_from_outside(learner: Visitor) -> None:
    page = learner.get("/learn/lessons/godzilla/01-the-turn/offline.html").text
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert 'src="http' not in page


def test_a_paper_without_its_key_has_no_key_in_it(learner: Visitor) -> None:
    made = learner.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3", versions="2")
    href = made.headers["Location"]
    assert learner.json(href)["key"] == []
    assert "confirmed" not in learner.get(href).text
    key = learner.json(f"{href}?key=1")["key"]
    assert [row["proved"] for row in key] == [""]
    marked = learner.post(f"{href}/marks", sheets=f"Ann; A; {key[0]['letter']}\nBea; A; -")
    assert marked.status_code == 303
    assert [one["points"] for one in learner.json(f"{href}?key=1")["sheets"]] == [1, 0]
    assert learner.post(f"{href}/marks", sheets="Ann, A, B").status_code == 422
    assert "Ann,A,1,1,yes" in learner.get(f"{href}/results.csv").text


def test_a_lesson_is_written_beside_its_preview(learner: Visitor) -> None:
    assert learner.json("/learn/lessons/write")["problems"] == []
    wrong = learner.post("/learn/lessons/write", text="title = 3")
    assert "expected a text in quotes" in wrong.text


def test_a_case_becomes_the_draft_of_a_lesson(tmp_path: Path) -> None:
    judge = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    judge.open_ruling("godzilla", COUNTER)
    end = judge.json("/cases/1/main")["at"]
    for place in ("0", end):  # where nothing has followed, the lesson begins with the case
        draft = judge.json(f"/cases/1/main/{place}/lesson")
        assert draft["text"].startswith("title = ")
        assert "\n[position]\n" in draft["text"]
        assert draft["problems"] == [], "it can be read as it is, and holds"


def test_a_lesson_of_five_steps_is_two_clicks_from_a_ruling_and_no_typed_word(tmp_path: Path) -> None:
    """“Make a lesson”, then “Save the lesson here”: every step has a question, its answers and a note."""
    judge = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    assert 'name="lesson"' in judge.get(f"/rulings/{LONG}").text
    made = judge.post(f"/rulings/{LONG}/open", lesson="1")
    draft = judge.json(made.headers["Location"])
    assert draft["problems"] == []
    kept = judge.post("/learn/lessons/kept", text=draft["text"])
    parts = judge.json(kept.headers["Location"])["parts"]
    assert len(parts) == len(draft["steps"]) >= 5
    assert all(len(part["options"]) >= 3 for part in parts if part["ask"])
    assert sum(bool(part["ask"] and part["note"]) for part in parts) >= 5
    assert "You can say what comes of each choice here, and by which clause: " in draft["text"]


LONG = "dragon-ball-super/10-4-2-two-blocks-and-one-negation"


def test_a_ruling_to_begin_with_is_found_by_its_words_and_has_enough_choices(learner: Visitor) -> None:
    assert learner.json("/learn/lessons/write")["begin"]["rulings"] == []
    found = learner.json("/learn/lessons/write?game=dragon-ball-super&q=block")["begin"]["rulings"]
    assert len(found) == OFFERED
    assert all("block" in str(one).lower() for one in found)
    enough = [one["choices"] >= CHOICES for one in found]
    assert enough == sorted(enough, reverse=True)
    assert enough[0]
    page = learner.get("/learn/lessons/write?game=dragon-ball-super&q=block").text
    assert page.count("Make a lesson<") == OFFERED
    assert f'action="/rulings/{found[0]["name"]}/open"' in page


def fields(page: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["value"] for row in (page["head"], *page["steps"]) for one in row}


def named(own: dict[str, str], which: str) -> str:
    (found,) = [name for name in own if name.startswith(f"words/{which}/")]
    return found


def test_the_words_of_a_step_are_changed_in_fields_and_the_rest_of_the_text_stays(learner: Visitor) -> None:
    first = learner.json("/learn/lessons/write")
    own = fields(first)
    same = learner.post("/learn/lessons/write", text=first["text"], do="save", **own).text
    assert same == first["text"]
    changed = own | {
        named(own, "0/title"): "Equal is enough",
        named(own, "1/wrong"): "No: it needs “more”.\r\nOnly in a later turn.\r\n",
        named(own, "1/note"): 'It says "or more".',
    }
    saved = learner.post("/learn/lessons/write", text=first["text"], do="save", **changed).text
    data = tomllib.loads(saved)
    assert data["title"] == "Equal is enough"
    assert data["part"][0]["wrong"] == ["No: it needs “more”.", "Only in a later turn."]
    assert data["part"][0]["note"] == 'It says "or more".'
    kept = [line for line in first["text"].splitlines() if not line.startswith(("title", "wrong"))]
    assert [line for line in saved.splitlines() if not line.startswith(("title", "wrong", "note"))] == kept


def test_words_changed_in_the_text_and_in_a_field_are_both_kept(learner: Visitor) -> None:
    """A field that nobody touched does not undo what was written in the text."""
    first = learner.json("/learn/lessons/write")
    own = fields(first)
    text = first["text"].replace("Does the monster go back?", "Does it go back?")
    own[named(own, "0/goal")] = "You know it."
    data = tomllib.loads(learner.post("/learn/lessons/write", text=text, do="save", **own).text)
    assert (data["goal"], data["part"][0]["ask"]) == ("You know it.", "Does it go back?")


def test_a_step_that_is_removed_leaves_what_is_chosen_in_it_to_the_next(tmp_path: Path) -> None:
    judge = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    text = judge.json(judge.post(f"/rulings/{LONG}/open", lesson="1").headers["Location"])["text"]
    answers = [part["answers"] for part in tomllib.loads(text)["part"]]
    page = judge.post("/learn/lessons/write", text=text, do="remove 2").text
    assert "It runs as written: 4 steps." in page
    less = tomllib.loads(judge.post("/learn/lessons/write", text=without_step(text, 2), do="save").text)
    assert [part["answers"] for part in less["part"]] == [answers[0], answers[1] + answers[2], *answers[3:]]
    assert judge.post("/learn/lessons/write", text=text, do="remove 9").status_code == 422


def test_all_numbers_that_are_printed_on_a_card_are_told(learner: Visitor) -> None:
    """The board shows those that one looks for first; what may be played hangs on the others."""
    name = "godzilla/5.13.1.1.1-the-gate-falls-after-the-invasion"
    question = next(one for one in questions(load(file_of(name))) if one.kind == "legal")
    told = dict(place_of(question)[2])
    assert told["Skiff"].startswith("(battle, rank 9, ")
    assert "[Revenge] Draw 1 card." in told["Bell"]
    cards = learner.json("/learn/lessons/godzilla/07-layers")["parts"][0]["cards"]
    assert all("rank " in text for _, text in cards)
    assert cards


def test_an_oral_booth_has_a_clock_and_notes_for_the_examiner(learner: Visitor) -> None:
    question = some()[0]
    page = learner.get(f"{address(question)}?booth=1").text
    assert "data-clock" in page
    assert question.right.text in learner.json(f"{address(question)}?booth=1")["notes"][0]
    assert learner.json(address(question))["notes"] == []


def test_practice_can_be_taken_along_in_one_file(learner: Visitor) -> None:
    page = learner.get("/learn/offline.html?game=godzilla&clause=7.4.3").text
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "Show the answer" in page
    assert learner.get("/learn/offline.html").status_code == 422


def test_a_mock_exam_asks_nothing_that_was_asked_before(learner: Visitor) -> None:
    room = learner.post("/learn/mock", game="godzilla", number="2").headers["Location"]
    first = {
        learner.json(f"{room}?q={n}")["prompt"] + learner.json(f"{room}?q={n}")["context"] for n in (1, 2)
    }
    seat = learner.json(room)
    assert seat["kind"] == "exam"
    assert seat["deadline"]
    assert learner.post("/learn/mock", game="chess").status_code == 422
    rooms = learner.app.extensions["judgekit"].practice.store.connection.execute(
        "SELECT questions FROM rooms"
    )
    drawn = msgspec.json.decode(rooms.fetchone()[0], type=list[str])
    assert len(drawn) == len(first) == 2
    for n in (1, 2):
        shown = learner.json(f"{room}?q={n}")
        href = room.removesuffix("/seat")
        learner.post(f"{href}/answer", number=str(n), option=shown["options"][0]["id"], token=f"m{n}")
    made = learner.post("/learn/exams", game="godzilla", number="3", unseen="1", seed="s").headers["Location"]
    paper = Papers(learner.app.extensions["judgekit"].practice.store).find(int(made.rpartition("/")[2]))
    assert set(drawn) <= set(paper.blueprint.without)
    assert not set(drawn) & {question.id for question in paper.questions}


def test_a_printed_sheet_carries_the_code_of_its_marking(learner: Visitor) -> None:
    made = learner.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3", versions="2")
    sheets = [learner.json(f"{made.headers['Location']}?version={version}")["qr"] for version in "AB"]
    assert all(code.startswith("data:image/svg+xml") for code in sheets)
    assert len(set(sheets)) == 2


def worded(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_who_names_a_condition_that_is_met_is_shown_the_one_that_fails(learner: Visitor) -> None:
    question, option = next(
        (q, o)
        for q in some()
        for o in q.options
        if o.reason == "condition met" and q.right.text.startswith("No") and q.kind == "legal"
    )
    chosen = option_id(question.id, option.text)
    page = worded(learner.get(f"/learn/q/{question.id}/result?chosen={chosen}").text)
    assert option.condition is not None
    assert f"You say it fails ✓ {option.condition.clause} needs: " in page
    assert f"What fails ✗ {question.clause} needs: " in page


def test_a_board_does_not_tell_the_number_that_is_asked_for(learner: Visitor) -> None:
    """A card's number is shown as printed, though effects have changed it already."""
    name = "godzilla/10.8.1.1-printed-values-rage-and-effects-add-up"
    question = next(q for q in questions(load(file_of(name))) if q.kind == "number")
    board = place_of(question)[0]
    assert board is not None
    shown = {
        worth.value
        for area in (*board.near.areas, *board.far.areas)
        for card in area.cards
        if card.name in question.subject
        for worth in card.worth
    }
    assert question.right.text not in {value.replace(" ", "") for value in shown}
    assert "?" in shown
    assert "? (printed " in worded(learner.get(address(question)).text)


def test_a_deck_is_shown_with_what_is_printed_on_its_cards(learner: Visitor) -> None:
    """Whether a deck is legal hangs on numbers, colours and texts."""
    name = "dragon-ball-super/5-1-3-1-copies-go-by-number"
    deck = place_of(questions(load(file_of(name)))[0])[1]
    assert "  4 Filler 1 (battle, number INV-101, colours green," in deck
    assert "copies" in deck


def test_a_board_says_what_an_effect_is_on_and_what_was_chosen_for_it() -> None:
    name = "dragon-ball-super/8-3-2-one-keyword-of-the-attacker-is-negated"
    boards = [place_of(one)[0] for one in questions(load(file_of(name)), most=20)]
    assert {e.on for board in boards if board is not None for e in board.effects} == {
        "Striker, [Double Strike]"
    }


def test_the_right_line_is_stepped_through_with_its_table(learner: Visitor) -> None:
    question = next(q for q in made(ORDERED) if q.kind == "order")
    steps = learner.json(f"{address(question)}/result")["branch"]["right"]
    tables = [learner.json(f"{address(question)}/result?step={n}")["board"] for n in range(1, len(steps) + 1)]
    assert len({str(table) for table in tables}) > 1
    assert tables[-1] == learner.json(f"{address(question)}/result")["board"]
    page = worded(learner.get(f"{address(question)}/result?step=1").text)
    assert f"The table after step 1 of {len(steps)}" in page
    assert "Step on" in page
    assert "Step back" not in page


def test_the_health_of_questions_has_a_page_and_a_withdrawn_one_is_not_asked(tmp_path: Path) -> None:
    teacher = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    practice = teacher.app.extensions["judgekit"].practice
    filled(practice.bank)
    question = some()[0]
    for at in range(24):
        chosen = question.options[at % 2].text
        practice.answer(f"pupil {at}", question, chosen, "t", seconds=12)
    teacher.post(f"{address(question)}/report", text="It is not clear.")
    (row,) = teacher.json("/learn/health")["rows"]
    assert (row["answers"], row["right"], row["seconds"]) == (24, 50, 12)
    assert [(one["count"], one["right"]) for one in row["options"]] == [(12, True), (12, False)]
    assert row["reports"] == ["It is not clear."]
    teacher.post("/learn/health", do="withdraw", question=question.id, reason="Two answers.")
    assert teacher.json("/learn/health")["rows"][0]["withdrawn"] == "Two answers."
    assert "Withdrawn: Two answers." in worded(teacher.get("/learn/health").text)
    teacher.post("/learn/health", do="restore", question=question.id)
    assert practice.withdrawn() == {}
    assert teacher.post("/learn/health", do="dance").status_code == 422


def test_a_learner_is_not_sent_where_only_a_teacher_may_go(tmp_path: Path) -> None:
    app = create_app(tmp_path / "judgekit.sqlite", token="secret-token", hosts=())
    filled(app.extensions["judgekit"].practice.bank)
    _, word = Passes(app.extensions["judgekit"].archive.store).give("viewer", 1)
    viewer = app.test_client()
    viewer.get(f"/enter/{word}")
    page = viewer.get("/learn").text
    for closed in ("/learn/rooms", "/learn/exams", "/learn/health"):
        assert f'href="{closed}"' not in page
        assert viewer.get(closed).status_code == 403
    assert "booth" not in viewer.get(address(some()[0])).text


def test_a_lesson_that_was_written_is_saved_as_a_file(learner: Visitor) -> None:
    text = learner.json("/learn/lessons/write")["text"]
    saved = learner.post("/learn/lessons/write", text=text, do="save")
    assert saved.text == text
    assert 'filename="lesson.toml"' in saved.headers["Content-Disposition"]


def test_a_lesson_that_fails_is_saved_after_a_warning_only(learner: Visitor) -> None:
    text = learner.json("/learn/lessons/write")["text"].replace("7.4.3-a", "7.4.3-b")
    warned = learner.post("/learn/lessons/write", text=text, do="save")
    assert "Not saved: the lesson fails." in warned.text
    assert 'data-line="9"' in warned.text
    assert learner.post("/learn/lessons/write", text=text, do="anyway").text == text


def test_a_lesson_is_two_clicks_from_home_and_grows_by_a_step(learner: Visitor) -> None:
    assert 'href="/learn"' in learner.get("/").text
    assert 'href="/learn/lessons/write"' in learner.get("/learn").text
    first = learner.json("/learn/lessons/write")
    grown = learner.post("/learn/lessons/write", text=first["text"], do="step").text
    assert "It runs as written: 2 steps." in grown
    assert grown.count('class="step-pair"') == 2


def test_a_lesson_shows_the_clauses_of_a_prompt_with_its_answer_only(learner: Visitor) -> None:
    page = learner.get("/learn/lessons/godzilla/04-invading-and-countering").text
    for part in page.split('class="lesson-part"')[1:]:
        before, _, after = part.partition('<details class="reveal">')
        assert 'class="near"' not in before
        assert 'class="near"' in after


def test_what_is_printed_on_a_leaders_back_is_shown() -> None:
    name = "dragon-ball-super/10-7-1-two-critical-points-at-2-life"
    one = next(q for q in questions(load(file_of(name))) if q.kind == "number" and q.subject == "Bors")
    assert "back power 15000" in dict(place_of(one)[2])["Bors"]


def test_an_open_pile_is_listed_whole_and_an_owner_on_the_other_side_is_told(learner: Visitor) -> None:
    for one in some():
        board = place_of(one)[0]
        for area in (*board.near.areas, *board.far.areas) if board is not None else ():
            asking = asking_of(one)
            assert asking is not None
            spec = next(s for s in asking.moment.place.game.areas if s.name == area_name(area.where))
            assert not (area.more and spec.seen_by == "all"), (one.id, area.where)
            for card in area.cards:
                differs = card.owner != area_player(area.where)
                assert (f"owned by {card.owner}" in card.marks) is differs, one.id
    assert "Areas that are not listed are empty." in learner.get(address(some()[0])).text


def test_the_table_of_a_lesson_does_not_give_away_the_number_that_is_asked_for(learner: Visitor) -> None:
    first, *_ = learner.json("/learn/lessons/godzilla/07-layers")["parts"]
    assert ["26000.", True] in first["options"]
    shown = re.findall(r"'value': '([^']+)'", str(first["board"]))
    assert "?" in shown
    assert not [value for value in shown if value.startswith("26")]


def test_a_lesson_can_be_answered_without_a_script_on_the_page_and_in_its_file(learner: Visitor) -> None:
    for address in ("/learn/lessons/godzilla/07-layers", "/learn/lessons/godzilla/07-layers/offline.html"):
        page = learner.get(address).text
        asked = [part for part in page.split('class="lesson-part"')[1:] if 'class="lesson-ask"' in part]
        assert len(asked) >= 3
        for part in asked:
            assert part.count('class="try is-right"') == part.count("✓ Right.") == 1
            tries = re.findall(r'<details class="try".*?</details>', part, re.DOTALL)
            assert tries
            assert all("✗ Wrong." in one and 'class="chip"' in one for one in tries)


def test_a_summon_cap_is_shown_as_what_it_is_before_effects() -> None:
    one = questions(load(file_of("gate-ruler/4-3a-1a-a-cap-that-is-lower")))[0]
    board = place_of(one)[0]
    assert board is not None
    assert ("Summon cap before effects", "2") in {(n.title, n.value) for n in board.near.numbers}


def test_a_lesson_is_kept_listed_changed_taken_along_and_hidden_with_a_way_back(tmp_path: Path) -> None:
    teacher = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    text = teacher.json("/learn/lessons/write")["text"]
    address = teacher.post("/learn/lessons/kept", text=text).headers["Location"]
    assert address == "/learn/lessons/kept/1"
    assert teacher.json("/learn")["kept"] == [[1, "A first lesson", False]]
    assert "Does the monster go back?" in teacher.get(address).text
    assert teacher.get(f"{address}/lesson.toml").text == text
    assert "://" not in teacher.get(f"{address}/offline.html").text.partition("<body")[2]
    assert teacher.json(f"{address}/edit")["text"] == text
    teacher.post("/learn/lessons/kept", text=text.replace("A first", "My first"), number="1")
    assert teacher.json("/learn")["kept"] == [[1, "My first lesson", False]]
    teacher.post(f"{address}/hide", do="hide")
    assert teacher.json("/learn")["kept"] == [[1, "My first lesson", True]]
    teacher.post(f"{address}/hide", do="show")
    assert teacher.json("/learn")["kept"] == [[1, "My first lesson", False]]
    store = teacher.app.extensions["judgekit"].practice.bank.store
    assert store.connection.execute("SELECT count(*) FROM lessons").fetchone() == (4,)


def test_a_lesson_that_fails_is_not_kept_and_a_long_one_is_refused(tmp_path: Path) -> None:
    teacher = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    text = teacher.json("/learn/lessons/write")["text"]
    assert "the lesson fails" in teacher.post("/learn/lessons/kept", text="title = 3").text
    assert teacher.post("/learn/lessons/kept", text=text, number="7").status_code == 404
    assert teacher.json("/learn")["kept"] == []
    with pytest.raises(TeachError, match="at most"):
        KeptLessons(teacher.app.extensions["judgekit"].practice.bank.store).keep(text + "#" * LONGEST)


def field_of(page: dict[str, Any], step: int, label: str) -> str:
    """The name of a field of a step."""
    return next(str(one["name"]) for one in page["steps"][step - 1] if one["label"].startswith(label))


def written(learner: Visitor, page: dict[str, Any], step: int, **words: str) -> dict[str, Any]:
    """The page after words were typed into fields of a step."""
    named = {field_of(page, step, label.replace("_", " ")): value for label, value in words.items()}
    form = {"csrf": learner.token, "text": page["text"], **named}
    found: dict[str, Any] = learner.client.post(
        "/learn/lessons/write", data=form, headers={"Accept": "application/json"}
    ).get_json()
    return found


def test_a_question_is_written_in_the_fields_of_a_new_step_until_it_holds(learner: Visitor) -> None:
    """Each fault names the step and its field, and every field stays."""
    grown = learner.client.post(
        "/learn/lessons/write", data={"csrf": learner.token, "text": EXAMPLE, "do": "step"},
        headers={"Accept": "application/json"},
    ).get_json()  # fmt: skip
    for words, told in (
        ({"Question": "Again?", "Right": "Yes."}, "Question: expected a right answer"),
        ({"Wrong": "Yes.\nNo."}, "Wrong answers, one on each line: expected answers that differ"),
        ({"Wrong": "No."}, "Question: expected a ruling"),
        ({"Worked": "no-such-ruling"}, "Worked ruling that shows it, by its name: expected"),
    ):
        grown = written(learner, grown, 2, **words)
        assert [(one["step"], one["told"][: len(told)]) for one in grown["problems"]] == [(2, told)]
        assert len(grown["steps"]) == 2
    address = f"http://127.0.0.1/rulings/godzilla/{COUNTER}?edition=godzilla%2F1.2"
    grown = written(learner, grown, 2, Worked=address)
    assert grown["problems"] == []
    assert tomllib.loads(grown["text"])["part"][1] == {
        "text": "Say what the reader should look at here.",
        "ask": "Again?", "right": "Yes.", "wrong": ["No."], "ruling": COUNTER,
    }  # fmt: skip
    assert COUNTER in grown["rulings"]


def test_a_step_that_goes_on_is_not_offered_another_ruling(learner: Visitor) -> None:
    page = written(learner, {"text": EXAMPLE.replace('see = ["7.4.3"]', "continues = true"), "steps": []}, 1)
    assert "Worked ruling that shows it, by its name" not in [one["label"] for one in page["steps"][0]]


@pytest.mark.parametrize("text", ["title = 3", "part = 3", "[[part]", "[part]\ntext = 3", "part = [1]", ""])
def test_a_text_without_steps_is_shown_as_it_is(learner: Visitor, text: str) -> None:
    page = written(learner, {"text": text, "steps": []}, 1)
    assert page["text"] == text
    assert page["problems"]
    assert page["steps"] == []


def test_a_lesson_that_is_sent_twice_is_kept_once(tmp_path: Path) -> None:
    teacher = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    store = teacher.app.extensions["judgekit"].practice.bank.store
    places = {teacher.post("/learn/lessons/kept", text=EXAMPLE).headers["Location"] for _ in range(2)}
    assert places == {"/learn/lessons/kept/1"}
    other = EXAMPLE.replace("A first", "My first")
    for address, fields in (("", {"text": other, "number": "1"}), ("/1/hide", {"do": "hide"})):
        for _ in range(2):
            teacher.post(f"/learn/lessons/kept{address}", **fields)
    assert store.connection.execute("SELECT count(*) FROM lessons").fetchone() == (3,)
    assert teacher.post("/learn/lessons/kept", text=other).headers["Location"] == "/learn/lessons/kept/2"


def test_a_file_that_is_no_text_and_one_that_is_too_long_are_told(learner: Visitor) -> None:
    for data, told in (
        (EXAMPLE.encode("utf-16"), "is not UTF-8 text"),
        (b"PK\x03\x04\xff", "is not UTF-8 text"),
        (EXAMPLE.encode() + b"#" * LONGEST, f"at most {LONGEST} characters; this one has "),
    ):
        form = {"csrf": learner.token, "file": (io.BytesIO(data), "mine.toml")}
        assert told in learner.client.post("/learn/lessons/kept", data=form).text
    assert learner.json("/learn")["kept"] == []


def test_a_kept_lesson_that_no_longer_holds_is_changed_by_its_teacher(tmp_path: Path) -> None:
    """The ruling that it shows has another name now."""
    teacher = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    address = teacher.post("/learn/lessons/kept", text=EXAMPLE).headers["Location"]
    kept = KeptLessons(teacher.app.extensions["judgekit"].practice.bank.store)
    kept._add(1, "A first lesson", EXAMPLE.replace(COUNTER, "another-name"), hidden=False)
    assert teacher.get(address).headers["Location"] == f"{address}/edit"
    assert teacher.json(f"{address}/edit")["problems"][0]["step"] == 1
    teacher.app.config["JUDGEKIT_TOKEN"] = "t" * 32
    learner = Visitor(
        teacher.app, Passes(teacher.app.extensions["judgekit"].archive.store).give("learner", 1)[1]
    )
    answer = learner.get(address)
    assert answer.status_code == 422
    assert "This lesson no longer holds" in answer.text


def test_the_first_page_tells_what_has_changed_since(tmp_path: Path) -> None:
    """Under the older edition there was another answer, and no one has practised since."""
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    practice = visitor.app.extensions["judgekit"].practice
    base = "godzilla/12.9.2-a-base-stays-when-the-start-phase-clears-up"
    practice.bank.keep(base, mark_of(file_of(base)), questions(load(file_of(base)), "1.00"))
    for one in practice.bank.of(base):
        assert (
            visitor.post(address(one), option=option_id(one.id, one.right.text), token=one.id).status_code
            == 303
        )
    assert visitor.json("/learn")["told"] == []
    with practice.store.writing() as connection:
        connection.execute("UPDATE rulings SET mark = 'of the older edition'")
    assert visitor.json("/learn")["told"]


@pytest.mark.parametrize(
    "changes",
    [{"at": 9999}, {"ruling": "godzilla/removed"}, {"edition": "godzilla/9.9"}],
    ids=["another course", "no ruling", "no edition"],
)
def test_a_paper_outlives_its_rulings(learner: Visitor, changes: dict[str, Any]) -> None:
    """It is shown and marked; the key says what the engine no longer confirms."""
    practice = learner.app.extensions["judgekit"].practice
    paper = exams.draw(practice.bank, Blueprint("godzilla", 2, chapters={"7.4.3": 1}))
    old = replace(paper.questions[0], **changes)
    number = Papers(practice.store).keep(replace(paper, questions=(old, *paper.questions[1:])))
    address = f"/learn/exams/{number}"
    assert learner.get(address).text.count("This question is no longer asked") == 1
    assert [bool(row["proved"]) for row in learner.json(f"{address}?key=1")["key"]].count(True) == 1
    assert "This question is no longer asked" in html.unescape(learner.get(f"{address}/moodle.xml").text)
    assert learner.post(f"{address}/marks", sheets="Ann; A; AB").status_code == 303
    assert "Ann" in learner.get(f"{address}/results.csv").text


def test_what_is_taken_along_leads_nowhere_else(learner: Visitor) -> None:
    kept = learner.post("/learn/lessons/kept", text=f"# along\n{EXAMPLE}").headers["Location"]
    for page in ("/learn/offline.html?game=luck-and-logic", "/learn/lessons/godzilla/07-layers/offline.html",
                 f"{kept}/offline.html"):  # fmt: skip
        text = learner.get(page).text
        assert 'class="board"' in text
        assert [
            one for one in re.findall(r'(?:href|src|action)="([^"]*)"', text) if not one.startswith("#")
        ] == []


def test_practice_to_take_along_is_not_empty(learner: Visitor) -> None:
    assert learner.get("/learn/offline.html?game=godzilla&clause=99.9").status_code == 404
    assert learner.get("/learn/offline.html?game=chess").status_code == 422


def test_the_answer_to_a_question_about_a_deck_shows_the_deck(learner: Visitor) -> None:
    deck = made("dragon-ball-super/5-1-3-1-copies-go-by-number")[0]
    page = learner.get(f"{address(deck)}/result").text
    assert "What the rules say" in page
    assert "4 Filler 1 (battle, number INV-101" in page
    assert '<h2 id="deck">' not in learner.get(f"{address(some()[0])}/result").text


def test_a_paper_for_moodle_and_one_that_is_printed_by_a_command_have_their_tables(
    learner: Visitor, tmp_path: Path
) -> None:
    paper = learner.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3").headers["Location"]
    told = html.unescape(learner.get(f"{paper}/moodle.xml").text)
    assert "<dt>Zone 1 (1)</dt>" in told
    assert "What is neither told nor on the table has not happened" in told
    command = ["exam", "godzilla", "--number", "1", "--chapter", "7.4.3", "--versions", "1"]
    shown = (
        CliRunner()
        .invoke(teach, command, env={"JUDGEKIT_HOME": str(tmp_path)}, catch_exceptions=False)
        .output
    )
    assert "   | A, turn player" in shown
    assert "   | Zone 1 (1):\n   | " in shown
    assert "<" not in shown.partition("Key A")[0]


def test_two_candidates_of_one_name_are_told_apart(learner: Visitor) -> None:
    paper = learner.post("/learn/exams", game="godzilla", number="1", chapters="7.4.3").headers["Location"]
    answer = learner.post(f"{paper}/marks", sheets="Cid; A; A\nCid; A; B")
    assert answer.status_code == 422
    assert "Cid is there twice" in answer.text
    assert "what you typed is still there" in answer.text
    assert "Cid" not in str(learner.json(f"{paper}?key=1")["sheets"])


def test_a_learner_reads_a_kept_lesson_but_not_a_hidden_list_and_keeps_none(tmp_path: Path) -> None:
    app = create_app(tmp_path / "judgekit.sqlite", token="t" * 32, hosts=())
    kept = KeptLessons(app.extensions["judgekit"].practice.bank.store)
    for text in (EXAMPLE, f"# Another one.\n{EXAMPLE}"):
        kept.keep(text)
    kept.hide(2)
    learner = app.test_client()
    learner.get(f"/enter/{Passes(app.extensions['judgekit'].archive.store).give('learner', 1)[1]}")
    page = learner.get("/learn").text
    assert "/learn/lessons/kept/1" in page
    assert "/learn/lessons/kept/2" not in page
    assert "Remove from the list" not in learner.get("/learn/lessons/kept/1").text
    assert "Save the lesson here" not in learner.get("/learn/lessons/write").text
    token = learner.get("/csrf").get_json()["token"]
    assert learner.post("/learn/lessons/kept", data={"text": EXAMPLE, "csrf": token}).status_code == 403


def test_a_lesson_is_taken_from_a_file(learner: Visitor) -> None:
    form = {"csrf": learner.token, "text": "title = 3", "file": (io.BytesIO(EXAMPLE.encode()), "mine.toml")}
    page = learner.client.post("/learn/lessons/write", data=form, headers={"Accept": "application/json"})
    assert page.get_json()["text"] == EXAMPLE
