"""Every route, every role, every method: who is let in, and who is not."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import MethodNotAllowed

from judgekit.cases.store.passes import ROLES, Passes
from judgekit.web.app import create_app
from judgekit.web.routes import ROUTES
from tests.lots import EITHER, lot
from tests.web.test_seats import TOKEN

METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "PUT")
JUDGES = frozenset({"head-judge", "judge", "teacher"})
# what shows the whole table, or what judges and teachers keep
LOOKING = """
    home.home home.cases events.events_page editor.views.new_position case.counterfactuals.hindsight
    case.following.cursor audit.explore.explore_page audit.another.example_page audit.explore.report_file
    audit.minimise.of_a_case audit.minimise.file_of_a_case audit.story.story_page audit.loops.loops_page
    audit.loops.ahead audit.door.door_page case.exports.case_file case.exports.position_file
    case.exports.edit_moment case.exports.test_file case.exports.packed_page audit.impact.impact_page
    audit.minimise.of_a_ruling audit.minimise.file_of_a_ruling cards.views.library_page
    cards.views.imported_page cards.views.suggest cards.views.cards_page cards.views.report_page
    cards.views.library_file cards.decks.decks_page cards.views.card_page cards.comparing.compare_page
    learn.authoring.of_a_case learn.authoring.edit_kept search.search_page home.tour openapi.description
"""
# what holds keys, or what learners answered
TEACHING = """
    learn.exam_pages.exams_page learn.exam_pages.paper_page learn.exam_pages.results_file
    learn.exam_pages.moodle_file learn.host.rooms_page learn.host.host_page learn.host.room_file
    learn.health_pages.health_page
"""
# what writes
CHANGING = """
    home.label_case events.keep_event events.choose_event case.new.open_sample case.new.take_position
    case.new.take_case editor.views.edit_position case.actions.run case.actions.announce case.actions.fork
    case.actions.reading case.actions.edition case.actions.correct case.actions.note case.actions.mark
    case.actions.verify audit.explore.start_exploring audit.explore.open_line
    audit.minimise.start_of_a_case audit.story.check_stories audit.loops.look_for_loops
    case.sheet.keep_sheet case.exports.open_packed rules.views.take_book audit.impact.start_impact
    rules.coverage.measure_coverage rulings.views.open_ruling audit.minimise.start_of_a_ruling
    cards.views.take_list cards.views.take_sample cards.decks.take_decks cards.comparing.reword
    cards.comparing.settle cards.comparing.compare_lists cards.comparing.choose_cards
    learn.exam_pages.make_paper learn.exam_pages.mark_sheets learn.host.open_room learn.host.step_room
    learn.health_pages.settle learn.authoring.keep learn.authoring.hide_kept
"""
# the rules, practice, and what shows a seat no more than the seat may see; each learner's own answers
EVERYBODY = """
    home.choose_theme home.forgery_token home.job home.stop_job case.views.first_line case.views.line
    case.views.step case.seeking.seek case.compare.compare_page case.exports.offline case.sheet.sheet
    case.sheet.short case.exports.permalink case.exports.long_address rules.views.shelf_page
    rules.views.book_page rules.views.section_page rules.views.short_address rules.views.clause_page
    rules.editions.compare_page rules.coverage.lint_page rules.coverage.lint_file
    rules.coverage.coverage_page rulings.views.library_page rulings.views.ruling_page learn.practice.home
    learn.practice.next_question learn.practice.offline_practice learn.practice.question_page
    learn.practice.take_answer learn.practice.result_page learn.practice.report learn.practice.map_page
    learn.writing.write_page learn.writing.preview learn.lesson_pages.lesson_page
    learn.lesson_pages.kept_page learn.lesson_pages.offline_kept learn.lesson_pages.kept_file
    learn.lesson_pages.offline_lesson learn.seat.seat_page learn.seat.room_cursor learn.seat.answer
    learn.seat.mock_exam learn.seat.join_page learn.seat.join case.keys.key_list
