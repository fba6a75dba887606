"""`winnow ui`: serve the comparison website."""

from __future__ import annotations

import logging
import os
import socket
from functools import partial
from pathlib import Path

import click

from indexer.cli.options import engine_option, home_option
from indexer.errors import UsageError
from indexer.home import Home
from indexer.process import cores
from search_ui.security import is_loopback, names_for

DEFAULT_PORT = 8642


@click.command()
@engine_option
@home_option
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, metavar="N",
              help="Port to listen on; 0 takes any free port.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST",
              help="Address to listen on; any but the loopback admits other machines and requires WINNOW_UI_PASSWORD.")  # fmt: skip
@click.option("--behind-proxy", is_flag=True,
              help="Trust X-Forwarded-For, -Proto, -Host and -Prefix, which the proxy in front sets.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=cores, show_default="the available cores", metavar="N",
              help="Number of processes that compute comparisons; with 1, the server process computes them.")  # fmt: skip
@click.option("--hash-password", is_flag=True, help="Prompt for a password, print the value for WINNOW_UI_PASSWORD, and exit.")
def ui(engine: str | None, home: Path | None, port: int, host: str, jobs: int, *, behind_proxy: bool, hash_password: bool) -> None:
    """Serve the website that compares two arms query by query and shows each page's blocks by weight.

    The server only reads the index, shows pages indexed while it runs, and stops at Ctrl-C.

    Example: winnow ui --port 8080
    """
    from waitress.server import create_server
    from werkzeug.security import generate_password_hash

    from indexer.processes import Processes
    from search_ui.app import SiteSettings, create_app
    from search_ui.comparisons import prepare
    from search_ui.home_services import services_of

    if hash_password:
        click.echo(generate_password_hash(click.prompt("Password", hide_input=True, err=True)))
        return
    where = Home.of(home, engine)
    if not is_loopback(host) and not where.settings.ui_password:
        msg = f"--host {host} admits other machines: set WINNOW_UI_PASSWORD to the output of `winnow ui --hash-password`"
        raise UsageError(msg)
    opened = where.engine()
    settings = SiteSettings(names_for(host), where.sizes, where.settings.ui_password, behind_proxy=behind_proxy)
    with _listening(host, port) as listening, Processes(jobs, first=partial(prepare, where)) as processes:
        app = create_app(lambda: opened, settings, services_of(where, processes))
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits for a thread is not worth a warning
        # waitress logs no requests, so queries stay private
        server = create_server(app, sockets=[listening], threads=_threads(), ident="Winnow", clear_untrusted_proxy_headers=not behind_proxy)
        click.echo(f"http://{_bracketed(host)}:{listening.getsockname()[1]}/  (Ctrl-C ends it)")
        server.run()  # returns at Ctrl-C


def _threads() -> int:
    """Two threads per core, because half of them wait for an engine."""
    return max(4, 2 * (os.cpu_count() or 1))


def _listening(host: str, port: int) -> socket.socket:
    """Open a bound socket.

    Raises
    ------
    UsageError
        If the address is in use or does not belong to this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        msg = f"cannot listen on {host} port {port} ({error.strerror}): choose another --port; 0 takes any free port"
        raise UsageError(msg) from error


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
