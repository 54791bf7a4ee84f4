"""What can be asked for by HTTP, described for programs: made from the routes and the pages' own models."""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import Any

import msgspec
from flask import current_app
from werkzeug.routing import Rule
from werkzeug.wrappers import Response

from judgekit import __version__
from judgekit.web import events, home, routes
from judgekit.web import search as searching
from judgekit.web.audit import another, door, loops, minimise, story
from judgekit.web.audit import explore as exploring
from judgekit.web.audit import impact as impacts
from judgekit.web.cards import comparing as card_lists
from judgekit.web.cards import decks as card_decks
from judgekit.web.cards import views as cards
from judgekit.web.case import compare as comparing
from judgekit.web.case import counterfactuals as hindsight
from judgekit.web.case import exports, following, keys, sheet
from judgekit.web.case import new as beginning
from judgekit.web.case.page import StepPage
from judgekit.web.editor import views as editor
from judgekit.web.learn import described as learning
from judgekit.web.responses import Wrong, json_answer
from judgekit.web.rules import coverage, editions
from judgekit.web.rules import views as rules
from judgekit.web.rulings import views as rulings

_PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
SEEN = {
    "d": "depth of the log, 1 to 4", "v": "seat: judge, A, B, table",
    "t": "tab: why, whynot, ledger, diff, rule, note", "card": "number of the selected card",
}  # fmt: skip
PARTS = {
    "case": "number of a case", "branch": "name of a line", "place": "a place of a line: 42 or 42.3",
    "game": "godzilla", "edition": "1.2, or latest", "clause": "number of a clause", "number": "of the job",
    "name": "name of a ruling", "card": "number of a card", "code": "what a whole link carries",
    "digest": "hash of a list that was imported",
    "position": "number of a case, or z~ and what a whole link carries",
}  # fmt: skip
PARTS |= learning.PARTS
MODELS: dict[str, type[Any]] = {
    "events.events_page": events.EventsPage, "home.home": home.Home,
    "home.cases": home.Cases, "home.job": home.JobPage,
    "home.tour": home.Tour, "case.following.cursor": following.Cursor,
    "home.forgery_token": home.Token, "editor.views.new_position": editor.Editor,
    "editor.views.edit_position": editor.Editor, "case.exports.edit_moment": editor.Editor,
    "case.views.step": StepPage,
    "case.counterfactuals.hindsight": hindsight.Hindsight,
    "case.compare.compare_page": comparing.ComparePage,
    "audit.explore.explore_page": exploring.ExplorePage,
    "audit.another.example_page": another.ExamplePage, "audit.impact.impact_page": impacts.ImpactPage,
    "audit.door.door_page": door.Door, "audit.story.story_page": story.StoryPage,
    "audit.loops.loops_page": loops.LoopsPage, "audit.loops.ahead": loops.AheadPage,
    "audit.minimise.of_a_case": minimise.SmallestPage,
    "audit.minimise.of_a_ruling": minimise.SmallestPage,
    "case.sheet.sheet": sheet.Sheet, "case.exports.permalink": exports.LinkPage,
    "case.exports.packed_page": exports.PackedPage, "rules.views.shelf_page": rules.ShelfPage,
    "rules.views.book_page": rules.BookPage, "rules.views.section_page": rules.SectionPage,
    "rules.views.clause_page": rules.ClausePage, "rules.editions.compare_page": editions.ComparePage,
    "rules.coverage.lint_page": coverage.LintPage, "rules.coverage.coverage_page": coverage.CoveragePage,
    "rulings.views.library_page": rulings.Library, "rulings.views.ruling_page": rulings.RulingPage,
    "cards.views.library_page": cards.Shelves, "cards.views.cards_page": cards.CardList,
    "cards.views.suggest": cards.Suggestions, "cards.views.report_page": cards.ReportPage,
    "cards.views.card_page": cards.CardPage, "cards.views.imported_page": cards.ImportPage,
    "cards.comparing.compare_page": card_lists.ComparePage,
    "cards.comparing.compare_lists": card_lists.ComparePage,
    "cards.decks.decks_page": card_decks.DecksPage,
    "cards.decks.take_decks": card_decks.DecksPage,
    "search.search_page": searching.Results, "case.keys.key_list": keys.KeyList,
}  # fmt: skip
MODELS |= learning.MODELS
MADE = (
    "case.new.open_sample",
    "case.new.take_position",
    "case.new.take_case",
    "rulings.views.open_ruling",
    "case.exports.open_packed",
)
STARTED = (
    "audit.explore.start_exploring",
    "audit.impact.start_impact",
    "audit.minimise.start_of_a_case",
    "audit.minimise.start_of_a_ruling",
    "audit.story.check_stories",
    "audit.loops.look_for_loops",
    "rules.views.take_book",
    "rules.coverage.measure_coverage",
    "case.actions.verify",
)
FILES = {
    "audit.minimise.file_of_a_case": "application/toml",
    "audit.minimise.file_of_a_ruling": "application/toml",
    "audit.explore.report_file": "text/html", "rules.coverage.lint_file": "text/html",
    "case.exports.offline": "text/html", "case.exports.case_file": "application/x-ndjson",
    "cards.views.library_file": "application/gzip",
    "case.exports.position_file": "application/toml", "case.exports.test_file": "text/x-python",
}  # fmt: skip
FILES |= learning.FILES
LOOKING = (
    "case.views.first_line",
    "case.views.line",
    "case.actions.verify",
    "case.actions.mark",
    "case.compare.compare_page",
    "case.exports.long_address",
)  # lines that are looked at in some way
LEADING = (
    "case.views.first_line", "case.views.line", "rules.views.short_address",
    "case.seeking.seek", "case.exports.long_address", "access.enter", "case.sheet.short",
    *learning.LEADING,
)  # fmt: skip
_SEARCH = {
    "question": "winner, seen, everything, card:c12, number:A.damage, value:c12:power",
    "until": "check, battle, turn, choice:A, clause:10.4.3.1, end", "seconds": "at most",
    "faces": "1: unknown cards and chance, too",
}  # fmt: skip
_SMALLEST = {"question": "winner, card:c12, number:A.damage", "seconds": "at most"}
QUERIES: dict[str, dict[str, str]] = {
    "audit.minimise.of_a_case": _SMALLEST,
    "audit.minimise.file_of_a_case": _SMALLEST,
    "audit.minimise.of_a_ruling": {"seconds": "at most"},
    "audit.minimise.file_of_a_ruling": {"seconds": "at most"},
    "audit.story.story_page": {"told": "mark of stories that were followed"},
    "audit.explore.explore_page": _SEARCH,
    "audit.explore.report_file": _SEARCH,
    "audit.another.example_page": {
        **_SEARCH, "outcome": "number of an outcome", "answers": "of a line: [[\"option\"], …]",
    },
    "audit.impact.impact_page": {"with": "godzilla/1.00, or A-05=choice"},
    "events.events_page": {"name": "of an event to edit", "edition": "of a new one"},
    "home.home": {"draft": "a game: its empty position stands in the field"},
    "home.cases": {
        "rows": "roomy, plain, dense", "q": "words of the name, or a tag", "archived": "1: these too",
        "removed": "1: those that were removed as well",
    },
    "editor.views.new_position": {
        "game": "godzilla, or godzilla/1.00", "card": "a card of the library, put on the table",
    },
    "cards.views.cards_page": {"q": "name, number or words of the text", "from": "the first card shown"},
    "cards.views.suggest": {"game": "godzilla", "q": "what has been typed"},
    "cards.views.library_file": {"texts": "1: with the texts of the cards"},
    "cards.decks.decks_page": {"deckA": "a sample deck", "deckB": "a sample deck"},
    "case.views.step": {
        "part": "1: only what changes from step to step; board: without the log; tab: the inspector; picks: "
        "cards and areas that a correction can name; pile: the cards of an area",
        "area": "of a pile: A.drop", "since": "from which place on it is told what happened",
    },
    "case.exports.long_address": {"l": "name of a line", "e": "a place: 42 or 42.3"},
    "case.exports.edit_moment": {"keep": "1: the position at the start, its answers given again"},
    "case.sheet.sheet": {
        **dict.fromkeys(sheet.FIELDS, "what stands in that box"),
        "version": "of those that were kept, from 1",
    },
    "case.compare.compare_page": {"with": "another line: 3:main", "note": "shown above"},
    "case.counterfactuals.hindsight": {
        "ask": "last or change", "kind": "action, rule or ability", "id": "as the why-not tab has it",
        "player": "A or B",
    },
    "case.seeking.seek": {
        "to": "option, break or write", "back": "1: backwards", "clause": "of a breakpoint",
        "on": "card of a breakpoint",
    },
    "rules.views.book_page": {"imported": "clauses that an import brought", "suspect": "how many of them"},
    "rules.views.clause_page": {"case": "3:main: moments of that line"},
    "rules.editions.compare_page": {"old": "godzilla/1.00", "new": "godzilla/1.2"},
    "rules.coverage.lint_page": {"check": "only this kind of fault"},
    "rules.coverage.lint_file": {"check": "only this kind of fault"},
    "rulings.views.library_page": {
        "game": "", "clause": "it, and what is below it", "difficulty": "easy, medium, hard", "q": "words",
        "page": "from 1",
    },
    "rulings.views.ruling_page": {"edition": "one that it holds for"},
    "search.search_page": {
        "kind": "clause, ruling, case, place: only these",
        "q": "words, a clause number, clause:11.3, card:\"…\", kind:trigger, or a place such as e42.3",
        "case": "3:main", "in": "only this book", "v": "seat",
    },
}  # fmt: skip
QUERIES |= learning.QUERIES
FORMS: dict[str, dict[str, str]] = {
    "audit.minimise.start_of_a_case": _SMALLEST,
    "audit.minimise.start_of_a_ruling": {"seconds": "at most"},
    "audit.story.check_stories": {"first": "A: play Scout, one step a line", "second": "another story"},
    "audit.loops.look_for_loops": {},
    "audit.explore.start_exploring": _SEARCH,
    "audit.impact.start_impact": {"with": "godzilla/1.00, or A-05=choice"},
    "audit.explore.open_line": {"answers": "[[\"option\"], …]", "name": "of the new branch"},
    "case.new.open_sample": {"file": "of a sample, as GET / lists them", "tour": "1: lead through it"},
    "case.new.take_position": {
        "text": "a position, TOML or JSON", "file": "the same as an upload", "name": "of the case",
        "event": "that it is of", "check": "1: only look at it",
        "accept": "key of an oddity that becomes an assumption",
    },
    "case.new.take_case": {"file": "a case file"},
    "case.new.remove_case": {"why": "stays in the journal"},
    "case.new.restore_case": {},
    "home.choose_theme": {"theme": "light, dark, auto", "back": "where to go then"},
    "events.keep_event": {
        "name": "of the event", "edition": "godzilla/1.2", "judges": "with commas",
        "cards_on": "2026-05-01: card texts as of this day", "read/A-05": "the reading of an open question",
        "library": "the name of its card library; nothing: the user's own",
    },
    "events.choose_event": {"event": "its name; nothing: none", "close": "1: take it off the list"},
    "home.stop_job": {},
    "home.label_case": {"name": "its name", "tags": "event, round, table: with commas", "archived": "1"},
    "editor.views.edit_position": {
        "do": "add, write, read, check, open, save, card:, define:NAME, drop:ROW, up:ROW, accept:KEY …",
        "event": "that the case is of",
        "follows": "3:main: a branch whose answers are given again",
        "game": "", "edition": "", "text": "the position as text", "seen": "mark of the text that was shown",
        "rest": "TOML that the form has no field for", "quick": "a table typed in one line",
        "order": "of the areas", "part": "1: only the form", "head/at": "and the other fields of the form",
    },
    "case.actions.answer": {
        "option": "id of an option, as often as needed", "number": "where a number is asked for",
        "rank:ID": "place of an option, where an order is asked for", "line": "name of a new line",
        "apart": "1: begin a new branch where the answer differs",
    },
    "case.actions.run": {},
    "case.actions.announce": {"player": "A or B", "what": "concede"},
    "case.actions.fork": {"name": "of the new line"},
    "case.actions.reading": {"doubt": "A-05", "choice": "one of its readings"},
    "case.actions.edition": {"edition": "1.00"},
    "case.actions.correct": {
        "card": "number of a card", "called": "or its name",
        "to": "an area: A.hand", "mark": "put on or taken away",
        "name": "its face", "number": "name of a number", "value": "what it becomes",
        "new": "a card that comes to the table", "into": "the area it comes into", "owner": "A or B",
        "described": "as in a position, if the library has not got it",
        "why": "needed", "by": "who", "line": "name of a new line",
    },
    "case.actions.note": {"author": "", "text": "needed", "replaces": "number of the note that it edits"},
    "case.sheet.keep_sheet": dict.fromkeys(sheet.FIELDS, "what stands in that box"),
    "case.actions.mark": {
        "mark": "struck, restored, first", "by": "", "why": "", "at": "the place to come back to",
    },
    "case.actions.verify": {},
    "case.exports.open_packed": {},
    "rules.views.take_book": {
        "file": "a rulebook: .txt, .md, .pdf", "as": "game/edition, if it is a new one",
    },
    "rules.coverage.measure_coverage": {},
    "rulings.views.open_ruling": {
        "edition": "one that it holds for", "edit": "1: lead to the editor", "lesson": "1: to its lesson",
    },
    "cards.views.take_list": {
        "file": "a card list, or a library that was exported", "game": "godzilla; else told from the list",
        "note": "where it comes from", "map": "a mapping of its fields, as TOML; else proposed",
    },
    "cards.views.take_sample": {"game": "godzilla"},
    "cards.comparing.compare_lists": {"first": "a card list", "second": "another one"},
    "cards.comparing.choose_cards": {
        "pair": "as the comparison says", "default": "first or second, where nothing is chosen",
        "wins/NUMBER": "first or second",
    },
    "cards.comparing.settle": {"word": "of the text", "meaning": "one of those it can have", "note": "who"},
    "cards.comparing.reword": {
        "text": "as it reads from then on", "kind": "errata, typing correction, reading, print",
        "day": "2026-05-01; else today", "note": "who says so",
    },
    "cards.decks.take_decks": {
        "do": "check or start", "seed": "for chance; nothing: the judge deals", "deckA": "a deck list",
        "deckB": "a deck list", "answer/A/LINE": "the card that a line in doubt is, or skip",
    },
}  # fmt: skip
FORMS |= learning.FORMS
UPLOADS = (
    "cards.comparing.compare_lists",
    "case.new.take_position",
    "case.new.take_case",
    "rules.views.take_book",
)
ABOUT = (
    "Every page has a JSON twin: ask with `Accept: application/json` or `?format=json`. "
    "Changes need the header X-CSRF-Token with the token that GET /csrf gives, and its cookie. "
    "A judgekit that listens to other machines needs `Authorization: Bearer TOKEN` as well."
)


