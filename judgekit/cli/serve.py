"""`judgekit serve` and `judgekit pass`."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from judgekit import paths
from judgekit.cli.terminal import console, json_option, say_json
from judgekit.errors import JudgekitError

SHORTEST = 16  # characters of a token
LOOPBACK = ("127.0.0.1", "localhost", "::1")
THREADS = 8
HALF_OPEN = 20  # seconds after which a connection that says nothing is closed
CONNECTIONS = 1000
TURN = 0.001  # seconds that one thread works while others wait: a page asks the disk often, and each time it
# goes behind whoever works out a page at that moment


class CannotListen(JudgekitError):
    """The address is taken, or not ours."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8660,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port; 0 takes any free one.",
)
@click.option(
    "--token-file", type=click.Path(dir_okay=False, path_type=Path),
    help="A file with the secret of the head judge, instead of the variable JUDGEKIT_TOKEN. Without "
    "either, a --host that lets other machines in makes one in the home folder.",
)  # fmt: skip
@click.option("--access-log", type=click.Path(dir_okay=False, path_type=Path), help="Log every request.")
@click.option("--samples", is_flag=True, help="Add some sample cases first, if there are none.")
@click.option(
    "--processes", type=click.IntRange(1, 16),
    help="How many processes serve; by default one. With a token that lets other machines in, one per core, "
    "at most four.",
)  # fmt: skip
@json_option
def serve(
    host: str, port: int, token_file: Path | None, access_log: Path | None, samples: bool,
    processes: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Show the cases in a browser; on this machine only, unless you name another --host.

    Other machines are let in by links: `judgekit pass` makes one for a judge, a viewer or a player's seat."""
    is_local = host in LOOPBACK
    token = _token(token_file, made=not is_local)
    from judgekit.web.app import LOCAL, create_app
    from judgekit.web.routes import load_all
    from judgekit.web.several import usual

    if samples:
        from judgekit.cases.play.samples import add_samples

        for problem in add_samples(paths.database()):
            click.echo(f"a sample could not be made: {problem}", err=True)
    if access_log is not None:
        _log_to(access_log)
    sys.setswitchinterval(TURN)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that many ask at once is no fault
    app = create_app(paths.database(), token, LOCAL if is_local and not token else ())
    proxy = _proxy(host) if is_local and token else {}
    helpers: list[int] = []
    many = processes or (1 if is_local and not token else usual())
    try:
        if many > 1:
            door = Path(tempfile.mkdtemp(prefix="judgekit-"))
            server, helpers = _several(app, host, port, many, door / "door", proxy)
        else:
            server = _server(app, host=host, port=port, **proxy)
    except (OSError, socket.gaierror) as problem:
        raise CannotListen(
            f"cannot listen on {host}, port {port}: {problem}; try another --port"
        ) from problem
    found = reached_at(host)
    shown = found if ":" not in found else f"[{found}]"
    address = f"http://{shown}:{server.effective_port}/" + (_entrance() if token else "")
    if as_json:
        say_json({"address": address})
    else:
        click.echo(f"judgekit is at {address} (stop it with Ctrl-C)")
        if not is_local:
            click.echo("that link is the head judge's, for a day; `judgekit pass` makes links for others")
    threading.Thread(target=load_all, args=(app,), daemon=True).start()  # while the first page is looked at
    signal.signal(signal.SIGTERM, _stop)
    try:
        server.run()
    finally:
        server.close()
        if helpers:
            from judgekit.web.several import end_helpers

            end_helpers(helpers)
        if many > 1:
            shutil.rmtree(door, ignore_errors=True)


def reached_at(host: str) -> str:
    """Where others find a machine that listens on every address: by which one of its own it would speak to
    somebody far away. Nothing is sent."""
    far = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}.get(host)  # noqa: S104
    if far is not None:
        with suppress(OSError), socket.socket(far[0], socket.SOCK_DGRAM) as probe:
            probe.connect((far[1], 9))
            return str(probe.getsockname()[0])
    return host


def _stop(*_: object) -> None:
    """Whoever ends judgekit politely finds nothing left of it."""
    raise SystemExit(0)


