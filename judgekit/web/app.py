"""The web app: made for one database, safe by default, one blueprint a family of pages."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from flask import Flask, g, request
from markupsafe import Markup

from judgekit import __version__, paths
from judgekit.web.address import LineConverter, clause_href, ruling_href
from judgekit.web.answers import handle_errors
from judgekit.web.board import AreaView
from judgekit.web.desk import Desk, desk
from judgekit.web.keys import SHOWN
from judgekit.web.safety import protect
from judgekit.web.scene import clause_ref

LOCAL = ("localhost", "127.0.0.1", "[::1]")
STATIC = Path(__file__).parent / "static"
THEMES = ("auto", "light", "dark")
AREAS = 1024  # drawn areas in memory, some 2 kB each: from step to step most of them stay as they are


def create_app(database: Path, token: str = "", hosts: tuple[str, ...] = LOCAL) -> Flask:
    """The app on a database; with a token nobody gets in without it."""
    mimetypes.add_type("text/javascript", ".js")
    app = Flask("judgekit.web", template_folder=str(paths.templates()), static_folder=str(STATIC))
    app.config["TRUSTED_HOSTS"] = list(hosts) or None
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True}
    app.extensions["judgekit"] = Desk(database)
    app.url_map.strict_slashes = False
    app.url_map.converters["line"] = LineConverter
    protect(app, token)
    handle_errors(app)
    _teach_templates(app)
    _register(app)
    return app


def _register(app: Flask) -> None:
    from judgekit.web import (
        acts,
        cases,
        comparing,
        coverage,
        editions,
        editor,
        exports,
        hindsight,
        home,
        keys,
        openapi,
        rules,
        rulings,
        searching,
        seeking,
    )

    for family in (
        home,
        editor,
        cases,
        acts,
        seeking,
        hindsight,
        comparing,
        exports,
        rules,
        editions,
        coverage,
        rulings,
        searching,
        keys,
        openapi,
    ):
        app.register_blueprint(family.pages)


def _teach_templates(app: Flask) -> None:
    app.jinja_env.globals.update(
        version=__version__,
        static=static_href,
        clause_href=clause_href,
        ruling_href=ruling_href,
        gist_of=gist_of,
        quote=quote,
        key_of=SHOWN.__getitem__,
        drawn_area=_drawing(app, "area"),
        drawn_twin=_drawing(app, "twin_area"),
    )

    @app.context_processor
    def of_this_request() -> dict[str, object]:
        theme = request.cookies.get("judgekit_theme", "auto")
        return {
            "csrf": g.get("forgery", ""),
            "theme": theme if theme in THEMES else "auto",
            "here": request.full_path.rstrip("?"),
        }


def gist_of(edition: str, clause: str) -> str:
    """What a clause says, in our words."""
    return next((clause_ref(book, clause).gist for book in desk().shipped if book.name == edition), "")


def _drawing(app: Flask, macro: str) -> Callable[[AreaView], Markup]:
    """An area as a template draws it, drawn once for each way it looks."""

    @lru_cache(maxsize=AREAS)
    def drawn(area: AreaView) -> Markup:
        made: Markup = getattr(app.jinja_env.get_template("case/board.html").module, macro)(area)
        return made

    return drawn


@lru_cache
def static_href(name: str) -> str:
    """A file of ours under an address that changes when it does."""
    mark = blake2b((STATIC / name).read_bytes(), digest_size=4).hexdigest()
    return f"/static/{name}?{mark}"