def description() -> Response:
    """This description."""
    return json_answer(described())


def described() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in sorted(current_app.url_map.iter_rules(), key=lambda r: r.rule):
        if rule.endpoint != "static":
            found.setdefault(_PART.sub(r"{\g<name>}", rule.rule), {}).update(_methods(rule))
    return {
        "openapi": "3.1.0",
        "info": {"title": "judgekit", "version": __version__, "description": ABOUT},
        "paths": found,
        "components": {"schemas": _schemas()[1]},
    }


@cache
def _schemas() -> tuple[dict[type[Any], dict[str, Any]], dict[str, Any]]:
    """A reference to each model, and the models."""
    types: list[Any] = list(dict.fromkeys([*MODELS.values(), beginning.Begun, beginning.Draft, Wrong]))
    references, models = msgspec.json.schema_components(
        types, schema_hook=lambda _: {"type": "string"}, ref_template="#/components/schemas/{name}"
    )
    return dict(zip(types, references, strict=True)), models


def _methods(rule: Rule) -> dict[str, Any]:
    methods = [m.lower() for m in sorted(rule.methods or ()) if m in ("GET", "POST")]
    return {method: _operation(rule, method) for method in methods}


def _operation(rule: Rule, method: str) -> dict[str, Any]:
    told = inspect.getdoc(routes.found(rule.endpoint)) or ""
    asked = [
        _parameter(match["name"], "path", match["kind"] == "int", PARTS.get(match["name"], ""))
        for match in _PART.finditer(rule.rule)
    ]
    if method == "get":
        asked += [_parameter(n, "query", False, about) for n, about in queries(rule).items()]
    else:
        asked.append(_parameter("X-CSRF-Token", "header", False, "instead of the field csrf"))
    operation: dict[str, Any] = {
        "operationId": f"{rule.endpoint.replace('.', '_')}_{method}",
        "tags": [rule.endpoint.partition(".")[0]],
        "summary": " ".join(told.partition("\n\n")[0].split()),
        "parameters": asked,
        "responses": _responses(rule.endpoint, method),
    }
    return operation | ({"requestBody": _body(rule)} if method == "post" else {})


