"""`winnow worker`: parse, start Celery's worker."""

from __future__ import annotations

import os
from pathlib import Path

import click

from indexer.errors import UsageError
from indexer.settings import Settings
from indexer.store.database import Database

_QUEUES = ("fetch", "clean", "fit", "plan")


@click.command()
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="State directory (or WINNOW_HOME).")
@click.option("--queues", default=",".join(_QUEUES), show_default=True, help="Kinds of work to do, parted by commas.")
@click.option("--concurrency", type=click.IntRange(min=1), default=4, show_default=True, help="Processes that work at a time.")
@click.option("--beat", is_flag=True, help="Also give the signal for dispatching and planning; at least one worker has to.")
@click.option("--log-level", type=click.Choice(["WARNING", "INFO", "DEBUG"]), default="WARNING", show_default=True,
              help="What is told on standard error.")  # fmt: skip
def worker(home: Path | None, queues: str, concurrency: int, log_level: str, *, beat: bool) -> None:
    """Work for the frontier until stopped: fetch, clean and index, learn sites, plan.

    Needs WINNOW_BROKER (a Redis server); all workers share WINNOW_DATABASE and the archive under the home directory. An interrupt lets
    running tasks finish; a second one ends them, and their work is dealt out again.
    """
    wanted = [name.strip() for name in queues.split(",") if name.strip()]
    unknown = sorted(set(wanted) - set(_QUEUES))
    if unknown or not wanted:
        raise UsageError(f"there is no queue {', '.join(unknown) or 'without a name'}: name some of {', '.join(_QUEUES)}")
    try:
        from workers.app import app, configuration
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not installed: pip install 'winnow-news[celery]'") from error
    settings = Settings.read()
    directory = home or settings.home
    configuration()
    Database.open(directory, settings.database).close()
    os.environ["WINNOW_HOME"] = str(directory)
    words = ["-q", "worker", "--loglevel", log_level, "--concurrency", str(concurrency), "--queues", ",".join(wanted)]
    words += ["--without-gossip", "--without-mingle"]
    words += ["--beat", "--schedule", str(directory / "beat")] if beat else []
    app.worker_main(words)
