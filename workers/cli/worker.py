"""`winnow worker`: parses options, starts and supervises Celery's worker."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from indexer.archive.storage import check_storage, is_remote
from indexer.cli.options import home_option
from indexer.errors import UsageError
from indexer.home import Home
from indexer.settings import Settings
from workers.broker.metrics_setup import prepare
from workers.broker.supervisor import Supervisor
from workers.clock import make_clock
from workers.version import version

_QUEUES = ("fetch", "clean", "fit", "plan")


@click.command()
@home_option
@click.option("--queues", default=",".join(_QUEUES), show_default=True, help="Queues to consume, separated by commas.")
@click.option("--concurrency", type=click.IntRange(min=1), default=4, show_default=True, help="Number of worker processes.")
@click.option("--beat", is_flag=True, help="Run the beat too, which triggers dispatching and planning; at least one worker needs it.")
@click.option("--log-level", type=click.Choice(["WARNING", "INFO", "DEBUG"]), default="WARNING", show_default=True,
              help="Level of messages on standard error.")  # fmt: skip
@click.option("--metrics-port", type=click.IntRange(1, 65535), help="Port of the metrics for Prometheus.")
@click.option("--metrics-host", default="127.0.0.1", show_default=True, metavar="ADDRESS",
              help="Address on which the metrics are served, without authentication; do not use a public one.")  # fmt: skip
def worker(
    home: Path | None, queues: str, concurrency: int, log_level: str, metrics_port: int | None, metrics_host: str, *, beat: bool
) -> None:  # fmt: skip
    """Fetch, clean and index pages, learn sites and plan revisits until stopped.

    Needs WINNOW_BROKER (a Redis server); all workers share WINNOW_DATABASE and the archive under the home directory. On an interrupt,
    running tasks finish; a second one ends them, and their work is dispatched again.

    Example: winnow worker --queues fetch --concurrency 8
    """
    from workers.broker.settings import WorkerSettings

    wanted = [name.strip() for name in queues.split(",") if name.strip()]
    unknown = sorted(set(wanted) - set(_QUEUES))
    if unknown or not wanted:
        raise UsageError(f"there is no queue {', '.join(unknown) or 'without a name'}: name some of {', '.join(_QUEUES)}")
    from workers.app import HARD_LIMIT, check_broker
    from workers.broker.broker_check import broker_error

    opened = Home.of(home)
    settings, directory = opened.settings, opened.directory
    check_broker()
    _check(settings)
    _warn_of_lease(WorkerSettings.read(version()).frontier.lease, HARD_LIMIT)
    error = broker_error(settings.broker)
    if error:
        click.echo(f"winnow: the broker does not answer yet ({error}); the worker waits for it", err=True)
    opened.database().close()
    os.environ["WINNOW_HOME"] = str(directory)
    words = [sys.executable, "-P", "-m", "workers.celery_worker"]
    words += ["--loglevel", log_level, "--concurrency", str(concurrency), "--queues", ",".join(wanted)]
    words += ["--beat", "--schedule", str(directory / f"beat-{os.getpid()}")] if beat else []
    with _metrics((metrics_host, metrics_port), opened):
        code = Supervisor(words).run()
    sys.exit(code)


def _check(settings: Settings) -> None:
    """Check settings before the first worker process starts.

    Raises
    ------
    UsageError
    """
    if settings.archive and is_remote(settings.archive):
        check_storage(settings.archive)
    Home(settings).check_engine()


def _warn_of_lease(lease: float, limit: float) -> None:
    if lease <= limit:
        click.echo(f"winnow: WINNOW_LEASE={lease:g} is not over the {limit:g} s that a task may take: pages may be fetched twice", err=True)


@contextmanager
def _metrics(at: tuple[str, int | None], home: Home) -> Iterator[None]:
    """Collect the counters of the worker's processes in a directory, and serve them from this process."""
    from workers.frontier.view import FrontierView

    host, port = at
    if port is None:
        yield
        return
    with TemporaryDirectory(prefix="winnow-metrics-") as counted, home.database() as database:
        prepare(Path(counted))
        from workers.broker.metrics import serve  # here, because it reads the directory on import

        try:
            serve(port, FrontierView(database), make_clock(home.settings.now), host)
        except OSError as error:
            raise UsageError(f"port {port} of {host} is not available for metrics: {error.strerror or error}") from error
        yield
