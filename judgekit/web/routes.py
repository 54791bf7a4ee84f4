"""Every address, and the function that answers it: its module is imported when somebody first asks for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from flask import Flask

View = Callable[..., Any]

LINE = "/cases/<int:case>/<line:branch>"
PLACE = LINE + "/<place>"
BOOK = "/rules/<game>/<edition>"
ROUTES = (
    ("GET", "/", "home.home"),
    ("GET", "/cases", "home.cases"),
    ("POST", "/theme", "home.choose_theme"),
    ("GET", "/csrf", "home.forgery_token"),
    ("GET", "/jobs/<int:number>", "home.job"),
    ("POST", "/jobs/<int:number>/stop", "home.stop_job"),
    ("POST", "/samples", "beginning.open_sample"),
    ("POST", "/positions", "beginning.take_position"),
    ("POST", "/cases/import", "beginning.take_case"),
    ("GET", "/positions/new", "editor.new_position"),
    ("POST", "/positions/edit", "editor.edit_position"),
    ("GET", "/cases/<int:case>", "cases.first_line"),
    ("GET", LINE, "cases.line"),
    ("GET", PLACE, "cases.step"),
    ("POST", PLACE + "/answer", "acts.answer"),
    ("POST", PLACE + "/run", "acts.run"),
    ("POST", PLACE + "/announce", "acts.announce"),
    ("POST", PLACE + "/fork", "acts.fork"),
    ("POST", PLACE + "/reading", "acts.reading"),
    ("POST", PLACE + "/edition", "acts.edition"),
    ("POST", PLACE + "/correct", "acts.correct"),
    ("POST", PLACE + "/note", "acts.note"),
    ("POST", LINE + "/mark", "acts.mark"),
    ("POST", LINE + "/verify", "acts.verify"),
    ("GET", PLACE + "/seek", "seeking.seek"),
    ("GET", PLACE + "/hindsight", "hindsight.hindsight"),
    ("GET", LINE + "/compare", "comparing.compare_page"),
    ("GET", PLACE + "/export.html", "exports.offline"),
    ("GET", "/cases/<int:case>/export.judgekit", "exports.case_file"),
    ("GET", PLACE + "/export.toml", "exports.position_file"),
    ("GET", PLACE + "/edit", "exports.edit_moment"),
    ("GET", PLACE + "/sheet", "exports.sheet"),
    ("GET", PLACE + "/export.py", "exports.test_file"),
    ("GET", PLACE + "/link", "exports.permalink"),
    ("GET", "/g/<game>/<edition>/p/<position>", "exports.long_address"),
    ("GET", "/p/<code>", "exports.packed_page"),
    ("POST", "/p/<code>", "exports.open_packed"),
    ("GET", "/rules", "rules.shelf_page"),
    ("POST", "/rules/import", "rules.take_book"),
    ("GET", BOOK, "rules.book_page"),
    ("GET", BOOK + "/<clause>/section", "rules.section_page"),
    ("GET", "/r/<game>/<edition>/<clause>", "rules.short_address"),
    ("GET", BOOK + "/<clause>", "rules.clause_page"),
    ("GET", "/rules/compare", "editions.compare_page"),
    ("GET", BOOK + "/lint", "coverage.lint_page"),
    ("GET", BOOK + "/coverage", "coverage.coverage_page"),
    ("POST", BOOK + "/coverage", "coverage.measure_coverage"),
    ("GET", "/rulings", "rulings.library_page"),
    ("GET", "/rulings/<game>/<name>", "rulings.ruling_page"),
    ("POST", "/rulings/<game>/<name>/open", "rulings.open_ruling"),
    ("GET", "/search", "searching.search_page"),
    ("GET", "/keys", "keys.key_list"),
    ("GET", "/openapi.json", "openapi.description"),
)
_loading = threading.RLock()  # one import at a time: no thread meets a module that is half there


def add_routes(app: Flask) -> None:
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
    module, _, function = name.partition(".")
    with _loading:
        view: View = getattr(import_module(f"judgekit.web.{module}"), function)
    return view


def load_all() -> None:
    """Import what every address needs, before somebody waits for it."""
    for _, _, endpoint in ROUTES:
        found(endpoint)
