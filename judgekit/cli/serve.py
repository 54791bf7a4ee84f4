"""`judgekit serve`."""

from __future__ import annotations

import socket
import threading

import click

from judgekit import paths
from judgekit.cli.terminal import json_option, say_json
from judgekit.errors import JudgekitError


class CannotListen(JudgekitError):
    """The address is taken, or not ours."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8660, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."
)
@click.option(
    "--token", default="", help="A secret that visitors need; other machines are let in only with one."
)
@click.option("--samples", is_flag=True, help="Put some cases there first, if there are none.")
@json_option
def serve(host: str, port: int, token: str, samples: bool, as_json: bool) -> None:
    """Show the cases in a browser, on this machine only unless a --host and a --token say otherwise."""
    is_local = host in ("127.0.0.1", "localhost", "::1")
    if not is_local and not token:
        raise CannotListen(
            f"listening on {host} lets other machines in: choose a secret with --token, or leave --host out"
        )
    from waitress.server import create_server

    from judgekit.web.app import LOCAL, create_app
    from judgekit.web.routes import load_all

    if samples:
        from judgekit.cases.play.samples import add_samples

        for problem in add_samples(paths.database()):
            click.echo(f"a sample could not be made: {problem}", err=True)
    app = create_app(paths.database(), token, LOCAL if is_local else ())
    try:
        server = create_server(app, host=host, port=port, threads=4)
    except (OSError, socket.gaierror) as problem:
        raise CannotListen(
            f"cannot listen on {host}, port {port}: {problem}; try another --port"
        ) from problem
    shown = host if ":" not in host else f"[{host}]"
    address = f"http://{shown}:{server.effective_port}/" + (f"?token={token}" if token else "")
    if as_json:
        say_json({"address": address})
    else:
        click.echo(f"judgekit is at {address} (stop it with Ctrl-C)")
        if not is_local:
            click.echo("other machines can reach it; whoever has that address has the token")
    threading.Thread(target=load_all, daemon=True).start()  # while the first page is looked at
    try:
        server.run()
    finally:
        server.close()
