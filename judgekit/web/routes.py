"""Every address, and the function that answers it: its module is imported on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

View = Callable[..., Any]

LINE = "/cases/<int:case>/<line:branch>"
PLACE = LINE + "/<place>"
BOOK = "/rules/<game>/<edition>"
QUESTION = "/learn/q/<game>/<name>"
KEPT = "/learn/lessons/kept/<int:number>"
LESSON = "/learn/lessons/<game>/<lesson>"
PAPER = "/learn/exams/<int:paper>"
ROOM = "/learn/rooms/<int:room>"
ROUTES = (
    ("GET", "/", "home.home"),
    ("GET", "/cases", "home.cases"),
    ("POST", "/cases/<int:case>/label", "home.label_case"),
    ("POST", "/theme", "home.choose_theme"),
    ("GET", "/events", "events.events_page"),
    ("POST", "/events", "events.keep_event"),
    ("POST", "/events/choose", "events.choose_event"),
    ("GET", "/csrf", "home.forgery_token"),
    ("GET", "/enter/<code>", "access.enter"),
    ("POST", "/cases/<int:case>/remove", "case.new.remove_case"),
    ("POST", "/cases/<int:case>/restore", "case.new.restore_case"),
    ("GET", "/jobs/<int:number>", "home.job"),
    ("POST", "/jobs/<int:number>/stop", "home.stop_job"),
    ("POST", "/samples", "case.new.open_sample"),
    ("POST", "/positions", "case.new.take_position"),
    ("POST", "/cases/import", "case.new.take_case"),
    ("GET", "/positions/new", "editor.views.new_position"),
    ("POST", "/positions/edit", "editor.views.edit_position"),
    ("GET", "/cases/<int:case>", "case.views.first_line"),
    ("GET", LINE, "case.views.line"),
    ("GET", PLACE, "case.views.step"),
    ("POST", PLACE + "/answer", "case.actions.answer"),
    ("POST", PLACE + "/run", "case.actions.run"),
    ("POST", PLACE + "/announce", "case.actions.announce"),
    ("POST", PLACE + "/fork", "case.actions.fork"),
    ("POST", PLACE + "/reading", "case.actions.reading"),
    ("POST", PLACE + "/edition", "case.actions.edition"),
    ("POST", PLACE + "/correct", "case.actions.correct"),
    ("POST", PLACE + "/note", "case.actions.note"),
    ("POST", LINE + "/mark", "case.actions.mark"),
    ("POST", LINE + "/verify", "case.actions.verify"),
    ("GET", PLACE + "/seek", "case.seeking.seek"),
    ("GET", PLACE + "/hindsight", "case.counterfactuals.hindsight"),
    ("GET", LINE + "/cursor", "case.following.cursor"),
    ("GET", LINE + "/compare", "case.compare.compare_page"),
    ("GET", PLACE + "/explore", "audit.explore.explore_page"),
    ("POST", PLACE + "/explore", "audit.explore.start_exploring"),
    ("POST", PLACE + "/explore/open", "audit.explore.open_line"),
    ("GET", PLACE + "/explore/example", "audit.another.example_page"),
    ("GET", PLACE + "/explore.html", "audit.explore.report_file"),
    ("GET", PLACE + "/minimise", "audit.minimise.of_a_case"),
    ("POST", PLACE + "/minimise", "audit.minimise.start_of_a_case"),
    ("GET", PLACE + "/minimise.toml", "audit.minimise.file_of_a_case"),
    ("GET", PLACE + "/story", "audit.story.story_page"),
    ("POST", PLACE + "/story", "audit.story.check_stories"),
    ("GET", PLACE + "/loops", "audit.loops.loops_page"),
    ("POST", PLACE + "/loops", "audit.loops.look_for_loops"),
    ("GET", PLACE + "/loops/ahead", "audit.loops.ahead"),
    ("GET", "/audit", "audit.door.door_page"),
    ("GET", PLACE + "/export.html", "case.exports.offline"),
    ("GET", "/cases/<int:case>/export.judgekit", "case.exports.case_file"),
    ("GET", PLACE + "/export.toml", "case.exports.position_file"),
    ("GET", PLACE + "/edit", "case.exports.edit_moment"),
    ("GET", PLACE + "/sheet", "case.sheet.sheet"),
    ("POST", PLACE + "/sheet", "case.sheet.keep_sheet"),
    ("GET", "/s/<code>", "case.sheet.short"),
    ("GET", PLACE + "/export.py", "case.exports.test_file"),
    ("GET", PLACE + "/link", "case.exports.permalink"),
    ("GET", "/g/<game>/<edition>/p/<position>", "case.exports.long_address"),
    ("GET", "/p/<code>", "case.exports.packed_page"),
    ("POST", "/p/<code>", "case.exports.open_packed"),
    ("GET", "/rules", "rules.views.shelf_page"),
    ("POST", "/rules/import", "rules.views.take_book"),
    ("GET", BOOK, "rules.views.book_page"),
    ("GET", BOOK + "/<clause>/section", "rules.views.section_page"),
    ("GET", "/r/<game>/<edition>/<clause>", "rules.views.short_address"),
    ("GET", BOOK + "/<clause>", "rules.views.clause_page"),
    ("GET", "/rules/compare", "rules.editions.compare_page"),
    ("GET", BOOK + "/lint", "rules.coverage.lint_page"),
    ("GET", BOOK + "/impact", "audit.impact.impact_page"),
    ("POST", BOOK + "/impact", "audit.impact.start_impact"),
    ("GET", BOOK + "/lint.html", "rules.coverage.lint_file"),
    ("GET", BOOK + "/coverage", "rules.coverage.coverage_page"),
    ("POST", BOOK + "/coverage", "rules.coverage.measure_coverage"),
    ("GET", "/rulings", "rulings.views.library_page"),
    ("GET", "/rulings/<game>/<name>", "rulings.views.ruling_page"),
    ("POST", "/rulings/<game>/<name>/open", "rulings.views.open_ruling"),
    ("GET", "/rulings/<game>/<name>/minimise", "audit.minimise.of_a_ruling"),
    ("POST", "/rulings/<game>/<name>/minimise", "audit.minimise.start_of_a_ruling"),
    ("GET", "/rulings/<game>/<name>/minimise.toml", "audit.minimise.file_of_a_ruling"),
    ("GET", "/library", "cards.views.library_page"),
    ("POST", "/library/import", "cards.views.take_list"),
    ("GET", "/library/imports/<digest>", "cards.views.imported_page"),
    ("POST", "/library/samples", "cards.views.take_sample"),
    ("GET", "/library/suggest", "cards.views.suggest"),
    ("GET", "/library/<game>", "cards.views.cards_page"),
    ("GET", "/library/<game>/report", "cards.views.report_page"),
    ("GET", "/library/<game>/export.judgecards", "cards.views.library_file"),
    ("GET", "/library/<game>/decks", "cards.decks.decks_page"),
    ("POST", "/library/<game>/decks", "cards.decks.take_decks"),
    ("GET", "/library/<game>/<int:card>", "cards.views.card_page"),
    ("POST", "/library/<game>/<int:card>/reword", "cards.comparing.reword"),
    ("POST", "/library/<game>/<int:card>/means", "cards.comparing.settle"),
    ("GET", "/library/<game>/compare", "cards.comparing.compare_page"),
    ("POST", "/library/<game>/compare", "cards.comparing.compare_lists"),
    ("POST", "/library/<game>/choose", "cards.comparing.choose_cards"),
    ("GET", "/learn", "learn.practice.home"),
    ("GET", "/learn/practice", "learn.practice.next_question"),
    ("GET", "/learn/offline.html", "learn.practice.offline_practice"),
    ("GET", QUESTION, "learn.practice.question_page"),
    ("POST", QUESTION, "learn.practice.take_answer"),
    ("GET", QUESTION + "/result", "learn.practice.result_page"),
    ("POST", QUESTION + "/report", "learn.practice.report"),
    ("GET", "/learn/map/<game>", "learn.practice.map_page"),
    ("GET", "/learn/lessons/write", "learn.writing.write_page"),
    ("POST", "/learn/lessons/write", "learn.writing.preview"),
    ("POST", "/learn/lessons/kept", "learn.authoring.keep"),
    ("GET", KEPT, "learn.lesson_pages.kept_page"),
    ("GET", KEPT + "/offline.html", "learn.lesson_pages.offline_kept"),
    ("GET", KEPT + "/lesson.toml", "learn.lesson_pages.kept_file"),
    ("GET", KEPT + "/edit", "learn.authoring.edit_kept"),
    ("POST", KEPT + "/hide", "learn.authoring.hide_kept"),
    ("GET", LESSON, "learn.lesson_pages.lesson_page"),
    ("GET", LESSON + "/offline.html", "learn.lesson_pages.offline_lesson"),
    ("GET", PLACE + "/lesson", "learn.authoring.of_a_case"),
    ("GET", "/learn/exams", "learn.exam_pages.exams_page"),
    ("POST", "/learn/exams", "learn.exam_pages.make_paper"),
    ("GET", PAPER, "learn.exam_pages.paper_page"),
    ("POST", PAPER + "/marks", "learn.exam_pages.mark_sheets"),
    ("GET", PAPER + "/results.csv", "learn.exam_pages.results_file"),
    ("GET", PAPER + "/moodle.xml", "learn.exam_pages.moodle_file"),
    ("GET", "/learn/rooms", "learn.host.rooms_page"),
    ("POST", "/learn/rooms", "learn.host.open_room"),
    ("GET", ROOM, "learn.host.host_page"),
    ("POST", ROOM, "learn.host.step_room"),
    ("GET", ROOM + "/answers.csv", "learn.host.room_file"),
    ("GET", ROOM + "/seat", "learn.seat.seat_page"),
    ("GET", ROOM + "/cursor", "learn.seat.room_cursor"),
    ("POST", ROOM + "/answer", "learn.seat.answer"),
    ("POST", "/learn/mock", "learn.seat.mock_exam"),
    ("GET", "/learn/health", "learn.health_pages.health_page"),
    ("POST", "/learn/health", "learn.health_pages.settle"),
    ("GET", "/join", "learn.seat.join_page"),
    ("POST", "/join", "learn.seat.join"),
    ("GET", "/search", "search.search_page"),
    ("GET", "/help", "home.tour"),
    ("GET", "/keys", "case.keys.key_list"),
    ("GET", "/openapi.json", "openapi.description"),
)
_loading = threading.RLock()  # one import at a time: no thread meets a module that is half there


class Address(Rule):
    """An address that is only matched. Code that would build it is compiled when it is first built: that
    never happens, and for all addresses it takes longer than the rest of the start."""

    def _compile_builder(self, append_unknown: bool = True) -> View:
        def build(*given: Any, **named: Any) -> Any:
            return Rule._compile_builder(self, append_unknown)(*given, **named)

        return build


def add_routes(app: Flask) -> None:
    app.url_rule_class = Address
    for method, address, endpoint in ROUTES:
        app.add_url_rule(address, endpoint, later(endpoint), methods=[method])


def later(name: str) -> View:
    """A function of the pages (`home.cases`), imported when it is called."""

    def called(*given: Any, **named: Any) -> Any:
        return found(name)(*given, **named)

    return called


@cache
def found(name: str) -> View:
    """The function under a name."""
    module, _, function = name.rpartition(".")
    with _loading:
        view: View = getattr(import_module(f"judgekit.web.{module}"), function)
    return view


def load_all(app: Flask) -> None:
    """Import what every address needs, compile every template and read what searches need, before a visitor
    waits for it; cases first."""
    load_pages(app, "case")
    load_pages(app)
    found("rulings.library.listed")()


def load_pages(app: Flask, family: str = "") -> None:
    """The functions and templates of a family of pages, or of all."""
    for _, _, endpoint in ROUTES:
        if endpoint.startswith(family):
            found(endpoint)
    for name in app.jinja_env.list_templates():
        if name.startswith(family):
            app.jinja_env.get_template(name)
