"""The web app: made for one database, safe by default, its pages imported as they are asked for."""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Callable, Iterable, MutableMapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, g, request
from jinja2 import BytecodeCache, Environment, FileSystemLoader, Template
from jinja2.bccache import Bucket
from markupsafe import Markup

from judgekit import __version__, paths
from judgekit.budget import limited
from judgekit.known import titled
from judgekit.web.case.keys import SHOWN
from judgekit.web.remembered import send_along
from judgekit.web.responses import handle_errors
from judgekit.web.routes import add_routes, later
from judgekit.web.security import protect
from judgekit.web.services import Desk
from judgekit.web.urls import LineConverter, clause_href, ruling_href

if TYPE_CHECKING:
    from judgekit.web.case.board import AreaView

LOCAL = ("localhost", "127.0.0.1", "[::1]")
STATIC = Path(__file__).parent / "static"
PAGE = 60.0  # seconds of work that one page may take
THEMES = ("auto", "light", "dark")
AREAS = 1024  # drawn areas in memory, some 2 kB each: from step to step most of them stay as they are


def create_app(database: Path, token: str = "", hosts: tuple[str, ...] = LOCAL) -> Flask:
    """The app on a database; with a token nobody gets in without it."""
    mimetypes.add_type("text/javascript", ".js")
    app = Flask("judgekit.web", template_folder=str(paths.templates()), static_folder=str(STATIC))
    app.jinja_env.loader = CompiledOnce(paths.templates())
    app.jinja_env.bytecode_cache = COMPILED
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True}
    app.extensions["judgekit"] = Desk(database)
    app.url_map.strict_slashes = False
    app.url_map.converters["line"] = LineConverter
    app.config["JUDGEKIT_TOKEN"] = bool(token)  # whether somebody is let in by a token alone
    protect(app, token, hosts)
    handle_errors(app)
    _teach_templates(app)
    app.after_request(send_along)
    app.wsgi_app = _in_time(app.wsgi_app)  # type: ignore[method-assign, assignment]
    add_routes(app)
    return app


def _in_time(answer: WSGIApplication) -> WSGIApplication:
    """A page's work is limited: what takes longer is a job."""

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        with limited(PAGE):
            return answer(environ, start)

    return answered


class CompiledOnce(FileSystemLoader):
    """Templates, each compiled once: a request for one that is being compiled waits for it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._compiled: dict[str, Template] = {}
        self._turn = threading.Lock()

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        with self._turn:
            if name not in self._compiled:
                self._compiled[name] = super().load(environment, name, globals)
            return self._compiled[name]


class Compiled(BytecodeCache):
    """What templates were compiled to, for every app of this process."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


def sentence(message: str) -> str:
    """A message as a sentence; the name of a file or a clause at its beginning stays as it is."""
    first, end = message.partition(" ")[0], message[-1:]
    begin = message[:1] if "." in first else message[:1].upper()
    return f"{begin}{message[1:]}{'' if end in ('.', '?', '!') else '.'}"


def _teach_templates(app: Flask) -> None:
    app.jinja_env.filters["sentence"] = sentence
    app.jinja_env.globals.update(
        judgekit_version=__version__,  # pages have versions of their own
        static=static_href,
        clause_href=clause_href,
        ruling_href=ruling_href,
        titled=titled,
        gist_of=later("case.scene.gist_of"),
        fits_card=later("editor.views.fits_card"),
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