"""
WITHOUT_A_PASS = "static access.enter learn.seat.join_page learn.seat.join"
ALLOWED: dict[str, frozenset[str]] = {
    **dict.fromkeys(LOOKING.split(), JUDGES | {"viewer"}),
    **dict.fromkeys((*TEACHING.split(), *CHANGING.split()), JUDGES),
    **dict.fromkeys(EVERYBODY.split(), frozenset(ROLES)),
    **dict.fromkeys(WITHOUT_A_PASS.split(), frozenset(ROLES)),
    "case.actions.answer": JUDGES | {"seat-A", "seat-B"},
    "case.new.remove_case": frozenset({"head-judge"}),
    "case.new.restore_case": frozenset({"head-judge"}),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The real doors; behind each is only a word."""
    found = create_app(tmp_path_factory.mktemp("doors") / "judgekit.sqlite", token=TOKEN, hosts=())
    for endpoint in found.view_functions:
        if endpoint not in ("access.enter", "home.forgery_token"):
            found.view_functions[endpoint] = lambda **_: "come in"
    return found


def passes(app: Flask) -> Passes:
    return Passes(app.extensions["judgekit"].archive.store)


def come_in(app: Flask, role: str) -> tuple[FlaskClient, dict[str, str]]:
    client = app.test_client()
    assert client.get(f"/enter/{passes(app).give(role, 1)[1]}").status_code == 302
    return client, {"X-CSRF-Token": client.get("/csrf").get_json()["token"]}


def filled(address: str) -> str:
    return re.sub(r"<[^>]+>", "1", address)


def test_every_route_is_in_the_table_and_nothing_else(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == ALLOWED.keys()
    said = f"{LOOKING} {TEACHING} {CHANGING} {EVERYBODY} {WITHOUT_A_PASS}".split()
    assert len(said) == len({*said}) + len({*EVERYBODY.split()} & {*WITHOUT_A_PASS.split()})


@EITHER
@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_let_in_where_it_may_be_and_nowhere_else(app: Flask, role: str, whole: bool) -> None:
    """By the methods that pages use and one that none does, or by all."""
    client, stamp = come_in(app, role)
    for address in sorted({filled(address) for _, address, _ in ROUTES} - {"/enter/1"}):
        for method in lot(METHODS, 3, whole):
            endpoint = endpoint_of(app, address, method)
            answer = client.open(address, method=method, headers=stamp)
            wanted = (200,) if role in ALLOWED.get(endpoint, ()) else (403,) if endpoint else (403, 405)
            assert answer.status_code in wanted, (role, method, address)


def endpoint_of(app: Flask, address: str, method: str) -> str:
    """The function behind a door; nothing, where there is none for the method."""
    try:
        return str(app.url_map.bind("localhost").match(address, method)[0])
    except MethodNotAllowed:
        return ""


@pytest.mark.parametrize("kind", ["nobody", "expired", "revoked", "forged"])
def test_without_a_good_pass_nothing_but_the_doors_is_open(app: Flask, kind: str) -> None:
    client = app.test_client()
    if kind != "nobody":
        client.set_cookie("judgekit_pass", word_of(app, kind))
    for method, address, endpoint in ROUTES:
        if endpoint not in WITHOUT_A_PASS.split():
            answer = client.open(filled(address), method=method)
            assert answer.status_code in (403, 429), (kind, method, address)


def word_of(app: Flask, kind: str) -> str:
    given, word = passes(app).give("head-judge", 0.0000001 if kind == "expired" else 1)
    if kind == "revoked":
        passes(app).revoke(given.id)
    return forged(word) if kind == "forged" else word


def forged(word: str) -> str:
    """Another sign in the middle of the signature: of the last one, some bits count for nothing."""
    return f"{word[:-8]}{'A' if word[-8] != 'A' else 'B'}{word[-7:]}"