def _proxy(host: str) -> dict[str, Any]:
    """A proxy on this machine says who asks, and whether by TLS. Without a token nobody else is let in, and
    there is none."""
    return {
        "trusted_proxy": "::1" if ":" in host else "127.0.0.1",
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        "clear_untrusted_proxy_headers": True,
    }


def _server(app: Any, **where: Any) -> Any:
    from waitress.server import create_server

    return create_server(
        app, threads=THREADS, connection_limit=CONNECTIONS, channel_timeout=HALF_OPEN, cleanup_interval=5,
        **where,
    )  # fmt: skip


def _several(
    app: Any, host: str, port: int, processes: int, door: Path, proxy: dict[str, Any]
) -> tuple[Any, list[int]]:
    """The server of the first process, and the others."""
    if not hasattr(os, "fork"):
        raise CannotListen("this platform serves from one process alone; leave --processes out")
    from judgekit.cases.store.family import Family
    from judgekit.web import several
    from judgekit.web.routes import load_pages

    load_pages(app, "case")  # what helpers show
    app.extensions["judgekit"].archive.store.family = Family()
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=kind)

    def help_out() -> None:
        _server(several.helping(app, door), sockets=[listening], **proxy).run()

    helpers = several.begin_helpers(processes - 1, help_out)
    inner = _server(several.by_hand_of_helpers(app), unix_socket=str(door), unix_socket_perms="600")
    threading.Thread(target=inner.run, daemon=True).start()
    return _server(app, sockets=[listening], **proxy), helpers


def _token(file: Path | None, made: bool) -> str:
    """The secret of the head judge: from a file, from the environment, or made for this home folder."""
    token = os.environ.get("JUDGEKIT_TOKEN", "")
    if file is not None:
        try:
            token = file.read_text("utf-8-sig").strip()
        except OSError as problem:
            raise CannotListen(f"{file} cannot be read: {problem.strerror}") from problem
    if not token and made:
        from judgekit.cases.store.keys import secret

        token = secret(paths.home() / "token").hex()
    if token and len(token) < SHORTEST:
        raise CannotListen(f"a token of {len(token)} characters can be guessed: take at least {SHORTEST}")
    return token


def _entrance() -> str:
    from judgekit.cases.store.passes import Passes
    from judgekit.cases.store.store import Store

    with Store(paths.database()) as store:
        _, word = Passes(store).give("head-judge", 24, "printed by judgekit serve")
    return f"enter/{word}"


def _log_to(file: Path) -> None:
    handler = logging.FileHandler(file, encoding="utf-8")
    file.chmod(0o600)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log = logging.getLogger("judgekit.access")
    log.addHandler(handler)
    log.setLevel(logging.INFO)


@click.command("pass")
@click.argument("role", default="")
@click.option("--hours", type=float, default=12, show_default=True, help="How many hours it is valid.")
@click.option("--label", default="", help="Whom it is for, in your own list of passes.")
@click.option(
    "--at",
    "address",
    default="http://127.0.0.1:8660",
    show_default=True,
    help="The address of this judgekit.",
)
@click.option("--revoke", type=int, help="Revoke a pass.")
@json_option
def give_pass(role: str, hours: float, label: str, address: str, revoke: int | None, as_json: bool) -> None:
    """Make a link for a ROLE: head-judge, judge, viewer, seat-A, seat-B, table, teacher, learner. Without a
    ROLE, list the passes."""
    from judgekit.cases.store.passes import Passes
    from judgekit.cases.store.store import Store

    with Store(paths.database()) as store:
        passes = Passes(store)
        if revoke is not None:
            passes.revoke(revoke)
            told: object = {"revoked": revoke}
            words = [f"pass {revoke} lets nobody in any more"]
        elif role:
            made, word = passes.give(role, hours, label)
            link = f"{address.rstrip('/')}/enter/{word}"
            told, words = {"pass": made.id, "link": link}, [link]
        else:
            told = [
                {"pass": p.id, "role": p.role, "label": p.label, "expires": p.expires, "good": p.is_good}
                for p in passes.all()
            ]
            words = [
                f"{p.id} {p.role} {p.label} until {p.expires}{'' if p.is_good else ' (over)'}"
                for p in passes.all()
            ]
    if as_json:
        say_json(told)
    for line in () if as_json else words:
        console().print(line, markup=False)
