"""What the pages of Learn show and take, for the description of the HTTP API."""

from __future__ import annotations

from typing import Any

from judgekit.web.learn import exam_pages, health_pages, host, lesson_pages, practice, seat, writing

WISH = {
    "game": "godzilla", "clause": "it, and what is below it", "difficulty": "easy, medium, hard",
    "mode": "due, or wrong: what was answered wrong", "kind": "next, clause, order, who, legal, number …",
}  # fmt: skip
MODELS: dict[str, type[Any]] = {
    "learn.practice.home": practice.LearnPage, "learn.practice.question_page": practice.QuestionPage,
    "learn.practice.result_page": practice.AnswerPage, "learn.practice.map_page": practice.MapPage,
    "learn.lesson_pages.lesson_page": lesson_pages.LessonPage,
    "learn.writing.write_page": writing.WritePage,
    "learn.writing.preview": writing.WritePage, "learn.authoring.of_a_case": writing.WritePage,
    "learn.authoring.edit_kept": writing.WritePage,
    "learn.lesson_pages.kept_page": lesson_pages.LessonPage,
    "learn.exam_pages.exams_page": exam_pages.ExamsPage, "learn.exam_pages.paper_page": exam_pages.PaperPage,
    "learn.host.rooms_page": host.RoomsPage, "learn.host.host_page": host.HostPage,
    "learn.seat.seat_page": seat.SeatPage, "learn.seat.room_cursor": seat.RoomCursor,
    "learn.seat.join_page": seat.JoinPage, "learn.health_pages.health_page": health_pages.HealthPage,
}  # fmt: skip
LEADING = ("learn.practice.next_question",)
FILES = {
    "learn.lesson_pages.offline_kept": "text/html", "learn.lesson_pages.kept_file": "application/toml",
    "learn.lesson_pages.offline_lesson": "text/html", "learn.practice.offline_practice": "text/html",
    "learn.exam_pages.results_file": "text/csv",
    "learn.exam_pages.moodle_file": "application/xml", "learn.host.room_file": "text/csv",
}  # fmt: skip
PARTS = {"lesson": "name of a lesson", "paper": "number of a paper", "room": "number of a room"}
QUERIES: dict[str, dict[str, str]] = {
    "learn.practice.home": WISH,
    "learn.practice.next_question": WISH | {"booth": "1: as an oral booth"},
    "learn.practice.offline_practice": WISH,
    "learn.practice.question_page": WISH
    | {
        "hints": "how many hints are shown, 0 to 4",
        "booth": "1: large, with a clock and the examiner's notes",
    },
    "learn.practice.result_page": WISH
    | {
        "chosen": "id of an option; none: the right one",
        "step": "of the right line: whose table is shown",
        "booth": "1: as an oral booth",
    },
    "learn.writing.write_page": {"game": "whose rulings are offered", "q": "words of them"},
    "learn.practice.map_page": {"chapter": "whose clauses are listed"},
    "learn.exam_pages.paper_page": {"version": "A to D", "key": "1: with key and results"},
    "learn.seat.seat_page": {"q": "number of a question; of a class: of one that is over"},
    "learn.seat.join_page": {"code": "six characters"},
}
FORMS: dict[str, dict[str, str]] = {
    "learn.practice.take_answer": WISH
    | {
        "option": "id of an option", "words": "words that only one option has", "token": "of this asking",
        "hints": "how many were shown", "seconds": "that it took", "booth": "1: in an oral booth",
    },
    "learn.practice.report": {"text": "what is wrong"},
    "learn.writing.preview": {
        "text": "a lesson, TOML",
        "do": "step: one more step; remove 3: without step 3; save: as a file; anyway: though it fails",
        "file": "instead of a text", "number": "of the kept lesson that is changed",
        "words": "words/STEP/FIELD/MARK: other words for a field; the mark is that of the words before",
    },
    "learn.authoring.keep": {
        "text": "a lesson, TOML", "file": "instead of a text", "number": "of a kept lesson; none: a new one",
        "words": "words/STEP/FIELD/MARK: other words for a field",
    },
    "learn.authoring.hide_kept": {"do": "hide, show"},
    "learn.exam_pages.make_paper": {
        "name": "of the paper", "game": "godzilla", "number": "of questions", "minutes": "", "pass_mark": "%",
        "versions": "1 to 4", "chapters": "7: 2, 10: 3", "easy": "share", "medium": "share", "hard": "share",
        "seed": "the same seed gives the same paper", "unseen": "1: nothing that was asked in this browser",
    },
    "learn.exam_pages.mark_sheets": {"sheets": "name; version; letters, one candidate on each line"},
    "learn.host.open_room": {
        "kind": "class, homework, exam", "name": "of the room", "game": "godzilla", "number": "of questions",
        "chapters": "7: 2, 10: 3", "seed": "", "paper": "number of a paper", "questions": "ids of questions",
        "deadline": "2026-05-04T18:00", "unseen": "1: nothing that was asked in this browser",
        "token": "of the form: sent twice, it opens one room",
    },
    "learn.health_pages.settle": {
        "do": "withdraw, withdraw all, restore", "question": "its id", "reason": "why it is withdrawn",
    },
    "learn.host.step_room": {
        "do": "show, hide, next, back, close, open", "number": "of the question that the teacher sees",
    },
    "learn.seat.answer": {
        "number": "of the question", "option": "id of an option", "token": "of this try", "seconds": "",
    },
    "learn.seat.join": {"code": "six characters", "name": "of the learner"},
    "learn.seat.mock_exam": {
        "game": "godzilla", "number": "of questions", "token": "of the form: sent twice, it is one exam",
    },
}  # fmt: skip