def queries(rule: Rule) -> dict[str, str]:
    """What an address takes after its question mark; at a place, also how it is looked at."""
    twin = {"format": "json: the JSON twin"} if rule.endpoint in (*MODELS, *LEADING) else {}
    return QUERIES.get(rule.endpoint, {}) | _seen(rule) | twin


def fields(rule: Rule) -> dict[str, str]:
    """What a form sends; at a place, also how it is looked at."""
    return _seen(rule) | FORMS.get(rule.endpoint, {}) | {"csrf": "the token of GET /csrf"}


def _seen(rule: Rule) -> dict[str, str]:
    return SEEN if "place" in rule.arguments or rule.endpoint in LOOKING else {}


def _responses(endpoint: str, method: str) -> dict[str, Any]:
    references, _ = _schemas()
    wrong = {"description": "what is wrong", "content": _json(references[Wrong])}
    found: dict[str, Any] = {}
    if endpoint in FILES:
        found["200"] = {"description": "the file", "content": {FILES[endpoint]: {}}}
    elif endpoint in MODELS:
        found["200"] = {"description": "the page", "content": _json(references[MODELS[endpoint]])}
    elif endpoint in LEADING:
        found["302"] = {"description": "leads to the page"}
    elif endpoint in MADE:
        found["201"] = {"description": "the case", "content": _json(references[beginning.Begun])}
    elif endpoint in STARTED:
        found["202"] = {"description": "the work has begun", "content": _json(_object("job", "href"))}
    else:
        found["200"] = {"description": "done", "content": _json({"type": "object"})}
    if method == "post":
        found["303"] = {"description": "done; for a browser"}
        found["403"] = {"description": "without the token of GET /csrf", "content": _json(references[Wrong])}
    return found | {"default": wrong}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _object(*names: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {} for name in names}}


def _body(rule: Rule) -> dict[str, Any]:
    taken = {name: _field(rule.endpoint, name, told) for name, told in fields(rule).items()}
    kind = "multipart/form-data" if rule.endpoint in UPLOADS else "application/x-www-form-urlencoded"
    return {"content": {kind: {"schema": {"type": "object", "properties": taken}}}}


def _field(endpoint: str, name: str, told: str) -> dict[str, Any]:
    upload = {"format": "binary"} if name in ("file", "first", "second") and endpoint in UPLOADS else {}
    return {"type": "string"} | upload | ({"description": told} if told else {})


def _parameter(name: str, place: str, number: bool, told: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": name, "in": place, "required": place == "path",
        "schema": {"type": "integer" if number else "string"},
    }  # fmt: skip
    return found | ({"description": told} if told else {})
